//! Moves of a part of a sum, run once with a symbol in place of the part's value.

use super::moves::no_move;
use super::values::Value;
use super::{Closed, Instance, NO_FORM, Reader, opaque};
use crate::domain::{Run, value};
use crate::recurrence::{Breaks, Linear, Move, Variable};
use bouton_rules::rules::{Expr, ExprKind, Part, PartMove};
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
        for choice in &rule.choices {
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
        if self.needs.is_empty() { Ok(Some(run.effects.mv)) } else { opaque(part.span, NO_FORM) }
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
