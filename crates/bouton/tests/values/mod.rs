//! Values of short games: canonical forms by themselves, positions of rules, and sums of parts, against play and the literature.

mod boards;
mod forms;
mod sums;

use crate::common::{gallery, game};
