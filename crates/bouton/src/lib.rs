//! Solves finite two-player games exactly.
#![forbid(unsafe_code)]

pub mod error;
pub mod facts;
pub mod game;
pub mod limits;
pub mod path;
pub mod show;
pub mod store;
pub mod value;
