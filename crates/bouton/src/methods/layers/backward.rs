//! The way back: every position's value from those that its moves lead to.

use super::super::rows::{Added, Batches, Source, Waiting, Wrong, best, code_at_end, code_of, uncounted};
use super::super::together::Others;
use super::shelf::Shelf;
use super::{PIECE, bytes, enough, round};
use crate::error::Stop;
use crate::game::{Ending, Fault, Many, Rows, sort_of};
use crate::limits::{Bound, Meter};
use crate::store::{Cell, Codes, Layer, NONE, is_full, look_up};
use crate::value::Kind;
use crate::workers::Scratch;
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
    let many = source.many_rows(layers.iter().map(Layer::len).sum());
    for at in (0..layers.len()).rev() {
        meter.rank((layers.len() - at) as u64, Some(layers.len() as u64), layers[at].len());
        if layers[at].is_valued() {
            meter.steps(usize::try_from(layers[at].len()).unwrap_or(usize::MAX))?;
            continue;
        }
        let reaches = layers[at].reaches;
        // What is not needed any more leaves before more comes; what lies beyond has left already.
        for layer in layers[at..].iter_mut().filter(|layer| layer.rank > needed[at]) {
            let before = layer.bytes();
            if layer.is_away() || !shelf.put_away(layer) {
                break;
            }
            held = held - before + layer.bytes();
        }
        for layer in layers[at..].iter_mut().take_while(|layer| layer.rank <= reaches) {
            let before = layer.bytes();
            shelf.fetch(layer)?;
            held = held - before + layer.bytes();
        }
        let (here, later) = layers[at..].split_at_mut(1);
        let (layer, batches, waiting) = (&here[0], Scratch::default(), Scratch::default());
        let backward = Backward { source, many, kind: C::KIND, layer, later, held, batches, waiting };
        let (codes, count) = others.values::<C, N>(&backward, meter)?;
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
    pub(super) many: Option<&'a dyn Many>,
    pub(super) kind: Kind,
    pub(super) layer: &'a Layer<N>,
    pub(super) later: &'a [Layer<N>],
    /// Bytes of all layers.
    pub(super) held: u64,
    /// What threads work with.
    pub(super) batches: Scratch<Batches<'a>>,
    pub(super) waiting: Scratch<Waiting>,
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
        let first = range.start;
        let (mut worths, mut waiting) = (Worths::default(), self.waiting.take(Waiting::default));
        self.look(range, bound, &mut worths, &mut waiting, |worths, waiting| {
            if waiting.rows.heads.len() >= TOGETHER {
                self.resolve::<C>(first, worths, waiting);
            }
        });
        self.resolve::<C>(first, &mut worths, &mut waiting);
        self.waiting.give(waiting);
        worths
    }

    /// The codes of some slots, of one at least, where they are known at once; of other positions the moves wait. `some` is told after positions
    /// were looked at.
    pub(super) fn look(
        &self,
        range: Range<usize>,
        bound: &Bound,
        worths: &mut Worths<N>,
        waiting: &mut Waiting,
        mut some: impl FnMut(&mut Worths<N>, &mut Waiting),
    ) {
        worths.codes.reserve(range.len());
        let mut batches = self.batches.take(|| Batches::of(self.many));
        for words in self.layer.between(range) {
            if !worths.codes.is_empty() && bound.reached() {
                break;
            }
            let at = worths.codes.len();
            worths.codes.push(NONE);
            if !is_full(words) {
                continue;
            }
            worths.wrong = match batches.add(at as u64, words) {
                Added::Waits => None,
                Added::Full(sort) => {
                    let wrong = self.look_together(sort, &mut batches, worths, waiting, bound);
                    some(worths, waiting);
                    wrong
                }
                Added::Over => self.end(words, at, worths).err().map(|wrong| (*words, wrong)),
            };
            if worths.wrong.is_some() {
                return;
            }
        }
        for sort in [0, 1] {
            worths.wrong =
                worths.wrong.take().or_else(|| self.look_together(sort, &mut batches, worths, waiting, bound));
        }
        if worths.wrong.is_none() {
            self.batches.give(batches);
        }
    }

    /// Looks at positions of a sort that were put together: what is wrong with one of them, if anything.
    fn look_together(
        &self,
        sort: usize,
        batches: &mut Batches,
        worths: &mut Worths<N>,
        waiting: &mut Waiting,
        bound: &Bound,
    ) -> Option<([u64; N], Wrong)> {
        let Waiting { rows, positions, .. } = waiting;
        let before = rows.heads.len();
        let looked = batches.look_by_words::<N>(sort, self.source, rows, &mut |at, words, ending, rows| {
            let at = usize::try_from(at).expect("a place among codes");
            let from = positions.last().map_or(0, |(_, end)| *end);
            let code = match ending {
                Some(ending) => Some(code_at_end(self.source, ending)?),
                None => self.won_at_once(rows, from),
            };
            match code {
                Some(code) => {
                    worths.codes[at] = code;
                    rows.truncate(from, N);
                }
                None => positions.push((at, rows.heads.len())),
            }
            self.count(words, ending.is_some(), worths)
        });
        bound.found(waiting.rows.heads.len() - before);
        looked.err()
    }

    /// A position of which its words say that it is over.
    fn end(&self, words: &[u64; N], at: usize, worths: &mut Worths<N>) -> Result<(), Wrong> {
        let ending = self.source.over(words).expect("the words say that it is over");
        worths.codes[at] = code_at_end(self.source, ending)?;
        self.count(words, true, worths)
    }

    fn count(&self, words: &[u64; N], finished: bool, worths: &mut Worths<N>) -> Result<(), Wrong> {
        let positions = self.source.images(words);
        worths.looked += 1;
        worths.count.add(Count { positions, finished: if finished { positions } else { 0 } }).map_err(Wrong::Fault)
    }

    /// The code of a position from which a move wins at once, those from that one on being its moves: no other is better, so that none need be
    /// looked up.
    fn won_at_once(&self, rows: &Rows, from: usize) -> Option<i64> {
        if self.kind != Kind::Outcome {
            return None;
        }
        let moves = rows.words.as_chunks::<N>().0[from..].iter().zip(&rows.heads[from..]);
        let mut over = moves.filter(|(words, _)| sort_of(2, *words).is_none());
        over.find_map(|(words, (gain, same))| {
            let won = if *same { Ending::Win } else { Ending::Loss };
            let ending = self.source.over(words).filter(|ending| *ending == won)?;
            code_of(*gain, *same, code_at_end(self.source, ending).ok()?, <i32 as Cell>::checked_after).ok()
        })
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
