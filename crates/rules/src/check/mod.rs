//! From the tree of a rules file to checked rules: names, types, bounds, and every fault at once.
//!
//! `lines` walks the file; `expr`, `call`, `stmt`, `outcome` and `domain` check what lines are made of; `scope` knows what names
//! mean where; `unused` looks for what is never read or never changes.

mod advice;
mod aliases;
mod call;
mod content;
mod domain;
mod expr;
mod lines;
mod names;
mod outcome;
mod ranges;
mod rank;
mod scope;
mod show;
mod stmt;
mod sums;
mod unused;

use crate::diagnostic::{Diagnostic, Severity};
use crate::interval::Interval;
use crate::names::Names;
use crate::rules::{Expr, ExprKind, Names as ListedNames, Rules};
use crate::source::{Source, Span};
use crate::syntax::tree;
use crate::types::Type;
use scope::{Globals, Local, Site};

/// How many expressions checked rules may hold once every `def` is written out. Bounds time and memory on hostile input.
const MAX_EXPRESSIONS: usize = 400_000;

/// How deep `def`s may use each other once written out.
const MAX_CALLS: usize = 64;

/// How deep an expression may be once every `def` is written out: bounds the stack of whoever walks it.
const MAX_DEPTH: usize = 300;

/// How many locals may be in sight at once, and how many values a `def` may take.
const MAX_LOCALS: usize = 500;
const MAX_ARGUMENTS: usize = 40;

/// How many names are compared with a misspelt one.
const MAX_COMPARED: usize = 5000;

/// Findings kept; more are counted and left out.
const MAX_FINDINGS: usize = 60;

/// Rules as far as they can be read, for whoever works on their text.
#[derive(Debug)]
pub struct Checked {
    /// The rules; absent when some finding is an error.
    pub rules: Option<Rules>,
    /// What is wrong or odd.
    pub findings: Vec<Diagnostic>,
    /// The lines that could be read.
    pub file: tree::File,
    /// What names stand for, also where there are errors.
    pub names: Names,
}

/// Reads and checks rules. The rules are there when no finding is an error.
#[must_use]
pub fn check(source: &Source) -> (Option<Rules>, Vec<Diagnostic>) {
    let checked = read(source);
    (checked.rules, checked.findings)
}

/// Reads and checks rules, and keeps what was learnt on the way.
#[must_use]
pub fn read(source: &Source) -> Checked {
    let (file, mut found) = crate::syntax::parse::parse(source);
    let unreadable = found.iter().any(|finding| finding.severity == Severity::Error);
    let mut checker = Checker::new(source, unreadable);
    checker.file(&file);
    let unread = unread_lines(source, &found);
    let line = |finding: &Diagnostic| finding.span().map(|span| source.line_column(span.start).0);
    found.extend(checker.found.drain(..).filter(|finding| line(finding).is_none_or(|line| !unread.contains(&line))));
    let ok = !found.iter().any(|finding| finding.severity == Severity::Error);
    if !ok {
        found.retain(|finding| !unused::CODES.contains(&finding.code));
    }
    let names = std::mem::take(&mut checker.noted).finish(&file);
    Checked { rules: ok.then_some(checker.rules), findings: found, file, names }
}

/// The lines of text that could not be read as they stand: what they mean is not looked at until they can.
fn unread_lines(source: &Source, found: &[Diagnostic]) -> Vec<usize> {
    let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
    errors.filter_map(|finding| Some(source.line_column(finding.span()?.start).0)).collect()
}

/// What is known while a file is checked.
struct Checker<'a> {
    source: &'a Source,
    /// Some lines could not be read: names may be missing and findings that depend on the whole file are left out.
    unreadable: bool,
    found: Vec<Diagnostic>,
    rules: Rules,
    globals: Globals,
    /// What names stand for.
    noted: names::Noted,
    /// Locals in sight, innermost last; those before `hidden` belong to the caller of a `def`.
    locals: Vec<Local>,
    hidden: usize,
    /// Choices and loops that are called like a variable, each with the variable's symbol.
    hiding: Vec<(tree::Name, usize)>,
    /// Where the expression at hand stands.
    site: Site,
    /// The `def`s being written out, outermost first.
    calls: Vec<usize>,
    /// The call that they are written out for.
    called_at: Option<Span>,
    /// How often something known to be faulty was used: what comes of that is not trusted either.
    silenced: usize,
    /// Where the `state` line at hand begins: what stands further down cannot be used in it.
    above: Option<u32>,
    /// How deep the expression at hand lies.
    depth: usize,
    /// Expressions made so far.
    made: usize,
    /// Whether it was said that there are too many.
    too_long: bool,
    /// State variables that the move at hand assigns somewhere.
    changing: Vec<usize>,
    /// Those among them that it assigns as a whole: lists may have another length for now.
    replaced: Vec<usize>,
    /// Values outside the bounds of a state variable: a fault where the move at hand keeps them.
    tentative: Vec<(usize, Diagnostic)>,
    /// How many `for`s surround the statement at hand.
    loops: usize,
    /// How many conditions decide whether the expression at hand is looked at: what would always go wrong may then never happen.
    guards: usize,
    /// `when` conditions of moves being checked for `can`, to find circles: (move name, names it asks about).
    asks: Vec<(String, String, Span)>,
    current_move: Option<String>,
    /// The type at hand is that of a record's value.
    in_record: bool,
    /// The first line that counts points, where one does.
    counted: Option<Span>,
    /// Outcomes that have no place in a game of points.
    mixed: Vec<Span>,
}

impl<'a> Checker<'a> {
    fn new(source: &'a Source, unreadable: bool) -> Checker<'a> {
        Checker {
            source,
            unreadable,
            found: Vec::new(),
            rules: empty_rules(source),
            globals: Globals::default(),
            noted: names::Noted::default(),
            locals: Vec::new(),
            hidden: 0,
            hiding: Vec::new(),
            site: Site::SETUP,
            calls: Vec::new(),
            called_at: None,
            silenced: 0,
            above: None,
            depth: 0,
            made: 0,
            too_long: false,
            changing: Vec::new(),
            replaced: Vec::new(),
            tentative: Vec::new(),
            loops: 0,
            guards: 0,
            asks: Vec::new(),
            current_move: None,
            in_record: false,
            counted: None,
            mixed: Vec::new(),
        }
    }

    /// Notes a finding, unless the same was noted before (a `def` written out twice has its faults twice).
    fn report(&mut self, finding: Diagnostic) {
        let finding = match self.called_at.filter(|_| depends_on_the_call(finding.code)) {
            Some(call) => finding.at(call, "in this call"),
            None => finding,
        };
        let known = self
            .found
            .iter()
            .any(|old| old.code == finding.code && old.span() == finding.span() && old.message == finding.message);
        if !known && self.found.len() < MAX_FINDINGS {
            self.found.push(finding);
        }
    }

    /// The name that the reader probably meant. Not looked for once there are findings enough.
    fn near<'n>(&self, name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
        let most = if self.found.len() < MAX_FINDINGS { MAX_COMPARED } else { 0 };
        crate::diagnostic::nearest(name, names.into_iter().take(most)).map(str::to_owned)
    }

    /// How many errors were met so far, old ones met again included: what comes of a line with an error is not trusted.
    fn errors(&self) -> usize {
        self.found.iter().filter(|finding| finding.severity == Severity::Error).count() + self.silenced
    }

    /// An expression that stands for one whose fault was reported elsewhere.
    fn silent(&mut self, span: Span) -> Expr {
        self.silenced += 1;
        self.broken(span)
    }

    /// Whether a name of the whole file is known to be faulty; what is said of it is then not looked at.
    fn is_broken(&mut self, name: &str) -> bool {
        let broken = self.globals.entries.get(name).is_some_and(|entry| self.globals.broken.contains(&entry.means));
        self.silenced += usize::from(broken);
        broken
    }

    /// An expression that stands for a faulty one: it fits everywhere, so that one fault gives one finding.
    fn broken(&self, span: Span) -> Expr {
        Expr { span, ty: Type::Any, range: Interval::FULL, kind: ExprKind::Const(crate::datum::Datum::Int(0)) }
    }

    /// Checks what `inside` does at another kind of place, and comes back.
    fn at<T>(&mut self, site: Site, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.site, site);
        let result = inside(self);
        self.site = before;
        result
    }

    /// Checks what `inside` does where a condition decides whether it is looked at.
    fn guarded<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.guards += 1;
        let result = inside(self);
        self.guards -= 1;
        result
    }

    /// Checks what `inside` does in a scope of its own, a piece of the text: locals it adds are gone afterwards.
    fn scoped<T>(&mut self, scope: Span, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.locals.len();
        let result = inside(self);
        self.note_scope(before, scope);
        let gone: Vec<Local> = self.locals.drain(before..).collect();
        self.unused_locals(&gone);
        result
    }

    /// The text of a span, shortened for a message.
    fn quote(&self, span: Span) -> String {
        crate::diagnostic::shorten(self.source.slice(span))
    }

    /// The name of a list of names used as a type.
    fn names(&self, which: usize) -> &ListedNames {
        &self.rules.names[which]
    }
}

fn empty_rules(source: &Source) -> Rules {
    Rules {
        source: source.clone(),
        name: String::new(),
        title: String::new(),
        doc: Vec::new(),
        players: ["First".to_owned(), "Second".to_owned()],
        names: Vec::new(),
        params: Vec::new(),
        lets: Vec::new(),
        requires: Vec::new(),
        setup: Vec::new(),
        states: Vec::new(),
        parts: Vec::new(),
        starts: None,
        invariants: Vec::new(),
        remaining: None,
        rank: None,
        moves: Vec::new(),
        normalise: Vec::new(),
        ends: Vec::new(),
        stucks: Vec::new(),
        repeat: None,
        symmetries: Vec::new(),
        shows: Vec::new(),
        examples: Vec::new(),
        points: false,
        frame: 0,
    }
}

/// Whether a fault inside a `def` may be that of one call: types, places and bounds are those of the values it is given.
fn depends_on_the_call(code: &str) -> bool {
    code.starts_with("B03") || code.starts_with("B04")
}

/// Whether a type written in the tree is a set of names, which needs a place in `Rules::names`.
fn is_names(ty: &tree::Type) -> bool {
    matches!(ty.kind, tree::TypeKind::Names(_))
}
