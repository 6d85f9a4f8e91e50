//! Proven results, one file each, and the one list of them. A theorem looks at what rules mean (a recurrence, parts), never at names:
//! the same game written another way is recognised, one that is almost the same is not.
//!
//! What a theorem says is told when it is asked for: no position is searched. Tests hold every theorem against `brute`.

mod ends;

use super::{Ask, Estimate, Fit, Method, Solved};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::Game;
use crate::limits::{Limits, Meter};
use crate::recurrence::{Recurrence, Trail};
use crate::store::{Store, Teller};
use std::sync::Arc;

pub(super) struct ByTheorem;

/// A proven result. Its file opens with what it says, who found it, and when it holds.
trait Theorem: Sync {
    /// One word, for EXPLAIN.
    fn name(&self) -> &'static str;
    /// What it says, and who found it, in one line.
    fn says(&self) -> &'static str;
    /// The game as the theorem sees it, if this is what it speaks of.
    fn recognise(&self, recurrence: &Recurrence) -> Option<Arc<dyn Proven>>;
}

/// A game that a theorem speaks of.
trait Proven: Teller {
    /// What is done to find a value, for EXPLAIN.
    fn steps(&self) -> Vec<(&'static str, String)>;
    /// Bytes that takes, at most.
    fn bytes(&self) -> u64;
    /// Best play from where the variables are these, if the theorem tells.
    fn line(&self, variables: &[i64]) -> Option<Trail>;
    /// As a teller.
    fn teller(self: Arc<Self>) -> Arc<dyn Teller>;
}

/// Every theorem.
const THEOREMS: &[&dyn Theorem] = &[&ends::Fusion];

fn find<G: Game>(game: &G) -> Result<(&'static dyn Theorem, Arc<dyn Proven>), String> {
    let recurrence = game.recurrence()?;
    let found = THEOREMS.iter().find_map(|theorem| Some((*theorem, theorem.recognise(recurrence)?)));
    found.ok_or_else(|| "no theorem that Bouton knows speaks of these rules".to_owned())
}

impl<G: Game> Method<G> for ByTheorem {
    fn name(&self) -> &'static str {
        "theorem"
    }

    fn about(&self) -> &'static str {
        "a proven result about such rules: values without a search"
    }

    fn only_on_request(&self, ask: &Ask, _: &Facts) -> bool {
        *ask == Ask::Table
    }

    fn fit(&self, game: &G, _: &Ask, _: &Facts, limits: &Limits) -> Fit {
        if !limits.theorems {
            return Fit::no("not wanted here");
        }
        match find(game) {
            Ok((theorem, proven)) => {
                let mut steps = vec![(theorem.name(), theorem.says().to_owned())];
                steps.extend(proven.steps());
                Fit::Yes(Estimate {
                    positions: Some(0),
                    bytes: proven.bytes(),
                    fixed: proven.bytes(),
                    per_move: 0,
                    steps,
                })
            }
            Err(reason) => Fit::No(reason),
        }
    }

    fn run(&self, game: &G, start: &G::Position, ask: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        let (_, proven) = find(game).map_err(|reason| Stop::Unfit { method: "theorem", reason })?;
        meter.memory(proven.bytes())?;
        let variables = game.variables(&game.canonical(start.clone()));
        let line = variables.filter(|_| *ask >= Ask::Line).and_then(|variables| proven.line(&variables));
        let store = Store::told(game.kind(), proven.teller());
        Ok(Solved { whole: false, line, ..Solved::whole(store, 0) })
    }
}
