//! The search: who wins, a lead, and nothing else.

use super::graphs::{Graph, Node, to};
use super::random::for_games;
use bouton::error::Stop;
use bouton::game::{Ending, Game};
use bouton::instance::{Instance, from_json};
use bouton::limits::{Limits, Silent};
use bouton::methods::Ask;
use bouton::solution::{Solution, solve};
use bouton::value::{Kind, Outcome, Value};
use bouton_rules::Source;
use serde_json::json;
use std::cell::Cell;
use std::sync::Arc;

fn searched(game: &Graph, limits: &Limits) -> Result<Solution<Graph>, Stop> {
    solve(game, &game.start().unwrap(), &Ask::Value, limits, Some("search"), &Silent)
}

#[test]
fn who_wins_is_what_brute_says() {
    let (won, drawn, lost, round) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
    for_games(1_500, |game| {
        if game.kind != Kind::Outcome || game.repeat.is_some() {
            return;
        }
        let right = solve(game, &game.start().unwrap(), &Ask::Table, &Limits::default(), Some("brute"), &Silent);
        let count = |of: &Cell<u32>| of.set(of.get() + 1);
        match (searched(game, &Limits::default()), right) {
            (Ok(found), Ok(right)) => {
                assert!(found.value.same_result(right.value), "{}, and not {}", found.value, right.value);
                assert!(found.positions <= right.positions);
                count(match right.value {
                    Value::Outcome(Outcome::Win(_)) => &won,
                    Value::Outcome(Outcome::Draw) => &drawn,
                    _ => &lost,
                });
            }
            // A repetition that no line needs is not met.
            (Ok(_) | Err(Stop::Cycle(_)), Err(Stop::Cycle(_))) => count(&round),
            (found, right) => panic!("{found:?}, brute: {right:?}"),
        }
    });
    assert!([won, drawn, lost, round].iter().all(|count| count.get() > 100), "too few of a kind");
}

/// So many nodes in a row, with a way back from the last if `round`; the last is a loss for whoever is there.
fn row(nodes: u32, round: bool) -> Graph {
    let over = Node { endings: Some([Ending::Loss; 2]), edges: Vec::new() };
    let last = if round { Node { endings: None, edges: vec![to(1)] } } else { over };
    let nodes = (0..nodes).map(|at| Node { endings: None, edges: vec![to(at + 1)] }).chain([last]).collect();
    Graph::outcome(None, nodes)
}

#[test]
fn a_repetition_is_shown_move_by_move() {
    let Err(Stop::Cycle(back)) = searched(&row(4, true), &Limits::default()) else { panic!("play goes round") };
    assert_eq!((back.reached_by.len(), back.moves.len(), back.positions.len()), (1, 4, 4));
}

#[test]
fn limits_stop_it_and_long_lines_do_not() {
    let game = row(60_000, false);
    assert!(matches!(searched(&game, &Limits::default().positions(100)), Err(Stop::Positions { limit: 100 })));
    assert!(matches!(searched(&game, &Limits::default().memory(10_000)), Err(Stop::Memory { .. })));
    assert_eq!(searched(&row(2_000, false), &Limits::default()).unwrap().positions, 2_001);
}

#[test]
fn stopped_after_the_first_question_it_says_what_that_answered() {
    // A draw can be had at once; that nobody wins behind the long row takes long to see.
    let mut nodes = vec![Node { endings: None, edges: vec![to(40), to(1)] }];
    nodes.extend((1..40).map(|at| Node { endings: None, edges: vec![to(at + 1)] }));
    nodes.push(Node { endings: Some([Ending::Draw; 2]), edges: Vec::new() });
    let game = Graph::outcome(None, nodes);
    let all = searched(&game, &Limits::default()).unwrap();
    let mut said = Vec::new();
    for most in 1..all.positions {
        match searched(&game, &Limits::default().positions(most)) {
            Err(Stop::Short { known, .. }) => {
                let at_least = known.at_least.expect("a draw can be had at once");
                assert_eq!(known.at_most, None);
                assert!(all.value.same_result(at_least) || all.value.better(at_least), "{most}");
                said.push(most);
            }
            Err(Stop::Positions { .. }) => {}
            found => panic!("{most}: {found:?}"),
        }
    }
    assert!(!said.is_empty(), "the first question takes as many positions as both");
}

/// Wherever it is stopped, what it says of the start and of its moves is true, and in the end it says something of moves.
#[test]
fn stopped_anywhere_what_it_knows_of_moves_is_true() {
    let boards = [
        ("connect-four", json!({"rows": 4, "cols": 4})),
        ("breakthrough", json!({"rows": 4, "cols": 4})),
        ("kalah", json!({"pits": 3, "seeds": 3})),
    ];
    for (name, params) in boards {
        let entry = bouton::gallery::find(name).unwrap();
        let rules = Arc::new(bouton_rules::check(&Source::new(name, entry.text)).0.unwrap());
        let game = Instance::new(rules.clone(), &from_json(&rules, params.as_object().unwrap()).unwrap()).unwrap();
        let start = game.start().unwrap();
        let whole = solve(&game, &start, &Ask::Table, &Limits::default(), None, &Silent).unwrap();
        let choices = bouton::answer(&game, &whole.store, &start).unwrap().moves;
        let right = |mv: &str| choices.iter().find(|choice| game.show_move(&choice.mv) == mv).unwrap().value;
        let holds = |right: Value, at_least: Option<Value>, at_most: Option<Value>| {
            at_least.is_none_or(|least| right.same_result(least) || right.better(least))
                && at_most.is_none_or(|most| right.same_result(most) || most.better(right))
        };
        let all = solve(&game, &start, &Ask::BestMoves, &Limits::default(), Some("search"), &Silent).unwrap().positions;
        let mut told = 0;
        for most in (1..40).map(|part| all * part / 40).chain((1..30).map(|less| all - less)) {
            let limits = Limits::default().positions(most.max(1));
            let Err(stop) = solve(&game, &start, &Ask::BestMoves, &limits, Some("search"), &Silent) else { continue };
            let known = stop.known();
            assert!(holds(whole.value, known.at_least, known.at_most), "{name} at {most}: {known:?}");
            for (mv, at_least, at_most) in &known.moves {
                assert!(holds(right(mv), *at_least, *at_most), "{name} at {most}: {mv} {at_least:?} {at_most:?}");
            }
            told += known.moves.len();
        }
        assert!(told > 0, "{name}: nothing is said of any move");
    }
}

/// So much less is looked at that a search is never the longer way: moves take it up to twice as long as a table, and windows ask anew.
#[test]
fn the_value_alone_takes_a_part_of_all_positions() {
    let boards = [
        ("mnk", json!({"m": 3, "n": 4, "k": 3}), 40),
        ("mnk", json!({"m": 3, "n": 4, "k": 4}), 10),
        ("connect-four", json!({"rows": 4, "cols": 4}), 10),
        ("hexapawn", json!({"rows": 4, "cols": 4}), 20),
        ("breakthrough", json!({"rows": 5, "cols": 3}), 10),
        ("kalah", json!({"pits": 3, "seeds": 3}), 4),
        ("sim", json!({"n": 5}), 2),
    ];
    for (name, params, part) in boards {
        let entry = bouton::gallery::find(name).unwrap();
        let rules = Arc::new(bouton_rules::check(&Source::new(name, entry.text)).0.unwrap());
        let given = from_json(&rules, params.as_object().unwrap()).unwrap();
        let game = Instance::new(rules, &given).unwrap();
        let solved =
            |ask, method| solve(&game, &game.start().unwrap(), &ask, &Limits::default(), method, &Silent).unwrap();
        let whole = solved(Ask::Table, None);
        for ask in [Ask::Value, Ask::BestMoves] {
            let searched = solved(ask, Some("search"));
            assert!(searched.value.same_result(whole.value), "{name} {params}");
            let (some, all) = (searched.positions, whole.positions);
            assert!(some * part < all, "{name} {params} {ask:?}: {some} of {all}");
        }
    }
}

/// `remaining` bounds what both players gain together, and neither what one of them does: scores may outgrow what it lets expect.
#[test]
fn leads_may_be_larger_than_what_remains() {
    for each in [3_i64, 1 << 20, 1 << 33, 1 << 40] {
        let rules = format!(
            "game Swing\nstate n : 0..9 = 9\nremaining n\nmove take(k in 1..3) {{ when k <= n; n -= k; \
             gain {each} * (n % 4 - 1); gain k - {each} * (n % 4 - 1) to opponent }}\nstuck => me leads by 0\n"
        );
        let (rules, findings) = bouton_rules::check(&Source::new("swing", rules));
        let game = Instance::new(Arc::new(rules.unwrap_or_else(|| panic!("{findings:?}"))), &[]).unwrap();
        let by = |method| {
            let start = game.start().unwrap();
            solve(&game, &start, &Ask::Value, &Limits::default(), Some(method), &Silent).unwrap().value
        };
        let Value::Lead(lead) = by("search") else { panic!("it is a game of points") };
        assert_eq!(Value::Lead(lead), by("brute"));
        assert!(lead.abs() >= each - 9, "{lead}");
    }
}
