//! Rules → facts → plan, for every game of the gallery with the parameters of its first example: `plans.txt` holds what `bouton plan --facts`
//! would say. `BOUTON_ACCEPT=1` writes it anew; read what changes.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail by panicking")]

use bouton::examples::example_params;
use bouton::gallery::games;
use bouton::game::Game;
use bouton::{Ask, Instance, Limits, Plan};
use bouton_rules::{Source, check};
use std::sync::Arc;

#[test]
fn an_order_is_guessed_of_moves_that_were_looked_at() {
    // So many pairs are counted for each move that only few can be looked at, and of still more not one.
    for (n, guessed) in [(20, true), (100, true), (1_000, false)] {
        let text = format!(
            "game Pairs\nstate left : set of 0..<{n} = {{x for x in 0..<{n}}}\nmove take(i in left) {{\n  \
             when count(a != b for a in left, b in left) >= 0\n  left -= {{i}}\n}}\nstuck => me loses\n"
        );
        let rules = Arc::new(check(&Source::new("pairs", text)).0.unwrap());
        let game = Instance::new(rules, &[]).unwrap();
        let told = game.order().map(|order| order.told(game.rules()));
        assert_eq!(told, guessed.then(|| (true, "len(left)".to_owned())), "{n}");
    }
}

fn game(text: &str) -> Instance {
    let rules = Arc::new(check(&Source::new("large", text)).0.unwrap());
    Instance::new(rules, &[]).unwrap()
}

#[test]
fn loops_in_a_move_are_not_written_out_without_end() {
    let loops: String = (0..24).map(|at| format!("for v{at} in 0..1 {{ ")).collect();
    let text = format!(
        "game Nested\nstate n : 0..9 = 9\nmove take {{\n  when n > 0\n  var x = 0\n  {loops} x = 1 - x {}\n  n -= 1\n}}\nstuck => me loses\n",
        "}".repeat(24)
    );
    assert!(game(&text).abstracted().unwrap().tables().is_none());
}

#[test]
fn moves_of_very_many_variables_have_no_closed_form() {
    let each = |line: &dyn Fn(usize) -> String| (0..4_000).map(line).collect::<String>();
    let states = each(&|at| format!("state s{at} : 0..9 = 9\n"));
    let moves = each(&|at| format!("move m{at} {{ when s{at} > 0; s{at} -= 1 }}\n"));
    let why = game(&format!("game Many\n{states}{moves}stuck => me loses\n")).recurrence().unwrap_err().to_owned();
    assert!(why.starts_with("more than 128 numbers make a position, line 130"), "{why}");
    let choices = "move two(i in 0 ..< 60, j in 0 ..< 60) { when xs[i] > 0 and xs[j] > 0; xs[i] -= 1; xs[j] -= 1 }\n";
    let text = format!("game Pairs\nstate xs : list[60] of 0..9 = 9\n{choices}stuck => me loses\n");
    let why = game(&text).recurrence().unwrap_err().to_owned();
    assert!(why.starts_with("more moves than are written out"), "{why}");
}

#[test]
fn a_trial_game_that_costs_too_much_says_nothing() {
    let flip = "game Flip\nstate white : list[200] of bool = true\nmove flip(c in 0 ..< 200, w in 1 .. 200) {\n  when white[c] and w <= c + 1\n  \
                for x in c - w + 1 .. c { white[x] = not white[x] }\n}\nstuck => me loses\n";
    let game = game(flip);
    let plan = Plan::of(&game, &game.start().unwrap(), &Ask::Line, &Limits { threads: 1, ..Limits::default() });
    let (_, estimate) = plan.to_try().next().unwrap();
    assert_eq!(estimate.at_least, None, "{plan}");
}

#[test]
fn every_game_is_planned_for_reasons() {
    let mut text = String::new();
    for game in games() {
        let (rules, _) = check(&Source::new(game.name, game.text));
        let rules = Arc::new(rules.unwrap());
        let example = rules.examples.first().unwrap_or_else(|| panic!("{} has no example", game.name));
        let instance = Instance::new(rules.clone(), &example_params(&rules, example).unwrap()).unwrap();
        let start = instance.start().unwrap();
        let limits = Limits { threads: 1, ..Limits::default() };
        let plan = Plan::of(&instance, &start, &Ask::Line, &limits);
        assert!(plan.to_try().next().is_some(), "{}: nothing fits", game.name);
        let call = rules.source.slice(example.span).lines().next().unwrap_or_default();
        text += &format!("── {}   {call}\n{plan}\nfacts\n", game.name);
        for fact in &plan.facts.lines {
            text += &format!("  {:12}{}  ({})\n", fact.name, fact.text, fact.because);
        }
        text += "\n";
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/plans.txt");
    if std::env::var_os("BOUTON_ACCEPT").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    for (now, before) in text.split("── ").zip(kept.split("── ")) {
        assert_eq!(now, before);
    }
    assert_eq!(text.len(), kept.len(), "games were added or taken away");
}
