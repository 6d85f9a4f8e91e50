//! What was solved so far, on disk: positions with their values, in the order in which they were solved. A run that goes on begins with
//! them, and has only the current line of play to walk again.

use super::Search;
use crate::checkpoint::{Checkpoint, Record};
use crate::error::Stop;
use crate::game::Game;
use crate::limits::Meter;
use crate::store::{read_all, too_many, write_all};
use std::io;
use std::sync::Arc;

/// Positions that were solved: how many, and how many of all so far are finished; their words, then their codes.
const SOLVED: u32 = 48;

/// Bytes before the words.
const HEAD: u64 = 16;

/// What is to be written.
pub(super) struct Unwritten {
    disk: Arc<Checkpoint>,
    /// How many positions were written.
    written: i64,
    /// The numbers of those solved since.
    pub(super) solved: Vec<u32>,
}

impl Unwritten {
    /// Nothing, where a search is to be kept that can be.
    pub(super) fn of<G: Game>(game: &G, meter: &Meter) -> Option<Unwritten> {
        let disk = meter.limits().checkpoint.clone().filter(|_| game.words().is_some())?;
        Some(Unwritten { disk, written: 0, solved: Vec::new() })
    }
}

impl<G: Game> Search<'_, G> {
    /// Writes what was solved since it was written last: at the end of the search, or if it is time to.
    pub(super) fn keep(&mut self, at_end: bool) -> Result<(), Stop> {
        let (Some(unwritten), Some(words)) = (&self.unwritten, self.game.words()) else { return Ok(()) };
        let Unwritten { disk, written, solved } = unwritten;
        if solved.is_empty() || !(if at_end { disk.is_due() } else { disk.is_due_again() }) {
            return Ok(());
        }
        let (count, mut row) = (solved.len() as u64, vec![0; words.count()]);
        let write = &mut |out: &mut dyn io::Write| {
            write_all(&[count, self.finished], u64::to_le_bytes, out)?;
            for number in solved {
                words.write(self.numbering.position(*number), &mut row);
                row.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
            }
            solved.iter().try_for_each(|at| out.write_all(&self.codes.code_at(*at as usize).to_le_bytes()))
        };
        disk.add(SOLVED, *written, HEAD + count * 8 * (words.count() as u64 + 1), write).map_err(Stop::disk)?;
        if let Some(Unwritten { written, solved, .. }) = &mut self.unwritten {
            *written = written.saturating_add_unsigned(count);
            solved.clear();
        }
        Ok(())
    }

    /// Takes over what an earlier run solved.
    pub(super) fn go_on(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let Some(disk) = self.unwritten.as_ref().map(|unwritten| unwritten.disk.clone()) else { return Ok(()) };
        for record in disk.records(SOLVED) {
            self.take(&record, &disk, meter)?;
        }
        Ok(())
    }

    fn take(&mut self, record: &Record, disk: &Checkpoint, meter: &mut Meter) -> Result<(), Stop> {
        let Some(words) = self.game.words() else { return Ok(()) };
        let (rows, codes) = disk
            .read(record, &mut |from| {
                let head = read_all(2, u64::from_le_bytes, from)?;
                let bytes =
                    (8 * (words.count() as u64 + 1)).checked_mul(head[0]).and_then(|bytes| bytes.checked_add(HEAD));
                let count = usize::try_from(head[0]).ok().filter(|_| bytes == Some(record.len)).ok_or_else(strange)?;
                self.finished = head[1];
                let rows = read_all(count * words.count(), u64::from_le_bytes, from)?;
                Ok((rows, read_all(count, i64::from_le_bytes, from)?))
            })
            .map_err(Stop::disk)?;
        for row in rows.chunks(words.count()) {
            let (_, new) = self.numbering.add(words.read(row)).ok_or_else(|| self.fault(too_many()))?;
            if !new {
                return Err(Stop::disk(strange()));
            }
            meter.position(|| self.bytes())?;
        }
        self.codes.extend(&codes).map_err(|_| Stop::disk(strange()))?;
        if let Some(Unwritten { written, .. }) = &mut self.unwritten {
            *written = written.saturating_add_unsigned(codes.len() as u64);
        }
        Ok(())
    }
}

fn strange() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "what was kept of the positions solved does not fit together")
}
