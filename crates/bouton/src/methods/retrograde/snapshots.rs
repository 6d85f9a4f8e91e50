//! All that working backwards knows between two waves, on disk now and then: the next wave is what was decided last.

use crate::checkpoint::{Checkpoint, Content, Record};
use crate::error::Stop;
use crate::store::{Codes, read_all, write_all};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};

/// What is known in so many plies: of placements every cell, of positions reached the value of every position and then the counter of every
/// position.
const PLACED: u32 = 32;
const REACHED: u32 = 33;

/// Positions that are written together.
const TOGETHER: usize = 1 << 15;

pub(super) struct Snapshots {
    disk: Option<Arc<Checkpoint>>,
    /// Bytes to leave room for: what the largest tier takes.
    room: u64,
}

impl Snapshots {
    pub(super) fn new(disk: Option<Arc<Checkpoint>>) -> Snapshots {
        Snapshots { disk, room: 0 }
    }

    /// The same for tiers of at most so many cells: they take turns in the same place.
    pub(super) fn of_tiers(self, most_cells: u64) -> Snapshots {
        Snapshots { room: most_cells.saturating_mul(size_of::<AtomicU16>() as u64), ..self }
    }

    /// Whether it is time to write what is known.
    pub(super) fn is_due(&self) -> bool {
        self.disk.as_ref().is_some_and(|disk| disk.is_due_again())
    }

    /// Writes what is known of cells of a tier after a wave.
    pub(super) fn keep(&self, tier: usize, plies: u32, cells: &[AtomicU16]) -> Result<(), Stop> {
        self.put(PLACED, of_tier(tier) + i64::from(plies), size_of_val(cells) as u64, &mut |out| {
            for some in cells.chunks(TOGETHER) {
                let cells: Vec<u16> = some.iter().map(|cell| cell.load(Ordering::Relaxed)).collect();
                write_all(&cells, u16::to_le_bytes, out)?;
            }
            Ok(())
        })
    }

    /// The waves, by their plies, after which an earlier run wrote what was known of cells of a tier, with what it wrote: two at the most.
    pub(super) fn kept(&self, tier: usize, cells: &[AtomicU16]) -> Vec<(u32, Record)> {
        self.records(PLACED, of_tier(tier), size_of_val(cells) as u64)
    }

    /// What was known of cells of a tier, as one of those that are `kept` says.
    pub(super) fn read(&self, record: &Record, cells: &mut [AtomicU16]) -> Result<(), Stop> {
        self.get(record, &mut |from| {
            for some in cells.chunks_mut(TOGETHER) {
                let known = read_all(some.len(), u16::from_le_bytes, from)?;
                some.iter_mut().zip(known).for_each(|(cell, known)| *cell.get_mut() = known);
            }
            Ok(())
        })
    }

    /// Writes what is known of positions reached after a wave.
    pub(super) fn keep_reached(&self, plies: u32, codes: &Codes, open: &[AtomicU32]) -> Result<(), Stop> {
        self.put(REACHED, i64::from(plies), reached_bytes(codes, open)?, &mut |out| {
            codes.write(out)?;
            for some in open.chunks(TOGETHER) {
                let open: Vec<u32> = some.iter().map(|open| open.load(Ordering::Relaxed)).collect();
                write_all(&open, u32::to_le_bytes, out)?;
            }
            Ok(())
        })
    }

    /// What was known of positions reached after the last wave of which an earlier run wrote it: in how many plies, if there is such a wave.
    pub(super) fn last_reached(&self, codes: &mut Codes, open: &mut [AtomicU32]) -> Result<Option<u32>, Stop> {
        let Some((plies, record)) = last(self.records(REACHED, 0, reached_bytes(codes, open)?)) else {
            return Ok(None);
        };
        self.get(&record, &mut |from| {
            *codes = Codes::read(codes.form(), open.len(), from)?;
            for some in open.chunks_mut(TOGETHER) {
                let known = read_all(some.len(), u32::from_le_bytes, from)?;
                some.iter_mut().zip(known).for_each(|(open, known)| *open.get_mut() = known);
            }
            Ok(())
        })?;
        Ok(Some(plies))
    }

    fn put(&self, tag: u32, number: i64, bytes: u64, write: Content) -> Result<(), Stop> {
        let Some(disk) = &self.disk else { return Ok(()) };
        // The wave that this run goes on from is there, and must not be written over.
        if disk.records(tag).iter().any(|record| (record.number, record.len) == (number, bytes)) {
            return Ok(());
        }
        disk.add_in_turn(tag, number, bytes, self.room, write).map(drop).map_err(Stop::disk)
    }

    fn get(&self, record: &Record, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>) -> Result<(), Stop> {
        self.disk.as_ref().map_or(Ok(()), |disk| disk.read(record, read)).map_err(Stop::disk)
    }

    /// The records of a tag that are so long, with their plies: what their numbers are beyond the first.
    fn records(&self, tag: u32, first: i64, bytes: u64) -> Vec<(u32, Record)> {
        let plies = |record: &Record| record.number.checked_sub(first).and_then(|plies| u32::try_from(plies).ok());
        let records = self.disk.iter().flat_map(|disk| disk.records(tag)).filter(|record| record.len == bytes);
        records.filter_map(|record| Some((plies(&record)?, record))).collect()
    }
}

/// What was written after the last of some waves.
pub(super) fn last(kept: Vec<(u32, Record)>) -> Option<(u32, Record)> {
    kept.into_iter().max_by_key(|(plies, _)| *plies)
}

/// Records of a tier have numbers from here on, one for each ply.
fn of_tier(tier: usize) -> i64 {
    i64::try_from(tier).expect("tiers are few") << 32
}

fn reached_bytes(codes: &Codes, open: &[AtomicU32]) -> Result<u64, Stop> {
    let cell = Codes::form_bytes(codes.form()).map_err(Stop::disk)?;
    Ok((cell * codes.len() + size_of_val(open)) as u64)
}
