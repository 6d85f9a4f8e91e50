//! Solved tiers whose positions come together, span by span, at the processes that write them down.

use super::super::super::together::{Dealt, Others};
use super::super::{FAMILY, PLACEMENTS, not_by_placements};
use super::Placed;
use super::together::{AT_ONCE, Share, ask};
use super::waves::PIECE;
use crate::error::Stop;
use crate::game::{Entries, Game, Reversible, Symmetries, Tier, Words};
use crate::limits::Meter;
use crate::store::{Codes, NONE, Span, Tiers, spans};
use crate::value::Kind;
use crate::wire::Gathered;
use crate::workers::Workers;
use std::ops::Range;
use std::sync::Arc;

/// A share of every tier.
struct Shares<'w, P, const N: usize> {
    words: &'w dyn Words<P>,
    index: Arc<dyn Reversible<P>>,
    tiers: Vec<Tier>,
    share: Share,
    values: Tiers,
    workers: Workers,
    others: Others<'w>,
    /// How many positions have a value here.
    held: u64,
    /// The same of all processes together, and how many are finished.
    stored: u64,
    finished: u64,
    /// Positions of a span at the most, where memory allows it; and the spans, once they are asked for.
    room: usize,
    dealt: Option<Dealt<N>>,
}

impl<'a, G: Game> Placed<'a, G> {
    /// What all processes hold, to be written down.
    pub(in crate::methods::retrograde) fn gathered(
        self,
        words: &'a dyn Words<G::Position>,
        others: Others<'a>,
        meter: &Meter,
    ) -> Result<Box<dyn Gathered + 'a>, Stop> {
        Ok(match words.count() {
            1 => Box::new(Shares::<_, 1>::new(self, words, others, meter)?),
            2 => Box::new(Shares::<_, 2>::new(self, words, others, meter)?),
            3 => Box::new(Shares::<_, 3>::new(self, words, others, meter)?),
            4 => Box::new(Shares::<_, 4>::new(self, words, others, meter)?),
            _ => return Err(not_by_placements("positions take more than 256 bits".into())),
        })
    }
}

impl<'w, P, const N: usize> Shares<'w, P, N> {
    fn new<G: Game<Position = P>>(
        placed: Placed<'w, G>,
        words: &'w dyn Words<P>,
        mut others: Others<'w>,
        meter: &Meter,
    ) -> Result<Shares<'w, P, N>, Stop> {
        let (index, tiers, share) = (placed.index.clone(), placed.tiers.clone(), placed.share);
        let ([held, finished], values) = placed.values();
        let uncounted = || not_by_placements("more positions than 64 bits count".into());
        let [stored, finished] = others.sums([held, finished])?.ok_or_else(uncounted)?;
        // All of a span come together, beside what a process holds itself: they are read, packed, and sorted.
        let free = meter.limits().memory.saturating_sub(values.bytes()) / (4 * size_of::<([u64; N], i64)>() as u64);
        let room = whole(free.max(stored / MOST_SPANS));
        let workers = meter.workers().clone();
        Ok(Shares { words, index, tiers, share, values, workers, others, held, stored, finished, room, dealt: None })
    }
}

/// No more spans than this, whatever memory there is.
const MOST_SPANS: u64 = 20;

fn whole(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// The words of the position with a number, if there is one.
fn row<P, const N: usize>(index: &dyn Reversible<P>, words: &dyn Words<P>, number: u64) -> Option<[u64; N]> {
    let mut row = [0; N];
    words.write(&index.position(number)?, &mut row);
    Some(row)
}

/// The positions of some spans among some numbers, with their cells.
fn some<P, const N: usize>(
    index: &dyn Reversible<P>,
    words: &dyn Words<P>,
    spans: &[Span<N>],
    numbers: Range<usize>,
) -> Vec<([u64; N], u64)> {
    let numbers = numbers.start as u64..numbers.end as u64;
    let rows = numbers.filter_map(|number| Some((row(index, words, number)?, number)));
    rows.filter(|(row, _)| Span::of(row, spans).is_some()).map(|(row, number)| (row, index.cell(number))).collect()
}

impl<P, const N: usize> Gathered for Shares<'_, P, N> {
    fn method(&self) -> (&'static str, &'static str) {
        (FAMILY.name, PLACEMENTS.name)
    }

    fn ranks(&self) -> Vec<Option<i64>> {
        vec![None]
    }

    fn symmetries(&self) -> Option<Arc<Symmetries>> {
        None
    }

    fn finished(&self) -> u64 {
        self.finished
    }

    fn stored(&self) -> (u64, u64) {
        (self.stored, self.held)
    }

    fn has_all_starts(&self) -> bool {
        self.stored == self.index.size()
    }

    /// Each process looks for positions of the spans among numbers that fall to it, whoever holds their cells.
    fn next(&mut self, _: usize, writers: usize) -> Result<Option<Entries<'static>>, Stop> {
        let (index, words, all) = (self.index.as_ref(), self.words, 0..self.index.size());
        let dealt = match self.dealt.take() {
            Some(dealt) => dealt,
            None => {
                let sample = |number| row(index, words, number as u64);
                let mine = || spans((whole(self.stored), writers), self.room, 0..whole(all.end), sample);
                self.others.deal(writers, mine)?
            }
        };
        let Some(spans) = self.dealt.insert(dealt).next() else { return Ok(None) };
        let (mine, mut held) = (self.share.of(&all), vec![Vec::new(); spans.len()]);
        for from in (0..self.share.largest(&all)).step_by(AT_ONCE) {
            let place = |at: usize| whole(mine.end.min(mine.start + at as u64));
            let look = |range| some(index, words, &spans, range);
            let found = self.workers.pieces(place(from)..place(from + AT_ONCE), PIECE, look).concat();
            let cells: Vec<u64> = found.iter().map(|(_, cell)| *cell).collect();
            let owner = |cell| self.share.holder(&self.tiers, cell);
            let code = |cell| self.values.get(cell).and_then(Codes::code).unwrap_or(NONE);
            let codes = ask(&cells, owner, code, &mut self.others)?;
            for ((row, _), code) in found.into_iter().zip(codes).filter(|(_, code)| *code != NONE) {
                if let Some(span) = Span::of(&row, &spans) {
                    held[span].push((row, code));
                }
            }
        }
        self.others.gathered(held, Kind::Outcome).map(Some)
    }
}
