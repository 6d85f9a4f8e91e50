//! The recurrence of a game, derived from its rules: what a position is worth by where its moves lead, the cases without moves, and
//! the order that makes it well-founded. Games without closed forms have the general one, and the reason.

mod closed;
mod general;
mod growth;
mod rounds;
mod sizes;
mod write;

pub use closed::{ends, ends_words};
pub use growth::Growth;
pub use rounds::Rounds;
pub(crate) use sizes::sizes as sizes_of;
pub use write::{html, json, latex, mathml, rule, text};

use crate::formula::{Equation, Math};
use crate::gallery;
use crate::words::Lang;
use bouton::game::Game;
use bouton::recurrence::Recurrence;
use bouton::rules::Text;
use bouton::rules::rules::Expr;
use bouton::rules::types::Domain;
use bouton::{Ask, Instance, Kind, Limits, Rules};
use closed::Frame;
use std::sync::Arc;

/// How ranges of lists are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Intervals {
    /// `i ..< j`: `j` is the place after the last entry.
    #[default]
    HalfOpen,
    /// `i .. j`: `j` is the place of the last entry.
    Closed,
}

impl Intervals {
    /// Their names, the usual one first.
    pub const NAMES: [(&str, Intervals); 2] = [("half-open", Intervals::HalfOpen), ("closed", Intervals::Closed)];

    /// What they are called.
    #[must_use]
    pub fn name(self) -> &'static str {
        let [half_open, closed] = Intervals::NAMES;
        if self == closed.1 { closed.0 } else { half_open.0 }
    }
}

/// Least, name and greatest of a variable: `0 ≤ i ≤ n`.
pub type Range = Math;

/// A game's recurrence, ready to be written in any form.
#[derive(Clone, Debug)]
pub struct Formulas {
    /// The title of the game.
    pub title: String,
    /// Its parameters.
    pub params: String,
    /// What its values are.
    pub kind: Kind,
    /// The recurrence of leads, outcomes or nimbers.
    pub main: Equation,
    /// The same counted in the mover's own points, where the rules say what is left.
    pub points: Option<Points>,
    /// The same with two moves as one, where that has fewer variables.
    pub rounds: Option<Rounds>,
    /// Why there is no closed form, if there is none.
    pub reason: Option<Text>,
    /// Whether it is of nimbers.
    pub nimbers: bool,
    /// Prefix sums that stand in it: the names of their lists, and whether of a board.
    pub sums: Vec<(String, bool)>,
    /// The variables in the order in which positions are filled: the name, and whether rising.
    pub order: Vec<(String, bool)>,
    /// What shows that play does not go round, in the words of EXPLAIN.
    pub because: Option<(Text, Text)>,
    /// What lies between what: `0 ≤ i ≤ n`.
    pub ranges: Vec<Range>,
    /// How ranges of lists are written.
    pub intervals: Intervals,
    /// Variables that are the last entry of a range here, and the one after it in the rules.
    pub shifted: Vec<String>,
    /// How work grows, where sizes stand in it.
    pub growth: Option<Growth>,
    /// Where it holds for every size: what was looked at.
    pub seen: Option<Seen>,
}

/// What a recurrence for every size was read off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How many games.
    pub games: usize,
    /// Sizes with the least and the greatest that was looked at.
    pub sizes: Vec<(String, i64, i64)>,
}

/// The recurrence in points.
#[derive(Clone, Debug)]
pub struct Points {
    /// `f(i, M) = s(i) − min f(…)`
    pub equation: Equation,
    /// What is left: `s(i) = sum(piles[i ..< 5])`
    pub left: Equation,
    /// All values of what is left, where it has one variable and few of them.
    pub values: Option<(String, Vec<i64>)>,
}

impl Formulas {
    /// The same with players named in a language: for people, not for programs.
    #[must_use]
    pub fn named(self, rules: &Rules, lang: Lang) -> Formulas {
        let word = |word: &str| match rules.players.iter().any(|own| own == word) {
            true => gallery::named(rules, word, lang).to_owned(),
            false => word.to_owned(),
        };
        let rounds = self.rounds.map(|rounds| Rounds {
            equation: rounds.equation.reworded(&word),
            cost: rounds.cost.map(|players| players.map(|player| word(&player))),
            ..rounds
        });
        Formulas { main: self.main.reworded(&word), rounds, ..self }
    }
}

/// The recurrence of a game.
#[must_use]
pub fn formulas(title: String, params: String, game: &Instance) -> Formulas {
    formulas_in(title, params, game, Intervals::HalfOpen)
}

/// The same with ranges of lists written in a way.
#[must_use]
pub fn formulas_in(title: String, params: String, game: &Instance, intervals: Intervals) -> Formulas {
    let found = Formulas { params, ..open(title, game) };
    if let Some(parts) = parts(game, found.clone()) {
        return parts;
    }
    match game.recurrence() {
        Ok(_) if !is_of_numbers(game) => Formulas { reason: Some(UNREADABLE.into()), ..found },
        Ok(recurrence) => written(game, recurrence.clone(), Frame::of(recurrence), intervals, found),
        Err(reason) => Formulas { reason: Some(reason), ..found },
    }
}

/// The recurrence of some rules for every size, read off small games; nothing where these differ in more than sizes, or none can be made.
/// Games whose moves have no closed form have the general one. Cost: within two seconds, mostly far less.
#[must_use]
pub fn of_every_size(title: String, rules: &Arc<Rules>, intervals: Intervals) -> Option<Formulas> {
    let games = sizes::games(rules);
    let game = games.first()?;
    let found = open(title, game);
    if let Some(first) = parts(game, found.clone()) {
        let same = |other: &Instance| parts(other, found.clone()).is_some_and(|other| other.main == first.main);
        return games.iter().all(same).then_some(first);
    }
    if !is_of_numbers(game) {
        let reason = game.recurrence().err().unwrap_or_else(|| UNREADABLE.into());
        return Some(Formulas { reason: Some(reason), ..found });
    }
    // Tables of one game say nothing of the next; the general form holds for all.
    if games.iter().any(|game| game.recurrence().is_ok_and(Recurrence::looks_up)) {
        return Some(found);
    }
    if let Some(reason) = games.iter().find_map(|game| game.recurrence().err()) {
        let alike = games.iter().all(|game| game.recurrence().is_err());
        return alike.then_some(Formulas { reason: Some(reason), ..found });
    }
    let every = sizes::every(&games)?;
    let seen = Some(Seen { games: every.games, sizes: every.sizes.clone() });
    let windows = slides(every.game);
    let mut told = written(every.game, every.recurrence, every.frame, intervals, Formulas { seen, ..found });
    if let Some(growth) = told.growth.as_mut().filter(|growth| windows && growth.moves != "1") {
        growth.windows = Some(growth.positions.clone());
    }
    Some(told)
}

/// Whether positions are made of numbers and cells alone, and no move ends play. The recurrence of others speaks of names, players, nodes, truth values,
/// `none` and of how play has ended by their places, which nobody reads.
#[must_use]
pub fn is_of_numbers(game: &Instance) -> bool {
    let named = |domain: &Domain<Expr>| {
        use Domain as D;
        matches!(domain, D::Bool | D::Names { .. } | D::Player | D::Node { .. } | D::Optional(_) | D::Set(_))
    };
    let other = game.rules().states.iter().any(|state| match &state.domain {
        Domain::List { of, .. } => named(of),
        domain => named(domain),
    });
    !other && !game.ends_inside()
}

/// Why a recurrence is not told.
const UNREADABLE: &str = "none that is easily read, as positions are not made of numbers alone";

/// What is known of any game.
fn open(title: String, game: &Instance) -> Formulas {
    let because = game.facts().into_iter().find(|fact| fact.name == "order").map(|fact| (fact.text, fact.because));
    Formulas {
        title,
        params: String::new(),
        kind: game.kind(),
        main: general::positions(game),
        points: None,
        rounds: None,
        reason: None,
        nimbers: false,
        sums: Vec::new(),
        order: Vec::new(),
        because,
        ranges: Vec::new(),
        intervals: Intervals::HalfOpen,
        shifted: Vec::new(),
        growth: None,
        seen: None,
    }
}

/// The recurrence of nimbers, of a sum that is lost by who cannot move.
fn parts(game: &Instance, found: Formulas) -> Option<Formulas> {
    game.parts().is_some_and(|parts| parts.normal()).then(|| general::nimbers(game, found))
}

fn written(
    game: &Instance,
    mut recurrence: Recurrence,
    mut frame: Frame,
    intervals: Intervals,
    found: Formulas,
) -> Formulas {
    let shifted = match intervals {
        Intervals::HalfOpen => Vec::new(),
        Intervals::Closed => closed::with_closed_intervals(&mut recurrence, &mut frame),
    };
    Formulas { intervals, shifted, ..closed::closed(game, &recurrence, &frame, found) }
}

/// Whether every choice of a game slides: then the planner says so.
fn slides(game: &Instance) -> bool {
    let Ok(start) = game.start() else { return false };
    let plan = bouton::plan(game, &start, &Ask::Line, &Limits::default());
    let steps = plan.to_try().find(|(choice, _)| choice.method == "recurrence").map(|(_, estimate)| &estimate.steps);
    let does = |wanted: &str| steps.is_some_and(|steps| steps.iter().any(|(what, _)| *what == wanted));
    does("slide a window") && !does("try every choice")
}
