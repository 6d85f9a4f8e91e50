//! Operators between two: arithmetic, cells, sets, comparisons, entries.

use super::expr::is_cell;
use super::int;
use super::worth::{Among, Lying, Members, Num, Worth};
use super::{Lower, Lowered, unfit};
use crate::code::Value;
use bouton_rules::Span;
use bouton_rules::datum::{Cell, Datum, NONE};
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp};
use bouton_rules::types::Type;

/// A known list of more numbers is gone through.
const FEW: usize = 64;

impl<'r> Lower<'r, '_> {
    pub(super) fn binary(&mut self, op: BinaryOp, expr: &'r Expr) -> Lowered<Worth> {
        let ExprKind::Binary(_, left, right) = &expr.kind else { return unfit(expr.span, "this operator") };
        if matches!(left.ty, Type::Set(_)) || matches!(right.ty, Type::Set(_)) {
            return self.sets(op, left, right);
        }
        if !left.ty.is_scalar() || !right.ty.is_scalar() {
            let of_scalars = matches!(&expr.ty, Type::List(of) if of.is_scalar());
            return if of_scalars { self.listed(expr).map(Worth::Lying) } else { self.joined_apart(left, right) };
        }
        let (a, b) = (self.int(left)?, self.int(right)?);
        if !is_cell(&left.ty) {
            return Ok(Worth::Num(self.arithmetic(op, a, b, left.span)?));
        }
        let ((row, column), (down, along)) = (self.parts(&a), self.parts(&b));
        let (row, column) =
            (self.arithmetic(op, row, down, left.span)?, self.arithmetic(op, column, along, left.span)?);
        Ok(Worth::Num(self.checked_cell(row, column)))
    }

    /// Whether a cell is on a board: 1 where it always is.
    pub(super) fn on_board(&mut self, row: &Num, column: &Num, rows: i64, columns: i64) -> Value {
        let one = |num: &Num, count: i64| {
            let always = num.range.lo >= 0 && num.range.hi < i128::from(count);
            if always { Value::from(1) } else { num.value.clone().below(count) }
        };
        match (one(row, rows), one(column, columns)) {
            (Value::Const(1), other) | (other, Value::Const(1)) => other,
            (row, column) => row.and(column),
        }
    }

    pub(super) fn compare(&mut self, first: &'r Expr, rest: &'r [(CompareOp, Expr)]) -> Lowered<Num> {
        let mut truth = Value::from(1);
        let mut left = first;
        // What stands further right may only be worked out where what stands before holds; if it can ask, that matters.
        let [(op, right), more @ ..] = rest else { return Ok(Num::of(1)) };
        truth = truth.and(self.pair(*op, left, right)?);
        left = right;
        for (op, right) in more {
            self.make.begin();
            let next = self.pair(*op, left, right);
            let stmts = self.make.end();
            let next = next?;
            if stmts.is_empty() && !next.may_ask() {
                truth = self.hold(truth.and(next));
            } else {
                let result = self.make.local("chain");
                self.make.set(result, truth);
                let mut stmts = stmts;
                stmts.push(crate::code::Stmt::Set(result, next));
                self.make.push(crate::code::Stmt::If(Value::from(result), stmts, Vec::new()));
                truth = Value::from(result);
            }
            left = right;
        }
        Ok(Num::truth(truth))
    }

    fn pair(&mut self, op: CompareOp, left: &'r Expr, right: &'r Expr) -> Lowered<Value> {
        match op {
            CompareOp::In => self.is_in(left, right),
            CompareOp::NotIn => Ok(self.is_in(left, right)?.is_zero()),
            _ if matches!(left.ty, Type::Set(_)) || matches!(right.ty, Type::Set(_)) => {
                self.compare_sets(op, left, right)
            }
            _ if left.ty.is_scalar() && right.ty.is_scalar() => {
                let (a, b) = (self.scalar(left)?, self.scalar(right)?);
                Ok(compare_nums(op, &a, &b))
            }
            _ if left.ty == Type::Text && right.ty == Type::Text && !matches!(op, CompareOp::Eq | CompareOp::Ne) => {
                let (Some(a), Some(b)) = (self.letter(left)?, self.letter(right)?) else {
                    return unfit(left.span, "comparing texts that are no letters of known texts");
                };
                Ok(compare_nums(op, &a, &b))
            }
            CompareOp::Eq | CompareOp::Ne => {
                let (a, b) = (self.expr(left)?, self.expr(right)?);
                let same = self.same(&a, &b, left.span)?;
                Ok(if op == CompareOp::Eq { same } else { same.is_zero() })
            }
            _ => unfit(left.span, "comparing values of this kind"),
        }
    }

    fn is_in(&mut self, left: &'r Expr, right: &'r Expr) -> Lowered<Value> {
        if !left.ty.is_scalar() {
            return self.is_value_in(left, right);
        }
        let item = self.scalar(left)?;
        let item = self.held(item);
        if let ExprKind::Help(Helper::Cells, args) = &right.kind {
            let (rows, columns) = self.sides(&args[0])?;
            return Ok(self.place_of(&item, &Members::Cells(rows, columns)).1);
        }
        if let Type::List(_) = right.ty {
            let Some(Worth::Known(list)) = self.always(right) else { return self.found(&item, right) };
            let few = ints(&list).filter(|numbers| numbers.len() <= FEW);
            let Some(mut numbers) = few else { return self.found(&item, right) };
            numbers.sort_unstable();
            numbers.dedup();
            return Ok(self.in_known(&item, &numbers));
        }
        match self.expr(right)? {
            Worth::Range(lo, hi) => {
                let (low, high) = (item.value.clone().ge(lo.value), item.value.clone().le(hi.value));
                // `none` is less than every number.
                Ok(low.and(high))
            }
            Worth::Bits(bits) => {
                self.spend(4);
                let (place, inside) = self.place_of(&item, &bits.members);
                let bit = self.has_bit(&bits, &place);
                Ok(match inside {
                    Value::Const(1) => bit,
                    inside => inside.and(bit),
                })
            }
            Worth::Known(Datum::Set(members)) => Ok(self.in_known(&item, &members)),
            worth @ Worth::Among(_) => {
                let lying = self.lying(worth, right.span)?;
                self.found_in(&item, lying)
            }
            _ => unfit(right.span, "looking into values of this kind"),
        }
    }

    /// Whether a text, a list or a set is an entry of a list, or a part of a text.
    fn is_value_in(&mut self, left: &'r Expr, right: &'r Expr) -> Lowered<Value> {
        let item = self.expr(left)?;
        let item = self.freeze(item);
        if right.ty == Type::Text {
            let whole = self.expr(right)?;
            if let (Some(item), Worth::Known(Datum::Text(whole))) = (self.among(item.clone()), &whole) {
                let within = |part: &Datum| match part {
                    Datum::Text(part) => {
                        i64::from(part.is_empty() || whole.windows(part.len()).any(|window| window == part.as_slice()))
                    }
                    _ => 0,
                };
                self.spend(whole.len());
                return Ok(self.looked_up(item.all.iter().map(within).collect(), &item.which));
            }
            return self.part_of_text(&item, &whole, right.span);
        }
        if let (Some(item), Some(Worth::Known(Datum::List(entries)))) = (self.among(item.clone()), self.always(right)) {
            let found = item.all.iter().map(|one| i64::from(entries.contains(one))).collect();
            return Ok(self.looked_up(found, &item.which));
        }
        let Type::List(_) = right.ty else { return unfit(left.span, "looking for values of this kind") };
        let found = self.make.local("found");
        self.make.set(found, 0);
        self.each(right, &mut |lower, entry| {
            let same = lower.same(&item, &entry, left.span)?;
            lower.make.set(found, Value::from(found).or(same));
            Ok(())
        })?;
        Ok(Value::from(found))
    }

    fn found_in(&mut self, item: &Num, list: Lying) -> Lowered<Value> {
        let found = self.make.local("found");
        self.make.set(found, 0);
        let item = item.clone();
        self.each_lying(list, &mut |lower, entry| {
            let Worth::Num(entry) = entry else { return Ok(()) };
            lower.make.set(found, Value::from(found).or(compare_nums(CompareOp::Eq, &item, &entry)));
            Ok(())
        })?;
        Ok(Value::from(found))
    }

    /// Whether a number is one of a few known ones.
    fn in_known(&mut self, item: &Num, members: &[i64]) -> Value {
        self.spend(members.len());
        if let Some(found) = self.in_known_bits(item, members) {
            return found;
        }
        let mut found = Value::from(0);
        for member in members {
            let one = compare_nums(CompareOp::Eq, item, &Num::of(*member));
            found = self.hold(found.or(one));
        }
        found
    }

    /// The same by the bits of one word, where the numbers lie close to each other.
    fn in_known_bits(&mut self, item: &Num, members: &[i64]) -> Option<Value> {
        let (lo, hi) = (*members.first()?, *members.last()?);
        if members.len() < 4 || item.none || hi.checked_sub(lo).is_none_or(|wide| wide > 62) {
            return None;
        }
        let bits = members.iter().fold(0, |bits, member| bits | 1_i64 << (member - lo));
        let place = self.hold(item.value.clone().minus(lo));
        let count = hi - lo + 1;
        let inside = if item.range.lo >= lo.into() && item.range.hi <= hi.into() {
            Value::from(1)
        } else {
            place.clone().below(count)
        };
        Some(inside.and(Value::from(bits).down(place).and(1)))
    }

    /// Whether a list has this entry.
    fn found(&mut self, item: &Num, list: &'r Expr) -> Lowered<Value> {
        let result = self.make.local("found");
        self.make.set(result, 0);
        let item = item.clone();
        self.each(list, &mut |lower, entry| {
            let Worth::Num(entry) = entry else { return unfit(list.span, "looking into lists of lists") };
            let one = compare_nums(CompareOp::Eq, &item, &entry);
            lower.make.set(result, Value::from(result).or(one));
            Ok(())
        })?;
        Ok(Value::from(result))
    }

    /// An entry, a slice or a cell.
    pub(super) fn index(&mut self, base: &'r Expr, indices: &'r [Expr], span: Span) -> Lowered<Worth> {
        let held = self.expr(base)?;
        if let (Type::Record(_), [Expr { kind: ExprKind::Const(Datum::Int(place)), .. }]) = (&base.ty, indices) {
            return self.value_of_record(held, *place, span);
        }
        match (held, indices) {
            (Worth::Row(row), [down, along]) => {
                let (down, along) = (self.int(down)?, self.int(along)?);
                let place = self.board_place(&row.shape, &down, &along);
                Ok(Worth::Num(self.cell_at(&row, place)))
            }
            (Worth::Known(Datum::Grid(grid)), [down, along]) => {
                let (down, along) = (self.int(down)?, self.int(along)?);
                Ok(Worth::Num(self.known_cell(&grid, &down, &along)))
            }
            // Of texts, and of one of several lists, slices are made as entries are.
            (held, [at]) if at.ty == Type::Range && !matches!(held, Worth::Known(Datum::Text(_)) | Worth::Among(_)) => {
                let lying = self.lying(held, base.span)?;
                let Worth::Range(lo, hi) = self.expr(at)? else { return unfit(at.span, "this index") };
                Ok(Worth::Lying(self.slice(lying, lo, hi)))
            }
            (held, [at]) => self.entry_at(held, base, at, span),
            _ => unfit(span, "entries of this kind"),
        }
    }

    /// The entry at one index, or the cell.
    fn entry_at(&mut self, held: Worth, base: &'r Expr, at: &'r Expr, span: Span) -> Lowered<Worth> {
        let among = |known: Datum| Among { all: std::rc::Rc::new(vec![known]), which: Value::from(0) };
        let records = matches!(&base.ty, Type::List(of) if matches!(**of, Type::Record(_)));
        let long = if let Worth::Known(list) = &held { self.long_list(list) } else { None };
        match long.map_or(held, Worth::Lying) {
            Worth::Row(row) if row.shape.sides.is_some() => {
                let cell = self.int(at)?;
                let (down, along) = self.parts(&cell);
                let place = self.board_place(&row.shape, &down, &along);
                Ok(Worth::Num(self.cell_at(&row, place)))
            }
            Worth::Row(row) => {
                let place = self.int(at)?;
                let place = self.list_place(&place, row.shape.cells);
                Ok(Worth::Num(self.cell_at(&row, place)))
            }
            Worth::Known(Datum::Grid(grid)) => {
                let cell = self.int(at)?;
                let (down, along) = self.parts(&cell);
                Ok(Worth::Num(self.known_cell(&grid, &down, &along)))
            }
            Worth::Known(text @ Datum::Text(_)) => self.index_among(&among(text), at, base.span),
            Worth::Among(among) => self.index_among(&among, at, base.span),
            Worth::Many(all) => self.one_of_many(all, at, span),
            Worth::Lying(text) if base.ty == Type::Text => {
                let place = self.int(at)?;
                let place = self.held(place);
                self.ask_if(place.value.clone().below(text.length.clone()).is_zero());
                let start = self.make.hold("letter", text.start.clone().plus(place.value));
                Ok(Worth::Lying(Lying { start, length: Value::from(1), most: 1, ..text }))
            }
            Worth::Known(list @ Datum::List(_)) if records || lists(&list).is_none() && ints(&list).is_none() => {
                self.index_among(&among(list), at, base.span)
            }
            Worth::Known(nested @ (Datum::Graph(_) | Datum::List(_))) if lists(&nested).is_some() => {
                let place = self.int(at)?;
                Ok(Worth::Lying(self.inner_list(&lists(&nested).unwrap_or_default(), &place)))
            }
            held => {
                let lying = self.lying(held, base.span)?;
                let Worth::Num(place) = self.expr(at)? else { return unfit(at.span, "this index") };
                let place = self.there(place);
                Ok(Worth::Num(self.entry(&lying, &place)))
            }
        }
    }

    /// A value of one of several known records: those at one place are of one kind.
    fn value_of_record(&mut self, record: Worth, place: i64, span: Span) -> Lowered<Worth> {
        let Some(among) = self.among(record) else { return unfit(span, "entries of this kind") };
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        let values: Option<Vec<Datum>> = among.all.iter().map(|record| record.entry(place)).collect();
        match values {
            Some(values) if values.len() == 1 => Ok(self.known(&values[0])),
            Some(values) => Ok(self.one_of(values, among.which)),
            None => unfit(span, "entries of this kind"),
        }
    }

    /// An entry or a part of one of several known lists or texts.
    fn index_among(&mut self, among: &Among, at: &'r Expr, span: Span) -> Lowered<Worth> {
        match self.expr(at)? {
            Worth::Range(lo, hi) => {
                let lying = self.lying_among(among, span)?;
                Ok(Worth::Lying(self.slice(lying, lo, hi)))
            }
            Worth::Num(_) if among.all.iter().any(|one| matches!(one, Datum::Grid(_) | Datum::Graph(_))) => {
                unfit(span, "one of several boards or graphs")
            }
            Worth::Num(place) => {
                let place = self.there(place);
                Ok(self.entry_among(among, &place))
            }
            _ => unfit(at.span, "this index"),
        }
    }

    /// An entry of a list whose entries are apart.
    fn one_of_many(&mut self, all: Vec<Worth>, at: &'r Expr, span: Span) -> Lowered<Worth> {
        let place = self.int(at)?;
        let place = self.held(place);
        let outside = self.outside(&place, Interval::new(0, i128::try_from(all.len()).unwrap_or(0) - 1));
        self.ask_if(outside);
        if let Some(known) = place.known() {
            let entry = usize::try_from(known).ok().and_then(|known| all.into_iter().nth(known));
            return Ok(entry.unwrap_or(Worth::Num(Num::of(0))));
        }
        let ty = Type::List(Box::new(at.ty.clone()));
        let mut found: Option<Worth> = None;
        for (which, entry) in (0..).zip(all) {
            found = Some(match found {
                None => entry,
                Some(before) => {
                    let here = self.make.hold("here", place.value.clone().eq(which));
                    self.either(&here, (Vec::new(), entry), (Vec::new(), before), &ty, span)?
                }
            });
        }
        found.map_or_else(|| unfit(span, "an entry of an empty list"), Ok)
    }

    pub(super) fn known_cell(&mut self, grid: &bouton_rules::datum::Grid, down: &Num, along: &Num) -> Num {
        let inside = self.on_board(down, along, grid.rows, grid.columns);
        self.ask_if(inside.is_zero());
        let place = down.value.clone().times(grid.columns).plus(along.value.clone());
        let (entry, none) = spread(&grid.cells);
        let table = self.table(grid.cells.clone());
        let value = self.hold_sure("cell", Value::load(table, place));
        Num { none, ..Num::new(value, entry) }
    }

    /// One list of a known list of lists.
    pub(super) fn inner_list(&mut self, all: &[Vec<i64>], place: &Num) -> Lying {
        let outside = self
            .outside(place, Interval::new(0, i128::try_from(all.len()).expect("entries are counted in memory") - 1));
        self.ask_if(outside);
        let mut starts = vec![0];
        let mut flat = Vec::new();
        for list in all {
            flat.extend_from_slice(list);
            starts.push(i64::try_from(flat.len()).expect("entries are counted in memory"));
        }
        let most = all.iter().map(Vec::len).max().unwrap_or(0);
        let (entry, none) = spread(&flat);
        let (starts, buffer) = (self.table(starts), self.table(flat));
        let place = self.make.hold("which", place.value.clone());
        let start = self.hold_sure("start", Value::load(starts, place.clone()));
        let end = self.hold_sure("end", Value::load(starts, place.plus(1)));
        let length = self.make.hold("length", end.minus(start.clone()));
        Lying { buffer, start, length, most: int(most), entry, none, live: false }
    }

    /// `xs[a ..< b]`: both ends must lie in the list, unless it is empty.
    fn slice(&mut self, lying: Lying, lo: Num, hi: Num) -> Lying {
        self.spend(usize::try_from(lying.most / 8 + 1).unwrap_or(usize::MAX));
        let (lo, hi) = (self.held(lo), self.held(hi));
        let some = self.make.hold("some", hi.value.clone().ge(lo.value.clone()));
        let wrong = lo.value.clone().lt(0).or(hi.value.clone().ge(lying.length.clone()));
        self.ask_if(some.clone().and(wrong));
        let length = some.clone().select(hi.value.minus(lo.value.clone()).plus(1), 0);
        let start = some.select(lying.start.clone().plus(lo.value), 0);
        let most = (hi.range.hi - lo.range.lo + 1).clamp(0, i128::from(lying.most));
        Lying {
            length: self.make.hold("length", length),
            start: self.make.hold("start", start),
            most: int(most),
            ..lying
        }
    }

    /// An entry of a list in a buffer; asks outside.
    pub(super) fn entry(&mut self, lying: &Lying, place: &Num) -> Num {
        let place = self.held(place.clone());
        let whole = lying.start == Value::Const(0) && matches!(lying.length, Value::Const(_));
        // A list that fills its buffer is checked by the load itself.
        if !whole {
            self.ask_if(place.value.clone().below(lying.length.clone()).is_zero());
        }
        let value = Value::load(lying.buffer, lying.start.clone().plus(place.value));
        let value = self.make.hold("entry", value);
        Num { none: lying.none, ..Num::new(value, lying.entry) }
    }
}

/// A comparison of scalars. By size, `none` is neither more nor less than anything.
pub(super) fn compare_nums(op: CompareOp, a: &Num, b: &Num) -> Value {
    if let CompareOp::Eq | CompareOp::Ne = op {
        let truth = |num: &Num| num.range.meet(Interval::new(0, 1)) == num.range && !num.none && num.code.is_none();
        if truth(a) && (op == CompareOp::Eq) == (b.known() == Some(1)) && matches!(b.known(), Some(0..=1)) {
            return a.value.clone();
        }
        let (a, b) = match (&a.code, &b.code, a.known(), b.known()) {
            (Some((a, lo)), _, _, Some(b)) => (a.clone(), coded(b, *lo)),
            (_, Some((b, lo)), Some(a), _) => (b.clone(), coded(a, *lo)),
            (Some((a, lo)), Some((b, other)), _, _) if lo == other => (a.clone(), b.clone()),
            _ => (a.value.clone(), b.value.clone()),
        };
        return if op == CompareOp::Eq { a.eq(b) } else { a.ne(b) };
    }
    let (x, y) = (a.value.clone(), b.value.clone());
    let truth = match op {
        CompareOp::Lt if a.range.hi < b.range.lo => Value::from(1),
        CompareOp::Lt => x.lt(y),
        CompareOp::Le if a.range.hi <= b.range.lo => Value::from(1),
        CompareOp::Le => x.le(y),
        CompareOp::Gt if a.range.lo > b.range.hi => Value::from(1),
        CompareOp::Gt => x.gt(y),
        _ if a.range.lo >= b.range.hi => Value::from(1),
        _ => x.ge(y),
    };
    let there = |num: &Num| if num.none { num.value.clone().ne(NONE) } else { Value::from(1) };
    match (there(a), there(b)) {
        (Value::Const(1), Value::Const(1)) => truth,
        (a, b) => truth.and(a.and(b)),
    }
}

/// The code of a number, where 0 means `none` and 1 means `lo`; no code at all for other numbers, which is what −1 is.
fn coded(number: i64, lo: i64) -> Value {
    if number == NONE {
        return Value::from(0);
    }
    Value::from(number.checked_sub(lo - 1).filter(|code| *code >= 1).unwrap_or(-1))
}

/// What numbers there are, and whether `none` is among them.
pub(super) fn spread(numbers: &[i64]) -> (Interval, bool) {
    let there = numbers.iter().filter(|number| **number != NONE);
    let range = there.fold(Interval::new(1, 0), |range, number| range.hull(Interval::of(*number)));
    (range, numbers.contains(&NONE))
}

/// A list of lists of scalars.
pub(super) fn lists(datum: &Datum) -> Option<Vec<Vec<i64>>> {
    match datum {
        Datum::Graph(nodes) => Some(nodes.as_ref().clone()),
        Datum::List(lists) if !lists.is_empty() => lists
            .iter()
            .map(|list| match list {
                Datum::List(_) => ints(list),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

/// The scalars of a list, set or range.
pub(super) fn ints(datum: &Datum) -> Option<Vec<i64>> {
    if !matches!(datum, Datum::List(_) | Datum::Set(_)) {
        return None;
    }
    datum.entries().map(|entry| if let Datum::Int(number) = entry { Some(number) } else { None }).collect()
}

/// The cell of a place on a board.
pub(super) fn cell_number(place: i64, columns: i64) -> i64 {
    Cell::at(place, columns).pack().expect("boards are smaller than cells can say")
}
