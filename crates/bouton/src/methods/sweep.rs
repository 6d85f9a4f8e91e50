//! Bottom-up over a numbered table: the oldest way there is (Bellman's dynamic programming, 1957; Zermelo's backward
//! reasoning, 1913).
//!
//! Holds when the game numbers its positions and names a rank that every move raises. The rank is verified on every
//! move that is looked at. Cost: each reachable position is expanded twice, once to mark what can be reached and once,
//! highest rank first, to value it. Memory: 4 or 8 bytes a number and 16 a reachable position.

use super::{Ask, Estimate, Fit, Method, Solved};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Fault, Game, Index, Step, ended, moves};
use crate::limits::{Limits, Meter};
use crate::path::trouble;
use crate::show::{Bytes, Count};
use crate::store::{Store, growing};
use crate::value::{Kind, Value};

pub(super) struct Sweep;

impl<G: Game> Method<G> for Sweep {
    fn name(&self) -> &'static str {
        "sweep"
    }

    fn about(&self) -> &'static str {
        "bottom-up over a numbered table, where every move raises a rank"
    }

    fn fit(&self, _: &G, _: &Ask, facts: &Facts, limits: &Limits) -> Fit {
        let Some(size) = facts.index_size else { return Fit::no("the positions are not numbered") };
        if !facts.ranked {
            return Fit::no("no rank is known that every move raises");
        }
        // The list of what was reached grows by doubling.
        let (fixed, bytes) = (bytes(facts.kind, size, 0), bytes(facts.kind, size, size.saturating_mul(2)));
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
        Fit::Yes(Estimate { positions: Some(size), bytes, fixed, per_move: 0, steps: steps(size) })
    }

    fn run(&self, game: &G, start: &G::Position, _: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        let unfit = |reason: &str| Stop::Unfit { method: "sweep", reason: reason.to_owned() };
        let index = game.index().ok_or_else(|| unfit("the positions are not numbered"))?;
        let size = usize::try_from(index.size()).map_err(|_| unfit("more numbers than memory has bytes"))?;
        meter.memory(bytes(game.kind(), index.size(), 0))?;
        let order = Marking::of(game, start, index, size).mark(meter)?;
        value_all(game, start, index, Store::dense(game.kind(), size), &order, meter)
    }
}

fn steps(size: u64) -> Vec<(&'static str, String)> {
    vec![
        ("mark what can be reached", format!("from the start, of {} numbers", Count(size))),
        ("work backwards", "by falling rank, each position once".to_owned()),
    ]
}

/// A table of `size` cells, a mark for each, and a rank and a number for each position reached.
fn bytes(kind: Kind, size: u64, reached: u64) -> u64 {
    let list = reached.saturating_mul(size_of::<(i64, u64)>() as u64);
    Store::<u64>::dense_bytes(kind, size).saturating_add(size.div_ceil(8)).saturating_add(list)
}

/// The forward pass.
struct Marking<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    index: &'a dyn Index<G::Position>,
    marks: Vec<u64>,
    /// Rank and number of every position reached.
    reached: Vec<(i64, u64)>,
    open: Vec<G::Position>,
}

impl<'a, G: Game> Marking<'a, G> {
    fn of(game: &'a G, start: &'a G::Position, index: &'a dyn Index<G::Position>, size: usize) -> Marking<'a, G> {
        let marks = vec![0; size.div_ceil(64)];
        Marking { game, start, index, marks, reached: Vec::new(), open: Vec::new() }
    }

    /// Rank and number of every reachable position, lowest rank first.
    fn mark(mut self, meter: &mut Meter) -> Result<Vec<(i64, u64)>, Stop> {
        meter.phase("marking", None);
        let first = self.game.canonical(self.start.clone());
        let rank = self.game.rank(&first);
        let rank = rank.ok_or_else(|| self.fault(&first, None, Fault::new("the position has no rank")))?;
        self.reach(first, rank, meter)?;
        let mut steps = Vec::new();
        while let Some(position) = self.open.pop() {
            meter.step()?;
            self.expand(&position, &mut steps, meter)?;
        }
        self.reached.sort_unstable();
        Ok(self.reached)
    }

    fn expand(&mut self, position: &G::Position, steps: &mut Vec<Step<G>>, meter: &mut Meter) -> Result<(), Stop> {
        let game = self.game;
        if game.ending(position).map_err(|fault| self.fault(position, None, fault))?.is_some() {
            return Ok(());
        }
        moves(game, position, steps).map_err(|fault| self.fault(position, None, fault))?;
        let before = game.rank(position).unwrap_or(i64::MAX);
        for step in steps.drain(..) {
            let next = game.canonical(step.next);
            match game.rank(&next) {
                Some(after) if after > before => self.reach(next, after, meter)?,
                after => return Err(order_broken(game, position, &step.mv, before, after)),
            }
        }
        Ok(())
    }

    /// Notes a position the first time it is met, and that its number is its own.
    fn reach(&mut self, position: G::Position, rank: i64, meter: &mut Meter) -> Result<(), Stop> {
        let number = self.index.number(&position);
        let place = usize::try_from(number / 64).ok().filter(|_| number < self.index.size());
        let Some(word) = place.and_then(|place| self.marks.get_mut(place)) else {
            return Err(self.fault(&position, None, Fault::new("its number lies outside the numbering")));
        };
        if *word >> (number % 64) & 1 == 1 {
            return Ok(());
        }
        *word |= 1 << (number % 64);
        if self.index.position(number).as_ref() != Some(&position) {
            return Err(self.fault(&position, None, Fault::new("its number belongs to another position")));
        }
        self.reached.push((rank, number));
        self.open.push(position);
        meter.position(|| self.bytes())
    }

    fn bytes(&self) -> u64 {
        let list = self.reached.capacity() * growing(self.reached.len(), self.reached.capacity());
        let open = self.open.capacity() * growing(self.open.len(), self.open.capacity()) * self.game.position_bytes();
        bytes(self.game.kind(), self.index.size(), list as u64) + open as u64
    }

    fn fault(&self, position: &G::Position, mv: Option<&G::Move>, fault: Fault) -> Stop {
        trouble(self.game, self.start, position, mv, fault)
    }
}

fn order_broken<G: Game>(game: &G, position: &G::Position, mv: &G::Move, before: i64, after: Option<i64>) -> Stop {
    Stop::OrderBroken { position: game.show_position(position), mv: game.show_move(mv), before, after }
}

/// The backward pass: every position after all that its moves lead to.
fn value_all<G: Game>(
    game: &G,
    start: &G::Position,
    index: &dyn Index<G::Position>,
    mut store: Store<G::Position>,
    order: &[(i64, u64)],
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    meter.phase("going backwards", Some(order.len() as u64));
    let (mut finished, mut steps) = (0, Vec::new());
    for &(_, number) in order.iter().rev() {
        meter.step()?;
        let Some(position) = index.position(number) else { continue };
        let at_fault = |mv: Option<&G::Move>, fault| trouble(game, start, &position, mv, fault);
        let value = match ended(game, &position).map_err(|fault| at_fault(None, fault))? {
            Some(value) => {
                finished += 1;
                value
            }
            None => {
                moves(game, &position, &mut steps).map_err(|fault| at_fault(None, fault))?;
                best(game, &position, &store, &mut steps).map_err(|(mv, fault)| at_fault(Some(&mv), fault))?
            }
        };
        store.set(game, position.clone(), value).map_err(|fault| at_fault(None, fault))?;
    }
    Ok(Solved::whole(store, finished))
}

/// The best of some moves, all of whose ends are in the store.
fn best<G: Game>(
    game: &G,
    position: &G::Position,
    store: &Store<G::Position>,
    steps: &mut Vec<Step<G>>,
) -> Result<Value, (G::Move, Fault)> {
    let mover = game.mover(position);
    let mut best = None;
    for step in steps.drain(..) {
        let value = match store.value(game, &step.next) {
            Some(next) => step.value(game, mover, next),
            None => Err(Fault::new("the move leads elsewhere when it is asked again")),
        };
        best = best.max(Some(value.map_err(|fault| (step.mv, fault))?));
    }
    Ok(best.expect("`moves` gives at least one move"))
}
