//! What moves gain, ready to be added to whole rows.

use super::flat::{At, Flat, Span, empty, width};
use super::narrow::{Added, Narrow};
use super::unproven;
use super::view::Sums;
use crate::error::Stop;
use crate::recurrence::Row;
use smallvec::SmallVec;
use std::borrow::Cow;

/// A linear form, and entries of known lists so many times.
#[derive(Clone, Debug)]
pub(super) struct Gain {
    linear: Flat,
    sums: Vec<(i64, usize, Flat)>,
}

impl Gain {
    /// The same with place and choice exchanged.
    pub(super) fn turned(&self) -> Gain {
        let sums = self.sums.iter().map(|(times, list, at)| (*times, *list, at.turned())).collect();
        Gain { linear: self.linear.turned(), sums }
    }
}

/// Known lists: prefix sums, and what lies between prefix sums a fixed way apart.
#[derive(Clone, Debug)]
pub(super) struct Lists<C> {
    lists: Vec<Vec<C>>,
    /// Which row each list is of, and how far apart; apart by nothing: the prefix sums themselves.
    kinds: Vec<(usize, i64)>,
}

impl<C: Narrow> Lists<C> {
    pub(super) fn of(rows: &[Row]) -> Lists<C> {
        let lists = rows.iter().map(|row| row.sums.iter().map(|sum| C::of(*sum)).collect()).collect();
        Lists { lists, kinds: (0..rows.len()).map(|row| (row, 0)).collect() }
    }

    /// A gain made ready: two sums that lie a fixed way apart become one entry.
    pub(super) fn gain(&mut self, linear: Flat, sums: &[Sums]) -> Gain {
        if C::OUTCOME {
            return Gain { linear: Flat::default(), sums: Vec::new() };
        }
        let mut left: Vec<&Sums> = sums.iter().collect();
        let mut ready = Vec::new();
        while let Some(sum) = left.pop() {
            let apart = |other: &Sums| {
                let same = other.row == sum.row && other.times == -sum.times;
                let level = Flat { constant: 0, ..sum.at } == Flat { constant: 0, ..other.at };
                (same && level).then_some(sum.at.constant - other.at.constant)
            };
            let other = left.iter().position(|other| apart(other).is_some());
            match other.and_then(|at| Some((at, apart(left[at])?))) {
                Some((at, 0)) => drop(left.remove(at)),
                Some((at, by)) => {
                    let other = left.remove(at);
                    // Counted from the lower of the two.
                    let (lower, times) = if by > 0 { (other.at, sum.times) } else { (sum.at, other.times) };
                    ready.push((times, self.between(sum.row, by.abs()), lower));
                }
                None => ready.push((sum.times, sum.row, sum.at)),
            }
        }
        // What is taken once comes before what is taken away.
        ready.sort_by_key(|(times, ..)| -times);
        Gain { linear, sums: ready }
    }

    fn between(&mut self, row: usize, by: i64) -> usize {
        if let Some(known) = self.kinds.iter().position(|kind| *kind == (row, by)) {
            return known;
        }
        let sums = &self.lists[row];
        let later = sums.iter().skip(usize::try_from(by).unwrap_or(usize::MAX));
        let list = later.zip(sums).map(|(high, low)| high.minus(*low)).collect();
        self.lists.push(list);
        self.kinds.push((row, by));
        self.lists.len() - 1
    }

    /// The gain over a span of places.
    pub(super) fn added(&self, gain: &Gain, row: &At, span: Span, choice: i64) -> Result<Added<'_, C>, Stop> {
        let mut constant = C::of(gain.linear.at(row, 0, choice));
        let mut rows = SmallVec::new();
        if gain.linear.place != 0 {
            let ramp: Vec<C> = (span.0..=span.1).map(|place| C::of(gain.linear.place * place)).collect();
            rows.push((C::of(1), Cow::Owned(ramp)));
        }
        for (times, list, at) in &gain.sums {
            let (times, list) = (C::of(*times), &self.lists[*list]);
            match at.place {
                0 => constant = constant.plus(times.times(entry(list, at.at(row, 0, choice))?)),
                1 => {
                    let from = usize::try_from(at.at(row, span.0, choice)).ok();
                    let slice = from.and_then(|from| list.get(from..from.checked_add(width(span))?));
                    rows.push((times, Cow::Borrowed(slice.ok_or_else(outside)?)));
                }
                step => {
                    let ends = [span.0, span.1].map(|place| usize::try_from(at.at(row, place, choice)).ok());
                    let [first, last] = ends.map(|end| end.ok_or_else(outside));
                    let spread = if empty(span) { Vec::new() } else { spread(list, first?, last?, step)? };
                    rows.push((times, Cow::Owned(spread)));
                }
            }
        }
        Ok(Added { constant, rows })
    }

    /// The gain at one place.
    pub(super) fn at(&self, gain: &Gain, row: &At, place: i64, choice: i64) -> Result<C, Stop> {
        let first = C::of(gain.linear.at(row, place, choice));
        gain.sums.iter().try_fold(first, |sum, (times, list, at)| {
            Ok(sum.plus(C::of(*times).times(entry(&self.lists[*list], at.at(row, place, choice))?)))
        })
    }

    /// Bytes of the lists.
    pub(super) fn bytes(rows: &[Row]) -> u64 {
        // The lists themselves, and as many of what lies between.
        rows.iter().map(|row| 2 * (row.sums.len() * size_of::<C>()) as u64).sum()
    }
}

/// The entries from one to another, each so many after the one before, or before it.
fn spread<C: Copy>(list: &[C], first: usize, last: usize, step: i64) -> Result<Vec<C>, Stop> {
    let between = list.get(first.min(last)..=first.max(last)).ok_or_else(outside)?;
    let by = usize::try_from(step.unsigned_abs()).map_err(|_| outside())?;
    // Ranges know their length, and steps through them are plain sums.
    let (end, count) = (between.len() - 1, (between.len() - 1) / by + 1);
    Ok(if step > 0 {
        (0..count).map(|at| between[at * by]).collect()
    } else {
        (0..count).map(|at| between[end - at * by]).collect()
    })
}

fn entry<C: Copy>(list: &[C], at: i64) -> Result<C, Stop> {
    usize::try_from(at).ok().and_then(|at| list.get(at)).copied().ok_or_else(outside)
}

fn outside() -> Stop {
    unproven("a sum outside its list")
}
