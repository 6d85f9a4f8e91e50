//! Where JSON stops making sense, and how, in words.

use bouton::instance::misread;
use bouton::rules::Span;
use bouton::rules::diagnostic::shorten;
use bouton::rules::{Text, say};

/// The place in the text that an unreadable value stops at, and what is wrong there. `kind` is what was wanted: `a list`.
pub(super) fn place(text: &str, unread: &serde_json::Error, kind: &'static str) -> (Span, Text) {
    if text.trim().is_empty() {
        return (span(0), "there is nothing here".into());
    }
    if unread.is_eof() {
        return (span(text.len()), "it ends too early: a bracket or a quote is missing".into());
    }
    let before: usize = text.split_inclusive('\n').take(unread.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (before + unread.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let rest = shorten(&text[at..]);
    let whole = unread.to_string();
    let why = match whole.split(" at line ").next() {
        Some("trailing characters") => {
            say!("extra `{rest}` after the {} ends", kind.trim_start_matches("a ").trim_start_matches("an "))
        }
        Some("expected value" | "expected ident") => "here a value should stand".into(),
        Some("expected `,` or `]`") => "expected `,` or `]`".into(),
        Some("expected `,` or `}`") => "expected `,` or `}`".into(),
        Some("key must be a string") => "a name should stand here, in double quotes".into(),
        Some("trailing comma") => "a value is missing after the comma".into(),
        Some("invalid number") => "this is not a whole number".into(),
        Some(twice) if twice.ends_with(" stands twice") => misread(unread),
        _ => say!("`{rest}` makes no sense here"),
    };
    (span(at), why)
}

fn span(at: usize) -> Span {
    let at = u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(at, at)
}
