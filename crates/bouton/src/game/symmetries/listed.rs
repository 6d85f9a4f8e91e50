//! A group of up to 64 permutations. All images of a row are made at once: for each byte of the row that some permutation moves, a table
//! holds what each of its 256 values becomes in every image, one image after the other, so that a row costs a few loads a byte.

use super::{Permutation, identity};
use smallvec::{SmallVec, smallvec};
use std::collections::{BTreeMap, BTreeSet};

/// The most images of a position, itself among them.
pub(super) const MOST_IMAGES: usize = 64;

/// A mirror is made of rotations, not looked up, where there are at most so many for each byte.
const ROTATIONS_A_BYTE: usize = 2;

/// Rows that are mirrored together.
const TOGETHER: usize = 32;

/// Fewer rows are mirrored one by one.
const FEW: usize = 8;

/// All images of a row, one after the other.
pub(super) type Images = SmallVec<[u64; 16]>;

/// A group of permutations that are listed, perhaps of the one alone that moves nothing.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Listed {
    words: usize,
    /// All but the one that moves nothing, in order.
    permutations: Vec<Permutation>,
    /// The bits of each word that no permutation moves.
    fixed: Vec<u64>,
    /// The bytes of a row that some permutation moves, lowest byte of the first word first.
    bytes: Vec<usize>,
    /// For each of these bytes and each of its values, the words that it becomes in every image.
    table: Vec<u64>,
    /// Where rows are of one word and a mirror is all there is: bits that move equally far, and by how many places the word is rotated. Empty where a
    /// table is faster.
    mirror: Vec<(u64, u32)>,
}

impl Listed {
    /// All that these permutations generate; `None` where they are too many.
    pub(super) fn generated(words: usize, generators: &[Permutation]) -> Option<Listed> {
        let nothing = identity(words);
        let mut known = BTreeSet::from([nothing.clone()]);
        let mut fresh = vec![nothing.clone()];
        while let Some(one) = fresh.pop() {
            for generator in generators {
                let both: Permutation = one.iter().map(|bit| generator[usize::from(*bit)]).collect();
                if known.insert(both.clone()) {
                    fresh.push(both);
                }
            }
            if known.len() > MOST_IMAGES {
                return None;
            }
        }
        known.remove(&nothing);
        Some(Listed::of(words, known.into_iter().collect()))
    }

    /// A whole group, but for the permutation that moves nothing.
    fn of(words: usize, permutations: Vec<Permutation>) -> Listed {
        let mut fixed = vec![0; words];
        for bit in 0..words * 64 {
            let stays = permutations.iter().all(|permutation| usize::from(permutation[bit]) == bit);
            fixed[bit / 64] |= u64::from(stays) << (bit % 64);
        }
        let bytes: Vec<usize> =
            (0..words * 8).filter(|byte| fixed[byte / 8] >> (byte % 8 * 8) & 0xFF != 0xFF).collect();
        let mirror = match permutations.as_slice() {
            [mirror] if words == 1 => rotations(mirror, fixed[0]),
            _ => Vec::new(),
        };
        let mirror = if mirror.len() <= ROTATIONS_A_BYTE * bytes.len() { mirror } else { Vec::new() };
        let mut listed = Listed { words, permutations, fixed, bytes, table: Vec::new(), mirror };
        listed.fill();
        listed
    }

    /// Makes the table. Bits that stay are left to `fixed`.
    fn fill(&mut self) {
        let width = self.permutations.len() * self.words;
        self.table = vec![0; self.bytes.len() * 256 * width];
        for (place, byte) in self.bytes.iter().enumerate() {
            for (image, permutation) in self.permutations.iter().enumerate() {
                for bit in (0..8).filter(|bit| self.fixed[byte / 8] >> (byte % 8 * 8 + bit) & 1 == 0) {
                    let to = usize::from(permutation[byte * 8 + bit]);
                    let column = image * self.words + to / 64;
                    for value in (0..256).filter(|value| value >> bit & 1 == 1) {
                        self.table[(place * 256 + value) * width + column] |= 1 << (to % 64);
                    }
                }
            }
        }
    }

    /// How many there are.
    pub(super) fn size(&self) -> u64 {
        self.permutations.len() as u64 + 1
    }

    /// The permutation with this number; past the last the one that moves nothing.
    pub(super) fn nth(&self, nth: usize) -> Permutation {
        self.permutations.get(nth).cloned().unwrap_or_else(|| identity(self.words))
    }

    /// Those that leave a row as it is.
    pub(super) fn fixing(&self, row: &[u64]) -> Listed {
        let images = self.images(row);
        let stay = self.permutations.iter().zip(images.chunks(self.words)).filter(|(_, image)| *image == row);
        Listed::of(self.words, stay.map(|(permutation, _)| permutation.clone()).collect())
    }

    /// A few of the permutations that generate them all.
    pub(super) fn generators(&self) -> Vec<Permutation> {
        let (mut chosen, mut known): (Vec<Permutation>, Option<Listed>) = (Vec::new(), None);
        for permutation in &self.permutations {
            let new = known.as_ref().is_none_or(|known| !known.has(permutation));
            if new {
                chosen.push(permutation.clone());
                known = Listed::generated(self.words, &chosen);
            }
        }
        chosen
    }

    pub(super) fn has(&self, permutation: &Permutation) -> bool {
        *permutation == identity(self.words) || self.permutations.binary_search(permutation).is_ok()
    }

    /// The images of a row but itself, one after the other.
    #[inline]
    pub(super) fn images(&self, row: &[u64]) -> Images {
        let width = self.permutations.len() * self.words;
        let mut images: Images = smallvec![0; width];
        for image in images.chunks_mut(self.words) {
            image.iter_mut().zip(row.iter().zip(&self.fixed)).for_each(|(word, (held, fixed))| *word = held & fixed);
        }
        for (place, byte) in self.bytes.iter().enumerate() {
            let value = usize::from((row[byte / 8] >> (byte % 8 * 8)).to_le_bytes()[0]);
            let becomes = &self.table[(place * 256 + value) * width..][..width];
            images.iter_mut().zip(becomes).for_each(|(word, part)| *word |= part);
        }
        images
    }

    /// The images of a row of one word but itself: they need no room of their own.
    #[inline]
    pub(super) fn word_images(&self, row: u64) -> impl Iterator<Item = u64> {
        let width = self.permutations.len();
        let mut rows = [0; 8];
        for (at, (place, byte)) in rows.iter_mut().zip(self.bytes.iter().enumerate()) {
            *at = (place * 256 + usize::from((row >> (byte % 8 * 8)).to_le_bytes()[0])) * width;
        }
        let (fixed, bytes) = (row & self.fixed[0], self.bytes.len().min(rows.len()));
        (0..width).map(move |image| rows[..bytes].iter().fold(fixed, |word, at| word | self.table[at + image]))
    }

    /// Puts the least image in the place of each of some rows.
    pub(super) fn fold(&self, rows: &mut [u64]) {
        if self.permutations.is_empty() {
            return;
        }
        match (self.words, self.permutations.len()) {
            (1, 1) if !self.mirror.is_empty() => return self.fold_mirrored(rows),
            (1, 1) => return self.fold_words::<1>(rows),
            (1, 3) => return self.fold_words::<3>(rows),
            (1, 7) => return self.fold_words::<7>(rows),
            (1, _) => return rows.iter_mut().for_each(|row| *row = self.word_images(*row).fold(*row, u64::min)),
            _ => {}
        }
        for row in rows.chunks_exact_mut(self.words) {
            let images = self.images(row);
            if let Some(least) = images.chunks_exact(self.words).min().filter(|least| *least < &*row) {
                row.copy_from_slice(least);
            }
        }
    }

    /// The same for rows of one word and a mirror, many at a time: each distance is a rotation of all of them.
    fn fold_mirrored(&self, rows: &mut [u64]) {
        if rows.len() < FEW {
            return rows.iter_mut().for_each(|row| *row = self.mirrored(*row).min(*row));
        }
        for rows in rows.chunks_mut(TOGETHER) {
            let mut images = [0; TOGETHER];
            images.iter_mut().zip(&*rows).for_each(|(image, row)| *image = row & self.fixed[0]);
            for (bits, by) in &self.mirror {
                images.iter_mut().zip(&*rows).for_each(|(image, row)| *image |= (row & bits).rotate_left(*by));
            }
            rows.iter_mut().zip(images).for_each(|(row, image)| *row = image.min(*row));
        }
    }

    /// Whether images are found by rotations.
    #[cfg(test)]
    pub(super) fn is_rotated(&self) -> bool {
        !self.mirror.is_empty()
    }

    /// The image of a row of one word in a mirror.
    fn mirrored(&self, row: u64) -> u64 {
        self.mirror.iter().fold(row & self.fixed[0], |image, (bits, by)| image | (row & bits).rotate_left(*by))
    }

    /// The same for rows of one word and so many permutations: what many games have gets loops of a known length.
    fn fold_words<const IMAGES: usize>(&self, rows: &mut [u64]) {
        for row in rows {
            let mut images = [*row & self.fixed[0]; IMAGES];
            for (place, byte) in self.bytes.iter().enumerate() {
                let at = place * 256 + usize::from((*row >> (byte % 8 * 8)).to_le_bytes()[0]);
                let becomes = self.table.as_chunks::<IMAGES>().0[at];
                images.iter_mut().zip(becomes).for_each(|(word, part)| *word |= part);
            }
            *row = images.into_iter().fold(*row, u64::min);
        }
    }

    /// How many different images a row has, itself among them.
    #[inline]
    pub(super) fn count(&self, row: &[u64]) -> u64 {
        match row {
            [word] if !self.mirror.is_empty() => 2 - u64::from(self.mirrored(*word) == *word),
            _ => self.count_images(row),
        }
    }

    fn count_images(&self, row: &[u64]) -> u64 {
        let same = match row {
            [word] => self.word_images(*word).filter(|image| image == word).count(),
            row => self.images(row).chunks_exact(self.words).filter(|image| *image == row).count(),
        };
        self.size() / (same as u64 + 1)
    }
}

/// The bits of a word that a permutation moves equally far, for each distance: by how many places the word is rotated. Bits that stay are left out.
fn rotations(permutation: &Permutation, fixed: u64) -> Vec<(u64, u32)> {
    let mut far = BTreeMap::new();
    for (bit, to) in (0_u32..).zip(permutation).filter(|(bit, _)| fixed >> bit & 1 == 0) {
        *far.entry((u32::from(*to) + u64::BITS - bit) % u64::BITS).or_insert(0) |= 1 << bit;
    }
    far.into_iter().map(|(by, bits)| (bits, by)).collect()
}
