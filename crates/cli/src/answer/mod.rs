//! Answers as people and programs read them.

pub(crate) mod json;
pub(crate) mod line;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod words;

use bouton::answer::LineEnd;
use bouton::rules::layout::Packed;
use bouton::{Instance, Limits, Report, Silent, Solution, Stop};
use clap::ValueEnum;
use line::Longest;

/// What is to be shown of a solved position. Without its whole line the totals of that line are not known either.
pub(crate) fn report(
    game: &Instance,
    solution: &Solution<Instance>,
    at: &Packed,
    wanted: Wanted,
    longest: Option<Longest>,
    limits: &Limits,
) -> Result<Report, Stop> {
    let longest = match wanted {
        Wanted::Value | Wanted::Nimber | Wanted::Best => 0,
        // A longer line that the method told is read from there, move by move.
        Wanted::Table | Wanted::All if solution.line.is_some() => {
            Longest::USUAL.0.min(longest.unwrap_or(Longest::USUAL).0)
        }
        Wanted::Table | Wanted::All => longest.unwrap_or(Longest::USUAL).0,
    };
    let mut report = bouton::report(game, solution, at, longest)?;
    if report.line.end == LineEnd::Cut {
        report.totals = report.totals.filter(|totals| totals.exact);
    }
    if wanted == Wanted::Nimber && report.nimber.is_none() {
        report.nimber = bouton::nimber_of(game, at, limits, &Silent)?;
    }
    Ok(report)
}

/// How much is wanted of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wanted {
    /// Only what the position is worth.
    Value,
    /// What it is worth, and its nimber.
    Nimber,
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
            Wanted::Value | Wanted::Nimber => bouton::Ask::Value,
            Wanted::Best => bouton::Ask::BestMoves,
            Wanted::All => bouton::Ask::Line,
            Wanted::Table => bouton::Ask::Table,
        }
    }
}
