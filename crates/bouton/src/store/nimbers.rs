//! Nimbers of parts, and what they say of sums.

use crate::game::Part;
use crate::value::{Outcome, Plies};
use std::collections::BTreeMap;

/// What a part is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartWorth {
    /// Its nimber.
    pub nimber: u64,
    /// Whether it has no move.
    pub idle: bool,
}

/// The nimbers of parts.
#[derive(Clone, Debug, Default)]
pub struct Nimbers {
    known: BTreeMap<Part, PartWorth>,
}

impl Nimbers {
    /// Notes what a part is worth.
    pub fn set(&mut self, part: Part, worth: PartWorth) {
        self.known.insert(part, worth);
    }

    /// What a part is worth, if it is known.
    #[must_use]
    pub fn get(&self, part: Part) -> Option<PartWorth> {
        self.known.get(&part).copied()
    }

    /// The nimber of a sum, if each part of it is known.
    #[must_use]
    pub fn sum(&self, parts: &[Part]) -> Option<u64> {
        parts.iter().try_fold(0, |sum, part| Some(sum ^ self.get(*part)?.nimber))
    }

    /// Who wins a sum in normal play, for its mover. How soon is not known, unless it is over.
    #[must_use]
    pub fn outcome(&self, parts: &[Part]) -> Option<Outcome> {
        let sum = self.sum(parts)?;
        let over = parts.iter().all(|part| self.get(*part).is_some_and(|worth| worth.idle));
        Some(match sum {
            0 if over => Outcome::Loss(Plies::Of(0)),
            0 => Outcome::Loss(Plies::Unknown),
            _ => Outcome::Win(Plies::Unknown),
        })
    }

    /// How many parts are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Bytes used, roughly: a B-tree keeps its nodes at least half full.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.known.len() * 2 * (size_of::<Part>() + size_of::<PartWorth>())) as u64
    }
}
