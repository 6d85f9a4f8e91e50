//! A game of rules solved by several processes: what the crate `bouton-cluster` calls, so that methods are compiled here once.

use crate::answer::report::params_json;
use crate::error::Stop;
use crate::game::{Game, row_of};
use crate::instance::Instance;
use crate::limits::{Limits, Meter, Progress};
use crate::methods::{Ask, Asked, SHARED, Strategy, named, wanted, with_others};
use crate::plan::Plan;
use crate::saved::{self, Part, Trouble, Written, save_gathered};
use crate::wire::{Gathered, Wire};
use bouton_rules::layout::Packed;
use bouton_rules::meaning;
use std::path::Path;

/// The strategies that processes share, in order of preference.
pub const METHODS: [&str; 2] = SHARED;

/// Where the solution goes.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// Into one file, which the first process writes: that of one process alone, byte for byte.
    File(&'a Path),
    /// Into a folder, to which each process writes a shard, and the first a manifest once all of them are there. Each may have a disk of its own.
    Shards(&'a Path),
}

/// What a process did.
#[derive(Clone, Debug)]
pub struct Share {
    /// Positions that it held, one for all its images.
    pub held: u64,
    /// The same of all processes.
    pub stored: u64,
    /// The method that solved it, and its strategy.
    pub method: (&'static str, &'static str),
    /// What was written, by all of them; the first process says it.
    pub written: Option<Written>,
}

/// Solves a game together with the processes at the other ends of a wire, who call this with the same game, position, limits and method: one of
/// [`METHODS`], or whichever of them fits.
///
/// # Errors
/// No such method fits the game, a limit was reached, something is wrong with the rules, a process is lost, or a file cannot be written.
pub fn solve(
    (game, start): (&Instance, &Packed),
    method: Option<&str>,
    limits: &Limits,
    progress: &dyn Progress,
    wire: &mut dyn Wire,
    save: Target,
) -> Result<Share, Trouble> {
    let limits = &limits.begun();
    let stopped = |stop: Stop| Trouble::Stopped(stop.in_rules(game.rules()));
    let all = &of_all(limits, wire.count());
    let (strategy, asked) = fitting(game, start, method, all).map_err(stopped)?;
    let words = game.words().ok_or_else(|| Trouble::Nothing("positions take more words than a file holds".into()))?;
    let mut meter = Meter::new(limits, progress);
    let place = (wire.index(), wire.count());
    let _folder = match save {
        Target::Shards(folder) => Some(saved::Folder::new(folder)?),
        Target::File(_) => None,
    };
    if let Some(checkpoint) = &limits.checkpoint {
        checkpoint.begin(strategy.name).map_err(|error| stopped(Stop::disk(error)))?;
    }
    let mut gathered = with_others(strategy, &asked, words, all, &mut *wire, &mut meter).map_err(stopped)?;
    let (mut written, mut parts) = (None, Vec::new());
    match save {
        Target::File(file) if place.0 == 0 => {
            written = Some(save_gathered(file, None, (game, start), gathered.as_mut(), &mut meter)?);
        }
        Target::File(_) => give(gathered.as_mut(), &mut meter).map_err(stopped)?,
        Target::Shards(folder) => {
            parts.push(saved::shard(folder, place, (game, start), gathered.as_mut(), &mut meter)?);
        }
    }
    let (method, (stored, held)) = (gathered.method(), gathered.stored());
    drop(gathered);
    if let Target::Shards(folder) = save {
        tell(&mut parts, wire).map_err(stopped)?;
        if place.0 == 0 {
            written = Some(saved::complete(folder, parts)?);
        }
    }
    // What is on disk is of use until the solution is there.
    wire.exchange(vec![vec![1]; wire.count()]).map_err(stopped)?;
    Ok(Share { held, stored, method, written })
}

/// Hands over what a process holds, where it writes nothing.
fn give(gathered: &mut dyn Gathered, meter: &mut Meter) -> Result<(), Stop> {
    for layer in 0..gathered.ranks().len() {
        while gathered.next(layer, 1)?.is_some() {
            meter.steps(0)?;
        }
    }
    Ok(())
}

/// Tells the first process which shard was written here: it has all of them afterwards.
fn tell(parts: &mut Vec<Part>, wire: &mut dyn Wire) -> Result<(), Stop> {
    let mut out = vec![Vec::new(); wire.count()];
    if wire.index() > 0 {
        out[0] = serde_json::to_vec(&parts).map_err(|error| Stop::disk(error.into()))?;
    }
    for (from, bytes) in wire.exchange(out)?.iter().enumerate().filter(|(_, bytes)| !bytes.is_empty()) {
        let told: Vec<Part> = serde_json::from_slice(bytes).map_err(|_| wire.garbled(from))?;
        parts.extend(told);
    }
    Ok(())
}

/// The first strategy that fits, of all that processes share or the one that is named.
fn fitting<'a>(
    game: &'a Instance,
    start: &'a Packed,
    method: Option<&str>,
    all: &Limits,
) -> Result<(&'static Strategy, Asked<'a, Instance>), Stop> {
    let mut refused = None;
    let method = wanted::<Instance>(method, all)?.and_then(|(_, only)| only).map(|only| only.name).or(method);
    for name in METHODS.iter().filter(|name| method.is_none_or(|method| method == **name)) {
        let (method, only) = named::<Instance>(name)?;
        let asked = Asked { named: true, only, ..Asked::any(game, start, Ask::Table) };
        let mut plan = Plan::begun(game, start, true);
        match plan.ask(method, asked, all) {
            Some(ready) => return Ok((ready.strategy, asked)),
            // Where play may go round, the last of them is the one that is for such games.
            None if refused.is_none() || plan.facts.repeat.is_some() => refused = plan.refused(),
            None => {}
        }
    }
    Err(refused.unwrap_or_else(|| Stop::UnknownMethod {
        name: method.unwrap_or_default().to_owned(),
        known: METHODS.to_vec(),
        strategies: Vec::new(),
    }))
}

/// What all processes together may take.
fn of_all(limits: &Limits, count: usize) -> Limits {
    let times = |limit: u64| limit.saturating_mul(count as u64);
    Limits { memory: times(limits.memory), positions: limits.positions.map(times), ..limits.clone() }
}

/// What processes must agree on before they work together: this version, the rules as they mean, parameters, where play begins, which positions
/// are kept and how, and the method, if one is named.
#[must_use]
pub fn agreed(game: &Instance, start: &Packed, method: Option<&str>, limits: &Limits) -> String {
    let words = game.words().map(|words| row_of(game, words, start)).unwrap_or_default();
    let (version, rules) = (env!("CARGO_PKG_VERSION"), meaning::hash(game.rules()));
    let params = serde_json::Value::Object(params_json(game));
    format!("{version} {rules:016x} {params} {words:?} {} {} {method:?}", limits.symmetry, limits.all_starts)
}
