//! Every code that reading and checking find has a file that shows it and one that mends it.

use bouton_rules::{
    Source, check,
    diagnostic::{
        Diagnostic, Severity,
        codes::{self, CodeRow, Stage},
    },
    syntax::parse,
};

fn found(row: &CodeRow, text: &str) -> Vec<Diagnostic> {
    let source = Source::new("a.game", text);
    if row.stage == Stage::Read { parse(&source).1 } else { check(&source).1 }
}

fn shows(row: &CodeRow, found: &[Diagnostic]) -> bool {
    found.iter().any(|finding| finding.code == row.code)
}

#[test]
fn bad_files_show_their_code_and_good_ones_nothing() {
    for row in codes::all() {
        let bad = found(row, row.bad);
        if matches!(row.stage, Stage::Read | Stage::Check) {
            assert!(row.bad.is_empty() || shows(row, &bad), "{}: {bad:?}", row.code);
        } else {
            // What only playing finds is tried where games are played; checking must not stand in its way.
            let errors = bad.iter().filter(|finding| finding.severity == Severity::Error).count();
            assert!(row.bad.is_empty() || errors == 0, "{}: {bad:?}", row.code);
        }
        if row.stage == Stage::Read || !row.good.is_empty() {
            assert_eq!(found(row, row.good), [], "{}", row.code);
        }
    }
}

#[test]
fn codes_are_in_order_and_found_in_any_case() {
    let listed: Vec<&str> = codes::all().map(|row| row.code).collect();
    assert!(listed.windows(2).all(|pair| pair[0] < pair[1]), "{listed:?}");
    assert_eq!(codes::find("b009").map(|row| row.code), Some("B009"));
}

#[test]
fn every_code_that_rules_can_meet_has_its_page() {
    for folder in ["src", "../bouton/src"] {
        for code in mentioned(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            assert!(codes::find(&code).is_some(), "{code} has no page");
        }
    }
}

/// The codes written in the sources of a folder; those of limits (M), of faults in Bouton (Z) and of games in Rust are told elsewhere.
fn mentioned(folder: std::path::PathBuf) -> Vec<String> {
    let mut codes = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            codes.extend(mentioned(entry));
            continue;
        }
        let text = std::fs::read_to_string(&entry).unwrap();
        codes.extend(text.split('"').filter(|part| is_code(part)).map(str::to_owned));
    }
    codes
}

fn is_code(text: &str) -> bool {
    let digits = text.get(1..).is_some_and(|rest| rest.len() >= 2 && rest.bytes().all(|byte| byte.is_ascii_digit()));
    digits
        && text.starts_with(['B', 'R', 'P', 'X'])
        && !["B090"].contains(&text)
        && text.len() == if text.starts_with('B') { 4 } else { 3 }
}
