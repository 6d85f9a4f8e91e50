//! The pages of codes that only playing shows: the bad file shows its code, the good one plays without a fault.

use bouton::examples::{example_params, run_examples};
use bouton::game::Game;
use bouton::small::explore;
use bouton::{Ask, Instance, Limits, Silent, solve};
use bouton_rules::{
    Source, check,
    diagnostic::codes::{self, CodeRow, Stage},
};
use std::{sync::Arc, time::Duration};

/// The codes that setting up, playing and examples of a file give.
fn codes_of(row: &CodeRow, text: &str) -> Vec<&'static str> {
    let rules = Arc::new(check(&Source::new("a.game", text)).0.unwrap());
    let limits = Limits::default();
    if row.stage == Stage::Example {
        return run_examples(&rules, &limits).iter().map(|finding| finding.code).collect();
    }
    if row.stage == Stage::Small {
        return explore(&rules, Duration::from_secs(60)).diagnostics.iter().map(|finding| finding.code).collect();
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
        let solved = solve(&game, &game.start().unwrap(), &Ask::Table, &limits, None, &Silent);
        codes.extend(solved.err().map(|stop| stop.diagnostic().code));
    }
    codes
}

#[test]
fn pages_of_what_play_finds_are_true() {
    let (mut shown, mut wrong) = (0, Vec::new());
    for row in codes::all().filter(|row| !row.bad.is_empty()) {
        if !matches!(row.stage, Stage::Read | Stage::Check) {
            let (bad, good) = (codes_of(row, row.bad), codes_of(row, row.good));
            if bad != [row.code] || !good.is_empty() {
                wrong.push(format!("{}: the bad file shows {bad:?}, the good one {good:?}", row.code));
            }
            shown += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(shown >= 20, "only {shown} pages are shown");
}
