//! Guess a number, paying each wrong guess: C(i, j) = min over x of x + max(C(i, x − 1), C(x + 1, j)), by two windows. O(n²).
//!
//! The dearer side changes once as x grows, at a place that only moves left as i falls. On its right side what matters is x + C(i, x − 1),
//! a window for each i; on its left x + C(x + 1, j), one for each j.

use std::collections::VecDeque;

/// What must be paid in the worst case for the numbers 1 to `most`.
pub(crate) fn cost(most: usize) -> i64 {
    // costs[i][j]: i..=j are left; nothing or a single number costs nothing.
    let mut costs = vec![vec![0_i64; most + 2]; most + 2];
    let mut rights = vec![Window::default(); most + 2];
    for j in 1..=most {
        let (mut left, mut turn) = (Window::default(), j);
        for i in (1..=j).rev() {
            left.push(i, number(i) + costs[i + 1][j]);
            rights[i].push(j, number(j) + costs[i][j - 1]);
            while turn > i && costs[i][turn - 2] >= costs[turn][j] {
                turn -= 1;
            }
            // `left` holds falling places: those beyond the turn leave it first.
            while left.0.front().is_some_and(|entry| entry.0 >= turn) {
                left.0.pop_front();
            }
            while rights[i].0.front().is_some_and(|entry| entry.0 < turn) {
                rights[i].0.pop_front();
            }
            if i < j {
                costs[i][j] = left.least().min(rights[i].least());
            }
        }
    }
    costs[1][most]
}

fn number(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}

/// Costs by place, the least first: those that a later one is no worse than are gone.
#[derive(Clone, Default)]
struct Window(VecDeque<(usize, i64)>);

impl Window {
    fn push(&mut self, place: usize, cost: i64) {
        while self.0.back().is_some_and(|entry| entry.1 >= cost) {
            self.0.pop_back();
        }
        self.0.push_back((place, cost));
    }

    fn least(&self) -> i64 {
        self.0.front().map_or(i64::MAX, |entry| entry.1)
    }
}
