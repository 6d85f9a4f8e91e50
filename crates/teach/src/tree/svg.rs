//! A tree as a picture, growing to the right: what was met before is faded and dashed, best moves are thick.

use super::{Branch, Tree};
use crate::picture::{self, LETTER, LINE, Place, count, wide};
use crate::refusal::Refusal;
use crate::scene::{Look, Sign, outcome_words};
use crate::words::{Told, Word};
use bouton::rules::diagnostic::harmless;
use svg::node::element::{Group, Path};

/// A picture has at most so many places.
const MOST: usize = 400;
const MARGIN: i64 = 20;
const TOP: i64 = 52;
/// Room between places one above the other.
const GAP: i64 = 16;

/// The tree as an SVG file.
///
/// # Errors
/// The tree has more places than a picture holds.
pub fn svg(tree: &Tree, look: Look) -> Result<String, Refusal> {
    if tree.branches.len() > MOST {
        let instead = vec![Told::new("advice-most", vec![("most", Word::from(MOST.to_string()))]), "advice-dot".into()];
        return Err(Refusal::too_large(tree.branches.len() as u64, MOST as u64, instead));
    }
    let places = places(tree, look);
    let caption = format!("{}   {}", tree.title, tree.params).trim_end().to_owned();
    let right = places.iter().map(|place| place.x + place.w).max().unwrap_or(0) + wide("+ 99 more") + MARGIN;
    let width = right.max(wide(&caption) * 7 / 6 + 2 * MARGIN).max(440);
    let mut notes = [tree.captions(look), vec![look.lang.say("tree-picture", &[])]].concat();
    notes = notes.iter().flat_map(|note| picture::broken(note, width - 2 * MARGIN)).collect();
    let bottom = places.iter().map(|place| place.y + place.h).max().unwrap_or(0);
    let height = bottom + LINE * count(notes.len() + 1) + MARGIN;
    let mut page = picture::page(width, height, &caption, &notes.join(" "));
    page = page.add(picture::label(MARGIN, MARGIN + 12, &caption, "title"));
    for (from, branch) in tree.branches.iter().enumerate() {
        for &to in &branch.next {
            page = page.add(edge(tree, places[from], places[to], to));
        }
    }
    for (branch, place) in tree.branches.iter().zip(&places) {
        page = page.add(one(branch, *place, look));
    }
    for (line, note) in notes.iter().enumerate() {
        page = page.add(picture::label(MARGIN, bottom + LINE * count(line + 1) + 12, note, "head"));
    }
    Ok(picture::file(&page))
}

/// What stands in a box.
fn lines(branch: &Branch, look: Look) -> Vec<String> {
    let boards = branch.drawing.len() > 1;
    let mut lines = if boards { branch.drawing.clone() } else { vec![branch.position.clone()] };
    if !boards && let Some(row) = branch.row() {
        lines.push(row.to_owned());
    }
    lines.push(format!("{} {}", Sign::of(branch.value).mark(), outcome_words(branch.value, look.lang)));
    lines
}

/// Where every place stands: in columns by depth, leaves one under the other, everything else about the middle of what follows.
fn places(tree: &Tree, look: Look) -> Vec<Place> {
    let mut depth = vec![0_usize; tree.branches.len()];
    let mut order = vec![0];
    let mut at = 0;
    while at < order.len() {
        for &next in &tree.branches[order[at]].next {
            depth[next] = depth[order[at]] + 1;
            order.push(next);
        }
        at += 1;
    }
    let deepest = depth.iter().copied().max().unwrap_or(0);
    let (mut boxes, mut steps) = (vec![0; deepest + 1], vec![0; deepest + 1]);
    let mut h = 0;
    for (branch, &depth) in tree.branches.iter().zip(&depth) {
        let lines = lines(branch, look);
        boxes[depth] = lines.iter().map(|line| wide(line)).max().unwrap_or(0).max(boxes[depth]);
        steps[depth] = branch.step.as_ref().map_or(0, |step| wide(&step.words()) + 2 * LETTER).max(steps[depth]);
        h = h.max(LINE * count(lines.len()) + 10);
    }
    let mut left = vec![MARGIN; deepest + 1];
    for depth in 1..=deepest {
        left[depth] = left[depth - 1] + boxes[depth - 1] + 20 + steps[depth] + 34;
    }
    let mut places: Vec<Place> =
        depth.iter().map(|&depth| Place { x: left[depth], y: 0, w: boxes[depth] + 20, h }).collect();
    let mut next_y = TOP;
    settle(tree, 0, &mut places, &mut next_y);
    places
}

/// Heights of a place and of what follows; trees are as deep as games are long, and no picture holds more than `MOST` places.
fn settle(tree: &Tree, at: usize, places: &mut [Place], next_y: &mut i64) {
    let next = &tree.branches[at].next;
    if next.is_empty() {
        places[at].y = *next_y;
        *next_y += places[at].h + GAP;
        return;
    }
    next.iter().for_each(|&below| settle(tree, below, places, next_y));
    let (first, last) = (next[0], next[next.len() - 1]);
    places[at].y = i64::midpoint(places[first].y, places[last].y);
}

fn edge(tree: &Tree, from: Place, to: Place, at: usize) -> Group {
    let branch = &tree.branches[at];
    let Some(step) = &branch.step else { return Group::new() };
    let (x, y, end_x, end_y) = (from.x + from.w, from.y + from.h / 2, to.x, to.y + to.h / 2);
    let turn = x + 24;
    let class = if step.best { "edge best" } else { "edge" };
    let path =
        Path::new().set("class", class).set("d", format!("M{x} {y}C{turn} {y} {x} {end_y} {turn} {end_y}H{end_x}"));
    let words = format!("{}{}", step.words(), if step.best { " ★" } else { "" });
    let group = Group::new().add(path).add(picture::label(turn + 4, end_y - 5, &words, ""));
    if branch.again { group.set("class", "again") } else { group }
}

fn one(branch: &Branch, place: Place, look: Look) -> Group {
    let sign = Sign::of(branch.value);
    let class = match (branch.again, branch.on_line) {
        (true, _) => "again",
        (false, true) => "on",
        (false, false) => "",
    };
    let lines = lines(branch, look);
    let words = format!("{}{}{}", branch.position, look.lang.say("colon", &[]), outcome_words(branch.value, look.lang));
    let mut group =
        picture::group(sign, class).add(svg::node::element::Title::new(harmless(&words))).add(place.rectangle());
    let middle = place.x + place.w / 2;
    let top = place.y + (place.h - LINE * count(lines.len())) / 2 + 13;
    for (number, line) in lines.iter().enumerate() {
        let class = if number + 1 == lines.len() { "worth" } else { "" };
        group = group.add(picture::centred(middle, top + LINE * count(number), line, class));
    }
    if branch.left_out > 0 {
        let more = look.lang.say("more-brief", &[("count", Word::Count(count(branch.left_out)))]);
        let (x, y) = if branch.next.is_empty() {
            (place.x + place.w + 6, place.y + place.h / 2 + 4)
        } else {
            (place.x + 2, place.y + place.h + 10)
        };
        group = group.add(picture::label(x, y, &more, "small"));
    }
    group
}
