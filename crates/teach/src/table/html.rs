//! A table as a page of its own: the picture, and a slider that fills it step by step. It loads nothing from anywhere.

use super::svg::{drawn, title};
use super::{Arrows, Cell, CellKind, Read, Table, Worth};
use crate::formula::xml_text as escape;
use crate::refusal::Refusal;
use crate::scene::{Look, signed};
use crate::words::Word;
use bouton::Value;
use serde_json::{Value as Json, json};

const STYLE: &str = include_str!("table.css");
const SCRIPT: &str = include_str!("table.js");

/// The page.
///
/// # Errors
/// The table has more cells than a picture holds.
pub fn html(table: &Table, arrows: Arrows, look: Look) -> Result<String, Refusal> {
    let lang = look.lang;
    let picture = drawn(table, arrows, look)?.to_string();
    let steps: Vec<Json> = table
        .in_order()
        .into_iter()
        .filter(|&at| table.cells[at].fill.is_some())
        .map(|at| step(table, at, look))
        .collect();
    // A script may not hold `</script`, whatever names rules give.
    let data = json!(steps).to_string().replace('<', "\\u003c");
    let last = steps.len();
    let caption = escape(&title(table));
    let (slide, keys) = (escape(&lang.say("html-step", &[])), escape(&lang.say("html-keys", &[])));
    let help = escape(&lang.say("html-help", &[]));
    Ok(format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{caption}</title>\n\
         </head>\n<body>\n<main>\n<h1>{caption}</h1>\n\
         <p class=\"controls\"><label for=\"step\">{slide}</label>\n\
         <button type=\"button\" id=\"back\" aria-label=\"←\">←</button>\n\
         <input type=\"range\" id=\"step\" min=\"0\" max=\"{last}\" value=\"{last}\">\n\
         <button type=\"button\" id=\"on\" aria-label=\"→\">→</button>\n<output id=\"count\"></output></p>\n\
         <p id=\"say\" aria-live=\"polite\"></p>\n<div class=\"picture\">\n{picture}\n</div>\n\
         <p id=\"keys\"><small>{keys}</small></p>\n<p id=\"help\" hidden><small>{help}</small></p>\n</main>\n\
         <style>\n{STYLE}</style>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    ))
}

/// A step: the cell, the cells it reads, and the sum that gives it.
fn step(table: &Table, at: usize, look: Look) -> Json {
    let cell = &table.cells[at];
    let reads: Vec<usize> = cell.reads.iter().flat_map(|read| read.to.clone()).collect();
    json!({"cell": at, "reads": reads, "say": format!("{}{}{}", table.cell_words(at), look.lang.say("colon", &[]), sum(table, cell, look))})
}

/// What gives a cell its value.
fn sum(table: &Table, cell: &Cell, look: Look) -> String {
    let worth = cell.worth.marked(look);
    if cell.over {
        return format!("{worth}   {}", look.lang.say("over", &[]));
    }
    match table.kind {
        CellKind::Nimber => {
            let mut found: Vec<String> = cell.reads.iter().map(|read| read.worth.brief()).collect();
            found.sort_by_key(|nimber| nimber.parse::<u64>().unwrap_or(u64::MAX));
            found.dedup();
            look.lang.say("html-mex", &[("found", found.join(", ").into()), ("nimber", cell.worth.brief().into())])
        }
        _ => {
            let ways: Vec<String> = cell.reads.iter().map(|read| way(read, look)).collect();
            let count = i64::try_from(ways.len()).unwrap_or(i64::MAX);
            let best = look.lang.say("html-best", &[("count", Word::Count(count)), ("worth", worth.into())]);
            format!("{}   {best}", ways.join("    "))
        }
    }
}

/// `take(1): 2 − 8 = −6`
fn way(read: &Read, look: Look) -> String {
    let worth = match read.worth {
        Worth::Value(Value::Lead(lead)) => arithmetic(read.gain, lead, read.again),
        worth => worth.marked(look),
    };
    format!("{}{}{worth}{}", read.mv, look.lang.say("colon", &[]), if read.best { " ★" } else { "" })
}

/// `2 − 8 = −6`; where the same player moves again, `1 + 3 = +4`.
pub(crate) fn arithmetic(gain: i64, lead: i64, again: bool) -> String {
    let gain_words = if gain < 0 { format!("−{}", gain.unsigned_abs()) } else { gain.to_string() };
    // What the next position is worth to its mover; a step of a solved game has shown that it fits.
    let reply = if again { lead.saturating_sub(gain) } else { gain.saturating_sub(lead) };
    let reply_words = if reply < 0 { format!("(−{})", reply.unsigned_abs()) } else { reply.to_string() };
    format!("{gain_words} {} {reply_words} = {}", if again { '+' } else { '−' }, signed(lead))
}
