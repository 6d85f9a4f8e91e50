//! Linear forms of a row's coordinates, a place in the row and a choice; and spans of places.

use crate::recurrence::{Bounds, Linear};

/// Coordinates of a row at most: a game has one more variable that moves.
pub(super) const MOST: usize = 6;

/// The coordinates of a row, the first the outermost; those that a game does not need are 0.
pub(super) type At = [i64; MOST];

/// A row: its number, which play lowers, and its coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Here {
    pub(super) number: i64,
    pub(super) at: At,
}

/// `constant + row · coordinates + place · ι + choice · x`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flat {
    pub(super) constant: i64,
    pub(super) row: At,
    pub(super) place: i64,
    pub(super) choice: i64,
}

/// A linear form in one row: of a place and a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    constant: i64,
    place: i64,
    choice: i64,
}

impl Line {
    #[inline]
    pub(super) fn at(&self, place: i64, choice: i64) -> i64 {
        self.constant + self.place * place + self.choice * choice
    }

    /// The places of a span where it is not negative.
    #[inline]
    pub(super) fn clip(&self, span: Span, choice: i64) -> Span {
        let rest = self.at(0, choice);
        match self.place {
            0 if rest < 0 => NOTHING,
            0 => span,
            1 => (span.0.max(-rest), span.1),
            -1 => (span.0, span.1.min(rest)),
            rising @ 1.. => (span.0.max(-rest.div_euclid(rising)), span.1),
            falling => (span.0, span.1.min(rest.div_euclid(-falling))),
        }
    }

    /// The choices of a span at a place where it is not negative.
    #[inline]
    pub(super) fn choices(&self, span: Span, place: i64) -> Span {
        Line { place: self.choice, choice: self.place, ..*self }.clip(span, place)
    }
}

/// From which to which choice of a span none of some forms is negative at a place.
pub(super) fn choices(lines: &[Line], span: Span, place: i64) -> Span {
    lines.iter().fold(span, |choices, line| line.choices(choices, place))
}

/// From where to where, both included; nothing if the second is less.
pub(super) type Span = (i64, i64);

/// Nothing at all, ready to be widened.
pub(super) const NOTHING: Span = (i64::MAX, i64::MIN);

/// Forms stay within this, so that adding two of them cannot overflow.
const LARGEST: i128 = 1 << 61;

impl Flat {
    /// A form of the row's coordinates, the place and the choice, in this order; `None` if it might leave the 64-bit numbers.
    pub(super) fn of(form: &Linear, bounds: &[Bounds]) -> Option<Flat> {
        let (place, choice) = (bounds.len() - 2, bounds.len() - 1);
        let mut row = At::default();
        for (at, times) in row.iter_mut().enumerate().take(place) {
            *times = form.coefficient(at);
        }
        let [place, choice] = [place, choice].map(|symbol| form.coefficient(symbol));
        (form.most(bounds) <= LARGEST).then_some(Flat { constant: form.constant, row, place, choice })
    }

    #[inline]
    pub(super) fn at(&self, row: &At, place: i64, choice: i64) -> i64 {
        self.within(row).at(place, choice)
    }

    /// What it is in one row: worked out once for all places of it.
    #[inline]
    pub(super) fn within(&self, row: &At) -> Line {
        let constant = self.row.iter().zip(row).fold(self.constant, |sum, (times, at)| sum + times * at);
        Line { constant, place: self.place, choice: self.choice }
    }

    /// `self + times · other`; `None` where it leaves the 64-bit numbers.
    pub(super) fn plus(&self, other: &Flat, times: i64) -> Option<Flat> {
        let sum = |own: i64, more: i64| own.checked_add(more.checked_mul(times)?);
        let mut row = self.row;
        for (own, more) in row.iter_mut().zip(other.row) {
            *own = sum(*own, more)?;
        }
        let [constant, place, choice] =
            [(self.constant, other.constant), (self.place, other.place), (self.choice, other.choice)]
                .map(|(own, more)| sum(own, more));
        Some(Flat { constant: constant?, row, place: place?, choice: choice? })
    }

    /// One coordinate of a row.
    pub(super) fn coordinate(which: usize) -> Flat {
        let mut flat = Flat::default();
        flat.row[which] = 1;
        flat
    }

    /// The places of a span where it is not negative.
    pub(super) fn clip(&self, span: Span, row: &At, choice: i64) -> Span {
        self.within(row).clip(span, choice)
    }

    /// The same with place and choice exchanged: what tells of a row of places for one choice then tells of a row of choices at one place.
    pub(super) fn turned(self) -> Flat {
        Flat { place: self.choice, choice: self.place, ..self }
    }

    /// Its least value over a span of places.
    pub(super) fn least(&self, row: &At, span: Span, choice: i64) -> i64 {
        self.at(row, span.0, choice).min(self.at(row, span.1, choice))
    }
}

/// The places of a span where none of the forms is negative.
pub(super) fn clip(forms: &[Flat], span: Span, row: &At, choice: i64) -> Span {
    forms.iter().fold(span, |span, form| form.clip(span, row, choice))
}

/// What two spans share.
pub(super) fn within(a: Span, b: Span) -> Span {
    (a.0.max(b.0), a.1.min(b.1))
}

/// The least span that holds both.
pub(super) fn hull(a: Span, b: Span) -> Span {
    (a.0.min(b.0), a.1.max(b.1))
}

/// The same span, so much further.
pub(super) fn shifted(span: Span, by: i64) -> Span {
    (span.0 + by, span.1 + by)
}

/// How many places there are.
pub(super) fn width(span: Span) -> usize {
    usize::try_from(span.1.saturating_sub(span.0).saturating_add(1)).unwrap_or(0)
}

pub(super) fn empty(span: Span) -> bool {
    span.0 > span.1
}
