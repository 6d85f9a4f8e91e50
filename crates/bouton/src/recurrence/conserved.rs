//! What no move changes: sums of variables, each so many times, that stay what they are (linear invariants: place invariants of nets, K. Lautenbach
//! 1973; affine relations among variables, M. Karr 1976). They follow from the moves alone, as the combinations that every move's changes cancel in.

use super::{Form, Linear, Recurrence};
use std::collections::BTreeSet;

/// No more entries of equations than this are looked at.
const MOST: usize = 1 << 20;

/// Nor larger entries, so that their signs may be turned.
const LARGEST: u128 = 1 << 120;

/// A sum of variables, each so many times.
pub(crate) type Weights = Vec<i64>;

/// Equations over all variables: what stands before each, and their sum is 0.
type Equation = Vec<i128>;

impl Recurrence {
    /// Sums that no move changes, none of which follows from the others; every other one does. Empty where numbers grow too large on the way.
    pub(crate) fn conserved(&self) -> Vec<Weights> {
        self.equations().and_then(|equations| solutions(equations, self.variables.len())).unwrap_or_default()
    }

    /// What must hold of a sum that no move changes.
    fn equations(&self) -> Option<Vec<Equation>> {
        let entries = self.moves.iter().map(|mv| (mv.next.len() + mv.choices.len()) * mv.next.len());
        (entries.sum::<usize>() <= MOST).then_some(())?;
        let mut equations = BTreeSet::new();
        for mv in &self.moves {
            let mut changes = Vec::new();
            for (at, next) in mv.next.iter().enumerate() {
                match next {
                    Form::One(next) => changes.push(next.minus(&Linear::symbol(at))?),
                    // It counts no times: what it becomes is no linear form.
                    Form::Min(_) | Form::Max(_) => {
                        equations.insert((0..self.variables.len()).map(|other| i128::from(other == at)).collect());
                        changes.push(Linear::default());
                    }
                }
            }
            for symbol in 0..self.variables.len() + mv.choices.len() {
                equations.insert(line(changes.iter().map(|change| change.coefficient(symbol))));
            }
            equations.insert(line(changes.iter().map(|change| change.constant)));
        }
        Some(equations.into_iter().collect())
    }
}

fn line(entries: impl Iterator<Item = i64>) -> Equation {
    entries.map(i128::from).collect()
}

/// A basis of what solves all equations over so many variables, in whole numbers: by Gauss's elimination without fractions.
fn solutions(mut lines: Vec<Equation>, variables: usize) -> Option<Vec<Weights>> {
    let mut pivots = Vec::new();
    for column in 0..variables {
        let Some(found) = (pivots.len()..lines.len()).find(|line| lines[*line][column] != 0) else { continue };
        lines.swap(pivots.len(), found);
        let pivot = lines[pivots.len()].clone();
        for (at, line) in lines.iter_mut().enumerate() {
            if at != pivots.len() && line[column] != 0 {
                *line = cancelled(line, &pivot, column)?;
            }
        }
        pivots.push(column);
    }
    let free = (0..variables).filter(|column| !pivots.contains(column));
    free.map(|free| {
        let times = lines.iter().zip(&pivots).try_fold(1_i128, |times, (line, pivot)| {
            let needed = line[*pivot] / gcd(line[*pivot], line[free]);
            (times / gcd(times, needed)).checked_mul(needed)
        })?;
        let mut found = vec![0; variables];
        found[free] = i64::try_from(times).ok()?;
        for (line, pivot) in lines.iter().zip(&pivots) {
            found[*pivot] = i64::try_from(-(line[free].checked_mul(times)? / line[*pivot])).ok()?;
        }
        Some(found)
    })
    .collect()
}

/// An equation without a variable that another has, in lowest terms.
fn cancelled(line: &[i128], pivot: &[i128], column: usize) -> Option<Equation> {
    let (own, other) = (line[column], pivot[column]);
    let difference = |(one, by): (&i128, &i128)| one.checked_mul(other)?.checked_sub(by.checked_mul(own)?);
    let all = line.iter().zip(pivot).map(difference).collect::<Option<Equation>>()?;
    all.iter().all(|entry| entry.unsigned_abs() <= LARGEST).then_some(())?;
    let common = all.iter().fold(0, |common, entry| gcd(common, *entry)).max(1);
    Some(all.into_iter().map(|entry| entry / common).collect())
}

/// The greatest common divisor, not negative; of two zeros 0.
fn gcd(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What solves some equations, and how many sums that is: each cancels in every equation.
    fn solved(lines: &[&[i64]]) -> usize {
        let equations: Vec<Equation> = lines.iter().map(|entries| line(entries.iter().copied())).collect();
        let found = solutions(equations.clone(), lines[0].len()).expect("numbers stay small");
        for sum in &found {
            assert!(sum.iter().any(|weight| *weight != 0), "{sum:?}");
            for equation in &equations {
                let all: i128 = equation.iter().zip(sum).map(|(entry, weight)| entry * i128::from(*weight)).sum();
                assert_eq!(all, 0, "{sum:?} in {equation:?}");
            }
        }
        found.len()
    }

    #[test]
    fn sums_that_cancel_are_found() {
        assert_eq!(solved(&[&[1, 0, -1], &[0, -1, -1]]), 1);
        assert_eq!(solved(&[&[2, 3, 0, 5], &[4, 6, 0, 10]]), 3);
        assert_eq!(solved(&[&[6, 10, 15], &[1, 0, 0]]), 1);
        assert_eq!(solved(&[&[1, 0], &[0, 7]]), 0);
        assert_eq!(solved(&[&[0, 0, 0]]), 3);
        assert!(solutions(vec![vec![i128::MAX, 3], vec![2, i128::MAX - 1]], 2).is_none_or(|found| found.is_empty()));
    }
}
