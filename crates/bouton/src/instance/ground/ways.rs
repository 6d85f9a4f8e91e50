//! Moves as bits, found quickly: where many ask for the same digits, by what those are; else by the piece that moves, or by a number that must
//! be right.

use super::board::{Bits, Board};
use super::checks::Check;
use super::digits::Fixed;
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

/// Moves by what the bits that they ask for must be.
type ByValue = HashMap<Bits, Vec<Way>, FixedState>;

/// As many moves as this that ask for the same digits are looked up by what those are.
const MANY: usize = 16;

/// Moves, by what tells most quickly that they cannot be made.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    /// Moves that ask for the same bits: those bits, and for what they may be the moves.
    by_value: Vec<(Bits, ByValue)>,
    /// Moves of a piece: where its planes begin, their cells, and for each bit of them its moves.
    planes: Vec<(u32, u32)>,
    by_piece: Vec<Vec<Way>>,
    /// Moves with a number: where it lies, its mask, and for each value its moves.
    numbers: Vec<(u32, Bits, Vec<Vec<Way>>)>,
    others: Vec<Way>,
    /// Whether moves are taken back.
    back: bool,
}

impl Ways {
    /// The moves with their kinds; or, `back`, how they are taken back.
    pub(super) fn of<'o>(board: &Board, operators: impl Iterator<Item = (&'o Operator, usize)>, back: bool) -> Ways {
        let mut ways = Ways { planes: board.planes().collect(), back, ..Ways::default() };
        let bits = ways.planes.iter().map(|(from, cells)| from + cells).max().unwrap_or(0);
        ways.by_piece = vec![Vec::new(); bits as usize];
        let mut numbers: BTreeMap<usize, Vec<Vec<Way>>> = BTreeMap::new();
        let places: BTreeMap<usize, (u32, u32)> =
            board.numbers().map(|(digit, shift, width)| (digit, (shift, width))).collect();
        let all: Vec<(&Operator, Way)> =
            operators.map(|(operator, kind)| (operator, Way::of(board, operator, kind, back))).collect();
        let mut alike: BTreeMap<Bits, usize> = BTreeMap::new();
        all.iter().for_each(|(_, way)| *alike.entry(way.mask).or_default() += 1);
        alike.retain(|_, count| *count >= MANY);
        ways.by_value = alike.keys().map(|mask| (*mask, ByValue::with_hasher(FixedState::with_seed(0)))).collect();
        for (operator, way) in all {
            if let Ok(at) = ways.by_value.binary_search_by_key(&way.mask, |(mask, _)| *mask) {
                ways.by_value[at].1.entry(way.value).or_default().push(way);
                continue;
            }
            let needs = if back { after(operator) } else { operator.needs.clone() };
            let number = needs.iter().find(|(digit, _)| places.contains_key(digit));
            if let Some(bit) = needs.iter().find_map(|need| board.piece(*need)) {
                ways.by_piece[bit as usize].push(way);
            } else if let Some((digit, code)) = number {
                let rows = numbers.entry(*digit).or_default();
                let at = usize::try_from(*code).expect("codes are small");
                rows.resize_with(rows.len().max(at + 1), Vec::new);
                rows[at].push(way);
            } else {
                ways.others.push(way);
            }
        }
        ways.numbers =
            numbers.into_iter().map(|(digit, rows)| (places[&digit].0, (1 << places[&digit].1) - 1, rows)).collect();
        ways
    }

    /// Visits what every move that can be made leads to: its kind, whether the same player moves on, and the bits afterwards.
    pub(super) fn each(&self, bits: Bits, visit: &mut impl FnMut(usize, bool, Bits)) {
        let mut look = |ways: &[Way]| {
            for way in ways.iter().filter(|way| way.can_be_made(bits, self.back)) {
                visit(way.kind, way.again, bits ^ way.flips);
            }
        };
        for &(from, cells) in &self.planes {
            let mut left = (bits >> from) & ((1 << cells) - 1);
            while left != 0 {
                look(&self.by_piece[(from + left.trailing_zeros()) as usize]);
                left &= left - 1;
            }
        }
        for (shift, mask, rows) in &self.numbers {
            let number = usize::try_from((bits >> shift) & mask).expect("a digit is smaller than its radix");
            look(rows.get(number).map_or(&[], Vec::as_slice));
        }
        look(&self.others);
        for (mask, moves) in &self.by_value {
            look(moves.get(&(bits & mask)).map_or(&[][..], Vec::as_slice));
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

/// What holds after a move of what it needs before.
fn after(operator: &Operator) -> Vec<Fixed> {
    let new = |digit: usize| operator.sets.iter().find(|(set, _)| *set == digit).map(|(_, code)| *code);
    operator.needs.iter().map(|&(digit, code)| (digit, new(digit).unwrap_or(code))).collect()
}
