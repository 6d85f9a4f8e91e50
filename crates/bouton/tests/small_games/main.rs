//! What small games show of rules: nothing for the gallery, and each fault where it is smallest.

mod faulty;

use bouton::small::{Findings, explore};
use bouton_rules::{Source, check, diagnostic::render};
use std::{fs, path::PathBuf, sync::Arc, time::Duration};

/// Far more than the work needs, so that slow machines find the same.
const BUDGET: Duration = Duration::from_secs(60);

fn games() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    files
}

fn explored(source: &Source) -> Findings {
    let (rules, found) = check(source);
    let rules = rules.unwrap_or_else(|| panic!("{}", render(source, &found, false)));
    explore(&Arc::new(rules), BUDGET)
}

#[test]
fn the_gallery_has_nothing_to_find() {
    let mut wrong = String::new();
    for path in games() {
        let source = Source::new(path.file_name().unwrap().to_string_lossy(), fs::read_to_string(&path).unwrap());
        let begun = std::time::Instant::now();
        let found = explored(&source);
        println!("{} {} ms: {:?} {:?}", source.name, begun.elapsed().as_millis(), found.summary, found.facts);
        wrong.push_str(&render(&source, &found.diagnostics, false));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_fault_is_shown_where_it_is_smallest() {
    let mut book = String::new();
    for (what, text) in faulty::FAULTY {
        let source = Source::new("my.game", *text);
        let found = explored(&source);
        book.push_str(&format!("## {what}\n\n{text}\n{}\n", render(&source, &found.diagnostics, false)));
        book.push_str(&format!("tried: {}\n\n", found.summary.unwrap_or_default()));
    }
    insta::assert_snapshot!(book);
}

#[test]
fn the_same_rules_give_the_same_findings() {
    for (_, text) in faulty::FAULTY {
        let source = Source::new("my.game", *text);
        let (one, two) = (explored(&source), explored(&source));
        assert_eq!((one.diagnostics, one.tried, one.facts), (two.diagnostics, two.tried, two.facts));
    }
}
