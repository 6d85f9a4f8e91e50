//! Orders that conditions show, where a move sets a variable anew; and those that only what always holds does.

use super::agree::{Random, compare};
use super::instance;
use super::listed::hold_the_same;
use bouton::game::Game;
use bouton::{Ask, Instance, Limits, Stop};

const MOVES: [&str; 10] = [
    "move to(j in 0..8) { when a < j and j <= b; GAIN a = j }",
    "move onto(j in a + 1..min(8, a + 3) if j < b) { a = j; GAIN last = j }",
    "move meet { when a + 1 < b; GAIN a, b = b - 1, b }",
    "move down(j in 0..8 if j < b) { when j >= a and j != last; GAIN b = j }",
    "move near(j in [x for x in 1..8 if x != last]) { when a < j and j < b; GAIN b = j; again }",
    "move hold(x in 1..8) { when held == 0 and a < x and x <= b; GAIN held = x }",
    "move low { when held > 0; GAIN b = held - 1; held = 0 }",
    "move high { when held > a; GAIN a = held; held = 0 }",
    "move half(j in a..b) { when 2 * j > a + b; GAIN a = j }",
    "move rest { when last > a; GAIN last = a }",
];

/// Rules of two places that come nearer to each other.
fn random_places(random: &mut Random) -> String {
    let points = random.below(2) == 0;
    let mut moves: Vec<String> = Vec::new();
    let wanted = 2 + usize::try_from(random.below(4)).unwrap();
    // Often one player asks, and the other answers.
    let mut asked = if random.below(3) == 0 { MOVES[5..8].to_vec() } else { Vec::new() };
    while moves.len() < wanted || !asked.is_empty() {
        let any = MOVES[usize::try_from(random.below(MOVES.len() as u64)).unwrap()];
        let mv = asked.pop().unwrap_or(any);
        let gain = ["", "gain a;", "gain held + 1;", "gain b - last;"][usize::try_from(random.below(4)).unwrap()];
        let mv = mv.replace("GAIN", if points { gain } else { "" });
        let by = ["", " by First", " by Second"][usize::try_from(random.below(3)).unwrap()];
        let name = mv.split(['(', ' ']).nth(1).unwrap().to_owned();
        if moves.iter().all(|known| !known.contains(&format!("move {name}"))) {
            moves.push(mv.replacen(" {", &format!("{by} {{"), 1));
        }
    }
    let moves = moves.join("\n");
    let end = if moves.contains(" gain") { "end when a == b\n" } else { "stuck => me loses\n" };
    format!(
        "game Places\nstate a : 0..8 = 0\nstate b : 0..8 = 8\nstate held : 0..8 = 0\nstate last : 0..8 = 3\n{moves}\n{end}"
    )
}

/// Whether the recurrence says in which order positions are valued; then it values them as a search does.
fn is_solved(game: &Instance, text: &str) -> bool {
    let start = game.start().unwrap();
    let solve = |ask, by| bouton::solve(game, &start, &ask, &Limits::default(), Some(by), &bouton::Silent);
    let plain = solve(Ask::Table, "memo").unwrap();
    for by in ["recurrence", "table", "sliding-rows", "rolling-rows"] {
        let ask = if by.ends_with("rows") { Ask::Value } else { Ask::Table };
        match solve(ask, by) {
            Ok(found) if ask == Ask::Value => assert_eq!(found.value, plain.value, "{by}: {text}"),
            Ok(found) => hold_the_same(game, &found, &plain, &format!("{by}: {text}")),
            Err(Stop::Unfit { .. }) if by == "recurrence" => return false,
            Err(Stop::Unfit { .. }) => {}
            Err(stop) => panic!("{stop:?}: {text}"),
        }
    }
    true
}

#[test]
fn places_that_are_set_anew_have_an_order() {
    let (mut random, mut compared, mut solved, mut told) = (Random(53), 0, 0, 0);
    for _ in 0..400 {
        let text = random_places(&mut random);
        let game = instance(&text, "{}");
        compared += compare(&game, &mut random, 4);
        let is_solved = is_solved(&game, &text);
        solved += usize::from(is_solved);
        // What always holds shows the others.
        told += usize::from(is_solved && game.recurrence().is_ok_and(|recurrence| recurrence.order().is_none()));
    }
    assert!(
        compared > 2_000 && solved > 200 && told > 20,
        "{compared} positions, {solved} solved, {told} by what holds"
    );
}
