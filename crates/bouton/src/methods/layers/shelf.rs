//! Where layers lie that are not being worked on: in memory, and on disk as well once the search has taken a while; or on disk only.

use super::super::together::Others;
use crate::checkpoint::Checkpoint;
use crate::error::Stop;
use crate::limits::Meter;
use crate::store::Layer;
use std::sync::Arc;

pub(super) struct Shelf {
    /// How many images a position has of which only the least is kept.
    images: u64,
    disk: Option<Arc<Checkpoint>>,
}

impl Shelf {
    pub(super) fn of(images: u64, meter: &Meter) -> Shelf {
        Shelf { images, disk: meter.limits().checkpoint.clone() }
    }

    /// The layers that an earlier run left, all of them on disk, and whether they are all there are. Of processes that share a search, each
    /// goes on from what all of them have.
    pub(super) fn left<const N: usize>(&self, others: &mut Others) -> Result<(Vec<Layer<N>>, bool), Stop> {
        let none = || Ok((Vec::new(), false));
        let left =
            self.disk.as_ref().map_or_else(none, |disk| Layer::left_on(self.images, disk).map_err(Stop::disk))?;
        let (layers, complete) = others.have_all(left)?;
        if let Some(disk) = self.disk.as_ref().filter(|disk| layers.is_empty() && disk.holds_something()) {
            disk.forget().map_err(Stop::disk)?;
        }
        Ok((layers, complete))
    }

    /// The positions of layers are known, lowest rank first: those that are not on disk yet are last.
    pub(super) fn keep_positions<const N: usize>(&self, layers: &mut [Layer<N>]) -> Result<(), Stop> {
        let Some(disk) = self.due() else { return Ok(()) };
        let new = layers.iter().rposition(Layer::has_kept_positions).map_or(0, |last| last + 1);
        for layer in &mut layers[new..] {
            layer.keep_positions(self.images, disk).map_err(Stop::disk)?;
            self.put_away(layer);
        }
        Ok(())
    }

    /// There are no more layers than these.
    pub(super) fn complete<const N: usize>(&self, layers: &mut [Layer<N>]) -> Result<(), Stop> {
        self.keep_positions(layers)?;
        self.due().map_or(Ok(()), |disk| Layer::<N>::keep_complete(layers.len(), disk).map_err(Stop::disk))
    }

    /// The values of layers are known, from `first` on, highest rank first: those that are not on disk yet are first.
    pub(super) fn keep_values<const N: usize>(&self, layers: &mut [Layer<N>], first: usize) -> Result<(), Stop> {
        let Some(disk) = self.due() else { return Ok(()) };
        if !layers[first].has_kept_positions() {
            // It was not yet time to write them when they were complete.
            self.complete(layers)?;
        }
        let layers = &mut layers[first..];
        let new = layers.iter().position(Layer::has_kept_values).unwrap_or(layers.len());
        layers[..new].iter_mut().rev().try_for_each(|layer| layer.keep_values(disk).map_err(Stop::disk))
    }

    /// Reads back what is on disk only.
    pub(super) fn fetch<const N: usize>(&self, layer: &mut Layer<N>) -> Result<(), Stop> {
        self.disk.as_ref().map_or(Ok(()), |disk| layer.fetch(disk).map_err(Stop::disk))
    }

    /// Takes a layer that is not needed for now out of memory, if what is on disk leaves memory.
    pub(super) fn put_away<const N: usize>(&self, layer: &mut Layer<N>) -> bool {
        let spills = self.spills();
        if spills {
            layer.put_away();
        }
        spills
    }

    /// Whether what is on disk leaves memory.
    pub(super) fn spills(&self) -> bool {
        self.disk.as_ref().is_some_and(|disk| disk.spills())
    }

    /// Where layers lie that are not in memory.
    pub(super) fn disk(&self) -> Option<Arc<Checkpoint>> {
        self.disk.clone()
    }

    fn due(&self) -> Option<&Arc<Checkpoint>> {
        self.disk.as_ref().filter(|disk| disk.is_due())
    }
}
