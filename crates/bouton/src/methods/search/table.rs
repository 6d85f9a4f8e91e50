//! What is known of positions that were looked at: a table that grows while memory lasts, and then forgets what took least to find out.
//!
//! Positions are kept whole, so nothing is taken for something else. Each has its place in one bucket of a few, found by its hash.

use super::tree::{ENDLESS, Score};
use crate::store::row_hash;
use std::hint::black_box;

/// Places in a bucket.
const PLACES: usize = 5;

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

/// Positions that a hash chooses among, with what is known of each: five of one word, a loss, a draw or a win fill a line of the processor's cache.
#[derive(Clone)]
#[repr(align(64))]
struct Bucket<const N: usize, B> {
    rows: [[u64; N]; PLACES],
    bounds: [B; PLACES],
    /// How many positions were looked at for it: the power of two that this is above.
    work: [u8; PLACES],
}

impl<const N: usize, B: Bounds> Bucket<N, B> {
    const EMPTY: Bucket<N, B> = Bucket { rows: [nobody(); PLACES], bounds: [B::NOTHING; PLACES], work: [0; PLACES] };

    fn place(&self, row: &[u64; N]) -> Option<usize> {
        self.rows.iter().position(|known| known == row)
    }

    fn set(&mut self, place: usize, row: [u64; N], bounds: B, work: u8) {
        (self.rows[place], self.bounds[place], self.work[place]) = (row, bounds, work);
    }
}

pub(super) struct Table<const N: usize, B> {
    buckets: Vec<Bucket<N, B>>,
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
        Table { buckets: vec![Bucket::EMPTY; FIRST], full: 0, grows: true }
    }

    /// The hash by which a position is looked for.
    pub(super) fn hash(row: &[u64; N]) -> u64 {
        row_hash(row)
    }

    fn bucket(&self, hash: u64) -> usize {
        let wide = u128::from(hash) * self.buckets.len() as u128;
        usize::try_from(wide >> 64).expect("less than the number of buckets")
    }

    /// Reads where positions of these hashes would be: memory is then waited for once, not once for each.
    pub(super) fn touch(&self, hashes: impl Iterator<Item = u64>) {
        black_box(hashes.fold(0, |sum, hash| sum ^ self.buckets[self.bucket(hash)].rows[0][0]));
    }

    /// What is known of a position.
    pub(super) fn get(&self, row: &[u64; N], hash: u64) -> Option<B> {
        let bucket = &self.buckets[self.bucket(hash)];
        bucket.place(row).map(|place| bucket.bounds[place])
    }

    /// Keeps what is known of a position. `fits` says whether so many bytes may be used.
    pub(super) fn put(&mut self, row: &[u64; N], hash: u64, (bounds, work): (B, u64), fits: impl Fn(u64) -> bool) {
        let work = u8::try_from(work.max(1).ilog2()).expect("64 bits have fewer than 64 powers of two");
        loop {
            let at = self.bucket(hash);
            let bucket = &mut self.buckets[at];
            if let Some(place) = bucket.place(row) {
                let known = bucket.bounds[place];
                let (least, most) = (known.least().max(bounds.least()), known.most().min(bounds.most()));
                let narrower = B::of(least, most).unwrap_or(bounds);
                return bucket.set(place, *row, narrower, work.max(bucket.work[place]));
            }
            if let Some(empty) = bucket.place(&nobody()) {
                bucket.set(empty, *row, bounds, work);
                self.full += 1;
                return;
            }
            if self.grows && self.full * 2 > self.buckets.len() * PLACES {
                self.grows = self.next_bytes().is_some_and(&fits);
                if self.grows {
                    self.grow();
                    continue;
                }
            }
            let bucket = &mut self.buckets[at];
            let least = (0..PLACES).min_by_key(|place| bucket.work[*place]).expect("a bucket has places");
            return bucket.set(least, *row, bounds, work);
        }
    }

    fn grow(&mut self) {
        let twice = vec![Bucket::EMPTY; self.buckets.len() * 2];
        let old = std::mem::replace(&mut self.buckets, twice);
        self.full = 0;
        for bucket in old {
            for place in (0..PLACES).filter(|place| bucket.rows[*place] != nobody()) {
                let to = self.bucket(Self::hash(&bucket.rows[place]));
                // Half of a bucket goes to each of two: there is always room.
                let empty = self.buckets[to].place(&nobody()).expect("a bucket has room for half of one");
                self.buckets[to].set(empty, bucket.rows[place], bucket.bounds[place], bucket.work[place]);
                self.full += 1;
            }
        }
    }

    /// Bytes that are held.
    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.capacity() * size_of::<Bucket<N, B>>()) as u64
    }

    /// Bytes that are held while it grows.
    fn next_bytes(&self) -> Option<u64> {
        self.bytes().checked_mul(3)
    }

    /// Bytes that a position takes: tables are between a quarter and all full.
    pub(super) const EACH: u64 = 2 * size_of::<Bucket<N, B>>() as u64 / PLACES as u64;
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
            let first = FIRST as u64 * size_of::<Bucket<1, [i64; 2]>>() as u64;
            assert!(table.bytes() <= most.max(first));
        }
    }
}
