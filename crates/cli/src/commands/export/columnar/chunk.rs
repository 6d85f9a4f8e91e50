//! The cells of one column in one group of rows.

use bouton_teach::columns::{Column, Holds, text};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedColumnWriter;
use serde_json::Value as Json;
use std::mem::take;

/// Cells that are handed over at once.
const BATCH: usize = 1 << 13;

/// Cells of a column.
pub(super) struct Chunk {
    cells: Cells,
    /// For every row 1, or 0 where there is nothing. Only where that can be.
    there: Option<Vec<i16>>,
}

/// The cells that are something.
enum Cells {
    Flags(Vec<bool>),
    Small(Vec<i32>),
    Numbers(Vec<i64>),
    /// Texts one after the other, and where each ends.
    Text(Vec<u8>, Vec<usize>),
}

impl Chunk {
    pub(super) fn of(column: &Column) -> Chunk {
        let cells = match column.holds {
            Holds::Flags => Cells::Flags(Vec::new()),
            Holds::Small => Cells::Small(Vec::new()),
            Holds::Numbers => Cells::Numbers(Vec::new()),
            Holds::Text => Cells::Text(Vec::new(), Vec::new()),
        };
        Chunk { cells, there: column.nullable.then(Vec::new) }
    }

    /// One more cell.
    pub(super) fn add(&mut self, cell: Json) -> Result<(), ParquetError> {
        if let Some(there) = &mut self.there {
            there.push(i16::from(!cell.is_null()));
            if cell.is_null() {
                return Ok(());
            }
        }
        let number = cell.as_i64();
        match &mut self.cells {
            Cells::Flags(flags) => flags.push(cell.as_bool().ok_or_else(|| strange(&cell))?),
            Cells::Small(small) => {
                small.push(number.and_then(|number| i32::try_from(number).ok()).ok_or_else(|| strange(&cell))?);
            }
            Cells::Numbers(numbers) => numbers.push(number.ok_or_else(|| strange(&cell))?),
            Cells::Text(..) if cell.is_null() => return Err(strange(&cell)),
            Cells::Text(letters, ends) => {
                letters.extend_from_slice(text(cell).as_bytes());
                ends.push(letters.len());
            }
        }
        Ok(())
    }

    /// Writes all cells, and is empty again.
    pub(super) fn write(&mut self, column: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let there = self.there.as_mut().map(take);
        match &mut self.cells {
            Cells::Flags(flags) => all::<BoolType>(column, &take(flags), there.as_deref()),
            Cells::Small(small) => all::<Int32Type>(column, &take(small), there.as_deref()),
            Cells::Numbers(numbers) => all::<Int64Type>(column, &take(numbers), there.as_deref()),
            Cells::Text(letters, ends) => texts(column, take(letters), &take(ends), there.as_deref()),
        }
    }
}

/// Writes cells of a plain type.
fn all<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    cells: &[T::T],
    there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    column.typed::<T>().write_batch(cells, there, None).map(drop)
}

/// Writes texts, some at a time: each as a part of the one that all of them make.
fn texts(
    column: &mut SerializedColumnWriter<'_>,
    letters: Vec<u8>,
    ends: &[usize],
    there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let whole = ByteArray::from(letters);
    let mut begin = 0;
    let mut next = |end: &usize| {
        let text = whole.slice(begin, *end - begin);
        begin = *end;
        text
    };
    let Some(there) = there else {
        for some in ends.chunks(BATCH) {
            let texts: Vec<ByteArray> = some.iter().map(&mut next).collect();
            all::<ByteArrayType>(column, &texts, None)?;
        }
        return Ok(());
    };
    let mut ends = ends.iter();
    for some in there.chunks(BATCH) {
        let count = some.iter().filter(|there| **there == 1).count();
        let texts: Vec<ByteArray> = ends.by_ref().take(count).map(&mut next).collect();
        all::<ByteArrayType>(column, &texts, Some(some))?;
    }
    Ok(())
}

/// A cell that its column has no room for. Variables keep to their domains in every solution that is read, so this is one of 2^31 plies.
fn strange(cell: &Json) -> ParquetError {
    ParquetError::General(format!("{cell} does not fit its column"))
}
