//! Backwards from the finished positions (Ströhlein 1970, Thompson 1986).
//!
//! Holds for outcome games that say what endless play means. A position with a move to one lost for the other is won;
//! one whose moves all lead to positions won for the other is lost. Worked out in waves, one a ply, so the winner's way
//! is the shortest and the loser's the longest. What no wave reaches is endless: a draw, or, where one player wins endless play, a draw
//! only if the other can force the game to a drawn end. Cost: every position and every move once forward and once
//! backward.
//!
//! Two ways. Where the game's moves can be taken back and its positions are numbered by their pieces (`placed`), nothing is kept
//! but a value, or a counter in its place: 2 bytes a position and what a wave takes. Else (`reached`) a position takes its place in a table
//! (4 bytes where the game numbers its positions), its value, 24 bytes of counters, and 8 bytes a move. There one position is kept for
//! all its images by symmetries that the game names; so where a position has very many of them, this way is taken.
//!
//! Positions are looked at, and waves worked out, by all threads. A wave is a set, whatever order it is found in. On cat
//! and mouse with 200 nodes of 22 neighbours, two threads share nine tenths of the work (by samples of each): 1.6 times as fast.

mod placed;
mod reached;
mod snapshots;

use super::graph;
use super::{Ask, Estimate, Fit, Holds, MANY_IMAGES, Method, Solved, one_image};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Game, Repeat, Reversible};
use crate::limits::{Limits, Meter};
use crate::store::{Codes, Numbering};
use crate::value::{Kind, Outcome};
use placed::Placed;
use reached::Backward;
use std::sync::Arc;

pub(super) struct Retrograde;

impl<G: Game> Method<G> for Retrograde {
    fn name(&self) -> &'static str {
        "retrograde"
    }

    fn about(&self) -> &'static str {
        "backwards from the finished positions, where play may repeat"
    }

    fn fit(&self, game: &G, _: &Ask, facts: &Facts, limits: &Limits) -> Fit {
        let Some(repeat) = facts.repeat else { return Fit::no("it is for play that may repeat") };
        if facts.kind == Kind::Points {
            return Fit::no("a lead cannot be worked backwards through repeating play");
        }
        let images = facts.images.filter(|_| limits.symmetry);
        let placed = game.start().ok().and_then(|start| reversible(game, &start, limits));
        Fit::Yes(match placed {
            Some(index) => placed::estimate(index.as_ref(), leaves(limits)),
            None => estimate(game, facts, images, limits, repeat),
        })
    }

    fn holds(&self, game: &G, start: &G::Position, limits: &Limits) -> Option<Holds> {
        let placed = reversible(game, start, limits).is_some();
        (!placed).then(|| Holds::Graph(graph::least_bytes(game, limits)))
    }

    fn run(&self, game: &G, start: &G::Position, ask: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        let Some(repeat) = game.repeat().filter(|_| game.kind() == Kind::Outcome) else {
            let reason = "it solves outcome games that say what endless play means".to_owned();
            return Err(Stop::Unfit { method: "retrograde", reason });
        };
        if let Some(index) = reversible(game, start, meter.limits())
            && let Some(solved) = Placed::new(game, start, index)?.solve(*ask, meter)?
        {
            return Ok(solved);
        }
        meter.start_over();
        let mut back = Backward::reach(game, start, meter)?;
        back.waves(meter)?;
        if let Repeat::Wins(winner) = repeat {
            back.draws(winner, meter)?;
            back.endless(winner)?;
        } else {
            back.rest_is(|_| Outcome::Draw)?;
        }
        back.solved()
    }
}

/// Writing out the moves takes longer than to walk through so many positions.
const FEW: u64 = 1 << 13;

/// The game's numbering with moves both ways, if endless play is a draw and it fits within the limits. Every number takes two bytes, whatever
/// stands for it: with more images than that is worth, one position is kept for all of them instead.
fn reversible<G: Game>(game: &G, start: &G::Position, limits: &Limits) -> Option<Arc<dyn Reversible<G::Position>>> {
    game.repeat().filter(|repeat| *repeat == Repeat::Draw)?;
    if limits.symmetry && Facts::for_methods(game, start).images.is_some_and(|images| images > MANY_IMAGES) {
        return None;
    }
    if game.index().is_some_and(|index| index.size() <= FEW) {
        return None;
    }
    let index = game.reversible(start).ok()?;
    // The moves as they are written out take some, too.
    let fits = placed::bytes(&index.tiers(), leaves(limits)) <= limits.memory / 8 * 7;
    (fits && limits.positions.is_none_or(|most| index.size() <= most)).then_some(index)
}

/// Whether what is solved and written to disk leaves memory.
fn leaves(limits: &Limits) -> bool {
    limits.checkpoint.as_ref().is_some_and(|disk| disk.spills())
}

fn estimate<G: Game>(game: &G, facts: &Facts, images: Option<u64>, limits: &Limits, repeat: Repeat) -> Estimate {
    let numbers = graph::index_bytes(facts.index_size, limits);
    let place = if numbers.is_some() { 8 } else { Numbering::<G::Position>::each_bytes(game.position_bytes()) };
    Estimate {
        fixed: numbers.unwrap_or(0),
        bytes: place + 2 * Codes::cell_bytes(facts.kind) + graph::POSITION_BYTES,
        per_move: graph::MOVE_BYTES,
        images,
        steps: steps(game, repeat, images.is_some()),
        ..Estimate::default()
    }
}

fn steps<G: Game>(game: &G, repeat: Repeat, folded: bool) -> Vec<(&'static str, String)> {
    let rest = match repeat {
        Repeat::Draw => "draws".to_owned(),
        Repeat::Wins(winner) => format!("{} wins them, unless a drawn end can be forced", game.show_player(winner)),
    };
    let mut steps = vec![
        ("number the positions", "breadth first from the start".to_owned()),
        ("work backwards", "from the finished positions, one wave a ply".to_owned()),
        ("the rest", rest),
    ];
    steps.splice(1..1, folded.then(one_image));
    steps
}
