//! Rows of a plane. From one position of the innermost loop to the next every form changes by a fixed amount, so it is known at once from
//! where to where all positions are alike: no end holds, and each move is legal, with the same choice, and leads to a position that is
//! valued. These are valued in one loop that asks about nothing; the others, at the ends of a row, one by one.

use super::super::program::{Cut, Program, Ready, Still, is_outcome};
use super::planes::Planes;
use super::writer::Writer;
use crate::recurrence::{Direction, Linear};
use bouton_jit::{Buffer, Local, Row, Stmt, Track, Value};

/// Forms change by no more than this along a row.
const STEEPEST: u64 = 1 << 30;

/// What must not be negative at a position of planes for it to be like the others of its row; nothing where rows are not of this kind.
pub(super) fn alike(planes: &Planes) -> Option<Vec<Linear>> {
    alike_where(planes.program, &planes.loose, &planes.into)
}

/// The same, where these forms must not be negative, and by cut what must hold where it leads.
pub(super) fn alike_where(program: &Program, here: &[Linear], into: &[Vec<(Linear, i64)>]) -> Option<Vec<Linear>> {
    let inner = program.order.last()?.variable;
    let mut found = here.to_vec();
    for end in &program.ends {
        found.push(missed(program, &program.forms[end.when.clone()])?);
    }
    for (cut, into) in program.cuts.iter().zip(into) {
        let choice = Linear::number(only_choice(cut)?);
        found.extend_from_slice(&cut.forms[cut.guards.clone()]);
        let needs = cut.needs.iter().map(|(need, times)| (&cut.forms[*need], times));
        for (form, times) in needs.chain(into.iter().map(|(form, times)| (form, times))) {
            found.push(form.plus(&choice, *times)?);
        }
    }
    found.retain(|form| !program.recurrence.implies(form));
    found.sort();
    found.dedup();
    // Nor what one of the others implies: what is left to ask is little, and mostly just that no end holds.
    for at in (0..found.len()).rev() {
        let less = |other: &Linear| found[at].minus(other).is_some_and(|more| program.recurrence.implies(&more));
        if found.iter().enumerate().any(|(place, other)| place != at && less(other)) {
            found.remove(at);
        }
    }
    let number = program.number_form();
    let forms = program.cuts.iter().flat_map(|cut| &cut.forms).chain(&program.forms).chain([&number]);
    let flat = forms.into_iter().all(|form| form.coefficient(inner).unsigned_abs() <= STEEPEST);
    let plain = found.iter().all(|form| form.coefficient(inner).abs() <= 1);
    (flat && plain && !program.cuts.is_empty()).then_some(found)
}

/// The choice of a piece that has just one.
pub(super) fn only_choice(cut: &Cut) -> Option<i64> {
    let numbers = |forms: &[Linear]| forms.iter().map(Linear::as_number).collect::<Option<Vec<i64>>>();
    let (lo, hi) = (numbers(&cut.forms[cut.lo.clone()])?, numbers(&cut.forms[cut.hi.clone()])?);
    let one = lo.into_iter().max().filter(|lo| hi.into_iter().min() == Some(*lo))?;
    (cut.piece.outer.is_empty() && cut.among.is_none()).then_some(one)
}

/// What must not be negative for an end not to hold, where that hangs on one form.
fn missed(program: &Program, when: &[Linear]) -> Option<Linear> {
    let mut open = when.iter().filter(|form| !program.recurrence.implies(form));
    let (form, None) = (open.next()?, open.next()) else { return None };
    Linear::number(-1).minus(form)
}

/// Whether the points that remain cancel out where none of these forms is negative: two of them say that a sum of variables is 0, and
/// with that put in the place of one of them nothing is left.
fn nothing_left(program: &Program, when: &[Linear]) -> bool {
    let Some((form, sums)) = &program.remaining else { return true };
    let opposite = |form: &&Linear| form.times(-1).is_some_and(|opposite| when.contains(&opposite));
    when.iter().filter(opposite).any(|zero| {
        let unit = zero.terms.iter().find(|(_, times)| times.abs() == 1);
        let instead = unit.and_then(|&(symbol, times)| Some((symbol, zero.without(symbol).times(-times)?)));
        instead.is_some_and(|(symbol, instead)| {
            let put = |form: usize| program.forms[form].with(symbol, &instead);
            let cancels = |at: usize| {
                let same = |other: &&Still| other.row == sums[at].row && put(other.form) == put(sums[at].form);
                sums.iter().filter(same).map(|sum| sum.times).sum::<i64>() == 0
            };
            put(*form).is_some_and(|form| form.as_number() == Some(0)) && (0..sums.len()).all(cancels)
        })
    })
}

/// A row being written.
struct Along {
    inner: usize,
    /// Whether the variable rises or falls along it.
    by: i64,
    /// What is read, and by which form of the first position.
    reads: Vec<(Linear, Local, Track)>,
    /// What the position before was worth, if a move leads there.
    last: Option<Local>,
    /// Whether the variable itself is asked for.
    asks: bool,
}

impl Writer<'_> {
    /// The innermost loop, from `lo` to `hi`: one position after the other, and at once those that are alike.
    pub(super) fn row_loop(&mut self, inner: Direction, forwards: bool, (lo, hi): (Value, Value), alike: &[Linear]) {
        let (from, to, many) = self.alike_from(inner.variable, (&lo, &hi), alike);
        let program = self.program;
        let missed = |end: &Ready| missed(program, &program.forms[end.when.clone()]);
        self.alone_finished =
            alike.iter().all(|form| program.ends.iter().any(|end| missed(end).as_ref() == Some(form)));
        let (first, ahead) =
            if forwards { (from.clone(), from.minus(lo.clone())) } else { (to.clone(), hi.clone().minus(to)) };
        let begin = self.make.local("begin");
        self.make.set(begin, many.clone().gt(0).select(ahead, -1));
        let count = self.make.hold("count", hi.clone().minus(lo.clone()).plus(1));
        let (step, label) = (self.make.local("step"), self.make.label());
        self.make.set(step, 0);
        let edge = if forwards { (lo.clone(), 1) } else { (hi.clone(), -1) };
        self.finished_rows(inner.variable, edge, &count, step);
        self.make.begin();
        self.make.begin();
        self.row(inner.variable, if forwards { 1 } else { -1 }, first, &many);
        self.make.set(begin, -1);
        self.make.set(step, Value::from(step).plus(many));
        let row = self.make.end();
        self.make.push(Stmt::If(Value::from(step).eq(begin), row, Vec::new()));
        self.make.when(Value::from(step).ge(count), |make| make.leave(label));
        self.make.set(self.symbols[inner.variable], if forwards { lo.plus(step) } else { hi.minus(step) });
        self.position();
        self.make.set(step, Value::from(step).plus(1));
        let body = self.make.end();
        self.make.push(Stmt::Loop(label, body));
    }

    /// From where to where positions of a row are alike, and how many that are; none where that is not positive.
    pub(super) fn alike_from(
        &mut self,
        inner: usize,
        (lo, hi): (&Value, &Value),
        alike: &[Linear],
    ) -> (Value, Value, Value) {
        let (mut from, mut to, mut level) = (lo.clone(), hi.clone(), Vec::new());
        for form in alike {
            let rest = self.form(&form.without(inner));
            match form.coefficient(inner) {
                1 => from = from.max(Value::from(0).minus(rest)),
                -1 => to = to.min(rest),
                _ => level.push(form.clone()),
            }
        }
        let (from, to) = (self.make.hold("from", from), self.make.hold("to", to));
        let many = self.none_negative(&level).select(to.clone().minus(from.clone()).plus(1), 0);
        let many = self.make.hold("alike", many);
        (from, to, many)
    }

    /// Rows that are finished from one end to the other, with nothing left: all of their positions at once.
    fn finished_rows(&mut self, inner: usize, (first, by): (Value, i64), count: &Value, step: Local) {
        let (program, Some(plane)) = (self.program, self.cells_at()) else { return };
        let alike = program.ends.windows(2).all(|pair| pair[0].code == pair[1].code);
        if !alike || !self.wants_all() {
            return;
        }
        for end in &program.ends {
            let when = &program.forms[end.when.clone()];
            if when.iter().any(|form| form.coefficient(inner) != 0) || !nothing_left(program, when) {
                continue;
            }
            let holds = self.none_negative(when);
            self.make.begin();
            let into = self.cells_along(&plane, inner, by, first.clone());
            let narrow = self.lanes() && into.step == 1;
            let (reads, moving, value) = (Vec::new(), Vec::new(), Value::from(end.code));
            self.make.push(Stmt::Row(Box::new(Row {
                count: count.clone(),
                reads,
                value,
                into,
                last: None,
                moving,
                narrow,
            })));
            self.make.set(self.count, Value::from(self.count).plus(count.clone()));
            self.make.set(step, count.clone());
            let then = self.make.end();
            self.make.push(Stmt::If(Value::from(step).eq(0).and(holds), then, Vec::new()));
        }
    }

    /// The cells of a row from where the variable is `first`, which it is from here on.
    fn cells_along(&mut self, (buffer, away): &(Buffer, Value), inner: usize, by: i64, first: Value) -> Track {
        self.make.set(self.symbols[inner], first);
        let number = self.program.number_form();
        let start = self.form(&number).plus(away.clone());
        Track { buffer: *buffer, start: self.make.hold("number", start), step: number.coefficient(inner) * by }
    }

    /// So many positions that are alike, from where a variable is `first`, rising or falling.
    pub(super) fn row(&mut self, inner: usize, by: i64, first: Value, many: &Value) {
        let mut along = Along { inner, by, reads: Vec::new(), last: None, asks: false };
        let Some((cells, away)) = self.cells_at() else { return };
        let into = self.cells_along(&(cells, away.clone()), inner, by, first);
        let (program, number, stride) = (self.program, self.program.number_form(), into.step);
        let mut worths = Vec::new();
        for cut in &program.cuts {
            let choice = only_choice(cut).unwrap_or(0);
            let target = chosen(&cut.forms[cut.target], cut.step, choice);
            let way = target.minus(&number).and_then(|way| way.as_number());
            let next = if way == Some(-stride) {
                let last = along.last.unwrap_or_else(|| self.make.local("last"));
                self.make.set(last, Value::load(cells, into.start.clone().minus(stride)));
                along.last = Some(last);
                Value::from(last)
            } else {
                let place = match way {
                    Some(way) => into.start.clone().plus(way),
                    None => self.form(&target).plus(away.clone()),
                };
                self.read(&mut along, cells, &target, place)
            };
            worths.push(self.worth(&mut along, cut, choice, next));
        }
        let value = if self.totals() {
            let least = worths.into_iter().reduce(Value::min).unwrap_or(Value::from(0));
            self.remaining_along(&mut along).minus(least)
        } else {
            worths.into_iter().reduce(Value::max).unwrap_or(Value::from(0))
        };
        let moving = if along.asks { vec![(self.symbols[along.inner], along.by)] } else { Vec::new() };
        let reads: Vec<(Local, Track)> = along.reads.into_iter().map(|(_, local, track)| (local, track)).collect();
        // Every cell, and so what is compared, has 32 bits: of what is added up on the way no others count.
        let side_by_side = reads.iter().map(|(_, track)| track).chain([&into]).all(|track| track.step == 1);
        let narrow = self.lanes() && side_by_side && along.last.is_none() && moving.is_empty();
        let row = Row { count: many.clone(), reads, value, into, last: along.last, moving, narrow };
        self.make.push(Stmt::Row(Box::new(row)));
        self.make.set(self.count, Value::from(self.count).plus(many.clone()));
    }

    /// What a move is worth that leads to a position of this worth; of totals, what it leaves the other.
    fn worth(&mut self, along: &mut Along, cut: &Cut, choice: i64, next: Value) -> Value {
        if self.totals() {
            return next;
        }
        let key = if cut.piece.passes { Value::from(0).minus(next) } else { next };
        if is_outcome(self.program.recurrence) {
            // As where positions are valued one by one.
            let sign = key.clone().gt(1).minus(key.clone().lt(-1));
            return key.minus(sign);
        }
        let still = cut.still.iter().map(|sum| (sum.row, cut.forms[sum.form].clone(), sum.times));
        let moving = cut
            .moving
            .iter()
            .map(|sum| (sum.still.row, chosen(&cut.forms[sum.still.form], sum.step, choice), sum.still.times));
        let sums: Vec<(usize, Linear, i64)> = still.chain(moving).collect();
        let linear = chosen(&cut.forms[cut.gain], cut.gain_step, choice);
        key.plus(self.amount(along, &linear, &sums))
    }

    /// The points that remain.
    fn remaining_along(&mut self, along: &mut Along) -> Value {
        let Some((form, sums)) = &self.program.remaining else { return Value::from(0) };
        let forms = &self.program.forms;
        let sums: Vec<_> = sums.iter().map(|sum| (sum.row, forms[sum.form].clone(), sum.times)).collect();
        self.amount(along, &forms[*form], &sums)
    }

    /// A form and entries of known lists: what does not change along the row is worked out before.
    fn amount(&mut self, along: &mut Along, linear: &Linear, sums: &[(usize, Linear, i64)]) -> Value {
        let steep = linear.coefficient(along.inner);
        let (mut fixed, mut changing) = (self.form(&linear.without(along.inner)), Value::from(0));
        if steep != 0 {
            along.asks = true;
            changing = Value::from(self.symbols[along.inner]).times(steep);
        }
        for (row, form, times) in sums {
            let (buffer, place) = (self.rows[*row], self.form(form));
            if form.coefficient(along.inner) == 0 {
                fixed = fixed.plus(Value::load(buffer, place).times(*times));
            } else {
                let read = self.read(along, buffer, form, place);
                changing = if *times == -1 { changing.minus(read) } else { changing.plus(read.times(*times)) };
            }
        }
        self.make.hold("fixed", fixed).plus(changing)
    }

    /// An entry that is read at each position: its place now, and by which form that changes.
    fn read(&mut self, along: &mut Along, buffer: Buffer, form: &Linear, place: Value) -> Value {
        let known = along.reads.iter().find(|(known, _, track)| known == form && track.buffer == buffer);
        if let Some((_, local, _)) = known {
            return Value::from(*local);
        }
        let (start, local) = (self.make.hold("first", place), self.make.local("entry"));
        along.reads.push((
            form.clone(),
            local,
            Track { buffer, start, step: form.coefficient(along.inner) * along.by },
        ));
        Value::from(local)
    }
}

/// A form with the choice put in, which it speaks of so many times.
pub(super) fn chosen(form: &Linear, times: i64, choice: i64) -> Linear {
    form.plus(&Linear::number(choice), times).unwrap_or_else(|| form.clone())
}

#[cfg(test)]
mod tests {
    use super::super::Skew;
    use super::*;
    use crate::Instance;
    use crate::game::Game;
    use crate::instance::from_json;
    use crate::limits::Limits;
    use std::sync::Arc;

    /// The code that values planes of a game of the gallery.
    fn code(name: &str, params: &str) -> String {
        let path = format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"));
        let source = bouton_rules::Source::new(name, std::fs::read_to_string(path).unwrap());
        let rules = Arc::new(bouton_rules::check(&source).0.unwrap());
        let params: serde_json::Value = serde_json::from_str(params).unwrap();
        let game = Instance::new(rules.clone(), &from_json(&rules, params.as_object().unwrap()).unwrap()).unwrap();
        let start = game.variables(&game.canonical(game.start().unwrap())).unwrap();
        let program = Program::of(game.recurrence().unwrap(), true).unwrap();
        let limits = Limits::default().compiled(0);
        let skew = Skew::of(&program, &limits);
        let skewed = skew.as_ref().and_then(Skew::program);
        let planes = match (&skew, &skewed) {
            (Some(skew), Some(program)) => Planes::of(program, Some(skew), &start, &limits),
            _ => Planes::of(&program, None, &start, &limits),
        };
        Writer::planes(&planes.unwrap()).code().to_string()
    }

    #[test]
    fn rectangles_are_valued_in_rows_that_ask_nothing() {
        let code = code("rectangle", r#"{"grid":[[1,2,3],[4,5,6],[7,8,9],[1,2,3],[4,5,6],[7,8,9],[1,2,3]]}"#);
        let rows: Vec<&str> = code.lines().filter(|line| line.contains("row of")).collect();
        // No rows are left, or no columns: then nothing remains, and nobody need look.
        let [no_rows, no_columns, row] = rows.as_slice() else { panic!("{code}") };
        assert!(!code.contains("key"), "whatever is not alike is finished, so no move is tried: {code}");
        for finished in [no_rows, no_columns] {
            assert!(finished.contains("narrow") && finished.contains("] = 0 where"), "{finished}");
        }
        // No position hangs on the one before: where four moves lead is read, and four sums.
        let (cells, sums) = (row.matches("cells[").count(), row.matches("sums[").count());
        assert!(row.contains("narrow") && !row.contains("the last") && (cells, sums) == (5, 4), "{row}");
    }

    #[test]
    fn nothing_is_left_where_sums_cancel() {
        let cancels = |over: &str, more: &str, gain: &str| {
            let text = format!(
                "game Row\nparam xs : list[1..9] of 0..9 = [1, 2, 3, 4, 5, 6, 7]\nlet n = len(xs)\n\
                 state i : 0..n = 0\nstate j : 0..n = n\nstate k : 0..3 = 3\n\
                 move left {{ when i < j; gain xs[i]; i += 1 }}\nmove right {{ when i < j; gain xs[j - 1]; j -= 1 }}\n\
                 move wait {{ when i < j and k > 0; {gain}; k -= 1 }}\ninvariant i <= j\n\
                 remaining sum(xs[i ..< j]){more}\nend when {over}\n"
            );
            let source = bouton_rules::Source::new("row.game", text);
            let (rules, found) = bouton_rules::check(&source);
            let rules = Arc::new(rules.unwrap_or_else(|| panic!("{found:?}")));
            let game = Instance::new(rules, &[]).unwrap();
            let program = Program::of(game.recurrence().unwrap(), true).unwrap();
            let end = &program.ends[0];
            nothing_left(&program, &program.forms[end.when.clone()])
        };
        assert!(cancels("i == j", "", "gain 0"));
        assert!(!cancels("i + 1 == j", "", "gain 0"), "one pile remains");
        assert!(!cancels("i == j", " + k", "gain 1"), "a number remains");
        assert!(!cancels("i >= j", "", "gain 0"), "one form alone does not say that a sum is 0");
    }
}
