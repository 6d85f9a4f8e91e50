//! Stone Game II as it is taught: a table of leads by first pile and M, each the best of up to 2M takes. O(n³).

/// The first player's lead. The sum of all piles without their signs must fit 32 bits.
pub(crate) fn lead(piles: &[i32]) -> i64 {
    let count = piles.len();
    let mut rest = vec![0; count + 1];
    for i in (0..count).rev() {
        rest[i] = rest[i + 1] + piles[i];
    }
    // With i piles gone, M is at most i / 2 + 1.
    let mut leads: Vec<Vec<i32>> = (0..=count).map(|i| vec![0; i / 2 + 2]).collect();
    for i in (0..count).rev() {
        for m in 1..=i / 2 + 1 {
            let mut best = i32::MIN;
            for x in 1..=(2 * m).min(count - i) {
                best = best.max(rest[i] - rest[i + x] - leads[i + x][m.max(x)]);
            }
            leads[i][m] = best;
        }
    }
    leads[0].get(1).map_or(0, |&lead| i64::from(lead))
}
