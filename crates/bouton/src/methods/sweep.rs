//! Bottom-up over a numbered table: the oldest way there is (Bellman's dynamic programming, 1957; Zermelo's backward
//! reasoning, 1913).
//!
//! Holds when the game numbers its positions and names a rank that every move raises. The rank is verified on every
//! move that is looked at. Cost: each reachable position is expanded twice, once to mark what can be reached and once,
//! highest rank first, to value it. Memory: a bit and a cell a number (4 or 8 bytes and 16 a reachable position, the plain way).
//!
//! Where positions stand as rows of words whose bits tell their number, both passes go through the numbers rank by rank without a list of
//! them, and cells take as few bytes as their values need. The plain way is for every other numbering.
//!
//! Both passes share positions out to all threads: to mark from, and to value, those of one rank, which do not look at
//! each other. What they find is joined in order, so nothing depends on the threads. Both keep on disk what they found, now and then.

mod listed;
mod numbered;
mod waves;

use super::rows::{Place, beginning};
use super::subsets::{self, Subsets};
use super::{Ask, Estimate, Fit, Method, SMALL, Solved, many_images};
use crate::error::Stop;
use crate::facts::{Facts, ranked};
use crate::game::{Game, Numbers, Words};
use crate::limits::{Limits, Meter};
use crate::show::{Bytes, Count};
use crate::store::Store;
use std::sync::Arc;

pub(super) struct Sweep;

impl<G: Game> Method<G> for Sweep {
    fn name(&self) -> &'static str {
        "sweep"
    }

    fn about(&self) -> &'static str {
        "bottom-up over a numbered table, where every move raises a rank"
    }

    fn set_aside(&self, game: &G, _: &Ask, facts: &Facts, limits: &Limits) -> Option<&'static str> {
        many_images(game, facts, limits)
    }

    fn fit(&self, game: &G, ask: &Ask, facts: &Facts, limits: &Limits) -> Fit {
        if let Some((_, sets, bytes)) = packed(game, *ask, limits) {
            let steps = subsets::steps(sets);
            return Fit::Yes(Estimate { positions: Some(sets), bytes, fixed: bytes, steps, ..Estimate::default() });
        }
        let Some(size) = facts.index_size else {
            return Fit::no("positions are too many, or of too many shapes, for a table with a place for each");
        };
        if !ranked(game) {
            return Fit::no("nothing is known that grows with every move, so there is no order to work backwards in");
        }
        let (fixed, bytes) = match in_rows(game) {
            Some(_) => (narrow_bytes(size, 1), narrow_bytes(size, 2)),
            // The list of what was reached grows by doubling.
            None => (listed::bytes(facts.kind, size, 0), listed::bytes(facts.kind, size, size.saturating_mul(2))),
        };
        if bytes > limits.memory {
            let fits = u128::from(size) * u128::from(limits.memory) / u128::from(bytes);
            return Fit::No(format!(
                "{} numbers need {}; the limit is {}, enough for {}",
                Count(size),
                Bytes(bytes),
                Bytes(limits.memory),
                Count(u64::try_from(fits).unwrap_or(u64::MAX)),
            ));
        }
        Fit::Yes(Estimate { positions: Some(size), bytes, fixed, steps: steps(size), ..Estimate::default() })
    }

    fn run(&self, game: &G, start: &G::Position, ask: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        if let Some((subsets, sets, _)) = packed(game, *ask, meter.limits())
            && subsets::begins_inside(game, &subsets, start)
        {
            return subsets::run::<G>(subsets, sets, meter);
        }
        match by_rows(game, start, meter)? {
            Some(solved) => Ok(solved),
            None => listed::solve(game, start, meter),
        }
    }
}

/// More numbers than this, with more high parts to their low digits than that, are gone through rank by rank without a list: what that
/// needs is small beside them.
const MANY: u64 = 1 << 17;
const HIGH_PARTS: u64 = 32;

/// The game in rows of words, where their numbers are many and have a low and a high part.
fn in_rows<G: Game>(game: &G) -> Option<(&dyn Words<G::Position>, &Numbers)> {
    game.index().filter(|index| index.size() >= MANY)?;
    let words = game.words()?;
    let numbers = words.numbers()?;
    (numbers.size() / numbers.low() >= HIGH_PARTS).then_some((words, numbers))
}

/// By rows of words, where the game has them.
fn by_rows<G: Game>(game: &G, start: &G::Position, meter: &mut Meter) -> Result<Option<Solved<G::Position>>, Stop> {
    let Some((words, numbers)) = in_rows(game) else { return Ok(None) };
    let (first, by) = beginning(game, start, words, meter.limits());
    let place = Place { game, start, words, by: by.as_ref() };
    let found = numbered::solve(&place, numbers, game.kind(), &first, meter)?;
    let folded = by.is_some();
    let whole = |store, finished| Solved { folded, ..Solved::whole(store, finished) };
    Ok(found.map(|found| whole(Store::of_cells(found.codes, found.positions), found.finished)))
}

/// A game of sets, where no more is asked than who wins, or there are too many sets to count plies.
fn packed<G: Game>(game: &G, ask: Ask, limits: &Limits) -> Option<(Arc<Subsets>, u64, u64)> {
    let found = subsets::fits(game, limits)?;
    (ask <= Ask::BestMoves || ask == Ask::Line && found.1 > SMALL).then_some(found)
}

fn steps(size: u64) -> Vec<(&'static str, String)> {
    vec![
        ("mark what can be reached", format!("from the start, of {} numbers", Count(size))),
        ("work backwards", "by falling rank, each position once".to_owned()),
    ]
}

/// A mark and a cell of so many bytes for each number: one where values are few.
fn narrow_bytes(size: u64, cell: u64) -> u64 {
    size.saturating_mul(cell).saturating_add(size.div_ceil(8))
}
