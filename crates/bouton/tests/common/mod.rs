//! Games for tests: of rules as text, of the gallery, and graphs to play them on.

use bouton::instance::{Instance, from_json};
use bouton::limits::{Limits, Progress};
use bouton_rules::{Source, check, diagnostic::render};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether what takes long is tested, too: `cargo xtask large` says so, of a release build.
pub(crate) fn large() -> bool {
    std::env::var_os("BOUTON_LARGE").is_some()
}

/// Ends a search by the work that was done: unlike time, that is as much on every machine.
pub(crate) struct Patience<F> {
    cancel: Arc<AtomicBool>,
    /// Whether so many steps are too many.
    over: F,
}

impl<F: Fn(u64) -> bool + Sync> Patience<F> {
    /// For a search within these limits, which ends with [`bouton::Stop::Cancelled`].
    pub(crate) fn new(limits: &Limits, over: F) -> Patience<F> {
        Patience { cancel: limits.cancel.clone(), over }
    }
}

impl<F: Fn(u64) -> bool + Sync> Progress for Patience<F> {
    fn tick(&self, _: &'static str, done: u64, _: Option<u64>) {
        if (self.over)(done) {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// The game of some rules with parameters.
pub(crate) fn game(text: &str, params: &Json) -> Instance {
    let source = Source::new("test.game", text);
    let (rules, found) = check(&source);
    let rules = Arc::new(rules.unwrap_or_else(|| panic!("{}", render(&source, &found, false))));
    let params = from_json(&rules, params.as_object().unwrap()).unwrap();
    Instance::new(rules, &params).unwrap()
}

/// The rules of a game of the gallery.
pub(crate) fn rules_of(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A game of the gallery with parameters.
pub(crate) fn gallery(name: &str, params: &Json) -> Instance {
    game(&rules_of(name), params)
}

/// A ring of nodes with a chord from every third one: cat and mouse chase each other for long.
pub(crate) fn ring(nodes: usize) -> Json {
    let mut near = vec![Vec::new(); nodes];
    let mut join = |a: usize, b: usize| {
        near[a].push(b);
        near[b].push(a);
    };
    (0..nodes).for_each(|node| join(node, (node + 1) % nodes));
    (1..nodes / 2).step_by(3).for_each(|node| join(node, nodes - 1 - node));
    json!({ "graph": near })
}
