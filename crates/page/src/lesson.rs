//! Lessons: the front end with the solved positions of a game inside, in one file that needs no server.

use crate::answers::{Answer, Call, explain, play, rules};
use crate::asked::{At, Check, Code, Recurrence, Spoken, Table, Tree, Where, Why};
use crate::assets;
use crate::refused::Refused;
use crate::service::{Cancel, Service};
use crate::{Picked, Settings};
use bouton::rules::diagnostic::Diagnostic;
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

/// What a lesson is about.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The game; without parameters, those of the first example.
    pub of: Picked,
    /// Its language.
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
    let made = file(Call { service: &service, cancel: &cancel }, &place);
    made.map(|(_, text)| text).map_err(|refused| refused.findings)
}

/// The name of a lesson and its file.
pub(crate) fn file(call: Call, place: &Where) -> Result<(String, String), Refused> {
    let lang = place.lang.0;
    let mut place = place.clone();
    let checked = rules::check(call, Check { place: place.clone(), examples: None })?;
    if place.params.is_empty()
        && let Some(params) = checked["first"].as_object()
    {
        place.params.clone_from(params);
    }
    let game = rules::game(call, place.clone())?;
    let mut answers = Map::new();
    let start = positions(call, &place, &mut answers)?;
    whole(call, &place, &mut answers);
    let solved = call.service.solved(&place, None, call.cancel, &bouton::Silent)?;
    answers.insert("solve".to_owned(), play::done(&solved, lang)?);
    answers.insert("at".to_owned(), start);
    let name = checked["name"].as_str().unwrap_or("lesson").to_owned();
    let asked = json!({"game": place.game, "rules": place.rules, "params": place.params, "lang": lang.code()});
    let inside = json!({"lang": lang.code(), "where": asked, "game": game, "checked": checked, "answers": answers});
    let text = page(&inside)?;
    if text.len() > MOST_BYTES {
        return Err(too_large(&format!("its file would be {}", Bytes(text.len() as u64)), lang));
    }
    Ok((name, text))
}

fn too_large(why: &str, lang: Lang) -> Refused {
    let finding = Diagnostic::error("T01", format!("this game is too large for a lesson of one file: {why}"));
    Refused::plain(&finding.help("smaller parameters fit").help("`bouton serve` shows games of any size"), lang)
}

/// Every position that play reaches, with what is told of each; the start is handed back.
fn positions(call: Call, place: &Where, answers: &mut Map<String, Json>) -> Answer {
    let lang = place.lang.0;
    let start = play::at(call, At { place: place.clone(), at: None })?;
    let first = start["at"].as_str().unwrap_or_default().to_owned();
    let (mut seen, mut next) = (BTreeSet::from([first.clone()]), VecDeque::from([first]));
    while let Some(text) = next.pop_front() {
        if seen.len() > MOST_POSITIONS {
            let most = Count(MOST_POSITIONS as u64);
            return Err(too_large(&format!("it has more than {most} positions"), lang));
        }
        let at = At { place: place.clone(), at: Some(text.clone()) };
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

/// What is told of the game as a whole, where it can be told.
fn whole(call: Call, place: &Where, answers: &mut Map<String, Json>) {
    let at = At { place: place.clone(), at: None };
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
    put("why", explain::why(call, Why { at, mv: None, levels: None, form: None }));
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

/// The page with everything inside: its script, its style, and the lesson as data.
fn page(inside: &Json) -> Result<String, Refused> {
    let part = |name: &str| assets::text(name).ok_or_else(|| missing(name));
    let (html, script, style) = (part("index.html")?, part("page.js")?, part("page.css")?);
    // Nothing inside ends the element that it stands in.
    let data = inside.to_string().replace('<', "\\u003c");
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
    let finding =
        Diagnostic::error("Z01", format!("the front end was not built into this program: `{name}` is missing"));
    Refused::plain(&finding, Lang::English)
}
