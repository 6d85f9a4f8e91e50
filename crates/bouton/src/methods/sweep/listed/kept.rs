//! What was found so far, on disk: the positions reached, in the order they were found; then the values of one stretch of them after the
//! other, in the order they are worked out.

use super::{Marking, Valuing};
use crate::checkpoint::{Checkpoint, Record};
use crate::error::Stop;
use crate::game::Game;
use crate::limits::Meter;
use crate::store::{Codes, NONE, read_all, write_all};
use bouton_rules::say;
use std::io;

/// Numbers of positions reached, from the how manieth on that the number of the record says: how many of all so far were looked at, and
/// the numbers.
const REACHED: u32 = 64;
/// Values of positions, counted likewise: how many of all so far are finished; then codes.
const VALUED: u32 = 65;

/// Bytes before the numbers, and before the codes; of each of them.
const HEAD: u64 = 8;
const EACH: u64 = 8;

impl<G: Game> Marking<'_, G> {
    /// Takes over what an earlier run reached; how many of those positions it looked at.
    pub(super) fn go_on(&mut self, meter: &mut Meter) -> Result<usize, Stop> {
        let (Some(disk), mut done) = (&meter.limits().checkpoint, 0) else { return Ok(0) };
        for record in disk.records(REACHED) {
            let (looked, numbers) = content(&record, self.reached.len(), disk, u64::from_le_bytes)?;
            for number in numbers {
                self.take(number, meter)?;
            }
            done = usize::try_from(looked).ok().filter(|done| *done <= self.reached.len()).ok_or_else(strange)?;
            self.kept = self.reached.len();
        }
        Ok(done)
    }

    fn take(&mut self, number: u64, meter: &mut Meter) -> Result<(), Stop> {
        let position = self.index.position(number).filter(|_| number < self.index.size() && !self.is_marked(number));
        let position = position.ok_or_else(strange)?;
        if self.numbered(&position).ok() != Some(number) {
            return Err(strange());
        }
        let rank = self.game.rank(&position).ok_or_else(strange)?;
        self.reach(rank, number, meter)
    }

    /// Writes what was reached since it was done last, when so many positions are looked at: at the end, or if it is time to.
    pub(super) fn keep(&mut self, done: usize, meter: &Meter) -> Result<(), Stop> {
        let at_end = done == self.reached.len();
        let due = |disk: &&Checkpoint| if at_end { disk.is_due() } else { disk.is_due_again() };
        let Some(disk) = meter.limits().checkpoint.as_deref().filter(due) else { return Ok(()) };
        let numbers: Vec<u64> = self.reached[self.kept..].iter().map(|(_, number)| *number).collect();
        let write = &mut |out: &mut dyn io::Write| {
            write_all(&[done as u64], u64::to_le_bytes, out)?;
            write_all(&numbers, u64::to_le_bytes, out)
        };
        disk.add(REACHED, place(self.kept)?, write).map_err(Stop::disk)?;
        self.kept = self.reached.len();
        Ok(())
    }
}

impl<G: Game> Valuing<'_, G> {
    /// Takes over what an earlier run valued.
    pub(super) fn go_on(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let Some(disk) = &meter.limits().checkpoint else { return Ok(()) };
        for record in disk.records(VALUED) {
            let (finished, codes) = content(&record, self.done, disk, i64::from_le_bytes)?;
            let mut known = Codes::new(self.game.kind(), 0);
            if codes.contains(&NONE) || known.extend(&codes).is_err() {
                return Err(strange());
            }
            for at in 0..codes.len() {
                let (_, number) = self.order.get(self.done).ok_or_else(strange)?;
                let position = self.index.position(*number).ok_or_else(strange)?;
                self.set(position, known.get(at).ok_or_else(strange)?)?;
            }
            meter.steps(codes.len())?;
            (self.finished, self.kept) = (finished, self.done);
        }
        Ok(())
    }

    /// Writes what was valued since it was done last, if it is time to.
    pub(super) fn keep(&mut self, meter: &Meter) -> Result<(), Stop> {
        let Some(disk) = meter.limits().checkpoint.as_deref().filter(|disk| disk.is_due_again()) else { return Ok(()) };
        let code = |number: &u64| {
            let value = self.index.position(*number).and_then(|position| self.store.get(self.game, &position));
            value.and_then(Codes::code).ok_or_else(strange)
        };
        let some = &self.order[self.kept..self.done];
        let codes = some.iter().map(|(_, number)| code(number)).collect::<Result<Vec<i64>, Stop>>()?;
        let write = &mut |out: &mut dyn io::Write| {
            write_all(&[self.finished], u64::to_le_bytes, out)?;
            write_all(&codes, i64::to_le_bytes, out)
        };
        disk.add(VALUED, place(self.kept)?, write).map_err(Stop::disk)?;
        self.kept = self.done;
        Ok(())
    }
}

/// A record of so many places that begins with the one that comes next: its first number, and the others.
fn content<T>(record: &Record, next: usize, disk: &Checkpoint, of: fn([u8; 8]) -> T) -> Result<(u64, Vec<T>), Stop> {
    let bytes = record
        .len
        .checked_sub(HEAD)
        .filter(|bytes| bytes.is_multiple_of(EACH) && place(next).ok() == Some(record.number));
    let count = bytes.and_then(|bytes| usize::try_from(bytes / EACH).ok()).ok_or_else(strange)?;
    let read =
        disk.read(record, &mut |from| Ok((read_all(1, u64::from_le_bytes, from)?[0], read_all(count, of, from)?)));
    read.map_err(Stop::disk)
}

fn place(at: usize) -> Result<i64, Stop> {
    i64::try_from(at).map_err(|_| strange())
}

fn strange() -> Stop {
    Stop::disk(io::Error::new(
        io::ErrorKind::InvalidData,
        say!("what was kept of a list of positions does not fit together"),
    ))
}
