//! Conditions as linear inequalities, in all the ways they can hold.

use super::numbers::{Number, no_form};
use super::{Closed, Reader, fits};
use crate::recurrence::{Amount, Linear};
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::syntax::tree::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::types::Type;

/// The ways in which a condition can hold: in each, none of the forms is negative. No way at all: it is false.
pub(super) type Alternatives = Vec<Vec<Linear>>;

/// More ways than this are not followed.
const MOST_WAYS: usize = 16;

impl Reader<'_> {
    /// The ways in which a condition is true, or false.
    pub(super) fn condition(&mut self, expr: &Expr, wanted: bool) -> Closed<Alternatives> {
        if self.is_known(expr) {
            let holds = (self.fixed(expr)? != 0) == wanted;
            return Ok(if holds { vec![Vec::new()] } else { Vec::new() });
        }
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.condition(operand, !wanted),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let (left, right) = (self.condition(left, wanted)?, self.condition(right, wanted)?);
                let both = (*op == BinaryOp::And) == wanted;
                Ok(if both { all(&left, &right) } else { [left, right].concat() }).and_then(|ways| few(ways, expr))
            }
            ExprKind::Compare(first, rest) => self.chain(first, rest, wanted, expr),
            _ => no_form(expr),
        }
    }

    /// A condition that holds in one way only.
    pub(super) fn conjunction(&mut self, expr: &Expr) -> Closed<Vec<Linear>> {
        let mut ways = self.condition(expr, true)?;
        match (ways.pop(), ways.is_empty()) {
            (Some(only), true) => Ok(only),
            _ => no_form(expr),
        }
    }

    fn chain(&mut self, first: &Expr, rest: &[(CompareOp, Expr)], wanted: bool, expr: &Expr) -> Closed<Alternatives> {
        let mut ways = if wanted { vec![Vec::new()] } else { Vec::new() };
        let mut left = first;
        for (op, right) in rest {
            let more = self.pair(*op, left, right, wanted)?;
            ways = if wanted { all(&ways, &more) } else { [ways, more].concat() };
            left = right;
        }
        few(ways, expr)
    }

    fn pair(&mut self, op: CompareOp, left: &Expr, right: &Expr, wanted: bool) -> Closed<Alternatives> {
        use CompareOp as C;
        if let (C::In | C::NotIn, ExprKind::Range { lo, hi, inclusive }) = (op, &right.kind) {
            let end = if *inclusive { C::Le } else { C::Lt };
            let inside = (op == C::In) == wanted;
            let (lo, hi) = (self.pair(C::Le, lo, left, inside)?, self.pair(end, left, hi, inside)?);
            return Ok(if inside { all(&lo, &hi) } else { [lo, hi].concat() });
        }
        if left.ty != Type::Int || right.ty != Type::Int {
            return no_form(left);
        }
        let (a, b) = (self.number(left)?, self.number(right)?);
        let at_most = |a: &Number, b: &Number, less: i64| at_most(a, b, less).map_or_else(|| no_form(right), Ok);
        match (op, wanted) {
            (C::Le, true) | (C::Gt, false) => at_most(&a, &b, 0),
            (C::Lt, true) | (C::Ge, false) => at_most(&a, &b, 1),
            (C::Ge, true) | (C::Lt, false) => at_most(&b, &a, 0),
            (C::Gt, true) | (C::Le, false) => at_most(&b, &a, 1),
            (C::Eq, true) | (C::Ne, false) => Ok(all(&at_most(&a, &b, 0)?, &at_most(&b, &a, 0)?)),
            (C::Ne, true) | (C::Eq, false) => Ok([at_most(&a, &b, 1)?, at_most(&b, &a, 1)?].concat()),
            (C::In | C::NotIn, _) => no_form(right),
        }
    }

    /// Points as a linear form, for a condition about them.
    pub(super) fn no_points(amount: Amount, expr: &Expr) -> Closed<Linear> {
        if amount.sums.is_empty() { fits(Some(amount.linear), expr.span) } else { no_form(expr) }
    }
}

/// `a + less ≤ b`.
fn at_most(a: &Number, b: &Number, less: i64) -> Option<Alternatives> {
    let (low, any_low) = parts(a, false)?;
    let (high, any_high) = parts(b, true)?;
    let mut forms = Vec::new();
    for a in &low {
        for b in &high {
            forms.push(b.minus(a)?.plus(&Linear::number(less), -1)?);
        }
    }
    match (any_low || any_high, low.len(), high.len()) {
        (false, ..) => Some(vec![forms]),
        (true, 1, _) | (true, _, 1) => Some(forms.into_iter().map(|form| vec![form]).collect()),
        _ => None,
    }
}

/// The forms of one side, and whether one of them is enough: for a `min` below something, a `max` above it.
fn parts(side: &Number, above: bool) -> Option<(Vec<Linear>, bool)> {
    match side {
        Number::One(Amount { linear, sums }) => sums.is_empty().then(|| (vec![linear.clone()], false)),
        Number::Min(forms) => Some((forms.clone(), !above)),
        Number::Max(forms) => Some((forms.clone(), above)),
    }
}

/// Both hold.
fn all(a: &Alternatives, b: &Alternatives) -> Alternatives {
    a.iter().flat_map(|a| b.iter().map(move |b| [a.clone(), b.clone()].concat())).collect()
}

fn few(ways: Alternatives, expr: &Expr) -> Closed<Alternatives> {
    if ways.len() <= MOST_WAYS { Ok(ways) } else { no_form(expr) }
}
