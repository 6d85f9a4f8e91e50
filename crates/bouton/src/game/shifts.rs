//! Moves as what they add to the number of a position, where positions are numbered by digits and a few of these decide what is added.

/// The moves of every position of a numbering.
#[derive(Clone, Debug, Default)]
pub struct Shifts {
    blocks: Vec<(u32, Vec<Shift>)>,
}

/// Moves that the same digits decide.
#[derive(Clone, Debug)]
pub struct Shift {
    digits: Vec<Place>,
    /// For each value that the digits have together, where its moves begin in `by`; then where the last ones end.
    starts: Vec<u32>,
    by: Vec<i32>,
    /// Whether the same player moves on.
    pub same_mover: bool,
}

/// A digit of a number: what one of it counts there, and how many values it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// Which of the digits it is.
    pub at: usize,
    /// What one of it counts in the number.
    pub weight: u32,
    /// How many values it has.
    pub radix: u32,
}

/// A digit, and what one of it counts among the values of all that decide.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    weight: Divisor,
    radix: Divisor,
    stride: u32,
}

/// A divisor, with a factor to multiply by instead (Lemire, Kaser and Kurz, 2019): 2⁶⁴ over it, rounded up; none for 1.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    by: u32,
    factor: Option<u64>,
}

impl Divisor {
    fn new(by: u32) -> Divisor {
        Divisor { by, factor: (u64::MAX / u64::from(by.max(1))).checked_add(1) }
    }

    fn quotient(self, of: u32) -> u32 {
        let Some(factor) = self.factor else { return of };
        u32::try_from((u128::from(of) * u128::from(factor)) >> 64).unwrap_or(u32::MAX)
    }

    fn remainder(self, of: u32) -> u32 {
        of - self.quotient(of) * self.by
    }
}

impl Shift {
    /// Moves that these digits decide, each with the values of the digits where it can be made, and with what it adds; `None` where the
    /// digits have more than `most` values together.
    #[must_use]
    pub fn new(digits: &[Digit], same_mover: bool, moves: &[(impl AsRef<[u32]>, i32)], most: u32) -> Option<Shift> {
        let mut places = Vec::with_capacity(digits.len());
        let mut values = 1_u32;
        for digit in digits.iter().rev() {
            let (weight, radix) = (Divisor::new(digit.weight), Divisor::new(digit.radix));
            places.push(Place { at: digit.at, weight, radix, stride: values });
            values = values.checked_mul(digit.radix).filter(|values| *values <= most)?;
        }
        places.reverse();
        let value = |codes: &[u32]| places.iter().zip(codes).map(|(place, code)| place.stride * code).sum::<u32>();
        let mut sorted: Vec<(u32, i32)> = moves.iter().map(|(codes, by)| (value(codes.as_ref()), *by)).collect();
        sorted.sort_unstable();
        let mut starts = Vec::with_capacity(values as usize + 1);
        let mut at = 0;
        for value in 0..=values {
            at += sorted[at..].iter().take_while(|(of, _)| *of < value).count();
            starts.push(u32::try_from(at).ok()?);
        }
        Some(Shift { digits: places, starts, by: sorted.into_iter().map(|(_, by)| by).collect(), same_mover })
    }

    /// What may be added where the digits have these values.
    #[must_use]
    pub fn with(&self, codes: &[u32]) -> &[i32] {
        self.at(self.digits.iter().map(|place| codes[place.at] * place.stride).sum())
    }

    /// Whether a digit is one of those that decide.
    #[must_use]
    pub fn asks(&self, digit: usize) -> bool {
        self.digits.iter().any(|place| place.at == digit)
    }

    /// What may be added to a number, counted from the first of its block.
    #[inline]
    fn of(&self, number: u32) -> &[i32] {
        let code = |place: &Place| place.radix.remainder(place.weight.quotient(number));
        self.at(self.digits.iter().map(|place| code(place) * place.stride).sum())
    }

    #[inline]
    fn at(&self, value: u32) -> &[i32] {
        let value = value as usize;
        match self.starts.get(value..value + 2) {
            Some(&[from, to]) => self.by.get(from as usize..to as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

impl Shifts {
    /// Blocks of numbers one after the other, each with its first number and its moves.
    #[must_use]
    pub fn new(blocks: Vec<(u32, Vec<Shift>)>) -> Shifts {
        Shifts { blocks }
    }

    /// The moves of a block.
    #[must_use]
    pub fn block(&self, nth: usize) -> &[Shift] {
        self.blocks.get(nth).map_or(&[], |(_, shifts)| shifts)
    }

    /// Visits what may be added to a number, and whether the same player moves on.
    #[inline]
    pub fn each(&self, number: u32, mut visit: impl FnMut(&[i32], bool)) {
        // There are two blocks at most: one for each player to move.
        let Some((base, shifts)) = self.blocks.iter().rfind(|(base, _)| *base <= number) else { return };
        for shift in shifts {
            visit(shift.of(number - base), shift.same_mover);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiplying_divides() {
        for by in [1, 2, 3, 5, 7, 64, 200, 400, 641, 65_537, 2_000_000_011, u32::MAX] {
            let divisor = Divisor::new(by);
            for of in [0, 1, by - 1, by, by.saturating_add(1), 79_999, u32::MAX / by * by, u32::MAX - 1, u32::MAX] {
                assert_eq!((divisor.quotient(of), divisor.remainder(of)), (of / by, of % by), "{of} by {by}");
            }
        }
    }

    #[test]
    fn moves_are_found_by_the_digits_that_decide() {
        let digits = [Digit { at: 0, weight: 12, radix: 2 }, Digit { at: 2, weight: 1, radix: 3 }];
        let moves = [(vec![1, 2], -5), (vec![0, 1], 7), (vec![1, 2], 3)];
        let shift = Shift::new(&digits, true, &moves, 6).expect("six values");
        assert_eq!(shift.with(&[1, 9, 2]), [-5, 3]);
        assert_eq!(shift.with(&[0, 0, 1]), [7]);
        assert!(shift.with(&[0, 0, 0]).is_empty());
        assert!(Shift::new(&digits, true, &moves, 5).is_none());
        let shifts = Shifts::new(vec![(0, Vec::new()), (100, vec![shift])]);
        let found = |number| {
            let mut found = Vec::new();
            shifts.each(number, |by, same_mover| found.push((by.to_vec(), same_mover)));
            found
        };
        assert!(found(99).is_empty());
        // 12 · 1 + 3 · (anything) + 2
        assert_eq!(found(100 + 12 + 6 + 2), [(vec![-5, 3], true)]);
        assert_eq!(found(100 + 3 + 1), [(vec![7], true)]);
    }
}
