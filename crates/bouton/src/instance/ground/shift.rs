//! Moves of positions without a board as what they add to the number, by the digits that decide whether they can be made.

use super::blocks::Block;
use super::board::Board;
use super::explore::Operator;
use crate::game::{Digit, Shift, Shifts};
use smallvec::{SmallVec, smallvec};

/// Moves are put together by the digits that they need; more such groups than this are gone through too slowly.
const MOST_GROUPS: usize = 16;

/// Moves in the making that need the same digits: what these are, and what each move adds.
struct Group {
    digits: Vec<usize>,
    same_mover: bool,
    moves: Vec<(Codes, i32)>,
}

/// What the digits are where a move can be made.
type Codes = SmallVec<[u32; 4]>;

/// The moves of each block, with their kinds; or, `back`, how they are taken back. `None` where there is a board, or where moves need too
/// many digits.
pub(super) fn shifts(board: &Board, blocks: &[Block], moves: &[(Operator, usize)], back: bool) -> Option<Shifts> {
    let digits = digits(board)?;
    let block = |block: &Block| {
        let base = u32::try_from(block.base).ok()?;
        let most = u32::try_from(block.size).ok()?;
        let groups = groups(&digits, blocks, block, moves, back)?;
        let shift = |group: Group| {
            let deciding: Vec<Digit> = group.digits.iter().map(|digit| digits[*digit]).collect();
            Shift::new(&deciding, group.same_mover, &group.moves, most)
        };
        Some((base, groups.into_iter().map(shift).collect::<Option<Vec<Shift>>>()?))
    };
    blocks.iter().map(block).collect::<Option<_>>().map(Shifts::new)
}

/// What each digit counts in a number, the last fastest.
fn digits(board: &Board) -> Option<Vec<Digit>> {
    let mut weight = 1_u32;
    let mut digits = Vec::with_capacity(board.fields.len());
    for (at, field) in board.fields.iter().enumerate().rev() {
        let radix = u32::try_from(field.radix).ok().filter(|_| field.rest.is_none())?;
        digits.push(Digit { at, weight, radix });
        weight = weight.checked_mul(radix)?;
    }
    digits.reverse();
    Some(digits)
}

fn groups(
    digits: &[Digit],
    blocks: &[Block],
    block: &Block,
    moves: &[(Operator, usize)],
    back: bool,
) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    for (operator, kind) in moves {
        let ends = if back { &block.last } else { &block.next };
        let Some(other) = ends[*kind] else { continue };
        let (codes, by) = added(digits, operator, back)?;
        let by = i32::try_from(i64::try_from(blocks[other].base).ok()? - i64::try_from(block.base).ok()? + by).ok()?;
        let same = |group: &Group| {
            group.same_mover == operator.again && group.digits.iter().eq(operator.needs.iter().map(|(digit, _)| digit))
        };
        match groups.iter().position(same) {
            Some(group) => groups[group].moves.push((codes, by)),
            None if groups.len() == MOST_GROUPS => return None,
            None => groups.push(Group {
                digits: operator.needs.iter().map(|(digit, _)| *digit).collect(),
                same_mover: operator.again,
                moves: vec![(codes, by)],
            }),
        }
    }
    Some(groups)
}

/// The digits that must stand where the move is made (or taken back), and what that adds to the number, blocks apart.
fn added(digits: &[Digit], operator: &Operator, back: bool) -> Option<(Codes, i64)> {
    let (mut codes, mut added) = (smallvec![], 0);
    for &(digit, old) in &operator.needs {
        let new = operator.sets.iter().find(|(set, _)| *set == digit).map_or(old, |(_, new)| *new);
        let (from, to) = if back { (new, old) } else { (old, new) };
        codes.push(u32::try_from(from).ok()?);
        added += i64::from(digits[digit].weight) * (i64::try_from(to).ok()? - i64::try_from(from).ok()?);
    }
    Some((codes, added))
}
