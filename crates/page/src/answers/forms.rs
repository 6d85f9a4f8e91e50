//! Forms: what fields for parameters and for the variables of a position need to know of them.

use super::rules::where_is;
use super::{Answer, Call};
use crate::asked::At;
use bouton::Player;
use bouton::instance::datum_to_json;
use bouton::rules::Span;
use bouton::rules::datum::Datum;
use bouton::rules::interpret::Turn;
use bouton::rules::rules::{Expr, ExprKind, Param, Rules};
use bouton::rules::types::Domain;
use serde_json::{Map, Value as Json, json};

/// What a field is like.
#[derive(Default)]
struct Field {
    kind: &'static str,
    /// Bounds of a number, or of each entry.
    bounds: (Option<i64>, Option<i64>),
    /// Bounds of a length.
    lengths: (Option<i64>, Option<i64>),
    /// The names to choose from: for the whole, or for each cell of a board.
    choices: Vec<String>,
}

/// A field for values of a domain, whose bounds are known by `bound` if at all.
fn field<B>(rules: &Rules, domain: &Domain<B>, bound: &dyn Fn(&B) -> Option<i64>) -> Field {
    let bounds = |of: &Domain<B>| match of {
        Domain::Int { lo, hi } => (bound(lo), bound(hi)),
        _ => (None, None),
    };
    let plain = |of: &Domain<B>| matches!(of, Domain::Int { .. } | Domain::Whole);
    let of_kind = |kind| Field { kind, ..Field::default() };
    match domain {
        Domain::Int { .. } | Domain::Whole => Field { bounds: bounds(domain), ..of_kind("number") },
        Domain::Bool => of_kind("bool"),
        Domain::Player | Domain::Names { .. } => Field { choices: names(rules, domain), ..of_kind("choice") },
        Domain::Optional(of) if !names(rules, of).is_empty() => {
            Field { choices: names(rules, domain), ..of_kind("choice") }
        }
        Domain::List { min, max, of } if plain(of) => {
            Field { bounds: bounds(of), lengths: (bound(min), bound(max)), ..of_kind("list") }
        }
        Domain::Set(of) if matches!(**of, Domain::Int { .. }) => Field { bounds: bounds(of), ..of_kind("set") },
        Domain::Grid { of, .. } if plain(of) || !names(rules, of).is_empty() => {
            Field { bounds: bounds(of), choices: names(rules, of), ..of_kind("grid") }
        }
        Domain::Graph { min, max } => Field { lengths: (bound(min), bound(max)), ..of_kind("graph") },
        Domain::Text => of_kind("text"),
        _ => of_kind("other"),
    }
}

/// The names that a value is one of; none where it has other values.
fn names<B>(rules: &Rules, domain: &Domain<B>) -> Vec<String> {
    match domain {
        Domain::Player => rules.players.to_vec(),
        Domain::Names { list, .. } => rules.names[*list].names.clone(),
        Domain::Optional(of) => {
            let names = names(rules, of);
            if names.is_empty() { names } else { ["none".to_owned()].into_iter().chain(names).collect() }
        }
        _ => Vec::new(),
    }
}

fn as_json(name: &str, declared: &str, about: &str, field: Field) -> Json {
    json!({"name": name, "type": declared, "about": about, "kind": field.kind, "low": field.bounds.0, "high": field.bounds.1,
        "shortest": field.lengths.0, "longest": field.lengths.1, "choices": field.choices, "default": null, "has_default": false})
}

/// What stands behind the name of a declaration: its type, and its default.
fn declared(rules: &Rules, span: Span) -> (&str, Option<&str>) {
    let text = rules.source.slice(span);
    let declared = text.split_once(':').map_or(text, |(_, rest)| rest);
    let declared = declared.split_once('#').map_or(declared, |(code, _)| code);
    match declared.split_once(" = ") {
        Some((of, default)) => (of.trim(), Some(default.trim())),
        None => (declared.trim(), None),
    }
}

fn doc(lines: &[String]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

/// A parameter, with what `notes` say of it in the reader's language.
pub(super) fn parameter(rules: &Rules, param: &Param, notes: &[(String, String)]) -> Json {
    let note = notes.iter().find(|(name, _)| *name == param.name).map(|(_, note)| note.clone());
    let (of, default) = declared(rules, param.span);
    let bound = |expr: &Expr| match &expr.kind {
        ExprKind::Const(Datum::Int(number)) => Some(*number),
        _ => None,
    };
    let about = note.unwrap_or_else(|| doc(&param.doc));
    let mut found = as_json(&param.name, of, &about, field(rules, &param.domain, &bound));
    found["has_default"] = json!(default.is_some());
    if let Some(Expr { kind: ExprKind::Const(value), .. }) = &param.default {
        found["default"] = datum_to_json(value, &param.domain.ty(), rules);
    }
    found
}

/// The variables of a position with what each is, for who wants another position.
pub(crate) fn variables(call: Call, asked: At) -> Answer {
    let (game, at) = where_is(call, &asked.place, asked.at.as_deref())?;
    let (rules, position) = (game.rules(), game.unpack(&at));
    let (mut fields, mut values) = (Vec::new(), Map::new());
    for ((state, domain), value) in rules.states.iter().zip(game.interpreter().domains()).zip(&position.state) {
        let of = declared(rules, state.span).0;
        fields.push(as_json(&state.name, of, &doc(&state.doc), field(rules, domain, &|bound| Some(*bound))));
        values.insert(state.name.clone(), datum_to_json(value, &domain.ty(), rules));
    }
    let turn = Field { kind: "choice", choices: rules.players.to_vec(), ..Field::default() };
    fields.push(as_json("turn", "player", "", turn));
    let mover = if let Turn::Of(player) = position.turn { player } else { Player::First };
    values.insert("turn".to_owned(), json!(rules.player_name(mover)));
    Ok(json!({"variables": fields, "position": values}))
}
