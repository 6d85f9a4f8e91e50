//! What goes wrong while rules run names the line, the move and the position.

use super::{instances, rules, trouble};
use bouton::game::Game;
use bouton::{Ask, Instance, Limits, Silent, solve};
use bouton_rules::datum::Datum;
use bouton_rules::diagnostic::Diagnostic;

/// The one finding, with everything it says joined.
fn said(text: &str) -> (Diagnostic, String) {
    let found = trouble(text);
    assert_eq!(found.len(), 1, "{found:?}");
    let finding = found[0].clone();
    let mut all = vec![finding.message.to_string()];
    all.extend(finding.notes.iter().map(ToString::to_string));
    all.extend(finding.labels.iter().map(|label| label.text.to_string()));
    (finding, all.join(" | "))
}

fn says(text: &str, parts: &[&str]) {
    let (finding, all) = said(&format!("{text}\nexample => draw"));
    for part in parts {
        assert!(all.contains(part), "`{part}` is not said: {all}");
    }
    assert!(finding.labels.len() > 1, "the place in the rules is missing: {all}");
}

#[test]
fn an_overflow_names_its_move_and_position() {
    says(
        "state n : 0..9 = 3\nmove go(k in 1..2) { let far = 9_223_372_036_854_775_000 * k; n = far // far }\nstuck => draw",
        &["does not fit in 64 bits", "in the move go(2)", "n=3 (First to move)"],
    );
}

#[test]
fn an_index_names_its_move_and_position() {
    says(
        "state xs : list[2] of 0..9 = [1, 2]\nmove go(k in 0..2) { xs[k] = 0 }\nstuck => draw",
        &["there is no entry 2: entries are counted 0 to 1", "in the move go(2)", "xs=[1,2]"],
    );
    says(
        "state b : grid[2, 2] of bool = false\nmove go(c in cells(b)) { b[c + (1, 0)] = true }\nstuck => draw",
        &["the cell (2,0) is not on the board of 2 by 2", "in the move go((1,0))"],
    );
    says(
        "state n : 0..3 = 3\nlet xs = [1, 2]\nmove go { n = xs[n] }\nstuck => draw",
        &["there is no entry 3", "in the move go", "n=3"],
    );
}

#[test]
fn a_bound_names_its_variable_move_and_position() {
    says(
        "state n : 0..3 = 3\nmove go { n += 1 }\nstuck => draw",
        &["`n` must be between 0 and 3, and 4 is not", "in the move go", "n=3 (First to move)", "its bounds"],
    );
    says(
        "state xs : list[2] of 0..3 = 3\nmove go { xs[1] += 1 }\nstuck => draw",
        &["`xs[1]` must be between 0 and 3, and 4 is not"],
    );
    says(
        "state xs : list[0..1] of 0..3 = [1]\nmove go { xs = append(xs, 2) }\nstuck => draw",
        &["`xs` must have 0 to 1 entries, not 2"],
    );
    says(
        "state n : 0..9 = 3\nmove go { n += 1 }\nnormalise { if n > 3 { n = 11 * n } }\nstuck => draw",
        &["must be between 0 and 9, and 44 is not", "in the move go"],
    );
}

#[test]
fn dividing_by_zero_names_its_move_and_position() {
    says(
        "state n : 0..3 = 3\nmove go(k in 0..2) { n = n // k }\nstuck => draw",
        &["divides by zero", "in the move go(0)", "n=3"],
    );
}

#[test]
fn none_where_a_value_is_needed_is_an_error() {
    says(
        "param g : graph[1..3] = [[1], [0]]\nstate at : node of g? = none\nmove go { at = at + 1 }\nstuck => draw",
        &["`none` is not a value to work with", "in the move go"],
    );
}

#[test]
fn an_invariant_that_fails_names_its_move() {
    says(
        "state n : 0..3 = 3\nmove go { when n > 0; n -= 1 }\ninvariant n != 1\nstuck => draw",
        &["the invariant `n != 1` does not hold", "in the move go", "n=1 ", "n=2 "],
    );
}

#[test]
fn gains_that_remaining_does_not_show_name_their_move() {
    says(
        "state n : 0..3 = 3\nmove go { when n > 0; n -= 1; gain 2 }\nremaining n",
        &["a move gains 2 points, but takes 1 from `n`", "in the move go", "3 before, 2 after"],
    );
}

#[test]
fn being_stuck_without_a_rule_shows_how_it_came_about() {
    let rules = rules("game T\nstate n : 0..3 = 2\nmove go { when n > 0; n -= 1 }\nexample => draw");
    let game = &instances(&rules)[0];
    let stop = solve(game, &game.start().unwrap(), &Ask::Table, &Limits::default(), None, &Silent).unwrap_err();
    let finding = stop.diagnostic();
    assert_eq!((finding.code, finding.help.len()), ("B060", 4));
    assert_eq!(finding.notes, ["it happens here: n=0 (First to move)", "reached by: go, go"]);
}

#[test]
fn repeating_without_a_rule_shows_the_loop() {
    let (_, all) =
        said("state n : 0..3 = 2\nmove up { when n < 3; n += 1 }\nmove down { when n > 0; n -= 1 }\nexample => draw");
    assert!(all.contains("repeat") || all.contains("return"), "{all}");
    assert!(all.contains("up → down") || all.contains("down → up"), "{all}");
}

#[test]
fn parameters_that_do_not_fit_are_said_with_their_declaration() {
    let (_, all) = said(
        "param n : 1..9\nstate left : 0..9 = n\nmove go { when left > 0; left -= 1 }\nstuck => draw\nrequire n % 2 == 0 \"n is even\"\nexample n=3 => draw",
    );
    assert!(all.contains("n is even"), "{all}");
    let (_, all) = said(
        "param xs : list[1..3] of 1..9\nstate left : 0..9 = xs[0]\nmove go { when left > 0; left -= 1 }\nstuck => draw\nexample xs=[1, 12] => draw",
    );
    assert!(all.contains("`xs[1]` must be between 1 and 9, and 12 is not"), "{all}");
}

#[test]
fn a_false_example_shows_the_line_of_best_play() {
    let (finding, all) =
        said("state n : 0..3 = 3\nmove take(k in 1..2) { when k <= n; n -= k; gain k }\nexample => Second leads by 1");
    assert_eq!(finding.code, "X01");
    for part in ["First leads by 1", "best play: First take(2), Second take(1)", "points: First 2, Second 1"] {
        assert!(all.contains(part), "{part}: {all}");
    }
}

#[test]
fn a_parameter_out_of_bounds_comes_with_an_example_that_gives_it() {
    let rules = rules(
        "game T\nparam a : 1..9 = 1\nparam b : 1..9 = 1\nstate n : 0..9 = a\nmove take(k in 1..b) { when k <= n; n -= k }\nstuck => draw\nexample b=2 => draw\nexample a=3, b=2 => draw",
    );
    let fault = |a, b| {
        let fault = Instance::new(rules.clone(), &[a, b].map(|n| Some(Datum::Int(n)))).err().unwrap();
        fault.diagnostic.help.iter().map(|help| help.text.to_string()).collect::<String>()
    };
    assert!(fault(20, 1).contains("for instance 'a=3' 'b=2'"), "{}", fault(20, 1));
    assert!(fault(1, 20).contains("for instance 'b=2'"), "{}", fault(1, 20));
}
