//! Symmetries of positions that stand as rows of words: a group of permutations of their bits, under which positions keep their value.
//!
//! Of the images of a position only the least is kept. All images are made at once: for each byte of the row that some permutation moves,
//! a table holds what each of its 256 values becomes in every image, one image after the other, so that a row costs a few loads a byte.

use super::{Fault, WordRow, Words};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;
use std::fmt;

/// The most images of a position, itself among them.
const MOST_IMAGES: usize = 64;

/// The most words of a row.
const MOST_WORDS: usize = 4;

/// Where a permutation sends each bit of a row, lowest bit of the first word first.
pub type Permutation = Vec<u16>;

/// A group of permutations of the bits of rows. A change that moves nothing is not kept, but counted.
#[derive(Clone, PartialEq, Eq)]
pub struct Symmetries {
    words: usize,
    /// All but the one that moves nothing, in order.
    permutations: Vec<Permutation>,
    /// The bits of each word that no permutation moves.
    fixed: Vec<u64>,
    /// The bytes of a row that some permutation moves, lowest byte of the first word first.
    bytes: Vec<usize>,
    /// For each of these bytes and each of its values, the words that it becomes in every image.
    table: Vec<u64>,
}

/// All images of a row, one after the other.
type Images = SmallVec<[u64; 16]>;

impl Symmetries {
    /// The group that some permutations of rows of so many words generate. `None` where one of them is no permutation, where the group
    /// has more than 64 elements or only one, or where rows are longer than 256 bits.
    #[must_use]
    pub fn generated(words: usize, generators: &[Permutation]) -> Option<Symmetries> {
        if !(1..=MOST_WORDS).contains(&words) {
            return None;
        }
        let bits = u16::try_from(words * 64).ok()?;
        let is_permutation = |permutation: &Permutation| {
            let mut sorted = permutation.clone();
            sorted.sort_unstable();
            sorted.into_iter().eq(0..bits)
        };
        if !generators.iter().all(is_permutation) {
            return None;
        }
        let nothing: Permutation = (0..bits).collect();
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
        Symmetries::of(words, known.into_iter().collect())
    }

    /// A whole group, but for the permutation that moves nothing.
    fn of(words: usize, permutations: Vec<Permutation>) -> Option<Symmetries> {
        if permutations.is_empty() {
            return None;
        }
        let mut fixed = vec![0; words];
        for bit in 0..words * 64 {
            let stays = permutations.iter().all(|permutation| usize::from(permutation[bit]) == bit);
            fixed[bit / 64] |= u64::from(stays) << (bit % 64);
        }
        let bytes: Vec<usize> =
            (0..words * 8).filter(|byte| fixed[byte / 8] >> (byte % 8 * 8) & 0xFF != 0xFF).collect();
        let mut symmetries = Symmetries { words, permutations, fixed, bytes, table: Vec::new() };
        symmetries.fill();
        Some(symmetries)
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

    /// How many images a position has, itself among them, where no two are the same.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.permutations.len() as u64 + 1
    }

    /// Words of a row.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Those that leave a row as it is; `None` where only the one does that moves nothing.
    #[must_use]
    pub fn fixing(&self, row: &[u64]) -> Option<Symmetries> {
        let images = self.images(row);
        let stay = self.permutations.iter().zip(images.chunks(self.words)).filter(|(_, image)| *image == row);
        Symmetries::of(self.words, stay.map(|(permutation, _)| permutation.clone()).collect())
    }

    /// A few of the permutations that generate them all.
    #[must_use]
    pub fn generators(&self) -> Vec<Permutation> {
        let (mut chosen, mut known): (Vec<Permutation>, Option<Symmetries>) = (Vec::new(), None);
        for permutation in &self.permutations {
            let new = known.as_ref().is_none_or(|known| known.permutations.binary_search(permutation).is_err());
            if new {
                chosen.push(permutation.clone());
                known = Symmetries::generated(self.words, &chosen);
            }
        }
        chosen
    }

    /// Whether all of these are among them.
    #[must_use]
    pub fn contain(&self, others: &Symmetries) -> bool {
        self.words == others.words
            && others.permutations.iter().all(|permutation| self.permutations.binary_search(permutation).is_ok())
    }

    /// The images of a row but itself, one after the other.
    #[inline]
    fn images(&self, row: &[u64]) -> Images {
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
    fn word_images(&self, row: u64) -> impl Iterator<Item = u64> {
        let width = self.permutations.len();
        let mut rows = [0; 8];
        for (at, (place, byte)) in rows.iter_mut().zip(self.bytes.iter().enumerate()) {
            *at = (place * 256 + usize::from((row >> (byte % 8 * 8)).to_le_bytes()[0])) * width;
        }
        let (fixed, bytes) = (row & self.fixed[0], self.bytes.len().min(rows.len()));
        (0..width).map(move |image| rows[..bytes].iter().fold(fixed, |word, at| word | self.table[at + image]))
    }

    /// Puts the least image in the place of each of some rows.
    pub fn fold(&self, rows: &mut [u64]) {
        if self.words == 1 {
            rows.iter_mut().for_each(|row| *row = self.word_images(*row).fold(*row, u64::min));
            return;
        }
        for row in rows.chunks_exact_mut(self.words) {
            let images = self.images(row);
            if let Some(least) = images.chunks_exact(self.words).min().filter(|least| *least < &*row) {
                row.copy_from_slice(least);
            }
        }
    }

    /// How many different images a row has, itself among them.
    #[must_use]
    pub fn count(&self, row: &[u64]) -> u64 {
        let same = match row {
            [word] => self.word_images(*word).filter(|image| image == word).count(),
            row => self.images(row).chunks_exact(self.words).filter(|image| *image == row).count(),
        };
        self.size() / (same as u64 + 1)
    }

    /// The different images of a row, itself among them, sorted.
    #[must_use]
    pub fn all(&self, row: &[u64]) -> Vec<WordRow> {
        let images = self.images(row);
        let mut all: Vec<WordRow> = images.chunks(self.words).chain([row]).map(WordRow::from_slice).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Does something with each different image of a row, itself first.
    pub fn each(&self, row: &[u64], mut visit: impl FnMut(&[u64])) {
        let [word] = row else {
            visit(row);
            self.all(row).iter().filter(|image| image.as_slice() != row).for_each(|image| visit(image));
            return;
        };
        let mut known: SmallVec<[u64; MOST_IMAGES]> = smallvec![*word];
        visit(row);
        for image in self.word_images(*word) {
            if !known.contains(&image) {
                known.push(image);
                visit(&[image]);
            }
        }
    }

    /// Whether this row belongs to a sample, about one of 64.
    #[must_use]
    pub fn samples(&self, row: &[u64]) -> bool {
        let mixed =
            row.iter().fold(0_u64, |sum, word| (sum.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        mixed >> 58 == 0
    }

    /// Whether at a position each image ends as it does, has its rank, and leads to the images of what it leads to. Where an image is at
    /// fault and the position is not, they do not hold.
    ///
    /// # Errors
    /// What is wrong with the game at the position itself.
    pub fn hold<P>(&self, game: &dyn Words<P>, row: &[u64]) -> Result<bool, Fault> {
        let here = Looked::at(game, row)?;
        let nexts: Vec<Images> = here.rows.chunks(self.words).map(|next| self.images(next)).collect();
        for (at, image) in self.images(row).chunks(self.words).enumerate() {
            let Ok(there) = Looked::at(game, image) else { return Ok(false) };
            let wanted = nexts.iter().map(|images| &images[at * self.words..][..self.words]);
            let ends = (here.ending, here.rank) == (there.ending, there.rank);
            if !ends || here.leading(wanted) != there.leading(there.rows.chunks(self.words)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What is seen at a position.
struct Looked {
    ending: Option<super::Ending>,
    rank: i64,
    heads: Vec<(super::Gain, bool)>,
    rows: Vec<u64>,
}

impl Looked {
    fn at<P>(game: &dyn Words<P>, row: &[u64]) -> Result<Looked, Fault> {
        let mut out = super::Rows::default();
        let ending = game.look(row, &mut out)?;
        Ok(Looked { ending, rank: game.rank(row), heads: out.heads, rows: out.words })
    }

    /// What moves gain, whether the same player moves on, and where they lead: moves that come to the same count once.
    fn leading<'r>(&self, nexts: impl Iterator<Item = &'r [u64]>) -> Vec<(i64, i64, bool, &'r [u64])> {
        let heads = self.heads.iter().zip(nexts);
        let mut all: Vec<_> = heads.map(|((gain, same), next)| (gain.mine, gain.theirs, *same, next)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl fmt::Debug for Symmetries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Symmetries").field("words", &self.words).field("size", &self.size()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A permutation of the bits of rows of so many words, made of swaps.
    fn swaps(words: u16, pairs: &[(u16, u16)]) -> Permutation {
        let mut permutation: Permutation = (0..words * 64).collect();
        pairs.iter().for_each(|(one, other)| permutation.swap(usize::from(*one), usize::from(*other)));
        permutation
    }

    fn applied(permutation: &Permutation, row: &[u64]) -> Vec<u64> {
        let mut image = vec![0; row.len()];
        for (from, to) in permutation.iter().map(|to| usize::from(*to)).enumerate() {
            image[to / 64] |= (row[from / 64] >> (from % 64) & 1) << (to % 64);
        }
        image
    }

    #[test]
    fn tables_do_what_the_permutations_say() {
        let turned = |by: u16| (0..128).map(|bit| if bit < 100 { (bit + by) % 100 } else { bit }).collect();
        assert_eq!(Symmetries::generated(2, &[turned(1)]), None, "a hundred are too many");
        let group = Symmetries::generated(2, &[turned(25), swaps(2, &[(101, 102)])]).expect("a group");
        assert_eq!(group.size(), 8);
        let mut seed = 1_u64;
        for _ in 0..200 {
            let row: Vec<u64> = (0..2)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    seed ^ seed >> 31
                })
                .collect();
            let plain: BTreeSet<Vec<u64>> =
                group.permutations.iter().map(|permutation| applied(permutation, &row)).chain([row.clone()]).collect();
            assert!(group.all(&row).iter().map(|row| row.to_vec()).eq(plain.iter().cloned()));
            assert_eq!(group.count(&row), plain.len() as u64);
            let mut each = Vec::new();
            group.each(&row, |image| each.push(image.to_vec()));
            assert_eq!(each.first(), Some(&row), "itself first");
            assert_eq!((each.len(), each.into_iter().collect::<BTreeSet<_>>()), (plain.len(), plain.clone()));
            for image in &plain {
                let mut folded = image.clone();
                group.fold(&mut folded);
                assert_eq!(Some(&folded), plain.first(), "one stands for all");
            }
        }
    }

    #[test]
    fn rows_of_one_word_go_the_same_way() {
        let turned = (0..64).map(|bit| if bit < 60 { (bit + 15) % 60 } else { bit }).collect();
        let group = Symmetries::generated(1, &[turned, swaps(1, &[(60, 61)])]).expect("a group");
        assert_eq!(group.size(), 8);
        let mut row = 1_u64;
        for _ in 0..200 {
            row = row.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 1;
            row |= row << 15 & 0xFFFF_0000;
            let plain: BTreeSet<Vec<u64>> =
                group.permutations.iter().map(|one| applied(one, &[row])).chain([vec![row]]).collect();
            let mut folded = [row];
            group.fold(&mut folded);
            assert_eq!(Some(&folded.to_vec()), plain.first());
            assert_eq!(group.count(&[row]), plain.len() as u64);
            let mut each = Vec::new();
            group.each(&[row], |image| each.push(image.to_vec()));
            assert_eq!((each.len(), each.into_iter().collect()), (plain.len(), plain));
        }
    }

    #[test]
    fn few_generate_all() {
        let group = Symmetries::generated(1, &[swaps(1, &[(3, 4)]), swaps(1, &[(5, 6)]), swaps(1, &[(3, 5), (4, 6)])]);
        let group = group.expect("a group");
        assert_eq!(group.size(), 8);
        let few = group.generators();
        assert!(few.len() <= 3);
        assert_eq!(Symmetries::generated(1, &few).as_ref(), Some(&group));
        let fixing = group.fixing(&[0b0001_1000]).expect("some fix it");
        assert_eq!(fixing.size(), 4);
        assert!(group.contain(&fixing) && !fixing.contain(&group));
        assert_eq!(fixing.count(&[0b0010_0000]), 2);
    }

    #[test]
    fn what_is_no_group_of_permutations_is_refused() {
        assert_eq!(Symmetries::generated(1, &[]), None);
        assert_eq!(Symmetries::generated(1, &[vec![0; 64]]), None);
        assert_eq!(Symmetries::generated(1, &[(0..63).collect()]), None);
        assert_eq!(Symmetries::generated(0, &[Vec::new()]), None);
        assert_eq!(Symmetries::generated(5, &[swaps(5, &[(0, 1)])]), None, "longer than rows may be");
        assert_eq!(Symmetries::generated(usize::MAX / 32, &[]), None);
    }
}
