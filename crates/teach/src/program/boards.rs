//! Boards as programs hold them: a list of cells row after row. A cell is the number of its place there.

use super::declare::NO_VALUE;
use super::read::{Read, Reader};
use super::tree::{Build, Call, Ex, Op, Over};
use bouton::rules::Span;
use bouton::rules::datum::{self, Datum, NONE};
use bouton::rules::rules::{Expr, ExprKind};
use bouton::rules::table::helpers::Helper;
use bouton::rules::table::operators::BinaryOp;
use bouton::rules::types::{Domain, Type};

/// How many rows and columns a board has.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sides {
    pub(super) rows: Ex,
    pub(super) columns: Ex,
}

/// The place of a cell in the list of a board that is so wide.
fn place(row: Ex, width: Ex, column: Ex) -> Ex {
    Ex::two(Op::Add, Ex::two(Op::Mul, row, width), column)
}

impl Sides {
    /// How many cells there are.
    pub(super) fn cells(&self) -> Ex {
        Ex::two(Op::Mul, self.rows.clone(), self.columns.clone())
    }
}

/// A cell, or a step from cell to cell: the number of a cell that lies on the board, or a row and a column that need not.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum At {
    Number(Ex),
    Pair(Ex, Ex),
}

impl At {
    /// The expressions that it is told by.
    pub(super) fn parts(&self) -> Vec<&Ex> {
        match self {
            At::Number(number) => vec![number],
            At::Pair(row, column) => vec![row, column],
        }
    }
}

impl Reader<'_> {
    /// Looks how wide boards are: cells are numbers only where all are as wide.
    pub(super) fn measure(&mut self) -> Read<()> {
        let mut wide = Vec::new();
        for state in &self.rules.states {
            match &state.domain {
                Domain::Grid { columns, .. } => wide.push(self.number(&columns.1)?),
                Domain::Cell { columns, .. } => wide.push(self.number(columns)?),
                _ => {}
            }
        }
        self.width = wide.first().filter(|first| wide.iter().all(|other| other == *first)).cloned();
        Ok(())
    }

    /// The least and greatest number that tells a value; nothing where no number does.
    pub(super) fn bounds(&mut self, domain: &Domain<Expr>, span: Span) -> Read<Option<(Ex, Ex)>> {
        Ok(Some(match domain {
            Domain::Int { lo, hi } => (self.number(lo)?, self.number(hi)?),
            Domain::Bool | Domain::Player => (Ex::Int(0), Ex::Int(1)),
            Domain::Names { count, .. } => {
                (Ex::Int(0), Ex::Int(i64::try_from(*count).expect("a list of names is short") - 1))
            }
            Domain::Node { nodes } => (Ex::Int(0), Ex::plus(self.number(nodes)?, -1)),
            Domain::Cell { rows, columns } if self.width.is_some() => {
                let sides = Sides { rows: self.number(rows)?, columns: self.number(columns)? };
                (Ex::Int(0), Ex::plus(sides.cells(), -1))
            }
            Domain::Optional(of) => {
                if matches!(&**of, Domain::Int { lo, .. } if lo.range.lo < 0) {
                    return self.no(span, "a variable that may be negative or `none`");
                }
                match self.bounds(of, span)? {
                    Some((_, hi)) if !matches!(**of, Domain::Cell { .. }) => (Ex::Int(NO_VALUE), hi),
                    _ => return Ok(None),
                }
            }
            _ => return Ok(None),
        }))
    }

    /// The sides of a board that is a variable.
    pub(super) fn sides(&self, board: &Expr) -> Option<&Sides> {
        if let ExprKind::State(which) | ExprKind::Old(which) = &board.kind { self.boards.get(which) } else { None }
    }

    /// A board to begin with: given, the same everywhere, or told row by row.
    pub(super) fn first_board(&mut self, start: &Expr, sides: &Sides) -> Read<Ex> {
        if start.ty.is_scalar() {
            return self.filled(start, sides.cells());
        }
        let (ExprKind::Comprehension { set: false, item: line, clauses: down }, over) = (&start.kind, self.fresh("x"))
        else {
            return self
                .no(start.span, "a board that begins as neither one value nor rows made by running over ranges");
        };
        let ExprKind::Comprehension { set: false, item, clauses: along } = &line.kind else {
            return self.no(start.span, "a board whose rows are not made by running over a range");
        };
        let place = |op: Op| Ex::two(op, Ex::Bound(over), sides.columns.clone());
        for (clauses, at) in [(down, place(Op::Div)), (along, place(Op::Mod))] {
            let [clause] = clauses.as_slice() else { return self.no(start.span, "a board made of several ranges") };
            if clause.condition.is_some() || !matches!(&clause.over.kind, ExprKind::Range { lo, .. } if lo.is_zero()) {
                return self.no(start.span, "a board whose rows or columns do not begin with 0");
            }
            self.locals.insert(clause.slot, at);
        }
        let item = self.value(item)?;
        Ok(self.built(over, sides.cells(), item))
    }

    /// A list with the same value so many times.
    pub(super) fn filled(&mut self, item: &Expr, count: Ex) -> Read<Ex> {
        Ok(Ex::Fill(Box::new(self.value(item)?), Box::new(count)))
    }

    /// A list whose entries are told by their place.
    pub(super) fn built(&mut self, over: usize, count: Ex, item: Ex) -> Ex {
        if !item.speaks_of_bound(over) {
            if over + 1 == self.bound.len() {
                self.bound.pop();
            }
            return Ex::Fill(Box::new(item), Box::new(count));
        }
        let result = self.fresh("begin");
        Ex::Build(Box::new(Build { result, over, count, item }))
    }

    /// What a variable or an entry says that holds 1 for true and 0 for false: a condition.
    pub(super) fn said(held: Ex, ty: &Type) -> Ex {
        if *ty == Type::Bool { Ex::two(Op::Eq, held, Ex::Int(1)) } else { held }
    }

    /// What is held by a variable or an entry: a condition as 1 or 0.
    pub(super) fn value(&mut self, expr: &Expr) -> Read<Ex> {
        let value = self.number(expr)?;
        Ok(if expr.ty == Type::Bool { Ex::choose(&value, Ex::Int(1), Ex::Int(0)) } else { value })
    }

    /// A cell or a step.
    pub(super) fn at(&mut self, expr: &Expr) -> Read<At> {
        match &expr.kind {
            ExprKind::Const(Datum::Int(packed)) if *packed != NONE => {
                let cell = datum::Cell::unpack(*packed);
                Ok(At::Pair(Ex::Int(cell.row), Ex::Int(cell.column)))
            }
            ExprKind::State(which) => Ok(At::Number(self.now[self.places[*which].0].clone())),
            ExprKind::Old(which) => Ok(At::Number(Ex::Local(self.places[*which].0))),
            ExprKind::Local(slot) => match self.cells.get(slot) {
                Some(known) => Ok(known.clone()),
                None => self.no(expr.span, "a cell that is not known here"),
            },
            ExprKind::Cell(row, column) => Ok(At::Pair(self.number(row)?, self.number(column)?)),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let op = if *op == BinaryOp::Add { Op::Add } else { Op::Sub };
                let (a, b) = (self.at(left)?, self.at(right)?);
                let ((row, column), (down, along)) = (self.pair(&a, left)?, self.pair(&b, right)?);
                Ok(At::Pair(Ex::two(op, row, down), Ex::two(op, column, along)))
            }
            ExprKind::If(when, then, otherwise) => {
                let when = self.number(when)?;
                Ok(match (self.at(then)?, self.at(otherwise)?) {
                    (At::Number(a), At::Number(b)) => At::Number(Ex::choose(&when, a, b)),
                    (a, b) => {
                        let ((row, column), (down, along)) = (self.pair(&a, then)?, self.pair(&b, otherwise)?);
                        At::Pair(Ex::choose(&when, row, down), Ex::choose(&when, column, along))
                    }
                })
            }
            ExprKind::Bind(slot, value, body) => {
                self.bind(*slot, value)?;
                self.at(body)
            }
            _ => self.no(expr.span, "a cell that no plain number tells"),
        }
    }

    /// A local gets its value.
    pub(super) fn bind(&mut self, slot: usize, value: &Expr) -> Read<()> {
        if value.ty == Type::Cell {
            let at = self.at(value)?;
            self.cells.insert(slot, at);
        } else {
            let value = self.number(value)?;
            self.locals.insert(slot, value);
        }
        Ok(())
    }

    /// How wide the board of a cell is.
    fn width_of_cells(&self, of: &Expr) -> Read<Ex> {
        match &self.width {
            Some(width) => Ok(width.clone()),
            None => self.no(of.span, "cells of boards that are not equally wide"),
        }
    }

    /// The row and the column of a cell.
    pub(super) fn pair(&self, at: &At, of: &Expr) -> Read<(Ex, Ex)> {
        Ok(match at {
            At::Pair(row, column) => (row.clone(), column.clone()),
            At::Number(number) => {
                let width = self.width_of_cells(of)?;
                (Ex::two(Op::Div, number.clone(), width.clone()), Ex::two(Op::Mod, number.clone(), width))
            }
        })
    }

    /// The number of a cell that lies on the board.
    pub(super) fn cell(&mut self, expr: &Expr) -> Read<Ex> {
        Ok(match self.at(expr)? {
            At::Number(number) => number,
            At::Pair(row, column) => place(row, self.width_of_cells(expr)?, column),
        })
    }

    /// Whether two cells are the same; either may lie beside the board.
    pub(super) fn same_cell(&mut self, left: &Expr, right: &Expr) -> Read<Ex> {
        Ok(match (self.at(left)?, self.at(right)?) {
            (At::Number(a), At::Number(b)) => Ex::two(Op::Eq, a, b),
            (a, b) => {
                let ((row, column), (down, along)) = (self.pair(&a, left)?, self.pair(&b, right)?);
                Ex::two(Op::And, Ex::two(Op::Eq, row, down), Ex::two(Op::Eq, column, along))
            }
        })
    }

    /// Whether a cell is among the cells of a board.
    pub(super) fn on_board(&mut self, cell: &Expr, cells: &Expr) -> Read<Ex> {
        let Some(Sides { rows, columns }) = self.board_of(cells).cloned() else {
            return self.no(cells.span, "the cells of a board that is no variable");
        };
        let at = self.at(cell)?;
        let inside =
            |at: Ex, end: Ex| Ex::two(Op::And, Ex::two(Op::Le, Ex::Int(0), at.clone()), Ex::two(Op::Lt, at, end));
        let (row, column) = self.pair(&at, cell)?;
        Ok(Ex::two(Op::And, inside(row, rows), inside(column, columns)))
    }

    /// The place of an entry: of a list, or of a board by a cell or by row and column.
    pub(super) fn place_in(&mut self, state: usize, indices: &[Expr]) -> Read<Option<Ex>> {
        let sides = self.boards.get(&state).cloned();
        Ok(match (sides, indices) {
            (Some(_), [cell]) if cell.ty == Type::Cell => Some(self.cell(cell)?),
            (Some(sides), [row, column]) => {
                let (row, column) = (self.number(row)?, self.number(column)?);
                Some(place(row, sides.columns, column))
            }
            (None, [at]) => Some(self.number(at)?),
            _ => None,
        })
    }

    /// The cells of a board, as what is chosen from or run over.
    pub(super) fn cells_of(&self, over: &Expr) -> Option<Over> {
        let sides = self.board_of(over)?;
        Some(Over::Range(Ex::Int(0), Ex::plus(sides.cells(), -1)))
    }

    /// The board of `cells(b)`.
    fn board_of(&self, cells: &Expr) -> Option<&Sides> {
        let ExprKind::Help(Helper::Cells, args) = &cells.kind else { return None };
        self.sides(args.first()?)
    }

    /// A choice or a counter is known from here on.
    pub(super) fn known(&mut self, slot: usize, over: &Expr, known: Ex) {
        if self.cells_of(over).is_some() {
            self.cells.insert(slot, At::Number(known));
        } else {
            self.locals.insert(slot, known);
        }
    }

    /// Whether so many cells of a board in line hold the same.
    pub(super) fn line(&mut self, board: &Expr, who: &Expr, many: &Expr) -> Read<Ex> {
        let (ExprKind::State(which), Some(sides)) = (&board.kind, self.sides(board).cloned()) else {
            return self.no(board.span, "a line of a board that is no variable");
        };
        let cells = self.now[self.places[*which].0].clone();
        let (who, many) = (self.number(who)?, self.number(many)?);
        Ok(Ex::Call(Call::Line, vec![cells, sides.rows, sides.columns, who, many]))
    }

    /// The row or the column of a cell.
    pub(super) fn side_of(&mut self, cell: &Expr, row: bool) -> Read<Ex> {
        let at = self.at(cell)?;
        let (down, along) = self.pair(&at, cell)?;
        Ok(if row { down } else { along })
    }
}

/// Whether a bound is 0.
trait IsZero {
    fn is_zero(&self) -> bool;
}

impl IsZero for Expr {
    fn is_zero(&self) -> bool {
        matches!(self.kind, ExprKind::Const(Datum::Int(0)))
    }
}
