//! Moves that stay in their layer: its positions wait for each other, so they are valued one by one, the last place first.

use super::flat::{Flat, NOTHING, Span, clip, empty, shifted, width};
use super::gains::Gain;
use super::narrow::{Narrow, add_up, greatest};
use super::slant::Slant;
use super::solver::{Solver, lost};
use super::windows::{Along, Row, within};
use crate::error::Stop;

/// The pieces that stay, ready for one layer.
pub(super) struct Own<C> {
    slides: Vec<Sliding<C>>,
    /// Pieces that do not slide, but whose choices lead to one place after the other.
    runs: Vec<Run>,
    /// Those that do neither.
    tried: Vec<usize>,
    /// Spans where the game is over.
    over: Vec<Span>,
}

/// A piece all of whose choices at a place are looked at in one loop.
struct Run {
    which: usize,
    /// Its limits and its gain, with place and choice exchanged.
    limits: Vec<Flat>,
    gain: Gain,
}

impl Run {
    fn of<C: Narrow>(which: usize, slant: &Slant, solver: &Solver<C>) -> Option<Run> {
        let in_a_row = slant.chooses && slant.among.is_none() && slant.along.choice == 1;
        let limits = || slant.limits.iter().map(|limit| limit.turned()).collect();
        in_a_row.then(|| Run { which, limits: limits(), gain: solver.near[which].turned() })
    }

    /// The best of all choices at a place.
    fn best<C: Narrow>(&self, solver: &Solver<C>, row: &Row<C>, place: i64) -> Result<C, Stop> {
        let slant = &solver.seen.slants[self.which];
        let choices = clip(&self.limits, slant.range, row.layer, place);
        if empty(choices) {
            return Ok(C::NONE);
        }
        let nexts = row.slice(shifted(choices, slant.along.at(row.layer, place, 0))).ok_or_else(lost)?;
        let added = solver.lists.added(&self.gain, row.layer, choices, place)?;
        Ok(greatest(nexts, slant.passes, &added))
    }
}

struct Sliding<C> {
    passes: bool,
    window: Along<C>,
    /// From where it may be chosen, how far it leads, and where it may lead.
    open: Span,
    reaches: Span,
    clamped: Span,
    /// What is gained at each place of the layer by where one comes from, and by where one goes to.
    near: Vec<C>,
    /// What a place is worth to the one who goes there.
    keys: Vec<C>,
    far: Vec<C>,
}

impl<C: Narrow> Own<C> {
    pub(super) fn of(solver: &Solver<C>, row: &Row<C>) -> Result<Own<C>, Stop> {
        let (mut slides, mut runs, mut tried) = (Vec::new(), Vec::new(), Vec::new());
        let (all, layer) = (row.span(), row.layer);
        let moving = solver.reach.layer(layer).map_or(NOTHING, |known| known.moving);
        for (which, slant) in solver.seen.slants.iter().enumerate().filter(|(_, slant)| slant.own) {
            let Some(slide) = &slant.slide else {
                match Run::of(which, slant, solver) {
                    Some(run) => runs.push(run),
                    None => tried.push(which),
                }
                continue;
            };
            let open = slide.open(moving, layer);
            let clamped = clip(&slide.clamps, all, layer, 0);
            let over = |gains, span: Span| -> Result<Vec<C>, Stop> {
                let mut sums = vec![C::of(0); row.cells.len()];
                let at = usize::try_from(span.0 - all.0).unwrap_or(usize::MAX);
                if !empty(span) {
                    let added = solver.lists.added(gains, layer, span, 0)?;
                    add_up(&mut sums[at..][..width(span)], &added, 0);
                }
                Ok(sums)
            };
            let (near, far) = (over(&solver.near[which], open)?, over(&solver.far[which], clamped)?);
            let keys = vec![C::NONE; row.cells.len()];
            let (window, reaches, passes) = (Along::new(), slant.reaches(slide, layer), slant.passes);
            slides.push(Sliding { passes, window, open, reaches, clamped, near, keys, far });
        }
        let over = solver.seen.ends.iter().map(|end| clip(&end.when, moving, layer, 0));
        Ok(Own { slides, runs, tried, over: over.filter(|span| !empty(*span)).collect() })
    }

    /// Values the moving places of a row, which holds the best of all other pieces so far; the other places are done.
    pub(super) fn fill(mut self, solver: &Solver<C>, row: &mut Row<C>, moving: Span) -> Result<(), Stop> {
        self.begin(row, moving)?;
        let slides_alone = self.runs.is_empty() && self.tried.is_empty() && self.over.is_empty();
        if let [only] = self.slides.as_mut_slice()
            && slides_alone
            && only.plain(moving)
        {
            return only.fill(solver, row, moving);
        }
        for place in (moving.0..=moving.1).rev() {
            let at = usize::try_from(place - row.first).unwrap_or(usize::MAX);
            if !self.over.iter().any(|over| (over.0..=over.1).contains(&place)) {
                let best = self.best(solver, row, place, at)?;
                row.cells[at] = if best.is_none() { solver.stuck(row.layer, place)? } else { best.after() };
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
            best = best.max(run.best(solver, row, place)?);
        }
        for which in &self.tried {
            let slant = &solver.seen.slants[*which];
            for choice in slant.numbers(slant.choices(row.layer, (place, place))) {
                if slant.limits.iter().all(|limit| limit.at(row.layer, place, choice) >= 0) {
                    let next = row.at(slant.along.at(row.layer, place, choice)).ok_or_else(lost)?;
                    let gain = solver.lists.at(&solver.near[*which], row.layer, place, choice)?;
                    best = best.max(gain.plus(if slant.passes { C::of(0).minus(next) } else { next }));
                }
            }
        }
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
        self.open == moving && self.reaches.0 >= 1 && self.clamped.0 <= near && self.clamped.1 > moving.1
    }

    /// Values the moving places where there is no other piece that stays: the same as `Along`, in one loop.
    fn fill(&mut self, solver: &Solver<C>, row: &mut Row<C>, moving: Span) -> Result<(), Stop> {
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
                solver.stuck(row.layer, row.first + i64::try_from(at).unwrap_or(0))?
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
