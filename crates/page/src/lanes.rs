//! Who may compute when: short work goes at once, long work waits its turn, so that one slow game starves nobody.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How often who waits looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// So many may work at the same time.
#[derive(Debug)]
pub(crate) struct Lane {
    free: Mutex<usize>,
    changed: Condvar,
}

/// A place in a lane; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a>(&'a Lane);

impl Lane {
    pub(crate) fn new(places: usize) -> Lane {
        Lane { free: Mutex::new(places.max(1)), changed: Condvar::new() }
    }

    /// Waits for a place; none where it is no longer wanted.
    pub(crate) fn enter(&self, cancel: &AtomicBool) -> Option<Turn<'_>> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if cancel.load(Ordering::SeqCst) {
                return None;
            }
            if *free > 0 {
                *free -= 1;
                return Some(Turn(self));
            }
            free = self.changed.wait_timeout(free, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_so_many_work_and_who_is_not_wanted_leaves() {
        let lane = Lane::new(1);
        let wanted = AtomicBool::new(false);
        let first = lane.enter(&wanted);
        assert!(first.is_some());
        let gone = AtomicBool::new(true);
        assert!(lane.enter(&gone).is_none());
        drop(first);
        assert!(lane.enter(&wanted).is_some());
    }
}
