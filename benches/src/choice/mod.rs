//! Whether the planner chooses well: games of three sizes, each solved by the plan's own choice and by every other method that fits.
//!
//! Each solve reads no rules and compiles its moves anew, on one thread; games are shared out to all cores. A method that says less than the choice
//! (who wins, but not how soon) is no rival. A run has seconds; a rival that is not done when the choice was counts as slower than it.

mod games;
pub(crate) mod random;

use crate::clock;
use bouton::game::Game;
use bouton::methods::methods;
use bouton::{Ask, Instance, Limits, Silent, Solution, Stop, Value, solve};
use games::{Candidate, Origin, origins};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What people type for it.
pub(crate) const NAME: &str = "choice";

/// A choice that took no longer than this is good enough, whatever else would do.
const SOON: f64 = 0.01;

/// At most so many times the best method is wanted.
const WANTED: f64 = 2.0;

/// No run of a method may take longer.
const LONGEST: Duration = Duration::from_secs(2);

/// What a run of a method took: processor seconds, and time on the wall; and what it found, if it was done in time.
struct Run {
    seconds: f64,
    wall: Duration,
    found: Result<Found, Stop>,
}

/// What a method found.
#[derive(Clone, Copy)]
struct Found {
    method: &'static str,
    strategy: &'static str,
    value: Value,
    positions: u64,
    whole: bool,
}

/// Strategies that tell who wins and never how soon: where nobody does, that is seen only afterwards.
const WHO_ALONE: [&str; 2] = ["alpha-beta", "sets"];

impl Found {
    fn tells_how_soon(&self) -> bool {
        matches!(self.value, Value::Lead(_)) || !self.value.uncounted() && !WHO_ALONE.contains(&self.strategy)
    }

    /// Whether it tells as much as the choice does, or would have told.
    fn says_as_much(&self, choice: Option<Found>, ask: Ask) -> bool {
        let soon = self.tells_how_soon() || choice.is_some_and(|choice| !choice.tells_how_soon());
        soon && (self.whole || ask != Ask::Table)
    }
}

/// What the choice took for one question, and the best of all.
struct Row {
    game: String,
    size: &'static str,
    ask: Ask,
    /// Positions that the choice solved, and the method; nothing where it was not done in time.
    chosen: Option<Found>,
    took: f64,
    best: Option<(&'static str, f64)>,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.best.map_or(1.0, |(_, best)| self.took / best)
    }

    fn show(&self) -> String {
        let ask = if self.ask == Ask::Value { "value" } else { "table" };
        let (method, positions) =
            self.chosen.map_or(("slower than", String::new()), |found| (found.method, found.positions.to_string()));
        let (best, least) = self.best.unwrap_or((method, self.took));
        let Row { game, size, took, .. } = self;
        format!(
            "| {game} | {size} | {ask} | {positions} | {method} | {took:.3} | {best} | {least:.3} | {:.1} |",
            self.ratio()
        )
    }
}

/// Prints a row for each choice that is not good enough, and how many are; `of` limits it to games whose names hold this.
pub(crate) fn table(of: Option<&str>, say: &dyn Fn(&str)) -> Result<(), String> {
    say(&format!("\nthe planner's choice beside every other method that fits, {}\n", clock::UNIT));
    say("| game | size | asked | positions | choice | s | best | s | ratio |");
    say("| --- | --- | --- | ---: | --- | ---: | --- | ---: | ---: |");
    let rows = rows(&origins().filter(|origin| of.is_none_or(|of| origin.name().contains(of))).collect::<Vec<_>>())?;
    let bad: Vec<&Row> = rows.iter().filter(|row| row.ratio() > WANTED).collect();
    bad.iter().for_each(|row| say(&row.show()));
    let of_size = |size: &str| rows.iter().filter(|row| row.size == size).count();
    let sizes: Vec<String> = games::SIZES.iter().map(|(size, ..)| format!("{} {size}", of_size(size))).collect();
    let worst = rows.iter().map(Row::ratio).fold(1.0, f64::max);
    let late = rows.iter().filter(|row| row.chosen.is_none()).count();
    say(&format!(
        "\n{} of {} choices ({}) are within {WANTED} times the best; the worst is {worst:.1} times it; {late} were not done in {} s",
        rows.len() - bad.len(),
        rows.len(),
        sizes.join(", "),
        LONGEST.as_secs()
    ));
    Ok(())
}

/// The rows of all games, in order, by as many threads as there are cores.
fn rows(origins: &[Origin]) -> Result<Vec<Row>, String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some((at, origin)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, origins.get(at)?)))
        {
            found.push((at, of_origin(origin)));
        }
        found
    };
    let mut all: Vec<(usize, Result<Vec<Row>, String>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..bouton::limits::cores()).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no run panics")).collect()
    });
    all.sort_by_key(|(at, _)| *at);
    let rows = all.into_iter().map(|(_, rows)| rows).collect::<Result<Vec<_>, String>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// Both questions of each size of a game.
fn of_origin(origin: &Origin) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for candidate in origin.candidates() {
        for ask in [Ask::Value, Ask::Table] {
            rows.push(tried(&candidate, ask)?);
        }
    }
    Ok(rows)
}

impl Run {
    /// The choice, or a method that is named.
    fn of(game: &Instance, ask: Ask, method: Option<&str>, time: Duration) -> Result<Run, String> {
        let start = game.start().map_err(|fault| format!("{fault:?}"))?;
        let limits = Limits::default().threads(1).time(time);
        let begun = Instant::now();
        let solved = || {
            let game = game.clone().within(&limits);
            let Solution { method, strategy, value, positions, whole, .. } =
                solve(&game, &start, &ask, &limits, method, &Silent)?;
            Ok(Found { method, strategy, value, positions, whole })
        };
        let (found, seconds) = clock::timed(solved);
        Ok(Run { seconds, wall: begun.elapsed(), found })
    }
}

/// The choice and its rivals, timed.
fn tried(candidate: &Candidate, ask: Ask) -> Result<Row, String> {
    let Candidate { name, game, size, .. } = candidate;
    let choice = Run::of(game, ask, None, LONGEST)?;
    let chosen = choice.found.ok();
    let (mut best, mut took) = (None, choice.seconds);
    let rivals = methods::<Instance>().iter().map(|method| method.name());
    for method in rivals.filter(|name| *name != "brute" && chosen.is_none_or(|chosen| chosen.method != *name)) {
        if took <= SOON {
            break;
        }
        let Run { mut seconds, found: Ok(found), .. } = Run::of(game, ask, Some(method), choice.wall)? else {
            continue;
        };
        if !found.says_as_much(chosen, ask) {
            continue;
        }
        if let Some(Found { method: other, value, .. }) = chosen.filter(|chosen| !found.value.same_result(chosen.value))
        {
            return Err(format!("{name}: {other} says {value:?} and {method} {:?}", found.value));
        }
        if took > WANTED * seconds {
            // Once more: what else the machine does makes either slower.
            took = took.min(Run::of(game, ask, None, LONGEST)?.seconds);
            seconds = seconds.min(Run::of(game, ask, Some(method), LONGEST)?.seconds);
        }
        if seconds < best.map_or(took, |(_, least)| least) {
            best = Some((method, seconds));
        }
    }
    Ok(Row { game: name.clone(), size, ask, chosen, took, best })
}
