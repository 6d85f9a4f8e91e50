//! Answers as `bouton.answer/1`.

use super::Wanted;
use bouton::answer::LineEnd;
use bouton::answer::report::{params_json, position_json};
use bouton::rules::layout::Packed;
use bouton::{Instance, Kind, Report, Stop, game::Game};
use serde_json::{Map, Value as Json, json};

/// An answer; what was not asked for is absent.
pub(crate) fn answer(game: &Instance, report: &Report, wanted: Wanted) -> Map<String, Json> {
    let mut answer = report.to_json(game);
    let left_out: &[&str] = match wanted {
        Wanted::Value => &["best", "fastest", "moves", "more_moves", "line"],
        Wanted::Best => &["line"],
        Wanted::Table | Wanted::All => &[],
    };
    left_out.iter().for_each(|name| drop(answer.shift_remove(*name)));
    if report.line.end == LineEnd::Cut && answer.contains_key("line") {
        answer.insert("line_cut".into(), json!(true));
    }
    answer
}

/// What is known when a search stopped: nothing yet but what every value obeys.
pub(crate) fn stopped(game: &Instance, at: &Packed, stop: &Stop) -> Map<String, Json> {
    let (least, most) = match game.kind() {
        Kind::Outcome => (json!("loss"), json!("win")),
        Kind::Points => (Json::Null, Json::Null),
    };
    let finding = stop.diagnostic();
    let help: Vec<&str> = finding.help.iter().map(|help| help.text.as_str()).collect();
    let mut answer = Map::new();
    answer.insert("schema".into(), json!("bouton.answer/1"));
    answer.insert("game".into(), json!(game.rules().name));
    answer.insert("params".into(), params_json(game));
    answer.insert("position".into(), position_json(game, at));
    answer.insert("exact".into(), json!(false));
    answer.insert("bounds".into(), json!({"at_least": least, "at_most": most}));
    answer.insert("stopped".into(), json!({"code": finding.code, "message": finding.message, "help": help}));
    answer
}
