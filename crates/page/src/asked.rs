//! What requests ask for, as they are read. Names and types are those of `web/src/lib/api.ts`.

use bouton_teach::words::Lang;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

/// Which game, in which language.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Where {
    /// A game of the gallery, or a solution that was named on the command line.
    #[serde(default)]
    pub(crate) game: Option<String>,
    /// Rules of one's own.
    #[serde(default)]
    pub(crate) rules: Option<String>,
    /// Parameters by name.
    #[serde(default)]
    pub(crate) params: Map<String, Json>,
    /// `en` or `zh`.
    #[serde(default)]
    pub(crate) lang: Spoken,
}

/// The language of an answer.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(from = "String")]
pub(crate) struct Spoken(pub(crate) Lang);

impl From<String> for Spoken {
    fn from(name: String) -> Spoken {
        Spoken(name.parse().unwrap_or_default())
    }
}

/// Rules that are checked.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Check {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// Whether their examples are solved too; they are where nothing is said.
    #[serde(default)]
    pub(crate) examples: Option<bool>,
}

/// Rules that get another title.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Retitle {
    #[serde(flatten)]
    pub(crate) place: Where,
    pub(crate) title: String,
}

/// A lesson.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OneFile {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// Whether values are hidden when it is opened.
    #[serde(default)]
    pub(crate) hidden: bool,
}

/// A position of a game.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct At {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// Where play stands; at its start where nothing is said.
    #[serde(default)]
    pub(crate) at: Option<String>,
    /// The points of both players on the way there.
    #[serde(default)]
    pub(crate) gained: Option<[i64; 2]>,
}

/// A game so far.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Line {
    /// Where it began.
    #[serde(flatten)]
    pub(crate) began: At,
    /// The moves made.
    #[serde(default)]
    pub(crate) line: Vec<String>,
}

/// A game so far, and a position to go on to.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Way {
    #[serde(flatten)]
    pub(crate) so_far: Line,
    /// The position. One that leaves out whose turn it is stands for both.
    pub(crate) to: String,
}

/// What an opponent plays.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Reply {
    #[serde(flatten)]
    pub(crate) so_far: Line,
    /// How well: one of `/api/levels`.
    #[serde(default)]
    pub(crate) level: String,
    /// The same seed, the same lots.
    #[serde(default)]
    pub(crate) seed: u64,
}

/// Why a position is worth what it is, or what a move costs.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Why {
    #[serde(flatten)]
    pub(crate) at: At,
    /// The move that is asked about.
    #[serde(default, rename = "move")]
    pub(crate) mv: Option<String>,
    /// How many moves deep options are opened.
    #[serde(default)]
    pub(crate) levels: Option<usize>,
    /// `lead`, `points` or `pair`.
    #[serde(default)]
    pub(crate) form: Option<String>,
}

/// A table in an order of filling.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Table {
    #[serde(flatten)]
    pub(crate) place: Where,
    #[serde(default)]
    pub(crate) order: Option<String>,
    /// `half-open` or `closed`.
    #[serde(default)]
    pub(crate) intervals: Option<String>,
    /// Of a table in layers, only so many cells.
    #[serde(default)]
    pub(crate) most: Option<usize>,
}

/// A tree.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Tree {
    #[serde(flatten)]
    pub(crate) at: At,
    /// Everything as deep as so many moves.
    #[serde(default)]
    pub(crate) depth: Option<usize>,
}

/// A recurrence.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Recurrence {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// `every` size, or `these` parameters.
    #[serde(default)]
    pub(crate) sizes: Option<String>,
    /// `half-open` or `closed`.
    #[serde(default)]
    pub(crate) intervals: Option<String>,
}

/// A program.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Code {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// 1 recursion, 2 with a memory, 3 a table, 4 some rows of it.
    #[serde(default)]
    pub(crate) stage: Option<usize>,
    #[serde(default)]
    pub(crate) language: Option<String>,
}

/// A sheet of exercises.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Worksheet {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// How many of a hundred values are left out.
    #[serde(default)]
    pub(crate) blank: Option<u8>,
    #[serde(default)]
    pub(crate) seed: u64,
}

/// Parameters made from their declarations.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Parameters {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// `random` or `smallest`.
    #[serde(default)]
    pub(crate) how: String,
    #[serde(default)]
    pub(crate) seed: u64,
}

/// A position that play reaches, by lot.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Random {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// `any`, `win`, `draw`, `loss`, `one-best` or `only-move`.
    #[serde(default)]
    pub(crate) wanted: String,
    /// Of that kind, and also `win`, `draw` or `loss`.
    #[serde(default)]
    pub(crate) worth: Option<String>,
    /// How far from its end.
    #[serde(default)]
    pub(crate) plies: Option<u32>,
    #[serde(default)]
    pub(crate) seed: u64,
}

/// Positions of a saved solution that meet a condition.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Query {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// A condition in the rules language.
    #[serde(default)]
    pub(crate) filter: String,
    /// `found`, as they are in the file, `best` for the player to move, or `longest`: also the largest leads.
    #[serde(default)]
    pub(crate) order: String,
    #[serde(default)]
    pub(crate) top: Option<usize>,
}

/// What an editor asks about a rules text, or a place of it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Editor {
    #[serde(flatten)]
    pub(crate) place: Where,
    /// `hover`, `complete`, `define` or `rename` at a place; `outline` or `lenses` of the whole.
    #[serde(default)]
    pub(crate) what: String,
    /// Bytes from the start of the text.
    #[serde(default)]
    pub(crate) offset: usize,
    /// Another name for what stands there.
    #[serde(default)]
    pub(crate) name: Option<String>,
}
