//! A learner's table as it stands: columns with names, or a bare grid of numbers or pairs. What its numbers mean is for `reading` to find.

use crate::program::Recur;
use bouton::rules::{Text, say};

/// A cell as the learner filled it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// Where it stands: a number for each axis.
    pub(super) at: Vec<i64>,
    /// A number, or two.
    pub(super) values: Vec<i64>,
}

/// A direction in which cells are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    /// What the table calls it; nothing where it has no header.
    pub(super) name: Option<String>,
    /// How many places it has, where it has no header.
    pub(super) count: usize,
}

/// A table as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) axes: Vec<Axis>,
    pub(super) cells: Vec<Cell>,
}

/// What stands in a place of a line: its text, and what that is.
type Item = (String, Held);

/// Nothing, a number, a pair, or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Held {
    Nothing,
    Values(Vec<i64>),
    Word,
}

/// Reads a table. Cells that hold nothing (blank, `.`, `-`, `x`, `None`, `null`) are left out. The error is a sentence.
pub(super) fn read(text: &str, recur: &Recur) -> Result<Table, Text> {
    let text = text.trim_start_matches('\u{feff}');
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let rows: Vec<Vec<Item>> = nested(&lines).unwrap_or_else(|| lines.iter().map(|line| items(line)).collect());
    let Some(first) = rows.first() else { return Err("it is empty".into()) };
    let named = |(text, held): &Item| *held == Held::Word || recur.vars.iter().any(|var| var.name == *text);
    if first.iter().any(named) { with_header(&rows, recur) } else { bare(&rows, recur) }
}

/// Rows out of one list of lists, as programs print them, on a line or over several.
fn nested(lines: &[&str]) -> Option<Vec<Vec<Item>>> {
    let whole: String = lines.concat().chars().filter(|letter| !letter.is_whitespace()).collect();
    let whole = whole.replace(['(', '{'], "[").replace([')', '}'], "]");
    let mut depth = 0;
    let closed = |(at, letter): (usize, char)| {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        depth == 0 && at + 1 < whole.len()
    };
    // A line for each row is no list of lists.
    if whole.char_indices().any(closed) {
        return None;
    }
    let inside = whole.strip_prefix("[[")?.strip_suffix("]]")?;
    let pairs = inside.starts_with('[');
    let (row, cell) = if pairs { ("]],[[", "],[") } else { ("],[", ",") };
    let inside = inside.trim_start_matches('[').trim_end_matches(']');
    Some(inside.split(row).map(|row| row.split(cell).map(|text| item(text, pairs)).collect()).collect())
}

/// The items of a line: cells with commas, semicolons, tabs or blanks between; brackets around all of it are dropped.
fn items(line: &str) -> Vec<Item> {
    let line = line.trim_end_matches(',').trim();
    let opens = |text: &str| text.starts_with(['(', '[', '{']);
    // `(5, 0) (5, 3)`, `[(5, 0), (5, 3)]`: brackets inside a line are pairs.
    let inner = if opens(line) && opens(line[1..].trim_start()) {
        line.get(1..line.len() - 1).unwrap_or(line).trim()
    } else {
        line
    };
    if line.contains('(') && opens(inner) && inner.matches(['(', '[', '{']).count() > 1 {
        let groups = inner.split([')', ']', '}']).map(|group| group.trim_start_matches([',', ';', ' ', '(', '[', '{']));
        return groups.filter(|group| !group.is_empty()).map(|group| item(group, true)).collect();
    }
    let line: String = line.chars().filter(|letter| !"[](){}|".contains(*letter)).collect();
    let line = line.trim().trim_end_matches(',');
    match [',', ';', '\t'].into_iter().find(|mark| line.contains(*mark)) {
        Some(mark) => line.split(mark).map(|text| item(text, false)).collect(),
        None => line.split_whitespace().map(|text| item(text, false)).collect(),
    }
}

/// What a text stands for; of a pair, `5,0` or `5/0`.
fn item(text: &str, pair: bool) -> Item {
    let text = text.trim().trim_matches(['"', '\'']);
    let marks: &[char] = if pair { &[',', ';', '/', ':', ' '] } else { &['/', ':'] };
    let parts = text.split(marks).map(str::trim).filter(|part| !part.is_empty());
    let held = match parts.map(number).collect::<Option<Vec<i64>>>() {
        _ if nothing(text) => Held::Nothing,
        Some(values) if (1..=2).contains(&values.len()) => Held::Values(values),
        _ => Held::Word,
    };
    (text.to_owned(), held)
}

fn nothing(word: &str) -> bool {
    matches!(word.to_ascii_lowercase().as_str(), "" | "." | "-" | "·" | "x" | "none" | "null" | "nan" | "?")
}

/// A number, or a truth value, or win, draw, loss.
fn number(word: &str) -> Option<i64> {
    let plain = word.replace('−', "-");
    plain.parse().ok().or_else(|| match plain.to_ascii_lowercase().as_str() {
        "true" | "win" | "w" => Some(1),
        "draw" | "d" => Some(0),
        "false" | "loss" | "lose" | "l" => Some(-1),
        _ => plain.strip_suffix(".0").and_then(|whole| whole.parse().ok()),
    })
}

/// What a column of values is called.
const VALUES: [&str; 9] = ["value", "dp", "v", "f", "lead", "points", "score", "win", "nimber"];
/// What two columns of values are called.
const PAIRS: [[&str; 2]; 4] = [["first", "second"], ["fir", "sec"], ["mover", "other"], ["me", "other"]];

/// Columns by name: one or two for the values, the others say where they stand.
fn with_header(rows: &[Vec<Item>], recur: &Recur) -> Result<Table, Text> {
    let names: Vec<String> = rows[0].iter().map(|(text, _)| text.clone()).collect();
    let known = |name: &str| recur.vars.iter().any(|var| var.name == *name);
    let place = |name: &str| names.iter().position(|own| own.eq_ignore_ascii_case(name) && !known(own));
    let [first, second] = &recur.players;
    let pair = PAIRS.into_iter().chain([[first.as_str(), second.as_str()]]);
    let pair = pair.filter_map(|[one, other]| Some(vec![place(one)?, place(other)?])).next();
    let one = || VALUES.into_iter().find_map(place).map(|at| vec![at]);
    let free: Vec<usize> = (0..names.len()).filter(|at| !known(&names[*at])).collect();
    // Without a name that says so, the last column that is no variable holds the values.
    let values = pair.or_else(one).or_else(|| free.last().map(|at| vec![*at]));
    let variables: Vec<&str> = recur.vars.iter().map(|var| var.name.as_str()).collect();
    let Some(values) = values.filter(|values| values.len() < names.len()) else {
        return Err(say!(
            "its first line is neither numbers nor a header with `{}` and `value`",
            variables.join("`, `")
        ));
    };
    let columns: Vec<usize> = (0..names.len()).filter(|at| !values.contains(at)).collect();
    if columns.len() > recur.vars.len() || !columns.iter().all(|at| known(&names[*at]) || free.contains(at)) {
        return Err(say!("its columns beside the values are more than the variables `{}`", variables.join("`, `")));
    }
    let mut cells = Vec::new();
    for (row, items) in rows.iter().enumerate().skip(1) {
        let number = |at: usize| match items.get(at) {
            Some((_, Held::Values(values))) => Ok(values.clone()),
            Some((word, Held::Word)) => Err(say!("`{word}` in row {row} is no number")),
            Some((_, Held::Nothing)) | None => Ok(Vec::new()),
        };
        let told: Vec<i64> = values.iter().map(|at| number(*at)).collect::<Result<Vec<_>, _>>()?.concat();
        if told.is_empty() {
            continue;
        }
        let at = columns.iter().map(|at| number(*at)).collect::<Result<Vec<_>, _>>()?.concat();
        if at.len() != columns.len() || told.len() > 2 {
            return Err(say!("row {row} does not say where its value stands"));
        }
        cells.push(Cell { at, values: told });
    }
    let axes = columns.iter().map(|at| Axis { name: Some(names[*at].clone()), count: 0 }).collect();
    Ok(Table { axes, cells })
}

/// A grid without names: rows and columns, or one row or column for a game of one variable.
fn bare(rows: &[Vec<Item>], recur: &Recur) -> Result<Table, Text> {
    let single = recur.vars.len() == 1;
    let long = rows.iter().map(Vec::len).max().unwrap_or(0);
    if single && rows.len() > 1 && long > 2 {
        return Err(say!("it has rows and columns, and the game has one variable, `{}`", recur.vars[0].name));
    }
    let mut cells = Vec::new();
    for (row, items) in rows.iter().enumerate() {
        // A line for each value, with one number or two.
        let joined = single && rows.len() > 1;
        let mut of_row = Vec::new();
        for (column, item) in items.iter().enumerate() {
            match item {
                (_, Held::Nothing) => {}
                (word, Held::Word) => return Err(say!("`{word}` in line {} is no number", row + 1)),
                (_, Held::Values(values)) => of_row.push((column, values.clone())),
            }
        }
        let place = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
        if joined {
            let values: Vec<i64> = of_row.into_iter().flat_map(|(_, values)| values).collect();
            cells.extend((!values.is_empty()).then(|| Cell { at: vec![place(row)], values }));
            continue;
        }
        let at = |column: usize| if single { vec![place(column)] } else { vec![place(row), place(column)] };
        cells.extend(of_row.into_iter().map(|(column, values)| Cell { at: at(column), values }));
    }
    let counts = match single {
        true => vec![if rows.len() > 1 { rows.len() } else { long }],
        false => vec![rows.len(), long],
    };
    Ok(Table { axes: counts.into_iter().map(|count| Axis { name: None, count }).collect(), cells })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let rows = nested(&lines).unwrap_or_else(|| lines.iter().map(|line| items(line)).collect());
        let item = |(text, held): &Item| match held {
            Held::Nothing => ".".to_owned(),
            Held::Values(values) => values.iter().map(i64::to_string).collect::<Vec<_>>().join("/"),
            Held::Word => format!("`{text}`"),
        };
        let row = |row: &Vec<Item>| row.iter().map(item).collect::<Vec<_>>().join(" ");
        rows.iter().map(row).collect::<Vec<_>>().join(" ; ")
    }

    #[test]
    fn grids_are_read_as_programs_print_them() {
        for (text, wanted) in [
            ("5,2\n0,3", "5 2 ; 0 3"),
            ("5 −2\n. 3", "5 -2 ; . 3"),
            ("[5, 2]\n[0, 3]", "5 2 ; 0 3"),
            ("[[5, 2], [None, 3]]", "5 2 ; . 3"),
            ("[[5, 2],\n [0, 3]]", "5 2 ; 0 3"),
            ("[[(5, 0), (5, 3)], [(0, 0), (3, 0)]]", "5/0 5/3 ; 0/0 3/0"),
            ("(5,0) (5,3)\n(0,0) (3,0)", "5/0 5/3 ; 0/0 3/0"),
            ("[(5, 0), (5, 3)]\n[(0, 0), (3, 0)]", "5/0 5/3 ; 0/0 3/0"),
            ("5/0 5/3", "5/0 5/3"),
            ("True False", "1 -1"),
            ("i,M,value\n0,1,-6", "`i` `M` `value` ; 0 1 -6"),
        ] {
            assert_eq!(shown(text), wanted, "{text}");
        }
    }
}
