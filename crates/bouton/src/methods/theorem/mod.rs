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

use super::{Ask, Asked, Estimate, Family, Method, Ready, Solved, Strategy, who_not_when};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Abstract, Game};
use crate::limits::{Limits, Meter};
use crate::recurrence::{Recurrence, Trail};
use crate::store::{Store, Teller};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Text;
use std::sync::Arc;

pub(super) struct ByTheorem;

/// A proven result. Its file opens with what it says, who found it, and when it holds.
trait Theorem: Sync {
    /// Its row in the list: its name, what it says, and who found it.
    fn strategy(&self) -> &'static Strategy;
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
    fn nearly(&self, recurrence: &Recurrence) -> Option<Text> {
        let _ = recurrence;
        None
    }
}

/// A game that a theorem speaks of.
trait Proven: Teller {
    /// What is done to find a value, for EXPLAIN.
    fn steps(&self) -> Vec<(&'static str, Text)>;
    /// Bytes that takes, at most.
    fn bytes(&self) -> u64 {
        0
    }
    /// Whether the theorem tells as much as is asked of where the variables are these; or what it lacks. Most speak of every position.
    fn speaks(&self, variables: &[i64], ask: &Ask) -> Result<(), Text> {
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

/// A theorem that speaks of a game, and the game as it sees it.
type Found = (&'static Strategy, Arc<dyn Proven>);

/// The first theorem that speaks of the game, of those that are wanted.
fn find<G: Game>(asked: &Asked<G>) -> Result<Found, Text> {
    let wanted = || THEOREMS.iter().filter(|theorem| asked.wants(theorem.strategy()));
    // Why the rules have no closed form is told by the method that asks for nothing else.
    let listed = |recurrence: &Recurrence| {
        recurrence.moves.iter().flat_map(|mv| &mv.choices).any(|choice| choice.listed.is_some())
    };
    let recurrence = asked.game.recurrence().ok().filter(|recurrence| !listed(recurrence));
    let nearly = || wanted().find_map(|theorem| theorem.nearly(recurrence?));
    let recognise = || wanted().find_map(|theorem| Some((theorem.strategy(), theorem.recognise(recurrence?)?)));
    let matches = |moves| wanted().find_map(|theorem| Some((theorem.strategy(), theorem.matches(moves)?)));
    let found = recognise().or_else(|| {
        // Points are told of by closed forms alone.
        let moves = (recurrence.is_none() || asked.game.kind() == Kind::Outcome).then(|| asked.game.abstracted());
        moves.flatten().and_then(matches)
    });
    found.ok_or_else(|| nearly().unwrap_or_else(|| NONE.into()))
}

static FAMILY: Family = Family {
    name: "theorem",
    about: "a proven result about such rules: values without a search",
    when: "a proven result speaks of such rules",
    costs: "nothing: values are told when they are asked for",
    strategies: || THEOREMS.iter().map(|theorem| theorem.strategy()).chain([&stealing::STEALING]).collect(),
};

impl<G: Game> Method<G> for ByTheorem {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, limits: &Limits) -> Result<Ready<'a, G>, Text> {
        if !limits.theorems {
            return Err("not wanted here".into());
        }
        let Asked { game, start, ask, .. } = asked;
        match find(&asked) {
            Ok((strategy, proven)) => told(asked, facts, strategy, proven),
            Err(_) if ask == Ask::Value && asked.wants(&stealing::STEALING) && stealing::wins(game, start) => {
                let estimate = Estimate { positions: Some(0), steps: stealing::steps(), ..Estimate::default() };
                Ok(Ready::new(&stealing::STEALING, estimate, move |_| stealing::won(game, start)))
            }
            Err(reason) => Err(reason),
        }
    }
}

/// A theorem ready to tell values.
fn told<'a, G: Game>(
    asked: Asked<'a, G>,
    facts: &Facts,
    strategy: &'static Strategy,
    proven: Arc<dyn Proven>,
) -> Result<Ready<'a, G>, Text> {
    let Asked { game, start, ask, .. } = asked;
    let variables = game.variables(&game.canonical(start.clone())).unwrap_or_default();
    proven.speaks(&variables, &ask)?;
    let mut steps = vec![(strategy.name, strategy.about.into())];
    steps.extend(proven.steps());
    let bytes = proven.bytes();
    let estimate = Estimate { positions: Some(0), bytes, fixed: bytes, steps, ..Estimate::default() };
    // Most theorems about who wins do not say how soon: small games are left to methods that do, as soon as play is asked for.
    let aside = match facts.kind {
        Kind::Points => (ask == Ask::Table).then_some(ONE_BY_ONE),
        Kind::Outcome => who_not_when(game, ask, facts).filter(|_| !proven.counts(&variables)),
    };
    let run = move |meter: &mut Meter| {
        meter.memory(bytes)?;
        let teller = proven.clone().prepare(&variables, meter)?;
        let unfit =
            || Stop::Unfit { method: "theorem", reason: "play begins where the theorem does not speak of it".into() };
        let value = teller.value(&variables).ok_or_else(unfit)?;
        let line = if ask >= Ask::Line { proven.line(&variables) } else { None };
        let store = Store::told(game.kind(), teller, Some((variables.clone(), value)));
        Ok(Solved { whole: false, line, ..Solved::whole(store, 0) })
    };
    Ok(Ready::new(strategy, estimate, run).aside(aside))
}
