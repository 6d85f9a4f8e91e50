//! What need not be tried of a move: choices that a condition bars already, numbers past the last that it leaves, and chains of steps of which one is
//! not allowed.

use crate::datum::Datum;
use crate::rules::{Choice, Expr, ExprKind, Rules, Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::tree::{BinaryOp, CompareOp};
use crate::table::helpers::Helper;
use crate::types::Type;

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

fn speaks_of(expr: &Expr, slot: usize) -> bool {
    expr.any(&|part| is_local(part, slot))
}

/// Whether a statement does the same whatever steps follow: it speaks of no local of that number, and neither ends the game nor leaves a loop.
fn is_blind(stmt: &Stmt, slot: usize) -> bool {
    let mut blind = true;
    stmt.walk(&mut |part| blind &= !matches!(part.kind, StmtKind::End(..) | StmtKind::Break));
    stmt.exprs(&mut |expr| blind &= !speaks_of(expr, slot));
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

/// Where a condition ends the numbers of a choice: so many times the choice is at most, or at least, what is added less what is taken away.
#[derive(Clone, Copy, Debug)]
pub struct End<'r> {
    /// Whether from above.
    pub upper: bool,
    /// Whether the number itself is left out.
    pub strict: bool,
    /// How many times the choice is taken: at least once.
    pub times: u32,
    /// What is added; nothing is 0.
    pub plus: Option<&'r Expr>,
    /// What is taken away.
    pub minus: Option<&'r Expr>,
    /// The most times that either side of the condition takes the choice on the way.
    most: i64,
}

/// The end that conditions which are asked in this order are together for the numbers in a local: whatever fails at those before it fails for all numbers.
pub(crate) fn first_end<'c>(conditions: impl IntoIterator<Item = &'c Expr>, slot: usize) -> Option<End<'c>> {
    let mut parts = conditions.into_iter().flat_map(Expr::conjuncts);
    parts.find(|part| speaks_of(part, slot))?.end_of(slot)
}

impl Expr {
    /// The end that this condition is for the numbers in a local: `k <= n`, `n > k`, or `2 * k < n`.
    #[must_use]
    pub fn end_of(&self, slot: usize) -> Option<End<'_>> {
        let ExprKind::Compare(first, rest) = &self.kind else { return None };
        let [(op, second)] = rest.as_slice() else { return None };
        let (left, right) = (side(first, slot)?, side(second, slot)?);
        let (times, op, plus, minus) = if left.times > right.times {
            (left.times - right.times, *op, right.rest, left.rest)
        } else {
            (right.times - left.times, op.turned(), left.rest, right.rest)
        };
        let (upper, strict) = match op {
            CompareOp::Le => (true, false),
            CompareOp::Lt => (true, true),
            CompareOp::Ge => (false, false),
            CompareOp::Gt => (false, true),
            _ => return None,
        };
        let numbers = first.ty == Type::Int && second.ty == Type::Int;
        let most = left.most.max(right.most);
        let times = u32::try_from(times).ok().filter(|times| numbers && *times > 0)?;
        Some(End { upper, strict, times, plus, minus, most })
    }
}

impl End<'_> {
    /// Whether neither side of the condition overflows for a choice of no more than `choice` on either side of 0, where what the side speaks of besides is no
    /// more than `rest`: each side is worked out for every number, with checks.
    #[must_use]
    pub fn never_overflows(&self, choice: i128, rest: i128) -> bool {
        rest + i128::from(self.most) * choice < i128::from(i64::MAX / 4)
    }
}

/// One side of a condition: how many times it takes a choice in all (less than none where it takes it away), and at most on the way there; and what
/// else it adds.
struct Side<'r> {
    times: i64,
    most: i64,
    rest: Option<&'r Expr>,
}

fn side(expr: &Expr, slot: usize) -> Option<Side<'_>> {
    match &expr.kind {
        ExprKind::Local(local) if *local == slot => Some(Side { times: 1, most: 1, rest: None }),
        _ if !speaks_of(expr, slot) => Some(Side { times: 0, most: 0, rest: Some(expr) }),
        ExprKind::Binary(BinaryOp::Mul, one, other) => {
            let (known, of) =
                if let ExprKind::Const(known) = &one.kind { (known, other) } else { (constant(other)?, one) };
            let Datum::Int(known @ 0..=MOST_TIMES) = known else { return None };
            let of = side(of, slot).filter(|of| of.times == 1 && of.most == 1 && of.rest.is_none())?;
            Some(Side { times: *known, most: *known, ..of })
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), one, other) => {
            let (one, other) = (side(one, slot)?, side(other, slot)?);
            let (rest, sign) = match (op, one.rest, other.rest) {
                (BinaryOp::Add, rest, None) | (BinaryOp::Add, None, rest) => (rest, 1),
                (_, rest, None) => (rest, -1),
                _ => return None,
            };
            Some(Side { times: one.times + sign * other.times, most: one.most + other.most, rest })
        }
        _ => None,
    }
}

/// No number is taken more often.
const MOST_TIMES: i64 = 1 << 10;

fn constant(expr: &Expr) -> Option<&Datum> {
    if let ExprKind::Const(known) = &expr.kind { Some(known) } else { None }
}
