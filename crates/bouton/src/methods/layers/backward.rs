//! The way back: every position's value from those that its moves lead to.

use super::super::rows::{Source, Waiting, Wrong, best, uncounted};
use super::super::together::Others;
use super::shelf::Shelf;
use super::{PIECE, bytes, enough, round};
use crate::error::Stop;
use crate::game::Fault;
use crate::limits::{Bound, Meter};
use crate::store::{Cell, Codes, Layer, NONE, is_full, look_up};
use std::ops::Range;

/// Moves that are looked up together.
const TOGETHER: usize = 1 << 9;

/// How many positions a layer holds, and how many of them are finished, all images counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) positions: u64,
    pub(super) finished: u64,
}

impl Count {
    /// Counts more. Images are not stored one by one: there may be more than 64 bits count.
    pub(super) fn add(&mut self, more: Count) -> Result<(), Fault> {
        self.positions = self.positions.checked_add(more.positions).ok_or_else(uncounted)?;
        // They are among the positions.
        self.finished += more.finished;
        Ok(())
    }
}

/// Values every layer, and counts its positions.
pub(super) fn value_all<C: Cell, const N: usize>(
    source: &dyn Source,
    mut layers: Vec<Layer<N>>,
    shelf: &Shelf,
    others: &mut Others,
    meter: &mut Meter,
) -> Result<Vec<Layer<N>>, Stop> {
    let slots: usize = layers.iter().map(Layer::slots).sum();
    meter.phase("going backwards", Some(layers.iter().map(Layer::len).sum()));
    let mut held = bytes(&layers);
    if !shelf.spills() {
        // A byte each at the least.
        meter.memory(held + slots as u64)?;
    }
    let needed = highest_needed(&layers);
    for at in (0..layers.len()).rev() {
        meter.rank((layers.len() - at) as u64, Some(layers.len() as u64), layers[at].len());
        if layers[at].is_valued() {
            meter.steps(usize::try_from(layers[at].len()).unwrap_or(usize::MAX))?;
            continue;
        }
        let reaches = layers[at].reaches;
        for layer in &mut layers[at..] {
            let before = layer.bytes();
            if layer.rank <= reaches {
                shelf.fetch(layer)?;
            } else if layer.rank <= needed[at] {
                continue;
            } else if layer.is_away() || !shelf.put_away(layer) {
                // So are those beyond it.
                break;
            }
            held = held - before + layer.bytes();
        }
        let (here, later) = layers[at..].split_at_mut(1);
        let (codes, count) = others.values::<C, N>(&Backward { source, layer: &here[0], later, held }, meter)?;
        held += codes.bytes();
        layers[at].know(codes, count.positions, count.finished);
        shelf.keep_values(&mut layers, at)?;
    }
    Ok(layers)
}

/// For each layer, the highest rank that moves from it or from layers below it lead to.
fn highest_needed<const N: usize>(layers: &[Layer<N>]) -> Vec<i64> {
    let mut most = i64::MIN;
    let highest = |layer: &Layer<N>| {
        most = most.max(layer.reaches);
        most
    };
    layers.iter().map(highest).collect()
}

/// One layer, and those that its moves lead to.
pub(super) struct Backward<'a, const N: usize> {
    pub(super) source: &'a dyn Source,
    pub(super) layer: &'a Layer<N>,
    pub(super) later: &'a [Layer<N>],
    /// Bytes of all layers.
    pub(super) held: u64,
}

/// What one thread finds at some positions: their codes, `NONE` for slots that hold none.
#[derive(Default)]
pub(super) struct Worths<const N: usize> {
    pub(super) codes: Vec<i64>,
    /// How many positions were looked at, and how many they stand for.
    pub(super) looked: usize,
    pub(super) count: Count,
    pub(super) wrong: Option<([u64; N], Wrong)>,
}

impl<const N: usize> Backward<'_, N> {
    pub(super) fn values<C: Cell>(&self, meter: &mut Meter) -> Result<(Codes, Count), Stop> {
        let slots = self.layer.slots();
        let (mut codes, mut count) = (Codes::narrow(C::KIND, slots), Count::default());
        while codes.len() < slots {
            // Should a value not fit, a row of wider cells takes the place of this one.
            meter.memory(self.held + codes.bytes())?;
            let bound = meter.bound(enough(N, meter));
            let work = |range: Range<usize>| self.some::<C>(range, &bound);
            for worths in meter.workers().pieces(round(codes.len(), slots), PIECE, work) {
                let cut = worths.codes.len() < PIECE;
                meter.steps(worths.looked)?;
                if let Some((words, wrong)) = worths.wrong {
                    return Err(self.source.stop(&words, wrong));
                }
                let narrow = codes.bytes();
                codes.extend(&worths.codes).map_err(|fault| self.fault(fault))?;
                if codes.bytes() > narrow {
                    meter.memory(self.held + narrow + codes.bytes())?;
                }
                count.add(worths.count).map_err(|fault| self.fault(fault))?;
                if cut {
                    break;
                }
            }
        }
        Ok((codes, count))
    }

    /// Something is wrong with the layer as a whole: said of its first position.
    pub(super) fn fault(&self, fault: Fault) -> Stop {
        let first = self.layer.between(0..self.layer.slots()).find(|slot| is_full(slot));
        self.source.stop(first.unwrap_or(&[0; N]), Wrong::Fault(fault))
    }

    /// The values of some slots; of one at least.
    fn some<C: Cell>(&self, range: Range<usize>, bound: &Bound) -> Worths<N> {
        let mut worths = Worths { codes: Vec::with_capacity(range.len()), ..Worths::default() };
        let mut waiting = Waiting::default();
        let first = range.start;
        for words in self.layer.between(range) {
            if !worths.codes.is_empty() && bound.reached() {
                break;
            }
            let code = if is_full(words) { self.look(words, &mut worths, &mut waiting) } else { Ok(NONE) };
            match code {
                Ok(code) => worths.codes.push(code),
                Err(wrong) => {
                    worths.wrong = Some((*words, wrong));
                    return worths;
                }
            }
            if waiting.rows.heads.len() >= TOGETHER {
                bound.found(waiting.rows.heads.len());
                self.resolve::<C>(first, &mut worths, &mut waiting);
            }
        }
        self.resolve::<C>(first, &mut worths, &mut waiting);
        worths
    }

    /// The code of a finished position; of others nothing yet, and their moves wait.
    pub(super) fn look(&self, words: &[u64; N], worths: &mut Worths<N>, waiting: &mut Waiting) -> Result<i64, Wrong> {
        let images = self.source.images(words);
        let code = waiting.look(self.source, words, worths.codes.len())?;
        let finished = if code.is_some() { images } else { 0 };
        worths.looked += 1;
        worths.count.add(Count { positions: images, finished }).map_err(Wrong::Fault)?;
        Ok(code.unwrap_or(NONE))
    }

    /// Looks up where all waiting moves lead, and with that the value of every waiting position.
    fn resolve<C: Cell>(&self, first: usize, worths: &mut Worths<N>, waiting: &mut Waiting) {
        let Waiting { rows, codes, ranks, .. } = waiting;
        self.source.fold(&mut rows.words);
        ranks.clear();
        self.source.ranks(&rows.words, ranks);
        look_up::<N>(rows.words.as_chunks().0, ranks, |rank| self.layer_of(rank), codes);
        self.choose::<C>(first, worths, waiting);
    }

    /// The value of every waiting position, once it is known what all waiting moves lead to.
    pub(super) fn choose<C: Cell>(&self, first: usize, worths: &mut Worths<N>, waiting: &mut Waiting) {
        let Waiting { rows, positions, codes, .. } = waiting;
        let mut start = 0;
        for (at, end) in positions.drain(..) {
            match best::<C>(rows, codes, start..end) {
                Ok(code) => worths.codes[at] = code,
                Err(wrong) => {
                    let words = self.layer.between(first + at..first + at + 1).next();
                    worths.wrong = worths.wrong.take().or(words.map(|words| (*words, wrong)));
                }
            }
            start = end;
        }
        rows.truncate(0, N);
        codes.clear();
    }

    /// The layer of a rank, of those that moves lead to.
    pub(super) fn layer_of(&self, rank: i64) -> Option<&Layer<N>> {
        // In most games there is a layer for each rank.
        let next = |first: &Layer<N>| usize::try_from(rank.checked_sub(first.rank)?).ok();
        let guessed = self.later.first().and_then(next).and_then(|at| self.later.get(at));
        let searched = || self.later.binary_search_by_key(&rank, |layer| layer.rank).ok().map(|at| &self.later[at]);
        guessed.filter(|layer| layer.rank == rank).or_else(searched)
    }
}
