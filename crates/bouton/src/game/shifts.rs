//! Moves as what they add to the number of a position, where positions are numbered by digits and a few of these decide what is added.

/// The moves of every position of a numbering.
#[derive(Clone, Debug, Default)]
pub struct Shifts {
    blocks: Vec<(u32, Vec<Shift>)>,
    exchange: Option<ByDigits<u32>>,
}

/// What a number becomes where each of its digits becomes something by itself, and all of that is added up: for some digits at a time, from a
/// table.
#[derive(Clone, Debug, Default)]
pub struct ByDigits<T> {
    /// What one counts in the number, how many values there are, and what each becomes.
    runs: Vec<(Divisor, Divisor, Vec<T>)>,
}

/// Moves that the same digits decide.
#[derive(Clone, Debug)]
pub struct Shift {
    /// Each with what one of it counts among the values of all.
    digits: Vec<(usize, u32)>,
    /// The same, those put together that follow each other in the number as they do here.
    runs: Vec<Run>,
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

/// A digit or some that follow each other, and what one of it counts among the values of all that decide.
#[derive(Clone, Copy, Debug)]
struct Run {
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
        u32::try_from((u128::from(of) * u128::from(factor)) >> 64).expect("a quotient is at most what is divided")
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
        let (mut places, mut runs): (Vec<(usize, u32)>, Vec<Run>) = (Vec::with_capacity(digits.len()), Vec::new());
        let mut values = 1_u32;
        for digit in digits.iter().rev() {
            let stride = values;
            values = values.checked_mul(digit.radix).filter(|values| *values <= most)?;
            places.push((digit.at, stride));
            match runs.last_mut() {
                Some(run) if run.weight.by.checked_mul(run.radix.by) == Some(digit.weight) => {
                    run.radix = Divisor::new(run.radix.by * digit.radix);
                }
                _ => runs.push(Run { weight: Divisor::new(digit.weight), radix: Divisor::new(digit.radix), stride }),
            }
        }
        places.reverse();
        let value = |codes: &[u32]| places.iter().zip(codes).map(|((_, stride), code)| stride * code).sum::<u32>();
        let mut sorted: Vec<(u32, i32)> = moves.iter().map(|(codes, by)| (value(codes.as_ref()), *by)).collect();
        sorted.sort_unstable();
        let mut starts = Vec::with_capacity(values as usize + 1);
        let mut at = 0;
        for value in 0..=values {
            at += sorted[at..].iter().take_while(|(of, _)| *of < value).count();
            starts.push(u32::try_from(at).ok()?);
        }
        Some(Shift { digits: places, runs, starts, by: sorted.into_iter().map(|(_, by)| by).collect(), same_mover })
    }

    /// What may be added where the digits have these values.
    #[must_use]
    pub fn with(&self, codes: &[u32]) -> &[i32] {
        self.at(self.digits.iter().map(|(at, stride)| codes[*at] * stride).sum())
    }

    /// Whether a digit is one of those that decide.
    #[must_use]
    pub fn asks(&self, digit: usize) -> bool {
        self.digits.iter().any(|(at, _)| *at == digit)
    }

    /// What may be added to a number, counted from the first of its block.
    #[inline]
    fn of(&self, number: u32) -> &[i32] {
        let code = |run: &Run| run.radix.remainder(run.weight.quotient(number));
        self.at(self.runs.iter().map(|run| code(run) * run.stride).sum())
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

/// Values of digits that one table is for.
const MOST_VALUES: u32 = 1 << 13;

impl<T: Copy + std::ops::Add<Output = T> + std::iter::Sum> ByDigits<T> {
    /// Digits that follow each other in the number, the last fastest, each with what its values become.
    #[must_use]
    pub fn new(digits: &[(Digit, Vec<T>)]) -> ByDigits<T> {
        let mut runs: Vec<(Divisor, Divisor, Vec<T>)> = Vec::new();
        for (digit, becomes) in digits.iter().rev() {
            match runs.last_mut() {
                Some((_, radix, all)) if radix.by.saturating_mul(digit.radix) <= MOST_VALUES => {
                    *radix = Divisor::new(radix.by * digit.radix);
                    *all = becomes.iter().flat_map(|own| all.iter().map(|more| *own + *more)).collect();
                }
                _ => runs.push((Divisor::new(digit.weight), Divisor::new(digit.radix), becomes.clone())),
            }
        }
        ByDigits { runs }
    }

    /// What a number becomes.
    #[inline]
    #[must_use]
    pub fn of(&self, number: u32) -> T {
        let one =
            |(weight, radix, all): &(Divisor, Divisor, Vec<T>)| all[radix.remainder(weight.quotient(number)) as usize];
        self.runs.iter().map(one).sum()
    }
}

impl Shifts {
    /// Blocks of numbers one after the other, each with its first number and its moves.
    #[must_use]
    pub fn new(blocks: Vec<(u32, Vec<Shift>)>) -> Shifts {
        Shifts { blocks, exchange: None }
    }

    /// The same, where a move after which the other player moves adds to what the number becomes by this.
    #[must_use]
    pub fn exchanging(self, exchange: ByDigits<u32>) -> Shifts {
        Shifts { exchange: Some(exchange), ..self }
    }

    /// The moves of a block.
    #[must_use]
    pub fn block(&self, nth: usize) -> &[Shift] {
        self.blocks.get(nth).map_or(&[], |(_, shifts)| shifts)
    }

    /// Visits what may be added, and to which number, and whether the same player moves on.
    #[inline]
    pub fn each(&self, number: u32, mut visit: impl FnMut(u32, &[i32], bool)) {
        // There are two blocks at most: one for each player to move.
        let Some((base, shifts)) = self.blocks.iter().rfind(|(base, _)| *base <= number) else { return };
        let other = self.exchange.as_ref().map_or(number, |exchange| exchange.of(number));
        for shift in shifts {
            visit(if shift.same_mover { number } else { other }, shift.of(number - base), shift.same_mover);
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
            shifts.each(number, |_, by, same_mover| found.push((by.to_vec(), same_mover)));
            found
        };
        assert!(found(99).is_empty());
        // 12 · 1 + 3 · (anything) + 2
        assert_eq!(found(100 + 12 + 6 + 2), [(vec![-5, 3], true)]);
        assert_eq!(found(100 + 3 + 1), [(vec![7], true)]);
    }
    #[test]
    fn digits_become_something_each_by_itself() {
        let digit = |weight, radix| Digit { at: 0, weight, radix };
        let digits = [(digit(6, 3), vec![0, 12, 6]), (digit(3, 2), vec![3, 0]), (digit(1, 3), vec![2, 0, 1])];
        let exchange = ByDigits::new(&digits);
        assert_eq!(exchange.of(6 + 3), 2 * 6 + 2);
        let mut images: Vec<u32> = (0..18).map(|number| exchange.of(number)).collect();
        images.sort_unstable();
        assert!(images.into_iter().eq(0..18));
        // More values than one table is for: every digit is told three from itself.
        let weight = |at: u32| 3_u32.pow(11 - at);
        let turned = |at: u32| (digit(weight(at), 3), vec![0, 2 * weight(at), weight(at)]);
        let exchange = ByDigits::new(&(0..12).map(turned).collect::<Vec<_>>());
        let slowly = |number: u32| (0..12).map(|at| (3 - number / weight(at) % 3) % 3 * weight(at)).sum::<u32>();
        assert!((0..531_441).step_by(7).all(|number| exchange.of(number) == slowly(number)));
        assert!(exchange.runs.len() > 1);
    }
}
