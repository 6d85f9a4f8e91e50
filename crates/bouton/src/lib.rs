//! Solves finite two-player games exactly: what every position is worth, which moves are best, and why.
//!
//! A game is written in the rules language ([`solve`]), or in Rust by implementing [`game::Game`] ([`solution::solve`]). Either way, Bouton asks every
//! method in turn whether it fits, uses the first that does, and keeps the reasons of those that do not ([`Plan`]).
//! Nothing is estimated: a search that cannot finish within its [`Limits`] ends with a [`Stop`], never with a guess.
//!
#![doc = include_str!("methods/list.md")]
//!
//! Not here: games with chance, hidden information, or legality that depends on history; play as strong as possible in
//! games too big to be solved.
//!
//! # From rules to an answer
//!
//! ```
#![doc = include_str!("../examples/solve_rules.rs")]
//! ```
//!
//! # A game of your own
//!
//! ```
#![doc = include_str!("../examples/own_game.rs")]
//! ```
#![forbid(unsafe_code)]

pub mod answer;
pub mod check;
pub mod checkpoint;
pub mod components;
pub mod dice;
mod domain;
mod door;
pub mod error;
pub mod examples;
pub mod facts;
pub mod family;
pub mod file;
pub mod gallery;
pub mod game;
pub mod guard;
pub mod instance;
mod leb128;
pub mod limits;
pub mod methods;
pub mod nimber;
pub mod partizan;
pub mod path;
pub mod plan;
pub mod recurrence;
pub mod sample;
pub mod saved;
pub mod show;
pub mod small;
pub mod solution;
pub mod store;
#[doc(hidden)]
pub mod together;
pub mod value;
#[doc(hidden)]
pub mod wire;
pub mod workers;
pub mod worth;

pub use answer::{Answer, Line, LineEnd, Report, Totals, answer, line, report};
pub use bouton_rules as rules;
pub use bouton_rules::{Player, Rules};
pub use check::check;
pub use door::{families, plan, plan_by, prove, solve, valued};
pub use error::{Remedy, Stop};
pub use facts::{Fact, Facts};
pub use guard::guarded;
pub use instance::Instance;
pub use limits::{Limits, Meter, Progress, Silent};
pub use methods::Ask;
pub use methods::grundy::may_have_nimbers;
pub use path::path_to;
pub use plan::Plan;
pub use solution::{Many, Solution, nimber as nimber_of, nimbers as nimbers_of};
pub use store::Store;
pub use value::{Kind, Outcome, Plies, Value};
