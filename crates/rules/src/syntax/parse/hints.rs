//! `symmetry` and `show` lines.

use super::{Parsed, Parser, Reported};
use crate::syntax::{
    token::TokenKind,
    tree::{Expr, ExprKind, LineKind, Name, Show, Symmetry, SymmetryKind, Text},
};
use crate::{
    diagnostic::{Diagnostic, quote},
    table::words::Word,
};

type ReadSymmetry = fn(&mut Parser<'_>) -> Parsed<SymmetryKind>;

/// The symmetries with a name, and how the rest of each is read.
static SYMMETRIES: &[(&str, ReadSymmetry)] = &[
    ("permute", |parser| Ok(SymmetryKind::Permute(parser.name("the name of a list")?))),
    ("mirror", |parser| parser.mirror()),
    ("transpose", |parser| Ok(SymmetryKind::Transpose(parser.name("the name of a grid")?))),
    ("rotations", |parser| Ok(SymmetryKind::Rotations(parser.member_name()?))),
    ("reflections", |parser| Ok(SymmetryKind::Reflections(parser.member_name()?))),
    ("swap", |parser| parser.swap_players()),
];

impl Parser<'_> {
    pub(super) fn symmetry(&mut self) -> Parsed<LineKind> {
        let mut items = vec![self.one_symmetry()?];
        while self.on_line() && self.eat(TokenKind::Comma) {
            items.push(self.one_symmetry()?);
        }
        Ok(LineKind::Symmetry { items })
    }

    fn one_symmetry(&mut self) -> Parsed<Symmetry> {
        let start = self.token().span;
        let mut parts = vec![self.part_of_symmetry()?];
        while self.goes_on() && self.eat_word(Word::And) {
            parts.push(self.part_of_symmetry()?);
        }
        let alone = if parts.len() == 1 { parts.pop() } else { None };
        Ok(alone.unwrap_or_else(|| Symmetry { span: self.since(start), kind: SymmetryKind::Together(parts) }))
    }

    fn part_of_symmetry(&mut self) -> Parsed<Symmetry> {
        let start = self.token().span;
        let kind = self.symmetry_kind()?;
        Ok(Symmetry { span: self.since(start), kind })
    }

    fn symmetry_kind(&mut self) -> Parsed<SymmetryKind> {
        if self.kind() != TokenKind::Name {
            return Err(self.no_symmetry());
        }
        if self.look(1).kind == TokenKind::LeftBracket {
            return self.symmetry_map();
        }
        let text = self.slice(self.token().span);
        match SYMMETRIES.iter().find(|row| row.0 == text) {
            Some((_, read)) => {
                self.bump();
                read(self)
            }
            None => Err(self.no_symmetry()),
        }
    }

    fn mirror(&mut self) -> Parsed<SymmetryKind> {
        if self.eat_plain("rows") {
            return self.member_name().map(SymmetryKind::MirrorRows);
        }
        if self.eat_plain("columns") {
            return self.member_name().map(SymmetryKind::MirrorColumns);
        }
        Err(self.missing_with(
            "B013",
            "`rows` or `columns`",
            "write `mirror rows of board` or `mirror columns of board`",
        ))
    }

    fn swap_players(&mut self) -> Parsed<SymmetryKind> {
        if self.eat_word(Word::Players) {
            return Ok(SymmetryKind::SwapPlayers);
        }
        Err(self.missing_text("B013", "players", "the symmetry is `swap players`"))
    }

    /// `board[r, c] -> board[r, n - 1 - c]`
    fn symmetry_map(&mut self) -> Parsed<SymmetryKind> {
        let board = self.take_name();
        let from = self.bracketed(TokenKind::RightBracket, Self::names)?;
        if !self.eat(TokenKind::Arrow) {
            return Err(self.missing_text("B013", "->", "say where each cell goes: `board[r, c] -> board[c, r]`"));
        }
        let image = self.name("the name of the board")?;
        if self.kind() != TokenKind::LeftBracket {
            return Err(self.missing("`[`"));
        }
        let to = self.bracketed(TokenKind::RightBracket, Self::listed)?;
        Ok(SymmetryKind::Map { board, from, image, to })
    }

    fn names(&mut self) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name("a name")?];
        while self.eat(TokenKind::Comma) {
            names.push(self.name("a name")?);
        }
        Ok(names)
    }

    fn no_symmetry(&mut self) -> Reported {
        let known = "`permute`, `mirror rows of`, `mirror columns of`, `transpose`, `rotations of`, `reflections of`, \
                     `swap players`";
        self.missing_with("B013", "a symmetry", say!("one of {known}, or `board[r, c] -> board[c, r]`"))
    }

    pub(super) fn show(&mut self) -> Parsed<LineKind> {
        let subject = self.name("the name of what is shown")?;
        let style = if self.eat_plain("as") { Some(self.name("a style")?) } else { None };
        let upward = self.eat_plain("upward");
        let window = if self.eat_plain("from") { Some(self.window()?) } else { None };
        let with = if self.eat_plain("with") { self.pictures()? } else { Vec::new() };
        Ok(LineKind::Show(Show { subject, style, upward, window, with }))
    }

    /// `i to j`
    fn window(&mut self) -> Parsed<(Expr, Expr)> {
        let from = self.range()?;
        if matches!(from.kind, ExprKind::Range { .. }) {
            let finding = Diagnostic::error("B013", "a part of a row is written `from i to j`").at(from.span, "");
            return Err(self.report(finding));
        }
        if !self.eat_plain("to") {
            return Err(self.missing_text("B013", "to", "a part of a row is written `from i to j`"));
        }
        Ok((from, self.range()?))
    }

    /// `X "×", O "○"`
    fn pictures(&mut self) -> Parsed<Vec<(Name, Text)>> {
        let mut with = vec![self.picture()?];
        while self.on_line() && self.eat(TokenKind::Comma) {
            with.push(self.picture()?);
        }
        Ok(with)
    }

    fn picture(&mut self) -> Parsed<(Name, Text)> {
        // Values that are words of the language can stand on a board as well as names.
        let name = match self.kind() {
            TokenKind::Word(Word::True | Word::False | Word::None) if self.on_line() => self.take_name(),
            _ => self.name("the name of what is drawn")?,
        };
        if let Some(text) = self.maybe_text() {
            return Ok((name, text));
        }
        if !self.on_line() || matches!(self.kind(), TokenKind::Comma | TokenKind::End) {
            return Err(self.missing_with("B013", "a string", "say how it is drawn: `with X \"×\", O \"○\"`"));
        }
        let span = self.bump().span;
        let text = Text { text: self.slice(span).to_owned(), span };
        let quoted = format!("\"{}\"", text.text);
        let finding = Diagnostic::error("B013", "how something is drawn stands in quotes").at(span, "");
        self.report(finding.edit(say!("write {}", quote(&quoted)), span, quoted));
        Ok((name, text))
    }
}
