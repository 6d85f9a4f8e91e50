//! Every gallery game: its file checks, its examples hold.

use bouton::{Limits, examples::run_examples, gallery::games};
use bouton_rules::{Source, check, diagnostic::render};
use std::{sync::Arc, time::Instant};

#[test]
fn every_example_holds() {
    let mut failures = String::new();
    for game in games() {
        let source = Source::new(game.name, game.text);
        let (rules, mut found) = check(&source);
        let begun = Instant::now();
        if let Some(rules) = rules {
            found.extend(run_examples(&Arc::new(rules), &Limits::default()));
        }
        println!("{}: {} ms", game.name, begun.elapsed().as_millis());
        failures.push_str(&render(&source, &found, false));
    }
    assert!(failures.is_empty(), "{failures}");
}
