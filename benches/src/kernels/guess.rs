//! Guess a number, paying each wrong guess: C(i, j) = min over x of x + max(C(i, x − 1), C(x + 1, j)), by two windows. O(n²).
//!
//! The dearer side changes once as x grows, at a place that only moves left as i falls. On its right side what matters is x + C(i, x − 1),
//! a window for each i; on its left x + C(x + 1, j), one for each j.

use super::smallest::Smallest;

/// What must be paid in the worst case for the numbers 1 to `most`.
pub(crate) fn cost(most: usize) -> i64 {
    // costs[i][j]: i..=j are left; nothing or a single number costs nothing.
    let mut costs = vec![vec![0_i64; most + 2]; most + 2];
    let mut rights = vec![Smallest::default(); most + 2];
    for j in 1..=most {
        let (mut left, mut turn) = (Smallest::default(), j);
        for i in (1..=j).rev() {
            // Places that fall come as steps that rise.
            left.push(most - i, number(i) + costs[i + 1][j]);
            rights[i].push(j, number(j) + costs[i][j - 1]);
            while turn > i && costs[i][turn - 2] >= costs[turn][j] {
                turn -= 1;
            }
            let sides = [left.since(most + 1 - turn), rights[i].since(turn)];
            if i < j {
                costs[i][j] = sides.into_iter().flatten().min().unwrap_or(0);
            }
        }
    }
    costs[1][most]
}

fn number(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}
