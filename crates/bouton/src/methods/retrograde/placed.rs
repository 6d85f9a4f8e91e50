//! Working backwards through all placements of the pieces, reached or not: nothing is looked up and no move is kept, for moves are
//! made and taken back by number.

use super::snapshots::Snapshots;
use crate::error::Stop;
use crate::game::{Edge, Game, Look, MOST_TOLD_APART, Reversible, ended};
use crate::limits::Meter;
use crate::methods::{Ask, Estimate, Solved};
use crate::show::Count;
use crate::store::{Codes, Near, Store};
use crate::value::{Outcome, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// Of fewer than `MOST_TOLD_APART` those that cannot be reached are left out of the solution where a value is all that is asked.
const FEW_TOLD_APART: u64 = 1 << 16;
/// A cell from here on is that of a position with no value yet: what it has more is how many of its moves are not known to lose.
const OPEN: u16 = 0xFF00;
/// The waves of so few positions are worked out by one thread: the cells stay near it, and two would wait for each other.
const FEW: u64 = 1 << 20;
/// Positions that one thread looks at before it takes more, and those looked at before the clock is.
const PIECE: usize = 1 << 10;
const AT_ONCE: usize = 1 << 18;
/// Decided positions whose moves are listed before any of them is followed.
const TOGETHER: usize = 1 << 6;

/// Bytes for so many placements: a cell, and what the largest waves take.
pub(super) fn bytes(size: u64) -> u64 {
    size.saturating_mul(4)
}

pub(super) fn estimate<P>(index: &dyn Reversible<P>) -> Estimate {
    let steps = vec![
        ("number the positions", format!("{} placements; {}", Count(index.size()), index.words())),
        ("mark what is over", "every position, and how many moves the others have".to_owned()),
        ("work backwards", "one wave a ply, by taking moves back".to_owned()),
        ("the rest", "draws".to_owned()),
    ];
    let bytes = bytes(index.size());
    Estimate { positions: Some(index.size()), bytes, fixed: bytes, steps, ..Estimate::default() }
}

/// The wave after a wave: what `work` finds from each piece of it, by all threads.
fn after<T: Copy + Send + Sync>(
    wave: &[T],
    piece: usize,
    meter: &mut Meter,
    work: impl Fn(&[T]) -> Vec<T> + Sync,
) -> Result<Vec<T>, Stop> {
    let mut next = Vec::new();
    for some in wave.chunks(AT_ONCE) {
        for found in meter.workers().pieces(0..some.len(), piece, |range| work(&some[range])) {
            next.extend_from_slice(&found);
        }
        meter.steps(some.len())?;
    }
    Ok(next)
}

/// A solution in the making.
pub(super) struct Placed<'a, G: Game> {
    game: &'a G,
    index: Arc<dyn Reversible<G::Position>>,
    /// Values, or how many moves may still win.
    cells: Vec<AtomicU16>,
    start: usize,
    /// Whether one thread works out all waves: then no cell has to be read and changed in one step, which takes several times as long.
    alone: bool,
}

/// The values of positions that a wave decides.
#[derive(Clone, Copy)]
struct Wave {
    win: u16,
    loss: u16,
}

/// Numbers of positions, as many as are on the list; what lies behind them means nothing.
#[derive(Default)]
struct List {
    numbers: Vec<u32>,
    len: usize,
}

impl List {
    /// Adds those of at most so many positions that belong on it, without guessing which.
    #[inline]
    fn add(&mut self, most: usize, numbers: impl Iterator<Item = u32>, belongs: impl Fn(u32) -> bool) {
        if self.numbers.len() < self.len + most {
            self.numbers.resize(2 * (self.len + most), 0);
        }
        for number in numbers {
            self.numbers[self.len] = number;
            self.len += usize::from(belongs(number));
        }
    }

    fn numbers(&self) -> &[u32] {
        &self.numbers[..self.len]
    }
}

/// A number with each of these added to it.
fn numbers(from: u32, by: &[i32]) -> impl Iterator<Item = u32> {
    by.iter().map(move |by| from.wrapping_add_signed(*by))
}

/// What was found at a piece of the positions: those won or lost at once. Nothing where something is wrong with a position: it may be
/// one that cannot be reached.
type Found = Option<Vec<u32>>;

impl<'a, G: Game> Placed<'a, G> {
    pub(super) fn new(
        game: &'a G,
        start: &G::Position,
        index: Arc<dyn Reversible<G::Position>>,
        meter: &Meter,
    ) -> Result<Placed<'a, G>, Stop> {
        meter.memory(bytes(index.size()))?;
        let cells = std::iter::repeat_with(AtomicU16::default);
        let cells = cells.take(usize::try_from(index.front()).expect("memory was found for as many")).collect();
        let number = index.number(&game.canonical(start.clone()));
        let start = usize::try_from(number)
            .ok()
            .filter(|_| number < index.size())
            .ok_or_else(|| Stop::Missing { position: game.show_position(start) })?;
        let alone = meter.workers().is_alone() || index.front() <= FEW;
        Ok(Placed { game, index, cells, start, alone })
    }

    /// Solves every placement; nothing where they must be looked at in another way.
    pub(super) fn solve(mut self, ask: Ask, meter: &mut Meter) -> Result<Option<Solved<G::Position>>, Stop> {
        let snapshots = Snapshots { disk: meter.limits().checkpoint.clone() };
        let mut plies = 0;
        let mut wave = match snapshots.last(&mut self.cells)? {
            Some(known) => {
                plies = known;
                self.decided_in(plies)
            }
            None => match self.mark(meter)? {
                Some(wave) => wave,
                None => return Ok(None),
            },
        };
        meter.phase("going backwards", Some(self.cells.len() as u64));
        while !wave.is_empty() {
            snapshots.keep(plies, &self.cells)?;
            plies += 1;
            let (Some(win), Some(loss)) = (Near::win(plies), Near::loss(plies)) else { return Ok(None) };
            if loss >= OPEN {
                return Ok(None);
            }
            let piece = if self.alone { AT_ONCE } else { PIECE };
            wave = after(&wave, piece, meter, |some| self.told(some, Wave { win, loss }))?;
        }
        let most = if ask > Ask::Value { MOST_TOLD_APART } else { FEW_TOLD_APART };
        if self.index.size() <= most {
            self.leave_out(meter)?;
        }
        Ok(Some(self.solved()))
    }

    /// Marks what is over and counts the moves of the rest.
    fn mark(&self, meter: &mut Meter) -> Result<Option<Vec<u32>>, Stop> {
        meter.phase("marking", Some(self.cells.len() as u64));
        let mut wave = Vec::new();
        for from in (0..self.cells.len()).step_by(AT_ONCE) {
            let to = self.cells.len().min(from + AT_ONCE);
            for found in meter.workers().pieces(from..to, PIECE, |range| self.look(range)) {
                let Some(decided) = found else { return Ok(None) };
                wave.extend(decided);
            }
            meter.steps(to - from)?;
        }
        Ok(Some(wave))
    }

    /// The positions that are won or lost in so many plies.
    fn decided_in(&self, plies: u32) -> Vec<u32> {
        let codes = [Near::win(plies), Near::loss(plies)];
        let numbers = (0..).zip(&self.cells);
        numbers
            .filter(|(_, cell)| codes.contains(&Some(cell.load(Ordering::Relaxed))))
            .map(|(number, _)| number)
            .collect()
    }

    fn look(&self, range: std::ops::Range<usize>) -> Found {
        let mut decided = Vec::new();
        let numbers = range.start as u64..range.end as u64;
        self.index.look_through(numbers, &mut |number, look| self.note(number, look, &mut decided))?;
        Some(decided)
    }

    /// Notes what a position is like.
    fn note(&self, number: u64, look: Look, decided: &mut Vec<u32>) -> Option<()> {
        let (over, moves) = match look {
            Look::Over(ending) => (Some(ending.value()), 0),
            Look::Goes(moves) => (None, moves),
            Look::Ask(moves) => {
                let over = ended(self.game, &self.index.position(number)?).ok()?;
                (over, if over.is_none() && moves == 0 { return None } else { moves })
            }
        };
        let at = usize::try_from(number).ok()?;
        let Some(value) = over else {
            let moves = u16::try_from(moves).ok()?;
            self.cells[at].store(OPEN.checked_add(moves)?, Ordering::Relaxed);
            return Some(());
        };
        let Value::Outcome(outcome) = value else { return None };
        self.cells[at].store(Near::of(outcome)?, Ordering::Relaxed);
        if outcome != Outcome::Draw {
            decided.push(u32::try_from(number).ok()?);
        }
        Some(())
    }

    /// What decided positions tell of those that have a move to them: those that this settles.
    fn told(&self, decided: &[u32], wave: Wave) -> Vec<u32> {
        let (mut settled, mut edges) = (List::default(), Vec::new());
        if self.alone {
            self.before(decided, &mut edges, &mut |wins, from, by| {
                settled.add(by.len(), numbers(from, by), |number| self.settles(number, wins, wave));
            });
        } else {
            self.told_apart(decided, wave, &mut settled);
        }
        settled.numbers.truncate(settled.len);
        settled.numbers
    }

    /// The same where other threads change cells as well.
    ///
    /// Every move is first gone through alike, whatever comes of it: the positions that moves come from are listed, and stay on the list
    /// if they have no value yet. So many cells are fetched from memory at once, which cannot be while cells are changed that all threads see.
    fn told_apart(&self, decided: &[u32], wave: Wave, settled: &mut List) {
        let (mut lists, mut edges): ([List; 2], _) = Default::default();
        let is_open = |number: u32| self.cells[number as usize].load(Ordering::Relaxed) >= OPEN;
        for some in decided.chunks(TOGETHER) {
            self.before(some, &mut edges, &mut |wins, from, by| {
                lists[usize::from(wins)].add(by.len(), numbers(from, by), is_open);
            });
            for (wins, list) in [false, true].into_iter().zip(&mut lists) {
                settled.add(list.len, list.numbers().iter().copied(), |from| self.settles(from, wins, wave));
                list.len = 0;
            }
        }
    }

    /// Every move to positions that are decided: whether it wins, a number, and what is added to that for each position it is made in.
    #[inline]
    fn before(&self, decided: &[u32], edges: &mut Vec<Edge>, visit: &mut impl FnMut(bool, u32, &[i32])) {
        let back = self.index.shifts_back();
        for &number in decided {
            let won = self.is_won(number);
            match back {
                Some(back) => back.each(number, |from, by, same_mover| visit(won == same_mover, from, by)),
                None => {
                    self.index.before(u64::from(number), edges);
                    for Edge { number, same_mover } in edges.drain(..) {
                        if let Ok(number) = u32::try_from(number) {
                            visit(won == same_mover, number, &[0]);
                        }
                    }
                }
            }
        }
    }

    fn is_won(&self, number: u32) -> bool {
        Near::is_win(self.cells[number as usize].load(Ordering::Relaxed))
    }

    /// Whether it settles a position that one more of its moves is known to win, or not to. A move that wins does; so does the last move
    /// to lose. Both cannot be: where one wins, not all lose.
    #[inline]
    fn settles(&self, from: u32, wins: bool, wave: Wave) -> bool {
        let cell = &self.cells[from as usize];
        let mut known = cell.load(Ordering::Relaxed);
        loop {
            let open = known >= OPEN;
            let left = known - u16::from(open & !wins);
            let new = open & (wins | (left == OPEN));
            let code = if wins { wave.win } else { wave.loss };
            let code = if new { code } else { left };
            if self.alone {
                cell.store(code, Ordering::Relaxed);
                return new;
            }
            match cell.compare_exchange_weak(known, code, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return new,
                Err(changed) => known = changed,
            }
        }
    }

    /// Forgets the placements that no play from the start comes to.
    fn leave_out(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.phase("telling apart what is reached", Some(self.cells.len() as u64));
        let seen: Vec<AtomicU64> =
            std::iter::repeat_with(AtomicU64::default).take(self.cells.len().div_ceil(64)).collect();
        let new =
            |number: usize| seen[number / 64].fetch_or(1 << (number % 64), Ordering::Relaxed) >> (number % 64) & 1 == 0;
        let mut wave = vec![self.start];
        new(self.start);
        while !wave.is_empty() {
            wave = after(&wave, PIECE, meter, |some| self.reached(some, &new))?;
        }
        for (number, cell) in self.cells.iter_mut().enumerate() {
            if seen[number / 64].load(Ordering::Relaxed) >> (number % 64) & 1 == 0 {
                *cell.get_mut() = Near::UNKNOWN;
            }
        }
        Ok(())
    }

    fn reached(&self, from: &[usize], new: &impl Fn(usize) -> bool) -> Vec<usize> {
        let (mut found, mut after) = (Vec::new(), Vec::new());
        for &number in from {
            if !is_over(self.cells[number].load(Ordering::Relaxed)) {
                self.index.after(number as u64, &mut after);
                let numbers = after.drain(..).filter_map(|edge| usize::try_from(edge.number).ok());
                found.extend(numbers.filter(|number| new(*number)));
            }
        }
        found
    }

    /// What no wave has reached is drawn, and later positions are worth what the first ones are.
    fn solved(self) -> Solved<G::Position> {
        let mut cells: Vec<u16> = self.cells.into_iter().map(AtomicU16::into_inner).collect();
        let (mut len, mut finished) = (0, 0);
        for cell in &mut cells {
            len += u64::from(*cell != Near::UNKNOWN);
            finished += u64::from(is_over(*cell));
            *cell = if *cell >= OPEN { Near::DRAW } else { *cell };
        }
        let times = self.index.size() / self.index.front().max(1);
        for _ in 1..times {
            cells.extend_from_within(..usize::try_from(self.index.front()).expect("memory was found for as many"));
        }
        Solved::whole(Store::reversible(Codes::of_near(cells), self.index, len * times), finished * times)
    }
}

/// Whether a cell is that of a position that is over, as long as no other is known to be drawn.
fn is_over(code: u16) -> bool {
    code != Near::UNKNOWN && code < OPEN && Near::plies(code) == 0
}
