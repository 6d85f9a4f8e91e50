//! Guessing a number at the least cost in the worst case (LeetCode 375).
//!
//! One player names a number `x` between two ends, the other says on which side of it the rest of play is, and each such answer costs `w(x)`.
//! With `C(i, j)` for what numbers `i` to `j` cost, `C(i, j) = min over i ≤ x ≤ j of w(x) + max(C(i, x − 1), C(x + 1, j))`; one number or
//! none costs nothing.
//!
//! **Theorem** (for `w(x) = x` by "zkw", Art of Problem Solving, 2016; for other costs the proof is ours). If no cost is negative, all
//! `C` follow in O(n²).
//!
//! *Proof.* `C` grows with the stretch: a plan for a stretch, its guesses outside a part of it left out, is a plan for the part that costs no
//! more. So, as `x` rises, `C(i, x − 1)` grows and `C(x + 1, j)` falls; call `k(i, j)` the first `x` where the former is at least the latter.
//! From `k` on `C(i, j)` is the least `w(x) + C(i, x − 1)`, before it the least `w(x) + C(x + 1, j)`. `k` rises with `j` and does not fall
//! where `i` rises. Of the former, for one `i`, both ends of the window `k ≤ x ≤ j` rise with `j`; of the latter, for one `j`, both ends of
//! `i ≤ x < k` fall with `i`. So each is a sliding minimum. ∎
//!
//! Negative costs break the first step. Condition: just these moves, in turn; the answerer gains what the guess costs, by one cost for both
//! sides; saying that the guess was right is allowed or not, and worth nothing. Cost: O(n²) time, 16 bytes a stretch.

use super::ends::after;
use super::{Proven, Strategy, Teller, Theorem};
use crate::error::Stop;
use crate::limits::Meter;
use crate::recurrence::{Amount, Bounds, Choice, End, Form, Linear, Move, Recurrence, Row, within_bounds};
use crate::value::{Kind, Value};
use bouton_rules::Text;
use std::collections::VecDeque;
use std::sync::Arc;

pub(super) struct Guessing;

/// Numbers one of which is guessed.
#[derive(Clone, Debug)]
struct Guess {
    /// The ends of the stretch that is left, told by the variables.
    ends: [Linear; 2],
    /// The variables that hold the guess and whose turn it is; whose turn it is to guess.
    asked: usize,
    turn: usize,
    guesser: i64,
    /// What a guess costs.
    cost: Amount,
    rows: Vec<Row>,
    /// What must not be negative where a guess is answered.
    needs: Vec<Linear>,
    bounds: Vec<Bounds>,
    table: Option<Arc<Table>>,
}

/// What stretches cost: of the row for `i`, entry `j − i`.
#[derive(Debug)]
struct Table {
    first: i64,
    costs: Vec<i64>,
    rows: Vec<Vec<i64>>,
}

/// Costs of all guesses together stay below this.
const LARGEST: i128 = 1 << 60;

impl Theorem for Guessing {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "guess",
            about: "the dearer side of a guess changes once, and that place slides: O(n²) stretches, each by two windows (zkw 2016)",
            speed: None,
        }
    }

    fn recognise(&self, recurrence: &Recurrence) -> Option<Arc<dyn Proven>> {
        Guess::of(recurrence).map(|guess| Arc::new(guess) as Arc<dyn Proven>)
    }
}

/// What an answer does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Left,
    Right,
    Exact,
}

impl Guess {
    fn of(recurrence: &Recurrence) -> Option<Guess> {
        let plain = recurrence.kind == Kind::Points && recurrence.needs.is_empty() && recurrence.remaining.is_none();
        if !plain || recurrence.variables.len() != 4 || !(3..=4).contains(&recurrence.moves.len()) {
            return None;
        }
        let asking = recurrence.moves.iter().position(|mv| mv.choices.len() == 1)?;
        let mut guess = Guess::asked(recurrence, &recurrence.moves[asking])?;
        let mut answers = Vec::new();
        for mv in recurrence.moves.iter().enumerate().filter(|(number, _)| *number != asking).map(|(_, mv)| mv) {
            let (answer, paid) = guess.answer(mv)?;
            match answer {
                Answer::Exact if *paid != Amount::default() => return None,
                Answer::Exact => {}
                _ if answers.is_empty() => guess.cost = paid.clone(),
                _ if guess.cost != *paid => return None,
                _ => {}
            }
            if answers.contains(&answer) {
                return None;
            }
            answers.push(answer);
            guess.needs.extend(mv.needs.iter().cloned());
        }
        let both = answers.contains(&Answer::Left) && answers.contains(&Answer::Right);
        let of_guess = |form: &Linear| form.terms.iter().all(|(symbol, _)| *symbol == guess.asked);
        let places = guess.cost.sums.iter().flat_map(|sum| &sum.place);
        let simple = places.chain([&guess.cost.linear]).chain(&guess.needs).all(of_guess);
        (both && simple && guess.over_when_known(recurrence)).then_some(guess)
    }

    /// What the move that names a number shows.
    fn asked(recurrence: &Recurrence, mv: &Move) -> Option<Guess> {
        let [Choice { among: None, divides: None, listed: None, lo, hi, .. }] = mv.choices.as_slice() else {
            return None;
        };
        let ([lo], [hi], [guard]) = (lo.as_slice(), hi.as_slice(), mv.guards.as_slice()) else { return None };
        let chosen = Linear::symbol(4);
        let asked = mv.next.iter().position(|next| *next == Form::One(chosen.clone()))?;
        let (turn, guesser) = player(guard)?;
        let one = |form: &Linear| matches!(form.terms.as_slice(), [(_, 1)]);
        let [left, right] = [lo.last()?, hi.last()?];
        let mut symbols = [left, right, asked, turn];
        symbols.sort_unstable();
        let kept = [left, right].iter().all(|end| mv.next[*end] == Form::One(Linear::symbol(*end)));
        let free = mv.gain == Amount::default() && mv.needs.is_empty() && mv.passes;
        let fits = symbols == [0, 1, 2, 3] && one(lo) && one(hi) && kept && free && turns(mv, turn);
        fits.then(|| Guess {
            ends: [lo.clone(), hi.clone()],
            asked,
            turn,
            guesser,
            cost: Amount::default(),
            rows: recurrence.rows.clone(),
            needs: Vec::new(),
            bounds: recurrence.bounds(),
            table: None,
        })
    }

    /// What an answer says, and what it pays.
    fn answer<'a>(&self, mv: &'a Move) -> Option<(Answer, &'a Amount)> {
        let (asked, [left, right]) = (Linear::symbol(self.asked), &self.ends);
        let beyond = |form: Linear| form.minus(&Linear::number(1));
        let ends = [after(left, mv)?, after(right, mv)?];
        let answer = if ends == [asked.plus(&Linear::number(1), 1)?, right.clone()] {
            Answer::Right
        } else if ends == [left.clone(), beyond(asked.clone())?] {
            Answer::Left
        } else if ends == [asked.clone(), asked.clone()] {
            Answer::Exact
        } else {
            return None;
        };
        let whose = mv.guards.iter().position(|guard| player(guard) == Some((self.turn, 1 - self.guesser)))?;
        let mut others = mv.guards.clone();
        others.remove(whose);
        let legal = match answer {
            Answer::Right => others == [beyond(right.minus(&asked)?)?],
            Answer::Left => others == [beyond(asked.minus(left)?)?],
            Answer::Exact => others.is_empty(),
        };
        // What is remembered of the guess does not matter, as long as it is within bounds.
        let Form::One(forgotten) = &mv.next[self.asked] else { return None };
        let (lo, hi) = self.bounds[self.asked];
        let remembered = *forgotten == asked || forgotten.as_number().is_some_and(|number| (lo..=hi).contains(&number));
        (legal && remembered && mv.choices.is_empty() && mv.passes && turns(mv, self.turn))
            .then_some((answer, &mv.gain))
    }

    /// Play ends, with nothing to add, where one number is left, and not before.
    fn over_when_known(&self, recurrence: &Recurrence) -> bool {
        let [End { when, value: Value::Lead(0) }] = recurrence.ends.as_slice() else { return false };
        let (Some(short), Some(long)) = (self.ends[0].minus(&self.ends[1]), self.ends[1].minus(&self.ends[0])) else {
            return false;
        };
        when.contains(&short) && when.iter().all(|form| *form == short || *form == long)
    }

    /// Where play stands: the ends, and the guess if there is one to answer.
    fn at(&self, variables: &[i64]) -> Option<(i64, i64, Option<i64>)> {
        if !within_bounds(variables, &self.bounds) {
            return None;
        }
        let (left, right) = (self.ends[0].at(variables), self.ends[1].at(variables));
        let guess = Some(variables[self.asked]).filter(|_| variables[self.turn] != self.guesser);
        let known = left == right || guess.is_none_or(|guess| (left..=right).contains(&guess));
        (left <= right && known).then_some((left, right, guess.filter(|_| left < right)))
    }

    /// The costs of the numbers between two ends, if none is negative and all is within bounds.
    fn costs(&self, left: i64, right: i64) -> Option<Vec<i64>> {
        let fits = |form: &Linear, to: i64| {
            form.last().is_some_and(|symbol| {
                let (lo, hi) = self.bounds[symbol];
                (lo..=hi).contains(&(to - form.constant))
            })
        };
        let asked = Linear::symbol(self.asked);
        let forms = [&self.ends[0], &self.ends[1], &asked];
        let inside = forms.iter().all(|form| fits(form, left) && fits(form, right));
        let mut costs = Vec::new();
        for number in left..=right {
            let mut values = vec![0; 4];
            values[self.asked] = number;
            let sound = self.needs.iter().all(|need| need.at(&values) >= 0);
            costs.push(Some(self.cost.at(&values, &self.rows)).filter(|cost| sound && *cost >= 0)?);
        }
        let sum: i128 = costs.iter().map(|cost| i128::from(*cost)).sum();
        (inside && sum < LARGEST).then_some(costs)
    }

    fn stretches(&self) -> u64 {
        let numbers = self.bounds[self.asked].1.abs_diff(self.bounds[self.asked].0).saturating_add(1);
        numbers.saturating_mul(numbers) / 2
    }
}

/// The player of a guard that asks for one.
fn player(guard: &Linear) -> Option<(usize, i64)> {
    match (guard.terms.as_slice(), guard.constant) {
        ([(turn, -1)], 0) => Some((*turn, 0)),
        ([(turn, 1)], -1) => Some((*turn, 1)),
        _ => None,
    }
}

/// Whether the other player moves next.
fn turns(mv: &Move, turn: usize) -> bool {
    let other = Linear::of(1, &[(turn, -1)]);
    mv.passes && mv.next[turn] == Form::One(other)
}

impl Table {
    fn of(first: i64, costs: Vec<i64>, meter: &mut Meter) -> Result<Table, Stop> {
        let count = costs.len();
        let mut rows: Vec<Vec<i64>> = vec![Vec::new(); count];
        // For each right end, guesses to the left of the place where the dearer side changes, cheapest at the front.
        let mut columns: Vec<VecDeque<u32>> = vec![VecDeque::new(); count];
        meter.phase("stretches", Some(count as u64));
        for left in (0..count).rev() {
            let row = Table::row(left, &costs, &rows, &mut columns, meter)?;
            rows[left] = row;
        }
        Ok(Table { first, costs, rows })
    }

    /// What the stretches from one left end cost, all to its right being known.
    fn row(
        left: usize,
        costs: &[i64],
        rows: &[Vec<i64>],
        columns: &mut [VecDeque<u32>],
        meter: &mut Meter,
    ) -> Result<Vec<i64>, Stop> {
        let mut row = vec![0];
        let mut turning = left;
        let mut window: VecDeque<(usize, i64)> = VecDeque::new();
        let rest = |from: usize, to: usize| if from > to { 0 } else { rows[from][to - from] };
        slide(&mut window, left, costs[left]);
        for right in left + 1..costs.len() {
            meter.step()?;
            let before = |x: usize| if x == left { 0 } else { row[x - 1 - left] };
            while before(turning) < rest(turning + 1, right) {
                turning += 1;
            }
            slide(&mut window, right, costs[right] + before(right));
            while window.front().is_some_and(|(x, _)| *x < turning) {
                window.pop_front();
            }
            let column = &mut columns[right];
            let worth = |x: u32| costs[x as usize] + rest(x as usize + 1, right);
            let entering = u32::try_from(left).expect("rows have fewer than 2^32 places");
            while column.back().is_some_and(|x| worth(*x) >= worth(entering)) {
                column.pop_back();
            }
            column.push_back(entering);
            while column.front().is_some_and(|x| *x as usize >= turning) {
                column.pop_front();
            }
            let (above, below) = (window.front().map(|(_, worth)| *worth), column.front().map(|x| worth(*x)));
            row.push(above.into_iter().chain(below).min().unwrap_or(0));
        }
        Ok(row)
    }

    fn cost(&self, left: i64, right: i64) -> Option<i64> {
        if left > right {
            return Some(0);
        }
        let row = self.rows.get(usize::try_from(left.checked_sub(self.first)?).ok()?)?;
        row.get(usize::try_from(right - left).ok()?).copied()
    }

    /// What it costs to have guessed a number: the dearer answer.
    fn after(&self, left: i64, right: i64, guess: i64) -> Option<i64> {
        let cost = self.costs.get(usize::try_from(guess.checked_sub(self.first)?).ok()?)?;
        Some(cost + self.cost(left, guess - 1)?.max(self.cost(guess + 1, right)?))
    }
}

/// Adds to a sliding minimum.
fn slide(window: &mut VecDeque<(usize, i64)>, at: usize, worth: i64) {
    while window.back().is_some_and(|(_, known)| *known >= worth) {
        window.pop_back();
    }
    window.push_back((at, worth));
}

impl Teller for Guess {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let (left, right, guess) = self.at(variables)?;
        let table = self.table.as_ref()?;
        Some(Value::Lead(match guess {
            // The guesser pays.
            None if variables[self.turn] == self.guesser => -table.cost(left, right)?,
            None => 0,
            Some(guess) => table.after(left, right, guess)?,
        }))
    }
}

impl Proven for Guess {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        let rules = "a number between two ends is named, and the other player says on which side of it play goes on";
        let how =
            "stretches by falling left end, then rising right end; the best guess on either side by a sliding window";
        vec![("these rules", rules.into()), ("work it out", how.into())]
    }

    fn bytes(&self) -> u64 {
        self.stretches().saturating_mul(16)
    }

    fn prepare(self: Arc<Self>, variables: &[i64], meter: &mut Meter) -> Result<Arc<dyn Teller>, Stop> {
        let mut ready = Guess::clone(&self);
        if let Some((left, right, _)) = self.at(variables) {
            let costs = self.costs(left, right).ok_or_else(|| Stop::Unfit {
                method: "theorem",
                reason: "a guess costs less than nothing, or leaves its bounds".into(),
            })?;
            ready.table = Some(Arc::new(Table::of(left, costs, meter)?));
        }
        Ok(Arc::new(ready))
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
