//! Row by row gives what the whole table gives: the value, what each first move is worth, and a line that keeps the value.

use super::agree::{Random, random_rules};
use super::windows::numbers;
use super::{gallery, gallery_rules, instance, made, rules};
use bouton::answer::{LineEnd, best_play};
use bouton::game::{Game, Step};
use bouton::limits::{Limits, Silent};
use bouton::{Ask, Instance, Plan, Solution, Stop, Value, solve};

pub(crate) fn solved(game: &Instance, ask: Ask, limits: &Limits) -> Result<Solution<Instance>, Stop> {
    solve(game, &game.start().unwrap(), &ask, limits, Some("recurrence"), &Silent)
}

/// How often rows were used, of how many games.
#[derive(Default)]
struct Count {
    rows: usize,
    games: usize,
}

/// Solves a game by the table and by rows, with rewrites and without.
fn check(game: &Instance, count: &mut Count) {
    let table = match solved(game, Ask::Table, &Limits::default()) {
        Ok(table) => table,
        Err(Stop::Unfit { .. }) => return,
        Err(stop) => panic!("{stop}"),
    };
    count.games += 1;
    let words = || game.recurrence().unwrap().to_string();
    let rows = Limits::default().whole(0);
    for limits in [rows.clone(), rows.without_rewrites()] {
        let mut used = 0;
        for ask in [Ask::Value, Ask::BestMoves, Ask::Line] {
            let found = solved(game, ask, &limits).unwrap();
            assert_eq!(found.value, table.value, "{}", words());
            if ask >= Ask::BestMoves {
                first_moves(game, &table, &found);
            }
            if ask >= Ask::Line {
                line(game, &table, &found);
            }
            used += usize::from(!found.whole);
        }
        count.rows += usize::from(used == 3);
    }
}

/// Every first move is worth the same.
pub(crate) fn first_moves(game: &Instance, table: &Solution<Instance>, found: &Solution<Instance>) {
    if game.ending(&table.start).unwrap().is_some() {
        return;
    }
    let mut steps: Vec<Step<Instance>> = Vec::new();
    game.steps(&table.start, &mut steps).unwrap();
    for step in steps {
        let known = table.store.value(game, &step.next);
        assert!(known.is_some());
        assert_eq!(found.store.value(game, &step.next), known, "{}", game.recurrence().unwrap());
    }
}

/// A line to the end: each of its moves keeps the value, and what they gain adds up to it.
pub(crate) fn line(game: &Instance, table: &Solution<Instance>, found: &Solution<Instance>) {
    let words = || game.recurrence().unwrap().to_string();
    let line = best_play(game, found, &table.start, usize::MAX).unwrap();
    let (mut at, mut lead) = (table.start.clone(), 0);
    let first = game.mover(&at);
    for made in &line.moves {
        let mut steps: Vec<Step<Instance>> = Vec::new();
        game.steps(&at, &mut steps).unwrap();
        let step = steps.into_iter().find(|step| step.mv == made.mv).unwrap();
        assert_eq!((step.gain, game.mover(&at)), (made.gain, made.mover), "{}", words());
        let worth = step.value(game, made.mover, table.store.value(game, &step.next).unwrap()).unwrap();
        assert_eq!(Some(worth), table.store.value(game, &at), "{}", words());
        lead += made.gain.net().unwrap() * if made.mover == first { 1 } else { -1 };
        at = step.next;
    }
    assert_eq!((line.end, &line.last), (LineEnd::Finished, &at));
    let ending = game.ending(&at).unwrap().unwrap().value();
    if let (Value::Lead(value), Value::Lead(end)) = (table.value, ending) {
        assert_eq!(lead + end * if game.mover(&at) == first { 1 } else { -1 }, value);
    }
}

/// All of these are solved by rows.
fn many(name: &str, rounds: usize, mut params: impl FnMut(&mut Random) -> String) {
    let (mut random, mut count, rules) = (Random(99), Count::default(), gallery_rules(name));
    for _ in 0..rounds {
        check(&made(&rules, &params(&mut random)), &mut count);
    }
    assert_eq!((count.games, count.rows), (rounds, 2 * rounds), "{name}");
}

#[test]
fn ends_by_rows() {
    many("stone-game", 10_000, |random| format!(r#"{{"piles":{:?}}}"#, numbers(random, 12)));
}

#[test]
fn several_from_an_end_by_rows() {
    many("ends-k", 10_000, |random| format!(r#"{{"piles":{:?},"most":{}}}"#, numbers(random, 8), random.between(1, 7)));
}

#[test]
fn stone_game_ii_by_rows() {
    many("stone-game-ii", 10_000, |random| format!(r#"{{"piles":{:?}}}"#, numbers(random, 24)));
}

#[test]
fn stone_game_iii_by_rows() {
    many("stone-game-iii", 10_000, |random| {
        format!(r#"{{"values":{:?},"most":{}}}"#, numbers(random, 14), random.between(1, 12))
    });
}

#[test]
fn others_by_rows() {
    many("stone-game-vii", 2_000, |random| {
        let stones: Vec<i64> = numbers(random, 10).into_iter().map(|stone| stone.abs() + 1).collect();
        format!(r#"{{"stones":{stones:?}}}"#)
    });
    many("both-ends", 2_000, |random| {
        format!(r#"{{"piles":{:?},"most":{}}}"#, numbers(random, 9), random.between(1, 6))
    });
    many("wythoff", 500, |random| format!(r#"{{"a":{},"b":{}}}"#, random.between(0, 12), random.between(0, 12)));
    many("subtraction", 300, |random| format!(r#"{{"n":{},"takes":[1,2,7]}}"#, random.between(0, 40)));
    many("stone-game-iv", 100, |random| format!(r#"{{"n":{}}}"#, random.between(1, 80)));
}

#[test]
fn random_rules_by_rows_or_by_the_table() {
    let (mut random, mut count) = (Random(17), Count::default());
    for _ in 0..4_000 {
        let text = random_rules(&mut random);
        let list = numbers(&mut random, 12);
        check(&instance(&text, &format!(r#"{{"piles":{list:?},"most":{}}}"#, random.between(1, 9))), &mut count);
    }
    assert!(count.games > 2_000 && count.rows > 800, "{} rows, {} games", count.rows, count.games);
}

/// Stone Game II with some words changed, and whether its plan leaves the limit out.
fn left_out(changes: &[(&str, &str)]) -> bool {
    let path = format!("{}/../../games/stone-game-ii.game", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .filter(|line| !line.starts_with("example"))
        .fold(String::new(), |text, line| text + line + "\n");
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let rules = rules(&text);
    let (mut random, mut count) = (Random(7), Count::default());
    for _ in 0..200 {
        check(&made(&rules, &format!(r#"{{"piles":{:?}}}"#, numbers(&mut random, 16))), &mut count);
    }
    assert!(count.games > 100, "{changes:?}: {} games", count.games);
    let game = made(&rules, r#"{"piles":[3,-1,4,1,-5,9,2,6,5,3,5,8]}"#);
    plan(&game, Ask::Value, &Limits::default().whole(0)).contains("leave out")
}

#[test]
fn a_limit_is_left_out_only_where_it_never_binds_again() {
    let alike: [&[(&str, &str)]; 6] = [
        &[],
        &[("max(M, X)", "max(X, M)")],
        &[("i + X <= n", "X <= n - i")],
        &[("1 .. 2 * M", "1 .. M + M + 1")],
        &[("X in 1 .. 2 * M", "Y in 1 .. 2 * M"), ("i + X", "Y + i"), ("i += X", "i += Y"), ("M, X", "Y, M")],
        &[("  M = max(M, X)\n", "  M = max(M, X)\n  again\n")],
    ];
    for changes in alike {
        assert!(left_out(changes), "{changes:?}");
    }
    let rest = "remaining sum(piles[i..<n])  # stones still to be taken\n";
    let others: [&[(&str, &str)]; 6] = [
        &[("M = max(M, X)", "M = X")],
        &[("M = max(M, X)", "M = max(1, M - X)")],
        &[("M = max(M, X)", "M = min(M, X)")],
        &[("gain sum(piles[i ..< i + X])", "gain sum(piles[i ..< i + X]) + M"), (rest, "")],
        &[("end when i == n", "end when M == 3 => me leads by 1\nend when i == n"), (rest, "")],
        &[("1 .. 2 * M", "M .. 2 * M"), (rest, "")],
    ];
    for changes in others {
        assert!(!left_out(changes), "{changes:?}");
    }
}

/// The steps of the plan, for what is asked.
pub(crate) fn plan(game: &Instance, ask: Ask, limits: &Limits) -> String {
    Plan::by(game, &game.start().unwrap(), &ask, limits, "recurrence").map_or_else(
        |stop| stop.to_string(),
        |plan| plan.to_string().lines().take_while(|line| !line.starts_with("not used")).collect::<Vec<_>>().join("\n"),
    )
}

#[test]
fn large_numbers_take_wide_cells() {
    let mut random = Random(3);
    let mut count = Count::default();
    for (large, bits) in [(1_000_000, "32 bits"), (1_000_000_000_000, "64 bits")] {
        for _ in 0..200 {
            let piles: Vec<i64> = numbers(&mut random, 10).into_iter().map(|pile| pile * (large / 100)).collect();
            check(&gallery("stone-game", &format!(r#"{{"piles":{piles:?}}}"#)), &mut count);
            check(&gallery("ends-k", &format!(r#"{{"piles":{piles:?},"most":5}}"#)), &mut count);
        }
        let game = gallery("stone-game", &format!(r#"{{"piles":[{large},-{large},{large}]}}"#));
        assert!(plan(&game, Ask::Value, &Limits::default().whole(0)).contains(bits));
    }
    assert_eq!((count.games, count.rows), (800, 1_600));
}

/// `rolling.txt` holds what plans say; `BOUTON_ACCEPT=1` writes it anew.
#[test]
fn a_plan_tells_how_it_rolls() {
    let piles: Vec<i64> = (0..2_000).map(|at| at * 7_919 % 101 - 50).collect();
    let (rows, little) = (Limits::default().whole(0), Limits::default().memory(1_000_000));
    let asked = [
        ("stone-game", "", "the line", Ask::Line, &rows),
        ("stone-game", "", "every position, in 1 MB", Ask::Table, &little),
        ("stone-game", "", "the line, in 1 MB", Ask::Line, &rows.clone().memory(1_000_000)),
        ("stone-game-ii", "", "the value", Ask::Value, &rows),
        ("stone-game-ii", "", "the line", Ask::Line, &Limits::default()),
        ("ends-k", r#","most":64"#, "the line", Ask::Line, &rows),
        ("both-ends", r#","most":5"#, "the value", Ask::Value, &rows),
    ];
    let mut text = String::new();
    for (name, more, what, ask, limits) in asked {
        let game = gallery(name, &format!(r#"{{"piles":{piles:?}{more}}}"#));
        text += &format!("{name} of 2,000 piles{more}: {what}\n{}\n\n", plan(&game, ask, limits));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recurrence/rolling.txt");
    if std::env::var_os("BOUTON_ACCEPT").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(path).unwrap());
}

#[test]
fn what_must_hold_is_looked_at_in_every_layer() {
    let text = |invariant: &str| {
        format!(
            "game G\nparam values : list[1..20] of -9..9\nlet n = len(values)\nstate i : 0..n = 0\n{invariant}\nmove take(k in 1..2 if i + k <= n) {{ gain sum(values[i ..< i + k]); i += k }}\nend when i == n\n"
        )
    };
    let params = r#"{"values":[3,-1,4,1,-5,9,2,6]}"#;
    let rows = Limits::default().whole(0);
    assert!(solved(&instance(&text("invariant i <= 8"), params), Ask::Value, &rows).is_ok());
    let broken = instance(&text("invariant i <= 4"), params);
    let said = [rows, Limits::default()].map(|limits| solved(&broken, Ask::Value, &limits).unwrap_err().to_string());
    assert_eq!(said[0], said[1]);
}

/// Near the end the range narrows twice as fast as it moves on: its far end goes back, so no window slides along it.
#[test]
fn a_window_whose_far_end_goes_back_is_none() {
    let rules = rules(
        "game G\nparam values : list[1..40] of -99..99\nlet n = len(values)\nstate i : 0..n = 0\nstate j : 0..3 = 3\n\
         move take(x in 1..2 * (n - i) - 5 if i + x <= n) { gain sum(values[i ..< i + x]); i += x }\n\
         move step { when i < n; gain values[i] - 3; i += 1 }\nmove drop { when j > 0; gain j; j -= 1 }\nend when i == n\n",
    );
    let (mut random, mut count) = (Random(23), Count::default());
    for _ in 0..300 {
        check(&made(&rules, &format!(r#"{{"values":{:?}}}"#, numbers(&mut random, 30))), &mut count);
    }
    assert_eq!((count.games, count.rows), (300, 600));
}
