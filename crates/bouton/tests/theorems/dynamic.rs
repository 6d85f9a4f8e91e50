//! Dynamic Nim: one threshold a size.

use super::{Dice, instance, left_alone, rules, same_play, same_winners, solved, theorem};
use bouton::Ask;
use bouton::game::Game;
use serde_json::json;

/// From the first heap all but one may be taken; then a linear function of the last amount.
const LINEAR: &str = "game G\nparam n : 1..2_000_000\nparam a : 0..3\nparam b : -3..4\nstate s : 0..n = n\nstate q : -3 .. 3 * n + 4 = n - 1\n\
    move take(x in 1..min(s, q)) { s -= x; q = a * x + b }\nstuck => me loses\n";

#[test]
fn thresholds_say_who_wins_and_how() {
    let (rules, mut dice, mut positions) = (rules(LINEAR), Dice(1_970), 0);
    for round in 0..300 {
        let params = json!({"n": dice.between(1, 25), "a": dice.between(0, 3), "b": dice.between(-3, 4)});
        let game = instance(&rules, &params);
        assert_eq!(theorem(&game), Some("dynamic-nim"), "{params}: {:?}", game.recurrence());
        positions += solved(&game, &Ask::Table, "sweep").unwrap().positions;
        if round % 10 == 0 { same_play(&game) } else { same_winners(&game) }
    }
    assert!(positions > 10_000, "{positions} positions are games of their own");
}

#[test]
fn fibonacci_nim_is_lost_at_fibonacci_numbers() {
    let rules = rules(LINEAR);
    let (mut one, mut two, mut lost) = (1_i64, 2_i64, Vec::new());
    while two < 400 {
        lost.push(two);
        (one, two) = (two, one + two);
    }
    for n in 2..400 {
        let told = solved(&instance(&rules, &json!({"n": n, "a": 2, "b": 0})), &Ask::Value, "theorem").unwrap();
        let loses = matches!(told.value, bouton::Value::Outcome(bouton::value::Outcome::Loss(_)));
        assert_eq!(loses, lost.contains(&n), "{n}");
    }
    // 1,346,269 is a Fibonacci number.
    let far = instance(&rules, &json!({"n": 1_346_269, "a": 2, "b": 0}));
    let told = solved(&far, &Ask::Value, "theorem").unwrap();
    assert!(matches!(told.value, bouton::Value::Outcome(bouton::value::Outcome::Loss(_))));
}

/// Fibonacci Nim in other ways.
const WRITINGS: &[(&str, &str)] = &[
    (
        "as above",
        "state s : 0..n = n\nstate q : 0..2 * n = n - 1\nmove take(x in 1..min(s, q)) { s -= x; q = 2 * x }\nstuck => me loses",
    ),
    (
        "renamed and reordered",
        "stuck => opponent wins\nmove go(k in 1..min(limit, left)) { limit = k + k; left -= k }\nstate limit : 0..2 * n = n - 1\nstate left : 0..n = n",
    ),
    (
        "the last amount",
        "state s : 0..n = n\nstate last : 0..n = (n - 1) // 2\nmove take(x in 1..min(s, 2 * last)) { s -= x; last = x }\nstuck => me loses",
    ),
    (
        "conditions",
        "state s : 0..n = n\nstate q : 0..2 * n = n - 1\nmove take(x in 1..n) { when x <= s; when x <= q; s -= x; q = 2 * x }\nstuck => me loses",
    ),
    (
        "one condition",
        "state s : 0..n = n\nstate q : 0..2 * n = n - 1\nmove take(x in 1..s if x <= q) { s = s - x; q = x * 2 }\nstuck => me loses",
    ),
    (
        "rising",
        "state gone : 0..n = 0\nstate q : 0..2 * n = n - 1\nmove take(x in 1..q) { when gone + x <= n; gone += x; q = 2 * x }\nstuck => me loses",
    ),
    (
        "with an end",
        "state s : 0..n = n\nstate q : 0..2 * n = n - 1\nmove take(x in 1..min(s, q)) { s -= x; q = 2 * x }\nend when s == 0 => me loses\nstuck => me loses",
    ),
    (
        "one less is kept",
        "state s : 0..n = n\nstate q : -1..2 * n = n - 2\nmove take(x in 1..min(s, q + 1)) { s -= x; q = 2 * x - 1 }\nstuck => me loses",
    ),
    (
        "negated conditions",
        "state s : 0..n = n\nstate q : 0..2 * n = n - 1\nmove take(x in 1..n) { when not (x > s or x > q); s -= x; q = 2 * x }\nstuck => me loses",
    ),
    (
        "in local names",
        "state s : 0..n = n\nstate q : 0..2 * n = n - 1\nmove take(x in 1..min(s, q)) { let rest = s - x; let next = 2 * x; s = rest; q = next }\nstuck => me loses",
    ),
    (
        "the same at once",
        "state s : 0..n = n\nstate q : 0..2 * n = n - 1\nmove take(x in 1..min(q, s)) { s, q = s - x, x + x }\nstuck => me loses",
    ),
];

#[test]
fn the_rules_are_known_however_they_are_written() {
    for (what, text) in WRITINGS {
        let rules = rules(&format!("game G\nparam n : 1..60\n{text}\n"));
        for n in [1, 2, 3, 8, 12] {
            let game = instance(&rules, &json!({ "n": n }));
            assert_eq!(theorem(&game), Some("dynamic-nim"), "{what}: {:?}", game.recurrence());
            same_play(&game);
        }
    }
}

/// Changes to the first way of writing that make it another game.
const NEAR_MISSES: &[(&str, &str, &str)] = &[
    ("the limit only grows", "q = 2 * x", "q = max(q, 2 * x)"),
    ("the limit adds up", "q = 2 * x", "q = min(2 * n, q + x)"),
    ("the limit depends on the heap", "q = 2 * x", "q = s"),
    ("misère", "me loses", "me wins"),
    ("a draw", "me loses", "draw"),
    ("two at least", "in 1..min", "in 2..min"),
    ("nothing may be taken", "in 1..min", "in 0..min"),
    ("twice as much goes", "s -= x", "s = max(0, s - 2 * x)"),
    ("again", "q = 2 * x }", "q = 2 * x; again }"),
    ("an early end", "stuck", "end when s <= 3 => me loses\nstuck"),
    ("an end by the limit", "stuck", "end when q >= 4 => me loses\nstuck"),
    ("one player's move", "stuck", "move one by First { when s > 0; s -= 1 }\nstuck"),
    ("another move", "stuck", "move two { when s > 1; s -= 2; q = 1 }\nstuck"),
    ("odd amounts", "min(s, q))", "min(s, q) if x % 2 == 1)"),
];

#[test]
fn near_misses_are_left_alone_and_still_solved() {
    for (what, from, to) in NEAR_MISSES {
        let changed = WRITINGS[0].1.replacen(from, to, 1);
        assert_ne!(&changed, WRITINGS[0].1, "{what}");
        let (rules, findings) =
            bouton_rules::check(&bouton_rules::Source::new("test", format!("game G\nparam n : 1..60\n{changed}\n")));
        let rules = std::sync::Arc::new(rules.unwrap_or_else(|| panic!("{what}: {findings:?}")));
        let game = instance(&rules, &json!({"n": 6}));
        match solved(&game, &Ask::Table, "brute") {
            Ok(_) => left_alone(&game, what),
            // Where play can repeat it is enough that no theorem speaks of it.
            Err(_) => assert_eq!(theorem(&game), None, "{what}"),
        }
    }
}

#[test]
fn rules_that_leave_their_bounds_are_left_to_the_rules() {
    let known = |bounds: &str| {
        let text = WRITINGS[0].1.replacen("q : 0..2 * n", bounds, 1);
        let game = instance(&rules(&format!("game G\nparam n : 1..60\n{text}\n")), &json!({"n": 6}));
        theorem(&game) == Some("dynamic-nim")
    };
    assert!(known("q : 0..2 * n"));
    // Taking 1 leaves a limit of 2, taking 4 one of 8.
    assert!(!known("q : 3..2 * n"));
    assert!(!known("q : 0..7"));
}
