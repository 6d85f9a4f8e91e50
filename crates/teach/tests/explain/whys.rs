//! Explanations: every sum comes out, every answer does what it is said to do.

use super::{Solved, brute, by_lot, solved};
use bouton::game::Game;
use bouton::{Outcome, Value};
use bouton_teach::refusal::Refusal;
use bouton_teach::why::{Form, Level, Question, kinds, kinds_text, text, why};
use bouton_teach::words::Lang;

fn holds(solved: &Solved, level: &Level) -> usize {
    let mover = &level.spot.mover;
    let at = solved.game.read_position(&format!("{} turn={mover}", level.spot.position)).unwrap();
    assert_eq!(level.spot.value, brute(&solved.game, &at));
    let mut checked = 1;
    for choice in &level.options {
        let reply = if choice.next.over {
            choice.next.value
        } else {
            let text = format!("{} turn={}", choice.next.position, choice.next.mover);
            brute(&solved.game, &solved.game.read_position(&text).unwrap())
        };
        assert_eq!(choice.next.value, reply, "{choice:?}");
        if let (Value::Lead(lead), Value::Lead(reply)) = (choice.value, reply) {
            assert_eq!(lead, choice.gain + if choice.again { reply } else { -reply }, "{choice:?}");
            if let (Some(left), Some(before)) = (choice.next.remaining, level.spot.remaining) {
                assert_eq!(before, left + choice.given.0 + choice.given.1, "{choice:?}");
            }
        }
        assert_eq!(choice.best, choice.value.same_result(level.spot.value), "{choice:?}");
        checked += choice.deeper.as_ref().map_or(0, |deeper| holds(solved, deeper));
    }
    checked
}

#[test]
fn every_sum_of_an_explanation_comes_out() {
    for name in ["stone-game-ii", "stone-game", "can-i-win", "both-ends", "chomp"] {
        let mut checked = 0;
        for game in by_lot(name, 2) {
            let Some(solved) = Solved::new(game, None).filter(|solved| solved.solution.positions <= 100) else {
                continue;
            };
            let found = why(&solved.scene(), &Question { levels: 3, ..Question::default() }).unwrap();
            checked += holds(&solved, &found.level);
        }
        assert!(checked > 20, "{name}: only {checked} positions");
    }
}

#[test]
fn sums_come_out_where_players_move_again() {
    let solved = solved("kalah", r#"{"pits": 2, "seeds": 2}"#);
    let found = why(&solved.scene(), &Question { levels: 4, ..Question::default() }).unwrap();
    assert!(holds(&solved, &found.level) > 3);
    assert!(found.level.options.iter().any(|choice| choice.again), "somebody moves again");
}

#[test]
fn replies_to_a_winning_move_are_all_answered() {
    let solved = solved("can-i-win", r#"{"maxChoosableInteger": 4, "desiredTotal": 6}"#);
    let found = why(&solved.scene(), &Question::default()).unwrap();
    let winning = &found.level.options[0];
    assert_eq!(winning.mv, "pick(1)");
    let replies: Vec<(&str, &str)> =
        winning.replies.iter().map(|reply| (reply.mv.as_str(), reply.answer.as_ref().unwrap().mv.as_str())).collect();
    assert_eq!(replies.len(), 3);
    for (reply, answer) in replies {
        let number = |mv: &str| mv.trim_start_matches("pick(").trim_end_matches(')').parse::<i64>().unwrap();
        assert!(1 + number(reply) + number(answer) >= 6, "{reply} {answer}");
    }
}

#[test]
fn a_given_move_costs_what_it_gives_away() {
    let solved = solved("stone-game-ii", r#"{"piles": [2, 7, 9, 4, 4]}"#);
    let found = why(&solved.scene(), &Question { mv: Some("take( 2 )".to_owned()), ..Question::default() }).unwrap();
    let asked = found.asked.unwrap();
    assert_eq!((asked.value, asked.worth, asked.best), (Value::Lead(-6), Value::Lead(-8), false));
    let gained: i64 = asked.line.iter().map(|(by, _, gain)| if by == "Alice" { *gain } else { -gain }).sum();
    assert_eq!(gained, -8);
    let refused = why(&solved.scene(), &Question { mv: Some("tak(2)".to_owned()), ..Question::default() }).unwrap_err();
    assert!(refused.instead(Lang::English)[0].contains("take(2)"), "{refused:?}");
}

#[test]
fn points_and_pairs_say_the_same_as_leads() {
    let solved = solved("stone-game-ii", r#"{"piles": [2, 7, 9, 4, 4]}"#);
    let lines = |form| {
        text(&why(&solved.scene(), &Question { form, ..Question::default() }).unwrap(), super::english()).join("\n")
    };
    let sums =
        [(Form::Lead, "2 − 8 = −6"), (Form::Points, "26 − 16 = 10"), (Form::Pair, "(2, 0) + (8, 16) = (10, 16)")];
    for (form, sum) in sums {
        assert!(lines(form).contains(sum), "{form:?}:\n{}", lines(form));
    }
}

#[test]
fn outcomes_have_no_points() {
    let solved = solved("can-i-win", r#"{"maxChoosableInteger": 4, "desiredTotal": 6}"#);
    let refused = why(&solved.scene(), &Question { form: Form::Points, ..Question::default() }).unwrap_err();
    assert!(matches!(refused, Refusal::Unfit { .. }));
    assert!(matches!(solved.solution.value, Value::Outcome(Outcome::Win(_))));
    assert_eq!(solved.game.rules().name, "CanIWin");
}

/// A graph on which neither the cat nor the mouse can win (LeetCode 913).
const ROUND: &str = r#"{"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]}"#;

#[test]
fn a_draw_that_goes_round_is_walked_and_what_leaves_it_loses() {
    let solved = solved("cat-and-mouse", ROUND);
    let scene = solved.scene();
    let found = why(&scene, &Question::default()).unwrap();
    let round = found.round.as_ref().unwrap();
    let mut at = scene.at.clone();
    let mut places = Vec::new();
    for turn in &round.turns {
        places.push(solved.game.canonical(at.clone()));
        let moves = scene.answer(&at).unwrap().moves;
        let named = |name: &str| moves.iter().find(|choice| solved.game.show_move(&choice.mv) == name).unwrap();
        let draw = Value::Outcome(Outcome::Draw);
        assert!(turn.also.iter().chain([&turn.mv]).all(|mv| named(mv).value == draw), "{turn:?}");
        assert!(turn.loses.iter().all(|mv| matches!(named(mv).value, Value::Outcome(Outcome::Loss(_)))), "{turn:?}");
        assert_eq!(1 + turn.also.len() + turn.loses.len(), moves.len());
        at = named(&turn.mv).next.clone();
    }
    assert_eq!(places[round.back], solved.game.canonical(at), "it comes round");
    assert!(round.walks.iter().all(|(_, walk)| walk.first() == walk.last()), "{:?}", round.walks);
    assert!(text(&found, super::english()).join("\n").contains("Play that keeps the draw goes round"));
    // A draw that ends is no way round.
    let board = super::solved("mnk", r#"{"m": 3, "n": 3, "k": 3}"#);
    assert!(why(&board.scene(), &Question::default()).unwrap().round.is_none());
}

#[test]
fn one_position_of_each_kind_stands_side_by_side() {
    let solved = solved("cat-and-mouse", ROUND);
    let found = kinds(&solved.scene(), &Question { levels: 1, ..Question::default() }).unwrap();
    let values: Vec<Value> = found.iter().map(|one| one.level.spot.value).collect();
    assert!(
        matches!(
            values[..],
            [Value::Outcome(Outcome::Win(_)), Value::Outcome(Outcome::Draw), Value::Outcome(Outcome::Loss(_))]
        ),
        "{values:?}"
    );
    let wide = kinds_text(&found, super::english(), 1000);
    assert!(wide[0].contains("Why is it a draw?") && wide[0].contains("lose"), "{}", wide[0]);
    assert!(kinds_text(&found, super::english(), 60).len() > wide.len());
}
