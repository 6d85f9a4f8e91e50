//! Bottom-up from the recurrence itself: closed forms in place of rules, loops over rows of positions, no rules asked. Where a choice
//! slides along a line of positions, its best is the greatest number of a window (see `rows/windows`): one step in place of the whole range.
//!
//! Holds when the game has a recurrence with a proven order. What is not proven (bounds, slices) is checked at each reachable position;
//! where it fails, the method hands over, and the rules themselves say what is wrong. Memory: a cell and a bit a number, or a few rows.

mod coded;
mod joint;
mod rows;

use super::{Ask, Asked, Estimate, Family, Method, Ready, Solved, Strategy, many_images, narrowed_step, outlook};
use crate::error::Stop;
use crate::facts::Facts;
use crate::game::{Game, Numbers, Reduced, row_of};
use crate::limits::{Limits, Meter, Silent};
use crate::recurrence::{Recurrence, Trail};
use crate::show::{Bytes, Count};
use crate::store::{Codes, NONE, Numbering, Store};
use crate::value::Kind;
use bouton_rules::{Text, say, text::Blank};
use coded::Coded;
use joint::Joint;
use rows::{Rows, Table, Wish};
use std::sync::Arc;

pub(super) struct ByRecurrence;

/// Choices that are tried in a second.
const SPEED: Option<u64> = Some(100_000_000);

static SLIDING_TABLE: Strategy = Strategy {
    name: "sliding-table",
    about: "every position in a table, filled row by row; where choices slide, the best is the greatest number of a window",
    speed: SPEED,
};
static SLIDING_ROWS: Strategy = Strategy {
    name: "sliding-rows",
    about: "only the rows that later ones ask for, in a rolling buffer; where choices slide, the best is the greatest number of a window",
    speed: SPEED,
};
static TABLE: Strategy = Strategy {
    name: "table",
    about: "every position in a table, every choice tried: row by row, or in code that is made for it",
    speed: SPEED,
};
static ROLLING_ROWS: Strategy = Strategy {
    name: "rolling-rows",
    about: "only the rows that later ones ask for, in a rolling buffer, every choice tried",
    speed: SPEED,
};

static FAMILY: Family = Family {
    name: "recurrence",
    about: "bottom-up from closed forms of the moves, windows where choices slide",
    when: "moves are closed forms in a proven order",
    costs: "one step a choice, or one step in all where choices slide; 4 or 8 bytes a number",
    strategies: || vec![&SLIDING_TABLE, &SLIDING_ROWS, &TABLE, &ROLLING_ROWS],
};

impl<G: Game> Method<G> for ByRecurrence {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, limits: &Limits) -> Result<Ready<'a, G>, Text> {
        let Asked { game, start, ask, .. } = asked;
        let made = made(game);
        if let Some(ready) = without_dependents(&asked, made.as_ref().map_or(u64::MAX, |(_, size)| *size), limits) {
            return Ok(ready.aside(many_images(game, facts, limits)));
        }
        let (recurrence, size) = made?;
        if facts.index_size != Some(size) {
            return Err("the positions are numbered otherwise".into());
        }
        let large = size >= SPARSE_FROM && !asked.named;
        let left_out = large && outlook::leaves_out(game, size / SPARSE);
        let tiny = || {
            let most = (size / TINY_OF).clamp(TINY, MOST_TINY);
            outlook::at_most(game, start, most, &mut Meter::new(limits, &Silent))
        };
        if left_out && ask == Ask::Table || large && size >= TINY_FROM && !asked.in_reserve && tiny() {
            return Err(FEW_REACHED.into());
        }
        let first = variables(game, start).ok_or("no numbering")?;
        // Whether the rules know an order takes long to find out: it is asked last.
        let looked_up = size > MOST_LOOKED_UP && !asked.named && recurrence.looks_up();
        let ranked = || game.rank(start).is_some();
        let may = May::of(&asked, limits);
        let joint = Joint::of((game, start), (recurrence, &first), None, may.code).map(Arc::new);
        let of = Numbered { recurrence, first, size, reduced: None, joint };
        let coded = || Way::coded(&of, may, rows::SHORT, limits).is_some();
        if looked_up && ask == Ask::Table && !coded() && ranked() {
            return Err(LOOKED_UP.into());
        }
        let found = |may: May| Way::of(&of, ask, may, &mut Meter::new(limits, &Silent));
        let mut way = found(may)?;
        let sparse = large && matches!(way, Way::Coded(_));
        let few = || outlook::at_most(game, start, size / SPARSE, &mut Meter::new(limits, &Silent));
        if sparse && (left_out || !asked.in_reserve && few()) {
            // A few rows hold few numbers that are not reached.
            way = found(May { table: false, ..may }).map_err(|_| FEW_REACHED)?;
        }
        let strategy = way.strategy();
        if !asked.wants(strategy) {
            return Err("no range of choices slides".into());
        }
        if looked_up && matches!(way, Way::Table(_)) && ranked() {
            return Err(LOOKED_UP.into());
        }
        Ok(ready(asked, way, of, may).aside(many_images(game, facts, limits)))
    }
}

/// A way ready to run.
fn ready<'a, G: Game>(asked: Asked<'a, G>, way: Way<'a>, of: Numbered<'a>, may: May) -> Ready<'a, G> {
    let (size, ask) = (of.size, asked.ask);
    let left_out = of.reduced.filter(|reduced| !reduced.names.is_empty()).map(|Reduced { names, .. }| {
        ("leave out", say!("{}, which the others tell: every move keeps it so", Text::names(names)))
    });
    let narrowed = of.reduced.and_then(|reduced| narrowed_step(&reduced.bounds));
    let steps = narrowed.into_iter().chain(left_out).chain(way.steps(size, ask, may.windows)).collect();
    let (positions, bytes, choices) = (Some(way.positions(size)), way.bytes(size, ask), way.tried());
    let estimate = Estimate { positions, bytes, choices, steps, ..Estimate::default() };
    Ready::new(way.strategy(), estimate, move |meter| way.solve(asked, &of, may, meter))
}

/// By the recurrence within what play keeps to and without variables that others tell, where every move keeps it so and few of all the numbers are left.
fn without_dependents<'a, G: Game>(asked: &Asked<'a, G>, all: u64, limits: &Limits) -> Option<Ready<'a, G>> {
    let Asked { game, start, ask, .. } = *asked;
    let words = game.words().filter(|_| all >= WORTHWHILE || asked.named)?;
    let reduced = words.proven()?;
    let (substitution, recurrence) = reduced.proven.as_ref()?;
    reduced.numbers.own(&row_of(game, words, &game.canonical(start.clone())))?;
    let size = recurrence.size().filter(|size| *size == reduced.numbers.size() && *size <= all / 2)?;
    let first = substitution.without(&variables(game, start)?);
    let may = May::of(asked, limits);
    let joint = Joint::of((game, start), (recurrence, &first), Some(reduced), may.code).map(Arc::new);
    let of = Numbered { recurrence, first, size, reduced: Some(reduced), joint };
    let way = Way::of(&of, ask, may, &mut Meter::new(limits, &Silent)).ok()?;
    let looked_up = size > MOST_LOOKED_UP && recurrence.looks_up() && matches!(way, Way::Table(_));
    let few = || !asked.in_reserve && outlook::at_most(game, start, size / SPARSE, &mut Meter::new(limits, &Silent));
    if !asked.wants(way.strategy()) || looked_up || size >= SPARSE_FROM && !asked.named && few() {
        return None;
    }
    Some(ready(*asked, way, of, may))
}

/// Of fewer numbers none are left out: finding that takes longer than it saves.
const WORTHWHILE: u64 = 1 << 12;

/// Positions of a recurrence by number.
struct Numbered<'n> {
    recurrence: &'n Recurrence,
    /// The variables of the position that play begins at.
    first: Vec<i64>,
    size: u64,
    /// What is left out, where others tell it.
    reduced: Option<&'n Reduced>,
    /// What is left out besides where a table is filled by code: values that variables never have together.
    joint: Option<Arc<Joint>>,
}

/// Which strategies may be taken.
#[derive(Clone, Copy)]
struct May {
    windows: bool,
    table: bool,
    rows: bool,
    /// Whether a table is filled by code however few numbers there are.
    code: bool,
    /// Whether another may take over.
    others: bool,
}

impl May {
    fn of<G: Game>(asked: &Asked<G>, limits: &Limits) -> May {
        let either = |one, other| asked.wants(one) || asked.wants(other);
        May {
            windows: limits.rewrites && either(&SLIDING_TABLE, &SLIDING_ROWS),
            table: either(&SLIDING_TABLE, &TABLE),
            rows: either(&SLIDING_ROWS, &ROLLING_ROWS),
            code: asked.insists(&TABLE),
            others: asked.only.is_none(),
        }
    }
}

/// A game's recurrence, and how many positions it numbers.
fn made<G: Game>(game: &G) -> Result<(&Recurrence, u64), Text> {
    let recurrence = game.recurrence()?;
    Ok((recurrence, recurrence.size().ok_or("too many positions to be numbered")?))
}

/// The code of what a recurrence is worth at a position, no game being asked: found as for a game. Nothing where no way holds.
pub(crate) fn best_of(recurrence: &Recurrence, position: &[i64], limits: &Limits) -> Result<Option<i64>, Stop> {
    let Some(size) = recurrence.size() else { return Ok(None) };
    let may = May { windows: limits.rewrites, table: true, rows: true, code: false, others: true };
    let mut meter = Meter::new(limits, &Silent);
    let of = Numbered { recurrence, first: position.to_vec(), size, reduced: None, joint: None };
    let Ok(way) = Way::of(&of, Ask::Value, may, &mut meter) else { return Ok(None) };
    let at = recurrence.number().and_then(|number| usize::try_from(number.at(position)).ok());
    let code = |table: Table| Some(table.codes.code_at(at?));
    let found = match &way {
        Way::Table(rows) => rows.table(&mut meter).map(code),
        Way::Coded(coded) => coded.table(&mut meter).map(|table| table.and_then(code)),
        Way::Rows(rows) => {
            let found = rows.solve(&[position.to_vec()], Ask::Value, &mut meter);
            found.map(|found| found.codes.first().copied())
        }
    };
    match found {
        Err(stop @ (Stop::Time { .. } | Stop::Cancelled)) => Err(stop),
        found => Ok(found.ok().flatten().filter(|code| *code != NONE)),
    }
}

/// The most choices that are tried one by one at a position: those of ranges that do not slide, as wide as their last choice can be.
pub(super) fn choices<G: Game>(game: &G) -> Option<u64> {
    rows::tried(game.recurrence().ok()?)
}

/// Of more positions numbers are not looked up in tables, where the rules themselves know an order and every value can be kept.
const MOST_LOOKED_UP: u64 = 1 << 13;
const LOOKED_UP: &str = "numbers are looked up in tables, and of so many positions the rules value more a second";

/// Where at most one number in so many is that of a reached position, looking at those alone takes less time than going through all numbers. Of this many
/// numbers and more it pays to find out.
const SPARSE: u64 = 1 << 9;
const SPARSE_FROM: u64 = 1 << 22;
/// So few positions are soon looked at by any method, and others need not find out which of so many numbers are theirs. Of more numbers more positions are
/// few, one in so many, up to what takes a part of a second.
const TINY: u64 = 1 << 12;
const TINY_OF: u64 = 1 << 16;
const MOST_TINY: u64 = 1 << 18;
const TINY_FROM: u64 = 1 << 28;
const FEW_REACHED: &str = "few of the numbers are reached, and others look at those alone";

/// Of so many positions every value is kept, however little is asked.
const LITTLE: u64 = 1 << 16;

/// A few rows at a time take less time than code for the whole table where they are as long as this: nothing is marked, and little memory touched.
const SHORT_OF_FEW: i64 = 1 << 6;

/// How it is solved: every position in a table, or only as many rows at a time as later ones ask for.
enum Way<'a> {
    Table(Box<Rows<'a>>),
    Rows(Box<Rows<'a>>),
    /// A table filled by code that is made for it.
    Coded(Box<Coded<'a>>),
}

impl<'a> Way<'a> {
    fn of(of: &Numbered<'a>, ask: Ask, may: May, meter: &mut Meter) -> Result<Way<'a>, Text> {
        let Numbered { recurrence, first: start, size, joint, .. } = of;
        let (recurrence, size) = (*recurrence, *size);
        let fewer = joint.as_ref().filter(|_| Way::coded(of, may, rows::SHORT, meter.limits()).is_some());
        let numbers = fewer.map_or(size, |joint| joint.numbers.size());
        let (limits, whole) = (meter.limits(), bytes(recurrence, numbers));
        let table = |meter: &mut Meter| {
            if let Some(coded) = Way::coded(of, may, rows::SHORT, limits) {
                return Ok(Way::Coded(Box::new(coded)));
            }
            let rows = Way::table(recurrence, start, may.windows, meter).map_err(reason)?;
            let needed = rows.table_bytes(size);
            if needed <= limits.memory { Ok(Way::Table(rows)) } else { Err(numbers_need(size, needed, limits)) }
        };
        // A value alone is found more quickly where little is kept, once there are enough positions to be worth the look.
        let little = ask == Ask::Value && size > LITTLE;
        let small = ask < Ask::Table && !little && whole <= limits.whole.min(limits.memory);
        if !may.rows || may.table && (small || (ask == Ask::Table && whole <= limits.memory)) {
            return table(meter);
        }
        if may.table
            && ask < Ask::Table
            && let Some(coded) = Way::coded(of, may, SHORT_OF_FEW, limits)
        {
            return Ok(Way::Coded(Box::new(coded)));
        }
        let wish = Wish { windows: may.windows, lenient: false };
        match Rows::of(recurrence, start, wish, meter) {
            Ok(rows) if ask < Ask::Table && rows.bytes(ask) <= limits.memory => Ok(Way::Rows(Box::new(rows))),
            _ if may.table && whole <= limits.memory => table(meter),
            Ok(_) if ask == Ask::Table && !may.table => {
                Err("every position is asked for, and it keeps only some".into())
            }
            Ok(rows) => Err(too_much(&rows, numbers, whole, ask, limits)),
            Err(stop) if !may.table => Err(reason(stop)),
            Err(_) => Err(numbers_need(numbers, whole, limits)),
        }
    }

    fn strategy(&self) -> &'static Strategy {
        match self {
            Way::Table(rows) if rows.slides() => &SLIDING_TABLE,
            Way::Table(_) | Way::Coded(_) => &TABLE,
            Way::Rows(rows) if rows.slides() => &SLIDING_ROWS,
            Way::Rows(_) => &ROLLING_ROWS,
        }
    }

    /// Solves; where positions were looked at that play does not reach, once more in a more careful way.
    fn solve<G: Game>(
        &self,
        asked: Asked<G>,
        of: &Numbered,
        may: May,
        meter: &mut Meter,
    ) -> Result<Solved<G::Position>, Stop> {
        let Numbered { recurrence, size, reduced, .. } = of;
        let (solved, room) = match self {
            Way::Rows(rows) => (partly(&asked, of, rows, meter), bytes(recurrence, *size) <= meter.limits().memory),
            Way::Table(rows) => (tabled(rows, of, meter), may.windows),
            Way::Coded(coded) => match coded.table(meter)? {
                Some(table) => {
                    let numbers = coded.joint().map(|joint| &joint.numbers);
                    return Ok(whole(table, numbers.or(reduced.map(|reduced| &reduced.numbers))));
                }
                None => return Way::by_rows(asked, of, may, meter),
            },
        };
        if !matches!(solved, Err(Stop::Unfit { .. })) || !may.others || !room {
            return solved;
        }
        // Perhaps a window spoke of positions that play does not reach.
        let may = May { windows: may.windows && matches!(self, Way::Rows(_)), ..may };
        Way::by_rows(asked, of, may, meter)
    }

    /// Solves row by row with a table, in place of another way.
    fn by_rows<G: Game>(
        asked: Asked<G>,
        of: &Numbered,
        may: May,
        meter: &mut Meter,
    ) -> Result<Solved<G::Position>, Stop> {
        let careful = Way::Table(Way::table(of.recurrence, &of.first, may.windows, meter)?);
        let solved = careful.solve(asked, of, may, meter)?;
        Ok(Solved { instead: solved.instead.or(Some(careful.strategy())), ..solved })
    }

    /// For a table of every position.
    fn table(
        recurrence: &'a Recurrence,
        start: &[i64],
        windows: bool,
        meter: &mut Meter,
    ) -> Result<Box<Rows<'a>>, Stop> {
        Rows::of(recurrence, start, Wish { windows, lenient: true }, meter).map(Box::new)
    }

    /// Code for a table, where that is better than to go row by row: rows of fewer places than this.
    fn coded(of: &Numbered<'a>, may: May, short: i64, limits: &Limits) -> Option<Coded<'a>> {
        let Numbered { recurrence, first, size, joint, .. } = of;
        let coded = Coded::of(recurrence, first, *size, joint.as_ref(), limits)
            .filter(|coded| coded.bytes() <= limits.memory)?;
        (may.code || coded.pays() && Rows::are_short(recurrence, may.windows, short)).then_some(coded)
    }

    /// The most choices that are tried one by one at a position.
    fn tried(&self) -> u64 {
        match self {
            Way::Table(rows) | Way::Rows(rows) => rows.tried(),
            Way::Coded(coded) => coded.tried(),
        }
    }

    /// How many positions are valued, at most.
    fn positions(&self, size: u64) -> u64 {
        match self {
            Way::Table(_) => size,
            Way::Coded(coded) => coded.size(),
            Way::Rows(rows) => rows.positions(),
        }
    }

    fn bytes(&self, size: u64, ask: Ask) -> u64 {
        match self {
            Way::Table(rows) => rows.table_bytes(size),
            Way::Rows(rows) => rows.bytes(ask),
            Way::Coded(coded) => coded.bytes(),
        }
    }

    /// What it will do, for EXPLAIN.
    fn steps(&self, size: u64, ask: Ask, windows: bool) -> Vec<(&'static str, Text)> {
        match self {
            Way::Table(rows) => {
                let mark = ("mark what can be reached", say!("from the start, of {} numbers", Count(size)));
                [mark].into_iter().chain(rows.valuing(windows)).collect()
            }
            Way::Rows(rows) => rows.steps(ask, windows),
            Way::Coded(coded) => coded.steps(),
        }
    }
}

/// Why a search stopped, as a reason that it does not fit.
fn reason(stop: Stop) -> Text {
    match stop {
        Stop::Unfit { reason, .. } => reason,
        other => other.text(),
    }
}

/// What a table needs, and what is allowed.
fn numbers_need(size: u64, needed: u64, limits: &Limits) -> Text {
    say!("{} numbers need {}; the limit is {}", Count(size), Bytes(needed), Bytes(limits.memory))
}

/// What is needed, what is allowed, and what would fit.
fn too_much(rows: &Rows, size: u64, whole: u64, ask: Ask, limits: &Limits) -> Text {
    let (what, needed) = match ask {
        Ask::Table => (say!("{} numbers need", Count(size)), whole),
        _ => (say!("`--ask {}` needs", ask_name(ask)), rows.bytes(ask)),
    };
    let less = [Ask::Line, Ask::BestMoves, Ask::Value].into_iter().filter(|less| *less < ask);
    let fits = less.map(|less| (less, rows.bytes(less))).find(|(_, bytes)| *bytes <= limits.memory);
    let fits =
        fits.map_or_else(Text::empty, |(less, bytes)| say!("; `--ask {}` needs {}", ask_name(less), Bytes(bytes)));
    say!("{what} {}; the limit is {}{fits}", Bytes(needed), Bytes(limits.memory))
}

/// What people type for it.
fn ask_name(ask: Ask) -> &'static str {
    match ask {
        Ask::Value => "value",
        Ask::BestMoves => "best",
        Ask::Line => "all",
        Ask::Table => "table",
    }
}

/// Solves with a table of every position.
fn tabled<P: Clone + Eq + Ord + std::hash::Hash>(
    rows: &Rows,
    of: &Numbered,
    meter: &mut Meter,
) -> Result<Solved<P>, Stop> {
    meter.memory(rows.table_bytes(of.size))?;
    rows.table(meter).map(|table| whole(table, of.reduced.map(|reduced| &reduced.numbers)))
}

/// Every position that is reached, solved: by the game's own numbers, or others.
fn whole<P: Clone + Eq + Ord + std::hash::Hash>(table: Table, numbers: Option<&Numbers>) -> Solved<P> {
    let Table { codes, reached, finished } = table;
    let store = match numbers {
        Some(numbers) => Store::by_numbers(numbers.clone(), codes, reached),
        None => Store::of_cells(codes, reached),
    };
    Solved::whole(store, finished)
}

/// Solves with less than the table in memory.
fn partly<G: Game>(
    asked: &Asked<G>,
    of: &Numbered,
    rows: &Rows,
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    let Asked { game, start, ask, .. } = *asked;
    let positions = rows.positions();
    if let Some(limit) = meter.limits().positions.filter(|limit| *limit < positions) {
        return Err(Stop::Positions { limit });
    }
    let wanted = Wanted::of(game, start, of, ask)?;
    meter.memory(rows.bytes(ask))?;
    let found = rows.solve(&wanted.variables, ask, meter)?;
    Ok(wanted.solved(game, found.codes, positions, found.line))
}

fn unfit(reason: impl Into<Text>) -> Stop {
    Stop::Unfit { method: "recurrence", reason: reason.into() }
}

/// What is stored where not every position is: the start and, if more than its value is asked, what its moves lead to.
struct Wanted<P> {
    positions: Vec<P>,
    variables: Vec<Vec<i64>>,
}

impl<P: Clone + Eq + Ord + std::hash::Hash> Wanted<P> {
    fn of<G: Game<Position = P>>(game: &G, start: &P, of: &Numbered, ask: Ask) -> Result<Wanted<P>, Stop> {
        let (recurrence, first) = (game.recurrence().map_err(unfit)?, variables(game, start));
        let first = &*first.ok_or_else(|| unfit("no numbering"))?;
        let proven = of.reduced.and_then(|reduced| reduced.proven.as_ref());
        let left = |next: Vec<i64>| match proven {
            Some((substitution, _)) => substitution.without(&next),
            None => next,
        };
        let mut wanted = Wanted { positions: vec![game.canonical(start.clone())], variables: vec![of.first.clone()] };
        let mover = game.mover(start);
        let over = recurrence.ending(first).is_some();
        let moves = if ask >= Ask::BestMoves && !over { recurrence.steps(first) } else { Vec::new() };
        for (number, _, _, next) in moves {
            let next_mover = if recurrence.moves[number].passes { mover.other() } else { mover };
            let position = game.placed(&next, next_mover).ok_or_else(|| unfit("a move that leaves its bounds"))?;
            wanted.positions.push(game.canonical(position));
            wanted.variables.push(left(next));
        }
        Ok(wanted)
    }

    fn solved<G: Game<Position = P>>(self, game: &G, found: Vec<i64>, searched: u64, line: Option<Trail>) -> Solved<P> {
        let mut numbering = Numbering::default();
        let mut codes = Vec::new();
        for (position, code) in self.positions.into_iter().zip(found) {
            if numbering.add(position).is_some_and(|(_, new)| new) {
                codes.push(code);
            }
        }
        let codes = match game.kind() {
            Kind::Points => Codes::of_leads(codes),
            Kind::Outcome => {
                Codes::of_outcomes(codes.into_iter().filter_map(|code| i32::try_from(code).ok()).collect())
            }
        };
        let store = Store::from_numbering(numbering, codes);
        Solved { searched: Some(searched), whole: false, line, ..Solved::whole(store, 0) }
    }
}

/// The variables of a position.
fn variables<G: Game>(game: &G, position: &G::Position) -> Option<Vec<i64>> {
    game.variables(&game.canonical(position.clone()))
}

/// A cell and a mark for each number.
fn bytes(recurrence: &Recurrence, size: u64) -> u64 {
    size.saturating_mul(Codes::cell_bytes(recurrence.kind)).saturating_add(size.div_ceil(8))
}
