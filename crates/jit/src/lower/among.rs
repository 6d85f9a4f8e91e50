//! One of several known values, by its number; and tables of what an expression is worth for all that its few inputs can be, worked out
//! beforehand by the interpreter.

use super::int;
use super::operate::{cell_number, spread};
use super::worth::{Among, Bits, Lying, Members, Num, Worth};
use super::{Lower, Lowered, unfit};
use crate::code::Value;
use bouton_rules::Span;
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::rules::{Expr, ExprKind};
use std::rc::Rc;

/// Expressions are worked out beforehand for at most so many combinations of what they speak of.
const MOST_COMBINED: i128 = 1 << 13;

/// What one combination may take of the interpreter's work.
const MOST_WORK: u64 = 1 << 14;

/// What stands in a table where the interpreter finds a fault: asks.
const FAULT: i64 = NONE + 1;

/// Something that an expression speaks of, and what it can be.
struct Input {
    from: From,
    /// What each number stands for.
    values: Vec<Datum>,
    /// Which it is.
    which: Value,
}

/// Where the interpreter finds an input.
enum From {
    Local(usize),
    State(usize),
    Mover,
}

impl<'r, 's> Lower<'r, 's> {
    /// Something known as one of several: of one.
    pub(super) fn among(&self, worth: Worth) -> Option<Among> {
        match worth {
            Worth::Known(datum) => Some(Among { all: Rc::new(vec![datum]), which: Value::from(0) }),
            Worth::Among(among) => Some(among),
            _ => None,
        }
    }

    /// How many entries it has.
    pub(super) fn size_among(&mut self, among: &Among) -> Num {
        let sizes: Vec<i64> = among.all.iter().map(|one| int(one.count())).collect();
        let (range, _) = spread(&sizes);
        let table = self.table(sizes);
        Num::new(self.hold_sure("length", Value::load(table, among.which.clone())), range)
    }

    /// An entry; asks outside.
    pub(super) fn entry_among(&mut self, among: &Among, at: &Num) -> Worth {
        let at = self.held(at.clone());
        let length = self.size_among(among);
        self.ask_if(at.value.clone().below(length.value).is_zero());
        self.inner_among(among, at.value)
    }

    /// An entry at a place that is inside.
    fn inner_among(&mut self, among: &Among, at: Value) -> Worth {
        let inner: Vec<Datum> = among.all.iter().flat_map(|one| one.entries().collect::<Vec<_>>()).collect();
        let mut start = 0_i64;
        let mut starts = Vec::with_capacity(among.all.len());
        for one in among.all.iter() {
            starts.push(start);
            start = start.saturating_add(int(one.count()));
        }
        let place = match starts.as_slice() {
            [_] => at,
            _ => {
                let starts = self.table(starts);
                self.hold_sure("start", Value::load(starts, among.which.clone())).plus(at)
            }
        };
        let place = self.make.hold("inner", place);
        self.one_of(inner, place)
    }

    /// One of these, by its number, which is inside.
    pub(super) fn one_of(&mut self, all: Vec<Datum>, which: Value) -> Worth {
        let numbers: Option<Vec<i64>> =
            all.iter().map(|one| if let Datum::Int(number) = one { Some(*number) } else { None }).collect();
        match numbers {
            Some(numbers) if !numbers.is_empty() => {
                let (range, none) = spread(&numbers);
                let table = self.table(numbers);
                let value = self.hold_sure("entry", Value::load(table, which));
                Worth::Num(Num { none, ..Num::new(value, range) })
            }
            _ => Worth::Among(Among { all: Rc::new(all), which }),
        }
    }

    /// Does something with each entry.
    pub(super) fn each_among(&mut self, among: &Among, body: super::each::Body<'_, 'r, 's>) -> Lowered<()> {
        let length = self.size_among(among);
        let most = u64::try_from(length.range.hi).unwrap_or(u64::MAX);
        let among = Among { which: self.make.hold("which", among.which.clone()), ..among.clone() };
        self.count("i", Value::from(0), length.value, most, |lower, at| {
            let entry = lower.inner_among(&among, at);
            body(lower, entry)
        })
    }

    /// The scalars of the list, or the letters of the text, that it is.
    pub(super) fn lying_among(&mut self, among: &Among, span: Span) -> Lowered<Lying> {
        let Some(all) = among.all.iter().map(scalars).collect::<Option<Vec<_>>>() else {
            return unfit(span, "entries of this kind");
        };
        let mut starts = vec![0];
        let mut flat = Vec::new();
        for list in &all {
            flat.extend_from_slice(list);
            starts.push(int(flat.len()));
        }
        let most = all.iter().map(Vec::len).max().unwrap_or(0);
        let (entry, none) = spread(&flat);
        let which = self.make.hold("which", among.which.clone());
        let (start, length) = match starts.as_slice() {
            [start, end] => (Value::from(*start), Value::from(*end)),
            _ => {
                let starts = self.table(starts);
                let start = self.hold_sure("start", Value::load(starts, which.clone()));
                let end = self.hold_sure("end", Value::load(starts, which.plus(1)));
                (start.clone(), self.make.hold("length", end.minus(start)))
            }
        };
        let buffer = self.table(flat);
        Ok(Lying { buffer, start, length, most: int(most), entry, none, live: false })
    }

    /// Whether two known values are equal, by numbers that are equal just where they are.
    pub(super) fn same_among(&mut self, a: &Among, b: &Among) -> Value {
        let mut known: Vec<Datum> = Vec::new();
        let mut number = |one: &Datum| {
            let one = plain(one);
            let found = known.iter().position(|known| *known == one).unwrap_or_else(|| {
                known.push(one);
                known.len() - 1
            });
            int(found)
        };
        let numbers = |all: &[Datum], number: &mut dyn FnMut(&Datum) -> i64| all.iter().map(number).collect::<Vec<_>>();
        let (one, other) = (numbers(&a.all, &mut number), numbers(&b.all, &mut number));
        let (one, other) = (self.looked_up(one, &a.which), self.looked_up(other, &b.which));
        one.eq(other)
    }

    /// What stands in a list for one of several.
    pub(super) fn looked_up(&mut self, of_each: Vec<i64>, which: &Value) -> Value {
        if let Some(first) = of_each.first()
            && of_each.iter().all(|one| one == first)
        {
            return Value::from(*first);
        }
        let table = self.table(of_each);
        self.hold_sure("known", Value::load(table, which.clone()))
    }

    /// Either of two.
    pub(super) fn either_among(a: &Among, b: &Among) -> (Rc<Vec<Datum>>, i64) {
        let all = a.all.iter().chain(b.all.iter()).cloned().collect();
        (Rc::new(all), int(a.all.len()))
    }

    /// What an expression is worth, from a table of all that it can be; nothing where what it speaks of can be too much.
    pub(super) fn tabulated(&mut self, expr: &'r Expr) -> Option<Worth> {
        let inputs = self.inputs(expr)?;
        let combinations = inputs.iter().fold(1_i128, |all, input| all.saturating_mul(input.values.len() as i128));
        if inputs.is_empty() || combinations > MOST_COMBINED {
            return None;
        }
        let combinations = usize::try_from(combinations).ok()?;
        let (mut found, mut most) = (Vec::with_capacity(combinations), 0);
        let constant = self.mover.as_ref().and_then(Num::known).and_then(bouton_rules::Rules::player_of);
        for number in 0..combinations {
            if self.shared.tables_left < MOST_WORK {
                return None;
            }
            let (mut rest, mut mover) = (number, constant);
            let (mut locals, mut state) = (self.given_locals(expr), Vec::new());
            for input in &inputs {
                let value = input.values[rest % input.values.len()].clone();
                rest /= input.values.len();
                match input.from {
                    From::Local(slot) => locals.push((slot, value)),
                    From::State(which) => state.push((which, value)),
                    From::Mover => {
                        mover = if let Datum::Int(who) = value { bouton_rules::Rules::player_of(who) } else { None }
                    }
                }
            }
            let worked_out = self.game.worth_for(expr, mover, &locals, &state, MOST_WORK);
            let work = worked_out.as_ref().map_or(MOST_WORK / 64, |(_, work)| *work);
            self.shared.tables_left -= work.min(self.shared.tables_left);
            most = most.max(work);
            found.push(worked_out.ok().map(|(datum, _)| datum));
        }
        if found.iter().all(Option::is_none) {
            return None;
        }
        self.spend(usize::try_from(most).unwrap_or(usize::MAX));
        let mut which = Value::from(0);
        let mut stride = 1_i64;
        for input in inputs {
            which = self.hold(which.plus(input.which.times(stride)));
            stride = stride.checked_mul(i64::try_from(input.values.len()).ok()?)?;
        }
        let which = self.make.hold("which", which);
        self.worth_of_table(found, which)
    }

    fn worth_of_table(&mut self, found: Vec<Option<Datum>>, which: Value) -> Option<Worth> {
        let numbers: Option<Vec<i64>> = found
            .iter()
            .map(|one| match one {
                Some(Datum::Int(number)) if *number != FAULT => Some(*number),
                None => Some(FAULT),
                _ => None,
            })
            .collect();
        if let Some(numbers) = numbers {
            let fine: Vec<i64> = numbers.iter().copied().filter(|number| *number != FAULT).collect();
            let faulty = fine.len() < numbers.len();
            let (range, none) = spread(&fine);
            let value = self.looked_up(numbers, &which);
            if faulty {
                self.ask_if(value.clone().eq(FAULT));
            }
            return Some(Worth::Num(Num { none, ..Num::new(value, range) }));
        }
        if found.iter().flatten().any(|one| matches!(one, Datum::Range(..))) {
            return self.range_of_table(&found, &which);
        }
        let (mut all, mut places): (Vec<Datum>, Vec<i64>) = (Vec::new(), Vec::new());
        for one in found {
            let Some(one) = one else {
                places.push(-1);
                continue;
            };
            let one = plain(&one);
            let place = all.iter().position(|known| *known == one).unwrap_or_else(|| {
                all.push(one);
                all.len() - 1
            });
            places.push(i64::try_from(place).ok()?);
        }
        let faulty = places.contains(&-1);
        let place = self.looked_up(places, &which);
        if faulty {
            self.ask_if(place.clone().lt(0));
        }
        match (all.as_slice(), &place) {
            ([one], _) => Some(Worth::Known(one.clone())),
            _ => Some(Worth::Among(Among { all: Rc::new(all), which: place })),
        }
    }

    fn range_of_table(&mut self, found: &[Option<Datum>], which: &Value) -> Option<Worth> {
        let end = |first: bool| {
            let one = |one: &Option<Datum>| match one {
                Some(Datum::Range(ends)) => Some(if first { ends.0 } else { ends.1 }),
                Some(_) => None,
                None => Some(FAULT),
            };
            found.iter().map(one).collect::<Option<Vec<i64>>>()
        };
        let (los, his) = (end(true)?, end(false)?);
        let faulty = found.iter().any(Option::is_none);
        let side = |lower: &mut Self, numbers: Vec<i64>| {
            let fine: Vec<i64> = numbers.iter().copied().filter(|number| *number != FAULT).collect();
            let (range, _) = spread(&fine);
            let value = lower.looked_up(numbers, which);
            if faulty {
                lower.ask_if(value.clone().eq(FAULT));
            }
            Num::new(value, range)
        };
        let lo = side(self, los);
        Some(Worth::Range(lo, side(self, his)))
    }

    /// Locals that never change, with what they hold.
    fn given_locals(&self, expr: &Expr) -> Vec<(usize, Datum)> {
        let mut given = Vec::new();
        expr.walk(&mut |part| {
            if let ExprKind::Local(slot) = part.kind
                && let Some(datum) = self.locals[slot].as_ref().and_then(super::fold::known)
            {
                given.push((slot, datum));
            }
        });
        given
    }

    /// What an expression speaks of that is not known beforehand; nothing where any of it can be too much.
    fn inputs(&mut self, expr: &'r Expr) -> Option<Vec<Input>> {
        let (mut slots, mut states, mut bound, mut mover, mut open) =
            (Vec::new(), Vec::new(), Vec::new(), false, false);
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Old(_) | ExprKind::Can(_) | ExprKind::Answer(_) => open = true,
            ExprKind::Me | ExprKind::Opponent => mover = true,
            ExprKind::Bind(slot, ..) => bound.push(*slot),
            ExprKind::Comprehension { clauses, .. } => bound.extend(clauses.iter().map(|clause| clause.slot)),
            ExprKind::Local(slot) if !bound.contains(slot) && !slots.contains(slot) => slots.push(*slot),
            ExprKind::State(which) if !states.contains(which) => states.push(*which),
            _ => {}
        });
        if open {
            return None;
        }
        let mut inputs = Vec::new();
        for slot in slots {
            let held = self.locals[slot].clone()?;
            if super::fold::known(&held).is_none() {
                inputs.push(self.input(From::Local(slot), held.worth())?);
            }
        }
        for which in states {
            let worth = self.state[which].worth();
            inputs.push(self.input(From::State(which), worth)?);
        }
        match &self.mover {
            None if mover => return None,
            Some(num) if mover && num.known().is_none() => {
                let worth = Worth::Num(num.clone());
                inputs.push(self.input(From::Mover, worth)?);
            }
            _ => {}
        }
        Some(inputs)
    }

    fn input(&mut self, from: From, worth: Worth) -> Option<Input> {
        let number = |value: i64| Datum::Int(value);
        match worth {
            Worth::Num(num) => {
                if let Some(known) = num.known() {
                    return Some(Input { from, values: vec![number(known)], which: Value::from(0) });
                }
                let parts = num.parts.as_deref().filter(|_| num.range.hi - num.range.lo > MOST_COMBINED);
                if let Some((row, column)) = parts {
                    return cells_input(from, row, column);
                }
                let many = num.range.hi.checked_sub(num.range.lo)?;
                if !(0..MOST_COMBINED).contains(&many) {
                    return None;
                }
                let (lo, hi) = (i64::try_from(num.range.lo).ok()?, i64::try_from(num.range.hi).ok()?);
                let mut values: Vec<Datum> = (lo..=hi).map(number).collect();
                let mut which = num.value.clone().minus(lo);
                if num.none {
                    which = num.value.eq(NONE).select(i64::try_from(values.len()).ok()?, which);
                    values.push(number(NONE));
                }
                Some(Input { from, values, which: self.make.hold("input", which) })
            }
            Worth::Among(among) => Some(Input { from, values: among.all.to_vec(), which: among.which }),
            Worth::Bits(bits) => Lower::set_input(from, &bits),
            _ => None,
        }
    }

    /// A small set: every subset of what it comes from.
    fn set_input(from: From, bits: &Bits) -> Option<Input> {
        const MOST: u32 = 12;
        let count = bits.members.count();
        let word = bits.single().filter(|_| count <= MOST)?;
        let members: Vec<i64> = match bits.members {
            Members::From(lo, _) => (0..i64::from(count)).map(|place| lo + place).collect(),
            Members::Cells(_, columns) => (0..i64::from(count)).map(|place| cell_number(place, columns)).collect(),
        };
        let of = |set: u32| {
            let there = members.iter().zip(0..).filter(|(_, at)| set >> at & 1 == 1);
            Datum::set(there.map(|(member, _)| *member).collect())
        };
        Some(Input { from, values: (0..1 << count).map(of).collect(), which: word.clone() })
    }
}

/// A cell whose row and column are known to be few.
fn cells_input(from: From, row: &Num, column: &Num) -> Option<Input> {
    let side = |num: &Num| {
        let (lo, hi) = (i64::try_from(num.range.lo).ok()?, i64::try_from(num.range.hi).ok()?);
        (num.range.hi - num.range.lo < MOST_COMBINED && !num.none).then_some((lo, hi))
    };
    let ((top, bottom), (left, right)) = (side(row)?, side(column)?);
    let columns = right - left + 1;
    if i128::from(bottom - top + 1) * i128::from(columns) > MOST_COMBINED {
        return None;
    }
    let cell = |row, column| bouton_rules::datum::Cell { row, column }.pack().map(Datum::Int);
    let values = (top..=bottom).flat_map(|row| (left..=right).map(move |column| cell(row, column)));
    let which = row.value.clone().minus(top).times(columns).plus(column.value.clone().minus(left));
    Some(Input { from, values: values.collect::<Option<_>>()?, which })
}

/// The scalars of a list, set or range, or the letters of a text.
pub(super) fn scalars(datum: &Datum) -> Option<Vec<i64>> {
    match datum {
        Datum::Text(letters) => Some(letters.iter().map(|letter| i64::from(u32::from(*letter))).collect()),
        Datum::List(_) | Datum::Set(_) | Datum::Range(..) => {
            datum.entries().map(|entry| if let Datum::Int(number) = entry { Some(number) } else { None }).collect()
        }
        _ => None,
    }
}

/// The same value as its equals are written: a range as the list of its numbers.
fn plain(datum: &Datum) -> Datum {
    match datum {
        Datum::Range(..) => Datum::list(datum.entries().collect()),
        other => other.clone(),
    }
}
