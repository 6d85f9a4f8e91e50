//! How long a search for the value alone goes on before a table of all positions is the better way: about as long as that takes.
//!
//! Counted are moves: the search's own, and those that it makes again. A table makes the moves of each position once, and makes them quicker. How
//! many positions there may be is seen from games played at random, the more of them the longer the search is: as long as they hardly ever meet,
//! there are too many for a table to be quicker, and a search that pays is not disturbed. Nothing depends on the clock.

use crate::error::Stop;
use crate::limits::Meter;

/// So many moves may always be made.
const FREE: u64 = 1 << 19;

/// It may take one of so many parts of what a table seems to take; what seems so is less than there is, once games meet: a few hundredths of it, or all.
const PART: u64 = 1;

/// Playing at random may take one of so many parts of what the search took.
const SHARE: u64 = 8;

const GAVE_UP: Stop = Stop::GaveUp { method: "search", reason: "a table of all positions takes less time" };

pub(super) struct Patience<'a> {
    may_hold: &'a MayHold<'a>,
    /// So many moves may be made and no more, where somebody says so: then nothing is asked of how many positions there are.
    most: Option<u64>,
    /// When to look next.
    next: u64,
}

/// How many positions a table of all of them may hold, from games played at random with so many looks.
pub(super) type MayHold<'a> = dyn Fn(u64, &mut Meter) -> Result<u64, Stop> + 'a;

/// What a search took so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    /// Moves made, and those of the first position.
    pub(super) made: u64,
    pub(super) first: u64,
    /// Positions whose moves were made, some of them again.
    pub(super) looked: u64,
    /// Positions that were found.
    pub(super) found: u64,
}

impl<'a> Patience<'a> {
    pub(super) fn new(may_hold: &'a MayHold<'a>, most: Option<u64>) -> Patience<'a> {
        Patience { may_hold, most, next: 0 }
    }

    /// Gives up where a table of all positions takes less.
    pub(super) fn ask(&mut self, Spent { made, first, looked, found }: Spent, meter: &mut Meter) -> Result<(), Stop> {
        if let Some(most) = self.most {
            return if made < most { Ok(()) } else { Err(GAVE_UP) };
        }
        if made < self.next.max(FREE) || meter.is_last_resort() {
            return Ok(());
        }
        self.next = 2 * made;
        // Of all positions but the first; those that the search has looked at have no more moves than others.
        let moves = ((made - first) / looked.saturating_sub(1).max(1)).max(1);
        let pays = |positions: u64| made <= first.saturating_add(positions.saturating_mul(moves)) / PART;
        let looks = made / SHARE / (made / looked.max(1)).max(1);
        if pays(found) || pays((self.may_hold)(looks, meter)?) {
            return Ok(());
        }
        Err(GAVE_UP)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::outlook;
    use super::*;
    use crate::game::Game;
    use crate::instance::Instance;
    use crate::limits::{Limits, Silent};
    use bouton_rules::{Source, check};
    use std::sync::Arc;

    /// A search has made so many moves of ten a position and found so many positions of a game of marks on so many places: whether it goes on.
    fn goes_on(places: u64, made: u64, found: u64, last_resort: bool) -> bool {
        let text = format!(
            "game Marks\nstate s : set of 1..{places} = {{}}\nmove put(k in 1..{places} if k not in s) {{ s += {{k}} }}\nstuck => me loses\n"
        );
        let rules = check(&Source::new("marks", text)).0.expect("they are right");
        let game = Instance::new(Arc::new(rules), &[]).expect("there are no parameters");
        let (start, limits) = (game.start().expect("it begins"), Limits::default());
        let mut meter = Meter::new(&limits, &Silent);
        if last_resort {
            meter.last_resort();
        }
        let may_hold = |looks, meter: &mut Meter| outlook::may_hold(&game, &start, looks, meter);
        let mut patience = Patience::new(&may_hold, None);
        patience.ask(Spent { made, first: 10, looked: made / 10, found }, &mut meter).is_ok()
    }

    #[test]
    fn a_search_goes_on_while_a_table_would_take_longer() {
        assert!(goes_on(8, FREE - 10, 10, false), "so many are free");
        assert!(!goes_on(8, FREE + 10, 256, false), "all 256 positions have 2,560 moves at the most");
        assert!(goes_on(8, FREE + 10, FREE, false), "so many positions were found");
        assert!(goes_on(40, FREE + 10, 256, false), "so many positions are seen to be there");
        assert!(goes_on(8, FREE + 10, 256, true), "nothing else is left");
    }
}
