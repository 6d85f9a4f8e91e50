//! A line for each position: CSV, or a JSON object.

use super::out::Out;
use super::{Written, Wrong};
use crate::answer::table::field;
use crate::columns::{self, Column, text};
use bouton::rules::layout::Packed;
use bouton::{Instance, Value};
use std::io::{self, Write};

/// Lines on their way out.
pub(super) struct Lines<'a> {
    game: &'a Instance,
    columns: &'a [Column],
    commas: bool,
    out: &'a mut Out,
}

impl<'a> Lines<'a> {
    /// Commas between values, and a first line with the names of columns.
    pub(super) fn csv(game: &'a Instance, columns: &'a [Column], out: &'a mut Out) -> Result<Lines<'a>, Wrong> {
        csv(out, columns.iter().map(|column| column.name.clone()))?;
        Ok(Lines { game, columns, commas: true, out })
    }

    /// An object a line.
    pub(super) fn json(game: &'a Instance, columns: &'a [Column], out: &'a mut Out) -> Lines<'a> {
        Lines { game, columns, commas: false, out }
    }
}

impl Written for Lines<'_> {
    fn add(&mut self, _: u64, at: &Packed, value: Value) -> Result<(), Wrong> {
        if self.commas {
            return Ok(csv(self.out, columns::cells(self.columns, self.game, at, value).map(text))?);
        }
        Ok(writeln!(self.out, "{}", columns::object(self.columns, self.game, at, value))?)
    }

    fn end(&mut self) -> Result<Option<u64>, Wrong> {
        Ok(None)
    }
}

/// A line of comma-separated values.
fn csv(out: &mut Out, cells: impl Iterator<Item = String>) -> io::Result<()> {
    let cells: Vec<String> = cells.map(|cell| field(&cell)).collect();
    writeln!(out, "{}", cells.join(","))
}
