//! Both passes with many positions looked at together, where no position stands for others: moves lead to numbers at once, and not to rows.
//!
//! The rank of each successor is not read here. A move that does not raise it leads to a position without a value when its value is wanted, since
//! all those of lower ranks, and others of its own, come later; or to one that is valued already, and then the value is right all the same.
//! Whatever is not known, or wrong, is asked again position by position, which says what it is; so is every position, should one that a move
//! of its own rank led to have been marked too late for its moves to be followed.

use super::super::super::rows::{Added, Batches, Nexts, Waiting, Wrong, code_of};
use super::{Marked, STRETCH, Sweep, Way, Worths};
use crate::error::Stop;
use crate::game::{Gain, Lead, Many, WordRow};
use crate::limits::Bound;
use crate::store::{Cell, Codes, NONE};
use std::ops::{ControlFlow, Range};

/// What a thread needs for a piece of a rank, kept for the next one: ranks may be many, and hold few positions each.
pub(super) struct Room<'a> {
    batches: Batches<'a>,
    row: WordRow,
    /// Codes of where moves lead.
    after: Vec<i64>,
}

impl<'a> Sweep<'a> {
    fn room(&self, many: &'a dyn Many) -> Room<'a> {
        let row = WordRow::from_elem(0, self.numbers.words());
        self.rooms.take(|| Room { batches: Batches::of(Some(many)), row, after: Vec::new() })
    }

    /// Visits the marked numbers of a rank with these high parts, each with its row, until it is told to break or time is up.
    fn each_marked(
        &self,
        (rank, highs): (i64, Range<usize>),
        bound: &Bound,
        room: &mut Room<'a>,
        mut visit: impl FnMut(u64, &[u64], &mut Room<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mut row, mut looked) = (std::mem::take(&mut room.row), 0);
        for high in highs {
            let (first, lows) = self.waves.lows(rank, high);
            if lows.is_empty() {
                continue;
            }
            let alike = self.numbers.alike(first);
            for low in lows {
                let number = first + u64::from(*low);
                if !self.is_marked(number) {
                    continue;
                }
                if looked % STRETCH == STRETCH - 1 && bound.reached() {
                    return ControlFlow::Break(());
                }
                looked += 1;
                alike.row(u64::from(*low), &mut row);
                visit(number, &row, room)?;
            }
        }
        room.row = row;
        ControlFlow::Continue(())
    }

    /// Marks where positions of a rank lead.
    pub(super) fn mark_many(&self, many: &'a dyn Many, rank: i64, highs: Range<usize>, bound: &Bound) -> Marked {
        let (mut marked, mut room) = (Marked::default(), self.room(many));
        let all = self.each_marked((rank, highs), bound, &mut room, |number, row, Room { batches, .. }| {
            marked.looked += 1;
            marked.positions += 1;
            if let Added::Full(sort) = batches.add(number, row) {
                marked.wrong = self.mark_batch(batches, sort, rank).err();
            }
            if marked.wrong.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if all.is_continue() {
            let mut wrong = |sort| self.mark_batch(&mut room.batches, sort, rank).err();
            marked.wrong = [0, 1].into_iter().find_map(&mut wrong);
            self.rooms.give(room);
        }
        marked
    }

    fn mark_batch(&self, batches: &mut Batches, sort: usize, rank: i64) -> Result<(), (WordRow, Wrong)> {
        let known = batches.look(sort);
        let Batches { looked, leads, .. } = batches;
        let all_marked = || leads.moves(0..leads.len()).all(|lead| self.mark(lead.number).is_some());
        if looked.is_empty() || known && all_marked() {
            return Ok(());
        }
        let (mut nexts, mut after) = (Nexts::default(), Vec::new());
        looked.iter().try_for_each(|number| {
            let row = self.numbers.row(*number);
            self.expand(rank, &row, &mut nexts, &mut after).map_err(|wrong| (row, wrong))
        })
    }

    /// The first move that does not raise the rank, if there is one.
    pub(super) fn order_broken(&self) -> Option<Stop> {
        let (mut nexts, mut after, mut done, mut near) = (Nexts::default(), Vec::new(), 0, 0);
        while let Some((rank, highs)) = self.round(done, Way::Up, &mut near) {
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
        (many, codes): (&'a dyn Many, &Codes),
        rank: i64,
        highs: Range<usize>,
        bound: &Bound,
    ) -> Worths {
        let (mut worths, mut room) = (self.worths.take(Worths::default), self.room(many));
        let all = self.each_marked((rank, highs), bound, &mut room, |number, row, room| {
            worths.looked += 1;
            match room.batches.add(number, row) {
                Added::Waits => {}
                Added::Full(sort) => self.value_batch::<C>((codes, rank), room, sort, &mut worths),
                Added::Over => self.value_one::<C>((codes, rank), number, &mut worths),
            }
            if worths.wrong.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if all.is_continue() {
            [0, 1].into_iter().for_each(|sort| self.value_batch::<C>((codes, rank), &mut room, sort, &mut worths));
            self.rooms.give(room);
        }
        worths
    }

    fn value_batch<C: Cell>(&self, (codes, rank): (&Codes, i64), room: &mut Room, sort: usize, worths: &mut Worths) {
        let Room { batches, after, .. } = room;
        let known = batches.look(sort);
        let Batches { looked, leads, .. } = batches;
        if looked.is_empty() || worths.wrong.is_some() {
            return;
        }
        if !known {
            return looked.iter().for_each(|number| self.value_one::<C>((codes, rank), *number, worths));
        }
        let mut start = 0;
        after.clear();
        codes.look_up(leads.moves(0..leads.len()).map(|lead| lead.number), after);
        for (number, (ending, end)) in looked.iter().zip(&leads.positions) {
            let moves = start..*end;
            let code = match ending {
                Some(ending) => self.source.worth(*ending).ok().and_then(Codes::code),
                None => best::<C>(leads.moves(moves.clone()).zip(&after[moves])),
            };
            match code {
                Some(code) => {
                    worths.finished += u64::from(ending.is_some());
                    worths.numbers.push(*number);
                    worths.codes.push(code);
                }
                None => self.value_one::<C>((codes, rank), *number, worths),
            }
            start = *end;
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

/// The code of a position whose moves these are, each with the code of where it leads; nothing where it must be looked at by itself.
#[inline]
fn best<'a, C: Cell>(moves: impl Iterator<Item = (Lead, &'a i64)>) -> Option<i64> {
    let mut best = None;
    for (Lead { same, gain, .. }, code) in moves {
        let code = Some(*code).filter(|code| *code != NONE)?;
        best = best.max(Some(code_of(Gain { mine: gain, theirs: 0 }, same, code, C::checked_after).ok()?));
    }
    best
}
