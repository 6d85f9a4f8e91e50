//! Who wins where a set grows by one element a move: 64 sets a word.
//!
//! A set of up to six elements chosen from the first six is a place in a word, the rest of a set the number of the word. Words
//! are filled from the fullest down. A set is won if some set with one element more is lost: for an element of the rest that is one `or` of
//! words for 64 sets at once, for the first six a shift inside the word, fullest sets first. Cost: a word's work for
//! each 64 sets and element; memory: one bit a set. It is `sweep` for such games, where who wins is asked and not how soon.

use super::Solved;
use crate::error::Stop;
use crate::game::Game;
use crate::limits::{Limits, Meter};
use crate::recurrence::Linear;
use crate::recurrence::symbolic::{Said, Symbol, Symbolic, Way, Weight};
use crate::show::Count;
use crate::store::{Store, Teller};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::{Text, say};
use std::sync::Arc;

/// Elements whose sets share a word.
const INSIDE: usize = 6;
/// Fewer elements are not worth a way of their own.
const FEWEST: usize = 8;
/// Words filled between looks at the clock.
const AT_ONCE: usize = 1 << 14;

/// For each of the first six elements, the places of sets without it.
const WITHOUT: [u64; INSIDE] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Places of sets of so many elements, fullest first.
const BY_SIZE: [u64; INSIDE + 1] = by_size();

const fn by_size() -> [u64; INSIDE + 1] {
    let (mut masks, mut place) = ([0; INSIDE + 1], 0_u64);
    while place < 64 {
        masks[INSIDE - place.count_ones() as usize] |= 1 << place;
        place += 1;
    }
    masks
}

/// A set to which every move adds one of some elements that are not in it (or from which it takes one that is), until a sum over it
/// ends the game or there are none left. A position's variables hold 1 for each element in the set, else 0.
#[derive(Debug)]
pub(super) struct Subsets {
    /// By how much each element changes the sum.
    deltas: Vec<i64>,
    /// The sum at first.
    base: i64,
    /// Where the sum lies when the game is over: from the first number to the second.
    over: (i64, i64),
    /// Whether whoever would be to move then has won.
    over_wins: bool,
    /// Whether only the move that leads there ends the game: who begins there plays on.
    by_move: bool,
    /// Whether whoever finds no element left has won; nothing where nobody has.
    stuck_wins: Option<bool>,
    /// The variable of each element.
    variables: Vec<usize>,
    /// What that variable holds once a move has added or taken the element.
    moved: i64,
    /// Variables of elements that no move adds or takes, and what they always hold.
    others: Vec<(usize, i64)>,
}

impl Subsets {
    /// The set game that a game is, if it is one.
    fn of(game: &Symbolic) -> Option<Subsets> {
        let ([way], [held], true) =
            (game.moves.as_slice(), game.states.as_slice(), game.invariants.is_empty() && !game.normalised)
        else {
            return None;
        };
        let (members, (lo, hi), elements) = (held.members.as_ref()?, held.bounds, way.among.as_ref()?);
        hi.checked_sub(lo).filter(|possible| *possible < MOST_POSSIBLE)?;
        let (adds, fresh) = (way.picked > 0, game.fresh(way)?);
        let fit = |element: &i64| (lo..=hi).contains(element) && members.contains(element) != adds;
        let plain = way.divisors.is_empty() && way.guards.iter().all(|guard| *guard == fresh);
        (plain && (1..=MOST).contains(&elements.len()) && elements.iter().all(fit)).then_some(())?;
        let (form, equal, over_wins, by_move) = over(game, way)?;
        let (constant, weights) = game.weights(&form)?;
        let variable = |element: i64| usize::try_from(element.checked_sub(lo)?).ok();
        let weigh = |element: &i64| weights.get(variable(*element)?).copied();
        let base = members.iter().try_fold(constant, |sum, member| sum.checked_add(weigh(member)?))?;
        let delta = |element: &i64| weigh(element)?.checked_mul(way.picked);
        let deltas: Vec<i64> = elements.iter().map(delta).collect::<Option<_>>()?;
        // Every sum that can occur stays far from the ends of 64 bits.
        let heaviest =
            deltas.iter().try_fold(base.checked_abs()?, |sum, delta| sum.checked_add(delta.checked_abs()?))?;
        let over = (0, if equal { 0 } else { i64::MAX });
        let begins_over = by_move && (over.0..=over.1).contains(&base);
        (heaviest <= i64::MAX / 4 && !begins_over).then_some(())?;
        let others = (lo..=hi).filter(|element| !elements.contains(element));
        let others = others.map(|other| Some((variable(other)?, i64::from(members.contains(&other)))));
        Some(Subsets {
            variables: elements.iter().map(|element| variable(*element)).collect::<Option<_>>()?,
            moved: i64::from(adds),
            others: others.collect::<Option<_>>()?,
            deltas,
            base,
            over,
            over_wins,
            by_move,
            stuck_wins: match game.stuck? {
                Said::Draw => None,
                said => Some(said == Said::Win),
            },
        })
    }

    /// The elements added or taken, as bits, where a position has these variables; `None` where play never leads.
    fn bits(&self, variables: &[i64]) -> Option<u64> {
        let as_ever = self.others.iter().all(|(at, held)| variables.get(*at) == Some(held));
        let bit = |(place, at): (usize, &usize)| Some(u64::from(*variables.get(*at)? == self.moved) << place);
        self.variables.iter().enumerate().map(bit).sum::<Option<u64>>().filter(|_| as_ever)
    }

    /// The sum for the elements in these bits.
    fn weight(&self, bits: u64) -> i64 {
        let inside = self.deltas.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        inside.fold(self.base, |sum, (_, delta)| sum.saturating_add(*delta))
    }

    /// Whether the game is over where the sum is this.
    fn is_over(&self, weight: i64) -> bool {
        (self.over.0..=self.over.1).contains(&weight)
    }
}

/// Elements beyond this have no table; sets with more possible elements are not looked at.
const MOST: usize = 40;
const MOST_POSSIBLE: i64 = 4_096;

/// When play is over: a sum over the set that is not negative then, or, if true, is 0; whether whoever would be to move has won, and whether the
/// move that leads there ends play.
fn over(game: &Symbolic, way: &Way) -> Option<(Linear, bool, bool, bool)> {
    let (ways, said, by_move) = match (way.ends.as_slice(), game.ends.as_slice()) {
        // Whoever ends play by a move is the one who has won: the store tells such positions as lost.
        ([(ways, said @ Said::Win)], []) => (ways, said, true),
        ([], [(ways, said @ (Said::Win | Said::Loss))]) => (ways, said, false),
        _ => return None,
    };
    let [only] = ways.as_slice() else { return None };
    let (form, equal) = match only.as_slice() {
        [form] => (form, false),
        [form, other] => (form, form.times(-1).as_ref() == Some(other)),
        _ => return None,
    };
    (equal || only.len() == 1).then_some(())?;
    let form = if by_move { before(game, way, form)? } else { form.clone() };
    Some((form, equal, (*said == Said::Win) != by_move, by_move))
}

/// A form of the set after a move as the same form of the set at rest.
fn before(game: &Symbolic, way: &Way, form: &Linear) -> Option<Linear> {
    let mut rest = form.clone();
    for &(symbol, times) in &form.terms {
        let Symbol::Total(weight) = &game.symbols[symbol] else { continue };
        let weighed = match weight {
            Weight::Itself => Linear::symbol(game.choice()),
            Weight::One => Linear::number(1),
            Weight::Of(_) => {
                let symbol = Symbol::Weighed(weight.clone());
                Linear::symbol(game.symbols.iter().position(|known| *known == symbol)?)
            }
        };
        rest = rest.plus(&weighed, times.checked_mul(-way.picked)?)?;
    }
    Some(rest)
}

/// How many sets a game has, and the bytes for them, if it is such a game and its limits allow that.
pub(super) fn fits<G: Game>(game: &G, limits: &Limits) -> Option<(Arc<Subsets>, u64, u64)> {
    let subsets = Arc::new(Subsets::of(game.abstracted()?.symbols()?.as_ref())?);
    let count = subsets.deltas.len();
    let sets = 1_u64.checked_shl(u32::try_from(count).ok()?).filter(|_| (FEWEST..=40).contains(&count))?;
    // Where nobody can be stuck short of the end, or somebody wins then, nothing is drawn.
    let decided = subsets.stuck_wins.is_some() || subsets.is_over(subsets.weight(sets - 1));
    let allowed = sets / 8 <= limits.memory && limits.positions.is_none_or(|most| most >= sets);
    (decided && allowed).then_some((subsets, sets, sets / 8))
}

/// Whether play begins at a set that the table tells.
pub(super) fn begins_inside<G: Game>(game: &G, subsets: &Subsets, start: &G::Position) -> bool {
    let variables = game.variables(&game.canonical(start.clone())).unwrap_or_default();
    let bits = subsets.bits(&variables);
    bits.is_some_and(|bits| !subsets.by_move || !subsets.is_over(subsets.weight(bits)))
}

/// What is done, for EXPLAIN.
pub(super) fn steps(sets: u64) -> Vec<(&'static str, Text)> {
    vec![("go through every set", say!("{}, from the fullest down, 64 of them at once", Count(sets)))]
}

/// Solves such a game.
pub(super) fn run<G: Game>(subsets: Arc<Subsets>, sets: u64, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
    meter.phase("going through sets", Some(sets / 64));
    meter.memory(sets / 8)?;
    let wins = Filling::of(&subsets).fill(meter)?;
    let store = Store::told(Kind::Outcome, Arc::new(Known { subsets, wins }), None);
    Ok(Solved { whole: false, searched: Some(sets), ..Solved::whole(store, 0) })
}

/// Words as they are filled.
struct Filling<'s> {
    subsets: &'s Subsets,
    /// A bit for each set: whether its mover wins.
    wins: Vec<u64>,
    /// The sums of the 64 sets of a word, rising, each with the places of sets that weigh less.
    inside: Vec<(i64, u64)>,
    /// The sums of a word's own elements: those of its low bits, and of its high ones.
    low: Vec<i64>,
    high: Vec<i64>,
}

impl Filling<'_> {
    fn of(subsets: &Subsets) -> Filling<'_> {
        let (first, rest) = subsets.deltas.split_at(INSIDE);
        let (low, high) = rest.split_at(rest.len() / 2);
        let mut weights: Vec<(i64, usize)> = sums(first).into_iter().zip(0..).collect();
        weights.sort_unstable();
        let mut lighter = 0;
        let inside = weights.into_iter().map(|(weight, place)| {
            let entry = (weight, lighter);
            lighter |= 1 << place;
            entry
        });
        let words = 1 << rest.len();
        Filling { subsets, wins: vec![0; words], inside: inside.collect(), low: sums(low), high: sums(high) }
    }

    fn fill(mut self, meter: &mut Meter) -> Result<Vec<u64>, Stop> {
        let mut done = self.wins.len();
        while done > 0 {
            let from = done.saturating_sub(AT_ONCE);
            for word in (from..done).rev() {
                self.wins[word] = self.word(word);
            }
            meter.steps(done - from)?;
            done = from;
        }
        Ok(self.wins)
    }

    fn word(&self, word: usize) -> u64 {
        let over = self.over(word);
        let decided = if self.subsets.over_wins { over } else { 0 };
        if over == u64::MAX {
            return decided;
        }
        let last = self.wins.len() - 1;
        let (mut reached, mut free) = (0, !word & last);
        while free != 0 && reached != u64::MAX {
            let next = free & free.wrapping_neg();
            reached |= !self.wins[word | next];
            free ^= next;
        }
        // Nobody can move at the fullest set.
        if word == last && self.subsets.stuck_wins == Some(true) {
            reached |= 1 << 63;
        }
        inside(reached & !over, over, decided)
    }

    /// The sets of a word where play is over.
    fn over(&self, word: usize) -> u64 {
        let (low, high) = (word % self.low.len(), word / self.low.len());
        let weight = self.subsets.base + self.low[low] + self.high[high];
        let (from, to) = self.subsets.over;
        let below = |bound: i64| {
            let at = self.inside.partition_point(|(inside, _)| weight + inside < bound);
            self.inside.get(at).map_or(u64::MAX, |(_, lighter)| *lighter)
        };
        let up_to = if to == i64::MAX { u64::MAX } else { below(to + 1) };
        up_to & !below(from)
    }
}

/// The sets of a word that are won: those that reach a lost set in another word, and those that reach one in this.
fn inside(reached: u64, over: u64, decided: u64) -> u64 {
    let mut wins = decided;
    for size in BY_SIZE {
        let lost = !wins;
        let mut here = 0;
        for (element, without) in WITHOUT.iter().enumerate() {
            here |= (lost >> (1 << element)) & without;
        }
        wins |= (reached | here & !over) & size;
    }
    wins
}

/// The sums of every set of some numbers, by the bits of the set.
fn sums(numbers: &[i64]) -> Vec<i64> {
    let mut sums = vec![0];
    for number in numbers {
        let with: Vec<i64> = sums.iter().map(|sum| sum + number).collect();
        sums.extend(with);
    }
    sums
}

/// Who wins, for every set.
#[derive(Debug)]
struct Known {
    subsets: Arc<Subsets>,
    wins: Vec<u64>,
}

impl Teller for Known {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let bits = self.subsets.bits(variables)?;
        let word = self.wins.get(usize::try_from(bits / 64).ok()?)?;
        let full = bits.count_ones() as usize == self.subsets.deltas.len();
        let over = self.subsets.is_over(self.subsets.weight(bits));
        if over && self.subsets.by_move {
            return None;
        }
        let over = full || over;
        let plies = if over { Plies::Of(0) } else { Plies::Unknown };
        Some(Value::Outcome(if word >> (bits % 64) & 1 == 1 { Outcome::Win(plies) } else { Outcome::Loss(plies) }))
    }
}
