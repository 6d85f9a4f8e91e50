//! One symbolic run of statements over a domain of abstract values (symbolic execution: King 1976; abstract interpretation: Cousot and Cousot
//! 1977). The walk over statements and expressions is written here, once. A domain says what its values are, and what operators, comparisons and
//! helpers make of them; whatever a domain does not say, it does not know.

use bouton_rules::Span;
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Expr, ExprKind, Outcome, Place, Root, Stmt, StmtKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp, UnaryOp};
use std::fmt::{self, Debug};

/// Something of a domain, or why the domain does not know it.
pub(crate) type Known<D, T = <D as Domain>::Value> = Result<T, <D as Domain>::Why>;

/// A domain of abstract values; truth values are values too.
pub(crate) trait Domain {
    /// What an expression is worth.
    type Value: Clone + PartialEq;
    /// What a move does beside changing variables: what it asks for, what it gives, where it ends play.
    type Effects: Clone;
    /// Why something is not known.
    type Why;

    /// What is said where nothing better is.
    fn unknown(&self, span: Span) -> Self::Why;

    /// An expression as a whole, before the walk looks into it.
    fn whole(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Known<Self>> {
        let _ = (expr, run);
        None
    }

    /// An expression that the walk could not work out.
    fn rescued(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Self::Value> {
        let _ = (expr, run);
        None
    }

    /// An expression of a kind that the walk does not take apart.
    fn other(&mut self, expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let _ = run;
        Err(self.unknown(expr.span))
    }

    /// A number.
    fn number(&mut self, number: i64) -> Self::Value;

    /// An operator before its operand.
    fn unary(&mut self, op: UnaryOp, operand: Self::Value, expr: &Expr) -> Known<Self>;

    /// An operator between two values; `and` and `or` too.
    fn binary(
        &mut self,
        op: BinaryOp,
        values: (Self::Value, Self::Value),
        expr: &Expr,
        run: &mut Run<Self>,
    ) -> Known<Self>;

    /// A comparison of two values.
    fn compare(&mut self, op: CompareOp, left: Operand<Self>, right: Operand<Self>) -> Known<Self>;

    /// Whether a condition always holds, or never.
    fn holds(&self, condition: &Self::Value) -> Option<bool>;

    /// A condition that chooses between two blocks or two values.
    fn decide(&mut self, condition: &Expr, run: &mut Run<Self>) -> Known<Self, Decided<Self::Value>> {
        let condition = value(self, condition, run)?;
        Ok(self.holds(&condition).map_or(Decided::Open(condition), Decided::Known))
    }

    /// One value where the condition holds, the other where it does not; they differ.
    fn choose(&mut self, condition: &Self::Value, yes: Self::Value, no: Self::Value, span: Span) -> Known<Self> {
        let _ = (condition, yes, no);
        Err(self.unknown(span))
    }

    /// A helper called.
    fn helper(&mut self, helper: Helper, args: &[Expr], expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let _ = (helper, args, run);
        Err(self.unknown(expr.span))
    }

    /// An entry, a cell or a slice.
    fn entry(&mut self, base: &Expr, indices: &[Expr], expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let _ = (base, indices, run);
        Err(self.unknown(expr.span))
    }

    /// The numbers that a loop runs over.
    fn entries(&mut self, over: &Expr, run: &mut Run<Self>) -> Known<Self, Vec<i64>> {
        let _ = run;
        Err(self.unknown(over.span))
    }

    /// A whole loop at once, if the domain knows what comes of it.
    fn whole_loop(&mut self, parts: (usize, &Expr, &[Stmt]), run: &mut Run<Self>) -> Option<Known<Self, ()>> {
        let _ = (parts, run);
        None
    }

    /// The entry of a state variable that a place is, if it is one.
    fn entry_at(&mut self, which: usize, place: &Place, run: &mut Run<Self>) -> Known<Self, Option<usize>> {
        let _ = (which, place, run);
        Ok(None)
    }

    /// A value as a state variable may hold it.
    fn kept(&mut self, which: usize, put: &Expr, value: Self::Value, run: &mut Run<Self>) -> Known<Self> {
        let _ = (which, put, run);
        Ok(value)
    }

    /// A value put into a state variable, or into this entry of it. Nothing is read here: other places may have changed at the same time.
    fn put(
        &mut self,
        (which, at): (usize, Option<usize>),
        put: (&Place, &Expr),
        value: Self::Value,
        run: &mut Run<Self>,
    ) -> Known<Self, ()> {
        let _ = (which, at, value, run);
        Err(self.unknown(put.0.span))
    }

    /// `when`: the move is legal only if this holds; false where it never does.
    fn require(&mut self, condition: &Expr, run: &mut Run<Self>) -> Known<Self, bool> {
        let _ = run;
        Err(self.unknown(condition.span))
    }

    /// `gain`, `again` or `turn`.
    fn effect(&mut self, stmt: &Stmt, run: &mut Run<Self>) -> Known<Self, ()> {
        let _ = run;
        Err(self.unknown(stmt.span))
    }

    /// `end`
    fn end(
        &mut self,
        when: Option<&Expr>,
        outcome: Option<&Outcome>,
        stmt: &Stmt,
        run: &mut Run<Self>,
    ) -> Known<Self, ()> {
        let _ = (when, outcome, run);
        Err(self.unknown(stmt.span))
    }

    /// Whether the move has ended play: nothing of it comes after that.
    fn is_over(&self, run: &Run<Self>) -> bool {
        let _ = run;
        false
    }

    /// What a move has done after an `if` that the condition decides: `before` it, and in either block.
    fn join(
        &mut self,
        before: &Self::Effects,
        blocks: (&Self::Value, [Self::Effects; 2]),
        span: Span,
    ) -> Known<Self, Self::Effects> {
        let _ = (before, blocks);
        Err(self.unknown(span))
    }

    /// A statement is about to be run, and the run copied so often.
    fn work(&mut self, copies: usize, span: Span) -> Known<Self, ()> {
        let _ = (copies, span);
        Ok(())
    }
}

/// An operand of a comparison: its value, and where it stands.
pub(crate) type Operand<'a, D> = (&'a <D as Domain>::Value, &'a Expr);

/// What is known of a condition.
pub(crate) enum Decided<V> {
    /// It always holds, or never.
    Known(bool),
    /// Play decides.
    Open(V),
}

/// A move as far as it has been run.
pub(crate) struct Run<D: Domain + ?Sized> {
    /// What each state variable holds, and what it held before the move.
    pub(crate) now: Vec<D::Value>,
    pub(crate) old: Vec<D::Value>,
    pub(crate) locals: Locals<D::Value>,
    pub(crate) effects: D::Effects,
}

impl<D: Domain + ?Sized> Run<D> {
    /// The beginning of a move.
    pub(crate) fn start(variables: Vec<D::Value>, effects: D::Effects) -> Run<D> {
        Run { now: variables.clone(), old: variables, locals: Locals(Vec::new()), effects }
    }
}

/// What locals hold, by their slot.
#[derive(Clone, Debug)]
pub(crate) struct Locals<V>(Vec<Option<V>>);

impl<V> Locals<V> {
    pub(crate) fn get(&self, slot: usize) -> Option<&V> {
        self.0.get(slot).and_then(Option::as_ref)
    }

    pub(crate) fn insert(&mut self, slot: usize, value: V) {
        if self.0.len() <= slot {
            self.0.resize_with(slot + 1, || None);
        }
        self.0[slot] = Some(value);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &V)> {
        self.0.iter().enumerate().filter_map(|(slot, value)| Some((slot, value.as_ref()?)))
    }
}

impl<D: Domain<Value: Debug, Effects: Debug> + ?Sized> Debug for Run<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Run").field(&self.now).field(&self.locals).field(&self.effects).finish()
    }
}

impl<D: Domain + ?Sized> Clone for Run<D> {
    fn clone(&self) -> Run<D> {
        let (now, old) = (self.now.clone(), self.old.clone());
        Run { now, old, locals: self.locals.clone(), effects: self.effects.clone() }
    }
}

/// What an expression is worth.
pub(crate) fn value<D: Domain + ?Sized>(domain: &mut D, expr: &Expr, run: &mut Run<D>) -> Known<D> {
    if let Some(known) = domain.whole(expr, run) {
        return known;
    }
    walked(domain, expr, run).or_else(|why| domain.rescued(expr, run).ok_or(why))
}

fn walked<D: Domain + ?Sized>(domain: &mut D, expr: &Expr, run: &mut Run<D>) -> Known<D> {
    let held = |value: Option<&D::Value>, domain: &D| value.cloned().ok_or_else(|| domain.unknown(expr.span));
    match &expr.kind {
        ExprKind::Const(Datum::Int(number)) => Ok(domain.number(*number)),
        ExprKind::State(which) => held(run.now.get(*which), domain),
        ExprKind::Old(which) => held(run.old.get(*which), domain),
        ExprKind::Local(slot) => held(run.locals.get(*slot), domain),
        ExprKind::Unary(op, operand) => {
            let operand = value(domain, operand, run)?;
            domain.unary(*op, operand, expr)
        }
        ExprKind::Binary(op, one, other) => {
            let one = value(domain, one, run)?;
            // What decides `and` and `or` is not looked past.
            let decides = [(BinaryOp::And, Some(false)), (BinaryOp::Or, Some(true))];
            if decides.contains(&(*op, domain.holds(&one))) {
                return Ok(one);
            }
            let other = value(domain, other, run)?;
            domain.binary(*op, (one, other), expr, run)
        }
        ExprKind::Compare(first, rest) => compared(domain, first, rest, expr, run),
        ExprKind::If(condition, then, otherwise) => match domain.decide(condition, run)? {
            Decided::Known(holds) => value(domain, if holds { then } else { otherwise }, run),
            Decided::Open(condition) => {
                let (yes, no) = (value(domain, then, run)?, value(domain, otherwise, run)?);
                chosen(domain, &condition, yes, no, expr.span)
            }
        },
        ExprKind::Help(helper, args) => domain.helper(*helper, args, expr, run),
        ExprKind::Index(base, indices) => domain.entry(base, indices, expr, run),
        ExprKind::Bind(slot, bound, body) => {
            let bound = value(domain, bound, run)?;
            run.locals.insert(*slot, bound);
            value(domain, body, run)
        }
        _ => domain.other(expr, run),
    }
}

fn chosen<D: Domain + ?Sized>(
    domain: &mut D,
    condition: &D::Value,
    yes: D::Value,
    no: D::Value,
    span: Span,
) -> Known<D> {
    if yes == no { Ok(yes) } else { domain.choose(condition, yes, no, span) }
}

/// A chain of comparisons: each operand once.
fn compared<D: Domain + ?Sized>(
    domain: &mut D,
    first: &Expr,
    rest: &[(CompareOp, Expr)],
    expr: &Expr,
    run: &mut Run<D>,
) -> Known<D> {
    let (mut left, mut at, mut all) = (value(domain, first, run)?, first, None);
    for (op, right) in rest {
        let (found, next) = pair(domain, *op, (&left, at), right, run)?;
        all = Some(match all {
            None => found,
            Some(all) => domain.binary(BinaryOp::And, (all, found), expr, run)?,
        });
        if all.as_ref().is_some_and(|all| domain.holds(all) == Some(false)) {
            break;
        }
        (left, at) = (next.unwrap_or(left), right);
    }
    all.ok_or_else(|| domain.unknown(expr.span))
}

/// One comparison, and the value on its right; a range has none, and is compared by its ends.
fn pair<D: Domain + ?Sized>(
    domain: &mut D,
    op: CompareOp,
    left: Operand<D>,
    right: &Expr,
    run: &mut Run<D>,
) -> Known<D, (D::Value, Option<D::Value>)> {
    let (ExprKind::Range { lo, hi, inclusive }, CompareOp::In | CompareOp::NotIn) = (&right.kind, op) else {
        let value = value(domain, right, run)?;
        return Ok((domain.compare(op, left, (&value, right))?, Some(value)));
    };
    let (least, most) = (value(domain, lo, run)?, value(domain, hi, run)?);
    let above = domain.compare(CompareOp::Le, (&least, lo), left)?;
    let below = domain.compare(if *inclusive { CompareOp::Le } else { CompareOp::Lt }, left, (&most, hi))?;
    let inside = domain.binary(BinaryOp::And, (above, below), right, run)?;
    Ok((if op == CompareOp::In { inside } else { domain.unary(UnaryOp::Not, inside, right)? }, None))
}

/// Runs statements; false where the move can never be legal.
pub(crate) fn block<D: Domain + ?Sized>(domain: &mut D, stmts: &[Stmt], run: &mut Run<D>) -> Known<D, bool> {
    for stmt in stmts {
        if !step(domain, stmt, run)? {
            return Ok(false);
        }
        if domain.is_over(run) {
            break;
        }
    }
    Ok(true)
}

fn step<D: Domain + ?Sized>(domain: &mut D, stmt: &Stmt, run: &mut Run<D>) -> Known<D, bool> {
    domain.work(0, stmt.span)?;
    match &stmt.kind {
        StmtKind::When(condition) => return domain.require(condition, run),
        StmtKind::Local(slot, local) => {
            let local = value(domain, local, run)?;
            run.locals.insert(*slot, local);
        }
        StmtKind::Assign(pairs) => assign(domain, pairs, run)?,
        StmtKind::Gain(..) | StmtKind::Again | StmtKind::Turn(_) => domain.effect(stmt, run)?,
        StmtKind::End(when, outcome) => domain.end(when.as_ref(), outcome.as_ref(), stmt, run)?,
        StmtKind::If(condition, then, otherwise) => match domain.decide(condition, run)? {
            Decided::Known(holds) => return block(domain, if holds { then } else { otherwise }, run),
            Decided::Open(condition) => branch(domain, &condition, [then, otherwise], stmt, run)?,
        },
        StmtKind::For(slot, over, body) => {
            if let Some(done) = domain.whole_loop((*slot, over, body), run) {
                return done.map(|()| true);
            }
            for entry in domain.entries(over, run)? {
                domain.work(0, stmt.span)?;
                run.locals.insert(*slot, domain.number(entry));
                if !block(domain, body, run)? {
                    return Ok(false);
                }
            }
        }
        StmtKind::Break => return Err(domain.unknown(stmt.span)),
    }
    Ok(true)
}

/// Places change at once, after all values and all that says which place is meant are worked out.
fn assign<D: Domain + ?Sized>(domain: &mut D, pairs: &[(Place, Expr)], run: &mut Run<D>) -> Known<D, ()> {
    let mut found = Vec::with_capacity(pairs.len());
    for (place, put) in pairs {
        let value = value(domain, put, run)?;
        found.push(match place.root {
            Root::State(which) => (domain.entry_at(which, place, run)?, domain.kept(which, put, value, run)?),
            Root::Local(_) => (None, value),
        });
    }
    for ((place, put), (at, value)) in pairs.iter().zip(found) {
        match (place.root, place.path.is_empty()) {
            (Root::State(which), _) => domain.put((which, at), (place, put), value, run)?,
            (Root::Local(slot), true) => run.locals.insert(slot, value),
            (Root::Local(_), false) => return Err(domain.unknown(place.span)),
        }
    }
    Ok(())
}

/// Both blocks of an `if` that play decides, joined.
fn branch<D: Domain + ?Sized>(
    domain: &mut D,
    condition: &D::Value,
    blocks: [&[Stmt]; 2],
    stmt: &Stmt,
    run: &mut Run<D>,
) -> Known<D, ()> {
    domain.work(2, stmt.span)?;
    let [mut yes, mut no] = [run.clone(), run.clone()];
    let legal = block(domain, blocks[0], &mut yes)? && block(domain, blocks[1], &mut no)?;
    if !legal {
        return Err(domain.unknown(stmt.span));
    }
    for (now, (yes, no)) in run.now.iter_mut().zip(yes.now.into_iter().zip(no.now)) {
        *now = chosen(domain, condition, yes, no, stmt.span)?;
    }
    for (slot, local) in run.locals.clone().iter() {
        let [yes, no] = [&yes.locals, &no.locals].map(|locals| locals.get(slot).unwrap_or(local).clone());
        run.locals.insert(slot, chosen(domain, condition, yes, no, stmt.span)?);
    }
    run.effects = domain.join(&run.effects, (condition, [yes.effects, no.effects]), stmt.span)?;
    Ok(())
}
