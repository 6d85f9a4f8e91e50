//! Lists and boards packed into locals: cells read and written by shifts.

use super::Lower;
use super::operate::{cell_number, spread};
use super::worth::{Num, Row, Shape};
use crate::code::{Local, One, Value};
use bouton_rules::datum::NONE;
use bouton_rules::interval::Interval;

impl Lower<'_, '_> {
    /// The number of a cell on a board; asks outside.
    pub(super) fn board_place(&mut self, shape: &Shape, row: &Num, column: &Num) -> Value {
        let (rows, columns) = shape.sides.unwrap_or((1, shape.cells));
        let inside = self.on_board(row, column, rows, columns);
        self.ask_if(inside.is_zero());
        self.hold(row.value.clone().times(columns).plus(column.value.clone()))
    }

    /// A place in a list; asks outside.
    pub(super) fn list_place(&mut self, place: &Num, cells: i64) -> Value {
        let place = self.held(place.clone());
        let outside = self.outside(&place, Interval::new(0, cells - 1));
        self.ask_if(outside);
        place.value
    }

    /// What stands at a place, which is inside.
    pub(super) fn cell_at(&mut self, row: &Row, place: Value) -> Num {
        let code = self.code_at(row, place);
        let code = if code.bit_test().is_some() { code } else { self.make.hold("code", code) };
        self.decoded(&row.shape, code)
    }

    /// The cell of a board that a code says.
    fn decoded_cell(&mut self, shape: &Shape, (rows, columns): (i64, i64), code: Value) -> Num {
        if !shape.none {
            return self.numbered_cell(rows, columns, code);
        }
        let cells = (0..rows * columns).map(|place| cell_number(place, columns));
        let cells: Vec<i64> = std::iter::once(NONE).chain(cells).collect();
        let (range, none) = spread(&cells);
        let table = self.table(cells);
        Num { none, ..Num::new(self.hold_sure("cell", Value::load(table, code)), range) }
    }

    fn decoded(&mut self, shape: &Shape, code: Value) -> Num {
        if let Some(board) = shape.board {
            return self.decoded_cell(shape, board, code);
        }
        let range = Interval::new(shape.lo, shape.hi);
        if !shape.none {
            return Num::new(code.plus(shape.lo), range);
        }
        let value = code.clone().eq(0).select(NONE, code.clone().plus(shape.lo - 1));
        match value {
            Value::Const(number) => Num::of(number),
            value => Num { none: true, code: Some((code, shape.lo)), ..Num::new(value, range) },
        }
    }

    pub(super) fn code_at(&mut self, row: &Row, place: Value) -> Value {
        let shape = &row.shape;
        let mask = mask(shape.width);
        if shape.width == 0 {
            return Value::from(0);
        }
        let (per, width) = (shape.per(), i64::from(shape.width));
        if let Value::Const(place) = place {
            let word = usize::try_from(place / per).ok().and_then(|word| row.words.get(word));
            let word = word.cloned().unwrap_or(Value::Const(0));
            return word.down(place % per * width).and(mask);
        }
        let place = self.hold(place);
        let (mut word, mut at) = (row.words[0].clone(), place.clone());
        for (which, next) in (1..).zip(&row.words[1..]) {
            let here = place.clone().ge(which * per);
            word = self.make.hold("word", here.clone().select(next.clone(), word));
            at = self.make.hold("at", here.select(place.clone().minus(which * per), at));
        }
        word.down(at.times(width)).and(mask)
    }

    /// Puts a code at a place, which is inside.
    pub(super) fn put_at(&mut self, locals: &[Local], shape: &Shape, place: &Value, code: &Value) {
        let (per, width, mask) = (shape.per(), i64::from(shape.width), mask(shape.width));
        if shape.width == 0 {
            return;
        }
        let with = |word: Local, at: Value| {
            let at = at.times(width);
            let kept = Value::from(word).and(Value::one(One::Flip, Value::from(mask).up(at.clone())));
            kept.or(code.clone().up(at))
        };
        if let Value::Const(place) = place {
            if let Some(word) = usize::try_from(place / per).ok().and_then(|word| locals.get(word)) {
                let put = with(*word, Value::Const(place % per));
                self.make.set(*word, put);
            }
            return;
        }
        for (which, word) in (0..).zip(locals) {
            let at = self.hold(place.clone().minus(which * per));
            let put = with(*word, at.clone());
            let put = if locals.len() == 1 { put } else { at.below(per).select(put, *word) };
            self.make.set(*word, put);
        }
    }

    /// The code of a cell of a board that is put into a cell; asks where it has none.
    fn coded_cell(&mut self, num: &Num, shape: &Shape, rows: i64, columns: i64) -> Value {
        let num = self.held(num.clone());
        let (row, column) = self.parts(&num);
        let inside = self.on_board(&row, &column, rows, columns);
        let there = if num.none { num.value.clone().ne(NONE) } else { Value::from(1) };
        let wrong = there.clone().and(inside.is_zero());
        self.ask_if(wrong);
        if num.none && !shape.none {
            self.ask_if(there.clone().is_zero());
        }
        let code = row.value.times(columns).plus(column.value).plus(i64::from(shape.none));
        if num.none && shape.none { there.select(code, 0) } else { code }
    }

    /// The code of a value that is put into a cell; asks where it has none.
    pub(super) fn coded(&mut self, num: &Num, shape: &Shape) -> Value {
        if let Some(known) = num.known() {
            return shape.code(known).map(Value::from).unwrap_or_else(|| {
                self.make.ask();
                Value::from(0)
            });
        }
        if let Some((rows, columns)) = shape.board {
            return self.coded_cell(num, shape, rows, columns);
        }
        let all = Interval::new(shape.lo, shape.hi);
        if let Some((code, lo)) = &num.code
            && shape.none
            && *lo == shape.lo
            && num.range.meet(all) == num.range
        {
            return code.clone();
        }
        let num = self.held(num.clone());
        let outside = self.outside(&num, all);
        let code = num.value.clone().minus(shape.lo).plus(i64::from(shape.none));
        match (num.none, shape.none) {
            (false, _) => {
                self.ask_if(outside);
                code
            }
            (true, false) => {
                self.ask_if(num.value.clone().eq(NONE).or(outside));
                code
            }
            (true, true) => {
                let there = num.value.clone().ne(NONE);
                self.ask_if(there.clone().and(outside));
                there.select(code, 0)
            }
        }
    }
}

/// So many ones, 64 at the most.
pub(super) fn mask(width: u32) -> i64 {
    u64::MAX.unbounded_shr(64 - width.min(64)).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn a_mask_has_as_many_ones_as_it_is_wide() {
        assert_eq!([0, 1, 2, 62, 63, 64].map(mask), [0, 1, 3, i64::MAX >> 1, i64::MAX, -1]);
    }
}
