//! Stops in one sentence: lower case, no full stop.

use super::{Loop, Loss, Stop, Trouble};
use crate::show::{Bytes, Count};
use bouton_rules::text::{Blank, Text};
use bouton_rules::{said_in_english, say};
use std::time::Duration;

impl Blank for Stop {
    fn text(&self) -> Text {
        match self {
            Stop::Short { why, .. } | Stop::Hopeless { why, .. } => why.text(),
            Stop::Time { limit, positions } => {
                say!("the time limit of {} was reached after {} positions", time(*limit), Count(*positions))
            }
            Stop::Slow { limit, a_second } => {
                let (limit, a_second) = (time(*limit), Count(*a_second));
                say!("the time limit of {limit} is too short: about {a_second} positions are looked at in a second")
            }
            Stop::Memory { needed, limit, fits } => too_little(*needed, *limit, *fits),
            Stop::Positions { limit } => say!("there are more than {} positions, the limit", Count(*limit)),
            Stop::TooDeep { limit } => say!("play goes on for more than {limit} plies, too deep for this method"),
            Stop::Cancelled => say!("stopped on request"),
            Stop::Fault(trouble) => trouble.text(),
            Stop::Cycle(back) => say!("play can return to a position: {}", **back),
            Stop::OrderBroken { position, mv, before, after } => {
                let after = after.map_or(say!("no rank"), |after| after.text());
                say!("the order breaks: `{mv}` at `{position}` leads from rank {before} to {after}")
            }
            Stop::FalseTwin { position, other, reason } => {
                say!("`{position}` and `{other}` are said to be worth the same, but {reason}")
            }
            Stop::Unfit { method, reason } => say!("`{method}` cannot solve this: {reason}"),
            Stop::GaveUp { method, reason } => say!("`{method}` gave up: {reason}"),
            Stop::UnknownMethod { name, known, .. } => {
                let known = Text::names(known);
                say!("there is no method `{name}`; there are {known}")
            }
            Stop::NoMethod(reasons) => {
                let reasons = reasons.iter().map(|(method, reason)| say!("{} ({reason})", Text::code(*method)));
                say!("no method can solve this: {}", Text::joined(reasons, " · "))
            }
            Stop::Disk { why, .. } => say!("what was worked out cannot be kept on disk: {why}"),
            Stop::Lost { process, address, how } => lost(*process, address, how),
            Stop::Missing { position } => say!("`{position}` is not among the solved positions"),
            Stop::Panicked { why, .. } => say!("a fault in Bouton: {why}"),
            Stop::Wrong { position, reason } => say!("wrong at `{position}`: {reason}"),
        }
    }
}

fn too_little(needed: u64, limit: u64, fits: u64) -> Text {
    let (needed, limit) = (Bytes(needed), Bytes(limit));
    match fits {
        0 => say!("more than {needed} of memory are needed; the limit is {limit}"),
        fits => {
            let fits = Count(fits);
            say!("more than {needed} of memory are needed; the limit is {limit}, enough for about {fits} positions")
        }
    }
}

fn time(limit: Duration) -> Text {
    Text::code(format!("{limit:?}"))
}

fn lost(process: usize, address: &str, how: &Loss) -> Text {
    let address = Text::code(address);
    match how {
        Loss::Closed => say!("process {process} at {address} is gone"),
        Loss::Silent(silent) => say!("process {process} at {address} was not heard of for {}", time(*silent)),
        Loss::Stopped(why) => say!("process {process} at {address} stopped: {why}"),
        Loss::Garbled => say!("process {process} at {address} says what makes no sense"),
    }
}

impl Blank for Trouble {
    fn text(&self) -> Text {
        let (fault, position) = (&self.fault.diagnostic.message, &self.position);
        let mv = self.mv.as_ref().map_or(Text::empty(), |mv| say!(", move `{mv}`"));
        let path = match self.path.as_deref() {
            None => Text::empty(),
            Some([]) => say!(", the start"),
            Some(path) => say!(", reached by {}", Text::names(path)),
        };
        say!("{fault} (at `{position}`{mv}{path})")
    }
}

impl Blank for Loop {
    fn text(&self) -> Text {
        let first = self.positions.first().map_or("", String::as_str);
        let moves = self.moves.iter().map(|mv| format!(" → {mv}")).collect::<String>();
        let round = Text::code(format!("`{first}`{moves} → `{first}`"));
        self.refused.as_ref().map_or(round.clone(), |refused| say!("{round}; {refused}"))
    }
}

said_in_english!(Stop, Trouble, Loop);

impl std::error::Error for Stop {}
