//! The four classic programs, each a little better than the one before: recursion, recursion that remembers, a table filled in loops,
//! and a table of which only what is needed is kept. Statements, for any language.

use super::order::Seen;
use super::read::NoProgram;
use super::tree::{Call, Ex, Move, Op, Over, Recur};
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

impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Stage, String> {
        let known = STAGES.iter().find(|(name, _)| *name == text).map(|(_, stage)| *stage);
        known.ok_or_else(|| format!("there are {}", STAGES.map(|(name, _)| name).join(", ")))
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum St {
    /// A remark.
    Note(String),
    /// A new number that will change.
    Let(&'static str, Ex),
    /// A number or a cell changes.
    Set(Ex, Ex),
    /// Only if this holds.
    If(Ex, Vec<St>),
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
        list: usize,
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
}

/// A program, still without a language.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Which of the four.
    pub stage: Stage,
    /// The body of the function, or of the loops.
    pub body: Vec<St>,
    /// How long the table is along each variable; nothing where there is none.
    pub dims: Vec<Ex>,
    /// The value of the start: the function called, or the cell of the table.
    pub answer: Ex,
    /// How many rows are kept.
    pub keep: Option<Ex>,
}

/// The number below every value.
pub(super) const LOW: &str = "LOW";
/// The best value so far.
const BEST: &str = "best";
/// How many rows are kept.
pub(super) const KEEP: &str = "keep";

/// A program for a recurrence; tables need to know what small games showed.
pub fn draft(recur: &Recur, stage: Stage, seen: Option<&Seen>) -> Result<Draft, NoProgram> {
    let start = |start: &dyn Fn(usize, Ex) -> Ex| {
        recur.vars.iter().enumerate().map(|(at, var)| start(at, var.start.clone())).collect()
    };
    match stage {
        Stage::Recursion | Stage::Memo => {
            let remembers = stage == Stage::Memo;
            let keep = |value: Ex| {
                if remembers { vec![St::Keep(value.clone()), St::Return(value)] } else { vec![St::Return(value)] }
            };
            let plain = |value: Ex| vec![St::Return(value)];
            let mut body = position(recur, &plain, &keep, &Ex::Value);
            if remembers {
                let after = body.iter().position(|st| !matches!(st, St::If(..))).unwrap_or(0);
                body.insert(after, St::Look);
            }
            Ok(Draft { stage, body, dims: Vec::new(), answer: Ex::Value(start(&|_, start| start)), keep: None })
        }
        Stage::Table => {
            let seen = seen.ok_or_else(no_order)?;
            let body = loops(recur, seen, &seen.loops, &|_, ex| ex);
            Ok(Draft { stage, body, dims: dims(recur, None), answer: Ex::Cell(start(&|_, start| start)), keep: None })
        }
        Stage::Rolling => {
            let seen = seen.ok_or_else(no_order)?;
            let (outer, up, keep) = seen.kept(recur).ok_or_else(|| {
                NoProgram(
                    "no bound that parameters tell is known on how far back a move reaches, so every row must be kept"
                        .to_owned(),
                )
            })?;
            let order: Vec<(usize, bool)> =
                [(outer, up)].into_iter().chain(seen.loops.iter().copied().filter(|(var, _)| *var != outer)).collect();
            let row = |at: usize, ex: Ex| {
                if at == outer { Ex::Two(Op::Mod, Box::new(ex), Box::new(Ex::Word(KEEP.to_owned()))) } else { ex }
            };
            let body = loops(recur, seen, &order, &row);
            let answer = Ex::Cell(start(&row));
            Ok(Draft { stage, body, dims: dims(recur, Some(outer)), answer, keep: Some(keep) })
        }
    }
}

fn no_order() -> NoProgram {
    NoProgram("no order is derived in which its table could be filled".to_owned())
}

/// How long the table is along each variable.
fn dims(recur: &Recur, rolling: Option<usize>) -> Vec<Ex> {
    let vars = recur.vars.iter().enumerate();
    vars.map(|(at, var)| if Some(at) == rolling { Ex::Word(KEEP.to_owned()) } else { Ex::plus(var.hi.clone(), 1) })
        .collect()
}

/// Loops around the value of a cell.
fn loops(recur: &Recur, seen: &Seen, order: &[(usize, bool)], row: &dyn Fn(usize, Ex) -> Ex) -> Vec<St> {
    let cell = |at: Vec<Ex>| Ex::Cell(at.into_iter().enumerate().map(|(var, ex)| row(var, ex)).collect());
    let here = cell(recur.vars.iter().map(|var| Ex::Word(var.name.clone())).collect());
    let early = |value: Ex| vec![St::Set(here.clone(), value), St::Continue];
    let last = |value: Ex| vec![St::Set(here.clone(), value)];
    let mut body = position(recur, &early, &last, &cell);
    for at in (0..order.len()).rev() {
        let (var, down) = order[at];
        let (lo, hi) = seen.range(recur, order, at);
        let name = |place: usize| Ex::Word(recur.vars[place].name.clone());
        body = vec![St::For { name: recur.vars[var].name.clone(), lo: lo.with(&name), hi: hi.with(&name), down, body }];
    }
    body
}

/// The value of one position: ends, every move, what being stuck means. `early` gives a value before the end of the body.
fn position(
    recur: &Recur,
    early: &dyn Fn(Ex) -> Vec<St>,
    last: &dyn Fn(Ex) -> Vec<St>,
    value: &dyn Fn(Vec<Ex>) -> Ex,
) -> Vec<St> {
    let name = |place: usize| Ex::Word(recur.vars[place].name.clone());
    let best = || Ex::Word(BEST.to_owned());
    let mut body: Vec<St> =
        recur.ends.iter().map(|(when, value)| St::If(when.with(&name), early(value.with(&name)))).collect();
    body.push(St::Let(BEST, Ex::Word(LOW.to_owned())));
    for mv in &recur.moves {
        body.push(St::Note(mv.name.clone()));
        body.extend(tried(recur, mv, value));
    }
    for (when, worth) in &recur.stuck {
        let none = Ex::two(Op::Eq, best(), Ex::Word(LOW.to_owned()));
        body.push(St::If(Ex::two(Op::And, none, when.with(&name)), last_words(early, last, worth.with(&name))));
    }
    body.extend(last(best()));
    body
}

/// A value told in the middle of a body: as at its end where that leaves the body, and early where it would not.
fn last_words(early: &dyn Fn(Ex) -> Vec<St>, last: &dyn Fn(Ex) -> Vec<St>, value: Ex) -> Vec<St> {
    let sts = last(value.clone());
    if sts.iter().any(|st| matches!(st, St::Return(_))) { sts } else { early(value) }
}

/// A move, tried in every way it can be made.
fn tried(recur: &Recur, mv: &Move, value: &dyn Fn(Vec<Ex>) -> Ex) -> Vec<St> {
    let names = recur.names(Some(mv));
    let name = |place: usize| Ex::Word(names.get(place).cloned().unwrap_or_default());
    let better = |worth: Ex| {
        let best = || Ex::Word(BEST.to_owned());
        St::Set(best(), Ex::Call(Call::Max, vec![best(), worth]))
    };
    let gain = mv.gain.with(&name);
    let next = value(mv.next.iter().map(|next| next.with(&name)).collect());
    let worth = Ex::two(if mv.again { Op::Add } else { Op::Sub }, gain.clone(), next);
    let mut body = vec![better(worth)];
    for (when, worth) in mv.finish.iter().rev() {
        let (when, worth) = (when.with(&name), Ex::two(Op::Add, gain.clone(), worth.with(&name)));
        body = vec![St::If(when.clone(), vec![better(worth)]), St::If(Ex::Not(Box::new(when)), body)];
    }
    let all = mv.guards.iter().map(|guard| guard.with(&name)).reduce(|a, b| Ex::two(Op::And, a, b));
    if let Some(all) = all {
        body = vec![St::If(all, body)];
    }
    for choice in mv.choices.iter().rev() {
        if let Some(when) = &choice.when {
            body = vec![St::If(when.with(&name), body)];
        }
        let named = choice.name.clone();
        body = vec![match &choice.over {
            Over::Range(lo, hi) => St::For { name: named, lo: lo.with(&name), hi: hi.with(&name), down: false, body },
            Over::List(list) => St::Each { name: named, list: *list, body },
        }];
    }
    body
}
