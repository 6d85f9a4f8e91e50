//! Values of short games: canonical forms by themselves, positions of rules, and sums of parts, against play and the literature.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail by panicking")]

mod boards;
#[path = "../common/mod.rs"]
mod common;
mod forms;
mod sums;

use common::{gallery, game};
