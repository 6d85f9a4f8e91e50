//! What expressions are worth while code is made of them: numbers with what is known of them, and everything larger.

use crate::code::{Buffer, Local, Value};
use bouton_rules::datum::{Cell, Datum, NONE};
use bouton_rules::interval::Interval;
use std::rc::Rc;

/// A scalar of any type, held as the interpreter holds it.
#[derive(Clone, Debug)]
pub(super) struct Num {
    pub(super) value: Value,
    /// What it can be where it is not `none`.
    pub(super) range: Interval,
    /// Whether it may be `none`.
    pub(super) none: bool,
    /// Where it is one less than a code of which 0 means `none`: that code, and the number of code 1.
    pub(super) code: Option<(Value, i64)>,
    /// The row and column of a cell, where they are known by themselves.
    pub(super) parts: Option<Box<(Num, Num)>>,
}

impl Num {
    pub(super) fn of(number: i64) -> Num {
        let none = number == NONE;
        let range = if none { Interval::new(1, 0) } else { Interval::of(number) };
        Num { value: Value::Const(number), range, none, code: None, parts: None }
    }

    pub(super) fn new(value: impl Into<Value>, range: Interval) -> Num {
        match value.into() {
            Value::Const(number) => Num::of(number),
            value => Num { value, range, none: false, code: None, parts: None },
        }
    }

    pub(super) fn truth(value: impl Into<Value>) -> Num {
        Num::new(value, Interval::new(0, 1))
    }

    pub(super) fn any(value: Value) -> Num {
        Num { none: true, ..Num::new(value, Interval::FULL) }
    }

    pub(super) fn known(&self) -> Option<i64> {
        match self.value {
            Value::Const(number) => Some(number),
            _ => None,
        }
    }

    /// A cell from its row and column, which are small.
    pub(super) fn cell(row: Num, column: Num) -> Num {
        let range = row.range.times(Interval::of(ROW)).plus(column.range);
        let value = row.value.clone().times(ROW).plus(column.value.clone());
        Num { parts: Some(Box::new((row, column))), ..Num::new(value, range) }
    }
}

/// A row counts for this much in a packed cell.
pub(super) const ROW: i64 = 1 << 31;

/// Rows and columns must lie strictly within this of zero.
pub(super) fn cell_limit() -> Interval {
    Interval::new(1 - Cell::LIMIT, Cell::LIMIT - 1)
}

/// A set of scalars of one small domain: bit `i` stands for the domain's value of code `i`, 64 of them a word.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    pub(super) words: Vec<Value>,
    /// The members in rising order, as many as bits can be 1.
    pub(super) members: Members,
}

impl Bits {
    /// The only word, where one is enough.
    pub(super) fn single(&self) -> Option<&Value> {
        if let [word] = self.words.as_slice() { Some(word) } else { None }
    }
}

/// What bits of a set stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Members {
    /// Numbers from `lo` up, so many of them.
    From(i64, u32),
    /// The cells of a board, row by row: rows and columns.
    Cells(i64, i64),
}

impl Members {
    pub(super) fn count(&self) -> u32 {
        match self {
            Members::From(_, count) => *count,
            Members::Cells(rows, columns) => u32::try_from(rows * columns).unwrap_or(u32::MAX),
        }
    }

    /// How many words hold a bit for each.
    pub(super) fn words(&self) -> usize {
        (self.count() as usize).div_ceil(64).max(1)
    }

    /// The bits of a word that stand for members.
    pub(super) fn ones(&self, word: usize) -> i64 {
        super::row::mask(self.count().saturating_sub(u32::try_from(64 * word).unwrap_or(u32::MAX)))
    }
}

/// A list or board whose cells lie packed in locals: `width` bits a cell, as many cells a local as go into 64 bits.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) words: Vec<Value>,
    pub(super) shape: Shape,
}

/// What a packed list or board is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) cells: i64,
    pub(super) width: u32,
    /// Rows and columns of a board.
    pub(super) sides: Option<(i64, i64)>,
    /// The number that code 0 stands for, or code 1 where 0 is `none`.
    pub(super) lo: i64,
    pub(super) hi: i64,
    pub(super) none: bool,
    /// The board whose cells stand there, by their numbers on it: rows and columns.
    pub(super) board: Option<(i64, i64)>,
}

impl Shape {
    /// How many cells lie in one local.
    pub(super) fn per(&self) -> i64 {
        i64::from(64 / self.width.max(1))
    }

    pub(super) fn words(&self) -> usize {
        usize::try_from((self.cells + self.per() - 1) / self.per()).expect("there are no fewer cells than none")
    }

    /// The lowest bit of each of so many cells.
    pub(super) fn ones(&self, cells: i64) -> i64 {
        (0..cells.min(self.per())).fold(0, |ones, cell| ones | 1 << (cell * i64::from(self.width)))
    }

    /// The code of a number that may stand in a cell.
    pub(super) fn code(&self, number: i64) -> Option<i64> {
        if number == NONE {
            return self.none.then_some(0);
        }
        if let Some((rows, columns)) = self.board {
            let Cell { row, column } = Cell::unpack(number);
            let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            return inside.then(|| row * columns + column + i64::from(self.none));
        }
        (self.lo..=self.hi).contains(&number).then(|| number - self.lo + i64::from(self.none))
    }
}

/// A list of scalars that lies in a buffer.
#[derive(Clone, Debug)]
pub(super) struct Lying {
    pub(super) buffer: Buffer,
    pub(super) start: Value,
    pub(super) length: Value,
    /// The greatest length.
    pub(super) most: i64,
    pub(super) entry: Interval,
    pub(super) none: bool,
    /// Whether it is what a variable holds, which may change.
    pub(super) live: bool,
}

/// One of several values that never change: which, by its number.
#[derive(Clone, Debug)]
pub(super) struct Among {
    pub(super) all: Rc<Vec<Datum>>,
    pub(super) which: Value,
}

/// What an expression is worth.
#[derive(Clone, Debug)]
pub(super) enum Worth {
    Num(Num),
    /// `lo..hi`, both included.
    Range(Num, Num),
    Bits(Bits),
    Row(Row),
    Lying(Lying),
    /// A list, set, board, text or graph that never changes.
    Known(Datum),
    /// One of several such values.
    Among(Among),
    /// A list of fixed length, each entry by itself.
    Many(Vec<Worth>),
}

/// Where a variable is kept while code runs.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// A scalar that changes.
    /// `range` is what it can be here, `ever` what it can have been since it was made.
    Num { local: Local, range: Interval, ever: Interval, none: bool },
    /// A set that changes.
    Bits { locals: Vec<Local>, members: Members },
    /// A list or board that changes.
    Row { locals: Vec<Local>, shape: Shape },
    /// A list that changes in a buffer, from a place on.
    Laid { buffer: Buffer, start: i64, length: Local, most: i64, entry: Interval, none: bool },
    /// A list of fixed length whose entries are not single values. Lists whose length changes share a buffer.
    Many(Vec<Held>),
    /// Something that does not change.
    Fixed(Worth),
}

impl Held {
    /// Where the room of a list in a buffer ends.
    pub(super) fn laid_to(&self) -> Option<i64> {
        if let Held::Laid { start, most, .. } = self { Some(start + most) } else { None }
    }

    pub(super) fn worth(&self) -> Worth {
        match self {
            Held::Num { local, range, none, .. } => {
                Worth::Num(Num { none: *none, ..Num::new(Value::Local(*local), *range) })
            }
            Held::Bits { locals, members } => Worth::Bits(Bits {
                words: locals.iter().copied().map(Value::Local).collect(),
                members: members.clone(),
            }),
            Held::Laid { buffer, start, length, most, entry, none } => Worth::Lying(Lying {
                buffer: *buffer,
                start: Value::from(*start),
                length: Value::Local(*length),
                most: *most,
                entry: *entry,
                none: *none,
                live: true,
            }),
            Held::Many(all) => Worth::Many(all.iter().map(Held::worth).collect()),
            Held::Row { locals, shape } => Worth::Row(Row {
                words: locals.iter().map(|local| Value::Local(*local)).collect(),
                shape: shape.clone(),
            }),
            Held::Fixed(worth) => worth.clone(),
        }
    }
}
