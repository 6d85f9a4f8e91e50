//! Take a pile from either end, as it is taught: a table of leads by first and last pile. O(n²) time and memory.

/// The first player's lead. The sum of all piles without their signs must fit 32 bits.
pub(crate) fn lead(piles: &[i32]) -> i64 {
    let count = piles.len();
    let mut leads = vec![vec![0_i32; count]; count];
    for first in (0..count).rev() {
        leads[first][first] = piles[first];
        let (here, below) = leads[first..].split_first_mut().map_or((&mut [][..], &[][..]), |(row, rest)| (row, rest));
        let below = below.first().map_or(&[][..], Vec::as_slice);
        for last in first + 1..count {
            here[last] = (piles[first] - below[last]).max(piles[last] - here[last - 1]);
        }
    }
    leads.first().and_then(|row| row.last()).map_or(0, |&lead| i64::from(lead))
}
