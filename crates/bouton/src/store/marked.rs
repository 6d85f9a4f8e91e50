//! Positions that are marks among the numbers of all of them, each with a value.

use crate::game::{Numbers, set_bits};
use std::ops::Range;

/// Marks of a word. The upper half of it counts.
const MARKS: u64 = 32;
const LOWER: u64 = (1 << MARKS) - 1;

/// Numbers of which some are marked: of each it is known at once how many marked ones come before it (G. Jacobson, "Space-efficient static trees
/// and graphs", 1989). Two bits a number.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    /// 32 marks each, and above them how many are marked in all words before.
    words: Vec<u64>,
    len: u64,
}

impl Marks {
    /// What is marked in the lower halves of words, of fewer than 2³² numbers. What stands in the upper halves is given up.
    pub(crate) fn of(mut words: Vec<u64>) -> Marks {
        let mut len = 0;
        for word in &mut words {
            let marks = *word & LOWER;
            *word = marks | len << MARKS;
            len += u64::from(marks.count_ones());
        }
        Marks { words, len }
    }

    /// Words for so many numbers.
    pub(crate) fn words(size: u64) -> u64 {
        size.div_ceil(MARKS)
    }

    /// The word of a number, and its mark there.
    #[inline]
    pub(crate) fn mark(number: u64) -> (usize, u64) {
        (usize::try_from(number / MARKS).unwrap_or(usize::MAX), 1 << (number % MARKS))
    }

    /// The numbers marked in a word of this place.
    pub(crate) fn numbers_in(at: usize, word: u64) -> impl Iterator<Item = u64> {
        set_bits(word & LOWER).map(move |bit| at as u64 * MARKS + u64::from(bit))
    }

    /// How many are marked.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// How many marked numbers come before this one, if it is marked.
    #[inline]
    pub(crate) fn place(&self, number: u64) -> Option<usize> {
        let (at, mark) = Marks::mark(number);
        let word = *self.words.get(at)?;
        let before = (word >> MARKS) + u64::from((word & (mark - 1)).count_ones());
        (word & mark != 0).then(|| usize::try_from(before).unwrap_or(usize::MAX))
    }

    /// All marked numbers, rising.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.numbers_of(0..self.words.len())
    }

    fn numbers_of(&self, words: Range<usize>) -> impl Iterator<Item = u64> + '_ {
        words.flat_map(|at| Marks::numbers_in(at, self.words[at]))
    }

    /// Those of these numbers that are marked, rising.
    pub(crate) fn between(&self, numbers: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let word = |number: usize| Marks::mark(number as u64).0;
        let words = word(numbers.start)..(word(numbers.end) + 1).min(self.words.len());
        let marked = self.numbers_of(words).filter_map(|number| usize::try_from(number).ok());
        marked.filter(move |number| numbers.contains(number))
    }

    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(self.words.as_slice()) as u64
    }
}

/// Which numbers of a numbering have a value.
#[derive(Clone, Debug)]
pub(crate) struct Marked {
    pub(crate) numbers: Numbers,
    pub(crate) marks: Marks,
}

impl Marked {
    /// The place of a position among those that have a value.
    pub(super) fn place(&self, row: &[u64]) -> Option<usize> {
        self.marks.place(self.numbers.own(row)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_numbers_are_counted() {
        let marked: Vec<u64> = (0..3_000).filter(|n| n * n % 7 == 2 || (1_000..1_100).contains(n)).collect();
        let mut words = vec![7 << MARKS; usize::try_from(Marks::words(3_000)).unwrap()];
        for number in &marked {
            let (at, mark) = Marks::mark(*number);
            words[at] |= mark;
        }
        let marks = Marks::of(words);
        assert_eq!((marks.len(), marks.bytes()), (marked.len() as u64, 94 * 8));
        assert!(marks.numbers().eq(marked.iter().copied()));
        for (from, to) in [(0, 3_000), (0, 9_000), (1, 31), (1_033, 1_090), (2_999, 3_000), (500, 500), (3_500, 4_000)]
        {
            let wanted = marked
                .iter()
                .map(|number| usize::try_from(*number).unwrap())
                .filter(|number| (from..to).contains(number));
            assert!(marks.between(from..to).eq(wanted), "{from}..{to}");
        }
        for number in 0..4_000 {
            assert_eq!(marks.place(number), marked.binary_search(&number).ok(), "{number}");
        }
    }
}
