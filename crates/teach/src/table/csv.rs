//! A table as comma-separated values: a line a position, in the order of filling.

use super::{CellKind, Table};

/// A header, then a line for each position.
#[must_use]
pub fn csv(table: &Table) -> Vec<String> {
    let variables: Vec<&str> = table.axes().iter().map(|axis| axis.name.as_str()).collect();
    let position = if variables.is_empty() { vec!["position", "turn"] } else { variables };
    let value: &[&str] = match table.kind {
        CellKind::Lead => &["lead", "own"],
        CellKind::Outcome => &["value", "plies"],
        CellKind::Nimber => &["nimber"],
    };
    let head: Vec<&str> = position.iter().chain(value).chain(&["fill", "best"]).copied().collect();
    let head = head.iter().map(|name| field(name)).collect::<Vec<_>>().join(",");
    std::iter::once(head).chain(table.in_order().into_iter().map(|at| row(table, at))).collect()
}

fn row(table: &Table, at: usize) -> String {
    let cell = &table.cells[at];
    let mut fields: Vec<String> = match table.axes() {
        [] => vec![cell.position.clone(), cell.mover.as_ref().map_or(String::new(), |mover| mover.name.clone())],
        axes => axes.iter().zip(&cell.place).map(|(axis, &place)| axis.labels[place].clone()).collect(),
    };
    let number = |number: Option<String>| number.unwrap_or_default();
    let worth = match cell.worth.json() {
        serde_json::Value::String(word) => word,
        other => other.to_string(),
    };
    fields.push(worth);
    match table.kind {
        CellKind::Lead => fields.push(number(cell.own.map(|own| own.to_string()))),
        CellKind::Outcome => fields.push(number(cell.worth.plies().map(|plies| plies.to_string()))),
        CellKind::Nimber => {}
    }
    fields.push(number(cell.fill.map(|fill| fill.to_string())));
    let best: Vec<&str> = cell.reads.iter().filter(|read| read.best).map(|read| read.mv.as_str()).collect();
    fields.push(best.join(" "));
    fields.iter().map(|text| field(text)).collect::<Vec<_>>().join(",")
}

/// A field in quotes where it needs them.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
