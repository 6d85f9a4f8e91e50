//! Lessons: the front end with the solved positions of a game inside, in one file that needs no server.

use crate::answers::{Answer, Call, explain, play, rules};
use crate::asked::{At, Check, Code, OneFile, Recurrence, Spoken, Table, Tree, Where, Why};
use crate::assets;
use crate::refused::Refused;
use crate::service::{Cancel, Service};
use crate::{Picked, Settings};
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton::show::{Bytes, Count};
use bouton_teach::program::{LANGUAGES, STAGES};
use bouton_teach::recurrence::Intervals;
use bouton_teach::words::Lang;
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// Positions of a lesson, and bytes of its file.
const MOST_POSITIONS: usize = 3_000;
const MOST_BYTES: usize = 12_000_000;
/// Bytes of a file that still opens quickly on a phone: up to so many a lesson speaks both languages.
const QUICK_BYTES: usize = 2_500_000;
/// Positions with the points on the way there.
const MOST_SCORES: usize = 10_000;
/// What their keys begin with.
const SCORE: &str = "score";

/// What a lesson is about.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The game; without parameters, those that the page opens it with.
    pub of: Picked,
    /// The language that it opens in.
    pub lang: Lang,
    /// Bytes for solving it.
    pub memory: u64,
    /// How long it may take.
    pub time: Duration,
}

/// The file of a lesson.
///
/// # Errors
/// Findings as JSON: why it cannot be solved, or that it has too many positions for a file.
pub fn lesson(about: &Lesson) -> Result<String, Json> {
    let settings = Settings { memory: about.memory, time: about.time, ..Settings::default() };
    let service = Service::new(settings, Vec::new());
    let Picked { game, rules, params } = about.of.clone();
    let place = Where { game, rules, params, lang: Spoken(about.lang) };
    let cancel = Cancel::default();
    let made = file(Call { service: &service, cancel: &cancel }, &OneFile { place, hidden: false }, false);
    made.map(|(_, text)| text).map_err(|refused| refused.findings)
}

/// The name of a lesson and its file; whether it is `served` by a page, which then need not be advised.
pub(crate) fn file(call: Call, asked: &OneFile, served: bool) -> Result<(String, String), Refused> {
    let inside = told(call, asked, served)?;
    let text = page(std::slice::from_ref(&inside))?;
    if text.len() > MOST_BYTES {
        return Err(too_large(say!("its file would be {}", Bytes(text.len() as u64)), &asked.place, served));
    }
    let name = inside["checked"]["name"].as_str().unwrap_or("lesson").to_owned();
    // What is told in another language is about as long.
    if text.len() + inside.to_string().len() > QUICK_BYTES {
        return Ok((name, text));
    }
    let mut other = asked.clone();
    other.place.lang = Spoken(match asked.place.lang.0 {
        Lang::English => Lang::Chinese,
        Lang::Chinese => Lang::English,
    });
    let other = told(call, &other, served)?;
    Ok((name, page(&[inside, other])?))
}

/// All that a lesson tells in a language.
fn told(call: Call, asked: &OneFile, served: bool) -> Answer {
    let mut place = asked.place.clone();
    let lang = place.lang.0;
    let mut checked = rules::check(call, Check { place: place.clone(), examples: None })?;
    checked["locked"] = json!(lang.say("page-locked-lesson", &[]));
    if place.params.is_empty()
        && let Some(params) = checked["first"].as_object()
    {
        place.params.clone_from(params);
    }
    let game = rules::game(call, place.clone())?;
    let mut answers = Map::new();
    let start = positions(call, &place, served, &mut answers)?;
    scores(call, &place, &start, &mut answers)?;
    whole(call, &place, &mut answers);
    let solved = call.service.solved(&place, None, call.cancel, &bouton::Silent)?;
    answers.insert("solve".to_owned(), play::done(&solved, lang)?);
    answers.insert("at".to_owned(), start);
    let mut of = json!({"params": place.params, "lang": lang.code()});
    for (name, given) in [("game", place.game), ("rules", place.rules)] {
        given.into_iter().for_each(|text| of[name] = json!(text));
    }
    Ok(
        json!({"lang": lang.code(), "hidden": asked.hidden, "where": of, "game": game, "checked": checked, "answers": answers}),
    )
}

/// Smaller parameters help where there are some, and a page where there is none yet.
fn too_large(why: Text, place: &Where, served: bool) -> Refused {
    let mut finding = Diagnostic::error("T01", say!("this game is too large for a lesson of one file: {why}"));
    if !place.params.is_empty() {
        finding = finding.help("smaller parameters fit");
    }
    if !served {
        finding = finding.help("`bouton serve` shows games of any size");
    }
    Refused::plain(&finding, place.lang.0)
}

/// Every position that play reaches, with what is told of each; the start is handed back.
fn positions(call: Call, place: &Where, served: bool, answers: &mut Map<String, Json>) -> Answer {
    let start = play::at(call, At { place: place.clone(), at: None, gained: None })?;
    let first = start["at"].as_str().unwrap_or_default().to_owned();
    let (mut seen, mut next) = (BTreeSet::from([first.clone()]), VecDeque::from([first]));
    while let Some(text) = next.pop_front() {
        if seen.len() > MOST_POSITIONS {
            let most = Count(MOST_POSITIONS as u64);
            return Err(too_large(say!("it has more than {most} positions"), place, served));
        }
        let at = At { place: place.clone(), at: Some(text.clone()), gained: None };
        let position = play::at(call, at.clone())?;
        for choice in position["moves"].as_array().into_iter().flatten() {
            if let Some(text) = choice["next"].as_str()
                && seen.insert(text.to_owned())
            {
                next.push_back(text.to_owned());
            }
        }
        let over = !position["over"].is_null();
        answers.insert(["at", &text].join(" "), position);
        if !over {
            let why = explain::why(call, Why { at, mv: None, levels: None, form: None });
            answers.extend(why.ok().map(|why| (["why", &text].join(" "), why)));
        }
    }
    Ok(start)
}

/// What is told of positions with the points on the way there, in games of points: only what is another for other points. Play that comes to
/// more of them than there is room for is told without.
fn scores(call: Call, place: &Where, start: &Json, answers: &mut Map<String, Json>) -> Result<(), Refused> {
    let scored = |position: &Json| !position["so_far"].is_null();
    if !scored(start) {
        return Ok(());
    }
    let first = (start["at"].as_str().unwrap_or_default().to_owned(), [0; 2]);
    let (mut seen, mut next) = (BTreeSet::from([first.clone()]), VecDeque::from([first]));
    while let Some((text, gained)) = next.pop_front() {
        let position = play::at(call, At { place: place.clone(), at: Some(text.clone()), gained: Some(gained) })?;
        let moves: Vec<&Json> = position["moves"].as_array().into_iter().flatten().collect();
        for choice in &moves {
            let after = choice["next"].as_str().map(str::to_owned).zip(points(&choice["gained"]));
            next.extend(after.filter(|after| seen.len() < MOST_SCORES && seen.insert(after.clone())));
        }
        let line = position["line"].as_array().into_iter().flatten().map(|made| &made["gained"]);
        let told = json!({"headline": position["headline"], "subline": position["subline"], "over": position["over"], "first": position["first"],
            "so_far": position["so_far"], "moves": moves.iter().map(|choice| &choice["gained"]).collect::<Vec<_>>(), "line": line.collect::<Vec<_>>()});
        answers.insert([SCORE, " ", &text, " ", &format!("{},{}", gained[0], gained[1])].concat(), told);
    }
    Ok(())
}

/// The points of both players, as positions tell them.
fn points(json: &Json) -> Option<[i64; 2]> {
    serde_json::from_value(json.clone()).ok()
}

/// What is told of the game as a whole, where it can be told.
fn whole(call: Call, place: &Where, answers: &mut Map<String, Json>) {
    let at = At { place: place.clone(), at: None, gained: None };
    let mut put = |key: &str, answer: Answer| answers.extend(answer.ok().map(|answer| (key.to_owned(), answer)));
    let table = |intervals: Option<String>| {
        explain::table(call, Table { place: place.clone(), order: None, intervals, most: None })
    };
    let usual = table(None);
    let other =
        usual.as_ref().is_ok_and(|usual| usual["choices"].as_array().is_some_and(|choices| !choices.is_empty()));
    put("table", usual);
    if other {
        put(&["table", Intervals::Closed.name()].join(" "), table(Some(Intervals::Closed.name().to_owned())));
    }
    put("tree", explain::tree(call, Tree { at: at.clone(), depth: None }));
    for sizes in explain::SIZES {
        for (intervals, _) in Intervals::NAMES {
            let asked = Recurrence {
                place: place.clone(),
                sizes: Some(sizes.to_owned()),
                intervals: Some(intervals.to_owned()),
            };
            put(&["recurrence", sizes, intervals].join(" "), explain::recurrence(call, asked));
        }
    }
    put("plan", explain::plan(call, place.clone()));
    put("levels", play::levels(call, place.clone()));
    let why = Why { at, mv: None, levels: None, form: None };
    put("kinds", explain::kinds(call, why.clone()));
    put("why", explain::why(call, why));
    for stage in 1..=STAGES.len() {
        for (name, ..) in LANGUAGES {
            let language = Some(name.to_owned());
            put(
                &["code", &stage.to_string(), name].join(" "),
                explain::code(call, Code { place: place.clone(), stage: Some(stage), language }),
            );
        }
    }
}

/// The page with everything inside: its script, its style, and the lesson as data, in the language that it opens in first.
fn page(inside: &[Json]) -> Result<String, Refused> {
    let part = |name: &str| assets::text(name).ok_or_else(|| missing(name));
    let (html, script, style) = (part("index.html")?, part("page.js")?, part("page.css")?);
    // Nothing inside ends the element that it stands in.
    let data = json!(inside).to_string().replace('<', "\\u003c");
    let script = script.replace("</script", "<\\/script");
    let scripts = format!(
        "<script type=\"application/json\" id=\"lesson\">{data}</script>\n<script type=\"module\">{script}</script>\n</body>"
    );
    let mut out = String::with_capacity(html.len() + scripts.len() + style.len());
    for line in html.lines().filter(|line| !line.contains("page.js") && !line.contains("favicon")) {
        if line.contains("page.css") {
            out.push_str(&format!("<style>{}</style>", style.replace("</style", "<\\/style")));
        } else if let Some((before, after)) = line.split_once("</body>") {
            out.push_str(before);
            out.push_str(&scripts);
            out.push_str(after);
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    Ok(out)
}

fn missing(name: &str) -> Refused {
    let finding = Diagnostic::error("Z01", say!("the front end was not built into this program: `{name}` is missing"));
    Refused::plain(&finding, Lang::English)
}
