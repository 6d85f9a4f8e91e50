//! Ways of arrows between boxes: straight where nothing is in between, else along the gaps, so that no arrow covers a box.

use super::Place;
use std::collections::HashMap;
use svg::node::element::Path;

/// A point of a picture.
pub type Point = (i64, i64);

/// How far arrows in the same gap are apart, one after the other.
const APART: [i64; 3] = [0, 4, -4];
/// How round corners are.
const ROUND: i64 = 5;

/// Arrows from box to box, past all boxes, which have gaps of so many pixels between them.
#[must_use]
pub fn arrows(boxes: &[Place], holes: &[Place], gap: i64, ways: &[(usize, usize)]) -> Vec<Path> {
    let mut router = Router { all: boxes.iter().chain(holes).copied().collect(), gap, used: HashMap::new() };
    ways.iter().map(|(from, to)| drawn(&router.way(boxes[*from], boxes[*to]))).collect()
}

struct Router {
    all: Vec<Place>,
    gap: i64,
    /// How many arrows are in a gap.
    used: HashMap<i64, usize>,
}

impl Router {
    fn way(&mut self, from: Place, to: Place) -> Vec<Point> {
        let straight = vec![from.border(to), to.border(from)];
        if self.is_free(&straight) {
            return straight;
        }
        // Through the gap beside the first box, along a gap between columns, through the gap beside the other: down or up.
        let half = self.gap / 2;
        let out = if to.y < from.y { self.above(from) } else { from.y + from.h + half };
        let into = if to.y > from.y { self.above(to) } else { to.y + to.h + half };
        let used = self.used.entry(out).or_default();
        let shift = APART[*used % APART.len()];
        *used += 1;
        let (out, into) = (out + shift, into + shift);
        let (first, last) =
            (self.all.iter().map(|place| place.x).min(), self.all.iter().map(|place| place.x + place.w).max());
        let sides = |place: Place, right: bool| if right { place.x + place.w + half } else { place.x - half };
        let right = from.x >= to.x;
        let columns = [sides(to, right), sides(to, !right), sides(from, !right), sides(from, right)];
        let columns = columns.into_iter().chain(last.map(|last| last + half)).chain(first.map(|first| first - half));
        let ways = columns.map(|column| along(from, to, (out, into), column + shift));
        let ways: Vec<Vec<Point>> = ways.collect();
        ways.iter().find(|way| self.is_free(way)).or(ways.last()).cloned().unwrap_or(straight)
    }

    /// The middle of the gap above a box, right under the row before it: labels stand right above boxes.
    fn above(&self, place: Place) -> i64 {
        let ends = self.all.iter().map(|other| other.y + other.h).filter(|end| *end < place.y);
        ends.max().map_or(place.y - self.gap / 2, |end| end + self.gap / 2)
    }

    fn is_free(&self, way: &[Point]) -> bool {
        way.windows(2).all(|step| !self.all.iter().any(|place| place.is_crossed(step[0], step[1])))
    }
}

/// A way that leaves and comes in at the nearer part of a side.
fn along(from: Place, to: Place, (out, into): (i64, i64), column: i64) -> Vec<Point> {
    let near = |place: Place, x: i64| place.x + if x < place.x + place.w / 2 { place.w / 4 } else { place.w * 3 / 4 };
    let edge = |place: Place, y: i64| if y < place.y { place.y } else { place.y + place.h };
    if out == into {
        let (x, end) = (near(from, to.x + to.w / 2), near(to, from.x + from.w / 2));
        return vec![(x, edge(from, out)), (x, out), (end, out), (end, edge(to, out))];
    }
    let (x, end) = (near(from, column), near(to, column));
    vec![(x, edge(from, out)), (x, out), (column, out), (column, into), (end, into), (end, edge(to, into))]
}

/// A way as a path with round corners.
fn drawn(way: &[Point]) -> Path {
    let mut text = format!("M{} {}", way[0].0, way[0].1);
    for corner in way.windows(3) {
        let [before, at, after] = [corner[0], corner[1], corner[2]];
        let ((x, y), (to_x, to_y)) = (towards(at, before), towards(at, after));
        text.push_str(&format!("L{x} {y}Q{} {} {to_x} {to_y}", at.0, at.1));
    }
    let (x, y) = way[way.len() - 1];
    text.push_str(&format!("L{x} {y}"));
    Path::new().set("class", "arrow").set("marker-end", "url(#tip)").set("d", text)
}

/// A point a little way from one towards another on the same row or column, no further than the middle.
fn towards((x, y): Point, (to_x, to_y): Point) -> Point {
    let step = |from: i64, to: i64| (to - from).signum() * ROUND.min((to - from).abs() / 2);
    (x + step(x, to_x), y + step(y, to_y))
}

impl Place {
    /// Whether a line from point to point goes through the inside.
    #[must_use]
    pub fn is_crossed(self, from: Point, to: Point) -> bool {
        let beside = |a: i64, b: i64, start: i64, length: i64| a.max(b) <= start || a.min(b) >= start + length;
        if beside(from.0, to.0, self.x, self.w) || beside(from.1, to.1, self.y, self.h) {
            return false;
        }
        let corners = [
            (self.x, self.y),
            (self.x + self.w, self.y),
            (self.x, self.y + self.h),
            (self.x + self.w, self.y + self.h),
        ];
        let side =
            |corner: Point| ((to.0 - from.0) * (corner.1 - from.1) - (to.1 - from.1) * (corner.0 - from.0)).signum();
        corners.iter().any(|corner| side(*corner) > 0) && corners.iter().any(|corner| side(*corner) < 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Router};
    use std::collections::HashMap;

    /// Boxes in rows and columns with gaps of 20.
    fn grid(rows: i64, columns: i64) -> Vec<Place> {
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        all.map(|(row, column)| Place { x: 100 + 80 * column, y: 50 + 60 * row, w: 60, h: 40 }).collect()
    }

    #[test]
    fn no_arrow_crosses_a_box() {
        let all = grid(5, 4);
        let mut router = Router { all: all.clone(), gap: 20, used: HashMap::new() };
        for (from, a) in all.iter().enumerate() {
            for (to, b) in all.iter().enumerate().filter(|(to, _)| *to != from) {
                let way = router.way(*a, *b);
                assert!(router.is_free(&way), "{from} to {to}: {way:?}");
            }
        }
    }

    #[test]
    fn neighbours_are_joined_by_straight_arrows() {
        let all = grid(2, 2);
        let mut router = Router { all: all.clone(), gap: 20, used: HashMap::new() };
        assert_eq!(router.way(all[0], all[1]), [(160, 70), (180, 70)]);
        assert_eq!(router.way(all[0], all[2]), [(130, 90), (130, 110)]);
        assert_eq!(router.way(all[0], all[3]).len(), 2);
    }
}
