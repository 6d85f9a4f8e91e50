//! Pick numbers from 1 to N up to a total, as it is taught: a byte for every set of picked numbers, from the fullest down.

use std::cmp::Ordering;

/// How the game stands for the first player.
pub(crate) fn outcome(most: usize, total: usize) -> Ordering {
    if total == 0 {
        return Ordering::Greater;
    }
    if most * (most + 1) / 2 < total {
        return Ordering::Equal;
    }
    let mut wins = vec![false; 1 << most];
    for set in (0..wins.len()).rev() {
        let sum: usize = (0..most).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).sum();
        wins[set] = sum < total
            && (0..most).any(|bit| set >> bit & 1 == 0 && (sum + bit + 1 >= total || !wins[set | 1 << bit]));
    }
    if wins[0] { Ordering::Greater } else { Ordering::Less }
}
