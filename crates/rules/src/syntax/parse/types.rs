//! Types.

use super::{Parsed, Parser, Reported};
use crate::{
    diagnostic::Diagnostic,
    syntax::{
        lex::MAX_NAME,
        token::TokenKind,
        tree::{Expr, ExprKind, Name, Type, TypeKind},
    },
    table::words::Word,
};

type ReadType = fn(&mut Parser<'_>) -> Parsed<TypeKind>;

/// A named type.
struct TypeRow {
    word: &'static str,
    /// What must follow the word, and the form of the whole.
    then: Option<(TokenKind, &'static str)>,
    /// How the rest is read.
    read: ReadType,
}

const fn row(word: &'static str, then: Option<(TokenKind, &'static str)>, read: ReadType) -> TypeRow {
    TypeRow { word, then, read }
}

const OF: TokenKind = TokenKind::Word(Word::Of);
const BRACKET: TokenKind = TokenKind::LeftBracket;
const LIST: &str =
    "write its length and what it holds: `list[3] of 0..9`, or `list[0..3] of 0..9` if its length changes";
const GRID: &str = "write its rows and columns and what it holds: `grid[3, 3] of player?`";

static TYPES: &[TypeRow] = &[
    row("int", None, |_| Ok(TypeKind::Int)),
    row("bool", None, |_| Ok(TypeKind::Bool)),
    row("player", None, |_| Ok(TypeKind::Player)),
    row("text", None, |_| Ok(TypeKind::Text)),
    row("set", Some((OF, "write what it holds: `set of 1..9`")), |parser| Ok(TypeKind::Set(parser.member_type()?))),
    row("list", Some((BRACKET, LIST)), |parser| parser.list_type()),
    row("grid", Some((BRACKET, GRID)), |parser| parser.grid_type()),
    row("graph", Some((BRACKET, "write how many nodes it may have: `graph[2..50]`")), |parser| parser.graph_type()),
    row("node", Some((OF, "write the graph: `node of g`")), |parser| Ok(TypeKind::Node(parser.member_name()?))),
    row("cell", Some((OF, "write the board: `cell of b`")), |parser| Ok(TypeKind::Cell(parser.member_name()?))),
    row("position", Some((OF, "write the board: `position of b`")), |parser| {
        Ok(TypeKind::Position(parser.member_name()?))
    }),
];

impl Parser<'_> {
    pub(super) fn parse_type(&mut self) -> Parsed<Type> {
        self.nested(|parser| {
            parser.chained(|parser| {
                let start = parser.token().span;
                let kind = parser.plain_type()?;
                let mut ty = Type { span: parser.since(start), kind };
                parser.or_none();
                while parser.on_line() && parser.eat(TokenKind::Question) {
                    parser.raise()?;
                    ty = Type { span: parser.since(start), kind: TypeKind::Optional(Box::new(ty)) };
                }
                Ok(ty)
            })
        })
    }

    /// `player or none`
    fn or_none(&mut self) {
        if self.on_line() && self.word() == Some(Word::Or) && self.look(1).kind == TokenKind::Word(Word::None) {
            let span = self.bump().span.to(self.bump().span);
            let finding = Diagnostic::error("B018", "\"or `none`\" is written `?`").at(span, "");
            self.report(finding.edit("write a `?` behind the type: `player?`", span, "?"));
        }
    }

    fn plain_type(&mut self) -> Parsed<TypeKind> {
        match self.kind() {
            _ if self.at_record() => self.record_type(),
            _ if self.loose_names().is_some() => Ok(self.names_without_braces()),
            TokenKind::LeftBrace => self.names_type(),
            TokenKind::LeftParen if self.at_type_in_brackets() => self.type_in_brackets(),
            TokenKind::Less | TokenKind::LessEqual | TokenKind::Greater | TokenKind::GreaterEqual => {
                Err(self.no_type())
            }
            TokenKind::Name => self.named_type(),
            TokenKind::Word(_) => Err(self.no_type()),
            _ if self.token().first => Err(self.no_type()),
            _ => self.range_type(),
        }
    }

    /// Whether a type that is no range stands in the bracket that comes next: `(node of g)`, `({red, green})`.
    fn at_type_in_brackets(&self) -> bool {
        let (token, next) = (self.look(1), self.look(2).kind);
        let row = TYPES.iter().find(|row| token.kind == TokenKind::Name && row.word == self.slice(token.span));
        let begins = match row {
            Some(row) => row.then.map_or(!goes_on(next), |(kind, _)| kind == next),
            None => token.kind == TokenKind::LeftBrace,
        };
        begins && !goes_on(self.after_bracket())
    }

    /// What follows the bracket that comes next.
    fn after_bracket(&self) -> TokenKind {
        let (mut ahead, mut open) = (0_usize, 0_usize);
        loop {
            let kind = self.look(ahead).kind;
            open = if kind.opens() { open + 1 } else { open.saturating_sub(usize::from(kind.closes())) };
            ahead += 1;
            if open == 0 || kind == TokenKind::End {
                return self.look(ahead).kind;
            }
        }
    }

    /// Whether several types stand in the bracket that comes next: `(1..n, text)`. Names alone are those of a list of names that
    /// lacks its braces, unless one of them is a type's.
    fn at_record(&self) -> bool {
        if self.kind() != TokenKind::LeftParen || goes_on(self.after_bracket()) {
            return false;
        }
        let (mut ahead, mut open, mut commas, mut named) = (0_usize, 0_usize, false, false);
        loop {
            let token = self.look(ahead);
            open = if token.kind.opens() { open + 1 } else { open.saturating_sub(usize::from(token.kind.closes())) };
            commas |= open == 1 && token.kind == TokenKind::Comma;
            named |= token.kind == TokenKind::Name && self.is_type(self.slice(token.span));
            ahead += 1;
            if open == 0 || token.kind == TokenKind::End {
                return commas && (named || self.loose_names().is_none());
            }
        }
    }

    /// Whether a name is a type's: one of the language, or of a `type` line.
    fn is_type(&self, name: &str) -> bool {
        TYPES.iter().any(|row| row.word == name)
            || self
                .cut
                .tokens
                .windows(2)
                .any(|pair| pair[0].kind == TokenKind::Word(Word::Type) && self.slice(pair[1].span) == name)
    }

    /// `(1..n, text)`
    fn record_type(&mut self) -> Parsed<TypeKind> {
        self.bracketed(TokenKind::RightParen, |parser| {
            let mut types = vec![parser.parse_type()?];
            while parser.eat(TokenKind::Comma) {
                types.push(parser.parse_type()?);
            }
            Ok(TypeKind::Record(types))
        })
    }

    /// `(node of g)?`
    fn type_in_brackets(&mut self) -> Parsed<TypeKind> {
        let open = self.token().span;
        let inner = self.bracketed(TokenKind::RightParen, Self::parse_type)?;
        let finding = Diagnostic::error("B018", "a type takes no brackets").at(self.since(open), "");
        let plain = self.slice(inner.span);
        self.report(finding.edit("leave them out: `?` goes with the whole type before it", self.since(open), plain));
        Ok(inner.kind)
    }

    /// A type by its word, if that goes on as it must; else a range or the name of a type. A variable may be called like one.
    fn named_type(&mut self) -> Parsed<TypeKind> {
        let (text, next) = (self.slice(self.token().span), self.look(1));
        let Some(row) = TYPES.iter().find(|row| row.word == text) else { return self.range_type() };
        match row.then {
            Some((kind, _)) if next.kind == kind => {}
            Some((_, form)) if !goes_on(next.kind) => return Err(self.unfinished_type(row.word, form)),
            Some(_) => return self.range_type(),
            None => {}
        }
        let word = self.bump().span;
        if row.word == "int" && self.on_line() && matches!(self.kind(), TokenKind::Number | TokenKind::LeftParen) {
            let finding = Diagnostic::error("B018", "`int` takes no bounds").at(word, "");
            let reported = self.report(finding.edit("a number within bounds is only `0..9`", word, ""));
            return if self.kind() == TokenKind::Number { self.range_type() } else { Err(reported) };
        }
        (row.read)(self)
    }

    fn unfinished_type(&mut self, word: &str, form: &'static str) -> Reported {
        let finding =
            Diagnostic::error("B018", say!("`{word}` alone is not a whole type")).at(self.token().span, "").help(form);
        self.report(finding)
    }

    fn names_type(&mut self) -> Parsed<TypeKind> {
        self.bracketed(TokenKind::RightBrace, |parser| {
            if parser.kind() == TokenKind::Text {
                return Err(parser.quoted_names());
            }
            if parser.kind() == TokenKind::Number {
                return Err(parser.numbers_in_braces());
            }
            let mut names = vec![parser.name("a name")?];
            while parser.eat(TokenKind::Comma) {
                names.push(parser.name("a name")?);
            }
            Ok(TypeKind::Names(names))
        })
    }

    fn numbers_in_braces(&mut self) -> Reported {
        let finding = Diagnostic::error("B018", "names stand in braces, not numbers").at(self.token().span, "");
        self.report(finding.help("numbers within bounds are `0..9`, sets of them `set of 0..9`"))
    }

    /// How many tokens `red | green`, `[red, green]` or `(red, green)` takes, if one comes next.
    fn loose_names(&self) -> Option<usize> {
        let open = matches!(self.kind(), TokenKind::LeftBracket | TokenKind::LeftParen);
        let (mut at, mut names) = (usize::from(open), 1);
        let separates = |kind: TokenKind| kind == if open { TokenKind::Comma } else { TokenKind::Pipe };
        while self.look(at).kind == TokenKind::Name && (open || !self.look(at).first) {
            match self.look(at + 1).kind {
                kind if separates(kind) => (at, names) = (at + 2, names + 1),
                TokenKind::RightBracket | TokenKind::RightParen if open && names > 1 => return Some(at + 2),
                _ if !open && names > 1 => return Some(at + 1),
                _ => return None,
            }
        }
        None
    }

    fn names_without_braces(&mut self) -> TypeKind {
        let start = self.token().span;
        let tokens = self.loose_names().unwrap_or_default();
        let mut names = Vec::new();
        for _ in 0..tokens {
            if self.kind() == TokenKind::Name {
                names.push(self.take_name());
            } else {
                self.bump();
            }
        }
        let texts: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        let (span, meant) = (self.since(start), format!("{{{}}}", texts.join(", ")));
        let finding = Diagnostic::error("B018", "the names of a type stand in braces").at(span, "");
        self.report(finding.edit(say!("write {}", crate::diagnostic::quote(&meant)), span, meant));
        TypeKind::Names(names)
    }

    /// `{"red", "blue"}`: names need no quotes.
    fn quoted_names(&mut self) -> Reported {
        let start = self.token().span;
        while matches!(self.kind(), TokenKind::Text | TokenKind::Name | TokenKind::Comma) {
            let token = self.bump();
            let text = self.slice(token.span).trim_matches('"');
            if token.kind != TokenKind::Comma {
                self.unread.push(Name { text: text.chars().take(MAX_NAME).collect(), span: token.span });
            }
        }
        let span = self.since(start);
        let plain = self.slice(span).replace('"', "");
        let finding = Diagnostic::error("B013", "the names of a type stand without quotes")
            .at(span, "")
            .edit(say!("write {}", crate::diagnostic::quote(&format!("{{{plain}}}"))), span, plain)
            .help("use them without quotes everywhere: `x = red`, `x == red`");
        self.report(finding)
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
        Err(self.missing_text(
            "B013",
            "of",
            "say what it holds or belongs to: `list[3] of 0..9`, `node of graph`, `rotations of board`",
        ))
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
        if self.eat(TokenKind::Comma) {
            return Ok((first, self.expr()?));
        }
        // `grid[3x3]` was reported when it was cut up.
        if first.kind == ExprKind::Bad {
            return Ok((first.clone(), first));
        }
        if self.kind() == TokenKind::RightBracket && self.look(1).kind == BRACKET {
            let between = self.bump().span.to(self.bump().span);
            let finding = Diagnostic::error("B013", "rows and columns stand in one pair of brackets").at(between, "");
            self.report(finding.edit("write a comma: `grid[3, 4] of …`", between, ", "));
            return Ok((first, self.expr()?));
        }
        Err(self.missing_with("B013", "`,`", "a grid has rows and columns: `grid[3, 4] of …`"))
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
            ExprKind::Bad => Err(Reported),
            ExprKind::Index(base, _) | ExprKind::Compare(base, _) if matches!(base.kind, ExprKind::Name(_)) => {
                let finding = Diagnostic::error("B018", "this is no type").at(expr.span, "");
                Err(self.report(finding.help(LIST).help(GRID)))
            }
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

/// Whether a name followed so is a value: the start of a range.
fn goes_on(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Range
            | TokenKind::RangeUntil
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Star
            | TokenKind::SlashSlash
            | TokenKind::Percent
    )
}
