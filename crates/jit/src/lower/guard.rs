//! Conditions that need fewer choices than a move has: asked once, as soon as those are made, and no further choice is tried where one fails.
//!
//! The interpreter tries every combination of choices first and asks then. So a choice is only left out where trying it could have no effect but
//! to find that condition false: nothing that is left out may ask, which the code made of it shows.

use super::each::Body;
use super::truths::names;
use super::worth::{Num, Worth};
use super::{Lower, Lowered};
use crate::code::{Buffer, Label, Local, One, Stmt as Code, Two, Value};
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Choice, Expr, ExprKind, StmtKind};
use bouton_rules::tries::End;
use std::collections::HashSet;

/// At most so many conditions are asked early at once.
const MOST_GUARDS: usize = 8;

impl<'r, 's> Lower<'r, 's> {
    /// The conditions of a move that so many of its choices decide, held, and not asked yet.
    fn guards(&mut self, made: usize, depth: usize) -> Lowered<Vec<(&'r Expr, Local)>> {
        let all = self.decided(made, depth);
        self.held_guards(&all)
    }

    /// The same as they stand in the rules.
    fn decided(&self, made: usize, depth: usize) -> Vec<&'r Expr> {
        let mv = &self.rules.moves[made];
        let conditions = mv.choices[depth..].iter().filter_map(|choice| choice.condition.as_ref());
        let mut all: Vec<&'r Expr> = conditions.flat_map(Expr::conjuncts).collect();
        let own: Vec<usize> = mv.choices[depth..].iter().map(|choice| choice.slot).collect();
        let mut unknown = own;
        for stmt in &mv.body {
            match &stmt.kind {
                StmtKind::When(condition) => all.extend(condition.conjuncts()),
                StmtKind::Local(slot, _) => unknown.push(*slot),
                _ => break,
            }
        }
        all.retain(|expr| {
            !speaks_of(expr, &unknown) && self.given.iter().all(|(known, _)| !std::ptr::eq(*known, *expr))
        });
        all.truncate(MOST_GUARDS);
        all
    }

    /// Each of these conditions in a local, as the one before it holds; those that may ask are left out.
    fn held_guards(&mut self, all: &[&'r Expr]) -> Lowered<Vec<(&'r Expr, Local)>> {
        let Some((expr, rest)) = all.split_first() else { return Ok(Vec::new()) };
        let (cost, flat, depth) = (self.cost, self.flat, self.make.depth());
        self.make.begin();
        let truth = self.truth(expr);
        let truth = match truth {
            // What always holds need not be asked; what never does spares every choice.
            Ok(Value::Const(1)) | Err(_) => {
                self.make.unwind(depth);
                (self.cost, self.flat) = (cost, flat);
                None
            }
            Ok(truth) => {
                let stmts = self.make.end();
                if may_ask(&stmts) || has_asked(&truth) {
                    (self.cost, self.flat) = (cost, flat);
                    None
                } else {
                    stmts.into_iter().for_each(|stmt| self.make.push(stmt));
                    let local = self.make.local("guard");
                    self.make.set(local, truth);
                    Some((*expr, local))
                }
            }
        };
        let mut found: Vec<_> = truth.into_iter().collect();
        found.extend(self.knowing(expr, |lower| lower.held_guards(rest))?);
        Ok(found)
    }

    /// The numbers of a choice from a range that the first of its conditions leave: `k in 1..9` and `when 2 * k <= n` go on to `min(9, n // 2)` alone. Nothing
    /// where they leave all, or what they compare with is not worked out beforehand.
    pub(super) fn narrowed(
        &mut self,
        choice: &'r Choice,
        conditions: impl Iterator<Item = &'r Expr>,
    ) -> Lowered<Option<(Num, Num)>> {
        let ExprKind::Range { .. } = choice.over.kind else { return Ok(None) };
        if self.shared.count {
            return Ok(None);
        }
        let open = conditions.flat_map(Expr::conjuncts).filter(|expr| self.given(expr).is_none());
        let of_choice = |expr: &'r Expr| expr.end_of(choice.slot).filter(|end| end.times.is_power_of_two());
        let ends: Vec<End> = open.map_while(of_choice).take(MOST_GUARDS).collect();
        if ends.is_empty() {
            return Ok(None);
        }
        let Worth::Range(mut lo, mut hi) = self.expr(&choice.over)? else { return Ok(None) };
        let numbers = lo.range.hull(hi.range);
        for end in ends {
            let Some(number) = self.end(&end, numbers)? else { break };
            if end.upper {
                let range = Interval { lo: hi.range.lo.min(number.range.lo), hi: hi.range.hi.min(number.range.hi) };
                hi = Num::new(self.make.hold("hi", hi.value.min(number.value)), range);
            } else {
                let range = Interval { lo: lo.range.lo.max(number.range.lo), hi: lo.range.hi.max(number.range.hi) };
                lo = Num::new(self.make.hold("lo", lo.value.max(number.value)), range);
            }
        }
        Ok(Some((lo, hi)))
    }

    /// The last number that a condition leaves, or the first, where working it out cannot ask, nor the condition overflow for any of the numbers.
    fn end(&mut self, end: &End<'r>, numbers: Interval) -> Lowered<Option<Num>> {
        let most = numbers.lo.abs().max(numbers.hi.abs());
        let Some(plus) = self.side(end, end.plus, most)? else { return Ok(None) };
        let Some(minus) = self.side(end, end.minus, most)? else { return Ok(None) };
        let sum = Num::new(plus.value.minus(minus.value), plus.range.plus(minus.range.negated()));
        // `t·k < e` is `t·k ≤ e − 1`, and then `k ≤ ⌊(e − 1) / t⌋`; from below it is `k ≥ ⌈(e + 1) / t⌉ = ⌊(e + t) / t⌋`.
        let more = match (end.upper, end.strict) {
            (true, strict) => -i64::from(strict),
            (false, strict) => i64::from(strict) + i64::from(end.times) - 1,
        };
        let (range, shift) = (sum.range.plus(Interval::of(more)), end.times.ilog2());
        let value = sum.value.plus(more).down_signed(i64::from(shift));
        Ok(Some(Num::new(value, Interval { lo: range.lo >> shift, hi: range.hi >> shift })))
    }

    /// What one side of a condition adds beside a choice of no more than `most`, where that never overflows.
    fn side(&mut self, end: &End<'r>, expr: Option<&'r Expr>, most: i128) -> Lowered<Option<Num>> {
        let side = expr.map_or(Ok(Some(Num::of(0))), |expr| self.quietly(expr))?;
        Ok(side.filter(|side| end.never_overflows(most, side.range.lo.abs().max(side.range.hi.abs()))))
    }

    /// A number, if working it out cannot ask.
    pub(super) fn quietly(&mut self, expr: &'r Expr) -> Lowered<Option<Num>> {
        let (cost, flat, depth) = (self.cost, self.flat, self.make.depth());
        self.make.begin();
        match self.int(expr) {
            Ok(num) if num.range.lo > i128::from(i64::MIN) && num.range.hi < i128::from(i64::MAX) => {
                let stmts = self.make.end();
                if !may_ask(&stmts) && !has_asked(&num.value) {
                    stmts.into_iter().for_each(|stmt| self.make.push(stmt));
                    return Ok(Some(num));
                }
            }
            _ => self.make.unwind(depth),
        }
        (self.cost, self.flat) = (cost, flat);
        Ok(None)
    }

    /// Makes what follows so many choices of a move, unless conditions that they decide fail.
    pub(super) fn guarded(
        &mut self,
        made: usize,
        depth: usize,
        further: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        // Where work is counted, what the interpreter spends on choices that are left out would be missing.
        if self.shared.count {
            return further(self);
        }
        let fresh = self.guards(made, depth)?;
        if fresh.is_empty() {
            return further(self);
        }
        let before = self.given.len();
        self.given.extend(fresh.iter().map(|(known, guard)| (*known, Value::from(*guard))));
        let stmts = self.inside(further);
        self.given.truncate(before);
        let mut stmts = stmts?;
        let mut all = None;
        for (_, guard) in fresh {
            if (Quiet { guard, sure: &self.sure, scratch: &self.scratch }).holds(&stmts) {
                stmts = without(stmts, guard);
                all = Some(all.map_or(Value::from(guard), |all: Value| all.and(guard)));
            }
        }
        match all {
            None => stmts.into_iter().for_each(|stmt| self.make.push(stmt)),
            Some(all) => self.make.push(Code::If(all, stmts, Vec::new())),
        }
        Ok(())
    }

    /// Filters a choice by a condition that is only asked after later choices: where that condition is a mask, and the entries that fail it have no other effect.
    /// False where that is not so; then nothing was made.
    pub(super) fn each_filtered_early(
        &mut self,
        (made, depth): (usize, usize),
        choice: &'r Choice,
        body: Body<'_, 'r, 's>,
    ) -> Lowered<bool> {
        // Whether it may be done shows only in the finished code. Choices within a filtered one are not tried, too: the work would double with each.
        if self.shared.count || self.filtering {
            return Ok(false);
        }
        let decided = self.decided(made, depth + 1);
        let mut conditions = decided.into_iter().filter(|condition| names(condition, choice.slot));
        let over = (choice.slot, &choice.over);
        let done = self.tried(|lower| {
            let Some(filtered) = conditions.find_map(|condition| lower.filtered_by(over, &[condition], 1)) else {
                return Ok(None);
            };
            let guard = lower.make.local("guard");
            lower.make.set(guard, 1);
            let mut quiet = true;
            lower.filtering = true;
            let done = lower.each_filtered(filtered, guard.into(), &mut |lower, entry| {
                let stmts = lower.inside(|lower| body(lower, entry))?;
                quiet &= (Quiet { guard, sure: &lower.sure, scratch: &lower.scratch }).holds(&stmts);
                without(stmts, guard).into_iter().for_each(|stmt| lower.make.push(stmt));
                Ok(())
            });
            lower.filtering = false;
            done.map(|()| quiet.then_some(()))
        })?;
        Ok(done.is_some())
    }

    /// Whether a list whose entries are no single values can be made entry by entry, though the interpreter makes it whole first: no entry may
    /// ask, and nothing that is done with one changes another.
    pub(super) fn is_quiet(&mut self, expr: &'r Expr) -> bool {
        let ExprKind::Comprehension { set: false, item, clauses } = &expr.kind else { return false };
        if item.ty.is_scalar() {
            return false;
        }
        let mut changes = false;
        expr.walk(&mut |part| {
            changes |= match &part.kind {
                ExprKind::State(which) => self.unsettled.contains(which),
                ExprKind::Can(_) => true,
                ExprKind::Local(slot) => self.changing.contains(slot),
                _ => false,
            }
        });
        let (cost, flat, eager) = (self.cost, self.flat, std::mem::replace(&mut self.eager, false));
        self.make.begin();
        let done = self.clauses(clauses, &mut |lower| lower.expr(item).map(|_| ()));
        let stmts = self.make.end();
        (self.cost, self.flat, self.eager) = (cost, flat, eager);
        !changes && done.is_ok() && self.are_quiet(&stmts)
    }

    /// What a condition is known to be here.
    pub(super) fn given(&self, expr: &Expr) -> Option<Value> {
        self.given.iter().find(|(known, _)| std::ptr::eq(*known, expr)).map(|(_, held)| held.clone())
    }

    /// Whether a condition has a part that is known here.
    pub(super) fn is_given(&self, condition: &'r Expr) -> bool {
        !self.given.is_empty() && condition.conjuncts().iter().any(|part| self.given(part).is_some())
    }

    /// Whether statements neither do anything nor may ask.
    pub(super) fn are_quiet(&self, stmts: &[Code]) -> bool {
        // No guard is meant: nothing at all may ask.
        (Quiet { guard: self.spent, sure: &self.sure, scratch: &self.scratch }).holds(stmts)
    }

    /// Holds an entry of a buffer that surely is inside.
    pub(super) fn hold_sure(&mut self, name: &str, load: Value) -> Value {
        let held = self.make.hold(name, load);
        if let Value::Local(local) = held {
            self.sure.insert(local);
        }
        held
    }
}

fn speaks_of(expr: &Expr, slots: &[usize]) -> bool {
    let mut speaks = false;
    expr.walk(&mut |part| speaks |= matches!(part.kind, ExprKind::Local(slot) if slots.contains(&slot)));
    speaks
}

/// Whether statements ask, or may where numbers overflow.
fn may_ask(stmts: &[Code]) -> bool {
    let mut asks = false;
    for stmt in stmts {
        stmt.walk(&mut |part| match part {
            crate::code::Part::Stmt(stmt) => asks |= matches!(stmt, Code::Ask),
            crate::code::Part::Value(value) => asks |= matches!(value, Value::Asked(..)),
        });
    }
    asks
}

fn has_asked(value: &Value) -> bool {
    let mut asks = false;
    value.walk(&mut |part| asks |= matches!(part, Value::Asked(..)));
    asks
}

/// Whether statements have no effect, and cannot ask, where a condition fails.
struct Quiet<'q> {
    guard: Local,
    /// Locals that hold an entry of a buffer that surely is inside.
    sure: &'q HashSet<Local>,
    /// Buffers that are written just before they are read.
    scratch: &'q HashSet<Buffer>,
}

impl Quiet<'_> {
    /// Whether they are quiet.
    fn holds(&self, stmts: &[Code]) -> bool {
        self.stmts(stmts, &mut Vec::new()).is_some()
    }

    /// Nothing where they are not quiet; else the label that is surely left, if one is. `maybe`: labels that are perhaps left on the way.
    fn stmts(&self, stmts: &[Code], maybe: &mut Vec<Label>) -> Option<Option<Label>> {
        for stmt in stmts {
            let left = match stmt {
                Code::Set(local, Value::Load(_, at)) if self.sure.contains(local) => self.value(at).map(|()| None)?,
                Code::Set(_, value) => self.value(value).map(|()| None)?,
                Code::If(condition, then, otherwise) => match self.known(condition) {
                    Some(holds) => self.stmts(if holds { then } else { otherwise }, maybe)?,
                    None => {
                        self.value(condition)?;
                        for block in [then, otherwise] {
                            let left = self.stmts(block, maybe)?;
                            maybe.extend(left);
                        }
                        None
                    }
                },
                Code::Block(label, body) | Code::Loop(label, body) => {
                    let left = self.stmts(body, maybe)?;
                    left.filter(|left| left != label && !maybe.contains(label))
                }
                Code::Leave(label) | Code::Next(label) => Some(*label),
                Code::Store(buffer, _, values) if self.scratch.contains(buffer) => {
                    values.iter().try_for_each(|value| self.value(value)).map(|()| None)?
                }
                Code::Store(..) | Code::Give(_) | Code::Ask => return None,
            };
            if left.is_some() {
                return Some(left);
            }
        }
        Some(None)
    }

    /// Whether a value cannot ask.
    fn value(&self, value: &Value) -> Option<()> {
        (!value.may_ask()).then_some(())
    }

    /// What a condition surely is where the guard fails.
    fn known(&self, condition: &Value) -> Option<bool> {
        match condition {
            Value::Local(local) if *local == self.guard => Some(false),
            Value::One(One::Not, of) => self.known(of).map(|known| !known),
            Value::Two(Two::And, a, b) => {
                let fails =
                    self.known(a) == Some(false) && !b.may_ask() || self.known(b) == Some(false) && !a.may_ask();
                fails.then_some(false)
            }
            _ => None,
        }
    }
}

/// The same statements where a condition is known to hold.
fn without(stmts: Vec<Code>, guard: Local) -> Vec<Code> {
    let mut kept = Vec::with_capacity(stmts.len());
    for stmt in stmts {
        match stmt {
            Code::If(Value::Local(local), then, _) if local == guard => kept.extend(without(then, guard)),
            Code::If(Value::One(One::Not, of), _, otherwise) if *of == Value::Local(guard) => {
                kept.extend(without(otherwise, guard));
            }
            Code::If(condition, then, otherwise) => {
                kept.push(Code::If(condition, without(then, guard), without(otherwise, guard)));
            }
            Code::Block(label, body) => kept.push(Code::Block(label, without(body, guard))),
            Code::Loop(label, body) => kept.push(Code::Loop(label, without(body, guard))),
            other => kept.push(other),
        }
    }
    kept
}
