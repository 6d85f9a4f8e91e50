//! The four classic programs, each a little better than the one before: recursion, recursion that remembers, a table filled in loops,
//! and a table of which only what is needed is kept. Statements, for any language.

use super::order::Seen;
use super::read::NoProgram;
use super::tree::{Call, Ex, Kind, Op, Recur, Shape};
use super::tried::{Lift, Tried};
use bouton::rules::{Text, say};
use std::str::FromStr;

/// Which program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Plain recursion.
    Recursion,
    /// Recursion that remembers.
    Memo,
    /// A table, filled in loops.
    Table,
    /// A table of which only some rows are kept.
    Rolling,
}

/// The stages by name.
pub const STAGES: [(&str, Stage); 4] =
    [("recursion", Stage::Recursion), ("memo", Stage::Memo), ("table", Stage::Table), ("rolling", Stage::Rolling)];

impl Stage {
    /// What people type for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        STAGES.iter().find(|(_, stage)| *stage == self).map_or("", |(name, _)| name)
    }

    /// The program that is written where nobody asks for another.
    #[must_use]
    pub fn usual(recur: &Recur) -> Stage {
        if recur.repeat.is_some() { Stage::Table } else { Stage::Memo }
    }
}

impl FromStr for Stage {
    type Err = Text;

    fn from_str(text: &str) -> Result<Stage, Text> {
        let known = STAGES.iter().find(|(name, _)| *name == text).map(|(_, stage)| *stage);
        known.ok_or_else(|| say!("there are {}", Text::names(STAGES.map(|(name, _)| name))))
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum St {
    /// A remark.
    Note(String),
    /// A new number that will change.
    Let(String, Ex),
    /// A new number that stays as it is.
    Name(String, Ex),
    /// A new list, the same as another.
    Copy(String, Ex),
    /// A number or a cell changes.
    Set(Ex, Ex),
    /// Only if this holds.
    If(Ex, Vec<St>),
    /// One or the other.
    Either(Ex, Vec<St>, Vec<St>),
    /// As long as this holds.
    While(Ex, Vec<St>),
    /// For each number from the first to the last; downwards if so.
    For {
        /// What the number is called.
        name: String,
        /// The least.
        lo: Ex,
        /// The greatest.
        hi: Ex,
        /// Whether from the greatest to the least.
        down: bool,
        /// What is done for each.
        body: Vec<St>,
    },
    /// For each entry of a list.
    Each {
        /// What the entry is called.
        name: String,
        /// Which list.
        list: Ex,
        /// What is done for each.
        body: Vec<St>,
    },
    /// The function's answer.
    Return(Ex),
    /// On with the next cell.
    Continue,
    /// If the value of these variables is remembered, it is the answer.
    Look,
    /// Remembers the value of these variables.
    Keep(Ex),
    /// A new set of nimbers that moves reach.
    Reached,
    /// One more of them.
    Reach(Ex),
}

/// A program, still without a language.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Which of the four.
    pub stage: Stage,
    /// The body of the function, or of the loops.
    pub body: Vec<St>,
    /// What is worked out before the answer.
    pub before: Vec<St>,
    /// How long the table is along each variable; nothing where there is none.
    pub dims: Vec<Ex>,
    /// The value of the start: the function called, or the cell of the table.
    pub answer: Ex,
    /// The points still to be handed out at the start, where the rules say so.
    pub points: Option<Ex>,
    /// How many rows are kept.
    pub keep: Option<Ex>,
}

/// The number below every value.
pub(super) const LOW: &str = "LOW";
/// The best value so far.
pub(super) const BEST: &str = "best";
/// The nimbers that moves reach.
pub(super) const REACHED: &str = "reached";
/// Whether a round over the table changed anything.
const CHANGED: &str = "changed";
/// The value that is told.
const VALUE: &str = "value";
/// The best answer so far.
pub(super) const REPLY: &str = "reply";
/// How many rows are kept.
pub(super) const KEEP: &str = "keep";

/// A program for a recurrence; tables need to know what small games showed.
///
/// # Errors
/// Why there is no such program.
pub fn draft(recur: &Recur, stage: Stage, seen: Option<&Seen>) -> Result<Draft, NoProgram> {
    fits(recur, stage)?;
    if let Some(sum) = &recur.sum {
        return nimbers(&recur.of_stage(stage), sum, stage);
    }
    let recur = &*recur.of_stage(stage);
    let (mut lift, mut before) = (Lift::new(recur), Vec::new());
    let starts: Vec<Ex> = recur.vars.iter().map(|var| lift.ex(&var.start, &mut before)).collect();
    let points = recur.remaining.as_ref().map(|points| {
        let start = |place: usize| starts.get(place).cloned().unwrap_or(Ex::Int(0));
        lift.ex(&points.with(&start).folded(), &mut before)
    });
    let opening = |(when, value): &(Ex, Ex)| (lift.ex(when, &mut before), lift.ex(value, &mut before));
    let openings: Vec<(Ex, Ex)> = recur.openings.iter().map(opening).collect();
    let made = |body, dims, answer, keep| {
        let openings = openings.into_iter().rev();
        let answer = openings.fold(answer, |answer, (when, value)| Ex::choose(&when, value, answer));
        Draft { stage, body, before, dims, answer, points, keep }
    };
    match stage {
        Stage::Recursion | Stage::Memo => {
            let remembers = stage == Stage::Memo;
            let keep = |value: Ex| {
                if remembers { vec![St::Keep(value.clone()), St::Return(value)] } else { vec![St::Return(value)] }
            };
            let plain = |value: Ex| vec![St::Return(value)];
            let mut body = position(recur, seen, &plain, &keep, &Ex::Value);
            if remembers {
                let best = |st: &St| matches!(st, St::Let(name, _) if name == BEST);
                let after = body.iter().position(best).unwrap_or(0);
                body.insert(after, St::Look);
            }
            Ok(made(body, Vec::new(), Ex::Value(starts), None))
        }
        Stage::Table => {
            let seen = within(seen.ok_or_else(|| no_order(recur))?)?;
            let body = match &recur.repeat {
                Some(repeat) => again_and_again(recur, seen, repeat),
                None => loops(recur, seen, &seen.loops, &|_, ex| ex, &|here, value| vec![St::Set(here, value)]),
            };
            Ok(made(body, dims(recur, None), Ex::Cell(starts), None))
        }
        Stage::Rolling => {
            let rolled = rolled(recur, within(seen.ok_or_else(|| no_order(recur))?)?, starts)?;
            Ok(made(rolled.body, dims(recur, Some(rolled.outer)), rolled.answer, Some(rolled.keep)))
        }
    }
}

/// Whether a stage has programs for a recurrence.
fn fits(recur: &Recur, stage: Stage) -> Result<(), NoProgram> {
    let fail = |why: Text| Err(NoProgram(why));
    if recur.globals.iter().all(|global| matches!(global.kind, Kind::Made(_) | Kind::Fixed(_))) {
        return fail(
            "programs read cases, and this game has no parameter to read: give a number a `param` line".into(),
        );
    }
    if recur.sum.is_some() {
        return Ok(());
    }
    let looped = recur.of_stage(stage).vars.iter().find(|var| var.lo.takes_a_loop() || var.hi.takes_a_loop()).cloned();
    if let (Some(var), Stage::Table | Stage::Rolling) = (looped, stage) {
        return fail(say!("the bounds of `{}` take a loop: give them a name with `let`", var.name));
    }
    if recur.repeat.is_some() && stage != Stage::Table {
        return fail("play may repeat: only a table that is filled until nothing changes tells values".into());
    }
    Ok(())
}

/// A table of which some rows are kept.
struct Rolled {
    body: Vec<St>,
    answer: Ex,
    /// The variable that rows are told by, and how many of them are kept.
    outer: usize,
    keep: Ex,
}

/// The table with as many rows as moves reach back.
fn rolled(recur: &Recur, seen: &Seen, starts: Vec<Ex>) -> Result<Rolled, NoProgram> {
    let (outer, up, keep) = seen.kept(recur).ok_or_else(|| {
        NoProgram(
            "no bound that parameters tell is known on how far back a move reaches, so every row must be kept".into(),
        )
    })?;
    let order: Vec<(usize, bool)> =
        [(outer, up)].into_iter().chain(seen.loops.iter().copied().filter(|(var, _)| *var != outer)).collect();
    let row = |at: usize, ex: Ex| {
        if at == outer { Ex::Two(Op::Mod, Box::new(ex), Box::new(Ex::Word(KEEP.to_owned()))) } else { ex }
    };
    let body = loops(recur, seen, &order, &row, &|here, value| vec![St::Set(here, value)]);
    let answer = Ex::Cell(starts.into_iter().enumerate().map(|(at, start)| row(at, start)).collect());
    Ok(Rolled { body, answer, outer, keep })
}

/// The nimber of a part as a function, and who wins a sum of parts by it.
fn nimbers(recur: &Recur, sum: &Ex, stage: Stage) -> Result<Draft, NoProgram> {
    let no = |why: &'static str| Err(NoProgram(why.into()));
    if !recur.is_normal() {
        return no("nimbers tell who wins only where who cannot move loses");
    }
    if matches!(stage, Stage::Table | Stage::Rolling) {
        return no("a table of nimbers would go up to the greatest part that the rules allow");
    }
    let remembers = stage == Stage::Memo;
    let name = |place: usize| Ex::Word(recur.vars[place].name.clone());
    let mut body: Vec<St> = remembers.then_some(St::Look).into_iter().collect();
    body.push(St::Reached);
    for mv in &recur.moves {
        body.push(St::Note(mv.name.clone()));
        body.extend(Tried { recur, mv, value: &Ex::Value }.all(&mut Lift::new(recur)));
    }
    let mex = Ex::Call(Call::Mex, vec![Ex::Word(REACHED.to_owned())]);
    if remembers {
        let value = || Ex::Word(VALUE.to_owned());
        body.extend([St::Name(VALUE.to_owned(), mex), St::Keep(value()), St::Return(value())]);
    } else {
        body.push(St::Return(mex));
    }
    let mut before = Vec::new();
    let sum = Lift::new(recur).ex(&sum.with(&name), &mut before);
    let answer = Ex::choose(&Ex::two(Op::Ne, sum, Ex::Int(0)), Ex::Int(1), Ex::Int(-1));
    Ok(Draft { stage, body, before, dims: Vec::new(), answer, points: None, keep: None })
}

/// What was seen, unless some cell would read outside of the table.
fn within(seen: &Seen) -> Result<&Seen, NoProgram> {
    if seen.outside {
        return Err(NoProgram("cells that play never reaches would read outside of the table".into()));
    }
    Ok(seen)
}

fn no_order(recur: &Recur) -> NoProgram {
    let missing = recur.vars.iter().find(|var| var.has_no_row());
    NoProgram(match missing {
        Some(var) if var.shape == Shape::Number => {
            say!("`{}` may be below 0, and a table has no row for that", var.name)
        }
        Some(list) => say!(
            "`{}` is a list, and a table has no row for a list; a program that remembers keeps lists as they are",
            list.name
        ),
        None => "no order is derived in which its table could be filled".into(),
    })
}

/// How long the table is along each variable.
fn dims(recur: &Recur, rolling: Option<usize>) -> Vec<Ex> {
    let vars = recur.vars.iter().enumerate();
    vars.map(|(at, var)| if Some(at) == rolling { Ex::Word(KEEP.to_owned()) } else { Ex::plus(var.hi.clone(), 1) })
        .collect()
}

/// Tells the value of a cell.
type Tell<'a> = &'a dyn Fn(Ex, Ex) -> Vec<St>;

/// Loops around the value of a cell.
fn loops(recur: &Recur, seen: &Seen, order: &[(usize, bool)], row: &dyn Fn(usize, Ex) -> Ex, tell: Tell) -> Vec<St> {
    let cell = |at: Vec<Ex>| Ex::Cell(at.into_iter().enumerate().map(|(var, ex)| row(var, ex)).collect());
    let here = cell(recur.vars.iter().map(|var| Ex::Word(var.name.clone())).collect());
    let early = |value: Ex| tell(here.clone(), value).into_iter().chain([St::Continue]).collect();
    let last = |value: Ex| tell(here.clone(), value);
    around(recur, seen, order, position(recur, Some(seen), &early, &last, &cell))
}

/// The loops over the cells of a table.
fn around(recur: &Recur, seen: &Seen, order: &[(usize, bool)], mut body: Vec<St>) -> Vec<St> {
    for at in (0..order.len()).rev() {
        let (var, down) = order[at];
        let (lo, hi) = seen.range(recur, order, at);
        let name = |place: usize| Ex::Word(recur.vars[place].name.clone());
        body = vec![St::For { name: recur.vars[var].name.clone(), lo: lo.with(&name), hi: hi.with(&name), down, body }];
    }
    body
}

/// Where play may repeat: at first every cell is worth what endless play is, and then the table is filled until nothing changes. A cell
/// changes once, when who wins there is forced in as many rounds as it takes moves; what never changes is endless (value iteration).
fn again_and_again(recur: &Recur, seen: &Seen, repeat: &Ex) -> Vec<St> {
    let name = |place: usize| Ex::Word(recur.vars[place].name.clone());
    let changed = || Ex::Word(CHANGED.to_owned());
    let tell = |here: Ex, value: Ex| {
        let news = Ex::two(Op::Ne, here.clone(), value.clone());
        vec![St::If(news, vec![St::Set(here, value), St::Set(changed(), Ex::Int(1))])]
    };
    let mut out = Vec::new();
    if *repeat != Ex::Int(0) {
        let here = Ex::Cell((0..recur.vars.len()).map(name).collect());
        out.extend(around(recur, seen, &seen.loops, vec![St::Set(here, repeat.with(&name))]));
    }
    let mut round = vec![St::Set(changed(), Ex::Int(0))];
    round.extend(loops(recur, seen, &seen.loops, &|_, ex| ex, &tell));
    out.extend([St::Let(CHANGED.to_owned(), Ex::Int(1)), St::While(Ex::two(Op::Eq, changed(), Ex::Int(1)), round)]);
    out
}

/// The value of one position: ends, every move, what being stuck means. `early` gives a value before the end of the body.
fn position(
    recur: &Recur,
    seen: Option<&Seen>,
    early: &dyn Fn(Ex) -> Vec<St>,
    last: &dyn Fn(Ex) -> Vec<St>,
    value: &dyn Fn(Vec<Ex>) -> Ex,
) -> Vec<St> {
    let name = |place: usize| Ex::Word(recur.vars[place].name.clone());
    let best = || Ex::Word(BEST.to_owned());
    let (mut lift, mut body) = (Lift::new(recur), Vec::new());
    for (when, value) in &recur.ends {
        let when = lift.ex(&when.with(&name), &mut body);
        let mut inside = Vec::new();
        let value = lift.clone().ex(&value.with(&name), &mut inside);
        inside.extend(early(value));
        body.push(St::If(when, inside));
    }
    body.push(St::Let(BEST.to_owned(), Ex::Word(LOW.to_owned())));
    for mv in &recur.moves {
        body.push(St::Note(mv.name.clone()));
        body.extend(Tried { recur, mv, value }.all(&mut lift.clone()));
    }
    for (when, worth) in &recur.stuck {
        let none = Ex::two(Op::Eq, best(), Ex::Word(LOW.to_owned()));
        let when = lift.ex(&when.with(&name), &mut body);
        body.push(St::If(Ex::two(Op::And, none, when), last_words(early, last, worth.with(&name))));
    }
    // Small games where nobody was ever stuck need no line for that.
    if recur.points_decide && seen.is_none_or(|seen| seen.stuck) {
        let none = Ex::two(Op::Eq, best(), Ex::Word(LOW.to_owned()));
        body.push(St::If(none, last_words(early, last, Ex::Int(0))));
    }
    body.extend(last(best()));
    body
}

/// A value told in the middle of a body: as at its end where that leaves the body, and early where it would not.
fn last_words(early: &dyn Fn(Ex) -> Vec<St>, last: &dyn Fn(Ex) -> Vec<St>, value: Ex) -> Vec<St> {
    let sts = last(value.clone());
    if sts.iter().any(|st| matches!(st, St::Return(_))) { sts } else { early(value) }
}
