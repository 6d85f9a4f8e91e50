//! Set games worked out 64 sets at a time agree with play through every position, wherever play begins; what is almost one is not taken
//! for one.

use bouton::game::Game;
use bouton::instance::Instance;
use bouton::methods::Ask;
use bouton::rules::{Source, check};
use bouton::sample::Dice;
use bouton::{Limits, Plan, Silent, answer, solve};
use std::sync::Arc;

fn game(text: &str) -> Instance {
    let rules = check(&Source::new("test", text)).0.unwrap_or_else(|| panic!("{text}"));
    Instance::new(Arc::new(rules), &[]).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

/// Whether both ways give the same value and the same best moves from here on.
fn agree(game: &Instance, at: &str) -> bool {
    let start = game.read_position(at).unwrap();
    let solved = |method| solve(game, &start, &Ask::BestMoves, &Limits::default(), Some(method), &Silent);
    let (quick, plain) = (solved("sweep").unwrap(), solved("memo").unwrap());
    let best = |solution: &bouton::Solution<Instance>| -> Vec<_> {
        let found = answer(game, &solution.store, &start).unwrap();
        found.best().map(|choice| game.show_move(&choice.mv)).collect()
    };
    let text = &game.rules().source;
    assert!(quick.value.same_result(plain.value), "{text:?}\n{at}: {:?}, not {:?}", quick.value, plain.value);
    assert_eq!(best(&quick), best(&plain), "{text:?}\n{at}");
    !quick.whole
}

/// Whether it is known for a game of sets.
fn by_sets(game: &Instance) -> bool {
    let plan = Plan::of(game, &game.start().unwrap(), &Ask::Value, &Limits::default());
    plan.choices.iter().any(|choice| choice.strategy.is_some_and(|strategy| strategy.name == "sets"))
}

/// A set game by lot, with elements 1 to `most`.
fn random(dice: &mut Dice, most: i64) -> String {
    let adds = dice.once_in(2);
    let (first, legal, change) = if adds { ("{}", "not in", "+=") } else { ("{x for x in 1..n}", "in", "-=") };
    let sum = *dice.pick(&["sum(s)", "len(s)", "sum(ws[x - 1] for x in s)"]);
    let sign = *dice.pick(&[">=", ">", "<=", "<", "=="]);
    let bound = dice.between(-2, if sum == "len(s)" { most } else { most * (most + 1) / 2 });
    let when = if dice.once_in(2) { format!("{sum} {sign} {bound}") } else { format!("{bound} {sign} {sum}") };
    let outcome = *dice.pick(&["me wins", "me loses", "opponent wins"]);
    let weights: Vec<String> = (0..most).map(|_| dice.between(-3, 6).to_string()).collect();
    let mut text = format!("game Sets\nlet n = {most}\nlet ws = [{}]\n", weights.join(", "));
    text += &format!("state s : set of 1..{most} = {first}\n");
    let inside = dice.once_in(2);
    let condition = dice.once_in(2);
    text += &if condition {
        format!("move pick(k in 1..n if k {legal} s) {{\n")
    } else {
        format!("move pick(k in 1..n) {{\n  when k {legal} s\n")
    };
    text += &format!("  s {change} {{k}}\n");
    text += &if inside { format!("  end when {when} => {outcome}\n}}\n") } else { "}\n".to_owned() };
    text += &if inside { String::new() } else { format!("end when {when} => {outcome}\n") };
    text + *dice.pick(&["stuck => me loses\n", "stuck => me wins\n", "stuck => draw\n"])
}

#[test]
fn random_set_games() {
    let (mut quick, mut all) = (0, 0);
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let most = dice.between(8, 9);
        let game = game(&random(&mut dice, most));
        for _ in 0..3 {
            let set: Vec<String> = (1..=most).filter(|_| dice.once_in(3)).map(|element| element.to_string()).collect();
            quick += usize::from(agree(&game, &format!("s={{{}}}", set.join(","))));
            all += 1;
        }
        quick += usize::from(agree(&game, "turn=First"));
        all += 1;
    }
    println!("{quick} of {all} were worked out 64 at a time");
    assert!(quick * 4 > all, "{quick} of {all}");
}

#[test]
fn a_sum_that_play_compares_with_itself_is_no_bound() {
    for when in ["sum(s) % 2 == 1", "2 * sum(s) >= 3", "sum(s) >= len(s)", "len(s) >= sum(s)", "sum(s) >= k"] {
        let text = format!(
            "game Sets\nstate s : set of 0..2 = {{}}\nmove pick(k in 0..2 if k not in s) {{\n  s = s + {{k}}\n  \
             end when {when} => me wins\n}}\nstuck => me loses\n"
        );
        let game = game(&text);
        let start = game.start().unwrap();
        for ask in [Ask::Value, Ask::Line, Ask::Table] {
            let found = solve(&game, &start, &ask, &Limits::default(), None, &Silent).unwrap();
            let right = solve(&game, &start, &ask, &Limits::default(), Some("brute"), &Silent).unwrap();
            assert!(found.value.same_result(right.value), "{when}: {:?}, not {:?}", found.value, right.value);
        }
    }
}

#[test]
fn can_i_win_by_sums() {
    for total in [0, 1, 20, 39, 40, 60, 77, 78, 79] {
        let text = bouton::gallery::find("464").unwrap().text;
        let rules = Arc::new(check(&Source::new("464", text)).0.unwrap());
        let params = [12, total].map(|number| Some(bouton::rules::datum::Datum::Int(number)));
        let game = Instance::new(rules, &params).unwrap();
        assert_eq!(agree(&game, "turn=First"), (1..=78).contains(&total), "{total}");
    }
}

#[test]
fn sums_of_several_weights_and_some_of_the_numbers() {
    for (numbers, when) in [
        ("1..9 if k not in s and k != 3", "sum(s) >= 20"),
        ("[9, 1, 2, 3, 5, 7, 8, 6] if k not in s", "sum(s) + 2 * len(s) >= 25"),
        ("{x for x in 1..9} - s", "2 * sum(x * x for x in s) - len(s) >= 90"),
        ("1..9 if k not in s", "40 - sum(s) <= sum(s) - 2 * len(s)"),
    ] {
        let game = game(&format!(
            "game S\nstate s : set of 1..9 = {{}}\nmove pick(k in {numbers}) {{\n  s += {{k}}\n  end when {when} => me wins\n}}\nstuck => draw\n"
        ));
        assert!(by_sets(&game), "{numbers} {when}");
        assert!(agree(&game, "turn=First"), "{numbers} {when}");
    }
}

#[test]
fn what_is_almost_a_set_game_is_none() {
    let plain = "game S\nstate s : set of 1..9 = {}\nmove pick(k in 1..9) {\n  when k not in s\n  s += {k}\n  end when sum(s) >= 20 => me wins\n}\nstuck => draw\n";
    assert!(by_sets(&game(plain)));
    for (from, to) in [
        ("when k not in s", "when k not in s or k == 3"),
        ("s += {k}", "s += {k, 1}"),
        ("sum(s) >= 20", "sum(s) >= 20 + k"),
        ("sum(s) >= 20", "sum(s) >= 20 and me == First"),
        ("=> me wins", "=> First wins"),
        ("=> me wins", "=> me loses"),
        ("stuck => draw", "stuck => pass else draw"),
        ("stuck => draw", "invariant len(s) < 9\nstuck => draw"),
        ("s += {k}", "s += {k}\n  if k == 2 { again }"),
    ] {
        let text = plain.replacen(from, to, 1);
        assert_ne!(text, plain);
        assert!(!by_sets(&game(&text)), "{text}");
    }
}

/// A search comes first for as many moves as a small part of the table takes, and says the same.
#[test]
fn a_search_answers_where_it_needs_little_of_the_table() {
    let picks = |most: i64, total: i64| {
        format!(
            "game Picks\nstate used : set of 1..{most} = {{}}\nmove pick(k in 1..{most}) {{\n  when k not in used\n  used += {{k}}\n  \
             end when sum(used) >= {total} => me wins\n}}\nstuck => draw\n"
        )
    };
    let mut by = Vec::new();
    for (most, total) in [(28, 60), (26, 350), (20, 60)] {
        let game = game(&picks(most, total));
        let start = game.start().unwrap();
        let solved = |method| solve(&game, &start, &Ask::Value, &Limits::default(), method, &Silent).unwrap();
        let (found, table) = (solved(None), solved(Some("sweep")));
        assert_eq!((table.method, table.strategy), ("sweep", "sets"));
        assert!(found.value.same_result(table.value), "{most}, {total}: {:?}, not {:?}", found.value, table.value);
        by.push((found.method, found.strategy));
    }
    assert_eq!(by, [("search", "alpha-beta"), ("sweep", "sets"), ("sweep", "sets")]);
}
