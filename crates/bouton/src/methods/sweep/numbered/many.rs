//! Both passes with many positions looked at together, where no position stands for others: moves lead to numbers at once, and not to rows. Of a
//! small table the way back has what the way forth found (`moves`).
//!
//! The rank of each successor is not read here. A move that does not raise it leads to a position without a value when its value is wanted, since
//! all those of lower ranks, and others of its own, come later; or to one that is valued already, and then the value is right all the same.
//! Whatever is not known, or wrong, is asked again position by position, which says what it is; so is every position, should one that a move
//! of its own rank led to have been marked too late for its moves to be followed.

use super::super::super::rows::{Added, Batches, Nexts, Waiting, Wrong, code_of};
use super::moves::{Moves, Piece};
use super::{Marked, Sweep, Way, Worths};
use crate::error::Stop;
use crate::game::{Ending, Gain, Lead, Many, WordRow};
use crate::limits::Bound;
use crate::store::{Cell, Codes, NONE};
use std::ops::{ControlFlow, Range};

/// A thread asks whether to go on once in so many positions: together they take less time than one by one.
const STRETCH: usize = 1 << 6;

/// What a thread needs for a piece of a rank, kept for the next one: ranks may be many, and hold few positions each.
pub(super) struct Room<'a> {
    batches: Batches<'a>,
    row: WordRow,
    /// Where moves lead, while marking.
    moves: Moves,
    /// Codes of where moves lead.
    after: Vec<i64>,
}

impl<'a> Sweep<'a> {
    fn room(&self, many: &'a dyn Many) -> Room<'a> {
        let row = WordRow::from_elem(0, self.numbers.words());
        self.rooms.take(|| Room { batches: Batches::of(Some(many)), row, moves: Moves::default(), after: Vec::new() })
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
            let (first, marked) = self.waves.marked(rank, high, |number| self.marks_from(number));
            let mut alike = None;
            for number in marked {
                if looked % STRETCH == STRETCH - 1 && bound.reached() {
                    return ControlFlow::Break(());
                }
                looked += 1;
                alike.get_or_insert_with(|| self.numbers.alike(first)).row(number - first, &mut row);
                visit(number, &row, room)?;
            }
        }
        room.row = row;
        ControlFlow::Continue(())
    }

    /// Marks where positions of a rank lead.
    pub(super) fn mark_many(&self, many: &'a dyn Many, rank: i64, highs: Range<usize>, bound: &Bound) -> Marked<'a> {
        let (mut marked, mut room) = (Marked::default(), self.room(many));
        let all = self.each_marked((rank, highs), bound, &mut room, |number, row, room| {
            marked.looked += 1;
            marked.positions += 1;
            match room.batches.add(number, row) {
                Added::Waits => {}
                Added::Full(sort) => marked.wrong = self.mark_batch(room, sort, rank).err(),
                Added::Over if self.moves.keeps() => {
                    room.moves.add_over(number, self.source.over(row).map_or(NONE, |ending| self.code(ending)));
                }
                Added::Over => {}
            }
            if marked.wrong.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if all.is_continue() {
            let mut wrong = |sort| self.mark_batch(&mut room, sort, rank).err();
            marked.wrong = [0, 1].into_iter().find_map(&mut wrong);
            marked.room = Some(room);
        }
        marked
    }

    /// Keeps what a thread found of a piece, and gives back what it worked with.
    pub(super) fn keep_moves(&mut self, piece: (i64, usize), mut room: Room<'a>) {
        if self.moves.keeps() {
            self.moves.keep(piece, &room.moves);
        }
        room.moves.clear();
        self.rooms.give(room);
    }

    /// The code of how a game ends, `NONE` where it must be asked for by itself.
    fn code(&self, ending: Ending) -> i64 {
        self.source.worth(ending).ok().and_then(Codes::code).unwrap_or(NONE)
    }

    fn mark_batch(&self, room: &mut Room, sort: usize, rank: i64) -> Result<(), (WordRow, Wrong)> {
        let known = room.batches.look(sort);
        let Room { batches: Batches { looked, leads, .. }, moves, .. } = room;
        let all_marked = || leads.moves(0..leads.len()).all(|lead| self.mark(lead.number).is_some());
        if looked.is_empty() {
            return Ok(());
        }
        if known && all_marked() {
            if self.moves.keeps() {
                moves.add(looked, leads, |ending| self.code(ending));
            }
            return Ok(());
        }
        moves.miss();
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
            for number in highs.flat_map(|high| self.marked(rank, high)) {
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
        if let Some(piece) = self.moves.piece((rank, highs.start)) {
            self.value_kept::<C>((codes, rank), &piece, &mut room.after, &mut worths);
            self.rooms.give(room);
            return worths;
        }
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
        after.clear();
        codes.look_up(leads.moves(0..leads.len()).map(|lead| lead.number), after);
        let mut start = 0;
        for (number, (ending, end)) in looked.iter().zip(&leads.positions) {
            let moves = start..*end;
            match ending {
                Some(ending) => self.end::<C>((codes, rank), *number, self.code(*ending), worths),
                None => {
                    let code = best::<C>(leads.moves(moves.clone()).zip(&after[moves]));
                    self.know::<C>((codes, rank), *number, code, worths);
                }
            }
            start = *end;
        }
    }

    /// The values of positions whose moves are kept.
    fn value_kept<C: Cell>(&self, at: (&Codes, i64), piece: &Piece, after: &mut Vec<i64>, worths: &mut Worths) {
        after.clear();
        at.0.look_up(piece.moves(0..piece.len()).map(|lead| lead.number), after);
        let mut start = 0;
        for (number, count) in piece.positions() {
            let moves = start..start + count;
            start = moves.end;
            let code = best::<C>(piece.moves(moves.clone()).zip(&after[moves]));
            self.know::<C>(at, number, code, worths);
        }
        piece.over().for_each(|(number, code)| self.end::<C>(at, number, code, worths));
        worths.looked = piece.positions().len() + piece.over().len();
    }

    /// A position is over, and worth this; `NONE` where it must be looked at by itself.
    fn end<C: Cell>(&self, at: (&Codes, i64), number: u64, code: i64, worths: &mut Worths) {
        let code = Some(code).filter(|code| *code != NONE);
        worths.finished += u64::from(code.is_some());
        self.know::<C>(at, number, code, worths);
    }

    /// Takes over the code of a position; of one without it is looked at by itself.
    fn know<C: Cell>(&self, at: (&Codes, i64), number: u64, code: Option<i64>, worths: &mut Worths) {
        match code {
            Some(code) => {
                worths.numbers.push(number);
                worths.codes.push(code);
            }
            None => self.value_one::<C>(at, number, worths),
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
