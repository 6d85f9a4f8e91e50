//! What methods have in common whose search several processes share, in step: what they agree on, and how what each of them holds comes together.

pub(super) mod packet;

use crate::error::Stop;
use crate::game::{Entries, WordRow};
use crate::store::{Span, code_value};
use crate::value::Kind;
use crate::wire::Wire;

/// The process that says in which spans solved positions come together.
const FIRST: usize = 0;

/// How solved positions come together, span by span: of as many spans, one after the other, at each process that writes.
pub(super) struct Dealt<const N: usize> {
    spans: Vec<Span<N>>,
    /// Spans of a process, and how many of them are done.
    each: usize,
    done: usize,
}

impl<const N: usize> Dealt<N> {
    /// The next span of each process; `None` once there are no more.
    pub(super) fn next(&mut self) -> Option<Vec<Span<N>>> {
        let spans = self.spans.iter().skip(self.done).step_by(self.each).copied();
        self.done += 1;
        (self.done <= self.each).then(|| spans.collect())
    }
}

/// The processes that share a search, if there are any but this one.
pub(super) struct Others<'w>(pub(super) Option<&'w mut dyn Wire>);

impl<'w> Others<'w> {
    /// The search is not shared.
    pub(super) fn none() -> Others<'w> {
        Others(None)
    }

    /// The search is shared with the processes at the other ends of a wire.
    pub(super) fn on(wire: &'w mut dyn Wire) -> Others<'w> {
        Others(Some(wire))
    }

    /// Which process this is, and how many there are.
    pub(super) fn place(&self) -> (usize, usize) {
        self.0.as_ref().map_or((0, 1), |wire| (wire.index(), wire.count()))
    }

    /// Tells all processes some numbers: what each of them says, oneself among them. Each says as many.
    pub(super) fn tell_all(&mut self, mine: &[i64]) -> Result<Vec<Vec<i64>>, Stop> {
        let ((here, count), bytes) = (self.place(), mine.iter().flat_map(|number| number.to_le_bytes()).collect());
        let mut all = vec![Vec::new(); count];
        all[here] = mine.to_vec();
        self.exchange(vec![bytes; count], |from, bytes| {
            let (numbers, rest) = bytes.as_chunks::<8>();
            all[from] = numbers.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect();
            (rest.is_empty() && numbers.len() == mine.len()).then_some(())
        })?;
        Ok(all)
    }

    /// The most that any process counts of each.
    pub(super) fn most<const M: usize>(&mut self, mine: [usize; M]) -> Result<[usize; M], Stop> {
        let told = self.tell_all(&mine.map(wide))?;
        let most = |what: usize| told.iter().filter_map(|told| usize::try_from(told[what]).ok()).max();
        Ok(std::array::from_fn(|what| most(what).unwrap_or(mine[what])))
    }

    /// Whether it is so for all processes.
    pub(super) fn all(&mut self, mine: bool) -> Result<bool, Stop> {
        Ok(self.most([usize::from(!mine)])? == [0])
    }

    /// The sums of what all processes count; `None` where 64 bits do not count them.
    pub(super) fn sums<const M: usize>(&mut self, mine: [u64; M]) -> Result<Option<[u64; M]>, Stop> {
        let told = self.tell_all(&mine.map(u64::cast_signed))?;
        let sum = |what: usize| told.iter().try_fold(0_u64, |sum, told| sum.checked_add(told[what].cast_unsigned()));
        let mut sums = [0; M];
        for (what, place) in sums.iter_mut().enumerate() {
            let Some(sum) = sum(what) else { return Ok(None) };
            *place = sum;
        }
        Ok(Some(sums))
    }

    /// Hands bytes to each process, and reads what each of the others handed to this one; `read` says `None` where it makes no sense.
    pub(super) fn exchange(
        &mut self,
        out: Vec<Vec<u8>>,
        mut read: impl FnMut(usize, &[u8]) -> Option<()>,
    ) -> Result<(), Stop> {
        let Some(wire) = &mut self.0 else { return Ok(()) };
        for (from, bytes) in wire.exchange(out)?.iter().enumerate().filter(|(from, _)| *from != wire.index()) {
            read(from, bytes).ok_or_else(|| wire.garbled(from))?;
        }
        Ok(())
    }

    /// The spans in which positions come together at so many processes, as the first has them.
    pub(super) fn deal<const N: usize>(
        &mut self,
        writers: usize,
        mine: impl FnOnce() -> Vec<Span<N>>,
    ) -> Result<Dealt<N>, Stop> {
        let ((here, count), mut starts, mut bytes) = (self.place(), Vec::new(), Vec::new());
        if here == FIRST {
            starts = mine().iter().map(Span::start).collect();
            packet::write(0, &starts, &mut bytes);
        }
        self.exchange(vec![bytes; count], |from, mut bytes| {
            if from == FIRST {
                starts = packet::read(&mut bytes)?.1;
            }
            Some(())
        })?;
        Ok(Dealt { spans: Span::between(&starts), each: starts.len().div_ceil(writers).max(1), done: 0 })
    }

    /// What falls to this process, rising, of positions with their codes that each holds for each.
    pub(super) fn gathered<const N: usize>(
        &mut self,
        all: Vec<Vec<([u64; N], i64)>>,
        kind: Kind,
    ) -> Result<Entries<'static>, Stop> {
        let (here, count) = self.place();
        let (mut out, mut held) = (vec![Vec::new(); count], Vec::new());
        for (to, mut some) in all.into_iter().enumerate() {
            some.sort_unstable();
            if to == here {
                held = some;
            } else {
                out[to] = pack(&some, kind);
            }
        }
        self.exchange(out, |_, bytes| if bytes.is_empty() { Some(()) } else { unpack(bytes, kind, &mut held) })?;
        // Runs that are sorted already.
        held.sort();
        let entry = move |(words, code): ([u64; N], i64)| Some((WordRow::from_slice(&words), code_value(code, kind)?));
        Ok(Box::new(held.into_iter().filter_map(entry)))
    }
}

/// A count as it is told.
pub(super) fn wide(count: usize) -> i64 {
    i64::try_from(count).expect("counted in memory")
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
