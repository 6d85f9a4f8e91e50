//! `let` lines: a value, perhaps with its type, perhaps with the steps that build it.

use super::{Parsed, Parser};
use crate::{
    diagnostic::Diagnostic,
    source::Span,
    syntax::{
        token::{Token, TokenKind},
        tree::{Block, Expr, LineKind, Stmt},
    },
};

impl Parser<'_> {
    /// `let n = len(xs)`, `let wall : grid[3, 3] of bool = false`, `let t { var x = 0; for i in xs { x += i }; x }`.
    pub(super) fn let_line(&mut self) -> Parsed<LineKind> {
        let name = self.name("a name")?;
        let typed = self.on_line() && self.kind() == TokenKind::Colon;
        let (at, mark) = (self.at, self.findings.mark());
        let mut ty = None;
        if typed {
            self.bump();
            ty = self.parse_type().ok();
            // `let n : 3` is `=` misspelt, and no type.
            let goes_on = ty.is_some() && matches!(self.kind(), TokenKind::Assign | TokenKind::LeftBrace);
            if !goes_on {
                self.findings.rewind(mark);
                (self.at, ty) = (at, None);
            }
        }
        if self.kind() == TokenKind::LeftBrace {
            let open = self.bump();
            let (steps, value) = self.nested(|parser| parser.steps(open))?;
            return Ok(LineKind::Let { name, ty, steps: Some(steps), value });
        }
        self.assign("its value")?;
        Ok(LineKind::Let { name, ty, steps: None, value: self.expr()? })
    }

    /// Statements, then the value, then the brace.
    fn steps(&mut self, open: Token) -> Parsed<(Block, Expr)> {
        let mut stmts: Vec<Stmt> = Vec::new();
        loop {
            while self.eat(TokenKind::Semicolon) {}
            match self.kind() {
                TokenKind::RightBrace => {
                    let end = self.last_span().end;
                    let finding = Diagnostic::error("B016", "the value is missing")
                        .at(Span::new(end, end), "expected here")
                        .help("the last thing inside the braces is the value: `let t { var x = 0; for i in 1..9 { x += i }; x }`");
                    let reported = self.report(finding);
                    self.bump();
                    return Err(reported);
                }
                TokenKind::End => {
                    self.brace_forgotten(open);
                    return Err(super::Reported);
                }
                TokenKind::Word(word) if word.begins_statement() => self.statement_into(&mut stmts),
                _ if self.assigns() => self.statement_into(&mut stmts),
                _ => break,
            }
        }
        let stmts = Block { span: self.since(open.span), stmts };
        let value = self.expr()?;
        while self.eat(TokenKind::Semicolon) {}
        if !self.eat(TokenKind::RightBrace) {
            return Err(self.missing_text("B013", "}", "the value is the last thing inside the braces"));
        }
        Ok((stmts, value))
    }

    /// Whether the statement at hand gives something a value: a `=` comes before its end.
    fn assigns(&self) -> bool {
        let mut open = 0_usize;
        for ahead in 0.. {
            let token = self.look(ahead);
            match token.kind {
                TokenKind::End => return false,
                _ if ahead > 0 && open == 0 && token.first => return false,
                TokenKind::Semicolon if open == 0 => return false,
                TokenKind::Assign | TokenKind::AddAssign | TokenKind::SubAssign if open == 0 => return true,
                kind if kind.opens() => open += 1,
                kind if kind.closes() && open == 0 => return false,
                kind if kind.closes() => open -= 1,
                _ => {}
            }
        }
        false
    }
}
