//! Games as the search sees them: positions are rows of words, or the numbers that they are given where a game has no words for them.

use crate::game::{Ending, Fault, Gain, Game, Rows, Words, nth_move, worth};
use crate::store::{Numbering, too_many};
use crate::value::Value;

/// A game whose positions stand in rows of words, whatever it is.
pub(super) trait Looks {
    /// How the game stands and, while it goes on, where every move leads, appended to `out`.
    fn look(&mut self, row: &[u64], out: &mut Rows) -> Result<Option<Ending>, Fault>;
    /// What an ending is worth.
    fn worth(&self, ending: Ending) -> Result<Value, Fault>;
    /// Bytes that it uses for that.
    fn bytes(&self) -> u64;
    /// A position in words, for messages.
    fn show(&self, row: &[u64]) -> String;
    /// The move at that place, for messages.
    fn show_move(&self, row: &[u64], place: usize) -> String;
}

/// A game that has words.
pub(super) struct InWords<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) words: &'a dyn Words<G::Position>,
}

impl<G: Game> Looks for InWords<'_, G> {
    fn look(&mut self, row: &[u64], out: &mut Rows) -> Result<Option<Ending>, Fault> {
        self.words.look(row, out)
    }

    fn worth(&self, ending: Ending) -> Result<Value, Fault> {
        worth(self.game, ending)
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn show(&self, row: &[u64]) -> String {
        self.game.show_position(&self.words.read(row))
    }

    fn show_move(&self, row: &[u64], place: usize) -> String {
        show_nth(self.game, &self.words.read(row), place)
    }
}

/// A game that has none: each position is met under its number, a row of one word.
pub(super) struct Numbered<'a, G: Game> {
    game: &'a G,
    pub(super) numbering: Numbering<G::Position>,
    looked: Vec<(Gain, G::Position)>,
}

impl<'a, G: Game> Numbered<'a, G> {
    /// The first position has number 0.
    pub(super) fn from(game: &'a G, start: &G::Position) -> Numbered<'a, G> {
        let mut numbering = Numbering::default();
        numbering.add(game.canonical(start.clone()));
        Numbered { game, numbering, looked: Vec::new() }
    }

    fn position(&self, row: &[u64]) -> &G::Position {
        // Rows are what `look` has given, and the first.
        self.numbering.position(u32::try_from(row[0]).expect("rows of numbers are numbers"))
    }
}

impl<G: Game> Looks for Numbered<'_, G> {
    fn look(&mut self, row: &[u64], out: &mut Rows) -> Result<Option<Ending>, Fault> {
        let mut looked = std::mem::take(&mut self.looked);
        looked.clear();
        let position = self.position(row);
        let (ending, mover) = (self.game.look(position, &mut looked)?, self.game.mover(position));
        for (gain, next) in looked.drain(..) {
            let same_mover = self.game.mover(&next) == mover;
            let (number, _) = self.numbering.add(self.game.canonical(next)).ok_or_else(too_many)?;
            out.heads.push((gain, same_mover));
            out.words.push(u64::from(number));
        }
        self.looked = looked;
        Ok(ending)
    }

    fn worth(&self, ending: Ending) -> Result<Value, Fault> {
        worth(self.game, ending)
    }

    fn bytes(&self) -> u64 {
        self.numbering.peak_bytes(self.game.position_bytes())
    }

    fn show(&self, row: &[u64]) -> String {
        self.game.show_position(self.position(row))
    }

    fn show_move(&self, row: &[u64], place: usize) -> String {
        show_nth(self.game, self.position(row), place)
    }
}

fn show_nth<G: Game>(game: &G, position: &G::Position, place: usize) -> String {
    nth_move(game, position, place).map_or_else(String::new, |mv| game.show_move(&mv))
}
