//! Programs of others, tried on cases: what they print, whether it is right, and the smallest case on which it is not.
//!
//! How a program is run is no business of this room: it asks a [`Program`].

mod shrink;
mod smaller;

pub use shrink::{Budget, shrink};

use crate::cases::{Case, Judge, Maker, Profile, put_apart};
use bouton::Stop;
use bouton::rules::Text;
use bouton::sample::Params;
use rayon::prelude::*;
use std::time::Duration;

/// Whoever answers cases.
pub trait Program {
    /// A reply to each input, in the same order. After the first that is no text, replies may be missing.
    ///
    /// # Errors
    /// The program cannot be run or asked.
    fn replies(&mut self, cases: &[Case]) -> Result<Vec<Reply>, Halt>;
}

/// What came of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// What was printed.
    Text(String),
    /// It ended without printing anything.
    Silent(Ended),
    /// It failed: its exit status says so, or a signal.
    Crashed(Ended),
    /// It took longer than this.
    Late(Duration),
    /// It printed more than anybody wants to read.
    Endless,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// `exit status: 1`, as the system says it.
    pub status: String,
    /// The beginning of what it wrote to stderr.
    pub stderr: String,
}

/// Why no replies can be had at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// The program cannot be started, or does not go on as it should: said in a sentence, with what to do.
    Refused {
        /// What is wrong.
        message: Text,
        /// What to do.
        help: Text,
    },
}

/// A case that a program gets wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The case.
    pub case: Case,
    /// What came of it.
    pub reply: Reply,
}

/// Why a run ended before its time.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The program.
    Halt(Halt),
    /// A case that cannot be solved.
    Unsolved(Box<Stop>),
}

impl From<Halt> for Trouble {
    fn from(halt: Halt) -> Trouble {
        Trouble::Halt(halt)
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Unsolved(Box::new(stop))
    }
}

impl Reply {
    /// Whether it is the right answer: the same words, whatever stands between them.
    #[must_use]
    pub fn agrees(&self, answer: &str) -> bool {
        matches!(self, Reply::Text(text) if text.split_whitespace().eq(answer.split_whitespace()))
    }
}

/// Cases, each with its number, and what a fault in Bouton cost.
pub type Numbered = (Vec<(u64, Case)>, Vec<Stop>);

/// The cases with these numbers, solved side by side. Numbers of which no case can be made are left out.
///
/// # Errors
/// A limit that was reached, or what is wrong with the game.
pub fn cases(maker: &Maker, judge: &Judge, profiles: &[Profile], seed: u64, numbers: &[u64]) -> Result<Numbered, Stop> {
    let made = numbers.par_iter().map_init(
        || judge.worker(),
        |worker, number| {
            let at = usize::try_from(*number).unwrap_or(0) % profiles.len().max(1);
            let params = maker.params(profiles.get(at)?, seed, *number)?;
            Some(worker.case(&params).map(|case| (*number, case)))
        },
    );
    put_apart(made.flatten().collect())
}

/// The first of these cases that the program gets wrong.
///
/// # Errors
/// The program cannot be run any more.
pub fn first_wrong(program: &mut dyn Program, cases: &[Case]) -> Result<Option<(usize, Failure)>, Halt> {
    let replies = program.replies(cases)?;
    let wrong = cases.iter().zip(replies).enumerate().find(|(_, (case, reply))| !reply.agrees(&case.answer));
    Ok(wrong.map(|(at, (case, reply))| (at, Failure { case: case.clone(), reply })))
}

/// The parameters of a case, to be given again.
#[must_use]
pub fn params(case: &Case) -> Params {
    case.params.iter().cloned().map(Some).collect()
}
