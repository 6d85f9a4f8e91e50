//! Wythoff's game: any amount from one of two heaps, or the same from both.
//!
//! **Theorem** (W. A. Wythoff, "A modification of the game of Nim", Nieuw Archief voor Wiskunde 7, 1907). If whoever cannot move loses, the
//! mover loses exactly at `(⌊nφ⌋, ⌊nφ⌋ + n)` for n = 0, 1, 2, …, where φ = (1 + √5) / 2, whichever heap is which.
//!
//! If whoever cannot move wins (misère play; A. S. Fraenkel, "Wythoff games, continued fractions, cedar trees and Fibonacci searches", 1984),
//! the first two of these, (0, 0) and (1, 2), give way to (0, 1) and (2, 2), and the rest stays. *Proof.* The losing positions are made
//! one after the other: the next has as its smaller heap the least size not yet used in any, and as its difference one not yet used.
//! Both pairs use the sizes 0, 1, 2 and the differences 0, 1; neither of (0, 1) and (2, 2) leads to the other, and every other position
//! of at most two in each heap leads to one of them, or is (0, 0), where the mover has won. So all that comes after is the same. ∎
//!
//! Condition: two heaps, every amount from either or the same from both, and nothing else. Cost: O(1) a value: `⌊nφ⌋` is
//! `(n + ⌊√(5n²)⌋) / 2` rounded down, in whole numbers.

use super::heaps::{Amounts, Heaps};
use super::{Proven, Strategy, Teller, Theorem, outcome};
use crate::recurrence::Recurrence;
use crate::value::Value;
use bouton_rules::{Text, say};
use std::sync::Arc;

pub(super) struct GoldenRatio;

#[derive(Debug)]
struct Wythoff {
    heaps: Heaps,
}

/// Heaps up to this keep every number on the way within 128 bits.
const LARGEST: i128 = 1 << 60;

impl Theorem for GoldenRatio {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "wythoff",
            about: "the mover loses at (⌊nφ⌋, ⌊nφ⌋ + n), φ the golden ratio (Wythoff 1907)",
            speed: None,
        }
    }

    fn recognise(&self, recurrence: &Recurrence) -> Option<Arc<dyn Proven>> {
        let heaps = Heaps::of(recurrence)?;
        let sources: [&[usize]; 3] = [&[0], &[0, 1], &[1]];
        let both = heaps.count() == 2 && heaps.sources() == sources;
        let any = || sources.iter().all(|from| heaps.amounts(from) == Some(Amounts::UpTo(None)));
        let fits = || heaps.largest(recurrence).iter().all(|most| *most <= LARGEST);
        (both && any() && fits()).then(|| Arc::new(Wythoff { heaps }) as Arc<dyn Proven>)
    }

    fn nearly(&self, recurrence: &Recurrence) -> Option<Text> {
        let heaps = Heaps::of(recurrence)?;
        let both = heaps.sources().contains(&[0, 1].as_slice());
        (both && heaps.count() == 2).then(|| {
            "two heaps, but not every amount may be taken from each and from both: Wythoff's theorem needs that".into()
        })
    }
}

/// `⌊nφ⌋`.
fn lower(n: i64) -> i64 {
    let n = u128::from(n.unsigned_abs());
    i64::try_from(u128::midpoint(n, (5 * n * n).isqrt())).unwrap_or(i64::MAX)
}

/// The size that loses together with this one, in normal play: every size is `⌊nφ⌋` or `⌊nφ⌋ + n` for just one n, 0 for both.
fn partner(size: i64) -> i64 {
    let x = u128::from(size.unsigned_abs());
    let root = (5 * x * x).isqrt();
    // x / φ = x (√5 − 1) / 2 and x / φ² = x (3 − √5) / 2, a little more or less.
    let near = |numerator: u128| i64::try_from(numerator / 2).unwrap_or(i64::MAX);
    let around = |near: i64| (near - 1).max(0)..=near + 2;
    let smaller = around(near(root.saturating_sub(x))).find(|n| lower(*n) == size);
    let greater = || around(near((3 * x).saturating_sub(root))).find(|n| lower(*n) + n == size);
    match smaller {
        Some(n) => size + n,
        None => greater().map_or(size, lower),
    }
}

impl Wythoff {
    fn partner(&self, size: i64) -> i64 {
        match (self.heaps.misere, size) {
            (true, 0) => 1,
            (true, 1) => 0,
            (true, 2) => 2,
            _ => partner(size),
        }
    }

    /// The smaller heap of the losing position with this difference.
    fn with_difference(&self, difference: i64) -> i64 {
        match (self.heaps.misere, difference) {
            (true, 0) => 2,
            (true, 1) => 0,
            _ => lower(difference),
        }
    }

    fn pair(&self, variables: &[i64]) -> Option<(i64, i64)> {
        match self.heaps.at(variables)?.as_slice() {
            [one, other] => Some((*one, *other)),
            _ => None,
        }
    }
}

impl Teller for Wythoff {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let (one, other) = self.pair(variables)?;
        Some(outcome(self.partner(one) == other, self.heaps.misere, one == 0 && other == 0))
    }

    fn best(&self, variables: &[i64]) -> Option<Vec<(usize, Vec<i64>)>> {
        let (one, other) = self.pair(variables)?;
        if self.partner(one) == other {
            return Some(Vec::new());
        }
        let goals = [
            (0, one - self.partner(other)),
            (1, other - self.partner(one)),
            (2, one.min(other) - self.with_difference((one - other).abs())),
        ];
        let from: [&[usize]; 3] = [&[0], &[1], &[0, 1]];
        let legal = goals.into_iter().filter(|(_, amount)| *amount > 0);
        Some(legal.flat_map(|(way, amount)| self.heaps.named(from[way], amount, variables)).collect())
    }
}

impl Proven for Wythoff {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        let misere = "whoever cannot move wins: (0, 0) and (1, 2) give way to (0, 1) and (2, 2) (Fraenkel 1984)";
        let end = if self.heaps.misere { misere } else { "whoever cannot move loses" };
        vec![
            ("these rules", say!("two heaps; a move takes any amount from one, or the same from both; {end}")),
            ("look it up", "⌊nφ⌋ by a whole square root".into()),
        ]
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_are_partners() {
        for n in (0..2_000).chain([1 << 40, (1 << 58) + 12_345, 123_456_789_012_345]) {
            let (one, other) = (lower(n), lower(n) + n);
            assert_eq!((partner(one), partner(other)), (other, one), "{n}");
        }
        assert_eq!((lower(1), lower(2), lower(10)), (1, 3, 16));
    }
}
