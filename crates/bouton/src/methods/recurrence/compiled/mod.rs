//! A program as machine code: the loops over the box, and at each position every choice, all in one function a pass. Rust keeps the
//! outermost loop, and so the clock, the limits and cancelling.
//!
//! It stands beside `table`, which judges it, and knows less: where something is unsound it asks, and `table` says what is wrong.
//!
//! Two ways: every number in a table, of which what can be reached is marked and then valued; or, where less is asked, a few planes of
//! it (`planes`).

mod planes;
mod rows;
mod skew;
mod stretches;
mod window;
mod writer;

use super::program::{Program, by_gains, is_outcome};
use super::rolling::at_the_end;
use super::table::Found;
use crate::error::Stop;
use crate::limits::{Limits, Meter};
use crate::store::{Codes, Form};
use bouton_jit::{Arg, Code, Machine, Reply};
pub(super) use planes::Planes;
pub(super) use skew::Skew;
use writer::{Writer, lists};

/// Positions looked at before the clock is.
const AT_ONCE: i64 = 1 << 16;

/// Whether a program is compiled: it must be large enough, and its windows, if it has any, are kept in plain Rust.
pub(super) fn pays(program: &Program, limits: &Limits) -> bool {
    program.size >= limits.compiled && !program.slides() && !program.order.is_empty()
}

/// Solves a program, if it is one that is compiled and nothing is unsound; else nothing.
pub(super) fn run(program: &Program, start: &[i64], meter: &mut Meter) -> Result<Option<Found>, Stop> {
    if !pays(program, meter.limits()) {
        return Ok(None);
    }
    let Some(machine) = machine(&[&Writer::mark(program).code(), &Writer::value(program).code()]) else {
        return Ok(None);
    };
    Run { program, machine }.solve(start, meter)
}

/// Compiled functions, as their writer has written them: what loops share is held before them already.
fn machine(codes: &[&Code]) -> Option<Machine> {
    Machine::within(codes, bouton_jit::Limits { rewrite: false, ..Default::default() }).ok()
}

struct Run<'a> {
    program: &'a Program<'a>,
    machine: Machine,
}

/// Values, as wide as they are stored.
enum Cells {
    Wide(Vec<i64>),
    Narrow(Vec<i32>),
}

impl Run<'_> {
    fn solve(&self, start: &[i64], meter: &mut Meter) -> Result<Option<Found>, Stop> {
        let program = self.program;
        let (Ok(size), Ok(first)) = (usize::try_from(program.size), usize::try_from(program.number_form().at(start)))
        else {
            return Ok(None);
        };
        let mut marks = vec![0_u64; size.div_ceil(64)];
        marks[first / 64] |= 1 << (first % 64);
        meter.phase("marking", Some(program.size));
        let Some(finished) = self.pass(0, &mut marks, &mut Cells::Wide(Vec::new()), meter)? else { return Ok(None) };
        let reached: u64 = marks.iter().map(|word| u64::from(word.count_ones())).sum();
        if let Some(limit) = meter.limits().positions.filter(|limit| *limit < reached) {
            return Err(Stop::Positions { limit });
        }
        meter.phase("going backwards", Some(program.size));
        let mut cells = match narrow(program) {
            true => Cells::Narrow(vec![Form::UNKNOWN; size]),
            false => Cells::Wide(vec![Form::UNKNOWN; size]),
        };
        if self.pass(1, &mut marks, &mut cells, meter)?.is_none() {
            return Ok(None);
        }
        let codes = match cells {
            Cells::Wide(cells) => Codes::of_leads(cells),
            Cells::Narrow(cells) if is_outcome(program.recurrence) => Codes::of_outcomes(cells),
            Cells::Narrow(cells) => Codes::of_short_leads(cells),
        };
        meter.compile();
        Ok(Some(Found { codes, reached, finished }))
    }

    /// One pass over all positions, in slices of the outermost variable; what the function counted, or nothing where it asked.
    fn pass(&self, pass: usize, marks: &mut [u64], cells: &mut Cells, meter: &mut Meter) -> Result<Option<u64>, Stop> {
        let outer = self.program.order[0];
        let variable = &self.program.recurrence.variables[outer.variable];
        let count = variable.hi - variable.lo + 1;
        let inner = i64::try_from(self.program.size).unwrap_or(i64::MAX) / count.max(1);
        let slice = (AT_ONCE / inner.max(1)).max(1);
        let (mut from, mut found) = (0, 0);
        while from < count {
            let to = count.min(from + slice);
            match self.call(pass, (from, to), marks, cells, meter) {
                Some(Reply::Gives(more)) => found += u64::try_from(more).unwrap_or(0),
                _ => {
                    meter.steps(0)?;
                    return Ok(None);
                }
            }
            meter.steps(usize::try_from((to - from) * inner).unwrap_or(0))?;
            from = to;
        }
        Ok(Some(found))
    }

    fn call(
        &self,
        pass: usize,
        (from, to): (i64, i64),
        marks: &mut [u64],
        cells: &mut Cells,
        meter: &Meter,
    ) -> Option<Reply> {
        let mut args = vec![Arg::Flag(&meter.limits().cancel), Arg::Word(from), Arg::Word(to)];
        if pass == 0 {
            args.push(Arg::U64Mut(marks));
        } else {
            args.push(Arg::U64(marks));
            args.push(match cells {
                Cells::Wide(cells) => Arg::I64Mut(cells),
                Cells::Narrow(cells) => Arg::I32Mut(cells),
            });
        }
        args.extend(sums(self.program));
        args.extend(lists(self.program).map(Arg::I64));
        self.machine.call(pass, &mut args).ok()
    }
}

/// Whether values surely fit 32 bits: outcomes do, and leads where own totals do.
fn narrow(program: &Program) -> bool {
    let recurrence = program.recurrence;
    let lead = by_gains(recurrence, &program.order).saturating_add(at_the_end(recurrence));
    let points = recurrence.remaining.as_ref();
    let remaining = points.map_or(0, |points| points.most(&recurrence.bounds(), &recurrence.rows));
    // A player's own total is half of what lead and points remaining come to.
    is_outcome(recurrence) || lead.max(remaining) < 1 << 31
}

/// The sums that a pass is given.
fn sums<'p>(program: &'p Program) -> impl Iterator<Item = Arg<'p>> {
    program.recurrence.rows.iter().map(|row| Arg::I64(&row.sums))
}
