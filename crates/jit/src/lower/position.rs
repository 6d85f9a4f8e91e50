//! Positions as they are packed: read into locals, and written again.

use super::operate::cell_number;
use super::row::mask;
use super::worth::{Held, Members, Num, Shape};
use super::{Lower, Lowered, unfit};
use crate::code::Value;
use bouton_rules::Span;
use bouton_rules::datum::NONE;
use bouton_rules::interval::Interval;
use bouton_rules::layout::{TURN_BITS, scalar_width};
use bouton_rules::types::Domain;

/// A board or list in more locals than this is not packed.
const MOST_WORDS: usize = 8;

/// How many bits a value of a domain takes, where all take the same.
pub(super) fn bits(domain: &Domain<i64>) -> Option<u64> {
    Some(match domain {
        Domain::Set(of) => u64::from(members(of)?.count()),
        Domain::List { .. } | Domain::Grid { .. } => {
            let shape = shape(domain)?;
            u64::try_from(shape.cells).ok()? * u64::from(shape.width)
        }
        scalar => u64::from(scalar_width(scalar)),
    })
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
    (members.count() <= 63).then_some(members)
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
    let (lo, hi) = plain(inner)?;
    let width = scalar_width(of);
    let shape = Shape { cells, width, sides, lo, hi, none };
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

impl Lower<'_, '_> {
    /// Reads the variables of the position.
    pub(super) fn unpack(&mut self) -> Lowered<()> {
        let mut at = u64::from(TURN_BITS);
        for (which, domain) in self.game.domains().iter().enumerate() {
            let span = self.rules.states[which].span;
            let held = self.unpacked(domain, &mut at, span)?;
            self.state.push(held);
        }
        self.old = self.state.clone();
        Ok(())
    }

    fn unpacked(&mut self, domain: &Domain<i64>, at: &mut u64, span: Span) -> Lowered<Held> {
        let begin = *at;
        let Some(width) = bits(domain) else { return unfit(span, "a variable of this kind or size") };
        *at += width;
        match domain {
            Domain::Set(of) => {
                let members = members(of).expect("what has a width has members");
                let word = self.read(begin, width);
                Ok(Held::Bits { local: self.kept(word), members })
            }
            Domain::List { .. } | Domain::Grid { .. } => {
                let Some(shape) = shape(domain) else { return unfit(span, "a variable of this kind or size") };
                let each = shape.per().unsigned_abs() * u64::from(shape.width);
                let mut locals = Vec::new();
                for which in 0..shape.words() as u64 {
                    let from = which * each;
                    let word = self.read(begin + from, each.min(width - from));
                    locals.push(self.kept(word));
                }
                Ok(Held::Row { locals, shape })
            }
            scalar => {
                let code = self.read(begin, width);
                let num = self.scalar_of(code, scalar, span)?;
                let local = self.kept(num.value);
                Ok(Held::Num { local, range: num.range, ever: num.range, none: num.none })
            }
        }
    }

    fn kept(&mut self, value: Value) -> crate::code::Local {
        let local = self.make.local("state");
        self.make.set(local, value);
        local
    }

    /// Bits of the position.
    fn read(&mut self, at: u64, width: u64) -> Value {
        if width == 0 {
            return Value::from(0);
        }
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

    /// The scalar of a code.
    fn scalar_of(&mut self, code: Value, domain: &Domain<i64>, span: Span) -> Lowered<Num> {
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

    /// The words of a position: this turn and the variables as they are, which lie in their bounds.
    pub(super) fn packed(&mut self, turn: Value) -> Vec<Value> {
        let mut words = vec![Value::from(0); self.frame.words];
        let mut at = 0;
        self.write(&mut words, &mut at, turn, u64::from(TURN_BITS));
        for (which, domain) in self.game.domains().iter().enumerate() {
            match self.state[which].clone() {
                Held::Bits { local, members } => {
                    self.write(&mut words, &mut at, Value::from(local), u64::from(members.count()));
                }
                Held::Row { locals, shape } => {
                    let each = shape.per().unsigned_abs() * u64::from(shape.width);
                    let mut left = shape.cells.unsigned_abs() * u64::from(shape.width);
                    for local in locals {
                        self.write(&mut words, &mut at, Value::from(local), each.min(left));
                        left -= each.min(left);
                    }
                }
                Held::Num { local, none, .. } => {
                    let code = self.code_of(Value::from(local), none, domain);
                    self.write(&mut words, &mut at, code, u64::from(scalar_width(domain)));
                }
                Held::Fixed(_) => {}
            }
        }
        words
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
    fn code_of(&mut self, value: Value, none: bool, domain: &Domain<i64>) -> Value {
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
