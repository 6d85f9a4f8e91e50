//! From rules to an answer: Stone Game II (LeetCode 1140) on five piles.

use bouton::instance::{Instance, from_json};
use bouton::rules::{Source, check};
use bouton::{Ask, Limits, Silent, Value, gallery, game::Game, report, solve};
use serde_json::json;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Rules are text: a game of the gallery, or one's own. What is wrong with them comes as findings, each with its place and help.
    let text = gallery::find("1140").ok_or("the gallery has it")?.text;
    let (rules, findings) = check(&Source::new("1140", text));
    let rules = Arc::new(rules.ok_or_else(|| format!("{findings:?}"))?);

    // A game is rules with parameters.
    let piles = json!({"piles": [2, 7, 9, 4, 4]});
    let given = from_json(&rules, piles.as_object().ok_or("an object")?)?;
    let game = Instance::new(rules, &given)?;
    let start = game.start()?;

    // The plan chooses a method and says why; limits bound whatever it does.
    let limits = Limits::default().memory(1_000_000_000);
    let solution = solve(&game, &start, &Ask::Table, &limits, None, &Silent)?;
    assert_eq!((solution.method, solution.positions), ("recurrence", 11));

    // What the first player is ahead in the end, the best moves, and ten moves of best play.
    let report = report(&game, &solution, &start, 10)?;
    assert_eq!(report.answer.value, Value::Lead(-6));
    let best: Vec<String> = report.answer.best().map(|choice| game.show_move(&choice.mv)).collect();
    assert_eq!(best, ["take(1)"]);
    assert_eq!(report.line.moves.len(), 3);

    // Any position can be asked, by the words in which it is shown.
    let later = game.read_position("i=3 M=2 turn=Alice")?;
    let value = solution.store.value(&game, &later).ok_or("play comes to it")?;
    assert_eq!(value, Value::Lead(8));

    // And all of it is proven right once more, by looking at each position and knowing no method.
    solution.check(&game, &limits)?;
    Ok(())
}
