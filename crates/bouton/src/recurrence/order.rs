//! An order in which positions can be solved from the end: by one variable, then another, like words in a dictionary.

use super::{Bounds, Form, Move, Recurrence};

/// How a variable moves: up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// The variable.
    pub variable: usize,
    /// Whether moves raise it, or lower it.
    pub up: bool,
}

impl Recurrence {
    /// The variables such that each move changes the first it changes at all in the given direction: then play never repeats, and
    /// positions can be solved with the first as the outermost loop. Variables that do not matter come last. Greedy, and complete:
    /// a variable that no open move takes the wrong way can always come next.
    #[must_use]
    pub fn order(&self) -> Option<Vec<Direction>> {
        let variables = self.bounds();
        let mut open: Vec<Vec<(i128, i128)>> = self.moves.iter().map(|mv| changes(mv, &variables)).collect();
        let mut order: Vec<Direction> = Vec::new();
        while !open.is_empty() {
            let left = (0..variables.len()).filter(|variable| order.iter().all(|known| known.variable != *variable));
            let both = left.flat_map(|variable| [true, false].map(|up| Direction { variable, up }));
            let next = both.into_iter().find(|next| {
                let least = |changes: &Vec<(i128, i128)>| least(changes[next.variable], next.up);
                open.iter().all(|mv| least(mv) >= 0) && open.iter().any(|mv| least(mv) >= 1)
            })?;
            open.retain(|changes| least(changes[next.variable], next.up) < 1);
            order.push(next);
        }
        let rest = (0..variables.len()).filter(|variable| order.iter().all(|known| known.variable != *variable));
        let rest: Vec<Direction> = rest.map(|variable| Direction { variable, up: true }).collect();
        order.extend(rest);
        Some(order)
    }
}

/// The least change in a direction.
fn least((lo, hi): (i128, i128), up: bool) -> i128 {
    if up { lo } else { -hi }
}

/// Bounds of what a move adds to each variable.
fn changes(mv: &Move, variables: &[Bounds]) -> Vec<(i128, i128)> {
    let bounds = mv.bounds(variables);
    mv.next.iter().enumerate().map(|(variable, form)| change(form, variable, &bounds)).collect()
}

fn change(form: &Form, variable: usize, bounds: &[Bounds]) -> (i128, i128) {
    const UNKNOWN: (i128, i128) = (i128::MIN / 2, i128::MAX / 2);
    let itself = super::Linear::symbol(variable);
    let parts = form.parts().iter().map(|part| part.minus(&itself).map_or(UNKNOWN, |change| change.range(bounds)));
    let joined = match form {
        Form::Max(_) => parts.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))),
        _ => parts.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))),
    };
    joined.unwrap_or(UNKNOWN)
}
