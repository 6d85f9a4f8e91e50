//! Subtracting a smaller divisor (LeetCode 1025).
//!
//! **Theorem** (folklore; the classroom knows "even wins"). From a number `n ≥ 1` any divisor of it that is smaller may be subtracted, and
//! whoever cannot move loses. The nimber of `n` is the exponent of 2 in it; so the mover loses exactly where `n` is odd, and where it is
//! even, an odd divisor wins.
//!
//! *Proof.* Let `n = 2ᵉ·m` with `m` odd, and `d = 2ᶠ·c` a divisor with `c` odd, `f ≤ e`. If `f < e`, the exponent of `n − d` is `f`. If
//! `f = e`, then `n − d = 2ᵉ·(m − c)` is 0, which is no move, or its exponent is more than `e`. So `e` is not among the exponents of the
//! options, and every `f < e` is: take `d = 2ᶠ`. By induction the least nimber not among the options' is `e`. ∎
//!
//! Condition: one number; exactly its divisors below it may be subtracted; normal play. Cost: O(1) a value; naming every winning move takes
//! a trial of the odd numbers up to the root.

use super::heaps::implied;
use super::{Proven, Strategy, Teller, Theorem, outcome};
use crate::recurrence::{Choice, End, Form, Linear, Recurrence};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Text;
use std::sync::Arc;

pub(super) struct Even;

/// A number from which smaller divisors are subtracted.
#[derive(Debug)]
struct Divisor {
    /// The number, told by the variable.
    number: Linear,
}

/// Odd numbers up to the root of this are tried in well under a second.
const LARGEST: i128 = 1 << 50;

impl Theorem for Even {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "divisor",
            about: "the nimber is the exponent of 2 in the number: the mover loses where it is odd",
            speed: None,
        }
    }

    fn recognise(&self, recurrence: &Recurrence) -> Option<Arc<dyn Proven>> {
        let number = subtracted(recurrence)?;
        let (least, most) = number.range(&recurrence.bounds());
        let fits = least >= 0 && most <= LARGEST && loses(recurrence, &number, least)?;
        fits.then(|| Arc::new(Divisor { number }) as Arc<dyn Proven>)
    }

    fn nearly(&self, recurrence: &Recurrence) -> Option<Text> {
        let [mv] = recurrence.moves.as_slice() else { return None };
        let divisors = mv.choices.iter().any(|choice| choice.divides.is_some());
        divisors.then(|| {
            "a divisor is chosen, but not every smaller one may be subtracted, or whoever cannot move does not lose"
                .into()
        })
    }
}

/// The number, if the only move subtracts from it any divisor below it.
fn subtracted(recurrence: &Recurrence) -> Option<Linear> {
    let plain = recurrence.kind == Kind::Outcome && recurrence.needs.is_empty() && recurrence.remaining.is_none();
    let ([mv], [_]) = (recurrence.moves.as_slice(), recurrence.variables.as_slice()) else { return None };
    let ([choice], [Form::One(next)]) = (mv.choices.as_slice(), mv.next.as_slice()) else { return None };
    let Choice { among: None, divides: Some(number), lo, hi, .. } = choice else { return None };
    let lower = lo.iter().map(Linear::as_number).collect::<Option<Vec<i64>>>()?.into_iter().max()?;
    let below = number.minus(&Linear::number(1))?;
    let bounds = recurrence.bounds();
    let needless = |bound: &Linear| bound.minus(number).is_some_and(|more| more.range(&bounds).0 >= 0);
    let all_smaller = lower == 1 && hi.contains(&below) && hi.iter().all(|bound| *bound == below || needless(bound));
    // After the move the number is less by the divisor: with the sign of the variable in it, which is 1 or −1.
    let ([(0, 1 | -1)], true) = (number.terms.as_slice(), plain && mv.passes && mv.needs.is_empty()) else {
        return None;
    };
    let by_divisor = number.minus(&number.with(0, next)?)? == Linear::symbol(1);
    mv.guards.iter().try_for_each(|guard| implied(guard, 1, hi))?;
    (all_smaller && by_divisor).then(|| number.clone())
}

/// Whether whoever cannot move loses, by whatever line of the rules.
fn loses(recurrence: &Recurrence, number: &Linear, least: i128) -> Option<bool> {
    let lost = |end: &End| end.value == Value::Outcome(Outcome::Loss(Plies::Of(0)));
    if recurrence.ends.is_empty() {
        return Some(recurrence.stuck.first().is_some_and(|end| end.when.is_empty() && lost(end)));
    }
    let slope = number.coefficient(0);
    let place = |value: i64| [(value - number.constant) * slope];
    let only_at_one = |end: &End| {
        let holds = end.when.iter().all(|form| form.at(&place(1)) >= 0);
        let not_beyond = |form: &Linear| form.coefficient(0) * slope < 0 && form.at(&place(2)) < 0;
        holds && end.when.iter().any(not_beyond)
    };
    Some(least >= 1 && recurrence.ends.iter().all(|end| lost(end) && only_at_one(end)))
}

impl Divisor {
    fn at(&self, variables: &[i64]) -> Option<u64> {
        let number = (variables.len() == 1).then(|| self.number.at(variables))?;
        u64::try_from(number).ok()
    }
}

/// The odd divisors of an even number, rising.
fn odd_divisors(number: u64) -> Vec<u64> {
    let odd = number >> number.trailing_zeros();
    let small: Vec<u64> = (1..=odd.isqrt()).step_by(2).filter(|divisor| odd.is_multiple_of(*divisor)).collect();
    let large = small.iter().rev().filter(|small| *small * *small != odd).map(|small| odd / small);
    small.iter().copied().chain(large).collect()
}

impl Teller for Divisor {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let number = self.at(variables)?;
        Some(outcome(number % 2 == 1 || number == 0, false, number <= 1))
    }

    fn nimber(&self, variables: &[i64]) -> Option<u64> {
        let number = self.at(variables)?;
        Some(if number == 0 { 0 } else { u64::from(number.trailing_zeros()) })
    }

    fn best(&self, variables: &[i64]) -> Option<Vec<(usize, Vec<i64>)>> {
        let number = self.at(variables)?;
        let even = number > 0 && number.is_multiple_of(2);
        let divisors = if even { odd_divisors(number) } else { Vec::new() };
        divisors.into_iter().map(|divisor| Some((0, vec![i64::try_from(divisor).ok()?]))).collect()
    }

    fn one(&self, variables: &[i64]) -> Option<(usize, Vec<i64>)> {
        let number = self.at(variables)?;
        (number > 0 && number.is_multiple_of(2)).then(|| (0, vec![1]))
    }
}

impl Proven for Divisor {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        let rules = "one number; a move subtracts any divisor of it below it; whoever cannot move loses";
        vec![("these rules", rules.into()), ("count the twos", "in the number: that is its nimber".into())]
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
