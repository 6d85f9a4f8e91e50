//! Rules that are the same to both players but for the names on their pieces, where the turn alone does not tell: a position with the second
//! to move is worth what the one is in which the players have changed names and the first is to move. It is no promise of the rules
//! (`symmetry swap players`): it is seen from the moves and endings as they are written out, which say all there is to say of them.

use super::Ends;
use super::digits::{Digits, Fixed};
use super::explore::{Operator, Tree};
use bouton_rules::Player;

/// Whether all that one player can do and all that is said of him turns into what is the other's once they change names.
pub(super) fn holds(digits: &Digits, moves: &[(Operator, usize)], endings: &[Option<(Ends, Tree)>; 2]) -> bool {
    let of = |mover: Player| moves.iter().map(|(operator, _)| operator).filter(move |operator| operator.mover == mover);
    let mut images: Vec<Operator> = of(Player::First).map(|operator| exchanged(digits, operator)).collect();
    let mut others: Vec<Operator> = of(Player::Second).cloned().collect();
    images.sort_unstable();
    others.sort_unstable();
    images == others && matches!(endings, [Some(one), Some(other)] if said(digits, one, other))
}

/// The move once the players have changed names.
fn exchanged(digits: &Digits, operator: &Operator) -> Operator {
    let all = |fixed: &[Fixed]| fixed.iter().map(|one| (one.0, digits.exchanged(*one))).collect();
    Operator {
        mover: operator.mover.other(),
        needs: all(&operator.needs),
        sets: all(&operator.sets),
        again: operator.again,
    }
}

fn said(digits: &Digits, (ends, stuck): &(Ends, Tree), (other_ends, other_stuck): &(Ends, Tree)) -> bool {
    let ends = match (ends, other_ends) {
        (Ends::Lines(ends), Ends::Lines(others)) => ends.exchanged(digits) == *others,
        (Ends::Tree(ends), Ends::Tree(others)) => is_exchanged(digits, ends, others),
        _ => false,
    };
    ends && is_exchanged(digits, stuck, other_stuck)
}

/// Whether one tree is the other once the players have changed names; what it says, it says of who moves.
fn is_exchanged(digits: &Digits, tree: &Tree, other: &Tree) -> bool {
    match (tree, other) {
        (Tree::Says(one), Tree::Says(other)) => one == other,
        (Tree::Asks(digit, branches), Tree::Asks(asked, others)) => {
            let image =
                |code: u64| usize::try_from(digits.exchanged((*digit, code))).ok().and_then(|at| others.get(at));
            digit == asked
                && (0..)
                    .zip(branches)
                    .all(|(code, one)| image(code).is_some_and(|other| is_exchanged(digits, one, other)))
        }
        _ => false,
    }
}
