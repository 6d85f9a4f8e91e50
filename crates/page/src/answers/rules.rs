//! Rules: their text, what is wrong with them, their parameters, and what an editor asks about them.

use super::forms::parameter;
use super::{Answer, Call};
use crate::asked::{Check, Editor, Parameters, Retitle, Where};
use crate::refused::Refused;
use crate::service::Service;
use axum::http::StatusCode;
use bouton::answer::report::params_json;
use bouton::examples::example_params;
use bouton::game::{Game, ended};
use bouton::instance::from_json;
use bouton::rules::diagnostic::{Diagnostic, in_quotes};
use bouton::rules::layout::Packed;
use bouton::rules::rules::{Example, Rules};
use bouton::rules::services::{Item, definition, outline, rename, renameable};
use bouton::rules::syntax::tree::LineKind;
use bouton::rules::syntax::{format, parse};
use bouton::rules::{Source, Span};
use bouton::sample::{self, Dice, Params, Size};
use bouton::small::{Findings, explore};
use bouton::{Instance, Limits, Player};
use bouton_teach::editor::{Document, Inlay, Lens, Study, complete, hover, inlays, lenses, refused};
use bouton_teach::findings::{finding_object, has_errors, translated_about, with_play};
use bouton_teach::gallery;
use bouton_teach::say::{say, without_examples};
use bouton_teach::words::Lang;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;
use std::time::Duration;

/// How long small games are played while somebody types.
const PLAYING: Duration = Duration::from_millis(35);
/// How large parameters by lot are.
const DRAWN: Size = Size { entries: 6, value: 12 };
/// What examples may take then.
const EXAMPLES: Duration = Duration::from_secs(3);

pub(crate) fn game(call: Call, place: Where) -> Answer {
    let lang = place.lang.0;
    let rules = call.service.rules(&place)?;
    let title = gallery::title(&rules, lang);
    let first = beginning(&rules, call).map_or_else(Map::new, |game| params_json(&game));
    Ok(json!({"name": place.game.unwrap_or_default(), "title": title, "rules": rules.source.text, "first": first}))
}

pub(crate) fn check(call: Call, asked: Check) -> Answer {
    let source = call.service.source(&asked.place)?;
    let lang = asked.place.lang.0;
    let mut document = Document::new(source.clone());
    let formatted = format(&source).ok().filter(|text| *text != *source.text);
    let mut object = json!({"schema": "bouton.check/1", "ok": false, "findings": [], "name": "", "title": "", "players": [],
        "params": [], "examples": [], "say": [], "say_hidden": [], "found": [], "formatted": formatted, "first": {}, "locked": ""});
    let findings = std::mem::take(&mut document.checked.findings);
    let Some(rules) = document.checked.rules.clone().map(Arc::new) else {
        object["findings"] = told(&source, &findings, lang);
        return Ok(object);
    };
    let saved = call.service.shown(&asked.place);
    let with_examples = asked.examples.unwrap_or(true);
    let (mut played, study) = std::thread::scope(|scope| {
        let study = with_examples.then(|| scope.spawn(|| studied(&rules, call)));
        // What is served solved is one game: what smaller ones would leave open says nothing of it.
        let played = if saved.is_some() { Findings::default() } else { explore(&rules, PLAYING) };
        (played, study.and_then(|study| study.join().ok()).unwrap_or_default())
    });
    let of_examples = study.examples.iter().flat_map(|ran| ran.findings.clone()).collect();
    let findings = with_play(findings, std::mem::take(&mut played.diagnostics), of_examples);
    object["ok"] = json!(!has_errors(&findings));
    object["findings"] = told(&source, &findings, lang);
    object["name"] = json!(rules.name);
    object["title"] = json!(gallery::title(&rules, lang));
    object["players"] = json!(Player::BOTH.map(|player| gallery::player(&rules, player, lang)));
    let card = gallery::card(&rules.name, lang).filter(|card| card.title == gallery::title(&rules, lang));
    let notes: Vec<(String, String)> = card.map(|card| card.params).unwrap_or_default();
    object["params"] = rules.params.iter().map(|param| parameter(&rules, param, &notes)).collect();
    object["examples"] = behind(&document, &study, lang);
    object["say"] = json!(say(&source, lang));
    object["say_hidden"] = json!(without_examples(&source, lang));
    object["found"] = json!(played.facts.iter().map(|fact| lang.sentence(fact)).collect::<Vec<_>>());
    let usual = || beginning(&rules, call).map_or_else(Map::new, |game| params_json(&game));
    object["first"] = saved.as_ref().map_or_else(usual, |shown| params_json(&shown.game)).into();
    if saved.is_some() {
        object["locked"] = json!(lang.say("page-locked-saved", &[]));
    }
    Ok(object)
}

pub(crate) fn examples(call: Call, place: Where) -> Answer {
    let document = Document::new(call.service.source(&place)?);
    let Some(rules) = document.checked.rules.clone().map(Arc::new) else {
        return Ok(json!({"findings": [], "examples": []}));
    };
    let study = studied(&rules, call);
    let findings: Vec<Diagnostic> = study.examples.iter().flat_map(|ran| ran.findings.clone()).collect();
    Ok(json!({"findings": told(&document.source, &findings, place.lang.0),
        "examples": behind(&document, &study, place.lang.0)}))
}

/// The rules under another title; without a line that names the game they are refused.
pub(crate) fn retitle(call: Call, asked: Retitle) -> Answer {
    let source = call.service.source(&asked.place)?;
    let place = |kind: &LineKind| match kind {
        LineKind::Game { title: Some(title), .. } => Some((title.span, "")),
        LineKind::Game { name, title: None } => Some((Span { start: name.span.end, end: name.span.end }, " ")),
        _ => None,
    };
    let Some((span, before)) = parse(&source).0.lines.iter().find_map(|line| place(&line.kind)) else {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Err(Refused::by(status, &source, &bouton::rules::check(&source).1, asked.place.lang.0));
    };
    let mut rules = source.text.to_string();
    rules.replace_range(span.start as usize..span.end as usize, &[before, &in_quotes(&asked.title)].concat());
    Ok(json!({"rules": rules}))
}

fn studied(rules: &Arc<Rules>, call: Call) -> Arc<Study> {
    call.service.study(rules, &Limits { positions: Some(1_000_000), ..call.service.limits_for(EXAMPLES, call.cancel) })
}

fn told(source: &Source, findings: &[Diagnostic], lang: Lang) -> Json {
    findings.iter().map(|finding| finding_object(source, &translated_about(source, finding, lang))).collect()
}

/// What stands behind lines: what examples came to, how many positions there can be, how often moves are legal.
fn behind(document: &Document, study: &Study, lang: Lang) -> Json {
    let one = |inlay: &Inlay| {
        let example = study.examples.iter().find(|ran| ran.span.end == inlay.offset);
        let line = document.source.line_column(inlay.offset.saturating_sub(1)).0;
        json!({"line": line, "ok": example.map(|ran| ran.findings.is_empty()), "text": inlay.text.trim(), "tip": inlay.tip})
    };
    inlays(document, study, lang).iter().map(one).collect()
}

/// A game with fewer positions has little to see.
const ENOUGH: usize = 10;
/// Smallest games among which one is looked for.
const GROWN: usize = 40;

/// The game to begin with: the first example with something to see, else that of the defaults; where neither has [`ENOUGH`] positions,
/// whichever has most. Rules that name no parameters begin with the smallest game that has enough.
pub(super) fn beginning(rules: &Arc<Rules>, call: Call) -> Option<Instance> {
    let limits = call.service.limits_for(EXAMPLES, call.cancel);
    let examples = rules.examples.iter().filter_map(|example| example_params(rules, example).ok());
    let defaults = rules.params.iter().all(|param| param.default.is_some()).then(|| vec![None; rules.params.len()]);
    let named = eventful(rules, examples.chain(defaults), &limits);
    named.or_else(|| eventful(rules, sample::smallest(rules).take(GROWN), &limits))
}

/// The first game with [`ENOUGH`] positions, else the one with most.
fn eventful(rules: &Arc<Rules>, all: impl Iterator<Item = Params>, limits: &Limits) -> Option<Instance> {
    let mut most: Option<(usize, Instance)> = None;
    for given in all {
        let Ok(game) = Instance::new_within(rules.clone(), &given, limits) else { continue };
        let positions = reached(&game);
        if most.as_ref().is_none_or(|(count, _)| positions > *count) {
            most = Some((positions, game));
        }
        if positions >= ENOUGH || limits.check().is_err() {
            break;
        }
    }
    most.map(|(_, game)| game)
}

/// How many positions play reaches, counted up to [`ENOUGH`]; those that differ in nothing but whose turn it is may be one.
fn reached(game: &Instance) -> usize {
    let mut seen: Vec<Packed> = game.start().into_iter().collect();
    let mut next = 0;
    while let Some(here) = seen.get(next).cloned() {
        let mut steps = Vec::new();
        if matches!(ended(game, &here), Ok(None)) && game.steps(&here, &mut steps).is_ok() {
            for to in steps.into_iter().map(|step| game.canonical(step.next)) {
                if seen.len() < ENOUGH && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        if seen.len() == ENOUGH {
            break;
        }
        next += 1;
    }
    seen.len()
}

pub(crate) fn parameters(call: Call, asked: Parameters) -> Answer {
    let (rules, lang) = (call.service.rules(&asked.place)?, asked.place.lang.0);
    if asked.how == "smallest" {
        let mut playable = sample::smallest(&rules).filter_map(|given| Instance::new(rules.clone(), &given).ok());
        let found = playable.find(begins);
        return Ok(json!({"params": found.map_or_else(Map::new, |game| params_json(&game))}));
    }
    let limits = call.service.limits_for(EXAMPLES, call.cancel);
    let mut dice = Dice::new(asked.seed);
    let kept = from_json(&rules, &asked.place.params).ok();
    for _ in 0..200 {
        let Some(given) = sample::random(&rules, DRAWN, &mut dice) else { continue };
        // Options keep what they are; what has no default is drawn.
        let given: Vec<_> = given
            .into_iter()
            .enumerate()
            .map(|(at, drawn)| {
                if rules.params[at].default.is_some() { kept.as_ref().and_then(|kept| kept[at].clone()) } else { drawn }
            })
            .collect();
        if let Ok(game) = Instance::new_within(rules.clone(), &given, &limits)
            && begins(&game)
        {
            return Ok(json!({"params": params_json(&game)}));
        }
        limits.check().map_err(|stop| Refused::stop(&rules.source, &stop, lang))?;
    }
    let finding = Diagnostic::error("S05", "no game can be drawn that has a first move");
    Err(Refused::plain(&finding.help("give the parameters yourself"), lang))
}

/// Whether there is a first move.
fn begins(game: &Instance) -> bool {
    game.start().is_ok_and(|start| matches!(ended(game, &start), Ok(None)))
}

/// The position of a text as the rules write it.
pub(crate) fn where_is(call: Call, place: &Where, at: Option<&str>) -> Result<(Instance, Packed), Refused> {
    let game = call.service.game(place, call.cancel)?;
    let at = Service::position(&game, at, place.lang.0)?;
    Ok((game, at))
}

pub(crate) fn editor(call: Call, asked: Editor) -> Answer {
    let document = Document::new(call.service.source(&asked.place)?);
    let (lang, offset) = (asked.place.lang.0, u32::try_from(asked.offset).unwrap_or(u32::MAX));
    Ok(match asked.what.as_str() {
        "complete" => completed(&document, offset, lang),
        "define" => json!({"definitions": definition(&document, offset).into_iter().map(span).collect::<Vec<_>>()}),
        "rename" => renamed(&document, offset, asked.name.as_deref(), lang),
        "outline" => json!({"outline": lines(&outline(&document), 0)}),
        "lenses" => json!({"lenses": lensed(&document, call, lang)}),
        _ => {
            let study = call.service.studied(&document.source.text);
            let found = hover(&document, offset, lang, study.as_deref());
            json!({"hover": found.map(|found| json!({"text": found.text, "span": span(found.span)}))})
        }
    })
}

fn span(span: Span) -> Json {
    json!({"start": span.start, "end": span.end})
}

fn completed(document: &Document, offset: u32, lang: Lang) -> Json {
    let items = complete(document, offset, lang).into_iter().map(|item| {
        json!({"label": item.label, "detail": item.detail, "about": item.about, "insert": item.insert,
            "snippet": item.snippet, "span": span(item.span)})
    });
    json!({"completions": items.collect::<Vec<_>>()})
}

/// The name that could be changed; with another name, the changes of the text. What cannot be is no fault of a request.
fn renamed(document: &Document, offset: u32, name: Option<&str>, lang: Lang) -> Json {
    let found = match name {
        None => renameable(document, offset).map(|(at, name)| json!({"named": {"name": name, "span": span(at)}})),
        Some(name) => rename(document, offset, name).map(|edits| {
            let edits = edits.iter().map(|edit| json!({"span": span(edit.span), "text": edit.text}));
            json!({"edits": edits.collect::<Vec<_>>()})
        }),
    };
    found.unwrap_or_else(|why| json!({"refused": refused(why, lang)}))
}

/// Lines of a text, each followed by those inside of it.
fn lines(items: &[Item], depth: usize) -> Vec<Json> {
    let one = |item: &Item| {
        let line = json!({"name": item.name, "detail": item.detail, "depth": depth, "span": span(item.select)});
        [vec![line], lines(&item.inside, depth + 1)].concat()
    };
    items.iter().flat_map(one).collect()
}

/// Commands over lines; none where the rules cannot be played, or not with their parameters.
fn lensed(document: &Document, call: Call, lang: Lang) -> Vec<Json> {
    let Some(rules) = document.checked.rules.clone().map(Arc::new) else { return Vec::new() };
    let limits = call.service.limits_for(EXAMPLES, call.cancel);
    let params = |example: Option<&Example>| {
        let given = example.map_or_else(|| Ok(vec![None; rules.params.len()]), |one| example_params(&rules, one));
        Instance::new_within(rules.clone(), &given.ok()?, &limits).ok().map(|game| params_json(&game))
    };
    let lens = |lens: &Lens| {
        let example = rules.examples.iter().find(|example| example.span == lens.span).or(rules.examples.last());
        let line = document.source.line_column(lens.span.start).0;
        Some(json!({"line": line, "title": lens.title, "command": lens.command.word(), "params": params(example)?}))
    };
    lenses(document, lang).iter().filter_map(lens).collect()
}
