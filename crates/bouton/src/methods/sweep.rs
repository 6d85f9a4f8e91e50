//! Bottom-up over a numbered table: the oldest way there is (Bellman's dynamic programming, 1957; Zermelo's backward
//! reasoning, 1913).
//!
//! Holds when the game numbers its positions and names a rank that every move raises. The rank is verified on every
//! move that is looked at. Cost: each reachable position is expanded twice, once to mark what can be reached and once,
//! highest rank first, to value it. Memory: a bit and a cell a number (4 or 8 bytes and 16 a reachable position, the plain way).
//!
//! Where positions stand as rows of words whose bits tell their number, both passes go through the numbers rank by rank without a list of
//! them, and cells take as few bytes as their values need. In tables of up to four million numbers where moves lead is kept from one pass to the
//! other, and each position is expanded once. The plain way is for every other numbering.
//!
//! Both passes share positions out to all threads: to mark from, and to value, those of one rank, which do not look at
//! each other. What they find is joined in order, so nothing depends on the threads. Both keep on disk what they found, now and then.

mod listed;
mod numbered;
mod waves;

use super::outlook;
use super::rows::{Place, beginning};
use super::search;
use super::subsets::{self, Subsets};
use super::{
    Ask, Asked, Estimate, Family, Method, Ready, SMALL, Solved, Strategy, many_images, narrowed_step, ranks_are_slow,
};
use crate::error::Stop;
use crate::facts::{Facts, ranked};
use crate::game::{Game, Numbers, Reduced, Words, row_of};
use crate::limits::{Limits, Meter, Silent};
use crate::show::{Bytes, Count};
use crate::store::Store;
use crate::value::Kind;
use bouton_rules::{Text, say};
use std::sync::Arc;
use waves::Waves;

pub(super) struct Sweep;

const SPEED: Option<u64> = Some(10_000_000);

static SETS: Strategy = Strategy {
    name: "sets",
    about: "64 sets at once, fullest first, where a set grows by one element a move: who wins, not how soon",
    speed: SPEED,
};
static NUMBERS: Strategy = Strategy {
    name: "numbers",
    about: "rank by rank through the numbers themselves, without a list of those that are reached",
    speed: SPEED,
};
static LIST: Strategy =
    Strategy { name: "list", about: "a list of the positions that are reached, by falling rank", speed: SPEED };

static FAMILY: Family = Family {
    name: "sweep",
    about: "bottom-up over a numbered table, where every move raises a rank",
    when: "positions are numbered and every move raises a rank",
    costs: "two looks, 4 or 8 bytes a number",
    strategies: || vec![&SETS, &NUMBERS, &LIST],
};

impl<G: Game> Method<G> for Sweep {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, limits: &Limits) -> Result<Ready<'a, G>, Text> {
        let Asked { game, start, .. } = asked;
        let aside = many_images(game, facts, limits);
        if let Some((found, sets, bytes)) = packed(&asked, limits) {
            let (first, mut steps) = (moves_first(&asked, sets / SETS_A_MOVE, FEWEST_OF_SETS), subsets::steps(sets));
            steps.splice(0..0, first.map(search::soon_step));
            let estimate = Estimate { positions: Some(sets), bytes, fixed: bytes, steps, ..Estimate::default() };
            let run = move |meter: &mut Meter| {
                first_searched(&asked, first, meter, |meter| subsets::run::<G>(found.clone(), sets, meter))
            };
            return Ok(Ready::new(&SETS, estimate, run).aside(aside));
        }
        if asked.insists(&SETS) {
            return Err("it is no game of one set that grows by a move, or more is asked than who wins".into());
        }
        let reduced = || without_dependents(&asked, facts, limits).map(|ready| ready.aside(aside));
        let Some(size) = facts.index_size else {
            return ranked(game).then(reduced).flatten().ok_or_else(|| {
                "positions are too many, or of too many shapes, for a table with a place for each".into()
            });
        };
        if !ranked(game) {
            return Err("nothing is known that grows with every move, so there is no order to work backwards in".into());
        }
        let rows = in_rows(&asked);
        let too_large = rows.is_some() && narrow_bytes(size, 2) > limits.memory;
        let wasteful = size >= SPARSE_FROM && !asked.named && outlook::leaves_out(game, size / 2);
        if (too_large || wasteful)
            && let Some(ready) = reduced()
        {
            return Ok(ready);
        }
        if too_large {
            return Err(too_much(size, narrow_bytes(size, 2), limits));
        }
        // What takes time to find out of so many numbers is not needed where another is better.
        let few = rows.filter(|_| aside.is_none()).and_then(|_| sparse(&asked, size, limits));
        let waves = rows.filter(|_| few.is_none());
        let waves = waves.and_then(|(words, numbers)| Some((words, numbers, Waves::of(words, numbers)?)));
        let first =
            moves_first(&asked, size / NUMBERS_A_MOVE, FEWEST_OF_NUMBERS).filter(|_| facts.kind == Kind::Points);
        let (fixed, bytes) = match waves {
            Some(_) => (narrow_bytes(size, 1), narrow_bytes(size, 2)),
            None if asked.insists(&NUMBERS) => {
                return Err("positions do not stand as rows of words whose bits tell number and rank".into());
            }
            // The list of what was reached grows by doubling.
            None => (listed::bytes(facts.kind, size, 0), listed::bytes(facts.kind, size, size.saturating_mul(2))),
        };
        if bytes > limits.memory {
            return Err(too_much(size, bytes, limits));
        }
        let steps = first.map(search::soon_step).into_iter().chain(steps(size)).collect();
        let estimate = Estimate { positions: Some(size), bytes, fixed, steps, ..Estimate::default() };
        let ready = match waves {
            Some((words, numbers, waves)) => Ready::new(&NUMBERS, estimate, move |meter| {
                first_searched(&asked, first, meter, |meter| by_rows(&asked, words, (numbers, &waves), meter))
            }),
            None => Ready::new(&LIST, estimate, move |meter| listed::solve(game, start, meter)),
        };
        let slow = if ready.strategy == &LIST { ranks_are_slow(game) } else { None };
        Ok(ready.aside(aside.or(few).or(slow)))
    }
}

/// By numbers that leave out what seems to follow from the other variables, where they are not too many.
fn without_dependents<'a, G: Game>(asked: &Asked<'a, G>, facts: &Facts, limits: &Limits) -> Option<Ready<'a, G>> {
    let Asked { game, start, ask, .. } = *asked;
    // For less than the whole table a search looks at fewer.
    let wanted = asked.wants(&NUMBERS) && (ask > Ask::BestMoves || asked.named);
    let words = game.words().filter(|_| wanted && facts.images.is_none())?;
    let Reduced { numbers, bounds, names, disjoint, .. } = words.reduced()?;
    numbers.own(&row_of(game, words, &game.canonical(start.clone())))?;
    let (size, bytes) = (numbers.size(), narrow_bytes(numbers.size(), 2));
    if bytes > limits.memory || sparse(asked, size, limits).is_some() {
        return None;
    }
    let waves = Waves::of(words, numbers)?;
    let mut steps = steps(size);
    for sets in disjoint {
        let sets = Text::names(sets);
        let one = say!(
            "{sets}, which seem to share no member: a digit for each member says which of them has it; every move is checked"
        );
        steps.insert(0, ("number together", one));
    }
    if !names.is_empty() {
        let names = Text::names(names);
        let left_out = say!("{names}, which the others seem to tell: whether they do is seen at every move");
        steps.insert(0, ("leave out", left_out));
    }
    steps.splice(0..0, narrowed_step(bounds));
    let estimate =
        Estimate { positions: Some(size), bytes, fixed: narrow_bytes(size, 1), steps, ..Estimate::default() };
    let asked = *asked;
    Some(Ready::new(&NUMBERS, estimate, move |meter| by_rows(&asked, words, (numbers, &waves), meter)))
}

/// Where at most one number in so many is that of a reached position, `layers` takes less time: it takes two to three times as long for a position, but
/// looks at no number besides. Where less than the whole table is asked a search may take its place, which looks at fewer positions still.
const SPARSE: u64 = 1 << 7;
const SPARSE_FOR_LESS: u64 = 1 << 4;

/// Of this many numbers and more it pays to find out, with one look at a position for each so many numbers.
const SPARSE_FROM: u64 = 1 << 20;
const LOOK_EVERY: u64 = 1 << 9;
const MOST_LOOKS: u64 = 1 << 17;

/// Why another is better where few numbers are reached.
fn sparse<G: Game>(asked: &Asked<G>, size: u64, limits: &Limits) -> Option<&'static str> {
    if size < SPARSE_FROM || asked.named || asked.in_reserve {
        return None;
    }
    let most = size / if asked.ask > Ask::BestMoves { SPARSE } else { SPARSE_FOR_LESS };
    let mut meter = Meter::new(limits, &Silent);
    let few = outlook::are_few(asked.game, asked.start, (size / LOOK_EVERY).min(MOST_LOOKS), most, &mut meter);
    few.then_some("few of the numbers are reached, and `layers` looks at those alone")
}

/// A search may make one move for so many sets, or so many numbers, of a table: that is a third of the time that the table takes, at the most. Of fewer
/// moves it is not worth what it takes to begin.
const SETS_A_MOVE: u64 = 1 << 9;
const NUMBERS_A_MOVE: u64 = 1 << 2;
const FEWEST_OF_SETS: u64 = 1 << 17;
const FEWEST_OF_NUMBERS: u64 = 1 << 13;

/// Before a search of so many moves games at random show how many of the numbers may be reached: with one look for so many of its moves.
const LOOK_FROM: u64 = 1 << 18;
const LOOK_MOVES: u64 = 1 << 6;

/// For how many moves to search first, where the value or the best moves are asked and a table would tell no more.
fn moves_first<G: Game>(asked: &Asked<G>, moves: u64, fewest: u64) -> Option<u64> {
    (asked.ask <= Ask::BestMoves && !asked.named && moves >= fewest).then_some(moves)
}

/// Solves by a table, unless a search of so many moves does.
fn first_searched<G: Game>(
    asked: &Asked<G>,
    moves: Option<u64>,
    meter: &mut Meter,
    table: impl FnOnce(&mut Meter) -> Result<Solved<G::Position>, Stop>,
) -> Result<Solved<G::Position>, Stop> {
    let Some(mut moves) = moves else { return table(meter) };
    if moves >= LOOK_FROM {
        let held = outlook::may_hold(asked.game, asked.start, moves / LOOK_MOVES, &|_| true, meter)?.0;
        moves = moves.min(held / NUMBERS_A_MOVE);
    }
    search::soon(asked, moves, meter)?.map_or_else(|| table(meter), Ok)
}

/// What is needed, what is allowed, and what would fit.
fn too_much(size: u64, bytes: u64, limits: &Limits) -> Text {
    let fits = u128::from(size) * u128::from(limits.memory) / u128::from(bytes);
    say!(
        "{} numbers need {}; the limit is {}, enough for {}",
        Count(size),
        Bytes(bytes),
        Bytes(limits.memory),
        Count(u64::try_from(fits).unwrap_or(u64::MAX)),
    )
}

/// Fewer numbers than this are listed: so small a table is not worth the buffers that it takes to go through it rank by rank.
const MANY: u64 = 1 << 10;

/// The game in rows of words, where their numbers are many.
fn in_rows<'a, G: Game>(asked: &Asked<'a, G>) -> Option<(&'a dyn Words<G::Position>, &'a Numbers)> {
    let (game, anyway) = (asked.game, asked.insists(&NUMBERS));
    game.index_from(asked.start).filter(|index| asked.wants(&NUMBERS) && (anyway || index.size() >= MANY))?;
    let words = game.words()?;
    Some((words, words.numbers()?))
}

/// By rows of words.
fn by_rows<G: Game>(
    asked: &Asked<G>,
    words: &dyn Words<G::Position>,
    (numbers, waves): (&Numbers, &Waves),
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    let Asked { game, start, .. } = *asked;
    let (first, by) = beginning(game, start, words, meter.limits());
    let place = Place { game, start, words, by: by.as_ref() };
    let found = numbered::solve(&place, (numbers, waves), game.kind(), &first, meter)?;
    let store = match numbers.is_reduced() {
        true => Store::by_numbers(numbers.clone(), found.codes, found.positions),
        false => Store::of_cells(found.codes, found.positions),
    };
    let solved = Solved::whole(store, found.finished);
    Ok(Solved { folded: by.is_some(), ..solved })
}

/// A game of sets, where no more is asked than who wins, or there are too many sets to count plies.
fn packed<G: Game>(asked: &Asked<G>, limits: &Limits) -> Option<(Arc<Subsets>, u64, u64)> {
    let Asked { game, start, ask, .. } = *asked;
    let found = subsets::fits(game, limits).filter(|_| asked.wants(&SETS))?;
    let many = asked.insists(&SETS) || found.1 > SMALL;
    let enough = ask <= Ask::BestMoves || ask == Ask::Line && many;
    (enough && subsets::begins_inside(game, &found.0, start)).then_some(found)
}

fn steps(size: u64) -> Vec<(&'static str, Text)> {
    vec![
        ("mark what can be reached", say!("from the start, of {} numbers", Count(size))),
        ("work backwards", "by falling rank, each position once".into()),
    ]
}

/// A mark and a cell of so many bytes for each number: one where values are few.
fn narrow_bytes(size: u64, cell: u64) -> u64 {
    size.saturating_mul(cell).saturating_add(size.div_ceil(8))
}
