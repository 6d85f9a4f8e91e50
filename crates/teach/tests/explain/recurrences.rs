//! Recurrences as mathematics, held against positions.

use super::{instance, solved};
use bouton::Instance;
use bouton::game::Game;
use bouton::rules::{Source, check};
use bouton_teach::formula;
use bouton_teach::recurrence::{Formulas, Intervals, formulas, of_every_size};
use bouton_teach::words::Lang;
use std::sync::Arc;

fn lines(name: &str, params: &str) -> Vec<String> {
    let game = instance(name, params);
    formula::cases(&formulas(String::new(), String::new(), &game).main, Lang::English)
}

#[test]
fn the_classic_recurrences_read_as_in_books() {
    let third = lines("stone-game-iii", r#"{"values": [1, 2, 3, 7]}"#);
    assert!(third[0].starts_with("v(i) = 0   ") && third[0].ends_with("if i = 4"), "{third:?}");
    assert!(
        third[1].trim_start().starts_with("max sum(values[i ..< i + x]) − v(i + x)   over 1 ≤ x ≤ min(3, 4 − i)"),
        "{third:?}"
    );
    let first = lines("stone-game", r#"{"piles": [5, 3, 4, 5]}"#);
    assert_eq!(first[1].trim(), "max(piles[i] − v(i + 1, j), piles[j − 1] − v(i, j − 1))   otherwise");
    assert_eq!(
        lines("kayles", r#"{"rows": [5]}"#),
        ["g(n) = mex g(at) ⊕ g(n − w − at)   over 1 ≤ w ≤ 2, 0 ≤ at ≤ n − w"]
    );
}

#[test]
fn what_is_left_is_listed_as_positions_say() {
    let solved = solved("stone-game-ii", r#"{"piles": [2, 7, 9, 4, 4]}"#);
    let found = formulas(String::new(), String::new(), &solved.game);
    let points = found.points.unwrap();
    let (name, values) = points.values.unwrap();
    assert_eq!(name, "i");
    for (i, value) in values.iter().enumerate() {
        let at = solved.game.read_position(&format!("i={i}")).unwrap();
        assert_eq!(solved.scene().remaining(&at), Some(*value));
    }
    assert_eq!(values.len(), 6);
    assert_eq!(found.order, [("i".to_owned(), false)]);
}

#[test]
fn games_without_closed_forms_say_why() {
    let reason = |game: &Instance| formulas(String::new(), String::new(), game).reason.unwrap().to_string();
    let game = instance("mnk", "{}");
    assert!(reason(&game).contains("line 14") && game.recurrence().is_err());
    // It has one, of nodes.
    let game = instance("cat-and-mouse", r#"{"graph": [[1,3],[0],[3],[0,2]]}"#);
    assert!(reason(&game).contains("easily read") && game.recurrence().is_ok());
}

#[test]
fn points_are_not_told_where_players_do_not_share_them_in_turn() {
    let game = instance("stone-game-vii", r#"{"stones": [5, 3, 1]}"#);
    assert!(formulas(String::new(), String::new(), &game).points.is_none(), "no `remaining` line stands in its rules");
}

fn every(name: &str, intervals: Intervals) -> Option<Formulas> {
    let game = bouton::gallery::find(name).unwrap();
    let rules = Arc::new(check(&Source::new(name, game.text)).0.unwrap());
    of_every_size(String::new(), &rules, intervals)
}

fn every_line(name: &str, intervals: Intervals) -> String {
    let lines = formula::cases(&every(name, intervals).unwrap().main, Lang::English);
    lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(" | ")
}

#[test]
fn sizes_stay_letters_where_no_parameters_are_given() {
    assert_eq!(
        every_line("stone-game", Intervals::HalfOpen),
        "v(i, j) = 0 if i = j | max(piles[i] − v(i + 1, j), piles[j − 1] − v(i, j − 1)) otherwise"
    );
    assert_eq!(
        every_line("stone-game-ii", Intervals::HalfOpen),
        "v(i, M) = 0 if i = n | max sum(piles[i ..< i + X]) − v(i + X, max(M, X)) over 1 ≤ X ≤ min(2M, n − i) otherwise"
    );
    assert_eq!(
        every_line("stone-game-iii", Intervals::HalfOpen),
        "v(i) = 0 if i = n | max sum(values[i ..< i + x]) − v(i + x) over 1 ≤ x ≤ min(most, n − i) otherwise"
    );
    assert_eq!(
        every_line("stone-game-iv", Intervals::HalfOpen),
        "v(stones) = −1 if nobody can move | max −v(stones − x) over x ∈ {1, 4, 9, …}, x ≤ stones otherwise"
    );
    assert_eq!(
        every_line("subtraction", Intervals::HalfOpen),
        "v(stones) = −1 if nobody can move | max −v(stones − x) over x ∈ takes, x ≤ stones otherwise"
    );
}

#[test]
fn closed_intervals_take_their_last_entry_in() {
    assert_eq!(
        every_line("stone-game", Intervals::Closed),
        "v(i, j) = 0 if i = j + 1 | max(piles[i] − v(i + 1, j), piles[j] − v(i, j − 1)) otherwise"
    );
    let found = every("stone-game", Intervals::Closed).unwrap();
    assert_eq!(found.shifted, ["j"]);
    let left = formula::cases(&found.points.unwrap().left, Lang::English);
    assert_eq!(left, ["s(i, j) = sum(piles[i .. j])"]);
    // Nothing is shifted where no variable is an end.
    assert!(every("stone-game-ii", Intervals::Closed).unwrap().shifted.is_empty());
    assert!(every_line("stone-game-ii", Intervals::Closed).contains("sum(piles[i .. i + X − 1])"));
}

#[test]
fn work_grows_as_classrooms_count_it() {
    let growth = |name: &str| every(name, Intervals::HalfOpen).unwrap().growth.unwrap();
    let second = growth("stone-game-ii");
    assert_eq!((second.steps.as_str(), second.windows.as_deref()), ("n³", Some("n²")));
    assert_eq!(growth("stone-game").steps, "n²");
    assert_eq!(growth("rectangle").positions, "height²·width²");
    assert_eq!(growth("subtraction").steps, "n·|takes|");
}

#[test]
fn every_game_of_the_gallery_has_a_recurrence_without_parameters_or_is_known_to_have_none() {
    let without: Vec<&str> = bouton::gallery::games()
        .filter(|game| every(game.name, Intervals::HalfOpen).is_none())
        .map(|game| game.name)
        .collect();
    assert_eq!(without, [""; 0]);
}

#[test]
fn guessing_a_number_is_told_in_two_variables_as_in_books() {
    let found = every("guess-number", Intervals::HalfOpen).unwrap();
    let rounds = found.rounds.unwrap();
    let lines = formula::cases(&rounds.equation, Lang::English);
    let lines: Vec<String> = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines,
        [
            "c(lo, hi) = 0 if lo = hi",
            "min max(x + c(x + 1, hi) if hi ≥ x + 1, x + c(lo, x − 1) if x ≥ lo + 1, c(x, x)) over lo ≤ x ≤ hi otherwise"
        ]
    );
    let (order, growth) = (rounds.order, rounds.growth.unwrap());
    assert_eq!(order, [("lo".to_owned(), false), ("hi".to_owned(), true)]);
    assert_eq!((growth.positions.as_str(), growth.moves.as_str(), growth.steps.as_str()), ("n²", "n", "n³"));
    // The same by hand: what the guesser has to pay is the other's lead.
    fn paid(lo: i64, hi: i64) -> i64 {
        let answers = |x: i64| [(hi > x).then(|| x + paid(x + 1, hi)), (x > lo).then(|| x + paid(lo, x - 1)), Some(0)];
        if lo == hi { 0 } else { (lo..=hi).map(|x| answers(x).into_iter().flatten().max().unwrap()).min().unwrap() }
    }
    for n in 1..8 {
        let solved = solved("guess-number", &format!("{{\"n\": {n}}}"));
        assert_eq!(solved.solution.value, bouton::Value::Lead(-paid(1, n)), "{n}");
    }
    // Where both sides have choices of their own nothing is put together.
    for game in bouton::gallery::games().filter(|game| game.name != "guess-number") {
        assert!(every(game.name, Intervals::HalfOpen).is_none_or(|found| found.rounds.is_none()), "{}", game.name);
    }
}
