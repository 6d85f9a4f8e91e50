//! Every value kept: a table in the game's own numbering, written from several rows at a time, since their cells may lie far apart in it.

use super::Rows;
use super::flat::{Flat, Here, width};
use super::marks::{Marks, mark};
use super::narrow::Narrow;
use super::solver::{Solver, lost};
use super::windows::Row;
use crate::error::Stop;
use crate::limits::Meter;
use crate::methods::Ask;
use crate::store::Codes;

/// What play reaches from a position.
pub(in super::super) struct Table {
    /// The code of each position by its number.
    pub(in super::super) codes: Codes,
    /// How many positions play reaches, and at how many of them it is over.
    pub(in super::super) reached: u64,
    pub(in super::super) finished: u64,
}

/// Rows that are written together.
const TOGETHER: usize = 32;

impl Rows<'_> {
    /// Bytes of the table and of what fills it, at most.
    pub(in super::super) fn table_bytes(&self, size: u64) -> u64 {
        let marks: u64 = self.reach.layers.iter().map(|layer| Marks::bytes(width(layer.all) as u64)).sum();
        let together = TOGETHER as u64 * self.row_cells();
        (size.saturating_add(together)).saturating_mul(self.cell.bytes()).saturating_add(marks + self.bytes(Ask::Value))
    }
}

/// Marks what play reaches, then values it.
pub(super) fn table<C: Narrow>(rows: &Rows, meter: &mut Meter) -> Result<Table, Stop> {
    let marks = mark(&rows.seen, &rows.reach, rows.start, meter)?;
    let recurrence = &rows.seen.recurrence;
    let size = recurrence.size().and_then(|size| usize::try_from(size).ok()).ok_or_else(lost)?;
    let number = recurrence.number().and_then(|number| rows.seen.view.flat(&number, (0, 0))).ok_or_else(lost)?;
    let mut table = Written { cells: vec![C::UNKNOWN; size], number, together: Vec::new() };
    let mut solver = Solver::<C>::new(&rows.seen, &rows.reach, None);
    meter.phase("going backwards", Some(rows.reach.layers.len() as u64));
    for (at, number) in (0..rows.reach.layers.len()).rev().zip(rows.reach.bottom()..) {
        meter.step()?;
        let Some(row) = solver.row(number)? else { continue };
        let mut reached = row.clone();
        marks.blank(at, &mut reached.cells, C::UNKNOWN);
        table.push(&rows.seen.view.here(number), reached)?;
        solver.push(row)?;
    }
    table.write()?;
    Ok(Table { codes: C::codes(table.cells), reached: marks.reached, finished: marks.finished })
}

struct Written<C> {
    cells: Vec<C>,
    number: Flat,
    /// Rows that are still to be written, each with the number of its place 0.
    together: Vec<(i64, Row<C>)>,
}

impl<C: Narrow> Written<C> {
    fn push(&mut self, here: &Here, row: Row<C>) -> Result<(), Stop> {
        self.together.push((self.number.at(&here.at, 0, 0), row));
        if self.together.len() == TOGETHER { self.write() } else { Ok(()) }
    }

    /// Writes the rows: place by place, so that cells of several rows that lie side by side are written together.
    fn write(&mut self) -> Result<(), Stop> {
        let stride = self.number.place;
        if stride == 1 {
            for (number, row) in self.together.drain(..) {
                let from = usize::try_from(number + row.first).map_err(|_| lost())?;
                let cells = self.cells.get_mut(from..from + row.cells.len()).ok_or_else(lost)?;
                cells.copy_from_slice(&row.cells);
            }
            return Ok(());
        }
        let spans = || self.together.iter().map(|(_, row)| row.span());
        let (first, last) = (spans().map(|span| span.0).min(), spans().map(|span| span.1).max());
        for place in first.unwrap_or(0)..=last.unwrap_or(-1) {
            for (number, row) in &self.together {
                if let Some(cell) = row.at(place).filter(|cell| *cell != C::UNKNOWN) {
                    let at = usize::try_from(number + stride * place).map_err(|_| lost())?;
                    *self.cells.get_mut(at).ok_or_else(lost)? = cell;
                }
            }
        }
        self.together.clear();
        Ok(())
    }
}
