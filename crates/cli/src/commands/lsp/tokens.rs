//! Colours by meaning, for editors that take them from the server.

use super::open::Open;
use bouton::rules::Span;
use bouton::rules::names::Kind;
use bouton::rules::syntax::token::TokenKind;
use bouton::rules::syntax::tokens;
use bouton::rules::table::helpers::named;
use bouton::rules::table::{places, types};
use serde_json::{Value as Json, json};

const TYPES: [&str; 11] = [
    "keyword",
    "number",
    "string",
    "comment",
    "operator",
    "variable",
    "parameter",
    "function",
    "type",
    "enumMember",
    "namespace",
];

pub(super) fn legend() -> Json {
    json!({"tokenTypes": TYPES, "tokenModifiers": ["declaration", "readonly"]})
}

/// Every token of a text: line and column from the one before, length, type, modifiers.
pub(super) fn all(open: &Open) -> Json {
    let cut = tokens(&open.document.source);
    let words = cut.tokens.iter().filter_map(|token| Some((token.span, token_type(open, token.kind, token.span)?)));
    let comments = cut.comments.iter().map(|comment| (comment.span, (3, 0)));
    let mut all: Vec<(Span, (usize, u32))> = words.chain(comments).collect();
    all.sort_by_key(|(span, _)| *span);
    let (mut data, mut before) = (Vec::new(), (0, 0));
    for (span, (kind, modifiers)) in all {
        let start = open.lines.position(open.text(), span.start as usize);
        let end = open.lines.position(open.text(), span.end as usize);
        let column = if start.0 == before.0 { start.1 - before.1 } else { start.1 };
        data.extend([
            json!(start.0 - before.0),
            json!(column),
            json!(end.1.saturating_sub(start.1)),
            json!(kind),
            json!(modifiers),
        ]);
        before = start;
    }
    json!({"data": data})
}

/// The number of a token's type, and its modifiers as bits.
fn token_type(open: &Open, kind: TokenKind, span: Span) -> Option<(usize, u32)> {
    let name = match kind {
        TokenKind::Word(_) => "keyword",
        TokenKind::Number | TokenKind::BadNumber => "number",
        TokenKind::Text | TokenKind::OpenText => "string",
        TokenKind::Name => return of_name(open, span),
        kind if kind.is_operator() || kind.is_change() && !kind.opens() || kind == TokenKind::FatArrow => "operator",
        _ => return None,
    };
    Some((number(name)?, 0))
}

fn of_name(open: &Open, span: Span) -> Option<(usize, u32)> {
    let names = &open.document.checked.names;
    if let Some((symbol, _)) = names.at(span.start) {
        let symbol = &names.symbols[symbol];
        let declares = u32::from(symbol.declared.contains(&span));
        let (name, fixed) = match symbol.kind {
            Kind::Game => ("namespace", 0),
            Kind::Param | Kind::Let | Kind::LocalLet => ("variable", 2),
            Kind::Choice | Kind::Argument | Kind::Loop => ("parameter", 0),
            Kind::Def | Kind::Move | Kind::Part => ("function", 0),
            Kind::Type => ("type", 0),
            Kind::Player | Kind::Value => ("enumMember", 0),
            Kind::State | Kind::Var | Kind::Unread => ("variable", 0),
        };
        return Some((number(name)?, declares | fixed));
    }
    let text = open.document.source.slice(span);
    let name = if named(text).is_some() {
        "function"
    } else if types::named(text).is_some() {
        "type"
    } else if places::PLACES.iter().any(|row| row.text == text) {
        "keyword"
    } else {
        return None;
    };
    Some((number(name)?, 0))
}

fn number(name: &str) -> Option<usize> {
    TYPES.iter().position(|known| *known == name)
}
