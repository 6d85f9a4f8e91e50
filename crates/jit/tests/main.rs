//! All tests of this crate that see it from outside, in one program: linking is most of what a small one costs.
#![allow(
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may fail by panicking, and says what it did"
)]

mod agree;
mod constructs;
mod golden;
