//! What a proof knows so far: the positions of a file with their values, those of the highest rank first.

use super::runs::{Fingers, Runs};
use crate::game::Fault;
use crate::store::{Cell, Layer, NONE, look_up};
use std::cmp::Reverse;
use std::sync::Arc;

/// Layers, those of the highest rank first.
pub(super) enum Known<C, const N: usize> {
    /// Sorted as in the file: moves lead to positions as they stand there.
    Sorted(Vec<(i64, Arc<Runs<C, N>>)>),
    /// In hash tables: moves lead to images of what is there, which lie anywhere.
    Hashed(Vec<Layer<N>>),
}

impl<C: Cell, const N: usize> Known<C, N> {
    pub(super) fn new(by_images: bool) -> Known<C, N> {
        if by_images { Known::Hashed(Vec::new()) } else { Known::Sorted(Vec::new()) }
    }

    /// Adds the layer of the next lower rank. A fault where a value is too large to be kept.
    pub(super) fn add(&mut self, rank: i64, runs: &Arc<Runs<C, N>>) -> Result<(), Fault> {
        match self {
            Known::Sorted(layers) => layers.push((rank, runs.clone())),
            Known::Hashed(layers) => layers.push(Layer::of_entries(rank, runs.len(), runs.between(0..runs.len()))?),
        }
        Ok(())
    }

    /// Bytes used, but for the layer that was added last.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Known::Sorted(layers) => layers.iter().rev().skip(1).map(|(_, runs)| runs.bytes()).sum(),
            Known::Hashed(layers) => layers.iter().map(Layer::bytes).sum(),
        }
    }

    /// The codes of positions that moves lead to, in layers of these ranks, `NONE` for those that are nowhere. `from` gives for each where
    /// its move begins.
    pub(super) fn codes<'a>(
        &self,
        from: impl Iterator<Item = &'a [u64; N]>,
        to: &[[u64; N]],
        ranks: &[i64],
        fingers: &mut Fingers,
    ) -> Vec<i64> {
        let mut codes = Vec::with_capacity(to.len());
        match self {
            Known::Sorted(layers) => codes.extend(from.zip(to).zip(ranks).map(|((from, to), rank)| {
                let at = layers.binary_search_by_key(&Reverse(*rank), |(rank, _)| Reverse(*rank));
                let cell = at.ok().and_then(|at| layers[at].1.after(from, to, fingers));
                cell.map_or(NONE, |cell| cell.code())
            })),
            Known::Hashed(layers) => {
                let layer_of = |rank: i64| {
                    let at = layers.binary_search_by_key(&Reverse(rank), |layer| Reverse(layer.rank));
                    at.ok().map(|at| &layers[at])
                };
                look_up::<N>(to, ranks, layer_of, &mut codes);
            }
        }
        codes
    }
}
