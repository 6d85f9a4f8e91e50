//! The way forwards: every position that can be reached, by rank.

use super::super::rows::{Added, Batches, Nexts, Source, Wrong, sampled};
use super::super::together::Others;
use super::shelf::Shelf;
use super::{PIECE, enough, round};
use crate::error::Stop;
use crate::game::Fault;
use crate::limits::{Bound, Meter};
use crate::store::{Layer, PARTS, Part, is_full, part_of};
use crate::workers::Scratch;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Fewer positions than this are put into their layer by one thread.
const FEW: usize = 1 << 12;

/// Positions that there is room for at first in each piece of what is found of one rank.
const ROOM: usize = 1 << 7;

/// Moves that a position is expected to have at the most, where room is made for what is found.
const SOME_MOVES: usize = 32;

/// Every layer, lowest rank first. Processes that share a search have the same layers, of each what they own.
pub(super) fn reach<const N: usize>(
    source: &dyn Source,
    first: [u64; N],
    shelf: &Shelf,
    others: &mut Others,
    meter: &mut Meter,
) -> Result<Vec<Layer<N>>, Stop> {
    meter.phase("going forwards", None);
    let (left, complete) = shelf.left(others)?;
    let mut forward = Forward { left, ..Forward::new(source) };
    forward.left_bytes = forward.left.iter().map(Layer::bytes).sum();
    meter.positions_found(forward.left.iter().map(Layer::len).sum(), forward.bytes())?;
    if complete {
        return Ok(forward.left);
    }
    match forward.left.last() {
        Some(last) => {
            forward.above = last.rank;
            forward.go_on(shelf, others, meter)?;
        }
        None if others.own(&first) => forward.begin(first, meter)?,
        None => {}
    }
    // Not every rank between the first and the highest need have positions.
    let lowest = source.rank(&first);
    let ranks = source.highest_rank().map(|most| most.abs_diff(lowest).saturating_add(1));
    let tell = |layer: &Layer<N>, meter: &Meter| {
        meter.rank(layer.rank.abs_diff(lowest).saturating_add(1), ranks, layer.len());
    };
    forward.left.iter().for_each(|layer| tell(layer, meter));
    while let Some(rank) = others.lowest(forward.ahead.keys().next().copied())? {
        let mut layer = forward.ahead.remove(&rank).unwrap_or_else(|| Layer::new(rank));
        tell(&layer, meter);
        layer.complete();
        others.leave(&mut forward, &mut layer, meter)?;
        forward.left.push(layer);
        shelf.keep_positions(&mut forward.left)?;
        forward.left_bytes += forward.left.last().map_or(0, Layer::bytes);
    }
    others.agree_on_reach(&mut forward.left)?;
    shelf.complete(&mut forward.left)?;
    Ok(forward.left)
}

pub(super) struct Forward<'a, const N: usize> {
    source: &'a dyn Source,
    /// Layers to which positions may still come.
    pub(super) ahead: BTreeMap<i64, Layer<N>>,
    /// Layers whose positions were all looked at.
    pub(super) left: Vec<Layer<N>>,
    pub(super) left_bytes: u64,
    /// The highest rank whose layer an earlier run completed: positions up to it are known already.
    above: i64,
}

/// What one thread finds at some positions.
pub(super) struct Found<const N: usize> {
    /// The slot after the last that it looked at, and how many positions those held.
    until: usize,
    looked: usize,
    /// Where moves lead: of each rank, lowest first, the positions of each piece, or all together where there are few.
    pub(super) next: Vec<(i64, Vec<Vec<[u64; N]>>)>,
    parts: usize,
    /// What is wrong at the position in the slot `until`.
    wrong: Option<([u64; N], Wrong)>,
}

impl<const N: usize> Found<N> {
    /// Positions that others found, by piece.
    pub(super) fn told() -> Found<N> {
        Found { until: 0, looked: 0, next: Vec::new(), parts: PARTS, wrong: None }
    }

    fn moves(&self) -> usize {
        self.next.iter().flat_map(|(_, parts)| parts).map(Vec::len).sum()
    }

    /// Where moves lead that end in that rank, by piece.
    fn at(&self, rank: i64) -> &[Vec<[u64; N]>] {
        self.next.binary_search_by_key(&rank, |(known, _)| *known).map_or(&[], |at| &self.next[at].1)
    }

    /// Adds positions of a rank.
    pub(super) fn push(&mut self, rank: i64, all: &[[u64; N]]) {
        let at = self.next.binary_search_by_key(&rank, |(known, _)| *known).unwrap_or_else(|at| {
            let room = || Vec::with_capacity(if self.parts == PARTS && self.next.is_empty() { ROOM } else { 0 });
            let parts = std::iter::repeat_with(room).take(self.parts).collect();
            self.next.insert(at, (rank, parts));
            at
        });
        match self.next[at].1.as_mut_slice() {
            [whole] => whole.extend_from_slice(all),
            parts => all.iter().for_each(|words| parts[part_of(words)].push(*words)),
        }
    }
}

impl<'a, const N: usize> Forward<'a, N> {
    pub(super) fn new(source: &'a dyn Source) -> Forward<'a, N> {
        Forward { source, ahead: BTreeMap::new(), left: Vec::new(), left_bytes: 0, above: i64::MIN }
    }

    pub(super) fn begin(&mut self, first: [u64; N], meter: &mut Meter) -> Result<(), Stop> {
        let rank = self.source.rank(&first);
        let mut layer = Layer::new(rank);
        layer.pieces(1)[0].add_all(&[first]);
        self.ahead.insert(rank, layer);
        meter.positions_found(1, self.bytes())
    }

    /// Finds anew what the layers that an earlier run left lead to, beyond them.
    fn go_on(&mut self, shelf: &Shelf, others: &mut Others, meter: &mut Meter) -> Result<(), Stop> {
        for at in 0..self.left.len() {
            if self.left[at].reaches > self.above {
                let mut layer = self.left[at].clone();
                shelf.fetch(&mut layer)?;
                others.leave(self, &mut layer, meter)?;
            }
        }
        Ok(())
    }

    /// Finds what all positions of a layer lead to.
    pub(super) fn leave(&mut self, layer: &mut Layer<N>, meter: &mut Meter) -> Result<(), Stop> {
        let mut done = 0;
        while done < layer.slots() {
            let found = self.some(layer, &mut done, meter)?;
            self.join(layer, &found, meter)?;
        }
        Ok(())
    }

    /// Finds what a round of slots leads to, those from `done` on.
    pub(super) fn some(&self, layer: &Layer<N>, done: &mut usize, meter: &mut Meter) -> Result<Vec<Found<N>>, Stop> {
        let (most, slots) = (enough(N, meter), round(*done, layer.slots()));
        meter.room((most.min(slots.len() * SOME_MOVES) * size_of::<[u64; N]>()) as u64)?;
        let bound = meter.bound(most);
        let many = self.source.many_rows(meter.positions());
        let rooms = Scratch::default();
        let work = |range: Range<usize>| {
            let mut room = rooms.take(|| (Batches::of(many), Nexts::default()));
            let found = self.look(layer, &mut room, range, &bound);
            if found.wrong.is_none() {
                rooms.give(room);
            }
            found
        };
        let pieces = meter.workers().pieces(slots, PIECE, work);
        let mut whole = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let cut = piece.until < layer.slots().min(*done + PIECE);
            meter.steps(piece.looked)?;
            *done = piece.until;
            if let Some((words, wrong)) = piece.wrong {
                return Err(self.source.stop(&words, wrong));
            }
            whole.push(piece);
            if cut {
                break;
            }
        }
        Ok(whole)
    }

    /// Where some positions lead. It looks at one position at least.
    fn look(
        &self,
        layer: &Layer<N>,
        (batches, nexts): &mut (Batches, Nexts),
        range: Range<usize>,
        bound: &Bound,
    ) -> Found<N> {
        let parts = if layer.slots() > FEW { PARTS } else { 1 };
        let mut found = Found { until: range.start, looked: 0, next: Vec::new(), parts, wrong: None };
        let one_of = sampled(layer.slots() as u64);
        for words in layer.between(range) {
            if is_full(words) {
                if found.looked > 0 && bound.reached() {
                    break;
                }
                found.looked += 1;
                let tried = self.source.try_symmetries(words, one_of).map_err(|fault| (*words, Wrong::Fault(fault)));
                // One that is over leads nowhere.
                found.wrong = tried.err().or_else(|| match batches.add(0, words) {
                    Added::Full(sort) => self.expand((layer.rank, sort), batches, nexts, &mut found, bound),
                    Added::Waits | Added::Over => None,
                });
                if found.wrong.is_some() {
                    return found;
                }
            }
            found.until += 1;
        }
        let rest = |sort| self.expand((layer.rank, sort), batches, nexts, &mut found, bound);
        found.wrong = [0, 1].into_iter().find_map(rest);
        found
    }

    /// Where positions of a sort lead that were put together, of a layer of that rank: what is wrong with one of them, if anything.
    fn expand(
        &self,
        (rank, sort): (i64, usize),
        batches: &mut Batches,
        nexts: &mut Nexts,
        found: &mut Found<N>,
        bound: &Bound,
    ) -> Option<([u64; N], Wrong)> {
        let Nexts { rows, ranks } = nexts;
        rows.truncate(0, N);
        ranks.clear();
        // Each position, and where its moves end.
        let mut ends: Vec<([u64; N], usize)> = Vec::new();
        let looked = batches.look_by_words::<N>(sort, self.source, rows, &mut |_, words, ending, rows| {
            let end = rows.heads.len();
            if ending.is_none() && ends.last().map_or(0, |(_, end)| *end) == end {
                return Err(Wrong::Fault(Fault::nobody_moves()));
            }
            ends.push((*words, end));
            Ok(())
        });
        if let Err(wrong) = looked {
            return Some(wrong);
        }
        self.source.fold(&mut rows.words);
        self.source.ranks(&rows.words, ranks);
        let mut rest = rows.words.as_chunks::<N>().0;
        // Most moves lead to the rank that the one before led to.
        for same in ranks.chunk_by(|a, b| a == b) {
            let at = ranks.len() - rest.len();
            if same[0] <= rank {
                let place = ends.partition_point(|(_, end)| *end <= at);
                let first = place.checked_sub(1).map_or(0, |before| ends[before].1);
                return Some((ends[place].0, Wrong::Order(at - first, same[0])));
            }
            let (some, others) = rest.split_at(same.len());
            if same[0] > self.above {
                found.push(same[0], some);
            }
            rest = others;
        }
        bound.found(ranks.len());
        None
    }

    /// Puts what was found into its layers.
    pub(super) fn join(&mut self, from: &mut Layer<N>, found: &[Found<N>], meter: &mut Meter) -> Result<(), Stop> {
        let mut ranks: Vec<i64> = found.iter().flat_map(|found| &found.next).map(|(rank, _)| *rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        from.reaches = ranks.last().map_or(from.reaches, |last| from.reaches.max(*last));
        let waiting: usize = found.iter().map(Found::moves).sum();
        let mut bytes = self.bytes() + from.bytes() + (waiting * size_of::<[u64; N]>()) as u64;
        for rank in ranks {
            let layer = self.ahead.entry(rank).or_insert_with(|| Layer::new(rank));
            let before = (layer.len(), layer.bytes());
            let coming = found.iter().flat_map(|found| found.at(rank)).map(Vec::len).sum();
            meter.room(layer.growth(coming))?;
            fill(layer, found, coming, meter);
            bytes = bytes + layer.bytes() - before.1;
            meter.positions_found(layer.len() - before.0, bytes)?;
        }
        Ok(())
    }

    pub(super) fn bytes(&self) -> u64 {
        self.left_bytes + self.ahead.values().map(Layer::bytes).sum::<u64>()
    }
}

/// Puts what was found of one rank into its layer, each piece by one thread where there are many.
fn fill<const N: usize>(layer: &mut Layer<N>, found: &[Found<N>], coming: usize, meter: &Meter) {
    let rank = layer.rank;
    let pieces = layer.pieces(coming);
    let apart = found.iter().all(|found| found.parts == PARTS);
    if pieces.len() < PARTS || !apart {
        for words in found.iter().flat_map(|found| found.at(rank)) {
            match pieces.as_mut_slice() {
                [whole] => whole.add_all(words),
                cut => words.iter().for_each(|words| cut[part_of(words)].add_all(std::slice::from_ref(words))),
            }
        }
        return;
    }
    let open: Vec<Mutex<Part<N>>> = std::mem::take(pieces).into_iter().map(Mutex::new).collect();
    let together = if coming < FEW { PARTS } else { 1 };
    meter.workers().pieces(0..PARTS, together, |parts| {
        for part in parts {
            let mut open = open[part].lock().unwrap_or_else(PoisonError::into_inner);
            found.iter().filter_map(|found| found.at(rank).get(part)).for_each(|words| open.add_all(words));
        }
    });
    *pieces = open.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner)).collect();
}
