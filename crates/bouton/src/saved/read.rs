//! Reading a solution: the head and the index at once, blocks as they are needed. Nothing in the file is taken on trust: whatever does
//! not fit is an error, and sizes are compared with what can be before anything is reserved.

use super::block::{Block, longest};
use super::head::{Head, LayerHead, SCHEMA};
use super::scan::Rows;
use super::shards;
use super::{AFTER, BEFORE, LARGEST, LONGEST, MAGIC, Trouble, VERSION, unpack, version};
use crate::game::{Entries, Kept, Symmetries, WordRow};
use crate::limits::{Limits, Meter, Silent};
use crate::value::{Kind, Value};
use crate::workers::Workers;
use bouton_rules::meaning;
use bouton_rules::{Text, say, text::Blank};
use std::collections::HashMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An open solution: a file, or a folder of shards.
pub struct Saved {
    head: Head,
    kind: Kind,
    blocks: Vec<Entry>,
    /// The words of the first position of every block.
    firsts: Vec<u64>,
    /// Where each layer's blocks begin.
    layers: Vec<usize>,
    bytes: u64,
    /// Where each position stands for all its images: the symmetries.
    by: Option<Arc<Symmetries>>,
    /// How many shards there are, where it is not one file.
    shards: Option<usize>,
    open: Mutex<Open>,
}

/// The files, and blocks that were read from them.
struct Open {
    files: Vec<File>,
    known: HashMap<usize, Arc<Block>>,
    /// What was wrong where a value was looked for.
    trouble: Option<Trouble>,
}

/// Blocks that are kept unpacked; then all of them are forgotten.
const MOST_KNOWN: usize = 512;

/// A block in the index.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The file that it is in: one, or the shards in their order.
    file: u32,
    at: u64,
    packed: u32,
    bytes: u32,
    entries: u32,
}

/// What `Saved::verify` looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Positions.
    pub positions: u64,
    /// Blocks.
    pub blocks: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

const UNCOUNTED: &str = "it stands for more positions than 64 bits count";

fn damaged<T>(what: impl Into<Text>) -> Result<T, Trouble> {
    Err(Trouble::Damaged(what.into()))
}

/// The bytes of a place in a file.
fn bytes_at(mut file: &File, at: u64, len: usize) -> Result<Vec<u8>, Trouble> {
    let mut bytes = vec![0; len];
    file.seek(SeekFrom::Start(at))?;
    match file.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => damaged("it is cut short"),
        Err(error) => Err(error.into()),
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|some| some.try_into().ok()).map_or(0, u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|some| some.try_into().ok()).map_or(0, u64::from_le_bytes)
}

/// A file with its index: a whole solution, or a shard.
pub(super) struct Indexed {
    file: File,
    pub(super) head: Head,
    blocks: Vec<Entry>,
    firsts: Vec<u64>,
    layers: Vec<usize>,
    /// Bytes of the file, and where its index begins.
    pub(super) bytes: u64,
    index_at: u64,
}

impl Indexed {
    /// Opens a file: reads its head and its index.
    pub(super) fn open(path: &Path) -> Result<Indexed, Trouble> {
        let file = File::open(path)?;
        let bytes = file.metadata()?.len();
        if bytes < (BEFORE + AFTER) as u64 {
            return Err(if bytes == 0 { Trouble::Damaged("it is empty".into()) } else { Trouble::Other });
        }
        let before = bytes_at(&file, 0, BEFORE)?;
        if before[..8] != MAGIC {
            return Err(Trouble::Other);
        }
        let of = u32_at(&before, 8);
        if of > VERSION {
            return Err(Trouble::Later(of));
        }
        if of == 0 || before[12..] != [0; 4] {
            return damaged("its beginning is not as it was written");
        }
        let tail = Tail::read(&file, bytes)?;
        let index = tail.index(&file)?;
        let head = tail.head(&file)?;
        let stored = head.layers.iter().all(|layer| layer.stored.is_some() == head.symmetries.is_some());
        let by_symmetry = head.symmetries.is_some();
        if !stored || head.stored.is_some() != by_symmetry {
            return damaged("its head does not say how positions stand for their images");
        }
        if version(by_symmetry, head.shard.is_some(), head.room) != of {
            return damaged("its head is not of its version");
        }
        let (blocks, firsts, layers) = blocks(&head, &index, tail.index_at)?;
        Ok(Indexed { file, head, blocks, firsts, layers, bytes, index_at: tail.index_at })
    }

    /// The number that tells the file from others: that of its end, from the index on.
    pub(super) fn hash(&self) -> Result<u64, Trouble> {
        let len = usize::try_from(self.bytes - self.index_at).map_err(|_| Trouble::Other)?;
        Ok(meaning::fnv(bytes_at(&self.file, self.index_at, len)?))
    }
}

/// The blocks of a layer, where each begins with one of these of so many.
fn blocks_of(layers: &[usize], layer: usize, count: usize) -> Range<usize> {
    layers[layer]..layers.get(layer + 1).copied().unwrap_or(count)
}

impl Saved {
    /// Opens a file, or a folder of shards: reads the head and the index.
    ///
    /// # Errors
    /// What the system says, or what is wrong with the file.
    pub fn open(path: &Path) -> Result<Saved, Trouble> {
        if fs::metadata(path)?.is_dir() {
            return shards::open(path);
        }
        let part = Indexed::open(path)?;
        match part.head.shard {
            None => Saved::of(part.head.clone(), vec![part]),
            Some((index, count)) => Err(Trouble::Shards(say!("it is shard {index} of {count}, and no whole solution"))),
        }
    }

    /// What some files hold together, of which each layer goes on in the next.
    pub(super) fn of(head: Head, parts: Vec<Indexed>) -> Result<Saved, Trouble> {
        let kind = head.kind().map_or_else(|| damaged("its values are of no kind"), Ok)?;
        let by = symmetries(&head)?;
        let (mut blocks, mut firsts, mut layers) = (Vec::new(), Vec::new(), Vec::new());
        for layer in 0..head.layers.len() {
            layers.push(blocks.len());
            for (file, part) in (0..).zip(&parts) {
                let some = blocks_of(&part.layers, layer, part.blocks.len());
                firsts.extend(&part.firsts[some.start * head.words..some.end * head.words]);
                blocks.extend(part.blocks[some].iter().map(|entry| Entry { file, ..*entry }));
            }
        }
        let bytes = parts.iter().map(|part| part.bytes).sum();
        let shards = parts.first().and_then(|part| part.head.shard).map(|(_, count)| count);
        let files = parts.into_iter().map(|part| part.file).collect();
        let open = Mutex::new(Open { files, known: HashMap::new(), trouble: None });
        Ok(Saved { head, kind, blocks, firsts, layers, bytes, by, shards, open })
    }

    /// How many shards there are, where it is not one file.
    #[must_use]
    pub fn shards(&self) -> Option<usize> {
        self.shards
    }

    /// What the file says about itself.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Bytes of the file.
    #[must_use]
    pub fn file_bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads every block: each must be whole, its positions and those of the next must rise, and there must be as many as the head says.
    /// Where each stands for all its images, it must be the one of them that is kept.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn verify(&self) -> Result<Verified, Trouble> {
        self.verify_within(&mut Meter::new(&Limits::default(), &Silent))
    }

    /// The same within limits.
    ///
    /// # Errors
    /// What is wrong with the file, or a limit.
    pub fn verify_within(&self, meter: &mut Meter) -> Result<Verified, Trouble> {
        let (mut number, mut last, mut counts) = (0, WordRow::new(), vec![0_u64; self.layers.len()]);
        let look = |rows: &Rows| {
            let block = rows.block()?;
            let end = WordRow::from_slice(&block.words[block.words.len() - self.head.words..]);
            Ok((self.standing_for(&block, rows.number())?, end))
        };
        let take = |(positions, end): (u64, WordRow)| {
            let layer = self.layers.partition_point(|first| *first <= number) - 1;
            if self.layers[layer] != number && last.as_slice() >= self.first(number) {
                return damaged(say!("block {number} does not go on where the one before it ends"));
            }
            counts[layer] = counts[layer].checked_add(positions).map_or_else(|| damaged(UNCOUNTED), Ok)?;
            (number, last) = (number + 1, end);
            Ok(())
        };
        self.scan(meter, |trouble| trouble, look, take)?;
        if !counts.iter().eq(self.head.layers.iter().map(|layer| &layer.positions)) {
            return damaged("its positions have other numbers of images than its head says");
        }
        Ok(Verified { positions: self.head.positions, blocks: self.blocks.len() as u64, bytes: self.bytes })
    }

    /// How many positions those of a block stand for.
    fn standing_for(&self, block: &Block, number: usize) -> Result<u64, Trouble> {
        let rows = block.words.chunks(self.head.words);
        let Some(by) = &self.by else { return Ok(rows.len() as u64) };
        let mut kept = block.words.clone();
        by.fold(&mut kept);
        if kept != block.words {
            return damaged(say!("block {number} holds a position that is not the one kept of its images"));
        }
        let mut counts = rows.map(|row| by.count(row));
        counts.try_fold(0_u64, u64::checked_add).map_or_else(|| damaged(UNCOUNTED), Ok)
    }

    /// How many images a position in the file stands for at the most, where it stands for its images.
    #[must_use]
    pub fn images(&self) -> Option<u64> {
        self.by.as_ref().map(|by| by.size())
    }

    /// Where each position stands for all its images: the symmetries.
    pub(super) fn symmetries(&self) -> Option<&Arc<Symmetries>> {
        self.by.as_ref()
    }

    /// How many blocks there are.
    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The positions of a block with their values.
    pub(super) fn block(&self, number: usize) -> Result<Vec<(WordRow, Value)>, Trouble> {
        let block = self.unpacked(number)?;
        Ok(block.words.chunks(self.head.words).map(WordRow::from_slice).zip(block.values.iter().copied()).collect())
    }

    /// What was wrong with the file where a value was looked for and not found, if that is why.
    #[must_use]
    pub fn trouble(&self) -> Option<Trouble> {
        self.lock().trouble.take()
    }

    /// The positions of one block with their values.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn unpacked(&self, number: usize) -> Result<Block, Trouble> {
        self.decoded(number, &self.unpacked_bytes(number)?)
    }

    /// The bytes of one block.
    pub(super) fn unpacked_bytes(&self, number: usize) -> Result<Vec<u8>, Trouble> {
        let entry = self.blocks[number];
        let frame = bytes_at(&self.lock().files[entry.file as usize], entry.at, entry.packed as usize);
        let frame = frame.map_err(|trouble| self.in_file_of(number, trouble))?;
        let wrong = || Trouble::Damaged(say!("block {number} does not match its checksum"));
        unpack(&frame, entry.bytes as usize).ok_or_else(|| self.in_file_of(number, wrong()))
    }

    pub(super) fn decoded(&self, number: usize, bytes: &[u8]) -> Result<Block, Trouble> {
        let block = Block::decode(bytes, self.first(number), self.entries_in(number), self.kind);
        block.map_err(|what| self.wrong_in(number, what))
    }

    /// What is wrong with a block.
    pub(super) fn wrong_in(&self, number: usize, what: &'static str) -> Trouble {
        self.in_file_of(number, Trouble::Damaged(say!("block {number}: {what}")))
    }

    /// What is wrong with a block, said of its shard if there are any.
    fn in_file_of(&self, number: usize, trouble: Trouble) -> Trouble {
        let index = self.blocks[number].file as usize;
        self.shards.into_iter().fold(trouble, |trouble, count| shards::inside(&shards::name((index, count)), trouble))
    }

    /// How many positions there are in a block.
    pub(super) fn entries_in(&self, number: usize) -> usize {
        self.blocks[number].entries as usize
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// The same, kept for the next time.
    fn known(&self, number: usize) -> Result<Arc<Block>, Trouble> {
        if let Some(block) = self.lock().known.get(&number) {
            return Ok(block.clone());
        }
        let block = Arc::new(self.unpacked(number)?);
        let mut open = self.lock();
        if open.known.len() >= MOST_KNOWN {
            open.known.clear();
        }
        open.known.insert(number, block.clone());
        Ok(block)
    }

    /// Forgets the blocks that were read from the file: what is looked up next is read from there.
    pub fn forget(&self) {
        self.lock().known.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn first(&self, number: usize) -> &[u64] {
        &self.firsts[number * self.head.words..][..self.head.words]
    }

    pub(super) fn blocks_of(&self, layer: usize) -> Range<usize> {
        blocks_of(&self.layers, layer, self.blocks.len())
    }

    /// The layer of a rank: the only one where positions have none.
    fn layer_of(&self, rank: i64) -> Option<usize> {
        match self.head.layers.as_slice() {
            [LayerHead { rank: None, .. }] => Some(0),
            layers => layers.binary_search_by_key(&Some(rank), |layer| layer.rank).ok(),
        }
    }

    fn find(&self, rank: i64, words: &[u64]) -> Result<Option<Value>, Trouble> {
        let Some(layer) = self.layer_of(rank).filter(|_| words.len() == self.head.words) else { return Ok(None) };
        let range = self.blocks_of(layer);
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.first(middle) <= words { low = middle + 1 } else { high = middle }
        }
        if low == range.start { Ok(None) } else { Ok(self.known(low - 1)?.find(words)) }
    }
}

/// The symmetries that the head names.
fn symmetries(head: &Head) -> Result<Option<Arc<Symmetries>>, Trouble> {
    let Some(generators) = &head.symmetries else { return Ok(None) };
    match Symmetries::generated(head.words, generators) {
        Some(by) => Ok(Some(Arc::new(by))),
        None => damaged("its symmetries are none"),
    }
}

/// Where the index and the head stand.
struct Tail {
    index_at: u64,
    index: (u32, u32),
    head: (u32, u32),
}

impl Tail {
    fn read(file: &File, bytes: u64) -> Result<Tail, Trouble> {
        let end = bytes_at(file, bytes - AFTER as u64, AFTER)?;
        if end[AFTER - 8..] != MAGIC || end[AFTER - 16..AFTER - 8] != [0; 8] {
            return damaged("its end is missing");
        }
        let tail = Tail {
            index_at: u64_at(&end, 0),
            index: (u32_at(&end, 8), u32_at(&end, 12)),
            head: (u32_at(&end, 16), u32_at(&end, 20)),
        };
        let frames = u64::from(tail.index.0) + u64::from(tail.head.0) + AFTER as u64;
        let fits = tail.index_at >= BEFORE as u64 && tail.index_at.checked_add(frames) == Some(bytes);
        let short = u64::from(tail.index.1) <= LONGEST && u64::from(tail.head.1) <= LONGEST;
        if fits && short { Ok(tail) } else { damaged("its end does not fit the rest") }
    }

    fn index(&self, file: &File) -> Result<Vec<u8>, Trouble> {
        let frame = bytes_at(file, self.index_at, self.index.0 as usize)?;
        unpack(&frame, self.index.1 as usize).map_or_else(|| damaged("its index does not match its checksum"), Ok)
    }

    fn head(&self, file: &File) -> Result<Head, Trouble> {
        let frame = bytes_at(file, self.index_at + u64::from(self.index.0), self.head.0 as usize)?;
        let json = unpack(&frame, self.head.1 as usize);
        let json = json.map_or_else(|| damaged("its head does not match its checksum"), Ok)?;
        let head: Head =
            serde_json::from_slice(&json).or_else(|error| damaged(say!("its head: {}", error.to_string())))?;
        if head.schema == SCHEMA { Ok(head) } else { damaged("its head is of another schema") }
    }
}

/// The blocks, the words of their first positions, and where layers begin.
type Blocks = (Vec<Entry>, Vec<u64>, Vec<usize>);

/// What the index says of blocks; all that can be compared is.
fn blocks(head: &Head, index: &[u8], end: u64) -> Result<Blocks, Trouble> {
    let each = head.words.checked_mul(8).and_then(|words| words.checked_add(20)).filter(|_| head.words > 0);
    let each = each.map_or_else(|| damaged("its positions take no words"), Ok)?;
    if !index.len().is_multiple_of(each) || head.start.len() != head.words {
        return damaged("its index does not fit its head");
    }
    let (mut entries, mut firsts, mut at) = (Vec::new(), Vec::new(), BEFORE as u64);
    for row in index.chunks(each) {
        let rest = &row[head.words * 8..];
        let entry = Entry {
            file: 0,
            at: u64_at(rest, 0),
            packed: u32_at(rest, 8),
            bytes: u32_at(rest, 12),
            entries: u32_at(rest, 16),
        };
        let count = entry.entries as usize;
        let fits =
            entry.at == at && (1..=LARGEST).contains(&count) && entry.bytes as usize <= longest(count, head.words);
        at = at.saturating_add(u64::from(entry.packed));
        if !fits || at > end {
            return damaged("its index does not fit its blocks");
        }
        firsts.extend((0..head.words).map(|word| u64_at(row, word * 8)));
        entries.push(entry);
    }
    let (mut layers, mut first) = (Vec::new(), 0_usize);
    for (place, layer) in head.layers.iter().enumerate() {
        layers.push(first);
        let blocks =
            usize::try_from(layer.blocks).ok().and_then(|blocks| entries.get(first..first.checked_add(blocks)?));
        let blocks = blocks.map_or_else(|| damaged("its index has too few blocks"), Ok)?;
        let positions: u64 = blocks.iter().map(|entry| u64::from(entry.entries)).sum();
        let rises = place == 0 || head.layers[place - 1].rank < layer.rank;
        if positions != layer.in_file() || !rises {
            return damaged("its layers do not fit its index");
        }
        first += blocks.len();
    }
    let positions = head.layers.iter().try_fold(0_u64, |sum, layer| sum.checked_add(layer.positions));
    let stored = head.layers.iter().try_fold(0_u64, |sum, layer| sum.checked_add(layer.in_file()));
    let numbers = positions == Some(head.positions) && stored == Some(head.stored.unwrap_or(head.positions));
    if at != end || first != entries.len() || !numbers {
        return damaged("its layers do not fit its index");
    }
    Ok((entries, firsts, layers))
}

impl fmt::Debug for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Saved").field("positions", &self.head.positions).finish_non_exhaustive()
    }
}

impl Kept for Saved {
    fn value(&self, rank: i64, words: &[u64]) -> Option<Value> {
        self.find(rank, words).unwrap_or_else(|trouble| {
            self.lock().trouble = Some(trouble);
            None
        })
    }

    fn len(&self) -> u64 {
        self.head.stored.unwrap_or(self.head.positions)
    }

    fn has_all_starts(&self, start: &[u64]) -> bool {
        self.head.all_starts && self.head.start == start
    }

    fn bytes(&self) -> u64 {
        let open = self.lock();
        let blocks: usize = open.known.values().map(|block| block.words.len() * 8 + block.values.len() * 16).sum();
        (blocks + self.firsts.len() * 8 + self.blocks.len() * size_of::<Entry>()) as u64
    }

    fn layers(&self) -> Vec<(Option<i64>, u64)> {
        self.head.layers.iter().map(|layer| (layer.rank, layer.in_file())).collect()
    }

    fn layer(&self, rank: Option<i64>, _: &Workers) -> io::Result<Entries<'_>> {
        let Some(layer) = self.layer_of(rank.unwrap_or(0)) else { return Ok(Box::new(std::iter::empty())) };
        let mut all = Vec::new();
        for number in self.blocks_of(layer) {
            all.extend(self.block(number).map_err(|trouble| match trouble {
                Trouble::Io(error) => error,
                other => io::Error::new(io::ErrorKind::InvalidData, other.text()),
            })?);
        }
        Ok(Box::new(all.into_iter()))
    }
}
