//! The text of rules and its tree: words, grammar, one style.

pub mod tree;
