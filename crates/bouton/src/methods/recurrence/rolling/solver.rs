//! Values of one layer after the other, the least first.

use super::flat::{Flat, Span, clip, empty, shifted, width};
use super::gains::{Gain, Lists};
use super::narrow::{Added, Narrow, put, put_greater, raise};
use super::own::Own;
use super::reach::{Over, Reach, Seen};
use super::slant::Slant;
use super::slide::Slide;
use super::unproven;
use super::windows::{Across, Along, Row, within};
use crate::error::Stop;
use std::collections::VecDeque;

/// What it takes to value layers.
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
    spare: Vec<Vec<C>>,
}

/// What earlier layers leave for later ones.
#[derive(Clone, Debug)]
pub(super) struct State<C> {
    below: VecDeque<Row<C>>,
    windows: Vec<Option<Across<C>>>,
}

#[cfg(test)]
impl<C: Narrow> State<C> {
    /// How many cells it holds.
    pub(super) fn cells(&self) -> usize {
        let below = self.below.iter().map(|row| row.cells.len());
        below.sum::<usize>() + self.windows.iter().flatten().map(Across::cells).sum::<usize>()
    }
}

impl<'a, C: Narrow> Solver<'a, C> {
    pub(super) fn new(seen: &'a Seen<'a>, reach: &'a Reach, free: Option<(Row<C>, Flat)>) -> Solver<'a, C> {
        let mut lists = Lists::of(&seen.recurrence.rows);
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for slant in &seen.slants {
            let none = Flat::default();
            let (close, away) = match &slant.slide {
                Some(slide) => {
                    (lists.gain(slide.near_gain, &slide.near_sums), lists.gain(slide.far_gain, &slide.far_sums))
                }
                None => (lists.gain(slant.gain, &slant.sums), lists.gain(none, &[])),
            };
            near.push(close);
            far.push(away);
        }
        let windows = seen.slants.iter().enumerate().map(|(which, slant)| {
            slant.slide.as_ref().filter(|slide| slide.across).map(|_| Across::new(reach.lines(which)))
        });
        let state = State { below: VecDeque::new(), windows: windows.collect() };
        Solver { seen, reach, lists, near, far, free, state, spare: Vec::new() }
    }

    /// The values of a layer; nothing if it cannot be reached.
    pub(super) fn row(&mut self, layer: i64) -> Result<Option<Row<C>>, Stop> {
        let reach = self.reach;
        let Some(known) = reach.layer(layer) else { return Ok(None) };
        // What an old row left in them is written over.
        let mut cells = self.spare.pop().unwrap_or_default();
        cells.resize(width(known.all), C::NONE);
        let mut row = Row { layer, first: known.all.0, cells };
        if empty(known.moving) {
            self.over(&mut row)?;
            return Ok(Some(row));
        }
        let mut best = Best { row, moving: known.moving, blank: true, sure: false };
        let all = if self.both(&mut best)? { 0 } else { self.seen.slants.len() };
        for which in 0..all {
            let slant = &self.seen.slants[which];
            match &slant.slide {
                _ if slant.own => {}
                Some(slide) if slide.across => self.across(which, slide, &mut best)?,
                Some(slide) => self.along(which, slide, &mut best)?,
                None => self.each(which, &mut best)?,
            }
        }
        best.begin()?;
        let Best { mut row, moving, sure, .. } = best;
        if self.seen.slants.iter().any(|slant| slant.own) {
            self.over(&mut row)?;
            Own::of(self, &row)?.fill(self, &mut row, moving)?;
        } else {
            self.settle(&mut row, moving, sure)?;
            self.over(&mut row)?;
        }
        Ok(Some(row))
    }

    /// A layer is done: what later ones need of it is kept.
    pub(super) fn push(&mut self, row: Row<C>) -> Result<(), Stop> {
        for (which, slant) in self.seen.slants.iter().enumerate() {
            let wanted = self.reach.wanted(which, row.layer);
            let (Some(slide), Some(window), Some(wanted)) =
                (slant.slide.as_ref(), self.state.windows[which].as_mut(), wanted)
            else {
                continue;
            };
            let by = slide.slope * row.layer;
            let lines = within(shifted(clip(&slide.clamps, row.span(), row.layer, 0), -by), wanted);
            let mut keys = window.room(row.layer, wanted);
            if !empty(lines) {
                let places = shifted(lines, by);
                let added = self.lists.added(&self.far[which], row.layer, places, 0)?;
                let (out, from) = (keys.slice_mut(lines), row.slice(places));
                let (Some(out), Some(from)) = (out, from) else { return Err(lost()) };
                put(out, from, slant.passes, &added);
            }
            window.push(keys);
        }
        let last = row.layer + 1 - i64::try_from(self.reach.depth).unwrap_or(i64::MAX);
        self.state.below.push_back(row);
        while let Some(row) = self.state.below.pop_front_if(|row| row.layer < last) {
            self.spare.push(row.cells);
        }
        self.spare.truncate(2);
        Ok(())
    }

    /// Raises a layer's values by a window across earlier layers.
    fn across(&mut self, which: usize, slide: &Slide, best: &mut Best<C>) -> Result<(), Stop> {
        let (slant, layer, moving) = (&self.seen.slants[which], best.row.layer, best.moving);
        let (open, line) = (slide.open(moving, layer), slant.line(slide, layer));
        let Some(window) = self.state.windows[which].as_mut().filter(|_| !empty(open)) else { return Ok(()) };
        window.settle(slant.window(slide, layer, self.reach.lowest));
        for keys in window.rows() {
            let lines = within(keys.span(), shifted(open, line));
            if empty(lines) {
                continue;
            }
            let places = shifted(lines, -line);
            let added = self.lists.added(&self.near[which], layer, places, 0)?;
            best.raise(places, keys.slice(lines), false, &added)?;
        }
        Ok(())
    }

    /// Raises a layer's values by a window along one earlier layer.
    fn along(&self, which: usize, slide: &Slide, best: &mut Best<C>) -> Result<(), Stop> {
        let (slant, layer, moving) = (&self.seen.slants[which], best.row.layer, best.moving);
        let open = slide.open(moving, layer);
        let Some(from) = self.below(slant.layer.at(layer, 0, 0)).filter(|_| !empty(open)) else { return Ok(()) };
        let clamped = clip(&slide.clamps, from.span(), layer, 0);
        let Some(codes) = from.slice(clamped).filter(|_| !empty(clamped)) else { return Ok(()) };
        let mut keys = vec![C::NONE; codes.len()];
        put(&mut keys, codes, slant.passes, &self.lists.added(&self.far[which], layer, clamped, 0)?);
        let (mut window, reaches) = (Along::new(), slant.reaches(slide, layer));
        let found: Vec<C> = (open.0..=open.1)
            .rev()
            .map(|place| window.greatest(&keys, clamped.0, within(shifted(reaches, place), clamped)))
            .collect();
        let found: Vec<C> = found.into_iter().rev().collect();
        let added = self.lists.added(&self.near[which], layer, open, 0)?;
        best.raise(open, Some(&found), false, &added)
    }

    /// Where there are two pieces, each with one choice at every place: both in one go. Whether that is so.
    fn both(&self, best: &mut Best<C>) -> Result<bool, Stop> {
        let (layer, moving) = (best.row.layer, best.moving);
        let [one, other] = self.seen.slants.as_slice() else { return Ok(false) };
        let mut pieces = Vec::with_capacity(2);
        for (which, slant) in [one, other].into_iter().enumerate() {
            let mut numbers = slant.numbers(slant.choices(layer, moving));
            let (Some(choice), None) = (numbers.next(), numbers.next()) else { return Ok(false) };
            if slant.own || slant.slide.is_some() || clip(&slant.limits, moving, layer, choice) != moving {
                return Ok(false);
            }
            let from = self.below(slant.layer.at(layer, 0, choice)).ok_or_else(lost)?;
            let codes = from.slice(shifted(moving, slant.along.at(layer, 0, choice))).ok_or_else(lost)?;
            pieces.push((codes, slant.passes, self.lists.added(&self.near[which], layer, moving, choice)?));
        }
        let [(a, a_passes, a_added), (b, b_passes, b_added)] = pieces.as_slice() else { return Ok(false) };
        let out = best.row.slice_mut(moving).ok_or_else(lost)?;
        let done = put_greater(out, [(a, *a_passes, a_added), (b, *b_passes, b_added)]);
        if done {
            (best.blank, best.sure) = (false, true);
        }
        Ok(done)
    }

    /// Raises a layer's values choice by choice.
    fn each(&self, which: usize, best: &mut Best<C>) -> Result<(), Stop> {
        let (slant, layer, moving) = (&self.seen.slants[which], best.row.layer, best.moving);
        for choice in slant.numbers(slant.choices(layer, moving)) {
            let open = clip(&slant.limits, moving, layer, choice);
            if empty(open) {
                continue;
            }
            let from = self.below(slant.layer.at(layer, 0, choice)).ok_or_else(lost)?;
            let codes = from.slice(shifted(open, slant.along.at(layer, 0, choice))).ok_or_else(lost)?;
            let added = self.lists.added(&self.near[which], layer, open, choice)?;
            best.raise(open, Some(codes), slant.passes, &added)?;
            best.sure |= open == moving;
        }
        Ok(())
    }

    fn below(&self, layer: i64) -> Option<&Row<C>> {
        let at = self.state.below.binary_search_by_key(&layer, |row| row.layer).ok()?;
        self.state.below.get(at)
    }

    /// From the best that follows to values; where nobody can move, what the rules say.
    fn settle(&self, row: &mut Row<C>, moving: Span, sure: bool) -> Result<(), Stop> {
        let layer = row.layer;
        let cells = row.slice_mut(moving).ok_or_else(lost)?;
        if !sure && cells.iter().any(|cell| cell.is_none()) {
            for (place, cell) in (moving.0..).zip(cells.iter_mut()) {
                *cell = if cell.is_none() { self.stuck(layer, place)? } else { cell.after() };
            }
        } else if C::OUTCOME {
            cells.iter_mut().for_each(|cell| *cell = cell.after());
        }
        Ok(())
    }

    /// What a position is worth where nobody can move.
    pub(super) fn stuck(&self, layer: i64, place: i64) -> Result<C, Stop> {
        let all = self.seen.ends.iter().chain(&self.seen.stuck);
        all.clone()
            .find(|over| over.holds(layer, place))
            .map(|over| C::of(over.code))
            .ok_or_else(|| unproven("a layer in which perhaps nobody can move"))
    }

    /// What a position is worth that is over, or free of the limit.
    pub(super) fn settled(&self, layer: i64, place: i64) -> Option<C> {
        if let Some(over) = self.seen.ends.iter().find(|end| end.holds(layer, place)) {
            return Some(C::of(over.code));
        }
        let (values, at) = self.free.as_ref()?;
        let free = self.seen.free.is_some_and(|free| free.at(layer, place, 0) >= 0);
        free.then(|| values.at(at.at(layer, place, 0))).flatten()
    }

    /// Fills in what is over, and what is free of the limit.
    fn over(&self, row: &mut Row<C>) -> Result<(), Stop> {
        let (layer, all) = (row.layer, row.span());
        if let (Some((values, at)), Some(free)) = (&self.free, &self.seen.free) {
            let span = clip(std::slice::from_ref(free), all, layer, 0);
            if let Some(cells) = row.slice_mut(span).filter(|_| !empty(span)) {
                let known = values.slice(shifted(span, at.at(layer, 0, 0))).ok_or_else(lost)?;
                cells.copy_from_slice(known);
            }
        }
        for end in self.seen.ends.iter().rev() {
            let span = clip(&end.when, all, layer, 0);
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
    pub(super) fn holds(&self, layer: i64, place: i64) -> bool {
        self.when.iter().all(|form| form.at(layer, place, 0) >= 0)
    }
}

impl Slant {
    /// How far along the least and the farthest choice of a window along a layer lead.
    pub(super) fn reaches(&self, slide: &Slide, layer: i64) -> Span {
        let ((lo, hi), from) = (slide.choices(layer), self.along.at(layer, 0, 0));
        let (a, b) = (from + slide.step * lo, from + slide.step * hi);
        (a.min(b), a.max(b))
    }
}

/// A row that should be there: closed forms have told it otherwise.
pub(super) fn lost() -> Stop {
    unproven("a position outside the layers that were found")
}
