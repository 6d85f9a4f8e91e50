//! Moves of a part of a sum, run once with a symbol in place of the part's value.
//!
//! Rules that split a part in two often choose from half of a range, `k in 1..n // 2`, since `k` and `n - k` in either order are the same two parts. Half of a
//! range has no closed form; the whole range has, and leaves the same.

use super::moves::no_move;
use super::values::Value;
use super::{Closed, Instance, NO_FORM, Reader, fits, opaque};
use crate::domain::{Run, value};
use crate::recurrence::{Breaks, Choice, Form, Linear, Move, Variable};
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Choice as Chosen, Expr, ExprKind, Part, PartMove};
use bouton_rules::syntax::tree::BinaryOp;
use bouton_rules::types::Domain;

/// Closed forms of what the moves of the only kind of part leave, if they have them.
pub(in super::super) fn breaks(game: &Instance) -> Option<Breaks> {
    let [part] = game.rules().parts.as_slice() else { return None };
    let Domain::List { of, .. } = game.interpreter.domains().get(part.state)? else { return None };
    let Domain::Int { lo, hi } = **of else { return None };
    let variables = vec![Variable { name: part.name.clone(), lo, hi }];
    let mut reader = Reader { variables, ..Reader::empty(game, game.asked_beforehand()) };
    if !part.moves.iter().all(of_itself) {
        return None;
    }
    let mut moves = Vec::new();
    for mv in &part.moves {
        moves.extend(reader.ways(part.span, |reader| reader.part_move(part, mv)).ok()?);
    }
    Some(Breaks { bounds: (lo, hi), moves })
}

/// Whether a move of a part speaks of nothing but the part.
fn of_itself(rule: &PartMove) -> bool {
    let mut right = true;
    let mut look = |expr: &Expr| {
        expr.walk(&mut |part| right &= !matches!(part.kind, ExprKind::State(_) | ExprKind::Old(_) | ExprKind::Can(_)));
    };
    rule.choices.iter().for_each(|choice| choice.exprs(&mut look));
    rule.condition.iter().chain(rule.result.iter().map(|(_, values)| values)).for_each(look);
    right
}

impl Reader<'_> {
    /// What a move leaves; nothing if it is never legal.
    fn part_move(&mut self, part: &Part, rule: &PartMove) -> Closed<Option<Move>> {
        self.settle(None);
        let mut run = self.start(no_move(&part.name, rule.made));
        let Some(slot) = part.slot() else { return opaque(part.span, NO_FORM) };
        run.locals.insert(slot, Value::linear(Linear::symbol(0)));
        let half = match rule.choices.as_slice() {
            [choice] => self.half(choice, rule, &mut run)?,
            _ => None,
        };
        for choice in rule.choices.iter().filter(|_| half.is_none()) {
            if self.choice(choice, &mut run)?.is_none() {
                return Ok(None);
            }
        }
        if let Some(condition) = &rule.condition
            && !self.when(condition, &mut run)?
        {
            return Ok(None);
        }
        for (_, values) in &rule.result {
            self.left(values, &mut run)?;
        }
        if half.is_some_and(|half| !half.is_whole(&run.effects.mv)) {
            return opaque(part.span, NO_FORM);
        }
        if self.needs.is_empty() { Ok(Some(run.effects.mv)) } else { opaque(part.span, NO_FORM) }
    }

    /// Where the only choice is from half of a range, `lo .. w // 2`, makes it one from the whole range.
    fn half(&mut self, choice: &Chosen, rule: &PartMove, run: &mut Run<Self>) -> Closed<Option<Half>> {
        let ExprKind::Range { lo, hi, inclusive: true } = &choice.over.kind else { return Ok(None) };
        let ExprKind::Binary(BinaryOp::Div, whole, by) = &hi.kind else { return Ok(None) };
        let plain = rule.result.iter().all(|(_, values)| is_plain(values));
        if choice.condition.is_some() || !plain || self.known(by) != Some(Datum::Int(2)) {
            return Ok(None);
        }
        let (Some(Form::One(lo)), Some(Form::One(whole))) =
            (value(self, lo, run)?.as_form(), value(self, whole, run)?.as_form())
        else {
            return Ok(None);
        };
        let hi = fits(whole.minus(&lo), choice.over.span)?;
        let (name, lo, hi) = (choice.name.clone(), vec![lo], vec![hi]);
        let made = Choice { name, lo, hi, among: None, divides: None, listed: None };
        let half = Half { symbol: self.variables.len(), whole, made };
        let mut tried = run.clone();
        tried.locals.insert(choice.slot, Value::linear(Linear::symbol(half.symbol)));
        tried.effects.mv.choices.push(half.made.clone());
        for (_, values) in &rule.result {
            self.left(values, &mut tried)?;
        }
        if !half.is_whole(&tried.effects.mv) {
            return Ok(None);
        }
        tried.effects.mv.next.clear();
        *run = tried;
        Ok(Some(half))
    }

    /// The values of a list that is written out: `[a] + [b]`.
    fn left(&mut self, values: &Expr, run: &mut Run<Self>) -> Closed<()> {
        match &values.kind {
            ExprKind::Binary(BinaryOp::Add, one, two) => {
                self.left(one, run)?;
                self.left(two, run)
            }
            ExprKind::List(values) => values.iter().try_for_each(|left| {
                let form = value(self, left, run)?.as_form();
                run.effects.mv.next.push(form.map_or_else(|| self.no_form(left.span), Ok)?);
                Ok(())
            }),
            _ => opaque(values.span, NO_FORM),
        }
    }
}

/// Whether parts are written out with numbers that are only added and taken away.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(_) | ExprKind::Const(_) => true,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, one, two) => is_plain(one) && is_plain(two),
        ExprKind::List(entries) => entries.iter().all(is_plain),
        _ => false,
    }
}

/// A choice from half of a range that was made one from all of it.
struct Half {
    symbol: usize,
    /// The end of the half is half of this.
    whole: Linear,
    made: Choice,
}

impl Half {
    /// Whether the other half leaves the same: the number chosen and what is left of the whole, whatever else the number does not bear on.
    fn is_whole(&self, mv: &Move) -> bool {
        let rest = self.whole.minus(&Linear::symbol(self.symbol));
        let bears = |form: &Linear| form.coefficient(self.symbol) != 0;
        let mut pair = mv.next.iter().filter(|form| form.parts().iter().any(bears));
        let (one, other, more) = (pair.next(), pair.next(), pair.next());
        let is = |form: Option<&Form>, linear: Option<&Linear>| match (form, linear) {
            (Some(Form::One(form)), Some(linear)) => form == linear,
            _ => false,
        };
        let symbol = Linear::symbol(self.symbol);
        let [first, second] =
            [(one, other), (other, one)].map(|(one, other)| is(one, Some(&symbol)) && is(other, rest.as_ref()));
        let alone = mv.choices.as_slice() == std::slice::from_ref(&self.made) && !mv.guards.iter().any(bears);
        more.is_none() && (first || second) && alone
    }
}
