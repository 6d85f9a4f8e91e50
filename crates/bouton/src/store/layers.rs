//! Positions in words, layer by layer: those of one rank lie in a hash table of their own, in pieces that threads fill side by side.
//!
//! Open addressing with linear probing (Amdahl, Boehme, Rochester and Samuel, 1954), places by the high half of a product (Lemire's
//! "fast range", 2016), so that tables may be of any size: half to three quarters full. Where many positions are looked up together,
//! their places are loaded first and compared afterwards, so that the processor waits for memory once and not once a position.

mod away;
mod kept;

use super::codes::{Cell, Cells, Codes, Form, NONE, in_row};
use crate::game::Fault;
use crate::value::Value;
use away::Away;
pub(crate) use kept::Layers;
use std::hint::black_box;
use std::ops::Range;

/// Pieces of a layer, once it is large.
pub(crate) const PARTS: usize = 32;

/// Positions of a layer before it is cut into pieces.
const ONE_PIECE: usize = 1 << 12;

/// Slots of a new piece.
const FEWEST: usize = 8;

/// Positions whose places are loaded together, and cells that change their form together.
const TOGETHER: usize = 64;

/// Where fewer than so many of them lie in one layer, they are looked up one by one.
const FEW_TOGETHER: usize = 8;
const SOME: usize = 1 << 10;

/// No position: words are never all ones.
const fn empty<const N: usize>() -> [u64; N] {
    [u64::MAX; N]
}

/// A piece of a layer's table.
#[derive(Clone, Debug)]
pub(crate) struct Part<const N: usize> {
    slots: Vec<[u64; N]>,
    len: usize,
    /// The number of its first slot among those of all pieces, and how many it has, once the layer is complete.
    first: usize,
    size: usize,
}

impl<const N: usize> Default for Part<N> {
    fn default() -> Part<N> {
        Part { slots: Vec::new(), len: 0, first: 0, size: 0 }
    }
}

impl<const N: usize> Part<N> {
    /// Adds positions, each once.
    pub(crate) fn add_all(&mut self, all: &[[u64; N]]) {
        let mut hashes = [0; TOGETHER];
        for some in all.chunks(TOGETHER) {
            hashes.iter_mut().zip(some).for_each(|(hash, words)| *hash = self::hash(words));
            if (self.len + some.len()) * 4 > self.slots.len() * 3 {
                // It grows, unless enough of them are known.
                some.iter().zip(hashes).for_each(|(words, hash)| self.add(words, hash));
                continue;
            }
            let touched = hashes[..some.len()].iter().fold(0, |sum, hash| sum ^ self.slots[self.place(*hash)][0]);
            black_box(touched);
            some.iter().zip(hashes).for_each(|(words, hash)| self.put(words, hash));
        }
    }

    /// Adds a position, once; the table is three quarters full at the most.
    fn add(&mut self, words: &[u64; N], hash: u64) {
        if self.len * 4 >= self.slots.len() * 3 {
            self.grow((self.slots.len() * 3 / 2).max(FEWEST));
        }
        self.put(words, hash);
    }

    /// Adds a position that there is room for. One that is known is not written again: that would dirty its cache line, and is slower than the branch.
    #[inline]
    fn put(&mut self, words: &[u64; N], hash: u64) {
        if let Err(at) = self.find_from(self.place(hash), words) {
            self.slots[at] = *words;
            self.len += 1;
        }
    }

    fn grow(&mut self, slots: usize) {
        let old = std::mem::replace(&mut self.slots, vec![empty(); slots]);
        for words in old.into_iter().filter(is_full) {
            if let Err(at) = self.find_from(self.place(hash(&words)), &words) {
                self.slots[at] = words;
            }
        }
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        place(hash, self.slots.len())
    }

    /// Where a position lies, looked for from a slot on; or the empty slot where it would. There is always one.
    #[inline]
    fn find_from(&self, mut at: usize, words: &[u64; N]) -> Result<usize, usize> {
        loop {
            let known = &self.slots[at];
            if known == words {
                return Ok(at);
            }
            if !is_full(known) {
                return Err(at);
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
    }

    fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<[u64; N]>() + size_of::<Part<N>>()) as u64
    }

    /// Bytes by which its table grows if so many positions come that it does not hold.
    fn growth(&self, coming: usize) -> u64 {
        let grows = (self.len + coming) * 4 >= self.slots.len() * 3;
        if grows { (self.slots.len() / 2 * size_of::<[u64; N]>()) as u64 } else { 0 }
    }
}

/// Whether a slot holds a position.
#[inline]
pub(crate) fn is_full<const N: usize>(slot: &[u64; N]) -> bool {
    *slot != empty()
}

/// The hash of a position: its high bits name the piece, the others the place there.
#[inline]
pub(crate) fn hash(words: &[u64]) -> u64 {
    let mix = |one: u64, other: u64| one.wrapping_mul(other) ^ ((u128::from(one) * u128::from(other)) >> 64) as u64;
    let folded = words.iter().fold(0x9E37_79B9_7F4A_7C15, |hash, word| mix(hash ^ word, 0xD6E8_FEB8_6659_FD93));
    mix(folded, 0xA076_1D64_78BD_642F)
}

/// The first slot to look at, of so many.
#[inline]
pub(super) fn place(hash: u64, slots: usize) -> usize {
    let wide = u128::from(hash << PARTS.trailing_zeros()) * slots as u128;
    usize::try_from(wide >> 64).expect("less than the number of slots")
}

/// The piece that a position belongs to, in a layer that is cut into pieces.
#[inline]
pub(crate) fn part_of<const N: usize>(words: &[u64; N]) -> usize {
    piece(hash(words))
}

/// Numbers the slots of parts that lie behind each other: each part has so many, and its first gets this number.
pub(super) fn number<'p>(parts: impl Iterator<Item = (usize, &'p mut usize)>) {
    let mut next = 0;
    for (slots, first) in parts {
        *first = next;
        next += slots;
    }
}

#[inline]
pub(super) fn piece(hash: u64) -> usize {
    usize::try_from(hash >> (64 - PARTS.trailing_zeros())).expect("less than the number of parts")
}

/// The positions of one rank.
#[derive(Clone, Debug)]
pub(crate) struct Layer<const N: usize> {
    pub(crate) rank: i64,
    /// The highest rank that its moves lead to, once that is known; then how many positions it stands for, all images counted, and how many
    /// of them are finished.
    pub(crate) reaches: i64,
    pub(crate) positions: u64,
    pub(crate) finished: u64,
    /// One piece, or `PARTS` of them.
    parts: Vec<Part<N>>,
    /// The values by slot, those of all pieces one after the other; none before they are worked out.
    codes: Option<Codes>,
    away: Away,
}

impl<const N: usize> Layer<N> {
    pub(crate) fn new(rank: i64) -> Layer<N> {
        let parts = vec![Part::default()];
        Layer { rank, reaches: rank, positions: 0, finished: 0, parts, codes: None, away: Away::default() }
    }

    /// A layer of so many positions whose values are known, each once.
    pub(crate) fn of_entries<C: Cell>(
        rank: i64,
        count: usize,
        entries: impl Iterator<Item = ([u64; N], C)> + Clone,
    ) -> Result<Layer<N>, Fault> {
        let mut layer = Layer::new(rank);
        layer.pieces(count);
        for (words, _) in entries.clone() {
            let hash = hash(&words);
            let piece = layer.piece_of(hash);
            layer.parts[piece].add(&words, hash);
        }
        layer.complete();
        let mut cells = vec![C::UNKNOWN; layer.slots()];
        for (words, cell) in entries {
            let hash = hash(&words);
            let part = &layer.parts[layer.piece_of(hash)];
            if let Ok(at) = part.find_from(part.place(hash), &words) {
                cells[part.first + at] = cell;
            }
        }
        let mut codes = Codes::narrow(C::KIND, cells.len());
        for some in cells.chunks(SOME) {
            codes.extend(&some.iter().map(|cell| cell.known()).collect::<Vec<_>>())?;
        }
        layer.know(codes, 0, 0);
        Ok(layer)
    }

    /// How many positions it holds.
    pub(crate) fn len(&self) -> u64 {
        self.parts.iter().map(|part| part.len as u64).sum()
    }

    pub(crate) fn bytes(&self) -> u64 {
        let slots: u64 = self.parts.iter().map(Part::bytes).sum();
        slots + size_of::<Layer<N>>() as u64 + self.codes.as_ref().map_or(0, Codes::bytes)
    }

    /// Bytes by which it grows if so many positions come that it does not hold.
    pub(crate) fn growth(&self, coming: usize) -> u64 {
        self.parts.iter().map(|part| part.growth(coming / self.parts.len())).sum()
    }

    /// Its pieces, to be filled: `PARTS` of them if so many positions come to it that it is worth it.
    pub(crate) fn pieces(&mut self, coming: usize) -> &mut Vec<Part<N>> {
        if self.parts.len() == 1 && self.parts[0].len + coming > ONE_PIECE {
            let whole = std::mem::replace(&mut self.parts, vec![Part::default(); PARTS]);
            for words in whole.iter().flat_map(|part| &part.slots).filter(|slot| is_full(slot)) {
                let hash = hash(words);
                self.parts[piece(hash)].add(words, hash);
            }
        }
        &mut self.parts
    }

    /// No position will be added any more: its slots get numbers.
    pub(crate) fn complete(&mut self) {
        self.parts.iter_mut().for_each(|part| part.size = part.slots.len());
        self.number_slots();
    }

    fn number_slots(&mut self) {
        number(self.parts.iter_mut().map(|part| (part.size, &mut part.first)));
    }

    /// How many slots it has.
    pub(crate) fn slots(&self) -> usize {
        self.parts.iter().map(|part| part.size).sum()
    }

    /// The slots with these numbers, full or empty.
    pub(crate) fn between(&self, range: Range<usize>) -> impl Iterator<Item = &[u64; N]> {
        self.parts.iter().flat_map(move |part| {
            let local = |number: usize| number.saturating_sub(part.first).min(part.slots.len());
            &part.slots[local(range.start)..local(range.end)]
        })
    }

    /// The values of its slots are known, how many positions it stands for, and how many of them are finished.
    pub(crate) fn know(&mut self, codes: Codes, positions: u64, finished: u64) {
        self.codes = Some(codes);
        (self.positions, self.finished) = (positions, finished);
    }

    /// The number of the piece in which a position with that hash lies.
    #[inline]
    fn piece_of(&self, hash: u64) -> usize {
        if self.parts.len() == 1 { 0 } else { piece(hash) }
    }

    /// The codes of many positions that this layer should hold, appended in their order; `NONE` for those it does not.
    fn look_up(&self, all: &[[u64; N]], codes: &mut Vec<i64>) {
        match &self.codes {
            Some(Codes(cells)) => in_row!(cells, row => self.look_up_in(row, all, codes)),
            None => codes.extend(all.iter().map(|_| NONE)),
        }
    }

    fn look_up_in<F: Form>(&self, cells: &[F], all: &[[u64; N]], codes: &mut Vec<i64>) {
        let mut loaded = [(0, 0, false, F::UNKNOWN); TOGETHER];
        for some in all.chunks(TOGETHER) {
            for (words, loaded) in some.iter().zip(&mut loaded) {
                let hash = hash(words);
                let piece = self.piece_of(hash);
                let part = &self.parts[piece];
                let at = if part.slots.is_empty() { 0 } else { part.place(hash) };
                let there = part.slots.get(at).is_some_and(|slot| slot == words);
                *loaded = (piece, at, there, cells.get(part.first + at).copied().unwrap_or(F::UNKNOWN));
            }
            for (words, (piece, at, there, code)) in some.iter().zip(&loaded) {
                let part = &self.parts[*piece];
                let cell = match there {
                    true => *code,
                    false if part.slots.is_empty() => F::UNKNOWN,
                    false => match part.find_from(*at, words) {
                        Ok(at) => cells.get(part.first + at).copied().unwrap_or(F::UNKNOWN),
                        Err(_) => F::UNKNOWN,
                    },
                };
                codes.push(cell.known());
            }
        }
    }

    /// The code of a position that lies in the first slot where it may; nothing where it lies elsewhere.
    fn glance(&self, words: &[u64; N]) -> Option<i64> {
        let hash = hash(words);
        let part = &self.parts[self.piece_of(hash)];
        let at = if part.slots.is_empty() { 0 } else { part.place(hash) };
        let code = self.codes.as_ref()?.code_at(part.first + at);
        part.slots.get(at).is_some_and(|slot| slot == words).then_some(code)
    }

    /// Where a position has its code.
    fn slot(&self, words: &[u64; N]) -> Option<usize> {
        let hash = hash(words);
        let part = &self.parts[self.piece_of(hash)];
        if part.slots.is_empty() {
            return None;
        }
        part.find_from(part.place(hash), words).ok().map(|at| part.first + at)
    }

    /// The code of a position; `NONE` where there is none.
    fn code(&self, words: &[u64; N]) -> i64 {
        let known = |slot| Some(self.codes.as_ref()?.code_at(slot));
        self.slot(words).and_then(known).unwrap_or(NONE)
    }

    fn value(&self, words: &[u64; N]) -> Option<Value> {
        self.codes.as_ref()?.get(self.slot(words)?)
    }
}

/// The codes of many positions of these ranks, each looked up in the layer of its rank, appended in their order; `NONE` for those that are
/// nowhere. Those that follow each other lie in one layer in most games, and each in another in some.
pub(crate) fn look_up<'l, const N: usize>(
    mut rows: &[[u64; N]],
    ranks: &[i64],
    layer_of: impl Fn(i64) -> Option<&'l Layer<N>>,
    codes: &mut Vec<i64>,
) {
    let changes = ranks.windows(2).filter(|two| two[0] != two[1]).count();
    if changes * FEW_TOGETHER > ranks.len() {
        return look_up_each(rows, ranks, layer_of, codes);
    }
    for same in ranks.chunk_by(|a, b| a == b) {
        let (some, others) = rows.split_at(same.len().min(rows.len()));
        match layer_of(same[0]) {
            Some(layer) => layer.look_up(some, codes),
            None => codes.extend(some.iter().map(|_| NONE)),
        }
        rows = others;
    }
}

/// The same where most of them lie in another layer than the one before.
fn look_up_each<'l, const N: usize>(
    rows: &[[u64; N]],
    ranks: &[i64],
    layer_of: impl Fn(i64) -> Option<&'l Layer<N>>,
    codes: &mut Vec<i64>,
) {
    let mut loaded = [None; TOGETHER];
    for (rows, ranks) in rows.chunks(TOGETHER).zip(ranks.chunks(TOGETHER)) {
        for ((words, rank), loaded) in rows.iter().zip(ranks).zip(&mut loaded) {
            *loaded = layer_of(*rank).map(|layer| (layer, layer.glance(words)));
        }
        codes.extend(rows.iter().zip(&loaded).map(|(words, loaded)| match loaded {
            Some((_, Some(code))) => *code,
            Some((layer, None)) => layer.code(words),
            None => NONE,
        }));
    }
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "they count to 20,000")]
mod tests {
    use super::*;
    use crate::game::{Kept, WordRow};
    use crate::value::{Kind, Outcome, Plies};
    use crate::workers::Workers;

    fn words(n: u64) -> [u64; 2] {
        [n, n * n]
    }

    /// The code of a win in so many plies.
    fn code(plies: u64) -> i64 {
        i64::from(i32::MAX) - plies as i64
    }

    /// A layer with so many positions, added in two heaps that overlap, each worth a win in as many plies as its number.
    fn layer(count: u64) -> Layer<2> {
        let mut layer = Layer::new(7);
        for heap in [0..count / 2 + 1, count / 3..count] {
            let all: Vec<_> = heap.map(words).collect();
            let pieces = layer.pieces(all.len());
            if pieces.len() == 1 {
                pieces[0].add_all(&all);
            } else {
                all.iter().for_each(|words| pieces[part_of(words)].add_all(&[*words]));
            }
        }
        layer.complete();
        let code = |slot: &[u64; 2]| if is_full(slot) { code(slot[0]) } else { NONE };
        let all: Vec<i64> = layer.between(0..layer.slots()).map(code).collect();
        let mut codes = Codes::narrow(Kind::Outcome, all.len());
        codes.extend(&all).expect("they are near");
        layer.know(codes, count, 0);
        layer
    }

    #[test]
    fn what_is_added_is_found_and_nothing_else() {
        for count in [1, 2, 100, 4_096, 20_000] {
            let layer = layer(count);
            assert_eq!(layer.len(), count);
            let win = |n: u64| Value::Outcome(Outcome::Win(Plies::Of(n as u32)));
            for n in 0..count {
                assert_eq!(layer.value(&words(n)), Some(win(n)), "{n} of {count}");
            }
            assert_eq!(layer.value(&[1, 2]), None);
            let all: Vec<_> = (0..count).rev().map(words).chain([[1, 2], [2, 1]]).collect();
            let mut codes = Vec::new();
            layer.look_up(&all, &mut codes);
            let wanted = (0..count).rev().map(code).chain([NONE, NONE]);
            assert!(codes.iter().copied().eq(wanted), "{count}");
            let (ranks, mut mixed) = (Vec::from_iter((0..all.len() as i64).map(|at| 7 - at % 3)), Vec::new());
            look_up(&all, &ranks, |rank| Some(&layer).filter(|layer| layer.rank == rank), &mut mixed);
            let wanted = codes.iter().zip(&ranks).map(|(code, rank)| if *rank == 7 { *code } else { NONE });
            assert!(mixed.into_iter().eq(wanted), "{count}");
            let kept = Layers { all: vec![layer], disk: None, ranked: true };
            let row = |n: u64| (WordRow::from_slice(&words(n)), win(n));
            assert!(kept.layer(Some(7), &Workers::alone()).expect("it is in memory").eq((0..count).map(row)));
            assert_eq!(kept.layer(Some(6), &Workers::alone()).expect("it is in memory").count(), 0);
            assert_eq!((kept.value(6, &words(0)), kept.layers()), (None, vec![(Some(7), count)]));
        }
    }

    #[test]
    fn slots_between_numbers_are_all_slots_once() {
        let layer = layer(20_000);
        let cut: Vec<_> =
            (0..layer.slots()).step_by(1_000).flat_map(|at| layer.between(at..layer.slots().min(at + 1_000))).collect();
        assert!(cut.into_iter().eq(layer.between(0..layer.slots())));
    }

    #[test]
    fn hashes_are_spread_over_pieces() {
        let mut counts = [0; PARTS];
        (0..100_000_u64).for_each(|n| counts[part_of(&[n << 3])] += 1);
        let (least, most) = (counts.iter().min(), counts.iter().max());
        assert!(least > Some(&2_800) && most < Some(&3_450), "{least:?} to {most:?} of 3,125");
    }
}
