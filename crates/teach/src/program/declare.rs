//! What rules declare: parameters and `let` lines as globals, state as variables.

use super::boards::Sides;
use super::many::Extent;
use super::read::{Read, Reader};
use super::tree::{Ex, Global, Kind, Op, Shape, Var};
use bouton::rules::Span;
use bouton::rules::datum::Datum;
use bouton::rules::rules::{Expr, ExprKind, Setup, State};
use bouton::rules::types::Domain;

/// A list that is written out is so many variables, if it is no longer.
pub(super) const LONGEST: i64 = 6;

/// How programs write `none`: numbers that may be negative as well have no programs.
pub(super) const NO_VALUE: i64 = -1;

impl Reader<'_> {
    /// Parameters in their order, then `let` lines in theirs.
    pub(super) fn globals(&mut self) -> Read<Vec<Global>> {
        let mut globals = Vec::new();
        for param in &self.rules.params {
            let (kind, most) = match &param.domain {
                Domain::Int { lo, hi } => (Kind::Number, most(&[lo, hi])),
                Domain::Whole => (Kind::Number, i64::MAX),
                Domain::Bool => (Kind::Number, 1),
                Domain::List { of, max, .. } if matches!(**of, Domain::Int { .. } | Domain::Whole) => {
                    (Kind::List, most(&[max]))
                }
                Domain::Grid { of, rows, columns } if matches!(**of, Domain::Int { .. } | Domain::Whole) => {
                    (Kind::Board, most(&[&rows.1, &columns.1]))
                }
                Domain::Graph { max, .. } => (Kind::Graph, most(&[max])),
                _ => return self.no(param.span, "a parameter that is neither a number nor a list or board of numbers"),
            };
            globals.push(Global { name: param.name.clone(), kind, most });
        }
        for step in &self.rules.setup {
            if let Setup::Let(which) = step {
                let line = &self.rules.lets[*which];
                if !line.is_plain() {
                    return self.no(line.value.span, "a value with a type or steps of its own");
                }
                let made = if Self::is_set(&line.value) {
                    let extent = self.range_of(&line.value)?;
                    let made = self.set(&line.value, &extent)?;
                    self.lets.insert(*which, extent);
                    made
                } else {
                    self.number(&line.value)?
                };
                globals.push(Global { name: line.name.clone(), kind: Kind::Made(made), most: i64::MAX });
            }
        }
        Ok(globals)
    }

    /// The numbers of a set that is made out of a range.
    fn range_of(&mut self, set: &Expr) -> Read<Extent> {
        if let ExprKind::Comprehension { clauses, .. } = &set.kind
            && let [clause] = clauses.as_slice()
            && let ExprKind::Range { .. } = clause.over.kind
        {
            let (lo, end) = self.slice(&clause.over)?;
            return Ok(Extent { lo, hi: Ex::plus(end, -1) });
        }
        self.no(set.span, "a set that is not made out of a range")
    }

    pub(super) fn vars(&mut self) -> Read<Vec<Var>> {
        let mut vars = Vec::new();
        self.measure()?;
        for (which, state) in self.rules.states.iter().enumerate() {
            let first = vars.len();
            let mut speaks = false;
            state.start.walk(&mut |part| speaks |= matches!(part.kind, ExprKind::State(_)));
            if speaks {
                return self.no(state.start.span, "a first value that speaks of another variable");
            }
            let var = match &state.domain {
                Domain::Set(of) => self.set_var(which, state, of)?,
                Domain::Grid { of, rows, columns } => self.board_var(which, state, of, [&rows.1, &columns.1])?,
                Domain::List { min, max, of } if !self.written_out(max, &state.start) => {
                    self.list_var(which, state, of, [min, max])?
                }
                Domain::List { min, max, of } => {
                    vars.extend(self.entries(state, of, [min, max])?);
                    let count = i64::try_from(vars.len() - first).expect("a list that is written out is short");
                    self.places.push((first, Some(count)));
                    continue;
                }
                domain => {
                    let Some((lo, hi)) = self.bounds(domain, state.span)? else {
                        return self.no(state.span, "a variable that is no number");
                    };
                    let (name, start, below) = (state.name.clone(), self.value(&state.start)?, is_below(domain));
                    Var { name, shape: Shape::Number, lo, hi, start, below }
                }
            };
            vars.push(var);
            self.places.push((first, None));
        }
        Ok(vars)
    }

    fn set_var(&mut self, which: usize, state: &State, of: &Domain<Expr>) -> Read<Var> {
        let Domain::Int { lo, hi } = of else {
            return self.no(state.span, "a variable that is a set of what is no number");
        };
        let of = Extent { lo: self.number(lo)?, hi: self.number(hi)? };
        let start = self.set(&state.start, &of)?;
        let (name, lo, hi) = (state.name.clone(), Ex::Int(0), of.full());
        let var = Var { name, shape: Shape::Set, lo, hi, start, below: false };
        self.extents.insert(which, of);
        Ok(var)
    }

    fn list_var(&mut self, which: usize, state: &State, of: &Domain<Expr>, [min, max]: [&Expr; 2]) -> Read<Var> {
        let Some((lo, hi)) = self.bounds_of_entries(of, state.span)? else {
            return self.no(state.span, "a variable that is a list of what is no number");
        };
        let (least, length) = (self.number(min)?, self.number(max)?);
        if least != length {
            return self.no(state.span, "a variable that is a list whose length changes");
        }
        let start = self.whole_list(&state.start, &length)?;
        self.lengths.insert(which, length);
        Ok(Var { name: state.name.clone(), shape: Shape::List, lo, hi, start, below: is_below(of) })
    }

    fn board_var(&mut self, which: usize, state: &State, of: &Domain<Expr>, sides: [&Expr; 2]) -> Read<Var> {
        let Some((lo, hi)) = self.bounds_of_entries(of, state.span)? else {
            return self.no(state.span, "a board of what is no number");
        };
        let sides = Sides { rows: self.number(sides[0])?, columns: self.number(sides[1])? };
        let start = self.first_board(&state.start, &sides)?;
        self.lengths.insert(which, sides.cells());
        self.boards.insert(which, sides);
        Ok(Var { name: state.name.clone(), shape: Shape::List, lo, hi, start, below: is_below(of) })
    }

    /// A short list as so many variables.
    fn entries(&mut self, state: &State, of: &Domain<Expr>, [min, max]: [&Expr; 2]) -> Read<Vec<Var>> {
        let (Some((lo, hi)), ExprKind::Const(Datum::Int(count)), true) =
            (self.bounds(of, state.span)?, &max.kind, min.kind_is_same(max))
        else {
            return self.no(state.span, "a variable that is a list whose length is not a plain number");
        };
        let ExprKind::List(starts) = &state.start.kind else {
            return self.no(state.span, "a variable that is a list, begun with no list written out");
        };
        if *count > LONGEST || i64::try_from(starts.len()) != Ok(*count) {
            return self.no(state.span, "a variable that is a long list");
        }
        let entry = |(at, start): (usize, &Expr)| {
            let name = format!("{}{at}", state.name);
            let (lo, hi, below) = (lo.clone(), hi.clone(), is_below(of));
            Ok(Var { name, shape: Shape::Number, lo, hi, start: self.value(start)?, below })
        };
        starts.iter().enumerate().map(entry).collect()
    }

    /// Whether a list is so short, and written out, that its entries are variables of their own.
    fn written_out(&self, max: &Expr, start: &Expr) -> bool {
        matches!((&max.kind, &start.kind), (ExprKind::Const(Datum::Int(count)), ExprKind::List(_)) if *count <= LONGEST)
    }

    /// Bounds of the entries of a list or a board: no program needs them, so that they may be what none could say.
    fn bounds_of_entries(&mut self, of: &Domain<Expr>, span: Span) -> Read<Option<(Ex, Ex)>> {
        match of {
            Domain::Int { .. } => Ok(Some(self.bounds(of, span).ok().flatten().unwrap_or((Ex::Int(0), Ex::Int(0))))),
            _ => self.bounds(of, span),
        }
    }

    /// A list to begin with: one that is given, or the same number again and again.
    fn whole_list(&mut self, list: &Expr, length: &Ex) -> Read<Ex> {
        match &list.kind {
            _ if list.ty.is_scalar() => self.filled(list, length.clone()),
            ExprKind::Param(which) => Ok(Ex::Global(*which)),
            ExprKind::Comprehension { set: false, item, clauses } => {
                let [clause] = clauses.as_slice() else { return self.no(list.span, "a list made of several ranges") };
                if clause.condition.is_some() {
                    return self.no(list.span, "a list that leaves some of a range out");
                }
                let (lo, end) = self.slice(&clause.over)?;
                let (over, count) = (self.fresh("x"), Ex::two(Op::Sub, end, lo.clone()));
                self.locals.insert(clause.slot, Ex::two(Op::Add, lo, Ex::Bound(over)));
                let item = self.value(item)?;
                Ok(self.built(over, count, item))
            }
            _ => self.no(list.span, "a variable that is a list, begun with no list that is given"),
        }
    }

    /// What numbers stand for, where rules have names: `phase: 0 cutting, 1 choosing`.
    pub(super) fn legend(&self) -> Vec<String> {
        let named = self.rules.states.iter().filter_map(|state| {
            let (mut of, mut said) = (&state.domain, Vec::new());
            if let Domain::List { of: entries, .. } | Domain::Grid { of: entries, .. } = of {
                of = entries;
            }
            if let Domain::Optional(inner) = of {
                said.push(format!("{NO_VALUE} none"));
                of = inner;
            }
            let names = match of {
                Domain::Names { list, .. } => self.rules.names[*list].names.as_slice(),
                Domain::Player => self.rules.players.as_slice(),
                _ => &[],
            };
            said.extend(names.iter().enumerate().map(|(number, name)| format!("{number} {name}")));
            if !said.is_empty() {
                return Some(format!("{}: {}", state.name, said.join(", ")));
            }
            let wide = self.width.as_ref().filter(|_| matches!(of, Domain::Cell { .. }))?;
            let wide = match wide {
                Ex::Int(number) => number.to_string(),
                Ex::Global(which) => self.rules.params.get(*which).map_or("columns", |param| &param.name).to_owned(),
                _ => "columns".to_owned(),
            };
            Some(format!("{}: row * {wide} + column", state.name))
        });
        named.collect()
    }

    /// Whether a `let` line is the set of every number that it may hold.
    pub(super) fn is_full(&self, global: usize) -> bool {
        let line = global.checked_sub(self.rules.params.len()).and_then(|at| self.rules.lets.get(at));
        line.is_some_and(|line| {
            matches!(&line.value.kind, ExprKind::Comprehension { clauses, .. }
                if clauses.iter().all(|clause| clause.condition.is_none()))
        })
    }
}

/// The greatest size of numbers, as far as it is known without parameters.
fn most(bounds: &[&Expr]) -> i64 {
    let sizes = bounds.iter().flat_map(|bound| [bound.range.lo, bound.range.hi]).map(i128::unsigned_abs);
    sizes.max().and_then(|most| i64::try_from(most).ok()).unwrap_or(i64::MAX)
}

/// Whether two bounds are the same number.
trait SameNumber {
    fn kind_is_same(&self, other: &Self) -> bool;
}

impl SameNumber for Expr {
    fn kind_is_same(&self, other: &Expr) -> bool {
        matches!((&self.kind, &other.kind), (ExprKind::Const(a), ExprKind::Const(b)) if a == b)
    }
}

/// Whether values of a domain may be below 0, as programs write them.
fn is_below(domain: &Domain<Expr>) -> bool {
    match domain {
        Domain::Int { lo, .. } => lo.range.lo < 0,
        Domain::Optional(_) => true,
        _ => false,
    }
}
