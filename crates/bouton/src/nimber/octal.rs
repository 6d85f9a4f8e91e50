//! Octal games, by their codes (R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956).
//!
//! The digit in place `t` of a code `d₀.d₁d₂d₃…` says what taking `t` beans from a heap may leave: 1 nothing (the whole
//! heap is taken), 2 one heap, 4 two heaps; digits add these up. So Kayles is 0.77 and Dawson's chess 0.137.
//!
//! **Theorem** (Guy and Smith 1956). If `G(n + p) = G(n)` for all `n₀ ≤ n < 2n₀ + p + k`, where `k` is the last place
//! that is not 0, then the same holds for all `n ≥ n₀`: a heap of `n + p ≥ 2n₀ + 2p + k` leaves a heap of `n₀ + p` or
//! more, from which `p` can be taken off without changing any option's nimber.

use super::period::{Proven, prove};
use super::{Marks, Nimber, sparse, too_large};
use crate::error::Stop;
use crate::limits::{Limits, Meter, Silent};
use bouton_rules::text::{Blank, Text};
use bouton_rules::{said_in_english, say};
use std::fmt;
use std::str::FromStr;

/// Places a code may have.
const MOST_PLACES: usize = 1_000;

/// The code of an octal game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The digits from the point's left on, without zeros at the end.
    digits: Vec<u8>,
}

/// Why a text is no octal code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadCode {
    /// There is no point with digits after it.
    NoPoint,
    /// Something stands there that is no digit.
    NoDigit(char),
    /// What stands before the point is neither 0 nor 4.
    Endless,
    /// Too long.
    TooLong,
}

impl Blank for BadCode {
    fn text(&self) -> Text {
        match self {
            BadCode::NoPoint => say!("an octal code is written with a point, such as `0.77`"),
            BadCode::NoDigit(letter) => say!("`{letter}` is no octal digit: each is 0 to 7"),
            BadCode::Endless => {
                say!(
                    "before the point only 0 and 4 are possible: taking nothing must split the heap, or play might not end"
                )
            }
            BadCode::TooLong => say!("an octal code has at most {MOST_PLACES} places"),
        }
    }
}

said_in_english!(BadCode);

impl std::error::Error for BadCode {}

/// An octal game's values, and what they prove.
#[derive(Clone, Debug)]
pub struct Octal {
    /// The nimber of a heap of each size, from 0.
    pub values: Vec<Nimber>,
    /// The least period that the values prove, if they prove one.
    pub period: Option<Proven>,
    /// How the values were found.
    pub way: Way,
}

/// How values were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Every option of every heap was looked at.
    Plain,
    /// By a sparse space; so many sizes were rare.
    Sparse {
        /// Sizes whose nimber lies in the sparse space.
        rare: usize,
    },
}

/// The values of an octal game for heaps of 0 to `to`, with the least period they prove.
///
/// # Errors
/// `limits` are reached, or a nimber has more than 16 bits.
pub fn analyse(code: &Code, to: usize, limits: &Limits) -> Result<Octal, Stop> {
    let mut meter = Meter::new(limits, &Silent);
    let bytes = (to as u64).saturating_add(1).saturating_mul(size_of::<Nimber>() as u64 * 2 + 8);
    meter.memory(bytes)?;
    meter.phase("heaps", Some(to as u64));
    let (values, way) = sparse::values(code, to, &mut meter)?;
    let period = prove(&values, |from, length| code.needed(from, length));
    Ok(Octal { values, period, way })
}

/// The values of an octal game for heaps of 0 to `to`, from every option of every heap. O(n²) for codes that split.
///
/// # Errors
/// `limits` are reached, or a nimber has more than 16 bits.
pub fn plain(code: &Code, to: usize, limits: &Limits) -> Result<Vec<Nimber>, Stop> {
    let (mut values, mut marks) = (vec![0], Marks::new());
    let mut meter = Meter::new(limits, &Silent);
    fill_plainly(code, &mut values, to, &mut marks, &mut meter)?;
    Ok(values)
}

/// Adds the values of the sizes up to `to`.
pub(super) fn fill_plainly(
    code: &Code,
    values: &mut Vec<Nimber>,
    to: usize,
    marks: &mut Marks,
    meter: &mut Meter,
) -> Result<(), Stop> {
    for size in values.len()..=to {
        meter.step()?;
        marks.clear();
        code.mark_unsplit(size, values, marks);
        for rest in code.splits(size) {
            for one in 1..=rest / 2 {
                marks.mark(values[one] ^ values[rest - one]);
            }
        }
        values.push(marks.mex().ok_or_else(too_large)?);
    }
    Ok(())
}

impl Code {
    /// What taking `place` beans may leave.
    #[must_use]
    pub fn digit(&self, place: usize) -> u8 {
        self.digits.get(place).copied().unwrap_or(0)
    }

    /// The last place whose digit is not 0.
    #[must_use]
    pub fn places(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// Whether any move leaves two heaps.
    #[must_use]
    pub fn breaks(&self) -> bool {
        self.digits.iter().any(|digit| digit & 4 != 0)
    }

    /// The size up to which values must be known and repeat for a period to be proven.
    pub(super) fn needed(&self, from: usize, length: usize) -> usize {
        if self.breaks() {
            return 2 * from + 2 * length + self.places() - 1;
        }
        // Without splitting, a heap's value depends on the last `k` values only: a window that comes back stays. A heap
        // is taken as a whole only while it has at most `k` beans.
        let window = from.max(self.places() + 1);
        window + length + self.places() - 1
    }

    /// Whether a heap of this size has a move.
    pub(crate) fn can_move(&self, size: usize) -> bool {
        let leaves = |place: usize, digit: u8| match size.checked_sub(place) {
            None => false,
            Some(0) => size > 0 && digit & 1 != 0,
            Some(1) => digit & 2 != 0,
            Some(_) => digit & 6 != 0,
        };
        self.digits.iter().enumerate().any(|(place, digit)| leaves(place, *digit))
    }

    /// Marks what moves that leave at most one heap lead to.
    pub(super) fn mark_unsplit(&self, size: usize, values: &[Nimber], marks: &mut Marks) {
        for (place, digit) in self.digits.iter().enumerate().skip(1).take(size) {
            let rest = size - place;
            if if rest == 0 { digit & 1 != 0 } else { digit & 2 != 0 } {
                marks.mark(values[rest]);
            }
        }
    }

    /// What is left of a heap by each move that leaves two.
    pub(super) fn splits(&self, size: usize) -> impl Iterator<Item = usize> + '_ {
        let splitting = self.digits.iter().enumerate().filter(|(_, digit)| **digit & 4 != 0);
        splitting.map_while(move |(place, _)| size.checked_sub(place))
    }
}

impl FromStr for Code {
    type Err = BadCode;

    fn from_str(text: &str) -> Result<Code, BadCode> {
        let (before, after) = text.trim().split_once(['.', '·']).ok_or(BadCode::NoPoint)?;
        if after.is_empty() {
            return Err(BadCode::NoPoint);
        }
        if after.len() > MOST_PLACES {
            return Err(BadCode::TooLong);
        }
        let digit = |letter: char| match letter.to_digit(8) {
            Some(digit) => u8::try_from(digit).map_err(|_| BadCode::NoDigit(letter)),
            None => Err(BadCode::NoDigit(letter)),
        };
        let first = match before {
            "" | "0" => 0,
            "4" => 4,
            _ => return Err(BadCode::Endless),
        };
        let mut digits = vec![first];
        for letter in after.chars() {
            digits.push(digit(letter)?);
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Code { digits })
    }
}

impl Blank for Code {
    fn text(&self) -> Text {
        Text::code(self.to_string())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digit(0))?;
        let after: String = self.digits.iter().skip(1).map(|digit| char::from(b'0' + digit)).collect();
        f.write_str(if after.is_empty() { "0" } else { &after })
    }
}
