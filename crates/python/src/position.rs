//! Positions and moves, as values that Python keeps and hands back.

use crate::error;
use crate::json::{object, to_python};
use crate::language;
use crate::run;
use bouton::answer::report::position_json;
use bouton::game::{Fault, Game, Step, ended};
use bouton::rules::diagnostic::{Diagnostic, nearest};
use bouton::rules::interpret::{Drawing, Turn};
use bouton::rules::layout::Packed;
use bouton::rules::{Player, Source, say};
use bouton::{Instance, Stop};
use bouton_teach::picture::board;
use bouton_teach::scene::lines;
use bouton_teach::view::view;
use pyo3::exceptions::{PyAttributeError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use serde_json::{Map, Value as Json};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Where play stands: the values of the state variables, and whose turn it is.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Position {
    pub(crate) game: Arc<Instance>,
    pub(crate) at: Packed,
}

/// A move: its name and what is chosen.
#[pyclass(frozen, module = "bouton")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// As answers write it: `take(2)`.
    pub(crate) text: String,
    name: String,
    args: Vec<(String, Json)>,
}

/// Whether the second player moves, what the end is worth to the first, and each move with what it gives and where it leads.
type Looked = (bool, Option<i64>, Vec<(Move, i64, Position)>);

/// Reads a position from what Python has: a `Position`, a text, a dict, or variables by name.
pub(crate) fn read_position(
    py: Python<'_>,
    game: &Instance,
    position: Option<&Bound<'_, PyAny>>,
    variables: Option<&Bound<'_, PyDict>>,
) -> PyResult<Packed> {
    let source = &game.rules().source;
    let read = match (position, variables.filter(|variables| !variables.is_empty())) {
        (Some(_), Some(_)) => return Err(error::value(py, "give the position, or its variables by name, not both")),
        (None, None) => game.start(),
        (None, Some(variables)) => read_object(game, variables)?,
        (Some(position), None) => {
            if let Ok(position) = position.cast::<Position>() {
                return of_same_game(py, game, position.get());
            }
            match position.cast::<PyDict>() {
                Ok(object) => read_object(game, object)?,
                Err(_) => {
                    let text: String = position.extract().map_err(|_| not_a_position(py, game))?;
                    game.read_position(&text)
                }
            }
        }
    };
    read.map_err(|fault| error::fault(py, source, &fault))
}

fn read_object(game: &Instance, object: &Bound<'_, PyDict>) -> PyResult<Result<Packed, Fault>> {
    let variables = crate::json::object(object)?;
    Ok(game.position_of(&variables))
}

/// A position as it is, if it is one of this game.
pub(crate) fn of_same_game(py: Python<'_>, game: &Instance, position: &Position) -> PyResult<Packed> {
    let other = &position.game;
    let same = std::ptr::eq(game, other.as_ref())
        || game.rules().source.text == other.rules().source.text
            && game.interpreter().params() == other.interpreter().params();
    if same { Ok(position.at.clone()) } else { Err(error::plain(py, "PositionError", of_another(other))) }
}

fn of_another(other: &Instance) -> Diagnostic {
    let message = say!("this position is of another game, `{}`, or of other parameters", other.rules().name);
    Diagnostic::error("P07", message).help("give the values of its variables, or a position of this instance")
}

fn not_a_position(py: Python<'_>, game: &Instance) -> PyErr {
    let shown = game.start().map(|start| game.interpreter().show_position(&game.unpack(&start)));
    let finding = Diagnostic::error("P07", "this is no position");
    let example = shown.unwrap_or_default();
    error::plain(py, "PositionError", finding.help(say!("write a text such as \"{example}\", a dict, or keywords")))
}

impl Position {
    pub(crate) fn new(game: Arc<Instance>, at: Packed) -> Position {
        Position { game, at }
    }

    fn source(&self) -> &Source {
        &self.game.rules().source
    }

    pub(crate) fn variables(&self) -> Map<String, Json> {
        match position_json(&self.game, &self.at) {
            Json::Object(object) => object,
            _ => Map::new(),
        }
    }

    pub(crate) fn steps(&self) -> Result<Vec<Step<Instance>>, Stop> {
        let fault = |fault| Stop::Fault(Box::new(self.trouble(fault)));
        let mut steps = Vec::new();
        if ended(self.game.as_ref(), &self.at).map_err(fault)?.is_none() {
            self.game.steps(&self.at, &mut steps).map_err(fault)?;
        }
        Ok(steps)
    }

    fn drawn(&self) -> Option<Drawing> {
        self.game.interpreter().drawing(&self.game.unpack(&self.at)).ok().flatten()
    }

    fn trouble(&self, fault: Fault) -> bouton::error::Trouble {
        bouton::error::Trouble { fault, position: self.game.show_position(&self.at), mv: None, path: None }
    }
}

#[pymethods]
impl Position {
    /// Whose turn it is; `None` once a move has ended the game.
    #[getter]
    fn turn(&self) -> Option<String> {
        self.variables().get("turn").and_then(Json::as_str).map(str::to_owned)
    }

    /// Whether the game is over here.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        run::quick(py, self.source(), || {
            let over = ended(self.game.as_ref(), &self.at);
            over.map(|over| over.is_some()).map_err(|fault| Stop::Fault(Box::new(self.trouble(fault))))
        })
    }

    /// Every legal move, in the order of the rules.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let steps = run::quick(py, self.source(), || self.steps())?;
        Ok(steps.iter().map(|step| Move::of(&self.game, &step.mv)).collect())
    }

    /// The position after a move: a `Move`, its text `"take(2)"`, or its name with what is chosen.
    #[pyo3(signature = (r#move, /, **choices))]
    fn play(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        choices: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let steps = run::quick(py, self.source(), || self.steps())?;
        let wanted = move_text(&self.game, r#move, choices)?;
        match steps.into_iter().find(|step| self.game.show_move(&step.mv) == wanted) {
            Some(step) => Ok(Position::new(self.game.clone(), step.next)),
            None => Err(self.no_move(py, &wanted)),
        }
    }

    /// The position after a move, and the points that it gives its mover.
    fn _after(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<(Position, i64)> {
        let steps = run::quick(py, self.source(), || self.steps())?;
        let wanted = move_text(&self.game, r#move, None)?;
        let step = steps.into_iter().find(|step| self.game.show_move(&step.mv) == wanted);
        let step = step.ok_or_else(|| self.no_move(py, &wanted))?;
        let gain = step.gain.net().ok_or_else(|| too_much(py))?;
        Ok((Position::new(self.game.clone(), step.next), gain))
    }

    /// What a finished position is worth to the first player: the lead, or 1, 0, −1; `None` while play goes on.
    fn _final(&self, py: Python<'_>) -> PyResult<Option<i64>> {
        let over = run::quick(py, self.source(), || {
            ended(self.game.as_ref(), &self.at).map_err(|fault| Stop::Fault(Box::new(self.trouble(fault))))
        })?;
        let first = self.game.mover(&self.at) == Player::First;
        let own = |value| crate::value::number(if first { Some(value) } else { bouton::Value::negate(value) });
        Ok(over.and_then(own))
    }

    /// Whether the second player moves here; what the end is worth to the first, if play is over; and otherwise each move, with the points
    /// that it gives its mover and where it leads.
    fn _look(&self, py: Python<'_>) -> PyResult<Looked> {
        let steps = run::quick(py, self.source(), || self.steps())?;
        let step = |step: Step<Instance>| {
            let gain = step.gain.net().ok_or_else(|| too_much(py))?;
            Ok((Move::of(&self.game, &step.mv), gain, Position::new(self.game.clone(), step.next)))
        };
        let steps = steps.into_iter().map(step).collect::<PyResult<_>>()?;
        Ok((self.game.mover(&self.at) == Player::Second, self._final(py)?, steps))
    }

    /// It as bits in bytes: as many for every position of the game.
    fn _bits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let Some(words) = self.game.words() else {
            return Err(error::value(py, "positions of this game have no bounds, so they have no bits"));
        };
        let mut row = vec![0; words.count()];
        words.write(&self.at, &mut row);
        let bytes: Vec<u8> = row.iter().flat_map(|word| word.to_le_bytes()).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// The values of its variables, and whose turn it is.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Json::Object(self.variables()))
    }

    /// What makes it again: its variables, and where a move has ended the game, the seat of who lost, or −1 where nobody did.
    pub(crate) fn _variables<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Option<i8>)> {
        let over = match self.game.unpack(&self.at).turn {
            Turn::Of(_) => None,
            Turn::Over(None) => Some(-1),
            Turn::Over(Some(Player::First)) => Some(0),
            Turn::Over(Some(Player::Second)) => Some(1),
        };
        Ok((self.to_dict(py)?, over))
    }

    /// The same, but that a move has ended the game here.
    fn _over(&self, py: Python<'_>, lost: i8) -> PyResult<Position> {
        let lost = match lost {
            -1 => None,
            0 => Some(Player::First),
            1 => Some(Player::Second),
            _ => return Err(error::value(py, "the seat of who lost is 0 or 1, or −1 where nobody did")),
        };
        let ended = bouton::rules::interpret::Position { turn: Turn::Over(lost), ..self.game.unpack(&self.at) };
        Ok(Position::new(self.game.clone(), self.game.pack(&ended)))
    }

    /// How it is drawn, line by line; nothing where the rules do not say.
    #[getter]
    fn drawing(&self) -> Option<Vec<String>> {
        self.drawn().map(|drawing| lines(&drawing))
    }

    /// What is on the table as a picture; nothing where nothing of it has a place.
    fn _repr_svg_(&self) -> Option<String> {
        board(&view(&self.game, &self.at, language::current()), &self.__str__())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let variables = self.variables();
        variables.get(name).map_or_else(|| Err(PyKeyError::new_err(name.to_owned())), |value| to_python(py, value))
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let variables = self.variables();
        let none =
            || Err(PyAttributeError::new_err(format!("a position of {} has no `{name}`", self.game.rules().name)));
        variables.get(name).map_or_else(none, |value| to_python(py, value))
    }

    fn __dir__(slf: &Bound<'_, Position>) -> PyResult<Vec<String>> {
        let own: Vec<String> = slf.get_type().dir()?.extract()?;
        Ok(own.into_iter().chain(slf.get().variables().keys().cloned()).collect())
    }

    /// What IPython completes between brackets.
    fn _ipython_key_completions_(&self) -> Vec<String> {
        self.variables().keys().cloned().collect()
    }

    pub(crate) fn __str__(&self) -> String {
        self.game.interpreter().show_position(&self.game.unpack(&self.at))
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.__str__())
    }

    fn _repr_html_(slf: &Bound<'_, Position>) -> PyResult<String> {
        let html = slf.py().import("bouton._html")?.getattr("position")?;
        html.call1((slf,))?.extract()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Position>() else { return false };
        of_same_game(py, &self.game, other.get()).is_ok_and(|at| at == self.at)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.at.hash(&mut hasher);
        hasher.finish()
    }

    /// It never changes, so a copy is itself.
    fn __copy__(slf: Py<Position>) -> Py<Position> {
        slf
    }

    fn __deepcopy__(slf: Py<Position>, memo: &Bound<'_, PyAny>) -> Py<Position> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Position>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, own) = (slf.py(), slf.get());
        let restore = py.import("bouton._game")?.getattr("_position")?;
        let source = own.source();
        let params = to_python(py, &bouton::answer::report::params_json(&own.game).into())?;
        let parts = (source.text.as_str(), source.name.as_str(), params, own._variables(py)?);
        PyTuple::new(py, [restore, parts.into_pyobject(py)?.into_any()])
    }
}

impl Position {
    /// The legal move of that text.
    pub(crate) fn named(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let steps = run::quick(py, self.source(), || self.steps())?;
        let step = steps.iter().find(|step| self.game.show_move(&step.mv) == text);
        step.map(|step| Move::of(&self.game, &step.mv)).ok_or_else(|| self.no_move(py, text))
    }

    pub(crate) fn no_move(&self, py: Python<'_>, wanted: &str) -> PyErr {
        let legal: Vec<String> =
            self.steps().unwrap_or_default().iter().map(|step| self.game.show_move(&step.mv)).collect();
        let here = self.__str__();
        let finding = Diagnostic::error("P08", say!("`{wanted}` is no legal move at `{here}`"));
        let finding = match nearest(wanted, legal.iter().map(String::as_str)) {
            Some(near) => finding.help(say!("did you mean `{near}`?")),
            None => finding,
        };
        const SHOWN: usize = 12;
        let shown = legal.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
        let more = if legal.len() > SHOWN { ", …" } else { "" };
        let finding = match legal.is_empty() {
            true => finding.help("the game is over here"),
            false => finding.help(say!("legal moves: {shown}{more}")),
        };
        error::plain(py, "MoveError", finding)
    }
}

fn too_much(py: Python<'_>) -> PyErr {
    error::value(py, "a gain leaves the 64-bit numbers")
}

/// A move as answers write it, from what Python has: a `Move`, its text, or its name with what is chosen.
pub(crate) fn move_text(
    game: &Instance,
    given: &Bound<'_, PyAny>,
    choices: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    if let Ok(mv) = given.cast::<Move>() {
        return Ok(mv.get().text.clone());
    }
    let name: String = given.extract()?;
    let Some(choices) = choices.filter(|choices| !choices.is_empty()) else { return Ok(plain(&name)) };
    let mut chosen = object(choices)?;
    let named = game.rules().moves.iter().find(|mv| {
        mv.name == name
            && mv.choices.len() == chosen.len()
            && mv.choices.iter().all(|choice| chosen.contains_key(&choice.name))
    });
    let order: Vec<String> = match named {
        Some(mv) => mv.choices.iter().map(|choice| choice.name.clone()).collect(),
        None => chosen.keys().cloned().collect(),
    };
    let words = order.iter().filter_map(|choice| chosen.shift_remove(choice)).map(|value| word(&value));
    Ok(format!("{name}({})", words.collect::<Vec<_>>().join(",")))
}

/// A chosen value as moves are written.
fn word(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Null => "none".to_owned(),
        Json::Array(cell) => format!("({})", cell.iter().map(word).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// Without blanks.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

impl Move {
    pub(crate) fn of(game: &Instance, mv: &bouton::rules::interpret::Move) -> Move {
        let text = game.show_move(mv);
        let Some(line) = mv.made.and_then(|made| game.rules().moves.get(made)) else {
            return Move { name: text.clone(), text, args: Vec::new() };
        };
        let args = line.choices.iter().zip(&mv.args);
        let args = args
            .map(|(choice, arg)| (choice.name.clone(), bouton::instance::datum_to_json(arg, &choice.ty, game.rules())));
        Move { text, name: line.name.clone(), args: args.collect() }
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (name, /, **args))]
    fn new(name: &str, args: Option<&Bound<'_, PyDict>>) -> PyResult<Move> {
        let args = args.map(object).transpose()?.unwrap_or_default();
        let words: Vec<String> = args.values().map(word).collect();
        let text = if args.is_empty() { plain(name) } else { format!("{name}({})", words.join(",")) };
        Ok(Move { text, name: name.to_owned(), args: args.into_iter().collect() })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// What is chosen, by name.
    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Json::Object(self.args.iter().cloned().collect()))
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let chosen = self.args.iter().find(|(known, _)| known == name);
        let none = || Err(PyAttributeError::new_err(format!("`{}` has no choice `{name}`", self.text)));
        chosen.map_or_else(none, |(_, value)| to_python(py, value))
    }

    fn __dir__(slf: &Bound<'_, Move>) -> PyResult<Vec<String>> {
        let own: Vec<String> = slf.get_type().dir()?.extract()?;
        Ok(own.into_iter().chain(slf.get().args.iter().map(|(name, _)| name.clone())).collect())
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let args = self.args.iter().map(|(name, value)| Ok(format!(", {name}={}", to_python(py, value)?.repr()?)));
        Ok(format!("Move({:?}{})", self.name, args.collect::<PyResult<String>>()?).replace('"', "'"))
    }

    /// Equal to a move, and to its text.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match other.cast::<Move>() {
            Ok(other) => other.get().text == self.text,
            Err(_) => other.extract::<String>().is_ok_and(|text| plain(&text) == self.text),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text.as_str().into_pyobject(py)?.hash()
    }

    /// It never changes, so a copy is itself.
    fn __copy__(slf: Py<Move>) -> Py<Move> {
        slf
    }

    fn __deepcopy__(slf: Py<Move>, memo: &Bound<'_, PyAny>) -> Py<Move> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Move>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, own) = (slf.py(), slf.get());
        let restore = py.import("bouton._game")?.getattr("_move")?;
        PyTuple::new(py, [restore, (own.name.as_str(), own.args(py)?).into_pyobject(py)?.into_any()])
    }
}
