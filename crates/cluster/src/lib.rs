//! Games solved by several processes, on one machine or many: who takes part, how they find and prove themselves to each other, and what
//! joins them. What each of them works out is `bouton`'s (`bouton::together`).
//!
//! Channels and progress are those of timely dataflow (Murray, McSherry, Isaacs, Isard, Barham and Abadi, "Naiad", 2013). Who falls silent or
//! goes ends all others, in seconds, with one sentence that names it.
#![forbid(unsafe_code)]

mod engine;
mod hosts;
mod link;
mod local;
mod meet;
mod trouble;

pub use hosts::Hosts;
pub use local::{Local, Place};
pub use trouble::{Doubt, Trouble};

use bouton::rules::layout::Packed;
use bouton::together::{self, Share, Target};
use bouton::{Instance, Limits, Progress};
use std::net::TcpListener;
use std::time::Duration;

/// One of the processes that work together, and how it finds the others.
#[derive(Debug)]
pub struct Member {
    /// Its number, from 0.
    pub index: usize,
    /// Where each of them listens, by number.
    pub addresses: Vec<String>,
    /// What all of them know and nobody else should; empty where everybody on the network is trusted.
    pub token: Vec<u8>,
    /// How long another may be silent before it is taken for lost: at the beginning, and later.
    pub patience: Duration,
}

/// What a process did, and what it sent.
#[derive(Clone, Debug)]
pub struct Done {
    /// What it held, and what was written.
    pub share: Share,
    /// Bytes that it sent to others.
    pub sent: u64,
}

/// Solves a game together with the others, who call this with the same game, position, method and limits. The solution goes where all of
/// them say.
///
/// # Errors
/// The others are not found, or do not fit; or whatever ends a search: among that, that one of them is lost.
pub fn solve(
    member: &Member,
    listener: TcpListener,
    (game, start): (&Instance, &Packed),
    (method, limits): (Option<&str>, &Limits),
    progress: &dyn Progress,
    save: Target,
    alive: &mut dyn FnMut() -> Result<(), Trouble>,
) -> Result<Done, Trouble> {
    let shards = matches!(save, Target::Shards(_));
    let agreed = format!("{} {shards}", together::agreed(game, start, method, limits));
    let sockets = meet::meet(member, &agreed, listener, &mut || {
        limits.check()?;
        alive()
    })?;
    let cancel = limits.cancel.clone();
    let work = |wire: &mut dyn bouton::wire::Wire| together::solve((game, start), method, limits, progress, wire, save);
    let (share, sent) =
        engine::run(member, sockets, cancel, work).map_err(|trouble| Trouble::Stopped(Box::new(trouble)))?;
    Ok(Done { share, sent })
}
