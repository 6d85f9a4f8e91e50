//! Every code with a page of its own: what `bouton explain CODE` shows, and what the book lists.

mod bounds;
mod given;
mod names;
mod play;
mod run;
mod structure;
pub mod sums;
pub mod text;
mod types;

/// When a fault is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The text is read.
    Read,
    /// The rules are checked, without playing.
    Check,
    /// Small instances are explored.
    Small,
    /// Parameters are given.
    Given,
    /// The game is played.
    Play,
    /// Examples are run.
    Example,
    /// A command is given, or a search is bounded: nothing in rules can show it.
    Command,
}

/// A code and what is to be known about it.
#[derive(Clone, Copy, Debug)]
pub struct CodeRow {
    /// The code, such as `B009`.
    pub code: &'static str,
    /// When it is found.
    pub stage: Stage,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// Why it is an error and what to do, in a few sentences.
    pub explanation: &'static str,
    /// A rules file that has the fault; empty where no short one has.
    pub bad: &'static str,
    /// The same file mended.
    pub good: &'static str,
}

/// The groups, in the order of their codes.
static GROUPS: &[&[CodeRow]] = &[
    text::CODES,
    names::CODES,
    types::CODES,
    bounds::CODES,
    structure::CODES,
    play::CODES,
    sums::CODES,
    given::CODES,
    run::CODES,
];

const fn row(
    code: &'static str,
    stage: Stage,
    title: &'static str,
    explanation: &'static str,
    bad: &'static str,
    good: &'static str,
) -> CodeRow {
    CodeRow { code, stage, title, explanation, bad, good }
}

/// Every code.
pub fn all() -> impl Iterator<Item = &'static CodeRow> {
    GROUPS.iter().copied().flatten()
}

/// The page of a code, in capitals or not.
#[must_use]
pub fn find(code: &str) -> Option<&'static CodeRow> {
    all().find(|row| row.code.eq_ignore_ascii_case(code))
}
