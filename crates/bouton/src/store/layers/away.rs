//! Layers on disk: written once their positions are complete, and again once their values are; read back when they are needed.

use super::{Layer, PARTS, Part, hash, is_full, place};
use crate::checkpoint::{Checkpoint, Record};
use crate::store::{Codes, read_all, write_all};
use crate::value::Value;
use std::io::{self, Read, Write};

/// A layer's positions: how many pieces, words of a position, the highest rank that its moves lead to, how many images a position has; of each
/// piece, how many positions and slots; then the slots.
const POSITIONS: u32 = 16;
/// A layer's values: how many positions it stands for, and how many of them are finished; the form of its cells; then the cells.
const VALUES: u32 = 17;
/// Every layer's positions are there.
const COMPLETE: u32 = 18;

/// Bytes before the pieces, and before the cells.
const HEAD: u64 = 32;
const VALUES_HEAD: u64 = 24;

/// Slots that are looked at together where one position is looked for.
const NEARBY: usize = 32;

/// Where a layer lies on disk, as far as it does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Away {
    positions: Option<Record>,
    values: Option<Record>,
}

impl<const N: usize> Layer<N> {
    /// Writes its positions, unless they are there.
    pub(crate) fn keep_positions(&mut self, images: u64, on: &Checkpoint) -> io::Result<()> {
        if self.away.positions.is_some() {
            return Ok(());
        }
        let len = 8 * (head_words(self.parts.len()) + N * self.slots()) as u64;
        self.away.positions = Some(on.add(POSITIONS, self.rank, len, &mut |out| self.write_positions(images, out))?);
        Ok(())
    }

    fn write_positions(&self, images: u64, out: &mut dyn Write) -> io::Result<()> {
        let words = [self.parts.len() as u64, N as u64, self.reaches.cast_unsigned(), images];
        write_all(&words, u64::to_le_bytes, out)?;
        for part in &self.parts {
            write_all(&[part.len as u64, part.size as u64], u64::to_le_bytes, out)?;
        }
        self.parts.iter().try_for_each(|part| write_all(part.slots.as_flattened(), u64::to_le_bytes, out))
    }

    /// Writes its values.
    pub(crate) fn keep_values(&mut self, on: &Checkpoint) -> io::Result<()> {
        let Some(codes) = self.codes.as_ref().filter(|_| self.away.values.is_none()) else { return Ok(()) };
        let bytes = Codes::form_bytes(codes.form())? * codes.len();
        let len = VALUES_HEAD + bytes as u64;
        let head = [self.positions, self.finished, codes.form()];
        let write = &mut |out: &mut dyn Write| {
            write_all(&head, u64::to_le_bytes, out)?;
            codes.write(out)
        };
        self.away.values = Some(on.add(VALUES, self.rank, len, write)?);
        Ok(())
    }

    /// Says that the positions of so many layers are all there are.
    pub(crate) fn keep_complete(layers: usize, on: &Checkpoint) -> io::Result<()> {
        on.add(COMPLETE, i64::try_from(layers).expect("layers are counted in memory"), 0, &mut |_| Ok(())).map(drop)
    }

    /// Whether its positions are on disk.
    pub(crate) fn has_kept_positions(&self) -> bool {
        self.away.positions.is_some()
    }

    /// Whether its values are.
    pub(crate) fn has_kept_values(&self) -> bool {
        self.away.values.is_some()
    }

    /// Takes out of memory what is on disk.
    pub(crate) fn put_away(&mut self) {
        if self.away.positions.is_some() {
            self.parts.iter_mut().for_each(|part| part.slots = Vec::new());
        }
        if self.away.values.is_some() {
            self.codes = None;
        }
    }

    /// Whether its values are known, in memory or on disk.
    pub(crate) fn is_valued(&self) -> bool {
        self.codes.is_some() || self.away.values.is_some()
    }

    /// Whether something of it is on disk only.
    pub(crate) fn is_away(&self) -> bool {
        let values = self.codes.is_none() && self.away.values.is_some();
        values || self.parts.iter().any(|part| part.slots.len() != part.size)
    }

    /// Reads back what is on disk only.
    pub(crate) fn fetch(&mut self, from: &Checkpoint) -> io::Result<()> {
        if let Some(record) = self.away.values.filter(|_| self.codes.is_none()) {
            let slots = self.slots();
            self.codes = Some(from.read(&record, &mut |from| {
                let form = read_all(3, u64::from_le_bytes, from)?[2];
                Codes::read(form, slots, from)
            })?);
        }
        let Some(record) = self.away.positions.filter(|_| self.is_away()) else { return Ok(()) };
        let sizes: Vec<usize> = self.parts.iter().map(|part| part.size).collect();
        let all = from.read(&record, &mut |from| {
            read_all(head_words(sizes.len()), u64::from_le_bytes, from)?;
            sizes.iter().map(|size| slots::<N>(*size, from)).collect::<io::Result<Vec<_>>>()
        })?;
        for (part, slots) in self.parts.iter_mut().zip(all) {
            if slots.iter().filter(|slot| is_full(slot)).count() != part.len {
                return Err(strange());
            }
            part.slots = slots;
        }
        Ok(())
    }

    /// The value of a position in a layer that is on disk.
    pub(super) fn value_there(&self, words: &[u64; N], on: &Checkpoint) -> io::Result<Option<Value>> {
        let (Some(positions), Some(values)) = (self.away.positions, self.away.values) else { return Ok(None) };
        let hash = hash(words);
        let part = &self.parts[self.piece_of(hash)];
        let begin = positions.at + 8 * head_words(self.parts.len()) as u64;
        let mut at = if part.size == 0 { return Ok(None) } else { place(hash, part.size) };
        let mut bytes = vec![0; NEARBY * N * 8];
        loop {
            let some = NEARBY.min(part.size - at);
            on.peek(begin + ((part.first + at) * N * 8) as u64, &mut bytes[..some * N * 8])?;
            let slots = slots::<N>(some, &mut &bytes[..])?;
            match slots.iter().position(|slot| slot == words || !is_full(slot)) {
                Some(near) if is_full(&slots[near]) => {
                    at += near;
                    break;
                }
                Some(_) => return Ok(None),
                None => at = if at + some == part.size { 0 } else { at + some },
            }
        }
        let mut head = [0; 24];
        on.peek(values.at, &mut head)?;
        let form = u64::from(head[16]);
        let mut cell = vec![0; Codes::form_bytes(form)?];
        on.peek(values.at + VALUES_HEAD + ((part.first + at) * cell.len()) as u64, &mut cell)?;
        Ok(Codes::read(form, 1, &mut &cell[..])?.get(0))
    }

    /// The layers that an earlier run left on disk, lowest rank first, and whether they are all there are; none where positions had
    /// another number of images then.
    pub(crate) fn left_on(images: u64, disk: &Checkpoint) -> io::Result<(Vec<Layer<N>>, bool)> {
        let mut layers: Vec<Layer<N>> = Vec::new();
        for record in disk.records(POSITIONS) {
            let Some(layer) = Layer::of(record, images, disk)? else {
                disk.forget()?;
                return Ok((Vec::new(), false));
            };
            if layers.last().is_some_and(|last| last.rank >= layer.rank) {
                return Err(strange());
            }
            layers.push(layer);
        }
        for record in disk.records(VALUES) {
            let found = layers.binary_search_by_key(&record.number, |layer| layer.rank).map_err(|_| strange())?;
            let mut head = [0; 24];
            disk.peek(record.at, &mut head)?;
            let [positions, finished, form] = [0, 1, 2].map(|at| head.as_chunks::<8>().0[at]).map(u64::from_le_bytes);
            let (layer, cell) = (&mut layers[found], Codes::form_bytes(form)?);
            if record.len != VALUES_HEAD + (cell * layer.slots()) as u64 {
                return Err(strange());
            }
            (layer.positions, layer.finished) = (positions, finished);
            layer.away.values = Some(record);
        }
        let complete = disk.records(COMPLETE).first().map(|record| record.number);
        match complete {
            Some(count) if usize::try_from(count) != Ok(layers.len()) => Err(strange()),
            Some(_) => Ok((layers, true)),
            None => Ok((layers, false)),
        }
    }

    /// A layer of which all is on disk; nothing where positions had another number of images.
    fn of(record: Record, images: u64, disk: &Checkpoint) -> io::Result<Option<Layer<N>>> {
        let words = |at: u64, count: usize| {
            let mut bytes = vec![0; 8 * count];
            disk.peek(record.at + at, &mut bytes)?;
            read_all(count, u64::from_le_bytes, &mut &bytes[..])
        };
        let head = words(0, 4)?;
        let parts = usize::try_from(head[0]).ok().filter(|parts| [1, PARTS].contains(parts)).ok_or_else(strange)?;
        let mut layer = Layer::new(record.number);
        (layer.parts, layer.reaches) = (Vec::new(), head[2].cast_signed());
        for piece in words(HEAD, 2 * parts)?.as_chunks::<2>().0 {
            let [len, size] = piece.map(|count| usize::try_from(count).unwrap_or(usize::MAX));
            // A table always has a free slot: looking for what is not there ends with it.
            if len > size || len == size && size > 0 {
                return Err(strange());
            }
            layer.parts.push(Part { slots: Vec::new(), len, first: 0, size });
        }
        let slots = layer.parts.iter().try_fold(0_usize, |sum, part| sum.checked_add(part.size)).ok_or_else(strange)?;
        let bytes =
            (slots as u64).checked_mul(8 * N as u64).and_then(|bytes| bytes.checked_add(8 * head_words(parts) as u64));
        if head[1] != N as u64 || bytes != Some(record.len) {
            return Err(strange());
        }
        layer.number_slots();
        layer.away.positions = Some(record);
        Ok((head[3] == images).then_some(layer))
    }
}

/// How many words come before the slots of so many pieces.
fn head_words(parts: usize) -> usize {
    4 + 2 * parts
}

/// So many slots that were written.
fn slots<const N: usize>(size: usize, from: &mut dyn Read) -> io::Result<Vec<[u64; N]>> {
    let mut slots = Vec::with_capacity(size);
    while slots.len() < size {
        let some = read_all((size - slots.len()).min(1 << 16) * N, u64::from_le_bytes, from)?;
        slots.extend_from_slice(some.as_chunks::<N>().0);
    }
    Ok(slots)
}

fn strange() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "what was kept of a layer does not fit together")
}
