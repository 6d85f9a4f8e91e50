//! The table of positions as Arrow: handed over by address, made batch by batch as it is asked for, on all threads.

use crate::answer::Solved;
use crate::error;
use crate::run;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, BooleanArray, Int32Array, Int64Array, RecordBatch, RecordBatchReader, StringArray};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use bouton::answer::report;
use bouton::rules::Player;
use bouton::rules::datum::NONE;
use bouton::rules::layout::{Packed, TURN_BITS, scalar};
use bouton::rules::types::Domain;
use bouton::value::Outcome;
use bouton::{Instance, Value};
use bouton_teach::columns::arrow::{Cells, field};
use bouton_teach::columns::{self, Column, Holds, Of};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

/// Rows of a batch at the most.
const MOST: usize = 1 << 16;

/// The columns of a solved game, for whoever reads Arrow.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Columns {
    solved: Arc<Solved>,
    columns: Vec<Column>,
}

impl Columns {
    pub(crate) fn of(solved: Arc<Solved>) -> Columns {
        let columns = columns::of(&solved.game);
        Columns { solved, columns }
    }

    fn schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.columns.iter().map(field).collect::<Vec<_>>()))
    }
}

#[pymethods]
impl Columns {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|column| column.name.as_str()).collect()
    }

    fn __len__(&self) -> usize {
        let store = &self.solved.solution.store;
        let listed = if store.is_of_parts() { 0 } else { store.len() };
        usize::try_from(listed).unwrap_or(usize::MAX)
    }

    /// The stream that readers of Arrow take. It is made in one form only, whatever schema is asked for.
    #[pyo3(signature = (requested_schema=None))]
    pub(crate) fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        stream(py, Batches::new(self.solved.clone(), self.columns.clone(), self.schema()))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let schema = arrow_schema::ffi::FFI_ArrowSchema::try_from(self.schema().as_ref());
        let schema = schema.map_err(|wrong| error::bug(&wrong.to_string()))?;
        Ok(PyCapsule::new_with_value(py, schema, c"arrow_schema")?.into_any())
    }

    /// The table as a polars frame.
    fn to_polars<'py>(slf: &Bound<'py, Columns>) -> PyResult<Bound<'py, PyAny>> {
        frame(slf.as_any(), "to_polars")
    }

    /// The table as a pandas frame.
    fn to_pandas<'py>(slf: &Bound<'py, Columns>) -> PyResult<Bound<'py, PyAny>> {
        frame(slf.as_any(), "to_pandas")
    }

    fn __repr__(&self) -> String {
        format!("<{} positions: {}>", self.__len__(), self.names().join(", "))
    }
}

/// Batches as the Arrow PyCapsule interface hands them over.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    batches: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(batches));
    Ok(PyCapsule::new_with_value(py, stream, c"arrow_array_stream")?.into_any())
}

/// What another library makes of a stream: `bouton._frames` knows which.
pub(crate) fn frame<'py>(stream: &Bound<'py, PyAny>, how: &str) -> PyResult<Bound<'py, PyAny>> {
    stream.py().import("bouton._frames")?.call_method1(how, (stream,))
}

/// Where a cell is read from without unpacking the whole position.
enum Quick {
    /// Bits that hold the code of a scalar.
    Bits(Range<usize>, Domain<i64>),
    /// Whose turn it is.
    Turn,
    /// Win, draw or loss; plies; the lead.
    Value,
    Plies,
    Lead,
}

/// Batches of rows, made as they are asked for.
struct Batches {
    solved: Arc<Solved>,
    columns: Vec<Column>,
    quick: Option<Vec<Quick>>,
    schema: SchemaRef,
    rest: Rest,
    made: VecDeque<RecordBatch>,
}

/// The rows that are still to come.
enum Rest {
    /// Cells of a numbering, in the order of numbers.
    Cells(Range<usize>),
    /// Positions in order, gathered before.
    Listed(std::vec::IntoIter<(Packed, Value)>),
    /// Not gathered yet.
    ToList,
}

impl Batches {
    fn new(solved: Arc<Solved>, columns: Vec<Column>, schema: SchemaRef) -> Batches {
        let quick = quick(&solved.game, &columns);
        let rest = solved.solution.store.cells().map_or(Rest::ToList, |cells| Rest::Cells(0..cells));
        Batches { solved, columns, quick, schema, rest, made: VecDeque::new() }
    }

    /// Some batches more, worked out side by side.
    fn more(&mut self) -> Vec<Result<RecordBatch, ArrowError>> {
        let threads = bouton::limits::cores();
        if let Rest::ToList = self.rest {
            let Solved { game, solution, .. } = self.solved.as_ref();
            self.rest = Rest::Listed(solution.store.entries(game.as_ref()).collect::<Vec<_>>().into_iter());
        }
        let Batches { solved, columns, quick, schema, rest, .. } = self;
        let make = |rows: &[(Packed, Value)]| batch(&solved.game, columns, quick.as_deref(), schema, rows);
        let Solved { game, solution, .. } = solved.as_ref();
        match rest {
            Rest::Cells(cells) => {
                let upto = cells.end.min(cells.start.saturating_add(MOST * threads * 4));
                let some = std::mem::replace(&mut cells.start, upto)..upto;
                let starts: Vec<usize> = some.clone().step_by(MOST).collect();
                let piece = |start: usize| {
                    let rows: Vec<_> =
                        solution.store.between(game.as_ref(), start..some.end.min(start + MOST)).collect();
                    make(&rows)
                };
                shared(threads, &starts, piece)
            }
            Rest::Listed(listed) => {
                let rows: Vec<_> = listed.by_ref().take(MOST * threads * 4).collect();
                let pieces: Vec<&[(Packed, Value)]> = rows.chunks(MOST).collect();
                shared(threads, &pieces, make)
            }
            Rest::ToList => Vec::new(),
        }
    }

    fn is_done(&self) -> bool {
        match &self.rest {
            Rest::Cells(cells) => cells.is_empty(),
            Rest::Listed(listed) => listed.len() == 0,
            Rest::ToList => false,
        }
    }
}

/// Work on pieces, side by side where there are several.
fn shared<T: Copy + Send + Sync, R: Send>(threads: usize, pieces: &[T], work: impl Fn(T) -> R + Sync) -> Vec<R> {
    match if pieces.len() > 1 { run::pool(threads) } else { None } {
        Some(pool) => pool.install(|| pieces.par_iter().map(|piece| work(*piece)).collect()),
        None => pieces.iter().map(|piece| work(*piece)).collect(),
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.made.is_empty() && !self.is_done() {
            for made in self.more() {
                match made {
                    Ok(batch) if batch.num_rows() > 0 => self.made.push_back(batch),
                    Ok(_) => {}
                    Err(wrong) => return Some(Err(wrong)),
                }
            }
        }
        self.made.pop_front().map(Ok)
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// How each column is read, if all of them can be read so.
fn quick(game: &Instance, columns: &[Column]) -> Option<Vec<Quick>> {
    let places = game.layout_places()?;
    let domains = game.interpreter().domains();
    let one = |column: &Column| {
        Some(match column.of {
            Of::State(place) => {
                let domain = domains.get(place)?;
                let plain = matches!(domain, Domain::Int { .. } | Domain::Bool | Domain::Node { .. });
                let bits = places.get(place).filter(|bits| plain && bits.len() <= 64)?;
                Quick::Bits(bits.clone(), domain.clone())
            }
            Of::Turn => Quick::Turn,
            Of::Value => Quick::Value,
            Of::Plies => Quick::Plies,
            Of::Lead => Quick::Lead,
        })
    };
    columns.iter().map(one).collect()
}

fn batch(
    game: &Instance,
    columns: &[Column],
    quick: Option<&[Quick]>,
    schema: &SchemaRef,
    rows: &[(Packed, Value)],
) -> Result<RecordBatch, ArrowError> {
    let arrays = match quick {
        Some(quick) => columns.iter().zip(quick).map(|(column, quick)| read(game, column, quick, rows)).collect(),
        None => slowly(game, columns, rows)?,
    };
    RecordBatch::try_new(schema.clone(), arrays)
}

/// The code that stands in these bits.
fn code(words: &Packed, bits: &Range<usize>) -> u64 {
    let word = |at: usize| words.get(at).copied().unwrap_or(0);
    let (first, shift) = (bits.start / 64, bits.start % 64);
    let high = if shift == 0 { 0 } else { word(first + 1) << (64 - shift) };
    let whole = word(first) >> shift | high;
    if bits.len() >= 64 { whole } else { whole & ((1 << bits.len()) - 1) }
}

/// A column by its bits.
fn read(game: &Instance, column: &Column, quick: &Quick, rows: &[(Packed, Value)]) -> ArrayRef {
    let fits = |number: i64| i32::try_from(number).ok();
    match quick {
        Quick::Bits(bits, domain) => {
            let numbers = rows.iter().map(|(at, _)| scalar(code(at, bits), domain));
            match column.holds {
                Holds::Flags => Arc::new(BooleanArray::from_iter(numbers.map(|number| Some(number != 0)))),
                Holds::Small => {
                    Arc::new(Int32Array::from_iter(numbers.map(|number| fits(number).filter(|_| number != NONE))))
                }
                _ => Arc::new(Int64Array::from_iter_values(numbers)),
            }
        }
        Quick::Turn => {
            let name = |(at, _): &(Packed, Value)| match code(at, &(0..TURN_BITS as usize)) {
                0 => Some(game.rules().player_name(Player::First)),
                1 => Some(game.rules().player_name(Player::Second)),
                _ => None,
            };
            Arc::new(StringArray::from_iter(rows.iter().map(name)))
        }
        Quick::Value => Arc::new(StringArray::from_iter_values(
            rows.iter().map(|(_, value)| value.outcome().map_or("", Outcome::word)),
        )),
        Quick::Plies => {
            let plies =
                |(_, value): &(Packed, Value)| report::plies(*value).and_then(|plies| i32::try_from(plies).ok());
            Arc::new(Int32Array::from_iter(rows.iter().map(plies)))
        }
        Quick::Lead => {
            let lead = |(_, value): &(Packed, Value)| if let Value::Lead(lead) = value { *lead } else { 0 };
            Arc::new(Int64Array::from_iter_values(rows.iter().map(lead)))
        }
    }
}

/// Columns of boards, lists and names, cell by cell.
fn slowly(game: &Instance, columns: &[Column], rows: &[(Packed, Value)]) -> Result<Vec<ArrayRef>, ArrowError> {
    let mut cells: Vec<Cells> = columns.iter().map(Cells::of).collect();
    for (at, value) in rows {
        for (cell, cells) in columns::cells(columns, game, at, *value).zip(&mut cells) {
            cells.add(cell)?;
        }
    }
    Ok(cells.iter_mut().map(Cells::taken).collect())
}
