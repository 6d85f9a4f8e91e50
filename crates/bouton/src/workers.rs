//! The threads of one search. What they find does not depend on how many there are: results come back in order.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Rules may nest as deep as the checker allows, on these threads as on the main one.
const STACK: usize = 16 << 20;

/// Fewer things than this are sorted by one thread.
const FEW: usize = 1 << 14;

/// As many threads as a search may use, started when there is work to share for the first time. A clone has the same threads.
#[derive(Clone, Debug)]
pub struct Workers {
    threads: usize,
    pool: Arc<OnceLock<Option<ThreadPool>>>,
}

impl Workers {
    /// One thread: the one that asks.
    #[must_use]
    pub fn alone() -> Workers {
        Workers::new(1)
    }

    pub(crate) fn new(threads: usize) -> Workers {
        Workers { threads, pool: Arc::default() }
    }

    /// Whether there is no more than the thread that asks.
    pub(crate) fn is_alone(&self) -> bool {
        self.threads == 1
    }

    /// How many threads have worked.
    pub(crate) fn threads(&self) -> usize {
        self.pool.get().and_then(Option::as_ref).map_or(1, ThreadPool::current_num_threads)
    }

    /// Does `work` for each piece of a range, of `piece` numbers at most, on all threads. The results are in the order
    /// of the pieces. One thread, or a range of one piece, needs no pool.
    pub(crate) fn pieces<R: Send>(
        &self,
        range: Range<usize>,
        piece: usize,
        work: impl Fn(Range<usize>) -> R + Sync,
    ) -> Vec<R> {
        let count = range.len().div_ceil(piece);
        let nth = |nth: usize| {
            let start = range.start + nth * piece;
            work(start..range.end.min(start + piece))
        };
        match if count > 1 { self.pool() } else { None } {
            None => (0..count).map(nth).collect(),
            Some(pool) => {
                let found: Vec<Mutex<Option<R>>> = (0..count).map(|_| Mutex::default()).collect();
                each(pool, count, &|at| {
                    let one = nth(at);
                    *found[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(one);
                });
                let taken = |piece: Mutex<Option<R>>| piece.into_inner().unwrap_or_else(PoisonError::into_inner);
                found.into_iter().map(|piece| taken(piece).expect("each piece was worked on")).collect()
            }
        }
    }

    /// Sorts on all threads. Equal things may change places.
    pub(crate) fn sort<T: Ord + Send>(&self, all: &mut [T]) {
        match if all.len() > FEW { self.pool() } else { None } {
            None => all.sort_unstable(),
            Some(pool) => pool.install(|| all.par_sort_unstable()),
        }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let start = || ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK).build().ok();
        let many = self.threads > 1;
        if many { self.pool.get_or_init(start).as_ref() } else { None }
    }
}

/// Does work once for each number, on all threads. It is no generic function, so that what Rayon brings is compiled once: for each of a hundred
/// closures that was a seventh of this crate's code.
fn each(pool: &ThreadPool, count: usize, work: &(dyn Fn(usize) + Sync)) {
    pool.install(|| (0..count).into_par_iter().for_each(work));
}

/// Scratch space for pieces of work, one after the other: whoever takes some gives it back for the next.
pub(crate) struct Scratch<T>(Mutex<Vec<T>>);

impl<T> Default for Scratch<T> {
    fn default() -> Scratch<T> {
        Scratch(Mutex::new(Vec::new()))
    }
}

impl<T> Scratch<T> {
    /// Some that was given back, or new.
    pub(crate) fn take(&self, new: impl FnOnce() -> T) -> T {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        known.unwrap_or_else(new)
    }

    /// Gives it back.
    pub(crate) fn give(&self, scratch: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back_in_order_whatever_the_threads() {
        for threads in [1, 2, 5] {
            for (end, piece) in [(3, 1), (3, 7), (100, 7), (1_000, 10)] {
                let pieces = Workers::new(threads).pieces(3..end, piece, |range| range);
                assert!(pieces.iter().all(|range| range.len() <= piece));
                assert!(pieces.into_iter().flatten().eq(3..end), "{threads} threads, {end} in pieces of {piece}");
            }
        }
    }

    #[test]
    fn sorted_is_sorted_whatever_the_threads() {
        let all: Vec<u64> = (0..FEW as u64 + 77).map(|n| n * 0x9E37_79B9 % 100_003).collect();
        let mut wanted = all.clone();
        wanted.sort_unstable();
        for threads in [1, 2, 5] {
            let mut sorted = all.clone();
            Workers::new(threads).sort(&mut sorted);
            assert!(sorted == wanted, "{threads} threads");
        }
    }

    #[test]
    fn threads_are_counted_when_they_have_worked() {
        let workers = Workers::new(3);
        assert_eq!(workers.threads(), 1);
        workers.pieces(0..5, 5, |_| ());
        assert_eq!(workers.threads(), 1, "one piece is not shared");
        workers.pieces(0..5, 1, |_| ());
        assert_eq!(workers.threads(), 3);
        let alone = Workers::new(1);
        alone.pieces(0..5, 1, |_| ());
        assert_eq!(alone.threads(), 1);
    }
}
