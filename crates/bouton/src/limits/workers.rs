//! The threads of one search. What they find does not depend on how many there are: results come back in order.

use super::Limits;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Rules may nest as deep as the checker allows, on these threads as on the main one.
const STACK: usize = 16 << 20;

/// As many threads as a search may use, started when there is work to share for the first time.
pub(crate) struct Workers {
    threads: usize,
    pool: OnceCell<Option<ThreadPool>>,
}

impl Workers {
    pub(super) fn new(threads: usize) -> Workers {
        Workers { threads, pool: OnceCell::new() }
    }

    /// How many threads have worked.
    pub(super) fn threads(&self) -> usize {
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
            Some(pool) => pool.install(|| (0..count).into_par_iter().map(nth).collect()),
        }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let start = || ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK).build().ok();
        let many = self.threads > 1;
        if many { self.pool.get_or_init(start).as_ref() } else { None }
    }
}

/// Tells workers, who have no meter, when to stop and let it look.
pub(crate) struct Bound<'a> {
    limits: &'a Limits,
    started: Instant,
    /// Things that were found and wait for room, and how many are enough.
    found: AtomicUsize,
    enough: usize,
}

impl<'a> Bound<'a> {
    pub(super) fn new(limits: &'a Limits, started: Instant, enough: usize) -> Bound<'a> {
        Bound { limits, started, found: AtomicUsize::new(0), enough }
    }

    /// So many things more were found.
    pub(crate) fn found(&self, things: usize) {
        self.found.fetch_add(things, Ordering::Relaxed);
    }

    /// Whether enough was found, the time is over, or the search was cancelled: the meter says which when it looks next.
    pub(crate) fn reached(&self) -> bool {
        self.found.load(Ordering::Relaxed) > self.enough
            || self.limits.cancel.load(Ordering::Relaxed)
            || self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit)
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
