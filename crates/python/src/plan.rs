//! Which method solves a game, and why the others do not.

use crate::json::to_python;
use crate::language;
use crate::options::in_python;
use pyo3::prelude::*;
use serde_json::json;

/// A plan: shown, it explains itself.
#[pyclass(frozen, module = "bouton")]
pub(crate) struct Plan {
    plan: bouton::Plan,
}

impl Plan {
    pub(crate) fn new(plan: bouton::Plan) -> Plan {
        Plan { plan }
    }
}

#[pymethods]
impl Plan {
    /// The method that would be used; `None` where none can.
    #[getter]
    fn method(&self) -> Option<&'static str> {
        self.plan.to_try().next().map(|(choice, _)| choice.method)
    }

    /// The steps of that method: what it does, and how.
    #[getter]
    fn steps(&self) -> Vec<(String, String)> {
        let estimate = self.plan.to_try().next().map(|(_, estimate)| estimate);
        let steps = estimate.map(|estimate| &estimate.steps).into_iter().flatten();
        steps.map(|(what, how)| (what.to_string(), how.to_string())).collect()
    }

    /// The methods that cannot be used, each with its reason.
    #[getter]
    fn refusals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let reasons =
            self.plan.refusals().map(|(method, reason)| (method.to_owned(), json!(in_python(&reason.to_string()))));
        to_python(py, &reasons.collect())
    }

    /// What is known of the game: name, what is known, what shows it.
    #[getter]
    fn facts(&self) -> Vec<(&'static str, String, String)> {
        let facts = self.plan.facts.lines.iter();
        facts.map(|fact| (fact.name, fact.text.to_string(), in_python(&fact.because.to_string()))).collect()
    }

    /// The plan in words.
    #[pyo3(signature = (lang=None))]
    fn text(&self, py: Python<'_>, lang: Option<&str>) -> PyResult<String> {
        let lang = language::read(py, lang)?;
        Ok(bouton_teach::plan::told_by(&self.plan, lang, &|text| in_python(&lang.sentence(text))))
    }

    fn _repr_html_(slf: &Bound<'_, Plan>) -> PyResult<String> {
        slf.py().import("bouton._html")?.call_method1("plan", (slf,))?.extract()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, None)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, None)
    }
}
