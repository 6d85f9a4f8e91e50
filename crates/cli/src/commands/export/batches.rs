//! An Arrow file: some rows after the other, column by column, as they lie in memory.

use super::about;
use super::out::Out;
use super::{Written, Wrong};
use crate::columns::{self, Column, Holds, text};
use crate::saved::Asked;
use arrow_array::builder::{BooleanBuilder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Metadata, Schema};
use bouton::rules::layout::Packed;
use bouton::{Instance, Value};
use serde_json::Value as Json;
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

/// A column as Arrow has it.
fn field(column: &Column) -> Field {
    let kind = match column.holds {
        Holds::Flags => DataType::Boolean,
        Holds::Small => DataType::Int32,
        Holds::Numbers => DataType::Int64,
        Holds::Text => DataType::Utf8,
    };
    Field::new(&column.name, kind, column.nullable)
}

/// Cells of a column.
enum Cells {
    Flags(BooleanBuilder),
    Small(Int32Builder),
    Numbers(Int64Builder),
    Text(StringBuilder),
}

impl Cells {
    fn of(column: &Column) -> Cells {
        match column.holds {
            Holds::Flags => Cells::Flags(BooleanBuilder::new()),
            Holds::Small => Cells::Small(Int32Builder::new()),
            Holds::Numbers => Cells::Numbers(Int64Builder::new()),
            Holds::Text => Cells::Text(StringBuilder::new()),
        }
    }

    /// One more cell; how many letters it has.
    fn add(&mut self, cell: Json) -> Result<usize, ArrowError> {
        let number = cell.as_i64();
        match self {
            _ if cell.is_null() => self.add_nothing(),
            Cells::Flags(flags) => flags.append_value(cell.as_bool().ok_or_else(|| strange(&cell))?),
            Cells::Small(small) => {
                let number = number.and_then(|number| i32::try_from(number).ok());
                small.append_value(number.ok_or_else(|| strange(&cell))?);
            }
            Cells::Numbers(numbers) => numbers.append_value(number.ok_or_else(|| strange(&cell))?),
            Cells::Text(texts) => {
                let text = text(cell);
                texts.append_value(&text);
                return Ok(text.len());
            }
        }
        Ok(0)
    }

    fn add_nothing(&mut self) {
        match self {
            Cells::Flags(flags) => flags.append_null(),
            Cells::Small(small) => small.append_null(),
            Cells::Numbers(numbers) => numbers.append_null(),
            Cells::Text(texts) => texts.append_null(),
        }
    }

    /// All cells; there are none afterwards.
    fn taken(&mut self) -> ArrayRef {
        match self {
            Cells::Flags(flags) => Arc::new(flags.finish()),
            Cells::Small(small) => Arc::new(small.finish()),
            Cells::Numbers(numbers) => Arc::new(numbers.finish()),
            Cells::Text(texts) => Arc::new(texts.finish()),
        }
    }
}

/// A cell that its column has no room for. Variables keep to their domains in every solution that is read, so this is one of 2^31 plies.
fn strange(cell: &Json) -> ArrowError {
    ArrowError::InvalidArgumentError(format!("{cell} does not fit its column"))
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
