//! Sets: as bits, in as many words as their members need, wherever they come from.

use super::int;
use super::operate::{cell_number, spread};
use super::worth::{Bits, Held, Lying, Members, Num, ROW, Worth, cell_limit};
use super::{Lower, Lowered, unfit};
use crate::code::{Elem, One, Value};
use bouton_rules::Span;
use bouton_rules::datum::{Cell, Datum, NONE};
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::table::operators::{BinaryOp, CompareOp};
use bouton_rules::types::{Domain, Type};

/// Sets of more possible members than this are not kept as bits.
const MOST_MEMBERS: i128 = 1 << 10;

/// A member of a set that is made, or the words of several.
enum Made<'n> {
    One(&'n Num),
    Several(Vec<Value>),
}

impl<'r, 's> Lower<'r, 's> {
    pub(super) fn sets(&mut self, op: BinaryOp, left: &'r Expr, right: &'r Expr) -> Lowered<Worth> {
        let members = self.common(left, right)?;
        self.spend(4 * usize::try_from(members.count()).unwrap_or(64));
        let (a, b) = (self.words(left, &members, op)?, self.words(right, &members, op)?);
        let join = |(a, b): (Value, Value)| match op {
            BinaryOp::Sub => a.and(Value::one(One::Flip, b)),
            BinaryOp::Intersect => a.and(b),
            _ => a.or(b),
        };
        Ok(Worth::Bits(Bits { words: a.into_iter().zip(b).map(join).collect(), members }))
    }

    /// What the members of two sets come from: those of the side that is kept, else what holds both.
    fn common(&mut self, left: &'r Expr, right: &'r Expr) -> Lowered<Members> {
        if let Some(members) = self.members(left).or_else(|| self.members(right)) {
            return Ok(members);
        }
        let one = self.possible(left)?;
        let other = self.possible(right)?;
        hull(&one, &other).map_or_else(|| unfit(left.span, "sets of many possible members together"), Ok)
    }

    /// What the members of a set come from, where a variable says so.
    pub(super) fn members(&self, expr: &Expr) -> Option<Members> {
        let held = match &expr.kind {
            ExprKind::State(which) => Some(self.state[*which].worth()),
            ExprKind::Old(which) => Some(self.old[*which].worth()),
            ExprKind::Local(slot) => self.locals[*slot].as_ref().map(Held::worth),
            ExprKind::Index(base, _) => return self.members(base),
            ExprKind::Binary(_, a, b) | ExprKind::If(_, a, b) => {
                return self.members(a).or_else(|| self.members(b));
            }
            ExprKind::Bind(_, _, body) => return self.members(body),
            _ => None,
        };
        match held? {
            Worth::Bits(bits) => Some(bits.members),
            Worth::Many(all) => match all.first()? {
                Worth::Bits(bits) => Some(bits.members.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// What the members of a set come from, found by lowering it once for nothing.
    fn possible(&mut self, expr: &'r Expr) -> Lowered<Members> {
        self.dry(|lower| lower.bits(expr, None)).map(|bits| bits.members)
    }

    /// The words of a set with these members. What is no possible member only matters where it would stay: then it asks.
    pub(super) fn words(&mut self, expr: &'r Expr, members: &Members, op: BinaryOp) -> Lowered<Vec<Value>> {
        let stays = !matches!(op, BinaryOp::Sub | BinaryOp::Intersect);
        if let Some(Worth::Known(Datum::Set(known))) = self.always(expr) {
            return Ok(self.known_words(&known, members, stays));
        }
        if let ExprKind::Set(_) | ExprKind::Comprehension { .. } = &expr.kind {
            return self.gathered(expr, members, stays);
        }
        let bits = self.bits(expr, Some(members))?;
        self.converted(bits, members, stays)
    }

    fn known_words(&mut self, known: &[i64], members: &Members, stays: bool) -> Vec<Value> {
        let mut words = vec![0_i64; members.words()];
        let mut outside = false;
        for member in known {
            match place_in(*member, members) {
                Some(place) => words[place / 64] |= 1 << (place % 64),
                None => outside = true,
            }
        }
        if outside && stays {
            self.make.ask();
        }
        words.into_iter().map(Value::from).collect()
    }

    /// A set as bits; `wanted` is a hint.
    pub(super) fn bits(&mut self, expr: &'r Expr, wanted: Option<&Members>) -> Lowered<Bits> {
        if let ExprKind::Set(_) | ExprKind::Comprehension { .. } = &expr.kind
            && self.always(expr).is_none()
        {
            return self.made_set(expr, wanted);
        }
        let worth = self.expr(expr)?;
        self.as_bits(worth, &expr.ty, wanted, expr.span)
    }

    /// The set that something is, as bits.
    pub(super) fn as_bits(&mut self, worth: Worth, ty: &Type, wanted: Option<&Members>, span: Span) -> Lowered<Bits> {
        let (Type::Set(of) | Type::List(of)) = ty else { return unfit(span, "a set of this kind") };
        match worth {
            Worth::Bits(bits) => Ok(bits),
            Worth::Known(Datum::Set(known)) => {
                let members = match wanted.filter(|wanted| known.iter().all(|one| place_in(*one, wanted).is_some())) {
                    Some(wanted) => wanted.clone(),
                    None => self.members_of(of, &known, span)?,
                };
                let words = self.known_words(&known, &members, true);
                Ok(Bits { words, members })
            }
            Worth::Among(among) => {
                let sets: Vec<&[i64]> = among
                    .all
                    .iter()
                    .map(|one| if let Datum::Set(known) = one { Some(known.as_slice()) } else { None })
                    .collect::<Option<_>>()
                    .map_or_else(|| unfit(span, "sets of this kind"), Ok)?;
                let all: Vec<i64> = sets.iter().flat_map(|known| known.iter().copied()).collect();
                let members = match wanted.filter(|wanted| all.iter().all(|one| place_in(*one, wanted).is_some())) {
                    Some(wanted) => wanted.clone(),
                    None => self.members_of(of, &all, span)?,
                };
                let which = self.make.hold("which", among.which.clone());
                let mut words = Vec::new();
                for word in 0..members.words() {
                    let one = |known: &[i64]| {
                        let places = known.iter().filter_map(|one| place_in(*one, &members));
                        places.filter(|place| place / 64 == word).fold(0, |bits, place| bits | 1_i64 << (place % 64))
                    };
                    let table = self.table(sets.iter().map(|known| one(known)).collect());
                    words.push(self.hold_sure("set", Value::load(table, which.clone())));
                }
                Ok(Bits { words, members })
            }
            _ => unfit(span, "a set of this kind"),
        }
    }

    /// A set written out or made by running over others.
    pub(super) fn made_set(&mut self, expr: &'r Expr, wanted: Option<&Members>) -> Lowered<Bits> {
        let Type::Set(of) = &expr.ty else { return unfit(expr.span, "a set of this kind") };
        let mut found: Option<(Interval, Interval)> = None;
        self.dry(|lower| {
            lower.each_made(expr, None, &mut |_, made| {
                let Made::One(num) = made else { return Ok(()) };
                let (rows, columns) = spread_of(num, of);
                found = Some(found.map_or((rows, columns), |(a, b)| (a.hull(rows), b.hull(columns))));
                Ok(())
            })
        })?;
        let members = match (found, wanted) {
            (None, Some(wanted)) => wanted.clone(),
            (None, None) => Members::From(0, 1),
            (Some(found), wanted) => match wanted.filter(|wanted| all_inside(found, wanted)) {
                Some(wanted) => wanted.clone(),
                None => self.members_between(of, found, wanted, expr.span)?,
            },
        };
        let words = self.gathered(expr, &members, true)?;
        Ok(Bits { words, members })
    }

    /// Every member of a set that is made here; several at once where that can be and it is said what members come from.
    fn each_made(
        &mut self,
        expr: &'r Expr,
        members: Option<&Members>,
        visit: &mut dyn FnMut(&mut Self, Made) -> Lowered<()>,
    ) -> Lowered<()> {
        match &expr.kind {
            ExprKind::Set(written) => written.iter().try_for_each(|member| {
                let member = self.scalar(member)?;
                let member = self.held(member);
                visit(self, Made::One(&member))
            }),
            ExprKind::Comprehension { item, clauses, .. } => {
                let (across, outer) = clauses.split_last().expect("a comprehension runs over something");
                let eager = std::mem::replace(&mut self.eager, false);
                let dilated = match (members, outer) {
                    (Some(members), [outer]) => self.dilated((outer, across), item, members),
                    _ => Ok(None),
                };
                let done = dilated.and_then(|dilated| match dilated {
                    Some(words) => visit(self, Made::Several(words)),
                    None => self.clauses(outer, &mut |lower| {
                        if let Some(members) = members
                            && let Some(words) = lower.those_of_known(across, item, members)?
                        {
                            return visit(lower, Made::Several(words));
                        }
                        lower.clauses(std::slice::from_ref(across), &mut |lower| {
                            let member = lower.scalar(item)?;
                            let member = lower.held(member);
                            visit(lower, Made::One(&member))
                        })
                    }),
                });
                self.eager = eager;
                done
            }
            _ => unfit(expr.span, "a set made here"),
        }
    }

    /// The words of a set made here.
    fn gathered(&mut self, expr: &'r Expr, members: &Members, stays: bool) -> Lowered<Vec<Value>> {
        if let ExprKind::Set(written) = &expr.kind {
            let mut words = vec![Value::from(0); members.words()];
            for member in written {
                let member = self.scalar(member)?;
                let member = self.held(member);
                let bits = self.bit(&member, members, stays);
                words = words.into_iter().zip(bits).map(|(word, bit)| self.hold(word.or(bit))).collect();
            }
            return Ok(words);
        }
        let locals: Vec<_> = (0..members.words()).map(|_| self.make.local("gathered")).collect();
        locals.iter().for_each(|local| self.make.set(*local, 0));
        self.each_made(expr, Some(members), &mut |lower, made| {
            let words = match made {
                Made::One(member) => lower.bit(member, members, stays),
                Made::Several(words) => words,
            };
            for (local, word) in locals.iter().zip(words) {
                lower.make.set(*local, Value::from(*local).or(word));
            }
            Ok(())
        })?;
        Ok(locals.into_iter().map(|local| self.make.hold("set", local)).collect())
    }

    /// The words of a set or list of cells of a board; asks where one lies off it.
    pub(super) fn cells_of(&mut self, expr: &'r Expr, members: &Members) -> Lowered<Vec<Value>> {
        if let Type::Set(_) = expr.ty {
            return self.words(expr, members, BinaryOp::Union);
        }
        if let Some(Worth::Known(datum)) = self.always(expr) {
            let cells = super::among::scalars(&datum).map_or_else(|| unfit(expr.span, "cells of this kind"), Ok)?;
            return Ok(self.known_words(&cells, members, true));
        }
        if let ExprKind::Help(..) | ExprKind::State(_) | ExprKind::Local(_) | ExprKind::Bind(..) = &expr.kind
            && let Worth::Bits(bits) = self.expr(expr)?
        {
            return self.converted(bits, members, true);
        }
        let locals: Vec<_> = (0..members.words()).map(|_| self.make.local("gathered")).collect();
        locals.iter().for_each(|local| self.make.set(*local, 0));
        self.each(expr, &mut |lower, cell| {
            let Worth::Num(cell) = cell else { return unfit(expr.span, "cells of this kind") };
            let bits = lower.bit(&cell, members, true);
            for (local, bit) in locals.iter().zip(bits) {
                lower.make.set(*local, Value::from(*local).or(bit));
            }
            Ok(())
        })?;
        Ok(locals.into_iter().map(|local| self.make.hold("cells", local)).collect())
    }

    /// The same set with other members. What those lack asks where it would stay.
    pub(super) fn converted(&mut self, bits: Bits, members: &Members, stays: bool) -> Lowered<Vec<Value>> {
        if bits.members == *members {
            return Ok(bits.words);
        }
        if let (Members::From(a, _), Members::From(b, _), Some(word)) = (&bits.members, members, bits.single())
            && members.words() == 1
        {
            let by = a - b;
            let word = self.make.hold("set", word.clone());
            let moved = match by {
                64.. | ..=-64 => Value::from(0),
                0.. => word.clone().up(by),
                _ => word.clone().down(-by),
            };
            let moved = self.make.hold("set", moved.and(members.ones(0)));
            if stays && hull(&bits.members, members).as_ref() != Some(members) {
                let lost = Value::one(One::Ones, word).ne(Value::one(One::Ones, moved.clone()));
                self.ask_if(lost);
            }
            return Ok(vec![moved]);
        }
        let locals: Vec<_> = (0..members.words()).map(|_| self.make.local("converted")).collect();
        locals.iter().for_each(|local| self.make.set(*local, 0));
        self.each_member(bits, &mut |lower, member| {
            let Worth::Num(member) = member else { return Ok(()) };
            let bits = lower.bit(&member, members, stays);
            for (local, bit) in locals.iter().zip(bits) {
                lower.make.set(*local, Value::from(*local).or(bit));
            }
            Ok(())
        })?;
        Ok(locals.into_iter().map(|local| self.make.hold("set", local)).collect())
    }

    /// The bit of a member, no bit if it is no possible one; asks instead if `must`.
    pub(super) fn bit(&mut self, member: &Num, members: &Members, must: bool) -> Vec<Value> {
        let (place, inside) = self.place_of(member, members);
        if must {
            self.ask_if(inside.clone().is_zero());
        }
        let one = match inside {
            Value::Const(known) => Value::from(known),
            _ if must => Value::from(1),
            inside => inside,
        };
        if members.words() == 1 {
            return vec![one.up(place)];
        }
        let place = self.hold(place);
        let word = self.hold(place.clone().down(6));
        let each = (0..).take(members.words());
        each.map(|which: i64| word.clone().eq(which).and(one.clone()).up(place.clone())).collect()
    }

    /// Whether a bit is there, at a place that is inside.
    pub(super) fn has_bit(&mut self, bits: &Bits, place: &Value) -> Value {
        if let Some(word) = bits.single() {
            return word.clone().down(place.clone()).and(1);
        }
        if let Value::Const(place) = place {
            let word = usize::try_from(place / 64).ok().and_then(|word| bits.words.get(word)).cloned();
            return word.unwrap_or(Value::from(0)).down(place % 64).and(1);
        }
        let place = self.hold(place.clone());
        let mut word = bits.words[0].clone();
        for (which, next) in (1..).zip(&bits.words[1..]) {
            word = self.make.hold("word", place.clone().ge(64 * which).select(next.clone(), word));
        }
        word.down(place).and(1)
    }

    /// Which bit stands for a value, and whether one does.
    pub(super) fn place_of(&mut self, member: &Num, members: &Members) -> (Value, Value) {
        let member = self.held(member.clone());
        match members {
            Members::From(lo, count) => {
                let place = member.value.clone().minus(*lo);
                let all = Interval::new(*lo, i128::from(*lo) + i128::from(*count) - 1);
                let always = !member.none && member.range.meet(all) == member.range;
                let inside = if always { Value::from(1) } else { place.clone().below(i64::from(*count)) };
                (place, inside)
            }
            Members::Cells(rows, columns) => {
                let (row, column) = self.parts(&member);
                let inside = self.on_board(&row, &column, *rows, *columns);
                let inside = if member.none { inside.and(member.value.ne(NONE)) } else { inside };
                (row.value.times(*columns).plus(column.value), inside)
            }
        }
    }

    pub(super) fn compare_sets(&mut self, op: CompareOp, left: &'r Expr, right: &'r Expr) -> Lowered<Value> {
        let members = self.common(left, right)?;
        self.spend(4 * usize::try_from(members.count()).unwrap_or(64));
        let (a, b) = (self.words(left, &members, BinaryOp::Union)?, self.words(right, &members, BinaryOp::Union)?);
        let (a, b): (Vec<_>, Vec<_>) = a.into_iter().zip(b).map(|(a, b)| (self.hold(a), self.hold(b))).unzip();
        let inside = |a: &[Value], b: &[Value]| {
            let beyond = |(a, b): (&Value, &Value)| a.clone().and(Value::one(One::Flip, b.clone()));
            a.iter().zip(b).map(beyond).reduce(Value::or).unwrap_or(Value::from(0)).eq(0)
        };
        let same = |a: &[Value], b: &[Value]| {
            a.iter().zip(b).map(|(a, b)| a.clone().eq(b.clone())).reduce(Value::and).unwrap_or(Value::from(1))
        };
        Ok(match op {
            CompareOp::Eq => same(&a, &b),
            CompareOp::Ne => same(&a, &b).is_zero(),
            CompareOp::Le => inside(&a, &b),
            CompareOp::Ge => inside(&b, &a),
            CompareOp::Lt => inside(&a, &b).and(same(&a, &b).is_zero()),
            _ => inside(&b, &a).and(same(&a, &b).is_zero()),
        })
    }

    /// How many members a set has.
    pub(super) fn size_of(&mut self, bits: &Bits) -> Num {
        let ones = bits.words.iter().map(|word| Value::one(One::Ones, word.clone()));
        let size = ones.reduce(Value::plus).unwrap_or(Value::from(0));
        Num::new(size, Interval::new(0, bits.members.count()))
    }

    /// Asks where a set is empty.
    pub(super) fn ask_empty(&mut self, bits: &Bits) {
        let any = bits.words.iter().cloned().reduce(Value::or).unwrap_or(Value::from(0));
        self.ask_if(any.eq(0));
    }

    /// The lowest or highest member of a set that has one.
    pub(super) fn end_member(&mut self, bits: &Bits, lowest: bool) -> Num {
        let place = |which: i64, word: Value| match lowest {
            true => Value::one(One::Trailing, word).plus(64 * which),
            false => Value::from(63).minus(Value::one(One::Leading, word)).plus(64 * which),
        };
        let mut numbered: Vec<(i64, Value)> = (0..).zip(bits.words.iter().cloned()).collect();
        if lowest {
            numbered.reverse();
        }
        let mut found: Option<Value> = None;
        for (which, word) in numbered {
            let here = place(which, word.clone());
            found = Some(match found {
                None => here,
                Some(other) => self.make.hold("place", word.ne(0).select(here, other)),
            });
        }
        let place = self.make.hold("place", found.unwrap_or(Value::from(0)));
        self.member(&bits.members, place)
    }

    pub(super) fn each_member(&mut self, bits: Bits, body: super::each::Body<'_, 'r, 's>) -> Lowered<()> {
        self.each_place((bits.words, 1), &bits.members, body)
    }

    /// Does something with the member of each place whose lowest bit is 1. Places are `width` bits wide.
    pub(super) fn each_place(
        &mut self,
        (words, width): (Vec<Value>, u32),
        members: &Members,
        body: super::each::Body<'_, 'r, 's>,
    ) -> Lowered<()> {
        if let [word] = words.as_slice() {
            return self.each_bit((word.clone(), width), &Value::from(0), members, body);
        }
        let buffer = self.make.own("members", Elem::I64, words.len());
        self.scratch.insert(buffer);
        let count = words.len();
        self.make.store_all(buffer, 0, words);
        let (to, most) = (int(count), count as u64);
        self.count("w", Value::from(0), Value::from(to), most, |lower, at| {
            let word = lower.hold_sure("word", Value::load(buffer, at.clone()));
            lower.each_bit((word, width), &at.times(i64::from(64 / width)), members, body)
        })
    }

    fn each_bit(
        &mut self,
        (word, width): (Value, u32),
        first: &Value,
        members: &Members,
        body: super::each::Body<'_, 'r, 's>,
    ) -> Lowered<()> {
        let rest = self.make.local("rest");
        self.make.set(rest, word);
        let most = u64::from(members.count().min(64 / width));
        self.repeat(most, Value::from(rest).eq(0), |lower, _| {
            let place = place_of(Value::one(One::Trailing, Value::from(rest)), width);
            let place = lower.make.hold("place", place.plus(first.clone()));
            lower.make.set(rest, Value::from(rest).and(Value::from(rest).minus(1)));
            let member = lower.member(members, place);
            body(lower, Worth::Num(member))
        })
    }

    /// The value that a bit stands for.
    pub(super) fn member(&mut self, members: &Members, place: Value) -> Num {
        match members {
            Members::From(lo, count) => {
                let range = Interval::new(*lo, i128::from(*lo) + i128::from(*count) - 1);
                Num::new(place.plus(*lo), range)
            }
            Members::Cells(rows, columns) => self.numbered_cell(*rows, *columns, place),
        }
    }

    /// The cell with that number on a board.
    pub(super) fn numbered_cell(&mut self, rows: i64, columns: i64, place: Value) -> Num {
        let cells: Vec<i64> = (0..rows * columns).map(|place| cell_number(place, columns)).collect();
        let (range, _) = spread(&cells);
        let table = self.table(cells);
        let value = self.hold_sure("cell", Value::load(table, place));
        let (row, column) = (value.clone().down_signed(31), value.clone().and(ROW - 1));
        let (row, column) = (self.make.hold("row", row), self.make.hold("column", column));
        let parts = (Num::new(row, Interval::new(0, rows - 1)), Num::new(column, Interval::new(0, columns - 1)));
        Num { parts: Some(Box::new(parts)), ..Num::new(value, range) }
    }

    /// The members of a set laid into a buffer, rising.
    pub(super) fn laid_members(&mut self, bits: Bits) -> Lowered<Lying> {
        let count = bits.members.count();
        let buffer = self.make.own("laid", Elem::I64, (count as usize).max(1));
        let length = self.make.local("laid");
        self.make.set(length, 0);
        let mut entry = Interval::new(1, 0);
        self.each_member(bits, &mut |lower, member| {
            let Worth::Num(member) = member else { return Ok(()) };
            entry = entry.hull(member.range);
            lower.make.store(buffer, length, member.value);
            lower.make.set(length, Value::from(length).plus(1));
            Ok(())
        })?;
        let length = self.make.hold("length", length);
        Ok(Lying { buffer, start: Value::from(0), length, most: count.into(), entry, none: false, live: false })
    }

    /// What known members come from.
    fn members_of(&mut self, of: &Type, known: &[i64], span: Span) -> Lowered<Members> {
        let found = known.iter().map(|member| match of {
            Type::Cell => {
                let Cell { row, column } = Cell::unpack(*member);
                (Interval::of(row), Interval::of(column))
            }
            _ => (Interval::of(*member), Interval::of(0)),
        });
        match found.reduce(|(a, b), (c, d)| (a.hull(c), b.hull(d))) {
            Some(found) => self.members_between(of, found, None, span),
            None => self.members_between(of, (Interval::of(0), Interval::of(0)), None, span),
        }
    }

    /// What members come from that lie in these intervals: a kind that the rules know, else no more than they need.
    fn members_between(
        &mut self,
        of: &Type,
        found: (Interval, Interval),
        wanted: Option<&Members>,
        span: Span,
    ) -> Lowered<Members> {
        let bounds = || unfit(span, "a set whose members have no close bounds");
        let known = self.game.domains().iter().filter_map(|domain| domain_members(domain, of));
        if let Some(known) = known.filter(|known| all_inside(found, known)).min_by_key(Members::count) {
            return Ok(known);
        }
        let (rows, columns) = found;
        let kind = match of {
            Type::Bool | Type::Player => Some(Members::From(0, 2)),
            Type::Names(list) => {
                Some(Members::From(0, u32::try_from(self.rules.names[*list].names.len()).unwrap_or(u32::MAX)))
            }
            _ => None,
        };
        if let Some(kind) = kind {
            return Ok(kind);
        }
        if *of == Type::Cell {
            if rows.lo < 0 || columns.lo < 0 || (rows.hi + 1).saturating_mul(columns.hi + 1) > MOST_MEMBERS {
                return self.a_board(wanted).map_or_else(bounds, Ok);
            }
            let side = |end: i128| int(end + 1);
            return Ok(Members::Cells(side(rows.hi), side(columns.hi)));
        }
        if rows.lo < i128::from(i64::MIN / 2) || rows.hi.saturating_sub(rows.lo) >= MOST_MEMBERS {
            return wanted.cloned().map_or_else(bounds, Ok);
        }
        let lo = int(rows.lo);
        Ok(Members::From(lo, u32::try_from(rows.hi - rows.lo + 1).expect("not more than a set holds")))
    }

    /// The cells of the largest board there is: what lies off it asks.
    fn a_board(&self, wanted: Option<&Members>) -> Option<Members> {
        let boards = self.game.domains().iter().filter_map(|domain| domain_members(domain, &Type::Cell));
        wanted.cloned().or_else(|| boards.max_by_key(Members::count))
    }

    /// What the members of a set of this type come from that starts empty and grows.
    pub(super) fn members_that_come(&mut self, of: &Type, added: &[&'r Expr], span: Span) -> Lowered<Members> {
        let mut found: Option<(Interval, Interval)> = None;
        let mut note = |range: Interval| {
            let one = (range, Interval::of(0));
            found = Some(found.map_or(one, |known| (known.0.hull(one.0), known.1)));
        };
        for expr in added {
            expr.walk(&mut |part| match &part.kind {
                ExprKind::Set(written) => written.iter().for_each(|member| note(member.range)),
                ExprKind::Comprehension { set: true, item, .. } => note(item.range),
                _ => {}
            });
        }
        if *of == Type::Cell {
            return self.a_board(None).map_or_else(|| unfit(span, "a set of cells where there is no board"), Ok);
        }
        let wide = |found: &(Interval, Interval)| found.0.hi.saturating_sub(found.0.lo) < MOST_MEMBERS;
        if let Some(found) = found.filter(wide) {
            return self.members_between(of, found, None, span);
        }
        let known = self.game.domains().iter().filter_map(|domain| domain_members(domain, of));
        match known.max_by_key(Members::count) {
            Some(known) => Ok(known),
            None => self.members_between(of, found.unwrap_or((Interval::of(0), Interval::of(0))), None, span),
        }
    }
}

/// What a scalar can be; of a cell, its row and its column.
fn spread_of(num: &Num, of: &Type) -> (Interval, Interval) {
    match &num.parts {
        Some(parts) => (parts.0.range, parts.1.range),
        None if *of == Type::Cell => (cell_limit(), cell_limit()),
        None => (num.range, Interval::of(0)),
    }
}

/// The bit of a known member.
pub(super) fn place_in(member: i64, members: &Members) -> Option<usize> {
    let place = match members {
        Members::From(lo, count) => member.checked_sub(*lo).filter(|place| (0..i64::from(*count)).contains(place))?,
        Members::Cells(rows, columns) => {
            let Cell { row, column } = Cell::unpack(member);
            let inside = (0..*rows).contains(&row) && (0..*columns).contains(&column);
            inside.then(|| row * columns + column)?
        }
    };
    usize::try_from(place).ok()
}

/// The place that a bit of a word lies in, where places are so many bits wide.
fn place_of(bit: Value, width: u32) -> Value {
    if width.is_power_of_two() {
        return bit.down(i64::from(width.trailing_zeros()));
    }
    // For bits below 64 and widths up to 32 a reciprocal that is rounded up gives the exact quotient.
    bit.times(4096 / i64::from(width) + 1).down(12)
}

/// Whether everything in these intervals is a possible member.
fn all_inside((rows, columns): (Interval, Interval), members: &Members) -> bool {
    match members {
        Members::From(lo, count) => {
            rows.lo >= i128::from(*lo) && rows.hi < i128::from(*lo) + i128::from(*count) && columns == Interval::of(0)
        }
        Members::Cells(down, along) => {
            rows.lo >= 0 && rows.hi < i128::from(*down) && columns.lo >= 0 && columns.hi < i128::from(*along)
        }
    }
}

/// What holds the members of both.
pub(super) fn hull(one: &Members, other: &Members) -> Option<Members> {
    match (one, other) {
        (Members::From(a, n), Members::From(b, m)) => {
            let lo = *a.min(b);
            let end = (i128::from(*a) + i128::from(*n)).max(i128::from(*b) + i128::from(*m));
            let count = end - i128::from(lo);
            (count <= MOST_MEMBERS).then(|| Members::From(lo, u32::try_from(count).expect("not more than a set holds")))
        }
        (Members::Cells(a, b), Members::Cells(c, d)) => {
            let (rows, columns) = (*a.max(c), *b.max(d));
            (i128::from(rows) * i128::from(columns) <= MOST_MEMBERS).then_some(Members::Cells(rows, columns))
        }
        _ => None,
    }
}

/// What values of this type come from, as a domain of the rules says.
fn domain_members(domain: &Domain<i64>, of: &Type) -> Option<Members> {
    let found = match domain {
        Domain::Grid { rows, columns, .. } if *of == Type::Cell => Some(Members::Cells(rows.1, columns.1)),
        Domain::Set(inner) | Domain::Optional(inner) => domain_members(inner, of),
        Domain::List { of: inner, .. } => domain_members(inner, of),
        scalar if scalar.ty().fits(of) => super::position::members(scalar),
        _ => None,
    };
    found.filter(|found| i128::from(found.count()) <= MOST_MEMBERS)
}
