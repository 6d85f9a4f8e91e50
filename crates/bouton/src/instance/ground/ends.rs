//! Where play is over, told from a position's bits: by closed forms of its numbers, or by trees that ask for one digit after the other.

use super::super::{Instance, recurrence};
use super::board::{Bits, Board};
use super::digits::Digits;
use super::explore::{self, Tree};
use crate::game::Ending;
use crate::recurrence::End;
use crate::value::{Outcome, Value};
use bouton_rules::Player;

/// What the `end` lines say, and what being stuck means.
#[derive(Debug)]
pub(super) enum Ends {
    /// By forms of the variables, which are digits and perhaps whose turn it is.
    Forms { lines: [Vec<End>; 2], digits: usize, lows: Vec<i64>, turn: bool },
    /// By mover; the game is asked where that is not written out.
    Trees([Option<[Tree; 2]>; 2]),
}

/// Which lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    End,
    Stuck,
}

/// What is said of a position.
pub(super) enum Said {
    Over(Ending),
    GoesOn,
    /// That must be asked.
    Unknown,
}

/// Variables that forms speak of, at most.
const MOST_VARIABLES: usize = 16;

impl Ends {
    pub(super) fn of(game: &Instance, digits: &Digits) -> Ends {
        let trees = || [Player::First, Player::Second].map(|mover| explore::endings(&game.interpreter, digits, mover));
        Ends::forms(game, digits).unwrap_or_else(|| Ends::Trees(trees()))
    }

    fn forms(game: &Instance, digits: &Digits) -> Option<Ends> {
        let lines = recurrence::endings(game)?;
        let (count, turn) = (digits.len(), !game.alike);
        let lows = (0..count).map(|digit| digits.value(digit, 0)).collect();
        let fits = count < MOST_VARIABLES && lines.iter().flatten().all(|end| ending(end.value).is_some());
        fits.then_some(Ends::Forms { lines, digits: count, lows, turn })
    }

    /// What these lines say of a position.
    pub(super) fn say(&self, which: Line, board: &Board, bits: Bits, mover: Player) -> Said {
        let nth = usize::from(which == Line::Stuck);
        match self {
            Ends::Trees(trees) => match &trees[mover.number()] {
                Some(trees) => by_tree(&trees[nth], board, bits),
                None => Said::Unknown,
            },
            Ends::Forms { lines, digits, lows, turn } => {
                let mut values = [0; MOST_VARIABLES];
                for (digit, low) in lows.iter().enumerate() {
                    values[digit] = low + i64::try_from(board.code(bits, digit)).unwrap_or(0);
                }
                values[*digits] = i64::from(*turn && mover == Player::Second);
                let holds = |end: &&End| end.when.iter().all(|form| form.at(&values) >= 0);
                let found = lines[nth].iter().find(holds).and_then(|end| ending(end.value));
                found.map_or(Said::GoesOn, Said::Over)
            }
        }
    }
}

fn by_tree(tree: &Tree, board: &Board, bits: Bits) -> Said {
    match tree {
        Tree::Says(ending) => ending.map_or(Said::GoesOn, Said::Over),
        Tree::Asks(digit, branches) => {
            let code = usize::try_from(board.code(bits, *digit)).unwrap_or(usize::MAX);
            branches.get(code).map_or(Said::Unknown, |branch| by_tree(branch, board, bits))
        }
    }
}

/// An end's value as an ending, if it is one without points.
fn ending(value: Value) -> Option<Ending> {
    match value {
        Value::Outcome(Outcome::Win(_)) => Some(Ending::Win),
        Value::Outcome(Outcome::Draw) => Some(Ending::Draw),
        Value::Outcome(Outcome::Loss(_)) => Some(Ending::Loss),
        Value::Lead(_) => None,
    }
}
