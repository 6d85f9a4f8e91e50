//! Expressions as closed forms.

use super::{Closed, Opaque, Reader, fits, opaque};
use crate::recurrence::{Amount, Form, Linear};
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::syntax::tree::{BinaryOp, UnaryOp};
use bouton_rules::table::helpers::Helper;

/// A number as a closed form.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// Linear, perhaps with sums of lists.
    One(Amount),
    /// The least of these.
    Min(Vec<Linear>),
    /// The greatest of these.
    Max(Vec<Linear>),
}

impl Number {
    pub(super) fn linear(form: Linear) -> Number {
        Number::One(Amount { linear: form, sums: Vec::new() })
    }

    fn plus(&self, other: &Number, times: i64) -> Option<Number> {
        let shifted = |forms: &[Linear], by: &Amount, times: i64, forms_times: i64| -> Option<Vec<Linear>> {
            if !by.sums.is_empty() {
                return None;
            }
            forms.iter().map(|form| form.times(forms_times)?.plus(&by.linear, times)).collect()
        };
        match (self, other) {
            (Number::One(a), Number::One(b)) => a.plus(b, times).map(Number::One),
            (Number::Min(forms), Number::One(by)) => shifted(forms, by, times, 1).map(Number::Min),
            (Number::Max(forms), Number::One(by)) => shifted(forms, by, times, 1).map(Number::Max),
            (Number::One(by), Number::Min(forms)) => {
                let forms = shifted(forms, by, 1, times)?;
                Some(if times < 0 { Number::Max(forms) } else { Number::Min(forms) })
            }
            (Number::One(by), Number::Max(forms)) => {
                let forms = shifted(forms, by, 1, times)?;
                Some(if times < 0 { Number::Min(forms) } else { Number::Max(forms) })
            }
            _ => None,
        }
    }
}

impl Reader<'_> {
    /// A number as a closed form.
    pub(super) fn number(&mut self, expr: &Expr) -> Closed<Number> {
        if self.is_known(expr) {
            return self.fixed(expr).map(|number| Number::linear(Linear::number(number)));
        }
        match &expr.kind {
            ExprKind::State(which) => self.variable(*which, expr),
            ExprKind::Old(which) if self.places[*which].1.is_none() => {
                Ok(Number::linear(Linear::symbol(self.places[*which].0)))
            }
            ExprKind::Local(slot) => self.local(*slot, expr),
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                let operand = self.number(operand)?;
                fits(Number::linear(Linear::default()).plus(&operand, -1), expr.span)
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Help(Helper::Min | Helper::Max, args) => self.extreme(expr, args),
            ExprKind::Help(Helper::Sum, args) => self.sum(&args[0]).map(Number::One),
            ExprKind::Index(base, indices) => self.entry(base, indices, expr),
            ExprKind::Bind(slot, value, body) => {
                let value = self.number(value)?;
                self.locals.insert(*slot, value);
                self.number(body)
            }
            ExprKind::If(condition, then, otherwise) if self.is_known(condition) => {
                if self.fixed(condition)? != 0 {
                    self.number(then)
                } else {
                    self.number(otherwise)
                }
            }
            _ => no_form(expr),
        }
    }

    /// A number known before play.
    pub(super) fn fixed(&self, expr: &Expr) -> Closed<i64> {
        if !self.is_known(expr) {
            return no_form(expr);
        }
        match self.interpreter.fixed(expr, &self.settled) {
            Some(Datum::Int(number)) if number != NONE => Ok(number),
            _ => opaque(expr.span, "no number before play"),
        }
    }

    /// A linear form.
    pub(super) fn linear(&mut self, expr: &Expr) -> Closed<Linear> {
        match self.number(expr)? {
            Number::One(Amount { linear, sums }) if sums.is_empty() => Ok(linear),
            _ => opaque(expr.span, "not linear"),
        }
    }

    /// Points.
    pub(super) fn amount(&mut self, expr: &Expr) -> Closed<Amount> {
        match self.number(expr)? {
            Number::One(amount) => Ok(amount),
            _ => opaque(expr.span, "points that are a least or greatest number"),
        }
    }

    fn variable(&self, which: usize, expr: &Expr) -> Closed<Number> {
        match self.places[which] {
            (symbol, None) => Ok(self.held(symbol)),
            _ => no_form(expr),
        }
    }

    /// What a variable holds now.
    pub(super) fn held(&self, symbol: usize) -> Number {
        match &self.now[symbol] {
            Form::One(form) => Number::linear(form.clone()),
            Form::Min(forms) => Number::Min(forms.clone()),
            Form::Max(forms) => Number::Max(forms.clone()),
        }
    }

    fn local(&self, slot: usize, expr: &Expr) -> Closed<Number> {
        self.locals.get(&slot).cloned().map_or_else(|| no_form(expr), Ok)
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Closed<Number> {
        let (a, b) = (self.number(left)?, self.number(right)?);
        let number = |number: &Number| match number {
            Number::One(Amount { linear, sums }) if sums.is_empty() => linear.as_number(),
            _ => None,
        };
        let zero = Number::linear(Linear::default());
        let found = match (op, number(&a), number(&b)) {
            (BinaryOp::Add, ..) => a.plus(&b, 1),
            (BinaryOp::Sub, ..) => a.plus(&b, -1),
            (BinaryOp::Mul, Some(times), _) => zero.plus(&b, times),
            (BinaryOp::Mul, _, Some(times)) => zero.plus(&a, times),
            _ => None,
        };
        found.map_or_else(|| no_form(expr), Ok)
    }

    fn extreme(&mut self, expr: &Expr, args: &[Expr]) -> Closed<Number> {
        let greatest = matches!(expr.kind, ExprKind::Help(Helper::Max, _));
        let mut forms = Vec::new();
        if let [Expr { kind: ExprKind::State(which), .. }] = args {
            let (first, count) = self.places[*which];
            for symbol in first..first + count.unwrap_or(0) {
                let Form::One(form) = &self.now[symbol] else { return no_form(expr) };
                forms.push(form.clone());
            }
        } else {
            for arg in args {
                match self.number(arg)? {
                    Number::One(Amount { linear, sums }) if sums.is_empty() => forms.push(linear),
                    Number::Max(more) if greatest => forms.extend(more),
                    Number::Min(more) if !greatest => forms.extend(more),
                    _ => return no_form(arg),
                }
            }
        }
        match forms.len() {
            0 => no_form(expr),
            1 => Ok(Number::linear(forms.remove(0))),
            _ => Ok(if greatest { Number::Max(forms) } else { Number::Min(forms) }),
        }
    }

    fn entry(&mut self, base: &Expr, indices: &[Expr], expr: &Expr) -> Closed<Number> {
        if let ExprKind::State(which) = base.kind {
            let (first, count) = self.places[which];
            let at = self.linear(&indices[0])?.as_number().and_then(|at| usize::try_from(at).ok());
            return match (at, count) {
                (Some(at), Some(count)) if at < count => Ok(self.held(first + at)),
                _ => no_form(expr),
            };
        }
        self.known_entry(base, indices, expr).map(Number::One)
    }
}

/// Something that has no closed form.
pub(super) fn no_form<T>(expr: &Expr) -> Closed<T> {
    Err(Opaque { why: "this has no closed form".to_owned(), span: expr.span })
}
