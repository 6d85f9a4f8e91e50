//! Calling code: what is handed over, what comes back, and what is refused.

use crate::code::{Code, Elem, Given, Home};
use std::fmt;
use std::sync::atomic::AtomicBool;

/// One thing handed to a function. A writable buffer may stand where a readable one is wanted.
#[derive(Debug)]
pub enum Arg<'a> {
    /// A number.
    Word(i64),
    /// A flag.
    Flag(&'a AtomicBool),
    /// Bytes to read.
    U8(&'a [u8]),
    /// Bytes to read and write.
    U8Mut(&'a mut [u8]),
    /// Numbers to read.
    I32(&'a [i32]),
    /// Numbers to read and write.
    I32Mut(&'a mut [i32]),
    /// Numbers to read.
    I64(&'a [i64]),
    /// Numbers to read and write.
    I64Mut(&'a mut [i64]),
    /// Words to read.
    U64(&'a [u64]),
    /// Words to read and write.
    U64Mut(&'a mut [u64]),
}

/// What a function says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is done, with this number.
    Gives(i64),
    /// It met what it does not know: ask whoever is slower. Buffers it may write hold anything.
    Ask,
}

/// Why code cannot be compiled or called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// This machine has no compiler, or the compiler says no.
    Compiler(String),
    /// The code is larger than the limit.
    TooLarge {
        /// How large it is.
        size: usize,
        /// How large it may be.
        most: usize,
    },
    /// What is handed over does not fit what the function is given.
    Args(String),
    /// The code speaks of a local, buffer or label that it does not have, or writes what is only lent for reading.
    Malformed(String),
    /// It runs on without end (only `run` says so).
    Endless,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Compiler(why) => write!(f, "no machine code here: {why}"),
            Refusal::TooLarge { size, most } => write!(f, "the code has {size} parts, and at most {most} are compiled"),
            Refusal::Args(why) => write!(f, "the call does not fit: {why}"),
            Refusal::Malformed(why) => write!(f, "the code is not well formed: {why}"),
            Refusal::Endless => write!(f, "the code runs on without end"),
        }
    }
}

impl std::error::Error for Refusal {}

impl Arg<'_> {
    /// What a buffer holds and whether it may be written.
    #[inline]
    fn buffer(&self) -> Option<(Elem, bool)> {
        Some(match self {
            Arg::Word(_) | Arg::Flag(_) => return None,
            Arg::U8(_) => (Elem::U8, false),
            Arg::U8Mut(_) => (Elem::U8, true),
            Arg::I32(_) => (Elem::I32, false),
            Arg::I32Mut(_) => (Elem::I32, true),
            Arg::I64(_) => (Elem::I64, false),
            Arg::I64Mut(_) => (Elem::I64, true),
            Arg::U64(_) => (Elem::U64, false),
            Arg::U64Mut(_) => (Elem::U64, true),
        })
    }

    #[inline]
    pub(crate) fn length(&self) -> usize {
        match self {
            Arg::Word(_) | Arg::Flag(_) => 0,
            Arg::U8(of) => of.len(),
            Arg::U8Mut(of) => of.len(),
            Arg::I32(of) => of.len(),
            Arg::I32Mut(of) => of.len(),
            Arg::I64(of) => of.len(),
            Arg::I64Mut(of) => of.len(),
            Arg::U64(of) => of.len(),
            Arg::U64Mut(of) => of.len(),
        }
    }
}

/// Whether these are what the code is given there: kinds, element types, least lengths, leave to write.
#[inline]
pub(crate) fn fits(code: &Code, given: &[Given], args: &[Arg]) -> Result<(), Refusal> {
    if given.len() != args.len() {
        return Err(Refusal::Args(format!("{} things are wanted, not {}", given.len(), args.len())));
    }
    for (place, (given, arg)) in given.iter().zip(args).enumerate() {
        let fits = match (given, arg) {
            (Given::Word(_), Arg::Word(_)) | (Given::Flag(_), Arg::Flag(_)) => true,
            (Given::Buffer(buffer), arg) => {
                let row = code.row(*buffer);
                let Home::Lent { least, writable } = row.home else { return Err(misplaced(place)) };
                arg.length() >= least && arg.buffer().is_some_and(|(elem, may)| elem == row.elem && may >= writable)
            }
            _ => false,
        };
        if !fits {
            return Err(misplaced(place));
        }
    }
    Ok(())
}

#[cold]
fn misplaced(place: usize) -> Refusal {
    Refusal::Args(format!("argument {place} is of another kind or too short"))
}
