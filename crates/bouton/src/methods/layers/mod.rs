//! Layer by layer: forwards from the start to find every position of each rank, then backwards to value them, as Zermelo reasoned (1913).
//!
//! Holds when every move raises a rank and all positions take as many words. The rank is verified on every move. Cost: each reachable
//! position is expanded twice. Memory: its words and one byte of value, or as many as the widest value of its layer takes, 1.3 to 2 times;
//! nothing for moves. Positions of one rank do not look at each other: threads share them out, and what they find is joined in order.
//!
//! Where the game says which symmetries it has, one image of each position is kept, under those that leave the first position as
//! it is: so positions and their images can be reached alike, and all are counted. The symmetries are tried on samples on the way.

mod backward;
mod forward;
mod shelf;
mod together;

use super::rows::{Place, Source, Wrong, beginning};
use super::together::Others;
use super::{Asked, Estimate, Family, Holds, Method, Ready, Solved, Strategy, one_image, ranks_are_slow};
use crate::error::Stop;
use crate::facts::{Facts, ranked};
use crate::game::{Game, Kept, Words};
use crate::limits::{Limits, Meter};
use crate::store::{Folded, Layer, Layers, Store};
use crate::value::Kind;
use backward::Count;
use bouton_rules::Text;
use shelf::Shelf;
use std::sync::Arc;
pub(super) use together::with_others;

pub(super) struct ByLayers;

/// Slots that one thread looks at before it takes more, and pieces that are looked at before they are joined.
const PIECE: usize = 1 << 10;
const AT_ONCE: usize = 64;

/// Moves found together after which pieces are cut short, at the least and at the most, and the share of the memory that they may take:
/// one of so many.
const FEW_MOVES: usize = 1 << 17;
const ENOUGH_MOVES: usize = 1 << 21;
const SHARE: u64 = 32;

/// The most words of a position.
const MOST_WORDS: usize = 4;

/// Bytes of most values: of outcomes within 126 plies, of leads up to 127.
const VALUE_BYTES: u64 = 1;

pub(super) static LAYERS: Strategy = Strategy {
    name: "layers",
    about: "a table for each rank, found from the rank before it and valued on the way back",
    speed: Some(5_000_000),
};

static FAMILY: Family = Family {
    name: "layers",
    about: "forwards rank by rank, and back again, where every move raises a rank",
    when: "every move raises a rank, and positions take 256 bits at most",
    costs: "two looks, its words and 2 or 8 bytes",
    strategies: || vec![&LAYERS],
};

impl<G: Game> Method<G> for ByLayers {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, limits: &Limits) -> Result<Ready<'a, G>, Text> {
        let game = asked.game;
        if !ranked(game) {
            return Err("nothing is known that grows with every move, so positions form no layers".into());
        }
        let words = game.words().filter(|words| words.count() <= MOST_WORDS).ok_or(TOO_WIDE)?;
        // Tables are between a half and three quarters full.
        let bytes = (8 * words.count() as u64 + VALUE_BYTES) * 8 / 5;
        let images = facts.images.filter(|_| limits.symmetry);
        let mut steps = vec![
            ("go forwards", "rank by rank, each position once in a table of its rank (200 bytes and more each)".into()),
            ("go backwards", "by falling rank, each position after all that its moves lead to".into()),
        ];
        steps.splice(1..1, images.map(|_| one_image()));
        let estimate = Estimate { bytes, images, steps, ..Estimate::default() };
        let spills = limits.checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.spills());
        let holds = if spills { Holds::OneRank } else { Holds::Images };
        let ready = Ready::new(&LAYERS, estimate, move |meter| by_layers(&asked, words, meter)).holding(holds);
        let slow = ranks_are_slow(game).filter(|_| facts.images.is_none() && !spills);
        Ok(ready.aside(slow))
    }
}

fn by_layers<G: Game>(
    asked: &Asked<G>,
    words: &dyn Words<G::Position>,
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    let Asked { game, start, .. } = *asked;
    let (first, by) = beginning(game, start, words, meter.limits());
    let by = by.map(Arc::new);
    let place = Place { game, start, words, by: by.as_deref() };
    let Found { kept, finished, layers } = solve(&place, game.kind(), &first, meter)?;
    let kept = match by {
        Some(by) => Arc::new(Folded::new(kept, by, layers)),
        None => kept,
    };
    Ok(Solved::whole(Store::kept(game.kind(), kept), finished))
}

const TOO_WIDE: &str = "positions take more than 256 bits";

fn unfit() -> Stop {
    Stop::Unfit { method: "layers", reason: TOO_WIDE.into() }
}

/// The values of all positions that can be reached.
struct Found {
    kept: Arc<dyn Kept>,
    /// How many are finished, all images counted.
    finished: u64,
    /// The ranks, and how many positions have each, all images counted.
    layers: Vec<(Option<i64>, u64)>,
}

/// Solves the game. Compiled once, whatever the game.
fn solve(source: &dyn Source, kind: Kind, first: &[u64], meter: &mut Meter) -> Result<Found, Stop> {
    match first.len() {
        1 => of_words::<1>(source, kind, first, meter),
        2 => of_words::<2>(source, kind, first, meter),
        3 => of_words::<3>(source, kind, first, meter),
        4 => of_words::<4>(source, kind, first, meter),
        _ => Err(unfit()),
    }
}

fn of_words<const N: usize>(source: &dyn Source, kind: Kind, first: &[u64], meter: &mut Meter) -> Result<Found, Stop> {
    let first = first.try_into().map_err(|_| unfit())?;
    let shelf = Shelf::of(source.all_images(), meter);
    let all = valued::<N>(source, kind, first, &shelf, &mut Others::none(), meter)?;
    let mut count = Count::default();
    for layer in &all {
        let more = Count { positions: layer.positions, finished: layer.finished };
        count.add(more).map_err(|fault| source.stop(&first, Wrong::Fault(fault)))?;
    }
    let finished = count.finished;
    let layers = all.iter().map(|layer| (Some(layer.rank), layer.positions)).collect();
    Ok(Found { kept: Arc::new(Layers { all, disk: shelf.disk(), ranked: true }), finished, layers })
}

/// Every layer with its values, lowest rank first; of a search that processes share, what is one's own.
fn valued<const N: usize>(
    source: &dyn Source,
    kind: Kind,
    first: [u64; N],
    shelf: &Shelf,
    others: &mut Others,
    meter: &mut Meter,
) -> Result<Vec<Layer<N>>, Stop> {
    let layers = forward::reach::<N>(source, first, shelf, others, meter)?;
    match kind {
        Kind::Points => backward::value_all::<i64, N>(source, layers, shelf, others, meter),
        Kind::Outcome => backward::value_all::<i32, N>(source, layers, shelf, others, meter),
    }
}

/// Moves of so many words found together after which pieces are cut short.
fn enough(words: usize, meter: &Meter) -> usize {
    let most = meter.limits().memory / SHARE / (8 * words.max(1)) as u64;
    usize::try_from(most).unwrap_or(usize::MAX).clamp(FEW_MOVES, ENOUGH_MOVES)
}

/// The pieces in which slots are looked at, a round of them from `from` on.
fn round(from: usize, slots: usize) -> std::ops::Range<usize> {
    from..slots.min(from + PIECE * AT_ONCE)
}

/// Bytes of all layers.
fn bytes<const N: usize>(layers: &[Layer<N>]) -> u64 {
    layers.iter().map(Layer::bytes).sum()
}
