//! Which numbers of a program surely fit into 32 bits, so that Java may count and index with `int`: what is worked out from lengths and
//! from parameters with small bounds.

use super::super::stage::KEEP;
use super::super::tree::{Call, Ex, How, Kind, Move, Op, Over, Recur, Shape, Step};
use super::Code;
use std::collections::{HashMap, HashSet};

/// No number that is counted with is greater, so that a sum of two and the number after it fit too.
const MOST: i64 = 1 << 29;
/// No list is longer and no table has a longer side: they would not fit into memory.
pub(super) const LONGEST: i64 = 1 << 28;

/// The numbers that fit.
pub(super) struct Narrow<'a> {
    recur: &'a Recur,
    /// The greatest size of each, by name.
    names: HashMap<String, i64>,
    /// Those that do not.
    wide: HashSet<String>,
    /// Nothing does.
    none: bool,
}

impl Narrow<'_> {
    pub(super) fn of<'a>(code: &Code<'a>) -> Narrow<'a> {
        let mut wide = HashSet::new();
        loop {
            let known = wide.len();
            let mut narrow = Narrow { recur: code.recur, names: HashMap::new(), wide, none: false };
            narrow.look(code);
            if narrow.wide.len() == known {
                narrow.none = narrow.overflows();
                return narrow;
            }
            wide = narrow.wide;
        }
    }

    /// Whether what is called so is an `int`.
    pub(super) fn has(&self, name: &str) -> bool {
        !self.none && self.names.contains_key(name)
    }

    /// Whether an expression is an `int`: everything that it is worked out from is one.
    pub(super) fn fits(&self, ex: &Ex) -> bool {
        match ex {
            Ex::Int(number) => i32::try_from(*number).is_ok(),
            Ex::Global(_) | Ex::Word(_) | Ex::Bound(_) | Ex::Tally(_) => {
                self.name(ex).is_some_and(|name| self.has(name))
            }
            Ex::Len(..) => !self.none,
            Ex::Two(Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod, a, b) | Ex::If(_, a, b) => {
                self.fits(a) && self.fits(b)
            }
            Ex::Call(Call::Min | Call::Max | Call::Abs, parts) => parts.iter().all(|part| self.fits(part)),
            _ => false,
        }
    }

    fn name<'a>(&'a self, ex: &'a Ex) -> Option<&'a str> {
        let bound = |which: usize| self.recur.bound.get(which).map(String::as_str);
        match ex {
            Ex::Global(which) => self.recur.globals.get(*which).map(|global| global.name.as_str()),
            Ex::Word(word) => Some(word),
            Ex::Bound(which) => bound(*which),
            Ex::Tally(tally) => bound(tally.result),
            _ => None,
        }
    }

    /// The greatest size of a number.
    fn size(&self, ex: &Ex) -> i64 {
        match ex {
            Ex::Int(number) => number.saturating_abs(),
            Ex::Len(which, _) => self.recur.globals.get(*which).map_or(LONGEST, |global| global.most.min(LONGEST)),
            Ex::Two(Op::Add | Op::Sub, a, b) => self.size(a).saturating_add(self.size(b)),
            Ex::Two(Op::Mul, a, b) => self.size(a).saturating_mul(self.size(b)),
            Ex::Two(Op::Div | Op::Mod, a, _) => self.size(a),
            Ex::If(_, a, b) => self.size(a).max(self.size(b)),
            Ex::Call(Call::Min | Call::Max | Call::Abs, parts) => {
                parts.iter().map(|part| self.size(part)).max().unwrap_or(0)
            }
            ex => self.name(ex).and_then(|name| self.names.get(name)).copied().unwrap_or(i64::MAX),
        }
    }

    fn look(&mut self, code: &Code) {
        let recur = code.recur;
        for global in &recur.globals {
            match &global.kind {
                Kind::Number => self.keep(&global.name, global.most),
                Kind::Made(made) => self.worked_out(&global.name, &[made], self.size(made)),
                Kind::List | Kind::Fixed(_) | Kind::Board | Kind::Graph => {}
            }
        }
        for var in recur.vars.iter().filter(|var| var.shape == Shape::Number) {
            let most = self.size(&var.lo).max(self.size(&var.hi));
            self.keep(&var.name, if code.is_table() { most.min(LONGEST) } else { most });
        }
        if let Some(keep) = &code.draft.keep {
            self.worked_out(KEEP, &[keep], self.size(keep));
        }
        recur.moves.iter().for_each(|mv| self.mv(mv));
        self.tallies();
        for (at, var) in recur.vars.iter().enumerate().filter(|_| !code.is_table()) {
            let next = recur.moves.iter().filter_map(|mv| Some(named(recur, mv, mv.next.get(at)?)));
            let asked = parts(recur).into_iter().filter_map(|part| match part {
                Ex::Value(part) => part.into_iter().nth(at),
                _ => None,
            });
            let put = next.chain(asked).chain([var.start.clone()]);
            if !put.into_iter().all(|put| self.fits(&put)) {
                self.wide.insert(var.name.clone());
            }
        }
    }

    /// A number with its greatest size. Several may be called so.
    fn keep(&mut self, name: &str, most: i64) {
        let known = self.names.get(name).copied().unwrap_or(0);
        if most > MOST || self.wide.contains(name) {
            self.names.remove(name);
            self.wide.insert(name.to_owned());
        } else {
            self.names.insert(name.to_owned(), most.max(known));
        }
    }

    fn worked_out(&mut self, name: &str, from: &[&Ex], most: i64) {
        self.keep(name, if from.iter().all(|ex| self.fits(ex)) { most } else { i64::MAX });
    }

    fn counter(&mut self, name: &str, lo: &Ex, hi: &Ex) {
        self.worked_out(name, &[lo, hi], self.size(lo).max(self.size(hi)));
    }

    fn mv(&mut self, mv: &Move) {
        for choice in &mv.choices {
            match &choice.over {
                Over::Range(lo, hi) => {
                    self.counter(&choice.name, &named(self.recur, mv, lo), &named(self.recur, mv, hi));
                }
                Over::List(_) => self.keep(&choice.name, i64::MAX),
            }
        }
        mv.steps.iter().for_each(|step| self.step(mv, step));
    }

    fn step(&mut self, mv: &Move, step: &Step) {
        if let Step::For(over, lo, hi, body) = step {
            self.counter(&self.recur.bound[*over], &named(self.recur, mv, lo), &named(self.recur, mv, hi));
            body.iter().for_each(|step| self.step(mv, step));
        }
    }

    /// Sums are wide; what counts how many there are is no greater than their number.
    fn tallies(&mut self) {
        for part in parts(self.recur) {
            let Ex::Tally(tally) = &part else { continue };
            let many = match &tally.range {
                Over::Range(lo, hi) => {
                    self.counter(&self.recur.bound[tally.over], lo, hi);
                    self.size(lo).saturating_add(self.size(hi)).saturating_add(1)
                }
                Over::List(_) => {
                    self.keep(&self.recur.bound[tally.over], i64::MAX);
                    LONGEST
                }
            };
            let counts = tally.how == How::Any || tally.item == Ex::Int(1);
            self.keep(&self.recur.bound[tally.result], if counts { many } else { i64::MAX });
        }
    }

    /// Whether something that is worked out in 32 bits might not fit.
    fn overflows(&self) -> bool {
        parts(self.recur).iter().any(|part| self.fits(part) && self.size(part) > i64::from(i32::MAX))
    }
}

/// An expression of a move with the names of its places.
fn named(recur: &Recur, mv: &Move, ex: &Ex) -> Ex {
    let names = recur.names(Some(mv));
    ex.with(&|place: usize| Ex::Word(names.get(place).cloned().unwrap_or_default()))
}

/// Every expression and all that it is made of, with the names of its places.
fn parts(recur: &Recur) -> Vec<Ex> {
    let mut parts = Vec::new();
    let mut add = |alone: &Recur, names: &[String]| {
        let name = |place: usize| Ex::Word(names.get(place).cloned().unwrap_or_default());
        alone.exprs(&mut |part| parts.push(part.with(&name)));
    };
    add(&Recur { moves: Vec::new(), ..recur.clone() }, &recur.names(None));
    for mv in &recur.moves {
        add(&Recur { moves: vec![mv.clone()], ..recur.clone() }, &recur.names(Some(mv)));
    }
    parts
}
