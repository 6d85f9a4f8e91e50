//! What the command's exit says.

use bouton::Stop;
use std::process::ExitCode;

/// How the command ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Solved, or yes.
    #[default]
    Yes,
    /// A mismatch, a failed example or check.
    No,
    /// A bad command, bad rules or parameters.
    Bad,
    /// Stopped at a limit.
    Limit,
    /// A fault in Bouton.
    Fault,
    /// Interrupted.
    Interrupted,
}

impl Exit {
    /// The number that the shell sees.
    pub(crate) fn number(self) -> u8 {
        match self {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Bad => 2,
            Exit::Limit => 3,
            Exit::Fault => 4,
            Exit::Interrupted => 130,
        }
    }

    /// What a stopped search exits with.
    pub(crate) fn of(stop: &Stop) -> Exit {
        match stop.why() {
            Stop::Cancelled => Exit::Interrupted,
            // A position was being looked at when the time was over, or took the memory.
            Stop::Fault(trouble) if matches!(trouble.fault.diagnostic.code, "M01" | "M02") => Exit::Limit,
            Stop::Fault(trouble) if trouble.fault.diagnostic.code == "M09" => Exit::Interrupted,
            Stop::Time { .. }
            | Stop::Slow { .. }
            | Stop::Memory { .. }
            | Stop::Positions { .. }
            | Stop::TooDeep { .. }
            | Stop::Disk { .. }
            | Stop::Lost { .. } => Exit::Limit,
            Stop::Missing { .. } | Stop::Wrong { .. } | Stop::FalseTwin { .. } | Stop::Panicked { .. } => Exit::Fault,
            _ => Exit::Bad,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        exit.number().into()
    }
}
