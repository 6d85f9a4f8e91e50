//! Moves that change each entry by itself, as data: what becomes of an entry depends on what it was and on nothing else, so that a table over its
//! values says it. What theorems look at.

use super::symbolic::Said;
use std::rc::Rc;

/// What an expression is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A number whatever the position.
    Known(i64),
    /// It depends on this entry alone: what it is worth for each of its values, rising.
    Of(usize, Rc<Vec<i64>>),
    /// Entries of a list, or of a board by rows with so many columns.
    Many(Vec<Entry>, usize),
    /// That of each of these pairs of entries the first is at least the second.
    Ordered(Vec<(usize, usize)>),
}

/// One way to make a move.
#[derive(Clone, Debug)]
pub struct EntryMove {
    /// What must hold: of an entry, for each of its values.
    pub legal: Vec<(usize, Rc<Vec<i64>>)>,
    /// What becomes of the entries.
    pub next: Vec<Entry>,
    /// Ends on the way, asked after the changes: when, and how that stands for the mover, if it says no more than that.
    pub ends: Vec<(Entry, Option<Said>)>,
    /// Whether all that is asked for could be followed; if not, the move may be legal more seldom, and end play more often.
    pub exact: bool,
}

/// A game whose moves change each entry by itself.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The least and the largest value of each entry.
    pub bounds: Vec<(i64, i64)>,
    /// Whether each entry is a number, and so a variable of a position, in this order.
    pub numbers: bool,
    /// Every way to move.
    pub moves: Vec<EntryMove>,
    /// When play ends before a move, and how that stands for who would move, as far as it can be followed.
    pub ends: Vec<(Option<Entry>, Option<Said>)>,
    /// What holds at every position, as far as it can be followed.
    pub invariants: Vec<Option<Entry>>,
    /// How it stands for whoever cannot move, if the rules say it in one way.
    pub stuck: Option<Said>,
}

impl Entry {
    /// The least and the largest number that it can be.
    #[must_use]
    pub fn range(&self) -> Option<(i64, i64)> {
        match self {
            Entry::Known(value) => Some((*value, *value)),
            Entry::Of(_, table) => Some((*table.iter().min()?, *table.iter().max()?)),
            Entry::Many(..) | Entry::Ordered(_) => None,
        }
    }
}
