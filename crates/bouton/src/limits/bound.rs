//! What tells the threads of a search when to stop.

use super::Limits;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

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
