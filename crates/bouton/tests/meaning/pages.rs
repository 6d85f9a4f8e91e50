//! The pages of codes that only playing shows: the bad file shows its code, the good one plays without a fault.

use bouton::examples::{example_params, run_examples};
use bouton::game::Game;
use bouton::small::explore;
use bouton::{Ask, Instance, Limits, Silent, solve};
use bouton_rules::{
    Source, check,
    diagnostic::codes::{self, CodeRow, Stage},
};
use std::sync::Arc;
use std::time::Duration;

/// The codes that setting up, playing and examples of a file give.
fn codes_of(row: &CodeRow, text: &str) -> Vec<&'static str> {
    let rules = Arc::new(check(&Source::new("a.game", text)).0.unwrap());
    let limits = Limits::default();
    if row.stage == Stage::Example {
        return run_examples(&rules, &limits).iter().map(|finding| finding.code).collect();
    }
    let mut codes = Vec::new();
    for example in &rules.examples {
        let game = match Instance::new(rules.clone(), &example_params(&rules, example).unwrap()) {
            Ok(game) => game,
            Err(fault) => {
                codes.push(fault.diagnostic.code);
                continue;
            }
        };
        let start = game.start().map_err(bouton::path::at_start);
        let solved = start.and_then(|start| solve(&game, &start, &Ask::Table, &limits, None, &Silent));
        codes.extend(solved.err().map(|stop| stop.diagnostic().code));
    }
    codes
}

/// What playing small games shows of a page's rules.
fn small_codes(row: &CodeRow, text: &str) -> Vec<&'static str> {
    let (rules, found) = check(&Source::new("page.game", text));
    assert!(rules.is_some(), "{}: {found:?}", row.code);
    explore(&Arc::new(rules.unwrap()), Duration::from_secs(20)).diagnostics.iter().map(|finding| finding.code).collect()
}

#[test]
fn pages_of_what_play_finds_are_true() {
    for row in codes::all().filter(|row| !row.bad.is_empty()) {
        match row.stage {
            Stage::Read | Stage::Check | Stage::Command => {}
            Stage::Small => {
                assert_eq!(small_codes(row, row.bad), [row.code], "{}", row.code);
                assert_eq!(small_codes(row, row.good), [""; 0], "{}", row.code);
            }
            Stage::Given | Stage::Play | Stage::Example => {
                assert_eq!(codes_of(row, row.bad), [row.code], "{}", row.code);
                assert_eq!(codes_of(row, row.good), [""; 0], "{}", row.code);
            }
        }
    }
}
