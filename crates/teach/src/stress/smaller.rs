//! Ways to make a case a little smaller.

use crate::cases::Maker;
use bouton::rules::datum::{Datum, Grid};
use bouton::sample::Params;
use std::sync::Arc;

/// How large a case is: smaller ones are easier to look at. First the length of the longest list or the largest number, whichever is
/// more; then the largest number, then the length, then the numbers one after the other.
pub(super) type Measure = (i128, i128, i128, Vec<i64>);

/// Measures a case.
pub(super) fn measure(params: &Params) -> Measure {
    let (mut longest, mut numbers) = (0, Vec::new());
    params.iter().flatten().for_each(|param| flatten(param, &mut longest, &mut numbers));
    let largest = numbers.iter().map(|number| i128::from(*number).abs()).max().unwrap_or(0);
    (longest.max(largest), largest, longest, numbers)
}

fn flatten(value: &Datum, longest: &mut i128, numbers: &mut Vec<i64>) {
    match value {
        Datum::Int(number) => numbers.push(*number),
        several => {
            *longest = (*longest).max(several.count() as i128);
            if !matches!(several, Datum::Text(_)) {
                several.entries().for_each(|entry| flatten(&entry, longest, numbers));
            }
        }
    }
}

/// Cases that differ a little from this one and are smaller, boldest first. Whether the rules allow them is for others to see.
pub(super) fn smaller(maker: &Maker, params: &Params) -> Vec<Params> {
    let least = maker.least(params);
    let mut found: Vec<Params> = Vec::new();
    // A default may depend on what is drawn.
    let without: Params = params.iter().zip(&maker.held).map(|(value, held)| value.clone().filter(|_| !held)).collect();
    for (which, value) in params.iter().enumerate() {
        let Some(value) = value.as_ref().filter(|_| maker.draws(which)) else { continue };
        let put = |value: Datum| {
            let mut params = without.clone();
            params[which] = Some(value);
            params
        };
        found.extend(shorter(value).into_iter().map(put));
        if let Some(least) = least.get(which).copied().flatten() {
            found.extend(lower(value, least).into_iter().map(put));
        }
    }
    let now = measure(&without);
    found.retain(|params| measure(params) < now);
    found
}

/// A list without some of its entries: half of them, a quarter, …, one.
fn shorter(value: &Datum) -> Vec<Datum> {
    let mut found = Vec::new();
    match value {
        Datum::List(entries) => without(entries, |rest| found.push(Datum::list(rest))),
        Datum::Set(members) => without(members, |rest| found.push(Datum::set(rest))),
        Datum::Text(letters) => without(letters, |rest| found.push(Datum::Text(Arc::new(rest)))),
        Datum::Grid(grid) => found.extend(narrower(grid)),
        _ => {}
    }
    found
}

fn without<T: Clone>(entries: &[T], mut give: impl FnMut(Vec<T>)) {
    let mut piece = entries.len();
    while piece > 0 {
        for from in (0..entries.len()).step_by(piece) {
            let to = (from + piece).min(entries.len());
            give([&entries[..from], &entries[to..]].concat());
        }
        piece /= 2;
    }
}

/// A board without one of its rows or columns.
fn narrower(grid: &Grid) -> Vec<Datum> {
    let cell = |row: i64, column: i64| {
        usize::try_from(row * grid.columns + column).ok().and_then(|at| grid.cells.get(at)).copied().unwrap_or(0)
    };
    let make = |rows: Vec<i64>, columns: Vec<i64>| {
        let cells = rows.iter().flat_map(|row| columns.iter().map(|column| cell(*row, *column))).collect();
        let count = |of: &[i64]| i64::try_from(of.len()).unwrap_or(0);
        Datum::Grid(Arc::new(Grid { rows: count(&rows), columns: count(&columns), cells }))
    };
    let all = |count: i64| (0..count).collect::<Vec<_>>();
    let but = |count: i64, gone: i64| (0..count).filter(|at| *at != gone).collect::<Vec<_>>();
    let rows = (0..grid.rows).map(|gone| make(but(grid.rows, gone), all(grid.columns)));
    let columns = (0..grid.columns).map(|gone| make(all(grid.rows), but(grid.columns, gone)));
    rows.chain(columns).collect()
}

/// The same with numbers nearer to the least: all of them half-way, then each at once, half-way, and by one.
fn lower(value: &Datum, least: i64) -> Vec<Datum> {
    let mut found = vec![changed(value, &mut |_, number| toward(number, least))];
    let mut count = 0;
    changed(value, &mut |at, number| {
        count = at + 1;
        number
    });
    for target in 0..count {
        let steps: [fn(i64, i64) -> i64; 3] = [|_, least| least, toward, |number, least| (number - 1).max(least)];
        for step in steps {
            let only = |at: usize, number: i64| if at == target { step(number, least) } else { number };
            found.push(changed(value, &mut { only }));
        }
    }
    found.retain(|lower| lower != value);
    found
}

fn toward(number: i64, least: i64) -> i64 {
    if number > least { least + (number - least) / 2 } else { number }
}

/// A value with each of its numbers changed, told its place.
fn changed(value: &Datum, change: &mut dyn FnMut(usize, i64) -> i64) -> Datum {
    fn go(value: &Datum, at: &mut usize, change: &mut dyn FnMut(usize, i64) -> i64) -> Datum {
        let mut number = |number: &i64, at: &mut usize| {
            *at += 1;
            change(*at - 1, *number)
        };
        match value {
            Datum::Int(value) => Datum::Int(number(value, at)),
            Datum::Set(members) => Datum::set(members.iter().map(|member| number(member, at)).collect()),
            Datum::Grid(grid) => {
                let cells = grid.cells.iter().map(|cell| number(cell, at)).collect();
                Datum::Grid(Arc::new(Grid { cells, ..(**grid).clone() }))
            }
            Datum::List(entries) => Datum::list(entries.iter().map(|entry| go(entry, at, change)).collect()),
            other => other.clone(),
        }
    }
    go(value, &mut 0, change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lists_of_small_numbers_are_small() {
        let list = |numbers: &[i64]| vec![Some(Datum::ints(numbers.iter().copied()))];
        let rising =
            [&[1][..], &[1, 1], &[2], &[1, 1, 1], &[1, 1, 3], &[1, 1, 1, 3], &[1, 1, 3, 1], &[1, 1, 4], &[9, 9]];
        assert!(rising.is_sorted_by(|a, b| measure(&list(a)) < measure(&list(b))));
    }

    #[test]
    fn lists_are_cut_in_halves_and_in_single_entries() {
        let shown: Vec<String> =
            shorter(&Datum::ints([1, 2, 3])).iter().map(|list| format!("{:?}", list.count())).collect();
        assert_eq!(shown.join(" "), "0 2 2 2");
        assert_eq!(lower(&Datum::ints([5, 1]), 1), [[3, 1], [1, 1], [3, 1], [4, 1]].map(Datum::ints));
    }
}
