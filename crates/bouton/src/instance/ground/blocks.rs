//! Which pieces are on the boards: positions with the same pieces and the same mover are a block, and are numbered side by side.

use super::board::{Bits, Board, Field};
use super::explore::Operator;
use super::images::Images;
use super::tiers;
use bouton_rules::Player;
use bouton_rules::Text;
use std::collections::HashMap;
use std::sync::Arc;

/// What a move does to the pieces: for each board, how many more there are of each thing; for what counts like them, how much more it is.
pub(super) type Change = Vec<Vec<i32>>;

/// How many there are of each thing: for each board, and for each variable that counts like its pieces.
pub(super) type Pieces = Vec<Vec<u32>>;

/// Positions with the same pieces and the same mover.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) mover: Player,
    /// For each board, how many cells hold each thing; for each variable that counts like them, what it is.
    pub(super) pieces: Pieces,
    /// The number of its first position.
    pub(super) base: u64,
    /// How many positions it has.
    pub(super) size: u64,
    /// How a number is made up.
    parts: Vec<Part>,
    /// The bits of what counts like pieces.
    counted: Bits,
    /// Which of the tiers it is in.
    pub(super) tier: usize,
    /// The block that each kind of move leads to, and comes from.
    pub(super) next: Vec<Option<usize>>,
    pub(super) last: Vec<Option<usize>>,
}

/// A part of a number: a variable that is no board, or the cells of a thing on a board.
#[derive(Clone, Debug)]
struct Part {
    /// `Board::fields[i]`
    field: usize,
    /// Of a board, where the thing's plane begins and how many there are.
    plane: Option<(u32, u32)>,
    /// What one of it counts in the number.
    weight: u64,
    /// Whether it is the first of its board: no cell is taken yet.
    first: bool,
    /// Of a board, how many cells the things before it leave free.
    free: u32,
    /// Every combination of so many of those, if they are few.
    listed: Option<Arc<[u64]>>,
    /// Whether that is one combination for all its images.
    folds: bool,
}

/// The combinations of so many cells of a board in orbits: one stands for all its images.
#[derive(Debug)]
pub(super) struct Orbits {
    field: usize,
    plane: u32,
    /// By the number of a combination: which orbit it is in, and a change that leads from it to the one that stands for it.
    of: Vec<u32>,
    /// The combinations that stand for others.
    first: Arc<[u64]>,
    /// For each of those the changes that leave it as it is, but for the one that changes nothing; those of all one after the other.
    fixing: Vec<u8>,
    ends: Vec<u32>,
}

/// An orbit and a change in 32 bits.
const CHANGE_BITS: u32 = 6;
/// More combinations are not put in orbits; with so many, nearly all have as many images as there are changes.
const MOST_IN_ORBITS: u64 = 1 << 20;
const ENOUGH: u64 = 1 << 12;

/// The orbits that are known, by plane and how many cells there are.
pub(super) type KnownOrbits = HashMap<(u32, u32), Arc<Orbits>>;

/// A kind of move: who makes it, who moves next, and what it does to the pieces.
pub(super) type Kind = (Player, Player, Change);

/// More blocks than this are not numbered.
const MOST_BLOCKS: usize = 1 << 14;
/// Nor more ways from one to another: blocks times kinds of moves.
const MOST_WAYS: usize = 1 << 22;
/// Nor more positions.
const MOST_POSITIONS: u64 = 1 << 48;

/// Combinations that are listed, of all blocks together.
const MOST_LISTED: u64 = 1 << 18;

/// What an operator does to the pieces.
pub(super) fn change(board: &Board, operator: &Operator) -> Change {
    let mut change = Vec::new();
    for field in board.counted() {
        if field.counted {
            let more = operator.change(field.first).map_or(0, |(old, new)| more(old, new));
            change.push(vec![more]);
            continue;
        }
        let mut more = vec![0; usize::try_from(field.radix).expect("radices are small")];
        for (digit, new) in operator.sets.iter().filter(|(digit, _)| field.has(*digit)) {
            let old = operator.needs.iter().find(|(known, _)| known == digit).map_or(*new, |(_, old)| *old);
            more[usize::try_from(old).expect("codes are small")] -= 1;
            more[usize::try_from(*new).expect("codes are small")] += 1;
        }
        change.push(more);
    }
    change
}

/// How many of each thing there are at the least where an operator can be made.
fn needed(board: &Board, operator: &Operator) -> Pieces {
    let of_field = |field: &Field| {
        let mut least =
            vec![0; if field.counted { 1 } else { usize::try_from(field.radix).expect("radices are small") }];
        for (_, code) in operator.needs.iter().filter(|(digit, _)| !field.counted && field.has(*digit)) {
            least[usize::try_from(*code).expect("codes are small")] += 1;
        }
        least
    };
    board.counted().map(of_field).collect()
}

/// For each kind, how many of each thing there are at the least where a move of it can be made.
pub(super) fn least(board: &Board, moves: &[(Operator, usize)], kinds: usize) -> Vec<Pieces> {
    let mut least: Vec<Option<Pieces>> = vec![None; kinds];
    for (operator, kind) in moves {
        let needed = needed(board, operator);
        match &mut least[*kind] {
            None => least[*kind] = Some(needed),
            Some(known) => {
                let both = known.iter_mut().flatten().zip(needed.iter().flatten());
                both.for_each(|(known, needed)| *known = (*known).min(*needed));
            }
        }
    }
    least.into_iter().map(Option::unwrap_or_default).collect()
}

fn has(pieces: &Pieces, least: &Pieces) -> bool {
    pieces.iter().flatten().zip(least.iter().flatten()).all(|(held, least)| held >= least)
}

/// How much more the second is; codes are small.
fn more(old: u64, new: u64) -> i32 {
    let code = |code: u64| i32::try_from(code).expect("codes are small");
    code(new) - code(old)
}

/// Every block that play from a position can come to, its own tier first; a move of a kind takes as many of each thing as `least` says.
pub(super) fn blocks(
    board: &Board,
    kinds: &[Kind],
    least: &[Pieces],
    (start, mover): (Bits, Player),
) -> Result<Vec<Block>, Text> {
    let mut found = vec![Block::new(board, kinds.len(), mover, pieces(board, start))];
    let mut known = HashMap::from([((mover, found[0].pieces.clone()), 0)]);
    let mut at = 0;
    while at < found.len() {
        if found.len() > MOST_BLOCKS || found.len().saturating_mul(kinds.len()) > MOST_WAYS {
            return Err("the pieces on the board change in too many ways".into());
        }
        for (kind, (mover, next, change)) in kinds.iter().enumerate() {
            if *mover != found[at].mover || least.get(kind).is_some_and(|least| !has(&found[at].pieces, least)) {
                continue;
            }
            let Some(pieces) = changed(board, &found[at].pieces, change) else { continue };
            let key = (*next, pieces);
            let to = *known.entry(key.clone()).or_insert_with(|| {
                found.push(Block::new(board, kinds.len(), key.0, key.1));
                found.len() - 1
            });
            found[at].next[kind] = Some(to);
            found[to].last[kind] = Some(at);
        }
        at += 1;
    }
    let mut found = tiers::in_order(found);
    let mut base = 0_u64;
    for block in &mut found {
        block.base = base;
        let all = base.checked_add(block.size).filter(|all| *all <= MOST_POSITIONS);
        base = all.ok_or("there are too many positions")?;
    }
    list_combinations(&mut found);
    Ok(found)
}

/// One block for each of these movers, of all that there is without boards; its moves are of kinds that say who makes them and who moves next.
pub(super) fn whole(board: &Board, movers: &[Player], kinds: &[Kind]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::with_capacity(movers.len());
    for mover in movers {
        let base = blocks.last().map_or(0, |last| last.base + last.size);
        blocks.push(Block { base, ..Block::new(board, kinds.len(), *mover, Vec::new()) });
    }
    for (kind, (mover, next, _)) in kinds.iter().enumerate() {
        let at = |mover: &Player| movers.iter().position(|known| known == mover);
        if let (Some(from), Some(to)) = (at(mover), at(next)) {
            blocks[from].next[kind] = Some(to);
            blocks[to].last[kind] = Some(from);
        }
    }
    blocks
}

/// Lists the combinations of few cells, so that they are looked up in the place of being worked out.
pub(super) fn list_combinations<'b>(blocks: impl IntoIterator<Item = &'b mut Block>) {
    let (mut lists, mut left) = (HashMap::new(), MOST_LISTED);
    for part in blocks.into_iter().flat_map(|block| &mut block.parts) {
        let Some((_, count)) = part.plane.filter(|_| !part.folds) else { continue };
        let list = lists.entry((part.free, count)).or_insert_with(|| {
            left = left.checked_sub(choose(part.free, count))?;
            Some(combinations(part.free, count))
        });
        part.listed.clone_from(list);
    }
}

/// Every combination of so many cells, in the order of their numbers: that of the words whose bits they are (Gosper, 1972).
fn combinations(cells: u32, count: u32) -> Arc<[u64]> {
    let first = (0..count).fold(0, |first, cell| first | 1 << cell);
    let next = |cells: &u64| {
        let lowest = cells & cells.wrapping_neg();
        let carried = cells.checked_add(lowest).filter(|_| lowest != 0)?;
        Some(carried | (cells ^ carried) >> 2 >> lowest.trailing_zeros())
    };
    let ways = usize::try_from(choose(cells, count)).expect("they are all listed");
    std::iter::successors(Some(first), next).take(ways).collect()
}

/// How many cells of each board hold each thing, and what it is that counts like pieces.
pub(super) fn pieces(board: &Board, bits: Bits) -> Pieces {
    board
        .counted()
        .map(|field| {
            if field.counted {
                return vec![u32::try_from(field.number(bits)).expect("codes are small")];
            }
            let held = |code: u64| field.plane(code).map(|plane| field.cells(bits, plane).count_ones());
            let on: u32 = (0..field.radix).filter_map(held).sum();
            (0..field.radix).map(|code| held(code).unwrap_or(field.len - on)).collect()
        })
        .collect()
}

fn changed(board: &Board, pieces: &Pieces, change: &Change) -> Option<Pieces> {
    let one = |(field, (held, more)): (&Field, (&Vec<u32>, &Vec<i32>))| {
        let after =
            held.iter().zip(more).map(|(held, more)| held.checked_add_signed(*more)).collect::<Option<Vec<u32>>>();
        after.filter(|after| !field.counted || after.iter().all(|value| u64::from(*value) < field.radix))
    };
    board.counted().zip(pieces.iter().zip(change)).map(one).collect()
}

impl Block {
    fn new(board: &Board, kinds: usize, mover: Player, pieces: Pieces) -> Block {
        Block::of(board, kinds, mover, pieces, None)
    }

    /// The same numbered with one placement of the kind of piece that `images` puts in orbits, which are made where they are not known; nothing
    /// where there are too many.
    pub(super) fn folded(
        &self,
        board: &Board,
        images: &Images,
        known: &mut KnownOrbits,
    ) -> Option<(Block, Arc<Orbits>)> {
        let boards = board.fields.iter().enumerate().filter(|(_, field)| field.is_counted());
        let kinds =
            boards.zip(&self.pieces).filter(|((at, _), _)| images.moves(*at)).flat_map(|((at, field), held)| {
                (0..).zip(held).filter_map(move |(code, count)| Some((at, field.plane(code)?, *count)))
            });
        let ways = |(at, _, count): &(usize, u32, u32)| choose(board.fields[*at].len, *count);
        let (at, plane, count) = kinds
            .filter(|kind| ways(kind) <= MOST_IN_ORBITS)
            .max_by_key(|kind| (ways(kind).min(ENOUGH), std::cmp::Reverse(ways(kind))))?;
        let orbits = match known.get(&(plane, count)) {
            Some(orbits) => orbits.clone(),
            None => Arc::new(Orbits::new((at, plane), board.fields[at].len, count, images)?),
        };
        known.insert((plane, count), orbits.clone());
        let block = Block::of(board, self.next.len(), self.mover, self.pieces.clone(), Some(&orbits));
        Some((Block { tier: self.tier, next: self.next.clone(), last: self.last.clone(), ..block }, orbits))
    }

    fn of(board: &Board, kinds: usize, mover: Player, pieces: Pieces, orbits: Option<&Orbits>) -> Block {
        let (mut parts, mut sizes, mut counted) = (Vec::new(), Vec::new(), 0);
        let mut boards = pieces.iter();
        for (at, field) in board.fields.iter().enumerate() {
            let mut add = |plane, first, free, size| {
                parts.push(Part { field: at, plane, weight: 0, first, free, listed: None, folds: false });
                sizes.push(size);
            };
            if field.counted {
                let value = boards
                    .next()
                    .and_then(|value| value.first())
                    .copied()
                    .expect("each that counts is among the pieces");
                counted |= field.put(u64::from(value));
                continue;
            }
            if field.rest.is_none() {
                add(None, true, 0, field.radix);
                continue;
            }
            let held = (0..).zip(boards.next().map_or(&[][..], Vec::as_slice));
            let mut planes: Vec<(u32, u32)> =
                held.filter_map(|(code, count)| Some((field.plane(code)?, *count))).collect();
            let is_folded = |(plane, _): &(u32, u32)| orbits.is_some_and(|orbits| orbits.plane == *plane);
            if let Some(folds) = planes.iter().position(is_folded) {
                planes[..=folds].rotate_right(1);
            }
            let mut free = field.len;
            for (nth, (plane, count)) in planes.into_iter().enumerate() {
                add(Some((plane, count)), nth == 0, free, choose(free, count));
                free = free.saturating_sub(count);
            }
        }
        if let Some(orbits) = orbits {
            let folds = |part: &Part| part.plane.is_some_and(|(plane, _)| plane == orbits.plane);
            let at = parts.iter().position(folds).expect("its plane is one of the board's");
            (parts[at].listed, parts[at].folds) = (Some(orbits.first.clone()), true);
            sizes[at] = orbits.first.len() as u64;
        }
        // Weights stay 1 or more, and too many positions are found out by their number.
        let mut size = 1_u64;
        for (part, ways) in parts.iter_mut().zip(&sizes).rev() {
            part.weight = size;
            size = size.saturating_mul(*ways);
        }
        let (next, last) = (vec![None; kinds], vec![None; kinds]);
        Block { mover, pieces, base: 0, size, parts, counted, tier: 0, next, last }
    }

    /// The number of bits of this block. The cells of a thing, among those that the things before it leave free, are numbered as
    /// combinations are (Lehmer 1964).
    pub(super) fn number(&self, board: &Board, bits: Bits) -> u64 {
        self.number_with(board, bits, 0)
    }

    /// The same where the first kind of piece stands as the one does that stands for the `nth` orbit, where there are orbits.
    #[inline]
    pub(super) fn number_with(&self, board: &Board, bits: Bits, nth: u64) -> u64 {
        let (mut number, mut taken) = (self.base, 0);
        for part in &self.parts {
            let field = &board.fields[part.field];
            let Some((plane, _)) = part.plane else {
                number += part.weight * field.number(bits);
                continue;
            };
            let cells = field.cells(bits, plane);
            taken = if part.first { 0 } else { taken };
            number += part.weight * if part.folds { nth } else { nth_combination(cells, taken) };
            taken |= cells;
        }
        number
    }

    /// Which orbit the first kind of piece is in at a number, where there are orbits.
    pub(super) fn nth(&self, number: u64) -> u64 {
        let mut rest = number - self.base;
        for part in &self.parts {
            if part.folds {
                return rest / part.weight;
            }
            rest %= part.weight;
        }
        0
    }

    /// The bits of a number of this block.
    pub(super) fn bits(&self, board: &Board, number: u64) -> Bits {
        let (mut rest, mut bits, mut taken) = (number - self.base, self.counted, 0);
        for part in &self.parts {
            let field = &board.fields[part.field];
            let digit = rest / part.weight;
            rest -= digit * part.weight;
            let Some((plane, count)) = part.plane else {
                bits |= field.put(digit);
                continue;
            };
            taken = if part.first { 0 } else { taken };
            let listed = part.listed.as_ref().and_then(|list| list.get(usize::try_from(digit).ok()?));
            let counted = listed.copied().unwrap_or_else(|| combination(digit, count, part.free));
            let cells = spread(counted, taken);
            taken |= cells;
            bits |= Bits::from(cells) << plane;
        }
        bits
    }
}

impl Orbits {
    /// Of so many cells of a board with so many; nothing where they are too many.
    fn new((field, plane): (usize, u32), cells: u32, count: u32, images: &Images) -> Option<Orbits> {
        const NONE: u32 = u32::MAX;
        let all = combinations(cells, count);
        let (mut of, mut first, mut fixing, mut ends) = (vec![NONE; all.len()], Vec::new(), Vec::new(), Vec::new());
        for (number, cells) in all.iter().enumerate() {
            if of[number] != NONE {
                continue;
            }
            let nth = u32::try_from(first.len()).ok()?.checked_mul(1 << CHANGE_BITS)?;
            for (change, (image, back)) in (0..).zip(images.of_cells(field, *cells)?) {
                let place = &mut of[usize::try_from(nth_combination(image, 0)).ok()?];
                if image != *cells && *place == NONE {
                    *place = nth | u32::from(back);
                } else if image == *cells && change > 0 {
                    fixing.push(change);
                }
            }
            of[number] = nth;
            first.push(*cells);
            ends.push(u32::try_from(fixing.len()).ok()?);
        }
        Some(Orbits { field, plane, of, first: first.into(), fixing, ends })
    }

    /// Which orbit the first kind of piece is in, and a change that leads to the placement that stands for it.
    #[inline]
    pub(super) fn find(&self, board: &Board, bits: Bits) -> (u64, u8) {
        let cells = board.fields[self.field].cells(bits, self.plane);
        let number = usize::try_from(nth_combination(cells, 0)).expect("they are all in orbits");
        let found = self.of[number];
        let change = u8::try_from(found % (1 << CHANGE_BITS)).expect("six bits are kept");
        (u64::from(found >> CHANGE_BITS), change)
    }

    /// The changes that leave the placement as it is that stands for an orbit, but for the one that changes nothing.
    #[inline]
    pub(super) fn fixing(&self, nth: u64) -> &[u8] {
        let nth = usize::try_from(nth).expect("they are all listed");
        let from = nth.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.fixing[from as usize..self.ends[nth] as usize]
    }
}

/// The number of a combination of cells, counted among those that are not taken.
fn nth_combination(mut cells: u64, mut taken: u64) -> u64 {
    let (mut number, mut nth, mut below) = (0, 0, 0);
    while cells != 0 {
        let cell = cells.trailing_zeros();
        while taken != 0 && taken.trailing_zeros() < cell {
            taken &= taken - 1;
            below += 1;
        }
        nth += 1;
        number += choose(cell - below, nth);
        cells &= cells - 1;
    }
    number
}

/// The combination of so many cells with that number, cells counted from 0.
fn combination(mut number: u64, count: u32, cells: u32) -> u64 {
    let (mut found, mut cell) = (0, cells);
    for nth in (1..=count).rev() {
        // The largest cell whose combinations below are not more than what is left.
        loop {
            cell = cell.saturating_sub(1);
            let below = choose(cell, nth);
            if below <= number {
                number -= below;
                found |= 1 << cell;
                break;
            }
        }
    }
    found
}

/// The cells counted among those that are not taken, as cells of the board.
fn spread(mut counted: u64, taken: u64) -> u64 {
    let mut cells = 0;
    while counted != 0 {
        let mut cell = counted.trailing_zeros();
        // Each taken cell at or below pushes it one up.
        let mut below = taken;
        while below != 0 && below.trailing_zeros() <= cell {
            below &= below - 1;
            cell += 1;
        }
        cells |= 1 << cell;
        counted &= counted - 1;
    }
    cells
}

/// Binomial coefficients: of at most 64 things; those that do not fit are the largest number.
fn choose(of: u32, take: u32) -> u64 {
    BINOMIALS[take as usize][of as usize]
}

/// By how many are taken, then by how many there are: a numbering looks at few rows.
static BINOMIALS: [[u64; 65]; 65] = binomials();

const fn binomials() -> [[u64; 65]; 65] {
    let mut table = [[0_u64; 65]; 65];
    let mut of = 0;
    while of < 65 {
        table[0][of] = 1;
        let mut take = 1;
        while of > 0 && take < 65 {
            table[take][of] = table[take][of - 1].saturating_add(table[take - 1][of - 1]);
            take += 1;
        }
        of += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board { fields: vec![Field::of_board(0, 7, 0, 3, 0)] }
    }

    #[test]
    fn every_placement_has_its_number() {
        let board = board();
        let block = Block::new(&board, 0, Player::First, vec![vec![2, 2, 3]]);
        assert_eq!(block.size, 21 * 10);
        for number in 0..block.size {
            let bits = block.bits(&board, number);
            assert_eq!(pieces(&board, bits), [[2, 2, 3]]);
            assert_eq!(block.number(&board, bits), number);
        }
    }

    #[test]
    fn listed_combinations_are_those_worked_out() {
        for (cells, count) in [(7, 0), (7, 1), (7, 3), (7, 7), (64, 2), (64, 64), (3, 4)] {
            let worked_out: Vec<u64> =
                (0..choose(cells, count)).map(|number| combination(number, count, cells)).collect();
            assert_eq!(*combinations(cells, count), worked_out, "{count} of {cells}");
        }
        let mut blocks = vec![Block::new(&board(), 0, Player::First, vec![vec![2, 2, 3]])];
        let without = blocks.clone();
        list_combinations(&mut blocks);
        assert!(blocks[0].parts.iter().all(|part| part.listed.is_some()));
        assert!((0..blocks[0].size).all(|nth| blocks[0].bits(&board(), nth) == without[0].bits(&board(), nth)));
    }

    #[test]
    fn what_does_not_fit_is_not_numbered() {
        let board = Board { fields: vec![Field::of_board(0, 64, 0, 3, 0)] };
        assert_eq!(Block::new(&board, 0, Player::First, vec![vec![22, 21, 21]]).size, u64::MAX);
        assert_eq!((choose(4, 5), choose(5, 2), choose(64, 1)), (0, 10, 64));
    }
}
