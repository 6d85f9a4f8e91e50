//! Marks a learner's table: the first wrong cell, why it is wrong, and which usual mistake makes the whole table.

mod mistakes;
mod read;

pub use mistakes::{Mistake, mistakes};
pub use read::Cell;

use crate::cases::{Sizes, growing};
use crate::program::{Filled, Recur, Taken, seen};
use bouton::Instance;
use bouton::game::Game;
use bouton::rules::datum::Datum;
use bouton::sample::{self, Params};

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
    /// Whether the table holds the mover's own points; else leads.
    pub points: bool,
    /// The first wrong cell in the order in which a table is filled.
    pub wrong: Option<WrongCell>,
    /// The mistakes that make the whole table.
    pub suspects: Vec<Mistake>,
}

/// A wrong cell.
#[derive(Clone, Debug)]
pub struct WrongCell {
    /// What stands there.
    pub cell: Cell,
    /// What should stand there.
    pub right: i64,
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
pub fn marks(game: &Instance, recur: &Recur, table: &str) -> Result<Marks, String> {
    let params = game.interpreter().params();
    let small = || "these parameters are too large to mark a table by hand".to_owned();
    let mut filled = Filled::new(recur, params).ok_or_else(small)?;
    let start = filled.start().ok_or_else(small)?;
    filled.value(&start).ok_or_else(small)?;
    let mut order = filled.order.clone();
    in_filling_order(game, recur, &mut order);
    let cells = read::read(table, recur, &bounds(game, recur))?;
    if cells.is_empty() {
        return Err("it has no filled cell".to_owned());
    }
    let found = |at: &Vec<i64>| cells.iter().rev().find(|cell| cell.at == *at);
    let reached: Vec<&Cell> = order.iter().filter_map(found).collect();
    if reached.is_empty() {
        return Err("none of its cells is reached in play".to_owned());
    }
    let points = holds_points(&mut filled, &reached);
    let mut marks = Marks {
        cells: reached.len(),
        right: 0,
        unreached: cells.iter().filter(|cell| !order.contains(&cell.at)).count(),
        missing: order.iter().filter(|at| found(at).is_none()).cloned().collect(),
        points,
        wrong: None,
        suspects: Vec::new(),
    };
    for cell in &reached {
        let lead = filled.value(&cell.at).ok_or_else(small)?;
        let right = shown(&filled, &cell.at, lead, points);
        if right == Some(cell.value) {
            marks.right += 1;
        } else if marks.wrong.is_none() {
            let choices = filled.choices(&cell.at).unwrap_or_default();
            let over = filled.is_over(&cell.at);
            let choices = if over { Vec::new() } else { choices };
            marks.wrong = Some(WrongCell { cell: (*cell).clone(), right: right.unwrap_or(lead), lead, choices });
        }
    }
    if marks.wrong.is_some() {
        marks.suspects = suspects(recur, params, &reached, points);
    }
    Ok(marks)
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
fn bounds(game: &Instance, recur: &Recur) -> Vec<(i64, i64)> {
    match game.recurrence() {
        Ok(closed) if closed.variables.len() == recur.vars.len() => closed.bounds(),
        _ => recur.vars.iter().map(|_| (0, i64::MAX)).collect(),
    }
}

/// What a table holds for a lead.
fn shown(filled: &Filled, at: &[i64], lead: i64, points: bool) -> Option<i64> {
    if points { filled.remaining(at)?.checked_add(lead).map(|sum| sum.div_euclid(2)) } else { Some(lead) }
}

/// Whether more cells are right when read as the mover's own points.
fn holds_points(filled: &mut Filled, cells: &[&Cell]) -> bool {
    let (mut as_points, mut as_leads) = (0, 0);
    for cell in cells {
        let Some(lead) = filled.value(&cell.at) else { continue };
        as_leads += usize::from(lead == cell.value);
        as_points += usize::from(shown(filled, &cell.at, lead, true) == Some(cell.value));
    }
    as_points > as_leads
}

/// The mistakes that give every one of these cells.
fn suspects(recur: &Recur, params: &[Datum], cells: &[&Cell], points: bool) -> Vec<Mistake> {
    let gives = |mistake: &Mistake| {
        let Some(mut filled) = Filled::new(&mistake.recur, params) else { return false };
        cells.iter().all(|cell| {
            let lead = filled.value(&cell.at);
            lead.is_some_and(|lead| shown(&filled, &cell.at, lead, points) == Some(cell.value))
        })
    };
    mistakes(recur).into_iter().filter(gives).take(MOST_SUSPECTS).collect()
}

/// The smallest case on which suspects differ at the start.
#[must_use]
pub fn apart(game: &Instance, recur: &Recur, suspects: &[Mistake]) -> Option<Apart> {
    let rules = std::sync::Arc::new(game.rules().clone());
    let fixed: Params = vec![None; rules.params.len()];
    growing(&rules, &fixed, &Sizes::default()).take(MOST_CASES).find_map(|params| {
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
