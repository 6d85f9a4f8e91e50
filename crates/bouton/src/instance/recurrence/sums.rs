//! Sums over known lists and boards: differences of prefix sums (summed-area tables for boards: Crow 1984).

use super::moves::speaks;
use super::{Closed, Reader, fits, opaque};
use crate::domain::Run;
use crate::recurrence::{Amount, Linear, Row, Sum};
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Choice, Expr, ExprKind, Root, Stmt, StmtKind};
use bouton_rules::table::operators::BinaryOp;
use bouton_rules::types::Type;
use std::sync::Arc;

/// What holds a known list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    Param(usize),
    Let(usize),
}

/// From one place up to, not including, another.
type Stretch = (Linear, Linear);

impl Reader<'_> {
    /// `sum(…)` over a slice or over cells of known lists.
    pub(super) fn sum(&mut self, arg: &Expr, run: &mut Run<Self>) -> Closed<Amount> {
        match &arg.kind {
            ExprKind::Index(base, indices) => {
                let (base, mut indices) = flat(base, indices);
                let Some(Expr { kind: ExprKind::Range { lo, hi, inclusive }, .. }) = indices.pop() else {
                    return self.no_form(arg.span);
                };
                let row = indices.into_iter().map(|index| self.alone(index, run)).collect::<Closed<Vec<_>>>()?;
                let stretch = self.stretch((lo, hi, *inclusive), run)?;
                self.range_sum(base, &[row.concat(), vec![stretch]].concat(), arg)
            }
            ExprKind::Comprehension { set: false, item, clauses } => self.run_sum(item, clauses, arg, run),
            _ => self.no_form(arg.span),
        }
    }

    /// One entry of a known list, one cell of a known board.
    pub(super) fn known_entry(
        &mut self,
        base: &Expr,
        indices: &[Expr],
        expr: &Expr,
        run: &mut Run<Self>,
    ) -> Closed<Amount> {
        let (base, indices) = flat(base, indices);
        let stretches = indices.into_iter().map(|index| self.alone(index, run)).collect::<Closed<Vec<_>>>()?;
        self.range_sum(base, &stretches.concat(), expr)
    }

    /// Points that are known before play, since all of them are.
    pub(super) fn settled_sums(&self, amount: &Amount) -> Option<i64> {
        amount.sums.iter().try_fold(amount.linear.as_number()?, |total, sum| {
            let (_, row) = self.rows.get(sum.row)?;
            let at = usize::try_from(row.flat(&sum.place)?.as_number()?).ok()?;
            total.checked_add(row.sums.get(at)?.checked_mul(sum.times)?)
        })
    }

    /// One place, a stretch along each side.
    fn alone(&mut self, index: &Expr, run: &mut Run<Self>) -> Closed<Vec<Stretch>> {
        let sides = self.places(index, run)?.into_iter();
        sides.map(|at| fits(at.plus(&Linear::number(1), 1), index.span).map(|after| (at, after))).collect()
    }

    /// What a loop adds to which local, if it does only that.
    pub(super) fn added_up(
        &mut self,
        (slot, over, body): (usize, &Expr, &[Stmt]),
        run: &mut Run<Self>,
    ) -> Option<(usize, Closed<Amount>)> {
        let [Stmt { kind: StmtKind::Assign(pairs), .. }] = body else { return None };
        let [(place, Expr { kind: ExprKind::Binary(BinaryOp::Add, before, item), .. })] = pairs.as_slice() else {
            return None;
        };
        let Root::Local(total) = place.root else { return None };
        let same = place.path.is_empty() && matches!(before.kind, ExprKind::Local(local) if local == total);
        // What is known is unrolled; where entries are picked by the total itself, it is no sum of a stretch.
        (same && !speaks(item, total) && !self.is_known(over)).then_some(())?;
        let clause = Choice { name: String::new(), slot, over: over.clone(), condition: None, ty: Type::Int };
        Some((total, self.run_sum(item, &[clause], item, run)))
    }

    fn stretch(&mut self, (lo, hi, inclusive): (&Expr, &Expr, bool), run: &mut Run<Self>) -> Closed<Stretch> {
        let (from, to) = (self.linear(lo, run)?, self.linear(hi, run)?);
        let to = fits(to.plus(&Linear::number(i64::from(inclusive)), 1), hi.span)?;
        Ok((from, to))
    }

    /// `sum(grid[r, c] for r in …, c in …)`: each index is a variable of one clause, or a number that no clause changes.
    fn run_sum(&mut self, item: &Expr, clauses: &[Choice], arg: &Expr, run: &mut Run<Self>) -> Closed<Amount> {
        let ExprKind::Index(base, indices) = &item.kind else { return self.no_form(arg.span) };
        let (base, indices) = flat(base, indices);
        let mut used = 0;
        let mut stretches = Vec::new();
        for index in indices {
            let clause =
                clauses.iter().find(|clause| matches!(index.kind, ExprKind::Local(slot) if slot == clause.slot));
            match clause {
                Some(Choice {
                    over: Expr { kind: ExprKind::Range { lo, hi, inclusive }, .. },
                    condition: None,
                    ..
                }) => {
                    used += 1;
                    stretches.push(self.stretch((lo, hi, *inclusive), run)?);
                }
                Some(_) => return self.no_form(arg.span),
                None => stretches.extend(self.alone(index, run)?),
            }
        }
        if used == clauses.len() { self.range_sum(base, &stretches, arg) } else { self.no_form(arg.span) }
    }

    /// The sum over some places of a known list, or over a rectangle of a known board.
    fn range_sum(&mut self, base: &Expr, stretches: &[Stretch], expr: &Expr) -> Closed<Amount> {
        let row = self.row(base, expr)?;
        let sides = self.sides(row);
        if sides.len() != stretches.len() {
            return self.no_form(expr.span);
        }
        for ((from, to), side) in stretches.iter().zip(&sides) {
            let needs = [Some(from.clone()), to.minus(from), Linear::number(*side).minus(to)];
            for need in needs {
                self.needs.push(fits(need, expr.span)?);
            }
        }
        let mut amount = Amount::default();
        for corner in 0..1_usize << sides.len() {
            let low = |side: usize| corner >> side & 1 == 1;
            let place =
                stretches.iter().enumerate().map(|(side, (from, to))| if low(side) { from } else { to }.clone());
            let times = if corner.count_ones() % 2 == 0 { 1 } else { -1 };
            let sum = Amount { linear: Linear::default(), sums: vec![Sum { row, place: place.collect(), times }] };
            amount = fits(amount.plus(&sum, 1), expr.span)?;
        }
        Ok(amount)
    }

    /// How many places a known list has, or how many rows and columns a board.
    fn sides(&self, row: usize) -> Vec<i64> {
        let row = &self.rows[row].1;
        let count = i64::try_from(row.sums.len()).unwrap_or(i64::MAX);
        match row.width {
            None => vec![count - 1],
            Some(width) => vec![count / width - 1, width - 1],
        }
    }

    /// The number of a known list, its prefix sums made the first time.
    fn row(&mut self, base: &Expr, expr: &Expr) -> Closed<usize> {
        let rules = self.rules;
        let (holder, name, held) = match base.kind {
            ExprKind::Param(which) => {
                (Holder::Param(which), &rules.params[which].name, &self.interpreter.params()[which])
            }
            ExprKind::Let(which) => (Holder::Let(which), &rules.lets[which].name, &self.interpreter.lets()[which]),
            _ => return self.no_form(expr.span),
        };
        if let Some(known) = self.rows.iter().position(|(known, _)| *known == holder) {
            return Ok(known);
        }
        let summed = match held {
            Datum::List(entries) if matches!(entries.first(), Some(Datum::List(_))) => {
                rows(entries).and_then(|(cells, columns)| board(name, &cells, columns))
            }
            Datum::List(_) => self.interpreter.prefix_sums(&base.kind).and_then(|sums| list(name, sums)),
            Datum::Grid(grid) => board(name, &grid.cells, grid.columns),
            _ => None,
        };
        let Some(summed) = summed else {
            let numbers = matches!(held, Datum::List(_) | Datum::Grid(_));
            let why = if numbers { TOO_LARGE } else { "sums of this have no closed form" };
            return opaque(expr.span, why);
        };
        self.rows.push((holder, summed));
        Ok(self.rows.len() - 1)
    }
}

const TOO_LARGE: &str = "the numbers here come to more than 2⁶⁰ together, too much for sums of them";

/// Sums stay below this, so that differences of them cannot overflow.
const LARGEST: i64 = 1 << 60;

fn small(sum: i64) -> Option<i64> {
    (-LARGEST..=LARGEST).contains(&sum).then_some(sum)
}

fn list(name: &str, sums: &Arc<Vec<i64>>) -> Option<Row> {
    let row = Row::new(name.to_owned(), None, sums.clone());
    // What the absolute numbers come to bounds every sum on the way.
    (row.weight() <= LARGEST.into()).then_some(row)
}

/// The cells of a list of equally long lists of numbers, and how many columns it has.
fn rows(lists: &[Datum]) -> Option<(Vec<i64>, i64)> {
    let (mut cells, mut columns) = (Vec::new(), None);
    for list in lists {
        let Datum::List(entries) = list else { return None };
        (*columns.get_or_insert(entries.len()) == entries.len()).then_some(())?;
        for entry in entries.iter() {
            let Datum::Int(number) = entry else { return None };
            cells.push(*number);
        }
    }
    Some((cells, i64::try_from(columns?).ok()?))
}

fn board(name: &str, cells: &[i64], width: i64) -> Option<Row> {
    let columns = usize::try_from(width).ok()?;
    let mut sums = vec![0; columns + 1];
    let mut most = 0_i64;
    for row in cells.chunks(columns.max(1)) {
        let above = sums.len() - columns - 1;
        let mut along = 0_i64;
        sums.push(0);
        for (column, number) in row.iter().enumerate() {
            most = small(most.checked_add(number.checked_abs()?)?)?;
            along += number;
            sums.push(sums[above + column + 1] + along);
        }
    }
    Some(Row::new(name.to_owned(), Some(width + 1), Arc::new(sums)))
}

/// An entry of an entry of a list is a place on a board.
fn flat<'e>(mut base: &'e Expr, indices: &'e [Expr]) -> (&'e Expr, Vec<&'e Expr>) {
    let mut all: Vec<&Expr> = indices.iter().collect();
    while let ExprKind::Index(list, outer) = &base.kind {
        all.splice(0..0, outer);
        base = list;
    }
    (base, all)
}
