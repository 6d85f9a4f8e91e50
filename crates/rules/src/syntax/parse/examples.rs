//! `example` lines.

use super::{Parsed, Parser};
use crate::{
    diagnostic::Diagnostic,
    source::Span,
    syntax::{
        token::TokenKind,
        tree::{Expect, ExpectKind, Expr, LineKind, Name},
    },
    table::words::Word,
};

impl Parser<'_> {
    pub(super) fn example(&mut self) -> Parsed<LineKind> {
        let params = if self.at_given() { self.given()? } else { Vec::new() };
        self.arrow("what must come out")?;
        let mut expects = vec![self.expect()?];
        while self.on_line() && self.eat(TokenKind::Comma) {
            expects.push(self.expect()?);
        }
        Ok(LineKind::Example { params, expects })
    }

    fn at_given(&self) -> bool {
        self.on_line() && !matches!(self.kind(), TokenKind::FatArrow | TokenKind::Arrow | TokenKind::End)
    }

    /// `name=value, name=value`
    fn given(&mut self) -> Parsed<Vec<(Name, Expr)>> {
        let mut params = vec![self.given_one()?];
        while self.eat(TokenKind::Comma) || self.comma_forgotten() {
            params.push(self.given_one()?);
        }
        Ok(params)
    }

    /// `a=1 b=2`: settings side by side.
    fn comma_forgotten(&mut self) -> bool {
        let side_by_side = self.on_line() && self.kind() == TokenKind::Name && self.look(1).kind == TokenKind::Assign;
        if side_by_side {
            let end = self.last_span().end;
            let finding = Diagnostic::error("B013", "a comma is missing between the settings of an example")
                .at(self.token().span, "the next setting")
                .edit("write `,` before it: `a=1, b=2`", Span::new(end, end), ",");
            self.report(finding);
        }
        side_by_side
    }

    fn given_one(&mut self) -> Parsed<(Name, Expr)> {
        if !matches!(self.kind(), TokenKind::Name | TokenKind::Word(_)) {
            let help = "settings stand before `=>`: `example n=4, m=2 => NAME wins`";
            return Err(self.missing_with("B013", "the name of a parameter", help));
        }
        let name = self.name("the name of a parameter")?;
        self.assign("the value of the parameter")?;
        Ok((name, self.expr()?))
    }

    fn expect(&mut self) -> Parsed<Expect> {
        let start = self.token().span;
        let kind = self.expect_kind()?;
        Ok(Expect { span: self.since(start), kind })
    }

    fn expect_kind(&mut self) -> Parsed<ExpectKind> {
        if self.at_outcome() {
            let outcome = self.outcome()?;
            let in_plies = self.on_line() && self.eat_word(Word::In);
            let plies = if in_plies { Some(self.expr()?) } else { None };
            self.unit_of_plies();
            return Ok(ExpectKind::Outcome { outcome, plies });
        }
        if self.word() == Some(Word::Not) {
            return self.expect_not();
        }
        self.expr().map(ExpectKind::Condition)
    }

    /// `wins in 3 moves`: the number says it all.
    fn unit_of_plies(&mut self) {
        if ["moves", "move", "plies", "ply", "turns", "steps"].iter().any(|unit| self.at_plain(unit)) {
            let span = self.bump().span;
            let finding = Diagnostic::error("B013", "the number of plies stands alone").at(span, "");
            self.report(finding.edit("leave this out: `NAME wins in 3` counts the moves of both players", span, ""));
        }
    }

    /// `not X wins`, or a condition that starts with `not`.
    fn expect_not(&mut self) -> Parsed<ExpectKind> {
        self.at += 1;
        if self.at_outcome() {
            return self.outcome().map(ExpectKind::Not);
        }
        self.at -= 1;
        self.expr().map(ExpectKind::Condition)
    }
}
