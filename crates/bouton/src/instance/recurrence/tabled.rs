//! What has no closed form but hangs on one number alone: worked out for each of its values beforehand. A function becomes a choice of a single
//! number, so that all forms stay linear.

use super::forks::{FEW, Path};
use super::values::{Value, is_number};
use super::{Reader, bounds};
use crate::domain::{Domain, Run, value};
use crate::recurrence::{Amount, Choice, Linear, Listed, Move, Sum, linear, never_negative};
use bouton_rules::Span;
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::BinaryOp;
use bouton_rules::types::Type;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A table has at most so many rows, and so many numbers in all; this many are few.
const FEW_ROWS: i64 = 1 << 12;
const MOST_ROWS: i64 = 1 << 16;
const MOST_NUMBERS: usize = 1 << 18;

/// The same of quotients, which take no time to work out.
const MOST_DIVIDED: i64 = 1 << 18;

/// All tables of a game take at most so much work: some hundredths of a second. A row takes so much beside what is worked out for it.
pub(super) const FUEL: u64 = 1 << 21;
const FUEL_OF_ROW: u64 = 8;

/// What an expression speaks of that play changes, with what it holds.
struct Atoms {
    states: Vec<(usize, Linear)>,
    locals: Vec<(usize, Linear)>,
}

/// Tables that were made, by where they are made, what they hang on and what stands in it.
pub(super) type Made = Vec<(Span, Vec<Linear>, Option<Listed>)>;

/// A bound of a choice by a quotient: `b · k ≤ a`, which is `k ≤ a // b`. A condition says so when the choice has been read, and the move is read once more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct QuotientBound {
    /// The local that holds the choice.
    slot: usize,
    /// What must not be negative with the choice so many times: it speaks of variables alone.
    rest: Linear,
    times: i64,
    /// The way on which that is asked, and how much was to be shown by then: as much as without this bound.
    path: Path,
    needs: usize,
}

impl QuotientBound {
    /// The greatest number, or the least, where the rest is this.
    fn at(&self, rest: i64) -> i64 {
        -self.times.signum() * rest.div_euclid(self.times.saturating_abs())
    }

    /// Whether it is what a number is looked up in.
    fn is(&self, listed: &Listed) -> bool {
        let mut numbers = (listed.least..).zip(&*listed.numbers);
        listed.of == self.rest && !listed.repeats && numbers.all(|(rest, number)| *number == [self.at(rest)])
    }

    /// As a formula.
    fn words(&self, names: &[&str]) -> String {
        let of = linear(&self.rest, names, true);
        let plain = self.rest.terms.len() == 1 && self.rest.constant == 0;
        let of = if plain { of } else { format!("({of})") };
        let sign = if self.times < 0 { "" } else { "−" };
        format!("{sign}{of} // {}", self.times.abs())
    }
}

impl Reader<'_> {
    /// Whether tables are made here; that one was asked for is noted.
    fn tables(&mut self) -> bool {
        self.forks.untold |= self.moving;
        self.moving && self.forks.tables
    }

    /// An expression as a function of one number.
    pub(super) fn function(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        let truth = expr.ty == Type::Bool;
        (truth || is_number(&expr.ty)).then_some(())?;
        let listed = self.listed(expr, run)?;
        listed.is_function().then_some(())?;
        self.named(listed, truth, run)
    }

    /// A remainder or a quotient by a number, or whether it divides, as a function of what is divided.
    pub(super) fn divided(&mut self, value: &Value, expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        let (Value::Remainder([of, by]) | Value::Quotient([of, by]) | Value::Divides([of, by], _)) = value else {
            return None;
        };
        let by = by.as_number().filter(|by| *by > 0 && self.tables())?;
        let number = |of: i64| match value {
            Value::Remainder(_) => of.rem_euclid(by),
            Value::Quotient(_) => of.div_euclid(by),
            _ => i64::from((of.rem_euclid(by) == 0) == !matches!(value, Value::Divides(_, false))),
        };
        let (least, most) = self.ends_of(of, run)?;
        // Remainders come again and again; of few numbers they are looked up sooner than worked out.
        let repeats = !matches!(value, Value::Quotient(_)) && most.saturating_sub(least) >= FEW_ROWS;
        let (least, most) = if repeats { (0, by - 1) } else { (least, most) };
        let most_rows = if repeats { MOST_ROWS } else { MOST_DIVIDED };
        (most.checked_sub(least)? < most_rows).then_some(())?;
        let numbers = Arc::new((least..=most).map(|of| vec![number(of)]).collect());
        let listed = Listed { of: of.clone(), least, numbers, repeats, words: self.words(expr, run, &[]) };
        self.named(listed, matches!(value, Value::Divides(..)), run)
    }

    /// An `if` on what may have no closed form (a remainder, a helper, an entry), as a function of one number: then ways need not part.
    pub(super) fn chosen_by(&mut self, condition: &Expr, expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        let mut curved = false;
        condition.walk(&mut |part| {
            let divides = matches!(&part.kind, ExprKind::Binary(BinaryOp::Mod | BinaryOp::Div, ..));
            curved |= divides || matches!(&part.kind, ExprKind::Help(..) | ExprKind::Index(..));
        });
        if curved && self.moving && self.forks.tables { self.function(expr, run) } else { None }
    }

    /// A condition that is met in several ways, all of which speak of one number that is looked up, as a function of what that number hangs on.
    fn told_by_one(&mut self, ways: &[Vec<Linear>], expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        let [(symbol, _)] = ways.first()?.first()?.terms.as_slice() else { return None };
        let all = || ways.iter().flatten();
        all().all(|form| form.last() == Some(*symbol) && form.terms.len() == 1).then_some(())?;
        let choice = run.effects.mv.choices.get(symbol.checked_sub(self.variables.len())?)?;
        let listed = choice.listed.as_ref().filter(|listed| listed.is_function())?;
        let holds = |number: i64| {
            let form = |form: &Linear| Some(form.with(*symbol, &Linear::number(number))?.as_number()? >= 0);
            let way = |way: &Vec<Linear>| way.iter().map(form).try_fold(true, |all, holds| Some(all & holds?));
            ways.iter().map(way).try_fold(false, |any, holds| Some(any | holds?))
        };
        let numbers = listed.numbers.iter().map(|number| Some(vec![i64::from(holds(number[0])?)]));
        let numbers = Arc::new(numbers.collect::<Option<_>>()?);
        let listed = listed.clone();
        let listed = Listed { numbers, words: self.words(expr, run, &[]), ..listed };
        self.named(listed, true, run)
    }

    /// A remainder, a quotient, a form with known lists in it or a condition on a number that is looked up, as a function of one number; other values as
    /// they are.
    pub(super) fn told(&mut self, value: Value, expr: &Expr, run: &mut Run<Self>) -> Value {
        if let Value::Ways(ways) = &value
            && ways.len() > 1
        {
            return self.told_by_one(ways, expr, run).unwrap_or(value);
        }
        let curved = match &value {
            Value::One(_) => value.as_linear().is_none(),
            Value::Remainder(_) | Value::Quotient(_) | Value::Multiple(_) | Value::Divides(..) | Value::Gcd(_) => true,
            _ => false,
        };
        if !curved {
            return value;
        }
        if let Some(found) = self.by_few(&value, expr, run) {
            return found;
        }
        let found = self.divided(&value, expr, run).or_else(|| self.looked_up(&value, expr, run));
        found.or_else(|| self.function(expr, run)).unwrap_or(value)
    }

    /// What hangs on one variable of few values, or adds entries of known lists that do: ways part, one for each of them. Closed forms stay whole so, where
    /// a table would have numbers looked up.
    fn by_few(&mut self, value: &Value, expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        (self.moving && !self.forks.tables && self.wide.is_none() && is_number(&expr.ty)).then_some(())?;
        let (of, found) = self.of_few(expr, run).or_else(|| self.sums_of_few(value, run))?;
        let is = |number: i64| {
            let above = of.minus(&Linear::number(number))?;
            Some(vec![above.clone(), above.times(-1)?])
        };
        let ways = found.iter().map(|(number, _)| is(*number)).collect::<Option<Vec<_>>>()?;
        let taken = self.way_of(&ways, expr.span, run)?;
        found.into_iter().nth(taken).map(|(_, found)| found)
    }

    /// The values of a variable, if it is one and has few.
    fn few_values(&self, of: &Linear, run: &Run<Self>) -> Option<RangeInclusive<i64>> {
        of.last().filter(|last| *last < self.variables.len())?;
        let (least, most) = self.span(of, run, i64::try_from(FEW).ok()?)?;
        Some(least..=most)
    }

    /// What an expression is worth for each of the few values of what it hangs on.
    fn of_few(&mut self, expr: &Expr, run: &Run<Self>) -> Option<(Linear, Vec<(i64, Value)>)> {
        let atoms = self.atoms(expr, run)?;
        let of = hangs_on(&atoms)?;
        let values = self.few_values(&of, run)?;
        let found = |number| match self.at_value(expr, &atoms, (&of, number))?.as_slice() {
            [found] => Some((number, Value::number(*found))),
            _ => None,
        };
        let found = values.map(found).collect::<Option<Vec<_>>>()?;
        Some((of, found))
    }

    /// The same for sums of known lists, with whatever is added to them.
    fn sums_of_few(&self, value: &Value, run: &Run<Self>) -> Option<(Linear, Vec<(i64, Value)>)> {
        let Value::One(Amount { linear, sums }) = value else { return None };
        let flat = |sum: &Sum| Some((sum.times, &self.rows[sum.row].1, self.rows[sum.row].1.flat(&sum.place)?));
        let places = sums.iter().map(flat).collect::<Option<Vec<_>>>()?;
        let symbol = places.iter().find_map(|(.., place)| place.last())?;
        let found = |number: i64| {
            let all = places.iter().try_fold(0_i64, |all, (times, row, place)| {
                let place = place.with(symbol, &Linear::number(number))?.as_number()?;
                all.checked_add(times.checked_mul(*row.sums.get(usize::try_from(place).ok()?)?)?)
            });
            Some((number, Value::linear(linear.plus(&Linear::number(all?), 1)?)))
        };
        let of = Linear::symbol(symbol);
        let found = self.few_values(&of, run)?.map(found).collect::<Option<Vec<_>>>()?;
        Some((of, found))
    }

    /// An entry of a known list with something added, as a function of its place.
    fn looked_up(&mut self, value: &Value, expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        let Value::One(Amount { linear, sums }) = value else { return None };
        if self.wide.is_some() {
            return None;
        }
        let [one, other] = sums.as_slice() else { return None };
        let (first, last) = if one.times > 0 { (other, one) } else { (one, other) };
        let ([place], [end]) = (first.place.as_slice(), last.place.as_slice()) else { return None };
        let one_entry = first.row == last.row && first.times == -last.times && end.minus(place)?.as_number() == Some(1);
        let (_, row) = self.rows.get(first.row).filter(|(_, row)| one_entry && row.width.is_none())?;
        let count = i64::try_from(row.sums.len()).ok()?.checked_sub(1)?;
        let numbers = Arc::new(row.sums.windows(2).map(|two| vec![two[1] - two[0]]).collect());
        let above = Linear::number(count.checked_sub(1)?).minus(place)?;
        let surely = self.surely(place, &run.effects.mv) && self.surely(&above, &run.effects.mv);
        (surely && count <= MOST_DIVIDED && self.tables()).then_some(())?;
        let (of, times) = (place.clone(), last.times);
        let words = self.words(only_entry(expr).as_ref().unwrap_or(expr), run, &[]);
        let listed = Listed { of, least: 0, numbers, repeats: false, words };
        Value::linear(linear.clone()).plus(&self.named(listed, false, run)?, times)
    }

    /// An operation once more, on numbers looked up in tables, or known where ways part.
    pub(super) fn retried(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Value> {
        self.moving.then_some(())?;
        let mut operand = |reader: &mut Self, operand: &Expr| {
            let found = value(reader, operand, run).ok()?;
            Some(reader.told(found, operand, run))
        };
        match &expr.kind {
            ExprKind::Binary(op, one, other) => {
                let (one, other) = (operand(self, one)?, operand(self, other)?);
                self.binary(*op, (one, other), expr, run).ok()
            }
            ExprKind::Compare(first, rest) => {
                let (mut one, mut all) = ((operand(self, first)?, &**first), None::<Value>);
                for (op, second) in rest {
                    let other = (operand(self, second)?, second);
                    let holds = self.compare(*op, (&one.0, one.1), (&other.0, other.1)).ok()?;
                    all = Some(match all {
                        Some(all) => all.joined(&holds, true)?,
                        None => holds,
                    });
                    one = other;
                }
                all
            }
            _ => None,
        }
    }

    /// Whether a choice that a form takes several times is bounded where the form turns negative; if it is not yet, it will be when the move is read once
    /// more.
    pub(super) fn is_bounded_by(&mut self, form: &Linear, run: &Run<Self>) -> bool {
        const MOST: usize = 16;
        let (variables, mv) = (self.variables.len(), &run.effects.mv);
        let Some((symbol, at)) = form.last().and_then(|last| Some((last, last.checked_sub(variables)?))) else {
            return false;
        };
        let chosen = Linear::symbol(symbol);
        let slot = run.locals.iter().find_map(|(slot, held)| (held.as_linear() == Some(&chosen)).then_some(slot));
        let (rest, times) = (form.without(symbol), form.coefficient(symbol));
        let (Some(slot), true) = (slot, rest.last().is_none_or(|last| last < variables)) else { return false };
        let bound = QuotientBound { slot, rest, times, path: self.forks.path(), needs: self.needs.len() };
        let known = |choice: &Choice| choice.listed.as_ref().is_some_and(|listed| bound.is(listed));
        let known = mv.choices.iter().position(known).map(|at| Linear::symbol(variables + at));
        let bounds = if times < 0 { &mv.choices[at].hi } else { &mv.choices[at].lo };
        if known.is_some_and(|known| bounds.contains(&known)) {
            self.unmet.retain(|unmet| *unmet != bound);
            return true;
        }
        if self.tables() && self.quotients.len() < MOST && !self.quotients.contains(&bound) {
            self.quotients.push(bound);
        }
        false
    }

    /// The bounds of a choice by quotients, lower and upper, as far as they are known before it is read.
    pub(super) fn quotient_bounds(&mut self, slot: usize, run: &mut Run<Self>) -> Option<[Vec<Linear>; 2]> {
        let mut found = [Vec::new(), Vec::new()];
        let of_choice = self.quotients.iter().filter(|bound| bound.slot == slot && self.forks.goes(&bound.path));
        let bounds: Vec<QuotientBound> = of_choice.cloned().collect();
        self.unmet.extend(bounds.iter().cloned());
        for bound in bounds {
            let (least, most) = self.span(&bound.rest, run, MOST_DIVIDED)?;
            let numbers = Arc::new((least..=most).map(|rest| vec![bound.at(rest)]).collect());
            let names: Vec<&str> = self.variables.iter().map(|variable| variable.name.as_str()).collect();
            let words = bound.words(&names);
            let listed = Listed { of: bound.rest, least, numbers, repeats: false, words };
            found[usize::from(bound.times < 0)].push(self.named(listed, false, run)?.as_linear()?.clone());
        }
        Some(found)
    }

    /// The numbers that a choice is made from, where they hang on one number.
    pub(super) fn chosen_from(&mut self, over: &Expr, run: &mut Run<Self>) -> Option<Listed> {
        let numbers = matches!(&over.ty, Type::List(of) | Type::Set(of) if is_number(of)) || over.ty == Type::Range;
        numbers.then(|| self.listed(over, run))?.filter(|listed| listed.range().is_some())
    }

    /// A choice of a single number that is no choice: the function, as a value.
    fn named(&self, listed: Listed, truth: bool, run: &mut Run<Self>) -> Option<Value> {
        let choices = &mut run.effects.mv.choices;
        let known = choices.iter().position(|choice| {
            choice
                .listed
                .as_ref()
                .is_some_and(|known| Listed { words: known.words.clone(), ..listed.clone() } == *known)
        });
        let at = known.unwrap_or(choices.len());
        if known.is_none() {
            let (least, most) = listed.range()?;
            let name = if truth { format!("[{}]", listed.words) } else { listed.words.clone() };
            let listed = Some(Listed { words: name.clone(), ..listed });
            let (lo, hi) = (vec![Linear::number(least)], vec![Linear::number(most)]);
            choices.push(Choice { name, lo, hi, among: None, divides: None, listed });
        }
        let symbol = Linear::symbol(self.variables.len() + at);
        if !truth {
            return Some(Value::linear(symbol));
        }
        symbol.minus(&Linear::number(1)).map(|holds| Value::Ways(vec![vec![holds]]))
    }

    /// An expression as the rules write it, with what names hold where that is something else: the argument of a `def`, an index, a variable that the move
    /// has changed. `parts` are locals that stand for numbers in it.
    fn words(&mut self, expr: &Expr, run: &mut Run<Self>, parts: &[(usize, Linear)]) -> String {
        let (source, whole) = (self.rules.source.clone(), expr.span);
        let inside = |part: Span, all: Span| all.start <= part.start && part.end <= all.end;
        let mut held: Vec<(Span, String)> = Vec::new();
        expr.walk(&mut |part| {
            let leaf = matches!(part.kind, ExprKind::Local(_) | ExprKind::State(_) | ExprKind::Index(..));
            let within = |(known, _): &(Span, String)| inside(part.span, *known);
            if leaf && inside(part.span, whole) && !held.iter().any(within) {
                held.extend(self.substitute(part, run, parts).map(|text| (part.span, text)));
            }
        });
        // A comprehension is walked from its clauses on.
        held.sort_by_key(|(part, _)| part.start);
        let (mut written, mut at) = (String::new(), whole.start);
        for (part, text) in held {
            written.push_str(source.slice(Span::new(at, part.start)));
            written.push_str(&text);
            at = part.end;
        }
        written.push_str(source.slice(Span::new(at, whole.end)));
        written.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What a name or an entry holds, where it is a number and not what it is called.
    fn substitute(&mut self, leaf: &Expr, run: &mut Run<Self>, parts: &[(usize, Linear)]) -> Option<String> {
        let held = match &leaf.kind {
            ExprKind::Local(slot) => match parts.iter().find(|(part, _)| part == slot) {
                Some((_, form)) => Some(form.clone()),
                None => run.locals.get(*slot)?.as_linear().cloned(),
            },
            ExprKind::State(which) => run.now.get(*which)?.as_linear().cloned(),
            ExprKind::Index(base, _) if matches!(base.kind, ExprKind::State(_)) => {
                value(self, leaf, run).ok()?.as_linear().cloned()
            }
            _ => None,
        };
        let names = self.variables.iter().map(|variable| variable.name.as_str());
        let names: Vec<&str> = names.chain(run.effects.mv.choices.iter().map(|choice| choice.name.as_str())).collect();
        let held = held?;
        let text = linear(&held, &names, true);
        let one = held.as_number().is_some_and(|number| number >= 0)
            || matches!(held.terms.as_slice(), [(_, 1)]) && held.constant == 0;
        Some(if one { text } else { format!("({text})") })
    }

    /// The least and the greatest value of a form, if it has no more values than this.
    fn span(&self, of: &Linear, run: &Run<Self>, values: i64) -> Option<(i64, i64)> {
        let (least, most) = self.ends_of(of, run)?;
        (most.checked_sub(least)? < values).then_some((least, most))
    }

    /// The least and the greatest value of a form.
    fn ends_of(&self, of: &Linear, run: &Run<Self>) -> Option<(i64, i64)> {
        let (least, most) = of.range(&run.effects.mv.bounds(&bounds(&self.variables)));
        let (least, most) = (i64::try_from(least).ok()?, i64::try_from(most).ok()?);
        (least <= most).then_some((least, most))
    }

    /// The number whose root is where a choice ends: `k in 1..isqrt(n)`.
    pub(super) fn rooted(&mut self, over: &Expr, run: &mut Run<Self>) -> Option<Linear> {
        let ExprKind::Range { hi, inclusive: true, .. } = &over.kind else { return None };
        let ExprKind::Help(Helper::Isqrt, args) = &hi.kind else { return None };
        let [of] = args.as_slice() else { return None };
        if self.is_known(of) || !self.tables() {
            return None;
        }
        self.linear(of, run).ok().filter(|form| self.ends_of(form, run).is_some_and(|(least, _)| least >= 0))
    }

    /// Narrows the last choice to the numbers whose squares are no more than a form; nothing where that cannot be said.
    pub(super) fn squared(&mut self, form: &Linear, run: &mut Run<Self>) -> Option<()> {
        let variables = bounds(&self.variables);
        let at = run.effects.mv.choices.len().checked_sub(1)?;
        let symbol = Linear::symbol(variables.len() + at);
        let (least, most) = self.span(&symbol, run, MOST_ROWS).filter(|(least, _)| *least >= 0)?;
        let numbers =
            Arc::new((least..=most).map(|number| Some(vec![number.checked_mul(number)?])).collect::<Option<_>>()?);
        let words = format!("{}²", run.effects.mv.choices[at].name);
        let square = Listed { of: symbol, least, numbers, repeats: false, words };
        let square = self.named(square, false, run)?;
        run.effects.mv.require(form.minus(square.as_linear()?)?, &variables)
    }

    /// What an expression is worth for each value of the one number that it hangs on: a variable or a choice, or what is made of them in it.
    fn listed(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Listed> {
        let atoms = self.atoms(expr, run)?;
        self.tables().then_some(())?;
        let found = self.listed_by(expr, &atoms, run, FEW_ROWS);
        // A large table is made where nothing in it is looked up by itself, and leaves it small.
        let found = found.or_else(|| if self.parting { None } else { self.listed_by_parts(expr, run) });
        found.or_else(|| self.listed_by(expr, &atoms, run, MOST_ROWS))
    }

    fn listed_by_parts(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Listed> {
        let mut tried = run.clone();
        self.parting = true;
        let parted = self.parted(expr, &mut tried);
        self.parting = false;
        let (parted, atoms) = parted?;
        let found = self.listed_by(&parted, &atoms, &tried, FEW_ROWS)?;
        *run = tried;
        Some(found)
    }

    /// An expression with locals of its own in place of the largest numbers in it that have closed forms; and what it speaks of then.
    fn parted(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<(Expr, Atoms)> {
        let mut bound = Vec::new();
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Bind(slot, ..) => bound.push(*slot),
            ExprKind::Comprehension { clauses, .. } => bound.extend(clauses.iter().map(|clause| clause.slot)),
            _ => {}
        });
        let (mut parted, mut numbers) = (expr.clone(), Vec::new());
        parted.parts_mut(&mut |part| self.take_apart(part, &bound, &mut numbers, run));
        let mut atoms = self.atoms(&parted, run)?;
        atoms.locals.extend(numbers);
        Some((parted, atoms))
    }

    fn take_apart(
        &mut self,
        expr: &mut Expr,
        bound: &[usize],
        numbers: &mut Vec<(usize, Linear)>,
        run: &mut Run<Self>,
    ) {
        if self.is_known(expr) {
            return;
        }
        let mut plain = expr.ty == Type::Int;
        expr.walk(&mut |part| match &part.kind {
            ExprKind::If(..) | ExprKind::Bind(..) | ExprKind::Comprehension { .. } => plain = false,
            ExprKind::Local(slot) => plain &= !bound.contains(slot),
            _ => {}
        });
        let found = if plain { value(self, expr, run).ok() } else { None };
        let form = found.and_then(|found| self.told(found, expr, run).as_linear().cloned());
        match form {
            Some(form) => {
                let slot = self.rules.frame + numbers.len();
                numbers.push((slot, form));
                expr.kind = ExprKind::Local(slot);
            }
            None => expr.parts_mut(&mut |part| self.take_apart(part, bound, numbers, run)),
        }
    }

    fn listed_by(&mut self, expr: &Expr, atoms: &Atoms, run: &Run<Self>, rows: i64) -> Option<Listed> {
        let of = hangs_on(atoms)?;
        let ends = self.span(&of, run, rows)?;
        let forms: Vec<Linear> = atoms.states.iter().chain(&atoms.locals).map(|atom| atom.1.clone()).collect();
        let known = self.made.iter().find(|(span, known, _)| *span == expr.span && *known == forms);
        let listed = match known {
            Some((.., listed)) => listed.clone(),
            None => {
                let listed = self.worked_out(expr, atoms, (&of, ends), run);
                self.made.push((expr.span, forms, listed.clone()));
                listed
            }
        }?;
        // Outside the table the rules are at fault.
        let last = listed.least.checked_add(i64::try_from(listed.numbers.len()).ok()?)?.checked_sub(1)?;
        let (above, below) = (of.minus(&Linear::number(listed.least))?, Linear::number(last).minus(&of)?);
        (self.surely(&above, &run.effects.mv) && self.surely(&below, &run.effects.mv)).then_some(listed)
    }

    /// Whether a form is never negative where the move is legal as far as it has been read.
    pub(super) fn surely(&self, form: &Linear, mv: &Move) -> bool {
        let variables = bounds(&self.variables);
        let symbols = mv.bounds(&variables);
        let asked = |guard: &Linear| form.minus(guard).is_some_and(|more| more.range(&symbols).0 >= 0);
        never_negative(form, variables.len(), &mv.choices, &symbols) || mv.guards.iter().any(asked)
    }

    fn worked_out(
        &mut self,
        expr: &Expr,
        atoms: &Atoms,
        (of, (least, most)): (&Linear, (i64, i64)),
        run: &Run<Self>,
    ) -> Option<Listed> {
        // Where a choice is taken one by one, each of its numbers may have a table of its own.
        let settled = |slot: usize| self.settled.iter().any(|(settled, _)| *settled == slot);
        let tables = if atoms.locals.iter().any(|(slot, _)| settled(*slot)) { self.forks.ways_beside() } else { 1 };
        let most_fuel = self.fuel / tables.saturating_mul(most.abs_diff(least).saturating_add(1));
        let mut cost = |number| {
            let before = self.fuel;
            self.at_value(expr, atoms, (of, number));
            before - self.fuel
        };
        if [least, least.midpoint(most), most].into_iter().any(|number| cost(number) > most_fuel) {
            return None;
        }
        let mut rows: Vec<(i64, Vec<i64>)> = Vec::new();
        let mut count = 0;
        for number in least..=most {
            if let Some(found) = self.at_value(expr, atoms, (of, number)) {
                count += found.len();
                (count <= MOST_NUMBERS).then_some(())?;
                rows.push((number, found));
            }
        }
        let (first, last) = (rows.first()?.0, rows.last()?.0);
        // Faults may lie at both sides, not between.
        let whole = last.checked_sub(first)?.checked_add(1)? == i64::try_from(rows.len()).ok()?;
        let numbers = Arc::new(rows.into_iter().map(|(_, found)| found).collect());
        let words = self.words(expr, &mut run.clone(), &atoms.locals);
        whole.then(|| Listed { of: of.clone(), least: first, numbers, repeats: false, words })
    }

    /// What it is worth where the form has this value: a number, or the numbers of a list, each once.
    fn at_value(&mut self, expr: &Expr, atoms: &Atoms, (of, number): (&Linear, i64)) -> Option<Vec<i64>> {
        let at = |form: &Linear| {
            let value = match (form.as_number(), of.terms.as_slice()) {
                (Some(known), _) => known,
                _ if form == of => number,
                (None, [(symbol, 1)]) => form.with(*symbol, &Linear::number(number))?.as_number()?,
                _ => return None,
            };
            Some(Datum::Int(value))
        };
        let put = |atoms: &[(usize, Linear)]| {
            atoms.iter().map(|(which, form)| Some((*which, at(form)?))).collect::<Option<Vec<_>>>()
        };
        let (locals, states) = (put(&atoms.locals)?, put(&atoms.states)?);
        let left = self.fuel.checked_sub(FUEL_OF_ROW)?;
        self.fuel = left;
        let (found, work) = self.interpreter.worth_for(expr, None, &locals, &states, left).ok()?;
        self.fuel = left.saturating_sub(work);
        match found {
            Datum::Int(NONE) => None,
            Datum::Int(number) => Some(vec![number]),
            many => {
                let mut found = Vec::new();
                for entry in many.entries() {
                    let Datum::Int(number) = entry else { return None };
                    if !found.contains(&number) {
                        found.push(number);
                    }
                }
                Some(found)
            }
        }
    }

    /// What an expression speaks of; nothing if that is more than numbers, or whose turn it is.
    fn atoms(&self, expr: &Expr, run: &Run<Self>) -> Option<Atoms> {
        let (mut atoms, mut plain) = (Atoms { states: Vec::new(), locals: Vec::new() }, true);
        expr.walk(&mut |part| {
            let (held, into) = match part.kind {
                ExprKind::State(which) => (run.now.get(which).map(|held| (which, held)), &mut atoms.states),
                ExprKind::Local(slot) => (run.locals.get(slot).map(|held| (slot, held)), &mut atoms.locals),
                ExprKind::Me | ExprKind::Opponent | ExprKind::Old(_) | ExprKind::Can(_) | ExprKind::Answer(_) => {
                    plain = false;
                    return;
                }
                _ => return,
            };
            // Locals that the expression binds itself hold nothing yet.
            let Some((which, held)) = held else { return };
            match held.as_linear() {
                Some(form) if into.iter().all(|(known, _)| *known != which) => into.push((which, form.clone())),
                Some(_) => {}
                None => plain = false,
            }
        });
        plain.then_some(atoms)
    }
}

/// The only entry of a list that an expression speaks of.
fn only_entry(expr: &Expr) -> Option<Expr> {
    let mut entries = Vec::new();
    expr.walk(&mut |part| entries.extend(matches!(part.kind, ExprKind::Index(..)).then(|| part.clone())));
    entries.pop().filter(|_| entries.is_empty())
}

/// The one form that all atoms hang on.
fn hangs_on(atoms: &Atoms) -> Option<Linear> {
    let mut open =
        atoms.states.iter().chain(&atoms.locals).map(|atom| &atom.1).filter(|form| form.as_number().is_none());
    let first = open.next()?;
    let rest: Vec<&Linear> = open.collect();
    if rest.iter().all(|form| *form == first) {
        return Some(first.clone());
    }
    let [(symbol, _)] = first.terms.as_slice() else { return None };
    let alone = |form: &Linear| matches!(form.terms.as_slice(), [(other, _)] if other == symbol);
    (alone(first) && rest.iter().all(|form| alone(form))).then(|| Linear::symbol(*symbol))
}
