//! The one list of routes: the server, its description and its tests are made from it.

use crate::answers::{Answer, Call, explain, forms, gallery, play, rules, told};
use crate::openapi;
use crate::refused::Refused;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::say;
use bouton_teach::words::Lang;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// A route.
pub(crate) struct Route {
    /// Its path, below `/api/`.
    pub(crate) path: &'static str,
    /// What it answers, in a sentence.
    pub(crate) about: &'static str,
    /// Whether what it asks for stands in the address, and not in a body.
    pub(crate) get: bool,
    /// The names that `api.ts` has for what is asked and what is answered.
    pub(crate) types: (&'static str, &'static str),
    /// Answers it; a request that cannot be understood is refused in the language of the visitor.
    pub(crate) run: fn(Call, Json, Lang) -> Answer,
}

macro_rules! route {
    ($method:ident $path:literal, $asked:literal => $given:literal, $answer:path, $about:literal) => {
        Route {
            path: $path,
            about: $about,
            get: stringify!($method).len() == 3,
            types: ($asked, $given),
            run: |call, body, lang| $answer(call, read($asked, body, lang)?),
        }
    };
}

/// Every route but `/api/solve`, which answers with a stream, and `/api/lesson`, which answers with a file.
pub(crate) static ROUTES: &[Route] = &[
    route!(get "about", "Lang" => "About", crate::http::about, "The program, its limits, the solutions it was given"),
    route!(get "gallery", "Lang" => "Gallery", gallery::gallery, "Every game of the gallery with its opening position, and templates"),
    route!(get "levels", "Lang" => "Levels", play::levels, "How well an opponent can play"),
    route!(post "game", "Where" => "Game", rules::game, "The rules of a game"),
    route!(post "worth", "Where" => "CardWorth", gallery::worth, "What a game is worth at its start, in a line"),
    route!(post "check", "CheckAsked" => "Checked", rules::check, "What is wrong with rules, their parameters, examples and meaning in words"),
    route!(post "retitle", "RetitleAsked" => "Retitled", rules::retitle, "Rules under another title"),
    route!(post "examples", "Where" => "Examples", rules::examples, "What the examples of rules came to"),
    route!(post "parameters", "ParametersAsked" => "Parameters", rules::parameters, "Parameters by lot, or the smallest"),
    route!(post "at", "AtAsked" => "Position", play::at, "A position: its view, its value, its moves, best play"),
    route!(post "line", "LineAsked" => "Line", play::line, "A game so far, position by position, with what was given away"),
    route!(post "way", "WayAsked" => "Way", play::way, "The moves by which play comes to a position"),
    route!(post "reply", "ReplyAsked" => "Reply", play::reply, "What an opponent plays"),
    route!(post "random", "RandomAsked" => "Found", play::random, "A position that play reaches, by lot"),
    route!(post "variables", "AtAsked" => "Variables", forms::variables, "The variables of a position with their types and values, for who edits it"),
    route!(post "why", "WhyAsked" => "Why", explain::why, "Why a position is worth what it is, or what a move costs"),
    route!(post "kinds", "WhyAsked" => "Kinds", explain::kinds, "Why a won, a drawn and a lost position are worth what they are, of those that play reaches"),
    route!(post "table", "TableAsked" => "Table", explain::table, "Every position with its value, in an order of filling"),
    route!(post "tree", "TreeAsked" => "Tree", explain::tree, "The search tree: whole, to a depth, or best play with refutations"),
    route!(post "recurrence", "RecurrenceAsked" => "Recurrence", explain::recurrence, "The recurrence of the game"),
    route!(post "code", "CodeAsked" => "Code", explain::code, "A program that computes the game"),
    route!(post "plan", "Where" => "Plan", explain::plan, "How it is solved, and why so"),
    route!(post "worksheet", "WorksheetAsked" => "Worksheet", explain::worksheet, "A table with values left out, questions and the key, to print"),
    route!(post "query", "QueryAsked" => "Query", play::query, "Positions of a saved solution that meet a condition"),
    route!(post "json/answer", "AtAsked" => "Told", told::answer, "`bouton.answer/1`, as `bouton solve --format json` prints it"),
    route!(post "json/why", "WhyAsked" => "Told", told::why, "`bouton.why/1`, as the command prints it"),
    route!(post "json/table", "TableAsked" => "Told", told::table, "`bouton.table/1`, as the command prints it"),
    route!(post "json/tree", "TreeAsked" => "Told", told::tree, "`bouton.tree/1`, as the command prints it"),
    route!(post "json/recurrence", "RecurrenceAsked" => "Told", told::recurrence, "`bouton.recurrence/1`, as the command prints it"),
    route!(post "json/plan", "Where" => "Told", told::plan, "`bouton.plan/1`, as the command prints it"),
    route!(post "json/program", "CodeAsked" => "Told", told::program, "`bouton.program/1`, as `bouton code --format json` prints it"),
    route!(post "json/worksheet", "WorksheetAsked" => "Told", told::worksheet, "`bouton.worksheet/1`, as the command prints it"),
    route!(post "editor", "EditorAsked" => "EditorAnswer", rules::editor, "What an editor shows at a place of a rules text"),
];

/// What a request says, of the type of that name.
pub(crate) fn read<T: DeserializeOwned>(name: &str, body: Json, lang: Lang) -> Result<T, Refused> {
    openapi::known(name, &body, lang)?;
    serde_json::from_value(body).map_err(|error| unread(&error, lang))
}

/// A request that cannot be understood.
pub(crate) fn unread(error: &serde_json::Error, lang: Lang) -> Refused {
    let finding = Diagnostic::error("P03", say!("this request cannot be read: {}", error.to_string()));
    Refused::plain(&finding.help("`/api/openapi.json` describes what is asked for"), lang)
}
