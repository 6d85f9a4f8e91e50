//! What is wrong so far, with a bound: text made to hurt gives a page of findings, not a million.

use crate::diagnostic::Diagnostic;

/// The most findings shown.
pub(super) const MAX_FINDINGS: usize = 50;

/// Findings, and how many more there were.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    dropped: usize,
}

/// How many findings there were at some moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize, usize);

impl Findings {
    /// Adds a finding, unless one starts at the same place: the first is the cause, the rest follow from it.
    pub(super) fn push(&mut self, finding: Diagnostic) {
        let start = finding.span().map(|span| span.start);
        let known = start.is_some() && self.list.iter().any(|other| other.span().map(|span| span.start) == start);
        if known {
            return;
        }
        if self.list.len() < MAX_FINDINGS {
            self.list.push(finding);
        } else {
            self.dropped += 1;
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.list.len(), self.dropped)
    }

    /// Forgets what was found since the mark.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.list.truncate(mark.0);
        self.dropped = mark.1;
    }

    /// All findings in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|finding| finding.span().map(|span| span.start));
        if self.dropped > 0 {
            let text = say!("and {} more errors", self.dropped);
            self.list.push(Diagnostic::error("B007", text).help("mend the errors above first"));
        }
        self.list
    }
}
