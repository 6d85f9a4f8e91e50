//! A position as a picture: its view, board under board.

use super::{LINE, Place as Frame, centred, file, label, page, wide};
use crate::view::{Board, Kind, Place, Shape, View};
use svg::node::element::{Circle, Group, Line};

const MARGIN: i64 = 8;
/// The side of a cell.
const UNIT: f64 = 34.0;
/// Between boards.
const GAP: i64 = 12;

/// The position as an SVG file; nothing where nothing of it has a place.
#[must_use]
pub fn board(view: &View, caption: &str) -> Option<String> {
    if view.boards.is_empty() {
        return None;
    }
    let (mut group, mut y, mut width) = (Group::new(), MARGIN, 0);
    for board in &view.boards {
        if !board.name.is_empty() {
            group = group.add(label(MARGIN, y + LINE - 4, &board.name, "small"));
            y += LINE;
        }
        group = group.add(drawn(board, y));
        y += pixels(board.height) + GAP;
        width = width.max(pixels(board.width)).max(wide(&board.name));
    }
    Some(file(&page(width + 2 * MARGIN, y - GAP + MARGIN, caption, caption).add(group)))
}

fn drawn(board: &Board, top: i64) -> Group {
    let mut group = Group::new();
    let middle = |place: &Place| (MARGIN + pixels(place.x + place.w / 2.0), top + pixels(place.y + place.h / 2.0));
    for edge in &board.edges {
        let (Some(from), Some(to)) = (board.places.get(edge.from), board.places.get(edge.to)) else { continue };
        let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
        let line = Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("class", "edge");
        // The tip of an arrow stands at the rim of the node that it leads to.
        group = group.add(if edge.arrow { line.set("marker-end", "url(#tip)") } else { line });
    }
    for (number, place) in board.places.iter().enumerate() {
        group = group.add(one(board.kind, place, number, middle(place), top));
    }
    group
}

fn one(kind: Kind, place: &Place, number: usize, (x, y): (i64, i64), top: i64) -> Group {
    let group = Group::new().set("class", if place.faded { "hole" } else { "box" });
    let text = |y: i64| {
        // A single sign is drawn larger.
        let sign = place.text.chars().count() == 1 && !place.text.chars().all(|letter| letter.is_ascii_alphanumeric());
        if sign {
            centred(x, y + 8, &place.text, "").set("style", "font-size:22px")
        } else {
            centred(x, y + 5, &place.text, "")
        }
    };
    match place.shape {
        Shape::Node => {
            let node = Circle::new().set("cx", x).set("cy", y).set("r", 15).set("style", "fill:#fff;stroke:#999");
            let name = number.to_string();
            let shown = if place.text.is_empty() { centred(x, y + 4, &name, "small") } else { text(y) };
            group.add(node).add(shown)
        }
        Shape::Heap => {
            let floor = top + pixels(place.y + place.h) - LINE;
            let counters = (0..i64::from(place.count.unwrap_or(0).min(14))).map(|up| {
                Circle::new().set("cx", x).set("cy", floor - 6 - 10 * up).set("r", 5).set("class", "head-of-arrow")
            });
            counters.fold(group, Group::add).add(centred(x, floor + LINE - 4, &place.text, ""))
        }
        Shape::Cell | Shape::Card | Shape::Pit => {
            let corner =
                Frame { x: MARGIN + pixels(place.x), y: top + pixels(place.y), w: pixels(place.w), h: pixels(place.h) };
            // Cells lie edge to edge.
            let round = if kind == Kind::Grid { 0 } else { 4 };
            group.add(corner.rectangle().set("rx", round)).add(text(y))
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "boards are small")]
fn pixels(units: f64) -> i64 {
    (units * UNIT).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::view;
    use crate::words::Lang;
    use bouton::game::Game;
    use bouton::instance::from_json;
    use bouton::rules::{Source, check};
    use bouton::{Instance, gallery};
    use std::sync::Arc;

    /// How often something stands in the picture of a game's opening position.
    #[track_caller]
    fn shows(name: &str, params: serde_json::Value, wanted: &[(&str, usize)]) {
        let game = gallery::find(name).expect("a game of the gallery");
        let rules = Arc::new(check(&Source::new(game.name, game.text)).0.expect("rules without faults"));
        let given = from_json(&rules, params.as_object().expect("an object")).expect("parameters");
        let game = Instance::new(rules, &given).expect("a game");
        let start = game.start().expect("a start");
        let picture = board(&view(&game, &start, Lang::English), "x<y").expect("it can be drawn");
        assert!(picture.contains("x&lt;y"), "{picture}");
        roxmltree::Document::parse(&picture).expect("XML");
        for (what, times) in wanted {
            assert_eq!(picture.matches(what).count(), *times, "{what} in {name}: {picture}");
        }
    }

    #[test]
    fn each_kind_of_board_has_a_sign_for_each_place() {
        // One rectangle more than places: the page.
        shows("mnk", serde_json::json!({}), &[("<rect", 10)]);
        shows("1140", serde_json::json!({"piles": [2, 7, 9]}), &[("<rect", 4), ("\n7\n", 1)]);
        shows("nim", serde_json::json!({"heaps": [3, 0, 2]}), &[("<circle", 5), ("<rect", 1)]);
        shows("kalah", serde_json::json!({"pits": 2, "seeds": 4}), &[("<rect", 7), ("\n4\n", 4)]);
        let graph = serde_json::json!({"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]});
        shows("913", graph, &[("<circle", 6), ("<line", 7), ("\nM\n", 1), ("\nC\n", 1)]);
        shows("464", serde_json::json!({"maxChoosableInteger": 5, "desiredTotal": 7}), &[("<rect", 6)]);
    }
}
