//! The table of moves, as comma-separated values or in Markdown.

use super::words::{self, worth};
use bouton::answer::MoveValue;
use bouton::answer::report::plies;
use bouton::{Instance, Outcome, Report, Value, game::Game};
use bouton_teach::columns::field;

/// A header and a line for each move: what it gains, what it is worth to the mover, in how many plies, whether it is best.
pub(crate) fn csv(game: &Instance, report: &Report) -> Vec<String> {
    let row = |choice: &MoveValue<Instance>| {
        let (gain, value) = match choice.value {
            Value::Lead(lead) => (words::gain(choice.gain).to_string(), lead.to_string()),
            Value::Outcome(Outcome::Win(_)) => (String::new(), "win".to_owned()),
            Value::Outcome(Outcome::Draw) => (String::new(), "draw".to_owned()),
            Value::Outcome(Outcome::Loss(_)) => (String::new(), "loss".to_owned()),
        };
        let plies = plies(choice.value).map_or(String::new(), |plies| plies.to_string());
        format!("{},{gain},{value},{plies},{}", field(&game.show_move(&choice.mv)), choice.best)
    };
    std::iter::once("move,gain,for_mover,plies,best".to_owned()).chain(report.answer.moves.iter().map(row)).collect()
}

/// The same for people who write Markdown, best moves first.
pub(crate) fn markdown(game: &Instance, report: &Report) -> Vec<String> {
    let points = matches!(report.answer.value, Value::Lead(_));
    let mover = game.rules().player_name(report.answer.mover);
    let head = if points {
        format!("| move | gain | {mover}'s lead | |\n|---|--:|--:|---|")
    } else {
        format!("| move | {mover} | |\n|---|---|---|")
    };
    let row = |choice: &&MoveValue<Instance>| {
        let star = if choice.best { "★" } else { "" };
        let mv = game.show_move(&choice.mv).replace('|', "\\|");
        let gain = if points { format!(" {} |", words::signed(words::gain(choice.gain))) } else { String::new() };
        format!("| {mv} |{gain} {} | {star} |", worth(choice.value))
    };
    let rows: Vec<String> = words::best_first(&report.answer.moves).iter().map(row).collect();
    std::iter::once(head).chain(rows).collect()
}
