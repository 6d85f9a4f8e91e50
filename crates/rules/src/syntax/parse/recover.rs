//! Where reading goes on after a finding.

use super::Parser;
use crate::{
    diagnostic::nearest,
    source::Span,
    syntax::token::{Token, TokenKind},
    table::words::{Begins, WORDS, Word},
};

impl Parser<'_> {
    /// Skips to the next line of the rules. A word that can only begin a line ends the skip inside braces too: then a `}` was forgotten.
    pub(super) fn skip_line(&mut self) {
        let mut open = 0_usize;
        loop {
            let token = self.token();
            if token.kind == TokenKind::End || self.resumes(token, open) {
                return;
            }
            open = balance(open, token.kind);
            self.bump();
        }
    }

    fn resumes(&self, token: Token, open: usize) -> bool {
        match token.kind {
            _ if !token.first => false,
            TokenKind::Word(word) if open > 0 => only_begins_line(word),
            TokenKind::Word(word) => word.begins_line() || word.begins_statement(),
            TokenKind::Name => open == 0 && nearest_starter(self.slice(token.span)).is_some(),
            _ => false,
        }
    }

    /// Skips to the next statement of this block, or to the `}` that ends it.
    pub(super) fn skip_statement(&mut self) {
        let mut open = 0_usize;
        let start = self.at;
        loop {
            let token = self.token();
            let ended = match token.kind {
                TokenKind::End => true,
                TokenKind::Word(word) if token.first && only_begins_line(word) => true,
                TokenKind::RightBrace | TokenKind::Semicolon => open == 0,
                _ => token.first && open == 0 && self.at > start && !continues(token.kind),
            };
            if ended {
                return;
            }
            open = balance(open, token.kind);
            self.bump();
        }
    }

    /// How far a token stands from the start of its line of text, in bytes.
    pub(super) fn column(&self, token: Token) -> usize {
        let before = self.slice(Span::new(0, token.span.start));
        before.len() - before.rfind('\n').map_or(0, |at| at + 1)
    }
}

/// The word a line was meant to begin with.
pub(super) fn nearest_starter(text: &str) -> Option<Word> {
    let starters = WORDS.iter().filter(|row| row.word.begins_line()).map(|row| row.text);
    nearest(text, starters).and_then(Word::named)
}

/// Words that begin a line and never a statement.
pub(super) fn only_begins_line(word: Word) -> bool {
    word.row().begins == Begins::Line
}

/// Tokens that go on with a statement although they begin a line of text.
fn continues(kind: TokenKind) -> bool {
    let words = matches!(kind, TokenKind::FatArrow | TokenKind::Word(Word::Then | Word::Else) | TokenKind::LeftBrace);
    words || kind.is_operator()
}

fn balance(open: usize, kind: TokenKind) -> usize {
    if kind.opens() {
        open + 1
    } else if kind.closes() {
        open.saturating_sub(1)
    } else {
        open
    }
}
