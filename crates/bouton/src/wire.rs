//! What processes that solve one game together ask of whatever joins them, and what they hand over when it is solved.

use crate::error::Stop;
use crate::game::{Entries, Symmetries};
use std::sync::Arc;

/// Joins processes that work in step, as bulk-synchronous programs do (Valiant, 1990).
pub trait Wire {
    /// The number of this process, from 0.
    fn index(&self) -> usize;

    /// How many there are.
    fn count(&self) -> usize;

    /// Hands `out[k]` to process `k`, for every other process, and gives what each of them handed to this one in the same step. It returns once
    /// all is here, so nothing of an earlier step is on its way any more: what is in flight is what one step hands over.
    ///
    /// # Errors
    /// [`Stop::Lost`]: a process is gone, or was not heard of for too long; or it was told to stop.
    fn exchange(&mut self, out: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Stop>;

    /// What to say where a process handed over what means nothing.
    fn garbled(&self, process: usize) -> Stop;
}

/// A solved game of which each process holds a share: its positions come layer by layer, in step.
pub trait Gathered {
    /// The method that solved it, and its strategy.
    fn method(&self) -> (&'static str, &'static str);

    /// The ranks of the layers, rising; one without a rank where positions have none.
    fn ranks(&self) -> Vec<Option<i64>>;

    /// The symmetries under which one image of each position is stored, if there are any.
    fn symmetries(&self) -> Option<Arc<Symmetries>>;

    /// How many positions are finished, all images counted.
    fn finished(&self) -> u64;

    /// How many positions are stored, and how many of them here.
    fn stored(&self) -> (u64, u64);

    /// Whether every placement of the pieces is stored, reached or not.
    fn has_all_starts(&self) -> bool {
        false
    }

    /// The next positions of the layer at that place, with their values, rising; `None` once there are no more. Layers are asked for in
    /// order, by all processes. So many of them, the first ones, get about as many each, higher ones than the process before; the others get none.
    ///
    /// # Errors
    /// A process is lost.
    fn next(&mut self, layer: usize, writers: usize) -> Result<Option<Entries<'static>>, Stop>;
}
