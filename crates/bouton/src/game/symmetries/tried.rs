//! Whether symmetries hold: a position and its images are looked at.

use super::{Images, Permutation, Symmetries, applied};
use crate::dice::{Dice, mixed};
use crate::game::{Ending, Fault, Gain, Rows, Words};

/// Where images are too many to look at each, so many are drawn.
const DRAWN: usize = 16;

impl Symmetries {
    /// Whether this row belongs to a sample, about one of so many.
    #[must_use]
    pub fn samples(&self, row: &[u64], one_of: u64) -> bool {
        u64::MAX.checked_div(one_of).is_some_and(|most| mixed(row) <= most)
    }

    /// Whether at a position each image ends as it does, has its rank, and leads to the images of what it leads to; where like parts may
    /// stand in any order, some of the images, drawn by what the position is. Where an image is at fault and the position is not, they do not hold.
    ///
    /// # Errors
    /// What is wrong with the game at the position itself.
    pub fn hold<P>(&self, game: &dyn Words<P>, row: &[u64]) -> Result<bool, Fault> {
        let here = Looked::at(game, row)?;
        let drawn = self.drawn(row);
        let images = |row: &[u64]| -> Images {
            if self.orders.is_empty() {
                return self.listed.images(row);
            }
            drawn.iter().flat_map(|one| applied(one, row)).collect()
        };
        let nexts: Vec<Images> = here.rows.chunks(self.words).map(images).collect();
        for (at, image) in images(row).chunks(self.words).enumerate() {
            let Ok(there) = Looked::at(game, image) else { return Ok(false) };
            let wanted = nexts.iter().map(|images| &images[at * self.words..][..self.words]);
            let ends = (here.ending, here.rank) == (there.ending, there.rank);
            if !ends || here.leading(wanted) != there.leading(there.rows.chunks(self.words)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a position ends as the image does that is kept for it, has its rank, and leads to the same positions up to symmetry.
    ///
    /// # Errors
    /// What is wrong with the game at the position itself.
    pub fn alike<P>(&self, game: &dyn Words<P>, row: &[u64]) -> Result<bool, Fault> {
        let mut kept = row.to_vec();
        self.fold(&mut kept);
        let mut here = Looked::at(game, row)?;
        let Ok(mut there) = Looked::at(game, &kept) else { return Ok(false) };
        self.fold(&mut here.rows);
        self.fold(&mut there.rows);
        let ends = (here.ending, here.rank) == (there.ending, there.rank);
        let [here, there] = [&here, &there].map(|looked| looked.leading(looked.rows.chunks(self.words)));
        Ok(ends && here == there)
    }

    /// Some permutations, drawn by a row: always the same ones for it.
    fn drawn(&self, row: &[u64]) -> Vec<Permutation> {
        let mut dice = Dice::new(mixed(row));
        let mut draw = || {
            let size = usize::try_from(self.listed.size()).unwrap_or(usize::MAX);
            let mut one = self.listed.nth(dice.below(size));
            for order in &self.orders {
                // Each takes the place of one of those not placed yet (Fisher and Yates, 1938).
                let mut places: Vec<usize> = (0..order.parts()).collect();
                (1..places.len()).rev().for_each(|at| places.swap(at, dice.below(at + 1)));
                order.arrange(&places, &mut one);
            }
            one
        };
        let count = if self.orders.is_empty() { 0 } else { DRAWN };
        (0..count).map(|_| draw()).collect()
    }
}

/// What is seen at a position.
struct Looked {
    ending: Option<Ending>,
    rank: i64,
    heads: Vec<(Gain, bool)>,
    rows: Vec<u64>,
}

impl Looked {
    fn at<P>(game: &dyn Words<P>, row: &[u64]) -> Result<Looked, Fault> {
        let mut out = Rows::default();
        let ending = game.look(row, &mut out)?;
        Ok(Looked { ending, rank: game.rank(row), heads: out.heads, rows: out.words })
    }

    /// What moves gain, whether the same player moves on, and where they lead: moves that come to the same count once.
    fn leading<'r>(&self, nexts: impl Iterator<Item = &'r [u64]>) -> Vec<(i64, i64, bool, &'r [u64])> {
        let heads = self.heads.iter().zip(nexts);
        let mut all: Vec<_> = heads.map(|((gain, same), next)| (gain.mine, gain.theirs, *same, next)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
