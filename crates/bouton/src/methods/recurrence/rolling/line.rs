//! A line of best play, from layers that were kept or are valued once more.

use super::flat::width;
use super::keep::{Keep, Kept};
use super::narrow::Narrow;
use super::slant::Slant;
use super::solver::{Solver, lost};
use crate::error::Stop;
use crate::limits::Meter;
use crate::recurrence::Trail;

/// Best play from a position of the top layer: at each ply the first move that keeps the value.
pub(super) fn line<C: Narrow>(solver: Solver<C>, kept: Kept<C>, start: At, meter: &mut Meter) -> Result<Trail, Stop> {
    let mut line = Line { solver, kept, top: start.0 };
    let mut trail = Trail::with_capacity(width((line.kept.bottom, start.0)));
    let mut at = start;
    meter.phase("finding the line", None);
    while !line.over(at) {
        meter.step()?;
        let Some(best) = line.best(at)? else { break };
        trail.push(u32::try_from(best.mv).map_err(|_| lost())?, &best.choices);
        at = best.next;
        line.leave(at.0);
    }
    Ok(trail)
}

/// A layer and a place in it.
type At = (i64, i64);

struct Line<'a, C> {
    solver: Solver<'a, C>,
    kept: Kept<C>,
    /// The layers above are gone.
    top: i64,
}

struct Best {
    mv: usize,
    choices: Vec<i64>,
    next: At,
}

impl<C: Narrow> Line<'_, C> {
    fn over(&self, (layer, place): At) -> bool {
        self.solver.seen.ends.iter().any(|end| end.holds(layer, place))
    }

    /// The first move that keeps the value, in the order of moves and then of choices.
    fn best(&mut self, at: At) -> Result<Option<Best>, Stop> {
        let value = self.value(at)?;
        let mut best: Option<Best> = None;
        for which in 0..self.solver.seen.slants.len() {
            let slant = &self.solver.seen.slants[which];
            if best.as_ref().is_some_and(|best| best.mv < slant.mv) {
                break;
            }
            if let Some((choice, next)) = self.first(which, slant, at, value)? {
                let last = slant.chooses.then_some(choice);
                let choices: Vec<i64> = slant.outer.iter().copied().chain(last).collect();
                if best.as_ref().is_none_or(|best| choices < best.choices) {
                    best = Some(Best { mv: slant.mv, choices, next });
                }
            }
        }
        Ok(best)
    }

    /// The first choice of a piece that keeps the value, and where it leads.
    fn first(&mut self, which: usize, slant: &Slant, at: At, value: C) -> Result<Option<(i64, At)>, Stop> {
        let (layer, place) = at;
        for choice in slant.numbers(slant.choices(layer, (place, place))) {
            if slant.limits.iter().any(|limit| limit.at(layer, place, choice) < 0) {
                continue;
            }
            let next = (slant.layer.at(layer, place, choice), slant.along.at(layer, place, choice));
            let worth = self.value(next)?;
            let worth = if slant.passes { C::of(0).minus(worth) } else { worth };
            if worth.plus(self.gain(which, slant, at, choice)?).after() == value {
                return Ok(Some((choice, next)));
            }
        }
        Ok(None)
    }

    fn gain(&self, which: usize, slant: &Slant, (layer, place): At, choice: i64) -> Result<C, Stop> {
        let (lists, near) = (&self.solver.lists, &self.solver.near[which]);
        let Some(slide) = &slant.slide else { return lists.at(near, layer, place, choice) };
        let next = (slant.layer.at(layer, place, choice), slant.along.at(layer, place, choice));
        let far = if slide.across { next.0 } else { layer };
        Ok(lists.at(near, layer, place, 0)?.plus(lists.at(&self.solver.far[which], far, next.1, 0)?))
    }

    fn value(&mut self, (layer, place): At) -> Result<C, Stop> {
        if let Some(value) = self.solver.settled(layer, place) {
            return Ok(value);
        }
        let at = usize::try_from(layer - self.kept.bottom).map_err(|_| lost())?;
        if self.kept.rows.get(at).is_some_and(Option::is_none) {
            self.load(layer)?;
        }
        let row = self.kept.rows.get(at).and_then(Option::as_ref);
        row.and_then(|row| row.at(place)).ok_or_else(lost)
    }

    /// Values the stretch of a layer once more.
    fn load(&mut self, layer: i64) -> Result<(), Stop> {
        let Keep::Every(stretch) = self.kept.keep else { return Err(lost()) };
        let number = (layer - self.kept.bottom) / stretch;
        let from = self.kept.bottom + number * stretch;
        let state = usize::try_from(number).ok().and_then(|number| self.kept.states.get(number));
        self.solver.state = state.ok_or_else(lost)?.clone();
        for layer in from..(from + stretch).min(self.solver.reach.top + 1) {
            if let Some(row) = self.solver.row(layer)? {
                self.kept.store(&row, self.solver.reach);
                self.solver.push(row)?;
            }
        }
        Ok(())
    }

    /// Play has come down to a layer: those above it are not needed any more.
    fn leave(&mut self, layer: i64) {
        while self.top > layer {
            if let Some(row) =
                usize::try_from(self.top - self.kept.bottom).ok().and_then(|at| self.kept.rows.get_mut(at))
            {
                *row = None;
            }
            self.top -= 1;
        }
    }
}
