//! Positions and moves as text: `i=2 M=2 turn=Bob`, `X.O/.X./...`, `take(2)`. What is written is read back.

use super::{Fault, Interpreter, Move, Position, Turn, conform, needs_word};
use crate::datum::{Cell, Datum, Grid, NONE};
use crate::diagnostic::listed;
use crate::diagnostic::{Diagnostic, in_quotes, nearest, shorten};
use crate::player::Player;
use crate::rules::Rules;
use crate::text::Text;
use crate::types::{Domain, Type};
use std::fmt::Write as _;
use std::sync::Arc;

impl Interpreter {
    /// A position as text, whose turn it is included: `i=2 M=2 turn=Bob`.
    #[must_use]
    pub fn show_position(&self, position: &Position) -> String {
        let mut text = self.show_state(&position.state);
        match position.turn {
            Turn::Of(player) => {
                let _ = write!(text, " turn={}", self.rules.player_name(player));
            }
            Turn::Over(_) => text.push_str(" over"),
        }
        text
    }

    /// A position for messages: `i=2 M=2 (Bob to move)`.
    #[must_use]
    pub fn show_to_move(&self, position: &Position) -> String {
        let state = self.show_state(&position.state);
        match position.turn {
            Turn::Of(player) => format!("{state} ({} to move)", self.rules.player_name(player)),
            Turn::Over(_) => format!("{state} (over)"),
        }
    }

    /// The same as a text, cut where it is long.
    #[must_use]
    pub fn show_briefly(&self, position: &Position) -> Text {
        place(&super::play::brief(self.show_to_move(position)))
    }

    /// The state variables as text: `i=2 M=2`.
    #[must_use]
    pub fn show_state(&self, state: &[Datum]) -> String {
        let parts = self.rules.states.iter().zip(state).zip(&self.domains);
        parts
            .map(|((variable, value), domain)| format!("{}={}", variable.name, self.rules.show(value, domain)))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// A move as text: `take(2)`, `pass`.
    #[must_use]
    pub fn show_move(&self, mv: &Move) -> String {
        let Some(made) = mv.made else { return "pass".to_owned() };
        let line = &self.rules.moves[made];
        if mv.args.is_empty() {
            return line.name.clone();
        }
        let args: Vec<String> =
            line.choices.iter().zip(&mv.args).map(|(choice, arg)| self.rules.show_typed(arg, &choice.ty)).collect();
        format!("{}({})", line.name, args.join(","))
    }

    /// A move in the words that its `as` gives, or as text.
    #[must_use]
    pub fn say_move(&self, mv: &Move) -> String {
        let Some((made, words)) = mv.made.and_then(|made| Some((made, self.rules.moves[made].words.clone()?))) else {
            return self.show_move(mv);
        };
        let choices = self.rules.moves[made].choices.iter().zip(&mv.args);
        choices.fold(words, |words, (choice, arg)| {
            words.replace(&format!("{{{}}}", choice.name), &self.rules.show_typed(arg, &choice.ty))
        })
    }

    /// Reads a position as `show_position` writes it. Variables left out stay as they are in `from`, and so does the turn.
    ///
    /// # Errors
    /// `P07`: an unknown variable, a value that cannot be read or lies outside its bounds, an unknown player.
    pub fn read_position(&self, text: &str, from: &Position) -> Result<Position, Fault> {
        let mut position = from.clone();
        for part in split_outside_brackets(text) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(self.bad_position(say!("`{}` is not `variable=value`", shorten(&part))));
            };
            if name == "turn" {
                position.turn = Turn::Of(self.read_player(value)?);
                continue;
            }
            let which = self.rules.states.iter().position(|variable| variable.name == name);
            let which = which.ok_or_else(|| self.unknown_variable(name))?;
            position.state[which] = self.read_value(name, value, &self.domains[which])?;
        }
        // The parts of a sum stand in order, however they were written.
        for part in &self.rules.parts {
            let mut parts: Vec<Datum> = position.state[part.state].entries().collect();
            parts.sort();
            position.state[part.state] = Datum::list(parts);
        }
        self.parts_fit(&position.state)?;
        self.normalised(position)
    }

    fn unknown_variable(&self, name: &str) -> Fault {
        let names: Vec<&str> = self.rules.states.iter().map(|variable| variable.name.as_str()).collect();
        let finding = Diagnostic::error("P07", say!("there is no state variable called `{}`", shorten(name)));
        Box::new(match nearest(name, names.iter().copied().chain(["turn"])) {
            Some(near) => finding.help(say!("did you mean `{near}`?")),
            None => finding.help(say!("the variables are `{}`, and `turn`", listed(&names))),
        })
    }

    fn read_player(&self, name: &str) -> Result<Player, Fault> {
        self.rules.player(name).ok_or_else(|| {
            let [first, second] = &self.rules.players;
            let finding = Diagnostic::error("P07", say!("there is no player called `{}`", shorten(name)));
            Box::new(finding.help(say!("write `turn={first}` or `turn={second}`")))
        })
    }

    /// `P07`: says what is wrong with a position, and how this game's positions are written.
    pub fn bad_position(&self, message: impl Into<Text>) -> Fault {
        let shown = self.start().map(|start| self.show_position(&start)).unwrap_or_default();
        Box::new(Diagnostic::error("P07", message).help(say!("positions are written like this one: `{shown}`")))
    }

    fn read_value(&self, name: &str, text: &str, domain: &Domain<i64>) -> Result<Datum, Fault> {
        let unreadable = || self.bad_position(say!("`{}` is not a value that `{name}` can have", shorten(text)));
        let value = self.rules.read(text, domain).ok_or_else(unreadable)?;
        conform(&value, domain, &self.rules)
            .map_err(|misfit| self.bad_position(say!("`{name}{}` {}", misfit.part, misfit.problem)))
    }
}

/// A position as `show_to_move` writes it, as a text: what the variables hold is code, its last words are not.
#[must_use]
pub fn place(shown: &str) -> Text {
    let turn = shown.strip_suffix(" to move)").and_then(|shown| shown.rsplit_once(" ("));
    match (turn, shown.strip_suffix(" (over)")) {
        (Some((state, mover)), _) => say!("{} ({} to move)", Text::code(state), Text::code(mover)),
        (None, Some(state)) => say!("{} (over)", Text::code(state)),
        (None, None) => Text::code(shown),
    }
}

/// Parts separated by blanks, where brackets keep blanks together; none is empty.
#[must_use]
pub fn split_outside_brackets(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0usize;
    for letter in text.chars() {
        match letter {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if letter.is_whitespace() && depth == 0 {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

impl Rules {
    /// A value as text.
    #[must_use]
    pub fn show(&self, value: &Datum, domain: &Domain<i64>) -> String {
        match (value, domain) {
            (Datum::Grid(grid), Domain::Grid { of, .. }) => self.show_grid(grid, of),
            _ => self.show_typed(value, &domain.ty()),
        }
    }

    /// A value of a type as text.
    #[must_use]
    pub fn show_typed(&self, value: &Datum, ty: &Type) -> String {
        match (value, ty) {
            (Datum::Int(NONE), _) => "none".to_owned(),
            (Datum::Int(_), Type::Optional(inner)) => self.show_typed(value, inner),
            (Datum::Int(number), Type::Bool) => (*number != 0).to_string(),
            (Datum::Int(number), Type::Player) => name_at(&self.players, *number),
            (Datum::Int(number), Type::Names(which)) => name_at(&self.names[*which].names, *number),
            (Datum::Int(number), Type::Cell) => {
                let cell = Cell::unpack(*number);
                format!("({},{})", cell.row, cell.column)
            }
            (Datum::Int(number), _) => number.to_string(),
            (Datum::Text(letters), _) => letters.iter().collect(),
            (Datum::Range(ends), _) => format!("{}..{}", ends.0, ends.1),
            (Datum::Set(_), Type::Set(of)) => format!("{{{}}}", self.show_entries(value, of)),
            (Datum::Set(_), _) => format!("{{{}}}", self.show_entries(value, &Type::Int)),
            (Datum::List(held), Type::Record(of)) => {
                let shown: Vec<String> =
                    held.iter().zip(of.iter()).map(|(value, ty)| self.show_entry(value, ty)).collect();
                format!("({})", shown.join(","))
            }
            (Datum::List(_), Type::List(of)) => format!("[{}]", self.show_entries(value, of)),
            (Datum::List(_), _) => format!("[{}]", self.show_entries(value, &Type::Any)),
            (Datum::Grid(grid), Type::Grid(of)) => show_rows(grid, ",", |cell| self.show_typed(&Datum::Int(cell), of)),
            (Datum::Grid(grid), _) => show_rows(grid, ",", |cell| cell.to_string()),
            (Datum::Graph(nodes), _) => {
                let lists = format!("[{}]", self.show_entries(value, &Type::List(Box::new(Type::Node))));
                if needs_word(nodes) { format!("adjacency({lists})") } else { lists }
            }
        }
    }

    fn show_entries(&self, value: &Datum, of: &Type) -> String {
        value.entries().map(|entry| self.show_entry(&entry, of)).collect::<Vec<_>>().join(",")
    }

    /// A value among others: texts in quotes, so that their commas are their own.
    fn show_entry(&self, value: &Datum, ty: &Type) -> String {
        match value {
            Datum::Text(letters) => in_quotes(&letters.iter().collect::<String>()),
            _ => self.show_typed(value, ty),
        }
    }

    fn show_grid(&self, grid: &Grid, of: &Domain<i64>) -> String {
        match self.letters(of) {
            Some(letters) => {
                let letter =
                    |cell: i64| letters.iter().find(|(value, _)| *value == cell).map_or('?', |(_, letter)| *letter);
                show_rows(grid, "", |cell| letter(cell).to_string())
            }
            None => show_rows(grid, ",", |cell| self.show_typed(&Datum::Int(cell), &of.ty())),
        }
    }

    /// One letter for each value that a cell can have, where that is possible: first letters of names if they differ, else
    /// their numbers from 1; digits for 0 to 9; `.` for `none`.
    #[must_use]
    pub fn letters(&self, of: &Domain<i64>) -> Option<Vec<(i64, char)>> {
        match of {
            Domain::Optional(inner) => {
                let mut letters = self.letters(inner)?;
                letters.push((NONE, '.'));
                Some(letters)
            }
            Domain::Bool => Some(vec![(0, '0'), (1, '1')]),
            Domain::Int { lo, hi } if *lo >= 0 && *hi <= 9 => Some(
                (*lo..=*hi)
                    .filter_map(|digit| Some((digit, char::from_digit(u32::try_from(digit).ok()?, 10)?)))
                    .collect(),
            ),
            _ => name_letters(self.names_of(of)?),
        }
    }

    /// Reads a value as `show` writes it; nothing when it cannot be read. Bounds are not looked at.
    #[must_use]
    pub fn read(&self, text: &str, domain: &Domain<i64>) -> Option<Datum> {
        let text = text.trim();
        match domain {
            Domain::Optional(_) if text == "none" => Some(Datum::Int(NONE)),
            Domain::Optional(of) => self.read(text, of),
            Domain::Int { .. } | Domain::Whole | Domain::Node { .. } => text.parse().ok().map(Datum::Int),
            Domain::Bool => text.parse().ok().map(Datum::bool),
            Domain::Player | Domain::Names { .. } => {
                let place = self.names_of(domain)?.iter().position(|name| name == text)?;
                i64::try_from(place).ok().map(Datum::Int)
            }
            Domain::Cell { .. } => read_cell(text),
            Domain::Set(of) => {
                let members = self.read_entries(text, '{', '}', of)?.into_iter();
                members
                    .map(|entry| if let Datum::Int(member) = entry { Some(member) } else { None })
                    .collect::<Option<Vec<_>>>()
                    .map(Datum::set)
            }
            Domain::List { of, .. } => self.read_entries(text, '[', ']', of).map(Datum::list),
            Domain::Grid { of, .. } => self.read_grid(text, of),
            Domain::Record(of) => {
                let values = split_commas(tuple(text)?);
                let fits = values.len() == of.len();
                let read = values.iter().zip(of).map(|(value, of)| self.read(value, of));
                fits.then(|| read.collect::<Option<_>>().map(Datum::list)).flatten()
            }
            Domain::Graph { .. } | Domain::Text => None,
        }
    }

    fn read_entries(&self, text: &str, open: char, close: char, of: &Domain<i64>) -> Option<Vec<Datum>> {
        let inside = text.strip_prefix(open)?.strip_suffix(close)?;
        split_commas(inside).iter().map(|entry| self.read(entry, of)).collect()
    }

    fn read_grid(&self, text: &str, of: &Domain<i64>) -> Option<Datum> {
        let letters = self.letters(of);
        let mut cells = Vec::new();
        let mut rows = 0usize;
        let mut columns = 0usize;
        for row in text.split('/') {
            let before = cells.len();
            match &letters {
                Some(letters) => {
                    for letter in row.trim().chars() {
                        cells.push(letters.iter().find(|(_, known)| *known == letter)?.0);
                    }
                }
                None => {
                    for entry in split_commas(row) {
                        let Datum::Int(cell) = self.read(&entry, of)? else { return None };
                        cells.push(cell);
                    }
                }
            }
            let width = cells.len() - before;
            if rows > 0 && width != columns {
                return None;
            }
            (rows, columns) = (rows + 1, width);
        }
        let (rows, columns) = (i64::try_from(rows).ok()?, i64::try_from(columns).ok()?);
        Some(Datum::Grid(Arc::new(Grid { rows, columns, cells })))
    }
}

fn name_at(names: &[String], number: i64) -> String {
    usize::try_from(number).ok().and_then(|place| names.get(place)).cloned().unwrap_or_else(|| number.to_string())
}

fn show_rows(grid: &Grid, between: &str, show: impl Fn(i64) -> String) -> String {
    let width = usize::try_from(grid.columns).unwrap_or(1).max(1);
    let row = |cells: &[i64]| cells.iter().map(|cell| show(*cell)).collect::<Vec<_>>().join(between);
    grid.cells.chunks(width).map(row).collect::<Vec<_>>().join("/")
}

fn name_letters(names: &[String]) -> Option<Vec<(i64, char)>> {
    let firsts: Vec<char> = names.iter().filter_map(|name| name.chars().next()).collect();
    let distinct = firsts.iter().enumerate().all(|(place, letter)| !firsts[..place].contains(letter))
        && firsts.len() == names.len();
    let numbered = |place: usize| char::from_digit(u32::try_from(place + 1).ok()?, 36);
    names
        .iter()
        .enumerate()
        .map(|(place, _)| {
            let letter = if distinct { Some(firsts[place]) } else { numbered(place) };
            Some((i64::try_from(place).ok()?, letter.filter(|letter| *letter != '.' && *letter != '/')?))
        })
        .collect()
}

/// What stands in the brackets of a cell or of a part's values; in JSON they are square.
fn tuple(text: &str) -> Option<&str> {
    let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    inside('(', ')').or_else(|| inside('[', ']'))
}

fn read_cell(text: &str) -> Option<Datum> {
    let (row, column) = tuple(text)?.split_once(',')?;
    let cell = Cell { row: row.trim().parse().ok()?, column: column.trim().parse().ok()? };
    cell.pack().map(Datum::Int)
}

/// Parts separated by commas, where brackets keep commas together. Nothing gives no parts.
fn split_commas(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0usize;
    for letter in text.chars() {
        match letter {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(letter);
        }
    }
    if parts.len() == 1 && parts[0].trim().is_empty() { Vec::new() } else { parts }
}
