//! Where the time of a command goes: what it is busy with, from its start to its answer.

use crate::interrupt::started;
use crate::machine::show_time;
use bouton::instance::compiling;
use bouton_teach::words::Lang;
use serde_json::{Map, Value as Json, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is done before anything else.
const READING: &str = "reading";
/// What is done until a search begins.
pub(crate) const PLANNING: &str = "planning";
const SOLVING: &str = "solving";
const COMPILING: &str = "compiling";

/// What was done, one after the other, and when each of it began.
static DONE: Mutex<Vec<(&str, Instant)>> = Mutex::new(Vec::new());
/// Whether a search is being planned, so that its first step is news.
static PLANS: AtomicBool = AtomicBool::new(false);

/// From here on the command is busy with something else.
pub(crate) fn enter(what: &'static str) {
    PLANS.store(what == PLANNING, Ordering::Relaxed);
    DONE.lock().unwrap_or_else(PoisonError::into_inner).push((what, Instant::now()));
}

/// A search takes a step.
pub(crate) fn step(phase: &str) {
    if PLANS.load(Ordering::Relaxed) && phase != "playing at random" {
        enter(SOLVING);
    }
}

/// What took how long. Machine code is made while solving, and told apart.
fn spent() -> Vec<(&'static str, Duration)> {
    let done = DONE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let begun = std::iter::once((READING, started())).chain(done.iter().copied());
    let ends = done.iter().map(|(_, at)| *at).chain([Instant::now()]);
    let mut spent: Vec<(&str, Duration)> = Vec::new();
    for ((what, from), to) in begun.zip(ends) {
        let took = to.saturating_duration_since(from);
        match spent.iter_mut().find(|(known, _)| *known == what) {
            Some((_, sum)) => *sum += took,
            None => spent.push((what, took)),
        }
    }
    if let Some(at) = spent.iter().position(|(what, took)| *what == SOLVING && *took >= compiling()) {
        spent[at].1 -= compiling();
        spent.insert(at, (COMPILING, compiling()));
    }
    spent.retain(|(_, took)| *took >= Duration::from_micros(1));
    spent
}

/// In one line: `reading 2.1 ms · planning 0.4 ms · solving 35 ms`.
pub(crate) fn line(earlier: Duration, lang: Lang) -> String {
    let earlier = Some(("earlier runs", earlier)).filter(|(_, took)| !took.is_zero());
    let parts = earlier.into_iter().chain(spent());
    parts.map(|(what, took)| format!("{} {}", lang.sentence(what), show_time(took))).collect::<Vec<_>>().join(" · ")
}

/// For programs: seconds by what was done.
pub(crate) fn json() -> Map<String, Json> {
    spent().into_iter().map(|(what, took)| (what.to_owned(), seconds(took))).collect()
}

/// Seconds, to a millionth.
pub(crate) fn seconds(took: Duration) -> Json {
    u32::try_from(took.as_micros()).map_or_else(|_| json!(took.as_secs_f64()), |micros| json!(f64::from(micros) / 1e6))
}
