//! The rules language of Bouton: text in, checked rules out; and the slow interpreter that defines what rules mean.
//! No input or output, no `unsafe`.
#![forbid(unsafe_code)]

pub mod diagnostic;
mod player;
mod source;
pub mod syntax;
pub mod table;

pub use player::Player;
pub use source::{Source, Span};
