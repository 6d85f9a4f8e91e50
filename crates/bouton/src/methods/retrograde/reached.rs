//! Working backwards through the positions that can be reached: each is found first, and every move kept, turned round.

use super::snapshots::Snapshots;
use crate::error::Stop;
use crate::game::{Fault, Game};
use crate::limits::Meter;
use crate::methods::Solved;
use crate::methods::graph::{self, Graph};
use crate::path::trouble;
use crate::value::{Outcome, Plies, Value};
use bouton_rules::Player;
use std::sync::atomic::{AtomicU32, Ordering};

/// Positions of a wave that one thread tells from before it takes more, and those told from before the clock is
/// looked at.
const PIECE: usize = 256;
const AT_ONCE: usize = 1 << 16;

pub(super) struct Backward<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    graph: Graph<'a, G::Position>,
    /// For each position, its moves whose worth is not known (later: not known to give up the endless win).
    open: Vec<AtomicU32>,
    finished: Vec<u32>,
}

impl<'a, G: Game> Backward<'a, G> {
    /// Explores everything that can be reached.
    pub(super) fn reach(game: &'a G, start: &'a G::Position, meter: &mut Meter) -> Result<Backward<'a, G>, Stop> {
        let mut graph: Graph<'a, G::Position> = graph::reach(game, start, meter)?;
        let degree = std::mem::take(&mut graph.degree);
        let finished = (0_u32..).zip(&degree).filter(|&(_, &moves)| moves == 0).map(|(number, _)| number).collect();
        let open = degree.into_iter().map(AtomicU32::new).collect();
        Ok(Backward { game, start, graph, open, finished })
    }

    /// Wave k decides what is won or lost in k plies, from what wave k − 1 decided.
    pub(super) fn waves(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.phase("going backwards", Some(self.open.len() as u64));
        let snapshots = Snapshots::new(meter.limits().checkpoint.clone());
        let mut plies = snapshots.last_reached(&mut self.graph.codes, &mut self.open)?.unwrap_or(0);
        let mut wave = self.decided_in(plies);
        while !wave.is_empty() {
            if snapshots.is_due() {
                snapshots.keep_reached(plies, &self.graph.codes, &self.open)?;
            }
            let mut next = Vec::new();
            for some in wave.chunks(AT_ONCE) {
                let pieces = meter.workers().pieces(0..some.len(), PIECE, |range| self.told(&some[range]));
                for (from, value) in pieces.into_iter().flatten() {
                    if self.value(from).is_none() {
                        self.set(from, value.ok_or_else(|| self.fault(from, Fault::new("too many plies")))?)?;
                        next.push(from);
                    }
                }
                meter.steps(some.len())?;
            }
            next.sort_unstable();
            (wave, plies) = (next, plies.saturating_add(1));
        }
        Ok(())
    }

    /// The positions that are won or lost in so many plies.
    fn decided_in(&self, plies: u32) -> Vec<u32> {
        let decided = [Outcome::Win(Plies::Of(plies)), Outcome::Loss(Plies::Of(plies))];
        let wave = |number: &u32| self.value(*number).is_some_and(|value| decided.contains(&value));
        (0..).take(self.open.len()).filter(wave).collect()
    }

    /// What decided positions tell of the positions that have a move to them: those that this settles, with their
    /// values (of one ply more; nothing where plies are no longer counted).
    fn told(&self, decided: &[u32]) -> Vec<(u32, Option<Value>)> {
        let mut settled = Vec::new();
        for &number in decided {
            let value = self.graph.codes.get(number as usize).expect("a wave holds decided positions");
            for (from, same_mover) in self.graph.before(number) {
                if self.value(from).is_none() {
                    let value = value.after_step(0, same_mover);
                    if self.settles(from, value) {
                        settled.push((from, value));
                    }
                }
            }
        }
        settled
    }

    /// A move that wins settles it; so does the last move to lose, and it takes the longest. A move that wins is not
    /// counted off: where there is one, no other is ever the last.
    fn settles(&self, from: u32, value: Option<Value>) -> bool {
        let wins = value.is_none_or(|value| value.better(Value::Outcome(Outcome::Draw)));
        wins || self.open[from as usize].fetch_sub(1, Ordering::Relaxed) == 1
    }

    /// Where `winner` wins endless play, the other may still force a drawn end: from every position of theirs with a
    /// move to such a draw, and from every position of the winner whose every move leads there or loses.
    pub(super) fn draws(&mut self, winner: Player, meter: &mut Meter) -> Result<(), Stop> {
        meter.phase("drawing", None);
        let is_draw = |&number: &u32| self.value(number) == Some(Outcome::Draw);
        let mut open: Vec<u32> = self.finished.iter().copied().filter(is_draw).collect();
        while let Some(number) = open.pop() {
            meter.step()?;
            let into: Vec<(u32, bool)> = self.graph.before(number).collect();
            for (from, _) in into {
                if self.value(from).is_none() && self.draws_from(from, winner) {
                    self.set(from, Value::Outcome(Outcome::Draw))?;
                    open.push(from);
                }
            }
        }
        Ok(())
    }

    fn draws_from(&mut self, from: u32, winner: Player) -> bool {
        if self.mover(from) != winner {
            return true;
        }
        let open = self.open[from as usize].get_mut();
        *open -= 1;
        *open == 0
    }

    pub(super) fn endless(&mut self, winner: Player) -> Result<(), Stop> {
        if let Some(&number) = self.graph.turned.iter().find(|&&number| self.value(number).is_none()) {
            return Err(self.false_twin(number));
        }
        self.rest_is(|mover| if mover == winner { Outcome::Win(Plies::Endless) } else { Outcome::Loss(Plies::Endless) })
    }

    pub(super) fn rest_is(&mut self, outcome: impl Fn(Player) -> Outcome) -> Result<(), Stop> {
        for number in (0..).take(self.open.len()) {
            if self.value(number).is_none() {
                self.set(number, Value::Outcome(outcome(self.mover(number))))?;
            }
        }
        Ok(())
    }

    pub(super) fn solved(self) -> Result<Solved<G::Position>, Stop> {
        let Backward { game, start, graph, finished, open } = self;
        drop(open);
        graph::stored(game, graph.positions(), &finished).map_err(|fault| trouble(game, start, start, None, fault))
    }

    fn value(&self, number: u32) -> Option<Outcome> {
        match self.graph.codes.get(number as usize)? {
            Value::Outcome(outcome) => Some(outcome),
            Value::Lead(_) => None,
        }
    }

    fn set(&mut self, number: u32, value: Value) -> Result<(), Stop> {
        self.graph.codes.set(number as usize, value).map_err(|fault| self.fault(number, fault))
    }

    fn mover(&self, number: u32) -> Player {
        self.game.mover(&self.graph.places.position(number))
    }

    fn fault(&self, number: u32, fault: Fault) -> Stop {
        trouble(self.game, self.start, &self.graph.places.position(number), None, fault)
    }

    fn false_twin(&self, number: u32) -> Stop {
        let position = self.game.show_position(&self.graph.places.position(number));
        let reason = "endless play from there is won by one player, whoever moves".into();
        Stop::FalseTwin { position: format!("{position} with the other to move"), other: position, reason }
    }
}
