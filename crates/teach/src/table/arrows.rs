//! Arrows of best play: from where to where they go, and how letters show them.

use super::{Cell, Layout, Table};
use crate::scene::Look;

/// A line of play is told up to so many moves.
const MOST_MOVES: usize = 12;

/// Which arrows are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrows {
    /// Best play from the start.
    #[default]
    Line,
    /// A best move of every position.
    Best,
    /// None.
    None,
}

/// From where to where arrows go.
pub(super) fn ways(table: &Table, arrows: Arrows) -> Vec<(usize, usize)> {
    match arrows {
        Arrows::None => Vec::new(),
        Arrows::Line => table.line.windows(2).map(|step| (step[0], step[1])).collect(),
        Arrows::Best => {
            let best = |at: usize| Some((at, *table.cells[at].reads.iter().find(|read| read.best)?.to.first()?));
            (0..table.cells.len()).filter_map(best).collect()
        }
    }
}

/// The signs that stand beside cells: where the arrow of each points, and where best play ends.
pub(super) fn signs(table: &Table, arrows: Arrows, look: Look) -> Vec<Option<&'static str>> {
    let mut signs = vec![None; table.cells.len()];
    let ways = ways(table, arrows);
    for (from, to) in &ways {
        signs[*from] = Some(match table.layout {
            Layout::Grid(_) => pointed(&table.cells[*from], &table.cells[*to], look),
            Layout::Layers(_) => right(look),
        });
    }
    if let (Some((_, last)), Arrows::Line) = (ways.last(), arrows) {
        signs[*last] = Some(if look.ascii { "o" } else { "●" });
    }
    signs
}

fn right(look: Look) -> &'static str {
    if look.ascii { ">" } else { "→" }
}

/// An arrow from one place of a grid towards another; to another slice it has none of the eight directions.
fn pointed(from: &Cell, to: &Cell, look: Look) -> &'static str {
    let along = |which: usize| {
        let on = |cell: &Cell| cell.place.get(which).copied().unwrap_or(0);
        on(to).cmp(&on(from)) as i32
    };
    let (sign, ascii) = match (along(2), along(0), along(1)) {
        (0, 1, 0) => ("↓", "v"),
        (0, 1, 1) => ("↘", "\\"),
        (0, 1, _) => ("↙", "/"),
        (0, -1, 0) => ("↑", "^"),
        (0, -1, 1) => ("↗", "/"),
        (0, -1, _) => ("↖", "\\"),
        (0, _, 1) => ("→", ">"),
        (0, _, -1) => ("←", "<"),
        _ => ("⇒", "="),
    };
    if look.ascii { ascii } else { sign }
}

/// The moves of best play, as far as anybody reads them.
pub(super) fn line_words(table: &Table) -> Option<String> {
    let made = table.line.windows(2).map(|step| {
        let read = table.cells[step[0]].reads.iter().find(|read| read.best && read.to.first() == Some(&step[1]));
        read.map_or("…", |read| read.mv.as_str())
    });
    let mut made: Vec<&str> = made.collect();
    if made.len() > MOST_MOVES {
        made.truncate(MOST_MOVES);
        made.push("…");
    }
    (!made.is_empty()).then(|| made.join(" · "))
}
