//! The way back: values that another process owns are asked for.

use super::super::super::rows::Waiting;
use super::super::super::together::packet::{self, ByRank};
use super::super::backward::{Backward, Count, Worths};
use super::super::{PIECE, enough, round};
use super::owner;
use crate::error::Stop;
use crate::limits::{Bound, Meter};
use crate::store::{Cell, Codes, NONE, look_up};
use crate::value::Kind;
use crate::wire::Wire;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A position that is asked for, and which move leads there: the piece of the slice, and its place among the moves of that piece.
type Question<const N: usize> = packet::Question<(u32, u32), N>;

/// What is looked at of a slice: the values that are known so far, what waits, and what it asks each process.
struct Piece<const N: usize> {
    first: usize,
    worths: Worths<N>,
    waiting: Waiting,
    asks: Vec<ByRank<([u64; N], u32)>>,
    /// Whether it ended before its slots did.
    cut: bool,
}

/// The values of a layer, and how many positions it holds.
pub(super) fn values<C: Cell, const N: usize>(
    backward: &Backward<N>,
    wire: &mut dyn Wire,
    meter: &mut Meter,
) -> Result<(Codes, Count), Stop> {
    let slots = backward.layer.slots();
    let (mut codes, mut count, mut more) = (Codes::narrow(C::KIND, slots), Count::default(), true);
    while more {
        // Should a value not fit, a row of wider cells takes the place of this one.
        meter.memory(backward.held + codes.bytes())?;
        let pieces = slice(backward, codes.len(), wire, meter)?;
        let until: usize = codes.len() + pieces.iter().map(|piece| piece.worths.codes.len()).sum::<usize>();
        let questions = questions(&pieces, wire.count());
        let asked = wire.exchange(ask(&questions, until < slots))?;
        more = until < slots;
        let mut answers = vec![Vec::new(); wire.count()];
        for (from, bytes) in asked.iter().enumerate().filter(|(from, _)| *from != wire.index()) {
            let (others, answer) = answer(backward, bytes, C::KIND).ok_or_else(|| wire.garbled(from))?;
            (more, answers[from]) = (more || others, answer);
        }
        let mut pieces = pieces;
        for (from, bytes) in wire.exchange(answers)?.iter().enumerate() {
            hear(&mut pieces, &questions[from], bytes, C::KIND).ok_or_else(|| wire.garbled(from))?;
        }
        for worths in choose::<C, N>(backward, pieces, meter) {
            if let Some((words, wrong)) = worths.wrong {
                return Err(backward.source.stop(&words, wrong));
            }
            codes.extend(&worths.codes).map_err(|fault| backward.fault(fault))?;
            count.add(worths.count).map_err(|fault| backward.fault(fault))?;
        }
    }
    Ok((codes, count))
}

/// Looks at a round of slots, those from `done` on; there may be none left.
fn slice<const N: usize>(
    backward: &Backward<N>,
    done: usize,
    wire: &dyn Wire,
    meter: &mut Meter,
) -> Result<Vec<Piece<N>>, Stop> {
    let slots = backward.layer.slots();
    if done >= slots {
        return Ok(Vec::new());
    }
    let bound = meter.bound(enough(N, meter));
    let (here, count) = (wire.index(), wire.count());
    let work = |range: Range<usize>| look(backward, range, (here, count), &bound);
    let mut whole = Vec::new();
    for piece in meter.workers().pieces(round(done, slots), PIECE, work) {
        meter.steps(piece.worths.looked)?;
        if let Some((words, wrong)) = piece.worths.wrong {
            return Err(backward.source.stop(&words, wrong));
        }
        let cut = piece.cut;
        whole.push(piece);
        if cut {
            break;
        }
    }
    Ok(whole)
}

/// Looks at some slots, at one at least: values of finished positions, and of moves to positions of one's own.
fn look<const N: usize>(
    backward: &Backward<N>,
    range: Range<usize>,
    (here, count): (usize, usize),
    bound: &Bound,
) -> Piece<N> {
    let (first, size) = (range.start, range.len());
    let (mut worths, mut waiting) = (Worths::default(), Waiting::default());
    backward.look(range, bound, &mut worths, &mut waiting, |_, _| {});
    let Waiting { rows, codes, ranks, .. } = &mut waiting;
    backward.source.fold(&mut rows.words);
    backward.source.ranks(&rows.words, ranks);
    let all = rows.words.as_chunks::<N>().0;
    let mut asks = vec![ByRank::default(); count];
    if count == 1 {
        look_up::<N>(all, ranks, |rank| backward.layer_of(rank), codes);
    } else {
        own(backward, (all, ranks.as_slice()), codes, &mut asks, here);
    }
    // What is asked for holds the words; of the rest only what moves gain is needed.
    rows.words = Vec::new();
    let cut = worths.codes.len() < size;
    Piece { first, worths, waiting, asks, cut }
}

/// Looks up moves to positions of one's own; the others are put among what is asked.
fn own<const N: usize>(
    backward: &Backward<N>,
    (all, ranks): (&[[u64; N]], &[i64]),
    codes: &mut Vec<i64>,
    asks: &mut [ByRank<([u64; N], u32)>],
    here: usize,
) {
    let (mut mine, mut mine_ranks, mut places, mut found) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (at, (words, rank)) in all.iter().zip(ranks).enumerate() {
        let owner = owner(words, asks.len());
        if owner == here {
            mine.push(*words);
            mine_ranks.push(*rank);
            places.push(at);
        } else {
            asks[owner].push(*rank, (*words, small(at)));
        }
    }
    look_up::<N>(&mine, &mine_ranks, |rank| backward.layer_of(rank), &mut found);
    codes.resize(all.len(), NONE);
    places.iter().zip(found).for_each(|(at, code)| codes[*at] = code);
}

/// What all pieces ask each process, sorted.
fn questions<const N: usize>(pieces: &[Piece<N>], count: usize) -> Vec<ByRank<Question<N>>> {
    let mut all = vec![ByRank::default(); count];
    for (piece, Piece { asks, .. }) in pieces.iter().enumerate() {
        for (whom, asks) in asks.iter().enumerate() {
            for (rank, some) in asks.ranks() {
                all[whom].extend(rank, some.iter().map(|(words, at)| (*words, (small(piece), *at))));
            }
        }
    }
    all.iter_mut().for_each(ByRank::sort);
    all
}

/// Packs questions, and whether more are to come.
fn ask<const N: usize>(questions: &[ByRank<Question<N>>], more: bool) -> Vec<Vec<u8>> {
    let pack = |questions: &ByRank<Question<N>>| {
        let mut bytes = vec![u8::from(more)];
        questions.ask(&mut bytes);
        bytes
    };
    questions.iter().map(pack).collect()
}

/// The codes of the positions that another process asks for, in its order, and whether it will ask for more; `None` where it makes no sense.
fn answer<const N: usize>(backward: &Backward<N>, bytes: &[u8], kind: Kind) -> Option<(bool, Vec<u8>)> {
    let (more, rows) = bytes.split_first()?;
    let answer = packet::answer::<N>(rows, kind, |rank, words, codes| {
        look_up::<N>(words, &vec![rank; words.len()], |rank| backward.layer_of(rank), codes);
    });
    Some((*more == 1, answer?))
}

/// Takes over what a process answered; `None` where it makes no sense.
fn hear<const N: usize>(
    pieces: &mut [Piece<N>],
    questions: &ByRank<Question<N>>,
    bytes: &[u8],
    kind: Kind,
) -> Option<()> {
    questions.hear(bytes, kind, |(piece, at), code| pieces[*piece as usize].waiting.codes[*at as usize] = code)
}

/// The values of all that waited.
fn choose<C: Cell, const N: usize>(backward: &Backward<N>, pieces: Vec<Piece<N>>, meter: &Meter) -> Vec<Worths<N>> {
    let pieces: Vec<Mutex<Piece<N>>> = pieces.into_iter().map(Mutex::new).collect();
    meter.workers().pieces(0..pieces.len(), 1, |at| {
        let mut piece = pieces[at.start].lock().unwrap_or_else(PoisonError::into_inner);
        let Piece { first, worths, waiting, .. } = &mut *piece;
        backward.choose::<C>(*first, worths, waiting);
        std::mem::take(worths)
    })
}

/// Pieces, and moves of one, are far fewer than that.
fn small(number: usize) -> u32 {
    u32::try_from(number).expect("moves of a slice are bounded")
}
