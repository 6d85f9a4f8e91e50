//! Positions numbered in the order they are found; each is kept once.

use crate::limits::STRIDE;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash};

/// A two-way table: position ↔ number. A fixed hash and numbers in order of discovery make it the same in every run.
#[derive(Clone, Debug)]
pub struct Numbering<P> {
    table: HashTable<u32>,
    positions: Vec<P>,
}

/// Numbers stay below this, so that one more bit can be packed beside them.
const LIMIT: usize = 1 << 31;

impl<P> Default for Numbering<P> {
    fn default() -> Numbering<P> {
        Numbering { table: HashTable::new(), positions: Vec::new() }
    }
}

impl<P: Eq + Hash + Ord> Numbering<P> {
    /// The number of a position, and whether it is new. `None` when there are 2³¹ already.
    pub fn add(&mut self, position: P) -> Option<(u32, bool)> {
        let hash = hash(&position);
        let Numbering { table, positions } = self;
        if let Some(&number) = table.find(hash, |&number| positions[number as usize] == position) {
            return Some((number, false));
        }
        let number = u32::try_from(positions.len()).ok().filter(|&number| (number as usize) < LIMIT)?;
        positions.push(position);
        table.insert_unique(hash, number, |&number| self::hash(&positions[number as usize]));
        Some((number, true))
    }

    /// The number of a position, if it has one.
    #[must_use]
    pub fn find(&self, position: &P) -> Option<u32> {
        self.table.find(hash(position), |&number| self.positions[number as usize] == *position).copied()
    }

    /// The position with a number below `len`.
    #[must_use]
    pub fn position(&self, number: u32) -> &P {
        &self.positions[number as usize]
    }

    /// Every position by its number.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Numbers and positions, sorted by position.
    #[must_use]
    pub fn sorted(&self) -> Vec<(usize, &P)> {
        let mut all: Vec<(usize, &P)> = self.positions.iter().enumerate().collect();
        all.sort_by_key(|&(_, position)| position);
        all
    }

    /// Bytes used, where a position takes `position_bytes`.
    #[must_use]
    pub fn bytes(&self, position_bytes: usize) -> u64 {
        let spare = (self.positions.capacity() - self.len()) * size_of::<P>();
        (self.len() * position_bytes + spare + self.table.allocation_size()) as u64
    }

    /// Bytes that one of many positions takes at the worst moment. What grows by doubling takes 1½ to 3 times what is in
    /// it, so twice is right within a half; a table's slots take 5 bytes, at the most seven eighths of them full.
    #[must_use]
    pub fn each_bytes(position_bytes: usize) -> u64 {
        (2 * position_bytes + 12) as u64
    }

    /// Bytes used at the worst moment of the next additions: a table that grows is there twice, the new one double.
    #[must_use]
    pub fn peak_bytes(&self, position_bytes: usize) -> u64 {
        let table = self.table.allocation_size() * growing(self.len(), self.table.capacity());
        let row = self.positions.capacity() * size_of::<P>() * growing(self.len(), self.positions.capacity());
        let owned = self.len() * position_bytes.saturating_sub(size_of::<P>());
        (table + row + owned) as u64
    }
}

/// 3 if a row of this capacity is about to grow, else 1.
pub(crate) fn growing(len: usize, capacity: usize) -> usize {
    if len + STRIDE >= capacity { 3 } else { 1 }
}

fn hash<P: Hash>(position: &P) -> u64 {
    FixedState::with_seed(0).hash_one(position)
}
