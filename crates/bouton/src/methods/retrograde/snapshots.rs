//! All that working backwards knows between two waves, on disk now and then: the next wave is what was decided last.

use crate::checkpoint::{Checkpoint, Content};
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
    pub(super) disk: Option<Arc<Checkpoint>>,
}

impl Snapshots {
    /// Writes what is known of placements after a wave, if it is time to.
    pub(super) fn keep(&self, plies: u32, cells: &[AtomicU16]) -> Result<(), Stop> {
        self.put(PLACED, plies, size_of_val(cells) as u64, &mut |out| {
            for some in cells.chunks(TOGETHER) {
                let cells: Vec<u16> = some.iter().map(|cell| cell.load(Ordering::Relaxed)).collect();
                write_all(&cells, u16::to_le_bytes, out)?;
            }
            Ok(())
        })
    }

    /// What was known of placements after the last wave of which an earlier run wrote it: in how many plies, if there is such a wave.
    pub(super) fn last(&self, cells: &mut [AtomicU16]) -> Result<Option<u32>, Stop> {
        self.latest(PLACED, size_of_val(cells) as u64, &mut |from| {
            for some in cells.chunks_mut(TOGETHER) {
                let known = read_all(some.len(), u16::from_le_bytes, from)?;
                some.iter_mut().zip(known).for_each(|(cell, known)| *cell.get_mut() = known);
            }
            Ok(())
        })
    }

    /// Writes what is known of positions reached after a wave, if it is time to.
    pub(super) fn keep_reached(&self, plies: u32, codes: &Codes, open: &[AtomicU32]) -> Result<(), Stop> {
        self.put(REACHED, plies, reached_bytes(codes, open)?, &mut |out| {
            codes.write(out)?;
            for some in open.chunks(TOGETHER) {
                let open: Vec<u32> = some.iter().map(|open| open.load(Ordering::Relaxed)).collect();
                write_all(&open, u32::to_le_bytes, out)?;
            }
            Ok(())
        })
    }

    /// The same for positions reached.
    pub(super) fn last_reached(&self, codes: &mut Codes, open: &mut [AtomicU32]) -> Result<Option<u32>, Stop> {
        self.latest(REACHED, reached_bytes(codes, open)?, &mut |from| {
            *codes = Codes::read(codes.form(), open.len(), from)?;
            for some in open.chunks_mut(TOGETHER) {
                let known = read_all(some.len(), u32::from_le_bytes, from)?;
                some.iter_mut().zip(known).for_each(|(open, known)| *open.get_mut() = known);
            }
            Ok(())
        })
    }

    fn put(&self, tag: u32, plies: u32, bytes: u64, write: Content) -> Result<(), Stop> {
        let Some(disk) = self.disk.as_ref().filter(|disk| disk.is_due_again()) else { return Ok(()) };
        disk.add_in_turn(tag, i64::from(plies), bytes, write).map(drop).map_err(Stop::disk)
    }

    fn latest(
        &self,
        tag: u32,
        bytes: u64,
        read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>,
    ) -> Result<Option<u32>, Stop> {
        let Some(disk) = &self.disk else { return Ok(None) };
        let snapshots = disk.records(tag).into_iter().filter(|record| record.len == bytes);
        let Some(last) = snapshots.max_by_key(|record| record.number) else { return Ok(None) };
        disk.read(&last, read).map_err(Stop::disk)?;
        let strange = || Stop::disk(io::Error::new(io::ErrorKind::InvalidData, "it counts plies that cannot be"));
        u32::try_from(last.number).map(Some).map_err(|_| strange())
    }
}

fn reached_bytes(codes: &Codes, open: &[AtomicU32]) -> Result<u64, Stop> {
    let cell = Codes::form_bytes(codes.form()).map_err(Stop::disk)?;
    Ok((cell * codes.len() + size_of_val(open)) as u64)
}
