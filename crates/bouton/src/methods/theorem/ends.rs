//! One item from either end of a row, more than the other is what counts (877, 486).
//!
//! **Theorem** (known from the contest HNOI 2010, "stones"; the proof is ours). Call a row of values `a ≤ b ≥ c` that are neighbours
//! *fused* when `a − b + c` stands in their place. Fusing does not change what a row is worth to the player to move. When nothing
//! can be fused the row falls and then rises (a valley), and it is best to take the larger of its two ends.
//!
//! *Proof.* (1) Fusions that overlap lead to the same: in one item both give `a − b + c − d + e`, in two items `b = c`; so the
//! valley `N` of a row is unique. (2) Let an end of the valley be `f`, and `e` the item of the row at its outside. The rest of that
//! block fuses to `s₁ ≥ s₂ ≥ … ≥ s₂ₖ ≥ f`, and `e = f + Σ (s₁ − s₂ + …)`: by induction over the fusions that made `f`. So taking `e`
//! leaves the valley `N` without `f` and with the `s` put in. (3) Let `A(X)` be the sum of `X` from the largest down with alternating
//! signs. A pair `p ≥ q` put into `X` changes `A` by at most `p − q`. Hence `e − A(rest) ≤ A(N)` at either end, and (4) at the
//! larger end all the `s` lie on top, so that the two are equal. By induction a row is worth `A(N)`. ∎
//!
//! The proof uses neither signs nor ties. It is false as soon as two items may be taken at once. Cost: O(n) a value, O(n) a whole line.

use super::{Proven, Strategy, Teller, Theorem, Trail};
use crate::recurrence::{End, Linear, Move, Recurrence, Row};
use crate::value::{Kind, Value};
use bouton_rules::Text;
use std::sync::Arc;

pub(super) struct Fusion;

/// A row of which one item at a time is taken from either end.
#[derive(Debug)]
struct Ends {
    /// Sums of the items before each place.
    sums: Arc<Vec<i64>>,
    /// The places of the item at the left end and of the one at the right, told by the variables.
    left: Linear,
    right: Linear,
    /// The moves that take them.
    moves: [u32; 2],
    /// The first and the last place there is.
    first: i64,
    last: i64,
}

/// Leads stay within the sum of what all items are worth, and this keeps them within 64 bits with room to spare.
const LARGEST: i128 = 1 << 61;

impl Theorem for Fusion {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "fusion",
            about: "neighbours a ≤ b ≥ c are worth the same as a − b + c; of the valley that is left, the larger end is best (HNOI 2010)",
            speed: None,
        }
    }

    fn recognise(&self, recurrence: &Recurrence) -> Option<Arc<dyn Proven>> {
        let [one, other] = recurrence.moves.as_slice() else { return None };
        let ends = Ends::of(recurrence, [one, other], [0, 1]).or_else(|| Ends::of(recurrence, [other, one], [1, 0]))?;
        Some(Arc::new(ends))
    }

    fn nearly(&self, recurrence: &Recurrence) -> Option<Text> {
        let sides: Vec<(Side, Option<i64>)> = recurrence.moves.iter().map(side).collect::<Option<_>>()?;
        let from = |side: Side| sides.iter().any(|found| found.0 == side);
        if recurrence.kind != Kind::Points || !from(Side::Left) || !from(Side::Right) {
            return None;
        }
        if sides.iter().any(|(_, width)| *width != Some(1)) {
            return Some("more than one item may be taken at once, and fusion is false then".into());
        }
        let again = recurrence.moves.iter().any(|mv| !mv.passes);
        again.then(|| "a move does not pass the turn, and fusion is about players who alternate".into())
    }
}

/// An end of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// From which end a move takes what it gains, and how many items where that does not vary.
fn side(mv: &Move) -> Option<(Side, Option<i64>)> {
    let [one, other] = mv.gain.sums.as_slice() else { return None };
    let (upper, lower) = if one.times > 0 { (one, other) } else { (other, one) };
    let ([above], [below]) = (upper.place.as_slice(), lower.place.as_slice()) else { return None };
    let plain = upper.row == lower.row && (upper.times, lower.times) == (1, -1) && mv.gain.linear == Linear::default();
    let found = match (plain, after(below, mv)? == *above, after(above, mv)? == *below) {
        (true, true, _) => Side::Left,
        (true, _, true) => Side::Right,
        _ => return None,
    };
    // What is gained besides the items that are taken (the rest of the row, say) is another game.
    let width = above.minus(below)?;
    let chosen = width.terms.iter().all(|(symbol, _)| *symbol >= mv.next.len());
    chosen.then(|| (found, width.as_number()))
}

/// What a form of the variables is after a move.
pub(super) fn after(form: &Linear, mv: &Move) -> Option<Linear> {
    form.terms.iter().try_fold(Linear::number(form.constant), |sum, &(symbol, coefficient)| match mv.next.get(symbol) {
        Some(next) if next.parts().len() == 1 => sum.plus(&next.parts()[0], coefficient),
        Some(_) => None,
        None => sum.plus(&Linear::symbol(symbol), coefficient),
    })
}

impl Ends {
    /// The row, if the first of these moves takes from its left end and the second from its right.
    fn of(recurrence: &Recurrence, moves: [&Move; 2], numbers: [u32; 2]) -> Option<Ends> {
        if recurrence.kind != Kind::Points || recurrence.variables.len() != 2 {
            return None;
        }
        let [(row, left, left_way), (same_row, right, right_way)] = [taken(moves[0])?, taken(moves[1])?];
        let shifts = [
            change(&left, &left_way),
            change(&left, &right_way),
            change(&right, &left_way),
            change(&right, &right_way),
        ];
        if row != same_row || shifts != [1, 0, 0, -1] {
            return None;
        }
        let known = recurrence.rows.get(row)?;
        let Row { width: None, sums, .. } = known else { return None };
        let bounds = recurrence.bounds();
        let first = i64::try_from(left.range(&bounds).0).ok()?.max(0);
        let last = i64::try_from(right.range(&bounds).1).ok()?.min(i64::try_from(sums.len()).ok()? - 2);
        let ends = Ends { sums: sums.clone(), left, right, moves: numbers, first, last };
        let fits = ends.corners_are_sound(recurrence, moves, &left_way, &right_way)?
            && ends.is_over_when_empty(recurrence, moves)?
            && ends.remaining_is_the_row(recurrence, row)?
            && (known.weight() <= LARGEST || ends.weight()? <= LARGEST);
        fits.then_some(ends)
    }

    /// The left end, then the right end, at a position.
    fn places(&self, variables: &[i64]) -> Option<(i64, i64)> {
        let (left, right) = (self.left.at(variables), self.right.at(variables));
        (variables.len() == 2 && self.first <= left && left <= right + 1 && right <= self.last).then_some((left, right))
    }

    /// Every row between the first and the last place is a position within its bounds, where all that the rules need holds.
    /// Forms are linear, so the corners of all rows tell.
    fn corners_are_sound(
        &self,
        recurrence: &Recurrence,
        moves: [&Move; 2],
        left_way: &[i64; 2],
        right_way: &[i64; 2],
    ) -> Option<bool> {
        let (first, last) = (self.first, self.last);
        if first > last + 1 {
            return Some(false);
        }
        // The places as variables: `left_way` raises the left end by one, `right_way` lowers the right end by one.
        let position = |left: i64, right: i64| -> Option<Vec<i64>> {
            let (left, right) = (left.checked_sub(self.left.constant)?, right.checked_sub(self.right.constant)?);
            left_way
                .iter()
                .zip(right_way)
                .map(|(l, r)| l.checked_mul(left)?.checked_sub(r.checked_mul(right)?))
                .collect()
        };
        let corners = |shortest: i64| [(first, first + shortest - 1), (first, last), (last + 1 - shortest, last)];
        let sound = |forms: &[Linear], shortest: i64| -> Option<bool> {
            let mut sound = true;
            for (left, right) in corners(shortest) {
                let at = position(left, right)?;
                sound &= forms.iter().all(|form| form.at(&at) >= 0);
            }
            Some(sound)
        };
        let mut within = recurrence.needs.clone();
        for (symbol, variable) in recurrence.variables.iter().enumerate() {
            within.push(Linear::symbol(symbol).minus(&Linear::number(variable.lo))?);
            within.push(Linear::number(variable.hi).minus(&Linear::symbol(symbol))?);
        }
        let needs = [moves[0].needs.as_slice(), moves[1].needs.as_slice()].concat();
        Some(sound(&within, 0)? && (first > last || sound(&needs, 1)?))
    }

    /// Play ends where the row is empty, and only there, with nothing to add.
    fn is_over_when_empty(&self, recurrence: &Recurrence, moves: [&Move; 2]) -> Option<bool> {
        let length = self.right.minus(&self.left)?.plus(&Linear::number(1), 1)?;
        let emptied = length.times(-1)?;
        let one_left = length.minus(&Linear::number(1))?;
        let nothing = |end: &End| end.value == Value::Lead(0);
        let empty =
            |end: &End| end.when.contains(&emptied) && end.when.iter().all(|form| *form == emptied || *form == length);
        let guarded = |mv: &&Move| mv.guards.contains(&one_left);
        let free = |mv: &&Move| mv.guards.iter().all(|guard| *guard == one_left);
        let by_end = !recurrence.ends.is_empty() && recurrence.ends.iter().all(|end| empty(end) && nothing(end));
        let by_being_stuck = recurrence.ends.is_empty()
            && moves.iter().all(guarded)
            && recurrence.stuck.first().is_some_and(|end| end.when.is_empty() && nothing(end));
        Some(moves.iter().all(free) && (by_end || by_being_stuck))
    }

    /// Points that remain, where the rules speak of them, are what the row holds: none where it is empty.
    fn remaining_is_the_row(&self, recurrence: &Recurrence, row: usize) -> Option<bool> {
        let Some(remaining) = &recurrence.remaining else { return Some(true) };
        let behind = self.right.plus(&Linear::number(1), 1)?;
        let here = |place: &Linear, times: i64| {
            remaining
                .sums
                .iter()
                .any(|sum| sum.row == row && sum.times == times && sum.place.as_slice() == [place.clone()])
        };
        let holds = remaining.sums.len() == 2 && here(&behind, 1) && here(&self.left, -1);
        Some(remaining.linear == Linear::default() && holds)
    }

    /// What all items weigh, whatever their signs.
    fn weight(&self) -> Option<i128> {
        let (first, behind) = (usize::try_from(self.first).ok()?, usize::try_from(self.last + 1).ok()?);
        let row = self.sums.get(first..=behind)?;
        Some(row.windows(2).map(|two| i128::from(two[1].abs_diff(two[0]))).sum())
    }

    /// The items from one place to another.
    fn items(&self, left: i64, right: i64) -> impl DoubleEndedIterator<Item = i64> + '_ {
        let from = usize::try_from(left).unwrap_or(0);
        let behind = usize::try_from(right + 1).unwrap_or(0);
        self.sums[from..=behind.max(from)].windows(2).map(|two| two[1] - two[0])
    }
}

/// What a move takes and how it changes the variables: the row, the place of the item, the change.
fn taken(mv: &Move) -> Option<(usize, Linear, [i64; 2])> {
    let [next_0, next_1] = mv.next.as_slice() else { return None };
    let shift = |symbol: usize, form: &crate::recurrence::Form| match form.parts() {
        [one] => one.minus(&Linear::symbol(symbol))?.as_number(),
        _ => None,
    };
    let way = [shift(0, next_0)?, shift(1, next_1)?];
    let [a, b] = mv.gain.sums.as_slice() else { return None };
    let (upper, lower) = if a.times == 1 { (a, b) } else { (b, a) };
    let ([above], [below]) = (upper.place.as_slice(), lower.place.as_slice()) else { return None };
    let one_item = upper.times == 1 && lower.times == -1 && upper.row == lower.row;
    let next_to = above.minus(below)?.as_number() == Some(1);
    let plain = mv.choices.is_empty() && mv.passes && mv.gain.linear == Linear::default();
    (one_item && next_to && plain).then(|| (upper.row, below.clone(), way))
}

/// How much a form changes along a way.
fn change(form: &Linear, way: &[i64; 2]) -> i64 {
    way.iter().enumerate().map(|(symbol, step)| form.coefficient(symbol) * step).sum()
}

impl Teller for Ends {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let (left, right) = self.places(variables)?;
        let mut stack = Stack::default();
        self.items(left, right).for_each(|item| stack.push(item));
        Some(Value::Lead(greedy(&stack.blocks)))
    }
}

impl Proven for Ends {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        vec![
            ("fuse", "once through the row, on a stack".into()),
            ("take the larger end", "of the valley, in turn: its sum with alternating signs is the lead".into()),
        ]
    }

    fn bytes(&self) -> u64 {
        // Blocks, the fused pairs, and how many pairs each item fused; the line itself.
        (self.last - self.first + 1).unsigned_abs().saturating_mul(8 + 8 + 1 + 4)
    }

    /// Keeps a stack of blocks for each side of the valley's bottom, and takes from the larger end; taking an item back from its
    /// stack undoes the fusions that it made.
    fn line(&self, variables: &[i64]) -> Option<Trail> {
        let (left, right) = self.places(variables)?;
        let bottom = self.bottom(left, right);
        let (mut west, mut east) = (Undoing::default(), Undoing::default());
        self.items(left, bottom - 1).rev().for_each(|item| west.push(item));
        self.items(bottom, right).for_each(|item| east.push(item));
        let count = usize::try_from(right - left + 1).ok()?;
        let mut trail = Trail::with_capacity(count);
        for _ in 0..count {
            let goes_left = match (west.end(), east.end()) {
                (Some(west), Some(east)) => west >= east,
                (west, _) => west.is_some(),
            };
            let side = if goes_left { &mut west } else { &mut east };
            side.pop();
            trail.push(self.moves[usize::from(!goes_left)], &[]);
        }
        Some(trail)
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}

impl Ends {
    /// The first place after the least block of the valley.
    fn bottom(&self, left: i64, right: i64) -> i64 {
        let mut stack = Stack::default();
        let mut starts: Vec<i64> = Vec::new();
        for (place, item) in (left..).zip(self.items(left, right)) {
            stack.push(item);
            starts.truncate(stack.blocks.len());
            if starts.len() < stack.blocks.len() {
                starts.push(place);
            }
        }
        let least = (0..stack.blocks.len()).min_by_key(|&at| stack.blocks[at]);
        least.and_then(|at| starts.get(at + 1).copied()).unwrap_or(right + 1)
    }
}

/// A row that is fused while it grows at one end.
#[derive(Default)]
struct Stack {
    blocks: Vec<i64>,
}

impl Stack {
    fn push(&mut self, item: i64) {
        self.fuse(item, |_| ());
    }

    /// Adds an item, and tells each pair that is fused with it.
    fn fuse(&mut self, item: i64, mut tell: impl FnMut((i64, i64))) {
        let mut block = item;
        while let [.., outer, peak] = *self.blocks.as_slice()
            && outer <= peak
            && peak >= block
        {
            block += outer - peak;
            self.blocks.truncate(self.blocks.len() - 2);
            tell((outer, peak));
        }
        self.blocks.push(block);
    }
}

/// The same, and items can be taken back.
#[derive(Default)]
struct Undoing {
    stack: Stack,
    fused: Vec<(i64, i64)>,
    marks: Marks,
}

impl Undoing {
    fn push(&mut self, item: i64) {
        self.marks.push(false);
        self.stack.fuse(item, |pair| {
            self.fused.push(pair);
            self.marks.push(true);
        });
    }

    /// The block at the open end.
    fn end(&self) -> Option<i64> {
        self.stack.blocks.last().copied()
    }

    /// Takes back the last item.
    fn pop(&mut self) {
        self.stack.blocks.pop();
        while self.marks.pop() {
            let (outer, peak) = self.fused.pop().expect("every pair has its mark");
            self.stack.blocks.extend([outer, peak]);
        }
    }
}

/// A mark for each item, and above it one for each pair that was fused with it: one bit each, since there may be ten million.
#[derive(Default)]
struct Marks {
    words: Vec<u64>,
    len: usize,
}

impl Marks {
    fn push(&mut self, fused: bool) {
        if self.len.is_multiple_of(64) {
            self.words.push(0);
        }
        let word = self.words.last_mut().expect("there is room for the mark");
        *word |= u64::from(fused) << (self.len % 64);
        self.len += 1;
    }

    /// Whether the last mark was of a pair.
    fn pop(&mut self) -> bool {
        self.len -= 1;
        let word = self.words.last_mut().expect("an item that is taken back was put on");
        let fused = *word >> (self.len % 64) & 1 == 1;
        *word &= !(1 << (self.len % 64));
        if self.len.is_multiple_of(64) {
            self.words.pop();
        }
        fused
    }
}

/// A valley taken from its larger end in turn.
fn greedy(valley: &[i64]) -> i64 {
    let (mut rest, mut lead, mut sign) = (valley, 0, 1);
    while let [first, .., last] = rest {
        let goes_left = first >= last;
        lead += sign * if goes_left { first } else { last };
        rest = if goes_left { &rest[1..] } else { &rest[..rest.len() - 1] };
        sign = -sign;
    }
    lead + sign * rest.first().copied().unwrap_or(0)
}
