//! Positions, games so far, opponents, and positions by lot.

use super::{Answer, Call, json};
use crate::asked::{At, Line, Query, Random, Reply, Way, Where};
use crate::refused::Refused;
use crate::service::Solved;
use bouton::answer::report;
use bouton::game::{Game, ended};
use bouton::path::path_to_one_of;
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::layout::Packed;
use bouton::rules::{Text, say, text::Blank};
use bouton::sample::Dice;
use bouton::saved::{Filter, Top, rank};
use bouton::show::Count;
use bouton::{Instance, Limits, Silent, Stop, Value};
use bouton_teach::columns;
use bouton_teach::play::{LEVELS, Level, Session, Table, result, slips, standing};
use bouton_teach::position::{Position, Worth, either, key, position};
use bouton_teach::scene::Sign;
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A game longer than this is refused.
const LONGEST: usize = 2_000;

/// A position with all that is known of it.
pub(super) fn looked_at(
    call: Call,
    place: &Where,
    at: Option<&str>,
    gained: Option<[i64; 2]>,
) -> Result<Position, Refused> {
    let lang = place.lang.0;
    call.service.ask(place, at, call.cancel, |solved, here| Ok(position(&solved.scene_at(here), gained, lang)?))
}

pub(crate) fn at(call: Call, asked: At) -> Answer {
    let gained = asked.gained.or(asked.at.is_none().then_some([0; 2]));
    looked_at(call, &asked.place, asked.at.as_deref(), gained).map(json)
}

/// What a job says when it is done.
pub(crate) fn done(solved: &Arc<Solved>, lang: Lang) -> Answer {
    let found = position(&solved.scene(), Some([0; 2]), lang);
    let position = found.map_err(|stop| Refused::stop(solved.source(), &stop, lang))?;
    let count = solved.solution.positions;
    let positions = bouton_teach::headline::counted(lang, "solve-positions", count);
    let notes: Vec<String> = solved.solution.notes.iter().map(|note| lang.sentence(note)).collect();
    Ok(json!({"position": position, "method": solved.solution.method, "positions": positions,
        "seconds": solved.took.as_secs_f64(), "notes": notes}))
}

/// The solution that a game so far is looked up in: one that knows where it began.
fn solved_for(call: Call, asked: &At) -> Result<Arc<Solved>, Refused> {
    call.service.ask(&asked.place, asked.at.as_deref(), call.cancel, |solved, start| {
        solved.scene().value(start)?;
        Ok(solved.clone())
    })
}

/// A game so far, move by move.
fn replayed<'a>(solved: &'a Solved, asked: &Line, level: Level, seed: u64) -> Result<Session<'a>, Refused> {
    let lang = asked.began.place.lang.0;
    let start = solved.position(asked.began.at.as_deref(), lang)?;
    let refused = |refusal: &_| Refused::refusal(solved.source(), refusal, lang);
    let you = if level == Level::Nobody { None } else { Some(solved.game.mover(&start).other()) };
    let table = Table { you, level, seed };
    let mut session =
        Session::new(&solved.game, Some(&solved.solution), &start, table).map_err(|refusal| refused(&refusal))?;
    if asked.line.len() > LONGEST {
        let finding = Diagnostic::error("P09", say!("a game of more than {} moves is not followed", Count(2_000)));
        return Err(Refused::plain(&finding, lang));
    }
    for mv in &asked.line {
        let Some(number) = session.choices().iter().position(|choice| choice.mv == *mv) else {
            let finding = Diagnostic::error("P09", say!("`{}` is no legal move here", shorten(mv)));
            let place = solved.game.show_position(session.now());
            return Err(Refused::plain(&finding.note(say!("at {place}")), lang));
        };
        session.play(number).map_err(|refusal| refused(&refusal))?;
    }
    Ok(session)
}

pub(crate) fn line(call: Call, asked: Line) -> Answer {
    let lang = asked.began.place.lang.0;
    let solved = solved_for(call, &asked.began)?;
    let session = replayed(&solved, &asked, Level::Nobody, 0)?;
    let mut positions = Vec::new();
    for moves in 0..=session.past().len() {
        let here = session.after(moves);
        let text = key(&solved.game, here);
        let at = if moves == 0 { asked.began.at.as_deref() } else { Some(text.as_str()) };
        // A game that begins elsewhere came there with points that nobody knows; what it hands out from there on is known.
        let gained = (moves > 0 || asked.began.at.is_none()).then(|| session.gained(moves));
        positions.push(looked_at(call, &asked.began.place, at, gained)?);
    }
    Ok(json!({"positions": positions, "standing": standing(&session, lang), "result": result(&session, lang),
        "slips": slips(&session, lang)}))
}

/// The moves by which play comes to a position: from where the game stands, else from where it began.
pub(crate) fn way(call: Call, asked: Way) -> Answer {
    let lang = asked.so_far.began.place.lang.0;
    let solved = solved_for(call, &asked.so_far.began)?;
    let session = replayed(&solved, &asked.so_far, Level::Nobody, 0)?;
    let game = &solved.game;
    let targets = either(game, &asked.to).map_err(|fault| Refused::fault(solved.source(), &fault, lang))?;
    let from = |moves: usize| {
        let more = path_to_one_of(game, session.after(moves), &targets)?;
        let made = session.past().iter().take(moves).map(|turn| turn.mv.clone());
        Some(made.chain(more.iter().map(|mv| game.show_move(mv))).collect::<Vec<_>>())
    };
    Ok(json!({"line": from(session.past().len()).or_else(|| from(0))}))
}

pub(crate) fn reply(call: Call, asked: Reply) -> Answer {
    let lang = asked.so_far.began.place.lang.0;
    let level: Level = asked.level.parse().map_err(|known: Text| {
        let finding = Diagnostic::error("C06", say!("`{}` is no level", shorten(&asked.level)));
        Refused::plain(&finding.help(known), lang)
    })?;
    let solved = solved_for(call, &asked.so_far.began)?;
    let mut session = replayed(&solved, &asked.so_far, level, asked.seed)?;
    if session.yours() {
        session.flip();
    }
    let moved = session.reply().map_err(|refusal| Refused::refusal(solved.source(), &refusal, lang))?;
    let made = session.past().last().filter(|_| moved).map(|turn| turn.mv.clone());
    let Some(mv) = made else {
        return Err(Refused::plain(&Diagnostic::error("P09", "play is over: there is nothing to reply"), lang));
    };
    Ok(json!({"move": mv, "next": key(&solved.game, session.now())}))
}

pub(crate) fn levels(_: Call, place: Where) -> Answer {
    let lang = place.lang.0;
    let levels = LEVELS.iter().filter(|(name, _)| *name != "nobody").map(|(name, about)| {
        let title = name.split('=').next().unwrap_or(name);
        json!({"name": name, "title": lang.say(&format!("page-level-{title}"), &[]), "about": lang.help(about)})
    });
    Ok(json!({"levels": levels.collect::<Vec<_>>()}))
}

/// Games that are played by lot to find a position of a kind, and moves of each.
const GAMES: u64 = 400;
const MOVES: usize = 300;

/// Positions of a kind that are collected from a table, one of which is drawn.
const MOST_DRAWN: usize = 1_000;
/// Positions that are looked at for what kinds of values there are.
const MOST_MARKED: usize = 200_000;

pub(crate) fn random(call: Call, asked: Random) -> Answer {
    let lang = asked.place.lang.0;
    let solved = call.service.solved(&asked.place, None, call.cancel, &Silent)?;
    let limits = call.service.limits_for(call.service.settings.time, call.cancel);
    let mut dice = Dice::new(asked.seed);
    let found = match met(&solved, &asked, &mut dice, &limits) {
        Ok(None) => listed(&solved, &asked, &mut dice, &limits),
        found => found,
    };
    if let Some(at) = found.map_err(|stop| Refused::stop(solved.source(), &stop, lang))? {
        let marks = marks(&solved, &limits);
        return Ok(json!({"at": key(&solved.game, &at), "marks": marks}));
    }
    let finding = Diagnostic::error(
        "P09",
        "there is no such position, neither in the table nor in some hundred games played by lot",
    );
    Err(Refused::plain(&finding, lang))
}

/// What positions can be worth.
const MARKS: [&str; 3] = ["win", "draw", "loss"];

/// What positions of the game are worth; everything where not every one was looked at. Each question of a quiz asks for the same.
fn marks(solved: &Solved, limits: &Limits) -> Vec<&'static str> {
    if let Some(known) = solved.marks.get() {
        return known.clone();
    }
    let Ok(found) = marks_met(solved, limits) else { return MARKS.to_vec() };
    solved.marks.get_or_init(|| found).clone()
}

fn marks_met(solved: &Solved, limits: &Limits) -> Result<Vec<&'static str>, Stop> {
    let mut met = BTreeSet::new();
    if solved.solution.whole {
        for (looked, (_, value)) in solved.solution.store.entries(&solved.game).enumerate() {
            met.insert(Sign::of(value).class());
            if met.len() == MARKS.len() || looked >= MOST_MARKED {
                return Ok(MARKS.to_vec());
            }
            limits.check()?;
        }
    }
    Ok(MARKS.into_iter().filter(|mark| met.is_empty() || met.contains(mark)).collect())
}

/// One that games met which were played by lot; the start, where everybody has been, only where there is no other.
fn met(solved: &Solved, asked: &Random, dice: &mut Dice, limits: &Limits) -> Result<Option<Packed>, Stop> {
    for _ in 0..GAMES {
        let (mut here, mut passed) = (solved.start.clone(), Vec::new());
        for _ in 0..MOVES {
            let mut steps = Vec::new();
            let over = !matches!(ended(&solved.game, &here), Ok(None));
            if over || solved.game.steps(&here, &mut steps).is_err() || steps.is_empty() {
                break;
            }
            if !passed.is_empty() || here != solved.start {
                passed.push(here.clone());
            }
            here = dice.pick(&steps).next.clone();
        }
        let fits: Vec<Packed> = passed.into_iter().filter(|at| is_wanted(solved, at, asked)).collect();
        if !fits.is_empty() {
            return Ok(Some(dice.pick(&fits).clone()));
        }
        limits.check()?;
    }
    Ok(None)
}

/// One of the table, where there is one: games played by lot seldom meet what is rare.
fn listed(solved: &Solved, asked: &Random, dice: &mut Dice, limits: &Limits) -> Result<Option<Packed>, Stop> {
    let mut fits = Vec::new();
    for (looked, (at, value)) in solved.solution.store.entries(&solved.game).enumerate() {
        if (looked as u64).is_multiple_of(BETWEEN) {
            limits.check()?;
        }
        let over = || !matches!(ended(&solved.game, &at), Ok(None));
        if is_like(value, asked) && !over() && is_wanted(solved, &at, asked) {
            fits.push(at);
            if fits.len() == MOST_DRAWN {
                break;
            }
        }
    }
    Ok((!fits.is_empty()).then(|| dice.pick(&fits).clone()))
}

fn is_wanted(solved: &Solved, at: &Packed, asked: &Random) -> bool {
    let Ok(answer) = solved.scene().answer(at) else { return false };
    let one_best = || answer.moves.len() > 1 && answer.moves.iter().filter(|choice| choice.best).count() == 1;
    let loses = |value| Sign::of(value) == Sign::Loss;
    is_like(answer.value, asked)
        && match asked.wanted.as_str() {
            "one-best" => one_best(),
            "only-move" => one_best() && answer.moves.iter().all(|choice| choice.best != loses(choice.value)),
            _ => true,
        }
}

/// Whether a value is of the kind that is wanted, whatever the moves.
fn is_like(value: Value, asked: &Random) -> bool {
    let as_far = asked.plies.is_none_or(|plies| report::plies(value) == Some(plies));
    let of_kind = |kind: &str| !MARKS.contains(&kind) || Sign::of(value).class() == kind;
    as_far && of_kind(&asked.wanted) && asked.worth.as_deref().is_none_or(of_kind)
}

/// Positions that are listed, and looked at between two looks at whether anybody waits.
const MOST_FOUND: usize = 200;
const BETWEEN: u64 = 4096;

pub(crate) fn query(call: Call, asked: Query) -> Answer {
    let lang = asked.place.lang.0;
    let Some(shown) = call.service.shown(&asked.place) else {
        let finding = Diagnostic::error("V01", "conditions are for saved solutions");
        let help = "`bouton solve GAME --save FILE.sol`, then `bouton serve FILE.sol`";
        return Err(Refused::plain(&finding.help(help), lang));
    };
    let (game, source) = (&shown.game, &shown.game.rules().source);
    let text = if asked.filter.trim().is_empty() { "true" } else { &asked.filter };
    let filter = Filter::read(game.rules(), text).map_err(|finding| Refused::plain(&finding, lang))?;
    // A condition needs room of its own while it is worked out.
    let given: Vec<_> = game.interpreter().params().iter().cloned().map(Some).collect();
    let asked_of = Instance::new(filter.rules.clone(), &given).map_err(|fault| Refused::fault(source, &fault, lang))?;
    let limits = call.service.limits_for(call.service.settings.time, call.cancel);
    let most = asked.top.unwrap_or(20).min(MOST_FOUND);
    let order = |value: Value| match asked.order.as_str() {
        "best" => (Some(value), 0),
        "longest" => (None, rank(value)),
        _ => (None, 0),
    };
    let (mut looked, mut found, mut counts, mut longest) = (0_u64, Top::new(most), [0_u64; 3], Top::new(1));
    for entry in shown.saved.entries(game) {
        let (at, value) = entry.map_err(|trouble| Refused::plain(&Diagnostic::error("V02", trouble.text()), lang))?;
        looked += 1;
        if looked % BETWEEN == 0 {
            limits.check().map_err(|stop| Refused::stop(source, &stop, lang))?;
        }
        if filter.holds(&asked_of, &at, value).map_err(|fault| Refused::fault(source, &fault, lang))? {
            let sign = Sign::of(value);
            counts[sign as usize] += 1;
            if sign == Sign::Win {
                longest.offer(rank(value), (at.clone(), value));
            }
            found.offer(order(value), (at, value));
        }
    }
    let mut answer = listed_rows(game, counts.iter().sum(), &found.into_vec(), lang);
    answer["counts"] = json!(MARKS.into_iter().zip(counts).collect::<BTreeMap<_, _>>());
    answer["counted"] = json!(bouton_teach::headline::of_each(lang, game.kind(), counts));
    answer["longest"] = longest
        .into_vec()
        .first()
        .map_or(Json::Null, |(at, value)| json!({"at": key(game, at), "worth": Worth::of_position(*value, lang)}));
    Ok(answer)
}

/// Positions as a list to look at, and as rows for programs.
fn listed_rows(game: &Instance, count: u64, found: &[(Packed, Value)], lang: Lang) -> Json {
    let columns = columns::of(game);
    let rows = found.iter().map(|(at, value)| {
        let position = bouton_teach::gallery::place(game.rules(), &game.show_position(at), lang);
        json!({"at": key(game, at), "position": position, "worth": Worth::of_position(*value, lang),
            "cells": columns::object(&columns, game, at, *value)})
    });
    let rows: Vec<Json> = rows.collect();
    let cells =
        |(at, value): &(Packed, Value)| columns::csv(columns::cells(&columns, game, at, *value).map(columns::text));
    let names = columns::csv(columns.iter().map(|column| column.name.clone()));
    let csv: String = std::iter::once(names).chain(found.iter().map(cells)).collect();
    json!({"count": count, "text": bouton_teach::headline::counted(lang, "solve-positions", count), "rows": rows, "csv": csv})
}
