//! Where a name comes from, where it is used, and another name for it.

use super::{Document, edited};
use crate::check::Checked;
use crate::diagnostic::{Edit, Severity};
use crate::names::Kind;
use crate::source::{Source, Span};
use crate::syntax::lex::MAX_NAME;
use crate::syntax::token::TokenKind;
use crate::table::words::Word;

/// A place that speaks of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name there.
    pub span: Span,
    /// Whether it is declared there.
    pub declares: bool,
    /// Whether it is changed there.
    pub changes: bool,
}

/// Why a name cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing with a name stands there that the rules themselves declare.
    NoName,
    /// The players are called so because no line says otherwise.
    NotWritten,
    /// What was asked for is no name.
    NotAName,
    /// It is a word with a fixed meaning.
    Reserved,
    /// The name would mean something else somewhere, or another one would.
    Taken,
}

/// Where what stands at a byte is declared.
#[must_use]
pub fn definition(document: &Document, offset: u32) -> Vec<Span> {
    let names = &document.checked.names;
    names.at(offset).map_or(Vec::new(), |(symbol, _)| names.symbols[symbol].declared.clone())
}

/// Every place that speaks of what stands at a byte, in the order of the text.
#[must_use]
pub fn references(document: &Document, offset: u32) -> Vec<Reference> {
    let names = &document.checked.names;
    let Some((symbol, _)) = names.at(offset) else { return Vec::new() };
    let declared = names.symbols[symbol].declared.iter();
    let declared = declared.map(|span| Reference { span: *span, declares: true, changes: false });
    let used = names.uses.iter().filter(|one| one.symbol == symbol);
    let used = used.map(|one| Reference { span: one.span, declares: false, changes: one.changes });
    let mut all: Vec<Reference> = declared.chain(used).collect();
    all.sort_by_key(|one| one.span);
    all
}

/// The name at a byte, if it can be changed.
///
/// # Errors
/// Why it cannot.
pub fn renameable(document: &Document, offset: u32) -> Result<(Span, &str), Refused> {
    let names = &document.checked.names;
    let (symbol, span) = names.at(offset).ok_or(Refused::NoName)?;
    let symbol = &names.symbols[symbol];
    if symbol.declared.is_empty() {
        return Err(Refused::NotWritten);
    }
    Ok((span, &symbol.name))
}

/// The edits that give what stands at a byte another name, everywhere. The text means the same afterwards.
///
/// # Errors
/// Why it cannot have that name.
pub fn rename(document: &Document, offset: u32, name: &str) -> Result<Vec<Edit>, Refused> {
    let (_, old) = renameable(document, offset)?;
    is_name(name)?;
    if name == old {
        return Ok(Vec::new());
    }
    let (symbol, _) = document.checked.names.at(offset).ok_or(Refused::NoName)?;
    let places = document.checked.names.places(symbol);
    let edits: Vec<Edit> = places.iter().map(|span| Edit { span: *span, text: name.to_owned() }).collect();
    let text = edited(&document.source.text, &edits);
    let after = crate::check::read(&Source::new(document.source.name.clone(), text));
    if same_names(&document.checked, &after, &edits) { Ok(edits) } else { Err(Refused::Taken) }
}

/// Whether a word can be a name at all.
fn is_name(name: &str) -> Result<(), Refused> {
    if Word::named(name).is_some() {
        return Err(Refused::Reserved);
    }
    let cut = crate::syntax::tokens(&Source::new("", name));
    let one = cut.tokens.len() == 2 && cut.tokens[0].kind == TokenKind::Name && cut.comments.is_empty();
    let whole = one && cut.tokens[0].span.end as usize == name.len();
    let short = name.chars().nth(MAX_NAME).is_none();
    if whole && short { Ok(()) } else { Err(Refused::NotAName) }
}

/// Whether every name stands for the same after the change, and nothing is wrong that was not before.
fn same_names(before: &Checked, after: &Checked, edits: &[Edit]) -> bool {
    let errors =
        |checked: &Checked| checked.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    if errors(after) > errors(before) || before.names.symbols.len() != after.names.symbols.len() {
        return false;
    }
    let moved = |at: u32| {
        let before = edits.iter().take_while(|edit| edit.span.end <= at);
        let change: i128 =
            before.map(|edit| edit.text.len() as i128 - i128::from(edit.span.end - edit.span.start)).sum();
        i128::from(at) + change
    };
    let places = |checked: &Checked, symbol: usize, moved: &dyn Fn(u32) -> i128| -> Vec<i128> {
        checked.names.places(symbol).into_iter().map(|span| moved(span.start)).collect()
    };
    let mut one: Vec<(Kind, Vec<i128>)> = (0..before.names.symbols.len())
        .map(|symbol| (before.names.symbols[symbol].kind, places(before, symbol, &moved)))
        .collect();
    let mut other: Vec<(Kind, Vec<i128>)> = (0..after.names.symbols.len())
        .map(|symbol| (after.names.symbols[symbol].kind, places(after, symbol, &|at| i128::from(at))))
        .collect();
    let key = |(kind, places): &(Kind, Vec<i128>)| (places.clone(), *kind as u8);
    one.sort_by_key(key);
    other.sort_by_key(key);
    one == other
}
