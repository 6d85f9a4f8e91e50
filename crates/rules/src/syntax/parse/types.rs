//! Types.

use super::{Parsed, Parser, Reported};
use crate::{
    diagnostic::Diagnostic,
    syntax::{
        token::TokenKind,
        tree::{Expr, ExprKind, Name, Type, TypeKind},
    },
    table::words::Word,
};

type ReadType = fn(&mut Parser<'_>) -> Parsed<TypeKind>;

/// The named types: the word, what must follow it, and how the rest is read.
static TYPES: &[(&str, Option<TokenKind>, ReadType)] = &[
    ("int", None, |_| Ok(TypeKind::Int)),
    ("bool", None, |_| Ok(TypeKind::Bool)),
    ("player", None, |_| Ok(TypeKind::Player)),
    ("text", None, |_| Ok(TypeKind::Text)),
    ("set", Some(TokenKind::Word(Word::Of)), |parser| Ok(TypeKind::Set(parser.member_type()?))),
    ("list", Some(TokenKind::LeftBracket), |parser| parser.list_type()),
    ("grid", Some(TokenKind::LeftBracket), |parser| parser.grid_type()),
    ("graph", Some(TokenKind::LeftBracket), |parser| parser.graph_type()),
    ("node", Some(TokenKind::Word(Word::Of)), |parser| Ok(TypeKind::Node(parser.member_name()?))),
    ("cell", Some(TokenKind::Word(Word::Of)), |parser| Ok(TypeKind::Cell(parser.member_name()?))),
];

impl Parser<'_> {
    pub(super) fn parse_type(&mut self) -> Parsed<Type> {
        self.nested(|parser| {
            parser.chained(|parser| {
                let start = parser.token().span;
                let kind = parser.plain_type()?;
                let mut ty = Type { span: parser.since(start), kind };
                while parser.on_line() && parser.eat(TokenKind::Question) {
                    parser.raise()?;
                    ty = Type { span: parser.since(start), kind: TypeKind::Optional(Box::new(ty)) };
                }
                Ok(ty)
            })
        })
    }

    fn plain_type(&mut self) -> Parsed<TypeKind> {
        match self.kind() {
            TokenKind::LeftBrace => self.names_type(),
            TokenKind::Name => match self.type_word() {
                Some(read) => {
                    self.bump();
                    read(self)
                }
                None => self.range_type(),
            },
            TokenKind::Word(_) => Err(self.no_type()),
            _ if self.token().first => Err(self.no_type()),
            _ => self.range_type(),
        }
    }

    /// How to go on after the word that comes next, if it names a type here.
    fn type_word(&self) -> Option<ReadType> {
        let (text, next) = (self.slice(self.token().span), self.look(1).kind);
        let row = TYPES.iter().find(|row| row.0 == text)?;
        row.1.is_none_or(|kind| kind == next).then_some(row.2)
    }

    fn names_type(&mut self) -> Parsed<TypeKind> {
        self.bracketed(TokenKind::RightBrace, |parser| {
            let mut names = vec![parser.name("a name")?];
            while parser.eat(TokenKind::Comma) {
                names.push(parser.name("a name")?);
            }
            Ok(TypeKind::Names(names))
        })
    }

    /// The type after `of`.
    fn member_type(&mut self) -> Parsed<Box<Type>> {
        self.expect_of()?;
        self.parse_type().map(Box::new)
    }

    /// The name after `of`.
    pub(super) fn member_name(&mut self) -> Parsed<Name> {
        self.expect_of()?;
        self.name("a name")
    }

    fn expect_of(&mut self) -> Parsed<()> {
        if self.eat_word(Word::Of) {
            return Ok(());
        }
        Err(self.missing_text("B013", "of", "say what it holds or belongs to: `list[3] of 0..9`, `node of graph`"))
    }

    fn list_type(&mut self) -> Parsed<TypeKind> {
        let length = self.bracketed(TokenKind::RightBracket, Self::expr)?;
        Ok(TypeKind::List { length: Box::new(length), of: self.member_type()? })
    }

    fn grid_type(&mut self) -> Parsed<TypeKind> {
        let (rows, columns) = self.bracketed(TokenKind::RightBracket, Self::two)?;
        Ok(TypeKind::Grid { rows: Box::new(rows), columns: Box::new(columns), of: self.member_type()? })
    }

    fn two(&mut self) -> Parsed<(Expr, Expr)> {
        let first = self.expr()?;
        if !self.eat(TokenKind::Comma) {
            return Err(self.missing_with("B013", "`,`", "a grid has rows and columns: `grid[3, 4] of …`"));
        }
        Ok((first, self.expr()?))
    }

    fn graph_type(&mut self) -> Parsed<TypeKind> {
        let size = self.bracketed(TokenKind::RightBracket, Self::expr)?;
        Ok(TypeKind::Graph { size: Box::new(size) })
    }

    /// `a..b`, or the name of a type.
    fn range_type(&mut self) -> Parsed<TypeKind> {
        let expr = self.range()?;
        match expr.kind {
            ExprKind::Range { .. } => Ok(TypeKind::Range(Box::new(expr))),
            ExprKind::Name(text) => Ok(TypeKind::Named(text)),
            _ => {
                let finding = Diagnostic::error("B018", "this is a value, and a type must stand here")
                    .at(expr.span, "")
                    .help("a number between two bounds is a range: `0..9`");
                Err(self.report(finding))
            }
        }
    }

    fn no_type(&mut self) -> Reported {
        self.missing_with("B018", "a type", "such as `0..9`, `bool`, `player`, `list[n] of 0..9`, `set of 1..n`")
    }
}
