//! What is asked of a text: one small function a question.

use super::open::Open;
use super::server::{Answer, Server};
use super::{findings, tokens};
use bouton::examples::example_params;
use bouton::game::{Fault, Game};
use bouton::rules::Span;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::names::Kind;
use bouton::rules::services::{Item as Line, definition, folds, format, outline, references, rename, renameable};
use bouton::{Instance, Limits};
use bouton_teach::editor::{Item, ItemKind, complete, hover, inlays, lenses, refused};
use bouton_teach::gallery;
use bouton_teach::picture::board;
use bouton_teach::view::view;
use lsp_server::ErrorCode;
use serde_json::{Value as Json, json};
use std::time::Duration;

type Answering = fn(&Server<'_>, &Open, &str, &Json) -> Answer;

/// Every question about a text.
pub(super) static ANSWERS: &[(&str, Answering)] = &[
    ("textDocument/hover", hovered),
    ("textDocument/completion", completed),
    ("textDocument/definition", defined),
    ("textDocument/references", referred),
    ("textDocument/documentHighlight", highlighted),
    ("textDocument/prepareRename", prepared),
    ("textDocument/rename", renamed),
    ("textDocument/documentSymbol", outlined),
    ("textDocument/formatting", formatted),
    ("textDocument/codeAction", actions),
    ("textDocument/codeLens", lens),
    ("textDocument/inlayHint", inlay),
    ("textDocument/foldingRange", folded),
    ("bouton/board", drawn),
    ("textDocument/semanticTokens/full", |_, open, _, _| Ok(tokens::all(open))),
];

fn offset(open: &Open, params: &Json) -> Result<u32, (ErrorCode, String)> {
    open.offset(params).ok_or_else(|| (ErrorCode::InvalidParams, "a position is missing".into()))
}

fn hovered(server: &Server<'_>, open: &Open, _: &str, params: &Json) -> Answer {
    let found = hover(&open.document, offset(open, params)?, server.lang(), open.study.as_ref());
    Ok(found.map_or(
        Json::Null,
        |found| json!({"contents": {"kind": "markdown", "value": found.text}, "range": open.range(found.span)}),
    ))
}

fn completed(server: &Server<'_>, open: &Open, _: &str, params: &Json) -> Answer {
    let list = complete(&open.document, offset(open, params)?, server.lang());
    let items: Vec<Json> = list.iter().enumerate().map(|(at, item)| completion(server, open, at, item)).collect();
    Ok(json!({"isIncomplete": false, "items": items}))
}

fn completion(server: &Server<'_>, open: &Open, at: usize, item: &Item) -> Json {
    let snippet = item.snippet.as_deref().filter(|_| server.client.snippets);
    let kind = match item.kind {
        ItemKind::Variable => 6,
        ItemKind::Constant => 21,
        ItemKind::Function => 3,
        ItemKind::Move => 23,
        ItemKind::Type => 7,
        ItemKind::Value => 20,
        ItemKind::Word => 14,
        ItemKind::Template => 15,
    };
    json!({
        "label": item.label,
        "kind": kind,
        "detail": item.detail,
        "documentation": {"kind": "markdown", "value": item.about},
        "sortText": format!("{at:04}"),
        "insertTextFormat": if snippet.is_some() { 2 } else { 1 },
        "textEdit": open.edit(item.span, snippet.unwrap_or(&item.insert)),
    })
}

fn location(open: &Open, uri: &str, span: Span) -> Json {
    json!({"uri": uri, "range": open.range(span)})
}

fn defined(_: &Server<'_>, open: &Open, uri: &str, params: &Json) -> Answer {
    let found = definition(&open.document, offset(open, params)?);
    Ok(found.into_iter().map(|span| location(open, uri, span)).collect())
}

fn referred(_: &Server<'_>, open: &Open, uri: &str, params: &Json) -> Answer {
    let declarations = params.pointer("/context/includeDeclaration").and_then(Json::as_bool).unwrap_or(true);
    let found = references(&open.document, offset(open, params)?).into_iter();
    Ok(found.filter(|one| declarations || !one.declares).map(|one| location(open, uri, one.span)).collect())
}

fn highlighted(_: &Server<'_>, open: &Open, _: &str, params: &Json) -> Answer {
    let found = references(&open.document, offset(open, params)?).into_iter();
    Ok(found
        .map(|one| json!({"range": open.range(one.span), "kind": if one.changes || one.declares { 3 } else { 2 }}))
        .collect())
}

fn prepared(server: &Server<'_>, open: &Open, _: &str, params: &Json) -> Answer {
    match renameable(&open.document, offset(open, params)?) {
        Ok((span, name)) => Ok(json!({"range": open.range(span), "placeholder": name})),
        Err(why) => Err((ErrorCode::RequestFailed, refused(why, server.lang()))),
    }
}

fn renamed(server: &Server<'_>, open: &Open, uri: &str, params: &Json) -> Answer {
    let name = params.get("newName").and_then(Json::as_str).unwrap_or_default();
    match rename(&open.document, offset(open, params)?, name) {
        Ok(edits) => {
            let edits: Vec<Json> = edits.iter().map(|edit| open.edit(edit.span, &edit.text)).collect();
            Ok(json!({"changes": {uri: edits}}))
        }
        Err(why) => Err((ErrorCode::RequestFailed, refused(why, server.lang()))),
    }
}

fn outlined(server: &Server<'_>, open: &Open, uri: &str, _: &Json) -> Answer {
    let lines = outline(&open.document);
    if server.client.nested {
        return Ok(lines.iter().map(|line| symbol(open, line)).collect());
    }
    let flat = lines.iter().flat_map(|line| std::iter::once(line).chain(&line.inside));
    Ok(flat.map(|line| json!({"name": line.name, "kind": symbol_kind(line.kind), "location": location(open, uri, line.span)})).collect())
}

fn symbol(open: &Open, line: &Line) -> Json {
    let inside: Vec<Json> = line.inside.iter().map(|line| symbol(open, line)).collect();
    json!({
        "name": line.name,
        "detail": line.detail,
        "kind": symbol_kind(line.kind),
        "range": open.range(line.span),
        "selectionRange": open.range(line.select),
        "children": inside,
    })
}

fn symbol_kind(kind: Option<Kind>) -> u32 {
    match kind {
        Some(Kind::Game) => 2,
        Some(Kind::Param) => 14,
        Some(Kind::Let) => 14,
        Some(Kind::Type) => 10,
        Some(Kind::Def) => 12,
        Some(Kind::State) => 13,
        Some(Kind::Part) => 5,
        Some(Kind::Move) => 6,
        _ => 20,
    }
}

/// The lines that change, and no others: so the cursor stays where it is.
fn formatted(_: &Server<'_>, open: &Open, _: &str, _: &Json) -> Answer {
    let Ok(Some(edit)) = format(&open.document.source) else { return Ok(Json::Array(Vec::new())) };
    let (old, new) = (open.text(), edit.text.as_str());
    let same = |pair: &(&str, &str)| pair.0 == pair.1;
    let begin: usize =
        old.split_inclusive('\n').zip(new.split_inclusive('\n')).take_while(same).map(|(line, _)| line.len()).sum();
    let (rest_old, rest_new) = (&old[begin..], &new[begin..]);
    let back = |text: &'_ str| text.split_inclusive('\n').map(str::to_owned).rev().collect::<Vec<_>>();
    let (back_old, back_new) = (back(rest_old), back(rest_new));
    let end: usize =
        back_old.iter().zip(&back_new).take_while(|(one, other)| one == other).map(|(line, _)| line.len()).sum();
    let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = Span::new(byte(begin), byte(old.len() - end));
    Ok(json!([open.edit(span, &rest_new[..rest_new.len() - end])]))
}

fn actions(server: &Server<'_>, open: &Open, uri: &str, params: &Json) -> Answer {
    let within = params.get("range").and_then(|range| open.lines.span(open.text(), range));
    let within = within.ok_or_else(|| (ErrorCode::InvalidParams, "a range is missing".into()))?;
    let only = params.pointer("/context/only").and_then(Json::as_array);
    let wanted =
        only.is_none_or(|only| only.iter().filter_map(Json::as_str).any(|kind| kind == "quickfix" || kind.is_empty()));
    let list = || findings::actions(open, uri, within, server.lang(), server.client.related);
    Ok(if wanted { list() } else { Json::Array(Vec::new()) })
}

fn lens(server: &Server<'_>, open: &Open, uri: &str, _: &Json) -> Answer {
    let found = lenses(&open.document, server.lang()).into_iter();
    Ok(found
        .map(|lens| {
            let given = std::iter::once(uri.to_owned()).chain(lens.params.clone());
            let command = format!("bouton.{}", lens.command.word());
            let command = json!({"title": lens.title, "command": command, "arguments": given.collect::<Vec<_>>()});
            json!({"range": open.range(Span::new(lens.span.start, lens.span.start)), "command": command})
        })
        .collect())
}

/// How long a game may take to be set up for its picture.
const SETTING_UP: Duration = Duration::from_secs(1);

/// The board at the start of the game that the commands over the text are about, as an SVG picture; as text where nothing of it has a place.
fn drawn(server: &Server<'_>, open: &Open, _: &str, _: &Json) -> Answer {
    let lang = server.lang();
    let refused = |finding: &Diagnostic| (ErrorCode::RequestFailed, lang.sentence(&finding.message));
    let Some(rules) = &open.rules else {
        return Err((ErrorCode::RequestFailed, lang.say("editor-no-board", &[])));
    };
    let given = match rules.examples.last() {
        Some(example) => example_params(rules, example).map_err(|finding| refused(&finding))?,
        None => vec![None; rules.params.len()],
    };
    let limits = Limits::default().time(SETTING_UP).begun();
    let fault = |fault: Fault| refused(&fault.diagnostic);
    let game = Instance::new_within(rules.clone(), &given, &limits).map_err(fault)?;
    let shown = view(&game, &game.start().map_err(fault)?, lang);
    let title = gallery::title(rules, lang);
    Ok(json!({"title": title, "svg": board(&shown, &title), "text": shown.text}))
}

fn inlay(server: &Server<'_>, open: &Open, _: &str, params: &Json) -> Answer {
    let (Some(study), true) = (&open.study, open.rules.is_some()) else { return Ok(Json::Array(Vec::new())) };
    let within = params.get("range").and_then(|range| open.lines.span(open.text(), range));
    let inside = |at: u32| within.is_none_or(|span| span.start <= at && at <= span.end);
    let found = inlays(&open.document, study, server.lang()).into_iter().filter(|inlay| inside(inlay.offset));
    Ok(found
        .map(|inlay| {
            let place = open.range(Span::new(inlay.offset, inlay.offset))["start"].clone();
            let mut hint = json!({"position": place, "label": inlay.text, "paddingLeft": true});
            if !inlay.tip.is_empty() {
                hint["tooltip"] = json!(inlay.tip);
            }
            hint
        })
        .collect())
}

fn folded(_: &Server<'_>, open: &Open, _: &str, _: &Json) -> Answer {
    let line = |byte: u32| open.lines.position(open.text(), byte as usize).0;
    let comment = |span: Span| open.document.source.slice(span).starts_with('#');
    let found = folds(&open.document).into_iter();
    Ok(found
        .map(|span| {
            let kind = if comment(span) { "comment" } else { "region" };
            json!({"startLine": line(span.start), "endLine": line(span.end), "kind": kind})
        })
        .collect())
}
