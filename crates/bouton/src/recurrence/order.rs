//! An order in which positions can be solved from the end: by one variable, then another, like words in a dictionary.

use super::{Bounds, Form, Linear, Move, Recurrence};

/// How a variable moves: up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The variable.
    pub variable: usize,
    /// Whether moves raise it, or lower it.
    pub up: bool,
}

/// Bounds of what a move adds to a variable.
type Change = (i128, i128);

impl Recurrence {
    /// The variables such that each move changes the first it changes at all in the given direction: then play never repeats, and
    /// positions can be solved with the first as the outermost loop. Variables that do not matter come last. Greedy: a variable that
    /// no open move takes the wrong way can always come next; moves that it leaves open are those that do not change it.
    #[must_use]
    pub fn order(&self) -> Option<Vec<Direction>> {
        let variables = self.bounds();
        let mut open: Vec<Move> = self.moves.iter().filter(|mv| mv.possible(&variables)).cloned().collect();
        let mut order: Vec<Direction> = Vec::new();
        while !open.is_empty() {
            let next = next(&open, &order, &variables)?;
            open = open.into_iter().filter_map(|mv| unchanged(mv, next, &variables)).collect();
            order.push(next);
        }
        let unused = |variable: &usize| order.iter().all(|known| known.variable != *variable);
        let rest: Vec<usize> = (0..variables.len()).filter(unused).collect();
        order.extend(rest.into_iter().map(|variable| Direction { variable, up: true }));
        Some(order)
    }
}

/// A variable that comes next: one that settles a move if there is any, else one that settles a part of a move.
fn next(open: &[Move], order: &[Direction], variables: &[Bounds]) -> Option<Direction> {
    let left = (0..variables.len()).filter(|variable| order.iter().all(|known| known.variable != *variable));
    let both = left.flat_map(|variable| [true, false].map(|up| Direction { variable, up }));
    let bounds: Vec<Vec<Bounds>> = open.iter().map(|mv| mv.bounds(&narrowed(variables, &mv.guards))).collect();
    let fitting: Vec<(Direction, Vec<Change>)> = both
        .map(|next| (next, open.iter().zip(&bounds).map(|(mv, bounds)| change(mv, next, bounds)).collect()))
        .filter(|(_, changes): &(Direction, Vec<Change>)| changes.iter().all(|change| change.0 >= 0))
        .collect();
    let settles = |least: fn(&Change) -> i128| {
        fitting.iter().find(|(_, changes)| changes.iter().any(|change| least(change) >= 1))
    };
    settles(|change| change.0).or_else(|| settles(|change| change.1)).map(|(next, _)| *next)
}

/// The part of a move that leaves a variable as it is; `None` if there is no such part.
fn unchanged(mut mv: Move, direction: Direction, variables: &[Bounds]) -> Option<Move> {
    if change(&mv, direction, &mv.bounds(&narrowed(variables, &mv.guards))).0 >= 1 {
        return None;
    }
    if let Form::One(form) = &mv.next[direction.variable] {
        let rise = form
            .minus(&Linear::symbol(direction.variable))
            .and_then(|rise| rise.times(if direction.up { -1 } else { 1 }));
        let before = mv.clone();
        if rise.and_then(|still| mv.require(still, variables)).is_none() {
            mv = before;
        }
    }
    mv.possible(&narrowed(variables, &mv.guards)).then_some(mv)
}

/// Bounds of variables where some forms are not negative, as far as each of them tells of one variable alone.
pub(crate) fn narrowed(variables: &[Bounds], guards: &[Linear]) -> Vec<Bounds> {
    let mut bounds = variables.to_vec();
    for guard in guards {
        match guard.terms.as_slice() {
            [(variable, 1)] => bounds[*variable].0 = bounds[*variable].0.max(guard.constant.saturating_neg()),
            [(variable, -1)] => bounds[*variable].1 = bounds[*variable].1.min(guard.constant),
            _ => {}
        }
    }
    bounds
}

impl Move {
    /// Whether bounds leave the move anything to choose.
    #[must_use]
    pub fn possible(&self, variables: &[Bounds]) -> bool {
        let bounds = self.bounds(variables);
        bounds.iter().all(|(lo, hi)| lo <= hi) && self.guards.iter().all(|guard| guard.range(&bounds).1 >= 0)
    }
}

/// Bounds of what a move adds to a variable, counted in a direction; `bounds` are those of the variables and of its choices.
fn change(mv: &Move, direction: Direction, bounds: &[Bounds]) -> Change {
    const UNKNOWN: Change = (i128::MIN / 2, i128::MAX / 2);
    let (form, itself) = (&mv.next[direction.variable], Linear::symbol(direction.variable));
    let parts = form.parts().iter().map(|part| part.minus(&itself).map_or(UNKNOWN, |change| change.range(bounds)));
    let (lo, hi) = form.joined(parts).unwrap_or(UNKNOWN);
    if direction.up { (lo, hi) } else { (-hi, -lo) }
}
