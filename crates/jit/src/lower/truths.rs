//! Conditions: what they tell of the numbers they speak of, and many of them at once, a bit each.

use super::expr::is_plain;
use super::operate::{cell_number, ints};
use super::row::mask;
use super::sets::place_in;
use super::worth::{Held, Members, Num, Row, Shape, Worth};
use super::{Lower, Lowered};
use crate::code::{One, Value};
use bouton_rules::datum::{Cell, Datum};
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Choice, Expr, ExprKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// At most so many conditions are worked out at once.
const MOST_AT_ONCE: u32 = 62;

/// At most so many rows of a board are brought closer together.
const MOST_ROWS: u32 = 8;

/// Lists are known lists if they are at most so many: each has a mask.
pub(super) const MOST_LISTS: usize = 1 << 12;

/// No more entries of a range than this are looked at as bits, and no more of anything are filtered.
pub(super) const MOST_ENTRIES: usize = 1 << 10;

/// The name of each entry, and what entries are taken from.
pub(super) type Over<'r> = (usize, &'r Expr);

/// Members of a set are shifted by no more distances than this: a loop over those that there are takes less time.
const MOST_DISTANCES: usize = 12;

/// Names that go along with the entries run over: each stands for the number of the entry of one clause, from 0, and so much more.
type Along = Vec<(usize, Side, i64)>;

/// The clause that is run over faster, or the one around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Across,
    Down,
}

/// How many entries are run over, faster and slower.
#[derive(Clone, Copy)]
struct Block {
    across: u32,
    down: u32,
}

/// Conditions, a bit each. Bits of a row of the block lie side by side, and rows so far from each other; without that anywhere. Other bits
/// mean nothing.
struct Spread {
    word: Value,
    apart: Option<i64>,
}

/// A condition for one entry, or for several: a bit each, and which bits those are.
pub(super) enum Truths {
    One(Value),
    Several(Value, Value),
}

impl Truths {
    /// For how many it holds.
    pub(super) fn number(self) -> Value {
        match self {
            Truths::One(holds) => holds,
            Truths::Several(bits, _) => Value::one(One::Ones, bits),
        }
    }

    /// For how many it can hold.
    pub(super) fn most(&self) -> i64 {
        match self {
            Truths::One(_) => 1,
            Truths::Several(_, Value::Const(all)) => all.count_ones().into(),
            Truths::Several(..) => 64,
        }
    }

    /// Whether it is so for one of them: that it holds, or does not.
    pub(super) fn any(self, holding: bool) -> Value {
        match self {
            Truths::One(holds) => {
                if holding {
                    holds
                } else {
                    holds.is_zero()
                }
            }
            Truths::Several(bits, all) => bits.ne(if holding { Value::from(0) } else { all }),
        }
    }
}

impl<'r> Lower<'r, '_> {
    /// Does something where a condition holds; there the numbers it compares are known to lie where it says.
    pub(super) fn where_true(
        &mut self,
        condition: &'r Expr,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        if self.is_given(condition) {
            return self.where_all(&condition.conjuncts(), then);
        }
        let holds = self.truth(condition)?;
        self.knowing(condition, |lower| lower.when(holds, then))
    }

    /// The same of several conditions, one after the other.
    fn where_all(&mut self, all: &[&'r Expr], then: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let Some((first, rest)) = all.split_first() else { return then(self) };
        let holds = self.truth(first)?;
        let rest =
            |lower: &mut Self| lower.where_all(rest, Box::new(then) as Box<dyn FnOnce(&mut Self) -> Lowered<()> + '_>);
        self.knowing(first, |lower| lower.when(holds, rest))
    }

    /// Lowers what is only looked at where a condition holds.
    pub(super) fn knowing<T>(&mut self, condition: &'r Expr, then: impl FnOnce(&mut Self) -> T) -> T {
        let mut before = Vec::new();
        self.narrow(condition, &mut before);
        let done = then(self);
        for (slot, held) in before.into_iter().rev() {
            self.locals[slot] = Some(held);
        }
        done
    }

    /// Narrows the numbers that a condition compares with known ones; what they were is noted.
    fn narrow(&mut self, condition: &'r Expr, before: &mut Vec<(usize, Held)>) {
        match &condition.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                self.narrow(left, before);
                self.narrow(right, before);
            }
            ExprKind::Compare(first, rest) => {
                let mut left = &**first;
                for (op, right) in rest {
                    self.narrow_by(left, *op, right, before);
                    self.narrow_by(right, op.turned(), left, before);
                    left = right;
                }
            }
            _ => {}
        }
    }

    fn narrow_by(&mut self, number: &'r Expr, op: CompareOp, with: &'r Expr, before: &mut Vec<(usize, Held)>) {
        let Some((slot, part)) = narrowed(number) else { return };
        let Some(Held::Fixed(Worth::Num(mut num))) = self.locals[slot].clone() else { return };
        let plain = number.ty == Type::Int && with.ty == Type::Int && !num.none;
        let Some(Worth::Num(with)) = (if plain { self.always(with) } else { None }) else { return };
        let Some(with) = with.known().map(i128::from) else { return };
        let range = match (part, num.parts.as_deref_mut()) {
            (None, _) => &mut num.range,
            (Some(Part::Row), Some(parts)) => &mut parts.0.range,
            (Some(Part::Column), Some(parts)) => &mut parts.1.range,
            (Some(_), None) => return,
        };
        let Interval { lo, hi } = *range;
        let narrow = range.meet(match op {
            CompareOp::Eq => Interval { lo: with, hi: with },
            CompareOp::Lt => Interval { lo, hi: with - 1 },
            CompareOp::Le => Interval { lo, hi: with },
            CompareOp::Gt => Interval { lo: with + 1, hi },
            CompareOp::Ge => Interval { lo: with, hi },
            CompareOp::Ne | CompareOp::In | CompareOp::NotIn => return,
        });
        if narrow != *range && !narrow.is_empty() {
            *range = narrow;
            before.extend(self.locals[slot].replace(Held::Fixed(Worth::Num(num))).map(|held| (slot, held)));
        }
    }

    /// Visits a condition for all that clauses run over: those of the last clause at once where that can be.
    pub(super) fn each_truth(
        &mut self,
        clauses: &'r [Choice],
        item: &'r Expr,
        visit: &mut dyn FnMut(&mut Self, Truths) -> Lowered<()>,
    ) -> Lowered<()> {
        if let [outer @ .., down, across] = clauses {
            return self.clauses(outer, &mut |lower| match lower.several_across(down, across, item)? {
                Some(several) => visit(lower, several),
                None => {
                    lower.clauses(std::slice::from_ref(down), &mut |lower| lower.truths_across(across, item, visit))
                }
            });
        }
        clauses.first().map_or(Ok(()), |across| self.truths_across(across, item, visit))
    }

    /// The same for all that one clause runs over.
    fn truths_across(
        &mut self,
        across: &'r Choice,
        item: &'r Expr,
        visit: &mut dyn FnMut(&mut Self, Truths) -> Lowered<()>,
    ) -> Lowered<()> {
        if across.condition.is_none()
            && let Some(all) = self.at_once((across.slot, &across.over), item)?
        {
            return all.into_iter().try_for_each(|truths| visit(self, truths));
        }
        self.clauses(std::slice::from_ref(across), &mut |lower| {
            let holds = lower.truth(item)?;
            visit(lower, Truths::One(holds))
        })
    }

    /// The same for all entries at once, if it can be worked out so.
    pub(super) fn at_once(&mut self, (slot, over): Over<'r>, item: &'r Expr) -> Lowered<Option<Vec<Truths>>> {
        if let Some((first, count)) = self.known_range(over)
            && let Some(several) = self.several(None, (slot, first, count), item)?
        {
            return Ok(Some(vec![several]));
        }
        self.of_known((slot, over), item)
    }

    /// A condition for each pair of entries of two clauses.
    fn several_across(&mut self, down: &'r Choice, across: &'r Choice, item: &'r Expr) -> Lowered<Option<Truths>> {
        let alone = down.condition.is_none() && across.condition.is_none() && !names(&across.over, down.slot);
        match self.known_range(&across.over).zip(self.known_range(&down.over)).filter(|_| alone) {
            Some(((first, count), (top, rows))) => {
                self.several(Some((down.slot, top, rows)), (across.slot, first, count), item)
            }
            None => Ok(None),
        }
    }

    /// Whether a condition holds for each entry of a known range, or for each pair of entries of two; nothing where it is not made of bits
    /// that lie side by side.
    pub(super) fn several(
        &mut self,
        down: Option<(usize, i64, u32)>,
        (across, first, count): (usize, i64, u32),
        item: &'r Expr,
    ) -> Lowered<Option<Truths>> {
        let (mut along, mut block) = (vec![(across, Side::Across, first)], Block { across: count, down: 1 });
        if let Some((down, top, rows)) = down {
            along.push((down, Side::Down, top));
            block.down = rows;
        }
        let count = block.across.saturating_mul(block.down);
        if count > MOST_AT_ONCE {
            return Ok(None);
        }
        let bits = self.tried(|lower| {
            let before = (lower.cost, lower.flat);
            let bits = lower.bits_of(item, &mut along, block)?;
            lower.spend_for_each(before, count.into());
            Ok(bits.and_then(|bits| lower.together(bits, block)))
        })?;
        let Some(bits) = bits else { return Ok(None) };
        Ok(Some(Truths::Several(self.hold(bits.and(mask(count))), mask(count).into())))
    }

    /// Does something that may come to nothing: then it leaves nothing behind.
    pub(super) fn tried<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<Option<T>>) -> Lowered<Option<T>> {
        let (cost, flat, depth) = (self.cost, self.flat, self.make.depth());
        self.make.begin();
        let done = work(self);
        if let Ok(Some(_)) = done {
            self.make.end().into_iter().for_each(|stmt| self.make.push(stmt));
        } else {
            self.make.unwind(depth);
            (self.cost, self.flat) = (cost, flat);
        }
        done
    }

    /// Counts what was spent since as often as there are entries: the interpreter works each of them out.
    fn spend_for_each(&mut self, (cost, flat): (u64, u64), entries: u64) {
        let all = |before: u64, after: u64| before.saturating_add(after.saturating_sub(before).saturating_mul(entries));
        (self.cost, self.flat) = (all(cost, self.cost), all(flat, self.flat));
    }

    /// A condition for each entry of a known list or range, or of one of several lists, where it says whether a set has it, or what a packed list or board
    /// holds there: a line of a board is one comparison. Nothing where it says something else, or a list has an entry twice.
    fn of_known(&mut self, (slot, over): Over<'r>, item: &'r Expr) -> Lowered<Option<Vec<Truths>>> {
        let Some((test, holds)) = Test::of(item, slot) else { return Ok(None) };
        self.tried(|lower| {
            let (lists, test) = match test {
                Test::Line(base, line, worth) => (lower.cells_of_line(over, base, line)?, Test::Cell(base, worth)),
                test => (lower.run_over(over)?, test),
            };
            let Some(lists) = lists else { return Ok(None) };
            let mut all = lists.all.iter();
            if lists.longest() < 2 || !all.all(|list| BTreeSet::from_iter(list).len() == list.len()) {
                return Ok(None);
            }
            let Some(found) = lower.tested(&lists, (test, holds), item)? else { return Ok(None) };
            let known = |(bits, of)| Truths::Several(lower.hold(bits), of);
            Ok(Some(found.into_iter().map(known).collect()))
        })
    }

    /// The words of the set of those entries of a known list, or of one of several, that such a condition lets through: the neighbours of a cell that are
    /// taken are one `and`. Nothing where the set is of something else, or an entry is no possible member.
    pub(super) fn those_of_known(
        &mut self,
        across: &'r Choice,
        item: &'r Expr,
        members: &Members,
    ) -> Lowered<Option<Vec<Value>>> {
        let Some(filter) = self.filter_of(across, item, members) else { return Ok(None) };
        self.tried(|lower| {
            let Some(lists) = lower.known_lists(&across.over)? else { return Ok(None) };
            lower.those_of(&lists, filter, members)
        })
    }

    /// The words of the set of what known lists have for each member of a set and a condition lets through: all members are shifted together, once for each of
    /// the few distances to what their lists have (a dilation, where these are neighbours on a board). Nothing where there are no such lists, or an entry is
    /// no possible member.
    pub(super) fn dilated(
        &mut self,
        (outer, across): (&'r Choice, &'r Choice),
        item: &'r Expr,
        members: &Members,
    ) -> Lowered<Option<Vec<Value>>> {
        let one = |members: &Members| members.words() == 1 && members.count() > 1;
        let alone = outer.condition.is_none() && !across.condition.iter().any(|condition| names(condition, outer.slot));
        let from = self.members(&outer.over).filter(|from| one(from) && one(members) && alone);
        let (Some(from), Type::Set(_)) = (from, &outer.over.ty) else { return Ok(None) };
        let Some(filter) = self.filter_of(across, item, members) else { return Ok(None) };
        self.tried(|lower| {
            let set = lower.bits(&outer.over, Some(&from))?;
            let (Some(word), true) = (set.single().cloned(), set.members == from) else { return Ok(None) };
            let before = (lower.cost, lower.flat);
            let (mut all, mut distances, mut longest) = (BTreeSet::new(), BTreeMap::new(), 0);
            for place in 0..i64::from(from.count()) {
                (lower.cost, lower.flat) = before;
                let Some(entries) = lower.list_of((outer.slot, known_member(&from, place)), across)? else {
                    return Ok(None);
                };
                longest = longest.max(entries.len());
                for entry in entries {
                    let Some(to) = place_in(entry, members) else { return Ok(None) };
                    *distances.entry(super::int(to) - place).or_insert(0_i64) |= 1 << place;
                    all.insert(entry);
                }
            }
            if distances.len() > MOST_DISTANCES {
                return Ok(None);
            }
            // What the interpreter does for each member: finding its list, and looking at each of the entries.
            lower.spend(longest * across.condition.as_ref().map_or(4, work_of));
            lower.spend_for_each(before, from.count().into());
            let lists = Lists { all: vec![all.into_iter().collect()], which: Value::from(0) };
            let Some(those) = lower.those_of(&lists, filter, members)? else { return Ok(None) };
            let shifted = |(by, of): (&i64, &i64)| {
                let moving = word.clone().and(*of);
                if *by < 0 { moving.down(-by) } else { moving.up(*by) }
            };
            let near = distances.iter().map(shifted).reduce(Value::or).unwrap_or(Value::from(0));
            Ok(Some(those.into_iter().map(|those| lower.hold(those.and(near.clone()))).collect()))
        })
    }

    /// The entries of the known list that a clause runs over where a name has a known value; nothing where finding it could ask.
    fn list_of(&mut self, (slot, value): (usize, Num), across: &'r Choice) -> Lowered<Option<Vec<i64>>> {
        let before = self.locals[slot].replace(Held::Fixed(Worth::Num(value)));
        self.make.begin();
        let lists = self.known_lists(&across.over);
        let quiet = self.make.end().is_empty();
        self.locals[slot] = before;
        let Some(Lists { mut all, which: Value::Const(which) }) = lists?.filter(|_| quiet) else { return Ok(None) };
        let which = usize::try_from(which).ok().filter(|which| *which < all.len());
        Ok(which.map(|which| all.swap_remove(which)))
    }

    /// What a clause tests of the entries that are the members of a set, if anything; `None` where members are something else, or the test does not find a bit
    /// where the set has one.
    fn filter_of(&mut self, across: &'r Choice, item: &'r Expr, members: &Members) -> Option<Filter<'r>> {
        matches!(item.kind, ExprKind::Local(slot) if slot == across.slot).then_some(())?;
        let Some(condition) = &across.condition else { return Some(None) };
        let (test, holds) = Test::of(condition, across.slot)?;
        let slots = self.slots(&test).filter(|slots| *slots == Slots { width: 1, members: members.clone() });
        slots.map(|_| Some((condition, (test, holds))))
    }

    /// The words of the set of those entries of a list, or of one of several, that pass.
    fn those_of(&mut self, lists: &Lists, filter: Filter<'r>, members: &Members) -> Lowered<Option<Vec<Value>>> {
        let slots = Slots { width: 1, members: members.clone() };
        let Some(of) = slots.masks(&lists.all) else { return Ok(None) };
        self.spend(4 * lists.longest());
        let Some((condition, test)) = filter else {
            return Ok(Some(of.into_iter().map(|of| self.looked_up(of, &lists.which)).collect()));
        };
        let found = self.tested(lists, test, condition)?;
        Ok(found.map(|found| found.into_iter().map(|(bits, _)| self.hold(bits)).collect()))
    }

    /// What a range that never changes, all cells of a board or nodes of a graph, or a known list or one of several run over.
    pub(super) fn run_over(&mut self, over: &'r Expr) -> Lowered<Option<Lists>> {
        let one = |list: Vec<i64>| Lists { all: vec![list], which: Value::from(0) };
        Ok(match &over.kind {
            ExprKind::Help(Helper::Cells, args) => {
                let (rows, columns) = self.sides(&args[0])?;
                Some(one((0..rows * columns).map(|place| cell_number(place, columns)).collect()))
            }
            ExprKind::Range { .. } | ExprKind::Help(Helper::Nodes, _) => match self.always(over) {
                Some(Worth::Range(lo, hi)) => {
                    let ends = lo.known().zip(hi.known());
                    let list = ends.map(|(lo, hi)| (lo..=hi).take(MOST_ENTRIES + 1).collect::<Vec<_>>());
                    list.filter(|list| list.len() <= MOST_ENTRIES).map(one)
                }
                _ => None,
            },
            _ => self.known_lists(over)?,
        })
    }

    /// The known lists of numbers or cells of which an expression is one, and which it is.
    pub(super) fn known_lists(&mut self, over: &'r Expr) -> Lowered<Option<Lists>> {
        match &over.kind {
            ExprKind::Range { .. } => Ok(None),
            ExprKind::Help(helper @ (Helper::Around4 | Helper::Around8), args) => {
                self.neighbours(*helper == Helper::Around4, args)
            }
            ExprKind::Index(base, indices)
                if let [at] = indices.as_slice()
                    && at.ty != Type::Range =>
            {
                let all = match self.always(base) {
                    Some(Worth::Known(Datum::Graph(nodes))) if nodes.len() <= MOST_LISTS => {
                        Some(nodes.as_ref().clone())
                    }
                    Some(Worth::Known(Datum::List(entries))) if entries.len() <= MOST_LISTS => {
                        entries.iter().map(ints).collect()
                    }
                    _ => None,
                };
                let Some(all) = all else { return Ok(None) };
                self.spend(4);
                let at = self.int(at)?;
                let at = self.there(at);
                Ok(Some(Lists { which: self.list_place(&at, super::int(all.len())), all }))
            }
            kind => {
                let over = match kind {
                    ExprKind::Local(slot) => self.locals[*slot].as_ref().map(Held::worth),
                    _ => self.always(over),
                };
                let Some(over) = over.and_then(|over| self.among(over)) else { return Ok(None) };
                let all = over.all.iter().map(ints).collect::<Option<_>>();
                Ok(all.map(|all| Lists { all, which: over.which }))
            }
        }
    }

    /// For each column of a board, or each row, its cells at the entries of a known range or list; and which of these lines is meant.
    fn cells_of_line(&mut self, over: &'r Expr, base: &'r Expr, line: Line<'r>) -> Lowered<Option<Lists>> {
        let sides = self.held_row(base).and_then(|row| row.shape.sides);
        let (Some((rows, columns)), Some(entries)) = (sides, self.run_over(over)?) else { return Ok(None) };
        let (lines, of) = match line {
            Line::Column(of) => (columns, of),
            Line::Row(of) => (rows, of),
        };
        let [entries] = entries.all.as_slice() else { return Ok(None) };
        // Where there is no entry, nothing asks which line is meant.
        if entries.is_empty() || of.ty != Type::Int {
            return Ok(None);
        }
        self.spend(4);
        let of = self.int(of)?;
        let of = self.there(of);
        let which = self.list_place(&of, lines);
        let cell = |place: i64, entry: i64| match line {
            Line::Column(_) => Cell { row: entry, column: place }.pack(),
            Line::Row(_) => Cell { row: place, column: entry }.pack(),
        };
        let cells = |place| entries.iter().map(|entry| cell(place, *entry)).collect::<Option<_>>();
        Ok((0..lines).map(cells).collect::<Option<_>>().map(|all| Lists { all, which }))
    }

    /// For which entries of known lists a test must hold, or must not, and does so. What the interpreter does for each of them is spent, that of `item`.
    pub(super) fn tested(
        &mut self,
        lists: &Lists,
        (test, holds): (Test<'r>, bool),
        item: &'r Expr,
    ) -> Lowered<Option<Marked>> {
        let before = (self.cost, self.flat);
        let found = match test {
            Test::Member(set) => self.members_of_known(lists, set)?,
            Test::Cell(base, worth) => self.cells_of_known(lists, base, worth),
            Test::Line(..) | Test::Listed(_) => None,
        };
        self.spend(work_of(item));
        self.spend_for_each(before, lists.longest() as u64);
        let meant = |(bits, of): (Value, Value)| if holds { (bits, of) } else { (bits.xor(of.clone()), of) };
        Ok(found.map(|found| found.into_iter().map(meant).collect()))
    }

    /// Where a test finds the bits of entries.
    pub(super) fn slots(&mut self, test: &Test<'r>) -> Option<Slots> {
        match test {
            Test::Member(set) => self.members(set).map(|members| Slots { width: 1, members }),
            Test::Cell(base, _) => slots_in(&self.held_row(base)?.shape),
            Test::Line(..) | Test::Listed(_) => None,
        }
    }

    /// Which entries a set has, a bit each, and which bits. Nothing where one is no possible member.
    fn members_of_known(&mut self, Lists { all, which }: &Lists, set: &'r Expr) -> Lowered<Option<Marked>> {
        let Some(members) = self.members(set).filter(|_| self.always(set).is_none()) else { return Ok(None) };
        let slots = Slots { width: 1, members };
        let Some(of) = slots.masks(all) else { return Ok(None) };
        let bits = self.bits(set, Some(&slots.members))?;
        if bits.members != slots.members {
            return Ok(None);
        }
        let mut found = Marked::new();
        for (word, of) in bits.words.into_iter().zip(of) {
            let of = self.looked_up(of, which);
            found.push((word.and(of.clone()), of));
        }
        Ok(Some(found))
    }

    /// At which entries a packed list or board holds a known value, a bit each, and which bits. Nothing where there is no such entry.
    fn cells_of_known(
        &mut self,
        Lists { all, which }: &Lists,
        base: &'r Expr,
        worth: Option<(CompareOp, &'r Expr)>,
    ) -> Option<Marked> {
        let Row { words, shape } = self.held_row(base)?;
        let wanted = match worth.map(|(op, worth)| (op, self.always(worth))) {
            None => 1,
            Some((op, Some(Worth::Num(worth)))) => sole_value(op, worth.known()?, &shape)?,
            Some(_) => return None,
        };
        let of = slots_in(&shape)?.masks(all)?;
        let code = shape.code(wanted);
        let mut found = Marked::new();
        for (word, of) in words.into_iter().zip(of) {
            // The code stands in each place, where the lowest bit does.
            let codes = of.iter().map(|of| of.wrapping_mul(code.unwrap_or(0))).collect();
            let (lowest, codes) = (self.looked_up(of, which), self.looked_up(codes, which));
            let other = self.hold(word.xor(codes));
            let differs =
                (1..i64::from(shape.width)).fold(other.clone(), |differs, bit| differs.or(other.clone().down(bit)));
            let equal = if code.is_some() { differs.and(lowest.clone()).xor(lowest.clone()) } else { Value::from(0) };
            found.push((equal, lowest));
        }
        Some(found)
    }

    /// The packed list or board that a name stands for.
    fn held_row(&self, base: &Expr) -> Option<Row> {
        let held = match &base.kind {
            ExprKind::State(which) => self.state[*which].worth(),
            ExprKind::Old(which) => self.old[*which].worth(),
            ExprKind::Local(slot) => self.locals[*slot].as_ref()?.worth(),
            _ => return None,
        };
        if let Worth::Row(row) = held { Some(row) } else { None }
    }

    /// The first entry of a range and how many there are, where both are known.
    pub(super) fn known_range(&mut self, over: &'r Expr) -> Option<(i64, u32)> {
        let Worth::Range(lo, hi) = self.always(over)? else { return None };
        let (lo, hi) = (lo.known()?, hi.known()?);
        let count = u32::try_from(hi.checked_sub(lo)?.checked_add(1)?).ok()?;
        (2..=MOST_AT_ONCE).contains(&count).then_some((lo, count))
    }

    /// Conditions with all bits side by side, row after row. Bits beyond mean nothing.
    fn together(&mut self, bits: Spread, block: Block) -> Option<Value> {
        let across = i64::from(block.across);
        let Some(apart) = bits.apart.filter(|apart| *apart != across && block.down > 1) else { return Some(bits.word) };
        let word = self.make.hold("rows", bits.word);
        let row = |row: i64| word.clone().down(row * apart).and(mask(block.across)).up(row * across);
        let rows = (0..i64::from(block.down)).map(row);
        rows.reduce(Value::or).filter(|_| block.down <= MOST_ROWS)
    }

    fn bits_of(&mut self, expr: &'r Expr, along: &mut Along, block: Block) -> Lowered<Option<Spread>> {
        if !speaks_of(expr, along) {
            return self.everywhere(expr);
        }
        self.effort(expr.span)?;
        self.spend(4);
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, of) => {
                let bits = self.bits_of(of, along, block)?;
                Ok(bits.map(|bits| Spread { word: bits.word.xor(-1), ..bits }))
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => {
                let mut parts = Vec::new();
                parts_of(expr, *op, &mut parts);
                let mut found = Vec::with_capacity(parts.len());
                for part in parts {
                    let Some(bits) = self.bits_of(part, along, block)? else { return Ok(None) };
                    found.push(bits);
                }
                Ok(self.joined(*op, found, block))
            }
            ExprKind::Bind(slot, value, body) if speaks_of(value, along) => {
                let Some((side, more)) = self.goes_along(value, along) else { return Ok(None) };
                along.push((*slot, side, more));
                let bits = self.bits_of(body, along, block);
                along.pop();
                bits
            }
            ExprKind::Bind(slot, value, body) => {
                let value = self.expr(value)?;
                let before = self.locals[*slot].replace(Held::Fixed(value));
                let bits = self.bits_of(body, along, block);
                self.locals[*slot] = before;
                bits
            }
            ExprKind::Index(base, indices) if expr.ty == Type::Bool && !speaks_of(base, along) => {
                self.bits_of_cells(base, indices, along, block)
            }
            ExprKind::Compare(first, rest) => match rest.as_slice() {
                [(op, second)] => self.bits_of_number((first, *op, second), along, block),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// All of these conditions, or any: first those whose rows lie equally far apart, so that few need be brought together.
    fn joined(&mut self, op: BinaryOp, all: Vec<Spread>, block: Block) -> Option<Spread> {
        let join = |a: Value, b: Value| if op == BinaryOp::And { a.and(b) } else { a.or(b) };
        let mut groups: Vec<Spread> = Vec::new();
        for bits in all {
            match groups.iter_mut().find(|known| known.apart == bits.apart) {
                Some(known) => known.word = join(known.word.clone(), bits.word),
                None => groups.push(bits),
            }
        }
        if groups.len() == 1 {
            return groups.pop();
        }
        let words = groups.into_iter().map(|bits| self.together(bits, block)).collect::<Option<Vec<Value>>>()?;
        let word = words.into_iter().reduce(join)?;
        Some(Spread { word, apart: Some(i64::from(block.across)) })
    }

    /// A condition that is the same for every entry, if working it out can do no harm.
    fn everywhere(&mut self, expr: &'r Expr) -> Lowered<Option<Spread>> {
        self.make.begin();
        let holds = self.truth(expr);
        let stmts = self.make.end();
        let holds = holds?;
        if !is_plain(&stmts, &holds) {
            return Ok(None);
        }
        stmts.into_iter().for_each(|stmt| self.make.push(stmt));
        Ok(Some(Spread { word: Value::from(0).minus(holds), apart: None }))
    }

    /// Bits of a number that lie side by side: `bit(mask, k) == 0`.
    fn bits_of_number(
        &mut self,
        (first, op, second): (&'r Expr, CompareOp, &'r Expr),
        along: &Along,
        block: Block,
    ) -> Lowered<Option<Spread>> {
        let (bit, with) = if speaks_of(first, along) { (first, second) } else { (second, first) };
        let wanted = match self.always(with).filter(|_| !speaks_of(with, along)) {
            Some(Worth::Num(with)) => with.known().filter(|with| (0..2).contains(with)),
            _ => None,
        };
        let (ExprKind::Help(Helper::Bit, args), Some(wanted), CompareOp::Eq | CompareOp::Ne) = (&bit.kind, wanted, op)
        else {
            return Ok(None);
        };
        let Some((Side::Across, lowest)) = self.goes_along(&args[1], along) else { return Ok(None) };
        let inside = lowest >= 0 && lowest + i64::from(block.across) <= 63 && block.down == 1;
        if !inside || speaks_of(&args[0], along) {
            return Ok(None);
        }
        let number = self.quietly(&args[0])?.filter(|number| number.range.lo >= 0 && !number.none);
        let flip = -i64::from((wanted == 1) != (op == CompareOp::Eq));
        Ok(number.map(|number| Spread { word: number.value.down(lowest).xor(flip), apart: None }))
    }

    /// Cells of one bit that lie side by side, and surely on the board.
    fn bits_of_cells(
        &mut self,
        base: &'r Expr,
        indices: &'r [Expr],
        along: &Along,
        block: Block,
    ) -> Lowered<Option<Spread>> {
        let Worth::Row(row) = self.expr(base)? else { return Ok(None) };
        let ([word], 1, false) = (row.words.as_slice(), row.shape.width, row.shape.none) else { return Ok(None) };
        let last = indices.last().and_then(|last| self.goes_along(last, along));
        let Some((Side::Across, first)) = last else { return Ok(None) };
        let inside = |first: i64, count: u32, size: i64| {
            first >= 0 && first.checked_add(count.into()).is_some_and(|end| end <= size)
        };
        let (place, apart) = match (row.shape.sides, indices) {
            (Some((rows, columns)), [down, _]) if inside(first, block.across, columns) => {
                if !speaks_of(down, along) {
                    let down = self.int(down)?;
                    if block.down > 1 || down.range.meet(Interval::new(0, rows - 1)) != down.range {
                        return Ok(None);
                    }
                    (down.value.times(columns).plus(first), None)
                } else {
                    let Some((Side::Down, top)) = self.goes_along(down, along) else { return Ok(None) };
                    if !inside(top, block.down, rows) {
                        return Ok(None);
                    }
                    (Value::from(top * columns + first), Some(columns))
                }
            }
            (None, [_]) if block.down == 1 && inside(first, block.across, row.shape.cells) => {
                (Value::from(first), None)
            }
            _ => return Ok(None),
        };
        Ok(Some(Spread { word: word.clone().down(place), apart }))
    }

    /// By how much a number is more than that of the entry, if it goes along with it.
    fn goes_along(&mut self, expr: &'r Expr, along: &Along) -> Option<(Side, i64)> {
        match &expr.kind {
            ExprKind::Local(slot) => {
                along.iter().rev().find(|(known, ..)| known == slot).map(|(_, side, more)| (*side, *more))
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let (moving, still) = if speaks_of(left, along) { (left, right) } else { (right, left) };
                if speaks_of(still, along) || (*op == BinaryOp::Sub && speaks_of(right, along)) {
                    return None;
                }
                let (side, more) = self.goes_along(moving, along)?;
                let Worth::Num(still) = self.always(still)? else { return None };
                let still = still.known()?;
                let more = if *op == BinaryOp::Add { more.checked_add(still) } else { more.checked_sub(still) };
                Some((side, more?))
            }
            _ => None,
        }
    }
}

/// Known lists of numbers or cells, and which of them is meant.
pub(super) struct Lists {
    pub(super) all: Vec<Vec<i64>>,
    pub(super) which: Value,
}

impl Lists {
    pub(super) fn longest(&self) -> usize {
        self.all.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// For which of some entries a condition holds: in each word a bit each, and which bits those are.
type Marked = Vec<(Value, Value)>;

/// Where the bit of an entry stands: in the lowest bit of its place. Places are so many bits wide, and stand for these members.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Slots {
    pub(super) width: u32,
    pub(super) members: Members,
}

impl Slots {
    /// How many places are in a word.
    fn per(&self) -> usize {
        64 / self.width as usize
    }

    pub(super) fn words(&self) -> usize {
        (self.members.count() as usize).div_ceil(self.per()).max(1)
    }

    /// For each word the bits of the entries of each list. `None` where an entry has no place.
    pub(super) fn masks(&self, all: &[Vec<i64>]) -> Option<Vec<Vec<i64>>> {
        let mut masks = vec![vec![0; all.len()]; self.words()];
        for (list, entries) in all.iter().enumerate() {
            for entry in entries {
                let place = place_in(*entry, &self.members)?;
                masks.get_mut(place / self.per())?[list] |= 1 << (place % self.per() * self.width as usize);
            }
        }
        Some(masks)
    }
}

/// The slots of the cells of a packed list or board. Cells of one value take no bits.
fn slots_in(shape: &Shape) -> Option<Slots> {
    let members = match shape.sides {
        Some((rows, columns)) => Members::Cells(rows, columns),
        None => Members::From(0, u32::try_from(shape.cells).ok()?),
    };
    (shape.width > 0).then_some(Slots { width: shape.width, members })
}

/// The one value of a cell for which a comparison holds, where there is just one.
fn sole_value(op: CompareOp, with: i64, shape: &Shape) -> Option<i64> {
    let least = |least: bool| (least && !shape.none && shape.board.is_none()).then_some(shape.lo);
    match op {
        CompareOp::Eq => Some(with),
        CompareOp::Le => least(with == shape.lo),
        CompareOp::Lt => least(with.checked_sub(1) == Some(shape.lo)),
        _ => None,
    }
}

/// What a condition tests of an entry.
pub(super) enum Test<'r> {
    /// That it is in this set.
    Member(&'r Expr),
    /// That it is in this list.
    Listed(&'r Expr),
    /// That the value there, in a list or on a board, is equal to, at most or below this one; where none is given, that it is true.
    Cell(&'r Expr, Option<Compared<'r>>),
    /// The same of the cell where it crosses a line of a board.
    Line(&'r Expr, Line<'r>, Option<Compared<'r>>),
}

/// What the value of a cell is compared with.
type Compared<'r> = (CompareOp, &'r Expr);

/// A line of a board: which it is.
#[derive(Clone, Copy)]
pub(super) enum Line<'r> {
    Row(&'r Expr),
    Column(&'r Expr),
}

impl<'r> Test<'r> {
    /// What a condition tests of the entry that a name stands for, and whether it must hold or must not.
    pub(super) fn of(item: &'r Expr, slot: usize) -> Option<(Test<'r>, bool)> {
        let is_entry = |expr: &Expr| matches!(expr.kind, ExprKind::Local(known) if known == slot);
        let cell = |expr: &'r Expr, worth: Option<Compared<'r>>| {
            let ExprKind::Index(base, indices) = &expr.kind else { return None };
            let still = |expr: &Expr| !names(expr, slot);
            match indices.as_slice() {
                _ if !still(base) => None,
                [at] if is_entry(at) => Some(Test::Cell(base, worth)),
                [row, column] if is_entry(row) && still(column) => Some(Test::Line(base, Line::Column(column), worth)),
                [row, column] if still(row) && is_entry(column) => Some(Test::Line(base, Line::Row(row), worth)),
                _ => None,
            }
        };
        match &item.kind {
            ExprKind::Unary(UnaryOp::Not, of) => Test::of(of, slot).map(|(test, holds)| (test, !holds)),
            ExprKind::Compare(left, rest) => match (&**left, rest.as_slice()) {
                (left, [(op @ (CompareOp::In | CompareOp::NotIn), set)]) => {
                    let test = match set.ty {
                        Type::Set(_) => Test::Member(set),
                        Type::List(_) => Test::Listed(set),
                        _ => return None,
                    };
                    (is_entry(left) && !names(set, slot)).then_some((test, *op == CompareOp::In))
                }
                (left, [(op, right)]) => {
                    let holding = |one: &'r Expr, op: CompareOp, other: &'r Expr| {
                        let (op, holds) = match op {
                            CompareOp::Ne => (CompareOp::Eq, false),
                            CompareOp::Gt => (CompareOp::Le, false),
                            CompareOp::Ge => (CompareOp::Lt, false),
                            op => (op, true),
                        };
                        let test = if names(other, slot) { None } else { cell(one, Some((op, other))) };
                        test.map(|test| (test, holds))
                    };
                    holding(left, *op, right).or_else(|| holding(right, op.turned(), left))
                }
                _ => None,
            },
            ExprKind::Index(..) if item.ty == Type::Bool => cell(item, None).map(|test| (test, true)),
            _ => None,
        }
    }
}

/// A part of a cell.
#[derive(Clone, Copy)]
enum Part {
    Row,
    Column,
}

/// The name, or the part of one, that an expression is.
fn narrowed(expr: &Expr) -> Option<(usize, Option<Part>)> {
    match &expr.kind {
        ExprKind::Local(slot) => Some((*slot, None)),
        ExprKind::Help(helper @ (Helper::RowOf | Helper::ColOf), args) => match args.first()?.kind {
            ExprKind::Local(slot) if *helper == Helper::RowOf => Some((slot, Some(Part::Row))),
            ExprKind::Local(slot) => Some((slot, Some(Part::Column))),
            _ => None,
        },
        _ => None,
    }
}

fn speaks_of(expr: &Expr, along: &Along) -> bool {
    along.iter().any(|(slot, ..)| names(expr, *slot))
}

pub(super) fn names(expr: &Expr, slot: usize) -> bool {
    let mut names = false;
    expr.walk(&mut |part| names |= matches!(part.kind, ExprKind::Local(known) if known == slot));
    names
}

/// A condition and what it tests, if there is any.
type Filter<'r> = Option<(&'r Expr, (Test<'r>, bool))>;

/// What the interpreter does to work out a condition once, about.
fn work_of(condition: &Expr) -> usize {
    let mut parts = 4;
    condition.walk(&mut |_| parts += 1);
    parts
}

/// The possible member of that place.
fn known_member(members: &Members, place: i64) -> Num {
    match members {
        Members::From(lo, _) => Num::of(lo + place),
        Members::Cells(_, columns) => Num::cell(Num::of(place / columns), Num::of(place % columns)),
    }
}

/// What a chain of `and`, or of `or`, is made of, in order.
fn parts_of<'r>(expr: &'r Expr, op: BinaryOp, parts: &mut Vec<&'r Expr>) {
    match &expr.kind {
        ExprKind::Binary(known, left, right) if *known == op => {
            parts_of(left, op, parts);
            parts_of(right, op, parts);
        }
        _ => parts.push(expr),
    }
}
