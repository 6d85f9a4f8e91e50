//! Tiers shared by several processes, in step: of each tier every process holds as many cells, one after the other.
//!
//! In a wave, positions from which moves lead to what a process has decided are told to their owners; what moves to solved tiers are worth is
//! asked for, sorted and each once. So every move is taken back by one process only. (Romein and Bal, "Solving awari with parallel retrograde
//! analysis", 2003, tell owners so.)

use super::super::super::together::Others;
use super::super::super::together::packet::{self, ByRank, Question};
use crate::error::Stop;
use crate::game::Tier;
use crate::store::NONE;
use crate::value::Kind;
use crate::workers::Workers;
use std::ops::Range;

/// Positions that are looked at before what others are to know is handed over, where there are others: a move takes 50 bytes for that
/// long. With four times as many two processes took 10 MB more on nine men's morris, and as much time.
pub(super) const AT_ONCE: usize = 1 << 12;

/// Which of how many processes this is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) index: usize,
    pub(super) count: usize,
}

impl Share {
    /// Of these cells, or of whatever is to be shared out, what falls to this process.
    pub(super) fn of(self, cells: &Range<u64>) -> Range<u64> {
        let cut = |process: usize| {
            let before = u128::from(cells.end - cells.start) * process as u128 / self.count as u128;
            cells.start + u64::try_from(before).expect("no more than there are")
        };
        cut(self.index)..cut(self.index + 1)
    }

    /// The most of them that fall to a process.
    pub(super) fn largest(self, cells: &Range<u64>) -> usize {
        let most = (cells.end - cells.start).div_ceil(self.count as u64);
        usize::try_from(most).expect("a process goes through them one by one")
    }

    /// The process to which one of these cells falls: the first whose share ends behind it. There are at most 2⁴⁸ cells.
    #[inline]
    pub(super) fn owner(self, cells: &Range<u64>, cell: u64) -> usize {
        let shares = ((cell - cells.start + 1) * self.count as u64).div_ceil(cells.end - cells.start);
        usize::try_from(shares).expect("no more than there are processes") - 1
    }

    /// The process that holds a cell of one of these tiers.
    #[inline]
    pub(super) fn holder(self, tiers: &[Tier], cell: u64) -> usize {
        let tier = tiers.partition_point(|tier| tier.numbers.start > cell);
        self.owner(&tiers[tier].numbers, cell)
    }
}

/// Cells of one's own, rising, of which another process tells something: of one of two kinds.
pub(super) type Told = (bool, Vec<[u64; 1]>);

/// Cells of other processes of which they are to be told something: by owner, and of two kinds.
#[derive(Default)]
pub(super) struct Mail(Vec<[Vec<[u64; 1]>; 2]>);

impl Mail {
    #[inline]
    pub(super) fn add(&mut self, owner: usize, kind: bool, cell: u64) {
        if self.0.len() <= owner {
            self.0.resize_with(owner + 1, Default::default);
        }
        self.0[owner][usize::from(kind)].push([cell]);
    }

    pub(super) fn append(&mut self, more: Mail) {
        if self.0.len() < more.0.len() {
            self.0.resize_with(more.0.len(), Default::default);
        }
        for (mine, more) in self.0.iter_mut().flatten().zip(more.0.into_iter().flatten()) {
            mine.extend(more);
        }
    }

    /// Hands it over, and gives what all others hand over: lists of cells of one's own with their kind. `own` tells whether a list is one.
    pub(super) fn hand_over(
        mut self,
        own: impl Fn(&[[u64; 1]]) -> bool,
        workers: &Workers,
        others: &mut Others,
    ) -> Result<Vec<Told>, Stop> {
        let mut out = vec![Vec::new(); others.place().1];
        for (bytes, lists) in out.iter_mut().zip(&mut self.0) {
            for (kind, list) in (0..).zip(lists).filter(|(_, list)| !list.is_empty()) {
                workers.sort(list);
                packet::write(kind, list, bytes);
            }
        }
        drop(self);
        let mut told = Vec::new();
        others.exchange(out, |_, mut bytes| {
            while !bytes.is_empty() {
                let (kind, list) = packet::read(&mut bytes)?;
                told.push((kind == 1, Some(list).filter(|list| own(list))?));
            }
            Some(())
        })?;
        Ok(told)
    }
}

/// The codes of cells, whoever holds them, in their order; all processes ask at once. `code` says that of a cell of one's own.
pub(super) fn ask(
    cells: &[u64],
    owner: impl Fn(u64) -> usize,
    code: impl Fn(u64) -> i64,
    others: &mut Others,
) -> Result<Vec<i64>, Stop> {
    let (here, count) = others.place();
    let mut codes = vec![NONE; cells.len()];
    let mut questions: Vec<ByRank<Question<u32, 1>>> = vec![ByRank::default(); count];
    for (at, cell) in (0..).zip(cells) {
        match owner(*cell) {
            owner if owner == here => codes[at as usize] = code(*cell),
            owner => questions[owner].push(0, ([*cell], at)),
        }
    }
    questions.iter_mut().for_each(ByRank::sort);
    let asked = |questions: &ByRank<_>| {
        let mut bytes = Vec::new();
        questions.ask(&mut bytes);
        bytes
    };
    let mut answers = vec![Vec::new(); count];
    others.exchange(questions.iter().map(asked).collect(), |from, bytes| {
        let look = |_, cells: &[[u64; 1]], codes: &mut Vec<i64>| codes.extend(cells.iter().map(|[cell]| code(*cell)));
        answers[from] = packet::answer(bytes, Kind::Outcome, look)?;
        Some(())
    })?;
    others.exchange(answers, |from, bytes| {
        questions[from].hear(bytes, Kind::Outcome, |at: &u32, code| codes[*at as usize] = code)
    })?;
    Ok(codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell falls to one process, and to each as many.
    #[test]
    fn cells_are_shared_out() {
        for count in [1, 2, 3, 7] {
            for cells in [5..6, 3..8, 100..107, 0..1000, 1 << 47..(1 << 47) + 999] {
                let shares = (0..count).map(|index| Share { index, count }.of(&cells)).collect::<Vec<_>>();
                assert_eq!((shares[0].start, shares[count - 1].end), (cells.start, cells.end));
                assert!(shares.windows(2).all(|two| two[0].end == two[1].start));
                let any = Share { index: 0, count };
                let largest = shares.iter().map(|share| share.end - share.start).max();
                assert_eq!(largest, Some(any.largest(&cells) as u64));
                for cell in cells.clone() {
                    assert!(shares[any.owner(&cells, cell)].contains(&cell), "{cell} of {cells:?}, {count}");
                }
            }
        }
    }
}
