//! Marks a learner's table: the first wrong cell, why it is wrong, and which usual mistake makes the whole table.

mod mistakes;
mod read;
mod reading;
mod text;

pub use mistakes::{Mistake, mistakes};
pub use reading::Reading;
pub use text::{json, text};

use crate::cases::{Maker, Sizes, growing};
use crate::program::{Filled, Recur, Taken, seen};
use crate::words::Lang;
use bouton::Instance;
use bouton::rules::Text;
use bouton::rules::datum::Datum;
use bouton::sample::{self, Params};
use read::{Cell, Table};
use reading::{Extent, Truth, Truths};

/// At most so many suspects are named.
const MOST_SUSPECTS: usize = 4;
/// So many small cases are looked at for one that tells suspects apart.
const MOST_CASES: usize = 20_000;

/// What a table is worth.
#[derive(Clone, Debug)]
pub struct Marks {
    /// How many cells were looked at: those that play can reach.
    pub cells: usize,
    /// How many of them are right.
    pub right: usize,
    /// How many cells of the table play never reaches.
    pub unreached: usize,
    /// Cells that play reaches and the table does not have.
    pub missing: Vec<Vec<i64>>,
    /// How the table was read: so that most of it is right.
    pub reading: Reading,
    /// What is out of the ordinary in that, a sentence each.
    pub said: Vec<String>,
    /// The first wrong cell in the order in which a table is filled.
    pub wrong: Option<WrongCell>,
    /// The mistakes that make the whole table.
    pub suspects: Vec<Mistake>,
}

/// A wrong cell.
#[derive(Clone, Debug)]
pub struct WrongCell {
    /// The variables.
    pub at: Vec<i64>,
    /// Where it stands in the table, where that is not the same.
    pub place: Option<String>,
    /// What stands there.
    pub yours: Vec<i64>,
    /// What should stand there.
    pub right: Vec<i64>,
    /// The lead there, whatever the table holds.
    pub lead: i64,
    /// The options there.
    pub choices: Vec<Taken>,
}

/// A case on which suspects differ.
#[derive(Clone, Debug)]
pub struct Apart {
    /// Its parameters in words.
    pub case: String,
    /// The right value at the start.
    pub right: i64,
    /// What each suspect gives.
    pub given: Vec<Option<i64>>,
}

/// Marks a table for a game. The error is a sentence about the table.
///
/// # Errors
/// A sentence that says what in the table cannot be read.
pub fn marks(game: &Instance, recur: &Recur, table: &str, lang: Lang) -> Result<Marks, Text> {
    let params = game.interpreter().params();
    let small = "these parameters are too large to mark a table by hand";
    let mut filled = Filled::new(recur, params).ok_or(small)?;
    let mut truths = Truths::of(&mut filled).ok_or(small)?;
    in_filling_order(game, recur, &mut truths.order);
    let extent = extent(recur, &filled).ok_or(small)?;
    let table = read::read(table, recur)?;
    if table.cells.is_empty() {
        return Err("it has no filled cell".into());
    }
    let reading = reading::best(recur, &table, &truths, &extent);
    let reading = reading.ok_or("none of its cells is reached in play")?;
    let placed: Vec<(Option<Vec<i64>>, &Cell)> =
        table.cells.iter().map(|cell| (reading.position(cell), cell)).collect();
    // Of two cells for one position the later one counts.
    let found = |at: &Vec<i64>| placed.iter().rev().find(|(own, _)| own.as_ref() == Some(at)).map(|(_, cell)| *cell);
    let reached: Vec<(&Vec<i64>, &Cell)> = truths.order.iter().filter_map(|at| Some((at, found(at)?))).collect();
    let known = |at: &Option<Vec<i64>>| at.as_ref().is_some_and(|at| truths.of.contains_key(at));
    let mut marks = Marks {
        cells: reached.len(),
        right: 0,
        unreached: placed.iter().filter(|(at, _)| !known(at)).count(),
        missing: truths.order.iter().filter(|at| found(at).is_none()).cloned().collect(),
        said: reading.say(recur, game.rules(), &table, &extent, lang),
        reading,
        wrong: None,
        suspects: Vec::new(),
    };
    for (at, cell) in &reached {
        let truth = truths.of[*at];
        let Some((yours, right)) = marks.reading.compared(cell, truth) else { continue };
        if right == yours {
            marks.right += 1;
        } else if marks.wrong.is_none() {
            let choices = if filled.is_over(at) { Vec::new() } else { filled.choices(at).unwrap_or_default() };
            let place = (cell.at != **at).then(|| place(&table, cell));
            marks.wrong = Some(WrongCell { at: (*at).clone(), place, yours, right, lead: truth.lead, choices });
        }
    }
    if marks.wrong.is_some() {
        marks.suspects = suspects(recur, params, &marks.reading, &truths, &reached);
    }
    Ok(marks)
}

/// Where a cell stands in the table: `i=0 j=2`, or of a grid `[0][2]`.
fn place(table: &Table, cell: &Cell) -> String {
    let of = |(axis, at): (&read::Axis, &i64)| {
        axis.name.as_ref().map_or_else(|| format!("[{at}]"), |name| format!("{name}={at}"))
    };
    let places: Vec<String> = table.axes.iter().zip(&cell.at).map(of).collect();
    places.join(if table.axes.iter().any(|axis| axis.name.is_some()) { " " } else { "" })
}

/// The order in which a table is filled: the first variable of the order outermost.
fn in_filling_order(game: &Instance, recur: &Recur, order: &mut [Vec<i64>]) {
    let Some(seen) = seen(recur, std::slice::from_ref(game)) else { return };
    order.sort_by_key(|at| {
        let along = |(var, down): &(usize, bool)| {
            let value = at.get(*var).copied().unwrap_or(0);
            if *down { value.saturating_neg() } else { value }
        };
        seen.loops.iter().map(along).collect::<Vec<i64>>()
    });
}

/// The bounds of the variables, with these parameters.
fn extent(recur: &Recur, filled: &Filled) -> Option<Extent> {
    let bounds = recur.vars.iter().map(|var| Some((filled.ex(&var.lo, &[])?, filled.ex(&var.hi, &[])?)));
    Some(Extent { bounds: bounds.collect::<Option<_>>()?, start: filled.start()? })
}

/// The mistakes that give every one of these cells.
fn suspects(
    recur: &Recur,
    params: &[Datum],
    reading: &Reading,
    truths: &Truths,
    cells: &[(&Vec<i64>, &Cell)],
) -> Vec<Mistake> {
    let gives = |mistake: &Mistake| {
        let Some(mut filled) = Filled::new(&mistake.recur, params) else { return false };
        cells.iter().all(|(at, cell)| {
            let truth = filled.value(at).map(|lead| Truth { lead, remaining: filled.remaining(at), ..truths.of[*at] });
            let compared = truth.and_then(|truth| reading.compared(cell, truth));
            compared.is_some_and(|(yours, given)| yours == given)
        })
    };
    mistakes(recur).into_iter().filter(gives).take(MOST_SUSPECTS).collect()
}

/// The smallest case on which suspects differ at the start.
#[must_use]
pub fn apart(game: &Instance, recur: &Recur, suspects: &[Mistake]) -> Option<Apart> {
    let rules = std::sync::Arc::new(game.rules().clone());
    // What has a default is as in the game that was marked.
    let own = game.interpreter().params().iter();
    let fixed: Params =
        own.zip(&rules.params).map(|(own, param)| param.default.as_ref().map(|_| own.clone())).collect();
    growing(&Maker::new(rules.clone(), fixed, Sizes::default())).take(MOST_CASES).find_map(|params| {
        let params: Vec<Datum> = params.into_iter().flatten().collect();
        let start = |recur: &Recur| {
            let mut filled = Filled::new(recur, &params)?;
            let start = filled.start()?;
            filled.value(&start)
        };
        let given: Vec<Option<i64>> = suspects.iter().map(|mistake| start(&mistake.recur)).collect();
        let differ = given.iter().any(|one| *one != given[0]);
        if !differ {
            return None;
        }
        Some(Apart { case: sample::show(&rules, &params), right: start(recur)?, given })
    })
}

#[cfg(test)]
mod tests;
