//! Moves of normal play, written out over all cells, however many there are: sets count as cells, one for each member that they may have.

use super::digits::{Digits, MANY_CELLS};
use super::explore::{self, Operator};
use super::only_moves_and_ends;
use crate::game::{Local, LocalMove};
use crate::instance::{Instance, normal, quoted};
use bouton_rules::Player;
use bouton_rules::Text;
use bouton_rules::layout::{Layout, Packed};

/// The moves of a game of normal play, written out.
#[derive(Debug)]
pub(in crate::instance) struct Written {
    digits: Digits,
    moves: Vec<LocalMove>,
    layout: Layout,
    because: Text,
}

/// How often the interpreter is asked before moves are left as they are.
const MOST_ASKED: usize = 20_000;

/// Writes them out, or says why not.
pub(in crate::instance) fn derive(game: &Instance) -> Result<Written, Text> {
    if let Some(fault) = normal::refused(game) {
        return Err(fault.diagnostic.message.clone());
    }
    only_moves_and_ends(game.rules())?;
    let digits = Digits::of(&game.interpreter, MANY_CELLS)?;
    let of = |mover, by| -> Result<Vec<LocalMove>, Text> {
        let operators = explore::operators(game, &digits, mover, MOST_ASKED, true)?;
        operators.iter().map(|operator| local(operator, by)).collect()
    };
    let moves = if game.alike {
        of(Player::First, None)?
    } else {
        joined(of(Player::First, Some(Player::First))?, of(Player::Second, Some(Player::Second))?)
    };
    let lines: Vec<Text> = game.rules().moves.iter().map(|mv| quoted(game, mv.span)).collect();
    Ok(Written { digits, moves, layout: game.layout.clone(), because: Text::joined(lines, "; ") })
}

/// The moves of both players: those that either may make once, as the moves of both.
fn joined(left: Vec<LocalMove>, right: Vec<LocalMove>) -> Vec<LocalMove> {
    let mut all: Vec<LocalMove> = left.into_iter().chain(right).collect();
    all.sort_unstable_by(|one, other| (&one.needs, &one.sets).cmp(&(&other.needs, &other.sets)));
    all.dedup_by(|again, kept| {
        let same = (&again.needs, &again.sets) == (&kept.needs, &kept.sets);
        if same && again.by != kept.by {
            kept.by = None;
        }
        same
    });
    all
}

fn local(operator: &Operator, by: Option<Player>) -> Result<LocalMove, Text> {
    let small = |&(digit, code): &(usize, u64)| {
        (u32::try_from(digit).expect("cells are few"), u32::try_from(code).expect("a cell has few values"))
    };
    let sets: Vec<(u32, u32)> =
        operator.sets.iter().filter(|(digit, _)| operator.change(*digit).is_some()).map(small).collect();
    if sets.is_empty() {
        return Err("a move may change nothing".into());
    }
    Ok(LocalMove { by, needs: operator.needs.iter().map(small).collect(), sets })
}

impl Local<Packed> for Written {
    fn moves(&self) -> &[LocalMove] {
        &self.moves
    }

    fn cells(&self, position: &Packed) -> Vec<u32> {
        let (_, state) = self.layout.unpack(position);
        let codes = self.digits.codes(&state).into_iter();
        codes.map(|code| u32::try_from(code).expect("a cell has few values")).collect()
    }

    fn because(&self) -> Text {
        self.because.clone()
    }
}
