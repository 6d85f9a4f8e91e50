//! Expressions, sums and changes of lists worked out for given parameters.

use super::run::{Filled, Held};
use super::tree::{Call, Ex, How, Op, Over, Side, Step, Tally};
use bouton::rules::datum::Grid;
use std::collections::HashMap;

/// A set is a number of so many bits at most.
const BITS: i64 = 62;
/// A list that a game begins with has at most so many entries.
const LONGEST: i64 = 100_000;

/// What expressions bind, and every list met so far: a position holds a list by its number here.
#[derive(Clone, Debug, Default)]
pub(super) struct Inner {
    bound: Vec<i64>,
    lists: Vec<Vec<i64>>,
    numbers: HashMap<Vec<i64>, i64>,
}

impl Inner {
    pub(super) fn new(bound: usize) -> Inner {
        Inner { bound: vec![0; bound], ..Inner::default() }
    }

    fn number(&mut self, list: Vec<i64>) -> Option<i64> {
        if let Some(known) = self.numbers.get(&list) {
            return Some(*known);
        }
        let number = whole(self.lists.len())?;
        self.lists.push(list.clone());
        self.numbers.insert(list, number);
        Some(number)
    }
}

impl Filled<'_> {
    /// Lists changed by a move, and whether it is legal by then.
    pub(super) fn step(&self, steps: &[Step], places: &[i64]) -> Option<bool> {
        for step in steps {
            match step {
                Step::Copy(bound, ex) | Step::Let(bound, ex) => self.bind(*bound, self.ex(ex, places)?)?,
                Step::Put(list, at, value) => {
                    let Ex::Bound(bound) = list else { return None };
                    let (number, at, value) = (self.ex(list, places)?, self.ex(at, places)?, self.ex(value, places)?);
                    let mut inner = self.inner.borrow_mut();
                    let mut changed = inner.lists.get(usize::try_from(number).ok()?)?.clone();
                    *changed.get_mut(usize::try_from(at).ok()?)? = value;
                    *inner.bound.get_mut(*bound)? = inner.number(changed)?;
                }
                Step::For(bound, lo, hi, body) => {
                    for number in self.ex(lo, places)?..=self.ex(hi, places)? {
                        self.bind(*bound, number)?;
                        self.step(body, places)?;
                    }
                }
                Step::When(when) => {
                    if self.ex(when, places)? == 0 {
                        return Some(false);
                    }
                }
            }
        }
        Some(true)
    }

    fn bind(&self, bound: usize, value: i64) -> Option<()> {
        *self.inner.borrow_mut().bound.get_mut(bound)? = value;
        Some(())
    }

    fn tally(&self, tally: &Tally, places: &[i64]) -> Option<i64> {
        let mut sum = 0_i64;
        for number in self.numbers(&tally.range, places)? {
            self.bind(tally.over, number)?;
            if self.ex(&tally.when, places)? == 0 {
                continue;
            }
            let item = self.ex(&tally.item, places)?;
            sum = match tally.how {
                How::Any => return Some(1),
                How::Sum => sum.checked_add(item)?,
                How::Xor => sum ^ item,
                How::Gcd => Call::Gcd.of_numbers(&[sum, item])?,
            };
        }
        Some(sum)
    }

    /// The numbers that something is chosen from, in their order.
    pub(super) fn numbers(&self, over: &Over, places: &[i64]) -> Option<Vec<i64>> {
        match over {
            Over::Range(lo, hi) => Some((self.ex(lo, places)?..=self.ex(hi, places)?).collect()),
            Over::List(list) => {
                let list = self.ex(list, places)?;
                self.inner.borrow().lists.get(usize::try_from(list).ok()?).cloned()
            }
        }
    }

    /// An expression; nothing where it leaves a list or 64 bits.
    #[must_use]
    pub fn ex(&self, ex: &Ex, places: &[i64]) -> Option<i64> {
        Some(match ex {
            Ex::Int(number) => *number,
            Ex::Bound(bound) => *self.inner.borrow().bound.get(*bound)?,
            Ex::Bit(at) => 1_i64.checked_shl(bit(self.ex(at, places)?)?)?,
            Ex::Has(set, at) => self.ex(set, places)?.checked_shr(bit(self.ex(at, places)?)?)? & 1,
            Ex::Tally(tally) => self.tally(tally, places)?,
            Ex::Local(place) => *places.get(*place)?,
            Ex::Two(Op::And, a, b) => i64::from(self.ex(a, places)? != 0 && self.ex(b, places)? != 0),
            Ex::Two(Op::Or, a, b) => i64::from(self.ex(a, places)? != 0 || self.ex(b, places)? != 0),
            Ex::Two(op, a, b) => two(*op, self.ex(a, places)?, self.ex(b, places)?)?,
            Ex::Not(a) => i64::from(self.ex(a, places)? == 0),
            Ex::If(when, then, otherwise) => {
                if self.ex(when, places)? != 0 {
                    self.ex(then, places)?
                } else {
                    self.ex(otherwise, places)?
                }
            }
            Ex::Call(call, args) => {
                let args: Vec<i64> = args.iter().map(|arg| self.ex(arg, places)).collect::<Option<_>>()?;
                if let (Call::Line, [cells, rows, columns, who, many]) = (call, args.as_slice()) {
                    let inner = self.inner.borrow();
                    let cells = inner.lists.get(usize::try_from(*cells).ok()?)?.clone();
                    return Some(i64::from(Grid { rows: *rows, columns: *columns, cells }.has_line(*who, *many)));
                }
                match call.gives_list() {
                    true => self.inner.borrow_mut().number(call.list_of_number(*args.first()?)?)?,
                    false => call.of_numbers(&args)?,
                }
            }
            Ex::Value(part) => {
                self.value_of(&part.iter().map(|of| self.ex(of, places)).collect::<Option<Vec<_>>>()?)?
            }
            Ex::Item(..) | Ex::Fill(..) | Ex::Build(_) | Ex::List(_) => self.list_ex(ex, places)?,
            Ex::Global(_) | Ex::Len(..) | Ex::Extreme(..) | Ex::Entry(..) | Ex::Sum(..) | Ex::Block(..) => {
                self.given(ex, places)?
            }
            Ex::Word(_) | Ex::Cell(_) => return None,
        })
    }

    /// A list by its number, or an entry of one.
    fn list_ex(&self, ex: &Ex, places: &[i64]) -> Option<i64> {
        Some(match ex {
            Ex::Item(list, at) => {
                let (list, at) = (self.ex(list, places)?, self.ex(at, places)?);
                *self.inner.borrow().lists.get(usize::try_from(list).ok()?)?.get(usize::try_from(at).ok()?)?
            }
            Ex::Fill(item, count) => {
                let (item, count) = (self.ex(item, places)?, self.ex(count, places)?);
                let count = usize::try_from(count.min(LONGEST)).ok()?;
                self.inner.borrow_mut().number(vec![item; count])?
            }
            Ex::Build(build) => {
                let count = self.ex(&build.count, places)?.min(LONGEST);
                let entry = |at: i64| {
                    self.bind(build.over, at)?;
                    self.ex(&build.item, places)
                };
                let entries: Vec<i64> = (0..count).map(entry).collect::<Option<_>>()?;
                self.inner.borrow_mut().number(entries)?
            }
            Ex::List(parts) => {
                let entries: Vec<i64> = parts.iter().map(|part| self.ex(part, places)).collect::<Option<_>>()?;
                self.inner.borrow_mut().number(entries)?
            }
            _ => return None,
        })
    }

    /// What is read of parameters.
    fn given(&self, ex: &Ex, places: &[i64]) -> Option<i64> {
        Some(match ex {
            Ex::Global(which) => match self.globals.get(*which)? {
                Held::Number(number) => *number,
                Held::Many { entries, .. } => self.inner.borrow_mut().number(entries.clone())?,
                Held::Lists(_) => return None,
            },
            Ex::Len(which, side) => match self.globals.get(*which)? {
                Held::Many { entries, columns, .. } if *side == Side::Rows => whole(entries.len() / (*columns).max(1))?,
                Held::Many { columns, .. } => whole(*columns)?,
                Held::Lists(lists) => whole(lists.len())?,
                Held::Number(_) => return None,
            },
            Ex::Extreme(which, greatest) => {
                let Held::Many { entries, .. } = self.globals.get(*which)? else { return None };
                if *greatest { *entries.iter().max()? } else { *entries.iter().min()? }
            }
            Ex::Entry(which, at) => {
                if let (Held::Lists(lists), [at]) = (self.globals.get(*which)?, at.as_slice()) {
                    let list = lists.get(usize::try_from(self.ex(at, places)?).ok()?)?;
                    return self.inner.borrow_mut().number(list.clone());
                }
                let Held::Many { entries, columns, .. } = self.globals.get(*which)? else { return None };
                let at: Vec<usize> =
                    at.iter().map(|at| usize::try_from(self.ex(at, places)?).ok()).collect::<Option<_>>()?;
                match at.as_slice() {
                    [at] => *entries.get(*at)?,
                    [row, column] if column < columns => *entries.get(row * columns + column)?,
                    _ => return None,
                }
            }
            Ex::Sum(which, ends) => {
                let Held::Many { sums, .. } = self.globals.get(*which)? else { return None };
                let at = |ex: &Ex| sums.get(usize::try_from(self.ex(ex, places)?).ok()?).copied();
                at(&ends[1])?.checked_sub(at(&ends[0])?)?
            }
            Ex::Block(which, sides) => {
                let Held::Many { entries, columns, .. } = self.globals.get(*which)? else { return None };
                let side = |at: usize| usize::try_from(self.ex(&sides[at], places)?).ok();
                let (top, bottom, left, right) = (side(0)?, side(1)?, side(2)?, side(3)?);
                let mut sum = 0_i64;
                for row in top..bottom {
                    for column in left..right {
                        sum = sum.checked_add(*entries.get(row * columns + column)?)?;
                    }
                }
                sum
            }
            _ => return None,
        })
    }
}

/// A place in a set, where it has so many.
fn bit(at: i64) -> Option<u32> {
    u32::try_from(at).ok().filter(|_| at <= BITS)
}

fn whole(count: usize) -> Option<i64> {
    i64::try_from(count).ok()
}

fn two(op: Op, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        Op::Add => a.checked_add(b)?,
        Op::Sub => a.checked_sub(b)?,
        Op::Mul => a.checked_mul(b)?,
        Op::Div => a.checked_div_euclid(b)?,
        Op::Mod => a.checked_rem_euclid(b)?,
        Op::Eq => i64::from(a == b),
        Op::Ne => i64::from(a != b),
        Op::Lt => i64::from(a < b),
        Op::Le => i64::from(a <= b),
        Op::Gt => i64::from(a > b),
        Op::Ge => i64::from(a >= b),
        Op::Xor => a ^ b,
        Op::Union => a | b,
        Op::Both => a & b,
        Op::Without => a & !b,
        Op::And | Op::Or => return None,
    })
}
