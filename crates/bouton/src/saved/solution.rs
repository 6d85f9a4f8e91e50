//! A saved solution as a game knows it, and all that is in it.

use super::{Saved, Trouble};
use crate::game::{Game, Kept, Opened, WordRow};
use crate::instance::Instance;
use crate::store::{Folded, Store};
use bouton_rules::layout::Packed;
use std::sync::Arc;

impl Saved {
    /// The values as a game with the rules and parameters of the file takes them, and where play began.
    ///
    /// # Errors
    /// That the file holds no position of such a game, or what is wrong with it.
    pub fn opened(self: &Arc<Saved>, game: &Instance) -> Result<(Opened, Packed), Trouble> {
        let head = self.head();
        if game.has_room() != head.room {
            return Err(Trouble::Earlier);
        }
        let words = game.words().filter(|words| words.count() == head.words && Some(game.kind()) == head.kind());
        let start = words.and_then(|_| game.position_of_words(&head.start));
        let damaged = |what: &'static str| Trouble::Damaged(what.into());
        let start = start.ok_or_else(|| damaged("its positions are not of its game"))?;
        let kept = self.unfolded(game)?;
        let store: Store<Packed> = Store::kept(game.kind(), kept.clone());
        if store.value(game, &start).is_none() {
            return Err(self.trouble().unwrap_or_else(|| damaged("its first position has no value")));
        }
        Ok((Opened { kept, finished: head.finished, method: head.method.clone() }, start))
    }

    /// The values of all positions: where each stands for all its images, by symmetries that the game's rules declare.
    fn unfolded(self: &Arc<Saved>, game: &Instance) -> Result<Arc<dyn Kept>, Trouble> {
        let Some(by) = self.symmetries() else { return Ok(self.clone()) };
        let declared = game.words().and_then(|words| words.symmetries());
        if !declared.is_some_and(|declared| declared.contain(by)) {
            return Err(Trouble::Damaged("its symmetries are not those of its rules".into()));
        }
        let layers = self.head().layers.iter().map(|layer| (layer.rank, layer.positions)).collect();
        Ok(Arc::new(Folded::new(self.clone(), by.clone(), layers)))
    }

    /// Every position with its value, lowest rank first, each layer sorted by words; one block at a time is in memory. Where one stands for
    /// all its images, they follow each other, and only those in the file are sorted.
    pub fn entries<'a>(
        &'a self,
        game: &'a Instance,
    ) -> impl Iterator<Item = Result<(Packed, crate::Value), Trouble>> + 'a {
        let words = |row: &[u64]| game.position_of_words(row);
        let strange = || Trouble::Damaged("a position in it is not of its game".into());
        (0..self.block_count()).flat_map(move |number| {
            let block = self.block(number);
            let (rows, failed) = block.map_or_else(|trouble| (Vec::new(), Some(trouble)), |rows| (rows, None));
            let rows = rows.into_iter().flat_map(|(row, value)| self.all_images(row).map(move |row| (row, value)));
            let rows = rows.map(move |(row, value)| Ok((words(&row).ok_or_else(strange)?, value)));
            rows.chain(failed.map(Err))
        })
    }

    /// The positions that one in the file stands for.
    pub(super) fn all_images(&self, row: WordRow) -> Box<dyn Iterator<Item = WordRow> + '_> {
        match self.symmetries() {
            Some(by) => Box::new(by.every(&row)),
            None => Box::new(std::iter::once(row)),
        }
    }
}
