//! Bottom-up from the recurrence itself: closed forms in place of rules, loops over the box of positions, no rules asked. Where a choice
//! slides along a line of positions, its best is the greatest number of a window (see `windows`): one step in place of the whole range.
//!
//! Holds when the game has a recurrence with a proven order. What is not proven (bounds, slices) is checked at each reachable position;
//! where it fails, the method hands over, and the rules themselves say what is wrong. Memory: a cell and a bit a number.

mod compiled;
mod program;
mod rolling;
mod table;
mod windows;

use super::{Ask, Estimate, Fit, Method, Solved};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::Game;
use crate::limits::{Limits, Meter, Silent};
use crate::recurrence::{Recurrence, Trail};
use crate::show::{Bytes, Count};
use crate::store::{Codes, Numbering, Store};
use crate::value::Kind;
use compiled::{Planes, Skew};
use program::Program;
use rolling::Rolling;

pub(super) struct ByRecurrence;

impl<G: Game> Method<G> for ByRecurrence {
    fn name(&self) -> &'static str {
        "recurrence"
    }

    fn about(&self) -> &'static str {
        "bottom-up from closed forms of the moves, windows where choices slide"
    }

    fn fit(&self, game: &G, ask: &Ask, facts: &Facts, limits: &Limits) -> Fit {
        let (recurrence, program) = match made(game, limits) {
            Ok(made) => made,
            Err(reason) => return Fit::No(reason),
        };
        if facts.index_size != Some(program.size) {
            return Fit::no("the positions are numbered otherwise");
        }
        let start = game.start().ok().and_then(|start| variables(game, &start));
        let choices = tried(&program, recurrence);
        let skew = Skew::of(&program, limits);
        let skewed = skew.as_ref().and_then(Skew::program);
        let made = Made { recurrence, program: &program, skewed: skew.as_ref().zip(skewed.as_ref()) };
        match Way::of(made, start, *ask, &mut Meter::new(limits, &Silent)) {
            Ok(Way::Rows(rolling)) => {
                let (positions, bytes) = (Some(rolling.positions()), rolling.bytes(*ask));
                Fit::Yes(Estimate { positions, bytes, choices, steps: rolling.steps(*ask), ..Estimate::default() })
            }
            Ok(Way::Planes(planes)) => {
                let (positions, bytes) = (Some(planes.positions()), planes.bytes());
                let mut steps = vec![work_backwards(planes.program(), limits)];
                steps.extend(planes.steps());
                Fit::Yes(Estimate { positions, bytes, choices, steps, ..Estimate::default() })
            }
            Ok(Way::Table) => {
                let (steps, bytes) = (steps(&program, limits), bytes(&program));
                Fit::Yes(Estimate { positions: Some(program.size), bytes, choices, steps, ..Estimate::default() })
            }
            Err(reason) => Fit::No(reason),
        }
    }

    fn run(&self, game: &G, start: &G::Position, ask: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        let (recurrence, program) = made(game, meter.limits()).map_err(|reason| unfit(&reason))?;
        let first = variables(game, start).ok_or_else(|| unfit("no numbering"))?;
        let needed = bytes(&program);
        let skew = Skew::of(&program, meter.limits());
        let skewed = skew.as_ref().and_then(Skew::program);
        let made = Made { recurrence, program: &program, skewed: skew.as_ref().zip(skewed.as_ref()) };
        let way = Way::of(made, Some(first.clone()), *ask, meter).map_err(|reason| unfit(&reason))?;
        if let Some(most) = way.positions()
            && let Some(limit) = meter.limits().positions.filter(|limit| *limit < most)
        {
            return Err(Stop::Positions { limit });
        }
        if !matches!(way, Way::Table) {
            match partly(game, start, &first, &way, *ask, meter) {
                Err(Stop::Unfit { .. }) if needed <= meter.limits().memory => {}
                done => return done,
            }
        }
        meter.memory(needed)?;
        let found = match compiled::run(&program, &first, meter)? {
            Some(found) => found,
            None => table::run(&program, &first, meter)?,
        };
        Ok(Solved::whole(Store::of_cells(found.codes, found.reached), found.finished))
    }
}

fn made<'a, G: Game>(game: &'a G, limits: &Limits) -> Result<(&'a Recurrence, Program<'a>), String> {
    let recurrence = game.recurrence()?;
    Ok((recurrence, Program::of(recurrence, limits.rewrites)?))
}

/// The most choices that are tried one by one at a position: those of ranges that do not slide, as wide as their last choice can be.
pub(super) fn choices<G: Game>(game: &G) -> Option<u64> {
    let recurrence = game.recurrence().ok()?;
    Some(tried(&Program::of(recurrence, true).ok()?, recurrence))
}

fn tried(program: &Program, recurrence: &Recurrence) -> u64 {
    let variables = recurrence.bounds();
    let width = |cut: &program::Cut| {
        let inner = &cut.piece.inner;
        if let Some(among) = &inner.among {
            return among.len() as u64;
        }
        let mut bounds = variables.clone();
        for choice in &cut.piece.outer {
            bounds.push(choice.range(&bounds));
        }
        let pairs = inner.hi.iter().flat_map(|hi| inner.lo.iter().filter_map(|lo| hi.minus(lo)));
        let widest = pairs.map(|width| width.range(&bounds).1 + 1).min().unwrap_or(1);
        u64::try_from(widest.max(1)).unwrap_or(u64::MAX)
    };
    program.cuts.iter().filter(|cut| cut.window.is_none()).map(width).fold(0, u64::saturating_add)
}

/// Of so many positions every value is kept, however little is asked.
const LITTLE: u64 = 1 << 16;

/// How it is solved: every position in a table, row by row, or a few planes of the table at a time.
enum Way<'a> {
    Table,
    Rows(Box<Rolling<'a>>),
    Planes(Box<Planes<'a>>),
}

/// A recurrence and its program; and with one variable told otherwise, where that makes rows that do not hang on themselves.
struct Made<'a> {
    recurrence: &'a Recurrence,
    program: &'a Program<'a>,
    skewed: Option<(&'a Skew, &'a Program<'a>)>,
}

impl<'a> Way<'a> {
    fn of(made: Made<'a>, start: Option<Vec<i64>>, ask: Ask, meter: &mut Meter) -> Result<Way<'a>, String> {
        let Made { recurrence, program, skewed } = made;
        let (limits, whole) = (meter.limits(), bytes(program));
        // A value alone is found more quickly where little is kept, once there are enough positions to be worth the look.
        let little = ask == Ask::Value && program.size > LITTLE;
        if ask < Ask::Table && !little && whole <= limits.whole.min(limits.memory) {
            return Ok(Way::Table);
        }
        let rolling = match &start {
            Some(start) if ask < Ask::Table || whole > limits.memory => {
                Rolling::of(recurrence, start, limits.rewrites, meter).map_err(|stop| stop.to_string())
            }
            _ => Err("not every position would be valued".to_owned()),
        };
        let rolling = match rolling {
            Ok(rolling) if ask < Ask::Table && rolling.bytes(ask) <= limits.memory => {
                return Ok(Way::Rows(Box::new(rolling)));
            }
            rolling => rolling,
        };
        let planes = start.and_then(|start| {
            let skewed = skewed.and_then(|(skew, program)| Planes::of(program, Some(skew), &start, limits));
            skewed.or_else(|| Planes::of(program, None, &start, limits))
        });
        let planes = planes.filter(|planes| planes.bytes() <= limits.memory);
        match (rolling, planes) {
            (_, Some(planes)) if ask < Ask::Line => Ok(Way::Planes(Box::new(planes))),
            _ if whole <= limits.memory => Ok(Way::Table),
            (Ok(rolling), _) => Err(too_much(&rolling, program, ask, limits)),
            (Err(_), planes) => {
                let less = planes.map(|planes| format!("; `--ask best` needs {}", Bytes(planes.bytes())));
                let (needed, limit) = (Bytes(whole), Bytes(limits.memory));
                let words = format!("{} numbers need {needed}; the limit is {limit}", Count(program.size));
                Err(words + &less.unwrap_or_default())
            }
        }
    }

    /// How many positions are valued, where that is known beforehand.
    fn positions(&self) -> Option<u64> {
        match self {
            Way::Table => None,
            Way::Rows(rolling) => Some(rolling.positions()),
            Way::Planes(planes) => Some(planes.positions()),
        }
    }
}

/// What is needed, what is allowed, and what would fit.
fn too_much(rolling: &Rolling, program: &Program, ask: Ask, limits: &Limits) -> String {
    let (what, needed) = match ask {
        Ask::Table => (format!("{} numbers need", Count(program.size)), bytes(program)),
        _ => (format!("`--ask {}` needs", ask_name(ask)), rolling.bytes(ask)),
    };
    let less = [Ask::Line, Ask::BestMoves, Ask::Value].into_iter().filter(|less| *less < ask);
    let fits = less.map(|less| (less, rolling.bytes(less))).find(|(_, bytes)| *bytes <= limits.memory);
    let fits =
        fits.map_or_else(String::new, |(less, bytes)| format!("; `--ask {}` needs {}", ask_name(less), Bytes(bytes)));
    format!("{what} {}; the limit is {}{fits}", Bytes(needed), Bytes(limits.memory))
}

/// What people type for it.
fn ask_name(ask: Ask) -> &'static str {
    match ask {
        Ask::Value => "value",
        Ask::BestMoves => "best",
        Ask::Line => "all",
        Ask::Table => "table",
    }
}

/// Solves with less than the table in memory.
fn partly<G: Game>(
    game: &G,
    start: &G::Position,
    first: &[i64],
    way: &Way,
    ask: Ask,
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    let wanted = Wanted::of(game, start, first, ask)?;
    match way {
        Way::Rows(rolling) => {
            meter.memory(rolling.bytes(ask))?;
            let found = rolling.solve(first, &wanted.variables, ask, meter)?;
            Ok(wanted.solved(game, found.codes, rolling.positions(), found.line))
        }
        Way::Planes(planes) => {
            let found = planes.solve(&wanted.variables, meter)?;
            let (codes, positions) = found.ok_or_else(|| unfit("a move that the rules themselves must judge"))?;
            Ok(wanted.solved(game, codes, positions, None))
        }
        Way::Table => Err(unfit("a table")),
    }
}

fn unfit(reason: &str) -> Stop {
    Stop::Unfit { method: "recurrence", reason: reason.to_owned() }
}

/// What is stored where not every position is: the start and, if more than its value is asked, what its moves lead to.
struct Wanted<P> {
    positions: Vec<P>,
    variables: Vec<Vec<i64>>,
}

impl<P: Clone + Eq + Ord + std::hash::Hash> Wanted<P> {
    fn of<G: Game<Position = P>>(game: &G, start: &P, first: &[i64], ask: Ask) -> Result<Wanted<P>, Stop> {
        let recurrence = game.recurrence().map_err(unfit)?;
        let mut wanted = Wanted { positions: vec![game.canonical(start.clone())], variables: vec![first.to_vec()] };
        let mover = game.mover(start);
        let over = recurrence.ending(first).is_some();
        let moves = if ask >= Ask::BestMoves && !over { recurrence.steps(first) } else { Vec::new() };
        for (number, _, _, next) in moves {
            let next_mover = if recurrence.moves[number].passes { mover.other() } else { mover };
            let position = game.placed(&next, next_mover).ok_or_else(|| unfit("a move that leaves its bounds"))?;
            wanted.positions.push(game.canonical(position));
            wanted.variables.push(next);
        }
        Ok(wanted)
    }

    fn solved<G: Game<Position = P>>(self, game: &G, found: Vec<i64>, searched: u64, line: Option<Trail>) -> Solved<P> {
        let mut numbering = Numbering::default();
        let mut codes = Vec::new();
        for (position, code) in self.positions.into_iter().zip(found) {
            if numbering.add(position).is_some_and(|(_, new)| new) {
                codes.push(code);
            }
        }
        let codes = match game.kind() {
            Kind::Points => Codes::of_leads(codes),
            Kind::Outcome => {
                Codes::of_outcomes(codes.into_iter().filter_map(|code| i32::try_from(code).ok()).collect())
            }
        };
        let store = Store::from_numbering(numbering, codes);
        Solved { searched: Some(searched), whole: false, line, ..Solved::whole(store, 0) }
    }
}

/// The variables of a position.
fn variables<G: Game>(game: &G, position: &G::Position) -> Option<Vec<i64>> {
    game.variables(&game.canonical(position.clone()))
}

/// A cell and a mark for each number, and the windows.
fn bytes(program: &Program) -> u64 {
    let cells = program.size.saturating_mul(Codes::cell_bytes(program.recurrence.kind));
    cells.saturating_add(program.size.div_ceil(8)).saturating_add(program.window_bytes())
}

fn work_backwards(program: &Program, limits: &Limits) -> (&'static str, String) {
    let recurrence = program.recurrence;
    let order: Vec<String> = program
        .order
        .iter()
        .map(|direction| {
            let name = &recurrence.variables[direction.variable].name;
            if direction.up { format!("falling {name}") } else { format!("rising {name}") }
        })
        .collect();
    let how = if compiled::pays(program, limits) { ", in machine code" } else { "" };
    ("work backwards", format!("in loops by {}{how}", order.join(", then ")))
}

fn steps(program: &Program, limits: &Limits) -> Vec<(&'static str, String)> {
    let recurrence = program.recurrence;
    let mut steps = vec![("mark what can be reached", format!("from the start, of {} numbers", Count(program.size)))];
    steps.push(work_backwards(program, limits));
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
    if !program.slides() && limits.rewrites && recurrence.moves.iter().any(|mv| !mv.choices.is_empty()) {
        steps.push(("try every choice", "no range slides, or none is wide enough for a window".to_owned()));
    }
    steps
}
