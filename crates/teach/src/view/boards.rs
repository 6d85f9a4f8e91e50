//! The boards of a position: what its `show` lines draw, or where there are none, what the types of its variables suggest.

use super::{Board, Edge, Kind, Place, Rest, SCHEMA, Shape, Spot, View, graph, line_of};
use crate::gallery;
use crate::scene::columns;
use crate::words::{Lang, Word};
use bouton::game::Game;
use bouton::rules::datum::{Cell, Datum, Grid, NONE};
use bouton::rules::interpret::{Drawing, Position, Shown};
use bouton::rules::layout::Packed;
use bouton::rules::rules::{ShowStyle, Subject};
use bouton::rules::types::{Domain, Type};
use bouton::{Instance, Player};
use std::collections::BTreeMap;

/// Rows of more entries are cut in the middle, which leaves so many at each end.
const MOST_CARDS: usize = 60;
const CARDS_AT_ENDS: usize = 24;
/// Boards, sets and graphs with more places are told in words.
const MOST_CELLS: usize = 1_600;
const MOST_MEMBERS: i64 = 200;
const MOST_NODES: usize = 150;
/// Heaps of more are told by their number alone.
const MOST_COUNTERS: i64 = 60;

/// An entry of a variable (`Subject`, number), or the variable itself (number 0).
pub(super) type Entry = (usize, Source);

/// Whether a variable or a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// An entry of `Rules::states[i]`.
    State(usize),
    /// An entry of `Rules::params[i]`.
    Param(usize),
    /// An entry of `Rules::lets[i]`, a board that never changes.
    Let(usize),
}

/// A view while it is laid out, and where the entries of variables lie on it.
pub(super) struct Table<'g> {
    game: &'g Instance,
    pub(super) position: Position,
    lang: Lang,
    pub(super) view: View,
    /// The place of an entry.
    pub(super) spots: BTreeMap<Entry, Spot>,
    /// Of rows that tell which entries are left: the parameter or variable, the first entry that is left and the one after the last.
    pub(super) windows: Vec<(Source, usize, usize)>,
    /// State variables that a board shows.
    told: Vec<usize>,
}

impl<'g> Table<'g> {
    pub(super) fn new(game: &'g Instance, packed: &Packed, lang: Lang) -> Table<'g> {
        let position = game.unpack(packed);
        let text = line_of(game, packed, lang);
        let view = View { schema: SCHEMA, boards: Vec::new(), rest: Vec::new(), text };
        let (spots, windows, told) = (BTreeMap::new(), windows(game, &position), Vec::new());
        let mut table = Table { game, position, lang, view, spots, windows, told };
        match game.interpreter().shown(&table.position) {
            Ok(shown) if !shown.is_empty() => shown.into_iter().for_each(|shown| table.show(shown)),
            _ => table.by_types(),
        }
        table.rest();
        if let [only] = table.view.boards.as_mut_slice() {
            only.name.clear();
        }
        table
    }

    fn show(&mut self, shown: Shown) {
        let (source, name) = match shown.subject {
            Subject::State(which) => (Source::State(which), self.called(which)),
            Subject::Param(which) => (Source::Param(which), self.game.rules().params[which].name.clone()),
        };
        if let Source::State(which) = source {
            self.told.push(which);
        }
        match shown.drawing {
            Drawing::Board(rows) => {
                self.tell_pieces(source);
                self.grid(name, source, &rows, shown.upward);
            }
            Drawing::Row(entries) => {
                let (all, from, to) = shown.whole.unwrap_or_else(|| {
                    let count = entries.len();
                    (entries, 0, count)
                });
                self.told.extend(self.game.interpreter().drawn_variables());
                self.row(name, source, &all, from..to);
            }
            Drawing::Heaps(heaps) => self.heaps(name, source, &heaps),
            Drawing::Mancala { far, near } => self.mancala(name, source, &far, &near),
            Drawing::Graph(_) => {
                let Source::Param(which) = source else { return };
                self.graph(name, which, &self.pieces());
            }
        }
    }

    /// What a variable is called beside a picture.
    fn called(&self, which: usize) -> String {
        let rules = self.game.rules();
        gallery::state(rules, &rules.states[which].name, self.lang).to_owned()
    }

    /// Variables that stand on a board as pieces are told by it.
    fn tell_pieces(&mut self, source: Source) {
        if let Source::State(which) = source
            && let Datum::Grid(grid) = &self.position.state[which]
        {
            let pieces = self.game.interpreter().pieces_on(grid, &[], &self.position);
            self.told.extend(pieces.into_iter().map(|(piece, ..)| piece));
        }
    }

    /// State variables that are nodes of a graph, and where they stand.
    fn nodes(&self) -> Vec<(usize, i64)> {
        let domains = self.game.interpreter().domains().iter().zip(&self.position.state).enumerate();
        domains
            .filter_map(|(which, (domain, value))| match (domain, value) {
                (Domain::Node { .. }, Datum::Int(node)) => Some((which, *node)),
                _ => None,
            })
            .collect()
    }

    /// The pieces that a `show` line puts on a graph.
    fn pieces(&self) -> Vec<(usize, (String, Option<i64>))> {
        let rules = self.game.rules();
        let with = rules.shows.iter().filter(|show| matches!(show.style, ShowStyle::Graph)).flat_map(|show| &show.with);
        let nodes = self.nodes();
        let piece = |(name, letter): &(String, String)| {
            let (which, node) = *nodes.iter().find(|(which, _)| rules.states[*which].name == *name)?;
            Some((which, (letter.clone(), Some(node))))
        };
        with.filter_map(piece).collect()
    }

    /// Without `show` lines: a board for each variable whose type suggests one.
    fn by_types(&mut self) {
        let rules = self.game.rules();
        let graph = self.game.interpreter().params().iter().position(|value| matches!(value, Datum::Graph(_)));
        if let Some(which) = graph.filter(|_| !self.nodes().is_empty()) {
            let pieces =
                self.nodes().into_iter().map(|(state, node)| (state, (initial(&rules.states[state].name), Some(node))));
            let pieces: Vec<_> = pieces.collect();
            self.told.extend(pieces.iter().map(|(state, _)| *state));
            self.graph(rules.params[which].name.clone(), which, &pieces);
        }
        self.fixed_boards();
        for which in 0..rules.states.len() {
            let value = self.position.state[which].clone();
            let domain = self.game.interpreter().domains()[which].clone();
            self.by_type(which, self.called(which), &value, &domain);
        }
        if self.view.boards.is_empty() {
            self.numbers();
        }
    }

    /// Boards that never change, with what stands on their cells: variables that are cells of a board of that size, and `let`s that are.
    fn fixed_boards(&mut self) {
        let (game, rules) = (self.game, self.game.rules());
        let boards = game.interpreter().lets().iter().enumerate().filter_map(|(which, value)| match value {
            Datum::Grid(grid) => Some((which, grid)),
            _ => None,
        });
        for (which, grid) in boards {
            let standing = self.standing(grid);
            let drawn = |other: &Datum| matches!(other, Datum::Grid(state) if (state.cells.len(), state.columns) == (grid.cells.len(), grid.columns));
            // Where the variables have a board of their own that size, they are cells of that.
            if standing.is_empty() || self.position.state.iter().any(drawn) {
                continue;
            }
            let Type::Grid(of) = rules.lets[which].ty() else { continue };
            let letter = |cell: &i64| match *of {
                Type::Bool => if *cell == 0 { "" } else { "■" }.to_owned(),
                _ => rules.show_typed(&Datum::Int(*cell), &of),
            };
            let wide = usize::try_from(grid.columns).unwrap_or(1).max(1);
            let rows: Vec<Vec<String>> = grid.cells.chunks(wide).map(|row| row.iter().map(letter).collect()).collect();
            let boards = self.view.boards.len();
            self.grid(rules.lets[which].name.clone(), Source::Let(which), &rows, false);
            if self.view.boards.len() > boards {
                self.stand_on(Source::Let(which), &standing);
            }
        }
    }

    /// What stands on the cells of a board: variables with their numbers, then `let`s, and for each the entry of the board.
    fn standing(&self, board: &Grid) -> Vec<(Option<usize>, String, usize)> {
        let (rules, interpreter) = (self.game.rules(), self.game.interpreter());
        let entry = |value: &Datum| {
            let Datum::Int(cell) = value else { return None };
            board.place(Cell::unpack(*cell))
        };
        let pieces = interpreter.pieces_on(board, &[], &self.position).into_iter();
        let own =
            |which: &usize| matches!(interpreter.domains()[*which], Domain::Cell { .. }) && !self.told.contains(which);
        let variables =
            pieces.filter(|(which, ..)| own(which)).map(|(which, entry, letter)| (Some(which), letter, entry));
        let mut standing: Vec<_> = variables.collect();
        if !standing.is_empty() {
            let lets = rules.lets.iter().zip(interpreter.lets()).filter(|(own, _)| own.ty() == Type::Cell);
            standing.extend(lets.filter_map(|(own, value)| Some((None, initial(&own.name), entry(value)?))));
        }
        standing
    }

    /// Puts what stands on a board into its places.
    fn stand_on(&mut self, board: Source, standing: &[(Option<usize>, String, usize)]) {
        for (which, letter, entry) in standing {
            let Some(&(number, at)) = self.spots.get(&(*entry, board)) else { continue };
            let owner = which.and_then(|which| self.whose(which));
            let place = &mut self.view.boards[number].places[at];
            let apart = if place.text.is_empty() { "" } else { " " };
            place.text.push_str(&[apart, letter].concat());
            place.owner = place.owner.or(owner);
            self.told.extend(which);
        }
    }

    fn by_type(&mut self, which: usize, name: String, value: &Datum, domain: &Domain<i64>) {
        let source = Source::State(which);
        match (value, domain) {
            (Datum::Grid(grid), Domain::Grid { of, .. }) => {
                let wide = usize::try_from(grid.columns).unwrap_or(1).max(1);
                let letter = |cell: &i64| match **of {
                    Domain::Bool => if *cell == 0 { "" } else { "■" }.to_owned(),
                    _ => self.game.interpreter().letter_of_cell(*cell, of),
                };
                let rows = grid.cells.chunks(wide).map(|row| row.iter().map(letter).collect());
                let mut rows: Vec<Vec<String>> = rows.collect();
                self.game.interpreter().put_pieces(&mut rows, grid, &[], &self.position);
                self.tell_pieces(source);
                self.grid(name, source, &rows, false);
            }
            (Datum::List(entries), Domain::List { of, .. }) if of.ty().is_scalar() || self.part_of_sum(which) => {
                let shown = entries.iter().map(|entry| self.game.rules().show_typed(entry, &of.ty()));
                let entries: Vec<String> = shown.collect();
                let plain = matches!(**of, Domain::Int { lo, .. } if lo >= 0);
                match plain && self.part_of_sum(which) {
                    true => self.heaps(name, source, &entries),
                    false => self.row(name, source, &entries, 0..entries.len()),
                }
            }
            (Datum::Set(members), Domain::Set(of)) => self.set(name, which, members, of),
            _ => return,
        }
        self.told.push(which);
    }

    /// Whether entries of a list stand for heaps: parts of a sum.
    fn part_of_sum(&self, which: usize) -> bool {
        self.game.rules().parts.iter().any(|part| part.state == which)
    }

    /// Games without a board, of a few numbers: each is a heap.
    fn numbers(&mut self) {
        const MOST: usize = 6;
        let plain = |(which, (domain, value)): (usize, (&Domain<i64>, &Datum))| match (domain, value) {
            (Domain::Int { lo, .. }, Datum::Int(value)) if *lo >= 0 => Some((which, *value)),
            _ => None,
        };
        let states = self.game.interpreter().domains().iter().zip(&self.position.state).enumerate();
        let values: Vec<(usize, i64)> = states.filter_map(plain).collect();
        if values.is_empty() || values.len() > MOST {
            return;
        }
        let mut board = Board::new(String::new(), Kind::Heaps);
        for (at, (which, value)) in values.into_iter().enumerate() {
            let mut place = heap(at, &value.to_string());
            place.name = self.called(which);
            self.spots.insert((0, Source::State(which)), (0, at));
            board.places.push(place);
            self.told.push(which);
        }
        board.stand();
        self.view.boards.push(board);
    }

    /// What no board tells.
    fn rest(&mut self) {
        let rules = self.game.rules();
        let domains = self.game.interpreter().domains();
        let untold = (0..rules.states.len()).filter(|which| !self.told.contains(which));
        self.view.rest = untold
            .map(|which| Rest {
                name: self.called(which),
                value: rules.show(&self.position.state[which], &domains[which]),
            })
            .collect();
    }

    fn add(&mut self, source: Source, entries: impl IntoIterator<Item = (usize, usize)>, board: Board) {
        let number = self.view.boards.len();
        self.spots.extend(entries.into_iter().map(|(entry, place)| ((entry, source), (number, place))));
        self.view.boards.push(board);
    }

    fn untold(&mut self, source: Source) {
        if let Source::State(which) = source {
            self.told.retain(|told| *told != which);
        }
    }

    fn grid(&mut self, name: String, source: Source, rows: &[Vec<String>], upward: bool) {
        let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.len().saturating_mul(wide) > MOST_CELLS {
            return self.untold(source);
        }
        let owners = self.owners(source);
        let mut board = Board::new(name, Kind::Grid);
        let mut entries = Vec::new();
        for (down, cells) in rows.iter().enumerate() {
            let row = if upward { rows.len() - 1 - down } else { down };
            for (column, text) in cells.iter().enumerate() {
                let entry = row * wide + column;
                entries.push((entry, board.places.len()));
                let name = self.say("view-cell", &[("row", row), ("column", column)]);
                let owner = owners.get(&entry).copied();
                let text = if text == "." || text == "·" { "" } else { text };
                board.places.push(Place { owner, name, ..Place::at(column, down, Shape::Cell, text) });
            }
        }
        (board.width, board.height) = (count(wide), count(rows.len()));
        self.add(source, entries, board);
    }

    /// Whose the cells of a board are, where they are players.
    fn owners(&self, source: Source) -> BTreeMap<usize, u8> {
        let Source::State(which) = source else { return BTreeMap::new() };
        let (Datum::Grid(grid), Domain::Grid { of, .. }) =
            (&self.position.state[which], &self.game.interpreter().domains()[which])
        else {
            return BTreeMap::new();
        };
        let (rules, Grid { cells, .. }) = (self.game.rules(), grid.as_ref());
        let of = match &**of {
            Domain::Optional(of) => of,
            of => of,
        };
        let owner = |cell: i64| match of {
            Domain::Player => u8::try_from(cell).ok(),
            // Pieces that begin with a player's name, `WhiteKing`, or are one, are that player's.
            Domain::Names { .. } => {
                let text = self.game.rules().show_typed(&Datum::Int(cell), &of.ty());
                let whose = rules.players.iter().position(|player| text.starts_with(player.as_str()))?;
                u8::try_from(whose).ok()
            }
            _ => None,
        };
        let owned = cells.iter().enumerate().filter(|(_, cell)| **cell != NONE);
        owned.filter_map(|(at, cell)| Some((at, owner(*cell)?))).collect()
    }

    /// All entries in order, those faded that are no longer in play.
    fn row(&mut self, name: String, source: Source, all: &[String], left: std::ops::Range<usize>) {
        // Of a long row what is left is shown, and of that its ends.
        let inside = if all.len() <= MOST_CARDS { 0..all.len() } else { left.clone() };
        let shown: Vec<Option<usize>> = if inside.len() <= MOST_CARDS {
            inside.map(Some).collect()
        } else {
            let (first, last) = (inside.start..inside.start + CARDS_AT_ENDS, inside.end - CARDS_AT_ENDS..inside.end);
            first.map(Some).chain([None]).chain(last.map(Some)).collect()
        };
        let mut board = Board::new(name, Kind::Row);
        let mut entries = Vec::new();
        let mut x = 0.0;
        for entry in shown {
            let text = entry.map_or("…", |entry| all[entry].as_str());
            let w = (0.5 + 0.25 * count(columns(text))).max(1.0);
            let faded = entry.is_some_and(|entry| !left.contains(&entry));
            let name = entry.map_or(String::new(), |entry| self.say("view-entry", &[("number", entry)]));
            entries.extend(entry.map(|entry| (entry, board.places.len())));
            board.places.push(Place { x, w, faded, name, ..Place::at(0, 0, Shape::Card, text) });
            x += w + 0.15;
        }
        (board.width, board.height) = ((x - 0.15).max(1.0), 1.0);
        self.add(source, entries, board);
    }

    fn heaps(&mut self, name: String, source: Source, heaps: &[String]) {
        if heaps.len() > MOST_CARDS {
            return self.row(name, source, heaps, 0..heaps.len());
        }
        let mut board = Board::new(name, Kind::Heaps);
        for (at, text) in heaps.iter().enumerate() {
            let name = self.say("view-heap", &[("number", at)]);
            board.places.push(Place { name, ..heap(at, text) });
        }
        board.stand();
        self.add(source, (0..heaps.len()).map(|at| (at, at)), board);
    }

    /// The far player's store stands on the left, the near player's on the right, as both see their own on their right hand.
    fn mancala(&mut self, name: String, source: Source, far: &[String], near: &[String]) {
        let pits = near.len().saturating_sub(1);
        let mut board = Board::new(name, Kind::Mancala);
        let place = |x: usize, down: usize, text: &str, owner: u8, store: bool| {
            let pit = Place::at(x, down, Shape::Pit, text);
            let (y, h) = if store { (0.0, 2.0) } else { (pit.y, pit.h) };
            Place { y, h, owner: Some(owner), count: counters(text), ..pit }
        };
        for (at, text) in near.iter().enumerate() {
            board.places.push(place(at + 1, 1, text, 0, at == pits));
        }
        for (at, text) in far.iter().rev().enumerate() {
            board.places.push(place(pits - at.min(pits), 0, text, 1, at == pits));
        }
        let rules = self.game.rules();
        let players = Player::BOTH.map(|player| gallery::player(rules, player, self.lang));
        for (at, place) in board.places.iter_mut().enumerate() {
            let (whose, pit) = (at / near.len().max(1), at % near.len().max(1));
            let player: Word = players.get(whose).copied().unwrap_or_default().into();
            place.name = match pit == pits {
                true => self.lang.say("view-store", &[("player", player)]),
                // By its entry of the board, as moves name it.
                false => self.lang.say("view-pit", &[("player", player), ("number", whole(at))]),
            };
        }
        (board.width, board.height) = (count(pits + 2), 2.0);
        let entries = (0..board.places.len()).map(|at| (at, at)).collect::<Vec<_>>();
        self.add(source, entries, board);
    }

    fn set(&mut self, name: String, which: usize, members: &[i64], of: &Domain<i64>) {
        let (lo, hi) = match of {
            Domain::Int { lo, hi } => (*lo, *hi),
            Domain::Node { nodes } => (0, nodes - 1),
            Domain::Names { count, .. } => (0, i64::try_from(*count).unwrap_or(MOST_MEMBERS + 1) - 1),
            _ => (0, MOST_MEMBERS + 1),
        };
        if hi.saturating_sub(lo) >= MOST_MEMBERS {
            return;
        }
        // A set that play fills holds what is used up.
        let start = self.game.start().map(|start| self.game.unpack(&start).state[which].clone());
        let filled = matches!(start, Ok(Datum::Set(members)) if members.is_empty());
        let ty: Type = of.ty();
        let wide = row_of(hi - lo + 1);
        let mut board = Board::new(name, Kind::Set);
        let mut entries = Vec::new();
        for (at, member) in (lo..=hi).enumerate() {
            let text = self.game.rules().show_typed(&Datum::Int(member), &ty);
            let faded = members.contains(&member) == filled;
            let place = Place::at(at % wide, at / wide, Shape::Card, &text);
            let (x, y) = (place.x * 1.15, place.y * 1.15);
            entries.push((usize::try_from(member - lo).unwrap_or(0), at));
            board.places.push(Place { x, y, faded, name: text, ..place });
        }
        let rows = board.places.len().div_ceil(wide);
        (board.width, board.height) = (count(wide) * 1.15 - 0.15, (count(rows) * 1.15 - 0.15).max(1.0));
        self.add(Source::State(which), entries, board);
    }

    fn graph(&mut self, name: String, param: usize, pieces: &[(usize, (String, Option<i64>))]) {
        let Datum::Graph(neighbours) = &self.game.interpreter().params()[param] else { return };
        if neighbours.len() > MOST_NODES {
            let states: Vec<usize> = pieces.iter().map(|(state, _)| *state).collect();
            return self.told.retain(|told| !states.contains(told));
        }
        let edges = graph::edges(neighbours);
        let laid = graph::layout(neighbours.len(), &edges);
        let mut board = Board::new(name, Kind::Graph);
        (board.width, board.height) = (laid.width, laid.height);
        for (node, (x, y)) in laid.nodes.iter().enumerate() {
            let here = || pieces.iter().filter(|(_, (_, at))| *at == i64::try_from(node).ok());
            let text = here().map(|(_, (letter, _))| letter.as_str()).collect::<Vec<_>>().join(" ");
            let owner = here().next().and_then(|(state, _)| self.whose(*state));
            let name = self.say("view-node", &[("number", node)]);
            let (x, y) = (x - 0.5, y - 0.5);
            board.places.push(Place { x, y, owner, name, ..Place::at(0, 0, Shape::Node, &text) });
        }
        board.edges = edges.iter().map(|&(from, to, arrow)| Edge { from, to, arrow }).collect();
        self.told.extend(pieces.iter().map(|(state, _)| *state));
        self.add(Source::Param(param), (0..neighbours.len()).map(|node| (node, node)), board);
    }

    /// The player whose name a piece has.
    fn whose(&self, state: usize) -> Option<u8> {
        let name = &self.game.rules().states[state].name;
        let whose = self.game.rules().players.iter().position(|player| player.eq_ignore_ascii_case(name))?;
        u8::try_from(whose).ok()
    }

    /// The entry of a board at which a cell lies.
    pub(super) fn cell(&self, cell: i64) -> Option<Entry> {
        let entry_of = |(source, value): (Source, &Datum)| {
            let Datum::Grid(grid) = value else { return None };
            let entry = grid.place(Cell::unpack(cell))?;
            Some((entry, source)).filter(|entry| self.spots.contains_key(entry))
        };
        let own = self.position.state.iter().enumerate().map(|(which, value)| (Source::State(which), value));
        let fixed = self.game.interpreter().lets().iter().enumerate();
        own.chain(fixed.map(|(which, value)| (Source::Let(which), value))).find_map(entry_of)
    }

    fn say(&self, id: &str, numbers: &[(&'static str, usize)]) -> String {
        let words: Vec<(&str, Word)> = numbers.iter().map(|(name, number)| (*name, whole(*number))).collect();
        self.lang.say(id, &words)
    }
}

impl Board {
    fn new(name: String, kind: Kind) -> Board {
        Board { name, kind, width: 1.0, height: 1.0, places: Vec::new(), edges: Vec::new() }
    }

    /// Heaps side by side, as high as the highest.
    fn stand(&mut self) {
        let most = self.places.iter().filter_map(|place| place.count).max().unwrap_or(1);
        let height = (0.9 + 0.3 * f64::from(most)).clamp(1.6, 6.0);
        self.places.iter_mut().for_each(|place| place.h = height);
        (self.width, self.height) = ((count(self.places.len()) * 1.15 - 0.15).max(1.0), height);
    }
}

impl Place {
    fn at(column: usize, row: usize, shape: Shape, text: &str) -> Place {
        let (x, y, text) = (count(column), count(row), text.to_owned());
        Place { x, y, w: 1.0, h: 1.0, shape, text, owner: None, count: None, faded: false, name: String::new() }
    }
}

/// What a piece is drawn as: the first letter of its name.
fn initial(name: &str) -> String {
    name.chars().next().unwrap_or('●').to_uppercase().to_string()
}

fn heap(at: usize, text: &str) -> Place {
    let place = Place::at(at, 0, Shape::Heap, text);
    Place { x: place.x * 1.15, count: counters(text), ..place }
}

/// The counters of a heap, where so many can be drawn.
fn counters(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count: &i64| (0..=MOST_COUNTERS).contains(count)).and_then(|count| count.try_into().ok())
}

/// How many members of a set stand beside each other.
fn row_of(members: i64) -> usize {
    const WIDEST: i64 = 12;
    let rows = (members + WIDEST - 1) / WIDEST;
    usize::try_from((members + rows - 1) / rows.max(1)).unwrap_or(1).max(1)
}

/// Of rows that tell which of their entries are left: the first that is, and the one after the last.
pub(super) fn windows(game: &Instance, position: &Position) -> Vec<(Source, usize, usize)> {
    let found = game.interpreter().windows(position).unwrap_or_default();
    let source = |subject| match subject {
        Subject::State(which) => Source::State(which),
        Subject::Param(which) => Source::Param(which),
    };
    found.into_iter().map(|(subject, from, to)| (source(subject), from, to)).collect()
}

#[allow(clippy::cast_precision_loss, reason = "places are few")]
fn count(number: usize) -> f64 {
    number as f64
}

fn whole(number: usize) -> Word {
    Word::Count(i64::try_from(number).unwrap_or(i64::MAX))
}
