//! A learner's table: columns with names, or a bare grid of numbers.

use crate::program::Recur;

/// A cell as the learner filled it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The variables.
    pub at: Vec<i64>,
    /// What stands there.
    pub value: i64,
}

/// Least and greatest value of each variable.
pub(super) type Bounds = Vec<(i64, i64)>;

/// Reads a table. Cells that hold nothing (blank, `.`, `-`, `x`, `None`, `null`) are left out. The error is a sentence.
pub(super) fn read(text: &str, recur: &Recur, bounds: &Bounds) -> Result<Vec<Cell>, String> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let rows: Vec<Vec<String>> = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(words).collect();
    let Some(first) = rows.first() else { return Err("it is empty".to_owned()) };
    if first.iter().any(|word| recur.vars.iter().any(|var| var.name == *word)) {
        with_header(&rows, recur)
    } else if first.iter().all(|word| nothing(word) || number(word).is_some()) {
        bare(&rows, bounds)
    } else {
        let names: Vec<&str> = recur.vars.iter().map(|var| var.name.as_str()).collect();
        Err(format!("its first line is neither a header with `{}` nor numbers", names.join("`, `")))
    }
}

/// The words of a line: brackets are dropped, so that printed lists can be read.
fn words(line: &str) -> Vec<String> {
    let line: String = line.chars().filter(|letter| !"[](){}|".contains(*letter)).collect();
    let line = line.trim().trim_end_matches(',');
    let word = |word: &str| word.trim().trim_matches('"').to_owned();
    match [',', ';', '\t'].into_iter().find(|mark| line.contains(*mark)) {
        Some(mark) => line.split(mark).map(word).collect(),
        None => line.split_whitespace().map(word).collect(),
    }
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

/// Columns by name: every variable, and one more for the value.
fn with_header(rows: &[Vec<String>], recur: &Recur) -> Result<Vec<Cell>, String> {
    let header = &rows[0];
    let mut places = Vec::new();
    for var in &recur.vars {
        let place = header.iter().position(|word| *word == var.name);
        places.push(place.ok_or_else(|| format!("its header has no column `{}`", var.name))?);
    }
    let others: Vec<usize> = (0..header.len()).filter(|at| !places.contains(at)).collect();
    let value = others.iter().find(|at| matches!(header[**at].as_str(), "value" | "dp" | "v" | "f" | "lead"));
    let value = match (value, others.as_slice()) {
        (Some(value), _) | (None, [value]) => *value,
        _ => return Err("it needs one column beside the variables, `value`".to_owned()),
    };
    let mut cells = Vec::new();
    for (row, words) in rows.iter().enumerate().skip(1) {
        let word = |at: usize| words.get(at).map_or("", String::as_str);
        if nothing(word(value)) {
            continue;
        }
        let read = |at: usize| number(word(at)).ok_or_else(|| format!("`{}` in row {row} is no number", word(at)));
        let at = places.iter().map(|place| read(*place)).collect::<Result<_, _>>()?;
        cells.push(Cell { at, value: read(value)? });
    }
    Ok(cells)
}

/// A grid without names: a line for each value of the first variable, in it a number for each value of the second. It may begin at 0
/// where the variable begins later.
fn bare(rows: &[Vec<String>], bounds: &Bounds) -> Result<Vec<Cell>, String> {
    let single = matches!(bounds.as_slice(), [_]) && rows.iter().all(|row| row.len() == 1);
    let rows = if single { vec![rows.iter().filter_map(|row| row.first().cloned()).collect()] } else { rows.to_vec() };
    let first = |count: usize, (lo, hi): (i64, i64)| {
        let from_zero = i64::try_from(count).is_ok_and(|count| lo > 0 && count > hi - lo + 1);
        if from_zero { 0 } else { lo }
    };
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut cells = Vec::new();
    for (row, words) in rows.iter().enumerate() {
        for (column, word) in words.iter().enumerate().filter(|(_, word)| !nothing(word)) {
            let value = number(word).ok_or_else(|| format!("`{word}` in line {} is no number", row + 1))?;
            let place = |at: usize, from: i64| i64::try_from(at).unwrap_or(i64::MAX).saturating_add(from);
            let at = match bounds.as_slice() {
                [only] => vec![place(column, first(longest, *only))],
                [one, two] => vec![place(row, first(rows.len(), *one)), place(column, first(longest, *two))],
                _ => return Err("a grid without a header can show two variables; write columns with names".to_owned()),
            };
            cells.push(Cell { at, value });
        }
    }
    Ok(cells)
}
