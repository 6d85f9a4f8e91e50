//! What an expression is worth while rules run.

use std::sync::Arc;

/// A value inside rules. Scalars of every type are one whole number, and the type says how to read it: numbers as they are,
/// `false`/`true` as 0/1, players, names and nodes by their place, cells as `Cell` packs them, and `none` as [`NONE`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Datum {
    /// Any scalar.
    Int(i64),
    /// `lo..hi`, both included; empty when `hi < lo`. Kept apart, so that a datum takes two words: lists hold millions.
    Range(Arc<(i64, i64)>),
    /// Scalars in rising order, each once.
    Set(Arc<Vec<i64>>),
    /// Entries in order.
    List(Arc<Vec<Datum>>),
    /// A board of scalars.
    Grid(Arc<Grid>),
    /// Neighbours of each node.
    Graph(Arc<Vec<Vec<i64>>>),
    /// Letters.
    Text(Arc<Vec<char>>),
}

/// How `none` is held. Only optional types have it, and their other values are never negative.
pub const NONE: i64 = i64::MIN;

/// A graph has at most this many nodes.
pub const MOST_NODES: i64 = 1 << 20;

/// A board: `rows` × `columns` scalars, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    /// How many rows.
    pub rows: i64,
    /// How many columns.
    pub columns: i64,
    /// The cells, row by row; `rows * columns` of them.
    pub cells: Vec<i64>,
}

impl Grid {
    /// The place of a cell in `cells`, if it is on the board.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Option<usize> {
        let inside = (0..self.rows).contains(&cell.row) && (0..self.columns).contains(&cell.column);
        if inside { usize::try_from(cell.row * self.columns + cell.column).ok() } else { None }
    }

    /// Every cell, row by row.
    pub fn places(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
    }

    /// Whether so many cells in a row, straight or diagonal, hold the same: from every cell, in four of the eight directions.
    #[must_use]
    pub fn has_line(&self, held: i64, length: i64) -> bool {
        let at = |cell: Cell| self.place(cell).map(|place| self.cells[place]);
        self.places().any(|start| {
            [(0, 1), (1, -1), (1, 0), (1, 1)].into_iter().any(|(down, along)| {
                (0..length).all(|far| {
                    let cell = Cell { row: start.row + far * down, column: start.column + far * along };
                    at(cell) == Some(held)
                })
            })
        })
    }
}

/// A cell `(row, column)`, or a direction. Packed into one number so that adding packed cells adds their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Row, from 0.
    pub row: i64,
    /// Column, from 0.
    pub column: i64,
}

/// A row counts for this much in a packed cell; parts must stay below half of it.
const ROW: i64 = 1 << 31;

impl Cell {
    /// The cell at a place of a board with so many columns, places counted row by row.
    #[must_use]
    pub fn at(place: i64, columns: i64) -> Cell {
        Cell { row: place / columns, column: place % columns }
    }

    /// Rows and columns must lie strictly within this of zero.
    pub const LIMIT: i64 = ROW / 4;

    /// The cell as one number; `None` when a part is out of range.
    #[must_use]
    pub fn pack(self) -> Option<i64> {
        let fits = self.row.abs() < Cell::LIMIT && self.column.abs() < Cell::LIMIT;
        if fits { Some(self.row * ROW + self.column) } else { None }
    }

    /// The cell of a number.
    #[must_use]
    pub fn unpack(number: i64) -> Cell {
        let row = (number + ROW / 2).div_euclid(ROW);
        Cell { row, column: number - row * ROW }
    }
}

impl Datum {
    /// `true` or `false`.
    #[must_use]
    pub fn bool(value: bool) -> Datum {
        Datum::Int(i64::from(value))
    }

    /// Every number from `lo` to `hi`.
    #[must_use]
    pub fn range(lo: i64, hi: i64) -> Datum {
        Datum::Range(Arc::new((lo, hi)))
    }

    /// A list.
    #[must_use]
    pub fn list(entries: Vec<Datum>) -> Datum {
        Datum::List(Arc::new(entries))
    }

    /// A list of scalars.
    pub fn ints(entries: impl IntoIterator<Item = i64>) -> Datum {
        Datum::list(entries.into_iter().map(Datum::Int).collect())
    }

    /// A set of scalars, given in any order, perhaps repeated.
    #[must_use]
    pub fn set(mut members: Vec<i64>) -> Datum {
        members.sort_unstable();
        members.dedup();
        Datum::Set(Arc::new(members))
    }

    /// A text.
    #[must_use]
    pub fn text(text: &str) -> Datum {
        Datum::Text(Arc::new(text.chars().collect()))
    }

    /// How many entries, members or letters; 1 for a scalar.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Datum::Int(_) => 1,
            Datum::Range(ends) => usize::try_from(i128::from(ends.1) - i128::from(ends.0) + 1).unwrap_or(0),
            Datum::Set(members) => members.len(),
            Datum::List(entries) => entries.len(),
            Datum::Grid(grid) => grid.cells.len(),
            Datum::Graph(nodes) => nodes.len(),
            Datum::Text(letters) => letters.len(),
        }
    }

    /// The entry at a place, as a datum; `None` past the end.
    #[must_use]
    pub fn entry(&self, place: usize) -> Option<Datum> {
        match self {
            Datum::Int(_) => None,
            Datum::Range(ends) => {
                let at = i64::try_from(i128::from(ends.0) + place as i128).ok()?;
                (at <= ends.1).then_some(Datum::Int(at))
            }
            Datum::Set(members) => members.get(place).copied().map(Datum::Int),
            Datum::List(entries) => entries.get(place).cloned(),
            Datum::Grid(grid) => grid.cells.get(place).copied().map(Datum::Int),
            Datum::Graph(nodes) => nodes.get(place).map(|near| Datum::ints(near.iter().copied())),
            Datum::Text(letters) => letters.get(place).map(|letter| Datum::Text(Arc::new(vec![*letter]))),
        }
    }

    /// Every entry in order.
    pub fn entries(&self) -> impl Iterator<Item = Datum> + '_ {
        (0..self.count()).map_while(|place| self.entry(place))
    }
}
