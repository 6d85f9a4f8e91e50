//! Moves whose choices lie on no line: divisors, and numbers in tables. They are made from each position by itself.

use super::flat::Here;
use super::narrow::Narrow;
use super::reach::Seen;
use super::view::View;
use crate::error::Stop;
use crate::recurrence::{Bounds, Choice, Linear, Listed, Move, Recurrence, Row};
use std::sync::Arc;

/// A move, and which of the recurrence's it is.
#[derive(Clone, Debug)]
pub(super) struct Loose {
    pub(super) number: usize,
    pub(super) mv: Move,
}

/// Divisors are looked up, of numbers up to this; those of larger ones are tried.
const MOST_DIVIDED: i64 = 1 << 20;

/// One way to make such a move from a position.
pub(super) struct Made<'m> {
    pub(super) number: usize,
    pub(super) mv: &'m Move,
    /// The variables, then what is chosen.
    pub(super) values: &'m [i64],
    /// Where it leads: row and place. Nothing if the rules themselves must judge.
    pub(super) next: Option<(i64, i64)>,
}

impl Made<'_> {
    /// What it is worth to its mover, by what the next position is worth to its own.
    pub(super) fn worth<C: Narrow>(&self, next: C, rows: &[Row]) -> C {
        let next = if self.mv.passes { C::of(0).minus(next) } else { next };
        if C::OUTCOME { next } else { next.plus(C::of(self.mv.gain.at(self.values, rows))) }
    }
}

/// The loose moves of a recurrence.
pub(super) fn loose(recurrence: &Recurrence) -> Vec<Loose> {
    let variables = recurrence.bounds();
    let moves = recurrence.moves.iter().enumerate().filter(|(_, mv)| mv.is_loose());
    moves.map(|(number, mv)| Loose { number, mv: with_divisors(mv.clone(), &variables) }).collect()
}

/// A move whose divisors are looked up.
pub(in super::super) fn with_divisors(mut mv: Move, variables: &[Bounds]) -> Move {
    let bounds = mv.bounds(variables);
    for choice in &mut mv.choices {
        let Some((last, most)) = divided(choice, &bounds) else { continue };
        let numbers = Arc::new(divisors(last, most));
        let of = choice.divides.take().expect("it is chosen among divisors");
        choice.listed = Some(Listed { of, least: 1, numbers, repeats: false, words: String::new() });
    }
    mv
}

/// Where a choice is one of the divisors of a number that is looked up: the greatest that the number can be, and the greatest to choose.
fn divided(choice: &Choice, bounds: &[Bounds]) -> Option<(i64, i64)> {
    let (least, last) = choice.divides.as_ref()?.range(bounds);
    // 0 is divided by every number, and so tried; of a number below 0 the divisors are those without the sign.
    let few = choice.listed.is_none() && least >= 1 && last <= MOST_DIVIDED.into();
    few.then_some((i64::try_from(last).ok()?, choice.range(bounds).1))
}

/// The divisors, up to `most`, of each number from 1 on.
fn divisors(last: i64, most: i64) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = counts(last, most).into_iter().map(Vec::with_capacity).collect();
    each_multiple(last, most, |divisor, at| all[at].push(divisor));
    all
}

/// How many those are.
fn counts(last: i64, most: i64) -> Vec<usize> {
    let mut counts = vec![0; usize::try_from(last).unwrap_or(0)];
    each_multiple(last, most, |_, at| counts[at] += 1);
    counts
}

/// Visits each number up to `most` with the place of each of its multiples.
fn each_multiple(last: i64, most: i64, mut visit: impl FnMut(i64, usize)) {
    let end = usize::try_from(last).unwrap_or(0);
    for divisor in 1..=most.min(last) {
        let step = usize::try_from(divisor).expect("it is at least 1");
        (step - 1..end).step_by(step).for_each(|at| visit(divisor, at));
    }
}

/// The most ways to make these moves that are tried at a position.
pub(in super::super) fn tried<'m>(moves: impl Iterator<Item = &'m Move>, variables: &[Bounds]) -> u64 {
    moves.map(|mv| widest(mv, variables)).fold(0, u64::saturating_add)
}

fn widest(mv: &Move, variables: &[Bounds]) -> u64 {
    let bounds = mv.bounds(variables);
    let width = |(choice, (lo, hi)): (&Choice, &Bounds)| match (&choice.listed, &choice.among, divided(choice, &bounds))
    {
        (Some(listed), ..) => listed.numbers.iter().map(Vec::len).max().unwrap_or(0) as u64,
        (None, Some(among), _) => among.len() as u64,
        (None, None, Some((last, most))) => counts(last, most).into_iter().max().unwrap_or(0) as u64,
        (None, None, None) => hi.saturating_sub(*lo).saturating_add(1).max(0).unsigned_abs(),
    };
    mv.choices.iter().zip(&bounds[variables.len()..]).map(width).fold(1, u64::saturating_mul)
}

impl View {
    /// The variables at a place of a row.
    fn values(&self, here: &Here, place: i64) -> Vec<i64> {
        let coordinates = [&here.at[..self.coordinates.len() - 1], &[self.sign * place]].concat();
        self.variables.iter().map(|form| form.at(&coordinates)).collect()
    }
}

impl Seen<'_> {
    /// Visits every way to make a loose move from a position, while told to go on.
    pub(super) fn loosely(
        &self,
        (here, place): (&Here, i64),
        visit: &mut dyn FnMut(&Made) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        if self.loose.is_empty() {
            return Ok(());
        }
        let (mut values, mut next) = (self.view.values(here, place), Vec::new());
        let holds = |forms: &[Linear], values: &[i64]| forms.iter().all(|form| form.at(values) >= 0);
        for Loose { number, mv } in &self.loose {
            if !holds(&mv.guards, &values) {
                continue;
            }
            let mut said = Ok(true);
            mv.each(&mut values, &mut |values| {
                next.clear();
                next.extend(mv.next.iter().map(|form| form.at(values)));
                let variables = next.iter().zip(&self.recurrence.variables);
                let inside = variables.clone().all(|(value, variable)| (variable.lo..=variable.hi).contains(value));
                let next =
                    (inside && holds(&mv.needs, values)).then(|| self.view.at(&next)).map(|at| (at.0.number, at.1));
                said = visit(&Made { number: *number, mv, values, next });
                matches!(said, Ok(true))
            });
            if !said? {
                break;
            }
        }
        Ok(())
    }
}
