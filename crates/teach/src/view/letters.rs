//! A view in letters, for plain terminals.

use super::{Board, Kind, Place, View};
use crate::scene::{columns, lines, right, row};
use bouton::rules::interpret::Drawing;

/// The view in lines of letters; nothing where its boards say no more than the variables themselves do.
#[must_use]
pub fn letters(view: &View) -> Vec<String> {
    if view.boards.iter().all(|board| board.kind == Kind::Heaps) {
        return Vec::new();
    }
    let mut drawn: Vec<String> = view.boards.iter().flat_map(board).collect();
    let rest: Vec<String> = view.rest.iter().map(|rest| format!("{}={}", rest.name, rest.value)).collect();
    match drawn.as_mut_slice() {
        _ if rest.is_empty() => {}
        [only] => only.push_str(&["   ", &rest.join(" ")].concat()),
        _ => drawn.push(rest.join(" ")),
    }
    drawn
}

fn board(board: &Board) -> Vec<String> {
    let named = |text: String| if board.name.is_empty() { text } else { format!("{}  {text}", board.name) };
    match board.kind {
        Kind::Grid | Kind::Mancala => {
            let name = Some(board.name.clone()).filter(|name| !name.is_empty());
            let drawn = if board.kind == Kind::Grid { rows(&board.places) } else { mancala(&board.places) };
            name.into_iter().chain(drawn).collect()
        }
        Kind::Graph => {
            let standing = board.places.iter().enumerate().filter(|(_, place)| !place.text.is_empty());
            let pieces: Vec<String> = standing.map(|(node, place)| format!("{}:{node}", place.text)).collect();
            vec![named(pieces.join(" "))]
        }
        // Of a row what is left, and of that its ends.
        Kind::Row => {
            let left = board.places.iter().filter(|place| !place.faded).map(|place| place.text.clone());
            vec![named(row(&left.collect::<Vec<_>>()))]
        }
        Kind::Heaps | Kind::Set => {
            let entries: Vec<&str> = board.places.iter().map(sign).collect();
            vec![named(format!("[{}]", entries.join(" ")))]
        }
    }
}

/// The near player's pits stand first, from left to right, then the far player's, from right to left.
fn mancala(places: &[Place]) -> Vec<String> {
    let text = |place: &Place| place.text.clone();
    let (near, far) = places.split_at(places.len() / 2);
    lines(&Drawing::Mancala { far: far.iter().rev().map(text).collect(), near: near.iter().map(text).collect() })
}

/// Places in rows from the top, as wide as the widest.
fn rows(places: &[Place]) -> Vec<String> {
    let mut sorted: Vec<&Place> = places.iter().collect();
    sorted.sort_by(|one, two| one.y.total_cmp(&two.y).then(one.x.total_cmp(&two.x)));
    let width = places.iter().map(|place| columns(sign(place))).max().unwrap_or(1);
    let row = |places: &[&Place]| places.iter().map(|place| right(sign(place), width)).collect::<Vec<_>>().join(" ");
    sorted.chunk_by(|one, two| one.y.total_cmp(&two.y).is_eq()).map(row).collect()
}

/// What stands at a place; a dot where nothing does any more.
fn sign(place: &Place) -> &str {
    if place.text.is_empty() || place.faded { "·" } else { &place.text }
}
