//! Answers as people and programs read them.

pub(crate) mod json;
pub(crate) mod params;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod words;

use bouton::answer::LineEnd;
use bouton::rules::layout::Packed;
use bouton::{Instance, Report, Solution, Stop};
use clap::ValueEnum;

/// The longest line of best play that is worked out.
const LONGEST_LINE: usize = 1_000;

/// What is to be shown of a solved position. Without its whole line the totals of that line are not known either.
pub(crate) fn report(
    game: &Instance,
    solution: &Solution<Instance>,
    at: &Packed,
    wanted: Wanted,
) -> Result<Report, Stop> {
    let longest = if matches!(wanted, Wanted::Value | Wanted::Best) { 0 } else { LONGEST_LINE };
    let mut report = bouton::report(game, solution, at, longest)?;
    if report.line.end == LineEnd::Cut {
        report.totals = report.totals.filter(|totals| totals.exact);
    }
    Ok(report)
}

/// How much is wanted of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wanted {
    /// Only what the position is worth.
    Value,
    /// The value, and what each move is worth.
    Best,
    /// Everything that is shown, with every position solved.
    Table,
    /// Everything that is shown: the value, the moves, a line of best play.
    All,
}

impl Wanted {
    /// What the methods must find out.
    pub(crate) fn ask(self) -> bouton::Ask {
        match self {
            Wanted::Value => bouton::Ask::Value,
            Wanted::Best => bouton::Ask::BestMoves,
            Wanted::All => bouton::Ask::Line,
            Wanted::Table => bouton::Ask::Table,
        }
    }
}
