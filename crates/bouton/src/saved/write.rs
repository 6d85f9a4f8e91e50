//! Writing a solution: block after block into a file beside the one that is wanted, then all at one stroke in its place.

use super::block::{Block, code, value};
use super::head::{Counts, Head, LayerHead, SCHEMA, kind_word};
use super::{BEFORE, BLOCK, MAGIC, Place, Trouble, file_name, pack, version};
use crate::answer::report::params_json;
use crate::checkpoint::Disk;
use crate::file::Whole;
use crate::game::{Game, Symmetries, WordRow, Words, row_of};
use crate::instance::Instance;
use crate::limits::Meter;
use crate::solution::{READ, Solution};
use crate::store::spans;
use crate::value::{Outcome, Plies, Value};
use crate::wire::Gathered;
use bouton_rules::Player;
use bouton_rules::layout::Packed;
use bouton_rules::meaning;
use bouton_rules::say;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Positions that one thread puts into words before it takes more; and pieces of them that are worked on together.
const PIECE: usize = 1 << 12;
const AT_ONCE: usize = 16;

/// Blocks that are packed together.
const BLOCKS: usize = 32;

/// What was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// Bytes of the file.
    pub bytes: u64,
    /// What the file says of itself.
    pub head: Head,
    /// A number that tells it from other files: that of its end, from the index on.
    pub hash: u64,
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
    save_through(path, game, solution, meter, &|file| Box::new(file))
}

/// The same, where all that is written to the file goes through something.
///
/// # Errors
/// The same.
pub fn save_through(
    path: &Path,
    game: &Instance,
    solution: &Solution<Instance>,
    meter: &mut Meter,
    through: &dyn Fn(File) -> Box<dyn Disk>,
) -> Result<Written, Trouble> {
    let words = game.words().ok_or_else(|| Trouble::Nothing("positions take more words than a file holds".into()))?;
    if solution.store.is_of_parts() || solution.store.teller().is_some() || !solution.whole {
        let why =
            say!("`{}` works values out when they are asked for, and keeps no positions to save", solution.method);
        return Err(Trouble::Nothing(why));
    }
    let whole = Whole::new(path)?;
    let mut disk = through(whole.file().try_clone()?);
    let by = solution.store.kept_values().and_then(|kept| kept.folded()).map(|(_, by)| by.clone());
    let mut saving = Saving::begin(disk.as_mut(), game, words, (by, None))?;
    saving.positions(solution, meter)?;
    let Solution { start, finished, .. } = solution;
    let all_starts = solution.store.has_all_starts(&row_of(game, words, start));
    // What was read from a file is written again as it was.
    let read = game.opened().filter(|_| solution.method == READ);
    let method = read.map_or(solution.method, |opened| &opened.method);
    let written = saving.finish(&Solved { start, method, all_starts, finished: *finished })?;
    disk.keep()?;
    whole.done()?;
    Ok(written)
}

/// Saves what several processes solved together, at the one to which the positions come: the bytes are those that one process alone writes. Or
/// saves a shard: what comes to this process, where as much comes to each.
///
/// # Errors
/// The same, and that a process is lost.
pub(crate) fn save_gathered(
    path: &Path,
    shard: Option<Place>,
    (game, start): (&Instance, &Packed),
    gathered: &mut dyn Gathered,
    meter: &mut Meter,
) -> Result<Written, Trouble> {
    let words = game.words().ok_or_else(|| Trouble::Nothing("positions take more words than a file holds".into()))?;
    let whole = Whole::new(path)?;
    let mut disk: Box<dyn Disk> = Box::new(whole.file().try_clone()?);
    let mut saving = Saving::begin(disk.as_mut(), game, words, (gathered.symmetries(), shard))?;
    let writers = shard.map_or(1, |(_, count)| count);
    meter.phase("saving", Some(gathered.stored().0 / writers as u64));
    for (at, rank) in gathered.ranks().into_iter().enumerate() {
        let mut stopped = None;
        let some = || {
            gathered.next(at, writers).unwrap_or_else(|stop| {
                stopped = Some(stop);
                None
            })
        };
        saving.layer(rank, &mut std::iter::from_fn(some).flatten(), meter)?;
        if let Some(stop) = stopped {
            return Err(Trouble::Stopped(stop));
        }
    }
    let (method, all_starts, finished) = (gathered.method().0, gathered.has_all_starts(), gathered.finished());
    let written = saving.finish(&Solved { start, method, all_starts, finished })?;
    disk.keep()?;
    whole.done()?;
    Ok(written)
}

/// What a file says of the search.
struct Solved<'a> {
    start: &'a Packed,
    method: &'a str,
    all_starts: bool,
    finished: u64,
}

struct Saving<'a> {
    file: BufWriter<&'a mut dyn Disk>,
    game: &'a Instance,
    words: &'a dyn Words<Packed>,
    /// The symmetries under which only the least image of each position is written.
    by: Option<Arc<Symmetries>>,
    /// Which part of the solution it is, where it is not the whole.
    shard: Option<Place>,
    at: u64,
    index: Vec<u8>,
    layers: Vec<LayerHead>,
    /// Of each player.
    counts: [Counts; 2],
    longest: Option<u32>,
}

impl<'a> Saving<'a> {
    fn begin(
        disk: &'a mut dyn Disk,
        game: &'a Instance,
        words: &'a dyn Words<Packed>,
        (by, shard): (Option<Arc<Symmetries>>, Option<Place>),
    ) -> io::Result<Saving<'a>> {
        let mut file = BufWriter::with_capacity(1 << 16, disk);
        file.write_all(&MAGIC)?;
        file.write_all(&version(by.is_some(), shard.is_some(), game.has_room()).to_le_bytes())?;
        file.write_all(&[0; 4])?;
        let (index, layers, counts) = (Vec::new(), Vec::new(), Default::default());
        Ok(Saving { file, game, words, by, shard, at: BEFORE as u64, index, layers, counts, longest: None })
    }

    /// Writes every position, layer by layer where the store has layers.
    fn positions(&mut self, solution: &Solution<Instance>, meter: &mut Meter) -> Result<(), Trouble> {
        if let Some(kept) = solution.store.kept_values() {
            let kept = kept.folded().map_or(kept, |(least, _)| least);
            let layers = kept.layers();
            meter.phase("saving", Some(layers.iter().map(|(_, positions)| positions).sum()));
            for (rank, _) in layers {
                let mut entries = kept.layer(rank, meter.workers())?;
                self.layer(rank, &mut entries, meter)?;
            }
            return Ok(());
        }
        meter.phase("saving", Some(solution.store.len()));
        match self.words.count() {
            1 => self.sorted::<1>(solution, meter),
            2 => self.sorted::<2>(solution, meter),
            3 => self.sorted::<3>(solution, meter),
            4 => self.sorted::<4>(solution, meter),
            _ => self.sorted_rows(solution, meter),
        }
    }

    /// Positions of so many words in one layer, sorted in as few turns as memory has room for.
    fn sorted<const N: usize>(&mut self, solution: &Solution<Instance>, meter: &mut Meter) -> Result<(), Trouble> {
        let (game, words, store) = (self.game, self.words, &solution.store);
        let (kind, workers, limits) = (game.kind(), meter.workers().clone(), meter.limits().clone());
        let row = |(position, value): (Packed, Value)| {
            let mut row = [0; N];
            words.write(&position, &mut row);
            (row, code(value))
        };
        let numbers = store.numbers().unwrap_or(0);
        let sample = |number| store.between(game, number..number + 1).next().map(|entry| row(entry).0);
        let spans = spans((whole(store.len()), 1), self.room::<N>(solution, meter), 0..numbers, sample);
        // Spans hold about as much each, some a quarter more. A list that grows would be there twice.
        let each = whole(store.len()).div_ceil(spans.len()) / 4 * 5;
        let mut entries = spans.into_iter().flat_map(|span| {
            let some =
                |range| store.between(game, range).map(row).filter(|(row, _)| span.holds(row)).collect::<Vec<_>>();
            let mut all: Vec<([u64; N], u64)> = Vec::with_capacity(each);
            for from in (0..numbers).step_by(PIECE * AT_ONCE).take_while(|_| limits.interrupted().is_none()) {
                let range = from..numbers.min(from + PIECE * AT_ONCE);
                workers.pieces(range, PIECE, some).iter().for_each(|some| all.extend_from_slice(some));
            }
            workers.sort(&mut all);
            all.into_iter().filter_map(move |(row, code)| Some((WordRow::from_slice(&row), value(code, kind)?)))
        });
        self.layer(None, &mut entries, meter)?;
        // One that was interrupted has left positions out.
        meter.steps(0).map_err(Trouble::Stopped)
    }

    /// How many positions of so many words are sorted together: as many as fit beside what is kept and the blocks that are being packed, and
    /// a twentieth of all at the least.
    fn room<const N: usize>(&self, solution: &Solution<Instance>, meter: &Meter) -> usize {
        let row = size_of::<([u64; N], u64)>();
        let blocks = BLOCKS * BLOCK * (size_of::<(WordRow, Value)>() + row);
        let kept = solution.store.bytes(self.game.position_bytes()) + (blocks + AT_ONCE * PIECE * row) as u64;
        let free = meter.limits().memory.saturating_sub(kept) / (2 * row as u64);
        whole(free.max(solution.store.len() / 20))
    }

    /// Positions of many words in one layer.
    fn sorted_rows(&mut self, solution: &Solution<Instance>, meter: &mut Meter) -> Result<(), Trouble> {
        let mut all: Vec<(WordRow, Value)> = Vec::new();
        for (position, value) in solution.store.entries(self.game) {
            let mut row = WordRow::from_elem(0, self.words.count());
            self.words.write(&position, &mut row);
            all.push((row, value));
        }
        all.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        self.layer(None, &mut all.into_iter(), meter)
    }

    /// Writes a layer: threads pack its blocks, which are then written in order.
    fn layer(
        &mut self,
        rank: Option<i64>,
        all: &mut dyn Iterator<Item = (WordRow, Value)>,
        meter: &mut Meter,
    ) -> Result<(), Trouble> {
        let (mut layer, mut stored) = (LayerHead { rank, positions: 0, stored: None, blocks: 0 }, 0);
        loop {
            let blocks: Vec<Block> = (0..BLOCKS).map(|_| Block::of(all)).filter(|block| !block.is_empty()).collect();
            if blocks.is_empty() {
                break;
            }
            let (game, words, by) = (self.game, self.words, self.by.as_deref());
            let pack = |range: Range<usize>| Packing::of(&blocks[range.start], game, words, by);
            for packed in meter.workers().pieces(0..blocks.len(), 1, pack) {
                let packed = packed?;
                self.block(&packed)?;
                (layer.positions, layer.blocks) = (layer.positions + packed.positions, layer.blocks + 1);
                stored += packed.entries as u64;
                meter.steps(packed.entries).map_err(Trouble::Stopped)?;
            }
        }
        layer.stored = self.by.is_some().then_some(stored);
        self.layers.push(layer);
        Ok(())
    }

    fn block(&mut self, packed: &Packing) -> io::Result<()> {
        packed.first.iter().for_each(|word| self.index.extend(word.to_le_bytes()));
        self.index.extend(self.at.to_le_bytes());
        for number in [packed.frame.len(), packed.bytes, packed.entries] {
            self.index.extend(u32::try_from(number).expect("a block is smaller than 4 GiB").to_le_bytes());
        }
        for (counts, more) in self.counts.iter_mut().zip(&packed.counts) {
            counts.win += more.win;
            counts.draw += more.draw;
            counts.loss += more.loss;
        }
        self.longest = self.longest.max(packed.longest);
        self.frame(&packed.frame)
    }

    fn frame(&mut self, frame: &[u8]) -> io::Result<()> {
        self.at += frame.len() as u64;
        self.file.write_all(frame)
    }

    fn finish(mut self, solved: &Solved) -> Result<Written, Trouble> {
        let head = self.head(solved);
        let json = serde_json::to_vec(&head).map_err(io::Error::from)?;
        let index = std::mem::take(&mut self.index);
        let (mut end, head_frame) = (pack(&index)?, pack(&json)?);
        let lens = [end.len(), index.len(), head_frame.len(), json.len()];
        drop(index);
        end.extend(head_frame);
        end.extend(self.at.to_le_bytes());
        for len in lens {
            let len = u32::try_from(len).map_err(|_| Trouble::Nothing("it has too many blocks for one file".into()))?;
            end.extend(len.to_le_bytes());
        }
        end.extend([0; 8]);
        end.extend(MAGIC);
        self.frame(&end)?;
        self.file.flush()?;
        Ok(Written { bytes: self.at, head, hash: meaning::fnv(end) })
    }

    fn head(&mut self, solved: &Solved) -> Head {
        let rules = self.game.rules();
        Head {
            schema: SCHEMA.to_owned(),
            file: file_name(&rules.source),
            rules: rules.source.text.clone(),
            rules_hash: format!("{:016x}", meaning::hash(rules)),
            params: params_json(self.game),
            kind: kind_word(self.game.kind()).to_owned(),
            method: solved.method.to_owned(),
            start: row_of(self.game, self.words, solved.start),
            words: self.words.count(),
            all_starts: solved.all_starts,
            room: self.game.has_room(),
            positions: self.layers.iter().map(|layer| layer.positions).sum(),
            finished: solved.finished,
            stored: self.by.as_ref().map(|_| self.layers.iter().map(LayerHead::in_file).sum()),
            symmetries: self.by.as_ref().map(|by| by.generators()),
            layers: std::mem::take(&mut self.layers),
            counts: self.counts(),
            longest: self.longest,
            shard: self.shard,
        }
    }

    /// The counts under the players' names; of both together where positions do not keep whose turn it is. Shards, which are added up, have all.
    fn counts(&mut self) -> Vec<Counts> {
        let [first, second] = std::mem::take(&mut self.counts);
        let any = |counts: &Counts| self.shard.is_some() || counts.any();
        if self.game.told_apart().is_none() {
            let both = Counts {
                player: "to move".into(),
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

fn whole(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// A block that is ready to be written, and what is in it.
struct Packing {
    first: WordRow,
    frame: Vec<u8>,
    /// Bytes of it unpacked.
    bytes: usize,
    entries: usize,
    /// How many positions they stand for.
    positions: u64,
    /// Of each player, all images counted.
    counts: [Counts; 2],
    longest: Option<u32>,
}

impl Packing {
    fn of(block: &Block, game: &Instance, words: &dyn Words<Packed>, by: Option<&Symmetries>) -> io::Result<Packing> {
        let count = words.count();
        let bytes = block.encode(count);
        let mut packing = Packing {
            first: WordRow::from_slice(&block.words[..count]),
            frame: pack(&bytes)?,
            bytes: bytes.len(),
            entries: block.values.len(),
            positions: 0,
            counts: Default::default(),
            longest: None,
        };
        for (row, value) in block.words.chunks(count).zip(&block.values) {
            let images = by.map_or(1, |by| by.count(row));
            packing.count(game.mover(&words.read(row)), *value, images);
            packing.positions += images;
        }
        Ok(packing)
    }

    fn count(&mut self, mover: Player, value: Value, images: u64) {
        let Value::Outcome(outcome) = value else { return };
        let counts = &mut self.counts[mover.number()];
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
}
