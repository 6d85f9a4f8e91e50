//! One search: its limits, its clock, how far it is.

use crate::failure::Failure;
use crate::interrupt;
use crate::load::Loaded;
use crate::machine::{free_memory, peak_bytes};
use crate::options::{LimitArgs, MethodArgs, SolveArgs};
use crate::progress::Teller;
use crate::screen::Screen;
use bouton::game::Game;
use bouton::instance::Jit;
use bouton::rules::layout::Packed;
use bouton::{Ask, Instance, Limits, Solution, Stop};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

/// What the command line allows.
pub(crate) fn limits(args: &LimitArgs) -> Limits {
    let plain = Limits::default();
    Limits {
        memory: args.memory.unwrap_or_else(free_memory),
        whole: plain.whole,
        time: args.time,
        positions: args.positions,
        threads: args.threads.map_or(plain.threads, usize::from),
        rewrites: !args.no_rewrites,
        theorems: !args.no_theorems,
        compiled: plain.compiled,
        cancel: interrupt::asked(),
    }
}

/// The game with its moves compiled or not, as the command line says.
pub(crate) fn compiled_or_not(game: Instance, how: &MethodArgs) -> Instance {
    if how.no_jit { game.with_jit(Jit::Off) } else { game }
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
    let teller = Teller::new(args.progress, screen.quiet);
    let started = Instant::now();
    let limits = if args.how.no_jit { &limits.clone().without_jit() } else { limits };
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
pub(crate) fn run_json(game: &Instance, solved: &Solved) -> Json {
    let took = solved.took;
    let micros = u32::try_from(took.as_micros()).map_or(took.as_secs_f64(), |micros| f64::from(micros) / 1e6);
    let jit = game.is_compiled() || solved.solution.compiled;
    json!({"seconds": micros, "peak_bytes": peak_bytes(), "threads": solved.solution.threads, "jit": jit})
}
