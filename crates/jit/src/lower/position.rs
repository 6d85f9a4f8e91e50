//! Positions as they are packed: read into locals, and written again.

use super::operate::cell_number;
use super::row::mask;
use super::worth::{Held, Members, Num, Shape};
use super::{Lower, Lowered, unfit};
use super::{int, size};
use crate::code::{Buffer, Local, Value};
use bouton_rules::Span;
use bouton_rules::datum::NONE;
use bouton_rules::interval::Interval;
use bouton_rules::layout::{self, TURN_BITS, length_width, scalar_width};
use bouton_rules::types::Domain;

/// A board or list in more locals than this is not packed.
const MOST_WORDS: usize = 24;

/// A list of sets or lists of more entries than this is not packed.
const MOST_APART: i64 = 32;

/// A list whose length changes has at most so many entries.
const MOST_LONG: i64 = 512;

/// So many entries of a list that takes the room of its longest are read, copied and written one by one, whether they are there or not.
pub(super) const MOST_WRITTEN_OUT: i64 = 16;

/// The most possible members of a set.
const MOST_MEMBERS: u32 = 1 << 10;

/// How many bits a value of a domain takes, where all take the same.
pub(super) fn bits(domain: &Domain<i64>) -> Option<u64> {
    layout::bits(domain).and_then(|_| room(domain))
}

/// How many bits the longest value of a domain takes.
fn room(domain: &Domain<i64>) -> Option<u64> {
    Some(match domain {
        Domain::Set(of) => u64::from(members(of)?.count()),
        Domain::List { .. } | Domain::Grid { .. } => match (shape(domain), domain) {
            (Some(shape), _) => u64::try_from(shape.cells).ok()? * u64::from(shape.width),
            (None, Domain::List { min, max, of })
                if min == max && *max <= MOST_APART && matches!(**of, Domain::Set(_) | Domain::List { .. }) =>
            {
                room(of)?.checked_mul(u64::try_from(*max).ok()?)?
            }
            (None, Domain::List { min, max, of }) if min < max && *max <= MOST_LONG => {
                let entries = u64::try_from(*max).ok()?.checked_mul(u64::from(entry_width(of)?))?;
                entries + u64::from(length_width(*min, *max))
            }
            _ => return None,
        },
        scalar => u64::from(scalar_width(scalar)),
    })
}

/// The most bits that a value of a domain takes; nothing for what is not packed. Only a list of single values may take some more and some less.
pub(super) fn most_bits(domain: &Domain<i64>) -> Option<u64> {
    let single = matches!(domain, Domain::List { of, .. } if entry_width(of).is_some());
    bits(domain).or_else(|| room(domain).filter(|_| single))
}

/// The bits of an entry of a list whose length changes.
fn entry_width(of: &Domain<i64>) -> Option<u32> {
    let scalar = match of {
        Domain::Optional(inner) => &**inner,
        inner => inner,
    };
    let known = plain(scalar).is_some() || matches!(scalar, Domain::Cell { .. });
    known.then(|| scalar_width(of)).filter(|width| *width <= 62)
}

/// What the bits of a set stand for; nothing where there are too many.
pub(super) fn members(of: &Domain<i64>) -> Option<Members> {
    let members = match of {
        Domain::Int { lo, hi } => Members::From(*lo, u32::try_from(i128::from(*hi) - i128::from(*lo) + 1).ok()?),
        Domain::Bool | Domain::Player => Members::From(0, 2),
        Domain::Names { count, .. } => Members::From(0, u32::try_from(*count).ok()?),
        Domain::Node { nodes } => Members::From(0, u32::try_from(*nodes).ok()?),
        Domain::Cell { rows, columns } => Members::Cells(*rows, *columns),
        _ => return None,
    };
    (members.count() <= MOST_MEMBERS).then_some(members)
}

/// The shape of a board or list of scalars whose size is fixed.
pub(super) fn shape(domain: &Domain<i64>) -> Option<Shape> {
    let (cells, sides, of) = match domain {
        Domain::List { min, max, of } if min == max => (*max, None, of),
        Domain::Grid { rows, columns, of } if rows.0 == rows.1 && columns.0 == columns.1 => {
            (rows.1.checked_mul(columns.1)?, Some((rows.1, columns.1)), of)
        }
        _ => return None,
    };
    let (none, inner) = match &**of {
        Domain::Optional(inner) => (true, &**inner),
        inner => (false, inner),
    };
    let (lo, hi, board) = match inner {
        Domain::Cell { rows, columns } => (0, rows.checked_mul(*columns)? - 1, Some((*rows, *columns))),
        inner => plain(inner).map(|(lo, hi)| (lo, hi, None))?,
    };
    let width = scalar_width(of);
    let shape = Shape { cells, width, sides, lo, hi, none, board };
    (width <= 62 && cells >= 1 && shape.words() <= MOST_WORDS).then_some(shape)
}

/// The numbers of a scalar whose code is the number less the least one.
fn plain(domain: &Domain<i64>) -> Option<(i64, i64)> {
    Some(match domain {
        Domain::Int { lo, hi } => (*lo, *hi),
        Domain::Bool | Domain::Player => (0, 1),
        Domain::Names { count, .. } => (0, i64::try_from(*count).ok()? - 1),
        Domain::Node { nodes } => (0, nodes - 1),
        _ => return None,
    })
}

/// A place in a packed position: so many bits from its start, or from where a list of any length ended.
#[derive(Clone, Debug)]
struct At {
    fixed: u64,
    more: Option<Value>,
}

impl At {
    fn place(&self) -> Value {
        let fixed = int(self.fixed);
        self.more.clone().map_or(Value::from(fixed), |more| more.plus(fixed))
    }

    /// So many bits further on.
    fn behind(&self, bits: u64) -> At {
        At { fixed: self.fixed + bits, more: self.more.clone() }
    }
}

impl Lower<'_, '_> {
    /// Reads the variables of the position.
    pub(super) fn unpack(&mut self) -> Lowered<()> {
        let mut at = At { fixed: u64::from(TURN_BITS), more: None };
        for (which, domain) in self.game.domains().iter().enumerate() {
            let span = self.rules.states[which].span;
            let held = self.unpacked(domain, &mut at, span)?;
            self.state.push(held);
        }
        self.old = self.state.clone();
        Ok(())
    }

    /// A list whose length changes: that stands first, and what follows the list stands behind its last entry, or behind the room of the longest.
    /// It is laid into this buffer, from a place on; or into one of its own.
    fn unpacked_list(
        &mut self,
        domain: &Domain<i64>,
        at: &mut At,
        lies: Option<(Buffer, i64)>,
        span: Span,
    ) -> Lowered<Held> {
        let Domain::List { min, max, of } = domain else { return unfit(span, "a variable of this kind or size") };
        let (min, max, begin) = (*min, *max, at.clone());
        let Some(width) = entry_width(of).filter(|_| max <= MOST_LONG) else {
            return unfit(span, "a variable of this kind or size");
        };
        let length = self.read(at, u64::from(length_width(min, max))).plus(min);
        let length = self.kept(length);
        at.fixed += u64::from(length_width(min, max));
        let (start, room) = (self.make.hold("start", at.place()), bits(domain));
        let (buffer, first) = lies.unwrap_or_else(|| (self.room(max), 0));
        let (mut entry, mut none) = (Interval::new(1, 0), false);
        let mut put = |lower: &mut Self, code: Value, place: Value| {
            let num = lower.scalar_of(code, of, span)?;
            (entry, none) = (num.range, num.none);
            lower.make.store(buffer, place.plus(first), num.value);
            Ok(())
        };
        if room.is_some() && max <= MOST_WRITTEN_OUT {
            // Entries that there are not are zeros.
            for place in 0..max {
                let code = self.read(&at.behind(place.unsigned_abs() * u64::from(width)), u64::from(width));
                put(self, code, Value::from(place))?;
            }
        } else {
            self.count("i", Value::from(0), Value::from(length), max.unsigned_abs(), |lower, place| {
                let here = At { fixed: 0, more: Some(start.clone().plus(place.clone().times(i64::from(width)))) };
                let code = lower.read(&here, u64::from(width));
                put(lower, code, place)
            })?;
        }
        *at = match room {
            Some(room) => begin.behind(room),
            None => {
                let end = start.plus(Value::from(length).times(i64::from(width)));
                At { fixed: 0, more: Some(self.make.hold("behind", end)) }
            }
        };
        Ok(Held::Laid { buffer, start: first, length, most: max, entry, none })
    }

    fn unpacked(&mut self, domain: &Domain<i64>, at: &mut At, span: Span) -> Lowered<Held> {
        let width = match (bits(domain), domain) {
            (Some(width), Domain::List { min, max, .. }) if min == max => width,
            (_, Domain::List { .. }) | (None, _) => return self.unpacked_list(domain, at, None, span),
            (Some(width), _) => width,
        };
        let begin = at.clone();
        at.fixed += width;
        match domain {
            Domain::Set(of) => {
                let members = members(of).expect("what has a width has members");
                let mut locals = Vec::new();
                for from in (0..width).step_by(64) {
                    let word = self.read(&begin.behind(from), 64.min(width - from));
                    locals.push(self.kept(word));
                }
                Ok(Held::Bits { locals, members })
            }
            Domain::List { max, of, .. } if shape(domain).is_none() => {
                *at = begin;
                let lies = match **of {
                    Domain::List { min, max: longest, .. } if min < longest => {
                        Some((self.room(max * longest), longest))
                    }
                    _ => None,
                };
                let mut one = |which: i64| match lies {
                    Some((buffer, longest)) => self.unpacked_list(of, at, Some((buffer, which * longest)), span),
                    None => self.unpacked(of, at, span),
                };
                Ok(Held::Many((0..*max).map(&mut one).collect::<Lowered<_>>()?))
            }
            Domain::List { .. } | Domain::Grid { .. } => {
                let Some(shape) = shape(domain) else { return unfit(span, "a variable of this kind or size") };
                let each = shape.per().unsigned_abs() * u64::from(shape.width);
                let mut locals = Vec::new();
                for which in 0..shape.words() as u64 {
                    let from = which * each;
                    let word = self.read(&begin.behind(from), each.min(width - from));
                    locals.push(self.kept(word));
                }
                Ok(Held::Row { locals, shape })
            }
            scalar => {
                let code = self.read(&begin, width);
                let num = self.scalar_of(code, scalar, span)?;
                let local = self.kept(num.value);
                Ok(Held::Num { local, range: num.range, ever: num.range, none: num.none })
            }
        }
    }

    fn kept(&mut self, value: Value) -> Local {
        let local = self.make.local("state");
        self.make.set(local, value);
        local
    }

    /// Bits of the position.
    fn read(&mut self, at: &At, width: u64) -> Value {
        if width == 0 {
            return Value::from(0);
        }
        let at = match &at.more {
            None => at.fixed,
            Some(_) => return self.read_behind(at.place(), width),
        };
        let (word, from) = (i64::try_from(at / 64), i64::try_from(at % 64));
        let (word, from) = (word.expect("positions are short"), from.expect("six bits"));
        let ones = mask(u32::try_from(width).expect("a word at the most is read at once"));
        let width = i64::from(ones.count_ones());
        let mut code = Value::load(self.position, word).down(from);
        if from + width > 64 {
            code = code.or(Value::load(self.position, word + 1).up(64 - from));
        }
        let code = if width < 64 { code.and(ones) } else { code };
        self.make.hold("bits", code)
    }

    /// Bits from a place on that is only known while code runs.
    fn read_behind(&mut self, at: Value, width: u64) -> Value {
        let at = self.make.hold("bit", at);
        let word = self.make.hold("which", at.clone().down(6));
        let low = Value::load(self.position, word.clone()).down(at.clone());
        // What lies in the last word goes on in no other.
        let (next, given) = (self.make.hold("next", word.plus(1)), int(self.frame.given()));
        let next = next.clone().below(given).select(next, given - 1);
        let high = Value::load(self.position, next).up(1).up(Value::from(63).minus(at.and(63)));
        let ones = mask(u32::try_from(width).expect("at most 64 bits"));
        self.make.hold("bits", low.or(high).and(ones))
    }

    /// The scalar of a code.
    pub(super) fn scalar_of(&mut self, code: Value, domain: &Domain<i64>, span: Span) -> Lowered<Num> {
        let (none, inner) = match domain {
            Domain::Optional(inner) => (true, &**inner),
            inner => (false, inner),
        };
        if let Some((lo, hi)) = plain(inner) {
            let range = Interval::new(lo, hi);
            if !none {
                return Ok(Num::new(code.plus(lo), range));
            }
            let value = code.clone().eq(0).select(NONE, code.plus(lo - 1));
            return Ok(Num { none: true, ..Num::new(value, range) });
        }
        let Domain::Cell { rows, columns } = inner else { return unfit(span, "a variable of this kind") };
        let cells: Vec<i64> = (0..rows * columns).map(|place| cell_number(place, *columns)).collect();
        let (range, _) = super::operate::spread(&cells);
        let cells = if none { std::iter::once(NONE).chain(cells).collect() } else { cells };
        let table = self.table(cells);
        Ok(Num { none, ..Num::new(Value::load(table, code), range) })
    }

    /// The words of a position: this turn and the variables as they are, which lie in their bounds; and how many words it takes, where that
    /// varies.
    pub(super) fn packed(&mut self, turn: Value) -> Lowered<Vec<Value>> {
        let mut words = vec![Value::from(0); self.frame.words];
        let mut at = 0;
        self.write(&mut words, &mut at, turn, u64::from(TURN_BITS));
        let held: Vec<Held> = self.state.clone();
        let game = self.game;
        let mut all = held.iter().zip(game.domains());
        let mut varying = None;
        for (held, domain) in all.by_ref() {
            if bits(domain).is_none() {
                varying = Some((held, domain));
                break;
            }
            self.write_held(held, domain, &mut words, &mut at)?;
        }
        let Some((held, domain)) = varying else { return Ok(words) };
        let buffer = self.make.own("packed", crate::code::Elem::U64, words.len() + 1);
        words.push(Value::from(0));
        let count = int(words.len());
        self.make.store_all(buffer, 0, words);
        let place = self.make.local("bit");
        self.make.set(place, int(at));
        self.write_list(held, domain, buffer, place)?;
        for (held, domain) in all {
            self.write_behind(held, domain, buffer, place)?;
        }
        let mut words: Vec<Value> = (0..count - 1).map(|word| Value::load(buffer, word)).collect();
        words.push(Value::from(place).plus(63).down(6));
        Ok(words)
    }

    /// Writes a list of any length: that first, then the entries.
    fn write_list(&mut self, held: &Held, domain: &Domain<i64>, buffer: Buffer, place: Local) -> Lowered<()> {
        let Domain::List { min, max, of } = domain else { return Ok(()) };
        let super::worth::Worth::Lying(list) = held.worth() else { return Ok(()) };
        let width = length_width(*min, *max);
        self.append(list.length.clone().minus(*min), u64::from(width), buffer, place);
        self.each_lying(list, &mut |lower, entry| {
            let super::worth::Worth::Num(entry) = entry else { return Ok(()) };
            let code = lower.code_of(entry.value, entry.none, of);
            lower.append(code, u64::from(scalar_width(of)), buffer, place);
            Ok(())
        })
    }

    /// Writes a variable behind a list of any length.
    fn write_behind(&mut self, held: &Held, domain: &Domain<i64>, buffer: Buffer, place: Local) -> Lowered<()> {
        let Some(width) = bits(domain) else { return self.write_list(held, domain, buffer, place) };
        let (mut words, mut at) = (vec![Value::from(0); size(width.div_ceil(64))], 0);
        self.write_held(held, domain, &mut words, &mut at)?;
        let mut left = width;
        for word in words {
            self.append(word, left.min(64), buffer, place);
            left -= left.min(64);
        }
        Ok(())
    }

    /// Writes bits where the last ones ended.
    fn append(&mut self, code: Value, width: u64, buffer: Buffer, place: Local) {
        if width == 0 {
            return;
        }
        let code = self.make.hold("code", code);
        let word = self.make.hold("which", Value::from(place).down(6));
        let low = Value::load(buffer, word.clone()).or(code.clone().up(place));
        self.make.store(buffer, word.clone(), low);
        let next = word.plus(1);
        let high = code.down(1).down(Value::from(63).minus(Value::from(place).and(63)));
        let high = Value::load(buffer, next.clone()).or(high);
        self.make.store(buffer, next, high);
        let width = int(width);
        self.make.set(place, Value::from(place).plus(width));
    }

    fn write_held(&mut self, held: &Held, domain: &Domain<i64>, words: &mut [Value], at: &mut u64) -> Lowered<()> {
        match held {
            Held::Bits { locals, members } => {
                let mut left = u64::from(members.count());
                for local in locals {
                    self.write(words, at, Value::from(*local), left.min(64));
                    left -= left.min(64);
                }
            }
            Held::Row { locals, shape } => {
                let each = shape.per().unsigned_abs() * u64::from(shape.width);
                let mut left = shape.cells.unsigned_abs() * u64::from(shape.width);
                for local in locals {
                    self.write(words, at, Value::from(*local), each.min(left));
                    left -= each.min(left);
                }
            }
            Held::Num { local, none, .. } => {
                let code = self.code_of(Value::from(*local), *none, domain);
                self.write(words, at, code, u64::from(scalar_width(domain)));
            }
            Held::Many(all) => {
                let Domain::List { of, .. } = domain else { return Ok(()) };
                all.iter().try_for_each(|held| self.write_held(held, of, words, at))?;
            }
            Held::Laid { buffer, start, length, most, none, .. } if *most <= MOST_WRITTEN_OUT => {
                let Domain::List { min, max, of } = domain else { return Ok(()) };
                self.write(words, at, Value::from(*length).minus(*min), u64::from(length_width(*min, *max)));
                for place in 0..*most {
                    let entry = self.make.hold("entry", Value::load(*buffer, start + place));
                    let code = self.code_of(entry, *none, of);
                    let code = Value::from(place).below(*length).select(code, 0);
                    self.write(words, at, code, u64::from(scalar_width(of)));
                }
            }
            Held::Laid { .. } => {
                let room = bits(domain).expect("other lists are written one bit behind the last");
                let count = size(room.div_ceil(64));
                let buffer = self.make.own("room", crate::code::Elem::U64, count + 1);
                self.make.store_all(buffer, 0, vec![Value::from(0); count + 1]);
                let place = self.make.local("bit");
                self.make.set(place, 0);
                self.write_list(held, domain, buffer, place)?;
                for from in (0..room).step_by(64) {
                    self.write(words, at, Value::load(buffer, int(from / 64)), 64.min(room - from));
                }
            }
            Held::Fixed(_) => {}
        }
        Ok(())
    }

    fn write(&mut self, words: &mut [Value], at: &mut u64, code: Value, width: u64) {
        let (word, from) = (usize::try_from(*at / 64).expect("positions have few words"), *at % 64);
        *at += width;
        if width == 0 {
            return;
        }
        let code = self.make.hold("code", code);
        let shift = i64::try_from(from).expect("six bits");
        for (word, part) in [(word, code.clone().up(shift)), (word + 1, code.down((64 - shift) & 63))] {
            let spills = from + width > 64;
            if let Some(known) = words
                .get_mut(word)
                .filter(|_| spills || word == usize::try_from((*at - width) / 64).expect("positions have few words"))
            {
                *known = std::mem::replace(known, Value::from(0)).or(part);
                *known = self.make.hold("word", known.clone());
            }
        }
    }

    /// The code of a scalar that lies in its domain.
    pub(super) fn code_of(&mut self, value: Value, none: bool, domain: &Domain<i64>) -> Value {
        let (optional, inner) = match domain {
            Domain::Optional(inner) => (true, &**inner),
            inner => (false, inner),
        };
        let code = match (plain(inner), inner) {
            (Some((lo, _)), _) => value.clone().minus(lo),
            (None, Domain::Cell { columns, .. }) => {
                let cell = Num::any(value.clone());
                let (row, column) = self.parts(&cell);
                row.value.times(*columns).plus(column.value)
            }
            _ => value.clone(),
        };
        match (optional, none) {
            (false, _) => code,
            (true, false) => code.plus(1),
            (true, true) => value.eq(NONE).select(0, code.plus(1)),
        }
    }
}
