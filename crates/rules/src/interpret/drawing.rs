//! Positions as their `show` line draws them: data for whoever puts them on a screen or a page.

use super::{Fault, Interpreter, Position};
use crate::datum::{Cell, Datum, Grid, NONE};
use crate::rules::{Expr, ExprKind, Show, ShowStyle, Subject};
use crate::types::Domain;

/// A position drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// A board, row by row from the top: what stands in each cell.
    Board(Vec<Vec<String>>),
    /// A row of entries; only those that are left where the rules say which.
    Row(Vec<String>),
    /// Heaps.
    Heaps(Vec<String>),
    /// A mancala board: the far player's store and pits as the near player sees them, then the near player's pits and store.
    Mancala {
        /// The far row from left to right, its store first.
        far: Vec<String>,
        /// The near row from left to right, its store last.
        near: Vec<String>,
    },
    /// Pieces on a graph, each with the node it stands on.
    Graph(Vec<(String, String)>),
}

/// What a `show` line draws, with what is behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The variable or parameter whose values are drawn.
    pub subject: Subject,
    /// The drawing.
    pub drawing: Drawing,
    /// Of a row that tells which of its entries are left: all of them, and the first that is left and the one after the last.
    pub whole: Option<(Vec<String>, usize, usize)>,
    /// Whether row 0 of a board is at the bottom.
    pub upward: bool,
}

impl Interpreter {
    /// A position as each `show` line draws it.
    ///
    /// # Errors
    /// A fault in the window of a row.
    pub fn shown(&self, position: &Position) -> Result<Vec<Shown>, Fault> {
        let mut found = Vec::new();
        for show in &self.rules.shows {
            let Some(drawing) = self.drawn(show, position)? else { continue };
            let whole = match &show.style {
                ShowStyle::Row(Some(window)) => {
                    let entries = self.entries(show, position);
                    let (from, to) = self.window(entries.len(), position, window)?;
                    Some((entries, from, to))
                }
                _ => None,
            };
            let upward = matches!(show.style, ShowStyle::Grid(true));
            found.push(Shown { subject: show.subject, drawing, whole, upward });
        }
        Ok(found)
    }

    /// Of each row that tells which of its entries are left: what is drawn, the first entry that is left and the one after the last.
    ///
    /// # Errors
    /// A fault in the window of a row.
    pub fn windows(&self, position: &Position) -> Result<Vec<(Subject, usize, usize)>, Fault> {
        let mut found = Vec::new();
        for show in &self.rules.shows {
            if let ShowStyle::Row(Some(window)) = &show.style {
                let entries = match self.subject(show, position).0 {
                    Datum::List(entries) => entries.len(),
                    Datum::Text(letters) => letters.len(),
                    other => other.entries().count(),
                };
                let (from, to) = self.window(entries, position, window)?;
                found.push((show.subject, from, to));
            }
        }
        Ok(found)
    }

    /// A value of a cell as boards have it: its letter, else its text.
    #[must_use]
    pub fn letter_of_cell(&self, cell: i64, of: &Domain<i64>) -> String {
        self.letter(cell, of, &[])
    }

    /// A position as the first `show` line draws it; without one, a single board is drawn all the same.
    ///
    /// # Errors
    /// What is wrong with the rules at that position.
    pub fn drawing(&self, position: &Position) -> Result<Option<Drawing>, Fault> {
        let Some(show) = self.rules.shows.first() else { return Ok(self.only_board(position)) };
        self.drawn(show, position)
    }

    fn drawn(&self, show: &Show, position: &Position) -> Result<Option<Drawing>, Fault> {
        Ok(match &show.style {
            ShowStyle::Grid(upward) => self.board(position, *upward, show),
            ShowStyle::Row(window) => self.row(show, position, window.as_ref())?,
            ShowStyle::Heaps => Some(Drawing::Heaps(self.entries(show, position))),
            ShowStyle::Mancala => mancala(self.entries(show, position)),
            ShowStyle::Graph => Some(Drawing::Graph(self.pieces(show, position))),
        })
    }

    /// The variables that a row's window speaks of: the drawing tells them already.
    #[must_use]
    pub fn drawn_variables(&self) -> Vec<usize> {
        let mut found = Vec::new();
        if let Some(Show { style: ShowStyle::Row(Some((from, to))), .. }) = self.rules.shows.first() {
            for end in [from, to] {
                end.walk(&mut |part: &Expr| {
                    if let ExprKind::State(which) = part.kind {
                        found.push(which);
                    }
                });
            }
        }
        found
    }

    fn only_board(&self, position: &Position) -> Option<Drawing> {
        let mut boards = position.state.iter().zip(&self.domains).filter(|(value, _)| matches!(value, Datum::Grid(_)));
        let (board, domain) = boards.next()?;
        let Domain::Grid { of, .. } = domain else { return None };
        boards.next().is_none().then(|| self.cells(board, of, (&[], false), position)).flatten()
    }

    fn subject<'a>(&'a self, show: &Show, position: &'a Position) -> (&'a Datum, Option<&'a Domain<i64>>) {
        match show.subject {
            Subject::State(which) => (&position.state[which], self.domains.get(which)),
            Subject::Param(which) => (&self.params[which], None),
        }
    }

    fn board(&self, position: &Position, upward: bool, show: &Show) -> Option<Drawing> {
        let (value, domain) = self.subject(show, position);
        let Some(Domain::Grid { of, .. }) = domain else { return None };
        self.cells(value, of, (&show.with, upward), position)
    }

    /// A board with what stands on it; the letters of `show`, and whether row 0 is at the bottom.
    fn cells(
        &self,
        board: &Datum,
        of: &Domain<i64>,
        (with, upward): (&[(String, String)], bool),
        position: &Position,
    ) -> Option<Drawing> {
        let Datum::Grid(grid) = board else { return None };
        let Grid { columns, cells, .. } = grid.as_ref();
        let letter = |cell: &i64| self.letter(*cell, of, with);
        let rows = cells.chunks(usize::try_from(*columns).ok()?.max(1)).map(|row| row.iter().map(letter).collect());
        let mut rows: Vec<Vec<String>> = rows.collect();
        self.put_pieces(&mut rows, grid, with, position);
        if upward {
            rows.reverse();
        }
        Some(Drawing::Board(rows))
    }

    /// Puts the letters of what stands on a board in the place of those of its cells.
    pub fn put_pieces(&self, rows: &mut [Vec<String>], grid: &Grid, with: &[(String, String)], position: &Position) {
        let wide = usize::try_from(grid.columns).map_or(1, |wide| wide.max(1));
        for (_, place, letter) in self.pieces_on(grid, with, position) {
            if let Some(drawn) = rows.get_mut(place / wide).and_then(|row| row.get_mut(place % wide)) {
                *drawn = letter;
            }
        }
    }

    /// The variables that are a cell of a board of that size: which, the place where each stands, and its letter; without one, how its name begins.
    #[must_use]
    pub fn pieces_on(
        &self,
        grid: &Grid,
        with: &[(String, String)],
        position: &Position,
    ) -> Vec<(usize, usize, String)> {
        let fits = |domain: &Domain<i64>| matches!(domain, Domain::Cell { rows, columns } if (*rows, *columns) == (grid.rows, grid.columns));
        let piece = |(which, (domain, value)): (usize, (&Domain<i64>, &Datum))| {
            let on = match domain {
                Domain::Optional(of) => fits(of),
                domain => fits(domain),
            };
            let Datum::Int(cell) = value else { return None };
            if !on || *cell == NONE {
                return None;
            }
            let name = &self.rules.states[which].name;
            let given = with.iter().find(|(piece, _)| piece == name).map(|(_, letter)| letter.clone());
            let letter = given.unwrap_or_else(|| name.chars().take(1).flat_map(char::to_uppercase).collect());
            Some((which, grid.place(Cell::unpack(*cell))?, letter))
        };
        self.domains.iter().zip(&position.state).enumerate().filter_map(piece).collect()
    }

    /// A value of a cell: the letter that `with` gives it, else its own, else its text.
    fn letter(&self, cell: i64, of: &Domain<i64>, with: &[(String, String)]) -> String {
        if cell == NONE {
            let named = with.iter().find(|(name, _)| name == "none");
            return named.map_or_else(|| ".".to_owned(), |(_, letter)| letter.clone());
        }
        let truth = matches!(of, Domain::Bool);
        let text = if truth { (cell != 0).to_string() } else { self.rules.show_typed(&Datum::Int(cell), &of.ty()) };
        if let Some((_, letter)) = with.iter().find(|(name, _)| *name == text) {
            return letter.clone();
        }
        if truth {
            return if cell == 0 { "." } else { "#" }.to_owned();
        }
        let letters = self.rules.letters(of);
        let known = letters.and_then(|letters| letters.iter().find(|known| known.0 == cell).map(|known| known.1));
        known.map_or(text, |letter| letter.to_string())
    }

    fn row(&self, show: &Show, position: &Position, window: Option<&(Expr, Expr)>) -> Result<Option<Drawing>, Fault> {
        let entries = self.entries(show, position);
        let Some(window) = window else { return Ok(Some(Drawing::Row(entries))) };
        let (from, to) = self.window(entries.len(), position, window)?;
        Ok(Some(Drawing::Row(entries[from..to].to_vec())))
    }

    /// Which entries of a row are left: the first, and the one after the last.
    fn window(&self, entries: usize, position: &Position, (from, to): &(Expr, Expr)) -> Result<(usize, usize), Fault> {
        let mut env = self.env(position.state.clone(), Some(self.nominal(position.turn)));
        let place = |number: i64| usize::try_from(number.max(0)).unwrap_or(usize::MAX).min(entries);
        let (from, to) = (place(env.int(from)?), place(env.int(to)?));
        Ok((from, to.max(from)))
    }

    /// The entries of a list, or the letters of a text.
    fn entries(&self, show: &Show, position: &Position) -> Vec<String> {
        let (value, domain) = self.subject(show, position);
        if let (Datum::List(entries), Some(Domain::List { of, .. })) = (value, domain) {
            let shown = |entry: &Datum| match entry {
                Datum::Int(cell) => self.letter_of_entry(*cell, of, &show.with),
                other => self.rules.show_typed(other, &of.ty()),
            };
            return entries.iter().map(shown).collect();
        }
        match value {
            Datum::Text(letters) => letters.iter().map(ToString::to_string).collect(),
            other => other.entries().map(|entry| self.rules.show_typed(&entry, &crate::types::Type::Int)).collect(),
        }
    }

    /// Entries of lists are numbers more often than letters: only named letters take their place.
    fn letter_of_entry(&self, cell: i64, of: &Domain<i64>, with: &[(String, String)]) -> String {
        let text = self.rules.show_typed(&Datum::Int(cell), &of.ty());
        match with.iter().find(|(name, _)| *name == text) {
            Some((_, letter)) => letter.clone(),
            None if cell == NONE => ".".to_owned(),
            None => text,
        }
    }

    fn pieces(&self, show: &Show, position: &Position) -> Vec<(String, String)> {
        let place = |(name, letter): &(String, String)| {
            let which = self.rules.states.iter().position(|state| state.name == *name)?;
            Some((letter.clone(), self.rules.show(&position.state[which], &self.domains[which])))
        };
        show.with.iter().filter_map(place).collect()
    }
}

/// The first half of the list is the near player's, its store last.
fn mancala(entries: Vec<String>) -> Option<Drawing> {
    let half = entries.len() / 2;
    if half == 0 || entries.len() % 2 == 1 {
        return None;
    }
    let far = entries[half..].iter().rev().cloned().collect();
    Some(Drawing::Mancala { far, near: entries[..half].to_vec() })
}
