//! Positions that are marks among numbers are worth what they are worth one by one.

use crate::common::{gallery, game};
use bouton::checkpoint::Checkpoint;
use bouton::dice::Dice;
use bouton::game::Game;
use bouton::value::{Outcome, Plies, Value};
use bouton::{Ask, Instance, Limits, Plan, Silent, Solution, Stop, solve};
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Turn;
use bouton_rules::{Player, Source, check};
use serde_json::json;
use std::fmt::Write;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

fn by(game: &Instance, method: &str, limits: &Limits) -> Result<Solution<Instance>, Stop> {
    solve(game, &game.start().unwrap(), &Ask::Table, limits, Some(method), &Silent)
}

/// Every position with its value, and how many are finished.
fn all(game: &Instance, solution: &Solution<Instance>) -> (Vec<(<Instance as Game>::Position, Value)>, u64) {
    let mut entries: Vec<_> = solution.store.entries(game).collect();
    assert_eq!(entries.len() as u64, solution.positions);
    for (position, value) in &entries {
        assert_eq!(solution.store.value(game, position), Some(*value));
    }
    entries.sort();
    (entries, solution.finished)
}

/// Tokens of two players on a few places, which are taken, jump, wait for each other and move again.
fn tokens(dice: &mut Dice) -> String {
    let (last, off) = (2 + dice.below(3), 3 + dice.below(4));
    let off = off.max(last + 1);
    let mut one_of = |of: &[&str]| (*dice.pick(of)).to_owned();
    let mut text = format!("game Tokens\nplayers One, Two\nlet off = {off}\n");
    for (name, at) in [("a", "0"), ("b", "1"), ("c", &*one_of(&["2", "off"]))] {
        writeln!(text, "state {name} : 0..off = {at}").unwrap();
    }
    let sleeps = one_of(&["n", "y"]) == "y";
    text.push_str(if sleeps { "state asleep : bool = false\n" } else { "" });
    let way = one_of(&["(p + q) % 2 == 1", "p != q", "abs(p - q) <= 1 and p != q", "(p * 2 + q) % 3 != 1 and p != q"]);
    writeln!(text, "def way(p, q) = p != off and {way}").unwrap();
    for (name, token, who, other) in [("go", "a", "One", "b"), ("run", "b", "Two", "a"), ("help", "c", "One", "b")] {
        let bars = one_of(&[
            "",
            " and x != c",
            " and x != a and x != b",
            " and not (c == a and x == 0)",
            " and x + a != b + c",
        ]);
        let takes = one_of(&["", "; if x == OTHER { OTHER = off }", "; if OTHER == x { OTHER = 0; again }"]);
        let wakes =
            one_of(&["", "; asleep = not asleep", "; if asleep { asleep = false; again } else { asleep = x == 1 }"]);
        let wakes = if sleeps { wakes } else { String::new() };
        let again = one_of(&[
            "",
            "",
            "; if x == last { again }",
            "; if a == b { end => draw }",
            "; if x == 0 { end => opponent wins }",
        ]);
        let by = if one_of(&["n", "n", "y"]) == "y" && name == "help" { String::new() } else { format!(" by {who}") };
        let line = format!(
            "move {name}(x in 0..{last}){by} {{ when way({token}, x){bars}; {token} = x{takes}{wakes}{again} }}"
        );
        writeln!(text, "{}", line.replace("OTHER", other).replace("last", &last.to_string())).unwrap();
    }
    let end = one_of(&[
        "",
        "end when a == off => Two wins\n",
        "end when b == off or a == c => me wins\n",
        "end when a == b and b == c => draw\n",
    ]);
    text.push_str(&end);
    writeln!(text, "stuck => {}\nrepeat => draw", one_of(&["me loses", "opponent loses", "draw"])).unwrap();
    text
}

#[test]
fn marks_give_what_the_positions_give_one_by_one() {
    let (mut solved, mut deep) = (0, 0);
    for seed in 0..500 {
        let text = tokens(&mut Dice::new(seed));
        let game = game(&text, &json!({}));
        let right = match by(&game, "reached", &Limits::default()) {
            Ok(right) => right,
            // What is wrong with it is found in the plain way.
            Err(stop) => {
                let told = by(&game, "marks", &Limits::default()).err();
                assert!(matches!(told, Some(Stop::Unfit { .. })), "seed {seed}: {stop}, {told:?}\n{text}");
                continue;
            }
        };
        let right_all = all(&game, &right);
        for threads in [1, 3] {
            let found = by(&game, "marks", &Limits::default().threads(threads)).unwrap();
            assert!(all(&game, &found) == right_all, "seed {seed}, {threads} threads\n{text}");
            assert_eq!(found.strategy, "marks");
        }
        if right.positions < 300 {
            let brute = by(&game, "brute", &Limits::default()).unwrap();
            assert!(all(&game, &brute).0 == right_all.0, "seed {seed}\n{text}");
        }
        solved += 1;
        deep += u64::from(right_all.0.len() > 100);
    }
    assert!(solved > 300 && deep > 100, "{solved}, {deep}");
}

#[test]
fn a_game_of_few_variables_is_solved_by_marks() {
    for (n, threads) in [(4, 1), (5, 2), (6, 1)] {
        let game = gallery("king-and-rook", &json!({"n": n}));
        let limits = Limits::default().threads(threads);
        let found = by(&game, "retrograde", &limits).unwrap();
        let right = by(&game, "reached", &limits).unwrap();
        assert_eq!((found.strategy, right.strategy), ("marks", "reached"));
        assert!(all(&game, &found) == all(&game, &right), "{n}");
    }
}

#[test]
fn numbers_of_which_few_are_reached_are_not_marked() {
    let digits: String = (0..6).map(|at| format!("state d{at} : 0..31 = 0\n")).collect();
    let text = format!(
        "game Far\n{digits}move go(x in 0..1) {{ d0, d5 = x, 1 - d5 }}\nmove to(x in 0..31) {{ when d5 == 1; d3 = x }}\nend when d3 == 31 => me wins\nrepeat => draw\n"
    );
    let game = game(&text, &json!({}));
    let plan = Plan::of(&game, &game.start().unwrap(), &Ask::Table, &Limits::default());
    let (choice, _) = plan.to_try().next().unwrap();
    assert!(["reached", "placements"].contains(&choice.strategy.unwrap().name), "{plan}");
}

/// A search that goes on from what it knew after some wave.
#[test]
fn waves_go_on_from_what_was_kept() {
    let game = gallery("king-and-rook", &json!({"n": 5}));
    let right = by(&game, "reached", &Limits::default()).unwrap();
    let path = std::env::temp_dir().join(format!("bouton-marks-{}", std::process::id()));
    let run = |checkpoint: Checkpoint| {
        let limits = Limits::default().checkpoint(Arc::new(checkpoint.after(Duration::ZERO)));
        let found = by(&game, "marks", &limits).unwrap();
        assert!(all(&game, &found) == all(&game, &right));
    };
    run(Checkpoint::new(&path, "begun".to_owned()));
    let kept = fs::metadata(&path).unwrap().len();
    run(Checkpoint::open(&path).unwrap());
    // All waves but the last were known.
    assert!(fs::metadata(&path).unwrap().len() <= kept + 10 * right.positions);
    fs::remove_file(&path).unwrap();
}

/// How many positions are won, or lost, in so many plies, two more each time.
type Counts = (Player, bool, u32, &'static [usize]);

/// Endings of two pieces on 4 × 4: as many positions of every distance as a program of its own counts that knows nothing of rules.
#[test]
fn chess_endings_have_as_many_positions_of_every_distance_as_they_should() {
    const BISHOP_AND_KNIGHT: &[Counts] = &[
        (Player::Second, false, 0, &[160, 72, 88, 224, 560, 904, 1316, 1916, 2988, 3240, 2580, 1248, 224, 24, 16]),
        (Player::First, true, 1, &[256, 136, 504, 1192, 1440, 1960, 2180, 2916, 2912, 2536, 832, 224, 24, 8]),
    ];
    const QUEEN_AGAINST_ROOK: &[Counts] = &[
        (
            Player::Second,
            false,
            0,
            &[632, 504, 484, 1016, 780, 564, 264, 200, 96, 128, 248, 272, 256, 184, 288, 232, 176, 112, 52, 48, 64],
        ),
        (Player::Second, true, 1, &[352, 1100, 1844, 1340, 1280, 2032, 564, 248]),
        (Player::First, false, 0, &[72, 88, 236, 208, 248, 520, 192, 48]),
        (
            Player::First,
            true,
            1,
            &[1704, 1364, 1904, 2600, 1128, 328, 232, 104, 80, 184, 252, 208, 104, 168, 160, 64, 88, 28, 64, 32],
        ),
    ];
    let text = include_str!("../../../docs/games/chess-endings.game");
    let found = check(&Source::new("chess-endings.game", text)).1;
    assert!(found.is_empty(), "{found:?}");
    for (params, counts) in [
        (json!({"one": "bishop", "two": "knight"}), BISHOP_AND_KNIGHT),
        (json!({"one": "queen", "two": "rook", "owner": "Black"}), QUEEN_AGAINST_ROOK),
    ] {
        let game = game(text, &params);
        let solution = by(&game, "retrograde", &Limits::default()).unwrap();
        assert_eq!(solution.strategy, "marks");
        let mut distances = Vec::new();
        for (packed, value) in solution.store.entries(&game) {
            let position = game.unpack(&packed);
            // Once all men are on the board.
            if let (Turn::Of(mover), true) = (position.turn, position.state[1] != Datum::Int(16)) {
                match value {
                    Value::Outcome(Outcome::Win(Plies::Of(plies))) => distances.push((mover, true, plies)),
                    Value::Outcome(Outcome::Loss(Plies::Of(plies))) => distances.push((mover, false, plies)),
                    _ => {}
                }
            }
        }
        let mut counted = 0;
        for (mover, wins, first, of_each) in counts {
            for (plies, count) in (*first..).step_by(2).zip(*of_each) {
                let same = distances.iter().filter(|distance| **distance == (*mover, *wins, plies)).count();
                assert_eq!(same, *count, "{mover:?} {wins} {plies}");
                counted += count;
            }
        }
        assert_eq!(counted, distances.len());
    }
}
