//! Machine code for games.
//!
//! `code` is a small typed code: whole numbers, buffers that the caller lends, loops, and one way out that means "ask whoever is
//! slower and says what is wrong". It is plain data: it prints itself, `run` runs it step by step, and `machine` makes machine code of
//! it with Cranelift. Nothing here knows how errors are worded: a function that meets one gives [`Reply::Ask`].
//!
//! ```
//! use bouton_jit::{Arg, Elem, Machine, Maker, Reply, Value};
//!
//! // The sum of the first `n` entries of a buffer; asks where `n` is too large or the sum leaves 64 bits.
//! let mut make = Maker::new("total");
//! let entries = make.buffer("entries", Elem::I64, 0, false);
//! let n = make.word("n");
//! let sum = make.local("sum");
//! make.set(sum, 0);
//! make.count("i", 0, n, |make, i| make.set(sum, Value::from(sum).asked_plus(Value::load(entries, i))));
//! make.give(sum);
//! let code = make.done();
//!
//! let machine = Machine::new(&[&code])?;
//! let numbers = [3, 4, 5];
//! assert_eq!(machine.call(0, &mut [Arg::I64(&numbers), Arg::Word(2)])?, Reply::Gives(7));
//! assert_eq!(machine.call(0, &mut [Arg::I64(&numbers), Arg::Word(4)])?, Reply::Ask);
//! assert_eq!(bouton_jit::run(&code, &mut [Arg::I64(&numbers), Arg::Word(2)])?, Reply::Gives(7));
//! # Ok::<(), bouton_jit::Refusal>(())
//! ```
#![cfg_attr(not(feature = "machine"), allow(dead_code, reason = "only machine code asks for some of it"))]

mod call;
mod code;
mod form;
mod lower;
#[cfg(feature = "machine")]
mod machine;
#[cfg(not(feature = "machine"))]
#[path = "machine/absent.rs"]
mod machine;
mod pages;
mod run;

pub use call::{Arg, Refusal, Reply};
pub use code::{
    Asked, Buffer, BufferRow, Code, Elem, Flag, Given, Home, Label, Local, Maker, One, Part, Stmt, Two, Value,
};
pub use lower::{
    Chosen, Frame, Functions, Lowering, ROW_MADE, ROW_MINE, ROW_THEIRS, Said, Told, Unfit, lower, lower_many,
    lower_options, lower_parts,
};
pub use machine::{Machine, compiling};
pub use pages::in_huge_pages;
pub use run::run;
