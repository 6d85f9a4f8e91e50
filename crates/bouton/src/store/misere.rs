//! Who wins sums of parts in misère play: by the kinds of its parts where they are tame, by the sums themselves where not.

use crate::game::Part;
use crate::value::{Outcome, Plies};
use std::collections::{BTreeMap, HashMap};

/// What a part is worth in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MiserePart {
    /// Its number among all parts.
    pub number: u32,
    /// Its nimber in normal play.
    pub nimber: u64,
    /// Whether it has no move.
    pub idle: bool,
    /// If it is tame, whether it is fickle: worth a heap of 0 or 1 that changes sides in misère play.
    pub tame: Option<bool>,
}

/// Who wins sums in misère play.
#[derive(Clone, Debug, Default)]
pub struct Misere {
    known: BTreeMap<Part, MiserePart>,
    /// Whether the mover wins, by the numbers of a sum's parts, rising, those without a move left out.
    sums: HashMap<Box<[u32]>, bool>,
    /// Entries of all sums together.
    entries: u64,
}

impl Misere {
    /// Notes what a part is worth.
    pub fn set(&mut self, part: Part, worth: MiserePart) {
        self.known.insert(part, worth);
    }

    /// What a part is worth, if it is known.
    #[must_use]
    pub fn get(&self, part: Part) -> Option<MiserePart> {
        self.known.get(&part).copied()
    }

    /// Notes whether the mover wins a sum.
    pub fn set_sum(&mut self, sum: Box<[u32]>, wins: bool) {
        self.entries += sum.len() as u64;
        self.sums.insert(sum, wins);
    }

    /// Whether the mover wins a sum, if that is known.
    #[must_use]
    pub fn get_sum(&self, sum: &[u32]) -> Option<bool> {
        self.sums.get(sum).copied()
    }

    /// The sum of these parts as it is kept; nothing if one is not known.
    #[must_use]
    pub fn key(&self, parts: &[Part]) -> Option<Box<[u32]>> {
        let worths = parts.iter().map(|part| self.get(*part)).collect::<Option<Vec<_>>>()?;
        let mut numbers: Vec<u32> = worths.iter().filter(|worth| !worth.idle).map(|worth| worth.number).collect();
        numbers.sort_unstable();
        Some(numbers.into_boxed_slice())
    }

    /// Whether the mover wins a sum of tame parts, as in misère Nim: nothing if one of them is not tame.
    #[must_use]
    pub fn tame(worths: &[MiserePart]) -> Option<bool> {
        let fickle =
            worths.iter().map(|worth| worth.tame).collect::<Option<Vec<bool>>>()?.into_iter().all(|fickle| fickle);
        let sum = worths.iter().fold(0, |sum, worth| sum ^ worth.nimber);
        Some(if fickle { sum == 0 } else { sum != 0 })
    }

    /// Who wins a sum, for its mover. How soon is not known, unless it is over.
    #[must_use]
    pub fn outcome(&self, parts: &[Part]) -> Option<Outcome> {
        let worths = parts.iter().map(|part| self.get(*part)).collect::<Option<Vec<_>>>()?;
        if worths.iter().all(|worth| worth.idle) {
            return Some(Outcome::Win(Plies::Of(0)));
        }
        let wins = Misere::tame(&worths).or_else(|| self.get_sum(&self.key(parts)?))?;
        Some(if wins { Outcome::Win(Plies::Unknown) } else { Outcome::Loss(Plies::Unknown) })
    }

    /// How many sums are known, or where none had to be looked at, parts.
    #[must_use]
    pub fn len(&self) -> usize {
        if self.sums.is_empty() { self.known.len() } else { self.sums.len() }
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Bytes used, roughly: hash tables are between half and fully filled.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let parts = self.known.len() * 2 * (size_of::<Part>() + size_of::<MiserePart>());
        let sums = self.sums.capacity() * (size_of::<Box<[u32]>>() + 2);
        // What a sum keeps elsewhere comes with a word of its own.
        (parts + sums) as u64 + self.entries * size_of::<u32>() as u64 + self.sums.len() as u64 * 16
    }
}
