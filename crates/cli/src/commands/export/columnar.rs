//! A Parquet file: cells are gathered column by column, and written a group of rows at a time.

mod chunk;

use super::about;
use super::out::Out;
use super::{Written, Wrong};
use crate::asked::Asked;
use bouton::rules::layout::Packed;
use bouton::saved::LayerHead;
use bouton::{Instance, Value};
use bouton_teach::columns::{self, Column, Holds};
use chunk::Chunk;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use std::io;
use std::slice::Iter;
use std::sync::Arc;

/// Rows of a group at the most: what is kept in memory at once.
const MOST: u64 = 1 << 20;

/// Rows that are worth a group of their own: smaller layers are joined with their neighbours.
const FEW: u64 = 1 << 16;

/// How hard Zstandard tries.
const LEVEL: i32 = 3;

/// A Parquet file on its way out.
pub(super) struct Columnar<'a> {
    game: &'a Instance,
    columns: &'a [Column],
    file: SerializedFileWriter<&'a mut Out>,
    layers: Layers<'a>,
    /// The rows of the group so far, a chunk for each column.
    chunks: Vec<Chunk>,
    rows: u64,
}

impl<'a> Columnar<'a> {
    pub(super) fn new(
        asked: &'a Asked,
        condition: Option<&str>,
        columns: &'a [Column],
        out: &'a mut Out,
    ) -> Result<Columnar<'a>, Wrong> {
        let file = SerializedFileWriter::new(out, schema(columns)?, Arc::new(properties(asked, condition)?))?;
        let (layers, chunks) = (Layers::of(&asked.file.head().layers), columns.iter().map(Chunk::of).collect());
        Ok(Columnar { game: &asked.game, columns, file, layers, chunks, rows: 0 })
    }

    /// Writes the rows that were gathered: there is a chunk for each column of the schema, in its order.
    fn write(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for chunk in &mut self.chunks {
            let Some(mut column) = group.next_column()? else { break };
            chunk.write(&mut column)?;
            column.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl Written for Columnar<'_> {
    fn add(&mut self, number: u64, at: &Packed, value: Value) -> Result<(), Wrong> {
        if self.layers.part(number, self.rows) {
            self.write()?;
        }
        for (cell, chunk) in columns::cells(self.columns, self.game, at, value).zip(&mut self.chunks) {
            chunk.add(cell)?;
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

/// Where the positions of a solution file are parted into groups of rows: by layers as far as those are neither small nor large.
struct Layers<'a> {
    /// The layers to come.
    rest: Iter<'a, LayerHead>,
    /// The number at which the next one begins.
    next: u64,
}

impl<'a> Layers<'a> {
    fn of(layers: &'a [LayerHead]) -> Layers<'a> {
        Layers { rest: layers.iter(), next: 0 }
    }

    /// Whether the rows so far are parted from the position with this number. Numbers rise.
    fn part(&mut self, number: u64, rows: u64) -> bool {
        let mut begins = None;
        while number >= self.next
            && let Some(layer) = self.rest.next()
        {
            self.next = self.next.saturating_add(layer.positions);
            begins = Some(layer.positions);
        }
        let apart = |positions: u64| rows >= FEW || rows.saturating_add(positions) > MOST;
        rows >= MOST || (rows > 0 && begins.is_some_and(apart))
    }
}

/// The columns as Parquet has them.
fn schema(columns: &[Column]) -> Result<TypePtr, ParquetError> {
    let field = |column: &Column| {
        let (physical, logical) = match column.holds {
            Holds::Flags => (Physical::BOOLEAN, None),
            Holds::Small => (Physical::INT32, None),
            Holds::Numbers => (Physical::INT64, None),
            Holds::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let repetition = if column.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let field = Type::primitive_type_builder(&column.name, physical);
        field.with_repetition(repetition).with_logical_type(logical).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<Vec<TypePtr>, ParquetError>>()?;
    Ok(Arc::new(Type::group_type_builder("positions").with_fields(fields).build()?))
}

/// How it is packed, and what it says of itself.
fn properties(asked: &Asked, condition: Option<&str>) -> Result<WriterProperties, ParquetError> {
    let about = about::of(asked, condition).into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        .set_created_by(concat!("bouton version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(about));
    Ok(properties.build())
}

/// What the system said stays what it was; anything else would be a fault of ours.
impl From<ParquetError> for Wrong {
    fn from(error: ParquetError) -> Wrong {
        Wrong::Io(match error {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(error) => *error,
                Err(other) => io::Error::other(other),
            },
            other => io::Error::other(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes of groups, where every position of these layers is written.
    fn groups(positions: &[u64]) -> Vec<u64> {
        let layer = |(rank, positions): (usize, &u64)| LayerHead {
            rank: i64::try_from(rank).ok(),
            positions: *positions,
            stored: None,
            blocks: 1,
        };
        let heads: Vec<LayerHead> = positions.iter().enumerate().map(layer).collect();
        let (mut layers, mut groups, mut rows) = (Layers::of(&heads), Vec::new(), 0);
        for number in 0..positions.iter().sum() {
            if layers.part(number, rows) {
                groups.push(rows);
                rows = 0;
            }
            rows += 1;
        }
        groups.push(rows);
        groups
    }

    #[test]
    fn small_layers_are_joined_and_large_ones_cut() {
        assert_eq!(groups(&[1, 7, 50]), [58]);
        assert_eq!(groups(&[1, FEW, 3, FEW, FEW]), [FEW + 1, FEW + 3, FEW]);
        assert_eq!(groups(&[5, 2 * MOST + 9, 4]), [5, MOST, MOST, 13]);
        assert_eq!(groups(&[5, MOST - 5, 1]), [MOST, 1]);
        assert_eq!(groups(&[5, MOST - 4, 1]), [5, MOST - 4, 1]);
    }

    #[test]
    fn layers_without_rows_are_passed_over() {
        let head = |positions| LayerHead { rank: Some(0), positions, stored: None, blocks: 1 };
        let heads = [head(10), head(MOST), head(10)];
        let mut layers = Layers::of(&heads);
        assert!(!layers.part(3, 0));
        assert!(!layers.part(MOST + 15, 1), "the last layer is small, and joined");
        assert!(!layers.part(MOST + 19, 2));
    }
}
