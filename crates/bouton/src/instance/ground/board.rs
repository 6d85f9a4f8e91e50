//! Digits as bits, so that a move written out is one comparison and one exclusive or.
//!
//! A board has a plane of bits, one a cell, for each thing that a cell may hold, but for the thing that most cells hold at the
//! start; other digits are binary numbers.

use super::digits::{Digits, Fixed};
use super::explore::Operator;
use bouton_rules::Text;

/// The digits of a position in bits.
pub(super) type Bits = u128;

/// Where one variable's digits lie.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Its first digit.
    pub(super) first: usize,
    /// How many it has.
    pub(super) len: u32,
    pub(super) shift: u32,
    pub(super) radix: u64,
    /// Of a board, what has no plane of its own; nothing for other variables.
    pub(super) rest: Option<u64>,
    /// Whether a variable that is no board counts among the pieces: moves change it one way only.
    pub(super) counted: bool,
}

/// Where all digits lie.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) fields: Vec<Field>,
}

impl Board {
    pub(super) fn of(digits: &Digits) -> Result<Board, Text> {
        let start = digits.start();
        let (mut fields, mut shift) = (Vec::new(), 0);
        for group in &digits.groups {
            let held = &start[group.first..group.first + group.len];
            let count = |code: u64| held.iter().filter(|held| **held == code).count();
            let most = |code: &u64| (count(*code), digits.is_none(group, *code));
            let rest = group.board.then(|| (0..group.radix).max_by_key(most).expect("a digit has at least one value"));
            let len = u32::try_from(group.len).map_err(|_| "a board is too large")?;
            let field = Field { first: group.first, len, shift, radix: group.radix, rest, counted: false };
            shift = field.end().filter(|end| *end <= Bits::BITS).ok_or("a position takes too many bits")?;
            fields.push(field);
        }
        Ok(Board { fields })
    }

    /// The same with every digit a number of its own and no planes; nothing where that takes too many bits.
    pub(super) fn by_digits(&self) -> Option<Board> {
        let mut fields: Vec<Field> = Vec::new();
        for field in &self.fields {
            for first in (field.first..).take(field.len as usize) {
                let shift = fields.last().map_or(Some(0), Field::end)?;
                fields.push(Field { first, len: 1, shift, radix: field.radix, rest: None, counted: false });
            }
        }
        fields.last().and_then(Field::end).filter(|end| *end <= Bits::BITS)?;
        Some(Board { fields })
    }

    /// Counts among the pieces, beside boards, the variables that no move lowers, or none raises, as long as they have few values together: play
    /// cannot come back to an earlier one.
    pub(super) fn count_what_moves_one_way(&mut self, moves: &[Operator]) {
        if self.fields.iter().all(|field| field.rest.is_none()) {
            return;
        }
        let mut values = MOST_COUNTED;
        for field in self.fields.iter_mut().filter(|field| field.rest.is_none()) {
            let changes = moves.iter().filter_map(|operator| operator.change(field.first));
            let (mut falls, mut rises) = (false, false);
            changes.for_each(|(old, new)| (falls, rises) = (falls | (new < old), rises | (new > old)));
            if falls != rises && field.radix <= values {
                (field.counted, values) = (true, values / field.radix);
            }
        }
    }

    /// The fields that positions are put together by: boards, and what counts like their pieces.
    pub(super) fn counted(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.is_counted())
    }

    /// How many rows of digits there are; `None` where they are too many to count.
    pub(super) fn rows(&self) -> Option<u64> {
        self.fields.iter().try_fold(1_u64, |rows, field| rows.checked_mul(field.radix.checked_pow(field.len)?))
    }

    /// How many bits there are.
    pub(super) fn end(&self) -> u32 {
        self.fields.last().and_then(Field::end).unwrap_or(0)
    }

    fn field(&self, digit: usize) -> &Field {
        let after = self.fields.partition_point(|field| field.first <= digit);
        &self.fields[after - 1]
    }

    /// The bits that tell what a digit is, and how they stand when it is this.
    pub(super) fn test(&self, (digit, code): Fixed) -> (Bits, Bits) {
        let field = self.field(digit);
        match field.rest {
            None => (field.mask(), Bits::from(code) << field.shift),
            Some(_) => {
                let cell = u32::try_from(digit - field.first).expect("boards are small");
                let planes = (0..field.radix).filter_map(|held| Some((held, field.plane(held)? + cell)));
                planes.fold((0, 0), |(mask, value), (held, bit)| {
                    (mask | 1 << bit, value | Bits::from(held == code) << bit)
                })
            }
        }
    }

    /// All of these at once.
    pub(super) fn tests(&self, fixed: &[Fixed]) -> (Bits, Bits) {
        fixed.iter().map(|fixed| self.test(*fixed)).fold((0, 0), |all, one| (all.0 | one.0, all.1 | one.1))
    }

    /// The bits that a move turns over.
    pub(super) fn flips(&self, operator: &Operator) -> Bits {
        let was = |digit: usize| operator.needs.iter().find(|(known, _)| *known == digit).copied();
        let flip = |set: &Fixed| was(set.0).map_or(0, |old| self.test(old).1 ^ self.test(*set).1);
        operator.sets.iter().fold(0, |flips, set| flips ^ flip(set))
    }

    /// The bits of digits.
    pub(super) fn bits(&self, codes: &[u64]) -> Bits {
        codes.iter().enumerate().fold(0, |bits, (digit, code)| bits | self.test((digit, *code)).1)
    }

    /// The digits of bits.
    pub(super) fn codes(&self, bits: Bits) -> impl Iterator<Item = Fixed> {
        self.fields.iter().flat_map(move |field| {
            (0..field.len).map(move |cell| (field.first + cell as usize, field.code(bits, cell)))
        })
    }

    /// What a digit is.
    pub(super) fn code(&self, bits: Bits, digit: usize) -> u64 {
        let field = self.field(digit);
        field.code(bits, u32::try_from(digit - field.first).expect("boards are small"))
    }

    /// Every plane: where it begins, and its cells.
    pub(super) fn planes(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let boards = self.fields.iter().filter(|field| field.rest.is_some());
        boards.flat_map(|field| (0..field.radix).filter_map(|code| Some((field.plane(code)?, field.len))))
    }
}

/// Variables that count among the pieces have so many values together.
const MOST_COUNTED: u64 = 1 << 12;

impl Field {
    /// Whether positions are put together by it.
    pub(super) fn is_counted(&self) -> bool {
        self.rest.is_some() || self.counted
    }

    /// A board of so many cells that hold one of `radix` things; `rest` has no plane.
    #[cfg(test)]
    pub(super) fn of_board(first: usize, len: u32, shift: u32, radix: u64, rest: u64) -> Field {
        Field { first, len, shift, radix, rest: Some(rest), counted: false }
    }

    /// Whether a digit lies in it.
    pub(super) fn has(&self, digit: usize) -> bool {
        (self.first..self.first + self.len as usize).contains(&digit)
    }

    /// How many bits a number takes.
    pub(super) fn width(&self) -> u32 {
        u64::BITS - (self.radix - 1).leading_zeros()
    }

    fn end(&self) -> Option<u32> {
        let planes = u32::try_from(self.radix - 1).ok()?;
        let bits = if self.rest.is_some() { planes.checked_mul(self.len)? } else { self.width() };
        self.shift.checked_add(bits)
    }

    /// The bits of a variable that is no board.
    pub(super) fn mask(&self) -> Bits {
        ((1 << self.width()) - 1) << self.shift
    }

    /// Where the plane of a thing begins, if it has one.
    pub(super) fn plane(&self, code: u64) -> Option<u32> {
        let rest = self.rest?;
        let before = u32::try_from(code - u64::from(code > rest)).ok()?;
        (code != rest).then_some(self.shift + before * self.len)
    }

    /// The cells of a plane.
    pub(super) fn cells(&self, bits: Bits, plane: u32) -> u64 {
        low(bits >> plane) & (u64::MAX >> (u64::BITS - self.len))
    }

    /// The number, of a variable that is no board.
    pub(super) fn number(&self, bits: Bits) -> u64 {
        low((bits & self.mask()) >> self.shift)
    }

    /// That number as bits.
    pub(super) fn put(&self, number: u64) -> Bits {
        Bits::from(number) << self.shift
    }

    fn code(&self, bits: Bits, cell: u32) -> u64 {
        let Some(rest) = self.rest else { return self.number(bits) };
        let here = |code: &u64| self.plane(*code).is_some_and(|plane| bits >> (plane + cell) & 1 == 1);
        (0..self.radix).find(here).unwrap_or(rest)
    }
}

/// The lower half.
#[allow(clippy::cast_possible_truncation, reason = "the lower half is what is wanted")]
pub(super) fn low(bits: Bits) -> u64 {
    bits as u64
}
