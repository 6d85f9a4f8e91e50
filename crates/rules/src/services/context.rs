//! Where in a line the cursor stands: what may be written there. Told from the words before it alone, so that it works while a
//! line is being written.

use super::Document;
use crate::source::Span;
use crate::syntax::token::{Token, TokenKind};
use crate::table::words::{Begins, Word};

/// What may stand at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Nothing that could be known: a new name, a number, the inside of a text or a comment.
    Nothing,
    /// The first word of a line.
    Line,
    /// A statement of a move.
    Statement,
    /// A move of a part.
    PartMove,
    /// A type.
    Type,
    /// The name of a graph.
    Graph,
    /// The name of a board.
    Board,
    /// A value.
    Value,
    /// What may follow a value.
    Operator,
    /// What a line says happens: a player, `draw`.
    Outcome,
    /// What happens to the player just named.
    Verb,
    /// Parts that are left.
    Sum,
    /// A parameter of an example.
    Setting,
    /// What an example expects.
    Expectation,
    /// A symmetry.
    Symmetry,
    /// `rows` or `columns`.
    Side,
    /// What is shown.
    Subject,
    /// How it is shown.
    Style,
    /// What may follow in a `show` line.
    ShowRest,
    /// What may follow the name or the choices of a move.
    MoveRest,
    /// A player.
    Player,
    /// A word that must follow: `in`, `of`, `players`.
    Only(Word),
}

/// The cursor: the word it stands in or behind, what may stand in its place, and the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) wanted: Wanted,
    /// The part of a word before the cursor, and what goes with it.
    pub(super) span: Span,
    /// The word the line starts with.
    pub(super) line: Option<Word>,
    /// Where the line starts.
    pub(super) start: u32,
}

/// The first word of the line that a byte lies in.
pub(super) fn starter(document: &Document, offset: u32) -> Option<Word> {
    let before = document.before(offset);
    line_of(before).first().and_then(|token| word_of(*token))
}

/// Looks at what stands before the cursor.
pub(super) fn context(document: &Document, offset: u32) -> Context {
    let before = document.before(offset);
    let current = before.last().filter(|token| token.span.end >= offset && is_wordlike(token.kind)).copied();
    let before = if current.is_some() { &before[..before.len() - 1] } else { before };
    let span = current.map_or(Span::new(offset, offset), |token| token.span);
    let inside = inside_text(document, offset);
    let first = current.map_or_else(|| at_line_start(document, offset), |token| token.first);
    let line = line_of(before);
    let number = current.is_some_and(|token| matches!(token.kind, TokenKind::Number | TokenKind::BadNumber));
    let scan = Scan { document, line, first };
    let wanted = if inside || number { Wanted::Nothing } else { scan.wanted() };
    let starter = line.first().copied();
    let start = starter.filter(|_| wanted != Wanted::Line).map_or(span.start, |token| token.span.start);
    Context { wanted, span, line: starter.and_then(word_of), start }
}

fn is_wordlike(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Name | TokenKind::Word(_) | TokenKind::Number | TokenKind::BadNumber)
}

fn word_of(token: Token) -> Option<Word> {
    match token.kind {
        TokenKind::Word(word) => Some(word),
        _ => None,
    }
}

/// Whether a byte lies in a text or a comment.
fn inside_text(document: &Document, offset: u32) -> bool {
    let text = |token: &Token| {
        let open = !document.source.slice(token.span).ends_with('"') || token.span.end - token.span.start < 2;
        token.kind == TokenKind::Text
            && token.span.start < offset
            && (offset < token.span.end || open && offset == token.span.end)
    };
    document.in_comment(offset) || document.token_at(offset).is_some_and(|(_, token)| text(&token))
}

/// Whether nothing but blanks stands before a byte in its line of text.
fn at_line_start(document: &Document, offset: u32) -> bool {
    let before = document.source.text.get(..offset as usize).unwrap_or("");
    before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
}

/// The tokens of the last line of the rules: from the word that begins it.
fn line_of(tokens: &[Token]) -> &[Token] {
    let (mut start, mut open) = (0, 0_usize);
    for (at, token) in tokens.iter().enumerate() {
        let begins = match token.kind {
            TokenKind::Word(word) if token.first => match word.row().begins {
                // A part's moves stand in its braces.
                Begins::Line => open == 0 || !(word == Word::Move && starts_with(tokens, start, Word::Part)),
                Begins::Both => open == 0,
                _ => false,
            },
            _ => false,
        };
        if begins {
            (start, open) = (at, 0);
        }
        if token.kind.opens() {
            open += 1;
        } else if token.kind.closes() {
            open = open.saturating_sub(1);
        }
    }
    &tokens[start..]
}

fn starts_with(tokens: &[Token], at: usize, word: Word) -> bool {
    tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word(word))
}

/// A line up to the cursor.
struct Scan<'d> {
    document: &'d Document,
    line: &'d [Token],
    /// Whether the word at the cursor is the first in its line of text.
    first: bool,
}

impl Scan<'_> {
    fn wanted(&self) -> Wanted {
        let Some(last) = self.line.last() else { return Wanted::Line };
        let open = self.open();
        if self.first && open.is_empty() && !self.goes_on(last.kind) {
            return Wanted::Line;
        }
        let Some(word) = self.line.first().copied().and_then(word_of) else { return Wanted::Line };
        if let Some(block) = self.block(&open) {
            let statement = self.first && !self.goes_on(last.kind)
                || matches!(last.kind, TokenKind::Semicolon)
                || last.span == block.span
                || (last.kind == TokenKind::RightBrace && self.closes_block(last));
            if statement {
                return if word == Word::Part { Wanted::PartMove } else { Wanted::Statement };
            }
        }
        self.by_word(word, last, &open)
    }

    fn by_word(&self, word: Word, last: &Token, open: &[Token]) -> Wanted {
        if let Some(wanted) = self.declared(last, open) {
            return wanted;
        }
        match word {
            Word::Game | Word::Players => Wanted::Nothing,
            Word::Symmetry => self.symmetry(last),
            Word::Show => self.show(last),
            Word::Example if open.is_empty() && !self.has_arrow() => self.setting(last),
            Word::Repeat if last.kind == TokenKind::FatArrow => Wanted::Outcome,
            Word::Start => {
                if is_word(last, Word::Start) || last.kind == TokenKind::Plus {
                    Wanted::Sum
                } else {
                    self.value(last)
                }
            }
            _ => self.outcome(word, last).unwrap_or_else(|| self.value(last)),
        }
    }

    /// Places where a name is declared, or a type is written.
    fn declared(&self, last: &Token, open: &[Token]) -> Option<Wanted> {
        let before = self.back(1);
        let names = matches!(
            last.kind,
            TokenKind::Word(
                Word::Param
                    | Word::State
                    | Word::Let
                    | Word::Def
                    | Word::Type
                    | Word::Var
                    | Word::For
                    | Word::Move
                    | Word::Part
            )
        );
        if names {
            return Some(Wanted::Nothing);
        }
        if last.kind == TokenKind::Colon || (last.kind == TokenKind::Assign && self.is(0, Word::Type)) {
            return Some(Wanted::Type);
        }
        if is_word(last, Word::Of) && self.declares() {
            return Some(match before.map(|token| self.text(token)) {
                Some("node") => Wanted::Graph,
                Some("cell") => Wanted::Board,
                _ => Wanted::Type,
            });
        }
        let ranges = |at: Option<usize>| at.is_some_and(|at| self.parts_ranges(at));
        let loops = before.is_some_and(|token| is_word(token, Word::For)) || ranges(self.line.len().checked_sub(2));
        let chooses = last.kind == TokenKind::Name
            && self.in_choices(open)
            && before.is_some_and(|token| matches!(token.kind, TokenKind::LeftParen | TokenKind::Comma));
        if last.kind == TokenKind::Name && (loops || chooses) {
            return Some(Wanted::Only(Word::In));
        }
        let choice = matches!(last.kind, TokenKind::LeftParen | TokenKind::Comma) && self.in_choices(open);
        (choice || ranges(self.line.len().checked_sub(1))).then_some(Wanted::Nothing)
    }

    /// Whether the token at a place is a comma behind which a comprehension names another variable: `for r in 0..2, c`.
    fn parts_ranges(&self, at: usize) -> bool {
        let mut depth = 0_usize;
        for token in self.line[..at].iter().rev() {
            if token.kind.closes() {
                depth += 1;
            } else if token.kind.opens() {
                let Some(outer) = depth.checked_sub(1) else { return false };
                depth = outer;
            } else if depth == 0 && is_word(token, Word::For) {
                return self.line[at].kind == TokenKind::Comma;
            }
        }
        false
    }

    /// Whether the cursor stands between the brackets behind the name of a move, a `def` or a part, and in no others.
    fn in_choices(&self, open: &[Token]) -> bool {
        let [one] = open else { return false };
        let at = self.line.iter().position(|token| token.span == one.span);
        let named = at.and_then(|at| at.checked_sub(2)).map(|at| self.line[at].kind);
        one.kind == TokenKind::LeftParen && matches!(named, Some(TokenKind::Word(Word::Move | Word::Def | Word::Part)))
    }

    fn declares(&self) -> bool {
        [Word::Param, Word::State, Word::Type, Word::Part].iter().any(|word| self.is(0, *word))
    }

    fn setting(&self, last: &Token) -> Wanted {
        match last.kind {
            TokenKind::Word(Word::Example) | TokenKind::Comma => Wanted::Setting,
            _ => self.value(last),
        }
    }

    /// What an end, a `stuck` line or an example says, if the cursor stands there.
    fn outcome(&self, word: Word, last: &Token) -> Option<Wanted> {
        let expects = word == Word::Example && self.has_arrow();
        let begins =
            last.kind == TokenKind::FatArrow || (expects && last.kind == TokenKind::Comma && self.open().is_empty());
        if begins {
            return Some(match word {
                Word::Part => Wanted::Sum,
                Word::Example => Wanted::Expectation,
                _ => Wanted::Outcome,
            });
        }
        if word == Word::Part && last.kind == TokenKind::Plus && self.has_arrow() {
            return Some(Wanted::Sum);
        }
        let before = self.back(1)?;
        let named = matches!(last.kind, TokenKind::Name | TokenKind::Word(Word::Me | Word::Opponent));
        let outcome = before.kind == TokenKind::FatArrow || (expects && before.kind == TokenKind::Comma);
        let ended = self.text(last) == "draw" || self.text(last) == "pass";
        (named && outcome && word != Word::Part && !ended).then_some(Wanted::Verb)
    }

    fn symmetry(&self, last: &Token) -> Wanted {
        match self.text(last) {
            "symmetry" | "," | "and" => Wanted::Symmetry,
            "mirror" => Wanted::Side,
            "rows" | "columns" | "rotations" | "reflections" => Wanted::Only(Word::Of),
            "of" | "transpose" | "->" => Wanted::Board,
            "permute" => Wanted::Subject,
            "swap" => Wanted::Only(Word::Players),
            _ => self.value(last),
        }
    }

    fn show(&self, last: &Token) -> Wanted {
        match self.text(last) {
            "show" => Wanted::Subject,
            "as" => Wanted::Style,
            "from" | "to" | "with" => Wanted::Value,
            _ => Wanted::ShowRest,
        }
    }

    /// A value, or what may follow one.
    fn value(&self, last: &Token) -> Wanted {
        match self.text(last) {
            "by" if self.is(0, Word::Move) && self.open().is_empty() => return Wanted::Player,
            "as" if self.is(0, Word::Move) && self.open().is_empty() => return Wanted::Nothing,
            "turn" | "starts" => return Wanted::Player,
            _ => {}
        }
        if self.is(0, Word::Move) && self.open().is_empty() && last.kind.ends_value() {
            return Wanted::MoveRest;
        }
        if last.kind.ends_value() { Wanted::Operator } else { Wanted::Value }
    }

    /// Whether a line of text goes on after such a token.
    fn goes_on(&self, kind: TokenKind) -> bool {
        let word = |word: Word| !matches!(word, Word::Again | Word::Break) && !kind.ends_value();
        match kind {
            TokenKind::Comma | TokenKind::FatArrow | TokenKind::Colon | TokenKind::Arrow => true,
            TokenKind::Assign | TokenKind::AddAssign | TokenKind::SubAssign => true,
            TokenKind::Range | TokenKind::RangeUntil => true,
            TokenKind::Word(one) => word(one),
            kind => kind.is_operator(),
        }
    }

    /// The brackets open at the cursor.
    fn open(&self) -> Vec<Token> {
        let mut open = Vec::new();
        for token in self.line {
            if token.kind.opens() {
                open.push(*token);
            } else if token.kind.closes() {
                open.pop();
            }
        }
        open
    }

    /// The brace of the innermost block, if no other bracket is open in it.
    fn block(&self, open: &[Token]) -> Option<Token> {
        open.last().filter(|token| self.is_block(token)).copied()
    }

    /// Whether a brace holds statements: then it stands behind something whole.
    fn is_block(&self, brace: &Token) -> bool {
        let Some(at) = self.line.iter().position(|token| token.span == brace.span) else { return false };
        let before = at.checked_sub(1).map(|at| self.line[at].kind);
        let whole = before
            .is_some_and(|kind| kind.ends_value() || matches!(kind, TokenKind::Word(Word::Else | Word::Normalise)));
        let holds = [Word::Move, Word::Normalise, Word::Part].iter().any(|word| self.is(0, *word));
        brace.kind == TokenKind::LeftBrace && whole && holds
    }

    fn closes_block(&self, brace: &Token) -> bool {
        let mut open = Vec::new();
        for token in self.line {
            if token.kind.opens() {
                open.push(*token);
            } else if token.kind.closes() {
                let opened = open.pop();
                if token.span == brace.span {
                    return opened.is_some_and(|opened| self.is_block(&opened));
                }
            }
        }
        false
    }

    fn has_arrow(&self) -> bool {
        self.line.iter().any(|token| token.kind == TokenKind::FatArrow)
    }

    fn back(&self, steps: usize) -> Option<&Token> {
        self.line.len().checked_sub(steps + 1).map(|at| &self.line[at])
    }

    fn is(&self, at: usize, word: Word) -> bool {
        self.line.get(at).is_some_and(|token| is_word(token, word))
    }

    fn text(&self, token: &Token) -> &str {
        self.document.source.slice(token.span)
    }
}

fn is_word(token: &Token, word: Word) -> bool {
    token.kind == TokenKind::Word(word)
}
