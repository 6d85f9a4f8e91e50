//! `move` lines.

use super::{Parsed, Parser};
use crate::diagnostic::{Diagnostic, quote};
use crate::syntax::{
    token::TokenKind,
    tree::{Choice, Clause, LineKind, Move, Name, Text},
};

impl Parser<'_> {
    pub(super) fn move_line(&mut self) -> Parsed<LineKind> {
        let name = self.name("the name of a move")?;
        let bracket = self.on_line() && self.kind() == TokenKind::LeftParen;
        let choices = if bracket { self.bracketed(TokenKind::RightParen, Self::choices)? } else { Vec::new() };
        let by = self.by()?;
        let words = self.as_words()?;
        let body = self.block("what the move does")?;
        Ok(LineKind::Move(Move { name, choices, by, words, body }))
    }

    /// Empty brackets are taken for none.
    pub(super) fn choices(&mut self) -> Parsed<Vec<Choice>> {
        let mut choices = Vec::new();
        while self.kind() != TokenKind::RightParen {
            let Clause { name, over, condition } = self.clause()?;
            choices.push(Choice { name, over, condition });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(choices)
    }

    fn by(&mut self) -> Parsed<Option<Name>> {
        if self.eat_plain("by") { self.name("the name of a player").map(Some) } else { Ok(None) }
    }

    fn as_words(&mut self) -> Parsed<Option<Text>> {
        if !self.eat_plain("as") {
            return Ok(None);
        }
        match self.maybe_text() {
            Some(text) => Ok(Some(text)),
            None if self.on_line() && self.kind() == TokenKind::Name => Ok(Some(self.bare_words())),
            None => Err(self.missing_with("B013", "a string", "say the move in words: `as \"take {x}\"`")),
        }
    }

    /// Words without their quotes: up to the last brace of the line of text.
    fn bare_words(&mut self) -> Text {
        let start = self.token().span;
        let line = (0..).map(|ahead| self.look(ahead)).take_while(|token| !token.first && token.kind != TokenKind::End);
        let kinds: Vec<TokenKind> = line.map(|token| token.kind).collect();
        let brace = kinds.iter().rposition(|kind| *kind == TokenKind::LeftBrace);
        self.at += brace.unwrap_or(kinds.len());
        let span = self.since(start);
        let text = self.slice(span).to_owned();
        let quoted = format!("\"{text}\"");
        let finding = Diagnostic::error("B013", "a move in words stands in quotes").at(span, "");
        self.report(finding.edit(format!("write {}", quote(&quoted)), span, quoted));
        Text { text, span }
    }
}
