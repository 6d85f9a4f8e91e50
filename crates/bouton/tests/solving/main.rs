//! Solving, end to end: every method on many games, against brute force and against the checker.
#![allow(unused_crate_dependencies)]

mod graphs;
mod known;
mod limits;
mod random;
mod wrong;
