//! How recurrences read, and why some games have none. `recurrences.txt` holds a game, its parameters, and what is said, line by
//! line; `BOUTON_ACCEPT=1` writes it anew.

use super::{gallery, instance};
use bouton::game::Game;
use bouton::{Ask, Limits, Plan};

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
