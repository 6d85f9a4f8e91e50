//! Tiers that are solved: the values that moves from other tiers lead to.

use super::OPEN;
use crate::checkpoint::Checkpoint;
use crate::error::Stop;
use crate::game::Reversible;
use crate::store::{Away, Codes, Near, Tier, read_all, write_all};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::Arc;

/// A tier that is solved, on disk: whether it is settled, how many positions have a value and how many are finished, bytes a cell; then the cells.
const TIER: u32 = 34;
const HEAD: u64 = 32;

/// The values of a tier.
#[derive(Debug)]
pub(super) struct Known {
    /// The number of its first position.
    pub(super) from: u64,
    /// How many positions have a value, and how many of them are finished, where that is counted already.
    pub(super) counted: u64,
    pub(super) finished: u64,
    pub(super) row: Row,
    /// Where it lies on disk, if it leaves memory.
    pub(super) away: Option<Away>,
}

/// Values in a row: what no wave has reached may still stand as it did in the waves.
#[derive(Debug)]
pub(super) enum Row {
    Two(Vec<u16>),
    One(Vec<u8>),
    /// On disk.
    Away,
}

impl Known {
    /// The code of a number that is among its own.
    pub(super) fn code(&self, number: u64) -> Option<u16> {
        let at = usize::try_from(number.checked_sub(self.from)?).ok()?;
        let code = match &self.row {
            Row::Two(row) => *row.get(at)?,
            Row::One(row) => u16::from(*row.get(at)?),
            Row::Away => return None,
        };
        Some(if code >= OPEN { Near::DRAW } else { code })
    }

    /// Whether the position is over, as long as no other is known to be drawn.
    pub(super) fn is_over(&self, number: u64) -> bool {
        let Row::Two(row) = &self.row else { return false };
        let at = usize::try_from(number.saturating_sub(self.from)).ok();
        at.and_then(|at| row.get(at)).is_some_and(|code| super::is_over(*code))
    }

    pub(super) fn len(&self) -> usize {
        match &self.row {
            Row::Two(row) => row.len(),
            Row::One(row) => row.len(),
            Row::Away => self.away.as_ref().map_or(0, |away| usize::try_from(away.len()).expect("it was in memory")),
        }
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> u64 {
        match &self.row {
            Row::Two(row) => size_of_val(row.as_slice()) as u64,
            Row::One(row) => row.len() as u64,
            Row::Away => 0,
        }
    }

    /// Bytes that it takes more once it has come back.
    pub(super) fn away_bytes(&self) -> u64 {
        match (&self.row, &self.away) {
            (Row::Away, Some(away)) => away.len() * away.width,
            _ => 0,
        }
    }

    /// Writes it, if it is time to: a search that goes on need not solve it again. Where what was written leaves memory, a settled one does.
    pub(super) fn keep(&mut self, record: usize, settled: bool, disk: Option<&Arc<Checkpoint>>) -> Result<(), Stop> {
        let Some(disk) = disk.filter(|disk| disk.is_due()) else { return Ok(()) };
        let width = if matches!(self.row, Row::Two(_)) { 2 } else { 1 };
        let write = &mut |out: &mut dyn Write| {
            write_all(&[u64::from(settled), self.counted, self.finished, width], u64::to_le_bytes, out)?;
            match &self.row {
                Row::Two(row) => write_all(row, u16::to_le_bytes, out),
                Row::One(row) => out.write_all(row),
                Row::Away => Ok(()),
            }
        };
        let number = i64::try_from(record).expect("tiers are few");
        let record = disk.add(TIER, number, write).map_err(Stop::disk)?;
        if settled && disk.spills() {
            self.away = Some(Away { disk: disk.clone(), record, before: HEAD, width });
            self.leave();
        }
        Ok(())
    }

    /// The tier with these numbers as an earlier run wrote it, if it did.
    pub(super) fn kept(
        record: usize,
        numbers: &Range<u64>,
        settled: bool,
        disk: Option<&Arc<Checkpoint>>,
    ) -> Result<Option<Known>, Stop> {
        let Some(disk) = disk else { return Ok(None) };
        let size = numbers.end - numbers.start;
        let width = |len: u64| (1..=2).find(|width| Some(len) == (size * width).checked_add(HEAD));
        let records = disk.records(TIER).into_iter().filter(|known| usize::try_from(known.number) == Ok(record));
        let Some((record, width)) = records.filter_map(|record| Some((record, width(record.len)?))).next() else {
            return Ok(None);
        };
        let away = Away { disk: disk.clone(), record, before: HEAD, width };
        let (head, row) = read(&away)?;
        let mut known = Known { from: numbers.start, counted: head[1], finished: head[2], row, away: None };
        if settled && disk.spills() {
            known.away = Some(away);
            known.leave();
        }
        Ok((head[0] == u64::from(settled)).then_some(known))
    }

    /// Leaves memory, if it is on disk.
    pub(super) fn leave(&mut self) {
        if self.away.is_some() {
            self.row = Row::Away;
        }
    }

    /// Comes back into memory, if it has left.
    pub(super) fn come_back(&mut self) -> Result<(), Stop> {
        if let (Row::Away, Some(away)) = (&self.row, &self.away) {
            self.row = read(away)?.1;
        }
        Ok(())
    }

    /// Counts the positions that cells are for and those that are finished, makes the rest draws, and takes one byte a position if that does.
    pub(super) fn settle<P>(&mut self, index: &dyn Reversible<P>) {
        let Row::Two(row) = &mut self.row else { return };
        let (mut counted, mut finished, mut largest) = (0, 0, 0);
        for (at, cell) in (self.from..).zip(row.iter_mut()) {
            if *cell != Near::UNKNOWN {
                let images = index.images(at);
                counted += images;
                finished += if super::is_over(*cell) { images } else { 0 };
            }
            *cell = if *cell >= OPEN { Near::DRAW } else { *cell };
            largest = largest.max(*cell);
        }
        (self.counted, self.finished) = (counted, finished);
        if u8::try_from(largest).is_ok() {
            self.row = Row::One(row.iter().map(|cell| u8::try_from(*cell).expect("the largest fits")).collect());
        }
    }

    /// For a store.
    pub(super) fn values(self) -> Tier {
        match (self.row, self.away) {
            (Row::Two(row), _) => Tier::Here(Codes::of_near(row)),
            (Row::One(row), _) => Tier::Here(Codes::of_nearest(row)),
            (Row::Away, Some(away)) => Tier::Away(away),
            (Row::Away, None) => Tier::Here(Codes::of_nearest(Vec::new())),
        }
    }
}

/// What was written of a tier: its head and its cells.
fn read(away: &Away) -> Result<(Vec<u64>, Row), Stop> {
    let len = usize::try_from(away.len()).expect("it was in memory");
    let read = &mut |from: &mut dyn Read| -> io::Result<(Vec<u64>, Row)> {
        let head = read_all(4, u64::from_le_bytes, from)?;
        let row = match away.width {
            1 => Row::One(read_all(len, u8::from_le_bytes, from)?),
            _ => Row::Two(read_all(len, u16::from_le_bytes, from)?),
        };
        Ok((head, row))
    };
    away.disk.read(&away.record, read).map_err(Stop::disk)
}
