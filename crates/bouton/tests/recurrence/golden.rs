//! How recurrences read, and why some games have none. `recurrences.txt` holds a game, its parameters, and what is said, line by
//! line; `BOUTON_ACCEPT=1` writes it anew.

use super::{gallery, instance};
use bouton::game::Game;
use bouton::limits::Silent;
use bouton::{Ask, Instance, Limits, Plan, solve};
use bouton_rules::layout::Packed;

const GAMES: &[(&str, &str)] = &[
    ("stone-game", r#"{"piles":[5,3,4,5]}"#),
    ("stone-game-ii", r#"{"piles":[2,7,9,4,4]}"#),
    ("stone-game-iii", r#"{"values":[1,2,3,7]}"#),
    ("stone-game-iv", r#"{"n":20}"#),
    ("stone-game-vii", r#"{"stones":[5,3,1]}"#),
    ("ends-k", r#"{"piles":[18,-5,17],"most":2}"#),
    ("both-ends", r#"{"piles":[18,-5,17],"most":2}"#),
    ("rectangle", r#"{"grid":[[1,2],[3,4]]}"#),
    ("subtraction", r#"{"n":9}"#),
    ("subtraction", r#"{"n":9,"takes":[2,6,8],"misere":true}"#),
    ("wythoff", r#"{"a":3,"b":5}"#),
    ("nim", r#"{"heaps":[1,2,3]}"#),
    ("guess-number", r#"{"n":10}"#),
    ("divisor-game", r#"{"n":9}"#),
    ("euclid", r#"{"a":8,"b":5}"#),
    ("can-i-win", r#"{"maxChoosableInteger":4,"desiredTotal":6}"#),
    ("chomp", r#"{}"#),
    ("grundy", r#"{"n":9}"#),
    ("dots-and-boxes", r#"{}"#),
];

#[test]
fn games_of_the_gallery_read_as_a_book_would_write_them() {
    let mut text = String::new();
    for (name, params) in GAMES {
        let game = gallery(name, params);
        let words = match game.recurrence() {
            Ok(recurrence) => recurrence.to_string(),
            Err(reason) => format!("none: {reason}"),
        };
        text += &format!("{name} {params}\n  {words}\n");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recurrence/recurrences.txt");
    if std::env::var_os("BOUTON_ACCEPT").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(path).unwrap());
}

#[test]
fn a_plan_says_what_slides() {
    let game = gallery("stone-game-ii", r#"{"piles":[2,7,9,4,4]}"#);
    let plan = Plan::of(&game, &game.start().unwrap(), &Ask::Table, &Limits::default());
    let words = "\
method  recurrence (sliding-table): bottom-up from closed forms of the moves, windows where choices slide
  1  mark what can be reached from the start, of 30 numbers
  2  work backwards           3 rows, one for each M, one by one within a row
  3  slide a window           for 1 ≤ X ≤ min(5 − i, M) the best slides along the row: a few steps a position, however wide the range
  4  slide a window           for M + 1 ≤ X ≤ min(2M, 5 − i) the best slides from row to row: a few steps a position, however wide the range";
    let given: Vec<String> = plan.to_string().lines().take(5).map(str::to_owned).collect();
    assert_eq!(given.join("\n"), words);
}

#[test]
fn a_choice_with_a_condition_on_itself_is_one_of_the_numbers_that_meet_it() {
    let among = |most: i64| {
        let text = format!(
            "game S\nstate n : 0..{most} = 20\nmove take(k in 1..n if k % 5 == 2) {{ n -= k }}\nstuck => me loses\n"
        );
        instance(&text, "{}").recurrence().map(ToString::to_string).map_err(|why| why.to_string())
    };
    let few = among(20).unwrap();
    assert!(few.contains("k in {2, 7, 12, 17}"), "{few}");
    // Too many to try each of them.
    let many = among(5_000_000).unwrap_err();
    assert!(many.starts_with("this has no closed form"), "{many}");
}

/// Conditions bound what grows: numbers that play never comes to are no part of the table, however wide the bounds are; from elsewhere all are.
#[test]
fn bounds_are_as_narrow_as_conditions_allow() {
    let heaps = |most: i64| {
        instance(
            &format!(
                "game Heaps\nstate a : list[3] of 0..{most} = [3, 4, 2]\nstate turns : 0..{most} = 0\n\
                 move join(i in 0..2, j in 0..2) {{ when i < j and a[i] > 0 and a[j] > 0 and a[i] + a[j] <= 7; a[i] += a[j]; a[j] = 0 }}\n\
                 move take(i in 0..2, k in 1..2) {{ when k <= a[i] and turns + 1 <= 5; a[i] -= k; turns += 1 }}\nstuck => me loses\n"
            ),
            "{}",
        )
    };
    let (tight, wide) = (heaps(12), heaps(900));
    let limits = Limits::default();
    let steps = |game: &Instance, at: &Packed| {
        let plan = Plan::of(game, at, &Ask::Table, &limits);
        let (choice, estimate) = plan.to_try().next().expect("something fits");
        (choice.method, estimate.positions, estimate.steps.iter().any(|(what, _)| *what == "narrow the bounds"))
    };
    let start = |game: &Instance| game.start().unwrap();
    assert_eq!(steps(&wide, &start(&wide)), ("recurrence", Some(8 * 8 * 8 * 6), true));
    let found = [&tight, &wide].map(|game| {
        let solution = solve(game, &start(game), &Ask::Table, &limits, Some("recurrence"), &Silent).unwrap();
        let brute = solve(game, &start(game), &Ask::Table, &limits, Some("brute"), &Silent).unwrap();
        let values = brute.store.entries(game).map(|(at, value)| (game.show_position(&at), value));
        for (at, value) in brute.store.entries(game) {
            assert_eq!(solution.store.value(game, &at), Some(value), "{}", game.show_position(&at));
        }
        (solution.positions, values.collect::<std::collections::BTreeMap<_, _>>())
    });
    assert!(found[0] == found[1]);
    // Play comes to more from here.
    let away = wide.read_position("a=[3, 4, 8]").unwrap();
    assert!(!steps(&wide, &away).2);
    let [by_plan, by_brute] =
        [None, Some("brute")].map(|method| solve(&wide, &away, &Ask::Table, &limits, method, &Silent));
    assert_eq!(by_plan.unwrap().value, by_brute.unwrap().value);
}
