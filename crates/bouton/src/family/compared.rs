//! A family held against the long way: its first cases are solved both ways, and should these ever differ, it has no more answers.

use super::{Family, Given, Told, Wanted, Worker};
use crate::limits::Limits;
use crate::value::Value;
use bouton_rules::Rules;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// So many cases are solved both ways.
const BOTH_WAYS: u64 = 8;
/// A case takes less than these.
const MEMORY: u64 = 16_000_000;
const TIME: Duration = Duration::from_secs(1);

/// A family, if there is one, that the long way has not contradicted so far. Threads share it.
#[derive(Debug, Default)]
pub struct Compared {
    family: Option<Family>,
    differs: AtomicBool,
}

impl Compared {
    /// The family of some rules: none where they have none, or where limits are so narrow that they could stop a case.
    #[must_use]
    pub fn of(rules: &Rules, limits: &Limits) -> Compared {
        let free = limits.positions.is_none() && limits.memory >= MEMORY && limits.time.is_none_or(|time| time >= TIME);
        Compared { family: if free { Family::of(rules).ok() } else { None }, differs: AtomicBool::new(false) }
    }

    /// Whether every case must go the long way: there is no family, or it was contradicted.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.family.is_none() || self.differs.load(Ordering::Relaxed)
    }

    /// Somebody who solves cases one after the other.
    #[must_use]
    pub fn worker(&self) -> ComparedWorker<'_> {
        ComparedWorker { compared: self, worker: self.family.as_ref().map(Family::worker) }
    }
}

/// Solves the cases of a family that is held against the long way.
#[derive(Debug)]
pub struct ComparedWorker<'f> {
    compared: &'f Compared,
    worker: Option<Worker<'f>>,
}

impl ComparedWorker<'_> {
    /// The answer to a case, by its number from 0 on; nothing where it must go the long way. `agrees` goes that way for one of the first cases, and says
    /// whether it leads to this value.
    pub fn solve(
        &mut self,
        case: u64,
        given: &[Given<'_>],
        wanted: Wanted,
        agrees: impl FnOnce(Value) -> bool,
    ) -> Option<Told<'_>> {
        let worker = self.worker.as_mut().filter(|_| !self.compared.is_none())?;
        let told = worker.solve(given, wanted)?;
        if case < BOTH_WAYS && !agrees(Value::Lead(told.value)) {
            self.compared.differs.store(true, Ordering::Relaxed);
            return None;
        }
        Some(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rules::{Source, check};
    use serde_json::json;

    #[test]
    fn a_family_that_differs_once_has_no_more_answers() {
        let text = crate::gallery::find("1140").expect("the gallery has it").text;
        let rules = check(&Source::new("1140", text)).0.expect("the gallery is right");
        let (family, piles) = (Compared::of(&rules, &Limits::default()), json!([2, 7, 9, 4, 4]));
        let solve = |case, agrees| {
            let mut worker = family.worker();
            worker.solve(case, &[Given::Json(&piles)], Wanted::Value, |_| agrees).map(|told| told.value)
        };
        assert_eq!(solve(0, true), Some(-6));
        assert_eq!(solve(BOTH_WAYS, false), Some(-6), "later cases are not compared");
        assert_eq!(solve(BOTH_WAYS - 1, false), None);
        assert_eq!(solve(0, true), None, "it is not asked again, by whichever thread");
        assert!(Compared::of(&rules, &Limits::default().positions(10)).is_none());
    }
}
