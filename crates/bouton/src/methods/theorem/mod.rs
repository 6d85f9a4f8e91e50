//! Proven results, one file each, and the one list of them. A theorem looks at what rules mean (a recurrence, parts), never at names:
//! the same game written another way is recognised, one that is almost the same is not.
//!
//! What a theorem says is told when it is asked for: no position is searched. Tests hold every theorem against `brute`.

mod chomp;
mod divisor;
mod dynamic;
mod ends;
mod euclid;
mod guess;
pub(super) mod heaps;
mod nim;
pub(super) mod octal;
mod stealing;
mod subtraction;
mod target;
mod wythoff;

use super::{Ask, Estimate, Fit, Method, Solved, who_not_when};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Abstract, Game};
use crate::limits::{Limits, Meter};
use crate::recurrence::{Recurrence, Trail};
use crate::store::{Store, Teller};
use crate::value::{Kind, Outcome, Plies, Value};
use std::sync::Arc;

pub(super) struct ByTheorem;

/// A proven result. Its file opens with what it says, who found it, and when it holds.
trait Theorem: Sync {
    /// One word, for EXPLAIN.
    fn name(&self) -> &'static str;
    /// What it says, and who found it, in one line.
    fn says(&self) -> &'static str;
    /// The game as the theorem sees it, if this is what it speaks of.
    fn recognise(&self, recurrence: &Recurrence) -> Option<Arc<dyn Proven>> {
        let _ = recurrence;
        None
    }
    /// The same of a game whose moves no recurrence can say.
    fn matches(&self, moves: &dyn Abstract) -> Option<Arc<dyn Proven>> {
        let _ = moves;
        None
    }
    /// What keeps a game that is almost what the theorem speaks of from being that, where this is cheap to know.
    fn nearly(&self, recurrence: &Recurrence) -> Option<String> {
        let _ = recurrence;
        None
    }
}

/// A game that a theorem speaks of.
trait Proven: Teller {
    /// What is done to find a value, for EXPLAIN.
    fn steps(&self) -> Vec<(&'static str, String)>;
    /// Bytes that takes, at most.
    fn bytes(&self) -> u64 {
        0
    }
    /// Whether the theorem tells as much as is asked of where the variables are these; or what it lacks. Most speak of every position.
    fn speaks(&self, variables: &[i64], ask: &Ask) -> Result<(), String> {
        let _ = (variables, ask);
        Ok(())
    }
    /// Whether plies are counted there and in all that play leads to. Most only know who wins.
    fn counts(&self, variables: &[i64]) -> bool {
        let _ = variables;
        false
    }
    /// Best play from where the variables are these, if the theorem tells it at once.
    fn line(&self, variables: &[i64]) -> Option<Trail> {
        let _ = variables;
        None
    }
    /// What must be worked out before values can be told of what play reaches from here.
    fn prepare(self: Arc<Self>, variables: &[i64], meter: &mut Meter) -> Result<Arc<dyn Teller>, Stop> {
        let _ = (variables, meter);
        Ok(self.teller())
    }
    /// As a teller.
    fn teller(self: Arc<Self>) -> Arc<dyn Teller>;
}

/// Every theorem; of two that speak of a game, the first is named.
const THEOREMS: &[&dyn Theorem] = &[
    &ends::Fusion,
    &nim::Bouton,
    &wythoff::GoldenRatio,
    &subtraction::Takeaway,
    &divisor::Even,
    &dynamic::Threshold,
    &guess::Guessing,
    &euclid::Ratio,
    &target::Picking,
    &chomp::Poisoned,
];

/// The value of a position whose mover loses, or wins, nobody having counted how soon; if nobody can move there, it is finished.
fn outcome(lost: bool, misere: bool, over: bool) -> Value {
    Value::Outcome(match (over, lost) {
        (true, _) if misere => Outcome::Win(Plies::Of(0)),
        (true, _) => Outcome::Loss(Plies::Of(0)),
        (false, true) => Outcome::Loss(Plies::Unknown),
        (false, false) => Outcome::Win(Plies::Unknown),
    })
}

const ONE_BY_ONE: &str = "one is known, and tells values one by one; here every position is asked for";

const NONE: &str = "no theorem that Bouton knows speaks of these rules";

/// A theorem that speaks of a game: its name, what it says, and the game as it sees it.
type Found = (&'static str, &'static str, Arc<dyn Proven>);

fn find<G: Game>(game: &G) -> Result<Found, String> {
    // Why the rules have no closed form is told by the method that asks for nothing else.
    let Ok(recurrence) = game.recurrence() else {
        let matches =
            |moves| THEOREMS.iter().find_map(|theorem| Some((theorem.name(), theorem.says(), theorem.matches(moves)?)));
        return game.abstracted().and_then(matches).ok_or_else(|| NONE.to_owned());
    };
    let found = |theorem: &&dyn Theorem| Some((theorem.name(), theorem.says(), theorem.recognise(recurrence)?));
    let nearly = || THEOREMS.iter().find_map(|theorem| theorem.nearly(recurrence));
    THEOREMS.iter().find_map(found).ok_or_else(|| nearly().unwrap_or_else(|| NONE.to_owned()))
}

/// Whether a theorem counts plies from the start on.
fn counts<G: Game>(game: &G) -> bool {
    let start = game.start().ok().and_then(|start| game.variables(&game.canonical(start)));
    start.is_some_and(|start| find(game).is_ok_and(|(_, _, proven)| proven.counts(&start)))
}

impl<G: Game> Method<G> for ByTheorem {
    fn name(&self) -> &'static str {
        "theorem"
    }

    fn about(&self) -> &'static str {
        "a proven result about such rules: values without a search"
    }

    /// Most theorems about who wins do not say how soon: small games are left to methods that do, as soon as play is asked for.
    fn set_aside(&self, game: &G, ask: &Ask, facts: &Facts, _: &Limits) -> Option<&'static str> {
        match facts.kind {
            Kind::Points => (*ask == Ask::Table).then_some(ONE_BY_ONE),
            Kind::Outcome => who_not_when(game, ask, facts).filter(|_| !counts(game)),
        }
    }

    fn fit(&self, game: &G, ask: &Ask, _: &Facts, limits: &Limits) -> Fit {
        if !limits.theorems {
            return Fit::no("not wanted here");
        }
        // Where play begins elsewhere, running finds out.
        let start = game.start().ok();
        match find(game) {
            Ok((name, says, proven)) => {
                let variables = start.and_then(|start| game.variables(&game.canonical(start)));
                if let Err(lacking) = variables.map_or(Ok(()), |start| proven.speaks(&start, ask)) {
                    return Fit::No(lacking);
                }
                let mut steps = vec![(name, says.to_owned())];
                steps.extend(proven.steps());
                Fit::Yes(Estimate {
                    positions: Some(0),
                    bytes: proven.bytes(),
                    fixed: proven.bytes(),
                    steps,
                    ..Estimate::default()
                })
            }
            Err(_) if *ask == Ask::Value && start.is_some_and(|start| stealing::wins(game, &start)) => {
                Fit::Yes(Estimate { positions: Some(0), steps: stealing::steps(), ..Estimate::default() })
            }
            Err(reason) => Fit::No(reason),
        }
    }

    fn run(&self, game: &G, start: &G::Position, ask: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        let unfit = |reason: String| Stop::Unfit { method: "theorem", reason };
        let (_, _, proven) = match find(game) {
            Err(_) if *ask == Ask::Value && stealing::wins(game, start) => return stealing::won(game, start),
            found => found.map_err(unfit)?,
        };
        meter.memory(proven.bytes())?;
        let variables = game.variables(&game.canonical(start.clone())).unwrap_or_default();
        proven.speaks(&variables, ask).map_err(unfit)?;
        let teller = proven.clone().prepare(&variables, meter)?;
        let value = teller
            .value(&variables)
            .ok_or_else(|| unfit("play begins where the theorem does not speak of it".to_owned()))?;
        let line = if *ask >= Ask::Line { proven.line(&variables) } else { None };
        let store = Store::told(game.kind(), teller, Some((variables, value)));
        Ok(Solved { whole: false, line, ..Solved::whole(store, 0) })
    }
}
