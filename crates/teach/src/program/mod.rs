//! Programs that compute a game: the rules as a recurrence with open parameters, worked out here or written in a language.
//!
//! `read`, `exprs` and `many` make a recurrence (`tree`) from checked rules, `run` works it out, `order` looks at small games for an order of
//! filling tables, `stage` makes statements of it, `print` writes them in a language.

mod exprs;
mod many;
mod order;
mod print;
mod read;
mod run;
mod stage;
mod tree;

pub use order::{Seen, seen};
pub use print::{LANGUAGES, Language, program};
pub use read::NoProgram;
pub use run::{Choice as Taken, Filled};
pub use stage::{Draft, STAGES, St, Stage, draft};
pub use tree::{
    Call, Choice, Ex, Global, Kind, Move, Op, Over, Pick, Recur, Reply, Shape, Side, Step, Style, Tally, Var,
};
