//! Findings as text for people and as JSON for programs.

use crate::failure::About;
use crate::style::{Paint, Tint};
use bouton::rules::diagnostic::{Diagnostic, Help, Severity, render};
use bouton::rules::{Source, Span};
use serde_json::{Map, Value as Json, json};

/// Findings for people, one blank line between two.
pub(crate) fn text(about: &About, findings: &[Diagnostic], paint: Paint) -> String {
    let drawn: Vec<String> = findings.iter().map(|finding| one(about, finding, paint)).collect();
    drawn.join("\n")
}

fn one(about: &About, finding: &Diagnostic, paint: Paint) -> String {
    match about {
        About::Text(source) if !finding.labels.is_empty() => render(source, std::slice::from_ref(finding), paint.on()),
        About::Word(word) => plain(finding, Some(word), paint),
        _ => plain(finding, None, paint),
    }
}

/// A finding that has no line of text to show, perhaps with a caret under a word that ends the message.
fn plain(finding: &Diagnostic, word: Option<&str>, paint: Paint) -> String {
    let head = match finding.severity {
        Severity::Error => paint.tint(Tint::Strong, &format!("error[{}]", finding.code)),
        Severity::Warning => paint.tint(Tint::Strong, &format!("warning[{}]", finding.code)),
    };
    let mut lines = Vec::new();
    match (word, finding.labels.first()) {
        (Some(word), Some(label)) => {
            let (shown, before) = window(word, label.span);
            let start = format!("{}: {}: `", finding_head(finding), finding.message).chars().count() + before;
            lines.push(format!("{head}: {}: `{shown}`", finding.message));
            lines.push(format!("{}^ {}", " ".repeat(start), label.text));
        }
        _ => lines.push(format!("{head}: {}", finding.message)),
    }
    lines.extend(finding.notes.iter().map(|note| format!("   = {note}")));
    let word = |at: usize| if at == 0 { "help:" } else { "     " };
    lines.extend(finding.help.iter().enumerate().map(|(at, help)| format!("  {} {}", word(at), help.text)));
    lines.join("\n") + "\n"
}

fn finding_head(finding: &Diagnostic) -> String {
    let word = if finding.severity == Severity::Error { "error" } else { "warning" };
    format!("{word}[{}]", finding.code)
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
        object.insert("message".into(), json!(main.message));
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
            object.insert("notes".into(), json!(main.notes));
        }
        object.insert("help".into(), main.help.iter().map(|help| Json::String(help.text.clone())).collect());
    }
    if let (About::Text(source), true) = (about, findings.len() > 1) {
        object.insert("errors".into(), findings.iter().map(|finding| finding_object(source, finding)).collect());
    }
    Json::Object(object)
}

/// Everything about a finding, for editors.
pub(crate) fn finding_object(source: &Source, finding: &Diagnostic) -> Json {
    let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
    let mut object = Map::new();
    object.insert("code".into(), json!(finding.code));
    object.insert("message".into(), json!(finding.message));
    object.insert("severity".into(), json!(severity));
    object.insert("file".into(), json!(source.name));
    if let Some(span) = finding.span() {
        put_place(&mut object, source, span);
    }
    object.insert(
        "labels".into(),
        finding.labels.iter().map(|label| label_object(source, label.span, &label.text)).collect(),
    );
    object.insert("notes".into(), json!(finding.notes));
    object.insert("help".into(), finding.help.iter().map(help_object).collect());
    Json::Object(object)
}

fn label_object(source: &Source, span: Span, text: &str) -> Json {
    let mut object = Map::new();
    object.insert("text".into(), json!(text));
    put_place(&mut object, source, span);
    Json::Object(object)
}

fn help_object(help: &Help) -> Json {
    match &help.edit {
        None => json!({"text": help.text}),
        Some(edit) => json!({"text": help.text, "edit": {"span": span_object(edit.span), "text": edit.text}}),
    }
}

/// Lines and columns count from 1, columns in letters; `span` counts bytes from 0.
fn put_place(object: &mut Map<String, Json>, source: &Source, span: Span) {
    let ((line, column), (end_line, end_column)) = (source.line_column(span.start), source.line_column(span.end));
    for (name, value) in [("line", line), ("column", column), ("end_line", end_line), ("end_column", end_column)] {
        object.insert(name.into(), json!(value));
    }
    object.insert("span".into(), span_object(span));
}

fn span_object(span: Span) -> Json {
    json!({"start": span.start, "end": span.end})
}
