//! The smallest expressions: literals, names, and what stands in brackets.

use super::{Parsed, Parser, Reported};
use crate::{
    diagnostic::Diagnostic,
    source::Span,
    syntax::{
        lex::MAX_NAME,
        token::TokenKind,
        tree::{BinaryOp, Clause, Expr, ExprKind, Shape},
    },
    table::{foreign, words::Word},
};

impl Parser<'_> {
    pub(super) fn atom(&mut self) -> Parsed<Expr> {
        match self.kind() {
            TokenKind::BadNumber => Ok(self.literal(|_, _| ExprKind::Bad)),
            TokenKind::Number => Ok(self.literal(|parser, span| ExprKind::Int(parser.number(span)))),
            TokenKind::Text => Ok(self.literal(|parser, span| ExprKind::Text(parser.unescape(span)))),
            TokenKind::Name => Ok(self.literal(Self::name_or_value)),
            TokenKind::Word(word) => self.word_value(word),
            TokenKind::LeftParen => self.parens(),
            TokenKind::LeftBracket => self.collection(TokenKind::RightBracket, Shape::List, ExprKind::List),
            TokenKind::LeftBrace => self.collection(TokenKind::RightBrace, Shape::Set, ExprKind::Set),
            _ => Err(self.no_value()),
        }
    }

    fn literal(&mut self, kind: impl FnOnce(&mut Self, Span) -> ExprKind) -> Expr {
        let span = self.bump().span;
        Expr { span, kind: kind(self, span) }
    }

    fn word_value(&mut self, word: Word) -> Parsed<Expr> {
        let kind = match word {
            _ if self.at_misnamed() => ExprKind::Name(word.text().to_owned()),
            Word::Turn => return Ok(self.whose_turn()),
            Word::True => ExprKind::Bool(true),
            Word::False => ExprKind::Bool(false),
            Word::None => ExprKind::None,
            Word::Me => ExprKind::Me,
            Word::Opponent => ExprKind::Opponent,
            _ => return Err(self.no_value()),
        };
        Ok(self.literal(|_, _| kind))
    }

    /// A name; or `True` and the like, which are reported and read as the value meant.
    fn name_or_value(&mut self, span: Span) -> ExprKind {
        let text = self.slice(span);
        let Some(row) = foreign::find(foreign::VALUES, text) else {
            return ExprKind::Name(text.chars().take(MAX_NAME).collect());
        };
        let finding = Diagnostic::error("B004", say!("`{text}` is written `{}` here", row.means)).at(span, "").edit(
            row.help(),
            span,
            row.means,
        );
        self.report(finding);
        match row.means {
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            _ => ExprKind::None,
        }
    }

    fn no_value(&mut self) -> Reported {
        let token = self.token();
        let after = if token.first && self.at > 0 {
            let last = self.slice(self.last_span());
            say!("a value is missing after {}", crate::diagnostic::quote(last))
        } else {
            say!("expected a value, found {}", self.describe(token))
        };
        let end = self.last_span().end;
        let span = if token.first { Span::new(end, end) } else { token.span };
        let finding = Diagnostic::error("B016", after).at(span, "");
        let finding = match token.kind {
            TokenKind::Word(word) if !token.first => finding
                .note(say!("`{}` is a word of the language: {}", word.text(), word.row().doc))
                .help("a variable needs another name; a value is a number, a name, a call or something in brackets"),
            TokenKind::Plus => finding.help("leave the sign out: `+` stands between two values"),
            TokenKind::Pipe => finding.help("write `abs(x)` for a number, `len(xs)` for a list or set"),
            _ if self.half_compared() => {
                finding.help("say on both sides what is compared: `1 <= x and x <= n`, or `1 <= x <= n`")
            }
            _ => finding.help("a value is a number, a name, a call such as `len(xs)`, or something in brackets"),
        };
        self.report(finding)
    }

    /// `x > 1 and < 3`
    fn half_compared(&self) -> bool {
        let joined = self.at.checked_sub(1).map(|at| self.cut.tokens[at].kind);
        let compares =
            [TokenKind::Less, TokenKind::LessEqual, TokenKind::Greater, TokenKind::GreaterEqual, TokenKind::Equal];
        matches!(joined, Some(TokenKind::Word(Word::And | Word::Or | Word::Not))) && compares.contains(&self.kind())
    }

    /// `turn` as a value: the player to move is meant.
    fn whose_turn(&mut self) -> Expr {
        let finding = Diagnostic::error("B016", "expected a value, found `turn`")
            .at(self.token().span, "")
            .note("whose turn it is belongs to every position; it is no variable")
            .help("the player to move is `me`: `me == NAME`")
            .help("a move that only one player may make says so before its brace: `move … by NAME { … }`");
        self.report(finding);
        self.literal(|_, _| ExprKind::Me)
    }

    /// `(a)` or `(a, b)`.
    fn parens(&mut self) -> Parsed<Expr> {
        let start = self.token().span;
        let mut items = self.bracketed(TokenKind::RightParen, Self::listed)?;
        let span = self.since(start);
        let kind = match items.pop() {
            Some(only) if items.is_empty() => ExprKind::Paren(Box::new(only)),
            Some(last) => {
                items.push(last);
                ExprKind::Tuple(items)
            }
            None => ExprKind::Tuple(items),
        };
        Ok(Expr { span, kind })
    }

    /// One expression or several.
    pub(super) fn listed(&mut self) -> Parsed<Vec<Expr>> {
        let mut items = vec![self.expr()?];
        while self.eat(TokenKind::Comma) {
            items.push(self.expr()?);
        }
        Ok(items)
    }

    /// Expressions up to the closing bracket; there may be none, and a comma may follow the last.
    pub(super) fn items(&mut self, close: TokenKind) -> Parsed<Vec<Expr>> {
        let mut items = Vec::new();
        while self.kind() != close {
            items.push(self.expr()?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(items)
    }

    /// `[a, b]`, `{a, b}`, `[item for x in xs]`, `{item for x in xs}`.
    fn collection(&mut self, close: TokenKind, shape: Shape, kind: fn(Vec<Expr>) -> ExprKind) -> Parsed<Expr> {
        let start = self.token().span;
        let items = self.bracketed(close, |parser| parser.members(close, shape))?;
        let span = self.since(start);
        Ok(match items {
            Members::Listed(items) => Expr { span, kind: kind(items) },
            Members::Made(kind) => Expr { span, kind },
        })
    }

    fn members(&mut self, close: TokenKind, shape: Shape) -> Parsed<Members> {
        if self.kind() == close {
            return Ok(Members::Listed(Vec::new()));
        }
        let first = self.expr()?;
        if self.word() == Some(Word::For) {
            return self.comprehension(first, shape).map(Members::Made);
        }
        let mut items = vec![first];
        if self.eat(TokenKind::Comma) {
            items.extend(self.items(close)?);
        }
        Ok(Members::Listed(items))
    }

    /// What stands in the brackets of a call.
    pub(super) fn args(&mut self) -> Parsed<Vec<Expr>> {
        let start = self.token().span;
        Ok(match self.nested(|parser| parser.members(TokenKind::RightParen, Shape::Bare))? {
            Members::Listed(items) => items,
            Members::Made(kind) => vec![Expr { span: self.since(start), kind }],
        })
    }

    fn comprehension(&mut self, item: Expr, shape: Shape) -> Parsed<ExprKind> {
        let mut clauses = Vec::new();
        while self.word() == Some(Word::For) || self.at_further_clause() {
            self.bump();
            clauses.push(self.clause()?);
        }
        Ok(ExprKind::Comprehension { shape, item: Box::new(item), clauses })
    }

    /// `, c in cs` after a first clause.
    fn at_further_clause(&self) -> bool {
        self.kind() == TokenKind::Comma
            && self.look(1).kind == TokenKind::Name
            && self.look(2).kind == TokenKind::Word(Word::In)
    }

    /// `name in over if condition`
    pub(super) fn clause(&mut self) -> Parsed<Clause> {
        let name = self.name("a name")?;
        if matches!(self.kind(), TokenKind::Colon | TokenKind::Assign) {
            let sign = self.bump().span;
            let finding = Diagnostic::error("B013", say!("expected `in`, found `{}`", self.slice(sign))).at(sign, "");
            self.report(finding.edit("say what the name runs over: `x in 1..n`", sign, " in"));
        } else if !self.eat_word(Word::In) {
            return Err(self.missing_text("B013", "in", "say what the name runs over: `x in 1..n`"));
        }
        // Not `expr`: there `a if c` would be the choice of another language.
        let over = self.bare_expr()?;
        if let ExprKind::Binary(BinaryOp::And, range, _) = &over.kind
            && matches!(range.kind, ExprKind::Range { .. })
        {
            return Err(self.joined_condition(range.span, over.span));
        }
        let condition = if self.at_clause_if() { Some(self.expr()?) } else { None };
        Ok(Clause { name, over, condition })
    }

    /// `x in 1..3 and x <= n`
    fn joined_condition(&mut self, range: Span, whole: Span) -> Reported {
        let finding = Diagnostic::error("B013", "a condition of what is run over follows an `if`")
            .at(Span::new(range.end, whole.end), "")
            .help("write `x in 1..3 if x <= n`");
        self.report(finding)
    }

    /// Takes `if`, or what other languages write for it here.
    fn at_clause_if(&mut self) -> bool {
        let other = self.word() == Some(Word::When) || self.at_plain("where") || self.at_plain("with");
        if !(other && self.on_line()) {
            return self.eat_word(Word::If);
        }
        let span = self.bump().span;
        let finding = Diagnostic::error("B013", say!("expected `if`, found `{}`", self.slice(span))).at(span, "");
        self.report(finding.edit("a condition here is an `if`: `x in 1..3 if x <= n`", span, "if"));
        true
    }
}

/// What stands in brackets: expressions, or one made by a comprehension.
enum Members {
    Listed(Vec<Expr>),
    Made(ExprKind),
}
