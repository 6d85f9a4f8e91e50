//! Spans of rows: where there is too much to sort at once beside what is kept, one span is sorted after the other.

use std::ops::Range;

/// Rows that say where spans are to end.
const SAMPLE: usize = 1 << 14;

/// The golden ratio as a fraction of 2⁶⁴: places that are so far apart, round and round, lie evenly, and have no digit in common.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Fewer rows than this are one span.
const FEW: usize = 1 << 18;

/// Rows from one on, up to the next span if there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<const N: usize> {
    from: [u64; N],
    to: Option<[u64; N]>,
}

impl<const N: usize> Span<N> {
    /// Whether a row lies in it.
    #[inline]
    pub(crate) fn holds(&self, row: &[u64; N]) -> bool {
        *row >= self.from && self.to.is_none_or(|to| *row < to)
    }

    /// Which of some spans, rising, holds a row.
    #[inline]
    pub(crate) fn of(row: &[u64; N], spans: &[Span<N>]) -> Option<usize> {
        let at = spans.partition_point(|span| span.from <= *row).checked_sub(1)?;
        spans[at].holds(row).then_some(at)
    }

    /// The row that it begins with.
    pub(crate) fn start(&self) -> [u64; N] {
        self.from
    }

    /// The spans that begin so, each up to the next.
    pub(crate) fn between(starts: &[[u64; N]]) -> Vec<Span<N>> {
        let ends = starts.iter().skip(1).map(|row| Some(*row)).chain([None]);
        starts.iter().zip(ends).map(|(from, to)| Span { from: *from, to }).collect()
    }
}

/// Spans that hold all rows together, about `most` each, rising; of each of the parts that rows are shared out in as many, where rows allow it.
/// `sample` gives the row at some places of a range.
///
/// Places at equal steps would not do: numbers that differ by a power of two may have low digits in common, and rows may go by these first.
pub(crate) fn spans<const N: usize>(
    (count, parts): (usize, usize),
    most: usize,
    places: Range<usize>,
    sample: impl Fn(usize) -> Option<[u64; N]>,
) -> Vec<Span<N>> {
    let wanted = parts * count.div_ceil(parts).div_ceil(most.max(FEW)).max(1);
    let tried = if wanted == 1 { 0 } else { SAMPLE.min(places.len()) };
    let mut rows: Vec<[u64; N]> = scattered(places, tried).filter_map(sample).collect();
    rows.sort_unstable();
    let mut starts = vec![[0; N]];
    starts.extend((1..wanted).filter_map(|nth| rows.get(nth * rows.len() / wanted)));
    starts.dedup();
    Span::between(&starts)
}

/// So many places of a range, spread over all of it.
fn scattered(places: Range<usize>, count: usize) -> impl Iterator<Item = usize> {
    let (start, len) = (places.start, places.len() as u128);
    (0..count as u64).map(move |nth| {
        let share = (u128::from(nth.wrapping_mul(GOLDEN)) * len) >> 64;
        start + usize::try_from(share).unwrap_or(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row lies in one span, and no span holds much more than it should.
    #[test]
    fn spans_share_rows_out() {
        let mixed = |n: usize| [(n as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 20, n as u64];
        // Rows go by the lowest digits of their numbers first: of two values, and of three.
        let twos = |n: usize| [0, (n as u64).reverse_bits()];
        let threes = |n: usize| [(0..20).fold(0, |row, digit| 3 * row + n as u64 / 3_u64.pow(digit) % 3), 0];
        for row in [mixed, twos, threes] {
            for (count, many) in [(0, 1), (FEW, 1), (FEW + 1, 2), (8 * FEW, 8), (10 * FEW, 10)] {
                let spans = spans((count, 1), 1, 0..count, |n| Some(row(n)));
                assert_eq!(spans.len(), many, "{count}");
                let mut held = vec![0; spans.len()];
                for row in (0..count).map(row) {
                    let mut all = (0..spans.len()).filter(|span| spans[*span].holds(&row));
                    held[all.next().expect("a span holds it")] += 1;
                    assert_eq!(all.next(), None);
                }
                assert!(held.iter().all(|held| *held < FEW * 5 / 4), "{held:?}");
            }
        }
        // Rows that are all the same leave one span.
        assert_eq!(spans((10 * FEW, 1), 1, 0..FEW, |_| Some([7])).len(), 2);
        assert_eq!(spans::<1>((10 * FEW, 1), 1, 0..FEW, |_| None).len(), 1);
        // A few rows are one span of each part.
        let parts = spans((999, 3), usize::MAX, 0..999, |n| Some([n as u64, 0]));
        let held = |part| (0..999).filter(|n| Span::of(&[*n, 0], &parts) == Some(part)).count();
        assert_eq!((parts.len(), [0, 1, 2].map(held)), (3, [332, 334, 333]));
        assert_eq!(Span::of(&[500, 0], &parts[2..]), None);
    }
}
