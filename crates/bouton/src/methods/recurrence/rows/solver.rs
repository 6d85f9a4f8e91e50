//! Values of one row after the other, the least first.

use super::flat::{Flat, Here, Span, clip, empty, shifted, width, within};
use super::gains::{Gain, Lists};
use super::narrow::{Added, Narrow, put, put_greater, raise};
use super::own::Own;
use super::reach::{Over, Reach, Seen};
use super::slide::Slide;
use super::unproven;
use super::windows::{Across, Along, Row};
use crate::error::Stop;
use std::collections::{BTreeMap, VecDeque};

/// What it takes to value rows.
pub(super) struct Solver<'a, C> {
    pub(super) seen: &'a Seen<'a>,
    pub(super) reach: &'a Reach,
    pub(super) lists: Lists<C>,
    /// What each piece gains: by where one comes from (all of it, if nothing slides), and by where one goes to.
    pub(super) near: Vec<Gain>,
    pub(super) far: Vec<Gain>,
    /// Values where the limit no longer binds, and which of them a position has.
    pub(super) free: Option<(Row<C>, Flat)>,
    pub(super) state: State<C>,
    /// By piece, all lines that its windows are ever asked for.
    lines: Vec<Span>,
    spare: Vec<Vec<C>>,
}

/// What earlier rows leave for later ones: the last of them, and by piece and line the windows across rows.
#[derive(Clone, Debug)]
pub(super) struct State<C> {
    /// One number after the other; a row that cannot be reached has no cells.
    below: VecDeque<Row<C>>,
    windows: Vec<BTreeMap<i64, Across<C>>>,
}

#[cfg(test)]
impl<C: Narrow> State<C> {
    /// How many cells it holds.
    pub(super) fn cells(&self) -> usize {
        let below = self.below.iter().map(|row| row.cells.len());
        below.sum::<usize>() + self.windows.iter().flat_map(BTreeMap::values).map(Across::cells).sum::<usize>()
    }
}

impl<'a, C: Narrow> Solver<'a, C> {
    pub(super) fn new(seen: &'a Seen<'a>, reach: &'a Reach, free: Option<(Row<C>, Flat)>) -> Solver<'a, C> {
        let mut lists = Lists::of(&seen.recurrence.rows);
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for branch in &seen.branches {
            let none = Flat::default();
            let (close, away) = match &branch.slide {
                Some(slide) => {
                    (lists.gain(slide.near_gain, &slide.near_sums), lists.gain(slide.far_gain, &slide.far_sums))
                }
                None => (lists.gain(branch.gain, &branch.sums), lists.gain(none, &[])),
            };
            near.push(close);
            far.push(away);
        }
        let state = State { below: VecDeque::new(), windows: vec![BTreeMap::new(); seen.branches.len()] };
        let lines = (0..seen.branches.len()).map(|which| reach.lines(which)).collect();
        Solver { seen, reach, lists, near, far, free, state, lines, spare: Vec::new() }
    }

    /// The values of a row; nothing if it cannot be reached.
    pub(super) fn row(&mut self, number: i64) -> Result<Option<Row<C>>, Stop> {
        let reach = self.reach;
        let Some(known) = reach.layer(number) else { return Ok(None) };
        let here = self.seen.view.here(number);
        // What an old row left in them is written over.
        let mut cells = self.spare.pop().unwrap_or_default();
        cells.resize(width(known.all), C::NONE);
        let mut row = Row { number, first: known.all.0, cells };
        if empty(known.moving) {
            self.over(&here, &mut row)?;
            return Ok(Some(row));
        }
        let mut best = Best { row, here, moving: known.moving, blank: true, sure: false };
        let all = if self.both(&mut best)? { 0 } else { self.seen.branches.len() };
        for which in 0..all {
            let branch = &self.seen.branches[which];
            match &branch.slide {
                _ if branch.is_single() => {}
                Some(slide) if slide.across() => self.across(which, slide, &mut best)?,
                Some(slide) => self.along(which, slide, &mut best)?,
                None => self.each(which, &mut best)?,
            }
        }
        best.begin()?;
        let Best { mut row, moving, sure, .. } = best;
        if self.seen.single() {
            self.over(&here, &mut row)?;
            Own::of(self, &here, &row)?.fill(self, &mut row, moving)?;
        } else {
            self.settle(&here, &mut row, moving, sure)?;
            self.over(&here, &mut row)?;
        }
        Ok(Some(row))
    }

    /// A row is done: what later ones need of it is kept.
    pub(super) fn push(&mut self, row: Row<C>) -> Result<(), Stop> {
        let here = self.seen.view.here(row.number);
        for (which, branch) in self.seen.branches.iter().enumerate() {
            let slide = branch.slide.as_ref().filter(|slide| slide.across());
            let (Some(slide), Some(wanted)) = (slide, self.reach.wanted(which, row.number)) else { continue };
            let (line, number) = slide.line(row.number);
            let window = self.state.windows[which].entry(line).or_insert_with(|| Across::new(self.lines[which]));
            let by = slide.slope * number;
            let lines = match clip(&slide.clamps, row.span(), &here.at, 0) {
                places if empty(places) => places,
                places => within(shifted(places, -by), wanted),
            };
            let mut keys = window.room(number, wanted);
            if !empty(lines) {
                let places = shifted(lines, by);
                let added = self.lists.added(&self.far[which], &here.at, places, 0)?;
                let (out, from) = (keys.slice_mut(lines), row.slice(places));
                let (Some(out), Some(from)) = (out, from) else { return Err(lost()) };
                put(out, from, branch.passes, &added);
            }
            window.push(number, keys);
        }
        let last = row.number + 1 - i64::try_from(self.reach.depth).expect("rows are counted in memory");
        let below = &mut self.state.below;
        let next = below.back().map_or(row.number, |row| row.number + 1).max(last);
        below.extend((next..row.number).map(|number| Row { number, first: 0, cells: Vec::new() }));
        below.push_back(row);
        while let Some(row) = below.pop_front_if(|row| row.number < last) {
            if self.spare.len() < 2 && !row.cells.is_empty() {
                self.spare.push(row.cells);
            }
        }
        Ok(())
    }

    /// Raises a row's values by a window across earlier rows.
    fn across(&mut self, which: usize, slide: &Slide, best: &mut Best<C>) -> Result<(), Stop> {
        let (branch, here) = (&self.seen.branches[which], best.here);
        let (open, line) = (slide.open(best.moving, &here.at), branch.line(slide, &here.at));
        let (window, numbers) = branch.window(slide, &here);
        if empty(open) || empty(numbers) {
            return Ok(());
        }
        let Some(window) = self.state.windows[which].get_mut(&window) else { return Ok(()) };
        if !window.settle(numbers) {
            // Rows of several coordinates may ask for less after they asked for more: then choices are tried one by one.
            return Err(unproven("a window that would have to go back"));
        }
        for keys in window.rows() {
            let lines = within(keys.span(), shifted(open, line));
            if empty(lines) {
                continue;
            }
            let places = shifted(lines, -line);
            let added = self.lists.added(&self.near[which], &here.at, places, 0)?;
            best.raise(places, keys.slice(lines), false, &added)?;
        }
        Ok(())
    }

    /// Raises a row's values by a window along one earlier row.
    fn along(&self, which: usize, slide: &Slide, best: &mut Best<C>) -> Result<(), Stop> {
        let (branch, at) = (&self.seen.branches[which], &best.here.at);
        let open = slide.open(best.moving, at);
        let Some(from) = self.below(branch.row.at(at, 0, 0)).filter(|_| !empty(open)) else { return Ok(()) };
        let clamped = clip(&slide.clamps, from.span(), at, 0);
        let Some(codes) = from.slice(clamped).filter(|_| !empty(clamped)) else { return Ok(()) };
        let mut keys = vec![C::NONE; codes.len()];
        put(&mut keys, codes, branch.passes, &self.lists.added(&self.far[which], at, clamped, 0)?);
        let (mut window, reaches) = (Along::new(), branch.reaches(slide, at));
        let found: Vec<C> = (open.0..=open.1)
            .rev()
            .map(|place| window.greatest(&keys, clamped.0, within(shifted(reaches, place), clamped)))
            .collect();
        let found: Vec<C> = found.into_iter().rev().collect();
        let added = self.lists.added(&self.near[which], at, open, 0)?;
        best.raise(open, Some(&found), false, &added)
    }

    /// Where there are two pieces, each with one choice at every place: both in one go. Whether that is so.
    fn both(&self, best: &mut Best<C>) -> Result<bool, Stop> {
        let (here, moving) = (best.here, best.moving);
        let at = &here.at;
        let ([one, other], []) = (self.seen.branches.as_slice(), self.seen.loose.as_slice()) else { return Ok(false) };
        let mut pieces = Vec::with_capacity(2);
        for (which, branch) in [one, other].into_iter().enumerate() {
            let mut numbers = branch.numbers(branch.choices(&here, moving));
            let (Some(choice), None) = (numbers.next(), numbers.next()) else { return Ok(false) };
            if branch.is_single() || branch.slide.is_some() || clip(&branch.limits, moving, at, choice) != moving {
                return Ok(false);
            }
            let from = self.below(branch.row.at(at, 0, choice)).ok_or_else(lost)?;
            let codes = from.slice(shifted(moving, branch.along.at(at, 0, choice))).ok_or_else(lost)?;
            pieces.push((codes, branch.passes, self.lists.added(&self.near[which], at, moving, choice)?));
        }
        let [(a, a_passes, a_added), (b, b_passes, b_added)] = pieces.as_slice() else { return Ok(false) };
        let out = best.row.slice_mut(moving).ok_or_else(lost)?;
        let done = put_greater(out, [(a, *a_passes, a_added), (b, *b_passes, b_added)]);
        if done {
            (best.blank, best.sure) = (false, true);
        }
        Ok(done)
    }

    /// Raises a row's values choice by choice.
    fn each(&self, which: usize, best: &mut Best<C>) -> Result<(), Stop> {
        let (branch, here, moving) = (&self.seen.branches[which], best.here, best.moving);
        let at = &here.at;
        for choice in branch.numbers(branch.choices(&here, moving)) {
            let open = clip(&branch.limits, moving, at, choice);
            if empty(open) {
                continue;
            }
            let from = self.below(branch.row.at(at, 0, choice)).ok_or_else(lost)?;
            let codes = from.slice(shifted(open, branch.along.at(at, 0, choice))).ok_or_else(lost)?;
            let added = self.lists.added(&self.near[which], at, open, choice)?;
            best.raise(open, Some(codes), branch.passes, &added)?;
            best.sure |= open == moving;
        }
        Ok(())
    }

    pub(super) fn below(&self, number: i64) -> Option<&Row<C>> {
        let at = usize::try_from(number - self.state.below.front()?.number).ok()?;
        self.state.below.get(at).filter(|row| !row.cells.is_empty())
    }

    /// From the best that follows to values; where nobody can move, what the rules say.
    fn settle(&self, here: &Here, row: &mut Row<C>, moving: Span, sure: bool) -> Result<(), Stop> {
        let cells = row.slice_mut(moving).ok_or_else(lost)?;
        if !sure && cells.iter().any(|cell| cell.is_none()) {
            for (place, cell) in (moving.0..).zip(cells.iter_mut()) {
                *cell = if cell.is_none() { self.stuck(here, place)? } else { cell.after() };
            }
        } else if C::OUTCOME {
            cells.iter_mut().for_each(|cell| *cell = cell.after());
        }
        Ok(())
    }

    /// What a position is worth where nobody can move.
    pub(super) fn stuck(&self, here: &Here, place: i64) -> Result<C, Stop> {
        let mut all = self.seen.ends.iter().chain(&self.seen.stuck);
        match all.find(|over| over.holds(here, place)) {
            Some(_) if !self.seen.lenient && !self.seen.nothing_remains(here, place) => {
                Err(unproven("the game is over and points remain"))
            }
            Some(over) => Ok(C::of(over.code)),
            // Play does not come here: any value will do.
            None if self.seen.lenient => Ok(C::of(0)),
            None => Err(unproven("a row in which perhaps nobody can move")),
        }
    }

    /// What a position is worth that is over, or free of the limit.
    pub(super) fn settled(&self, here: &Here, place: i64) -> Option<C> {
        if let Some(over) = self.seen.ends.iter().find(|end| end.holds(here, place)) {
            return Some(C::of(over.code));
        }
        let (values, at) = self.free.as_ref()?;
        let free = self.seen.free.is_some_and(|free| free.at(&here.at, place, 0) >= 0);
        free.then(|| values.at(at.at(&here.at, place, 0))).flatten()
    }

    /// Fills in what is over, and what is free of the limit.
    fn over(&self, here: &Here, row: &mut Row<C>) -> Result<(), Stop> {
        let (at, all) = (&here.at, row.span());
        if let (Some((values, known)), Some(free)) = (&self.free, &self.seen.free) {
            let span = clip(std::slice::from_ref(free), all, at, 0);
            if let Some(cells) = row.slice_mut(span).filter(|_| !empty(span)) {
                cells.copy_from_slice(values.slice(shifted(span, known.at(at, 0, 0))).ok_or_else(lost)?);
            }
        }
        for end in self.seen.ends.iter().rev() {
            let span = clip(&end.when, all, at, 0);
            if let Some(cells) = row.slice_mut(span).filter(|_| !empty(span)) {
                cells.fill(C::of(end.code));
            }
        }
        Ok(())
    }
}

/// A row whose moving places hold the best move so far.
struct Best<C> {
    row: Row<C>,
    here: Here,
    moving: Span,
    /// Whether they hold nothing yet.
    blank: bool,
    /// Whether each of them surely has a move.
    sure: bool,
}

impl<C: Narrow> Best<C> {
    /// Raises some places to what follows, with what is gained.
    fn raise(&mut self, span: Span, keys: Option<&[C]>, negated: bool, added: &Added<C>) -> Result<(), Stop> {
        let keys = keys.ok_or_else(lost)?;
        if self.blank && span == self.moving {
            self.blank = false;
            put(self.row.slice_mut(span).ok_or_else(lost)?, keys, negated, added);
        } else {
            self.begin()?;
            raise(self.row.slice_mut(span).ok_or_else(lost)?, keys, negated, added);
        }
        Ok(())
    }

    /// Where nothing is known yet, says so.
    fn begin(&mut self) -> Result<(), Stop> {
        if self.blank {
            self.blank = false;
            self.row.slice_mut(self.moving).ok_or_else(lost)?.fill(C::NONE);
        }
        Ok(())
    }
}

impl Over {
    pub(super) fn holds(&self, here: &Here, place: i64) -> bool {
        self.when.iter().all(|form| form.at(&here.at, place, 0) >= 0)
    }
}

/// A row that should be there: closed forms have told it otherwise.
pub(super) fn lost() -> Stop {
    unproven("a position outside the rows that were found")
}
