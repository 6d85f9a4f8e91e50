//! Solves finite two-player games exactly.
#![forbid(unsafe_code)]

pub mod answer;
pub mod check;
pub mod error;
pub mod facts;
pub mod game;
pub mod limits;
pub mod methods;
pub mod path;
pub mod plan;
pub mod show;
pub mod solution;
pub mod store;
pub mod value;
