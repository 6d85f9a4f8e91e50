//! The graph of positions that can be reached, with each position's predecessors: what `retrograde` walks.
//!
//! Positions are canonical and numbered in the order they are found, breadth first. An edge is the number of a
//! position, doubled, plus 1 if the same player moves on: the perspective is that of the real move, taken before the
//! next position was replaced by its canonical form.

use crate::error::Stop;
use crate::game::{Game, Repeat, Step, ended, moves};
use crate::limits::Meter;
use crate::path::trouble;
use crate::store::{Codes, Numbering, growing, too_many};

pub(super) struct Graph<P> {
    pub(super) numbering: Numbering<P>,
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
}

impl<P> Graph<P> {
    /// Every move into a position: where it starts, and whether the same player moves on.
    pub(super) fn before(&self, number: u32) -> impl Iterator<Item = (u32, bool)> {
        let number = number as usize;
        self.before[self.first[number]..self.first[number + 1]].iter().map(|&edge| unpack(edge))
    }
}

/// Explores everything that can be reached.
pub(super) fn reach<G: Game>(game: &G, start: &G::Position, meter: &mut Meter) -> Result<Graph<G::Position>, Stop> {
    meter.phase("numbering", None);
    let mut forward = Forward {
        game,
        start,
        numbering: Numbering::default(),
        codes: Codes::new(game.kind(), 0),
        degree: Vec::new(),
        edges: Vec::new(),
        turned: Vec::new(),
    };
    forward.number(start.clone(), meter)?;
    let (mut at, mut steps) = (0, Vec::new());
    while (at as usize) < forward.numbering.len() {
        meter.step()?;
        forward.expand(at, &mut steps, meter)?;
        at += 1;
    }
    Ok(forward.turn_round())
}

struct Forward<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    numbering: Numbering<G::Position>,
    codes: Codes,
    degree: Vec<u32>,
    edges: Vec<u32>,
    turned: Vec<u32>,
}

impl<G: Game> Forward<'_, G> {
    fn number(&mut self, position: G::Position, meter: &mut Meter) -> Result<u32, Stop> {
        let added = self.numbering.add(self.game.canonical(position));
        let (number, new) = added.ok_or_else(|| trouble(self.game, self.start, self.start, None, too_many()))?;
        if new {
            meter.position(|| self.bytes())?;
        }
        Ok(number)
    }

    fn expand(&mut self, at: u32, steps: &mut Vec<Step<G>>, meter: &mut Meter) -> Result<(), Stop> {
        let (game, start) = (self.game, self.start);
        let position = self.numbering.position(at).clone();
        let at_fault = |fault| trouble(game, start, &position, None, fault);
        self.codes.grow(self.numbering.len());
        match ended(game, &position).map_err(at_fault)? {
            Some(value) => self.codes.set(at as usize, value).map_err(at_fault)?,
            None => moves(game, &position, steps).map_err(at_fault)?,
        }
        let mover = game.mover(&position);
        self.degree.push(u32::try_from(steps.len()).map_err(|_| at_fault(too_many()))?);
        let keeps_watch = matches!(game.repeat(), Some(Repeat::Wins(_)));
        for step in steps.drain(..) {
            let same_mover = game.mover(&step.next) == mover;
            let real = keeps_watch.then(|| step.next.clone());
            let next = self.number(step.next, meter)?;
            if real.is_some_and(|real| game.mover(&real) != game.mover(self.numbering.position(next))) {
                self.turned.push(next);
            }
            self.edges.push(next << 1 | u32::from(same_mover));
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let row = self.edges.capacity() * growing(self.edges.len(), self.edges.capacity());
        let edges = row + self.edges.len() + self.turned.capacity();
        let cells = self.numbering.len() * 28;
        self.numbering.peak_bytes(self.game.position_bytes()) + (edges * size_of::<u32>() + cells) as u64
    }

    /// Turns every edge round, by counting (each position's incoming edges lie side by side).
    fn turn_round(self) -> Graph<G::Position> {
        let Forward { numbering, codes, degree, edges, turned, .. } = self;
        let mut first = vec![0; numbering.len() + 1];
        for &edge in &edges {
            first[unpack(edge).0 as usize + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let (mut free, mut before, mut edge) = (first.clone(), vec![0; edges.len()], edges.iter());
        for (from, &degree) in (0_u32..).zip(&degree) {
            for &edge in edge.by_ref().take(degree as usize) {
                let (to, same_mover) = unpack(edge);
                before[free[to as usize]] = from << 1 | u32::from(same_mover);
                free[to as usize] += 1;
            }
        }
        Graph { numbering, codes, degree, first, before, turned }
    }
}

fn unpack(edge: u32) -> (u32, bool) {
    (edge >> 1, edge & 1 == 1)
}
