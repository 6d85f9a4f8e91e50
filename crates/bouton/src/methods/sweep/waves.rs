//! Numbers by their rank, without a list of them: a rank is the sum of what the low digits of a number add to it and what the others do.
//! The low parts are sorted by what they add, once for all; then the numbers of a rank are, for each high part, one run of low parts.

use crate::game::{Numbers, Words};
use std::collections::BTreeSet;

/// Numbers by rank.
pub(super) struct Waves {
    low: usize,
    /// The rank of each high part, all low digits 0.
    highs: Vec<i64>,
    /// What low parts add to it, rising, each once.
    adds: Vec<i64>,
    /// Where the low parts begin that add as much; at the end, how many there are.
    starts: Vec<usize>,
    lows: Vec<u32>,
    /// Every rank, rising.
    ranks: Vec<i64>,
}

/// Looking for runs must not take longer than looking at so many numbers for each that there is.
const PATIENCE: u64 = 2;

/// Numbers that one thread looks at before it takes more, about.
const THOUSAND: usize = 1 << 10;

impl Waves {
    /// `None` where high parts and ranks are so many that a list would be better, or ranks leave the 64-bit numbers. That ranks are such
    /// sums is taken on trust.
    pub(super) fn of<P>(words: &dyn Words<P>, numbers: &Numbers) -> Option<Waves> {
        let rank = |number: u64| words.rank(&numbers.row(number));
        let (low, none) = (numbers.low(), rank(0));
        let added = (0..low).map(|number| rank(number).checked_sub(none)).collect::<Option<Vec<i64>>>()?;
        let highs: Vec<i64> = (0..numbers.size() / low).map(|high| rank(high * low)).collect();
        let mut lows: Vec<u32> = (0..u32::try_from(low).ok()?).collect();
        lows.sort_by_key(|low| added[*low as usize]);
        let (mut adds, mut starts) = (Vec::new(), Vec::new());
        for (at, low) in lows.iter().enumerate() {
            let add = added[*low as usize];
            if adds.last() != Some(&add) {
                adds.push(add);
                starts.push(at);
            }
        }
        starts.push(lows.len());
        let most = numbers.size().saturating_mul(PATIENCE);
        let apart: BTreeSet<i64> = highs.iter().copied().collect();
        if apart.len() as u64 * adds.len() as u64 > most {
            return None;
        }
        let sums = apart.iter().flat_map(|high| adds.iter().map(move |add| high.checked_add(*add)));
        let ranks: BTreeSet<i64> = sums.collect::<Option<_>>()?;
        if ranks.len() as u64 * highs.len() as u64 > most {
            return None;
        }
        let ranks = ranks.into_iter().collect();
        Some(Waves { low: usize::try_from(low).ok()?, highs, adds, starts, lows, ranks })
    }

    /// Every rank that a number can have, rising.
    pub(super) fn ranks(&self) -> &[i64] {
        &self.ranks
    }

    /// How many high parts there are.
    pub(super) fn highs(&self) -> usize {
        self.highs.len()
    }

    /// How many high parts have about a thousand numbers of one rank together, if ranks have as many each.
    pub(super) fn piece(&self) -> usize {
        THOUSAND.saturating_mul(self.ranks.len()).div_ceil(self.low)
    }

    /// The numbers of a rank with a high part, rising.
    pub(super) fn numbers(&self, rank: i64, high: usize) -> impl Iterator<Item = u64> {
        let add = rank.checked_sub(self.highs[high]);
        let run = add.and_then(|add| self.adds.binary_search(&add).ok());
        let lows = run.map_or(&[][..], |run| &self.lows[self.starts[run]..self.starts[run + 1]]);
        let first = (high * self.low) as u64;
        lows.iter().map(move |low| first + u64::from(*low))
    }

    /// Bytes used.
    pub(super) fn bytes(&self) -> u64 {
        (8 * (self.highs.len() + self.adds.len() + self.starts.len() + self.ranks.len()) + 4 * self.lows.len()) as u64
    }
}
