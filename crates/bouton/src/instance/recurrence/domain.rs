//! Closed forms as a domain of abstract values.

use super::cells::{inside, known, same};
use super::values::{Value, is_number};
use super::{Closed, Effects, LONGEST_LIST, NO_ENTRY, NO_FORM, Opaque, Reader, bounds, fits, opaque};
use crate::domain::{Decided, Domain, Known, Operand, Run, value};
use crate::recurrence::{Amount, Linear};
use bouton_rules::Span;
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Expr, ExprKind, Outcome, Place, Stmt, StmtKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::types::Type;

impl Domain for Reader<'_> {
    type Value = Value;
    type Effects = Effects;
    type Why = Opaque;

    fn unknown(&self, span: Span) -> Opaque {
        let Err(why) = self.no_form::<()>(span) else { return Opaque { why: NO_FORM.into(), span } };
        why
    }

    fn whole(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Known<Self>> {
        match &expr.kind {
            ExprKind::Help(Helper::Cells, args) => self.board(args.first()?).map(|board| Ok(Value::Board(board))),
            ExprKind::If(condition, ..) if !self.is_known(expr) => self.chosen_by(condition, expr, run).map(Ok),
            _ if !self.is_known(expr) => None,
            _ if matches!(expr.ty, Type::Set(_)) => self.known_set(expr).map(Ok),
            _ if matches!(expr.ty, Type::List(_)) => self.known_list(expr).map(Ok),
            _ if expr.ty == Type::Bool => Some(self.fixed(expr).map(|found| Value::truth(found != 0))),
            _ => Some(self.scalar(expr).map(|found| known(&expr.ty, found))),
        }
    }

    fn rescued(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        self.function(expr, run).or_else(|| self.retried(expr, run))
    }

    fn other(&mut self, expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let found = match &expr.kind {
            ExprKind::Cell(row, column) => Some(Value::cell(value(self, row, run)?, value(self, column, run)?)),
            ExprKind::List(entries) => {
                let entries = entries.iter().map(|entry| value(self, entry, run));
                Some(Value::Many(entries.collect::<Known<Self, _>>()?))
            }
            ExprKind::Me => self.mover(),
            ExprKind::Opponent => self.mover().and_then(|mover| Value::number(1).plus(&mover, -1)),
            _ => self.picked(expr, run).or_else(|| self.written_set(expr, run)),
        };
        found.map_or_else(|| self.no_form(expr.span), Ok)
    }

    fn number(&mut self, number: i64) -> Value {
        Value::number(number)
    }

    fn unary(&mut self, op: UnaryOp, operand: Value, expr: &Expr) -> Known<Self> {
        match op {
            UnaryOp::Not => operand.negated().map_or_else(|| self.no_form(expr.span), Ok),
            UnaryOp::Neg if operand.as_form().is_none() && !matches!(operand, Value::One(_)) => self.no_form(expr.span),
            UnaryOp::Neg => fits(operand.times(-1), expr.span),
        }
    }

    fn binary(&mut self, op: BinaryOp, (one, other): (Value, Value), expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        if let Some(set) = one.merged(&other, op) {
            return Ok(set);
        }
        let divided = || Some([one.as_linear()?.clone(), other.as_linear()?.clone()]);
        let found = match op {
            BinaryOp::And | BinaryOp::Or => one.joined(&other, op == BinaryOp::And),
            BinaryOp::Add => one.plus(&other, 1).or_else(|| self.changed(&one, &other, 1)),
            BinaryOp::Sub => one.plus(&other, -1).or_else(|| self.changed(&one, &other, -1)),
            BinaryOp::Union => self.changed(&one, &other, 1),
            BinaryOp::Mul => self.product(&one, &other),
            BinaryOp::Mod | BinaryOp::Div => {
                self.division = Some(expr.span);
                let divided = divided().filter(|[_, by]| self.divides_safely(by, run));
                divided.map(if op == BinaryOp::Mod { Value::Remainder } else { Value::Quotient })
            }
            BinaryOp::Intersect | BinaryOp::Xor => None,
        };
        let found = found.filter(|found| self.is_worked_out(found, expr, run));
        found.map_or_else(|| self.no_form(expr.span), Ok)
    }

    fn compare(&mut self, op: CompareOp, left: Operand<Self>, right: Operand<Self>) -> Known<Self> {
        let told = self.compared_widely(op, left.0, right.0).or_else(|| Value::compared_sets(op, left.0, right.0));
        if let Some(found) = told {
            return Ok(found);
        }
        let found = match (left.0, right.0) {
            (Value::Cell(one), Value::Cell(other)) => same(one, other),
            (Value::Cell(cell), Value::Board(board)) => inside(cell, *board),
            (one @ Value::Ways(_), other @ Value::Ways(_)) => one.alike(other, op),
            (one, other) if left.1.ty.may_be_none() || right.1.ty.may_be_none() => Value::compared(op, one, other),
            _ if !are_alike(&left.1.ty, &right.1.ty) => return self.no_form(left.1.span),
            (one, other) => Value::compared(op, one, other),
        };
        let opposite = !matches!(left.0, Value::Cell(_)) || matches!(op, CompareOp::Eq | CompareOp::In);
        let found = if opposite { found } else { found.and_then(|found| found.negated()) };
        found.map_or_else(|| self.no_form(right.1.span), Ok)
    }

    fn holds(&self, condition: &Value) -> Option<bool> {
        condition.decided()
    }

    fn decide(&mut self, condition: &Expr, run: &mut Run<Self>) -> Known<Self, Decided<Value>> {
        let found = value(self, condition, run)?;
        let found = self.told(found, condition, run);
        if let Some(holds) = self.holds(&found) {
            return Ok(Decided::Known(holds));
        }
        let way = if self.wide.is_none() { self.fork(&found, condition.span, run)? } else { None };
        Ok(way.map_or(Decided::Open(found), Decided::Known))
    }

    fn choose(&mut self, condition: &Value, yes: Value, no: Value, span: Span) -> Known<Self> {
        condition.greater(&yes, &no).map_or_else(|| self.no_form(span), Ok)
    }

    fn helper(&mut self, helper: Helper, args: &[Expr], expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        match (helper, args) {
            (Helper::Min | Helper::Max, _) => self.extreme(helper == Helper::Max, args, expr, run),
            (Helper::Sum | Helper::Len, [over]) if self.wide.is_some() => {
                let total = self.total(helper, over, run);
                total.map_or_else(|| self.no_form(expr.span), Ok)
            }
            (Helper::Sum | Helper::Len, [over]) if let Some(found) = self.counted(helper, over, run)? => Ok(found),
            (Helper::All | Helper::Any | Helper::Count, [over])
                if let Some(found) = self.of_each(helper, over, run)? =>
            {
                Ok(found)
            }
            (Helper::Sum, [over]) if matches!(over.kind, ExprKind::State(_) | ExprKind::Old(_)) => {
                let Value::Many(entries) = value(self, over, run)? else { return self.no_form(expr.span) };
                let sum = entries.iter().try_fold(Value::number(0), |sum, entry| sum.plus(entry, 1));
                sum.map_or_else(|| self.no_form(expr.span), Ok)
            }
            (Helper::Sum, [over]) => self.sum(over, run).map(Value::One),
            (Helper::Divides, [divisor, number]) if self.wide.is_none() => {
                let (divisor, of) = (self.linear(divisor, run)?, self.linear(number, run)?);
                let positive = divisor.range(&run.effects.mv.bounds(&bounds(&self.variables))).0 >= 1;
                if positive { Ok(Value::Divides([of, divisor], true)) } else { self.no_form(expr.span) }
            }
            (Helper::Gcd, [_, _]) if self.wide.is_none() => {
                args.iter().map(|arg| self.linear(arg, run)).collect::<Closed<_>>().map(Value::Gcd)
            }
            (Helper::RowOf | Helper::ColOf, [cell]) => match value(self, cell, run)? {
                Value::Cell(sides) => Ok(sides[usize::from(helper == Helper::ColOf)].clone()),
                _ => self.no_form(expr.span),
            },
            _ => self.no_form(expr.span),
        }
    }

    fn entry(&mut self, base: &Expr, indices: &[Expr], expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        if !matches!(base.kind, ExprKind::State(_) | ExprKind::Old(_)) {
            let found = self.known_entry(base, indices, expr, run)?;
            return Ok(self.settled_sums(&found).map_or(Value::One(found), Value::number));
        }
        let (Value::Many(entries), [index]) = (value(self, base, run)?, indices) else {
            return self.no_form(expr.span);
        };
        let at = self.linear(index, run)?.as_number().and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| entries.get(at).cloned()).map_or_else(|| self.no_form(expr.span), Ok)
    }

    fn entries(&mut self, over: &Expr, _: &mut Run<Self>) -> Known<Self, Vec<i64>> {
        opaque(over.span, "a loop")
    }

    /// `for k in a..b { total += xs[k] }` is the sum of a stretch of the list.
    fn whole_loop(&mut self, parts: (usize, &Expr, &[Stmt]), run: &mut Run<Self>) -> Option<Closed<()>> {
        let (total, added) = self.added_up(parts, run)?;
        Some(added.and_then(|added| {
            let before = run.locals.get(total).map_or_else(|| self.no_form(parts.1.span), |value| Ok(value.clone()))?;
            run.locals.insert(total, fits(before.plus(&Value::One(added), 1), parts.1.span)?);
            Ok(())
        }))
    }

    fn entry_at(&mut self, _: usize, place: &Place, run: &mut Run<Self>) -> Known<Self, Option<usize>> {
        match place.path.as_slice() {
            [] => Ok(None),
            [index] if index.len() == 1 => {
                let at = self.linear(&index[0], run)?.as_number().and_then(|at| usize::try_from(at).ok());
                at.map_or_else(|| opaque(place.span, NO_ENTRY), |at| Ok(Some(at)))
            }
            _ => opaque(place.span, NO_FORM),
        }
    }

    fn kept(&mut self, which: usize, put: &Expr, value: Value, run: &mut Run<Self>) -> Known<Self> {
        let value = self.told(value, put, run);
        let value = self.held(value, put.span, run)?;
        self.held_set(value, which, put, run)
    }

    fn put(
        &mut self,
        (which, at): (usize, Option<usize>),
        (place, put): (&Place, &Expr),
        value: Value,
        run: &mut Run<Self>,
    ) -> Known<Self, ()> {
        let place = match (&mut run.now[which], at) {
            (Value::Many(entries), Some(at)) => {
                let entry = entries.get_mut(at);
                entry.map_or_else(|| opaque(place.span, NO_ENTRY), Ok)?
            }
            (_, Some(_)) => return opaque(place.span, NO_FORM),
            (now, None) => now,
        };
        if value.put_in(place, put) { Ok(()) } else { self.no_form(put.span) }
    }

    fn require(&mut self, condition: &Expr, run: &mut Run<Self>) -> Known<Self, bool> {
        match self.wide {
            Some(_) => self.ask(condition, run).map_or_else(|| self.no_form(condition.span), Ok),
            None => self.when(condition, run),
        }
    }

    fn effect(&mut self, stmt: &Stmt, run: &mut Run<Self>) -> Known<Self, ()> {
        let (amount, who) = match &stmt.kind {
            StmtKind::Gain(amount, who) => (self.amount(amount, run)?, who),
            StmtKind::Again => {
                run.effects.mv.passes = false;
                return Ok(());
            }
            _ => return self.no_form(stmt.span),
        };
        let mine = self.is_mover(who, run)?;
        let mv = &mut run.effects.mv;
        mv.gain = fits(mv.gain.plus(&amount, if mine { 1 } else { -1 }), stmt.span)?;
        mv.given = fits(mv.given.plus(&amount, 1), stmt.span)?;
        Ok(())
    }

    fn end(
        &mut self,
        when: Option<&Expr>,
        outcome: Option<&Outcome>,
        stmt: &Stmt,
        run: &mut Run<Self>,
    ) -> Known<Self, ()> {
        if self.wide.is_none() {
            return self.end_play(when, outcome, stmt.span, run);
        }
        let when = when.map_or(Ok(Value::truth(true)), |when| value(self, when, run))?;
        let said = outcome.and_then(super::symbols::ending).map_or_else(|| self.no_form(stmt.span), Ok)?;
        if when.decided() != Some(false) {
            run.effects.ends.push((when, said));
        }
        Ok(())
    }

    fn is_over(&self, run: &Run<Self>) -> bool {
        run.effects.over.is_some()
    }

    fn join(
        &mut self,
        before: &Effects,
        (condition, blocks): (&Value, [Effects; 2]),
        span: Span,
    ) -> Known<Self, Effects> {
        Effects::joined(before, condition, blocks).map_or_else(|| self.no_form(span), Ok)
    }
}

impl Reader<'_> {
    /// Whether a divisor is surely not 0. What is divided may never be asked for again, and then nothing else would tell; theorems look at the divisors
    /// that are noted for them.
    fn divides_safely(&mut self, by: &Linear, run: &Run<Self>) -> bool {
        if let Some(number) = by.as_number() {
            return number != 0;
        }
        if let Some(wide) = &mut self.wide {
            wide.divides(by);
            return true;
        }
        let signed = |times| by.times(times)?.plus(&Linear::number(1), -1);
        [1, -1].into_iter().filter_map(signed).any(|form| self.surely(&form, &run.effects.mv))
    }

    /// Whether a result that the checker could not bound surely has 64 bits: it may never be asked for again, or fall away in a difference.
    fn is_worked_out(&self, found: &Value, expr: &Expr, run: &Run<Self>) -> bool {
        const SMALL: i128 = 1 << 60;
        if self.wide.is_some() || (-SMALL < expr.range.lo && expr.range.hi < SMALL) {
            return true;
        }
        let symbols = run.effects.mv.bounds(&bounds(&self.variables));
        match found {
            Value::One(Amount { linear, .. }) => linear.is_small(&symbols),
            Value::Min(forms) | Value::Max(forms) => forms.iter().all(|form| form.is_small(&symbols)),
            _ => true,
        }
    }

    /// A list of scalars known before play.
    fn known_list(&self, expr: &Expr) -> Option<Value> {
        let Type::List(of) = &expr.ty else { return None };
        let entry = |entry| match entry {
            Datum::Int(held) if **of == Type::Bool => Some(Value::truth(held != 0)),
            Datum::Int(held) => Some(known(of, held)),
            _ => None,
        };
        let short = |list: &Datum| i64::try_from(list.count()).is_ok_and(|count| count <= LONGEST_LIST);
        self.known(expr).filter(short)?.entries().map(entry).collect::<Option<_>>().map(Value::Many)
    }

    /// A condition as what a variable may hold: where it is more than one number that is 0 or 1, ways part.
    pub(super) fn held(&mut self, value: Value, span: Span, run: &mut Run<Self>) -> Known<Self> {
        if let Value::Many(entries) = value {
            let held = entries.into_iter().map(|entry| self.held(entry, span, run));
            return held.collect::<Known<Self, _>>().map(Value::Many);
        }
        if !matches!(value, Value::Ways(_)) || value.is_held(&run.effects.mv.bounds(&bounds(&self.variables))) {
            return Ok(value);
        }
        let holds = self.fork(&value, span, run)?;
        holds.map_or_else(|| opaque(span, "a condition that a variable holds"), |holds| Ok(Value::truth(holds)))
    }

    /// The least or greatest of some numbers, or of the entries of a list that changes.
    fn extreme(&mut self, greatest: bool, args: &[Expr], expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let mut values = args.iter().map(|arg| value(self, arg, run)).collect::<Known<Self, Vec<_>>>()?;
        if let [Value::Many(entries)] = values.as_slice() {
            values = entries.clone();
        }
        let fits = |value: &Value| Value::extreme(std::slice::from_ref(value), greatest).is_some();
        for (arg, value) in args.iter().zip(&mut values).filter(|(_, value)| !fits(value)) {
            *value = self.told(value.clone(), arg, run);
        }
        let unfit = args.iter().zip(&values).find(|(_, value)| !fits(value));
        let span = unfit.map_or(expr.span, |(arg, _)| arg.span);
        Value::extreme(&values, greatest).map_or_else(|| self.no_form(span), Ok)
    }
}

/// Whether values of these types are numbers here, and compared as numbers: nodes are compared with their numbers, too.
fn are_alike(one: &Type, other: &Type) -> bool {
    let counted = |ty: &Type| matches!(ty, Type::Int | Type::Node);
    is_number(one) && (one == other || counted(one) && counted(other))
}

impl Value {
    /// Puts it where something else was, if it can stand there.
    fn put_in(self, place: &mut Value, put: &Expr) -> bool {
        match (self, place) {
            (Value::Many(entries), Value::Many(places)) => {
                entries.len() == places.len()
                    && entries.into_iter().zip(places).all(|(entry, place)| entry.put_in(place, put))
            }
            (value, place) => {
                let value = if let Value::Optional(_, none) = place { value.or_none(*none, put) } else { Some(value) };
                value.filter(|value| value.fits(place)).map(|value| *place = value).is_some()
            }
        }
    }

    /// As what a variable may hold for which that number stands for `none`, where this is the value of an expression that is never as much.
    fn or_none(self, none: i64, put: &Expr) -> Option<Value> {
        match self {
            Value::Nothing => Some(Value::Optional(Linear::number(none), none)),
            Value::One(_) => {
                let differs = put.range.lo > i128::from(none) || put.ty != Type::Int && is_number(&put.ty);
                self.as_linear().filter(|_| differs).map(|number| Value::Optional(number.clone(), none))
            }
            other => Some(other),
        }
    }
}
