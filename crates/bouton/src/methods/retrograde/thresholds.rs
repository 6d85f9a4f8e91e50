//! Leads where play may go round: part by part of what goes round, each lead that can be forced in turn.
//!
//! Positions between which play may go round make a part (a strongly connected component: Tarjan 1972, in the form of Pearce 2016, which
//! keeps one number a position); from a part moves lead on to others, never back. So parts are taken from the last: where the moves lead that leave one is known.
//! Two things are seen to hold in each, at every move of it: no move that stays in it gains anything, and going round is worth the same lead
//! e to one player at all of its positions. Then play that stays is worth e, and the rest is a game of leaving: to get a lead t above e its
//! player must force a way out that is worth t. So positions are settled from the lead farthest from e to the nearest (Romein and Bal 2003
//! solved awari so, by the seeds captured, with e = 0): one whose mover can leave, or move to a settled position, with more than e has
//! that lead; one all of whose moves are known has the best of them, if it is less than e. What is left is worth e: nobody there can move to
//! more, and whoever moves can stay.
//!
//! Each lead is forced in finitely many moves: a position is settled by one that was settled before it, and one all of whose moves are settled
//! by the last of them. Cost: every position looked at once, every move followed three times, and a sort of what leaves a part. On disk is what was found: the rest took a tenth of the time on awari.

mod part;
mod wrong;

use crate::error::Stop;
use crate::game::{Fault, Game};
use crate::limits::Meter;
use crate::methods::Solved;
use crate::methods::graph::{self, Onward};
use crate::path::trouble;
use crate::store::{Codes, NONE};
use crate::value::Value;

/// Bytes for a position beside its place, when all are found: a short lead, where its moves begin, its number, and a place on the walk
/// and among those that were left.
pub(super) const POSITION_BYTES: u64 = 2 + 8 + 4 + 12 + 4;
/// Bytes for a move: its edge and its gain, and the edge turned round within its part.
pub(super) const MOVE_BYTES: u64 = 4 + 1 + 4;

/// In place of a number: the walk has not met the position.
const NEW: u32 = 0;

pub(super) struct Thresholds<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    graph: Onward<'a, G::Position>,
    /// Of each position that the walk has met the least number that is known to be reached from it; of one in the part that is being solved
    /// its place there.
    low: Vec<u32>,
    finished: Vec<u32>,
}

/// A position that the walk is at.
struct Frame {
    at: u32,
    /// Its number: how many were met before it, and 1.
    own: u32,
    /// How many of its moves were followed.
    followed: u32,
}

/// The walk through all positions.
#[derive(Default)]
struct Walk {
    met: u32,
    at: Vec<Frame>,
    /// Those that were left and whose part is not complete.
    left: Vec<u32>,
}

impl<'a, G: Game> Thresholds<'a, G> {
    /// Explores everything that can be reached.
    pub(super) fn reach(game: &'a G, start: &'a G::Position, meter: &mut Meter) -> Result<Thresholds<'a, G>, Stop> {
        let graph = graph::onward(game, start, meter)?;
        let len = graph.places.len();
        let finished = (0..).take(len).filter(|number| graph.degree(*number) == 0).collect();
        Ok(Thresholds { game, start, graph, low: vec![NEW; len], finished })
    }

    /// Walks on as far as moves lead, and solves each part when all that it leads to is solved.
    pub(super) fn solve(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.phase("going backwards", Some(self.low.len() as u64));
        meter.memory(self.bytes())?;
        let mut walk = Walk::default();
        self.enter(0, &mut walk);
        while let Some(frame) = walk.at.last_mut() {
            let (at, nth) = (frame.at, frame.followed);
            if (nth as usize) < self.graph.degree(at) {
                frame.followed += 1;
                let (to, _) = self.graph.edge(at, nth as usize);
                match self.low[to as usize] {
                    _ if self.is_known(to) => {}
                    NEW => self.enter(to, &mut walk),
                    low => self.lower(at, low),
                }
            } else {
                meter.step()?;
                self.leave(&mut walk, meter)?;
            }
        }
        Ok(())
    }

    fn enter(&mut self, at: u32, walk: &mut Walk) {
        if !self.is_known(at) {
            walk.met += 1;
            self.low[at as usize] = walk.met;
            walk.at.push(Frame { at, own: walk.met, followed: 0 });
        }
    }

    fn lower(&mut self, at: u32, low: u32) {
        let known = &mut self.low[at as usize];
        *known = low.min(*known);
    }

    /// Leaves the position that the walk is at. If nothing before it can be reached from it, it and what was left behind it make a part.
    fn leave(&mut self, walk: &mut Walk, meter: &mut Meter) -> Result<(), Stop> {
        let Some(Frame { at, own, .. }) = walk.at.pop() else { return Ok(()) };
        let low = self.low[at as usize];
        if let Some(before) = walk.at.last() {
            self.lower(before.at, low);
        }
        if low < own {
            walk.left.push(at);
            return Ok(());
        }
        let from = walk.left.iter().rposition(|left| self.low[*left as usize] < own).map_or(0, |last| last + 1);
        if from == walk.left.len() && !self.goes_on_at(at) {
            let best = self.best(at)?;
            return self.set(at, best);
        }
        let mut part = walk.left.split_off(from);
        part.push(at);
        self.solve_part(&part, meter)
    }

    /// Whether a move leaves play where it is.
    fn goes_on_at(&self, at: u32) -> bool {
        (0..self.graph.degree(at)).any(|nth| self.graph.edge(at, nth).0 == at)
    }

    /// The best of the moves of a position, all of which lead to known ones.
    fn best(&self, at: u32) -> Result<i64, Stop> {
        let mut best = NONE;
        for nth in 0..self.graph.degree(at) {
            best = best.max(self.option(at, nth)?);
        }
        Ok(best)
    }

    /// What a move to a known position is worth to its player.
    fn option(&self, at: u32, nth: usize) -> Result<i64, Stop> {
        let (to, same_mover) = self.graph.edge(at, nth);
        let worth = Value::Lead(self.code(to)).after_step(self.graph.gain(at, nth), same_mover);
        let too_much = || self.fault(at, Fault::new("a lead leaves the 64-bit numbers"));
        worth.and_then(Codes::code).ok_or_else(too_much)
    }

    fn code(&self, number: u32) -> i64 {
        self.graph.codes.code_at(number as usize)
    }

    fn is_known(&self, number: u32) -> bool {
        self.code(number) != NONE
    }

    fn set(&mut self, number: u32, lead: i64) -> Result<(), Stop> {
        let put = self.graph.codes.put(&[u64::from(number)], &[lead]);
        put.map_err(|fault| self.fault(number, fault))
    }

    /// Bytes while positions are walked through.
    fn bytes(&self) -> u64 {
        let Onward { places, codes, .. } = &self.graph;
        let places = places.peak_bytes(self.game.position_bytes());
        places + codes.bytes() + self.graph.moves_bytes() + self.low.len() as u64 * (POSITION_BYTES - 8)
    }

    pub(super) fn solved(self) -> Result<Solved<G::Position>, Stop> {
        let Thresholds { game, start, graph, finished, low } = self;
        drop(low);
        graph::stored(game, graph.positions(), &finished).map_err(|fault| trouble(game, start, start, None, fault))
    }

    fn fault(&self, number: u32, fault: Fault) -> Stop {
        trouble(self.game, self.start, &self.graph.places.position(number), None, fault)
    }
}
