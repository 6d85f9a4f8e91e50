//! Periods of tables of nimbers, with proof.

use super::Nimber;

/// A period that is proven to go on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The pre-period: from this size on, `value(n + length) = value(n)`; the least such size.
    pub from: usize,
    /// The period.
    pub length: usize,
    /// The sizes below `from` whose values do not fit the period carried backwards, with those values.
    pub exceptions: Vec<(usize, Nimber)>,
    /// Values up to this size were needed for the proof.
    pub needed: usize,
}

/// The least period that a table proves. `needed(from, length)` is the size up to which values must be known and repeat
/// for the period to go on for ever: the theorem at hand says so. O(n).
pub(super) fn prove(values: &[Nimber], needed: impl Fn(usize, usize) -> usize) -> Option<Proven> {
    let last = values.len().checked_sub(1)?;
    let backwards: Vec<Nimber> = values.iter().rev().copied().collect();
    let matched = matches(&backwards);
    (1..=last).find_map(|length| {
        let from = values.len() - length - matched[length] as usize;
        let needed = needed(from, length);
        (needed <= last).then(|| Proven { from, length, exceptions: exceptions(values, from, length), needed })
    })
}

fn exceptions(values: &[Nimber], from: usize, length: usize) -> Vec<(usize, Nimber)> {
    let fitting = |at: usize| from + (at + length * from.div_ceil(length) - from) % length;
    (0..from).filter(|&at| values[at] != values[fitting(at)]).map(|at| (at, values[at])).collect()
}

/// How many entries from each place on equal those from the start on (Gusfield's Z, 1997; found by Main and Lorentz,
/// 1984). O(n).
fn matches(row: &[Nimber]) -> Vec<u32> {
    let mut found = vec![0_u32; row.len()];
    let (mut left, mut right) = (0, 0);
    for at in 1..row.len() {
        let known = if at < right { (found[at - left] as usize).min(right - at) } else { 0 };
        let more = row[at + known..].iter().zip(&row[known..]).take_while(|(one, two)| one == two).count();
        let length = known + more;
        found[at] = u32::try_from(length).unwrap_or(u32::MAX);
        if at + length > right {
            (left, right) = (at, at + length);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_found_with_its_exceptions() {
        let mut values: Vec<Nimber> = (0..40_u16).map(|n| n % 3).collect();
        values[4] = 9;
        let proven = prove(&values, |from, length| from + 2 * length).unwrap();
        assert_eq!((proven.from, proven.length, proven.exceptions), (5, 3, vec![(4, 9)]));
    }

    #[test]
    fn too_few_values_prove_nothing() {
        let values: Vec<Nimber> = (0..9_u16).map(|n| n % 5).collect();
        assert_eq!(prove(&values, |from, length| from + 2 * length), None);
        assert_eq!(prove(&[], |_, _| 0), None);
        assert_eq!(prove(&[0], |_, _| 0), None);
    }
}
