//! Columns as Arrow has them: of files that `bouton export` writes, and of tables that Python takes.

use super::{Column, Holds, text};
use arrow_array::ArrayRef;
use arrow_array::builder::{BooleanBuilder, Int32Builder, Int64Builder, StringBuilder};
use arrow_schema::{ArrowError, DataType, Field};
use serde_json::Value as Json;
use std::sync::Arc;

/// A column as Arrow has it.
#[must_use]
pub fn field(column: &Column) -> Field {
    let kind = match column.holds {
        Holds::Flags => DataType::Boolean,
        Holds::Small => DataType::Int32,
        Holds::Numbers => DataType::Int64,
        Holds::Text => DataType::Utf8,
    };
    Field::new(&column.name, kind, column.nullable)
}

/// Cells of a column, gathered one by one.
#[derive(Debug)]
pub enum Cells {
    /// `true` or `false`.
    Flags(BooleanBuilder),
    /// Numbers that fit 32 bits.
    Small(Int32Builder),
    /// Numbers.
    Numbers(Int64Builder),
    /// Texts.
    Text(StringBuilder),
}

impl Cells {
    /// None so far.
    #[must_use]
    pub fn of(column: &Column) -> Cells {
        match column.holds {
            Holds::Flags => Cells::Flags(BooleanBuilder::new()),
            Holds::Small => Cells::Small(Int32Builder::new()),
            Holds::Numbers => Cells::Numbers(Int64Builder::new()),
            Holds::Text => Cells::Text(StringBuilder::new()),
        }
    }

    /// One more cell; how many letters it has.
    ///
    /// # Errors
    /// That it does not fit its column.
    pub fn add(&mut self, cell: Json) -> Result<usize, ArrowError> {
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
    pub fn taken(&mut self) -> ArrayRef {
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
