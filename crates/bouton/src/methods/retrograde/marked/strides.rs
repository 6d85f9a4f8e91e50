//! What moves change, whatever stands elsewhere: as all moves have been made once, these are all changes that there are.

use crate::game::Numbers;
use bouton_rules::layout::TURN_BITS;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

/// What a move makes of the digits that it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Stride {
    /// The bits of those digits, and these before and after.
    mask: u64,
    from: u64,
    to: u64,
    same_mover: bool,
}

/// More of them are not worth it: then positions differ in too many ways.
const MOST: usize = 1 << 18;

/// All strides of some moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Strides {
    all: HashSet<Stride, FixedState>,
}

impl Strides {
    /// Notes a move from a row to another, if it is not among those that are known.
    #[inline]
    pub(super) fn note(&mut self, numbers: &Numbers, (from, to): (u64, u64), same_mover: bool, known: &Strides) {
        let changed = from ^ to;
        let mut mask = TURN;
        for digit in numbers.digits() {
            let bits = ((1 << digit.width) - 1) << digit.at;
            mask |= if changed & bits == 0 { 0 } else { bits };
        }
        let stride = Stride { mask, from: from & mask, to: to & mask, same_mover };
        if !known.all.contains(&stride) {
            self.all.insert(stride);
        }
    }

    /// Adds others; false where there are too many.
    pub(super) fn take(&mut self, others: Strides) -> bool {
        self.all.extend(others.all);
        self.all.len() <= MOST
    }

    pub(super) fn bytes(&self) -> u64 {
        self.all.allocation_size() as u64
    }

    /// The same by what is there after a move.
    pub(super) fn back(&self, numbers: &Numbers) -> Back {
        let mut sorted: Vec<Stride> = self.all.iter().copied().collect();
        sorted.sort_unstable_by_key(|stride| (stride.mask, stride.to, stride.from, stride.same_mover));
        let mut back = Back::default();
        for alike in sorted.chunk_by(|one, other| (one.mask, one.to) == (other.mask, other.to)) {
            let Stride { mask, to, .. } = alike[0];
            let start = back.by.len();
            let by = |stride: &Stride| {
                numbers.number(&[stride.from]).wrapping_sub(numbers.number(&[stride.to])).cast_signed()
            };
            back.by.extend(alike.iter().map(|stride| (by(stride), stride.same_mover)));
            if back.kinds.last().is_none_or(|(known, _)| *known != mask) {
                back.kinds.push((mask, Places::default()));
            }
            if let Some((_, places)) = back.kinds.last_mut() {
                places.insert(to, (start, back.by.len()));
            }
        }
        back
    }
}

/// The bits of a turn.
const TURN: u64 = (1 << TURN_BITS) - 1;

/// By what some digits are after a move, where its strides begin and end.
type Places = HashMap<u64, (usize, usize), FixedState>;

/// Where moves into a position may come from.
#[derive(Debug, Default)]
pub(super) struct Back {
    /// Of each set of digits that moves change together: their bits, and for what they may be after a move the place of the strides.
    kinds: Vec<(u64, Places)>,
    /// What is added to a number, and whether the same player moves on.
    by: Vec<(i64, bool)>,
}

impl Back {
    /// What to add to the number of this row to come to one from which a move may lead to it, and whether the same player moves on then.
    #[inline]
    pub(super) fn strides(&self, row: u64) -> impl Iterator<Item = (i64, bool)> + '_ {
        let places = self.kinds.iter().filter_map(move |(mask, places)| places.get(&(row & mask)));
        places.flat_map(|(start, end)| self.by[*start..*end].iter().copied())
    }

    pub(super) fn bytes(&self) -> u64 {
        let places: usize = self.kinds.iter().map(|(_, places)| places.allocation_size()).sum();
        (places + self.by.capacity() * size_of::<(i64, bool)>()) as u64
    }
}
