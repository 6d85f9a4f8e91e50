//! Recurrences, from the rules as written: how they read, and that they say what the rules say.

mod agree;
mod ends;
mod golden;
mod joint;
mod listed;
mod optional;
mod ordered;
mod rolling;
mod several;
mod stretches;
mod windows;

use bouton::Instance;
use bouton::instance::from_json;
use bouton_rules::{Rules, Source};
use std::sync::Arc;

/// A game of the gallery with parameters as JSON.
fn gallery(name: &str, params: &str) -> Instance {
    made(&gallery_rules(name), params)
}

/// A game from its text.
fn instance(text: &str, params: &str) -> Instance {
    made(&rules(text), params)
}

fn gallery_rules(name: &str) -> Arc<Rules> {
    let path = format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    rules(&std::fs::read_to_string(path).unwrap())
}

fn rules(text: &str) -> Arc<Rules> {
    let (rules, findings) = bouton_rules::check(&Source::new("test", text));
    Arc::new(rules.unwrap_or_else(|| panic!("{findings:?}\n{text}")))
}

fn made(rules: &Arc<Rules>, params: &str) -> Instance {
    let params =
        from_json(rules, serde_json::from_str::<serde_json::Value>(params).unwrap().as_object().unwrap()).unwrap();
    Instance::new(rules.clone(), &params).unwrap()
}
