//! Whatever goes wrong, as an exception of `bouton.errors` with its fields.

use crate::json::to_python;
use crate::language;
use crate::options::said;
use bouton::error::Known;
use bouton::game::Fault;
use bouton::rules::Source;
use bouton::rules::diagnostic::{Diagnostic, Severity, render};
use bouton::rules::{Text, say};
use bouton::saved::Trouble;
use bouton::{Remedy, Stop};
use bouton_teach::findings::{finding_object, translated};
use bouton_teach::refusal::Refusal;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value as Json, json};

/// An exception of a class of `bouton.errors`.
fn raise(py: Python<'_>, class: &str, message: &str, findings: &[Json], fields: &Map<String, Json>) -> PyErr {
    let made = || -> PyResult<Bound<'_, PyAny>> {
        let findings = findings.iter().map(|finding| to_python(py, finding)).collect::<PyResult<Vec<_>>>()?;
        let named = PyDict::new(py);
        for (name, value) in fields {
            named.set_item(name, to_python(py, value)?)?;
        }
        py.import("bouton.errors")?.getattr("_made")?.call1((class, message, findings, named))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// A wrong value, in a sentence.
pub(crate) fn value(py: Python<'_>, message: &str) -> PyErr {
    let _ = py;
    PyValueError::new_err(message.to_owned())
}

/// One finding about no text.
pub(crate) fn plain(py: Python<'_>, class: &str, finding: Diagnostic) -> PyErr {
    findings(py, class, &Source::new("", ""), &[finding], &Map::new())
}

/// Findings about a text.
pub(crate) fn findings(
    py: Python<'_>,
    class: &str,
    source: &Source,
    found: &[Diagnostic],
    fields: &Map<String, Json>,
) -> PyErr {
    let lang = language::current();
    let found: Vec<Diagnostic> = found.iter().map(|finding| said(&translated(finding, lang))).collect();
    let objects: Vec<Json> = found.iter().map(|finding| finding_object(source, finding)).collect();
    let text: Vec<String> = found.iter().map(|finding| words(source, finding)).collect();
    raise(py, class, text.join("\n").trim_end(), &objects, fields)
}

/// A finding in words: with its lines where it has a place, else in a sentence.
pub(crate) fn words(source: &Source, finding: &Diagnostic) -> String {
    if !finding.labels.is_empty() && !source.text.is_empty() {
        return format!("\n{}", render(source, std::slice::from_ref(finding), false));
    }
    let notes = finding.notes.iter().map(|note| format!("\n   = {note}"));
    let help = finding.help.iter().map(|help| format!("\n  help: {}", help.text));
    let text: String = notes.chain(help).collect();
    format!("[{}] {}{text}", finding.code, finding.message)
}

/// A fault of rules, parameters or positions.
pub(crate) fn fault(py: Python<'_>, source: &Source, fault: &Fault) -> PyErr {
    let code = fault.diagnostic.code;
    let class = match code {
        "P07" => "PositionError",
        "M01" | "M02" | "M03" => "LimitReached",
        "M09" => "Interrupted",
        code if code.starts_with('P') => "ParameterError",
        _ => "RulesError",
    };
    findings(py, class, source, std::slice::from_ref(&fault.diagnostic), &Map::new())
}

/// A search that stopped.
pub(crate) fn stop(py: Python<'_>, source: &Source, stop: &Stop) -> PyErr {
    let mut fields = Map::new();
    if let Stop::Fault(trouble) = stop.why()
        && trouble.fault.diagnostic.code.starts_with('P')
    {
        // What is wrong with parameters or a typed position is no fault of play.
        return fault(py, source, &trouble.fault);
    }
    let class = match stop.why() {
        Stop::Cancelled => "Interrupted",
        Stop::Missing { .. } => "MissingPosition",
        Stop::Fault(trouble) => {
            fields.insert("position".into(), json!(trouble.position));
            fields.insert("path".into(), json!(trouble.path));
            let code = trouble.fault.diagnostic.code;
            if code.starts_with('M') { "LimitReached" } else { "RulesError" }
        }
        Stop::Cycle(back) => {
            fields.insert("position".into(), json!(back.positions.first()));
            fields.insert("path".into(), json!(back.reached_by));
            "RulesError"
        }
        _ => match stop.remedy() {
            Remedy::AllowMore => "LimitReached",
            Remedy::OtherMethod => "MethodError",
            Remedy::MendRules => "RulesError",
            Remedy::AskAgain => "SolutionFileError",
            Remedy::Report => "Fault",
        },
    };
    if matches!(class, "Interrupted" | "LimitReached") {
        let Known { at_least, at_most, .. } = stop.known();
        fields.insert("at_least".into(), json!(at_least.map(|value| value.to_string())));
        fields.insert("at_most".into(), json!(at_most.map(|value| value.to_string())));
    }
    findings(py, class, source, &[stop.diagnostic()], &fields)
}

/// What cannot be explained or drawn, with what would do.
pub(crate) fn refusal(py: Python<'_>, source: &Source, refusal: &Refusal) -> PyErr {
    if let Refusal::Stop(halted) = refusal {
        return stop(py, source, halted);
    }
    let code = if matches!(refusal, Refusal::TooLarge { .. }) { "T01" } else { "T02" };
    let lang = language::current();
    let mut finding = said(
        &refusal
            .instead(lang)
            .into_iter()
            .map(Text::code)
            .fold(Diagnostic::error(code, Text::code(refusal.say(lang))), Diagnostic::help),
    );
    if matches!(refusal, Refusal::TooLarge { .. }) {
        finding = finding.help(Text::code(lang.say("advice-frames", &[])));
    }
    plain(py, "Refused", finding)
}

/// A solution file that cannot be read or written.
pub(crate) fn trouble(py: Python<'_>, file: &str, trouble: &Trouble) -> PyErr {
    if let Trouble::Io(error) = trouble {
        let words = error.to_string();
        let number = error.raw_os_error();
        return match number {
            Some(number) => pyo3::exceptions::PyOSError::new_err((number, words, file.to_owned())),
            None => pyo3::exceptions::PyOSError::new_err(format!("{file}: {words}")),
        };
    }
    if let Trouble::Stopped(halted) = trouble {
        return stop(py, &Source::new("", ""), halted);
    }
    plain(py, "SolutionFileError", Diagnostic::error("V01", say!("`{file}`: {trouble}")))
}

/// The warnings about rules, as Python warns.
pub(crate) fn warn(py: Python<'_>, source: &Source, found: &[Diagnostic]) -> PyResult<()> {
    for finding in found.iter().filter(|finding| finding.severity == Severity::Warning) {
        let message = words(source, &said(&translated(finding, language::current())));
        let category = py.import("bouton.errors")?.getattr("RulesWarning")?;
        let given = PyDict::new(py);
        given.set_item("stacklevel", 4)?;
        py.import("warnings")?.getattr("warn")?.call((message, category), Some(&given))?;
    }
    Ok(())
}

/// The exception that a Python callback raised, as a sentence for a message.
pub(crate) fn told(py: Python<'_>, error: &PyErr) -> String {
    let shown = error.value(py).str().map(|text| text.to_string_lossy().into_owned());
    let class = error.get_type(py).name().map(|name| name.to_string()).unwrap_or_else(|_| "an exception".to_owned());
    shown.map_or_else(|_| class.clone(), |shown| format!("{class}: {shown}"))
}

/// Something that only Bouton itself can have got wrong.
pub(crate) fn bug(message: &str) -> PyErr {
    PyException::new_err(format!("a fault in Bouton, please report it: {message}"))
}
