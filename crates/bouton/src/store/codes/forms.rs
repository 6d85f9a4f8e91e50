//! The forms that a value takes in a row: a cell holds a code, and takes fewer bytes where codes are small.
//!
//! An outcome's code grows with its worth to the mover, and its opposite is the negated code:
//! a draw is 0, an endless win 1, a win in plies that nobody counted 2, a win in k plies 2³¹ − 1 − k. A lead is its own code. The
//! smallest number of all means "not known".

use super::near::Near;
use super::{Codes, read_all, write_all};
use crate::value::{Kind, Outcome, Plies, Value};
use std::io::{self, Read, Write};

/// The code of what is not known.
pub(crate) const NONE: i64 = i64::MIN;

const NO_OUTCOME: i32 = i32::MIN;
const ENDLESS: i32 = 1;
/// A win in a number of plies that nobody counted.
const UNCOUNTED: i32 = 2;

/// A cell of a row.
pub(crate) trait Form: Copy + PartialEq + Send + Sync + Sized {
    /// The kind of values that it holds.
    const KIND: Kind;
    /// Nothing known.
    const UNKNOWN: Self;
    /// What to say of an outcome that it cannot hold.
    const TOO_LARGE: &str = "a game of more than two thousand million plies, or of plies nobody counted";
    /// The cell that holds a code; none where it is too large.
    fn holding(code: i64) -> Option<Self>;
    /// The code it holds, if it is known.
    fn code(self) -> i64;
    /// Writes cells, lowest byte first.
    fn write(cells: &[Self], out: &mut dyn Write) -> io::Result<()>;
    /// So many cells that were written.
    fn read(len: usize, from: &mut dyn Read) -> io::Result<Vec<Self>>;

    /// The code it holds, or that of what is not known.
    #[inline]
    fn known(self) -> i64 {
        if self == Self::UNKNOWN { NONE } else { self.code() }
    }

    /// The value it holds, if it is known.
    fn value(self) -> Option<Value> {
        value(self.known(), Self::KIND)
    }
}

/// A cell for methods that fill whole tables: they work on codes as plain numbers, which grow with worth and are negated for the other
/// player.
pub(crate) trait Cell: Form {
    /// The cell that holds a code.
    fn of(code: i64) -> Self;
    /// The code of a position from the best code that a move of it leads to, seen by its mover, and what that move gains.
    fn after(best: i64, gain: i64) -> i64;
    /// The same; `None` where no cell holds it.
    fn checked_after(best: i64, gain: i64) -> Option<i64>;
}

/// How cells of plain numbers are written and read.
macro_rules! as_numbers {
    ($number:ty) => {
        fn write(cells: &[Self], out: &mut dyn Write) -> io::Result<()> {
            write_all(cells, <$number>::to_le_bytes, out)
        }

        fn read(len: usize, from: &mut dyn Read) -> io::Result<Vec<Self>> {
            read_all(len, <$number>::from_le_bytes, from)
        }
    };
}

/// Leads.
impl Form for i64 {
    const KIND: Kind = Kind::Points;
    const UNKNOWN: i64 = NONE;

    fn holding(code: i64) -> Option<i64> {
        Some(code)
    }

    #[inline]
    fn code(self) -> i64 {
        self
    }

    as_numbers!(i64);
}

impl Cell for i64 {
    fn of(code: i64) -> i64 {
        code
    }

    fn after(best: i64, gain: i64) -> i64 {
        best + gain
    }

    fn checked_after(best: i64, gain: i64) -> Option<i64> {
        best.checked_add(gain).filter(|lead| *lead != NONE)
    }
}

/// Near outcomes: the codes are those of outcomes.
impl Cell for u16 {
    fn of(code: i64) -> u16 {
        u16::holding(code).unwrap_or(Near::UNKNOWN)
    }

    fn after(best: i64, gain: i64) -> i64 {
        i32::after(best, gain)
    }

    fn checked_after(best: i64, gain: i64) -> Option<i64> {
        Some(i32::after(best, gain)).filter(|code| u16::holding(*code).is_some())
    }
}

/// A lead in fewer bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lead<T>(T);

impl<T> Lead<T> {
    /// The cell of a lead that fits, or of what is not known.
    pub(super) fn of(lead: T) -> Lead<T> {
        Lead(lead)
    }
}

macro_rules! short_leads {
    ($($number:ty)*) => {$(
        impl Form for Lead<$number> {
            const KIND: Kind = Kind::Points;
            const UNKNOWN: Self = Lead(<$number>::MIN);

            fn holding(code: i64) -> Option<Self> {
                <$number>::try_from(code).ok().map(Lead).filter(|lead| *lead != Self::UNKNOWN)
            }

            #[inline]
            fn code(self) -> i64 {
                i64::from(self.0)
            }

            fn write(cells: &[Self], out: &mut dyn Write) -> io::Result<()> {
                write_all(cells, |lead| lead.0.to_le_bytes(), out)
            }

            fn read(len: usize, from: &mut dyn Read) -> io::Result<Vec<Self>> {
                read_all(len, |bytes| Lead(<$number>::from_le_bytes(bytes)), from)
            }
        }
    )*};
}

short_leads!(i8 i16 i32);

/// Outcomes.
impl Form for i32 {
    const KIND: Kind = Kind::Outcome;
    const UNKNOWN: i32 = NO_OUTCOME;

    fn holding(code: i64) -> Option<i32> {
        i32::try_from(code).ok().filter(|code| *code != NO_OUTCOME)
    }

    #[inline]
    fn code(self) -> i64 {
        i64::from(self)
    }

    fn value(self) -> Option<Value> {
        outcome(self).map(Value::Outcome)
    }

    as_numbers!(i32);
}

impl Cell for i32 {
    fn of(code: i64) -> i32 {
        i32::try_from(code).unwrap_or(NO_OUTCOME)
    }

    /// One ply later: a win is worth a little less, a loss a little more.
    fn after(best: i64, _: i64) -> i64 {
        best - if best.abs() > i64::from(ENDLESS) { best.signum() } else { 0 }
    }

    fn checked_after(best: i64, gain: i64) -> Option<i64> {
        let code = i32::after(best, gain);
        (code == best || code.abs() > i64::from(UNCOUNTED)).then_some(code)
    }
}

/// Near outcomes.
impl Form for u16 {
    const KIND: Kind = Kind::Outcome;
    const UNKNOWN: u16 = Near::UNKNOWN;
    const TOO_LARGE: &str = "a game of more than thirty thousand plies";

    fn holding(code: i64) -> Option<u16> {
        u16::try_from(near(code)).ok()
    }

    #[inline]
    fn code(self) -> i64 {
        if self <= Near::DRAW {
            return 0;
        }
        let win = i64::from(i32::MAX) - i64::from(Near::plies(self));
        if Near::is_win(self) { win } else { -win }
    }

    fn value(self) -> Option<Value> {
        Near::outcome(self).map(Value::Outcome)
    }

    as_numbers!(u16);
}

/// Near outcomes of up to 126 plies.
impl Form for u8 {
    const KIND: Kind = Kind::Outcome;
    const UNKNOWN: u8 = 0;

    #[inline]
    fn holding(code: i64) -> Option<u8> {
        u8::try_from(near(code)).ok()
    }

    #[inline]
    fn code(self) -> i64 {
        BYTES[usize::from(self)]
    }

    #[inline]
    fn known(self) -> i64 {
        BYTES[usize::from(self)]
    }

    fn value(self) -> Option<Value> {
        Near::outcome(u16::from(self)).map(Value::Outcome)
    }

    as_numbers!(u8);
}

/// The near code of an outcome's code; too large for any cell where it has none.
#[inline]
fn near(code: i64) -> i64 {
    let plies = i64::from(i32::MAX) - code.saturating_abs();
    if plies < 0 {
        return i64::MAX;
    }
    if code == 0 {
        i64::from(Near::DRAW)
    } else {
        plies.saturating_mul(2) + i64::from(Near::FIRST) + i64::from(code < 0)
    }
}

/// The code that each byte holds: looked up, for it is asked for at every move.
static BYTES: [i64; 256] = {
    let mut codes = [NONE; 256];
    codes[1] = 0;
    let (mut win, mut at) = (i32::MAX as i64, 2);
    while at < 256 {
        (codes[at], codes[at + 1]) = (win, -win);
        (win, at) = (win - 1, at + 2);
    }
    codes
};

impl Codes {
    /// A value as a code, if it has one.
    pub(crate) fn code(value: Value) -> Option<i64> {
        match value {
            Value::Lead(lead) => Some(lead).filter(|lead| *lead != NONE),
            Value::Outcome(outcome) => code(outcome).map(i64::from),
        }
    }
}

/// The value that a code means.
pub(crate) fn value(code: i64, kind: Kind) -> Option<Value> {
    match kind {
        Kind::Points => Some(code).filter(|code| *code != NONE).map(Value::Lead),
        Kind::Outcome => i32::try_from(code).ok().and_then(outcome).map(Value::Outcome),
    }
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

    /// What a form makes of codes.
    fn held<F: Form>(codes: &[i64]) -> Vec<Option<i64>> {
        codes.iter().map(|code| F::holding(*code).map(F::known)).collect()
    }

    #[test]
    fn near_cells_hold_the_codes_of_outcomes() {
        let all = [0, 1, 2, 77, 126, 127, 32_766].map(Plies::Of);
        for outcome in all.map(Outcome::Win).into_iter().chain(all.map(Outcome::Loss)).chain([Outcome::Draw]) {
            let value = Value::Outcome(outcome);
            let code = Codes::code(value).unwrap();
            assert_eq!(u16::holding(code).map(u16::known), Some(code));
            assert_eq!(u16::holding(code), Near::of(outcome));
            assert_eq!(u16::holding(code).and_then(u16::value), Some(value));
            let short = !matches!(outcome, Outcome::Win(Plies::Of(127..)) | Outcome::Loss(Plies::Of(127..)));
            assert_eq!(
                u8::holding(code).map(|cell| (cell.known(), cell.value())),
                short.then_some((code, Some(value)))
            );
        }
        assert_eq!((u16::holding(i64::from(i32::MAX) - 32_767), u16::holding(1), u16::holding(2)), (None, None, None));
        assert_eq!((0_u8.known(), 0_u8.value(), 0_u16.known(), 0_u16.value()), (NONE, None, NONE, None));
    }

    #[test]
    fn short_leads_hold_what_fits() {
        let codes = [0, 127, -127, 128, -128, 32_767, -32_767, -32_768, 1 << 31, -(1 << 31), i64::MAX];
        let fit = |most: i64| codes.map(|code| (-most..=most).contains(&code).then_some(code));
        assert_eq!(held::<Lead<i8>>(&codes), fit(127));
        assert_eq!(held::<Lead<i16>>(&codes), fit(32_767));
        assert_eq!(held::<Lead<i32>>(&codes), fit(i64::from(i32::MAX)));
        assert_eq!(held::<i64>(&codes), codes.map(Some));
    }

    #[test]
    fn what_comes_after_stays_within_its_bounds() {
        assert_eq!(i32::checked_after(i64::from(UNCOUNTED) + 1, 0), None, "one ply more is too many");
        assert_eq!(i32::checked_after(i64::from(ENDLESS), 0), Some(i64::from(ENDLESS)));
        assert_eq!(i64::checked_after(i64::MIN + 1, -1), None);
    }
}
