//! Linear forms with whole coefficients, and how large they can be.

use smallvec::SmallVec;

/// `constant + Σ coefficient · symbol`. Symbols are numbers: the variables first, then the choices of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    /// What is added to the terms.
    pub constant: i64,
    /// Symbols with their coefficients, by rising symbol; none is zero.
    pub terms: Terms,
}

/// Symbols with their coefficients. Up to three need no memory of their own: most forms have one or two, and planning makes millions of forms.
pub type Terms = SmallVec<[(usize, i64); 3]>;

/// Least and greatest value of a symbol.
pub type Bounds = (i64, i64);

/// Whether there is a value for each of these bounds, and each lies within its own.
pub(crate) fn within_bounds(values: &[i64], bounds: &[Bounds]) -> bool {
    values.len() == bounds.len() && values.iter().zip(bounds).all(|(value, (lo, hi))| (lo..=hi).contains(&value))
}

impl Linear {
    /// A number with terms: by rising symbol, none of them zero.
    #[must_use]
    pub fn of(constant: i64, terms: &[(usize, i64)]) -> Linear {
        Linear { constant, terms: SmallVec::from_slice(terms) }
    }

    /// A number.
    #[must_use]
    pub fn number(constant: i64) -> Linear {
        Linear::of(constant, &[])
    }

    /// A symbol.
    #[must_use]
    pub fn symbol(symbol: usize) -> Linear {
        Linear::of(0, &[(symbol, 1)])
    }

    /// The coefficient of a symbol.
    #[must_use]
    pub fn coefficient(&self, symbol: usize) -> i64 {
        self.terms.iter().find(|term| term.0 == symbol).map_or(0, |term| term.1)
    }

    /// The greatest symbol in it.
    #[must_use]
    pub fn last(&self) -> Option<usize> {
        self.terms.last().map(|term| term.0)
    }

    /// The number it is, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + times · other`; `None` when a coefficient leaves 64 bits.
    #[must_use]
    pub fn plus(&self, other: &Linear, times: i64) -> Option<Linear> {
        let mut sum = self.clone();
        sum.add(other, times)?;
        Some(sum)
    }

    /// Adds `times · other` in place; `None` as for [`Linear::plus`], and then the form is of no use.
    pub(crate) fn add(&mut self, other: &Linear, times: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        for &(symbol, coefficient) in &other.terms {
            let more = coefficient.checked_mul(times)?;
            match self.terms.binary_search_by_key(&symbol, |term| term.0) {
                Ok(at) => match self.terms[at].1.checked_add(more)? {
                    0 => drop(self.terms.remove(at)),
                    sum => self.terms[at].1 = sum,
                },
                Err(at) if more != 0 => self.terms.insert(at, (symbol, more)),
                Err(_) => {}
            }
        }
        Some(())
    }

    /// `self − other`.
    #[must_use]
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(other, -1)
    }

    /// `times · self`.
    #[must_use]
    pub fn times(&self, times: i64) -> Option<Linear> {
        Linear::default().plus(self, times)
    }

    /// The same with a form in place of a symbol.
    #[must_use]
    pub fn with(&self, symbol: usize, form: &Linear) -> Option<Linear> {
        let coefficient = self.coefficient(symbol);
        self.without(symbol).plus(form, coefficient)
    }

    /// The same without a symbol's term.
    #[must_use]
    pub fn without(&self, symbol: usize) -> Linear {
        Linear { constant: self.constant, terms: self.terms.iter().copied().filter(|term| term.0 != symbol).collect() }
    }

    /// Its value where symbols have these values. The bounds of a recurrence's forms show that it cannot overflow.
    #[must_use]
    pub fn at(&self, values: &[i64]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, &(symbol, coefficient)| sum + coefficient * values[symbol])
    }

    /// The most that it, any of its terms, or any sum of them on the way can be, with either sign.
    #[must_use]
    pub fn most(&self, bounds: &[Bounds]) -> i128 {
        let size = |number: i64| i128::from(number).abs();
        self.terms.iter().fold(size(self.constant), |sum, &(symbol, coefficient)| {
            let (least, most) = bounds[symbol];
            sum + size(coefficient) * size(least).max(size(most))
        })
    }

    /// Whether it can be worked out wherever its symbols are within these bounds, and something be added to it: nothing on the way comes near the ends of
    /// the 64-bit numbers.
    #[must_use]
    pub fn is_small(&self, bounds: &[Bounds]) -> bool {
        const MOST: i128 = 1 << 61;
        self.most(bounds) <= MOST
    }

    /// Bounds of its value, from the bounds of each symbol.
    #[must_use]
    pub fn range(&self, bounds: &[Bounds]) -> (i128, i128) {
        let start = (i128::from(self.constant), i128::from(self.constant));
        self.terms.iter().fold(start, |(lo, hi), &(symbol, coefficient)| {
            let (least, most) = bounds[symbol];
            let ends = [least, most].map(|end| i128::from(end) * i128::from(coefficient));
            (lo + ends[0].min(ends[1]), hi + ends[0].max(ends[1]))
        })
    }
}
