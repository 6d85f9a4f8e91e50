//! The short way to an answer: small cases of rules that are a family are solved without planning each anew.

use super::{Shared, case};
use crate::answer::Wanted as Asked;
use crate::load::Loaded;
use crate::options::MethodArgs;
use crate::params;
use bouton::family::{Compared, ComparedWorker, Given, Wanted};
use bouton::{Ask, Limits, Silent, Value, game::Game};
use serde_json::{Map, Value as Json};
use std::sync::atomic::{AtomicBool, Ordering};

/// Lines handed to a thread together, once there are so many; before that fewer, so that no thread is left without.
const MOST_TOGETHER: u64 = 64;
/// What is known of the short way.
pub(super) struct Quick {
    family: Compared,
    wanted: Wanted,
    /// Whether a case was worked out at length: then lines are handed out one by one.
    long: AtomicBool,
}

/// Goes the short way, one case after the other.
pub(super) struct Worker<'q> {
    quick: &'q Quick,
    worker: ComparedWorker<'q>,
}

impl Quick {
    /// The short way for some rules: none where a method is asked for, or limits are so narrow that they could stop it.
    pub(super) fn of(loaded: &Loaded, asked: Asked, check: bool, how: &MethodArgs, limits: &Limits) -> Quick {
        let wanted = match asked {
            Asked::Value | Asked::Nimber => Wanted::Value,
            Asked::Best => Wanted::Best,
            Asked::Table | Asked::All => Wanted::Line,
        };
        // What is to be checked is a whole solution.
        let free = how.method.is_none() && !check;
        let family = if free { Compared::of(&loaded.rules, limits) } else { Compared::default() };
        let long = AtomicBool::new(family.is_none());
        Quick { family, wanted, long }
    }

    /// None: every case goes the long way.
    pub(super) fn none() -> Quick {
        Quick { family: Compared::default(), wanted: Wanted::Value, long: AtomicBool::new(true) }
    }

    pub(super) fn worker(&self) -> Worker<'_> {
        Worker { quick: self, worker: self.family.worker() }
    }

    /// A case was worked out at length.
    pub(super) fn was_long(&self) {
        self.long.store(true, Ordering::Relaxed);
    }

    /// How many lines are handed out together, from this one on.
    pub(super) fn bundle(&self, line: u64) -> usize {
        let together = if self.long.load(Ordering::Relaxed) { 1 } else { (line / 8).clamp(1, MOST_TOGETHER) };
        usize::try_from(together).unwrap_or(1)
    }
}

impl Worker<'_> {
    /// The answer to a case, if it is one for the short way.
    pub(super) fn answer(&mut self, shared: &Shared, line: u64, case: &Map<String, Json>) -> Option<String> {
        if self.quick.family.is_none() {
            return None;
        }
        let given = given(shared, case)?;
        let agrees = |short| long_way(shared, case).is_none_or(|long| long == short);
        let told = self.worker.solve(line - 1, &given, self.quick.wanted, agrees)?;
        Some(told.json(case.get("id"), self.quick.wanted))
    }
}

/// The parameters of a case from the start on; nothing where it names another position, or something that is none.
fn given<'a>(shared: &'a Shared, case: &'a Map<String, Json>) -> Option<Vec<Given<'a>>> {
    let params = &shared.loaded.rules.params;
    let mut given: Vec<Given> =
        shared.given.iter().map(|fixed| fixed.as_ref().map_or(Given::Not, Given::Datum)).collect();
    let wrapped = ["params", "input"].iter().any(|name| case.contains_key(*name));
    let elsewhere = ["at", "each"].iter().any(|name| case.contains_key(*name));
    if wrapped || elsewhere {
        let named = case.get("params").and_then(Json::as_object).filter(|_| !elsewhere)?;
        for (name, value) in named {
            *given.get_mut(params.iter().position(|param| param.name == *name)?)? = Given::Json(value);
        }
        return Some(given);
    }
    for (name, value) in case {
        match params.iter().position(|param| param.name == *name) {
            Some(which) => *given.get_mut(which)? = Given::Json(value),
            None if case::stands_beside(name) => {}
            None => return None,
        }
    }
    Some(given)
}

/// What a case is worth by planning and solving.
fn long_way(shared: &Shared, case: &Map<String, Json>) -> Option<Value> {
    let named =
        bouton::instance::from_json(&shared.loaded.rules, case::params(case, &shared.loaded).ok()?.as_ref()).ok()?;
    let given: Vec<_> =
        named.into_iter().zip(&shared.given).map(|(own, fixed)| own.or_else(|| fixed.clone())).collect();
    let game = params::make(&shared.loaded, &given, &shared.limits, "batch").ok()?;
    let start = game.start().ok()?;
    let solution = bouton::solve(&game, &start, &Ask::Value, &shared.limits, None, &Silent).ok()?;
    Some(solution.value)
}
