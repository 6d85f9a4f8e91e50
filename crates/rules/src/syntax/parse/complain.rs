//! What is said when the text does not follow the grammar.

use super::{Parser, Reported};
use crate::{
    diagnostic::{Diagnostic, quote},
    source::Span,
    syntax::{
        lex::MAX_NAME,
        parse::MAX_DEPTH,
        token::{Token, TokenKind},
    },
    table::{foreign, words::Word},
    text::Text,
};

impl Parser<'_> {
    pub(super) fn report(&mut self, finding: Diagnostic) -> Reported {
        self.findings.push(finding);
        Reported
    }

    /// `what` was expected and something else stands there.
    pub(super) fn missing(&mut self, what: &'static str) -> Reported {
        let finding = self.missing_finding("B013", what);
        self.report(finding)
    }

    /// The same, with advice.
    pub(super) fn missing_with(
        &mut self,
        code: &'static str,
        what: impl Into<Text>,
        help: impl Into<Text>,
    ) -> Reported {
        let finding = self.missing_finding(code, what).help(help);
        self.report(finding)
    }

    /// The same, where putting in `text` mends it.
    pub(super) fn missing_text(&mut self, code: &'static str, text: &str, help: impl Into<Text>) -> Reported {
        let gap = Span::new(self.last_span().end, self.last_span().end);
        let finding = self.missing_finding(code, say!("`{text}`")).edit(help, gap, format!(" {text}"));
        self.report(finding)
    }

    fn missing_finding(&self, code: &'static str, what: impl Into<Text>) -> Diagnostic {
        let (token, what) = (self.token(), what.into());
        if token.first {
            let end = self.last_span().end;
            return Diagnostic::error(code, say!("{what} is missing"))
                .at(Span::new(end, end), say!("expected {what} here"));
        }
        Diagnostic::error(code, say!("expected {what}, found {}", self.describe(token))).at(token.span, "")
    }

    /// A token in words.
    pub(super) fn describe(&self, token: Token) -> Text {
        match token.kind {
            TokenKind::End => "the end of the text".into(),
            TokenKind::Text => say!("the string {}", quote(self.slice(token.span))),
            _ => Text::code(quote(self.slice(token.span))),
        }
    }

    /// A reserved word where a name must stand.
    pub(super) fn reserved(&mut self, word: Word, what: &'static str) -> Reported {
        let (text, span) = (word.text(), self.token().span);
        let finding = Diagnostic::error("B015", say!("`{text}` is a word of the language and cannot be {what}"))
            .at(span, "")
            .note(say!("`{text}`: {}", word.row().doc))
            .edit(say!("choose another name, such as `{text}_`"), span, format!("{text}_"));
        self.report(finding)
    }

    pub(super) fn too_deep(&mut self) -> Reported {
        let span = self.token().span;
        let finding = Diagnostic::error("B006", say!("this is nested too deeply: more than {MAX_DEPTH} levels"))
            .at(span, "reading stopped here")
            .help("give inner pieces a name with `let` or `def`, or use a list and `sum`, `all` or `any`");
        self.report(finding)
    }

    /// The closing bracket, or a finding that points to the opening one. Where the text stops making sense inside the bracket, reading
    /// goes on as if it had been closed, so that the rest of the line is still known.
    pub(super) fn close(&mut self, open: Token, close: TokenKind) -> Result<(), Reported> {
        if self.eat(close) {
            return Ok(());
        }
        let token = self.token();
        let text = close.text().unwrap_or_default();
        let forgotten = token.first || matches!(token.kind, TokenKind::End | TokenKind::LeftBrace);
        let finding =
            if forgotten || token.kind.closes() { self.unclosed(open, text) } else { self.no_separator(open, text) };
        let reported = self.report(finding);
        if forgotten { Ok(()) } else { Err(reported) }
    }

    fn unclosed(&self, open: Token, close: &str) -> Diagnostic {
        let end = self.last_span().end;
        let gap = Span::new(end, end);
        Diagnostic::error("B009", say!("{} is never closed", quote(self.slice(open.span))))
            .at(open.span, "opened here")
            .at(gap, say!("`{close}` expected here at the latest"))
            .edit(say!("add `{close}`"), gap, close)
    }

    fn no_separator(&self, open: Token, close: &str) -> Diagnostic {
        let token = self.token();
        let finding = Diagnostic::error("B013", say!("expected `,` or `{close}`, found {}", self.describe(token)))
            .at(token.span, "")
            .at(open.span, "inside this bracket");
        match (token.kind, open.kind) {
            (TokenKind::Colon, TokenKind::LeftBrace) => finding
                .help("there are no maps: a list holds a value for each number, a graph its neighbours, `[[1], [0]]`"),
            (TokenKind::Colon, TokenKind::LeftBracket) => finding.help("a part of a list is written `xs[a ..< b]`"),
            (TokenKind::Name | TokenKind::Number | TokenKind::Text, _)
                if foreign::find(foreign::INFIX, self.slice(token.span)).is_none() =>
            {
                finding.help("put `,` between two things, or close the bracket before")
            }
            _ => self.explain_leftover(finding, token),
        }
    }

    /// Something stands behind a line or statement that was already complete.
    pub(super) fn leftover(&mut self, what: &'static str) -> Reported {
        let token = self.token();
        let finding = match token.kind {
            kind if kind.closes() => self.closes_nothing(token),
            _ => {
                let message = say!("expected the end of the {what}, found {}", self.describe(token));
                let finding = Diagnostic::error("B013", message).at(token.span, "");
                self.explain_leftover(finding, token)
            }
        };
        self.report(finding)
    }

    pub(super) fn closes_nothing(&self, token: Token) -> Diagnostic {
        let text = self.slice(token.span);
        Diagnostic::error("B009", say!("this `{text}` closes nothing")).at(token.span, "").edit(
            "delete it, or open a bracket before it",
            token.span,
            "",
        )
    }

    /// Advice for a token that often stands where none can.
    fn explain_leftover(&self, finding: Diagnostic, token: Token) -> Diagnostic {
        let text = self.slice(token.span);
        if text == "is" && self.look(1).kind == TokenKind::Word(Word::Not) {
            let both = token.span.to(self.look(1).span);
            return finding.edit("\"is not\" is written `!=`", both, "!=");
        }
        if let Some(row) = foreign::find(foreign::INFIX, text) {
            return if row.replace {
                finding.edit(row.help(), token.span, row.means)
            } else {
                finding.help(row.help())
            };
        }
        match token.kind {
            TokenKind::Number | TokenKind::Name if self.last_span().end == token.span.start => {
                finding.help("for a product write `*`")
            }
            TokenKind::FatArrow => {
                finding.edit("\"at least\" is written `>=`; `=>` stands before outcomes", token.span, ">=")
            }
            TokenKind::Arrow => finding.edit("write `=>`", token.span, "=>"),
            TokenKind::Comma | TokenKind::Word(Word::Or | Word::And) if self.behind_outcome() => {
                finding.help("one outcome says it all; for several cases write several lines")
            }
            TokenKind::Word(Word::When) => finding
                .help("on a line of its own `when` goes for the whole move")
                .help("what is done only sometimes is written `if … { … }`"),
            TokenKind::Word(Word::If) => finding.help("what is done only sometimes is written `if … { … }`"),
            TokenKind::Word(Word::Then) => finding.help("statements use braces: `if … { … }`"),
            TokenKind::AddAssign | TokenKind::SubAssign => {
                finding.help("a condition only asks: the change is a statement of its own, on a new line")
            }
            TokenKind::Word(Word::Else) => finding.help("an `else` stands right after the `}` of its `if`"),
            TokenKind::Word(Word::Not) => finding.help("\"not equal\" is written `!=`, \"not among\" `not in`"),
            TokenKind::Comma => finding
                .help("one of several is written `x in {1, 2, 3}`; statements are separated by `;` or a new line"),
            TokenKind::Colon => finding.edit("leave the colon out", token.span, ""),
            TokenKind::Dot => finding.edit("leave it out; a line needs no mark at its end", token.span, ""),
            _ if self.behind_slashes(token) => finding.help("a comment starts with `#`; `//` divides"),
            _ => finding.help("two things stand side by side: is a sign missing between them, or a new line?"),
        }
    }

    /// Whether `//` stands before it on its line of text.
    fn behind_slashes(&self, token: Token) -> bool {
        let line = self.cut.tokens[..self.at].iter().rev().take_while(|before| before.line == token.line);
        line.into_iter().any(|before| before.kind == TokenKind::SlashSlash)
    }

    /// A string's letters, escapes resolved; unknown escapes are reported and stay as they are.
    pub(super) fn unescape(&mut self, span: Span) -> String {
        let raw = self.slice(span);
        let inner = raw.strip_prefix('"').map_or(raw, |rest| rest.strip_suffix('"').unwrap_or(rest));
        let mut text = String::with_capacity(inner.len());
        let mut letters = inner.char_indices();
        while let Some((_, letter)) = letters.next() {
            match letter {
                '\\' => self.escape(&mut text, letters.next().map(|(_, escaped)| escaped), span),
                letter => text.push(letter),
            }
        }
        text
    }

    fn escape(&mut self, text: &mut String, escaped: Option<char>, span: Span) {
        match escaped {
            Some('n') => text.push('\n'),
            Some(letter @ ('"' | '\\')) => text.push(letter),
            Some(letter) => {
                let shown = quote(&format!("\\{letter}"));
                let finding = Diagnostic::error("B002", say!("{shown} means nothing in a string"))
                    .at(span, "")
                    .help("a string knows `\\\"` (a quote), `\\\\` (a backslash) and `\\n` (a new line)");
                self.findings.push(finding);
                text.push(letter);
            }
            None => {}
        }
    }

    /// A number as written; past 64 bits it is reported and saturates.
    pub(super) fn number(&mut self, span: Span) -> i64 {
        let raw = self.slice(span);
        let digits: String = raw.chars().filter(|letter| *letter != '_').take(MAX_NAME).collect();
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return 0;
        }
        digits.parse().unwrap_or_else(|_| {
            let finding = Diagnostic::error("B003", say!("the number {} is too large", quote(raw)))
                .at(span, "")
                .note(say!("numbers have 64 bits; the largest is {}", i64::MAX));
            self.findings.push(finding);
            i64::MAX
        })
    }
}
