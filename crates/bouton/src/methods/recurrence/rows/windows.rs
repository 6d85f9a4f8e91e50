//! The sliding window maximum, over rows. Across rows: the greatest of the last rows, place by place, by two stacks (folklore: a queue
//! from two stacks, each with the greatest so far), so that every loop runs along a row. Along a row: the same, with cells in place of rows.

use super::flat::{Span, empty, width, within};
use super::narrow::{Narrow, greater};
use std::collections::VecDeque;

/// What windows are made of: cells that two rows join place by place.
pub(super) trait Joined: Copy {
    /// What leaves the other as it is.
    const BLANK: Self;

    fn join(cells: &mut [Self], more: &[Self]);
}

/// Values: the greater one.
impl<C: Narrow> Joined for C {
    const BLANK: C = C::NONE;

    fn join(cells: &mut [C], more: &[C]) {
        greater(cells, more);
    }
}

/// Marks, 64 places a cell: all of them.
impl Joined for u64 {
    const BLANK: u64 = 0;

    fn join(cells: &mut [u64], more: &[u64]) {
        cells.iter_mut().zip(more).for_each(|(cell, more)| *cell |= more);
    }
}

/// Part of a row: a cell for each place from the first on.
#[derive(Clone, Debug)]
pub(super) struct Row<C> {
    pub(super) number: i64,
    pub(super) first: i64,
    pub(super) cells: Vec<C>,
}

impl<C: Joined> Row<C> {
    pub(super) fn span(&self) -> Span {
        (self.first, self.first + i64::try_from(self.cells.len()).expect("cells are counted in memory") - 1)
    }

    /// The cells of a span that lies within.
    pub(super) fn slice(&self, span: Span) -> Option<&[C]> {
        let from = usize::try_from(span.0.checked_sub(self.first)?).ok()?;
        self.cells.get(from..from.checked_add(width(span))?)
    }

    pub(super) fn slice_mut(&mut self, span: Span) -> Option<&mut [C]> {
        let from = usize::try_from(span.0.checked_sub(self.first)?).ok()?;
        self.cells.get_mut(from..from.checked_add(width(span))?)
    }

    pub(super) fn at(&self, place: i64) -> Option<C> {
        self.cells.get(usize::try_from(place.checked_sub(self.first)?).ok()?).copied()
    }

    /// Joins its cells with those of another row, where both have any.
    fn join(&mut self, other: &Row<C>) {
        let both = within(self.span(), other.span());
        if let (Some(mine), Some(more)) = (self.slice_mut(both), other.slice(both)) {
            C::join(mine, more);
        }
    }
}

/// A window of whole rows, by rising numbers: what all of them come to.
#[derive(Clone, Debug)]
pub(super) struct Across<C> {
    /// Rows that are not in the window yet, each with the number from which on it is; its own is the last.
    waiting: VecDeque<(i64, Row<C>)>,
    /// Old rows, the oldest last, each joined with all younger ones here.
    old: Vec<Row<C>>,
    /// Young rows as they came, and what they come to.
    young: VecDeque<Row<C>>,
    best: Row<C>,
    /// From where to where it lay last.
    last: Span,
    spare: Vec<Vec<C>>,
}

impl<C: Joined> Across<C> {
    /// An empty window over so many lines.
    pub(super) fn new(lines: Span) -> Across<C> {
        let best = Row { number: 0, first: lines.0.min(lines.1), cells: vec![C::BLANK; width(lines)] };
        let (waiting, young, last) = (VecDeque::new(), VecDeque::new(), (i64::MIN, i64::MIN));
        Across { waiting, old: Vec::new(), young, best, last, spare: Vec::new() }
    }

    /// Room for a row.
    pub(super) fn room(&mut self, number: i64, span: Span) -> Row<C> {
        let mut cells = self.spare.pop().unwrap_or_default();
        cells.clear();
        cells.resize(width(span), C::BLANK);
        Row { number, first: span.0, cells }
    }

    /// A row that comes next, and from which number on.
    pub(super) fn push(&mut self, from: i64, row: Row<C>) {
        self.waiting.push_back((from, row));
    }

    /// Moves the window on to the rows of these numbers; false where it would have to go back, which it cannot.
    #[must_use]
    pub(super) fn settle(&mut self, (from, to): Span) -> bool {
        if from < self.last.0 || to < self.last.1 {
            return false;
        }
        self.last = (from, to);
        while let Some((_, row)) = self.waiting.pop_front_if(|(first, _)| *first <= to) {
            if row.number >= from {
                self.best.join(&row);
                self.young.push_back(row);
            } else {
                self.spare.push(row.cells);
            }
        }
        while let Some(row) = self.old.pop_if(|row| row.number < from) {
            self.spare.push(row.cells);
        }
        if self.old.is_empty() && self.young.front().is_some_and(|row| row.number < from) {
            self.turn(from);
        }
        self.spare.truncate(2);
        true
    }

    /// The young rows become old ones.
    fn turn(&mut self, from: i64) {
        while let Some(row) = self.young.pop_back_if(|row| row.number >= from) {
            let mut row = row;
            if let Some(younger) = self.old.last() {
                row.join(younger);
            }
            self.old.push(row);
        }
        self.young.clear();
        self.best.cells.fill(C::BLANK);
    }

    /// The rows that come to what the window comes to.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Row<C>> {
        let young = (!self.young.is_empty()).then_some(&self.best);
        self.old.last().into_iter().chain(young)
    }

    /// Bytes of its cells.
    #[cfg(test)]
    pub(super) fn cells(&self) -> usize {
        let rows = self.waiting.iter().map(|(_, row)| row).chain(&self.old).chain(&self.young);
        rows.map(|row| row.cells.len()).sum::<usize>() + self.best.cells.len()
    }
}

/// A window along a row: its places fall, both ends.
#[derive(Clone, Debug)]
pub(super) struct Along<C> {
    /// The greatest from `top` to each place after it.
    old: Vec<C>,
    top: i64,
    /// The greatest of those before `top`, down to `next`.
    best: C,
    next: i64,
}

impl<C: Narrow> Along<C> {
    pub(super) fn new() -> Along<C> {
        Along { old: Vec::new(), top: i64::MAX, best: C::NONE, next: i64::MAX }
    }

    /// The greatest key of a span of places. `keys` start at place `first`.
    #[inline]
    pub(super) fn greatest(&mut self, keys: &[C], first: i64, span: Span) -> C {
        if empty(span) {
            return C::NONE;
        }
        let key =
            |place: i64| usize::try_from(place - first).ok().and_then(|at| keys.get(at)).copied().unwrap_or(C::NONE);
        if span.1 < self.top {
            let mut best = C::NONE;
            self.old.clear();
            self.old.extend((span.0..=span.1).map(|place| {
                best = best.max(key(place));
                best
            }));
            (self.top, self.next, self.best) = (span.0, span.0, C::NONE);
        }
        while self.next > span.0 {
            self.next -= 1;
            self.best = self.best.max(key(self.next));
        }
        let old = usize::try_from(span.1 - self.top).ok().and_then(|at| self.old.get(at)).copied();
        self.best.max(old.unwrap_or(C::NONE))
    }
}
