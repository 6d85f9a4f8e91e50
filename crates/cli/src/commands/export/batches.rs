//! An Arrow file: some rows after the other, column by column, as they lie in memory.

use super::about;
use super::out::Out;
use super::{Written, Wrong};
use crate::asked::Asked;
use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, Field, Metadata, Schema};
use bouton::rules::layout::Packed;
use bouton::{Instance, Value};
use bouton_teach::columns::arrow::{Cells, field};
use bouton_teach::columns::{self, Column};
use std::io;
use std::sync::Arc;

/// Rows of a batch at the most: what is kept in memory at once.
const MOST: usize = 1 << 16;

/// Letters in a batch from which on it ends: columns of text count them in 31 bits.
const MANY_LETTERS: usize = 1 << 28;

/// An Arrow file on its way out.
pub(super) struct Batches<'a> {
    game: &'a Instance,
    columns: &'a [Column],
    schema: Arc<Schema>,
    file: FileWriter<&'a mut Out>,
    /// The rows of the batch so far, and how many letters they have.
    cells: Vec<Cells>,
    rows: usize,
    letters: usize,
}

impl<'a> Batches<'a> {
    pub(super) fn new(
        asked: &'a Asked,
        condition: Option<&str>,
        columns: &'a [Column],
        out: &'a mut Out,
    ) -> Result<Batches<'a>, Wrong> {
        let fields: Vec<Field> = columns.iter().map(field).collect();
        let schema = Schema::new_with_metadata(fields, about::of(asked, condition).into_iter().collect::<Metadata>());
        let file = FileWriter::try_new(out, &schema)?;
        let cells = columns.iter().map(Cells::of).collect();
        Ok(Batches { game: &asked.game, columns, schema: Arc::new(schema), file, cells, rows: 0, letters: 0 })
    }

    /// Writes the rows that were gathered.
    fn write(&mut self) -> Result<(), ArrowError> {
        let columns = self.cells.iter_mut().map(Cells::taken).collect();
        self.file.write(&RecordBatch::try_new(self.schema.clone(), columns)?)?;
        (self.rows, self.letters) = (0, 0);
        Ok(())
    }
}

impl Written for Batches<'_> {
    fn add(&mut self, _: u64, at: &Packed, value: Value) -> Result<(), Wrong> {
        if self.rows >= MOST || self.letters >= MANY_LETTERS {
            self.write()?;
        }
        for (cell, cells) in columns::cells(self.columns, self.game, at, value).zip(&mut self.cells) {
            self.letters += cells.add(cell)?;
        }
        self.rows += 1;
        Ok(())
    }

    fn end(&mut self) -> Result<Option<u64>, Wrong> {
        if self.rows > 0 {
            self.write()?;
        }
        self.file.finish()?;
        Ok(None)
    }
}

/// What the system said stays what it was; anything else would be a fault of ours.
impl From<ArrowError> for Wrong {
    fn from(error: ArrowError) -> Wrong {
        Wrong::Io(match error {
            ArrowError::IoError(_, error) => error,
            other => io::Error::other(other),
        })
    }
}
