//! Several truth values at once: sets of a few numbers that change, as whether each number is in them, and what is asked of every entry of a list that
//! changes.

use super::cells::known;
use super::values::{Alternatives, Value, is_number};
use super::{Closed, Reader, bounds};
use crate::domain::{Run, value};
use crate::recurrence::Linear;
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Choice as Chosen, Expr, ExprKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp};
use bouton_rules::types::Type;

/// A set known before play that lies farther apart is not written out.
const WIDEST: i64 = 64;

/// Whether a number is so far from the ends of the 64-bit numbers that those beside it can be counted.
pub(super) fn is_near(number: i64) -> bool {
    number.unsigned_abs() < 1 << 60
}

/// More entries are not asked one by one.
const MOST_ASKED: usize = 16;

impl Reader<'_> {
    /// A set that is known before play.
    pub(super) fn known_set(&self, expr: &Expr) -> Option<Value> {
        match self.has_members(expr).then(|| self.known(expr))?? {
            Datum::Set(members) => Value::set(&members),
            _ => None,
        }
    }

    /// A set written out of numbers that are known, once choices are settled.
    pub(super) fn written_set(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        let ExprKind::Set(members) = &expr.kind else { return None };
        self.has_members(expr).then_some(())?;
        let number = |member| value(self, member, run).ok()?.as_number();
        Value::set(&members.iter().map(number).collect::<Option<Vec<_>>>()?)
    }

    /// Whether an expression is a set that is read as whether each number is in it.
    fn has_members(&self, expr: &Expr) -> bool {
        let of_numbers = |of: &Type| is_number(of) || *of == Type::Any;
        self.wide.is_none() && matches!(&expr.ty, Type::Set(of) if of_numbers(of))
    }

    /// How many numbers are in a set, or their sum; nothing where an expression is no such set.
    pub(super) fn counted(&mut self, helper: Helper, over: &Expr, run: &mut Run<Self>) -> Closed<Option<Value>> {
        if !self.has_members(over) || self.is_known(over) {
            return Ok(None);
        }
        let Value::Members(least, holds) = value(self, over, run)? else { return Ok(None) };
        let weighed =
            (least..).zip(&holds).map(|(number, holds)| (holds, if helper == Helper::Len { 1 } else { number }));
        self.added(weighed, run).map_or_else(|| self.no_form(over.span), |sum| Ok(Some(sum)))
    }

    /// A sum of what weighs so much where a condition holds, each of which is one number.
    fn added<'v>(&self, weighed: impl IntoIterator<Item = (&'v Value, i64)>, run: &Run<Self>) -> Option<Value> {
        let bounds = run.effects.mv.bounds(&bounds(&self.variables));
        weighed.into_iter().try_fold(Value::number(0), |sum, (holds, weight)| {
            let truth = holds.as_truth().filter(|_| holds.is_held(&bounds))?;
            sum.plus(&Value::linear(truth), weight)
        })
    }

    /// Whether a condition holds for all or for any entry of a list that changes, or for how many; nothing where something else is asked.
    pub(super) fn of_each(&mut self, helper: Helper, over: &Expr, run: &mut Run<Self>) -> Closed<Option<Value>> {
        let all = helper == Helper::All;
        let Some(truths) = self.each_truth(all, over, run)? else { return Ok(None) };
        let found = match helper {
            Helper::All | Helper::Any => truths.iter().try_fold(Value::truth(all), |sum, one| sum.joined(one, all)),
            _ => self.added(truths.iter().map(|one| (one, 1)), run),
        };
        found.map_or_else(|| self.no_form(over.span), |found| Ok(Some(found)))
    }

    /// What is asked of each entry. One that is not asked counts as if it held where all must, and else as if it did not.
    fn each_truth(&mut self, all: bool, over: &Expr, run: &mut Run<Self>) -> Closed<Option<Vec<Value>>> {
        let changes = |expr: &Expr| matches!(expr.kind, ExprKind::State(_) | ExprKind::Old(_));
        if changes(over) {
            let Value::Many(truths) = value(self, over, run)? else { return Ok(None) };
            return Ok(truths.iter().all(|truth| matches!(truth, Value::Ways(_))).then_some(truths));
        }
        let ExprKind::Comprehension { set: false, item, clauses } = &over.kind else { return Ok(None) };
        let [Chosen { slot, ty, over, condition, .. }] = clauses.as_slice() else { return Ok(None) };
        let mut picks = changes(over);
        item.walk(&mut |part| picks |= matches!(&part.kind, ExprKind::Index(base, _) if changes(base)));
        if !picks || self.wide.is_some() {
            return Ok(None);
        }
        let entry = |entry| if let Datum::Int(number) = entry { Some(known(ty, number)) } else { None };
        let entries: Option<Vec<Value>> = match self.known(over) {
            Some(known) => known.entries().map(entry).collect(),
            None if !changes(over) => None,
            None => {
                if let Value::Many(entries) = value(self, over, run)? {
                    Some(entries)
                } else {
                    None
                }
            }
        };
        let Some(entries) = entries.filter(|entries| entries.len() <= MOST_ASKED) else { return Ok(None) };
        let mut truths = Vec::with_capacity(entries.len());
        for entry in entries {
            run.locals.insert(*slot, entry);
            let asked = condition.as_ref().map_or(Ok(Value::truth(true)), |condition| value(self, condition, run))?;
            if asked.decided() == Some(false) {
                continue;
            }
            let (holds, unasked) = (value(self, item, run)?, if all { asked.negated() } else { Some(asked) });
            let truth = unasked.and_then(|unasked| holds.joined(&unasked, !all));
            truths.push(truth.map_or_else(|| self.no_form(item.span), Ok)?);
        }
        Ok(Some(truths))
    }

    /// A choice of a number out of a set that changes: one number after the other. Nothing where the choice is another; `Some(None)` where the
    /// set is always empty.
    pub(super) fn out_of_set(&mut self, choice: &Chosen, run: &mut Run<Self>) -> Closed<Option<Option<Datum>>> {
        if !self.has_members(&choice.over) || self.is_known(&choice.over) {
            return Ok(None);
        }
        let Ok(Value::Members(least, holds)) = value(self, &choice.over, run) else { return Ok(None) };
        let open: Vec<(i64, &Value)> =
            (least..).zip(&holds).filter(|(_, holds)| holds.decided() != Some(false)).collect();
        let taken = self.one_of_so_many(open.len(), choice.over.span)?;
        let Some(&(number, Value::Ways(ways))) = open.get(taken) else { return Ok(Some(None)) };
        self.one_of(ways.clone(), choice.over.span, run)?;
        Ok(Some(Some(Datum::Int(number))))
    }

    /// What a variable may hold for each number of a set, those alone that it may have; ways part where a condition is more than one number.
    pub(super) fn held_set(&mut self, put: Value, which: usize, expr: &Expr, run: &mut Run<Self>) -> Closed<Value> {
        let (Value::Members(first, entries), Value::Members(least, holds)) = (&put, &run.now[which]) else {
            return Ok(put);
        };
        let numbers: Vec<i64> = (*least..).zip(holds).map(|(number, _)| number).collect();
        let outside = (*first..).zip(entries).filter(|(number, _)| !numbers.contains(number));
        for (_, holds) in outside.filter(|(_, holds)| holds.decided() != Some(false)) {
            let none = holds.as_truth().and_then(|truth| truth.times(-1));
            self.needs.push(none.map_or_else(|| self.no_form(expr.span), Ok)?);
        }
        let least = *least;
        let held = numbers.into_iter().map(|number| self.held(put.has(number), expr.span, run));
        held.collect::<Closed<_>>().map(|held| Value::Members(least, held))
    }
}

impl Value {
    /// The set of these numbers.
    fn set(members: &[i64]) -> Option<Value> {
        let (Some(&least), Some(&most)) = (members.iter().min(), members.iter().max()) else {
            return Some(Value::Members(0, Vec::new()));
        };
        let near = is_near(least) && is_near(most) && most - least < WIDEST;
        let holds = |number| Value::truth(members.contains(&number));
        near.then(|| Value::Members(least, (least..=most).map(holds).collect()))
    }

    /// Whether a number is in a set.
    fn has(&self, number: i64) -> Value {
        let Value::Members(least, holds) = self else { return Value::truth(false) };
        let at = number.checked_sub(*least).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| holds.get(at).cloned()).unwrap_or_else(|| Value::truth(false))
    }

    /// The numbers that one of two sets may have.
    fn numbers(&self, other: &Value) -> Vec<i64> {
        let mut numbers: Vec<i64> = [self, other]
            .into_iter()
            .flat_map(|set| match set {
                Value::Members(least, holds) => (*least..).zip(holds).map(|(number, _)| number).collect(),
                _ => Vec::new(),
            })
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Two sets put together, number by number; nothing for anything else.
    pub(super) fn merged(&self, other: &Value, op: BinaryOp) -> Option<Value> {
        let (Value::Members(..), Value::Members(..)) = (self, other) else { return None };
        let numbers = self.numbers(other);
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else {
            return Some(Value::Members(0, Vec::new()));
        };
        (most - least < WIDEST).then_some(())?;
        let both = |number: i64| {
            let (one, other) = (self.has(number), other.has(number));
            match op {
                BinaryOp::Union | BinaryOp::Add => one.joined(&other, false),
                BinaryOp::Intersect => one.joined(&other, true),
                BinaryOp::Sub => one.joined(&other.negated()?, true),
                _ => None,
            }
        };
        (least..=most).map(both).collect::<Option<_>>().map(|holds| Value::Members(least, holds))
    }

    /// Whether a number is in a set, or two sets are the same; nothing for anything else.
    pub(super) fn compared_sets(op: CompareOp, left: &Value, right: &Value) -> Option<Value> {
        let Value::Members(..) = right else { return None };
        let (found, opposite) = match (op, left) {
            (CompareOp::In | CompareOp::NotIn, number) => (right.among(number.as_linear()?)?, op == CompareOp::NotIn),
            (CompareOp::Eq | CompareOp::Ne, Value::Members(..)) => {
                let same = left.numbers(right).into_iter().try_fold(Value::truth(true), |all, number| {
                    let (one, other) = (left.has(number), right.has(number));
                    let none = one.negated()?.joined(&other.negated()?, true)?;
                    let same = one.joined(&other, true)?.joined(&none, false)?;
                    all.joined(&same, true)
                });
                (same?, op == CompareOp::Ne)
            }
            _ => return None,
        };
        if opposite { found.negated() } else { Some(found) }
    }

    /// Whether the set has a number: as many ways as it may have numbers, where that is not known.
    fn among(&self, number: &Linear) -> Option<Value> {
        if let Some(number) = number.as_number() {
            return Some(self.has(number));
        }
        let Value::Members(least, holds) = self else { return None };
        (*least..).zip(holds).try_fold(Value::truth(false), |any, (member, holds)| {
            let (above, member) = (number.minus(&Linear::number(member))?, Linear::number(member));
            let is: Alternatives = vec![vec![above, member.minus(number)?]];
            any.joined(&Value::Ways(is).joined(holds, true)?, false)
        })
    }

    /// A condition as 1 where it holds and 0 where not, if it is one number.
    pub(super) fn as_truth(&self) -> Option<Linear> {
        let Value::Ways(ways) = self else { return None };
        match (self.decided(), ways.as_slice()) {
            (Some(holds), _) => Some(Linear::number(i64::from(holds))),
            (None, [way]) if way.len() == 1 => way[0].plus(&Linear::number(1), 1),
            _ => None,
        }
    }
}
