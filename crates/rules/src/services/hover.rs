//! What the thing under the cursor is.

use super::Document;
use crate::names::Symbol;
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::table::helpers::{self, HelperRow};
use crate::table::operators::{BINARY, BinaryRow, COMPARE, CompareRow};
use crate::table::places::{PLACES, Place, PlaceRow};
use crate::table::types::{self, TypeRow};
use crate::table::words::{Word, WordRow};

/// What stands at a place.
#[derive(Clone, Copy, Debug)]
pub struct Hover<'d> {
    /// The place.
    pub span: Span,
    /// What is known of it.
    pub about: About<'d>,
}

/// Something of the rules, or of the language.
#[derive(Clone, Copy, Debug)]
pub enum About<'d> {
    /// A name that the rules declare.
    Symbol(&'d Symbol),
    /// A helper.
    Helper(&'static HelperRow),
    /// A word with a fixed meaning.
    Word(&'static WordRow),
    /// A type.
    Type(&'static TypeRow),
    /// A word that means something in its place.
    Place(&'static PlaceRow),
    /// An operator.
    Binary(&'static BinaryRow),
    /// A comparison.
    Compare(&'static CompareRow),
}

/// What stands at a byte; nothing for numbers, texts, brackets, comments and names that mean nothing.
#[must_use]
pub fn hover(document: &Document, offset: u32) -> Option<Hover<'_>> {
    let names = &document.checked.names;
    if let Some((symbol, span)) = names.at(offset) {
        return Some(Hover { span, about: About::Symbol(&names.symbols[symbol]) });
    }
    let (at, token) = document.token_at(offset).filter(|_| !document.in_comment(offset))?;
    let about = match token.kind {
        TokenKind::Word(word) => Some(About::Word(word.row())),
        TokenKind::Name => name(document, at, token),
        kind => kind.text().and_then(operator),
    };
    Some(Hover { span: token.span, about: about? })
}

/// A name that the rules do not declare.
fn name(document: &Document, at: usize, token: Token) -> Option<About<'static>> {
    let text = document.source.slice(token.span);
    let next = document.cut.tokens.get(at + 1).map(|token| token.kind);
    let helper = helpers::named(text).filter(|row| next == Some(TokenKind::LeftParen) || row.forms[0].takes.is_empty());
    if let Some(row) = helper {
        return Some(About::Helper(row));
    }
    let before = at.checked_sub(1).map(|before| document.cut.tokens[before].kind);
    let typed = matches!(before, Some(TokenKind::Colon | TokenKind::Word(Word::Of) | TokenKind::Assign));
    if let Some(row) = types::named(text).filter(|_| typed) {
        return Some(About::Type(row));
    }
    place(text, super::context::starter(document, token.span.start)).map(About::Place)
}

/// The row of a word in its place; some have two.
fn place(text: &str, line: Option<Word>) -> Option<&'static PlaceRow> {
    let fits = |row: &&PlaceRow| match line {
        Some(Word::Show) => matches!(row.place, Place::Show | Place::Style),
        Some(Word::Symmetry) => row.place == Place::Symmetry,
        _ => !matches!(row.place, Place::Show | Place::Style | Place::Symmetry),
    };
    PLACES.iter().filter(|row| row.text == text).find(fits)
}

fn operator(text: &'static str) -> Option<About<'static>> {
    let binary = BINARY.iter().find(|row| row.text == text).map(About::Binary);
    binary.or_else(|| COMPARE.iter().find(|row| row.text == text).map(About::Compare))
}
