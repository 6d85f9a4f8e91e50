//! The smallest number of a window that slides forward: a monotone queue.

/// Numbers with the steps at which they came; each is smaller than those behind it. Those before `front` have left.
#[derive(Clone, Debug, Default)]
pub(super) struct Smallest {
    queue: Vec<(usize, i64)>,
    front: usize,
}

impl Smallest {
    /// A number comes in.
    pub(super) fn push(&mut self, step: usize, number: i64) {
        while self.queue.len() > self.front && self.queue.last().is_some_and(|&(_, behind)| behind >= number) {
            self.queue.pop();
        }
        self.queue.push((step, number));
    }

    /// The smallest of those that came at `oldest` or later.
    pub(super) fn since(&mut self, oldest: usize) -> Option<i64> {
        while self.queue.get(self.front).is_some_and(|&(step, _)| step < oldest) {
            self.front += 1;
        }
        self.queue.get(self.front).map(|&(_, number)| number)
    }
}
