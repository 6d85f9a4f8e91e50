//! Working out expressions and making moves, with every check that the interpreter makes: nothing comes of whatever it would complain of.

use super::code::{Choice, Ex, Loops, Root, St};
use super::fill::{Held, List};
use bouton_rules::datum::NONE;
use bouton_rules::table::operators::{BinaryOp, CompareOp};

/// What a move has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Act {
    pub(super) mine: i64,
    pub(super) theirs: i64,
    pub(super) again: bool,
}

impl Held {
    /// Runs statements: whether the move is legal.
    pub(super) fn stmts(&mut self, stmts: &[St], act: &mut Act) -> Option<bool> {
        for stmt in stmts {
            match stmt {
                St::When(when) => {
                    if self.ex(when)? == 0 {
                        return Some(false);
                    }
                }
                St::Local(slot, value) => self.locals[*slot] = self.ex(value)?,
                St::State(which, value) => self.state[*which] = self.ex(value)?,
                St::AtOnce(pairs) => self.at_once(pairs)?,
                St::Gain(amount, mine) => {
                    let amount = self.ex(amount)?;
                    let side = if *mine { &mut act.mine } else { &mut act.theirs };
                    *side = side.checked_add(amount)?;
                }
                St::Again => act.again = true,
                St::If(when, then, otherwise) => {
                    let block = if self.ex(when)? == 0 { otherwise } else { then };
                    if !self.stmts(block, act)? {
                        return Some(false);
                    }
                }
            }
        }
        Some(true)
    }

    fn at_once(&mut self, pairs: &[(Root, Ex)]) -> Option<()> {
        let values: Vec<i64> = pairs.iter().map(|(_, value)| self.ex(value)).collect::<Option<_>>()?;
        for ((root, _), value) in pairs.iter().zip(values) {
            match root {
                Root::State(which) => self.state[*which] = value,
                Root::Local(slot) => self.locals[*slot] = value,
            }
        }
        Some(())
    }

    /// Works out an expression. What is only looked up is looked up here: most expressions are made of little else.
    #[inline(always)]
    pub(super) fn ex(&mut self, ex: &Ex) -> Option<i64> {
        match ex {
            Ex::Int(number) => Some(*number),
            Ex::Held(which) => Some(self.numbers[*which]),
            Ex::State(which) => Some(self.state[*which]),
            Ex::Local(slot) => Some(self.locals[*slot]),
            _ => self.worked_out(ex),
        }
    }

    fn worked_out(&mut self, ex: &Ex) -> Option<i64> {
        match ex {
            Ex::Arithmetic(BinaryOp::Add, sides) => self.ex(&sides[0])?.checked_add(self.ex(&sides[1])?).filter(some),
            Ex::Arithmetic(BinaryOp::Sub, sides) => self.ex(&sides[0])?.checked_sub(self.ex(&sides[1])?).filter(some),
            Ex::Arithmetic(op, sides) => op.of_numbers(self.ex(&sides[0])?, self.ex(&sides[1])?),
            Ex::Compare(op, sides) => op.holds(self.ex(&sides[0])?, self.ex(&sides[1])?).map(i64::from),
            Ex::And(sides) => Some(i64::from(self.ex(&sides[0])? != 0 && self.ex(&sides[1])? != 0)),
            Ex::Or(sides) => Some(i64::from(self.ex(&sides[0])? != 0 || self.ex(&sides[1])? != 0)),
            Ex::If(parts) => {
                let [when, then, otherwise] = parts.as_ref();
                if self.ex(when)? == 0 { self.ex(otherwise) } else { self.ex(then) }
            }
            Ex::Entry(list, at) => {
                let at = usize::try_from(self.ex(at)?).ok()?;
                self.lists[*list].entries.get(at).copied()
            }
            Ex::Sum(list, ends) => {
                let (first, last) = (self.ex(&ends[0])?, self.ex(&ends[1])?);
                self.lists[*list].sum(first, last)
            }
            Ex::Greatest(several) => self.extreme(several, i64::max),
            Ex::Least(several) => self.extreme(several, i64::min),
            _ => self.at_length(ex),
        }
    }

    /// What is rarer, or takes longer anyway.
    #[inline(never)]
    fn at_length(&mut self, ex: &Ex) -> Option<i64> {
        match ex {
            Ex::Old(which) => Some(self.old[*which]),
            Ex::Neg(operand) => self.ex(operand)?.checked_neg().filter(some),
            Ex::Not(operand) => Some(i64::from(self.ex(operand)? == 0)),
            Ex::Chain(first, rest) => self.chain(first, rest).map(i64::from),
            Ex::Bind(slot, parts) => {
                self.locals[*slot] = self.ex(&parts[0])?;
                self.ex(&parts[1])
            }
            Ex::Help(helper, numbers) => {
                let numbers: Vec<i64> = numbers.iter().map(|number| self.ex(number)).collect::<Option<_>>()?;
                helper.of_numbers(&numbers)
            }
            Ex::Len(list) => i64::try_from(self.lists[*list].entries.len()).ok(),
            Ex::Side(list, true) => i64::try_from(self.lists[*list].rows).ok(),
            Ex::Side(list, false) => i64::try_from(self.lists[*list].columns).ok(),
            Ex::Cell(list, at) => {
                let (row, column) = (usize::try_from(self.ex(&at[0])?).ok()?, usize::try_from(self.ex(&at[1])?).ok()?);
                let board = &self.lists[*list];
                let inside = row < board.rows && column < board.columns;
                inside.then(|| board.entries[row * board.columns + column])
            }
            Ex::Total(loops) => self.total(loops),
            Ex::Count(loops) => self.count(loops),
            Ex::Any(wanted, loops) => self.any(*wanted, loops).map(i64::from),
            _ => None,
        }
    }

    fn count(&mut self, loops: &Loops) -> Option<i64> {
        let mut count = 0;
        self.turn(&loops.clauses, &loops.item, &mut |holds| {
            count += i64::from(holds != 0);
            Some(true)
        })?;
        Some(count)
    }

    fn any(&mut self, wanted: bool, loops: &Loops) -> Option<bool> {
        let mut found = false;
        self.turn(&loops.clauses, &loops.item, &mut |holds| {
            found = (holds != 0) == wanted;
            Some(!found)
        })?;
        Some(found == wanted)
    }

    fn chain(&mut self, first: &Ex, rest: &[(CompareOp, Ex)]) -> Option<bool> {
        let mut left = self.ex(first)?;
        for (op, operand) in rest {
            let right = self.ex(operand)?;
            if !op.holds(left, right)? {
                return Some(false);
            }
            left = right;
        }
        Some(true)
    }

    fn extreme(&mut self, several: &[Ex], of: fn(i64, i64) -> i64) -> Option<i64> {
        let (first, rest) = several.split_first()?;
        rest.iter().try_fold(self.ex(first)?, |best, next| Some(of(best, self.ex(next)?)))
    }

    fn total(&mut self, loops: &Loops) -> Option<i64> {
        let mut sum = 0_i64;
        self.turn(&loops.clauses, &loops.item, &mut |item| {
            sum = sum.checked_add(item).filter(some)?;
            Some(true)
        })?;
        Some(sum)
    }

    /// Runs loops, innermost fastest, until `each` has seen enough: whether it has not.
    fn turn(&mut self, clauses: &[Choice], item: &Ex, each: &mut dyn FnMut(i64) -> Option<bool>) -> Option<bool> {
        let Some((clause, inner)) = clauses.split_first() else { return each(self.ex(item)?) };
        for entry in self.ex(&clause.lo)?..=self.ex(&clause.hi)? {
            self.turns = self.turns.checked_sub(1)?;
            self.locals[clause.slot] = entry;
            if let Some(when) = &clause.when
                && self.ex(when)? == 0
            {
                continue;
            }
            if !self.turn(inner, item, each)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

impl List {
    /// The sum of a part; as a slice it must lie in the list, unless it is empty.
    fn sum(&self, first: i64, last: i64) -> Option<i64> {
        if last < first {
            return Some(0);
        }
        let (first, last) = (usize::try_from(first).ok()?, usize::try_from(last).ok()?);
        Some(self.sums.get(last.checked_add(1)?)? - self.sums.get(first)?)
    }
}

/// Whether that is a number: one is kept for what is none.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as filters hand it over")]
fn some(number: &i64) -> bool {
    *number != NONE
}
