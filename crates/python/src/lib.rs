//! Bouton in Python: each class wraps one thing of `bouton` or `bouton-teach`. What is plain Python stands beside it, in `bouton/`.
#![deny(unsafe_op_in_unsafe_fn)]

mod answer;
mod cases;
mod code;
mod columns;
mod error;
mod explore;
mod html;
mod instance;
mod json;
mod language;
mod many;
mod options;
mod own;
mod plan;
mod position;
mod rules;
mod run;
mod says;
mod shown;
mod value;

use pyo3::prelude::*;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<instance::Instance>()?;
    module.add_class::<plan::Plan>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Move>()?;
    module.add_class::<value::Value>()?;
    module.add_class::<answer::Answer>()?;
    module.add_class::<answer::Choice>()?;
    module.add_class::<answer::Entries>()?;
    module.add_class::<columns::Columns>()?;
    module.add_class::<shown::Why>()?;
    module.add_class::<shown::Table>()?;
    module.add_class::<shown::Tree>()?;
    module.add_class::<shown::Line>()?;
    module.add_class::<shown::Marks>()?;
    module.add_class::<shown::Recurrence>()?;
    module.add_class::<shown::Regret>()?;
    module.add_class::<shown::Worksheet>()?;
    module.add_class::<many::Answers>()?;
    module.add_class::<many::CaseAnswer>()?;
    module.add_class::<own::OwnAnswer>()?;
    module.add_function(wrap_pyfunction!(own::solve_own, module)?)?;
    module.add_function(wrap_pyfunction!(own::plan_own, module)?)?;
    module.add_function(wrap_pyfunction!(code::code, module)?)?;
    module.add_function(wrap_pyfunction!(explore::explore, module)?)?;
    module.add_function(wrap_pyfunction!(html::image, module)?)?;
    module.add_function(wrap_pyfunction!(many::solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(cases::cases, module)?)?;
    module.add_function(wrap_pyfunction!(cases::stress, module)?)?;
    module.add_function(wrap_pyfunction!(cases::drawn, module)?)?;
    module.add_function(wrap_pyfunction!(rules::gallery_game, module)?)?;
    module.add_function(wrap_pyfunction!(rules::gallery_games, module)?)?;
    module.add_function(wrap_pyfunction!(rules::gallery_near, module)?)?;
    module.add_function(wrap_pyfunction!(rules::no_game, module)?)?;
    module.add_function(wrap_pyfunction!(rules::open_solution, module)?)?;
    module.add_function(wrap_pyfunction!(rules::methods, module)?)?;
    module.add_function(wrap_pyfunction!(language::set_language, module)?)?;
    module.add_function(wrap_pyfunction!(language::language, module)?)?;
    Ok(())
}
