//! All tests of this crate that see it from outside, in one program: linking is most of what a small one costs.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test may fail by panicking, and says what it did")]

mod codes;
mod docs;
mod format;
mod hostile;
mod hostile_meaning;
mod layout;
mod mistakes;
mod mistakes_habits;
mod mistakes_meaning;
mod right;
mod services;
mod sums;
mod texts;
mod trees;
mod tries;
