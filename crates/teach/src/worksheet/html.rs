//! A worksheet as a page to be printed: the sheet, and the key on a page of its own. It loads nothing from anywhere.

use super::{Item, Sheet, items};
use crate::formula::{self, xml_text as escape};
use crate::refusal::Refusal;
use crate::scene::{Look, glued};
use crate::table::{Axis, Table};
use crate::words::{Lang, Word};

const STYLE: &str = include_str!("worksheet.css");

/// More cells are no exercise.
const MOST: usize = 400;
/// More columns are wider than paper.
const MOST_COLUMNS: usize = 14;

/// The page; refuses a table that no sheet of paper holds.
///
/// # Errors
/// A table that no sheet of paper holds.
pub fn html(sheet: &Sheet, look: Look) -> Result<String, Refusal> {
    fits(&sheet.table)?;
    let lang = look.lang;
    let title = escape(&[sheet.table.title.as_str(), sheet.table.params.as_str()].join(" · "));
    let title = title.trim_end_matches(" · ").to_owned();
    let items = items(sheet, lang);
    let about: String = sheet.about(lang).iter().map(|line| format!("{}\n", escape(line))).collect();
    let rule = if sheet.given { equations(sheet, lang) } else { String::new() };
    let name = escape(&lang.say("sheet-name", &[]));
    let task = escape(&sheet.task(lang));
    let how = escape(&glued(&how(&sheet.table, lang)));
    let body = format!(
        "<section>\n<h1>{title}</h1>\n<p class=\"name\">{name}</p>\n<p class=\"about\">{about}</p>\n{rule}<ol>\n<li><p>{task}</p>\n{}<p class=\"how\">{how}</p></li>\n{}</ol>\n</section>\n",
        cells(&sheet.table, look),
        items.iter().map(asked).collect::<String>()
    );
    let key = format!(
        "<section class=\"key\">\n<h1>{}</h1>\n<p>{title}</p>\n<ol>\n<li>\n{}</li>\n{}</ol>\n{}</section>\n",
        escape(&sheet.key_title(lang)),
        key_cells(sheet, look),
        items.iter().map(|item| format!("<li>{}</li>\n", escape(&item.answer))).collect::<String>(),
        equations(sheet, lang)
    );
    Ok(format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}{key}</body>\n</html>\n"
    ))
}

pub(super) fn fits(table: &Table) -> Result<(), Refusal> {
    let columns = table.axes().get(1).map_or(1, |axis| axis.values.len());
    if table.cells.len() <= MOST && columns <= MOST_COLUMNS {
        return Ok(());
    }
    let (count, most) = if columns > MOST_COLUMNS { (columns, MOST_COLUMNS) } else { (table.cells.len(), MOST) };
    Err(Refusal::too_large(count as u64, most as u64, Vec::new()))
}

/// What the values are, and in which order they can be filled in.
pub(super) fn how(table: &Table, lang: Lang) -> String {
    use crate::table::CellKind;
    let what = match table.kind {
        CellKind::Lead => lang.say("legend-lead", &[]),
        CellKind::Outcome => lang.say("legend-outcome", &[]),
        CellKind::Nimber => lang.say("legend-nimbers", &[]).trim().to_owned(),
    };
    let order = table.filling().map(|order| lang.say("filled", &[("how", order.words(lang).into())]));
    [Some(what), order].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn asked(item: &Item) -> String {
    format!("<li><p>{}</p><div class=\"lines\"></div></li>\n", escape(&item.question))
}

fn equations(sheet: &Sheet, lang: Lang) -> String {
    format!("<div class=\"rule\">{}</div>\n", formula::mathml(&sheet.rule.main, lang))
}

/// The table of the key: what the sheet leaves out stands out.
fn key_cells(sheet: &Sheet, look: Look) -> String {
    table_of(&sheet.table, look, &|table, at| {
        let cell = &table.cells[at];
        let own = cell.own.filter(|_| !cell.over).map_or(String::new(), |own| format!(" ({own})"));
        let class = if cell.blank { " class=\"asked\"" } else { "" };
        format!("<td{class}>{}{own}</td>", worth(table, at, look))
    })
}

fn cells(table: &Table, look: Look) -> String {
    table_of(table, look, &|table, at| match table.cells[at].blank {
        true => "<td class=\"blank\"></td>".to_owned(),
        false => format!("<td>{}</td>", worth(table, at, look)),
    })
}

fn worth(table: &Table, at: usize, look: Look) -> String {
    let worth = table.cells[at].worth;
    match table.kind {
        crate::table::CellKind::Nimber => worth.brief(),
        _ => escape(&worth.marked(look)),
    }
}

fn table_of(table: &Table, look: Look, cell: &dyn Fn(&Table, usize) -> String) -> String {
    if table.axes().is_empty() {
        return listed(table, look, cell);
    }
    (0..table.slices()).map(|slice| one_slice(table, slice, look, cell)).collect()
}

fn one_slice(table: &Table, slice: usize, look: Look, cell: &dyn Fn(&Table, usize) -> String) -> String {
    let rows = table.slice(slice);
    if rows.iter().flatten().all(Option::is_none) {
        return String::new();
    }
    let label = |axis: &Axis, at: usize| format!("{} = {}", escape(&axis.name), escape(&axis.labels[at]));
    let above = table.axes().get(2).map_or(String::new(), |axis| format!("<caption>{}</caption>", label(axis, slice)));
    let head: String = match table.axes().get(1) {
        Some(axis) => (0..axis.values.len()).map(|at| format!("<th scope=\"col\">{}</th>", label(axis, at))).collect(),
        None => format!("<th scope=\"col\">{}</th>", escape(&look.lang.say("value", &[]))),
    };
    let mut out = format!("<table>{above}<tr><td class=\"corner\"></td>{head}</tr>\n");
    for (at, row) in rows.iter().enumerate() {
        let name = table.axes().first().map_or(String::new(), |axis| label(axis, at));
        let words = escape(&table.row_words(slice, at, look));
        let cells: String =
            row.iter().map(|at| at.map_or("<td class=\"hole\">·</td>".to_owned(), |at| cell(table, at))).collect();
        out.push_str(&format!("<tr><th scope=\"row\">{name} <small>{words}</small></th>{cells}</tr>\n"));
    }
    out.push_str("</table>\n");
    out
}

/// Positions that are no numbers: a row each, in the order of filling.
fn listed(table: &Table, look: Look, cell: &dyn Fn(&Table, usize) -> String) -> String {
    let heads =
        ["fill", "position", "value"].map(|id| format!("<th scope=\"col\">{}</th>", escape(&look.lang.say(id, &[]))));
    let mut out = format!("<table class=\"list\"><tr>{}</tr>\n", heads.concat());
    for at in table.in_order() {
        let one = &table.cells[at];
        let drawing = if one.drawing.is_empty() { table.cell_words(at) } else { one.drawing.join("\n") };
        let mover = one.mover.as_ref().filter(|_| !one.over && !one.drawing.is_empty());
        let mover = mover.map_or(String::new(), |mover| {
            format!(
                "<br><small>{}</small>",
                escape(&look.lang.say("to-move", &[("player", Word::from(mover.name.as_str()))]))
            )
        });
        let fill = one.fill.map_or(String::new(), |fill| fill.to_string());
        out.push_str(&format!(
            "<tr><td>{fill}</td><th scope=\"row\"><pre>{}</pre>{mover}</th>{}</tr>\n",
            escape(&drawing),
            cell(table, at)
        ));
    }
    out.push_str("</table>\n");
    out
}
