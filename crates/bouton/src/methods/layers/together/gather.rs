//! Solved layers whose positions come together again, span by span, at the process that writes them down.

use super::super::shelf::Shelf;
use super::packet;
use crate::error::Stop;
use crate::game::{Entries, Fault, Symmetries, WordRow};
use crate::store::{Layer, Span, code_value};
use crate::value::Kind;
use crate::wire::{Gathered, Wire};
use std::sync::Arc;

/// The process at which they come together.
const FIRST: usize = 0;

/// A share of every layer.
pub(super) struct Shares<'w, const N: usize> {
    all: Vec<Layer<N>>,
    /// Where those lie that are not in memory.
    shelf: Shelf,
    kind: Kind,
    by: Option<Arc<Symmetries>>,
    wire: &'w mut dyn Wire,
    /// Of all processes together.
    finished: u64,
    stored: u64,
    /// The layer that is being gathered, its spans, and how many of them are done.
    at: Option<(usize, Vec<Span<N>>, usize)>,
}

impl<'w, const N: usize> Shares<'w, N> {
    pub(super) fn new(
        all: Vec<Layer<N>>,
        (kind, by): (Kind, Option<Arc<Symmetries>>),
        wire: &'w mut dyn Wire,
        shelf: Shelf,
    ) -> Result<Shares<'w, N>, Stop> {
        let [finished, stored] = sums(&all, wire)?;
        Ok(Shares { all, shelf, kind, by, wire, finished, stored, at: None })
    }

    /// The spans of a layer, as the first process has them: its share is like the others'.
    fn spans(&mut self, layer: usize) -> Result<Vec<Span<N>>, Stop> {
        let mut starts = Vec::new();
        if self.wire.index() == FIRST {
            let all: Vec<[u64; N]> = self.all[layer].spans(self.wire.count()).iter().map(Span::start).collect();
            packet::write(0, &all, &mut starts);
        }
        let mut told = self.wire.exchange(vec![starts.clone(); self.wire.count()])?;
        if self.wire.index() != FIRST {
            starts = std::mem::take(&mut told[FIRST]);
        }
        let (_, starts) = packet::read(&mut starts.as_slice()).ok_or_else(|| self.wire.garbled(FIRST))?;
        Ok(Span::between(&starts))
    }
}

impl<const N: usize> Gathered for Shares<'_, N> {
    fn ranks(&self) -> Vec<i64> {
        self.all.iter().map(|layer| layer.rank).collect()
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

    fn next(&mut self, layer: usize) -> Result<Option<Entries<'static>>, Stop> {
        let (spans, done) = match self.at.take() {
            Some((known, spans, done)) if known == layer => (spans, done),
            _ => {
                self.shelf.fetch(&mut self.all[layer])?;
                (self.spans(layer)?, 0)
            }
        };
        let Some(span) = spans.get(done).copied() else {
            self.shelf.put_away(&mut self.all[layer]);
            return Ok(None);
        };
        let (mut held, _) = self.all[layer].held(&span);
        held.sort_unstable();
        let mut out = vec![Vec::new(); self.wire.count()];
        if self.wire.index() != FIRST {
            out[FIRST] = pack(&held, self.kind);
            held = Vec::new();
        }
        for (from, bytes) in self.wire.exchange(out)?.iter().enumerate().filter(|(_, bytes)| !bytes.is_empty()) {
            unpack(bytes, self.kind, &mut held).ok_or_else(|| self.wire.garbled(from))?;
        }
        // Runs that are sorted already.
        held.sort();
        self.at = Some((layer, spans, done + 1));
        let kind = self.kind;
        let entry = move |(words, code): ([u64; N], i64)| Some((WordRow::from_slice(&words), code_value(code, kind)?));
        Ok(Some(Box::new(held.into_iter().filter_map(entry))))
    }
}

/// Positions with their codes, in bytes.
fn pack<const N: usize>(held: &[([u64; N], i64)], kind: Kind) -> Vec<u8> {
    let (mut bytes, rows) = (Vec::new(), held.iter().map(|(words, _)| *words).collect::<Vec<_>>());
    packet::write(0, &rows, &mut bytes);
    held.iter().for_each(|(_, code)| packet::write_code(*code, kind, &mut bytes));
    bytes
}

/// Adds what was packed; `None` where it makes no sense.
fn unpack<const N: usize>(mut bytes: &[u8], kind: Kind, held: &mut Vec<([u64; N], i64)>) -> Option<()> {
    let (_, rows) = packet::read(&mut bytes)?;
    for words in rows {
        held.push((words, packet::read_code(&mut bytes, kind)?));
    }
    bytes.is_empty().then_some(())
}

/// How many positions are finished, and how many are stored, in all processes.
fn sums<const N: usize>(all: &[Layer<N>], wire: &mut dyn Wire) -> Result<[u64; 2], Stop> {
    let uncounted =
        || Stop::Unfit { method: "layers", reason: Fault::new("more positions than 64 bits count").to_string() };
    let add = |sum: [u64; 2], more: [u64; 2]| {
        let sum = sum[0].checked_add(more[0]).zip(sum[1].checked_add(more[1]));
        sum.map(|(finished, stored)| [finished, stored]).ok_or_else(uncounted)
    };
    let mine = all.iter().try_fold([0, 0], |sum, layer| add(sum, [layer.finished, layer.len()]))?;
    let told = super::tell_all(&mine.map(u64::cast_signed), wire)?;
    told.iter().try_fold([0, 0], |sum, told| add(sum, [told[0], told[1]].map(i64::cast_unsigned)))
}
