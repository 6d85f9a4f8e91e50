//! Working backwards through all placements of the pieces, reached or not: nothing is looked up and no move is kept, for moves are
//! made and taken back by number.

use super::snapshots::Snapshots;
use crate::error::Stop;
use crate::game::{Edge, Game, Look, Reversible, Shifts, ended};
use crate::limits::Meter;
use crate::methods::{Ask, Estimate, Solved};
use crate::show::Count;
use crate::store::{Codes, Near, Store};
use crate::value::{Outcome, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

/// Up to so many placements, those that cannot be reached are left out of the solution; of fewer where a value is all that is asked.
const MOST_TOLD_APART: usize = 1 << 24;
const FEW_TOLD_APART: usize = 1 << 16;
/// The counter of a position that is over.
const OVER: u8 = u8::MAX;
/// Positions that one thread looks at before it takes more, and those looked at before the clock is.
const PIECE: usize = 1 << 10;
const AT_ONCE: usize = 1 << 18;

/// Bytes for so many placements: a value, a counter, and what the largest waves take.
pub(super) fn bytes(size: u64) -> u64 {
    size.saturating_mul(5)
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
    meter: &mut Meter,
    work: impl Fn(&[T]) -> Vec<T> + Sync,
) -> Result<Vec<T>, Stop> {
    let mut next = Vec::new();
    for some in wave.chunks(AT_ONCE) {
        for found in meter.workers().pieces(0..some.len(), PIECE, |range| work(&some[range])) {
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
    /// Values, or nothing yet.
    cells: Vec<AtomicU16>,
    /// Moves of a position that are not known to lose.
    open: Vec<AtomicU8>,
    start: usize,
    /// Whether one thread does all: then no cell has to be read and changed in one step, which takes several times as long.
    alone: bool,
}

/// The values of positions that a wave decides.
#[derive(Clone, Copy)]
struct Wave {
    win: u16,
    loss: u16,
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
        let size = usize::try_from(index.size()).unwrap_or(0);
        let cells = std::iter::repeat_with(AtomicU16::default).take(size).collect();
        let open = std::iter::repeat_with(AtomicU8::default).take(size).collect();
        let number = usize::try_from(index.number(&game.canonical(start.clone()))).ok().filter(|number| *number < size);
        let start = number.ok_or_else(|| Stop::Missing { position: game.show_position(start) })?;
        Ok(Placed { game, index, cells, open, start, alone: meter.workers().is_alone() })
    }

    /// Solves every placement; nothing where they must be looked at in another way.
    pub(super) fn solve(mut self, ask: Ask, meter: &mut Meter) -> Result<Option<Solved<G::Position>>, Stop> {
        let snapshots = Snapshots { disk: meter.limits().checkpoint.clone() };
        let mut plies = 0;
        let mut wave = match snapshots.last(&mut self.cells, &mut self.open)? {
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
            snapshots.keep(plies, &self.cells, &self.open)?;
            plies += 1;
            let (Some(win), Some(loss)) = (Near::win(plies), Near::loss(plies)) else { return Ok(None) };
            wave = after(&wave, meter, |some| self.told(some, Wave { win, loss }))?;
        }
        self.rest_is_drawn();
        let most = if ask > Ask::Value { MOST_TOLD_APART } else { FEW_TOLD_APART };
        if self.cells.len() <= most {
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
            let moves = u8::try_from(moves).ok().filter(|moves| *moves < OVER)?;
            self.open[at].store(moves, Ordering::Relaxed);
            return Some(());
        };
        self.open[at].store(OVER, Ordering::Relaxed);
        let Value::Outcome(outcome) = value else { return None };
        self.cells[at].store(Near::of(outcome)?, Ordering::Relaxed);
        if outcome != Outcome::Draw {
            decided.push(u32::try_from(number).ok()?);
        }
        Some(())
    }

    /// What decided positions tell of those that have a move to them: those that this settles.
    fn told(&self, decided: &[u32], wave: Wave) -> Vec<u32> {
        if let Some(back) = self.index.shifts_back().filter(|_| self.alone) {
            return self.told_alone(decided, back, wave);
        }
        let (mut settled, mut before): (Vec<u32>, Vec<Edge>) = (Vec::new(), Vec::new());
        for &number in decided {
            let won = self.is_won(number);
            self.index.before(u64::from(number), &mut before);
            for Edge { number, same_mover } in before.drain(..) {
                let Ok(from) = u32::try_from(number) else { continue };
                if self.settles(from as usize, won == same_mover, wave) {
                    settled.push(from);
                }
            }
        }
        settled
    }

    /// The same by one thread. Every move is gone through alike, whatever comes of it: that cannot be foreseen, and where the processor
    /// guesses wrong it loses more than this does.
    fn told_alone(&self, decided: &[u32], back: &Shifts, wave: Wave) -> Vec<u32> {
        let (mut settled, mut count): (Vec<u32>, usize) = (Vec::new(), 0);
        for &number in decided {
            let won = self.is_won(number);
            back.each(number, |by, same_mover| {
                if settled.len() < count + by.len() {
                    settled.resize(2 * (count + by.len()), 0);
                }
                for from in by.iter().filter_map(|by| number.checked_add_signed(*by)) {
                    settled[count] = from;
                    count += usize::from(self.settles_alone(from as usize, won == same_mover, wave));
                }
            });
        }
        settled.truncate(count);
        settled
    }

    fn is_won(&self, number: u32) -> bool {
        Near::is_win(self.cells[number as usize].load(Ordering::Relaxed))
    }

    /// Whether it settles a position that one more of its moves is known to win, or not to. A move that wins does; so does the last move
    /// to lose. Both cannot be: where one wins, not all lose.
    fn settles(&self, from: usize, wins: bool, wave: Wave) -> bool {
        let (cell, open) = (&self.cells[from], &self.open[from]);
        if cell.load(Ordering::Relaxed) != Near::UNKNOWN {
            return false;
        }
        if wins {
            return cell.swap(wave.win, Ordering::Relaxed) == Near::UNKNOWN;
        }
        let last = open.fetch_sub(1, Ordering::Relaxed) == 1;
        if last {
            cell.store(wave.loss, Ordering::Relaxed);
        }
        last
    }

    /// The same where no other thread is at work, without a branch.
    #[inline]
    fn settles_alone(&self, from: usize, wins: bool, wave: Wave) -> bool {
        let (cell, open) = (&self.cells[from], &self.open[from]);
        let known = cell.load(Ordering::Relaxed);
        let unknown = known == Near::UNKNOWN;
        let left = open.load(Ordering::Relaxed).wrapping_sub(u8::from(unknown & !wins));
        open.store(left, Ordering::Relaxed);
        let new = unknown & (wins | (left == 0));
        let code = if wins { wave.win } else { wave.loss };
        cell.store(if new { code } else { known }, Ordering::Relaxed);
        new
    }

    fn rest_is_drawn(&mut self) {
        for cell in &mut self.cells {
            let cell = cell.get_mut();
            *cell = if *cell == Near::UNKNOWN { Near::DRAW } else { *cell };
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
            wave = after(&wave, meter, |some| self.reached(some, &new))?;
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
            if self.open[number].load(Ordering::Relaxed) != OVER {
                self.index.after(number as u64, &mut after);
                let numbers = after.drain(..).filter_map(|edge| usize::try_from(edge.number).ok());
                found.extend(numbers.filter(|number| new(*number)));
            }
        }
        found
    }

    fn solved(self) -> Solved<G::Position> {
        let cells: Vec<u16> = self.cells.into_iter().map(AtomicU16::into_inner).collect();
        let open: Vec<u8> = self.open.into_iter().map(AtomicU8::into_inner).collect();
        let len = cells.iter().filter(|cell| **cell != Near::UNKNOWN).count() as u64;
        let over = cells.iter().zip(&open).filter(|(cell, open)| **cell != Near::UNKNOWN && **open == OVER);
        let finished = over.count() as u64;
        Solved::whole(Store::reversible(Codes::of_near(cells), self.index, len), finished)
    }
}
