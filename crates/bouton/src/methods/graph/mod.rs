//! The graph of positions that can be reached, with each position's predecessors: what `retrograde` walks.
//!
//! Positions are canonical and numbered in the order they are found, breadth first. An edge is the number of a
//! position, doubled, plus 1 if the same player moves on: the perspective is that of the real move, taken before the
//! next position was replaced by its canonical form. Where the game says which symmetries it has, one image of each position is
//! kept, under those that leave the first position as it is; they are tried on samples on the way.
//!
//! Many positions are looked at at once, each piece by one thread; what the pieces found is then joined in order. So
//! numbers, and the first fault met, do not depend on the threads.

mod images;
mod kept;
mod piece;
mod places;

use super::Solved;
use crate::error::Stop;
use crate::game::{Fault, Game, Index, Symmetries};
use crate::limits::{Limits, Meter};
use crate::methods::rows::{Place, beginning};
use crate::path::trouble;
use crate::store::{Codes, NONE, growing, too_many};
use crate::value::Kind;
use kept::Far;
use piece::{Lens, NEW, Piece};
pub(super) use places::{Places, index_bytes};
use std::ops::Range;
use std::sync::Arc;

pub(super) struct Graph<'a, P> {
    pub(super) places: Places<'a, P>,
    /// Values of the finished positions.
    pub(super) codes: Codes,
    /// How many moves each position has.
    pub(super) degree: Vec<u32>,
    /// The edges into position `p`, as seen from where they start: `before[first[p] .. first[p + 1]]`.
    first: Vec<usize>,
    before: Vec<u32>,
    /// Where one player wins endless play: positions that stand for one with the other mover. They must not be endless,
    /// for endless play is not worth the same to both.
    pub(super) turned: Vec<u32>,
    by: Option<Arc<Symmetries>>,
}

/// The same with the moves as they are made, and what they gain: for games of points.
pub(super) struct Onward<'a, P> {
    pub(super) places: Places<'a, P>,
    /// Values of the finished positions.
    pub(super) codes: Codes,
    /// The edges out of position `p`: `edges[first[p] .. first[p + 1]]`.
    first: Vec<usize>,
    edges: Vec<u32>,
    /// What each gains its mover.
    gains: Codes,
    pub(super) by: Option<Arc<Symmetries>>,
}

impl<'a, P> Onward<'a, P> {
    /// Bytes of the moves and of where they begin.
    pub(super) fn moves_bytes(&self) -> u64 {
        let held = self.first.capacity() * size_of::<usize>() + self.edges.capacity() * size_of::<u32>();
        held as u64 + self.gains.bytes()
    }

    /// The positions without their moves, as `Graph` gives them.
    pub(super) fn positions(self) -> (Places<'a, P>, Codes, Option<Arc<Symmetries>>) {
        (self.places, self.codes, self.by)
    }

    /// How many moves a position has.
    pub(super) fn degree(&self, number: u32) -> usize {
        let number = number as usize;
        self.first[number + 1] - self.first[number]
    }

    /// Where a move of a position leads, and whether the same player moves on.
    pub(super) fn edge(&self, number: u32, nth: usize) -> (u32, bool) {
        unpack(self.edges[self.first[number as usize] + nth])
    }

    /// What a move of a position gains.
    pub(super) fn gain(&self, number: u32, nth: usize) -> i64 {
        self.gains.code_at(self.first[number as usize] + nth)
    }
}

/// Positions with their values as they are handed over, all images of each; `finished` are the numbers of those that are finished.
pub(super) fn stored<G: Game>(
    game: &G,
    (places, codes, by): (Places<G::Position>, Codes, Option<Arc<Symmetries>>),
    finished: &[u32],
) -> Result<Solved<G::Position>, Fault> {
    match (by, game.words()) {
        (Some(by), Some(words)) => images::solved(words, by, (&places, &codes), finished),
        _ => {
            let store = places.store(codes, game.kind(), game.position_bytes());
            store.map(|store| Solved::whole(store, finished.len() as u64))
        }
    }
}

impl<'a, P> Graph<'a, P> {
    /// Every move into a position: where it starts, and whether the same player moves on.
    pub(super) fn before(&self, number: u32) -> impl Iterator<Item = (u32, bool)> {
        let number = number as usize;
        self.before[self.first[number]..self.first[number + 1]].iter().map(|&edge| unpack(edge))
    }

    /// The positions without their moves, their values, and the symmetries by which each stands for its images, if it does.
    pub(super) fn positions(self) -> (Places<'a, P>, Codes, Option<Arc<Symmetries>>) {
        (self.places, self.codes, self.by)
    }
}

/// Positions that one thread looks at before it takes more; positions and moves that are looked at before they are
/// joined, and moves after which a piece is cut short.
const PIECE: usize = 32;
const MOST_AT_ONCE: usize = 8_192;
const MOVES_AT_ONCE: usize = 1 << 17;
const ENOUGH_MOVES: usize = 8 * MOVES_AT_ONCE;
/// Edges that are too few for a row of their own.
const SHORT: usize = 1 << 10;

/// What the graph takes for a position beside its place and its value: how many moves it has (twice, as rows grow),
/// where its edges begin, and two waves.
pub(super) const POSITION_BYTES: u64 = 8 + GRAPH_BYTES;
const GRAPH_BYTES: u64 = 8 + 8;
/// What it takes for a move: its edge, and the edge turned round.
pub(super) const MOVE_BYTES: u64 = 4 + 4;

/// Bytes that are asked for at the least for a position, whatever its moves: for its place, its value, how many moves it has, where its edges
/// begin, and waves.
pub(super) fn least_bytes<G: Game>(game: &G, start: &G::Position, limits: &Limits) -> u64 {
    let numbers = index_bytes(game.index_from(start).map(Index::size), limits);
    let place = if numbers.is_some() { 4 } else { game.position_bytes() as u64 + 4 };
    place + 1 + 4 + GRAPH_BYTES
}

/// Explores everything that can be reached, and turns the moves round.
pub(super) fn reach<'a, G: Game>(
    game: &'a G,
    start: &'a G::Position,
    meter: &mut Meter,
) -> Result<Graph<'a, G::Position>, Stop> {
    explore(game, start, meter)?.turn_round(meter)
}

/// Explores everything that can be reached, and keeps what moves gain.
pub(super) fn onward<'a, G: Game>(
    game: &'a G,
    start: &'a G::Position,
    meter: &mut Meter,
) -> Result<Onward<'a, G::Position>, Stop> {
    explore(game, start, meter)?.onward(meter)
}

fn explore<'a, G: Game>(game: &'a G, start: &'a G::Position, meter: &mut Meter) -> Result<Forward<'a, G>, Stop> {
    meter.phase("numbering", None);
    let mut forward = Forward::new(game, start, meter);
    forward.go_on(meter)?;
    if forward.places.len() == 0 {
        forward.number(game.canonical(start.clone()), meter)?;
    }
    let (mut at, mut at_once) = (forward.degree.len(), PIECE);
    while at < forward.places.len() {
        let end = forward.places.len().min(at + at_once);
        forward.look(at..end, meter)?;
        let moves = forward.moves_at(at);
        at_once = (2 * at_once).min(MOVES_AT_ONCE / moves.max(1)).clamp(1, MOST_AT_ONCE);
        at = forward.degree.len();
        forward.keep(false, meter)?;
    }
    forward.keep(true, meter)?;
    Ok(forward)
}

struct Forward<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    by: Option<Arc<Symmetries>>,
    places: Places<'a, G::Position>,
    codes: Codes,
    degree: Vec<u32>,
    /// The edges out of every position, piece by piece, and how many there are.
    edges: Vec<Vec<u32>>,
    moves: usize,
    /// What they gain, in a game of points.
    gains: Codes,
    /// Bytes of pieces that are not joined yet.
    waiting: usize,
    turned: Vec<u32>,
    /// How far all that was found is on disk.
    kept: Far,
}

impl<'a, G: Game> Forward<'a, G> {
    fn new(game: &'a G, start: &'a G::Position, meter: &Meter) -> Forward<'a, G> {
        let places = Places::of(game, start, meter.limits());
        let by = game.words().and_then(|words| beginning(game, start, words, meter.limits()).1).map(Arc::new);
        let codes =
            if game.kind() == Kind::Points { Codes::narrow(Kind::Points, 0) } else { Codes::new(game.kind(), 0) };
        let (degree, edges, turned) = (Vec::new(), Vec::new(), Vec::new());
        let (moves, waiting, gains, kept) = (0, 0, Codes::narrow(Kind::Points, 0), Far::default());
        Forward { game, start, by, places, codes, degree, edges, moves, gains, waiting, turned, kept }
    }

    /// Looks at positions, all threads together, and joins what was found in order, up to the first piece cut short.
    fn look(&mut self, numbers: Range<usize>, meter: &mut Meter) -> Result<(), Stop> {
        let bound = meter.bound(ENOUGH_MOVES);
        let first = numbers.start;
        let lens = Lens { game: self.game, places: &self.places, images: self.images() };
        let look = |numbers| piece::look(&lens, numbers, &bound);
        let pieces = meter.workers().pieces(numbers.clone(), PIECE, look);
        self.waiting = pieces.iter().map(Piece::bytes).sum();
        for (nth, piece) in pieces.into_iter().enumerate() {
            let whole = PIECE.min(numbers.len() - nth * PIECE) == piece.positions.len();
            assert_eq!(self.degree.len(), first + nth * PIECE);
            self.join(piece, meter)?;
            if !whole {
                break;
            }
        }
        Ok(())
    }

    /// The game in words with its symmetries, where one position is kept for all its images.
    fn images(&self) -> Option<Place<'_, G>> {
        let (game, start, by) = (self.game, self.start, self.by.as_deref()?);
        Some(Place { game, start, words: game.words()?, by: Some(by) })
    }

    /// Takes over what was found at the positions that come next.
    fn join(&mut self, mut piece: Piece<G::Position>, meter: &mut Meter) -> Result<(), Stop> {
        self.waiting = self.waiting.saturating_sub(piece.bytes());
        let mut new = std::mem::take(&mut piece.new).into_iter();
        for edge in piece.edges.iter_mut().filter(|edge| **edge >> 1 == NEW) {
            let position = new.next().expect("a position for each edge to a new one");
            *edge = self.number(position, meter)? << 1 | (*edge & 1);
        }
        self.turned.extend(piece.turned.iter().map(|&place| unpack(piece.edges[place]).0));
        for &(moves, value) in &piece.positions {
            let number = self.degree.len();
            let code = value.map_or(Some(NONE), Codes::code).ok_or_else(too_many);
            let added = code.and_then(|code| self.codes.extend(&[code]));
            added.map_err(|fault| self.fault(number, fault))?;
            self.degree.push(moves);
        }
        self.moves += piece.edges.len();
        self.gains.extend(&piece.gains).map_err(|fault| self.fault(self.degree.len(), fault))?;
        match self.edges.last_mut() {
            Some(last) if last.len() < SHORT => last.append(&mut piece.edges),
            _ => self.edges.push(piece.edges),
        }
        meter.steps(piece.positions.len())?;
        piece.fault.map_or(Ok(()), |fault| Err(self.fault(self.degree.len(), fault)))
    }

    /// The number of a canonical position.
    fn number(&mut self, position: G::Position, meter: &mut Meter) -> Result<u32, Stop> {
        let added = self.places.add(position);
        let (number, new) =
            added.map_err(|(position, fault)| trouble(self.game, self.start, &position, None, fault))?;
        if new {
            meter.position(|| self.bytes())?;
        }
        Ok(number)
    }

    /// How many moves a position has that was looked at since `first`: the mean, rounded up.
    fn moves_at(&self, first: usize) -> usize {
        let looked = &self.degree[first..];
        let moves: u64 = looked.iter().map(|&moves| u64::from(moves)).sum();
        usize::try_from(moves.div_ceil(looked.len().max(1) as u64)).unwrap_or(usize::MAX)
    }

    fn fault(&self, number: usize, fault: Fault) -> Stop {
        let number = u32::try_from(number).expect("positions have numbers of 31 bits");
        trouble(self.game, self.start, &self.places.position(number), None, fault)
    }

    /// Bytes used at the worst moment of what is still to come, if no more is found.
    fn bytes(&self) -> u64 {
        let rows = self.degree.capacity() * growing(self.degree.len(), self.degree.capacity()) + self.turned.capacity();
        let held = rows * size_of::<u32>() + self.waiting;
        let graph = self.places.len() as u64 * GRAPH_BYTES
            + self.moves as u64 * MOVE_BYTES
            + held as u64
            + self.gains.peak_bytes();
        let table =
            self.by.as_ref().map_or(0, |by| images::table_bytes(self.game.kind(), by.words(), self.places.len()));
        // The table is filled when the graph is gone.
        self.places.peak_bytes(self.game.position_bytes()) + self.codes.peak_bytes() + graph.max(table)
    }

    /// Lays the edges side by side, each piece forgotten as soon as it is taken over.
    fn onward(self, meter: &mut Meter) -> Result<Onward<'a, G::Position>, Stop> {
        let Forward { by, places, codes, degree, edges: pieces, moves, gains, .. } = self;
        let mut first = Vec::with_capacity(degree.len() + 1);
        first.push(0);
        for moves in degree {
            first.push(first.last().map_or(0, |before| before + moves as usize));
        }
        let mut edges = Vec::with_capacity(moves);
        for piece in pieces {
            meter.steps(piece.len())?;
            edges.extend(piece);
        }
        Ok(Onward { places, codes, first, edges, gains, by })
    }

    /// Turns every edge round, by counting (each position's incoming edges lie side by side).
    fn turn_round(self, meter: &mut Meter) -> Result<Graph<'a, G::Position>, Stop> {
        let Forward { by, places, codes, degree, mut edges, moves, turned, .. } = self;
        meter.phase("turning moves round", Some(2 * moves as u64));
        let mut first = vec![0; places.len() + 1];
        for piece in &edges {
            meter.steps(piece.len())?;
            piece.iter().for_each(|&edge| first[unpack(edge).0 as usize] += 1);
        }
        let mut sum = 0;
        for ends in &mut first {
            sum += *ends;
            *ends = sum;
        }
        let mut before = vec![0; moves];
        let (mut from, mut left) = (u32::try_from(degree.len()).expect("positions have numbers of 31 bits"), 0);
        while let Some(piece) = edges.pop() {
            meter.steps(piece.len())?;
            for &edge in piece.iter().rev() {
                while left == 0 {
                    from -= 1;
                    left = degree[from as usize];
                }
                left -= 1;
                let (to, same_mover) = unpack(edge);
                first[to as usize] -= 1;
                before[first[to as usize]] = from << 1 | u32::from(same_mover);
            }
        }
        Ok(Graph { places, codes, degree, first, before, turned, by })
    }
}

fn unpack(edge: u32) -> (u32, bool) {
    (edge >> 1, edge & 1 == 1)
}
