//! Symmetries of positions that stand as rows of words: a group of permutations of their bits, under which positions keep their value.
//!
//! One position is kept for all its images: the least of them where the group is listed (`listed`). Where it is too large for that, like
//! parts that may stand in any order are put in order instead (`order`), and what is listed is for the rest. Parts and rest have no bits in
//! common, so an image is any order of the parts with any image of the rest.

mod listed;
mod order;
mod tried;

use super::WordRow;
use listed::{Images, Listed, MOST_IMAGES};
use order::{Held, Order, next_order};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;
use std::fmt;

/// The most words of a row.
const MOST_WORDS: usize = 4;

/// Where a permutation sends each bit of a row, lowest bit of the first word first.
pub type Permutation = Vec<u16>;

/// A group of permutations of the bits of rows. A change that moves nothing is not kept, but counted.
#[derive(Clone, PartialEq, Eq)]
pub struct Symmetries {
    words: usize,
    /// Those that are listed.
    listed: Listed,
    /// Parts that may stand in any order, where these are too many to be listed. No listed permutation moves any of their bits.
    orders: Vec<Order>,
    /// Where there are such parts, the permutations that the group was made of: what is seen in them is seen in them again.
    made_of: Vec<Permutation>,
    size: u64,
}

impl Symmetries {
    /// The group that some permutations of rows of so many words generate. `None` where one of them is no permutation, where rows are longer
    /// than 256 bits, or where the group has only one element, or more than 64 besides orders of like parts, or more than 64 bits count.
    #[must_use]
    pub fn generated(words: usize, generators: &[Permutation]) -> Option<Symmetries> {
        if !(1..=MOST_WORDS).contains(&words) {
            return None;
        }
        let is_permutation = |permutation: &Permutation| {
            let mut sorted = permutation.clone();
            sorted.sort_unstable();
            sorted == identity(words)
        };
        if !generators.iter().all(is_permutation) {
            return None;
        }
        match Listed::generated(words, generators) {
            Some(listed) => Symmetries::of(words, listed),
            None => Symmetries::by_orders(words, generators),
        }
    }

    /// A group that is listed.
    fn of(words: usize, listed: Listed) -> Option<Symmetries> {
        let size = listed.size();
        (size > 1).then(|| Symmetries { words, listed, orders: Vec::new(), made_of: Vec::new(), size })
    }

    /// A group too large to be listed: generators that move none of the bits that others move are looked at apart.
    fn by_orders(words: usize, generators: &[Permutation]) -> Option<Symmetries> {
        let (mut orders, mut rest) = (Vec::new(), Vec::new());
        for some in apart(generators) {
            match Order::of(words, &some) {
                Some(order) => orders.push(order),
                None => rest.extend(some.into_iter().cloned()),
            }
        }
        let listed = Listed::generated(words, &rest)?;
        let size = orders.iter().try_fold(listed.size(), |size, order| size.checked_mul(order.size()?))?;
        Some(Symmetries { words, listed, orders, made_of: generators.to_vec(), size })
    }

    /// How many images a position has, itself among them, where no two are the same.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Words of a row.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Those that leave a row as it is; `None` where only the one does that moves nothing.
    #[must_use]
    pub fn fixing(&self, row: &[u64]) -> Option<Symmetries> {
        let listed = Symmetries::of(self.words, self.listed.fixing(row));
        if self.orders.is_empty() {
            return listed;
        }
        let mut generators = listed.map_or_else(Vec::new, |listed| listed.generators());
        generators.extend(self.orders.iter().flat_map(|order| order.fixing(row)));
        Symmetries::generated(self.words, &generators)
    }

    /// A few of the permutations that generate them all.
    #[must_use]
    pub fn generators(&self) -> Vec<Permutation> {
        if !self.orders.is_empty() {
            return self.made_of.clone();
        }
        self.listed.generators()
    }

    /// Whether all of these are among them.
    #[must_use]
    pub fn contain(&self, others: &Symmetries) -> bool {
        self.words == others.words && others.generators().into_iter().all(|permutation| self.has(permutation))
    }

    /// Whether this is among them.
    #[must_use]
    pub fn has(&self, permutation: Permutation) -> bool {
        let rest = self.orders.iter().try_fold(permutation, |rest, order| order.without(rest));
        rest.is_some_and(|rest| self.listed.has(&rest))
    }

    /// Puts the image that is kept in the place of each of some rows: the least, or where like parts may stand in any order the one in which
    /// what they hold falls and the rest is least.
    pub fn fold(&self, rows: &mut [u64]) {
        self.listed.fold(rows);
        for order in &self.orders {
            rows.chunks_exact_mut(self.words).for_each(|row| order.fold(row));
        }
    }

    /// How many different images a row has, itself among them.
    #[must_use]
    pub fn count(&self, row: &[u64]) -> u64 {
        self.orders.iter().fold(self.listed.count(row), |count, order| count * order.count(row))
    }

    /// The different images of a row, itself among them, one by one and always in the same order.
    pub fn every<'a>(&'a self, row: &[u64]) -> impl Iterator<Item = WordRow> + use<'a> {
        let images = self.listed.images(row);
        let mut listed: Vec<WordRow> = images.chunks(self.words).chain([row]).map(WordRow::from_slice).collect();
        listed.sort_unstable();
        listed.dedup();
        let sorted = |order: &Order| {
            let mut held = order.held(row);
            held.sort_unstable();
            held
        };
        let first: Vec<Held> = self.orders.iter().map(sorted).collect();
        listed.into_iter().flat_map(move |image| self.in_every_order(image, first.clone()))
    }

    /// A row with its parts in every different order, where they hold this in the first.
    fn in_every_order<'a>(&'a self, mut row: WordRow, mut held: Vec<Held>) -> impl Iterator<Item = WordRow> + use<'a> {
        let mut more = true;
        std::iter::from_fn(move || {
            let image = more.then(|| {
                self.orders.iter().zip(&held).for_each(|(order, held)| order.put(held, &mut row));
                row.clone()
            });
            // Those that have come round begin anew with the next order of another.
            more = more && held.iter_mut().any(|held| next_order(held));
            image
        })
    }

    /// Does something with each different image of a row, itself first.
    pub fn each(&self, row: &[u64], mut visit: impl FnMut(&[u64])) {
        visit(row);
        let [word] = row else { return self.others(row).for_each(|image| visit(&image)) };
        if !self.orders.is_empty() {
            return self.others(row).for_each(|image| visit(&image));
        }
        let mut known: SmallVec<[u64; MOST_IMAGES]> = smallvec![*word];
        for image in self.listed.word_images(*word) {
            if !known.contains(&image) {
                known.push(image);
                visit(&[image]);
            }
        }
    }

    fn others(&self, row: &[u64]) -> impl Iterator<Item = WordRow> {
        self.every(row).filter(move |image| image.as_slice() != row)
    }
}

/// The permutation of rows of so many words that moves nothing.
pub(crate) fn identity(words: usize) -> Permutation {
    (0_u16..).take(words * 64).collect()
}

/// Permutations that move some bits in common, directly or by way of others, together.
fn apart(permutations: &[Permutation]) -> Vec<Vec<&Permutation>> {
    let mut all: Vec<(Vec<&Permutation>, BTreeSet<u16>)> = Vec::new();
    for one in permutations {
        let (mut some, mut bits) = (Vec::new(), BTreeSet::new());
        bits.extend((0..).zip(one).filter(|(bit, to)| bit != *to).map(|(bit, _)| bit));
        let (shared, other): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, moved)| !moved.is_disjoint(&bits));
        for (more, moved) in shared {
            some.extend(more);
            bits.extend(moved);
        }
        some.push(one);
        all = other;
        all.push((some, bits));
    }
    all.into_iter().filter(|(_, bits)| !bits.is_empty()).map(|(some, _)| some).collect()
}

/// The image of a row under a permutation.
fn applied(permutation: &Permutation, row: &[u64]) -> Images {
    let mut image: Images = smallvec![0; row.len()];
    for (from, word) in (0..).step_by(64).zip(row) {
        let mut left = *word;
        while left != 0 {
            let to = usize::from(permutation[from + left.trailing_zeros() as usize]);
            image[to / 64] |= 1 << (to % 64);
            left &= left - 1;
        }
    }
    image
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
    pub(super) fn swaps(words: usize, pairs: &[(usize, usize)]) -> Permutation {
        let mut permutation = identity(words);
        pairs.iter().for_each(|(one, other)| permutation.swap(*one, *other));
        permutation
    }

    fn applied(permutation: &Permutation, row: &[u64]) -> Vec<u64> {
        let mut image = vec![0; row.len()];
        for (from, to) in permutation.iter().map(|to| usize::from(*to)).enumerate() {
            image[to / 64] |= (row[from / 64] >> (from % 64) & 1) << (to % 64);
        }
        image
    }

    /// All images of a row, found by doing one permutation after the other.
    fn plainly(group: &Symmetries, row: &[u64]) -> BTreeSet<Vec<u64>> {
        let (mut known, mut fresh) = (BTreeSet::from([row.to_vec()]), vec![row.to_vec()]);
        let generators = group.generators();
        while let Some(row) = fresh.pop() {
            let images = generators.iter().map(|one| applied(one, &row));
            fresh.extend(images.filter(|image| known.insert(image.clone())));
        }
        known
    }

    /// Some rows with these bits.
    fn rows(count: usize, bits: &[u64]) -> Vec<Vec<u64>> {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 31
        };
        (0..count).map(|_| bits.iter().map(|bits| random() & bits).collect()).collect()
    }

    /// Everything that is said of the images of a row must be so; how many there are.
    fn images_are_right(group: &Symmetries, row: &[u64], is_least: bool) -> u64 {
        let plain = plainly(group, row);
        let every: Vec<Vec<u64>> = group.every(row).map(|image| image.to_vec()).collect();
        assert_eq!((every.len(), every.into_iter().collect::<BTreeSet<_>>()), (plain.len(), plain.clone()));
        assert_eq!(group.count(row), plain.len() as u64);
        let mut each = Vec::new();
        group.each(row, |image| each.push(image.to_vec()));
        assert_eq!(each.first(), Some(&row.to_vec()), "itself first");
        assert_eq!((each.len(), each.into_iter().collect::<BTreeSet<_>>()), (plain.len(), plain.clone()));
        let mut folded: Vec<u64> = plain.iter().flatten().copied().collect();
        group.fold(&mut folded);
        let kept: BTreeSet<Vec<u64>> = folded.chunks(row.len()).map(<[u64]>::to_vec).collect();
        assert!(kept.len() == 1 && kept.is_subset(&plain), "one stands for all");
        assert!(!is_least || kept.first() == plain.first());
        let fixing = group.fixing(row);
        assert_eq!(group.size(), fixing.as_ref().map_or(1, Symmetries::size) * plain.len() as u64);
        assert!(fixing.is_none_or(|fixing| group.contain(&fixing) && !fixing.contain(group) || plain.len() == 1));
        plain.len() as u64
    }

    #[test]
    fn tables_do_what_the_permutations_say() {
        let turned = |by: u16| (0..128).map(|bit| if bit < 100 { (bit + by) % 100 } else { bit }).collect();
        assert_eq!(Symmetries::generated(2, &[turned(1)]), None, "a hundred are too many");
        let group = Symmetries::generated(2, &[turned(25), swaps(2, &[(101, 102)])]).expect("a group");
        assert_eq!(group.size(), 8);
        rows(200, &[u64::MAX; 2]).iter().for_each(|row| assert!(images_are_right(&group, row, true) > 1));
    }

    #[test]
    fn rows_of_one_word_go_the_same_way() {
        let turned = (0..64).map(|bit| if bit < 60 { (bit + 15) % 60 } else { bit }).collect();
        let group = Symmetries::generated(1, &[turned, swaps(1, &[(60, 61)])]).expect("a group");
        assert_eq!(group.size(), 8);
        let mut counts = BTreeSet::new();
        for row in rows(200, &[u64::MAX >> 1]) {
            counts.insert(images_are_right(&group, &row, true));
            let alike = row[0] & 0x7FFF;
            counts.insert(images_are_right(&group, &[alike | alike << 15 | alike << 30 | alike << 45], true));
        }
        assert!(counts.len() > 2, "{counts:?}");
    }

    #[test]
    fn a_mirror_is_a_few_rotations_or_a_table() {
        // Four rows of five cells of two bits, and three bits of which two change places.
        let column = |bit: u16| (bit / 2 / 5, bit / 2 % 5, bit % 2);
        let cells = |bit: u16| {
            let (row, column, half) = column(bit);
            (row * 5 + 4 - column) * 2 + half
        };
        let mirror = (0..64).map(|bit| match bit {
            0..40 => cells(bit),
            50 => 51,
            51 => 50,
            _ => bit,
        });
        let turned = (0..64).rev().collect();
        for (permutation, bits, few) in [(mirror.collect(), u64::MAX >> 10, true), (turned, u64::MAX, false)] {
            let group = Symmetries::generated(1, &[permutation]).expect("a group");
            assert_eq!((group.size(), group.listed.is_rotated()), (2, few));
            let mut counts = BTreeSet::new();
            for row in rows(200, &[bits]) {
                counts.insert(images_are_right(&group, &row, true));
                let image = group.every(&row).find(|image| image.as_slice() != row);
                counts.insert(images_are_right(&group, &[image.map_or(0, |image| image[0] | row[0])], true));
            }
            assert_eq!(counts, BTreeSet::from([1, 2]));
            // More of them than are mirrored at once.
            let many: Vec<u64> = rows(77, &[bits]).concat();
            let mut folded = many.clone();
            group.fold(&mut folded);
            let least = |row: &u64| group.every(&[*row]).map(|image| image[0]).min();
            assert!(folded.into_iter().map(Some).eq(many.iter().map(least)));
        }
    }

    #[test]
    fn like_parts_are_put_in_order() {
        // Five parts of four bits at the end of one word and the beginning of the next, and of one bit each far away; four parts of two bits;
        // and three bits that are turned.
        let exchange = |at: usize| {
            let bits = (0..4).map(|bit| (54 + 4 * at + bit, 58 + 4 * at + bit)).chain([(100 + 3 * at, 103 + 3 * at)]);
            swaps(2, &bits.collect::<Vec<_>>())
        };
        let other = |at: usize| swaps(2, &[(2 * at, 2 * at + 2), (2 * at + 1, 2 * at + 3)]);
        let turn = (0..128).map(|bit| if (30..33).contains(&bit) { 30 + (bit - 29) % 3 } else { bit }).collect();
        let mut generators: Vec<Permutation> = (0..4).map(exchange).chain((0..3).map(other)).collect();
        generators.push(turn);
        let group = Symmetries::generated(2, &generators).expect("a group");
        assert_eq!((group.size(), group.listed.size(), group.orders.len()), (120 * 24 * 3, 3, 2));
        for row in rows(6, &[0x7777_4444_1111_3333; 2]) {
            images_are_right(&group, &row, false);
        }
        assert_eq!(images_are_right(&group, &[u64::MAX; 2], false), 1);
        let again = Symmetries::generated(2, &group.generators());
        assert!(again.is_some_and(|again| again == group), "what was written is read");
        let stranger = Symmetries::generated(2, &[swaps(2, &[(54, 58)])]).expect("a group");
        assert!(!group.contain(&stranger), "a bit of a part alone");
        assert!(group.contain(&Symmetries::generated(2, &generators[2..]).expect("a group")));
    }

    #[test]
    fn too_many_orders_to_be_counted_are_refused() {
        let orders = |parts: usize| {
            let exchanges: Vec<Permutation> = (1..parts).map(|at| swaps(1, &[(at - 1, at)])).collect();
            Symmetries::generated(1, &exchanges).map(|group| group.size())
        };
        assert_eq!([5, 20].map(orders), [Some(120), Some(2_432_902_008_176_640_000)]);
        assert_eq!(orders(21), None);
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
