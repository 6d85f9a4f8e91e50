//! What may be written, in words.

use super::hover::{code, of_language, paragraphs, values};
use crate::words::Lang;
use bouton::rules::Span;
use bouton::rules::names::Kind;
use bouton::rules::services::{About, Completion, Document, Offer, complete as offered};

/// Something that may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is called.
    pub label: String,
    /// What it is, in a few words: `a number, 0..20`, `len(xs)`.
    pub detail: String,
    /// More about it, as Markdown.
    pub about: String,
    /// What takes the place of `span`.
    pub insert: String,
    /// The same with places to fill in: `take(${1:k})`.
    pub snippet: Option<String>,
    /// What it takes the place of.
    pub span: Span,
    /// Which sign editors put before it.
    pub kind: ItemKind,
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A variable of the position or of a move.
    Variable,
    /// Something fixed before play.
    Constant,
    /// Something that is called.
    Function,
    /// A move.
    Move,
    /// A type.
    Type,
    /// A name of a type, or a player.
    Value,
    /// A word of the language.
    Word,
    /// A line or a move to fill in.
    Template,
}

/// Everything that may stand at a byte.
#[must_use]
pub fn complete(document: &Document, offset: u32, lang: Lang) -> Vec<Item> {
    offered(document, offset).into_iter().map(|one| item(one, lang)).collect()
}

fn item(one: Completion<'_>, lang: Lang) -> Item {
    let (detail, about) = words(&one, lang);
    let kind = kind(&one);
    let Completion { label, insert, snippet, span, .. } = one;
    Item { label, detail, about, insert, snippet, span, kind }
}

fn words(one: &Completion<'_>, lang: Lang) -> (String, String) {
    match one.offer {
        Offer::Symbol(symbol) => (values(symbol, lang), symbol.doc.join("\n")),
        Offer::Near => (String::new(), String::new()),
        Offer::Helper(row) => (row.usage.to_owned(), of_language(About::Helper(row), lang)),
        Offer::Word(row) => {
            let doc = lang.sentence(row.doc);
            let form = if one.insert.contains(' ') { code(&one.insert) } else { String::new() };
            (doc.clone(), paragraphs(&[form, doc]))
        }
        Offer::Type(row) => (lang.sentence(row.doc), of_language(About::Type(row), lang)),
        Offer::Place(row) => (lang.sentence(row.doc), of_language(About::Place(row), lang)),
        Offer::Move(template, of) => {
            let doc = lang.sentence(template.doc);
            (format!("{doc} ({of})"), paragraphs(&[code(&one.insert), doc]))
        }
    }
}

fn kind(one: &Completion<'_>) -> ItemKind {
    match one.offer {
        Offer::Symbol(symbol) => match symbol.kind {
            Kind::Param | Kind::Let | Kind::Game | Kind::Unread => ItemKind::Constant,
            Kind::Def | Kind::Part => ItemKind::Function,
            Kind::Player | Kind::Value => ItemKind::Value,
            Kind::Type => ItemKind::Type,
            Kind::Move => ItemKind::Move,
            _ => ItemKind::Variable,
        },
        Offer::Near => ItemKind::Variable,
        Offer::Helper(_) => ItemKind::Function,
        Offer::Type(_) => ItemKind::Type,
        Offer::Move(..) => ItemKind::Template,
        Offer::Word(_) if one.snippet.is_some() => ItemKind::Template,
        Offer::Word(_) | Offer::Place(_) => ItemKind::Word,
    }
}
