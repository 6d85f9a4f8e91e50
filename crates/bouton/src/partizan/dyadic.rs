//! Dyadic rationals `m/2^k`: the numbers among short games, exactly.

use std::cmp::Ordering;
use std::fmt;

/// The most binary places that are kept.
const MOST_PLACES: u32 = 120;

/// A number `m/2^k` in lowest terms. Arithmetic gives nothing where a result leaves what can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic {
    /// Odd unless `places` is 0.
    numerator: i128,
    places: u32,
}

impl Dyadic {
    /// 0.
    pub const ZERO: Dyadic = Dyadic { numerator: 0, places: 0 };

    /// A whole number.
    #[must_use]
    pub fn whole(number: i64) -> Dyadic {
        Dyadic { numerator: i128::from(number), places: 0 }
    }

    /// `numerator/2^places`; nothing with more than 120 places.
    #[must_use]
    pub fn new(numerator: i128, places: u32) -> Option<Dyadic> {
        let shift = if numerator == 0 { places } else { numerator.trailing_zeros().min(places) };
        let lowest = Dyadic { numerator: numerator >> shift.min(127), places: places - shift };
        (lowest.places <= MOST_PLACES).then_some(lowest)
    }

    /// The number above the bar.
    #[must_use]
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The power of two below the bar.
    #[must_use]
    pub fn places(self) -> u32 {
        self.places
    }

    /// The numerator over `2^places`, where `places` is not less than its own.
    fn over(self, places: u32) -> Option<i128> {
        self.numerator.checked_mul(1_i128.checked_shl(places - self.places)?)
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Dyadic) -> Option<Dyadic> {
        let places = self.places.max(other.places);
        Dyadic::new(self.over(places)?.checked_add(other.over(places)?)?, places)
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Dyadic) -> Option<Dyadic> {
        self.plus(other.negative()?)
    }

    /// The number with its sign turned round.
    #[must_use]
    pub fn negative(self) -> Option<Dyadic> {
        Some(Dyadic { numerator: self.numerator.checked_neg()?, places: self.places })
    }

    /// Half of it.
    #[must_use]
    pub fn half(self) -> Option<Dyadic> {
        Dyadic::new(self.numerator, self.places + 1)
    }

    /// `2^k` times it, rounded down to a whole number.
    fn floor_times(self, places: u32) -> Option<i128> {
        if places >= self.places { self.over(places) } else { Some(self.numerator >> (self.places - places)) }
    }

    /// The largest number below it that is simpler, as Left's option of its canonical form.
    pub(super) fn left(self) -> Option<Dyadic> {
        let moves = self.places > 0 || self.numerator > 0;
        if moves { Dyadic::new(self.numerator - 1, self.places) } else { None }
    }

    /// The smallest number above it that is simpler, as Right's option of its canonical form.
    pub(super) fn right(self) -> Option<Dyadic> {
        let moves = self.places > 0 || self.numerator < 0;
        if moves { Dyadic::new(self.numerator + 1, self.places) } else { None }
    }

    /// The simplest number above `low` and below `high`; a bound that is `true` may be met. `None` is no bound. The numbers must leave room.
    ///
    /// Conway 1976, the simplicity theorem: the number of least birthday that fits, which is unique.
    pub(super) fn simplest(low: Option<(Dyadic, bool)>, high: Option<(Dyadic, bool)>) -> Option<Dyadic> {
        let fits = |number: Dyadic| {
            let over = low.is_none_or(|(low, meets)| number > low || meets && number == low);
            over && high.is_none_or(|(high, meets)| number < high || meets && number == high)
        };
        if fits(Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        match (low, high) {
            (Some((low, meets)), _) if low >= Dyadic::ZERO => (0..=MOST_PLACES).find_map(|places| {
                let floor = low.floor_times(places)?;
                let met = Dyadic::new(floor, places).filter(|number| meets && *number == low);
                met.or_else(|| Dyadic::new(floor.checked_add(1)?, places)).filter(|number| fits(*number))
            }),
            (low, Some(high)) => {
                let turned = |(bound, meets): (Dyadic, bool)| bound.negative().map(|bound| (bound, meets));
                let low = match low {
                    Some(low) => Some(turned(low)?),
                    None => None,
                };
                Dyadic::simplest(Some(turned(high)?), low)?.negative()
            }
            _ => None,
        }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let whole = |number: &Dyadic| number.numerator >> number.places;
        let rest = |number: &Dyadic| (number.numerator & ((1 << number.places) - 1)) << (MOST_PLACES - number.places);
        whole(self).cmp(&whole(other)).then_with(|| rest(self).cmp(&rest(other)))
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.places {
            0 => write!(f, "{}", self.numerator),
            places => write!(f, "{}/{}", self.numerator, 1_i128 << places),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numerator: i128, places: u32) -> Dyadic {
        Dyadic::new(numerator, places).expect("few places")
    }

    #[test]
    fn numbers_are_in_lowest_terms_and_in_order() {
        assert_eq!(number(6, 2), number(3, 1));
        assert_eq!(number(0, 9), Dyadic::ZERO);
        assert_eq!(number(-3, 2).to_string(), "-3/4");
        for (a, b) in [(-9, -8), (-1, 0), (3, 5), (7, 8)] {
            assert!(number(a, 3) < number(b, 3), "{a} {b}");
        }
        assert!(number(1, 120) > Dyadic::ZERO && number(-1, 120) < Dyadic::ZERO);
        assert_eq!(number(1, 1).plus(number(1, 2)), Some(number(3, 2)));
        assert_eq!(number(1, 120).half(), None);
        assert_eq!(number(i128::MAX, 0).plus(number(1, 0)), None);
    }

    #[test]
    fn the_simplest_number_is_that_of_conway() {
        let between = |low: (i128, u32), high: (i128, u32)| {
            Dyadic::simplest(Some((number(low.0, low.1), false)), Some((number(high.0, high.1), false)))
        };
        assert_eq!(between((-3, 0), (9, 0)), Some(Dyadic::ZERO));
        assert_eq!(between((0, 0), (1, 0)), Some(number(1, 1)));
        assert_eq!(between((5, 2), (9, 2)), Some(number(2, 0)));
        assert_eq!(between((-9, 2), (-5, 2)), Some(number(-2, 0)));
        assert_eq!(between((1, 1), (3, 2)), Some(number(5, 3)));
        assert_eq!(Dyadic::simplest(Some((number(7, 0), false)), None), Some(number(8, 0)));
        assert_eq!(Dyadic::simplest(None, Some((number(-7, 0), false))), Some(number(-8, 0)));
        assert_eq!(Dyadic::simplest(Some((number(3, 2), true)), Some((number(3, 2), true))), Some(number(3, 2)));
        assert_eq!(between((0, 0), (1, 120)), None);
    }
}
