//! The search tree: every line of play, as a plain recursion meets it. Whole where it is small; else best play, with what refutes the
//! other moves. Positions that were met before are marked: a program that remembers looks at them once.

mod dot;
mod grow;
mod json;
mod svg;
mod text;

pub use dot::dot;
pub use grow::{Size, tree};
pub use json::json;
pub use svg::svg;
pub use text::text;

use crate::recurrence::{Intervals, ends_words};
use crate::scene::Mover;
use bouton::Value;

/// A search tree, ready to be written in any form.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The title of the game.
    pub title: String,
    /// Its parameters.
    pub params: String,
    /// Calls that a plain recursion makes, where play cannot go round and they can be counted.
    pub calls: Option<u128>,
    /// Positions that can be reached, where they were counted.
    pub positions: Option<usize>,
    /// How much is shown.
    pub shown: Shown,
    /// The variables by which ranges of lists end.
    pub ends: Vec<String>,
    /// The positions of the tree, the root first. A position that is met again stands here again.
    pub branches: Vec<Branch>,
}

/// How much of a tree is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All of it.
    Whole,
    /// As far as so many moves.
    Depth(usize),
    /// Best play, and what refutes the other moves.
    Line,
}

/// A place in a tree.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The move that leads here; none at the root.
    pub step: Option<Made>,
    /// The position's variables.
    pub position: String,
    /// As the rules draw it, a line each.
    pub drawing: Vec<String>,
    /// Whose turn it is; none where a move has ended the game.
    pub mover: Option<Mover>,
    /// What it is worth to its mover.
    pub value: Value,
    /// Whether play is over.
    pub over: bool,
    /// Whether this position, or one worth the same by symmetry of the players, stood in the tree before.
    pub again: bool,
    /// Whether best play comes here.
    pub on_line: bool,
    /// Where its moves lead.
    pub next: Vec<usize>,
    /// Moves that are not shown.
    pub left_out: usize,
}

/// A move made in a tree.
#[derive(Clone, Debug)]
pub struct Made {
    /// The move.
    pub mv: String,
    /// Who makes it.
    pub by: String,
    /// What it gains its mover, in points games.
    pub gain: Option<i64>,
    /// Whether it is best.
    pub best: bool,
}

impl Made {
    /// The move with what it gains: `take(2) +16`.
    #[must_use]
    pub fn words(&self) -> String {
        let gain = self.gain.map_or(String::new(), |gain| format!(" {}", crate::scene::signed(gain)));
        format!("{}{gain}", self.mv)
    }
}

impl Tree {
    /// What stands below it: what is counted, and what the ends of ranges are.
    #[must_use]
    pub fn captions(&self, look: crate::scene::Look) -> Vec<String> {
        std::iter::once(self.counted(look)).chain(ends_words(&self.ends, Intervals::HalfOpen, look.lang)).collect()
    }

    /// What is counted, in words: `21 calls, 11 positions`.
    fn counted(&self, look: crate::scene::Look) -> String {
        let lang = look.lang;
        let positions = self.positions.map(|count| match count {
            1 => lang.say("positions", &[("count", 1.into())]),
            _ => lang.say("positions-many", &[("count", grouped(count as u128).into())]),
        });
        let calls = self.calls.map(|calls| match calls {
            1 => lang.say("one-call", &[]),
            _ => lang.say("calls", &[("count", grouped(calls).into())]),
        });
        let both: Vec<String> = calls.into_iter().chain(positions).collect();
        let shown = match self.shown {
            Shown::Whole => lang.say("tree-whole", &[]),
            Shown::Depth(depth) => {
                lang.say("tree-depth", &[("count", i64::try_from(depth).unwrap_or(i64::MAX).into())])
            }
            Shown::Line => lang.say("tree-line", &[]),
        };
        both.into_iter().chain([shown]).collect::<Vec<_>>().join(&lang.say("and-comma", &[]))
    }
}

/// A number with a comma every three digits.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut parts: Vec<&str> = if first > 0 { vec![&digits[..first]] } else { Vec::new() };
    parts.extend((first..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
    parts.join(",")
}

impl Branch {
    /// A drawing of one line, where it says more than the variables do: `heap=[1,2,3]` needs no `[1 2 3]` beside it.
    fn row(&self) -> Option<&str> {
        let [row] = self.drawing.as_slice() else { return None };
        let told = self.position.replace(',', " ");
        let told = told.split_once('=').is_some_and(|(_, list)| list == row);
        Some(row.as_str()).filter(|_| !told)
    }
}
