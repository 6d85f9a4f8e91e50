//! What was solved so far, on disk: positions with their values, in the order in which they were solved. A run that goes on begins with
//! them, and has only the current line of play to walk again.

use super::Search;
use crate::checkpoint::{Checkpoint, Record};
use crate::error::Stop;
use crate::limits::Meter;
use crate::store::{NONE, read_all, write_all};
use bouton_rules::say;
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
    /// The words of those solved since.
    pub(super) solved: Vec<u64>,
}

impl Unwritten {
    /// Nothing yet.
    pub(super) fn to(disk: Arc<Checkpoint>) -> Unwritten {
        Unwritten { disk, written: 0, solved: Vec::new() }
    }
}

impl Search<'_> {
    /// Writes what was solved since it was written last: at the end of the search, or if it is time to.
    pub(super) fn keep(&mut self, at_end: bool) -> Result<(), Stop> {
        let Some(Unwritten { disk, written, solved }) = &mut self.unwritten else { return Ok(()) };
        if solved.is_empty() || !(if at_end { disk.is_due() } else { disk.is_due_again() }) {
            return Ok(());
        }
        let (count, known, finished) = ((solved.len() / self.words) as u64, &self.known, self.finished);
        let write = &mut |out: &mut dyn io::Write| {
            write_all(&[count, finished], u64::to_le_bytes, out)?;
            write_all(solved, u64::to_le_bytes, out)?;
            let codes = solved.chunks_exact(self.words).map(|row| known.code(row));
            codes.into_iter().try_for_each(|code| out.write_all(&code.to_le_bytes()))
        };
        disk.add(SOLVED, *written, write).map_err(Stop::disk)?;
        *written = written.saturating_add_unsigned(count);
        solved.clear();
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
        let words = self.words;
        let (rows, codes) = disk
            .read(record, &mut |from| {
                let head = read_all(2, u64::from_le_bytes, from)?;
                let bytes = (8 * (words as u64 + 1)).checked_mul(head[0]).and_then(|bytes| bytes.checked_add(HEAD));
                let count = usize::try_from(head[0]).ok().filter(|_| bytes == Some(record.len)).ok_or_else(strange)?;
                self.finished = head[1];
                let rows = read_all(count * words, u64::from_le_bytes, from)?;
                Ok((rows, read_all(count, i64::from_le_bytes, from)?))
            })
            .map_err(Stop::disk)?;
        for (row, code) in rows.chunks_exact(words).zip(&codes) {
            if *code == NONE || self.known.open(row).is_some() || self.known.know(row, *code).is_err() {
                return Err(Stop::disk(strange()));
            }
            meter.position(|| self.bytes())?;
        }
        if let Some(Unwritten { written, .. }) = &mut self.unwritten {
            *written = written.saturating_add_unsigned(codes.len() as u64);
        }
        Ok(())
    }
}

fn strange() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, say!("what was kept of the positions solved does not fit together"))
}
