//! What never changes is worked out once, by the interpreter itself.

use super::Lower;
use super::worth::{Held, Worth};
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Expr, ExprKind};

impl<'r> Lower<'r, '_> {
    /// What an expression is always worth, if it speaks only of what is known here.
    pub(super) fn always(&mut self, expr: &'r Expr) -> Option<Worth> {
        if let ExprKind::Const(datum) = &expr.kind {
            self.spend(1);
            return Some(self.known(datum));
        }
        let mover = self.mover.as_ref().and_then(|mover| mover.known());
        let mut open = false;
        let mut bound = Vec::new();
        let mut given: Vec<(usize, Datum)> = Vec::new();
        expr.walk(&mut |part| match &part.kind {
            ExprKind::State(_) | ExprKind::Old(_) | ExprKind::Can(_) | ExprKind::Answer(_) => open = true,
            ExprKind::Me | ExprKind::Opponent => open |= mover.is_none(),
            ExprKind::Bind(slot, ..) => bound.push(*slot),
            ExprKind::Comprehension { clauses, .. } => bound.extend(clauses.iter().map(|clause| clause.slot)),
            ExprKind::Local(slot) if !bound.contains(slot) => match self.locals[*slot].as_ref().and_then(known) {
                Some(datum) => given.push((*slot, datum)),
                None => open = true,
            },
            _ => {}
        });
        if open {
            return None;
        }
        let mover = mover.and_then(bouton_rules::Rules::player_of);
        // What faults is left as it stands, and asks; so does what takes too long.
        let worked_out = self.game.worth_for(expr, mover, &given, &[], self.shared.beforehand);
        let (datum, work) = worked_out.inspect_err(|_| self.shared.beforehand /= 2).ok()?;
        self.shared.beforehand -= work;
        self.spend(usize::try_from(work).unwrap_or(usize::MAX));
        Some(self.known(&datum))
    }
}

/// What a local always holds.
pub(super) fn known(held: &Held) -> Option<Datum> {
    match held {
        Held::Fixed(Worth::Known(datum)) => Some(datum.clone()),
        Held::Fixed(Worth::Num(num)) => num.known().map(Datum::Int),
        Held::Fixed(Worth::Range(lo, hi)) => Some(Datum::range(lo.known()?, hi.known()?)),
        _ => None,
    }
}
