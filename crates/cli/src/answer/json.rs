//! Answers as `bouton.answer/1`.

use super::Wanted;
use super::line::{LineOf, Longest};
use super::words::gain;
use bouton::answer::report::{params_json, position_json};
use bouton::rules::diagnostic::Help;
use bouton::rules::layout::Packed;
use bouton::{Instance, Kind, Outcome, Report, Stop, Value, game::Game};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value as Json, json};

/// What a check looked at.
pub(crate) fn checked(report: &bouton::check::Report) -> Json {
    json!({"positions": report.positions, "finished": report.finished, "moves": report.moves})
}

/// An answer; what was not asked for is absent.
pub(crate) fn answer(game: &Instance, report: &Report, wanted: Wanted) -> Map<String, Json> {
    let mut answer = report.to_json(game);
    let left_out: &[&str] = match wanted {
        Wanted::Value | Wanted::Nimber => {
            &["best", "fastest", "moves", "more_moves", "moves_in_all", "line", "line_cut"]
        }
        Wanted::Best => &["line", "line_cut"],
        Wanted::Table | Wanted::All => &[],
    };
    left_out.iter().for_each(|name| drop(answer.shift_remove(*name)));
    answer
}

/// Says with each move where it leads.
pub(crate) fn add_next(answer: &mut Map<String, Json>, game: &Instance, report: &Report) {
    let Some(Json::Array(moves)) = answer.get_mut("moves") else { return };
    for (told, choice) in moves.iter_mut().zip(&report.answer.moves) {
        told["next"] = position_json(game, &choice.next);
    }
}

/// A bound as JSON: a lead, or `win`, `draw`, `loss`.
fn bound(value: Value) -> Json {
    match value {
        Value::Lead(lead) => json!(lead),
        Value::Outcome(Outcome::Win(_)) => json!("win"),
        Value::Outcome(Outcome::Draw) => json!("draw"),
        Value::Outcome(Outcome::Loss(_)) => json!("loss"),
    }
}

/// An answer whose line is written move by move, however long it is.
pub(crate) struct WithLine<'a> {
    pub(crate) answer: Map<String, Json>,
    pub(crate) line: &'a LineOf<'a>,
}

impl Serialize for WithLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cut = self.line.more(self.line.longest.unwrap_or(Longest::USUAL).0) != (0, false);
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in &self.answer {
            match key.as_str() {
                "line" => map.serialize_entry(key, &Moves(self.line))?,
                "line_cut" if !cut => {}
                _ => map.serialize_entry(key, value)?,
            }
        }
        map.end()
    }
}

/// A move of a line. Written without a map in between: there may be millions.
#[derive(Serialize)]
struct Made<'a> {
    by: &'a str,
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i64>,
}

struct Moves<'a>(&'a LineOf<'a>);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (game, points) = (self.0.game, self.0.game.kind() == Kind::Points);
        serializer.collect_seq(self.0.moves(Longest::USUAL).map(|made| Made {
            by: game.rules().player_name(made.mover),
            mv: game.show_move(&made.mv),
            gain: points.then(|| gain(made.gain)),
        }))
    }
}

/// What is known when a search stopped: its bounds, or what every value obeys.
pub(crate) fn stopped(game: &Instance, at: &Packed, stop: &Stop, help: &[Help]) -> Map<String, Json> {
    let (least, most) = match game.kind() {
        Kind::Outcome => (json!("loss"), json!("win")),
        Kind::Points => (Json::Null, Json::Null),
    };
    let known = stop.known();
    let between = |at_least: Option<Value>, at_most: Option<Value>| {
        let (at_least, at_most) = (at_least.map_or(least.clone(), bound), at_most.map_or(most.clone(), bound));
        json!({"at_least": at_least, "at_most": at_most})
    };
    let mut bounds = between(known.at_least, known.at_most);
    let of_move = |(mv, at_least, at_most): &(String, Option<Value>, Option<Value>)| {
        let mut bounds = between(*at_least, *at_most);
        bounds["move"] = json!(mv);
        bounds
    };
    bounds["moves"] = known.moves.iter().map(of_move).collect();
    let finding = stop.diagnostic();
    let help: Vec<String> = help.iter().map(|help| help.text.to_string()).collect();
    let mut answer = Map::new();
    answer.insert("schema".into(), json!("bouton.answer/1"));
    answer.insert("game".into(), json!(game.rules().name));
    answer.insert("params".into(), params_json(game).into());
    answer.insert("position".into(), position_json(game, at));
    answer.insert("exact".into(), json!(false));
    answer.insert("bounds".into(), bounds);
    answer
        .insert("stopped".into(), json!({"code": finding.code, "message": finding.message.to_string(), "help": help}));
    answer
}
