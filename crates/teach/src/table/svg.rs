//! A table as a picture: a box for each position, best play as arrows; large grids as a heat map.

use super::{Arrows, CellKind, Layout, Table, heat};
use crate::picture::{self, LETTER, LINE, Place, count, wide};
use crate::refusal::Refusal;
use crate::scene::Look;
use crate::words::Told;
use bouton::rules::diagnostic::harmless;
use svg::Document;
use svg::node::element::Group;

/// A picture has at most so many boxes, and so many beside each other.
const MOST_BOXES: usize = 700;
const MOST_ACROSS: usize = 40;
/// Cells of one variable, and of a layer, stand in rows of so many.
const STRIP: usize = 10;
/// Room around everything.
const MARGIN: i64 = 20;
/// Room between boxes that arrows go through.
const GAP: i64 = 20;
/// Notes are broken into lines no narrower than this.
const NARROWEST: i64 = 440;

/// The table as an SVG file.
///
/// # Errors
/// The table has more cells than a picture holds.
pub fn svg(table: &Table, arrows: Arrows, look: Look) -> Result<String, Refusal> {
    drawn(table, arrows, look).map(|document| picture::file(&document))
}

/// Whether a picture holds the table, in boxes or as a heat map.
pub(super) fn fits(table: &Table) -> bool {
    match &table.layout {
        Layout::Grid(_) => !as_map(table) || heat::fits(table),
        _ => table.cells.len() <= MOST_BOXES,
    }
}

/// Whether its boxes would be too many.
fn as_map(table: &Table) -> bool {
    let Layout::Grid(axes) = &table.layout else { return false };
    let length = |which: usize| axes.get(which).map_or(1, |axis| axis.values.len());
    length(0) * length(1) * length(2) > MOST_BOXES || length(1) > MOST_ACROSS
}

/// The table as a picture.
pub(super) fn drawn(table: &Table, arrows: Arrows, look: Look) -> Result<Document, Refusal> {
    if as_map(table) {
        return heat::heat(table, look);
    }
    if !matches!(table.layout, Layout::Grid(_)) && table.cells.len() > MOST_BOXES {
        let instead = ["advice-csv", "advice-tree", "advice-smaller"];
        return Err(Refusal::too_large(table.cells.len() as u64, MOST_BOXES as u64, instead.map(Told::from).to_vec()));
    }
    Ok(boxes(table, arrows, look))
}

/// Where everything goes.
struct Scheme {
    /// The box of each cell.
    boxes: Vec<Place>,
    holes: Vec<Place>,
    labels: Vec<(i64, i64, String, &'static str)>,
    width: i64,
    height: i64,
}

fn boxes(table: &Table, arrows: Arrows, look: Look) -> Document {
    let size = box_size(table, look);
    let scheme = match &table.layout {
        Layout::Grid(axes) if axes.len() > 1 => grid(table, size, look),
        Layout::Grid(_) => strips(table, size),
        Layout::Layers(layers) => layered(layers, size, look),
    };
    let caption = title(table);
    let width = scheme.width.max(wide(&caption) * 7 / 6 + 2 * MARGIN).max(NARROWEST);
    let notes: Vec<String> =
        notes(table, look).iter().flat_map(|note| picture::broken(note, width - 2 * MARGIN)).collect();
    let height = scheme.height + LINE * count(notes.len() + 1) + MARGIN;
    let mut page = picture::page(width, height, &caption, &notes.join(" "));
    page = page.add(picture::label(MARGIN, MARGIN + 12, &caption, "title"));
    for (x, y, text, class) in &scheme.labels {
        page = page.add(picture::label(*x, *y, text, class));
    }
    for hole in &scheme.holes {
        let dot = picture::centred(hole.x + hole.w / 2, hole.y + hole.h / 2 + 4, "·", "");
        page = page.add(Group::new().set("class", "hole").add(hole.rectangle()).add(dot));
    }
    for (at, place) in scheme.boxes.iter().enumerate() {
        page = page.add(one_box(table, at, *place, look));
    }
    for arrow in picture::arrows(&scheme.boxes, &scheme.holes, GAP, &ways(table, arrows)) {
        page = page.add(arrow);
    }
    for (line, note) in notes.iter().enumerate() {
        page = page.add(picture::label(MARGIN, scheme.height + LINE * count(line + 1), note, "head"));
    }
    page
}

/// The title of the picture: the game and its parameters.
pub(super) fn title(table: &Table) -> String {
    format!("{}   {}", table.title, table.params).trim_end().to_owned()
}

/// How the picture is to be read, a note each.
fn notes(table: &Table, look: Look) -> Vec<String> {
    let first = match table.kind {
        CellKind::Nimber => return vec![look.lang.say("legend-nimbers", &[])],
        CellKind::Lead if table.cells.iter().any(|cell| cell.own.is_some()) => look.lang.say("picture-lead", &[]),
        CellKind::Lead => look.lang.say("picture-lead-only", &[]),
        CellKind::Outcome => look.lang.say("picture-outcome", &[]),
    };
    std::iter::once(first).chain(more_notes(table, "picture-filled", look)).collect()
}

/// What is said of every picture of positions: whose turn, and in what order it is filled.
pub(super) fn more_notes(table: &Table, filled: &str, look: Look) -> Vec<String> {
    let (lang, mut notes) = (look.lang, Vec::new());
    if table.turn_dropped {
        notes.push(lang.say("turn-dropped", &[]));
    }
    if let Some(order) = table.filling() {
        notes.push(lang.say(filled, &[("how", order.words(lang).into())]));
    }
    notes
}

/// From where to where arrows go.
fn ways(table: &Table, arrows: Arrows) -> Vec<(usize, usize)> {
    // From slice to slice they would cross whole pages; the thick boxes show best play all the same.
    let within_slice = |(from, to): &(usize, usize)| table.cells[*from].place.get(2) == table.cells[*to].place.get(2);
    super::arrows::ways(table, arrows).into_iter().filter(within_slice).collect()
}

/// What stands in a box: in layers first the position itself.
fn lines(table: &Table, at: usize, look: Look) -> (Vec<String>, Vec<String>) {
    let cell = &table.cells[at];
    let worth = match table.kind {
        CellKind::Nimber => cell.worth.brief(),
        _ => format!("{} {}", cell.worth.sign().mark(), cell.worth.brief()).trim_end().to_owned(),
    };
    let own = cell.own.filter(|_| !cell.over).map(|own| format!("({own})"));
    let below = [Some(worth), own].into_iter().flatten().collect();
    if !matches!(table.layout, Layout::Layers(_)) {
        return (Vec::new(), below);
    }
    let mut above = if cell.drawing.is_empty() { split(&cell.position) } else { cell.drawing.clone() };
    above.extend(cell.mover.as_ref().map(|mover| look.lang.say("to-move", &[("player", mover.name.as_str().into())])));
    (above, below)
}

/// Variables one under the other; a board row by row.
fn split(position: &str) -> Vec<String> {
    let parts = position.split(' ');
    parts.flat_map(|part| part.split('/').map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The size of all boxes.
fn box_size(table: &Table, look: Look) -> (i64, i64) {
    let (mut w, mut h) = (56, 44);
    for at in 0..table.cells.len() {
        let (above, below) = lines(table, at, look);
        let widest = above.iter().chain(&below).map(|line| wide(line)).max().unwrap_or(0);
        let number = table.cells[at].fill.map_or(0, |fill| wide(&fill.to_string()));
        let worth = below.first().map_or(0, |worth| wide(worth) + 2 * number);
        w = w.max(widest + 20).max(worth + 16);
        h = h.max(LINE * count(above.len() + below.len()) + if above.is_empty() { 12 } else { 22 });
    }
    (w, h)
}

fn one_box(table: &Table, at: usize, place: Place, look: Look) -> Group {
    let cell = &table.cells[at];
    let (above, below) = lines(table, at, look);
    let on = if table.line.contains(&at) { "cell on" } else { "cell" };
    let words = format!("{}{}{}", table.cell_words(at), look.lang.say("colon", &[]), cell.worth.words(look));
    let mut group = picture::group(cell.worth.sign(), on)
        .set("id", format!("c{at}"))
        .set("data-fill", cell.fill.map_or(String::new(), |fill| fill.to_string()))
        .add(svg::node::element::Title::new(harmless(&words)))
        .add(place.rectangle());
    let middle = place.x + place.w / 2;
    let under = if above.is_empty() { 0 } else { 4 };
    let top = place.y + (place.h - LINE * count(above.len() + below.len())) / 2 + 13 + under;
    for (line, text) in above.iter().chain(&below).enumerate() {
        let class = if line == above.len() { "worth" } else { "" };
        group = group.add(picture::centred(middle, top + LINE * count(line), text, class));
    }
    if let Some(fill) = cell.fill.filter(|_| table.kind != CellKind::Nimber) {
        group = group.add(picture::label(place.x + 4, place.y + 11, &fill.to_string(), "small"));
    }
    group
}

const TOP: i64 = MARGIN + 30;

/// Rows and columns, slice under slice.
fn grid(table: &Table, (w, h): (i64, i64), look: Look) -> Scheme {
    let axes = table.axes();
    let row_label = |slice: usize, row: usize| {
        let label = format!("{}={}  {}", axes[0].name, axes[0].labels[row], table.row_words(slice, row, look));
        label.trim_end().to_owned()
    };
    let rows = axes[0].labels.len();
    let labels = (0..table.slices()).flat_map(|slice| (0..rows).map(move |row| (slice, row)));
    let left = MARGIN + labels.map(|(slice, row)| wide(&row_label(slice, row))).max().unwrap_or(0) + 12;
    let heads: Vec<String> = axes[1].labels.iter().map(|label| format!("{} = {label}", axes[1].name)).collect();
    let w = heads.iter().map(|head| wide(head) + LETTER - GAP).fold(w, i64::max);
    let mut scheme = Scheme {
        boxes: vec![Place::default(); table.cells.len()],
        holes: Vec::new(),
        labels: Vec::new(),
        width: 0,
        height: TOP,
    };
    for slice in 0..table.slices() {
        let cells = table.slice(slice);
        if cells.iter().flatten().all(Option::is_none) {
            continue;
        }
        if let Some(axis) = axes.get(2) {
            scheme.labels.push((
                MARGIN,
                scheme.height + 14,
                format!("{} = {}", axis.name, axis.labels[slice]),
                "title",
            ));
            scheme.height += LINE + 6;
        }
        for (column, head) in heads.iter().enumerate() {
            let x = left + count(column) * (w + GAP) + (w - wide(head)) / 2;
            scheme.labels.push((x.max(left), scheme.height + 12, head.clone(), "head"));
        }
        scheme.height += LINE + 4;
        for (row, cells) in cells.iter().enumerate() {
            scheme.labels.push((MARGIN, scheme.height + h / 2 + 5, row_label(slice, row), "head"));
            for (column, at) in cells.iter().enumerate() {
                let place = Place { x: left + count(column) * (w + GAP), y: scheme.height, w, h };
                match at {
                    Some(at) => scheme.boxes[*at] = place,
                    None => scheme.holes.push(place),
                }
            }
            scheme.height += h + GAP;
        }
        scheme.height += 8;
    }
    scheme.width = left + count(axes[1].labels.len()) * (w + GAP) + MARGIN;
    scheme
}

/// One variable, in rows of ten, each box under its number.
fn strips(table: &Table, (w, h): (i64, i64)) -> Scheme {
    let axis = table.axes().first();
    let row = LINE + 2 + h + GAP;
    let mut scheme = Scheme {
        boxes: vec![Place::default(); table.cells.len()],
        holes: Vec::new(),
        labels: Vec::new(),
        width: 0,
        height: TOP,
    };
    let number = |at: usize| table.cells[at].place.first().copied().unwrap_or(0);
    let last = (0..table.cells.len()).map(number).max().unwrap_or(0);
    for (at, place) in scheme.boxes.iter_mut().enumerate() {
        let number = number(at);
        let (x, y) = (MARGIN + count(number % STRIP) * (w + GAP), TOP + count(number / STRIP) * row);
        *place = Place { x, y: y + LINE + 2, w, h };
        if let Some(axis) = axis {
            let label = if number == 0 {
                format!("{}={}", axis.name, axis.labels[number])
            } else {
                axis.labels[number].clone()
            };
            scheme.labels.push(((x + (w - wide(&label)) / 2).max(x), y + 13, label, "head"));
        }
    }
    scheme.width = 2 * MARGIN + count(STRIP.min(last + 1)) * (w + GAP);
    scheme.height = TOP + count(last / STRIP + 1) * row + 8;
    scheme
}

/// Layers one under the other, each about the same middle.
fn layered(layers: &[Vec<usize>], (w, h): (i64, i64), look: Look) -> Scheme {
    let cells = layers.iter().map(Vec::len).sum();
    let across = layers.iter().map(Vec::len).max().unwrap_or(1).min(STRIP);
    let name = |layer: usize| match layer {
        0 => look.lang.say("layer-start", &[]).trim().to_owned(),
        _ => look.lang.say("layer", &[("count", crate::words::Word::Count(count(layer)))]).trim().to_owned(),
    };
    let left = MARGIN + (0..layers.len()).map(|layer| wide(&name(layer))).max().unwrap_or(0) + 16;
    let mut scheme =
        Scheme { boxes: vec![Place::default(); cells], holes: Vec::new(), labels: Vec::new(), width: 0, height: TOP };
    for (layer, cells) in layers.iter().enumerate() {
        scheme.labels.push((MARGIN, scheme.height + h / 2 + 5, name(layer), "head"));
        for strip in cells.chunks(across) {
            let free = count(across - strip.len()) * (w + GAP) / 2;
            for (column, &at) in strip.iter().enumerate() {
                scheme.boxes[at] = Place { x: left + free + count(column) * (w + GAP), y: scheme.height, w, h };
            }
            scheme.height += h + GAP;
        }
        scheme.height += 18;
    }
    scheme.width = left + count(across) * (w + GAP) + MARGIN;
    scheme
}
