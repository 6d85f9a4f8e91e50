//! Nim, normal and misère: Bouton's theorem.

use super::{Dice, gallery, instance, left_alone, rules, same_play, same_winners, theorem};
use bouton::game::Game;
use serde_json::json;

/// Heaps of many kinds: none, equal ones, ones, larger ones.
fn heaps(dice: &mut Dice) -> Vec<i64> {
    let most = [1, 2, 4, 7][usize::try_from(dice.below(4)).unwrap()];
    let count = if most > 4 { 2 } else { dice.between(1, 3) };
    (0..count).map(|_| dice.between(0, most)).collect()
}

#[test]
fn the_nim_sum_says_who_wins_and_how() {
    let (rules, mut dice) = (gallery("nim"), Dice(1_901));
    for round in 0..10_000 {
        let game = instance(&rules, &json!({"heaps": heaps(&mut dice), "misere": round % 2 == 0}));
        assert_eq!(theorem(&game), Some("nim"));
        if round % 25 == 0 { same_play(&game) } else { same_winners(&game) }
    }
}

#[test]
fn many_heaps_are_known_too() {
    let rules = gallery("nim");
    for misere in [false, true] {
        same_play(&instance(&rules, &json!({"heaps": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], "misere": misere})));
        let game = instance(&rules, &json!({"heaps": vec![1_000_000_000; 60], "misere": misere}));
        assert_eq!(theorem(&game), Some("nim"));
    }
}

/// The same rules written in other ways, with heaps of 0 to 5 and 0 to 3.
const WRITINGS: &[(&str, &str)] = &[
    (
        "two variables",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nstuck => me loses",
    ),
    (
        "what is left",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove left(k in 0..<a) { a = k }\nmove right(k in 0..b - 1) { b = k }\nstuck => me loses",
    ),
    (
        "a list",
        "state h : list[2] of 0..5 = [x, y]\nmove take(i in 0..1, k in 1..h[i]) { h[i] -= k }\nstuck => me loses",
    ),
    (
        "reordered",
        "stuck => opponent wins\nmove take(i in 0..1, k in 0..<h[i]) { h[i] = k }\nstate h : list[2] of 0..5 = [x, y]",
    ),
    (
        "guards",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove left(k in 1..5) { when k <= a; a -= k }\nmove right(k in 1..5) { when not (k > b); b -= k }\nstuck => me loses",
    ),
    (
        "a condition on the choice",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove left(k in 1..5 if k <= a) { a -= k }\nmove right(k in 1..5 if a * 0 + k <= b) { b -= k }\nstuck => me loses",
    ),
    (
        "rising",
        "state a : 0..5 = 5 - x\nstate b : 0..5 = 5 - y\nmove left(k in 1 .. 5 - a) { a += k }\nmove right(k in 1 .. 5 - b) { b += k }\nstuck => me loses",
    ),
    (
        "to where it rises",
        "state a : 0..5 = 5 - x\nstate b : 0..5 = y\nmove left(k in a + 1 .. 5) { a = k }\nmove right(k in 1 .. b) { b -= k }\nstuck => me loses",
    ),
    (
        "negative numbers",
        "state a : -5..0 = -x\nstate b : 0..5 = y\nmove left(k in 1 .. -a) { a += k }\nmove right(k in 1 .. b) { b -= k }\nstuck => me loses",
    ),
    (
        "an end",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nend when a + b == 0 => me loses\nstuck => draw",
    ),
    (
        "an end with and",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nend when a == 0 and b <= 0 => opponent wins\nstuck => draw",
    ),
    (
        "two moves on one heap",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove one { when a >= 1; a -= 1 }\nmove left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nstuck => me loses",
    ),
    (
        "a needless guard",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove left(k in 1..a) { when a > 0; a -= k }\nmove right(k in 1..b) { when b >= 1; b -= k }\nstuck => me loses",
    ),
    (
        "heaps that end at one",
        "state a : 1..6 = x + 1\nstate b : 1..6 = y + 1\nmove left(k in 1..<a) { a -= k }\nmove right(k in 1..<b) { b -= k }\nstuck => me loses",
    ),
    (
        "local names",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove left(k in 1..a) { let rest = a - k; a = rest }\nmove right(k in 1..b) { var rest = b; rest -= k; b = rest }\nstuck => me loses",
    ),
    (
        "an if",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove take(left in 0..1, k in 1 .. (if left == 1 then a else b)) { if left == 1 { a -= k } else { b -= k } }\nstuck => me loses",
    ),
    (
        "a pair at once",
        "state a : 0..5 = x\nstate b : 0..5 = y\nmove left(k in 1..a) { a, b = a - k, b }\nmove right(k in 1..b) { b -= k }\nstuck => me loses",
    ),
];

#[test]
fn the_rules_are_known_however_they_are_written() {
    for (what, text) in WRITINGS {
        for (from, to) in [("me loses", "me loses"), ("me loses", "me wins")] {
            let text = text.replace("opponent wins", "me loses").replace(from, to);
            let rules = rules(&format!("game G\nparam x : 0..5\nparam y : 0..5\n{text}\n"));
            for (x, y) in [(0, 0), (1, 0), (1, 1), (2, 1), (5, 3), (4, 4)] {
                let game = instance(&rules, &json!({"x": x, "y": y}));
                assert_eq!(theorem(&game), Some("nim"), "{what}: {:?}", game.recurrence());
                same_play(&game);
            }
        }
    }
}

/// Rules that are almost the same, and worth something else.
const NEAR_MISSES: &[(&str, &str)] = &[
    (
        "one heap from the bottom only",
        "move left(k in 1..a) { a -= k }\nmove right { when b > 0; b = 0 }\nstuck => me loses",
    ),
    (
        "both at once",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove both { when a > 0 and b > 0; a -= 1; b -= 1 }\nstuck => me loses",
    ),
    (
        "from the first only while it is larger",
        "move left(k in 1..a) { when a >= b; a -= k }\nmove right(k in 1..b) { b -= k }\nstuck => me loses",
    ),
    ("who cannot move draws", "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nstuck => draw"),
    (
        "play ends at one",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nend when a + b <= 1 => me loses\nstuck => me loses",
    ),
    (
        "one empty heap ends it",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nend when a == 0 => me loses\nstuck => me loses",
    ),
    ("again", "move left(k in 1..a) { a -= k; again }\nmove right(k in 1..b) { b -= k }\nstuck => me loses"),
    (
        "moved to the other",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { when a + k <= 5; b -= k; a += k }\nstuck => me loses",
    ),
    (
        "at most half",
        "move left(k in 1..a) { when 2 * k <= a; a -= k }\nmove right(k in 1..b) { b -= k }\nstuck => me loses",
    ),
    (
        "no more than the other",
        "move left(k in 1..a) { when k <= b + 1; a -= k }\nmove right(k in 1..b) { b -= k }\nstuck => me loses",
    ),
    ("the first always wins", "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nstuck => First wins"),
    (
        "misère for large heaps only",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nstuck when a + b > 0 => me loses\nstuck => draw",
    ),
    (
        "a heap that grows",
        "move left(k in 1..a) { a -= k }\nmove right(k in 1..b) { b -= k }\nmove more { when a == 0 and b == 1; a = 1; b = 0 }\nstuck => me loses",
    ),
    (
        "a move for one player",
        "move left(k in 1..a) by First { a -= k }\nmove right(k in 1..b) { b -= k }\nstuck => me loses",
    ),
];

#[test]
fn near_misses_are_left_alone_and_still_solved() {
    for (what, text) in NEAR_MISSES {
        let head = "game G\nparam x : 0..5\nparam y : 0..5\nstate a : 0..5 = x\nstate b : 0..5 = y\n";
        let rules = rules(&format!("{head}{text}\n"));
        for (x, y) in [(3, 2), (4, 4), (5, 3)] {
            left_alone(&instance(&rules, &json!({"x": x, "y": y})), what);
        }
    }
}
