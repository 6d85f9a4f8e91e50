//! The row engine. A view gives each position a row and a place in it, such that moves lead to earlier rows; rows are valued whole, by loops
//! over their cells. All values are kept in a table; or only as many rows as later ones ask for, where no more is asked than the start's
//! value, its moves or a line of best play. The line is found by valuing stretches of rows once more from checkpoints that were kept here
//! and there (Hirschberg 1975, "A linear space algorithm for computing maximal common subsequences").

mod arrivals;
mod bits;
mod flat;
mod free;
mod gains;
mod keep;
mod largest;
mod line;
mod loose;
mod marks;
mod narrow;
mod own;
mod reach;
mod slide;
mod solver;
mod table;
mod view;
mod windows;
mod words;

use super::super::Ask;
use crate::error::Stop;
use crate::limits::Meter;
use crate::recurrence::{Bounds, Direction, Linear, Move, Recurrence, Trail};
use crate::value::Kind;
use flat::{Flat, Here, empty};
use free::Free;
use gains::Lists;
use keep::{Keep, Kept};
pub(super) use loose::{tried as tried_one_by_one, with_divisors};
use narrow::{NARROW, Narrow, Outcome, WIDE};
use reach::{Points, Reach, Seen, reach};
use solver::{Solver, lost};
use std::borrow::Cow;
use std::sync::OnceLock;
pub(super) use table::Table;
use view::View;
pub(super) use view::{Wish, tried};
use windows::Row;

/// A recurrence ready to be solved row by row from a position.
pub(super) struct Rows<'a> {
    seen: Seen<'a>,
    reach: Reach,
    start: (Here, i64),
    /// Where the limit no longer binds: the smaller game, and which of its positions stands for one of this.
    free: Option<(Box<Rows<'a>>, Flat)>,
    cell: Cell,
    /// Bytes that may be kept without a thought.
    whole: u64,
    sizes: Sizes,
}

/// What is asked often and takes a look at every row, once it was asked.
#[derive(Default)]
struct Sizes {
    widest: OnceLock<u64>,
    state: OnceLock<u64>,
    keep: OnceLock<(Keep, u64)>,
}

/// What a value is kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
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

/// Rows of fewer places are short where all are kept, and windows over more choices pay whatever else there is to do.
pub(super) const SHORT: i64 = 1 << 10;
const LONG: i128 = 16;

/// A choice that is tried by itself takes so many times as long as in code.
const ONE_BY_ONE: i128 = 4;

/// A row takes a microsecond however short it is. So many rows take several times as long as it takes to make code, and are short with fewer places than
/// this in the mean, however long the widest is.
const MANY: u64 = 1 << 16;
const SHORT_IN_THE_MEAN: u64 = 1 << 6;

/// What closed forms do not tell.
fn unproven(what: &'static str) -> Stop {
    Stop::Unfit { method: "recurrence", reason: what.into() }
}

impl<'a> Rows<'a> {
    /// Looks at a recurrence from a position. Where positions are looked at that play may not reach, all are kept in a table.
    pub(super) fn of(
        recurrence: &'a Recurrence,
        start: &[i64],
        wish: Wish,
        meter: &mut Meter,
    ) -> Result<Rows<'a>, Stop> {
        let smaller = if wish.windows && !wish.lenient { free::free(recurrence) } else { None };
        match smaller.map(|smaller| Rows::freely(recurrence, smaller, start, meter)) {
            Some(Ok(rows)) => Ok(rows),
            Some(Err(stop @ (Stop::Cancelled | Stop::Time { .. }))) => Err(stop),
            _ => Rows::plain(Cow::Borrowed(recurrence), start, wish, None, meter),
        }
    }

    /// With a variable left out where it stops mattering.
    fn freely(recurrence: &'a Recurrence, smaller: Free, start: &[i64], meter: &mut Meter) -> Result<Rows<'a>, Stop> {
        let unknown = || unproven("a smaller game that does not stand for the larger one");
        let mut rest = start.to_vec();
        rest.remove(smaller.variable);
        let wish = Wish { windows: true, lenient: false };
        let seen = Seen::of(Cow::Borrowed(recurrence), wish, None).map_err(unproven)?;
        let when = seen.view.flat(&smaller.when, (0, 0)).ok_or_else(unknown)?;
        let small = Rows::plain(Cow::Owned(smaller.rest), &rest, wish, None, meter)?;
        let at = small.stands_for(&seen.view, smaller.variable).ok_or_else(unknown)?;
        let rows = Rows::plain(Cow::Borrowed(recurrence), start, wish, Some(when), meter)?;
        Ok(Rows { free: Some((Box::new(small), at)), ..rows })
    }

    fn plain(
        recurrence: Cow<'a, Recurrence>,
        start: &[i64],
        wish: Wish,
        free: Option<Flat>,
        meter: &mut Meter,
    ) -> Result<Rows<'a>, Stop> {
        let seen = Seen::of(recurrence, wish, free).map_err(unproven)?;
        let cell = seen.cell().ok_or_else(|| unproven("leads might leave the 64-bit numbers"))?;
        let start = seen.view.at(start);
        let reach = reach(&seen, start, meter)?;
        let whole = meter.limits().whole;
        Ok(Rows { seen, reach, start, free: None, cell, whole, sizes: Sizes::default() })
    }

    /// Which position of this smaller game stands for one of a larger game: by row and place there.
    fn stands_for(&self, larger: &View, variable: usize) -> Option<Flat> {
        let mut form = self.seen.view.coordinates.last()?.clone();
        for term in &mut form.terms {
            term.0 += usize::from(term.0 >= variable);
        }
        let at = larger.flat(&form, (0, 0))?;
        (self.reach.layers.len() == 1 && at.place == 1).then_some(at)
    }

    /// The codes of some positions, and a line if that is asked for.
    pub(super) fn solve(&self, wanted: &[Vec<i64>], ask: Ask, meter: &mut Meter) -> Result<Found, Stop> {
        match self.cell {
            Cell::Outcome => self.solve_in::<Outcome>(wanted, ask, meter),
            Cell::Narrow => self.solve_in::<i32>(wanted, ask, meter),
            Cell::Wide => self.solve_in::<i64>(wanted, ask, meter),
        }
    }

    /// The codes of all positions that play reaches, in a table.
    pub(super) fn table(&self, meter: &mut Meter) -> Result<Table, Stop> {
        match self.cell {
            Cell::Outcome => table::table::<Outcome>(self, meter),
            Cell::Narrow => table::table::<i32>(self, meter),
            Cell::Wide => table::table::<i64>(self, meter),
        }
    }

    fn solve_in<C: Narrow>(&self, wanted: &[Vec<i64>], ask: Ask, meter: &mut Meter) -> Result<Found, Stop> {
        let mut solver = Solver::<C>::new(&self.seen, &self.reach, self.freed(meter)?);
        let keep = if ask >= Ask::Line { self.keep().0 } else { Keep::None };
        let places: Vec<(Here, i64)> = wanted.iter().map(|values| self.seen.view.at(values)).collect();
        let mut kept = Kept::new(keep, &self.reach);
        let mut codes = vec![None; wanted.len()];
        meter.phase("row by row", Some(self.reach.layers.len() as u64));
        for number in self.reach.bottom()..=self.reach.top {
            meter.step()?;
            kept.before(number, &solver.state);
            let Some(row) = solver.row(number)? else { continue };
            for (code, (_, place)) in codes.iter_mut().zip(&places).filter(|(_, at)| at.0.number == number) {
                *code = row.at(*place);
            }
            kept.row(&row, &self.reach);
            solver.push(row)?;
        }
        for (code, (here, place)) in codes.iter_mut().zip(&places).filter(|(code, _)| code.is_none()) {
            *code = solver.settled(here, *place);
        }
        let codes: Option<Vec<i64>> = codes.into_iter().map(|code| Some(code?.wide())).collect();
        let codes = codes.ok_or_else(lost)?;
        let at = (self.start.0.number, self.start.1);
        let line = if ask >= Ask::Line { Some(line::line(solver, kept, at, meter)?) } else { None };
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
        let rows = (self.reach.bottom()..=self.reach.top).rev().zip(&self.reach.layers);
        let moving = rows.filter(|(_, layer)| !empty(layer.moving));
        moving.map(|(number, layer)| self.seen.positions(number, layer.moving)).sum::<u64>() + free + 1
    }

    /// Whether a recurrence is valued position by position, or rows have fewer places than this, or are many and short, so that they might
    /// as well be: then loops over whole rows are of no use. Not so where windows spare long ranges of choices, and more of them than are tried all the same.
    pub(super) fn are_short(recurrence: &'a Recurrence, windows: bool, short: i64) -> bool {
        let Ok((view, branches)) = view::views(recurrence, Wish { windows, lenient: true }) else { return true };
        let widths = |some: fn(&view::Branch) -> bool| {
            branches.iter().filter(|branch| some(branch)).map(|branch| branch.widest).fold(0, i128::saturating_add)
        };
        let spared = widths(|branch| branch.slide.is_some() && branch.widest >= LONG);
        let tried = widths(|branch| branch.slide.is_none() && branch.is_single());
        let single = recurrence.moves.iter().any(Move::is_loose) || branches.iter().any(view::Branch::is_single);
        let width = |(lo, hi): &Bounds| hi.saturating_sub(*lo);
        let Some((place, rows)) = view.bounds.split_last() else { return true };
        let rows = rows.iter().map(|row| width(row).unsigned_abs().saturating_add(1)).fold(1, u64::saturating_mul);
        let few = |positions: u64| positions < rows.saturating_mul(SHORT_IN_THE_MEAN);
        let many_and_short = || rows >= MANY && recurrence.size().is_some_and(few);
        spared <= ONE_BY_ONE * tried && (single || width(place) < short || many_and_short())
    }

    /// Whether the choices of some piece slide.
    pub(super) fn slides(&self) -> bool {
        self.seen.branches.iter().any(|branch| branch.slide.is_some())
    }

    /// The most choices that are tried one by one at a position.
    pub(super) fn tried(&self) -> u64 {
        let loose = tried_one_by_one(self.seen.loose.iter().map(|loose| &loose.mv), &self.seen.recurrence.bounds());
        view::untold(&self.seen.branches).saturating_add(loose)
    }

    /// Bytes, at most, for what is asked.
    pub(super) fn bytes(&self, ask: Ask) -> u64 {
        let kept = if ask >= Ask::Line { self.keep().1 } else { 0 };
        let cells = self.state_cells() + self.row_cells() * self.extra_rows() + kept;
        let lists = match self.cell {
            Cell::Outcome => 0,
            Cell::Narrow => Lists::<i32>::bytes(&self.seen.recurrence.rows),
            Cell::Wide => Lists::<i64>::bytes(&self.seen.recurrence.rows),
        };
        let layer = size_of::<reach::Layer>() + self.seen.branches.len() * size_of::<flat::Span>();
        let layers = (self.reach.layers.len() * layer) as u64;
        let free = self.free.as_ref().map_or(0, |(small, _)| small.bytes(Ask::Value));
        cells * self.cell.bytes() + lists + layers + free
    }

    /// Rows beside the state: the one at work, those to be used again, and what pieces that stay in it need.
    fn extra_rows(&self) -> u64 {
        3 + 4 * self.seen.branches.iter().filter(|branch| branch.own && branch.slide.is_some()).count() as u64
    }

    fn row_cells(&self) -> u64 {
        let widest = || self.reach.layers.iter().map(|layer| flat::width(layer.all) as u64).max().unwrap_or(0);
        *self.sizes.widest.get_or_init(widest)
    }

    /// Cells that later rows need at one time, at most.
    fn state_cells(&self) -> u64 {
        *self.sizes.state.get_or_init(|| self.most_in_state())
    }

    fn most_in_state(&self) -> u64 {
        let depth = self.reach.depth as u64;
        let below = depth.min(self.reach.layers.len() as u64) * self.row_cells();
        let across = self.seen.branches.iter().enumerate().map(|(which, branch)| {
            let Some(slide) = branch.slide.as_ref().filter(|slide| slide.across()) else { return 0 };
            // How many cells there are from the top down to each row.
            let sums: Vec<u64> = self.reach.wanted[which]
                .iter()
                .scan(0, |sum, lines| {
                    *sum += flat::width(*lines) as u64;
                    Some(*sum)
                })
                .collect();
            let upto = |number: i64| {
                let at =
                    usize::try_from(self.reach.top - number).expect("no row lies above the top").min(sums.len() - 1);
                sums[at]
            };
            let rows = self.reach.bottom()..=self.reach.top;
            let moving = rows.filter(|row| self.reach.layer(*row).is_some_and(|known| !empty(known.moving)));
            let most = moving.map(|row| {
                let (window, (from, to)) = branch.window(slide, &self.seen.view.here(row));
                let [from, to] = [from, to].map(|number| window + number * slide.stride);
                if from > to { 0 } else { upto(from).saturating_sub(upto(to + 1)) }
            });
            let windows = slide.stride.unsigned_abs().min(self.reach.layers.len() as u64);
            most.max().unwrap_or(0) + windows * flat::width(self.reach.lines(which)) as u64
        });
        below + across.sum::<u64>()
    }
}

impl<'a> Seen<'a> {
    fn of(recurrence: Cow<'a, Recurrence>, wish: Wish, free: Option<Flat>) -> Result<Seen<'a>, &'static str> {
        let (view, branches) = view::views(&recurrence, wish)?;
        Seen::within(recurrence, view, branches, wish, free).ok_or("numbers too large")
    }

    fn within(
        recurrence: Cow<'a, Recurrence>,
        view: View,
        branches: Vec<view::Branch>,
        wish: Wish,
        free: Option<Flat>,
    ) -> Option<Seen<'a>> {
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
        let loose = loose::loose(&recurrence);
        let lenient = wish.lenient;
        Some(Seen { recurrence, view, branches, loose, ends, stuck, needs, remaining, free, lenient })
    }

    /// The narrowest cell that surely holds every value, and every sum on the way to one.
    fn cell(&self) -> Option<Cell> {
        if self.recurrence.kind == Kind::Outcome {
            return Some(Cell::Outcome);
        }
        let variables = self.recurrence.bounds();
        let loose =
            self.loose.iter().map(|loose| loose.mv.gain.most(&loose.mv.bounds(&variables), &self.recurrence.rows));
        let gain = self.branches.iter().map(|branch| self.most_gain(branch)).chain(loose).max().unwrap_or(0);
        let largest = largest::largest(&self.recurrence, &self.recurrence.order()?, &[]);
        Cell::holding(largest.checked_add(gain)?)
    }

    /// The most that any part of a piece's gain can be.
    fn most_gain(&self, branch: &view::Branch) -> i128 {
        let size =
            |times: i64, (lo, hi): (i64, i64)| i128::from(times).abs() * i128::from(lo).abs().max(i128::from(hi).abs());
        let most = |form: &Flat| {
            let times = form.row[..self.view.bounds.len() - 1].iter().chain([&form.place]);
            let parts = times.zip(&self.view.bounds).map(|(times, bounds)| size(*times, *bounds));
            i128::from(form.constant).abs() + parts.sum::<i128>() + size(form.choice, branch.range)
        };
        let slide = branch.slide.iter().map(|slide| most(&slide.near_gain) + most(&slide.far_gain));
        let sums = branch.sums.iter().map(|sum| {
            let row = &self.recurrence.rows[sum.row];
            i128::from(sum.times).abs() * row.most()
        });
        most(&branch.gain) + slide.sum::<i128>() + 2 * sums.sum::<i128>()
    }
}

impl Cell {
    /// The narrowest that surely holds every value, and what is gained on the way to it, where play goes on in an order that these inequalities show.
    pub(super) fn of(recurrence: &Recurrence, order: &[Direction], known: &[Linear]) -> Option<Cell> {
        if recurrence.kind == Kind::Outcome {
            return Some(Cell::Outcome);
        }
        let variables = recurrence.bounds();
        let gains = recurrence.moves.iter().map(|mv| mv.gain.most(&mv.bounds(&variables), &recurrence.rows));
        Cell::holding(largest::largest(recurrence, order, known).checked_add(gains.max().unwrap_or(0))?)
    }

    /// The narrowest that holds a lead of this size.
    fn holding(most: i128) -> Option<Cell> {
        if most <= NARROW { Some(Cell::Narrow) } else { (most <= WIDE).then_some(Cell::Wide) }
    }

    pub(super) fn bytes(self) -> u64 {
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
        let wish = Wish { windows: true, lenient: false };
        let rows = Rows::of(game.recurrence().unwrap(), &start, wish, &mut meter).unwrap();
        let freed = rows.freed::<i64>(&mut meter).unwrap();
        let mut solver = Solver::<i64>::new(&rows.seen, &rows.reach, freed);
        let (mut most, mut positions) = (0, 0);
        for number in rows.reach.bottom()..=rows.reach.top {
            let Some(row) = solver.row(number).unwrap() else { continue };
            positions += row.cells.len();
            solver.push(row).unwrap();
            most = most.max(solver.state.cells());
        }
        [(rows.state_cells(), most as u64), (rows.positions(), positions as u64)]
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
