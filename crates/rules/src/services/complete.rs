//! What may be written at a place.

use super::Document;
use super::context::{Context, Wanted, context};
use super::templates::{LINES, MOVES, MoveTemplate, plain};
use crate::names::{Kind, Symbol};
use crate::source::Span;
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{LineKind, Type, TypeKind};
use crate::table::helpers::{HELPERS, HelperRow};
use crate::table::places::{self, Place, PlaceRow};
use crate::table::types::{TYPES, TypeRow};
use crate::table::words::{WORDS, Word, WordRow};
use std::collections::HashSet;

/// Something that may be written.
#[derive(Clone, Debug)]
pub struct Completion<'d> {
    /// What it is called in a list.
    pub label: String,
    /// What is put in the place of `span`.
    pub insert: String,
    /// The same with places to fill in, where there are some: `take(${1:k})`.
    pub snippet: Option<String>,
    /// What it takes the place of: the word at the cursor.
    pub span: Span,
    /// What it is.
    pub offer: Offer<'d>,
}

/// What is offered.
#[derive(Clone, Copy, Debug)]
pub enum Offer<'d> {
    /// A name of the rules.
    Symbol(&'d Symbol),
    /// A name of the line at hand, of which nothing else is known yet.
    Near,
    /// A helper.
    Helper(&'static HelperRow),
    /// A word with a fixed meaning.
    Word(&'static WordRow),
    /// A type.
    Type(&'static TypeRow),
    /// A word that means something here.
    Place(&'static PlaceRow),
    /// A whole move, for this variable.
    Move(&'static MoveTemplate, &'d str),
}

/// Everything that may stand at a byte, what the rules themselves declare first. Nothing is left out for the letters already
/// written: editors choose among what is offered.
#[must_use]
pub fn complete(document: &Document, offset: u32) -> Vec<Completion<'_>> {
    let context = context(document, offset);
    let mut list = List { document, context, offset, found: Vec::new(), known: HashSet::new() };
    list.fill();
    list.found
}

/// Names offered; there is no use in more.
const MOST_NAMES: usize = 2_000;

struct List<'d> {
    document: &'d Document,
    context: Context,
    offset: u32,
    found: Vec<Completion<'d>>,
    known: HashSet<String>,
}

impl<'d> List<'d> {
    fn fill(&mut self) {
        match self.context.wanted {
            Wanted::Nothing => {}
            Wanted::Line => self.lines(),
            Wanted::Statement => self.statements(),
            Wanted::PartMove => self.template_word(Word::Move, "move ${1:take}(${2:k} in ${3:1..3}) => ${4:nothing}"),
            Wanted::Type => self.types(),
            Wanted::Graph => self.declared_as(|kind| matches!(kind, TypeKind::Graph { .. })),
            Wanted::Board => self.declared_as(|kind| matches!(kind, TypeKind::Grid { .. } | TypeKind::List { .. })),
            Wanted::Value => self.values(),
            Wanted::Operator => self.operators(),
            Wanted::Outcome => self.outcomes(),
            Wanted::Verb => self.places(Place::Outcome, |row| matches!(row.text, "wins" | "loses" | "leads")),
            Wanted::Sum => self.sums(),
            Wanted::Setting => self.settings(),
            Wanted::Expectation => self.expectations(),
            Wanted::Symmetry => self.symmetries(),
            Wanted::Side => self.places(Place::Symmetry, |row| matches!(row.text, "rows" | "columns")),
            Wanted::Subject => self.symbols(|kind| matches!(kind, Kind::State | Kind::Param | Kind::Part)),
            Wanted::Style => self.places(Place::Style, |_| true),
            Wanted::ShowRest => self.places(Place::Show, |_| true),
            Wanted::MoveRest => self.places(Place::Move, |_| true),
            Wanted::Player => self.players(),
            Wanted::Only(word) => self.word(word),
        }
    }

    fn lines(&mut self) {
        self.moves();
        for (word, template) in LINES {
            self.template_word(*word, template);
        }
    }

    /// Whole moves for the variables there are.
    fn moves(&mut self) {
        let document = self.document;
        for line in &document.checked.file.lines {
            let LineKind::State { name, ty, .. } = &line.kind else { continue };
            let of = match &ty.kind {
                TypeKind::Node(graph) => graph.text.as_str(),
                TypeKind::Cell(board) => board.text.as_str(),
                _ => "",
            };
            for template in MOVES.iter().filter(|template| (template.fits)(meant(document, ty))) {
                let text = template.text.replace("{x}", &name.text).replace("{g}", of);
                let label = format!("move {} … {}", template.name, name.text);
                self.push(label, plain(&text), Some(text), Offer::Move(template, &name.text));
            }
        }
    }

    fn template_word(&mut self, word: Word, template: &str) {
        let label = word.text().to_owned();
        self.push(label, plain(template), Some(template.to_owned()), Offer::Word(word.row()));
    }

    fn statements(&mut self) {
        self.symbols(|kind| matches!(kind, Kind::State | Kind::Var));
        const FORMS: &[(Word, &str)] = &[
            (Word::When, "when $0"),
            (Word::Let, "let ${1:x} = $0"),
            (Word::Var, "var ${1:x} = $0"),
            (Word::Gain, "gain $0"),
            (Word::Turn, "turn ${1:me}"),
            (Word::End, "end when ${1:true} => ${2:me wins}"),
            (Word::If, "if ${1:true} {\n  $0\n}"),
            (Word::For, "for ${1:x} in ${2:1..3} {\n  $0\n}"),
        ];
        for row in WORDS.iter().filter(|row| row.word.begins_statement()) {
            match FORMS.iter().find(|(word, _)| *word == row.word) {
                Some((word, form)) => self.template_word(*word, form),
                None => self.word(row.word),
            }
        }
        self.word(Word::Else);
    }

    fn types(&mut self) {
        self.symbols(|kind| kind == Kind::Type);
        for row in TYPES {
            let snippet = row.snippet.contains('$').then(|| row.snippet.to_owned());
            self.push(row.usage.to_owned(), plain(row.snippet), snippet, Offer::Type(row));
        }
        self.symbols(|kind| matches!(kind, Kind::Param | Kind::Let));
    }

    /// Parameters and variables whose type is such.
    fn declared_as(&mut self, fits: fn(&TypeKind) -> bool) {
        let names: Vec<&str> = self
            .document
            .checked
            .file
            .lines
            .iter()
            .filter_map(|line| match &line.kind {
                LineKind::Param { name, ty, .. } | LineKind::State { name, ty, .. }
                    if fits(&meant(self.document, ty).kind) =>
                {
                    Some(name.text.as_str())
                }
                _ => None,
            })
            .collect();
        let fitting = self.document.checked.names.symbols.iter().filter(|symbol| names.contains(&symbol.name.as_str()));
        fitting.for_each(|symbol| self.symbol(symbol));
    }

    fn values(&mut self) {
        self.locals_near();
        self.locals();
        let play = !matches!(
            self.context.line,
            Some(Word::Param | Word::Let | Word::Require | Word::Type | Word::Start | Word::Part | Word::Example)
        );
        let state = play && self.context.line != Some(Word::State);
        self.symbols(|kind| matches!(kind, Kind::Param | Kind::Let | Kind::Def | Kind::Value | Kind::Player));
        if state {
            self.symbols(|kind| kind == Kind::State);
            self.places(Place::Call, |_| true);
        }
        if self.context.line == Some(Word::Example) {
            self.answers();
        }
        for row in HELPERS {
            self.helper(row);
        }
        let words: &[Word] = if state { &[Word::Me, Word::Opponent] } else { &[] };
        words.iter().for_each(|word| self.word(*word));
        self.template_word(Word::If, "if ${1:true} then ${2:1} else ${3:0}");
        [Word::Not, Word::True, Word::False, Word::None].iter().for_each(|word| self.word(*word));
    }

    fn answers(&mut self) {
        self.places(Place::AnswerOf, |_| true);
        self.places(Place::Answer, |_| true);
    }

    fn operators(&mut self) {
        for word in [Word::And, Word::Or, Word::In, Word::Not, Word::Then, Word::Else, Word::If, Word::For, Word::When]
        {
            self.word(word);
        }
        match self.context.line {
            Some(Word::Move) => self.places(Place::Gain, |_| true),
            Some(Word::Example | Word::End | Word::Stuck | Word::Repeat) => {
                self.places(Place::Outcome, |row| matches!(row.text, "wins" | "loses" | "leads" | "by"))
            }
            _ => {}
        }
    }

    fn outcomes(&mut self) {
        if self.context.line != Some(Word::Repeat) {
            self.word(Word::Me);
            self.word(Word::Opponent);
        }
        self.places(Place::Outcome, |row| row.text == "draw");
        if self.context.line == Some(Word::Stuck) {
            self.places(Place::Stuck, |_| true);
        }
        self.symbols(|kind| kind == Kind::Player);
    }

    fn sums(&mut self) {
        self.symbols(|kind| kind == Kind::Part);
        self.places(Place::Sum, |_| true);
        self.helper(crate::table::helpers::Helper::Sum.row());
    }

    fn settings(&mut self) {
        let params = self.document.checked.names.symbols.iter().filter(|symbol| symbol.kind == Kind::Param);
        for symbol in params {
            self.push(symbol.name.clone(), format!("{}=", symbol.name), None, Offer::Symbol(symbol));
        }
    }

    fn expectations(&mut self) {
        self.symbols(|kind| kind == Kind::Player);
        self.places(Place::Outcome, |row| row.text == "draw");
        self.answers();
        self.word(Word::Not);
    }

    fn symmetries(&mut self) {
        self.places(Place::Symmetry, |row| !matches!(row.text, "rows" | "columns"));
        self.symbols(|kind| kind == Kind::State);
    }

    fn players(&mut self) {
        self.symbols(|kind| kind == Kind::Player);
        if self.context.line == Some(Word::Move)
            && matches!(self.document.before(self.context.span.start).last(), Some(token) if token.kind == TokenKind::Word(Word::Turn))
        {
            self.word(Word::Me);
            self.word(Word::Opponent);
        }
    }

    /// The end of what is written before the cursor: a line that is being written ends there, not at the cursor.
    fn written(&self) -> u32 {
        let last = self.document.before(self.context.span.start).last();
        last.filter(|token| !token.kind.closes()).map_or(self.offset, |token| token.span.end)
    }

    /// Locals whose scope is known, innermost first.
    fn locals(&mut self) {
        let mut found: Vec<&Symbol> =
            self.document.checked.names.in_sight(self.written()).filter(|symbol| !symbol.kind.is_global()).collect();
        found.sort_by_key(|symbol| std::cmp::Reverse(symbol.declared.first().map(|span| span.start)));
        found.into_iter().for_each(|symbol| self.symbol(symbol));
    }

    /// Names that the line at hand declares before the cursor, where it cannot be read yet.
    fn locals_near(&mut self) {
        let lines = &self.document.checked.file.lines;
        let (start, offset) = (self.context.start, self.offset);
        if lines.iter().any(|line| line.span.start <= start && offset <= line.span.end) {
            return;
        }
        let tokens = self.document.before(offset);
        let from = tokens.partition_point(|token| token.span.start < start);
        for pair in tokens[from..].windows(2) {
            let name = match (pair[0].kind, pair[1].kind) {
                (TokenKind::Name, TokenKind::Word(Word::In)) => pair[0],
                (TokenKind::Word(Word::Let | Word::Var), TokenKind::Name)
                    if from > 0 || self.context.line == Some(Word::Move) =>
                {
                    pair[1]
                }
                _ => continue,
            };
            let text = self.document.source.slice(name.span).to_owned();
            if !self.document.checked.names.symbols.iter().any(|symbol| symbol.name == text) {
                self.push(text.clone(), text, None, Offer::Near);
            }
        }
    }

    fn symbols(&mut self, fits: impl Fn(Kind) -> bool) {
        let (start, ends) = (self.context.span.start, self.context.span.end);
        let own = |symbol: &Symbol| symbol.declared.iter().any(|span| span.start == start && span.end == ends);
        let fitting = self.document.checked.names.in_sight(self.offset);
        let fitting: Vec<&'d Symbol> =
            fitting.filter(|symbol| fits(symbol.kind) && !own(symbol)).take(MOST_NAMES).collect();
        fitting.into_iter().for_each(|symbol| self.symbol(symbol));
    }

    fn symbol(&mut self, symbol: &'d Symbol) {
        let called = matches!(symbol.kind, Kind::Def | Kind::Part).then(|| self.call(symbol));
        let insert = called.as_deref().map_or_else(|| symbol.name.clone(), plain);
        self.push(symbol.name.clone(), insert, called, Offer::Symbol(symbol));
    }

    /// A `def` or a part with places for what it is given.
    fn call(&self, symbol: &Symbol) -> String {
        let line = self.document.checked.file.lines.iter().find(|line| line.span == symbol.line);
        let given: Vec<&str> = match line.map(|line| &line.kind) {
            Some(LineKind::Def { params, .. }) => params.iter().map(|param| param.text.as_str()).collect(),
            Some(LineKind::Part(part)) => part.fields.iter().map(|(name, _)| name.text.as_str()).collect(),
            _ => Vec::new(),
        };
        call(&symbol.name, &given)
    }

    fn helper(&mut self, row: &'static HelperRow) {
        if row.forms.iter().any(|form| form.takes.is_empty()) {
            return self.push(row.name.to_owned(), row.name.to_owned(), None, Offer::Helper(row));
        }
        let snippet = called(row.usage);
        self.push(row.name.to_owned(), plain(&snippet), Some(snippet), Offer::Helper(row));
    }

    fn word(&mut self, word: Word) {
        self.push(word.text().to_owned(), word.text().to_owned(), None, Offer::Word(word.row()));
    }

    fn places(&mut self, place: Place, fits: impl Fn(&PlaceRow) -> bool) {
        for row in places::of(place).filter(|row| fits(row)) {
            let (insert, snippet) = match (row.text, place) {
                ("leads", _) => ("leads by 1".into(), Some("leads by ${1:1}".into())),
                (_, Place::Call | Place::AnswerOf) => {
                    let snippet = called(row.usage);
                    (plain(&snippet), Some(snippet))
                }
                _ => (row.text.to_owned(), None),
            };
            self.push(row.text.to_owned(), insert, snippet, Offer::Place(row));
        }
    }

    fn push(&mut self, label: String, insert: String, snippet: Option<String>, offer: Offer<'d>) {
        if self.known.insert(label.clone()) {
            let span = self.context.span;
            self.found.push(Completion { label, insert, snippet, span, offer });
        }
    }
}

/// The type that a name of a type stands for.
fn meant<'t>(document: &'t Document, ty: &'t Type) -> &'t Type {
    let TypeKind::Named(name) = &ty.kind else { return ty };
    let named = document.checked.file.lines.iter().find_map(|line| match &line.kind {
        LineKind::TypeName { name: known, ty } if known.text == *name => Some(ty),
        _ => None,
    });
    named.unwrap_or(ty)
}

/// `append(xs, x)` with its arguments as places to fill in; of several forms, the first.
fn called(usage: &str) -> String {
    let form = usage.split("), ").next().unwrap_or(usage).trim_end_matches(')');
    match form.split_once('(') {
        Some((name, given)) if given.contains(" for ") => format!("{name}(${{1:{given}}})"),
        Some((name, given)) => call(name, &given.split(", ").collect::<Vec<_>>()),
        None => usage.to_owned(),
    }
}

fn call(name: &str, given: &[&str]) -> String {
    let given: Vec<String> = given.iter().enumerate().map(|(at, given)| format!("${{{}:{given}}}", at + 1)).collect();
    format!("{name}({})", given.join(", "))
}
