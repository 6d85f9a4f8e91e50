//! The one style of rules text. Works on tokens: line breaks stay where they are, everything between is made even.
//!
//! - Two spaces for every line of text that left a bracket open; one step more for a line that goes on with the one before.
//! - One space around operators, `:`, `=>` and after commas; none inside brackets, one inside the braces of a block.
//! - A range is tight, `0..n`, when both its ends are one word or number; else it has spaces, `i ..< i + X`.
//! - In an `example`, `name=value` is tight.
//! - At most one blank line; comments two spaces behind what they follow, in a run of lines all in one column.

mod spaces;

use super::{
    findings::Findings,
    lex::{Tokens, lex},
    parse::parse,
    token::{Comment, Token, TokenKind},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    source::{Source, Span},
    table::words::Word,
};
use spaces::Spacing;

/// Comments behind longer lines are not lined up with their neighbours.
const MAX_ALIGNED: usize = 60;

/// The text in the one style, or what is wrong with it.
///
/// # Errors
/// What keeps the text from being read.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let (_, findings) = parse(source);
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        return Err(findings);
    }
    let cut = lex(source, &mut Findings::default());
    let mut rows = rows(source, &cut);
    align(&mut rows);
    Ok(written(&rows))
}

/// A line of text to be written.
#[derive(Default)]
struct Row {
    /// A blank line stands before it.
    blank: bool,
    indent: usize,
    code: String,
    comment: String,
    /// Spaces between code and comment.
    gap: usize,
}

fn rows(source: &Source, cut: &Tokens) -> Vec<Row> {
    let mut writer = Writer::new(source, cut);
    while let Some(line) = writer.next_line() {
        writer.row(line);
    }
    writer.rows
}

struct Writer<'a> {
    source: &'a Source,
    cut: &'a Tokens,
    spacing: Spacing<'a>,
    token: usize,
    comment: usize,
    /// For each open bracket, the line of text it stands in.
    open: Vec<u32>,
    rows: Vec<Row>,
    last_line: Option<u32>,
}

impl<'a> Writer<'a> {
    fn new(source: &'a Source, cut: &'a Tokens) -> Self {
        let spacing = Spacing::new(source, &cut.tokens);
        Writer { source, cut, spacing, token: 0, comment: 0, open: Vec::new(), rows: Vec::new(), last_line: None }
    }

    fn next_token(&self) -> Option<Token> {
        self.cut.tokens.get(self.token).copied().filter(|token| token.kind != TokenKind::End)
    }

    fn next_comment(&self) -> Option<Comment> {
        self.cut.comments.get(self.comment).copied()
    }

    /// The next line of text that has something in it.
    fn next_line(&self) -> Option<u32> {
        let token = self.next_token().map(|token| token.line);
        let comment = self.next_comment().map(|comment| comment.line);
        [token, comment].into_iter().flatten().min()
    }

    fn row(&mut self, line: u32) {
        let blank = self.last_line.is_some_and(|last| line > last + 1);
        let mut row = Row { blank, indent: self.indent(line), ..Row::default() };
        while let Some(token) = self.next_token().filter(|token| token.line == line) {
            self.code(&mut row.code, token);
        }
        if let Some(comment) = self.next_comment().filter(|comment| comment.line == line) {
            row.comment.push_str(self.source.slice(comment.span).trim_end());
            row.gap = if row.code.is_empty() { 0 } else { 2 };
            self.comment += 1;
        }
        self.last_line = Some(line);
        self.rows.push(row);
    }

    fn code(&mut self, code: &mut String, token: Token) {
        if !token.first && self.spacing.before(self.token) {
            code.push(' ');
        }
        code.push_str(self.source.slice(token.span));
        if token.kind.opens() {
            self.open.push(token.line);
        } else if token.kind.closes() {
            self.open.pop();
        }
        self.token += 1;
    }

    /// Steps for the lines that left brackets open, closers at its start taken off; one more when it goes on with the line before.
    fn indent(&self, line: u32) -> usize {
        let tokens = &self.cut.tokens[self.token..];
        let closers = tokens.iter().take_while(|token| token.line == line && token.kind.closes()).count();
        let open = &self.open[..self.open.len().saturating_sub(closers)];
        let steps = open.chunk_by(|a, b| a == b).count();
        steps + usize::from(self.goes_on())
    }

    /// Whether the line of text that comes next goes on with an expression or line begun before it, outside brackets. A comment on a
    /// line of its own stands as what follows it.
    fn goes_on(&self) -> bool {
        let Some(token) = self.next_token() else { return false };
        if token.kind.closes() || self.in_brackets() {
            return false;
        }
        match token.kind {
            TokenKind::FatArrow | TokenKind::Word(Word::Then) => true,
            kind if kind.is_operator() => true,
            TokenKind::Word(Word::Else) => !self.follows(|kind| kind == TokenKind::RightBrace),
            _ => self.follows(wants_more),
        }
    }

    fn in_brackets(&self) -> bool {
        self.spacing.in_expression(self.token)
    }

    fn follows(&self, is: impl Fn(TokenKind) -> bool) -> bool {
        self.token.checked_sub(1).is_some_and(|at| is(self.cut.tokens[at].kind))
    }
}

/// Whether an operand must still come after it.
fn wants_more(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Word(word) => {
            use Word::{Again, Break, False, Me, None, Normalise, Opponent, Players, True};
            !matches!(word, Again | Break | False | Me | None | Normalise | Opponent | Players | True | Word::Else)
        }
        TokenKind::Semicolon | TokenKind::Question => false,
        kind => !kind.ends_value() && !kind.opens(),
    }
}

/// Puts the comments of neighbouring lines into one column.
fn align(rows: &mut [Row]) {
    let mut start = 0;
    while start < rows.len() {
        let joined = rows[start..].iter().enumerate().take_while(|(at, row)| lines_up(row) && (*at == 0 || !row.blank));
        let run = joined.count();
        let widest = rows[start..start + run].iter().map(width).max().unwrap_or(0);
        for row in &mut rows[start..start + run] {
            row.gap = 2 + widest - width(row);
        }
        start += run.max(1);
    }
}

fn lines_up(row: &Row) -> bool {
    !row.comment.is_empty() && !row.code.is_empty() && width(row) <= MAX_ALIGNED
}

fn width(row: &Row) -> usize {
    2 * row.indent + row.code.chars().count()
}

fn written(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        if row.blank {
            text.push('\n');
        }
        text.push_str(&"  ".repeat(row.indent));
        text.push_str(&row.code);
        text.push_str(&" ".repeat(row.gap));
        text.push_str(&row.comment);
        text.push('\n');
    }
    text
}

/// The text of a token, for the spacing rules.
fn slice(source: &Source, span: Span) -> &str {
    source.slice(span)
}
