//! Take 1 to k piles from one end: two windows, one along each end. O(n²) time, O(nk) memory.

use super::smallest::Smallest;

/// The first player's lead.
pub(crate) fn lead(piles: &[i64], most: usize) -> i64 {
    let count = piles.len();
    let mut by_right_end = vec![Smallest::default(); count + 1];
    let mut total = 0;
    for left in (0..=count).rev() {
        let step = count - left;
        let mut by_left_end = Smallest::default();
        by_left_end.push(left, 0);
        by_right_end[left].push(step, 0);
        let mut sum = 0;
        total = 0;
        for right in left + 1..=count {
            sum += piles[right - 1];
            let one = by_left_end.since(right.saturating_sub(most)).unwrap_or(i64::MAX);
            let other = by_right_end[right].since(step.saturating_sub(most)).unwrap_or(i64::MAX);
            total = sum - one.min(other);
            by_left_end.push(right, total);
            by_right_end[right].push(step, total);
        }
    }
    2 * total - piles.iter().sum::<i64>()
}
