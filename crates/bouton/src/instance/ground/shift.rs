//! Moves of positions that are numbered by their digits as what they add to the number, by the digits that decide whether they can be made.

use super::blocks::Block;
use super::board::{Bits, Board};
use super::digits::{Digits, Fixed};
use super::explore::Operator;
use crate::game::{ByDigits, Digit, Shift, Shifts};
use smallvec::{SmallVec, smallvec};

/// Moves are put together by the digits that they need; more such groups than this are gone through too slowly.
const MOST_GROUPS: usize = 16;
/// Groups are put together where their digits have no more values than this.
const FEW_VALUES: u32 = 1 << 10;
/// More groups are not put together: each is compared with each.
const MOST_COMPARED: usize = 1 << 8;

/// Moves in the making that need the same digits: what these are, and what each move adds.
struct Group {
    digits: Vec<usize>,
    same_mover: bool,
    moves: Vec<(Codes, i32)>,
}

/// What the digits are where a move can be made.
type Codes = SmallVec<[u32; 4]>;

/// Where moves lead.
pub(super) struct Numbered<'a> {
    pub(super) board: &'a Board,
    pub(super) blocks: &'a [Block],
    /// The players' names, where the only block is the first player's: moves that lead to a position of the other's lead to what that
    /// is once the players have changed names.
    pub(super) names: Option<&'a Digits>,
}

impl Numbered<'_> {
    /// The moves of each block, with their kinds; or, `back`, how they are taken back. `None` where there is a board, or where moves need
    /// too many digits.
    pub(super) fn shifts(&self, moves: &[(Operator, usize)], back: bool) -> Option<Shifts> {
        let digits = digits(self.board)?;
        let block = |block: &Block| {
            let base = u32::try_from(block.base).ok()?;
            let most = u32::try_from(block.size).ok()?;
            let groups = together(&digits, self.groups(&digits, block, moves, back)?)?;
            let shift = |group: Group| {
                let deciding: Vec<Digit> = group.digits.iter().map(|digit| digits[*digit]).collect();
                Shift::new(&deciding, group.same_mover, &group.moves, most)
            };
            Some((base, groups.into_iter().map(shift).collect::<Option<Vec<Shift>>>()?))
        };
        let shifts = self.blocks.iter().map(block).collect::<Option<_>>().map(Shifts::new)?;
        Some(match self.names {
            Some(names) => shifts.exchanging(exchange(&digits, names)?),
            None => shifts,
        })
    }

    fn groups(&self, digits: &[Digit], block: &Block, moves: &[(Operator, usize)], back: bool) -> Option<Vec<Group>> {
        let mut groups: Vec<Group> = Vec::new();
        for (operator, kind) in moves {
            let ends = if back { &block.last } else { &block.next };
            operator.also.is_none().then_some(())?;
            let (codes, by) = self.added(digits, operator, back)?;
            let other = match self.names {
                Some(_) if operator.mover != block.mover => continue,
                Some(_) => block,
                None => match ends[*kind] {
                    Some(other) => &self.blocks[other],
                    None => continue,
                },
            };
            let by = i32::try_from(i64::try_from(other.base).ok()? - i64::try_from(block.base).ok()? + by).ok()?;
            let same = |group: &Group| {
                group.same_mover == operator.again
                    && group.digits.iter().eq(operator.needs.iter().map(|(digit, _)| digit))
            };
            match groups.iter().position(same) {
                Some(group) => groups[group].moves.push((codes, by)),
                None if groups.len() == MOST_COMPARED => return None,
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
    fn added(&self, digits: &[Digit], operator: &Operator, back: bool) -> Option<(Codes, i64)> {
        let names = self.names.filter(|_| !operator.again);
        let seen = |fixed: Fixed| names.map_or(fixed.1, |names| names.exchanged(fixed));
        let (mut codes, mut added) = (smallvec![], 0);
        for &(digit, old) in &operator.needs {
            let new = operator.sets.iter().find(|(set, _)| *set == digit).map_or(old, |(_, new)| *new);
            // Of the other player's position, digits are what they are once the names are changed; and there is where moves are taken back.
            let (code, from, to) =
                if back { (seen((digit, new)), new, old) } else { (old, seen((digit, old)), seen((digit, new))) };
            codes.push(u32::try_from(code).ok()?);
            added += i64::from(digits[digit].weight) * (i64::try_from(to).ok()? - i64::try_from(from).ok()?);
        }
        Some((codes, added))
    }
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

/// The number of what a position is once the players have changed names.
fn exchange(digits: &[Digit], names: &Digits) -> Option<ByDigits<u32>> {
    let becomes = |digit: &Digit| {
        let code = |code: u32| u32::try_from(names.exchanged((digit.at, u64::from(code)))).ok();
        let counted = |held: u32| Some(code(held)? * digit.weight);
        Some((*digit, (0..digit.radix).map(counted).collect::<Option<Vec<u32>>>()?))
    };
    Some(ByDigits::new(&digits.iter().map(becomes).collect::<Option<Vec<_>>>()?))
}

/// The bits of numbers that are made of their digits alone; of what positions are once the players have changed names, where these are given.
pub(super) fn bits(board: &Board, names: Option<&Digits>) -> Option<ByDigits<Bits>> {
    let becomes = |digit: &Digit| {
        let held = |code: u32| {
            let fixed = (digit.at, u64::from(code));
            board.test((digit.at, names.map_or(fixed.1, |names| names.exchanged(fixed)))).1
        };
        (*digit, (0..digit.radix).map(held).collect())
    };
    Some(ByDigits::new(&digits(board)?.iter().map(becomes).collect::<Vec<_>>()))
}

/// The same moves in fewer groups: those whose digits are among another's go there, and those whose digits have few values together become one.
/// `None` where many are left.
fn together(digits: &[Digit], mut groups: Vec<Group>) -> Option<Vec<Group>> {
    groups.sort_by_key(|group| std::cmp::Reverse(group.digits.len()));
    for joins in [Group::holds, Group::is_near] {
        let mut kept: Vec<Group> = Vec::new();
        for group in groups {
            let fits = |other: &&mut Group| {
                let few =
                    other.union(&group).iter().try_fold(1, |values: u32, at| values.checked_mul(digits[*at].radix));
                few.is_some_and(|values| values <= FEW_VALUES) && joins(other, &group)
            };
            match kept.iter_mut().find(fits) {
                Some(other) => other.join(group, digits),
                None => kept.push(group),
            }
        }
        groups = kept;
    }
    (groups.len() <= MOST_GROUPS).then_some(groups)
}

impl Group {
    /// The digits of both, in order.
    fn union(&self, other: &Group) -> Vec<usize> {
        let mut all: Vec<usize> = self.digits.iter().chain(&other.digits).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn holds(&self, other: &Group) -> bool {
        self.is_near(other) && other.digits.iter().all(|digit| self.digits.contains(digit))
    }

    fn is_near(&self, other: &Group) -> bool {
        self.same_mover == other.same_mover
    }

    /// Takes in the moves of another.
    fn join(&mut self, other: Group, digits: &[Digit]) {
        let all = self.union(&other);
        let mut moves = self.asking_for(&all, digits);
        moves.extend(other.asking_for(&all, digits));
        (self.digits, self.moves) = (all, moves);
    }

    /// Its moves by the values of more digits: a move once for each value of those that it does not need.
    fn asking_for(&self, all: &[usize], digits: &[Digit]) -> Vec<(Codes, i32)> {
        let own: Vec<Option<usize>> =
            all.iter().map(|digit| self.digits.iter().position(|known| known == digit)).collect();
        let mut found = Vec::new();
        for (codes, by) in &self.moves {
            let mut rows: Vec<Codes> = vec![smallvec![]];
            for (digit, own) in all.iter().zip(&own) {
                let values = own.map_or(0..digits[*digit].radix, |at| codes[at]..codes[at] + 1);
                let longer = |row: &Codes| {
                    let row = row.clone();
                    values.clone().map(move |code| row.iter().copied().chain([code]).collect())
                };
                rows = rows.iter().flat_map(longer).collect();
            }
            found.extend(rows.into_iter().map(|row| (row, *by)));
        }
        found
    }
}
