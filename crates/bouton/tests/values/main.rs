//! Values of short games: canonical forms by themselves, positions of rules, and sums of parts, against play and the literature.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail by panicking")]

mod boards;
mod forms;
mod sums;

use bouton::instance::{Instance, from_json};
use bouton_rules::{Source, check, diagnostic::render};
use serde_json::Value as Json;
use std::sync::Arc;

fn game(text: &str, params: &Json) -> Instance {
    let source = Source::new("value.game", text);
    let (rules, found) = check(&source);
    let rules = Arc::new(rules.unwrap_or_else(|| panic!("{}", render(&source, &found, false))));
    let params = from_json(&rules, params.as_object().unwrap()).unwrap();
    Instance::new(rules, &params).unwrap()
}

fn gallery(name: &str, params: &Json) -> Instance {
    let path = format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    game(&std::fs::read_to_string(path).unwrap(), params)
}
