//! Findings as data for programs, and in the words of a language.

use crate::gallery;
use crate::words::Lang;
use bouton::rules::diagnostic::{Diagnostic, Help, Label, Severity};
use bouton::rules::{Source, Span, Text};
use serde_json::{Map, Value as Json, json};

/// A finding with every sentence in a language.
#[must_use]
pub fn translated(finding: &Diagnostic, lang: Lang) -> Diagnostic {
    worded(finding, &|text| lang.sentence(text), lang)
}

/// The same of a finding about rules: players of the gallery are called what they are called in the language. Help is to be typed, and keeps
/// the rules' own names.
#[must_use]
pub fn translated_about(source: &Source, finding: &Diagnostic, lang: Lang) -> Diagnostic {
    worded(finding, &|text| gallery::sentence_about(source, text, lang), lang)
}

fn worded(finding: &Diagnostic, say: &dyn Fn(&Text) -> String, lang: Lang) -> Diagnostic {
    let label = |label: &Label| Label { text: Text::code(say(&label.text)), ..label.clone() };
    let help = |help: &Help| Help { text: Text::code(lang.sentence(&help.text)), ..help.clone() };
    Diagnostic {
        message: Text::code(say(&finding.message)),
        labels: finding.labels.iter().map(label).collect(),
        notes: finding.notes.iter().map(|note| Text::code(say(note))).collect(),
        help: finding.help.iter().map(help).collect(),
        ..finding.clone()
    }
}

/// What is wrong with a text and what playing showed, small games and examples, without what follows from something told before.
#[must_use]
pub fn with_play(checked: Vec<Diagnostic>, explored: Vec<Diagnostic>, examples: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut findings = checked;
    let told: Vec<Diagnostic> = explored.into_iter().filter(|finding| !already_told(&findings, finding)).collect();
    findings.extend(told);
    // Rules that play found at fault cannot be expected to solve their examples: only wrong answers are worth another word.
    let faulty = has_errors(&findings);
    findings.extend(examples.into_iter().filter(|finding| !faulty || finding.code == "X01"));
    findings
}

/// Whether an error is among these.
#[must_use]
pub fn has_errors(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}

/// Bounds that play never reaches (B065) are no news of a variable that nothing reads or changes.
fn already_told(findings: &[Diagnostic], finding: &Diagnostic) -> bool {
    let Some(line) = finding.span().filter(|_| finding.code == "B065") else { return false };
    let inside = |told: &Diagnostic| told.span().is_some_and(|span| line.start <= span.start && span.end <= line.end);
    findings.iter().any(|told| matches!(told.code, "B025" | "B026") && inside(told))
}

/// Everything about a finding, for editors.
#[must_use]
pub fn finding_object(source: &Source, finding: &Diagnostic) -> Json {
    let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
    let mut object = Map::new();
    object.insert("code".into(), json!(finding.code));
    object.insert("message".into(), json!(finding.message.to_string()));
    object.insert("severity".into(), json!(severity));
    object.insert("file".into(), json!(source.name));
    if let Some(span) = finding.span() {
        put_place(&mut object, source, span);
    }
    object.insert(
        "labels".into(),
        finding.labels.iter().map(|label| label_object(source, label.span, &label.text.to_string())).collect(),
    );
    object.insert("notes".into(), finding.notes.iter().map(ToString::to_string).collect());
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
        None => json!({"text": help.text.to_string()}),
        Some(edit) => {
            json!({"text": help.text.to_string(), "edit": {"span": span_object(edit.span), "text": edit.text}})
        }
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
