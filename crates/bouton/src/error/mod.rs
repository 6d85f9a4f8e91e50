//! Why a search stopped, grouped by what the reader can do about it.

mod diagnostic;
mod words;

use crate::file::{is_full, reason};
use crate::game::{Fault, Game, Interrupt};
use crate::value::Value;
use bouton_rules::Rules;
use bouton_rules::diagnostic::Help;
use bouton_rules::{Text, say};
use std::io;
use std::time::Duration;

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
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// It was told to stop.
    Cancelled,
    /// The time was up.
    Time {
        /// The limit.
        limit: Duration,
        /// Positions stored so far.
        positions: u64,
    },
    /// The time will not do.
    Slow {
        /// The limit.
        limit: Duration,
        /// Positions looked at in a second.
        a_second: u64,
    },
    /// It ended too early for a value, but found bounds of what the start is worth to its mover.
    Short {
        /// What ended it.
        why: Box<Stop>,
        /// What was found.
        known: Box<Known>,
    },
    /// It would end at a limit, and was not begun: games played at random show how much it would take.
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
    Memory {
        /// Bytes needed to go on, at least.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
        /// Positions that fit, roughly; 0 where it is not positions that take it.
        fits: u64,
    },
    /// More positions than allowed.
    Positions {
        /// The limit.
        limit: u64,
    },
    /// Play goes deeper than the method can follow.
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// The game itself is at fault.
    Fault(Box<Trouble>),
    /// Play can return to a position, and no method that could be used allows that.
    Cycle(Box<Loop>),
    /// A move does not raise the rank that the game says every move raises.
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
    FalseTwin {
        /// A position.
        position: String,
        /// The position that stands for it.
        other: String,
        /// How they differ.
        reason: Text,
    },
    /// The method that was asked for cannot solve this game.
    Unfit {
        /// Its name.
        method: &'static str,
        /// Why not.
        reason: Text,
    },
    /// A method goes on for longer than another would.
    GaveUp {
        /// Its name.
        method: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// There is no such method.
    UnknownMethod {
        /// The name asked for.
        name: String,
        /// The names of methods.
        known: Vec<&'static str>,
        /// The names of their strategies, which may be asked for as well.
        strategies: Vec<&'static str>,
    },
    /// No method can solve this game; every one with its reason.
    NoMethod(Vec<(&'static str, Text)>),
    /// What was worked out cannot be put on the disk, or not be read back.
    Disk {
        /// What the system says.
        why: Text,
        /// What kind of trouble it is.
        kind: io::ErrorKind,
    },
    /// Another process that works on the same search is lost: the search ends with it.
    Lost {
        /// Its number.
        process: usize,
        /// Where it runs.
        address: String,
        /// What became of it.
        how: Loss,
    },
    /// A position is not in the store.
    Missing {
        /// The position.
        position: String,
    },
    /// Bouton itself failed.
    Panicked {
        /// What it says.
        why: String,
        /// Where in its source.
        place: String,
        /// The case that was being worked out.
        case: String,
    },
    /// The store holds something false: found by `check`, a fault of Bouton itself or of a file.
    Wrong {
        /// The position.
        position: String,
        /// What is wrong.
        reason: Text,
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
    Stopped(Text),
    /// What it said makes no sense.
    Garbled,
}

/// Where a fault is met before the first position stands.
pub(crate) const START: &str = "the start";

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
        let why = if is_full(kind) { say!("the disk is full") } else { reason(&error) };
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
    pub refused: Option<Text>,
    /// What the rules may say that it means, where they are known.
    pub help: Vec<Help>,
}
