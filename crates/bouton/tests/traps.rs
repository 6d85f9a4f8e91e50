//! Traps that other solvers have fallen into, each a test by its name.

use bouton::answer::line;
use bouton::game::Game;
use bouton::instance::from_json;
use bouton::rules::Source;
use bouton::saved::{Saved, save};
use bouton::{Ask, Instance, Limits, Meter, Outcome, Plies, Silent, Solution, Stop, Value, gallery, solve};
use serde_json::{Value as Json, json};
use std::sync::Arc;

fn game(text: &str, params: &Json) -> Instance {
    named("trap.game", text, params)
}

fn named(name: &str, text: &str, params: &Json) -> Instance {
    let (rules, findings) = bouton::rules::check(&Source::new(name, text));
    let rules = Arc::new(rules.unwrap_or_else(|| panic!("{findings:?}")));
    let given = from_json(&rules, params.as_object().unwrap()).unwrap();
    Instance::new(rules, &given).unwrap()
}

fn try_by(game: &Instance, method: &str) -> Result<Solution<Instance>, Stop> {
    solve(game, &game.start().unwrap(), &Ask::Table, &Limits::default(), Some(method), &Silent)
}

fn value(game: &Instance, solution: &Solution<Instance>, at: &str) -> Value {
    solution.store.value(game, &game.read_position(at).unwrap()).unwrap_or_else(|| panic!("{at} is not stored"))
}

fn win(plies: u32) -> Value {
    Value::Outcome(Outcome::Win(Plies::Of(plies)))
}

fn loss(plies: u32) -> Value {
    Value::Outcome(Outcome::Loss(Plies::Of(plies)))
}

/// The same stones are reached with either player to move, and only Left may take two.
#[test]
fn the_side_to_move_is_part_of_the_key() {
    let game = game(
        "game Sided
players Left, Right
param n : 1..20 = 9
state stones : 0..n = n
move take(X in 1..2 if X <= stones and (X == 1 or me == Left)) { stones -= X }
move keep() { when stones == n or stones == n - 1
  stones -= 1
  again }
stuck => me loses
",
        &json!({}),
    );
    for method in ["sweep", "layers", "memo", "brute"] {
        let solution = try_by(&game, method).unwrap();
        let [left, right] = ["Left", "Right"].map(|turn| value(&game, &solution, &format!("stones=3 turn={turn}")));
        assert_eq!((left, right), (win(3), loss(2)), "{method}");
    }
}

#[test]
fn the_last_stone_that_fills_the_board_can_make_the_line() {
    let game = game(gallery::find("mnk").unwrap().text, &json!({}));
    for method in ["layers", "memo"] {
        let solution = try_by(&game, method).unwrap();
        assert_eq!(value(&game, &solution, "board=XOX/OXO/OX. turn=X"), win(1), "{method}");
        assert_eq!(value(&game, &solution, "board=XOX/XOO/OX. turn=X"), Value::Outcome(Outcome::Draw), "{method}");
    }
}

/// A loser who may choose between a quick end and a slow one chooses the slow one, and the winner the quick one.
#[test]
fn the_loser_does_not_help_the_winner() {
    // Whoever faces 0 has lost. Each row is a position: where its moves lead.
    let text = "game Hops
players Runner, Hunter
param to : list[8] of list[0..2] of 0..7 = [[], [0], [0, 1], [1, 2], [2], [1, 4], [1, 5], [3, 6]]
state at : 0..7 = 7
move hop(x in to[at]) { at = x }
stuck => me loses
repeat => draw
";
    let game = game(text, &json!({}));
    for method in ["retrograde", "memo"] {
        let solution = try_by(&game, method).unwrap();
        // At 5 the mover wins in three; at 6 all moves lose, one in two plies and one in four; at 7 both win, in three and in five.
        assert_eq!(value(&game, &solution, "at=5"), win(3), "{method}");
        assert_eq!(value(&game, &solution, "at=6"), loss(4), "{method}");
        assert_eq!(value(&game, &solution, "at=7"), win(3), "{method}");
    }
}

#[test]
fn a_chain_of_a_million_plies_is_followed_or_refused() {
    let text = "game Chain
param n : 1..1_000_000 = 1_000_000
state left : 0..n = n
move step() { when left > 0
  left -= 1 }
stuck => me loses
";
    let game = game(text, &json!({}));
    for method in ["recurrence", "sweep", "memo", "layers"] {
        match try_by(&game, method) {
            Ok(solution) => assert_eq!(solution.value, loss(1_000_000), "{method}"),
            Err(stop) => assert!(matches!(stop, Stop::TooDeep { .. } | Stop::Unfit { .. }), "{method}: {stop}"),
        }
    }
    assert!(try_by(&game, "sweep").is_ok());
    assert!(matches!(try_by(&game, "brute"), Err(Stop::TooDeep { .. })));
}

/// In a won game that could go round for ever, best play comes to its end, and in no more plies than were said.
#[test]
fn a_best_move_makes_progress() {
    let morris = game(gallery::find("three-mens-morris").unwrap().text, &json!({}));
    let solution = try_by(&morris, "retrograde").unwrap();
    let Value::Outcome(Outcome::Win(Plies::Of(plies))) = solution.value else { panic!("{:?}", solution.value) };
    let line = line(&morris, &solution.store, &solution.start, usize::MAX).unwrap();
    assert_eq!(line.moves.len(), plies as usize);
}

/// What is written on one machine is what is written on another: no folder of either is in it.
#[test]
fn no_absolute_path_is_in_a_file() {
    let folder = std::env::temp_dir().join(format!("bouton-traps-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = gallery::find("mnk").unwrap().text;
    let [one, other] = ["/home/somebody/secret/mnk.game", "mnk.game"].map(|name| {
        let game = named(name, text, &json!({}));
        let (file, limits) = (folder.join("x.sol"), Limits::default());
        save(&file, &game, &try_by(&game, "layers").unwrap(), &mut Meter::new(&limits, &Silent)).unwrap();
        assert_eq!(Saved::open(&file).unwrap().head().file, "mnk.game");
        std::fs::read(&file).unwrap()
    });
    assert!(one == other);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Values that are worked out from closed forms, row by row or by a theorem, rest on what the rules promise as well.
#[test]
fn promises_are_kept_where_only_the_value_is_asked() {
    let take = "move a(k in 1..3) { when k <= n; n -= k";
    for (text, code) in [
        (format!("{take} }}\nrank n\nstuck => me loses\n"), "R12"),
        (format!("{take}; gain k }}\nmove b(k in 2..3) {{ when k <= n; n -= k; gain k }}\nrank n\n"), "R12"),
        (format!("{take}; gain k }}\nremaining n - 5\n"), "R06"),
        (format!("{take}; let x = 100 // (n - 7) }}\nstuck => me loses\n"), "R02"),
    ] {
        let game = game(&format!("game Promises\nstate n : 0..200_000 = 200_000\n{text}"), &json!({}));
        let found = solve(&game, &game.start().unwrap(), &Ask::Value, &Limits::default(), None, &Silent);
        match found {
            Err(Stop::Fault(trouble)) => assert_eq!(trouble.fault.diagnostic.code, code, "{text}"),
            found => panic!("{text}: {:?}", found.map(|solution| solution.value)),
        }
    }
}

/// An order that was guessed is given up with the move that breaks it, also where many positions are looked at in one call and that move leads to a
/// position of the same rank, or of a lower one.
#[test]
fn a_move_that_breaks_a_guessed_order_is_named() {
    for (n, m, after) in [(118, 100, -218), (120, 101, -221), (118, 101, -219)] {
        let text = format!(
            "game Back
state n : 0..200 = 200
state m : 0..200 = 200
state was : bool = false
move a(k in 1..3) {{ when k <= n; n -= k }}
move b(k in 1..3) {{ when k <= m; m -= k }}
move back {{ when n == 117 and m == 101 and not was; n = {n}; m = {m}; was = true }}
stuck => me loses
"
        );
        let game = game(&text, &json!({}));
        match try_by(&game, "numbers") {
            Err(Stop::OrderBroken { mv, before: -218, after: Some(found), .. }) => {
                assert_eq!((mv.as_str(), found), ("back", after));
            }
            other => panic!("{other:?}", other = other.map(|solution| solution.value)),
        }
        let solution = solve(&game, &game.start().unwrap(), &Ask::Table, &Limits::default(), None, &Silent).unwrap();
        assert!(solution.check(&game, &Limits::default()).is_ok());
    }
}
