//! What a solution file says about itself.

use super::Place;
use crate::game::Permutation;
use crate::value::Kind;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// What a file says about itself, in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// `bouton.solution/1`.
    pub schema: String,
    /// What the rules are called in messages: their file.
    pub file: String,
    /// The rules, as they were written.
    pub rules: String,
    /// A number that rules of the same meaning share, in hexadecimal.
    pub rules_hash: String,
    /// The parameters by name, all of them.
    pub params: Map<String, Json>,
    /// `outcome` or `points`.
    pub kind: String,
    /// The method that solved it.
    pub method: String,
    /// The words of the position that play began at.
    pub start: Vec<u64>,
    /// Words of a position.
    pub words: usize,
    /// Whether every placement is in the file of the pieces at the start, and of all that these become, whether play comes to it or not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_starts: bool,
    /// Whether lists whose length changes take the room of their longest, as far as that is short.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub room: bool,
    /// How many positions there are, and how many of them are finished.
    pub positions: u64,
    /// See `positions`.
    pub finished: u64,
    /// How many positions are in the file, where each stands for all its images; all of them otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<u64>,
    /// Permutations that generate the symmetries, where there are any: where each sends each bit of a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symmetries: Option<Vec<Permutation>>,
    /// Blocks of positions, lowest rank first; one layer without a rank where positions have none.
    pub layers: Vec<LayerHead>,
    /// For each player who moves, how many positions are won, drawn and lost; nothing in points games.
    pub counts: Vec<Counts>,
    /// The most plies of a win or loss, where plies are counted.
    pub longest: Option<u32>,
    /// Of a shard: which it is, from 0, and how many there are. All but `finished` is said of its own positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Place>,
}

/// The positions of one rank.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerHead {
    /// Their rank.
    pub rank: Option<i64>,
    /// How many there are.
    pub positions: u64,
    /// How many are in the file, where each stands for all its images.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<u64>,
    /// In how many blocks.
    pub blocks: u64,
}

/// How many positions in which a player moves are won, drawn and lost for that player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// The player's name; `to move` where positions do not keep whose turn it is.
    pub player: String,
    /// Positions won.
    pub win: u64,
    /// Positions drawn.
    pub draw: u64,
    /// Positions lost.
    pub loss: u64,
}

impl Counts {
    /// Adds those of other positions; `None` where 64 bits do not count them.
    fn add(&mut self, more: &Counts) -> Option<()> {
        self.win = self.win.checked_add(more.win)?;
        self.draw = self.draw.checked_add(more.draw)?;
        self.loss = self.loss.checked_add(more.loss)?;
        Some(())
    }

    /// Whether any position is counted.
    pub(super) fn any(&self) -> bool {
        self.win > 0 || self.draw > 0 || self.loss > 0
    }
}

impl LayerHead {
    /// How many positions are in its blocks.
    #[must_use]
    pub fn in_file(&self) -> u64 {
        self.stored.unwrap_or(self.positions)
    }
}

/// The schema of heads.
pub(super) const SCHEMA: &str = "bouton.solution/1";

impl Head {
    /// What shards of one solution hold together, in their order; `None` where they are not of one.
    pub(super) fn of_shards(heads: &[Head]) -> Option<Head> {
        let mut all = Head { shard: None, ..heads.first()?.clone() };
        let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(Some(one.checked_add(other)?)),
            (one, other) => (one == other).then_some(None),
        };
        for head in &heads[1..] {
            if head.layers.len() != all.layers.len() || head.counts.len() != all.counts.len() {
                return None;
            }
            all.positions = all.positions.checked_add(head.positions)?;
            all.stored = sum(all.stored, head.stored)?;
            for (layer, more) in all.layers.iter_mut().zip(&head.layers) {
                layer.positions = layer.positions.checked_add(more.positions)?;
                layer.stored = sum(layer.stored, more.stored)?;
                layer.blocks = layer.blocks.checked_add(more.blocks)?;
            }
            all.counts.iter_mut().zip(&head.counts).try_for_each(|(counts, more)| counts.add(more))?;
            all.longest = all.longest.max(head.longest);
        }
        let one = |(index, head): (usize, &Head)| {
            head.shard == Some((index, heads.len())) && head.shares() == heads[0].shares()
        };
        let fits = heads.iter().enumerate().all(one);
        all.counts.retain(Counts::any);
        fits.then_some(all)
    }

    /// The same for all shards: all that is not said of their own positions.
    fn shares(&self) -> Head {
        let layers = self.layers.iter().map(|layer| LayerHead { rank: layer.rank, ..LayerHead::default() });
        let counts = self.counts.iter().map(|counts| Counts { player: counts.player.clone(), ..Counts::default() });
        Head {
            positions: 0,
            stored: None,
            layers: layers.collect(),
            counts: counts.collect(),
            longest: None,
            shard: None,
            ..self.clone()
        }
    }

    /// What positions are worth; `None` where the file says neither.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        match self.kind.as_str() {
            "outcome" => Some(Kind::Outcome),
            "points" => Some(Kind::Points),
            _ => None,
        }
    }
}

/// The word for a kind of values.
pub(super) fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Outcome => "outcome",
        Kind::Points => "points",
    }
}
