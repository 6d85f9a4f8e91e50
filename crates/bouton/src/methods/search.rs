//! Alpha-beta with a table (J. McCarthy 1956; D. Knuth and R. Moore, "An analysis of alpha-beta pruning", 1975; the table after
//! R. Greenblatt and others, 1967), asked by windows of no width (MTD(f), A. Plaat and others, 1996), moves that cut off first
//! (the history heuristic, J. Schaeffer 1983).
//!
//! Depth first to the ends: in games that end no deepening is needed, and the table and the credit of moves carry over from window to window. Of each
//! position all moves are made at once; where one leads to an end or to what is known, that counts before any other is followed (enhanced
//! transposition cutoff, A. Plaat and others, 1996). One position is kept for all its images. No proof numbers
//! (L. V. Allis and others, 1994): they take 1.5 to 65 times as many positions (hexapawn 5×5; four in a row on 4×4).
//!
//! Holds where play does not repeat and only the value, or that of each first move, is asked: most positions are then never
//! looked at. A repetition met on the way is reported; one that no line needs is not. Who wins is found, not how soon. Stopped
//! at a limit, it tells between which bounds the value lies. A long search goes on on all threads (`team`). Memory: a table of positions with bounds that grows as far as it may, and then forgets.

mod numbered;
mod patience;
mod table;
mod team;
mod tree;

use super::outlook;
use super::rows::{Place, Source, beginning};
use super::{Ask, Asked, Estimate, Family, Method, Ready, Solved, Strategy, one_image};
use crate::error::{Known, Stop, Trouble};
use crate::facts::Facts;
use crate::game::{Game, Step, Words, ended, moves};
use crate::limits::{Limits, Meter};
use crate::show::Count;
use crate::store::{Numbering, Store};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::{Text, say};
use numbered::Numbered;
use patience::{Knows, Patience};
use table::{Bounds, NARROW, Table};
use team::Team;
use tree::{Score, too_far};

pub(super) struct Search;

static ALPHA_BETA: Strategy = Strategy {
    name: "alpha-beta",
    about: "windows of no width around the value, depth first, with a table of bounds that grows and then forgets",
    speed: Some(1_000_000),
};

static FAMILY: Family = Family {
    name: "search",
    about: "alpha-beta with a table, for the value alone: who wins, not how soon",
    when: "play does not repeat, and only the value or the best moves are asked",
    costs: "a look, 24 bytes of bounds and a place in a table; who wins, not how soon",
    strategies: || vec![&ALPHA_BETA],
};

impl<G: Game> Method<G> for Search {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, limits: &Limits) -> Result<Ready<'a, G>, Text> {
        let Asked { game, ask, .. } = asked;
        if ask > Ask::BestMoves {
            return Err("only for `--ask value` and `--ask best`".into());
        }
        if facts.repeat.is_some() {
            return Err("play may repeat".into());
        }
        let bytes = match game.words().map(Words::count).filter(|count| *count <= MOST_WORDS) {
            Some(count) => 16 * count as u64 + 16,
            None => Numbering::<G::Position>::each_bytes(game.position_bytes()) + Table::<1, [i64; 2]>::EACH,
        };
        let mut steps = vec![
            ("ask yes or no", "is the start worth at least so much? until one value is left".into()),
            (
                "search depth first",
                "leaving what cannot change the answer; the moves that decided before come first".into(),
            ),
        ];
        let images = facts.images.filter(|_| limits.symmetry && game.words().is_some());
        steps.extend(images.map(|_| one_image()));
        let estimate = Estimate { bytes, steps, ..Estimate::default() };
        Ok(Ready { hungry: true, ..Ready::new(&ALPHA_BETA, estimate, move |meter| solve(&asked, None, meter)) })
    }
}

/// Searches, for the sake of a method that would tell no more, until so many moves were made; nothing where they are too few.
///
/// # Errors
/// The time is over, or somebody asked to stop.
pub(super) fn soon<G: Game>(
    asked: &Asked<G>,
    moves: u64,
    meter: &mut Meter,
) -> Result<Option<Solved<G::Position>>, Stop> {
    let limits = Limits { checkpoint: None, ..meter.limits().clone() };
    match meter.within(&limits, |meter| solve(asked, Some(moves), meter)).0 {
        Ok(solved) => Ok(Some(Solved { instead: Some(&ALPHA_BETA), ..solved })),
        Err(stop @ (Stop::Time { .. } | Stop::Cancelled)) => Err(stop),
        // Whatever else there is to say, the method itself finds.
        Err(_) => Ok(None),
    }
}

/// What is done for [`soon`], for EXPLAIN.
pub(super) fn soon_step(moves: u64) -> (&'static str, Text) {
    ("search first", say!("depth first, for up to {} moves: an answer may need little of the table", Count(moves)))
}

fn solve<G: Game>(asked: &Asked<G>, most: Option<u64>, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
    let Asked { game, start, ask, .. } = *asked;
    meter.phase("searching", None);
    let start = game.canonical(start.clone());
    let fault = |position: &G::Position, fault| {
        let position = game.show_position(position);
        Stop::Fault(Box::new(Trouble { fault, position, mv: None, path: Some(Vec::new()) }))
    };
    let mut wanted = vec![start.clone()];
    let over = ended(game, &start).map_err(|found| fault(&start, found))?.is_some();
    if ask >= Ask::BestMoves && !over {
        let mut steps = Vec::new();
        moves(game, &start, &mut steps).map_err(|found| fault(&start, found))?;
        wanted.extend(steps.into_iter().map(|step: Step<G>| game.canonical(step.next)));
    }
    let numbered = Numbered::new(game);
    let words = game.words().filter(|words| words.count() <= MOST_WORDS).unwrap_or(&numbered);
    let (_, by) = beginning(game, &start, words, meter.limits());
    let source = Place { game, start: &start, words, by: by.as_ref() };
    let row = |position: &G::Position| {
        let mut row = vec![0; words.count()];
        words.write(position, &mut row);
        row
    };
    // The start first: what its moves are worth is then half known.
    let rows: Vec<Vec<u64>> = wanted.iter().map(row).collect();
    // What the search knows is told by its own words.
    let same = game.words().is_some_and(|known| known.count() <= MOST_WORDS);
    let may_hold = |looks, knows: Knows, meter: &mut Meter| {
        outlook::may_hold(game, &start, looks, &|row| !same || knows(row), meter)
    };
    let left = game.points_left(&start).map_err(|found| fault(&start, found))?;
    let narrow = game.kind() == Kind::Outcome || left.is_some_and(|left| left.unsigned_abs() <= NARROW.unsigned_abs());
    let kind = (game.kind(), narrow);
    let (values, found) = searched((&source, &Patience::new(&may_hold, most)), kind, &rows, meter)?;
    let mut store = Store::numbered(game.kind());
    for (position, value) in wanted.iter().zip(values) {
        store.set(game, position.clone(), value).map_err(|found| fault(position, found))?;
    }
    Ok(Solved { whole: false, searched: Some(found), ..Solved::whole(store, 0) })
}

/// Passes by windows of no width before the rest is asked at once.
const MOST_PASSES: u32 = 24;

/// The most words of a position.
const MOST_WORDS: usize = 4;

/// The values of some positions, and how many positions were looked at.
fn searched(
    source: (&dyn Source, &Patience),
    (kind, narrow): (Kind, bool),
    wanted: &[Vec<u64>],
    meter: &mut Meter,
) -> Result<(Vec<Value>, u64), Stop> {
    if narrow {
        let found = of_width::<[i8; 2]>(source, kind, wanted, meter);
        match found {
            Err(Stop::Fault(trouble)) if kind == Kind::Points && trouble.fault == too_far() => meter.start_over(),
            found => return found,
        }
    }
    // Leads are large, or turned out to be larger than what remains lets expect.
    of_width::<[i64; 2]>(source, kind, wanted, meter)
}

/// Compiled once for each width of rows and of bounds, whatever the game.
fn of_width<B: Bounds>(
    source: (&dyn Source, &Patience),
    kind: Kind,
    wanted: &[Vec<u64>],
    meter: &mut Meter,
) -> Result<(Vec<Value>, u64), Stop> {
    match wanted[0].len() {
        1 => of_words::<1, B>(source, kind, wanted, meter),
        2 => of_words::<2, B>(source, kind, wanted, meter),
        3 => of_words::<3, B>(source, kind, wanted, meter),
        _ => of_words::<4, B>(source, kind, wanted, meter),
    }
}

fn of_words<const N: usize, B: Bounds>(
    (source, patience): (&dyn Source, &Patience),
    kind: Kind,
    wanted: &[Vec<u64>],
    meter: &mut Meter,
) -> Result<(Vec<Value>, u64), Stop> {
    let mut team = Team::<N, B>::new(source, patience.clone());
    let wide: Vec<[u64; N]> = wanted.iter().map(|row| *row.first_chunk().expect("rows have so many words")).collect();
    let (start, mut values) = (wide[0], Vec::new());
    for row in wide {
        let most = most_of::<B::Score>(kind);
        let mut bounds = [-most, most];
        let found = value(&mut team, kind, row, &mut bounds, meter);
        values.push(found.map_err(|stop| {
            // What is looked at may be where a move leads: the value of the start is known then.
            let of_start = values.first().map_or(bounds.map(Score::lead), |value: &Value| [Some(lead(*value)); 2]);
            short(stop, kind, of_start, team.known_of_moves(&start))
        })?);
    }
    Ok((values, team.found()))
}

/// What no value of the kind is above.
fn most_of<S: Score>(kind: Kind) -> S {
    match kind {
        Kind::Outcome => S::from(1),
        Kind::Points => S::ENDLESS,
    }
}

/// The value of a position, bounds of which grow narrower. Each pass asks "at least this?" next to the last answer.
fn value<const N: usize, B: Bounds>(
    team: &mut Team<N, B>,
    kind: Kind,
    row: [u64; N],
    [least, most]: &mut [B::Score; 2],
    meter: &mut Meter,
) -> Result<Value, Stop> {
    let one = B::Score::from(1);
    let (mut near, mut passes) = (B::Score::from(0), 0);
    while *least < *most {
        let beta = if near == *least { near + one } else { near };
        let window = if passes < MOST_PASSES { (beta - one, beta) } else { (*least, *most) };
        let found = team.ask(row, window, meter)?;
        if found <= window.0 {
            *most = found;
        } else if found >= window.1 {
            *least = found;
        } else {
            (*least, *most) = (found, found);
        }
        (near, passes) = (found, passes + 1);
    }
    worth(kind, least.lead()).ok_or_else(|| team.too_far(&row))
}

/// A value as a lead: 1, 0 and −1 are a win, a draw and a loss.
fn lead(value: Value) -> i64 {
    match value {
        Value::Lead(lead) => lead,
        Value::Outcome(Outcome::Win(_)) => 1,
        Value::Outcome(Outcome::Draw) => 0,
        Value::Outcome(Outcome::Loss(_)) => -1,
    }
}

/// The value that is such a lead.
fn worth(kind: Kind, lead: Option<i64>) -> Option<Value> {
    let lead = lead.filter(|lead| *lead > i64::MIN)?;
    Some(match kind {
        Kind::Points => Value::Lead(lead),
        Kind::Outcome => Value::Outcome(match lead {
            1.. => Outcome::Win(Plies::Unknown),
            0 => Outcome::Draw,
            _ => Outcome::Loss(Plies::Unknown),
        }),
    })
}

/// Between which leads a value lies, as far as is known.
type Between = [Option<i64>; 2];

/// A stop at a limit, with what is known of the value and of moves: leads, where bounds are some.
fn short(stop: Stop, kind: Kind, [least, most]: Between, moves: Vec<(String, Between)>) -> Stop {
    if !matches!(stop, Stop::Time { .. } | Stop::Memory { .. } | Stop::Positions { .. } | Stop::Cancelled) {
        return stop;
    }
    // That nothing is worse than a loss or better than a win is no news.
    let at_least = |lead| worth(kind, lead).filter(|_| kind == Kind::Points || lead > Some(-1));
    let at_most = |lead| worth(kind, lead).filter(|_| kind == Kind::Points || lead < Some(1));
    let moves = moves.into_iter().map(|(mv, [least, most])| (mv, at_least(least), at_most(most)));
    let moves = moves.filter(|(_, least, most)| least.is_some() || most.is_some()).collect();
    stop.knowing(Known { at_least: at_least(least), at_most: at_most(most), moves })
}
