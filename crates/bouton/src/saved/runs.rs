//! A layer's positions as they come in a file, rising, with their values: what those of a run share is kept once, and of each only its
//! lowest 32 bits.
//!
//! Positions that follow each other have moves of the same kinds, and where those lead rises as they do. So where a move leads is looked
//! for from where the last move that changed the same bits was found ("finger search": Guibas, McCreight, Plass and Roberts 1977). Of
//! `foxes` with 49,729,680 positions (7 rows of 4, two foxes, five hounds) nearly every position is found within two steps, in memory
//! that was just used.

use std::ops::Range;

/// Bits of a position that it does not share with its run.
const OWN: u64 = 0xFFFF_FFFF;

/// Positions in rising order, each with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Runs<C, const N: usize> {
    /// Of each run, what its positions share; their own bits are zero there.
    shared: Vec<[u64; N]>,
    /// The number of the first position of each run.
    firsts: Vec<usize>,
    /// Of each position, its own bits.
    own: Vec<u32>,
    cells: Vec<C>,
}

/// A place among the positions: of a run, and in it.
#[derive(Clone, Copy, Debug, Default)]
struct Finger {
    run: usize,
    at: usize,
}

/// Where positions were found last, by what the moves to them changed.
#[derive(Debug)]
pub(super) struct Fingers(Vec<Finger>);

impl Fingers {
    /// How many bits of a hash tell changes apart.
    const BITS: u32 = 11;

    fn of<const N: usize>(&mut self, from: &[u64; N], to: &[u64; N]) -> &mut Finger {
        let changes = from.iter().zip(to);
        let hash = changes
            .fold(0_u64, |hash, (from, to)| (hash.rotate_left(32) ^ from ^ to).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        &mut self.0[usize::try_from(hash >> (u64::BITS - Fingers::BITS)).expect("so many bits")]
    }
}

impl Default for Fingers {
    fn default() -> Fingers {
        Fingers(vec![Finger::default(); 1 << Fingers::BITS])
    }
}

impl<C, const N: usize> Default for Runs<C, N> {
    fn default() -> Runs<C, N> {
        Runs { shared: Vec::new(), firsts: Vec::new(), own: Vec::new(), cells: Vec::new() }
    }
}

impl<C: Copy, const N: usize> Runs<C, N> {
    /// Adds a position; whether it is larger than those before.
    pub(super) fn push(&mut self, row: [u64; N], cell: C) -> bool {
        let (shared, own) = parted(row);
        let rises = match self.shared.last() {
            Some(last) if *last == shared => self.own.last().is_none_or(|last| *last < own),
            Some(last) if *last > shared => false,
            _ => {
                self.shared.push(shared);
                self.firsts.push(self.own.len());
                true
            }
        };
        self.own.push(own);
        self.cells.push(cell);
        rises
    }

    /// No position will be added any more.
    pub(super) fn complete(&mut self) {
        self.shared.shrink_to_fit();
        self.firsts.shrink_to_fit();
        self.own.shrink_to_fit();
        self.cells.shrink_to_fit();
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.own.len()
    }

    /// Bytes used.
    pub(super) fn bytes(&self) -> u64 {
        let runs = self.shared.capacity() * size_of::<[u64; N]>() + self.firsts.capacity() * size_of::<usize>();
        (runs + self.own.capacity() * size_of::<u32>() + self.cells.capacity() * size_of::<C>()) as u64
    }

    /// The positions with these numbers.
    pub(super) fn between(&self, numbers: Range<usize>) -> impl Iterator<Item = ([u64; N], C)> + Clone {
        let mut run = self.firsts.partition_point(|first| *first <= numbers.start).saturating_sub(1);
        numbers.map(move |at| {
            while self.firsts.get(run + 1).is_some_and(|next| *next <= at) {
                run += 1;
            }
            let mut row = self.shared[run];
            row[N - 1] |= u64::from(self.own[at]);
            (row, self.cells[at])
        })
    }

    /// What is known of the position that a move leads to.
    pub(super) fn after(&self, from: &[u64; N], to: &[u64; N], fingers: &mut Fingers) -> Option<C> {
        let (finger, (shared, own)) = (fingers.of(from, to), parted(*to));
        finger.run = place(&self.shared, finger.run, &shared);
        self.shared.get(finger.run).filter(|here| **here == shared)?;
        let first = self.firsts[finger.run];
        let end = self.firsts.get(finger.run + 1).copied().unwrap_or(self.own.len());
        finger.at = first + place(&self.own[first..end], finger.at.saturating_sub(first), &own);
        let found = finger.at < end && self.own[finger.at] == own;
        found.then(|| self.cells[finger.at])
    }
}

/// What a position shares with its run, and its own bits.
#[inline]
fn parted<const N: usize>(mut row: [u64; N]) -> ([u64; N], u32) {
    let last = row[N - 1];
    row[N - 1] = last & !OWN;
    (row, u32::try_from(last & OWN).expect("`OWN` has 32 bits at most"))
}

/// Where something is in a rising row, or would be, looked for from a place on in steps that double (Bentley and Yao 1976).
#[inline]
fn place<T: Ord>(row: &[T], from: usize, wanted: &T) -> usize {
    let (mut low, mut high, mut step) = (from.min(row.len()), row.len(), 1);
    if row.get(low).is_some_and(|here| here < wanted) {
        low += 1;
        while let Some(there) = row.get(low + step - 1) {
            if there >= wanted {
                high = low + step - 1;
                break;
            }
            (low, step) = (low + step, 2 * step);
        }
    } else {
        high = low;
        while high > 0 {
            let there = high.saturating_sub(step);
            if row[there] < *wanted {
                low = there + 1;
                break;
            }
            (low, high, step) = (0, there, 2 * step);
        }
    }
    low + row[low..high].partition_point(|here| here < wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_from_everywhere() {
        let row: Vec<u32> = (0..40).map(|n| 3 * n).collect();
        for len in [0, 1, 2, 7, 40] {
            for from in 0..=len + 1 {
                for wanted in 0..125 {
                    let right = row[..len].partition_point(|here| *here < wanted);
                    assert_eq!(place(&row[..len], from, &wanted), right, "{wanted} from {from} of {len}");
                }
            }
        }
    }

    /// Rows in runs of all lengths, some of one position.
    fn rows() -> Vec<[u64; 2]> {
        let run = |n: u64| (0..n % 5 + 1).map(move |own| [n / 7, n << 32 | (own * own * 77)]);
        (0..200).flat_map(run).collect()
    }

    #[test]
    fn what_was_added_is_found_and_nothing_else() {
        let (all, mut runs) = (rows(), Runs::default());
        for (number, row) in all.iter().enumerate() {
            assert!(runs.push(*row, number));
        }
        runs.complete();
        assert_eq!((runs.len(), runs.shared.len()), (all.len(), 200));
        assert!(runs.between(0..all.len()).map(|(row, _)| row).eq(all.iter().copied()));
        assert!(runs.between(100..377).map(|(_, number)| number).eq(100..377));
        let mut fingers = Fingers::default();
        for from in all.iter().step_by(13) {
            for (number, to) in all.iter().enumerate().rev().step_by(3) {
                assert_eq!(runs.after(from, to, &mut fingers), Some(number));
                assert_eq!(runs.after(from, &[to[0], to[1] + 1], &mut fingers), None);
                assert_eq!(runs.after(from, &[to[0] + 100, to[1]], &mut fingers), None);
            }
        }
        let none: Runs<u8, 2> = Runs::default();
        assert_eq!(none.after(&[0; 2], &[1; 2], &mut fingers), None);
    }

    #[test]
    fn what_does_not_rise_is_noticed() {
        for (before, after) in [([1, 5], [1, 5]), ([1, 5], [1, 4]), ([1, 1 << 33], [1, 7]), ([2, 0], [1, u64::MAX])] {
            let mut runs = Runs::default();
            assert!(runs.push(before, ()));
            assert!(!runs.push(after, ()), "{before:?} {after:?}");
        }
    }
}
