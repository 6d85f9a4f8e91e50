//! The command line: its words to a command, and the command to what does it.

use crate::commands::{
    batch, check, code, completions, doctor, explain, export, fmt, formats, games, gen_cases, grade, info, line, lsp,
    man, methods, new, octal, page, patterns, plan, play, query, recurrence, refute, serve, solve, stress, table, tree,
    value, verify, why, worksheet,
};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::help::FORM;
use crate::options::{Format, Look};
use crate::refusal::Refused;
use crate::screen::Screen;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::say;
use clap::builder::styling::Style;
use clap::builder::{EnumValueParser, Styles};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

const EXAMPLES: &str = "Examples:
  bouton solve 1140 'piles=[2,7,9,4,4]'     a game of the gallery by its problem number
  bouton new my-game                        a rules file to start from
  bouton check my-game.game                 errors, a look at small games, examples";

const EXITS: &str = "Exit codes:
  0    solved, yes
  1    no: a mismatch, a failed example or check
  2    a bad command, bad rules or parameters
  3    stopped at a limit
  4    a fault in Bouton
  130  interrupted";

/// Solves two-player games exactly: what every position is worth, which moves are best, and why.
#[derive(Debug, Parser)]
#[command(name = "bouton", version, arg_required_else_help = true, subcommand_required = true, max_term_width = 100)]
#[command(styles = plain_styles(), after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXITS}"))]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) look: Look,
    #[command(subcommand)]
    pub(crate) command: Command,
}

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
    Value(value::Args),
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
        let finding = Diagnostic::error("C06", say!("`{}` is a language of programs", language.name()));
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
        Command::Value(args) => value::run(&args, screen),
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
        Command::Completions(args) => completions::run(&args, &described(), screen),
        Command::Man(args) => man::run(&args, described(), screen),
    }
}

/// Reads the command line of this process.
pub(crate) fn read() -> Result<Asked, Refused> {
    let words: Vec<_> = std::env::args_os().collect();
    if words.get(1..).is_some_and(|words| words == ["help", "--llm"]) {
        return Ok(Asked::Primer);
    }
    let mut command = described();
    let read = command.try_get_matches_from_mut(words.clone()).and_then(|matches| Cli::from_arg_matches(&matches));
    read.map(Box::new).map(Asked::Command).map_err(|error| Refused::new(error, &words, described))
}

/// What the words on the command line ask for.
pub(crate) enum Asked {
    /// A command.
    Command(Box<Cli>),
    /// What a language model needs to write rules: `bouton help --llm`.
    Primer,
}

/// The whole command line, for help, completions and the man page.
pub(crate) fn described() -> clap::Command {
    Cli::command().mut_subcommands(|command| {
        let names: Vec<&str> = formats(command.get_name()).iter().map(|format| format.name()).collect();
        let format = Arg::new("format").long("format").value_name("FORMAT").default_value("text").display_order(0);
        let format = format.value_parser(EnumValueParser::<Format>::new()).hide_possible_values(true);
        command.arg(format.help_heading("Output").help(format!("{FORM}: {}", names.join(", "))))
    })
}

/// Bold headings, no colour.
fn plain_styles() -> Styles {
    let bold = Style::new().bold();
    Styles::plain().header(bold).usage(bold).literal(bold)
}
