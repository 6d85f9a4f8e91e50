//! What is wrong with rules, said as data: code, message, places, notes and help. `codes` lists every code, `render` draws them.

pub mod codes;
mod excerpt;
mod render;
mod words;

pub use render::render;
pub use words::{harmless, in_quotes, listed, nearest, picture, quote, shorten};

use crate::source::Span;
use crate::text::Text;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The rules cannot be used.
    Error,
    /// The rules can be used, but something looks wrong.
    Warning,
}

/// A place in the text with words under its carets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// Words under the carets; may be empty.
    pub text: Text,
}

/// Something the reader can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The advice, lower case, no full stop.
    pub text: Text,
    /// The change to the text that follows the advice, where there is one.
    pub edit: Option<Edit>,
}

/// Put `text` in place of `span`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes.
    pub text: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code, such as `B060`; `bouton explain CODE` tells more.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// One sentence, lower case, no full stop, the reader's own text in backticks.
    pub message: Text,
    /// Where: the first label is the main place.
    pub labels: Vec<Label>,
    /// Facts that do not belong to one place (`it happens here: …`).
    pub notes: Vec<Text>,
    /// What to do about it.
    pub help: Vec<Help>,
}

impl Diagnostic {
    /// An error without a place yet.
    pub fn error(code: &'static str, message: impl Into<Text>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// A warning without a place yet.
    pub fn warning(code: &'static str, message: impl Into<Text>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// Adds a place; the first one added is the main one.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<Text>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<Text>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds advice in words.
    #[must_use]
    pub fn help(mut self, text: impl Into<Text>) -> Diagnostic {
        self.help.push(Help { text: text.into(), edit: None });
        self
    }

    /// Adds advice with the change that follows it.
    #[must_use]
    pub fn edit(mut self, text: impl Into<Text>, span: Span, replacement: impl Into<String>) -> Diagnostic {
        self.help.push(Help { text: text.into(), edit: Some(Edit { span, text: replacement.into() }) });
        self
    }

    /// The main place, if the finding has one.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}
