//! What need not be tried of a move: choices that a condition bars already, and chains of steps of which one is not allowed.

use crate::rules::{Choice, Expr, ExprKind, Rules, Stmt, StmtKind};
use crate::source::Span;
use crate::table::helpers::Helper;

impl Rules {
    /// The local that holds the steps of a move whose last choice is one of `sequences(…)`, when nothing before and in the first loop over them speaks of
    /// them otherwise: then whatever fails up to the end of that loop fails for all chains that begin with these steps.
    #[must_use]
    pub fn chain(&self, made: usize) -> Option<usize> {
        let mv = &self.moves[made];
        let choice =
            mv.choices.last().filter(|choice| choice.condition.is_none() && self.is_sequences(&choice.over))?;
        let is_loop = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::For(_, over, _) if is_local(over, choice.slot));
        let first = mv.body.iter().position(is_loop)?;
        let StmtKind::For(_, _, steps) = &mv.body[first].kind else { return None };
        mv.body[..first].iter().chain(steps).all(|stmt| is_blind(stmt, choice.slot)).then_some(choice.slot)
    }

    fn is_sequences(&self, over: &Expr) -> bool {
        match over.kind {
            ExprKind::Help(Helper::Sequences, _) => true,
            ExprKind::Let(which) => self.lets[which].is_plain() && self.is_sequences(&self.lets[which].value),
            _ => false,
        }
    }
}

fn is_local(expr: &Expr, slot: usize) -> bool {
    matches!(expr.kind, ExprKind::Local(local) if local == slot)
}

/// Whether a statement does the same whatever steps follow: it speaks of no local of that number, and neither ends the game nor leaves a loop.
fn is_blind(stmt: &Stmt, slot: usize) -> bool {
    let mut blind = true;
    stmt.walk(&mut |part| blind &= !matches!(part.kind, StmtKind::End(..) | StmtKind::Break));
    stmt.exprs(&mut |expr| expr.walk(&mut |part| blind &= !is_local(part, slot)));
    blind
}

/// A condition that is known before the choices that follow.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// What must hold.
    pub(crate) part: Expr,
    /// Where the whole condition stands that it is a part of.
    pub(crate) whole: Span,
}

/// For each choice of a move, which of its first conditions are known before it, and were not before the choice in front of it: they speak neither of it
/// nor of a later one.
pub(crate) fn guards<'c>(choices: &[Choice], first: impl IntoIterator<Item = &'c Expr>) -> Vec<Vec<Guard>> {
    let mut guards = vec![Vec::new(); choices.len()];
    let mut from = 0;
    for whole in first {
        for part in whole.conjuncts() {
            // They are asked in order, so one waits for those before it.
            part.walk(&mut |expr| {
                if let ExprKind::Local(slot) = expr.kind
                    && let Some(place) = choices.iter().position(|choice| choice.slot == slot)
                {
                    from = from.max(place + 1);
                }
            });
            if let Some(known) = guards.get_mut(from) {
                known.push(Guard { part: part.clone(), whole: whole.span });
            }
        }
    }
    guards
}
