//! Moves that stay in their layer: its positions wait for each other, so they are valued one by one, the last place first.

use super::flat::{NOTHING, Span, clip, empty, shifted};
use super::narrow::{Narrow, put};
use super::solver::{Solver, lost};
use super::windows::{Along, Row, within};
use crate::error::Stop;

/// The pieces that stay, ready for one layer.
pub(super) struct Own<C> {
    slides: Vec<Sliding<C>>,
    /// Pieces that do not slide.
    tried: Vec<usize>,
    /// Spans where the game is over.
    over: Vec<Span>,
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
        let (mut slides, mut tried) = (Vec::new(), Vec::new());
        let (all, layer) = (row.span(), row.layer);
        let moving = solver.reach.layer(layer).map_or(NOTHING, |known| known.moving);
        for (which, slant) in solver.seen.slants.iter().enumerate().filter(|(_, slant)| slant.own) {
            let Some(slide) = &slant.slide else {
                tried.push(which);
                continue;
            };
            let open = slide.open(moving, layer);
            let clamped = clip(&slide.clamps, all, layer, 0);
            let over = |gains, span: Span| -> Result<Vec<C>, Stop> {
                let mut sums = vec![C::of(0); row.cells.len()];
                let at = usize::try_from(span.0 - all.0).unwrap_or(usize::MAX);
                if !empty(span) {
                    let zeros = vec![C::of(0); sums.len()];
                    put(
                        &mut sums[at..],
                        &zeros[..super::flat::width(span)],
                        false,
                        &solver.lists.added(gains, layer, span, 0)?,
                    );
                }
                Ok(sums)
            };
            let (near, far) = (over(&solver.near[which], open)?, over(&solver.far[which], clamped)?);
            let keys = vec![C::NONE; row.cells.len()];
            let (window, reaches, passes) = (Along::new(), slant.reaches(slide, layer), slant.passes);
            slides.push(Sliding { passes, window, open, reaches, clamped, near, keys, far });
        }
        let over = solver.seen.ends.iter().map(|end| clip(&end.when, moving, layer, 0));
        Ok(Own { slides, tried, over: over.filter(|span| !empty(*span)).collect() })
    }

    /// Values the moving places of a row, which holds the best of all other pieces so far; the other places are done.
    pub(super) fn fill(mut self, solver: &Solver<C>, row: &mut Row<C>, moving: Span) -> Result<(), Stop> {
        let span = row.span();
        for place in (moving.1 + 1..=span.1).rev() {
            let at = usize::try_from(place - row.first).unwrap_or(usize::MAX);
            self.done(at, row.cells[at]);
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

    fn best(&mut self, solver: &Solver<C>, row: &Row<C>, place: i64, at: usize) -> Result<C, Stop> {
        let mut best = row.cells[at];
        for sliding in &mut self.slides {
            if place >= sliding.open.0 && place <= sliding.open.1 {
                let span = within(shifted(sliding.reaches, place), sliding.clamped);
                let key = sliding.window.greatest(&sliding.keys, row.first, (span.0.max(place + 1), span.1));
                best = best.max(key.plus(sliding.near[at]));
            }
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
