//! Values and moves in words.

use crate::style::Tint;
use bouton::answer::MoveValue;
use bouton::{Instance, Outcome, Plies, Value};
use std::cmp::Reverse;

/// A lead with its sign: `+8`, `−6`, `0`.
pub(crate) fn signed(points: i64) -> String {
    Value::Lead(points).to_string()
}

/// What a move is worth to the player who makes it: `−6`, `wins in 3`, `draws`.
pub(crate) fn worth(value: Value) -> String {
    match value {
        Value::Lead(lead) => signed(lead),
        Value::Outcome(Outcome::Draw) => "draws".to_owned(),
        Value::Outcome(Outcome::Win(Plies::Of(plies))) => format!("wins in {plies}"),
        Value::Outcome(Outcome::Loss(Plies::Of(plies))) => format!("loses in {plies}"),
        Value::Outcome(Outcome::Win(Plies::Endless)) => "wins, play never ends".into(),
        Value::Outcome(Outcome::Loss(Plies::Endless)) => "loses, play never ends".into(),
        Value::Outcome(Outcome::Win(Plies::Unknown)) => "wins".to_owned(),
        Value::Outcome(Outcome::Loss(Plies::Unknown)) => "loses".to_owned(),
    }
}

/// The colour of a value.
pub(crate) fn tint(value: Value) -> Tint {
    match value {
        Value::Lead(lead) if lead > 0 => Tint::Win,
        Value::Lead(lead) if lead < 0 => Tint::Loss,
        Value::Outcome(Outcome::Win(_)) => Tint::Win,
        Value::Outcome(Outcome::Loss(_)) => Tint::Loss,
        _ => Tint::Draw,
    }
}

/// The best moves first, otherwise in the game's order.
pub(crate) fn best_first(moves: &[MoveValue<Instance>]) -> Vec<&MoveValue<Instance>> {
    let mut sorted: Vec<&MoveValue<Instance>> = moves.iter().collect();
    sorted.sort_by_key(|choice| Reverse(choice.value));
    sorted
}

/// The gain of a move, mine minus theirs.
pub(crate) fn gain(gain: bouton::game::Gain) -> i64 {
    gain.mine.saturating_sub(gain.theirs)
}
