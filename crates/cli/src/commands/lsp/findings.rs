//! Findings and their fixes as the protocol carries them.

use super::open::Open;
use bouton::rules::Span;
use bouton::rules::diagnostic::{Diagnostic, Severity};
use bouton::rules::services::fixes;
use bouton_teach::findings::translated_about;
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json};

/// The findings of a text, in the words of a language.
pub(super) fn published(open: &Open, uri: &str, lang: Lang, related: bool) -> Json {
    open.findings.iter().map(|finding| one(open, uri, finding, lang, related)).collect()
}

fn one(open: &Open, uri: &str, finding: &Diagnostic, lang: Lang, related: bool) -> Json {
    let told = translated_about(&open.document.source, finding, lang);
    let severity = if finding.severity == Severity::Error { 1 } else { 2 };
    let mut object = json!({
        "range": open.range(place(open, finding)),
        "severity": severity,
        "code": finding.code,
        "source": "bouton",
        "message": message(&told, lang),
    });
    if finding.code == "B025" || finding.code == "B057" {
        object["tags"] = json!([1]);
    }
    if related {
        let others = told.labels.iter().skip(1).filter(|label| !label.text.is_empty());
        let others: Vec<Json> = others
            .map(|label| json!({"location": {"uri": uri, "range": open.range(label.span)}, "message": label.text.to_string()}))
            .collect();
        if !others.is_empty() {
            object["relatedInformation"] = json!(others);
        }
    }
    object
}

/// Where a finding is shown: what has no place of its own, at the first line.
fn place(open: &Open, finding: &Diagnostic) -> Span {
    finding.span().unwrap_or_else(|| {
        let first = open.document.checked.file.lines.first().map(|line| line.span);
        let line = open.text().lines().next().map_or(0, str::len);
        first.unwrap_or(Span::new(0, u32::try_from(line).unwrap_or(0)))
    })
}

/// The message with what stands under it: notes, and advice.
fn message(told: &Diagnostic, lang: Lang) -> String {
    let under = told.labels.first().map(|label| label.text.to_string()).filter(|text| !text.is_empty());
    let first = under.map_or_else(|| told.message.to_string(), |under| format!("{} ({under})", told.message));
    let notes = told.notes.iter().map(|note| format!("= {note}"));
    let helps = told.help.iter().map(|help| format!("{}: {}", lang.sentence("help"), help.text));
    std::iter::once(first).chain(notes).chain(helps).collect::<Vec<_>>().join("\n")
}

/// The fixes of what is wrong in a piece of the text, and a word about each code.
pub(super) fn actions(open: &Open, uri: &str, within: Span, lang: Lang, related: bool) -> Json {
    let touches = |span: Span| span.start <= within.end && within.start <= span.end;
    let mut list = Vec::new();
    for finding in open.findings.iter().filter(|finding| touches(place(open, finding))) {
        let shown = one(open, uri, finding, lang, related);
        let edits: Vec<_> = fixes(finding).collect();
        let alone = edits.len() == 1;
        for (title, edit) in edits {
            list.push(json!({
                "title": lang.sentence(title),
                "kind": "quickfix",
                "diagnostics": [shown.clone()],
                "isPreferred": alone,
                "edit": {"changes": {uri: [open.edit(edit.span, &edit.text)]}},
            }));
        }
        let title = lang.say("editor-explain", &[("code", finding.code.into())]);
        let command = json!({"title": title, "command": "bouton.explain", "arguments": [finding.code]});
        if !list.iter().any(|known: &Json| known["title"] == json!(title)) {
            list.push(json!({"title": title, "kind": "quickfix", "diagnostics": [shown], "command": command}));
        }
    }
    Json::Array(list)
}
