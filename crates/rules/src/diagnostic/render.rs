//! Draws findings for people: the source in the look of rustc, then notes and help.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Help, Severity, excerpt::Excerpt, harmless};
use crate::source::Source;

/// The width long source lines are cut to.
const WIDTH: usize = 120;

/// Every finding with its source line, one blank line between two.
#[must_use]
pub fn render(source: &Source, diagnostics: &[Diagnostic], color: bool) -> String {
    let drawn: Vec<String> = diagnostics.iter().map(|finding| render_one(source, finding, color)).collect();
    drawn.join("\n")
}

fn render_one(source: &Source, finding: &Diagnostic, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let excerpt = Excerpt::new(source, &finding.labels);
    let name = harmless(&source.name);
    let mut drawn = renderer.term_width(WIDTH).render(&[group(source, &name, finding, &excerpt)]);
    drawn.push('\n');
    if finding.labels.is_empty() {
        drawn.push_str(&format!("  --> {name}\n"));
    }
    for note in &finding.notes {
        drawn.push_str(&format!("   = {note}\n"));
    }
    push_help(&mut drawn, &finding.help, color);
    drawn
}

fn group<'a>(source: &'a Source, path: &'a str, finding: &'a Diagnostic, excerpt: &'a Excerpt) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(finding.message.to_string()).id(finding.code);
    let snippet = snippet(finding, excerpt);
    match finding.span() {
        None => Group::with_title(title),
        // The renderer would count columns in the cut line.
        Some(span) if excerpt.cut => {
            let (line, column) = source.line_column(span.start);
            title.element(Origin::path(path).line(line).char_column(column)).element(snippet)
        }
        Some(_) => title.element(snippet.path(path)),
    }
}

fn snippet<'a>(finding: &'a Diagnostic, excerpt: &'a Excerpt) -> Snippet<'a, Annotation<'a>> {
    let kinds = std::iter::once(AnnotationKind::Primary).chain(std::iter::repeat(AnnotationKind::Context));
    let labels = finding.labels.iter().zip(kinds).filter(|(label, _)| excerpt.covers(label.span));
    let annotations = labels.map(|(label, kind)| {
        let text = (!label.text.is_empty()).then(|| label.text.to_string());
        kind.span(excerpt.range(label.span)).label(text)
    });
    Snippet::source(excerpt.text.as_str()).line_start(excerpt.first_line).annotations(annotations)
}

/// `help:` before the first advice; the others stand under it.
fn push_help(drawn: &mut String, help: &[Help], color: bool) {
    let word = if color { "\u{1b}[1m\u{1b}[96mhelp\u{1b}[0m:" } else { "help:" };
    for (at, help) in help.iter().enumerate() {
        let lead = if at == 0 { word } else { "     " };
        drawn.push_str(&format!("  {lead} {}\n", help.text));
    }
}
