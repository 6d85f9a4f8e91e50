//! Small games to look at before a program is written: what they show of an order of filling holds for the others.

use bouton::sample::{Dice, Params, Size, random};
use bouton::{Instance, Rules};
use std::sync::Arc;

/// So many small games are looked at.
const LOOKED_AT: usize = 24;

/// Small games of some rules, drawn by lot; those parameters that are held keep their defaults.
#[must_use]
pub fn small_games(rules: &Arc<Rules>, held: &[bool]) -> Vec<Instance> {
    let mut dice = Dice::new(1);
    let size = Size { entries: 6, value: 9 };
    let mut game = || {
        let drawn = random(rules, size, &mut dice)?;
        let params: Params = drawn.into_iter().zip(held).map(|(value, held)| value.filter(|_| !held)).collect();
        Instance::new(rules.clone(), &params).ok()
    };
    (0..2 * LOOKED_AT).filter_map(|_| game()).take(LOOKED_AT).collect()
}
