//! The parameters of a case as numbers, checked as their declarations ask. What is given in another shape than declared has no place here.

use super::Given;
use super::code::{Bounds, Code, Kind, MOST_STATES, Setup};
use bouton_rules::datum::{Datum, NONE};
use serde_json::Value as Json;

/// A list or board holds at most so many numbers.
const MOST_ENTRIES: usize = 256;
/// Loops inside expressions turn at most so often in one case.
const MOST_TURNS: u32 = 50_000;

/// What a case holds while it is run.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// Parameters that are numbers, then `let` lines.
    pub(super) numbers: Vec<i64>,
    /// Parameters that are lists or boards.
    pub(super) lists: Vec<List>,
    pub(super) locals: Vec<i64>,
    /// The variables, and as they were before the move.
    pub(super) state: [i64; MOST_STATES],
    pub(super) old: [i64; MOST_STATES],
    /// How often loops may still turn.
    pub(super) turns: u32,
}

/// A list, or a board row by row.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) entries: Vec<i64>,
    /// The sums of the first 0, 1, 2, … entries.
    pub(super) sums: Vec<i64>,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Held {
    /// Takes in parameters and works out what follows from them.
    pub(super) fn fill(&mut self, code: &Code, given: &[Given<'_>]) -> Option<()> {
        let count = code.params.len();
        self.numbers.clear();
        self.numbers.resize(count + code.lets, 0);
        self.lists.resize_with(count, List::default);
        self.locals.resize(code.frame, 0);
        self.turns = MOST_TURNS;
        for step in &code.setup {
            match step {
                Setup::Param(which) => self.param(code, *which, given.get(*which).copied().unwrap_or_default())?,
                Setup::Let(which, value) => self.numbers[count + which] = self.ex(value)?,
                Setup::Require(condition) => (self.ex(condition)? == 1).then_some(())?,
            }
        }
        Some(())
    }

    fn param(&mut self, code: &Code, which: usize, given: Given<'_>) -> Option<()> {
        let param = &code.params[which];
        let held = match (&param.kind, given) {
            (Kind::Number(bounds), given) => {
                let (lo, hi) = self.bounds(bounds)?;
                let number = match given {
                    Given::Not => self.ex(param.default.as_ref()?)?,
                    given => number(given)?,
                };
                (lo..=hi).contains(&number).then_some(number)?
            }
            (Kind::Bool, Given::Not) => self.ex(param.default.as_ref()?)?,
            (Kind::Bool, Given::Json(Json::Bool(value))) => i64::from(*value),
            (Kind::Bool, Given::Datum(Datum::Int(value @ (0 | 1)))) => *value,
            (Kind::Bool, _) => return None,
            (Kind::List(min, max, bounds), given) => {
                let (min, max, bounds) = (self.ex(min)?, self.ex(max)?, self.bounds(bounds)?);
                let list = &mut self.lists[which];
                list.take(given, bounds)?;
                let length = i64::try_from(list.entries.len()).ok()?;
                (min..=max).contains(&length).then_some(0)?
            }
            (Kind::Grid(sides, bounds), given) => {
                let [least_rows, most_rows, least_columns, most_columns] = sides.as_ref();
                let rows = self.ex(least_rows)?..=self.ex(most_rows)?;
                let columns = self.ex(least_columns)?..=self.ex(most_columns)?;
                let bounds = self.bounds(bounds)?;
                let list = &mut self.lists[which];
                list.take_rows(given, bounds)?;
                let inside = rows.contains(&i64::try_from(list.rows).ok()?)
                    && columns.contains(&i64::try_from(list.columns).ok()?);
                inside.then_some(0)?
            }
        };
        self.numbers[which] = held;
        Some(())
    }

    fn bounds(&mut self, bounds: &Bounds) -> Option<(i64, i64)> {
        match bounds {
            Some(bounds) => Some((self.ex(&bounds.0)?, self.ex(&bounds.1)?)),
            None => Some((NONE + 1, i64::MAX)),
        }
    }
}

impl List {
    fn take(&mut self, given: Given<'_>, bounds: (i64, i64)) -> Option<()> {
        self.entries.clear();
        self.add_all(given, bounds)?;
        self.rows = self.entries.len();
        self.columns = 1;
        self.sum_up()
    }

    fn take_rows(&mut self, given: Given<'_>, bounds: (i64, i64)) -> Option<()> {
        self.entries.clear();
        match given {
            Given::Json(Json::Array(rows)) => {
                self.rows = rows.len();
                self.columns = rows.first()?.as_array()?.len();
                for row in rows {
                    (row.as_array()?.len() == self.columns).then_some(())?;
                    self.add_all(Given::Json(row), bounds)?;
                }
            }
            Given::Datum(Datum::Grid(grid)) => {
                self.rows = usize::try_from(grid.rows).ok()?;
                self.columns = usize::try_from(grid.columns).ok()?;
                grid.cells.iter().try_for_each(|cell| self.add(*cell, bounds))?;
            }
            _ => return None,
        }
        (self.columns > 0 && self.entries.len() == self.rows * self.columns).then_some(())?;
        self.sum_up()
    }

    fn add_all(&mut self, given: Given<'_>, bounds: (i64, i64)) -> Option<()> {
        match given {
            Given::Json(Json::Array(entries)) => {
                entries.iter().try_for_each(|entry| self.add(number(Given::Json(entry))?, bounds))
            }
            Given::Datum(Datum::List(entries)) => {
                entries.iter().try_for_each(|entry| self.add(number(Given::Datum(entry))?, bounds))
            }
            _ => None,
        }
    }

    fn add(&mut self, entry: i64, (lo, hi): (i64, i64)) -> Option<()> {
        let fits = (lo..=hi).contains(&entry) && self.entries.len() < MOST_ENTRIES;
        fits.then(|| self.entries.push(entry))
    }

    /// Prefix sums; nothing where some sum of some entries could leave 64 bits.
    fn sum_up(&mut self) -> Option<()> {
        let (mut sum, mut weight) = (0_i64, 0_i64);
        self.sums.clear();
        self.sums.push(0);
        for entry in &self.entries {
            weight = weight.checked_add(entry.checked_abs()?)?;
            sum = sum.checked_add(*entry)?;
            self.sums.push(sum);
        }
        (weight <= i64::MAX / 2).then_some(())
    }
}

/// A number given as one.
fn number(given: Given<'_>) -> Option<i64> {
    let number = match given {
        Given::Json(Json::Number(number)) => number.as_i64()?,
        Given::Datum(Datum::Int(number)) => *number,
        _ => return None,
    };
    (number != NONE).then_some(number)
}
