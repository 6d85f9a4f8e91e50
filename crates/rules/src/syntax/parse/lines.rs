//! The lines of a rules file, by the word each starts with.

use super::{Parsed, Parser};
use crate::source::Span;
use crate::{
    diagnostic::{Diagnostic, quote},
    syntax::{
        lex::MAX_NAME,
        token::{Token, TokenKind},
        tree::{Line, LineKind, Name},
    },
    table::words::Word,
};

impl Parser<'_> {
    pub(super) fn file(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        while self.kind() != TokenKind::End {
            let before = self.at;
            match self.line() {
                Ok(line) => {
                    lines.push(line);
                    self.end_of_line();
                }
                Err(_) => self.skip_line(),
            }
            lines.append(&mut self.hoisted);
            if self.at == before {
                self.bump();
            }
        }
        lines
    }

    fn end_of_line(&mut self) {
        if !self.eat(TokenKind::Semicolon) && self.on_line() {
            let one_more = self.kind() == TokenKind::Comma && self.look(2).kind == TokenKind::Colon;
            if one_more && self.look(1).kind == TokenKind::Name {
                let (span, name) = (self.token().span, self.look(1));
                self.leave_unread(name);
                let finding = Diagnostic::error("B013", "each variable has a line of its own").at(span, "");
                self.report(finding.help("start a new line here, with its first word"));
            } else {
                self.leftover("line");
            }
            self.skip_line();
        }
    }

    pub(super) fn line(&mut self) -> Parsed<Line> {
        let first = self.token();
        let word = self.starter()?;
        let (mark, begun) = (self.findings.mark(), self.at);
        let kind = self.line_kind(word);
        if first.kind != TokenKind::Word(word) {
            self.findings.rewind(mark);
        }
        let kind = kind.inspect_err(|_| self.left_unread(word, begun))?;
        let doc = self.doc(first, self.cut.tokens[self.at - 1]);
        Ok(Line { doc, span: self.since(first.span), kind })
    }

    fn line_kind(&mut self, word: Word) -> Parsed<LineKind> {
        match word {
            Word::Game => self.game(),
            Word::Players => self.players(),
            Word::Param => self.param(),
            Word::Require => self.require(),
            Word::Let => self.let_line(),
            Word::Type => self.type_name(),
            Word::Def => self.def(),
            Word::State => self.state(),
            Word::Invariant => self.invariant(),
            Word::Remaining => Ok(LineKind::Remaining { points: self.expr()? }),
            Word::Rank => Ok(LineKind::Rank { number: self.expr()? }),
            Word::Move => self.move_line(),
            Word::Starts => Ok(LineKind::Starts { player: self.expr()? }),
            Word::Normalise => Ok(LineKind::Normalise { body: self.block("what is tidied after every move")? }),
            Word::End => self.end_line(),
            Word::Stuck => self.stuck(),
            Word::Repeat => self.repeat(),
            Word::Part => self.part(),
            Word::Start => self.start_line(),
            Word::Symmetry => self.symmetry(),
            Word::Show => self.show(),
            _ => self.example(),
        }
    }

    fn game(&mut self) -> Parsed<LineKind> {
        if self.kind() == TokenKind::Text && self.on_line() {
            let finding = Diagnostic::error("B013", "a game has a name before its title").at(self.token().span, "");
            return Err(self.report(finding.help("the name is one word: `game Nim \"Nim with three heaps\"`")));
        }
        let name = self.name("the name of the game")?;
        let title = self.maybe_text();
        if title.is_none() && self.on_line() && matches!(self.kind(), TokenKind::Name | TokenKind::Word(_)) {
            self.bare_title();
        }
        Ok(LineKind::Game { name, title })
    }

    /// A title without its quotes: the rest of the line of text.
    fn bare_title(&mut self) {
        let start = self.token().span;
        while self.on_line() && self.kind() != TokenKind::End {
            self.bump();
        }
        let span = self.since(start);
        let title = format!("\"{}\"", self.slice(span));
        let finding = Diagnostic::error("B013", "a title stands in quotes").at(span, "");
        self.report(finding.edit(say!("write {}", quote(&title)), span, title));
    }

    /// `require condition "why"`; a comma before the reason is taken for none.
    fn require(&mut self) -> Parsed<LineKind> {
        let condition = self.expr()?;
        let comma = self.kind() == TokenKind::Comma && self.look(1).kind == TokenKind::Text && self.on_line();
        if comma {
            let span = self.bump().span;
            let finding = Diagnostic::error("B013", "no comma stands before the reason of a `require`").at(span, "");
            self.report(finding.edit("leave it out", span, ""));
        }
        Ok(LineKind::Require { condition, why: self.maybe_text() })
    }

    fn players(&mut self) -> Parsed<LineKind> {
        const FORM: &str = "there are two players: `players Alice, Bob`";
        let first = self.name("the name of a player")?;
        if !self.on_line() || !self.eat(TokenKind::Comma) {
            let reported = self.missing_with("B013", "`,` and a second player", FORM);
            let and = usize::from(self.word() == Some(Word::And));
            if !self.on_line() || self.look(and).kind != TokenKind::Name {
                return Err(reported);
            }
            self.at += and;
        }
        let second = self.name("the name of a player")?;
        if self.kind() == TokenKind::Comma && self.on_line() {
            let finding = Diagnostic::error("B013", "there are more than two players").at(self.token().span, "");
            self.report(finding.help("a game has exactly two: `players Alice, Bob`"));
            while self.on_line() && self.eat(TokenKind::Comma) {
                let more = self.name("the name of a player")?;
                self.unread.push(more);
            }
        }
        Ok(LineKind::Players { first, second })
    }

    /// Keeps the names that an unreadable line was to declare, so that what speaks of them is not reported too.
    fn left_unread(&mut self, word: Word, begun: usize) {
        use TokenKind as T;
        let names: fn(TokenKind) -> bool = match word {
            Word::Players | Word::Type => |_| true,
            Word::Param | Word::Let | Word::State | Word::Def | Word::Part | Word::Move => {
                |kind| matches!(kind, T::Name | T::Word(_) | T::Comma)
            }
            _ => return,
        };
        let line = self.cut.tokens[begun..].iter().take_while(|token| !token.first && names(token.kind));
        let line: Vec<Token> = line.filter(|token| matches!(token.kind, T::Name | T::Word(_))).copied().collect();
        line.into_iter().for_each(|token| self.leave_unread(token));
    }

    pub(super) fn leave_unread(&mut self, token: Token) {
        let text = self.slice(token.span).chars().take(MAX_NAME).collect();
        self.unread.push(Name { text, span: token.span });
    }

    /// `invariant condition`; a reason, as a `require` may have one, is left out.
    fn invariant(&mut self) -> Parsed<LineKind> {
        let condition = self.expr()?;
        if self.kind() == TokenKind::Text && self.on_line() {
            let span = self.bump().span;
            let finding = Diagnostic::error("B013", "only a `require` has a reason").at(span, "");
            self.report(finding.edit("say it in a comment, `# …`", span, ""));
        }
        Ok(LineKind::Invariant { condition })
    }

    fn param(&mut self) -> Parsed<LineKind> {
        let name = self.name("the name of a parameter")?;
        self.colon("param n : 1..9")?;
        let ty = self.parse_type()?;
        let given = self.on_line() && self.kind() != TokenKind::Semicolon;
        if !given {
            return Ok(LineKind::Param { name, ty, default: None });
        }
        self.assign("the default value")?;
        Ok(LineKind::Param { name, ty, default: Some(self.expr()?) })
    }

    fn state(&mut self) -> Parsed<LineKind> {
        let name = self.name("the name of a variable")?;
        self.colon("state x : 0..9 = 0")?;
        let ty = self.parse_type()?;
        self.assign("the first value")?;
        Ok(LineKind::State { name, ty, start: self.expr()? })
    }

    pub(super) fn colon(&mut self, form: &'static str) -> Parsed<()> {
        if self.on_line() && self.eat(TokenKind::Colon) {
            return Ok(());
        }
        if self.on_line() && self.word() == Some(Word::In) {
            let span = self.bump().span;
            let finding = Diagnostic::error("B013", "expected `:`, found `in`").at(span, "");
            self.report(finding.edit(say!("a type follows the name: `{form}`"), span, ":"));
            return Ok(());
        }
        if self.on_line() && self.kind() == TokenKind::Comma {
            let finding = Diagnostic::error("B013", "each name has a line of its own").at(self.token().span, "");
            return Err(self.report(finding.help(say!("write a line for each: `{form}`"))));
        }
        Err(self.missing_text("B013", ":", say!("a type follows the name: `{form}`")))
    }

    fn type_name(&mut self) -> Parsed<LineKind> {
        let name = self.name("the name of a type")?;
        if self.kind() == TokenKind::LeftBrace && self.on_line() {
            self.missing_text("B013", "=", "`=` stands before the type");
        } else {
            self.assign("the type")?;
        }
        Ok(LineKind::TypeName { name, ty: self.parse_type()? })
    }

    fn def(&mut self) -> Parsed<LineKind> {
        let name = self.name("the name of a formula")?;
        let bracket = self.on_line() && self.kind() == TokenKind::LeftParen;
        if !bracket {
            return Err(self.missing_with(
                "B013",
                "`(`",
                "a `def` has parameters, `def f(x) = …`; without any it is a `let`",
            ));
        }
        let params = self.bracketed(TokenKind::RightParen, Self::parameters)?;
        Ok(LineKind::Def { name, params, body: self.formula()? })
    }

    fn parameters(&mut self) -> Parsed<Vec<Name>> {
        let mut names = Vec::new();
        while self.kind() != TokenKind::RightParen {
            names.push(self.name("a name")?);
            if self.kind() == TokenKind::Colon {
                let finding = Diagnostic::error("B013", "what a `def` takes has no type").at(self.token().span, "");
                self.report(finding.help("write the name alone: `def f(x) = …`; the type follows from each call"));
                self.bump();
                self.parse_type()?;
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(names)
    }

    fn end_line(&mut self) -> Parsed<LineKind> {
        if self.word() == Some(Word::If) {
            let span = self.bump().span;
            let finding = Diagnostic::error("B013", "expected `when`, found `if`").at(span, "");
            self.report(finding.edit("say when the game is over: `end when … => …`", span, "when"));
        } else if self.kind() == TokenKind::FatArrow {
            return Ok(LineKind::End { condition: None, outcome: self.maybe_outcome()? });
        } else if !self.eat_word(Word::When) {
            return Err(self.missing_text("B013", "when", "say when the game is over: `end when … => …`"));
        }
        Ok(LineKind::End { condition: Some(self.expr()?), outcome: self.maybe_outcome()? })
    }

    fn stuck(&mut self) -> Parsed<LineKind> {
        let condition = if self.eat_word(Word::When) { Some(self.expr()?) } else { None };
        self.arrow("the outcome")?;
        Ok(LineKind::Stuck { condition, result: self.stuck_result()? })
    }

    fn repeat(&mut self) -> Parsed<LineKind> {
        self.arrow("the outcome")?;
        if self.eat_plain("draw") {
            return Ok(LineKind::Repeat { who: None, lead: None });
        }
        if let Some(word @ (Word::Me | Word::Opponent)) = self.word() {
            let finding = Diagnostic::error("B013", say!("nobody is `{}` in play that goes on for ever", word.text()))
                .at(self.token().span, "");
            let (start, next) = (self.token().span.start, self.look(1));
            let end = if next.first { self.token().span.end } else { next.span.end };
            let finding = finding
                .edit("write `repeat => draw`", Span::new(start, end), "draw")
                .help("or name a player: `repeat => Cat wins`");
            return Err(self.report(finding));
        }
        let who = Some(self.name("`draw` or the name of a player")?);
        if self.eat_plain("leads") {
            return Ok(LineKind::Repeat { who, lead: Some(self.lead()?) });
        }
        if !self.eat_plain("wins") {
            let forms =
                "write `repeat => draw` or `repeat => Cat wins`, where points are counted `repeat => Cat leads by 3`";
            return Err(self.missing_text("B013", "wins", forms));
        }
        Ok(LineKind::Repeat { who, lead: None })
    }

    /// The doc comments right above the first token, and those at the end of its line of text and of the last token's.
    pub(super) fn doc(&self, first: Token, last: Token) -> Vec<String> {
        let comments = &self.cut.comments;
        let at = comments.partition_point(|comment| comment.span.start < first.span.start);
        let above = comments[..at].iter().rev().zip(1_u32..);
        let above =
            above.take_while(|(comment, back)| comment.doc && comment.alone && comment.line + back == first.line);
        let above = at - above.count();
        let beside = |line: u32| {
            let at = comments.partition_point(|comment| comment.line < line);
            comments.get(at).filter(|comment| comment.line == line && comment.doc && !comment.alone)
        };
        let other_end = (last.line != first.line).then_some(last.line);
        let beside = [Some(first.line), other_end].into_iter().flatten().filter_map(beside);
        comments[above..at].iter().chain(beside).map(|comment| self.doc_text(comment.span)).collect()
    }

    fn doc_text(&self, span: Span) -> String {
        self.slice(span).trim_start_matches('#').trim().to_owned()
    }
}
