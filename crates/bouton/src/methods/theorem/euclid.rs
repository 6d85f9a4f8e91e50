//! Euclid's game: a multiple of the smaller of two numbers is subtracted from the larger; who reaches 0 wins.
//!
//! **Theorem** (A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm", Mathematical Gazette 53, 1969). The mover wins
//! at `a ≤ b`, both positive, exactly where `a = b` or `b > φa`, φ = (1 + √5) / 2.
//!
//! *Proof.* If `a < b < 2a` there is one move, to `(b − a, a)`, and `b < φa` just if `a > φ(b − a)`; a multiple takes the last step at once.
//! If `b > 2a` and `r` is what is left of `b` divided by `a`, the mover may leave `(r, a)`, or `(a, a + r)`, from which the other must
//! leave `(r, a)`: one of the two wins. ∎
//!
//! Condition: just these moves, in normal play. Cost: O(1) a value: `b > φa` just if `b² > ab + a²`, in whole numbers.

use super::{Proven, Teller, outcome};
use crate::game::Multiples;
use crate::value::Value;
use std::cmp::Ordering;
use std::sync::Arc;

/// Two numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Euclid(pub(super) Multiples);

pub(super) const NAME: &str = "euclid";
pub(super) const SAYS: &str = "the mover wins where both are equal or the larger is more than φ times the smaller, φ the golden ratio (Cole and Davie 1969)";

fn loses(small: i64, large: i64) -> bool {
    let (a, b) = (i128::from(small), i128::from(large));
    a == 0 || (a != b && b * b < a * b + a * a)
}

impl Euclid {
    /// The smaller number, then the larger.
    fn at(&self, variables: &[i64]) -> Option<(i64, i64)> {
        let [one, other] = self.0.numbers;
        let (one, other) = (*variables.get(one)?, *variables.get(other)?);
        let (small, large) = if self.0.ordered { (one, other) } else { (one.min(other), one.max(other)) };
        (0 <= small && small <= large && large > 0).then_some((small, large))
    }

    /// How many times the smaller number may be subtracted from the larger to win: all there are, or one less.
    fn wins(small: i64, large: i64) -> Vec<i64> {
        let lost = |times: &i64| {
            let left = large - times * small;
            *times >= 1 && loses(left.min(small), left.max(small))
        };
        let whole = large.checked_div(small).unwrap_or(0);
        [whole - 1, whole].into_iter().filter(lost).collect()
    }

    /// Which of the two numbers a move may lower.
    fn lowers(&self, variables: &[i64]) -> Vec<usize> {
        let [one, other] = self.0.numbers.map(|number| variables[number]);
        match (self.0.ordered, one.cmp(&other)) {
            (true, _) | (false, Ordering::Less) => vec![1],
            (false, Ordering::Greater) => vec![0],
            (false, Ordering::Equal) => vec![0, 1],
        }
    }
}

impl Teller for Euclid {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let (small, large) = self.at(variables)?;
        Some(outcome(loses(small, large), false, small == 0))
    }

    fn best(&self, variables: &[i64]) -> Option<Vec<(usize, Vec<i64>)>> {
        let (small, large) = self.at(variables)?;
        let mut named = Vec::new();
        for from in self.lowers(variables) {
            let (mv, multiple) = self.0.moves[from];
            let chosen = |times: i64| if multiple { times * small } else { times };
            named.extend(Euclid::wins(small, large).into_iter().map(|times| (mv, vec![chosen(times)])));
        }
        Some(named)
    }

    fn count(&self, variables: &[i64]) -> Option<u64> {
        let (small, large) = self.at(variables)?;
        Some(large.checked_div(small)?.unsigned_abs())
    }

    fn after(&self, variables: &[i64], number: usize, choices: &[i64]) -> Option<Vec<i64>> {
        let (small, large) = self.at(variables)?;
        let from = self.lowers(variables).into_iter().find(|from| self.0.moves[*from].0 == number)?;
        let taken = match (choices, self.0.moves[from].1) {
            ([multiple], true) => *multiple,
            ([times], false) => times.checked_mul(small)?,
            _ => return None,
        };
        let (left, mut next) = (large.checked_sub(taken)?, variables.to_vec());
        let [one, other] = self.0.numbers;
        if self.0.ordered {
            (next[one], next[other]) = (left.min(small), left.max(small));
        } else {
            next[self.0.numbers[from]] = left;
        }
        Some(next)
    }
}

impl Proven for Euclid {
    fn steps(&self) -> Vec<(&'static str, String)> {
        let rules = "two numbers; a move subtracts any multiple of the smaller from the larger; who reaches 0 wins";
        vec![("these rules", rules.to_owned()), ("compare squares", "b > φa just if b² > ab + a²".to_owned())]
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
