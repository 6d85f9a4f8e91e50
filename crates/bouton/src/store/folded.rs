//! Values of positions that stand for all their images: any position is looked up under the one that is kept, and all are counted and listed.

use crate::game::{Entries, Kept, Symmetries, WordRow};
use crate::value::Value;
use crate::workers::Workers;
use smallvec::SmallVec;
use std::io;
use std::sync::Arc;

/// Of layers with more positions than this images are not sorted, but made as they are asked for, behind each other.
const MOST_SORTED: u64 = 1 << 22;

/// Values of positions that stand for their images.
#[derive(Clone, Debug)]
pub(crate) struct Folded {
    kept: Arc<dyn Kept>,
    by: Arc<Symmetries>,
    /// The ranks of the layers, rising, and how many positions each holds, all images counted.
    layers: Vec<(Option<i64>, u64)>,
}

impl Folded {
    pub(crate) fn new(kept: Arc<dyn Kept>, by: Arc<Symmetries>, layers: Vec<(Option<i64>, u64)>) -> Folded {
        Folded { kept, by, layers }
    }
}

impl Kept for Folded {
    fn value(&self, rank: i64, words: &[u64]) -> Option<Value> {
        let mut least: SmallVec<[u64; 4]> = SmallVec::from_slice(words);
        self.by.fold(&mut least);
        self.kept.value(rank, &least)
    }

    fn len(&self) -> u64 {
        self.layers.iter().map(|(_, positions)| positions).sum()
    }

    fn bytes(&self) -> u64 {
        self.kept.bytes()
    }

    fn layers(&self) -> Vec<(Option<i64>, u64)> {
        self.layers.clone()
    }

    fn layer(&self, rank: Option<i64>, workers: &Workers) -> io::Result<Entries<'_>> {
        let images = |(row, value): (WordRow, Value)| self.by.every(&row).map(move |row| (row, value));
        let all = self.kept.layer(rank, workers)?.flat_map(images);
        if self.layers.iter().any(|(known, positions)| *known == rank && *positions > MOST_SORTED) {
            return Ok(Box::new(all));
        }
        let mut all: Vec<(WordRow, Value)> = all.collect();
        all.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        Ok(Box::new(all.into_iter()))
    }

    fn folded(&self) -> Option<(&Arc<dyn Kept>, &Arc<Symmetries>)> {
        Some((&self.kept, &self.by))
    }
}
