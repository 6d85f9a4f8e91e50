//! Cases made from the declarations of parameters, and programs tried on them.

use crate::error;
use crate::json::to_python;
use crate::rules::Rules;
use crate::run;
use bouton::rules::datum::Datum;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton::sample::Params;
use bouton::{Limits, Rules as Checked, Stop};
use bouton_teach::cases::{Case, Draw, Judge, Maker, Profile, Sizes, Templates, held};
use bouton_teach::stress::{
    Budget, Ended, Failure, Halt, Program, Reply, Trouble, cases as judged, first_wrong, shrink,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySequence, PyString};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Cases judged together.
const TOGETHER: u64 = 256;
/// Numbers in a row of which no case can be made end the search for more.
const PATIENCE: u64 = 5_000;
/// How many cases may be tried to make a wrong one smaller.
const BUDGET: Budget = Budget { down: 20_000, up: 50_000, together: 256 };

/// The sizes that somebody asks for: `{"len": 12, "value": 20}`, or a parameter by name.
fn sizes(py: Python<'_>, rules: &Checked, most: &Bound<'_, PyDict>, least: Option<i64>) -> PyResult<Sizes> {
    let mut sizes = Sizes { least, ..Sizes::default() };
    for (name, number) in most.iter() {
        let (name, number): (String, i64) = (name.extract()?, number.extract()?);
        match name.as_str() {
            "len" => sizes.len = number.max(0),
            "value" => sizes.value = number,
            _ if rules.params.iter().any(|param| param.name == name) => sizes.of.push((name, number)),
            _ => {
                let known: Vec<&str> =
                    ["len", "value"].into_iter().chain(rules.params.iter().map(|param| param.name.as_str())).collect();
                return Err(error::value(py, &format!("max knows no `{name}`; it knows {}", known.join(", "))));
            }
        }
    }
    sizes.value = sizes.value.max(least.unwrap_or(sizes.value));
    Ok(sizes)
}

/// Draws what is neither given nor has a default, and what shall vary all the same.
fn maker(py: Python<'_>, rules: &Arc<Checked>, fixed: Params, sizes: Sizes, vary: &[String]) -> PyResult<Maker> {
    if let Some(unknown) = vary.iter().find(|name| rules.params.iter().all(|param| param.name != **name)) {
        return Err(error::value(py, &format!("vary knows no `{unknown}`")));
    }
    let held = held(rules, &fixed, vary);
    Ok(Maker { rules: rules.clone(), fixed, held, sizes })
}

/// Who makes cases, who judges them, and the kinds of cases in turn.
struct Source {
    maker: Maker,
    judge: Judge,
    profiles: Vec<Profile>,
    seed: u64,
}

impl Source {
    fn read(
        py: Python<'_>,
        rules: &Rules,
        seed: u64,
        (most, least): (&Bound<'_, PyDict>, Option<i64>),
        profiles: &[String],
        answer: Option<&str>,
        (fixed, vary): (&Bound<'_, PyDict>, &[String]),
    ) -> PyResult<Source> {
        let sizes = sizes(py, &rules.rules, most, least)?;
        let fixed = rules.given(py, fixed)?;
        let templates = Templates::new(&rules.rules, Some(""), answer, None).map_err(|wrong| {
            let message = say!("answer={:?} cannot be read: {}", wrong.text, wrong.finding.message);
            error::plain(
                py,
                "ParameterError",
                Diagnostic::error("S03", message).help("answer=\"total(Alice)\", for instance"),
            )
        })?;
        let profiles = profiles.iter().map(|name| name.parse()).collect::<Result<Vec<Profile>, Text>>();
        let profiles = profiles.map_err(|why| error::value(py, &why.to_string()))?;
        let beliefs = profiles.iter().any(|profile| matches!(profile, Profile::Adversarial(_)));
        if beliefs || profiles.is_empty() {
            return Err(error::value(py, "profiles are tiny, random, equal and increasing"));
        }
        let maker = maker(py, &templates.rules, fixed, sizes, vary)?;
        if !maker.rules.params.is_empty() && (0..maker.rules.params.len()).all(|which| !maker.draws(which)) {
            let finding = Diagnostic::error("S05", "every parameter has a default or is given: there is only one case");
            return Err(error::plain(py, "ParameterError", finding.help("say which shall vary: `vary=[\"rows\"]`")));
        }
        Ok(Source { maker, judge: Judge::new(templates, Limits::default()), profiles, seed })
    }

    /// The next cases after a number, and the number after them.
    fn next(&self, from: u64, count: u64) -> Result<(Vec<Case>, u64), Stop> {
        let numbers: Vec<u64> = (from..from + count).collect();
        let work = || judged(&self.maker, &self.judge, &self.profiles, self.seed, &numbers);
        let (cases, faults) = match run::pool(bouton::limits::cores()) {
            Some(pool) => pool.install(work)?,
            None => work()?,
        };
        faults.into_iter().next().map_or(Ok(()), Err)?;
        Ok((cases.into_iter().map(|(_, case)| case).collect(), from + count))
    }
}

/// The parameters of a case as keyword arguments.
fn keywords<'py>(py: Python<'py>, rules: &Checked, case: &[Datum]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (param, value) in rules.params.iter().zip(case) {
        let json = bouton::instance::datum_to_json(value, &param.domain.ty(), rules);
        dict.set_item(&param.name, to_python(py, &json)?)?;
    }
    Ok(dict)
}

/// An answer as Python would say it: a number where it is one.
fn answered<'py>(py: Python<'py>, answer: &str) -> PyResult<Bound<'py, PyAny>> {
    match answer.parse::<i64>() {
        Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
        Err(_) => Ok(PyString::new(py, answer).into_any()),
    }
}

/// Cases with their answers.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python calls it with all that its caller was given")]
pub(crate) fn cases<'py>(
    py: Python<'py>,
    rules: &Rules,
    count: u64,
    seed: u64,
    most: &Bound<'py, PyDict>,
    least: Option<i64>,
    profiles: Vec<String>,
    answer: Option<&str>,
    fixed: &Bound<'py, PyDict>,
    vary: Vec<String>,
) -> PyResult<Bound<'py, PyList>> {
    let source = Source::read(py, rules, seed, (most, least), &profiles, answer, (fixed, &vary))?;
    let made = run::long(py, rules.source(), &Limits::default(), None, |work| {
        let (mut made, mut from, mut idle) = (Vec::new(), 0, 0);
        while (made.len() as u64) < count && idle < PATIENCE {
            work.limits.check()?;
            let (more, next) = source.next(from, TOGETHER.min(count))?;
            idle = if more.is_empty() { idle + next - from } else { 0 };
            made.extend(more);
            from = next;
        }
        made.truncate(usize::try_from(count).unwrap_or(usize::MAX));
        Ok(made)
    })?;
    if made.is_empty() && count > 0 {
        return Err(nothing_drawn(py));
    }
    let pairs = made.iter().map(|case| Ok((keywords(py, &rules.rules, &case.params)?, answered(py, &case.answer)?)));
    PyList::new(py, pairs.collect::<PyResult<Vec<_>>>()?)
}

fn nothing_drawn(py: Python<'_>) -> PyErr {
    let finding = Diagnostic::error("S05", "no cases can be made: the rules refuse whatever is drawn");
    error::plain(
        py,
        "ParameterError",
        finding.help("give some of the parameters, or allow larger ones: `max={\"len\": 20}`"),
    )
}

/// A function of somebody's, tried on cases.
struct Tried<'t> {
    function: &'t Py<PyAny>,
    rules: &'t Checked,
    cancel: &'t AtomicBool,
    /// What it raised last.
    raised: Option<PyErr>,
}

impl Tried<'_> {
    fn reply(&mut self, py: Python<'_>, case: &Case) -> Reply {
        let called = keywords(py, self.rules, &case.params).and_then(|given| self.function.call(py, (), Some(&given)));
        let text = called.and_then(|answer| said(answer.bind(py)));
        text.unwrap_or_else(|raised| {
            let ended = Ended { status: error::told(py, &raised), stderr: String::new() };
            self.raised = Some(raised);
            Reply::Crashed(ended)
        })
    }
}

impl Program for Tried<'_> {
    fn replies(&mut self, cases: &[Case]) -> Result<Vec<Reply>, Halt> {
        let mut replies = Vec::with_capacity(cases.len());
        for case in cases {
            if self.cancel.load(Ordering::Relaxed) {
                return Err(Halt::Interrupted);
            }
            let reply = Python::attach(|py| self.reply(py, case));
            let wrong = !matches!(reply, Reply::Text(_));
            replies.push(reply);
            if wrong {
                break;
            }
        }
        Ok(replies)
    }
}

/// What a function answered, in the words of answers.
fn said(answer: &Bound<'_, PyAny>) -> PyResult<Reply> {
    if answer.is_none() {
        return Ok(Reply::Silent(Ended { status: "returned None".to_owned(), stderr: String::new() }));
    }
    if let Ok(truth) = answer.extract::<bool>() {
        return Ok(Reply::Text(truth.to_string()));
    }
    if let Ok(list) = answer.cast::<PySequence>()
        && !answer.is_instance_of::<PyString>()
    {
        let words: Vec<String> = list.try_iter()?.map(|one| Ok(one?.str()?.to_string())).collect::<PyResult<_>>()?;
        return Ok(Reply::Text(words.join(" ")));
    }
    Ok(Reply::Text(answer.str()?.to_string()))
}

/// What came of a case, in words.
fn shown(reply: &Reply) -> String {
    match reply {
        Reply::Text(text) => text.clone(),
        Reply::Silent(ended) | Reply::Crashed(ended) => ended.status.clone(),
        Reply::Late(time) => format!("nothing within {time:?}"),
        Reply::Endless => "more than anybody wants to read".to_owned(),
    }
}

/// What a run came to: how many cases agreed, or the first wrong one with the smallest.
type Outcome = (u64, Option<(Failure, Failure)>);

/// Tries a function on cases: how many agreed, and the wrong one, if one was: case, answers, and the smallest case with its answers.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python calls it with all that its caller was given")]
pub(crate) fn stress<'py>(
    py: Python<'py>,
    rules: &Rules,
    function: Py<PyAny>,
    count: u64,
    seed: u64,
    most: &Bound<'py, PyDict>,
    least: Option<i64>,
    profiles: Vec<String>,
    answer: Option<&str>,
    fixed: &Bound<'py, PyDict>,
    vary: Vec<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let source = Source::read(py, rules, seed, (most, least), &profiles, answer, (fixed, &vary))?;
    let (outcome, raised) = run::long(py, rules.source(), &Limits::default(), progress.as_ref(), |work| {
        let cancel = work.limits.cancel.as_ref();
        let mut tried = Tried { function: &function, rules: &rules.rules, cancel, raised: None };
        let outcome = tried_on(&source, &mut tried, count, &|done| work.progress.tick("trying", done, Some(count)))?;
        Ok((outcome, tried.raised))
    })?;
    let (agreed, wrong) = outcome;
    let Some((first, smallest)) = wrong else {
        if agreed == 0 && count > 0 {
            return Err(nothing_drawn(py));
        }
        return Ok((agreed, py.None()).into_pyobject(py)?.into_any());
    };
    let told = |failure: &Failure| -> PyResult<_> {
        let case = keywords(py, &rules.rules, &failure.case.params)?;
        Ok((case, shown(&failure.reply), failure.case.answer.clone(), failure.case.shown.clone()))
    };
    let crashed = matches!(smallest.reply, Reply::Crashed(_));
    let cause = raised.filter(|_| crashed).map(|raised| raised.into_value(py).into_any());
    Ok((agreed, (told(&first)?, told(&smallest)?, cause)).into_pyobject(py)?.into_any())
}

fn tried_on(source: &Source, tried: &mut Tried<'_>, count: u64, tell: &dyn Fn(u64)) -> Result<Outcome, Stop> {
    let (mut agreed, mut from, mut idle) = (0, 0, 0);
    while agreed < count && idle < PATIENCE {
        if tried.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        let (mut cases, next) = source.next(from, TOGETHER.min(count))?;
        idle = if cases.is_empty() { idle + next - from } else { 0 };
        from = next;
        cases.truncate(usize::try_from(count - agreed).unwrap_or(usize::MAX));
        match first_wrong(tried, &cases).map_err(halted)? {
            None => agreed += cases.len() as u64,
            Some((at, failure)) => {
                let smallest = shrunk(source, tried, failure.clone())?;
                return Ok((agreed + at as u64, Some((failure, smallest))));
            }
        }
        tell(agreed);
    }
    Ok((agreed, None))
}

/// The smallest case that it gets wrong, too.
fn shrunk(source: &Source, tried: &mut Tried<'_>, failure: Failure) -> Result<Failure, Stop> {
    let Source { maker, judge, .. } = source;
    let mut work = || shrink(maker, judge, tried, failure.clone(), BUDGET);
    let smallest = match run::pool(bouton::limits::cores()) {
        Some(pool) => pool.install(work),
        None => work(),
    };
    smallest.map_err(|trouble| match trouble {
        Trouble::Halt(halt) => halted(halt),
        Trouble::Unsolved(stop) => *stop,
    })
}

fn halted(_: Halt) -> Stop {
    Stop::Cancelled
}

/// Chooses as a Python function does: one of so many.
struct Asked<'a> {
    choose: &'a Bound<'a, PyAny>,
    raised: Option<PyErr>,
}

impl Draw for Asked<'_> {
    fn draw(&mut self, count: u64) -> u64 {
        if self.raised.is_some() || count <= 1 {
            return 0;
        }
        let chosen = self.choose.call1((count,)).and_then(|chosen| chosen.extract::<u64>());
        chosen.unwrap_or_else(|raised| {
            self.raised = Some(raised);
            0
        })
    }
}

/// Parameters, each choice made by a function: what a Hypothesis strategy is made of. `None` where the rules refuse them.
#[pyfunction]
pub(crate) fn drawn<'py>(
    py: Python<'py>,
    rules: &Rules,
    most: &Bound<'py, PyDict>,
    least: Option<i64>,
    fixed: &Bound<'py, PyDict>,
    vary: Vec<String>,
    choose: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let maker = maker(py, &rules.rules, rules.given(py, fixed)?, sizes(py, &rules.rules, most, least)?, &vary)?;
    let mut asked = Asked { choose, raised: None };
    let params = maker.drawn(&mut asked);
    if let Some(raised) = asked.raised {
        return Err(raised);
    }
    let Some(params) = params else { return Ok(None) };
    let params: Vec<Datum> = params.into_iter().flatten().collect();
    keywords(py, &rules.rules, &params).map(Some)
}
