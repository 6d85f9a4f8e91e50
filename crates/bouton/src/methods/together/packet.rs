//! What is handed over: positions of a rank in rising order, each as how much larger it is than the one before; and codes as small numbers.

use crate::leb128;
use crate::store::NONE;
use crate::value::Kind;
use std::collections::BTreeMap;

/// A position that is asked for, and what wants to know.
pub(in crate::methods) type Question<T, const N: usize> = ([u64; N], T);

/// Positions by rank, to be handed to one process.
#[derive(Clone, Debug)]
pub(in crate::methods) struct ByRank<T>(BTreeMap<i64, Vec<T>>);

impl<T> Default for ByRank<T> {
    fn default() -> ByRank<T> {
        ByRank(BTreeMap::new())
    }
}

impl<T: Ord> ByRank<T> {
    pub(in crate::methods) fn push(&mut self, rank: i64, one: T) {
        self.0.entry(rank).or_default().push(one);
    }

    /// Adds many of one rank.
    pub(in crate::methods) fn extend(&mut self, rank: i64, some: impl Iterator<Item = T>) {
        self.0.entry(rank).or_default().extend(some);
    }

    /// Sorts every rank.
    pub(in crate::methods) fn sort(&mut self) {
        self.0.values_mut().for_each(|some| some.sort_unstable());
    }

    /// Every rank, lowest first.
    pub(in crate::methods) fn ranks(&self) -> impl Iterator<Item = (i64, &[T])> {
        self.0.iter().map(|(rank, some)| (*rank, some.as_slice()))
    }
}

impl<const N: usize> ByRank<[u64; N]> {
    /// Every rank with its positions in rising order, each once.
    pub(in crate::methods) fn each_once(&mut self, mut visit: impl FnMut(i64, &[[u64; N]])) {
        self.sort();
        for (rank, some) in &mut self.0 {
            some.dedup();
            visit(*rank, some);
        }
    }
}

/// Questions, sorted, and their answers in the same order: every position is asked for once.
impl<T: Ord, const N: usize> ByRank<Question<T, N>> {
    /// Writes what is asked.
    pub(in crate::methods) fn ask(&self, bytes: &mut Vec<u8>) {
        for (rank, some) in self.ranks() {
            let rows: Vec<[u64; N]> = some.chunk_by(same).map(|same| same[0].0).collect();
            write(rank, &rows, bytes);
        }
    }

    /// Visits who wants to know, with the code that was answered; `None` where the answers make no sense.
    pub(in crate::methods) fn hear(&self, mut bytes: &[u8], kind: Kind, mut visit: impl FnMut(&T, i64)) -> Option<()> {
        for (_, some) in self.ranks() {
            for same in some.chunk_by(same) {
                let code = read_code(&mut bytes, kind)?;
                same.iter().for_each(|(_, who)| visit(who, code));
            }
        }
        bytes.is_empty().then_some(())
    }
}

fn same<T, const N: usize>(one: &Question<T, N>, other: &Question<T, N>) -> bool {
    one.0 == other.0
}

/// The answers to what is asked: the codes of positions of a rank, appended by `look`. `None` where the questions make no sense.
pub(in crate::methods) fn answer<const N: usize>(
    mut asked: &[u8],
    kind: Kind,
    mut look: impl FnMut(i64, &[[u64; N]], &mut Vec<i64>),
) -> Option<Vec<u8>> {
    let (mut answer, mut codes) = (Vec::new(), Vec::new());
    while !asked.is_empty() {
        let (rank, words) = read::<N>(&mut asked)?;
        codes.clear();
        look(rank, &words, &mut codes);
        codes.iter().for_each(|code| write_code(*code, kind, &mut answer));
    }
    Some(answer)
}

/// Writes positions of a rank that rise.
pub(in crate::methods) fn write<const N: usize>(rank: i64, rows: &[[u64; N]], bytes: &mut Vec<u8>) {
    leb128::write(zigzag(rank), bytes);
    leb128::write(rows.len() as u64, bytes);
    let mut before = &[0; N];
    for row in rows {
        leb128::write_step(before, row, bytes);
        before = row;
    }
}

/// Reads what was written; `None` where it makes no sense.
pub(in crate::methods) fn read<const N: usize>(bytes: &mut &[u8]) -> Option<(i64, Vec<[u64; N]>)> {
    let rank = unzigzag(leb128::read_any(bytes)?);
    let count = usize::try_from(leb128::read(bytes)?).ok()?;
    // Each takes a byte at the least.
    let mut rows = Vec::with_capacity(count.min(bytes.len()));
    let mut before = [0; N];
    for _ in 0..count {
        before = leb128::read_step(bytes, &before)?;
        rows.push(before);
    }
    Some((rank, rows))
}

/// Writes a code, `NONE` among them: near ends and small leads take few bytes.
#[inline]
pub(in crate::methods) fn write_code(code: i64, kind: Kind, bytes: &mut Vec<u8>) {
    const FAR: i64 = i32::MAX as i64;
    let small = match (kind, code) {
        (_, NONE) => 0,
        (Kind::Outcome, 0) => 1,
        (Kind::Outcome, win) if win > 0 => (2 * (FAR - win) + 2).cast_unsigned(),
        (Kind::Outcome, loss) => (2 * (FAR + loss) + 3).cast_unsigned(),
        // None is the lead that is left out, so there is room for one more.
        (Kind::Points, lead) => zigzag(lead) + 1,
    };
    leb128::write(small, bytes);
}

/// Reads a code; `None` where it makes no sense.
#[inline]
pub(in crate::methods) fn read_code(bytes: &mut &[u8], kind: Kind) -> Option<i64> {
    const FAR: u64 = i32::MAX as u64;
    Some(match (kind, leb128::read_any(bytes)?) {
        (_, 0) => NONE,
        (Kind::Outcome, 1) => 0,
        (Kind::Outcome, small) => {
            let code = FAR.checked_sub((small - 2) / 2).filter(|code| *code > 0)?.cast_signed();
            if small % 2 == 0 { code } else { -code }
        }
        (Kind::Points, small) => unzigzag(small - 1),
    })
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back() {
        for rank in [0, 7, -3, i64::MAX, i64::MIN] {
            let rows = [[0, 0], [0, 1], [0, u64::MAX], [1, 0], [u64::MAX, 0], [u64::MAX, u64::MAX]];
            let mut bytes = Vec::new();
            write(rank, &rows, &mut bytes);
            assert_eq!(read(&mut bytes.as_slice()), Some((rank, rows.to_vec())));
            assert!((0..bytes.len()).all(|cut| read::<2>(&mut &bytes[..cut]).is_none()));
        }
        let mut bytes = Vec::new();
        write(1, &[[5], [u64::MAX]], &mut bytes);
        assert_eq!(read(&mut bytes.as_slice()), Some((1, vec![[5], [u64::MAX]])));
    }

    #[test]
    fn codes_come_back() {
        let win = i64::from(i32::MAX);
        let outcomes = [NONE, 0, win, win - 1, 1 - win, 1, 2, -1, -2, -win];
        let leads = [NONE, 0, 1, -1, 300, i64::MAX, i64::MIN + 1];
        for (kind, codes) in [(Kind::Outcome, &outcomes[..]), (Kind::Points, &leads[..])] {
            for code in codes {
                let mut bytes = Vec::new();
                write_code(*code, kind, &mut bytes);
                assert_eq!(read_code(&mut bytes.as_slice(), kind), Some(*code), "{kind:?} {code}");
            }
        }
        let mut near = Vec::new();
        write_code(win - 50, Kind::Outcome, &mut near);
        assert_eq!(near.len(), 1);
        let mut far = Vec::new();
        leb128::write(u64::MAX / 2, &mut far);
        assert_eq!(read_code(&mut far.as_slice(), Kind::Outcome), None);
    }
}
