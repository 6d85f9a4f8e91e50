//! Conditions: what they tell of the numbers they speak of, and many of them at once, a bit each.

use super::expr::is_plain;
use super::row::mask;
use super::worth::{Bits, Held, Members, Worth};
use super::{Lower, Lowered};
use crate::code::{One, Value};
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Choice, Expr, ExprKind, Stmt, StmtKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::types::Type;

/// At most so many conditions are worked out at once.
const MOST_AT_ONCE: u32 = 62;

/// Names that go along with the entries run over: each stands for the number of the entry, from 0, and so much more.
type Along = Vec<(usize, i64)>;

/// A condition for one entry, or for several: a bit each, and how many those are.
pub(super) enum Truths {
    One(Value),
    Several(Value, u32),
}

impl Truths {
    /// For how many it holds.
    pub(super) fn number(self) -> Value {
        match self {
            Truths::One(holds) => holds,
            Truths::Several(bits, _) => Value::one(One::Ones, bits),
        }
    }

    /// Whether it is so for one of them: that it holds, or does not.
    pub(super) fn any(self, holding: bool) -> Value {
        match self {
            Truths::One(holds) => {
                if holding {
                    holds
                } else {
                    holds.is_zero()
                }
            }
            Truths::Several(bits, count) => bits.ne(if holding { 0 } else { mask(count) }),
        }
    }
}

impl<'r> Lower<'r, '_> {
    /// Does something where a condition holds; there the numbers it compares are known to lie where it says.
    pub(super) fn where_true(
        &mut self,
        condition: &'r Expr,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let holds = self.truth(condition)?;
        self.knowing(condition, |lower| lower.when(holds, then))
    }

    /// Lowers what is only looked at where a condition holds.
    pub(super) fn knowing<T>(&mut self, condition: &'r Expr, then: impl FnOnce(&mut Self) -> T) -> T {
        let mut before = Vec::new();
        self.narrow(condition, &mut before);
        let done = then(self);
        for (slot, held) in before.into_iter().rev() {
            self.locals[slot] = Some(held);
        }
        done
    }

    /// Narrows the numbers that a condition compares with known ones; what they were is noted.
    fn narrow(&mut self, condition: &'r Expr, before: &mut Vec<(usize, Held)>) {
        match &condition.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                self.narrow(left, before);
                self.narrow(right, before);
            }
            ExprKind::Compare(first, rest) => {
                let mut left = &**first;
                for (op, right) in rest {
                    self.narrow_by(left, *op, right, before);
                    self.narrow_by(right, op.turned(), left, before);
                    left = right;
                }
            }
            _ => {}
        }
    }

    fn narrow_by(&mut self, number: &'r Expr, op: CompareOp, with: &'r Expr, before: &mut Vec<(usize, Held)>) {
        let Some((slot, part)) = narrowed(number) else { return };
        let Some(Held::Fixed(Worth::Num(mut num))) = self.locals[slot].clone() else { return };
        let plain = number.ty == Type::Int && with.ty == Type::Int && !num.none;
        let Some(Worth::Num(with)) = (if plain { self.always(with) } else { None }) else { return };
        let Some(with) = with.known().map(i128::from) else { return };
        let range = match (part, num.parts.as_deref_mut()) {
            (None, _) => &mut num.range,
            (Some(Part::Row), Some(parts)) => &mut parts.0.range,
            (Some(Part::Column), Some(parts)) => &mut parts.1.range,
            (Some(_), None) => return,
        };
        let Interval { lo, hi } = *range;
        let narrow = range.meet(match op {
            CompareOp::Eq => Interval { lo: with, hi: with },
            CompareOp::Lt => Interval { lo, hi: with - 1 },
            CompareOp::Le => Interval { lo, hi: with },
            CompareOp::Gt => Interval { lo: with + 1, hi },
            CompareOp::Ge => Interval { lo: with, hi },
            CompareOp::Ne | CompareOp::In | CompareOp::NotIn => return,
        });
        if narrow != *range && !narrow.is_empty() {
            *range = narrow;
            before.extend(self.locals[slot].replace(Held::Fixed(Worth::Num(num))).map(|held| (slot, held)));
        }
    }

    /// Visits a condition for all that clauses run over: those of the last clause at once where that can be.
    pub(super) fn each_truth(
        &mut self,
        clauses: &'r [Choice],
        item: &'r Expr,
        visit: &mut dyn FnMut(&mut Self, Truths) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some((last, outer)) = clauses.split_last() else { return Ok(()) };
        self.clauses(outer, &mut |lower| {
            if let Some(several) = lower.several(last, item)? {
                return visit(lower, several);
            }
            lower.clauses(std::slice::from_ref(last), &mut |lower| {
                let holds = lower.truth(item)?;
                visit(lower, Truths::One(holds))
            })
        })
    }

    /// The entries of a choice from a known range that the first condition of a move lets through, where cells that lie side by side tell:
    /// a move is not tried where it would be refused.
    pub(super) fn let_through(&mut self, choice: &'r Choice, body: &'r [Stmt]) -> Lowered<Option<Bits>> {
        let Some(StmtKind::When(condition)) = body.first().map(|stmt| &stmt.kind) else { return Ok(None) };
        let mut first = condition;
        while let ExprKind::Binary(BinaryOp::And, left, _) = &first.kind {
            first = left;
        }
        if !speaks_of(first, &[(choice.slot, 0)]) {
            return Ok(None);
        }
        let Some(Truths::Several(word, count)) = self.several(choice, first)? else { return Ok(None) };
        let Some(Worth::Range(lo, _)) = self.always(&choice.over) else { return Ok(None) };
        Ok(lo.known().map(|lo| Bits { word, members: Members::From(lo, count) }))
    }

    /// Whether a condition holds for each entry of a known range; nothing where it is not made of cells that lie side by side.
    fn several(&mut self, clause: &'r Choice, item: &'r Expr) -> Lowered<Option<Truths>> {
        let Some(Worth::Range(lo, hi)) = (if clause.condition.is_none() { self.always(&clause.over) } else { None })
        else {
            return Ok(None);
        };
        let (Some(lo), Some(hi)) = (lo.known(), hi.known()) else { return Ok(None) };
        let count = hi.checked_sub(lo).and_then(|last| u32::try_from(last + 1).ok());
        let Some(count) = count.filter(|count| (2..=MOST_AT_ONCE).contains(count)) else { return Ok(None) };
        let (cost, flat) = (self.cost, self.flat);
        self.make.begin();
        let found = self.bits_of(item, &mut vec![(clause.slot, lo)], count);
        let stmts = self.make.end();
        let times = u64::from(count);
        // The interpreter works each of them out.
        let all = |before: u64, after: u64| before.saturating_add(after.saturating_sub(before).saturating_mul(times));
        (self.cost, self.flat) = (all(cost, self.cost), all(flat, self.flat));
        let Some(bits) = found? else {
            (self.cost, self.flat) = (cost, flat);
            return Ok(None);
        };
        stmts.into_iter().for_each(|stmt| self.make.push(stmt));
        Ok(Some(Truths::Several(self.hold(bits), count)))
    }

    fn bits_of(&mut self, expr: &'r Expr, along: &mut Along, count: u32) -> Lowered<Option<Value>> {
        if !speaks_of(expr, along) {
            return self.everywhere(expr, count);
        }
        self.effort(expr.span)?;
        self.spend(4);
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, of) => Ok(self.bits_of(of, along, count)?.map(|bits| bits.xor(mask(count)))),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let Some(left) = self.bits_of(left, along, count)? else { return Ok(None) };
                let Some(right) = self.bits_of(right, along, count)? else { return Ok(None) };
                Ok(Some(if *op == BinaryOp::And { left.and(right) } else { left.or(right) }))
            }
            ExprKind::Bind(slot, value, body) if speaks_of(value, along) => {
                let Some(more) = self.goes_along(value, along) else { return Ok(None) };
                along.push((*slot, more));
                let bits = self.bits_of(body, along, count);
                along.pop();
                bits
            }
            ExprKind::Bind(slot, value, body) => {
                let value = self.expr(value)?;
                let before = self.locals[*slot].replace(Held::Fixed(value));
                let bits = self.bits_of(body, along, count);
                self.locals[*slot] = before;
                bits
            }
            ExprKind::Index(base, indices) if expr.ty == Type::Bool && !speaks_of(base, along) => {
                self.bits_of_cells(base, indices, along, count)
            }
            _ => Ok(None),
        }
    }

    /// A condition that is the same for every entry, if working it out can do no harm.
    fn everywhere(&mut self, expr: &'r Expr, count: u32) -> Lowered<Option<Value>> {
        self.make.begin();
        let holds = self.truth(expr);
        let stmts = self.make.end();
        let holds = holds?;
        if !is_plain(&stmts, &holds) {
            return Ok(None);
        }
        stmts.into_iter().for_each(|stmt| self.make.push(stmt));
        Ok(Some(Value::from(0).minus(holds).and(mask(count))))
    }

    /// Cells of one bit that lie side by side, and surely on the board.
    fn bits_of_cells(
        &mut self,
        base: &'r Expr,
        indices: &'r [Expr],
        along: &Along,
        count: u32,
    ) -> Lowered<Option<Value>> {
        let Worth::Row(row) = self.expr(base)? else { return Ok(None) };
        let ([word], 1, false) = (row.words.as_slice(), row.shape.width, row.shape.none) else { return Ok(None) };
        let Some(first) = indices.last().and_then(|last| self.goes_along(last, along)) else { return Ok(None) };
        let inside = |size: i64| first >= 0 && first.checked_add(count.into()).is_some_and(|end| end <= size);
        let place = match (row.shape.sides, indices) {
            (Some((rows, columns)), [down, _]) if inside(columns) && !speaks_of(down, along) => {
                let down = self.int(down)?;
                if down.range.meet(Interval::new(0, rows - 1)) != down.range {
                    return Ok(None);
                }
                down.value.times(columns).plus(first)
            }
            (None, [_]) if inside(row.shape.cells) => Value::from(first),
            _ => return Ok(None),
        };
        Ok(Some(word.clone().down(place).and(mask(count))))
    }

    /// By how much a number is more than that of the entry, if it goes along with it.
    fn goes_along(&mut self, expr: &'r Expr, along: &Along) -> Option<i64> {
        match &expr.kind {
            ExprKind::Local(slot) => along.iter().rev().find(|(known, _)| known == slot).map(|(_, more)| *more),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let (moving, still) = if speaks_of(left, along) { (left, right) } else { (right, left) };
                if speaks_of(still, along) || (*op == BinaryOp::Sub && speaks_of(right, along)) {
                    return None;
                }
                let more = self.goes_along(moving, along)?;
                let Worth::Num(still) = self.always(still)? else { return None };
                let still = still.known()?;
                if *op == BinaryOp::Add { more.checked_add(still) } else { more.checked_sub(still) }
            }
            _ => None,
        }
    }
}

/// A part of a cell.
#[derive(Clone, Copy)]
enum Part {
    Row,
    Column,
}

/// The name, or the part of one, that an expression is.
fn narrowed(expr: &Expr) -> Option<(usize, Option<Part>)> {
    match &expr.kind {
        ExprKind::Local(slot) => Some((*slot, None)),
        ExprKind::Help(helper @ (Helper::RowOf | Helper::ColOf), args) => match args.first()?.kind {
            ExprKind::Local(slot) if *helper == Helper::RowOf => Some((slot, Some(Part::Row))),
            ExprKind::Local(slot) => Some((slot, Some(Part::Column))),
            _ => None,
        },
        _ => None,
    }
}

fn speaks_of(expr: &Expr, along: &[(usize, i64)]) -> bool {
    let mut speaks = false;
    expr.walk(&mut |part| {
        speaks |= matches!(part.kind, ExprKind::Local(slot) if along.iter().any(|(known, _)| *known == slot));
    });
    speaks
}
