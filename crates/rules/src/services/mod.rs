//! What editors ask of rules as they are written: what a name means, where it is used, what may stand here, what is in the file.
//!
//! Answers are data with places in the text; whoever asks words and draws them. Nothing fails on unfinished text: what cannot be
//! told of it is absent. What takes playing is not told here.

mod complete;
mod context;
mod hover;
mod names;
mod outline;
mod templates;

pub use complete::{Completion, Offer, complete};
pub use hover::{About, Hover, hover};
pub use names::{Reference, Refused, definition, references, rename, renameable};
pub use outline::{Item, folds, outline};
pub use templates::{LINES, MOVES, MoveTemplate, plain};

use crate::check::Checked;
use crate::diagnostic::{Diagnostic, Edit};
use crate::source::{Source, Span};
use crate::syntax::lex::Tokens;
use crate::syntax::token::Token;
use crate::text::Text;

/// A text with all that is known of it.
#[derive(Debug)]
pub struct Document {
    /// The text.
    pub source: Source,
    /// What checking it told.
    pub checked: Checked,
    cut: Tokens,
}

impl Document {
    /// Reads and checks a text.
    #[must_use]
    pub fn new(source: Source) -> Document {
        let (checked, cut) = (crate::check::read(&source), crate::syntax::tokens(&source));
        Document { source, checked, cut }
    }

    /// The tokens that end before a byte, or at it.
    fn before(&self, offset: u32) -> &[Token] {
        &self.cut.tokens
            [..self.cut.tokens.partition_point(|token| token.span.end <= offset && token.span.start < offset)]
    }

    /// The token that covers a byte; one that ends right before it if no other does.
    fn token_at(&self, offset: u32) -> Option<(usize, Token)> {
        let next = self.cut.tokens.partition_point(|token| token.span.end <= offset);
        let covers = |at: &usize| {
            self.cut
                .tokens
                .get(*at)
                .is_some_and(|token| token.span.start <= offset && token.span.start < token.span.end)
        };
        let ends = |at: &usize| self.cut.tokens.get(*at).is_some_and(|token| token.span.end == offset);
        let at = Some(next).filter(covers).or_else(|| next.checked_sub(1).filter(ends))?;
        Some((at, self.cut.tokens[at]))
    }

    /// Whether a byte lies in a comment.
    fn in_comment(&self, offset: u32) -> bool {
        self.cut.comments.iter().any(|comment| comment.span.start < offset && offset <= comment.span.end)
    }
}

/// A finding's advice that is a change of the text, with the words of the advice.
pub fn fixes(finding: &Diagnostic) -> impl Iterator<Item = (&Text, &Edit)> {
    finding.help.iter().filter_map(|help| Some((&help.text, help.edit.as_ref()?)))
}

/// A text after edits that do not overlap.
#[must_use]
pub fn edited(text: &str, edits: &[Edit]) -> String {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| edit.span);
    let (mut whole, mut from) = (String::with_capacity(text.len()), 0);
    for edit in ordered {
        whole.push_str(text.get(from..edit.span.start as usize).unwrap_or(""));
        whole.push_str(&edit.text);
        from = from.max(edit.span.end as usize);
    }
    whole.push_str(text.get(from..).unwrap_or(""));
    whole
}

/// The change that puts a text in the one style; nothing where it is in it already.
///
/// # Errors
/// What is wrong with the text, if it cannot be read.
pub fn format(source: &Source) -> Result<Option<Edit>, Vec<Diagnostic>> {
    let text = crate::syntax::format(source)?;
    let all = Span::new(0, u32::try_from(source.text.len()).unwrap_or(u32::MAX));
    Ok((text != source.text).then_some(Edit { span: all, text }))
}
