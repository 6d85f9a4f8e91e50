//! How long a search for the value alone goes on before a table of all positions is the better way: no longer than half of what that takes at the least.
//!
//! Counted are moves: the search's own, those that it makes again and those that it weighs. A table makes the moves of each position once. How many
//! positions there are at the least is seen from games played at random, the more of them the longer the search is; that grows with their square, so a
//! search that pays is not disturbed. Nothing depends on the clock.

use super::super::outlook;
use crate::error::Stop;
use crate::game::Game;
use crate::limits::Meter;

/// So many moves may always be made.
const FREE: u64 = 1 << 18;

/// To weigh so many moves that were made before takes as long as to make one.
const WEIGHED: u64 = 32;

/// Playing at random may take one of so many parts of what the search took.
const SHARE: u64 = 8;

#[derive(Default)]
pub(super) struct Patience {
    /// Moves made, those of the first position, and how many times moves were asked for.
    made: u64,
    first: u64,
    asked: u64,
    weighed: u64,
    /// When to look next.
    next: u64,
}

impl Patience {
    /// The moves of a position were made.
    pub(super) fn made(&mut self, moves: usize) {
        self.made += moves as u64;
        if self.asked == 0 {
            self.first = self.made;
        }
        self.asked += 1;
    }

    /// Moves were looked at again.
    pub(super) fn weighed(&mut self, moves: usize) {
        self.weighed += moves as u64;
    }

    /// Gives up where a table of all positions takes less. So many positions were found.
    pub(super) fn ask<G: Game>(
        &mut self,
        game: &G,
        start: &G::Position,
        found: u64,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let spent = self.made + self.weighed / WEIGHED;
        if spent < self.next.max(FREE) || meter.is_last_resort() {
            return Ok(());
        }
        self.next = 2 * spent;
        // Of all positions but the first; those that the search has looked at have no more moves than others.
        let moves = ((self.made - self.first) / self.asked.saturating_sub(1).max(1)).max(1);
        let pays = |positions: u64| spent <= (self.first + positions.saturating_mul(moves)) / 2;
        let looks = spent / SHARE / (self.made / self.asked.max(1)).max(1);
        if pays(found) || pays(outlook::seen_at_least(game, start, looks, meter)?) {
            return Ok(());
        }
        Err(Stop::GaveUp { method: "search", reason: "a table of all positions takes less time" })
    }
}
