//! A saved solution as a game knows it, and all that is in it.

use super::{Saved, Trouble};
use crate::game::{Game, Kept, Opened};
use crate::instance::Instance;
use crate::store::Store;
use bouton_rules::layout::Packed;
use std::sync::Arc;

impl Saved {
    /// The values as a game with the rules and parameters of the file takes them, and where play began.
    ///
    /// # Errors
    /// That the file holds no position of such a game, or what is wrong with it.
    pub fn opened(self: &Arc<Saved>, game: &Instance) -> Result<(Opened, Packed), Trouble> {
        let head = self.head();
        let words = game.words().filter(|words| words.count() == head.words && Some(game.kind()) == head.kind());
        let start = words.and_then(|_| game.position_of_words(&head.start));
        let damaged = |what: &str| Trouble::Damaged(what.to_owned());
        let start = start.ok_or_else(|| damaged("its positions are not of its game"))?;
        let store: Store<Packed> = Store::kept(game.kind(), self.clone());
        if store.value(game, &start).is_none() {
            return Err(self.trouble().unwrap_or_else(|| damaged("its first position has no value")));
        }
        let kept: Arc<dyn Kept> = self.clone();
        Ok((Opened { kept, finished: head.finished }, start))
    }

    /// Every position with its value, lowest rank first, each layer sorted by words; one layer at a time is in memory.
    pub fn entries<'a>(
        &'a self,
        game: &'a Instance,
    ) -> impl Iterator<Item = Result<(Packed, crate::Value), Trouble>> + 'a {
        let words = |row: &[u64]| game.position_of_words(row);
        let strange = || Trouble::Damaged("a position in it is not of its game".to_owned());
        (0..self.block_count()).flat_map(move |number| {
            let block = self.block(number);
            let (rows, failed) = block.map_or_else(|trouble| (Vec::new(), Some(trouble)), |rows| (rows, None));
            let rows = rows.into_iter().map(move |(row, value)| Ok((words(&row).ok_or_else(strange)?, value)));
            rows.chain(failed.map(Err))
        })
    }
}
