//! What is not tried changes nothing: neither what is found, nor what is wrong with the rules, nor what was spent on it.

use bouton_rules::datum::Datum;
use bouton_rules::interpret::{Interpreter, PartValue, Turn, Watch};
use bouton_rules::{Player, Source, check};
use std::sync::Arc;

/// Conditions on `k`, a number of a range, and `n`, of the position: that end the range, or look as if they did.
const CONDITIONS: &[&str] = &[
    "k <= n",
    "2 * k < n",
    "n > k",
    "k + n <= 40",
    "n - k >= 3",
    "3 * k <= n + 1",
    "k + k + k + 1 < 2 * n",
    "n - 5 < k",
    "k >= n",
    "n > 4 and 3 * k < n",
    "k <= n and k <= 20",
    "k <= 20 and n % (k + 1) == 0",
    "n % 2 == 0 and k < n and k % 2 == 0",
    "k <= n or n == 5",
    "not k > n",
    "3 <= k <= n",
    "w[n % 3] > k",
    "k < w[n]",
    "60 // (n - 3) >= k",
    "n != 3 and 60 // (n - 3) >= k",
    "k <= 9223372036854775807 - n",
    "9223372036854775800 + k <= 9223372036854775800 + n",
    "500 * k <= n",
    "count(t < k for t in 0..n) < 3",
    "k < count(2 * t <= n for t in 0..50)",
    "(if n == 7 then k else 0) < 5",
];

/// Games in which a condition is asked in some place.
const GAMES: &[&str] = &[
    "move take(k in 0..60 if CONDITION) { n = k }",
    "move take(k in -20..60) { when n != 11; when CONDITION; n = abs(k) }",
    "move take(j in 1..3, k in j..60) { when CONDITION; n = abs(k) }",
    "move take(k in 0..60 if CONDITION, j in 1..3) { when j < k; n = j }",
    "move take(j in 1..3) { when any(CONDITION and k % 7 == j for k in 0..60); n = j }",
    "move take(j in 1..3) { when any(CONDITION for k in 0..60 if 2 * k < n + 40); n = j }",
    "move take(j in 1..3) { when all(CONDITION for k in 0..60); n = j }",
    "move take(j in 1..3) { n = count(CONDITION for k in 0..60) }",
    "move take(j in 0..40) { when j in [k for i in 1..2, k in i..60 if CONDITION]; n = j }",
];

/// The same rules twice: one is watched, and tries everything.
fn both(text: String) -> Option<[Interpreter; 2]> {
    let rules = Arc::new(check(&Source::new("a.game", text)).0?);
    let game = || Interpreter::new(rules.clone(), &[]).expect("there are no parameters");
    Some([game(), game().with_watch(Arc::new(Watch::new(&rules)))])
}

#[test]
fn numbers_past_the_end_of_a_range_are_left_out_without_a_trace() {
    let mut compared = 0;
    for game in GAMES {
        for condition in CONDITIONS {
            let line = game.replace("CONDITION", condition);
            let text = format!("game G\nlet w = [4, 30, -2]\nstate n : 0..60 = 9\n{line}\nstuck => me loses\n");
            let games = both(text).expect(&line);
            for fuel in [40, 150, 400, 1_000, 1 << 20] {
                let games = games.clone().map(|game| game.with_fuel(fuel));
                for n in [0, 1, 2, 3, 4, 7, 11, 12, 30, 59, 60] {
                    let said = games.each_ref().map(|game| {
                        let mut position = game.start().expect("it has a start");
                        position.state = vec![Datum::Int(n)];
                        position.turn = Turn::Of(Player::First);
                        let before = game.spent();
                        let steps = format!("{:?}", game.steps(&position));
                        (steps, game.spent() - before)
                    });
                    assert!(said[0] == said[1], "{line}\nn = {n}, fuel {fuel}\n{said:#?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn parts_of_sums_are_left_of_the_same_moves() {
    let mut compared = 0;
    for condition in CONDITIONS {
        let line = format!(
            "part Heap(n : -60..60) {{ move split(j in 0..1, k in 0..60) when {condition} => Heap(k) + Heap(j)\n\
             move leave(k in 0..60 if {condition}) when k % 3 == 0 => Heap(k) }}"
        );
        let text = format!("game G\nlet w = [4, 30, -2]\n{line}\nstart Heap(9)\nstuck => me loses\n");
        let games = both(text).expect(&line);
        for fuel in [40, 400, 1 << 20] {
            let games = games.clone().map(|game| game.with_fuel(fuel));
            for value in [-3, 0, 2, 3, 7, 30, 60] {
                let said = games.each_ref().map(|game| {
                    let before = game.spent();
                    let options = format!("{:?}", game.options(PartValue { kind: 0, value }));
                    (options, game.spent() - before)
                });
                assert!(said[0] == said[1], "{line}\n{value}, fuel {fuel}\n{said:#?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 400, "{compared}");
}
