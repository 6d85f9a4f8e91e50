//! A game with its parameters: lazy, until somebody asks for a plan or an answer.

use crate::answer::{Answer, Solved};
use crate::error;
use crate::json::to_python;
use crate::plan::Plan;
use crate::position::{Position, read_position};
use crate::run;
use bouton::answer::report::params_json;
use bouton::game::Game;
use bouton::path::at_start;
use bouton::rules::Source;
use bouton::rules::Text;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::{Ask, Limits};
use bouton_teach::scene;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A game with its parameters. Nothing is worked out before it is asked for.
#[pyclass(frozen, module = "bouton", weakref)]
pub(crate) struct Instance {
    pub(crate) game: Arc<bouton::Instance>,
    /// Where play begins, if not where the rules say.
    at: Option<Packed>,
}

impl Instance {
    /// The same game from a position on.
    pub(crate) fn from(game: Arc<bouton::Instance>, at: Packed) -> Instance {
        Instance { game, at: Some(at) }
    }

    pub(crate) fn new(game: bouton::Instance) -> Instance {
        Instance { game: Arc::new(game.within(&Limits::default())), at: None }
    }

    /// The game of a solution file, from where play began there.
    pub(crate) fn opened(game: bouton::Instance, start: Packed) -> Instance {
        Instance { game: Arc::new(game), at: Some(start) }
    }

    pub(crate) fn source(&self) -> &Source {
        &self.game.rules().source
    }

    /// Its game, to be asked from where play begins.
    fn asked(&self) -> bouton::Instance {
        let game = self.game.as_ref().clone();
        match &self.at {
            Some(at) => game.asked_at([at]),
            None => game,
        }
    }

    fn solved(
        &self,
        py: Python<'_>,
        start: &Packed,
        ask: Ask,
        limits: &Limits,
        (method, check): (Option<&str>, bool),
        told: Option<&Py<PyAny>>,
    ) -> PyResult<Answer> {
        let game = self.asked();
        let solved = run::long(py, self.source(), limits, told, |work| {
            let (game, began) = (game.within(&work.limits), Instant::now());
            let solution = bouton::solve(&game, start, &ask, &work.limits, method, work.progress)?;
            let checked = if check { Some(solution.check(&game, &work.limits)?.positions) } else { None };
            // Questions that come later have all the time there is.
            let game = Arc::new(game.within(&Limits::default()));
            Ok(Solved { game, solution, checked, took: began.elapsed() })
        })?;
        Ok(Answer::new(Arc::new(solved), start.clone()))
    }

    /// Where play begins.
    pub(crate) fn start(&self, py: Python<'_>) -> PyResult<Packed> {
        let start = || self.game.start().map_err(at_start);
        self.at.clone().map_or_else(|| run::quick(py, self.source(), start), Ok)
    }
}

/// How much is asked, by name.
pub(crate) fn read_ask(py: Python<'_>, ask: &str) -> PyResult<Ask> {
    match ask {
        "value" => Ok(Ask::Value),
        "best" => Ok(Ask::BestMoves),
        "line" => Ok(Ask::Line),
        "table" => Ok(Ask::Table),
        _ => Err(error::value(py, &format!("ask={ask:?} is none of \"value\", \"best\", \"line\", \"table\""))),
    }
}

/// Limits as `bouton.Limits` holds them: seconds, bytes, positions, threads, and what is switched off.
pub(crate) fn read_limits(limits: Option<&Bound<'_, PyAny>>) -> PyResult<Limits> {
    let plain = Limits::default();
    let Some(given) = limits else { return Ok(plain) };
    if !given.is_instance(&given.py().import("bouton._limits")?.getattr("Limits")?)? {
        return Err(PyTypeError::new_err(format!("`limits` is a bouton.Limits, not {}", given.get_type().name()?)));
    }
    let time: Option<f64> = given.getattr("time")?.extract()?;
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let off = |name: &str| given.getattr(name)?.extract::<bool>();
    let limits = Limits {
        time: time.map_err(|why| error::value(given.py(), &format!("Limits(time=…): {why}")))?,
        memory: given.getattr("memory")?.extract::<Option<u64>>()?.unwrap_or(plain.memory),
        positions: given.getattr("positions")?.extract()?,
        threads: given.getattr("threads")?.extract::<Option<usize>>()?.unwrap_or(plain.threads).max(1),
        theorems: off("theorems")?,
        symmetry: off("symmetry")?,
        ..plain
    };
    Ok(if off("jit")? { limits } else { limits.without_jit() })
}

#[pymethods]
impl Instance {
    /// The name of its rules.
    #[getter]
    fn name(&self) -> &str {
        &self.game.rules().name
    }

    /// Its title without problem numbers.
    #[getter]
    fn title(&self) -> String {
        scene::title(&self.game)
    }

    /// Its parameters by name.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &params_json(&self.game).into())
    }

    /// The players' names, who moves first first.
    #[getter]
    fn players(&self) -> (&str, &str) {
        let [first, second] = &self.game.rules().players;
        (first, second)
    }

    /// Whether positions are worth points; otherwise they are won, drawn or lost.
    #[getter]
    fn points(&self) -> bool {
        self.game.rules().points
    }

    /// Where play begins.
    #[getter]
    fn start_position(&self, py: Python<'_>) -> PyResult<Position> {
        Ok(Position::new(self.game.clone(), self.start(py)?))
    }

    /// The text of its rules.
    #[getter]
    fn rules_text(&self) -> (&str, &str) {
        (&self.source().text, &self.source().name)
    }

    /// A position of it: `"i=2 M=2 turn=Bob"`, a dict, or keywords; what is left out is as at the start.
    #[pyo3(signature = (position=None, /, **variables))]
    fn position(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        variables: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let at = read_position(py, &self.game, position, variables)?;
        Ok(Position::new(self.game.clone(), at))
    }

    /// The same game, beginning at another position.
    #[pyo3(signature = (position=None, /, **variables))]
    fn at(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        variables: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Instance> {
        let at = read_position(py, &self.game, position, variables)?;
        Ok(Instance { game: self.game.clone(), at: Some(at) })
    }

    /// Which method would solve it, in which steps, and why the others would not.
    #[pyo3(signature = (ask="table", *, limits=None, all_starts=false))]
    fn plan(&self, py: Python<'_>, ask: &str, limits: Option<&Bound<'_, PyAny>>, all_starts: bool) -> PyResult<Plan> {
        let limits = Limits { all_starts, ..read_limits(limits)?.begun() };
        let (ask, start) = (read_ask(py, ask)?, self.start(py)?);
        let game = self.asked();
        run::long(py, self.source(), &limits, None, |work| {
            let game = game.within(&work.limits);
            let plan = bouton::plan(&game, &start, &ask, &work.limits);
            work.limits.check()?;
            Ok(Plan::new(plan))
        })
    }

    /// Solves it exactly. `ask` is `"value"`, `"best"` (its moves too), `"line"` or `"table"` (every position). Ctrl-C stops it within a
    /// second; `limits` bound it; `progress` is `True` for a bar, or a function that is told how far it is. `check=True` proves the
    /// solution right afterwards, without the methods. `all_starts=True` solves every placement of the pieces, and of what they
    /// become, whether play from the start comes to it or not: a tablebase.
    #[pyo3(signature = (ask="table", *, limits=None, progress=None, method=None, check=false, all_starts=false))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        ask: &str,
        limits: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        method: Option<&str>,
        check: bool,
        all_starts: bool,
    ) -> PyResult<Answer> {
        let ask = if check { Ask::Table } else { read_ask(py, ask)? };
        let limits = Limits { all_starts, ..read_limits(limits)?.begun() };
        let start = self.start(py)?;
        run::telling(py, progress, |told| self.solved(py, &start, ask, &limits, (method, check), told))
    }

    /// The recurrence, derived from the rules. With a form (`"latex"`, `"text"`, `"page"`, `"mathml"`) as text.
    #[pyo3(signature = (form=None, *, lang=None))]
    fn recurrence<'py>(&self, py: Python<'py>, form: Option<&str>, lang: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        crate::shown::recurrence(py, &self.game, form, lang)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let params = self.params(py)?;
        let given: Vec<String> = params
            .cast::<PyDict>()?
            .iter()
            .map(|(name, value)| Ok(format!("{}={}", name.str()?, value.repr()?)))
            .collect::<PyResult<_>>()?;
        let at = self._elsewhere().map_or(String::new(), |at| format!(" at {at}"));
        Ok(format!("<{}: {}{at}, not solved yet>", self.title(), given.join(", ")))
    }

    /// The parameters as a call writes them, for people.
    fn _shown(&self) -> String {
        scene::heading(&self.game)
    }

    /// Where play begins, if not where the rules say.
    fn _elsewhere(&self) -> Option<String> {
        self.at.as_ref().map(|at| self.game.interpreter().show_position(&self.game.unpack(at)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Instance>() else { return false };
        let other = other.get();
        let same = Arc::ptr_eq(&self.game, &other.game)
            || self.source().text == other.source().text
                && self.game.interpreter().params() == other.game.interpreter().params();
        same && self.at == other.at
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.source().text, self.game.interpreter().params(), &self.at).hash(&mut hasher);
        hasher.finish()
    }

    /// It never changes, so a copy is itself.
    fn __copy__(slf: Py<Instance>) -> Py<Instance> {
        slf
    }

    fn __deepcopy__(slf: Py<Instance>, memo: &Bound<'_, PyAny>) -> Py<Instance> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Instance>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, own) = (slf.py(), slf.get());
        let restore = py.import("bouton._game")?.getattr("_instance")?;
        let (text, name) = own.rules_text();
        let at = own.at.as_ref().map(|at| Position::new(own.game.clone(), at.clone())._variables(py)).transpose()?;
        PyTuple::new(py, [restore, (text, name, own.params(py)?, at).into_pyobject(py)?.into_any()])
    }
}

/// No such thing at this game.
pub(crate) fn unfit(py: Python<'_>, code: &'static str, message: impl Into<Text>, help: &'static str) -> PyErr {
    error::plain(py, "Refused", Diagnostic::error(code, message).help(help))
}
