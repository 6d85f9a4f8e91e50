//! What stands under the cursor, in words: a few lines of Markdown.

use super::study::Study;
use crate::words::{Lang, Word};
use bouton::rules::Span;
use bouton::rules::interval::Interval;
use bouton::rules::names::{Kind, Symbol};
use bouton::rules::services::{About, Document, hover as look};
use bouton::show::Count;

/// What is shown over a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The words, as Markdown.
    pub text: String,
    /// The place.
    pub span: Span,
}

/// A declaration longer than this is cut.
const LONGEST: usize = 400;

/// What stands at a byte; with what playing the examples told, if that is known.
#[must_use]
pub fn hover(document: &Document, offset: u32, lang: Lang, study: Option<&Study>) -> Option<Hover> {
    let found = look(document, offset)?;
    let text = match found.about {
        About::Symbol(symbol) => of_symbol(document, symbol, lang, study),
        other => of_language(other, lang),
    };
    Some(Hover { text, span: found.span })
}

/// A piece of the language: how it is written, what it means, an example.
pub(super) fn of_language(about: About<'_>, lang: Lang) -> String {
    let (usage, doc, example) = match about {
        About::Helper(row) => (row.usage, row.doc, row.example),
        About::Word(row) => (row.text, row.doc, ""),
        About::Type(row) => (row.usage, row.doc, ""),
        About::Place(row) => (row.usage, row.doc, ""),
        About::Binary(row) => (row.text, row.doc, ""),
        About::Compare(row) => (row.text, row.doc, ""),
        About::Symbol(_) => ("", "", ""),
    };
    let example = if example.is_empty() { String::new() } else { format!("`{example}`") };
    paragraphs(&[code(usage), lang.sentence(doc), example])
}

fn of_symbol(document: &Document, symbol: &Symbol, lang: Lang, study: Option<&Study>) -> String {
    let seen = study.and_then(|study| seen(study, document, symbol, lang));
    let lines = [declaration(document, symbol), symbol.doc.join("\n"), values(symbol, lang), seen.unwrap_or_default()];
    paragraphs(&lines)
}

/// The line that declares a name of the whole file; of a local, what it is.
fn declaration(document: &Document, symbol: &Symbol) -> String {
    if symbol.declared.is_empty() || !symbol.kind.is_global() {
        return code(&symbol.name);
    }
    let mut line = document.source.slice(symbol.line);
    if symbol.kind == Kind::Move {
        line = line.split("{\n").next().unwrap_or(line).trim_end();
    }
    let mut shown: String = line.chars().take(LONGEST).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    code(&shown)
}

/// What a name is, and what its values are: `a choice of a move: a number, 1..3`.
pub(super) fn values(symbol: &Symbol, lang: Lang) -> String {
    let kind = lang.say(kind(symbol.kind), &[]);
    let Some(values) = &symbol.values else { return kind };
    let (of, values) = (values.to_string(), lang.sentence(values));
    let range = symbol.range;
    let bounded = range.lo > i128::from(i32::MIN) && range.hi < i128::from(u32::MAX) && !range.is_empty();
    if !bounded || values == kind {
        return lang.say("editor-is", &[("kind", kind.into()), ("values", values.into())]);
    }
    let numbers = of == "a number";
    let id = if numbers { "editor-is-within" } else { "editor-is-long" };
    let holds = ["a set", "a list", "a text", "a range"].iter().any(|word| of.starts_with(word));
    if !numbers && !holds {
        return lang.say("editor-is", &[("kind", kind.into()), ("values", values.into())]);
    }
    lang.say(id, &[("kind", kind.into()), ("values", values.into()), ("range", within(range).into())])
}

fn within(range: Interval) -> String {
    match range.single() {
        Some(one) => number(one),
        None => format!("{}..{}", number(range.lo), number(range.hi)),
    }
}

/// A number as rules write it: `100_000`.
fn number(number: i128) -> String {
    let digits = number.unsigned_abs().to_string();
    let places = digits.len();
    let grouped = digits.char_indices().map(|(at, digit)| {
        let gap = at > 0 && (places - at).is_multiple_of(3) && places > 4;
        if gap { format!("_{digit}") } else { digit.to_string() }
    });
    format!("{}{}", if number < 0 { "-" } else { "" }, grouped.collect::<String>())
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Game => "editor-game",
        Kind::Player => "editor-player",
        Kind::Param => "editor-param",
        Kind::Let => "editor-let",
        Kind::Type => "editor-type",
        Kind::Value => "editor-value",
        Kind::Def => "editor-def",
        Kind::State => "editor-state",
        Kind::Part => "editor-part",
        Kind::Move => "editor-move",
        Kind::Choice => "editor-choice",
        Kind::LocalLet => "editor-local",
        Kind::Var => "editor-var",
        Kind::Loop => "editor-loop",
        Kind::Argument => "editor-argument",
        Kind::Unread => "editor-unread",
    }
}

/// What playing an example told of a name.
fn seen(study: &Study, document: &Document, symbol: &Symbol, lang: Lang) -> Option<String> {
    let place = document.checked.rules.as_ref()?;
    let played = study.played.as_ref()?;
    let example = Word::Text(played.params.clone());
    let count = |count: usize| Word::Text(Count(count as u64).to_string());
    match symbol.kind {
        Kind::State => {
            let which = place.states.iter().position(|state| state.name == symbol.name)?;
            let seen = played.states.get(which)?;
            let range = seen.range.map_or(String::new(), |(least, most)| format!("{least}..{most}"));
            let id = if range.is_empty() { "editor-takes" } else { "editor-takes-within" };
            let many = Word::Count(i64::try_from(seen.values).unwrap_or(i64::MAX));
            let args =
                [("count", many), ("positions", count(played.positions)), ("range", range.into()), ("params", example)];
            Some(lang.say(id, &args))
        }
        Kind::Move => {
            let (mut legal, mut known) = (0, false);
            for seen in played.moves.iter().filter(|seen| symbol.declared.contains(&seen.name)) {
                (legal, known) = (legal.max(seen.legal), true);
            }
            let args = [("legal", count(legal)), ("positions", count(played.positions)), ("params", example)];
            known.then(|| lang.say("editor-legal-in", &args))
        }
        Kind::Param | Kind::Let => {
            let value = played.value_of(place, &symbol.name)?;
            Some(lang.say("editor-there", &[("value", value.into()), ("params", example)]))
        }
        _ => None,
    }
}

pub(super) fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("```bouton\n{}\n```", text.replace("```", "` ``")) }
}

pub(super) fn paragraphs(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
