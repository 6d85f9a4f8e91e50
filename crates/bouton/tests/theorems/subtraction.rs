//! Subtraction games: one of finitely many amounts from a heap.

use super::{Dice, gallery, instance, left_alone, rules, same_play, same_winners, solved, theorem};
use bouton::game::Game;
use bouton::value::{Outcome, Plies};
use bouton::{Ask, Limits, Plan, Value};
use serde_json::json;

fn amounts(dice: &mut Dice) -> Vec<i64> {
    let most = [3, 6, 12][usize::try_from(dice.below(3)).unwrap()];
    (0..dice.between(1, 4)).map(|_| dice.between(1, most)).collect()
}

#[test]
fn the_period_says_who_wins_and_how() {
    let (rules, mut dice) = (gallery("subtraction"), Dice(292));
    for round in 0..10_000 {
        let n = dice.between(0, if round % 20 == 0 { 90 } else { 25 });
        let game = instance(&rules, &json!({"n": n, "takes": amounts(&mut dice), "misere": round % 2 == 0}));
        assert!(matches!(theorem(&game), Some("subtraction" | "nim")));
        if round % 25 == 0 { same_play(&game) } else { same_winners(&game) }
    }
}

#[test]
fn a_proven_period_goes_on() {
    let (rules, mut dice) = (gallery("subtraction"), Dice(293));
    for round in 0..12 {
        let n = dice.between(3_000, 20_000);
        same_winners(&instance(&rules, &json!({"n": n, "takes": amounts(&mut dice), "misere": round % 2 == 0})));
    }
    // Of 1, 3 or 4 the period is 7, and 0 and 2 lose ("Winning Ways", chapter 4).
    for more in 0..14 {
        let game = instance(&rules, &json!({"n": 999_999_987 + more, "takes": [1, 3, 4]}));
        let told = solved(&game, &Ask::Line, "theorem").unwrap();
        assert_eq!(
            told.value == Value::Outcome(Outcome::Loss(Plies::Unknown)),
            [0, 2].contains(&((999_999_987 + more) % 7))
        );
    }
}

#[test]
fn many_amounts_are_marked_from_losing_sizes() {
    // Squares, and numbers that are 0, 1 or 4 modulo a prime: so many that no table is made.
    let text = "game G\nparam n : 0..10_000_000\nparam p : 3..13\nparam squares : bool\nparam misere : bool\nstate s : 0..n = n\n\
                move take(x in 1..n if if squares then is_square(x) else x % p in [0, 1, 4]) { when x <= s; s -= x }\n\
                stuck when misere => me wins\nstuck => me loses\n";
    let (rules, mut dice) = (rules(text), Dice(1_510));
    for squares in [true, false] {
        for misere in [true, false] {
            let n = if squares { dice.between(600_000, 700_000) } else { dice.between(5_000, 7_000) };
            let params = json!({"n": n, "p": dice.between(3, 13), "squares": squares, "misere": misere});
            let game = instance(&rules, &params);
            assert_eq!(theorem(&game), Some("subtraction"));
            let told = solved(&game, &Ask::Line, "theorem").unwrap();
            assert_eq!(told.store.teller().unwrap().nimber(&[n]), None, "sizes were not marked");
            let fits = |x: i64| {
                if squares { x.isqrt().pow(2) == x } else { [0, 1, 4].contains(&(x % params["p"].as_i64().unwrap())) }
            };
            let amounts: Vec<i64> = (1..=n).filter(|x| fits(*x)).collect();
            let mut won: Vec<bool> = Vec::new();
            for size in 0..=n {
                let mut options = amounts.iter().take_while(|x| **x <= size).peekable();
                won.push(
                    (misere && options.peek().is_none()) || options.any(|x| !won[usize::try_from(size - x).unwrap()]),
                );
            }
            let teller = told.store.teller().unwrap();
            let loses = |size: i64| matches!(teller.value(&[size]), Some(Value::Outcome(Outcome::Loss(_))));
            assert!((0..=n).zip(&won).all(|(size, won)| loses(size) != *won), "{params}");
            assert_eq!(teller.best(&[n]).unwrap().is_empty(), loses(n));
        }
    }
    // The move that is shown takes all where that wins, and does not dawdle.
    let whole = instance(&rules, &json!({"n": 1_000_000, "p": 3, "squares": true, "misere": false}));
    let told = solved(&whole, &Ask::Line, "theorem").unwrap();
    assert_eq!(told.store.teller().unwrap().one(&[1_000_000]), Some((0, vec![1_000_000])));
    // Over several stretches of marks: OEIS A030193 below 100, and what the nimbers say far out.
    let game = instance(&gallery("stone-game-iv"), &json!({"n": 1_000_000}));
    let told = solved(&game, &Ask::Value, "theorem").unwrap();
    let teller = told.store.teller().unwrap();
    let loses = |size: i64| matches!(teller.value(&[size]), Some(Value::Outcome(Outcome::Loss(_))));
    let first: Vec<i64> = (0..100).filter(|size| loses(*size)).collect();
    assert_eq!(first, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95]);
    assert_eq!((0..=1_000_000).filter(|size| loses(*size)).count(), 13_952);
}

#[test]
fn many_amounts_from_a_large_heap_are_not_counted_through() {
    let first = |game: &str, n: i64| {
        let game = instance(&gallery(game), &json!({"n": n}));
        let plan = Plan::of(&game, &game.start().unwrap(), &Ask::Line, &Limits::default());
        plan.to_try().next().map(|(choice, _)| choice.method)
    };
    // As many positions in the last two, but up to a thousand squares at each.
    assert_eq!(first("stone-game-iv", 100_000), Some("recurrence"));
    assert_eq!(first("subtraction", 1_000_000), Some("recurrence"));
    assert_eq!(first("stone-game-iv", 1_000_000), Some("theorem"));
}

#[test]
fn heaps_side_by_side_have_their_nim_sum() {
    let mut dice = Dice(294);
    for _ in 0..300 {
        let list = amounts(&mut dice);
        let (most, x, y, z) = (dice.between(1, 5), dice.between(0, 7), dice.between(0, 7), dice.between(0, 3));
        let text = format!(
            "game G\nstate a : 0..7 = {x}\nstate b : 0..7 = {y}\nstate c : 0..3 = {z}\nmove left(k in {list:?}) {{ when k <= a; a -= k }}\n\
             move right(k in 1..min({most}, b)) {{ b -= k }}\nmove any(k in 1..c) {{ c -= k }}\nstuck => me loses\n"
        );
        same_play(&instance(&rules(&text), &json!({})));
    }
}

/// The same rules written in other ways: 1, 3 or 4 from a heap of `n`.
const WRITINGS: &[(&str, &str)] = &[
    ("a list", "state s : 0..n = n\nmove take(x in [1, 3, 4]) { when x <= s; s -= x }\nstuck => me loses"),
    (
        "renamed and reordered",
        "stuck => opponent wins\nmove go(step in [4, 1, 3]) { when way >= step; way -= step }\nstate way : 0..n = n",
    ),
    (
        "a move for each",
        "state s : 0..n = n\nmove one { when s >= 1; s -= 1 }\nmove three { when s >= 3; s -= 3 }\nmove four { when s > 3; s -= 4 }\nstuck => me loses",
    ),
    (
        "a condition on the choice",
        "state s : 0..n = n\nmove take(x in 1..4 if x != 2) { when x <= s; s -= x }\nstuck => me loses",
    ),
    ("rising", "state s : 0..n = 0\nmove take(x in [1, 3, 4]) { when s + x <= n; s += x }\nstuck => me loses"),
    (
        "two moves",
        "state s : 0..n = n\nmove one { when s > 0; s -= 1 }\nmove more(x in 3..4) { when x <= s; s -= x }\nstuck => me loses",
    ),
    (
        "by the square",
        "let sizes = [x for x in 1..4 if x != 2]\nstate s : 0..n = n\nmove take(x in sizes) { when not (x > s); s -= x }\nstuck => me loses",
    ),
    (
        "with an end",
        "state s : 0..n = n\nmove take(x in [1, 3, 4]) { when x <= s; s -= x }\nend when s == 0 => me loses\nstuck => draw",
    ),
    (
        "a heap that ends at two",
        "state s : 2..n + 2 = n + 2\nmove take(x in [1, 3, 4]) { when x + 2 <= s; s -= x }\nstuck => me loses",
    ),
    (
        "repeated amounts",
        "state s : 0..n = n\nmove take(x in [1, 3, 3, 4, 1]) { when x <= s; s -= x }\nstuck => me loses",
    ),
    (
        "overlapping moves",
        "state s : 0..n = n\nmove some(x in [1, 3]) { when x <= s; s -= x }\nmove other(x in [3, 4]) { when x <= s; s -= x }\nstuck => me loses",
    ),
    ("negative", "state s : -n..0 = -n\nmove take(x in [-1, -3, -4]) { when s - x <= 0; s -= x }\nstuck => me loses"),
];

#[test]
fn the_rules_are_known_however_they_are_written() {
    for (what, text) in WRITINGS {
        for end in ["me loses", "me wins"] {
            let text = text.replace("opponent wins", "me loses").replace("me loses", end);
            let rules = rules(&format!("game G\nparam n : 0..60\n{text}\n"));
            for n in [5, 7, 14, 33] {
                let game = instance(&rules, &json!({"n": n}));
                assert_eq!(theorem(&game), Some("subtraction"), "{what}: {:?}", game.recurrence());
                same_play(&game);
            }
        }
    }
}

/// Rules that are almost the same, and worth something else.
const NEAR_MISSES: &[(&str, &str)] = &[
    (
        "not the same twice",
        "state s : 0..n = n\nstate last : 0..4 = 0\nmove take(x in [1, 3, 4]) { when x <= s and x != last; s -= x; last = x }\nstuck => me loses",
    ),
    (
        "four only from a large heap",
        "state s : 0..n = n\nmove take(x in [1, 3]) { when x <= s; s -= x }\nmove four { when s >= 6; s -= 4 }\nstuck => me loses",
    ),
    ("at most half", "state s : 0..n = n\nmove take(x in 1..4) { when 2 * x <= s; s -= x }\nstuck => me loses"),
    (
        "an early end",
        "state s : 0..n = n\nmove take(x in [1, 3, 4]) { when x <= s; s -= x }\nend when s <= 2 => me loses\nstuck => me loses",
    ),
    (
        "an end that says the contrary",
        "state s : 0..n = n\nmove take(x in [2, 3]) { when x <= s; s -= x }\nend when s == 0 => me loses\nstuck => me wins",
    ),
    (
        "the last one may be more",
        "state s : 0..n = n\nmove take(x in [1, 3, 4]) { when s > 0; s = max(0, s - x) }\nstuck => me loses",
    ),
    ("who cannot move draws", "state s : 0..n = n\nmove take(x in [2, 3]) { when x <= s; s -= x }\nstuck => draw"),
    (
        "again after one",
        "state s : 0..n = n\nmove one { when s > 0; s -= 1; again }\nmove take(x in [3, 4]) { when x <= s; s -= x }\nstuck => me loses",
    ),
    (
        "moves of one player",
        "state s : 0..n = n\nmove one by First { when s > 0; s -= 1 }\nmove take(x in [1, 3]) { when x <= s; s -= x }\nstuck => me loses",
    ),
    (
        "two heaps, misère",
        "state s : 0..n = n\nstate t : 0..3 = 3\nmove take(x in [1, 3, 4]) { when x <= s; s -= x }\nmove other(x in [1, 2]) { when x <= t; t -= x }\nstuck => me wins",
    ),
    (
        "twice from two heaps",
        "state s : 0..n = n\nstate t : 0..3 = 3\nmove take(x in [1, 3]) { when x <= s; s -= x }\nmove other(x in [1, 2]) { when x <= t and x <= s; t -= x; s -= x }\nmove third { when t > 0; t -= 1 }\nstuck => me loses",
    ),
    (
        "a heap split",
        "state s : 0..n = n\nstate t : 0..n = 0\nmove take(x in [1, 3]) { when x <= s; s -= x }\nmove give { when s > 0; s -= 1; t += 1 }\nmove other { when t > 0; t -= 1 }\nstuck => me loses",
    ),
];

#[test]
fn near_misses_are_left_alone_and_still_solved() {
    for (what, text) in NEAR_MISSES {
        let rules = rules(&format!("game G\nparam n : 0..60\n{text}\n"));
        for n in [5, 9] {
            left_alone(&instance(&rules, &json!({"n": n})), what);
        }
    }
}
