//! Wythoff's game, normal and misère.

use super::{Dice, gallery, instance, left_alone, rules, same_play, same_winners, theorem};
use bouton::game::Game;
use serde_json::json;

#[test]
fn the_golden_ratio_says_who_wins_and_how() {
    let (rules, mut dice) = (gallery("wythoff"), Dice(1_907));
    for round in 0..10_000 {
        let most = if round % 100 == 0 { 20 } else { 6 };
        let game = instance(&rules, &json!({"a": dice.between(0, most), "b": dice.between(0, most)}));
        assert_eq!(theorem(&game), Some("wythoff"));
        if round % 50 == 0 { same_play(&game) } else { same_winners(&game) }
    }
}

#[test]
fn misere_too() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/wythoff.game")).unwrap();
    let head: String = text.split("stuck").next().unwrap().to_owned();
    let rules = rules(&format!("{head}\nstuck => me wins\n"));
    for a in 0..30 {
        let game = instance(&rules, &json!({"a": a, "b": 30 - a / 2}));
        assert_eq!(theorem(&game), Some("wythoff"));
        if a % 7 == 0 { same_play(&game) } else { same_winners(&game) }
    }
}

/// The same rules written in other ways.
const WRITINGS: &[(&str, &str)] = &[
    (
        "two variables",
        "state a : 0..8 = x\nstate b : 0..8 = y\nmove left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k }\nstuck => me loses",
    ),
    (
        "renamed and reordered",
        "move queen(s in 1..min(up, down)) { down -= s; up -= s }\nstate down : 0..8 = y\nstuck => opponent wins\nmove v(s in 1..down) { down -= s }\nstate up : 0..8 = x\nmove w(s in 1..up) { up -= s }",
    ),
    (
        "guards",
        "state a : 0..8 = x\nstate b : 0..8 = y\nmove left(k in 1..8) { when k <= a; a -= k }\nmove right(k in 1..8) { when k <= b; b -= k }\nmove both(k in 1..8) { when k <= a and k <= b; a -= k; b -= k }\nstuck => me loses",
    ),
    (
        "a queen to the corner",
        "state a : 0..8 = 8 - x\nstate b : 0..8 = 8 - y\nmove left(k in 1..8 - a) { a += k }\nmove right(k in 1..8 - b) { b += k }\nmove both(k in 1..min(8 - a, 8 - b)) { a += k; b += k }\nstuck => me loses",
    ),
    (
        "one up, one down",
        "state a : 0..8 = 8 - x\nstate b : 0..8 = y\nmove left(k in 1..8 - a) { a += k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(8 - a, b)) { a += k; b -= k }\nstuck => me loses",
    ),
    (
        "where it stands afterwards",
        "state a : 0..8 = x\nstate b : 0..8 = y\nmove left(k in 0..<a) { a = k }\nmove right(k in 0..<b) { b = k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k }\nstuck => me loses",
    ),
    (
        "an end",
        "state a : 0..8 = x\nstate b : 0..8 = y\nmove left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k }\nend when a == 0 and b == 0 => me loses\nstuck => draw",
    ),
    (
        "a list, one move a heap",
        "state h : list[2] of 0..8 = [x, y]\nmove left(k in 1..h[0]) { h[0] -= k }\nmove right(k in 1..h[1]) { h[1] -= k }\nmove both(k in 1..min(h)) { h[0] -= k; h[1] -= k }\nstuck => me loses",
    ),
    (
        "one choice says which",
        "state a : 0..8 = x\nstate b : 0..8 = y\nmove take(which in 0..2, k in 1..(if which == 0 then a else if which == 1 then b else min(a, b))) { if which != 1 { a -= k }; if which != 0 { b -= k } }\nstuck => me loses",
    ),
    (
        "a heap that ends at one",
        "state a : 1..9 = x + 1\nstate b : 0..8 = y\nmove left(k in 1..<a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a - 1, b)) { a -= k; b -= k }\nstuck => me loses",
    ),
    (
        "several ends",
        "state a : 0..8 = x\nstate b : 0..8 = y\nmove left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k }\nend when a + b == 0 => me loses\nend when a <= 0 and b == 0 => me loses\nstuck => draw",
    ),
];

#[test]
fn the_rules_are_known_however_they_are_written() {
    for (what, text) in WRITINGS {
        let rules = rules(&format!("game G\nparam x : 0..8\nparam y : 0..8\n{text}\n"));
        for (x, y) in [(0, 0), (1, 2), (8, 5), (7, 7), (3, 5), (6, 0)] {
            let game = instance(&rules, &json!({"x": x, "y": y}));
            assert_eq!(theorem(&game), Some("wythoff"), "{what}: {:?}", game.recurrence());
            same_play(&game);
        }
    }
}

/// Rules that are almost the same, and worth something else.
const NEAR_MISSES: &[(&str, &str)] = &[
    (
        "at most three from both",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(3, a, b)) { a -= k; b -= k }\nstuck => me loses",
    ),
    (
        "one more from the second",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b - 1)) { a -= k; b -= k + 1 }\nstuck => me loses",
    ),
    (
        "only one heap alone",
        "move left(k in 1..a) { a -= k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k }\nstuck => me loses",
    ),
    (
        "two at least from both",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 2..min(a, b)) { a -= k; b -= k }\nstuck => me loses",
    ),
    (
        "differences (generalised Wythoff)",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..a, l in 1..b) { when k - l <= 1 and l - k <= 1; a -= k; b -= l }\nstuck => me loses",
    ),
    (
        "both only from equal heaps",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b)) { when a == b; a -= k; b -= k }\nstuck => me loses",
    ),
    (
        "who cannot move draws",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k }\nstuck => draw",
    ),
    (
        "a corner that is barred",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k }\nend when a == 1 and b == 1 => me loses\nstuck => me loses",
    ),
    (
        "again after both",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k; again }\nstuck => me loses",
    ),
    (
        "even amounts from both",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in [2, 4, 6, 8]) { when k <= a and k <= b; a -= k; b -= k }\nstuck => me loses",
    ),
    (
        "a third heap",
        "state c : 0..2 = 1\nmove left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k }\nmove third(k in 1..c) { c -= k }\nstuck => me loses",
    ),
    (
        "misère for one player",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both(k in 1..min(a, b)) { a -= k; b -= k }\nstuck => Second wins",
    ),
];

#[test]
fn near_misses_are_left_alone_and_still_solved() {
    for (what, text) in NEAR_MISSES {
        let head = "game G\nparam x : 0..8\nparam y : 0..8\nstate a : 0..8 = x\nstate b : 0..8 = y\n";
        let rules = rules(&format!("{head}{text}\n"));
        for (x, y) in [(3, 2), (3, 4)] {
            left_alone(&instance(&rules, &json!({"x": x, "y": y})), what);
        }
    }
}
