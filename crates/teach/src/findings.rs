//! Findings as data for programs, and in the words of a language.

use crate::words::Lang;
use bouton::rules::diagnostic::{Diagnostic, Help, Label, Severity};
use bouton::rules::{Source, Span};
use serde_json::{Map, Value as Json, json};

/// A finding with every sentence in a language.
#[must_use]
pub fn translated(finding: &Diagnostic, lang: Lang) -> Diagnostic {
    let label = |label: &Label| Label { text: lang.sentence(&label.text), ..label.clone() };
    let help = |help: &Help| Help { text: lang.sentence(&help.text), ..help.clone() };
    Diagnostic {
        message: lang.sentence(&finding.message),
        labels: finding.labels.iter().map(label).collect(),
        notes: finding.notes.iter().map(|note| lang.sentence(note)).collect(),
        help: finding.help.iter().map(help).collect(),
        ..finding.clone()
    }
}

/// Everything about a finding, for editors.
#[must_use]
pub fn finding_object(source: &Source, finding: &Diagnostic) -> Json {
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
