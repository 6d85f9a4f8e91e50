//! Expressions: operators by how tightly they bind, as the tables say.

use super::{Parsed, Parser, Reported};
use crate::{
    diagnostic::{Diagnostic, quote},
    source::Span,
    syntax::{
        token::TokenKind,
        tree::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp},
    },
    table::{
        operators::{BINARY, BinaryRow, COMPARE, COMPARE_BINDS, NEGATE_BINDS, NOT_BINDS, PRODUCT_BINDS, RANGE_BINDS},
        words::Word,
    },
};

/// What may stand between two operands.
#[derive(Clone, Copy)]
enum Infix {
    Binary(&'static BinaryRow),
    Compare,
    Range { inclusive: bool },
}

impl Infix {
    fn binds(self) -> u8 {
        match self {
            Infix::Binary(row) => row.binds,
            Infix::Compare => COMPARE_BINDS,
            Infix::Range { .. } => RANGE_BINDS,
        }
    }
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        let first = self.binary(0)?;
        self.foreign_choice(first)
    }

    /// An expression that an `if` may follow.
    pub(super) fn bare_expr(&mut self) -> Parsed<Expr> {
        self.binary(0)
    }

    /// A range or an arithmetic expression: what may stand before a word such as `in` that is not an operator there.
    pub(super) fn range(&mut self) -> Parsed<Expr> {
        self.binary(RANGE_BINDS)
    }

    /// A product or anything that binds tighter: what may stand between the `+` of a sum of parts.
    pub(super) fn product(&mut self) -> Parsed<Expr> {
        self.binary(PRODUCT_BINDS)
    }

    /// An expression whose operators bind at least as tightly as `min`.
    fn binary(&mut self, min: u8) -> Parsed<Expr> {
        self.nested(|parser| {
            parser.chained(|parser| {
                let mut left = parser.prefixed(min)?;
                while let Some(infix) = parser.infix(min) {
                    parser.raise()?;
                    left = parser.join(left, infix)?;
                }
                Ok(left)
            })
        })
    }

    fn infix(&self, min: u8) -> Option<Infix> {
        let infix = if self.goes_on() { self.infix_here()? } else { return None };
        (infix.binds() >= min).then_some(infix)
    }

    fn infix_here(&self) -> Option<Infix> {
        match self.kind() {
            TokenKind::Range => return Some(Infix::Range { inclusive: true }),
            TokenKind::RangeUntil => return Some(Infix::Range { inclusive: false }),
            _ if self.compare_op().is_some() => return Some(Infix::Compare),
            _ => {}
        }
        let text = self.kind().text()?;
        BINARY.iter().find(|row| row.text == text).map(Infix::Binary)
    }

    /// The comparison that comes next; a single `=` is taken for `==`.
    fn compare_op(&self) -> Option<CompareOp> {
        match self.kind() {
            TokenKind::Assign => return Some(CompareOp::Eq),
            TokenKind::Word(Word::Not) => {
                return (self.look(1).kind == TokenKind::Word(Word::In)).then_some(CompareOp::NotIn);
            }
            _ => {}
        }
        let text = self.kind().text()?;
        COMPARE.iter().find(|row| row.text == text).map(|row| row.op)
    }

    fn join(&mut self, left: Expr, infix: Infix) -> Parsed<Expr> {
        match infix {
            Infix::Binary(row) => self.operation(left, row),
            Infix::Compare => self.comparison(left),
            Infix::Range { inclusive } => self.range_from(left, inclusive),
        }
    }

    fn operation(&mut self, left: Expr, row: &BinaryRow) -> Parsed<Expr> {
        self.bump();
        let right = self.binary(row.binds + 1)?;
        Ok(joined(left, right, |left, right| binary_kind(row.op, left, right)))
    }

    fn comparison(&mut self, first: Expr) -> Parsed<Expr> {
        let start = first.span;
        let mut rest = Vec::new();
        while let Some(op) = self.compare_op().filter(|_| self.goes_on()) {
            self.take_compare(op);
            rest.push((op, self.binary(COMPARE_BINDS + 1)?));
        }
        Ok(Expr { span: self.since(start), kind: ExprKind::Compare(Box::new(first), rest) })
    }

    fn take_compare(&mut self, op: CompareOp) {
        let token = self.bump();
        if op == CompareOp::NotIn {
            self.bump();
        }
        if token.kind == TokenKind::Assign {
            let finding = Diagnostic::error("B014", "`=` gives a value; to compare write `==`")
                .at(token.span, "")
                .edit("write `==`", token.span, "==");
            self.report(finding);
        }
    }

    fn range_from(&mut self, lo: Expr, inclusive: bool) -> Parsed<Expr> {
        let token = self.bump();
        if matches!(lo.kind, ExprKind::Range { .. }) {
            let finding = Diagnostic::error("B013", "a range has two ends: this one has three")
                .at(token.span, "")
                .help("write `a..b`; there are no steps, but `[x for x in a..b if x % 2 == 0]` picks members");
            return Err(self.report(finding));
        }
        let hi = self.binary(RANGE_BINDS + 1)?;
        Ok(joined(lo, hi, |lo, hi| ExprKind::Range { lo, hi, inclusive }))
    }

    fn prefixed(&mut self, min: u8) -> Parsed<Expr> {
        match self.kind() {
            TokenKind::Minus => self.unary(UnaryOp::Neg, NEGATE_BINDS),
            TokenKind::Word(Word::Not) if min <= NOT_BINDS => self.unary(UnaryOp::Not, NOT_BINDS),
            TokenKind::Word(Word::If) if min == 0 => self.if_else(),
            TokenKind::Word(word @ (Word::Not | Word::If)) if !self.token().first => Err(self.needs_brackets(word)),
            _ => self.postfixed(),
        }
    }

    fn needs_brackets(&mut self, word: Word) -> Reported {
        let text = word.text();
        let finding = Diagnostic::error("B013", say!("`{text}` needs brackets here"))
            .at(self.token().span, "")
            .help(say!("write `({text} …)`: behind another operator it would be read differently than it looks"));
        self.report(finding)
    }

    fn unary(&mut self, op: UnaryOp, binds: u8) -> Parsed<Expr> {
        let start = self.bump().span;
        let operand = self.binary(binds)?;
        Ok(Expr { span: start.to(operand.span), kind: ExprKind::Unary(op, Box::new(operand)) })
    }

    /// `if c then a else b`; `then` and `else` may start a line, since nothing else could be meant.
    fn if_else(&mut self) -> Parsed<Expr> {
        let start = self.bump().span;
        let condition = self.expr()?;
        if !self.eat_word(Word::Then) {
            return Err(self.missing_text("B017", "then", "an `if` inside an expression reads `if … then … else …`"));
        }
        let then = self.expr()?;
        if !self.eat_word(Word::Else) {
            return Err(self.no_else(start));
        }
        let otherwise = self.expr()?;
        let kind = ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Expr { span: self.since(start), kind })
    }

    fn no_else(&mut self, start: Span) -> Reported {
        let end = self.last_span().end;
        let finding =
            Diagnostic::error("B017", "this `if` has no `else`, so it has no value when the condition is false")
                .at(start, "")
                .at(Span::new(end, end), "`else …` expected here")
                .edit("say what the value is otherwise", Span::new(end, end), " else …");
        self.report(finding)
    }

    /// A place that can be assigned: a name, perhaps indexed.
    pub(super) fn place(&mut self) -> Parsed<Expr> {
        self.nested(|parser| parser.chained(Self::postfixed))
    }

    fn postfixed(&mut self) -> Parsed<Expr> {
        let first = self.atom()?;
        let mut base = self.unbracketed_call(first)?;
        while self.on_line() {
            base = match self.kind() {
                TokenKind::Dot => self.dotted(&base)?,
                TokenKind::LeftParen => self.call(base)?,
                TokenKind::LeftBracket => self.index(base)?,
                _ => break,
            };
            self.raise()?;
        }
        Ok(base)
    }

    fn call(&mut self, base: Expr) -> Parsed<Expr> {
        let ExprKind::Name(text) = base.kind else {
            return if base.kind == ExprKind::Bad { Err(Reported) } else { Err(self.cannot_call(base.span)) };
        };
        let args = self.bracketed(TokenKind::RightParen, Self::args)?;
        let name = super::Name { text, span: base.span };
        Ok(Expr { span: self.since(base.span), kind: ExprKind::Call { name, args } })
    }

    fn cannot_call(&mut self, base: Span) -> Reported {
        let gap = Span::new(base.end, self.token().span.start);
        let text = self.slice(base);
        let finding =
            Diagnostic::error("B013", say!("{} is not a name and cannot be called", quote(text))).at(base, "");
        self.report(if Word::named(text).is_some() {
            finding.help(say!("write `{text}` without brackets"))
        } else {
            finding.edit("for a product write `*`", gap, " * ")
        })
    }

    fn index(&mut self, base: Expr) -> Parsed<Expr> {
        let args = self.bracketed(TokenKind::RightBracket, |parser| parser.items(TokenKind::RightBracket))?;
        if args.is_empty() {
            let finding = Diagnostic::error("B016", "the index is missing")
                .at(self.last_span(), "expected a value before this bracket");
            return Err(self.report(finding));
        }
        Ok(Expr { span: self.since(base.span), kind: ExprKind::Index(Box::new(base), args) })
    }
}

fn joined(left: Expr, right: Expr, kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind) -> Expr {
    let span = left.span.to(right.span);
    Expr { span, kind: kind(Box::new(left), Box::new(right)) }
}

fn binary_kind(op: BinaryOp, left: Box<Expr>, right: Box<Expr>) -> ExprKind {
    ExprKind::Binary(op, left, right)
}
