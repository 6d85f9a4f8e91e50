//! Statements in braces, and what happens when a brace is forgotten.

use super::{Parsed, Parser, recover::only_begins_line};
use crate::{
    diagnostic::Diagnostic,
    source::Span,
    syntax::{
        token::{Token, TokenKind},
        tree::{Block, Stmt, StmtKind},
    },
    table::words::Word,
};

impl Parser<'_> {
    /// `{ … }`; the brace may start a line of text. `what` says what the block holds.
    pub(super) fn block(&mut self, what: &'static str) -> Parsed<Block> {
        if self.kind() != TokenKind::LeftBrace {
            if let Some(block) = self.nested(|parser| Ok(parser.indented_block(what)))? {
                return Ok(block);
            }
            let help = say!("{what} stands in braces: `{{ … }}`");
            let code = if self.word() == Some(Word::Then) { "B017" } else { "B013" };
            return Err(self.missing_with(code, "`{`", help));
        }
        let open = self.bump();
        self.nested(|parser| Ok(parser.block_rest(open)))
    }

    fn block_rest(&mut self, open: Token) -> Block {
        let mut stmts = Vec::new();
        loop {
            while self.eat(TokenKind::Semicolon) {}
            match self.kind() {
                TokenKind::RightBrace => {
                    self.bump();
                    break;
                }
                TokenKind::End => {
                    self.brace_forgotten(open);
                    break;
                }
                TokenKind::Word(Word::Require | Word::Invariant)
                    if self.column(self.token()) > self.indentation(open) =>
                {
                    self.condition_as_line(&mut stmts);
                }
                TokenKind::Word(word) if only_begins_line(word) => {
                    if !self.line_inside(open, word) {
                        break;
                    }
                }
                _ => self.statement_into(&mut stmts),
            }
        }
        Block { span: self.since(open.span), stmts }
    }

    pub(super) fn statement_into(&mut self, stmts: &mut Vec<Stmt>) {
        let before = self.at;
        match self.statement() {
            Ok(stmt) => {
                // What ends with a block needs no `;` before the next statement.
                let closed = matches!(stmt.kind, StmtKind::If { .. } | StmtKind::For { .. });
                stmts.push(stmt);
                if closed || self.statement_ended() {
                    return;
                }
                self.leftover("statement");
            }
            Err(_) if self.at == before => _ = self.bump(),
            Err(_) => {}
        }
        self.skip_statement();
    }

    fn statement_ended(&self) -> bool {
        let token = self.token();
        token.first || matches!(token.kind, TokenKind::Semicolon | TokenKind::RightBrace)
    }

    /// A word that begins a line of the rules stands inside a block. At the start of a line of text and no further in than the
    /// line that holds the block, a `}` was forgotten: the block ends (false). Else the line is reported, and read all the same.
    fn line_inside(&mut self, open: Token, word: Word) -> bool {
        let token = self.token();
        if token.first && self.column(token) <= self.indentation(open) {
            self.brace_forgotten(open);
            return false;
        }
        let finding = Diagnostic::error("B012", say!("a `{}` line cannot stand inside braces", word.text()))
            .at(token.span, "")
            .at(open.span, "the block starts here")
            .help("close the block with `}` before this line, or move the line out");
        let finding = match word {
            Word::State | Word::Param => {
                finding.help("to change a variable write only `x = …`; for this move alone `var x = …`")
            }
            _ => finding,
        };
        self.report(finding);
        let mark = self.findings.mark();
        match self.nested(Self::line) {
            Ok(line) => self.hoisted.push(line),
            Err(_) => {
                self.findings.rewind(mark);
                self.skip_statement();
            }
        }
        if !self.statement_ended() {
            self.leftover("line");
            self.skip_statement();
        }
        true
    }

    /// `require` or `invariant` in a move: a `when` is meant.
    fn condition_as_line(&mut self, stmts: &mut Vec<Stmt>) {
        let span = self.bump().span;
        let word = self.slice(span);
        let finding = Diagnostic::error("B012", say!("a `{word}` line cannot stand inside braces")).at(span, "");
        self.report(finding.edit("a condition of a move is a `when`", span, "when"));
        match self.expr() {
            Ok(condition) => stmts.push(Stmt { span: span.to(condition.span), kind: StmtKind::When(condition) }),
            Err(_) => self.skip_statement(),
        }
        self.maybe_text();
        if !self.statement_ended() {
            self.skip_statement();
        }
    }

    /// The column of the first token in the token's line of text.
    pub(super) fn indentation(&self, token: Token) -> usize {
        let before = self.cut.tokens.partition_point(|other| other.line < token.line);
        self.column(self.cut.tokens[before])
    }

    pub(super) fn brace_forgotten(&mut self, open: Token) {
        if self.unclosed_at.replace(self.at) == Some(self.at) {
            return;
        }
        let end = self.last_span().end;
        let finding = Diagnostic::error("B009", "this `{` is never closed")
            .at(open.span, "opened here")
            .at(Span::new(end, end), "`}` expected here at the latest")
            .edit("add `}` on a line of its own", Span::new(end, end), "\n}");
        self.report(finding);
    }
}
