//! Layers on disk: written once their positions are complete, and again once their values are; read back when they are needed.
//!
//! Positions are written in rising order, each as how much larger it is than the one before (LEB128), which takes a third of what a table takes and
//! less. Read back, they are put into a table of the same size in that order; values are written in the same order, a cell for each.

use super::{Layer, PARTS, Part, hash, is_full};
use crate::checkpoint::{Checkpoint, Record};
use crate::leb128;
use crate::store::{Codes, read_all, write_all};
use crate::value::Value;
use bouton_rules::say;
use std::io::{self, Write};

/// A layer's positions: how many pieces, words of a position, the highest rank that its moves lead to, how many images a position has; then
/// the pieces, each with its directory; then of each piece how many positions, slots and bytes.
const POSITIONS: u32 = 16;
/// A layer's values: how many positions it stands for, and how many of them are finished; the form of its cells; then the cells.
const VALUES: u32 = 17;
/// The positions of so many layers are all there are.
const COMPLETE: u32 = 18;

/// Bytes before the pieces, of what is said of one after them, and before the cells.
const HEAD: u64 = 32;
const PIECE: usize = 24;
const VALUES_HEAD: u64 = 24;

/// Positions of a piece that are written together: the first of them as it is. The directory says which that is, and where they begin.
const BLOCK: usize = 1 << 8;

/// Where a layer lies on disk, as far as it does.
#[derive(Clone, Debug, Default)]
pub(super) struct Away {
    positions: Option<Record>,
    /// Bytes of each piece, its directory included.
    pieces: Vec<u64>,
    values: Option<Record>,
}

impl<const N: usize> Layer<N> {
    /// Writes its positions, unless they are there.
    pub(crate) fn keep_positions(&mut self, images: u64, on: &Checkpoint) -> io::Result<()> {
        if self.away.positions.is_some() {
            return Ok(());
        }
        let (mut pieces, reaches) = (Vec::new(), self.reaches.cast_unsigned());
        self.away.positions = Some(on.add(POSITIONS, self.rank, &mut |out| {
            write_all(&[self.parts.len() as u64, N as u64, reaches, images], u64::to_le_bytes, out)?;
            for part in &self.parts {
                let piece = part.packed();
                out.write_all(&piece)?;
                pieces.push(piece.len() as u64);
            }
            for (part, bytes) in self.parts.iter().zip(&pieces) {
                write_all(&[part.len as u64, part.size as u64, *bytes], u64::to_le_bytes, out)?;
            }
            Ok(())
        })?);
        self.away.pieces = pieces;
        Ok(())
    }

    /// Writes its values.
    pub(crate) fn keep_values(&mut self, on: &Checkpoint) -> io::Result<()> {
        let Some(codes) = self.codes.as_ref().filter(|_| self.away.values.is_none()) else { return Ok(()) };
        let head = [self.positions, self.finished, codes.form()];
        let write = &mut |out: &mut dyn Write| {
            write_all(&head, u64::to_le_bytes, out)?;
            self.parts.iter().try_for_each(|part| codes.write_some(&part.rising(), out))
        };
        self.away.values = Some(on.add(VALUES, self.rank, write)?);
        Ok(())
    }

    /// Says that the positions of so many layers are all there are.
    pub(crate) fn keep_complete(layers: usize, on: &Checkpoint) -> io::Result<()> {
        on.add(COMPLETE, i64::try_from(layers).expect("layers are counted in memory"), &mut |_| Ok(())).map(drop)
    }

    /// Whether its positions are on disk.
    pub(crate) fn has_kept_positions(&self) -> bool {
        self.away.positions.is_some()
    }

    /// Whether its values are.
    pub(crate) fn has_kept_values(&self) -> bool {
        self.away.values.is_some()
    }

    /// Takes no notice of its values on disk.
    pub(crate) fn forget_values(&mut self) {
        self.away.values = None;
        (self.positions, self.finished) = (0, 0);
    }

    /// Takes out of memory what is on disk. Values lie where the table has their positions: one does not leave without the other.
    pub(crate) fn put_away(&mut self) {
        if self.away.positions.is_some() && (self.codes.is_none() || self.away.values.is_some()) {
            self.parts.iter_mut().for_each(|part| part.slots = Vec::new());
            self.codes = None;
        }
    }

    /// Whether its values are known, in memory or on disk.
    pub(crate) fn is_valued(&self) -> bool {
        self.codes.is_some() || self.away.values.is_some()
    }

    /// Whether it is on disk only.
    pub(crate) fn is_away(&self) -> bool {
        self.parts.iter().any(|part| part.slots.len() != part.size)
    }

    /// Reads back what is on disk only.
    pub(crate) fn fetch(&mut self, from: &Checkpoint) -> io::Result<()> {
        let Some(record) = self.away.positions.filter(|_| self.is_away()) else { return Ok(()) };
        let values = self.away.values.map(|record| self.values(&record, from)).transpose()?;
        let mut row = values.as_ref().map(|values| values.unknown(self.slots()));
        let (mut slots, mut done) = (Vec::new(), 0);
        from.read(&record, &mut |from| {
            read_all(4, u64::from_le_bytes, from)?;
            for (part, bytes) in self.parts.iter_mut().zip(&self.away.pieces) {
                let piece = read_all(usize::try_from(*bytes).map_err(|_| strange())?, u8::from_le_bytes, from)?;
                slots.clear();
                part.unpack(&piece, &mut slots).ok_or_else(strange)?;
                if let (Some(values), Some(row)) = (&values, &mut row) {
                    values.spread(done, &slots, row).map_err(|_| strange())?;
                }
                done += slots.len();
            }
            Ok(())
        })?;
        self.codes = row;
        Ok(())
    }

    /// Its values, by rising positions of one piece after the other.
    fn values(&self, record: &Record, from: &Checkpoint) -> io::Result<Codes> {
        let len = usize::try_from(self.len()).map_err(|_| strange())?;
        from.read(record, &mut |from| Codes::read(read_all(3, u64::from_le_bytes, from)?[2], len, from))
    }

    /// The value of a position in a layer that is on disk.
    pub(super) fn value_there(&self, words: &[u64; N], on: &Checkpoint) -> io::Result<Option<Value>> {
        let (Some(positions), Some(values)) = (self.away.positions, self.away.values) else { return Ok(None) };
        let piece = self.piece_of(hash(words));
        let begin = positions.at + HEAD + self.away.pieces[..piece].iter().sum::<u64>();
        let Some(place) = self.parts[piece].place_there(words, (begin, self.away.pieces[piece]), on)? else {
            return Ok(None);
        };
        let before: usize = self.parts[..piece].iter().map(|part| part.len).sum();
        let mut head = [0; 24];
        on.peek(values.at, &mut head)?;
        let form = u64::from(head[16]);
        let mut cell = vec![0; Codes::form_bytes(form)?];
        on.peek(values.at + VALUES_HEAD + ((before + place) * cell.len()) as u64, &mut cell)?;
        Ok(Codes::read(form, 1, &mut &cell[..])?.get(0))
    }

    /// The layers that an earlier run left on disk, lowest rank first, and whether they are all there are; none where positions had
    /// another number of images then. Of layers that were written twice the later counts, with all that was written after it.
    pub(crate) fn left_on(images: u64, disk: &Checkpoint) -> io::Result<(Vec<Layer<N>>, bool)> {
        let mut layers: Vec<Layer<N>> = Vec::new();
        for record in disk.records(POSITIONS) {
            let Some(layer) = Layer::of(record, images, disk)? else {
                disk.forget()?;
                return Ok((Vec::new(), false));
            };
            while layers.last().is_some_and(|last| last.rank >= layer.rank) {
                layers.pop();
            }
            layers.push(layer);
        }
        let complete = disk.records(COMPLETE).last().map(|record| record.number);
        if complete.is_none_or(|count| usize::try_from(count) != Ok(layers.len())) {
            return Ok((layers, false));
        }
        for record in disk.records(VALUES) {
            let found = layers.binary_search_by_key(&record.number, |layer| layer.rank).map_err(|_| strange())?;
            let mut head = [0; 24];
            disk.peek(record.at, &mut head)?;
            let [positions, finished, form] = [0, 1, 2].map(|at| head.as_chunks::<8>().0[at]).map(u64::from_le_bytes);
            let (layer, cell) = (&mut layers[found], Codes::form_bytes(form)? as u64);
            if layer.len().checked_mul(cell).and_then(|cells| cells.checked_add(VALUES_HEAD)) != Some(record.len) {
                return Err(strange());
            }
            (layer.positions, layer.finished) = (positions, finished);
            layer.away.values = Some(record);
        }
        Ok((layers, true))
    }

    /// A layer of which all is on disk; nothing where positions had another number of images.
    fn of(record: Record, images: u64, disk: &Checkpoint) -> io::Result<Option<Layer<N>>> {
        let words = |at: u64, count: usize| {
            let mut bytes = vec![0; 8 * count];
            disk.peek(at, &mut bytes)?;
            read_all(count, u64::from_le_bytes, &mut &bytes[..])
        };
        let head = words(record.at, 4)?;
        let parts = usize::try_from(head[0]).ok().filter(|parts| [1, PARTS].contains(parts)).ok_or_else(strange)?;
        let tail = record.len.checked_sub(HEAD + (PIECE * parts) as u64).ok_or_else(strange)?;
        let mut layer = Layer::new(record.number);
        (layer.parts, layer.reaches) = (Vec::new(), head[2].cast_signed());
        for piece in words(record.at + HEAD + tail, 3 * parts)?.as_chunks::<3>().0 {
            let [len, size] = [piece[0], piece[1]].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
            // A table always has a free slot: looking for what is not there ends with it.
            if len > size || len == size && size > 0 {
                return Err(strange());
            }
            layer.parts.push(Part { slots: Vec::new(), len, first: 0, size });
            layer.away.pieces.push(piece[2]);
        }
        let slots = layer.parts.iter().try_fold(0_usize, |sum, part| sum.checked_add(part.size));
        let bytes = layer.away.pieces.iter().try_fold(0_u64, |sum, bytes| sum.checked_add(*bytes));
        if head[1] != N as u64 || slots.is_none() || bytes != Some(tail) {
            return Err(strange());
        }
        layer.number_slots();
        layer.away.positions = Some(record);
        Ok((head[3] == images).then_some(layer))
    }
}

/// Bytes of what the directory says of a block: its first position, and where it begins.
const fn entry(words: usize) -> usize {
    8 * words + 8
}

impl<const N: usize> Part<N> {
    /// The slots that hold positions, by rising positions.
    fn rising(&self) -> Vec<u64> {
        let mut all: Vec<([u64; N], u64)> =
            self.slots.iter().zip(0..).filter(|(slot, _)| is_full(slot)).map(|(slot, at)| (*slot, at)).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, at)| at + self.first as u64).collect()
    }

    /// Its positions, rising, in blocks; and their directory.
    fn packed(&self) -> Vec<u8> {
        let mut all: Vec<[u64; N]> = self.slots.iter().filter(|slot| is_full(slot)).copied().collect();
        all.sort_unstable();
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        for block in all.chunks(BLOCK) {
            block[0].iter().chain([&(bytes.len() as u64)]).for_each(|word| directory.extend(word.to_le_bytes()));
            block.windows(2).for_each(|two| leb128::write_step(&two[0], &two[1], &mut bytes));
        }
        bytes.extend(directory);
        bytes
    }

    /// Puts the positions that were packed into a table as large as it was, in that order, and adds their slots. `None` where they make no sense.
    fn unpack(&mut self, piece: &[u8], slots: &mut Vec<u64>) -> Option<()> {
        let (mut bytes, directory) = piece.split_at_checked(piece.len().checked_sub(self.blocks() * entry(N))?)?;
        self.slots = vec![super::empty(); self.size];
        for (block, first) in directory.chunks_exact(entry(N)).enumerate() {
            let mut words = first_of::<N>(first);
            for at in 0..BLOCK.min(self.len - block * BLOCK) {
                if at > 0 {
                    words = leb128::read_step(&mut bytes, &words)?;
                }
                let slot = self.find_from(self.place(hash(&words)), &words).err().filter(|_| is_full(&words))?;
                self.slots[slot] = words;
                slots.push((self.first + slot) as u64);
            }
        }
        bytes.is_empty().then_some(())
    }

    fn blocks(&self) -> usize {
        self.len.div_ceil(BLOCK)
    }

    /// The place of a position among those of the piece that lies on disk there; nothing where it is not among them.
    fn place_there(&self, words: &[u64; N], piece: (u64, u64), on: &Checkpoint) -> io::Result<Option<usize>> {
        let (begin, len) = piece;
        let bytes = len.checked_sub((self.blocks() * entry(N)) as u64).ok_or_else(strange)?;
        let block = |number: usize| {
            let mut some = vec![0; entry(N)];
            on.peek(begin + bytes + (number * some.len()) as u64, &mut some)?;
            let at = some.last_chunk().map_or(0, |at| u64::from_le_bytes(*at));
            io::Result::Ok((first_of::<N>(&some), at))
        };
        let (mut low, mut high) = (0, self.blocks());
        while low < high {
            let middle = usize::midpoint(low, high);
            if block(middle)?.0 <= *words { low = middle + 1 } else { high = middle }
        }
        let Some(number) = low.checked_sub(1) else { return Ok(None) };
        let (mut known, at) = block(number)?;
        let end = if low < self.blocks() { block(low)?.1 } else { bytes };
        let size = end.checked_sub(at).and_then(|size| usize::try_from(size).ok()).ok_or_else(strange)?;
        let mut some = vec![0; size];
        on.peek(begin + at, &mut some)?;
        let (mut rest, mut place) = (some.as_slice(), number * BLOCK);
        while known < *words && !rest.is_empty() {
            known = leb128::read_step(&mut rest, &known).ok_or_else(strange)?;
            place += 1;
        }
        Ok((known == *words).then_some(place))
    }
}

/// The first position of a block, as the directory has it.
fn first_of<const N: usize>(entry: &[u8]) -> [u64; N] {
    let mut words = [0; N];
    words.iter_mut().zip(entry.as_chunks::<8>().0).for_each(|(word, bytes)| *word = u64::from_le_bytes(*bytes));
    words
}

fn strange() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, say!("what was kept of a layer does not fit together"))
}
