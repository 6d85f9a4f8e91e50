//! Notes what each name stands for, and where the text speaks of it.

use super::Checker;
use super::scope::{Entry, Global, LocalKind};
use crate::interval::Interval;
use crate::names::{Kind, Names, Symbol, Use};
use crate::rules::Rules;
use crate::source::Span;
use crate::syntax::tree;
use crate::types::Type;
use std::collections::HashMap;

/// What was noted so far.
#[derive(Debug, Default)]
pub(super) struct Noted {
    symbols: Vec<Symbol>,
    /// Symbols by the place of their name: bodies of `def`s are checked once for each call.
    declared: HashMap<Span, usize>,
    /// Moves by their name.
    moves: HashMap<String, usize>,
    uses: HashMap<Span, (usize, bool)>,
}

impl Noted {
    /// A name is declared here.
    fn declare(&mut self, name: &tree::Name, kind: Kind) -> usize {
        if let Some(known) = self.declared.get(&name.span).filter(|_| name.span != Span::default()) {
            return *known;
        }
        let symbol = self.symbols.len();
        let stands = name.span != Span::default();
        self.symbols.push(Symbol {
            name: name.text.clone(),
            kind,
            declared: if stands { vec![name.span] } else { Vec::new() },
            line: name.span,
            doc: Vec::new(),
            values: None,
            range: Interval::FULL,
            scope: None,
        });
        if stands {
            self.declared.insert(name.span, symbol);
        }
        symbol
    }

    /// The same thing is declared here once more.
    fn again(&mut self, symbol: usize, span: Span) {
        if self.declared.insert(span, symbol).is_none() {
            self.symbols[symbol].declared.push(span);
        }
    }

    fn speaks(&mut self, symbol: usize, span: Span, changes: bool) {
        if span.end > span.start && !self.declared.contains_key(&span) {
            let noted = self.uses.entry(span).or_insert((symbol, changes));
            noted.1 |= changes;
        }
    }

    /// The first place in a line that speaks of something.
    pub(super) fn first_use(&self, symbol: usize, line: Span) -> Option<Span> {
        let uses = self.uses.iter().filter(|(span, (of, _))| *of == symbol && line.holds(**span));
        uses.map(|(span, _)| *span).min()
    }

    /// Every place of every name; lines and their comments go with what they declare.
    pub(super) fn finish(mut self, file: &tree::File) -> Names {
        self.put_in_lines(file);
        let mut uses: Vec<Use> =
            self.uses.into_iter().map(|(span, (symbol, changes))| Use { span, symbol, changes }).collect();
        uses.sort_by_key(|one| one.span);
        Names { symbols: self.symbols, uses }
    }

    /// Finds the line of each symbol. The comments of a line are about the first name that it declares.
    fn put_in_lines(&mut self, file: &tree::File) {
        let mut lines: Vec<(Span, &[String])> = Vec::new();
        for line in &file.lines {
            lines.push((line.span, &line.doc));
            if let tree::LineKind::Part(part) = &line.kind {
                lines.extend(part.moves.iter().map(|mv| (mv.span, mv.doc.as_slice())));
            }
        }
        lines.sort_by_key(|(span, _)| *span);
        let mut first: HashMap<usize, usize> = HashMap::new();
        for at in 0..self.symbols.len() {
            let Some(name) = self.symbols[at].declared.first().copied() else { continue };
            let before = lines.partition_point(|(line, _)| line.start <= name.start);
            let line = (0..before).rev().take(2).find(|line| name.end <= lines[*line].0.end);
            let Some(line) = line else { continue };
            self.symbols[at].line = lines[line].0;
            let known = first.entry(line).or_insert(at);
            if name < self.symbols[*known].declared[0] {
                *known = at;
            }
        }
        for (line, symbol) in first {
            self.symbols[symbol].doc = lines[line].1.to_vec();
        }
    }
}

impl Checker<'_> {
    /// Notes a name of the whole file.
    pub(super) fn note_global(&mut self, name: &tree::Name, means: Global) -> usize {
        self.noted.declare(name, global_kind(means))
    }

    /// Notes the name of the game.
    pub(super) fn note_game(&mut self, name: &tree::Name) {
        self.noted.declare(name, Kind::Game);
    }

    /// Notes a move; all of one name are one thing.
    pub(super) fn note_move(&mut self, name: &tree::Name) {
        match self.noted.moves.get(&name.text).copied() {
            Some(known) => self.noted.again(known, name.span),
            None => {
                let symbol = self.noted.declare(name, Kind::Move);
                self.noted.moves.insert(name.text.clone(), symbol);
            }
        }
    }

    /// Notes a local with what its values are.
    pub(super) fn note_local(&mut self, name: &tree::Name, kind: LocalKind, ty: &Type, range: Interval) -> usize {
        let known = self.noted.symbols.len();
        let symbol = self.noted.declare(name, local_kind(kind));
        let values = (*ty != Type::Any).then(|| self.say(ty));
        let noted = &mut self.noted.symbols[symbol];
        noted.range = if symbol == known { range } else { noted.range.hull(range) };
        noted.values = values.or(noted.values.take());
        symbol
    }

    /// A list of names is written once more.
    pub(super) fn note_names_again(&mut self, names: &[tree::Name]) {
        for name in names {
            if let Some(symbol) = self.globals.entries.get(&name.text).map(|entry| entry.symbol) {
                self.noted.again(symbol, name.span);
            }
        }
    }

    /// Notes where the locals from a number on are known: from their name on, or everywhere in what `for` stands behind.
    pub(super) fn note_scope(&mut self, first: usize, scope: Span) {
        for local in &self.locals[first..] {
            let symbol = &mut self.noted.symbols[local.symbol];
            let whole = local.kind == LocalKind::Loop || local.span.end > scope.end;
            let start = if whole { scope.start.min(local.span.start) } else { local.span.end };
            symbol.scope = Some(Span::new(start, scope.end));
        }
    }

    /// The text speaks of a symbol here; names that were not written there are not noted.
    pub(super) fn note_use(&mut self, symbol: usize, span: Span, changes: bool) {
        if self.source.slice(span) == self.noted.symbols[symbol].name {
            self.noted.speaks(symbol, span, changes);
        }
    }

    /// The text speaks of a move here.
    pub(super) fn note_move_use(&mut self, name: &str, span: Span) {
        if let Some(symbol) = self.noted.moves.get(name) {
            self.note_use(*symbol, span, false);
        }
    }

    /// A text of an example that names a move: `"take(2)"`.
    pub(super) fn note_move_in_text(&mut self, text: &str, span: Span) {
        let name = text.split('(').next().unwrap_or_default();
        let (name, before) = (name.trim(), name.len() - name.trim_start().len());
        if let (Ok(before), Ok(length)) = (u32::try_from(before), u32::try_from(name.len())) {
            let start = span.start + 1 + before;
            self.note_move_use(name, Span::new(start, start + length));
        }
    }

    /// The `{choice}`s of a move's words.
    pub(super) fn note_choices_in_words(&mut self, words: &tree::Text) {
        let text = self.source.slice(words.span);
        let mut found = Vec::new();
        for (at, _) in text.match_indices('{') {
            let Some(name) = text[at + 1..].split('}').next() else { continue };
            let local = self.locals[self.hidden..].iter().find(|local| local.name == name);
            let place = (u32::try_from(at + 1), u32::try_from(name.len()));
            if let (Some(local), (Ok(at), Ok(length))) = (local, place) {
                let start = words.span.start + at;
                found.push((local.symbol, Span::new(start, start + length)));
            }
        }
        found.into_iter().for_each(|(symbol, span)| self.note_use(symbol, span, false));
    }

    /// What the values of names of the whole file are, now that it is known.
    pub(super) fn note_values(&mut self) {
        let entries: Vec<Entry> = self.globals.entries.values().cloned().collect();
        for entry in entries {
            if self.globals.broken.contains(&entry.means) {
                continue;
            }
            let Some((ty, range)) = values_of(&self.rules, entry.means) else { continue };
            let values = self.say(&ty);
            let symbol = &mut self.noted.symbols[entry.symbol];
            (symbol.values, symbol.range) = (Some(values), range);
        }
    }
}

/// What the values of a name of the whole file are.
fn values_of(rules: &Rules, means: Global) -> Option<(Type, Interval)> {
    match means {
        Global::Param(which) => rules.params.get(which).map(|param| &param.domain),
        Global::State(which) => rules.states.get(which).map(|state| &state.domain),
        Global::Let(which) => return rules.lets.get(which).map(|one| (one.value.ty.clone(), one.value.range)),
        _ => None,
    }
    .map(|domain| (domain.ty(), super::ranges::of_domain(domain)))
}

fn global_kind(global: Global) -> Kind {
    match global {
        Global::Param(_) => Kind::Param,
        Global::Let(_) => Kind::Let,
        Global::State(_) => Kind::State,
        Global::Def(_) => Kind::Def,
        Global::Player(_) => Kind::Player,
        Global::Value(..) => Kind::Value,
        Global::TypeName(_) => Kind::Type,
        Global::Part(_) => Kind::Part,
        Global::Unread => Kind::Unread,
    }
}

fn local_kind(kind: LocalKind) -> Kind {
    match kind {
        LocalKind::Choice => Kind::Choice,
        LocalKind::Let => Kind::LocalLet,
        LocalKind::Var => Kind::Var,
        LocalKind::Loop => Kind::Loop,
        LocalKind::Argument => Kind::Argument,
    }
}
