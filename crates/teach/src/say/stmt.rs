//! Statements in words, a line each; what stands in a block is set in.

use super::Teller;
use bouton::rules::syntax::tree::{AssignOp, Block, Else, Expr, ExprKind, Outcome, OutcomeKind, Stmt, StmtKind, Who};

impl Teller {
    /// The statements of a block, so far set in.
    pub(super) fn block(&self, block: &Block, depth: usize) -> Vec<String> {
        block.stmts.iter().flat_map(|stmt| self.stmt(stmt, depth)).collect()
    }

    fn stmt(&self, stmt: &Stmt, depth: usize) -> Vec<String> {
        let set_in = |text: String| format!("{}{text}", "  ".repeat(depth));
        let alone = |text: String| vec![set_in(text)];
        match &stmt.kind {
            StmtKind::When(condition) => alone(self.say("say-when", &[("c", self.expr(condition))])),
            StmtKind::Let { name, value } | StmtKind::Var { name, value } => {
                alone(self.say("say-let", &[("name", name.text.clone()), ("value", self.expr(value))]))
            }
            StmtKind::Assign { place, op, value } => alone(self.assign(place, *op, value)),
            StmtKind::AssignMany { places, values } => {
                let one = |(place, value)| self.assign(place, AssignOp::Set, value);
                alone(self.say(
                    "say-at-once",
                    &[("all", self.listed(&places.iter().zip(values).map(one).collect::<Vec<_>>()))],
                ))
            }
            StmtKind::Gain { amount, to } => {
                let who = to.as_ref().map_or_else(|| self.word("say-me"), |who| self.who(who));
                alone(self.say("say-gain", &[("who", who), ("amount", self.expr(amount))]))
            }
            StmtKind::Again => alone(self.word("say-again")),
            StmtKind::Turn(player) => alone(self.say("say-turn", &[("who", self.expr(player))])),
            StmtKind::End { condition, outcome } => alone(self.end(condition.as_ref(), outcome.as_ref())),
            StmtKind::If { condition, then, otherwise } => {
                let mut lines = alone(self.say("say-if", &[("c", self.expr(condition))]));
                lines.extend(self.block(then, depth + 1));
                match otherwise {
                    None => {}
                    Some(Else::Block(block)) => {
                        lines.push(set_in(self.word("say-else")));
                        lines.extend(self.block(block, depth + 1));
                    }
                    Some(Else::If(stmt)) => {
                        lines.push(set_in(self.word("say-else")));
                        lines.extend(self.stmt(stmt, depth + 1));
                    }
                }
                lines
            }
            StmtKind::For { name, over, body } => {
                let mut lines = alone(self.say("say-for", &[("name", name.text.clone()), ("over", self.expr(over))]));
                lines.extend(self.block(body, depth + 1));
                lines
            }
            StmtKind::Break => alone(self.word("say-break")),
        }
    }

    fn assign(&self, place: &Expr, op: AssignOp, value: &Expr) -> String {
        let places = ("place", self.expr(place));
        // `used += {k}` puts k in.
        let member = match (&value.kind, op) {
            (ExprKind::Set(members), AssignOp::Add | AssignOp::Sub) if !members.is_empty() => {
                Some(self.listed(&self.exprs(members)))
            }
            _ => None,
        };
        let id = match (op, member.is_some()) {
            (AssignOp::Set, _) if matches!(value.kind, ExprKind::None) => return self.say("say-emptied", &[places]),
            (AssignOp::Set, _) => "say-becomes",
            (AssignOp::Add, false) => "say-added",
            (AssignOp::Sub, false) => "say-taken",
            (AssignOp::Add, true) => "say-put-in",
            (AssignOp::Sub, true) => "say-put-out",
        };
        self.say(id, &[places, ("value", member.unwrap_or_else(|| self.expr(value)))])
    }

    /// The end of a game, under a condition and with a result where they are given.
    pub(super) fn end(&self, condition: Option<&Expr>, outcome: Option<&Outcome>) -> String {
        let outcome = outcome.map_or_else(|| self.word("say-points-decide"), |outcome| self.outcome(outcome));
        match condition {
            Some(condition) => self.say("say-end-when", &[("c", self.expr(condition)), ("outcome", outcome)]),
            None => self.say("say-end", &[("outcome", outcome)]),
        }
    }

    pub(super) fn outcome(&self, outcome: &Outcome) -> String {
        match &outcome.kind {
            OutcomeKind::Draw if self.points => self.word("say-even"),
            OutcomeKind::Draw => self.word("say-draw"),
            OutcomeKind::Wins(who) => self.say("say-wins", &[("who", self.who(who))]),
            OutcomeKind::Loses(who) => self.say("say-loses", &[("who", self.who(who))]),
            OutcomeKind::Leads(who, points) => {
                self.say("say-leads", &[("who", self.who(who)), ("points", self.expr(points))])
            }
            OutcomeKind::If(then, condition, otherwise) => {
                let case = [("then", self.outcome(then)), ("c", self.expr(condition))];
                match otherwise {
                    Some(otherwise) => {
                        let [then, condition] = case;
                        self.say("say-outcome-else", &[then, condition, ("other", self.outcome(otherwise))])
                    }
                    None => self.say("say-outcome-if", &case),
                }
            }
        }
    }

    fn who(&self, who: &Who) -> String {
        match who {
            Who::Me(_) => self.word("say-me"),
            Who::Opponent(_) => self.word("say-opponent"),
            Who::Named(name) => self.player(&name.text),
            Who::Chosen(expr) => self.expr(expr),
        }
    }
}

/// Whether a block hands out points.
pub(super) fn gains(block: &Block) -> bool {
    let otherwise = |otherwise: &Else| match otherwise {
        Else::Block(block) => gains(block),
        Else::If(stmt) => one_gains(stmt),
    };
    fn one_gains(stmt: &Stmt) -> bool {
        gains(&Block { span: stmt.span, stmts: vec![stmt.clone()] })
    }
    block.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Gain { .. } => true,
        StmtKind::If { then, otherwise: other, .. } => gains(then) || other.as_ref().is_some_and(otherwise),
        StmtKind::For { body, .. } => gains(body),
        _ => false,
    })
}
