//! Bringing values into the shape a declaration asks for, and telling what is wrong when they have another.

use super::graph;
use crate::datum::{Cell, Datum, Grid, NONE};
use crate::diagnostic::listed;
use crate::diagnostic::shorten;
use crate::player::Player;
use crate::rules::Rules;
use crate::text::Text;
use crate::types::Domain;
use std::sync::Arc;

/// A value that a declaration spreads over a list, board or set may become at most this many.
const MOST_ENTRIES: usize = 1 << 24;

/// Why a value does not conform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Which part of it: `[3][0]`; empty for the whole.
    pub part: String,
    /// What is wrong, to follow the name of the thing: "must be between 0 and 9, and 12 is not".
    pub problem: Text,
    /// `P04`: it is of another kind; `P05`: only its size is wrong; `P08`: it could mean two things.
    pub code: &'static str,
    /// What more there is to know.
    pub notes: Vec<Text>,
    /// What to write instead.
    pub help: Vec<Text>,
}

impl Misfit {
    fn new(code: &'static str, problem: impl Into<Text>) -> Misfit {
        Misfit { part: String::new(), problem: problem.into(), code, notes: Vec::new(), help: Vec::new() }
    }

    /// A value of another kind.
    pub fn kind(problem: impl Into<Text>) -> Misfit {
        Misfit::new("P04", problem)
    }

    pub(super) fn outside(problem: impl Into<Text>) -> Misfit {
        Misfit::new("P05", problem)
    }

    pub(super) fn doubtful(problem: impl Into<Text>) -> Misfit {
        Misfit::new("P08", problem)
    }

    pub(super) fn note(mut self, note: impl Into<Text>) -> Misfit {
        self.notes.push(note.into());
        self
    }

    pub(super) fn help(mut self, help: impl Into<Text>) -> Misfit {
        self.help.push(help.into());
        self
    }

    pub(super) fn inside(self, part: &str) -> Misfit {
        Misfit { part: format!("{part}{}", self.part), ..self }
    }
}

/// The value as the domain wants it: one entry fills a list or board, rows make a board, lists a graph (see `graph`),
/// a text names a player or a name, a list makes a set. Bounds are checked.
///
/// # Errors
/// What does not fit, and where.
pub fn conform(value: &Datum, domain: &Domain<i64>, rules: &Rules) -> Result<Datum, Misfit> {
    match domain {
        Domain::Int { lo, hi } => number(value).and_then(|given| between(given, *lo, *hi)),
        Domain::Whole => number(value).map(Datum::Int),
        Domain::Bool => match value {
            Datum::Int(0 | 1) => Ok(value.clone()),
            _ => Err(Misfit::kind("must be true or false")),
        },
        Domain::Player => named(value, &rules.players, "a player"),
        Domain::Names { list, .. } => named(value, &rules.names[*list].names, "one of the names"),
        Domain::Set(of) => set(value, of, rules),
        Domain::List { min, max, of } => list(value, *min, *max, of, rules),
        Domain::Grid { rows, columns, of } => grid(value, *rows, *columns, of, rules),
        Domain::Record(of) => record(value, of, rules),
        Domain::Graph { min, max } => graph(value, *min, *max),
        Domain::Node { nodes } => number(value).and_then(|node| between(node, 0, nodes - 1)),
        Domain::Cell { rows, columns } => cell(value, *rows, *columns),
        Domain::Text => match value {
            Datum::Text(_) => Ok(value.clone()),
            _ => Err(Misfit::kind("must be a text")),
        },
        Domain::Optional(of) => match value {
            Datum::Int(NONE) => Ok(value.clone()),
            _ => conform(value, of, rules),
        },
    }
}

fn number(value: &Datum) -> Result<i64, Misfit> {
    match value {
        Datum::Int(NONE) => Err(Misfit::kind("must be a number, not `none`")),
        Datum::Int(number) => Ok(*number),
        Datum::Text(letters) => {
            let text: String = letters.iter().collect();
            Err(Misfit::kind(say!("must be a number, not \"{}\"", shorten(&text))))
        }
        _ => Err(Misfit::kind("must be a number, not a list")),
    }
}

fn between(given: i64, lo: i64, hi: i64) -> Result<Datum, Misfit> {
    if (lo..=hi).contains(&given) {
        return Ok(Datum::Int(given));
    }
    Err(Misfit::outside(say!("must be between {lo} and {hi}, and {given} is not")))
}

fn named(value: &Datum, names: &[String], what: &'static str) -> Result<Datum, Misfit> {
    let shown = || Text::names(shorten(&names.join(", ")).split(", "));
    match value {
        Datum::Int(place) if usize::try_from(*place).is_ok_and(|place| place < names.len()) => Ok(value.clone()),
        Datum::Text(letters) => {
            let text: String = letters.iter().collect();
            let place = names.iter().position(|name| *name == text).and_then(|place| i64::try_from(place).ok());
            place
                .map(Datum::Int)
                .ok_or_else(|| Misfit::kind(say!("must be {what} ({}), not \"{}\"", shown(), shorten(&text))))
        }
        _ => Err(Misfit::kind(say!("must be {what}: {}", shown()))),
    }
}

fn set(value: &Datum, of: &Domain<i64>, rules: &Rules) -> Result<Datum, Misfit> {
    if !matches!(value, Datum::Set(_) | Datum::List(_) | Datum::Range(..)) {
        return Err(Misfit::kind("must be a list of its members"));
    }
    let mut members = Vec::new();
    not_too_many(value.count())?;
    for (place, member) in value.entries().enumerate() {
        match conform(&member, of, rules).map_err(|misfit| misfit.inside(&format!("[{place}]")))? {
            Datum::Int(member) => members.push(member),
            _ => return Err(Misfit::kind("must hold single values")),
        }
    }
    Ok(Datum::set(members))
}

/// Whether a single value is as the domain wants it.
fn fits(value: i64, of: &Domain<i64>, rules: &Rules) -> bool {
    let value = Datum::Int(value);
    conform(&value, of, rules).as_ref() == Ok(&value)
}

/// Whether every entry of a list, of which there may be millions, is a single value as the domain wants it.
fn all_fit(entries: &[Datum], of: &Domain<i64>, rules: &Rules) -> bool {
    match of {
        Domain::Int { lo, hi } => {
            let plain = |number: i64| (*lo..=*hi).contains(&number) && number != NONE;
            entries.iter().all(|entry| matches!(entry, Datum::Int(number) if plain(*number)))
        }
        _ => entries.iter().all(|entry| matches!(entry, Datum::Int(number) if fits(*number, of, rules))),
    }
}

fn list(value: &Datum, min: i64, max: i64, of: &Domain<i64>, rules: &Rules) -> Result<Datum, Misfit> {
    // A list that fits already is shared, not copied: play asks this after every move.
    if let Datum::List(held) = value
        && i64::try_from(held.len()).is_ok_and(|length| (min..=max).contains(&length))
        && held.len() <= MOST_ENTRIES
        && all_fit(held, of, rules)
    {
        return Ok(value.clone());
    }
    let entries = match value {
        // A set is one value where a set is wanted: `list[2] of set of 1..3 = {}`.
        Datum::Set(_) | Datum::Range(..) if min == max && of.holds_sets() => filled(value, min, max, of)?,
        Datum::List(_) | Datum::Range(..) | Datum::Set(_) => {
            not_too_many(value.count())?;
            value.entries().collect()
        }
        single => filled(single, min, max, of)?,
    };
    let length = i64::try_from(entries.len()).unwrap_or(i64::MAX);
    if !(min..=max).contains(&length) {
        let wanted = if min == max { say!("{min}") } else { say!("{min} to {max}") };
        return Err(Misfit::outside(say!("must have {wanted} entries, not {length}")));
    }
    let conformed = entries
        .iter()
        .enumerate()
        .map(|(place, entry)| conform(entry, of, rules).map_err(|misfit| misfit.inside(&format!("[{place}]"))));
    Ok(Datum::list(conformed.collect::<Result<_, _>>()?))
}

/// A single value fills a list whose length is fixed.
fn filled(single: &Datum, min: i64, max: i64, of: &Domain<i64>) -> Result<Vec<Datum>, Misfit> {
    match usize::try_from(min) {
        Ok(length) if min == max && !matches!(single, Datum::Text(_)) => {
            not_too_many(length.saturating_mul(spread(of)))?;
            Ok(vec![single.clone(); length])
        }
        _ => Err(Misfit::kind("must be a list: `[1, 2, 3]`")),
    }
}

/// How many values one value becomes where it fills this.
fn spread(domain: &Domain<i64>) -> usize {
    match domain {
        Domain::List { min, of, .. } => usize::try_from(*min).unwrap_or(0).max(1).saturating_mul(spread(of)),
        Domain::Grid { rows, columns, .. } => {
            let side = |(least, _): &(i64, i64)| usize::try_from(*least).unwrap_or(0).max(1);
            side(rows).saturating_mul(side(columns))
        }
        _ => 1,
    }
}

fn not_too_many(entries: usize) -> Result<(), Misfit> {
    if entries <= MOST_ENTRIES {
        return Ok(());
    }
    Err(Misfit::outside(say!("must have at most {MOST_ENTRIES} entries, not {entries}")))
}

fn grid(
    value: &Datum,
    rows: (i64, i64),
    columns: (i64, i64),
    of: &Domain<i64>,
    rules: &Rules,
) -> Result<Datum, Misfit> {
    // A board that fits already is shared, not copied: play asks this after every move.
    if let Datum::Grid(held) = value {
        let sides = (rows.0..=rows.1).contains(&held.rows) && (columns.0..=columns.1).contains(&held.columns);
        if sides && !held.cells.is_empty() && held.cells.iter().all(|cell| fits(*cell, of, rules)) {
            return Ok(value.clone());
        }
    }
    let lines: Vec<Vec<Datum>> = match value {
        Datum::Grid(grid) => {
            let width = usize::try_from(grid.columns).unwrap_or(1).max(1);
            grid.cells.chunks(width).map(|row| row.iter().copied().map(Datum::Int).collect()).collect()
        }
        Datum::List(rows) if !rows.is_empty() && rows.iter().all(|row| matches!(row, Datum::Text(_))) => {
            drawn(rows, of, rules)?
        }
        Datum::List(rows) => rows
            .iter()
            .map(|row| match row {
                Datum::List(cells) => Ok(cells.as_ref().clone()),
                _ => Err(Misfit::kind("must be a list of rows: `[[1, 2], [3, 4]]`")),
            })
            .collect::<Result<_, _>>()?,
        single => filled_grid(single, rows, columns)?,
    };
    let height = side(lines.len(), rows, "rows")?;
    let width = side(lines.first().map_or(0, Vec::len), columns, "columns")?;
    let mut cells = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        if i64::try_from(line.len()) != Ok(width) {
            let problem =
                say!("must have rows of one length, but row 0 has {width} entries and row {row} has {}", line.len());
            return Err(Misfit::outside(problem));
        }
        for (column, entry) in line.iter().enumerate() {
            match conform(entry, of, rules).map_err(|misfit| misfit.inside(&format!("[{row}][{column}]")))? {
                Datum::Int(cell) => cells.push(cell),
                _ => return Err(Misfit::kind("must hold single values")),
            }
        }
    }
    Ok(Datum::Grid(Arc::new(Grid { rows: height, columns: width, cells })))
}

/// A board given as it looks, a text for each row and a letter for each cell: those of positions, and `.` and `#` for truth values.
fn drawn(rows: &[Datum], of: &Domain<i64>, rules: &Rules) -> Result<Vec<Vec<Datum>>, Misfit> {
    let truths = if *of == Domain::Bool { vec![(0, '.'), (1, '#')] } else { Vec::new() };
    let known = [truths, rules.letters(of).unwrap_or_default()].concat();
    if known.is_empty() {
        return Err(Misfit::kind("must be a list of rows: `[[1, 2], [3, 4]]`"));
    }
    let cell = |row: usize, (column, letter): (usize, char)| {
        let found = known.iter().find(|(_, sign)| *sign == letter).map(|(value, _)| Datum::Int(*value));
        found.ok_or_else(|| {
            let signs: Vec<String> = known.iter().map(|(_, sign)| sign.to_string()).collect();
            let problem = say!("must be one of `{}`, and `{letter}` is not", listed(&signs));
            Misfit::kind(problem).inside(&format!("[{row}][{column}]"))
        })
    };
    let line = |(row, text): (usize, &Datum)| match text {
        Datum::Text(letters) => letters.iter().copied().enumerate().map(|entry| cell(row, entry)).collect(),
        _ => Err(Misfit::kind("must be a list of rows: `[[1, 2], [3, 4]]`")),
    };
    rows.iter().enumerate().map(line).collect()
}

fn filled_grid(single: &Datum, rows: (i64, i64), columns: (i64, i64)) -> Result<Vec<Vec<Datum>>, Misfit> {
    let sides = (usize::try_from(rows.0), usize::try_from(columns.0));
    match (single, sides) {
        (Datum::Int(_), (Ok(height), Ok(width))) if rows.0 == rows.1 && columns.0 == columns.1 => {
            not_too_many(height.saturating_mul(width))?;
            Ok(vec![vec![single.clone(); width]; height])
        }
        _ => Err(Misfit::kind("must be a list of rows: `[[1, 2], [3, 4]]`")),
    }
}

fn record(value: &Datum, of: &[Domain<i64>], rules: &Rules) -> Result<Datum, Misfit> {
    let Datum::List(held) = value else { return Err(Misfit::kind(say!("must be {} values", of.len()))) };
    if held.len() != of.len() {
        return Err(Misfit::outside(say!("must be {} values, not {}", of.len(), held.len())));
    }
    let conformed =
        held.iter().zip(of).enumerate().map(|(place, (value, of))| {
            conform(value, of, rules).map_err(|misfit| misfit.inside(&format!("[{place}]")))
        });
    Ok(Datum::list(conformed.collect::<Result<_, _>>()?))
}

fn side(length: usize, (min, max): (i64, i64), what: &'static str) -> Result<i64, Misfit> {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    if (min..=max).contains(&length) {
        return Ok(length);
    }
    let wanted = if min == max { say!("{min}") } else { say!("{min} to {max}") };
    Err(Misfit::outside(say!("must have {wanted} {what}, not {length}")))
}

fn graph(value: &Datum, min: i64, max: i64) -> Result<Datum, Misfit> {
    let nodes = match value {
        Datum::Graph(nodes) => nodes.clone(),
        _ => Arc::new(graph::of_plain_list(&lists_of_nodes(value)?, &(min..=max))?),
    };
    side(nodes.len(), (min, max), "nodes")?;
    Ok(Datum::Graph(nodes))
}

/// Lists of numbers, as graphs are written.
pub(super) fn lists_of_nodes(value: &Datum) -> Result<Vec<Vec<i64>>, Misfit> {
    let shape = || Misfit::kind("must be a list of neighbours for each node: `[[1, 2], [0], [0]]`");
    let Datum::List(lists) = value else { return Err(shape()) };
    lists
        .iter()
        .map(|near| match near {
            Datum::List(near) => near.iter().map(number).collect(),
            _ => Err(shape()),
        })
        .collect()
}

fn cell(value: &Datum, rows: i64, columns: i64) -> Result<Datum, Misfit> {
    let packed = match value {
        Datum::Int(packed) => Some(*packed),
        Datum::List(parts) => match parts.as_slice() {
            [Datum::Int(row), Datum::Int(column)] => Cell { row: *row, column: *column }.pack(),
            _ => None,
        },
        _ => None,
    };
    let packed = packed.ok_or_else(|| Misfit::kind("must be a cell: `[row, column]`"))?;
    let cell = Cell::unpack(packed);
    if (0..rows).contains(&cell.row) && (0..columns).contains(&cell.column) {
        return Ok(Datum::Int(packed));
    }
    Err(Misfit::outside(say!("must be on the board, and ({},{}) is not", cell.row, cell.column)))
}

impl Rules {
    /// The names a domain's values go by, if they go by names.
    #[must_use]
    pub fn names_of<B>(&self, domain: &Domain<B>) -> Option<&[String]> {
        match domain {
            Domain::Player => Some(&self.players),
            Domain::Names { list, .. } => Some(&self.names[*list].names),
            Domain::Optional(of) => self.names_of(of),
            _ => None,
        }
    }

    /// The player that a number stands for.
    #[must_use]
    pub fn player_of(number: i64) -> Option<Player> {
        match number {
            0 => Some(Player::First),
            1 => Some(Player::Second),
            _ => None,
        }
    }
}
