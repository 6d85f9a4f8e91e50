//! Rows of a table, of which only what is marked counts: stretches of marked positions that are alike are marked on from at once, a word of
//! marks at a time, or valued in one loop that asks about nothing.

use super::super::program::Program;
use super::rows::{alike_where, chosen, only_choice};
use super::writer::Writer;
use crate::recurrence::{Direction, Linear};
use bouton_jit::{Buffer, One, Row, Stmt, Track, Value};

/// Shorter stretches are not looked for: what they save is less than looking takes.
const SHORTEST: i64 = 8;

/// What must not be negative at a position of a table for it to be like the others of its row; nothing where rows are not of this kind, or
/// marks of a row or of where it leads do not lie side by side.
pub(super) fn stretching(program: &Program) -> Option<Vec<Linear>> {
    let inner = program.order.last().filter(|_| program.order.len() > 1)?.variable;
    ways(program)?;
    let nowhere = vec![Vec::new(); program.cuts.len()];
    let alike = alike_where(program, &program.forms[program.needs.clone()], &nowhere)?;
    (program.number_form().coefficient(inner).abs() == 1).then_some(alike)
}

/// How far the number that each move leads to lies from its own, if that is always as far.
fn ways(program: &Program) -> Option<Vec<i64>> {
    let number = program.number_form();
    let way = |target: Linear| target.minus(&number)?.as_number();
    program.cuts.iter().map(|cut| way(chosen(&cut.forms[cut.target], cut.step, only_choice(cut)?))).collect()
}

/// Whether a number is marked: 1 or 0.
pub(super) fn marked(marks: Buffer, number: &Value) -> Value {
    Value::load(marks, number.clone().down(6)).down(number.clone().and(63)).and(1)
}

/// How many zeros stand before the first 1.
fn first_one(way: i64, word: Value) -> Value {
    Value::one(if way > 0 { One::Trailing } else { One::Leading }, word)
}

impl Writer<'_> {
    /// The innermost loop, from `lo` to `hi`: one marked position after the other, and at once those of a stretch that are alike.
    pub(super) fn stretches(
        &mut self,
        marks: Buffer,
        inner: Direction,
        forwards: bool,
        (lo, hi): (Value, Value),
        alike: &[Linear],
    ) {
        let (from, to, many) = self.alike_from(inner.variable, (&lo, &hi), alike);
        let ahead = if forwards { from.minus(lo.clone()) } else { hi.clone().minus(to) };
        let begin = self.make.hold("begin", ahead);
        let until = self.make.hold("until", begin.clone().plus(many));
        let count = self.make.hold("count", hi.clone().minus(lo.clone()).plus(1));
        let (symbol, by) = (self.symbols[inner.variable], if forwards { 1 } else { -1 });
        let (step, label) = (self.make.local("step"), self.make.label());
        self.make.set(step, 0);
        self.make.begin();
        self.make.when(Value::from(step).ge(count), |make| make.leave(label));
        self.make.set(symbol, if forwards { lo.plus(step) } else { hi.minus(step) });
        let number = self.form(&self.program.number_form());
        let number = self.make.hold("number", number);
        let way = self.way(inner.variable, by);
        let (word, whole) = self.word(marks, way, number.clone());
        let skipped = self.make.hold("skipped", first_one(way, word).min(whole));
        self.make.when(skipped.clone().ne(0), |make| {
            make.set(step, Value::from(step).plus(skipped));
            make.next(label);
        });
        let left = self.make.hold("left", until.minus(step));
        let worth = left.clone().ge(SHORTEST).and(Value::from(step).ge(begin));
        self.make.begin();
        let run = self.stretch(marks, inner.variable, by, &number, &left);
        self.make.set(step, Value::from(step).plus(run));
        self.make.next(label);
        let then = self.make.end();
        self.make.push(Stmt::If(worth, then, Vec::new()));
        self.position();
        self.make.set(step, Value::from(step).plus(1));
        let body = self.make.end();
        self.make.push(Stmt::Loop(label, body));
    }

    /// The stretch from a marked position on, of at most so many that are alike: marks where it leads, or values it. How long it is.
    fn stretch(&mut self, marks: Buffer, inner: usize, by: i64, number: &Value, most: &Value) -> Value {
        let (program, way) = (self.program, self.way(inner, by));
        let ways = ways(program).unwrap_or_default();
        if self.cells_at().is_some() {
            let run = self.length(marks, way, number, most);
            self.row(inner, by, self.symbols[inner].into(), &run);
            return run;
        }
        // Where a move leads to the next position of the row, all that are alike are reached from the first.
        let run = if ways.contains(&way) { most.clone() } else { self.length(marks, way, number, most) };
        for to in ways {
            self.mark_stretch(marks, number.clone().plus(to), way, &run);
        }
        run
    }

    /// How far it is from the number of a position to that of the next in its row.
    fn way(&self, inner: usize, by: i64) -> i64 {
        self.program.number_form().coefficient(inner) * by
    }

    /// The marks from a number on to the end of their word, one way or the other, its own first; and how many these are.
    fn word(&mut self, marks: Buffer, way: i64, number: Value) -> (Value, Value) {
        let number = self.make.hold("at", number);
        let (word, bit) = (Value::load(marks, number.clone().down(6)), number.and(63));
        if way > 0 {
            (word.down(bit.clone()), Value::from(64).minus(bit))
        } else {
            (word.up(Value::from(63).minus(bit.clone())), bit.plus(1))
        }
    }

    /// How many numbers are marked from a marked one on, one way or the other, and at most so many.
    fn length(&mut self, marks: Buffer, way: i64, number: &Value, most: &Value) -> Value {
        let (length, label) = (self.make.local("length"), self.make.label());
        self.make.set(length, 0);
        self.make.begin();
        self.make.when(Value::from(length).ge(most.clone()), |make| make.leave(label));
        let at = if way > 0 { number.clone().plus(length) } else { number.clone().minus(length) };
        let (word, whole) = self.word(marks, way, at);
        // Zeros were shifted in, so no stretch seems to go on beyond its word.
        let same = self.make.hold("same", first_one(way, Value::one(One::Flip, word)));
        self.make.set(length, Value::from(length).plus(same.clone()));
        self.make.when(same.lt(whole), |make| make.leave(label));
        let body = self.make.end();
        self.make.push(Stmt::Loop(label, body));
        self.make.hold("run", Value::from(length).min(most.clone()))
    }

    /// Marks so many numbers from one on, one way or the other.
    fn mark_stretch(&mut self, marks: Buffer, from: Value, way: i64, run: &Value) {
        let from = self.make.hold("from", from);
        let far = run.clone().minus(1);
        let (low, high) = if way > 0 { (from.clone(), from.plus(far)) } else { (from.clone().minus(far), from) };
        let (low, high) = (self.make.hold("low", low), self.make.hold("high", high));
        let first = self.make.hold("first", low.clone().down(6));
        let last = self.make.hold("last", high.clone().down(6));
        let above = self.make.hold("above", Value::from(-1).up(low.and(63)));
        let below = self.make.hold("below", Value::from(-1).down(Value::from(63).minus(high.and(63))));
        let mark = |place: &Value, more: Value| (place.clone(), Value::load(marks, place.clone()).or(more));
        let whole = Row {
            count: last.clone().minus(first.clone()).minus(1),
            reads: Vec::new(),
            value: Value::from(-1),
            into: Track { buffer: marks, start: first.clone().plus(1), step: 1 },
            last: None,
            moving: Vec::new(),
            narrow: false,
        };
        self.make.choose(
            first.clone().eq(last.clone()),
            |make| {
                let (place, word) = mark(&first, above.clone().and(below.clone()));
                make.store(marks, place, word);
            },
            |make| {
                for (place, more) in [(&first, &above), (&last, &below)] {
                    let (place, word) = mark(place, more.clone());
                    make.store(marks, place, word);
                }
                make.push(Stmt::Row(Box::new(whole)));
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Instance;
    use crate::game::Game;
    use std::sync::Arc;

    /// How many loops there are over alike positions and over words of marks, in the code that marks and in the code that values.
    fn loops(moves: &str) -> [usize; 2] {
        let text = format!(
            "game Walk\nlet n = 40\nstate i : 0..n = 0\nstate j : 0..n = n\n{moves}\nend when i == n => draw\nstuck => me loses\n"
        );
        let (rules, found) = bouton_rules::check(&bouton_rules::Source::new("walk.game", text));
        let rules = Arc::new(rules.unwrap_or_else(|| panic!("{found:?}")));
        let game = Instance::new(rules, &[]).unwrap();
        let program = Program::of(game.recurrence().unwrap(), false).unwrap();
        [Writer::mark(&program), Writer::value(&program)]
            .map(|writer| writer.code().to_string().lines().filter(|line| line.contains("row of")).count())
    }

    #[test]
    fn rows_whose_marks_lie_side_by_side_have_stretches() {
        assert_eq!(loops("move a { when i < n; i += 1 }\nmove b { when j > 0; j -= 1 }"), [2, 1]);
        assert_eq!(loops("move a { when i < n and j > 1; i += 1; j -= 2 }"), [1, 1]);
        assert_eq!(loops("move a(x in 1..3) { when j >= x; j -= x }"), [0, 0], "several choices");
        assert_eq!(
            loops("move a { when j > i; j -= 1 }\nmove b { when i < n; i += 1; j = n }"),
            [0, 0],
            "another way each time"
        );
    }
}
