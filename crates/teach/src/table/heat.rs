//! A large grid as a heat map: a full square wins, a diamond loses, a small square is even, the darker the more.

use super::svg::{more_notes, title};
use super::{Table, Worth};
use crate::picture::{self, LINE, count, wide};
use crate::refusal::Refusal;
use crate::scene::{Look, Sign};
use bouton::Value;
use std::collections::BTreeMap;
use svg::Document;
use svg::node::element::{Path, Rectangle};

/// A heat map has at most so many places, and so many beside each other.
const MOST: usize = 250_000;
const MOST_ACROSS: usize = 1_000;
/// A map is about so many pixels wide or high.
const SIZE: i64 = 760;
/// Tables of one variable are broken into rows of so many.
const STRIP: usize = 50;
const MARGIN: i64 = 20;

/// Rows, columns and slices of the map.
fn sides(table: &Table) -> (usize, usize, usize) {
    let axes = table.axes();
    let length = |which: usize| axes.get(which).map_or(1, |axis| axis.values.len());
    let (rows, across) = if axes.len() == 1 { (length(0).div_ceil(STRIP), STRIP) } else { (length(0), length(1)) };
    (rows, across, length(2))
}

/// Whether a page shows it.
pub(super) fn fits(table: &Table) -> bool {
    let (rows, across, slices) = sides(table);
    rows * across * slices <= MOST && rows.max(across) <= MOST_ACROSS
}

/// The map; refuses what no page shows.
pub(super) fn heat(table: &Table, look: Look) -> Result<Document, Refusal> {
    let axes = table.axes();
    let (rows, across, slices) = sides(table);
    if !fits(table) {
        let instead = vec!["advice-csv".into(), "advice-smaller".into()];
        return Err(Refusal::too_large((rows * across * slices) as u64, MOST as u64, instead));
    }
    let size = (SIZE / count(rows.max(across)).max(1)).clamp(3, 18);
    let left = MARGIN
        + axes.first().map_or(0, |axis| axis.labels.iter().map(|label| wide(label)).max().unwrap_or(0))
        + wide("M = ");
    let (map_w, map_h) = (size * count(across), size * count(rows));
    let slice_height = map_h + 4 * LINE;
    let caption = title(table);
    let top = MARGIN + 24;
    let width = (left + map_w + MARGIN).max(wide(&caption) * 7 / 6 + 2 * MARGIN);
    let notes = std::iter::once(look.lang.say("heat", &[])).chain(more_notes(table, "filled", look));
    let notes: Vec<String> = notes.flat_map(|note| picture::broken(&note, width - 2 * MARGIN)).collect();
    let height = top + slice_height * count(slices) + LINE * count(notes.len() + 1) + MARGIN;
    let mut page = picture::page(width, height, &caption, &notes.join(" "));
    page = page.add(picture::label(MARGIN, MARGIN + 12, &caption, "title"));
    for slice in 0..slices {
        let y = top + slice_height * count(slice) + 2 * LINE;
        page = frame(page, table, slice, (left, y, map_w, map_h), size);
        for (class, d) in shapes(table, slice, (left, y), size) {
            page = page.add(Path::new().set("class", class).set("d", d));
        }
    }
    for (line, note) in notes.iter().enumerate() {
        let y = top + slice_height * count(slices) + LINE * count(line + 1);
        page = page.add(picture::label(MARGIN, y, note, "head"));
    }
    Ok(page)
}

/// The edge of a map, and numbers along it.
fn frame(mut page: Document, table: &Table, slice: usize, (x, y, w, h): (i64, i64, i64, i64), size: i64) -> Document {
    let edge = Rectangle::new().set("x", x).set("y", y).set("width", w).set("height", h).set("class", "frame");
    page = page.add(edge);
    let axes = table.axes();
    if let Some(axis) = axes.get(2) {
        page =
            page.add(picture::label(MARGIN, y - LINE - 4, &format!("{} = {}", axis.name, axis.labels[slice]), "head"));
    }
    let Some(rows) = axes.first() else { return page };
    if axes.len() == 1 {
        for (row, label) in rows.labels.iter().step_by(STRIP).enumerate() {
            page = page.add(picture::label(MARGIN, y + size * count(row) + size.min(13), label, "small"));
        }
        return page.add(picture::label(x, y - 6, &rows.name, "head"));
    }
    let every = |axis: &super::Axis, room: i64| (room / size.max(1) + 1).max(count(axis.labels.len()) / 10).max(1);
    let widest = axes[1].labels.iter().map(|label| wide(label)).max().unwrap_or(0);
    let steps = (every(rows, LINE), every(&axes[1], widest + 8));
    for (row, label) in rows.labels.iter().enumerate().step_by(usize::try_from(steps.0).unwrap_or(1)) {
        let text = if row == 0 { format!("{} = {label}", rows.name) } else { label.clone() };
        page = page.add(picture::label(
            x - 8 - wide(&text) * 10 / 13,
            y + size * count(row) + size / 2 + 4,
            &text,
            "small",
        ));
    }
    for (column, label) in axes[1].labels.iter().enumerate().step_by(usize::try_from(steps.1).unwrap_or(1)) {
        let text = if column == 0 { format!("{} = {label}", axes[1].name) } else { label.clone() };
        page = page.add(picture::label(x + size * count(column), y - 6, &text, "small"));
    }
    page
}

/// One path for each shade.
fn shapes(table: &Table, slice: usize, (left, top): (i64, i64), size: i64) -> BTreeMap<&'static str, String> {
    let most = table.cells.iter().map(|cell| strength(cell.worth)).max().unwrap_or(0).max(1);
    let mut paths: BTreeMap<&'static str, String> = BTreeMap::new();
    for cell in &table.cells {
        let on = |which: usize| cell.place.get(which).copied().unwrap_or(0);
        if on(2) != slice {
            continue;
        }
        let (row, column) = if table.axes().len() == 1 { (on(0) / STRIP, on(0) % STRIP) } else { (on(0), on(1)) };
        let (x, y) = (left + size * count(column), top + size * count(row));
        let class = shade(cell.worth, most);
        paths.entry(class).or_default().push_str(&shape(cell.worth.sign(), x, y, size));
    }
    paths
}

/// How much a value is: a lead as it is, every outcome the same.
fn strength(worth: Worth) -> u64 {
    match worth {
        Worth::Value(Value::Lead(lead)) => lead.unsigned_abs(),
        Worth::Value(Value::Outcome(_)) => 1,
        Worth::Nimber(nimber) => nimber,
    }
}

fn shade(worth: Worth, most: u64) -> &'static str {
    let part = u128::from(strength(worth).saturating_sub(1)) * 4 / u128::from(most);
    let counted = !matches!(worth, Worth::Value(Value::Outcome(_)));
    let quarter = if counted { usize::try_from(part).unwrap_or(3).min(3) } else { 3 };
    match worth.sign() {
        Sign::Win => ["w1", "w2", "w3", "w4"][quarter],
        Sign::Loss => ["l1", "l2", "l3", "l4"][if strength(worth) == 0 { 3 } else { quarter }],
        Sign::Draw => "d0",
    }
}

fn shape(sign: Sign, x: i64, y: i64, size: i64) -> String {
    let half = size / 2;
    match sign {
        Sign::Win => format!("M{x} {y}h{size}v{size}h-{size}z"),
        Sign::Loss => format!("M{} {y}l{half} {half}l-{half} {half}l-{half} -{half}z", x + half),
        Sign::Draw => {
            let (small, inset) = ((size / 3).max(1), size / 3);
            format!("M{} {}h{small}v{small}h-{small}z", x + inset, y + inset)
        }
    }
}
