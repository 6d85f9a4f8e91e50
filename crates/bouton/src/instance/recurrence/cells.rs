//! Cells of boards as two numbers, row and column: where they lie, and choices of cells by steps from another.

use super::values::Value;
use super::{Closed, Reader, fits, opaque};
use crate::domain::{Run, value};
use crate::recurrence::{Choice, Linear};
use bouton_rules::datum::{Cell, Datum, NONE};
use bouton_rules::rules::{Choice as Chosen, Expr, ExprKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::CompareOp;
use bouton_rules::types::{Domain, Type};

/// A scalar that is known.
pub(super) fn known(ty: &Type, number: i64) -> Value {
    match ty {
        _ if number == NONE => return Value::Nothing,
        Type::Cell => {}
        _ => return Value::number(number),
    }
    let Cell { row, column } = Cell::unpack(number);
    Value::cell(Value::number(row), Value::number(column))
}

/// Whether a cell is on a board with so many rows and columns.
pub(super) fn inside(cell: &[Value; 2], board: [i64; 2]) -> Option<Value> {
    cell.iter().zip(board).try_fold(Value::truth(true), |all, (side, count)| {
        let above = Value::compared(CompareOp::Ge, side, &Value::number(0))?;
        let below = Value::compared(CompareOp::Lt, side, &Value::number(count))?;
        all.joined(&above.joined(&below, true)?, true)
    })
}

/// Whether two cells are the same.
pub(super) fn same(one: &[Value; 2], other: &[Value; 2]) -> Option<Value> {
    let [row, column] = [0, 1].map(|side| Value::compared(CompareOp::Eq, &one[side], &other[side]));
    row?.joined(&column?, true)
}

impl Reader<'_> {
    /// How many rows and columns a board has that never changes its size.
    pub(super) fn board(&self, expr: &Expr) -> Option<[i64; 2]> {
        if let ExprKind::State(which) | ExprKind::Old(which) = expr.kind {
            let Domain::Grid { rows, columns, .. } = self.interpreter.domains().get(which)? else { return None };
            return (rows.0 == rows.1 && columns.0 == columns.1).then_some([rows.1, columns.1]);
        }
        match self.known(expr)? {
            Datum::Grid(grid) => Some([grid.rows, grid.columns]),
            _ => None,
        }
    }

    fn cell(&mut self, expr: &Expr, run: &mut Run<Self>) -> Closed<Box<[Value; 2]>> {
        match value(self, expr, run)? {
            Value::Cell(sides) => Ok(sides),
            _ => self.no_form(expr.span),
        }
    }

    /// A choice of cells some steps from another: what is chosen.
    pub(super) fn cells(&mut self, choice: &Chosen, run: &mut Run<Self>) -> Closed<Linear> {
        let over = &choice.over;
        let ExprKind::Help(helper, args) = &over.kind else { return self.no_form(over.span) };
        let chosen = match (helper, args.as_slice()) {
            (Helper::Around4 | Helper::Around8, [board, cell]) => {
                let near = near(*helper == Helper::Around8);
                let step = near[self.one_of_so_many(near.len(), over.span)?];
                self.stepped(board, cell, step, &Value::number(1), run)?
            }
            (Helper::Ray, [board, cell, direction]) => {
                let step = [0, 1].map(|side| self.cell(direction, run).map(|sides| sides[side].as_number()));
                let [Ok(Some(row)), Ok(Some(column))] = step else { return self.no_form(direction.span) };
                self.ray(choice, (board, cell, [row, column]), run)?
            }
            _ => return self.no_form(over.span),
        };
        let Value::Cell(sides) = &chosen else { return self.no_form(over.span) };
        let packed = packed(sides).map_or_else(|| self.no_form(over.span), Ok)?;
        run.locals.insert(choice.slot, chosen);
        Ok(packed)
    }

    /// The cell so many steps from another, where that is on the board.
    fn stepped(
        &mut self,
        board: &Expr,
        cell: &Expr,
        step: [i64; 2],
        steps: &Value,
        run: &mut Run<Self>,
    ) -> Closed<Value> {
        let (from, Some(board)) = (self.cell(cell, run)?, self.board(board)) else { return self.no_form(board.span) };
        let [row, column] = [0, 1].map(|side| from[side].plus(steps, step[side]));
        let to = Value::cell(fits(row, cell.span)?, fits(column, cell.span)?);
        let Value::Cell(sides) = &to else { return self.no_form(cell.span) };
        match inside(sides, board) {
            Some(Value::Ways(ways)) => self.one_of(ways, cell.span, run)?,
            _ => return self.no_form(cell.span),
        }
        Ok(to)
    }

    /// A cell of a ray: how many steps away it is becomes the choice. Between two cells on a board all are.
    fn ray(
        &mut self,
        choice: &Chosen,
        (board, cell, step): (&Expr, &Expr, [i64; 2]),
        run: &mut Run<Self>,
    ) -> Closed<Value> {
        let Some(sides) = self.board(board).filter(|_| step != [0, 0]) else { return self.no_form(board.span) };
        self.stepped(board, cell, step, &Value::number(1), run)?;
        let steps = Linear::symbol(self.variables.len() + run.effects.mv.choices.len());
        let name = self.apart(&format!("{}_steps", choice.name));
        let (lo, hi) = (vec![Linear::number(1)], vec![Linear::number(sides[0].max(sides[1]))]);
        run.effects.mv.choices.push(Choice { name, lo, hi, among: None, divides: None, listed: None });
        self.stepped(board, cell, step, &Value::linear(steps), run)
    }

    /// The places that an index names: that of a cell are two.
    pub(super) fn places(&mut self, index: &Expr, run: &mut Run<Self>) -> Closed<Vec<Linear>> {
        let sides = match value(self, index, run)? {
            Value::Cell(sides) => sides.to_vec(),
            number => vec![number],
        };
        let form = |side: &Value| side.as_linear().cloned().map_or_else(|| opaque(index.span, "not linear"), Ok);
        sides.iter().map(form).collect()
    }
}

/// Steps to the cells beside one, in the order of the helpers.
fn near(corners: bool) -> Vec<[i64; 2]> {
    let all = (-1..=1_i64).flat_map(|row| (-1..=1_i64).map(move |column| [row, column]));
    all.filter(|[row, column]| match row.abs() + column.abs() {
        0 => false,
        1 => true,
        _ => corners,
    })
    .collect()
}

/// A cell as rules hold it.
fn packed(sides: &[Value; 2]) -> Option<Linear> {
    let down = Cell { row: 1, column: 0 }.pack()?;
    sides[1].as_linear()?.plus(sides[0].as_linear()?, down)
}
