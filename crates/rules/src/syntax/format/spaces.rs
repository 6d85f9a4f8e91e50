//! Where a space stands between two tokens of one line of text.

use super::{Token, TokenKind, Word};
use crate::source::Source;

/// What is known about each token before spaces are set.
pub(super) struct Spacing<'a> {
    source: &'a Source,
    tokens: &'a [Token],
    notes: Vec<Note>,
}

/// What a token's surroundings say about it.
#[derive(Clone, Copy, Default)]
struct Note {
    /// A brace of a block, not of a set.
    block: bool,
    /// A minus before its operand.
    sign: bool,
    /// It stands inside round, square or set brackets.
    inside: bool,
    /// An `=` between a parameter and its value in an `example`.
    given: bool,
    /// A range operator between two short ends.
    tight: bool,
}

impl<'a> Spacing<'a> {
    pub(super) fn new(source: &'a Source, tokens: &'a [Token]) -> Self {
        let mut spacing = Spacing { source, tokens, notes: Vec::with_capacity(tokens.len()) };
        spacing.survey();
        spacing.ranges();
        spacing
    }

    /// Whether the token stands inside brackets of an expression.
    pub(super) fn in_expression(&self, at: usize) -> bool {
        self.notes[at].inside
    }

    /// Notes everything that can be known from the tokens before.
    fn survey(&mut self) {
        let mut open: Vec<bool> = Vec::new();
        let mut example = false;
        for at in 0..self.tokens.len() {
            let token = self.tokens[at];
            example = match token.kind {
                TokenKind::Word(Word::Example) => true,
                TokenKind::FatArrow => false,
                _ => example,
            };
            let inside = open.last() == Some(&false);
            let mut note = Note { inside, ..Note::default() };
            match token.kind {
                TokenKind::LeftBrace => note.block = self.is_block(at),
                TokenKind::RightBrace => note.block = open.last() == Some(&true),
                TokenKind::Minus => note.sign = !self.value_before(at),
                TokenKind::Assign => note.given = example && !inside,
                _ => {}
            }
            if token.kind.opens() {
                open.push(note.block);
            } else if token.kind.closes() {
                open.pop();
            }
            self.notes.push(note);
        }
    }

    fn before_kind(&self, at: usize) -> Option<TokenKind> {
        at.checked_sub(1).map(|before| self.tokens[before].kind)
    }

    fn is_block(&self, at: usize) -> bool {
        match self.before_kind(at) {
            // Behind a `?` stand the steps of a `let` with a type.
            Some(TokenKind::Word(Word::Else | Word::Normalise) | TokenKind::Question) => true,
            _ => self.value_before(at),
        }
    }

    /// Whether a value ends right before this token: then a minus is between two operands, and a brace opens a block.
    fn value_before(&self, at: usize) -> bool {
        let ends = self.before_kind(at).is_some_and(TokenKind::ends_value);
        ends && !self.after_leads_by(at)
    }

    /// `leads by` is followed by a value, though `by` looks like a name.
    fn after_leads_by(&self, at: usize) -> bool {
        at >= 2 && self.text(at - 1) == "by" && matches!(self.text(at - 2), "leads" | "lead")
    }

    fn text(&self, at: usize) -> &'a str {
        super::slice(self.source, self.tokens[at].span)
    }

    /// Notes the ranges whose ends are one word or number each.
    fn ranges(&mut self) {
        for at in 0..self.tokens.len() {
            if matches!(self.tokens[at].kind, TokenKind::Range | TokenKind::RangeUntil) {
                self.notes[at].tight = self.short_before(at) && self.short_after(at);
            }
        }
    }

    fn short_before(&self, at: usize) -> bool {
        let Some(end) = at.checked_sub(1).filter(|end| is_atom(self.tokens[*end].kind)) else { return false };
        let Some(before) = end.checked_sub(1) else { return true };
        self.notes[before].sign || !is_arithmetic(self.tokens[before].kind)
    }

    fn short_after(&self, at: usize) -> bool {
        let start = if self.notes.get(at + 1).is_some_and(|note| note.sign) { at + 2 } else { at + 1 };
        let (end, next) = (self.tokens.get(start), self.tokens.get(start + 1));
        let goes_on = next.is_some_and(|next| {
            is_arithmetic(next.kind) || matches!(next.kind, TokenKind::LeftParen | TokenKind::LeftBracket)
        });
        end.is_some_and(|token| is_atom(token.kind)) && !goes_on
    }

    /// Whether a space stands before the token, which is not the first of its line.
    pub(super) fn before(&self, at: usize) -> bool {
        let (before, here) = (at - 1, at);
        let (left, right) = (self.notes[before], self.notes[here]);
        match (self.tokens[before].kind, self.tokens[here].kind) {
            (TokenKind::LeftBrace, TokenKind::RightBrace) => false,
            (TokenKind::LeftBrace, _) => left.block,
            (_, TokenKind::RightBrace) => right.block,
            (TokenKind::LeftParen | TokenKind::LeftBracket, _) => false,
            (_, TokenKind::RightParen | TokenKind::RightBracket) => false,
            (_, TokenKind::Comma | TokenKind::Semicolon | TokenKind::Question) => false,
            (TokenKind::Minus, next) if left.sign => next == TokenKind::Minus,
            (TokenKind::Range | TokenKind::RangeUntil, _) => !left.tight,
            (_, TokenKind::Range | TokenKind::RangeUntil) => !right.tight,
            (TokenKind::Assign, _) => !left.given,
            (_, TokenKind::Assign) => !right.given,
            (_, TokenKind::LeftParen | TokenKind::LeftBracket) => !self.attaches(at),
            _ => true,
        }
    }

    /// Whether a bracket belongs to the value before it: a call or an index.
    fn attaches(&self, at: usize) -> bool {
        self.value_before(at)
    }
}

fn is_atom(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Name | TokenKind::Number | TokenKind::Word(Word::Me | Word::Opponent))
}

fn is_arithmetic(kind: TokenKind) -> bool {
    use TokenKind::{Ampersand, Caret, Minus, Percent, Pipe, Plus, SlashSlash, Star};
    matches!(kind, Ampersand | Caret | Minus | Percent | Pipe | Plus | SlashSlash | Star)
}
