//! Going through a solution block by block, on all threads, within limits.

use super::block::{Block, values};
use super::{BLOCK, Saved, Trouble};
use crate::game::{Game, WordRow, Words};
use crate::instance::Instance;
use crate::limits::Meter;
use crate::value::Value;
use bouton_rules::Player;
use bouton_rules::layout::Packed;
use std::ops::Range;

/// Positions that are looked at together, all images counted: what is found of them is kept until its turn comes. And so many blocks
/// at the least, and at the most.
const TOGETHER: u64 = 1 << 18;
const FEWEST: u64 = 4;
const MOST: u64 = 1 << 8;

/// A block of a file, unpacked; what it holds is read when it is asked for.
#[derive(Debug)]
pub struct Rows<'a> {
    saved: &'a Saved,
    number: usize,
    bytes: Vec<u8>,
}

impl Rows<'_> {
    /// What its positions are worth, in their order. The positions themselves are not read.
    ///
    /// # Errors
    /// What is wrong with the block.
    pub fn values(&self) -> Result<Vec<Value>, Trouble> {
        let found = values(&self.bytes, self.saved.entries_in(self.number), self.saved.kind());
        found.map_err(|what| self.saved.wrong_in(self.number, what))
    }

    /// Its positions, as they are in the file.
    ///
    /// # Errors
    /// What is wrong with the block.
    pub fn words(&self) -> Result<Vec<WordRow>, Trouble> {
        let block = self.block()?;
        Ok(block.words.chunks(self.saved.head().words).map(WordRow::from_slice).collect())
    }

    pub(super) fn number(&self) -> usize {
        self.number
    }

    pub(super) fn block(&self) -> Result<Block, Trouble> {
        self.saved.decoded(self.number, &self.bytes)
    }
}

impl Saved {
    /// Looks at every block on all threads; what was found is handed on in the order of the file. Reading is one phase of the meter.
    ///
    /// # Errors
    /// What `look` and `take` say; and by `wrong` what is wrong with the file, or a limit.
    pub fn scan<R: Send, E: Send>(
        &self,
        meter: &mut Meter,
        wrong: impl Fn(Trouble) -> E + Sync,
        look: impl Fn(&Rows) -> Result<R, E> + Sync,
        mut take: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let layers = self.head().layers.iter();
        meter.phase("reading", Some(layers.map(|layer| layer.in_file()).sum()));
        let one = |range: Range<usize>| {
            let number = range.start;
            let bytes = self.unpacked_bytes(number).map_err(&wrong)?;
            look(&Rows { saved: self, number, bytes })
        };
        let together = TOGETHER / (BLOCK as u64).saturating_mul(self.images().unwrap_or(1));
        let together = usize::try_from(together.clamp(FEWEST, MOST)).unwrap_or(1);
        for from in (0..self.block_count()).step_by(together) {
            let some = from..self.block_count().min(from + together);
            let rows = some.clone().map(|number| self.entries_in(number)).sum();
            for found in meter.workers().pieces(some, 1, one) {
                take(found?)?;
            }
            meter.steps(rows).map_err(|stop| wrong(Trouble::Stopped(stop)))?;
        }
        Ok(())
    }

    /// How many positions one in the file stands for.
    #[must_use]
    pub fn stands_for(&self, row: &[u64]) -> u64 {
        self.symmetries().map_or(1, |by| by.count(row))
    }

    /// The positions that one in the file stands for.
    pub fn positions_of<'a>(
        &'a self,
        game: &'a Instance,
        row: WordRow,
    ) -> impl Iterator<Item = Result<Packed, Trouble>> + 'a {
        let strange = || Trouble::Damaged("a position in it is not of its game".into());
        self.all_images(row).map(move |row| game.position_of_words(&row).ok_or_else(strange))
    }

    /// Whose turn it is at positions of a game, as they are in the file.
    #[must_use]
    pub fn movers(game: &Instance, rows: &[WordRow]) -> Vec<Player> {
        let words: Option<&dyn Words<Packed>> = game.words();
        let mover = |row: &WordRow| words.map_or(Player::First, |words| game.mover(&words.read(row)));
        rows.iter().map(mover).collect()
    }
}
