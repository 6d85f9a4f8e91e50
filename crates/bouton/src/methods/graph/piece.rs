//! What one thread finds at a few positions: their endings, and where their moves lead.

use super::Places;
use crate::game::{Fault, Gain, Game, Repeat, looked};
use crate::limits::Bound;
use crate::value::Value;
use std::ops::Range;

/// In place of the number of a position that had none when it was looked for.
pub(super) const NEW: u32 = u32::MAX >> 1;

/// What was found, position by position.
pub(super) struct Piece<P> {
    /// Of each position, how many moves it has, and its value if it is finished.
    pub(super) positions: Vec<(u32, Option<Value>)>,
    /// Where its moves lead, as edges; `NEW` for each position of `new`, in order.
    pub(super) edges: Vec<u32>,
    pub(super) new: Vec<P>,
    /// Places in `edges` where a position was replaced by one with the other mover, if that matters.
    pub(super) turned: Vec<usize>,
    /// What is wrong with the position after the last.
    pub(super) fault: Option<Fault>,
}

impl<P> Piece<P> {
    pub(super) fn bytes(&self) -> usize {
        self.edges.len() * size_of::<u32>() + self.new.len() * size_of::<P>()
    }
}

/// Looks at positions by number, at one at least, until the bound is reached.
pub(super) fn look<G: Game>(
    game: &G,
    places: &Places<'_, G::Position>,
    numbers: Range<usize>,
    bound: &Bound,
) -> Piece<G::Position> {
    let (positions, edges) = (Vec::with_capacity(numbers.len()), Vec::new());
    let mut piece = Piece { positions, edges, new: Vec::new(), turned: Vec::new(), fault: None };
    let mut steps = Vec::new();
    for number in numbers.clone() {
        if number > numbers.start && bound.reached() {
            break;
        }
        let before = piece.edges.len();
        if let Err(fault) = piece.look_at(game, places, number, &mut steps) {
            piece.fault = Some(fault);
            break;
        }
        bound.found(piece.edges.len() - before);
    }
    piece.edges.shrink_to_fit();
    piece
}

impl<P> Piece<P> {
    fn look_at<G: Game<Position = P>>(
        &mut self,
        game: &G,
        places: &Places<'_, P>,
        number: usize,
        steps: &mut Vec<(Gain, P)>,
    ) -> Result<(), Fault>
    where
        P: Clone + Eq + Ord + std::hash::Hash,
    {
        let number = u32::try_from(number).map_err(|_| crate::store::too_many())?;
        let position = places.position(number);
        let value = looked(game, &position, steps)?;
        let count = u32::try_from(steps.len()).map_err(|_| crate::store::too_many())?;
        self.positions.push((count, value));
        let mover = game.mover(&position);
        let keeps_watch = matches!(game.repeat(), Some(Repeat::Wins(_)));
        for (_, next) in steps.drain(..) {
            let real = game.mover(&next);
            let next = game.canonical(next);
            if keeps_watch && game.mover(&next) != real {
                self.turned.push(self.edges.len());
            }
            let found = places.find(&next);
            self.edges.push(found.unwrap_or(NEW) << 1 | u32::from(real == mover));
            if found.is_none() {
                self.new.push(next);
            }
        }
        Ok(())
    }
}
