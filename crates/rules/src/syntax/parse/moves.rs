//! `move` lines.

use super::{Parsed, Parser};
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
            None => Err(self.missing_with("B013", "a string", "say the move in words: `as \"take {X}\"`")),
        }
    }
}
