//! The columns of a table of positions: the one list that every form of table is written by, on disk and in memory.

#[cfg(feature = "arrow")]
pub mod arrow;

use bouton::game::Game;
use bouton::instance::domain_to_json;
use bouton::rules::interpret::{Position, Turn};
use bouton::rules::layout::Packed;
use bouton::rules::types::Domain;
use bouton::{Instance, Kind, Value, answer::report};
use serde_json::{Map, Value as Json, json};

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// What stands in it.
    pub holds: Holds,
    /// Whether some positions have nothing there.
    pub nullable: bool,
    /// Where it comes from.
    pub of: Of,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// `true` or `false`.
    Flags,
    /// Numbers that fit 32 bits.
    Small,
    /// Numbers.
    Numbers,
    /// Words, boards, and JSON of what is made of several values.
    Text,
}

/// Where a column comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The state variable in this place.
    State(usize),
    /// Whose turn it is.
    Turn,
    /// Win, draw or loss.
    Value,
    /// Moves to the end.
    Plies,
    /// The lead of the player to move.
    Lead,
}

/// The variables, whose turn it is where positions keep that, and what they are worth.
#[must_use]
pub fn of(game: &Instance) -> Vec<Column> {
    let states = game.rules().states.iter().zip(game.interpreter().domains()).enumerate();
    let mut columns: Vec<Column> = states
        .map(|(place, (state, domain))| Column {
            name: state.name.clone(),
            holds: holds(domain),
            nullable: matches!(domain, Domain::Optional(_)),
            of: Of::State(place),
        })
        .collect();
    let mut own = |name: &str, holds, nullable, of| {
        // A variable that has the name already keeps it.
        let taken = columns.iter().any(|column| column.name == name);
        let name = if taken { format!("bouton_{name}") } else { name.to_owned() };
        columns.push(Column { name, holds, nullable, of });
    };
    if game.told_apart().is_some() {
        own("turn", Holds::Text, true, Of::Turn);
    }
    match game.kind() {
        Kind::Outcome => {
            own("value", Holds::Text, false, Of::Value);
            own("plies", Holds::Small, true, Of::Plies);
        }
        Kind::Points => own("lead", Holds::Numbers, false, Of::Lead),
    }
    columns
}

/// What stands in the column of a variable.
fn holds(domain: &Domain<i64>) -> Holds {
    let numbers = |least: i64, most: i64| {
        let small = i32::try_from(least).is_ok() && i32::try_from(most).is_ok();
        if small { Holds::Small } else { Holds::Numbers }
    };
    match domain {
        Domain::Int { lo, hi } => numbers(*lo, *hi),
        Domain::Node { nodes } => numbers(0, *nodes),
        Domain::Whole => Holds::Numbers,
        Domain::Bool => Holds::Flags,
        Domain::Optional(of) => holds(of),
        Domain::Player
        | Domain::Names { .. }
        | Domain::Set(_)
        | Domain::List { .. }
        | Domain::Grid { .. }
        | Domain::Record(_)
        | Domain::Graph { .. }
        | Domain::Cell { .. }
        | Domain::Text => Holds::Text,
    }
}

impl Column {
    /// What stands in it at a position; null where there is nothing.
    fn at(&self, game: &Instance, position: &Position, value: Value) -> Json {
        match (&self.of, value) {
            (Of::State(place), _) => {
                let (state, domains) = (position.state.get(*place), game.interpreter().domains());
                let known = state.zip(domains.get(*place));
                known.map_or(Json::Null, |(state, domain)| domain_to_json(state, domain, game.rules()))
            }
            (Of::Turn, _) => match position.turn {
                Turn::Of(player) => json!(game.rules().player_name(player)),
                Turn::Over(_) => Json::Null,
            },
            (Of::Value, Value::Outcome(outcome)) => json!(outcome.word()),
            (Of::Plies, value) => json!(report::plies(value)),
            (Of::Lead, Value::Lead(lead)) => json!(lead),
            (Of::Value, Value::Lead(_)) | (Of::Lead, Value::Outcome(_)) => Json::Null,
        }
    }

    /// Whether it is left out of an object where there is nothing: whose turn it is, once the game is over.
    fn may_be_left_out(&self) -> bool {
        matches!(self.of, Of::Turn)
    }
}

/// What stands in each column at a position with what it is worth.
pub fn cells(columns: &[Column], game: &Instance, at: &Packed, value: Value) -> impl Iterator<Item = Json> {
    let position = game.unpack(at);
    columns.iter().map(move |column| column.at(game, &position, value))
}

/// The same as an object: its columns by name.
#[must_use]
pub fn object(columns: &[Column], game: &Instance, at: &Packed, value: Value) -> Json {
    let cells = columns.iter().zip(cells(columns, game, at, value));
    let known = cells.filter(|(column, cell)| !(cell.is_null() && column.may_be_left_out()));
    let row: Map<String, Json> = known.map(|(column, cell)| (column.name.clone(), cell)).collect();
    Json::Object(row)
}

/// A value as text: words and numbers as they are, nothing as nothing, the rest in JSON.
#[must_use]
pub fn text(value: Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text,
        other => other.to_string(),
    }
}

/// A line of comma-separated values.
#[must_use]
pub fn csv(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(|cell| field(&cell)).collect();
    format!("{}\n", cells.join(","))
}

/// A field of comma-separated values in quotes where it needs them (RFC 4180).
#[must_use]
pub fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
