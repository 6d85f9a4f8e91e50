//! All tests of this crate that see it from outside, in one program: linking is most of what a small one costs.
#![allow(
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may fail by panicking, and says what it did"
)]

mod explain;
mod gallery;
mod programs;
mod recurrences;
mod say;
mod sentences;
mod words;
