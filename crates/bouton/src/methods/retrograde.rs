//! Backwards from the finished positions (Ströhlein 1970, Thompson 1986).
//!
//! Holds for outcome games that say what endless play means. A position with a move to one lost for the other is won;
//! one whose moves all lead to positions won for the other is lost. Worked out in waves, one a ply, so the winner's way
//! is the shortest and the loser's the longest. What no wave reaches is endless: a draw, or, where one player wins endless play, a draw
//! only if the other can force the game to a drawn end. Cost: every position and every move once forward and once
//! backward. Memory: a position, 5 to 8 bytes of table, 28 of counters, and 8 bytes a move.

use super::graph::{self, Graph};
use super::{Ask, Estimate, Fit, Method, Solved};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Fault, Game, Repeat};
use crate::limits::{Limits, Meter};
use crate::path::trouble;
use crate::store::Store;
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Player;

pub(super) struct Retrograde;

impl<G: Game> Method<G> for Retrograde {
    fn name(&self) -> &'static str {
        "retrograde"
    }

    fn about(&self) -> &'static str {
        "backwards from the finished positions, where play may repeat"
    }

    fn fit(&self, game: &G, _: &Ask, facts: &Facts, _: &Limits) -> Fit {
        let Some(repeat) = facts.repeat else { return Fit::no("play never repeats") };
        if facts.kind == Kind::Points {
            return Fit::no("a lead cannot be worked backwards through repeating play");
        }
        // A row of the table, two numbers of a hash table at its emptiest, and the counters; moves come on top.
        let bytes = game.position_bytes() as u64 + 10 + 28;
        Fit::Yes(Estimate { positions: None, bytes, steps: steps(repeat) })
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
        Ok(back.solved())
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

struct Backward<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    graph: Graph<G::Position>,
    /// For each position, its moves whose worth is not known (later: not known to give up the endless win).
    open: Vec<u32>,
    finished: Vec<u32>,
}

impl<'a, G: Game> Backward<'a, G> {
    fn new(game: &'a G, start: &'a G::Position, graph: Graph<G::Position>) -> Backward<'a, G> {
        let open = graph.degree.clone();
        let finished = (0_u32..).zip(&open).filter(|&(_, &moves)| moves == 0).map(|(number, _)| number).collect();
        Backward { game, start, graph, open, finished }
    }

    /// Wave k decides what is won or lost in k plies, from what wave k − 1 decided.
    fn waves(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.phase("going backwards", Some(self.open.len() as u64));
        let decided = |&number: &u32| self.value(number) != Some(Outcome::Draw);
        let mut wave: Vec<u32> = self.finished.iter().copied().filter(decided).collect();
        while !wave.is_empty() {
            let mut next = Vec::new();
            for number in wave {
                meter.step()?;
                self.spread(number, &mut next)?;
            }
            wave = next;
        }
        Ok(())
    }

    /// Tells every position with a move to this one what that move is worth.
    fn spread(&mut self, number: u32, wave: &mut Vec<u32>) -> Result<(), Stop> {
        let value = self.graph.codes.get(number as usize).expect("a wave holds decided positions");
        let into: Vec<(u32, bool)> = self.graph.before(number).collect();
        for (from, same_mover) in into {
            if self.value(from).is_some() {
                continue;
            }
            let value =
                value.after_step(0, same_mover).ok_or_else(|| self.fault(from, Fault::new("too many plies")))?;
            if self.settles(from, value) {
                self.set(from, value)?;
                wave.push(from);
            }
        }
        Ok(())
    }

    /// A move that wins settles it; so does the last move to lose, and it takes the longest.
    fn settles(&mut self, from: u32, value: Value) -> bool {
        let wins = value.better(Value::Outcome(Outcome::Draw));
        let open = &mut self.open[from as usize];
        *open -= 1;
        wins || *open == 0
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
        self.open[from as usize] -= 1;
        self.open[from as usize] == 0
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

    fn solved(self) -> Solved<G::Position> {
        let finished = self.finished.len() as u64;
        Solved::whole(Store::from_numbering(self.graph.numbering, self.graph.codes), finished)
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
        self.game.mover(self.graph.numbering.position(number))
    }

    fn fault(&self, number: u32, fault: Fault) -> Stop {
        trouble(self.game, self.start, self.graph.numbering.position(number), None, fault)
    }

    fn false_twin(&self, number: u32) -> Stop {
        let position = self.game.show_position(self.graph.numbering.position(number));
        let reason = "endless play from there is won by one player, whoever moves".to_owned();
        Stop::FalseTwin { position: format!("{position} with the other to move"), other: position, reason }
    }
}
