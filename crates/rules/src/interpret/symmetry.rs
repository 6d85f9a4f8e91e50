//! Images of positions under the symmetries that the rules declare.

use super::{Fault, Interpreter, Position, Turn};
use crate::datum::{Cell, Datum, Grid};
use crate::player::Player;
use crate::rules::{Expr, SymmetryKind};
use crate::source::Span;
use crate::types::Domain;
use std::sync::Arc;

/// Sends each cell of a board to where its image stands; the sides are those of the board.
type CellMap<'m> = dyn Fn(Cell, i64, i64) -> Cell + 'm;

impl Interpreter {
    /// The images of a position under each generator of the declared symmetries, with the place that declares it.
    ///
    /// # Errors
    /// An image that is no position, or what is wrong in working it out.
    pub fn images(&self, position: &Position) -> Result<Vec<(Span, Position)>, Fault> {
        let mut images = Vec::new();
        for symmetry in &self.rules.symmetries {
            for image in self.images_under(&symmetry.kind, position)? {
                images.push((symmetry.span, self.normalised(image)?));
            }
        }
        Ok(images)
    }

    fn images_under(&self, kind: &SymmetryKind, position: &Position) -> Result<Vec<Position>, Fault> {
        let mirror_rows = |cell: Cell, rows: i64, _: i64| Cell { row: rows - 1 - cell.row, column: cell.column };
        let mirror_columns =
            |cell: Cell, _: i64, columns: i64| Cell { row: cell.row, column: columns - 1 - cell.column };
        let half_turn =
            |cell: Cell, rows: i64, columns: i64| Cell { row: rows - 1 - cell.row, column: columns - 1 - cell.column };
        let quarter = |cell: Cell, rows: i64, _: i64| Cell { row: cell.column, column: rows - 1 - cell.row };
        let transpose = |cell: Cell, _: i64, _: i64| Cell { row: cell.column, column: cell.row };
        Ok(match kind {
            SymmetryKind::Permute(which) => permuted(position, *which),
            SymmetryKind::MirrorRows(which) => self.mapped(position, *which, &mirror_rows).into_iter().collect(),
            SymmetryKind::MirrorColumns(which) => self.mapped(position, *which, &mirror_columns).into_iter().collect(),
            SymmetryKind::Reflections(which) => {
                [self.mapped(position, *which, &mirror_rows), self.mapped(position, *which, &mirror_columns)]
                    .into_iter()
                    .flatten()
                    .collect()
            }
            SymmetryKind::Transpose(which) => self.mapped(position, *which, &transpose).into_iter().collect(),
            SymmetryKind::Rotations(which) if self.is_square(*which) => {
                self.mapped(position, *which, &quarter).into_iter().collect()
            }
            SymmetryKind::Rotations(which) => self.mapped(position, *which, &half_turn).into_iter().collect(),
            SymmetryKind::SwapPlayers => vec![self.swapped(position)],
            SymmetryKind::Map { board, from, to } => self.general(position, *board, from, to)?,
            SymmetryKind::Together(parts) => self.together(parts, position)?,
        })
    }

    /// What several changes make, each of what the one before has made; none where one of them makes nothing of it.
    fn together(&self, parts: &[SymmetryKind], position: &Position) -> Result<Vec<Position>, Fault> {
        let mut images = Vec::new();
        loop {
            let mut image = position.clone();
            for part in parts {
                match self.images_under(part, &image)?.into_iter().nth(images.len()) {
                    Some(next) => image = next,
                    None => return Ok(images),
                }
            }
            images.push(image);
        }
    }

    fn is_square(&self, which: usize) -> bool {
        matches!(&self.domains[which], Domain::Grid { rows, columns, .. } if rows.1 == columns.1)
    }

    /// The position with a board's cells moved, and with them every variable that names a cell of a board of that size.
    fn mapped(&self, position: &Position, board: usize, to: &CellMap) -> Option<Position> {
        let Datum::Grid(grid) = &position.state[board] else { return None };
        let (rows, columns) = (grid.rows, grid.columns);
        let mut cells = grid.cells.clone();
        for cell in grid.places() {
            let image = grid.place(to(cell, rows, columns))?;
            cells[image] = grid.cells[grid.place(cell)?];
        }
        let mut image = position.clone();
        for (which, domain) in self.domains.iter().enumerate() {
            image.state[which] = cells_mapped(&position.state[which], domain, rows, columns, to)?;
        }
        image.state[board] = Datum::Grid(Arc::new(Grid { rows, columns, cells }));
        Some(image)
    }

    fn swapped(&self, position: &Position) -> Position {
        let state =
            position.state.iter().zip(&self.domains).map(|(value, domain)| players_swapped(value, domain)).collect();
        let turn = match position.turn {
            Turn::Of(player) => Turn::Of(player.other()),
            Turn::Over(loser) => Turn::Over(loser.map(Player::other)),
        };
        Position { state, turn }
    }

    /// `board[r, c] -> board[e, f]`: what stands at `(r, c)` goes to `(e, f)`; for a list likewise with one index.
    fn general(&self, position: &Position, board: usize, from: &[usize], to: &[Expr]) -> Result<Vec<Position>, Fault> {
        match &position.state[board] {
            Datum::Grid(grid) => {
                let places: Vec<Vec<i64>> = grid.places().map(|cell| vec![cell.row, cell.column]).collect();
                let images = self.places_sent(&places, from, to)?;
                let image = |cell: Cell, _: i64, _: i64| {
                    let at = grid.place(cell);
                    at.map_or(cell, |at| Cell { row: images[at][0], column: images[at][1] })
                };
                Ok(self.mapped(position, board, &image).into_iter().collect())
            }
            Datum::List(entries) => {
                let places: Vec<Vec<i64>> =
                    (0..entries.len()).filter_map(|at| i64::try_from(at).ok()).map(|at| vec![at]).collect();
                let images = self.places_sent(&places, from, to)?;
                let mut moved = entries.as_ref().clone();
                for (entry, image) in entries.iter().zip(&images) {
                    if let Ok(at) = usize::try_from(image[0]) {
                        moved[at] = entry.clone();
                    }
                }
                let mut image = position.clone();
                image.state[board] = Datum::list(moved);
                Ok(vec![image])
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Where each place goes; all must go to places, each to another.
    fn places_sent(&self, places: &[Vec<i64>], from: &[usize], to: &[Expr]) -> Result<Vec<Vec<i64>>, Fault> {
        let mut images = Vec::new();
        for place in places {
            let mut env = self.env(Vec::new(), None);
            from.iter().zip(place).for_each(|(slot, at)| env.locals[*slot] = Datum::Int(*at));
            images.push(to.iter().map(|expr| env.int(expr)).collect::<Result<Vec<i64>, _>>()?);
        }
        let mut sent: Vec<&Vec<i64>> = images.iter().collect();
        sent.sort_unstable();
        let one_to_one = sent.into_iter().eq(places);
        match to {
            [first, ..] if !one_to_one => {
                let span = to.last().map_or(first.span, |last| first.span.to(last.span));
                let message = "this does not send the places to places, each to another";
                let fault = super::fault("B066", span, message, "not one to one");
                Err(Box::new(
                    fault.help(
                        "places count from 0: a board of n columns is turned over by `b[r, c] -> b[r, n - 1 - c]`",
                    ),
                ))
            }
            _ => Ok(images),
        }
    }
}

/// Neighbouring entries exchanged: together these make every order.
fn permuted(position: &Position, which: usize) -> Vec<Position> {
    let Datum::List(entries) = &position.state[which] else { return Vec::new() };
    let exchanged = |place: usize| {
        let mut entries = entries.as_ref().clone();
        entries.swap(place, place + 1);
        let mut image = position.clone();
        image.state[which] = Datum::list(entries);
        image
    };
    (1..entries.len()).map(|place| exchanged(place - 1)).collect()
}

fn cells_mapped(value: &Datum, domain: &Domain<i64>, rows: i64, columns: i64, to: &CellMap) -> Option<Datum> {
    let moved = |packed: i64| to(Cell::unpack(packed), rows, columns).pack();
    Some(match (value, domain) {
        (Datum::Int(crate::datum::NONE), _) => value.clone(),
        (Datum::Int(packed), Domain::Cell { .. }) => Datum::Int(moved(*packed)?),
        (_, Domain::Optional(of)) => cells_mapped(value, of, rows, columns, to)?,
        (Datum::Set(members), Domain::Set(of)) if matches!(**of, Domain::Cell { .. }) => {
            Datum::set(members.iter().map(|packed| moved(*packed)).collect::<Option<_>>()?)
        }
        (Datum::List(entries), Domain::List { of, .. }) => {
            Datum::list(entries.iter().map(|entry| cells_mapped(entry, of, rows, columns, to)).collect::<Option<_>>()?)
        }
        _ => value.clone(),
    })
}

fn players_swapped(value: &Datum, domain: &Domain<i64>) -> Datum {
    let swap = |number: i64| if number == crate::datum::NONE { number } else { 1 - number };
    match (value, domain) {
        (Datum::Int(number), Domain::Player) => Datum::Int(swap(*number)),
        (_, Domain::Optional(of)) => players_swapped(value, of),
        (Datum::Grid(grid), Domain::Grid { of, .. })
            if matches!(of.ty(), crate::types::Type::Player) || is_optional_player(of) =>
        {
            let cells = grid.cells.iter().map(|cell| swap(*cell)).collect();
            Datum::Grid(Arc::new(Grid { rows: grid.rows, columns: grid.columns, cells }))
        }
        (Datum::List(entries), Domain::List { of, .. }) => {
            Datum::list(entries.iter().map(|entry| players_swapped(entry, of)).collect())
        }
        _ => value.clone(),
    }
}

fn is_optional_player(of: &Domain<i64>) -> bool {
    matches!(of, Domain::Optional(inner) if matches!(**inner, Domain::Player))
}
