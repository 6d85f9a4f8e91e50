//! Solved layers whose positions come together again, span by span, at the processes that write them down.

use super::super::super::together::{Dealt, Others};
use super::super::LAYERS;
use super::super::shelf::Shelf;
use crate::error::Stop;
use crate::game::{Entries, Symmetries};
use crate::store::Layer;
use crate::value::Kind;
use crate::wire::Gathered;
use std::sync::Arc;

/// A share of every layer.
pub(super) struct Shares<'w, const N: usize> {
    all: Vec<Layer<N>>,
    /// Where those lie that are not in memory.
    shelf: Shelf,
    kind: Kind,
    by: Option<Arc<Symmetries>>,
    others: Others<'w>,
    /// Of all processes together.
    finished: u64,
    stored: u64,
    /// The layer that is being gathered, and its spans.
    at: Option<(usize, Dealt<N>)>,
}

impl<'w, const N: usize> Shares<'w, N> {
    pub(super) fn new(
        all: Vec<Layer<N>>,
        (kind, by): (Kind, Option<Arc<Symmetries>>),
        mut others: Others<'w>,
        shelf: Shelf,
    ) -> Result<Shares<'w, N>, Stop> {
        let [finished, stored] = sums(&all, &mut others)?;
        Ok(Shares { all, shelf, kind, by, others, finished, stored, at: None })
    }
}

impl<const N: usize> Gathered for Shares<'_, N> {
    fn method(&self) -> (&'static str, &'static str) {
        (LAYERS.name, LAYERS.name)
    }

    fn ranks(&self) -> Vec<Option<i64>> {
        self.all.iter().map(|layer| Some(layer.rank)).collect()
    }

    fn symmetries(&self) -> Option<Arc<Symmetries>> {
        self.by.clone()
    }

    fn finished(&self) -> u64 {
        self.finished
    }

    fn stored(&self) -> (u64, u64) {
        (self.stored, self.all.iter().map(Layer::len).sum())
    }

    fn next(&mut self, layer: usize, writers: usize) -> Result<Option<Entries<'static>>, Stop> {
        let mut dealt = match self.at.take() {
            Some((known, dealt)) if known == layer => dealt,
            _ => {
                self.shelf.fetch(&mut self.all[layer])?;
                let (count, all) = (self.others.place().1, &self.all[layer]);
                self.others.deal(writers, || all.spans(count, writers))?
            }
        };
        let Some(spans) = dealt.next() else {
            self.shelf.put_away(&mut self.all[layer]);
            return Ok(None);
        };
        let held = self.all[layer].held(&spans);
        self.at = Some((layer, dealt));
        self.others.gathered(held, self.kind).map(Some)
    }
}

/// How many positions are finished, and how many are stored, in all processes.
fn sums<const N: usize>(all: &[Layer<N>], others: &mut Others) -> Result<[u64; 2], Stop> {
    let uncounted = || Stop::Unfit { method: LAYERS.name, reason: "more positions than 64 bits count".into() };
    let add =
        |sum: [u64; 2], layer: &Layer<N>| Some([sum[0].checked_add(layer.finished)?, sum[1].checked_add(layer.len())?]);
    let mine = all.iter().try_fold([0, 0], add).ok_or_else(uncounted)?;
    others.sums(mine)?.ok_or_else(uncounted)
}
