//! Chomp (F. Schuh 1952; D. Gale 1974): rows of pieces, none longer than the one before; a bite takes a piece, what lies behind it in its row and in
//! all later rows; the first piece is poison.
//!
//! **Theorem** (Gale 1974). The first player wins every full rectangle but the single piece; in a square, by biting the piece diagonally next to the
//! poison. Where two rows (or two columns) are left, of `a` and `b` pieces, the mover loses exactly where `a = b + 1`. Where just the first row
//! and the first column are left, with as many pieces as each other beside the poison, the mover loses, and otherwise wins.
//!
//! *Proof.* Rectangle: if biting the last corner wins, good. If not, the other player has a winning answer to it; whatever that bites contains the
//! corner, so it could have been the first bite: the same position, and the other player to move. Two rows: from `a = b + 1`, biting the first
//! row leaves `(c, min(b, c))`, two equal rows if `c > 0`, the second leaves `(b + 1, c)` with `c < b`; neither is again of that form. From any
//! other position one is: `a = b` bites the last of the second row, `a > b + 1` leaves `b + 1` in the first. `(1, 0)` is the poison alone,
//! which loses. An L is two heaps of Nim, the arms; a square bitten diagonally next to the poison is an L with equal arms. ∎
//!
//! Condition: every bite of Chomp and no other move, shown by writing them out row by row. Values and best moves are told of two rows, two columns
//! and Ls; of a full rectangle only who wins: which bite does is not known in general, and of squares whether another does too.

use super::{Ask, ONE_BY_ONE, Proven, Strategy, Teller, Theorem, outcome};
use crate::game::Abstract;
use crate::recurrence::symbolic::Said;
use crate::recurrence::tables::{Entry, EntryMove, Tables};
use crate::value::Value;
use bouton_rules::{Text, say};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Rows of pieces, none longer than the one before. A move bites off a piece with all that lies behind it in its row and in later rows; the
/// first piece of the first row is poison.
#[derive(Clone, Debug)]
struct Chomp {
    /// The variables that hold the lengths of the rows, first to last.
    rows: Vec<usize>,
    /// What the rules say of the poison.
    poison: Poison,
}

/// How the poison decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Poison {
    /// The move that eats it ends play and loses.
    Loses,
    /// It may be eaten; then nothing is left, and the player who finds that wins.
    Gone,
    /// It cannot be eaten: who finds nothing else has lost.
    Left,
}

pub(super) struct Poisoned;

impl Theorem for Poisoned {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "chomp",
            about: "the first player wins a full rectangle, or the second could steal the answer; two rows lose where they differ by one (Gale 1974)",
            speed: None,
        }
    }

    fn matches(&self, moves: &dyn Abstract) -> Option<Arc<dyn Proven>> {
        // Most games are none after a look at their first move.
        let bites = |mv: &EntryMove, bounds: &[(i64, i64)]| {
            let sound = mv.exact && bounds.iter().all(|(lo, hi)| *lo == 0 && *hi >= 1);
            sound && orders(bounds.len()).iter().any(|rows| bite(mv, rows, bounds).is_some())
        };
        Some(Arc::new(Chomp::of(&moves.tables(&bites)?)?))
    }
}

impl Chomp {
    /// The rows, if the game is Chomp.
    fn of(tables: &Tables) -> Option<Chomp> {
        // Bites keep it that rows are at least as long as later ones, and every other invariant may fail.
        let longer = tables.invariants.iter().map(|invariant| match invariant {
            Some(Entry::Ordered(pairs)) => Some(pairs.as_slice()),
            Some(Entry::Known(1)) => Some(&[][..]),
            _ => None,
        });
        let longer = longer.collect::<Option<Vec<_>>>()?.concat();
        (tables.numbers && !tables.moves.is_empty()).then_some(())?;
        orders(tables.bounds.len()).into_iter().find_map(|rows| {
            let bites: Option<Vec<(usize, i64)>> =
                tables.moves.iter().map(|mv| bite(mv, &rows, &tables.bounds)).collect();
            let place = |entry: usize| rows.iter().position(|row| *row == entry);
            longer.iter().all(|(one, other)| place(*one) <= place(*other)).then_some(())?;
            let poison = poison(tables, &rows, &bites?)?;
            Some(Chomp { rows, poison })
        })
    }
}

/// The orders that so many rows may have among the variables: the longest comes first or last.
fn orders(rows: usize) -> [Vec<usize>; 2] {
    [(0..rows).collect(), (0..rows).rev().collect()]
}

/// The row and the place that a move bites, if it is a bite.
fn bite(mv: &EntryMove, rows: &[usize], bounds: &[(i64, i64)]) -> Option<(usize, i64)> {
    let asked = |row: &usize| mv.legal.iter().any(|(of, table)| *of == rows[*row] && table.contains(&0));
    let row = (0..rows.len()).rev().find(asked)?;
    let holds = |row: usize, value: i64| {
        let place = usize::try_from(value).ok()?;
        Some(mv.legal.iter().filter(|(of, _)| *of == rows[row]).all(|(_, table)| table.get(place) != Some(&0)))
    };
    let most = |row: usize| bounds[rows[row]].1;
    let at = (0..=most(row)).find(|value| holds(row, *value) == Some(true))? - 1;
    // No row before is shorter than this one, so what is asked of it must hold where it is longer than the place.
    let legal = |before: usize| (at + 1..=most(before)).all(|value| holds(before, value) == Some(true));
    let becomes = |row: usize, value: i64| match &mv.next[rows[row]] {
        Entry::Known(after) => Some(*after),
        Entry::Of(of, table) if *of == rows[row] => table.get(usize::try_from(value).ok()?).copied(),
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
fn poison(tables: &Tables, rows: &[usize], bites: &[(usize, i64)]) -> Option<Poison> {
    let mut found: BTreeSet<(usize, i64)> = bites.iter().copied().collect();
    let all = |row: usize| (0..tables.bounds[rows[row]].1).map(move |at| (row, at));
    let pieces: BTreeSet<(usize, i64)> = (0..rows.len()).flat_map(all).collect();
    let eaten = !found.insert((0, 0));
    (found == pieces).then_some(())?;
    let ended = tables.moves.iter().any(|mv| !mv.ends.is_empty());
    match (eaten, ended, tables.ends.as_slice()) {
        (true, true, []) => {
            let right = |(mv, bite): (&EntryMove, &(usize, i64))| ends_rightly(mv, *bite, rows, tables);
            tables.moves.iter().zip(bites).all(right).then_some(Poison::Loses)
        }
        (true, false, [(Some(Entry::Of(entry, table)), Some(Said::Win))]) if *entry == rows[0] => {
            let empty = table.iter().enumerate().all(|(length, holds)| (*holds != 0) == (length == 0));
            empty.then_some(Poison::Gone)
        }
        (false, false, []) => (tables.stuck == Some(Said::Loss)).then_some(Poison::Left),
        _ => None,
    }
}

/// Whether a bite ends play just if it is that of the poison, which loses.
fn ends_rightly(mv: &EntryMove, (row, at): (usize, i64), rows: &[usize], tables: &Tables) -> bool {
    let poison = (row, at) == (0, 0);
    let always = |when: &Entry, holds: bool| match when {
        Entry::Known(found) => (*found != 0) == holds,
        Entry::Of(entry, table) => {
            let Some(of) = rows.iter().position(|known| known == entry) else { return false };
            let possible = if of <= row { at + 1..=tables.bounds[*entry].1 } else { 0..=tables.bounds[*entry].1 };
            let found = |value: i64| usize::try_from(value).ok().and_then(|place| table.get(place));
            possible.into_iter().all(|value| found(value).is_some_and(|found| (*found != 0) == holds))
        }
        Entry::Many(..) | Entry::Ordered(_) => false,
    };
    match mv.ends.as_slice() {
        [] => !poison,
        [(when, Some(Said::Loss))] => always(when, poison),
        _ => false,
    }
}

/// The one winning bite that is known.
const DIAGONAL: &str = "biting the piece diagonally next to the poison wins it, as two equal arms are left";

/// What is known of a position that goes on.
enum Known {
    /// Whether the mover loses, and the same of everything that play leads to.
    Ever(bool),
    /// The mover wins; of what play leads to next, not all is known.
    Here,
}

fn known(rows: &[i64]) -> Option<Known> {
    let (first, second) = (*rows.first()?, rows.get(1).copied().unwrap_or(0));
    let height = rows.iter().filter(|row| **row > 0).count();
    let tall = i64::try_from(height).ok()?;
    if height <= 2 {
        return Some(Known::Ever(first == second + 1));
    }
    if first <= 2 {
        let longer = i64::try_from(rows.iter().filter(|row| **row > 1).count()).ok()?;
        return Some(Known::Ever(tall == longer + 1));
    }
    if second == 1 {
        return Some(Known::Ever(first == tall));
    }
    rows.iter().take(height).all(|row| *row == first).then_some(Known::Here)
}

/// Whether all rows are as long as there are rows.
fn is_square(rows: &[i64]) -> bool {
    rows.first().is_some_and(|first| usize::try_from(*first) == Ok(rows.len()) && rows.iter().all(|row| row == first))
}

impl Chomp {
    fn at(&self, variables: &[i64]) -> Option<Vec<i64>> {
        let rows: Vec<i64> = self.rows.iter().map(|row| variables.get(*row).copied()).collect::<Option<_>>()?;
        let falling = rows.is_sorted_by(|one, other| one >= other) && rows.last().is_some_and(|last| *last >= 0);
        falling.then_some(rows)
    }
}

impl Teller for Chomp {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let rows = self.at(variables)?;
        if rows.first() == Some(&0) {
            return (self.poison == Poison::Gone).then(|| outcome(true, true, true));
        }
        let over = self.poison == Poison::Left && rows.iter().sum::<i64>() == 1;
        Some(outcome(matches!(known(&rows)?, Known::Ever(true)), false, over))
    }
}

impl Proven for Chomp {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        let rules = "rows of pieces; a bite takes a piece with all behind it, there and in later rows; the first piece is poison";
        vec![
            ("these rules", rules.into()),
            ("compare the rows", "two rows, two columns, an L, or a full rectangle".into()),
            ("a square", DIAGONAL.into()),
        ]
    }

    fn speaks(&self, variables: &[i64], ask: &Ask) -> Result<(), Text> {
        let rows = self.at(variables).ok_or("rows of Chomp are no longer than the one before")?;
        match (rows.first().filter(|first| **first > 0).and_then(|_| known(&rows)), ask) {
            (_, Ask::Table) => Err(ONE_BY_ONE.into()),
            (None, _) => Err("Chomp with neither two rows, two columns, an L, nor a full rectangle".into()),
            (Some(Known::Here), ask) if *ask >= Ask::BestMoves && is_square(&rows) => {
                Err(say!("{DIAGONAL}, but nobody knows in general which other bites do: `--ask value`"))
            }
            (Some(Known::Here), ask) if *ask >= Ask::BestMoves => {
                Err("the first player wins Chomp, but in general nobody knows by which bites: `--ask value`".into())
            }
            _ => Ok(()),
        }
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
