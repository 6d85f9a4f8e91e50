//! The language that words are said in: one for the whole program, unless a call names another.

use crate::error;
use bouton::rules::Text;
use bouton_teach::scene::Look;
use bouton_teach::words::Lang;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

static CHINESE: AtomicBool = AtomicBool::new(false);

/// The language of the program.
pub(crate) fn current() -> Lang {
    if CHINESE.load(Ordering::Relaxed) { Lang::Chinese } else { Lang::English }
}

/// Says everything in this language from now on: `"en"` or `"zh"`.
#[pyfunction]
#[pyo3(text_signature = "(language)")]
pub(crate) fn set_language(py: Python<'_>, language: &str) -> PyResult<()> {
    CHINESE.store(read(py, Some(language))? == Lang::Chinese, Ordering::Relaxed);
    Ok(())
}

/// The language that words are said in.
#[pyfunction]
pub(crate) fn language() -> &'static str {
    current().code()
}

/// The language that a call names, or that of the program.
pub(crate) fn read(py: Python<'_>, language: Option<&str>) -> PyResult<Lang> {
    language.map_or(Ok(current()), |language| language.parse().map_err(|why: Text| error::value(py, &why.to_string())))
}

/// How text looks in a language.
pub(crate) fn look(lang: Lang) -> Look {
    Look { lang, ascii: false }
}
