//! What ends work before it is done. A clock, Ctrl-C, memory that runs short: the interpreter has none of these; it asks, every so many
//! expressions or questions, and passes on what it is told like a fault. And a budget, for those who put many questions before play; and what was
//! spent so far, for those who could answer in another way.

use super::{Env, Fault, Interpreter, fault};
use crate::source::Span;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Expressions of one question between two looks, and questions: either is done within a millisecond.
const BETWEEN: u64 = 1 << 14;
const QUESTIONS: u32 = 1 << 8;

thread_local! {
    /// Questions put by this thread.
    static PUT: Cell<u32> = const { Cell::new(0) };
}

/// Says whether work must end, and why.
#[derive(Clone)]
pub struct Halt(Arc<dyn Fn() -> Option<Fault> + Send + Sync>);

impl Halt {
    /// Asks this.
    #[must_use]
    pub fn new(ask: impl Fn() -> Option<Fault> + Send + Sync + 'static) -> Halt {
        Halt(Arc::new(ask))
    }

    /// Whether work must end, and why.
    #[must_use]
    pub fn asked(&self) -> Option<Fault> {
        (self.0)()
    }
}

impl fmt::Debug for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Halt")
    }
}

/// Work that was done. A copy begins anew: what it counts is what was asked of itself.
#[derive(Debug, Default)]
pub(super) struct Spent(AtomicU64);

impl Clone for Spent {
    fn clone(&self) -> Spent {
        Spent::default()
    }
}

/// A question takes as long as so many expressions before its first is worked out.
const BEGIN: u64 = 1 << 5;

/// Work that may still be done for all questions together.
#[derive(Clone, Debug)]
pub(super) struct Budget(Arc<AtomicU64>);

impl Interpreter {
    /// The same game, asking this now and then whether work must end.
    #[must_use]
    pub fn with_halt(self, halt: Option<Halt>) -> Interpreter {
        Interpreter { halt, ..self }
    }

    /// The same game, with so much work for all questions together: what asks for more is told that it takes too long.
    #[must_use]
    pub fn with_budget(&self, fuel: u64) -> Interpreter {
        Interpreter { budget: Some(Budget(Arc::new(fuel.into()))), ..self.clone() }
    }

    /// The work that was done for all questions to this copy of the game: expressions, and so many more for each question.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.0.load(Ordering::Relaxed)
    }

    /// What may be spent on the next question.
    pub(super) fn affordable(&self) -> u64 {
        self.budget.as_ref().map_or(self.fuel, |Budget(left)| left.load(Ordering::Relaxed).min(self.fuel))
    }
}

/// What was spent is paid. Work inside of other work (`normalise` after a move) is paid twice, which bounds it all the same.
impl Drop for Env<'_> {
    fn drop(&mut self) {
        let spent = self.given.saturating_sub(self.fuel);
        self.game.spent.0.fetch_add(spent.saturating_add(BEGIN), Ordering::Relaxed);
        if let Some(Budget(left)) = &self.game.budget {
            let _ = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(spent)));
        }
    }
}

/// What work is done for, to be said where it is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    Position,
    Let,
    Param,
    Require,
}

impl Env<'_> {
    /// Counts work, so that rules which ask for too much are stopped.
    pub(super) fn spend(&mut self, span: Span) -> Result<(), Fault> {
        self.spend_many(1, span)
    }

    /// Counts work on so many entries.
    pub(super) fn spend_many(&mut self, entries: usize, span: Span) -> Result<(), Fault> {
        match self.fuel.checked_sub(entries as u64) {
            Some(left) if left >= self.next_look => self.fuel = left,
            Some(left) => {
                (self.fuel, self.next_look) = (left, left.saturating_sub(BETWEEN));
                let halted = self.game.halt.as_ref().and_then(Halt::asked);
                return halted.map_or(Ok(()), |why| Err(self.work.named(why)));
            }
            None => return Err(self.work.too_long(span)),
        }
        Ok(())
    }

    /// So much may be done from here on.
    pub(super) fn refuel(&mut self, fuel: u64) {
        (self.fuel, self.given) = (fuel, fuel);
        self.next_look = match self.game.halt {
            None => 0,
            Some(_) if PUT.replace(PUT.get().wrapping_add(1)).is_multiple_of(QUESTIONS) => u64::MAX,
            Some(_) => fuel.saturating_sub(BETWEEN),
        };
    }
}

impl For {
    fn too_long(self, span: Span) -> Fault {
        let (message, help) = match self {
            For::Position => (
                "this takes too long to work out for one position",
                "what is the same at every position is worked out once in a `let`",
            ),
            For::Let => ("this takes too long to work out for this `let`", MORE_TIME),
            For::Param => ("this takes too long to work out for this parameter", MORE_TIME),
            For::Require => ("this takes too long to work out for this `require`", MORE_TIME),
        };
        Box::new(fault("R09", span, message, "given up here").help(help))
    }

    /// Why work ended, and what it was done for.
    fn named(self, why: Fault) -> Fault {
        let what = match self {
            For::Position => return why,
            For::Let => "while a `let` was worked out",
            For::Param => "while a parameter was worked out",
            For::Require => "while a `require` was asked",
        };
        Box::new(why.note(what))
    }
}

/// Fixed values have the time that the whole command has.
const MORE_TIME: &str = "with `--time 10m` it may take so long; smaller numbers or less to run over need no more time";
