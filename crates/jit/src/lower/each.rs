//! Running over entries: `for`, choices, comprehensions, and helpers that look at every entry.
//!
//! Entries are made where they are used: a list is laid into a buffer only where somebody may stop early or change what it is made of,
//! since the interpreter makes every list whole (but those of `product` and `subsets`, which are made in turn).

use super::int;
use super::operate::{compare_nums, ints, spread};
use super::truths::{Lists, MOST_LISTS};
use super::worth::{Among, Bits, Lying, Members, Num, ROW, Row, Worth};
use super::{Lower, Lowered, unfit};
use crate::code::{Local, One, Value};
use bouton_rules::Span;
use bouton_rules::datum::{Cell, Datum, NONE};
use bouton_rules::interpret::{MOST_ENTRIES, MOST_MEMBERS, SUBSET_WORK};
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Choice, Expr, ExprKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp};
use bouton_rules::types::Type;
use std::rc::Rc;

/// What is done with each entry.
pub(super) type Body<'b, 'r, 's> = &'b mut dyn FnMut(&mut Lower<'r, 's>, Worth) -> Lowered<()>;

/// Known entries are written out one by one if they are at most so many; together with those of loops around, at most `MOST_UNROLLED`.
const UNROLLED: usize = 8;
const MOST_UNROLLED: usize = 64;

/// Subsets of at most so many members are made of these, and not looked for among all.
const MOST_CHOSEN: usize = 4;

/// A product takes one entry each of at most so many lists.
const MOST_IN_PRODUCT: usize = 16;

/// The straight directions, then all eight, as the interpreter orders them.
const STRAIGHT: [(i64, i64); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const EIGHT: [(i64, i64); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

fn directions(straight: bool) -> &'static [(i64, i64)] {
    if straight { &STRAIGHT } else { &EIGHT }
}

/// A cell whose neighbours are looked at, and the sides of its board.
struct Near {
    cell: (Num, Num),
    rows: i64,
    columns: i64,
}

/// A choice that holds a chain of steps ([`bouton_rules::Rules::chain`]).
#[derive(Clone)]
pub(super) struct Chain {
    /// The local that holds it.
    slot: usize,
    /// The place of the next one that is tried, and what it is when these steps may be made.
    next: Local,
    following: Value,
}

impl<'r, 's> Lower<'r, 's> {
    /// Runs over known chains of steps, each of which stands before those that begin with it: where one step may not be made, they are left out.
    pub(super) fn each_chain(&mut self, slot: usize, all: Vec<Datum>, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let lengths: Vec<usize> = all.iter().map(Datum::count).collect();
        let beyond = |at: usize| lengths[at + 1..].iter().position(|length| *length <= lengths[at]);
        let beyond = (0..all.len()).map(|at| int(beyond(at).map_or(all.len(), |more| at + 1 + more))).collect();
        let (beyond, count) = (self.table(beyond), all.len());
        let (all, next) = (Rc::new(all), self.make.local("chain"));
        self.make.set(next, 0);
        self.repeat(count as u64, Value::from(next).ge(int(count)), |lower, _| {
            let which = lower.make.hold("which", next);
            let past = lower.hold_sure("past", Value::load(beyond, which.clone()));
            lower.make.set(next, past);
            let around = lower.chain.replace(Chain { slot, next, following: which.clone().plus(1) });
            let done = body(lower, Worth::Among(Among { all, which }));
            lower.chain = around;
            done
        })
    }

    /// A loop over this was run through: where it was over the steps of a chain, longer ones may be made too.
    pub(super) fn ran_through(&mut self, over: &Expr) {
        if let Some(chain) = &self.chain
            && matches!(over.kind, ExprKind::Local(slot) if slot == chain.slot)
        {
            self.make.set(chain.next, chain.following.clone());
        }
    }

    /// Runs over clauses, innermost fastest.
    pub(super) fn clauses(
        &mut self,
        clauses: &'r [Choice],
        body: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some((clause, inner)) = clauses.split_first() else { return body(self) };
        let each = &mut |lower: &mut Self, entry| {
            lower.bind(clause.slot, entry);
            match &clause.condition {
                None => lower.clauses(inner, body),
                Some(condition) => lower.where_true(condition, |lower| lower.clauses(inner, body)),
            }
        };
        // Few entries are written out, which is faster.
        match self.filtered(clause, None, UNROLLED) {
            Some(filtered) => self.each_filtered(filtered, Value::from(1), each),
            None => self.each(&clause.over, each),
        }
    }

    /// Something done where the rest may be skipped, or where what is run over may change meanwhile.
    pub(super) fn eagerly(&mut self, work: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let before = std::mem::replace(&mut self.eager, true);
        let done = work(self);
        self.eager = before;
        done
    }

    /// Does something with each entry of an expression, and much of it: known entries are not written out.
    pub(super) fn each_in_turn(&mut self, expr: &'r Expr, body: Body<'_, 'r, 's>) -> Lowered<()> {
        self.in_turn(body, |lower, body| lower.each(expr, body))
    }

    /// The same with each number from one to another.
    pub(super) fn each_number_in_turn(&mut self, lo: Num, hi: Num, body: Body<'_, 'r, 's>) -> Lowered<()> {
        self.spend(2);
        self.in_turn(body, |lower, body| lower.each_number(lo, hi, body))
    }

    fn in_turn(
        &mut self,
        body: Body<'_, 'r, 's>,
        each: impl FnOnce(&mut Self, Body<'_, 'r, 's>) -> Lowered<()>,
    ) -> Lowered<()> {
        let before = std::mem::replace(&mut self.unrolled, usize::MAX);
        let done = each(self, &mut |lower, entry| {
            let around = std::mem::replace(&mut lower.unrolled, before);
            let done = body(lower, entry);
            lower.unrolled = around;
            done
        });
        self.unrolled = before;
        done
    }

    /// Does something with each entry of an expression.
    pub(super) fn each(&mut self, expr: &'r Expr, body: Body<'_, 'r, 's>) -> Lowered<()> {
        self.effort(expr.span)?;
        if let Some(always) = self.always(expr) {
            let columns = columns(&expr.ty, &always);
            return self.each_worth(always, expr.span, &mut |lower, entry| {
                let entry = lower.in_parts(entry, columns);
                body(lower, entry)
            });
        }
        self.spend(2);
        match &expr.kind {
            ExprKind::Help(helper, args) => self.each_of_help(*helper, args, expr, body),
            ExprKind::Comprehension { set: false, .. } if self.eager && !self.is_quiet(expr) => {
                let lying = self.listed(expr)?;
                self.each_lying(lying, body)
            }
            ExprKind::Comprehension { set: false, item, clauses } => self.clauses(clauses, &mut |lower| {
                let entry = lower.expr(item)?;
                body(lower, entry)
            }),
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                if let Some((lying, columns)) = self.one_of_two(&condition, then, otherwise) {
                    return self.each_lying(lying, &mut |lower, entry| {
                        let entry = lower.in_parts(entry, columns);
                        body(lower, entry)
                    });
                }
                let both = std::cell::RefCell::new(body);
                self.choose(
                    condition,
                    |lower| lower.each(then, &mut |lower, entry| both.borrow_mut()(lower, entry)),
                    |lower| lower.each(otherwise, &mut |lower, entry| both.borrow_mut()(lower, entry)),
                )
            }
            ExprKind::List(entries) => {
                let entries = entries.iter().map(|entry| self.expr(entry)).collect::<Lowered<Vec<_>>>()?;
                entries.into_iter().try_for_each(|entry| body(self, entry))
            }
            ExprKind::Binary(BinaryOp::Add, left, right) if matches!(expr.ty, Type::List(_)) && !self.eager => {
                self.each(left, body)?;
                self.each(right, body)
            }
            ExprKind::Bind(slot, value, inner) => {
                let value = self.expr(value)?;
                let value = self.freeze(value);
                let before = self.locals[*slot].replace(super::worth::Held::Fixed(value));
                let done = self.each(inner, body);
                self.locals[*slot] = before;
                done
            }
            _ => self.each_of_worth(expr, body),
        }
    }

    /// Does something with each entry of what a helper gives: places are not listed first.
    fn each_of_help(
        &mut self,
        helper: Helper,
        args: &'r [Expr],
        expr: &'r Expr,
        body: Body<'_, 'r, 's>,
    ) -> Lowered<()> {
        match helper {
            Helper::Subsets => self.each_subset(&args[0], body),
            Helper::Product => match self.tried(|lower| Ok(lower.lists_of_product(&args[0]))) {
                Ok(Some(lists)) => self.each_combination(&lists, &[], expr.span, body),
                _ => self.each_of_worth(expr, body),
            },
            Helper::Cells => {
                let (rows, columns) = self.sides(&args[0])?;
                self.each_cell(rows, columns, body)
            }
            Helper::Around4 | Helper::Around8 => self.around(helper == Helper::Around4, args, body),
            Helper::Ray => self.ray(args, false, body),
            Helper::Slide if self.eager => {
                let lying = self.listed(expr)?;
                self.each_lying(lying, body)
            }
            Helper::Slide => self.ray(args, true, body),
            _ => self.each_of_worth(expr, body),
        }
    }

    /// Does something with each entry of a list that is worked out first.
    fn each_of_worth(&mut self, expr: &'r Expr, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let mut worth = self.expr(expr)?;
        if self.eager {
            worth = self.freeze(worth);
        }
        match worth {
            Worth::Lying(letters) if expr.ty == Type::Text => self.each_letter(&letters, body),
            worth => self.each_worth(worth, expr.span, body),
        }
    }

    /// One known list or another, where much is done with each entry: both in one table, so that what is done is written once.
    fn one_of_two(
        &mut self,
        condition: &Value,
        then: &'r Expr,
        otherwise: &'r Expr,
    ) -> Option<(Lying, Option<Interval>)> {
        if self.unrolled < usize::MAX || matches!(condition, Value::Const(_)) {
            return None;
        }
        let (one, other) = (self.always(then)?, self.always(otherwise)?);
        let columns = columns(&then.ty, &one).zip(columns(&otherwise.ty, &other)).map(|(one, other)| one.hull(other));
        if then.ty == Type::Text {
            return None;
        }
        let known = |worth| if let Worth::Known(datum) = worth { ints(&datum) } else { None };
        let (then, otherwise) = (known(one)?, known(other)?);
        self.spend(2 * then.len().max(otherwise.len()));
        let [first, second] = [then.len(), otherwise.len()].map(int);
        let (both, most) = ([then, otherwise].concat(), first.max(second));
        let (entry, none) = spread(&both);
        let buffer = self.table(both);
        let condition = self.make.hold("which", condition.clone());
        let (start, length) = (condition.clone().select(0, first), condition.select(first, second));
        Some((Lying { buffer, start, length, most, entry, none, live: false }, columns))
    }

    /// A cell from a known list with its row and column, worked out once for all that ask for them.
    fn in_parts(&mut self, entry: Worth, columns: Option<Interval>) -> Worth {
        match (entry, columns) {
            (Worth::Num(num), Some(columns)) if num.parts.is_none() && !num.none => {
                let num = Num { value: self.make.hold("cell", num.value), ..num };
                let (row, column) = self.parts(&num);
                let rows = Interval { lo: row_of(num.range.lo), hi: row_of(num.range.hi) };
                let narrow = |num: Num, range| Num { range: num.range.meet(range), ..num };
                Worth::Num(Num { parts: Some(Box::new((narrow(row, rows), narrow(column, columns)))), ..num })
            }
            (entry, _) => entry,
        }
    }

    fn each_worth(&mut self, worth: Worth, span: Span, body: Body<'_, 'r, 's>) -> Lowered<()> {
        match worth {
            Worth::Known(datum) => self.each_known(&datum, span, body),
            Worth::Range(lo, hi) => self.each_number(lo, hi, body),
            Worth::Bits(bits) => self.each_member(bits, body),
            Worth::Row(row) if row.shape.sides.is_none() => self.each_packed(&row, body),
            Worth::Lying(lying) => self.each_lying(lying, body),
            Worth::Among(among) => self.each_among(&among, body),
            Worth::Many(all) => self.written_out(all.into_iter(), body),
            _ => unfit(span, "running over values of this kind"),
        }
    }

    /// Whether so many entries are written out, and if so, room for them.
    fn unrolls(&self, entries: usize) -> bool {
        entries <= UNROLLED && self.unrolled.saturating_mul(entries.max(1)) <= MOST_UNROLLED
    }

    fn written_out(&mut self, entries: impl ExactSizeIterator<Item = Worth>, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let before = self.unrolled;
        self.unrolled = self.unrolled.saturating_mul(entries.len().max(1));
        let mut done = Ok(());
        for entry in entries {
            done = done.and_then(|()| body(self, entry));
        }
        self.unrolled = before;
        done
    }

    fn each_known(&mut self, datum: &Datum, span: Span, body: Body<'_, 'r, 's>) -> Lowered<()> {
        self.spend(2 * datum.count());
        if self.unrolls(datum.count()) {
            let entries: Vec<Worth> = datum.entries().map(|entry| self.known(&entry)).collect();
            return self.written_out(entries.into_iter(), body);
        }
        if ints(datum).is_none() {
            let among = Among { all: Rc::new(vec![datum.clone()]), which: Value::from(0) };
            return self.each_among(&among, body);
        }
        let lying = self.lying(Worth::Known(datum.clone()), span)?;
        self.each_lying(lying, body)
    }

    fn each_number(&mut self, lo: Num, hi: Num, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let most = u64::try_from((hi.range.hi - lo.range.lo + 1).max(0)).unwrap_or(u64::MAX);
        let range = Interval { lo: lo.range.lo, hi: hi.range.hi };
        if let (Some(lo), Some(hi)) = (lo.known(), hi.known())
            && let Ok(count) = usize::try_from((i128::from(hi) - i128::from(lo) + 1).max(0))
            && self.unrolls(count)
        {
            let entries: Vec<Worth> = (lo..=hi).map(|number| Worth::Num(Num::of(number))).collect();
            return self.written_out(entries.into_iter(), body);
        }
        if range.is_empty() {
            return Ok(());
        }
        let to = match hi.range.hi < i128::from(i64::MAX) {
            true => hi.value.plus(1),
            // One past the last would be no number.
            false => {
                self.make.ask_if(hi.value.clone().eq(i64::MAX));
                hi.value.plus(1)
            }
        };
        self.count("i", lo.value, to, most, |lower, at| body(lower, Worth::Num(Num::new(at, range))))
    }

    /// Every letter of a text, as a text of one letter.
    fn each_letter(&mut self, letters: &Lying, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let start = self.make.hold("start", letters.start.clone());
        self.count("i", Value::from(0), letters.length.clone(), letters.most.unsigned_abs(), |lower, at| {
            let start = lower.make.hold("letter", start.plus(at));
            body(lower, Worth::Lying(Lying { start, length: Value::from(1), most: 1, ..letters.clone() }))
        })
    }

    /// Every subset of a set, as the interpreter orders them: by the numbers that their bits are.
    fn each_subset(&mut self, of: &'r Expr, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let (whole, members) = self.set_of_subsets(of)?;
        let most = 1 << (members.count() as usize).min(MOST_MEMBERS);
        let (subset, done) = (self.make.local("subset"), self.make.local("done"));
        self.make.set(subset, 0);
        self.make.set(done, 0);
        self.repeat(most, Value::from(done).ne(0), |lower, _| {
            let here = lower.make.hold("subset", subset);
            lower.make.set(done, here.clone().eq(whole.clone()));
            lower.make.set(subset, here.clone().minus(whole.clone()).and(whole));
            body(lower, Worth::Bits(Bits { words: vec![here], members }))
        })
    }

    /// A set whose subsets are gone through, which must not have too many members.
    fn set_of_subsets(&mut self, of: &'r Expr) -> Lowered<(Value, Members)> {
        let bits = self.bits(of, None)?;
        let Some(word) = bits.single().cloned() else {
            return unfit(of.span, "subsets of a set of so many possible members");
        };
        let whole = self.make.hold("whole", word);
        let count = Value::one(One::Ones, whole.clone());
        self.ask_if(count.gt(int(MOST_MEMBERS)));
        self.spend(SUBSET_WORK << (bits.members.count() as usize).min(MOST_MEMBERS));
        Ok((whole, bits.members))
    }

    /// Where a choice runs over the subsets of a set and first asks that they have so many members: the set, and how many.
    pub(super) fn subsets_of_size(&mut self, choice: &'r Choice) -> Option<(&'r Expr, usize)> {
        let ExprKind::Help(Helper::Subsets, args) = &choice.over.kind else { return None };
        let ExprKind::Compare(left, rest) = &choice.condition.as_ref()?.conjuncts().first()?.kind else { return None };
        let ([of], [(CompareOp::Eq, right)]) = (args.as_slice(), rest.as_slice()) else { return None };
        let counted = |expr: &Expr| match &expr.kind {
            ExprKind::Help(Helper::Len, args) => matches!(args[0].kind, ExprKind::Local(slot) if slot == choice.slot),
            _ => false,
        };
        let count = if counted(left) { right } else { Some(&**left).filter(|_| counted(right))? };
        let Some(Worth::Num(count)) = self.always(count) else { return None };
        let count = usize::try_from(count.known()?).ok().filter(|count| *count <= MOST_CHOSEN)?;
        Some((of, count))
    }

    /// Every subset of so many members, in the same order: the greatest member outermost.
    pub(super) fn each_subset_of_size(&mut self, of: &'r Expr, count: usize, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let (whole, members) = self.set_of_subsets(of)?;
        self.each_subset_among(count, (whole, Value::from(0)), members, body)
    }

    fn each_subset_among(
        &mut self,
        count: usize,
        (among, chosen): (Value, Value),
        members: Members,
        body: Body<'_, 'r, 's>,
    ) -> Lowered<()> {
        if count == 0 {
            return body(self, Worth::Bits(Bits { words: vec![chosen], members }));
        }
        let rest = self.make.local("rest");
        self.make.set(rest, among.clone());
        self.repeat(u64::from(members.count()), Value::from(rest).eq(0), |lower, _| {
            let lowest = Value::from(rest).and(Value::one(One::Neg, rest.into()));
            let lowest = lower.make.hold("member", lowest);
            lower.make.set(rest, Value::from(rest).minus(lowest.clone()));
            let below = lower.make.hold("below", among.and(lowest.clone().minus(1)));
            let chosen = lower.make.hold("chosen", chosen.or(lowest));
            lower.each_subset_among(count - 1, (below, chosen), members, body)
        })
    }

    /// The lists of which a product takes one entry each, held. Nothing where it is not known here how many they are, or how long they can be.
    fn lists_of_product(&mut self, of: &'r Expr) -> Option<Vec<Worth>> {
        if matches!(&of.ty, Type::List(of) if **of == Type::Text) {
            return None;
        }
        let lists = match &of.kind {
            ExprKind::Comprehension { set: false, item, clauses } => {
                let [Choice { slot, over, condition: None, .. }] = clauses.as_slice() else { return None };
                let mut lists = Vec::new();
                for entry in self.few_entries(over)? {
                    self.spend(1);
                    self.bind(*slot, entry);
                    lists.push(self.expr(item).ok()?);
                }
                lists
            }
            _ => self.few_entries(of)?,
        };
        let lists: Vec<Worth> = lists.into_iter().map(|list| self.freeze(list)).collect();
        self.ask_if_too_many(&lists, of.span)?;
        Some(lists)
    }

    /// The entries of an expression one by one. Nothing where it is not known here how many they are, or they are many.
    fn few_entries(&mut self, over: &'r Expr) -> Option<Vec<Worth>> {
        let worth = match self.always(over) {
            Some(always) => always,
            None => self.expr(over).ok()?,
        };
        let entries: Vec<Worth> = match worth {
            Worth::Known(datum) => datum.entries().take(MOST_IN_PRODUCT + 1).map(|entry| self.known(&entry)).collect(),
            Worth::Many(all) => all,
            Worth::Row(row) if row.shape.sides.is_none() && row.shape.cells <= int(MOST_IN_PRODUCT) => {
                (0..row.shape.cells).map(|place| Worth::Num(self.cell_at(&row, Value::from(place)))).collect()
            }
            _ => return None,
        };
        Some(entries).filter(|entries| entries.len() <= MOST_IN_PRODUCT)
    }

    /// Asks where the interpreter refuses to go through so many combinations. Nothing where it always does, or lengths have no close bounds.
    fn ask_if_too_many(&mut self, lists: &[Worth], span: Span) -> Option<()> {
        const LONGEST: i128 = 1 << 40;
        let limit = int(MOST_ENTRIES);
        let lengths = lists.iter().map(|list| self.length_of(list.clone(), span).ok()).collect::<Option<Vec<_>>>()?;
        let all = |end: fn(&Num) -> i128| lengths.iter().map(end).fold(1_i128, i128::saturating_mul);
        let (least, most) = (all(|length| length.range.lo.max(0)), all(|length| length.range.hi.max(1)));
        if least >= limit.into() || lengths.iter().any(|length| length.range.hi >= LONGEST) {
            return None;
        }
        if most >= limit.into() {
            let mut count = Value::from(1);
            for length in lengths {
                // Less than the limit times the longest: it fits.
                count = self.make.hold("combinations", count.times(length.value));
                self.ask_if(count.clone().ge(limit));
            }
        }
        Some(())
    }

    /// Every list with one entry of each of these, the last one changing fastest. Nothing can go wrong with those that are not looked at.
    fn each_combination(
        &mut self,
        lists: &[Worth],
        chosen: &[Worth],
        span: Span,
        body: Body<'_, 'r, 's>,
    ) -> Lowered<()> {
        let Some((list, rest)) = lists.split_first() else {
            self.effort(span)?;
            // The interpreter makes each when it is its turn.
            self.spend(chosen.len() + 1);
            return body(self, Worth::Many(chosen.to_vec()));
        };
        self.each_worth(list.clone(), span, &mut |lower, entry| {
            lower.each_combination(rest, &[chosen, &[entry]].concat(), span, body)
        })
    }

    fn each_packed(&mut self, row: &Row, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let cells = row.shape.cells;
        self.spend(4 * usize::try_from(cells).unwrap_or(1 << 20));
        if let Some(count) = usize::try_from(cells).ok().filter(|count| self.unrolls(*count)) {
            let entries: Vec<Worth> =
                (0..cells).map(|place| Worth::Num(self.cell_at(row, Value::from(place)))).collect();
            assert_eq!(entries.len(), count);
            return self.written_out(entries.into_iter(), body);
        }
        self.count("i", Value::from(0), Value::from(cells), cells.unsigned_abs(), |lower, at| {
            let entry = lower.cell_at(row, at);
            body(lower, Worth::Num(entry))
        })
    }

    pub(super) fn each_lying(&mut self, lying: Lying, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let Lying { buffer, start, length, most, entry, none, .. } = lying;
        let start = self.make.hold("start", start);
        self.count("i", Value::from(0), length, most.unsigned_abs(), |lower, at| {
            let value = lower.hold_sure("entry", Value::load(buffer, start.plus(at)));
            body(lower, Worth::Num(Num { none, ..Num::new(value, entry) }))
        })
    }

    fn each_cell(&mut self, rows: i64, columns: i64, body: Body<'_, 'r, 's>) -> Lowered<()> {
        self.spend(4 * usize::try_from(rows * columns).unwrap_or(1 << 20));
        let count = usize::try_from(rows * columns).unwrap_or(usize::MAX);
        if self.unrolls(count) {
            let cells: Vec<Worth> = (0..rows * columns)
                .map(|place| Worth::Num(Num::cell(Num::of(place / columns), Num::of(place % columns))))
                .collect();
            return self.written_out(cells.into_iter(), body);
        }
        self.count("r", Value::from(0), Value::from(rows), rows.unsigned_abs(), |lower, row| {
            let row = Num::new(row, Interval::new(0, rows - 1));
            lower.count("c", Value::from(0), Value::from(columns), columns.unsigned_abs(), |lower, column| {
                let column = Num::new(column, Interval::new(0, columns - 1));
                let cell = Num::cell(row.clone(), column);
                let cell = lower.held(cell);
                body(lower, Worth::Num(cell))
            })
        })
    }

    /// Rows and columns of a board.
    pub(super) fn sides(&mut self, board: &'r Expr) -> Lowered<(i64, i64)> {
        match self.expr(board)? {
            Worth::Row(Row { shape, .. }) if shape.sides.is_some() => Ok(shape.sides.unwrap_or_default()),
            Worth::Known(Datum::Grid(grid)) => Ok((grid.rows, grid.columns)),
            _ => unfit(board.span, "boards of this kind"),
        }
    }

    fn around(&mut self, straight: bool, args: &'r [Expr], body: Body<'_, 'r, 's>) -> Lowered<()> {
        let (rows, columns) = self.sides(&args[0])?;
        self.spend(2 * usize::try_from(rows * columns).unwrap_or(1 << 20));
        let cell = self.int(&args[1])?;
        let near = Near { cell: self.parts(&cell), rows, columns };
        let directions = directions(straight);
        if self.unrolled < usize::MAX {
            let mut steps = directions.iter().map(|(down, along)| (Num::of(*down), Num::of(*along)));
            return steps.try_for_each(|(down, along)| self.step(&near, &down, &along, body));
        }
        // Much is done with each cell: the directions stand in a table, and it is written once.
        let [downs, alongs] = [|step: &(i64, i64)| step.0, |step: &(i64, i64)| step.1];
        let tables = [directions.iter().map(downs).collect(), directions.iter().map(alongs).collect()];
        let [downs, alongs] = tables.map(|table| self.table(table));
        let most = i64::try_from(directions.len()).expect("there are eight at most");
        self.count("i", Value::from(0), Value::from(most), most.unsigned_abs(), |lower, at| {
            let mut part = |name, table| {
                let value = lower.hold_sure(name, Value::load(table, at.clone()));
                Num::new(value, Interval::new(-1, 1))
            };
            let (down, along) = (part("down", downs), part("along", alongs));
            lower.step(&near, &down, &along, body)
        })
    }

    /// The cells around each cell that one can be, and which it is. Nothing where it can be too many.
    pub(super) fn neighbours(&mut self, straight: bool, args: &'r [Expr]) -> Lowered<Option<Lists>> {
        let (rows, columns) = self.sides(&args[0])?;
        self.spend(2 * usize::try_from(rows * columns).unwrap_or(1 << 20));
        let cell = self.int(&args[1])?;
        let (row, column) = self.parts(&cell);
        let count = |side: &Num| side.range.hi.saturating_sub(side.range.lo).saturating_add(1);
        let few = count(&row).saturating_mul(count(&column)) <= MOST_LISTS as i128;
        if !few || count(&row) < 1 || count(&column) < 1 {
            return Ok(None);
        }
        let ends = |side: &Num| (int(side.range.lo), int(side.range.hi));
        let ((top, bottom), (left, right)) = (ends(&row), ends(&column));
        let directions = directions(straight);
        let around = |row: i64, column: i64| {
            let cells = directions.iter().map(move |(down, along)| Cell { row: row + down, column: column + along });
            let on_board = cells.filter(|cell| (0..rows).contains(&cell.row) && (0..columns).contains(&cell.column));
            on_board.filter_map(|cell| cell.pack()).collect()
        };
        let all = (top..=bottom).flat_map(|row| (left..=right).map(move |column| around(row, column))).collect();
        let which = row.value.minus(top).times(right - left + 1).plus(column.value.minus(left));
        Ok(Some(Lists { all, which: self.make.hold("which", which) }))
    }

    /// Does something with the cell that is so far down and along, if it is on the board.
    fn step(&mut self, near: &Near, down: &Num, along: &Num, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let moved =
            |from: &Num, by: &Num| Num::new(from.value.clone().plus(by.value.clone()), from.range.plus(by.range));
        let (row, column) = (moved(&near.cell.0, down), moved(&near.cell.1, along));
        let inside = self.on_board(&row, &column, near.rows, near.columns);
        self.when(inside, |lower| {
            let on = |num: Num, count: i64| Num { range: num.range.meet(Interval::new(0, count - 1)), ..num };
            let cell = lower.held(Num::cell(on(row, near.rows), on(column, near.columns)));
            body(lower, Worth::Num(cell))
        })
    }

    /// The cells of a ray; of a slide those before the first that is not free.
    fn ray(&mut self, args: &'r [Expr], slides: bool, body: Body<'_, 'r, 's>) -> Lowered<()> {
        let (rows, columns) = self.sides(&args[0])?;
        self.spend(2 * usize::try_from(rows * columns).unwrap_or(1 << 20));
        let (start, step) = (self.int(&args[1])?, self.int(&args[2])?);
        let left = match args.get(3) {
            Some(most) => {
                let (most, left) = (self.int(most)?, self.make.local("left"));
                self.make.set(left, most.value);
                Some(left)
            }
            None => None,
        };
        self.ask_if(step.value.clone().eq(0));
        let ((row, column), (down, along)) = (self.parts(&start), self.parts(&step));
        let (at_row, at_column) = (self.make.local("row"), self.make.local("column"));
        let (down, along) = (self.make.hold("down", down.value), self.make.hold("along", along.value));
        self.make.set(at_row, row.value.plus(down.clone()));
        self.make.set(at_column, column.value.plus(along.clone()));
        let outside = Value::from(at_row).below(rows).and(Value::from(at_column).below(columns)).is_zero();
        let most = u64::try_from(rows.max(columns)).unwrap_or(u64::MAX);
        let done = match left {
            Some(left) => outside.or(Value::from(left).le(0)),
            None => outside,
        };
        self.repeat(most, done, |lower, label| {
            let (row, column) = (lower.make.hold("r", at_row), lower.make.hold("c", at_column));
            let (row, column) =
                (Num::new(row, Interval::new(0, rows - 1)), Num::new(column, Interval::new(0, columns - 1)));
            if slides {
                let taken = lower.is_taken(&args[0], &row, &column)?;
                lower.when(taken, |lower| {
                    lower.make.leave(label);
                    Ok(())
                })?;
            }
            if let Some(left) = left {
                lower.make.set(left, Value::from(left).minus(1));
            }
            let cell = lower.held(Num::cell(row, column));
            body(lower, Worth::Num(cell))?;
            lower.make.set(at_row, Value::from(at_row).plus(down));
            lower.make.set(at_column, Value::from(at_column).plus(along));
            Ok(())
        })
    }

    /// Whether a cell that is on a board is not free.
    fn is_taken(&mut self, board: &'r Expr, row: &Num, column: &Num) -> Lowered<Value> {
        let content = match self.expr(board)? {
            Worth::Row(held) => {
                let place = self.board_place(&held.shape, row, column);
                self.cell_at(&held, place)
            }
            Worth::Known(Datum::Grid(grid)) => self.known_cell(&grid, row, column),
            _ => return unfit(board.span, "boards of this kind"),
        };
        let free = if matches!(board.ty, Type::Grid(ref of) if **of == Type::Bool) { 0 } else { NONE };
        Ok(compare_nums(CompareOp::Ne, &content, &Num::of(free)))
    }
}

/// The row of a packed cell. Columns are less than half a row's worth from 0.
fn row_of(cell: i128) -> i128 {
    (cell + i128::from(ROW / 2)).div_euclid(i128::from(ROW))
}

/// What the columns of a known list of cells can be.
fn columns(ty: &Type, worth: &Worth) -> Option<Interval> {
    let (Type::List(of) | Type::Set(of), Worth::Known(datum)) = (ty, worth) else { return None };
    let cells = ints(datum).filter(|_| **of == Type::Cell)?;
    let column = |cell: i64| i128::from(cell) - row_of(i128::from(cell)) * i128::from(ROW);
    cells.into_iter().map(|cell| Interval { lo: column(cell), hi: column(cell) }).reduce(Interval::hull)
}

/// Keeps the compiler from forgetting that cells are small.
const _: () = assert!(Cell::LIMIT < ROW);
