//! `move` lines.

use super::{Parsed, Parser};
use crate::diagnostic::{Diagnostic, quote};
use crate::syntax::{
    token::TokenKind,
    tree::{Choice, Clause, LineKind, Move, Name, Stmt, StmtKind, Text},
};
use crate::table::words::Word;

impl Parser<'_> {
    pub(super) fn move_line(&mut self) -> Parsed<LineKind> {
        let name = self.name("the name of a move")?;
        let bracket = self.on_line() && self.kind() == TokenKind::LeftParen;
        let choices = match bracket {
            true => self.bracketed(TokenKind::RightParen, Self::choices)?,
            false if self.on_line() && self.look(1).kind == TokenKind::Word(Word::In) => self.bare_choices()?,
            false => Vec::new(),
        };
        let by = self.by()?;
        let words = self.as_words()?;
        let choices = if choices.is_empty() { self.late_choices()? } else { choices };
        let condition = self.condition_in_head()?;
        if condition.is_some() && self.on_line() && self.at_plain("as") {
            let finding = Diagnostic::error("B013", "the words of a move stand before its condition");
            let finding = finding.at(self.token().span, "").help("write `move NAME as \"words\" when … { … }`");
            return Err(self.report(finding));
        }
        let mut body = self.block("what the move does")?;
        body.stmts.splice(..0, condition);
        Ok(LineKind::Move(Move { name, choices, by, words, body }))
    }

    /// Empty brackets are taken for none.
    pub(super) fn choices(&mut self) -> Parsed<Vec<Choice>> {
        let mut choices = Vec::new();
        while self.kind() != TokenKind::RightParen {
            if self.word() == Some(Word::For) {
                let span = self.bump().span;
                let finding = Diagnostic::error("B013", "a choice needs no `for`").at(span, "");
                self.report(finding.edit("write `x in 1..n`", span, ""));
            }
            let begins = matches!(
                self.look(1).kind,
                TokenKind::Word(Word::In) | TokenKind::Colon | TokenKind::Assign | TokenKind::RightParen
            );
            if !choices.is_empty() && (!begins || self.look(1).kind == TokenKind::RightParen) {
                let finding = Diagnostic::error("B013", "a further choice is `y in …`").at(self.token().span, "");
                return Err(self.report(finding.help("to choose one of several values write `x in {1, 2}`")));
            }
            let Clause { name, over, condition } = self.clause()?;
            choices.push(Choice { name, over, condition });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(choices)
    }

    /// `move take x in 1..3 { … }`
    fn bare_choices(&mut self) -> Parsed<Vec<Choice>> {
        let start = self.token().span;
        let choices = self.choices()?;
        let span = self.since(start);
        let meant = format!("({})", self.slice(span));
        let finding = Diagnostic::error("B013", "the choices of a move stand in brackets").at(span, "");
        self.report(finding.edit(say!("write {}", quote(&meant)), span, meant));
        Ok(choices)
    }

    /// `move take by Ann (x in 1..3) { … }`
    fn late_choices(&mut self) -> Parsed<Vec<Choice>> {
        if !self.on_line() || self.kind() != TokenKind::LeftParen {
            return Ok(Vec::new());
        }
        let finding = Diagnostic::error("B013", "the choices stand right behind the name of the move")
            .at(self.token().span, "")
            .help("write `move take(x in 1..3) by NAME { … }`");
        self.report(finding);
        self.bracketed(TokenKind::RightParen, Self::choices)
    }

    /// `move take(x in 1..3) when x <= left { … }`: the first condition of the move.
    fn condition_in_head(&mut self) -> Parsed<Option<Stmt>> {
        let start = self.token().span;
        if !self.on_line() || !matches!(self.word(), Some(Word::When | Word::If)) {
            return Ok(None);
        }
        if self.bump().kind == TokenKind::Word(Word::If) {
            let finding = Diagnostic::error("B013", "expected `when`, found `if`").at(start, "");
            self.report(finding.edit("a condition of a move is a `when`", start, "when"));
        }
        let condition = self.expr()?;
        Ok(Some(Stmt { span: self.since(start), kind: StmtKind::When(condition) }))
    }

    pub(super) fn by(&mut self) -> Parsed<Option<Name>> {
        if self.on_line() && self.word() == Some(Word::For) && self.look(1).kind == TokenKind::Name {
            let span = self.token().span;
            let finding = Diagnostic::error("B013", "expected `by` or `{`, found `for`").at(span, "");
            self.report(finding.edit("who may make a move is said by `by`", span, "by"));
        } else if !self.at_plain("by") {
            return Ok(None);
        }
        self.bump();
        if let Some(word @ (Word::Me | Word::Opponent)) = self.word() {
            let finding = Diagnostic::error("B013", say!("`by {}` says nothing", word.text()))
                .at(self.token().span, "")
                .help("a move is always made by the player to move; `by NAME` leaves it to one of the two");
            self.report(finding);
            self.bump();
            return Ok(None);
        }
        let name = self.name("the name of a player")?;
        if self.on_line() && self.kind() == TokenKind::Comma {
            let finding = Diagnostic::error("B013", "`by` names one player").at(self.token().span, "");
            self.report(finding.help("leave `by` out where both may make the move"));
            while self.on_line() && matches!(self.kind(), TokenKind::Comma | TokenKind::Name) {
                self.bump();
            }
        }
        Ok(Some(name))
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
        self.report(finding.edit(say!("write {}", quote(&quoted)), span, quoted));
        Text { text, span }
    }
}
