//! Working backwards through all placements of the pieces, reached or not: nothing is looked up and no move is kept, for moves are
//! made and taken back by number. Where moves lead one way between tiers of them, one tier is solved after the other. Processes that
//! share a search each do so with their share of every tier (`together`), in the same loops.

mod exits;
mod gather;
mod known;
mod together;
mod waves;

use super::super::together::Others;
use super::snapshots::Snapshots;
use crate::error::Stop;
use crate::game::{Game, Look, MOST_TOLD_APART, Reversible, Tier, looked};
use crate::limits::{Limits, Meter};
use crate::methods::{Ask, Estimate, Solved};
use crate::show::Count;
use crate::store::{Near, Store, Tiers};
use bouton_rules::{Text, say};
use known::{Known, Row};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use together::{Mail, Share};
use waves::{PIECE, Waves, after, slices};

/// Of fewer than `MOST_TOLD_APART` those that cannot be reached are left out of the solution where a value is all that is asked.
const FEW_TOLD_APART: u64 = 1 << 16;
/// Whether of so many placements those that cannot be reached are left out.
pub(super) fn are_told_apart(size: u64, ask: Ask, limits: &Limits) -> bool {
    !limits.all_starts && size <= if ask > Ask::Value { MOST_TOLD_APART } else { FEW_TOLD_APART }
}

/// A cell from here on is that of a position with no value yet: what it has more is how many of its moves are not known to lose.
const OPEN: u16 = 0xFF00;

/// Bytes of the most that is held at once of placements in tiers: two for each one that is solved, and of the tier that is being solved
/// for each a cell and what the largest waves take. Where solved ones leave memory, those alone that moves lead to from there.
pub(super) fn bytes(tiers: &[Tier], limits: &Limits) -> u64 {
    let size = |tier: &Tier| tier.numbers.end - tier.numbers.start;
    let all: u64 = tiers.iter().map(size).sum();
    let leave = limits.checkpoint.as_ref().is_some_and(|disk| disk.spills());
    let leave = leave && (limits.all_starts || all > MOST_TOLD_APART);
    let (mut solved, mut most) = (0_u64, 0_u64);
    for tier in tiers {
        let next = || tier.next.iter().filter_map(|next| tiers.get(*next)).map(size).sum::<u64>();
        let held = if leave { next() } else { solved };
        most = most.max(held.saturating_mul(2).saturating_add(size(tier).saturating_mul(4)));
        solved = solved.saturating_add(size(tier));
    }
    most
}

pub(super) fn estimate<P>(index: &dyn Reversible<P>, limits: &Limits) -> Estimate {
    let tiers = index.tiers();
    let mut steps = vec![
        ("number the positions", say!("{} placements; {}", Count(index.size()), index.words())),
        ("mark what is over", "every position, and how many moves the others have".into()),
        ("work backwards", "one wave a ply, by taking moves back".into()),
        ("the rest", "draws".into()),
    ];
    if tiers.len() > 1 {
        let largest = tiers.iter().map(|tier| tier.numbers.end - tier.numbers.start).max().unwrap_or(0);
        let (tiers, largest) = (Count(tiers.len() as u64), Count(largest));
        let one_way = say!("{tiers} tiers, from which no move leads back, the largest of {largest} placements");
        steps.insert(1, ("tier by tier", one_way));
    }
    if limits.all_starts {
        steps.push(("keep", "every placement, whether play from the start comes to it or not".into()));
    }
    let bytes = bytes(&tiers, limits);
    Estimate { positions: Some(index.size()), bytes, fixed: bytes, steps, ..Estimate::default() }
}

/// A solution in the making; where processes share a search, this one's share of every tier.
pub(super) struct Placed<'a, G: Game> {
    game: &'a G,
    index: Arc<dyn Reversible<G::Position>>,
    tiers: Vec<Tier>,
    share: Share,
    start: u64,
    /// The tiers that are solved, the first of them with the highest numbers.
    known: Vec<Known>,
}

impl<'a, G: Game> Placed<'a, G> {
    pub(super) fn new(
        game: &'a G,
        start: &G::Position,
        index: Arc<dyn Reversible<G::Position>>,
        others: &Others,
    ) -> Result<Placed<'a, G>, Stop> {
        let Some(cell) = index.cell_of(&game.canonical(start.clone())) else {
            return Err(Stop::Missing { position: game.show_position(start) });
        };
        let (tiers, (index_of, count)) = (index.tiers(), others.place());
        Ok(Placed { game, index, tiers, share: Share { index: index_of, count }, start: cell, known: Vec::new() })
    }

    /// Solves every placement; whether that could be: else they must be looked at in another way.
    pub(super) fn solve(&mut self, ask: Ask, others: &mut Others, meter: &mut Meter) -> Result<bool, Stop> {
        if meter.limits().all_starts {
            // Nobody has asked yet whether there is room. Each process holds an equal share of all.
            let own = |all: u64| all.div_ceil(self.share.count as u64);
            let bytes = bytes(&self.tiers, meter.limits());
            meter.positions_found(own(self.index.size()), own(bytes))?;
        }
        let disk = meter.limits().checkpoint.clone();
        let largest = self.tiers.iter().map(|tier| self.share.largest(&tier.numbers) as u64).max();
        let snapshots = Snapshots::new(disk.clone()).of_tiers(largest.unwrap_or(0));
        let apart = are_told_apart(self.index.size(), ask, meter.limits());
        for tier in 0..self.tiers.len() {
            let record = self.record(tier);
            let kept = Known::kept(record, &self.own(tier), !apart, disk.as_ref())?;
            // What not all processes have is solved again.
            if others.all(kept.is_some())?
                && let Some(known) = kept
            {
                self.known.push(known);
                continue;
            }
            self.look_into(tier, meter)?;
            let solved = Waves::new(self, tier, meter)?.solve(&snapshots, others, meter)?;
            let Some(mut known) = solved else { return Ok(false) };
            // Those that cannot be reached are left out while it is known what is over.
            if !apart {
                known.settle(self.index.as_ref());
            }
            if self.tiers.len() > 1 {
                known.keep(record, !apart, disk.as_ref())?;
            }
            self.known.push(known);
            self.known.iter_mut().for_each(Known::leave);
        }
        if apart {
            self.leave_out(others, meter)?;
            self.known.iter_mut().for_each(|known| known.settle(self.index.as_ref()));
        }
        Ok(true)
    }

    /// The cells of a tier that this process holds.
    fn own(&self, tier: usize) -> Range<u64> {
        self.share.of(&self.tiers[tier].numbers)
    }

    /// What a tier is called on disk: not as it is with other symmetries.
    fn record(&self, tier: usize) -> usize {
        const MOST_TIERS: usize = 1 << 16;
        let images = usize::try_from(self.index.most_images()).expect("images are few");
        tier + (images - 1) * MOST_TIERS
    }

    /// Brings the tiers back into memory that moves lead to from this one.
    fn look_into(&mut self, tier: usize, meter: &Meter) -> Result<(), Stop> {
        for &next in &self.tiers[tier].next {
            meter.memory(
                self.known.iter().map(Known::bytes).sum::<u64>().saturating_add(self.known[next].away_bytes()),
            )?;
            self.known[next].come_back()?;
        }
        Ok(())
    }

    /// The code of a position of a tier that is solved.
    fn code(&self, number: u64) -> Option<u16> {
        self.known_of(number)?.code(number)
    }

    fn known_of(&self, number: u64) -> Option<&Known> {
        self.known.get(self.known.partition_point(|known| known.from > number))
    }

    fn bytes(&self) -> u64 {
        self.known.iter().map(Known::bytes).sum()
    }

    /// Why not every placement could be solved, in words: what is wrong with the first that the rules give no value, if there is one.
    pub(super) fn faulty(&self, meter: &mut Meter) -> Result<Text, Stop> {
        meter.phase("looking for what is wrong", Some(self.index.cells()));
        for cell in 0..self.index.cells() {
            meter.step()?;
            // What is written out is not at fault.
            if self.index.images(cell) > 0
                && matches!(self.index.look(cell), Look::Ask(_))
                && let Some(position) = self.index.position(self.index.kept(cell))
                && let Err(fault) = looked(self.game, &position, &mut Vec::new())
            {
                return Ok(say!("at `{}` {}", self.game.show_position(&position), fault.diagnostic.message));
            }
        }
        Ok("some placement cannot be looked at, or wins take too many plies".into())
    }

    /// Forgets the placements that no play from the start comes to.
    fn leave_out(&mut self, others: &mut Others, meter: &mut Meter) -> Result<(), Stop> {
        let cells = usize::try_from(self.index.cells()).expect("they are few");
        meter.phase("telling apart what is reached", Some(self.known.iter().map(Known::len).sum::<usize>() as u64));
        let seen: Vec<AtomicU64> = std::iter::repeat_with(AtomicU64::default).take(cells.div_ceil(64)).collect();
        let new = |number: u64| {
            let (word, bit) = (usize::try_from(number / 64).expect("all of them are in memory"), number % 64);
            seen.get(word).is_some_and(|word| word.fetch_or(1 << bit, Ordering::Relaxed) >> bit & 1 == 0)
        };
        let here = |number: u64| number < cells as u64 && self.share.holder(&self.tiers, number) == self.share.index;
        new(self.start);
        let mut wave: Vec<u64> = Some(self.start).filter(|start| here(*start)).into_iter().collect();
        loop {
            let (slices, _) = slices(&wave, false, false, others)?;
            if slices == 0 {
                break;
            }
            let own = |told: &[[u64; 1]]| told.iter().all(|[number]| here(*number));
            let hear =
                |_, told: &[[u64; 1]]| told.iter().map(|[number]| *number).filter(|number| new(*number)).collect();
            wave = after(&wave, (slices, PIECE), others, meter, |some| self.reached(some, &new), own, hear)?;
        }
        for known in &mut self.known {
            let Row::Two(row) = &mut known.row else { continue };
            for (number, cell) in (known.from..).zip(row) {
                let word = usize::try_from(number / 64).ok().and_then(|word| seen.get(word));
                if word.is_none_or(|word| word.load(Ordering::Relaxed) >> (number % 64) & 1 == 0) {
                    *cell = Near::UNKNOWN;
                }
            }
        }
        Ok(())
    }

    /// What moves lead to that was not seen before: of one's own, and of other processes.
    fn reached(&self, from: &[u64], new: &impl Fn(u64) -> bool) -> (Vec<u64>, Mail) {
        let (mut found, mut mail, mut after) = (Vec::new(), Mail::default(), Vec::new());
        for &number in from {
            if !self.known_of(number).is_some_and(|known| known.is_over(number)) {
                self.index.after(number, &mut after);
                for number in after.drain(..).map(|edge| edge.number).filter(|number| new(*number)) {
                    match self.share.holder(&self.tiers, number) {
                        owner if owner == self.share.index => found.push(number),
                        owner => mail.add(owner, false, number),
                    }
                }
            }
        }
        (found, mail)
    }

    /// How many positions have a value, how many of them are finished, and the values.
    fn values(self) -> ([u64; 2], Tiers) {
        let (mut len, mut finished, mut rows) = (0, 0, Vec::with_capacity(self.known.len()));
        for known in self.known {
            len += known.counted;
            finished += known.finished;
            rows.push((known.from, known.values()));
        }
        ([len, finished], Tiers::new(rows))
    }

    pub(super) fn solved(self) -> Solved<G::Position> {
        let index = self.index.clone();
        let ([len, finished], tiers) = self.values();
        Solved::whole(Store::reversible(tiers, index, len), finished)
    }
}

/// Whether a cell is that of a position that is over, as long as no other is known to be drawn.
fn is_over(code: u16) -> bool {
    code != Near::UNKNOWN && code < OPEN && Near::plies(code) == 0
}
