//! Where play is over, told from a position's bits by trees that ask for one digit after the other.

use super::super::Instance;
use super::board::{Bits, Board};
use super::digits::Digits;
use super::explore::{self, Tree};
use crate::game::Ending;
use bouton_rules::Player;

/// By mover what the `end` lines say, and what being stuck means; the game is asked where that is not written out.
#[derive(Debug)]
pub(super) struct Ends([Option<[Tree; 2]>; 2]);

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

impl Ends {
    pub(super) fn of(game: &Instance, digits: &Digits) -> Ends {
        Ends([Player::First, Player::Second].map(|mover| explore::endings(&game.interpreter, digits, mover)))
    }

    /// What these lines say of a position.
    pub(super) fn say(&self, which: Line, board: &Board, bits: Bits, mover: Player) -> Said {
        match &self.0[mover.number()] {
            Some(trees) => by_tree(&trees[usize::from(which == Line::Stuck)], board, bits),
            None => Said::Unknown,
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
