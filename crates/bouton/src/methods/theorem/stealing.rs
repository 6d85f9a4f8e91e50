//! Strategy stealing, in its general form (after J. Nash's proof for Hex, 1949, and D. Gale's for Chomp, 1974).
//!
//! **Theorem.** Players move in turn, a position is worth the same to whoever moves, and every play ends with a winner. If some move leads to a
//! position `q` that is not over, and each move from `q` leads where a move from the start leads too, then the first player wins.
//!
//! *Proof.* If whoever moves at `q` loses, moving to `q` wins. If not, a move from `q` leads to a position whose mover loses; the first player can
//! move there at once. ∎
//!
//! Condition: what is said above, proven from the rules; that moves can be stolen is seen by making every move from the start and after it. It names
//! no winning move, so it answers only who wins. Cost: at most a few thousand moves; where that is not enough, nothing is said.

use super::{Solved, Strategy};
use crate::error::{Stop, Trouble};
use crate::game::{Abstract, Game, ended};
use crate::store::Store;
use crate::value::{Outcome, Plies, Value};
use bouton_rules::Text;
use std::collections::BTreeSet;

pub(super) static STEALING: Strategy = Strategy {
    name: "stealing",
    about: "some move leads only where the first move could have led: whoever would win after it, the first player does",
    speed: None,
};

/// Moves made to see whether they can be stolen.
const MOST_MOVES: usize = 20_000;

/// Whether the player who moves here wins because what follows some move could be played at once.
pub(super) fn wins<G: Game>(game: &G, start: &G::Position) -> bool {
    game.abstracted().is_some_and(Abstract::always_won) && steals(game, start).unwrap_or(false)
}

fn steals<G: Game>(game: &G, start: &G::Position) -> Option<bool> {
    let first = after(game, start)?;
    let known: BTreeSet<&G::Position> = first.iter().collect();
    let mut made = first.len();
    // What takes least away tends to be listed last.
    for next in first.iter().rev() {
        if made > MOST_MOVES {
            return None;
        }
        if ended(game, next).ok()?.is_some() {
            continue;
        }
        let second = after(game, next)?;
        made += second.len();
        if second.iter().all(|position| known.contains(position)) {
            return Some(true);
        }
    }
    Some(false)
}

/// Where moves lead, as positions are stored; nothing where play is over or the turn does not pass.
fn after<G: Game>(game: &G, position: &G::Position) -> Option<Vec<G::Position>> {
    let mut found = Vec::new();
    if game.look(position, &mut found).ok()?.is_some() || found.len() > MOST_MOVES {
        return None;
    }
    let mover = game.mover(position);
    let passes = |next: &G::Position| ended(game, next).ok().map(|over| over.is_some() || game.mover(next) != mover);
    if !found.iter().map(|(_, next)| passes(next)).collect::<Option<Vec<bool>>>()?.into_iter().all(|passes| passes) {
        return None;
    }
    Some(found.into_iter().map(|(_, next)| game.canonical(next)).collect())
}

pub(super) fn steps() -> Vec<(&'static str, Text)> {
    let look = "make every move from the start and after it, and compare where they lead";
    vec![(STEALING.name, STEALING.about.into()), ("moves that can be stolen", look.into())]
}

/// The start, won.
pub(super) fn won<G: Game>(game: &G, start: &G::Position) -> Result<Solved<G::Position>, Stop> {
    let mut store = Store::numbered(game.kind());
    let value = Value::Outcome(Outcome::Win(Plies::Unknown));
    store.set(game, game.canonical(start.clone()), value).map_err(|fault| {
        let position = game.show_position(start);
        Stop::Fault(Box::new(Trouble { fault, position, mv: None, path: None }))
    })?;
    Ok(Solved { whole: false, searched: Some(0), ..Solved::whole(store, 0) })
}
