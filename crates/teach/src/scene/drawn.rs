//! Drawings as lines of letters, and how text looks.

use crate::words::Lang;
use bouton::Instance;
use bouton::answer::report::params_begin;
use bouton::rules::interpret::Drawing;
use bouton::rules::{Text, say};
use bouton::show::Count;
use serde_json::Value as Json;
use unicode_width::UnicodeWidthStr;

/// How text is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The language of words.
    pub lang: Lang,
    /// The signs of a plain keyboard only, where a sign would lose its meaning if it were merely replaced.
    pub ascii: bool,
}

/// Columns that a text takes on a screen.
#[must_use]
pub fn columns(text: &str) -> usize {
    text.width()
}

/// A text in which a mark stays with the word after it: `▲ ahead`, `= 2`.
#[must_use]
pub fn glued(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        let mut before = out.chars().rev();
        let is_mark = before.next().is_some_and(|mark| "▲▼■★●=".contains(mark));
        let alone = before.next().is_none_or(|before| !before.is_ascii_alphanumeric());
        out.push(if letter == ' ' && is_mark && alone { '\u{a0}' } else { letter });
    }
    out
}

/// A text with blanks up to so many columns.
#[must_use]
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// A text with blanks before it.
#[must_use]
pub fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(columns(text))))
}

/// A drawing as lines: a board has one line a row, everything else a single line.
#[must_use]
pub fn lines(drawing: &Drawing) -> Vec<String> {
    match drawing {
        Drawing::Board(rows) => board(rows),
        Drawing::Row(entries) | Drawing::Heaps(entries) => vec![row(entries)],
        Drawing::Mancala { far, near } => {
            let width = far.iter().chain(near).map(|pit| columns(pit)).max().unwrap_or(1);
            let row = |pits: &[String]| pits.iter().map(|pit| right(pit, width)).collect::<Vec<_>>().join(" ");
            let store = " ".repeat(width);
            vec![format!("{} {store}", row(far)), format!("{store} {}", row(near))]
        }
        Drawing::Graph(pieces) => {
            vec![pieces.iter().map(|(piece, node)| format!("{piece}:{node}")).collect::<Vec<_>>().join(" ")]
        }
    }
}

/// Rows of more entries are cut in the middle, which leaves so many at each end.
const MOST_ENTRIES: usize = 24;
const ENDS: usize = 8;

/// A row in brackets; a long one is cut in the middle.
pub(crate) fn row(entries: &[String]) -> String {
    format!("[{}]", cut(entries).join(" "))
}

/// The entries of a row; of a long one those at its ends, with `…` between.
fn cut(entries: &[String]) -> Vec<String> {
    if entries.len() <= MOST_ENTRIES {
        return entries.to_vec();
    }
    let (first, last) = (&entries[..ENDS], &entries[entries.len() - ENDS..]);
    [first, &["…".to_owned()], last].concat()
}

/// The single line of a drawing that has one and is no board.
#[must_use]
pub fn line(drawing: &Drawing) -> Option<String> {
    match drawing {
        Drawing::Board(_) | Drawing::Mancala { .. } => None,
        other => lines(other).into_iter().next(),
    }
}

/// Cells of a board, as wide as the widest.
fn board(rows: &[Vec<String>]) -> Vec<String> {
    let width = rows.iter().flatten().map(|cell| columns(cell)).max().unwrap_or(1);
    let row = |cells: &Vec<String>| cells.iter().map(|cell| right(cell, width)).collect::<Vec<_>>();
    rows.iter().map(|cells| row(cells).join(" ")).collect()
}

/// A list longer than this is cut.
const LONGEST: usize = 60;

/// Every parameter: `piles = [2, 7, 9, 4, 4]`, the end of a long list left out.
pub(super) fn params(game: &Instance) -> Vec<Text> {
    // No entry is shorter than a letter, a comma and a blank.
    let begin = params_begin(game, LONGEST);
    begin.into_iter().map(|(name, value, count)| say!("{} = {}", Text::code(name), brief(&value, count))).collect()
}

/// A value that has so many entries, as far as they are here.
fn brief(value: &Json, count: usize) -> Text {
    let Json::Array(entries) = value else { return Text::code(shorten(spaced(value))) };
    let mut shown = String::from("[");
    for (at, entry) in entries.iter().enumerate() {
        let entry = spaced(entry);
        if shown.chars().count() + entry.chars().count() > LONGEST {
            let shown = Text::code(format!("{shown}, …]").replacen("[, …]", "[…]", 1));
            return say!("{shown} ({} in all)", Count(count as u64));
        }
        shown.push_str(if at > 0 { ", " } else { "" });
        shown.push_str(&entry);
    }
    Text::code(shown + "]")
}

fn shorten(text: String) -> String {
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain(['…']).collect() }
}

/// JSON with a blank after each comma between entries.
fn spaced(value: &Json) -> String {
    match value {
        Json::Array(entries) => format!("[{}]", entries.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
