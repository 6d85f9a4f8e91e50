//! Expressions.

use super::worth::{Among, Bits, Held, Lying, Num, ROW, Row, Worth, cell_limit};
use super::{Lower, Lowered, unfit};
use crate::code::{Asked, One, Stmt, Value};
use bouton_rules::Span;
use bouton_rules::datum::NONE;
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::table::operators::{BinaryOp, UnaryOp};
use bouton_rules::types::Type;

/// A value with the statements it needs, kept apart.
pub(super) type Made = (Vec<Stmt>, Worth);

/// Larger values are held by a local, so that code does not grow when they are used again.
const LARGE: usize = 4;

impl<'r> Lower<'r, '_> {
    /// Lowers an expression.
    pub(super) fn expr(&mut self, expr: &'r Expr) -> Lowered<Worth> {
        self.effort(expr.span)?;
        if let Some(always) = self.always(expr) {
            return Ok(always);
        }
        self.spend(2);
        let (cost, flat, depth) = (self.cost, self.flat, self.make.depth());
        self.make.begin();
        match self.plainly(expr) {
            Ok(worth) => {
                let stmts = self.make.end();
                stmts.into_iter().for_each(|stmt| self.make.push(stmt));
                Ok(self.small(worth))
            }
            Err(unfit) => {
                self.make.unwind(depth);
                (self.cost, self.flat) = (cost, flat);
                self.tabulated(expr).ok_or(unfit)
            }
        }
    }

    fn plainly(&mut self, expr: &'r Expr) -> Lowered<Worth> {
        Ok(match &expr.kind {
            ExprKind::State(which) => self.state[*which].worth(),
            ExprKind::Old(which) => self.old[*which].worth(),
            ExprKind::Local(slot) => match &self.locals[*slot] {
                Some(held) => held.worth(),
                None => return unfit(expr.span, "a name that has no value here"),
            },
            ExprKind::Me => Worth::Num(self.the_mover(expr.span)?),
            ExprKind::Opponent => {
                let mover = self.the_mover(expr.span)?;
                Worth::Num(Num::new(Value::from(1).minus(mover.value), Interval::new(0, 1)))
            }
            ExprKind::Unary(op, operand) => Worth::Num(self.unary(*op, operand)?),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                Worth::Num(self.both(*op == BinaryOp::And, left, right)?)
            }
            ExprKind::Binary(op, ..) => self.binary(*op, expr)?,
            ExprKind::Compare(first, rest) => Worth::Num(self.compare(first, rest)?),
            ExprKind::Range { lo, hi, inclusive } => self.range(lo, hi, *inclusive)?,
            ExprKind::If(condition, then, otherwise) => self.if_else(condition, then, otherwise)?,
            ExprKind::Help(helper, args) => self.help(*helper, args, expr)?,
            ExprKind::Part(..) => return unfit(expr.span, "a part of a sum here"),
            ExprKind::Times(count) => {
                let count = self.int(count)?;
                let count = self.held(count);
                self.ask_if(count.value.clone().lt(0));
                Worth::Range(Num::of(1), count)
            }
            ExprKind::Index(base, indices) => self.index(base, indices, expr.span)?,
            ExprKind::Cell(row, column) => {
                let (row, column) = (self.int(row)?, self.int(column)?);
                Worth::Num(self.checked_cell(row, column))
            }
            ExprKind::Bind(slot, value, body) => {
                let value = self.expr(value)?;
                let before = self.locals[*slot].replace(Held::Fixed(value));
                let worth = self.expr(body);
                self.locals[*slot] = before;
                worth?
            }
            ExprKind::Can(moves) => Worth::Num(self.can(moves, expr.span)?),
            ExprKind::List(entries) => {
                Worth::Many(entries.iter().map(|entry| self.expr(entry)).collect::<Lowered<Vec<_>>>()?)
            }
            ExprKind::Comprehension { set: false, .. } => Worth::Lying(self.listed(expr)?),
            ExprKind::Set(_) | ExprKind::Comprehension { .. } => Worth::Bits(self.made_set(expr, None)?),
            ExprKind::Const(_) | ExprKind::Param(_) | ExprKind::Let(_) | ExprKind::Answer(_) => {
                return unfit(expr.span, "this expression");
            }
        })
    }

    /// Keeps values small.
    fn small(&mut self, worth: Worth) -> Worth {
        match worth {
            Worth::Num(num) => Worth::Num(self.held(num)),
            Worth::Bits(bits) => {
                let words = bits.words.into_iter().map(|word| self.hold(word)).collect();
                Worth::Bits(Bits { words, ..bits })
            }
            other => other,
        }
    }

    pub(super) fn hold(&mut self, value: Value) -> Value {
        let mut size = 0;
        value.walk(&mut |_| size += 1);
        if size < LARGE || value.is_tests() { value } else { self.make.hold("t", value) }
    }

    pub(super) fn held(&mut self, mut num: Num) -> Num {
        num.value = self.hold(num.value);
        num
    }

    fn the_mover(&mut self, span: Span) -> Lowered<Num> {
        match &self.mover {
            Some(mover) => Ok(mover.clone()),
            None => unfit(span, "the mover where nobody moves"),
        }
    }

    /// A scalar, perhaps `none`.
    pub(super) fn scalar(&mut self, expr: &'r Expr) -> Lowered<Num> {
        match self.expr(expr)? {
            Worth::Num(num) => Ok(num),
            _ => unfit(expr.span, "a single value of this kind"),
        }
    }

    /// A scalar that is not `none`: asks if it is.
    pub(super) fn int(&mut self, expr: &'r Expr) -> Lowered<Num> {
        let num = self.scalar(expr)?;
        Ok(self.there(num))
    }

    /// Asks if it is `none`.
    pub(super) fn there(&mut self, num: Num) -> Num {
        let Num { none: true, .. } = num else { return num };
        let num = Num { value: self.make.hold("x", num.value.clone()), ..num };
        let missing = match &num.code {
            Some((code, _)) => code.clone().eq(0),
            None => num.value.clone().eq(NONE),
        };
        self.ask_if(missing);
        let value = match &num.code {
            // Without the choice of `none`.
            Some((code, lo)) => code.clone().plus(lo - 1),
            None => num.value.clone(),
        };
        Num { value, none: false, code: None, ..num }
    }

    /// 1 or 0.
    pub(super) fn truth(&mut self, expr: &'r Expr) -> Lowered<Value> {
        if let Some(known) = self.given(expr) {
            return Ok(known);
        }
        Ok(self.int(expr)?.value)
    }

    fn unary(&mut self, op: UnaryOp, operand: &'r Expr) -> Lowered<Num> {
        let num = self.int(operand)?;
        Ok(match op {
            UnaryOp::Neg => Num::new(Value::one(One::Neg, num.value), num.range.negated()),
            UnaryOp::Not => Num::truth(num.value.is_zero()),
        })
    }

    /// `and`, `or`: the right side is worked out only where it matters, unless nothing can come of it and it is cheap.
    fn both(&mut self, and: bool, first: &'r Expr, right: &'r Expr) -> Lowered<Num> {
        let left = self.truth(first)?;
        match left {
            Value::Const(known) if (known != 0) != and => return Ok(Num::of(known)),
            Value::Const(_) => return Ok(Num::truth(self.truth(right)?)),
            _ => {}
        }
        self.make.begin();
        let value = if and { self.knowing(first, |lower| lower.truth(right)) } else { self.truth(right) };
        let stmts = self.make.end();
        let value = value?;
        if is_cheap(&stmts, &value) {
            stmts.into_iter().for_each(|stmt| self.make.push(stmt));
            return Ok(Num::truth(if and { left.and(value) } else { left.or(value) }));
        }
        let result = self.make.local("both");
        self.make.set(result, left);
        let mut stmts = stmts;
        stmts.push(Stmt::Set(result, value));
        let asked = if and { Value::from(result) } else { Value::from(result).is_zero() };
        self.make.push(Stmt::If(asked, stmts, Vec::new()));
        Ok(Num::truth(result))
    }

    fn range(&mut self, lo: &'r Expr, hi: &'r Expr, inclusive: bool) -> Lowered<Worth> {
        let (lo, hi) = (self.int(lo)?, self.int(hi)?);
        if inclusive {
            return Ok(Worth::Range(lo, hi));
        }
        // No number is the least one, so one less than it is a number.
        let last = Num::new(hi.value.minus(1), hi.range.minus(Interval::of(1)));
        Ok(Worth::Range(lo, last))
    }

    fn if_else(&mut self, condition: &'r Expr, then: &'r Expr, otherwise: &'r Expr) -> Lowered<Worth> {
        let condition = self.truth(condition)?;
        if let Value::Const(known) = condition {
            return self.expr(if known == 0 { otherwise } else { then });
        }
        let condition = self.make.hold("if", condition);
        let then_made = self.apart(then)?;
        let else_made = self.apart(otherwise)?;
        self.either(&condition, then_made, else_made, &then.ty.join(&otherwise.ty), then.span)
    }

    /// One or the other, each with the statements it needs.
    pub(super) fn either(
        &mut self,
        condition: &Value,
        (mut first, mut one): Made,
        (mut second, mut other): Made,
        ty: &Type,
        span: Span,
    ) -> Lowered<Worth> {
        if let (Some(a), Some(b)) = (self.among(one.clone()), self.among(other.clone())) {
            let (all, from) = Lower::either_among(&a, &b);
            let which = Worth::Num(Num::new(a.which, Interval::FULL));
            let second_which = Worth::Num(Num::new(b.which.plus(from), Interval::FULL));
            let chosen = self.either(condition, (first, which), (second, second_which), &Type::Int, span)?;
            let Worth::Num(num) = chosen else { return unfit(span, "a choice between values of this kind") };
            return Ok(Worth::Among(Among { all, which: self.hold(num.value) }));
        }
        if join(&one, &other).is_none() {
            if let Type::Set(_) = ty {
                (first, one) = self.set_like((first, one), &other, ty, span)?;
                (second, other) = self.set_like((second, other), &one, ty, span)?;
            } else {
                ((first, one), (second, other)) = self.same_buffer((first, one), (second, other), span)?;
            }
        }
        let condition = condition.clone();
        let Some(joined) = join(&one, &other) else {
            return unfit(span, "a choice between values of different shapes");
        };
        let (Some(a), Some(b)) = (parts(&one), parts(&other)) else {
            return unfit(span, "a choice between values of this kind");
        };
        if a.len() != b.len() {
            return unfit(span, "a choice between lists of different lengths");
        }
        let simple = first.is_empty() && second.is_empty() && !a.iter().chain(&b).any(Value::may_ask);
        if simple {
            let chosen = a.into_iter().zip(b).map(|(a, b)| condition.clone().select(a, b)).collect();
            return Ok(rebuilt(joined, chosen));
        }
        let locals: Vec<_> = a.iter().map(|_| self.make.local("either")).collect();
        let ending = |mut stmts: Vec<Stmt>, values: Vec<Value>| {
            stmts.extend(locals.iter().zip(values).map(|(local, value)| Stmt::Set(*local, value)));
            stmts
        };
        let (first, second) = (ending(first, a), ending(second, b));
        self.make.push(Stmt::If(condition, first, second));
        Ok(rebuilt(joined, locals.into_iter().map(Value::from).collect()))
    }

    /// A set with the members that another has.
    fn set_like(&mut self, made: Made, other: &Worth, ty: &Type, span: Span) -> Lowered<Made> {
        self.after(made, |lower, worth| {
            let wanted = if let Worth::Bits(bits) = other { Some(&bits.members) } else { None };
            let bits = lower.as_bits(worth, ty, wanted, span)?;
            Ok(Worth::Bits(match wanted {
                Some(members) => Bits { words: lower.converted(bits, members, true)?, members: members.clone() },
                None => bits,
            }))
        })
    }

    /// Two lists laid into one buffer, by whichever is made.
    fn same_buffer(&mut self, one: Made, other: Made, span: Span) -> Lowered<(Made, Made)> {
        let lay = |lower: &mut Self, worth| lower.lying(worth, span).map(Worth::Lying);
        let (one, other) = (self.after(one, lay)?, self.after(other, lay)?);
        let (Worth::Lying(a), Worth::Lying(b)) = (&one.1, &other.1) else {
            return unfit(span, "a choice between values of different shapes");
        };
        let buffer = self.room(a.most.max(b.most));
        let copy = |lower: &mut Self, worth: Worth| match worth {
            Worth::Lying(lying) => lower.copied(&lying, buffer).map(Worth::Lying),
            _ => unfit(span, "a choice between values of different shapes"),
        };
        Ok((self.after(one, copy)?, self.after(other, copy)?))
    }

    /// Something made, and something made of it.
    fn after(&mut self, (stmts, worth): Made, make: impl FnOnce(&mut Self, Worth) -> Lowered<Worth>) -> Lowered<Made> {
        self.make.begin();
        stmts.into_iter().for_each(|stmt| self.make.push(stmt));
        let made = make(self, worth);
        let stmts = self.make.end();
        Ok((stmts, made?))
    }

    /// An expression with the statements it needs, kept apart.
    fn apart(&mut self, expr: &'r Expr) -> Lowered<Made> {
        self.make.begin();
        let worth = self.expr(expr);
        let stmts = self.make.end();
        Ok((stmts, worth?))
    }

    /// A cell of these parts; asks where they are too large for one.
    pub(super) fn checked_cell(&mut self, row: Num, column: Num) -> Num {
        let (row, column) = (self.held(row), self.held(column));
        for part in [&row, &column] {
            let outside = self.outside(part, cell_limit());
            self.ask_if(outside);
        }
        let inside = |num: Num| Num { range: num.range.meet(cell_limit()), ..num };
        Num::cell(inside(row), inside(column))
    }

    /// Whether a number lies outside an interval: 0 where it never does.
    pub(super) fn outside(&mut self, num: &Num, inside: Interval) -> Value {
        let low = if num.range.lo < inside.lo { num.value.clone().lt(clamped(inside.lo)) } else { Value::from(0) };
        let high = if num.range.hi > inside.hi { num.value.clone().gt(clamped(inside.hi)) } else { Value::from(0) };
        low.or(high)
    }

    /// The row and column of a cell.
    pub(super) fn parts(&mut self, cell: &Num) -> (Num, Num) {
        if let Some(parts) = &cell.parts {
            return (**parts).clone();
        }
        let whole = self.make.hold("cell", cell.value.clone());
        let row = self.make.hold("row", whole.clone().plus(ROW / 2).down_signed(31));
        let column = self.make.hold("column", whole.minus(row.clone().times(ROW)));
        (Num::new(row, cell_limit()), Num::new(column, cell_limit()))
    }

    /// Arithmetic on numbers; a check is made only where the result may leave 64 bits.
    pub(super) fn arithmetic(&mut self, op: BinaryOp, a: Num, b: Num, span: Span) -> Lowered<Num> {
        let (asked, range) = match op {
            BinaryOp::Add => (Asked::Add, a.range.plus(b.range)),
            BinaryOp::Sub => (Asked::Sub, a.range.minus(b.range)),
            BinaryOp::Mul => (Asked::Mul, a.range.times(b.range)),
            BinaryOp::Div => (Asked::Div, a.range.divided(b.range)),
            BinaryOp::Mod => (Asked::Mod, a.range.remainder(b.range)),
            _ => return unfit(span, "this operator"),
        };
        let fits = range == range.in_range() && !matches!(op, BinaryOp::Div | BinaryOp::Mod);
        self.shared.proven += usize::from(fits);
        let value = match (asked, fits) {
            (Asked::Add, true) => a.value.plus(b.value),
            (Asked::Sub, true) => a.value.minus(b.value),
            (Asked::Mul, true) => a.value.times(b.value),
            _ => match self.divided(asked, &a, &b) {
                Some(value) => value,
                // Worked out here and now: what is compared with it may be known by its range alone, and it be at fault all the same.
                None => self.make.hold("asked", Value::asked(asked, a.value, b.value)),
            },
        };
        Ok(Num::new(value, range.in_range()))
    }

    /// Division by a known power of two, or a remainder one subtraction away.
    fn divided(&mut self, op: Asked, a: &Num, b: &Num) -> Option<Value> {
        let by = b.known().filter(|by| *by > 0)?;
        let power = by.count_ones() == 1;
        let found = match op {
            Asked::Div if power => Some(a.value.clone().down_signed(i64::from(by.trailing_zeros()))),
            Asked::Mod if power => Some(a.value.clone().and(by - 1)),
            Asked::Mod if a.range.lo >= 0 && a.range.hi < 2 * i128::from(by) => {
                let value = self.make.hold("sum", a.value.clone());
                Some(value.clone().lt(by).select(value.clone(), value.minus(by)))
            }
            _ => None,
        };
        self.shared.proven += usize::from(found.is_some());
        found
    }
}

/// Whether a value can be worked out, with the statements before it, where nobody needs it: nothing comes of them, and they take no longer than
/// a branch that is guessed wrong.
fn is_cheap(stmts: &[Stmt], value: &Value) -> bool {
    const MOST: usize = 24;
    let mut size = 0;
    let held = stmts.iter().filter_map(|stmt| if let Stmt::Set(_, held) = stmt { Some(held) } else { None });
    held.chain([value]).for_each(|value| value.walk(&mut |_| size += 1));
    size <= MOST && is_plain(stmts, value)
}

/// Whether nothing comes of a value, and of the statements before it, but that it is known.
pub(super) fn is_plain(stmts: &[Stmt], value: &Value) -> bool {
    !value.may_ask() && stmts.iter().all(|stmt| matches!(stmt, Stmt::Set(_, held) if !held.may_ask()))
}

/// An end of an interval as a number.
pub(super) fn clamped(end: i128) -> i64 {
    i64::try_from(end).unwrap_or(if end < 0 { i64::MIN } else { i64::MAX })
}

pub(super) fn is_cell(ty: &Type) -> bool {
    matches!(ty, Type::Cell) || matches!(ty, Type::Optional(inner) if **inner == Type::Cell)
}

/// The values something is made of, if it can be chosen.
pub(super) fn parts(worth: &Worth) -> Option<Vec<Value>> {
    match worth {
        Worth::Num(num) => Some(vec![num.value.clone()]),
        Worth::Range(lo, hi) => Some(vec![lo.value.clone(), hi.value.clone()]),
        Worth::Bits(bits) => Some(bits.words.clone()),
        Worth::Row(row) => Some(row.words.clone()),
        Worth::Lying(lying) => Some(vec![lying.start.clone(), lying.length.clone()]),
        Worth::Among(among) => Some(vec![among.which.clone()]),
        Worth::Many(all) => Some(all.iter().map(parts).collect::<Option<Vec<_>>>()?.concat()),
        Worth::Known(_) => None,
    }
}

fn join_nums(a: &Num, b: &Num) -> Num {
    let range = a.range.hull(b.range);
    Num { value: Value::from(0), range, none: a.none || b.none, code: None, parts: None }
}

/// What either may be; its values are filled in later.
fn join(a: &Worth, b: &Worth) -> Option<Worth> {
    match (a, b) {
        (Worth::Num(a), Worth::Num(b)) => Some(Worth::Num(join_nums(a, b))),
        (Worth::Range(a, c), Worth::Range(b, d)) => Some(Worth::Range(join_nums(a, b), join_nums(c, d))),
        (Worth::Bits(a), Worth::Bits(b)) if a.members == b.members => Some(Worth::Bits(a.clone())),
        (Worth::Row(a), Worth::Row(b)) if a.shape == b.shape => Some(Worth::Row(a.clone())),
        (Worth::Lying(a), Worth::Lying(b)) if a.buffer == b.buffer => Some(Worth::Lying(Lying {
            most: a.most.max(b.most),
            entry: a.entry.hull(b.entry),
            none: a.none || b.none,
            live: a.live || b.live,
            ..a.clone()
        })),
        (Worth::Many(a), Worth::Many(b)) if a.len() == b.len() => {
            Some(Worth::Many(a.iter().zip(b).map(|(a, b)| join(a, b)).collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// The same with other values.
pub(super) fn rebuilt(worth: Worth, values: Vec<Value>) -> Worth {
    let mut values = values.into_iter();
    built(worth, &mut || values.next().expect("there are as many values as before"))
}

fn built(worth: Worth, next: &mut dyn FnMut() -> Value) -> Worth {
    match worth {
        Worth::Num(num) => Worth::Num(Num { value: next(), ..num }),
        Worth::Range(lo, hi) => {
            let lo = Num { value: next(), ..lo };
            Worth::Range(lo, Num { value: next(), ..hi })
        }
        Worth::Bits(bits) => {
            let words = bits.words.iter().map(|_| next()).collect();
            Worth::Bits(Bits { words, ..bits })
        }
        Worth::Lying(lying) => {
            let start = next();
            Worth::Lying(Lying { start, length: next(), ..lying })
        }
        Worth::Among(among) => Worth::Among(Among { which: next(), ..among }),
        Worth::Many(all) => Worth::Many(all.into_iter().map(|one| built(one, next)).collect()),
        Worth::Row(row) => {
            let words = row.words.iter().map(|_| next()).collect();
            Worth::Row(Row { words, ..row })
        }
        other => other,
    }
}
