//! Games whose every play is shown to end, and to end with a winner.

use super::{Instance, entries};
use crate::game::Game;
use crate::value::Kind;
use bouton_rules::rules::{Outcome, OutcomeKind, StmtKind, Stuck, StuckResult};

/// Whether every play ends with a winner, players move in turn, and a position is worth the same to whoever moves.
pub(super) fn always_won(game: &Instance) -> bool {
    impartial(game) && (game.order().is_some_and(|order| order.proven) || entries::play_ends(game))
}

/// Whether players move in turn, a position is worth the same to whoever moves, and every play that ends has a winner.
pub(super) fn impartial(game: &Instance) -> bool {
    let rules = game.rules();
    let plain = game.kind() == Kind::Outcome && game.alike && game.repeat().is_none();
    // An invariant that fails would be a fault, and so would a position that is stuck where no line speaks of it.
    let faultless = rules.invariants.is_empty() && rules.stucks.iter().any(|stuck| stuck.condition.is_none());
    let won = rules.ends.iter().all(|end| end.outcome.as_ref().is_some_and(has_winner));
    let stuck = |stuck: &Stuck| matches!(&stuck.result, StuckResult::Over(outcome) if has_winner(outcome));
    let mut fair = true;
    for stmt in rules.moves.iter().flat_map(|mv| &mv.body) {
        stmt.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Again | StmtKind::Turn(_) | StmtKind::Gain(..) | StmtKind::End(_, None) => fair = false,
            StmtKind::End(_, Some(outcome)) => fair &= has_winner(outcome),
            _ => {}
        });
    }
    plain && faultless && won && fair && rules.stucks.iter().all(stuck)
}

fn has_winner(outcome: &Outcome) -> bool {
    matches!(outcome.kind, OutcomeKind::Wins(_) | OutcomeKind::Loses(_))
}
