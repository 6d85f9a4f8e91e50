//! Lists and boards packed into locals: cells read and written by shifts, questions about all cells by masks.

use super::worth::{Num, Row, Shape};
use super::{Lower, Lowered, unfit};
use crate::code::{Local, One, Value};
use bouton_rules::Span;
use bouton_rules::datum::NONE;
use bouton_rules::interval::Interval;

/// The directions of lines: along, down and back, down, down and along.
const LINES: [(i64, i64); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

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

    fn decoded(&mut self, shape: &Shape, code: Value) -> Num {
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

    fn code_at(&mut self, row: &Row, place: Value) -> Value {
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

    /// The code of a value that is put into a cell; asks where it has none.
    pub(super) fn coded(&mut self, num: &Num, shape: &Shape) -> Value {
        if let Some(known) = num.known() {
            return shape.code(known).map(Value::from).unwrap_or_else(|| {
                self.make.ask();
                Value::from(0)
            });
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

    /// Which cells hold a code: one bit a cell, and how far apart the bits are.
    pub(super) fn plane(&mut self, row: &Row, code: Value, span: Span) -> Lowered<(Value, i64)> {
        let shape = &row.shape;
        if shape.width == 0 || shape.width > 8 || row.words.len() > 1 && (shape.width > 2 || shape.cells > 64) {
            return unfit(span, "a board of this size and kind here");
        }
        let code = self.hold(code);
        let mut planes = Vec::new();
        let mut left = shape.cells;
        for word in &row.words {
            let ones = shape.ones(left);
            left -= shape.per();
            let mut differ = self.make.hold("differ", word.clone().xor(code.clone().times(ones)));
            let mut reach = 1;
            while reach < i64::from(shape.width) {
                // Each bit of a cell falls on its lowest one.
                differ = self.make.hold("differ", differ.clone().or(differ.down(reach)));
                reach *= 2;
            }
            // Widths that are no power of two have taken in bits of the next cell: look again without those.
            if !shape.width.is_power_of_two() {
                let whole = word.clone().xor(code.clone().times(ones));
                let bits = (0..i64::from(shape.width)).map(|bit| whole.clone().down(bit));
                let any = bits.fold(Value::from(0), Value::or);
                differ = self.make.hold("differ", any);
            }
            planes.push(self.make.hold("plane", Value::one(One::Flip, differ).and(ones)));
        }
        if let [plane] = planes.as_slice() {
            return Ok((plane.clone(), i64::from(shape.width)));
        }
        let mut whole = Value::from(0);
        for (which, plane) in (0..).zip(planes) {
            let close = self.closed_up(plane);
            whole = self.make.hold("plane", whole.or(close.up(which * shape.per())));
        }
        Ok((whole, 1))
    }

    /// Every second bit of a word, moved together.
    fn closed_up(&mut self, word: Value) -> Value {
        const STEPS: [(i64, i64); 5] = [
            (1, 0x3333_3333_3333_3333),
            (2, 0x0F0F_0F0F_0F0F_0F0F),
            (4, 0x00FF_00FF_00FF_00FF),
            (8, 0x0000_FFFF_0000_FFFF),
            (16, 0x0000_0000_FFFF_FFFF),
        ];
        STEPS.into_iter().fold(word, |word, (by, mask)| {
            let both = word.clone().or(word.down(by)).and(mask);
            self.make.hold("close", both)
        })
    }

    /// Whether `length` cells in a row hold a code.
    pub(super) fn line(&mut self, row: &Row, code: Value, length: i64, span: Span) -> Lowered<Value> {
        let Some((rows, columns)) = row.shape.sides else { return unfit(span, "a line on this") };
        if length <= 0 {
            return Ok(Value::from(rows * columns > 0));
        }
        let (plane, apart) = self.plane(row, code, span)?;
        let mut found = Value::from(0);
        for (down, along) in LINES {
            let starts = starts(rows, columns, (down, along), length, apart);
            if starts == 0 {
                continue;
            }
            let step = (down * columns + along) * apart;
            let mut run = plane.clone();
            let mut have = 1;
            while have < length {
                // What holds `have` in a row and again `more` further on holds both.
                let more = have.min(length - have);
                run = self.make.hold("run", run.clone().and(run.down(step * more)));
                have += more;
            }
            found = self.make.hold("lines", found.or(run.and(starts)));
        }
        Ok(found.ne(0))
    }
}

/// So many ones, 64 at the most.
pub(super) fn mask(width: u32) -> i64 {
    u64::MAX.unbounded_shr(64 - width.min(64)).cast_signed()
}

/// The cells from which a line of this length stays on the board.
fn starts(rows: i64, columns: i64, (down, along): (i64, i64), length: i64, apart: i64) -> i64 {
    let reach = length.saturating_sub(1);
    let stays = |at: i64, step: i64, count: i64| {
        step.checked_mul(reach).and_then(|far| at.checked_add(far)).is_some_and(|end| (0..count).contains(&end))
    };
    let mut starts = 0;
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        if stays(row, down, rows) && stays(column, along, columns) {
            starts |= 1_i64 << ((row * columns + column) * apart);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn a_mask_has_as_many_ones_as_it_is_wide() {
        assert_eq!([0, 1, 2, 62, 63, 64].map(mask), [0, 1, 3, i64::MAX >> 1, i64::MAX, -1]);
    }
}
