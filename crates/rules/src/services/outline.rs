//! What is in a file: its lines by their names, and what can be folded away.

use super::Document;
use crate::names::Kind;
use crate::source::Span;
use crate::syntax::tree::{Line, LineKind, Name, PartMove};

/// A line of the rules in the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is called; of lines without a name, the line as it begins.
    pub name: String,
    /// The rest of the line, on one line.
    pub detail: String,
    /// What it declares; nothing for lines without a name.
    pub kind: Option<Kind>,
    /// The line.
    pub span: Span,
    /// Its name, or its first word.
    pub select: Span,
    /// What is inside.
    pub inside: Vec<Item>,
}

/// Details longer than this are cut.
const LONGEST: usize = 60;

/// The lines of a text.
#[must_use]
pub fn outline(document: &Document) -> Vec<Item> {
    document.checked.file.lines.iter().map(|line| item(document, line)).collect()
}

fn item(document: &Document, line: &Line) -> Item {
    let (name, kind) = match &line.kind {
        LineKind::Game { name, .. } => (name, Kind::Game),
        LineKind::Param { name, .. } => (name, Kind::Param),
        LineKind::Let { name, .. } => (name, Kind::Let),
        LineKind::TypeName { name, .. } => (name, Kind::Type),
        LineKind::Def { name, .. } => (name, Kind::Def),
        LineKind::State { name, .. } => (name, Kind::State),
        LineKind::Move(mv) => {
            let head = Span::new(line.span.start, mv.body.span.start);
            return Item { span: line.span, ..named(document, &mv.name, Kind::Move, head) };
        }
        LineKind::Part(part) => {
            let inside = part.moves.iter().map(|mv| move_of_part(document, mv)).collect();
            return Item { inside, ..named(document, &part.name, Kind::Part, line.span) };
        }
        _ => return nameless(document, line.span),
    };
    named(document, name, kind, line.span)
}

fn move_of_part(document: &Document, mv: &PartMove) -> Item {
    named(document, &mv.name, Kind::Move, mv.span)
}

fn named(document: &Document, name: &Name, kind: Kind, span: Span) -> Item {
    let rest = document.source.slice(Span::new(name.span.end, span.end));
    Item {
        name: name.text.clone(),
        detail: one_line(rest),
        kind: Some(kind),
        span,
        select: name.span,
        inside: Vec::new(),
    }
}

/// A line that declares nothing with a name of its own: `end when …`, `example …`.
fn nameless(document: &Document, span: Span) -> Item {
    let text = document.source.slice(span);
    let word = text.split_whitespace().next().unwrap_or_default();
    let first = Span::new(span.start, span.start + u32::try_from(word.len()).unwrap_or(0));
    let rest = one_line(&text[word.len()..]);
    Item { name: word.to_owned(), detail: rest, kind: None, span, select: first, inside: Vec::new() }
}

/// What stands in the first line of text, cut where it is long.
fn one_line(text: &str) -> String {
    let text = text.lines().next().unwrap_or_default().trim_end_matches('{').trim();
    let mut cut: String = text.chars().take(LONGEST).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

/// Pieces of several lines of text that can be folded to their first one: lines of the rules and runs of comments.
#[must_use]
pub fn folds(document: &Document) -> Vec<Span> {
    let several = |span: &Span| document.source.slice(*span).contains('\n');
    let mut found: Vec<Span> = document.checked.file.lines.iter().map(|line| line.span).filter(several).collect();
    for line in &document.checked.file.lines {
        if let LineKind::Part(part) = &line.kind {
            found.extend(part.moves.iter().map(|mv| mv.span).filter(several));
        }
    }
    found.extend(comments(document));
    found.sort();
    found
}

/// Runs of at least two comments that have their lines to themselves.
fn comments(document: &Document) -> Vec<Span> {
    let alone: Vec<_> = document.cut.comments.iter().filter(|comment| comment.alone).collect();
    let runs = alone.chunk_by(|one, next| one.line + 1 == next.line).filter(|run| run.len() > 1);
    runs.filter_map(|run| Some(run.first()?.span.to(run.last()?.span))).collect()
}
