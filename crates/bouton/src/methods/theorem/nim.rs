//! Nim: any amount from one heap (LeetCode 1908).
//!
//! **Theorem** (C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3, 1901). If every move takes any
//! amount from one of several heaps, and whoever cannot move loses, the mover loses exactly where the nim-sum of the heaps (`^`) is 0.
//! If whoever cannot move wins (misère play), the same holds as long as some heap has more than one; where none has, the mover loses
//! exactly where the number of heaps of one is odd.
//!
//! Condition: every heap can be lowered by every amount from 1 to its size, one heap a move, and nothing else can be done.
//! Cost: O(heaps) a value; no move is tried.

use super::heaps::{Amounts, Heaps};
use super::{Proven, Strategy, Teller, Theorem, outcome};
use crate::recurrence::Recurrence;
use crate::value::Value;
use bouton_rules::{Text, say};
use std::sync::Arc;

pub(super) struct Bouton;

/// Heaps from which any amount may be taken.
#[derive(Debug)]
struct Nim {
    heaps: Heaps,
}

impl Theorem for Bouton {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "nim",
            about: "the mover loses where the nim-sum of the heaps is 0 (Bouton 1901)",
            speed: None,
        }
    }

    fn recognise(&self, recurrence: &Recurrence) -> Option<Arc<dyn Proven>> {
        let heaps = Heaps::of(recurrence)?;
        let one_at_a_time = heaps.sources().iter().all(|from| from.len() == 1);
        let any = (0..heaps.count()).all(|heap| heaps.amounts(&[heap]) == Some(Amounts::UpTo(None)));
        (one_at_a_time && any).then(|| Arc::new(Nim { heaps }) as Arc<dyn Proven>)
    }
}

impl Nim {
    fn lost(&self, sizes: &[i64]) -> bool {
        let sum = sizes.iter().fold(0, |sum, size| sum ^ size);
        let all_small = sizes.iter().all(|size| *size <= 1);
        if self.heaps.misere && all_small { sum == 1 } else { sum == 0 }
    }
}

impl Teller for Nim {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let sizes = self.heaps.at(variables)?;
        Some(outcome(self.lost(&sizes), self.heaps.misere, sizes.iter().all(|size| *size == 0)))
    }

    fn nimber(&self, variables: &[i64]) -> Option<u64> {
        let sizes = self.heaps.at(variables)?;
        Some(sizes.iter().fold(0, |sum, size| sum ^ size.unsigned_abs()))
    }

    /// A heap is lowered to what balances the others, or in misère play to nothing or one where the others are that small.
    fn best(&self, variables: &[i64]) -> Option<Vec<(usize, Vec<i64>)>> {
        let sizes = self.heaps.at(variables)?;
        let sum = sizes.iter().fold(0, |sum, size| sum ^ size);
        let mut found = Vec::new();
        for (heap, size) in sizes.iter().enumerate() {
            let mut left = vec![size ^ sum, 0, 1];
            left.sort_unstable();
            left.dedup();
            for left in left.into_iter().filter(|left| left < size) {
                let mut after = sizes.clone();
                after[heap] = left;
                if self.lost(&after) {
                    found.extend(self.heaps.named(&[heap], size - left, variables));
                }
            }
        }
        Some(found)
    }
}

impl Proven for Nim {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        let heaps = match self.heaps.count() {
            1 => "one heap".into(),
            count => say!("{count} heaps"),
        };
        let misere =
            "whoever cannot move wins: so until no heap has more than one, and then an odd number of ones loses";
        let end = if self.heaps.misere { misere } else { "whoever cannot move loses" };
        vec![("these rules", say!("{heaps}; a move takes any amount from one; {end}"))]
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
