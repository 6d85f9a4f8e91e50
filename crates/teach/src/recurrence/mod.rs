//! The recurrence of a game, derived from its rules: what a position is worth by where its moves lead, the cases without moves, and
//! the order that makes it well-founded. Games without closed forms have the general one, and the reason.

mod closed;
mod general;
mod write;

pub use write::{html, json, latex, mathml, rule, text};

use crate::formula::Equation;
use bouton::game::Game;
use bouton::{Instance, Kind};

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
    /// Why there is no closed form, if there is none.
    pub reason: Option<String>,
    /// Whether it is of nimbers.
    pub nimbers: bool,
    /// Prefix sums that stand in it: the names of their lists, and whether of a board.
    pub sums: Vec<(String, bool)>,
    /// The variables in the order in which positions are filled: the name, and whether rising.
    pub order: Vec<(String, bool)>,
    /// What shows that play does not go round, in the words of EXPLAIN.
    pub because: Option<(String, String)>,
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

/// The recurrence of a game.
#[must_use]
pub fn formulas(title: String, params: String, game: &Instance) -> Formulas {
    let because = game.facts().into_iter().find(|fact| fact.name == "order").map(|fact| (fact.text, fact.because));
    let found = Formulas {
        title,
        params,
        kind: game.kind(),
        main: general::positions(game),
        points: None,
        reason: None,
        nimbers: false,
        sums: Vec::new(),
        order: Vec::new(),
        because,
    };
    if game.parts().is_some_and(|parts| parts.normal()) {
        return general::nimbers(game, found);
    }
    match game.recurrence() {
        Ok(recurrence) => closed::closed(game, recurrence, found),
        Err(reason) => Formulas { reason: Some(reason.to_owned()), ..found },
    }
}
