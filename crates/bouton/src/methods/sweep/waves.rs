//! Numbers by their rank, without a list of them: a rank is the sum of what the low digits of a number add to it and what the others do.
//! The low parts are sorted by what they add, once for all; then the numbers of a rank are, for each high part, one run of low parts. High parts
//! are sorted by what they add, too: those to which some low part may add what is missing to a rank stand side by side.

use crate::game::{Numbers, Words, set_bits};
use std::collections::BTreeSet;
use std::ops::Range;

/// Numbers by rank.
pub(super) struct Waves {
    low: usize,
    /// High parts, and the rank of each where all low digits are 0: by that rank.
    highs: Vec<(i64, u32)>,
    /// What low parts add to it, rising, each once.
    adds: Vec<i64>,
    /// Where the low parts begin that add as much; at the end, how many entries there are.
    starts: Vec<usize>,
    lows: Vec<Lows>,
    /// Every rank, rising.
    ranks: Vec<Wave>,
    /// How many pairs there are of a rank and a high part that may have it.
    pairs: u64,
}

/// Low parts that add as much, of 64 side by side.
#[derive(Clone, Copy)]
struct Lows {
    /// Which 64.
    block: u32,
    /// A bit for each of them.
    bits: u64,
}

/// A rank.
struct Wave {
    rank: i64,
    /// Which high parts may have it, by their place.
    highs: Range<usize>,
    /// How many pairs lie before those of this rank, as ranks rise.
    before: u64,
}

/// In which order ranks are gone through.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Up,
    Down,
}

/// Looking for runs must not take longer than looking at so many numbers for each that there is.
const PATIENCE: u64 = 2;

/// Numbers that one thread looks at before it takes more, about.
const THOUSAND: u64 = 1 << 10;

impl Waves {
    /// `None` where high parts and ranks are so many that a list would be better, or ranks leave the 64-bit numbers. That ranks are such
    /// sums is taken on trust.
    pub(super) fn of<P>(words: &dyn Words<P>, numbers: &Numbers) -> Option<Waves> {
        let (low, parts) = (numbers.low(), u32::try_from(numbers.size() / numbers.low()).ok()?);
        let mut added = numbers.sums(0..low, |rows, out| words.ranks(rows, out))?;
        let none = *added.first()?;
        for add in &mut added {
            *add = add.checked_sub(none)?;
        }
        let firsts = (0..parts).map(|high| u64::from(high) * low);
        let highs = by_rank(&numbers.sums(firsts, |rows, out| words.ranks(rows, out))?);
        let mut rising: Vec<u32> = (0..u32::try_from(low).ok()?).collect();
        rising.sort_by_key(|low| added[*low as usize]);
        let (mut adds, mut starts, mut lows) = (Vec::new(), Vec::new(), Vec::<Lows>::new());
        for low in rising {
            let add = added[low as usize];
            let begins = adds.last() != Some(&add);
            if begins {
                adds.push(add);
                starts.push(lows.len());
            }
            let (block, bit) = (low / 64, 1 << (low % 64));
            match lows.last_mut().filter(|last| !begins && last.block == block) {
                Some(last) => last.bits |= bit,
                None => lows.push(Lows { block, bits: bit }),
            }
        }
        starts.push(lows.len());
        let most = numbers.size().saturating_mul(PATIENCE);
        let apart: BTreeSet<i64> = highs.iter().map(|high| high.0).collect();
        if apart.len() as u64 * adds.len() as u64 > most {
            return None;
        }
        let sums = apart.iter().flat_map(|high| adds.iter().map(move |add| high.checked_add(*add)));
        let sums: BTreeSet<i64> = sums.collect::<Option<_>>()?;
        let (ranks, pairs) = waves(&sums, &highs, (*adds.first()?, *adds.last()?));
        (pairs <= most).then_some(())?;
        Some(Waves { low: usize::try_from(low).ok()?, highs, adds, starts, lows, ranks, pairs })
    }

    /// How many pairs there are of a rank and a high part: what is done is counted in these.
    pub(super) fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The rank of a pair, and the places of its high part and of those after it that may have this rank, too; nothing where there are no more.
    /// High parts of a rank come by rising place, however ranks are gone through. `near` is where the rank before was found, and is moved on.
    pub(super) fn pair(&self, nth: u64, way: Way, near: &mut usize) -> Option<(i64, Range<usize>)> {
        let rising = match way {
            Way::Up => nth,
            Way::Down => self.pairs.checked_sub(1)?.checked_sub(nth)?,
        };
        let holds = |at: usize| {
            let holds = |wave: &Wave| (wave.before..wave.before + wave.highs.len() as u64).contains(&rising);
            self.ranks.get(at).is_some_and(holds)
        };
        let next = match way {
            Way::Up => *near + 1,
            Way::Down => near.wrapping_sub(1),
        };
        if !holds(*near) {
            let search = || self.ranks.partition_point(|wave| wave.before <= rising).checked_sub(1);
            *near = if holds(next) { next } else { search()? };
        }
        let wave = self.ranks.get(*near)?;
        let before = match way {
            Way::Up => wave.before,
            Way::Down => self.pairs - wave.before - wave.highs.len() as u64,
        };
        let from = wave.highs.start + usize::try_from(nth - before).ok()?;
        (from < wave.highs.end).then_some((wave.rank, from..wave.highs.end))
    }

    /// The places of all high parts that may have a rank.
    pub(super) fn highs(&self, rank: i64) -> Range<usize> {
        let found = self.ranks.binary_search_by_key(&rank, |wave| wave.rank);
        found.map_or(0..0, |at| self.ranks[at].highs.clone())
    }

    /// How many high parts have about a thousand numbers of one rank together, if all have as many.
    pub(super) fn piece(&self) -> usize {
        let numbers = self.low as u64 * self.highs.len() as u64;
        usize::try_from(THOUSAND.saturating_mul(self.pairs).div_ceil(numbers)).unwrap_or(usize::MAX)
    }

    /// The first number with the high part at a place, and the marked ones of a rank with that high part, rising. `marks` holds the marks of 64 numbers,
    /// from one on.
    pub(super) fn marked(
        &self,
        rank: i64,
        place: usize,
        marks: impl Fn(u64) -> u64,
    ) -> (u64, impl Iterator<Item = u64>) {
        let (least, high) = self.highs[place];
        let run = rank.checked_sub(least).and_then(|add| self.adds.binary_search(&add).ok());
        let lows = run.map_or(&[][..], |run| &self.lows[self.starts[run]..self.starts[run + 1]]);
        let first = u64::from(high) * self.low as u64;
        let numbers = lows.iter().flat_map(move |lows| {
            let from = first + u64::from(lows.block) * 64;
            set_bits(marks(from) & lows.bits).map(move |bit| from + u64::from(bit))
        });
        (first, numbers)
    }

    /// Bytes used.
    pub(super) fn bytes(&self) -> u64 {
        let words = 2 * self.highs.len() + self.adds.len() + self.starts.len() + 4 * self.ranks.len();
        (8 * words + size_of::<Lows>() * self.lows.len()) as u64
    }
}

/// The places of some ranks by these: counted where they lie close together, which takes a tenth of the time of comparing them.
fn by_rank(ranks: &[i64]) -> Vec<(i64, u32)> {
    let (Some(least), Some(most)) = (ranks.iter().min(), ranks.iter().max()) else { return Vec::new() };
    let nth = |rank: i64| usize::try_from(rank.abs_diff(*least)).unwrap_or(usize::MAX);
    if nth(*most) > ranks.len() {
        let mut placed: Vec<(i64, u32)> = ranks.iter().copied().zip(0..).collect();
        placed.sort_unstable();
        return placed;
    }
    let mut begins = vec![0; nth(*most) + 2];
    ranks.iter().for_each(|rank| begins[nth(*rank) + 1] += 1);
    (1..begins.len()).for_each(|at| begins[at] += begins[at - 1]);
    let mut placed = vec![(0, 0); ranks.len()];
    for (rank, place) in ranks.iter().zip(0..) {
        let at = &mut begins[nth(*rank)];
        placed[*at] = (*rank, place);
        *at += 1;
    }
    placed
}

/// Each of these ranks with the high parts that may have it, of all sorted by rank, where low parts add no less and no more than this; and how many
/// pairs these are.
fn waves(ranks: &BTreeSet<i64>, highs: &[(i64, u32)], (least, most): (i64, i64)) -> (Vec<Wave>, u64) {
    let (mut first, mut last, mut before) = (0, 0, 0);
    let wave = |rank: &i64| {
        // Both ends only move on as ranks rise. In 128 bits no sum overflows.
        let reaches = |at: usize, add: i64| highs.get(at).map(|high| i128::from(high.0) + i128::from(add));
        while reaches(first, most).is_some_and(|reached| reached < i128::from(*rank)) {
            first += 1;
        }
        while reaches(last, least).is_some_and(|reached| reached <= i128::from(*rank)) {
            last += 1;
        }
        let wave = Wave { rank: *rank, highs: first..last, before };
        before += wave.highs.len() as u64;
        wave
    };
    let waves = ranks.iter().map(wave).collect();
    (waves, before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn places_are_by_rank_whether_ranks_lie_close_or_not() {
        let mut dice = Dice::new(11);
        for (least, most) in [(-3, 40), (7, 7), (-1_000_000, 1_000_000), (i64::MIN / 2, i64::MAX / 2)] {
            let ranks: Vec<i64> = (0..300).map(|_| dice.between(least, most)).chain([least, most]).collect();
            let mut wanted: Vec<(i64, u32)> = ranks.iter().copied().zip(0..).collect();
            wanted.sort_unstable();
            assert_eq!(by_rank(&ranks), wanted);
        }
        assert_eq!(by_rank(&[i64::MAX, 0, i64::MIN]), [(i64::MIN, 2), (0, 1), (i64::MAX, 0)]);
        assert_eq!(by_rank(&[]), []);
    }
}
