//! Nimbers of positions of any game in which both players have the same moves and whoever cannot move loses: the least nimber that no
//! successor has, each position once, depth first.
//!
//! That the same moves are there for both is read off the rules; that play ends, and that every end is lost for the player to move, is seen
//! on the way. Memory: some 80 bytes a position.

use crate::error::Stop;
use crate::game::{Abstract, Ending, Game};
use crate::limits::Meter;
use crate::nimber::mex;
use std::collections::{HashMap, HashSet};

/// A position whose successors are being valued.
struct Open<P> {
    position: P,
    next: Vec<P>,
    /// The nimbers of the first successors.
    found: Vec<u64>,
}

/// Whether the rules leave it open that positions have nimbers: not where players have moves of their own, nor in misère play of a sum.
pub fn may_have_nimbers<G: Game>(game: &G) -> bool {
    match game.parts() {
        Some(parts) => parts.normal(),
        None => game.partizan_parts().is_none() && game.abstracted().is_some_and(Abstract::impartial),
    }
}

/// The nimber of a position; nothing where the game is not of this kind.
pub(crate) fn nimber<G: Game>(game: &G, at: &G::Position, meter: &mut Meter) -> Result<Option<u64>, Stop> {
    Ok(nimbers(game, at, meter)?.and_then(|known| known.get(&game.canonical(at.clone())).copied()))
}

/// The nimbers of canonical positions.
pub(crate) type Known<P> = HashMap<P, u64>;

/// The nimbers of a position and of all that can follow it; nothing where the game is not of this kind.
pub(crate) fn nimbers<G: Game>(
    game: &G,
    at: &G::Position,
    meter: &mut Meter,
) -> Result<Option<Known<G::Position>>, Stop> {
    if !game.abstracted().is_some_and(Abstract::impartial) {
        return Ok(None);
    }
    meter.phase("positions", None);
    let start = game.canonical(at.clone());
    let mut known: Known<G::Position> = HashMap::new();
    let mut inside: HashSet<G::Position> = HashSet::from([start.clone()]);
    let Some(first) = opened(game, start)? else { return Ok(None) };
    let mut line = vec![first];
    // Where play goes on without end, it is the line that grows.
    let bytes = |known: usize, line: usize| ((known + 2 * line) * (2 * size_of::<G::Position>() + 24)) as u64;
    while let Some(open) = line.last_mut() {
        meter.step()?;
        let Some(next) = open.next.get(open.found.len()) else {
            let Some(done) = line.pop() else { break };
            inside.remove(&done.position);
            known.insert(done.position, mex(done.found));
            meter.position(|| bytes(known.len(), line.len()))?;
            continue;
        };
        match known.get(next) {
            Some(nimber) => open.found.push(*nimber),
            // Play comes back.
            None if inside.contains(next) => return Ok(None),
            None => {
                let next = next.clone();
                let Some(more) = opened(game, next.clone())? else { return Ok(None) };
                inside.insert(next);
                line.push(more);
                if line.len().is_multiple_of(1 << 10) {
                    meter.memory(bytes(known.len(), line.len()))?;
                }
            }
        }
    }
    Ok(Some(known))
}

/// A position with its successors; nothing where it is over and not lost for the player to move.
fn opened<G: Game>(game: &G, position: G::Position) -> Result<Option<Open<G::Position>>, Stop> {
    let mut out = Vec::new();
    let over = game.look(&position, &mut out).map_err(|fault| Stop::at(fault, game.show_position(&position)))?;
    if over.is_some_and(|ending| ending != Ending::Loss) {
        return Ok(None);
    }
    let mut next: Vec<G::Position> = match over {
        Some(_) => Vec::new(),
        None => out.into_iter().map(|(_, next)| game.canonical(next)).collect(),
    };
    next.sort_unstable();
    next.dedup();
    Ok(Some(Open { position, next, found: Vec::new() }))
}
