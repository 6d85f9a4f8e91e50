//! One search: its limits, its clock, how far it is.

use crate::failure::Failure;
use crate::load::Loaded;
use crate::machine::{free_memory, peak_bytes, resident_bytes};
use crate::options::{LimitArgs, SolveArgs};
use crate::progress::Teller;
use crate::screen::Screen;
use crate::{account, interrupt};
use bouton::game::Game;
use bouton::rules::layout::Packed;
use bouton::{Ask, Instance, Limits, Solution, Stop};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// Bytes that the program itself takes, before the first position: its code, and the machine code that it makes.
const OWN: u64 = 26_000_000;
/// Of less than this the program itself takes too much of it for what it holds to say anything.
const LEAST_HELD: u64 = OWN / 7 * 8;

/// What the command line allows the whole command, from its start on. What does not look at these limits itself is held to them all the same.
pub(crate) fn limits(args: &LimitArgs) -> Limits {
    interrupt::hold(args.time, args.memory.filter(|memory| *memory >= LEAST_HELD));
    Limits { since: Some(interrupt::started()), ..limits_of_each(args) }
}

/// What the command line allows each of many searches. That moves and tables are not compiled is one of these things, and reaches games and
/// methods from here.
pub(crate) fn limits_of_each(args: &LimitArgs) -> Limits {
    interrupt::hold(None, args.memory.filter(|memory| *memory >= LEAST_HELD));
    let plain = Limits::default();
    let memory = args.memory.unwrap_or_else(free_memory);
    // Even of less than that some is for positions.
    let own = OWN.min(memory / 4 * 3);
    Limits {
        memory: memory - own,
        own,
        resident: (memory >= LEAST_HELD).then_some(resident_bytes),
        whole: plain.whole,
        time: args.time,
        since: None,
        positions: args.positions,
        threads: args.threads.map_or(plain.threads, usize::from),
        rewrites: !args.no_rewrites,
        theorems: !args.no_theorems,
        symmetry: !args.no_symmetry,
        jit: plain.jit && !args.no_jit,
        all_starts: false,
        cancel: interrupt::asked(),
        checkpoint: None,
    }
}

/// A solved game, and how long that took.
pub(crate) struct Solved {
    pub(crate) solution: Solution<Instance>,
    pub(crate) took: Duration,
}

/// Solves from a position, telling how far it is.
pub(crate) fn solve(
    game: &Instance,
    at: &Packed,
    ask: Ask,
    limits: &Limits,
    args: &SolveArgs,
    screen: &Screen,
) -> Result<Solved, Stop> {
    account::enter(account::PLANNING);
    let teller = Teller::new(args.progress, screen);
    let started = Instant::now();
    let solved = bouton::solve(game, at, &ask, limits, args.how.method.as_deref(), &teller);
    teller.clear();
    let solution = solved?;
    Ok(Solved { solution, took: started.elapsed() })
}

/// The position that play begins at, or the one of `--at`.
pub(crate) fn position(game: &Instance, at: Option<&str>, loaded: &Loaded) -> Result<Packed, Failure> {
    let failed = |fault: bouton::game::Fault| Failure::fault(&loaded.rules.source, fault);
    let saved = loaded.saved.as_ref().and_then(|saved| game.position_of_words(&saved.head().start));
    at.map_or_else(|| saved.map_or_else(|| game.start(), Ok), |text| game.read_position(text)).map_err(failed)
}

/// What belongs to this run and to no answer.
pub(crate) fn run_json(game: &Instance, solved: &Solved, earlier: Duration) -> Json {
    let mut run = json!({
        "seconds": account::seconds(interrupt::started().elapsed()), "phases": account::json(), "peak_bytes": peak_bytes(),
        "threads": solved.solution.threads, "jit": game.is_compiled(),
    });
    if !earlier.is_zero() {
        run["earlier_seconds"] = account::seconds(earlier);
    }
    run
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::limits;
    use crate::options::{GameArgs, LimitArgs};
    use crate::params;
    use bouton::instance::Jit;
    use clap::Parser;
    use std::fs;
    use std::path::Path;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        limits: LimitArgs,
    }

    #[test]
    fn no_jit_reaches_tables_and_games_alike() {
        let loaded = crate::load::load("mnk").unwrap();
        let args = GameArgs::only("mnk");
        for (words, jit) in [(&["bouton"][..], Jit::WhenItPays), (&["bouton", "--no-jit"], Jit::Off)] {
            let limits = limits(&Words::parse_from(words).limits);
            assert_eq!(limits.jit, jit != Jit::Off);
            let game = params::instance(&loaded, &args, None, None, &limits, "solve").unwrap();
            assert_eq!(game.jit(), jit);
        }
    }

    /// Games for a command line are made in one place, which is told the limits; the others are not for the user to time.
    #[test]
    fn no_command_makes_games_by_itself() {
        let commands = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/commands");
        let mut makers = Vec::new();
        let mut folders = vec![commands];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.push(path);
                } else if name != "tests.rs" && fs::read_to_string(&path).unwrap().contains("Instance::new(") {
                    makers.push(name);
                }
            }
        }
        makers.sort();
        assert_eq!(makers, ["doctor.rs"]);
    }
}
