//! Take a pile from either end, by lengths: one row of leads, each length written over the one before. O(n²) time, O(n) memory.

/// The first player's lead. The sum of all piles without their signs must fit 32 bits.
pub(crate) fn lead(piles: &[i32]) -> i64 {
    let mut leads = piles.to_vec();
    for length in 2..=piles.len() {
        let starts = piles.len() + 1 - length;
        let (left, right) = (&piles[..starts], &piles[length - 1..]);
        for start in 0..starts {
            leads[start] = (left[start] - leads[start + 1]).max(right[start] - leads[start]);
        }
    }
    leads.first().map_or(0, |&lead| i64::from(lead))
}
