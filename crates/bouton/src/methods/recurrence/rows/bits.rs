//! Bits for the places of a row, 64 a word: looked at, joined and carried elsewhere a word at a time.

use super::flat::{Span, empty};
use super::unproven;
use crate::error::Stop;
use crate::game::set_bits;
use std::ops::Range;

/// A bit for each place of a span.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    first: i64,
    words: Vec<u64>,
}

impl Bits {
    pub(super) fn over(span: Span) -> Bits {
        let first = if empty(span) { 0 } else { span.0 };
        Bits { first, words: vec![0; super::flat::width(span).div_ceil(64)] }
    }

    /// Words of bits, the first of which stands for this place.
    pub(super) fn of_words(first: i64, words: Vec<u64>) -> Bits {
        Bits { first, words }
    }

    pub(super) fn as_words(&self) -> &[u64] {
        &self.words
    }

    pub(super) fn into_words(self) -> Vec<u64> {
        self.words
    }

    pub(super) fn has(&self, place: i64) -> bool {
        let at = usize::try_from(place - self.first).ok();
        at.is_some_and(|at| self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1))
    }

    pub(super) fn set(&mut self, place: i64) -> Result<(), Stop> {
        self.join(place, 1)
    }

    /// Sets the bits of a word that stands at a place.
    pub(super) fn join(&mut self, place: i64, word: u64) -> Result<(), Stop> {
        let at = place - self.first;
        let (at, word) = if at < 0 && at > -64 && u64::from(word.trailing_zeros()) >= at.unsigned_abs() {
            (0, word >> -at)
        } else {
            (at, word)
        };
        let at = usize::try_from(at).map_err(|_| outside())?;
        let (low, high) = (word << (at % 64), if at % 64 == 0 { 0 } else { word >> (64 - at % 64) });
        *self.words.get_mut(at / 64).ok_or_else(outside)? |= low;
        if high != 0 {
            *self.words.get_mut(at / 64 + 1).ok_or_else(outside)? |= high;
        }
        Ok(())
    }

    /// Sets all bits of a span.
    pub(super) fn fill(&mut self, (from, to): Span) -> Result<(), Stop> {
        let mut place = from;
        while place <= to {
            let count = (to - place + 1).min(64);
            self.join(place, u64::MAX >> (64 - count))?;
            place += count;
        }
        Ok(())
    }

    /// Sets a bit for each bit of a span elsewhere, so much further.
    pub(super) fn carry(&mut self, from: &Bits, span: Span, by: i64) -> Result<(), Stop> {
        let (mut edges, inner) = from.words_of(span);
        edges.try_for_each(|(_, place, word)| self.join(place + by, word))?;
        let place = |word: usize| from.first + 64 * i64::try_from(word).expect("rows are counted in memory") + by;
        let (at, words) = (place(inner.start) - self.first, &from.words[inner.clone()]);
        let (shift, at) = (at.rem_euclid(64).unsigned_abs(), usize::try_from(at.div_euclid(64)));
        let to = at.ok().and_then(|at| self.words.get_mut(at..at + words.len() + usize::from(shift > 0)));
        match (to, words) {
            (_, []) => {}
            (Some(to), _) if shift == 0 => to.iter_mut().zip(words).for_each(|(to, word)| *to |= word),
            (Some(to), [first, .., last]) => {
                to[0] |= first << shift;
                to[words.len()] |= last >> (64 - shift);
                let pairs = words.iter().zip(&words[1..]);
                to[1..].iter_mut().zip(pairs).for_each(|(to, (low, word))| *to |= word << shift | low >> (64 - shift));
            }
            // Some of their places may lie outside: if they have a bit, that is wrong.
            (_, words) => {
                let mut some = inner.zip(words).filter(|(_, word)| **word != 0);
                some.try_for_each(|(at, word)| self.join(place(at), *word))?;
            }
        }
        Ok(())
    }

    /// The words of a span with any bit in it, each with its place, and without the bits beside the span.
    pub(super) fn words(&self, span: Span) -> impl Iterator<Item = (usize, i64, u64)> + '_ {
        let (words, (from, to)) = self.held(span);
        words.filter_map(move |at| self.word(at, (from, to)))
    }

    /// The first and the last of those words, and which lie between.
    fn words_of(&self, span: Span) -> (impl Iterator<Item = (usize, i64, u64)> + '_, Range<usize>) {
        let (words, bits) = self.held(span);
        let inner = if words.len() > 2 { words.start + 1..words.end - 1 } else { 0..0 };
        let edges = words.clone().take(1).chain((words.len() > 1).then(|| words.end - 1));
        (edges.filter_map(move |at| self.word(at, bits)), inner)
    }

    /// Which words hold a span, and from which of all bits to which it lies.
    fn held(&self, (from, to): Span) -> (Range<usize>, Span) {
        let last = self.first + 64 * i64::try_from(self.words.len()).expect("rows are counted in memory") - 1;
        let (from, to) = (from.max(self.first) - self.first, to.min(last) - self.first);
        let word = |bit: i64| usize::try_from(bit / 64).expect("it lies within the row");
        (if from > to { 0..0 } else { word(from)..word(to) + 1 }, (from, to))
    }

    /// A word with its place, without the bits beside some; nothing if no other is set.
    fn word(&self, at: usize, (from, to): Span) -> Option<(usize, i64, u64)> {
        let bit = 64 * i64::try_from(at).expect("rows are counted in memory");
        let (least, most) = ((from - bit).max(0), (to - bit).min(63));
        let word = self.words[at] & (u64::MAX << least) & (u64::MAX >> (63 - most));
        (word != 0).then_some((at, self.first + bit, word))
    }

    /// Whether a span has any bit beside another within it.
    pub(super) fn beside(&self, span: Span, safe: Span) -> bool {
        let any = |span: Span| self.words(span).next().is_some();
        if empty(safe) { any(span) } else { any((span.0, safe.0 - 1)) || any((safe.1 + 1, span.1)) }
    }

    pub(super) fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Its places.
    pub(super) fn places(&self) -> impl Iterator<Item = i64> + '_ {
        let words = self.words((self.first, i64::MAX / 2));
        words.flat_map(|(_, place, word)| set_bits(word).map(move |bit| place + i64::from(bit)))
    }

    /// Without the bits of another over the same span.
    pub(super) fn without(&self, other: &Bits) -> Bits {
        let words = self.words.iter().zip(&other.words).map(|(word, other)| word & !other);
        Bits { first: self.first, words: words.collect() }
    }
}

/// A position that is no position: something that must hold did not hold there.
pub(super) fn outside() -> Stop {
    unproven("something that must hold does not hold everywhere")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole words at once set what bit after bit does, and say as well when one lies outside.
    #[test]
    fn bits_are_carried_as_one_by_one() {
        let mut dice = crate::dice::Dice::new(7);
        let mut number = |most: i64| i64::try_from(dice.below(usize::try_from(most).unwrap())).unwrap();
        let (mut carried, mut refused) = (0, 0);
        for _ in 0..4_000 {
            let spans = [0; 2].map(|_| {
                let first = number(9) - 4;
                (first, first + number(400))
            });
            let [mut from, plain] = spans.map(Bits::over);
            for _ in 0..number(300) {
                from.set(from.first + number(spans[0].1 - spans[0].0 + 1)).unwrap();
            }
            let first = spans[0].0 + number(300) - 20;
            let (span, by) = ((first, first + number(350) - 5), number(200) - 100);
            let (mut whole, mut single) = (plain.clone(), plain);
            let done = whole.carry(&from, span, by).is_ok();
            let mut places = from.places().filter(|place| (span.0..=span.1).contains(place));
            assert_eq!(done, places.try_for_each(|place| single.set(place + by)).is_ok(), "{span:?} by {by}");
            assert!(!done || whole.words == single.words, "{span:?} by {by}");
            (carried, refused) = (carried + i32::from(done), refused + i32::from(!done));
        }
        assert!(carried > 1_000 && refused > 1_000, "{carried} {refused}");
    }
}
