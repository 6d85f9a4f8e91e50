//! A recurrence worked out for given parameters, call by call, as a program would: to count calls, to fill in tables, to see what
//! somebody's mistake gives.

use super::eval::Inner;
use super::tree::{Kind, Move, Pick, Recur, Reply, Step};
use bouton::rules::datum::Datum;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

/// Deeper calls are not followed.
const DEEPEST: usize = 2_000;
/// More values are not worked out.
const MOST_VALUES: usize = 10_000_000;

/// A recurrence with its parameters filled in.
#[derive(Clone, Debug)]
pub struct Filled<'r> {
    recur: &'r Recur,
    pub(super) globals: Vec<Held>,
    known: HashMap<Vec<i64>, Known>,
    /// The positions in the order in which their values were found.
    pub order: Vec<Vec<i64>>,
    pub(super) inner: RefCell<Inner>,
    /// A position whose value was asked for and is not known yet.
    wanted: RefCell<Option<Vec<i64>>>,
    /// Calls of a plain recursion below the position that is worked out.
    below: Cell<Option<u64>>,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Known {
    value: i64,
    /// How many calls a recursion that remembers nothing makes for it, its own included; nothing where they are beyond counting.
    calls: Option<u64>,
}

/// What a global holds.
#[derive(Clone, Debug)]
pub(super) enum Held {
    Number(i64),
    /// Entries (of a board row by row), how many columns, and prefix sums of a list.
    Many {
        entries: Vec<i64>,
        columns: usize,
        sums: Vec<i64>,
    },
    /// Lists, the neighbours of each node.
    Lists(Vec<Vec<i64>>),
}

/// One option at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Which move.
    pub mv: usize,
    /// What was chosen.
    pub args: Vec<i64>,
    /// What it gains.
    pub gain: i64,
    /// Where it leads; nothing where it ends the game.
    pub next: Option<Vec<i64>>,
    /// The value of where it leads, for whoever moves there.
    pub reply: i64,
    /// Whether the same player moves there.
    pub again: bool,
    /// What it is worth.
    pub worth: i64,
}

impl<'r> Filled<'r> {
    /// Fills in parameters; nothing where they are of another kind.
    #[must_use]
    pub fn new(recur: &'r Recur, params: &[Datum]) -> Option<Filled<'r>> {
        let mut filled = Filled {
            recur,
            globals: Vec::new(),
            known: HashMap::new(),
            order: Vec::new(),
            inner: RefCell::new(Inner::new(recur.bound.len())),
            wanted: RefCell::new(None),
            below: Cell::new(Some(0)),
        };
        for (at, global) in recur.globals.iter().enumerate() {
            let held = match (&global.kind, params.get(at)) {
                (Kind::Made(made), _) => Held::Number(filled.ex(made, &[])?),
                (Kind::Number, Some(Datum::Int(number))) => Held::Number(*number),
                (Kind::List | Kind::Fixed(_), Some(list @ (Datum::List(_) | Datum::Range(..)))) => {
                    let entries: Vec<i64> = list.entries().map(|entry| one(&entry)).collect::<Option<_>>()?;
                    Held::Many { sums: sums(&entries), columns: 1, entries }
                }
                (Kind::Graph, Some(Datum::Graph(near))) => Held::Lists(near.to_vec()),
                (Kind::Board, Some(Datum::Grid(grid))) => Held::Many {
                    entries: grid.cells.clone(),
                    columns: usize::try_from(grid.columns).ok()?,
                    sums: Vec::new(),
                },
                _ => return None,
            };
            filled.globals.push(held);
        }
        Some(filled)
    }

    /// The variables at the start.
    #[must_use]
    pub fn start(&self) -> Option<Vec<i64>> {
        self.recur.vars.iter().map(|var| self.ex(&var.start, &[])).collect()
    }

    /// Points still to be handed out at a position, where the rules say so.
    #[must_use]
    pub fn remaining(&self, at: &[i64]) -> Option<i64> {
        self.ex(self.recur.remaining.as_ref()?, at)
    }

    /// The value of the start; nothing where it cannot be worked out, and of a sum in misère play.
    pub fn answer(&mut self) -> Option<i64> {
        let Some(sum) = &self.recur.sum else { return self.value(&self.start()?) };
        if self.stuck(&[])? != -1 {
            return None;
        }
        Some(if self.once_known(|filled| filled.ex(sum, &[]))? == 0 { -1 } else { 1 })
    }

    /// How many calls a recursion that remembers nothing makes for a position, itself included; nothing where they are beyond counting.
    pub fn calls(&mut self, at: &[i64]) -> Option<u64> {
        self.value(at)?;
        self.known.get(at)?.calls
    }

    /// The value of a position; nothing where it cannot be worked out.
    pub fn value(&mut self, at: &[i64]) -> Option<i64> {
        self.once_known(|filled| filled.value_of(at))
    }

    /// Something that is worked out from values, after those that it takes.
    fn once_known<T>(&mut self, work: impl Fn(&Self) -> Option<T>) -> Option<T> {
        loop {
            self.wanted.take();
            if let Some(done) = work(self) {
                return Some(done);
            }
            let wanted = self.wanted.take()?;
            self.work_out(wanted)?;
        }
    }

    /// Works out a value after those below it, depth first as the recursion does, on a stack of its own: a recursion's depth is whatever
    /// somebody's mistake makes it.
    fn work_out(&mut self, at: Vec<i64>) -> Option<()> {
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            self.wanted.take();
            self.below.set(Some(0));
            if let Some(value) = self.value_by_known(&at) {
                self.known.insert(
                    at.clone(),
                    Known { value, calls: self.below.get().and_then(|below| below.checked_add(1)) },
                );
                self.order.push(at);
                continue;
            }
            let wanted = self.wanted.take()?;
            if open.len() > DEEPEST || self.known.len() > MOST_VALUES {
                return None;
            }
            open.extend([at, wanted]);
        }
        Some(())
    }

    /// The value of a position from the values below it, all of which are known; else it is noted which is wanted.
    fn value_by_known(&self, at: &[i64]) -> Option<i64> {
        match self.ending(at)? {
            Some(value) => Some(value),
            None if self.recur.sum.is_some() => self.mex(at),
            None => self.picked(&self.choices_at(at)?, at),
        }
    }

    /// The value of a position if it is known; else it is noted that it is wanted.
    pub(super) fn value_of(&self, at: &[i64]) -> Option<i64> {
        let Some(known) = self.known.get(at) else {
            self.wanted.replace(Some(at.to_vec()));
            return None;
        };
        self.below.set(self.below.get().zip(known.calls).and_then(|(below, calls)| below.checked_add(calls)));
        Some(known.value)
    }

    /// The least number that no move of a part reaches.
    fn mex(&self, at: &[i64]) -> Option<i64> {
        let mut reached = HashSet::new();
        for mv in &self.recur.moves {
            let mut made = Vec::new();
            self.each(mv, 0, &mut at.to_vec(), &mut made)?;
            for places in made {
                reached.insert(self.ex(mv.leaves.as_ref()?, &places)?);
            }
        }
        (0..).find(|number| !reached.contains(number))
    }

    /// Whether play is over at a position.
    #[must_use]
    pub fn is_over(&self, at: &[i64]) -> bool {
        self.ending(at).flatten().is_some()
    }

    /// The value of a finished position.
    fn ending(&self, at: &[i64]) -> Option<Option<i64>> {
        for (when, value) in &self.recur.ends {
            if self.ex(when, at)? != 0 {
                return Some(Some(self.ex(value, at)?));
            }
        }
        Some(None)
    }

    /// The value that options give.
    fn picked(&self, choices: &[Choice], at: &[i64]) -> Option<i64> {
        let style = self.recur.style;
        let found = match style.pick {
            Pick::Most => choices.iter().map(|choice| choice.worth).max(),
            Pick::Least => choices.iter().map(|choice| choice.worth).min(),
            Pick::Greedy => {
                choices.iter().min_by_key(|choice| std::cmp::Reverse(choice.gain)).map(|choice| choice.worth)
            }
        };
        match (found, style.floor) {
            (Some(found), Some(floor)) => Some(found.max(floor)),
            (Some(found), None) => Some(found),
            (None, _) => self.stuck(at),
        }
    }

    fn stuck(&self, at: &[i64]) -> Option<i64> {
        for (when, value) in &self.recur.stuck {
            if self.ex(when, at)? != 0 {
                return self.ex(value, at);
            }
        }
        self.recur.points_decide.then_some(0)
    }

    /// The options at a position that is not finished.
    pub fn choices(&mut self, at: &[i64]) -> Option<Vec<Choice>> {
        self.once_known(|filled| filled.choices_at(at))
    }

    /// Where the moves of a position lead, without what that is worth; nothing where something is read that is not there.
    pub(super) fn reads(&self, at: &[i64]) -> Option<Vec<Vec<i64>>> {
        let mut found = Vec::new();
        for mv in &self.recur.moves {
            let mut made = Vec::new();
            self.each(mv, 0, &mut at.to_vec(), &mut made)?;
            for places in made {
                self.step(&mv.steps, &places)?;
                self.ex(&mv.gain, &places)?;
                match mv.answers.is_empty() {
                    true => found.push(mv.next.iter().map(|next| self.ex(next, &places)).collect::<Option<_>>()?),
                    false => found.extend(self.answered(mv, &places)?.into_iter().map(|(_, next)| next)),
                }
            }
        }
        Some(found)
    }

    fn choices_at(&self, at: &[i64]) -> Option<Vec<Choice>> {
        let mut found = Vec::new();
        for (number, mv) in self.recur.moves.iter().enumerate() {
            let mut made = Vec::new();
            self.each(mv, 0, &mut at.to_vec(), &mut made)?;
            for places in made {
                found.push(self.choice(number, mv, &places, at.len())?);
            }
        }
        Some(found)
    }

    fn choice(&self, number: usize, mv: &Move, places: &[i64], vars: usize) -> Option<Choice> {
        self.step(&mv.steps, places)?;
        let gain = self.ex(&mv.gain, places)?;
        let args = places[vars..].to_vec();
        for (when, value) in &mv.finish {
            if self.ex(when, places)? != 0 {
                let worth = gain.checked_add(self.ex(value, places)?)?;
                return Some(Choice { mv: number, args, gain, next: None, reply: 0, again: false, worth });
            }
        }
        if !mv.answers.is_empty() {
            let mut reply = i64::MIN;
            for (gain, next) in self.answered(mv, places)? {
                reply = reply.max(gain.checked_sub(self.value_of(&next)?)?);
            }
            return Some(Choice {
                mv: number,
                args,
                gain,
                next: None,
                reply,
                again: false,
                worth: gain.checked_sub(reply)?,
            });
        }
        let next: Vec<i64> = mv.next.iter().map(|next| self.ex(next, places)).collect::<Option<_>>()?;
        let reply = self.value_of(&next)?;
        let again = self.ex(&mv.again, places)? != 0;
        let mine = match self.recur.style.reply {
            Reply::Nothing => 0,
            Reply::Plus => reply,
            Reply::Minus if again => reply,
            Reply::Minus => reply.checked_neg()?,
        };
        Some(Choice { mv: number, args, gain, next: Some(next), reply, again, worth: gain.checked_add(mine)? })
    }

    /// The legal answers to a move: what each gains, and where it leads.
    fn answered(&self, mv: &Move, places: &[i64]) -> Option<Vec<(i64, Vec<i64>)>> {
        let mut found = Vec::new();
        for answer in &mv.answers {
            let guards: Vec<i64> = answer.guards.iter().map(|guard| self.ex(guard, places)).collect::<Option<_>>()?;
            if !guards.contains(&0) {
                let next = answer.next.iter().map(|next| self.ex(next, places)).collect::<Option<_>>()?;
                found.push((self.ex(&answer.gain, places)?, next));
            }
        }
        Some(found)
    }

    /// Every legal way to choose.
    fn each(&self, mv: &Move, at: usize, places: &mut Vec<i64>, found: &mut Vec<Vec<i64>>) -> Option<()> {
        // Programs, too, ask first what no choice changes. What has no value here is asked again at the end.
        let mut first = mv.guards.iter().filter(|guard| at == 0 && mv.comes_first(guard));
        if first.any(|guard| self.ex(guard, places) == Some(0)) {
            return Some(());
        }
        let Some(choice) = mv.choices.get(at) else {
            for guard in &mv.guards {
                if self.ex(guard, places)? == 0 {
                    return Some(());
                }
            }
            let legal = !mv.steps.iter().any(|step| matches!(step, Step::When(_))) || self.step(&mv.steps, places)?;
            if legal {
                found.push(places.clone());
            }
            return Some(());
        };
        for number in self.numbers(&choice.over, places)? {
            places.push(number);
            let legal = choice.when.as_ref().map_or(Some(1), |when| self.ex(when, places))? != 0;
            if legal {
                self.each(mv, at + 1, places, found)?;
            }
            places.pop();
        }
        Some(())
    }
}

fn one(entry: &Datum) -> Option<i64> {
    if let Datum::Int(number) = entry { Some(*number) } else { None }
}

fn sums(entries: &[i64]) -> Vec<i64> {
    let mut sums = vec![0_i64];
    for entry in entries {
        sums.push(sums.last().copied().unwrap_or(0).saturating_add(*entry));
    }
    sums
}
