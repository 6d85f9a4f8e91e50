//! What the row engine does, for EXPLAIN.

use super::flat::empty;
use super::keep::Keep;
use super::slide::Slide;
use super::{Cell, Rows};
use crate::methods::Ask;
use crate::recurrence::Linear;
use crate::show::Count;
use bouton_rules::{Text, say};

impl Rows<'_> {
    /// What it will do to value the rows, in steps.
    pub(in super::super) fn valuing(&self, windows: bool) -> Vec<(&'static str, Text)> {
        let recurrence = &self.seen.recurrence;
        let names: Vec<&str> = recurrence.variables.iter().map(|variable| variable.name.as_str()).collect();
        let mut steps = Vec::new();
        let branches = &self.seen.branches;
        let single = self.seen.single();
        let rows = if self.reach.layers.len() > 1 {
            let within = if single { "one by one within a row" } else { "a whole row at a time" };
            let coordinates = self.seen.view.coordinates.split_last().map_or(&[][..], |(_, rows)| rows);
            let each: Vec<String> = coordinates.iter().map(|form| plain(form, &names)).collect();
            say!("{} rows, one for each {}, {within}", Count(self.row_count()), Text::joined(each, " and "))
        } else {
            "one row, from its end".into()
        };
        steps.push(("work backwards", rows));
        for branch in branches.iter().filter(|branch| branch.slide.is_some()) {
            let across = branch.slide.as_ref().is_some_and(Slide::across);
            let way = if across { "from row to row" } else { "along the row" };
            let (name, range) = &branch.words;
            let each = if branch.outer.is_empty() { "" } else { ", one window for each earlier choice" };
            let text = say!("for {range} the best slides {way}: a few steps a position, however wide the range{each}");
            let text = if recurrence.moves.len() > 1 { say!("{name}: {text}") } else { text };
            if !steps.contains(&("slide a window", text.clone())) {
                steps.push(("slide a window", text));
            }
        }
        let slides = branches.iter().any(|branch| branch.slide.is_some());
        if windows && !slides && branches.iter().any(|branch| branch.chooses) {
            steps.push(("try every choice", "no range slides, or none is wide enough for a window".into()));
        }
        if !self.seen.loose.is_empty() {
            steps.push(("try every choice", "divisors and numbers in tables lie on no line".into()));
        }
        if let Some(free) = &self.seen.free {
            let words = self.seen.view.unflat(free).map_or_else(String::new, |form| condition(&form, &names));
            steps.push(("leave out", say!("where {words} the limit no longer binds: one row for all of them")));
        }
        steps
    }

    /// What it will do where only some rows are kept at a time.
    pub(in super::super) fn steps(&self, ask: Ask, windows: bool) -> Vec<(&'static str, Text)> {
        let mut steps = self.valuing(windows);
        steps.push(("keep", self.memory_words(self.row_count())));
        if ask >= Ask::Line {
            let text = match self.keep().0 {
                Keep::Every(stretch) => {
                    say!("rows kept every {}, those between valued once more", Count(stretch.unsigned_abs()))
                }
                _ => "from all rows, as far as play goes on in them".into(),
            };
            steps.push(("find the line", text));
        }
        steps
    }

    /// How many rows play may reach.
    fn row_count(&self) -> u64 {
        self.reach.layers.iter().filter(|layer| !empty(layer.all)).count() as u64
    }

    fn memory_words(&self, layers: u64) -> Text {
        let widest = self.row_cells().max(1);
        let rows = (self.state_cells().div_ceil(widest) + 1).min(layers.max(1));
        let bits = match self.cell {
            Cell::Outcome | Cell::Narrow => 32,
            Cell::Wide => 64,
        };
        say!("{} of {} rows at a time, {bits} bits a value", Count(rows), Count(layers))
    }
}

/// `j − i`.
fn plain(form: &Linear, names: &[&str]) -> String {
    // A coordinate that is counted down reads better counted up.
    let down = form.terms.iter().all(|term| term.1 < 0);
    let mut words = String::new();
    let mut terms: Vec<(usize, i64)> =
        form.terms.iter().map(|term| (term.0, if down { -term.1 } else { term.1 })).collect();
    terms.sort_by_key(|term| term.1 < 0);
    for (symbol, times) in terms {
        let sign = match (words.is_empty(), times < 0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        words.push_str(sign);
        words.push_str(names[symbol]);
    }
    words
}

/// `2M + i ≥ 20`.
fn condition(form: &Linear, names: &[&str]) -> String {
    let terms: Vec<String> = form
        .terms
        .iter()
        .map(|&(symbol, times)| match times {
            1 => names[symbol].to_owned(),
            -1 => format!("−{}", names[symbol]),
            _ => format!("{times}{}", names[symbol]),
        })
        .collect();
    format!("{} ≥ {}", terms.join(" + ").replace("+ −", "− "), -form.constant)
}
