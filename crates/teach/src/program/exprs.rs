//! Expressions of the rules, as far as a program of numbers can say them.

use super::declare::NO_VALUE;
use super::read::{Read, Reader};
use super::tree::{Call, Ex, Op, Over, Shape, Side, Tally};
use bouton::rules::datum::{Datum, NONE};
use bouton::rules::rules::{Choice, Expr, ExprKind};
use bouton::rules::table::helpers::Helper;
use bouton::rules::table::operators::{BinaryOp, CompareOp, UnaryOp};
use bouton::rules::types::Type;

const NO_HELPER: &str = "a helper that plain programs do not have";

impl Reader<'_> {
    /// An expression that is a number or a condition.
    pub(super) fn number(&mut self, expr: &Expr) -> Read<Ex> {
        match &expr.kind {
            ExprKind::Const(Datum::Int(NONE)) => Ok(Ex::Int(NO_VALUE)),
            ExprKind::Const(Datum::Int(number)) => Ok(Ex::Int(*number)),
            ExprKind::Param(which) if expr.ty.is_scalar() => Ok(Self::said(Ex::Global(*which), &expr.ty)),
            ExprKind::Let(which) if expr.ty.is_scalar() => Ok(Ex::Global(self.rules.params.len() + which)),
            _ if expr.ty == Type::Cell => self.cell(expr),
            ExprKind::State(which) if self.is_number(*which) => {
                Ok(Self::said(self.now[self.places[*which].0].clone(), &expr.ty))
            }
            ExprKind::Old(which) if self.is_number(*which) => {
                Ok(Self::said(Ex::Local(self.places[*which].0), &expr.ty))
            }
            ExprKind::Local(slot) => match self.locals.get(slot) {
                Some(known) => Ok(known.clone()),
                None => self.no(expr.span, "a value that is not known here"),
            },
            ExprKind::Me => self.mover(expr),
            ExprKind::Opponent => Ok(Ex::two(Op::Sub, Ex::Int(1), self.mover(expr)?)),
            ExprKind::Unary(UnaryOp::Neg, operand) => Ok(Ex::negative(self.number(operand)?)),
            ExprKind::Unary(UnaryOp::Not, operand) => Ok(self.number(operand)?.negated()),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Compare(first, rest) => self.compare(first, rest),
            ExprKind::If(when, then, otherwise) => {
                let (when, then) = (self.number(when)?, self.number(then)?);
                Ok(Ex::choose(&when, then, self.number(otherwise)?))
            }
            ExprKind::Help(helper, args) => self.help(*helper, args, expr),
            ExprKind::Index(base, indices) => self.entry(base, indices, expr),
            ExprKind::Bind(slot, value, body) => {
                self.bind(*slot, value)?;
                self.number(body)
            }
            _ => self.no(expr.span, "a value that is no plain number"),
        }
    }

    fn is_number(&self, state: usize) -> bool {
        self.shape(state) == Shape::Number && self.places[state].1.is_none()
    }

    fn mover(&self, expr: &Expr) -> Read<Ex> {
        match (self.by, self.turn) {
            (Some(by), _) => Ok(Ex::player(by)),
            (None, Some(turn)) => Ok(Ex::Local(turn)),
            (None, None) => self.no(expr.span, "the mover by name"),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Read<Ex> {
        let op = match op {
            BinaryOp::Add => Op::Add,
            BinaryOp::Sub => Op::Sub,
            BinaryOp::Mul => Op::Mul,
            BinaryOp::Div => Op::Div,
            BinaryOp::Mod => Op::Mod,
            BinaryOp::And => Op::And,
            BinaryOp::Or => Op::Or,
            BinaryOp::Xor => Op::Xor,
            BinaryOp::Intersect | BinaryOp::Union => return self.no(expr.span, "a set"),
        };
        let divides = matches!(op, Op::Div | Op::Mod);
        if divides && right.range.lo < 0 {
            return self.no(expr.span, "a division by a number that may be negative");
        }
        let below = divides && left.range.lo < 0;
        let (left, right) = (self.number(left)?, self.number(right)?);
        if !below {
            return Ok(Ex::two(op, left, right));
        }
        // Languages divide negative numbers each in their own way: here the rest is never negative, in all of them.
        let rest = Ex::two(Op::Add, Ex::two(Op::Mod, left.clone(), right.clone()), right.clone());
        let rest = Ex::two(Op::Mod, rest, right.clone());
        Ok(if op == Op::Mod { rest } else { Ex::two(Op::Div, Ex::two(Op::Sub, left, rest), right) })
    }

    fn compare(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Read<Ex> {
        let (mut all, mut left) = (Ex::Int(1), first);
        for (op, right) in rest {
            let one = match op {
                CompareOp::In => self.is_in(left, right)?,
                CompareOp::NotIn => self.is_in(left, right)?.negated(),
                CompareOp::Eq | CompareOp::Ne | CompareOp::Le | CompareOp::Ge if Self::is_set(left) => {
                    self.compare_sets(*op, left, right)?
                }
                CompareOp::Eq | CompareOp::Ne if left.ty == Type::Cell && right.ty == Type::Cell => {
                    let same = self.same_cell(left, right)?;
                    if *op == CompareOp::Eq { same } else { same.negated() }
                }
                plain => {
                    let op = match plain {
                        CompareOp::Eq => Op::Eq,
                        CompareOp::Ne => Op::Ne,
                        CompareOp::Lt => Op::Lt,
                        CompareOp::Le => Op::Le,
                        CompareOp::Gt => Op::Gt,
                        _ => Op::Ge,
                    };
                    let a = self.number(left)?;
                    Ex::two(op, a, self.number(right)?)
                }
            };
            all = Ex::two(Op::And, all, one);
            left = right;
        }
        Ok(all)
    }

    /// Whether something is in a set, among the cells of a board, in a range or in a list.
    fn is_in(&mut self, member: &Expr, of: &Expr) -> Read<Ex> {
        match &of.kind {
            _ if Self::is_set(of) => self.member(member, of),
            _ if self.cells_of(of).is_some() => self.on_board(member, of),
            ExprKind::Range { lo, hi, inclusive } => {
                let (number, lo, hi) = (self.number(member)?, self.number(lo)?, self.number(hi)?);
                let below = Ex::two(if *inclusive { Op::Le } else { Op::Lt }, number.clone(), hi);
                Ok(Ex::two(Op::And, Ex::two(Op::Le, lo, number), below))
            }
            _ => self.listed(member, of),
        }
    }

    fn help(&mut self, helper: Helper, args: &[Expr], expr: &Expr) -> Read<Ex> {
        match (helper, args) {
            (Helper::Len, [of]) if Self::is_set(of) => self.all_of(helper, of),
            (Helper::Len, [of]) if matches!(of.kind, ExprKind::Help(made, _) if Call::of(made).is_some_and(Call::gives_list)) => {
                self.all_of(helper, of)
            }
            (Helper::Len, [of]) => self.length(of),
            (Helper::Count | Helper::Any | Helper::All, [of]) => self.all_of(helper, of),
            (Helper::Count, [of, wanted]) => self.count(of, wanted),
            (Helper::First | Helper::Last, [of]) => self.outermost(of, helper == Helper::First),
            (Helper::Xor | Helper::Gcd, [of]) => self.all_of(helper, of),
            (Helper::Xor, [first, rest @ ..]) => {
                let first = self.number(first)?;
                rest.iter().try_fold(first, |known, next| Ok(Ex::two(Op::Xor, known, self.number(next)?)))
            }
            (Helper::Sum, [of]) => self.sum(of),
            (Helper::Min | Helper::Max, [of]) => self.extreme(of, helper == Helper::Max),
            (Helper::Line, [board, who, many]) => self.line(board, who, many),
            (Helper::RowOf | Helper::ColOf, [cell]) => self.side_of(cell, helper == Helper::RowOf),
            (Helper::Divides, [divisor, of]) => {
                let (divisor, of) = (self.number(divisor)?, self.number(of)?);
                Ok(Ex::two(Op::Eq, Ex::two(Op::Mod, of, divisor), Ex::Int(0)))
            }
            (_, [first, rest @ ..]) => {
                let Some(call) = Call::of(helper).filter(|call| !call.gives_list()) else {
                    return self.no(expr.span, NO_HELPER);
                };
                let first = self.number(first)?;
                if rest.is_empty() {
                    return Ok(Ex::Call(call, vec![first]));
                }
                rest.iter().try_fold(first, |known, next| Ok(Ex::Call(call, vec![known, self.number(next)?])))
            }
            _ => self.no(expr.span, NO_HELPER),
        }
    }

    /// How many entries of a list are equal to something.
    fn count(&mut self, of: &Expr, wanted: &Expr) -> Read<Ex> {
        let (Ex::Tally(tally), wanted) = (self.all_of(Helper::Sum, of)?, self.number(wanted)?) else {
            return self.no(of.span, "a list that is not given");
        };
        let when = Ex::two(Op::And, tally.when.clone(), Ex::two(Op::Eq, tally.item.clone(), wanted));
        Ok(Ex::Tally(Box::new(Tally { when, item: Ex::Int(1), ..*tally })))
    }

    fn length(&mut self, of: &Expr) -> Read<Ex> {
        match &of.kind {
            ExprKind::Param(which) => Ok(Ex::Len(*which, Side::Rows)),
            ExprKind::State(which) => match (self.places[*which].1, self.lengths.get(which)) {
                (Some(count), _) => Ok(Ex::Int(count)),
                (None, Some(length)) => Ok(length.clone()),
                (None, None) => self.no(of.span, "the length of what is no list"),
            },
            ExprKind::Help(side @ (Helper::Rows | Helper::Cols), board) => match board.first().map(|board| &board.kind)
            {
                Some(ExprKind::Param(which)) => {
                    Ok(Ex::Len(*which, if *side == Helper::Rows { Side::Rows } else { Side::Columns }))
                }
                Some(ExprKind::State(which)) if self.boards.contains_key(which) => {
                    let sides = self.boards[which].clone();
                    Ok(if *side == Helper::Rows { sides.rows } else { sides.columns })
                }
                _ => self.no(of.span, "a board that is not given"),
            },
            _ => self.no(of.span, "the length of what is not given"),
        }
    }

    /// The least or greatest of a list that is given, or of variables.
    fn extreme(&mut self, of: &Expr, greatest: bool) -> Read<Ex> {
        match &of.kind {
            ExprKind::Param(which) => Ok(Ex::Extreme(*which, greatest)),
            ExprKind::State(which) => {
                let (first, Some(count)) = self.places[*which] else { return self.no(of.span, "what is no list") };
                let call = if greatest { Call::Max } else { Call::Min };
                let all = &self.now[first..first + usize::try_from(count).unwrap_or(0)];
                let joined = all.iter().cloned().reduce(|a, b| Ex::Call(call, vec![a, b]));
                joined.map_or_else(|| self.no(of.span, "the least of none"), Ok)
            }
            _ => self.no(of.span, "the least or greatest of what is not given"),
        }
    }

    fn sum(&mut self, of: &Expr) -> Read<Ex> {
        match &of.kind {
            ExprKind::Param(which) => Ok(Ex::Sum(*which, Box::new([Ex::Int(0), Ex::Len(*which, Side::Rows)]))),
            ExprKind::Index(base, indices) => match (&base.kind, indices.as_slice()) {
                (ExprKind::Param(which), [slice]) => {
                    let (lo, hi) = self.slice(slice)?;
                    Ok(Ex::Sum(*which, Box::new([lo, hi])))
                }
                _ => self.no(of.span, "the sum of a list that is not given"),
            },
            ExprKind::Comprehension { set: false, item, clauses } => {
                let known = (self.bound.len(), self.locals.clone());
                self.sum_of_cells(item, clauses, of).or_else(|why| {
                    self.bound.truncate(known.0);
                    self.locals = known.1;
                    self.all_of(Helper::Sum, of).map_err(|_| why)
                })
            }
            _ => self.all_of(Helper::Sum, of),
        }
    }

    /// A range as `from ..< to`.
    pub(super) fn slice(&mut self, range: &Expr) -> Read<(Ex, Ex)> {
        let ExprKind::Range { lo, hi, inclusive } = &range.kind else { return self.no(range.span, "no range") };
        let (lo, hi) = (self.number(lo)?, self.number(hi)?);
        Ok((lo, if *inclusive { Ex::plus(hi, 1) } else { hi }))
    }

    /// `sum(grid[r, c] for r in …, c in …)`: a block of a board.
    fn sum_of_cells(&mut self, item: &Expr, clauses: &[Choice], of: &Expr) -> Read<Ex> {
        let ExprKind::Index(board, indices) = &item.kind else { return self.no(of.span, "a sum of what is no cell") };
        let (ExprKind::Param(which), true) = (&board.kind, clauses.iter().all(|clause| clause.condition.is_none()))
        else {
            return self.no(of.span, "a sum over a board that is not given");
        };
        let mut sides = Vec::new();
        for index in indices {
            let clause = clauses.iter().find(|clause| index.kind_is_local(clause.slot));
            let (lo, hi) = match clause {
                Some(clause) => self.slice(&clause.over)?,
                None => {
                    let at = self.number(index)?;
                    (at.clone(), Ex::plus(at, 1))
                }
            };
            sides.extend([lo, hi]);
        }
        match <[Ex; 4]>::try_from(sides) {
            Ok(sides) => Ok(Ex::Block(*which, Box::new(sides))),
            Err(sides) => match <[Ex; 2]>::try_from(sides) {
                Ok(sides) => Ok(Ex::Sum(*which, Box::new(sides))),
                Err(_) => self.no(of.span, "a sum over more than a board has"),
            },
        }
    }

    fn entry(&mut self, base: &Expr, indices: &[Expr], expr: &Expr) -> Read<Ex> {
        if let ExprKind::State(which) = &base.kind
            && self.lengths.contains_key(which)
        {
            let at = self.place_in(*which, indices)?;
            let Some(entry) = at.and_then(|at| self.item(*which, &[at])) else {
                return self.no(expr.span, "a slice of a list that changes");
            };
            return Ok(Self::said(entry, &expr.ty));
        }
        let at: Vec<Ex> = indices.iter().map(|index| self.number(index)).collect::<Read<_>>()?;
        match &base.kind {
            ExprKind::Param(which) => Ok(Ex::Entry(*which, at)),
            ExprKind::State(which) => match (self.places[*which], at.as_slice()) {
                ((first, Some(count)), [Ex::Int(at)]) if (0..count).contains(at) => {
                    let entry = self.now[first + usize::try_from(*at).expect("it lies in the list")].clone();
                    Ok(Self::said(entry, &expr.ty))
                }
                _ => self.no(expr.span, "an entry that is not known before play"),
            },
            _ => self.no(expr.span, "an entry of a list that is not given"),
        }
    }
}

/// Whether an index is a variable of a clause.
pub(super) trait IsLocal {
    fn kind_is_local(&self, slot: usize) -> bool;
}

impl IsLocal for Expr {
    fn kind_is_local(&self, slot: usize) -> bool {
        matches!(self.kind, ExprKind::Local(known) if known == slot)
    }
}

impl Over {
    /// The bounds of a range.
    #[must_use]
    pub fn range(&self) -> Option<(&Ex, &Ex)> {
        if let Over::Range(lo, hi) = self { Some((lo, hi)) } else { None }
    }
}
