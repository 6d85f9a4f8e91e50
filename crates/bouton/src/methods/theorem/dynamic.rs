//! Dynamic Nim: how much may be taken depends on how much was taken last (A. J. Schwenk, "Take-away games", Fibonacci Quarterly 8, 1970).
//!
//! **Theorem.** From a heap of `n` at least 1 and at most `q` may be taken; after `x` was taken, the next limit is a function `g(x)` of
//! that alone; whoever cannot move loses. Then there is one threshold `t(n)` a size: the mover wins just if `q ≥ t(n)`. It is the least
//! `x ≤ n` with `g(x) < t(n − x)`, and endless where there is none; `t(0)` is endless.
//!
//! *Proof.* Whoever may take more has every move of who may take less, so winning is monotone in `q`, and `t(n)` is the least `x` that wins.
//! Taking `x` wins just if the other then loses with `n − x` and the limit `g(x)`: if `g(x) < t(n − x)`. ∎ (With `g(x) = 2x`, Fibonacci Nim,
//! `t(n)` is the least part of `n` as a sum of Fibonacci numbers that are no neighbours: E. Zeckendorf, 1972.)
//!
//! Condition: one heap and one limit; nothing else can be done, or ends play. Cost: the sum of the thresholds, n in place of n² positions.

use super::ends::after;
use super::heaps::implied;
use super::{Proven, Strategy, Teller, Theorem, outcome};
use crate::error::Stop;
use crate::limits::Meter;
use crate::recurrence::{Bounds, Choice, End, Linear, Recurrence, within_bounds};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Text;
use std::sync::Arc;

pub(super) struct Threshold;

/// A heap from which at most so much may be taken as the last move allows.
#[derive(Clone, Debug)]
struct Dynamic {
    /// The size of the heap and the limit, told by the variables; the limit after a move, told by what is taken (symbol 2).
    size: Linear,
    limit: Linear,
    next: Linear,
    bounds: Vec<Bounds>,
    /// The least winning amount of each size, 0 where there is none; made before the first value is told.
    least: Option<Arc<Vec<u32>>>,
}

/// The symbol of the choice.
const TAKEN: usize = 2;

impl Theorem for Threshold {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "dynamic-nim",
            about: "the mover wins just where the limit reaches one threshold of the heap's size (Schwenk 1970)",
            speed: None,
        }
    }

    fn recognise(&self, recurrence: &Recurrence) -> Option<Arc<dyn Proven>> {
        Dynamic::of(recurrence).map(|game| Arc::new(game) as Arc<dyn Proven>)
    }
}

impl Dynamic {
    fn of(recurrence: &Recurrence) -> Option<Dynamic> {
        let plain = recurrence.kind == Kind::Outcome && recurrence.needs.is_empty() && recurrence.remaining.is_none();
        let ([mv], [_, _]) = (recurrence.moves.as_slice(), recurrence.variables.as_slice()) else { return None };
        let [Choice { among: None, divides: None, listed: None, lo, hi, .. }] = mv.choices.as_slice() else {
            return None;
        };
        let (one, taken) = (Linear::number(1), Linear::symbol(TAKEN));
        let usual = plain && mv.passes && mv.needs.is_empty() && *lo == [one];
        // Of the two ends of the choice one is the heap, which falls by what is taken, and the other the limit.
        let falls = |form: &Linear| Some(after(form, mv)? == form.minus(&taken)?);
        let [first, second] = hi.as_slice() else { return None };
        let (size, limit) = match (falls(first), falls(second)) {
            (Some(true), _) => (first, second),
            (_, Some(true)) => (second, first),
            _ => return None,
        };
        let single = |form: &Linear| matches!(form.terms.as_slice(), [(_, 1 | -1)]);
        let next = after(limit, mv)?;
        let of_taken = next.terms.iter().all(|(symbol, _)| *symbol == TAKEN);
        let apart = single(size) && limit.terms.len() == 1 && size.last() != limit.last();
        mv.guards.iter().try_for_each(|guard| implied(guard, 1, hi))?;
        let bounds = recurrence.bounds();
        let game = Dynamic { size: size.clone(), limit: limit.clone(), next, bounds, least: None };
        let soft = usual && of_taken && apart && game.within(mv.next.get(limit.last()?)?.parts().first()?);
        (soft && game.normal(recurrence)).then_some(game)
    }

    /// No move leads out of the bounds of the variables.
    fn within(&self, limit: &Linear) -> bool {
        let (least, most) = self.size.range(&self.bounds);
        let held = self.limit.last().and_then(|symbol| self.bounds.get(symbol)).copied().unwrap_or((0, 0));
        let taken = (1, i64::try_from(most).unwrap_or(i64::MAX).max(1));
        let (lo, hi) = limit.range(&[(0, 0), (0, 0), taken]);
        least <= 0 && i128::from(held.0) <= lo && hi <= i128::from(held.1)
    }

    /// Whoever cannot move loses, by whatever line of the rules.
    fn normal(&self, recurrence: &Recurrence) -> bool {
        let lost = |end: &End| end.value == Value::Outcome(Outcome::Loss(Plies::Of(0)));
        let stuck = recurrence.stuck.first().is_some_and(|end| end.when.is_empty() && lost(end));
        // An end may say the same again where nothing is left.
        let empty = |end: &End| {
            let short = self.size.times(-1);
            lost(end)
                && short.is_some_and(|short| end.when.contains(&short))
                && end.when.len() <= 2
                && end.when.iter().all(|form| *form == self.size || Some(form) == self.size.times(-1).as_ref())
        };
        stuck && recurrence.ends.iter().all(empty)
    }

    fn at(&self, variables: &[i64]) -> Option<(usize, i64)> {
        let inside = within_bounds(variables, &self.bounds);
        let (size, limit) = inside.then(|| (self.size.at(variables), self.limit.at(variables)))?;
        Some((usize::try_from(size).ok()?, limit))
    }

    /// The limit after so much was taken.
    fn after(&self, taken: usize) -> i64 {
        i64::try_from(taken).map_or(i64::MAX, |taken| self.next.at(&[0, 0, taken]))
    }

    /// The least winning amount of every size, 0 where there is none.
    fn thresholds(&self, largest: usize, meter: &mut Meter) -> Result<Vec<u32>, Stop> {
        meter.memory((largest as u64).saturating_mul(size_of::<u32>() as u64))?;
        meter.phase("sizes", Some(largest as u64));
        let mut least: Vec<u32> = Vec::with_capacity(largest + 1);
        least.push(0);
        for size in 1..=largest {
            let mut found = 0;
            for taken in 1..=size {
                meter.step()?;
                if loses(&least, size - taken, self.after(taken)) {
                    found = u32::try_from(taken).expect("heaps are smaller than 2^32");
                    break;
                }
            }
            least.push(found);
        }
        Ok(least)
    }

    /// Every amount that wins.
    fn wins(&self, size: usize, limit: i64) -> Option<Vec<i64>> {
        let least = self.least.as_ref().filter(|least| size < least.len())?;
        let most = usize::try_from(limit).unwrap_or(0).min(size);
        let winning = (1..=most).filter(|taken| loses(least, size - taken, self.after(*taken)));
        Some(winning.filter_map(|taken| i64::try_from(taken).ok()).collect())
    }
}

/// Whether the mover loses with this size and limit.
fn loses(least: &[u32], size: usize, limit: i64) -> bool {
    match least.get(size) {
        Some(0) => true,
        Some(least) => limit < i64::from(*least),
        None => false,
    }
}

impl Teller for Dynamic {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let (size, limit) = self.at(variables)?;
        let least = self.least.as_ref().filter(|least| size < least.len())?;
        Some(outcome(loses(least, size, limit), false, size == 0 || limit < 1))
    }

    fn best(&self, variables: &[i64]) -> Option<Vec<(usize, Vec<i64>)>> {
        let (size, limit) = self.at(variables)?;
        Some(self.wins(size, limit)?.into_iter().map(|taken| (0, vec![taken])).collect())
    }

    fn one(&self, variables: &[i64]) -> Option<(usize, Vec<i64>)> {
        let (size, limit) = self.at(variables)?;
        let least = i64::from(*self.least.as_ref()?.get(size)?);
        (least > 0 && least <= limit).then(|| (0, vec![least]))
    }
}

/// Larger heaps are left to others.
const MOST_SIZES: i128 = 1 << 31;

impl Proven for Dynamic {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        let rules = "one heap; a move takes 1 to some limit, and the next limit depends on what was taken; whoever cannot move loses";
        let how = "size by size, the least amount after which the other's limit is below the threshold of what is left";
        vec![("these rules", rules.into()), ("find the thresholds", how.into())]
    }

    fn bytes(&self) -> u64 {
        let most = self.size.range(&self.bounds).1.clamp(0, MOST_SIZES);
        u64::try_from(most).unwrap_or(0).saturating_add(1).saturating_mul(size_of::<u32>() as u64)
    }

    fn prepare(self: Arc<Self>, variables: &[i64], meter: &mut Meter) -> Result<Arc<dyn Teller>, Stop> {
        let mut ready = Dynamic::clone(&self);
        if let Some((size, _)) = self.at(variables).filter(|(size, _)| (*size as u64) < (1 << 31)) {
            ready.least = Some(Arc::new(self.thresholds(size, meter)?));
        }
        Ok(Arc::new(ready))
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
