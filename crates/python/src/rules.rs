//! Checked rules: what `bouton.Game` is made of.

use crate::error;
use crate::instance::Instance;
use crate::json::{object, to_python};
use crate::language;
use crate::run;
use bouton::examples::run_examples;
use bouton::gallery;
use bouton::instance::from_json;
use bouton::path::at_start;
use bouton::rules::datum::Datum;
use bouton::rules::diagnostic::{Diagnostic, Severity};
use bouton::rules::syntax::lex::{MAX_BYTES, too_large};
use bouton::rules::types::Domain;
use bouton::rules::{Source, check, say};
use bouton::saved::Saved;
use bouton::{Limits, Rules as Checked};
use bouton_teach::findings::finding_object;
use bouton_teach::say;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::{Map, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rules that were read and found right.
#[pyclass(frozen, module = "bouton._core", weakref)]
pub(crate) struct Rules {
    pub(crate) rules: Arc<Checked>,
}

impl Rules {
    pub(crate) fn source(&self) -> &Source {
        &self.rules.source
    }

    /// Parameters by number from keyword arguments.
    pub(crate) fn given(&self, py: Python<'_>, params: &Bound<'_, PyDict>) -> PyResult<Vec<Option<Datum>>> {
        let object = object(params)?;
        from_json(&self.rules, &object).map_err(|fault| error::fault(py, self.source(), &fault))
    }
}

#[pymethods]
impl Rules {
    /// Reads and checks rules; warnings are given as Python warns.
    #[new]
    fn new(py: Python<'_>, text: &str, name: &str) -> PyResult<Rules> {
        let source = Source::new(name, if text.len() > MAX_BYTES { "" } else { text });
        if text.len() > MAX_BYTES {
            return Err(error::findings(py, "RulesError", &source, &[too_large()], &Map::new()));
        }
        let (rules, mut found) = run::short(py, &source, || Ok(check(&source)))?;
        match rules {
            Some(rules) => {
                error::warn(py, &source, &found)?;
                Ok(Rules { rules: Arc::new(rules) })
            }
            None => {
                found.sort_by_key(|finding| finding.severity != Severity::Error);
                Err(error::findings(py, "RulesError", &source, &found, &Map::new()))
            }
        }
    }

    #[getter]
    fn name(&self) -> &str {
        &self.rules.name
    }

    #[getter]
    fn title(&self) -> String {
        gallery::short_title(&self.rules.title, &self.problems())
    }

    #[getter]
    fn text(&self) -> &str {
        &self.rules.source.text
    }

    #[getter]
    fn file(&self) -> &str {
        &self.rules.source.name
    }

    #[getter]
    fn doc(&self) -> Vec<&str> {
        self.rules.doc.iter().map(|line| line.trim()).collect()
    }

    #[getter]
    fn players(&self) -> (&str, &str) {
        (&self.rules.players[0], &self.rules.players[1])
    }

    /// Whether positions are worth points; otherwise they are won, drawn or lost.
    #[getter]
    fn points(&self) -> bool {
        self.rules.points
    }

    #[getter]
    fn problems(&self) -> Vec<&str> {
        gallery::problems(self.rules.doc.iter().map(String::as_str))
    }

    /// Each parameter: name, declaration, default as it is written, what it says of itself, what kind of value it is.
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let params = self.rules.params.iter().map(|param| {
            let written = self.rules.source.slice(param.span).trim();
            let declared = written.split_once(':').map_or(written, |(_, rest)| rest);
            let declared = declared.split('#').next().unwrap_or(declared);
            let default = param.default.as_ref().map(|default| self.rules.source.slice(default.span));
            let declared = if default.is_some() { declared.rsplit_once('=').map_or(declared, |(of, _)| of) } else { declared };
            let doc: Vec<&str> = param.doc.iter().map(|line| line.trim()).collect();
            json!({"name": param.name, "declared": declared.trim(), "default": default, "doc": doc.join("\n"), "kind": kind(&param.domain)})
        });
        to_python(py, &params.collect())
    }

    /// The `example` lines, as they are written.
    fn examples(&self) -> Vec<(usize, &str)> {
        let line = |span: bouton::rules::Span| self.rules.source.line_column(span.start).0;
        self.rules.examples.iter().map(|example| (line(example.span), self.rules.source.slice(example.span))).collect()
    }

    /// Runs the examples: what does not hold, finding by finding.
    fn failed_examples<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = self.rules.clone();
        let found =
            run::long(py, self.source(), &Limits::default(), None, |work| Ok(run_examples(&rules, &work.limits)))?;
        let objects = found.iter().map(|finding| {
            let mut object = finding_object(self.source(), finding);
            object["text"] = json!(error::words(self.source(), finding));
            object
        });
        to_python(py, &objects.collect())
    }

    /// The rules read back in plain words.
    #[pyo3(signature = (lang=None))]
    fn say(&self, py: Python<'_>, lang: Option<&str>) -> PyResult<Vec<String>> {
        Ok(say::say(self.source(), language::read(py, lang)?))
    }

    /// The game with these parameters. Nothing is solved.
    fn instance(&self, py: Python<'_>, params: &Bound<'_, PyDict>) -> PyResult<Instance> {
        let given = self.given(py, params)?;
        let rules = self.rules.clone();
        let game = run::long(py, self.source(), &Limits::default(), None, |work| {
            bouton::Instance::new_within(rules, &given, &work.limits).map_err(at_start)
        })?;
        Ok(Instance::new(game))
    }
}

/// What kind of Python value a parameter takes.
fn kind<B>(domain: &Domain<B>) -> &'static str {
    match domain {
        Domain::Int { .. } | Domain::Whole | Domain::Node { .. } => "int",
        Domain::Bool => "bool",
        Domain::Player | Domain::Names { .. } | Domain::Text => "str",
        Domain::Set(_) => "set",
        Domain::Cell { .. } | Domain::Record(_) => "tuple",
        Domain::List { .. } | Domain::Grid { .. } => "list",
        Domain::Graph { .. } => "graph",
        Domain::Optional(of) => kind(of),
    }
}

/// Name, text and title of a game of the gallery; nothing where there is none of that name.
#[pyfunction]
pub(crate) fn gallery_game(word: &str) -> Option<(&'static str, &'static str)> {
    gallery::find(word).map(|game| (game.name, game.text))
}

/// The name that somebody probably meant.
#[pyfunction]
pub(crate) fn gallery_near(word: &str) -> Option<&'static str> {
    gallery::near(word)
}

/// Every game of the gallery: name, title, problems.
#[pyfunction]
pub(crate) fn gallery_games<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    let games =
        gallery::games().map(|game| json!({"name": game.name, "title": game.short_title(), "problems": game.problems}));
    to_python(py, &games.collect())
}

/// There is no game of that name.
#[pyfunction]
pub(crate) fn no_game(py: Python<'_>, word: &str) -> PyErr {
    let finding = Diagnostic::error("C02", say!("there is no game `{word}` in the gallery"));
    let finding = match gallery::near(word) {
        Some(near) => finding.help(say!("did you mean `{near}`?")),
        None => finding,
    };
    error::plain(py, "GameNotFound", finding.help("bouton.games() lists them; a file of your own ends in `.game`"))
}

/// The rules of a solution file, with the instance that was solved and its solution.
#[pyfunction]
pub(crate) fn open_solution<'py>(py: Python<'py>, path: PathBuf) -> PyResult<(Rules, Bound<'py, PyAny>)> {
    let name = path.display().to_string();
    let opened = py.detach(|| Saved::open(Path::new(&path)));
    let saved = Arc::new(opened.map_err(|trouble| error::trouble(py, &name, &trouble))?);
    let source = Source::new(saved.head().file.as_str(), saved.head().rules.as_str());
    let (rules, found) = run::short(py, &source, || Ok(check(&source)))?;
    let Some(rules) = rules else {
        return Err(error::findings(py, "SolutionFileError", &source, &found, &Map::new()));
    };
    let rules = Arc::new(rules);
    let given = from_json(&rules, &saved.head().params).map_err(|fault| error::fault(py, &source, &fault))?;
    let game = run::short(py, &source, || bouton::Instance::new(rules.clone(), &given).map_err(at_start))?;
    let (opened, start) = saved.opened(&game).map_err(|trouble| error::trouble(py, &name, &trouble))?;
    let instance = Instance::opened(game.with_opened(opened), start);
    Ok((Rules { rules }, instance.into_pyobject(py)?.into_any()))
}

/// Every method: its name and what it is.
#[pyfunction]
pub(crate) fn methods(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let named: Vec<(&str, String)> = bouton::families()
        .into_iter()
        .map(|family| (family.name, language::current().sentence(family.about)))
        .collect();
    PyList::new(py, named)
}
