//! Ways of solving, one file each, and the one ordered list of them.

pub(crate) mod boards;
mod brute;
pub(crate) mod components;
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
mod together;

use crate::error::Stop;
use crate::facts::{Facts, ranked};
use crate::game::{Game, Words};
use crate::limits::{Limits, Meter};
use crate::recurrence::Trail;
use crate::show::{Bytes, Count};
use crate::store::Store;
use crate::wire::{Gathered, Wire};
use bouton_rules::{Text, said_in_english, say, text::Blank};

pub use outlook::{AtLeast, Holds, at_least};
pub(crate) use outlook::{Pace, few_first, refuse};
pub(crate) use recurrence::best_of;

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
    /// What is known of it whatever the game: its row in every list.
    fn family(&self) -> &'static Family;
    /// Whether it can solve this game: a strategy ready to run, or the reason why not, in words that follow "not used: sweep". Never a guess.
    ///
    /// # Errors
    ///
    /// The reason why it cannot.
    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, limits: &Limits) -> Result<Ready<'a, G>, Text>;
    /// One word, as in `--method sweep`.
    fn name(&self) -> &'static str {
        self.family().name
    }
    /// One line for help.
    fn about(&self) -> &'static str {
        self.family().about
    }
}

/// A method with its strategies: one row of what `bouton methods` lists.
#[derive(Debug)]
pub struct Family {
    /// One word, as in `--method sweep`.
    pub name: &'static str,
    /// One line for help.
    pub about: &'static str,
    /// When it holds, for the front page of the library.
    pub when: &'static str,
    /// What a position costs, for the same.
    pub costs: &'static str,
    /// Its strategies, in order of preference.
    pub strategies: fn() -> Vec<&'static Strategy>,
}

/// What really runs: one of the ways in which a method solves.
#[derive(Debug, PartialEq, Eq)]
pub struct Strategy {
    /// One word, as in `--method rolling-rows`; no other strategy and no other method has it.
    pub name: &'static str,
    /// What it does or says, in one line.
    pub about: &'static str,
    /// Positions that it solves in a second, as measured on two cores (`docs/performance.md`), where it searches any and that was measured; of
    /// closed forms, choices that are tried.
    pub speed: Option<u64>,
}

/// What a method is asked to solve.
pub struct Asked<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// Where play begins.
    pub start: &'a G::Position,
    /// How much is asked.
    pub ask: Ask,
    /// Whether somebody named the method: then it is of no use to find out whether another is better.
    pub named: bool,
    /// Whether another method is chosen already, and this one is kept in reserve: then it does not find out at length whether it is the better one.
    pub in_reserve: bool,
    /// The only strategy that is wanted, where one was named.
    pub only: Option<&'static Strategy>,
}

impl<G: Game> Clone for Asked<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Asked<'_, G> {}

impl<'a, G: Game> Asked<'a, G> {
    /// Whatever strategy is best.
    pub fn any(game: &'a G, start: &'a G::Position, ask: Ask) -> Asked<'a, G> {
        Asked { game, start, ask, named: false, in_reserve: false, only: None }
    }

    /// Whether a strategy may be taken.
    fn wants(&self, strategy: &Strategy) -> bool {
        self.only.is_none_or(|only| only == strategy)
    }

    /// Whether a strategy was named: then it is taken wherever it can be, though another might be better.
    fn insists(&self, strategy: &Strategy) -> bool {
        self.only == Some(strategy)
    }
}

/// What a strategy does when it runs.
type Run<'a, G> = dyn Fn(&mut Meter) -> Result<Solved<<G as Game>::Position>, Stop> + 'a;

/// A strategy that fits, with all that was found out about the game for it: running it derives nothing a second time.
pub struct Ready<'a, G: Game> {
    /// What will run.
    pub strategy: &'static Strategy,
    /// What it will do and take.
    pub estimate: Estimate,
    /// Why it is left aside although it fits, unless it is asked for by name.
    pub aside: Option<&'static str>,
    /// What it holds in memory of all positions that can be reached before it is done; `None` where that may be less, or is known beforehand.
    pub holds: Option<Holds>,
    /// Whether others take less memory, so that they may do where it ran out of it.
    pub hungry: bool,
    run: Box<Run<'a, G>>,
}

impl<'a, G: Game> Ready<'a, G> {
    fn new(
        strategy: &'static Strategy,
        estimate: Estimate,
        run: impl Fn(&mut Meter) -> Result<Solved<G::Position>, Stop> + 'a,
    ) -> Ready<'a, G> {
        Ready { strategy, estimate, aside: None, holds: None, hungry: false, run: Box::new(run) }
    }

    fn aside(self, aside: Option<&'static str>) -> Ready<'a, G> {
        Ready { aside, ..self }
    }

    fn holding(self, holds: Holds) -> Ready<'a, G> {
        Ready { holds: Some(holds), ..self }
    }

    /// Solves as much as is asked: every position that can be reached from the start, or less. What was taken on trust is verified on the way.
    ///
    /// # Errors
    ///
    /// Stops at a limit, and where something that was taken on trust proves false.
    pub fn run(&self, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
        (self.run)(meter)
    }

    /// Whether another method may do where this one stopped so.
    pub(crate) fn hands_over(&self, stop: &Stop) -> bool {
        self.hungry && matches!(stop.why(), Stop::Memory { .. })
    }
}

/// Every method, in order of preference, with its strategies: the plan, help, docs and tests walk this list.
#[must_use]
pub fn methods<G: Game + 'static>() -> &'static [&'static dyn Method<G>] {
    const {
        &[
            &theorem::ByTheorem,
            &grundy::Grundy,
            &recurrence::ByRecurrence,
            &components::ByComponents,
            &sweep::Sweep,
            &retrograde::Retrograde,
            &search::Search,
            &layers::ByLayers,
            &memo::Memo,
            &brute::Brute,
        ]
    }
}

/// The method that is called so, or that has a strategy of this name, which then is the only one wanted.
///
/// # Errors
///
/// There is none: all names that there are.
pub fn named<G: Game + 'static>(name: &str) -> Result<(&'static dyn Method<G>, Option<&'static Strategy>), Stop> {
    let all = methods::<G>();
    let family = all.iter().find(|method| method.name() == name).map(|method| (*method, None));
    let strategy = || {
        all.iter().find_map(|method| {
            let found = (method.family().strategies)().into_iter().find(|strategy| strategy.name == name)?;
            Some((*method, Some(found)))
        })
    };
    family.or_else(strategy).ok_or_else(|| {
        let strategies = all.iter().flat_map(|method| (method.family().strategies)());
        Stop::UnknownMethod {
            name: name.to_owned(),
            known: all.iter().map(|method| method.name()).collect(),
            strategies: strategies.map(|strategy| strategy.name).collect(),
        }
    })
}

/// A method with its only strategy that is wanted, if only one is.
pub(crate) type Wanted<G> = (&'static dyn Method<G>, Option<&'static Strategy>);

/// The method that is asked for, by its name or because it alone keeps every placement; nothing where any will do.
///
/// # Errors
///
/// There is none of that name, or it does not keep every placement though that is asked for.
pub(crate) fn wanted<G: Game + 'static>(name: Option<&str>, limits: &Limits) -> Result<Option<Wanted<G>>, Stop> {
    let named = name.map(named::<G>).transpose()?;
    if !limits.all_starts {
        return Ok(named);
    }
    let placements = &retrograde::PLACEMENTS;
    match named {
        Some((method, only))
            if !only.map_or_else(method.family().strategies, |only| vec![only]).contains(&placements) =>
        {
            let method = only.map_or(method.name(), |only| only.name);
            Err(Stop::Unfit { method, reason: "only `placements` keeps every placement, reached or not".into() })
        }
        _ => self::named(placements.name).map(Some),
    }
}

/// The strategies that processes can share, in order of preference.
pub(crate) const SHARED: [&str; 2] = [layers::LAYERS.name, retrograde::PLACEMENTS.name];

/// Solves a game by such a strategy together with the processes at the other ends of a wire: all of them call this, and go on with what it gives, in
/// step. `all` are the limits of all of them together.
pub(crate) fn with_others<'w, G: Game>(
    strategy: &Strategy,
    asked: &Asked<'w, G>,
    words: &'w dyn Words<G::Position>,
    all: &Limits,
    wire: &'w mut dyn Wire,
    meter: &mut Meter,
) -> Result<Box<dyn Gathered + 'w>, Stop> {
    match strategy.name == retrograde::PLACEMENTS.name {
        true => retrograde::with_others(asked, words, all, wire, meter),
        false => layers::with_others(asked, words, wire, meter),
    }
}

/// A game of up to so many positions is left to methods that also count plies, if play or the whole table is asked for.
const SMALL: u64 = 1 << 20;

/// The same of their choices, where it is known how many are tried one by one.
const FEW_CHOICES: u64 = 1 << 27;

/// Why a method that says who wins but not how soon is left aside where others soon say both.
fn who_not_when<G: Game>(game: &G, ask: Ask, facts: &Facts) -> Option<&'static str> {
    let few = |size: u64| {
        let choices = || recurrence::choices(game).unwrap_or(1).max(1);
        size <= SMALL && size.saturating_mul(choices()) <= FEW_CHOICES
    };
    (ask >= Ask::Line && facts.index_size.is_some_and(few))
        .then_some("it says who wins but not how soon, and so few positions are soon counted through")
}

/// With more images than this to a position, who keeps one of them looks at less than a hundredth of what others do.
const MANY_IMAGES: u64 = 64;

/// Why a method that looks at all images of a position, or writes their values, is left aside where `layers` keeps one of many.
fn many_images<G: Game>(game: &G, facts: &Facts, limits: &Limits) -> Option<&'static str> {
    let many = limits.symmetry && facts.images.is_some_and(|images| images > MANY_IMAGES);
    (many && ranked(game)).then_some("`layers` looks at one position for all of its many images")
}

/// Why a method that asks for the rank of each position is left aside where that takes longer than to keep it in a table.
fn ranks_are_slow<G: Game>(game: &G) -> Option<&'static str> {
    let read = game.words().is_none_or(|words| words.reads_ranks());
    (!read).then_some("ranks are worked out anew at each position, and `memo` asks for none")
}

/// What a method does that keeps one position for its images.
fn one_image() -> (&'static str, Text) {
    ("keep one image", "one position for all its images, by declared symmetries".into())
}

/// What a method does whose numbers are those that play keeps to, of which these are the upper bounds that are lower than declared.
fn narrowed_step(bounds: &[String]) -> Option<(&'static str, Text)> {
    (!bounds.is_empty()).then(|| ("narrow the bounds", say!("{}, from the start on", Text::names(bounds))))
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
    pub steps: Vec<(&'static str, Text)>,
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
    /// The strategy that took over from the one that was to run, if one did.
    pub(crate) instead: Option<&'static Strategy>,
    /// Whether positions were told to stand for their images, of which the store keeps all.
    pub(crate) folded: bool,
}

impl<P> Solved<P> {
    /// Every position that can be reached, solved.
    #[must_use]
    pub fn whole(store: Store<P>, finished: u64) -> Solved<P> {
        Solved { store, finished, searched: None, whole: true, line: None, instead: None, folded: false }
    }
}

impl Blank for Estimate {
    fn text(&self) -> Text {
        let mut words = vec![match self.positions {
            Some(0) => say!("no position searched, {}", Bytes(self.bytes)),
            Some(positions) => say!("at most {} positions, {}", Count(positions), Bytes(self.bytes)),
            None => say!("{} for each {} that is reached", Bytes(self.bytes), self.unit.unwrap_or("position")),
        }];
        words.extend(self.images.map(|images| say!(", one for up to {} images", Count(images))));
        if self.per_move > 0 {
            words.push(say!(", {} for each move", Bytes(self.per_move)));
        }
        if self.positions.is_none() && self.fixed > 0 {
            words.push(say!(", and {} for their numbers", Bytes(self.fixed)));
        }
        Text::joined(words, "")
    }
}

said_in_english!(Estimate);

/// Solving by one method: unit tests that call `solve` would compile every method a second time, which takes minutes.
#[cfg(test)]
pub(crate) mod alone {
    use super::{Ask, Asked, Method, Solved};
    use crate::facts::Facts;
    use crate::game::Game;
    use crate::limits::Meter;

    pub(crate) fn by_layers<G: Game>(game: &G, meter: &mut Meter) -> Solved<G::Position> {
        solved(&super::layers::ByLayers, game, Ask::Table, meter)
    }

    pub(crate) fn by_memo<G: Game>(game: &G, meter: &mut Meter) -> Solved<G::Position> {
        solved(&super::memo::Memo, game, Ask::Table, meter)
    }

    pub(crate) fn by_search<G: Game>(game: &G, meter: &mut Meter) -> Solved<G::Position> {
        solved(&super::search::Search, game, Ask::BestMoves, meter)
    }

    fn solved<G: Game>(method: &dyn Method<G>, game: &G, ask: Ask, meter: &mut Meter) -> Solved<G::Position> {
        let start = game.start().expect("it begins");
        let facts = Facts::for_methods(game, &start);
        let asked = Asked { named: true, ..Asked::any(game, &start, ask) };
        let ready = method.fit(asked, &facts, meter.limits()).expect("it fits");
        ready.run(meter).expect("it is solved")
    }
}
