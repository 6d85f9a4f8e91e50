//! What a choice, or a clause of a comprehension, goes through. Combinations are made one by one: of millions, those that are looked at are often
//! few.

use super::eval::too_many;
use super::helpers::cannot_take;
use super::{Env, Fault, fault};
use crate::datum::Datum;
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

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        match self {
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
        }
    }

    /// Every one in order.
    pub(super) fn entries(&self) -> impl Iterator<Item = Datum> + '_ {
        (0..self.count()).map_while(|place| self.entry(place))
    }

    /// What making one of them takes, beside an expression.
    pub(super) fn work(&self) -> usize {
        match self {
            Candidates::Held(_) => 0,
            Candidates::Product(lists, _) => lists.len(),
            Candidates::Subsets(_) => SUBSET_WORK,
        }
    }
}

impl Env<'_> {
    /// What an expression goes through.
    pub(super) fn candidates(&mut self, over: &Expr) -> Result<Candidates, Fault> {
        let ExprKind::Help(helper @ (Helper::Product | Helper::Subsets), args) = &over.kind else {
            return self.eval(over).map(Candidates::Held);
        };
        self.spend(over.span)?;
        Candidates::combinations(*helper, &self.eval(&args[0])?, over.span)
    }
}
