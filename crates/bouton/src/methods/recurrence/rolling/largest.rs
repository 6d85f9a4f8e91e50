//! How large leads can become: what all that can be taken comes to, where it can be taken once only.

use crate::recurrence::{Linear, Move, Recurrence, never_negative};
use crate::value::Value;

/// No lead is larger than this, with either sign, if it can be told from the points remaining: each move takes ranges of known lists
/// away from them. Never the largest single gain: leads add up (1, 0, 1, 0 taken from the ends is worth 2).
pub(super) fn taken_once(recurrence: &Recurrence) -> Option<i128> {
    let points = recurrence.remaining.as_ref().filter(|points| points.linear == Linear::default())?;
    if !recurrence.moves.iter().all(|mv| takes_ranges(recurrence, mv)) {
        return None;
    }
    let whole: i128 =
        points.sums.iter().map(|sum| i128::from(sum.times).abs() * recurrence.rows[sum.row].weight()).sum();
    // From any position to the end the points remaining fall by no more than twice what they can be.
    Some(2 * whole + at_the_end(recurrence))
}

/// The most a lead can be where play ends.
pub(in super::super) fn at_the_end(recurrence: &Recurrence) -> i128 {
    let leads = recurrence.ends.iter().chain(&recurrence.stuck).map(|end| match end.value {
        Value::Lead(lead) => i128::from(lead).abs(),
        Value::Outcome(_) => 0,
    });
    leads.max().unwrap_or(0)
}

/// Whether what a move gains is what it gives, and is ranges of lists.
fn takes_ranges(recurrence: &Recurrence, mv: &Move) -> bool {
    let variables = recurrence.bounds();
    let bounds = mv.bounds(&variables);
    let mut left = mv.gain.sums.clone();
    while let Some(sum) = left.pop() {
        let range = left.iter().position(|other| {
            let (upper, lower) = if sum.times > 0 { (&sum, other) } else { (other, &sum) };
            let same = other.row == sum.row && other.times == -sum.times && recurrence.rows[sum.row].width.is_none();
            let length = || upper.place.first()?.minus(lower.place.first()?);
            same && length().is_some_and(|length| never_negative(&length, variables.len(), &mv.choices, &bounds))
        });
        let Some(at) = range else { return false };
        left.remove(at);
    }
    mv.gain == mv.given && mv.gain.linear == Linear::default()
}
