//! Like parts of rows that may stand in any order: sets of bits, as many in each, of which every permutation is a symmetry. Six parts have
//! 720 orders and ten have 3,628,800: they are not gone through, but put in order by what they hold.

use super::{Permutation, identity};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// What each part holds, as a number.
pub(super) type Held = SmallVec<[u64; 12]>;

/// The most bits of a part.
const MOST_BITS: usize = 64;

/// Two parts can only be exchanged, for which a table is enough.
const FEWEST_PARTS: usize = 3;

/// Parts that may stand in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// The bits of each part, the least significant of what it holds first: bits in the same place go to each other.
    parts: Vec<Vec<u16>>,
    /// The same, in pieces.
    pieces: Vec<Vec<Piece>>,
    /// The bits of each word that belong to parts.
    mask: Vec<u64>,
}

/// Bits of a part that stand side by side in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    word: usize,
    /// The first of them in the word, and in what the part holds.
    from: u32,
    to: u32,
    /// As many ones as there are.
    ones: u64,
}

impl Order {
    /// The parts that these permutations of rows of so many words put in any order, where they do that and nothing else: each exchanges two.
    pub(super) fn of(words: usize, generators: &[&Permutation]) -> Option<Order> {
        let orbits = orbits(words, generators);
        let first = orbits.first()?;
        let exchanges = |one: &&Permutation| first.iter().filter(|bit| one[usize::from(**bit)] != **bit).count() == 2;
        if first.len() < FEWEST_PARTS || orbits.len() > MOST_BITS || !generators.iter().all(exchanges) {
            return None;
        }
        let mut parts = vec![Vec::new(); first.len()];
        for orbit in &orbits {
            let beside = orbit.iter().find_map(|start| beside(first, *start, generators))?;
            if orbit.len() != first.len() {
                return None;
            }
            parts.iter_mut().zip(beside).for_each(|(part, bit)| part.push(bit));
        }
        Some(Order::with(words, parts))
    }

    fn with(words: usize, parts: Vec<Vec<u16>>) -> Order {
        let mut mask = vec![0; words];
        for bit in parts.iter().flatten().map(|bit| usize::from(*bit)) {
            mask[bit / 64] |= 1 << (bit % 64);
        }
        let pieces = parts.iter().map(|bits| pieces(bits)).collect();
        Order { parts, pieces, mask }
    }

    /// How many orders there are, if 64 bits count them: of up to 20 parts.
    pub(super) fn size(&self) -> Option<u64> {
        (1..=self.parts.len() as u64).try_fold(1_u64, u64::checked_mul)
    }

    /// What each part holds.
    #[inline]
    pub(super) fn held(&self, row: &[u64]) -> Held {
        let held = |piece: &Piece| (row[piece.word] >> piece.from & piece.ones) << piece.to;
        self.pieces.iter().map(|pieces| pieces.iter().fold(0, |number, piece| number | held(piece))).collect()
    }

    /// Makes the parts hold this.
    #[inline]
    pub(super) fn put(&self, held: &[u64], row: &mut [u64]) {
        row.iter_mut().zip(&self.mask).for_each(|(word, mask)| *word &= !mask);
        for (pieces, number) in self.pieces.iter().zip(held) {
            pieces.iter().for_each(|piece| row[piece.word] |= (number >> piece.to & piece.ones) << piece.from);
        }
    }

    /// Puts the parts in the order in which what they hold falls.
    #[inline]
    pub(super) fn fold(&self, row: &mut [u64]) {
        let mut held = self.held(row);
        if !held.is_sorted_by(|one, next| one >= next) {
            held.sort_unstable_by(|one, other| other.cmp(one));
            self.put(&held, row);
        }
    }

    /// In how many orders the parts of a row differ: all orders, over those of parts that hold the same.
    pub(super) fn count(&self, row: &[u64]) -> u64 {
        let mut held = self.held(row);
        held.sort_unstable();
        // After each part the number of orders of the parts up to it, which are no more than all orders of so many.
        let (mut count, mut same) = (1, 0);
        for (at, number) in held.iter().enumerate() {
            same = if at > 0 && held[at - 1] == *number { same + 1 } else { 1 };
            count = count * (at as u64 + 1) / same;
        }
        count
    }

    /// Exchanges of neighbours that make every order in which a row stays as it is.
    pub(super) fn fixing(&self, row: &[u64]) -> Vec<Permutation> {
        let mut alike: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        self.held(row).iter().enumerate().for_each(|(part, held)| alike.entry(*held).or_default().push(part));
        alike.values().flat_map(|parts| parts.windows(2)).map(|pair| self.exchange(pair[0], pair[1])).collect()
    }

    fn exchange(&self, one: usize, other: usize) -> Permutation {
        let mut permutation = identity(self.mask.len());
        for (bit, with) in self.parts[one].iter().zip(&self.parts[other]) {
            permutation.swap(usize::from(*bit), usize::from(*with));
        }
        permutation
    }

    /// Lets a permutation put the parts in this order: each takes the place of the one with its number.
    pub(super) fn arrange(&self, order: &[usize], permutation: &mut Permutation) {
        for (part, to) in self.parts.iter().zip(order) {
            for (bit, place) in part.iter().zip(&self.parts[*to]) {
                permutation[usize::from(*bit)] = *place;
            }
        }
    }

    /// How many parts there are.
    pub(super) fn parts(&self) -> usize {
        self.parts.len()
    }

    /// What is left of a permutation without the order in which it puts the parts; `None` where it does anything else to them.
    pub(super) fn without(&self, mut permutation: Permutation) -> Option<Permutation> {
        for part in &self.parts {
            let image: Vec<u16> = part.iter().map(|bit| permutation[usize::from(*bit)]).collect();
            if !self.parts.contains(&image) {
                return None;
            }
        }
        self.parts.iter().flatten().for_each(|bit| permutation[usize::from(*bit)] = *bit);
        Some(permutation)
    }
}

/// Goes on to the next different order of some numbers, as words go on in a dictionary; from the last to the first, and then says no.
pub(super) fn next_order(held: &mut [u64]) -> bool {
    let Some(rises) = (1..held.len()).rev().find(|at| held[at - 1] < held[*at]) else {
        held.reverse();
        return false;
    };
    let above = (rises..held.len()).rev().find(|at| held[*at] > held[rises - 1]).expect("`rises` itself is one");
    held.swap(rises - 1, above);
    held[rises..].reverse();
    true
}

/// The bits that permutations take to each other, each set of them sorted; those that nothing moves are left out.
fn orbits(words: usize, generators: &[&Permutation]) -> Vec<Vec<u16>> {
    let mut seen = vec![false; words * 64];
    let mut orbits = Vec::new();
    for first in identity(words) {
        let mut orbit = Vec::new();
        let mut fresh = vec![first];
        while let Some(bit) = fresh.pop() {
            if !std::mem::replace(&mut seen[usize::from(bit)], true) {
                orbit.push(bit);
                fresh.extend(generators.iter().map(|one| one[usize::from(bit)]));
            }
        }
        orbit.sort_unstable();
        orbits.extend((orbit.len() > 1).then_some(orbit));
    }
    orbits
}

/// For each of some bits that permutations take to each other the one that goes along with it, if the first goes along with `start`.
fn beside(bits: &[u16], start: u16, generators: &[&Permutation]) -> Option<Vec<u16>> {
    let mut known = BTreeMap::from([(*bits.first()?, start)]);
    let mut fresh = vec![(*bits.first()?, start)];
    while let Some((bit, with)) = fresh.pop() {
        for one in generators {
            let next = (one[usize::from(bit)], one[usize::from(with)]);
            match known.insert(next.0, next.1) {
                None => fresh.push(next),
                Some(same) if same == next.1 => {}
                Some(_) => return None,
            }
        }
    }
    Some(known.into_values().collect())
}

/// The bits of a part in pieces.
fn pieces(bits: &[u16]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (to, bit) in (0..).zip(bits) {
        let (word, from) = (usize::from(bit / 64), u32::from(bit % 64));
        match pieces.last_mut() {
            Some(last) if last.word == word && last.from + last.ones.count_ones() == from => {
                last.ones = last.ones << 1 | 1;
            }
            _ => pieces.push(Piece { word, from, to, ones: 1 }),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::super::tests::swaps;
    use super::*;

    #[test]
    fn parts_are_seen_in_exchanges_alone() {
        // Parts of two bits, the second far from the first and the other way round.
        let exchange = |one: usize, other: usize| swaps(2, &[(3 + one, 3 + other), (70 - one, 70 - other)]);
        let all = [exchange(0, 1), exchange(1, 2), exchange(1, 3), exchange(3, 4)];
        let order = Order::of(2, &all.iter().collect::<Vec<_>>()).expect("five parts");
        assert_eq!((order.parts(), order.size()), (5, Some(120)));
        assert_eq!(order.parts[4], [7, 66]);
        assert_eq!(order.without(exchange(0, 4)), Some(identity(2)));
        assert_eq!(order.without(swaps(2, &[(3, 4)])), None, "half of an exchange");
        let more = swaps(2, &[(3, 4), (70, 69), (100, 101)]);
        assert_eq!(order.without(more), Some(swaps(2, &[(100, 101)])), "the rest is told");
        // Bits that do not go along with the others, and a turn.
        let apart = [swaps(2, &[(3, 4), (10, 11)]), swaps(2, &[(4, 5), (12, 13)])];
        assert_eq!(Order::of(2, &apart.iter().collect::<Vec<_>>()), None);
        let turn = identity(1).into_iter().map(|bit| if bit < 5 { (bit + 1) % 5 } else { bit }).collect();
        assert_eq!(Order::of(1, &[&turn, &swaps(1, &[(0, 1)])]), None);
        assert_eq!(Order::of(1, &[&swaps(1, &[(0, 1)])]), None, "two parts");
        assert_eq!(Order::of(1, &[]), None);
    }

    #[test]
    fn orders_are_counted_and_gone_through_once() {
        for held in [&[1, 1, 1][..], &[1, 2, 3], &[4, 4, 1, 1, 1], &[0, 7, 0, 7, 3, 3, 3]] {
            let mut sorted = held.to_vec();
            sorted.sort_unstable();
            let mut all = vec![sorted.clone()];
            while next_order(&mut sorted) {
                all.push(sorted.clone());
            }
            assert_eq!(all[0], sorted, "back at the first");
            assert!(all.is_sorted_by(|one, next| one < next), "each once");
            let exchanges: Vec<Permutation> = (1..held.len())
                .map(|at| swaps(1, &[(3 * at - 3, 3 * at), (3 * at - 2, 3 * at + 1), (3 * at - 1, 3 * at + 2)]))
                .collect();
            let order = Order::of(1, &exchanges.iter().collect::<Vec<_>>()).expect("parts of three bits");
            let mut row = [1 << 50];
            order.put(held, &mut row);
            assert_eq!((order.held(&row).as_slice(), row[0] >> 50), (held, 1));
            assert_eq!(order.count(&row), all.len() as u64, "{held:?}");
            order.fold(&mut row);
            assert!(order.held(&row).iter().rev().eq(&all[0]));
        }
    }
}
