//! A line of best play, from rows that were kept or are valued once more.

use super::flat::{Here, width};
use super::keep::{Keep, Kept};
use super::narrow::Narrow;
use super::solver::{Solver, lost};
use super::view::Branch;
use crate::error::Stop;
use crate::limits::Meter;
use crate::recurrence::Trail;

/// Best play from a position of the top row: at each ply the first move that keeps the value.
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

/// A row and a place in it.
type At = (i64, i64);

struct Line<'a, C> {
    solver: Solver<'a, C>,
    kept: Kept<C>,
    /// The rows above are gone.
    top: i64,
}

struct Best {
    mv: usize,
    choices: Vec<i64>,
    next: At,
}

impl<C: Narrow> Line<'_, C> {
    fn here(&self, (row, _): At) -> Here {
        self.solver.seen.view.here(row)
    }

    fn over(&self, at: At) -> bool {
        let here = self.here(at);
        self.solver.seen.ends.iter().any(|end| end.holds(&here, at.1))
    }

    /// The first move that keeps the value, in the order of moves and then of choices.
    fn best(&mut self, at: At) -> Result<Option<Best>, Stop> {
        let value = self.value(at)?;
        let mut best: Option<Best> = None;
        for which in 0..self.solver.seen.branches.len() {
            let branch = &self.solver.seen.branches[which];
            if best.as_ref().is_some_and(|best| best.mv < branch.mv) {
                break;
            }
            if let Some((choice, next)) = self.first(which, branch, at, value)? {
                let last = branch.chooses.then_some(choice);
                let choices: Vec<i64> = branch.outer.iter().copied().chain(last).collect();
                if best.as_ref().is_none_or(|best| choices < best.choices) {
                    best = Some(Best { mv: branch.mv, choices, next });
                }
            }
        }
        let earlier = |mv: usize| best.as_ref().is_none_or(|best| mv < best.mv);
        let (here, seen, mut loose) = (self.here(at), self.solver.seen, None);
        seen.loosely((&here, at.1), &mut |made| {
            let (Some(next), true) = (made.next, earlier(made.number)) else { return Ok(true) };
            let kept = made.worth(self.value(next)?, &seen.recurrence.rows).after() == value;
            if kept {
                let choices = made.values[seen.recurrence.variables.len()..].to_vec();
                loose = Some(Best { mv: made.number, choices, next });
            }
            Ok(!kept)
        })?;
        Ok(loose.or(best))
    }

    /// The first choice of a piece that keeps the value, and where it leads.
    fn first(&mut self, which: usize, branch: &Branch, at: At, value: C) -> Result<Option<(i64, At)>, Stop> {
        let (here, place) = (self.here(at), at.1);
        for choice in branch.numbers(branch.choices(&here, (place, place))) {
            if branch.limits.iter().any(|limit| limit.at(&here.at, place, choice) < 0) {
                continue;
            }
            let next = (branch.row.at(&here.at, place, choice), branch.along.at(&here.at, place, choice));
            let worth = self.value(next)?;
            let worth = if branch.passes { C::of(0).minus(worth) } else { worth };
            if worth.plus(self.gain(which, branch, at, (choice, next))?).after() == value {
                return Ok(Some((choice, next)));
            }
        }
        Ok(None)
    }

    fn gain(&self, which: usize, branch: &Branch, at: At, (choice, next): (i64, At)) -> Result<C, Stop> {
        let (lists, near, here) = (&self.solver.lists, &self.solver.near[which], self.here(at));
        let Some(slide) = &branch.slide else { return lists.at(near, &here.at, at.1, choice) };
        let far = if slide.across() { self.here(next) } else { here };
        Ok(lists.at(near, &here.at, at.1, 0)?.plus(lists.at(&self.solver.far[which], &far.at, next.1, 0)?))
    }

    fn value(&mut self, (row, place): At) -> Result<C, Stop> {
        if let Some(value) = self.solver.settled(&self.here((row, place)), place) {
            return Ok(value);
        }
        let at = usize::try_from(row - self.kept.bottom).map_err(|_| lost())?;
        if self.kept.rows.get(at).is_some_and(Option::is_none) {
            self.load(row)?;
        }
        let row = self.kept.rows.get(at).and_then(Option::as_ref);
        row.and_then(|row| row.at(place)).ok_or_else(lost)
    }

    /// Values the stretch of a row once more.
    fn load(&mut self, row: i64) -> Result<(), Stop> {
        let Keep::Every(stretch) = self.kept.keep else { return Err(lost()) };
        let number = (row - self.kept.bottom) / stretch;
        let from = self.kept.bottom + number * stretch;
        let state = usize::try_from(number).ok().and_then(|number| self.kept.states.get(number));
        self.solver.state = state.ok_or_else(lost)?.clone();
        for number in from..(from + stretch).min(self.solver.reach.top + 1) {
            if let Some(row) = self.solver.row(number)? {
                self.kept.store(&row, self.solver.reach);
                self.solver.push(row)?;
            }
        }
        Ok(())
    }

    /// Play has come down to a row: those above it are not needed any more.
    fn leave(&mut self, row: i64) {
        while self.top > row {
            if let Some(row) =
                usize::try_from(self.top - self.kept.bottom).ok().and_then(|at| self.kept.rows.get_mut(at))
            {
                *row = None;
            }
            self.top -= 1;
        }
    }
}
