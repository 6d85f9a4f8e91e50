//! Long known lists of numbers: laid out once, however often and in however many functions they are looked at.

use super::help::SUM;
use super::operate::{ints, spread};
use super::worth::Lying;
use super::{Lower, int};
use crate::code::Value;
use bouton_rules::datum::Datum;
use bouton_rules::interval::Interval;
use std::sync::Arc;

/// Shorter lists are soon laid out again.
const LONG: usize = 1 << 10;

/// A long list.
pub(super) struct Long {
    of: Arc<Vec<Datum>>,
    /// Which table holds its numbers, what they are, and whether `none` is among them.
    place: usize,
    entry: Interval,
    none: bool,
    /// The sums of its first 0, 1, 2, … numbers, once they were asked for: their table and what all numbers come to without their signs, if that is not too much.
    sums: Option<Option<(usize, i64)>>,
}

impl Lower<'_, '_> {
    /// A long known list of numbers as it lies in its table; nothing if it is short, or has other entries.
    pub(super) fn long_list(&mut self, list: &Datum) -> Option<Lying> {
        let (place, entry, none, count) = self.long(list).map(|at| {
            let long = &self.shared.long[at];
            (long.place, long.entry, long.none, int(long.of.len()))
        })?;
        let buffer = self.table_at(place);
        Some(Lying { buffer, start: Value::from(0), length: Value::from(count), most: count, entry, none, live: false })
    }

    /// The table of the sums of the first 0, 1, 2, … numbers of a list, and what all of them come to at most, with either sign; nothing where that is too much,
    /// or entries are no numbers.
    pub(super) fn sums_of(&mut self, list: &Datum) -> Option<(usize, i64)> {
        let Some(at) = self.long(list) else {
            let (sums, weight) = sums(&ints(list)?)?;
            return Some((self.place_of_table(sums), weight));
        };
        if self.shared.long[at].sums.is_none() {
            let found = sums(&self.shared.tables[self.shared.long[at].place]);
            let found = found.map(|(sums, weight)| (self.place_of_table(sums), weight));
            self.shared.long[at].sums = Some(found);
        }
        self.shared.long[at].sums.flatten()
    }

    fn long(&mut self, list: &Datum) -> Option<usize> {
        let Datum::List(of) = list else { return None };
        if of.len() < LONG {
            return None;
        }
        let known = self.shared.long.iter().position(|long| Arc::ptr_eq(&long.of, of));
        known.or_else(|| {
            let numbers = ints(list)?;
            let (entry, none) = spread(&numbers);
            let place = self.place_of_table(numbers);
            self.shared.long.push(Long { of: of.clone(), place, entry, none, sums: None });
            Some(self.shared.long.len() - 1)
        })
    }
}

/// The sums of the first 0, 1, 2, … numbers, and what all of them come to without their signs, if that is not too much.
fn sums(numbers: &[i64]) -> Option<(Vec<i64>, i64)> {
    let (mut sums, mut weight) = (Vec::with_capacity(numbers.len() + 1), 0_i64);
    sums.push(0);
    for number in numbers {
        weight = number.checked_abs().and_then(|number| weight.checked_add(number)).filter(|weight| *weight < SUM)?;
        sums.push(sums.last()? + number);
    }
    Some((sums, weight))
}
