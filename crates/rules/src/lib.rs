//! The rules language of Bouton: text in, checked rules out; and the slow interpreter that defines what rules mean.
//! No input or output, no `unsafe`.
#![forbid(unsafe_code)]

// First, so that `say!` is known in all of them.
#[macro_use]
pub mod text;

pub mod check;
pub mod datum;
pub mod diagnostic;
pub mod interpret;
pub mod interval;
pub mod layout;
pub mod meaning;
pub mod names;
mod player;
pub mod rules;
pub mod services;
mod source;
pub mod syntax;
pub mod table;
pub mod tries;
pub mod types;
mod walk;

pub use check::check;
pub use player::Player;
pub use rules::Rules;
pub use source::{Source, Span};
pub use text::Text;
