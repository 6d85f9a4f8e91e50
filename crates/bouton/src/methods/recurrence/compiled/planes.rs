//! A few planes of the table at a time: positions that agree in the outermost variable are valued together, and only as many such planes
//! are kept as moves lead ahead. Nothing is marked: every position that satisfies what holds everywhere is valued, and a move to
//! anything else asks.
//!
//! Where the points that remain fall by what each move gives its mover, gains need not be added up: a position's own total is what
//! remains, less the least total that its moves leave the other (*totals*). Its lead is twice that, less what remains.

use super::super::program::{Cut, Program, is_outcome, largest};
use super::rows::alike;
use super::skew::{Skew, leaves_row, side_by_side};
use super::window::Window;
use super::{Writer, lists, sums};
use crate::error::Stop;
use crate::limits::{Limits, Meter};
use crate::recurrence::{Bounds, Linear, Recurrence};
use crate::show::Count;
use bouton_jit::{Arg, Machine, Reply};

/// A program to be run plane by plane, from a position on.
pub(in super::super) struct Planes<'a> {
    pub(super) program: &'a Program<'a>,
    /// By variable: where the loops over it go.
    pub(super) spans: Vec<Span>,
    /// What holds everywhere and no loop's span tells.
    pub(super) loose: Vec<Linear>,
    /// By cut: what must hold where it leads, as forms without the last choice, and how often to add that.
    pub(super) into: Vec<Vec<(Linear, i64)>>,
    /// Whether a position's own total is kept, in place of its lead.
    pub(super) totals: bool,
    /// Whether every value fits 32 bits: half the memory to wait for.
    pub(super) narrow: bool,
    /// Whether so do all sums, and no position of a row hangs on another: several are worked out at once.
    pub(super) lanes: bool,
    /// How its variables tell a position, if not as the game's own do.
    skew: Option<&'a Skew>,
    /// How many planes ahead a move may lead.
    pub(super) ahead: i64,
    /// Numbers of a plane, and how many planes there are.
    pub(super) plane: i64,
    pub(super) planes: i64,
    positions: u64,
}

/// Bounds of a variable, told by those of the loops around it.
#[derive(Default)]
pub(super) struct Span {
    pub(super) lo: Vec<Linear>,
    pub(super) hi: Vec<Linear>,
}

/// Positions are counted beforehand if so many steps tell.
const COUNTED: u64 = 1 << 20;

impl<'a> Planes<'a> {
    /// Planes of a program for what can come after a position, if they take far less than the table; or nothing. With variables told
    /// otherwise, nothing too where that is of no use.
    pub(in super::super) fn of(
        program: &'a Program<'a>,
        skew: Option<&'a Skew>,
        start: &[i64],
        limits: &Limits,
    ) -> Option<Planes<'a>> {
        let recurrence = program.recurrence;
        let start = &own(skew, start);
        let outer = program.order.first().filter(|_| super::pays(program, limits) && program.order.len() > 1)?;
        let variables = recurrence.bounds();
        let mut ahead = 0;
        for cut in &program.cuts {
            ahead = ahead.max(steps_ahead(cut, outer.variable, outer.up, &variables)?);
        }
        let (lo, hi) = variables[outer.variable];
        let planes = if outer.up { hi - start[outer.variable] } else { start[outer.variable] - lo } + 1;
        let plane = i64::try_from(program.size).ok()? / (hi - lo + 1);
        let (spans, loose) = spans(program)?;
        let into = program.cuts.iter().map(|cut| into(recurrence, cut, &variables)).collect::<Option<_>>()?;
        let (totals, narrow) = (totals(recurrence, program), super::narrow(program));
        let (lanes, positions) = (false, 0);
        let mut found =
            Planes { program, spans, loose, into, totals, narrow, lanes, skew, ahead, plane, planes, positions };
        let rows = leaves_row(program) && side_by_side(program);
        found.lanes = narrow && !is_outcome(recurrence) && small(recurrence) && rows;
        found.lanes &= alike(&found).is_some();
        found.positions = found.count(start);
        (planes > found.kept() + 2 && (found.lanes || skew.is_none())).then_some(found)
    }

    /// Planes that are kept: as many more than moves need as make room for moving them seldom.
    pub(super) fn kept(&self) -> i64 {
        self.ahead.saturating_mul(2).saturating_add(2)
    }

    /// Cells in memory.
    pub(super) fn cells(&self) -> usize {
        usize::try_from(self.kept().saturating_mul(self.plane)).unwrap_or(usize::MAX)
    }

    /// Bytes in memory.
    pub(in super::super) fn bytes(&self) -> u64 {
        (self.cells() as u64).saturating_mul(if self.narrow { 4 } else { 8 })
    }

    /// How many positions are valued, at most.
    pub(in super::super) fn positions(&self) -> u64 {
        self.positions
    }

    /// The program that they run.
    pub(in super::super) fn program(&self) -> &Program<'a> {
        self.program
    }

    /// What EXPLAIN says of them.
    pub(in super::super) fn steps(&self) -> Vec<(&'static str, String)> {
        let name = &self.program.recurrence.variables[self.program.order[0].variable].name;
        let known =
            format!("of the {} planes of `{name}`, {} are in memory", Count(self.planes.unsigned_abs()), self.kept());
        let mut steps = vec![("keep a few planes", known)];
        steps.extend(self.skew.map(|skew| ("tell positions", skew.words(self.program))));
        if self.totals {
            let words = "what remains, less the least own total that a move leaves: no gain is added up";
            steps.push(("count own totals", words.to_owned()));
        }
        steps
    }

    /// The codes of some positions, all within as many planes as moves lead ahead of the start; nothing where the code asked.
    pub(in super::super) fn solve(
        &self,
        wanted: &[Vec<i64>],
        meter: &mut Meter,
    ) -> Result<Option<(Vec<i64>, u64)>, Stop> {
        let Some(machine) = super::machine(&[&Writer::planes(self).code()]) else { return Ok(None) };
        meter.memory(self.bytes())?;
        meter.phase("going backwards", Some(self.positions));
        let found = if self.narrow {
            self.run::<i32>(&machine, wanted, meter)?
        } else {
            self.run::<i64>(&machine, wanted, meter)?
        };
        if found.is_some() {
            meter.compile();
        }
        Ok(found)
    }

    fn run<C: Lent>(
        &self,
        machine: &Machine,
        wanted: &[Vec<i64>],
        meter: &mut Meter,
    ) -> Result<Option<(Vec<i64>, u64)>, Stop> {
        let mut cells = vec![C::default(); self.cells()];
        let Some(small) = self.small_sums() else { return Ok(None) };
        let mut window = Window::new(self);
        let (mut step, mut positions) = (0, 0);
        while step < self.planes {
            let to = self.planes.min(step + window.room());
            let mut args = vec![Arg::Flag(&meter.limits().cancel), Arg::Word(step), Arg::Word(to)];
            args.push(Arg::Word(window.away()));
            args.push(C::lent(&mut cells));
            if self.lanes {
                args.extend(small.iter().map(|sums| Arg::I32(sums)));
            } else {
                args.extend(sums(self.program));
            }
            args.extend(lists(self.program).map(Arg::I64));
            let Ok(Reply::Gives(more)) = machine.call(0, &mut args) else {
                meter.steps(0)?;
                return Ok(None);
            };
            let more = u64::try_from(more).unwrap_or(0);
            positions += more;
            meter.steps(usize::try_from(more).unwrap_or(0))?;
            step = to;
            window.filled(to, &mut cells);
        }
        let code = |at: &Vec<i64>| {
            let at = &own(self.skew, at);
            let place = usize::try_from(self.program.number_form().at(at) + window.away()).ok()?;
            let kept = cells.get(place)?.wide();
            let recurrence = self.program.recurrence;
            match &recurrence.remaining {
                Some(remaining) if self.totals => Some(2 * kept - remaining.at(at, &recurrence.rows)),
                _ => Some(kept),
            }
        };
        Ok(wanted.iter().map(code).collect::<Option<_>>().map(|codes| (codes, positions)))
    }

    /// The sums in 32 bits, if that is how they are lent.
    fn small_sums(&self) -> Option<Vec<Vec<i32>>> {
        let rows = self.program.recurrence.rows.iter().filter(|_| self.lanes);
        rows.map(|row| row.sums.iter().map(|sum| i32::try_from(*sum).ok()).collect()).collect()
    }

    /// How many positions the loops come to.
    fn count(&self, start: &[i64]) -> u64 {
        let outer = self.program.order[0];
        let bounds = self.program.recurrence.bounds();
        let inner = self.program.order.last().map_or((0, 0), |inner| bounds[inner.variable]);
        let most = self.planes.unsigned_abs().saturating_mul(self.plane.unsigned_abs());
        if most / inner.1.abs_diff(inner.0).saturating_add(1) > COUNTED {
            return most;
        }
        let mut values: Vec<i64> = bounds.iter().map(|bounds| bounds.0).collect();
        let (lo, hi) = bounds[outer.variable];
        let (from, to) = if outer.up { (start[outer.variable], hi) } else { (lo, start[outer.variable]) };
        (from..=to)
            .map(|at| {
                values[outer.variable] = at;
                self.count_inside(1, &bounds, &mut values)
            })
            .sum()
    }

    fn count_inside(&self, depth: usize, bounds: &[Bounds], values: &mut [i64]) -> u64 {
        let Some(direction) = self.program.order.get(depth) else { return 1 };
        let span = &self.spans[direction.variable];
        let (lo, hi) = bounds[direction.variable];
        let lo = span.lo.iter().map(|form| form.at(values)).fold(lo, i64::max);
        let hi = span.hi.iter().map(|form| form.at(values)).fold(hi, i64::min);
        // Where no loop inside hangs on this one, it comes to as many each time.
        let inside = &self.program.order[depth + 1..];
        if !inside.iter().any(|inner| self.spans[inner.variable].speaks_of(direction.variable)) {
            let width = u64::try_from(hi.saturating_sub(lo).saturating_add(1)).unwrap_or(0);
            return if width == 0 { 0 } else { width.saturating_mul(self.count_inside(depth + 1, bounds, values)) };
        }
        (lo..=hi)
            .map(|at| {
                values[direction.variable] = at;
                self.count_inside(depth + 1, bounds, values)
            })
            .sum()
    }
}

impl Span {
    fn speaks_of(&self, variable: usize) -> bool {
        self.lo.iter().chain(&self.hi).any(|form| form.coefficient(variable) != 0)
    }
}

/// The variables of a position as the planes tell it.
fn own(skew: Option<&Skew>, position: &[i64]) -> Vec<i64> {
    skew.map_or_else(|| position.to_vec(), |skew| skew.at(position))
}

/// Cells that code can be lent.
trait Lent: Copy + Default {
    fn lent(cells: &mut [Self]) -> Arg<'_>;
    fn wide(self) -> i64;
}

impl Lent for i32 {
    fn lent(cells: &mut [i32]) -> Arg<'_> {
        Arg::I32Mut(cells)
    }

    fn wide(self) -> i64 {
        self.into()
    }
}

impl Lent for i64 {
    fn lent(cells: &mut [i64]) -> Arg<'_> {
        Arg::I64Mut(cells)
    }

    fn wide(self) -> i64 {
        self
    }
}

/// How many planes ahead a cut leads, at most; nothing if it may lead back.
fn steps_ahead(cut: &Cut, variable: usize, up: bool, variables: &[Bounds]) -> Option<i64> {
    let change = cut.piece.next[variable].minus(&Linear::symbol(variable))?;
    let change = if up { change } else { change.times(-1)? };
    let (least, most) = change.range(&cut.bounds(variables));
    if least < 0 { None } else { i64::try_from(most).ok() }
}

/// Where each loop goes, as far as what holds everywhere tells; and what is left of that.
fn spans(program: &Program) -> Option<(Vec<Span>, Vec<Linear>)> {
    let recurrence = program.recurrence;
    let (variables, mut loose) = (recurrence.bounds(), Vec::new());
    let mut spans: Vec<Span> = variables.iter().map(|_| Span::default()).collect();
    for need in &recurrence.needs {
        let mut rest = need.clone();
        let mut told = need.terms.is_empty();
        // From the innermost loop outwards: what is inside of a loop is as large as it can be.
        for direction in program.order.iter().rev() {
            let (symbol, times) = (direction.variable, need.coefficient(direction.variable));
            rest = rest.without(symbol);
            let innermost = rest.terms.len() + 1 == need.terms.len();
            match times {
                0 => continue,
                1 => spans[symbol].lo.push(rest.times(-1)?),
                -1 => spans[symbol].hi.push(rest.clone()),
                _ => {}
            }
            told |= innermost && times.abs() == 1;
            let ends = [variables[symbol].0.checked_mul(times)?, variables[symbol].1.checked_mul(times)?];
            rest = rest.plus(&Linear::number(ends[0].max(ends[1])), 1)?;
        }
        if !told || need.terms.is_empty() {
            loose.push(need.clone());
        }
    }
    Some((spans, loose))
}

/// What must hold where a cut leads, and is not plain from its holding before.
fn into(recurrence: &Recurrence, cut: &Cut, variables: &[Bounds]) -> Option<Vec<(Linear, i64)>> {
    let mut found = Vec::new();
    for need in &recurrence.needs {
        let start = Linear::number(need.constant);
        let there =
            need.terms.iter().try_fold(start, |sum, (symbol, times)| sum.plus(&cut.piece.next[*symbol], *times));
        let there = there?;
        let no_worse = there.minus(need)?.range(&cut.bounds(variables)).0 >= 0;
        if !no_worse {
            let symbol = cut.piece.inner.symbol;
            found.push((there.without(symbol), there.coefficient(symbol)));
        }
    }
    Some(found)
}

/// Whether all sums fit 32 bits.
fn small(recurrence: &Recurrence) -> bool {
    recurrence.rows.iter().all(|row| row.most() <= i32::MAX.into())
}

/// Whether what remains falls by what each move gains its mover, and nothing else is ever handed out.
fn totals(recurrence: &Recurrence, program: &Program) -> bool {
    let gives = recurrence.moves.iter().all(|mv| mv.passes && mv.gain == mv.given);
    let nothing = program.ends.iter().chain(&program.stuck).all(|end| end.code == 0);
    let small = recurrence.remaining.as_ref().is_some_and(|remaining| {
        let most = remaining.most(&recurrence.bounds(), &recurrence.rows);
        most.saturating_add(largest(recurrence, &program.order)) < 1 << 61
    });
    !is_outcome(recurrence) && gives && nothing && small
}
