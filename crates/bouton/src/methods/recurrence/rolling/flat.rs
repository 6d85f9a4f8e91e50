//! Linear forms of where a position stands among its layer's, which layer that is, and what is chosen there.

use crate::recurrence::{Bounds, Linear};

/// `constant + layer · λ + place · ι + choice · x`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flat {
    pub(super) constant: i64,
    pub(super) layer: i64,
    pub(super) place: i64,
    pub(super) choice: i64,
}

/// From where to where, both included; nothing if the second is less.
pub(super) type Span = (i64, i64);

/// Nothing at all, ready to be widened.
pub(super) const NOTHING: Span = (i64::MAX, i64::MIN);

/// Forms stay within this, so that adding two of them cannot overflow.
const LARGEST: i128 = 1 << 61;

impl Flat {
    /// A form of the symbols 0 (layer), 1 (place) and 2 (choice); `None` if it might leave the 64-bit numbers.
    pub(super) fn of(form: &Linear, bounds: &[Bounds; 3]) -> Option<Flat> {
        let fits = form.most(bounds) <= LARGEST;
        let [layer, place, choice] = [0, 1, 2].map(|symbol| form.coefficient(symbol));
        fits.then_some(Flat { constant: form.constant, layer, place, choice })
    }

    pub(super) fn at(&self, layer: i64, place: i64, choice: i64) -> i64 {
        self.constant + self.layer * layer + self.place * place + self.choice * choice
    }

    /// The places of a span where it is not negative.
    pub(super) fn clip(&self, span: Span, layer: i64, choice: i64) -> Span {
        let rest = self.at(layer, 0, choice);
        match self.place {
            0 if rest < 0 => NOTHING,
            0 => span,
            1 => (span.0.max(-rest), span.1),
            -1 => (span.0, span.1.min(rest)),
            rising @ 1.. => (span.0.max(-rest.div_euclid(rising)), span.1),
            falling => (span.0, span.1.min(rest.div_euclid(-falling))),
        }
    }

    /// The same with place and choice exchanged: what tells of a row of places for one choice then tells of a row of choices at one place.
    pub(super) fn turned(self) -> Flat {
        Flat { place: self.choice, choice: self.place, ..self }
    }

    /// Its least value over a span of places.
    pub(super) fn least(&self, layer: i64, span: Span, choice: i64) -> i64 {
        self.at(layer, span.0, choice).min(self.at(layer, span.1, choice))
    }
}

/// The places of a span where none of the forms is negative.
pub(super) fn clip(forms: &[Flat], span: Span, layer: i64, choice: i64) -> Span {
    forms.iter().fold(span, |span, form| form.clip(span, layer, choice))
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
