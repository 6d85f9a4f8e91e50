//! Statements.

use super::{Parsed, Parser, Reported};
use crate::source::Span;
use crate::{
    diagnostic::{Diagnostic, nearest, quote},
    syntax::{
        token::TokenKind,
        tree::{AssignOp, Else, Expr, ExprKind, Name, Stmt, StmtKind},
    },
    table::{
        foreign,
        words::{WORDS, Word},
    },
};

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Parsed<Stmt> {
        let start = self.token().span;
        let kind = match self.word() {
            Some(_) if self.at_misnamed() && self.look(1).kind.is_change() => self.assignment()?,
            Some(word) if word.begins_statement() => self.word_statement(word)?,
            Some(word @ (Word::Me | Word::Opponent)) => return Err(self.bare_outcome(word)),
            Some(Word::Else) => return Err(self.lone_else()),
            _ => self.assignment()?,
        };
        Ok(Stmt { span: self.since(start), kind })
    }

    fn word_statement(&mut self, word: Word) -> Parsed<StmtKind> {
        self.bump();
        match word {
            Word::When => self.when(),
            Word::Let => self.binding().map(|(name, value)| StmtKind::Let { name, value }),
            Word::Var => self.binding().map(|(name, value)| StmtKind::Var { name, value }),
            Word::Gain => self.gain(),
            Word::Again => Ok(StmtKind::Again),
            Word::Turn => self.turn(),
            Word::End => self.end_statement(),
            Word::If => self.if_statement(),
            Word::For => self.for_statement(),
            _ => Ok(StmtKind::Break),
        }
    }

    /// `name = value`
    pub(super) fn binding(&mut self) -> Parsed<(Name, Expr)> {
        let name = self.name("a name")?;
        if !self.typed_binding() {
            self.assign("its value")?;
        }
        Ok((name, self.expr()?))
    }

    /// `let k : 1..9 = 3`: the type is left out.
    fn typed_binding(&mut self) -> bool {
        let (at, mark, colon) = (self.at, self.findings.mark(), self.token().span);
        if !self.on_line() || !self.eat(TokenKind::Colon) {
            return false;
        }
        let typed = self.parse_type().is_ok() && self.on_line() && self.kind() == TokenKind::Assign;
        self.findings.rewind(mark);
        if !typed {
            self.at = at;
            return false;
        }
        let span = self.since(colon);
        let finding = Diagnostic::error("B013", "a `let` or `var` has no type").at(span, "");
        self.report(finding.edit("leave it out: it follows from the value", span, ""));
        self.bump();
        true
    }

    /// `=`; `==` and `:` are taken for it.
    pub(super) fn assign(&mut self, before: &'static str) -> Parsed<()> {
        if self.on_line() && self.eat(TokenKind::Assign) {
            return Ok(());
        }
        if self.on_line() && matches!(self.kind(), TokenKind::Equal | TokenKind::Colon) {
            let token = self.bump();
            let text = self.slice(token.span);
            let finding = Diagnostic::error("B014", say!("expected `=`, found `{text}`"));
            self.report(finding.at(token.span, "").edit(say!("`=` stands before {before}"), token.span, "="));
            return Ok(());
        }
        Err(self.missing_text("B013", "=", say!("`=` stands before {before}")))
    }

    fn when(&mut self) -> Parsed<StmtKind> {
        let condition = self.expr()?;
        if self.kind() == TokenKind::LeftBrace && self.on_line() {
            let finding = Diagnostic::error("B013", "a `when` has no braces: it goes for the whole move")
                .at(self.token().span, "")
                .help("leave the braces out; what is done only sometimes stands in `if … { … }`");
            self.report(finding);
            self.block("what the move does")?;
        }
        Ok(StmtKind::When(condition))
    }

    fn turn(&mut self) -> Parsed<StmtKind> {
        let start = self.last_span();
        if matches!(self.kind(), TokenKind::Assign | TokenKind::Equal) && self.on_line() {
            let sign = self.bump().span;
            let finding = Diagnostic::error("B014", "`turn` is no variable, and takes no `=`")
                .at(sign, "")
                .note("the turn passes by itself after every move; `turn` is for when it goes another way");
            self.report(finding.edit("say who moves next: `turn NAME`", start.to(sign), "turn"));
        }
        Ok(StmtKind::Turn(self.expr()?))
    }

    fn gain(&mut self) -> Parsed<StmtKind> {
        let start = self.token().span;
        let whom_first = matches!(self.kind(), TokenKind::Word(Word::Me | Word::Opponent) | TokenKind::Name)
            && matches!(self.look(1).kind, TokenKind::Number | TokenKind::Name)
            && !self.look(1).first
            && self.slice(self.look(1).span) != "to";
        if whom_first {
            let whom = self.who("a player")?;
            let amount = self.expr()?;
            let span = self.since(start);
            let meant = format!("{} to {}", self.slice(amount.span), self.slice(start));
            let finding = Diagnostic::error("B013", "how many points stands before who gets them").at(span, "");
            self.report(finding.edit(say!("write {}", quote(&format!("gain {meant}"))), span, meant));
            return Ok(StmtKind::Gain { amount, to: Some(whom) });
        }
        let amount = self.expr()?;
        let to = if self.eat_plain("to") { Some(self.who("a player")?) } else { None };
        Ok(StmtKind::Gain { amount, to })
    }

    fn end_statement(&mut self) -> Parsed<StmtKind> {
        let when = self.on_line() && self.eat_word(Word::When);
        let condition = if when { Some(self.expr()?) } else { None };
        Ok(StmtKind::End { condition, outcome: self.maybe_outcome()? })
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        let condition = self.expr()?;
        let then = self.body("what an `if` does")?;
        let otherwise = if self.eat_word(Word::Else) { Some(self.otherwise()?) } else { None };
        Ok(StmtKind::If { condition, then, otherwise })
    }

    fn otherwise(&mut self) -> Parsed<Else> {
        if self.word() != Some(Word::If) {
            return self.body("what an `else` does").map(Else::Block);
        }
        let start = self.bump().span;
        let kind = self.nested(Self::if_statement)?;
        Ok(Else::If(Box::new(Stmt { span: self.since(start), kind })))
    }

    fn for_statement(&mut self) -> Parsed<StmtKind> {
        let bracket = self.kind() == TokenKind::LeftParen && self.on_line();
        if bracket {
            let finding = Diagnostic::error("B013", "a `for` has no brackets").at(self.token().span, "");
            let reported = self.report(finding.help("write `for x in 1..n { … }`"));
            if self.look(2).kind != TokenKind::Word(Word::In) {
                return Err(reported);
            }
            self.bump();
        }
        let name = self.name("a name")?;
        if !self.eat_word(Word::In) {
            return Err(self.missing_text("B013", "in", "say what the name runs over: `for x in 1..n { … }`"));
        }
        let over = self.expr()?;
        if bracket {
            self.eat(TokenKind::RightParen);
        }
        let body = self.body("what a `for` does")?;
        Ok(StmtKind::For { name, over, body })
    }

    /// `place = value`, `place += value`, `place, place = value, value`.
    fn assignment(&mut self) -> Parsed<StmtKind> {
        let place = self.assigned_place()?;
        if self.on_line() && self.kind() == TokenKind::Comma {
            return self.assign_many(place);
        }
        let op = self.assign_op(&place)?;
        Ok(StmtKind::Assign { place, op, value: self.expr()? })
    }

    fn assigned_place(&mut self) -> Parsed<Expr> {
        if self.kind() != TokenKind::Name && !self.at_misnamed() {
            return Err(self.no_statement());
        }
        if let Some(reported) = self.foreign_statement() {
            return Err(reported);
        }
        let place = self.place()?;
        if is_place(&place) {
            return Ok(place);
        }
        if place.kind == ExprKind::Bad {
            return Err(Reported);
        }
        Err(self.unchangeable(&place))
    }

    fn unchangeable(&mut self, place: &Expr) -> Reported {
        let text = self.slice(place.span);
        let finding = Diagnostic::error("B013", say!("{} cannot be changed", quote(text))).at(place.span, "");
        let list = match &place.kind {
            ExprKind::Call { args, .. } => args.first().filter(|arg| is_place(arg)),
            _ => None,
        };
        let name = match &place.kind {
            ExprKind::Call { name, .. } => name.text.as_str(),
            _ => "",
        };
        let method = foreign::METHODS.iter().find(|row| row.0 == name && crate::table::helpers::named(name).is_none());
        let meant = list.map(|list| match (self.slice(list.span), method) {
            (list, Some((_, meant))) => meant.replace("xs", list).replace("ARGS", "…"),
            (list, None) => format!("{list} = {text}"),
        });
        self.report(match meant {
            Some(meant) => finding
                .note("a helper or `def` changes nothing, it gives a value")
                .help(say!("to keep what it gives write {}", quote(&meant))),
            None => finding
                .help("a statement changes a variable: `x = …`, `xs[i] += …`; a helper or `def` only gives a value"),
        })
    }

    fn assign_op(&mut self, place: &Expr) -> Parsed<AssignOp> {
        let op = match self.kind() {
            _ if !self.on_line() => return Err(self.no_assignment(place)),
            TokenKind::AddAssign => AssignOp::Add,
            TokenKind::SubAssign => AssignOp::Sub,
            TokenKind::Assign | TokenKind::Equal | TokenKind::Colon => {
                self.assign("the new value")?;
                return Ok(AssignOp::Set);
            }
            _ => return Err(self.no_assignment(place)),
        };
        self.bump();
        Ok(op)
    }

    fn assign_many(&mut self, first: Expr) -> Parsed<StmtKind> {
        let mut places = vec![first];
        while self.on_line() && self.eat(TokenKind::Comma) {
            places.push(self.assigned_place()?);
        }
        self.assign("the new values")?;
        let mut values = vec![self.expr()?];
        while self.on_line() && self.eat(TokenKind::Comma) {
            values.push(self.expr()?);
        }
        if places.len() == values.len() {
            return Ok(StmtKind::AssignMany { places, values });
        }
        Err(self.uneven(&places, &values))
    }

    fn uneven(&mut self, places: &[Expr], values: &[Expr]) -> Reported {
        let (left, right) = (span_of(places), span_of(values));
        let message = say!("the number of places is {}, but the number of values is {}", places.len(), values.len());
        let finding = Diagnostic::error("B013", message).at(left, "these places").at(right, "these values");
        self.report(finding.help("give each place one value: `a, b = b, a`"))
    }

    fn no_assignment(&mut self, place: &Expr) -> Reported {
        let text = self.slice(place.span);
        let next = self.kind();
        if matches!(next, TokenKind::Plus | TokenKind::Minus) && self.look(1).kind == next && self.on_line() {
            let span = self.token().span.to(self.look(1).span);
            let sign = next.text().unwrap_or_default();
            let finding = Diagnostic::error("B004", say!("`{sign}{sign}` is not an operator here")).at(span, "").edit(
                say!("write `{sign}= 1`"),
                span,
                format!(" {sign}= 1"),
            );
            return self.report(finding);
        }
        if let Some(word) = nearest_statement(text) {
            let finding =
                Diagnostic::error("B013", say!("no statement starts with {}", quote(text))).at(place.span, "");
            return self.report(finding.edit(say!("did you mean `{word}`?"), place.span, word));
        }
        let help = say!("to change it write {}", quote(&format!("{text} = …")));
        if !self.on_line() || matches!(next, TokenKind::Semicolon | TokenKind::RightBrace) {
            let finding = Diagnostic::error("B013", say!("{} alone does nothing", quote(text)));
            return self.report(finding.at(place.span, "").help(help));
        }
        self.missing_with("B013", say!("`=`, `+=` or `-=` after {}", quote(text)), help)
    }

    /// Statements of other languages, known by their first word.
    fn foreign_statement(&mut self) -> Option<Reported> {
        let token = self.token();
        let next = self.look(1).kind;
        if matches!(next, TokenKind::Assign | TokenKind::AddAssign | TokenKind::SubAssign | TokenKind::LeftBracket) {
            return None;
        }
        let text = self.slice(token.span);
        let row = foreign::find(foreign::STATEMENTS, text)?;
        let finding = Diagnostic::error("B013", say!("`{text}` is not a statement")).at(token.span, "");
        Some(self.report(finding.help(row.help())))
    }

    fn bare_outcome(&mut self, word: Word) -> Reported {
        let text = word.text();
        let finding =
            Diagnostic::error("B013", say!("a statement cannot begin with `{text}`")).at(self.token().span, "");
        self.report(if self.look(1).kind.is_change() {
            finding.help(say!(
                "who is `{text}` cannot be set: the turn passes by itself, and `turn NAME` gives it to somebody else"
            ))
        } else {
            let before = Span::new(self.token().span.start, self.token().span.start);
            finding.edit(say!("an outcome follows an `end`: `end => {text} wins`"), before, "end => ")
        })
    }

    fn lone_else(&mut self) -> Reported {
        let finding = Diagnostic::error("B017", "this `else` follows no `if`")
            .at(self.token().span, "")
            .help("an `else` stands right after the `}` of its `if`");
        self.report(finding)
    }

    fn no_statement(&mut self) -> Reported {
        let help = "a statement is a change such as `x = …`, or starts with `when`, `let`, `var`, `gain`, `again`, `turn`, \
                    `end`, `if`, `for` or `break`";
        self.missing_with("B013", "a statement", help)
    }
}

/// The word a statement was meant to begin with.
fn nearest_statement(text: &str) -> Option<&'static str> {
    nearest(text, WORDS.iter().filter(|row| row.word.begins_statement()).map(|row| row.text))
}

fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) => true,
        ExprKind::Index(base, _) => is_place(base),
        _ => false,
    }
}

fn span_of(exprs: &[Expr]) -> Span {
    match exprs {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => Span::default(),
    }
}
