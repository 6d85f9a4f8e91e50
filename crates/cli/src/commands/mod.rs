//! The commands, one file each.

mod batch;
mod cases;
mod check;
mod code;
mod completions;
mod doctor;
mod explain;
mod export;
mod fmt;
mod games;
mod gen_cases;
mod grade;
mod info;
mod line;
mod lsp;
mod man;
mod methods;
mod new;
mod octal;
mod page;
mod patterns;
mod plan;
mod play;
mod query;
mod recurrence;
mod refute;
mod serve;
mod solve;
mod stress;
mod table;
mod tree;
mod verify;
mod watch;
mod why;
mod worksheet;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::Format;
use crate::screen::Screen;
use bouton::rules::diagnostic::Diagnostic;
use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Args),
    Check(check::Args),
    Fmt(fmt::Args),
    New(new::Args),
    Games(games::Args),
    Batch(batch::Args),
    Why(why::Args),
    Line(line::Args),
    Recurrence(recurrence::Args),
    Table(table::Args),
    Tree(tree::Args),
    Play(play::Args),
    Serve(serve::Args),
    Page(page::Args),
    Plan(plan::Args),
    Info(info::Args),
    Verify(verify::Args),
    Query(query::Args),
    Export(export::Args),
    Methods(methods::Args),
    Octal(octal::Args),
    Gen(gen_cases::Args),
    Stress(stress::Args),
    Grade(grade::Args),
    Code(code::Args),
    Refute(refute::Args),
    Patterns(patterns::Args),
    Worksheet(worksheet::Args),
    Lsp(lsp::Args),
    Explain(explain::Args),
    Doctor(doctor::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Does it.
pub(crate) fn run(command: Command, screen: &mut Screen) -> Result<Exit, Failure> {
    if let Some(language) = screen.program.filter(|_| !matches!(command, Command::Code(_))) {
        let finding = Diagnostic::error("C06", format!("`{}` is a language of programs", language.name()));
        return Err(Failure::new(finding.help("`bouton code` writes programs; explanations are in en or zh")));
    }
    match command {
        Command::Solve(args) => solve::run(&args, screen),
        Command::Check(args) => check::run(&args, screen),
        Command::Fmt(args) => fmt::run(&args, screen),
        Command::New(args) => new::run(&args, screen),
        Command::Games(args) => games::run(&args, screen),
        Command::Batch(args) => batch::run(&args, screen),
        Command::Why(args) => why::run(&args, screen),
        Command::Line(args) => line::run(&args, screen),
        Command::Recurrence(args) => recurrence::run(&args, screen),
        Command::Table(args) => table::run(&args, screen),
        Command::Tree(args) => tree::run(&args, screen),
        Command::Play(args) => play::run(&args, screen),
        Command::Serve(args) => serve::run(&args, screen),
        Command::Page(args) => page::run(&args, screen),
        Command::Plan(args) => plan::run(&args, screen),
        Command::Info(args) => info::run(&args, screen),
        Command::Verify(args) => verify::run(&args, screen),
        Command::Query(args) => query::run(&args, screen),
        Command::Export(args) => export::run(&args, screen),
        Command::Methods(args) => methods::run(&args, screen),
        Command::Octal(args) => octal::run(&args, screen),
        Command::Gen(args) => gen_cases::run(&args, screen),
        Command::Stress(args) => stress::run(&args, screen),
        Command::Grade(args) => grade::run(&args, screen),
        Command::Code(args) => code::run(&args, screen),
        Command::Refute(args) => refute::run(&args, screen),
        Command::Patterns(args) => patterns::run(&args, screen),
        Command::Worksheet(args) => worksheet::run(&args, screen),
        Command::Lsp(args) => lsp::run(&args, screen),
        Command::Explain(args) => explain::run(&args, screen),
        Command::Doctor(args) => doctor::run(&args, screen),
        Command::Completions(args) => completions::run(&args, screen),
        Command::Man(args) => man::run(&args, screen),
    }
}

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
    let finding = Diagnostic::error("C06", format!("this command does not write `{}`", screen.format.name()));
    Err(Failure::new(finding.help(format!("one of: {}", names.join(", ")))))
}
