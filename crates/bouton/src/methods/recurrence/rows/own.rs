//! Moves that stay in their row, or lead from each of its places elsewhere: positions are valued one by one, the last place first.

use super::flat::{Here, NOTHING, Span, clip, empty, shifted, width, within};
use super::gains::Gain;
use super::narrow::{Narrow, add_up, greatest};
use super::solver::{Solver, lost};
use super::view::{Branch, InRow};
use super::windows::{Along, Row};
use crate::error::Stop;

/// The pieces that stay or are not straight, ready for one row.
pub(super) struct Own<C> {
    here: Here,
    slides: Vec<Sliding<C>>,
    /// Pieces that do not slide, but whose choices lead to one place after the other.
    runs: Vec<Run>,
    /// Those that do neither.
    tried: Vec<(usize, InRow)>,
    /// Spans where the game is over.
    over: Vec<Span>,
}

/// A piece all of whose choices at a place are looked at in one loop.
struct Run {
    which: usize,
    piece: InRow,
    /// Its gain, with place and choice exchanged.
    gain: Gain,
}

impl Run {
    fn of<C: Narrow>(which: usize, branch: &Branch, solver: &Solver<C>, here: &Here) -> Option<Run> {
        let in_a_row = branch.own && branch.chooses && branch.among.is_none() && branch.along.choice == 1;
        in_a_row.then(|| Run { which, piece: branch.in_row(here), gain: solver.near[which].turned() })
    }

    /// The best of all choices at a place.
    fn best<C: Narrow>(&self, solver: &Solver<C>, here: &Here, row: &Row<C>, place: i64) -> Result<C, Stop> {
        let branch = &solver.seen.branches[self.which];
        let choices = self.piece.choices(place);
        if empty(choices) {
            return Ok(C::NONE);
        }
        let nexts = row.slice(shifted(choices, self.piece.along.at(place, 0))).ok_or_else(lost)?;
        let added = solver.lists.added(&self.gain, &here.at, choices, place)?;
        Ok(greatest(nexts, branch.passes, &added))
    }
}

struct Sliding<C> {
    passes: bool,
    window: Along<C>,
    /// From where it may be chosen, how far it leads, and where it may lead.
    open: Span,
    reaches: Span,
    clamped: Span,
    /// What is gained at each place of the row by where one comes from, and by where one goes to.
    near: Vec<C>,
    /// What a place is worth to the one who goes there.
    keys: Vec<C>,
    far: Vec<C>,
}

impl<C: Narrow> Own<C> {
    pub(super) fn of(solver: &Solver<C>, here: &Here, row: &Row<C>) -> Result<Own<C>, Stop> {
        let (mut slides, mut runs, mut tried) = (Vec::new(), Vec::new(), Vec::new());
        let (all, at) = (row.span(), &here.at);
        let moving = solver.reach.layer(here.number).map_or(NOTHING, |known| known.moving);
        for (which, branch) in solver.seen.branches.iter().enumerate().filter(|(_, branch)| branch.is_single()) {
            let Some(slide) = &branch.slide else {
                match Run::of(which, branch, solver, here) {
                    Some(run) => runs.push(run),
                    None => tried.push((which, branch.in_row(here))),
                }
                continue;
            };
            let open = slide.open(moving, at);
            let clamped = clip(&slide.clamps, all, at, 0);
            let over = |gains, span: Span| -> Result<Vec<C>, Stop> {
                let mut sums = vec![C::of(0); row.cells.len()];
                if !empty(span) {
                    let from = usize::try_from(span.0 - all.0).map_err(|_| lost())?;
                    let added = solver.lists.added(gains, at, span, 0)?;
                    add_up(&mut sums[from..][..width(span)], &added, 0);
                }
                Ok(sums)
            };
            let (near, far) = (over(&solver.near[which], open)?, over(&solver.far[which], clamped)?);
            let keys = vec![C::NONE; row.cells.len()];
            let (window, reaches, passes) = (Along::new(), branch.reaches(slide, at), branch.passes);
            slides.push(Sliding { passes, window, open, reaches, clamped, near, keys, far });
        }
        let over = solver.seen.ends.iter().map(|end| clip(&end.when, moving, at, 0));
        Ok(Own { here: *here, slides, runs, tried, over: over.filter(|span| !empty(*span)).collect() })
    }

    /// Values the moving places of a row, which holds the best of all other pieces so far; the other places are done.
    pub(super) fn fill(mut self, solver: &Solver<C>, row: &mut Row<C>, moving: Span) -> Result<(), Stop> {
        self.begin(row, moving)?;
        let slides_alone =
            self.runs.is_empty() && self.tried.is_empty() && self.over.is_empty() && solver.seen.loose.is_empty();
        if let [only] = self.slides.as_mut_slice()
            && slides_alone
            && only.plain(moving)
        {
            return only.fill(solver, &self.here, row, moving);
        }
        for place in (moving.0..=moving.1).rev() {
            let at = usize::try_from(place - row.first).map_err(|_| lost())?;
            if !self.over.iter().any(|over| (over.0..=over.1).contains(&place)) {
                let best = self.best(solver, row, place, at)?;
                row.cells[at] = if best.is_none() { solver.stuck(&self.here, place)? } else { best.after() };
            }
            self.done(at, row.cells[at]);
        }
        Ok(())
    }

    /// Keys of the places that are done already, as far as they are asked for.
    fn begin(&mut self, row: &Row<C>, moving: Span) -> Result<(), Stop> {
        for sliding in &mut self.slides {
            let most = moving.1.saturating_add(sliding.reaches.1).min(row.span().1);
            let from = usize::try_from(moving.1 + 1 - row.first).map_err(|_| lost())?;
            let to = usize::try_from(most + 1 - row.first).unwrap_or(0).max(from);
            let (keys, far) = (&mut sliding.keys[from..to], &sliding.far[from..to]);
            for ((key, value), far) in keys.iter_mut().zip(&row.cells[from..to]).zip(far) {
                let worth = if sliding.passes { C::of(0).minus(*value) } else { *value };
                *key = worth.plus(*far);
            }
        }
        Ok(())
    }

    fn best(&mut self, solver: &Solver<C>, row: &Row<C>, place: i64, at: usize) -> Result<C, Stop> {
        let mut best = row.cells[at];
        for sliding in &mut self.slides {
            if place >= sliding.open.0 && place <= sliding.open.1 {
                let span = within(shifted(sliding.reaches, place), sliding.clamped);
                let key = sliding.window.greatest(&sliding.keys, row.first, (span.0.max(place + 1), span.1));
                best = best.max(key.plus(sliding.near[at]));
            }
        }
        for run in &self.runs {
            best = best.max(run.best(solver, &self.here, row, place)?);
        }
        for (which, piece) in &self.tried {
            let branch = &solver.seen.branches[*which];
            for choice in branch.numbers(piece.choices(place)) {
                let number = piece.row.at(place, choice);
                let there = if number == self.here.number { row } else { solver.below(number).ok_or_else(lost)? };
                let next = there.at(piece.along.at(place, choice)).ok_or_else(lost)?;
                let gain = solver.lists.at(&solver.near[*which], &self.here.at, place, choice)?;
                best = best.max(gain.plus(if branch.passes { C::of(0).minus(next) } else { next }));
            }
        }
        solver.seen.loosely((&self.here, place), &mut |made| {
            // Where the rules must judge, play does not come.
            let Some((number, along)) = made.next else { return Ok(true) };
            let there = if number == self.here.number { row } else { solver.below(number).ok_or_else(lost)? };
            best = best.max(made.worth(there.at(along).ok_or_else(lost)?, &solver.seen.recurrence.rows));
            Ok(true)
        })?;
        Ok(best)
    }

    /// A place is valued: keys for those who go there.
    #[inline]
    fn done(&mut self, at: usize, value: C) {
        for sliding in &mut self.slides {
            let key = if sliding.passes { C::of(0).minus(value) } else { value };
            sliding.keys[at] = key.plus(sliding.far[at]);
        }
    }
}

impl<C: Narrow> Sliding<C> {
    /// Whether it may be chosen at every moving place, and nothing keeps it from where it leads but the end of the row.
    fn plain(&self, moving: Span) -> bool {
        let near = moving.0.saturating_add(self.reaches.0);
        self.open == moving && self.reaches.0 >= 1 && self.clamped.0 <= near && self.clamped.1 >= moving.1
    }

    /// Values the moving places where there is no other piece that stays: the same as `Along`, in one loop.
    fn fill(&mut self, solver: &Solver<C>, here: &Here, row: &mut Row<C>, moving: Span) -> Result<(), Stop> {
        let place = |at: i64| usize::try_from(at - row.first).map_err(|_| lost());
        let (lo, hi, last) = (place(moving.0)?, place(moving.1)?, place(self.clamped.1)?);
        let length = row.cells.len();
        let reach = |far: i64| usize::try_from(far).unwrap_or(usize::MAX).min(length);
        let (near, far) = (reach(self.reaches.0), reach(self.reaches.1));
        let (mut old, mut top, mut best) = (Vec::with_capacity(far.saturating_sub(near) + 1), usize::MAX, C::NONE);
        let zero = C::of(0);
        for at in (lo..=hi).rev() {
            let (from, to) = (at + near, (at + far).min(last));
            let found = if from > to {
                C::NONE
            } else {
                if to < top {
                    old.clear();
                    let mut greatest = C::NONE;
                    old.extend(self.keys[from..=to].iter().map(|key| {
                        greatest = greatest.max(*key);
                        greatest
                    }));
                    (top, best) = (from, C::NONE);
                } else {
                    best = best.max(self.keys[from]);
                }
                best.max(old[to - top])
            };
            let found = row.cells[at].max(found.plus(self.near[at]));
            let value = if found.is_none() {
                solver.stuck(here, row.first + i64::try_from(at).expect("cells are counted in memory"))?
            } else {
                found.after()
            };
            row.cells[at] = value;
            let worth = if self.passes { zero.minus(value) } else { value };
            self.keys[at] = worth.plus(self.far[at]);
        }
        Ok(())
    }
}
