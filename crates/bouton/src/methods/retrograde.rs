//! Backwards from the finished positions (Ströhlein 1970, Thompson 1986).
//!
//! Holds for outcome games that say what endless play means. A position with a move to one lost for the other is won;
//! one whose moves all lead to positions won for the other is lost. Worked out in waves, one a ply, so the winner's way
//! is the shortest and the loser's the longest. What no wave reaches is endless: a draw, or, where one player wins endless play, a draw
//! only if the other can force the game to a drawn end. Cost: every position and every move once forward and once
//! backward. Memory: a position with its place in a table (4 bytes where the game numbers its positions), its value, 24
//! bytes of counters, and 8 bytes a move.
//!
//! Positions are looked at, and waves worked out, by all threads. A wave is a set, whatever order it is found in. On cat
//! and mouse with 200 nodes of 22 neighbours, two threads share nine tenths of the work (by samples of each): 1.6 times as fast.

use super::graph::{self, Graph};
use super::{Ask, Estimate, Fit, Method, Solved};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Fault, Game, Repeat};
use crate::limits::{Limits, Meter};
use crate::path::trouble;
use crate::store::{Codes, Numbering};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Player;
use std::sync::atomic::{AtomicU32, Ordering};

pub(super) struct Retrograde;

impl<G: Game> Method<G> for Retrograde {
    fn name(&self) -> &'static str {
        "retrograde"
    }

    fn about(&self) -> &'static str {
        "backwards from the finished positions, where play may repeat"
    }

    fn fit(&self, game: &G, _: &Ask, facts: &Facts, limits: &Limits) -> Fit {
        let Some(repeat) = facts.repeat else { return Fit::no("play never repeats") };
        if facts.kind == Kind::Points {
            return Fit::no("a lead cannot be worked backwards through repeating play");
        }
        Fit::Yes(estimate(game, facts, limits, repeat))
    }

    fn run(&self, game: &G, start: &G::Position, _: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        let Some(repeat) = game.repeat().filter(|_| game.kind() == Kind::Outcome) else {
            let reason = "it solves outcome games that say what endless play means".to_owned();
            return Err(Stop::Unfit { method: "retrograde", reason });
        };
        let mut back = Backward::new(game, start, graph::reach(game, start, meter)?);
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

fn estimate<G: Game>(game: &G, facts: &Facts, limits: &Limits, repeat: Repeat) -> Estimate {
    let numbers = graph::index_bytes(facts.index_size, limits);
    let place = if numbers.is_some() { 8 } else { Numbering::<G::Position>::each_bytes(game.position_bytes()) };
    Estimate {
        fixed: numbers.unwrap_or(0),
        bytes: place + 2 * Codes::cell_bytes(facts.kind) + graph::POSITION_BYTES,
        per_move: graph::MOVE_BYTES,
        steps: steps(repeat),
        ..Estimate::default()
    }
}

fn steps(repeat: Repeat) -> Vec<(&'static str, String)> {
    let rest = match repeat {
        Repeat::Draw => "draws".to_owned(),
        Repeat::Wins(winner) => format!("{winner:?} wins them, unless a drawn end can be forced"),
    };
    vec![
        ("number the positions", "breadth first from the start".to_owned()),
        ("work backwards", "from the finished positions, one wave a ply".to_owned()),
        ("the rest", rest),
    ]
}

/// Positions of a wave that one thread tells from before it takes more, and those told from before the clock is
/// looked at.
const PIECE: usize = 256;
const AT_ONCE: usize = 1 << 16;

struct Backward<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    graph: Graph<'a, G::Position>,
    /// For each position, its moves whose worth is not known (later: not known to give up the endless win).
    open: Vec<AtomicU32>,
    finished: Vec<u32>,
}

impl<'a, G: Game> Backward<'a, G> {
    fn new(game: &'a G, start: &'a G::Position, mut graph: Graph<'a, G::Position>) -> Backward<'a, G> {
        let degree = std::mem::take(&mut graph.degree);
        let finished = (0_u32..).zip(&degree).filter(|&(_, &moves)| moves == 0).map(|(number, _)| number).collect();
        let open = degree.into_iter().map(AtomicU32::new).collect();
        Backward { game, start, graph, open, finished }
    }

    /// Wave k decides what is won or lost in k plies, from what wave k − 1 decided.
    fn waves(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.phase("going backwards", Some(self.open.len() as u64));
        let decided = |&number: &u32| self.value(number) != Some(Outcome::Draw);
        let mut wave: Vec<u32> = self.finished.iter().copied().filter(decided).collect();
        while !wave.is_empty() {
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
            wave = next;
        }
        Ok(())
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
    fn draws(&mut self, winner: Player, meter: &mut Meter) -> Result<(), Stop> {
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

    fn endless(&mut self, winner: Player) -> Result<(), Stop> {
        if let Some(&number) = self.graph.turned.iter().find(|&&number| self.value(number).is_none()) {
            return Err(self.false_twin(number));
        }
        self.rest_is(|mover| if mover == winner { Outcome::Win(Plies::Endless) } else { Outcome::Loss(Plies::Endless) })
    }

    fn rest_is(&mut self, outcome: impl Fn(Player) -> Outcome) -> Result<(), Stop> {
        for number in (0..).take(self.open.len()) {
            if self.value(number).is_none() {
                self.set(number, Value::Outcome(outcome(self.mover(number))))?;
            }
        }
        Ok(())
    }

    fn solved(self) -> Result<Solved<G::Position>, Stop> {
        let finished = self.finished.len() as u64;
        let Graph { places, codes, .. } = self.graph;
        let store = places.store(codes, self.game.kind(), self.game.position_bytes());
        let store = store.map_err(|fault| trouble(self.game, self.start, self.start, None, fault))?;
        Ok(Solved::whole(store, finished))
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
        let reason = "endless play from there is won by one player, whoever moves".to_owned();
        Stop::FalseTwin { position: format!("{position} with the other to move"), other: position, reason }
    }
}
