//! Octal games written as rules: their codes are found, and nimbers by code are those of the rules.

use super::{Dice, gallery, instance, rules};
use bouton::game::{Game, Part};
use bouton::limits::{Meter, Silent};
use bouton::plan::Fit;
use bouton::{Ask, Instance, Limits, solve};
use serde_json::json;

/// The code that EXPLAIN names.
fn code(game: &Instance) -> Option<String> {
    let plan = bouton::Plan::of(game, &game.start().unwrap(), &Ask::Table, &Limits::default());
    let grundy = plan.choices.iter().find(|choice| choice.method == "grundy").unwrap();
    let Fit::Yes(estimate) = &grundy.fit else { panic!("{grundy:?}") };
    let words = &estimate.steps[0].1;
    words.to_string().split("octal code ").nth(1).map(|rest| rest.split(':').next().unwrap().to_owned())
}

/// The nimbers of sizes up to one, every option of every part asked of the rules.
fn plainly(game: &Instance, to: i64) -> Vec<(u64, bool)> {
    let parts = game.parts().unwrap();
    let mut values: Vec<(u64, bool)> = Vec::new();
    for value in 0..=to {
        let options = parts.options(Part { kind: 0, value }).unwrap();
        let worth =
            |left: &Vec<Part>| left.iter().fold(0, |sum, part| sum ^ values[usize::try_from(part.value).unwrap()].0);
        let there: Vec<u64> = options.iter().map(worth).collect();
        values.push(((0..).find(|nimber| !there.contains(nimber)).unwrap(), options.is_empty()));
    }
    values
}

fn by_grundy(game: &Instance) -> bouton::Solution<Instance> {
    solve(game, &game.start().unwrap(), &Ask::Table, &Limits::default(), Some("grundy"), &Silent).unwrap()
}

fn same_nimbers(game: &Instance, to: i64) {
    let solution = by_grundy(game);
    let nimbers = solution.store.nimbers().unwrap();
    // A start without a move is no part of the sum: nothing is worked out then.
    let known = if game.parts().unwrap().split(&game.start().unwrap()).is_empty() { 0 } else { to };
    for (value, (nimber, idle)) in (0..=known).zip(plainly(game, to)) {
        let worth = nimbers.get(Part { kind: 0, value }).unwrap();
        assert_eq!((worth.nimber, worth.idle), (nimber, idle), "{value}");
    }
}

/// A digit's moves, each written in one of several ways.
fn digit_moves(dice: &mut Dice, place: usize, digit: u64) -> Vec<String> {
    let one_of = |dice: &mut Dice, ways: [String; 2]| ways[usize::try_from(dice.below(2)).unwrap()].clone();
    let all = [
        format!("(at in 0 .. n - {place}) => H(at) + H(n - {place} - at)"),
        format!("(at in {place} .. n) => H(n - at) + H(at - {place})"),
    ];
    let split = [
        format!("(at in 1 ..< n - {place}) => H(at) + H(n - at - {place})"),
        format!("(rest in 1 .. n) when rest < n - {place} => H(n - {place} - rest) + H(rest)"),
    ];
    if digit == 7 && dice.below(2) == 0 {
        return vec![one_of(dice, all)];
    }
    let splits = (digit & 4 != 0).then(|| one_of(dice, split));
    let rest = match digit & 3 {
        1 => Some(format!(" when n == {place} => nothing")),
        2 => Some(format!(" when n > {place} => H(n - {place})")),
        3 => Some(format!(" when n >= {place} => H(n - {place})")),
        _ => None,
    };
    splits.into_iter().chain(rest).collect()
}

#[test]
fn random_codes_are_found_and_their_nimbers_right() {
    let (mut dice, mut sizes) = (Dice(1_956), 0);
    for round in 0..600 {
        let last = 1 + dice.below(7);
        let before = dice.between(0, 3);
        let digits: Vec<u64> = (0..before).map(|_| dice.below(8)).chain([last]).collect();
        let bodies = digits.iter().enumerate().flat_map(|(at, digit)| digit_moves(&mut dice, at + 1, *digit));
        let moves: String = (0..).zip(bodies).map(|(number, body)| format!("  move m{number}{body}\n")).collect();
        let text = format!("game G\npart H(n : 0..40) {{\n{moves}}}\nstart H(18)\nstuck => me loses\n");
        let game = instance(&rules(&text), &json!({}));
        let wanted: String = digits.iter().map(u64::to_string).collect();
        assert_eq!(code(&game), Some(format!("0.{wanted}")), "{text}");
        same_nimbers(&game, 18);
        if round % 50 == 0 {
            by_grundy(&game).check(&game, &Limits::default()).unwrap();
        }
        sizes += 19;
    }
    assert!(sizes > 10_000);
}

#[test]
fn the_gallery_has_its_codes() {
    for (name, param, found) in [
        ("kayles", "rows", Some("0.77")),
        ("dawson", "rows", Some("0.137")),
        ("treblecross", "strips", Some("0.11337")),
        ("lasker", "heaps", None),
        ("grundy-heaps", "heaps", None),
    ] {
        let game = instance(&gallery(name), &json!({ param: [60] }));
        let code = code(&game);
        assert_eq!(code.is_some(), found.is_some(), "{name}: {code:?}");
        if name != "treblecross" {
            assert_eq!(code.as_deref(), found, "{name}");
        }
        if found.is_some() {
            same_nimbers(&game, 60);
        }
    }
}

/// Rules that are almost octal.
const NEAR_MISSES: &[&str] = &[
    "  move a(at in 2 .. n - 3) => H(at) + H(n - 1 - at)\n",
    "  move a(at in 0 .. n - 3) => H(at) + H(n - 3 - at)\n  move b(at in 1 ..< n if at != n - at) => H(at) + H(n - at)\n",
    "  move a(at in 1 .. n) => H(n - at)\n",
    "  move a(at in 0 .. n - 2) when n <= 20 => H(at) + H(n - 2 - at)\n",
    "  move a when n >= 5 => H(n - 3)\n",
    "  move a(at in 0 .. n - 3) => H(at) + H(n - 2 - at) + H(0 * at)\n  move b(at in 1 .. n - 2) => H(1) + H(at) + H(n - 2 - at)\n",
    "  move a(at in [1, 3, 5] if at < n) => H(at) + H(n - 1 - at)\n",
    "  move a(at in 1 .. 90 if 2 * at <= n) => H(n - at)\n",
    "  move a when n > 0 => nothing\n",
    "  move a(at in 1 .. n - 1) => H(at)\n",
    "  move a(k in 1 .. n, at in 0 .. n - k) => H(at) + H(n - k - at)\n",
];

#[test]
fn near_misses_have_no_code_and_right_nimbers() {
    for moves in NEAR_MISSES {
        let text = format!("game G\npart H(n : 0..400) {{\n{moves}}}\nstart H(14)\nstuck => me loses\n");
        let game = instance(&rules(&text), &json!({}));
        assert_eq!(code(&game), None, "{text}");
        let (solution, plain) = (by_grundy(&game), plainly(&game, 14));
        assert_eq!(solution.nimber(&game, &solution.start), plain.last().map(|worth| worth.0), "{text}");
        let checked =
            bouton::check(&game, &solution.start, &solution.store, &mut Meter::new(&Limits::default(), &Silent));
        checked.unwrap();
    }
}

#[test]
fn long_rows_take_no_time() {
    // Kayles has the period 12 from 71 on (Guy and Smith 1956): 99,999 is as 75 + 12 is, and so on.
    let rules = gallery("kayles");
    let nimber = |row: i64| {
        let game = instance(&rules, &json!({ "rows": [row] }));
        by_grundy(&game).nimber(&game, &game.start().unwrap())
    };
    for row in 99_990..99_993 {
        assert_eq!(nimber(row), nimber(84 + row % 12));
    }
}
