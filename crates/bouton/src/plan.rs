//! Which method solves a game, and why the others do not. Printing a plan explains it:
//!
//! ```text
//! method  retrograde (reached): backwards from the finished positions, where play may repeat
//!   1  number the positions     breadth first from the start
//!   2  work backwards           from the finished positions, one wave a ply
//!   3  the rest                 draws
//!   estimate  54 bytes for each position that is reached, of at most 72
//!   in all    at most about a second and 3.9 kB, judged by 10,000,000 positions a second
//! not used:
//!   grundy      no parts are known whose sum the game is
//!   sweep       nothing is known that grows with every move, …
//! in reserve:  memo
//! ```

use crate::error::Stop;
use crate::facts::Facts;
use crate::game::Game;
use crate::limits::Limits;
use crate::methods::{Ask, Asked, AtLeast, Estimate, Method, Ready, Strategy, Wanted, at_least, methods, wanted};
use crate::show::{Bytes, Count, Roughly};
use bouton_rules::text::{Blank, Text};
use bouton_rules::{said_in_english, say};
use std::fmt;

/// What every method said of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What the methods were told.
    pub facts: Facts,
    /// Every method's answer, in order of preference.
    pub choices: Vec<Choice>,
    /// Whether somebody asked for one method.
    pub forced: bool,
}

/// One method's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The method's name.
    pub method: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Which of its strategies would run; if none fits, the one that was asked for.
    pub strategy: Option<&'static Strategy>,
    /// Its answer.
    pub fit: Fit,
    /// Whether the plan may use it.
    pub allowed: bool,
    /// Why the plan leaves it aside although it fits, unless it is asked for.
    pub aside: Option<&'static str>,
}

/// Whether a method can solve a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Yes, and what it will take.
    Yes(Estimate),
    /// No: why not, in words that follow "not used: sweep".
    No(Text),
}

impl Choice {
    /// What was asked for: the strategy, where one was named that does not fit, else the method.
    fn name(&self) -> &'static str {
        self.strategy.map_or(self.method, |strategy| strategy.name)
    }

    /// The method, with its strategy where it has several: `sweep (numbers)`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.strategy.filter(|strategy| strategy.name != self.method) {
            Some(strategy) => format!("{} ({})", self.method, strategy.name),
            None => self.method.to_owned(),
        }
    }
}

impl Plan {
    /// Asks every method.
    pub fn of<G: Game + 'static>(game: &G, start: &G::Position, ask: &Ask, limits: &Limits) -> Plan {
        Plan::made((game, start, *ask), limits, wanted(None, limits).ok().flatten())
    }

    /// The same for one method, or for one strategy of a method, that somebody asks for; what the others say is told with it.
    ///
    /// # Errors
    ///
    /// There is none of that name, or it says no.
    pub fn by<G: Game + 'static>(
        game: &G,
        start: &G::Position,
        ask: &Ask,
        limits: &Limits,
        name: &str,
    ) -> Result<Plan, Stop> {
        let plan = Plan::made((game, start, *ask), limits, wanted(Some(name), limits)?);
        plan.refused().map_or(Ok(plan), Err)
    }

    fn made<G: Game + 'static>(
        (game, start, ask): (&G, &G::Position, Ask),
        limits: &Limits,
        wanted: Option<Wanted<G>>,
    ) -> Plan {
        let (named, only) = (wanted.is_some(), wanted.and_then(|(_, only)| only));
        let mut plan = Plan { facts: Facts::of(game, start), choices: Vec::new(), forced: named };
        plan.ask_all(Asked { only, named, ..Asked::any(game, start, ask) }, wanted.map(|(method, _)| method), limits);
        plan
    }

    /// That the method which somebody asked for says no.
    pub(crate) fn refused(&self) -> Option<Stop> {
        self.choices.iter().filter(|choice| self.forced && choice.allowed).find_map(|choice| match &choice.fit {
            Fit::No(reason) => Some(Stop::Unfit { method: choice.name(), reason: reason.clone() }),
            Fit::Yes(_) => None,
        })
    }

    /// Asks every method, and how many positions there are at the least for the one that will be used: that takes longer than to ask all of them.
    fn ask_all<G: Game + 'static>(&mut self, asked: Asked<G>, wanted: Option<&dyn Method<G>>, limits: &Limits) {
        let mut used = None;
        for method in methods::<G>() {
            let is_wanted = wanted.is_none_or(|wanted| wanted.name() == method.name());
            let asked = Asked { only: asked.only.filter(|_| is_wanted), in_reserve: used.is_some(), ..asked };
            let ready = self.ask(*method, asked, limits);
            if !is_wanted && let Some(choice) = self.choices.last_mut() {
                choice.allowed = false;
            }
            let ready = ready.filter(|_| is_wanted && used.is_none());
            used = used.or(ready.map(|ready| (self.choices.len() - 1, ready)));
        }
        let repeats = self.facts.repeat.is_some();
        if self.facts.index_size.is_none_or(|size| size > MANY && !repeats)
            && let Some((at, ready)) = used
            && let Some(Choice { fit: Fit::Yes(estimate), .. }) = self.choices.get_mut(at)
        {
            estimate.at_least = at_least(&ready, asked.game, asked.start, limits);
        }
    }

    /// A plan for which no method was asked yet, and which has no words for its facts; `forced` if one was named.
    pub(crate) fn begun<G: Game>(game: &G, start: &G::Position, forced: bool) -> Plan {
        Plan { facts: Facts::for_methods(game, start), choices: Vec::new(), forced }
    }

    /// Asks one more method and keeps its answer; what is ready to run, if it fits and may be used.
    pub(crate) fn ask<'a, G: Game>(
        &mut self,
        method: &dyn Method<G>,
        asked: Asked<'a, G>,
        limits: &Limits,
    ) -> Option<Ready<'a, G>> {
        let found = method.fit(asked, &self.facts, limits);
        let (fit, strategy, aside) = match &found {
            Ok(ready) => (Fit::Yes(ready.estimate.clone()), Some(ready.strategy), ready.aside),
            Err(reason) => (Fit::No(reason.clone()), asked.only, None),
        };
        let allowed = self.forced || aside.is_none();
        self.choices.push(Choice { method: method.name(), about: method.about(), strategy, fit, allowed, aside });
        found.ok().filter(|_| allowed)
    }

    /// The methods to try, first the one to use; the next only if what this one takes on trust proves false.
    pub fn to_try(&self) -> impl Iterator<Item = (&Choice, &Estimate)> {
        self.choices.iter().filter(|choice| choice.allowed).filter_map(|choice| match &choice.fit {
            Fit::Yes(estimate) => Some((choice, estimate)),
            Fit::No(_) => None,
        })
    }

    /// What the method to use comes to in all, where its speed was measured.
    #[must_use]
    pub fn total(&self) -> Option<Total> {
        self.to_try().next().and_then(|(choice, estimate)| Total::of(choice, estimate, &self.facts))
    }

    /// Every method that said no, with its reason.
    pub fn refusals(&self) -> impl Iterator<Item = (&'static str, Text)> {
        self.choices.iter().filter_map(|choice| match &choice.fit {
            Fit::No(reason) => Some((choice.method, reason.clone())),
            Fit::Yes(_) if !choice.allowed && self.forced => {
                Some((choice.method, say!("it fits, but another was asked for")))
            }
            Fit::Yes(_) if !choice.allowed => Some((choice.method, choice.aside.unwrap_or("only on request").into())),
            Fit::Yes(_) => None,
        })
    }
}

impl Plan {
    /// The plan in words. `say` says each of them, perhaps in another language, and fills up so many columns after it; `label` says what
    /// runs, as `sweep (numbers): `.
    pub fn told(&self, say: &dyn Fn(Text, usize) -> String, label: &dyn Fn(&Choice) -> String) -> String {
        let mut to_try = self.to_try();
        let mut lines = match to_try.next() {
            Some((choice, estimate)) => told_choice(choice, estimate, &self.facts, say, label),
            None => vec![say(say!("no method can solve this"), 0)],
        };
        let mut refusals = self.refusals().peekable();
        lines.extend(refusals.peek().map(|_| say(say!("not used:"), 0)));
        lines.extend(refusals.map(|(method, reason)| format!("  {method:<12}{}", say(reason, 0))));
        let reserve: Vec<String> = to_try.map(|(choice, _)| choice.label()).collect();
        if !reserve.is_empty() {
            lines.push(format!("{}  {}", say(say!("in reserve:"), 0), reserve.join(" · ")));
        }
        lines.join("\n")
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(&|text, columns| format!("{text:<columns$}"), &|choice| format!("{}: ", choice.label())))
    }
}

fn told_choice(
    choice: &Choice,
    estimate: &Estimate,
    facts: &Facts,
    say: &dyn Fn(Text, usize) -> String,
    label: &dyn Fn(&Choice) -> String,
) -> Vec<String> {
    let mut lines = vec![format!("{}  {}{}", say(say!("method"), 0), label(choice), say(choice.about.into(), 0))];
    for (at, (what, how)) in estimate.steps.iter().enumerate() {
        lines.push(format!("  {}  {}{}", at + 1, say((*what).into(), 25), say(how.clone(), 0)));
    }
    let rest = match (estimate.positions, estimate.unit, estimate.at_least, telling(facts)) {
        (None, None, None, Some(most)) => say!("; there are at most {}", Count(most)),
        (None, None, None, None) => say!("; how many there are is not known before"),
        (None, None, Some(AtLeast { positions, games }), most) => {
            let shown =
                say!("; there are at least {}, as {} games played at random show", Count(positions), Count(games));
            most.map_or(shown.clone(), |most| say!("{shown}, and at most {}", Count(most)))
        }
        _ => Text::empty(),
    };
    lines.push(format!("  {}{}", say(say!("estimate"), 10), say(say!("{estimate}{rest}"), 0)));
    let total = Total::of(choice, estimate, facts);
    lines.extend(total.map(|total| format!("  {}{}", say(say!("in all"), 10), say(total.text(), 0))));
    lines
}

/// Of more numbers most may be gaps; where play does not repeat, games played at random show how many positions there are at the least.
const MANY: u64 = 1 << 24;

/// How many positions there are at the most, unless that is so many that it tells nothing.
fn telling(facts: &Facts) -> Option<u64> {
    facts.index_size.filter(|size| *size <= 1 << 32)
}

/// What a plan comes to in all, judged by how fast its method was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// Whether there are at least so many positions, at most, or nobody knows.
    pub extent: Extent,
    /// Positions.
    pub positions: u64,
    /// Positions a second, by which the time is judged.
    pub speed: u64,
    /// Bytes.
    pub bytes: u64,
}

/// How many positions a total speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many at the least.
    AtLeast,
    /// So many at the most.
    AtMost,
    /// How many there are is not known: this is for so many.
    Each,
}

impl Total {
    fn of(choice: &Choice, estimate: &Estimate, facts: &Facts) -> Option<Total> {
        const MILLION: u64 = 1_000_000;
        let most = choice.strategy?.speed? / estimate.choices.max(1);
        // To one digit.
        let unit = 10_u64.pow(most.checked_ilog10().unwrap_or(0));
        let speed = (most / unit * unit).max(1);
        let (extent, positions) = match (estimate.positions, estimate.at_least, telling(facts)) {
            (Some(0), ..) => return None,
            (None, Some(seen), _) => (Extent::AtLeast, seen.positions),
            (Some(most), ..) | (None, None, Some(most)) => (Extent::AtMost, most),
            (None, None, None) => (Extent::Each, MILLION),
        };
        Some(Total { extent, positions, speed, bytes: estimate.bytes_for(positions, 0) })
    }

    /// Seconds: never less than one, since nobody measured them.
    #[must_use]
    pub fn seconds(&self) -> u64 {
        self.positions.div_ceil(self.speed).max(1)
    }
}

impl Blank for Total {
    fn text(&self) -> Text {
        let (time, bytes) = (Roughly::seconds(self.positions, self.speed), Bytes(self.bytes));
        let speed = Count(self.speed);
        match self.extent {
            Extent::AtLeast => say!("at least about {time} and {bytes}, judged by {speed} positions a second"),
            Extent::AtMost => say!("at most about {time} and {bytes}, judged by {speed} positions a second"),
            Extent::Each => say!("not known before; a million positions take about {time} and {bytes}"),
        }
    }
}

said_in_english!(Total);
