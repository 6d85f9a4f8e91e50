//! The answer: what a position is worth, its moves, best play, and the table of all positions behind it.

use crate::columns::{Columns, frame};
use crate::error;
use crate::json::to_python;
use crate::options::in_python;
use crate::plan::Plan;
use crate::position::{Move, Position, move_text, read_position};
use crate::run;
use crate::shown;
use crate::value::Value;
use bouton::answer::report::{Report, params_json};
use bouton::answer::{LineEnd, MoveValue};
use bouton::rules::Source;
use bouton::rules::layout::Packed;
use bouton::rules::{Player, diagnostic::Diagnostic, say};
use bouton::saved;
use bouton::{Ask, Instance, Limits, Meter, Solution};
use bouton_teach::scene::{Scene, Sign, worth_words};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A line of best play holds at most so many moves, unless more are asked for.
const LONGEST: usize = 1_000;

/// A solved game.
pub(crate) struct Solved {
    pub(crate) game: Arc<Instance>,
    pub(crate) solution: Solution<Instance>,
    /// How many positions were proven right without the methods, where that was asked.
    pub(crate) checked: Option<u64>,
    pub(crate) took: Duration,
}

/// What a position is worth, looked at from that position.
#[pyclass(frozen, module = "bouton", weakref, mapping)]
pub(crate) struct Answer {
    pub(crate) solved: Arc<Solved>,
    pub(crate) at: Packed,
    report: OnceLock<Report>,
}

/// A legal move with its worth.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Choice {
    game: Arc<Instance>,
    choice: MoveValue<Instance>,
}

impl Answer {
    pub(crate) fn new(solved: Arc<Solved>, at: Packed) -> Answer {
        Answer { solved, at, report: OnceLock::new() }
    }

    pub(crate) fn game(&self) -> &Arc<Instance> {
        &self.solved.game
    }

    pub(crate) fn source(&self) -> &Source {
        &self.game().rules().source
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene::new(&self.solved.game, &self.solved.solution, &self.at)
    }

    /// Everything that is shown of the position, gathered when it is first asked for.
    pub(crate) fn report(&self, py: Python<'_>) -> PyResult<&Report> {
        if let Some(report) = self.report.get() {
            return Ok(report);
        }
        let Solved { game, solution, .. } = self.solved.as_ref();
        // A line that was not asked for may lead to positions that were not solved.
        let longest = if self.holds(Ask::Line) { LONGEST } else { 0 };
        let mut made = run::short(py, self.source(), || bouton::report(game, solution, &self.at, longest))?;
        if !self.holds(Ask::Line) {
            made.totals = made.totals.filter(|totals| totals.exact);
        }
        Ok(self.report.get_or_init(|| made))
    }

    /// Whether so much was asked for, or all was solved.
    fn holds(&self, ask: Ask) -> bool {
        self.solved.solution.whole || self.solved.solution.asked >= ask
    }

    /// That so much was not asked for is told, in the place of nothing.
    fn wants(&self, py: Python<'_>, ask: Ask, what: &'static str) -> PyResult<()> {
        if self.holds(ask) {
            return Ok(());
        }
        let finding =
            Diagnostic::error("Z02", say!("{what} was not asked for: only what the question needed was solved"));
        Err(error::plain(py, "MissingPosition", finding.help(say!("`solve(\"{}\")` finds it", word(ask)))))
    }

    /// The value of a position; nothing where it was not solved.
    fn stored(&self, at: &Packed) -> Option<Value> {
        let Solved { game, solution, .. } = self.solved.as_ref();
        solution.store.value(game.as_ref(), at).map(|value| Value { value })
    }

    pub(crate) fn missing(&self, py: Python<'_>, at: &Packed) -> PyErr {
        let shown = self.game().interpreter().show_position(&self.game().unpack(at));
        let finding = Diagnostic::error("Z02", say!("`{shown}` is not among the solved positions"));
        let help = if self.solved.solution.whole {
            "play never leads there from where it began; `instance.at(…).solve()` solves it"
        } else {
            "only what the question needed was solved; `solve(\"table\")` solves every position"
        };
        error::plain(py, "MissingPosition", finding.help(help))
    }

    fn name(&self, player: Player) -> &str {
        self.game().rules().player_name(player)
    }

    /// A number for each player, by name.
    fn by_player<'py>(&self, py: Python<'py>, numbers: [i64; 2]) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (player, number) in Player::BOTH.into_iter().zip(numbers) {
            dict.set_item(self.name(player), number)?;
        }
        Ok(dict)
    }

    /// The same, where what each move is worth was asked for.
    fn weighed(&self, py: Python<'_>) -> PyResult<&Report> {
        self.wants(py, Ask::BestMoves, "what each move is worth")?;
        self.report(py)
    }

    /// A position from what Python has, at the speed of a look-up where it is one already.
    fn read(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        variables: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Packed> {
        if let Some(Ok(position)) = position.map(|position| position.cast::<Position>()) {
            let position = position.get();
            if Arc::ptr_eq(&position.game, self.game()) && variables.is_none() {
                return Ok(position.at.clone());
            }
        }
        match (position, variables) {
            (None, None) => Ok(self.at.clone()),
            _ => read_position(py, self.game(), position, variables),
        }
    }
}

/// How Python asks.
fn word(ask: Ask) -> &'static str {
    match ask {
        Ask::Value => "value",
        Ask::BestMoves => "best",
        Ask::Line => "line",
        Ask::Table => "table",
    }
}

#[pymethods]
impl Answer {
    /// The game that was solved, with its parameters.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &params_json(self.game()).into())
    }

    /// The position this answer is about.
    #[getter]
    fn position(&self) -> Position {
        Position::new(self.game().clone(), self.at.clone())
    }

    /// What the position is worth to the player to move.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Value> {
        self.stored(&self.at).ok_or_else(|| self.missing(py, &self.at))
    }

    /// Whose turn it is.
    #[getter]
    fn mover(&self, py: Python<'_>) -> PyResult<&str> {
        Ok(self.name(self.report(py)?.answer.mover))
    }

    /// Who wins, or ends ahead; `None` for a draw.
    #[getter]
    fn winner(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        Ok(self.report(py)?.winner().map(|player| self.name(player)))
    }

    /// By how much each player ends ahead, by name; `None` in games without points.
    #[getter]
    fn lead<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let report = self.report(py)?;
        let bouton::Value::Lead(lead) = report.answer.value else { return Ok(None) };
        let of = |player| if player == report.answer.mover { Some(lead) } else { lead.checked_neg() };
        let both = of(Player::First).zip(of(Player::Second));
        both.map(|(first, second)| self.by_player(py, [first, second])).transpose()
    }

    /// The points of each player from here on, by name; `None` in games without points, or where they are not known.
    #[getter]
    fn totals<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.report(py)?.totals.map(|totals| self.by_player(py, totals.points)).transpose()
    }

    /// Whether the totals are those of all best play; otherwise they are those of the line shown.
    #[getter]
    fn totals_exact(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        Ok(self.report(py)?.totals.map(|totals| totals.exact))
    }

    /// Moves to the end under best play, where somebody wins, play ends, and the moves were counted.
    #[getter]
    fn plies(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        Ok(self.report(py)?.plies())
    }

    /// The position's nimber, in sums of impartial games.
    #[getter]
    fn nimber(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        Ok(self.report(py)?.nimber)
    }

    /// The moves that keep the value.
    #[getter]
    fn best(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let report = self.weighed(py)?;
        Ok(report.answer.best().map(|choice| Move::of(self.game(), &choice.mv)).collect())
    }

    /// The best moves that also win soonest or lose latest.
    #[getter]
    fn fastest(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let report = self.weighed(py)?;
        Ok(report.answer.fastest().map(|choice| Move::of(self.game(), &choice.mv)).collect())
    }

    /// Every legal move with its worth, in the order of the rules.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Choice>> {
        let moves = self.weighed(py)?.answer.moves.iter();
        Ok(moves.map(|choice| Choice { game: self.game().clone(), choice: choice.clone() }).collect())
    }

    /// Whether there are too many moves to list: then `moves` has the best ones that are known.
    #[getter]
    fn more_moves(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.report(py)?.answer.more)
    }

    /// Best play from here: who makes which move, and what it gives.
    #[getter]
    fn line(&self, py: Python<'_>) -> PyResult<shown::Line> {
        self.wants(py, Ask::Line, "the line of best play")?;
        self.report(py)?;
        shown::Line::of(py, self, 100)
    }

    /// The moves of best play: by whom, the move, what it gives.
    pub(crate) fn _line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let made = self.report(py)?.line.moves.iter().map(|made| {
            let gain = made.gain.net();
            (self.name(made.mover).to_owned(), Move::of(self.game(), &made.mv), gain)
        });
        PyList::new(py, made.map(|(by, mv, gain)| Ok((by, Py::new(py, mv)?, gain))).collect::<PyResult<Vec<_>>>()?)
    }

    /// How the line of best play ends: `"finished"`, `"repeats"`, or `"cut"` where it is longer than shown.
    #[getter]
    fn line_end(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(match self.report(py)?.line.end {
            LineEnd::Finished => "finished",
            LineEnd::Repeats { .. } => "repeats",
            LineEnd::Cut => "cut",
        })
    }

    /// The method that solved it.
    #[getter]
    fn method(&self) -> &'static str {
        self.solved.solution.method
    }

    /// The plan as far as it was made.
    #[getter]
    fn plan(&self) -> Plan {
        Plan::new(self.solved.solution.plan.clone())
    }

    /// How many positions were solved; of a sum by nimbers, how many parts.
    #[getter]
    fn positions(&self) -> u64 {
        self.solved.solution.positions
    }

    /// How many of them are finished.
    #[getter]
    fn finished(&self) -> u64 {
        self.solved.solution.finished
    }

    /// Whether every position that can be reached was solved.
    #[getter]
    fn whole(&self) -> bool {
        self.solved.solution.whole
    }

    /// What went otherwise than planned, in sentences.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.solved.solution.notes.iter().map(|note| in_python(&note.to_string())).collect()
    }

    /// Seconds that solving took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.solved.took.as_secs_f64()
    }

    /// How many positions were proven right without the methods, where `check=True` asked for it.
    #[getter]
    fn checked(&self) -> Option<u64> {
        self.solved.checked
    }

    /// The answer at another position of the same solution; what is left out is as at the start.
    #[pyo3(signature = (position=None, /, **variables))]
    fn at(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        variables: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        let at = self.read(py, position, variables)?;
        match self.stored(&at) {
            Some(_) => Ok(Answer::new(self.solved.clone(), at)),
            None => Err(self.missing(py, &at)),
        }
    }

    /// The answer after a move: a `Move`, its text, or its name with what is chosen.
    #[pyo3(signature = (r#move, /, **choices))]
    fn after(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        choices: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        let here = Py::new(py, self.position())?;
        let next = here.bind(py).call_method("play", (r#move,), choices)?;
        self.at(py, Some(&next), None)
    }

    /// The value of a position; raises `MissingPosition` where it was not solved.
    #[pyo3(signature = (position=None, /, **variables))]
    fn probe(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        variables: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Value> {
        let at = self.read(py, position, variables)?;
        self.stored(&at).ok_or_else(|| self.missing(py, &at))
    }

    /// The value of a position; `None` where it was not solved.
    #[pyo3(signature = (position=None, /, **variables))]
    fn get(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        variables: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Value>> {
        Ok(self.stored(&self.read(py, position, variables)?))
    }

    fn __getitem__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.probe(py, Some(position), None)
    }

    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.stored(&self.read(py, Some(position), None)?).is_some())
    }

    /// How many positions can be listed: none where a theorem tells values, or where a sum was solved by its parts.
    fn __len__(&self) -> usize {
        let store = &self.solved.solution.store;
        let listed = if store.is_of_parts() { 0 } else { store.len() };
        usize::try_from(listed).unwrap_or(usize::MAX)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __iter__(&self) -> Entries {
        self.walk(false)
    }

    /// Every position with its value, always in the same order.
    fn items(&self) -> Entries {
        self.walk(true)
    }

    /// The table as Arrow: hand it to polars, pyarrow, DuckDB or pandas, which read it where it lies.
    fn to_arrow(&self, py: Python<'_>) -> PyResult<Columns> {
        self.wants(py, Ask::Table, "the table of all positions")?;
        Ok(Columns::of(self.solved.clone()))
    }

    /// The table as a polars frame.
    fn to_polars<'py>(slf: &Bound<'py, Answer>) -> PyResult<Bound<'py, PyAny>> {
        frame(slf.as_any(), "to_polars")
    }

    /// The table as a pandas frame.
    fn to_pandas<'py>(slf: &Bound<'py, Answer>) -> PyResult<Bound<'py, PyAny>> {
        frame(slf.as_any(), "to_pandas")
    }

    /// The table as arrays of numpy, by the names of its columns.
    fn to_numpy<'py>(slf: &Bound<'py, Answer>) -> PyResult<Bound<'py, PyAny>> {
        frame(slf.as_any(), "to_numpy")
    }

    /// Writes the table into a Parquet file.
    fn to_parquet<'py>(slf: &Bound<'py, Answer>, path: PathBuf) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bouton._frames")?.call_method1("to_parquet", (slf, path))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.to_arrow(py)?.__arrow_c_stream__(py, requested_schema)
    }

    /// Proves the solution right without the methods; how many positions were looked at.
    #[pyo3(signature = (*, limits=None))]
    fn check(&self, py: Python<'_>, limits: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        let limits = crate::instance::read_limits(limits)?.begun();
        let solved = &self.solved;
        run::long(py, self.source(), &limits, None, |work| {
            Ok(solved.solution.check(&solved.game, &work.limits)?.positions)
        })
    }

    /// Writes every position's value into a solution file; how many bytes it has.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        let solved = &self.solved;
        let written = run::long(py, self.source(), &Limits::default(), None, |work| {
            let mut meter = Meter::new(&work.limits, work.progress);
            Ok(saved::save(&path, &solved.game, &solved.solution, &mut meter).map(|written| written.bytes))
        })?;
        written.map_err(|trouble| error::trouble(py, &path.display().to_string(), &trouble))
    }

    /// Explains the value: each option's arithmetic, or what answers it; with a move, what that move costs.
    #[pyo3(signature = (r#move=None, /, *, levels=1, form="lead", lang=None, **choices))]
    fn why(
        &self,
        py: Python<'_>,
        r#move: Option<&Bound<'_, PyAny>>,
        levels: usize,
        form: &str,
        lang: Option<&str>,
        choices: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<shown::Why> {
        let mv = r#move.map(|given| move_text(self.game(), given, choices)).transpose()?;
        shown::Why::of(py, self, mv, (levels, form), lang)
    }

    /// What each move of a line from here gave away: points, or of a win 1 for a draw and 2 for a loss.
    fn regret(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<shown::Regret> {
        shown::Regret::of(py, self, moves)
    }

    /// An optimal way to play: in every solved position the first best move, or with `tie="uniform"` every best move alike.
    #[pyo3(signature = (tie="first"))]
    fn policy<'py>(slf: &Bound<'py, Answer>, tie: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bouton._policy")?.getattr("Policy")?.call1((slf, tie))
    }

    /// How much a best response gains against a policy, exactly: 0 for an optimal one. A policy is a function of the position or a dict, and
    /// gives a move, or a dict of moves with their probabilities. `player` names who plays by it; without, it is the mean over both.
    #[pyo3(signature = (policy, *, player=None))]
    fn exploitability<'py>(
        slf: &Bound<'py, Answer>,
        policy: &Bound<'py, PyAny>,
        player: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bouton._policy")?.getattr("exploitability")?.call1((slf, policy, player))
    }

    /// The positions that play reaches from here, and the moves between them, as a graph of networkx; refused where there are more than
    /// `most` positions.
    #[pyo3(signature = (*, most=10_000))]
    fn to_networkx<'py>(slf: &Bound<'py, Answer>, most: usize) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("bouton._frames")?.getattr("to_networkx")?.call1((slf, most))
    }

    /// Marks a table that somebody filled in: the first wrong cell, why it is wrong, and the mistake that makes such a
    /// table. A dict from the values of the variables to values, a list of rows, a frame, or a text such as `"i,M,value\n0,1,-6"`.
    #[pyo3(signature = (table, *, lang=None))]
    fn grade(&self, py: Python<'_>, table: &Bound<'_, PyAny>, lang: Option<&str>) -> PyResult<shown::Marks> {
        let variables: Vec<String> =
            self.position().variables().keys().filter(|name| *name != "turn").cloned().collect();
        let written: String = py.import("bouton._frames")?.getattr("written")?.call1((table, variables))?.extract()?;
        shown::Marks::of(py, self, &written, lang)
    }

    /// The table of every position with its value, or its nimber (`of="nimbers"`), in an order in which it can be filled.
    #[pyo3(signature = (*, order=None, arrows="line", of=None, lang=None))]
    fn table(
        &self,
        py: Python<'_>,
        order: Option<&str>,
        arrows: &str,
        of: Option<&str>,
        lang: Option<&str>,
    ) -> PyResult<shown::Table> {
        shown::Table::of(py, self, order, arrows, of, lang)
    }

    /// The search tree, with positions that come again marked.
    #[pyo3(signature = (*, depth=None, most=60, lang=None))]
    fn tree(&self, py: Python<'_>, depth: Option<usize>, most: usize, lang: Option<&str>) -> PyResult<shown::Tree> {
        shown::Tree::of(py, self, depth, most, lang)
    }

    /// A worksheet: the table with values left out, questions, and the key.
    #[pyo3(signature = (*, blank=40, seed=1, rule=false, order=None, lang=None))]
    fn worksheet(
        &self,
        py: Python<'_>,
        blank: u8,
        seed: u64,
        rule: bool,
        order: Option<&str>,
        lang: Option<&str>,
    ) -> PyResult<shown::Worksheet> {
        shown::Worksheet::of(py, self, (blank, seed, rule), order, lang)
    }

    /// The recurrence, derived from the rules. With a form (`"latex"`, `"text"`, `"html"`, `"json"`) as text.
    #[pyo3(signature = (form=None, *, lang=None))]
    fn recurrence<'py>(&self, py: Python<'py>, form: Option<&str>, lang: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        shown::recurrence(py, self.game(), form, lang)
    }

    /// The answer as a program reads it: `bouton.answer/1`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = self.report(py)?;
        to_python(py, &Json::Object(report.to_json(self.game())))
    }

    /// The best moves of a position, the fastest where plies are counted.
    fn _best(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
        let at = self.read(py, Some(position), None)?;
        if self.stored(&at).is_none() {
            return Err(self.missing(py, &at));
        }
        let best = run::quick(py, self.source(), || self.scene().best(&at))?;
        Ok(best.iter().map(|choice| Move::of(self.game(), &choice.mv)).collect())
    }

    /// Where it is looked at from, and the players: as for games of one's own.
    fn _start(&self) -> (Position, (&str, &str)) {
        (self.position(), (self.name(Player::First), self.name(Player::Second)))
    }

    /// What is shown of it, for `_html` and `__repr__`.
    fn _shown<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.told(py)?)
    }

    fn __repr__(slf: &Bound<'_, Answer>) -> PyResult<String> {
        slf.py().import("bouton._html")?.call_method1("answer_text", (slf,))?.extract()
    }

    fn _repr_html_(slf: &Bound<'_, Answer>) -> PyResult<String> {
        slf.py().import("bouton._html")?.call_method1("answer", (slf,))?.extract()
    }

    /// It never changes, so a copy is itself.
    fn __copy__(slf: Py<Answer>) -> Py<Answer> {
        slf
    }

    fn __deepcopy__(slf: Py<Answer>, memo: &Bound<'_, PyAny>) -> Py<Answer> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Answer>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, own) = (slf.py(), slf.get());
        let game = py.import("bouton._game")?;
        let here = own.position()._variables(py)?;
        if !own.solved.solution.whole {
            // There is no table to keep: it is asked again.
            let start = own.solved.solution.start.clone();
            let instance = crate::instance::Instance::from(own.game().clone(), start);
            let parts = (instance, word(own.solved.solution.asked), here).into_pyobject(py)?.into_any();
            return PyTuple::new(py, [game.getattr("_again")?, parts]);
        }
        let kept = game.getattr("_kept")?.call1((slf,))?;
        PyTuple::new(py, [game.getattr("_answer")?, (kept, here).into_pyobject(py)?.into_any()])
    }
}

impl Answer {
    fn walk(&self, values: bool) -> Entries {
        Entries { solved: self.solved.clone(), entries: OnceLock::new(), at: 0.into(), values }
    }

    /// The lines of the answer in words.
    fn told(&self, py: Python<'_>) -> PyResult<Json> {
        let (report, game, lang) = (self.report(py)?, self.game(), crate::language::current());
        let moves: Vec<Json> = report
            .answer
            .moves
            .iter()
            .map(|choice| {
                let worth = worth_words(choice.value, lang);
                json!({"move": game_move(game, choice), "worth": worth, "best": choice.best, "gain": choice.gain.net(),
                "sign": Sign::of(choice.value).mark().to_string(), "class": Sign::of(choice.value).class()})
            })
            .collect();
        let line: Vec<Json> = report
            .line
            .moves
            .iter()
            .map(|made| {
                let gain = made.gain.net().filter(|_| game.rules().points);
                json!([
                    self.name(made.mover),
                    bouton::game::Game::show_move(game.as_ref(), &made.mv),
                    gain.map(|gain| bouton::Value::Lead(gain).to_string())
                ])
            })
            .collect();
        let value = bouton_teach::scene::outcome_words(report.answer.value, lang);
        Ok(json!({
            "heading": bouton_teach::scene::heading(game),
            "position": bouton_teach::gallery::place(game.rules(), &bouton::game::Game::show_position(game.as_ref(), &self.at), lang),
            "elsewhere": self.at != self.solved.solution.start,
            "says": crate::says::answer(report, game, self.at != self.solved.solution.start, lang),
            "value": value, "sign": Sign::of(report.answer.value).mark().to_string(), "class": Sign::of(report.answer.value).class(),
            "moves": moves, "more": report.answer.more, "line": line,
            "best_words": lang.say("solve-line", &[]),
            "counted": crate::says::counted(report, lang), "method": report.method,
        }))
    }
}

fn game_move(game: &Instance, choice: &MoveValue<Instance>) -> String {
    bouton::game::Game::show_move(game, &choice.mv)
}

#[pymethods]
impl Choice {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move::of(&self.game, &self.choice.mv)
    }

    /// What it is worth to the player who makes it.
    #[getter]
    fn value(&self) -> Value {
        Value { value: self.choice.value }
    }

    /// Points it gives: to the player who moves, less what it gives the other.
    #[getter]
    fn gain(&self) -> Option<i64> {
        self.choice.gain.net()
    }

    /// Whether it keeps the value.
    #[getter]
    fn best(&self) -> bool {
        self.choice.best
    }

    /// Whether it also wins soonest or loses latest.
    #[getter]
    fn fastest(&self) -> bool {
        self.choice.fastest
    }

    /// Where it leads.
    #[getter]
    fn next(&self) -> Position {
        Position::new(self.game.clone(), self.choice.next.clone())
    }

    fn __repr__(&self) -> String {
        let mark = if self.choice.best { " ★" } else { "" };
        let worth = bouton_teach::scene::outcome_words(self.choice.value, crate::language::current());
        format!("<{} {worth}{mark}>", game_move(&self.game, &self.choice))
    }
}

/// Positions one after the other, with their values or without.
#[pyclass(frozen, module = "bouton._core")]
pub(crate) struct Entries {
    solved: Arc<Solved>,
    /// All of them, in order, once the first was asked for.
    entries: OnceLock<Vec<(Packed, bouton::Value)>>,
    at: std::sync::atomic::AtomicUsize,
    values: bool,
}

#[pymethods]
impl Entries {
    fn __iter__(slf: Py<Entries>) -> Py<Entries> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let entries = py.detach(|| {
            let Solved { game, solution, .. } = self.solved.as_ref();
            self.entries.get_or_init(|| solution.store.entries(game.as_ref()).collect())
        });
        let at = self.at.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let Some((position, value)) = entries.get(at) else { return Ok(None) };
        let position = Position::new(self.solved.game.clone(), position.clone());
        Ok(Some(match self.values {
            true => (position, Value { value: *value }).into_pyobject(py)?.into_any(),
            false => position.into_pyobject(py)?.into_any(),
        }))
    }
}
