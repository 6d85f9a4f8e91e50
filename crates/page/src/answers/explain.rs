//! Explanations: why, tables, trees, recurrences, programs, plans, worksheets.

use super::rules::where_is;
use super::{Answer, Call};
use crate::asked::{Code, Recurrence, Table, Tree, Where, Why, Worksheet};
use crate::refused::Refused;
use crate::service::Solved;
use bouton::game::{Game, moves};
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::layout::Packed;
use bouton::rules::{Text, say};
use bouton::{Ask, Instance, Plan, Silent};
use bouton_teach::gallery;
use bouton_teach::position::{Worth, key, to_move};
use bouton_teach::program::{LANGUAGES, Printed, Recur, STAGES, draft, head, program, seen, small_games};
use bouton_teach::recurrence::{self, Intervals};
use bouton_teach::refusal::Refusal;
use bouton_teach::scene::{Look, Mover, Scene, Sign, params_words};
use bouton_teach::table::{self, Layout};
use bouton_teach::tree::{self, Shown, Size};
use bouton_teach::view::{Kind, Touch, with_touches};
use bouton_teach::why::{self, Form, Question, Round};
use bouton_teach::words::{Lang, Told};
use bouton_teach::worksheet as sheets;
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// Tables of more cells are not for a page, nor trees of more places.
const MOST_CELLS: usize = 20_000;
const MOST_PLACES: usize = 400;
/// Worksheets of more cells are not for paper.
const MOST_ON_PAPER: usize = 400;

fn look(lang: Lang) -> Look {
    Look { lang, ascii: false }
}

fn refused(solved: &Solved, lang: Lang) -> impl Fn(Refusal) -> Refused + '_ {
    move |refusal| Refused::refusal(solved.source(), &refusal, lang)
}

/// What is asked of an explanation.
fn question(asked: &Why) -> Question {
    let form = match asked.form.as_deref() {
        Some("points") => Form::Points,
        Some("pair") => Form::Pair,
        _ => Form::Lead,
    };
    let levels = asked.levels.unwrap_or(1).clamp(1, 4);
    Question { levels, form, mv: asked.mv.clone(), elsewhere: asked.at.at.is_some() }
}

/// Solved as a whole, a sum has no nimbers of its parts: they are looked up for the explanation.
fn with_nim(call: Call, solved: &Solved, mut why: why::Why) -> why::Why {
    if why.nim.is_none()
        && let Some(parts) = call.service.by_parts(solved, call.cancel)
    {
        why.nim = why::nim(&Scene::new(&solved.game, parts, &why.at)).ok().flatten();
    }
    why
}

pub(crate) fn why(call: Call, asked: Why) -> Answer {
    let lang = asked.at.place.lang.0;
    reasons(call, &asked, lang, |game, here, why| {
        let walks = why.round.as_ref().map(|round| walks(game, here, round, lang));
        json!({"text": why::text(&why, look(lang)), "walks": walks.unwrap_or_default()})
    })
}

/// Why a position is worth what it is, with names in a language.
pub(super) fn reasons(
    call: Call,
    asked: &Why,
    lang: Lang,
    tell: impl Fn(&Instance, &Packed, why::Why) -> Json,
) -> Answer {
    let question = question(asked);
    call.service.ask(&asked.at.place, asked.at.at.as_deref(), call.cancel, |solved, here| {
        let why = with_nim(call, solved, why::why(&solved.scene_at(here).named(lang), &question)?);
        Ok(tell(&solved.game, here, why))
    })
}

pub(crate) fn kinds(call: Call, asked: Why) -> Answer {
    let (place, lang, at) = (&asked.at.place, asked.at.place.lang.0, asked.at.at.as_deref());
    let question = question(&asked);
    call.service.ask(place, at, call.cancel, |solved, here| {
        let found = why::kinds(&solved.scene_at(here).named(lang), &question)?;
        let found: Vec<why::Why> = found.into_iter().map(|why| with_nim(call, solved, why)).collect();
        let kinds = found.iter().zip(why::kinds_lines(&found, look(lang))).map(|(why, text)| {
            let mark = Sign::of(why.level.spot.value).class();
            json!({"at": key(&solved.game, &why.at), "mark": mark, "text": text})
        });
        Ok(json!({"kinds": kinds.collect::<Vec<_>>()}))
    })
}

/// Where on a graph play goes that comes round; nowhere on other boards, where pieces would walk over each other.
fn walks(game: &Instance, from: &Packed, round: &Round, lang: Lang) -> Vec<Json> {
    let (mut here, mut walks) = (from.clone(), Vec::new());
    for (number, turn) in round.turns.iter().enumerate() {
        let mut steps = Vec::new();
        let legal = moves(game, &here, &mut steps).is_ok();
        let Some(step) = steps.iter().find(|step| legal && game.show_move(&step.mv) == turn.mv) else { break };
        let (view, touched) = with_touches(game, &here, [(&step.mv, &step.next)], lang);
        if view.boards.iter().all(|board| board.kind != Kind::Graph) {
            break;
        }
        if let Some(Touch { from: Some(from), to: Some(to), .. }) = touched.first() {
            let player = game.mover(&here).number();
            walks.push(
                json!({"from": from, "to": to, "player": player, "move": turn.mv, "round": number >= round.back}),
            );
        }
        here = step.next.clone();
    }
    walks
}

pub(crate) fn table(call: Call, asked: Table) -> Answer {
    let lang = asked.place.lang.0;
    let (solved, table) = tabled(call, &asked, lang)?;
    let choices: Vec<Json> = table
        .has_ends()
        .then(|| group("intervals", &Intervals::NAMES.map(|(name, _)| name), table.intervals.name(), lang))
        .into_iter()
        .collect();
    let axes: Vec<Json> = table.axes().iter().map(|axis| json!({"name": axis.name, "labels": axis.labels})).collect();
    let sent = Sent::of(&table, asked.most);
    let named = sent.layers.iter().enumerate();
    let layers: Vec<Json> =
        named.map(|(number, cells)| json!({"name": table::layer_words(number, lang), "cells": cells})).collect();
    let orders: Vec<Json> =
        table.orders.iter().map(|order| json!({"name": order.name, "words": order.words(lang)})).collect();
    let cells: Vec<Json> = sent.cells.iter().map(|at| cell(&solved, &table, *at, &sent, lang)).collect();
    let line: Vec<usize> = table.line.iter().filter_map(|at| sent.numbers[*at]).collect();
    Ok(json!({"caption": table::captions(&table, look(lang)), "axes": axes, "layers": layers, "cells": cells,
        "left_out": table.cells.len() - sent.cells.len(), "orders": orders,
        "order": table.filling().map(|order| &order.name), "line": line, "choices": choices}))
}

/// A table with names in a language, its axes as they are asked for.
pub(super) fn tabled(call: Call, asked: &Table, lang: Lang) -> Result<(Arc<Solved>, table::Table), Refused> {
    let solved = call.service.solved(&asked.place, None, call.cancel, &Silent)?;
    let scene = solved.scene().named(lang);
    let found = of_all(&solved, &scene, asked.order.as_deref(), MOST_CELLS, &["advice-page-tree".into()]);
    let mut table = found.map_err(refused(&solved, asked.place.lang.0))?;
    if intervals(asked.intervals.as_deref()) == Intervals::Closed {
        table.close();
    }
    Ok((solved, table))
}

/// The cells of a table that are sent: of layers as many as are asked for, from the start on.
struct Sent {
    cells: Vec<usize>,
    /// For each cell of the table, its number among those that are sent.
    numbers: Vec<Option<usize>>,
    layers: Vec<Vec<usize>>,
}

impl Sent {
    fn of(table: &table::Table, most: Option<usize>) -> Sent {
        let (all, layers) = match &table.layout {
            Layout::Grid(_) => ((0..table.cells.len()).collect(), Vec::new()),
            Layout::Layers(layers) => (layers.concat(), layers.clone()),
        };
        let most = most.filter(|_| !layers.is_empty()).unwrap_or(usize::MAX);
        let mut cells: Vec<usize> = all.into_iter().take(most).collect();
        // Their order stays what it is without a limit.
        cells.sort_unstable();
        let mut numbers = vec![None; table.cells.len()];
        for (number, at) in cells.iter().enumerate() {
            numbers[*at] = Some(number);
        }
        let own = |layer: &Vec<usize>| layer.iter().filter_map(|at| numbers[*at]).collect();
        let layers = layers.iter().map(own).filter(|layer: &Vec<usize>| !layer.is_empty()).collect();
        Sent { cells, numbers, layers }
    }
}

/// The table of everything that play reaches; of a sum that was solved by its parts, their nimbers.
fn of_all(
    solved: &Solved,
    scene: &Scene,
    order: Option<&str>,
    most: usize,
    instead: &[Told],
) -> Result<table::Table, Refusal> {
    match nimbers(solved) {
        true => table::nimbers(scene, None, most, &[]),
        false => table::table(scene, order, most, instead),
    }
}

/// Whether a sum was solved by its parts.
fn nimbers(solved: &Solved) -> bool {
    solved.solution.method == "grundy" && solved.game.parts().is_some_and(|parts| parts.normal())
}

fn cell(solved: &Solved, table: &table::Table, at: usize, sent: &Sent, lang: Lang) -> Json {
    let cell = &table.cells[at];
    let of_part = table.kind == table::CellKind::Nimber;
    let reads = cell.reads.iter().flat_map(|read| {
        let text = table::read_words(table, read, look(lang));
        read.to.iter().map(move |to| json!({"to": sent.numbers[*to], "move": read.mv, "text": text, "best": read.best}))
    });
    let here = asked_for(solved, &cell.position, cell.mover.as_ref());
    json!({"place": cell.place, "position": gallery::place(solved.game.rules(), &here, lang), "at": (!(of_part || cell.over && cell.mover.is_none())).then_some(here), "drawing": cell.drawing,
        "mover": cell.mover.as_ref().map(|mover| &mover.name), "mark": cell.worth.sign().class(), "text": cell.worth.words(look(lang)), "own": cell.own,
        "over": cell.over, "fill": cell.fill, "reads": reads.collect::<Vec<_>>()})
}

pub(crate) fn tree(call: Call, asked: Tree) -> Answer {
    let lang = asked.at.place.lang.0;
    let (solved, grown) = grown(call, &asked, MOST_PLACES, lang)?;
    let shown = match grown.shown {
        Shown::Whole => "whole",
        Shown::Depth(_) => "depth",
        Shown::Line => "line",
    };
    let branches: Vec<Json> = grown.branches.iter().map(|branch| one(&solved, &grown, branch, lang)).collect();
    Ok(json!({"caption": grown.captions(look(lang)), "shown": shown, "branches": branches}))
}

/// A tree of at most so many places, with names in a language.
pub(super) fn grown(call: Call, asked: &Tree, most: usize, lang: Lang) -> Result<(Arc<Solved>, tree::Tree), Refused> {
    let place = &asked.at.place;
    let solved = call.service.solved(place, None, call.cancel, &Silent)?;
    let here = solved.position(asked.at.at.as_deref(), place.lang.0)?;
    let size = Size { depth: asked.depth.map(|depth| depth.min(8)), most };
    let grown = tree::tree(&solved.scene_at(&here).named(lang), size).map_err(refused(&solved, place.lang.0))?;
    Ok((solved, grown))
}

fn one(solved: &Solved, tree: &tree::Tree, branch: &tree::Branch, lang: Lang) -> Json {
    let step = branch.step.as_ref().map(|step| {
        let gain = step.gain.map_or(String::new(), bouton_teach::scene::signed);
        json!({"move": step.mv, "by": step.by, "gain": gain, "best": step.best})
    });
    let opened =
        |other: &tree::Branch| !other.again && other.position == branch.position && other.mover == branch.mover;
    let again = branch.again.then(|| tree.branches.iter().position(opened)).flatten();
    let at = asked_for(solved, &branch.position, branch.mover.as_ref());
    json!({"step": step, "at": (!branch.over || branch.mover.is_some()).then_some(at), "position": branch.position, "drawing": branch.drawing, "mover": branch.mover.as_ref().map(|mover| &mover.name),
        "worth": Worth::of_position(branch.value, lang), "over": branch.over, "again": again, "on_line": branch.on_line,
        "next": branch.next, "left_out": branch.left_out})
}

/// A position as it is asked for: in the words of its rules, whatever players are called in a language.
fn asked_for(solved: &Solved, position: &str, mover: Option<&Mover>) -> String {
    to_move(position, mover.map(|mover| solved.game.rules().player_name(mover.player)))
}

/// How ranges are written, by name; as usual where nothing is said.
fn intervals(asked: Option<&str>) -> Intervals {
    let named = Intervals::NAMES.into_iter().find(|(name, _)| asked == Some(*name));
    named.map_or_else(Intervals::default, |(_, intervals)| intervals)
}

/// A choice that readers have: what it is called, between what, and what holds now.
fn group(name: &str, names: &[&str], now: &str, lang: Lang) -> Json {
    let one = |name: &&str| json!({"name": name, "title": lang.say(&format!("page-recurrence-{name}"), &[])});
    let title = lang.say(&format!("page-recurrence-{name}"), &[]);
    json!({"name": name, "title": title, "of": names.iter().map(one).collect::<Vec<_>>(), "now": now})
}

/// What a recurrence is for; the usual first.
pub(crate) const SIZES: [&str; 2] = ["every", "these"];

pub(crate) fn recurrence(call: Call, asked: Recurrence) -> Answer {
    let lang = asked.place.lang.0;
    let (formulas, choices) = formulas(call, &asked, lang)?;
    let latex = recurrence::latex(&formulas, look(lang)).join("\n");
    Ok(
        json!({"text": recurrence::text(&formulas, look(lang)), "latex": latex, "mathml": recurrence::mathml(&formulas, lang),
        "choices": choices}),
    )
}

/// A recurrence with names in a language, and what can be chosen of it.
pub(super) fn formulas(
    call: Call,
    asked: &Recurrence,
    lang: Lang,
) -> Result<(recurrence::Formulas, Vec<Json>), Refused> {
    let (game, _) = where_is(call, &asked.place, None)?;
    let title = gallery::title(game.rules(), lang);
    let intervals = intervals(asked.intervals.as_deref());
    let rules = call.service.rules(&asked.place)?;
    let every = recurrence::of_every_size(title.clone(), &rules, intervals);
    let every = every.filter(|every| every.seen.is_some() && !rules.params.is_empty());
    let of = if every.is_none() || asked.sizes.as_deref() == Some(SIZES[1]) { SIZES[1] } else { SIZES[0] };
    let params = params_words(&game, lang);
    let numbers =
        Intervals::NAMES.map(|(_, intervals)| recurrence::formulas_in(title.clone(), params.clone(), &game, intervals));
    let differ = numbers[0].main != numbers[1].main;
    let mut choices = Vec::new();
    choices.extend(every.as_ref().map(|_| group("sizes", &SIZES, of, lang)));
    if differ {
        choices.push(group("intervals", &Intervals::NAMES.map(|(name, _)| name), intervals.name(), lang));
    }
    let these = numbers.into_iter().find(|numbers| numbers.intervals == intervals);
    let formulas = every.filter(|_| of == SIZES[0]).or(these);
    let formulas = formulas.unwrap_or_else(|| recurrence::formulas_in(title, params, &game, intervals));
    Ok((formulas.named(game.rules(), lang), choices))
}

pub(crate) fn code(call: Call, asked: Code) -> Answer {
    let lang = asked.place.lang.0;
    let Written { language, stage, stages, text, note } = written(call, &asked)?;
    let languages: Vec<Json> = LANGUAGES
        .iter()
        .map(|(name, ..)| json!({"name": name, "title": lang.say(&format!("page-language-{name}"), &[])}))
        .collect();
    let stages: Vec<Json> = stages
        .iter()
        .map(|stage| json!({"number": stage + 1, "title": lang.say(&format!("page-stage-{}", STAGES[*stage].0), &[])}))
        .collect();
    Ok(
        json!({"language": language, "stage": stage + 1, "languages": languages, "stages": stages, "program": text, "note": note}),
    )
}

/// A program.
pub(super) struct Written {
    pub(super) language: &'static str,
    /// Its number among the stages, and those that can be written.
    pub(super) stage: usize,
    stages: Vec<usize>,
    pub(super) text: String,
    /// What its file is called.
    note: &'static str,
}

pub(super) fn written(call: Call, asked: &Code) -> Result<Written, Refused> {
    let (lang, rules) = (asked.place.lang.0, call.service.rules(&asked.place)?);
    let no = |code: &'static str, why: Text| Refused::plain(&Diagnostic::error(code, why), lang);
    let held = bouton_teach::cases::held(&rules, &vec![None; rules.params.len()], &[]);
    let held = if held.contains(&false) { held } else { vec![false; held.len()] };
    let games = small_games(&rules, &held);
    let Some(first) = games.first() else { return Err(no("S05", "no small game can be made to look at".into())) };
    let fixed: Vec<_> =
        first.interpreter().params().iter().zip(&held).map(|(value, held)| held.then(|| value.clone())).collect();
    let recur = Recur::for_program(&rules, first.told_apart().is_some())
        .map_err(|why| no("G02", say!("this game is no plain recurrence: {}", why.0)))?
        .with(&fixed);
    let seen = seen(&recur, &games);
    let stages: Vec<usize> =
        (0..STAGES.len()).filter(|stage| draft(&recur, STAGES[*stage].1, seen.as_ref()).is_ok()).collect();
    let wanted = asked.stage.unwrap_or(2).clamp(1, STAGES.len()) - 1;
    let stage = if stages.contains(&wanted) { wanted } else { stages.last().copied().unwrap_or(0) };
    let name = asked.language.as_deref().unwrap_or("python");
    let Some((name, language, file)) = LANGUAGES.iter().find(|(known, ..)| *known == name) else {
        return Err(no("C06", say!("`{}` is no language of programs", shorten(name))));
    };
    let usual = bouton_teach::cases::usual_answer(&rules);
    let printed = Printed::of(&rules, &usual).ok_or_else(|| no("G03", "no program prints such an answer".into()))?;
    let command = format!(
        "bouton code {} --stage {} --lang {name}",
        asked.place.game.as_deref().unwrap_or("FILE.game"),
        STAGES[stage].0
    );
    let notes = head(&rules, &recur, seen.as_ref(), None, &fixed, command, lang);
    let text = program(&recur, STAGES[stage].1, seen.as_ref(), (*language, lang), &printed, &notes)
        .map_err(|why| no("G03", say!("no `{}` program can be written: {}", STAGES[stage].0, why.0)))?;
    Ok(Written { language: name, stage, stages, text, note: file })
}

pub(crate) fn plan(call: Call, place: Where) -> Answer {
    let lang = place.lang.0;
    let (game, _, plan) = planned(call, &place)?;
    let told = bouton_teach::plan::told(&plan, game.rules(), lang);
    let facts = plan.facts.lines.iter().map(|fact| {
        let say = |text: &Text| gallery::sentence(game.rules(), text, lang);
        let (name, text, because) = (lang.sentence(fact.name), say(&fact.text), say(&fact.because));
        json!({"name": name, "text": text, "because": because})
    });
    Ok(json!({"text": told.lines().collect::<Vec<_>>(), "facts": facts.collect::<Vec<_>>()}))
}

/// How a game is solved from its start.
pub(super) fn planned(call: Call, place: &Where) -> Result<(Instance, Packed, Plan), Refused> {
    let (game, start) = where_is(call, place, None)?;
    let limits = call.service.limits_for(call.service.settings.time, call.cancel);
    let plan = bouton::plan(&game, &start, &Ask::Line, &limits);
    Ok((game, start, plan))
}

pub(crate) fn worksheet(call: Call, asked: Worksheet) -> Answer {
    let lang = asked.place.lang.0;
    let (solved, sheet) = sheet(call, &asked, lang)?;
    let html = sheets::html(&sheet, look(lang)).map_err(refused(&solved, lang))?;
    Ok(json!({"html": html}))
}

/// A worksheet with names in a language.
pub(super) fn sheet(call: Call, asked: &Worksheet, lang: Lang) -> Result<(Arc<Solved>, sheets::Sheet), Refused> {
    let solved = call.service.solved(&asked.place, None, call.cancel, &Silent)?;
    let scene = solved.scene().named(lang);
    let table = of_all(&solved, &scene, None, MOST_ON_PAPER, &[]);
    let wanted = sheets::Wanted { blank: asked.blank.unwrap_or(40).min(100), seed: asked.seed, given: true };
    let sheet = table.and_then(|table| sheets::sheet(&scene, table, wanted));
    let sheet = sheet.map_err(refused(&solved, asked.place.lang.0))?;
    Ok((solved, sheet))
}
