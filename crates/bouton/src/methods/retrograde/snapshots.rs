//! All that working backwards knows between two waves, on disk now and then: the next wave is what was decided last.

use crate::checkpoint::Checkpoint;
use crate::error::Stop;
use crate::store::{read_all, write_all};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

/// What is known in so many plies: the value of every position, then the counter of every position.
const SNAPSHOT: u32 = 32;

/// Positions that are written together.
const TOGETHER: usize = 1 << 15;

pub(super) struct Snapshots {
    pub(super) disk: Option<Arc<Checkpoint>>,
}

impl Snapshots {
    /// Writes what is known after a wave, if it is time to.
    pub(super) fn keep(&self, plies: u32, cells: &[AtomicU16], open: &[AtomicU8]) -> Result<(), Stop> {
        let Some(disk) = self.disk.as_ref().filter(|disk| disk.is_due_again()) else { return Ok(()) };
        let bytes = (size_of_val(cells) + size_of_val(open)) as u64;
        let written = disk.add_in_turn(SNAPSHOT, i64::from(plies), bytes, &mut |out| {
            for some in cells.chunks(TOGETHER) {
                let cells: Vec<u16> = some.iter().map(|cell| cell.load(Ordering::Relaxed)).collect();
                write_all(&cells, u16::to_le_bytes, out)?;
            }
            for some in open.chunks(TOGETHER) {
                let open: Vec<u8> = some.iter().map(|open| open.load(Ordering::Relaxed)).collect();
                out.write_all(&open)?;
            }
            Ok(())
        });
        written.map(drop).map_err(Stop::disk)
    }

    /// What was known after the last wave of which an earlier run wrote it: in how many plies, if there is such a wave.
    pub(super) fn last(&self, cells: &mut [AtomicU16], open: &mut [AtomicU8]) -> Result<Option<u32>, Stop> {
        let Some(disk) = &self.disk else { return Ok(None) };
        let bytes = (size_of_val(cells) + size_of_val(open)) as u64;
        let snapshots = disk.records(SNAPSHOT).into_iter().filter(|record| record.len == bytes);
        let Some(last) = snapshots.max_by_key(|record| record.number) else { return Ok(None) };
        let read = disk.read(&last, &mut |from| {
            for some in cells.chunks_mut(TOGETHER) {
                let known = read_all(some.len(), u16::from_le_bytes, from)?;
                some.iter_mut().zip(known).for_each(|(cell, known)| *cell.get_mut() = known);
            }
            for some in open.chunks_mut(TOGETHER) {
                let known = read_all(some.len(), u8::from_le_bytes, from)?;
                some.iter_mut().zip(known).for_each(|(open, known)| *open.get_mut() = known);
            }
            Ok(())
        });
        read.map_err(Stop::disk)?;
        let strange = || Stop::disk(io::Error::new(io::ErrorKind::InvalidData, "it counts plies that cannot be"));
        u32::try_from(last.number).map(Some).map_err(|_| strange())
    }
}
