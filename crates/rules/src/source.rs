//! Rules text and places in it.

/// A piece of the rules text: bytes `start ..< end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start ..< end`.
    #[must_use]
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, last: Span) -> Span {
        Span { start: self.start.min(last.start), end: self.end.max(last.end) }
    }

    /// Whether the other span lies in this one.
    pub(crate) fn holds(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// Rules text with the name it is shown under (a path, or `1140.game`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What messages call the text.
    pub name: String,
    /// The text itself.
    pub text: String,
}

impl Source {
    /// Text under a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// The text of a span; empty when the span lies outside or cuts a letter.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The place behind the last letter, and what writes a line of its own there.
    #[must_use]
    pub fn appended(&self, line: &str) -> (Span, String) {
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let before = if self.text.is_empty() || self.text.ends_with('\n') { "" } else { "\n" };
        (Span::new(end, end), format!("{before}{line}\n"))
    }

    /// Line and column of a byte, both counted from 1, columns in letters.
    #[must_use]
    pub fn line_column(&self, byte: u32) -> (usize, usize) {
        let byte = (byte as usize).min(self.text.len());
        let before = self.text.get(..byte).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}
