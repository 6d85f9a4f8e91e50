//! Solutions that are wrong in ways that the values next to them do not show.

use super::graphs::{Edge, Graph, Node, to};
use super::random::check;
use bouton::error::Stop;
use bouton::game::{Ending, Game, Repeat};
use bouton::limits::{Limits, Silent};
use bouton::methods::Ask;
use bouton::solution::solve;
use bouton::store::Store;
use bouton::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Player::{self, First, Second};

/// Two positions that lead to each other, and a drawn end that the second player, at node 1, may choose.
fn ring(repeat: Option<Repeat>) -> Graph {
    let over = Node { endings: Some([Ending::Draw; 2]), edges: Vec::new() };
    Graph::outcome(
        repeat,
        vec![Node { endings: None, edges: vec![to(1)] }, Node { endings: None, edges: vec![to(0), to(2)] }, over],
    )
}

fn stored(game: &Graph, values: [Outcome; 3]) -> Store<(u32, Player)> {
    let mut store = Store::numbered(Kind::Outcome);
    for (position, outcome) in [(0, First), (1, Second), (2, First)].into_iter().zip(values) {
        store.set(game, position, Value::Outcome(outcome)).unwrap();
    }
    store
}

fn reason(game: &Graph, values: [Outcome; 3]) -> String {
    match check(game, &stored(game, values)) {
        Err(Stop::Wrong { reason, .. }) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_draw_that_is_only_put_off_is_not_a_draw() {
    // The first player wins endless play, but the second can end it: a draw, as the winner cannot prevent it.
    let game = ring(Some(Repeat::Wins(First)));
    assert_eq!(check(&game, &stored(&game, [Outcome::Draw; 3])), Ok(3));
    // The second player wins endless play, and goes round for ever instead: the draws hang in the air.
    let game = ring(Some(Repeat::Wins(Second)));
    assert_eq!(reason(&game, [Outcome::Draw; 3]), "a draw is stored, but endless play cannot be prevented");
    let (win, loss) = (Outcome::Win(Plies::Endless), Outcome::Loss(Plies::Endless));
    assert_eq!(check(&game, &stored(&game, [loss, win, Outcome::Draw])), Ok(3));
}

#[test]
fn endless_values_belong_to_the_player_who_wins_endless_play() {
    let (win, loss) = (Outcome::Win(Plies::Endless), Outcome::Loss(Plies::Endless));
    for repeat in [Some(Repeat::Draw), Some(Repeat::Wins(First)), None] {
        let words = reason(&ring(repeat), [loss, win, Outcome::Draw]);
        assert_eq!(words, "a loss by endless play is stored, but the rules allow none here");
    }
}

#[test]
fn play_that_must_not_repeat_does_not() {
    assert_eq!(reason(&ring(None), [Outcome::Draw; 3]), "play can return to this position");
}

#[test]
fn positions_that_only_seem_alike_are_found_out() {
    // Node 1 is won for the first player only, but the turn is dropped from it.
    let over = Node { endings: Some([Ending::Win, Ending::Loss]), edges: Vec::new() };
    let first = Node { endings: None, edges: vec![to(1), Edge { again: true, ..to(1) }] };
    let game = Graph { turnless_from: 1, ..Graph::outcome(None, vec![first, over]) };
    let solved = solve(&game, &game.start().unwrap(), &Ask::Table, &Limits::default(), Some("brute"), &Silent);
    assert!(matches!(solved, Err(Stop::FalseTwin { .. })));
}

#[test]
fn endless_play_is_not_worth_the_same_to_both() {
    // Everybody goes round; the turn is dropped although the first player wins that.
    let first = Node { endings: None, edges: vec![to(0)] };
    let game = Graph { turnless_from: 0, ..Graph::outcome(Some(Repeat::Wins(First)), vec![first]) };
    for method in ["retrograde", "brute"] {
        let solved = solve(&game, &game.start().unwrap(), &Ask::Table, &Limits::default(), Some(method), &Silent);
        assert!(matches!(solved, Err(Stop::FalseTwin { .. })), "{method}");
    }
}

#[test]
fn the_check_finds_endless_play_worth_the_same_to_both() {
    // Whoever is at a node may stay there; the stored values fit together, but node 1 is lost for the second player.
    let stay = |node| Edge { again: true, ..to(node) };
    let nodes = vec![Node { endings: None, edges: vec![stay(0), to(1)] }, Node { endings: None, edges: vec![stay(1)] }];
    let game = Graph { turnless_from: 1, ..Graph::outcome(Some(Repeat::Wins(First)), nodes) };
    let mut store = Store::numbered(Kind::Outcome);
    for node in [0, 1] {
        store.set(&game, (node, First), Value::Outcome(Outcome::Win(Plies::Endless))).unwrap();
    }
    let Err(Stop::Wrong { reason, .. }) = check(&game, &store) else { panic!("it passed") };
    assert_eq!(reason, "endless play is not worth the same to both players");
}
