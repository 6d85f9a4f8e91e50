//! Cases solved by their family are answered as the long way answers them, word for word but for the method; and what the
//! long way complains of has no answer there.

use bouton::answer::report::report;
use bouton::family::{Family, Given, Wanted};
use bouton::gallery::{find, games};
use bouton::game::Game;
use bouton::methods::Ask;
use bouton::rules::datum::Datum;
use bouton::rules::{Rules, Source, check};
use bouton::sample::{self, Dice, Size};
use bouton::{Instance, Limits, Silent, solve};
use serde_json::json;
use std::sync::Arc;

/// The answer that the long way gives.
fn long_way(rules: &Arc<Rules>, params: &[Option<Datum>], wanted: Wanted) -> Option<String> {
    let game = Instance::new(rules.clone(), params).ok()?;
    let start = game.start().ok()?;
    let solution = solve(&game, &start, &Ask::Table, &Limits::default(), Some("memo"), &Silent).ok()?;
    let mut said = report(&game, &solution, &start, if wanted == Wanted::Line { 1_000 } else { 0 }).ok()?;
    if wanted != Wanted::Line {
        said.totals = said.totals.filter(|totals| totals.exact);
    }
    let mut said = said.to_json(&game);
    let left_out: &[&str] = match wanted {
        Wanted::Value => &["best", "moves", "line", "line_cut"],
        Wanted::Best => &["line", "line_cut"],
        Wanted::Line => &[],
    };
    left_out.iter().for_each(|name| drop(said.shift_remove(*name)));
    Some(json!(said).to_string())
}

/// The answer that the family gives.
fn short_way(family: &Family, params: &[Option<Datum>], wanted: Wanted) -> Option<String> {
    let given: Vec<Given> = params.iter().map(|param| param.as_ref().map_or(Given::Not, Given::Datum)).collect();
    family.worker().solve(&given, wanted).map(|told| told.json(None, wanted))
}

/// Whether the family answers; both ways must agree where it does.
#[track_caller]
fn agree(family: &Family, rules: &Arc<Rules>, params: &[Option<Datum>]) -> bool {
    let mut answered = false;
    for wanted in [Wanted::Value, Wanted::Best, Wanted::Line] {
        if let Some(told) = short_way(family, params, wanted) {
            assert_eq!(Some(told), long_way(rules, params, wanted), "{} {params:?}", rules.name);
            answered = true;
        }
    }
    answered
}

fn rules(text: &str) -> Arc<Rules> {
    Arc::new(check(&Source::new("test", text)).0.unwrap_or_else(|| panic!("{text}")))
}

#[test]
fn gallery_games_by_lot() {
    let sizes = [(1, 0), (2, 1), (3, 3), (5, 9), (8, 40), (12, 100)].map(|(entries, value)| Size { entries, value });
    let mut families = Vec::new();
    for game in games() {
        let rules = rules(game.text);
        let Ok(family) = Family::of(&rules) else { continue };
        let mut answered = 0;
        for (seed, size) in sizes.iter().flat_map(|size| [size; 8]).enumerate() {
            let Some(params) = sample::random(&rules, *size, &mut Dice::new(seed as u64)) else { continue };
            answered += usize::from(agree(&family, &rules, &params));
        }
        println!("{:<24} {answered} cases", game.name);
        assert!(answered >= 16, "{} is a family, yet few of its cases are answered: {answered}", game.name);
        families.push(game.name);
    }
    for name in ["stone-game-ii", "stone-game", "stone-game-iii", "stone-game-vii", "ends-k", "both-ends", "rectangle"]
    {
        assert!(families.contains(&name), "{name} is no family");
    }
}

/// A number by lot, of what is named and of small numbers; it may be faulty where it is worked out.
fn number(dice: &mut Dice, deep: usize, names: &[&str]) -> String {
    if deep == 0 || dice.once_in(3) {
        return if dice.once_in(3) {
            dice.between(-2, 4).to_string()
        } else {
            names[dice.below(names.len())].to_owned()
        };
    }
    let mut one = || number(dice, deep - 1, names);
    let (a, b) = (one(), one());
    match dice.below(13) {
        0 => format!("xs[{a}]"),
        1 => format!("sum(xs[i ..< {a}])"),
        2 => format!("sum(xs[{a} .. j - 1])"),
        3 => format!("({a}) // ({b})"),
        4 => format!("({a}) % ({b})"),
        5 => format!("min({a}, {b})"),
        6 => format!("max({a}, {b}, 1)"),
        7 => format!("abs({a})"),
        8 => format!("(if {} then {a} else {b})", truth(dice, deep - 1, names)),
        9 => format!("sum(xs[y] + {a} for y in i..<j if {})", truth(dice, deep - 1, &["y", "i"])),
        10 => format!("count(xs[y] > {a} for y in 0..<n)"),
        11 => format!("-({a}) * ({b})"),
        _ => format!("({a}) - ({b})"),
    }
}

fn truth(dice: &mut Dice, deep: usize, names: &[&str]) -> String {
    let (a, b) = (number(dice, deep, names), number(dice, deep, names));
    match dice.below(8) {
        0 => format!("{a} < {b}"),
        1 => format!("{a} != {b}"),
        2 => format!("0 <= {a} <= {b}"),
        3 => format!("({a} == {b} or {b} > 0)"),
        4 => format!("({a} >= 0 and not {b} == 1)"),
        5 => format!("any(xs[y] == {a} for y in 0..<n)"),
        6 => format!("is_square({a})"),
        _ => format!("{a} + 1 >= {b} // 2"),
    }
}

/// A game of numbers by lot.
fn game(dice: &mut Dice) -> String {
    let maybe = |dice: &mut Dice, line: &dyn Fn(&mut Dice) -> String| {
        if dice.once_in(3) { line(dice) } else { String::new() }
    };
    let plain = &["i", "j", "k", "n"];
    let (mut text, mover) = ("game Numbers\nparam xs : list[1..6] of -9..9\n".to_owned(), dice.once_in(3));
    text += "param k : 0..5 = 2\nlet n = len(xs)\n";
    text += &maybe(dice, &|dice| format!("require {}\n", truth(dice, 1, &["k", "n"])));
    text += "state i : 0..n = 0\nstate j : 0 .. n + 1 = n\n";
    let choice = format!("x in 1..{}", dice.between(1, 3));
    let legal = maybe(dice, &|dice| format!(" if {}", truth(dice, 1, &["x", "i", "j", "k"])));
    let by = |who: &str| if mover { format!(" by {who}") } else { String::new() };
    text += &format!("move left({choice}{legal}){} {{\n  when i + x <= j\n", by("First"));
    text += &maybe(dice, &|dice| format!("  let extra = {}\n  gain extra\n", number(dice, 2, &["x", "i", "j"])));
    text += &format!("  gain {}\n  i += x\n", number(dice, 2, &["x", "i", "j", "k"]));
    text += &maybe(dice, &|dice| format!("  if {} {{ again }}\n", truth(dice, 1, &["x", "i", "j"])));
    text += &maybe(dice, &|dice| format!("  gain {} to opponent\n", number(dice, 1, &["x", "i", "old(i)"])));
    text += &format!("}}\nmove right{} {{\n  when {}\n", by("Second"), truth(dice, 1, plain));
    text += &maybe(dice, &|dice| format!("  when {}\n", truth(dice, 2, plain)));
    text += if dice.once_in(3) { "  i, j = i, j - 1\n" } else { "  j -= 1\n" };
    text += if dice.once_in(2) { "  gain xs[j]\n}\n" } else { "  gain sum(xs[i..<j])\n}\n" };
    text += &maybe(dice, &|dice| format!("invariant {}\n", truth(dice, 1, plain)));
    text += if dice.once_in(8) { "remaining sum(xs[i..<j])\n" } else { "" };
    text += &match dice.below(3) {
        0 => "end when i >= j\n".to_owned(),
        1 => format!("end when i >= j => me leads by {}\n", number(dice, 1, plain)),
        _ => format!("end when {} => opponent leads by 2\nend when i >= j\n", truth(dice, 1, plain)),
    };
    text
}

#[test]
fn random_games_of_numbers() {
    let (mut texts, mut families, mut answered, mut faulty) = (0, 0, 0, 0);
    for seed in 0..2_000 {
        let mut dice = Dice::new(seed);
        let text = game(&mut dice);
        let Some(rules) = check(&Source::new("random", &text)).0.map(Arc::new) else { continue };
        texts += 1;
        let Ok(family) = Family::of(&rules) else { continue };
        families += 1;
        let count = 1 + dice.below(5);
        let xs = Datum::ints((0..count).map(|_| dice.between(-9, 9)));
        let params = [Some(xs), Some(Datum::Int(dice.between(0, 5)))];
        let long = long_way(&rules, &params, Wanted::Line).is_some();
        let short = agree(&family, &rules, &params);
        // What the long way answers and the short way does not is slow, but right.
        answered += usize::from(short);
        faulty += usize::from(!long);
    }
    println!("{texts} texts that check, {families} families, {answered} answered, {faulty} faulty");
    assert!(texts > 300 && families * 10 > texts * 9, "{families} families of {texts}");
    assert!(answered * 5 > families && faulty * 5 > families, "{answered} answered, {faulty} faulty of {families}");
}

#[test]
fn what_is_out_of_the_ordinary_has_no_short_way() {
    let two = rules(find("1140").unwrap().text);
    let family = Family::of(&two).unwrap();
    let list = |entries: &[i64]| [Some(Datum::ints(entries.iter().copied()))];
    assert!(agree(&family, &two, &list(&[2, 7, 9, 4, 4])));
    for outside in [list(&[]), list(&[1_000_001]), list(&[1; 300]), [Some(Datum::Int(3))], [None]] {
        assert!(!agree(&family, &two, &outside), "{outside:?}");
    }
    let wrong = json!([2, 2.5]);
    let told = family.worker().solve(&[Given::Json(&wrong)], Wanted::Value).map(|told| told.value);
    assert_eq!(told, None);
    let text = "game Around\nstate i : 0..3 = 0\nmove go { i = (i + 1) % 3\n gain 1 }\nend when i == 3\n";
    let round = rules(text);
    assert!(!agree(&Family::of(&round).unwrap(), &round, &[]), "play goes round for ever");
    assert!(Family::of(&rules(find("can-i-win").unwrap().text)).is_err());
}

#[test]
fn one_worker_solves_many_cases() {
    let two = rules(find("1140").unwrap().text);
    let family = Family::of(&two).unwrap();
    let mut worker = family.worker();
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let count = 1 + dice.below(12);
        let piles = Datum::ints((0..count).map(|_| dice.between(-20, 100)));
        let told = worker.solve(&[Given::Datum(&piles)], Wanted::Line).unwrap();
        assert_eq!(Some(told.json(None, Wanted::Line)), long_way(&two, &[Some(piles.clone())], Wanted::Line));
    }
}
