//! The tokens of the language: what `logos` cuts the text into.

use logos::Logos;

use crate::{
    source::Span,
    table::{
        operators::{BINARY, COMPARE},
        words::Word,
    },
};

/// A kind of token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip(r"[\p{Zs}\t\f]+"))]
#[allow(missing_docs, reason = "the patterns say what each kind is")]
pub enum TokenKind {
    #[regex(r"[0-9][0-9_]*")]
    Number,
    /// `1.5`, `3rd`, `2x`, `0xff`: starts like a number and is none.
    #[regex(r"[0-9][0-9_]*\.[0-9][0-9_]*")]
    #[regex(r"[0-9][0-9_]*\p{XID_Start}\p{XID_Continue}*")]
    BadNumber,
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*""#)]
    Text,
    /// A string whose closing quote is not on its line.
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*\\?"#)]
    OpenText,
    #[regex(r"[\p{XID_Start}_]\p{XID_Continue}*")]
    Name,
    /// A reserved word: a name found in the table of words.
    Word(Word),
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Comment,
    #[regex(r"\r?\n")]
    Newline,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("?")]
    Question,
    #[token("..")]
    Range,
    #[token("..<")]
    RangeUntil,
    #[token("=>")]
    FatArrow,
    #[token("->")]
    Arrow,
    #[token("=")]
    Assign,
    #[token("+=")]
    AddAssign,
    #[token("-=")]
    SubAssign,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("//")]
    SlashSlash,
    #[token("%")]
    Percent,
    #[token("|")]
    Pipe,
    #[token("&")]
    Ampersand,
    #[token("^")]
    Caret,
    /// An operator of another language: a row of `table::foreign::OPERATORS`.
    #[regex(r"&&|\|\||!|/|===|!==|<>|=<|:=|\.\.\.|\.\.=|\*\*|\*=|/=|//=|%=")]
    Foreign,
    /// `c.row`: rules have no such parts; the parser says what to write instead.
    #[token(".")]
    Dot,
    /// Any other sign.
    #[regex(r"(?s).", priority = 0)]
    Strange,
    /// The end of the text.
    End,
}

/// Punctuation and how it is written.
static PUNCTUATION: &[(TokenKind, &str)] = &[
    (TokenKind::LeftParen, "("),
    (TokenKind::RightParen, ")"),
    (TokenKind::LeftBracket, "["),
    (TokenKind::RightBracket, "]"),
    (TokenKind::LeftBrace, "{"),
    (TokenKind::RightBrace, "}"),
    (TokenKind::Comma, ","),
    (TokenKind::Semicolon, ";"),
    (TokenKind::Colon, ":"),
    (TokenKind::Question, "?"),
    (TokenKind::Range, ".."),
    (TokenKind::RangeUntil, "..<"),
    (TokenKind::FatArrow, "=>"),
    (TokenKind::Arrow, "->"),
    (TokenKind::Assign, "="),
    (TokenKind::AddAssign, "+="),
    (TokenKind::SubAssign, "-="),
    (TokenKind::Equal, "=="),
    (TokenKind::NotEqual, "!="),
    (TokenKind::Less, "<"),
    (TokenKind::LessEqual, "<="),
    (TokenKind::Greater, ">"),
    (TokenKind::GreaterEqual, ">="),
    (TokenKind::Plus, "+"),
    (TokenKind::Minus, "-"),
    (TokenKind::Star, "*"),
    (TokenKind::SlashSlash, "//"),
    (TokenKind::Percent, "%"),
    (TokenKind::Pipe, "|"),
    (TokenKind::Ampersand, "&"),
    (TokenKind::Caret, "^"),
];

impl TokenKind {
    /// How the kind is written, where that is always the same.
    #[must_use]
    pub fn text(self) -> Option<&'static str> {
        match self {
            TokenKind::Word(word) => Some(word.text()),
            kind => PUNCTUATION.iter().find(|row| row.0 == kind).map(|row| row.1),
        }
    }

    /// Whether it opens a bracket.
    #[must_use]
    pub fn opens(self) -> bool {
        matches!(self, TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace)
    }

    /// Whether it closes a bracket.
    #[must_use]
    pub fn closes(self) -> bool {
        matches!(self, TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace)
    }

    /// Whether it stands between a place and its new value.
    #[must_use]
    pub fn is_change(self) -> bool {
        matches!(self, TokenKind::Assign | TokenKind::AddAssign | TokenKind::SubAssign | TokenKind::LeftBracket)
    }

    /// Whether it is an operator between two values, so that a line which begins with it goes on with the line before.
    #[must_use]
    pub fn is_operator(self) -> bool {
        let is = |text: &str| self.text() == Some(text);
        BINARY.iter().any(|row| is(row.text)) || COMPARE.iter().any(|row| is(row.text))
    }

    /// Whether a value may end with it.
    #[must_use]
    pub fn ends_value(self) -> bool {
        match self {
            TokenKind::Word(word) => {
                matches!(word, Word::True | Word::False | Word::None | Word::Me | Word::Opponent)
            }
            TokenKind::Number | TokenKind::BadNumber | TokenKind::Text | TokenKind::Name => true,
            kind => kind.closes(),
        }
    }
}

/// A token with its place. Newlines and comments are kept apart (see `lex::Tokens`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
    /// The line of text it stands in, from 0.
    pub line: u32,
    /// Whether it is the first token of its line of text.
    pub first: bool,
}

/// A comment with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands, the mark included.
    pub span: Span,
    /// The line of text it stands in, from 0.
    pub line: u32,
    /// Whether it has its line of text to itself.
    pub alone: bool,
    /// Whether it starts with exactly two marks.
    pub doc: bool,
}
