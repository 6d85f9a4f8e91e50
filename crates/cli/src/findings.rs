//! Findings as text for people and as JSON for programs, with what they are about.

use crate::style::{Paint, Tint};
use bouton::rules::diagnostic::{Diagnostic, Severity, render};
use bouton::rules::{Source, Span};
use bouton_teach::findings::{finding_object, translated, translated_about};
use bouton_teach::scene::columns;
use bouton_teach::words::Lang;
use serde_json::{Map, Value as Json, json};

/// What findings are about.
#[derive(Clone, Debug)]
pub(crate) enum About {
    /// The command as a whole.
    Command,
    /// A text: rules, or a file of parameters.
    Text(Source),
    /// A word of the command line, repeated at the end of the message.
    Word(String),
}

/// Findings for people, one blank line between two.
pub(crate) fn text(about: &About, findings: &[Diagnostic], paint: Paint, lang: Lang) -> String {
    let told = |finding: &Diagnostic| match about {
        About::Text(source) => translated_about(source, finding, lang),
        About::Command | About::Word(_) => translated(finding, lang),
    };
    let drawn = findings.iter().map(|finding| one(about, &told(finding), paint, lang));
    drawn.collect::<Vec<_>>().join("\n")
}

fn one(about: &About, finding: &Diagnostic, paint: Paint, lang: Lang) -> String {
    match about {
        About::Text(source) if !finding.labels.is_empty() => {
            let drawn = render(source, std::slice::from_ref(finding), paint.on());
            if lang == Lang::English { drawn } else { framed(finding, drawn, lang) }
        }
        About::Word(word) => plain(finding, Some(word), paint, lang),
        _ => plain(finding, None, paint, lang),
    }
}

/// What is drawn of a finding, with the words of its frame in a language: how bad it is, and `help:` before its last lines.
fn framed(finding: &Diagnostic, drawn: String, lang: Lang) -> String {
    let code = finding.code;
    let head = |word: &str| format!("{word}[{code}]");
    let english = if finding.severity == Severity::Error { "error" } else { "warning" };
    let mut drawn = drawn.replacen(&head(english), &head(&severity(finding, lang)), 1);
    for at in ["\n  help", "\n  \u{1b}[1m\u{1b}[96mhelp"] {
        if let (Some(found), false) = (drawn.rfind(at), finding.help.is_empty()) {
            let end = found + at.len();
            drawn.replace_range(end - "help".len()..end, &lang.sentence("help"));
            return drawn;
        }
    }
    drawn
}

/// How bad a finding is, in a word.
fn severity(finding: &Diagnostic, lang: Lang) -> String {
    lang.sentence(if finding.severity == Severity::Error { "error" } else { "warning" })
}

/// A finding that has no line of text to show, perhaps with a caret under a word that ends the message.
fn plain(finding: &Diagnostic, word: Option<&str>, paint: Paint, lang: Lang) -> String {
    let bare = format!("{}[{}]", severity(finding, lang), finding.code);
    let head = paint.tint(Tint::Strong, &bare);
    let mut lines = Vec::new();
    match (word, finding.labels.first()) {
        (Some(word), Some(label)) => {
            let (shown, before) = window(word, label.span);
            let start = columns(&format!("{bare}: {}: `", finding.message)) + before;
            lines.push(format!("{head}: {}: `{shown}`", finding.message));
            lines.push(format!("{}^ {}", " ".repeat(start), label.text));
        }
        _ => lines.push(format!("{head}: {}", finding.message)),
    }
    lines.extend(finding.notes.iter().map(|note| format!("   = {note}")));
    let word = |at: usize| if at == 0 { format!("{}:", lang.sentence("help")) } else { "     ".to_owned() };
    lines.extend(finding.help.iter().enumerate().map(|(at, help)| format!("  {} {}", word(at), help.text)));
    lines.join("\n") + "\n"
}

/// The part of a long word around a place, and how many letters of it stand before that place.
fn window(word: &str, span: Span) -> (String, usize) {
    const AROUND: usize = 24;
    let at = word.char_indices().take_while(|(byte, _)| *byte < span.start as usize).count();
    let first = if at > AROUND + 8 { at - AROUND } else { 0 };
    let (cut, rest) = (first > 0, word.chars().count() > at + AROUND);
    let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
    let shown: String = word.chars().skip(first).take(at - first + AROUND).map(visible).collect();
    let (lead, tail) = (if cut { "…" } else { "" }, if rest { "…" } else { "" });
    (format!("{lead}{shown}{tail}"), at - first + usize::from(cut))
}

/// The error object of a failed command: the first error, and every finding where there are several.
pub(crate) fn error_object(about: &About, findings: &[Diagnostic]) -> Json {
    let main = findings.iter().find(|finding| finding.severity == Severity::Error).or(findings.first());
    let mut object = Map::new();
    object.insert("schema".into(), json!("bouton.error/1"));
    if let Some(main) = main {
        object.insert("code".into(), json!(main.code));
        object.insert("message".into(), json!(main.message.to_string()));
        if let (About::Text(source), Some(span)) = (about, main.span()) {
            let (line, column) = source.line_column(span.start);
            object.insert("file".into(), json!(source.name));
            object.insert("line".into(), json!(line));
            object.insert("column".into(), json!(column));
        } else if let (About::Word(word), Some(span)) = (about, main.span()) {
            object.insert("word".into(), json!(word));
            object.insert("column".into(), json!(Source::new("", word.as_str()).line_column(span.start).1));
        }
        if !main.notes.is_empty() {
            object.insert("notes".into(), main.notes.iter().map(ToString::to_string).collect());
        }
        object.insert("help".into(), main.help.iter().map(|help| Json::String(help.text.to_string())).collect());
    }
    if let (About::Text(source), true) = (about, findings.len() > 1) {
        object.insert("errors".into(), findings.iter().map(|finding| finding_object(source, finding)).collect());
    }
    Json::Object(object)
}
