//! A table in letters.

use super::arrows::{line_words, signs};
use super::{Arrows, Cell, CellKind, Layout, Read, Table, Worth, arithmetic, instead};
use crate::recurrence::ends_words;
use crate::refusal::Refusal;
use crate::scene::{Look, columns, padded, right, worth_words};
use crate::words::{Lang, Word};
use bouton::Value;

/// A grid in letters has at most so many columns and rows.
const MOST_COLUMNS: usize = 24;
const MOST_ROWS: usize = 200;
/// A list of layers has at most so many positions.
const MOST_LISTED: usize = 300;
/// A row of one variable is broken after so many cells.
const STRIP: usize = 12;

/// The table, its last lines saying how to read it; refuses one too large to be read.
///
/// # Errors
/// The table has more columns, rows or positions than can be read on a screen.
pub fn text(table: &Table, arrows: Arrows, look: Look) -> Result<Vec<String>, Refusal> {
    let signs = signs(table, arrows, look);
    let mut lines = match &table.layout {
        Layout::Grid(axes) => {
            let length = |which: usize| axes.get(which).map_or(1, |axis| axis.values.len());
            if length(1) > MOST_COLUMNS || length(0) * length(2) > MOST_ROWS {
                return Err(too_wide(table, MOST_COLUMNS * MOST_ROWS));
            }
            if table.kind == CellKind::Nimber && axes.len() == 1 {
                strips(table, look)
            } else {
                grid(table, &signs, look)
            }
        }
        Layout::Layers(layers) => {
            if table.cells.len() > MOST_LISTED {
                return Err(too_wide(table, MOST_LISTED));
            }
            listed(table, layers, &signs, look)
        }
    };
    lines.extend(legend(table, look));
    lines.extend(arrows_said(table, arrows, look).map(|said| format!(" {said}")));
    Ok(lines)
}

fn too_wide(table: &Table, most: usize) -> Refusal {
    let instead = instead(table, &["advice-svg", "advice-csv", "advice-smaller"]);
    Refusal::too_large(table.cells.len() as u64, most as u64, instead)
}

/// What beside a cell points on, if anything.
type Signs = [Option<&'static str>];

/// What arrows say.
pub(super) fn arrows_said(table: &Table, arrows: Arrows, look: Look) -> Option<String> {
    let line = line_words(table)?;
    let end = if look.ascii { "o" } else { "●" };
    match (table.kind, arrows) {
        (CellKind::Nimber, _) | (_, Arrows::None) => None,
        (_, Arrows::Line) => Some(look.lang.say("legend-line", &[("end", end.into()), ("line", line.into())])),
        (_, Arrows::Best) => Some(look.lang.say("legend-best", &[("line", line.into())])),
    }
}

/// A grid, slice by slice.
fn grid(table: &Table, signs: &Signs, look: Look) -> Vec<String> {
    let mut lines = Vec::new();
    for slice in 0..table.slices() {
        let rows = table.slice(slice);
        if rows.iter().flatten().all(Option::is_none) {
            continue;
        }
        if let Some(axis) = table.axes().get(2) {
            lines.push(String::new());
            lines.push(format!(" {} = {}", axis.name, axis.labels[slice]));
        }
        lines.extend(one_slice(table, slice, &rows, signs, look));
    }
    lines
}

fn one_slice(table: &Table, slice: usize, rows: &[Vec<Option<usize>>], signs: &Signs, look: Look) -> Vec<String> {
    let signed = |at: &Option<usize>| {
        let sign = at.and_then(|at| signs[at]);
        let cell = shown(table, *at, look);
        sign.map_or(cell.clone(), |sign| format!("{cell} {sign}"))
    };
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(signed).collect()).collect();
    let heads: Vec<String> = match table.axes().get(1) {
        Some(axis) => axis.labels.iter().map(|label| format!("{} = {label}", axis.name)).collect(),
        None => vec![String::new()],
    };
    let labels: Vec<String> = (0..rows.len()).map(|row| row_label(table, slice, row, look)).collect();
    let first = labels.iter().map(|label| columns(label)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len())
        .map(|column| cells.iter().map(|row| columns(&row[column])).chain([columns(&heads[column])]).max().unwrap_or(0))
        .collect();
    let between = "   ";
    let mut lines = Vec::new();
    if table.axes().len() > 1 {
        let heads: Vec<String> = heads.iter().zip(&widths).map(|(head, width)| centred(head, *width)).collect();
        lines.push(format!(" {}{between}{}", " ".repeat(first), heads.join(between)));
    }
    for (label, row) in labels.iter().zip(&cells) {
        let row: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| if columns(cell) <= 1 { centred(cell, *width) } else { padded(cell, *width) })
            .collect();
        lines.push(format!(" {}{between}{}", padded(label, first), row.join(between)));
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

fn row_label(table: &Table, slice: usize, row: usize, look: Look) -> String {
    let Some(axis) = table.axes().first() else { return String::new() };
    let width = axis.labels.iter().map(|label| columns(label)).max().unwrap_or(0);
    let number = format!("{}={}", axis.name, padded(&axis.labels[row], width));
    format!("{number}  {}", table.row_words(slice, row, look)).trim_end().to_owned()
}

/// `▼ −6 (10) ¹¹`: the parts of the cells of a table stand under each other.
fn shown(table: &Table, at: Option<usize>, look: Look) -> String {
    let Some(at) = at else { return if look.ascii { "." } else { "·" }.to_owned() };
    let cell = &table.cells[at];
    if cell.blank {
        return format!("______ {}", fill(cell, look)).trim_end().to_owned();
    }
    let worth = |cell: &Cell| cell.worth.brief();
    let own = |cell: &Cell| cell.own.filter(|_| !cell.over).map_or(String::new(), |own| format!("({own})"));
    let width = |part: &dyn Fn(&Cell) -> String| table.cells.iter().map(|cell| columns(&part(cell))).max().unwrap_or(0);
    let mut parts = vec![format!("{}{}", cell.worth.sign().mark(), right(&worth(cell), width(&worth)))];
    if width(&own) > 0 {
        parts.push(right(&own(cell), width(&own)));
    }
    if table.order.is_some() {
        let filled = |cell: &Cell| fill(cell, look);
        parts.push(right(&filled(cell), width(&filled)));
    }
    parts.join(" ")
}

/// The number of a cell in the order of filling, raised.
fn fill(cell: &Cell, look: Look) -> String {
    let Some(number) = cell.fill else { return String::new() };
    if look.ascii {
        return format!("#{number}");
    }
    let raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().chars().filter_map(|digit| raised.get(digit.to_digit(10)? as usize)).collect()
}

fn centred(text: &str, width: usize) -> String {
    let before = width.saturating_sub(columns(text)) / 2;
    padded(&format!("{}{text}", " ".repeat(before)), width)
}

/// A row of nimbers, broken into strips.
fn strips(table: &Table, look: Look) -> Vec<String> {
    let Some(axis) = table.axes().first() else { return Vec::new() };
    let worth = |at: &Option<usize>| at.map_or(String::new(), |at| table.cells[at].worth.brief());
    let blank = |at: &Option<usize>| at.is_some_and(|at| table.cells[at].blank);
    let cells: Vec<Option<usize>> = table.slice(0).concat();
    let worths = cells.iter().map(|at| columns(&worth(at)));
    let width = worths.chain(axis.labels.iter().map(|label| columns(label))).max().unwrap_or(1);
    let (size, nimber) = (axis.name.clone(), look.lang.say("nimber", &[]));
    let first = columns(&size).max(columns(&nimber));
    let mut lines = Vec::new();
    for (labels, cells) in axis.labels.chunks(STRIP).zip(cells.chunks(STRIP)) {
        let row = |texts: Vec<String>| texts.iter().map(|text| right(text, width)).collect::<Vec<_>>().join("  ");
        lines.push(format!(" {}   {}", padded(&size, first), row(labels.to_vec())));
        lines.push(format!(
            " {}   {}",
            padded(&nimber, first),
            row(cells.iter().map(|at| if blank(at) { "_".repeat(width) } else { worth(at) }).collect())
        ));
        lines.push(String::new());
    }
    lines.pop();
    lines
}

/// Layers, a position a line, its best moves beside it.
fn listed(table: &Table, layers: &[Vec<usize>], signs: &Signs, look: Look) -> Vec<String> {
    let names: Vec<String> = (0..table.cells.len()).map(|at| table.cell_words(at)).collect();
    let width = names.iter().map(|name| columns(name)).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (layer, cells) in layers.iter().enumerate() {
        lines.push(layer_words(layer, look.lang));
        for &at in cells {
            let cell = &table.cells[at];
            let best: Vec<&str> = cell.reads.iter().filter(|read| read.best).map(|read| read.mv.as_str()).collect();
            let best = if cell.blank {
                String::new()
            } else if cell.over {
                look.lang.say("over", &[])
            } else if best.is_empty() {
                // All moves lose, and of nimbers none loses later.
                String::new()
            } else {
                format!("★ {}", best.join(" "))
            };
            let sign = signs[at].unwrap_or(" ");
            lines.push(format!(" {sign} {}   {}   {best}", shown(table, Some(at), look), padded(&names[at], width)));
        }
    }
    lines
}

/// How the table is to be read, and in which order it is filled.
#[must_use]
pub fn captions(table: &Table, look: Look) -> Vec<String> {
    reading(table, look).iter().map(|line| line.trim().to_owned()).collect()
}

/// A read of a cell: `take(1): 2 − 8 = −6`; where values are outcomes, `put(0, 1): wins in 3`.
#[must_use]
pub fn read_words(table: &Table, read: &Read, look: Look) -> String {
    let worth = match read.worth {
        Worth::Value(Value::Lead(lead)) => arithmetic(read.gain, lead, read.again),
        Worth::Value(value) => worth_words(value, look.lang),
        Worth::Nimber(nimber) => {
            let parts: Vec<String> = read.to.iter().map(|part| table.cells[*part].worth.words(look)).collect();
            if parts.len() > 1 { format!("{} = {nimber}", parts.join(" ⊕ ")) } else { nimber.to_string() }
        }
    };
    format!("{}{}{worth}", read.mv, look.lang.say("colon", &[]))
}

/// What a layer is called.
#[must_use]
pub fn layer_words(number: usize, lang: Lang) -> String {
    match i64::try_from(number).unwrap_or(i64::MAX) {
        0 => lang.say("layer-start", &[]),
        count => lang.say("layer", &[("count", Word::Count(count))]),
    }
}

/// The same, with the other orders as a command asks for them.
fn legend(table: &Table, look: Look) -> Vec<String> {
    let mut lines = reading(table, look);
    let order = table.filling();
    let others =
        table.orders.iter().filter(|other| Some(*other) != order).map(|other| format!("--order {}", other.name));
    let others: Vec<String> = others.collect();
    if order.is_some() && !others.is_empty() {
        lines.push(format!(" {}", look.lang.say("filled-else", &[("others", others.join("   ").into())])));
    }
    lines
}

/// How the table is to be read.
fn reading(table: &Table, look: Look) -> Vec<String> {
    let lang = look.lang;
    let filled =
        || table.filling().map(|order| format!(" {}", lang.say("filled", &[("how", order.words(lang).into())])));
    if table.kind == CellKind::Nimber {
        let legend = format!(" {}", lang.say("legend-nimbers", &[]));
        return std::iter::once(legend).chain(filled().filter(|_| table.axes().len() > 1)).collect();
    }
    let mut parts = vec![match table.kind {
        CellKind::Lead => lang.say("legend-lead", &[]),
        _ => lang.say("legend-outcome", &[]),
    }];
    if table.cells.iter().any(|cell| cell.own.is_some()) {
        parts.push(lang.say("legend-own", &[]));
    }
    if table.order.is_some() {
        parts.push(lang.say("legend-fill", &[]));
    }
    let holes = (0..table.slices()).any(|slice| table.slice(slice).iter().flatten().any(Option::is_none));
    if !table.axes().is_empty() && holes {
        let dot = if look.ascii { "." } else { "·" };
        parts.push(lang.say("legend-hole", &[("dot", dot.into())]));
    }
    let mut lines = vec![format!(" {}", parts.join("   "))];
    lines.extend(filled());
    if table.has_ends() {
        lines.extend(ends_words(&table.ends, table.intervals, lang).map(|words| format!(" {words}")));
    }
    lines
}

impl Worth {
    /// With its sign, for a place where nothing else says what it is.
    #[must_use]
    pub fn marked(self, look: Look) -> String {
        format!("{} {}", self.sign().mark(), self.words(look)).trim_end().to_owned()
    }
}
