//! Limits bound every search; none is endless.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a search may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of memory for positions and values.
    pub memory: u64,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions stored.
    pub positions: Option<u64>,
    /// Threads to use; at least 1.
    pub threads: usize,
    /// Set from outside (Ctrl-C, a closed window) to stop soon.
    pub cancel: Arc<AtomicBool>,
}
