//! Windows give what trying every choice gives, and both give what the rules give: every position, every value.

use super::agree::{Random, random_rules};
use super::{gallery_rules, instance, made};
use crate::common;
use bouton::game::Game;
use bouton::limits::{Limits, Silent};
use bouton::{Ask, Instance, Stop, Value, solve};
use bouton_rules::layout::Packed;

/// Random lists of each of the games that slide most: all of them where `cargo xtask large` tests.
fn lists() -> usize {
    if common::large() { 10_000 } else { 2_500 }
}

/// What a table holds: how many positions, how many finished, every value.
type Table = (u64, u64, Vec<(Packed, Value)>);

/// The strategy that writes the recurrence out as machine code.
const CODE: &str = "table";

fn table(game: &Instance, method: &str, limits: &Limits) -> Result<Table, Stop> {
    let start = game.start().unwrap();
    let solution = solve(game, &start, &Ask::Table, limits, Some(method), &Silent)?;
    assert!(solution.method == method || method == CODE && solution.method == "recurrence");
    let mut entries: Vec<(Packed, Value)> = solution.store.entries(game).collect();
    // Methods number positions in several ways.
    entries.sort_by(|one, other| one.0.cmp(&other.0));
    Ok((solution.positions, solution.finished, entries))
}

/// Whether a game was solved by recurrence; then every way must agree.
pub(crate) fn check(game: &Instance, with_rules: bool) -> bool {
    let (windows, plain) = (Limits::default(), Limits::default().without_rewrites());
    match table(game, "recurrence", &windows) {
        Ok(found) => {
            let words = || game.recurrence().unwrap().to_string();
            assert_eq!(found, table(game, "recurrence", &plain).unwrap(), "{}", words());
            assert_eq!(found, table(game, CODE, &plain).unwrap(), "{}", words());
            if with_rules {
                assert_eq!(found, table(game, "sweep", &windows).unwrap(), "{}", words());
            }
            true
        }
        Err(Stop::Unfit { .. }) => false,
        Err(stop) => panic!("{stop}"),
    }
}

/// Numbers of many kinds: signs, zeros, ties, single ones.
pub(crate) fn numbers(random: &mut Random, longest: i64) -> Vec<i64> {
    let (lo, hi) = [(-1, 1), (0, 1), (0, 3), (-9, 9), (1, 9), (-50, 50), (0, 0), (-99, -1)]
        [usize::try_from(random.below(8)).unwrap()];
    (0..random.between(1, longest)).map(|_| random.between(lo, hi)).collect()
}

fn many(name: &str, rounds: usize, mut params: impl FnMut(&mut Random) -> String) {
    let (mut random, rules) = (Random(99), gallery_rules(name));
    for round in 0..rounds {
        let game = made(&rules, &params(&mut random));
        assert!(check(&game, round % 40 == 0), "{name}: {}", game.recurrence().unwrap());
    }
}

#[test]
fn stone_game_ii_slides() {
    many("stone-game-ii", lists(), |random| format!(r#"{{"piles":{:?}}}"#, numbers(random, 14)));
}

#[test]
fn stone_game_iii_slides() {
    many("stone-game-iii", lists(), |random| {
        format!(r#"{{"values":{:?},"most":{}}}"#, numbers(random, 14), random.between(1, 12))
    });
}

#[test]
fn ends_slide() {
    many("ends-k", lists(), |random| {
        format!(r#"{{"piles":{:?},"most":{}}}"#, numbers(random, 9), random.between(1, 9))
    });
}

#[test]
fn outcomes_slide_too() {
    many("wythoff", 300, |random| format!(r#"{{"a":{},"b":{}}}"#, random.between(0, 12), random.between(0, 12)));
    many("nim", 200, |random| {
        format!(r#"{{"heaps":[{},{},{}]}}"#, random.between(0, 6), random.between(0, 6), random.between(0, 6))
    });
    many("subtraction", 200, |random| format!(r#"{{"n":{},"takes":[1,2,7]}}"#, random.between(0, 40)));
}

#[test]
fn the_rest_of_the_gallery_agrees() {
    many("stone-game", 200, |random| format!(r#"{{"piles":{:?}}}"#, numbers(random, 12)));
    many("both-ends", 200, |random| format!(r#"{{"piles":{:?},"most":{}}}"#, numbers(random, 9), random.between(1, 5)));
    many("stone-game-iv", 50, |random| format!(r#"{{"n":{}}}"#, random.between(0, 80)));
    many("rectangle", 200, |random| {
        let width = random.between(1, 4);
        let rows: Vec<Vec<i64>> =
            (0..random.between(1, 4)).map(|_| (0..width).map(|_| random.between(-9, 9)).collect()).collect();
        format!(r#"{{"grid":{rows:?}}}"#)
    });
}

#[test]
fn random_straight_line_rules_slide_or_say_why_not() {
    let mut random = Random(5);
    let (mut solved, mut other) = (0, 0);
    for _ in 0..1_500 {
        let text = random_rules(&mut random);
        let list = numbers(&mut random, 12);
        let game = instance(&text, &format!(r#"{{"piles":{list:?},"most":{}}}"#, random.between(1, 9)));
        if check(&game, random.below(4) == 0) { solved += 1 } else { other += 1 }
    }
    assert!(solved > 800, "{solved} solved, {other} not");
}

/// Rows of several coordinates, which ask one window for less after more: it is seen, and every choice tried.
#[test]
fn windows_that_would_go_back_are_seen() {
    let idle = "game Back\nstate n : 0..30 = 30\nstate m : 0..6 = 6\nstate z : 0..9 = 0\n\
        move a(k in 1..m) { when k <= n; n -= k; m = 0; z += 1; when z <= 9 }\n\
        move b { when m > 0; m -= 1 }\nmove c { when n > 3; n -= 1; m = 6 }\nstuck => me loses\n";
    assert!(check(&instance(idle, "{}"), true));
    let mut random = Random(35);
    let mut solved = 0;
    for _ in 0..1_500 {
        let [n, m] = [random.between(9, 33), random.between(5, 12)];
        let mut pick =
            |of: &[&str]| of[usize::try_from(random.below(u64::try_from(of.len()).unwrap())).unwrap()].to_owned();
        let moves: Vec<String> = (0..3)
            .map(|at| {
                let lo = pick(&["1", "max(1, m - 4)", "max(1, n - m)", "z + 1", "m + 1"]);
                let hi = pick(&["n", "n - 2", "min(m, 12)", "min(n, 9)", "2 * m", "n - m"]);
                let to = pick(&["n", "m", "m - 1", "k", "max(m, k)", "n - z", "z"]);
                let flag = pick(&["1 - z", "z", "1", "0"]);
                let gain = pick(&["k - n", "2 * k + m", "n - m", "z"]);
                format!(
                    "move a{at}(k in {lo}..{hi}) {{ when k <= n; n -= k; m = {to}; when 0 <= m; when m <= {m}; z = {flag}; gain {gain} }}\n"
                )
            })
            .collect();
        let start = random.between(0, m);
        let text = format!(
            "game Back\nstate n : 0..{n} = {n}\nstate m : 0..{m} = {start}\nstate z : 0..1 = 0\n{}",
            moves.concat()
        );
        solved += usize::from(check(&instance(&text, "{}"), true));
    }
    assert!(solved > 1_000, "{solved}");
}

#[test]
fn what_only_the_rules_can_judge_is_handed_over() {
    let faulty = [
        ("a sum beyond its list", "gain piles[a + 1]\n  a += 1", "end when a == n"),
        ("a variable beyond its bounds", "gain 1\n  a += 2", "end when a == n"),
        ("an invariant that breaks", "gain 1\n  a += 1", "invariant a < n\nend when a == n"),
        ("points that remain", "gain piles[a]\n  a += 1", "remaining sum(piles[a ..< n])\nend when a == 1"),
    ];
    for (what, body, rest) in faulty {
        let text = format!(
            "game Faulty \"faulty\"\nparam piles : list[1..20] of -99..99\nlet n = len(piles)\nstate a : 0..n = 0\nmove go {{\n  {body}\n}}\n{rest}\n"
        );
        let game = instance(&text, r#"{"piles":[1,2,3]}"#);
        let start = game.start().unwrap();
        let forced = solve(&game, &start, &Ask::Table, &Limits::default(), Some("recurrence"), &Silent);
        assert!(matches!(forced, Err(Stop::Unfit { method: "recurrence", .. })), "{what}: {forced:?}");
        let free = solve(&game, &start, &Ask::Table, &Limits::default(), None, &Silent);
        assert!(matches!(free, Err(Stop::Fault(_))), "{what}: {free:?}");
    }
}

#[test]
fn leads_that_might_leave_the_numbers_are_left_to_the_rules() {
    let solved = |gain: &str, method: Option<&str>| {
        let text = format!("game G\nstate a : 0..9 = 0\nmove go {{\n  gain {gain}\n  a += 1\n}}\nend when a == 9\n");
        let game = instance(&text, "{}");
        solve(&game, &game.start().unwrap(), &Ask::Table, &Limits::default(), method, &Silent)
    };
    let large = "1_000_000_000_000_000_000";
    match solved(large, Some("recurrence")) {
        Err(Stop::Unfit { reason, .. }) => assert!(reason.to_string().starts_with("leads might leave"), "{reason}"),
        other => panic!("{other:?}"),
    }
    // The players take turns to gain as much: one more turn is the first player's.
    assert_eq!(solved(large, None).unwrap().value, Value::Lead(1_000_000_000_000_000_000));
    assert_eq!(solved("1_000", Some("recurrence")).unwrap().value, Value::Lead(1_000));
}
