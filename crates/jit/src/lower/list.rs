//! Lists laid into buffers: copied, joined, put in order, edited, compared.

use super::int;
use super::worth::{Held, Lying, Num, Row, Worth};
use super::{Lower, Lowered, unfit};
use crate::code::{Buffer, Elem, Stmt, Two, Value};
use bouton_rules::Span;
use bouton_rules::datum::Datum;
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::CompareOp;
use bouton_rules::types::Type;

/// Entries of a list that is laid into a buffer, where nothing says how long it can be; longer ones ask.
pub(super) const MOST_LAID: usize = 128;

/// The longest buffer of a list.
const MOST_ROOM: i64 = 2048;

/// Lists of at most so many entries are put in order by comparing places that are known beforehand.
const MOST_NETWORK: i64 = 8;

impl<'r> Lower<'r, '_> {
    /// A buffer for a list of at most so many entries.
    pub(super) fn room(&mut self, most: i64) -> Buffer {
        let most = usize::try_from(most.clamp(1, MOST_ROOM)).unwrap_or(MOST_LAID);
        self.make.own("list", Elem::I64, most)
    }

    /// A list of scalars laid into a buffer of its own.
    pub(super) fn listed(&mut self, expr: &'r Expr) -> Lowered<Lying> {
        let buffer = self.make.own("list", Elem::I64, MOST_LAID);
        let length = self.make.local("laid");
        self.make.set(length, 0);
        let (mut entry, mut none) = (Interval::new(1, 0), false);
        let lay = &mut |lower: &mut Self, worth: Worth| {
            let Worth::Num(num) = worth else { return unfit(expr.span, "a list of lists made here") };
            (entry, none) = (entry.hull(num.range), none || num.none);
            lower.make.store(buffer, length, num.value);
            lower.make.set(length, Value::from(length).plus(1));
            Ok(())
        };
        let eager = std::mem::replace(&mut self.eager, false);
        let done = match &expr.kind {
            ExprKind::Comprehension { set: false, item, clauses } => self.clauses(clauses, &mut |lower| {
                let worth = lower.expr(item)?;
                lay(lower, worth)
            }),
            _ => self.each(expr, lay),
        };
        self.eager = eager;
        done?;
        let length = self.make.hold("length", length);
        let most = int(MOST_LAID);
        Ok(Lying { buffer, start: Value::from(0), length, most, entry, none, live: false })
    }

    /// Two lists whose entries are no single values, joined.
    pub(super) fn joined_apart(&mut self, left: &'r Expr, right: &'r Expr) -> Lowered<Worth> {
        let (one, other) = (self.expr(left)?, self.expr(right)?);
        if let (Worth::Known(one @ Datum::List(_)), Worth::Known(other @ Datum::List(_))) = (&one, &other) {
            return Ok(Worth::Known(Datum::list(one.entries().chain(other.entries()).collect())));
        }
        let mut all = Vec::new();
        for worth in [one, other] {
            match worth {
                Worth::Many(entries) => all.extend(entries),
                Worth::Known(list @ Datum::List(_)) => all.extend(list.entries().map(|entry| self.known(&entry))),
                _ => return unfit(left.span, "a list of lists made here"),
            }
        }
        Ok(Worth::Many(all))
    }

    /// A list of scalars, wherever it is, as one in a buffer; a text as the list of its letters.
    pub(super) fn lying(&mut self, worth: Worth, span: Span) -> Lowered<Lying> {
        if let Worth::Known(list) = &worth
            && let Some(long) = self.long_list(list)
        {
            return Ok(long);
        }
        match worth {
            Worth::Lying(lying) => Ok(lying),
            Worth::Known(_) | Worth::Among(_) => match self.among(worth) {
                Some(among) => self.lying_among(&among, span),
                None => unfit(span, "entries of this kind"),
            },
            Worth::Row(row) if row.shape.sides.is_none() => self.laid(&row),
            Worth::Bits(bits) => self.laid_members(bits),
            Worth::Range(lo, hi) => self.laid_numbers(&lo, &hi),
            Worth::Many(all) => self.laid_entries(all, span),
            _ => unfit(span, "entries of this kind"),
        }
    }

    /// A packed list laid into a buffer.
    fn laid(&mut self, row: &Row) -> Lowered<Lying> {
        let cells = row.shape.cells;
        let buffer = self.room(cells);
        let (mut most, mut none) = (Interval::new(1, 0), false);
        self.count("i", Value::from(0), Value::from(cells), cells.unsigned_abs(), |lower, at| {
            let entry = lower.cell_at(row, at.clone());
            (most, none) = (entry.range, entry.none);
            lower.make.store(buffer, at, entry.value);
            Ok(())
        })?;
        let length = Value::from(cells);
        Ok(Lying { buffer, start: Value::from(0), length, most: cells, entry: most, none, live: false })
    }

    fn laid_numbers(&mut self, lo: &Num, hi: &Num) -> Lowered<Lying> {
        let most = i64::try_from((hi.range.hi - lo.range.lo + 1).max(0)).unwrap_or(i64::MAX);
        let buffer = self.room(most.min(MOST_ROOM));
        let first = self.make.hold("first", lo.value.clone());
        let length = hi.value.clone().minus(first.clone()).plus(1).max(0);
        let length = self.make.hold("length", length);
        self.count("i", Value::from(0), length.clone(), most.unsigned_abs(), |lower, at| {
            lower.make.store(buffer, at.clone(), first.clone().plus(at));
            Ok(())
        })?;
        let entry = Interval { lo: lo.range.lo, hi: hi.range.hi };
        Ok(Lying { buffer, start: Value::from(0), length, most, entry, none: false, live: false })
    }

    fn laid_entries(&mut self, all: Vec<Worth>, span: Span) -> Lowered<Lying> {
        let most = int(all.len());
        let buffer = self.room(most);
        let (mut entry, mut none, mut values) = (Interval::new(1, 0), false, Vec::new());
        for one in all {
            let Worth::Num(num) = one else { return unfit(span, "a list of lists made here") };
            (entry, none) = (entry.hull(num.range), none || num.none);
            values.push(num.value);
        }
        if !values.is_empty() {
            self.make.store_all(buffer, 0, values);
        }
        let length = Value::from(most);
        Ok(Lying { buffer, start: Value::from(0), length, most, entry, none, live: false })
    }

    /// The same list in a buffer of its own.
    pub(super) fn copy(&mut self, lying: &Lying) -> Lowered<Lying> {
        let buffer = self.room(lying.most);
        self.copied(lying, buffer)
    }

    /// The same list in this buffer; asks where it is too long for that.
    pub(super) fn copied(&mut self, lying: &Lying, buffer: Buffer) -> Lowered<Lying> {
        let length = self.make.hold("length", lying.length.clone());
        self.copied_to(lying, buffer, &Value::from(0))?;
        Ok(Lying { buffer, start: Value::from(0), length, live: false, ..lying.clone() })
    }

    /// Copies a list into a buffer, from a place on.
    pub(super) fn copied_to(&mut self, lying: &Lying, buffer: Buffer, place: &Value) -> Lowered<()> {
        let (from, start) = (lying.buffer, self.make.hold("start", lying.start.clone()));
        let most = lying.most.unsigned_abs();
        self.count("i", Value::from(0), lying.length.clone(), most, |lower, at| {
            let value = Value::load(from, start.plus(at.clone()));
            lower.make.store(buffer, place.clone().plus(at), value);
            Ok(())
        })
    }

    /// `sorted`, `reversed`, `distinct`, and lists with an entry more, less or other.
    pub(super) fn reordered(&mut self, helper: Helper, args: &'r [Expr]) -> Lowered<Worth> {
        let span = args[0].span;
        let worth = self.expr(&args[0])?;
        if helper == Helper::Sorted {
            match worth {
                Worth::Bits(bits) => return Ok(Worth::Lying(self.laid_members(bits)?)),
                Worth::Row(row) if row.shape.cells <= MOST_NETWORK && row.shape.sides.is_none() => {
                    let all = (0..row.shape.cells).map(|at| self.cell_at(&row, Value::from(at))).collect();
                    return Ok(self.network(all));
                }
                worth => {
                    let lying = self.lying(worth, span)?;
                    return self.insertion_sorted(&lying).map(Worth::Lying);
                }
            }
        }
        let lying = self.lying(worth, span)?;
        self.spend(2 * usize::try_from(lying.most).unwrap_or(1 << 20));
        let made = match helper {
            Helper::Reversed => self.reversed(&lying)?,
            Helper::Distinct => self.distinct_entries(&lying)?,
            _ => self.edited(helper, &lying, args)?,
        };
        Ok(Worth::Lying(made))
    }

    /// A few entries put in order.
    fn network(&mut self, mut all: Vec<Num>) -> Worth {
        let range = all.iter().map(|num| num.range).fold(Interval::new(1, 0), Interval::hull);
        let none = all.iter().any(|num| num.none);
        self.spend(2 * all.len());
        for num in &mut all {
            *num = Num { none, ..Num::new(self.make.hold("entry", num.value.clone()), range) };
        }
        for round in 0..all.len() {
            for at in (round % 2..all.len().saturating_sub(1)).step_by(2) {
                let (a, b) = (all[at].value.clone(), all[at + 1].value.clone());
                all[at].value = self.make.hold("low", Value::two(Two::Min, a.clone(), b.clone()));
                all[at + 1].value = self.make.hold("high", Value::two(Two::Max, a, b));
            }
        }
        Worth::Many(all.into_iter().map(Worth::Num).collect())
    }

    fn insertion_sorted(&mut self, lying: &Lying) -> Lowered<Lying> {
        self.spend(2 * usize::try_from(lying.most).unwrap_or(1 << 20));
        let made = self.copy(lying)?;
        let (buffer, most) = (made.buffer, made.most.unsigned_abs());
        self.count("i", Value::from(1), made.length.clone(), most, |lower, at| {
            let entry = lower.make.hold("entry", Value::load(buffer, at.clone()));
            let hole = lower.make.local("hole");
            lower.make.set(hole, at);
            let before = lower.make.local("before");
            lower.repeat(most, Value::from(hole).le(0), |lower, label| {
                lower.make.set(before, Value::load(buffer, Value::from(hole).minus(1)));
                lower.make.push(Stmt::If(Value::from(before).le(entry.clone()), vec![Stmt::Leave(label)], Vec::new()));
                lower.make.store(buffer, hole, before);
                lower.make.set(hole, Value::from(hole).minus(1));
                Ok(())
            })?;
            lower.make.store(buffer, hole, entry);
            Ok(())
        })?;
        Ok(made)
    }

    fn reversed(&mut self, lying: &Lying) -> Lowered<Lying> {
        let (buffer, length) = (self.room(lying.most), self.make.hold("length", lying.length.clone()));
        let last = self.make.hold("last", lying.start.clone().plus(length.clone()).minus(1));
        let from = lying.buffer;
        self.count("i", Value::from(0), length.clone(), lying.most.unsigned_abs(), |lower, at| {
            lower.make.store(buffer, at.clone(), Value::load(from, last.minus(at)));
            Ok(())
        })?;
        Ok(Lying { buffer, start: Value::from(0), length, live: false, ..lying.clone() })
    }

    fn distinct_entries(&mut self, lying: &Lying) -> Lowered<Lying> {
        let (buffer, length) = (self.room(lying.most), self.make.local("laid"));
        self.make.set(length, 0);
        let most = lying.most.unsigned_abs();
        self.each_lying(lying.clone(), &mut |lower, entry| {
            let Worth::Num(entry) = entry else { return Ok(()) };
            let found = lower.make.local("found");
            lower.make.set(found, 0);
            lower.count("j", Value::from(0), Value::from(length), most, |lower, at| {
                let same = Value::load(buffer, at).eq(entry.value.clone());
                lower.make.set(found, Value::from(found).or(same));
                Ok(())
            })?;
            lower.when(Value::from(found).is_zero(), |lower| {
                lower.make.store(buffer, length, entry.value);
                lower.make.set(length, Value::from(length).plus(1));
                Ok(())
            })
        })?;
        let length = self.make.hold("length", length);
        Ok(Lying { buffer, start: Value::from(0), length, live: false, ..lying.clone() })
    }

    /// A list with an entry added, put in, taken out, or replaced by two.
    fn edited(&mut self, helper: Helper, lying: &Lying, args: &'r [Expr]) -> Lowered<Lying> {
        let length = self.make.hold("length", lying.length.clone());
        let (at, added) = match helper {
            Helper::Append => (Num::new(length.clone(), Interval::new(0, lying.most)), &args[1..]),
            _ => (self.int(&args[1])?, &args[2..]),
        };
        let at = self.held(at);
        let dropped = i64::from(matches!(helper, Helper::Remove | Helper::Split));
        let outside = at.value.clone().below(length.clone().plus(1 - dropped)).is_zero();
        self.ask_if(outside);
        let (mut entry, mut none, mut values) = (lying.entry, lying.none, Vec::new());
        for arg in added {
            let num = self.scalar(arg)?;
            (entry, none) = (entry.hull(num.range), none || num.none);
            values.push(self.make.hold("new", num.value));
        }
        let more = int(values.len());
        let most = lying.most.saturating_add(more - dropped).max(0);
        let buffer = self.room(most);
        let before = Lying { length: at.value.clone(), ..lying.clone() };
        self.copied_to(&before, buffer, &Value::from(0))?;
        if !values.is_empty() {
            self.make.store_all(buffer, at.value.clone(), values);
        }
        let rest = at.value.clone().plus(dropped);
        let after = Lying {
            start: lying.start.clone().plus(rest.clone()),
            length: length.clone().minus(rest),
            ..lying.clone()
        };
        self.copied_to(&after, buffer, &at.value.plus(more))?;
        let length = self.make.hold("length", length.plus(more - dropped));
        Ok(Lying { buffer, start: Value::from(0), length, most, entry, none, live: false })
    }

    /// Whether two values of any kind are equal.
    pub(super) fn same(&mut self, a: &Worth, b: &Worth, span: Span) -> Lowered<Value> {
        if let (Some(a), Some(b)) = (self.among(a.clone()), self.among(b.clone())) {
            return Ok(self.same_among(&a, &b));
        }
        match (a, b) {
            (Worth::Num(a), Worth::Num(b)) => Ok(super::operate::compare_nums(CompareOp::Eq, a, b)),
            (Worth::Row(a), Worth::Row(b)) if a.shape == b.shape => {
                self.spend(8 * usize::try_from(a.shape.cells).unwrap_or(1 << 20));
                let pairs = a.words.iter().cloned().zip(b.words.iter().cloned());
                Ok(pairs.fold(Value::from(1), |same, (a, b)| same.and(a.eq(b))))
            }
            (Worth::Bits(a), Worth::Bits(b)) if a.members == b.members => {
                let pairs = a.words.iter().cloned().zip(b.words.iter().cloned());
                Ok(pairs.fold(Value::from(1), |same, (a, b)| same.and(a.eq(b))))
            }
            (Worth::Row(row), Worth::Known(Datum::Grid(grid))) | (Worth::Known(Datum::Grid(grid)), Worth::Row(row)) => {
                self.same_board(row, grid, span)
            }
            (Worth::Many(a), Worth::Many(b)) => {
                if a.len() != b.len() {
                    return Ok(Value::from(0));
                }
                let mut all = Value::from(1);
                for (a, b) in a.iter().zip(b) {
                    let one = self.same(a, b, span)?;
                    all = self.hold(all.and(one));
                }
                Ok(all)
            }
            (Worth::Many(all), Worth::Known(list @ Datum::List(_)))
            | (Worth::Known(list @ Datum::List(_)), Worth::Many(all)) => {
                let known = list.entries().map(|entry| self.known(&entry)).collect();
                self.same(&Worth::Many(all.clone()), &Worth::Many(known), span)
            }
            _ => {
                let (a, b) = (self.lying(a.clone(), span)?, self.lying(b.clone(), span)?);
                self.same_lists(&a, &b)
            }
        }
    }

    fn same_board(&mut self, row: &Row, grid: &bouton_rules::datum::Grid, span: Span) -> Lowered<Value> {
        if row.shape.sides != Some((grid.rows, grid.columns)) {
            return Ok(Value::from(0));
        }
        match known_words(&row.shape, &grid.cells) {
            Some(words) => {
                let pairs = row.words.iter().cloned().zip(words);
                Ok(pairs.fold(Value::from(1), |same, (a, b)| same.and(a.eq(b))))
            }
            None => unfit(span, "comparing boards of different kinds"),
        }
    }

    fn same_lists(&mut self, a: &Lying, b: &Lying) -> Lowered<Value> {
        let same = self.make.local("same");
        self.make.set(same, a.length.clone().eq(b.length.clone()));
        let most = a.most.min(b.most).unsigned_abs();
        self.spend(usize::try_from(most).unwrap_or(1 << 20));
        let (one, other) = (self.make.hold("start", a.start.clone()), self.make.hold("start", b.start.clone()));
        let (from, with) = (a.buffer, b.buffer);
        let length = Value::from(same).select(a.length.clone(), 0);
        self.count("i", Value::from(0), length, most, |lower, at| {
            let (a, b) = (Value::load(from, one.plus(at.clone())), Value::load(with, other.plus(at)));
            lower.make.set(same, Value::from(same).and(a.eq(b)));
            Ok(())
        })?;
        Ok(Value::from(same))
    }

    /// Whether a text stands in another.
    pub(super) fn part_of_text(&mut self, part: &Worth, whole: &Worth, span: Span) -> Lowered<Value> {
        let (part, whole) = (self.lying(part.clone(), span)?, self.lying(whole.clone(), span)?);
        let found = self.make.local("found");
        self.make.set(found, 0);
        let tries = whole.length.clone().minus(part.length.clone()).plus(1).max(0);
        let most = whole.most.saturating_add(1).unsigned_abs();
        self.count("i", Value::from(0), tries, most, |lower, at| {
            let start = lower.make.hold("start", whole.start.clone().plus(at));
            let here = Lying { start, length: part.length.clone(), ..whole.clone() };
            let same = lower.same_lists(&part, &here)?;
            lower.make.set(found, Value::from(found).or(same));
            Ok(())
        })?;
        Ok(Value::from(found))
    }

    /// A variable that holds a list of any length.
    pub(super) fn laid_variable(&mut self, worth: Worth, ty: &Type, span: Span) -> Lowered<Held> {
        let lying = self.lying(worth, span)?;
        let most = lying.most.clamp(int(MOST_LAID), MOST_ROOM);
        let buffer = self.room(most);
        self.laid_at(&lying, ty, (buffer, 0, most))
    }

    /// A variable that holds so many lists of any length.
    pub(super) fn laid_variables(&mut self, all: Vec<Worth>, of: &Type, span: Span) -> Lowered<Held> {
        let most = int(MOST_LAID);
        let all_most = most * int(all.len());
        if all_most > MOST_ROOM {
            return unfit(span, "a variable of this kind");
        }
        let buffer = self.room(all_most);
        let mut one = |(which, worth): (i64, Worth)| {
            let lying = self.lying(worth, span)?;
            self.laid_at(&lying, of, (buffer, which * most, most))
        };
        Ok(Held::Many((0..).zip(all).map(&mut one).collect::<Lowered<_>>()?))
    }

    /// A variable that holds a list there, for which there is so much room.
    fn laid_at(&mut self, lying: &Lying, ty: &Type, (buffer, start, most): (Buffer, i64, i64)) -> Lowered<Held> {
        let none = matches!(ty, Type::List(of) if of.may_be_none());
        let length = self.make.local("length");
        self.make.set(length, lying.length.clone());
        self.ask_if(Value::from(most).below(lying.length.clone()));
        self.copied_to(lying, buffer, &Value::from(start))?;
        Ok(Held::Laid { buffer, start, length, most, entry: Interval::FULL, none: none || lying.none })
    }
}

/// The words of a packed list or board of known numbers; nothing where one cannot stand there.
pub(super) fn known_words(shape: &super::worth::Shape, numbers: &[i64]) -> Option<Vec<Value>> {
    if usize::try_from(shape.cells).ok()? != numbers.len() {
        return None;
    }
    let (per, width) = (usize::try_from(shape.per()).ok()?, shape.width);
    let codes = numbers.iter().map(|number| shape.code(*number)).collect::<Option<Vec<_>>>()?;
    let word = |codes: &[i64]| {
        let shifted = (0..).zip(codes).map(|(at, code)| if width == 0 { 0 } else { code << (at * width) });
        Value::from(shifted.fold(0, |word, code| word | code))
    };
    Some(codes.chunks(per).map(word).collect())
}
