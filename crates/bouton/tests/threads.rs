//! Games of the gallery on one thread and on several: the same values, the same faults.

use crate::common::{game, ring, rules_of};
use bouton::error::Stop;
use bouton::game::Game;
use bouton::instance::Instance;
use bouton::limits::{Limits, Silent};
use bouton::methods::Ask;
use bouton::solution::{Solution, solve};
use serde_json::json;

const THREADS: [usize; 3] = [1, 2, 5];

fn solve_by(game: &Instance, method: &str, threads: usize) -> Result<Solution<Instance>, Stop> {
    let limits = Limits::default().threads(threads);
    solve(game, &game.start().unwrap(), &Ask::Table, &limits, Some(method), &Silent)
}

#[test]
fn games_of_the_gallery_are_solved_alike_on_any_number_of_threads() {
    let games = [
        ("cat-and-mouse", ring(40), "retrograde"),
        ("foxes", json!({"rows": 4, "cols": 3, "foxes": [1], "hounds": [9, 10, 11]}), "retrograde"),
        ("three-mens-morris", json!({}), "retrograde"),
        ("king-and-rook", json!({"n": 4}), "retrograde"),
        ("mu-torere", json!({}), "retrograde"),
        ("awari", json!({"pits": 3, "endgame": 7}), "retrograde"),
        ("mnk", json!({}), "sweep"),
        ("connect-four", json!({"rows": 3, "cols": 3, "need": 3}), "sweep"),
        ("dots-and-boxes", json!({"rows": 3, "cols": 2}), "sweep"),
    ];
    for (name, params, method) in games {
        let game = game(&rules_of(name), &params);
        let solutions = THREADS.map(|threads| solve_by(&game, method, threads).unwrap());
        let [alone, ..] = &solutions;
        assert_eq!(alone.check(&game, &Limits::default()).unwrap().positions, alone.positions, "{name}");
        for (solution, threads) in solutions.iter().zip(THREADS) {
            assert!(solution.store.entries(&game).eq(alone.store.entries(&game)), "{name}, {threads} threads");
            assert_eq!((solution.positions, solution.finished), (alone.positions, alone.finished), "{name}");
            // Of the 1,180 positions of Mu torere one in sixteen is kept: no work for several.
            let few = solution.positions < 100 || name == "mu-torere";
            assert!(solution.threads == threads || few, "{name}: {} used", solution.threads);
        }
    }
}

/// A walk over a board that goes wrong in two places: the entry 8 of `gift` is missing, and so is the entry 9.
const FAULTY: &str = "game Walk \"Walk\"
players Alice, Bob
param wide : 1..60
let gift = [0, 0, 0, 0, 0, 0, 0, 0]
state x : 0..wide = 0
state y : 0..wide = 0
move right {
  when x < wide
  x += 1
}
move up {
  when y < wide
  y += 1
}
move back {
  when x > 0
  x -= 1
}
end when x + gift[x // 5] == wide and y == wide => draw
stuck => me loses
repeat => draw
";

#[test]
fn a_fault_is_told_at_the_same_position_on_any_number_of_threads() {
    let told = THREADS.map(|threads| {
        let Err(Stop::Fault(trouble)) = solve_by(&game(FAULTY, &json!({"wide": 60})), "retrograde", threads) else {
            panic!("no fault")
        };
        assert_eq!(trouble.fault.diagnostic.code, "R03");
        *trouble
    });
    assert!(told[0].position.contains("x=40 y=0"), "the first on the way: {}", told[0].position);
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0], told[2]);
}

#[test]
fn a_round_that_was_cut_short_is_gone_on_with() {
    // Every position but the last has 1,100 moves, so that a round of positions has more than are looked at together.
    let text = "game Wide\nstate x : 0..1099 = 0\nstate level : 0..3 = 0\nmove go(y in 0..1099) { when level < 3; x = y; level += 1 }\nend when level == 3 and x % 3 == 0 => me loses\nstuck => me wins\n";
    let game = game(text, &json!({}));
    let known = solve_by(&game, "memo", 1).unwrap();
    for threads in THREADS {
        let found = solve_by(&game, "sweep", threads).unwrap();
        assert_eq!((found.value, found.store.len()), (known.value, known.store.len()));
        for (position, value) in known.store.entries(&game) {
            assert_eq!(found.store.value(&game, &position), Some(value));
        }
    }
}
