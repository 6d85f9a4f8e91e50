//! What operators and helpers make of plain numbers. The interpreter asks here, and so does whoever runs rules with other values than it does: a
//! helper of numbers is written once.

use crate::datum::NONE;
use crate::table::helpers::Helper;
use crate::table::operators::BinaryOp;

impl BinaryOp {
    /// Of two numbers; nothing where it overflows, divides by zero or is not about numbers.
    #[must_use]
    #[inline]
    pub fn of_numbers(self, a: i64, b: i64) -> Option<i64> {
        let result = match self {
            BinaryOp::Add => a.checked_add(b),
            BinaryOp::Sub => a.checked_sub(b),
            BinaryOp::Mul => a.checked_mul(b),
            BinaryOp::Div => floor_div(a, b),
            BinaryOp::Mod => floor_div(a, b)
                .map(|_| a.wrapping_rem(b))
                .map(|rest| if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }),
            BinaryOp::Xor => Some(a ^ b),
            BinaryOp::Intersect | BinaryOp::Union | BinaryOp::And | BinaryOp::Or => None,
        };
        result.filter(|result| *result != NONE)
    }
}

impl Helper {
    /// Of numbers, truth values being 0 and 1; nothing where it overflows, is not defined for these, or is not about numbers.
    #[must_use]
    pub fn of_numbers(self, numbers: &[i64]) -> Option<i64> {
        match (self, numbers) {
            (Helper::Abs, [a]) => a.checked_abs(),
            (Helper::Popcount, [a]) if *a >= 0 => Some(i64::from(a.count_ones())),
            (Helper::Isqrt, [a]) if *a >= 0 => Some(a.isqrt()),
            (Helper::IsSquare, [a]) => Some(i64::from(*a >= 0 && a.isqrt().pow(2) == *a)),
            (Helper::Bit, [a, place]) if *a >= 0 && *place >= 0 => Some(if *place < 63 { a >> place & 1 } else { 0 }),
            (Helper::Divides, [0, b]) => Some(i64::from(*b == 0)),
            (Helper::Divides, [a, b]) => Some(i64::from(b.wrapping_rem(*a) == 0)),
            _ => {
                let (first, step) = self.fold()?;
                let (first, rest) = match (first, numbers) {
                    (Some(first), all) => (first, all),
                    (None, [first, rest @ ..]) => (*first, rest),
                    (None, []) => return None,
                };
                rest.iter().try_fold(first, |sum, number| step(sum, *number))
            }
        }
    }

    /// The list of numbers that a helper makes of one number; nothing where it is not defined for this, or makes no such list.
    #[must_use]
    pub fn list_of_number(self, number: i64) -> Option<Vec<i64>> {
        match self {
            Helper::Digits if number >= 0 => {
                Some(number.to_string().bytes().map(|digit| i64::from(digit - b'0')).collect())
            }
            Helper::Divisors if number >= 1 => Some(divisors(number)),
            Helper::Primes if number >= 0 => Some(primes(number)),
            _ => None,
        }
    }

    /// The helpers that are folded from the left: what of nothing is, and a step; nothing where it leaves 64 bits.
    #[must_use]
    pub fn fold(self) -> Option<(Option<i64>, FoldStep)> {
        Some(match self {
            Helper::Sum => (Some(0), |a, b| a.checked_add(b).filter(|sum| *sum != NONE)),
            Helper::Min => (None, |a, b| Some(a.min(b))),
            Helper::Max => (None, |a, b| Some(a.max(b))),
            Helper::Xor => (Some(0), |a, b| Some(a ^ b).filter(|xor| *xor != NONE)),
            Helper::Gcd => (Some(0), gcd),
            Helper::All => (Some(1), |a, b| Some(i64::from(a != 0 && b != 0))),
            Helper::Any => (Some(0), |a, b| Some(i64::from(a != 0 || b != 0))),
            Helper::Count => (Some(0), |a, b| a.checked_add(i64::from(b != 0))),
            _ => return None,
        })
    }
}

/// A step of a fold; nothing where it leaves 64 bits.
pub type FoldStep = fn(i64, i64) -> Option<i64>;

/// `a // b` rounded towards minus infinity; nothing when it overflows.
#[inline]
fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn gcd(a: i64, b: i64) -> Option<i64> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).ok()
}

/// The numbers that divide one that is at least 1, rising.
fn divisors(number: i64) -> Vec<i64> {
    let small: Vec<i64> = (1..=number.isqrt()).filter(|divisor| number % divisor == 0).collect();
    let large = small.iter().rev().map(|divisor| number / divisor).filter(|large| *large > number.isqrt());
    small.iter().copied().chain(large).collect()
}

/// The prime numbers up to one that is not negative: the sieve of Eratosthenes.
fn primes(most: i64) -> Vec<i64> {
    let mut crossed = vec![false; usize::try_from(most).expect("it is not negative").saturating_add(1)];
    let mut found = Vec::new();
    for number in 2..crossed.len() {
        if crossed[number] {
            continue;
        }
        found.extend(i64::try_from(number));
        let multiples = number.saturating_mul(number)..crossed.len();
        multiples.step_by(number).for_each(|multiple| crossed[multiple] = true);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_and_primes_are_those_found_by_trying() {
        for number in 1..=400 {
            let tried: Vec<i64> = (1..=number).filter(|divisor| number % divisor == 0).collect();
            assert_eq!(Helper::Divisors.list_of_number(number), Some(tried));
        }
        for most in 0..=100 {
            let tried = (2..=most).filter(|number| (2..*number).all(|divisor| number % divisor != 0));
            assert_eq!(Helper::Primes.list_of_number(most), Some(tried.collect()));
        }
        assert_eq!(Helper::Digits.list_of_number(0), Some(vec![0]));
        assert_eq!(Helper::Divisors.list_of_number(0), None);
    }
}
