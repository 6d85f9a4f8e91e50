//! Positions that fall into components which no move joins: each is a game of its own, and the position is their sum.
//!
//! **Why.** A move written out looks at a few cells, and changes some of those. Take all moves that play may still come to if every cell may come to
//! whatever any such move sets it to: the moves that really follow are among them. A cell that none of them changes holds what it holds for good. Join
//! the cells that change wherever one of these moves looks at them. Then each of these moves looks at changing cells of one component alone, and changes
//! cells there alone. So what can be played in a component, now or later, depends on the cells of that component only, and every move of the game is a
//! move in one of them: the position is the disjunctive sum of its components. Every move takes a cell on, and no cell ever comes back to what it held
//! (`split` proves it before anything is valued), so play ends, whoever moves how often. Where, then, both players have the same moves and whoever
//! cannot move loses, the position is worth the nim-sum of the nimbers of its components (R. P. Sprague 1935, P. M. Grundy 1939), and whoever moves wins
//! just where that is not 0. Where players have moves of their own, it is worth the sum of their canonical forms (J. H. Conway 1976).
//! After a move in a component the same is said of what is left of it. That holds whatever the moves are; it pays where positions fall apart.

mod nimbers;
mod reach;
mod split;
mod worths;

use crate::dice::Dice;
use crate::error::Stop;
use crate::game::LocalMove;
use crate::limits::{Limits, Meter, Silent};
use crate::partizan::{Form, Forms};
use crate::value::{Outcome, Plies};
use bouton_rules::Player;
use bouton_rules::Text;
use nimbers::Nimbers;
use split::{Moves, Op, Splitter};
use std::sync::{Mutex, PoisonError};
use worths::Worths;

/// The values of components, found when they are asked for.
#[derive(Debug)]
pub struct Components {
    moves: Moves,
    /// Whether both players have the same moves.
    alike: bool,
    found: Mutex<Found>,
    /// What later questions may use.
    limits: Limits,
}

#[derive(Clone, Debug)]
struct Found {
    split: Splitter,
    nimbers: Nimbers,
    worths: Worths,
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
    pub fn new(moves: &[LocalMove], limits: &Limits) -> Result<Components, Text> {
        let (split, moves) = Splitter::new(moves)?;
        let alike = moves.all.iter().all(|op| split.by(op).is_none());
        let found = Mutex::new(Found { split, nimbers: Nimbers::default(), worths: Worths::default() });
        Ok(Components { moves, alike, found, limits: limits.clone() })
    }

    /// The same with nothing valued yet, to whose questions these limits apply.
    #[must_use]
    pub fn within(&self, limits: Limits) -> Components {
        Components { moves: self.moves.clone(), alike: self.alike, found: Mutex::new(self.found().clone()), limits }
    }

    /// Whether both players have the same moves: then components are worth nimbers.
    pub fn is_alike(&self) -> bool {
        self.alike
    }

    /// How many components a position has, and how many moves the one with most.
    pub fn parts(&self, cells: &[u32]) -> (usize, usize) {
        let mut split = self.found().split.clone();
        let parts = split.split(&self.moves, cells);
        (parts.len(), parts.iter().map(|part| split.moves(*part)).max().unwrap_or(0))
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
                let movable: Vec<&Op> = self.moves.all.iter().filter(live).collect();
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

    /// Whether a player wins who is to move where cells hold this; not how soon, unless play is over.
    ///
    /// # Errors
    /// `meter` stops; or, where players have moves of their own, a value leaves what canonical forms can say.
    pub fn outcome(&self, cells: &[u32], mover: Player, meter: &mut Meter) -> Result<Outcome, Stop> {
        let mut found = self.found();
        let Found { split, nimbers, worths } = &mut *found;
        let may = |op: &&Op| split.by(op).is_none_or(|by| by == mover);
        if !self.moves.all.iter().filter(may).any(|op| split.live(op, cells)) {
            return Ok(Outcome::Loss(Plies::Of(0)));
        }
        let parts = split.split(&self.moves, cells);
        let wins = if self.alike {
            !nimbers.is_zero(split, parts, meter)?
        } else {
            let sum = worths.sum(split, &parts, meter)?;
            worths.forms.class(sum, meter)?.is_won_by(mover)
        };
        Ok(if wins { Outcome::Win(Plies::Unknown) } else { Outcome::Loss(Plies::Unknown) })
    }

    /// The same, within the limits that were given; nothing where they are reached.
    #[must_use]
    pub fn told(&self, cells: &[u32], mover: Player) -> Option<Outcome> {
        self.outcome(cells, mover, &mut Meter::new(&self.limits, &Silent)).ok()
    }

    /// The canonical form where cells hold this, whoever is to move.
    ///
    /// # Errors
    /// `meter` stops, or a value leaves what forms can say.
    pub(crate) fn form(&mut self, cells: &[u32], meter: &mut Meter) -> Result<Form, Stop> {
        let Found { split, worths, .. } = self.found.get_mut().unwrap_or_else(PoisonError::into_inner);
        let parts = split.split(&self.moves, cells);
        worths.sum(split, &parts, meter)
    }

    /// The forms of which components have theirs.
    pub(crate) fn forms(&mut self) -> &mut Forms {
        &mut self.found.get_mut().unwrap_or_else(PoisonError::into_inner).worths.forms
    }

    /// The nimber where cells hold this; nothing where players have moves of their own.
    ///
    /// # Errors
    /// `meter` stops.
    pub fn nimber(&self, cells: &[u32], meter: &mut Meter) -> Result<Option<u64>, Stop> {
        if !self.alike {
            return Ok(None);
        }
        let mut found = self.found();
        let Found { split, nimbers, .. } = &mut *found;
        let parts = split.split(&self.moves, cells);
        nimbers.nimber(split, &parts, meter).map(|nimber| Some(nimber.into()))
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
        let found = self.found();
        found.split.bytes() as u64 + found.worths.bytes()
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
