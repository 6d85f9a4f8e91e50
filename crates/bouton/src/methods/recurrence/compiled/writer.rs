//! The code of one pass over the box of positions.

use super::super::program::{Cut, Program, Ready, is_outcome};
use super::planes::Planes;
use super::rows::{alike, only_choice};
use super::stretches::{marked, stretching};
use crate::recurrence::{Choice, Direction, Linear};
use bouton_jit::{Buffer, Elem, Label, Local, Maker, Value};

/// Every list that something is chosen from, in the order that code is given them.
pub(super) fn lists<'p>(program: &'p Program) -> impl Iterator<Item = &'p [i64]> {
    program.cuts.iter().flat_map(|cut| {
        let outer = cut.piece.outer.iter().filter_map(|choice| choice.among.as_deref());
        outer.chain(cut.among.as_deref()).map(Vec::as_slice)
    })
}

/// What is done at each position.
#[derive(Clone, Copy)]
enum Pass<'a> {
    /// What can be reached is marked, and what is finished counted.
    Mark(Buffer),
    /// What is marked is valued.
    Value { marks: Buffer, cells: Buffer },
    /// Everything within the planes is valued, and counted. Cells lie a number of places away.
    Plane { planes: &'a Planes<'a>, cells: Buffer, away: Local },
}

/// Writes one pass.
pub(super) struct Writer<'a> {
    pub(super) program: &'a Program<'a>,
    pass: Pass<'a>,
    /// Of positions in a row, what must not be negative for them to be alike; nothing where each is looked at alone.
    alike: Option<Vec<Linear>>,
    /// Whether positions that are looked at alone are all finished: how they move need not be written.
    pub(super) alone_finished: bool,
    pub(super) rows: Vec<Buffer>,
    lists: Vec<Buffer>,
    /// The variables, and after them the choices made.
    pub(super) symbols: Vec<Local>,
    /// How many positions were finished, or valued in planes.
    pub(super) count: Local,
    /// Of a position: the best so far, or whether there was a move.
    best: Local,
    cancel: Value,
    bounds: (Local, Local),
    pub(super) make: Maker,
}

/// A function that is given a flag, and from which step of the outermost variable to which it goes.
fn begun(name: &str) -> (Maker, Value, (Local, Local)) {
    let mut make = Maker::new(name);
    let cancel = Value::Flag(make.flag());
    let bounds = (make.word("from"), make.word("to"));
    (make, cancel, bounds)
}

fn lanes(pass: Pass) -> bool {
    matches!(pass, Pass::Plane { planes, .. } if planes.lanes)
}

fn elem(program: &Program) -> Elem {
    if super::narrow(program) { Elem::I32 } else { Elem::I64 }
}

fn size(program: &Program) -> usize {
    usize::try_from(program.size).unwrap_or(usize::MAX)
}

impl<'a> Writer<'a> {
    /// Marks what can be reached.
    pub(super) fn mark(program: &'a Program<'a>) -> Writer<'a> {
        let (mut make, cancel, bounds) = begun("mark");
        let marks = make.buffer("marks", Elem::U64, size(program).div_ceil(64), true);
        Writer::new(program, Pass::Mark(marks), make, cancel, bounds)
    }

    /// Values what is marked.
    pub(super) fn value(program: &'a Program<'a>) -> Writer<'a> {
        let (mut make, cancel, bounds) = begun("value");
        let marks = make.buffer("marks", Elem::U64, size(program).div_ceil(64), false);
        let cells = make.buffer("cells", elem(program), size(program), true);
        Writer::new(program, Pass::Value { marks, cells }, make, cancel, bounds)
    }

    /// Values plane by plane.
    pub(super) fn planes(planes: &'a Planes<'a>) -> Writer<'a> {
        let (mut make, cancel, bounds) = begun("planes");
        let away = make.word("away");
        let elem = if planes.narrow { Elem::I32 } else { Elem::I64 };
        let cells = make.buffer("cells", elem, planes.cells(), true);
        Writer::new(planes.program, Pass::Plane { planes, cells, away }, make, cancel, bounds)
    }

    fn new(
        program: &'a Program<'a>,
        pass: Pass<'a>,
        mut make: Maker,
        cancel: Value,
        bounds: (Local, Local),
    ) -> Writer<'a> {
        let elem = if lanes(pass) { Elem::I32 } else { Elem::I64 };
        let row = |make: &mut Maker, sums: &[i64]| make.buffer("sums", elem, sums.len(), false);
        let rows = program.recurrence.rows.iter().map(|known| row(&mut make, &known.sums)).collect();
        let lists = lists(program).map(|list| make.buffer("list", Elem::I64, list.len(), false)).collect();
        let symbols = program.recurrence.variables.iter().map(|variable| make.local(&variable.name)).collect();
        let (count, best) = (make.local("count"), make.local("best"));
        let alike = if let Pass::Plane { planes, .. } = pass { alike(planes) } else { stretching(program) };
        Writer { program, pass, alike, alone_finished: false, rows, lists, symbols, count, best, cancel, bounds, make }
    }

    fn cells(&self) -> Option<Buffer> {
        self.cells_at().map(|(cells, _)| cells)
    }

    /// The cells, where positions are valued and not only marked, and how far from a position's number they lie.
    pub(super) fn cells_at(&self) -> Option<(Buffer, Value)> {
        match self.pass {
            Pass::Mark(_) => None,
            Pass::Value { cells, .. } => Some((cells, Value::from(0))),
            Pass::Plane { cells, away, .. } => Some((cells, Value::from(away))),
        }
    }

    /// The marks, if only what is marked is looked at.
    pub(super) fn marks(&self) -> Option<Buffer> {
        match self.pass {
            Pass::Mark(marks) | Pass::Value { marks, .. } => Some(marks),
            Pass::Plane { .. } => None,
        }
    }

    /// The planes, if gains need not be added up there: a position is worth what remains less the least that its moves leave.
    pub(super) fn totals(&self) -> bool {
        matches!(self.pass, Pass::Plane { planes, .. } if planes.totals)
    }

    /// Whether every position within the planes is valued.
    pub(super) fn wants_all(&self) -> bool {
        matches!(self.pass, Pass::Plane { planes, .. } if planes.loose.is_empty())
    }

    /// Whether rows are worked out several positions at once where nothing is against it.
    pub(super) fn lanes(&self) -> bool {
        lanes(self.pass)
    }

    pub(super) fn code(mut self) -> bouton_jit::Code {
        let order = self.program.order.clone();
        self.loops(&order, true);
        self.make.give(self.count);
        self.make.done()
    }

    /// One loop a variable; the outermost from step to step of the slice.
    fn loops(&mut self, order: &[Direction], outermost: bool) {
        let Some((outer, inner)) = order.split_first() else { return self.position() };
        let any_way = inner.is_empty() && lanes(self.pass);
        let forwards = any_way || outer.up == matches!(self.pass, Pass::Mark(_));
        let (lo, hi) = self.span(outer.variable, outermost);
        if inner.is_empty()
            && !outermost
            && let Some(alike) = self.alike.take()
        {
            return match self.marks() {
                Some(marks) => self.stretches(marks, *outer, forwards, (lo, hi), &alike),
                None => self.row_loop(*outer, forwards, (lo, hi), &alike),
            };
        }
        let (from, to) = if outermost {
            (Value::from(self.bounds.0), Value::from(self.bounds.1))
        } else {
            (Value::from(0), hi.clone().minus(lo.clone()).plus(1))
        };
        let symbol = self.symbols[outer.variable];
        self.counted("step", from, to, |writer, step| {
            let at = if forwards { lo.plus(step) } else { hi.minus(step) };
            writer.make.set(symbol, at);
            if !inner.is_empty() {
                writer.make.ask_if(writer.cancel.clone());
            }
            writer.loops(inner, false);
        });
    }

    /// The least and the greatest value of a variable, inside of the loops around it.
    fn span(&mut self, variable: usize, outermost: bool) -> (Value, Value) {
        let known = &self.program.recurrence.variables[variable];
        let (lo, hi) = (Value::from(known.lo), Value::from(known.hi));
        match self.pass {
            Pass::Plane { planes, .. } if !outermost => {
                let span = &planes.spans[variable];
                let lo = span.lo.iter().fold(lo, |lo, form| lo.max(self.form(form)));
                let hi = span.hi.iter().fold(hi, |hi, form| hi.min(self.form(form)));
                (self.make.hold("lo", lo), self.make.hold("hi", hi))
            }
            _ => (lo, hi),
        }
    }

    /// `count` of the maker, with the writer in hand.
    fn counted(&mut self, name: &str, from: Value, to: Value, body: impl FnOnce(&mut Self, Local)) {
        let at = self.make.local(name);
        let once = matches!((&from, &to), (Value::Const(from), Value::Const(to)) if from + 1 == *to);
        self.make.set(at, from);
        if once {
            return body(self, at);
        }
        let to = self.make.hold("to", to);
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
    pub(super) fn form(&self, form: &Linear) -> Value {
        let start = Value::from(form.at(&vec![0; self.symbols.len()]));
        (0..self.symbols.len()).fold(start, |sum, symbol| match form.coefficient(symbol) {
            0 => sum,
            times => sum.plus(Value::from(self.symbols[symbol]).times(times)),
        })
    }

    /// Whether none of these is negative: the sign of all of them together.
    pub(super) fn none_negative(&self, forms: &[Linear]) -> Value {
        let all = forms.iter().map(|form| self.form(form)).reduce(Value::or);
        all.map_or(Value::from(true), |all| all.ge(0))
    }

    pub(super) fn position(&mut self) {
        let program = self.program;
        let mut number = self.form(&program.number_form());
        if let Pass::Plane { away, .. } = self.pass {
            number = number.plus(away);
        }
        let number = self.make.hold("number", number);
        self.block(|writer, done| {
            writer.unless_wanted(&number, done);
            // In planes few positions come here one by one; said once, it is little code for all that ask.
            let left = writer.remaining();
            let left = if writer.marks().is_none() { writer.make.hold("left", left) } else { left };
            writer.ends(&program.ends, &number, &left, done);
            if writer.alone_finished {
                return writer.make.ask();
            }
            let none = if writer.cells().is_none() { 0 } else { i64::MIN };
            writer.make.set(writer.best, none);
            let mut list = 0;
            for (number, cut) in program.cuts.iter().enumerate() {
                writer.cut(number, cut, &mut list);
            }
            let best = Value::from(writer.best);
            match writer.cells() {
                None => writer.make.when(best, |make| make.leave(done)),
                Some(cells) => {
                    let worth = if writer.totals() { best.clone().plus(left.clone()) } else { best.clone() };
                    writer.make.when(best.eq(i64::MIN).is_zero(), |make| {
                        make.store(cells, number.clone(), worth);
                        make.leave(done);
                    });
                }
            }
            writer.ends(&program.stuck, &number, &left, done);
            writer.make.ask();
        });
    }

    /// Leaves a position that is not to be looked at.
    fn unless_wanted(&mut self, number: &Value, done: Label) {
        match self.pass {
            Pass::Mark(marks) | Pass::Value { marks, .. } => {
                self.make.when(marked(marks, number).is_zero(), |make| make.leave(done));
            }
            Pass::Plane { planes, .. } => {
                let loose = self.none_negative(&planes.loose);
                self.make.when(loose.is_zero(), |make| make.leave(done));
                self.make.set(self.count, Value::from(self.count).plus(1));
            }
        }
        if let Pass::Mark(_) = self.pass {
            let needs = self.none_negative(&self.program.forms[self.program.needs.clone()]);
            self.make.ask_if(needs.is_zero());
        }
    }

    /// The first end that holds is noted, and the position is done.
    fn ends(&mut self, ends: &[Ready], number: &Value, left: &Value, done: Label) {
        for end in ends {
            let holds = self.none_negative(&self.program.forms[end.when.clone()]);
            self.make.begin();
            // Valuing what is marked, it has been seen before that no points remain.
            if !matches!(self.pass, Pass::Value { .. }) {
                self.make.ask_if(left.clone());
            }
            match self.cells() {
                Some(cells) => self.make.store(cells, number.clone(), end.code),
                None => self.make.set(self.count, Value::from(self.count).plus(1)),
            }
            self.make.leave(done);
            let then = self.make.end();
            self.make.push(bouton_jit::Stmt::If(holds, then, Vec::new()));
        }
    }

    /// The points that remain, if the rules speak of them.
    fn remaining(&self) -> Value {
        let Some((form, sums)) = &self.program.remaining else { return Value::from(0) };
        sums.iter().fold(self.form(&self.program.forms[*form]), |left, sum| {
            let entry = Value::load(self.rows[sum.row], self.form(&self.program.forms[sum.form]));
            left.plus(entry.times(sum.times))
        })
    }

    /// Every choice of a piece.
    fn cut(&mut self, number: usize, cut: &Cut, list: &mut usize) {
        let depth = self.symbols.len();
        self.outer((number, cut), &cut.piece.outer, list);
        self.symbols.truncate(depth);
        *list += usize::from(cut.among.is_some());
    }

    fn outer(&mut self, cut: (usize, &Cut), choices: &[Choice], list: &mut usize) {
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
    fn inner(&mut self, (number, cut): (usize, &Cut), list: usize) {
        let among = cut.among.is_some().then(|| self.lists[list]);
        self.block(|writer, done| {
            let guards = writer.none_negative(&cut.forms[cut.guards.clone()]);
            writer.make.when(guards.is_zero(), |make| make.leave(done));
            let (lo, hi) = writer.ends_of(&cut.forms[cut.lo.clone()], &cut.forms[cut.hi.clone()]);
            let (lo, hi) = (writer.make.hold("lo", lo), writer.make.hold("hi", hi));
            writer.make.when(lo.clone().gt(hi.clone()), |make| make.leave(done));
            let target = writer.form(&cut.forms[cut.target]);
            match writer.pass {
                Pass::Mark(marks) => {
                    let target = writer.make.hold("target", target);
                    let short = writer.unsound(cut, &lo, &hi);
                    writer.make.ask_if(short.lt(0));
                    writer.mark_all(cut, lo, hi, among, &target, marks);
                }
                Pass::Value { cells, .. } => {
                    let target = writer.make.hold("target", target);
                    writer.best_of(cut, lo, hi, among, &target, cells);
                }
                Pass::Plane { planes, cells, away } => {
                    let target = writer.make.hold("target", target.plus(away));
                    let mut short = writer.unsound(cut, &lo, &hi);
                    for (into, times) in &planes.into[number] {
                        short = short.or(beyond(writer.form(into), *times, &lo, &hi));
                    }
                    writer.make.ask_if(short.lt(0));
                    writer.best_of(cut, lo, hi, among, &target, cells);
                }
            }
        });
    }

    /// Negative where the rules must judge a choice between these two: what is needed is linear, so they tell.
    fn unsound(&mut self, cut: &Cut, lo: &Value, hi: &Value) -> Value {
        let needs = cut.needs.iter().map(|(need, times)| beyond(self.form(&cut.forms[*need]), *times, lo, hi));
        needs.reduce(Value::or).unwrap_or(Value::from(0))
    }

    fn mark_all(&mut self, cut: &Cut, lo: Value, hi: Value, among: Option<Buffer>, target: &Value, marks: Buffer) {
        let best = self.best;
        self.each("choice", lo, hi, among, |writer, choice| {
            let to = writer.make.hold("to", target.clone().plus(Value::from(choice).times(cut.step)));
            let word = writer.make.hold("word", to.clone().down_signed(6));
            let marked = Value::load(marks, word.clone()).or(Value::from(1).up(to.and(63)));
            writer.make.store(marks, word, marked);
            writer.make.set(best, 1);
        });
    }

    fn best_of(&mut self, cut: &Cut, lo: Value, hi: Value, among: Option<Buffer>, target: &Value, cells: Buffer) {
        let totals = self.totals();
        let moving: Vec<(Buffer, Value, i64, i64)> = cut
            .moving
            .iter()
            .filter(|_| !totals)
            .map(|sum| {
                let at = self.form(&cut.forms[sum.still.form]);
                let at = self.make.hold("sum", at);
                (self.rows[sum.still.row], at, sum.step, sum.still.times)
            })
            .collect();
        let worth = |choice: Value| {
            let at = |start: &Value, step: i64| start.clone().plus(choice.clone().times(step));
            let next = Value::load(cells, at(target, cut.step));
            let gain = choice.clone().times(if totals { 0 } else { cut.gain_step });
            let gain = moving.iter().fold(gain, |gain, (row, start, step, times)| {
                gain.plus(Value::load(*row, at(start, *step)).times(*times))
            });
            if cut.piece.passes { gain.minus(next) } else { gain.plus(next) }
        };
        let key = self.make.local("key");
        let only = only_choice(cut);
        if let Some(choice) = only {
            self.make.set(key, worth(choice.into()));
        } else {
            self.make.set(key, i64::MIN);
            self.each("choice", lo, hi, among, |writer, choice| {
                writer.make.set(key, Value::from(key).max(worth(choice.into())));
            });
        }
        let gain = cut.still.iter().fold(self.form(&cut.forms[cut.gain]), |gain, sum| {
            let entry = Value::load(self.rows[sum.row], self.form(&cut.forms[sum.form]));
            gain.plus(entry.times(sum.times))
        });
        let gain = if totals { Value::from(0) } else { gain };
        let (best, outcome) = (self.best, is_outcome(self.program.recurrence));
        let key = Value::from(key);
        // A list may hold no number of the span.
        let any = if only.is_some() { Value::from(1) } else { key.clone().eq(i64::MIN).is_zero() };
        self.make.when(any, |make| {
            // One ply later a win is worth a little less, a loss a little more; draws and endless play are not counted.
            let sign = key.clone().gt(1).minus(key.clone().lt(-1));
            let worth = if outcome { key.minus(sign) } else { key.plus(gain) };
            make.set(best, Value::from(best).max(worth));
        });
    }
}

/// A form with so many times the choice added, negative if it is so at either of these two.
fn beyond(form: Value, times: i64, lo: &Value, hi: &Value) -> Value {
    let low = form.clone().plus(lo.clone().times(times));
    if times == 0 { low } else { low.or(form.plus(hi.clone().times(times))) }
}
