//! What a position is worth to its mover.

use bouton::value::{Outcome, Plies};
use bouton_teach::scene::outcome_words;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyInt, PyString, PyTuple};
use std::cmp::Ordering;

/// What a position is worth to the player to move: a lead in points, or a win, a draw or a loss with how long it takes.
/// It compares with other values, a lead with numbers, an outcome with `"win"`, `"draw"`, `"loss"`.
#[pyclass(frozen, module = "bouton")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    pub(crate) value: bouton::Value,
}

impl Value {
    fn word(self) -> Option<&'static str> {
        self.value.outcome().map(Outcome::word)
    }
}

/// A lead as it is; a win 1, a draw 0, a loss −1.
pub(crate) fn of_value(value: bouton::Value) -> i64 {
    match value {
        bouton::Value::Lead(lead) => lead,
        bouton::Value::Outcome(Outcome::Win(_)) => 1,
        bouton::Value::Outcome(Outcome::Draw) => 0,
        bouton::Value::Outcome(Outcome::Loss(_)) => -1,
    }
}

/// The same of a value that there may be.
pub(crate) fn number(value: Option<bouton::Value>) -> Option<i64> {
    value.map(of_value)
}

#[pymethods]
impl Value {
    /// A lead from a number, an outcome from `"win"`, `"draw"` or `"loss"` with its plies.
    #[new]
    #[pyo3(signature = (value, plies=None))]
    fn new(value: &Bound<'_, PyAny>, plies: Option<u32>) -> PyResult<Value> {
        let plies = plies.map_or(Plies::Unknown, Plies::Of);
        if let Ok(word) = value.cast::<PyString>() {
            let outcome = match word.to_cow()?.as_ref() {
                "win" => Outcome::Win(plies),
                "draw" => Outcome::Draw,
                "loss" => Outcome::Loss(plies),
                _ => return Err(crate::error::value(value.py(), "an outcome is \"win\", \"draw\" or \"loss\"")),
            };
            return Ok(Value { value: bouton::Value::Outcome(outcome) });
        }
        Ok(Value { value: bouton::Value::Lead(value.extract()?) })
    }

    /// `"points"` or `"outcome"`.
    #[getter]
    fn kind(&self) -> &'static str {
        if self.word().is_some() { "outcome" } else { "points" }
    }

    /// My points minus theirs from here on; `None` in games without points.
    #[getter]
    fn lead(&self) -> Option<i64> {
        if let bouton::Value::Lead(lead) = self.value { Some(lead) } else { None }
    }

    /// `"win"`, `"draw"` or `"loss"`; `None` in games of points.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.word()
    }

    /// Moves to the end under best play, where somebody wins, play ends, and the moves were counted.
    #[getter]
    fn plies(&self) -> Option<u32> {
        bouton::answer::report::plies(self.value)
    }

    /// Whether play never ends, and the rules say who has won then.
    #[getter]
    fn endless(&self) -> bool {
        let bouton::Value::Outcome(outcome) = self.value else { return false };
        matches!(outcome, Outcome::Win(Plies::Endless) | Outcome::Loss(Plies::Endless))
    }

    /// The same seen by the other player.
    fn __neg__(&self) -> PyResult<Value> {
        let turned = self.value.negate().map(|value| Value { value });
        turned.ok_or_else(|| crate::error::bug("a lead has no opposite"))
    }

    /// A lead as it is; a win 1, a draw 0, a loss −1.
    fn __int__(&self) -> i64 {
        of_value(self.value)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, how: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let ordering = if let Ok(other) = other.cast::<Value>() {
            (self.value.kind() == other.get().value.kind()).then(|| self.value.cmp(&other.get().value))
        } else if let Ok(word) = other.cast::<PyString>() {
            let word = word.to_cow()?;
            return Ok(match (self.word(), how) {
                (Some(own), CompareOp::Eq) => (own == word).into_pyobject(py)?.to_owned().into_any().unbind(),
                (Some(own), CompareOp::Ne) => (own != word).into_pyobject(py)?.to_owned().into_any().unbind(),
                _ => py.NotImplemented(),
            });
        } else if other.is_instance_of::<PyInt>() {
            self.lead().map(|lead| other.extract::<i64>().map_or(Ordering::Less, |number| lead.cmp(&number)))
        } else {
            None
        };
        let Some(ordering) = ordering else { return Ok(py.NotImplemented()) };
        Ok(how.matches(ordering).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // Equal things have one hash: values that compare with numbers or words share theirs.
        match (self.lead(), self.word()) {
            (Some(lead), _) => lead.into_pyobject(py)?.hash(),
            (None, word) => word.into_pyobject(py)?.hash(),
        }
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        outcome_words(self.value, crate::language::current())
    }

    fn __repr__(&self) -> String {
        match (self.lead(), self.word().unwrap_or_default(), self.plies()) {
            (Some(lead), ..) => format!("Value({lead})"),
            (None, word, Some(plies)) => format!("Value('{word}', plies={plies})"),
            (None, word, None) => format!("Value('{word}')"),
        }
    }

    /// It never changes, so a copy is itself.
    fn __copy__(slf: Py<Value>) -> Py<Value> {
        slf
    }

    fn __deepcopy__(slf: Py<Value>, memo: &Bound<'_, PyAny>) -> Py<Value> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Value>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, own) = (slf.py(), slf.get());
        let class = py.get_type::<Value>().into_any();
        let args = match (own.lead(), own.word()) {
            (Some(lead), _) => (lead,).into_pyobject(py)?,
            (None, word) => (word, own.plies()).into_pyobject(py)?,
        };
        PyTuple::new(py, [class, args.into_any()])
    }
}
