//! The options that commands share. Each command's own options stand with the command.

use crate::style::When;
use bouton::Limits;
use bouton::rules::diagnostic::nearest;
use bouton::rules::{Text, say};
use bouton_teach::program::{LANGUAGES, Language};
use bouton_teach::words::Lang;
use clap::{Args, ValueEnum};
use std::str::FromStr;
use std::time::Duration;

/// How answers look.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Look {
    /// The form of the answer
    #[arg(long, global = true, value_enum, default_value = "text", value_name = "FORMAT")]
    pub(crate) format: Format,
    /// When to use colour; NO_COLOR and CLICOLOR_FORCE are heeded too
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN", hide_short_help = true)]
    pub(crate) color: When,
    /// Write with the signs of a plain keyboard only
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) ascii: bool,
    /// No notes and no hints
    #[arg(long, short, global = true, hide_short_help = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more
    #[arg(long, short, global = true, hide_short_help = true)]
    pub(crate) verbose: bool,
    /// The language of explanations: en or zh [default: what BOUTON_LANG says, or en]; for `code`, that of programs
    #[arg(long, global = true, value_name = "LANG", hide_short_help = true)]
    pub(crate) lang: Vec<Tongue>,
}

/// A language: one that Bouton speaks, or one that it writes programs in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tongue {
    /// Of explanations.
    Spoken(Lang),
    /// Of programs.
    Written(Language),
}

impl FromStr for Tongue {
    type Err = Text;

    fn from_str(text: &str) -> Result<Tongue, Text> {
        if let Ok(tongue) = text.parse().map(Tongue::Written).or_else(|_: Text| text.parse().map(Tongue::Spoken)) {
            return Ok(tongue);
        }
        let known = ["en", "zh"].into_iter().chain(LANGUAGES.map(|(name, ..)| name));
        let near = nearest(text, known).map_or_else(Text::empty, |near| say!("; did you mean `{near}`?"));
        let written = Text::names(LANGUAGES.map(|(name, ..)| name));
        Err(say!("explanations are in en or zh, programs in {written}{near}"))
    }
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// JSON objects, one on each line.
    Jsonl,
    /// Comma-separated values.
    Csv,
    /// A table in Markdown.
    Md,
    /// LaTeX, to be put into a document.
    Latex,
    /// A picture.
    Svg,
    /// A graph for Graphviz.
    Dot,
    /// A page of its own.
    Html,
}

impl Format {
    /// What people type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Csv => "csv",
            Format::Md => "md",
            Format::Latex => "latex",
            Format::Svg => "svg",
            Format::Dot => "dot",
            Format::Html => "html",
        }
    }
}

/// Which game.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArgs {
    /// A gallery name, a problem number, a path to a .game or .sol file, or - for rules on standard input
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Parameters: name=JSON, a flat list as name=1,2,3, or name=@FILE with JSON or numbers
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) words: Vec<String>,
    /// Parameters from a JSON object in a file
    #[arg(long, value_name = "FILE.json")]
    pub(crate) params: Option<String>,
}

/// A solution that was worked out before: for commands that solve the game they are given.
#[derive(Clone, Debug, Args)]
pub(crate) struct FromArgs {
    /// Read the solution that `solve --save` wrote, if it is of these rules and parameters
    #[arg(long, value_name = "FILE.sol", hide_short_help = true)]
    pub(crate) from: Option<String>,
}

impl GameArgs {
    /// A game, or a solution file, without more.
    pub(crate) fn only(game: &str) -> GameArgs {
        GameArgs { game: game.to_owned(), words: Vec::new(), params: None }
    }
}

/// What reading a file may use at most.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct ReadArgs {
    /// Stop after this long: 500ms, 60s, 10m, 1h
    #[arg(long, value_name = "TIME", value_parser = crate::machine::read_time)]
    pub(crate) time: Option<Duration>,
    /// Use at most this much memory: 500M, 8G, 8GiB [default: what the machine has free]
    #[arg(long, value_name = "BYTES", value_parser = crate::machine::read_bytes)]
    pub(crate) memory: Option<u64>,
    /// Threads to use [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), hide_short_help = true)]
    pub(crate) threads: Option<u16>,
}

impl ReadArgs {
    /// The same as limits of a search that is not further restricted.
    pub(crate) fn limits(&self) -> LimitArgs {
        let ReadArgs { time, memory, threads } = *self;
        LimitArgs { time, memory, threads, ..LimitArgs::default() }
    }
}

/// What a search may use at most.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this long: 500ms, 60s, 10m, 1h
    #[arg(long, value_name = "TIME", value_parser = crate::machine::read_time)]
    pub(crate) time: Option<Duration>,
    /// Use at most this much memory: 500M, 8G, 8GiB [default: what the machine has free]
    #[arg(long, value_name = "BYTES", value_parser = crate::machine::read_bytes)]
    pub(crate) memory: Option<u64>,
    /// Solve at most this many positions: 1000, 2M, 1e8
    #[arg(long, value_name = "COUNT", value_parser = crate::machine::read_count)]
    pub(crate) positions: Option<u64>,
    /// Threads to use for one search [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), hide_short_help = true)]
    pub(crate) threads: Option<u16>,
    /// Run recurrences as they are written, without windows, to compare
    #[arg(long, hide_short_help = true)]
    pub(crate) no_rewrites: bool,
    /// Search even where a proven result tells the value, to compare
    #[arg(long, hide_short_help = true)]
    pub(crate) no_theorems: bool,
    /// Keep every position, not one for all its images under declared symmetries, to compare
    #[arg(long, hide_short_help = true)]
    pub(crate) no_symmetry: bool,
    /// Interpret the rules, without machine code, to compare
    #[arg(long, hide_short_help = true)]
    pub(crate) no_jit: bool,
}

/// Which positions are solved.
#[derive(Clone, Debug, Args)]
pub(crate) struct StartsArgs {
    /// Solve and keep every placement of the pieces, and of what they become, reached or not: a tablebase
    #[arg(long)]
    pub(crate) all_starts: bool,
}

impl StartsArgs {
    /// The limits of a search for these.
    pub(crate) fn limits(&self, limits: Limits) -> Limits {
        if self.all_starts { limits.all_starts() } else { limits }
    }
}

/// How to solve.
#[derive(Clone, Debug, Args)]
pub(crate) struct MethodArgs {
    /// Use this method only; `bouton methods` lists them
    #[arg(long, value_name = "NAME")]
    pub(crate) method: Option<String>,
}

/// One long search.
#[derive(Clone, Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) how: MethodArgs,
    /// Progress on stderr: a bar on a terminal, or lines for programs
    #[arg(long, value_enum, default_value = "auto", value_name = "HOW", hide_short_help = true)]
    pub(crate) progress: ProgressKind,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// How progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressKind {
    /// A bar, after a second, on a terminal.
    Auto,
    /// JSON objects, one on each line.
    Json,
    /// Not at all.
    Never,
}
