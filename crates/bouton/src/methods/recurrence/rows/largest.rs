//! How large leads can become.

use crate::recurrence::{Amount, Bounds, Direction, Form, Linear, Move, Recurrence, Row, Sum, never_negative};
use crate::value::Value;

/// No lead of a position is larger than this, with either sign; `None` where no order of play is known.
pub(super) fn largest(recurrence: &Recurrence) -> Option<i128> {
    let by_gains = by_gains(recurrence, &recurrence.order()?).saturating_add(at_the_end(recurrence));
    Some(taken_once(recurrence).map_or(by_gains, |taken| taken.min(by_gains)))
}

/// No lead is larger than this, with either sign, if it can be told from the points remaining: each move takes ranges of known lists
/// away from them. Never the largest single gain: leads add up (1, 0, 1, 0 taken from the ends is worth 2).
fn taken_once(recurrence: &Recurrence) -> Option<i128> {
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
fn at_the_end(recurrence: &Recurrence) -> i128 {
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
    let is_taken = |range: &Range| {
        recurrence.rows[range.row].width.is_none()
            && never_negative(&range.length, variables.len(), &mv.choices, &bounds)
    };
    let (_, rest) = ranges(&mv.gain.sums, is_taken);
    rest.is_empty() && mv.gain == mv.given && mv.gain.linear == Linear::default()
}

/// What lies between two places of a list, or of a row of a board's sums, so many times.
struct Range {
    row: usize,
    times: i128,
    length: Linear,
}

/// Sums of which one is taken from another, as ranges of this kind; and those of which none is.
fn ranges(sums: &[Sum], kind: impl Fn(&Range) -> bool) -> (Vec<Range>, Vec<Sum>) {
    let (mut ranges, mut rest, mut left) = (Vec::new(), Vec::new(), sums.to_vec());
    while let Some(sum) = left.pop() {
        let range = left.iter().enumerate().find_map(|(at, other)| {
            let (upper, lower) = if sum.times > 0 { (&sum, other) } else { (other, &sum) };
            let same_row = other.row == sum.row && other.times == -sum.times;
            let ([upper_row @ .., upper], [lower_row @ .., lower]) = (&*upper.place, &*lower.place) else {
                return None;
            };
            let length = upper.minus(lower).filter(|_| same_row && upper_row == lower_row)?;
            let range = Range { row: sum.row, times: i128::from(sum.times).abs(), length };
            kind(&range).then_some((at, range))
        });
        if let Some((at, range)) = range {
            left.remove(at);
            ranges.push(range);
        } else {
            rest.push(sum);
        }
    }
    (ranges, rest)
}

/// The most that gains can come to, with either sign, from a position to an end.
fn by_gains(recurrence: &Recurrence, order: &[Direction]) -> i128 {
    let variables = recurrence.bounds();
    let gains = recurrence.moves.iter().map(|mv| gained(&mv.gain, &mv.bounds(&variables), &recurrence.rows));
    gains.max().unwrap_or(0).saturating_mul(longest(recurrence, order))
}

/// The most that a move gains, with either sign: of a range no more than its length in steps of the steepest.
fn gained(gain: &Amount, bounds: &[Bounds], rows: &[Row]) -> i128 {
    let (ranges, rest) = ranges(&gain.sums, |_| true);
    let of_ranges = ranges.iter().map(|range| {
        let (least, most) = range.length.range(bounds);
        let row = &rows[range.row];
        range.times.saturating_mul(least.abs().max(most.abs()).saturating_mul(row.steepest()).min(2 * row.most()))
    });
    let of_ranges = of_ranges.fold(0, i128::saturating_add);
    Amount { linear: gain.linear.clone(), sums: rest }.most(bounds, rows).saturating_add(of_ranges)
}

/// The most moves that play can take.
fn longest(recurrence: &Recurrence, order: &[Direction]) -> i128 {
    let width = |direction: &Direction| {
        let variable = &recurrence.variables[direction.variable];
        i128::from(variable.hi) - i128::from(variable.lo) + 1
    };
    let variables = recurrence.bounds();
    // If every move raises the sum of some variables, each in its direction, play is no longer than their ranges together.
    let raises = |some: &[Direction]| {
        recurrence.moves.iter().all(|mv| {
            let mut sum = Some(Linear::default());
            for direction in some {
                let Form::One(next) = &mv.next[direction.variable] else { return false };
                let change = next.minus(&Linear::symbol(direction.variable));
                sum = sum.and_then(|sum| sum.plus(&change?, if direction.up { 1 } else { -1 }));
            }
            sum.is_some_and(|sum| sum.range(&mv.bounds(&variables)).0 >= 1)
        })
    };
    match (1..=order.len()).find(|count| raises(&order[..*count])) {
        Some(count) => order[..count].iter().map(width).sum(),
        None => order.iter().map(width).fold(1, i128::saturating_mul),
    }
}
