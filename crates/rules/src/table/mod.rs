//! The families of the language, each one table: operators, helpers, statements, lines. Parser, checker, interpreter, docs and
//! completions read these; nothing else lists them again.

pub mod foreign;
pub mod helpers;
pub mod operators;
pub mod places;
pub mod types;
pub mod words;
