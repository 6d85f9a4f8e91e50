//! What is on the table of every game of the gallery, and where its moves are made.

use super::*;
use bouton::examples::example_params;
use bouton::gallery::{find, games};
use bouton::game::{ended, moves};
use bouton::instance::from_json;
use bouton::rules::{Source, check};
use std::collections::HashSet;
use std::sync::Arc;

fn game(name: &str, params: &serde_json::Value) -> Instance {
    let found = find(name).expect("a game of the gallery");
    let rules = Arc::new(check(&Source::new(found.name, found.text)).0.expect("rules without faults"));
    let given = from_json(&rules, params.as_object().expect("an object")).expect("parameters");
    Instance::new(rules, &given).expect("a game")
}

/// Where a move is made on the opening board: the numbers of the places where a hand begins and ends.
#[track_caller]
fn made(name: &str, params: serde_json::Value, mv: &str, wanted: (usize, usize)) {
    let game = game(name, &params);
    let (view, touch) = touched(&game, mv);
    assert_eq!(touch.from.zip(touch.to), Some(((0, wanted.0), (0, wanted.1))), "{mv} in {name}: {touch:?} {view:?}");
}

fn touched(game: &Instance, mv: &str) -> (View, Touch) {
    let start = game.start().expect("a start");
    let mut steps = Vec::new();
    moves(game, &start, &mut steps).expect("moves");
    let step = steps.iter().find(|step| game.show_move(&step.mv) == mv).expect("a legal move");
    let (view, mut touches) = with_touches(game, &start, [(&step.mv, &step.next)], Lang::English);
    (view, touches.remove(0))
}

#[test]
fn moves_are_made_where_a_hand_would_make_them() {
    use serde_json::json;
    made("1140", json!({"piles": [2, 7, 9, 4, 4]}), "take(2)", (1, 1));
    made("877", json!({"piles": [5, 3, 4, 5]}), "right", (3, 3));
    made("mnk", json!({}), "put(1,2)", (5, 5));
    // Row 0 is at the bottom, and places are numbered from the top.
    made("connect-four", json!({}), "drop(1)", (13, 13));
    made("kalah", json!({"pits": 3, "seeds": 2}), "sow(2)", (2, 2));
    made("nim", json!({"heaps": [3, 5, 2]}), "take(1,4)", (1, 1));
    made("464", json!({"maxChoosableInteger": 5, "desiredTotal": 7}), "pick(3)", (2, 2));
    made("913", json!({"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]}), "run(3)", (1, 3));
    made("foxes", json!({}), "step((0,1),(0,0))", (1, 0));
    made("subtraction", json!({"n": 7}), "take(2)", (0, 0));
    // On a board that never changes: the mouse in the corner jumps two cells to the right.
    made("cat-and-mouse-ii", json!({}), "run((0,1),(2,2))", (10, 12));
}

#[test]
fn a_board_that_never_changes_is_drawn_with_what_stands_on_it() {
    let game = game("cat-and-mouse-ii", &serde_json::json!({}));
    let view = view(&game, &game.start().expect("a start"), Lang::English);
    assert_eq!(letters(&view), ["■ ■ ■ ■ F", "■ C · · ·", "M · · · ·"]);
    let [board] = view.boards.as_slice() else { panic!("{view:?}") };
    let owners: Vec<_> = board.places.iter().enumerate().filter_map(|(at, place)| Some((at, place.owner?))).collect();
    assert_eq!((owners, view.rest.len()), (vec![(6, 1), (10, 0)], 0));
    // A move to where one stands already changes nothing, and has no place.
    let (_, touch) = touched(&game, "sit");
    assert_eq!(touch, Touch::default());
}

#[test]
fn what_is_taken_is_touched_and_fades() {
    let game = game("1140", &serde_json::json!({"piles": [2, 7, 9, 4, 4]}));
    let (_, touch) = touched(&game, "take(2)");
    assert_eq!(touch.touches, [(0, 0), (0, 1)]);
    let later = game.read_position("i=2 M=2").expect("a position");
    let view = view(&game, &later, Lang::English);
    let faded: Vec<bool> = view.boards[0].places.iter().map(|place| place.faded).collect();
    assert_eq!(faded, [true, true, false, false, false]);
    assert_eq!(view.rest, [Rest { name: "M".to_owned(), value: "2".to_owned() }]);
}

#[test]
fn pieces_belong_to_players_and_places_have_names() {
    let game = game("mnk", &serde_json::json!({}));
    let start = game.start().expect("a start");
    let mut steps = Vec::new();
    moves(&game, &start, &mut steps).expect("moves");
    let view = view(&game, &steps[4].next, Lang::English);
    let middle = &view.boards[0].places[4];
    assert_eq!((middle.text.as_str(), middle.owner, middle.name.as_str()), ("×", Some(0), "row 1, column 1"));
    assert_eq!(view.boards[0].places[0].text, "");
    let chinese = super::view(&game, &start, Lang::Chinese);
    assert_eq!(chinese.boards[0].places[0].name, "第 0 行第 0 列");
    // Moves name the pits of both players by their entries of one board: `sow(4)`.
    let kalah = self::game("kalah", &serde_json::json!({"pits": 3, "seeds": 2}));
    let pits = super::view(&kalah, &kalah.start().expect("a start"), Lang::English);
    let names: Vec<&str> = pits.boards[0].places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!((names[0], names[3], names[4]), ("South’s pit 0", "South’s store", "North’s pit 4"));
}

#[test]
fn pieces_stand_on_the_cells_of_a_board_that_changes() {
    let game = game("knights", &serde_json::json!({}));
    let start = game.start().expect("a start");
    let board = letters(&view(&game, &start, Lang::English));
    assert_eq!(board, ["W · · ·", "· · · ·", "· · · B"]);
    let (_, touch) = touched(&game, "jump((1,2))");
    assert_eq!((touch.touches, touch.to), (vec![(0, 0), (0, 6)], Some((0, 6))));
}

/// Positions of a game in the order in which play reaches them, at most so many.
fn reached(game: &Instance, most: usize) -> Vec<Packed> {
    let start = game.start().expect("a start");
    let (mut seen, mut found, mut at) = (HashSet::from([start.clone()]), vec![start], 0);
    while at < found.len() && found.len() < most {
        let mut steps = Vec::new();
        if matches!(ended(game, &found[at]), Ok(None)) {
            moves(game, &found[at], &mut steps).expect("moves");
        }
        for step in steps {
            if seen.insert(step.next.clone()) {
                found.push(step.next);
            }
        }
        at += 1;
    }
    found
}

/// Every game of the gallery has a board, every move of it is made somewhere, and everything that is said of places is true of the board.
#[test]
fn every_game_of_the_gallery_is_drawn() {
    for found in games() {
        let rules = Arc::new(check(&Source::new(found.name, found.text)).0.expect("rules without faults"));
        let params = rules.examples.iter().filter_map(|example| example_params(&rules, example).ok());
        let game = params.filter_map(|given| Instance::new(rules.clone(), &given).ok()).next().expect("an example");
        for at in reached(&game, 60) {
            let mut steps = Vec::new();
            if matches!(ended(&game, &at), Ok(None)) {
                moves(&game, &at, &mut steps).expect("moves");
            }
            let (view, touches) =
                with_touches(&game, &at, steps.iter().map(|step| (&step.mv, &step.next)), Lang::English);
            assert!(!view.boards.is_empty(), "{} has no board: {view:?}", found.name);
            for (step, touch) in steps.iter().zip(&touches) {
                let mv = game.show_move(&step.mv);
                let changes = super::view(&game, &step.next, Lang::English).boards != view.boards;
                assert!(!changes || !touch.touches.is_empty(), "{mv} in {} at {}", found.name, view.text);
                let spots = touch.touches.iter().chain(&touch.from).chain(&touch.to);
                spots.for_each(|spot| assert!(view.place(*spot).is_some(), "{mv} in {}: {spot:?}", found.name));
            }
            for board in &view.boards {
                let places = board.places.iter();
                places.for_each(|place| {
                    assert!(place.x >= 0.0 && place.x + place.w <= board.width + 0.01, "{}: {place:?}", found.name);
                    assert!(place.y >= 0.0 && place.y + place.h <= board.height + 0.01, "{}: {place:?}", found.name);
                });
                board.edges.iter().for_each(|edge| assert!(edge.from.max(edge.to) < board.places.len()));
            }
        }
    }
}
