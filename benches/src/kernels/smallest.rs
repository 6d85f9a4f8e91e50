//! The smallest number of a window that slides forward: a monotone queue.

use std::collections::VecDeque;

/// Numbers with the steps at which they came; each is smaller than those behind it.
#[derive(Clone, Debug, Default)]
pub(super) struct Smallest {
    queue: VecDeque<(usize, i64)>,
}

impl Smallest {
    /// A number comes in.
    pub(super) fn push(&mut self, step: usize, number: i64) {
        while self.queue.back().is_some_and(|&(_, behind)| behind >= number) {
            self.queue.pop_back();
        }
        self.queue.push_back((step, number));
    }

    /// The smallest of those that came at `oldest` or later.
    pub(super) fn since(&mut self, oldest: usize) -> Option<i64> {
        while self.queue.front().is_some_and(|&(step, _)| step < oldest) {
            self.queue.pop_front();
        }
        self.queue.front().map(|&(_, number)| number)
    }
}
