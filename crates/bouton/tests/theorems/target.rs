//! Numbers picked up to a target: within one pick, out of reach, and pairs.

use super::{by, gallery, instance, refusal, rules, same_play_at_the_start, solved, theorem};
use bouton::game::Game;
use bouton::limits::Silent;
use bouton::value::{Outcome, Plies};
use bouton::{Ask, Instance, Limits, Stop, Value, answer, report, solve};
use bouton_rules::Rules;
use serde_json::json;
use std::sync::Arc;

fn can_i_win(rules: &Arc<Rules>, most: i64, target: i64) -> Instance {
    instance(rules, &json!({"maxChoosableInteger": most, "desiredTotal": target}))
}

/// Whatever the theorem says of any position is so, plies included where it counts them; how many it speaks of.
fn same_values(game: &Instance) -> usize {
    let table = solved(game, &Ask::Table, "memo").unwrap();
    let Ok(told) = solved(game, &Ask::Value, "theorem") else { return 0 };
    let teller = told.store.teller().unwrap();
    let mut spoken = 0;
    for (position, value) in table.store.entries(game) {
        let Some(variables) = game.variables(&position) else { continue };
        let shown = game.show_position(&position);
        let Some(said) = teller.value(&variables) else { continue };
        spoken += 1;
        let agrees = if said.uncounted() { said.same_result(value) } else { said == value };
        assert!(agrees, "{shown}: {said}, and not {value}");
        if let Some((_, picked)) = teller.one(&variables) {
            let right = answer(game, &table.store, &position).unwrap();
            let wins = right.best().any(|choice| choice.mv.args == [bouton_rules::datum::Datum::Int(picked[0])]);
            assert!(wins && matches!(right.value, Value::Outcome(Outcome::Win(_))), "{shown}: {picked:?}");
        }
    }
    spoken
}

#[test]
fn bounds_and_pairs_say_who_wins() {
    let rules = gallery("can-i-win");
    let (mut spoken, mut played) = (0, 0);
    for most in 1..=7 {
        for target in 1..=most * (most + 1) / 2 + 2 {
            let game = can_i_win(&rules, most, target);
            spoken += same_values(&game);
            played += usize::from(same_play_at_the_start(&game));
        }
    }
    assert!(spoken > 1_000 && played > 50, "{spoken} positions, {played} games");
}

#[test]
fn large_games_are_told_and_played_out() {
    let rules = gallery("can-i-win");
    let value = |most, target, ask: &Ask| {
        let game = can_i_win(&rules, most, target);
        let solution = solve(&game, &game.start().unwrap(), ask, &Limits::default(), None, &Silent).unwrap();
        assert_eq!(solution.method, "theorem", "{most} {target}");
        let shown = report(&game, &solution, &solution.start, 100).unwrap();
        (solution.value, shown.line.moves.len())
    };
    assert_eq!(value(32, 32, &Ask::Line), (Value::Outcome(Outcome::Win(Plies::Of(1))), 1));
    assert_eq!(value(32, 33, &Ask::Line), (Value::Outcome(Outcome::Loss(Plies::Of(2))), 2));
    assert_eq!(value(32, 600, &Ask::Line), (Value::Outcome(Outcome::Draw), 32));
    let (paired, plies) = value(32, 99, &Ask::Line);
    assert_eq!((paired, plies), (Value::Outcome(Outcome::Loss(Plies::Unknown)), 6));
    assert_eq!(value(31, 48, &Ask::Value).0, Value::Outcome(Outcome::Win(Plies::Unknown)));
}

/// The method that a plan chooses by itself, and every move with its value, plies included.
fn chosen(game: &Instance) -> (&'static str, Vec<(String, Value)>) {
    let start = game.start().unwrap();
    let solution = solve(game, &start, &Ask::Line, &Limits::default(), None, &Silent).unwrap();
    let shown = answer(game, &solution.store, &start).unwrap();
    (solution.method, shown.moves.iter().map(|choice| (game.show_move(&choice.mv), choice.value)).collect())
}

#[test]
fn however_small_the_game_plies_that_are_counted_are_told() {
    let rules = gallery("can-i-win");
    let mut counted = 0;
    for most in 1..=6 {
        for target in 1..=most * (most + 1) / 2 + 2 {
            let game = can_i_win(&rules, most, target);
            let (method, moves) = chosen(&game);
            counted += usize::from(method == "theorem");
            let table = solved(&game, &Ask::Table, "memo").unwrap();
            let all = answer(&game, &table.store, &table.start).unwrap();
            let known: Vec<(String, Value)> =
                all.moves.iter().map(|choice| (game.show_move(&choice.mv), choice.value)).collect();
            assert_eq!(moves, known, "{most} {target} by {method}");
        }
    }
    assert!(counted > 25, "{counted}");
    // Pairs say who wins and not how soon: so small a game is counted through.
    assert_ne!(chosen(&can_i_win(&rules, 6, 14)).0, "theorem");
}

#[test]
fn what_is_not_proven_is_not_told() {
    let rules = gallery("can-i-win");
    // The pattern of little slack, which no proof covers.
    let game = can_i_win(&rules, 9, 43);
    assert_eq!(theorem(&game), None);
    assert!(refusal(&game).starts_with("numbers are picked up to a target"));
    assert!(matches!(solved(&game, &Ask::Value, "theorem"), Err(Stop::Unfit { .. })));
    // A win with one move named is for the value alone.
    let game = can_i_win(&rules, 7, 12);
    assert!(solved(&game, &Ask::Value, "theorem").is_ok());
    assert!(refusal(&game).ends_with("but not which others do: `--ask value`"));
    assert!(matches!(solved(&game, &Ask::Table, "theorem"), Err(Stop::Unfit { .. })));
    // Play that begins where nothing is known, though it could begin where something is.
    let game = can_i_win(&rules, 9, 10);
    let at = game.read_position("used={9,1} turn=First").unwrap();
    assert!(by(&game, &at, &Ask::Value, "theorem").is_ok());
    let game = can_i_win(&rules, 8, 18);
    let at = game.read_position("used={1,2} turn=First").unwrap();
    assert!(matches!(by(&game, &at, &Ask::Value, "theorem"), Err(Stop::Unfit { .. })));
}

/// The same rules written in other ways.
const WRITINGS: &[(&str, &str)] = &[
    (
        "a condition on the choice",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { used += {k}; end when sum(used) >= t => me wins }\nstuck => draw",
    ),
    (
        "renamed and reordered",
        "stuck => draw\nmove call(number in 1..n if number not in said) { end when sum(said) + number >= t => opponent loses; said += {number} }\nstate said : set of 1..n = {}",
    ),
    (
        "not in",
        "state used : set of 1..n = {}\nmove pick(k in 1..n) { when not (k in used); used += {k}; end when t <= sum(used) => me wins }\nstuck => draw",
    ),
    (
        "what is left",
        "state left : set of 1..n = {x for x in 1..n}\nmove pick(k in left) { left -= {k}; end when sum(1..n) - sum(left) >= t => me wins }\nstuck => draw",
    ),
    (
        "what is left, by a condition",
        "state left : set of 1..n = {x for x in 1..n}\nmove pick(k in 1..n) { when k in left; left -= {k}; end when sum(left) <= sum(1..n) - t => me wins }\nstuck => draw",
    ),
    (
        "the end before moving",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { used += {k} }\nend when sum(used) >= t => me loses\nstuck => draw",
    ),
    (
        "the end before moving, turned round",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { when sum(used) < t; used = {k} + used }\nend when not (sum(used) < t) => opponent wins\nstuck => draw",
    ),
    (
        "a counter",
        "state used : set of 1..n = {}\nstate total : 0..500 = 0\nmove pick(k in 1..n if k not in used) { used += {k}; total += k; end when total >= t => me wins }\nstuck => draw",
    ),
    (
        "a counter downwards",
        "state lacking : -100..500 = t\nstate used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { lacking -= k; used += {k}; end when lacking <= 0 => me wins }\nstuck => draw",
    ),
    (
        "more than one less",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { used = used | {k}; end when sum(used) > t - 1 => me wins }\nstuck => draw",
    ),
    (
        "the goal before the pick",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { end when sum(used) + k >= t => me wins; used += {k} }\nstuck => draw",
    ),
    (
        "an if",
        "state used : set of 1..n = {}\nmove pick(k in 1..n) { when k not in used; let before = sum(used); used += {k}; if before + k >= t { end => me wins } }\nstuck => draw",
    ),
    (
        "a needless member",
        "state used : set of 0..n + 1 = {}\nmove pick(k in 0..n + 1 if k not in used and 1 <= k <= n) { used += {k}; end when sum(x for x in used) >= t => me wins }\nstuck => draw",
    ),
    (
        "without what is gone",
        "state used : set of 1..n = {}\nmove pick(k in {x for x in 1..n} - used) { used += {k}; end when 2 * t <= sum(used) + sum(used) => me wins }\nstuck => draw",
    ),
];

#[test]
fn the_rules_are_known_however_they_are_written() {
    for (what, text) in WRITINGS {
        let rules = rules(&format!("game G\nparam n : 1..9\nparam t : 1..60\n{text}\n"));
        for (n, t) in [(4, 4), (4, 5), (4, 10), (6, 14), (6, 60), (5, 6)] {
            let game = instance(&rules, &json!({"n": n, "t": t}));
            assert_eq!(theorem(&game), Some("target"), "{what}: {n} {t}");
            assert!(same_play_at_the_start(&game), "{what}: {n} {t}");
            assert!(same_values(&game) > 0, "{what}: {n} {t}");
        }
        let game = instance(&rules, &json!({"n": 5, "t": 9}));
        assert!(same_values(&game) > 0, "{what}: the middle number wins");
    }
}

#[test]
fn being_stuck_may_mean_anything_and_numbers_may_be_any() {
    let of = |numbers: &str, stuck: &str, t: i64| {
        let text = format!(
            "game G\nstate used : set of 1..20 = {{}}\nmove pick(k in {numbers} if k not in used) {{ used += {{k}}; end when sum(used) >= {t} => me wins }}\nstuck => {stuck}\n"
        );
        instance(&rules(&text), &json!({}))
    };
    let mut spoken = 0;
    for numbers in ["[3, 5, 9]", "[1, 2, 11, 12]", "[2, 4, 7, 9]", "2..6", "[20]"] {
        for stuck in ["me loses", "me wins", "draw", "opponent wins"] {
            for t in (1..=30).step_by(3) {
                spoken += same_values(&of(numbers, stuck, t));
            }
        }
    }
    assert!(spoken > 1_000, "{spoken}");
    assert_eq!(theorem(&of("[2, 4, 7, 9]", "me loses", 22)), Some("target"));
}

/// Rules that are almost the same, and worth something else.
const NEAR_MISSES: &[(&str, &str)] = &[
    (
        "numbers may be picked again",
        "state used : set of 1..n = {}\nstate total : 0..500 = 0\nmove pick(k in 1..n) { used += {k}; total += k; end when total >= t => me wins }\nstuck => draw",
    ),
    (
        "a condition after the change",
        "state used : set of 1..n = {}\nmove pick(k in 1..n) { used += {k}; when k not in used; end when sum(used) >= t => me wins }\nstuck => draw",
    ),
    (
        "who reaches it loses",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { used += {k}; end when sum(used) >= t => me loses }\nstuck => draw",
    ),
    (
        "exactly the target",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { used += {k}; end when sum(used) == t => me wins }\nstuck => draw",
    ),
    (
        "counted twice",
        "state used : set of 1..n = {}\nstate total : 0..500 = 0\nmove pick(k in 1..n if k not in used) { used += {k}; total += k; end when total + k >= t => me wins }\nstuck => draw",
    ),
    (
        "not falling",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { when all(k > x for x in used); used += {k}; end when sum(used) >= t => me wins }\nstuck => draw",
    ),
    (
        "again after a one",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { used += {k}; end when sum(used) >= t => me wins; if k == 1 { again } }\nstuck => draw",
    ),
    (
        "small numbers only while little is lacking",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { when sum(used) + k <= t; used += {k}; end when sum(used) >= t => me wins }\nstuck => draw",
    ),
    (
        "two kinds of moves",
        "state used : set of 1..n = {}\nstate rest : 0..1 = 1\nmove pick(k in 1..n if k not in used) { used += {k}; end when sum(used) >= t => me wins }\nmove wait { when rest == 1; rest -= 1 }\nstuck => draw",
    ),
    (
        "nothing counts too",
        "state used : set of 0..n = {}\nmove pick(k in 0..n if k not in used) { used += {k}; end when sum(used) >= t => me wins }\nstuck => draw",
    ),
    (
        "a neighbour goes with it",
        "state used : set of 1..n + 1 = {}\nmove pick(k in 1..n if k not in used) { used = used + {k, k + 1}; end when sum(used) >= t => me wins }\nstuck => draw",
    ),
    (
        "squares are counted",
        "state used : set of 1..n = {}\nstate total : 0..500 = 0\nmove pick(k in 1..n if k not in used) { used += {k}; total += k * k; end when total >= t => me wins }\nstuck => draw",
    ),
    (
        "only one player can win",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { used += {k}; end when sum(used) >= t => First wins }\nstuck => draw",
    ),
    (
        "another end",
        "state used : set of 1..n = {}\nmove pick(k in 1..n if k not in used) { used += {k}; end when sum(used) >= t => me wins }\nend when len(used) == 2 => me loses\nstuck => draw",
    ),
];

#[test]
fn near_misses_are_left_alone_and_still_solved() {
    for (what, text) in NEAR_MISSES {
        let rules = rules(&format!("game G\nparam n : 1..9\nparam t : 1..60\n{text}\n"));
        for (n, t) in [(4, 4), (4, 5), (6, 14)] {
            super::left_alone(&instance(&rules, &json!({"n": n, "t": t})), what);
        }
    }
}

#[test]
fn a_counter_that_could_leave_its_bounds_is_left_to_searching() {
    let text = "game G\nstate used : set of 1..4 = {}\nstate total : 0..12 = 0\nmove pick(k in 1..4 if k not in used) { used += {k}; total += k; \
                end when total >= 10 => me wins }\nstuck => draw\n";
    assert_eq!(theorem(&instance(&rules(text), &json!({}))), Some("target"));
    let text = text.replace("0..12", "0..10").replace("1..4", "1..6").replace(">= 10", ">= 7");
    assert_eq!(theorem(&instance(&rules(&text), &json!({}))), None);
}
