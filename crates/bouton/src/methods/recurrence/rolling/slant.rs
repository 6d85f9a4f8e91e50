//! Positions seen aslant: as layers, such that every move leads to an earlier one where that can be had, and places within a layer.
//! Then a layer's positions do not wait for each other, and only some layers need be kept (hyperplanes: Lamport 1974, "The parallel
//! execution of DO loops").

use super::flat::{Flat, Span};
use super::slide::Slide;
use crate::recurrence::{Bounds, Choice, Linear, Piece, Recurrence, pieces};
use std::sync::Arc;

/// How positions are seen. Play lowers the layer or leaves it; where it leaves it, it raises the place.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The layer and the place, as forms of the variables.
    pub(super) layer: Linear,
    pub(super) place: Linear,
    /// Each variable, as a form of layer and place.
    pub(super) variables: Vec<Linear>,
    /// Least and greatest layer and place.
    pub(super) bounds: [Bounds; 2],
}

/// A piece of a move seen so.
#[derive(Clone, Debug)]
pub(super) struct Slant {
    pub(super) mv: usize,
    /// All choices but the last, settled.
    pub(super) outer: Vec<i64>,
    /// Whether there is a last one.
    pub(super) chooses: bool,
    pub(super) passes: bool,
    /// What must not be negative for the choice to be open.
    pub(super) limits: Vec<Flat>,
    pub(super) among: Option<Arc<Vec<i64>>>,
    /// Where it leads: which layer (whatever the place), and how far along.
    pub(super) layer: Flat,
    pub(super) along: Flat,
    /// Whether it stays in its layer.
    pub(super) own: bool,
    /// What it gains: a form, and prefix sums.
    pub(super) gain: Flat,
    pub(super) sums: Vec<Sums>,
    /// What must not be negative, or the rules are at fault.
    pub(super) needs: Vec<Flat>,
    /// The move's name and the choice's range, for EXPLAIN.
    pub(super) words: (String, String),
    /// Bounds of the choice.
    pub(super) range: Bounds,
    /// How its choice slides, if it does.
    pub(super) slide: Option<Slide>,
}

/// A prefix sum, taken so many times.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    pub(super) times: i64,
    pub(super) row: usize,
    pub(super) at: Flat,
}

/// Choices before the last are tried one by one, if there are no more than this.
const MOST_OUTER: usize = 256;

/// The best view of a recurrence and its pieces seen so; `None` if there is none.
pub(super) fn views(recurrence: &Recurrence, windows: bool) -> Option<(View, Vec<Slant>)> {
    let pieces = settled(recurrence)?;
    let seen = candidates(recurrence).into_iter().filter_map(|view| {
        let slants = view.slants(&pieces, recurrence, windows)?;
        let own = slants.iter().filter(|slant| slant.own).count();
        let tried = slants.iter().filter(|slant| slant.slide.is_none() && slant.chooses).count();
        Some((own, tried, view, slants))
    });
    seen.min_by_key(|(own, tried, ..)| (*own, *tried)).map(|(.., view, slants)| (view, slants))
}

/// Layers by each variable, by what lies between two, by their sum; in the direction in which play lowers them.
fn candidates(recurrence: &Recurrence) -> Vec<View> {
    let variables = recurrence.bounds();
    let moving: Vec<usize> = (0..variables.len()).filter(|at| variables[*at].0 < variables[*at].1).collect();
    let symbol = Linear::symbol;
    let pairs: Vec<(Linear, Linear)> = match moving.as_slice() {
        [] => vec![(Linear::default(), Linear::default())],
        [only] => vec![(Linear::default(), symbol(*only))],
        [a, b] => {
            let (difference, sum) = (symbol(*b).minus(&symbol(*a)), symbol(*b).plus(&symbol(*a), 1));
            let mut pairs = vec![(symbol(*a), symbol(*b)), (symbol(*b), symbol(*a))];
            pairs.extend(difference.map(|difference| (difference, symbol(*a))));
            pairs.extend(sum.map(|sum| (sum, symbol(*a))));
            pairs
        }
        _ => Vec::new(),
    };
    let signs = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let all = pairs.iter().flat_map(|pair| signs.map(|signs| View::of(pair, signs, &moving, &variables)));
    all.flatten().collect()
}

impl View {
    fn of(
        (layer, place): &(Linear, Linear),
        signs: (i64, i64),
        moving: &[usize],
        variables: &[Bounds],
    ) -> Option<View> {
        let (layer, place) = (layer.times(signs.0)?, place.times(signs.1)?);
        let mut back: Vec<Linear> = variables.iter().map(|bounds| Linear::number(bounds.0)).collect();
        // Solved by Cramer's rule; the determinant is 1 or -1.
        match moving {
            [] => {}
            [only] => back[*only] = Linear::symbol(1).times(signs.1)?,
            [a, b] => {
                let (p, q) = (layer.coefficient(*a), layer.coefficient(*b));
                let (r, s) = (place.coefficient(*a), place.coefficient(*b));
                let unit = p * s - q * r;
                let form = |x: i64, y: i64| Linear::symbol(0).times(x * unit)?.plus(&Linear::symbol(1), y * unit);
                (back[*a], back[*b]) = (form(s, -q)?, form(-r, p)?);
            }
            _ => return None,
        }
        let number = |number: i128| i64::try_from(number).ok();
        let range = |form: &Linear| Some((number(form.range(variables).0)?, number(form.range(variables).1)?));
        let bounds = [range(&layer)?, range(&place)?];
        Some(View { layer, place, variables: back, bounds })
    }

    /// Layer and place of a position.
    pub(super) fn at(&self, variables: &[i64]) -> (i64, i64) {
        (self.layer.at(variables), self.place.at(variables))
    }

    /// A form of variables and one choice (the symbol after them), seen so.
    pub(super) fn flat(&self, form: &Linear, choice: Bounds) -> Option<Flat> {
        let mut seen = Linear::number(form.constant);
        for &(symbol, times) in &form.terms {
            let part = self.variables.get(symbol).cloned().unwrap_or_else(|| Linear::symbol(2));
            seen = seen.plus(&part, times)?;
        }
        Flat::of(&seen, &[self.bounds[0], self.bounds[1], choice])
    }

    /// A form of layer and place, told by the variables.
    pub(super) fn unflat(&self, form: &Flat) -> Option<Linear> {
        self.layer.times(form.layer)?.plus(&self.place, form.place)?.plus(&Linear::number(form.constant), 1)
    }

    /// Conditions on variables alone, seen so.
    pub(super) fn flats(&self, forms: &[Linear]) -> Option<Vec<Flat>> {
        forms.iter().map(|form| self.flat(form, (0, 0))).collect()
    }

    /// The places of a layer within the bounds of the variables.
    pub(super) fn layer_span(&self, layer: i64, variables: &[Bounds]) -> Span {
        let mut span = self.bounds[1];
        for (form, (lo, hi)) in self.variables.iter().zip(variables) {
            let (constant, times, place) = (form.constant, form.coefficient(0), form.coefficient(1));
            let low = Flat { constant: constant - lo, layer: times, place, choice: 0 };
            let high = Flat { constant: hi - constant, layer: -times, place: -place, choice: 0 };
            span = high.clip(low.clip(span, layer, 0), layer, 0);
        }
        span
    }

    fn slants(&self, pieces: &[Settled], recurrence: &Recurrence, windows: bool) -> Option<Vec<Slant>> {
        let mut found = Vec::new();
        for settled in pieces {
            let mut slant = self.slant(settled, recurrence)?;
            if windows && settled.widest >= Slide::WORTH {
                slant.slide = Slide::of(&slant);
            }
            found.push(slant);
        }
        Some(found)
    }

    fn slant(&self, settled: &Settled, recurrence: &Recurrence) -> Option<Slant> {
        let Settled { piece, outer, range, words, .. } = settled;
        let inner = self.variables.len();
        let seen = |form: &Linear| self.flat(form, *range);
        let next = |form: &Linear| {
            let mut seen = Linear::number(form.constant);
            for &(symbol, times) in &form.terms {
                seen = seen.plus(&piece.next[symbol], times)?;
            }
            self.flat(&seen, *range)
        };
        let still = Flat { layer: 1, ..Flat::default() };
        let layer = if self.layer.terms.is_empty() { still } else { next(&self.layer)? };
        let along = next(&self.place)?;
        let chooses = !recurrence.moves[piece.mv].choices.is_empty();
        let mut limits: Vec<Flat> = piece.guards.iter().map(seen).collect::<Option<_>>()?;
        for lo in &piece.inner.lo {
            limits.push(seen(&Linear::symbol(inner).minus(lo)?)?);
        }
        for hi in &piece.inner.hi {
            limits.push(seen(&hi.minus(&Linear::symbol(inner))?)?);
        }
        let mut sums = Vec::new();
        for sum in &piece.gain.sums {
            let at = seen(&recurrence.rows[sum.row].flat(&sum.place)?)?;
            sums.push(Sums { times: sum.times, row: sum.row, at });
        }
        let needs = piece.needs.iter().map(seen).collect::<Option<_>>()?;
        let own = layer == still;
        let straight = layer.place == 0 && layer.choice.abs() <= 1 && along.place == 1;
        let falls = || self.always(settled, |next, here| here.minus(next), &self.layer);
        let rises = || self.always(settled, |next, here| next.minus(here), &self.place);
        if !straight || !(if own { rises() } else { falls() })? {
            return None;
        }
        let (gain, among, outer) = (seen(&piece.gain.linear)?, piece.inner.among.clone(), outer.clone());
        let (mv, passes, range, slide, words) = (piece.mv, piece.passes, *range, None, words.clone());
        Some(Slant {
            mv,
            outer,
            chooses,
            passes,
            limits,
            among,
            layer,
            along,
            own,
            gain,
            sums,
            needs,
            words,
            range,
            slide,
        })
    }

    /// Whether what a move changes a form by (this way round) is at least 1, whatever is chosen.
    fn always(
        &self,
        settled: &Settled,
        change: impl Fn(&Linear, &Linear) -> Option<Linear>,
        form: &Linear,
    ) -> Option<bool> {
        let Settled { piece, range, bounds, .. } = settled;
        let mut next = Linear::number(form.constant);
        for &(symbol, times) in &form.terms {
            next = next.plus(&piece.next[symbol], times)?;
        }
        let rise = change(&next, form)?.plus(&Linear::number(1), -1)?;
        let symbol = self.variables.len();
        let all: Vec<Bounds> = bounds.iter().copied().chain([*range]).collect();
        if rise.range(&all).0 >= 0 {
            return Some(true);
        }
        let ends = if rise.coefficient(symbol) < 0 { &piece.inner.hi } else { &piece.inner.lo };
        Some(ends.iter().any(|end| rise.with(symbol, end).is_some_and(|rise| rise.range(&all).0 >= 0)))
    }
}

/// A piece all of whose choices but the last are settled.
struct Settled {
    piece: Piece,
    outer: Vec<i64>,
    words: (String, String),
    /// Bounds of the variables and of the last choice.
    bounds: Vec<Bounds>,
    range: Bounds,
    /// The most numbers to choose from.
    widest: i128,
}

fn settled(recurrence: &Recurrence) -> Option<Vec<Settled>> {
    let variables = recurrence.bounds();
    let mut found = Vec::new();
    for piece in pieces(recurrence)? {
        for outer in outer_choices(&piece.outer, &variables)? {
            found.extend(settle(&piece, outer, recurrence.piece_words(&piece), &variables)?);
        }
    }
    Some(found)
}

/// Every number that the outer choices may take, as far as bounds tell.
fn outer_choices(choices: &[Choice], variables: &[Bounds]) -> Option<Vec<Vec<i64>>> {
    let mut all = vec![Vec::new()];
    let mut bounds = variables.to_vec();
    for choice in choices {
        let range = choice.range(&bounds);
        bounds.push(range);
        let numbers: Vec<i64> = match &choice.among {
            Some(among) => among.iter().copied().filter(|number| (range.0..=range.1).contains(number)).collect(),
            None if range.1.checked_sub(range.0)? >= 256 => return None,
            None => (range.0..=range.1).collect(),
        };
        all = all
            .iter()
            .flat_map(|known: &Vec<i64>| numbers.iter().map(|number| [known.as_slice(), &[*number]].concat()))
            .collect();
        if all.len() > MOST_OUTER {
            return None;
        }
    }
    Some(all)
}

/// A piece with numbers in place of its outer choices; `Some(None)` if it can never be made.
fn settle(piece: &Piece, outer: Vec<i64>, words: (String, String), variables: &[Bounds]) -> Option<Option<Settled>> {
    let (first, inner) = (variables.len(), variables.len() + outer.len());
    let put = |form: &Linear| -> Option<Linear> {
        let mut form = form.clone();
        for (at, number) in outer.iter().enumerate() {
            form = form.with(first + at, &Linear::number(*number))?;
        }
        // The last choice becomes the symbol after the variables.
        let times = form.coefficient(inner);
        form.without(inner).plus(&Linear::symbol(first), times)
    };
    let all = |forms: &[Linear]| forms.iter().map(put).collect::<Option<Vec<Linear>>>();
    let mut guards = all(&piece.guards)?;
    for (at, choice) in piece.outer.iter().enumerate() {
        for lo in &choice.lo {
            guards.push(Linear::number(outer[at]).minus(&put(lo)?)?);
        }
        for hi in &choice.hi {
            guards.push(put(hi)?.minus(&Linear::number(outer[at]))?);
        }
    }
    let mut piece = Piece { guards, next: all(&piece.next)?, needs: all(&piece.needs)?, ..piece.clone() };
    piece.gain.linear = put(&piece.gain.linear)?;
    for sum in &mut piece.gain.sums {
        sum.place = all(&sum.place)?;
    }
    (piece.inner.lo, piece.inner.hi) = (all(&piece.inner.lo)?, all(&piece.inner.hi)?);
    piece.outer = Vec::new();
    let none = |forms: &[Linear]| forms.iter().any(|form| form.range(variables).1 < 0);
    let choice = Choice {
        name: String::new(),
        lo: piece.inner.lo.clone(),
        hi: piece.inner.hi.clone(),
        among: piece.inner.among.clone(),
        divides: None,
    };
    let range = choice.range(variables);
    if none(&piece.guards) || range.0 > range.1 {
        return Some(None);
    }
    piece.guards.retain(|form| form.range(variables).0 < 0);
    let widths =
        choice.hi.iter().flat_map(|hi| choice.lo.iter().filter_map(|lo| Some(hi.minus(lo)?.range(variables).1 + 1)));
    let widest = widths.min().unwrap_or(0);
    Some(Some(Settled { piece, outer, words, bounds: variables.to_vec(), range, widest }))
}
