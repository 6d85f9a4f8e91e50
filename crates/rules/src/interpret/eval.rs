//! Expressions: one small function a construct. Arithmetic is checked; nothing wraps.

use super::{Env, Fault, fault};
use crate::datum::{Cell, Datum, Grid, NONE};
use crate::player::Player;
use crate::rules::{AnswerTerm, Choice, Expr, ExprKind};
use crate::source::Span;
use crate::syntax::tree::{BinaryOp, CompareOp, UnaryOp};
use crate::table::helpers::Helper;
use crate::types::Type;
use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

/// A list or set made while rules run has at most this many entries; a product goes through fewer combinations.
pub const MOST_ENTRIES: usize = 1 << 22;

/// So many entries are copied or added up in the time that one expression takes.
pub(super) const AT_ONCE: usize = 8;

impl Env<'_> {
    /// Works out an expression.
    pub(super) fn eval(&mut self, expr: &Expr) -> Result<Datum, Fault> {
        self.spend(expr.span)?;
        match &expr.kind {
            ExprKind::Const(value) => Ok(value.clone()),
            ExprKind::Param(which) => Ok(self.game.params[*which].clone()),
            ExprKind::Let(which) => Ok(self.game.lets[*which].clone()),
            ExprKind::State(which) => {
                self.reads(*which);
                Ok(self.state[*which].clone())
            }
            ExprKind::Old(which) => {
                self.reads(*which);
                Ok(self.old.map_or(&self.state[*which], |old| &old[*which]).clone())
            }
            ExprKind::Local(slot) => Ok(self.locals[*slot].clone()),
            ExprKind::Me => self.mover(expr.span, |me| me),
            ExprKind::Opponent => self.mover(expr.span, Player::other),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, expr.span),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.span),
            ExprKind::Compare(first, rest) => self.compare(first, rest),
            ExprKind::Range { lo, hi, inclusive } => self.range(lo, hi, *inclusive),
            ExprKind::If(condition, then, otherwise) => {
                if self.truth(condition)? {
                    self.eval(then)
                } else {
                    self.eval(otherwise)
                }
            }
            ExprKind::Help(helper, args) => self.help(*helper, args, expr.span),
            ExprKind::Index(base, indices) => self.index(base, indices, expr.span),
            ExprKind::Cell(row, column) => self.cell(row, column, expr.span),
            ExprKind::List(entries) => {
                Ok(Datum::list(entries.iter().map(|entry| self.eval(entry)).collect::<Result<_, _>>()?))
            }
            ExprKind::Set(members) => {
                Ok(Datum::set(members.iter().map(|member| self.eval_scalar(member)).collect::<Result<_, _>>()?))
            }
            ExprKind::Comprehension { set, item, clauses } => self.comprehension(*set, item, clauses),
            ExprKind::Bind(slot, value, body) => {
                self.locals[*slot] = self.eval(value)?;
                self.eval(body)
            }
            ExprKind::Part(kind, values) => self.part(*kind, values, expr.span),
            ExprKind::Times(count) => self.times(count),
            ExprKind::Can(moves) => self.can(moves).map(Datum::bool),
            ExprKind::Answer(term) => self.answer_term(*term, expr.span),
        }
    }

    /// Works out a number (or any scalar that is not `none`).
    pub(super) fn int(&mut self, expr: &Expr) -> Result<i64, Fault> {
        match self.eval_scalar(expr)? {
            NONE => Err(none_operand(expr.span)),
            number => Ok(number),
        }
    }

    /// Works out a scalar that may be `none`.
    pub(super) fn eval_scalar(&mut self, expr: &Expr) -> Result<i64, Fault> {
        // What is held is read where it lies, unless somebody notes it.
        if self.trace.is_none()
            && let Some(&Datum::Int(number)) = self.held(expr)
        {
            self.spend(expr.span)?;
            return Ok(number);
        }
        match self.eval(expr)? {
            Datum::Int(number) => Ok(number),
            _ => Err(fault("R08", expr.span, "a single value is needed here", "several values")),
        }
    }

    /// Works out a player.
    pub(super) fn player(&mut self, expr: &Expr) -> Result<Player, Fault> {
        let number = self.int(expr)?;
        crate::rules::Rules::player_of(number)
            .ok_or_else(|| fault("R08", expr.span, "a player is needed here", "not a player"))
    }

    fn mover(&self, span: Span, which: fn(Player) -> Player) -> Result<Datum, Fault> {
        match self.me {
            Some(me) => Ok(player_datum(which(me))),
            None => Err(fault("R08", span, "nobody is to move here", "no mover")),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, span: Span) -> Result<Datum, Fault> {
        let value = self.int(operand)?;
        match op {
            UnaryOp::Neg => {
                value.checked_neg().filter(|value| *value != NONE).map(Datum::Int).ok_or_else(|| overflow(span))
            }
            UnaryOp::Not => Ok(Datum::bool(value == 0)),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Result<Datum, Fault> {
        match op {
            BinaryOp::And => return Ok(Datum::bool(self.truth(left)? && self.truth(right)?)),
            BinaryOp::Or => return Ok(Datum::bool(self.truth(left)? || self.truth(right)?)),
            _ => {}
        }
        if are_numbers(left, right) {
            let (a, b) = (self.int(left)?, self.int(right)?);
            return arithmetic(op, a, b, span, right.span).map(Datum::Int);
        }
        match (self.eval(left)?, self.eval(right)?) {
            (Datum::Set(a), Datum::Set(b)) => {
                self.spend_many(a.len() + b.len(), span)?;
                Ok(Datum::set(combine(op, &a, &b)))
            }
            (Datum::List(a), Datum::List(b)) => {
                too_many(a.len() + b.len(), span)?;
                self.spend_many(a.len() + b.len(), span)?;
                Ok(Datum::list(a.iter().chain(b.iter()).cloned().collect()))
            }
            (Datum::Int(NONE), _) => Err(none_operand(left.span)),
            (_, Datum::Int(NONE)) => Err(none_operand(right.span)),
            (Datum::Int(a), Datum::Int(b)) if expr_is_cell(left) => {
                moved(op, a, b).map(Datum::Int).ok_or_else(|| overflow(span))
            }
            (Datum::Int(a), Datum::Int(b)) => arithmetic(op, a, b, span, right.span).map(Datum::Int),
            _ => Err(fault("R08", span, "these cannot be combined", "values of different kinds")),
        }
    }

    fn compare(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Result<Datum, Fault> {
        if let [(op, second)] = rest
            && are_numbers(first, second)
            && self.trace.is_none()
        {
            let (a, b) = (self.eval_scalar(first)?, self.eval_scalar(second)?);
            return Ok(Datum::bool(holds(*op, &Datum::Int(a), &Datum::Int(b))));
        }
        let mut left = self.eval(first)?;
        for (op, operand) in rest {
            let right = if self.trace.is_some() && rest.len() == 1 {
                self.compared(&left, *op, operand)?
            } else {
                self.eval(operand)?
            };
            if !matches!(right, Datum::Int(_) | Datum::Range(..)) {
                self.spend_many(right.count(), operand.span)?;
            }
            if !holds(*op, &left, &right) {
                return Ok(Datum::bool(false));
            }
            left = right;
        }
        Ok(Datum::bool(true))
    }

    fn range(&mut self, lo: &Expr, hi: &Expr, inclusive: bool) -> Result<Datum, Fault> {
        let (lo, hi) = (self.int(lo)?, self.int(hi)?);
        match (inclusive, hi.checked_sub(1)) {
            (true, _) => Ok(Datum::range(lo, hi)),
            (false, Some(last)) => Ok(Datum::range(lo, last)),
            (false, None) => Ok(Datum::range(1, 0)),
        }
    }

    /// An entry. What a parameter or a variable holds is looked up where it lies: boards and graphs are large.
    fn index(&mut self, base: &Expr, indices: &[Expr], span: Span) -> Result<Datum, Fault> {
        let made = if self.held(base).is_none() { Some(self.eval(base)?) } else { None };
        if made.is_none() {
            self.spend(base.span)?;
        }
        let at = self.at(indices, span)?;
        if self.trace.is_some() {
            let entry = self.held(base).and_then(|held| at.place(held));
            self.reads_entry(base, entry);
        }
        let found = made.as_ref().or_else(|| self.held(base)).map(|held| look_up(held, &at, span));
        let found = found.unwrap_or_else(|| Err(no_such_entry(span)))?;
        if let At::Slice(..) = at {
            self.spend_many(found.count() / AT_ONCE, span)?;
        }
        Ok(found)
    }

    /// What is held under a name.
    pub(super) fn held<'e>(&'e self, expr: &'e Expr) -> Option<&'e Datum> {
        match &expr.kind {
            ExprKind::Const(value) => Some(value),
            ExprKind::Param(which) => Some(&self.game.params[*which]),
            ExprKind::Let(which) => Some(&self.game.lets[*which]),
            ExprKind::State(which) => Some(&self.state[*which]),
            ExprKind::Old(which) => Some(self.old.map_or(&self.state[*which], |old| &old[*which])),
            ExprKind::Local(slot) => Some(&self.locals[*slot]),
            _ => None,
        }
    }

    fn at(&mut self, indices: &[Expr], span: Span) -> Result<At, Fault> {
        match indices {
            [row, column] => Ok(At::Cell(Cell { row: self.int(row)?, column: self.int(column)? })),
            [at] => match self.eval(at)? {
                Datum::Range(ends) => Ok(At::Slice(ends.0, ends.1)),
                Datum::Int(place) => Ok(At::One(place, at.span)),
                _ => Err(fault("R03", span, "an index is one number", "several values")),
            },
            _ => Err(no_such_entry(span)),
        }
    }

    fn cell(&mut self, row: &Expr, column: &Expr, span: Span) -> Result<Datum, Fault> {
        let cell = Cell { row: self.int(row)?, column: self.int(column)? };
        cell.pack().map(Datum::Int).ok_or_else(|| overflow(span))
    }

    fn comprehension(&mut self, set: bool, item: &Expr, clauses: &[Choice]) -> Result<Datum, Fault> {
        let mut entries = Vec::new();
        self.run(clauses, None, &mut |env| {
            too_many(entries.len(), item.span)?;
            entries.push(env.eval(item)?);
            Ok(false)
        })?;
        if !set {
            return Ok(Datum::list(entries));
        }
        let members = entries.into_iter().map(|entry| match entry {
            Datum::Int(member) => Ok(member),
            _ => Err(fault("R08", item.span, "a set holds single values", "several values")),
        });
        Ok(Datum::set(members.collect::<Result<_, _>>()?))
    }

    /// Runs over the clauses of a comprehension, innermost fastest; `each` may stop it by answering true. It does nothing where the condition `asked` fails.
    pub(super) fn run(
        &mut self,
        clauses: &[Choice],
        asked: Option<&Expr>,
        each: &mut dyn FnMut(&mut Self) -> Result<bool, Fault>,
    ) -> Result<bool, Fault> {
        let Some((clause, inner)) = clauses.split_first() else { return each(self) };
        let over = self.candidates(&clause.over)?;
        let first = clause.condition.iter().chain(asked.filter(|_| inner.is_empty()));
        let mut places = self.places(&over, clause, first);
        while let Some(place) = self.next_place(&mut places, clause.over.span)? {
            let Some(entry) = over.entry(place) else { break };
            self.spend_many(1 + over.work(), clause.over.span)?;
            self.locals[clause.slot] = entry;
            if let Some(condition) = &clause.condition
                && !self.truth(condition)?
            {
                continue;
            }
            if self.run(inner, asked, each)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `any` and `all` over a comprehension look no further than they must, as a reader of Python expects.
    pub(super) fn any_or_all(&mut self, helper: Helper, args: &[Expr]) -> Result<Option<Datum>, Fault> {
        let wanted = helper == Helper::Any;
        let [Expr { kind: ExprKind::Comprehension { set: false, item, clauses }, .. }] = args else { return Ok(None) };
        if !matches!(helper, Helper::Any | Helper::All) {
            return Ok(None);
        }
        let asked = Some(&**item).filter(|_| wanted);
        let found = self.run(clauses, asked, &mut |env| Ok(env.truth(item)? == wanted))?;
        Ok(Some(Datum::bool(found == wanted)))
    }

    fn answer_term(&self, term: AnswerTerm, span: Span) -> Result<Datum, Fault> {
        let unknown = |what: &'static str| fault("X02", span, say!("the answer has no {what}"), "not known");
        let Some(answer) = self.answer else { return Err(unknown("such thing here")) };
        match term {
            AnswerTerm::Total(player) => {
                answer.totals.map(|totals| Datum::Int(totals[player.number()])).ok_or_else(|| unknown("totals"))
            }
            AnswerTerm::Lead(player) => {
                answer.leads.map(|leads| Datum::Int(leads[player.number()])).ok_or_else(|| unknown("lead"))
            }
            AnswerTerm::Plies => Ok(Datum::Int(answer.plies.unwrap_or(NONE))),
            AnswerTerm::Positions => answer.positions.map(Datum::Int).ok_or_else(|| unknown("count of positions")),
            AnswerTerm::Nimber => answer.nimber.map(Datum::Int).ok_or_else(|| unknown("nimber")),
            AnswerTerm::Best => Ok(Datum::list(answer.best.iter().map(|mv| Datum::text(mv)).collect())),
        }
    }
}

/// A player as a datum.
pub(super) fn player_datum(player: Player) -> Datum {
    Datum::Int(i64::from(player == Player::Second))
}

/// A list or set that grows too large.
pub(super) fn too_many(entries: usize, span: Span) -> Result<(), Fault> {
    if entries < MOST_ENTRIES {
        return Ok(());
    }
    Err(fault("R09", span, say!("more than {MOST_ENTRIES} entries at once"), "too large"))
}

/// A number that leaves 64 bits.
pub(super) fn overflow(span: Span) -> Fault {
    fault("R01", span, "this number does not fit in 64 bits", "overflows here")
}

fn none_operand(operand: Span) -> Fault {
    fault("R08", operand, "`none` is not a value to work with", "this is `none` here")
}

/// Whether both are numbers, which is seen of them before they are worked out.
fn are_numbers(left: &Expr, right: &Expr) -> bool {
    matches!((&left.ty, &right.ty), (Type::Int, Type::Int))
}

fn expr_is_cell(expr: &Expr) -> bool {
    matches!(&expr.ty, Type::Cell) || matches!(&expr.ty, Type::Optional(inner) if **inner == Type::Cell)
}

/// A cell moved by a direction, or the direction between two cells.
fn moved(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    let (a, b) = (Cell::unpack(a), Cell::unpack(b));
    match op {
        BinaryOp::Sub => Cell { row: a.row - b.row, column: a.column - b.column }.pack(),
        _ => Cell { row: a.row + b.row, column: a.column + b.column }.pack(),
    }
}

/// Arithmetic on numbers.
fn arithmetic(op: BinaryOp, a: i64, b: i64, span: Span, divisor: Span) -> Result<i64, Fault> {
    if b == 0 && matches!(op, BinaryOp::Div | BinaryOp::Mod) {
        return Err(fault("R02", divisor, "this divides by zero", "0 here"));
    }
    op.of_numbers(a, b).ok_or_else(|| overflow(span))
}

fn combine(op: BinaryOp, a: &[i64], b: &[i64]) -> Vec<i64> {
    let has = |set: &[i64], member: &i64| set.binary_search(member).is_ok();
    match op {
        BinaryOp::Sub => a.iter().copied().filter(|member| !has(b, member)).collect(),
        BinaryOp::Intersect => a.iter().copied().filter(|member| has(b, member)).collect(),
        _ => a.iter().chain(b).copied().collect(),
    }
}

fn holds(op: CompareOp, left: &Datum, right: &Datum) -> bool {
    match op {
        CompareOp::Eq => same(left, right),
        CompareOp::Ne => !same(left, right),
        CompareOp::In => member(left, right),
        CompareOp::NotIn => !member(left, right),
        CompareOp::Lt => order(left, right, |order| order == Ordering::Less),
        CompareOp::Le => order(left, right, |order| order != Ordering::Greater),
        CompareOp::Gt => order(left, right, |order| order == Ordering::Greater),
        CompareOp::Ge => order(left, right, |order| order != Ordering::Less),
    }
}

/// Equality; a range equals the list of its numbers.
fn same(left: &Datum, right: &Datum) -> bool {
    match (left, right) {
        (Datum::Range(..), Datum::List(_) | Datum::Range(..)) | (Datum::List(_), Datum::Range(..)) => {
            left.count() == right.count() && left.entries().eq(right.entries())
        }
        _ => left == right,
    }
}

fn member(item: &Datum, of: &Datum) -> bool {
    match (item, of) {
        (Datum::Int(number), Datum::Range(ends)) => (ends.0..=ends.1).contains(number),
        (Datum::Int(number), Datum::Set(members)) => members.binary_search(number).is_ok(),
        (Datum::Text(part), Datum::Text(whole)) => {
            part.is_empty() || whole.windows(part.len()).any(|window| window == part.as_slice())
        }
        (item, Datum::List(entries)) => entries.contains(item),
        _ => false,
    }
}

/// Numbers by size, texts as in a dictionary (letters by their codes), sets by inclusion, records by their first values that differ. Comparing `none`
/// by size is false, as it is neither more nor less than anything.
fn order(left: &Datum, right: &Datum, wanted: impl Fn(Ordering) -> bool) -> bool {
    match (left, right) {
        (Datum::Int(NONE), _) | (_, Datum::Int(NONE)) => false,
        (Datum::Int(a), Datum::Int(b)) => wanted(a.cmp(b)),
        (Datum::Text(a), Datum::Text(b)) => wanted(a.cmp(b)),
        (Datum::Set(a), Datum::Set(b)) => {
            let inside = |a: &[i64], b: &[i64]| a.iter().all(|member| b.binary_search(member).is_ok());
            match (inside(a, b), inside(b, a)) {
                (true, true) => wanted(Ordering::Equal),
                (true, false) => wanted(Ordering::Less),
                (false, true) => wanted(Ordering::Greater),
                (false, false) => false,
            }
        }
        (Datum::List(a), Datum::List(b)) => wanted(a.cmp(b)),
        _ => false,
    }
}

/// Where to look in a list, board, text or graph.
enum At {
    /// One place (or a packed cell), and where it is written.
    One(i64, Span),
    /// A row and a column.
    Cell(Cell),
    /// All places from the first to the second.
    Slice(i64, i64),
}

impl At {
    /// The place in what is looked up, if it is one, and there.
    fn place(&self, held: &Datum) -> Option<usize> {
        match (held, self) {
            (_, At::One(NONE, _)) => None,
            (Datum::Grid(grid), At::One(packed, _)) => grid.place(Cell::unpack(*packed)),
            (Datum::Grid(grid), At::Cell(cell)) => grid.place(*cell),
            (Datum::List(entries), At::One(place, _)) => {
                usize::try_from(*place).ok().filter(|place| *place < entries.len())
            }
            _ => None,
        }
    }
}

fn look_up(held: &Datum, at: &At, span: Span) -> Result<Datum, Fault> {
    match (held, at) {
        (Datum::Grid(_), At::One(NONE, written)) => Err(none_operand(*written)),
        (Datum::Grid(grid), At::One(packed, _)) => on_board(grid, Cell::unpack(*packed), span),
        (Datum::Grid(grid), At::Cell(cell)) => on_board(grid, *cell, span),
        (Datum::Grid(_), At::Slice(..)) | (_, At::Cell(_)) => Err(no_such_entry(span)),
        (_, At::One(place, _)) => entry(held, *place, span),
        (_, At::Slice(lo, hi)) => slice(held, *lo, *hi, span),
    }
}

fn on_board(grid: &Grid, cell: Cell, span: Span) -> Result<Datum, Fault> {
    let place = grid.place(cell).ok_or_else(|| off_board(cell, grid.rows, grid.columns, span))?;
    Ok(Datum::Int(grid.cells[place]))
}

fn no_such_entry(span: Span) -> Fault {
    fault("R03", span, "this has no such entry", "wrong number of indices")
}

fn off_board(cell: Cell, rows: i64, columns: i64, span: Span) -> Fault {
    let message = say!("the cell ({},{}) is not on the board of {rows} by {columns}", cell.row, cell.column);
    fault("R03", span, message, "looked up here")
}

/// The entry of a list, text or graph.
fn entry(held: &Datum, place: i64, span: Span) -> Result<Datum, Fault> {
    usize::try_from(place).ok().and_then(|place| held.entry(place)).ok_or_else(|| {
        let count = held.count();
        let inside = if count == 0 { "it is empty".into() } else { say!("entries are counted 0 to {}", count - 1) };
        let message = say!("there is no entry {place}: {inside}");
        fault("R03", span, message, "looked up here")
    })
}

/// `xs[a ..< b]`; unlike in Python both ends must lie in the list.
fn slice(held: &Datum, lo: i64, hi: i64, span: Span) -> Result<Datum, Fault> {
    let places = slice_places(held, lo, hi, span)?;
    Ok(match held {
        Datum::List(entries) => Datum::list(entries[places].to_vec()),
        Datum::Text(letters) => Datum::Text(Arc::new(letters[places].to_vec())),
        _ => Datum::list(Vec::new()),
    })
}

/// Where a slice of a list or text lies in it.
pub(super) fn slice_places(held: &Datum, lo: i64, hi: i64, span: Span) -> Result<Range<usize>, Fault> {
    if hi < lo {
        return Ok(0..0);
    }
    let sliced = matches!(held, Datum::List(_) | Datum::Text(_));
    match (usize::try_from(lo), usize::try_from(hi)) {
        (Ok(lo), Ok(hi)) if sliced && hi < held.count() => Ok(lo..hi + 1),
        _ => {
            let message = say!("the slice from {lo} to {hi} leaves the list of {} entries", held.count());
            Err(fault("R03", span, message, "sliced here"))
        }
    }
}
