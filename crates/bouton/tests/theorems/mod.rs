//! Theorems: each says what searching says, knows its rules however they are written, and leaves alone what is almost the same.

mod chomp;
mod divisor;
mod dynamic;
mod ends;
mod euclid;
mod guess;
mod nim;
mod octal;
mod stealing;
mod subtraction;
mod target;
mod wythoff;

use bouton::game::Game;
use bouton::instance::from_json;
use bouton::limits::Silent;
use bouton::value::Outcome;
use bouton::{Ask, Instance, Limits, Solution, Stop, Value, answer, report, solve};
use bouton_rules::layout::Packed;
use bouton_rules::{Player, Rules, Source};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// Rules from their text.
fn rules(text: &str) -> Arc<Rules> {
    let (rules, findings) = bouton_rules::check(&Source::new("test", text));
    Arc::new(rules.unwrap_or_else(|| panic!("{findings:?}\n{text}")))
}

/// The rules of a game of the gallery.
fn gallery(name: &str) -> Arc<Rules> {
    let path = format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    rules(&std::fs::read_to_string(path).unwrap())
}

/// The best moves and the line, where the theorem is asked for them, are those that trying everything finds; false where it does not
/// tell them.
fn same_play_at_the_start(game: &Instance) -> bool {
    let Ok(told) = solved(game, &Ask::Line, "theorem") else { return false };
    let table = solved(game, &Ask::Table, "memo").unwrap();
    let best = |solution: &Solution<Instance>| -> Vec<String> {
        let shown = answer(game, &solution.store, &solution.start).unwrap();
        shown.best().map(|choice| game.show_move(&choice.mv)).collect()
    };
    assert_eq!(best(&told), best(&table));
    let shown = report(game, &told, &told.start, 500).unwrap();
    let end = bouton::game::ended(game, &shown.line.last).unwrap().expect("the line is played to its end");
    assert_eq!(report::winner(end, game.mover(&shown.line.last)), shown.winner());
    true
}

/// A game with these parameters.
fn instance(rules: &Arc<Rules>, params: &Json) -> Instance {
    let params = from_json(rules, params.as_object().unwrap()).unwrap();
    Instance::new(rules.clone(), &params).unwrap()
}

/// The game solved by one method, from a position.
fn by(game: &Instance, at: &Packed, ask: &Ask, method: &str) -> Result<Solution<Instance>, Stop> {
    solve(game, at, ask, &Limits::default(), Some(method), &Silent)
}

/// The game solved by one method, from its start.
fn solved(game: &Instance, ask: &Ask, method: &str) -> Result<Solution<Instance>, Stop> {
    by(game, &game.start().unwrap(), ask, method)
}

/// Whether a theorem speaks of the game; if so, its name.
fn theorem(game: &Instance) -> Option<&'static str> {
    let plan = bouton::Plan::of(game, &game.start().unwrap(), &Ask::Line, &Limits::default());
    let choice = plan.choices.iter().find(|choice| choice.method == "theorem")?;
    choice.strategy.map(|strategy| strategy.name)
}

/// What the theorem is said to lack.
fn refusal(game: &Instance) -> String {
    let plan = bouton::Plan::of(game, &game.start().unwrap(), &Ask::Line, &Limits::default());
    plan.refusals().find(|(method, _)| *method == "theorem").unwrap().1.to_string()
}

#[test]
fn a_refusal_says_what_is_missing_where_little_is() {
    let ends = gallery("ends-k");
    let two = instance(&ends, &json!({"piles": [1, 2, 3, 4, 5], "most": 2}));
    assert_eq!(refusal(&two), "more than one item may be taken at once, and fusion is false then");
    let text = "game G\nstate a : 0..3 = 3\nstate b : 0..3 = 2\nmove left(k in [1, 2]) { when k <= a; a -= k }\n\
                move right(k in [1, 2]) { when k <= b; b -= k }\nstuck => me wins\n";
    assert!(refusal(&instance(&rules(text), &json!({}))).starts_with("several heaps in misère play"));
    let text = "game G\nstate x : 1..9 = 9\nmove go(d in 1..<x if x % d == 0) { x -= d }\nstuck => me wins\n";
    assert!(refusal(&instance(&rules(text), &json!({}))).starts_with("a divisor is chosen"));
    let text = "game G\nstate a : 0..3 = 3\nstate b : 0..3 = 2\nmove left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\n\
                move both(k in 1..min(2, a, b)) { a -= k; b -= k }\nstuck => me loses\n";
    assert!(refusal(&instance(&rules(text), &json!({}))).starts_with("two heaps, but not every amount"));
}

/// A fixed row of numbers that look random (Marsaglia's xorshift, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    fn between(&mut self, lo: i64, hi: i64) -> i64 {
        lo + i64::try_from(self.below((hi - lo + 1).unsigned_abs())).unwrap()
    }
}

/// The theorem says of every position who wins there, as trying everything does.
fn same_winners(game: &Instance) {
    let table = solved(game, &Ask::Table, "sweep").unwrap();
    let told = solved(game, &Ask::Table, "theorem").unwrap();
    for (position, value) in table.store.entries(game) {
        let told = told.store.value(game, &position).unwrap();
        assert!(told.same_result(value), "{}: {told}, and not {value}", game.show_position(&position));
    }
}

/// As `same_winners`; the moves that it names are the ones that win; its line is won by the winner; and the check passes.
fn same_play(game: &Instance) {
    same_winners(game);
    let table = solved(game, &Ask::Table, "sweep").unwrap();
    let told = solved(game, &Ask::Table, "theorem").unwrap();
    let teller = told.store.teller().unwrap();
    for (position, _) in table.store.entries(game) {
        let right = answer(game, &table.store, &position).unwrap();
        let won = matches!(right.value, Value::Outcome(Outcome::Win(_)));
        let wins: Vec<String> = right.best().filter(|_| won).map(|choice| game.show_move(&choice.mv)).collect();
        let listed = answer(game, &told.store, &position).unwrap();
        let also: Vec<String> = listed.best().filter(|_| won).map(|choice| game.show_move(&choice.mv)).collect();
        assert_eq!(also, wins, "{}", game.show_position(&position));
        let Some(best) = teller.best(&game.variables(&position).unwrap()) else { continue };
        let recurrence = game.recurrence().unwrap();
        let variables = game.variables(&position).unwrap();
        let name = |(number, choices): &(usize, Vec<i64>)| {
            let mv = &recurrence.moves[*number];
            let values = [variables.as_slice(), choices.as_slice()].concat();
            let args: Vec<i64> = mv.args.iter().map(|arg| arg.at(&values)).collect();
            game.show_move(&game.named(mv.source, &args).unwrap())
        };
        let mut named: Vec<String> = best.iter().map(name).collect();
        let mut wins = wins;
        named.sort();
        named.dedup();
        wins.sort();
        assert_eq!(named, wins, "{}", game.show_position(&position));
    }
    let shown = report(game, &told, &told.start, 500).unwrap();
    let end = answer(game, &table.store, &shown.line.last).unwrap();
    assert!(end.moves.is_empty());
    assert_eq!(report::winner(end.value, end.mover), shown.winner());
    let normal = matches!(end.value, Value::Outcome(Outcome::Loss(_)));
    if let Some(nimber) = shown.nimber.filter(|_| normal) {
        assert_eq!(nimber == 0, shown.winner() == Some(Player::Second));
    }
    told.check(game, &Limits::default()).unwrap();
}

/// Rules that no theorem may touch: nothing is told, and the plan still finds what trying everything finds.
fn left_alone(game: &Instance, what: &str) {
    assert_eq!(theorem(game), None, "{what}");
    assert!(matches!(solved(game, &Ask::Line, "theorem"), Err(Stop::Unfit { .. })), "{what}");
    let start = game.start().unwrap();
    let planned = solve(game, &start, &Ask::Value, &Limits::default(), None, &Silent).unwrap();
    let value = solved(game, &Ask::Table, "brute").unwrap().value;
    assert!(planned.value.same_result(value), "{what}");
}

#[test]
fn positions_of_very_many_moves_name_the_ones_that_win() {
    let trillion = 1_000_000_000_000_i64;
    let games = [
        ("nim", json!({"heaps": [trillion, trillion - 1, 5]})),
        ("nim", json!({"heaps": [trillion, 1], "misere": true})),
        ("nim", json!({"heaps": [trillion, trillion]})),
        ("wythoff", json!({"a": 1_000 * trillion, "b": 618_033_988_749_895_i64})),
        ("divisor-game", json!({"n": 720 * trillion})),
        ("divisor-game", json!({"n": 720 * trillion + 1})),
    ];
    for (name, params) in games {
        let game = instance(&gallery(name), &params);
        let start = game.start().unwrap();
        let solution = solve(&game, &start, &Ask::Line, &Limits::default(), None, &Silent).unwrap();
        let shown = answer(&game, &solution.store, &start).unwrap();
        assert!(shown.more && !shown.moves.is_empty(), "{name}: {params}");
        // Where the mover wins, these are the moves that do; where not, all lose.
        assert!(
            shown.moves.iter().all(|choice| choice.best && choice.value.same_result(shown.value)),
            "{name}: {params}"
        );
        let line = report(&game, &solution, &start, 100).unwrap().line;
        assert!(!line.moves.is_empty(), "{name}: {params}");
    }
}
