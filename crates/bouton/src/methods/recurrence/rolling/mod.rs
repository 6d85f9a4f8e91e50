//! Rolling memory: positions are valued layer by layer, and only as many layers are kept as later ones ask for. When no more is asked
//! than the start's value, its moves or a line of best play, the whole table is not needed: the line is found by valuing stretches of
//! layers once more from layers that were kept here and there (Hirschberg 1975, "A linear space algorithm for computing maximal common
//! subsequences").

mod flat;
mod free;
mod gains;
mod keep;
mod largest;
mod line;
mod narrow;
mod own;
mod reach;
mod slant;
mod slide;
mod solver;
mod windows;
mod words;

use super::super::Ask;
use super::program::largest as by_length;
use crate::error::Stop;
use crate::limits::Meter;
use crate::recurrence::{Recurrence, Trail};
use crate::value::Kind;
use flat::{Flat, empty};
use free::Free;
use gains::Lists;
use keep::{Keep, Kept};
pub(super) use largest::at_the_end;
use narrow::{NARROW, Narrow, Outcome, WIDE};
use reach::{Points, Reach, Seen, reach};
use slant::View;
use solver::{Solver, lost};
use std::borrow::Cow;
use windows::Row;

/// A recurrence ready to be solved layer by layer from a position.
pub(super) struct Rolling<'a> {
    seen: Seen<'a>,
    reach: Reach,
    /// Where the limit no longer binds: the smaller game, and which of its positions stands for one of this.
    free: Option<(Box<Rolling<'a>>, Flat)>,
    cell: Cell,
    /// Bytes that may be kept without a thought.
    whole: u64,
}

/// What a value is kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Outcome,
    Narrow,
    Wide,
}

/// What was found.
pub(super) struct Found {
    /// The codes of the positions that were asked for, in their order.
    pub(super) codes: Vec<i64>,
    /// Best play from the start.
    pub(super) line: Option<Trail>,
}

/// What closed forms do not tell for whole layers.
fn unproven(what: &str) -> Stop {
    Stop::Unfit { method: "recurrence", reason: what.to_owned() }
}

impl<'a> Rolling<'a> {
    /// Looks at a recurrence from a position, with windows or without.
    pub(super) fn of(
        recurrence: &'a Recurrence,
        start: &[i64],
        windows: bool,
        meter: &mut Meter,
    ) -> Result<Rolling<'a>, Stop> {
        let smaller = if windows { free::free(recurrence) } else { None };
        match smaller.map(|smaller| Rolling::freely(recurrence, smaller, start, meter)) {
            Some(Ok(rolling)) => Ok(rolling),
            Some(Err(stop @ (Stop::Cancelled | Stop::Time { .. }))) => Err(stop),
            _ => Rolling::plain(Cow::Borrowed(recurrence), start, windows, None, meter),
        }
    }

    /// With a variable left out where it stops mattering.
    fn freely(
        recurrence: &'a Recurrence,
        smaller: Free,
        start: &[i64],
        meter: &mut Meter,
    ) -> Result<Rolling<'a>, Stop> {
        let unknown = || unproven("a smaller game that does not stand for the larger one");
        let mut rest = start.to_vec();
        rest.remove(smaller.variable);
        let seen = Seen::of(Cow::Borrowed(recurrence), true, None).ok_or_else(unknown)?;
        let when = seen.view.flat(&smaller.when, (0, 0)).ok_or_else(unknown)?;
        let small = Rolling::plain(Cow::Owned(smaller.rest), &rest, true, None, meter)?;
        let at = small.stands_for(&seen.view, smaller.variable).ok_or_else(unknown)?;
        let rolling = Rolling::plain(Cow::Borrowed(recurrence), start, true, Some(when), meter)?;
        Ok(Rolling { free: Some((Box::new(small), at)), ..rolling })
    }

    fn plain(
        recurrence: Cow<'a, Recurrence>,
        start: &[i64],
        windows: bool,
        free: Option<Flat>,
        meter: &mut Meter,
    ) -> Result<Rolling<'a>, Stop> {
        let seen = Seen::of(recurrence, windows, free).ok_or_else(|| {
            unproven("no way of seeing its positions as layers is known in which moves lead to earlier ones")
        })?;
        let cell = seen.cell().ok_or_else(|| unproven("leads might leave the 64-bit numbers"))?;
        let at = seen.view.at(start);
        let reach = reach(&seen, at, meter)?;
        let whole = meter.limits().whole;
        Ok(Rolling { seen, reach, free: None, cell, whole })
    }

    /// Which position of this smaller game stands for one of a larger game: by layer and place there.
    fn stands_for(&self, larger: &View, variable: usize) -> Option<Flat> {
        let mut form = self.seen.view.place.clone();
        for term in &mut form.terms {
            term.0 += usize::from(term.0 >= variable);
        }
        let at = larger.flat(&form, (0, 0))?;
        (self.reach.layers.len() == 1 && at.place == 1).then_some(at)
    }

    /// The codes of some positions, and a line if that is asked for.
    pub(super) fn solve(&self, start: &[i64], wanted: &[Vec<i64>], ask: Ask, meter: &mut Meter) -> Result<Found, Stop> {
        match self.cell {
            Cell::Outcome => self.solve_in::<Outcome>(start, wanted, ask, meter),
            Cell::Narrow => self.solve_in::<i32>(start, wanted, ask, meter),
            Cell::Wide => self.solve_in::<i64>(start, wanted, ask, meter),
        }
    }

    fn solve_in<C: Narrow>(
        &self,
        start: &[i64],
        wanted: &[Vec<i64>],
        ask: Ask,
        meter: &mut Meter,
    ) -> Result<Found, Stop> {
        let mut solver = Solver::<C>::new(&self.seen, &self.reach, self.freed(meter)?);
        let keep = if ask >= Ask::Line { self.keep() } else { Keep::None };
        let places: Vec<(i64, i64)> = wanted.iter().map(|values| self.seen.view.at(values)).collect();
        let mut kept = Kept::new(keep, &self.reach);
        let mut codes = vec![None; wanted.len()];
        meter.phase("layer by layer", Some(self.reach.layers.len() as u64));
        for layer in self.reach.bottom()..=self.reach.top {
            meter.step()?;
            kept.before(layer, &solver.state);
            let Some(row) = solver.row(layer)? else { continue };
            for (code, (_, place)) in codes.iter_mut().zip(&places).filter(|(_, at)| at.0 == layer) {
                *code = row.at(*place);
            }
            kept.row(&row, &self.reach);
            solver.push(row)?;
        }
        for (code, (layer, place)) in codes.iter_mut().zip(&places).filter(|(code, _)| code.is_none()) {
            *code = solver.settled(*layer, *place);
        }
        let codes: Option<Vec<i64>> = codes.into_iter().map(|code| Some(code?.wide())).collect();
        let codes = codes.ok_or_else(lost)?;
        let line =
            if ask >= Ask::Line { Some(line::line(solver, kept, self.seen.view.at(start), meter)?) } else { None };
        Ok(Found { codes, line })
    }

    /// The values of the smaller game.
    fn freed<C: Narrow>(&self, meter: &mut Meter) -> Result<Option<(Row<C>, Flat)>, Stop> {
        let Some((small, at)) = &self.free else { return Ok(None) };
        meter.step()?;
        let mut solver = Solver::new(&small.seen, &small.reach, None);
        let row = solver.row(small.reach.top)?.ok_or_else(lost)?;
        Ok(Some((row, *at)))
    }

    /// How many positions are valued, at most.
    pub(super) fn positions(&self) -> u64 {
        let free = self.free.as_ref().map_or(0, |(small, _)| small.positions());
        self.reach.layers.iter().map(|layer| flat::width(layer.moving) as u64).sum::<u64>() + free + 1
    }

    /// Bytes, at most, for what is asked.
    pub(super) fn bytes(&self, ask: Ask) -> u64 {
        let keep = if ask >= Ask::Line { self.keep() } else { Keep::None };
        let cells = self.state_cells() + self.row_cells() * self.extra_rows() + self.kept_cells(keep);
        let lists = match self.cell {
            Cell::Outcome => 0,
            Cell::Narrow => Lists::<i32>::bytes(&self.seen.recurrence.rows),
            Cell::Wide => Lists::<i64>::bytes(&self.seen.recurrence.rows),
        };
        let layer = size_of::<reach::Layer>() + self.seen.slants.len() * size_of::<flat::Span>();
        let layers = (self.reach.layers.len() * layer) as u64;
        let free = self.free.as_ref().map_or(0, |(small, _)| small.bytes(Ask::Value));
        cells * self.cell.bytes() + lists + layers + free
    }

    /// Rows beside the state: the one at work, those to be used again, and what pieces that stay in it need.
    fn extra_rows(&self) -> u64 {
        3 + 4 * self.seen.slants.iter().filter(|slant| slant.own && slant.slide.is_some()).count() as u64
    }

    fn row_cells(&self) -> u64 {
        self.reach.layers.iter().map(|layer| flat::width(layer.all) as u64).max().unwrap_or(0)
    }

    /// Cells that later layers need at one time, at most.
    fn state_cells(&self) -> u64 {
        let depth = self.reach.depth as u64;
        let below = depth.min(self.reach.layers.len() as u64) * self.row_cells();
        let across = self.seen.slants.iter().enumerate().map(|(which, slant)| {
            let Some(slide) = slant.slide.as_ref().filter(|slide| slide.across) else { return 0 };
            // How many cells there are from the top down to each layer.
            let sums: Vec<u64> = self.reach.wanted[which]
                .iter()
                .scan(0, |sum, lines| {
                    *sum += flat::width(*lines) as u64;
                    Some(*sum)
                })
                .collect();
            let upto = |layer: i64| {
                let at = usize::try_from(self.reach.top - layer).unwrap_or(0).min(sums.len() - 1);
                sums[at]
            };
            let layers = self.reach.bottom()..=self.reach.top;
            let moving = layers.filter(|layer| self.reach.layer(*layer).is_some_and(|known| !empty(known.moving)));
            let most = moving.map(|layer| {
                let (from, to) = slant.window(slide, layer, self.reach.lowest);
                if from > to { 0 } else { upto(from).saturating_sub(upto(to + 1)) }
            });
            most.max().unwrap_or(0) + flat::width(self.reach.lines(which)) as u64
        });
        below + across.sum::<u64>()
    }
}

impl<'a> Seen<'a> {
    fn of(recurrence: Cow<'a, Recurrence>, windows: bool, free: Option<Flat>) -> Option<Seen<'a>> {
        let (view, slants) = slant::views(&recurrence, windows)?;
        let (ends, stuck) = (Seen::overs(&view, &recurrence.ends)?, Seen::overs(&view, &recurrence.stuck)?);
        let needs = view.flats(&recurrence.needs)?;
        let remaining = match &recurrence.remaining {
            None => None,
            Some(points) => {
                let sums = points.sums.iter().map(|sum| {
                    let at = recurrence.rows[sum.row].flat(&sum.place)?;
                    Some((sum.times, sum.row, view.flat(&at, (0, 0))?))
                });
                Some(Points { linear: view.flat(&points.linear, (0, 0))?, sums: sums.collect::<Option<_>>()? })
            }
        };
        Some(Seen { recurrence, view, slants, ends, stuck, needs, remaining, free })
    }

    /// The narrowest cell that surely holds every value, and every sum on the way to one.
    fn cell(&self) -> Option<Cell> {
        if self.recurrence.kind == Kind::Outcome {
            return Some(Cell::Outcome);
        }
        let order = self.recurrence.order()?;
        let least = |a: i128, b: Option<i128>| b.map_or(a, |b| a.min(b));
        let value = least(by_length(&self.recurrence, &order), largest::taken_once(&self.recurrence));
        let gain = self.slants.iter().map(|slant| self.most_gain(slant)).max().unwrap_or(0);
        let most = value.checked_add(gain)?.checked_add(at_the_end(&self.recurrence))?;
        if most <= NARROW { Some(Cell::Narrow) } else { (most <= WIDE).then_some(Cell::Wide) }
    }

    /// The most that any part of a piece's gain can be.
    fn most_gain(&self, slant: &slant::Slant) -> i128 {
        let [layer, place] = self.view.bounds;
        let most = |form: &Flat| {
            let part = |times: i64, (lo, hi): (i64, i64)| {
                i128::from(times).abs() * i128::from(lo).abs().max(i128::from(hi).abs())
            };
            i128::from(form.constant).abs()
                + part(form.layer, layer)
                + part(form.place, place)
                + part(form.choice, slant.range)
        };
        let slide = slant.slide.iter().map(|slide| most(&slide.near_gain) + most(&slide.far_gain));
        let sums = slant.sums.iter().map(|sum| {
            let row = &self.recurrence.rows[sum.row];
            i128::from(sum.times).abs() * row.most()
        });
        most(&slant.gain) + slide.sum::<i128>() + 2 * sums.sum::<i128>()
    }
}

impl Cell {
    fn bytes(self) -> u64 {
        match self {
            Cell::Outcome | Cell::Narrow => 4,
            Cell::Wide => 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::instance::{Instance, from_json};
    use crate::limits::{Limits, Silent};
    use bouton_rules::Source;
    use std::sync::Arc;

    /// Cells and positions as estimated, and as counted while solving.
    fn counted(name: &str, params: &str) -> [(u64, u64); 2] {
        let path = format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"));
        let source = Source::new(name, std::fs::read_to_string(path).unwrap());
        let rules = Arc::new(bouton_rules::check(&source).0.unwrap());
        let params: serde_json::Value = serde_json::from_str(params).unwrap();
        let params = from_json(&rules, params.as_object().unwrap()).unwrap();
        let game = Instance::new(rules, &params).unwrap();
        let start = game.variables(&game.canonical(game.start().unwrap())).unwrap();
        let limits = Limits::default();
        let mut meter = Meter::new(&limits, &Silent);
        let rolling = Rolling::of(game.recurrence().unwrap(), &start, true, &mut meter).unwrap();
        let freed = rolling.freed::<i64>(&mut meter).unwrap();
        let mut solver = Solver::<i64>::new(&rolling.seen, &rolling.reach, freed);
        let (mut most, mut positions) = (0, 0);
        for layer in rolling.reach.bottom()..=rolling.reach.top {
            let Some(row) = solver.row(layer).unwrap() else { continue };
            positions += row.cells.len();
            solver.push(row).unwrap();
            most = most.max(solver.state.cells());
        }
        [(rolling.state_cells(), most as u64), (rolling.positions(), positions as u64)]
    }

    #[test]
    fn estimates_are_within_a_factor_of_two() {
        let piles: Vec<i64> = (0..300).map(|at| at * 7_919 % 101 - 50).collect();
        let games = [
            ("stone-game", format!(r#"{{"piles":{piles:?}}}"#)),
            ("stone-game-vii", format!(r#"{{"stones":{:?}}}"#, vec![3; 300])),
            ("ends-k", format!(r#"{{"piles":{piles:?},"most":40}}"#)),
            ("both-ends", format!(r#"{{"piles":{piles:?},"most":9}}"#)),
            ("stone-game-ii", format!(r#"{{"piles":{piles:?}}}"#)),
        ];
        for (name, params) in games {
            for (estimated, counted) in counted(name, &params) {
                let fits = counted <= 2 * estimated && estimated <= 2 * counted;
                assert!(fits, "{name}: estimated {estimated}, counted {counted}");
            }
        }
    }
}
