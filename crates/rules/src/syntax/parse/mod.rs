//! Tokens in, tree out, by recursive descent: one function a rule of the grammar, one file a group of rules.
//!
//! A reader that cannot go on reports one finding and returns `Err(Reported)`; the nearest list of statements or lines skips to
//! where the next one begins. Nothing here fails or panics, whatever the text.

mod atoms;
mod blocks;
mod complain;
mod examples;
mod exprs;
mod foreign;
mod hints;
mod lets;
mod lines;
mod moves;
mod outcomes;
mod recover;
mod starts;
mod stmts;
mod sums;
mod types;

use super::{
    findings::Findings,
    lex::{MAX_NAME, Tokens, lex},
    token::{Token, TokenKind},
    tree::{File, Line, Name, Text},
};
use crate::{
    diagnostic::Diagnostic,
    source::{Source, Span},
    table::words::Word,
};

/// How deep a tree may be. Walking one by recursion at this depth fits a stack of 2 MB with room to spare, also in a debug build;
/// rules written by people stay below 20.
pub const MAX_DEPTH: u32 = 200;

/// Reads rules. What cannot be read is absent from the tree and present in the findings.
#[must_use]
pub fn parse(source: &Source) -> (File, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let tokens = lex(source, &mut findings);
    let mut parser = Parser::new(source, &tokens, findings);
    let lines = parser.file();
    (File { lines, unread: parser.unread }, parser.findings.finish())
}

/// A finding has been reported; whoever reads a list skips to the next member.
#[derive(Debug)]
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    source: &'a Source,
    cut: &'a Tokens,
    at: usize,
    /// Open brackets around the expression being read: inside them line breaks mean nothing.
    brackets: u32,
    /// How deep the reader stands in the tree.
    depth: u32,
    /// The deepest level reached since the last `chained`.
    deepest: u32,
    findings: Findings,
    /// Lines found inside blocks, where they do not belong; kept so that their names are known.
    hoisted: Vec<Line>,
    /// The token before which a missing `}` was reported: one finding for all blocks that end there.
    unclosed_at: Option<usize>,
    /// Whether it was said that blocks stand in braces: one finding for all that do not.
    indents_told: bool,
    /// Reserved words that were given as names, and whether brackets follow these: what is meant where they are used is known.
    misnamed: Vec<(Word, bool)>,
    /// Names that unreadable lines were to declare.
    unread: Vec<Name>,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source, cut: &'a Tokens, findings: Findings) -> Self {
        Parser {
            source,
            cut,
            at: 0,
            brackets: 0,
            depth: 0,
            deepest: 0,
            findings,
            hoisted: Vec::new(),
            unclosed_at: None,
            indents_told: false,
            misnamed: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// The token `ahead` places on; `End` past the end.
    fn look(&self, ahead: usize) -> Token {
        let last = self.cut.tokens.len() - 1;
        self.cut.tokens[(self.at + ahead).min(last)]
    }

    fn token(&self) -> Token {
        self.look(0)
    }

    fn kind(&self) -> TokenKind {
        self.look(0).kind
    }

    fn word(&self) -> Option<Word> {
        match self.kind() {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    fn slice(&self, span: Span) -> &'a str {
        self.source.slice(span)
    }

    /// Whether the next token still belongs to this line of the rules.
    fn on_line(&self) -> bool {
        self.brackets > 0 || !self.token().first
    }

    /// Whether the next token still belongs to this line, or begins a line of text that goes on with it: `and …`, `+ …`.
    fn goes_on(&self) -> bool {
        self.on_line() || self.kind().is_operator()
    }

    /// Takes the next token; `End` stays.
    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.at += 1;
        }
        found
    }

    fn eat_word(&mut self, word: Word) -> bool {
        self.eat(TokenKind::Word(word))
    }

    /// Whether a plain name with this text comes next on the line: how words such as `by` are read.
    fn at_plain(&self, text: &str) -> bool {
        self.kind() == TokenKind::Name && self.on_line() && self.slice(self.token().span) == text
    }

    fn eat_plain(&mut self, text: &str) -> bool {
        let found = self.at_plain(text);
        if found {
            self.at += 1;
        }
        found
    }

    /// The span of the token before the next one.
    fn last_span(&self) -> Span {
        self.at.checked_sub(1).map_or(Span::default(), |at| self.cut.tokens[at].span)
    }

    /// From a first span to what was read last.
    fn since(&self, first: Span) -> Span {
        first.to(self.last_span())
    }

    /// A name; `what` says whose.
    fn name(&mut self, what: &'static str) -> Parsed<Name> {
        match self.kind() {
            TokenKind::Name => Ok(self.take_name()),
            TokenKind::Word(word) if !self.token().first => self.misnamed(word, what),
            _ => {
                let help = say!("{what} is a word of letters, digits and `_`");
                Err(self.missing_with("B013", what, help))
            }
        }
    }

    /// A reserved word where a name must stand: taken for the name where the text goes on as after one.
    fn misnamed(&mut self, word: Word, what: &'static str) -> Parsed<Name> {
        let reported = self.reserved(word, what);
        let follows = matches!(
            self.look(1).kind,
            TokenKind::Colon
                | TokenKind::Assign
                | TokenKind::LeftParen
                | TokenKind::LeftBrace
                | TokenKind::Comma
                | TokenKind::RightParen
                | TokenKind::Word(Word::In)
        );
        if !follows || word == Word::In {
            return Err(reported);
        }
        let called = self.look(1).kind == TokenKind::LeftParen;
        if !self.misnamed.contains(&(word, called)) {
            self.misnamed.push((word, called));
        }
        Ok(self.take_name())
    }

    /// Whether a word of the language comes next that this text uses as a name. `me` without brackets is the player, also where there
    /// is a `def me()`.
    fn at_misnamed(&self) -> bool {
        let value = self.kind().ends_value() && self.look(1).kind != TokenKind::LeftParen;
        let meant = |(known, called): &(Word, bool)| self.word() == Some(*known) && !(*called && value);
        self.misnamed.iter().any(meant)
    }

    /// The next token as a name, whatever it is; cut at the limit, which was reported when it was found.
    fn take_name(&mut self) -> Name {
        let span = self.bump().span;
        Name { text: self.slice(span).chars().take(MAX_NAME).collect(), span }
    }

    /// A string, if one comes next on the line.
    fn maybe_text(&mut self) -> Option<Text> {
        let here = self.kind() == TokenKind::Text && self.on_line();
        here.then(|| self.take_text())
    }

    fn take_text(&mut self) -> Text {
        let span = self.bump().span;
        Text { text: self.unescape(span), span }
    }

    /// Reads one level deeper in the tree, unless that is too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reads a chain such as `a + b + c`: the tree grows above what was read, so `raise` counts the links.
    fn chained<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let before = std::mem::replace(&mut self.deepest, self.depth);
        let result = read(self);
        self.deepest = self.deepest.max(before);
        result
    }

    /// One more link above everything read since the innermost `chained`.
    fn raise(&mut self) -> Parsed<()> {
        if self.deepest >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.deepest += 1;
        Ok(())
    }

    /// Reads inside brackets, where line breaks mean nothing, up to the closing one.
    fn bracketed<T>(&mut self, close: TokenKind, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let open = self.bump();
        self.brackets += 1;
        let result = read(self).and_then(|value| self.close(open, close).map(|()| value));
        self.brackets -= 1;
        result
    }
}
