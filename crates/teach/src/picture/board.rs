//! A position as a picture: boards, rows, heaps and mancala boards, as the rules draw them.

use super::{LINE, Place, centred, count, file, page, wide};
use crate::scene::cut;
use bouton::rules::interpret::Drawing;
use svg::Document;
use svg::node::element::{Circle, Group};

const MARGIN: i64 = 8;
/// The side of a cell, unless what stands in it is wider.
const CELL: i64 = 34;
/// Heaps of more are told by their number alone.
const TALLEST: usize = 12;
/// The distance between counters of a heap.
const COUNTER: i64 = 14;

/// The position as an SVG file; nothing for pieces on a graph, which has no places of its own.
#[must_use]
pub fn board(drawing: &Drawing, caption: &str) -> Option<String> {
    let picture = match drawing {
        Drawing::Board(rows) => cells(rows, caption),
        Drawing::Row(entries) => cells(&[cut(entries)], caption),
        Drawing::Heaps(heaps) => match sizes(heaps) {
            Some(sizes) => counters(&sizes, caption),
            None => cells(&[cut(heaps)], caption),
        },
        Drawing::Mancala { far, near } => mancala(far, near, caption)?,
        Drawing::Graph(_) => return None,
    };
    Some(file(&picture))
}

/// A picture of this size inside of its margins.
fn sheet(width: i64, height: i64, drawn: Group, caption: &str) -> Document {
    page(width + 2 * MARGIN, height + 2 * MARGIN, caption, caption).add(drawn)
}

/// How wide cells are in which all of these stand.
fn side<'t>(texts: impl Iterator<Item = &'t String>) -> i64 {
    texts.map(|text| wide(text) + 16).max().unwrap_or(CELL).max(CELL)
}

/// A box with a text in its middle. A single sign is drawn larger.
fn cell(place: Place, text: &str) -> Group {
    let (x, y) = place.middle();
    // Cells lie edge to edge.
    let group = Group::new().set("class", "box").add(place.rectangle().set("rx", 0));
    let one = text.chars().count() == 1 && !text.chars().all(|letter| letter.is_ascii_alphanumeric());
    match text {
        "." | "·" | "" => group,
        _ if one => group.add(centred(x, y + 8, text, "").set("style", "font-size:22px")),
        _ => group.add(centred(x, y + 5, text, "")),
    }
}

fn cells(rows: &[Vec<String>], caption: &str) -> Document {
    let w = side(rows.iter().flatten());
    let mut group = Group::new();
    for (down, row) in rows.iter().enumerate() {
        for (right, text) in row.iter().enumerate() {
            let place = Place { x: MARGIN + w * count(right), y: MARGIN + CELL * count(down), w, h: CELL };
            group = group.add(cell(place, text));
        }
    }
    let across = rows.iter().map(Vec::len).max().unwrap_or(0);
    sheet(w * count(across), CELL * count(rows.len()), group, caption)
}

/// The heaps as numbers, where they are few and small enough to be drawn counter by counter.
fn sizes(heaps: &[String]) -> Option<Vec<usize>> {
    let few = heaps.len() <= TALLEST;
    heaps.iter().map(|heap| heap.parse().ok().filter(|size| few && *size <= TALLEST)).collect()
}

fn counters(heaps: &[usize], caption: &str) -> Document {
    let tallest = heaps.iter().copied().max().unwrap_or(0);
    let floor = MARGIN + COUNTER * count(tallest);
    let mut group = Group::new();
    for (right, &heap) in heaps.iter().enumerate() {
        let x = MARGIN + CELL * count(right) + CELL / 2;
        for up in 0..heap {
            let y = floor - COUNTER * count(up) - COUNTER / 2;
            group = group.add(Circle::new().set("cx", x).set("cy", y).set("r", 6).set("class", "head-of-arrow"));
        }
        group = group.add(centred(x, floor + LINE, &heap.to_string(), ""));
    }
    sheet(CELL * count(heaps.len().max(1)), floor - MARGIN + LINE + 4, group, caption)
}

/// The far player's store stands on the left, the near player's on the right, as both see their own on their right hand.
fn mancala(far: &[String], near: &[String], caption: &str) -> Option<Document> {
    let ((left, above), (right, below)) = (far.split_first()?, near.split_last()?);
    let (w, pits) = (side(far.iter().chain(near)), count(above.len().max(below.len())));
    let store = |x, text: &str| cell(Place { x, y: MARGIN, w, h: 2 * CELL }, text);
    let mut group = Group::new().add(store(MARGIN, left)).add(store(MARGIN + w * (pits + 1), right));
    for (down, row) in [above, below].into_iter().enumerate() {
        for (at, text) in row.iter().enumerate() {
            let (x, y) = (MARGIN + w * count(at + 1), MARGIN + CELL * count(down));
            group = group.add(cell(Place { x, y, w, h: CELL }, text));
        }
    }
    Some(sheet(w * (pits + 2), 2 * CELL, group, caption))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// How many of these a drawing has.
    #[track_caller]
    fn check(drawing: &Drawing, wanted: [(&str, usize); 2]) {
        let picture = board(drawing, "x<y").expect("it can be drawn");
        assert!(picture.contains("<title>x&lt;y</title>") || picture.contains("x&lt;y"), "{picture}");
        for (what, times) in wanted {
            assert_eq!(picture.matches(what).count(), times, "{what} in {picture}");
        }
    }

    #[test]
    fn each_drawing_has_a_box_for_each_entry() {
        // One rectangle more than entries: the page.
        let rows = vec![words(&["×", "."]), words(&[".", "○"])];
        check(&Drawing::Board(rows), [("<rect", 5), ("font-size:22px", 2)]);
        check(&Drawing::Row(words(&["2", "7", "9"])), [("<rect", 4), ("\n7\n", 1)]);
        check(&Drawing::Heaps(words(&["3", "0", "2"])), [("<circle", 5), ("<rect", 1)]);
        check(&Drawing::Heaps(words(&["1000", "2"])), [("<circle", 0), ("<rect", 3)]);
        let (far, near) = (words(&["0", "4", "4"]), words(&["4", "4", "1"]));
        check(&Drawing::Mancala { far, near }, [("<rect", 7), ("\n1\n", 1)]);
    }

    #[test]
    fn pieces_on_a_graph_have_no_picture() {
        assert_eq!(board(&Drawing::Graph(vec![("C".to_owned(), "3".to_owned())]), ""), None);
    }
}
