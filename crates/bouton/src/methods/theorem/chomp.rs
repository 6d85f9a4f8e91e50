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

use super::{Ask, ONE_BY_ONE, Proven, Teller, outcome};
use crate::game::{Chomp, Poison};
use crate::value::Value;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Rows(pub(super) Chomp);

pub(super) const NAME: &str = "chomp";
pub(super) const SAYS: &str = "the first player wins a full rectangle, or the second could steal the answer; two rows lose where they differ by one (Gale 1974)";

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

impl Rows {
    fn at(&self, variables: &[i64]) -> Option<Vec<i64>> {
        let rows: Vec<i64> = self.0.rows.iter().map(|row| variables.get(*row).copied()).collect::<Option<_>>()?;
        let falling = rows.is_sorted_by(|one, other| one >= other) && rows.last().is_some_and(|last| *last >= 0);
        falling.then_some(rows)
    }
}

impl Teller for Rows {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let rows = self.at(variables)?;
        if rows.first() == Some(&0) {
            return (self.0.poison == Poison::Gone).then(|| outcome(true, true, true));
        }
        let over = self.0.poison == Poison::Left && rows.iter().sum::<i64>() == 1;
        Some(outcome(matches!(known(&rows)?, Known::Ever(true)), false, over))
    }
}

impl Proven for Rows {
    fn steps(&self) -> Vec<(&'static str, String)> {
        let rules = "rows of pieces; a bite takes a piece with all behind it, there and in later rows; the first piece is poison";
        vec![
            ("these rules", rules.to_owned()),
            ("compare the rows", "two rows, two columns, an L, or a full rectangle".to_owned()),
            ("a square", DIAGONAL.to_owned()),
        ]
    }

    fn speaks(&self, variables: &[i64], ask: &Ask) -> Result<(), String> {
        let rows = self.at(variables).ok_or("rows of Chomp are no longer than the one before")?;
        match (rows.first().filter(|first| **first > 0).and_then(|_| known(&rows)), ask) {
            (_, Ask::Table) => Err(ONE_BY_ONE.to_owned()),
            (None, _) => Err("Chomp with neither two rows, two columns, an L, nor a full rectangle".to_owned()),
            (Some(Known::Here), ask) if *ask >= Ask::BestMoves && is_square(&rows) => {
                Err(format!("{DIAGONAL}, but nobody knows in general which other bites do: `--ask value`"))
            }
            (Some(Known::Here), ask) if *ask >= Ask::BestMoves => {
                Err("the first player wins Chomp, but in general nobody knows by which bites: `--ask value`".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
