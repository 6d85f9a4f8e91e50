//! Trees: what they count, and what they show.

use super::{Solved, brute, by_lot, english, instance, solved};
use bouton::Instance;
use bouton::game::{Game, Step};
use bouton::rules::layout::Packed;
use bouton_teach::tree::{self, Shown, Size};
use std::collections::BTreeSet;

/// Calls of a plain recursion, made one by one.
fn calls(game: &Instance, at: &Packed, seen: &mut BTreeSet<Packed>) -> u128 {
    seen.insert(game.canonical(at.clone()));
    let mut steps: Vec<Step<Instance>> = Vec::new();
    if game.ending(at).unwrap().is_none() {
        game.steps(at, &mut steps).unwrap();
    }
    1 + steps.iter().map(|step| calls(game, &step.next, seen)).sum::<u128>()
}

#[test]
fn calls_and_positions_are_those_of_a_plain_recursion() {
    for name in ["stone-game-ii", "stone-game", "can-i-win", "chomp", "stone-game-iv", "wythoff"] {
        let mut compared = 0;
        for game in by_lot(name, 2) {
            let Some(solved) = Solved::new(game, None).filter(|solved| (2..80).contains(&solved.solution.positions))
            else {
                continue;
            };
            let grown = tree::tree(&solved.scene(), Size { depth: None, most: 60 }).unwrap();
            if grown.calls.unwrap() > 100_000 {
                continue;
            }
            let mut seen = BTreeSet::new();
            assert_eq!(grown.calls, Some(calls(&solved.game, &solved.at, &mut seen)), "{name}");
            assert_eq!(grown.positions, Some(seen.len()), "{name}");
            if grown.shown == Shown::Whole {
                assert_eq!(grown.branches.len() as u128, grown.calls.unwrap());
                assert_eq!(grown.branches.iter().filter(|branch| !branch.again).count(), seen.len());
            }
            compared += 1;
        }
        assert!(compared >= 2, "{name}: only {compared} trees");
    }
}

#[test]
fn the_tree_of_journey_1_is_as_published() {
    let solved = solved("stone-game-ii", r#"{"piles": [2, 7, 9, 4, 4]}"#);
    let grown = tree::tree(&solved.scene(), Size { depth: None, most: 60 }).unwrap();
    assert_eq!(grown.captions(english()), ["21 calls, 11 positions, the whole tree"]);
}

#[test]
fn values_in_a_tree_are_those_of_brute_force() {
    let solved = Solved::new(instance("mnk", r#"{"m": 3, "n": 2, "k": 2}"#), None).unwrap();
    for size in [Size { depth: None, most: 60 }, Size { depth: Some(3), most: 300 }] {
        let grown = tree::tree(&solved.scene(), size).unwrap();
        assert!(grown.branches.len() <= size.most.max(60));
        for branch in grown.branches.iter().filter(|branch| !branch.over) {
            let text = format!("{} turn={}", branch.position, branch.mover.as_ref().unwrap().name);
            let at = solved.game.read_position(&text).unwrap();
            assert_eq!(branch.value, brute(&solved.game, &at), "{text}");
        }
    }
}

#[test]
fn every_move_is_shown_or_counted() {
    let solved = Solved::new(instance("mnk", r#"{"m": 3, "n": 3, "k": 3}"#), None).unwrap();
    for size in [Size { depth: None, most: 60 }, Size { depth: Some(2), most: 50 }, Size { depth: Some(1), most: 300 }]
    {
        let grown = tree::tree(&solved.scene(), size).unwrap();
        for branch in grown.branches.iter().filter(|branch| !branch.over) {
            let text = format!("{} turn={}", branch.position, branch.mover.as_ref().unwrap().name);
            let at = solved.game.read_position(&text).unwrap();
            let mut steps: Vec<Step<Instance>> = Vec::new();
            solved.game.steps(&at, &mut steps).unwrap();
            assert_eq!(branch.next.len() + branch.left_out, steps.len(), "{size:?}: {text}");
        }
    }
}

#[test]
fn dot_is_a_graph_with_every_place_and_edge() {
    let solved = solved("stone-game-ii", r#"{"piles": [2, 7, 9, 4, 4]}"#);
    let grown = tree::tree(&solved.scene(), Size { depth: None, most: 60 }).unwrap();
    let lines = tree::dot(&grown, english());
    assert_eq!((lines[0].as_str(), lines.last().map(String::as_str)), ("digraph tree {", Some("}")));
    assert_eq!(lines.iter().filter(|line| line.contains(" -> ")).count(), grown.branches.len() - 1);
    let places =
        lines.iter().filter(|line| line.starts_with("  n") && line.contains("[label=") && !line.contains("->"));
    assert_eq!(places.filter(|line| !line.starts_with("  node")).count(), grown.branches.len());
    assert!(lines[1..lines.len() - 1].iter().all(|line| line.ends_with(';') && line.matches('"').count() % 2 == 0));
}
