//! What one thread finds at a few positions: their endings, and where their moves lead.

use super::Places;
use crate::game::{Fault, Gain, Game, Repeat, Rows, looked};
use crate::limits::Bound;
use crate::methods::rows::{Place, Source, leading, sampled};
use crate::value::{Kind, Value};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;

/// In place of the number of a position that had none when it was looked for.
pub(super) const NEW: u32 = u32::MAX >> 1;

/// What was found, position by position.
pub(super) struct Piece<P> {
    /// Of each position, how many moves it has, and its value if it is finished.
    pub(super) positions: Vec<(u32, Option<Value>)>,
    /// Where its moves lead, as edges; `NEW` for each position of `new`, in order.
    pub(super) edges: Vec<u32>,
    /// What they gain their mover, in a game of points.
    pub(super) gains: Vec<i64>,
    pub(super) new: Vec<P>,
    /// Places in `edges` where a position was replaced by one with the other mover, if that matters.
    pub(super) turned: Vec<usize>,
    /// What is wrong with the position after the last.
    pub(super) fault: Option<Fault>,
}

impl<P> Piece<P> {
    pub(super) fn bytes(&self) -> usize {
        self.edges.len() * size_of::<u32>() + self.gains.len() * size_of::<i64>() + self.new.len() * size_of::<P>()
    }
}

/// What threads look with.
pub(super) struct Lens<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) places: &'a Places<'a, G::Position>,
    /// The game in words, where one position is kept for all its images.
    pub(super) images: Option<Place<'a, G>>,
}

/// Looks at positions by number, at one at least, until the bound is reached.
pub(super) fn look<G: Game>(lens: &Lens<'_, G>, numbers: Range<usize>, bound: &Bound) -> Piece<G::Position> {
    let (positions, edges, gains) = (Vec::with_capacity(numbers.len()), Vec::new(), Vec::new());
    let mut piece = Piece { positions, edges, gains, new: Vec::new(), turned: Vec::new(), fault: None };
    let mut moves = Moves { steps: Vec::new(), row: Vec::new(), rows: Rows::default(), lead: Vec::new() };
    for number in numbers.clone() {
        if number > numbers.start && bound.reached() {
            break;
        }
        let before = piece.edges.len();
        if let Err(fault) = piece.look_at(lens, number, &mut moves) {
            piece.fault = Some(fault);
            break;
        }
        bound.found(piece.edges.len() - before);
    }
    piece.edges.shrink_to_fit();
    piece
}

impl<P: Clone + Eq + Ord + Hash + Debug + Send + Sync> Piece<P> {
    fn look_at<G: Game<Position = P>>(
        &mut self,
        lens: &Lens<'_, G>,
        number: usize,
        moves: &mut Moves<P>,
    ) -> Result<(), Fault> {
        let Lens { game, places, images } = lens;
        let number = u32::try_from(number).map_err(|_| crate::store::too_many())?;
        let position = places.position(number);
        let value = match images {
            Some(images) => moves.look_up_to_symmetry(images, &position, number)?,
            None => moves.look(*game, &position)?,
        };
        let count = u32::try_from(moves.lead.len()).map_err(|_| crate::store::too_many())?;
        self.positions.push((count, value));
        let mover = game.mover(&position);
        let keeps_watch = matches!(game.repeat(), Some(Repeat::Wins(_)));
        let counts = game.kind() == Kind::Points;
        for (next, same_mover, gain) in moves.lead.drain(..) {
            if counts {
                self.gains.push(gain.net().ok_or_else(|| Fault::new("a gain leaves the 64-bit numbers"))?);
            }
            if keeps_watch && (game.mover(&next) == mover) != same_mover {
                self.turned.push(self.edges.len());
            }
            let found = places.find(&next);
            self.edges.push(found.unwrap_or(NEW) << 1 | u32::from(same_mover));
            if found.is_none() {
                self.new.push(next);
            }
        }
        Ok(())
    }
}

/// The moves of a position.
struct Moves<P> {
    /// Where each leads: the position that stands for it, whether the same player really moves on, and what it gives.
    lead: Vec<(P, bool, Gain)>,
    steps: Vec<(Gain, P)>,
    row: Vec<u64>,
    rows: Rows,
}

impl<P: Clone + Eq + Ord + Hash + Debug + Send + Sync> Moves<P> {
    /// The value of a finished position; of others the moves.
    fn look<G: Game<Position = P>>(&mut self, game: &G, position: &P) -> Result<Option<Value>, Fault> {
        let mover = game.mover(position);
        let value = looked(game, position, &mut self.steps)?;
        self.lead.extend(self.steps.drain(..).map(|(gain, next)| {
            let same_mover = game.mover(&next) == mover;
            (game.canonical(next), same_mover, gain)
        }));
        Ok(value)
    }

    /// The same where one position is kept for all its images. At some positions it is seen whether the symmetries hold.
    fn look_up_to_symmetry<G: Game<Position = P>>(
        &mut self,
        images: &Place<'_, G>,
        position: &P,
        number: u32,
    ) -> Result<Option<Value>, Fault> {
        let words = images.words;
        self.row.resize(words.count(), 0);
        words.write(position, &mut self.row);
        images.try_symmetries(&self.row, sampled(u64::from(number)))?;
        let ending = leading(images, &self.row, &mut self.rows)?;
        let rows = self.rows.words.chunks_exact(words.count());
        let heads = self.rows.heads.iter().zip(rows);
        self.lead.extend(heads.map(|(&(gain, same_mover), row)| (words.read(row), same_mover, gain)));
        ending.map(|ending| images.worth(ending)).transpose()
    }
}
