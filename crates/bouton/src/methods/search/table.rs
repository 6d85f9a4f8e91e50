//! What is known of positions that were looked at: a table that grows while memory lasts, and then forgets what took least to find out.
//!
//! Positions are kept whole, so nothing is taken for something else. Each has its place in one bucket of a few, found by its hash.

use super::tree::Score;
use crate::store::row_hash;
use bouton_jit::in_huge_pages;
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};

/// Places in a bucket.
const PLACES: usize = 5;

/// Buckets at first: a power of two.
const FIRST: usize = 1 << 8;

/// Bytes up to which a table doubles; a larger one grows by a half and then by a third.
const SMALL: u64 = 1 << 27;

/// Between what a score is known to lie, in as few bytes as the kind of game allows.
pub(super) trait Bounds: Copy + Send {
    /// What they lie around.
    type Score: Score;
    /// What is known if nothing is.
    const NOTHING: Self;
    /// These bounds; `None` where they do not fit.
    fn of(least: Self::Score, most: Self::Score) -> Option<Self>;
    /// Not worth less.
    fn least(self) -> Self::Score;
    /// Nor more.
    fn most(self) -> Self::Score;
}

/// A loss, a draw or a win, or a lead of two digits. Of what is beyond, less is known than was found: never too much.
impl Bounds for [i8; 2] {
    type Score = i64;
    const NOTHING: [i8; 2] = [i8::MIN, i8::MAX];

    fn of(least: i64, most: i64) -> Option<[i8; 2]> {
        let least = i8::try_from(least.min(NARROW)).unwrap_or(i8::MIN);
        let most = i8::try_from(most.max(-NARROW)).unwrap_or(i8::MAX);
        Some([least, most])
    }

    fn least(self) -> i64 {
        if self[0] == i8::MIN { -i64::ENDLESS } else { self[0].into() }
    }

    fn most(self) -> i64 {
        if self[1] == i8::MAX { i64::ENDLESS } else { self[1].into() }
    }
}

/// Leads up to this are kept in one byte.
pub(super) const NARROW: i64 = 126;

/// A lead.
impl Bounds for [i64; 2] {
    type Score = i128;
    const NOTHING: [i64; 2] = [i64::MIN, i64::MAX];

    fn of(least: i128, most: i128) -> Option<[i64; 2]> {
        let least = if least <= -i128::ENDLESS { i64::MIN } else { i64::try_from(least).ok()? };
        let most = if most >= i128::ENDLESS { i64::MAX } else { i64::try_from(most).ok()? };
        Some([least, most])
    }

    fn least(self) -> i128 {
        if self[0] == i64::MIN { -i128::ENDLESS } else { self[0].into() }
    }

    fn most(self) -> i128 {
        if self[1] == i64::MAX { i128::ENDLESS } else { self[1].into() }
    }
}

/// Positions that a hash chooses among, with what is known of each.
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

    /// Keeps what is known of a position, in place of what took least to find out where there is no room; whether a place was free.
    fn put(&mut self, row: &[u64; N], bounds: B, work: u8) -> bool {
        if let Some(place) = self.place(row) {
            let known = self.bounds[place];
            let (least, most) = (known.least().max(bounds.least()), known.most().min(bounds.most()));
            self.set(place, *row, B::of(least, most).unwrap_or(bounds), work.max(self.work[place]));
            return false;
        }
        let free = self.place(&nobody());
        let least = || (0..PLACES).min_by_key(|place| self.work[*place]).expect("a bucket has places");
        self.set(free.unwrap_or_else(least), *row, bounds, work);
        free.is_some()
    }

    fn set(&mut self, place: usize, row: [u64; N], bounds: B, work: u8) {
        (self.rows[place], self.bounds[place], self.work[place]) = (row, bounds, work);
    }
}

/// A bucket that several threads may ask for: five positions of one word that are lost, drawn or won fill a line of the processor's cache.
#[repr(align(64))]
struct Shelf<const N: usize, B>(Mutex<Bucket<N, B>>);

impl<const N: usize, B: Bounds> Shelf<N, B> {
    fn empty() -> Shelf<N, B> {
        Shelf(Mutex::new(Bucket::EMPTY))
    }
}

pub(super) struct Table<const N: usize, B> {
    /// The first buckets, and then two pieces for each time that there are twice as many.
    pieces: Vec<Vec<Shelf<N, B>>>,
    buckets: usize,
    full: usize,
    /// Whether there may be more buckets.
    grows: bool,
}

/// The table as a thread has it: alone, or with others at the same time.
pub(super) enum Hold<'t, const N: usize, B> {
    Alone(&'t mut Table<N, B>),
    /// With how many places this thread has filled.
    Shared(&'t Table<N, B>, usize),
}

impl<const N: usize, B: Bounds> Hold<'_, N, B> {
    /// Does something with the bucket of a hash.
    #[inline]
    fn with<R>(&mut self, hash: u64, work: impl FnOnce(&mut Bucket<N, B>) -> R) -> R {
        match self {
            Hold::Alone(table) => work(table.bucket(table.place(hash))),
            Hold::Shared(table, _) => {
                work(&mut table.shelf(table.place(hash)).0.lock().unwrap_or_else(PoisonError::into_inner))
            }
        }
    }

    /// Reads where positions of these hashes would be: memory is then waited for once, not once for each.
    pub(super) fn touch(&self, hashes: &[u64]) {
        let table: &Table<N, B> = match self {
            Hold::Alone(table) => table,
            Hold::Shared(table, _) => table,
        };
        // This waits for no lock.
        let read = |hash: &u64| table.shelf(table.place(*hash)).0.is_poisoned();
        black_box(hashes.iter().fold(false, |any, hash| any ^ read(hash)));
    }

    /// What is known of a position.
    pub(super) fn get(&mut self, row: &[u64; N], hash: u64) -> Option<B> {
        self.with(hash, |bucket| bucket.place(row).map(|place| bucket.bounds[place]))
    }

    /// Keeps between what the score of a position lies, which it took so much work to find out; what is beyond the 64-bit numbers is not kept.
    pub(super) fn keep(&mut self, (row, hash): (&[u64; N], u64), (least, most): (B::Score, B::Score), work: u64) {
        let Some(bounds) = B::of(least, most) else { return };
        let work = u8::try_from(work.max(1).ilog2()).expect("64 bits have fewer than 64 powers of two");
        let filled = self.with(hash, |bucket| bucket.put(row, bounds, work));
        match self {
            Hold::Alone(table) => table.full += usize::from(filled),
            Hold::Shared(_, full) => *full += usize::from(filled),
        }
    }
}

/// A row that no position has.
const fn nobody<const N: usize>() -> [u64; N] {
    [u64::MAX; N]
}

impl<const N: usize, B: Bounds> Table<N, B> {
    pub(super) fn new() -> Table<N, B> {
        let first = (0..FIRST).map(|_| Shelf::empty()).collect();
        Table { pieces: vec![first], buckets: FIRST, full: 0, grows: true }
    }

    /// The number of the bucket of a hash: it rises with the hash.
    fn place(&self, hash: u64) -> usize {
        let wide = u128::from(hash) * self.buckets as u128;
        usize::try_from(wide >> 64).expect("less than the number of buckets")
    }

    fn shelf(&self, bucket: usize) -> &Shelf<N, B> {
        let (piece, at) = in_pieces(bucket);
        &self.pieces[piece][at]
    }

    fn bucket(&mut self, bucket: usize) -> &mut Bucket<N, B> {
        let (piece, at) = in_pieces(bucket);
        self.pieces[piece][at].0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether something is known of a position. Only asked for while no thread works on it.
    pub(super) fn knows(&self, row: &[u64; N]) -> bool {
        let shelf = self.shelf(self.place(row_hash(row)));
        shelf.0.lock().unwrap_or_else(PoisonError::into_inner).place(row).is_some()
    }

    /// So many places more were filled by threads that shared it.
    pub(super) fn filled(&mut self, places: usize) {
        self.full += places;
    }

    /// Makes room for more once it is half full. `fits` says whether so many bytes may be used.
    pub(super) fn make_room(&mut self, fits: impl Fn(u64) -> bool) {
        while self.grows && self.full * 2 > self.buckets * PLACES {
            self.grows = bytes::<N, B>(self.buckets + self.more()).is_some_and(&fits);
            if self.grows {
                self.grow();
            }
        }
    }

    /// How many buckets come next: as many again, or half of the power of two that there are at least.
    fn more(&self) -> usize {
        let half = half_of(self.buckets);
        let small = bytes::<N, B>(self.buckets + half).is_some_and(|bytes| bytes < SMALL);
        if small { 2 * half } else { half }
    }

    /// Adds buckets, and moves what there is apart, in place: a bucket's number rises with the hash and with how many there are, so that each
    /// goes to itself or to later ones, and the last goes first.
    fn grow(&mut self) {
        let (old, all) = (self.buckets, self.buckets + self.more());
        while self.buckets < all {
            let piece = half_of(self.buckets);
            self.pieces.push(in_huge_pages(piece, Shelf::empty));
            self.buckets += piece;
        }
        self.full = 0;
        (0..old).rev().for_each(|from| self.put_anew(from));
    }

    /// Gives buckets back as long as what there is does not fit: what they held is known no more where there is no room for it. It grows no more then.
    pub(super) fn give_back(&mut self, fits: impl Fn(u64) -> bool) {
        while self.pieces.len() > 1 && !fits(self.bytes()) {
            let old = self.buckets;
            (self.grows, self.full) = (false, 0);
            self.buckets -= self.pieces.last().expect("there is more than one").len();
            // Each goes to itself or to earlier ones, so the first goes first.
            (0..old).for_each(|from| self.put_anew(from));
            self.pieces.pop();
        }
    }

    /// Puts what a bucket holds where it belongs among so many buckets as there are now.
    fn put_anew(&mut self, from: usize) {
        let bucket = std::mem::replace(self.bucket(from), Bucket::EMPTY);
        for place in (0..PLACES).filter(|place| bucket.rows[*place] != nobody()) {
            let to = self.place(row_hash(&bucket.rows[place]));
            let filled = self.bucket(to).put(&bucket.rows[place], bucket.bounds[place], bucket.work[place]);
            self.full += usize::from(filled);
        }
    }

    /// Bytes that are held.
    pub(super) fn bytes(&self) -> u64 {
        bytes::<N, B>(self.buckets).expect("they are in memory")
    }

    /// Bytes that a position takes: tables are between a quarter and all full.
    pub(super) const EACH: u64 = 2 * size_of::<Shelf<N, B>>() as u64 / PLACES as u64;
}

/// Half of the power of two that there are at least.
fn half_of(buckets: usize) -> usize {
    (1 << buckets.ilog2()) / 2
}

/// The piece that holds the bucket of that number, and its place there.
#[inline]
fn in_pieces(bucket: usize) -> (usize, usize) {
    let Some(doubled) = (bucket / FIRST).checked_ilog2() else { return (0, bucket) };
    // Each piece is half of what there was at that power of two.
    let width = (FIRST / 2).ilog2() + doubled;
    let (half, at) = (bucket >> width, bucket & ((1 << width) - 1));
    (2 * doubled as usize + half - 1, at)
}

/// Bytes of so many buckets.
fn bytes<const N: usize, B>(buckets: usize) -> Option<u64> {
    (size_of::<Shelf<N, B>>() as u64).checked_mul(buckets as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use std::collections::HashMap;

    /// Whatever is put in and whatever is forgotten: what is there is what was put there last, and bounds only get narrower.
    #[test]
    fn nothing_is_taken_for_something_else() {
        for most in [0, 1 << 22] {
            nothing_is_mistaken::<[i64; 2]>(most);
            nothing_is_mistaken::<[i8; 2]>(most);
        }
    }

    fn nothing_is_mistaken<B: Bounds>(most: u64) {
        let (mut table, mut dice, mut known) = (Table::<1, B>::new(), Dice::new(7), HashMap::new());
        let mut forgotten = 0;
        for _ in 0..40_000 {
            let row = [dice.bits() % 10_000];
            let hash = row_hash(&row);
            let [least, more] = [dice.between(-9, 0), dice.between(0, 9)];
            let [least, more] = [least, more].map(|lead| B::Score::of(lead).expect("a small lead"));
            let new = Hold::Alone(&mut table).get(&row, hash).is_none();
            Hold::Alone(&mut table).keep((&row, hash), (least, more), 1 + dice.bits() % 100);
            table.make_room(|bytes| bytes <= most);
            let put_before = known.insert(row, (least, more));
            forgotten += u32::from(new && put_before.is_some());
            let before = put_before.filter(|_| !new);
            let wanted = before.map_or((least, more), |(low, high)| (low.max(least), high.min(more)));
            known.insert(row, wanted);
            let found = Hold::Alone(&mut table).get(&row, hash).expect("it was just put in");
            assert!((found.least(), found.most()) == wanted);
        }
        // Of 30,000 that came again, few are forgotten where there is room for all: those whose bucket was full.
        assert!(if most > 0 { forgotten < 1_500 } else { forgotten > 15_000 }, "{forgotten}");
        let first = FIRST as u64 * size_of::<Shelf<1, B>>() as u64;
        assert!(table.bytes() <= most.max(first));
    }

    /// Pieces follow each other without a gap, each half of the power of two before it.
    #[test]
    fn every_bucket_lies_in_one_piece() {
        let mut table = Table::<1, [i8; 2]>::new();
        for _ in 0..4 {
            table.grow();
        }
        let lengths: Vec<usize> = table.pieces.iter().map(Vec::len).collect();
        let halves: Vec<usize> = lengths.iter().map(|length| length / (FIRST / 2)).collect();
        assert_eq!(halves, [2, 1, 1, 2, 2, 4, 4, 8, 8]);
        let all = lengths.iter().enumerate().flat_map(|(piece, length)| (0..*length).map(move |at| (piece, at)));
        assert!((0..table.buckets).map(in_pieces).eq(all));
    }

    /// A table that gives buckets back knows nothing else of a position than before, and all that there is still room for.
    #[test]
    fn what_is_left_after_giving_back_is_what_was_known() {
        let score =
            |lead: u64| <[i64; 2] as Bounds>::Score::of(i64::try_from(lead).expect("small")).expect("a small lead");
        let mut table = Table::<1, [i64; 2]>::new();
        for row in 0..4_000 {
            Hold::Alone(&mut table).keep((&[row], row_hash(&[row])), (score(row), score(row + 1)), 1);
            table.make_room(|_| true);
        }
        let mut before = 4_000;
        while table.pieces.len() > 1 {
            let held = table.bytes();
            table.give_back(|bytes| bytes < held);
            assert!(table.bytes() < held && !table.grows);
            let places = table.buckets * PLACES;
            let known = (0..4_000).filter(|row| {
                let found = Hold::Alone(&mut table).get(&[*row], row_hash(&[*row]));
                found.is_some_and(|found| {
                    assert!((found.least(), found.most()) == (score(*row), score(*row + 1)));
                    true
                })
            });
            let known = known.count();
            assert!(
                known == table.full && known <= before && known * 5 > before.min(places) * 4,
                "{known} of {before}"
            );
            before = known;
        }
        let held = table.bytes();
        table.give_back(|_| false);
        assert!(table.bytes() == held);
    }

    #[test]
    fn what_a_byte_does_not_hold_is_known_less_of() {
        const ENDLESS: i64 = i64::ENDLESS;
        let kept = |least, most| <[i8; 2]>::of(least, most).map(|bounds| (bounds.least(), bounds.most()));
        assert_eq!(kept(-126, 126), Some((-126, 126)));
        assert_eq!(kept(500, 900), Some((126, ENDLESS)));
        assert_eq!(kept(-900, -500), Some((-ENDLESS, -126)));
        assert_eq!(kept(-ENDLESS, ENDLESS), Some((-ENDLESS, ENDLESS)));
        assert_eq!(kept(-127, 127), Some((-127, ENDLESS)));
    }
}
