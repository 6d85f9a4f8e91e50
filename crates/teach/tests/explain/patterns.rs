//! Patterns, held against what is known of the games.

use super::rules;
use bouton::Limits;
use bouton_teach::cases::{Maker, Sizes};
use bouton_teach::patterns::{End, Found, patterns, text};
use bouton_teach::words::Lang;

fn found(name: &str, sizes: Sizes, most: usize) -> Found {
    let rules = rules(name);
    let maker = Maker::new(rules.clone(), vec![None; rules.params.len()], sizes);
    patterns(&maker, &Limits::default(), most).unwrap()
}

fn told(found: &Found) -> Vec<(String, Vec<End>, usize)> {
    let one = |pattern: &bouton_teach::patterns::Pattern| {
        (pattern.when.say(Lang::English), pattern.ends.clone(), pattern.cases)
    };
    found.patterns.iter().map(one).collect()
}

#[test]
fn boutons_theorem_is_seen() {
    let found = found("nim", Sizes { len: 3, value: 7, ..Sizes::default() }, 2000);
    let told = told(&found);
    assert_eq!(told[0].0, "the xor of heaps is 0");
    assert_eq!((told[0].1.as_slice(), told[1].1.as_slice()), (&[End::Loses][..], &[End::Wins][..]));
    assert_eq!(told[0].2 + told[1].2, found.cases);
    assert_eq!(told.len(), 2, "what follows from these is not said again: {told:?}");
}

#[test]
fn who_takes_from_a_heap_wins_by_remainders() {
    let found = found("subtraction", Sizes { len: 0, value: 60, ..Sizes::default() }, 2000);
    assert_eq!(
        told(&found),
        [("n mod 4 is 1, 2, 3".to_owned(), vec![End::Wins], 45), ("n mod 4 is 0".to_owned(), vec![End::Loses], 15)]
    );
    let found = self::found("divisor-game", Sizes { len: 0, value: 60, ..Sizes::default() }, 2000);
    assert_eq!(
        told(&found),
        [("n is even".to_owned(), vec![End::Wins], 30), ("n is odd".to_owned(), vec![End::Loses], 30)]
    );
}

#[test]
fn an_even_row_is_never_lost_by_who_begins_and_an_odd_one_may_be() {
    let found = found("stone-game", Sizes { len: 6, value: 3, ..Sizes::default() }, 2000);
    let even = &found.patterns[0];
    assert_eq!(even.when.say(Lang::English), "n is even");
    assert_eq!(even.ends, [End::Wins, End::Draws]);
    assert_eq!(even.cases, 9 + 81 + 729);
    assert_eq!(even.but, Some(("piles=[1,3,1]".to_owned(), End::Loses)));
    let players = ["Alice".to_owned(), "Bob".to_owned()];
    let lines = text(&found, &players, Lang::English);
    assert!(lines.contains(&"  If n is even: Alice never loses. 819 cases".to_owned()), "{lines:?}");
}

#[test]
fn squares_make_no_pattern() {
    let found = found("stone-game-iv", Sizes { len: 0, value: 100, ..Sizes::default() }, 2000);
    assert!(found.patterns.is_empty() && found.cases == 100, "{:?}", found.patterns);
}
