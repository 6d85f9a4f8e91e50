//! What pictures are made of: boxes, labels and arrows in SVG, and the colours that colour-blind readers can tell apart.
//!
//! Lengths are whole pixels. Every picture has a title and a description, and everything that a colour says a sign says too.

mod board;
mod route;

pub use board::board;
pub use route::{Point, arrows};

use crate::scene::{Sign, columns, glued};
use bouton::rules::diagnostic::harmless;
use svg::Document;
use svg::node::element::{Definitions, Description, Group, Marker, Path, Rectangle, Style, Text, Title};

/// How wide a letter of the usual size is, and how far lines of letters are apart.
pub const LETTER: i64 = 8;
/// The distance between lines of letters.
pub const LINE: i64 = 17;

/// Colours of the light page. `#D55E00` marks a loss; its text is darker, to be read on white.
pub const STYLE: &str = "\
text{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:13px;fill:#1a1a1a}\
.title{font-size:15px;font-weight:bold}.small{font-size:10px;fill:#555}.head{fill:#333}\
.page{fill:#fff}.hole rect{fill:#f4f4f4;stroke:#ddd}.hole text{fill:#999}\
.box rect{fill:#fff;stroke:#999}.win rect{fill:#e8f2f9;stroke:#0072B2}.loss rect{fill:#fcf0e8;stroke:#D55E00}\
.draw rect{fill:#f3f3f3;stroke:#767676}.win .worth{fill:#0072B2}.loss .worth{fill:#B34700}.draw .worth{fill:#5f5f5f}\
.worth{font-weight:bold}.on rect{stroke-width:3}.again{opacity:.55}.again rect{stroke-dasharray:4 3}\
.arrow{fill:none;stroke:#333;stroke-width:2;stroke-opacity:.7}.edge{fill:none;stroke:#999}.best{stroke:#333;stroke-width:2.5}\
.head-of-arrow{fill:#333}.w1,.w2,.w3,.w4{fill:#0072B2}.l1,.l2,.l3,.l4{fill:#D55E00}.d0{fill:#767676}\
.w1{fill-opacity:.35}.l1{fill-opacity:.5}.w2{fill-opacity:.55}.l2{fill-opacity:.65}.w3,.l3{fill-opacity:.8}.frame{fill:none;stroke:#bbb}";

/// Pixels that a text of the usual size takes.
#[must_use]
pub fn wide(text: &str) -> i64 {
    i64::try_from(columns(text)).unwrap_or(i64::MAX / LETTER).saturating_mul(LETTER)
}

/// A number of things as pixels are counted.
#[must_use]
pub fn count(things: usize) -> i64 {
    i64::try_from(things).unwrap_or(i64::MAX)
}

/// A whole picture on a white page.
#[must_use]
pub fn page(width: i64, height: i64, title: &str, description: &str) -> Document {
    let arrow = Path::new().set("d", "M0 0L8 4L0 8z").set("class", "head-of-arrow");
    let arrow = Marker::new()
        .set("id", "tip")
        .set("viewBox", "0 0 8 8")
        .set("refX", 7)
        .set("refY", 4)
        .set("markerWidth", 9)
        .set("markerHeight", 9)
        .set("markerUnits", "userSpaceOnUse")
        .set("orient", "auto")
        .add(arrow);
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(Title::new(harmless(title)))
        .add(Description::new().add(svg::node::Text::new(harmless(description).replace('\u{a0}', " "))))
        .add(Style::new(STYLE))
        .add(Definitions::new().add(arrow))
        .add(Rectangle::new().set("class", "page").set("width", width).set("height", height))
}

/// A line of text. Blanks in it stay.
#[must_use]
pub fn label(x: i64, y: i64, text: &str, class: &str) -> Text {
    let text = harmless(text).replace(' ', "\u{a0}");
    let label = Text::new(text).set("x", x).set("y", y);
    if class.is_empty() { label } else { label.set("class", class) }
}

/// A line of text about a middle.
#[must_use]
pub fn centred(x: i64, y: i64, text: &str, class: &str) -> Text {
    label(x, y, text, class).set("text-anchor", "middle")
}

/// A text broken into lines of at most so many pixels: between words, after Chinese signs, never behind a mark that is explained.
#[must_use]
pub fn broken(text: &str, width: i64) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for piece in pieces(&glued(text)) {
        let Some(last) = lines.last_mut() else { break };
        if !last.is_empty() && wide(last) + wide(piece.trim_end_matches(' ')) > width {
            last.truncate(last.trim_end_matches(' ').len());
            lines.push(piece);
        } else {
            last.push_str(&piece);
        }
    }
    lines
}

/// The parts of a text that stay together, each with the blank behind it.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(last) = pieces.last_mut() else { break };
        last.push(letter);
        let chinese = wide(letter.encode_utf8(&mut [0; 4])) > LETTER;
        let goes_on = letters.peek().is_none_or(|next| " \u{a0}，。；：、）」！？".contains(*next));
        if letter == ' ' || chinese && !goes_on {
            pieces.push(String::new());
        }
    }
    pieces
}

/// A place on a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The left edge.
    pub x: i64,
    /// The upper edge.
    pub y: i64,
    /// The width.
    pub w: i64,
    /// The height.
    pub h: i64,
}

impl Place {
    /// A box.
    #[must_use]
    pub fn rectangle(self) -> Rectangle {
        Rectangle::new().set("x", self.x).set("y", self.y).set("width", self.w).set("height", self.h).set("rx", 3)
    }

    fn middle(self) -> (i64, i64) {
        (self.x + self.w / 2, self.y + self.h / 2)
    }

    /// Where the way to another box leaves this one, or comes in.
    fn border(self, other: Place) -> (i64, i64) {
        let ((x, y), (to_x, to_y)) = (self.middle(), other.middle());
        let (dx, dy) = (to_x - x, to_y - y);
        if dx.abs() * self.h > dy.abs() * self.w {
            let side = self.w / 2 * dx.signum();
            (x + side, y + if dx == 0 { 0 } else { dy * (self.w / 2) / dx.abs() })
        } else {
            let side = self.h / 2 * dy.signum();
            (x + if dy == 0 { 0 } else { dx * (self.h / 2) / dy.abs() }, y + side)
        }
    }
}

/// A group of one sign.
#[must_use]
pub fn group(sign: Sign, more: &str) -> Group {
    let class = if more.is_empty() { sign.class().to_owned() } else { format!("{} {more}", sign.class()) };
    Group::new().set("class", class)
}

/// The picture as text, an XML file of its own.
#[must_use]
pub fn file(document: &Document) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n")
}
