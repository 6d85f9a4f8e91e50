//! The sentences of an answer, as the command line says them.

use bouton::rules::Player;
use bouton::show::Count;
use bouton::value::{Outcome, Plies};
use bouton::{Instance, Report, Value};
use bouton_teach::words::{Lang, Word};

/// Who wins or leads, by how much, and the totals.
pub(crate) fn answer(report: &Report, game: &Instance, elsewhere: bool, lang: Lang) -> String {
    let parts = match report.answer.value {
        Value::Lead(lead) => points(report, game, lead, elsewhere, lang),
        Value::Outcome(outcome) => vec![of_outcome(report, game, outcome, lang)],
    };
    parts.join("        ")
}

/// Something that a player does.
fn does(game: &Instance, id: &str, player: Player, lang: Lang, more: &[(&'static str, Word)]) -> String {
    let own = [("player", Word::from(game.rules().player_name(player))), ("many", Word::Count(1))];
    lang.say(id, &[&own[..], more].concat())
}

fn points(report: &Report, game: &Instance, lead: i64, elsewhere: bool, lang: Lang) -> Vec<String> {
    let count = [("count", Word::Text(lead.unsigned_abs().to_string()))];
    let ahead = match report.winner() {
        Some(winner) if elsewhere => does(game, "solve-from-here", winner, lang, &count),
        Some(winner) => does(game, "solve-ahead", winner, lang, &count),
        None => lang.say("solve-nobody", &[]),
    };
    let Some(totals) = report.totals else { return vec![ahead] };
    let named = Player::BOTH.map(|player| game.rules().player_name(player));
    let ahead = if totals.exact { ahead } else { lang.say("solve-on-line", &[("ahead", ahead.into())]) };
    vec![bouton_teach::scene::totals(named, totals.points, lang), ahead]
}

fn of_outcome(report: &Report, game: &Instance, outcome: Outcome, lang: Lang) -> String {
    let wins = report.winner().map_or(String::new(), |winner| does(game, "solve-wins", winner, lang, &[]));
    match outcome {
        Outcome::Win(Plies::Of(0)) | Outcome::Loss(Plies::Of(0)) => format!("{wins} · {}", lang.say("solve-over", &[])),
        Outcome::Win(Plies::Of(plies)) | Outcome::Loss(Plies::Of(plies)) => {
            lang.say("solve-wins-in", &[("wins", wins.into()), ("count", plies.to_string().into())])
        }
        Outcome::Win(Plies::Endless) | Outcome::Loss(Plies::Endless) => {
            format!("{wins} · {}", lang.say("solve-endless", &[]))
        }
        Outcome::Win(Plies::Unknown) | Outcome::Loss(Plies::Unknown) => wins,
        Outcome::Draw => lang.say("solve-draw", &[]),
    }
}

/// How many positions were solved.
pub(crate) fn counted(report: &Report, lang: Lang) -> String {
    let count = i64::try_from(report.positions).unwrap_or(i64::MAX);
    let shown = Word::Text(Count(report.positions).to_string());
    let positions = lang.say("solve-positions", &[("count", Word::Count(count)), ("shown", shown)]);
    let what = match report.positions {
        0 => "solve-theorem",
        1 => "solve-one",
        _ if !report.whole => "solve-searched",
        _ => "solve-all",
    };
    lang.say(what, &[("positions", positions.into())])
}
