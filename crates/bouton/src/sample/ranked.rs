//! The values of a declaration in order, simplest first.

use super::Dice;
use bouton_rules::Rules;
use bouton_rules::datum::{Cell, Datum, Grid, NONE};
use bouton_rules::rules::{Expr, ExprKind};
use bouton_rules::types::Domain;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Lists and graphs grow no longer than this beyond their least length.
const LONGEST: usize = 8;
/// How many values of each length are tried.
const VARIANTS: usize = 3;
/// A set is made of the first so many values that it may hold.
const FIRST_MEMBERS: usize = 12;

/// The value of a rank; nothing when there are fewer.
pub(super) fn value(domain: &Domain<i64>, rank: usize, letters: &[char]) -> Option<Datum> {
    match domain {
        Domain::Set(of) => subset(of, rank, letters),
        Domain::List { min, max, of } => list(*min, *max, of, rank, letters),
        Domain::Grid { rows, columns, of } => grid(*rows, *columns, of, rank, letters),
        Domain::Graph { min, max } => graph(*min, *max, rank),
        Domain::Text => text(rank, letters),
        Domain::Record(of) => of.iter().map(|of| value(of, rank, letters)).collect::<Option<_>>().map(Datum::list),
        scalar => number(scalar, rank).map(Datum::Int),
    }
}

/// The letters that the rules and their examples speak of.
pub(super) fn letters(rules: &Rules) -> Vec<char> {
    let mut found = BTreeSet::new();
    let mut visit = |expr: &Expr| {
        if let ExprKind::Const(Datum::Text(text)) = &expr.kind {
            found.extend(text.iter().copied());
        }
    };
    let mut walk = |expr: &Expr| expr.walk(&mut visit);
    rules.examples.iter().flat_map(|example| &example.params).for_each(|(_, value)| walk(value));
    rules.states.iter().for_each(|state| walk(&state.start));
    rules.lets.iter().for_each(|line| walk(&line.value));
    rules.lets.iter().flat_map(|line| &line.steps).for_each(|stmt| stmt.exprs(&mut walk));
    rules.moves.iter().for_each(|mv| mv.exprs(&mut walk));
    if found.is_empty() { vec!['a', 'b'] } else { found.into_iter().collect() }
}

/// The scalar of a rank: from the least number up, or from 0 outwards.
fn number(domain: &Domain<i64>, rank: usize) -> Option<i64> {
    let rank = i64::try_from(rank).ok()?;
    match domain {
        Domain::Int { lo, hi } => nearest_zero(*lo, *hi, rank),
        Domain::Whole => nearest_zero(i64::MIN + 1, i64::MAX, rank),
        Domain::Bool | Domain::Player => (rank < 2).then_some(rank),
        Domain::Names { count, .. } => (rank < i64::try_from(*count).ok()?).then_some(rank),
        Domain::Node { nodes } => (rank < *nodes).then_some(rank),
        Domain::Cell { rows, columns } if rank < rows.checked_mul(*columns)? => Cell::at(rank, *columns).pack(),
        Domain::Optional(_) if rank == 0 => Some(NONE),
        Domain::Optional(of) => number(of, usize::try_from(rank - 1).ok()?),
        _ => None,
    }
}

/// `0, 1, −1, 2, −2, …` as far as they lie in `lo..hi`, or from the end nearest to 0.
fn nearest_zero(lo: i64, hi: i64, rank: i64) -> Option<i64> {
    let found = if lo >= 0 {
        lo.checked_add(rank)?
    } else if hi <= 0 {
        hi.checked_sub(rank)?
    } else {
        let both = lo.checked_neg()?.min(hi);
        let pairs = rank.div_euclid(2) + rank.rem_euclid(2);
        if pairs <= both {
            if rank % 2 == 1 { pairs } else { -pairs }
        } else if hi > both {
            rank - both
        } else {
            both - rank
        }
    };
    (lo <= found && found <= hi).then_some(found)
}

/// The members are the binary digits of the rank.
fn subset(of: &Domain<i64>, rank: usize, letters: &[char]) -> Option<Datum> {
    let mut members = Vec::new();
    for place in 0..usize::BITS as usize {
        if rank >> place & 1 == 0 {
            continue;
        }
        let Some(Datum::Int(member)) = (place < FIRST_MEMBERS).then(|| value(of, place, letters))? else { return None };
        members.push(member);
    }
    Some(Datum::set(members))
}

/// Lengths grow with the rank, a few lists of each length: simple values first, then others.
fn list(min: i64, max: i64, of: &Domain<i64>, rank: usize, letters: &[char]) -> Option<Datum> {
    let longer = if min == max { 0 } else { rank / VARIANTS };
    let length = usize::try_from(min).ok()? + longer;
    if longer > LONGEST || min > super::LONGEST || length > usize::try_from(max).ok()? {
        return None;
    }
    let mut dice = Dice::new(rank as u64 + 1);
    (0..length).map(|place| entry(of, length, place, rank, &mut dice, letters)).collect::<Option<_>>().map(Datum::list)
}

/// An entry of the list (or board) of a rank: every third one counts up, the others are mixed.
fn entry(
    of: &Domain<i64>,
    length: usize,
    place: usize,
    rank: usize,
    dice: &mut Dice,
    letters: &[char],
) -> Option<Datum> {
    let wanted = if rank.is_multiple_of(VARIANTS) { place + 1 } else { dice.below(length + 3) };
    (0..=wanted).rev().find_map(|rank| value(of, rank, letters))
}

fn grid(rows: (i64, i64), columns: (i64, i64), of: &Domain<i64>, rank: usize, letters: &[char]) -> Option<Datum> {
    let sizes = sides(rows, columns);
    let (height, width) = *sizes.get(rank / VARIANTS).or(if sizes.len() == 1 { sizes.first() } else { None })?;
    if rank / VARIANTS > LONGEST || height.checked_mul(width)? > super::LONGEST {
        return None;
    }
    let count = usize::try_from(height * width).ok()?;
    let mut dice = Dice::new(rank as u64 + 1);
    let cell = |place| match entry(of, count, place, rank, &mut dice, letters) {
        Some(Datum::Int(cell)) => Some(cell),
        _ => None,
    };
    let cells = (0..count).map(cell).collect::<Option<_>>()?;
    Some(Datum::Grid(Arc::new(Grid { rows: height, columns: width, cells })))
}

/// Sizes of a board, smallest first.
fn sides(rows: (i64, i64), columns: (i64, i64)) -> Vec<(i64, i64)> {
    let most = |(lo, hi): (i64, i64)| lo.max(1)..=hi.min(lo.max(1) + 3);
    let mut sizes: Vec<(i64, i64)> =
        most(rows).flat_map(|height| most(columns).map(move |width| (height, width))).collect();
    sizes.sort_by_key(|(height, width)| (height.saturating_mul(*width), *height));
    sizes
}

/// Connected graphs of growing size: a path, a circle, a star, and one drawn by lot.
fn graph(min: i64, max: i64, rank: usize) -> Option<Datum> {
    let count = usize::try_from(min.clamp(1, super::LONGEST)).ok()? + rank / 4;
    if count > usize::try_from(max).ok()? || rank / 4 > LONGEST {
        return None;
    }
    let edges: Vec<(usize, usize)> = match rank % 4 {
        0 => (1..count).map(|node| (node - 1, node)).collect(),
        1 => (0..count).map(|node| (node, (node + 1) % count)).collect(),
        2 => (1..count).map(|node| (0, node)).collect(),
        _ => drawn(count, count / 2, &mut Dice::new(rank as u64)),
    };
    Some(of_edges(count, &edges))
}

/// A tree with some more edges.
pub(super) fn drawn(count: usize, more: usize, dice: &mut Dice) -> Vec<(usize, usize)> {
    let mut edges: Vec<(usize, usize)> = (1..count).map(|node| (dice.below(node), node)).collect();
    edges.extend((0..more).map(|_| (dice.below(count), dice.below(count))));
    edges
}

/// A graph without loops or double edges.
pub(super) fn of_edges(count: usize, edges: &[(usize, usize)]) -> Datum {
    let mut near = vec![BTreeSet::new(); count];
    for &(from, to) in edges.iter().filter(|(from, to)| from != to) {
        near[from].insert(i64::try_from(to).expect("graphs are small"));
        near[to].insert(i64::try_from(from).expect("graphs are small"));
    }
    Datum::Graph(Arc::new(near.into_iter().map(|near| near.into_iter().collect()).collect()))
}

fn text(rank: usize, letters: &[char]) -> Option<Datum> {
    if rank / VARIANTS > LONGEST {
        return None;
    }
    let mut dice = Dice::new(rank as u64 + 1);
    let letter = |_| if rank.is_multiple_of(VARIANTS) { letters[0] } else { *dice.pick(letters) };
    Some(Datum::Text(Arc::new((0..rank / VARIANTS + usize::from(rank > 0)).map(letter).collect())))
}
