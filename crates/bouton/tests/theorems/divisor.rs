//! The Divisor Game: the exponent of 2.

use super::{Dice, gallery, instance, left_alone, rules, same_play, same_winners, solved, theorem};
use bouton::game::Game;
use bouton::{Ask, Instance};
use serde_json::json;

fn divisor(rules: &std::sync::Arc<bouton_rules::Rules>, n: i64) -> Instance {
    let game = instance(rules, &json!({"n": n}));
    assert_eq!(theorem(&game), Some("divisor"), "{:?}", game.recurrence());
    game
}

#[test]
fn parity_says_who_wins_and_how() {
    let (rules, mut dice) = (gallery("divisor-game"), Dice(1_025));
    // One sweep looks at every smaller number too: these are well over 10,000 games.
    for n in 1..=150 {
        same_winners(&divisor(&rules, n));
    }
    for n in [1, 2, 3, 4, 48, 60, 61, 96] {
        same_play(&divisor(&rules, n));
    }
    same_winners(&divisor(&rules, dice.between(1_500, 2_000)));
}

#[test]
fn the_nimber_is_the_exponent_of_two() {
    let rules = gallery("divisor-game");
    let told = solved(&divisor(&rules, 300), &Ask::Line, "theorem").unwrap();
    // The least nimber that no option has, worked out plainly.
    let mut nimbers = vec![0_u64];
    for n in 1..=300_usize {
        let options: Vec<u64> = (1..n).filter(|d| n.is_multiple_of(*d)).map(|d| nimbers[n - d]).collect();
        nimbers.push((0..).find(|nimber| !options.contains(nimber)).unwrap());
        let teller = told.store.teller().unwrap();
        assert_eq!(teller.nimber(&[i64::try_from(n).unwrap()]), nimbers.last().copied());
    }
}

#[test]
fn ten_thousand_games_are_as_a_plain_sweep_says() {
    let mut dice = Dice(464);
    let written: Vec<_> =
        WRITINGS.iter().map(|(_, text)| rules(&format!("game G\nparam n : 1..100\n{text}\n"))).collect();
    let mut games = 0;
    while games < 10_000 {
        let text = &written[usize::try_from(dice.below(written.len() as u64)).unwrap()];
        let game = instance(text, &json!({"n": dice.between(1, 90)}));
        // One sweep values every smaller number that play reaches: each is a game of its own.
        let table = solved(&game, &Ask::Table, "sweep").unwrap();
        let told = solved(&game, &Ask::Line, "theorem").unwrap();
        for (position, value) in table.store.entries(&game) {
            let said = told.store.value(&game, &position).unwrap();
            assert!(said.same_result(value), "{}", game.show_position(&position));
            games += 1;
        }
    }
}

/// The same rules written in other ways.
const WRITINGS: &[(&str, &str)] = &[
    (
        "a condition on the choice",
        "state x : 1..n = n\nmove go(d in 1..<x if x % d == 0) { x -= d }\nstuck => me loses",
    ),
    (
        "renamed and reordered",
        "stuck => opponent wins\nmove take(piece in 1..<whole) { when whole % piece == 0; whole -= piece }\nstate whole : 1..n = n",
    ),
    ("turned round", "state x : 1..n = n\nmove go(d in 1..n if d < x and 0 == x % d) { x -= d }\nstuck => me loses"),
    ("below one", "state x : 1..n = n\nmove go(d in 1..x - 1 if x % d < 1) { x -= d }\nstuck => me loses"),
    (
        "not more than nothing",
        "state x : 1..n = n\nmove go(d in 1..<x) { when not (x % d > 0); x = x - d }\nstuck => me loses",
    ),
    ("not unequal", "state x : 1..n = n\nmove go(d in 1..<x) { when not (x % d != 0); x -= d }\nstuck => me loses"),
    ("quotients", "state x : 1..n = n\nmove go(d in 1..<x) { when d * (x // d) == x; x -= d }\nstuck => me loses"),
    (
        "what is left is divided",
        "state x : 1..n = n\nmove go(d in 1..<x) { when (x - d) % d == 0; x -= d }\nstuck => me loses",
    ),
    ("an end at one", "state x : 1..n = n\nmove go(d in 1..<x if x % d == 0) { x -= d }\nend when x == 1 => me loses"),
    (
        "rising",
        "state gone : 0..n - 1 = 0\nmove go(d in 1 ..< n - gone if (n - gone) % d == 0) { gone += d }\nstuck => me loses",
    ),
    (
        "a needless guard",
        "state x : 1..n = n\nmove go(d in 1..<x) { when x >= 2 and x % d == 0; x -= d }\nstuck => me loses",
    ),
    ("from nothing", "state x : 0..n = n\nmove go(d in 1..<x if x % d <= 0) { x -= d }\nstuck => me loses"),
    (
        "twice as much fits",
        "state x : 1..n = n\nmove go(d in 1..x if x % d == 0 and 2 * d <= x) { x -= d }\nstuck => me loses",
    ),
    (
        "it fits once more",
        "state x : 1..n = n\nmove go(d in 1..n if x % d == 0) { when x - d >= d; x -= d }\nstuck => me loses",
    ),
    (
        "not more than half",
        "state x : 1..n = n\nmove go(d in 1..<x) { when x % d == 0 and not (x < d + d); x -= d }\nstuck => me loses",
    ),
    (
        "at most two thirds",
        "state x : 1..n = n\nmove go(d in 1..x if x % d == 0) { when 3 * d <= 2 * x; x -= d }\nstuck => me loses",
    ),
    (
        "half of what is left, rising",
        "state gone : 0..n - 1 = 0\nmove go(d in 1..n - gone if (n - gone) % d == 0 and 2 * d + gone <= n) { gone += d }\nstuck => me loses",
    ),
    (
        "in a local name",
        "state x : 1..n = n\nmove go(d in 1..<x) { let rest = x - d; when x % d == 0; x = rest }\nstuck => me loses",
    ),
];

#[test]
fn the_rules_are_known_however_they_are_written() {
    for (what, text) in WRITINGS {
        let rules = rules(&format!("game G\nparam n : 1..100\n{text}\n"));
        for n in [1, 2, 12, 31, 40] {
            let game = instance(&rules, &json!({"n": n}));
            assert_eq!(theorem(&game), Some("divisor"), "{what}: {:?}", game.recurrence());
            same_play(&game);
        }
    }
}

/// Rules that are almost the same, and worth something else.
const NEAR_MISSES: &[(&str, &str)] = &[
    ("itself too", "state x : 0..n = n\nmove go(d in 1..x if x % d == 0) { x -= d }\nstuck => me loses"),
    ("not one", "state x : 1..n = n\nmove go(d in 2..<x if x % d == 0) { x -= d }\nstuck => me loses"),
    ("what does not divide it", "state x : 1..n = n\nmove go(d in 1..<x if x % d != 0) { x -= d }\nstuck => me loses"),
    (
        "divisors of its double",
        "state x : 1..n = n\nmove go(d in 1..<x if (2 * x) % d == 0) { x -= d }\nstuck => me loses",
    ),
    ("twice the divisor", "state x : 1..n = n\nmove go(d in 1..<x if x % (2 * d) == 0) { x -= d }\nstuck => me loses"),
    ("the next divisor", "state x : 1..n = n\nmove go(d in 1..<x if x % (d + 1) == 0) { x -= d }\nstuck => me loses"),
    ("one left over", "state x : 1..n = n\nmove go(d in 1..<x if x % d == 1) { x -= d }\nstuck => me loses"),
    (
        "divisors of the next number",
        "state x : 1..n = n\nmove go(d in 1..<x if (x + 1) % d == 0) { x -= d }\nstuck => me loses",
    ),
    ("at most five", "state x : 1..n = n\nmove go(d in 1..min(5, x - 1) if x % d == 0) { x -= d }\nstuck => me loses"),
    ("misère", "state x : 1..n = n\nmove go(d in 1..<x if x % d == 0) { x -= d }\nstuck => me wins"),
    ("an early end", "state x : 1..n = n\nmove go(d in 1..<x if x % d == 0) { x -= d }\nend when x <= 4 => me loses"),
    ("one more", "state x : 1..n = n\nmove go(d in 1..<x if x % d == 0) { x -= max(1, d - 1) }\nstuck => me loses"),
    (
        "another move",
        "state x : 1..n = n\nmove go(d in 1..<x if x % d == 0) { x -= d }\nmove two { when x > 2; x -= 2 }\nstuck => me loses",
    ),
    ("what it divides", "state x : 1..n = n\nmove go(d in 1..<x if d % x == 1) { x -= d }\nstuck => me loses"),
    (
        "at most a third",
        "state x : 1..n = n\nmove go(d in 1..x if x % d == 0 and 3 * d <= x) { x -= d }\nstuck => me loses",
    ),
    (
        "twice as much, or itself from one",
        "state x : 0..n = n\nmove go(d in 1..x if x % d == 0 and 2 * d <= x + 1) { x -= d }\nstuck => me loses",
    ),
    (
        "half of what is not left",
        "state x : 1..n = n\nmove go(d in 1..<x if x % d == 0 and 2 * d >= x) { x -= d }\nstuck => me loses",
    ),
    ("again", "state x : 1..n = n\nmove go(d in 1..<x if x % d == 0) { x -= d; again }\nstuck => me loses"),
    (
        "twice the divisor",
        "state x : 1..n = n\nmove go(d in 1..<x) { when x % d == 0 and 2 * d < x; x -= d }\nstuck => me loses",
    ),
];

#[test]
fn near_misses_are_left_alone_and_still_solved() {
    for (what, text) in NEAR_MISSES {
        let rules = rules(&format!("game G\nparam n : 1..100\n{text}\n"));
        for n in [6, 12] {
            left_alone(&instance(&rules, &json!({"n": n})), what);
        }
    }
}
