//! What rolling does, for EXPLAIN.

use super::keep::Keep;
use super::{Cell, Rolling};
use crate::methods::Ask;
use crate::recurrence::Linear;
use crate::show::Count;

impl Rolling<'_> {
    /// What it will do, in steps.
    pub(crate) fn steps(&self, ask: Ask) -> Vec<(&'static str, String)> {
        let recurrence = &self.seen.recurrence;
        let names: Vec<&str> = recurrence.variables.iter().map(|variable| variable.name.as_str()).collect();
        let mut steps = Vec::new();
        let layers = self.reach.layers.len() as u64;
        let layer = plain(&self.seen.view.layer, &names);
        let stays = self.seen.slants.iter().any(|slant| slant.own);
        let rows = if layers > 1 {
            let within = if stays { "one by one within a row" } else { "a whole row at a time" };
            format!("{} rows, one for each {layer}, {within}", Count(layers))
        } else {
            "one row, from its end".to_owned()
        };
        steps.push(("work backwards", rows));
        for slant in self.seen.slants.iter().filter(|slant| slant.slide.is_some()) {
            let across = slant.slide.as_ref().is_some_and(|slide| slide.across);
            let way = if across { "from row to row" } else { "along the row" };
            let (name, range) = &slant.words;
            let name = if recurrence.moves.len() > 1 { format!("{name}: ") } else { String::new() };
            let each = if slant.outer.is_empty() { "" } else { ", one window for each earlier choice" };
            let text = format!(
                "{name}for {range} the best slides {way}: a few steps a position, however wide the range{each}"
            );
            if !steps.contains(&("slide a window", text.clone())) {
                steps.push(("slide a window", text));
            }
        }
        if let Some(free) = &self.seen.free {
            let words = self.seen.view.unflat(free).map_or_else(String::new, |form| condition(&form, &names));
            steps.push(("leave out", format!("where {words} the limit no longer binds: one row for all of them")));
        }
        steps.push(("keep", self.memory_words(layers)));
        if ask >= Ask::Line {
            let text = match self.keep() {
                Keep::Every(stretch) => {
                    format!("rows kept every {}, those between valued once more", Count(stretch.unsigned_abs()))
                }
                _ => "from all rows, as far as play goes on in them".to_owned(),
            };
            steps.push(("find the line", text));
        }
        steps
    }

    fn memory_words(&self, layers: u64) -> String {
        let widest = self.row_cells().max(1);
        let rows = (self.state_cells().div_ceil(widest) + 1).min(layers.max(1));
        let bits = match self.cell {
            Cell::Outcome | Cell::Narrow => 32,
            Cell::Wide => 64,
        };
        format!("{} of {} rows at a time, {bits} bits a value", Count(rows), Count(layers))
    }
}

/// `j − i`.
fn plain(form: &Linear, names: &[&str]) -> String {
    // A layer that is counted down reads better counted up.
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
