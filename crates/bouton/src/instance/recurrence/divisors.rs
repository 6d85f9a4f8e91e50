//! Conditions that a choice divides a number: `number % d == 0`, and other ways to write it.

use super::numbers::Number;
use super::{Closed, Reader, bounds};
use crate::recurrence::{Amount, Linear, Move};
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::syntax::tree::{BinaryOp, CompareOp, UnaryOp};

impl Reader<'_> {
    /// Narrows a choice to the divisors of a number, if the condition says just that.
    pub(super) fn divides(&mut self, condition: &Expr, mv: &mut Move) -> Closed<Option<()>> {
        let Some((dividend, divisor)) = nothing_left(condition, true) else { return Ok(None) };
        let (Number::One(dividend), Number::One(divisor)) = (self.number(dividend)?, self.number(divisor)?) else {
            return Ok(None);
        };
        Ok(self.narrow(&dividend, &divisor, mv))
    }

    /// A condition that a divisor `d` of `n` takes several times, `a·n ≥ b·d` with `a < b ≤ 2a`: it holds of all divisors but `n` itself, for
    /// `n = q·d` and `d ≥ 1` make it `q ≥ b / a`, which is `q ≥ 2`, which is `n − 1 ≥ d`. Any other is left as it is.
    pub(super) fn halved(&self, form: Linear, mv: &Move) -> Linear {
        self.below(&form, mv).unwrap_or(form)
    }

    fn below(&self, form: &Linear, mv: &Move) -> Option<Linear> {
        let symbol = form.last()?;
        let number = symbol.checked_sub(self.variables.len())?;
        let of = mv.choices.get(number)?.divides.as_ref()?;
        let (leading, less) = (of.last()?, -form.coefficient(symbol));
        let times = form.coefficient(leading).checked_div(of.coefficient(leading))?;
        let all_but_itself = 0 < times && times < less && less <= 2 * times;
        let same = of.times(times)?.plus(&Linear::symbol(symbol), -less)? == *form;
        (all_but_itself && same).then(|| of.minus(&Linear::number(1))?.minus(&Linear::symbol(symbol)))?
    }

    fn narrow(&self, dividend: &Amount, divisor: &Amount, mv: &mut Move) -> Option<()> {
        let variables = bounds(&self.variables);
        let plain = dividend.sums.is_empty() && divisor.sums.is_empty();
        let symbol = divisor.linear.last().filter(|symbol| plain && divisor.linear == Linear::symbol(*symbol))?;
        let number = symbol.checked_sub(variables.len())?;
        // A number is divided just if it is with any multiple of the divisor added.
        let rest = dividend.linear.without(symbol);
        let of_variables = rest.last().is_none_or(|last| last < variables.len());
        let positive = mv.bounds(&variables).get(symbol)?.0 >= 1;
        let choice = mv.choices.get_mut(number).filter(|_| of_variables && positive)?;
        match &choice.divides {
            Some(known) => (*known == rest).then_some(()),
            None => {
                choice.divides = Some(rest);
                Some(())
            }
        }
    }
}

/// Whether a condition is one of division.
pub(super) fn divides(condition: &Expr) -> bool {
    nothing_left(condition, true).is_some()
}

/// Dividend and divisor of a condition that nothing is left when they are divided.
fn nothing_left(condition: &Expr, wanted: bool) -> Option<(&Expr, &Expr)> {
    use CompareOp as C;
    match &condition.kind {
        ExprKind::Unary(UnaryOp::Not, operand) => nothing_left(operand, !wanted),
        ExprKind::Compare(left, rest) => {
            let [(op, right)] = rest.as_slice() else { return None };
            let (remainder, op, other) = match (remainder(left), remainder(right)) {
                (Some(parts), _) => (parts, *op, right),
                (None, Some(parts)) => (parts, op.turned(), &**left),
                (None, None) => return multiple(left, *op, right, wanted),
            };
            // What is left is never negative where the divisor is not.
            let zero = match (op, constant(other)?) {
                (C::Eq | C::Le, 0) | (C::Lt, 1) => true,
                (C::Ne | C::Gt, 0) | (C::Ge, 1) => false,
                _ => return None,
            };
            (zero == wanted).then_some(remainder)
        }
        _ => None,
    }
}

fn remainder(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Mod, dividend, divisor) => Some((&**dividend, &**divisor)),
        _ => None,
    }
}

/// `d * (a // d) == a`.
fn multiple<'e>(left: &'e Expr, op: CompareOp, right: &'e Expr, wanted: bool) -> Option<(&'e Expr, &'e Expr)> {
    let equal = matches!((op, wanted), (CompareOp::Eq, true) | (CompareOp::Ne, false));
    let whole = |product: &'e Expr, number: &'e Expr| {
        let ExprKind::Binary(BinaryOp::Mul, one, two) = &product.kind else { return None };
        let quotient = |quotient: &'e Expr, divisor: &'e Expr| match &quotient.kind {
            ExprKind::Binary(BinaryOp::Div, dividend, by) if same(by, divisor) && same(dividend, number) => {
                Some((number, divisor))
            }
            _ => None,
        };
        quotient(one, two).or_else(|| quotient(two, one))
    };
    if equal { whole(left, right).or_else(|| whole(right, left)) } else { None }
}

/// Whether both are the same variable or the same choice.
fn same(one: &Expr, two: &Expr) -> bool {
    match (&one.kind, &two.kind) {
        (ExprKind::State(one), ExprKind::State(two)) | (ExprKind::Local(one), ExprKind::Local(two)) => one == two,
        _ => false,
    }
}

fn constant(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Const(Datum::Int(number)) => Some(number),
        _ => None,
    }
}
