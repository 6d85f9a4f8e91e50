//! Every case of the gallery, through every method that fits, each solution proven by the independent check.
//!
//! A case names its parameters, what is expected, and who says so. `"large": true` cases run where `cargo xtask large` asks for them;
//! `"only": "grundy"` cases are too large for any other method, and for the check.
//! What is skipped is counted and printed.

use crate::common::{self, Patience};
use bouton::instance::{Instance, from_json};
use bouton::limits::Limits;
use bouton::methods::{Ask, methods};
use bouton::{Report, Stop, game::Game, report, solve};
use bouton_rules::{Player, Rules, Source};
use serde_json::{Map, Value as Json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, path::PathBuf};

/// Looks that `brute` may take at positions before a case is left to the other methods.
const BRUTE_STEPS: u64 = 30_000;

/// The same for games that are sums: positions take long to look at there, and random sums have a test of their own.
const BRUTE_STEPS_OF_SUMS: u64 = 1_024;

#[derive(Default)]
struct Tally {
    cases: AtomicUsize,
    solved: AtomicUsize,
    skipped_large: AtomicUsize,
    skipped_slow: AtomicUsize,
    skipped_brute: AtomicUsize,
    refused: AtomicUsize,
}

fn one_more(count: &AtomicUsize) {
    count.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn every_case_is_answered_exactly_by_every_method_that_fits() {
    let tally = Tally::default();
    let files = case_files();
    let next = AtomicUsize::new(0);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let worker = || {
            let mut failures = Vec::new();
            while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                failures.extend(run_file(path, &tally));
            }
            failures
        };
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
    println!(
        "{} cases, {} solutions by some method; skipped: {} large, {} without machine code, {} too long for brute; {} refusals with a reason",
        count(&tally.cases),
        count(&tally.solved),
        count(&tally.skipped_large),
        count(&tally.skipped_slow),
        count(&tally.skipped_brute),
        count(&tally.refused)
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count(&tally.cases) > 1_700, "cases are missing");
}

/// Which of many are tried: each one, and without machine code, where all of it takes ten times as long, one of four.
pub(crate) fn every() -> usize {
    if std::env::var_os("BOUTON_JIT").is_some_and(|said| said == "off") { 4 } else { 1 }
}

fn case_files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".cases.jsonl"));
    files.sort_by_key(|path| std::cmp::Reverse(fs::metadata(path).unwrap().len()));
    files
}

fn run_file(path: &PathBuf, tally: &Tally) -> Vec<String> {
    let rules_path = path.to_string_lossy().replace(".cases.jsonl", ".game");
    let source = Source::new(rules_path.clone(), fs::read_to_string(&rules_path).unwrap());
    let rules = Arc::new(bouton_rules::check(&source).0.unwrap_or_else(|| panic!("{rules_path} does not check")));
    let text = fs::read_to_string(path).unwrap();
    let mut failures = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let case: Json = serde_json::from_str(line).unwrap();
        assert!(case["source"].is_string(), "{path:?}:{}: no source", number + 1);
        one_more(&tally.cases);
        if case["large"] == true && !common::large() {
            one_more(&tally.skipped_large);
            continue;
        }
        if number % every() != 0 {
            one_more(&tally.skipped_slow);
            continue;
        }
        let place = format!("{}:{}", path.file_name().unwrap().to_string_lossy(), number + 1);
        failures.extend(run_case(&rules, &case, tally).into_iter().map(|failure| format!("{place}: {failure}")));
    }
    failures
}

fn run_case(rules: &Arc<Rules>, case: &Json, tally: &Tally) -> Vec<String> {
    let params = from_json(rules, case["params"].as_object().unwrap()).unwrap();
    let game = Instance::new(rules.clone(), &params).unwrap_or_else(|fault| panic!("{case}: {fault}"));
    let mut failures = Vec::new();
    let only = case["only"].as_str();
    for method in methods::<Instance>().iter().filter(|method| only.is_none_or(|only| only == method.name())) {
        match solve_by(&game, method.name(), only.is_none()) {
            Ok((report, checked)) => {
                one_more(&tally.solved);
                let expect = case["expect"].as_object().unwrap();
                failures.extend(
                    differences(&game, &report, expect).into_iter().map(|text| format!("{}: {text}", method.name())),
                );
                failures.extend(checked.err().map(|stop| format!("{}: check: {stop}", method.name())));
            }
            Err(Stop::Cancelled | Stop::TooDeep { .. }) => one_more(&tally.skipped_brute),
            // A forced method may learn only while solving that play repeats, or that the order it was given breaks.
            Err(Stop::Unfit { .. } | Stop::Cycle(_) | Stop::OrderBroken { .. }) => one_more(&tally.refused),
            Err(stop) => failures.push(format!("{}: {stop}", method.name())),
        }
    }
    failures
}

fn solve_by(
    game: &Instance,
    method: &str,
    check: bool,
) -> Result<(Report, Result<Option<bouton::check::Report>, Stop>), Stop> {
    let limits = Limits::default();
    let steps =
        if game.parts().is_some() || game.partizan_parts().is_some() { BRUTE_STEPS_OF_SUMS } else { BRUTE_STEPS };
    let patience = Patience::new(&limits, |done| method == "brute" && done > steps);
    let start = game.start().unwrap();
    let solution = solve(game, &start, &Ask::Table, &limits, Some(method), &patience)?;
    let report = report(game, &solution, &start, 200)?;
    // The check looks at every position: too many where only one method can solve the game.
    let checked = if check { solution.check(game, &Limits::default()).map(Some) } else { Ok(None) };
    Ok((report, checked))
}

/// What a case expects and the answer does not give.
fn differences(game: &Instance, report: &Report, expect: &Map<String, Json>) -> Vec<String> {
    let facts = report.facts(game);
    let name = |player: Player| game.rules().player_name(player);
    let by_player = |wanted: &Json, given: Option<[i64; 2]>| {
        wanted.as_object().unwrap().iter().all(|(player, wanted)| {
            let player = game.rules().player(player).unwrap();
            given.is_some_and(|given| *wanted == given[player.number()])
        })
    };
    let mut wrong = Vec::new();
    for (key, wanted) in expect {
        let (right, given) = match key.as_str() {
            "lead" => (by_player(wanted, facts.leads), format!("{:?}", facts.leads)),
            "total" => (by_player(wanted, facts.totals), format!("{:?}", facts.totals)),
            "winner" => {
                let winner = report.winner().map(name);
                (wanted.as_str() == winner, format!("{winner:?}"))
            }
            // Nimbers say who wins, not how soon, and count no positions.
            "plies" | "positions" if !report.whole => (true, String::new()),
            "plies" => (wanted.as_i64() == facts.plies, format!("{:?}", facts.plies)),
            "positions" => (wanted.as_i64() == facts.positions, format!("{:?}", facts.positions)),
            "best" => {
                let mut best = facts.best.clone();
                let mut wanted: Vec<&str> = wanted.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
                best.sort();
                wanted.sort_unstable();
                (best == wanted, format!("{best:?}"))
            }
            // Games not written as sums have nimbers too, which nobody works out.
            "nimber" => (facts.nimber.is_none() || wanted.as_i64() == facts.nimber, format!("{:?}", facts.nimber)),
            other => (false, format!("no such expectation as {other}")),
        };
        if !right {
            wrong.push(format!("{key}: expected {wanted}, got {given}"));
        }
    }
    wrong
}
