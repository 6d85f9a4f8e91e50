//! Ways of solving, one file each, and the one ordered list of them.

mod brute;
mod graph;
pub(crate) mod grundy;
mod layers;
mod memo;
mod outlook;
mod recurrence;
mod retrograde;
mod rows;
mod search;
mod subsets;
mod sweep;
mod theorem;

use crate::error::Stop;
use crate::facts::{Facts, ranked};
use crate::game::Game;
use crate::limits::{Limits, Meter};
use crate::recurrence::Trail;
use crate::show::{Bytes, Count};
use crate::store::Store;
use std::fmt;

pub use outlook::{AtLeast, Holds, at_least};
pub(crate) use outlook::{Pace, few_first, refuse};

/// What the reader wants to know: a method may do less when less is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ask {
    /// The value of the start.
    Value,
    /// The value of the start and of what its moves lead to.
    BestMoves,
    /// The same, and a line of best play from the start.
    Line,
    /// The value of every position that can be reached.
    #[default]
    Table,
}

/// A way of solving. Each file beside this one is one of these and opens with who found it and when it holds.
pub trait Method<G: Game>: Sync {
    /// One word, as in `--method sweep`.
    fn name(&self) -> &'static str;
    /// One line for help.
    fn about(&self) -> &'static str;
    /// Why it is left aside although it fits, unless it is asked for by name.
    fn set_aside(&self, game: &G, ask: &Ask, facts: &Facts, limits: &Limits) -> Option<&'static str> {
        let _ = (game, ask, facts, limits);
        None
    }
    /// Whether it can solve this game: yes with an estimate, or no with a reason. Never a guess.
    fn fit(&self, game: &G, ask: &Ask, facts: &Facts, limits: &Limits) -> Fit;
    /// What it holds of all positions that can be reached from `start` before it is done; `None` where that may be less, or is known beforehand.
    fn holds(&self, game: &G, start: &G::Position, limits: &Limits) -> Option<Holds> {
        let _ = (game, start, limits);
        None
    }
    /// Whether others may do where it stopped so: they take less.
    fn hands_over(&self, stop: &Stop) -> bool {
        let _ = stop;
        false
    }
    /// Solves as much as is asked: every position that can be reached from `start`, or less. What `fit` took on trust is verified on the way.
    fn run(&self, game: &G, start: &G::Position, ask: &Ask, meter: &mut Meter) -> Result<Solved<G::Position>, Stop>;
}

/// Every method, in order of preference: the plan, help, docs and tests walk this list.
#[must_use]
pub fn methods<G: Game + 'static>() -> &'static [&'static dyn Method<G>] {
    const {
        &[
            &theorem::ByTheorem,
            &grundy::Grundy,
            &recurrence::ByRecurrence,
            &sweep::Sweep,
            &retrograde::Retrograde,
            &search::Search,
            &layers::ByLayers,
            &memo::Memo,
            &brute::Brute,
        ]
    }
}

/// A game of up to so many positions is left to methods that also count plies, if play or the whole table is asked for.
const SMALL: u64 = 1 << 20;

/// The same of their choices, where it is known how many are tried one by one.
const FEW_CHOICES: u64 = 1 << 27;

/// Why a method that says who wins but not how soon is left aside where others soon say both.
fn who_not_when<G: Game>(game: &G, ask: &Ask, facts: &Facts) -> Option<&'static str> {
    let few = |size: u64| {
        let choices = || recurrence::choices(game).unwrap_or(1).max(1);
        size <= SMALL && size.saturating_mul(choices()) <= FEW_CHOICES
    };
    (*ask >= Ask::Line && facts.index_size.is_some_and(few))
        .then_some("it says who wins but not how soon, and so few positions are soon counted through")
}

/// With more images than this to a position, who keeps one of them looks at less than a hundredth of what others do.
const MANY_IMAGES: u64 = 64;

/// Why a method that looks at all images of a position, or writes their values, is left aside where `layers` keeps one of many.
fn many_images<G: Game>(game: &G, facts: &Facts, limits: &Limits) -> Option<&'static str> {
    let many = limits.symmetry && facts.images.is_some_and(|images| images > MANY_IMAGES);
    (many && ranked(game)).then_some("`layers` looks at one position for all of its many images")
}

/// What a method does that keeps one position for its images.
fn one_image() -> (&'static str, String) {
    ("keep one image", "one position for all its images, by declared symmetries".to_owned())
}

/// Whether a method can solve a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Yes, and what it will take.
    Yes(Estimate),
    /// No: why not, in words that follow "not used: sweep".
    No(String),
}

/// What a method will do and take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Positions, where a bound is known before solving.
    pub positions: Option<u64>,
    /// Bytes for that many positions, or for one where no bound is known.
    pub bytes: u64,
    /// Bytes taken however few positions there are: part of `bytes` where a bound is known, beside it otherwise.
    pub fixed: u64,
    /// Bytes for each move of the positions that are kept, beside those for positions.
    pub per_move: u64,
    /// One position is kept for up to so many images of it, where that is so.
    pub images: Option<u64>,
    /// Choices that are tried at a position, where that is more than one step of work.
    pub choices: u64,
    /// What games played at random show of how many positions there are, where that was asked and no bound is known.
    pub at_least: Option<AtLeast>,
    /// What it will do: short lines, each a thing and how.
    pub steps: Vec<(&'static str, String)>,
    /// What is counted, if not positions.
    pub unit: Option<&'static str>,
}

impl Estimate {
    /// Bytes for so many positions with so many moves in all.
    #[must_use]
    pub fn bytes_for(&self, positions: u64, moves: u64) -> u64 {
        let (fixed, bytes, positions) = (u128::from(self.fixed), u128::from(self.bytes), u128::from(positions));
        let images = u128::from(self.images.unwrap_or(1).max(1));
        let places = match self.positions {
            Some(most) => bytes.saturating_sub(fixed) * positions / u128::from(most.max(1)),
            None => bytes * positions / images,
        };
        let total = fixed + places + u128::from(self.per_move) * u128::from(moves) / images;
        u64::try_from(total).unwrap_or(u64::MAX)
    }
}

/// What a method found.
#[derive(Clone, Debug)]
pub struct Solved<P> {
    /// The values.
    pub store: Store<P>,
    /// How many of the positions are finished.
    pub finished: u64,
    /// How many positions were looked at, if not just those in the store.
    pub searched: Option<u64>,
    /// Whether every position that can be reached is in the store; if not, the start and what its moves lead to.
    pub whole: bool,
    /// Best play from the start, where that was asked for and the store does not tell.
    pub line: Option<Trail>,
    /// Whether positions were told to stand for their images, of which the store keeps all.
    pub(crate) folded: bool,
}

impl<P> Solved<P> {
    /// Every position that can be reached, solved.
    #[must_use]
    pub fn whole(store: Store<P>, finished: u64) -> Solved<P> {
        Solved { store, finished, searched: None, whole: true, line: None, folded: false }
    }
}

impl Fit {
    fn no(reason: impl Into<String>) -> Fit {
        Fit::No(reason.into())
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.positions {
            Some(0) => write!(f, "no position searched, {}", Bytes(self.bytes))?,
            Some(positions) => write!(f, "at most {} positions, {}", Count(positions), Bytes(self.bytes))?,
            None => write!(f, "{} for each {} that is reached", Bytes(self.bytes), self.unit.unwrap_or("position"))?,
        }
        if let Some(images) = self.images {
            write!(f, ", one for up to {} images", Count(images))?;
        }
        if self.per_move > 0 {
            write!(f, ", {} for each move", Bytes(self.per_move))?;
        }
        if self.positions.is_none() && self.fixed > 0 {
            write!(f, ", and {} for their numbers", Bytes(self.fixed))?;
        }
        Ok(())
    }
}
