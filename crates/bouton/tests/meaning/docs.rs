//! The examples of every game in the pages of the language hold.

use super::all_methods_agree;
use bouton::Limits;
use bouton::examples::run_examples;
use bouton_rules::{Source, check, diagnostic::render};
use std::{fs, sync::Arc};

#[test]
fn the_examples_in_the_pages_hold() {
    for name in ["language.md", "first-game.md"] {
        let page = fs::read_to_string(format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        for block in page.split("\n```game\n").skip(1) {
            let source = Source::new(name, block.split("\n```").next().unwrap());
            let rules = Arc::new(check(&source).0.unwrap());
            let found = run_examples(&rules, &Limits::default());
            assert!(found.is_empty(), "{}", render(&source, &found, false));
            super::instances(&rules).iter().for_each(all_methods_agree);
        }
    }
}
