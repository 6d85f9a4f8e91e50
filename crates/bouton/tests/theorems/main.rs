//! Theorems: each says what searching says, knows its rules however they are written, and leaves alone what is almost the same.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail by panicking")]

mod ends;

use bouton::game::Game;
use bouton::instance::from_json;
use bouton::limits::Silent;
use bouton::{Ask, Instance, Limits, Solution, Stop, solve};
use bouton_rules::layout::Packed;
use bouton_rules::{Rules, Source};
use serde_json::Value as Json;
use std::sync::Arc;

/// Rules from their text.
fn rules(text: &str) -> Arc<Rules> {
    let (rules, findings) = bouton_rules::check(&Source::new("test", text));
    Arc::new(rules.unwrap_or_else(|| panic!("{findings:?}\n{text}")))
}

/// The rules of a game of the gallery.
fn gallery(name: &str) -> Arc<Rules> {
    let path = format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    rules(&std::fs::read_to_string(path).unwrap())
}

/// A game with these parameters.
fn instance(rules: &Arc<Rules>, params: &Json) -> Instance {
    let params = from_json(rules, params.as_object().unwrap()).unwrap();
    Instance::new(rules.clone(), &params).unwrap()
}

/// The game solved by one method, from a position.
fn by(game: &Instance, at: &Packed, ask: &Ask, method: &str) -> Result<Solution<Instance>, Stop> {
    solve(game, at, ask, &Limits::default(), Some(method), &Silent)
}

/// The game solved by one method, from its start.
fn solved(game: &Instance, ask: &Ask, method: &str) -> Result<Solution<Instance>, Stop> {
    by(game, &game.start().unwrap(), ask, method)
}

/// Whether a theorem speaks of the game; if so, its name.
fn theorem(game: &Instance) -> Option<&'static str> {
    match bouton::Plan::of(game, &game.start().unwrap(), &Ask::Line, &Limits::default()).choices[0].clone() {
        bouton::plan::Choice { method: "theorem", fit: bouton::methods::Fit::Yes(estimate), .. } => {
            Some(estimate.steps[0].0)
        }
        _ => None,
    }
}

/// A fixed row of numbers that look random (Marsaglia's xorshift, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    fn between(&mut self, lo: i64, hi: i64) -> i64 {
        lo + i64::try_from(self.below((hi - lo + 1).unsigned_abs())).unwrap()
    }
}
