//! Writing a solution: block after block into a file beside the one that is wanted, then all at one stroke in its place.

use super::block::Block;
use super::head::{Counts, Head, LayerHead, SCHEMA, kind_word};
use super::{AFTER, BEFORE, BLOCK, MAGIC, Trouble, pack, version};
use crate::answer::report::params_json;
use crate::game::{Game, Symmetries, WordRow, Words};
use crate::instance::Instance;
use crate::limits::Meter;
use crate::solution::Solution;
use crate::value::{Outcome, Plies, Value};
use bouton_rules::Player;
use bouton_rules::layout::Packed;
use bouton_rules::syntax::meaning;
use serde_json::Value as Json;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// Bytes of the file.
    pub bytes: u64,
    /// What the file says of itself.
    pub head: Head,
}

/// Saves a solution whose every position is stored, in place of the file if there is one. Nothing is left behind when it fails.
///
/// # Errors
/// What the system says, that there is nothing to save, that another run writes the file, or that the search was cancelled.
pub fn save(
    path: &Path,
    game: &Instance,
    solution: &Solution<Instance>,
    meter: &mut Meter,
) -> Result<Written, Trouble> {
    let words =
        game.words().ok_or_else(|| Trouble::Nothing("positions take more words than a file holds".to_owned()))?;
    if solution.store.nimbers().is_some() || solution.store.teller().is_some() || !solution.whole {
        let why =
            format!("`{}` works values out when they are asked for, and keeps no positions to save", solution.method);
        return Err(Trouble::Nothing(why));
    }
    let beside = beside(path);
    let file = File::options().write(true).create(true).truncate(false).open(&beside)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(Trouble::Busy),
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    let written = file.set_len(0).map_err(Trouble::from).and_then(|()| {
        let by = solution.store.kept_values().and_then(|kept| kept.folded()).map(|(_, by)| by.clone());
        let mut saving = Saving::begin(&file, game, words, by)?;
        saving.positions(solution, meter)?;
        saving.finish(solution)
    });
    let placed = written.and_then(|written| {
        file.sync_all()?;
        fs::rename(&beside, path)?;
        // The new name is on disk when its folder is.
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            File::open(folder)?.sync_all()?;
        }
        Ok(written)
    });
    if placed.is_err() {
        let _ = fs::remove_file(&beside);
    }
    placed
}

/// Where it is written first: the same name for every run, so that two cannot write one file.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

struct Saving<'a> {
    file: BufWriter<&'a File>,
    game: &'a Instance,
    words: &'a dyn Words<Packed>,
    /// The symmetries under which only the least image of each position is written.
    by: Option<Arc<Symmetries>>,
    at: u64,
    index: Vec<u8>,
    layers: Vec<LayerHead>,
    /// Of each player.
    counts: [Counts; 2],
    longest: Option<u32>,
}

impl<'a> Saving<'a> {
    fn begin(
        file: &'a File,
        game: &'a Instance,
        words: &'a dyn Words<Packed>,
        by: Option<Arc<Symmetries>>,
    ) -> io::Result<Saving<'a>> {
        let mut file = BufWriter::with_capacity(1 << 16, file);
        file.write_all(&MAGIC)?;
        file.write_all(&version(by.is_some()).to_le_bytes())?;
        file.write_all(&[0; 4])?;
        let (index, layers, counts) = (Vec::new(), Vec::new(), Default::default());
        Ok(Saving { file, game, words, by, at: BEFORE as u64, index, layers, counts, longest: None })
    }

    /// Writes every position, layer by layer where the store has layers.
    fn positions(&mut self, solution: &Solution<Instance>, meter: &mut Meter) -> Result<(), Trouble> {
        meter.phase("saving", Some(solution.store.len()));
        if let Some(kept) = solution.store.kept_values() {
            let kept = kept.folded().map_or(kept, |(least, _)| least);
            for (rank, _) in kept.layers() {
                self.layer(Some(rank), &kept.layer(rank), meter)?;
            }
            return Ok(());
        }
        let mut all: Vec<(WordRow, Value)> = Vec::new();
        for (position, value) in solution.store.entries(self.game) {
            let mut row = WordRow::from_elem(0, self.words.count());
            self.words.write(&position, &mut row);
            all.push((row, value));
        }
        all.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        self.layer(None, &all, meter)
    }

    fn layer(&mut self, rank: Option<i64>, all: &[(WordRow, Value)], meter: &mut Meter) -> Result<(), Trouble> {
        let mut positions = 0;
        for block in all.chunks(BLOCK) {
            positions += self.block(block)?;
            meter.steps(block.len()).map_err(|stop| Trouble::Nothing(stop.to_string()))?;
        }
        let (stored, blocks) = (self.by.is_some().then_some(all.len() as u64), all.len().div_ceil(BLOCK) as u64);
        self.layers.push(LayerHead { rank, positions, stored, blocks });
        Ok(())
    }

    /// Writes a block; how many positions it stands for.
    fn block(&mut self, entries: &[(WordRow, Value)]) -> io::Result<u64> {
        let (mut block, mut positions) = (Block::default(), 0);
        for (words, value) in entries {
            block.words.extend_from_slice(words);
            block.values.push(*value);
            let images = self.by.as_ref().map_or(1, |by| by.count(words));
            self.count(words, *value, images);
            positions += images;
        }
        let bytes = block.encode(self.words.count());
        let frame = pack(&bytes)?;
        let first = entries.first().map(|(words, _)| words.as_slice()).unwrap_or_default();
        first.iter().for_each(|word| self.index.extend(word.to_le_bytes()));
        self.index.extend(self.at.to_le_bytes());
        for number in [frame.len(), bytes.len(), entries.len()] {
            self.index.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
        }
        self.frame(&frame)?;
        Ok(positions)
    }

    fn count(&mut self, words: &[u64], value: Value, images: u64) {
        let Value::Outcome(outcome) = value else { return };
        let counts = match self.game.mover(&self.words.read(words)) {
            Player::First => &mut self.counts[0],
            Player::Second => &mut self.counts[1],
        };
        let (count, plies) = match outcome {
            Outcome::Win(plies) => (&mut counts.win, Some(plies)),
            Outcome::Draw => (&mut counts.draw, None),
            Outcome::Loss(plies) => (&mut counts.loss, Some(plies)),
        };
        *count += images;
        if let Some(Plies::Of(plies)) = plies {
            self.longest = self.longest.max(Some(plies));
        }
    }

    fn frame(&mut self, frame: &[u8]) -> io::Result<()> {
        self.at += frame.len() as u64;
        self.file.write_all(frame)
    }

    fn finish(mut self, solution: &Solution<Instance>) -> Result<Written, Trouble> {
        let head = self.head(solution);
        let json = serde_json::to_vec(&head).map_err(io::Error::from)?;
        let index_at = self.at;
        let index = std::mem::take(&mut self.index);
        let (index_frame, head_frame) = (pack(&index)?, pack(&json)?);
        self.frame(&index_frame)?;
        self.frame(&head_frame)?;
        self.file.write_all(&index_at.to_le_bytes())?;
        for len in [index_frame.len(), index.len(), head_frame.len(), json.len()] {
            let len =
                u32::try_from(len).map_err(|_| Trouble::Nothing("it has too many blocks for one file".to_owned()))?;
            self.file.write_all(&len.to_le_bytes())?;
        }
        self.file.write_all(&[0; 8])?;
        self.file.write_all(&MAGIC)?;
        self.file.flush()?;
        Ok(Written { bytes: self.at + AFTER as u64, head })
    }

    fn head(&mut self, solution: &Solution<Instance>) -> Head {
        let rules = self.game.rules();
        let mut start = vec![0; self.words.count()];
        self.words.write(&self.game.canonical(solution.start.clone()), &mut start);
        Head {
            schema: SCHEMA.to_owned(),
            file: rules.source.name.clone(),
            rules: rules.source.text.clone(),
            rules_hash: format!("{:016x}", meaning::hash(&rules.source)),
            params: match params_json(self.game) {
                Json::Object(params) => params,
                _ => serde_json::Map::new(),
            },
            kind: kind_word(self.game.kind()).to_owned(),
            method: solution.method.to_owned(),
            start,
            words: self.words.count(),
            positions: self.layers.iter().map(|layer| layer.positions).sum(),
            finished: solution.finished,
            stored: self.by.as_ref().map(|_| self.layers.iter().map(LayerHead::in_file).sum()),
            symmetries: self.by.as_ref().map(|by| by.generators()),
            layers: std::mem::take(&mut self.layers),
            counts: self.counts(),
            longest: self.longest,
        }
    }

    /// The counts under the players' names; of both together where positions do not keep whose turn it is.
    fn counts(&mut self) -> Vec<Counts> {
        let [first, second] = std::mem::take(&mut self.counts);
        let any = |counts: &Counts| counts.win + counts.draw + counts.loss > 0;
        if self.game.told_apart().is_none() {
            let both = Counts {
                player: "to move".to_owned(),
                win: first.win + second.win,
                draw: first.draw + second.draw,
                loss: first.loss + second.loss,
            };
            return vec![both].into_iter().filter(any).collect();
        }
        let name = |player| self.game.rules().player_name(player).to_owned();
        let named =
            [Counts { player: name(Player::First), ..first }, Counts { player: name(Player::Second), ..second }];
        named.into_iter().filter(any).collect()
    }
}
