//! A game of rules solved by several processes: what the crate `bouton-cluster` calls, so that methods are compiled here once.

use crate::answer::report::params_json;
use crate::error::Stop;
use crate::game::Game;
use crate::instance::Instance;
use crate::limits::{Limits, Meter, Progress};
use crate::methods::{Ask, Asked, named, with_others};
use crate::plan::Plan;
use crate::saved::{Trouble, Written, save_gathered};
use crate::wire::Wire;
use bouton_rules::layout::Packed;
use bouton_rules::meaning;
use std::path::Path;

/// The only method that processes share.
pub const METHOD: &str = "layers";

/// What a process did.
#[derive(Clone, Debug)]
pub struct Share {
    /// Positions that it held, one for all its images.
    pub held: u64,
    /// The same of all processes.
    pub stored: u64,
    /// What was written, by the first process.
    pub written: Option<Written>,
}

/// Solves a game together with the processes at the other ends of a wire, who call this with the same game, position and limits. The first
/// writes the solution: the file that one process alone writes by `layers`, byte for byte.
///
/// # Errors
/// `layers` does not fit the game, a limit was reached, something is wrong with the rules, a process is lost, or the file cannot be written.
pub fn solve(
    game: &Instance,
    start: &Packed,
    limits: &Limits,
    progress: &dyn Progress,
    wire: &mut dyn Wire,
    save: &Path,
) -> Result<Share, Trouble> {
    let limits = &limits.begun();
    let stopped = |stop: Stop| Trouble::Stopped(stop.in_rules(game.rules()));
    let asked = Asked { named: true, ..Asked::any(game, start, Ask::Table) };
    let (method, _) = named::<Instance>(METHOD).map_err(stopped)?;
    let mut plan = Plan::begun(game, start, true);
    plan.ask(method, asked, limits);
    plan.refused().map_or(Ok(()), Err).map_err(stopped)?;
    let words =
        game.words().ok_or_else(|| Trouble::Nothing("positions take more words than a file holds".to_owned()))?;
    let mut meter = Meter::new(limits, progress);
    let first = wire.index() == 0;
    if let Some(checkpoint) = &limits.checkpoint {
        checkpoint.begin(METHOD).map_err(|error| stopped(Stop::disk(error)))?;
    }
    let mut gathered = with_others(&asked, words, wire, &mut meter).map_err(stopped)?;
    let written = if first {
        Some(save_gathered(save, game, start, gathered.as_mut(), &mut meter)?)
    } else {
        for layer in 0..gathered.ranks().len() {
            while gathered.next(layer).map_err(stopped)?.is_some() {
                meter.steps(0).map_err(stopped)?;
            }
        }
        None
    };
    let (stored, held) = gathered.stored();
    drop(gathered);
    // What is on disk is of use until the file is there.
    wire.exchange(vec![vec![1]; wire.count()]).map_err(stopped)?;
    Ok(Share { held, stored, written })
}

/// What processes must agree on before they work together: this version, the rules as they mean, parameters, where play begins, and how
/// positions are kept.
#[must_use]
pub fn agreed(game: &Instance, start: &Packed, limits: &Limits) -> String {
    let mut words = vec![0; game.words().map_or(0, |words| words.count())];
    if let Some(all) = game.words() {
        all.write(&game.canonical(start.clone()), &mut words);
    }
    let (version, rules) = (env!("CARGO_PKG_VERSION"), meaning::hash(game.rules()));
    let params = serde_json::Value::Object(params_json(game));
    format!("{version} {rules:016x} {params} {words:?} {}", limits.symmetry)
}
