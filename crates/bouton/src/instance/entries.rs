//! Moves that change each entry by itself: what becomes of an entry depends on what it was and on nothing else, shown by running each choice once
//! with a table of its values in place of each entry. Found so: that every move lowers what it touches, so that play ends; and Chomp.

use super::Instance;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::{Choice, Expr, ExprKind, Move, Outcome, Place, Root, Stmt, StmtKind};
use bouton_rules::syntax::tree::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::table::helpers::Helper;
use bouton_rules::types::Domain;
use std::collections::HashMap;
use std::rc::Rc;

/// Values of tables worked out before it is given up.
const MOST_WORK: usize = 4_000_000;
/// What a statement or an entry that is written out counts for.
const WRITTEN_OUT: usize = 32;

/// What an expression is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// A number whatever the position.
    Known(i64),
    /// It depends on this entry alone: what it is worth for each of its values, rising.
    Of(usize, Rc<Vec<i64>>),
    /// Entries of a list, or of a board by rows with so many columns.
    Many(Vec<Worth>, usize),
}

/// One way to make a move.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// What must hold: of an entry, for each of its values.
    pub(super) legal: Vec<(usize, Rc<Vec<i64>>)>,
    /// What becomes of the entries.
    pub(super) next: Vec<Worth>,
    /// Ends on the way, asked after the changes: when, and what they say.
    pub(super) ends: Vec<(Worth, Outcome)>,
    /// Whether all that is asked for could be followed; if not, the move may be legal more seldom, and end play more often.
    pub(super) exact: bool,
}

/// The entries of a position, and every way to move.
pub(super) struct Written {
    /// The least and the largest value of each entry.
    pub(super) bounds: Vec<(i64, i64)>,
    pub(super) ways: Vec<Way>,
}

/// Every move written out, entry by entry; nothing where an entry bears on another.
pub(super) fn write_out(game: &Instance) -> Option<Written> {
    game.rules().normalise.is_empty().then_some(())?;
    let (bounds, roots) = entries(game)?;
    let mut writer = Writer { asked: game.asked_beforehand(), bounds, roots, ways: Vec::new(), work: 0 };
    for mv in &game.rules().moves {
        writer.choose(mv, 0, &Run::start(&writer))?;
    }
    Some(Written { bounds: writer.bounds, ways: writer.ways })
}

/// What a condition is worth at a position, entry by entry.
pub(super) fn at_rest(game: &Instance, condition: &Expr) -> Option<Worth> {
    let (bounds, roots) = entries(game)?;
    let mut writer = Writer { asked: game.asked_beforehand(), bounds, roots, ways: Vec::new(), work: 0 };
    let run = Run::start(&writer);
    writer.worth(condition, &run)
}

/// Whether every move lowers some entry and raises none, or the other way about: then play ends.
pub(super) fn play_ends(game: &Instance) -> bool {
    let Some(written) = write_out(game) else { return false };
    let one_way = |up: bool| written.ways.iter().all(|way| falls(way, &written.bounds, up));
    one_way(false) || one_way(true)
}

/// Whether a way lowers an entry and raises none; `up`: the other way about.
fn falls(way: &Way, bounds: &[(i64, i64)], up: bool) -> bool {
    let mut strictly = false;
    for (entry, next) in way.next.iter().enumerate() {
        let legal = |place: usize| way.legal.iter().all(|(of, holds)| *of != entry || holds[place] != 0);
        let (least, most) = bounds[entry];
        let (mut never_rises, mut always_falls) = (true, true);
        for (place, value) in (least..=most).enumerate().filter(|(place, _)| legal(*place)) {
            let after = match next {
                Worth::Known(after) => *after,
                Worth::Of(of, table) if *of == entry => table[place],
                _ => return false,
            };
            let change = if up { value.cmp(&after) } else { after.cmp(&value) };
            never_rises &= change.is_le();
            always_falls &= change.is_lt();
        }
        if !never_rises {
            return false;
        }
        strictly |= always_falls;
    }
    strictly
}

/// The bounds of every entry, and the shape of every state variable: where its entries begin, how many there are, and its columns.
type Entries = (Vec<(i64, i64)>, Vec<(usize, Option<(usize, usize)>)>);

fn entries(game: &Instance) -> Option<Entries> {
    let (mut bounds, mut roots) = (Vec::new(), Vec::new());
    let scalar = |domain: &Domain<i64>| match domain {
        Domain::Int { lo, hi } if hi.checked_sub(*lo)? < 100_000 => Some((*lo, *hi)),
        Domain::Bool => Some((0, 1)),
        Domain::Node { nodes } if (1..100_000).contains(nodes) => Some((0, nodes - 1)),
        _ => None,
    };
    for domain in game.interpreter.domains() {
        let first = bounds.len();
        let (of, shape) = match domain {
            Domain::List { min, max, of } if min == max => (&**of, Some((usize::try_from(*max).ok()?, 0))),
            Domain::Grid { rows, columns, of } if rows.0 == rows.1 && columns.0 == columns.1 => {
                let columns = usize::try_from(columns.0).ok()?;
                (&**of, Some((usize::try_from(rows.0).ok()?.checked_mul(columns)?, columns)))
            }
            single => (single, None),
        };
        let count = shape.map_or(1, |(count, _)| count);
        (count <= 1_000).then_some(())?;
        bounds.extend(std::iter::repeat_n(scalar(of)?, count));
        roots.push((first, shape));
    }
    Some((bounds, roots))
}

struct Writer {
    asked: Interpreter,
    bounds: Vec<(i64, i64)>,
    roots: Vec<(usize, Option<(usize, usize)>)>,
    ways: Vec<Way>,
    work: usize,
}

/// A way as far as it has come.
#[derive(Clone)]
struct Run {
    way: Way,
    locals: HashMap<usize, Worth>,
}

impl Run {
    fn start(writer: &Writer) -> Run {
        let itself = |(entry, (lo, hi)): (usize, &(i64, i64))| Worth::Of(entry, Rc::new((*lo..=*hi).collect()));
        let next = writer.bounds.iter().enumerate().map(itself).collect();
        Run { way: Way { legal: Vec::new(), next, ends: Vec::new(), exact: true }, locals: HashMap::new() }
    }
}

impl Writer {
    /// Every choice from here on.
    fn choose(&mut self, mv: &Move, at: usize, run: &Run) -> Option<()> {
        let Some(choice) = mv.choices.get(at) else {
            let mut run = run.clone();
            run.way.exact &= mv.by.is_none();
            if self.block(&mv.body, &mut run)? {
                self.ways.push(run.way);
            }
            return Some(());
        };
        for (value, condition) in self.offered(choice, run)? {
            self.works(WRITTEN_OUT + run.way.next.len())?;
            let mut run = run.clone();
            run.locals.insert(choice.slot, Worth::Known(value));
            let offered = condition.is_none_or(|condition| self.ask(Some(condition), &mut run));
            let asked = choice.condition.as_ref().is_none_or(|condition| {
                let found = self.worth(condition, &run);
                self.ask(found, &mut run)
            });
            if offered && asked {
                self.choose(mv, at + 1, &run)?;
            }
        }
        Some(())
    }

    /// What may be chosen, each with the condition for it to be offered.
    fn offered(&mut self, choice: &Choice, run: &Run) -> Option<Vec<(i64, Option<Worth>)>> {
        let ExprKind::Range { lo, hi, inclusive } = &choice.over.kind else {
            let listed = self.fixed(&choice.over, run)?;
            let single = |entry| if let Datum::Int(number) = entry { Some((number, None)) } else { None };
            return listed.entries().map(single).collect();
        };
        let (lo, hi) = (self.worth(lo, run)?, self.worth(hi, run)?);
        let less = i64::from(!inclusive);
        let (first, last) = (least(&lo)?, most(&hi)?.checked_sub(less)?);
        let mut offered = Vec::new();
        for value in first..=last {
            let above = self.pair(&lo, &Worth::Known(value), |a, b| Some(i64::from(a <= b)))?;
            let below = self.pair(&Worth::Known(value), &hi, |a, b| Some(i64::from(a <= b.checked_sub(less)?)))?;
            let inside = self.pair(&above, &below, |a, b| Some(i64::from(a != 0 && b != 0)))?;
            offered.push((value, Some(inside)));
        }
        Some(offered)
    }

    /// Notes that this must hold; false where it never does.
    fn ask(&mut self, condition: Option<Worth>, run: &mut Run) -> bool {
        match condition {
            Some(Worth::Known(holds)) => return holds != 0,
            Some(Worth::Of(entry, table)) => {
                let never = table.iter().all(|holds| *holds == 0);
                run.way.legal.push((entry, table));
                return !never;
            }
            Some(Worth::Many(..)) | None => run.way.exact = false,
        }
        true
    }

    /// Runs statements; false where they cannot be legal.
    fn block(&mut self, stmts: &[Stmt], run: &mut Run) -> Option<bool> {
        for stmt in stmts {
            if !self.step(stmt, run)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn step(&mut self, stmt: &Stmt, run: &mut Run) -> Option<bool> {
        self.works(WRITTEN_OUT)?;
        match &stmt.kind {
            StmtKind::When(condition) => {
                let found = self.worth(condition, run);
                return Some(self.ask(found, run));
            }
            StmtKind::Local(slot, value) => {
                let value = self.worth(value, run)?;
                run.locals.insert(*slot, value);
            }
            StmtKind::Assign(pairs) => self.assign(pairs, run)?,
            StmtKind::For(slot, over, body) => {
                for entry in self.fixed(over, run)?.entries() {
                    self.works(WRITTEN_OUT)?;
                    let Datum::Int(value) = entry else { return None };
                    run.locals.insert(*slot, Worth::Known(value));
                    if !self.block(body, run)? {
                        return Some(false);
                    }
                }
            }
            StmtKind::If(condition, then, otherwise) => return self.branch(condition, then, otherwise, run),
            StmtKind::End(condition, outcome) => {
                let when = match condition {
                    Some(condition) => self.worth(condition, run),
                    None => Some(Worth::Known(1)),
                };
                match (when, outcome) {
                    (Some(Worth::Known(0)), _) => {}
                    (Some(when), Some(outcome)) => run.way.ends.push((when, outcome.clone())),
                    _ => run.way.exact = false,
                }
            }
            StmtKind::Gain(..) | StmtKind::Again | StmtKind::Turn(_) => run.way.exact = false,
            StmtKind::Break => return None,
        }
        Some(true)
    }

    /// One block or the other: where an entry decides, what becomes of each entry follows from its own value.
    fn branch(&mut self, condition: &Expr, then: &[Stmt], otherwise: &[Stmt], run: &mut Run) -> Option<bool> {
        let (entry, table) = match self.worth(condition, run)? {
            Worth::Known(holds) => return self.block(if holds != 0 { then } else { otherwise }, run),
            Worth::Of(entry, table) => (entry, table),
            Worth::Many(..) => return None,
        };
        self.works(2 * (run.locals.len() + run.way.next.len()))?;
        let (mut one, mut other) = (run.clone(), run.clone());
        (self.block(then, &mut one)? && self.block(otherwise, &mut other)?).then_some(())?;
        // What is asked for or ends inside a block would need the condition with it.
        let asked = |way: &Way| way.legal.len() + way.ends.len();
        let inside = asked(&one.way) + asked(&other.way) > 2 * asked(&run.way);
        run.way.exact &= !inside && one.way.exact && other.way.exact;
        let chosen = Worth::Of(entry, table);
        for (place, (yes, no)) in one.way.next.iter().zip(&other.way.next).enumerate() {
            run.way.next[place] = self.select(&chosen, yes, no)?;
        }
        let mut locals = HashMap::new();
        for (slot, before) in &run.locals {
            let (yes, no) = (one.locals.get(slot).unwrap_or(before), other.locals.get(slot).unwrap_or(before));
            locals.insert(*slot, self.select(&chosen, yes, no)?);
        }
        run.locals = locals;
        Some(true)
    }

    fn select(&mut self, condition: &Worth, yes: &Worth, no: &Worth) -> Option<Worth> {
        if yes == no {
            return Some(yes.clone());
        }
        let taken = self.pair(condition, yes, |holds, value| Some(if holds != 0 { value } else { 0 }))?;
        let left = self.pair(condition, no, |holds, value| Some(if holds != 0 { 0 } else { value }))?;
        self.pair(&taken, &left, i64::checked_add)
    }

    fn assign(&mut self, pairs: &[(Place, Expr)], run: &mut Run) -> Option<()> {
        let mut values = Vec::new();
        for (place, value) in pairs {
            values.push((self.place(place, run)?, self.worth(value, run)?));
        }
        for (place, value) in values {
            match (place, value) {
                (To::Local(slot), value) => drop(run.locals.insert(slot, value)),
                (To::Entries(first, 1, true), value) if !matches!(value, Worth::Many(..)) => {
                    run.way.next[first] = value;
                }
                (To::Entries(first, count, false), Worth::Many(values, _)) if values.len() == count => {
                    run.way.next[first..first + count].clone_from_slice(&values);
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn place(&mut self, place: &Place, run: &Run) -> Option<To> {
        let at = match place.root {
            Root::Local(slot) => return place.path.is_empty().then_some(To::Local(slot)),
            Root::State(at) => at,
        };
        let (first, shape) = self.roots[at];
        match (shape, place.path.as_slice()) {
            (None, []) => Some(To::Entries(first, 1, true)),
            (Some((count, _)), []) => Some(To::Entries(first, count, false)),
            (Some((count, columns)), [index]) => {
                let at = self.index(index, count, columns, run)?;
                Some(To::Entries(first + at, 1, true))
            }
            _ => None,
        }
    }

    fn index(&mut self, index: &[Expr], count: usize, columns: usize, run: &Run) -> Option<usize> {
        let mut numbers = Vec::new();
        for part in index {
            let Worth::Known(number) = self.worth(part, run)? else { return None };
            numbers.push(usize::try_from(number).ok()?);
        }
        let at = match (numbers.as_slice(), columns) {
            ([at], 0) => *at,
            ([row, column], 1..) if *column < columns => row.checked_mul(columns)?.checked_add(*column)?,
            _ => return None,
        };
        (at < count).then_some(at)
    }

    /// A value that speaks of no entry.
    fn fixed(&self, expr: &Expr, run: &Run) -> Option<Datum> {
        let known = |(slot, worth): (&usize, &Worth)| {
            if let Worth::Known(value) = worth { Some((*slot, *value)) } else { None }
        };
        let locals: Vec<(usize, i64)> = run.locals.iter().filter_map(known).collect();
        self.asked.fixed(expr, &locals).filter(|found| found.count() <= MOST_WORK)
    }

    fn worth(&mut self, expr: &Expr, run: &Run) -> Option<Worth> {
        match &expr.kind {
            ExprKind::Const(Datum::Int(value)) => Some(Worth::Known(*value)),
            ExprKind::State(at) => Some(self.variable(*at, &run.way.next)),
            ExprKind::Old(at) => Some(self.variable(*at, &Run::start(self).way.next)),
            ExprKind::Local(slot) => run.locals.get(slot).cloned(),
            ExprKind::Unary(op, operand) => {
                let operand = self.worth(operand, run)?;
                let op = *op;
                self.pair(&operand, &Worth::Known(0), move |a, _| match op {
                    UnaryOp::Neg => a.checked_neg(),
                    UnaryOp::Not => Some(i64::from(a == 0)),
                })
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, other) => {
                let one = self.worth(one, run)?;
                match (&one, op) {
                    (Worth::Known(0), BinaryOp::And) | (Worth::Known(1), BinaryOp::Or) => Some(one),
                    _ => {
                        let (other, both) = (self.worth(other, run)?, *op == BinaryOp::And);
                        self.pair(&one, &other, move |a, b| {
                            Some(i64::from(if both { a != 0 && b != 0 } else { a != 0 || b != 0 }))
                        })
                    }
                }
            }
            ExprKind::Binary(op, one, other) => {
                let (one, other, op) = (self.worth(one, run)?, self.worth(other, run)?, *op);
                let found = self.pair(&one, &other, move |a, b| match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    _ => None,
                });
                found.or_else(|| self.known(expr, run))
            }
            ExprKind::Compare(first, rest) => self.compare(first, rest, run),
            ExprKind::If(condition, then, otherwise) => match self.worth(condition, run)? {
                Worth::Known(holds) => self.worth(if holds != 0 { then } else { otherwise }, run),
                condition => {
                    let (yes, no) = (self.worth(then, run)?, self.worth(otherwise, run)?);
                    self.select(&condition, &yes, &no)
                }
            },
            ExprKind::Help(helper, args) => self.help(*helper, args, run).or_else(|| self.known(expr, run)),
            ExprKind::Index(of, index) => match self.worth(of, run) {
                Some(Worth::Many(entries, columns)) => {
                    let at = self.index(index, entries.len(), columns, run)?;
                    entries.get(at).cloned()
                }
                _ => self.known(expr, run),
            },
            ExprKind::List(entries) => {
                let entries = entries.iter().map(|entry| self.worth(entry, run)).collect::<Option<_>>()?;
                Some(Worth::Many(entries, 0))
            }
            ExprKind::Comprehension { set: false, item, clauses } => match clauses.as_slice() {
                [clause] => Some(Worth::Many(self.each(item, clause, run)?, 0)),
                _ => self.known(expr, run),
            },
            ExprKind::Bind(slot, value, body) => {
                let mut inner = run.clone();
                inner.locals.insert(*slot, self.worth(value, run)?);
                self.worth(body, &inner)
            }
            _ => self.known(expr, run),
        }
    }

    fn known(&self, expr: &Expr, run: &Run) -> Option<Worth> {
        if let Datum::Int(value) = self.fixed(expr, run)? { Some(Worth::Known(value)) } else { None }
    }

    fn variable(&self, at: usize, entries: &[Worth]) -> Worth {
        match self.roots[at] {
            (first, None) => entries[first].clone(),
            (first, Some((count, columns))) => Worth::Many(entries[first..first + count].to_vec(), columns),
        }
    }

    fn each(&mut self, item: &Expr, clause: &Choice, run: &Run) -> Option<Vec<Worth>> {
        let mut found = Vec::new();
        for entry in self.fixed(&clause.over, run)?.entries() {
            self.works(WRITTEN_OUT + run.locals.len() + run.way.next.len())?;
            let Datum::Int(value) = entry else { return None };
            let mut inner = run.clone();
            inner.locals.insert(clause.slot, Worth::Known(value));
            let taken = match &clause.condition {
                None => true,
                Some(condition) => match self.worth(condition, &inner)? {
                    Worth::Known(holds) => holds != 0,
                    _ => return None,
                },
            };
            if taken {
                found.push(self.worth(item, &inner)?);
            }
        }
        Some(found)
    }

    fn help(&mut self, helper: Helper, args: &[Expr], run: &Run) -> Option<Worth> {
        let mut values = match args {
            [single] => match self.worth(single, run)? {
                Worth::Many(values, _) => values,
                value if helper == Helper::Abs => vec![value],
                _ => return None,
            },
            several => several.iter().map(|arg| self.worth(arg, run)).collect::<Option<_>>()?,
        }
        .into_iter();
        let (first, join): (_, fn(i64, i64) -> Option<i64>) = match helper {
            Helper::Min => (values.next()?, |a, b| Some(a.min(b))),
            Helper::Max => (values.next()?, |a, b| Some(a.max(b))),
            Helper::Sum => (Worth::Known(0), i64::checked_add),
            Helper::All => (Worth::Known(1), |a, b| Some(i64::from(a != 0 && b != 0))),
            Helper::Any => (Worth::Known(0), |a, b| Some(i64::from(a != 0 || b != 0))),
            Helper::Abs => {
                let value = values.next()?;
                return self.pair(&value, &Worth::Known(0), |a, _| a.checked_abs());
            }
            _ => return None,
        };
        values.try_fold(first, |sum, value| self.pair(&sum, &value, join))
    }

    fn compare(&mut self, first: &Expr, rest: &[(CompareOp, Expr)], run: &Run) -> Option<Worth> {
        let (mut left, mut all) = (self.worth(first, run)?, Worth::Known(1));
        for (op, right) in rest {
            let right = self.worth(right, run)?;
            let op = *op;
            let holds = self.pair(&left, &right, move |a, b| op.holds(a, b).map(i64::from))?;
            all = self.pair(&all, &holds, |a, b| Some(i64::from(a != 0 && b != 0)))?;
            left = right;
        }
        Some(all)
    }

    /// Counts work; nothing where it is too much.
    fn works(&mut self, more: usize) -> Option<()> {
        self.work += more;
        (self.work <= MOST_WORK).then_some(())
    }

    /// Something of two values, for each value of the one entry that they depend on.
    fn pair(&mut self, one: &Worth, other: &Worth, of: impl Fn(i64, i64) -> Option<i64>) -> Option<Worth> {
        let table = |entry: usize, values: Option<Vec<i64>>| values.map(|values| Worth::Of(entry, Rc::new(values)));
        self.works(match (one, other) {
            (Worth::Of(_, table), _) | (_, Worth::Of(_, table)) => table.len(),
            _ => 1,
        })?;
        match (one, other) {
            (Worth::Known(a), Worth::Known(b)) => of(*a, *b).map(Worth::Known),
            (Worth::Of(entry, values), Worth::Known(b)) => table(*entry, values.iter().map(|a| of(*a, *b)).collect()),
            (Worth::Known(a), Worth::Of(entry, values)) => table(*entry, values.iter().map(|b| of(*a, *b)).collect()),
            (Worth::Of(entry, left), Worth::Of(also, right)) if entry == also => {
                table(*entry, left.iter().zip(&**right).map(|(a, b)| of(*a, *b)).collect())
            }
            _ => None,
        }
    }
}

/// Where something is put: a local, or entries from a place on, one of them or all of a list.
enum To {
    Local(usize),
    Entries(usize, usize, bool),
}

fn least(worth: &Worth) -> Option<i64> {
    match worth {
        Worth::Known(value) => Some(*value),
        Worth::Of(_, table) => table.iter().copied().min(),
        Worth::Many(..) => None,
    }
}

fn most(worth: &Worth) -> Option<i64> {
    match worth {
        Worth::Known(value) => Some(*value),
        Worth::Of(_, table) => table.iter().copied().max(),
        Worth::Many(..) => None,
    }
}
