//! Positions in words with their codes, in one hash table that is filled while it is asked.
//!
//! Places are those of `layers`: open addressing, by the high half of a product, half to three quarters full. The table is cut into pieces
//! that grow one after the other, so that never much of it is there twice. Places rise with the hash: a piece that grows is read and written
//! from one end to the other.

use super::codes::{Codes, NONE};
use super::layers::{PARTS, hash, number, piece, place};
use crate::game::Fault;
use crate::value::Kind;
use bouton_jit::in_huge_pages;
use std::hint::black_box;

/// Slots of a new piece.
const FEWEST: usize = 8;

/// In a word where a slot is empty: words of a position are never all ones.
const EMPTY: u64 = u64::MAX;

/// Positions in words, each with its code or without one yet.
#[derive(Clone, Debug)]
pub(crate) struct Rowed {
    pieces: Vec<Piece>,
    /// How many words a position takes.
    words: usize,
    len: usize,
}

#[derive(Clone, Debug)]
struct Piece {
    /// The words of its slots, one after the other.
    rows: Vec<u64>,
    /// Their codes.
    codes: Codes,
    slots: usize,
    len: usize,
    /// The number of its first slot among those of all pieces, once the table is complete.
    first: usize,
}

impl Rowed {
    /// No position yet; they will take so many words.
    pub(crate) fn new(kind: Kind, words: usize) -> Rowed {
        let piece = || Piece { rows: Vec::new(), codes: Codes::narrow(kind, 0), slots: 0, len: 0, first: 0 };
        Rowed { pieces: (0..PARTS).map(|_| piece()).collect(), words, len: 0 }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The code of a position, `NONE` where it has none yet. What was not there is added, and nothing said of it.
    pub(crate) fn open(&mut self, row: &[u64]) -> Option<i64> {
        let (hash, words) = (hash(row), self.words);
        let piece = &mut self.pieces[piece(hash)];
        // Three quarters full at the most.
        if piece.len * 4 >= piece.slots * 3 {
            piece.grow(words);
        }
        let at = match piece.find(hash, row) {
            Ok(at) => return Some(piece.codes.code_at(at)),
            Err(at) => at,
        };
        piece.rows[at * words..][..words].copy_from_slice(row);
        piece.len += 1;
        self.len += 1;
        None
    }

    /// Gives a position that there is a code. A fault where the code fits no cell.
    pub(crate) fn know(&mut self, row: &[u64], code: i64) -> Result<(), Fault> {
        let hash = hash(row);
        let piece = &mut self.pieces[piece(hash)];
        match piece.lies(hash, row) {
            Some(at) if code != NONE => piece.codes.put(&[at as u64], &[code]),
            _ => Err(Fault::new("a value cannot be stored")),
        }
    }

    /// The code of a position; `NONE` where there is no such position, or no code yet.
    pub(crate) fn code(&self, row: &[u64]) -> i64 {
        let hash = hash(row);
        self.pieces[piece(hash)].code(hash, row)
    }

    /// The codes of some positions, appended in their order: their places are loaded first and compared afterwards, so that the processor
    /// waits for memory once and not once a position.
    pub(crate) fn look_up(&self, rows: &[u64], codes: &mut Vec<i64>) {
        let load = |row: &[u64]| {
            let hash = hash(row);
            self.pieces[piece(hash)].load(hash, self.words)
        };
        black_box(rows.chunks_exact(self.words).fold(0, |sum, row| sum ^ load(row)));
        codes.extend(rows.chunks_exact(self.words).map(|row| self.code(row)));
    }

    /// No position will be added any more: its slots get numbers.
    pub(crate) fn complete(&mut self) {
        number(self.pieces.iter_mut().map(|piece| (piece.slots, &mut piece.first)));
    }

    /// How many slots it has.
    pub(crate) fn slots(&self) -> usize {
        self.pieces.iter().map(|piece| piece.slots).sum()
    }

    /// The position in the slot of that number, once the table is complete, and its code.
    pub(crate) fn slot(&self, number: usize) -> Option<(&[u64], i64)> {
        let piece = &self.pieces[self.pieces.partition_point(|piece| piece.first <= number).checked_sub(1)?];
        let at = number - piece.first;
        let row = piece.rows.get(at * self.words..)?.get(..self.words)?;
        is_full(row).then(|| (row, piece.codes.code_at(at)))
    }

    /// The numbers of all slots that hold a position, sorted by position.
    pub(crate) fn sorted(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.slots()).filter(|number| self.slot(*number).is_some()).collect();
        all.sort_by_key(|number| self.slot(*number));
        all
    }

    /// Bytes used.
    pub(crate) fn bytes(&self) -> u64 {
        self.pieces.iter().map(Piece::bytes).sum()
    }

    /// Bytes used at the worst moment of the next additions: a piece that grows is there twice, the new one half as large again.
    pub(crate) fn peak_bytes(&self) -> u64 {
        self.bytes() + 2 * self.pieces.iter().map(Piece::bytes).max().unwrap_or(0)
    }

    /// Bytes that one of many positions takes: its words and mostly one byte of code, half to three quarters of the slots being full,
    /// and half as much again for what grows and what searches keep beside it.
    pub(crate) fn each_bytes(words: usize) -> u64 {
        (8 * words as u64 + 1) * 5 / 2
    }
}

impl Piece {
    /// Where a position lies, or the empty slot where it would. There is an empty slot.
    #[inline]
    fn find(&self, hash: u64, row: &[u64]) -> Result<usize, usize> {
        let words = row.len();
        let mut at = place(hash, self.slots);
        loop {
            let known = &self.rows[at * words..][..words];
            if same(known, row) {
                return Ok(at);
            }
            if !is_full(known) {
                return Err(at);
            }
            at = if at + 1 == self.slots { 0 } else { at + 1 };
        }
    }

    /// Where a position lies, if it is there.
    #[inline]
    fn lies(&self, hash: u64, row: &[u64]) -> Option<usize> {
        if self.rows.is_empty() { None } else { self.find(hash, row).ok() }
    }

    #[inline]
    fn code(&self, hash: u64, row: &[u64]) -> i64 {
        self.lies(hash, row).map_or(NONE, |at| self.codes.code_at(at))
    }

    /// Takes a place into the processor's cache.
    #[inline]
    fn load(&self, hash: u64, words: usize) -> u64 {
        let at = place(hash, self.slots);
        self.rows.get(at * words).map_or(0, |word| word ^ self.codes.code_at(at).cast_unsigned())
    }

    fn grow(&mut self, words: usize) {
        self.slots = (self.slots * 3 / 2).max(FEWEST);
        let old = std::mem::replace(&mut self.rows, in_huge_pages(self.slots * words, || EMPTY));
        let mut moved = Vec::with_capacity(self.len);
        for (from, row) in old.chunks_exact(words).enumerate().filter(|(_, row)| is_full(row)) {
            if let Err(to) = self.find(hash(row), row) {
                self.rows[to * words..][..words].copy_from_slice(row);
                moved.push((from, to));
            }
        }
        self.codes.rearrange(self.slots, &moved);
    }

    fn bytes(&self) -> u64 {
        (self.rows.capacity() * size_of::<u64>() + size_of::<Piece>()) as u64 + self.codes.bytes()
    }
}

/// Whether two rows are the same: most are of one word or two, for which to call a function would take longer.
#[inline]
fn same(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one == other)
}

/// Whether a slot holds a position.
#[inline]
fn is_full(row: &[u64]) -> bool {
    row.iter().any(|word| *word != EMPTY)
}

#[cfg(test)]
#[allow(clippy::cast_possible_wrap, reason = "they count to 20,000")]
mod tests {
    use super::*;

    fn row(n: u64, words: usize) -> Vec<u64> {
        (0..words as u64).map(|word| n.wrapping_mul(word + 1) << 3).collect()
    }

    /// Positions of so many words, every third of which gets a code: of wins in up to 20,000 plies.
    fn filled(count: u64, words: usize) -> Rowed {
        let mut rowed = Rowed::new(Kind::Outcome, words);
        for n in 0..count {
            assert_eq!((rowed.open(&row(n, words)), rowed.open(&row(n, words))), (None, Some(NONE)), "{n}");
            if n % 3 == 0 {
                rowed.know(&row(n, words), code(n)).expect("it fits");
            }
        }
        rowed
    }

    fn code(n: u64) -> i64 {
        i64::from(i32::MAX) - n as i64
    }

    fn wanted(n: u64) -> i64 {
        if n.is_multiple_of(3) { code(n) } else { NONE }
    }

    #[test]
    fn what_is_added_is_found_and_nothing_else() {
        for (count, words) in [(0, 1), (1, 1), (300, 3), (20_000, 1), (20_000, 2)] {
            let mut rowed = filled(count, words);
            assert_eq!(rowed.len() as u64, count);
            let all: Vec<u64> = (0..count + 100).rev().flat_map(|n| row(n, words)).collect();
            let mut codes = Vec::new();
            rowed.look_up(&all, &mut codes);
            let known = (0..count).rev().map(wanted);
            assert!(codes.into_iter().eq(std::iter::repeat_n(NONE, 100).chain(known)), "{count} of {words} words");
            assert!((0..count).all(|n| rowed.open(&row(n, words)) == Some(wanted(n))));
            assert!(rowed.know(&row(count, words), 0).is_err() && rowed.len() as u64 == count);
        }
    }

    #[test]
    fn slots_hold_every_position_once_and_are_sorted_by_position() {
        let mut rowed = filled(20_000, 2);
        rowed.complete();
        let sorted: Vec<_> = rowed.sorted().into_iter().filter_map(|number| rowed.slot(number)).collect();
        let rows: Vec<_> = (0..20_000).map(|n| (row(n, 2), wanted(n))).collect();
        assert!(sorted.into_iter().eq(rows.iter().map(|(row, code)| (row.as_slice(), *code))));
        assert!(rowed.slot(rowed.slots()).is_none());
    }

    /// Half to three quarters of the slots are full; a piece that grows is a small part of all.
    #[test]
    fn it_takes_little_more_than_what_is_in_it() {
        let rowed = filled(20_000, 2);
        let full = 20_000 * (2 * 8 + 2);
        assert!((full * 4 / 3..full * 21 / 10).contains(&rowed.bytes()), "{} for {full}", rowed.bytes());
        assert!(rowed.peak_bytes() < rowed.bytes() * 9 / 8);
    }
}
