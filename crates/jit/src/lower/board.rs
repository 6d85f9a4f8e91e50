//! Questions about all cells of a board, by masks: where something stands, lines, regions and what lies beside them.

use super::size;
use super::worth::{Bits, Members, Row, Shape, Worth};
use super::{Lower, Lowered, unfit};
use crate::code::{One, Value};
use bouton_rules::Span;
use bouton_rules::datum::{Cell, Datum};
use bouton_rules::rules::Expr;

/// The directions of lines: along, down and back, down, down and along.
const LINES: [(i64, i64); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// To the cells right, left, below and above.
const BESIDE: [Cell; 4] =
    [Cell { row: 0, column: 1 }, Cell { row: 0, column: -1 }, Cell { row: 1, column: 0 }, Cell { row: -1, column: 0 }];

impl<'r> Lower<'r, '_> {
    /// Which cells of each word hold a code: the lowest bit of each cell.
    fn planes(&mut self, row: &Row, code: Value) -> Vec<Value> {
        let shape = &row.shape;
        let code = self.hold(code);
        let (mut planes, mut left) = (Vec::new(), shape.cells);
        for word in &row.words {
            let ones = shape.ones(left);
            left -= shape.per();
            let differ = self.make.hold("differ", word.clone().xor(code.clone().times(ones)));
            let differ = self.any_bit(shape, &differ);
            planes.push(self.make.hold("plane", Value::one(One::Flip, differ).and(ones)));
        }
        planes
    }

    /// Each bit of a cell falls on its lowest one; other bits mean nothing.
    fn any_bit(&mut self, shape: &Shape, word: &Value) -> Value {
        if !shape.width.is_power_of_two() {
            let bits = (0..i64::from(shape.width)).map(|bit| word.clone().down(bit));
            let any = bits.reduce(Value::or).unwrap_or(Value::from(0));
            return self.make.hold("differ", any);
        }
        let (mut any, mut reach) = (word.clone(), 1);
        while reach < i64::from(shape.width) {
            any = self.make.hold("differ", any.clone().or(any.down(reach)));
            reach *= 2;
        }
        any
    }

    /// Whether no cell holds a code.
    pub(super) fn nowhere(&mut self, row: &Row, code: Value, span: Span) -> Lowered<Value> {
        if row.shape.width == 0 {
            return unfit(span, "a board whose cells are always the same");
        }
        let planes = self.planes(row, code);
        Ok(planes.into_iter().reduce(Value::or).unwrap_or(Value::from(0)).eq(0))
    }

    /// Which cells hold a code: a bit each, 64 a word.
    fn compact(&mut self, row: &Row, code: Value, span: Span) -> Lowered<Vec<Value>> {
        let shape = &row.shape;
        if shape.width == 0 {
            return unfit(span, "a board whose cells are always the same");
        }
        let planes = self.planes(row, code);
        if shape.width == 1 {
            return Ok(planes);
        }
        let (per, mut left) = (shape.per(), shape.cells);
        let mut words = vec![Value::from(0); size((left + 63) / 64)];
        for (which, plane) in (0..).zip(planes) {
            let close = self.closed_up(plane, shape, left.min(per));
            left -= per;
            let (word, at) = (which * per / 64, which * per % 64);
            for (word, part) in [(word, close.clone().up(at)), (word + 1, close.down((64 - at) & 63))] {
                let spills = at + per > 64;
                let here = usize::try_from(word).ok().and_then(|word| words.get_mut(word));
                if let Some(known) = here.filter(|_| spills || word == which * per / 64) {
                    let both = std::mem::replace(known, Value::from(0)).or(part);
                    *known = self.make.hold("cells", both);
                }
            }
        }
        Ok(words)
    }

    /// The lowest bits of cells, moved together.
    fn closed_up(&mut self, word: Value, shape: &Shape, cells: i64) -> Value {
        const STEPS: [(i64, i64); 5] = [
            (1, 0x3333_3333_3333_3333),
            (2, 0x0F0F_0F0F_0F0F_0F0F),
            (4, 0x00FF_00FF_00FF_00FF),
            (8, 0x0000_FFFF_0000_FFFF),
            (16, 0x0000_0000_FFFF_FFFF),
        ];
        if shape.width == 2 {
            return STEPS.into_iter().fold(word, |word, (by, mask)| {
                let both = word.clone().or(word.down(by)).and(mask);
                self.make.hold("close", both)
            });
        }
        let width = i64::from(shape.width);
        let mut close = Value::from(0);
        for cell in 0..cells {
            let bit = word.clone().down(cell * (width - 1)).and(1_i64 << cell);
            close = self.make.hold("close", close.or(bit));
        }
        close
    }

    /// Whether `length` cells in a row hold a code.
    pub(super) fn line(&mut self, row: &Row, code: Value, length: i64, span: Span) -> Lowered<Value> {
        let Some((rows, columns)) = row.shape.sides else { return unfit(span, "a line on this") };
        if length <= 0 {
            return Ok(Value::from(rows * columns > 0));
        }
        // In one word cells stay as far apart as they are.
        let (plane, apart) = match row.words.len() {
            1 if row.shape.width > 0 => (self.planes(row, code), i64::from(row.shape.width)),
            _ => (self.compact(row, code, span)?, 1),
        };
        let mut found = vec![Value::from(0); plane.len()];
        for (down, along) in LINES {
            let starts = starts(rows, columns, (down, along), length, apart, plane.len());
            if starts.iter().all(|word| *word == 0) {
                continue;
            }
            let step = (down * columns + along) * apart;
            let (mut run, mut have) = (plane.clone(), 1);
            while have < length {
                // What holds `have` in a row and again `more` further on holds both.
                let more = have.min(length - have);
                let further = shifted(&run, -step * more);
                let both = run.iter().cloned().zip(further).map(|(run, further)| run.and(further));
                run = both.map(|both| self.make.hold("run", both)).collect();
                have += more;
            }
            let lines = run.into_iter().zip(starts).map(|(run, starts)| run.and(starts));
            found = found.into_iter().zip(lines).map(|(a, b)| self.make.hold("lines", a.or(b))).collect();
        }
        Ok(found.into_iter().reduce(Value::or).unwrap_or(Value::from(0)).ne(0))
    }

    /// `flood`: the region of a cell, grown by a step all around until it stays as it is.
    pub(super) fn flood(&mut self, args: &'r [Expr]) -> Lowered<Bits> {
        let Worth::Row(row) = self.expr(&args[0])? else { return unfit(args[0].span, "regions of this board") };
        let Some((rows, columns)) = row.shape.sides else { return unfit(args[0].span, "regions of this") };
        self.spend(4 * usize::try_from(row.shape.cells).unwrap_or(1 << 20));
        let cell = self.int(&args[1])?;
        let (down, along) = self.parts(&cell);
        let place = self.board_place(&row.shape, &down, &along);
        let place = self.make.hold("place", place);
        let code = self.code_at(&row, place.clone());
        let alike = self.compact(&row, code, args[0].span)?;
        let region: Vec<_> = alike.iter().map(|_| self.make.local("region")).collect();
        for (which, local) in (0..).zip(&region) {
            let here = if region.len() == 1 { Value::from(1) } else { place.clone().down(6).eq(which) };
            self.make.set(*local, here.up(place.clone()));
        }
        let grows = self.make.local("grows");
        self.make.set(grows, 1);
        let most = row.shape.cells.unsigned_abs();
        let steps = match args.get(2) {
            None => BESIDE.to_vec(),
            Some(given) => self.known_steps(given)?,
        };
        self.repeat(most, Value::from(grows).eq(0), |lower, _| {
            let now: Vec<Value> = region.iter().copied().map(Value::from).collect();
            let beside = lower.stepped(&now, (rows, columns), &steps);
            let mut changed = Value::from(0);
            for ((local, beside), alike) in region.iter().zip(beside).zip(&alike) {
                let next = lower.make.hold("next", Value::from(*local).or(beside.and(alike.clone())));
                changed = lower.make.hold("changed", changed.or(next.clone().xor(*local)));
                lower.make.set(*local, next);
            }
            lower.make.set(grows, changed);
            Ok(())
        })?;
        let words = region.into_iter().map(|local| self.make.hold("region", local)).collect();
        Ok(Bits { words, members: Members::Cells(rows, columns) })
    }

    fn known_steps(&mut self, given: &'r Expr) -> Lowered<Vec<Cell>> {
        let steps = match self.always(given) {
            Some(Worth::Known(datum)) => super::operate::ints(&datum),
            _ => None,
        };
        match steps {
            Some(steps) => Ok(steps.into_iter().map(Cell::unpack).collect()),
            None => unfit(given.span, "steps that play decides"),
        }
    }

    /// The cells that known steps lead to, on the board.
    fn stepped(&mut self, cells: &[Value], (rows, columns): (i64, i64), steps: &[Cell]) -> Vec<Value> {
        let on_board = steps.iter().filter(|step| step.row.abs() < rows && step.column.abs() < columns);
        let moved = on_board.map(|step| {
            let by = step.row * columns + step.column;
            if step.column == 0 {
                return shifted(cells, by);
            }
            let mut stay = vec![0_i64; cells.len()];
            let stays = |place: &i64| (0..columns).contains(&(place % columns + step.column));
            (0..rows * columns).filter(stays).for_each(|place| stay[size(place / 64)] |= 1 << (place % 64));
            let kept: Vec<Value> = cells.iter().cloned().zip(stay).map(|(a, b)| a.and(b)).collect();
            shifted(&kept, by)
        });
        let joined = |one: Vec<Value>, other: Vec<Value>| {
            one.into_iter().zip(other).map(|(a, b)| self.make.hold("beside", a.or(b))).collect()
        };
        moved.reduce(joined).unwrap_or_else(|| vec![Value::from(0); cells.len()])
    }

    /// `borders`: the cells beside some that are not among them.
    pub(super) fn borders(&mut self, args: &'r [Expr]) -> Lowered<Bits> {
        let (rows, columns) = self.sides(&args[0])?;
        self.spend(2 * usize::try_from(rows * columns).unwrap_or(1 << 20));
        let members = Members::Cells(rows, columns);
        let cells = self.cells_of(&args[1], &members)?;
        let cells: Vec<Value> = cells.into_iter().map(|word| self.make.hold("cells", word)).collect();
        let beside = self.stepped(&cells, (rows, columns), &BESIDE);
        let outside = |word: usize, cells: &Value| Value::one(One::Flip, cells.clone()).and(members.ones(word));
        let words = beside.into_iter().zip(&cells).enumerate();
        let words = words.map(|(which, (beside, cells))| beside.and(outside(which, cells))).collect();
        Ok(Bits { words, members })
    }

    /// `rows`, `cols`: known, where the sides are.
    pub(super) fn ranks(&mut self, by_row: bool, board: &'r Expr) -> Lowered<Worth> {
        let (rows, columns) = self.sides(board)?;
        self.spend(2 * usize::try_from(rows * columns).unwrap_or(1 << 20));
        let (outer, inner) = if by_row { (rows, columns) } else { (columns, rows) };
        let cell = |at: i64, along: i64| {
            let cell = if by_row { Cell { row: at, column: along } } else { Cell { row: along, column: at } };
            cell.pack()
        };
        let rank = |at: i64| Datum::ints((0..inner).filter_map(|along| cell(at, along)));
        Ok(Worth::Known(Datum::list((0..outer).map(rank).collect())))
    }
}

/// Bits moved up by so many places, or down; 64 a word.
fn shifted(words: &[Value], by: i64) -> Vec<Value> {
    let (far, rest) = (by.abs() / 64, by.abs() % 64);
    let at = |which: i64| usize::try_from(which).ok().and_then(|which| words.get(which)).cloned();
    let up = by >= 0;
    let one = |which: i64| {
        let (near, next) = if up { (which - far, which - far - 1) } else { (which + far, which + far + 1) };
        let near = at(near).map(|word| if up { word.up(rest) } else { word.down(rest) });
        let next = at(next).filter(|_| rest > 0);
        let next = next.map(|word| if up { word.down(64 - rest) } else { word.up(64 - rest) });
        match (near, next) {
            (Some(near), Some(next)) => near.or(next),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => Value::from(0),
        }
    };
    (0..).take(words.len()).map(one).collect()
}

/// The cells from which a line of this length stays on the board.
fn starts(rows: i64, columns: i64, (down, along): (i64, i64), length: i64, apart: i64, words: usize) -> Vec<i64> {
    let reach = length.saturating_sub(1);
    let stays = |at: i64, step: i64, count: i64| {
        step.checked_mul(reach).and_then(|far| at.checked_add(far)).is_some_and(|end| (0..count).contains(&end))
    };
    let mut starts = vec![0_i64; words];
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        if stays(row, down, rows) && stays(column, along, columns) {
            let at = (row * columns + column) * apart;
            starts[size(at / 64)] |= 1_i64 << (at % 64);
        }
    }
    starts
}
