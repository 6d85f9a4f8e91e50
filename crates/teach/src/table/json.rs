//! A table for programs: `bouton.table/1`.

use super::{CellKind, Layout, Table};
use crate::words::Lang;
use serde_json::{Map, Value as Json, json};

/// Everything that the table holds.
#[must_use]
pub fn json(table: &Table) -> Json {
    let kind = match table.kind {
        CellKind::Lead => "lead",
        CellKind::Outcome => "outcome",
        CellKind::Nimber => "nimber",
    };
    let layers = if let Layout::Layers(layers) = &table.layout { json!(layers) } else { Json::Null };
    let axes: Vec<Json> = table.axes().iter().map(|axis| json!({"name": axis.name, "values": axis.labels})).collect();
    let orders: Vec<Json> =
        table.orders.iter().map(|order| json!({"name": order.name, "words": order.words(Lang::English)})).collect();
    let mut out = Map::new();
    out.insert("schema".into(), json!("bouton.table/1"));
    out.insert("game".into(), json!(table.title));
    out.insert("params".into(), json!(table.params));
    out.insert("kind".into(), json!(kind));
    out.insert("axes".into(), json!(axes));
    if !layers.is_null() {
        out.insert("layers".into(), layers);
    }
    out.insert("orders".into(), json!(orders));
    out.insert("order".into(), json!(table.filling().map(|order| &order.name)));
    out.insert("cells".into(), (0..table.cells.len()).map(|at| cell(table, at)).collect());
    out.insert("line".into(), json!(table.line));
    Json::Object(out)
}

fn cell(table: &Table, at: usize) -> Json {
    let cell = &table.cells[at];
    let place = table.axes().iter().zip(&cell.place);
    let place: Map<String, Json> = place.map(|(axis, &at)| (axis.name.clone(), json!(axis.labels[at]))).collect();
    let reads: Vec<Json> = cell
        .reads
        .iter()
        .map(|read| {
            json!({"move": read.mv, "gain": read.gain, "again": read.again, "to": read.to,
                   "worth": read.worth.json(), "best": read.best})
        })
        .collect();
    let state = cell.state.as_deref().map(|state| serde_json::from_str(state).expect("it was written as JSON"));
    let state: Json = state.unwrap_or_default();
    json!({"at": at, "place": place, "position": cell.position, "state": state, "mover": cell.mover.as_ref().map(|mover| &mover.name), "worth": cell.worth.json(),
           "plies": cell.worth.plies(), "own": cell.own, "over": cell.over, "fill": cell.fill, "reads": reads})
}
