//! Games of one's own in Python: the trait `Game` over an object with methods. Positions and moves stay Python's; here they have numbers.

use crate::error;
use crate::instance::{read_ask, read_limits};
use crate::plan::Plan;
use crate::run;
use crate::value::Value;
use bouton::answer::line;
use bouton::game::{Ending, Fact, Fault, Gain, Game, Repeat, Rows, Step, Words};
use bouton::rules::{Player, Source, Text};
use bouton::value::Kind;
use bouton::{Limits, Solution, Stop};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyTuple};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Best play is told to so many moves.
const LONGEST: usize = 1_000;

/// A position: the number of what Python holds, and whose turn it is.
type Spot = (u32, bool);

/// A move: its place among those of its position, and its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Made {
    place: usize,
    name: String,
}

/// What Python holds of positions: each once, in the order in which they were met.
struct Known {
    numbers: Py<PyDict>,
    positions: Vec<Py<PyAny>>,
}

/// A game whose rules are methods of a Python object.
struct Own {
    object: Py<PyAny>,
    players: [String; 2],
    kind: Kind,
    repeat: Option<Repeat>,
    impartial: bool,
    /// Whether positions say themselves whose turn it is.
    says_mover: bool,
    ranked: bool,
    known: Mutex<Known>,
    /// What a method raised.
    raised: Mutex<Option<PyErr>>,
}

impl Own {
    fn read(object: &Bound<'_, PyAny>) -> PyResult<Own> {
        let py = object.py();
        let players: (String, String) = object.getattr("players")?.extract()?;
        let players = [players.0, players.1];
        let repeat = match object.getattr("repeat")?.extract::<Option<String>>()? {
            None => None,
            Some(word) if word == "draw" => Some(Repeat::Draw),
            Some(word) => Some(Repeat::Wins(player_of(py, &players, &word)?)),
        };
        let points = object.getattr("points")?.is_truthy()?;
        let base = py.import("bouton._own")?.getattr("PythonGame")?;
        let defines = |name: &str| -> PyResult<bool> { Ok(!object.get_type().getattr(name)?.is(&base.getattr(name)?)) };
        Ok(Own {
            players,
            kind: if points { Kind::Points } else { Kind::Outcome },
            repeat,
            impartial: object.getattr("impartial")?.is_truthy()?,
            says_mover: defines("mover")?,
            ranked: defines("rank")?,
            known: Mutex::new(Known { numbers: PyDict::new(py).unbind(), positions: Vec::new() }),
            raised: Mutex::new(None),
            object: object.clone().unbind(),
        })
    }

    /// The number of a position.
    fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let mut known = self.known.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = known.numbers.bind(py).get_item(position)? {
            return number.extract();
        }
        let number =
            u32::try_from(known.positions.len()).map_err(|_| error::value(py, "there are more than 2³² positions"))?;
        known.numbers.bind(py).set_item(position, number)?;
        known.positions.push(position.clone().unbind());
        Ok(number)
    }

    /// The number of a position that was met; nothing otherwise.
    fn known_number(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let known = self.known.lock_py_attached(position.py()).unwrap_or_else(PoisonError::into_inner);
        known.numbers.bind(position.py()).get_item(position)?.map(|number| number.extract()).transpose()
    }

    fn position<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let known = self.known.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let position = usize::try_from(number).ok().and_then(|number| known.positions.get(number));
        position.map(|position| position.bind(py).clone()).ok_or_else(|| error::bug("a position has no number"))
    }

    /// Asks a method; what it raises is a fault of the game, and kept.
    fn ask<T>(&self, what: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Fault> {
        Python::attach(|py| {
            what(py).map_err(|raised| {
                let fault = Fault::new(Text::quoted(error::told(py, &raised)));
                self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(raised);
                fault
            })
        })
    }

    /// The spot of a position, whose turn it is if the position does not say so itself.
    fn spot(&self, position: &Bound<'_, PyAny>, second: bool) -> PyResult<Spot> {
        let number = self.number(position)?;
        if !self.says_mover {
            return Ok((number, second));
        }
        let py = position.py();
        let mover = self.object.bind(py).call_method1("mover", (position,))?;
        let second = match mover.extract::<usize>() {
            Ok(number @ (0 | 1)) => number == 1,
            Ok(_) => return Err(PyTypeError::new_err("mover() says 0, 1, or a player's name")),
            Err(_) => player_of(py, &self.players, &mover.extract::<String>()?)? == Player::Second,
        };
        Ok((number, second))
    }

    fn gain(&self, gain: &Bound<'_, PyAny>) -> PyResult<Gain> {
        if let Ok((mine, theirs)) = gain.extract::<(i64, i64)>() {
            return Ok(Gain { mine, theirs });
        }
        Ok(Gain { mine: gain.extract()?, theirs: 0 })
    }
}

fn player_of(py: Python<'_>, players: &[String; 2], name: &str) -> PyResult<Player> {
    let which = players.iter().position(|player| player == name);
    let known = || error::value(py, &format!("`{name}` is no player: they are {} and {}", players[0], players[1]));
    which.map(|which| Player::BOTH[which]).ok_or_else(known)
}

fn player(second: bool) -> Player {
    if second { Player::Second } else { Player::First }
}

/// How a finished position stands, from what `outcome` says of it.
fn ending(outcome: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Option<Ending>> {
    if outcome.is_none() {
        return Ok(None);
    }
    if kind == Kind::Points {
        return Ok(Some(Ending::Lead(outcome.extract()?)));
    }
    match outcome.extract::<String>().as_deref() {
        Ok("win") => Ok(Some(Ending::Win)),
        Ok("draw") => Ok(Some(Ending::Draw)),
        Ok("loss") => Ok(Some(Ending::Loss)),
        _ => Err(PyTypeError::new_err(
            "outcome() says \"win\", \"draw\" or \"loss\" for the player to move, or None while play goes on",
        )),
    }
}

impl Game for Own {
    type Position = Spot;
    type Move = Made;

    fn kind(&self) -> Kind {
        self.kind
    }

    fn start(&self) -> Result<Spot, Fault> {
        self.ask(|py| self.spot(&self.object.bind(py).call_method0("start")?, false))
    }

    fn mover(&self, position: &Spot) -> Player {
        player(position.1)
    }

    fn ending(&self, position: &Spot) -> Result<Option<Ending>, Fault> {
        self.ask(|py| {
            let outcome = self.object.bind(py).call_method1("outcome", (self.position(py, position.0)?,))?;
            ending(&outcome, self.kind)
        })
    }

    fn steps(&self, position: &Spot, out: &mut Vec<Step<Own>>) -> Result<(), Fault> {
        self.ask(|py| {
            let (object, here) = (self.object.bind(py), self.position(py, position.0)?);
            for (place, mv) in object.call_method1("moves", (&here,))?.try_iter()?.enumerate() {
                let mv = mv?;
                let next = object.call_method1("play", (&here, &mv))?;
                let (next, gain) = match (self.kind, next.cast::<PyTuple>()) {
                    (Kind::Points, Ok(pair)) if pair.len() == 2 => (pair.get_item(0)?, self.gain(&pair.get_item(1)?)?),
                    (Kind::Points, _) => {
                        return Err(PyTypeError::new_err("play() gives the next position and the points: a pair"));
                    }
                    (Kind::Outcome, _) => (next, Gain::default()),
                };
                let next = self.spot(&next, !position.1)?;
                out.push(Step { mv: Made { place, name: mv.str()?.to_string() }, gain, next });
            }
            Ok(())
        })
    }

    fn repeat(&self) -> Option<Repeat> {
        self.repeat
    }

    fn canonical(&self, position: Spot) -> Spot {
        if self.impartial { (position.0, false) } else { position }
    }

    fn rank(&self, position: &Spot) -> Option<i64> {
        let rank = |py: Python<'_>| {
            self.object.bind(py).call_method1("rank", (self.position(py, position.0)?,))?.extract::<i64>()
        };
        if self.ranked { self.ask(rank).ok() } else { None }
    }

    fn words(&self) -> Option<&dyn Words<Spot>> {
        Some(self)
    }

    fn facts(&self) -> Vec<Fact> {
        let because = "methods of a Python object".into();
        vec![Fact { name: "moves", text: "asked of Python, one position after the other".into(), because }]
    }

    fn show_position(&self, position: &Spot) -> String {
        let shown = |py: Python<'_>| {
            let here = self.position(py, position.0)?;
            self.object.bind(py).call_method1("show", (here,))?.extract::<String>()
        };
        self.ask(shown).unwrap_or_else(|_| format!("position {}", position.0))
    }

    fn show_player(&self, player: Player) -> String {
        self.players[player.number()].clone()
    }

    fn show_move(&self, mv: &Made) -> String {
        mv.name.clone()
    }
}

/// A spot is one word: its number, and whose turn it is.
impl Words<Spot> for Own {
    fn count(&self) -> usize {
        1
    }

    fn write(&self, (number, second): &Spot, words: &mut [u64]) {
        words[0] = u64::from(*number) << 1 | u64::from(*second);
    }

    fn read(&self, words: &[u64]) -> Spot {
        let number = u32::try_from(words[0] >> 1).expect("`write` put 32 bits there");
        (number, words[0] & 1 == 1)
    }

    fn rank(&self, words: &[u64]) -> i64 {
        Game::rank(self, &self.read(words)).unwrap_or(0)
    }

    fn look(&self, words: &[u64], out: &mut Rows) -> Result<Option<Ending>, Fault> {
        let (here, mut found) = (self.read(words), Vec::new());
        let ending = Game::look(self, &here, &mut found)?;
        for (gain, next) in found {
            let same_mover = self.mover(&next) == self.mover(&here);
            let mut word = [0];
            self.write(&self.canonical(next), &mut word);
            out.heads.push((gain, same_mover));
            out.words.extend(word);
        }
        Ok(ending)
    }

    fn is_quick(&self) -> bool {
        false
    }
}

/// The solved game of a Python object.
#[pyclass(frozen, module = "bouton", mapping)]
pub(crate) struct OwnAnswer {
    game: Arc<Own>,
    solution: Solution<Own>,
    seconds: f64,
}

/// Solves a game whose rules are methods of a Python object.
#[pyfunction]
#[pyo3(signature = (object, ask, limits, progress, method))]
pub(crate) fn solve_own(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    ask: &str,
    limits: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
    method: Option<&str>,
) -> PyResult<OwnAnswer> {
    let (ask, limits) = (read_ask(py, ask)?, read_limits(limits)?.begun());
    // Python answers one thread at a time.
    let limits = Limits { threads: 1, ..limits };
    let game = Arc::new(Own::read(object)?);
    let began = Instant::now();
    let solved = run::long(py, &nowhere(), &limits, progress.as_ref(), |work| {
        // A thread that asks Python something gets a thread state for the question. One that lasts for the whole search makes questions
        // six times as fast: 3.7 s to 0.56 s of 1,000,000 of them that are answered at once.
        Python::attach(|py| {
            py.detach(|| {
                let start = game.start().map_err(bouton::path::at_start)?;
                bouton::solution::solve(game.as_ref(), &start, &ask, &work.limits, method, work.progress)
            })
        })
    });
    let solution = solved.map_err(|raised| game.caused(py, raised))?;
    Ok(OwnAnswer { game, solution, seconds: began.elapsed().as_secs_f64() })
}

/// Which method would solve it.
#[pyfunction]
pub(crate) fn plan_own(py: Python<'_>, object: &Bound<'_, PyAny>, ask: &str) -> PyResult<Plan> {
    let ask = read_ask(py, ask)?;
    let game = Own::read(object)?;
    let made = run::long(py, &nowhere(), &Limits::default().threads(1), None, |work| {
        let start = game.start().map_err(bouton::path::at_start)?;
        Ok(Plan::new(bouton::Plan::of(&game, &start, &ask, &work.limits)))
    });
    made.map_err(|raised| game.caused(py, raised))
}

/// Findings about no text.
fn nowhere() -> Source {
    Source::new("", "")
}

impl Own {
    /// What a method raised is the cause of what is raised.
    fn caused(&self, py: Python<'_>, raised: PyErr) -> PyErr {
        let cause = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        if cause.is_some() {
            raised.set_cause(py, cause);
        }
        raised
    }
}

/// A position, and whose turn it is.
type OwnPosition = (Py<PyAny>, String);
/// Whether the second player moves, what the end is worth to the first, and each move with what it gives and where it leads.
type Looked = (bool, Option<i64>, Vec<(Py<PyAny>, i64, OwnPosition)>);

impl OwnAnswer {
    fn place(&self, py: Python<'_>, at: Spot) -> PyResult<OwnPosition> {
        let at = self.game.canonical(at);
        Ok((self.game.position(py, at.0)?.unbind(), self.game.show_player(self.game.mover(&at))))
    }

    fn spot(&self, position: &Bound<'_, PyAny>, turn: Option<&str>) -> PyResult<Option<Spot>> {
        let py = position.py();
        let Some(number) = self.game.known_number(position)? else { return Ok(None) };
        if self.game.says_mover {
            return self.game.spot(position, false).map(Some);
        }
        let turn = turn.map(|turn| player_of(py, &self.game.players, turn)).transpose()?;
        let has = |second: bool| self.solution.store.value(self.game.as_ref(), &(number, second)).is_some();
        Ok(Some((number, turn.map_or_else(|| !has(false) && has(true), |turn| turn == Player::Second))))
    }

    fn value_at(&self, position: &Bound<'_, PyAny>, turn: Option<&str>) -> PyResult<Option<Value>> {
        let spot = self.spot(position, turn)?;
        Ok(spot.and_then(|spot| self.solution.store.value(self.game.as_ref(), &spot)).map(|value| Value { value }))
    }

    fn told<T>(&self, py: Python<'_>, told: Result<T, Stop>) -> PyResult<T> {
        told.map_err(|stop| self.game.caused(py, error::stop(py, &nowhere(), &stop)))
    }

    /// A move as the object names it.
    fn mv<'py>(&self, py: Python<'py>, at: Spot, mv: &Made) -> PyResult<Bound<'py, PyAny>> {
        let here = self.game.position(py, at.0)?;
        let moves = self.game.object.bind(py).call_method1("moves", (here,))?;
        let named = moves.try_iter()?.nth(mv.place);
        named.unwrap_or_else(|| Err(error::value(py, "moves() does not say the same a second time")))
    }
}

#[pymethods]
impl OwnAnswer {
    /// What the start is worth to the player to move.
    #[getter]
    fn value(&self) -> Value {
        Value { value: self.solution.value }
    }

    /// Who wins, or ends ahead; `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<String> {
        let winner = bouton::answer::report::winner(self.solution.value, self.game.mover(&self.solution.start));
        winner.map(|player| self.game.show_player(player))
    }

    /// Moves to the end under best play, where somebody wins and play ends.
    #[getter]
    fn plies(&self) -> Option<u32> {
        bouton::answer::report::plies(self.solution.value)
    }

    /// The method that solved it.
    #[getter]
    fn method(&self) -> &'static str {
        self.solution.method
    }

    /// The plan as far as it was made.
    #[getter]
    fn plan(&self) -> Plan {
        Plan::new(self.solution.plan.clone())
    }

    /// How many positions were solved.
    #[getter]
    fn positions(&self) -> u64 {
        self.solution.positions
    }

    /// Seconds that solving took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Every move of a position (of the start, if none is named) with its value and whether it is best.
    #[pyo3(signature = (position=None, *, turn=None))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: Option<&Bound<'py, PyAny>>,
        turn: Option<&str>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Value, bool)>> {
        let at = match position {
            None => self.solution.start,
            Some(position) => self.spot(position, turn)?.ok_or_else(|| missing(py, position))?,
        };
        let answer = self.told(py, bouton::answer(self.game.as_ref(), &self.solution.store, &at))?;
        answer
            .moves
            .iter()
            .map(|choice| Ok((self.mv(py, at, &choice.mv)?, Value { value: choice.value }, choice.best)))
            .collect()
    }

    /// The moves that keep the value.
    #[pyo3(signature = (position=None, *, turn=None))]
    fn best<'py>(
        &self,
        py: Python<'py>,
        position: Option<&Bound<'py, PyAny>>,
        turn: Option<&str>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let moves = self.moves(py, position, turn)?;
        Ok(moves.into_iter().filter(|(_, _, best)| *best).map(|(mv, _, _)| mv).collect())
    }

    /// An optimal way to play: in every solved position the first best move, or with `tie="uniform"` every best move alike.
    #[pyo3(signature = (tie="first"))]
    fn policy<'py>(slf: &Bound<'py, OwnAnswer>, tie: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bouton._policy")?.getattr("Policy")?.call1((slf, tie))
    }

    /// How much a best response gains against a policy, exactly: 0 for an optimal one. A policy is a function of the position or a dict, and
    /// gives a move, or a dict of moves with their probabilities. `player` names who plays by it; without, it is the mean over both.
    #[pyo3(signature = (policy, *, player=None))]
    fn exploitability<'py>(
        slf: &Bound<'py, OwnAnswer>,
        policy: &Bound<'py, PyAny>,
        player: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bouton._policy")?.getattr("exploitability")?.call1((slf, policy, player))
    }

    /// Whose turn it is where play begins.
    #[getter]
    fn mover(&self) -> String {
        self.game.show_player(self.game.mover(&self.solution.start))
    }

    /// The best moves of a position, the fastest where plies are counted.
    #[pyo3(signature = (position, turn=None))]
    fn _best<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        turn: Option<&str>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let at = self.spot(position, turn)?.ok_or_else(|| missing(py, position))?;
        let answer = self.told(py, bouton::answer(self.game.as_ref(), &self.solution.store, &at))?;
        let uncounted = answer.value.uncounted();
        let best = answer.moves.iter().filter(|choice| choice.fastest || (uncounted && choice.best));
        best.map(|choice| self.mv(py, at, &choice.mv)).collect()
    }

    /// Where play begins, and the players.
    fn _start(&self, py: Python<'_>) -> PyResult<(OwnPosition, (&str, &str))> {
        let [first, second] = &self.game.players;
        Ok((self.place(py, self.solution.start)?, (first, second)))
    }

    /// As of a `Position`: whether the second player moves, what the end is worth to the first, and the moves.
    #[pyo3(signature = (position, turn=None))]
    fn _look(&self, py: Python<'_>, position: &Bound<'_, PyAny>, turn: Option<&str>) -> PyResult<Looked> {
        let at = self.spot(position, turn)?.ok_or_else(|| missing(py, position))?;
        let caused = |fault: Fault| self.game.caused(py, error::fault(py, &nowhere(), &fault));
        let over = bouton::game::ended(self.game.as_ref(), &at).map_err(caused)?;
        let mut steps = Vec::new();
        if over.is_none() {
            self.game.steps(&at, &mut steps).map_err(caused)?;
        }
        let own = |value| crate::value::number(if at.1 { bouton::Value::negate(value) } else { Some(value) });
        let step = |step: &Step<Own>| {
            let gain = step.gain.net().ok_or_else(|| error::value(py, "a gain leaves the 64-bit numbers"))?;
            Ok((self.mv(py, at, &step.mv)?.unbind(), gain, self.place(py, step.next)?))
        };
        Ok((at.1, over.and_then(own), steps.iter().map(step).collect::<PyResult<_>>()?))
    }

    /// Best play from the start: by whom, and the move.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let told = line(self.game.as_ref(), &self.solution.store, &self.solution.start, LONGEST);
        let (line, mut at, mut made) = (self.told(py, told)?, self.solution.start, Vec::new());
        for step in &line.moves {
            made.push((self.game.show_player(step.mover), self.mv(py, at, &step.mv)?));
            let mut steps = Vec::new();
            self.game.steps(&at, &mut steps).map_err(|fault| error::fault(py, &nowhere(), &fault))?;
            at = steps.into_iter().nth(step.mv.place).map_or(at, |step| step.next);
        }
        Ok(made)
    }

    /// The value of a position; raises `KeyError` where it was not solved. Where a position does not say whose turn it is and both
    /// may move there, `turn` says whose.
    #[pyo3(signature = (position, /, *, turn=None))]
    fn probe(&self, py: Python<'_>, position: &Bound<'_, PyAny>, turn: Option<&str>) -> PyResult<Value> {
        self.value_at(position, turn)?.ok_or_else(|| missing(py, position))
    }

    /// The value of a position; `None` where it was not solved.
    #[pyo3(signature = (position, /, *, turn=None))]
    fn get(&self, position: &Bound<'_, PyAny>, turn: Option<&str>) -> PyResult<Option<Value>> {
        self.value_at(position, turn)
    }

    fn __getitem__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.probe(py, position, None)
    }

    fn __contains__(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.value_at(position, None)?.is_some())
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.solution.store.len()).unwrap_or(usize::MAX)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let spots: Vec<Spot> = self.solution.store.entries(self.game.as_ref()).map(|(spot, _)| spot).collect();
        let positions: Vec<_> =
            spots.into_iter().map(|spot| self.game.position(py, spot.0)).collect::<PyResult<_>>()?;
        Ok(pyo3::types::PyList::new(py, positions)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        // The rate is what Python can do: whoever waits wants to know.
        let rate = if self.seconds > 0.0 { self.solution.positions as f64 / self.seconds } else { 0.0 };
        let value = bouton_teach::scene::outcome_words(self.solution.value, crate::language::current());
        format!(
            "<{value} for {} · {} positions by {} · {rate:.0} positions a second>",
            self.game.show_player(self.game.mover(&self.solution.start)),
            self.solution.positions,
            self.solution.method
        )
    }
}

fn missing(py: Python<'_>, position: &Bound<'_, PyAny>) -> PyErr {
    let _ = py;
    PyKeyError::new_err(position.clone().unbind())
}
