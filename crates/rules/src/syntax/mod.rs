//! The text of rules and its tree: words, grammar, one style.

mod findings;
mod format;
pub mod lex;
mod outline;
pub mod parse;
pub mod token;
pub mod tree;

pub use format::format;
pub use lex::tokens;
pub use outline::outline;
pub use parse::parse;
