//! A table in Markdown.

use super::arrows::signs;
use super::text::arrows_said;
use super::{Arrows, Layout, Table, instead};
use crate::refusal::Refusal;
use crate::scene::Look;

/// At most so many cells.
const MOST: usize = 2_000;

/// The table, slice by slice, or a list of positions.
///
/// # Errors
/// The table has more cells than are listed.
pub fn markdown(table: &Table, arrows: Arrows, look: Look) -> Result<Vec<String>, Refusal> {
    let Layout::Grid(axes) = &table.layout else { return list(table, look) };
    let length = |which: usize| axes.get(which).map_or(1, |axis| axis.values.len());
    within(table, length(0) * length(1) * length(2))?;
    let (mut lines, signs) = (Vec::new(), signs(table, arrows, look));
    for slice in 0..table.slices() {
        if let Some(axis) = axes.get(2) {
            lines.push(format!("**{} = {}**", escape(&axis.name), escape(&axis.labels[slice])));
            lines.push(String::new());
        }
        lines.extend(one_slice(table, slice, &signs, look));
        lines.push(String::new());
    }
    match arrows_said(table, arrows, look) {
        Some(said) => lines.push(escape(&said)),
        None => {
            lines.pop();
        }
    }
    Ok(lines)
}

fn within(table: &Table, cells: usize) -> Result<(), Refusal> {
    if cells <= MOST {
        return Ok(());
    }
    let instead = instead(table, &["advice-csv", "advice-svg"]);
    Err(Refusal::too_large(cells as u64, MOST as u64, instead))
}

fn one_slice(table: &Table, slice: usize, signs: &[Option<&'static str>], look: Look) -> Vec<String> {
    let axes = table.axes();
    let heads: Vec<String> = match axes.get(1) {
        Some(axis) => axis.labels.iter().map(|label| escape(&format!("{} = {label}", axis.name))).collect(),
        None => vec![look.lang.say("value", &[])],
    };
    let corner = axes.first().map_or(String::new(), |axis| escape(&axis.name));
    let mut lines =
        vec![format!("| {corner} | {} |", heads.join(" | ")), format!("|---|{}", "--:|".repeat(heads.len()))];
    for (row, cells) in table.slice(slice).iter().enumerate() {
        let label = axes.first().map_or(String::new(), |axis| axis.labels[row].clone());
        let label = format!("{label} {}", table.row_words(slice, row, look));
        let cells: Vec<String> = cells
            .iter()
            .map(|at| {
                at.map_or("·".to_owned(), |at| {
                    format!("{} {}", cell(table, at), escape(signs[at].unwrap_or_default())).trim().to_owned()
                })
            })
            .collect();
        lines.push(format!("| {} | {} |", escape(label.trim()), cells.join(" | ")));
    }
    lines
}

fn cell(table: &Table, at: usize) -> String {
    let cell = &table.cells[at];
    let own = cell.own.filter(|_| !cell.over).map_or(String::new(), |own| format!(" ({own})"));
    let fill = cell.fill.map_or(String::new(), |fill| format!(" <sup>{fill}</sup>"));
    format!("{} {}{own}{fill}", cell.worth.sign().mark(), cell.worth.brief()).replace("  ", " ")
}

fn list(table: &Table, look: Look) -> Result<Vec<String>, Refusal> {
    within(table, table.cells.len())?;
    let lang = look.lang;
    let heads = [lang.say("fill", &[]), lang.say("position", &[]), lang.say("value", &[]), lang.say("best", &[])];
    let mut lines = vec![format!("| {} |", heads.join(" | ")), "|--:|---|---|---|".to_owned()];
    for at in table.in_order() {
        let cell = &table.cells[at];
        let best: Vec<&str> = cell.reads.iter().filter(|read| read.best).map(|read| read.mv.as_str()).collect();
        let fill = cell.fill.map_or(String::new(), |fill| fill.to_string());
        let worth = cell.worth.marked(look);
        lines.push(format!("| {fill} | {} | {worth} | {} |", escape(&table.cell_words(at)), escape(&best.join(" "))));
    }
    Ok(lines)
}

/// Text that means nothing to Markdown.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if "\\`*_{}[]<>|#".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
