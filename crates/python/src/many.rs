//! Many cases at once, on all cores: small ones the short way that `bouton batch` goes, the others each by its own plan.

use crate::columns;
use crate::error;
use crate::instance::{read_ask, read_limits};
use crate::json::{object, to_python};
use crate::rules::Rules;
use crate::run;
use crate::value::Value;
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::{DataType, Field, Schema};
use bouton::answer::report::{self, winner};
use bouton::family::{Compared, ComparedWorker, Given, Wanted};
use bouton::game::Game;
use bouton::instance::from_json;
use bouton::path::at_start;
use bouton::rules::datum::Datum;
use bouton::rules::{Player, Source};
use bouton::value::Outcome;
use bouton::{Ask, Instance, Limits, Rules as Checked, Silent, Stop, guarded};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rayon::prelude::*;
use serde_json::{Map, Value as Json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Cases that one thread takes at a time.
const TOGETHER: usize = 64;
/// Best play is told to so many moves.
const LONGEST: usize = 1_000;

/// One case, answered: what is asked most, and the rest as `bouton.answer/1`.
struct Told {
    value: bouton::Value,
    mover: Player,
    totals: Option<[i64; 2]>,
    json: String,
}

/// The answers to many cases, in their order.
#[pyclass(frozen, module = "bouton", sequence)]
pub(crate) struct Answers {
    rules: Arc<Checked>,
    told: Arc<Vec<Result<Told, Stop>>>,
}

/// The answer to one of many cases.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct CaseAnswer {
    rules: Arc<Checked>,
    told: Arc<Vec<Result<Told, Stop>>>,
    at: usize,
}

/// Solves many cases.
#[pyfunction]
#[pyo3(signature = (rules, cases, fixed, ask, jobs, limits, progress))]
#[expect(clippy::too_many_arguments, reason = "Python calls it with all that its caller was given")]
pub(crate) fn solve_many(
    py: Python<'_>,
    rules: &Rules,
    cases: &Bound<'_, PyList>,
    fixed: &Bound<'_, PyDict>,
    ask: &str,
    jobs: Option<usize>,
    limits: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answers> {
    let (ask, each) = (read_ask(py, ask)?, read_limits(limits)?);
    let fixed = rules.given(py, fixed)?;
    let cases = cases.iter().map(|case| object(case.cast::<PyDict>()?)).collect::<PyResult<Vec<_>>>()?;
    let jobs = jobs.unwrap_or(each.threads).max(1);
    let rules = rules.rules.clone();
    let every = Limits { time: None, ..each.clone() };
    let told = run::long(py, &rules.source, &every, progress.as_ref(), |work| {
        let shared = u64::try_from(jobs).unwrap_or(1);
        let limits = Limits { threads: 1, cancel: work.limits.cancel.clone(), memory: each.memory / shared, ..each };
        let batch = Batch::new(&rules, fixed, ask, limits);
        let done = AtomicU64::new(0);
        let piece = |from: usize| {
            let mut worker = batch.family.worker();
            let upto = cases.len().min(from + TOGETHER);
            let told: Vec<_> = (from..upto).map(|at| batch.answer(&mut worker, at, &cases[at])).collect();
            let so_far = done.fetch_add((upto - from) as u64, Ordering::Relaxed);
            work.progress.tick("solving", so_far, Some(cases.len() as u64));
            told
        };
        let starts: Vec<usize> = (0..cases.len()).step_by(TOGETHER).collect();
        let told: Vec<Vec<_>> = match if jobs > 1 { run::pool(jobs) } else { None } {
            Some(pool) => pool.install(|| starts.par_iter().map(|from| piece(*from)).collect()),
            None => starts.iter().map(|from| piece(*from)).collect(),
        };
        work.limits.check()?;
        Ok(told.into_iter().flatten().collect::<Vec<_>>())
    })?;
    Ok(Answers { rules, told: Arc::new(told) })
}

/// What every case shares.
struct Batch<'b> {
    rules: &'b Arc<Checked>,
    fixed: Vec<Option<Datum>>,
    ask: Ask,
    limits: Limits,
    family: Compared,
}

impl Batch<'_> {
    fn new(rules: &Arc<Checked>, fixed: Vec<Option<Datum>>, ask: Ask, limits: Limits) -> Batch<'_> {
        let family = Compared::of(rules, &limits);
        Batch { rules, fixed, ask, limits, family }
    }

    /// The answer to a case. A fault in Bouton costs this case only.
    fn answer(&self, worker: &mut ComparedWorker<'_>, at: usize, case: &Map<String, Json>) -> Result<Told, Stop> {
        let shown = || Json::Object(case.clone()).to_string();
        guarded(shown, || self.shortly(worker, at, case).map_or_else(|| self.at_length(case), Ok)).and_then(|told| told)
    }

    fn shortly(&self, worker: &mut ComparedWorker<'_>, at: usize, case: &Map<String, Json>) -> Option<Told> {
        if self.family.is_none() {
            return None;
        }
        let mut given: Vec<Given> =
            self.fixed.iter().map(|fixed| fixed.as_ref().map_or(Given::Not, Given::Datum)).collect();
        for (name, value) in case {
            *given.get_mut(self.rules.params.iter().position(|param| param.name == *name)?)? = Given::Json(value);
        }
        let wanted = match self.ask {
            Ask::Value => Wanted::Value,
            Ask::BestMoves => Wanted::Best,
            Ask::Line | Ask::Table => Wanted::Line,
        };
        let agrees = |short| self.at_length(case).is_ok_and(|long| long.value == short);
        let told = worker.solve(at as u64, &given, wanted, agrees)?;
        let (value, json) = (bouton::Value::Lead(told.value), told.json(None, wanted));
        Some(Told { value, mover: Player::First, totals: told.totals(), json })
    }

    fn at_length(&self, case: &Map<String, Json>) -> Result<Told, Stop> {
        let limits = self.limits.begun();
        let named = from_json(self.rules, case).map_err(at_start)?;
        let given: Vec<_> =
            named.into_iter().zip(&self.fixed).map(|(own, fixed)| own.or_else(|| fixed.clone())).collect();
        let game = Instance::new_within(self.rules.clone(), &given, &limits).map_err(at_start)?;
        let start = game.start().map_err(at_start)?;
        let solution = bouton::solve(&game, &start, &self.ask, &limits, None, &Silent)?;
        let report = bouton::report(&game, &solution, &start, LONGEST)?;
        let totals = report.totals.filter(|totals| totals.exact).map(|totals| totals.points);
        let json = Json::Object(report.to_json(&game)).to_string();
        Ok(Told { value: report.answer.value, mover: report.answer.mover, totals, json })
    }
}

impl Answers {
    fn case(&self, at: usize) -> CaseAnswer {
        CaseAnswer { rules: self.rules.clone(), told: self.told.clone(), at }
    }

    fn winner_of(&self, told: &Told) -> Option<&str> {
        winner(told.value, told.mover).map(|player| self.rules.player_name(player))
    }

    /// Each answer as a row: the value, who wins, and what points tell.
    fn table(&self) -> PyResult<RecordBatch> {
        let told: Vec<Option<&Told>> = self.told.iter().map(|told| told.as_ref().ok()).collect();
        let mut columns: Vec<(String, ArrayRef)> = Vec::new();
        if self.rules.points {
            let lead = |told: &&Told| if let bouton::Value::Lead(lead) = told.value { Some(lead) } else { None };
            columns.push((
                "lead".into(),
                Arc::new(told.iter().map(|told| told.as_ref().and_then(lead)).collect::<Int64Array>()),
            ));
            for player in Player::BOTH {
                let total =
                    |told: &Option<&Told>| told.and_then(|told| told.totals).map(|totals| totals[player.number()]);
                let name = format!("total_{}", self.rules.player_name(player));
                columns.push((name, Arc::new(told.iter().map(total).collect::<Int64Array>())));
            }
        } else {
            let word = |told: &Option<&Told>| told.and_then(|told| told.value.outcome()).map(Outcome::word);
            columns.push(("value".into(), Arc::new(told.iter().map(word).collect::<StringArray>())));
            let plies = |told: &Option<&Told>| {
                told.and_then(|told| report::plies(told.value)).and_then(|plies| i32::try_from(plies).ok())
            };
            columns.push(("plies".into(), Arc::new(told.iter().map(plies).collect::<Int32Array>())));
        }
        let winner = |told: &Option<&Told>| told.and_then(|told| self.winner_of(told));
        columns.push(("winner".into(), Arc::new(told.iter().map(winner).collect::<StringArray>())));
        let errors = self.told.iter().map(|told| told.as_ref().err().map(ToString::to_string));
        columns.push(("error".into(), Arc::new(errors.collect::<StringArray>())));
        let fields: Vec<Field> = columns.iter().map(|(name, array)| Field::new(name, kind(array), true)).collect();
        let arrays = columns.into_iter().map(|(_, array)| array).collect();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(|wrong| error::bug(&wrong.to_string()))
    }
}

fn kind(array: &ArrayRef) -> DataType {
    use arrow_array::Array;
    array.data_type().clone()
}

#[pymethods]
impl Answers {
    fn __len__(&self) -> usize {
        self.told.len()
    }

    fn __getitem__(&self, at: isize) -> PyResult<CaseAnswer> {
        let count = isize::try_from(self.told.len()).unwrap_or(isize::MAX);
        let place = if at < 0 { at + count } else { at };
        let place = usize::try_from(place).ok().filter(|place| *place < self.told.len());
        place.map(|place| self.case(place)).ok_or_else(|| PyIndexError::new_err(format!("there are {count} answers")))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = (0..self.told.len()).map(|at| Py::new(py, self.case(at))).collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(py, all)?.try_iter()?.into_any())
    }

    /// What each case is worth to the player who begins; `None` where there is an error.
    #[getter]
    fn values(&self) -> Vec<Option<Value>> {
        self.told.iter().map(|told| told.as_ref().ok().map(|told| Value { value: told.value })).collect()
    }

    /// Who wins each case, or ends ahead; `None` for draws and errors.
    #[getter]
    fn winners(&self) -> Vec<Option<&str>> {
        self.told.iter().map(|told| told.as_ref().ok().and_then(|told| self.winner_of(told))).collect()
    }

    /// The errors, each with the number of its case.
    #[getter]
    fn errors(&self, py: Python<'_>) -> Vec<(usize, Py<PyAny>)> {
        let errors = self.told.iter().enumerate().filter_map(|(at, told)| Some((at, told.as_ref().err()?)));
        errors.map(|(at, stop)| (at, error::stop(py, &self.rules.source, stop).into_value(py).into_any())).collect()
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        let table = self.table()?;
        let schema = table.schema();
        columns::stream(py, RecordBatchIterator::new([Ok(table)], schema))
    }

    /// The answers as a polars frame.
    fn to_polars<'py>(slf: &Bound<'py, Answers>) -> PyResult<Bound<'py, PyAny>> {
        columns::frame(slf.as_any(), "to_polars")
    }

    /// The answers as a pandas frame.
    fn to_pandas<'py>(slf: &Bound<'py, Answers>) -> PyResult<Bound<'py, PyAny>> {
        columns::frame(slf.as_any(), "to_pandas")
    }

    fn __repr__(&self) -> String {
        let failed = self.told.iter().filter(|told| told.is_err()).count();
        let errors = if failed > 0 { format!(", {failed} errors") } else { String::new() };
        format!("<{} answers of {}{errors}>", self.told.len(), self.rules.name)
    }
}

impl CaseAnswer {
    fn told(&self, py: Python<'_>) -> PyResult<&Told> {
        self.told[self.at].as_ref().map_err(|stop| error::stop(py, self.source(), stop))
    }

    fn source(&self) -> &Source {
        &self.rules.source
    }

    fn json(&self, py: Python<'_>) -> PyResult<Json> {
        let told = self.told(py)?;
        serde_json::from_str(&told.json).map_err(|wrong| error::bug(&wrong.to_string()))
    }

    fn part<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.json(py)?.get(name).unwrap_or(&Json::Null))
    }
}

#[pymethods]
impl CaseAnswer {
    /// What the start is worth to the player who begins.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Value> {
        Ok(Value { value: self.told(py)?.value })
    }

    /// Who wins, or ends ahead; `None` for a draw.
    #[getter]
    fn winner(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        let told = self.told(py)?;
        Ok(winner(told.value, told.mover).map(|player| self.rules.player_name(player)))
    }

    /// The points of each player by name, where all best play gives the same.
    #[getter]
    fn totals<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(totals) = self.told(py)?.totals else { return Ok(None) };
        let dict = PyDict::new(py);
        for (player, total) in Player::BOTH.into_iter().zip(totals) {
            dict.set_item(self.rules.player_name(player), total)?;
        }
        Ok(Some(dict))
    }

    /// The parameters of the case.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "params")
    }

    /// The best moves, as texts.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "best")
    }

    /// Best play: dicts with `by`, `move`, `gain`.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "line")
    }

    /// The method that solved it.
    #[getter]
    fn method<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.part(py, "method")
    }

    /// Why there is no answer; `None` where there is one.
    #[getter]
    fn error(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let stop = self.told[self.at].as_ref().err()?;
        Some(error::stop(py, self.source(), stop).into_value(py).into_any())
    }

    /// The whole answer: `bouton.answer/1`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.json(py)?)
    }

    fn __repr__(&self) -> String {
        match &self.told[self.at] {
            Ok(told) => format!("<case {}: {}>", self.at, told.value),
            Err(stop) => format!("<case {}: {stop}>", self.at),
        }
    }
}
