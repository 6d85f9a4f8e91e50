//! What a choice, or a clause of a comprehension, goes through. Combinations are made one by one: of millions, those that are looked at are often
//! few.

use super::eval::too_many;
use super::helpers::{cannot_take, combinations};
use super::{Env, Fault, fault};
use crate::datum::{Cell, Datum};
use crate::rules::{Expr, ExprKind};
use crate::source::Span;
use crate::table::helpers::Helper;
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
    /// Every list of these, each before those that begin with it; and how many lists begin with one of one entry, of two, and so on, that one
    /// included.
    Sequences(Vec<Datum>, Vec<usize>),
    /// The cells of a board with so many columns, row by row, and how many there are.
    Cells(usize, usize),
}

impl Candidates {
    /// The combinations that `product` or `subsets` makes of a value.
    ///
    /// # Errors
    /// They are too many, or the helper cannot take this value.
    pub(super) fn combinations(helper: Helper, of: &Datum, span: Span) -> Result<Candidates, Fault> {
        match (helper, of) {
            (Helper::Product, _) => {
                let (lists, mut count) = (of.entries().collect::<Vec<_>>(), 1_usize);
                for list in &lists {
                    count = count.saturating_mul(list.count());
                    too_many(count, span)?;
                }
                Ok(Candidates::Product(lists, count))
            }
            (Helper::Subsets, Datum::Set(members)) if members.len() > MOST_MEMBERS => {
                let message =
                    say!("`subsets` takes sets of at most {MOST_MEMBERS} members, and this one has {}", members.len());
                Err(fault("R09", span, message, "too many subsets"))
            }
            (Helper::Subsets, Datum::Set(members)) => Ok(Candidates::Subsets(members.clone())),
            _ => Err(cannot_take(helper, span)),
        }
    }

    /// Every list of one to `longest` of these entries; how many that is, fits.
    pub(super) fn sequences(entries: Vec<Datum>, longest: usize) -> Candidates {
        let longest = if entries.is_empty() { 0 } else { longest };
        let mut beginning = vec![1; longest];
        for length in (1..longest).rev() {
            beginning[length - 1] += entries.len() * beginning[length];
        }
        Candidates::Sequences(entries, beginning)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        match self {
            Candidates::Sequences(entries, beginning) => {
                beginning.first().map_or(0, |beginning| entries.len() * beginning)
            }
            Candidates::Cells(_, count) => *count,
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
            Candidates::Sequences(entries, beginning) => {
                Some(Datum::list(steps(beginning, place).map(|at| entries[at].clone()).collect()))
            }
            Candidates::Cells(columns, _) => {
                let [row, column] = [place / columns, place % columns].map(i64::try_from);
                Cell { row: row.ok()?, column: column.ok()? }.pack().map(Datum::Int)
            }
        }
    }

    /// Of how many entries the list at a place is.
    pub(super) fn length(&self, place: usize) -> usize {
        match self {
            Candidates::Sequences(_, beginning) => steps(beginning, place).count(),
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
            Candidates::Held(_) | Candidates::Cells(..) => 0,
            Candidates::Product(lists, _) => lists.len(),
            Candidates::Subsets(_) => SUBSET_WORK,
            Candidates::Sequences(_, beginning) => beginning.len(),
        }
    }
}

/// The places of the entries of the sequence at a place, where so many lists begin with one of one entry, of two, and so on.
fn steps(beginning: &[usize], place: usize) -> impl Iterator<Item = usize> {
    let mut rest = Some(place);
    beginning.iter().map_while(move |beginning| {
        let at = rest?;
        // Behind the list itself come those that begin with it.
        rest = (at % beginning).checked_sub(1);
        Some(at / beginning)
    })
}

impl Env<'_> {
    /// What an expression goes through.
    pub(super) fn candidates(&mut self, over: &Expr) -> Result<Candidates, Fault> {
        match &over.kind {
            ExprKind::Help(helper @ (Helper::Product | Helper::Subsets | Helper::Sequences), args) => {
                self.spend(over.span)?;
                combinations(*helper, &self.arguments(*helper, args)?, over.span)
            }
            ExprKind::Help(Helper::Cells, args) => {
                self.spend(over.span)?;
                match self.held(&args[0]) {
                    Some(Datum::Grid(board)) => {
                        let columns = usize::try_from(board.columns).expect("a board has some");
                        Ok(Candidates::Cells(columns, board.cells.len()))
                    }
                    _ => self.eval(over).map(Candidates::Held),
                }
            }
            _ => self.eval(over).map(Candidates::Held),
        }
    }
}
