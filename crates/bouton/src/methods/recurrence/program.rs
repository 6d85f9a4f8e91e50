//! A recurrence made ready to run: loops over the box of positions, and for each piece of a move the numbers it needs, all of which
//! change by fixed amounts from one position of a row to the next.

use super::windows::Window;
use crate::recurrence::{Bounds, Choice, Direction, Form, Linear, Piece, Recurrence, pieces};
use crate::store::Codes;
use crate::value::Kind;
use std::ops::Range;
use std::sync::Arc;

/// A recurrence ready to run.
pub(super) struct Program<'a> {
    pub(super) recurrence: &'a Recurrence,
    /// The loops over positions, outermost first.
    pub(super) order: Vec<Direction>,
    /// How far apart neighbours along each variable are numbered.
    pub(super) strides: Vec<i64>,
    /// How many numbers there are.
    pub(super) size: u64,
    pub(super) cuts: Vec<Cut>,
    /// Every form that is needed at a position.
    pub(super) forms: Vec<Linear>,
    pub(super) ends: Vec<Ready>,
    pub(super) stuck: Vec<Ready>,
    pub(super) needs: Range<usize>,
    /// The points remaining: a form, and sums with where they stand.
    pub(super) remaining: Option<(usize, Vec<Still>)>,
}

/// An end: where its forms are, and the code of its value.
pub(super) struct Ready {
    pub(super) when: Range<usize>,
    pub(super) code: i64,
}

/// A prefix sum that does not depend on the last choice.
pub(super) struct Still {
    pub(super) times: i64,
    pub(super) row: usize,
    pub(super) form: usize,
}

/// A prefix sum that moves with the last choice.
pub(super) struct Moving {
    pub(super) still: Still,
    pub(super) step: i64,
}

/// A piece ready to run. Places of forms are counted from its first.
pub(super) struct Cut {
    pub(super) piece: Piece,
    /// Its forms: at a position, or (with outer choices) at a position and these.
    pub(super) forms: Vec<Linear>,
    /// Where they start among all forms, if there are no outer choices.
    pub(super) first: Option<usize>,
    pub(super) guards: Range<usize>,
    pub(super) lo: Range<usize>,
    pub(super) hi: Range<usize>,
    pub(super) target: usize,
    pub(super) step: i64,
    pub(super) gain: usize,
    pub(super) gain_step: i64,
    pub(super) still: Vec<Still>,
    pub(super) moving: Vec<Moving>,
    pub(super) needs: Vec<(usize, i64)>,
    pub(super) among: Option<Arc<Vec<i64>>>,
    pub(super) window: Option<Window>,
}

/// Values and keys stay within this, so that adding two of them cannot overflow.
const LARGEST: i128 = 1 << 61;

impl<'a> Program<'a> {
    /// The program of a recurrence, with windows or without; or why there is none.
    pub(super) fn of(recurrence: &'a Recurrence, windows: bool) -> Result<Program<'a>, &'static str> {
        let order = recurrence.order().ok_or(
            "its variables show no order in which play goes on, so it is not known which positions to value first",
        )?;
        if largest(recurrence, &order) > LARGEST {
            return Err("leads might leave the 64-bit numbers");
        }
        let (strides, size) = strides(recurrence).ok_or("too many positions to be numbered")?;
        let mut choices = recurrence.moves.iter().flat_map(|mv| &mv.choices);
        if choices.any(|choice| choice.divides.is_some()) {
            return Err("divisors are chosen, which lie on no line");
        }
        let pieces = pieces(recurrence).ok_or("a `min` or `max` turns where no whole choice does")?;
        let (ends, stuck, needs) = (Vec::new(), Vec::new(), 0..0);
        let mut program = Program {
            recurrence,
            order,
            strides,
            size,
            cuts: Vec::new(),
            forms: Vec::new(),
            ends,
            stuck,
            needs,
            remaining: None,
        };
        program.ends = program.ready(true)?;
        program.stuck = program.ready(false)?;
        program.needs = program.add(&recurrence.needs);
        program.remaining = program.points()?;
        for piece in pieces {
            let mut cut = Cut::of(piece, recurrence, &program.strides).ok_or("numbers too large")?;
            if windows {
                cut.window = Window::of(&mut cut, recurrence, &program.order);
            }
            if cut.piece.outer.is_empty() {
                cut.first = Some(program.add(&cut.forms).start);
            }
            program.cuts.push(cut);
        }
        if program.most() > LARGEST {
            return Err("numbers might leave the 64-bit numbers");
        }
        Ok(program)
    }

    /// The most that any form can be on the way to its value, with either sign. Forms are added without looking: this bound is why.
    fn most(&self) -> i128 {
        let variables = self.recurrence.bounds();
        let own = self.forms.iter().map(|form| form.most(&variables));
        let cuts = self.cuts.iter().map(|cut| cut.most(&variables));
        own.chain(cuts).max().unwrap_or(0)
    }

    fn add(&mut self, forms: &[Linear]) -> Range<usize> {
        let first = self.forms.len();
        self.forms.extend_from_slice(forms);
        first..self.forms.len()
    }

    fn ready(&mut self, ends: bool) -> Result<Vec<Ready>, &'static str> {
        let recurrence = self.recurrence;
        let list = if ends { &recurrence.ends } else { &recurrence.stuck };
        let mut ready = Vec::new();
        for end in list {
            let code = Codes::code(end.value).ok_or("an end too large")?;
            ready.push(Ready { when: self.add(&end.when), code });
        }
        Ok(ready)
    }

    fn points(&mut self) -> Result<Option<(usize, Vec<Still>)>, &'static str> {
        let Some(points) = &self.recurrence.remaining else { return Ok(None) };
        let form = self.add(std::slice::from_ref(&points.linear)).start;
        let sums: Option<Vec<Still>> =
            points.sums.iter().map(|sum| self.still(sum.times, sum.row, &sum.place)).collect();
        Ok(Some((form, sums.ok_or("a board of another shape")?)))
    }

    fn still(&mut self, times: i64, row: usize, place: &[Linear]) -> Option<Still> {
        let flat = self.recurrence.rows[row].flat(place)?;
        let form = self.add(&[flat]).start;
        Some(Still { times, row, form })
    }

    /// The number of a position, as a form of its variables.
    pub(super) fn number_form(&self) -> Linear {
        let mut number = Linear::default();
        for (at, (variable, stride)) in self.recurrence.variables.iter().zip(&self.strides).enumerate() {
            let from = Linear::symbol(at).minus(&Linear::number(variable.lo));
            number = from.and_then(|from| number.plus(&from, *stride)).unwrap_or(number);
        }
        number
    }

    /// Whether any piece slides.
    pub(super) fn slides(&self) -> bool {
        self.cuts.iter().any(|cut| cut.window.is_some())
    }

    /// Bytes of the windows, at most.
    pub(super) fn window_bytes(&self) -> u64 {
        self.cuts.iter().filter_map(|cut| cut.window.as_ref()).map(Window::bytes).fold(0, u64::saturating_add)
    }
}

/// The largest value a position can have, with either sign.
pub(super) fn largest(recurrence: &Recurrence, order: &[Direction]) -> i128 {
    by_gains(recurrence, order).saturating_add(1 << 33)
}

/// The most that gains can come to, with either sign, from a position to an end.
pub(super) fn by_gains(recurrence: &Recurrence, order: &[Direction]) -> i128 {
    let variables = recurrence.bounds();
    let gains = recurrence.moves.iter().map(|mv| mv.gain.most(&mv.bounds(&variables), &recurrence.rows));
    gains.max().unwrap_or(0).saturating_mul(longest(recurrence, order))
}

/// The most moves that play can take.
fn longest(recurrence: &Recurrence, order: &[Direction]) -> i128 {
    let width = |direction: &Direction| {
        let variable = &recurrence.variables[direction.variable];
        i128::from(variable.hi) - i128::from(variable.lo) + 1
    };
    let variables = recurrence.bounds();
    // If every move raises the sum of some variables, each in its direction, play is no longer than their ranges together.
    let raises = |some: &[Direction]| {
        recurrence.moves.iter().all(|mv| {
            let mut sum = Some(Linear::default());
            for direction in some {
                let Form::One(next) = &mv.next[direction.variable] else { return false };
                let change = next.minus(&Linear::symbol(direction.variable));
                sum = sum.and_then(|sum| sum.plus(&change?, if direction.up { 1 } else { -1 }));
            }
            sum.is_some_and(|sum| sum.range(&mv.bounds(&variables)).0 >= 1)
        })
    };
    match (1..=order.len()).find(|count| raises(&order[..*count])) {
        Some(count) => order[..count].iter().map(width).sum(),
        None => order.iter().map(width).fold(1, i128::saturating_mul),
    }
}

fn strides(recurrence: &Recurrence) -> Option<(Vec<i64>, u64)> {
    let mut strides = vec![0; recurrence.variables.len()];
    let mut size: i64 = 1;
    for (at, variable) in recurrence.variables.iter().enumerate().rev() {
        strides[at] = size;
        size = size.checked_mul(variable.hi.checked_sub(variable.lo)?.checked_add(1)?)?;
    }
    Some((strides, u64::try_from(size).ok()?))
}

impl Cut {
    fn of(piece: Piece, recurrence: &Recurrence, strides: &[i64]) -> Option<Cut> {
        let symbol = piece.inner.symbol;
        let mut target = Linear::default();
        for ((form, stride), variable) in piece.next.iter().zip(strides).zip(&recurrence.variables) {
            target = target.plus(&form.minus(&Linear::number(variable.lo))?, *stride)?;
        }
        let mut forms = Vec::new();
        let mut add = |more: &[Linear]| {
            let first = forms.len();
            forms.extend(more.iter().map(|form| form.without(symbol)));
            first..forms.len()
        };
        let (guards, lo, hi) = (add(&piece.guards), add(&piece.inner.lo), add(&piece.inner.hi));
        let at = add(&[target.clone()]).start;
        let gain = add(std::slice::from_ref(&piece.gain.linear)).start;
        let (mut still, mut moving) = (Vec::new(), Vec::new());
        for sum in &piece.gain.sums {
            let flat = recurrence.rows[sum.row].flat(&sum.place)?;
            let form = add(std::slice::from_ref(&flat)).start;
            let here = Still { times: sum.times, row: sum.row, form };
            match flat.coefficient(symbol) {
                0 => still.push(here),
                step => moving.push(Moving { still: here, step }),
            }
        }
        let needs =
            piece.needs.iter().map(|need| (add(std::slice::from_ref(need)).start, need.coefficient(symbol))).collect();
        let (step, gain_step) = (target.coefficient(symbol), piece.gain.linear.coefficient(symbol));
        let among = piece.inner.among.clone();
        Some(Cut {
            piece,
            forms,
            first: None,
            guards,
            lo,
            hi,
            target: at,
            step,
            gain,
            gain_step,
            still,
            moving,
            needs,
            among,
            window: None,
        })
    }

    /// Bounds of the variables and of all choices but the last.
    fn outer_bounds(&self, variables: &[Bounds]) -> Vec<Bounds> {
        let mut bounds = variables.to_vec();
        for choice in &self.piece.outer {
            bounds.push(choice.range(&bounds));
        }
        bounds
    }

    /// Bounds of every symbol, the last choice included.
    pub(super) fn bounds(&self, variables: &[Bounds]) -> Vec<Bounds> {
        let mut bounds = self.outer_bounds(variables);
        let inner = &self.piece.inner;
        let last =
            Choice { name: String::new(), lo: inner.lo.clone(), hi: inner.hi.clone(), among: None, divides: None };
        bounds.push(last.range(&bounds));
        bounds
    }

    /// The most that any of its forms, or a step of one along the last choice, can be.
    fn most(&self, variables: &[Bounds]) -> i128 {
        let bounds = self.outer_bounds(variables);
        let size = |number: i64| i128::from(number).abs();
        let ends = self.piece.inner.lo.iter().chain(&self.piece.inner.hi);
        let farthest = ends.map(|end| end.most(&bounds)).max().unwrap_or(0);
        let steps = [self.step, self.gain_step].into_iter().chain(self.needs.iter().map(|need| need.1));
        let steps = steps.chain(self.moving.iter().map(|moving| moving.step)).map(|step| size(step) * farthest);
        self.forms.iter().map(|form| form.most(&bounds)).chain(steps).max().unwrap_or(0)
    }

    /// From where to where the last choice goes; `None` if there is nothing to choose.
    pub(super) fn span(&self, forms: &[i64]) -> Option<(i64, i64)> {
        if forms[self.guards.clone()].iter().any(|guard| *guard < 0) {
            return None;
        }
        let lo = forms[self.lo.clone()].iter().copied().max()?;
        let hi = forms[self.hi.clone()].iter().copied().min()?;
        (lo <= hi).then_some((lo, hi))
    }

    /// Whether the rules allow every choice of a span: what is needed is linear, so its ends tell.
    pub(super) fn sound(&self, forms: &[i64], (lo, hi): (i64, i64)) -> bool {
        self.needs.iter().all(|(need, times)| forms[*need] + times * lo >= 0 && forms[*need] + times * hi >= 0)
    }

    /// Adds a form that windows need.
    pub(super) fn push(&mut self, form: Linear) -> usize {
        self.forms.push(form);
        self.forms.len() - 1
    }

    /// Visits its forms at a position: as they stand among all, or worked out for each of the outer choices.
    pub(super) fn each<E>(
        &self,
        values: &mut Vec<i64>,
        all: &[i64],
        visit: &mut dyn FnMut(&[i64]) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.first {
            Some(first) => visit(&all[first..first + self.forms.len()]),
            None => choose(&self.piece.outer, values, &mut |values| {
                let forms: Vec<i64> = self.forms.iter().map(|form| form.at(values)).collect();
                visit(&forms)
            }),
        }
    }
}

fn choose<E>(
    choices: &[Choice],
    values: &mut Vec<i64>,
    visit: &mut dyn FnMut(&[i64]) -> Result<(), E>,
) -> Result<(), E> {
    let Some((choice, inner)) = choices.split_first() else { return visit(values) };
    let (lo, hi) = choice.ends(values);
    for number in lo..=hi {
        if choice.among.as_ref().is_some_and(|among| !among.contains(&number)) {
            continue;
        }
        values.push(number);
        let done = choose(inner, values, visit);
        values.pop();
        done?;
    }
    Ok(())
}

/// The kind of values decides how a step is counted.
pub(super) fn is_outcome(recurrence: &Recurrence) -> bool {
    recurrence.kind == Kind::Outcome
}
