//! Whether innocent ways to write the same game are equally fast: each way is solved by the plan's own choice, and the slowest is held against
//! the fastest.

pub(crate) mod games;

use crate::clock;
use bouton::game::Game;
use bouton::rules::{Source, check};
use bouton::{Ask, Instance, Limits, Silent, Value, solve};
use std::sync::Arc;

/// What people type for it.
pub(crate) const NAME: &str = "language";

/// At most so many times the fastest way is wanted.
const WANTED: f64 = 1.5;

/// What a way took, by which method, and what it found.
struct Way {
    seconds: f64,
    method: &'static str,
    value: Value,
    compiled: bool,
}

/// Prints a row for each game, and how many are good enough; `of` limits it to games whose names hold this.
pub(crate) fn table(of: Option<&str>, say: &dyn Fn(&str)) -> Result<(), String> {
    say(&format!("\nthe same game in several ways, solved whole, {}\n", clock::UNIT));
    say("| game | methods | s | ratio |");
    say("| --- | --- | --- | ---: |");
    let (mut all, mut good, mut worst) = (0_u32, 0_u32, 1.0_f64);
    for (name, texts) in games::games().filter(|(name, _)| of.is_none_or(|of| name.contains(of))) {
        all += 1;
        let ways = texts.iter().map(|text| way(name, text)).collect::<Result<Vec<_>, String>>()?;
        let (Some(first), Some(least)) = (ways.first(), ways.iter().map(|way| way.seconds).reduce(f64::min)) else {
            continue;
        };
        if ways.iter().any(|way| !way.value.same_result(first.value)) {
            return Err(format!("{name}: the ways are not worth the same"));
        }
        let ratio = ways.iter().map(|way| way.seconds).fold(least, f64::max) / least;
        good += u32::from(ratio <= WANTED);
        worst = worst.max(ratio);
        let list = |of: &dyn Fn(&Way) -> String| ways.iter().map(of).collect::<Vec<_>>().join(", ");
        let methods = list(&|way| format!("{}{}", way.method, if way.compiled { "" } else { " (interpreted)" }));
        say(&format!("| {name} | {methods} | {} | {ratio:.1} |", list(&|way| format!("{:.4}", way.seconds))));
    }
    say(&format!("\n{good} of {all} are within {WANTED} times the fastest way; the worst is {worst:.1} times it"));
    Ok(())
}

/// One way, solved.
fn way(name: &str, text: &str) -> Result<Way, String> {
    let (rules, findings) = check(&Source::new("way.game", text));
    let rules = rules.map(Arc::new).ok_or_else(|| format!("{name}: {findings:?}"))?;
    let game = Instance::new(rules, &[]).map_err(|fault| format!("{name}: {fault}"))?;
    let start = game.start().map_err(|fault| format!("{name}: {fault}"))?;
    let limits = Limits::default().threads(1);
    let (solved, seconds) = clock::timed(|| {
        let game = game.clone().within(&limits);
        solve(&game, &start, &Ask::Table, &limits, None, &Silent).map(|found| (found.method, found.value))
    });
    let (method, value) = solved.map_err(|stop| format!("{name}: {stop}"))?;
    Ok(Way { seconds, method, value, compiled: game.compiled().is_ok() })
}
