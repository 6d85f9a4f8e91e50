//! Solves finite two-player games exactly.
#![forbid(unsafe_code)]

pub mod game;
pub mod limits;
pub mod value;
