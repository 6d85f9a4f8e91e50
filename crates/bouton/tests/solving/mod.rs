//! Solving, end to end: every method on many games, against brute force and against the checker.

mod graphs;
mod hopeless;
mod known;
mod limits;
mod random;
mod search;
mod waves;
mod wrong;
