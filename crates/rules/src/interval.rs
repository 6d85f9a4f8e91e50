//! Intervals of whole numbers: what the checker can prove about an expression without running it.

/// All numbers from `lo` to `hi`, both included. Empty when `hi < lo`. Kept within [`Interval::FULL`]'s ends times two so that sums cannot overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The least number.
    pub lo: i128,
    /// The greatest number.
    pub hi: i128,
}

impl Interval {
    /// Every 64-bit number but the least, which stands for `none`.
    pub const FULL: Interval = Interval { lo: -(i64::MAX as i128), hi: i64::MAX as i128 };

    /// From `lo` to `hi`.
    pub fn new(lo: impl Into<i128>, hi: impl Into<i128>) -> Interval {
        Interval { lo: lo.into(), hi: hi.into() }
    }

    /// One number.
    pub fn of(value: impl Into<i128>) -> Interval {
        let value = value.into();
        Interval { lo: value, hi: value }
    }

    /// The number, when there is just one.
    #[must_use]
    pub fn single(self) -> Option<i128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Whether no number lies in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.hi < self.lo
    }

    /// The numbers in both.
    #[must_use]
    pub fn meet(self, other: Interval) -> Interval {
        Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) }
    }

    /// The smallest interval around both.
    #[must_use]
    pub fn hull(self, other: Interval) -> Interval {
        if self.is_empty() {
            other
        } else if other.is_empty() {
            self
        } else {
            Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
        }
    }

    /// The 64-bit numbers in it: a result outside stops the program, so what goes on is inside.
    #[must_use]
    pub fn in_range(self) -> Interval {
        self.meet(Interval::FULL)
    }

    /// Sums.
    #[must_use]
    pub fn plus(self, other: Interval) -> Interval {
        Interval { lo: self.lo + other.lo, hi: self.hi + other.hi }
    }

    /// Negatives.
    #[must_use]
    pub fn negated(self) -> Interval {
        Interval { lo: -self.hi, hi: -self.lo }
    }

    /// Differences.
    #[must_use]
    pub fn minus(self, other: Interval) -> Interval {
        self.plus(other.negated())
    }

    /// Products.
    #[must_use]
    pub fn times(self, other: Interval) -> Interval {
        let ends = [self.lo * other.lo, self.lo * other.hi, self.hi * other.lo, self.hi * other.hi];
        Interval { lo: ends.into_iter().min().unwrap_or(0), hi: ends.into_iter().max().unwrap_or(0) }
    }

    /// Quotients rounded towards minus infinity, when the divisor cannot be zero; otherwise anything as large as the dividend.
    #[must_use]
    pub fn divided(self, by: Interval) -> Interval {
        if by.lo <= 0 && by.hi >= 0 {
            let most = self.lo.abs().max(self.hi.abs());
            return Interval { lo: -most, hi: most };
        }
        let ends =
            [(self.lo, by.lo), (self.lo, by.hi), (self.hi, by.lo), (self.hi, by.hi)].map(|(a, b)| floor_div(a, b));
        Interval { lo: ends.into_iter().min().unwrap_or(0), hi: ends.into_iter().max().unwrap_or(0) }
    }

    /// Remainders with the sign of the divisor.
    #[must_use]
    pub fn remainder(self, by: Interval) -> Interval {
        if self.lo >= 0 && by.lo > self.hi {
            return self;
        }
        Interval { lo: (by.lo + 1).min(0), hi: (by.hi - 1).max(0) }
    }
}

/// `a // b`, rounded towards minus infinity; `b` is not zero.
fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}
