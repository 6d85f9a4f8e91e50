//! A recurrence worked out for given parameters, call by call, as a program would: to count calls, to fill in tables, to see what
//! somebody's mistake gives.

use super::tree::{Call, Ex, Kind, Move, Op, Over, Pick, Recur, Reply, Side, Step, Tally};
use bouton::rules::datum::Datum;
use std::cell::RefCell;
use std::collections::HashMap;

/// Deeper calls are not followed.
const DEEPEST: usize = 2_000;
/// More calls are not made.
const MOST_CALLS: u64 = 20_000_000;
/// A set is a number of so many bits at most.
const BITS: i64 = 62;
/// A list that a game begins with has at most so many entries.
const LONGEST: i64 = 100_000;

/// A recurrence with its parameters filled in.
#[derive(Clone, Debug)]
pub struct Filled<'r> {
    recur: &'r Recur,
    globals: Vec<Held>,
    known: HashMap<Vec<i64>, i64>,
    /// The positions in the order in which their values were found.
    pub order: Vec<Vec<i64>>,
    /// How often a value was asked for.
    pub calls: u64,
    /// Whether values once found are remembered.
    pub remembers: bool,
    inner: RefCell<Inner>,
}

/// What expressions bind, and every list met so far: a position holds a list by its number here.
#[derive(Clone, Debug, Default)]
struct Inner {
    bound: Vec<i64>,
    lists: Vec<Vec<i64>>,
    numbers: HashMap<Vec<i64>, i64>,
}

impl Inner {
    fn number(&mut self, list: Vec<i64>) -> Option<i64> {
        if let Some(known) = self.numbers.get(&list) {
            return Some(*known);
        }
        let number = whole(self.lists.len())?;
        self.lists.push(list.clone());
        self.numbers.insert(list, number);
        Some(number)
    }
}

/// What a global holds.
#[derive(Clone, Debug)]
enum Held {
    Number(i64),
    /// Entries (of a board row by row), how many columns, and prefix sums of a list.
    Many {
        entries: Vec<i64>,
        columns: usize,
        sums: Vec<i64>,
    },
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
            calls: 0,
            remembers: true,
            inner: RefCell::new(Inner { bound: vec![0; recur.bound.len()], ..Inner::default() }),
        };
        for (at, global) in recur.globals.iter().enumerate() {
            let held = match (&global.kind, params.get(at)) {
                (Kind::Made(made), _) => Held::Number(filled.ex(made, &[])?),
                (Kind::Number, Some(Datum::Int(number))) => Held::Number(*number),
                (Kind::List, Some(list @ (Datum::List(_) | Datum::Range(..)))) => {
                    let entries: Vec<i64> = list.entries().map(|entry| one(&entry)).collect::<Option<_>>()?;
                    Held::Many { sums: sums(&entries), columns: 1, entries }
                }
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

    /// The value of a position; nothing where it cannot be worked out.
    pub fn value(&mut self, at: &[i64]) -> Option<i64> {
        self.value_at(at, 0)
    }

    fn value_at(&mut self, at: &[i64], depth: usize) -> Option<i64> {
        self.calls += 1;
        if let Some(known) = self.known.get(at) {
            return Some(*known);
        }
        if depth > DEEPEST || self.calls > MOST_CALLS {
            return None;
        }
        let value = match self.ending(at)? {
            Some(value) => value,
            None => {
                let choices = self.choices_at(at, depth)?;
                self.picked(&choices, at)?
            }
        };
        if self.remembers {
            self.known.insert(at.to_vec(), value);
            self.order.push(at.to_vec());
        }
        Some(value)
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
        None
    }

    /// The options at a position that is not finished.
    pub fn choices(&mut self, at: &[i64]) -> Option<Vec<Choice>> {
        self.choices_at(at, 0)
    }

    fn choices_at(&mut self, at: &[i64], depth: usize) -> Option<Vec<Choice>> {
        let (mut found, recur) = (Vec::new(), self.recur);
        for (number, mv) in recur.moves.iter().enumerate() {
            let mut made = Vec::new();
            self.each(mv, 0, &mut at.to_vec(), &mut made)?;
            for places in made {
                found.push(self.choice(number, mv, &places, at.len(), depth)?);
            }
        }
        Some(found)
    }

    fn choice(&mut self, number: usize, mv: &Move, places: &[i64], vars: usize, depth: usize) -> Option<Choice> {
        self.step(&mv.steps, places)?;
        let gain = self.ex(&mv.gain, places)?;
        let args = places[vars..].to_vec();
        for (when, value) in &mv.finish {
            if self.ex(when, places)? != 0 {
                let worth = gain.checked_add(self.ex(value, places)?)?;
                return Some(Choice { mv: number, args, gain, next: None, reply: 0, worth });
            }
        }
        let next: Vec<i64> = mv.next.iter().map(|next| self.ex(next, places)).collect::<Option<_>>()?;
        let reply = self.value_at(&next, depth + 1)?;
        let mine = match self.recur.style.reply {
            Reply::Nothing => 0,
            Reply::Plus => reply,
            Reply::Minus if mv.again => reply,
            Reply::Minus => reply.checked_neg()?,
        };
        Some(Choice { mv: number, args, gain, next: Some(next), reply, worth: gain.checked_add(mine)? })
    }

    /// Lists changed by a move.
    fn step(&self, steps: &[Step], places: &[i64]) -> Option<()> {
        for step in steps {
            match step {
                Step::Copy(bound, ex) | Step::Let(bound, ex) => self.bind(*bound, self.ex(ex, places)?)?,
                Step::Put(list, at, value) => {
                    let Ex::Bound(bound) = list else { return None };
                    let (number, at, value) = (self.ex(list, places)?, self.ex(at, places)?, self.ex(value, places)?);
                    let mut inner = self.inner.borrow_mut();
                    let mut changed = inner.lists.get(usize::try_from(number).ok()?)?.clone();
                    *changed.get_mut(usize::try_from(at).ok()?)? = value;
                    *inner.bound.get_mut(*bound)? = inner.number(changed)?;
                }
                Step::For(bound, lo, hi, body) => {
                    for number in self.ex(lo, places)?..=self.ex(hi, places)? {
                        self.bind(*bound, number)?;
                        self.step(body, places)?;
                    }
                }
            }
        }
        Some(())
    }

    fn bind(&self, bound: usize, value: i64) -> Option<()> {
        *self.inner.borrow_mut().bound.get_mut(bound)? = value;
        Some(())
    }

    fn tally(&self, tally: &Tally, places: &[i64]) -> Option<i64> {
        let mut sum = 0_i64;
        for number in self.ex(&tally.lo, places)?..=self.ex(&tally.hi, places)? {
            self.bind(tally.over, number)?;
            if self.ex(&tally.when, places)? != 0 {
                if tally.any {
                    return Some(1);
                }
                sum = sum.checked_add(self.ex(&tally.item, places)?)?;
            }
        }
        Some(sum)
    }

    /// Every legal way to choose.
    fn each(&self, mv: &Move, at: usize, places: &mut Vec<i64>, found: &mut Vec<Vec<i64>>) -> Option<()> {
        let Some(choice) = mv.choices.get(at) else {
            for guard in &mv.guards {
                if self.ex(guard, places)? == 0 {
                    return Some(());
                }
            }
            found.push(places.clone());
            return Some(());
        };
        let numbers: Vec<i64> = match &choice.over {
            Over::Range(lo, hi) => (self.ex(lo, places)?..=self.ex(hi, places)?).collect(),
            Over::List(list) => match self.globals.get(*list)? {
                Held::Many { entries, .. } => entries.clone(),
                Held::Number(_) => return None,
            },
        };
        for number in numbers {
            places.push(number);
            let legal = choice.when.as_ref().map_or(Some(1), |when| self.ex(when, places))? != 0;
            if legal {
                self.each(mv, at + 1, places, found)?;
            }
            places.pop();
        }
        Some(())
    }

    /// An expression; nothing where it leaves a list or 64 bits.
    #[must_use]
    pub fn ex(&self, ex: &Ex, places: &[i64]) -> Option<i64> {
        Some(match ex {
            Ex::Int(number) => *number,
            Ex::Global(which) => match self.globals.get(*which)? {
                Held::Number(number) => *number,
                Held::Many { entries, .. } => self.inner.borrow_mut().number(entries.clone())?,
            },
            Ex::Bound(bound) => *self.inner.borrow().bound.get(*bound)?,
            Ex::Item(list, at) => {
                let (list, at) = (self.ex(list, places)?, self.ex(at, places)?);
                *self.inner.borrow().lists.get(usize::try_from(list).ok()?)?.get(usize::try_from(at).ok()?)?
            }
            Ex::Fill(item, count) => {
                let (item, count) = (self.ex(item, places)?, self.ex(count, places)?);
                let count = usize::try_from(count.min(LONGEST)).ok()?;
                self.inner.borrow_mut().number(vec![item; count])?
            }
            Ex::Bit(at) => 1_i64.checked_shl(bit(self.ex(at, places)?)?)?,
            Ex::Has(set, at) => self.ex(set, places)?.checked_shr(bit(self.ex(at, places)?)?)? & 1,
            Ex::Tally(tally) => self.tally(tally, places)?,
            Ex::Local(place) => *places.get(*place)?,
            Ex::Two(Op::And, a, b) => i64::from(self.ex(a, places)? != 0 && self.ex(b, places)? != 0),
            Ex::Two(Op::Or, a, b) => i64::from(self.ex(a, places)? != 0 || self.ex(b, places)? != 0),
            Ex::Two(op, a, b) => two(*op, self.ex(a, places)?, self.ex(b, places)?)?,
            Ex::Not(a) => i64::from(self.ex(a, places)? == 0),
            Ex::If(when, then, otherwise) => {
                if self.ex(when, places)? != 0 {
                    self.ex(then, places)?
                } else {
                    self.ex(otherwise, places)?
                }
            }
            Ex::Call(call, args) => {
                let args: Vec<i64> = args.iter().map(|arg| self.ex(arg, places)).collect::<Option<_>>()?;
                called(*call, &args)?
            }
            Ex::Len(which, side) => match self.globals.get(*which)? {
                Held::Many { entries, columns, .. } if *side == Side::Rows => whole(entries.len() / (*columns).max(1))?,
                Held::Many { columns, .. } => whole(*columns)?,
                Held::Number(_) => return None,
            },
            Ex::Extreme(which, greatest) => {
                let Held::Many { entries, .. } = self.globals.get(*which)? else { return None };
                if *greatest { *entries.iter().max()? } else { *entries.iter().min()? }
            }
            Ex::Entry(which, at) => {
                let Held::Many { entries, columns, .. } = self.globals.get(*which)? else { return None };
                let at: Vec<usize> =
                    at.iter().map(|at| usize::try_from(self.ex(at, places)?).ok()).collect::<Option<_>>()?;
                match at.as_slice() {
                    [at] => *entries.get(*at)?,
                    [row, column] if column < columns => *entries.get(row * columns + column)?,
                    _ => return None,
                }
            }
            Ex::Sum(which, ends) => {
                let Held::Many { sums, .. } = self.globals.get(*which)? else { return None };
                let at = |ex: &Ex| sums.get(usize::try_from(self.ex(ex, places)?).ok()?).copied();
                at(&ends[1])?.checked_sub(at(&ends[0])?)?
            }
            Ex::Block(which, sides) => {
                let Held::Many { entries, columns, .. } = self.globals.get(*which)? else { return None };
                let side = |at: usize| usize::try_from(self.ex(&sides[at], places)?).ok();
                let (top, bottom, left, right) = (side(0)?, side(1)?, side(2)?, side(3)?);
                let mut sum = 0_i64;
                for row in top..bottom {
                    for column in left..right {
                        sum = sum.checked_add(*entries.get(row * columns + column)?)?;
                    }
                }
                sum
            }
            Ex::Word(_) | Ex::Value(_) | Ex::Cell(_) => return None,
        })
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

/// A place in a set, where it has so many.
fn bit(at: i64) -> Option<u32> {
    u32::try_from(at).ok().filter(|_| at <= BITS)
}

fn whole(count: usize) -> Option<i64> {
    i64::try_from(count).ok()
}

fn two(op: Op, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        Op::Add => a.checked_add(b)?,
        Op::Sub => a.checked_sub(b)?,
        Op::Mul => a.checked_mul(b)?,
        Op::Div => a.checked_div_euclid(b)?,
        Op::Mod => a.checked_rem_euclid(b)?,
        Op::Eq => i64::from(a == b),
        Op::Ne => i64::from(a != b),
        Op::Lt => i64::from(a < b),
        Op::Le => i64::from(a <= b),
        Op::Gt => i64::from(a > b),
        Op::Ge => i64::from(a >= b),
        Op::Union => a | b,
        Op::Both => a & b,
        Op::Without => a & !b,
        Op::And | Op::Or => return None,
    })
}

fn called(call: Call, args: &[i64]) -> Option<i64> {
    Some(match call {
        Call::Min => *args.iter().min()?,
        Call::Max => *args.iter().max()?,
        Call::Abs => args.first()?.checked_abs()?,
        Call::IsSquare => {
            let number = *args.first()?;
            i64::from(number >= 0 && number.isqrt().pow(2) == number)
        }
    })
}
