//! Values by number in several rows, one for numbers that follow each other; in memory or on disk.

use super::{Codes, Near};
use crate::checkpoint::{Checkpoint, Record};
use crate::value::Value;
use std::sync::Arc;

/// Rows of values, each with the number of its first, rising; they follow each other.
#[derive(Clone, Debug)]
pub(crate) struct Tiers(Vec<(u64, Tier)>);

/// A row of values.
#[derive(Clone, Debug)]
pub(crate) enum Tier {
    Here(Codes),
    Away(Away),
}

/// Near outcomes in a record on disk.
#[derive(Clone, Debug)]
pub(crate) struct Away {
    pub(crate) disk: Arc<Checkpoint>,
    pub(crate) record: Record,
    /// Bytes before the cells, and of a cell: one or two.
    pub(crate) before: u64,
    pub(crate) width: u64,
}

impl Tiers {
    /// Rows with the numbers that they begin with, in any order.
    pub(crate) fn new(mut rows: Vec<(u64, Tier)>) -> Tiers {
        rows.sort_by_key(|(from, _)| *from);
        Tiers(rows)
    }

    /// The value of a number, if it is known. One that is on disk and cannot be read back is not.
    pub(crate) fn get(&self, number: u64) -> Option<Value> {
        let (from, tier) = self.0.get(self.0.partition_point(|(from, _)| *from <= number).checked_sub(1)?)?;
        match tier {
            Tier::Here(codes) => codes.get(usize::try_from(number - from).ok()?),
            Tier::Away(away) => Near::outcome(away.code(number - from)?).map(Value::Outcome),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        let bytes = |tier: &Tier| if let Tier::Here(codes) = tier { codes.bytes() } else { 0 };
        self.0.iter().map(|(_, tier)| bytes(tier)).sum()
    }
}

impl Away {
    /// How many values there are.
    pub(crate) fn len(&self) -> u64 {
        self.record.len.saturating_sub(self.before) / self.width.max(1)
    }

    fn code(&self, at: u64) -> Option<u16> {
        if at >= self.len() {
            return None;
        }
        let mut bytes = [0; 2];
        let cell = bytes.get_mut(..usize::try_from(self.width).ok()?)?;
        self.disk.peek(self.record.at + self.before + at * self.width, cell).ok()?;
        Some(u16::from_le_bytes(bytes))
    }
}
