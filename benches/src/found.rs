//! What either side finds, so that the two can be compared.

use bouton::instance::Instance;
use bouton::value::{Outcome, Value};
use bouton::{Solution, game::Game};
use std::cmp::Ordering;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The first player's lead.
    Lead(i64),
    /// The outcome for the first player, with plies.
    Outcome(Outcome),
    /// Whether the first player wins (greater), draws or loses.
    Winner(Ordering),
    /// The nimber of the start.
    Nimber(u64),
    /// The nimber of every size, and where a proven period begins and how long it is.
    Nimbers(Vec<u16>, Option<(usize, usize)>),
}

/// Reads an answer off a solution; nothing where it is of another kind.
pub(crate) type Read = fn(&Instance, &Solution<Instance>) -> Option<Found>;

pub(crate) fn lead(_: &Instance, solution: &Solution<Instance>) -> Option<Found> {
    match solution.value {
        Value::Lead(lead) => Some(Found::Lead(lead)),
        Value::Outcome(_) => None,
    }
}

pub(crate) fn outcome(_: &Instance, solution: &Solution<Instance>) -> Option<Found> {
    match solution.value {
        Value::Outcome(outcome) => Some(Found::Outcome(outcome)),
        Value::Lead(_) => None,
    }
}

pub(crate) fn winner(_: &Instance, solution: &Solution<Instance>) -> Option<Found> {
    let Value::Outcome(outcome) = solution.value else { return None };
    Some(Found::Winner(match outcome {
        Outcome::Win(_) => Ordering::Greater,
        Outcome::Draw => Ordering::Equal,
        Outcome::Loss(_) => Ordering::Less,
    }))
}

pub(crate) fn nimber(game: &Instance, solution: &Solution<Instance>) -> Option<Found> {
    solution.nimber(game, &game.start().ok()?).map(Found::Nimber)
}
