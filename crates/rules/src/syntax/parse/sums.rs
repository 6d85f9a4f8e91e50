//! Sums of games: `part` and `start` lines.

use super::{Parsed, Parser, Reported, recover::only_begins_line};
use crate::{
    diagnostic::Diagnostic,
    source::Span,
    syntax::{
        token::{Token, TokenKind},
        tree::{BinaryOp, Clause, Expr, ExprKind, LineKind, Name, Part, PartMove, Sum, Term, Type},
    },
    table::words::Word,
};

impl Parser<'_> {
    /// `part Row(n : 0..100) { move … }`
    pub(super) fn part(&mut self) -> Parsed<LineKind> {
        let name = self.name("the name of a part")?;
        if !self.on_line() || self.kind() != TokenKind::LeftParen {
            return Err(self.missing_with(
                "B013",
                "`(`",
                "a part is known by its values: `part Heap(n : 0..100) { … }`",
            ));
        }
        let fields = self.bracketed(TokenKind::RightParen, Self::fields)?;
        if self.kind() != TokenKind::LeftBrace {
            return Err(self.missing_with("B013", "`{`", "the moves of a part stand in braces: `{ move … => … }`"));
        }
        let open = self.bump();
        let moves = self.nested(|parser| Ok(parser.part_moves(open)))?;
        Ok(LineKind::Part(Part { name, fields, moves }))
    }

    /// `i : 0..n, j : i..n`; names in a row share what follows them: `i, j : 0..n`.
    fn fields(&mut self) -> Parsed<Vec<(Name, Type)>> {
        let mut fields = Vec::new();
        loop {
            let mut names = vec![self.name("the name of what a part is known by")?];
            while self.eat(TokenKind::Comma) {
                names.push(self.name("the name of what a part is known by")?);
            }
            self.colon("part Heap(n : 0..100)")?;
            let ty = self.parse_type()?;
            fields.extend(names.into_iter().map(|name| (name, ty.clone())));
            if !self.eat(TokenKind::Comma) {
                return Ok(fields);
            }
        }
    }

    fn part_moves(&mut self, open: Token) -> Vec<PartMove> {
        let mut moves = Vec::new();
        loop {
            while self.eat(TokenKind::Semicolon) {}
            match self.kind() {
                TokenKind::RightBrace => {
                    self.bump();
                    return moves;
                }
                TokenKind::Word(Word::Move) => self.part_move_into(&mut moves),
                TokenKind::Word(word) if !only_begins_line(word) => self.no_part_move(),
                TokenKind::End | TokenKind::Word(_) => {
                    self.brace_forgotten(open);
                    return moves;
                }
                _ => self.no_part_move(),
            }
        }
    }

    fn no_part_move(&mut self) {
        let finding = Diagnostic::error("B019", say!("a part has moves only, found {}", self.describe(self.token())))
            .at(self.token().span, "")
            .help(
                "write `move take(k in 1..n) => Heap(n - k)`; what goes for the whole game stands outside the braces",
            );
        self.report(finding);
        self.bump();
        self.skip_statement();
    }

    fn part_move_into(&mut self, moves: &mut Vec<PartMove>) {
        let first = self.bump();
        match self.part_move(first) {
            Ok(mv) => {
                moves.push(mv);
                if matches!(self.kind(), TokenKind::Semicolon | TokenKind::RightBrace) || self.token().first {
                    return;
                }
                self.leftover("move");
                self.skip_statement();
            }
            Err(_) => self.skip_statement(),
        }
    }

    /// `move bowl(w in 1..2) by Ann when n > w => Row(n - w)`
    fn part_move(&mut self, first: Token) -> Parsed<PartMove> {
        let name = self.name("the name of a move")?;
        let bracket = self.on_line() && self.kind() == TokenKind::LeftParen;
        let choices = if bracket { self.bracketed(TokenKind::RightParen, Self::choices)? } else { Vec::new() };
        let by = self.by()?;
        let condition = if self.eat_word(Word::When) { Some(self.expr()?) } else { None };
        if self.kind() == TokenKind::LeftBrace {
            return Err(self.no_block());
        }
        self.arrow("what is left of the part")?;
        let result = self.sum()?;
        let doc = self.doc(first, self.cut.tokens[self.at - 1]);
        Ok(PartMove { doc, span: self.since(first.span), name, choices, by, condition, result })
    }

    fn no_block(&mut self) -> Reported {
        let finding = Diagnostic::error("B019", "a part's move says only what is left of the part")
            .at(self.token().span, "statements cannot stand here")
            .help("write `move take(k in 1..n) => Heap(n - k)`")
            .note("nothing but the part may matter or change, so that parts can be valued one by one");
        self.report(finding)
    }

    /// `start sum(Row(r) for r in rows)`
    pub(super) fn start_line(&mut self) -> Parsed<LineKind> {
        Ok(LineKind::Start { sum: self.sum()? })
    }

    /// `Row(a) + Row(b)`, `sum(Row(r) for r in rows)`, `nothing`.
    fn sum(&mut self) -> Parsed<Sum> {
        let start = self.token().span;
        let mut terms = Vec::new();
        loop {
            terms.extend(self.term()?);
            if !(self.goes_on() && self.eat(TokenKind::Plus)) {
                return Ok(Sum { span: self.since(start), terms });
            }
        }
    }

    fn term(&mut self) -> Parsed<Option<Term>> {
        let start = self.token().span;
        let called = self.look(1).kind == TokenKind::LeftParen;
        if !called && self.at_name("nothing") {
            self.bump();
            return Ok(None);
        }
        if called && self.at_name("sum") {
            self.bump();
            return self.bracketed(TokenKind::RightParen, |parser| parser.terms_of(start)).map(Some);
        }
        self.one_part().map(Some)
    }

    /// Whether a name with this text comes next: what begins a part may begin a line of text too.
    fn at_name(&self, text: &str) -> bool {
        self.kind() == TokenKind::Name && self.slice(self.token().span) == text
    }

    /// `Row(r) for r in rows`
    fn terms_of(&mut self, start: Span) -> Parsed<Term> {
        let mut term = self.one_part()?;
        while self.eat_word(Word::For) || (!term.clauses.is_empty() && self.eat(TokenKind::Comma)) {
            let Clause { name, over, condition } = self.clause()?;
            term.clauses.push(Clause { name, over, condition });
        }
        Ok(Term { span: self.since(start), ..term })
    }

    /// `Row(n - 1)`, `k * Row(n - 1)`
    fn one_part(&mut self) -> Parsed<Term> {
        let first = self.token();
        if !self.begins_value() {
            return Err(self.no_term(first));
        }
        let Expr { span, kind } = self.product()?;
        let (times, part) = match kind {
            ExprKind::Binary(BinaryOp::Mul, times, part) => (Some(*times), part.kind),
            one => (None, one),
        };
        match part {
            ExprKind::Call { name, args } => Ok(Term { span, times, part: name, values: args, clauses: Vec::new() }),
            _ => Err(self.no_term(first)),
        }
    }

    /// Whether what comes next may begin a part or how many there are of it.
    fn begins_value(&self) -> bool {
        matches!(self.kind(), TokenKind::Name | TokenKind::Number | TokenKind::LeftParen)
    }

    fn no_term(&mut self, token: Token) -> Reported {
        let (span, message) = if token.first {
            let end = self.last_span().end;
            (Span::new(end, end), "a part is missing".into())
        } else {
            (token.span, say!("expected a part, found {}", self.describe(token)))
        };
        let before = self.cut.tokens.iter().rev().find(|before| before.span.end <= token.span.start);
        let starts = before.is_some_and(|before| before.kind == TokenKind::Word(Word::Start));
        let finding = Diagnostic::error("B019", message).at(span, "");
        let finding = if starts && token.kind == TokenKind::Name {
            finding.help("who moves first is said by `starts NAME`")
        } else {
            finding
        };
        let finding = finding
            .help("write the parts that are there: `Heap(n - 1)`, `Heap(a) + Heap(b)`, `sum(Heap(h) for h in heaps)`, or `nothing`");
        self.report(finding)
    }
}
