//! What other languages write and this one says differently: reported once, and read as what was meant where that is known.

use super::{Parsed, Parser, Reported};
use crate::{
    diagnostic::{Diagnostic, quote},
    source::Span,
    syntax::{
        token::{Token, TokenKind},
        tree::{Block, Expr, ExprKind, Name, Stmt},
    },
    table::{foreign, helpers, words::Word},
};

/// Plain words that go on with a line after an expression: no helper takes them.
const PLAIN: [&str; 12] = ["to", "by", "as", "from", "with", "upward", "wins", "win", "loses", "lose", "leads", "draw"];

impl Parser<'_> {
    /// `a if c else b`, `c ? a : b`: a choice written as elsewhere, behind its first part.
    pub(super) fn foreign_choice(&mut self, first: Expr) -> Parsed<Expr> {
        match self.kind() {
            TokenKind::Question if self.on_line() => self.nested(|parser| parser.ternary(first)),
            TokenKind::Word(Word::If) if self.on_line() => self.nested(|parser| parser.value_first(first)),
            _ => Ok(first),
        }
    }

    fn ternary(&mut self, condition: Expr) -> Parsed<Expr> {
        let sign = self.bump().span;
        let then = self.expr()?;
        if !self.eat(TokenKind::Colon) {
            return Err(self.no_choice_sign(sign));
        }
        let otherwise = self.expr()?;
        let finding = Diagnostic::error("B004", "`? :` is not an operator here").at(sign, "");
        Ok(self.choice_meant(finding, condition, then, otherwise))
    }

    fn no_choice_sign(&mut self, sign: Span) -> Reported {
        let finding = Diagnostic::error("B004", "`?` is not an operator here")
            .at(sign, "")
            .help("a choice between two values is written `if c then a else b`");
        self.report(finding)
    }

    fn value_first(&mut self, then: Expr) -> Parsed<Expr> {
        let word = self.bump().span;
        let condition = self.expr()?;
        if !self.on_line() || !self.eat_word(Word::Else) {
            return Err(self.condition_last(word, condition.span));
        }
        let otherwise = self.expr()?;
        let finding = Diagnostic::error("B017", "an `if` starts with its condition").at(word, "");
        Ok(self.choice_meant(finding, condition, then, otherwise))
    }

    fn condition_last(&mut self, word: Span, condition: Span) -> Reported {
        let condition = crate::diagnostic::shorten(self.slice(condition));
        let finding = Diagnostic::error("B017", "an `if` cannot follow what it decides on")
            .at(word, "")
            .help(say!("a statement that is not always done is written `if {condition} {{ … }}`"))
            .help(say!("a choice between two values is written `if {condition} then … else …`"));
        self.report(finding)
    }

    fn choice_meant(&mut self, finding: Diagnostic, condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        let start = if condition.span.start < then.span.start { condition.span } else { then.span };
        let span = start.to(otherwise.span);
        let [c, a, b] = [&condition, &then, &otherwise].map(|part| self.slice(part.span));
        let meant = format!("if {c} then {a} else {b}");
        self.report(finding.edit(say!("write {}", quote(&meant)), span, meant));
        Expr { span, kind: ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)) }
    }

    /// `c.row`, `h.append(1)`: values have no parts behind a dot.
    pub(super) fn dotted(&mut self, base: &Expr) -> Parsed<Expr> {
        let dot = self.bump().span;
        if self.kind() == TokenKind::Number && self.on_line() {
            let place = self.bump().span;
            let meant = format!("{}[{}]", self.slice(base.span), self.slice(place));
            let finding = Diagnostic::error("B001", "values have no parts behind a dot").at(dot, "");
            self.report(finding.help(say!("write {}", quote(&meant))));
            return Ok(Expr { span: self.since(base.span), kind: ExprKind::Bad });
        }
        let part = if self.kind() == TokenKind::Name && self.on_line() { Some(self.take_name()) } else { None };
        let called = part.is_some() && self.on_line() && self.kind() == TokenKind::LeftParen;
        let args = if called { Some(self.bracketed(TokenKind::RightParen, Self::args)?) } else { None };
        let finding = Diagnostic::error("B001", "values have no parts behind a dot").at(dot, "");
        let finding = match part {
            Some(part) => self.instead_of_dot(finding, base, &part, args.as_deref()),
            None => finding.help("a range is written with two dots, `1..5`; a line needs no mark at its end"),
        };
        self.report(finding);
        Ok(Expr { span: self.since(base.span), kind: ExprKind::Bad })
    }

    fn instead_of_dot(&self, finding: Diagnostic, base: &Expr, part: &Name, args: Option<&[Expr]>) -> Diagnostic {
        let base = self.slice(base.span);
        let args = args.unwrap_or_default();
        let args = match args {
            [first, ..] => self.slice(first.span.to(args.last().map_or(first.span, |last| last.span))),
            [] => "…",
        };
        if let Some((_, meant)) = foreign::METHODS.iter().find(|(known, _)| *known == part.text) {
            let meant = meant.replace("xs", base).replace("ARGS", args);
            return finding.help(say!("write {}", quote(&meant)));
        }
        if let Some(row) = foreign::find(foreign::CALLS, &part.text) {
            return finding.help(row.help());
        }
        match helpers::named(&part.text) {
            Some(_) if args == "…" => finding.help(say!("write {}", quote(&format!("{}({base})", part.text)))),
            Some(_) => finding.help(say!("write {}", quote(&format!("{}({base}, {args})", part.text)))),
            None => {
                finding.help("what belongs together is kept in `state` variables of its own, in a list or on a board")
            }
        }
    }

    /// `max xs`: a helper without its brackets.
    pub(super) fn unbracketed_call(&mut self, base: Expr) -> Parsed<Expr> {
        let ExprKind::Name(text) = &base.kind else { return Ok(base) };
        if !self.takes_unbracketed(text) {
            return Ok(base);
        }
        let name = Name { text: text.clone(), span: base.span };
        let arg = self.place()?;
        let span = base.span.to(arg.span);
        let meant = format!("{}({})", name.text, self.slice(arg.span));
        let finding = Diagnostic::error("B013", say!("{} needs brackets around what it takes", quote(&name.text)))
            .at(arg.span, "")
            .edit(say!("write {}", quote(&meant)), span, meant);
        self.report(finding);
        Ok(Expr { span, kind: ExprKind::Call { name, args: vec![arg] } })
    }

    fn takes_unbracketed(&self, name: &str) -> bool {
        let token = self.token();
        let text = self.slice(token.span);
        token.kind == TokenKind::Name
            && self.on_line()
            && !PLAIN.contains(&text)
            && foreign::find(foreign::INFIX, text).is_none()
            && helpers::named(name).is_some_and(|row| row.forms.iter().all(|form| !form.takes.is_empty()))
    }

    /// `:` and lines further in, as in Python; or such lines alone, where the `{` was forgotten. One finding for all in a file.
    pub(super) fn indented_block(&mut self, what: &'static str) -> Option<Block> {
        let colon = self.kind() == TokenKind::Colon;
        let (token, next) = (self.token(), self.look(usize::from(colon)));
        let header = self.cut.tokens[self.at.checked_sub(1)?];
        let margin = self.indentation(header);
        let below = next.first && next.kind != TokenKind::End && self.column(next) > margin && begins_stmt(next.kind);
        if !(below || colon && !next.first && begins_stmt(next.kind)) {
            return None;
        }
        self.report_indented(token, colon, what);
        self.at += usize::from(colon);
        let stmts = if below { self.indented_stmts(margin) } else { self.same_line_stmts() };
        // Where only the `{` was forgotten, its `}` still comes; other languages close with `end`.
        let alone = self.token().first && self.look(1).first;
        if self.kind() == TokenKind::RightBrace || (self.word() == Some(Word::End) && alone) {
            self.bump();
        }
        Some(Block { span: self.since(token.span), stmts })
    }

    /// What an `if`, `else` or `for` does: a block, or one statement without its braces.
    pub(super) fn body(&mut self, what: &'static str) -> Parsed<Block> {
        let start = self.token().span;
        if !self.on_line() || !begins_stmt(self.kind()) {
            return self.block(what);
        }
        if !std::mem::replace(&mut self.indents_told, true) {
            self.missing_with("B013", "`{`", say!("{what} stands in braces: `{{ … }}`"));
        }
        let stmt = self.nested(Self::statement)?;
        if self.kind() == TokenKind::Semicolon && self.look(1).kind == TokenKind::Word(Word::Else) {
            self.bump();
        }
        Ok(Block { span: self.since(start), stmts: vec![stmt] })
    }

    /// `{ return x + 1 }` or `return x + 1` where a formula stands.
    pub(super) fn formula(&mut self) -> Parsed<Expr> {
        let brace = self.kind() == TokenKind::LeftBrace && self.on_line();
        let open = self.token().span;
        if brace {
            let finding = Diagnostic::error("B013", "the formula of a `def` has no braces").at(open, "");
            self.report(finding.help("write `def f(x) = …`: one formula, behind `=`"));
            self.bump();
        } else if self.on_line() && matches!(self.kind(), TokenKind::FatArrow | TokenKind::Arrow) {
            let span = self.bump().span;
            let finding = Diagnostic::error("B014", say!("expected `=`, found `{}`", self.slice(span))).at(span, "");
            self.report(finding.edit("`=` stands before the formula", span, "="));
        } else {
            self.assign("the formula")?;
        }
        let word = self.token();
        if word.kind == TokenKind::Name && self.slice(word.span) == "return" && !self.look(1).kind.is_change() {
            self.bump();
            if word.line == self.line_of(open) && !brace {
                let finding = Diagnostic::error("B013", "a formula needs no `return`").at(word.span, "");
                self.report(finding.edit("leave it out", word.span, ""));
            }
        }
        let body = self.expr()?;
        if brace {
            self.eat(TokenKind::RightBrace);
        }
        Ok(body)
    }

    fn line_of(&self, span: Span) -> u32 {
        let at = self.cut.tokens.partition_point(|token| token.span.start < span.start);
        self.cut.tokens.get(at).map_or(0, |token| token.line)
    }

    fn report_indented(&mut self, token: Token, colon: bool, what: &'static str) {
        if std::mem::replace(&mut self.indents_told, true) {
            return;
        }
        let end = self.last_span().end;
        let gap = Span::new(end, end);
        let finding = if colon {
            Diagnostic::error("B013", "expected `{`, found `:`").at(token.span, "")
        } else {
            Diagnostic::error("B013", "`{` is missing").at(gap, "expected `{` here")
        };
        let help = say!("{what} stands in braces, `{{ … }}`; the blanks before a line mean nothing");
        self.report(finding.help(help));
    }

    fn indented_stmts(&mut self, margin: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        loop {
            let token = self.token();
            while self.eat(TokenKind::Semicolon) {}
            let outside = token.first && self.column(token) <= margin;
            if outside || matches!(token.kind, TokenKind::End | TokenKind::RightBrace) {
                return stmts;
            }
            self.statement_into(&mut stmts);
        }
    }

    fn same_line_stmts(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        loop {
            while self.eat(TokenKind::Semicolon) {}
            if self.token().first || matches!(self.kind(), TokenKind::End | TokenKind::RightBrace) {
                return stmts;
            }
            self.statement_into(&mut stmts);
        }
    }
}

/// Whether a statement may begin so.
fn begins_stmt(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Word(word) => word.begins_statement(),
        kind => kind == TokenKind::Name,
    }
}
