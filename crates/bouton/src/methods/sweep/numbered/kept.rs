//! What was found so far, on disk: all marks, now and then; and once everything is marked the values of one stretch after the other. A run
//! that goes on begins with them.

use super::super::waves::Way;
use super::{Far, Sweep};
use crate::checkpoint::{Checkpoint, Record};
use crate::error::Stop;
use crate::limits::Meter;
use crate::store::{Codes, NONE, read_all, write_all};
use bouton_rules::say;
use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;

/// Marks, when so many pairs of a rank and a high part were done: how many images a position has at the most, how many pairs there are, how
/// many positions are marked; then the marks.
const MARKED: u32 = 58;
/// Values of the marked positions of some pairs, from the number of the record on: how many images a position has at the most, how many pairs
/// there are, how many were done then, how many positions were valued, how many of them are finished, the form of the cells; then the cells.
const VALUED: u32 = 59;

/// Bytes before the marks, and before the cells.
const MARKED_HEAD: u64 = 24;
const VALUED_HEAD: u64 = 48;

/// Marks, and values, that are written together.
const TOGETHER: usize = 1 << 13;

impl Sweep<'_> {
    /// Takes over the last marks that an earlier run left; how many pairs were done.
    pub(super) fn marks_left(&mut self, meter: &mut Meter) -> Result<u64, Stop> {
        let Some(disk) = meter.limits().checkpoint.clone() else { return Ok(0) };
        if !self.is_ours(&disk).map_err(Stop::disk)? {
            disk.forget().map_err(Stop::disk)?;
        }
        let Some(last) = last_marks(&disk) else { return Ok(0) };
        let positions = self.read_marks(&last, &disk).map_err(Stop::disk)?;
        meter.positions_found(positions, self.bytes())?;
        done(&last).map_err(Stop::disk)
    }

    /// Writes the marks when so many pairs are done, if it is time to.
    pub(super) fn keep_marks(&self, done: u64, meter: &Meter) -> Result<(), Stop> {
        let Some(disk) = meter.limits().checkpoint.as_deref() else { return Ok(()) };
        let due = if done == self.waves.pairs() { disk.is_due() } else { disk.is_due_again() };
        if due { self.write_marks(done, meter.positions(), disk).map_err(Stop::disk) } else { Ok(()) }
    }

    fn write_marks(&self, done: u64, positions: u64, disk: &Checkpoint) -> io::Result<()> {
        let number = i64::try_from(done).map_err(|_| strange())?;
        let [images, pairs] = self.whose();
        let written = disk.add_in_turn(MARKED, number, self.marked_bytes(), 0, &mut |out| {
            write_all(&[images, pairs, positions], u64::to_le_bytes, out)?;
            for some in self.marks.chunks(TOGETHER) {
                let marks: Vec<u64> = some.iter().map(|marks| marks.load(Ordering::Relaxed)).collect();
                write_all(&marks, u64::to_le_bytes, out)?;
            }
            Ok(())
        });
        written.map(drop)
    }

    /// How many positions are marked.
    fn read_marks(&mut self, record: &Record, disk: &Checkpoint) -> io::Result<u64> {
        disk.read(record, &mut |from| {
            let head = read_all(3, u64::from_le_bytes, from)?;
            for some in self.marks.chunks_mut(TOGETHER) {
                let known = read_all(some.len(), u64::from_le_bytes, from)?;
                some.iter_mut().zip(known).for_each(|(marks, known)| *marks.get_mut() = known);
            }
            Ok(head[2])
        })
    }

    /// Takes over the values that an earlier run left: how far it was.
    pub(super) fn values_left(&self, codes: &mut Codes, meter: &mut Meter) -> Result<Far, Stop> {
        let mut far = Far::default();
        let Some(disk) = &meter.limits().checkpoint else { return Ok(far) };
        for record in disk.records(VALUED) {
            let before = far.positions;
            self.read_values(&record, &mut far, codes, disk).map_err(Stop::disk)?;
            meter.steps(usize::try_from(far.positions - before).unwrap_or(usize::MAX))?;
        }
        meter.memory(self.bytes() + codes.bytes())?;
        Ok(far)
    }

    /// Writes the values found since it was done last, if it is time to: behind the marks, without which they mean nothing.
    pub(super) fn keep_values(&self, kept: &mut Far, far: Far, codes: &Codes, meter: &Meter) -> Result<(), Stop> {
        let due = |disk: &&Checkpoint| far.looked > kept.looked && disk.is_due_again();
        let Some(disk) = meter.limits().checkpoint.as_deref().filter(due) else { return Ok(()) };
        let complete = last_marks(disk).is_some_and(|last| done(&last).ok() == Some(self.waves.pairs()));
        let marks = if complete { Ok(()) } else { self.write_marks(self.waves.pairs(), meter.positions(), disk) };
        marks.and_then(|()| self.write_values(*kept, far, codes, disk)).map_err(Stop::disk)?;
        *kept = far;
        Ok(())
    }

    fn write_values(&self, from: Far, to: Far, codes: &Codes, disk: &Checkpoint) -> io::Result<()> {
        let number = i64::try_from(from.done).map_err(|_| strange())?;
        let [images, pairs] = self.whose();
        let write = &mut |out: &mut dyn Write| {
            let head = [images, pairs, to.done, to.positions, to.finished, codes.form()];
            write_all(&head, u64::to_le_bytes, out)?;
            let mut numbers = self.marked_in(from.done, to.done);
            while let Some(some) = next_some(&mut numbers) {
                codes.write_some(&some, out)?;
            }
            Ok(())
        };
        disk.add(VALUED, number, write).map(drop)
    }

    fn read_values(&self, record: &Record, far: &mut Far, codes: &mut Codes, disk: &Checkpoint) -> io::Result<()> {
        if done(record)? != far.done {
            return Err(strange());
        }
        *far = disk.read(record, &mut |from| {
            let head = read_all(6, u64::from_le_bytes, from)?;
            let (mut to, form) = (Far { done: head[2], positions: head[3], finished: head[4], ..*far }, head[5]);
            if to.done > self.waves.pairs() || to.done < far.done || to.positions < far.positions {
                return Err(strange());
            }
            let mut numbers = self.marked_in(far.done, to.done);
            while let Some(some) = next_some(&mut numbers) {
                self.take_cells(&some, form, codes, from)?;
                to.looked += some.len() as u64;
            }
            let cells = (to.looked - far.looked).checked_mul(Codes::form_bytes(form)? as u64);
            let whole = cells.and_then(|cells| cells.checked_add(VALUED_HEAD)) == Some(record.len);
            if whole { Ok(to) } else { Err(strange()) }
        })?;
        Ok(())
    }

    /// Reads the values of some positions, and fills in those of their images.
    fn take_cells(&self, some: &[u64], form: u64, codes: &mut Codes, from: &mut dyn Read) -> io::Result<()> {
        let cells = Codes::read(form, some.len(), from)?;
        let (mut numbers, mut known) = (Vec::new(), Vec::new());
        for (at, number) in some.iter().enumerate() {
            let images = &mut |image: &[u64]| numbers.push(self.numbers.number(image));
            self.source.each_image(&self.numbers.row(*number), images);
            known.resize(numbers.len(), cells.code_at(at));
        }
        if known.contains(&NONE) {
            return Err(strange());
        }
        codes.put(&numbers, &known).map_err(|_| strange())
    }

    /// The marked numbers of pairs, as values are worked out.
    fn marked_in(&self, from: u64, to: u64) -> impl Iterator<Item = u64> {
        let mut near = 0;
        let pairs = (from..to).filter_map(move |nth| self.waves.pair(nth, Way::Down, &mut near));
        pairs.flat_map(|(rank, highs)| self.marked(rank, highs.start))
    }

    /// Whether what is on disk belongs to a search with the same numbers and symmetries.
    fn is_ours(&self, disk: &Checkpoint) -> io::Result<bool> {
        let mut ours = true;
        for record in [disk.records(MARKED), disk.records(VALUED)].concat() {
            let mut head = [0; 16];
            disk.peek(record.at, &mut head)?;
            let fits = record.tag != MARKED || record.len == self.marked_bytes();
            ours &= fits && head.as_chunks::<8>().0 == self.whose().map(u64::to_le_bytes);
        }
        Ok(ours)
    }

    /// How many images a position has at the most, and how many pairs there are.
    fn whose(&self) -> [u64; 2] {
        [self.source.all_images(), self.waves.pairs()]
    }

    fn marked_bytes(&self) -> u64 {
        MARKED_HEAD + self.marks.len() as u64 * 8
    }
}

fn last_marks(disk: &Checkpoint) -> Option<Record> {
    disk.records(MARKED).into_iter().max_by_key(|record| record.number)
}

/// How many pairs were done where a record begins.
fn done(record: &Record) -> io::Result<u64> {
    u64::try_from(record.number).map_err(|_| strange())
}

/// Some numbers, if there are any left.
fn next_some(numbers: &mut impl Iterator<Item = u64>) -> Option<Vec<u64>> {
    let some: Vec<u64> = numbers.take(TOGETHER).collect();
    (!some.is_empty()).then_some(some)
}

fn strange() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, say!("what was kept of a table does not fit together"))
}
