//! Long tables of octal games by sparse spaces (E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", chapter 4,
//! 1982; the form that depends on the size is A. Flammenkamp's).
//!
//! Split the nimbers in two by the parity of their bits under a mask. Odd with odd and even with even give even, odd
//! with even gives odd; so if nearly every size has an odd value (is *common*), every odd value that a split excludes
//! comes from a split with one of the few *rare* sizes. The least odd value left is found from these alone. The even
//! values below it are nearly always excluded by common splits near the front, which are looked at only until all
//! are found. Where a size's parity decides which side is common, the same holds if all splitting places have one
//! parity. Once the values prove a period, the rest is copied. The values are exact for every mask; a mask that makes few sizes rare makes them quick: O(n · rare).

use super::octal::{Code, Way, fill_plainly};
use super::period::prove;
use super::{Marks, Nimber, too_large};
use crate::error::Stop;
use crate::limits::Meter;

/// Sizes looked at before the first mask is chosen; again whenever the table has doubled.
const FIRST_LOOK: usize = 1_024;

/// A mask that makes more than one size in so many rare gains nothing.
const WORTH_IT: usize = 5;

/// Masks are chosen among these many low bits; all higher bits are set.
const MASK_BITS: u32 = 12;

/// Which values are common, size by size.
#[derive(Clone, Copy, Debug)]
struct Mask {
    bits: Nimber,
    /// Whether the size's parity counts too, and that of the splitting places.
    by_size: Option<usize>,
}

impl Mask {
    /// Whether a value is common for a size.
    fn common(self, size: usize, value: Nimber) -> bool {
        let turned = self.by_size.is_some_and(|place| (size + place) % 2 == 1);
        ((value & self.bits).count_ones() % 2 == 1) != turned
    }
}

/// The values for sizes 0 to `to`, and how they were found.
pub(super) fn values(code: &Code, to: usize, meter: &mut Meter) -> Result<(Vec<Nimber>, Way), Stop> {
    let (mut values, mut marks) = (vec![0], Marks::new());
    let first = if code.breaks() { FIRST_LOOK.min(to) } else { to };
    fill_plainly(code, &mut values, first, &mut marks, meter)?;
    let mut way = Way::Plain;
    while values.len() <= to {
        if let Some(period) = prove(&values, |from, length| code.needed(from, length)) {
            go_on(&mut values, to, period.length);
            break;
        }
        let until = to.min(2 * values.len());
        way = match choose(code, &values) {
            Some(mask) => Way::Sparse { rare: fill(code, mask, &mut values, until, &mut marks, meter)? },
            None => {
                fill_plainly(code, &mut values, until, &mut marks, meter)?;
                Way::Plain
            }
        };
    }
    Ok((values, way))
}

/// Carries a period on that is proven to go on for ever.
fn go_on(values: &mut Vec<Nimber>, to: usize, length: usize) {
    for size in values.len()..=to {
        values.push(values[size - length]);
    }
}

/// The mask under which the fewest of the later sizes are rare; nothing if those are too many.
///
/// With `sign(v) = ±1` the parity of `v & mask`, the number of rare sizes is half of their count plus the sum of the
/// signs: the Walsh–Hadamard transform of the histogram gives that sum for every mask at once.
fn choose(code: &Code, values: &[Nimber]) -> Option<Mask> {
    let from = values.len() / 4;
    let later = values.iter().enumerate().skip(from);
    let count = i64::try_from(values.len() - from).ok()?;
    let bits = later.clone().fold(1, |bits, (_, value)| bits.max(Nimber::BITS - value.leading_zeros())).min(MASK_BITS);
    let (mut plain, mut by_size) = (vec![0_i64; 1 << bits], vec![0_i64; 1 << bits]);
    for (size, &value) in later {
        let low = usize::from(value) & (plain.len() - 1);
        let high = if value >> bits == 0 { 1 } else { 1 - 2 * i64::from((value >> bits).count_ones() % 2) };
        plain[low] += high;
        by_size[low] += if size % 2 == 1 { -high } else { high };
    }
    let high = Nimber::MAX.checked_shl(bits).unwrap_or(0);
    let rarest = |histogram: Vec<i64>, side: i64| {
        let signs = transformed(histogram);
        let best = (0..signs.len()).map(|mask| ((count + side * signs[mask]) / 2, mask)).min()?;
        Some((best.0, high | Nimber::try_from(best.1).ok()?))
    };
    let mut best = rarest(plain, 1).map(|(rare, bits)| (rare, Mask { bits, by_size: None }));
    if let Some(place) = one_parity(code) {
        let side = if place % 2 == 1 { -1 } else { 1 };
        let other = rarest(by_size, side).map(|(rare, bits)| (rare, Mask { bits, by_size: Some(place) }));
        best = best.into_iter().chain(other).min_by_key(|(rare, _)| *rare);
    }
    let worth_it = i64::try_from(WORTH_IT).ok()?;
    best.filter(|(rare, _)| rare * worth_it <= count).map(|(_, mask)| mask)
}

/// A place of a splitting digit, if all of them are even or all odd.
fn one_parity(code: &Code) -> Option<usize> {
    let splitting: Vec<usize> = (0..=code.places()).filter(|&place| code.digit(place) & 4 != 0).collect();
    let first = *splitting.first()?;
    splitting.iter().all(|place| place % 2 == first % 2).then_some(first)
}

/// The Walsh–Hadamard transform of a row whose length is a power of two.
fn transformed(mut row: Vec<i64>) -> Vec<i64> {
    let mut half = 1;
    while half < row.len() {
        for block in row.chunks_exact_mut(2 * half) {
            let (front, back) = block.split_at_mut(half);
            for (one, two) in front.iter_mut().zip(back) {
                (*one, *two) = (*one + *two, *one - *two);
            }
        }
        half *= 2;
    }
    row
}

/// Adds the values of the sizes up to `until`; how many of all sizes are rare.
fn fill(
    code: &Code,
    mask: Mask,
    values: &mut Vec<Nimber>,
    until: usize,
    marks: &mut Marks,
    meter: &mut Meter,
) -> Result<usize, Stop> {
    let mut rare: Vec<(usize, Nimber)> = Vec::new();
    rare.extend(values.iter().copied().enumerate().skip(1).filter(|&(size, value)| !mask.common(size, value)));
    for size in values.len()..=until {
        meter.step()?;
        marks.clear();
        code.mark_unsplit(size, values, marks);
        for rest in code.splits(size) {
            for &(one, value) in rare.iter().take_while(|&&(one, _)| one < rest) {
                marks.mark(value ^ values[rest - one]);
            }
        }
        let value = least(code, mask, size, values, marks).ok_or_else(too_large)?;
        if !mask.common(size, value) {
            rare.push((size, value));
        }
        values.push(value);
    }
    Ok(rare.len())
}

/// The least value not excluded, when every common value that is excluded has been marked.
fn least(code: &Code, mask: Mask, size: usize, values: &[Nimber], marks: &mut Marks) -> Option<Nimber> {
    let common = (0..=Nimber::MAX).find(|&value| mask.common(size, value) && !marks.has(value))?;
    let mut missing = (0..common).filter(|&value| !marks.has(value)).count();
    let most = code.splits(size).next().unwrap_or(0);
    for one in 1..=most / 2 {
        if missing == 0 {
            return Some(common);
        }
        for rest in code.splits(size).filter(|rest| one <= rest / 2) {
            let value = values[one] ^ values[rest - one];
            if value < common && !marks.has(value) {
                marks.mark(value);
                missing -= 1;
            }
        }
    }
    (0..=common).find(|&value| !marks.has(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, Silent};

    #[test]
    fn values_are_exact_whatever_the_mask() {
        let limits = Limits::default();
        for number in 1..64 {
            let code: Code = format!("0.{}{}", number / 8, number % 8).parse().unwrap();
            let (mut meter, mut marks) = (Meter::new(&limits, &Silent), Marks::new());
            let mut right = vec![0];
            fill_plainly(&code, &mut right, 900, &mut marks, &mut meter).unwrap();
            let turned = one_parity(&code).map(|place| Mask { bits: 0xffff, by_size: Some(place) });
            let masks = [1, 0xffff, 0xfffe, 0x0005].map(|bits| Mask { bits, by_size: None });
            for mask in masks.into_iter().chain(turned).chain(choose(&code, &right)) {
                let mut values = right[..200].to_vec();
                fill(&code, mask, &mut values, 900, &mut marks, &mut meter).unwrap();
                assert_eq!(values, right, "{code} under {mask:?}");
            }
        }
    }
}
