//! All layers together, solved: looked up one by one, and listed in order.

use super::{Layer, is_full};
use crate::checkpoint::Checkpoint;
use crate::game::{Entries, Kept, WordRow};
use crate::store::codes::{Codes, value};
use crate::store::spans::{Span, spans};
use crate::value::{Kind, Value};
use crate::workers::Workers;
use std::borrow::Cow;
use std::io;
use std::sync::Arc;

/// A layer is sorted in so many turns: what is sorted at once takes two bytes a position, where the layer takes twelve and more.
const TURNS: usize = 8;

/// All layers of a game, lowest rank first, with their values, in memory or on disk; or one that holds every position.
#[derive(Clone, Debug)]
pub(crate) struct Layers<const N: usize> {
    pub(crate) all: Vec<Layer<N>>,
    /// Where those lie that are not in memory.
    pub(crate) disk: Option<Arc<Checkpoint>>,
    /// Whether each layer holds the positions of its rank; if not, there is one layer, of all positions.
    pub(crate) ranked: bool,
}

impl<const N: usize> Layers<N> {
    fn of_rank(&self, rank: i64) -> Option<&Layer<N>> {
        if !self.ranked {
            return self.all.first();
        }
        self.all.binary_search_by_key(&rank, |layer| layer.rank).ok().map(|at| &self.all[at])
    }
}

impl<const N: usize> Kept for Layers<N> {
    fn value(&self, rank: i64, words: &[u64]) -> Option<Value> {
        let (layer, words) = (self.of_rank(rank)?, words.try_into().ok()?);
        match &self.disk {
            Some(disk) if layer.is_away() => layer.value_there(words, disk).ok()?,
            _ => layer.value(words),
        }
    }

    fn len(&self) -> u64 {
        self.all.iter().map(Layer::len).sum()
    }

    fn bytes(&self) -> u64 {
        self.all.iter().map(Layer::bytes).sum()
    }

    fn layers(&self) -> Vec<(Option<i64>, u64)> {
        self.all.iter().map(|layer| (self.ranked.then_some(layer.rank), layer.len())).collect()
    }

    fn layer(&self, rank: Option<i64>, workers: &Workers) -> io::Result<Entries<'_>> {
        let Some(layer) = self.of_rank(rank.unwrap_or(0)) else { return Ok(Box::new(std::iter::empty())) };
        let mut layer = Cow::Borrowed(layer);
        if let Some(disk) = self.disk.as_ref().filter(|_| layer.is_away()) {
            layer.to_mut().fetch(disk)?;
        }
        let workers = workers.clone();
        let kind = layer.codes.as_ref().map_or(Kind::Outcome, Codes::kind);
        Ok(Box::new(layer.spans(1, 1).into_iter().flat_map(move |span| {
            let mut all = layer.held(&[span]).into_iter().next().unwrap_or_default();
            workers.sort(&mut all);
            all.into_iter().filter_map(move |(words, code)| Some((WordRow::from_slice(&words), value(code, kind)?)))
        })))
    }
}

impl<const N: usize> Layer<N> {
    /// Spans in which it can be sorted, together with as many as it of others: of each part that they are shared out in as many.
    pub(crate) fn spans(&self, layers: usize, parts: usize) -> Vec<Span<N>> {
        let len = usize::try_from(self.len()).unwrap_or(usize::MAX).saturating_mul(layers);
        let sample = |at| self.between(at..at + 1).next().filter(|slot| is_full(slot)).copied();
        spans((len, parts), len / TURNS, 0..self.slots(), sample)
    }

    /// The positions of each of some spans, in no order, with their codes.
    pub(crate) fn held(&self, spans: &[Span<N>]) -> Vec<Vec<([u64; N], i64)>> {
        let mut held = vec![Vec::new(); spans.len()];
        let Some(codes) = &self.codes else { return held };
        for (at, words) in self.between(0..self.slots()).enumerate().filter(|(_, slot)| is_full(slot)) {
            if let Some(span) = Span::of(words, spans) {
                held[span].push((*words, codes.code_at(at)));
            }
        }
        held
    }
}
