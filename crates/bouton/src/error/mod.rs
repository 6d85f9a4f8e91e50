//! Why a search stopped, grouped by what the reader can do about it.

mod diagnostic;

use crate::file::{is_full, reason};
use crate::game::{Fault, Game, Interrupt};
use crate::show::{Bytes, Count};
use crate::value::Value;
use bouton_rules::Rules;
use bouton_rules::diagnostic::Help;
use std::fmt;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// What is proven of a position that is not solved: bounds of what it is worth to its mover, and the same of its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// What it is worth at least, if anything is known.
    pub at_least: Option<Value>,
    /// What it is worth at most, if anything is known.
    pub at_most: Option<Value>,
    /// Of the moves of which anything is known, what making them is worth at least and at most.
    pub moves: Vec<(String, Option<Value>, Option<Value>)>,
}

/// Why a search gave no solution. Nothing it had found so far is passed on as a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Stop {
    /// It was told to stop.
    #[error("stopped on request")]
    Cancelled,
    /// The time was up.
    #[error("the time limit of {limit:?} was reached after {} positions", Count(*.positions))]
    Time {
        /// The limit.
        limit: Duration,
        /// Positions stored so far.
        positions: u64,
    },
    /// The time will not do.
    #[error("the time limit of {limit:?} is too short: about {} positions are looked at in a second", Count(*.a_second))]
    Slow {
        /// The limit.
        limit: Duration,
        /// Positions looked at in a second.
        a_second: u64,
    },
    /// It ended too early for a value, but found bounds of what the start is worth to its mover.
    #[error("{why}")]
    Short {
        /// What ended it.
        why: Box<Stop>,
        /// What was found.
        known: Box<Known>,
    },
    /// It would end at a limit, and was not begun: games played at random show how much it would take.
    #[error("{why}")]
    Hopeless {
        /// What would end it.
        why: Box<Stop>,
        /// Positions that would be held at once, at the least.
        at_least: u64,
        /// Games that were played.
        games: u64,
        /// What else would do.
        help: Vec<&'static str>,
    },
    /// Going on would take more memory than allowed.
    #[error("{}", too_little(*.needed, *.limit, *.fits))]
    Memory {
        /// Bytes needed to go on, at least.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
        /// Positions that fit, roughly; 0 where it is not positions that take it.
        fits: u64,
    },
    /// More positions than allowed.
    #[error("there are more than {} positions, the limit", Count(*.limit))]
    Positions {
        /// The limit.
        limit: u64,
    },
    /// Play goes deeper than the method can follow.
    #[error("play goes on for more than {limit} plies, too deep for this method")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// The game itself is at fault.
    #[error("{0}")]
    Fault(Box<Trouble>),
    /// Play can return to a position, and no method that could be used allows that.
    #[error("play can return to a position: {0}")]
    Cycle(Box<Loop>),
    /// A move does not raise the rank that the game says every move raises.
    #[error("the order breaks: `{mv}` at `{position}` leads from rank {before} to {}", .after.map_or("no rank".to_owned(), |after| after.to_string()))]
    OrderBroken {
        /// Where.
        position: String,
        /// The move.
        mv: String,
        /// The rank before the move.
        before: i64,
        /// The rank after it, if there is one.
        after: Option<i64>,
    },
    /// Two positions that the game says are worth the same are not.
    #[error("`{position}` and `{other}` are said to be worth the same, but {reason}")]
    FalseTwin {
        /// A position.
        position: String,
        /// The position that stands for it.
        other: String,
        /// How they differ.
        reason: String,
    },
    /// The method that was asked for cannot solve this game.
    #[error("`{method}` cannot solve this: {reason}")]
    Unfit {
        /// Its name.
        method: &'static str,
        /// Why not.
        reason: String,
    },
    /// A method goes on for longer than another would.
    #[error("`{method}` gave up: {reason}")]
    GaveUp {
        /// Its name.
        method: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// There is no such method.
    #[error("there is no method `{name}`; there are {}", .known.join(", "))]
    UnknownMethod {
        /// The name asked for.
        name: String,
        /// The names of methods.
        known: Vec<&'static str>,
        /// The names of their strategies, which may be asked for as well.
        strategies: Vec<&'static str>,
    },
    /// No method can solve this game; every one with its reason.
    #[error("no method can solve this: {}", reasons(.0))]
    NoMethod(Vec<(&'static str, String)>),
    /// What was worked out cannot be put on the disk, or not be read back.
    #[error("what was worked out cannot be kept on disk: {why}")]
    Disk {
        /// What the system says.
        why: String,
        /// What kind of trouble it is.
        kind: io::ErrorKind,
    },
    /// Another process that works on the same search is lost: the search ends with it.
    #[error("{}", lost(*.process, .address, .how))]
    Lost {
        /// Its number.
        process: usize,
        /// Where it runs.
        address: String,
        /// What became of it.
        how: Loss,
    },
    /// A position is not in the store.
    #[error("`{position}` is not among the solved positions")]
    Missing {
        /// The position.
        position: String,
    },
    /// Bouton itself failed.
    #[error("a fault in Bouton: {why}")]
    Panicked {
        /// What it says.
        why: String,
        /// Where in its source.
        place: String,
        /// The case that was being worked out.
        case: String,
    },
    /// The store holds something false: found by `check`, a fault of Bouton itself or of a file.
    #[error("wrong at `{position}`: {reason}")]
    Wrong {
        /// The position.
        position: String,
        /// What is wrong.
        reason: String,
    },
}

/// How a process was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The connection to it was closed, or broke.
    Closed,
    /// Nothing was heard of it for so long.
    Silent(Duration),
    /// It said that it stops, and why.
    Stopped(String),
    /// What it said makes no sense.
    Garbled,
}

fn lost(process: usize, address: &str, how: &Loss) -> String {
    match how {
        Loss::Closed => format!("process {process} at {address} is gone"),
        Loss::Silent(silent) => format!("process {process} at {address} was not heard of for {silent:?}"),
        Loss::Stopped(why) => format!("process {process} at {address} stopped: {why}"),
        Loss::Garbled => format!("process {process} at {address} says what makes no sense"),
    }
}

/// What helps where a table of all positions takes too much.
pub const ASK_LESS: &str = "`--ask value` or `--ask best` searches without a table of all positions, as far as it gets";

/// What the reader can do about a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Ask again.
    AskAgain,
    /// Allow more time, memory or positions, or ask for a smaller game.
    AllowMore,
    /// Mend the rules.
    MendRules,
    /// Choose another method, or leave the choice to the plan.
    OtherMethod,
    /// Report it: the program or a file is at fault.
    Report,
}

/// Ends work on a game that should be given up.
pub(crate) fn uninterrupted<G: Game>(game: &G) -> Result<(), Stop> {
    game.interrupted().map_or(Ok(()), |why| Err(Stop::of_interrupt(why)))
}

impl Stop {
    /// Something is wrong at a position.
    pub(crate) fn at(fault: Fault, position: String) -> Stop {
        Stop::Fault(Box::new(Trouble { fault, position, mv: None, path: None }))
    }

    /// Where a fault tells no position, this one is told.
    pub(crate) fn placed(self, position: impl FnOnce() -> String) -> Stop {
        match self {
            Stop::Fault(trouble) if trouble.position.is_empty() => Stop::at(trouble.fault, position()),
            stop => stop,
        }
    }

    /// Work was given up.
    pub(crate) fn of_interrupt(why: Interrupt) -> Stop {
        match why {
            Interrupt::Cancelled => Stop::Cancelled,
            Interrupt::TimeUp(limit) => Stop::Time { limit, positions: 0 },
        }
    }

    /// What the system says of a checkpoint.
    pub(crate) fn disk(error: io::Error) -> Stop {
        let kind = error.kind();
        let why = if is_full(kind) { "the disk is full".to_owned() } else { reason(&error) };
        Stop::Disk { why, kind }
    }

    /// The same with what the rules may say, where they do not say what play means that goes round.
    #[must_use]
    pub(crate) fn in_rules(self, rules: &Rules) -> Stop {
        match self {
            Stop::Cycle(mut back) if back.refused.is_none() => {
                back.help =
                    diagnostic::of_endless(rules, back.moves.iter().all(|mv| mv == "pass") && !back.moves.is_empty());
                Stop::Cycle(back)
            }
            other => other,
        }
    }

    /// What ended the search, whether bounds were found or not, and whether it had begun or not.
    #[must_use]
    pub fn why(&self) -> &Stop {
        if let Stop::Short { why, .. } | Stop::Hopeless { why, .. } = self { why.why() } else { self }
    }

    /// What was found of the start before the end.
    #[must_use]
    pub fn known(&self) -> Known {
        if let Stop::Short { known, .. } = self { (**known).clone() } else { Known::default() }
    }

    /// With what an earlier search had found.
    #[must_use]
    pub(crate) fn knowing(self, known: Known) -> Stop {
        if known == Known::default() { self } else { Stop::Short { why: Box::new(self), known: Box::new(known) } }
    }

    /// What the reader can do about it.
    #[must_use]
    pub fn remedy(&self) -> Remedy {
        match self {
            Stop::Short { why, .. } | Stop::Hopeless { why, .. } => why.remedy(),
            Stop::Cancelled | Stop::Missing { .. } | Stop::Disk { .. } | Stop::Lost { .. } => Remedy::AskAgain,
            Stop::Time { .. } | Stop::Slow { .. } | Stop::Memory { .. } | Stop::Positions { .. } => Remedy::AllowMore,
            Stop::Fault(_) | Stop::Cycle(_) => Remedy::MendRules,
            Stop::TooDeep { .. } | Stop::OrderBroken { .. } | Stop::Unfit { .. } | Stop::GaveUp { .. } => {
                Remedy::OtherMethod
            }
            Stop::UnknownMethod { .. } | Stop::NoMethod(_) => Remedy::OtherMethod,
            Stop::FalseTwin { .. } | Stop::Wrong { .. } | Stop::Panicked { .. } => Remedy::Report,
        }
    }
}

/// A fault of the game with where it happened. Display is the fault alone; the places are for a reader of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What is wrong.
    pub fault: Fault,
    /// The position it happened at.
    pub position: String,
    /// The move it happened in, where known.
    pub mv: Option<String>,
    /// The moves that lead there from the start, where known.
    pub path: Option<Vec<String>>,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at `{}`", self.fault, self.position)?;
        if let Some(mv) = &self.mv {
            write!(f, ", move `{mv}`")?;
        }
        match self.path.as_deref() {
            None => f.write_str(")"),
            Some([]) => f.write_str(", the start)"),
            Some(path) => write!(f, ", reached by {})", path.join(", ")),
        }
    }
}

/// What is wrong with play that goes round, where the rules say what it is worth.
pub(crate) enum Round {
    /// A round gains points: by its first move, from a position and back to it.
    Gains { position: String, moves: Vec<String>, gain: i64 },
    /// Two positions of a round are not worth the same to one player.
    Uneven { positions: [String; 2], leads: [i64; 2] },
}

impl Round {
    /// The same as a fault of the rules.
    pub(crate) fn fault(&self) -> Fault {
        diagnostic::of_round(self).into()
    }
}

/// A way back to a position: `moves[i]` leads from `positions[i]` to the next, the last one back to the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loop {
    /// The moves that lead from the start to the first position of the loop.
    pub reached_by: Vec<String>,
    /// The positions of the loop, each once.
    pub positions: Vec<String>,
    /// The moves of the loop.
    pub moves: Vec<String>,
    /// Why no method goes on from here, where the rules do say what repeating means.
    pub refused: Option<String>,
    /// What the rules may say that it means, where they are known.
    pub help: Vec<Help>,
}

impl fmt::Display for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.positions.first().map_or("", String::as_str);
        write!(f, "`{first}`")?;
        for mv in &self.moves {
            write!(f, " → {mv}")?;
        }
        write!(f, " → `{first}`")?;
        self.refused.as_ref().map_or(Ok(()), |refused| write!(f, "; {refused}"))
    }
}

fn too_little(needed: u64, limit: u64, fits: u64) -> String {
    let (needed, limit) = (Bytes(needed), Bytes(limit));
    match fits {
        0 => format!("more than {needed} of memory are needed; the limit is {limit}"),
        fits => format!(
            "more than {needed} of memory are needed; the limit is {limit}, enough for about {} positions",
            Count(fits)
        ),
    }
}

fn reasons(all: &[(&'static str, String)]) -> String {
    let words: Vec<String> = all.iter().map(|(method, reason)| format!("{method} ({reason})")).collect();
    words.join(" · ")
}
