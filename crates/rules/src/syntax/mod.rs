//! The text of rules and its tree: words, grammar, one style.

pub mod tree;
/// Reads rules.
pub mod parse {
    /// stub
    pub fn parse(_: &crate::Source) -> (super::tree::File, Vec<crate::diagnostic::Diagnostic>) { (Default::default(), vec![]) }
}
