//! Prefix sums of long known lists, so that the sum of a slice of a million piles takes two looks. They are only another way of adding
//! up: a list with a `none`, or one so heavy that some sum could leave 64 bits, has none and is added up entry by entry.

use super::Interpreter;
use crate::datum::{Datum, NONE};
use crate::rules::ExprKind;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Shorter slices are added up as they stand.
const WORTH: usize = 64;

/// For each parameter, then each `let`, its prefix sums once somebody asks.
#[derive(Clone, Debug, Default)]
pub(super) struct Prefixes(Vec<OnceLock<Option<Arc<Vec<i64>>>>>);

impl Prefixes {
    /// None worked out yet, of so many lists.
    pub(super) fn of(count: usize) -> Prefixes {
        Prefixes(vec![OnceLock::new(); count])
    }
}

impl Interpreter {
    /// The sum of a part of a list that is known by name, if that is worth a look at its prefix sums.
    pub(super) fn quick_sum(&self, list: &ExprKind, part: &Range<usize>) -> Option<i64> {
        if part.len() < WORTH {
            return None;
        }
        let sums = self.prefix_sums(list)?;
        Some(sums.get(part.end)? - sums.get(part.start)?)
    }

    /// What the first 0, 1, 2, … entries of a parameter or a `let` come to, where that is a list of numbers that come to at most half of the
    /// 64-bit ones together, whatever their signs. Worked out once.
    #[must_use]
    pub fn prefix_sums(&self, list: &ExprKind) -> Option<&Arc<Vec<i64>>> {
        let (place, held) = match list {
            ExprKind::Param(which) => (*which, &self.params[*which]),
            ExprKind::Let(which) => (self.params.len() + which, &self.lets[*which]),
            _ => return None,
        };
        let Datum::List(entries) = held else { return None };
        self.prefixes.0[place].get_or_init(|| sums(entries).map(Arc::new)).as_ref()
    }
}

/// The sums of the first 0, 1, 2, … entries, if no sum of any of them can leave 64 bits.
fn sums(entries: &[Datum]) -> Option<Vec<i64>> {
    let (mut sums, mut weight) = (Vec::with_capacity(entries.len() + 1), 0_i64);
    sums.push(0);
    for entry in entries {
        let Datum::Int(number) = entry else { return None };
        weight = weight.checked_add(number.checked_abs().filter(|_| *number != NONE)?)?;
        sums.push(sums.last()? + number);
    }
    // Halved, so that a difference of two sums is safe as well.
    (weight <= i64::MAX / 2).then_some(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_lists_and_none_have_no_sums() {
        let list = |numbers: &[i64]| numbers.iter().copied().map(Datum::Int).collect::<Vec<_>>();
        assert_eq!(sums(&list(&[3, -5, 4])), Some(vec![0, 3, -2, 2]));
        assert_eq!(sums(&list(&[])), Some(vec![0]));
        assert_eq!(sums(&list(&[i64::MAX, 1])), None);
        assert_eq!(sums(&list(&[i64::MAX / 2, 1])), None);
        assert_eq!(sums(&list(&[1, NONE])), None);
        assert_eq!(sums(&[Datum::list(Vec::new())]), None);
    }
}
