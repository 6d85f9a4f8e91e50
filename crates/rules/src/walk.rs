//! Walking over checked rules: every expression, every statement, each seen once.

use crate::rules::{Choice, Expr, ExprKind, Move, Outcome, OutcomeKind, Place, Stmt, StmtKind, Who};
use crate::table::operators::BinaryOp;

impl Expr {
    /// Visits this expression and everything in it, outermost first.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        self.parts(&mut |part| part.walk(visit));
    }

    /// Whether it holds of this expression or of something in it.
    pub fn any(&self, holds: &dyn Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= holds(part));
        found
    }

    /// Visits the expressions this one is made of.
    pub fn parts(&self, visit: &mut dyn FnMut(&Expr)) {
        match &self.kind {
            ExprKind::Unary(_, a) | ExprKind::Times(a) => visit(a),
            ExprKind::Binary(_, a, b)
            | ExprKind::Range { lo: a, hi: b, .. }
            | ExprKind::Cell(a, b)
            | ExprKind::Bind(_, a, b) => {
                visit(a);
                visit(b);
            }
            ExprKind::Compare(first, rest) => {
                visit(first);
                rest.iter().for_each(|(_, operand)| visit(operand));
            }
            ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|part| visit(part)),
            ExprKind::Help(_, args) | ExprKind::List(args) | ExprKind::Set(args) | ExprKind::Part(_, args) => {
                args.iter().for_each(visit);
            }
            ExprKind::Index(base, indices) => {
                visit(base);
                indices.iter().for_each(visit);
            }
            ExprKind::Comprehension { item, clauses, .. } => {
                clauses.iter().for_each(|clause| clause.exprs(visit));
                visit(item);
            }
            _ => {}
        }
    }
}

impl Expr {
    /// Visits the expressions this one is made of, to change them.
    pub fn parts_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            ExprKind::Unary(_, a) | ExprKind::Times(a) => visit(a),
            ExprKind::Binary(_, a, b)
            | ExprKind::Range { lo: a, hi: b, .. }
            | ExprKind::Cell(a, b)
            | ExprKind::Bind(_, a, b) => [a, b].into_iter().for_each(|part| visit(part)),
            ExprKind::Compare(first, rest) => {
                visit(first);
                rest.iter_mut().for_each(|(_, operand)| visit(operand));
            }
            ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|part| visit(part)),
            ExprKind::Help(_, args) | ExprKind::List(args) | ExprKind::Set(args) | ExprKind::Part(_, args) => {
                args.iter_mut().for_each(visit);
            }
            ExprKind::Index(base, indices) => {
                visit(base);
                indices.iter_mut().for_each(visit);
            }
            ExprKind::Comprehension { item, clauses, .. } => {
                clauses.iter_mut().for_each(|clause| clause.exprs_mut(visit));
                visit(item);
            }
            _ => {}
        }
    }

    /// The conditions that hold together where this one does: the sides of every outermost `and`.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Binary(BinaryOp::And, one, other) => [one.conjuncts(), other.conjuncts()].concat(),
            _ => vec![self],
        }
    }

    /// Whether it is worth the same at every position: it speaks of parameters, `let`s, `known` locals and those that it binds itself.
    #[must_use]
    pub fn is_fixed(&self, known: &dyn Fn(usize) -> bool) -> bool {
        self.is_fixed_with(known, &|_| false)
    }

    /// The same where these state variables are known as well.
    #[must_use]
    pub fn is_fixed_with(&self, known: &dyn Fn(usize) -> bool, states: &dyn Fn(usize) -> bool) -> bool {
        match &self.kind {
            ExprKind::State(which) => states(*which),
            ExprKind::Old(_) | ExprKind::Can(_) | ExprKind::Answer(_) => false,
            ExprKind::Me | ExprKind::Opponent => false,
            ExprKind::Local(slot) => known(*slot),
            ExprKind::Bind(slot, value, body) => {
                value.is_fixed_with(known, states)
                    && body.is_fixed_with(&|local| local == *slot || known(local), states)
            }
            ExprKind::Comprehension { item, clauses, .. } => fixed_through(clauses, item, known, states),
            _ => {
                let mut all = true;
                self.parts(&mut |part| all = all && part.is_fixed_with(known, states));
                all
            }
        }
    }
}

/// Whether all clauses are fixed, and the item within them.
fn fixed_through(
    clauses: &[Choice],
    item: &Expr,
    known: &dyn Fn(usize) -> bool,
    states: &dyn Fn(usize) -> bool,
) -> bool {
    let Some((clause, inner)) = clauses.split_first() else { return item.is_fixed_with(known, states) };
    let within = |local| local == clause.slot || known(local);
    clause.over.is_fixed_with(known, states)
        && clause.condition.as_ref().is_none_or(|condition| condition.is_fixed_with(&within, states))
        && fixed_through(inner, item, &within, states)
}

impl Choice {
    /// Visits the expressions of a choice.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(&self.over);
        self.condition.iter().for_each(visit);
    }

    /// Visits the expressions of a choice, to change them.
    pub fn exprs_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        visit(&mut self.over);
        self.condition.iter_mut().for_each(visit);
    }
}

impl Move {
    /// Visits the expressions of a move, its choices first.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        self.choices.iter().for_each(|choice| choice.exprs(visit));
        self.body.iter().for_each(|stmt| stmt.exprs(visit));
    }
}

impl Stmt {
    /// Visits this statement and every statement in it.
    pub fn walk(&self, visit: &mut dyn FnMut(&Stmt)) {
        visit(self);
        match &self.kind {
            StmtKind::If(_, then, otherwise) => then.iter().chain(otherwise).for_each(|stmt| stmt.walk(visit)),
            StmtKind::For(_, _, body) => body.iter().for_each(|stmt| stmt.walk(visit)),
            _ => {}
        }
    }

    /// Visits the expressions of this statement and of every statement in it.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        self.walk(&mut |stmt| stmt.own_exprs(visit));
    }

    fn own_exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        match &self.kind {
            StmtKind::When(expr) | StmtKind::Local(_, expr) | StmtKind::Turn(expr) => visit(expr),
            StmtKind::If(expr, ..) | StmtKind::For(_, expr, _) => visit(expr),
            StmtKind::Assign(pairs) => pairs.iter().for_each(|(place, value)| {
                place.exprs(visit);
                visit(value);
            }),
            StmtKind::Gain(amount, who) => {
                visit(amount);
                who.exprs(visit);
            }
            StmtKind::End(condition, outcome) => {
                condition.iter().for_each(&mut *visit);
                outcome.iter().for_each(|outcome| outcome.exprs(visit));
            }
            StmtKind::Again | StmtKind::Break => {}
        }
    }
}

impl Place {
    /// Visits the indices of a place.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        self.path.iter().flatten().for_each(visit);
    }
}

impl Outcome {
    /// Visits the expressions of an outcome.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        match &self.kind {
            OutcomeKind::Draw => {}
            OutcomeKind::Wins(who) | OutcomeKind::Loses(who) => who.exprs(visit),
            OutcomeKind::Leads(who, points) => {
                who.exprs(visit);
                visit(points);
            }
        }
    }
}

impl Who {
    /// Visits the expression that names a player.
    pub fn exprs(&self, visit: &mut dyn FnMut(&Expr)) {
        if let Who::Named(expr) = self {
            visit(expr);
        }
    }
}
