//! Positions that do not stand as rows of words, or take too many: each is kept, and its number is its row.

use crate::game::{Ending, Fault, Game, Rows, Words};
use crate::store::{Numbering, too_many};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) struct Numbered<'a, G: Game> {
    game: &'a G,
    known: Mutex<Numbering<G::Position>>,
}

impl<'a, G: Game> Numbered<'a, G> {
    pub(super) fn new(game: &'a G) -> Numbered<'a, G> {
        Numbered { game, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Numbering<G::Position>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn number(&self, position: G::Position) -> Option<u64> {
        self.known().add(position).map(|(number, _)| number.into())
    }
}

impl<G: Game> Words<G::Position> for Numbered<'_, G> {
    fn count(&self) -> usize {
        1
    }

    /// Asked for the first few positions only: there is room for them.
    fn write(&self, position: &G::Position, words: &mut [u64]) {
        words[0] = self.number(position.clone()).expect("there is room for the first few positions");
    }

    fn read(&self, words: &[u64]) -> G::Position {
        self.known().position(u32::try_from(words[0]).expect("the word is a number of this table")).clone()
    }

    fn rank(&self, words: &[u64]) -> i64 {
        self.game.rank(&self.read(words)).expect("ranks are asked for only where positions have them")
    }

    fn look(&self, words: &[u64], out: &mut Rows) -> Result<Option<Ending>, Fault> {
        let position = self.read(words);
        let (mover, mut steps) = (self.game.mover(&position), Vec::new());
        let ending = self.game.ending(&position)?;
        if ending.is_none() {
            self.game.steps(&position, &mut steps)?;
        }
        for step in steps {
            let same = self.game.mover(&step.next) == mover;
            out.heads.push((step.gain, same));
            out.words.push(self.number(self.game.canonical(step.next)).ok_or_else(too_many)?);
            let hasher = BuildHasherDefault::<DefaultHasher>::default();
            out.names.push(u32::try_from(hasher.hash_one(&step.mv) >> 32).expect("the upper half has 32 bits"));
        }
        Ok(ending)
    }

    fn bytes(&self) -> u64 {
        self.known().peak_bytes(self.game.position_bytes())
    }
}
