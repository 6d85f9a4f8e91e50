//! Take the first 1 to k numbers: the best reply is the largest of a window that slides along the row. O(n).

use super::smallest::Smallest;

/// The first player's lead.
pub(crate) fn lead(values: &[i64], most: usize) -> i64 {
    // `replies` holds lead(j) − sum(values[..j]): taking up to j leaves its negative, from which the sum before i is taken off.
    let mut replies = Smallest::default();
    let (mut sum, mut lead) = (values.iter().sum::<i64>(), 0);
    replies.push(0, -sum);
    for (step, value) in (1_usize..).zip(values.iter().rev()) {
        sum -= value;
        let reply = replies.since(step.saturating_sub(most)).unwrap_or(0);
        lead = -reply - sum;
        replies.push(step, lead - sum);
    }
    lead
}
