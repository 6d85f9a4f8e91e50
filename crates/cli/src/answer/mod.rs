//! Answers as people and programs read them.

pub(crate) mod json;
pub(crate) mod params;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod words;

use clap::ValueEnum;

/// The longest line of best play that is worked out.
pub(crate) const LONGEST_LINE: usize = 1_000;

/// How much is wanted of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wanted {
    /// Only what the position is worth.
    Value,
    /// The value, and what each move is worth.
    Best,
    /// The same, with a line of best play, and every position solved.
    Table,
    /// Everything.
    All,
}

impl Wanted {
    /// What the methods must find out.
    pub(crate) fn ask(self) -> bouton::Ask {
        match self {
            Wanted::Value => bouton::Ask::Value,
            Wanted::Best => bouton::Ask::BestMoves,
            Wanted::Table | Wanted::All => bouton::Ask::Table,
        }
    }
}
