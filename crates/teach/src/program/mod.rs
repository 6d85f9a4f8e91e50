//! Programs that compute a game: the rules as a recurrence with open parameters, worked out here or written in a language.
//!
//! `read`, `declare`, `exprs` and `many` make a recurrence (`tree`, `rewrite`) from checked rules, `run` and `eval` work it out, `order` looks at
//! small games for an order of filling tables, `rounds` makes one step of two moves for it, `sums` reads a part of a
//! sum as the recurrence of its nimber, `stage` and `tried` make statements of it, `print` writes them in a language,
//! under what `head` says of them.

mod boards;
mod declare;
mod eval;
mod exprs;
mod head;
mod many;
mod order;
mod print;
mod read;
mod rewrite;
mod rounds;
mod run;
mod small;
mod stage;
mod sums;
mod tree;
mod tried;

pub use head::head;
pub use order::{Seen, seen};
pub use print::{LANGUAGES, Language, Printed, program};
pub use read::NoProgram;
pub use run::{Choice as Taken, Filled};
pub use small::small_games;
pub use stage::{Draft, STAGES, St, Stage, draft};
pub use tree::{
    Answer, Call, Choice, Ex, Global, Kind, Move, Op, Over, Pick, Recur, Reply, Shape, Side, Step, Style, Tally, Var,
};
