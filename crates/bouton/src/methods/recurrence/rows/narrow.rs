//! Codes of values as narrow as they fit, and the loops over rows of them that the machine runs several at a time.

use crate::store::Codes;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::LazyLock;

/// A cell of a row.
pub(super) trait Narrow: Copy + Debug + Ord + Send + Sync + 'static {
    /// Less than every value, even after a gain is added.
    const NONE: Self;
    /// Whether values are outcomes: then nothing is gained, and each ply counts.
    const OUTCOME: bool;
    /// The cell of a number that fits.
    fn of(number: i64) -> Self;
    /// As a code.
    fn wide(self) -> i64;
    /// The sum. It fits: that is why this cell was chosen.
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// Whether there was nothing to choose.
    fn is_none(self) -> bool;
    /// From the best that follows to the value here.
    fn after(self) -> Self;
    /// The cell of a table of a position that play does not reach.
    const UNKNOWN: Self;
    /// A table of cells, as it is stored.
    fn codes(cells: Vec<Self>) -> Codes;
}

macro_rules! leads {
    ($number:ty, $codes:path) => {
        impl Narrow for $number {
            const NONE: $number = <$number>::MIN / 2;
            const OUTCOME: bool = false;

            fn of(number: i64) -> $number {
                <$number>::try_from(number).unwrap_or(<$number>::MIN / 2)
            }

            fn wide(self) -> i64 {
                self.into()
            }

            #[inline]
            fn plus(self, other: $number) -> $number {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: $number) -> $number {
                self.wrapping_sub(other)
            }

            #[inline]
            fn times(self, other: $number) -> $number {
                self.wrapping_mul(other)
            }

            #[inline]
            fn is_none(self) -> bool {
                self < <$number>::MIN / 4
            }

            #[inline]
            fn after(self) -> $number {
                self
            }

            const UNKNOWN: $number = <$number>::MIN;

            fn codes(cells: Vec<$number>) -> Codes {
                $codes(cells)
            }
        }
    };
}

leads!(i32, Codes::of_short_leads);
leads!(i64, Codes::of_leads);

/// Leads of at most this size, with what is gained by a move, fit a narrow cell.
pub(super) const NARROW: i128 = 1 << 28;
/// The same for a wide one.
pub(super) const WIDE: i128 = 1 << 60;

/// The code of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Outcome(i32);

impl Narrow for Outcome {
    const NONE: Outcome = Outcome(i32::MIN);
    const OUTCOME: bool = true;

    fn of(number: i64) -> Outcome {
        Outcome(i32::try_from(number).unwrap_or(i32::MIN))
    }

    fn wide(self) -> i64 {
        self.0.into()
    }

    #[inline]
    fn plus(self, other: Outcome) -> Outcome {
        Outcome(self.0.wrapping_add(other.0))
    }

    #[inline]
    fn minus(self, other: Outcome) -> Outcome {
        Outcome(self.0.wrapping_sub(other.0))
    }

    #[inline]
    fn times(self, other: Outcome) -> Outcome {
        Outcome(self.0.wrapping_mul(other.0))
    }

    #[inline]
    fn is_none(self) -> bool {
        self.0 == i32::MIN
    }

    /// One ply later: a win is worth a little less, a loss a little more; an endless one (1 or −1) stays.
    #[inline]
    fn after(self) -> Outcome {
        Outcome(self.0 - i32::from(self.0 > 1) + i32::from(self.0 < -1))
    }

    const UNKNOWN: Outcome = Outcome(i32::MIN);

    fn codes(cells: Vec<Outcome>) -> Codes {
        Codes::of_outcomes(cells.into_iter().map(|Outcome(code)| code).collect())
    }
}

/// What is added to a row: a number, and prefix sums along it.
#[derive(Debug)]
pub(super) struct Added<'a, C: Clone> {
    pub(super) constant: C,
    pub(super) rows: SmallVec<[(C, Cow<'a, [C]>); 2]>,
}

/// So many cells at a time stay near.
const CHUNK: usize = 512;

/// Shorter rows are done as soon as it is looked at what the processor has.
const SHORT: usize = 32;

/// What the processor has. Asking it takes longer than many rows do.
static PROCESSOR: LazyLock<pulp::Arch> = LazyLock::new(pulp::Arch::new);

/// Runs loops over so many cells with the widest registers that the processor has. What runs must be inlined into this for that.
#[inline(always)]
fn side_by_side<R>(cells: usize, work: impl FnOnce() -> R) -> R {
    if cells < SHORT { work() } else { PROCESSOR.dispatch(work) }
}

/// `out[k] = max(out[k], ±keys[k] + added[k])`.
pub(super) fn raise<C: Narrow>(out: &mut [C], keys: &[C], negated: bool, added: &Added<C>) {
    join(out, keys, negated, added, Ord::max);
}

/// `out[k] = ±keys[k] + added[k]`.
pub(super) fn put<C: Narrow>(out: &mut [C], keys: &[C], negated: bool, added: &Added<C>) {
    join(out, keys, negated, added, |_, new| new);
}

/// Two pieces at once, `out[k] = max(±a[k] + a's entry + …, ±b[k] + b's entry + …)`, if each adds one entry of a list and a number.
pub(super) fn put_greater<C: Narrow>(out: &mut [C], [a, b]: [(&[C], bool, &Added<C>); 2]) -> bool {
    let one = C::of(1);
    let ([(a_times, a_row)], [(b_times, b_row)]) = (a.2.rows.as_slice(), b.2.rows.as_slice()) else { return false };
    if *a_times != one || *b_times != one {
        return false;
    }
    let sign = |negated: bool, key: C| if negated { C::of(0).minus(key) } else { key };
    let (a_constant, b_constant) = (a.2.constant, b.2.constant);
    let entries = a.0.iter().zip(a_row.iter()).zip(b.0.iter().zip(b_row.iter()));
    side_by_side(out.len(), || {
        for (out, ((a_key, a_more), (b_key, b_more))) in out.iter_mut().zip(entries) {
            let a = sign(a.1, *a_key).plus(*a_more).plus(a_constant);
            *out = a.max(sign(b.1, *b_key).plus(*b_more).plus(b_constant));
        }
    });
    true
}

/// Each loop is handed over by itself, with copies of what it needs: then it is inlined where the wide registers are, and looks nothing up.
#[inline(always)]
fn join<C: Narrow>(out: &mut [C], keys: &[C], negated: bool, added: &Added<C>, join: impl Fn(C, C) -> C + Copy) {
    let sign = move |key: C| if negated { C::of(0).minus(key) } else { key };
    let (constant, cells) = (added.constant, out.len());
    match added.rows.as_slice() {
        [] => side_by_side(cells, move || {
            for (out, key) in out.iter_mut().zip(keys) {
                *out = join(*out, sign(*key).plus(constant));
            }
        }),
        [(times, row)] if *times == C::of(1) => side_by_side(cells, move || {
            for ((out, key), more) in out.iter_mut().zip(keys).zip(row.iter()) {
                *out = join(*out, sign(*key).plus(*more).plus(constant));
            }
        }),
        [(one, row), (minus, other)] if *one == C::of(1) && *minus == C::of(-1) => side_by_side(cells, move || {
            for ((out, key), (more, less)) in out.iter_mut().zip(keys).zip(row.iter().zip(other.iter())) {
                *out = join(*out, sign(*key).plus(more.minus(*less)).plus(constant));
            }
        }),
        _ => side_by_side(cells, move || {
            let mut sums = [constant; CHUNK];
            for (at, (out, keys)) in out.chunks_mut(CHUNK).zip(keys.chunks(CHUNK)).enumerate() {
                let sums = &mut sums[..out.len()];
                sums_of(sums, added, at * CHUNK);
                for ((out, key), sum) in out.iter_mut().zip(keys).zip(sums) {
                    *out = join(*out, sign(*key).plus(*sum));
                }
            }
        }),
    }
}

/// The greatest `±keys[k] + added[k]`.
pub(super) fn greatest<C: Narrow>(keys: &[C], negated: bool, added: &Added<C>) -> C {
    // With the sign out of the loop it is one the machine runs several at a time.
    side_by_side(keys.len(), || match negated {
        true => greatest_of(keys, |key| C::of(0).minus(key), added),
        false => greatest_of(keys, |key| key, added),
    })
}

#[inline(always)]
fn greatest_of<C: Narrow>(keys: &[C], sign: impl Fn(C) -> C, added: &Added<C>) -> C {
    let constant = added.constant;
    match added.rows.as_slice() {
        [] => keys.iter().fold(C::NONE, |best, key| best.max(sign(*key).plus(constant))),
        [(times, row)] if *times == C::of(1) => keys
            .iter()
            .zip(row.iter())
            .fold(C::NONE, |best, (key, more)| best.max(sign(*key).plus(*more).plus(constant))),
        _ => {
            let mut sums = [constant; CHUNK];
            keys.chunks(CHUNK).enumerate().fold(C::NONE, |best, (at, keys)| {
                let sums = &mut sums[..keys.len()];
                sums_of(sums, added, at * CHUNK);
                keys.iter().zip(sums).fold(best, |best, (key, sum)| best.max(sign(*key).plus(*sum)))
            })
        }
    }
}

/// `sums[k] = added[from + k]`.
pub(super) fn add_up<C: Narrow>(sums: &mut [C], added: &Added<C>, from: usize) {
    side_by_side(sums.len(), || sums_of(sums, added, from));
}

#[inline(always)]
fn sums_of<C: Narrow>(sums: &mut [C], added: &Added<C>, from: usize) {
    sums.fill(added.constant);
    for (times, row) in &added.rows {
        for (sum, more) in sums.iter_mut().zip(&row[from..]) {
            *sum = sum.plus(times.times(*more));
        }
    }
}

/// `out[k] = max(out[k], more[k])`.
pub(super) fn greater<C: Narrow>(out: &mut [C], more: &[C]) {
    side_by_side(out.len(), || out.iter_mut().zip(more).for_each(|(out, more)| *out = (*out).max(*more)));
}
