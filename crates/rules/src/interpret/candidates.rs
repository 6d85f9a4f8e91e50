//! What a choice, or a clause of a comprehension, goes through. Combinations are made one by one: of millions, those that are looked at are often
//! few.

use super::{Env, Fault};
use crate::datum::{Cell, Datum};
use crate::rules::{Choice, Expr, ExprKind};
use crate::source::Span;
use crate::table::helpers::Helper;
use crate::tries::first_end;
use std::sync::Arc;

/// `subsets` takes sets of at most so many members.
pub const MOST_MEMBERS: usize = 20;

/// To make a subset takes as long as so many expressions.
pub const SUBSET_WORK: usize = 10;

/// Values in order.
pub(super) enum Candidates {
    /// Held already: its entries, members or letters.
    Held(Datum),
    /// Every list with one entry of each of these, the last one changing fastest, and how many there are.
    Product(Vec<Datum>, usize),
    /// Every subset of these, by the binary number that says which are in it.
    Subsets(Arc<Vec<i64>>),
    /// Every list of these, each before those that it is a prefix of; and of how many lists a list of one entry is a prefix, of two, and so on,
    /// itself included.
    Sequences(Vec<Datum>, Vec<usize>),
    /// The cells of a board, row by row.
    Cells { columns: i64, count: usize },
}

impl Candidates {
    /// Every list of one to `longest` of these entries: no more than `MOST_ENTRIES`.
    pub(super) fn sequences(entries: Vec<Datum>, longest: usize) -> Candidates {
        let longest = if entries.is_empty() { 0 } else { longest };
        let mut prefixed = vec![1; longest];
        for length in (1..longest).rev() {
            prefixed[length - 1] += entries.len() * prefixed[length];
        }
        Candidates::Sequences(entries, prefixed)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        match self {
            Candidates::Sequences(entries, prefixed) => prefixed.first().map_or(0, |prefixed| entries.len() * prefixed),
            Candidates::Cells { count, .. } => *count,
            Candidates::Held(held) => held.count(),
            Candidates::Product(_, count) => *count,
            Candidates::Subsets(members) => 1 << members.len(),
        }
    }

    /// The one at a place; nothing past the end.
    pub(super) fn entry(&self, place: usize) -> Option<Datum> {
        match self {
            Candidates::Held(held) => held.entry(place),
            _ if place >= self.count() => None,
            Candidates::Product(lists, _) => {
                let mut rest = place;
                let entries = lists.iter().rev().map(|list| {
                    let at = rest % list.count();
                    rest /= list.count();
                    list.entry(at)
                });
                let mut made = entries.collect::<Option<Vec<_>>>()?;
                made.reverse();
                Some(Datum::list(made))
            }
            Candidates::Subsets(members) => {
                let chosen = members.iter().enumerate().filter(|(at, _)| place >> at & 1 == 1);
                Some(Datum::set(chosen.map(|(_, member)| *member).collect()))
            }
            Candidates::Sequences(entries, prefixed) => {
                Some(Datum::list(steps(prefixed, place).map(|at| entries[at].clone()).collect()))
            }
            Candidates::Cells { columns, .. } => Cell::at(i64::try_from(place).ok()?, *columns).pack().map(Datum::Int),
        }
    }

    /// Of how many entries the list at a place is.
    pub(super) fn length(&self, place: usize) -> usize {
        match self {
            Candidates::Sequences(_, prefixed) => steps(prefixed, place).count(),
            _ => self.entry(place).map_or(0, |entry| entry.count()),
        }
    }

    /// Every one in order.
    pub(super) fn entries(&self) -> impl Iterator<Item = Datum> + '_ {
        (0..self.count()).map_while(|place| self.entry(place))
    }

    /// What making one of them takes, beside an expression.
    pub(super) fn work(&self) -> usize {
        match self {
            Candidates::Held(_) | Candidates::Cells { .. } => 0,
            Candidates::Product(lists, _) => lists.len(),
            Candidates::Subsets(_) => SUBSET_WORK,
            Candidates::Sequences(_, prefixed) => prefixed.len(),
        }
    }
}

/// Which entries the sequence at a place has, where a list of one entry is a prefix of so many lists, of two, and so on.
fn steps(prefixed: &[usize], place: usize) -> impl Iterator<Item = usize> {
    let mut rest = Some(place);
    prefixed.iter().map_while(move |prefixed| {
        let at = rest?;
        // The list itself comes first.
        rest = (at % prefixed).checked_sub(1);
        Some(at / prefixed)
    })
}

/// Ranges of fewer numbers are gone through to their end.
const FEW: usize = 1 << 4;

/// The places of candidates, one after the other.
pub(super) struct Places {
    next: usize,
    count: usize,
    /// From this place on each fails at the first condition that is asked with it; no place is, where that is not known.
    failing: usize,
    /// What was left to be spent when the last place was given out.
    fuel: u64,
}

impl Env<'_> {
    /// The places of what a choice goes through, where these conditions are asked first with each, in this order, and nothing else is done if one fails.
    pub(super) fn places<'c>(
        &mut self,
        over: &Candidates,
        choice: &Choice,
        first: impl IntoIterator<Item = &'c Expr>,
    ) -> Places {
        let count = over.count();
        let failing = self.failing(over, choice.slot, first).unwrap_or(count);
        Places { next: 0, count, failing, fuel: self.fuel }
    }

    /// The next place. Of those that fail alike one is tried, and the others cost as much.
    pub(super) fn next_place(&mut self, places: &mut Places, span: Span) -> Result<Option<usize>, Fault> {
        let Places { next, count, failing, fuel } = places;
        if *next > *failing && *next < *count {
            let others = (*count - *next) as u64;
            // Where they cost too much, it is found out in the midst of one of them.
            let all = (*fuel - self.fuel).checked_mul(others).filter(|all| *all < self.fuel);
            if let Some(all) = all.and_then(|all| usize::try_from(all).ok()) {
                *next = *count;
                self.spend_many(all, span)?;
            }
        }
        *fuel = self.fuel;
        let place = *next;
        *next += 1;
        Ok((place < *count).then_some(place))
    }

    /// From which place on the numbers of a range fail, where a condition ends them from above: `2 * k < n`. Nobody may look on, since those that are left out
    /// are not seen.
    fn failing<'c>(
        &mut self,
        over: &Candidates,
        slot: usize,
        first: impl IntoIterator<Item = &'c Expr>,
    ) -> Option<usize> {
        let Candidates::Held(Datum::Range(ends)) = over else { return None };
        let (lo, hi) = (ends.0, ends.1);
        if over.count() < FEW || self.trace.is_some() || self.game.watch.is_some() || self.random.is_some() {
            return None;
        }
        let end = first_end(first, slot).filter(|end| end.upper)?;
        // This is not part of what the rules ask for. A fault is met again when the first number is tried.
        let before = (self.fuel, self.next_look);
        let mut side = |expr: Option<&Expr>| expr.map_or(Some(0), |expr| self.int(expr).ok());
        let sides = side(end.plus).zip(side(end.minus));
        (self.fuel, self.next_look) = before;
        let (plus, minus) = sides.map(|(plus, minus)| (i128::from(plus), i128::from(minus)))?;
        let (lo, hi) = (i128::from(lo), i128::from(hi));
        if !end.never_overflows(lo.abs().max(hi.abs()), plus.abs().max(minus.abs())) {
            return None;
        }
        let last = (plus - minus - i128::from(end.strict)).div_euclid(i128::from(end.times));
        usize::try_from((last - lo + 1).max(0)).ok()
    }

    /// What an expression goes through.
    pub(super) fn candidates(&mut self, over: &Expr) -> Result<Candidates, Fault> {
        match &over.kind {
            ExprKind::Help(helper @ (Helper::Product | Helper::Subsets | Helper::Sequences), args) => {
                self.combinations(*helper, args, over.span)
            }
            ExprKind::Help(Helper::Cells, args) => {
                // The cells of a board that is held need no list.
                let Some(Datum::Grid(board)) = self.held(&args[0]) else {
                    return self.eval(over).map(Candidates::Held);
                };
                let all = Candidates::Cells { columns: board.columns, count: board.cells.len() };
                self.spend(over.span)?;
                Ok(all)
            }
            _ => self.eval(over).map(Candidates::Held),
        }
    }
}
