//! A text that is open in the editor.

use super::places::{Encoding, Lines};
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::services::Document;
use bouton::rules::{Rules, Source, Span};
use bouton_teach::editor::Study;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::time::Instant;

/// A text, what is known of it, and what is still to be done.
#[derive(Debug)]
pub(super) struct Open {
    /// How the editor numbers its changes.
    pub(super) version: Json,
    /// How the server does.
    pub(super) stamp: u64,
    /// The text, checked.
    pub(super) document: Document,
    /// Its rules, if they have no errors, for whoever plays them beside.
    pub(super) rules: Option<Arc<Rules>>,
    pub(super) lines: Lines,
    /// What playing told, where it is of this text.
    pub(super) study: Option<Study>,
    /// What is wrong, as far as it is known.
    pub(super) findings: Vec<Diagnostic>,
    /// When it changed last.
    pub(super) changed: Instant,
    /// Whether its findings are not told yet.
    pub(super) untold: bool,
    /// Whether nobody plays it yet.
    pub(super) unplayed: bool,
}

impl Open {
    pub(super) fn new(name: &str, text: String, version: Json, stamp: u64, encoding: Encoding) -> Open {
        let lines = Lines::new(&text, encoding);
        let mut document = Document::new(Source::new(name, text));
        let rules = document.checked.rules.clone().map(Arc::new);
        let findings = std::mem::take(&mut document.checked.findings);
        let changed = Instant::now();
        let unplayed = rules.is_some();
        Open { version, stamp, document, rules, lines, study: None, findings, changed, untold: true, unplayed }
    }

    pub(super) fn text(&self) -> &str {
        &self.document.source.text
    }

    pub(super) fn range(&self, span: Span) -> Json {
        self.lines.range(self.text(), span)
    }

    /// The text after changes of the protocol: of pieces, or of everything.
    pub(super) fn after(&self, changes: &[Json], encoding: Encoding) -> String {
        let (mut text, mut lines) = (self.text().to_owned(), self.lines.clone());
        for change in changes {
            let new = change.get("text").and_then(Json::as_str).unwrap_or("");
            match change.get("range").and_then(|range| lines.span(&text, range)) {
                Some(span) => text.replace_range(span.start as usize..span.end as usize, new),
                None => new.clone_into(&mut text),
            }
            lines = Lines::new(&text, encoding);
        }
        text
    }

    /// The byte that the position of a request names.
    pub(super) fn offset(&self, params: &Json) -> Option<u32> {
        self.lines.offset(self.text(), params.get("position")?)
    }

    /// An edit of the protocol.
    pub(super) fn edit(&self, span: Span, text: &str) -> Json {
        json!({"range": self.range(span), "newText": text})
    }
}
