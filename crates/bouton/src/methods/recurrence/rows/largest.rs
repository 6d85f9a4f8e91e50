//! How large leads can become.

use crate::recurrence::{Amount, Bounds, Direction, Legal, Linear, Move, Recurrence, Row, Sum, never_negative};
use crate::value::Value;
use std::ops::Add;

/// No lead of a position is larger than this, with either sign, where play goes on in an order that these inequalities show.
pub(super) fn largest(recurrence: &Recurrence, order: &[Direction], known: &[Linear]) -> i128 {
    let (longest, variables) = (longest(recurrence, order, known), recurrence.bounds());
    let gained = |gain: &Amount, mv: &Move| gained(gain, &mv.bounds(&variables), &recurrence.rows);
    let by_moves = recurrence.moves.iter().map(|mv| gained(&mv.gain, mv)).max().unwrap_or(0).saturating_mul(longest);
    // Never the largest single gain: leads add up (1, 0, 1, 0 taken from the ends is worth 2).
    let (mut paths, mut most_else) = (Vec::<Path>::new(), 0);
    for mv in &recurrence.moves {
        let (taken, sums) = ranges(&mv.gain.sums, |range| Path::of(recurrence, mv, &range));
        let mut own = Vec::new();
        taken.into_iter().for_each(|path| path.join(&mut own, Add::add));
        own.into_iter().for_each(|path| path.join(&mut paths, Ord::max));
        most_else = most_else.max(gained(&Amount { linear: mv.gain.linear.clone(), sums }, mv));
    }
    let along = paths.iter().map(|path| path.times.saturating_mul(recurrence.rows[path.row].weight()));
    let by_paths = along.fold(most_else.saturating_mul(longest), i128::saturating_add);
    by_paths.min(by_moves).saturating_add(at_the_end(recurrence))
}

/// A place in a list that play moves one way only: what moves gain on its way is no more than the whole list, so many times.
struct Path {
    row: usize,
    at: Linear,
    rises: bool,
    times: i128,
}

impl Path {
    /// The place that a move takes from one end of a range to the other.
    fn of(recurrence: &Recurrence, mv: &Move, range: &Range) -> Option<Path> {
        let variables = recurrence.bounds();
        let rises = |mv: &Move, at: &Linear, way: i64| {
            let risen = mv.after(at).and_then(|next| next.minus(at)?.times(way));
            risen.is_some_and(|risen| never_negative(&risen, variables.len(), &mv.choices, &mv.bounds(&variables)))
        };
        let ways = [(&range.from, &range.to, 1), (&range.to, &range.from, -1)];
        let moved = |&(from, to, way): &(&Linear, &Linear, i64)| {
            mv.after(from).as_ref() == Some(to) && recurrence.moves.iter().all(|mv| rises(mv, from, way))
        };
        let (at, _, way) = ways.into_iter().filter(|_| range.in_list).find(moved)?;
        Some(Path { row: range.row, at: at.clone(), rises: way > 0, times: range.times })
    }

    /// Puts it among others: once, if it is one of them.
    fn join(self, others: &mut Vec<Path>, times: fn(i128, i128) -> i128) {
        let same = |other: &&mut Path| (other.row, &other.at, other.rises) == (self.row, &self.at, self.rises);
        match others.iter_mut().find(same) {
            Some(other) => other.times = times(other.times, self.times),
            None => others.push(self),
        }
    }
}

/// The most a lead can be where play ends.
fn at_the_end(recurrence: &Recurrence) -> i128 {
    let leads = recurrence.ends.iter().chain(&recurrence.stuck).map(|end| match end.value {
        Value::Lead(lead) => i128::from(lead).abs(),
        Value::Outcome(_) => 0,
    });
    leads.max().unwrap_or(0)
}

/// What lies between two places of a list, or of a row of a board's sums, so many times.
struct Range {
    row: usize,
    /// Whether it lies in a list, and not in a row of many.
    in_list: bool,
    times: i128,
    from: Linear,
    to: Linear,
    length: Linear,
}

/// What is made of sums of which one is taken from another, as ranges; and the sums of which nothing is.
fn ranges<T>(sums: &[Sum], make: impl Fn(Range) -> Option<T>) -> (Vec<T>, Vec<Sum>) {
    let (mut ranges, mut rest, mut left) = (Vec::new(), Vec::new(), sums.to_vec());
    while let Some(sum) = left.pop() {
        let range = left.iter().enumerate().find_map(|(at, other)| {
            let (upper, lower) = if sum.times > 0 { (&sum, other) } else { (other, &sum) };
            let same_row = other.row == sum.row && other.times == -sum.times;
            let ([upper_row @ .., upper], [lower_row @ .., lower]) = (&*upper.place, &*lower.place) else {
                return None;
            };
            let length = upper.minus(lower).filter(|_| same_row && upper_row == lower_row)?;
            let times = i128::from(sum.times).abs();
            let (from, to, in_list) = (lower.clone(), upper.clone(), upper_row.is_empty());
            make(Range { row: sum.row, in_list, times, from, to, length }).map(|made| (at, made))
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

/// The most that a move gains, with either sign: of a range no more than its length in steps of the steepest.
fn gained(gain: &Amount, bounds: &[Bounds], rows: &[Row]) -> i128 {
    let (ranges, rest) = ranges(&gain.sums, Some);
    let of_ranges = ranges.iter().map(|range| {
        let (least, most) = range.length.range(bounds);
        let row = &rows[range.row];
        range.times.saturating_mul(least.abs().max(most.abs()).saturating_mul(row.steepest()).min(2 * row.most()))
    });
    let of_ranges = of_ranges.fold(0, i128::saturating_add);
    Amount { linear: gain.linear.clone(), sums: rest }.most(bounds, rows).saturating_add(of_ranges)
}

/// The most moves that play can take. Variables whose sum every move raises, each in its direction, that changes any of them are never changed more often
/// than their ranges together; and between two such moves those that leave them as they are go by the next variables.
fn longest(recurrence: &Recurrence, order: &[Direction], known: &[Linear]) -> i128 {
    let width = |direction: &Direction| {
        let variable = &recurrence.variables[direction.variable];
        i128::from(variable.hi) - i128::from(variable.lo) + 1
    };
    let (variables, mut rest, mut longest) = (recurrence.bounds(), order, 1_i128);
    let mut open: Vec<Legal> = recurrence.moves.iter().map(|mv| Legal::of(mv, &variables, known)).collect();
    while !open.is_empty() {
        let groups = || (1..=rest.len()).map(|count| &rest[..count]);
        let raised = groups().find(|group| open.iter().all(|mv| mv.raises(group)));
        let apart = || groups().rev().find(|group| open.iter().all(|mv| mv.leaves(group) || mv.raises(group)));
        let by = raised.or_else(apart).map(<[Direction]>::len);
        let (group, others) = rest.split_at(by.unwrap_or(rest.len()));
        let changed = by.is_none() || open.iter().any(|mv| !mv.leaves(group));
        open.retain(|mv| by.is_some() && mv.leaves(group));
        let widths = group.iter().map(width);
        longest = longest.saturating_mul(match by {
            _ if !changed => 1,
            Some(_) => widths.sum(),
            None => widths.fold(1, i128::saturating_mul),
        });
        rest = others;
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::instance::Instance;
    use bouton_rules::{Source, check};
    use std::sync::Arc;

    fn largest_of(text: &str) -> i128 {
        let text = format!("game Largest\nlet p = [3, -1, 4, 1, 5]\n{text}\n");
        let game = Instance::new(Arc::new(check(&Source::new("test", text)).0.expect("it is right")), &[]);
        let game = game.expect("it has no parameters");
        let recurrence = game.recurrence().expect("it has one");
        largest(recurrence, &recurrence.order().expect("an order is known"), &[])
    }

    /// What is taken from one place on, or from either end, is no more than the list for each; what is taken back and forth may be more.
    #[test]
    fn a_list_is_taken_once_where_a_place_moves_one_way() {
        let whole = 14;
        let on = "state i : 0..5 = 0\nmove take(x in 1..3) { when i + x <= 5; gain sum(p[i ..< i + x]); i += x }";
        assert_eq!(largest_of(on), whole);
        let twice = "state i : 0..5 = 0\nmove take { when i < 5; gain p[i] + 2 * p[i]; i += 1 }";
        assert_eq!(largest_of(twice), 3 * whole);
        let ends = "state i : 0..5 = 0\nstate j : 0..5 = 5\nmove left { when i < j; gain p[i]; i += 1 }\n\
            move right { when i < j; gain p[j - 1]; j -= 1 }";
        assert_eq!(largest_of(ends), 2 * whole);
        let also = "state i : 0..5 = 0\nmove take(x in 1..2) { when i + x <= 5; gain sum(p[i ..< i + x]) - x; i += x }";
        assert_eq!(largest_of(also), whole + 6 * 2);
        let around = "state i : 0..4 = 0\nstate left : 0..90 = 90\n\
            move on { when left > 0 and i < 4; gain p[i]; i += 1; left -= 1 }\n\
            move back { when left > 0 and i > 0; gain p[i]; i -= 1; left -= 1 }";
        assert!(largest_of(around) >= 90 * 5);
    }
}
