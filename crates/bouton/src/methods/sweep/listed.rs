//! The plain way: a list of the positions that can be reached, sorted by rank.

mod kept;

use super::super::Solved;
use crate::error::Stop;
use crate::game::{Fault, Gain, Game, Index, looked, nth_move, value_after};
use crate::limits::{Bound, Meter};
use crate::path::trouble;
use crate::store::{Store, growing};
use crate::value::{Kind, Value};
use std::cmp::Reverse;
use std::ops::Range;

/// Positions that one thread looks at before it takes more, positions that are looked at before they are joined, and
/// new ones after which a piece is cut short.
const PIECE: usize = 32;
const AT_ONCE: usize = 4_096;
const ENOUGH_MOVES: usize = 1 << 20;

/// Solves the game.
pub(super) fn solve<G: Game>(game: &G, start: &G::Position, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
    let unfit = |reason: &'static str| Stop::Unfit { method: "sweep", reason: reason.into() };
    let index = game.index_from(start).ok_or_else(|| unfit("the positions are not numbered"))?;
    let size = usize::try_from(index.size()).map_err(|_| unfit("more numbers than memory has bytes"))?;
    meter.memory(bytes(game.kind(), index.size(), 0))?;
    let order = Marking::of(game, start, index, size).mark(meter)?;
    let store = Store::dense(game.kind(), size);
    Valuing { game, start, index, store, order: &order, done: 0, finished: 0, kept: 0 }.value_all(meter)
}

/// A table of `size` cells, a mark for each, and a rank and a number for each position reached.
pub(super) fn bytes(kind: Kind, size: u64, reached: u64) -> u64 {
    let list = reached.saturating_mul(size_of::<(i64, u64)>() as u64);
    Store::<u64>::dense_bytes(kind, size).saturating_add(size.div_ceil(8)).saturating_add(list)
}

/// The forward pass.
struct Marking<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    index: &'a dyn Index<G::Position>,
    marks: Vec<u64>,
    /// Rank and number of every position reached, in the order they were found.
    reached: Vec<(i64, u64)>,
    /// Bytes of what was found and is not noted yet.
    waiting: usize,
    /// How many of those reached are on disk.
    kept: usize,
}

/// What one thread finds at some positions.
struct Piece<G: Game> {
    /// How many of them it looked at.
    looked: usize,
    /// Rank and number of positions that were not marked.
    next: Vec<(i64, u64)>,
    /// What is wrong at the position after those.
    wrong: Option<Wrong<G>>,
}

enum Wrong<G: Game> {
    Fault(Fault),
    /// In the successor at that place.
    Order {
        place: usize,
        before: i64,
        after: Option<i64>,
    },
    /// At a position that a move leads to.
    Next(G::Position, Fault),
}

impl<'a, G: Game> Marking<'a, G> {
    fn of(game: &'a G, start: &'a G::Position, index: &'a dyn Index<G::Position>, size: usize) -> Marking<'a, G> {
        let marks = vec![0; size.div_ceil(64)];
        Marking { game, start, index, marks, reached: Vec::new(), waiting: 0, kept: 0 }
    }

    /// Rank and number of every reachable position, highest rank first: the order in which they are valued.
    fn mark(mut self, meter: &mut Meter) -> Result<Vec<(i64, u64)>, Stop> {
        meter.phase("marking", None);
        let first = self.game.canonical(self.start.clone());
        let rank = self.game.rank(&first);
        let rank = rank.ok_or_else(|| self.fault(&first, None, Fault::new("the position has no rank")))?;
        let number = self.numbered(&first).map_err(|fault| self.fault(&first, None, fault))?;
        let mut done = self.go_on(meter)?;
        self.reach(rank, number, meter)?;
        while done < self.reached.len() {
            let at_once = (self.reached.len() / 8).clamp(PIECE, AT_ONCE);
            done = self.mark_from(done..self.reached.len().min(done + at_once), meter)?;
            self.keep(done, meter)?;
        }
        self.reached.sort_unstable_by_key(|(rank, number)| (Reverse(*rank), *number));
        Ok(self.reached)
    }

    /// Marks what some positions lead to. The next to look at is the first that was not looked at.
    fn mark_from(&mut self, from: Range<usize>, meter: &mut Meter) -> Result<usize, Stop> {
        let bound = meter.bound(ENOUGH_MOVES);
        let mut done = from.start;
        let pieces = meter.workers().pieces(from.clone(), PIECE, |range| self.look(range, &bound));
        self.waiting = pieces.iter().map(|piece| piece.next.len() * size_of::<(i64, u64)>()).sum();
        for piece in pieces {
            let whole = piece.looked == PIECE.min(from.end - done);
            for (rank, number) in piece.next {
                self.reach(rank, number, meter)?;
            }
            done += piece.looked;
            meter.steps(piece.looked)?;
            piece.wrong.map_or(Ok(()), |wrong| Err(self.stop(&self.position(done), wrong)))?;
            if !whole {
                break;
            }
        }
        Ok(done)
    }

    /// Where some positions lead that is not marked yet. It looks at one position at least.
    fn look(&self, range: Range<usize>, bound: &Bound) -> Piece<G> {
        let mut piece = Piece { looked: 0, next: Vec::new(), wrong: None };
        let mut steps = Vec::new();
        for at in range {
            if piece.looked > 0 && bound.reached() {
                break;
            }
            let before = piece.next.len();
            if let Err(wrong) = self.expand(&self.position(at), &mut steps, &mut piece.next) {
                piece.wrong = Some(wrong);
                break;
            }
            bound.found(piece.next.len() - before);
            piece.looked += 1;
        }
        piece.next.sort_unstable();
        piece.next.dedup();
        piece
    }

    fn expand(
        &self,
        position: &G::Position,
        steps: &mut Vec<(Gain, G::Position)>,
        next: &mut Vec<(i64, u64)>,
    ) -> Result<(), Wrong<G>> {
        let game = self.game;
        steps.clear();
        looked(game, position, steps).map_err(Wrong::Fault)?;
        let before = game.rank(position).unwrap_or(i64::MAX);
        for (place, (_, to)) in steps.drain(..).enumerate() {
            let to = game.canonical(to);
            let after = match game.rank(&to) {
                Some(after) if after > before => after,
                after => return Err(Wrong::Order { place, before, after }),
            };
            if !self.is_marked(self.index.number(&to)) {
                let number = self.numbered(&to).map_err(|fault| Wrong::Next(to, fault))?;
                next.push((after, number));
            }
        }
        Ok(())
    }

    /// The number of a position, which must be its own.
    fn numbered(&self, position: &G::Position) -> Result<u64, Fault> {
        let number = self.index.number(position);
        if number >= self.index.size() {
            return Err(Fault::new("its number lies outside the numbering"));
        }
        if self.index.position(number).as_ref() != Some(position) {
            return Err(Fault::new("its number belongs to another position"));
        }
        Ok(number)
    }

    fn is_marked(&self, number: u64) -> bool {
        let word = usize::try_from(number / 64).ok().and_then(|place| self.marks.get(place));
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Notes a position the first time it is met.
    fn reach(&mut self, rank: i64, number: u64, meter: &mut Meter) -> Result<(), Stop> {
        if self.is_marked(number) {
            return Ok(());
        }
        if let Some(word) = usize::try_from(number / 64).ok().and_then(|place| self.marks.get_mut(place)) {
            *word |= 1 << (number % 64);
        }
        self.reached.push((rank, number));
        meter.position(|| self.bytes())
    }

    fn position(&self, at: usize) -> G::Position {
        self.index.position(self.reached[at].1).expect("`numbered` has seen the position of this number")
    }

    fn bytes(&self) -> u64 {
        let list = self.reached.capacity() * growing(self.reached.len(), self.reached.capacity());
        bytes(self.game.kind(), self.index.size(), list as u64) + self.waiting as u64
    }

    fn stop(&self, position: &G::Position, wrong: Wrong<G>) -> Stop {
        match wrong {
            Wrong::Fault(fault) => self.fault(position, None, fault),
            Wrong::Next(position, fault) => self.fault(&position, None, fault),
            Wrong::Order { place, before, after } => Stop::OrderBroken {
                position: self.game.show_position(position),
                mv: nth_move(self.game, position, place).map_or_else(String::new, |mv| self.game.show_move(&mv)),
                before,
                after,
            },
        }
    }

    fn fault(&self, position: &G::Position, mv: Option<&G::Move>, fault: Fault) -> Stop {
        trouble(self.game, self.start, position, mv, fault)
    }
}

/// The backward pass: every position after all that its moves lead to.
struct Valuing<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    index: &'a dyn Index<G::Position>,
    store: Store<G::Position>,
    /// Rank and number of every position, highest rank first.
    order: &'a [(i64, u64)],
    /// How many of them are valued, how many of those finished, and how many on disk.
    done: usize,
    finished: u64,
    kept: usize,
}

impl<G: Game> Valuing<'_, G> {
    fn value_all(mut self, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        meter.phase("going backwards", Some(self.order.len() as u64));
        self.go_on(meter)?;
        while let Some((rank, _)) = self.order.get(self.done) {
            let some = &self.order[self.done..self.order.len().min(self.done + AT_ONCE)];
            let layer = some.partition_point(|(other, _)| other == rank);
            self.value(&some[..layer], meter)?;
            self.keep(meter)?;
        }
        Ok(Solved::whole(self.store, self.finished))
    }

    /// Values some positions of a rank, up to the first piece that was cut short.
    fn value(&mut self, some: &[(i64, u64)], meter: &mut Meter) -> Result<(), Stop> {
        let bound = meter.bound(ENOUGH_MOVES);
        let work = |range: Range<usize>| value_some(self.game, self.index, &self.store, &some[range], &bound);
        let pieces = meter.workers().pieces(0..some.len(), PIECE, work);
        for (worths, looked_for) in pieces.into_iter().zip(some.chunks(PIECE)) {
            let whole = worths.len() == looked_for.len();
            meter.steps(worths.len())?;
            for (position, worth) in worths {
                let (value, ended) = worth.map_err(|(mv, fault)| self.fault(&position, mv.as_ref(), fault))?;
                self.finished += u64::from(ended);
                self.set(position, value)?;
            }
            if !whole {
                break;
            }
        }
        Ok(())
    }

    /// Stores the value of the next position.
    fn set(&mut self, position: G::Position, value: Value) -> Result<(), Stop> {
        let set = self.store.set(self.game, position.clone(), value);
        set.map_err(|fault| self.fault(&position, None, fault))?;
        self.done += 1;
        Ok(())
    }

    fn fault(&self, position: &G::Position, mv: Option<&G::Move>, fault: Fault) -> Stop {
        trouble(self.game, self.start, position, mv, fault)
    }
}

/// A position's value and whether it is finished; or the fault there, with the move it is in.
type Worth<G> = Result<(Value, bool), (Option<<G as Game>::Move>, Fault)>;

/// The values of some positions, all of whose moves lead to what is in the store; of one at least.
fn value_some<G: Game>(
    game: &G,
    index: &dyn Index<G::Position>,
    store: &Store<G::Position>,
    some: &[(i64, u64)],
    bound: &Bound,
) -> Vec<(G::Position, Worth<G>)> {
    let (mut worths, mut steps) = (Vec::with_capacity(some.len()), Vec::new());
    for &(_, number) in some {
        if !worths.is_empty() && bound.reached() {
            break;
        }
        let position = index.position(number).expect("`numbered` has seen the position of this number");
        let worth = worth(game, &position, store, &mut steps);
        worths.push((position, worth));
    }
    worths
}

fn worth<G: Game>(
    game: &G,
    position: &G::Position,
    store: &Store<G::Position>,
    steps: &mut Vec<(Gain, G::Position)>,
) -> Worth<G> {
    steps.clear();
    if let Some(value) = looked(game, position, steps).map_err(|fault| (None, fault))? {
        return Ok((value, true));
    }
    let value = best(game, position, store, steps);
    value.map(|value| (value, false)).map_err(|(place, fault)| (nth_move(game, position, place), fault))
}

/// The best of some moves, all of whose ends are in the store; or the place of the move that is faulty.
fn best<G: Game>(
    game: &G,
    position: &G::Position,
    store: &Store<G::Position>,
    steps: &mut Vec<(Gain, G::Position)>,
) -> Result<Value, (usize, Fault)> {
    let mover = game.mover(position);
    let mut best = None;
    for (place, (gain, next)) in steps.drain(..).enumerate() {
        let value = match store.value(game, &next) {
            Some(value) => value_after(game, mover, gain, &next, value),
            None => Err(Fault::new("the move leads elsewhere when it is asked again")),
        };
        best = best.max(Some(value.map_err(|fault| (place, fault))?));
    }
    Ok(best.expect("`looked` gives at least one move"))
}
