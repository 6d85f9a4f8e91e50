//! Positions that are gathered until enough of a sort are there to be looked at in one call.

use super::{Source, Wrong};
use crate::game::{Ending, Leads, Many, Rows, sort_of};

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
    /// The numbers of those that were looked at last, and their words.
    pub(in crate::methods) looked: Vec<u64>,
    words: Vec<u64>,
    pub(in crate::methods) leads: Leads,
}

/// Shown a position that was looked at: its number, its words, how it stands if it is over, and the rows, which end with where its moves lead.
pub(in crate::methods) type Seen<'v, const N: usize> =
    &'v mut dyn FnMut(u64, &[u64; N], Option<Ending>, &mut Rows) -> Result<(), Wrong>;

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
        Batches {
            many,
            sorts,
            waiting: Default::default(),
            looked: Vec::new(),
            words: Vec::new(),
            leads: Leads::default(),
        }
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
        let waits = batch.numbers.len() < AT_ONCE && self.many.is_some();
        if waits { Added::Waits } else { Added::Full(sort) }
    }

    /// Looks at those of a sort that wait; whether `leads` says where they lead. If not, each must be looked at by itself.
    pub(in crate::methods) fn look(&mut self, sort: usize) -> bool {
        let Batches { many, waiting, looked, words, leads, .. } = self;
        let batch = &mut waiting[sort];
        looked.clear();
        words.clear();
        std::mem::swap(&mut batch.numbers, looked);
        std::mem::swap(&mut batch.words, words);
        looked.is_empty() || many.is_some_and(|many| many.look(sort, words, leads).is_some())
    }

    /// The same, and shows each of them after its moves were appended to rows; `many` must tell moves by their words. If something is wrong at
    /// one of them, no more are shown.
    pub(in crate::methods) fn look_by_words<const N: usize>(
        &mut self,
        sort: usize,
        source: &dyn Source,
        rows: &mut Rows,
        seen: Seen<N>,
    ) -> Result<(), ([u64; N], Wrong)> {
        let known = self.look(sort);
        let mut moves = 0;
        for (at, (number, words)) in self.looked.iter().zip(self.words.as_chunks::<N>().0).enumerate() {
            let ending = if known {
                let (ending, end) = self.leads.positions[at];
                self.leads.put(moves..end, rows);
                moves = end;
                Ok(ending)
            } else {
                source.look(words, rows).map_err(Wrong::Fault)
            };
            ending.and_then(|ending| seen(*number, words, ending, rows)).map_err(|wrong| (*words, wrong))?;
        }
        Ok(())
    }
}
