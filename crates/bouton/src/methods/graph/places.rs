//! Where positions that were found are kept: in a hash table, or under the game's own numbers.

use super::piece::NEW;
use crate::game::{Fault, Game, Index};
use crate::limits::Limits;
use crate::store::{Codes, Numbering, Store, growing, too_many};
use crate::value::Kind;
use std::hash::Hash;

/// Positions numbered in the order they are found, both ways.
pub(in crate::methods) enum Places<'a, P> {
    /// Positions are kept.
    Hashed(Numbering<P>),
    /// The game's own numbers are kept.
    Indexed(Indexed<'a, P>),
}

/// The game's own number of each position found, and the other way round.
pub(in crate::methods) struct Indexed<'a, P> {
    index: &'a dyn Index<P>,
    /// By the order in which they were found.
    own: Vec<u32>,
    /// By the game's own number: the place in that order plus 1, or 0.
    found: Vec<u32>,
}

/// Bytes for each of the game's own numbers, if they are to be used.
pub(in crate::methods) fn index_bytes(size: Option<u64>, limits: &Limits) -> Option<u64> {
    // Most of the memory is for positions and moves.
    const SHARE: u64 = 8;
    let bytes = size.filter(|&size| size <= u64::from(NEW))?.checked_mul(size_of::<u32>() as u64)?;
    (bytes <= limits.memory / SHARE).then_some(bytes)
}

impl<'a, P: Clone + Eq + Ord + Hash> Places<'a, P> {
    /// None found yet.
    pub(super) fn of<G: Game<Position = P>>(game: &'a G, start: &P, limits: &Limits) -> Places<'a, P> {
        let fits = |index: &&dyn Index<P>| index_bytes(Some(index.size()), limits).is_some();
        match game.index_from(start).filter(fits).map(|index| (index, usize::try_from(index.size()))) {
            Some((index, Ok(size))) => Places::Indexed(Indexed { index, own: Vec::new(), found: vec![0; size] }),
            _ => Places::Hashed(Numbering::default()),
        }
    }

    /// The place of a position, if it was found.
    pub(super) fn find(&self, position: &P) -> Option<u32> {
        match self {
            Places::Hashed(numbering) => numbering.find(position),
            Places::Indexed(indexed) => {
                let number = usize::try_from(indexed.index.number(position)).ok()?;
                indexed.found.get(number)?.checked_sub(1)
            }
        }
    }

    /// The place of a position, and whether it was found just now. If something is wrong, with the position it is
    /// wrong at.
    pub(super) fn add(&mut self, position: P) -> Result<(u32, bool), (P, Fault)> {
        if self.len() >= NEW as usize {
            return Err((position, too_many()));
        }
        match self {
            Places::Hashed(numbering) => numbering.add(position.clone()).ok_or_else(|| (position, too_many())),
            Places::Indexed(indexed) => indexed.add(&position).map_err(|fault| (position, fault)),
        }
    }

    /// The position found at a place below `len`.
    pub(in crate::methods) fn position(&self, place: u32) -> P {
        match self {
            Places::Hashed(numbering) => numbering.position(place).clone(),
            Places::Indexed(indexed) => {
                let own = u64::from(indexed.own[place as usize]);
                indexed.index.position(own).expect("`add` has seen the position of this number")
            }
        }
    }

    /// How many were found.
    pub(in crate::methods) fn len(&self) -> usize {
        match self {
            Places::Hashed(numbering) => numbering.len(),
            Places::Indexed(indexed) => indexed.own.len(),
        }
    }

    /// Bytes used at the worst moment of the next additions.
    pub(in crate::methods) fn peak_bytes(&self, position_bytes: usize) -> u64 {
        match self {
            Places::Hashed(numbering) => numbering.peak_bytes(position_bytes),
            Places::Indexed(Indexed { own, found, .. }) => {
                let own = own.capacity() * growing(own.len(), own.capacity());
                ((own + found.len()) * size_of::<u32>()) as u64
            }
        }
    }

    /// A store of values by place: with a cell for every number of the game's own where that takes less.
    pub(in crate::methods) fn store(self, codes: Codes, kind: Kind, position_bytes: usize) -> Result<Store<P>, Fault> {
        match self {
            Places::Hashed(numbering) => Ok(Store::from_numbering(numbering, codes)),
            Places::Indexed(indexed) if indexed.is_dense(kind, position_bytes) => indexed.dense(&codes, kind),
            Places::Indexed(Indexed { index, own, .. }) => {
                let mut numbering = Numbering::default();
                for position in own.iter().filter_map(|&own| index.position(u64::from(own))) {
                    numbering.add(position).ok_or_else(too_many)?;
                }
                Ok(Store::from_numbering(numbering, codes))
            }
        }
    }
}

impl<P: PartialEq> Indexed<'_, P> {
    fn add(&mut self, position: &P) -> Result<(u32, bool), Fault> {
        let own = self.index.number(position);
        let outside = || Fault::new("its number lies outside the numbering");
        let found = usize::try_from(own).ok().and_then(|own| self.found.get_mut(own)).ok_or_else(outside)?;
        if let Some(place) = found.checked_sub(1) {
            return Ok((place, false));
        }
        if self.index.position(own).as_ref() != Some(position) {
            return Err(Fault::new("its number belongs to another position"));
        }
        let place = u32::try_from(self.own.len()).map_err(|_| too_many())?;
        *found = place + 1;
        self.own.push(u32::try_from(own).map_err(|_| outside())?);
        Ok((place, true))
    }

    fn is_dense(&self, kind: Kind, position_bytes: usize) -> bool {
        let (cell, table) = (Codes::cell_bytes(kind), 10);
        self.found.len() as u64 * cell <= self.own.len() as u64 * (cell + table + position_bytes as u64)
    }

    fn dense<Q: Clone + Eq + Ord + Hash>(self, codes: &Codes, kind: Kind) -> Result<Store<Q>, Fault> {
        let mut cells = Codes::new(kind, self.found.len());
        for (place, own) in self.own.iter().enumerate() {
            if let Some(value) = codes.get(place) {
                cells.set(*own as usize, value)?;
            }
        }
        Ok(Store::of_cells(cells, self.own.len() as u64))
    }
}
