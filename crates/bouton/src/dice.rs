//! Numbers that look random and are the same on every machine.

/// SplitMix64 (Steele, Lea and Flood, 2014): small, quick, good enough to draw test cases.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
    /// What comes before the sequence.
    chosen: std::vec::IntoIter<u8>,
}

/// A number that looks random and is always the same for a row of words.
pub(crate) fn mixed(row: &[u64]) -> u64 {
    row.iter().fold(0_u64, |sum, word| (sum.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

impl Dice {
    /// The sequence of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed, chosen: Vec::new().into_iter() }
    }

    /// Throws that somebody chose, a byte each, and once there are no more the sequence of seed 0.
    #[must_use]
    pub fn chosen(throws: Vec<u8>) -> Dice {
        Dice { chosen: throws.into_iter(), ..Dice::new(0) }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        if let Some(byte) = self.chosen.next() {
            // The highest bits count most where a number below another is wanted.
            return u64::from(byte) << 56;
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number of `0 ..< count`; 0 when there is none.
    pub fn below(&mut self, count: usize) -> usize {
        let drawn = u128::from(self.bits()) * count as u128;
        usize::try_from(drawn >> 64).expect("less than `count`")
    }

    /// A number of `lo..hi`, both included; `lo` when there is none.
    pub fn between(&mut self, lo: i64, hi: i64) -> i64 {
        let count = (i128::from(hi) - i128::from(lo) + 1).max(1);
        let drawn = (i128::from(self.bits()) * count) >> 64;
        i64::try_from(i128::from(lo) + drawn).unwrap_or(lo)
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these; the first of an empty list is asked for at the caller's risk.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_comes_first() {
        let mut dice = Dice::chosen(vec![0, 128, 255]);
        assert_eq!([dice.below(10), dice.below(10), dice.below(10)], [0, 5, 9]);
        assert_eq!(dice.bits(), Dice::new(0).bits());
    }
}
