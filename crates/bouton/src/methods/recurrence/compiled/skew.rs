//! Rows in which no position hangs on another. Where a move leads along a row, each position of it waits for the one before. If in place of
//! one variable it is told how far the last one lies above it, or what both come to, the same move often leads to another row (Lamport's
//! hyperplanes, 1974): then all positions of a row can be valued at once.

use super::super::program::{Cut, Program, is_outcome};
use super::pays;
use super::rows::only_choice;
use crate::limits::Limits;
use crate::recurrence::{Bounds, Form, Linear, Recurrence};

/// A game with one variable told otherwise.
pub(in super::super) struct Skew {
    recurrence: Recurrence,
    variable: usize,
    /// Whether the new variable is the sum of the old one and the last, in place of the last less the old one.
    sum: bool,
}

impl Skew {
    /// The first way to tell a game so that no row of it hangs on itself; nothing where none does anyway, or where moves have choices.
    pub(in super::super) fn of(program: &Program, limits: &Limits) -> Option<Skew> {
        let recurrence = program.recurrence;
        let rows = pays(program, limits) && !is_outcome(recurrence);
        if !rows || leaves_row(program) || program.cuts.iter().any(|cut| only_choice(cut).is_none()) {
            return None;
        }
        let last = recurrence.variables.len().checked_sub(1)?;
        let mut ways = (0..last).rev().flat_map(|variable| [(variable, false), (variable, true)]);
        ways.find_map(|(variable, sum)| {
            let skew = Skew { recurrence: told(recurrence, variable, sum)?, variable, sum };
            skew.program().is_some().then_some(skew)
        })
    }

    /// Its program, the last variable innermost.
    pub(in super::super) fn program(&self) -> Option<Program<'_>> {
        let program = Program::of(&self.recurrence, false).ok()?;
        let inner = program.order.last()?.variable;
        let last = inner + 1 == self.recurrence.variables.len();
        (last && leaves_row(&program) && side_by_side(&program)).then_some(program)
    }

    /// The variables of a position.
    pub(super) fn at(&self, position: &[i64]) -> Vec<i64> {
        let mut told = position.to_vec();
        let last = position.last().copied().unwrap_or(0);
        let own = position[self.variable];
        told[self.variable] = if self.sum { last + own } else { last - own };
        told
    }

    /// What is done, for EXPLAIN.
    pub(super) fn words(&self, program: &Program) -> String {
        let name = |recurrence: &Recurrence| recurrence.variables[self.variable].name.clone();
        format!("by `{}`, so that no position of a row waits for another", name(program.recurrence))
    }
}

/// Whether every move surely changes a variable other than the innermost: then a row may be valued in any order.
pub(super) fn leaves_row(program: &Program) -> bool {
    let (variables, count) = (program.recurrence.bounds(), program.recurrence.variables.len());
    let inner = program.order.last().map(|inner| inner.variable);
    let leaves = |cut: &Cut| (0..count).any(|variable| Some(variable) != inner && changes(cut, variable, &variables));
    program.cuts.iter().all(leaves)
}

/// Whether a piece of a move surely changes a variable.
fn changes(cut: &Cut, variable: usize, variables: &[Bounds]) -> bool {
    let change = cut.piece.next[variable].minus(&Linear::symbol(variable));
    change.map(|change| change.range(&cut.bounds(variables))).is_some_and(|(least, most)| least > 0 || most < 0)
}

/// Whether what neighbours of a row look at lies side by side, or is the same for all of them.
pub(super) fn side_by_side(program: &Program) -> bool {
    let Some(inner) = program.order.last() else { return false };
    let along = |form: &Linear| form.coefficient(inner.variable);
    let entry = |form: &Linear| matches!(along(form), 0 | 1);
    let remaining = program.remaining.as_ref().is_none_or(|(form, sums)| {
        along(&program.forms[*form]) == 0 && sums.iter().all(|sum| entry(&program.forms[sum.form]))
    });
    let cut = |cut: &Cut| {
        let mut sums = cut.still.iter().chain(cut.moving.iter().map(|sum| &sum.still));
        let gains = along(&cut.forms[cut.gain]) == 0 && sums.all(|sum| entry(&cut.forms[sum.form]));
        gains && along(&cut.forms[cut.target]) == 1
    };
    program.strides[inner.variable] == 1 && remaining && program.cuts.iter().all(cut)
}

/// A game with another variable in place of one.
fn told(recurrence: &Recurrence, variable: usize, sum: bool) -> Option<Recurrence> {
    let last = recurrence.variables.len() - 1;
    let (own, along) = (Linear::symbol(variable), Linear::symbol(last));
    let joined = |own: &Linear, along: &Linear| along.plus(own, if sum { 1 } else { -1 });
    let mut told = recurrence.clone();
    for mv in &mut told.moves {
        let (Form::One(own), Form::One(along)) = (&mv.next[variable], &mv.next[last]) else { return None };
        mv.next[variable] = Form::One(joined(own, along)?);
    }
    let (old, other) = (&recurrence.variables[variable], &recurrence.variables[last]);
    // That the old variable stays within its bounds must be said now.
    let bounds = [own.minus(&Linear::number(old.lo))?, Linear::number(old.hi).minus(&own)?];
    let known = told.needs.len();
    told.needs.extend(bounds);
    // The old variable, told by the new one, which has its place.
    let old_one = if sum { own.minus(&along)? } else { along.minus(&own)? };
    let mut fits = true;
    told.each_form(&mut |form| match form.with(variable, &old_one) {
        Some(new) => *form = new,
        None => fits = false,
    });
    let ends = |own: i64, along: i64| if sum { along.checked_add(own) } else { along.checked_sub(own) };
    let (near, far) = if sum { (old.lo, old.hi) } else { (old.hi, old.lo) };
    let new = &mut told.variables[variable];
    (new.lo, new.hi) = (ends(near, other.lo)?, ends(far, other.hi)?);
    new.name = format!("{} {} {}", other.name, if sum { "+" } else { "−" }, old.name);
    for need in &told.needs {
        match need.terms.as_slice() {
            [(symbol, 1)] if *symbol == variable => new.lo = new.lo.max(need.constant.checked_neg()?),
            [(symbol, -1)] if *symbol == variable => new.hi = new.hi.min(need.constant),
            _ => {}
        }
    }
    drop_implied(&mut told, known);
    (fits && told.variables[variable].lo <= told.variables[variable].hi).then_some(told)
}

/// Drops needs after the first so many that follow from those.
fn drop_implied(told: &mut Recurrence, known: usize) {
    let mut added = told.needs.split_off(known);
    added.retain(|need| !told.implies(need));
    told.needs.extend(added);
}
