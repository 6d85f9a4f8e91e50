//! Values in rows: 8 bytes for a lead and 4 for an outcome, or as few as all values of a row need.

mod forms;
mod near;

use super::growing;
use crate::game::Fault;
use crate::value::{Kind, Value};
use bouton_rules::say;
use forms::Lead;
pub(crate) use forms::{Cell, Form, NONE, value};
pub(crate) use near::Near;
use std::io::{self, Read, Write};
use std::ops::Range;

/// So many cells without a value are passed over at once.
const BLOCK: usize = 64;

/// A row of values, each known or not.
#[derive(Clone, Debug)]
pub struct Codes(pub(super) Cells);

#[derive(Clone, Debug)]
pub(super) enum Cells {
    Leads(Vec<i64>),
    Leads4(Vec<Lead<i32>>),
    Leads2(Vec<Lead<i16>>),
    Leads1(Vec<Lead<i8>>),
    Outcomes(Vec<i32>),
    Near(Vec<u16>),
    Nearest(Vec<u8>),
}

/// The same for the cells of a row, whatever they are.
macro_rules! in_row {
    ($cells:expr, $row:ident => $result:expr) => {
        match $cells {
            Cells::Leads($row) => $result,
            Cells::Leads4($row) => $result,
            Cells::Leads2($row) => $result,
            Cells::Leads1($row) => $result,
            Cells::Outcomes($row) => $result,
            Cells::Near($row) => $result,
            Cells::Nearest($row) => $result,
        }
    };
}
pub(super) use in_row;

impl Codes {
    /// So many cells, none known.
    #[must_use]
    pub fn new(kind: Kind, len: usize) -> Codes {
        Codes(match kind {
            Kind::Points => Cells::Leads(vec![Form::UNKNOWN; len]),
            Kind::Outcome => Cells::Outcomes(vec![Form::UNKNOWN; len]),
        })
    }

    /// Bytes of one cell of any value.
    #[must_use]
    pub fn cell_bytes(kind: Kind) -> u64 {
        match kind {
            Kind::Points => 8,
            Kind::Outcome => 4,
        }
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        in_row!(&self.0, row => row.len())
    }

    /// Whether there is no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds unknown cells until there are `len`.
    pub fn grow(&mut self, len: usize) {
        in_row!(&mut self.0, row => grow(row, len));
    }

    /// The value in a cell, if it is known.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Value> {
        in_row!(&self.0, row => row.get(at).and_then(|cell| cell.value()))
    }

    /// The code in a cell; `NONE` where nothing is known.
    pub(crate) fn code_at(&self, at: usize) -> i64 {
        in_row!(&self.0, row => row.get(at).map_or(NONE, |cell| cell.known()))
    }

    /// Which of these cells hold a value, rising.
    pub(crate) fn known(&self, cells: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let (mut from, end) = (cells.start, cells.end.min(self.len()));
        std::iter::from_fn(move || {
            let at = in_row!(&self.0, row => next_known(row.get(from..end)?))? + from;
            from = at + 1;
            Some(at)
        })
    }

    /// The kind of its values.
    pub(crate) fn kind(&self) -> Kind {
        in_row!(&self.0, row => kind(row))
    }

    /// Fills a cell. A fault if the value is of the other kind, too large, or there is no such cell.
    ///
    /// # Errors
    /// The value is of the other kind, too large, or there is no such cell.
    pub fn set(&mut self, at: usize, value: Value) -> Result<(), Fault> {
        in_row!(&mut self.0, row => fill(row, at, value))
    }

    /// Bytes used.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        in_row!(&self.0, row => row.capacity() * self.width()) as u64
    }

    /// Bytes used at the worst moment of the next additions.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        self.bytes() * in_row!(&self.0, row => growing(row.len(), row.capacity())) as u64
    }

    /// Bytes of one cell here.
    fn width(&self) -> usize {
        in_row!(&self.0, row => width(row))
    }
}

fn grow<F: Form>(row: &mut Vec<F>, len: usize) {
    if row.len() < len {
        row.resize(len, F::UNKNOWN);
    }
}

fn width<F: Form>(_: &[F]) -> usize {
    size_of::<F>()
}

fn kind<F: Form>(_: &[F]) -> Kind {
    F::KIND
}

/// The first cell that holds a value.
fn next_known<F: Form>(row: &[F]) -> Option<usize> {
    let known = |cell: &F| *cell != F::UNKNOWN;
    // In a full table it is this one.
    if row.first().is_some_and(known) {
        return Some(0);
    }
    let unknown = [F::UNKNOWN; BLOCK];
    let blocks = row.chunks_exact(BLOCK).take_while(|block| **block == unknown).count();
    let passed = blocks * BLOCK;
    row[passed..].iter().position(known).map(|at| passed + at)
}

fn fill<F: Form>(row: &mut [F], at: usize, value: Value) -> Result<(), Fault> {
    let code = Codes::code(value).filter(|_| value.kind() == F::KIND);
    let held = code.and_then(F::holding).ok_or_else(|| match value {
        Value::Outcome(_) if F::KIND == Kind::Outcome => Fault::new(F::TOO_LARGE),
        _ => Fault::new(say!("{value} cannot be stored")),
    });
    let cell = row.get_mut(at).ok_or_else(|| Fault::new("a position's number lies outside its numbering"))?;
    *cell = held?;
    Ok(())
}

/// Rows in the narrowest cells that hold all that is in them.
impl Codes {
    /// An empty row with room for so many codes.
    pub(crate) fn narrow(kind: Kind, room: usize) -> Codes {
        Codes(match kind {
            Kind::Points => Cells::Leads1(Vec::with_capacity(room)),
            Kind::Outcome => Cells::Nearest(Vec::with_capacity(room)),
        })
    }

    /// Adds codes, `NONE` where nothing is known. Cells grow wider where one does not fit; a fault where none is wide enough.
    pub(crate) fn extend(&mut self, mut codes: &[i64]) -> Result<(), Fault> {
        loop {
            let taken = in_row!(&mut self.0, row => take(row, codes));
            codes = &codes[taken..];
            if codes.is_empty() {
                return Ok(());
            }
            self.widen()?;
        }
    }

    /// Fills cells that there are. Cells grow wider where one does not fit; a fault where none is wide enough.
    pub(crate) fn put(&mut self, at: &[u64], codes: &[i64]) -> Result<(), Fault> {
        let mut done = 0;
        while done < at.len() {
            done += in_row!(&mut self.0, row => put(row, &at[done..], &codes[done..]));
            if done < at.len() {
                self.widen()?;
            }
        }
        Ok(())
    }

    /// The codes in some cells, appended in their order; `NONE` where nothing is known.
    pub(crate) fn look_up(&self, at: impl Iterator<Item = u64>, codes: &mut Vec<i64>) {
        in_row!(&self.0, row => codes.extend(at.map(|at| {
            let cell = usize::try_from(at).ok().and_then(|at| row.get(at));
            cell.map_or(NONE, |cell| cell.known())
        })));
    }

    /// A row of so many cells for values of the same kind, none known.
    pub(crate) fn unknown(&self, len: usize) -> Codes {
        let mut row = Codes::narrow(self.kind(), len);
        row.grow(len);
        row
    }

    /// Copies cells, from `first` on, each to its place in another row. A fault where none of its cells is wide enough.
    pub(crate) fn spread(&self, first: usize, places: &[u64], row: &mut Codes) -> Result<(), Fault> {
        let mut codes = Vec::with_capacity(TOGETHER);
        for (block, places) in places.chunks(TOGETHER).enumerate() {
            let begin = first + block * TOGETHER;
            codes.clear();
            codes.extend((begin..begin + places.len()).map(|at| self.code_at(at)));
            row.put(places, &codes)?;
        }
        Ok(())
    }

    /// Puts cells elsewhere in a row of so many, the others of which are not known: each from one place to another.
    pub(crate) fn rearrange(&mut self, len: usize, moved: &[(usize, usize)]) {
        in_row!(&mut self.0, row => *row = rearranged(row, len, moved));
    }

    /// Takes the next wider cells.
    fn widen(&mut self) -> Result<(), Fault> {
        self.0 = match &self.0 {
            Cells::Leads1(row) => Cells::Leads2(wider(row)),
            Cells::Leads2(row) => Cells::Leads4(wider(row)),
            Cells::Leads4(row) => Cells::Leads(wider(row)),
            Cells::Nearest(row) => Cells::Near(wider(row)),
            Cells::Near(row) => Cells::Outcomes(wider(row)),
            Cells::Leads(_) | Cells::Outcomes(_) => return Err(Fault::new(i32::TOO_LARGE)),
        };
        Ok(())
    }
}

/// Adds codes up to the first that does not fit; how many.
fn take<F: Form>(row: &mut Vec<F>, codes: &[i64]) -> usize {
    for (at, code) in codes.iter().enumerate() {
        match if *code == NONE { Some(F::UNKNOWN) } else { F::holding(*code) } {
            Some(cell) => row.push(cell),
            None => return at,
        }
    }
    codes.len()
}

/// Fills cells up to the first code that does not fit; how many.
fn put<F: Form>(row: &mut [F], at: &[u64], codes: &[i64]) -> usize {
    for (done, (at, code)) in at.iter().zip(codes).enumerate() {
        let Some(cell) = F::holding(*code) else { return done };
        if let Some(place) = usize::try_from(*at).ok().and_then(|at| row.get_mut(at)) {
            *place = cell;
        }
    }
    at.len()
}

fn rearranged<F: Form>(row: &[F], len: usize, moved: &[(usize, usize)]) -> Vec<F> {
    let mut cells = vec![F::UNKNOWN; len];
    moved.iter().for_each(|(from, to)| cells[*to] = row[*from]);
    cells
}

/// The same in wider cells, with as much room.
fn wider<F: Form, W: Form>(row: &Vec<F>) -> Vec<W> {
    let mut wide = Vec::with_capacity(row.capacity());
    wide.extend(row.iter().map(|cell| W::holding(cell.known()).unwrap_or(W::UNKNOWN)));
    wide
}

/// Rows of one kind of cells.
impl Codes {
    /// Leads by number.
    pub(crate) fn of_leads(cells: Vec<i64>) -> Codes {
        Codes(Cells::Leads(cells))
    }

    /// Leads by number, the smallest where nothing is known.
    pub(crate) fn of_short_leads(cells: Vec<i32>) -> Codes {
        Codes(Cells::Leads4(cells.into_iter().map(Lead::of).collect()))
    }

    /// Near outcomes by number.
    pub(crate) fn of_near(cells: Vec<u16>) -> Codes {
        Codes(Cells::Near(cells))
    }

    /// The same in one byte.
    pub(crate) fn of_nearest(cells: Vec<u8>) -> Codes {
        Codes(Cells::Nearest(cells))
    }

    /// Codes of outcomes by number.
    pub(crate) fn of_outcomes(cells: Vec<i32>) -> Codes {
        Codes(Cells::Outcomes(cells))
    }
}

/// Bytes that are written or read together.
const TOGETHER: usize = 1 << 16;

/// Rows on disk.
impl Codes {
    /// What its cells are: as many as their bytes, and 16 more where they are leads in fewer than eight.
    pub(crate) fn form(&self) -> u64 {
        let short = matches!(self.0, Cells::Leads4(_) | Cells::Leads2(_) | Cells::Leads1(_));
        self.width() as u64 + if short { 16 } else { 0 }
    }

    /// Bytes of a cell of that form.
    pub(crate) fn form_bytes(form: u64) -> io::Result<usize> {
        Codes::read(form, 0, &mut io::empty()).map(|none| none.width())
    }

    /// Writes every cell, lowest byte first.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        in_row!(&self.0, row => Form::write(row, out))
    }

    /// Writes some cells that there are, one after the other.
    pub(crate) fn write_some(&self, at: &[u64], out: &mut dyn Write) -> io::Result<()> {
        in_row!(&self.0, row => {
            let cells = at.iter().filter_map(|at| row.get(usize::try_from(*at).ok()?).copied());
            Form::write(&cells.collect::<Vec<_>>(), out)
        })
    }

    /// So many cells of that form that were written.
    pub(crate) fn read(form: u64, len: usize, from: &mut dyn Read) -> io::Result<Codes> {
        Ok(Codes(match form {
            8 => Cells::Leads(Form::read(len, from)?),
            20 => Cells::Leads4(Form::read(len, from)?),
            18 => Cells::Leads2(Form::read(len, from)?),
            17 => Cells::Leads1(Form::read(len, from)?),
            4 => Cells::Outcomes(Form::read(len, from)?),
            2 => Cells::Near(Form::read(len, from)?),
            1 => Cells::Nearest(Form::read(len, from)?),
            _ => return Err(io::Error::new(io::ErrorKind::InvalidData, say!("cells are of no form that there is"))),
        }))
    }
}

/// Writes numbers, many at once.
pub(crate) fn write_all<T: Copy, const B: usize>(
    numbers: &[T],
    bytes: fn(T) -> [u8; B],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut some = Vec::with_capacity(TOGETHER);
    for numbers in numbers.chunks(TOGETHER / B) {
        some.clear();
        numbers.iter().for_each(|number| some.extend(bytes(*number)));
        out.write_all(&some)?;
    }
    Ok(())
}

/// Reads so many numbers, many at once.
pub(crate) fn read_all<T, const B: usize>(
    len: usize,
    number: fn([u8; B]) -> T,
    from: &mut dyn Read,
) -> io::Result<Vec<T>> {
    let mut numbers = Vec::with_capacity(len);
    let mut some = vec![0; TOGETHER / B * B];
    while numbers.len() < len {
        let bytes = (len - numbers.len()).saturating_mul(B).min(some.len());
        from.read_exact(&mut some[..bytes])?;
        numbers.extend(some[..bytes].as_chunks::<B>().0.iter().map(|bytes| number(*bytes)));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Outcome, Plies};

    #[test]
    fn every_value_comes_back() {
        let plies = [Plies::Of(0), Plies::Of(1), Plies::Of(2_147_483_644), Plies::Endless, Plies::Unknown];
        let wins = plies.map(Outcome::Win);
        let losses = plies.map(Outcome::Loss);
        for outcome in wins.into_iter().chain(losses).chain([Outcome::Draw]) {
            let mut codes = Codes::new(Kind::Outcome, 1);
            assert_eq!(codes.get(0), None);
            codes.set(0, Value::Outcome(outcome)).unwrap();
            assert_eq!(codes.get(0), Some(Value::Outcome(outcome)));
        }
    }

    #[test]
    fn known_cells_are_found_among_many() {
        let filled = [0, 63, 64, 65, 127, 500, 577, 640, 999];
        for kind in [Kind::Points, Kind::Outcome] {
            let value = if kind == Kind::Points { Value::Lead(0) } else { Value::Outcome(Outcome::Draw) };
            let mut codes = Codes::new(kind, 1_000);
            filled.iter().for_each(|at| codes.set(*at, value).unwrap());
            for (from, to) in
                [(0, 1_000), (0, 2_000), (1, 640), (63, 64), (66, 127), (700, 900), (1_000, 1_000), (1_500, 1_600)]
            {
                let wanted = filled.into_iter().filter(|at| (from..to).contains(at));
                assert!(codes.known(from..to).eq(wanted), "{kind} {from}..{to}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_a_fault() {
        let mut codes = Codes::new(Kind::Outcome, 1);
        assert!(codes.set(0, Value::Outcome(Outcome::Win(Plies::Of(2_147_483_645)))).is_err());
        assert!(codes.set(0, Value::Lead(1)).is_err());
        assert!(codes.set(1, Value::Outcome(Outcome::Draw)).is_err());
        assert!(Codes::new(Kind::Points, 1).set(0, Value::Lead(i64::MIN)).is_err());
        let mut near = Codes::of_near(vec![0]);
        assert!(near.set(0, Value::Outcome(Outcome::Win(Plies::Of(32_767)))).is_err());
        near.set(0, Value::Outcome(Outcome::Win(Plies::Of(32_766)))).unwrap();
        assert!(Codes::narrow(Kind::Outcome, 1).extend(&[i64::from(i32::MAX) + 1]).is_err());
    }

    /// Cells grow wider with the first value that needs it, and no earlier; what is on disk is the same.
    #[test]
    fn rows_are_as_narrow_as_their_values_allow() {
        let win = |plies| Value::Outcome(Outcome::Win(Plies::Of(plies)));
        let outcomes = [(Value::Outcome(Outcome::Draw), 1), (win(126), 1), (win(127), 2), (win(32_767), 4)];
        let leads = [(127, 1), (-128, 2), (32_767, 2), (-32_768, 4), (1 << 31, 8), (i64::MIN + 1, 8)];
        let leads = leads.map(|(lead, bytes)| (Value::Lead(lead), bytes));
        for (kind, values) in [(Kind::Outcome, &outcomes[..]), (Kind::Points, &leads[..])] {
            let mut codes = Codes::narrow(kind, 100);
            for (at, (value, bytes)) in values.iter().enumerate() {
                codes.extend(&[NONE, Codes::code(*value).unwrap()]).unwrap();
                assert_eq!((codes.width(), codes.bytes()), (*bytes, 100 * *bytes as u64), "{value}");
                let known = || (0..codes.len()).map(|at| codes.get(at));
                assert!(known().eq(values[..=at].iter().flat_map(|(value, _)| [None, Some(*value)])), "{value}");
                let mut written = Vec::new();
                codes.write(&mut written).unwrap();
                assert_eq!(written.len(), codes.len() * Codes::form_bytes(codes.form()).unwrap());
                let read = Codes::read(codes.form(), codes.len(), &mut &written[..]).unwrap();
                assert!(known().eq((0..codes.len()).map(|at| read.get(at))), "{value}");
            }
        }
        assert!(Codes::form_bytes(3).is_err());
    }
}
