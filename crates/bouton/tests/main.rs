//! All tests of this crate that see it from outside, in one program: linking is most of what a small one costs.
#![allow(
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may fail by panicking, and says what it did"
)]

mod cases;
mod checkpoints;
mod common;
mod components;
mod estimates;
mod family;
mod gallery;
mod gallery_random;
mod machine;
mod marks;
mod meaning;
mod nimbers;
mod placements;
mod plans;
mod random_rules;
mod recurrence;
mod saved;
mod small_games;
mod solving;
mod subsets;
mod sums;
mod symmetry;
mod taken;
mod theorems;
mod threads;
mod together;
mod traps;
mod values;
