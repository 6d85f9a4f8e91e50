//! The types, as they are written behind `:`; `syntax/parse/types.rs` reads them.

/// A row of the table of types.
#[derive(Clone, Copy, Debug)]
pub struct TypeRow {
    /// The word it begins with; nothing for ranges and names in braces.
    pub word: &'static str,
    /// How it is written in the reference.
    pub usage: &'static str,
    /// What its values are, one line.
    pub doc: &'static str,
    /// How it is written by an editor: `${1:n}` is a place to fill in.
    pub snippet: &'static str,
}

const fn row(word: &'static str, usage: &'static str, doc: &'static str, snippet: &'static str) -> TypeRow {
    TypeRow { word, usage, doc, snippet }
}

/// Every type.
pub static TYPES: &[TypeRow] = &[
    row("", "a..b", "whole numbers; `a..b` includes b, `a ..< b` does not", "${1:0}..${2:9}"),
    row("int", "int", "any 64-bit number (parameters only: a position needs bounds)", "int"),
    row("bool", "bool", "`true`, `false`", "bool"),
    row("player", "player", "one of the two players", "player"),
    row("", "{red, green}", "one of these names, which become known everywhere", "{${1:red}, ${2:green}}"),
    row("set", "set of T", "a set of numbers within bounds, names, players, cells or nodes", "set of ${1:1..9}"),
    row("list", "list[n] of T", "a list; with a range its length may change", "list[${1:3}] of ${2:0..9}"),
    row(
        "grid",
        "grid[rows, columns] of T",
        "a board; in a position its size is fixed",
        "grid[${1:3}, ${2:3}] of ${3:player?}",
    ),
    row("cell", "cell of b", "a cell `(row, column)` of the board `b`", "cell of ${1:board}"),
    row(
        "position",
        "position of b",
        "all that stands on the board or in the list `b`, as one number; in sets, for what must not come back",
        "position of ${1:board}",
    ),
    row("graph", "graph[a..b]", "a graph with so many nodes (parameters only)", "graph[${1:2..50}]"),
    row("node", "node of g", "a node of the graph `g`", "node of ${1:graph}"),
    row("text", "text", "a string, indexed like a list of one-letter strings (parameters only)", "text"),
];

/// The row of the type that begins with a word.
#[must_use]
pub fn named(word: &str) -> Option<&'static TypeRow> {
    TYPES.iter().find(|row| row.word == word && !word.is_empty())
}
