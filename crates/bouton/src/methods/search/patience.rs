//! How long a search for the value alone goes on before a table of all positions is the better way: about as long as that takes.
//!
//! Counted are positions that it looks at, some again and again. A table looks at each once, and is quicker at it. How
//! many positions there may be is seen from games played at random, the more of them the longer the search is: as long as they hardly ever meet,
//! or lead where the search never was, there are too many for a table to be quicker, and a search that pays is not disturbed. Nothing depends on
//! the clock.

use crate::error::Stop;
use crate::limits::Meter;

/// So many moves may always be made.
const FREE: u64 = 1 << 19;

/// Playing at random may take one of so many parts of what the search took.
const SHARE: u64 = 8;

/// A table is taken to hold at most so many times what a search has found, where random games lead elsewhere.
const TIMES: u64 = 2;

const GAVE_UP: Stop = Stop::GaveUp { method: "search", reason: "a table of all positions takes less time" };

#[derive(Clone)]
pub(super) struct Patience<'a> {
    may_hold: &'a MayHold<'a>,
    /// So many moves may be made and no more, where somebody says so: then nothing is asked of how many positions there are.
    most: Option<u64>,
    /// When to look next.
    next: u64,
}

/// How many positions a table of all of them may hold, from games played at random with so many looks; and to how many positions these led, and how
/// many of them the search knows.
pub(super) type MayHold<'a> = dyn Fn(u64, Knows, &mut Meter) -> Result<(u64, [u64; 2]), Stop> + 'a;

/// Whether a search knows something of a position.
pub(super) type Knows<'k> = &'k dyn Fn(&[u64]) -> bool;

/// What a search took so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    /// Moves made.
    pub(super) made: u64,
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
    pub(super) fn ask(
        &mut self,
        Spent { made, looked, found }: Spent,
        knows: Knows,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if let Some(most) = self.most {
            return if made < most { Ok(()) } else { Err(GAVE_UP) };
        }
        if made < self.next.max(FREE) || meter.is_last_resort() {
            return Ok(());
        }
        self.next = 2 * made;
        // A table looks at each position once. What games seem to lead to is less than there is, once they meet: a few hundredths of it, or all.
        let pays = |positions: u64| looked <= positions;
        let looks = made / SHARE / (made / looked.max(1)).max(1);
        if pays(found) {
            return Ok(());
        }
        let (may_hold, [met, known]) = (self.may_hold)(looks, knows, meter)?;
        // What was found is to all there is as what is known is to what random games lead to (capture and recapture: C. Petersen 1896). There is more
        // than that: both begin at the same position, and so meet more often than by chance.
        let likely = found.saturating_mul(met) / known.max(met / TIMES).max(1);
        if pays(likely) || pays(may_hold) { Ok(()) } else { Err(GAVE_UP) }
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
    fn goes_on(places: u64, made: u64, (found, knows): (u64, bool), last_resort: bool) -> bool {
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
        let may_hold = |looks, knows: Knows, meter: &mut Meter| outlook::may_hold(&game, &start, looks, knows, meter);
        let mut patience = Patience::new(&may_hold, None);
        patience.ask(Spent { made, looked: made / 10, found }, &|_| knows, &mut meter).is_ok()
    }

    #[test]
    fn a_search_goes_on_while_a_table_would_take_longer() {
        assert!(goes_on(8, FREE - 10, (10, true), false), "so many are free");
        assert!(!goes_on(8, FREE + 10, (256, true), false), "there are 256 positions");
        assert!(goes_on(8, FREE + 10, (FREE, true), false), "so many positions were found");
        assert!(goes_on(40, FREE + 10, (256, true), false), "so many positions are seen to be there");
        assert!(goes_on(8, FREE + 10, (FREE / 15, false), false), "random games lead where it never was");
        assert!(!goes_on(8, FREE + 10, (FREE / 15, true), false), "it has been everywhere");
        assert!(!goes_on(8, FREE + 10, (FREE / 30, false), false), "it looks at the same again and again");
        assert!(goes_on(8, FREE + 10, (256, true), true), "nothing else is left");
    }
}
