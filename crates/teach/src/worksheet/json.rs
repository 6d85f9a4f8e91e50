//! A worksheet for programs: `bouton.worksheet/1`.

use super::{Sheet, items};
use crate::table;
use crate::words::Lang;
use serde_json::{Value as Json, json};

/// The table with every value, which of them the sheet leaves out, and the questions with their answers.
#[must_use]
pub fn json(sheet: &Sheet, lang: Lang) -> Json {
    let blank: Vec<usize> = (0..sheet.table.cells.len()).filter(|at| sheet.table.cells[*at].blank).collect();
    let items: Vec<Json> =
        items(sheet, lang).into_iter().map(|item| json!({"question": item.question, "answer": item.answer})).collect();
    json!({"schema": "bouton.worksheet/1", "game": sheet.table.title, "params": sheet.table.params, "seed": sheet.seed,
           "blank": blank, "table": table::json(&sheet.table), "questions": items})
}
