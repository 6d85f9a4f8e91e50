//! Both passes with many positions looked at together, where no position stands for others: moves lead to numbers at once, and not to rows.
//!
//! The rank of each successor is not read here. A move that does not raise it leads to a position without a value when its value is wanted, since
//! all those of lower ranks, and others of its own, come later; or to one that is valued already, and then the value is right all the same.
//! Whatever is not known, or wrong, is asked again position by position, which says what it is; so is every position, should one that a move
//! of its own rank led to have been marked too late for its moves to be followed.

use super::super::super::rows::{Added, Batches, Nexts, Waiting, Wrong, code_of};
use super::{Marked, STRETCH, Sweep, Way, Worths};
use crate::error::Stop;
use crate::game::{Gain, Leads, Many, WordRow};
use crate::limits::Bound;
use crate::store::{Cell, Codes, NONE};
use std::ops::Range;

impl Sweep<'_> {
    /// Marks where positions of a rank lead.
    pub(super) fn mark_many(&self, many: &dyn Many, rank: i64, highs: Range<usize>, bound: &Bound) -> Marked {
        let (mut marked, mut batches) = (Marked::default(), Batches::of(Some(many)));
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
        let (mut worths, mut batches) = (Worths::default(), Batches::of(Some(many)));
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
        let leads = &batches.leads;
        let (mut start, mut after) = (0, Vec::new());
        codes.look_up(&leads.numbers, &mut after);
        for (at, number) in numbers.iter().enumerate() {
            let (ending, end) = leads.positions[at];
            let code = match ending {
                Some(ending) => self.source.worth(ending).ok().and_then(Codes::code),
                None => best::<C>(leads, &after, start..end),
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

/// The code of a position whose moves these are, of those that lead to positions with these codes; nothing where it must be looked at by itself.
fn best<C: Cell>(leads: &Leads, codes: &[i64], moves: Range<usize>) -> Option<i64> {
    let mut best = None;
    for at in moves {
        let gain = Gain { mine: leads.gains.get(at).copied().unwrap_or(0), theirs: 0 };
        let code = Some(codes[at]).filter(|code| *code != NONE)?;
        best = best.max(Some(code_of(gain, leads.same[at], code, C::checked_after).ok()?));
    }
    best
}
