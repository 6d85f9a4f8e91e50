//! Moves as bits, found quickly. They are in groups by the variables that count among the pieces (men in hand, men left); in a group by what
//! the digits that they look at are, where many look at the same; else by a piece that moves, or by a number. Moves of one effect are
//! refused by one comparison.

use super::board::{Bits, Board, Field};
use super::checks::Check;
use super::explore::Operator;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One move: it can be made where the bits under `mask` stand as in `value`.
#[derive(Clone, Debug)]
struct Way {
    mask: Bits,
    value: Bits,
    flips: Bits,
    kind: usize,
    again: bool,
    also: Option<Arc<Check>>,
}

/// Moves that do the same, and what all of them ask for: most often none of them can be made, and that is seen by one comparison.
#[derive(Clone, Debug)]
struct Alike {
    mask: Bits,
    value: Bits,
    ways: Vec<Way>,
}

/// Moves by what the bits that they ask for must be.
type ByValue = HashMap<Bits, Vec<Alike>, FixedState>;

/// As many moves as this that ask for the same digits are looked up by what those are.
const MANY: usize = 64;

/// Moves that ask for the same of what counts among the pieces, by what tells most quickly that they cannot be made.
#[derive(Clone, Debug, Default)]
struct Group {
    mask: Bits,
    value: Bits,
    /// Moves that ask for the same bits: those bits, and for what they may be the moves.
    by_value: Vec<(Bits, ByValue)>,
    /// Moves of a piece: for each bit of the planes its moves.
    by_piece: Vec<Vec<Alike>>,
    /// Moves with a number: where it lies, its mask, and for each value its moves.
    numbers: Vec<(u32, Bits, Vec<Vec<Alike>>)>,
    others: Vec<Alike>,
}

/// The moves of a mover, or those that have led to him.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    groups: Vec<Group>,
    /// Where planes begin, and their cells.
    planes: Vec<(u32, u32)>,
    /// Whether moves are taken back.
    back: bool,
}

impl Ways {
    /// The moves with their kinds; or, `back`, how they are taken back.
    pub(super) fn of<'o>(board: &Board, operators: impl Iterator<Item = (&'o Operator, usize)>, back: bool) -> Ways {
        let counted = board.fields.iter().filter(|field| field.counted).fold(0, |all, field| all | field.mask());
        let mut groups: BTreeMap<(Bits, Bits), Vec<Way>> = BTreeMap::new();
        for (operator, kind) in operators {
            let way = Way::of(board, operator, kind, back);
            groups.entry((way.mask & counted, way.value & counted)).or_default().push(way);
        }
        let groups = groups.into_iter().map(|(known, ways)| Group::new(board, known, ways)).collect();
        Ways { groups, planes: board.planes().collect(), back }
    }

    /// Visits what every move that can be made leads to: its kind, whether the same player moves on, and the bits afterwards.
    #[inline]
    pub(super) fn each(&self, bits: Bits, visit: &mut impl FnMut(usize, bool, Bits)) {
        let mut look = |alike: &[Alike]| {
            for alike in alike.iter().filter(|alike| bits & alike.mask == alike.value) {
                for way in alike.ways.iter().filter(|way| way.can_be_made(bits, self.back)) {
                    visit(way.kind, way.again, bits ^ way.flips);
                }
            }
        };
        for group in self.groups.iter().filter(|group| bits & group.mask == group.value) {
            for &(from, cells) in &self.planes {
                let mut left = (bits >> from) & ((1 << cells) - 1);
                while left != 0 {
                    look(&group.by_piece[(from + left.trailing_zeros()) as usize]);
                    left &= left - 1;
                }
            }
            for (shift, mask, rows) in &group.numbers {
                let number = usize::try_from((bits >> shift) & mask).expect("a digit is smaller than its radix");
                look(rows.get(number).map_or(&[], Vec::as_slice));
            }
            look(&group.others);
            for (mask, moves) in &group.by_value {
                look(moves.get(&(bits & mask)).map_or(&[][..], Vec::as_slice));
            }
        }
    }
}

impl Group {
    /// Moves that all ask that the bits of `mask` among those that are counted stand as in `value`.
    fn new(board: &Board, (mask, value): (Bits, Bits), ways: Vec<Way>) -> Group {
        let planes = board.planes().fold(0, |all: Bits, (from, cells)| all | ((1 << cells) - 1) << from);
        let by_piece = vec![Vec::new(); (Bits::BITS - planes.leading_zeros()) as usize];
        let mut group = Group { mask, value, by_piece, ..Group::default() };
        let numbers: Vec<&Field> =
            board.fields.iter().filter(|field| field.rest.is_none() && field.mask() & !mask != 0).collect();
        group.numbers = numbers.iter().map(|field| (field.shift, field.mask() >> field.shift, Vec::new())).collect();
        let mut often: BTreeMap<Bits, usize> = BTreeMap::new();
        ways.iter().for_each(|way| *often.entry(way.mask).or_default() += 1);
        often.retain(|_, count| *count >= MANY);
        group.by_value = often.keys().map(|mask| (*mask, ByValue::with_hasher(FixedState::with_seed(0)))).collect();
        for way in ways {
            // A piece that moves, if it has one: moves that do the same are found by the same.
            let pieces = way.value & planes;
            let moved = Some(pieces & way.flips).filter(|moved| *moved != 0).unwrap_or(pieces);
            let list = if let Ok(at) = group.by_value.binary_search_by_key(&way.mask, |(mask, _)| *mask) {
                group.by_value[at].1.entry(way.value).or_default()
            } else if moved != 0 {
                &mut group.by_piece[moved.trailing_zeros() as usize]
            } else if let Some(nth) = numbers.iter().position(|field| field.mask() & !way.mask == 0) {
                let rows = &mut group.numbers[nth].2;
                let at = usize::try_from(numbers[nth].number(way.value)).expect("codes are small");
                rows.resize_with(rows.len().max(at + 1), Vec::new);
                &mut rows[at]
            } else {
                &mut group.others
            };
            Alike::add(list, way);
        }
        group.numbers.retain(|(_, _, rows)| !rows.is_empty());
        group
    }
}

impl Alike {
    /// Puts a move among those that do the same, which then ask together for what it asks for as well.
    fn add(list: &mut Vec<Alike>, way: Way) {
        match list.iter_mut().find(|alike| alike.ways[0].flips == way.flips) {
            Some(alike) => {
                alike.mask &= way.mask & !(alike.value ^ way.value);
                alike.value &= alike.mask;
                alike.ways.push(way);
            }
            None => list.push(Alike { mask: way.mask, value: way.value, ways: vec![way] }),
        }
    }
}

impl Way {
    fn of(board: &Board, operator: &Operator, kind: usize, back: bool) -> Way {
        let (mask, value) = board.tests(&operator.needs);
        let flips = board.flips(operator);
        let value = if back { value ^ flips } else { value };
        let also = operator.also.as_ref().map(|test| Arc::new(Check::of(board, test)));
        Way { mask, value, flips, kind, again: operator.again, also }
    }

    /// Whether the move can be made at these bits, or has led to them, `back`.
    #[inline]
    fn can_be_made(&self, bits: Bits, back: bool) -> bool {
        let before = if back { bits ^ self.flips } else { bits };
        bits & self.mask == self.value && self.also.as_ref().is_none_or(|check| check.holds(before))
    }
}
