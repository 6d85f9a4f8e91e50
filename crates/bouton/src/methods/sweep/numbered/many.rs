//! Both passes with many positions looked at together, where no position stands for others: moves lead to numbers at once, and not to rows.
//!
//! The rank of each successor is not read here. A move that does not raise it leads to a position without a value when its value is wanted, since
//! all those of lower ranks, and others of its own, come later; or to one that is valued already, and then the value is right all the same.
//! Whatever is not known, or wrong, is asked again position by position, which says what it is; so is every position, should one that a move
//! of its own rank led to have been marked too late for its moves to be followed.

use super::super::super::rows::{Nexts, Waiting, Wrong, code_of};
use super::{Marked, STRETCH, Sweep, Way, Worths};
use crate::error::Stop;
use crate::game::{Gain, Leads, Many, WordRow};
use crate::limits::Bound;
use crate::store::{Cell, Codes, NONE};
use std::ops::Range;

/// Positions that are looked at together.
const AT_ONCE: usize = 1 << 8;

/// Positions of one sort that wait.
#[derive(Default)]
struct Batch {
    numbers: Vec<u64>,
    words: Vec<u64>,
}

/// Positions that wait, and where they lead.
struct Batches<'a> {
    many: &'a dyn Many,
    waiting: [Batch; 2],
    leads: Leads,
    codes: Vec<i64>,
}

/// What became of a position.
enum Added {
    Waits,
    /// As many of this sort wait as are looked at together.
    Full(usize),
    /// It is over.
    Over,
}

impl Batches<'_> {
    fn of(many: &dyn Many) -> Batches<'_> {
        Batches { many, waiting: Default::default(), leads: Leads::default(), codes: Vec::new() }
    }

    fn add(&mut self, number: u64, row: &[u64]) -> Added {
        let Some(sort) = self.many.sort(row) else { return Added::Over };
        let batch = &mut self.waiting[sort];
        batch.numbers.push(number);
        batch.words.extend_from_slice(row);
        if batch.numbers.len() < AT_ONCE { Added::Waits } else { Added::Full(sort) }
    }

    /// Looks at those of a sort that wait: their numbers, and whether all are known.
    fn look(&mut self, sort: usize) -> (Vec<u64>, bool) {
        let batch = &mut self.waiting[sort];
        let known = batch.numbers.is_empty() || self.many.look(sort, &batch.words, &mut self.leads).is_some();
        batch.words.clear();
        (std::mem::take(&mut batch.numbers), known)
    }

    /// The code of a position whose moves these are; nothing where it must be looked at by itself.
    fn best<C: Cell>(&self, moves: Range<usize>) -> Option<i64> {
        let mut best = None;
        for at in moves {
            let gain = Gain { mine: self.leads.gains.get(at).copied().unwrap_or(0), theirs: 0 };
            let code = Some(self.codes[at]).filter(|code| *code != NONE)?;
            best = best.max(Some(code_of(gain, self.leads.same[at], code, C::checked_after).ok()?));
        }
        best
    }
}

impl Sweep<'_> {
    /// Marks where positions of a rank lead.
    pub(super) fn mark_many(&self, many: &dyn Many, rank: i64, highs: Range<usize>, bound: &Bound) -> Marked {
        let (mut marked, mut batches) = (Marked::default(), Batches::of(many));
        for number in highs.flat_map(|high| self.waves.numbers(rank, high)).filter(|number| self.is_marked(*number)) {
            if marked.looked % STRETCH == STRETCH - 1 && bound.reached() {
                break;
            }
            marked.looked += 1;
            marked.positions += 1;
            if let Added::Full(sort) = batches.add(number, &self.numbers.row(number)) {
                marked.wrong = self.mark_batch(&mut batches, sort, rank).err();
            }
            if marked.wrong.is_some() {
                return marked;
            }
        }
        marked.wrong = [0, 1].into_iter().find_map(|sort| self.mark_batch(&mut batches, sort, rank).err());
        marked
    }

    fn mark_batch(&self, batches: &mut Batches, sort: usize, rank: i64) -> Result<(), (WordRow, Wrong)> {
        let (numbers, known) = batches.look(sort);
        if numbers.is_empty() || known && batches.leads.numbers.iter().all(|number| self.mark(*number).is_some()) {
            return Ok(());
        }
        let (mut nexts, mut after) = (Nexts::default(), Vec::new());
        numbers.iter().try_for_each(|number| {
            let row = self.numbers.row(*number);
            self.expand(rank, &row, &mut nexts, &mut after).map_err(|wrong| (row, wrong))
        })
    }

    /// The first move that does not raise the rank, if there is one.
    pub(super) fn order_broken(&self) -> Option<Stop> {
        let (mut nexts, mut after, mut done) = (Nexts::default(), Vec::new(), 0);
        while let Some((rank, highs)) = self.round(done, Way::Up) {
            done += highs.len() as u64;
            for number in highs.flat_map(|high| self.waves.numbers(rank, high)).filter(|number| self.is_marked(*number))
            {
                let row = self.numbers.row(number);
                if let Err(wrong @ Wrong::Order(..)) = self.expand(rank, &row, &mut nexts, &mut after) {
                    return Some(self.source.stop(&row, wrong));
                }
            }
        }
        None
    }

    /// The values of the marked positions of a rank.
    pub(super) fn value_many<C: Cell>(
        &self,
        (many, codes): (&dyn Many, &Codes),
        rank: i64,
        highs: Range<usize>,
        bound: &Bound,
    ) -> Worths {
        let (mut worths, mut batches) = (Worths::default(), Batches::of(many));
        for number in highs.flat_map(|high| self.waves.numbers(rank, high)).filter(|number| self.is_marked(*number)) {
            if worths.looked % STRETCH == STRETCH - 1 && bound.reached() {
                break;
            }
            worths.looked += 1;
            match batches.add(number, &self.numbers.row(number)) {
                Added::Waits => {}
                Added::Full(sort) => self.value_batch::<C>((codes, rank), &mut batches, sort, &mut worths),
                Added::Over => self.value_one::<C>((codes, rank), number, &mut worths),
            }
            if worths.wrong.is_some() {
                return worths;
            }
        }
        for sort in [0, 1] {
            self.value_batch::<C>((codes, rank), &mut batches, sort, &mut worths);
        }
        worths
    }

    fn value_batch<C: Cell>(
        &self,
        (codes, rank): (&Codes, i64),
        batches: &mut Batches,
        sort: usize,
        worths: &mut Worths,
    ) {
        let (numbers, known) = batches.look(sort);
        if numbers.is_empty() || worths.wrong.is_some() {
            return;
        }
        if !known {
            return numbers.iter().for_each(|number| self.value_one::<C>((codes, rank), *number, worths));
        }
        batches.codes.clear();
        codes.look_up(&batches.leads.numbers, &mut batches.codes);
        let mut start = 0;
        for (at, number) in numbers.iter().enumerate() {
            let (ending, end) = batches.leads.positions[at];
            let code = match ending {
                Some(ending) => self.source.worth(ending).ok().and_then(Codes::code),
                None => batches.best::<C>(start..end),
            };
            match code {
                Some(code) => {
                    worths.finished += u64::from(ending.is_some());
                    worths.numbers.push(*number);
                    worths.codes.push(code);
                }
                None => self.value_one::<C>((codes, rank), *number, worths),
            }
            start = end;
        }
    }

    /// The value of a position, looked at by itself: if it has none, why.
    fn value_one<C: Cell>(&self, (codes, rank): (&Codes, i64), number: u64, worths: &mut Worths) {
        if worths.wrong.is_some() {
            return;
        }
        let row = self.numbers.row(number);
        let mut nexts = Nexts::default();
        let ordered = nexts.expand(self.source, &row).and_then(|()| {
            let back = nexts.ranks.iter().enumerate().find(|(_, after)| **after <= rank);
            back.map_or(Ok(()), |(at, after)| Err(Wrong::Order(at, *after)))
        });
        let mut waiting = Waiting::default();
        match ordered.and_then(|()| self.look(&row, worths, &mut waiting)) {
            Ok(code) => {
                self.add(&row, code, worths);
                self.resolve::<C>(codes, worths, &mut waiting, &mut Vec::new());
            }
            Err(wrong) => worths.wrong = Some((row, wrong)),
        }
    }
}
