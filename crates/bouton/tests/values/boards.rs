//! Values of positions of rules: against solving them for each player to move, against the literature, and what is refused.

use super::{gallery, game};
use bouton::game::{Game, NormalPlay};
use bouton::partizan::Class;
use bouton::rules::Player;
use bouton::rules::layout::Packed;
use bouton::{Ask, Instance, Limits, Outcome, Silent, Value, solve, valued};
use serde_json::{Value as Json, json};

fn value(name: &str, params: &Json) -> (String, String, String) {
    let game = gallery(name, params);
    let start = game.start().unwrap();
    let worth = valued(&game, &start, &Limits::default(), &Silent).unwrap().worth;
    (worth.name, worth.heat.mean.to_string(), worth.heat.temperature.to_string())
}

fn named(name: &str, params: &Json) -> String {
    value(name, params).0
}

/// Left stands upright. "Winning Ways" (1982), chapters 5 and 6; Siegel (2013), chapter I.
#[test]
fn rectangles_of_domineering_have_published_values() {
    let rectangles = [
        (1, 1, "0"),
        (2, 1, "1"),
        (1, 2, "-1"),
        (3, 1, "1"),
        (4, 1, "2"),
        (1, 8, "-4"),
        (2, 2, "±1"),
        (2, 3, "{2|-1/2}"),
        (3, 2, "{1/2|-2}"),
        (3, 3, "±1"),
        (2, 4, "Miny(2)"),
        (4, 2, "Tiny(2)"),
    ];
    for (rows, cols, name) in rectangles {
        assert_eq!(named("domineering", &json!({"rows": rows, "cols": cols})), name, "{rows} x {cols}");
    }
    let (_, mean, temperature) = value("domineering", &json!({"rows": 2, "cols": 3}));
    assert_eq!((mean.as_str(), temperature.as_str()), ("3/4", "5/4"));
}

/// Regions with some cells taken, as CGSuite gives them.
#[test]
fn regions_of_domineering_have_the_values_of_cgsuite() {
    let regions = [
        (2, 2, ".#/..", "*"),
        (3, 3, ".##/.##/...", "0"),
        (3, 3, "..#/..#/...", "{1/2|-2}"),
        (2, 4, ".#.#/.#..", "1*"),
        (4, 4, "#.../..../..../....", "±(1*)"),
    ];
    for (rows, cols, covered, name) in regions {
        let game = gallery("domineering", &json!({"rows": rows, "cols": cols}));
        for turn in ["Vertical", "Horizontal"] {
            let at = game
                .read_position(&format!("covered={} turn={turn}", covered.replace('.', "0").replace('#', "1")))
                .unwrap();
            let worth = valued(&game, &at, &Limits::default(), &Silent).unwrap().worth;
            assert_eq!(worth.name, name, "{covered}");
        }
    }
}

/// J. Erickson, "New Toads and Frogs results" (1996), conjectures proved by T. Thanatipanonda, "Further hopping with toads and frogs" (2011): with two
/// empty cells `{{a-3|a-b}|{*|3-b}}` for `a > b >= 2` toads and frogs; with three and two frogs `{a-2|a-2}`; with three and three frogs `a - 7/2` for
/// `a >= 5`.
#[test]
fn starts_of_toads_and_frogs_have_published_values() {
    let start = |toads: i64, gap: i64, frogs: i64| {
        named("toads-and-frogs", &json!({"toads": toads, "gap": gap, "frogs": frogs}))
    };
    for (a, b) in [(3, 2), (4, 2), (5, 2), (4, 3), (5, 3), (5, 4)] {
        let published = format!("{{{{{}|{}}}|{{*|{}}}}}", a - 3, a - b, 3 - b);
        assert_eq!(start(a, 2, b), super::forms::named(&published), "T^{a} F^{b}");
    }
    for a in 2..6 {
        assert_eq!(start(a, 3, 2), super::forms::named(&format!("{{{}|{}}}", a - 2, a - 2)), "T^{a} FF");
    }
    for a in 5..7 {
        assert_eq!(start(a, 3, 3), format!("{}/2", 2 * a - 7), "T^{a} FFF");
    }
    assert_eq!(start(1, 1, 1), "*");
}

/// Positions of "Winning Ways", chapter 1, and of the literature since.
#[test]
fn positions_of_toads_and_frogs_have_published_values() {
    for (lane, name) in [("T.TFF", "↑"), ("TFT.F", "*"), ("TF.TF", "0"), ("TFTF.", "0")] {
        let toads = lane.matches('T').count();
        let frogs = lane.matches('F').count();
        let game = gallery("toads-and-frogs", &json!({"toads": toads, "frogs": frogs, "gap": 1}));
        let words: Vec<&str> = lane
            .chars()
            .map(|cell| {
                if cell == 'T' {
                    "Toads"
                } else if cell == 'F' {
                    "Frogs"
                } else {
                    "none"
                }
            })
            .collect();
        let at = game.read_position(&format!("lane=[{}]", words.join(","))).unwrap();
        assert_eq!(valued(&game, &at, &Limits::default(), &Silent).unwrap().worth.name, name, "{lane}");
    }
}

/// Who wins a position, by its value and by solving it for each player to move.
fn agrees(game: &Instance, at: &Packed) {
    let worth = valued(game, at, &Limits::default(), &Silent).unwrap().worth;
    let wins = [Player::First, Player::Second].map(|mover| {
        let at = game.with_mover(at, mover);
        let solution = solve(game, &at, &Ask::Table, &Limits::default(), Some("brute"), &Silent).unwrap();
        let value = solution.store.value(game, &at).unwrap();
        matches!(value, Value::Outcome(Outcome::Win(_)))
    });
    let class = match wins {
        [true, true] => Class::First,
        [true, false] => Class::Left,
        [false, true] => Class::Right,
        [false, false] => Class::Second,
    };
    assert_eq!(worth.class, class, "{} of value {}", game.show_position(at), worth.name);
}

#[test]
fn values_say_who_wins_as_brute_force_does() {
    let games = [
        ("domineering", json!({"rows": 3, "cols": 3})),
        ("domineering", json!({"rows": 2, "cols": 4})),
        ("toads-and-frogs", json!({"toads": 2, "frogs": 2, "gap": 2})),
        ("toads-and-frogs", json!({"toads": 3, "frogs": 2, "gap": 1})),
        ("nim", json!({"heaps": [2, 3]})),
    ];
    let mut looked = 0;
    for (name, params) in games {
        let game = gallery(name, &params);
        let start = game.start().unwrap();
        let solution = solve(&game, &start, &Ask::Table, &Limits::default(), Some("memo"), &Silent);
        let solution = solution.unwrap();
        for (at, _) in solution.store.entries(&game).step_by(2).take(80) {
            agrees(&game, &at);
            looked += 1;
        }
    }
    assert!(looked > 50, "{looked}");
}

fn refusal(text: &str) -> String {
    let game = game(text, &json!({}));
    let stop = valued(&game, &game.start().unwrap(), &Limits::default(), &Silent).unwrap_err().diagnostic();
    format!("{}: {}", stop.code, stop.message)
}

#[test]
fn what_is_no_normal_play_is_refused_with_its_reason() {
    let with =
        |lines: &str| refusal(&format!("game G\nplayers A, B\nstate n : 0..9 = 5\nstate at : 0..3 = 0\n{lines}\n"));
    let take = "move take by A { when n > 0; n -= 1 }";
    assert!(with(&format!("{take}\nstuck => draw")).starts_with("M11: "), "draws");
    assert!(with(&format!("{take}\nstuck => me wins")).contains("whoever cannot move must lose"));
    assert!(with(&format!("{take}\nstuck => pass else me loses")).contains("whoever cannot move must lose"));
    assert!(with(&format!("{take}\nend when n == 2 => A wins\nstuck => me loses")).contains("by another line"));
    assert!(with("move take by A { when n > 0; n -= 1; again }\nstuck => me loses").contains("more than once"));
    assert!(with("move take by A { when n > 0; n -= 1; end => A wins }\nstuck => me loses").contains("can end it"));
    assert!(with(&format!("{take}\nstuck => me loses\nrepeat => draw")).contains("for ever"));
    assert!(with("move take by A { when n > 0; n -= 1; gain 1 }\nend when n == 0").contains("points"));
    let back = "move up by A { when at < 3; at += 1 }\nmove down by B { when at > 0; at -= 1 }\nstuck => me loses";
    assert!(with(back).contains("can come back"));
}

#[test]
fn limits_stop_values() {
    let game = gallery("domineering", &json!({"rows": 4, "cols": 4}));
    let stop = valued(&game, &game.start().unwrap(), &Limits::default().positions(100), &Silent).unwrap_err();
    assert_eq!(stop.diagnostic().code, "M03");
}
