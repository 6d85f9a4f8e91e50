//! What is known of positions that were looked at: a table that grows while memory lasts, and then forgets what took least to find out.
//!
//! Positions are kept whole, so nothing is taken for something else. Each has its place in one bucket of a few, found by its hash.

use super::tree::{ENDLESS, Score};
use crate::store::row_hash;

/// Places in a bucket.
const PLACES: usize = 4;

/// Buckets at first.
const FIRST: usize = 1 << 8;

/// Between what a score is known to lie, in as few bytes as the kind of game allows.
pub(super) trait Bounds: Copy {
    /// What is known if nothing is.
    const NOTHING: Self;
    /// These bounds; `None` where they do not fit.
    fn of(least: Score, most: Score) -> Option<Self>;
    /// Not worth less.
    fn least(self) -> Score;
    /// Nor more.
    fn most(self) -> Score;
}

/// A loss, a draw or a win.
impl Bounds for [i8; 2] {
    const NOTHING: [i8; 2] = [-1, 1];

    fn of(least: Score, most: Score) -> Option<[i8; 2]> {
        Some([i8::try_from(least.max(-1)).ok()?, i8::try_from(most.min(1)).ok()?])
    }

    fn least(self) -> Score {
        self[0].into()
    }

    fn most(self) -> Score {
        self[1].into()
    }
}

/// A lead.
impl Bounds for [i64; 2] {
    const NOTHING: [i64; 2] = [i64::MIN, i64::MAX];

    fn of(least: Score, most: Score) -> Option<[i64; 2]> {
        let least = if least <= -ENDLESS { i64::MIN } else { i64::try_from(least).ok()? };
        let most = if most >= ENDLESS { i64::MAX } else { i64::try_from(most).ok()? };
        Some([least, most])
    }

    fn least(self) -> Score {
        if self[0] == i64::MIN { -ENDLESS } else { self[0].into() }
    }

    fn most(self) -> Score {
        if self[1] == i64::MAX { ENDLESS } else { self[1].into() }
    }
}

/// A position with what is known of it.
#[derive(Clone, Copy)]
struct Entry<const N: usize, B> {
    row: [u64; N],
    bounds: B,
    /// How many positions were looked at for it: the power of two that this is above.
    work: u8,
}

pub(super) struct Table<const N: usize, B> {
    entries: Vec<Entry<N, B>>,
    full: usize,
    /// Whether there may be more buckets.
    grows: bool,
}

/// A row that no position has.
const fn nobody<const N: usize>() -> [u64; N] {
    [u64::MAX; N]
}

impl<const N: usize, B: Bounds> Table<N, B> {
    pub(super) fn new() -> Table<N, B> {
        Table { entries: vec![Self::NONE; FIRST * PLACES], full: 0, grows: true }
    }

    const NONE: Entry<N, B> = Entry { row: nobody(), bounds: B::NOTHING, work: 0 };

    /// The hash by which a position is looked for.
    pub(super) fn hash(row: &[u64; N]) -> u64 {
        row_hash(row)
    }

    fn bucket(&self, hash: u64) -> usize {
        let wide = u128::from(hash) * (self.entries.len() / PLACES) as u128;
        usize::try_from(wide >> 64).expect("less than the number of buckets") * PLACES
    }

    /// What is known of a position.
    pub(super) fn get(&self, row: &[u64; N], hash: u64) -> Option<B> {
        let first = self.bucket(hash);
        let bucket = &self.entries[first..first + PLACES];
        bucket.iter().find(|entry| entry.row == *row).map(|entry| entry.bounds)
    }

    /// Keeps what is known of a position. `fits` says whether so many bytes may be used.
    pub(super) fn put(&mut self, row: &[u64; N], hash: u64, (bounds, work): (B, u64), fits: impl Fn(u64) -> bool) {
        let work = u8::try_from(work.max(1).ilog2()).unwrap_or(u8::MAX);
        loop {
            let first = self.bucket(hash);
            let bucket = &mut self.entries[first..first + PLACES];
            if let Some(entry) = bucket.iter_mut().find(|entry| entry.row == *row) {
                let least = entry.bounds.least().max(bounds.least());
                let most = entry.bounds.most().min(bounds.most());
                entry.bounds = B::of(least, most).unwrap_or(bounds);
                entry.work = entry.work.max(work);
                return;
            }
            let entry = Entry { row: *row, bounds, work };
            if let Some(empty) = bucket.iter_mut().find(|entry| entry.row == nobody()) {
                *empty = entry;
                self.full += 1;
                return;
            }
            if self.grows && self.full * 2 > self.entries.len() {
                self.grows = self.next_bytes().is_some_and(&fits);
                if self.grows {
                    self.grow();
                    continue;
                }
            }
            let bucket = &mut self.entries[first..first + PLACES];
            if let Some(least) = bucket.iter_mut().min_by_key(|entry| entry.work) {
                *least = entry;
            }
            return;
        }
    }

    fn grow(&mut self) {
        let twice = vec![Self::NONE; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, twice);
        self.full = 0;
        for entry in old.into_iter().filter(|entry| entry.row != nobody()) {
            let first = self.bucket(Self::hash(&entry.row));
            // Half of a bucket goes to each of two: there is always room.
            if let Some(empty) = self.entries[first..first + PLACES].iter_mut().find(|place| place.row == nobody()) {
                *empty = entry;
                self.full += 1;
            }
        }
    }

    /// Bytes that are held.
    pub(super) fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<Entry<N, B>>()) as u64
    }

    /// Bytes that are held while it grows.
    fn next_bytes(&self) -> Option<u64> {
        self.bytes().checked_mul(3)
    }

    /// Bytes that a position takes: tables are between a quarter and all full.
    pub(super) const EACH: u64 = 2 * size_of::<Entry<N, B>>() as u64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use std::collections::HashMap;

    /// Whatever is put in and whatever is forgotten: what is there is what was put there last, and bounds only get narrower.
    #[test]
    fn nothing_is_taken_for_something_else() {
        for most in [0, 1 << 20] {
            let (mut table, mut dice, mut known) = (Table::<1, [i64; 2]>::new(), Dice::new(7), HashMap::new());
            let mut forgotten = 0;
            for _ in 0..40_000 {
                let row = [dice.bits() % 10_000];
                let hash = Table::<1, [i64; 2]>::hash(&row);
                let [least, more] = [dice.between(-9, 0), dice.between(0, 9)].map(Score::from);
                let bounds = <[i64; 2]>::of(least, more).expect("they are small");
                let new = table.get(&row, hash).is_none();
                table.put(&row, hash, (bounds, 1 + dice.bits() % 100), |bytes| bytes <= most);
                let put_before = known.insert(row, (least, more));
                forgotten += u32::from(new && put_before.is_some());
                let before = put_before.filter(|_| !new);
                let wanted = before.map_or((least, more), |(low, high)| (low.max(least), high.min(more)));
                known.insert(row, wanted);
                let found = table.get(&row, hash).expect("it was just put in");
                assert_eq!((found.least(), found.most()), wanted);
            }
            // Of 30,000 that came again, few are forgotten where there is room for all: those whose bucket was full.
            assert!(if most > 0 { forgotten < 1_500 } else { forgotten > 15_000 }, "{forgotten}");
            let first = FIRST as u64 * PLACES as u64 * size_of::<Entry<1, [i64; 2]>>() as u64;
            assert!(table.bytes() <= most.max(first));
        }
    }
}
