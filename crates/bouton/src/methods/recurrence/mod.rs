//! Bottom-up from the recurrence itself: closed forms in place of rules, loops over the box of positions, no rules asked. Where a choice
//! slides along a line of positions, its best is the greatest number of a window (see `windows`): one step in place of the whole range.
//!
//! Holds when the game has a recurrence with a proven order. What is not proven (bounds, slices) is checked at each reachable position;
//! where it fails, the method hands over, and the rules themselves say what is wrong. Memory: a cell and a bit a number.

mod program;
mod table;
mod windows;

use super::{Ask, Estimate, Fit, Method, Solved};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Game, Index};
use crate::limits::{Limits, Meter};
use crate::recurrence::Recurrence;
use crate::show::{Bytes, Count};
use crate::store::{Codes, Store};
use program::Program;

pub(super) struct ByRecurrence;

impl<G: Game> Method<G> for ByRecurrence {
    fn name(&self) -> &'static str {
        "recurrence"
    }

    fn about(&self) -> &'static str {
        "bottom-up from closed forms of the moves, windows where choices slide"
    }

    fn fit(&self, game: &G, _: &Ask, facts: &Facts, limits: &Limits) -> Fit {
        let recurrence = match game.recurrence() {
            Ok(recurrence) => recurrence,
            Err(reason) => return Fit::no(reason),
        };
        let program = match Program::of(recurrence, limits.rewrites) {
            Ok(program) => program,
            Err(reason) => return Fit::no(reason),
        };
        if facts.index_size != Some(program.size) {
            return Fit::no("the positions are numbered otherwise");
        }
        let bytes = bytes(&program);
        if bytes > limits.memory {
            return Fit::No(format!(
                "{} numbers need {}; the limit is {}",
                Count(program.size),
                Bytes(bytes),
                Bytes(limits.memory)
            ));
        }
        let steps = steps(&program, limits.rewrites);
        Fit::Yes(Estimate { positions: Some(program.size), bytes, steps, ..Estimate::default() })
    }

    fn run(&self, game: &G, start: &G::Position, _: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        let unfit = |reason: &str| Stop::Unfit { method: "recurrence", reason: reason.to_owned() };
        let recurrence = game.recurrence().map_err(unfit)?;
        let program = Program::of(recurrence, meter.limits().rewrites).map_err(unfit)?;
        let index = game.index().filter(|index| index.size() == program.size).ok_or_else(|| unfit("no numbering"))?;
        meter.memory(bytes(&program))?;
        let first = start_values(game, start, index, recurrence, &program);
        let found = table::run(&program, &first, meter)?;
        Ok(Solved::whole(Store::of_cells(found.codes, found.reached), found.finished))
    }
}

/// The variables of the start, from its number.
fn start_values<G: Game>(
    game: &G,
    start: &G::Position,
    index: &dyn Index<G::Position>,
    recurrence: &Recurrence,
    program: &Program,
) -> Vec<i64> {
    let number = index.number(&game.canonical(start.clone())).cast_signed();
    let digits = program.strides.iter().zip(&recurrence.variables);
    digits.map(|(stride, variable)| variable.lo + number / stride % (variable.hi - variable.lo + 1)).collect()
}

/// A cell and a mark for each number, and the windows.
fn bytes(program: &Program) -> u64 {
    let cells = program.size.saturating_mul(Codes::cell_bytes(program.recurrence.kind));
    cells.saturating_add(program.size.div_ceil(8)).saturating_add(program.window_bytes())
}

fn steps(program: &Program, rewrites: bool) -> Vec<(&'static str, String)> {
    let recurrence = program.recurrence;
    let mut steps = vec![("mark what can be reached", format!("from the start, of {} numbers", Count(program.size)))];
    let order: Vec<String> = program
        .order
        .iter()
        .map(|direction| {
            let way = if direction.up { "falling" } else { "rising" };
            format!("{way} {}", recurrence.variables[direction.variable].name)
        })
        .collect();
    steps.push(("work backwards", format!("in loops by {}", order.join(", then "))));
    for cut in &program.cuts {
        if let Some(window) = &cut.window {
            let along: Vec<&str> =
                window.along.iter().map(|variable| recurrence.variables[*variable].name.as_str()).collect();
            let (name, range) = recurrence.piece_words(&cut.piece);
            let text = format!(
                "for {range} the best slides along {}: one step a position, however wide the range",
                along.join(" and ")
            );
            steps.push(("slide a window", if recurrence.moves.len() > 1 { format!("{name}: {text}") } else { text }));
        }
    }
    if !program.slides() && rewrites && recurrence.moves.iter().any(|mv| !mv.choices.is_empty()) {
        steps.push(("try every choice", "no range slides, or none is wide enough for a window".to_owned()));
    }
    steps
}
