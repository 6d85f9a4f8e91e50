//! Moves of games that no recurrence can say, as data: run with symbols for variables, for the number chosen, for products, and for one set of
//! numbers that grows or shrinks. What theorems look at.

use super::{Form, Linear};
use std::sync::Arc;

/// The ways in which a condition can hold: in each, none of the forms is negative.
pub type Ways = Vec<Vec<Linear>>;

/// How an end stands for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Won.
    Win,
    /// Nobody wins.
    Draw,
    /// Lost.
    Loss,
}

/// What a symbol of a form stands for. The state variables come first, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A state variable that is a number; or, of the set, whether it holds the number chosen.
    State(usize),
    /// The number chosen.
    Choice,
    /// Two symbols multiplied, the lesser first.
    Product(usize, usize),
    /// The members of the set weighed and added up, as it was before the move.
    Total(Weight),
    /// What the number chosen weighs.
    Weighed(Weight),
}

/// What a member of the set counts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Itself.
    Itself,
    /// One.
    One,
    /// This much, for each number that the set may hold.
    Of(Arc<Vec<i64>>),
}

/// A state variable: a number, or the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The least and the greatest number that it, or a member of it, may be.
    pub bounds: (i64, i64),
    /// Its place among the variables of a position: the first, if it is the set, which has one for each number that it may hold.
    pub place: usize,
    /// What the set holds at the start, if it is the set.
    pub members: Option<Vec<i64>>,
}

/// A game with winners whose every move has one choice, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbolic {
    /// The state variables.
    pub states: Vec<Held>,
    /// What each symbol stands for.
    pub symbols: Vec<Symbol>,
    /// The moves.
    pub moves: Vec<Way>,
    /// When play ends before a move, and how that stands for who would move.
    pub ends: Vec<(Ways, Said)>,
    /// How it stands for whoever cannot move, if the rules say it in one way.
    pub stuck: Option<Said>,
    /// What holds at every position.
    pub invariants: Vec<Ways>,
    /// Whether positions are put in order after each move; `next` says what comes of that.
    pub normalised: bool,
}

/// A move: what must hold for it, what it leads to, where it ends play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The numbers to choose from, if those are the same at every position.
    pub among: Option<Arc<Vec<i64>>>,
    /// Whether not the symbol itself is chosen, but a product with it.
    pub multiple: bool,
    /// What must not be negative for the move to be legal.
    pub guards: Vec<Linear>,
    /// What was divided by: what is said here holds where none of these is negative or 0.
    pub divisors: Vec<Linear>,
    /// What each state variable holds after it; of the set, see `picked`.
    pub next: Vec<Form>,
    /// Whether the chosen number is put into the set (1), taken out of it (−1), or neither.
    pub picked: i64,
    /// When it ends play, and how that stands for its mover.
    pub ends: Vec<(Ways, Said)>,
}

impl Symbolic {
    /// The symbol of the chosen number.
    #[must_use]
    pub fn choice(&self) -> usize {
        self.states.len()
    }

    /// What must not be negative for the chosen number to be put into the set, or taken out, only once, if the move asks for that.
    #[must_use]
    pub fn fresh(&self, way: &Way) -> Option<Linear> {
        let set = self.states.iter().position(|held| held.members.is_some())?;
        let fresh = match way.picked {
            1 => Linear::of(0, &[(set, -1)]),
            -1 => Linear::of(-1, &[(set, 1)]),
            _ => return None,
        };
        way.guards.contains(&fresh).then_some(fresh)
    }

    /// What a form says of the set alone, as a weight of each number that the set may hold: the constant, and the weights. Nothing where it
    /// speaks of anything else.
    #[must_use]
    pub fn weights(&self, form: &Linear) -> Option<(i64, Vec<i64>)> {
        let (lo, hi) = self.states.iter().find(|held| held.members.is_some())?.bounds;
        let mut weights = vec![0_i64; usize::try_from(hi.checked_sub(lo)?.checked_add(1)?).ok()?];
        for &(symbol, times) in &form.terms {
            let Symbol::Total(weight) = &self.symbols[symbol] else { return None };
            for (at, known) in weights.iter_mut().enumerate() {
                *known = known.checked_add(weight.of(lo, at)?.checked_mul(times)?)?;
            }
        }
        Some((form.constant, weights))
    }
}

impl Weight {
    /// What the number at a place weighs, counted from the least that there may be.
    fn of(&self, lo: i64, at: usize) -> Option<i64> {
        match self {
            Weight::Itself => lo.checked_add(i64::try_from(at).ok()?),
            Weight::One => Some(1),
            Weight::Of(weights) => weights.get(at).copied(),
        }
    }
}
