//! How fast recurrences are solved: the rules one by one, every choice by closed forms, windows, and row by row. Run in release.
#![allow(clippy::print_stdout, reason = "an example prints")]

use bouton::game::{Fault, Game};
use bouton::instance::from_json;
use bouton::limits::{Limits, Silent};
use bouton::rules::Source;
use bouton::{Ask, Instance, solve};
use std::sync::Arc;
use std::time::Instant;

/// Numbers from −50 to 50, the same in every run.
fn numbers(count: usize) -> Vec<i64> {
    let mut seed: i64 = 12_345;
    (0..count)
        .map(|_| {
            seed = (seed * 48_271) % 2_147_483_647;
            seed % 101 - 50
        })
        .collect()
}

fn time(name: &str, game: &Instance, ask: Ask, method: &str, limits: &Limits) -> Result<(), Fault> {
    let start = game.start()?;
    let begun = Instant::now();
    match solve(game, &start, &ask, limits, Some(method), &Silent) {
        Ok(found) => println!(
            "{name}: {:.4} s, {} for the mover, {} positions",
            begun.elapsed().as_secs_f64(),
            found.value,
            found.positions
        ),
        Err(stop) => println!("{name}: {stop}"),
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let slow: usize = std::env::args().nth(1).map_or(Ok(100), |words| words.parse())?;
    let games = [
        ("stone-game-ii", "piles", "", vec![100, 500, 1_000, 2_000, 4_000, 20_000]),
        ("stone-game-iii", "values", r#","most":1000"#, vec![1_500, 25_000, 50_000, 100_000]),
        ("ends-k", "piles", r#","most":64"#, vec![100, 500, 1_000, 2_000]),
        ("stone-game", "piles", "", vec![100, 500, 2_000, 20_000]),
    ];
    for (name, list, more, sizes) in games {
        let text = std::fs::read_to_string(format!("games/{name}.game"))?;
        let rules = Arc::new(bouton::rules::check(&Source::new(name, text)).0.ok_or("rules that do not check")?);
        for size in sizes {
            let json: serde_json::Value = serde_json::from_str(&format!(r#"{{"{list}":{:?}{more}}}"#, numbers(size)))?;
            let params = from_json(&rules, json.as_object().ok_or("no object")?)?;
            let game = Instance::new(rules.clone(), &params)?;
            let begun = Instant::now();
            let known = game.recurrence().is_ok();
            println!("{name} {size}: recurrence {known} in {:.4} s", begun.elapsed().as_secs_f64());
            let rows = Limits::default().whole(0);
            time("  value by rows", &game, Ask::Value, "recurrence", &rows)?;
            time("  line by rows", &game, Ask::Line, "recurrence", &rows)?;
            if size > 4_000 && name != "stone-game-iii" {
                continue;
            }
            time("  windows", &game, Ask::Table, "recurrence", &Limits::default())?;
            time("  every choice", &game, Ask::Table, "recurrence", &Limits::default().without_rewrites())?;
            if size <= slow || size == 1_500 {
                time("  rules", &game, Ask::Table, "sweep", &Limits::default())?;
            }
        }
    }
    Ok(())
}
