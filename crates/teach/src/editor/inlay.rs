//! What is shown behind lines: results of examples, how many positions there can be, where moves are legal.

use super::study::{ExampleRan, Size, Study};
use crate::words::{Lang, Word};
use bouton::rules::diagnostic::Severity;
use bouton::rules::services::Document;
use bouton::rules::syntax::tree::LineKind;
use bouton::show::Count;
use std::time::Duration;

/// Words behind a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlay {
    /// Where they stand: behind the last letter of a piece of the text.
    pub offset: u32,
    /// The words.
    pub text: String,
    /// More, for whoever asks.
    pub tip: String,
}

/// Everything that is shown behind the lines of a text; `study` is of the same text.
#[must_use]
pub fn inlays(document: &Document, study: &Study, lang: Lang) -> Vec<Inlay> {
    let mut found: Vec<Inlay> = study.examples.iter().map(|ran| example(ran, lang)).collect();
    let mut param = 0;
    for line in &document.checked.file.lines {
        match &line.kind {
            LineKind::Param { .. } => {
                let size = study.sizes.get(param).copied().flatten();
                found.extend(size.map(|size| Inlay {
                    offset: line.span.end,
                    text: estimate(size, lang),
                    tip: lang.say("editor-size-tip", &[]),
                }));
                param += 1;
            }
            LineKind::Move(mv) => found.extend(legal(study, mv.name.span, mv.body.span.start, lang)),
            LineKind::Part(part) => {
                let moves = part.moves.iter();
                found.extend(moves.filter_map(|mv| legal(study, mv.name.span, mv.span.end, lang)));
            }
            _ => {}
        }
    }
    found.sort_by_key(|inlay| inlay.offset);
    found
}

/// `✓ Alice 10, Bob 16 · 11 positions · 0.2 ms`
fn example(ran: &ExampleRan, lang: Lang) -> Inlay {
    let good = !ran.findings.iter().any(|finding| finding.severity == Severity::Error);
    let told = match (&ran.totals, &ran.verdict) {
        (Some([(first, one), (second, other)]), _) => {
            let points = |points: &i64| Word::from(points.to_string());
            let words = [
                ("one", first.as_str().into()),
                ("first", points(one)),
                ("other", second.as_str().into()),
                ("second", points(other)),
            ];
            lang.say("totals", &words)
        }
        (None, Some(verdict)) => lang.sentence(verdict),
        (None, None) => lang.say("editor-unsolved", &[]),
    };
    let count = |count: u64| lang.say("positions", &[("count", Word::Count(i64::try_from(count).unwrap_or(i64::MAX)))]);
    let parts = [Some(told), ran.positions.map(count), ran.verdict.is_some().then(|| milliseconds(ran.took))];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let sign = match (good, &ran.verdict) {
        (true, None) => "–",
        (true, _) => "✓",
        (false, _) => "✗",
    };
    let text = format!("{sign} {}", parts.join(" · "));
    let tip: Vec<String> = ran.findings.iter().map(|finding| lang.sentence(&finding.message)).collect();
    Inlay { offset: ran.span.end, text, tip: tip.join("\n") }
}

fn milliseconds(took: Duration) -> String {
    let micros = took.as_micros();
    let tenths = micros.div_ceil(100);
    if tenths < 10_000 {
        format!("{}.{} ms", tenths / 10, tenths % 10)
    } else {
        format!("{}.{} s", tenths / 10_000, tenths / 1_000 % 10)
    }
}

fn estimate(size: Size, lang: Lang) -> String {
    let shown = |count: u64| Word::Text(Count(count).to_string());
    match size.most {
        Some(most) if most != size.now => {
            lang.say("editor-size-grows", &[("now", shown(size.now)), ("most", shown(most))])
        }
        _ => lang.say("editor-size", &[("now", shown(size.now))]),
    }
}

fn legal(study: &Study, name: bouton::rules::Span, offset: u32, lang: Lang) -> Option<Inlay> {
    let played = study.played.as_ref()?;
    let seen = played.moves.iter().find(|seen| seen.name == name)?;
    let count = |count: usize| Word::Text(Count(count as u64).to_string());
    let args = [("legal", count(seen.legal)), ("positions", count(played.positions))];
    let text = lang.say("editor-legal", &args);
    let tip = lang.say("editor-legal-tip", &[("params", played.params.clone().into())]);
    Some(Inlay { offset, text, tip })
}
