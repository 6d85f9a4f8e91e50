//! A program as machine code: the loops over the box, and at each position every choice, all in one function a pass. Rust keeps the
//! outermost loop, and so the clock, the limits and cancelling.
//!
//! It stands beside `table`, which judges it, and knows less: where something is unsound it asks, and `table` says what is wrong.

use super::program::{Cut, Program, Ready, is_outcome};
use super::table::Found;
use crate::error::Stop;
use crate::limits::{Limits, Meter};
use crate::recurrence::{Choice, Direction, Linear};
use crate::store::{Codes, NO_LEAD, NO_OUTCOME};
use bouton_jit::{Arg, Buffer, Elem, Label, Local, Machine, Maker, Reply, Value};

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
    let Ok(machine) =
        Machine::new(&[&Writer::new(program, Pass::Mark).code(), &Writer::new(program, Pass::Value).code()])
    else {
        return Ok(None);
    };
    Run { program, machine }.solve(start, meter)
}

struct Run<'a> {
    program: &'a Program<'a>,
    machine: Machine,
}

/// Values, as wide as they are stored.
enum Cells {
    Leads(Vec<i64>),
    Outcomes(Vec<i32>),
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
        let Some(finished) = self.pass(0, &mut marks, &mut Cells::Leads(Vec::new()), meter)? else { return Ok(None) };
        let reached: u64 = marks.iter().map(|word| u64::from(word.count_ones())).sum();
        if let Some(limit) = meter.limits().positions.filter(|limit| *limit < reached) {
            return Err(Stop::Positions { limit });
        }
        meter.phase("going backwards", Some(program.size));
        let mut cells = match is_outcome(program.recurrence) {
            true => Cells::Outcomes(vec![NO_OUTCOME; size]),
            false => Cells::Leads(vec![NO_LEAD; size]),
        };
        if self.pass(1, &mut marks, &mut cells, meter)?.is_none() {
            return Ok(None);
        }
        let codes = match cells {
            Cells::Leads(cells) => Codes::of_leads(cells),
            Cells::Outcomes(cells) => Codes::of_outcomes(cells),
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
                Cells::Leads(cells) => Arg::I64Mut(cells),
                Cells::Outcomes(cells) => Arg::I32Mut(cells),
            });
        }
        args.extend(self.program.recurrence.rows.iter().map(|row| Arg::I64(&row.sums)));
        args.extend(lists(self.program).map(Arg::I64));
        self.machine.call(pass, &mut args).ok()
    }
}

/// Every list that something is chosen from, in the order that code is given them.
fn lists<'p>(program: &'p Program) -> impl Iterator<Item = &'p [i64]> {
    program.cuts.iter().flat_map(|cut| {
        let outer = cut.piece.outer.iter().filter_map(|choice| choice.among.as_deref());
        outer.chain(cut.among.as_deref()).map(Vec::as_slice)
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Marks what can be reached, and counts what is finished.
    Mark,
    /// Values what is marked.
    Value,
}

/// Writes one pass.
struct Writer<'a> {
    program: &'a Program<'a>,
    pass: Pass,
    marks: Buffer,
    /// Where values are, in the pass that makes them.
    cells: Option<Buffer>,
    rows: Vec<Buffer>,
    lists: Vec<Buffer>,
    /// The variables, and after them the choices made.
    symbols: Vec<Local>,
    finished: Local,
    /// Of a position: the best so far, or whether there was a move.
    best: Local,
    cancel: Value,
    bounds: (Local, Local),
    make: Maker,
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program<'a>, pass: Pass) -> Writer<'a> {
        let mut make = Maker::new(if pass == Pass::Mark { "mark" } else { "value" });
        let cancel = Value::Flag(make.flag());
        let bounds = (make.word("from"), make.word("to"));
        let size = usize::try_from(program.size).unwrap_or(usize::MAX);
        let marks = make.buffer("marks", Elem::U64, size.div_ceil(64), pass == Pass::Mark);
        let elem = if is_outcome(program.recurrence) { Elem::I32 } else { Elem::I64 };
        let cells = (pass == Pass::Value).then(|| make.buffer("cells", elem, size, true));
        let row = |make: &mut Maker, sums: &[i64]| make.buffer("sums", Elem::I64, sums.len(), false);
        let rows = program.recurrence.rows.iter().map(|known| row(&mut make, &known.sums)).collect();
        let lists = lists(program).map(|list| make.buffer("list", Elem::I64, list.len(), false)).collect();
        let symbols = program.recurrence.variables.iter().map(|variable| make.local(&variable.name)).collect();
        let (finished, best) = (make.local("finished"), make.local("best"));
        Writer { program, pass, marks, cells, rows, lists, symbols, finished, best, cancel, bounds, make }
    }

    fn code(mut self) -> bouton_jit::Code {
        let order = self.program.order.clone();
        self.loops(&order, true);
        self.make.give(self.finished);
        self.make.done()
    }

    /// One loop a variable; the outermost from step to step of the slice.
    fn loops(&mut self, order: &[Direction], outermost: bool) {
        let Some((outer, inner)) = order.split_first() else { return self.position() };
        let variable = &self.program.recurrence.variables[outer.variable];
        let (lo, hi) = (variable.lo, variable.hi);
        let forwards = outer.up == (self.pass == Pass::Mark);
        let (from, to) = if outermost {
            (Value::from(self.bounds.0), Value::from(self.bounds.1))
        } else {
            (Value::from(0), Value::from(hi - lo + 1))
        };
        let symbol = self.symbols[outer.variable];
        self.counted("step", from, to, |writer, step| {
            let at = if forwards { Value::from(lo).plus(step) } else { Value::from(hi).minus(step) };
            writer.make.set(symbol, at);
            if !inner.is_empty() {
                writer.make.ask_if(writer.cancel.clone());
            }
            writer.loops(inner, false);
        });
    }

    /// `count` of the maker, with the writer in hand.
    fn counted(&mut self, name: &str, from: Value, to: Value, body: impl FnOnce(&mut Self, Local)) {
        let to = self.make.hold("to", to);
        let at = self.make.local(name);
        self.make.set(at, from);
        let label = self.make.label();
        self.make.begin();
        self.make.when(Value::from(at).ge(to), |make| make.leave(label));
        body(self, at);
        self.make.set(at, Value::from(at).plus(1));
        let body = self.make.end();
        self.make.push(bouton_jit::Stmt::Loop(label, body));
    }

    /// Something that can be left.
    fn block(&mut self, body: impl FnOnce(&mut Self, Label)) {
        let label = self.make.label();
        self.make.begin();
        body(self, label);
        let body = self.make.end();
        self.make.push(bouton_jit::Stmt::Block(label, body));
    }

    /// A form, of the variables and the choices made so far.
    fn form(&self, form: &Linear) -> Value {
        let start = Value::from(form.at(&vec![0; self.symbols.len()]));
        (0..self.symbols.len()).fold(start, |sum, symbol| match form.coefficient(symbol) {
            0 => sum,
            times => sum.plus(Value::from(self.symbols[symbol]).times(times)),
        })
    }

    /// Whether none of these is negative: the sign of all of them together.
    fn none_negative(&self, forms: &[Linear]) -> Value {
        let all = forms.iter().map(|form| self.form(form)).reduce(Value::or);
        all.map_or(Value::from(true), |all| all.ge(0))
    }

    fn position(&mut self) {
        let program = self.program;
        let number = self.form(&program.number_form());
        let number = self.make.hold("number", number);
        let mark = Value::load(self.marks, number.clone().down(6)).down(number.clone().and(63)).and(1);
        self.block(|writer, done| {
            writer.make.when(mark.is_zero(), |make| make.leave(done));
            if writer.pass == Pass::Mark {
                let needs = writer.none_negative(&program.forms[program.needs.clone()]);
                writer.make.ask_if(needs.is_zero());
            }
            writer.ends(&program.ends, &number, done);
            let none = if writer.pass == Pass::Mark { 0 } else { i64::MIN };
            writer.make.set(writer.best, none);
            let mut list = 0;
            for cut in &program.cuts {
                writer.cut(cut, &mut list);
            }
            match writer.cells {
                None => {
                    let best = Value::from(writer.best);
                    writer.make.when(best, |make| make.leave(done));
                }
                Some(cells) => {
                    let best = Value::from(writer.best);
                    let stuck = best.clone().eq(i64::MIN);
                    writer.make.when(stuck.is_zero(), |make| {
                        make.store(cells, number.clone(), best);
                        make.leave(done);
                    });
                }
            }
            writer.ends(&program.stuck, &number, done);
            writer.make.ask();
        });
    }

    /// The first end that holds is noted, and the position is done.
    fn ends(&mut self, ends: &[Ready], number: &Value, done: Label) {
        for end in ends {
            let holds = self.none_negative(&self.program.forms[end.when.clone()]);
            self.make.begin();
            match self.cells {
                Some(cells) => self.make.store(cells, number.clone(), end.code),
                None => self.finish(),
            }
            self.make.leave(done);
            let then = self.make.end();
            self.make.push(bouton_jit::Stmt::If(holds, then, Vec::new()));
        }
    }

    fn finish(&mut self) {
        self.make.set(self.finished, Value::from(self.finished).plus(1));
        let Some((form, sums)) = &self.program.remaining else { return };
        let mut left = self.form(&self.program.forms[*form]);
        for sum in sums {
            let entry = Value::load(self.rows[sum.row], self.form(&self.program.forms[sum.form]));
            left = left.plus(entry.times(sum.times));
        }
        self.make.ask_if(left);
    }

    /// Every choice of a piece.
    fn cut(&mut self, cut: &Cut, list: &mut usize) {
        let depth = self.symbols.len();
        self.outer(cut, &cut.piece.outer, list);
        self.symbols.truncate(depth);
        *list += usize::from(cut.among.is_some());
    }

    fn outer(&mut self, cut: &Cut, choices: &[Choice], list: &mut usize) {
        let Some((choice, inner)) = choices.split_first() else { return self.inner(cut, *list) };
        let (lo, hi) = self.ends_of(&choice.lo, &choice.hi);
        let among = choice.among.is_some().then(|| {
            *list += 1;
            self.lists[*list - 1]
        });
        // The list's place is settled before the body is written, whatever the body counts on.
        self.each("outer", lo, hi, among, |writer, at| {
            writer.symbols.push(at);
            writer.outer(cut, inner, list);
        });
    }

    fn ends_of(&mut self, lo: &[Linear], hi: &[Linear]) -> (Value, Value) {
        let least = lo.iter().map(|form| self.form(form)).reduce(Value::max);
        let most = hi.iter().map(|form| self.form(form)).reduce(Value::min);
        (least.unwrap_or(Value::from(1)), most.unwrap_or(Value::from(0)))
    }

    /// Once for each number from `lo` to `hi`, or those of them in a list.
    fn each(&mut self, name: &str, lo: Value, hi: Value, among: Option<Buffer>, body: impl FnOnce(&mut Self, Local)) {
        let Some(among) = among else { return self.counted(name, lo, hi.plus(1), body) };
        let (lo, hi) = (self.make.hold("lo", lo), self.make.hold("hi", hi));
        let number = self.make.local(name);
        self.counted("nth", Value::from(0), Value::Length(among), |writer, nth| {
            writer.make.set(number, Value::load(among, nth));
            writer.block(|writer, skip| {
                let number_is = Value::from(number);
                let outside = number_is.clone().lt(lo).or(number_is.gt(hi));
                writer.make.when(outside, |make| make.leave(skip));
                body(writer, number);
            });
        });
    }

    /// The last choice: where each leads is marked, or the best of them is found.
    fn inner(&mut self, cut: &Cut, list: usize) {
        let among = cut.among.is_some().then(|| self.lists[list]);
        self.block(|writer, done| {
            let guards = writer.none_negative(&cut.forms[cut.guards.clone()]);
            writer.make.when(guards.is_zero(), |make| make.leave(done));
            let (lo, hi) = writer.ends_of(&cut.forms[cut.lo.clone()], &cut.forms[cut.hi.clone()]);
            let (lo, hi) = (writer.make.hold("lo", lo), writer.make.hold("hi", hi));
            writer.make.when(lo.clone().gt(hi.clone()), |make| make.leave(done));
            let target = writer.form(&cut.forms[cut.target]);
            let target = writer.make.hold("target", target);
            match writer.cells {
                None => writer.mark_all(cut, lo, hi, among, &target),
                Some(cells) => writer.best_of(cut, lo, hi, among, &target, cells),
            }
        });
    }

    fn mark_all(&mut self, cut: &Cut, lo: Value, hi: Value, among: Option<Buffer>, target: &Value) {
        for (need, times) in &cut.needs {
            let need = self.form(&cut.forms[*need]);
            for end in [&lo, &hi] {
                let short = need.clone().plus(end.clone().times(*times)).lt(0);
                self.make.ask_if(short);
            }
        }
        let (marks, best) = (self.marks, self.best);
        self.each("choice", lo, hi, among, |writer, choice| {
            let to = writer.make.hold("to", target.clone().plus(Value::from(choice).times(cut.step)));
            let word = writer.make.hold("word", to.clone().down_signed(6));
            let marked = Value::load(marks, word.clone()).or(Value::from(1).up(to.and(63)));
            writer.make.store(marks, word, marked);
            writer.make.set(best, 1);
        });
    }

    fn best_of(&mut self, cut: &Cut, lo: Value, hi: Value, among: Option<Buffer>, target: &Value, cells: Buffer) {
        let moving: Vec<(Buffer, Value, i64, i64)> = cut
            .moving
            .iter()
            .map(|sum| {
                let at = self.form(&cut.forms[sum.still.form]);
                let at = self.make.hold("sum", at);
                (self.rows[sum.still.row], at, sum.step, sum.still.times)
            })
            .collect();
        let key = self.make.local("key");
        self.make.set(key, i64::MIN);
        self.each("choice", lo, hi, among, |writer, choice| {
            let at = |start: &Value, step: i64| start.clone().plus(Value::from(choice).times(step));
            let next = Value::load(cells, at(target, cut.step));
            let gain = Value::from(choice).times(cut.gain_step);
            let gain = moving.iter().fold(gain, |gain, (row, start, step, times)| {
                gain.plus(Value::load(*row, at(start, *step)).times(*times))
            });
            let worth = if cut.piece.passes { gain.minus(next) } else { gain.plus(next) };
            writer.make.set(key, Value::from(key).max(worth));
        });
        let gain = cut.still.iter().fold(self.form(&cut.forms[cut.gain]), |gain, sum| {
            let entry = Value::load(self.rows[sum.row], self.form(&cut.forms[sum.form]));
            gain.plus(entry.times(sum.times))
        });
        let (best, outcome) = (self.best, is_outcome(self.program.recurrence));
        let key = Value::from(key);
        // A list may hold no number of the span.
        let any = key.clone().eq(i64::MIN).is_zero();
        self.make.when(any, |make| {
            // One ply later a win is worth a little less, a loss a little more; draws and endless play are not counted.
            let sign = key.clone().gt(1).minus(key.clone().lt(-1));
            let worth = if outcome { key.minus(sign) } else { key.plus(gain) };
            make.set(best, Value::from(best).max(worth));
        });
    }
}
