//! What rules mean: each test's name says it, a small game shows it, and every method that fits must agree.

mod docs;
mod faults;
mod graphs;
mod pages;
mod questions;
mod said;
mod statements;
mod values;

use bouton::examples::{example_params, run_examples};
use bouton::game::Game;
use bouton::{Ask, Instance, Limits, Rules, Silent, methods, solve};
use bouton_rules::{Source, check, diagnostic::Diagnostic, diagnostic::render};
use std::sync::Arc;

/// Rules without a finding of any kind.
fn rules(text: &str) -> Arc<Rules> {
    let source = Source::new("a.game", text);
    let (rules, found) = check(&source);
    assert!(found.iter().all(|finding| finding.code == "B025"), "{}", render(&source, &found, false));
    Arc::new(rules.unwrap())
}

/// The game of each example.
fn instances(rules: &Arc<Rules>) -> Vec<Instance> {
    let params = rules.examples.iter().map(|example| example_params(rules, example).unwrap());
    params.map(|params| Instance::new(rules.clone(), &params).unwrap()).collect()
}

/// Every example holds, with every method that fits.
fn holds(text: &str) {
    let text = format!("game T\n{text}");
    let rules = rules(&text);
    assert!(!rules.examples.is_empty(), "nothing is asked of {text}");
    let found = run_examples(&rules, &Limits::default());
    assert!(found.is_empty(), "{}", render(&Source::new("a.game", text.as_str()), &found, false));
    instances(&rules).iter().for_each(all_methods_agree);
}

fn all_methods_agree(game: &Instance) {
    let (start, limits) = (game.start().unwrap(), Limits::default());
    let planned = solve(game, &start, &Ask::Table, &limits, None, &Silent).unwrap();
    for method in methods::methods::<Instance>() {
        let Ok(other) = solve(game, &start, &Ask::Table, &limits, Some(method.name()), &Silent) else { continue };
        if [&other, &planned].iter().any(|solution| !solution.whole) {
            // Nimbers and theorems tell who wins, not how soon, and look at no positions.
            assert!(other.value.same_result(planned.value), "{}", method.name());
        } else {
            assert_eq!((other.value, other.positions), (planned.value, planned.positions), "{}", method.name());
        }
        other.check(game, &limits).unwrap();
    }
}

/// What goes wrong in the examples of a game (or with no parameters, when it has none).
fn trouble(text: &str) -> Vec<Diagnostic> {
    run_examples(&rules(&format!("game T\n{text}")), &Limits::default())
}

/// The findings of the checker.
fn refused(text: &str) -> Vec<&'static str> {
    check(&Source::new("a.game", format!("game T\n{text}"))).1.iter().map(|finding| finding.code).collect()
}

/// A game in which nothing happens, with these lines.
fn still(lines: &str) -> String {
    format!("game T\n{lines}\nstate n : 0..1 = 1\nmove go {{ when n > 0; n = 0 }}\nstuck => me loses\n")
}

/// Every condition holds, where these lines stand above it.
fn all_true(lines: &str, conditions: &[&str]) {
    for condition in conditions {
        let text = still(&format!("{lines}\nrequire {condition}"));
        let rules = rules(&text);
        let params = vec![None; rules.params.len()];
        if let Err(fault) = Instance::new(rules, &params) {
            panic!("{condition}: {}", fault.diagnostic.message);
        }
    }
}

/// The code of what goes wrong when a value is worked out.
fn code_of(lines: &str, value: &str) -> &'static str {
    let rules = rules(&still(&format!("{lines}\nlet value = {value}\nrequire value == value")));
    let params = vec![None; rules.params.len()];
    Instance::new(rules, &params).map_or_else(|fault| fault.diagnostic.code, |_| "nothing")
}
