//! Moves of normal play, the same for both players, written out over all cells, however many there are: sets count as cells, one for each member that they may have.

use super::digits::{Digits, MANY_CELLS};
use super::explore::{self, Operator};
use super::only_moves_and_ends;
use crate::game::{Local, LocalMove};
use crate::instance::{Instance, normal, quoted};
use bouton_rules::Player;
use bouton_rules::layout::{Layout, Packed};

/// The moves of a game of normal play, written out.
#[derive(Debug)]
pub(in crate::instance) struct Written {
    digits: Digits,
    moves: Vec<LocalMove>,
    layout: Layout,
    because: String,
}

/// How often the interpreter is asked before moves are left as they are.
const MOST_ASKED: usize = 20_000;

/// Writes them out, or says why not.
pub(in crate::instance) fn derive(game: &Instance) -> Result<Written, String> {
    if let Some(fault) = normal::refused(game) {
        return Err(fault.diagnostic.message.clone());
    }
    if !game.alike {
        return Err("the players have moves of their own".to_owned());
    }
    only_moves_and_ends(game.rules())?;
    let digits = Digits::of(&game.interpreter, MANY_CELLS)?;
    let operators = explore::operators(game, &digits, Player::First, MOST_ASKED, true)?;
    let moves = operators.iter().map(local).collect::<Result<Vec<_>, _>>()?;
    let lines: Vec<String> = game.rules().moves.iter().map(|mv| quoted(game, mv.span)).collect();
    Ok(Written { digits, moves, layout: game.layout.clone(), because: lines.join("; ") })
}

fn local(operator: &Operator) -> Result<LocalMove, String> {
    let small = |&(digit, code): &(usize, u64)| {
        (u32::try_from(digit).expect("cells are few"), u32::try_from(code).expect("a cell has few values"))
    };
    let sets: Vec<(u32, u32)> =
        operator.sets.iter().filter(|(digit, _)| operator.change(*digit).is_some()).map(small).collect();
    if sets.is_empty() {
        return Err("a move may change nothing".to_owned());
    }
    Ok(LocalMove { needs: operator.needs.iter().map(small).collect(), sets })
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

    fn because(&self) -> String {
        self.because.clone()
    }
}
