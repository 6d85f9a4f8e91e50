//! A search that was begun: what its checkpoint says of itself.

use super::{Trouble, file_name};
use crate::answer::report::params_json;
use crate::checkpoint::Checkpoint;
use crate::file::said_by_system;
use crate::game::{Game, row_of};
use crate::instance::Instance;
use bouton_rules::Text;
use bouton_rules::layout::Packed;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::io::ErrorKind;
use std::path::Path;

/// Which search a checkpoint is of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begun {
    /// `bouton.search/1`; `/2` where lists whose length changes take the room of their longest.
    pub schema: String,
    /// What the rules are called in messages: their file.
    pub file: String,
    /// The rules, as they were written.
    pub rules: String,
    /// The parameters by name, all of them.
    pub params: Map<String, Json>,
    /// The words of the position that play begins at.
    pub start: Vec<u64>,
    /// Whether every placement is kept.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_starts: bool,
    /// Of a search that processes share: which of them it is, and how many there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<(usize, usize)>,
}

fn schema(game: &Instance) -> &'static str {
    if game.has_room() { "bouton.search/2" } else { "bouton.search/1" }
}

impl Begun {
    /// A search of a game from a position; `None` where positions take more words than a file holds.
    #[must_use]
    pub fn of(game: &Instance, start: &Packed) -> Option<Begun> {
        let row = row_of(game, game.words()?, start);
        let source = &game.rules().source;
        Some(Begun {
            schema: schema(game).to_owned(),
            file: file_name(source),
            rules: source.text.clone(),
            params: params_json(game),
            start: row,
            all_starts: false,
            share: None,
        })
    }

    /// The checkpoint of a search that begins, in a file.
    ///
    /// # Errors
    /// None that is known: a search is always text.
    pub fn checkpoint(&self, path: &Path) -> Result<Checkpoint, Trouble> {
        let head = serde_json::to_string(self).map_err(|error| Trouble::Nothing(Text::code(error.to_string())))?;
        Ok(Checkpoint::new(path, head))
    }

    /// What an earlier search left in a file.
    ///
    /// # Errors
    /// What the system says, or what is wrong with the file.
    pub fn open(path: &Path) -> Result<(Checkpoint, Begun), Trouble> {
        let checkpoint = Checkpoint::open(path).map_err(|error| match error.kind() {
            ErrorKind::InvalidData => Trouble::Unfinished(said_by_system(&error)),
            _ => Trouble::from(error),
        })?;
        let begun: Begun = serde_json::from_str(checkpoint.head())
            .map_err(|error| Trouble::Unfinished(Text::code(error.to_string())))?;
        Ok((checkpoint, begun))
    }

    /// Where play begins, by the game that its rules and parameters make.
    ///
    /// # Errors
    /// That it is of another version of Bouton, or its words are no position of the game.
    pub fn start(&self, game: &Instance) -> Result<Packed, Trouble> {
        let unfinished = |what: &'static str| Trouble::Unfinished(what.into());
        if self.schema != schema(game) {
            return Err(unfinished("it is no checkpoint of this version of Bouton"));
        }
        game.position_of_words(&self.start).ok_or_else(|| unfinished("its first position is not of its game"))
    }
}
