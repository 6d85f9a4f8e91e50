//! Moves of a part of a sum, run once with a symbol in place of the part's value.

use super::moves::no_move;
use super::numbers::Number;
use super::{Closed, Instance, Reader, opaque};
use crate::game::Game;
use crate::recurrence::{Breaks, Form, Linear, Move, Variable};
use bouton_rules::rules::{Expr, ExprKind, Part, PartMove};
use bouton_rules::syntax::tree::BinaryOp;
use bouton_rules::types::Domain;
use std::collections::HashMap;

/// Closed forms of what the moves of the only kind of part leave, if they have them.
pub(in super::super) fn breaks(game: &Instance) -> Option<Breaks> {
    let [part] = game.rules().parts.as_slice() else { return None };
    let Domain::List { of, .. } = game.interpreter.domains().get(part.state)? else { return None };
    let Domain::Int { lo, hi } = **of else { return None };
    let mut reader = Reader {
        interpreter: game.asked_beforehand(),
        rules: game.rules(),
        kind: game.kind(),
        variables: vec![Variable { name: part.name.clone(), lo, hi }],
        places: Vec::new(),
        turn: None,
        rows: Vec::new(),
        now: Vec::new(),
        locals: HashMap::new(),
        needs: Vec::new(),
        by: None,
        settled: Vec::new(),
    };
    if !part.moves.iter().all(of_itself) {
        return None;
    }
    let mut moves = Vec::new();
    for mv in &part.moves {
        moves.extend(reader.part_move(part, mv).ok()?);
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
        self.start_over();
        self.locals.insert(part.slot, Number::linear(Linear::symbol(0)));
        let mut mv = no_move(&part.name, rule.made);
        for choice in &rule.choices {
            self.choice(choice, &mut mv)?;
        }
        if let Some(condition) = &rule.condition
            && !self.when(condition, &mut mv)?
        {
            return Ok(None);
        }
        for (_, values) in &rule.result {
            self.left(values, &mut mv)?;
        }
        if self.needs.is_empty() { Ok(Some(mv)) } else { opaque(part.span, "this has no closed form") }
    }
    /// The values of a list that is written out: `[a] + [b]`.
    fn left(&mut self, values: &Expr, mv: &mut Move) -> Closed<()> {
        match &values.kind {
            ExprKind::Binary(BinaryOp::Add, one, two) => {
                self.left(one, mv)?;
                self.left(two, mv)
            }
            ExprKind::List(values) => values.iter().try_for_each(|value| {
                mv.next.push(match self.number(value)? {
                    Number::One(amount) => Form::One(Reader::no_points(amount, value)?),
                    Number::Min(forms) => Form::Min(forms),
                    Number::Max(forms) => Form::Max(forms),
                });
                Ok(())
            }),
            _ => opaque(values.span, "this has no closed form"),
        }
    }
}
