//! Conditions as tests of bits.

use super::board::{Bits, Board};
use super::lines::Test;

/// A condition on bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// Whether the bits under the first stand as in the second.
    Is(Bits, Bits),
    /// Whether all hold.
    All(Vec<Check>),
    /// Whether one holds.
    Any(Vec<Check>),
    Not(Box<Check>),
}

impl Check {
    pub(super) fn of(board: &Board, test: &Test) -> Check {
        let each = |of: &[Test]| of.iter().map(|test| Check::of(board, test)).collect();
        let is = |digit: usize, code: u64| {
            let (mask, value) = board.test((digit, code));
            Check::Is(mask, value)
        };
        match test {
            Test::Known(holds) => Check::known(*holds),
            Test::Of(digit, holds) => {
                let values = (0..).zip(holds).filter(|(_, holds)| **holds);
                Check::any(values.map(|(code, _)| is(*digit, code)).collect())
            }
            Test::Compare(op, one, other) => {
                let pairs = one.each().flat_map(|one| other.each().map(move |other| (one, other)));
                let hold = pairs.filter(|(one, other)| op.holds(one.2, other.2).unwrap_or(false));
                Check::any(hold.map(|(one, other)| Check::all(vec![is(one.0, one.1), is(other.0, other.1)])).collect())
            }
            Test::Row(code, rows) => {
                let row = |row: &Vec<usize>| Check::all(row.iter().map(|digit| is(*digit, *code)).collect());
                Check::any(rows.iter().map(row).collect())
            }
            Test::Not(of) => Check::Not(Box::new(Check::of(board, of))),
            Test::All(of) => Check::all(each(of)),
            Test::Any(of) => Check::any(each(of)),
        }
    }

    fn known(holds: bool) -> Check {
        if holds { Check::All(Vec::new()) } else { Check::Any(Vec::new()) }
    }

    /// All of these, those of single bits as one comparison.
    fn all(of: Vec<Check>) -> Check {
        let (mut mask, mut value, mut rest) = (0, 0, Vec::new());
        for check in of {
            match check {
                Check::Is(more, held) if (value ^ held) & mask & more != 0 => return Check::known(false),
                Check::Is(more, held) => (mask, value) = (mask | more, value | held),
                check => rest.push(check),
            }
        }
        let is = Check::Is(mask, value);
        if rest.is_empty() {
            return is;
        }
        rest.insert(0, is);
        Check::All(rest)
    }

    fn any(mut of: Vec<Check>) -> Check {
        if of.len() == 1 { of.remove(0) } else { Check::Any(of) }
    }

    pub(super) fn holds(&self, bits: Bits) -> bool {
        match self {
            Check::Is(mask, value) => bits & mask == *value,
            Check::All(of) => of.iter().all(|check| check.holds(bits)),
            Check::Any(of) => of.iter().any(|check| check.holds(bits)),
            Check::Not(of) => !of.holds(bits),
        }
    }
}
