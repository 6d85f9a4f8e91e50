//! Whether the planner chooses well: games of three sizes, each solved by the plan's own choice and by every other method that fits.
//!
//! Each solve reads no rules and compiles its moves anew, on one thread. A method that says less than the choice (who wins, but not how soon) is
//! no rival. What takes too long beside the choice is ended, and counts as slower.

mod random;

use crate::clock;
use bouton::examples::example_params;
use bouton::game::Game;
use bouton::methods::methods;
use bouton::rules::{self, Rules, Source};
use bouton::sample::{Dice, Params, Size, random as drawn, show_given};
use bouton::{Ask, Instance, Limits, Silent, Stop, Value, gallery, solve};
use std::sync::Arc;
use std::time::Duration;

/// What people type for it.
pub(crate) const NAME: &str = "choice";

/// Random games at each size.
const RANDOM: usize = 200;

/// A choice that took no longer than this is good enough, whatever else would do.
const SOON: f64 = 0.01;

/// At most so many times the best method is wanted.
const WANTED: f64 = 2.0;

/// No solve may take longer; and a rival no longer than so many times the choice.
const LONGEST: Duration = Duration::from_secs(20);
const TIMES: u32 = 3;

/// Games of three sizes, by their positions.
const SIZES: [(&str, u64, u64); 3] =
    [("small", 1_000, 20_000), ("middle", 20_000, 300_000), ("large", 300_000, 3_000_000)];

/// A game to be tried.
struct Candidate {
    name: String,
    game: Instance,
    size: &'static str,
}

/// What the choice took for one question, and the best of all.
struct Row {
    game: String,
    size: &'static str,
    ask: Ask,
    positions: u64,
    chosen: (&'static str, f64),
    best: (&'static str, f64),
}

impl Row {
    fn ratio(&self) -> f64 {
        if self.chosen.1 <= SOON { 1.0 } else { self.chosen.1 / self.best.1 }
    }
}

/// Prints a row for each choice that is not good enough, and how many are; `of` limits it to games whose names hold this.
pub(crate) fn table(of: Option<&str>, say: &dyn Fn(&str)) -> Result<(), String> {
    say(&format!("\nthe planner's choice beside every other method that fits, {}\n", clock::UNIT));
    say("| game | size | asked | positions | choice | s | best | s | ratio |");
    say("| --- | --- | --- | ---: | --- | ---: | --- | ---: | ---: |");
    let named = |name: &str| of.is_none_or(|of| name.contains(of));
    let gallery = gallery::games().filter(|game| named(game.name)).flat_map(|game| of_gallery(&game));
    let random = (0..if named("random") { RANDOM } else { 0 }).flat_map(of_seed);
    let (mut all, mut good, mut worst) = (0_u32, 0_u32, 1.0_f64);
    for candidate in gallery.chain(random) {
        for ask in [Ask::Value, Ask::Table] {
            let Some(row) = tried(&candidate, ask)? else { continue };
            all += 1;
            let ratio = row.ratio();
            worst = worst.max(ratio);
            if ratio <= WANTED {
                good += 1;
                continue;
            }
            say(&line(&row));
        }
    }
    say(&format!("\n{good} of {all} choices are within {WANTED} times the best; the worst is {worst:.1} times it"));
    Ok(())
}

fn line(row: &Row) -> String {
    let Row { game, size, ask, positions, chosen, best } = row;
    let ask = if *ask == Ask::Value { "value" } else { "table" };
    let ((chosen, took), (best, least)) = (chosen, best);
    format!(
        "| {game} | {size} | {ask} | {positions} | {chosen} | {took:.3} | {best} | {least:.3} | {:.1} |",
        row.ratio()
    )
}

/// A game of the gallery at each size that parameters drawn by lot reach; of games without parameters, what they are.
fn of_gallery(game: &gallery::GalleryGame) -> Vec<Candidate> {
    let (checked, _) = rules::check(&Source::new(game.name, game.text));
    let Some(checked) = checked.map(Arc::new) else { return Vec::new() };
    let examples = checked.examples.iter().filter_map(|example| example_params(&checked, example).ok());
    let grown = (1..16).flat_map(|entries| [3, 12, 100].map(|value| Size { entries, value }));
    let sampled = grown.enumerate().filter_map(|(seed, size)| drawn(&checked, size, &mut Dice::new(seed as u64)));
    let tried: Vec<Params> = examples.chain(sampled).collect();
    let mut found: Vec<Candidate> = Vec::new();
    for params in tried {
        if found.len() == SIZES.len() {
            break;
        }
        let name = format!("{} {}", game.name, show_given(&checked, &params));
        let Some(candidate) = sized(&checked, &params, name.trim_end().to_owned()) else { continue };
        if found.iter().all(|other| other.size != candidate.size) {
            found.push(candidate);
        }
    }
    found
}

/// A random game at each size.
fn of_seed(seed: usize) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for scale in 1..=random::SCALES {
        let (name, text) = random::text(seed, scale);
        let name = format!("random {name} {seed} at scale {scale}");
        let Some(checked) = rules::check(&Source::new(&name, text)).0.map(Arc::new) else { continue };
        let Some(candidate) = sized(&checked, &Vec::new(), name) else { continue };
        if found.iter().all(|other| other.size != candidate.size) {
            found.push(candidate);
        }
    }
    found
}

/// The game with its size, if it has one of those wanted.
fn sized(rules: &Arc<Rules>, params: &Params, name: String) -> Option<Candidate> {
    let game = Instance::new(rules.clone(), params).ok()?;
    let limits = Limits { positions: Some(SIZES[2].2), ..limits(LONGEST) };
    let solution = solve(&game, &game.start().ok()?, &Ask::Table, &limits, None, &Silent).ok()?;
    let size = SIZES.iter().find(|(_, from, to)| (*from..*to).contains(&solution.positions))?.0;
    Some(Candidate { name, game, size })
}

fn limits(time: Duration) -> Limits {
    Limits::default().threads(1).time(time)
}

/// The choice and its rivals, timed; nothing where the choice itself has no answer in time.
fn tried(candidate: &Candidate, ask: Ask) -> Result<Option<Row>, String> {
    let start = candidate.game.start().map_err(|fault| format!("{}: {fault:?}", candidate.name))?;
    let run = |method: Option<&str>, time: Duration| {
        clock::timed(|| {
            let game = candidate.game.clone().within(&limits(time));
            solve(&game, &start, &ask, &limits(time), method, &Silent)
                .map(|found| (found.method, found.value, found.positions))
        })
    };
    let (Ok((name, value, positions)), took) = run(None, LONGEST) else { return Ok(None) };
    let mut best = (name, took);
    let time = LONGEST.min(Duration::from_secs_f64(took.max(SOON)) * TIMES);
    for method in
        methods::<Instance>().iter().map(|method| method.name()).filter(|method| !["brute", name].contains(method))
    {
        let (found, seconds) = run(Some(method), time);
        match found {
            Ok((_, other, _)) if says_as_much(other, value) => {
                if !other.same_result(value) {
                    return Err(format!("{}: {name} says {value:?} and {method} {other:?}", candidate.name));
                }
                if seconds < best.1 {
                    best = (method, seconds);
                }
            }
            Ok(_) | Err(Stop::Unfit { .. } | Stop::Time { .. }) => {}
            // An order that breaks, or play that repeats: what the method takes on trust does not hold here.
            Err(_) => {}
        }
    }
    Ok(Some(Row { game: candidate.name.clone(), size: candidate.size, ask, positions, chosen: (name, took), best }))
}

/// Whether it also tells how soon, where the choice does.
fn says_as_much(other: Value, choice: Value) -> bool {
    choice.uncounted() || !other.uncounted()
}
