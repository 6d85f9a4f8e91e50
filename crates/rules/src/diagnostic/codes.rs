//! Every code with a page of its own: what `bouton explain CODE` shows, and what the book lists.

pub mod sums;
pub mod text;

/// A code and what is to be known about it.
#[derive(Clone, Copy, Debug)]
pub struct CodeRow {
    /// The code, such as `B009`.
    pub code: &'static str,
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
static GROUPS: &[&[CodeRow]] = &[text::CODES, sums::CODES];

/// Every code.
pub fn all() -> impl Iterator<Item = &'static CodeRow> {
    GROUPS.iter().copied().flatten()
}

/// The page of a code, in capitals or not.
#[must_use]
pub fn find(code: &str) -> Option<&'static CodeRow> {
    all().find(|row| row.code.eq_ignore_ascii_case(code))
}
