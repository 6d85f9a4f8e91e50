//! Chomp, shown by writing out every bite row by row: whatever way the rules say it, the bites that come out must be just those of Chomp.

use super::Instance;
use super::decided::{loses, wins};
use super::entries::{Way, Worth, Written, at_rest, write_out};
use crate::game::{Chomp, Game, Poison};
use crate::value::Kind;
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Expr, ExprKind, StuckResult};
use bouton_rules::syntax::tree::CompareOp;
use bouton_rules::table::helpers::Helper;
use bouton_rules::types::Domain;
use std::collections::BTreeSet;

/// Invariants over more entries than this are not read: a position of so many rows is no Chomp that a theorem helps with.
const MOST_ENTRIES: usize = 1 << 12;

/// The rows, if the game is Chomp.
pub(super) fn find(game: &Instance) -> Option<Chomp> {
    let rules = game.rules();
    let numbers = game.interpreter.domains().iter().all(|domain| match domain {
        Domain::Int { .. } => true,
        Domain::List { of, .. } => matches!(**of, Domain::Int { .. }),
        _ => false,
    });
    let plain = game.kind() == Kind::Outcome && game.alike && game.repeat().is_none() && rules.parts.is_empty();
    (plain && numbers).then_some(())?;
    let invariants: Option<Vec<_>> = rules.invariants.iter().map(|invariant| longer(game, invariant)).collect();
    let longer: Vec<(usize, usize)> = invariants?.into_iter().flatten().collect();
    let written = write_out(game)?;
    let from_zero = written.bounds.iter().all(|(lo, hi)| *lo == 0 && *hi >= 1);
    (from_zero && !written.ways.is_empty() && written.ways.iter().all(|way| way.exact)).then_some(())?;
    let rows: Vec<usize> = (0..written.bounds.len()).collect();
    let back: Vec<usize> = rows.iter().rev().copied().collect();
    [rows, back].into_iter().find_map(|rows| {
        let bites: Option<Vec<(usize, i64)>> = written.ways.iter().map(|way| bite(way, &rows, &written)).collect();
        let place = |entry: usize| rows.iter().position(|row| *row == entry);
        longer.iter().all(|(one, other)| place(*one) <= place(*other)).then_some(())?;
        let poison = poison(game, &written, &rows, &bites?)?;
        Some(Chomp { rows, poison })
    })
}

/// The row and the place that a move bites, if it is a bite.
fn bite(way: &Way, rows: &[usize], written: &Written) -> Option<(usize, i64)> {
    let asked = |row: &usize| way.legal.iter().any(|(of, table)| *of == rows[*row] && table.contains(&0));
    let row = (0..rows.len()).rev().find(asked)?;
    let holds = |row: usize, value: i64| {
        let place = usize::try_from(value).ok()?;
        Some(way.legal.iter().filter(|(of, _)| *of == rows[row]).all(|(_, table)| table.get(place) != Some(&0)))
    };
    let most = |row: usize| written.bounds[rows[row]].1;
    let at = (0..=most(row)).find(|value| holds(row, *value) == Some(true))? - 1;
    // No row before is shorter than this one, so what is asked of it must hold where it is longer than the place.
    let legal = |before: usize| (at + 1..=most(before)).all(|value| holds(before, value) == Some(true));
    let becomes = |row: usize, value: i64| match &way.next[rows[row]] {
        Worth::Known(after) => Some(*after),
        Worth::Of(of, table) if *of == rows[row] => table.get(usize::try_from(value).ok()?).copied(),
        _ => None,
    };
    let bitten = |other: usize| {
        let possible = if other <= row { at + 1..=most(other) } else { 0..=most(other) };
        let after = |value: i64| if other < row { value } else { value.min(at) };
        possible.into_iter().all(|value| becomes(other, value) == Some(after(value)))
    };
    (at >= 0 && (0..=row).all(legal) && (0..rows.len()).all(bitten)).then_some((row, at))
}

/// What becomes of the poison, if every piece but perhaps that may be bitten, and play ends as it does in Chomp.
fn poison(game: &Instance, written: &Written, rows: &[usize], bites: &[(usize, i64)]) -> Option<Poison> {
    let mut found: BTreeSet<(usize, i64)> = bites.iter().copied().collect();
    let all = |row: usize| (0..written.bounds[rows[row]].1).map(move |at| (row, at));
    let pieces: BTreeSet<(usize, i64)> = (0..rows.len()).flat_map(all).collect();
    let eaten = !found.insert((0, 0));
    (found == pieces).then_some(())?;
    let ended = written.ways.iter().any(|way| !way.ends.is_empty());
    let rules = game.rules();
    match (eaten, ended, rules.ends.as_slice()) {
        (true, true, []) => {
            let right = |(way, bite): (&Way, &(usize, i64))| ends_rightly(way, *bite, rows, written);
            written.ways.iter().zip(bites).all(right).then_some(Poison::Loses)
        }
        (true, false, [end]) => match at_rest(game, &end.condition)? {
            Worth::Of(entry, table) if entry == rows[0] => {
                let empty = table.iter().enumerate().all(|(length, holds)| (*holds != 0) == (length == 0));
                (empty && wins(end.outcome.as_ref()?)).then_some(Poison::Gone)
            }
            _ => None,
        },
        (false, false, []) => {
            let stuck = rules.stucks.first().filter(|stuck| stuck.condition.is_none())?;
            matches!(&stuck.result, StuckResult::Over(outcome) if loses(outcome)).then_some(Poison::Left)
        }
        _ => None,
    }
}

/// Whether a bite ends play just if it is that of the poison, which loses.
fn ends_rightly(way: &Way, (row, at): (usize, i64), rows: &[usize], written: &Written) -> bool {
    let poison = (row, at) == (0, 0);
    let always = |when: &Worth, holds: bool| match when {
        Worth::Known(found) => (*found != 0) == holds,
        Worth::Of(entry, table) => {
            let Some(of) = rows.iter().position(|known| known == entry) else { return false };
            let possible = if of <= row { at + 1..=written.bounds[*entry].1 } else { 0..=written.bounds[*entry].1 };
            let found = |value: i64| usize::try_from(value).ok().and_then(|place| table.get(place));
            possible.into_iter().all(|value| found(value).is_some_and(|found| (*found != 0) == holds))
        }
        Worth::Many(..) => false,
    };
    match way.ends.as_slice() {
        [] => !poison,
        [(when, outcome)] => loses(outcome) && always(when, poison),
        _ => false,
    }
}

/// Two entries, of which the first is at least the second.
type Longer = (usize, usize);

/// What an invariant says, if it says of entries that they are at least others: where those are later rows, bites keep that.
fn longer(game: &Instance, invariant: &Expr) -> Option<Vec<Longer>> {
    let ExprKind::Help(Helper::All, args) = &invariant.kind else { return compared(game, invariant, &[]) };
    let [Expr { kind: ExprKind::Comprehension { item, clauses, .. }, .. }] = args.as_slice() else { return None };
    let [clause] = clauses.as_slice() else { return None };
    clause.condition.is_none().then_some(())?;
    let mut found = Vec::new();
    let over = game.interpreter.fixed(&clause.over, &[]).filter(|over| over.count() <= MOST_ENTRIES)?;
    for entry in over.entries() {
        let Datum::Int(value) = entry else { return None };
        found.extend(compared(game, item, &[(clause.slot, value)])?);
    }
    Some(found)
}

fn compared(game: &Instance, item: &Expr, locals: &[(usize, i64)]) -> Option<Vec<Longer>> {
    let ExprKind::Compare(first, rest) = &item.kind else { return None };
    let (mut left, mut found) = (entry(game, first, locals)?, Vec::new());
    for (op, right) in rest {
        let right = entry(game, right, locals)?;
        found.push(match op {
            CompareOp::Ge => (left, right),
            CompareOp::Le => (right, left),
            _ => return None,
        });
        left = right;
    }
    Some(found)
}

/// The number of an entry.
fn entry(game: &Instance, expr: &Expr, locals: &[(usize, i64)]) -> Option<usize> {
    let (state, index) = match &expr.kind {
        ExprKind::State(state) => (*state, 0),
        ExprKind::Index(of, index) => match (&of.kind, index.as_slice()) {
            (ExprKind::State(state), [index]) => match game.interpreter.fixed(index, locals)? {
                Datum::Int(index) => (*state, usize::try_from(index).ok()?),
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    let entries = |domain: &Domain<i64>| match domain {
        Domain::List { max, .. } => usize::try_from(*max).ok(),
        _ => Some(1),
    };
    let domains = game.interpreter.domains();
    let before = domains.iter().take(state).map(entries).sum::<Option<usize>>()?;
    // An invariant that looks past the end of a list is a fault that play will show.
    (index < entries(domains.get(state)?)?).then_some(before + index)
}
