//! Positions that fall into components which no move joins: each is a game of its own, and the position is their sum.
//!
//! **Why.** A move written out looks at a few cells, and changes some of those. Take all moves that play may still come to if every cell may come to
//! whatever any such move sets it to: the moves that really follow are among them. A cell that none of them changes holds what it holds for good. Join
//! the cells that change wherever one of these moves looks at them. Then each of these moves looks at changing cells of one component alone, and changes
//! cells there alone. So what can be played in a component, now or later, depends on the cells of that component only, and every move of the game is a
//! move in one of them: the position is the disjunctive sum of its components. Every move takes a cell on, and no cell ever comes back to what it held
//! (`split` proves it before anything is valued), so play ends. Where, then, both players have the same moves and whoever cannot move loses, the position
//! is worth the nim-sum of the nimbers of its components (R. P. Sprague 1935, P. M. Grundy 1939), and whoever moves wins just where that is not 0.
//! After a move in a component the same is said of what is left of it. That holds whatever the moves are; it pays where positions fall apart.

mod nimbers;
mod split;

use crate::dice::Dice;
use crate::error::Stop;
use crate::game::LocalMove;
use crate::limits::{Limits, Meter, Silent};
use crate::value::{Outcome, Plies};
use nimbers::Nimbers;
use split::{Op, Splitter};
use std::sync::{Mutex, PoisonError};

/// The values of components, found when they are asked for.
#[derive(Debug)]
pub struct Components {
    moves: Vec<Op>,
    found: Mutex<Found>,
    /// What later questions may use.
    limits: Limits,
}

#[derive(Clone, Debug)]
struct Found {
    split: Splitter,
    nimbers: Nimbers,
}

/// So many games are played at random to see whether positions fall apart.
const PLAYED: usize = 8;

/// Of so many of their positions, one must fall apart.
const ONE_IN: usize = 8;

impl Components {
    /// Of a game with these moves, to whose questions these limits apply; or why not.
    ///
    /// # Errors
    /// There are too many moves, one looks at too many cells, or a cell may come back to what it held.
    pub fn new(moves: &[LocalMove], limits: &Limits) -> Result<Components, String> {
        let (split, moves) = Splitter::new(moves)?;
        let found = Mutex::new(Found { split, nimbers: Nimbers::default() });
        Ok(Components { moves, found, limits: limits.clone() })
    }

    /// The same with nothing valued yet, to whose questions these limits apply.
    #[must_use]
    pub fn within(&self, limits: Limits) -> Components {
        Components { moves: self.moves.clone(), found: Mutex::new(self.found().clone()), limits }
    }

    /// Whether a move can no more be made once it cannot: then nothing but the moves of a position is looked at to see how it falls apart.
    pub fn is_once(&self) -> bool {
        self.found().split.once()
    }

    /// Whether many positions of games played at random fall apart.
    pub fn fall_apart(&self, cells: &[u32]) -> bool {
        let (mut dice, mut found) = (Dice::new(1935), self.found().clone());
        let (mut positions, mut apart) = (0, 0);
        for _ in 0..PLAYED {
            let mut held = cells.to_vec();
            loop {
                let live = |op: &&Op| found.split.live(op, &held);
                let movable: Vec<&Op> = self.moves.iter().filter(live).collect();
                if movable.is_empty() || positions >= 1 << 10 {
                    break;
                }
                let op = *dice.pick(&movable);
                found.split.make(op, &mut held);
                positions += 1;
                apart += usize::from(found.split.split(&self.moves, &held).len() > 1);
            }
        }
        apart * ONE_IN >= positions.max(1)
    }

    /// Whether whoever is to move wins where cells hold this; not how soon, unless play is over.
    ///
    /// # Errors
    /// `meter` stops.
    pub fn outcome(&self, cells: &[u32], meter: &mut Meter) -> Result<Outcome, Stop> {
        let mut found = self.found();
        let Found { split, nimbers } = &mut *found;
        if !self.moves.iter().any(|op| split.live(op, cells)) {
            return Ok(Outcome::Loss(Plies::Of(0)));
        }
        let parts = split.split(&self.moves, cells);
        let loses = nimbers.is_zero(split, parts, meter)?;
        Ok(if loses { Outcome::Loss(Plies::Unknown) } else { Outcome::Win(Plies::Unknown) })
    }

    /// The same, within the limits that were given; nothing where they are reached.
    #[must_use]
    pub fn told(&self, cells: &[u32]) -> Option<Outcome> {
        self.outcome(cells, &mut Meter::new(&self.limits, &Silent)).ok()
    }

    /// The nimber where cells hold this.
    ///
    /// # Errors
    /// `meter` stops.
    pub fn nimber(&self, cells: &[u32], meter: &mut Meter) -> Result<u64, Stop> {
        let mut found = self.found();
        let Found { split, nimbers } = &mut *found;
        let parts = split.split(&self.moves, cells);
        nimbers.nimber(split, &parts, meter).map(u64::from)
    }

    /// How many components are known.
    pub fn len(&self) -> u64 {
        self.found().split.len() as u64
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes used, roughly.
    pub fn bytes(&self) -> u64 {
        self.found().split.bytes() as u64
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
