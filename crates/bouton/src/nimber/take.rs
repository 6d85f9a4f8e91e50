//! Heaps that are only taken from, by given amounts: subtraction games, take-a-square.
//!
//! **Theorem** (folklore; S. W. Golomb, "A mathematical investigation of games of take-away", 1966). With finitely many
//! amounts, the largest `m`, a heap's nimber follows from the `m` before it: a window of `m` values that comes back
//! proves the period.

use super::period::{Proven, prove};
use super::window::{Least, work};
use super::{Nimber, too_large};
use crate::error::Stop;
use crate::limits::{Limits, Meter, Silent};

/// The squares 1, 4, 9, … up to a size: the amounts of take-a-square.
#[must_use]
pub fn squares(to: usize) -> Vec<usize> {
    (1_usize..).map_while(|root| root.checked_mul(root)).take_while(|&square| square <= to).collect()
}

/// The nimbers of heaps of 0 to `to` from which any of `amounts` (rising, from 1 up) may be taken.
/// O(n · amounts), or O(n · runs) where amounts come in runs: take-a-square to a million in about a second, 40,000 to 100,000 in hundredths of one.
///
/// # Errors
/// `limits` are reached, or a nimber has more than 16 bits.
pub fn values(amounts: &[usize], to: usize, limits: &Limits) -> Result<Vec<Nimber>, Stop> {
    let mut meter = Meter::new(limits, &Silent);
    meter.memory((to as u64).saturating_mul(size_of::<Nimber>() as u64))?;
    meter.phase("heaps", Some(to as u64));
    let (mut values, mut least) = (Vec::with_capacity(to + 1), Least::new(amounts));
    for _ in 0..=to {
        meter.step()?;
        values.push(least.nimber(&values).ok_or_else(too_large)?);
    }
    Ok(values)
}

/// What sizes are worth, from 0 on, and the period that this proves, if it does.
pub(crate) type Worth = (Vec<Nimber>, Option<Proven>);

/// The most sizes looked at for a period, and the most steps taken.
const MOST_SIZES: usize = 1 << 22;
const MOST_STEPS: usize = 1 << 28;

/// Whether a period may show well before size `to`, and soon enough: a proof needs more sizes than the largest amount.
pub(crate) fn may_prove(amounts: &[usize], to: usize) -> bool {
    let most = MOST_SIZES.min(MOST_STEPS / work(amounts)).min(to);
    amounts.last().is_none_or(|largest| *largest <= most / 4)
}

/// What sizes are worth up to `to`, or until they prove a period: nimbers, or in misère play (`misere`) 0 where the mover loses and 1
/// where the mover wins. `amounts` rise from 1 up. Nothing where neither is reached soon enough.
pub(crate) fn until_proven(
    amounts: &[usize],
    to: usize,
    misere: bool,
    meter: &mut Meter,
) -> Result<Option<Worth>, Stop> {
    let most = MOST_SIZES.min(MOST_STEPS / work(amounts));
    let (mut values, mut least) = (Vec::new(), Least::new(amounts));
    let mut until = to.min(1_024);
    loop {
        meter.memory((until as u64).saturating_mul(2 * size_of::<Nimber>() as u64 + 4))?;
        for _ in values.len()..=until {
            meter.step()?;
            let value = if misere { least.won(&values) } else { least.nimber(&values) };
            values.push(value.ok_or_else(too_large)?);
        }
        // From the largest amount on, a size follows from those before it and from nothing else, in misère play too.
        let period = period(amounts, &values);
        if period.is_some() || until == to {
            return Ok(Some((values, period)));
        }
        if until >= most {
            return Ok(None);
        }
        until = to.min(4 * until);
    }
}

/// The least period that the values of a finite subtraction set prove.
#[must_use]
pub fn period(amounts: &[usize], values: &[Nimber]) -> Option<Proven> {
    let window = amounts.last().copied().unwrap_or(0).max(1);
    prove(values, |from, length| from + length + window - 1)
}

/// The sizes up to `to` at which the mover loses, by marking what each of them makes a win: O(losing · amounts), quick
/// where losing sizes are few. Take-a-square to a million: 13,952 of them.
///
/// # Errors
/// `limits` are reached.
pub fn losing(amounts: &[usize], to: usize, limits: &Limits) -> Result<Vec<usize>, Stop> {
    marked(amounts, to, false, &mut Meter::new(limits, &Silent))
}

/// So many sizes are marked at a time: their marks stay near the processor.
const STRETCH: usize = 1 << 18;

/// As `losing`, also in misère play (`misere`), where whoever cannot move wins. Sizes are marked stretch by stretch; each losing size keeps
/// how many of its amounts have been added to it.
pub(crate) fn marked(amounts: &[usize], to: usize, misere: bool, meter: &mut Meter) -> Result<Vec<usize>, Stop> {
    let least = amounts.first().copied().unwrap_or(usize::MAX);
    let (mut found, mut added): (Vec<usize>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut won = vec![false; STRETCH.min(to + 1)];
    meter.phase("heaps", Some(to as u64));
    for from in (0..=to).step_by(STRETCH) {
        let end = (from + STRETCH).min(to + 1);
        won.fill(false);
        for (size, added) in found.iter().zip(&mut added) {
            meter.step()?;
            push(amounts, *size, added, from, &mut won[..end - from]);
        }
        for size in from..end {
            if won[size - from] || (misere && size < least) {
                continue;
            }
            meter.step()?;
            meter.memory((found.len() * (size_of::<usize>() + size_of::<u32>()) * 2 + STRETCH) as u64)?;
            let mut count = 0;
            push(amounts, size, &mut count, from, &mut won[..end - from]);
            found.push(size);
            added.push(count);
        }
    }
    Ok(found)
}

/// Marks what a losing size makes a win, from the first amount not yet added to it to the end of the stretch.
fn push(amounts: &[usize], size: usize, added: &mut u32, from: usize, won: &mut [bool]) {
    for amount in &amounts[*added as usize..] {
        let Some(mark) = won.get_mut(size + amount - from) else { return };
        *mark = true;
        *added += 1;
    }
}
