//! Running a program: forwards to mark the positions that can be reached, backwards to value them.

use super::program::{Cut, Program, Ready, Still, is_outcome};
use super::windows::Queue;
use crate::error::Stop;
use crate::limits::Meter;
use crate::recurrence::{Direction, Row};
use crate::store::{Cell, Codes};

/// What a run found.
pub(super) struct Found {
    /// A cell for each number.
    pub(super) codes: Codes,
    pub(super) reached: u64,
    pub(super) finished: u64,
}

/// Marks what can be reached from `start`, then values it.
pub(super) fn run(program: &Program, start: &[i64], meter: &mut Meter) -> Result<Found, Stop> {
    meter.phase("marking", None);
    let first: i64 = start
        .iter()
        .zip(&program.recurrence.variables)
        .zip(&program.strides)
        .map(|((at, v), stride)| (at - v.lo) * stride)
        .sum();
    let size = place(program.size.cast_signed());
    let mut marking = Marking {
        program,
        marks: Marks(vec![0; size.div_ceil(64)]),
        lines: lines(program),
        reached: 0,
        finished: 0,
        meter,
    };
    marking.reach(first)?;
    walk(program, true, &mut marking)?;
    let Marking { marks, reached, finished, meter, .. } = marking;
    meter.phase("going backwards", Some(reached));
    let codes = if is_outcome(program.recurrence) {
        Codes::of_outcomes(value(program, &marks, meter)?)
    } else {
        Codes::of_leads(value(program, &marks, meter)?)
    };
    Ok(Found { codes, reached, finished })
}

/// Something at a position that closed forms do not tell: the rules themselves must say what is wrong.
fn unsound(what: &str) -> Stop {
    Stop::Unfit { method: "recurrence", reason: what.to_owned() }
}

/// A place in a table; beyond any table if it is none.
fn place(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A pass over the positions that are wanted.
trait Pass {
    fn wanted(&self, number: usize) -> bool;
    /// Looks at a position: its variables (with room for choices), its number, every form there.
    fn visit(&mut self, values: &mut Vec<i64>, number: usize, forms: &[i64]) -> Result<(), Stop>;
}

/// Walks the box of positions, towards where moves lead or back.
fn walk(program: &Program, forwards: bool, pass: &mut impl Pass) -> Result<(), Stop> {
    let mut values: Vec<i64> = program.recurrence.variables.iter().map(|variable| variable.lo).collect();
    loops(program, forwards, &program.order, 0, &mut values, pass)
}

fn loops(
    program: &Program,
    forwards: bool,
    order: &[Direction],
    number: i64,
    values: &mut Vec<i64>,
    pass: &mut impl Pass,
) -> Result<(), Stop> {
    let Some((outer, inner)) = order.split_first() else { return row(program, None, number, values, pass) };
    if inner.is_empty() {
        return row(program, Some((outer.variable, outer.up == forwards)), number, values, pass);
    }
    let variable = &program.recurrence.variables[outer.variable];
    for step in 0..=variable.hi - variable.lo {
        let at = if outer.up == forwards { step } else { variable.hi - variable.lo - step };
        values[outer.variable] = variable.lo + at;
        loops(program, forwards, inner, number + at * program.strides[outer.variable], values, pass)?;
    }
    Ok(())
}

/// The innermost loop. Forms change by the same amount at each step, so they are worked out in full once a row.
fn row(
    program: &Program,
    along: Option<(usize, bool)>,
    number: i64,
    values: &mut Vec<i64>,
    pass: &mut impl Pass,
) -> Result<(), Stop> {
    let (variable, rising) = along.unwrap_or((0, true));
    let (lo, count, stride) = match along {
        Some(_) => {
            let known = &program.recurrence.variables[variable];
            (known.lo, known.hi - known.lo, program.strides[variable])
        }
        None => (0, 0, 0),
    };
    let (mut first, mut changes, mut forms) = (Vec::new(), Vec::new(), vec![0; program.forms.len()]);
    for step in 0..=count {
        let at = if rising { step } else { count - step };
        let here = place(number + at * stride);
        if !pass.wanted(here) {
            continue;
        }
        if first.is_empty() && along.is_some() {
            values[variable] = lo;
            first = program.forms.iter().map(|form| form.at(values)).collect();
            changes = program.forms.iter().map(|form| form.coefficient(variable)).collect();
        }
        if along.is_some() {
            values[variable] = lo + at;
        }
        for ((form, first), change) in forms.iter_mut().zip(&first).zip(&changes) {
            *form = first + at * change;
        }
        pass.visit(values, here, &forms)?;
    }
    Ok(())
}

/// One bit a number.
struct Marks(Vec<u64>);

impl Marks {
    fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }
}

/// The forward pass.
struct Marking<'a, 'm> {
    program: &'a Program<'a>,
    marks: Marks,
    /// For each window and line, the farthest place marked.
    lines: Vec<Vec<i64>>,
    reached: u64,
    finished: u64,
    meter: &'a mut Meter<'m>,
}

fn lines(program: &Program) -> Vec<Vec<i64>> {
    let count = |cut: &Cut| cut.window.as_ref().map_or(0, |window| window.count());
    program.cuts.iter().map(|cut| vec![i64::MIN; count(cut)]).collect()
}

impl Pass for Marking<'_, '_> {
    fn wanted(&self, number: usize) -> bool {
        self.marks.has(number)
    }

    fn visit(&mut self, values: &mut Vec<i64>, _: usize, forms: &[i64]) -> Result<(), Stop> {
        self.meter.step()?;
        let program = self.program;
        if forms[program.needs.clone()].iter().any(|need| *need < 0) {
            return Err(unsound("something that must hold does not hold everywhere"));
        }
        if holds(&program.ends, forms).is_some() {
            return self.finish(forms);
        }
        let mut stuck = true;
        for (which, cut) in program.cuts.iter().enumerate() {
            cut.each(values, forms, &mut |forms| {
                let Some(span) = cut.span(forms) else { return Ok(()) };
                stuck &= !self.follow(which, cut, forms, span)?;
                Ok(())
            })?;
        }
        match (stuck, holds(&program.stuck, forms)) {
            (false, _) => Ok(()),
            (true, Some(_)) => self.finish(forms),
            (true, None) => Err(unsound("a position where nobody can move and no rule says what that means")),
        }
    }
}

impl Marking<'_, '_> {
    fn reach(&mut self, number: i64) -> Result<(), Stop> {
        let number = place(number);
        let Some(word) = self.marks.0.get_mut(number / 64) else { return Err(unsound("a move leaves its bounds")) };
        let bit = 1 << (number % 64);
        if *word & bit == 0 {
            *word |= bit;
            self.reached += 1;
            self.meter.position(|| 0)?;
        }
        Ok(())
    }

    /// Marks where a span of choices leads; whether there was any.
    fn follow(&mut self, which: usize, cut: &Cut, forms: &[i64], span: (i64, i64)) -> Result<bool, Stop> {
        if !cut.sound(forms, span) {
            return Err(unsound("a move that the rules themselves must judge"));
        }
        let to = |choice: i64| forms[cut.target] + cut.step * choice;
        if let Some(window) = &cut.window {
            let (line, near, far) = window.places(forms, span);
            let seen = &mut self.lines[which][line];
            let first = near.max(seen.saturating_add(1));
            *seen = far.max(*seen);
            for place in first..=far {
                self.reach(to(window.choice(forms, place)))?;
            }
            return Ok(true);
        }
        match &cut.among {
            None => (span.0..=span.1).try_for_each(|choice| self.reach(to(choice))).map(|()| true),
            Some(among) => {
                let mut any = false;
                for choice in within(among, span) {
                    self.reach(to(*choice))?;
                    any = true;
                }
                Ok(any)
            }
        }
    }

    fn finish(&mut self, forms: &[i64]) -> Result<(), Stop> {
        self.finished += 1;
        let program = self.program;
        let Some((form, sums)) = &program.remaining else { return Ok(()) };
        let left = forms[*form]
            + fixed(sums, forms, &program.recurrence.rows).ok_or_else(|| unsound("a sum outside its list"))?;
        if left == 0 { Ok(()) } else { Err(unsound("the game is over and points remain")) }
    }
}

/// The numbers of a rising list that lie in a span.
fn within(among: &[i64], (lo, hi): (i64, i64)) -> &[i64] {
    let first = among.partition_point(|number| *number < lo);
    let end = among.partition_point(|number| *number <= hi);
    &among[first..end.max(first)]
}

/// Sums that no choice moves.
fn fixed(sums: &[Still], forms: &[i64], rows: &[Row]) -> Option<i64> {
    sums.iter().try_fold(0, |total, sum| Some(total + sum.times * rows[sum.row].sums.get(place(forms[sum.form]))?))
}

/// The code of the first end that holds.
fn holds(ends: &[Ready], forms: &[i64]) -> Option<i64> {
    ends.iter().find(|end| forms[end.when.clone()].iter().all(|form| *form >= 0)).map(|end| end.code)
}

/// The backward pass.
struct Valuing<'a, 'm, C> {
    program: &'a Program<'a>,
    marks: &'a Marks,
    cells: Vec<C>,
    queues: Vec<Vec<Queue>>,
    meter: &'a mut Meter<'m>,
}

fn value<C: Cell>(program: &Program, marks: &Marks, meter: &mut Meter) -> Result<Vec<C>, Stop> {
    let queues = program.cuts.iter().map(|cut| cut.window.as_ref().map_or_else(Vec::new, |window| window.queues()));
    let cells = vec![C::UNKNOWN; place(program.size.cast_signed())];
    let mut valuing = Valuing { program, marks, cells, queues: queues.collect(), meter };
    walk(program, false, &mut valuing)?;
    Ok(valuing.cells)
}

impl<C: Cell> Pass for Valuing<'_, '_, C> {
    fn wanted(&self, number: usize) -> bool {
        self.marks.has(number)
    }

    fn visit(&mut self, values: &mut Vec<i64>, number: usize, forms: &[i64]) -> Result<(), Stop> {
        self.meter.step()?;
        let code = match holds(&self.program.ends, forms) {
            Some(code) => code,
            None => self.best(values, forms)?,
        };
        self.cells[number] = C::of(code);
        Ok(())
    }
}

impl<C: Cell> Valuing<'_, '_, C> {
    fn best(&mut self, values: &mut Vec<i64>, forms: &[i64]) -> Result<i64, Stop> {
        let program = self.program;
        let mut best = None;
        for (which, cut) in program.cuts.iter().enumerate() {
            cut.each(values, forms, &mut |forms| {
                if let Some(span) = cut.span(forms)
                    && let Some(key) = self.greatest(which, cut, forms, span)
                {
                    let gain = fixed(&cut.still, forms, &program.recurrence.rows);
                    let gain = gain.ok_or_else(|| unsound("a sum outside its list"))? + forms[cut.gain];
                    best = best.max(Some(C::after(key, gain)));
                }
                Ok::<(), Stop>(())
            })?;
        }
        let found = best.or_else(|| holds(&program.stuck, forms));
        found.ok_or_else(|| unsound("a position where nobody can move"))
    }

    /// The best of a span: what follows, and the part of the gain that the choice moves.
    fn greatest(&mut self, which: usize, cut: &Cut, forms: &[i64], span: (i64, i64)) -> Option<i64> {
        let rows = &self.program.recurrence.rows;
        let Some(window) = &cut.window else { return plain(cut, forms, span, &self.cells, rows) };
        let (line, near, far) = window.places(forms, span);
        let (cells, shift) = (&self.cells, window.shift(forms, cut.gain_step));
        let key = |place: i64| key(cut, forms, window.choice(forms, place), cells, rows) + shift;
        Some(window.greatest(&mut self.queues[which][line], near, far, key) - shift)
    }
}

/// What one choice is worth, but for the part of the gain that all choices share.
fn key<C: Cell>(cut: &Cut, forms: &[i64], choice: i64, cells: &[C], rows: &[Row]) -> i64 {
    let next = cells[place(forms[cut.target] + cut.step * choice)].code();
    let moving = cut
        .moving
        .iter()
        .map(|sum| sum.still.times * rows[sum.still.row].sums[place(forms[sum.still.form] + sum.step * choice)]);
    let gain = moving.sum::<i64>() + cut.gain_step * choice;
    gain + if cut.piece.passes { -next } else { next }
}

/// The greatest key of a span, one by one.
fn plain<C: Cell>(cut: &Cut, forms: &[i64], span: (i64, i64), cells: &[C], rows: &[Row]) -> Option<i64> {
    if let Some(among) = &cut.among {
        return within(among, span).iter().map(|choice| key(cut, forms, *choice, cells, rows)).max();
    }
    let count = place(span.1 - span.0 + 1);
    let next = strided(cells, forms[cut.target] + cut.step * span.0, cut.step, count);
    let sign = if cut.piece.passes { -1 } else { 1 };
    match cut.moving.as_slice() {
        [] if cut.gain_step == 0 => next.map(|next| sign * next.code()).max(),
        [sum] if cut.gain_step == 0 => {
            let (from, times) = (forms[sum.still.form] + sum.step * span.0, sum.still.times);
            let sums = strided(&rows[sum.still.row].sums, from, sum.step, count);
            next.zip(sums).map(|(next, sum)| times * sum + sign * next.code()).max()
        }
        _ => (span.0..=span.1).map(|choice| key(cut, forms, choice, cells, rows)).max(),
    }
}

/// `count` entries, `step` apart, from a place on.
fn strided<T: Copy>(all: &[T], from: i64, step: i64, count: usize) -> impl Iterator<Item = T> + '_ {
    (0..count).scan(from, move |at, _| {
        let entry = all[place(*at)];
        *at += step;
        Some(entry)
    })
}
