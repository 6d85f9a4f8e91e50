//! Every gallery game: its file checks, its examples hold.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use bouton::{Limits, examples::run_examples};
use bouton_rules::{Source, check, diagnostic::render};
use std::{fs, path::PathBuf, sync::Arc, time::Instant};

fn games() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    files
}

#[test]
fn every_example_holds() {
    let mut failures = String::new();
    for path in games() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = Source::new(&name, fs::read_to_string(&path).unwrap());
        let (rules, mut found) = check(&source);
        let begun = Instant::now();
        if let Some(rules) = rules {
            found.extend(run_examples(&Arc::new(rules), &Limits::default()));
        }
        println!("{name}: {} ms", begun.elapsed().as_millis());
        failures.push_str(&render(&source, &found, false));
    }
    assert!(failures.is_empty(), "{failures}");
}
