//! Helpers.

use super::int;
use super::operate::compare_nums;
use super::worth::{Among, Bits, Held, Lying, Members, Num, Row, Worth};
use super::{Lower, Lowered, unfit};
use crate::code::{One, Two, Value};
use bouton_rules::Span;
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::say;
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::CompareOp;
use bouton_rules::types::Type;

/// Numbers within this can be added up without a check: a question looks at fewer entries than would leave 64 bits.
const SMALL: i64 = 1 << 36;

/// What a sum of small numbers, or of a part of a known list, may come to at most.
pub(super) const SUM: i64 = 1 << 61;

impl<'r> Lower<'r, '_> {
    pub(super) fn bind(&mut self, slot: usize, worth: Worth) {
        self.locals[slot] = Some(Held::Fixed(worth));
    }

    /// The same values, held so that nothing changes them.
    pub(super) fn freeze(&mut self, worth: Worth) -> Worth {
        match worth {
            Worth::Num(num) => Worth::Num(self.frozen(num)),
            Worth::Range(lo, hi) => Worth::Range(self.frozen(lo), self.frozen(hi)),
            Worth::Bits(bits) => {
                let words = bits.words.into_iter().map(|word| self.make.hold("set", word)).collect();
                Worth::Bits(Bits { words, ..bits })
            }
            Worth::Among(among) => Worth::Among(Among { which: self.make.hold("which", among.which), ..among }),
            Worth::Many(all) => Worth::Many(all.into_iter().map(|one| self.freeze(one)).collect()),
            Worth::Lying(lying) if lying.live => match self.copy(&lying) {
                Ok(copied) => Worth::Lying(copied),
                Err(_) => Worth::Lying(lying),
            },
            Worth::Lying(lying) => Worth::Lying(Lying {
                start: self.make.hold("start", lying.start),
                length: self.make.hold("length", lying.length),
                ..lying
            }),
            Worth::Row(row) => {
                let words = row.words.into_iter().map(|word| self.make.hold("cells", word)).collect();
                Worth::Row(Row { words, ..row })
            }
            other => other,
        }
    }

    fn frozen(&mut self, num: Num) -> Num {
        let code = num.code.map(|(code, lo)| (self.make.hold("code", code), lo));
        let parts = num.parts.map(|parts| Box::new((self.frozen(parts.0), self.frozen(parts.1))));
        let value = match &code {
            // The choice of `none` is made again from the code that is held.
            Some((code, lo)) => code.clone().eq(0).select(NONE, code.clone().plus(lo - 1)),
            None => self.make.hold("x", num.value),
        };
        Num { value, code, parts, ..num }
    }

    pub(super) fn help(&mut self, helper: Helper, args: &'r [Expr], expr: &'r Expr) -> Lowered<Worth> {
        match helper {
            Helper::First | Helper::Last => self.end_entry(&args[0], helper == Helper::First),
            Helper::Digits | Helper::Divisors | Helper::Primes => {
                self.list_of_number(helper, &args[0]).map(Worth::Lying)
            }
            Helper::Reach => self.reach(args).map(Worth::Bits),
            Helper::Sorted
            | Helper::Reversed
            | Helper::Distinct
            | Helper::Append
            | Helper::Insert
            | Helper::Remove
            | Helper::Split => self.reordered(helper, args),
            Helper::Rows | Helper::Cols => self.ranks(helper == Helper::Rows, &args[0]),
            Helper::Flood => self.flood(args).map(Worth::Bits),
            Helper::Borders => self.borders(args).map(Worth::Bits),
            Helper::Cells | Helper::Around4 | Helper::Around8 | Helper::Ray | Helper::Slide => {
                self.listed(expr).map(Worth::Lying)
            }
            _ => self.number_by(helper, args, expr).map(Worth::Num),
        }
    }

    /// Helpers that give a number, a truth or a cell.
    fn number_by(&mut self, helper: Helper, args: &'r [Expr], expr: &'r Expr) -> Lowered<Num> {
        Ok(match helper {
            Helper::Len => self.length(&args[0])?,
            Helper::Sum => self.sum(&args[0])?,
            Helper::Min => self.extreme(Two::Min, args)?,
            Helper::Max => self.extreme(Two::Max, args)?,
            Helper::Abs => self.abs(&args[0])?,
            Helper::Count => self.count_entries(args)?,
            Helper::Any | Helper::All => self.any_or_all(helper == Helper::Any, &args[0])?,
            Helper::Xor => self.xor(args)?,
            Helper::Popcount => {
                let num = self.int(&args[0])?;
                self.ask_negative(&num);
                Num::new(Value::one(One::Ones, num.value), Interval::new(0, 63))
            }
            Helper::Bit => self.bit_of(args)?,
            Helper::Number if args.len() > 1 => self.of_digits(&args[0], &args[1])?,
            Helper::Code | Helper::Number => self.of_letter(helper, &args[0])?,
            Helper::Connected => self.connected(args)?,
            Helper::Divides => self.divides(args)?,
            Helper::Line => self.line_of(args, expr)?,
            Helper::Full => {
                let Worth::Row(row) = self.expr(&args[0])? else { return unfit(expr.span, "this board") };
                self.spend(row.words.len() * 64);
                if row.shape.none { Num::truth(self.nowhere(&row, Value::from(0), expr.span)?) } else { Num::of(1) }
            }
            Helper::RowOf | Helper::ColOf => {
                let cell = self.int(&args[0])?;
                let (row, column) = self.parts(&cell);
                if helper == Helper::RowOf { row } else { column }
            }
            Helper::Gcd => self.gcd(args)?,
            Helper::Isqrt => self.root(&args[0])?,
            Helper::IsSquare => self.is_square(&args[0])?,
            Helper::Mex => self.mex(&args[0])?,
            Helper::Degree => {
                let Worth::Lying(near) = self.index(&args[0], &args[1..], expr.span)? else {
                    return unfit(expr.span, "this graph");
                };
                Num::new(near.length, Interval::new(0, near.most))
            }
            Helper::Distance => self.distance(args)?,
            _ => return unfit(expr.span, say!("`{}`", helper.row().name)),
        })
    }

    pub(super) fn ask_negative(&mut self, num: &Num) {
        let negative = if num.range.lo >= 0 { Value::from(0) } else { num.value.clone().lt(0) };
        self.ask_if(negative);
    }

    fn length(&mut self, of: &'r Expr) -> Lowered<Num> {
        if let ExprKind::Comprehension { set: false, .. } = &of.kind {
            return self.tally(of, |_, _| Ok(Value::from(1)));
        }
        let worth = self.expr(of)?;
        self.length_of(worth, of.span)
    }

    /// How many entries there are.
    pub(super) fn length_of(&mut self, worth: Worth, span: Span) -> Lowered<Num> {
        Ok(match worth {
            Worth::Range(lo, hi) => {
                let range = hi.range.minus(lo.range).plus(Interval::of(1));
                let long = Interval { lo: 0, hi: range.hi.max(0) };
                if long != long.in_range() || range != range.in_range() {
                    return unfit(span, "the length of a range without bounds");
                }
                Num::new(hi.value.minus(lo.value).plus(1).max(0), long)
            }
            Worth::Bits(bits) => self.size_of(&bits),
            Worth::Row(row) => Num::of(row.shape.cells),
            Worth::Lying(lying) => Num::new(lying.length, Interval::new(0, lying.most)),
            Worth::Among(among) => self.size_among(&among),
            Worth::Many(all) => Num::of(int(all.len())),
            Worth::Known(datum) => Num::of(int(datum.count())),
            Worth::Num(_) => return unfit(span, "the length of this"),
        })
    }

    /// Counts what each entry adds, which is 0 or 1.
    fn tally(&mut self, of: &'r Expr, mut adds: impl FnMut(&mut Self, Worth) -> Lowered<Value>) -> Lowered<Num> {
        self.counted(|lower, add| {
            lower.each(of, &mut |lower, entry| {
                let one = adds(lower, entry)?;
                add(lower, one)
            })
        })
    }

    /// What is added up on the way.
    fn counted(
        &mut self,
        work: impl FnOnce(&mut Self, &dyn Fn(&mut Self, Value) -> Lowered<()>) -> Lowered<()>,
    ) -> Lowered<Num> {
        let count = self.make.local("count");
        self.make.set(count, 0);
        work(self, &|lower, more| {
            lower.make.set(count, Value::from(count).plus(more));
            Ok(())
        })?;
        let most = i64::try_from(self.most_cost()).unwrap_or(i64::MAX);
        Ok(Num::new(count, Interval::new(0, most)))
    }

    fn count_entries(&mut self, args: &'r [Expr]) -> Lowered<Num> {
        let [of, rest @ ..] = args else { return Ok(Num::of(0)) };
        if let ([], ExprKind::Comprehension { set: false, item, clauses }, false) = (rest, &of.kind, self.eager)
            && self.always(of).is_none()
        {
            self.spend(2);
            return self.counted(|lower, add| {
                lower.each_truth(clauses, item, &mut |lower, truths| add(lower, truths.number()))
            });
        }
        let wanted = match rest {
            [wanted] => self.expr(wanted)?,
            _ => Worth::Num(Num::of(1)),
        };
        let wanted = self.freeze(wanted);
        let span = of.span;
        self.tally(of, |lower, entry| lower.same(&entry, &wanted, span))
    }

    fn any_or_all(&mut self, any: bool, of: &'r Expr) -> Lowered<Num> {
        let result = self.make.local(if any { "any" } else { "all" });
        self.make.set(result, i64::from(!any));
        let span = of.span;
        let ExprKind::Comprehension { set: false, item, clauses } = &of.kind else {
            self.each(of, &mut |lower, entry| {
                let Worth::Num(entry) = entry else { return unfit(span, "a list of lists here") };
                let holds = compare_nums(CompareOp::Eq, &entry, &Num::of(1));
                let both = if any { Value::from(result).or(holds) } else { Value::from(result).and(holds) };
                lower.make.set(result, both);
                Ok(())
            })?;
            return Ok(Num::truth(result));
        };
        // The interpreter stops at the first that decides, so nothing after it may ask.
        self.eagerly(|lower| {
            lower.block(|lower, label| {
                lower.each_truth(clauses, item, &mut |lower, truths| {
                    lower.when(truths.any(any), |lower| {
                        lower.make.set(result, i64::from(any));
                        lower.make.leave(label);
                        Ok(())
                    })
                })
            })
        })?;
        Ok(Num::truth(result))
    }

    fn sum(&mut self, of: &'r Expr) -> Lowered<Num> {
        if let Some(sum) = self.sum_of_slice(of)? {
            return Ok(sum);
        }
        if let Type::Set(_) = of.ty
            && let Worth::Bits(bits) = self.expr(of)?
            && bits.words.len() == 1
            && let Members::From(lo, count) = bits.members
            && i128::from(lo).abs() + i128::from(count) < i128::from(SMALL)
        {
            return Ok(self.sum_of_bits(&bits, lo, count));
        }
        let sum = self.make.local("sum");
        self.make.set(sum, 0);
        let mut small = true;
        let span = of.span;
        self.each(of, &mut |lower, entry| {
            let Worth::Num(entry) = entry else { return unfit(span, "a sum of lists") };
            let entry = lower.there(entry);
            let within = entry.range.lo >= -i128::from(SMALL) && entry.range.hi <= i128::from(SMALL);
            small &= within;
            let added =
                if within { Value::from(sum).plus(entry.value) } else { Value::from(sum).asked_plus(entry.value) };
            lower.shared.proven += usize::from(within);
            lower.make.set(sum, added);
            Ok(())
        })?;
        Ok(Num::new(sum, if small { Interval::new(-SUM, SUM) } else { Interval::FULL }))
    }

    /// The sum of a set of small numbers: byte by byte from a table.
    fn sum_of_bits(&mut self, bits: &Bits, lo: i64, count: u32) -> Num {
        self.spend(2 * usize::try_from(count).unwrap_or(64));
        let word = self.make.hold("set", bits.words[0].clone());
        let mut sum = Value::from(0);
        for byte in 0..count.div_ceil(8) {
            let first = lo + 8 * i64::from(byte);
            let of = |set: i64| (0..8).filter(|bit| set >> bit & 1 == 1).map(|bit| first + bit).sum();
            let table = self.table((0..256).map(of).collect());
            let part = Value::load(table, word.clone().down(8 * i64::from(byte)).and(255));
            sum = self.make.hold("sum", sum.plus(part));
        }
        let all: Vec<i64> = (0..i64::from(count)).map(|member| lo + member).collect();
        let lowest = all.iter().filter(|member| **member < 0).sum::<i64>();
        let highest = all.iter().filter(|member| **member > 0).sum::<i64>();
        Num::new(sum, Interval::new(lowest, highest))
    }

    /// `sum(xs[a..<b])` of a known list: the difference of two sums from its start.
    fn sum_of_slice(&mut self, of: &'r Expr) -> Lowered<Option<Num>> {
        let ExprKind::Index(base, indices) = &of.kind else { return Ok(None) };
        let [at @ Expr { kind: ExprKind::Range { .. }, .. }] = indices.as_slice() else { return Ok(None) };
        let Some(Worth::Known(list)) = self.always(base) else { return Ok(None) };
        let Some((sums, weight)) = self.sums_of(&list) else { return Ok(None) };
        let Worth::Range(lo, hi) = self.expr(at)? else { return Ok(None) };
        let (lo, hi) = (self.held(lo), self.held(hi));
        let count = i64::try_from(list.count()).expect("entries are counted in memory");
        let some = self.make.hold("some", hi.value.clone().ge(lo.value.clone()));
        let wrong = lo.value.clone().lt(0).or(hi.value.clone().ge(count));
        let inside = lo.range.lo >= 0 && hi.range.hi < i128::from(count);
        self.ask_if(if inside { Value::from(0) } else { some.clone().and(wrong) });
        let table = self.table_at(sums);
        let (from, to) = (some.clone().select(lo.value, 0), some.select(hi.value.plus(1), 0));
        // Adding up entries is work for the interpreter, eight at a time.
        self.spend(4);
        self.spend_up_to(list.count() / 8, to.clone().minus(from.clone()).down(3));
        let sum = Value::load(table, to).minus(Value::load(table, from));
        Ok(Some(Num::new(self.make.hold("sum", sum), Interval::new(-weight, weight))))
    }

    /// The least or greatest of several numbers, or of the entries of one.
    fn extreme(&mut self, op: Two, args: &'r [Expr]) -> Lowered<Num> {
        let joined = |a: Interval, b: Interval| match op {
            Two::Min => Interval { lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) },
            _ => Interval { lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) },
        };
        if let [of] = args
            && !of.ty.is_scalar()
        {
            return self.extreme_of_entries(op, of);
        }
        let mut least: Option<Num> = None;
        for arg in args {
            let next = self.int(arg)?;
            least = Some(match least {
                None => next,
                Some(least) => {
                    let range = joined(least.range, next.range);
                    let num = Num::new(Value::two(op, least.value, next.value), range);
                    self.held(num)
                }
            });
        }
        least
            .map_or_else(|| unfit(args.first().map_or_else(Default::default, |arg| arg.span), "nothing to compare"), Ok)
    }

    fn extreme_of_entries(&mut self, op: Two, of: &'r Expr) -> Lowered<Num> {
        let (best, some) = (self.make.local("best"), self.make.local("some"));
        self.make.set(best, if op == Two::Min { i64::MAX } else { i64::MIN });
        self.make.set(some, 0);
        let mut range = Interval::new(1, 0);
        let span = of.span;
        self.each(of, &mut |lower, entry| {
            let Worth::Num(entry) = entry else { return unfit(span, "lists compared") };
            let entry = lower.there(entry);
            range = range.hull(entry.range);
            lower.make.set(best, Value::two(op, Value::from(best), entry.value));
            lower.make.set(some, 1);
            Ok(())
        })?;
        self.ask_if(Value::from(some).eq(0));
        Ok(Num::new(best, range))
    }

    fn abs(&mut self, of: &'r Expr) -> Lowered<Num> {
        let num = self.int(of)?;
        let num = self.held(num);
        let most = num.range.lo.abs().max(num.range.hi.abs());
        let value = num.value.clone().max(Value::one(One::Neg, num.value.clone()));
        Ok(Num::new(value, Interval { lo: 0, hi: most }))
    }

    /// The first or the last entry of several.
    fn end_entry(&mut self, of: &'r Expr, first: bool) -> Lowered<Worth> {
        if let ExprKind::Comprehension { set: false, .. } = &of.kind
            && self.always(of).is_none()
            && let Some(found) = self.end_made(of, first)?
        {
            return Ok(found);
        }
        Ok(match self.expr(of)? {
            Worth::Range(lo, hi) => {
                self.ask_if(hi.value.clone().lt(lo.value.clone()));
                Worth::Num(if first { lo } else { hi })
            }
            Worth::Bits(bits) => {
                self.ask_empty(&bits);
                Worth::Num(self.end_member(&bits, first))
            }
            Worth::Many(all) => {
                let end = if first { all.into_iter().next() } else { all.into_iter().next_back() };
                match end {
                    Some(entry) => entry,
                    None => return unfit(of.span, "an entry of an empty list"),
                }
            }
            Worth::Among(among) => self.end_among(&among, first),
            Worth::Known(datum) if super::operate::ints(&datum).is_none() => {
                let among = Among { all: std::rc::Rc::new(vec![datum]), which: Value::from(0) };
                self.end_among(&among, first)
            }
            worth => {
                let lying = self.lying(worth, of.span)?;
                let place = if first { Value::from(0) } else { lying.length.clone().minus(1) };
                if of.ty == Type::Text {
                    self.ask_if(lying.length.clone().eq(0));
                    let start = self.make.hold("letter", lying.start.clone().plus(place));
                    return Ok(Worth::Lying(Lying { start, length: Value::from(1), most: 1, ..lying }));
                }
                Worth::Num(self.entry(&lying, &Num::new(place, Interval::new(-1, lying.most))))
            }
        })
    }

    fn end_among(&mut self, among: &Among, first: bool) -> Worth {
        let size = self.size_among(among);
        let place = if first { Num::of(0) } else { Num { value: size.value.minus(1), ..size } };
        self.entry_among(among, &Num { range: Interval::FULL, ..place })
    }

    /// The first or the last number that a comprehension makes: no list of it. The interpreter makes every entry, and so does this.
    fn end_made(&mut self, of: &'r Expr, first: bool) -> Lowered<Option<Worth>> {
        if !matches!(&of.ty, Type::List(of) if of.is_scalar()) {
            return Ok(None);
        }
        let (found, some) = (self.make.local("found"), self.make.local("some"));
        self.make.set(found, 0);
        self.make.set(some, 0);
        let (mut range, mut none, span) = (Interval::new(1, 0), false, of.span);
        let eager = std::mem::replace(&mut self.eager, false);
        let done = self.each(of, &mut |lower, entry| {
            let Worth::Num(entry) = entry else { return unfit(span, "entries of this kind") };
            (range, none) = (range.hull(entry.range), none || entry.none);
            let kept = if first { Value::from(some).select(found, entry.value) } else { entry.value };
            lower.make.set(found, kept);
            lower.make.set(some, 1);
            Ok(())
        });
        self.eager = eager;
        done?;
        self.ask_if(Value::from(some).eq(0));
        Ok(Some(Worth::Num(Num { none, ..Num::new(found, range) })))
    }

    /// The interpreter folds from 0; no partial result may be the least number.
    fn xor(&mut self, args: &'r [Expr]) -> Lowered<Num> {
        let least = |lower: &mut Self, num: &Num| {
            let asks = if num.range.lo >= 0 { Value::from(0) } else { num.value.clone().eq(NONE) };
            lower.ask_if(asks);
        };
        let joined = |a: Interval, b: Interval| {
            if a.lo >= 0 && b.lo >= 0 { Interval { lo: 0, hi: bits_below(a.hi.max(b.hi)) } } else { Interval::FULL }
        };
        if let [of] = args
            && !of.ty.is_scalar()
        {
            let result = self.make.local("xor");
            self.make.set(result, 0);
            let (mut range, span) = (Interval::of(0), of.span);
            self.each(of, &mut |lower, entry| {
                let Worth::Num(entry) = entry else { return unfit(span, "lists combined") };
                let entry = lower.there(entry);
                range = joined(range, entry.range);
                lower.make.set(result, Value::from(result).xor(entry.value));
                least(lower, &Num::new(result, range));
                Ok(())
            })?;
            return Ok(Num::new(result, range));
        }
        let mut result = Num::of(0);
        for arg in args {
            let next = self.int(arg)?;
            let range = joined(result.range, next.range);
            result = Num::new(self.make.hold("xor", result.value.xor(next.value)), range);
            least(self, &result);
        }
        Ok(result)
    }

    /// The number that digits write to a known base.
    fn of_digits(&mut self, digits: &'r Expr, base: &'r Expr) -> Lowered<Num> {
        let Some(base) = self.int(base)?.known().filter(|base| *base >= 1) else {
            return unfit(base.span, "a base that play decides");
        };
        let number = self.make.local("number");
        self.make.set(number, 0);
        let (span, most) = (digits.span, (i64::MAX - (base - 1)) / base);
        self.each(digits, &mut |lower, digit| {
            let Worth::Num(digit) = digit else { return unfit(span, "lists as digits") };
            let digit = lower.held(digit);
            let outside = lower.outside(&digit, Interval::new(0, base - 1));
            lower.ask_if(outside.or(Value::from(number).gt(most)));
            lower.make.set(number, Value::from(number).times(base).plus(digit.value));
            Ok(())
        })?;
        Ok(Num::new(number, Interval::new(0, i64::MAX)))
    }

    fn divides(&mut self, args: &'r [Expr]) -> Lowered<Num> {
        let (by, value) = (self.int(&args[0])?, self.int(&args[1])?);
        let (by, value) = (self.held(by), self.held(value));
        // Nothing is divided by 0: by 1 instead, and the answer is another.
        let nothing = by.value.clone().eq(0);
        let safe = if by.range.lo > 0 { by.value.clone() } else { nothing.clone().select(1, by.value.clone()) };
        let rest = Value::asked(crate::code::Asked::Mod, value.value.clone(), safe);
        let rest = self.make.hold("rest", rest.eq(0));
        if by.range.lo > 0 {
            return Ok(Num::truth(rest));
        }
        Ok(Num::truth(nothing.select(value.value.eq(0), rest)))
    }

    fn line_of(&mut self, args: &'r [Expr], expr: &'r Expr) -> Lowered<Num> {
        let Worth::Row(row) = self.expr(&args[0])? else { return unfit(expr.span, "a line on this") };
        self.spend(8 * usize::try_from(row.shape.cells).unwrap_or(1 << 20));
        let (wanted, length) = (self.scalar(&args[1])?, self.int(&args[2])?);
        let Some(length) = length.known() else { return unfit(args[2].span, "a line whose length changes") };
        let code = match (wanted.known(), &wanted.code) {
            (Some(known), _) => match row.shape.code(known) {
                Some(code) => Value::from(code),
                None => return unfit(args[1].span, "a line of what cannot stand there"),
            },
            (None, Some((code, lo))) if *lo == row.shape.lo && row.shape.none => code.clone(),
            (None, _) => self.coded(&wanted, &row.shape),
        };
        Ok(Num::truth(self.line(&row, code, length, expr.span)?))
    }

    /// How far two nodes of a known graph are from each other: from a table of all.
    fn distance(&mut self, args: &'r [Expr]) -> Lowered<Num> {
        const MOST_NODES: usize = 512;
        let Some(Worth::Known(Datum::Graph(nodes))) = self.always(&args[0]) else {
            return unfit(args[0].span, "distances in this");
        };
        if nodes.len() > MOST_NODES {
            return unfit(args[0].span, say!("distances in graphs of more than {MOST_NODES} nodes"));
        }
        self.spend(nodes.iter().map(|near| 2 * near.len() + 4).sum());
        let (from, to) = (self.int(&args[1])?, self.int(&args[2])?);
        let count = i64::try_from(nodes.len()).expect("graphs are small");
        let (from, to) = (self.list_place(&from, count), self.list_place(&to, count));
        let table = self.table((0..nodes.len()).flat_map(|from| distances(&nodes, from)).collect());
        let far = self.make.hold("far", Value::load(table, from.times(count).plus(to)));
        self.ask_if(far.clone().lt(0));
        Ok(Num::new(far, Interval::new(0, count)))
    }
}

/// All bits up to the highest of a number.
fn bits_below(most: i128) -> i128 {
    let mut all = 1_i128;
    while all <= most {
        all <<= 1;
    }
    all - 1
}

/// How far every node is from one; −1 where there is no way.
fn distances(nodes: &[Vec<i64>], from: usize) -> Vec<i64> {
    let mut far = vec![-1; nodes.len()];
    let mut waiting = std::collections::VecDeque::from([(from, 0)]);
    while let Some((node, steps)) = waiting.pop_front() {
        if far[node] >= 0 {
            continue;
        }
        far[node] = steps;
        waiting.extend(nodes[node].iter().filter_map(|near| Some((usize::try_from(*near).ok()?, steps + 1))));
    }
    far
}
