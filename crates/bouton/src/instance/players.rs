//! Whether rules tell the players apart. If nothing in them does, a position is worth the same to whoever moves there, and the turn
//! need not be kept with it: half as many positions.

use bouton_rules::Span;
use bouton_rules::rules::{Expr, Rules, StuckResult};
use bouton_rules::types::Type;

/// The first rule that speaks of a player by name or as a value; `me wins`, `gain`, `again` do not count, being the same for both.
pub(super) fn told_apart(rules: &Rules) -> Option<Span> {
    if let Some(repeat) = rules.repeat.as_ref().filter(|repeat| repeat.who.is_some()) {
        return Some(repeat.span);
    }
    if let Some(mv) = rules.moves.iter().find(|mv| mv.by.is_some()) {
        return Some(mv.span);
    }
    let mut found = None;
    each_expr(rules, &mut |expr| {
        expr.walk(&mut |part| {
            if found.is_none() && speaks_of_players(&part.ty) {
                found = Some(part.span);
            }
        });
    });
    found
}

/// Every outermost expression that bears on play.
fn each_expr(rules: &Rules, visit: &mut dyn FnMut(&Expr)) {
    rules.moves.iter().for_each(|mv| mv.exprs(visit));
    rules.normalise.iter().for_each(|stmt| stmt.exprs(visit));
    for end in &rules.ends {
        visit(&end.condition);
        end.outcome.iter().for_each(|outcome| outcome.exprs(visit));
    }
    for stuck in &rules.stucks {
        stuck.condition.iter().for_each(&mut *visit);
        match &stuck.result {
            StuckResult::Over(outcome) | StuckResult::Pass(Some(outcome)) => outcome.exprs(visit),
            StuckResult::Pass(None) => {}
        }
    }
}

fn speaks_of_players(ty: &Type) -> bool {
    match ty {
        Type::Player => true,
        Type::Optional(of) | Type::Set(of) | Type::List(of) | Type::Grid(of) => speaks_of_players(of),
        _ => false,
    }
}
