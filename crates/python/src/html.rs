//! Pictures and pages inside of a notebook's page. Each is a file of its own there: its styles would otherwise be those of all the page.

use pyo3::prelude::*;

/// A picture as an image. It is as wide as the page at the most; where it could not be read any more, it scrolls.
#[pyfunction]
pub(crate) fn image(svg: &str) -> String {
    let title = svg.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    let title = title.map_or("", |(title, _)| title.trim());
    let width = svg.split_once(" width=\"").and_then(|(_, rest)| rest.split_once('"')?.0.parse::<u32>().ok());
    // Letters of 13 pixels can be read in two thirds of their size.
    let least = width.unwrap_or(0) / 3 * 2;
    format!(
        "<div style='overflow-x:auto'><img alt='{}' src='data:image/svg+xml,{}' style='display:block;max-width:max(100%,{least}px)'></div>",
        title.replace('\'', "&#39;"),
        in_address(svg)
    )
}

/// A whole page in a frame.
pub(crate) fn frame(page: &str) -> String {
    let page = page.replace('&', "&amp;").replace('\'', "&#39;");
    format!("<iframe srcdoc='{page}' style='width:100%;height:36em;border:1px solid #ccc'></iframe>")
}

/// Equations, which scroll where the page is too narrow.
pub(crate) fn mathematics(body: &str) -> String {
    format!(
        "<div class='bouton-equations' style='overflow-x:auto'><style>.bouton-equations mtd{{text-align:left}}</style>{body}</div>"
    )
}

/// A text as a part of an address: the letters that end it, or mean something in it, by their numbers.
fn in_address(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 5 / 4);
    for letter in text.chars() {
        match letter {
            '%' | '#' | '"' | '\'' | '<' | '>' | '&' | '\n' | '\u{a0}' => {
                let mut bytes = [0; 4];
                letter.encode_utf8(&mut bytes).bytes().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
            }
            _ => out.push(letter),
        }
    }
    out
}
