//! Layers shared by several processes, in step: each holds the positions whose hash falls to it, which is as many for each.
//!
//! Forwards, a process hands what its positions lead to to their owners, who keep each once; backwards, it asks owners for values, sorted and each once,
//! and they answer in the same order. So each position is expanded by one process only, twice as by one alone, and what one process has is
//! what it would find alone. Processes go through slots in slices, and hand over what a slice has before they look at the next: this bounds
//! what is in flight. (Romein and Bal, "Solving awari with parallel retrograde analysis", 2003, share positions out by hash, too.)

mod backward;
mod gather;

use super::super::rows::{Place, Source, beginning};
use super::super::together::{Others, packet, wide};
use super::backward::{Backward, Count};
use super::forward::{Forward, Found};
use super::shelf::Shelf;
use super::{Asked, unfit, valued};
use crate::error::Stop;
use crate::game::{Game, Symmetries, Words};
use crate::limits::Meter;
use crate::store::{Cell, Codes, Layer, row_hash};
use crate::value::Kind;
use crate::wire::{Gathered, Wire};
use gather::Shares;
use std::sync::Arc;

/// Solves a game together with the processes at the other ends of a wire: all of them call this, and go on with what it gives, in step.
pub(crate) fn with_others<'w, G: Game>(
    asked: &Asked<G>,
    words: &dyn Words<G::Position>,
    wire: &'w mut dyn Wire,
    meter: &mut Meter,
) -> Result<Box<dyn Gathered + 'w>, Stop> {
    let Asked { game, start, .. } = *asked;
    let (first, by) = beginning(game, start, words, meter.limits());
    let (by, kind) = (by.map(Arc::new), game.kind());
    let place = Place { game, start, words, by: by.as_deref() };
    match first.len() {
        1 => of_words::<1>(&place, (kind, by.clone()), &first, wire, meter),
        2 => of_words::<2>(&place, (kind, by.clone()), &first, wire, meter),
        3 => of_words::<3>(&place, (kind, by.clone()), &first, wire, meter),
        4 => of_words::<4>(&place, (kind, by.clone()), &first, wire, meter),
        _ => Err(unfit()),
    }
}

/// Compiled once, whatever the game.
fn of_words<'w, const N: usize>(
    source: &dyn Source,
    (kind, by): (Kind, Option<Arc<Symmetries>>),
    first: &[u64],
    wire: &'w mut dyn Wire,
    meter: &mut Meter,
) -> Result<Box<dyn Gathered + 'w>, Stop> {
    let first: [u64; N] = first.try_into().map_err(|_| unfit())?;
    let shelf = Shelf::of(source.all_images(), meter);
    let mut others = Others::on(wire);
    let all = valued(source, kind, first, &shelf, &mut others, meter)?;
    Ok(Box::new(Shares::new(all, (kind, by), others, shelf)?))
}

impl Others<'_> {
    /// Whether a position is one's own.
    pub(super) fn own(&self, words: &[u64]) -> bool {
        self.0.as_ref().is_none_or(|wire| owner(words, wire.count()) == wire.index())
    }

    /// Of the layers that earlier runs left, those that all processes have, and values that all have; and whether the layers are all there are.
    pub(super) fn have_all<const N: usize>(
        &mut self,
        (mut layers, complete): (Vec<Layer<N>>, bool),
    ) -> Result<(Vec<Layer<N>>, bool), Stop> {
        if self.0.is_none() {
            return Ok((layers, complete));
        }
        let valued = layers.iter().rev().take_while(|layer| layer.is_valued()).count();
        let mine = [layers.len(), usize::from(complete), valued].map(wide);
        let told = self.tell_all(&mine)?;
        let least = |what: usize| told.iter().map(|numbers| numbers[what]).min().unwrap_or(0);
        let [count, complete, valued] = [0, 1, 2].map(|what| usize::try_from(least(what)).unwrap_or(0));
        layers.truncate(count);
        let valued = layers.len().saturating_sub(valued);
        layers[..valued].iter_mut().for_each(Layer::forget_values);
        self.agree_on_reach(&mut layers)?;
        Ok((layers, complete == 1))
    }

    /// The lowest of the ranks that processes name; `None` where none does.
    pub(super) fn lowest(&mut self, mine: Option<i64>) -> Result<Option<i64>, Stop> {
        let told = self.tell_all(&[i64::from(mine.is_some()), mine.unwrap_or(0)])?;
        Ok(told.into_iter().filter(|named| named[0] == 1).map(|named| named[1]).min())
    }

    /// Finds what a layer leads to, and keeps what is one's own.
    pub(super) fn leave<const N: usize>(
        &mut self,
        forward: &mut Forward<N>,
        layer: &mut Layer<N>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        match &mut self.0 {
            Some(wire) => leave(forward, layer, *wire, meter),
            None => forward.leave(layer, meter),
        }
    }

    /// Of each layer the highest rank that moves of any process lead to.
    pub(super) fn agree_on_reach<const N: usize>(&mut self, layers: &mut [Layer<N>]) -> Result<(), Stop> {
        let mine: Vec<i64> = layers.iter().map(|layer| layer.reaches).collect();
        for told in self.tell_all(&mine)? {
            layers.iter_mut().zip(told).for_each(|(layer, rank)| layer.reaches = layer.reaches.max(rank));
        }
        Ok(())
    }

    /// The values of a layer.
    pub(super) fn values<C: Cell, const N: usize>(
        &mut self,
        backward: &Backward<N>,
        meter: &mut Meter,
    ) -> Result<(Codes, Count), Stop> {
        match &mut self.0 {
            Some(wire) => backward::values::<C, N>(backward, *wire, meter),
            None => backward.values::<C>(meter),
        }
    }
}

/// Which of so many processes owns a position. Its hash is mixed once more: the high bits of the hash itself name the piece of a layer.
#[inline]
fn owner(words: &[u64], count: usize) -> usize {
    let mixed = row_hash(words).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let share = (u128::from(mixed) * count as u128) >> 64;
    usize::try_from(share).expect("less than the number of processes")
}

/// Finds what a layer leads to, and hands over what is not one's own; the others do the same.
fn leave<const N: usize>(
    forward: &mut Forward<N>,
    layer: &mut Layer<N>,
    wire: &mut dyn Wire,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let (mut done, mut more) = (0, true);
    while more {
        let mut found = if done < layer.slots() { forward.some(layer, &mut done, meter)? } else { Vec::new() };
        let out = others(&mut found, done < layer.slots(), wire);
        forward.join(layer, &found, meter)?;
        drop(found);
        let told = wire.exchange(out)?;
        more = done < layer.slots();
        let mut found = Found::told();
        for (from, bytes) in told.iter().enumerate().filter(|(from, _)| *from != wire.index()) {
            more |= told_rows(bytes, layer.rank, &mut found).ok_or_else(|| wire.garbled(from))?;
        }
        forward.join(layer, &[found], meter)?;
    }
    Ok(())
}

/// Takes what others own out of what was found, and packs it: for each process whether more is to come, and its positions, each once.
fn others<const N: usize>(found: &mut [Found<N>], more: bool, wire: &dyn Wire) -> Vec<Vec<u8>> {
    let (here, count) = (wire.index(), wire.count());
    let mut theirs = vec![packet::ByRank::default(); count];
    if count > 1 {
        for (rank, parts) in found.iter_mut().flat_map(|found| &mut found.next) {
            for words in parts.iter_mut().flat_map(|part| part.extract_if(.., |words| owner(&*words, count) != here)) {
                theirs[owner(&words, count)].push(*rank, words);
            }
        }
    }
    theirs
        .iter_mut()
        .map(|rows| {
            let mut bytes = vec![u8::from(more)];
            rows.each_once(|rank, words| packet::write(rank, words, &mut bytes));
            bytes
        })
        .collect()
}

/// Whether more is to come of another process, and the positions that it found; `None` where it makes no sense.
fn told_rows<const N: usize>(bytes: &[u8], above: i64, found: &mut Found<N>) -> Option<bool> {
    let (more, mut rows) = bytes.split_first()?;
    while !rows.is_empty() {
        let (rank, words) = packet::read(&mut rows)?;
        if rank <= above {
            return None;
        }
        found.push(rank, &words);
    }
    Some(*more == 1)
}
