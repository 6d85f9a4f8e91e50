//! A table in LaTeX: one `tabular` a slice. It needs the package `amssymb`.

use super::{Layout, Table, instead};
use crate::formula::latex_text as escape;
use crate::refusal::Refusal;
use crate::scene::Look;

/// At most so many columns, and cells.
const MOST_COLUMNS: usize = 30;
const MOST: usize = 2_000;

/// The table; refuses one that no page holds.
///
/// # Errors
/// The table has more columns, or more cells, than a page holds.
pub fn latex(table: &Table, look: Look) -> Result<Vec<String>, Refusal> {
    let mut lines = vec!["% \\usepackage{amssymb}".to_owned()];
    match &table.layout {
        Layout::Grid(axes) => {
            let length = |which: usize| axes.get(which).map_or(1, |axis| axis.values.len());
            if length(1) > MOST_COLUMNS || length(0) * length(1) * length(2) > MOST {
                return Err(too_large(table, length(0) * length(1) * length(2)));
            }
            for slice in 0..table.slices() {
                if let Some(axis) = axes.get(2) {
                    lines.push(format!("\\paragraph{{{} = {}}}", escape(&axis.name), escape(&axis.labels[slice])));
                }
                lines.extend(one_slice(table, slice, look));
            }
        }
        Layout::Layers(_) if table.cells.len() > MOST => return Err(too_large(table, table.cells.len())),
        Layout::Layers(_) => lines.extend(list(table, look)),
    }
    Ok(lines)
}

fn too_large(table: &Table, cells: usize) -> Refusal {
    let instead = instead(table, &["advice-csv", "advice-svg"]);
    Refusal::too_large(cells as u64, MOST as u64, instead)
}

fn one_slice(table: &Table, slice: usize, look: Look) -> Vec<String> {
    let axes = table.axes();
    let heads: Vec<String> = match axes.get(1) {
        Some(axis) => axis.labels.iter().map(|label| escape(&format!("{} = {label}", axis.name))).collect(),
        None => vec![escape(&look.lang.say("value", &[]))],
    };
    let corner = axes.first().map_or(String::new(), |axis| escape(&axis.name));
    let mut lines = vec![format!("\\begin{{tabular}}{{l{}}}", "r".repeat(heads.len())), "\\hline".to_owned()];
    lines.push(format!("{corner} & {} \\\\ \\hline", heads.join(" & ")));
    for (row, cells) in table.slice(slice).iter().enumerate() {
        let label = axes.first().map_or(String::new(), |axis| axis.labels[row].clone());
        let label = format!("{label} {}", table.row_words(slice, row, look));
        let cells: Vec<String> =
            cells.iter().map(|at| at.map_or("$\\cdot$".to_owned(), |at| worth(table, at))).collect();
        lines.push(format!("{} & {} \\\\", escape(label.trim()), cells.join(" & ")));
    }
    lines.extend(["\\hline".to_owned(), "\\end{tabular}".to_owned()]);
    lines
}

/// `$\blacktriangledown\,-6\;(10)^{11}$`
fn worth(table: &Table, at: usize) -> String {
    let cell = &table.cells[at];
    if cell.blank {
        return format!(
            "\\underline{{\\hspace{{1.2cm}}}}${{}}^{{{}}}$",
            cell.fill.map_or(String::new(), |fill| fill.to_string())
        );
    }
    let own = cell.own.filter(|_| !cell.over).map_or(String::new(), |own| format!("\\;({own})"));
    let fill = cell.fill.map_or(String::new(), |fill| format!("{{}}^{{{fill}}}"));
    let brief = cell.worth.brief().replace('−', "-");
    format!("${}\\,{brief}{own}{fill}$", cell.worth.sign().latex())
}

fn list(table: &Table, look: Look) -> Vec<String> {
    let lang = look.lang;
    let heads = [lang.say("fill", &[]), lang.say("position", &[]), lang.say("value", &[]), lang.say("best", &[])];
    let heads: Vec<String> = heads.iter().map(|head| escape(head)).collect();
    let mut lines = vec!["\\begin{tabular}{rlll}".to_owned(), "\\hline".to_owned()];
    lines.push(format!("{} \\\\ \\hline", heads.join(" & ")));
    for at in table.in_order() {
        let cell = &table.cells[at];
        let best: Vec<&str> = cell.reads.iter().filter(|read| read.best).map(|read| read.mv.as_str()).collect();
        let fill = cell.fill.map_or(String::new(), |fill| fill.to_string());
        let sign = if cell.blank {
            "\\underline{\\hspace{2cm}}".to_owned()
        } else {
            format!("${}$ {}", cell.worth.sign().latex(), escape(&cell.worth.words(look)))
        };
        let best = if cell.blank { Vec::new() } else { best };
        lines.push(format!("{fill} & {} & {sign} & {} \\\\", escape(&table.cell_words(at)), escape(&best.join(" "))));
    }
    lines.extend(["\\hline".to_owned(), "\\end{tabular}".to_owned()]);
    lines
}
