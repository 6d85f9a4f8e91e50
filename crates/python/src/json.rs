//! Values on their way between Python and the rest: JSON stands between them, as it does on the command line.

use crate::error;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use serde_json::{Map, Number, Value as Json};

/// Lists inside lists go no deeper.
const DEEPEST: usize = 32;

/// What Python holds as JSON: numbers, texts, lists of any kind (tuples, sets, ranges, arrays), dicts.
fn inside(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Json> {
    if depth > DEEPEST {
        return Err(error::value(value.py(), "the lists go deeper than any parameter does"));
    }
    if value.is_none() {
        return Ok(Json::Null);
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Json::Bool(truth.is_true()));
    }
    if value.is_instance_of::<PyInt>() {
        return number(value);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Json::String(text.to_cow()?.into_owned()));
    }
    if value.is_instance_of::<PyFloat>() {
        return Ok(Number::from_f64(value.extract()?).map_or(Json::Null, Json::Number));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return Ok(Json::Object(entries(dict, depth)?));
    }
    // Numbers of other libraries are no `int`, but say which they are.
    if value.hasattr("__index__")? && !value.hasattr("__len__")? || is_scalar_array(value)? {
        return number(&value.call_method0("__index__")?);
    }
    if value.hasattr("dtype")? && !value.hasattr("__iter__")? {
        return inside(&value.call_method0("item")?, depth + 1);
    }
    let mut list = Vec::new();
    for entry in value.try_iter()? {
        list.push(inside(&entry?, depth + 1)?);
    }
    Ok(Json::Array(list))
}

/// Whether it is an array without a dimension: it has a number's methods and a list's.
fn is_scalar_array(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let whole = value.hasattr("shape")? && value.hasattr("__index__")?;
    Ok(whole && value.getattr("shape")?.len().is_ok_and(|dimensions| dimensions == 0))
}

fn number(value: &Bound<'_, PyAny>) -> PyResult<Json> {
    let number = value.extract::<i64>().map(Json::from).or_else(|_| value.extract::<u64>().map(Json::from));
    number.map_err(|_| error::value(value.py(), "only whole numbers of 64 bits can be read"))
}

fn entries(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Map<String, Json>> {
    dict.iter().map(|(name, value)| Ok((name.extract()?, inside(&value, depth + 1)?))).collect()
}

/// A dict as an object of JSON.
pub(crate) fn object(dict: &Bound<'_, PyDict>) -> PyResult<Map<String, Json>> {
    entries(dict, 0)
}

/// JSON as Python holds it.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Json::Null => py.None().into_bound(py),
        Json::Bool(truth) => PyBool::new(py, *truth).to_owned().into_any(),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Json::String(text) => PyString::new(py, text).into_any(),
        Json::Array(list) => {
            let entries: Vec<_> = list.iter().map(|entry| to_python(py, entry)).collect::<PyResult<_>>()?;
            PyList::new(py, entries)?.into_any()
        }
        Json::Object(object) => {
            let dict = PyDict::new(py);
            for (name, value) in object {
                dict.set_item(name, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}
