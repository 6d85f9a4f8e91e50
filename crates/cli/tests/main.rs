//! All tests of this crate that see it from outside, in one program: linking is most of what a small one costs.
#![allow(
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may fail by panicking, and says what it did"
)]

mod cluster;
mod columns;
mod common;
mod json;
mod killed;
mod languages;
mod lsp;
mod memory;
mod monsters;
mod pages;
mod play;
mod primer;
mod programs;
mod saved;
mod streams;
mod transcripts;
mod wild;
