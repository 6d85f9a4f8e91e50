//! One item from either end of a row: fusion.

use super::{Dice, by, gallery, instance, rules, solved, theorem};
use bouton::game::Game;
use bouton::{Ask, Instance, Limits, Stop, Value, answer, report};
use serde_json::json;

/// The theorem says of every row that can be left, and of every move there, what trying everything says; its line keeps the value.
fn agrees(game: &Instance) {
    let table = solved(game, &Ask::Table, "sweep").unwrap();
    let told = solved(game, &Ask::Line, "theorem").unwrap();
    for (position, value) in table.store.entries(game) {
        assert_eq!(told.store.value(game, &position), Some(value), "{}", game.show_position(&position));
    }
    assert_eq!(told.value, table.value);
    keeps(game, &told, &table);
}

/// Every move of the line is a best one, and what they give comes to the value.
fn keeps(game: &Instance, told: &bouton::Solution<Instance>, table: &bouton::Solution<Instance>) {
    let line = report(game, told, &told.start, 99).unwrap().line;
    let (mut at, mut lead) = (told.start.clone(), 0);
    for made in &line.moves {
        let here = answer(game, &table.store, &at).unwrap();
        assert_eq!(here.mover, made.mover);
        let choice = here.best().find(|choice| choice.mv == made.mv).unwrap();
        assert_eq!(choice.gain, made.gain);
        let first = game.mover(&told.start) == made.mover;
        lead += if first { made.gain.mine - made.gain.theirs } else { made.gain.theirs - made.gain.mine };
        at = choice.next.clone();
    }
    assert_eq!((at, Value::Lead(lead)), (line.last, told.value));
}

#[test]
fn every_small_row_is_worth_what_trying_everything_says() {
    let rules = gallery("stone-game");
    for (values, longest) in [(&[-1, 0, 1][..], 7), (&[0, 1, 2, 3][..], 6)] {
        for length in 1..=longest {
            for number in 0..values.len().pow(length) {
                let digit = |place: u32| values[number / values.len().pow(place) % values.len()];
                let row: Vec<i64> = (0..length).map(digit).collect();
                // Rows that hold a longest one's beginning are met within it; the shorter ones are looked at as starts.
                agrees_on_the_start(&instance(&rules, &json!({"piles": row})), length == longest);
            }
        }
    }
}

/// As `agrees`, and only at the start unless `everywhere`: what is left of a row is a row that is looked at itself.
fn agrees_on_the_start(game: &Instance, with_line: bool) {
    let table = solved(game, &Ask::Table, "sweep").unwrap();
    let told = solved(game, &Ask::Line, "theorem").unwrap();
    assert_eq!(told.value, table.value);
    if with_line {
        keeps(game, &told, &table);
    }
}

/// Numbers of many kinds: signs, zeros, ties, rising and falling, single ones.
pub(super) fn row(dice: &mut Dice, longest: i64) -> Vec<i64> {
    let kinds =
        [(-1, 1), (0, 1), (0, 3), (-9, 9), (1, 9), (-50, 50), (0, 1_000), (-9_999, -1), (-9_000_000_000_000, 9)];
    let (lo, hi) = kinds[usize::try_from(dice.below(9)).unwrap()];
    let mut row: Vec<i64> = (0..dice.between(1, longest)).map(|_| dice.between(lo, hi)).collect();
    match dice.below(8) {
        0 => row.sort_unstable(),
        1 => row.sort_unstable_by(|one, two| two.cmp(one)),
        _ => {}
    }
    row
}

#[test]
fn random_rows_are_worth_what_trying_everything_says() {
    let (rules, mut dice) = (gallery("stone-game"), Dice(877));
    for round in 0..10_000 {
        let longest = if round % 50 == 0 { 30 } else { 9 };
        let game = instance(&rules, &json!({"piles": row(&mut dice, longest)}));
        if round % 10 == 0 {
            agrees(&game);
        } else {
            agrees_on_the_start(&game, true);
        }
    }
}

#[test]
fn play_may_begin_in_the_middle() {
    let (rules, mut dice) = (gallery("stone-game"), Dice(486));
    for _ in 0..300 {
        let game = instance(&rules, &json!({"piles": row(&mut dice, 12)}));
        let table = solved(&game, &Ask::Table, "sweep").unwrap();
        let entries: Vec<_> = table.store.entries(&game).collect();
        let (position, value) = &entries[usize::try_from(dice.below(entries.len() as u64)).unwrap()];
        let told = by(&game, position, &Ask::Line, "theorem").unwrap();
        assert_eq!(told.value, *value);
        keeps(&game, &told, &table);
        told.check(&game, &Limits::default()).unwrap();
    }
}

#[test]
fn longer_rows_agree_with_windows() {
    let (rules, mut dice) = (gallery("stone-game"), Dice(2_010));
    for _ in 0..20 {
        let game = instance(&rules, &json!({"piles": row(&mut dice, 400)}));
        let table = solved(&game, &Ask::Table, "recurrence").unwrap();
        let told = solved(&game, &Ask::Line, "theorem").unwrap();
        assert_eq!(told.value, table.value);
        for (position, value) in table.store.entries(&game).step_by(97) {
            assert_eq!(told.store.value(&game, &position), Some(value), "{}", game.show_position(&position));
        }
    }
}

const HEAD: &str = "game Ends\nparam xs : list[1..20] of -99..99\nlet n = len(xs)\n";

/// The same rules written in other ways.
const WRITINGS: &[(&str, &str)] = &[
    (
        "renamed",
        "state lower : 0..n = 0\nstate upper : 0..n = n\nmove front { gain xs[lower]; lower += 1 }\nmove back { gain xs[upper - 1]; upper -= 1 }\nremaining sum(xs[lower..<upper])\nend when lower == upper",
    ),
    (
        "reordered",
        "state j : 0..n = n\nstate i : 0..n = 0\nend when i == j\nmove right { j -= 1; gain xs[j] }\nmove left { gain xs[i]; i += 1 }",
    ),
    (
        "the last place",
        "state i : 0..n = 0\nstate j : -1..n - 1 = n - 1\nmove left { gain xs[i]; i += 1 }\nmove right { gain xs[j]; j -= 1 }\nend when i > j",
    ),
    (
        "counts of what was taken",
        "state a : 0..n = 0\nstate b : 0..n = 0\nmove left { gain xs[a]; a += 1 }\nmove right { gain xs[n - 1 - b]; b += 1 }\nend when a + b == n",
    ),
    (
        "left end and length",
        "state at : 0..n = 0\nstate length : 0..n = n\nmove left { gain xs[at]; at += 1; length -= 1 }\nmove right { gain xs[at + length - 1]; length -= 1 }\nend when length == 0",
    ),
    (
        "right end and length",
        "state to : 0..n = n\nstate length : 0..n = n\nmove left { gain xs[to - length]; length -= 1 }\nmove right { gain xs[to - 1]; to -= 1; length -= 1 }\nend when length == 0",
    ),
    (
        "guards and being stuck",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { when i < j; gain xs[i]; i += 1 }\nmove right { when j - i >= 1; gain xs[j - 1]; j -= 1 }",
    ),
    (
        "gain afterwards",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { i += 1; gain xs[i - 1] }\nmove right { j -= 1; gain xs[j] }\nend when i == j",
    ),
    (
        "sums of one",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain sum(xs[i ..< i + 1]); i += 1 }\nmove right { gain sum(xs[j - 1 ..< j]); j -= 1 }\nremaining sum(xs[i..<j])\nend when i >= j",
    ),
    (
        "sums that differ by one",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain sum(xs[i ..< j]) - sum(xs[i + 1 ..< j]); i += 1 }\nmove right { gain sum(xs[i ..< j]) - sum(xs[i ..< j - 1]); j -= 1 }\nend when i == j",
    ),
    (
        "both the end and guards",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { when i < j; gain xs[i]; i += 1 }\nmove right { when i < j; gain xs[j - 1]; j -= 1 }\nend when not (i < j)",
    ),
    (
        "old values",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { i += 1; gain xs[old(i)] }\nmove right { j -= 1; gain xs[old(j) - 1] }\nend when j <= i",
    ),
    (
        "in local names",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { let x = xs[i]; i += 1; gain x }\nmove right { var last = j; last -= 1; gain xs[last]; j = last }\nend when i == j",
    ),
    (
        "what the other loses",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain -xs[i] to opponent; i += 1 }\nmove right { gain -xs[j - 1] to opponent; j -= 1 }\nend when i == j",
    ),
    (
        "an end with a lead of nothing",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when i == j => me leads by 0",
    ),
    (
        "an invariant",
        "state i : 0..n = 0\nstate j : 0..n = n\ninvariant i <= j\nmove left { gain xs[i]; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "downwards",
        "state gone : -n..0 = 0\nstate j : 0..n = n\nmove left { gain xs[-gone]; gone -= 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when j + gone == 0",
    ),
    (
        "by definitions",
        "def first() = xs[i]\ndef last() = xs[j - 1]\nstate i : 0..n = 0\nstate j : 0..n = n\nmove left { gain first(); i += 1 }\nmove right { gain last(); j -= 1 }\nend when i == j",
    ),
    (
        "one move that chooses a side",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove take(side in 0..1) { gain if side == 0 then xs[i] else xs[j - 1]; if side == 0 { i += 1 } else { j -= 1 } }\nend when i == j",
    ),
];

#[test]
fn the_rules_are_known_however_they_are_written() {
    let mut dice = Dice(1);
    for (what, text) in WRITINGS {
        let rules = rules(&format!("{HEAD}{text}\n"));
        for round in 0..20 {
            let values: Vec<i64> = (0..=round / 2).map(|_| dice.between(-9, 9)).collect();
            let game = instance(&rules, &json!({"xs": values}));
            assert_eq!(theorem(&game), Some("fusion"), "{what}: {:?}", game.recurrence());
            agrees(&game);
        }
    }
}

/// Rules that are almost the same, and worth something else.
const NEAR_MISSES: &[(&str, &str)] = &[
    (
        "one or two items",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left(x in 1..2) { when i + x <= j; gain sum(xs[i ..< i + x]); i += x }\nmove right(x in 1..2) { when i + x <= j; gain sum(xs[j - x ..< j]); j -= x }\nend when i == j",
    ),
    (
        "two from the left",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove two { when i + 2 <= j; gain xs[i] + xs[i + 1]; i += 2 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "only from the left",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove skip { j -= 1 }\nend when i == j",
    ),
    (
        "again after the left",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1; again }\nmove right { gain xs[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "two rows",
        "let ys = [x * x for x in xs]\nstate i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove right { gain ys[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "ends with one left",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when j - i <= 1",
    ),
    (
        "the last one is worth a point",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when i == j => opponent leads by 1",
    ),
    (
        "a point for the left",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i] + 1; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "the right counts twice",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove right { gain 2 * xs[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "a third move",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nmove both { when i + 2 <= j; gain xs[i] + xs[j - 1]; i += 1; j -= 1 }\nend when i == j",
    ),
    (
        "the other gets the left",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i] to opponent; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "a move that may be kept",
        "state i : 0..n = 0\nstate j : 0..n = n\nstate pass : 0..1 = 1\nmove left { gain xs[i]; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nmove wait { when pass > 0; pass -= 1 }\nend when i == j",
    ),
    (
        "the left only while two are left",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { when i + 1 < j; gain xs[i]; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "the item before the end",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove right { gain xs[max(i, j - 2)]; j -= 1 }\nend when i == j",
    ),
    (
        "the neighbour",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { when i + 2 <= j; gain xs[i + 1]; i += 1 }\nmove right { when i + 1 <= j; gain xs[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "what remains",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { i += 1; gain sum(xs[i..<j]) }\nmove right { j -= 1; gain sum(xs[i..<j]) }\nend when i == j",
    ),
    (
        "play ends at the middle",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { gain xs[i]; i += 1 }\nmove right { gain xs[j - 1]; j -= 1 }\nend when i == j or i >= 3",
    ),
    (
        "two items a time",
        "state i : 0..n = 0\nstate j : 0..n = n\nmove left { when i < j; gain xs[i]; i += min(2, j - i) }\nmove right { when i < j; gain xs[j - 1]; j -= 1 }\nend when i == j",
    ),
    (
        "towards the outside",
        "state i : 0..n = n // 2\nstate j : 0..n = n // 2\nmove left { when i > 0; i -= 1; gain xs[i] }\nmove right { when j < n; gain xs[j]; j += 1 }\n",
    ),
];

#[test]
fn near_misses_are_left_alone_and_still_solved() {
    let (mut dice, mut otherwise) = (Dice(2), 0);
    for (what, text) in NEAR_MISSES {
        let (near, right) = (rules(&format!("{HEAD}{text}\n")), gallery("stone-game"));
        for length in 5..=8 {
            let values: Vec<i64> = (0..length).map(|_| dice.between(-9, 9)).collect();
            let game = instance(&near, &json!({"xs": values}));
            assert_eq!(theorem(&game), None, "{what}");
            assert!(matches!(solved(&game, &Ask::Line, "theorem"), Err(Stop::Unfit { .. })), "{what}");
            let start = game.start().unwrap();
            let planned =
                bouton::solve(&game, &start, &Ask::Line, &Limits::default(), None, &bouton::limits::Silent).unwrap();
            let value = solved(&game, &Ask::Table, "brute").unwrap().value;
            assert_eq!(planned.value, value, "{what}");
            let fused = solved(&instance(&right, &json!({"piles": values})), &Ask::Line, "theorem").unwrap().value;
            otherwise += usize::from(fused != value);
        }
    }
    assert!(otherwise > 2 * NEAR_MISSES.len(), "the theorem would be wrong, but only {otherwise} times here");
}
