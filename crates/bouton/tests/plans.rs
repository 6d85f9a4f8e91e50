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
