//! Where moves lead, as marking found it, kept until their positions are valued: in a small table every position is looked at once.

use crate::game::{Ending, Lead, Leads};
use std::ops::Range;

/// Tables of more numbers would take several times their memory for this: there, moves are found again.
const MOST_NUMBERS: u64 = 1 << 22;
const MOST_BYTES: u64 = 1 << 26;

/// Positions with where their moves lead, in the fewest bytes.
#[derive(Default)]
pub(super) struct Moves {
    /// Each position, and how many moves it has.
    positions: Vec<(u32, u16)>,
    /// Twice the number that a move leads to, and 1 more where the same player moves on.
    leads: Vec<u32>,
    /// What moves gain, in games of points.
    gains: Vec<i32>,
    /// Positions that are over.
    over: Vec<(u32, i64)>,
    /// Not everything could be added.
    incomplete: bool,
}

/// Where something lies in each list of `Moves`.
#[derive(Clone, Copy, Default)]
struct Ends {
    positions: usize,
    leads: usize,
    over: usize,
}

impl Moves {
    /// Adds what was found of some positions, with the code of each that is over.
    pub(super) fn add(&mut self, positions: &[u64], leads: &Leads, code: impl Fn(Ending) -> i64) {
        let mut start = 0;
        for (number, (ending, end)) in positions.iter().zip(&leads.positions) {
            match ending {
                Some(ending) => self.add_over(*number, code(*ending)),
                None => self.incomplete |= self.place(*number, end - start).is_none(),
            }
            start = *end;
        }
        self.incomplete |= self.lead(leads).is_none();
    }

    fn place(&mut self, number: u64, moves: usize) -> Option<()> {
        self.positions.push((u32::try_from(number).ok()?, u16::try_from(moves).ok()?));
        Some(())
    }

    fn lead(&mut self, leads: &Leads) -> Option<()> {
        let written = &leads.written[leads.moves.clone()];
        if leads.points {
            for move_and_gain in written.chunks_exact(leads.width()) {
                self.leads.push(u32::try_from(move_and_gain[0]).ok()?);
                self.gains.push(i32::try_from(move_and_gain[1].cast_signed()).ok()?);
            }
            return Some(());
        }
        self.leads.extend(written.iter().map(|lead| u32::try_from(*lead).unwrap_or(u32::MAX)));
        (written.iter().fold(0, |all, lead| all | lead) <= u32::MAX.into()).then_some(())
    }

    /// Adds a position that is over.
    pub(super) fn add_over(&mut self, number: u64, code: i64) {
        match u32::try_from(number) {
            Ok(number) => self.over.push((number, code)),
            Err(_) => self.incomplete = true,
        }
    }

    /// Something is not known that should have been added.
    pub(super) fn miss(&mut self) {
        self.incomplete = true;
    }

    pub(super) fn clear(&mut self) {
        let Moves { positions, leads, gains, over, incomplete } = self;
        positions.clear();
        leads.clear();
        gains.clear();
        over.clear();
        *incomplete = false;
    }

    fn ends(&self) -> Ends {
        Ends { positions: self.positions.len(), leads: self.leads.len(), over: self.over.len() }
    }

    /// Bytes used.
    fn bytes(&self) -> usize {
        let Moves { positions, leads, gains, over, .. } = self;
        size_of_val(&**positions) + size_of_val(&**leads) + size_of_val(&**gains) + size_of_val(&**over)
    }
}

/// The moves of every piece, while there is room for them: of a rank with some high parts.
pub(super) struct ByPiece {
    moves: Moves,
    /// The rank of each piece and the place of its first high part, rising; and where it ends.
    pieces: Vec<((i64, usize), Ends)>,
    most: u64,
}

impl ByPiece {
    /// Of a table of so many numbers; it may take so many bytes.
    pub(super) fn of(numbers: u64, memory: u64) -> ByPiece {
        let most = if numbers <= MOST_NUMBERS { memory.min(MOST_BYTES) } else { 0 };
        ByPiece { moves: Moves::default(), pieces: Vec::new(), most }
    }

    /// Whether moves are still kept.
    pub(super) fn keeps(&self) -> bool {
        self.most > 0
    }

    /// Keeps the moves of the next piece. Where all of them take too much they are forgotten: those of a part of the table are not worth their memory.
    pub(super) fn keep(&mut self, piece: (i64, usize), moves: &Moves) {
        let Moves { positions, leads, gains, over, .. } = &mut self.moves;
        positions.extend_from_slice(&moves.positions);
        leads.extend_from_slice(&moves.leads);
        gains.extend_from_slice(&moves.gains);
        over.extend_from_slice(&moves.over);
        self.pieces.push((piece, self.moves.ends()));
        // A list that grows is there twice.
        if moves.incomplete || 2 * self.bytes() > self.most {
            *self = ByPiece::of(0, 0);
        }
    }

    /// A piece, if its moves are kept.
    pub(super) fn piece(&self, piece: (i64, usize)) -> Option<Piece<'_>> {
        let at = self.pieces.binary_search_by_key(&piece, |(piece, _)| *piece).ok()?;
        let from = at.checked_sub(1).map_or(Ends::default(), |before| self.pieces[before].1);
        let (to, Moves { positions, leads, gains, over, .. }) = (self.pieces[at].1, &self.moves);
        let moves = from.leads..to.leads;
        Some(Piece {
            positions: &positions[from.positions..to.positions],
            leads: &leads[moves.clone()],
            gains: gains.get(moves).unwrap_or(&[]),
            over: &over[from.over..to.over],
        })
    }

    /// Bytes used.
    pub(super) fn bytes(&self) -> u64 {
        (self.moves.bytes() + size_of_val(&*self.pieces)) as u64
    }
}

/// What is kept of a piece.
pub(super) struct Piece<'a> {
    positions: &'a [(u32, u16)],
    leads: &'a [u32],
    gains: &'a [i32],
    over: &'a [(u32, i64)],
}

impl Piece<'_> {
    /// Each position, and how many moves it has.
    pub(super) fn positions(&self) -> impl ExactSizeIterator<Item = (u64, usize)> {
        self.positions.iter().map(|(number, moves)| (u64::from(*number), usize::from(*moves)))
    }

    /// How many moves these have together.
    pub(super) fn len(&self) -> usize {
        self.leads.len()
    }

    /// Some of the moves, of one position after the other.
    #[inline]
    pub(super) fn moves(&self, range: Range<usize>) -> impl Iterator<Item = Lead> {
        let gains =
            self.gains.get(range.clone()).unwrap_or(&[]).iter().copied().map(i64::from).chain(std::iter::repeat(0));
        self.leads[range].iter().zip(gains).map(|(lead, gain)| Lead::of(u64::from(*lead), gain))
    }

    /// Each position that is over, with its code.
    pub(super) fn over(&self) -> impl ExactSizeIterator<Item = (u64, i64)> {
        self.over.iter().map(|(number, code)| (u64::from(*number), *code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: u64 = 1 << 20;

    /// Two positions with three moves, one that is over, and what each move gains.
    fn leads(gains: [i64; 3]) -> Leads {
        let mut leads = Leads::default();
        leads.positions.extend([(None, 1), (Some(Ending::Loss), 1), (None, 3)]);
        for (lead, gain) in [9 << 1, 8 << 1 | 1, 7 << 1].into_iter().zip(gains) {
            leads.written.extend([lead, gain.cast_unsigned()]);
        }
        (leads.moves, leads.points) = (0..leads.written.len(), true);
        leads
    }

    fn found(gains: [i64; 3]) -> Moves {
        let mut moves = Moves::default();
        moves.add(&[4, 5, 6], &leads(gains), |_| -1);
        moves
    }

    #[test]
    fn what_is_kept_of_a_piece_is_what_was_found_there() {
        let (mut kept, none) = (ByPiece::of(100, ROOM), Moves::default());
        kept.keep((1, 0), &found([3, -4, 0]));
        kept.keep((1, 5), &none);
        kept.keep((2, 0), &found([0, 0, i64::from(i32::MIN)]));
        assert!(kept.piece((1, 4)).is_none() && kept.piece((3, 0)).is_none());
        assert_eq!(kept.piece((1, 5)).expect("it is kept").len(), 0);
        for (piece, gains) in [((1, 0), [3, -4, 0]), ((2, 0), [0, 0, i64::from(i32::MIN)])] {
            let piece = kept.piece(piece).expect("it is kept");
            assert!(piece.positions().eq([(4, 1), (6, 2)]));
            assert!(piece.over().eq([(5, -1)]));
            let moves: Vec<_> = piece.moves(0..3).map(|lead| (lead.number, lead.same, lead.gain)).collect();
            assert_eq!(moves, [(9, false, gains[0]), (8, true, gains[1]), (7, false, gains[2])]);
            assert!(piece.moves(1..3).map(|lead| lead.number).eq([8, 7]));
        }
    }

    #[test]
    fn what_is_too_much_is_not_kept() {
        let keeps = |mut kept: ByPiece, moves: &Moves| {
            kept.keep((1, 0), moves);
            kept.keeps() && kept.piece((1, 0)).is_some()
        };
        assert!(keeps(ByPiece::of(MOST_NUMBERS, ROOM), &found([0; 3])));
        assert!(!keeps(ByPiece::of(100, 64), &found([0; 3])));
        assert!(!ByPiece::of(MOST_NUMBERS + 1, ROOM).keeps());
        assert!(!keeps(ByPiece::of(100, ROOM), &found([0, i64::from(i32::MAX) + 1, 0])));
        let mut unknown = found([0; 3]);
        unknown.miss();
        assert!(!keeps(ByPiece::of(100, ROOM), &unknown));
        unknown.clear();
        assert!(keeps(ByPiece::of(100, ROOM), &unknown));
    }
}
