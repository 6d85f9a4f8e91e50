//! Values as numbers: 8 bytes for a lead, 4 for an outcome, or 2 where plies are few.
//!
//! An outcome's code grows with its worth to the mover, and its opposite is the negated code:
//! a draw is 0, an endless win 1, a win in plies that nobody counted 2, a win in k plies 2³¹ − 1 − k. The smallest number of all means "not known".

use super::growing;
use crate::game::Fault;
use crate::value::{Kind, Outcome, Plies, Value};
use std::io::{self, Read, Write};

/// A row of values, each known or not.
#[derive(Clone, Debug)]
pub struct Codes(Cells);

#[derive(Clone, Debug)]
enum Cells {
    Leads(Vec<i64>),
    Outcomes(Vec<i32>),
    Near(Vec<u16>),
}

pub(crate) const NO_LEAD: i64 = i64::MIN;
pub(crate) const NO_OUTCOME: i32 = i32::MIN;
const ENDLESS: i32 = 1;
/// A win in a number of plies that nobody counted.
const UNCOUNTED: i32 = 2;

impl Codes {
    /// So many cells, none known.
    #[must_use]
    pub fn new(kind: Kind, len: usize) -> Codes {
        Codes(match kind {
            Kind::Points => Cells::Leads(vec![NO_LEAD; len]),
            Kind::Outcome => Cells::Outcomes(vec![NO_OUTCOME; len]),
        })
    }

    /// Bytes of one cell.
    #[must_use]
    pub fn cell_bytes(kind: Kind) -> u64 {
        match kind {
            Kind::Points => 8,
            Kind::Outcome => 4,
        }
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Cells::Leads(cells) => cells.len(),
            Cells::Outcomes(cells) => cells.len(),
            Cells::Near(cells) => cells.len(),
        }
    }

    /// Whether there is no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds unknown cells until there are `len`.
    pub fn grow(&mut self, len: usize) {
        match &mut self.0 {
            Cells::Leads(cells) if cells.len() < len => cells.resize(len, NO_LEAD),
            Cells::Outcomes(cells) if cells.len() < len => cells.resize(len, NO_OUTCOME),
            Cells::Near(cells) if cells.len() < len => cells.resize(len, Near::UNKNOWN),
            _ => {}
        }
    }

    /// The value in a cell, if it is known.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Value> {
        match &self.0 {
            Cells::Leads(cells) => cells.get(at).filter(|&&code| code != NO_LEAD).map(|&lead| Value::Lead(lead)),
            Cells::Outcomes(cells) => cells.get(at).and_then(|&code| outcome(code)).map(Value::Outcome),
            Cells::Near(cells) => cells.get(at).and_then(|&code| Near::outcome(code)).map(Value::Outcome),
        }
    }

    /// Fills a cell. A fault if the value is of the other kind, too large, or there is no such cell.
    pub fn set(&mut self, at: usize, value: Value) -> Result<(), Fault> {
        match (&mut self.0, value) {
            (Cells::Leads(cells), Value::Lead(lead)) if lead != NO_LEAD => fill(cells, at, lead),
            (Cells::Outcomes(cells), Value::Outcome(outcome)) => match code(outcome) {
                Some(code) => fill(cells, at, code),
                None => Err(Fault::new("a game of more than two thousand million plies, or of plies nobody counted")),
            },
            (Cells::Near(cells), Value::Outcome(outcome)) => match Near::of(outcome) {
                Some(code) => fill(cells, at, code),
                None => Err(Fault::new("a game of more than thirty thousand plies")),
            },
            _ => Err(Fault::new(format!("{value} cannot be stored"))),
        }
    }

    /// Bytes used.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let bytes = match &self.0 {
            Cells::Leads(cells) => cells.capacity() * size_of::<i64>(),
            Cells::Outcomes(cells) => cells.capacity() * size_of::<i32>(),
            Cells::Near(cells) => cells.capacity() * size_of::<u16>(),
        };
        bytes as u64
    }
}

impl Codes {
    /// Bytes used at the worst moment of the next additions.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        let capacity = match &self.0 {
            Cells::Leads(cells) => cells.capacity(),
            Cells::Outcomes(cells) => cells.capacity(),
            Cells::Near(cells) => cells.capacity(),
        };
        self.bytes() * growing(self.len(), capacity) as u64
    }
}

/// Bytes that are written or read together.
const TOGETHER: usize = 1 << 16;

impl Codes {
    /// Bytes of one cell here.
    pub(crate) fn width(&self) -> usize {
        match &self.0 {
            Cells::Leads(_) => size_of::<i64>(),
            Cells::Outcomes(_) => size_of::<i32>(),
            Cells::Near(_) => size_of::<u16>(),
        }
    }

    /// Writes every cell, lowest byte first.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.0 {
            Cells::Leads(cells) => write_all(cells, i64::to_le_bytes, out),
            Cells::Outcomes(cells) => write_all(cells, i32::to_le_bytes, out),
            Cells::Near(cells) => write_all(cells, u16::to_le_bytes, out),
        }
    }

    /// So many cells of that width that were written.
    pub(crate) fn read(width: usize, len: usize, from: &mut dyn Read) -> io::Result<Codes> {
        Ok(Codes(match width {
            8 => Cells::Leads(read_all(len, i64::from_le_bytes, from)?),
            4 => Cells::Outcomes(read_all(len, i32::from_le_bytes, from)?),
            2 => Cells::Near(read_all(len, u16::from_le_bytes, from)?),
            _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "cells are of no width that there is")),
        }))
    }
}

/// Writes numbers, many at once.
pub(crate) fn write_all<T: Copy, const B: usize>(
    numbers: &[T],
    bytes: fn(T) -> [u8; B],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut some = Vec::with_capacity(TOGETHER);
    for numbers in numbers.chunks(TOGETHER / B) {
        some.clear();
        numbers.iter().for_each(|number| some.extend(bytes(*number)));
        out.write_all(&some)?;
    }
    Ok(())
}

/// Reads so many numbers, many at once.
pub(crate) fn read_all<T, const B: usize>(
    len: usize,
    number: fn([u8; B]) -> T,
    from: &mut dyn Read,
) -> io::Result<Vec<T>> {
    let mut numbers = Vec::with_capacity(len);
    let mut some = vec![0; TOGETHER / B * B];
    while numbers.len() < len {
        let bytes = (len - numbers.len()).saturating_mul(B).min(some.len());
        from.read_exact(&mut some[..bytes])?;
        numbers.extend(some[..bytes].as_chunks::<B>().0.iter().map(|bytes| number(*bytes)));
    }
    Ok(numbers)
}

/// A cell of one kind of value, for methods that fill whole tables: they work on codes as plain numbers, which grow with
/// worth and are negated for the other player.
pub(crate) trait Cell: Copy + PartialEq + Send + Sync {
    /// Nothing known.
    const UNKNOWN: Self;
    /// The cell that holds a code.
    fn of(code: i64) -> Self;
    /// The code it holds.
    fn code(self) -> i64;
    /// The code of a position from the best code that a move of it leads to, seen by its mover, and what that move gains.
    fn after(best: i64, gain: i64) -> i64;
    /// The same; `None` where no cell holds it.
    fn checked_after(best: i64, gain: i64) -> Option<i64>;
    /// A row of cells.
    fn codes(cells: Vec<Self>) -> Codes;
    /// The cells of a row; none where it is of other cells.
    fn cells(codes: &Codes) -> &[Self];
}

impl Cell for i64 {
    const UNKNOWN: i64 = NO_LEAD;

    fn of(code: i64) -> i64 {
        code
    }

    fn code(self) -> i64 {
        self
    }

    fn after(best: i64, gain: i64) -> i64 {
        best + gain
    }

    fn checked_after(best: i64, gain: i64) -> Option<i64> {
        best.checked_add(gain).filter(|lead| *lead != NO_LEAD)
    }

    fn codes(cells: Vec<i64>) -> Codes {
        Codes(Cells::Leads(cells))
    }

    fn cells(codes: &Codes) -> &[i64] {
        match &codes.0 {
            Cells::Leads(cells) => cells,
            _ => &[],
        }
    }
}

impl Cell for i32 {
    const UNKNOWN: i32 = NO_OUTCOME;

    fn of(code: i64) -> i32 {
        i32::try_from(code).unwrap_or(NO_OUTCOME)
    }

    fn code(self) -> i64 {
        i64::from(self)
    }

    /// One ply later: a win is worth a little less, a loss a little more.
    fn after(best: i64, _: i64) -> i64 {
        best - if best.abs() > i64::from(ENDLESS) { best.signum() } else { 0 }
    }

    fn checked_after(best: i64, gain: i64) -> Option<i64> {
        let code = i32::after(best, gain);
        (code == best || code.abs() > i64::from(UNCOUNTED)).then_some(code)
    }

    fn codes(cells: Vec<i32>) -> Codes {
        Codes(Cells::Outcomes(cells))
    }

    fn cells(codes: &Codes) -> &[i32] {
        match &codes.0 {
            Cells::Outcomes(cells) => cells,
            _ => &[],
        }
    }
}

/// Near outcomes: the codes are those of outcomes.
impl Cell for u16 {
    const UNKNOWN: u16 = Near::UNKNOWN;

    fn of(code: i64) -> u16 {
        let plies = u32::try_from(i64::from(i32::MAX) - code.abs()).unwrap_or(u32::MAX);
        let near = match code.signum() {
            0 => Some(Near::DRAW),
            1 => Near::win(plies),
            _ => Near::loss(plies),
        };
        near.unwrap_or(Near::UNKNOWN)
    }

    fn code(self) -> i64 {
        if self <= Near::DRAW {
            return 0;
        }
        let win = i64::from(i32::MAX) - i64::from((self - Near::FIRST) / 2);
        if Near::is_win(self) { win } else { -win }
    }

    fn after(best: i64, gain: i64) -> i64 {
        i32::after(best, gain)
    }

    fn checked_after(best: i64, gain: i64) -> Option<i64> {
        Some(i32::after(best, gain)).filter(|code| u16::of(*code) != Near::UNKNOWN)
    }

    fn codes(cells: Vec<u16>) -> Codes {
        Codes(Cells::Near(cells))
    }

    fn cells(codes: &Codes) -> &[u16] {
        match &codes.0 {
            Cells::Near(cells) => cells,
            _ => &[],
        }
    }
}

impl Codes {
    /// Leads by number.
    pub(crate) fn of_leads(cells: Vec<i64>) -> Codes {
        Codes(Cells::Leads(cells))
    }

    /// Near outcomes by number.
    pub(crate) fn of_near(cells: Vec<u16>) -> Codes {
        Codes(Cells::Near(cells))
    }

    /// Codes of outcomes by number.
    pub(crate) fn of_outcomes(cells: Vec<i32>) -> Codes {
        Codes(Cells::Outcomes(cells))
    }

    /// A value as a code, if it has one.
    pub(crate) fn code(value: Value) -> Option<i64> {
        match value {
            Value::Lead(lead) => Some(lead).filter(|lead| *lead != NO_LEAD),
            Value::Outcome(outcome) => code(outcome).map(i64::from),
        }
    }
}

/// Outcomes in two bytes, where every win is counted and comes within 32,000 plies: 0 for nothing, 1 for a draw, then wins and losses
/// in turn, the nearest first.
pub(crate) struct Near;

impl Near {
    /// Nothing known.
    pub(crate) const UNKNOWN: u16 = 0;
    /// A draw.
    pub(crate) const DRAW: u16 = 1;
    const FIRST: u16 = 2;

    /// An outcome's code, if it has one.
    pub(crate) fn of(outcome: Outcome) -> Option<u16> {
        match outcome {
            Outcome::Draw => Some(Near::DRAW),
            Outcome::Win(Plies::Of(plies)) => Near::win(plies),
            Outcome::Loss(Plies::Of(plies)) => Near::loss(plies),
            _ => None,
        }
    }

    /// A win in so many plies.
    pub(crate) fn win(plies: u32) -> Option<u16> {
        u16::try_from(plies).ok()?.checked_mul(2)?.checked_add(Near::FIRST)
    }

    /// A loss in so many plies.
    pub(crate) fn loss(plies: u32) -> Option<u16> {
        Near::win(plies)?.checked_add(1)
    }

    /// Whether the code of a win or a loss is that of a win.
    pub(crate) fn is_win(code: u16) -> bool {
        code.is_multiple_of(2)
    }

    fn outcome(code: u16) -> Option<Outcome> {
        let plies = Plies::Of(u32::from(code.saturating_sub(Near::FIRST) / 2));
        match code {
            Near::UNKNOWN => None,
            Near::DRAW => Some(Outcome::Draw),
            win if Near::is_win(win) => Some(Outcome::Win(plies)),
            _ => Some(Outcome::Loss(plies)),
        }
    }
}

fn fill<T>(cells: &mut [T], at: usize, code: T) -> Result<(), Fault> {
    let cell = cells.get_mut(at).ok_or_else(|| Fault::new("a position's number lies outside its numbering"))?;
    *cell = code;
    Ok(())
}

fn code(outcome: Outcome) -> Option<i32> {
    match outcome {
        Outcome::Draw => Some(0),
        Outcome::Win(Plies::Endless) => Some(ENDLESS),
        Outcome::Win(Plies::Of(plies)) => {
            i32::try_from(plies).ok().map(|plies| i32::MAX - plies).filter(|&code| code > UNCOUNTED)
        }
        Outcome::Win(Plies::Unknown) => Some(UNCOUNTED),
        Outcome::Loss(_) => code(outcome.negate()).map(|code| -code),
    }
}

fn outcome(code: i32) -> Option<Outcome> {
    match code {
        NO_OUTCOME => None,
        0 => Some(Outcome::Draw),
        ENDLESS => Some(Outcome::Win(Plies::Endless)),
        UNCOUNTED => Some(Outcome::Win(Plies::Unknown)),
        3.. => Some(Outcome::Win(Plies::Of(i32::MAX.abs_diff(code)))),
        _ => outcome(-code).map(Outcome::negate),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_back() {
        let plies = [Plies::Of(0), Plies::Of(1), Plies::Of(2_147_483_644), Plies::Endless, Plies::Unknown];
        let wins = plies.map(Outcome::Win);
        let losses = plies.map(Outcome::Loss);
        for outcome in wins.into_iter().chain(losses).chain([Outcome::Draw]) {
            let mut codes = Codes::new(Kind::Outcome, 1);
            assert_eq!(codes.get(0), None);
            codes.set(0, Value::Outcome(outcome)).unwrap();
            assert_eq!(codes.get(0), Some(Value::Outcome(outcome)));
        }
    }

    #[test]
    fn near_outcomes_come_back() {
        let plies = [0, 1, 32_766].map(Plies::Of);
        for outcome in plies.map(Outcome::Win).into_iter().chain(plies.map(Outcome::Loss)).chain([Outcome::Draw]) {
            let code = Near::of(outcome).unwrap();
            assert_eq!(Codes::of_near(vec![0, code]).get(1), Some(Value::Outcome(outcome)));
            assert_eq!(Codes::of_near(vec![0, code]).get(0), None);
        }
        assert_eq!(Near::win(32_767), None);
        assert_eq!(Near::of(Outcome::Win(Plies::Endless)), None);
    }

    #[test]
    fn near_cells_hold_the_codes_of_outcomes() {
        let all = [0, 1, 2, 77, 32_766].map(Plies::Of);
        for outcome in all.map(Outcome::Win).into_iter().chain(all.map(Outcome::Loss)).chain([Outcome::Draw]) {
            let code = Codes::code(Value::Outcome(outcome)).unwrap();
            assert_eq!((u16::of(code).code(), Some(u16::of(code))), (code, Near::of(outcome)));
            assert_eq!(u16::after(code, 0), i32::after(code, 0));
        }
        assert_eq!(u16::of(i64::from(i32::MAX) - 32_767), u16::UNKNOWN);
        assert_eq!(u16::checked_after(i64::from(i32::MAX) - 32_766, 0), None, "one ply more is too many");
        assert_eq!(i64::checked_after(i64::MIN + 1, -1), None);
    }

    #[test]
    fn what_does_not_fit_is_a_fault() {
        let mut codes = Codes::new(Kind::Outcome, 1);
        assert!(codes.set(0, Value::Outcome(Outcome::Win(Plies::Of(2_147_483_645)))).is_err());
        assert!(codes.set(0, Value::Lead(1)).is_err());
        assert!(codes.set(1, Value::Outcome(Outcome::Draw)).is_err());
        assert!(Codes::new(Kind::Points, 1).set(0, Value::Lead(i64::MIN)).is_err());
    }
}
