//! Positions that are gathered until enough of a sort are there to be looked at in one call.

use crate::game::{Leads, Many, sort_of};

/// Positions that are looked at together.
const AT_ONCE: usize = 1 << 8;

/// Positions of one sort that wait.
#[derive(Default)]
struct Batch {
    numbers: Vec<u64>,
    words: Vec<u64>,
}

/// Positions that wait, and where those lead that were looked at last.
pub(in crate::methods) struct Batches<'a> {
    /// Without it, every position must be looked at by itself.
    many: Option<&'a dyn Many>,
    sorts: usize,
    waiting: [Batch; 2],
    /// The numbers of those that were looked at last.
    pub(in crate::methods) looked: Vec<u64>,
    pub(in crate::methods) leads: Leads,
}

/// What became of a position.
pub(in crate::methods) enum Added {
    Waits,
    /// As many of this sort wait as are looked at together.
    Full(usize),
    /// It is over.
    Over,
}

impl<'a> Batches<'a> {
    pub(in crate::methods) fn of(many: Option<&'a dyn Many>) -> Batches<'a> {
        let sorts = many.map_or(1, Many::sorts);
        Batches { many, sorts, waiting: Default::default(), looked: Vec::new(), leads: Leads::default() }
    }

    /// Lets a position wait, given as its number and its words.
    #[inline]
    pub(in crate::methods) fn add(&mut self, number: u64, row: &[u64]) -> Added {
        let sort = if self.many.is_some() { sort_of(self.sorts, row) } else { Some(0) };
        let Some(sort) = sort else { return Added::Over };
        let batch = &mut self.waiting[sort];
        batch.numbers.push(number);
        match row {
            // One word is copied without a call.
            [word] => batch.words.push(*word),
            _ => batch.words.extend_from_slice(row),
        }
        if batch.numbers.len() < AT_ONCE { Added::Waits } else { Added::Full(sort) }
    }

    /// Looks at those of a sort that wait; whether `leads` says where they lead. If not, each must be looked at by itself.
    pub(in crate::methods) fn look(&mut self, sort: usize) -> bool {
        let Batches { many, waiting, looked, leads, .. } = self;
        let batch = &mut waiting[sort];
        looked.clear();
        std::mem::swap(&mut batch.numbers, looked);
        let known = looked.is_empty() || many.is_some_and(|many| many.look(sort, &batch.words, leads).is_some());
        batch.words.clear();
        known
    }
}
