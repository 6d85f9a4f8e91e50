//! Makes answers understood: why a position is worth what it is, its table and tree, programs that compute it, and marks for
//! the tables, programs and beliefs of others.
//!
//! Everything here looks at solved games from outside, as any Rust program can; nothing here solves.
//! Words shown to people come from [`words`], in English and in Chinese.
#![forbid(unsafe_code)]

pub mod beliefs;
pub mod cases;
pub mod columns;
pub mod editor;
pub mod findings;
pub mod formula;
pub mod gallery;
pub mod grade;
pub mod headline;
pub mod line;
pub mod patterns;
pub mod picture;
pub mod plan;
pub mod play;
pub mod position;
pub mod prepare;
pub mod program;
pub mod recurrence;
pub mod refusal;
pub mod refute;
pub mod say;
pub mod scene;
pub mod stress;
pub mod table;
pub mod tree;
pub mod view;
pub mod why;
pub mod words;
pub mod worksheet;
