//! What is on the table, as data: boards, rows, heaps, graphs, sets and numbers with their places, and where on them each move is made.
//!
//! Whoever draws a position draws this: pages lay it out and colour it, pictures are made of it. It knows the rules and their `show`
//! lines, and values of positions not at all. Lengths are in units: a cell of a board is 1 × 1.

mod boards;
mod graph;
mod letters;
#[cfg(test)]
mod tests;
mod touch;

pub use letters::letters;

use crate::gallery;
use crate::words::Lang;
use bouton::rules::interpret::Move;
use bouton::rules::layout::Packed;
use bouton::{Instance, game::Game};
use serde::Serialize;

/// The name of this form of data.
pub const SCHEMA: &str = "bouton.view/1";

/// What is on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// What has a place: one board for each `show` line, or where rules have none, one for each variable that can be drawn.
    pub boards: Vec<Board>,
    /// Variables that no board shows.
    pub rest: Vec<Rest>,
    /// The position in one line.
    pub text: String,
}

/// A variable that no board shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rest {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// How places lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Rows and columns of cells.
    Grid,
    /// A row of cards, in order.
    Row,
    /// Heaps of counters.
    Heaps,
    /// Two rows of pits with a store at each end.
    Mancala,
    /// Nodes, and lines between them.
    Graph,
    /// Members of a set: those that are in it, and faded those that are not, or the other way round where it holds what is used up.
    Set,
}

/// Places that belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// The variable that it shows; empty where it is the only board.
    pub name: String,
    /// How they lie.
    pub kind: Kind,
    /// From the left edge to the right.
    pub width: f64,
    /// From the top to the bottom.
    pub height: f64,
    /// The places.
    pub places: Vec<Place>,
    /// Lines between nodes.
    pub edges: Vec<Edge>,
}

/// A line between two places of the same board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// The number of a place.
    pub from: usize,
    /// The number of the other.
    pub to: usize,
    /// Whether it leads one way only.
    pub arrow: bool,
}

/// What a place looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A cell of a board.
    Cell,
    /// An entry of a row, a member of a set.
    Card,
    /// A heap.
    Heap,
    /// A pit, or a store.
    Pit,
    /// A node of a graph.
    Node,
}

/// Something on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The left edge.
    pub x: f64,
    /// The top.
    pub y: f64,
    /// How wide it is.
    pub w: f64,
    /// How high it is.
    pub h: f64,
    /// What it looks like.
    pub shape: Shape,
    /// What stands there; nothing where it is empty.
    pub text: String,
    /// Whose that is: 0 is the first player, 1 the second.
    pub owner: Option<u8>,
    /// How many counters lie there, where so many can be drawn.
    pub count: Option<u32>,
    /// No longer in play.
    pub faded: bool,
    /// What it is called: "row 0, column 1". Rules count from zero, so moves do: `put(0,1)`.
    pub name: String,
}

/// A place: the number of the board, and of the place on it.
pub type Spot = (usize, usize);

/// Where a move is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Touch {
    /// Everything that it changes.
    pub touches: Vec<Spot>,
    /// Where a hand begins it.
    pub from: Option<Spot>,
    /// Where a hand ends it; the same place where a touch is all there is to it.
    pub to: Option<Spot>,
}

/// What is on the table in a position, in a language. Cost: as many steps as it has places; of a graph, which is laid out, about a
/// hundred times the square of its nodes.
#[must_use]
pub fn view(game: &Instance, position: &Packed, lang: Lang) -> View {
    boards::Table::new(game, position, lang).view
}

/// The view, and where on it each of these moves is made: both at the cost of one.
#[must_use]
pub fn with_touches<'m>(
    game: &Instance,
    position: &Packed,
    moves: impl IntoIterator<Item = (&'m Move, &'m Packed)>,
    lang: Lang,
) -> (View, Vec<Touch>) {
    let table = boards::Table::new(game, position, lang);
    let found = moves.into_iter().map(|(mv, next)| touch::touch(game, &table, mv, next)).collect();
    (table.view, found)
}

impl View {
    /// A place.
    #[must_use]
    pub fn place(&self, (board, place): Spot) -> Option<&Place> {
        self.boards.get(board)?.places.get(place)
    }
}

/// Whose turn it is and where play stands, in one line of the rules' own words.
fn line_of(game: &Instance, position: &Packed, lang: Lang) -> String {
    gallery::place(game.rules(), &game.show_position(position), lang)
}
