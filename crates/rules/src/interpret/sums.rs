//! Parts of sums, each looked at alone.

use super::{Env, Fault, Interpreter, conform, fault};
use crate::datum::Datum;
use crate::rules::PartMove;
use crate::types::Domain;

/// One part of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartValue {
    /// `Rules::parts[i]`
    pub kind: usize,
    /// Its value, a scalar.
    pub value: i64,
}

impl Interpreter {
    /// What every move in one part leaves of it, in the order of the rules and of their choices.
    pub fn options(&self, part: PartValue) -> Result<Vec<Vec<PartValue>>, Fault> {
        let kind = &self.rules.parts[part.kind];
        let mut env = self.env(Vec::new(), None);
        let mut found = Vec::new();
        for mv in &kind.moves {
            env.locals[kind.slot] = Datum::Int(part.value);
            env.part_choices(mv, 0, &mut found)?;
        }
        Ok(found)
    }

    fn kind_domain(&self, kind: usize) -> Option<&Domain<i64>> {
        match self.domains.get(self.rules.parts[kind].state)? {
            Domain::List { of, .. } => Some(of),
            _ => None,
        }
    }
}

impl Env<'_> {
    fn part_choices(&mut self, mv: &PartMove, depth: usize, found: &mut Vec<Vec<PartValue>>) -> Result<(), Fault> {
        let Some(choice) = mv.choices.get(depth) else { return self.part_result(mv, found) };
        let over = self.eval(&choice.over)?;
        for entry in over.entries() {
            self.locals[choice.slot] = entry;
            let holds = match &choice.condition {
                Some(condition) => self.truth(condition)?,
                None => true,
            };
            if holds {
                self.part_choices(mv, depth + 1, found)?;
            }
        }
        Ok(())
    }

    fn part_result(&mut self, mv: &PartMove, found: &mut Vec<Vec<PartValue>>) -> Result<(), Fault> {
        if let Some(condition) = &mv.condition
            && !self.truth(condition)?
        {
            return Ok(());
        }
        let mut left = Vec::new();
        for (kind, values) in &mv.result {
            let list = self.eval(values)?;
            for value in list.entries() {
                left.push(self.checked_part(*kind, value, values.span)?);
            }
        }
        found.push(left);
        Ok(())
    }

    fn checked_part(&self, kind: usize, value: Datum, span: crate::Span) -> Result<PartValue, Fault> {
        let game = self.game;
        let name = &game.rules.parts[kind].name;
        if let Some(domain) = game.kind_domain(kind) {
            conform(&value, domain, &game.rules).map_err(|misfit| {
                fault("R04", span, format!("a part `{name}{}` {}", misfit.part, misfit.problem), "left by this move")
            })?;
        }
        match value {
            Datum::Int(value) => Ok(PartValue { kind, value }),
            _ => Err(fault("R04", span, format!("a part `{name}` is no single value"), "left by this move")),
        }
    }
}
