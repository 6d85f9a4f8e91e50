//! Whether innocent ways to write the same game are equally fast: each way is solved by the plan's own choice, and the slowest is held against
//! the fastest, and against a plain program for that game alone where there is one.

pub(crate) mod games;
pub(crate) mod kernels;

use crate::clock;
use bouton::game::Game;
use bouton::rules::{Source, check};
use bouton::{Ask, Instance, Limits, Silent, Value, solve};
use std::sync::Arc;

/// What people type for it.
pub(crate) const NAME: &str = "language";

/// At most so many times the fastest way is wanted, and the plain program.
const WANTED: f64 = 1.5;
const WANTED_BESIDE: f64 = 4.0;

/// What a way took, by which method, and what it found.
pub(crate) struct Way {
    seconds: f64,
    method: &'static str,
    pub(crate) strategy: &'static str,
    pub(crate) value: Value,
    compiled: bool,
}

impl Way {
    fn label(&self) -> String {
        let compiled = if self.compiled { "" } else { ", interpreted" };
        format!("{} ({}{compiled})", self.method, self.strategy)
    }
}

/// How many games were looked at, how many are good enough, and the worst of them.
#[derive(Default)]
struct Tally {
    all: u32,
    good: u32,
    worst: f64,
}

impl Tally {
    fn add(&mut self, ratio: f64, wanted: f64) {
        self.all += 1;
        self.good += u32::from(ratio <= wanted);
        self.worst = self.worst.max(ratio);
    }
}

/// Prints a row for each game, and how many are good enough; `of` limits it to games whose names hold this.
pub(crate) fn table(of: Option<&str>, say: &dyn Fn(&str)) -> Result<(), String> {
    say(&format!("\nthe same game in several ways, solved whole, {}\n", clock::UNIT));
    say("| game | methods | s | ratio | kernel, s | beside it |");
    say("| --- | --- | --- | ---: | ---: | ---: |");
    let (mut ways, mut kernels) = (Tally::default(), Tally::default());
    for (name, texts) in games::games().filter(|(name, _)| of.is_none_or(|of| name.contains(of))) {
        say(&row(name, &texts, &mut ways, &mut kernels)?);
    }
    let Tally { all, good, worst } = ways;
    say(&format!("\n{good} of {all} are within {WANTED} times the fastest way; the worst is {worst:.1} times it"));
    let Tally { all, good, worst } = kernels;
    say(&format!(
        "the slowest way of {good} of {all} is within {WANTED_BESIDE} times its kernel; the worst is {worst:.1} times it"
    ));
    Ok(())
}

/// The row of a game.
fn row(name: &str, texts: &[&str], ratios: &mut Tally, kernels: &mut Tally) -> Result<String, String> {
    let ways = texts.iter().map(|text| way(name, text)).collect::<Result<Vec<_>, String>>()?;
    let value = ways.first().map(|way| way.value).ok_or_else(|| format!("{name}: there is no way"))?;
    if ways.iter().any(|way| !way.value.same_result(value)) {
        return Err(format!("{name}: the ways are not worth the same"));
    }
    let times = || ways.iter().map(|way| way.seconds);
    let (least, most) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
    ratios.add(most / least, WANTED);
    let kernel = kernels::kernel(name).map(clock::timed);
    if kernel.is_some_and(|(found, _)| !found.same_result(value)) {
        return Err(format!("{name}: the kernel finds something else"));
    }
    let beside = kernel.map(|(_, seconds)| (format!("{seconds:.6}"), most / seconds));
    beside.iter().for_each(|(_, ratio)| kernels.add(*ratio, WANTED_BESIDE));
    let (kernel, beside) = beside.map_or_else(Default::default, |(seconds, ratio)| (seconds, format!("{ratio:.1}")));
    let list = |of: &dyn Fn(&Way) -> String| ways.iter().map(of).collect::<Vec<_>>().join(", ");
    let methods = list(&Way::label);
    let seconds = list(&|way| format!("{:.4}", way.seconds));
    Ok(format!("| {name} | {methods} | {seconds} | {:.1} | {kernel} | {beside} |", most / least))
}

/// One way, solved.
pub(crate) fn way(name: &str, text: &str) -> Result<Way, String> {
    let (rules, findings) = check(&Source::new("way.game", text));
    let rules = rules.map(Arc::new).ok_or_else(|| format!("{name}: {findings:?}"))?;
    let game = Instance::new(rules, &[]).map_err(|fault| format!("{name}: {fault}"))?;
    let start = game.start().map_err(|fault| format!("{name}: {fault}"))?;
    let limits = Limits::default().threads(1);
    let (solved, seconds) = clock::timed(|| {
        let game = game.clone().within(&limits);
        let found = solve(&game, &start, &Ask::Table, &limits, None, &Silent);
        found.map(|found| (found.method, found.strategy, found.value))
    });
    let (method, strategy, value) = solved.map_err(|stop| format!("{name}: {stop}"))?;
    Ok(Way { seconds, method, strategy, value, compiled: game.compiled().is_ok() })
}
