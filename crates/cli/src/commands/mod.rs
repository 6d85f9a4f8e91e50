//! The commands, one file each, and the formats that each writes.

pub(crate) mod batch;
pub(crate) mod cases;
pub(crate) mod check;
pub(crate) mod code;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fmt;
pub(crate) mod games;
pub(crate) mod gen_cases;
pub(crate) mod grade;
pub(crate) mod info;
pub(crate) mod line;
pub(crate) mod lsp;
pub(crate) mod man;
pub(crate) mod methods;
pub(crate) mod new;
pub(crate) mod octal;
pub(crate) mod page;
pub(crate) mod patterns;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod query;
pub(crate) mod recurrence;
pub(crate) mod refute;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod stress;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod value;
pub(crate) mod verify;
pub(crate) mod watch;
pub(crate) mod why;
pub(crate) mod worksheet;

use crate::failure::Failure;
use crate::options::Format;
use crate::screen::Screen;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};

/// The formats of commands that do not write just text and JSON.
const FORMATS: &[(&str, &[Format])] = &[
    ("fmt", &[Format::Text]),
    ("line", &[Format::Text, Format::Md, Format::Json, Format::Jsonl]),
    ("lsp", &[Format::Text]),
    ("new", &[Format::Text]),
    ("octal", &[Format::Text, Format::Json, Format::Jsonl, Format::Csv]),
    ("page", &[Format::Text]),
    ("play", &[Format::Text]),
    ("recurrence", &[Format::Text, Format::Latex, Format::Html, Format::Json, Format::Jsonl]),
    ("serve", &[Format::Text]),
    ("solve", &[Format::Text, Format::Json, Format::Jsonl, Format::Csv, Format::Md]),
    (
        "table",
        &[Format::Text, Format::Md, Format::Latex, Format::Csv, Format::Svg, Format::Html, Format::Json, Format::Jsonl],
    ),
    ("tree", &[Format::Text, Format::Dot, Format::Svg, Format::Json, Format::Jsonl]),
    ("why", &[Format::Text, Format::Md, Format::Json, Format::Jsonl]),
    ("worksheet", &[Format::Text, Format::Html, Format::Latex, Format::Json, Format::Jsonl]),
];

/// The formats that a command writes.
pub(crate) fn formats(command: &str) -> &'static [Format] {
    let own = FORMATS.iter().find(|(name, _)| *name == command);
    own.map_or(&[Format::Text, Format::Json, Format::Jsonl], |(_, formats)| formats)
}

/// Refuses a format that a command does not write.
fn only(screen: &Screen, command: &str) -> Result<(), Failure> {
    let known = formats(command);
    if known.contains(&screen.format) {
        return Ok(());
    }
    let names: Vec<&str> = known.iter().map(|format| format.name()).collect();
    let finding = Diagnostic::error("C06", say!("this command does not write `{}`", screen.format.name()));
    Err(Failure::new(finding.help(say!("one of: {}", Text::names(names)))))
}
