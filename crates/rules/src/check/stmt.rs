//! Statements of moves.

use super::Checker;
use super::scope::{Global, LocalKind, Site};
use crate::datum::Datum;
use crate::diagnostic::Diagnostic;
use crate::interval::Interval;
use crate::rules::{Expr, ExprKind, Place, Root, Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::tree::{self, AssignOp, BinaryOp};
use crate::types::Type;

impl Checker<'_> {
    /// Checks a block in a scope of its own.
    pub(super) fn block(&mut self, block: &tree::Block) -> Vec<Stmt> {
        self.scoped(block.span, |this| this.stmts(block))
    }

    /// Checks the statements of a block in the scope at hand.
    pub(super) fn stmts(&mut self, block: &tree::Block) -> Vec<Stmt> {
        self.after_the_end(block);
        let guards = self.guards;
        let mut checked = Vec::new();
        for stmt in &block.stmts {
            let stmt = self.stmt(stmt);
            // What follows a condition that never holds is never done.
            if let Some(Stmt { kind: StmtKind::When(when), .. }) = &stmt {
                self.guards += usize::from(when.never_holds());
                // Where it does not hold, the move has not happened, and bounds were not left.
                self.tentative.clear();
            }
            checked.extend(stmt);
        }
        self.guards = guards;
        checked
    }

    /// Checks a block that is done only where a condition holds.
    fn block_if(&mut self, never: bool, block: &tree::Block) -> Vec<Stmt> {
        if never { self.guarded(|this| this.block(block)) } else { self.block(block) }
    }

    /// A statement after one that always ends the game or leaves the loop.
    fn after_the_end(&mut self, block: &tree::Block) {
        let last = |stmt: &tree::Stmt| match &stmt.kind {
            tree::StmtKind::End { condition: None, outcome } => outcome.as_ref().is_none_or(always),
            tree::StmtKind::Break => true,
            _ => false,
        };
        let Some(end) = block.stmts.iter().position(last) else { return };
        let Some(dead) = block.stmts.get(end + 1) else { return };
        let finding = Diagnostic::error("B057", "this is never reached")
            .at(dead.span, "never reached")
            .at(block.stmts[end].span, "nothing comes after this")
            .help("put it before, or give the `end` a condition: `end when … => …`");
        self.report(finding);
    }

    fn stmt(&mut self, stmt: &tree::Stmt) -> Option<Stmt> {
        let span = stmt.span;
        let kind = match &stmt.kind {
            tree::StmtKind::When(condition) => {
                self.only_in_moves(span, "when").map(|()| StmtKind::When(self.condition(condition)))
            }
            tree::StmtKind::Let { name, value } => Some(self.local_value(name, value, LocalKind::Let)),
            tree::StmtKind::Var { name, value } => Some(self.local_value(name, value, LocalKind::Var)),
            tree::StmtKind::Assign { place, op, value } => self.assign(span, place, *op, value),
            tree::StmtKind::AssignMany { places, values } => self.assign_many(span, places, values),
            tree::StmtKind::Gain { amount, to } => self.gain(span, amount, to.as_ref()),
            tree::StmtKind::Again => self.only_in_moves(span, "again").map(|()| StmtKind::Again),
            tree::StmtKind::Turn(player) => {
                self.only_in_moves(span, "turn").map(|()| StmtKind::Turn(self.which_player(player, "who moves next")))
            }
            tree::StmtKind::End { condition, outcome } => self.end(span, condition.as_ref(), outcome.as_ref()),
            tree::StmtKind::If { .. } => Some(self.branch(stmt)),
            tree::StmtKind::For { name, over, body } => Some(self.repeat_for(name, over, body)),
            tree::StmtKind::Break => self.leave(span),
        };
        kind.map(|kind| Stmt { span, kind })
    }

    fn only_in_moves(&mut self, span: Span, word: &str) -> Option<()> {
        if self.site.old {
            return Some(());
        }
        let finding = Diagnostic::error("B053", say!("`{word}` belongs in a move"))
            .at(span, say!("this is {}", self.site.name))
            .help(if self.site.state {
                "`normalise` may only change variables"
            } else {
                "the steps of a `let` are `let`, `var`, `if`, `for` and changes of a `var`"
            });
        self.report(finding);
        None
    }

    fn local_value(&mut self, name: &tree::Name, value: &tree::Expr, kind: LocalKind) -> StmtKind {
        let errors = self.errors();
        let value = self.expr(value);
        let value = if self.errors() > errors { self.broken(value.span) } else { value };
        let range = if kind == LocalKind::Let { value.range } else { Interval::FULL };
        let slot = self.bind(name, kind, value.ty.clone(), range);
        StmtKind::Local(slot, value)
    }

    fn assign(&mut self, span: Span, place: &tree::Expr, op: AssignOp, value: &tree::Expr) -> Option<StmtKind> {
        let value = self.expr(value);
        let (place, read) = self.place(place)?;
        let value = match op {
            AssignOp::Set => value,
            AssignOp::Add => self.binary_of(span, BinaryOp::Add, read, value),
            AssignOp::Sub => self.binary_of(span, BinaryOp::Sub, read, value),
        };
        let value = self.fitting(&place, value);
        self.learn_type(&place, &value);
        Some(StmtKind::Assign(vec![(place, value)]))
    }

    fn assign_many(&mut self, span: Span, places: &[tree::Expr], values: &[tree::Expr]) -> Option<StmtKind> {
        if places.len() != values.len() {
            let finding = Diagnostic::error("B030", say!("{} places, but {} values", places.len(), values.len()))
                .at(span, "")
                .help("write as many values as places: `a, b = b, a`");
            self.report(finding);
            return None;
        }
        let values: Vec<Expr> = values.iter().map(|value| self.expr(value)).collect();
        let mut pairs = Vec::new();
        for (place, value) in places.iter().zip(values) {
            let (place, _) = self.place(place)?;
            let value = self.fitting(&place, value);
            pairs.push((place, value));
        }
        Some(StmtKind::Assign(pairs))
    }

    /// A `var` that began as an empty list or set holds what it is given first.
    fn learn_type(&mut self, place: &Place, value: &Expr) {
        if let (Root::Local(slot), true) = (place.root, place.path.is_empty())
            && let Some(local) = self.locals.get_mut(slot)
        {
            local.ty = local.ty.join(&value.ty);
        }
    }

    /// A value that its place can hold.
    fn fitting(&mut self, place: &Place, value: Expr) -> Expr {
        let value = self.want(value, &place.ty.clone(), "what is put here");
        if let (Root::State(which), true, false) = (place.root, place.path.is_empty(), place.ty == Type::Any) {
            let state = &self.rules.states[which];
            let finding = self.out_of_bounds(&value, &state.name, &state.domain, state.span);
            self.tentative.retain(|(known, _)| *known != which);
            self.tentative.extend(finding.map(|finding| (which, finding)));
        }
        value
    }

    /// A place that may change, and the expression that reads it.
    fn place(&mut self, place: &tree::Expr) -> Option<(Place, Expr)> {
        match &place.kind {
            tree::ExprKind::Paren(inner) => self.place(inner),
            tree::ExprKind::Name(name) => self.root(name, place.span),
            tree::ExprKind::Index(base, indices) => {
                let (mut outer, read) = self.place(base)?;
                let indices: Vec<Expr> = indices.iter().map(|index| self.expr(index)).collect();
                if indices.iter().any(|index| index.ty == Type::Range) {
                    self.no_slices(place.span);
                    return None;
                }
                let read = self.index_of(place.span, read, indices.clone());
                outer.path.push(indices);
                outer.ty = read.ty.clone();
                outer.span = place.span;
                Some((outer, read))
            }
            _ => {
                let finding =
                    Diagnostic::error("B029", "only a variable can be given a value").at(place.span, "not a variable");
                self.report(finding);
                None
            }
        }
    }

    fn no_slices(&mut self, span: Span) {
        let finding = Diagnostic::error("B029", "a slice cannot be given a value")
            .at(span, "several entries at once")
            .help("run over the entries: `for i in a ..< b { xs[i] = … }`");
        self.report(finding);
    }

    fn root(&mut self, name: &str, span: Span) -> Option<(Place, Expr)> {
        let local = self.locals[self.hidden..].iter_mut().rev().find(|local| local.name == name);
        if let Some(local) = local {
            local.changed = true;
            let local = local.clone();
            self.note_use(local.symbol, span, true);
            if local.clash {
                self.silenced += 1;
                return None;
            }
            if local.kind != LocalKind::Var {
                self.fixed(name, span, local.span, local_word(local.kind));
                return None;
            }
            let read = self.make(span, local.ty.clone(), local.range, ExprKind::Local(local.slot));
            return Some((Place { span, root: Root::Local(local.slot), path: Vec::new(), ty: local.ty }, read));
        }
        let Some(entry) = self.globals.entries.get_mut(name) else {
            self.report_unknown(name, span, "variable");
            return None;
        };
        entry.changed = true;
        let (means, declared, symbol) = (entry.means, entry.span, entry.symbol);
        self.note_use(symbol, span, true);
        match means {
            Global::State(which) if which < self.globals.states_ready => {
                let broken = self.globals.broken.contains(&means);
                let read = if broken { self.silent(span) } else { self.state(which, span) };
                let ty = read.ty.clone();
                Some((Place { span, root: Root::State(which), path: Vec::new(), ty }, read))
            }
            _ if self.globals.broken.contains(&means) => {
                self.silenced += 1;
                None
            }
            _ => {
                self.fixed(name, span, declared, global_word(means));
                None
            }
        }
    }

    fn fixed(&mut self, name: &str, span: Span, declared: Span, why: &'static str) {
        let shown = crate::diagnostic::shorten(name);
        let finding = Diagnostic::error("B029", say!("`{shown}` cannot change"))
            .at(span, "changed here")
            .at(declared, say!("`{shown}` {why}"));
        self.report(if self.is_variable(name) {
            finding.help(say!("to change the variable `{shown}`, give the other one another name"))
        } else {
            finding.help("`state` variables change from move to move; a `var` may change inside its move")
        });
    }

    fn gain(&mut self, span: Span, amount: &tree::Expr, to: Option<&tree::Who>) -> Option<StmtKind> {
        self.only_in_moves(span, "gain")?;
        let amount = self.number(amount, "a gain");
        let to = to.map_or(crate::rules::Who::Me, |who| self.who(who));
        Some(StmtKind::Gain(amount, to))
    }

    fn end(&mut self, span: Span, condition: Option<&tree::Expr>, outcome: Option<&tree::Outcome>) -> Option<StmtKind> {
        self.only_in_moves(span, "end")?;
        let condition = condition.map(|condition| self.condition(condition));
        if outcome.is_none() && !self.rules.points {
            self.no_outcome(span);
        }
        let Some(outcome) = outcome else { return Some(StmtKind::End(condition, None)) };
        let mut cases = self.cases(outcome);
        if cases.len() == 1
            && let Some((case, outcome)) = cases.pop()
        {
            return Some(StmtKind::End(self.both(condition, case), Some(outcome)));
        }
        let ends = cases
            .into_iter()
            .map(|(case, outcome)| Stmt { span: outcome.span, kind: StmtKind::End(case, Some(outcome)) });
        let ends: Vec<Stmt> = ends.collect();
        let always = || Expr { kind: ExprKind::Const(Datum::bool(true)), ty: Type::Bool, range: Interval::of(1), span };
        Some(StmtKind::If(condition.unwrap_or_else(always), ends, Vec::new()))
    }

    /// An end that does not say who wins, in a game without points.
    pub(super) fn no_outcome(&mut self, span: Span) {
        let behind = Span::new(span.end, span.end);
        let finding = Diagnostic::error("B039", "this end does not say who wins")
            .at(span, "no outcome")
            .edit("add `=> me wins`", behind, " => me wins")
            .edit("or add `=> me loses`", behind, " => me loses")
            .edit("or add `=> draw`", behind, " => draw")
            .help("or name a player: `=> NAME wins`")
            .help("or count points with `gain`: then the points decide");
        self.report(finding);
    }

    fn branch(&mut self, stmt: &tree::Stmt) -> StmtKind {
        let tree::StmtKind::If { condition, then, otherwise } = &stmt.kind else {
            return StmtKind::Break;
        };
        let condition = self.condition(condition);
        let then = self.block_if(condition.never_holds(), then);
        let otherwise = match otherwise {
            None => Vec::new(),
            Some(tree::Else::Block(block)) => self.block(block),
            Some(tree::Else::If(inner)) => vec![Stmt { span: inner.span, kind: self.branch(inner) }],
        };
        StmtKind::If(condition, then, otherwise)
    }

    fn repeat_for(&mut self, name: &tree::Name, over: &tree::Expr, body: &tree::Block) -> StmtKind {
        let over = self.expr(over);
        let over = self.run_over(over);
        let (ty, range) = (over.ty.entry().unwrap_or(Type::Any), super::ranges::of_choice(&self.rules, &over));
        self.loops += 1;
        let (slot, body) = self.scoped(body.span, |this| {
            let slot = this.bind(name, LocalKind::Loop, ty, range);
            (slot, this.stmts(body))
        });
        self.loops -= 1;
        // What stands before in the loop comes again after.
        let mut asks = false;
        body.iter().for_each(|stmt| stmt.walk(&mut |stmt| asks |= matches!(stmt.kind, StmtKind::When(_))));
        if asks {
            self.tentative.clear();
        }
        StmtKind::For(slot, over, body)
    }

    fn leave(&mut self, span: Span) -> Option<StmtKind> {
        if self.loops == 0 {
            let finding = Diagnostic::error("B053", "`break` belongs inside a `for`")
                .at(span, "no `for` around it")
                .help("a move is over when its last statement is done; what is done only sometimes stands in an `if … { … }`");
            self.report(finding);
            return None;
        }
        Some(StmtKind::Break)
    }

    /// The state variables that a block assigns somewhere, and whether as a whole.
    fn assigned(&self, block: &tree::Block, found: &mut Vec<(usize, bool)>) {
        block.stmts.iter().for_each(|stmt| self.assigned_by(stmt, found));
    }

    fn assigned_by(&self, stmt: &tree::Stmt, found: &mut Vec<(usize, bool)>) {
        match &stmt.kind {
            tree::StmtKind::Assign { place, .. } => self.assigned_place(place, true, found),
            tree::StmtKind::AssignMany { places, .. } => {
                places.iter().for_each(|place| self.assigned_place(place, true, found))
            }
            tree::StmtKind::For { body, .. } => self.assigned(body, found),
            tree::StmtKind::If { then, otherwise, .. } => {
                self.assigned(then, found);
                match otherwise {
                    None => {}
                    Some(tree::Else::Block(block)) => self.assigned(block, found),
                    Some(tree::Else::If(stmt)) => self.assigned_by(stmt, found),
                }
            }
            _ => {}
        }
    }

    fn assigned_place(&self, place: &tree::Expr, whole: bool, found: &mut Vec<(usize, bool)>) {
        match &place.kind {
            tree::ExprKind::Paren(inner) => self.assigned_place(inner, whole, found),
            tree::ExprKind::Index(base, _) => self.assigned_place(base, false, found),
            tree::ExprKind::Name(name) => {
                if let Some(Global::State(which)) = self.globals.entries.get(name).map(|entry| entry.means) {
                    found.push((which, whole));
                }
            }
            _ => {}
        }
    }

    /// Checks the body of a move or of `normalise`.
    pub(super) fn body(&mut self, block: &tree::Block, site: Site) -> Vec<Stmt> {
        let mut changing = Vec::new();
        self.assigned(block, &mut changing);
        self.replaced = changing.iter().filter(|(_, whole)| *whole).map(|(which, _)| *which).collect();
        self.changing = changing.into_iter().map(|(which, _)| which).collect();
        let body = self.at(site, |this| this.stmts(block));
        std::mem::take(&mut self.tentative).into_iter().for_each(|(_, finding)| self.report(finding));
        self.changing.clear();
        self.replaced.clear();
        body
    }
}

/// Whether an outcome has no condition that may leave it out.
fn always(outcome: &tree::Outcome) -> bool {
    match &outcome.kind {
        tree::OutcomeKind::If(_, _, otherwise) => otherwise.as_deref().is_some_and(always),
        _ => true,
    }
}

fn global_word(global: Global) -> &'static str {
    match global {
        Global::Param(_) => "is a parameter, fixed before play",
        Global::Let(_) => "is a `let`, fixed before play",
        Global::State(_) => "is declared further down",
        Global::Def(_) => "is a `def`",
        Global::Player(_) => "is a player",
        Global::Value(..) => "is a name of a type",
        Global::TypeName(_) => "is a type",
        Global::Part(_) => "is a part of a sum",
        Global::Unread => "could not be read",
    }
}

fn local_word(kind: LocalKind) -> &'static str {
    match kind {
        LocalKind::Choice => "is chosen by the player",
        LocalKind::Let => "is a `let`; a `var` may change",
        LocalKind::Var => "may change",
        LocalKind::Loop => "is given its values by the loop",
        LocalKind::Argument => "is an argument",
    }
}
