//! The table of a solved game: every position that can be reached with its value, in an order in which they can be filled in.
//!
//! Positions made of one, two or three numbers lie in a grid; sets, boards and everything else lie in layers, by the moves that lead to
//! them; a sum of games has a row of nimbers. The data first ([`Table`]), then one short file a format.

mod arrows;
mod axes;
mod csv;
mod heat;
mod html;
mod json;
mod latex;
mod markdown;
mod order;
mod parts;
mod svg;
mod text;

pub use arrows::Arrows;
pub use axes::Axis;
pub use csv::csv;
pub(crate) use html::arithmetic;
pub use html::html;
pub use json::json;
pub use latex::latex;
pub use markdown::markdown;
pub use order::{How, Order};
pub use svg::svg;
pub use text::{captions, layer_words, read_words, text};

use crate::recurrence::{self, Intervals};
use crate::refusal::Refusal;
use crate::scene::{Graph, Look, Mover, Scene, Sign, outcome_words};
use crate::words::Told;
use bouton::game::Game;
use bouton::rules::Player;
use bouton::rules::layout::Packed;
use bouton::{Silent, Value};
use std::collections::HashMap;

/// What a reader can do about a table that is too large for a form: a picture only where that would hold it.
fn instead(table: &Table, wanted: &[&'static str]) -> Vec<Told> {
    let works = |id: &&&'static str| **id != "advice-svg" || svg::fits(table);
    wanted.iter().filter(works).map(|id| Told::from(*id)).collect()
}

/// A table, ready to be written in any form.
#[derive(Clone, Debug)]
pub struct Table {
    /// The title of the game.
    pub title: String,
    /// Its parameters.
    pub params: String,
    /// What the cells hold.
    pub kind: CellKind,
    /// How the cells lie.
    pub layout: Layout,
    /// The cells. The first is where play begins.
    pub cells: Vec<Cell>,
    /// The orders in which the cells can be filled.
    pub orders: Vec<Order>,
    /// Which of them the numbers follow.
    pub order: Option<usize>,
    /// Best play, from cell to cell.
    pub line: Vec<usize>,
    /// Whether a cell stands for both players' turns.
    pub turn_dropped: bool,
    /// The variables by which ranges of lists end.
    pub ends: Vec<String>,
    /// Whether their axes name the entry after the last one, or the last one itself.
    pub intervals: Intervals,
}

/// What cells hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// The lead of the player to move.
    Lead,
    /// Whether the player to move wins, and how soon.
    Outcome,
    /// Nimbers.
    Nimber,
}

/// How cells lie.
#[derive(Clone, Debug)]
pub enum Layout {
    /// By up to three numbers: rows, columns, slices.
    Grid(Vec<Axis>),
    /// By the fewest moves that lead to them: the cells of each layer.
    Layers(Vec<Vec<usize>>),
}

/// A position in a table.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Where it lies on each axis of a grid.
    pub place: Vec<usize>,
    /// Its variables: `i=2 M=2`.
    pub position: String,
    /// The position as JSON, as `--at` reads it; nothing for the part of a sum.
    pub state: Option<String>,
    /// As the rules draw it, a line each.
    pub drawing: Vec<String>,
    /// Whose turn it is, where that matters.
    pub mover: Option<Mover>,
    /// What it is worth to its mover.
    pub worth: Worth,
    /// The points that its mover gets from here on, where the rules say what is left.
    pub own: Option<i64>,
    /// Whether play is over.
    pub over: bool,
    /// Its number in the order of filling, from 1.
    pub fill: Option<usize>,
    /// What it is worked out from.
    pub reads: Vec<Read>,
    /// Whether a worksheet leaves its value out.
    pub blank: bool,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A value for its mover.
    Value(Value),
    /// A nimber.
    Nimber(u64),
}

/// One way to go on from a cell.
#[derive(Clone, Debug)]
pub struct Read {
    /// The move; of a part, what it leaves.
    pub mv: String,
    /// What it gives its mover more than the other.
    pub gain: i64,
    /// Whether its mover moves again.
    pub again: bool,
    /// The cell it leads to; of a part, the cells whose nimbers are added.
    pub to: Vec<usize>,
    /// What it is worth to its mover.
    pub worth: Worth,
    /// Whether it is best.
    pub best: bool,
}

/// The table of everything that can be reached; refuses where that is more than `most` positions.
///
/// # Errors
/// More than `most` positions can be reached (what would do is `instead`), there is no order of that name, a value is not among the solved
/// ones, or the rules have a fault.
pub fn table(scene: &Scene, wanted: Option<&str>, most: usize, instead: &[Told]) -> Result<Table, Refusal> {
    laid_out(scene, wanted, &Graph::reached(scene, most, instead)?, None)
}

/// The same with the nimber of each position; of a sum, the row of its parts.
///
/// # Errors
/// As [`table`], and where positions have no nimbers.
pub fn nimbers(scene: &Scene, wanted: Option<&str>, most: usize, instead: &[Told]) -> Result<Table, Refusal> {
    if scene.game.parts().is_some() {
        return parts::parts(scene, most, instead);
    }
    let graph = Graph::reached(scene, most, instead)?;
    let limits = scene.game.limits().clone().positions(most as u64);
    match bouton::nimbers_of(scene.game, scene.at, &limits, &Silent)? {
        Some(known) => laid_out(scene, wanted, &graph, Some(&known)),
        None => Err(Refusal::unfit("unfit-no-nimbers", Vec::new())),
    }
}

/// What positions are worth as nimbers.
type Nimbers = HashMap<Packed, u64>;

fn laid_out(scene: &Scene, wanted: Option<&str>, graph: &Graph, nimbers: Option<&Nimbers>) -> Result<Table, Refusal> {
    let axes = axes::axes(scene, graph);
    let (layout, places) = match axes {
        Some((axes, places)) => (Layout::Grid(axes), places),
        None => (layers(graph), vec![Vec::new(); graph.positions.len()]),
    };
    let orders = order::orders(graph, &layout, &places);
    let order = order::chosen(scene, &orders, wanted)?;
    let turn_dropped = scene.turn_dropped();
    let mut cells = Vec::new();
    for (at, place) in places.into_iter().enumerate() {
        let fill = order.and_then(|order| orders[order].fill[at]);
        cells.push(cell(scene, graph, at, place, fill, nimbers)?);
    }
    let kind = match graph.values[0] {
        _ if nimbers.is_some() => CellKind::Nimber,
        Value::Lead(_) => CellKind::Lead,
        Value::Outcome(_) => CellKind::Outcome,
    };
    let line = if nimbers.is_some() { Vec::new() } else { graph.best_line() };
    let (title, params, ends) = (scene.title(), scene.params(), recurrence::ends(scene.game));
    let intervals = Intervals::HalfOpen;
    Ok(Table { title, params, kind, layout, cells, orders, order, line, turn_dropped, ends, intervals })
}

fn cell(
    scene: &Scene,
    graph: &Graph,
    at: usize,
    place: Vec<usize>,
    fill: Option<usize>,
    nimbers: Option<&Nimbers>,
) -> Result<Cell, Refusal> {
    let (position, value) = (&graph.positions[at], graph.values[at]);
    let nimber = |at: usize| {
        Some(Worth::Nimber(*nimbers?.get(&graph.positions[at]).expect("all that can be reached was valued")))
    };
    let read = |edge: &crate::scene::Edge| {
        let nimber = nimber(edge.to);
        Read {
            mv: scene.show_move(&edge.mv),
            gain: edge.gain,
            again: edge.again,
            to: vec![edge.to],
            worth: nimber.unwrap_or(Worth::Value(edge.value)),
            // Of winning moves with nimbers none is faster.
            best: nimber.map_or(edge.best, |nimber| nimber == Worth::Nimber(0)),
        }
    };
    Ok(Cell {
        place,
        position: scene.variables(position),
        state: Some(bouton::answer::report::position_json(scene.game, position).to_string()),
        drawing: scene.drawing(position).map(|drawing| crate::scene::lines(&drawing)).unwrap_or_default(),
        mover: scene.to_move(position).filter(|_| !scene.turn_dropped()),
        worth: nimber(at).unwrap_or(Worth::Value(value)),
        own: scene.own(position, value),
        over: graph.over(at),
        fill,
        reads: graph.edges[at].iter().map(read).collect(),
        blank: false,
    })
}

fn layers(graph: &Graph) -> Layout {
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for (at, &layer) in graph.layers.iter().enumerate() {
        layers.resize_with(layers.len().max(layer + 1), Vec::new);
        layers[layer].push(at);
    }
    for layer in &mut layers {
        layer.sort_by(|&one, &two| graph.positions[one].cmp(&graph.positions[two]));
    }
    Layout::Layers(layers)
}

impl Worth {
    /// Its sign. A nimber of 0 is a loss for who must move, any other a win.
    #[must_use]
    pub fn sign(self) -> Sign {
        match self {
            Worth::Value(value) => Sign::of(value),
            Worth::Nimber(0) => Sign::Loss,
            Worth::Nimber(_) => Sign::Win,
        }
    }

    /// In words: `+8`, `win in 3`, `4`.
    #[must_use]
    pub fn words(self, look: Look) -> String {
        match self {
            Worth::Value(value) => outcome_words(value, look.lang),
            Worth::Nimber(nimber) => nimber.to_string(),
        }
    }

    /// For tables, as short as can be: `+8`, `3` (plies; the sign beside it says who wins), nothing for a draw.
    #[must_use]
    pub fn brief(self) -> String {
        match self {
            Worth::Value(Value::Outcome(outcome)) => outcome.plies().map_or(String::new(), |plies| plies.to_string()),
            Worth::Value(value) => value.to_string(),
            Worth::Nimber(nimber) => nimber.to_string(),
        }
    }

    /// For programs.
    #[must_use]
    pub fn json(self) -> serde_json::Value {
        match self {
            Worth::Value(value) => crate::scene::value_json(value),
            Worth::Nimber(nimber) => nimber.into(),
        }
    }

    /// Plies to the end, where they are counted.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            Worth::Value(value) => bouton::answer::report::plies(value),
            Worth::Nimber(_) => None,
        }
    }
}

impl Table {
    /// Names the places along the axes by which ranges end by the last entry of a range, and not by the one after it. Positions keep
    /// the rules' own words, by which they are asked for.
    pub fn close(&mut self) {
        let Layout::Grid(axes) = &mut self.layout else { return };
        for axis in axes.iter_mut().filter(|axis| self.ends.contains(&axis.name)) {
            axis.labels = axis.values.iter().map(|value| value.saturating_sub(1).to_string()).collect();
        }
        self.intervals = Intervals::Closed;
    }

    /// Whether an axis ends ranges, so that readers have a choice of its names.
    #[must_use]
    pub fn has_ends(&self) -> bool {
        self.axes().iter().any(|axis| self.ends.contains(&axis.name))
    }

    /// The order that the numbers of cells follow.
    #[must_use]
    pub fn filling(&self) -> Option<&Order> {
        self.orders.get(self.order?)
    }

    /// The axes of a grid.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        if let Layout::Grid(axes) = &self.layout { axes } else { &[] }
    }

    /// The cells in the order of filling; those without a number last, as they come.
    #[must_use]
    pub fn in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        order.sort_by_key(|&at| self.cells[at].fill.unwrap_or(usize::MAX));
        order
    }

    /// The cell of each place of a grid, row by row in one slice: nothing where no play comes.
    #[must_use]
    pub fn slice(&self, slice: usize) -> Vec<Vec<Option<usize>>> {
        let axes = self.axes();
        let length = |which: usize| axes.get(which).map_or(1, |axis| axis.values.len());
        let mut rows = vec![vec![None; length(1)]; length(0)];
        for (at, cell) in self.cells.iter().enumerate() {
            let on = |which: usize| cell.place.get(which).copied().unwrap_or(0);
            if on(2) == slice {
                rows[on(0)][on(1)] = Some(at);
            }
        }
        rows
    }

    /// How many slices there are.
    #[must_use]
    pub fn slices(&self) -> usize {
        self.axes().get(2).map_or(1, |axis| axis.values.len())
    }

    /// What a row of a slice is called beside its number: the drawing that its cells share, or that play is over in all of them.
    #[must_use]
    pub fn row_words(&self, slice: usize, row: usize, look: Look) -> String {
        let cells: Vec<&Cell> = self.slice(slice)[row].iter().flatten().map(|&at| &self.cells[at]).collect();
        let Some(first) = cells.first() else { return String::new() };
        if cells.iter().all(|cell| cell.over) && self.kind != CellKind::Nimber {
            return look.lang.say("over", &[]);
        }
        let same = cells.iter().all(|cell| cell.drawing == first.drawing) && first.drawing.len() == 1;
        if same && self.axes().len() > 1 { first.drawing[0].clone() } else { String::new() }
    }

    /// A cell's variables, and whose turn it is where that matters.
    #[must_use]
    pub fn cell_words(&self, at: usize) -> String {
        let cell = &self.cells[at];
        match &cell.mover {
            Some(mover) => format!("{} ({})", cell.position, mover.name),
            None => cell.position.clone(),
        }
    }
}

/// Whether a position's turn is that of the second player, for axes.
fn second(player: Player) -> i64 {
    i64::from(player == Player::Second)
}

/// The mover of a position as a number, and 2 where a move has ended the game.
fn turn_number(scene: &Scene, position: &Packed) -> i64 {
    if scene.ended_by_move(position) { 2 } else { second(scene.game.mover(position)) }
}
