//! A line for each position: CSV, or a JSON object.

use super::out::Out;
use super::{As, Written, Wrong};
use bouton::rules::layout::Packed;
use bouton::{Instance, Value};
use bouton_teach::columns::{self, Column, csv, text};
use std::io::Write;

/// Lines on their way out.
pub(super) struct Lines<'a> {
    out: &'a mut Out,
}

impl<'a> Lines<'a> {
    /// Commas between values, and a first line with the names of columns.
    pub(super) fn csv(columns: &[Column], out: &'a mut Out) -> Result<Lines<'a>, Wrong> {
        out.write_all(csv(columns.iter().map(|column| column.name.clone())).as_bytes())?;
        Ok(Lines { out })
    }

    /// An object a line.
    pub(super) fn json(out: &'a mut Out) -> Lines<'a> {
        Lines { out }
    }
}

impl Written for Lines<'_> {
    fn lines(&mut self, lines: &str) -> Result<(), Wrong> {
        Ok(self.out.write_all(lines.as_bytes())?)
    }

    fn end(&mut self) -> Result<Option<u64>, Wrong> {
        Ok(None)
    }
}

/// What makes a line of a position.
type Line<'a> = Box<dyn Fn(&Packed, Value) -> String + Sync + 'a>;

/// The line of a position, in the forms that have one.
pub(super) fn line<'a>(form: As, game: &'a Instance, columns: &'a [Column]) -> Option<Line<'a>> {
    match form {
        As::Csv => Some(Box::new(|at, value| csv(columns::cells(columns, game, at, value).map(text)))),
        As::Jsonl => Some(Box::new(|at, value| format!("{}\n", columns::object(columns, game, at, value)))),
        As::Parquet | As::Arrow | As::Dot => None,
    }
}
