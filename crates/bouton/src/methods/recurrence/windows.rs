//! Windows: where the positions that a choice leads to lie on a line, and positions whose choices share that line are solved one
//! after the other, the best choice is the greatest number in a window that slides (monotone queue: folklore; Tarjan and others,
//! 1980s; "the ascending minima algorithm", Harter 2001). Each number enters and leaves once, whatever the width.

use super::program::Cut;
use crate::recurrence::{Bounds, Direction, Linear, Recurrence};
use std::collections::VecDeque;

/// How a piece slides. A place on a line is counted so that windows move towards smaller places while positions are solved.
pub(super) struct Window {
    /// The form that tells the place of choice 0, before `sign`.
    place: usize,
    sign: i64,
    /// The form that tells which line.
    line: usize,
    /// How many lines there are.
    lines: usize,
    /// The most numbers a window holds.
    widest: u64,
    /// Whether the far end never moves: then only the greatest number so far is kept.
    growing: bool,
    /// The variables along which it slides, for EXPLAIN.
    pub(super) along: Vec<usize>,
}

/// Shorter ranges are not worth a queue.
const WORTH: i128 = 4;
/// The most lines.
const MOST_LINES: i128 = 1 << 28;

impl Window {
    /// How a piece slides, if it does.
    pub(super) fn of(cut: &mut Cut, recurrence: &Recurrence, order: &[Direction]) -> Option<Window> {
        let variables = recurrence.bounds();
        let symbol = cut.piece.inner.symbol;
        if !cut.piece.outer.is_empty() || cut.among.is_some() || widest(cut, &variables)? < WORTH {
            return None;
        }
        let pivot = cut.piece.next.iter().position(|form| form.coefficient(symbol).abs() == 1)?;
        let place = cut.piece.next[pivot].times(cut.piece.next[pivot].coefficient(symbol))?;
        let mut across = Vec::new();
        for (_, form) in cut.piece.next.iter().enumerate().filter(|(at, _)| *at != pivot) {
            across.push(form.plus(&place, -form.coefficient(symbol))?);
        }
        let along = kernel(&across, variables.len())?;
        let along = oriented(along, order)?;
        let rest = place.without(symbol);
        if !told_by_place(cut, recurrence, &rest, &along)? {
            return None;
        }
        let (sign, growing) = slide(cut, &rest, &along)?;
        let (line, lines) = numbered(&across, &variables)?;
        let widest = u64::try_from(widest(cut, &variables)?).ok()?;
        let along = (0..variables.len()).filter(|variable| along[*variable] != 0).collect();
        Some(Window { place: cut.push(rest), sign, line: cut.push(line), lines, widest, growing, along })
    }

    /// Bytes of all its queues, at most.
    pub(super) fn bytes(&self) -> u64 {
        let entries = if self.growing { 1 } else { self.widest };
        (self.lines as u64).saturating_mul(entries.saturating_mul(16).saturating_add(40))
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> usize {
        self.lines
    }

    /// An empty queue for each line.
    pub(super) fn queues(&self) -> Vec<Queue> {
        vec![Queue { near: i64::MAX, entries: VecDeque::new() }; self.lines]
    }

    /// Which line, and the places of a span on it: the near end (the smaller) first.
    pub(super) fn places(&self, forms: &[i64], (lo, hi): (i64, i64)) -> (usize, i64, i64) {
        let (a, b) = (self.sign * (forms[self.place] + lo), self.sign * (forms[self.place] + hi));
        (usize::try_from(forms[self.line]).unwrap_or(usize::MAX), a.min(b), a.max(b))
    }

    /// The choice that leads to a place.
    pub(super) fn choice(&self, forms: &[i64], place: i64) -> i64 {
        self.sign * place - forms[self.place]
    }

    /// What the place of choice 0 adds to a gain of `step` a choice, so that it depends on the place alone.
    pub(super) fn shift(&self, forms: &[i64], step: i64) -> i64 {
        step * forms[self.place]
    }

    /// The greatest key among places `near..=far` of a line. `key` is asked once for each place, when it is first seen.
    pub(super) fn greatest(&self, queue: &mut Queue, near: i64, far: i64, mut key: impl FnMut(i64) -> i64) -> i64 {
        if far < queue.near {
            queue.entries.clear();
            queue.near = far + 1;
        }
        while queue.entries.front().is_some_and(|(place, _)| *place > far) {
            queue.entries.pop_front();
        }
        while queue.near > near {
            queue.near -= 1;
            let key = key(queue.near);
            if self.growing && queue.entries.front().is_some_and(|(_, best)| *best >= key) {
                continue;
            }
            while queue.entries.back().is_some_and(|(_, last)| *last <= key) {
                queue.entries.pop_back();
            }
            queue.entries.push_back((queue.near, key));
        }
        queue.entries.front().map_or(i64::MIN, |(_, key)| *key)
    }
}

/// The numbers of a window that may still be the greatest: places falling, keys falling.
#[derive(Clone)]
pub(super) struct Queue {
    /// The smallest place seen.
    near: i64,
    entries: VecDeque<(i64, i64)>,
}

/// How much a form changes in a direction.
fn change(form: &Linear, along: &[i64]) -> i64 {
    form.terms.iter().map(|&(symbol, times)| times * along[symbol]).sum()
}

/// Whether what a choice gains depends on line and place alone, but for a part that all choices share.
fn told_by_place(cut: &Cut, recurrence: &Recurrence, rest: &Linear, along: &[i64]) -> Option<bool> {
    let symbol = cut.piece.inner.symbol;
    let mut told = true;
    for sum in &cut.piece.gain.sums {
        let flat = recurrence.rows[sum.row].flat(&sum.place)?;
        let times = flat.coefficient(symbol);
        told &= times == 0 || change(&flat.without(symbol).plus(rest, -times)?, along) == 0;
    }
    Some(told)
}

/// Which way windows slide while positions are solved (1: towards smaller places), and whether the far end stays. `None` if the two
/// ends move in different ways.
fn slide(cut: &Cut, rest: &Linear, along: &[i64]) -> Option<(i64, bool)> {
    let changes = |ends: &[Linear]| -> Option<Vec<i64>> {
        ends.iter().map(|end| end.plus(rest, 1).map(|end| change(&end, along))).collect()
    };
    let (lo, hi) = (changes(&cut.piece.inner.lo)?, changes(&cut.piece.inner.hi)?);
    let all = |fits: fn(&i64) -> bool| lo.iter().chain(&hi).all(fits);
    let still = |ends: &[i64]| ends.iter().all(|change| *change == 0);
    if all(|change| *change <= 0) {
        Some((1, still(&hi)))
    } else if all(|change| *change >= 0) {
        Some((-1, still(&lo)))
    } else {
        None
    }
}

/// The most numbers to choose from.
fn widest(cut: &Cut, variables: &[Bounds]) -> Option<i128> {
    let inner = &cut.piece.inner;
    let widths =
        inner.hi.iter().flat_map(|hi| inner.lo.iter().filter_map(|lo| Some(hi.minus(lo)?.range(variables).1 + 1)));
    widths.min()
}

/// The one direction of −1, 0, 1 in which none of the forms changes; `None` if there are several, or if forms that differ elsewhere
/// do not tell lines apart.
fn kernel(forms: &[Linear], variables: usize) -> Option<Vec<i64>> {
    if variables > 6 || rank(forms, variables)? + 1 != variables {
        return None;
    }
    let mut all = vec![Vec::new()];
    for _ in 0..variables {
        all = all
            .iter()
            .flat_map(|known: &Vec<i64>| [0, 1, -1].map(|step| [known.clone(), vec![step]].concat()))
            .collect();
    }
    let still = |along: &Vec<i64>| forms.iter().all(|form| change(form, along) == 0);
    all.into_iter().find(|along| along.iter().any(|step| *step != 0) && still(along))
}

/// How many of the forms are independent (Bareiss 1968: without fractions).
fn rank(forms: &[Linear], variables: usize) -> Option<usize> {
    let mut rows: Vec<Vec<i128>> = forms
        .iter()
        .map(|form| (0..variables).map(|variable| i128::from(form.coefficient(variable))).collect())
        .collect();
    let mut rank = 0;
    for column in 0..variables {
        let Some(at) = (rank..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        rows.swap(rank, at);
        let pivot = rows[rank].clone();
        for row in rows.iter_mut().skip(rank + 1) {
            let times = row[column];
            for (cell, above) in row.iter_mut().zip(&pivot) {
                *cell = cell.checked_mul(pivot[column])?.checked_sub(above.checked_mul(times)?)?;
            }
        }
        rank += 1;
    }
    Some(rank)
}

/// A direction turned the way in which positions are solved.
fn oriented(along: Vec<i64>, order: &[Direction]) -> Option<Vec<i64>> {
    let first = order.iter().find(|direction| along[direction.variable] != 0)?;
    let rises = along[first.variable] > 0;
    Some(if rises == first.up { along.iter().map(|step| -step).collect() } else { along })
}

/// A number for each line, as one form, and how many numbers there are.
fn numbered(across: &[Linear], variables: &[Bounds]) -> Option<(Linear, usize)> {
    let mut number = Linear::default();
    let mut count: i128 = 1;
    for form in across {
        let (lo, hi) = form.range(variables);
        let lo = i64::try_from(lo).ok()?;
        number = number.plus(&form.minus(&Linear::number(lo))?, i64::try_from(count).ok()?)?;
        count = count.checked_mul(hi - i128::from(lo) + 1).filter(|count| *count <= MOST_LINES)?;
    }
    Some((number, usize::try_from(count).ok()?))
}
