//! Sums of parts in which players have moves of their own: canonical forms against brute force on random sums, Hackenbush against Berlekamp's rule, and
//! what is refused.

use super::{gallery, game};
use bouton::dice::Dice;
use bouton::game::{Game, NormalPlay};
use bouton::partizan::Class;
use bouton::rules::Player;
use bouton::{Ask, Instance, Limits, Outcome, Plan, Silent, Solution, Value, prove, solve, valued};
use serde_json::json;
use std::fmt::Write as _;

/// A sum of two kinds of parts, each move left to one player or to both, each leaving fewer.
fn random(dice: &mut Dice) -> String {
    let mut text = String::from("game Random\nplayers L, R\n");
    for (kind, other) in [("A", "B"), ("B", "A")] {
        let _ = writeln!(text, "part {kind}(n : 0..5) {{");
        for number in 0..1 + dice.below(4) {
            let take = 1 + dice.below(3);
            let second = if dice.once_in(2) { other } else { kind };
            let (choice, result) = match dice.below(4) {
                0 => (
                    format!("(k in 0 .. n - {take} if k < {})", 1 + dice.below(3)),
                    format!("{kind}(k) + {second}(n - {take} - k)"),
                ),
                1 => (String::new(), "nothing".to_owned()),
                _ => (String::new(), format!("{second}(n - {take})")),
            };
            let by = *dice.pick(&[" by L", " by R", " by L", " by R", ""]);
            let _ = writeln!(text, "  move {kind}{number}{choice}{by} when n >= {take} => {result}");
        }
        text.push_str("}\n");
    }
    // Some move is left to a player, so that the sum is no impartial one.
    let _ = writeln!(text, "part C(n : 0..2) {{ move last by L when n > 0 => C(n - 1) }}");
    let (a, b, c) = (dice.below(5), dice.below(4), dice.below(2));
    let _ = writeln!(text, "start A({a}) + B({b}) + A(2) + C({c})\nstuck => me loses");
    text
}

fn solved(game: &Instance, mover: Player, method: &str) -> Solution<Instance> {
    let start = game.with_mover(&game.start().unwrap(), mover);
    solve(game, &start, &Ask::Table, &Limits::default(), Some(method), &Silent)
        .unwrap_or_else(|stop| panic!("{method}: {stop}"))
}

fn won(value: Value) -> bool {
    matches!(value, Value::Outcome(Outcome::Win(_)))
}

#[test]
fn sums_by_canonical_forms_agree_with_brute_force() {
    let mut dice = Dice::new(1976);
    let (mut positions, mut classes) = (0_u64, [0; 4]);
    for round in 0..720 {
        let text = random(&mut dice);
        let game = game(&text, &json!({}));
        assert!(game.partizan_parts().is_some() && game.parts().is_none(), "{text}");
        let worth = valued(&game, &game.start().unwrap(), &Limits::default(), &Silent).unwrap();
        let mut wins = [false; 2];
        for (mover, wins) in Player::BOTH.into_iter().zip(&mut wins) {
            let (judge, forms) = (solved(&game, mover, "brute"), solved(&game, mover, "forms"));
            for (at, value) in judge.store.entries(&game) {
                let found = forms.store.value(&game, &at).unwrap_or_else(|| panic!("{text}"));
                assert_eq!(won(found), won(value), "{} in\n{text}", game.show_position(&at));
                positions += 1;
            }
            if round % 10 == 0 {
                prove(&game, &forms, &Limits::default()).unwrap();
            }
            let start = game.with_mover(&game.start().unwrap(), mover);
            *wins = won(judge.store.value(&game, &start).unwrap());
            let mut steps = Vec::new();
            if game.ending(&start).unwrap().is_none() {
                game.steps(&start, &mut steps).unwrap();
            }
            let options = &worth.options[usize::from(mover == Player::Second)];
            assert_eq!(steps.len(), options.len());
            for (step, moved) in steps.iter().zip(options) {
                let loses = !won(judge.store.value(&game, &step.next).unwrap());
                assert_eq!(moved.wins, loses, "{} in\n{text}", game.show_move(&moved.mv));
            }
        }
        let class = match wins {
            [true, true] => Class::First,
            [true, false] => Class::Left,
            [false, true] => Class::Right,
            [false, false] => Class::Second,
        };
        assert_eq!(worth.worth.class, class, "{text}");
        classes[class as usize] += 1;
    }
    assert!(positions > 10_000 && classes.iter().all(|count| *count > 30), "{positions} {classes:?}");
}

/// E. R. Berlekamp's rule ("Winning Ways", chapter 3): `BRB` is 1 − 1/2 + 1/4.
#[test]
fn hackenbush_strings_add_up_by_berlekamps_rule() {
    let sums = [
        (vec!["BRB"], "3/4"),
        (vec!["BRB", "RB"], "1/4"),
        (vec!["BR", "R", "BR"], "0"),
        (vec!["BBRRB"], "11/8"),
        (vec!["BRBB", "RRB"], "-5/8"),
        (vec!["BBBB", "RRR"], "1"),
        (vec!["BRRRRRRRRRRR"], "1/2048"),
    ];
    for (strings, value) in sums {
        let game = gallery("hackenbush", &json!({"strings": strings}));
        let worth = valued(&game, &game.start().unwrap(), &Limits::default(), &Silent).unwrap().worth;
        assert_eq!((worth.name.as_str(), worth.number.unwrap().to_string().as_str()), (value, value), "{strings:?}");
    }
}

#[test]
fn explain_says_why_forms_are_added() {
    let game = gallery("hackenbush", &json!({"strings": ["BRB", "RB"]}));
    let start = game.start().unwrap();
    let plan = Plan::of(&game, &start, &Ask::Value, &Limits::default());
    let (choice, _) = plan.to_try().next().unwrap();
    assert_eq!((choice.method, choice.strategy.unwrap().name), ("grundy", "forms"));
    let facts = &plan.facts.lines;
    assert!(
        facts.iter().any(|fact| fact.text.to_string().contains("each has a value with a canonical form")),
        "{facts:?}"
    );
}

#[test]
fn what_forms_cannot_say_is_left_to_other_methods() {
    let misere = "game G\nplayers A, B\npart H(n : 0..5) { move take by A when n > 0 => H(n - 1) }\nstart H(3) + H(2)\nstuck => me wins\n";
    let game = game(misere, &json!({}));
    assert!(game.partizan_parts().is_none() && game.parts().is_none());
    let start = game.start().unwrap();
    let solution = solve(&game, &start, &Ask::Table, &Limits::default(), None, &Silent).unwrap();
    assert_ne!(solution.method, "grundy");
    let stop = valued(&game, &start, &Limits::default(), &Silent).unwrap_err();
    assert_eq!(stop.diagnostic().code, "M11");
}
