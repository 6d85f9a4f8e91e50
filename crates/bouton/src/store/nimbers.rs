//! Nimbers of parts, and what they say of sums.

use crate::game::Part;
use crate::value::{Outcome, Plies};
use foldhash::fast::FixedState;
use std::collections::{BTreeMap, HashMap};

/// What a part is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartWorth {
    /// Its nimber.
    pub nimber: u64,
    /// Whether it has no move.
    pub idle: bool,
}

/// The nimbers of parts.
#[derive(Clone, Debug, Default)]
pub struct Nimbers {
    known: HashMap<Part, PartWorth, FixedState>,
    /// Kinds of parts whose nimbers are in a table.
    heaps: BTreeMap<usize, Heaps>,
    /// Kinds of parts of which those that can come up are in a table.
    tables: BTreeMap<usize, Table>,
}

/// The nimbers of the parts of one kind that can come up, by their values.
#[derive(Clone, Debug)]
pub struct Table {
    /// The value of the first entry.
    from: i64,
    /// 1 more than the nimber, 0 and less where nothing is known.
    worths: Vec<i32>,
    /// A bit for every part without a move.
    idle: Vec<u64>,
    known: usize,
}

impl Table {
    /// A table whose first entry is for the value `from`: 1 more than each nimber, 0 or less where none is known, and a bit for each part without
    /// a move.
    #[must_use]
    pub fn new(from: i64, worths: Vec<i32>, idle: Vec<u64>) -> Table {
        let known = worths.iter().filter(|worth| **worth > 0).count();
        Table { from, worths, idle, known }
    }

    fn get(&self, value: i64) -> Option<PartWorth> {
        let place = usize::try_from(value.checked_sub(self.from)?).ok()?;
        let nimber = u64::try_from(self.worths.get(place)?.checked_sub(1)?).ok()?;
        let idle = self.idle.get(place / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1);
        Some(PartWorth { nimber, idle })
    }

    fn values(&self) -> impl Iterator<Item = i64> + '_ {
        (self.from..).zip(&self.worths).filter(|(_, worth)| **worth > 0).map(|(value, _)| value)
    }

    fn bytes(&self) -> usize {
        self.worths.len() * size_of::<i32>() + self.idle.len() * size_of::<u64>()
    }
}

/// The nimbers of parts of one kind, by their sizes from 0 on.
#[derive(Clone, Debug)]
pub struct Heaps {
    /// The value of a part of size 0.
    pub empty: i64,
    /// The least size with a move.
    pub least: i64,
    /// What sizes are worth.
    pub values: Sizes,
}

/// What sizes are worth.
#[derive(Clone, Debug)]
pub enum Sizes {
    /// The size itself, or what is left of it by this.
    Modulo(Option<u64>),
    /// These; beyond them, where there is a period, they come back: from which size on, and after how many.
    Table(Vec<u16>, Option<(usize, usize)>),
}

impl Heaps {
    fn get(&self, value: i64) -> Option<PartWorth> {
        let size = value.checked_sub(self.empty)?;
        let nimber = match (u64::try_from(size), &self.values) {
            // Less than nothing is never left of a part; it can only have been there from the start.
            (Err(_), _) => 0,
            (Ok(size), Sizes::Modulo(by)) => by.map_or(size, |by| size % by),
            (Ok(size), Sizes::Table(values, period)) => {
                let size = usize::try_from(size).ok()?;
                let place = match period {
                    Some((from, length)) if size >= *from => from + (size - from) % length,
                    _ => size,
                };
                u64::from(*values.get(place)?)
            }
        };
        Some(PartWorth { nimber, idle: size < self.least })
    }

    fn len(&self) -> usize {
        match &self.values {
            Sizes::Modulo(_) => 0,
            Sizes::Table(values, _) => values.len(),
        }
    }
}

impl Nimbers {
    /// Notes what a part is worth.
    pub fn set(&mut self, part: Part, worth: PartWorth) {
        self.known.insert(part, worth);
    }

    /// Notes what all parts of a kind are worth.
    pub fn set_all(&mut self, kind: usize, heaps: Heaps) {
        self.heaps.insert(kind, heaps);
    }

    /// Notes what the parts of a kind are worth that can come up.
    pub fn set_table(&mut self, kind: usize, table: Table) {
        self.tables.insert(kind, table);
    }

    /// What a part is worth, if it is known.
    #[must_use]
    pub fn get(&self, part: Part) -> Option<PartWorth> {
        match (self.heaps.get(&part.kind), self.tables.get(&part.kind)) {
            (Some(heaps), _) => heaps.get(part.value),
            (None, Some(table)) => table.get(part.value),
            (None, None) => self.known.get(&part).copied(),
        }
    }

    /// Every part that is known one by one, rising in each kind.
    pub fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        let tables =
            self.tables.iter().flat_map(|(kind, table)| table.values().map(|value| Part { kind: *kind, value }));
        let mut known: Vec<Part> = self.known.keys().copied().collect();
        known.sort_unstable();
        known.into_iter().chain(tables)
    }

    /// The nimber of a sum, if each part of it is known.
    #[must_use]
    pub fn sum(&self, parts: &[Part]) -> Option<u64> {
        parts.iter().try_fold(0, |sum, part| Some(sum ^ self.get(*part)?.nimber))
    }

    /// Who wins a sum in normal play, for its mover. How soon is not known, unless it is over.
    #[must_use]
    pub fn outcome(&self, parts: &[Part]) -> Option<Outcome> {
        let sum = self.sum(parts)?;
        let over = parts.iter().all(|part| self.get(*part).is_some_and(|worth| worth.idle));
        Some(match sum {
            0 if over => Outcome::Loss(Plies::Of(0)),
            0 => Outcome::Loss(Plies::Unknown),
            _ => Outcome::Win(Plies::Unknown),
        })
    }

    /// How many parts are known.
    #[must_use]
    pub fn len(&self) -> usize {
        let heaps = self.heaps.values().map(Heaps::len).sum::<usize>();
        self.known.len() + heaps + self.tables.values().map(|table| table.known).sum::<usize>()
    }

    /// Whether none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && self.heaps.is_empty() && self.tables.is_empty()
    }

    /// Bytes used, roughly: a hash table is at least half full where it has grown.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let tables = self.heaps.values().map(Heaps::len).sum::<usize>() * size_of::<u16>();
        let more = self.tables.values().map(Table::bytes).sum::<usize>();
        (self.known.len() * 2 * (size_of::<Part>() + size_of::<PartWorth>()) + tables + more) as u64
    }
}
