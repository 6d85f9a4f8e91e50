//! What a long search has worked out so far, on disk while it goes on: nothing of it is lost to an interrupt, a kill or a full disk, and
//! what memory has no room for is read back from there.
//!
//! A file of *records*. Most are only ever added; those *in turn* are two of a kind, with room for the longest of it, and the older gives its
//! place to the next. Whatever ends the program, and whenever: records that were finished are whole. One that was not is cut off when the
//! file is opened again, or, in turn, the other of its kind is newer. Room that was never written to takes nothing where a disk keeps files
//! with holes. What records mean is up to the method that writes them. Numbers stand lowest byte first.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `89 42 4F 55 54 43 50 0A` |
//! | 4 + 4 | version: 2, and zeros |
//! | … | records, one after the other; the first says which search it is, the second which method works on it |
//!
//! A record is: its tag (4), whether it is in turn (4), the room for its content in bytes (8), the checksum of these 16 (4); a number (8), in turn
//! bytes of its content (8), the content, the checksum of these (4), and what is left of the room. Checksums are CRC-32.

mod disk;

pub use disk::Disk;

use crate::file;
use bouton_rules::Text;
use disk::{Reading, Writing};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a file begins with. The first byte is in no text, and the line end shows when a file was sent as text.
const MAGIC: [u8; 8] = *b"\x89BOUTCP\n";
const VERSION: u32 = 2;

/// Bytes before the first record; of a record up to its number, of each number before its content, and after it.
const BEFORE: u64 = 16;
const HEADER: usize = 20;
const NUMBER: usize = 8;
const AFTER: u64 = 4;

/// A search that takes no longer needs no checkpoint: it is soon done again.
pub const SOON: Duration = Duration::from_secs(2);

/// Records that belong to no method: which search it is, and the method that works on it.
const HEAD: u32 = 1;
const METHOD: u32 = 2;
/// A record without content, in turn: how many milliseconds the runs have taken so far.
const TIME: u32 = 3;

/// The longest of these.
const LONGEST: u64 = 1 << 26;

/// How often the system is told to put what was written on the disk itself: what it was given survives the end of this program anyway.
const OFTEN: Duration = Duration::from_secs(5);

/// How often the time of the runs is written.
const TIMED: Duration = Duration::from_millis(250);

/// What writes the content of a record.
pub(crate) type Content<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// What a long search has worked out so far, in a file. Nothing is written before the search has taken a while.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    head: String,
    /// Whether what was written leaves memory.
    spills: bool,
    /// How long the search goes on before anything is written.
    after: Duration,
    started: Instant,
    /// What the runs before this one took.
    earlier: Duration,
    /// Whether there is anything in it to go on from.
    holds_something: AtomicBool,
    open: Mutex<Open>,
}

/// The file, once there is one.
#[derive(Debug, Default)]
struct Open {
    disk: Option<Box<dyn Disk>>,
    /// Where the next record goes.
    end: u64,
    records: Vec<Record>,
    method: Option<String>,
    /// When a record was added last, and how long that took; and when it was put on the disk itself.
    added: Option<(Instant, Duration)>,
    kept: Option<Instant>,
    /// When the time of the runs was written last.
    timed: Option<Instant>,
}

/// A record that is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// What it is.
    pub(crate) tag: u32,
    /// Of what: a rank, a number of plies.
    pub(crate) number: i64,
    /// Where its content begins in the file.
    pub(crate) at: u64,
    /// Bytes of its content.
    pub(crate) len: u64,
    /// In turn, how many there is room for.
    room: Option<u64>,
}

impl Record {
    fn new(tag: u32, number: i64) -> Record {
        Record { tag, number, at: 0, len: 0, room: None }
    }

    /// Where it begins in the file.
    fn start(&self) -> u64 {
        self.at - before_content(self.room.is_some())
    }

    /// Where the next one does.
    fn end(&self) -> u64 {
        self.at + self.room.unwrap_or(self.len) + AFTER
    }

    /// The numbers that stand before its content.
    fn numbers(&self) -> Vec<u8> {
        let len = self.room.map(|_| self.len.to_le_bytes());
        self.number.to_le_bytes().into_iter().chain(len.into_iter().flatten()).collect()
    }

    /// Its first bytes, without its numbers: they are the same for all records in turn that share a place.
    fn header(&self) -> Vec<u8> {
        let (in_turn, room) = (u32::from(self.room.is_some()), self.room.unwrap_or(self.len));
        let mut bytes = [&self.tag.to_le_bytes()[..], &in_turn.to_le_bytes(), &room.to_le_bytes()].concat();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// Bytes of a record before its content.
fn before_content(in_turn: bool) -> u64 {
    (HEADER + NUMBER * if in_turn { 2 } else { 1 }) as u64
}

impl Checkpoint {
    /// For a search that begins, in a file that is made once there is something to write. `head` says which search it is.
    #[must_use]
    pub fn new(path: &Path, head: String) -> Checkpoint {
        Checkpoint {
            path: path.to_owned(),
            head,
            spills: false,
            after: SOON,
            started: Instant::now(),
            earlier: Duration::ZERO,
            holds_something: AtomicBool::new(false),
            open: Mutex::default(),
        }
    }

    /// The same, where what was written leaves memory: everything is written, and at once.
    #[must_use]
    pub fn spilling(self) -> Checkpoint {
        Checkpoint { spills: true, ..self }
    }

    /// The same, where nothing is written for so long.
    #[must_use]
    pub fn after(self, after: Duration) -> Checkpoint {
        Checkpoint { after, ..self }
    }

    /// The same on another disk than that of its path.
    #[must_use]
    pub fn on(self, disk: Box<dyn Disk>) -> Checkpoint {
        self.lock().disk = Some(disk);
        self
    }

    /// What an earlier search left in a file.
    ///
    /// # Errors
    /// What the system says; `InvalidData` where the file is no checkpoint, `ResourceBusy` where another run of Bouton has it.
    pub fn open(path: &Path) -> io::Result<Checkpoint> {
        Checkpoint::open_on(path, Box::new(file::opened(path)?))
    }

    /// The same on another disk than that of its path.
    ///
    /// # Errors
    /// The same.
    pub fn open_on(path: &Path, mut disk: Box<dyn Disk>) -> io::Result<Checkpoint> {
        let records = records(disk.as_mut())?;
        let mut text = |tag: u32| {
            let record = records.iter().find(|record| record.tag == tag && record.len <= LONGEST);
            let bytes = record.map(|record| content(disk.as_mut(), record, &mut all)).transpose()?;
            bytes.map(|bytes| String::from_utf8(bytes).map_err(|_| strange("its head is no text"))).transpose()
        };
        let head = text(HEAD)?.ok_or_else(|| strange("its head is missing"))?;
        // Another method would throw away what this one has worked out.
        let method = text(METHOD)?.ok_or_else(|| strange("it does not say which method works on it"))?;
        let end = records.iter().map(Record::end).max().unwrap_or(BEFORE);
        disk.resize(end)?;
        let earlier = records.iter().filter(|record| record.tag == TIME).map(|record| record.number).max();
        let earlier = Duration::from_millis(earlier.and_then(|millis| u64::try_from(millis).ok()).unwrap_or(0));
        let checkpoint = Checkpoint { earlier, ..Checkpoint::new(path, head) };
        let holds = records.iter().any(|record| ![HEAD, METHOD, TIME].contains(&record.tag));
        checkpoint.holds_something.store(holds, Ordering::SeqCst);
        *checkpoint.lock() =
            Open { disk: Some(disk), end, records, method: Some(method), added: None, kept: None, timed: None };
        Ok(checkpoint)
    }

    /// Whether a file is what is left of a checkpoint in which nothing was finished: it ends before it says which method works on it.
    #[must_use]
    pub fn is_fragment(path: &Path) -> bool {
        let Ok(mut file) = File::open(path) else { return false };
        let mut begin = Vec::new();
        let read = Read::by_ref(&mut file).take(BEFORE).read_to_end(&mut begin).is_ok();
        let same = MAGIC.iter().zip(&begin).all(|(wanted, byte)| wanted == byte);
        read && same && ends_early(&mut file).unwrap_or(false)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Which search it is.
    #[must_use]
    pub fn head(&self) -> &str {
        &self.head
    }

    /// What the runs before this one took, up to what they wrote last.
    #[must_use]
    pub fn earlier(&self) -> Duration {
        self.earlier
    }

    /// The method that works on it.
    #[must_use]
    pub fn method(&self) -> Option<String> {
        self.lock().method.clone()
    }

    /// Whether there is anything in it to go on from.
    #[must_use]
    pub fn holds_something(&self) -> bool {
        self.holds_something.load(Ordering::SeqCst)
    }

    /// Whether what was written leaves memory.
    pub(crate) fn spills(&self) -> bool {
        self.spills
    }

    /// Whether it is time to write what there is.
    pub(crate) fn is_due(&self) -> bool {
        self.spills || self.holds_something() || self.started.elapsed() >= self.after
    }

    /// Whether it is time to write all there is anew: that takes a twentieth of the search's time at the most, unless all is to be written.
    pub(crate) fn is_due_again(&self) -> bool {
        let rest = |(added, took): (Instant, Duration)| added.elapsed() >= self.after.max(20 * took);
        self.is_due() && (self.after.is_zero() || self.lock().added.is_none_or(rest))
    }

    /// A method begins, or goes on with what it wrote itself; what another wrote is of no use to it.
    pub(crate) fn begin(&self, method: &str) -> io::Result<()> {
        if self.method().as_deref() != Some(method) {
            self.forget()?;
            self.lock().method = Some(method.to_owned());
        }
        Ok(())
    }

    /// Cuts off everything but which search it is.
    pub(crate) fn forget(&self) -> io::Result<()> {
        let mut open = self.lock();
        open.records.retain(|record| record.tag == HEAD);
        open.end = open.records.iter().map(Record::end).max().unwrap_or(0);
        let end = open.end;
        self.holds_something.store(false, Ordering::SeqCst);
        open.disk.as_mut().map_or(Ok(()), |disk| disk.resize(end))
    }

    /// The records of a tag, in the order of their places.
    pub(crate) fn records(&self, tag: u32) -> Vec<Record> {
        self.lock().records.iter().filter(|record| record.tag == tag).copied().collect()
    }

    /// Adds a record, as long as what is written to it. Where it fails, the file is as it was.
    pub(crate) fn add(&self, tag: u32, number: i64, write: Content) -> io::Result<Record> {
        self.put(Record::new(tag, number), None, write)
    }

    /// Adds a record of so many bytes that is one of two of its tag, in the place of the older if there are two; where there are not, with
    /// `room` for later ones that may be longer.
    pub(crate) fn add_in_turn(&self, tag: u32, number: i64, len: u64, room: u64, write: Content) -> io::Result<Record> {
        let record = Record { len, room: Some(len.max(room)), ..Record::new(tag, number) };
        let old = self.lock().turn(&record);
        self.put(record, old, write)
    }

    fn put(&self, record: Record, old: Option<Record>, write: Content) -> io::Result<Record> {
        let mut open = self.lock();
        if open.disk.is_none() {
            open.disk = Some(Box::new(empty(&self.path)?));
        }
        if open.end == 0 {
            open.begin(&self.head)?;
        }
        if !open.records.iter().any(|record| record.tag == METHOD) {
            let method = open.method.clone().unwrap_or_default();
            open.put(Record::new(METHOD, 0), None, &mut |out| out.write_all(method.as_bytes()))?;
        }
        let record = open.put(record, old, write)?;
        self.holds_something.store(true, Ordering::SeqCst);
        if open.timed.is_none_or(|timed| timed.elapsed() >= TIMED) {
            open.timed = Some(Instant::now());
            let millis = i64::try_from((self.earlier + self.started.elapsed()).as_millis()).unwrap_or(i64::MAX);
            // Both of the two at once, so that runs that go on find their places. That the time is not known is nothing to stop for.
            let first = !open.records.iter().any(|record| record.tag == TIME);
            for number in [0].into_iter().filter(|_| first).chain([millis]) {
                let record = Record { room: Some(0), ..Record::new(TIME, number) };
                let old = open.turn(&record);
                let _ = open.put(record, old, &mut |_| Ok(()));
            }
        }
        Ok(record)
    }

    /// Reads the content of a record; `InvalidData` where it is not what was written.
    pub(crate) fn read<T>(
        &self,
        record: &Record,
        read: &mut dyn FnMut(&mut dyn Read) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut open = self.lock();
        let disk = open.disk.as_mut().ok_or_else(|| strange("there is none"))?;
        content(disk.as_mut(), record, read)
    }

    /// Reads a few bytes of the file, wherever they are.
    pub(crate) fn peek(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut open = self.lock();
        let disk = open.disk.as_mut().ok_or_else(|| strange("there is none"))?;
        disk.seek(SeekFrom::Start(at))?;
        disk.read_exact(bytes)
    }

    /// Removes the file: the search is done. What was written can still be read from here.
    ///
    /// # Errors
    /// What the system says.
    pub fn remove(&self) -> io::Result<()> {
        let open = self.lock();
        self.holds_something.store(false, Ordering::SeqCst);
        if open.disk.is_some() { fs::remove_file(&self.path) } else { Ok(()) }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// In whose place a record goes that is one of two of its tag: of one of higher number, which an earlier run wrote after that from which this
    /// one goes on, or else of the oldest, unless that is the newest as well.
    fn turn(&self, record: &Record) -> Option<Record> {
        let known = || self.records.iter().filter(|known| known.tag == record.tag);
        let room = || known().filter(|known| known.room.is_some_and(|room| room >= record.len));
        let newest = known().max_by_key(|known| known.number);
        let older = || room().min_by_key(|known| known.number).filter(|oldest| Some(*oldest) != newest);
        room().find(|known| known.number > record.number).or_else(older).copied()
    }

    fn begin(&mut self, head: &str) -> io::Result<()> {
        let Some(disk) = self.disk.as_mut() else { return Err(strange("there is none")) };
        let before: Vec<u8> = [&MAGIC[..], &VERSION.to_le_bytes(), &[0; 4]].concat();
        disk.seek(SeekFrom::Start(0))?;
        disk.write_all(&before)?;
        self.end = BEFORE;
        let put = self.put(Record::new(HEAD, 0), None, &mut |out| out.write_all(head.as_bytes()));
        self.end = if put.is_ok() { self.end } else { 0 };
        put.map(drop)
    }

    fn put(&mut self, record: Record, old: Option<Record>, write: Content) -> io::Result<Record> {
        let begun = Instant::now();
        let Some(disk) = self.disk.as_mut() else { return Err(strange("there is none")) };
        let new = Record { at: self.end + before_content(record.room.is_some()), ..record };
        let record = old.map_or(new, |old| Record { at: old.at, room: old.room, ..record });
        // The old one is not whole any more from here on, whatever happens.
        self.records.retain(|known| Some(*known) != old);
        let written = if record.room.is_some() {
            in_turn(disk.as_mut(), &record, write)
        } else {
            added(disk.as_mut(), &record, write)
        };
        if written.is_err() && old.is_none() {
            // What does not fit is not left lying about.
            let _ = disk.resize(self.end);
        }
        let record = Record { len: written?, ..record };
        self.end = self.end.max(record.end());
        self.records.push(record);
        self.records.sort_by_key(|record| record.at);
        if self.kept.is_none_or(|kept| kept.elapsed() >= OFTEN) {
            disk.keep()?;
            self.kept = Some(Instant::now());
        }
        self.added = Some((Instant::now(), begun.elapsed()));
        Ok(record)
    }
}

/// Writes a record behind all others. How long it is, and so that it is whole, is said once it has been written.
fn added(disk: &mut dyn Disk, record: &Record, write: Content) -> io::Result<u64> {
    disk.seek(SeekFrom::Start(record.start()))?;
    disk.write_all(&[0; HEADER])?;
    let len = filled(disk, record, write)?;
    disk.seek(SeekFrom::Start(record.start()))?;
    disk.write_all(&Record { len, ..*record }.header())?;
    disk.flush()?;
    Ok(len)
}

/// Writes a record that has room for longer ones, or in the place of another: its first bytes are the same.
fn in_turn(disk: &mut dyn Disk, record: &Record, write: Content) -> io::Result<u64> {
    if disk.seek(SeekFrom::End(0))? < record.end() {
        disk.resize(record.end())?;
    }
    disk.seek(SeekFrom::Start(record.start()))?;
    disk.write_all(&record.header())?;
    let len = filled(disk, record, write)?;
    if len == record.len { Ok(len) } else { Err(strange("a record is not as long as it was to be")) }
}

/// Writes the numbers of a record, its content and its checksum; how long the content is.
fn filled(disk: &mut dyn Disk, record: &Record, write: Content) -> io::Result<u64> {
    let (mut out, numbers) = (Writing::new(disk), record.numbers());
    out.write_all(&numbers)?;
    write(&mut out)?;
    Ok(out.finish()? - numbers.len() as u64)
}

/// The content of a record, if it is what was written.
fn content<T>(
    disk: &mut dyn Disk,
    record: &Record,
    read: &mut dyn FnMut(&mut dyn Read) -> io::Result<T>,
) -> io::Result<T> {
    whole(disk, record, read)?.ok_or_else(|| strange("a record in it does not match its checksum"))
}

/// The same; nothing where it does not match its checksum.
fn whole<T>(
    disk: &mut dyn Disk,
    record: &Record,
    read: &mut dyn FnMut(&mut dyn Read) -> io::Result<T>,
) -> io::Result<Option<T>> {
    let mut numbers = record.numbers();
    disk.seek(SeekFrom::Start(record.at - numbers.len() as u64))?;
    let mut source = Reading::new(disk, numbers.len() as u64 + record.len);
    source.read_exact(&mut numbers)?;
    let found = read(&mut source)?;
    Ok(source.finish()?.then_some(found))
}

fn all(from: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The first bytes of a record.
struct RecordHead {
    tag: u32,
    in_turn: bool,
    room: u64,
}

impl RecordHead {
    /// Those that stand there; nothing where they do not match their checksum. The disk stands behind them then.
    fn read(disk: &mut (impl Read + Seek + ?Sized), at: u64) -> io::Result<Option<RecordHead>> {
        disk.seek(SeekFrom::Start(at))?;
        let mut first = [0; HEADER];
        disk.read_exact(&mut first)?;
        let word = |from: usize| first[from..from + 4].try_into().map_or(0, u32::from_le_bytes);
        let room = u64::from(word(8)) | u64::from(word(12)) << 32;
        let head = RecordHead { tag: word(0), in_turn: word(4) == 1, room };
        Ok((crc32fast::hash(&first[..16]) == word(16)).then_some(head))
    }

    /// Where the record ends that begins there.
    fn end(&self, at: u64) -> Option<u64> {
        self.room.checked_add(at + before_content(self.in_turn) + AFTER)
    }

    /// The record that begins there and at whose numbers the disk stands; nothing where it is not whole.
    fn record(&self, disk: &mut dyn Disk, at: u64) -> io::Result<Option<Record>> {
        let RecordHead { tag, in_turn, room } = *self;
        let mut read = || {
            let mut bytes = [0; NUMBER];
            disk.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
        };
        let number = read()?.cast_signed();
        let len = if in_turn { read()? } else { room };
        let record = Record { tag, number, at: at + before_content(in_turn), len, room: in_turn.then_some(room) };
        if len > room { Ok(None) } else { whole(disk, &record, &mut |_| Ok(())).map(|found| found.map(|()| record)) }
    }
}

/// Every record that is whole, up to the first that is not and is not in turn.
fn records(disk: &mut dyn Disk) -> io::Result<Vec<Record>> {
    let size = disk.seek(SeekFrom::End(0))?;
    disk.seek(SeekFrom::Start(0))?;
    let mut before = [0; 16];
    let whole = size >= BEFORE && disk.read_exact(&mut before).is_ok();
    if !whole || before[..8] != MAGIC || before[8..12] != VERSION.to_le_bytes() || before[12..] != [0; 4] {
        return Err(strange("it is no checkpoint of this version of Bouton"));
    }
    let (mut records, mut at): (Vec<Record>, u64) = (Vec::new(), BEFORE);
    while at + before_content(false) + AFTER <= size {
        let head = RecordHead::read(disk, at)?.filter(|head| head.end(at).is_some_and(|end| end <= size));
        let Some(head) = head else { break };
        match head.record(disk, at)? {
            Some(record) => records.push(record),
            None if head.in_turn => {}
            None => break,
        }
        at = head.end(at).expect("it was seen to end before the file does");
    }
    Ok(records)
}

/// A new file for a checkpoint, in the place of a fragment if one is there. Anything else is left alone.
fn empty(path: &Path) -> io::Result<File> {
    match file::made(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let file = file::opened(path)?;
            if !Checkpoint::is_fragment(path) {
                return Err(error);
            }
            file.set_len(0)?;
            Ok(file)
        }
        made => made,
    }
}

/// Whether a file ends before its second record does.
fn ends_early(file: &mut File) -> io::Result<bool> {
    let size = file.metadata()?.len();
    let mut at = BEFORE;
    for _ in [HEAD, METHOD] {
        if at + before_content(false) + AFTER > size {
            return Ok(true);
        }
        let Some(head) = RecordHead::read(file, at)? else {
            // Its first bytes are written last.
            let mut first = [1; 20];
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(&mut first)?;
            return Ok(first == [0; 20]);
        };
        match head.end(at) {
            Some(end) if end <= size => at = end,
            _ => return Ok(true),
        }
    }
    Ok(false)
}

/// A file that is not what it should be.
fn strange(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Text::from(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file whose first record was written but for its first bytes is a fragment; one in which they are damaged is not.
    #[test]
    fn a_head_that_was_not_finished_is_a_fragment() {
        let path = std::env::temp_dir().join(format!("bouton-fragment-{}.part", std::process::id()));
        let checkpoint = Checkpoint::new(&path, "head".repeat(20));
        checkpoint.begin("method").unwrap();
        checkpoint.add(7, 0, &mut |out| out.write_all(&[1; 8])).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        for (byte, fragment) in [(1, false), (0, true)] {
            let from = usize::try_from(BEFORE).unwrap();
            bytes[from..from + 20].fill(byte);
            fs::write(&path, &bytes).unwrap();
            assert_eq!(Checkpoint::is_fragment(&path), fragment, "{byte}");
        }
        fs::remove_file(path).unwrap();
    }

    /// Of two records in turn the older gives way, to shorter and longer ones as far as there is room; before it one that was written after what a
    /// search goes on from. Opened again, all of it is there.
    #[test]
    fn what_was_given_up_gives_way_first() {
        let path = std::env::temp_dir().join(format!("bouton-turn-{}.part", std::process::id()));
        let checkpoint = Checkpoint::new(&path, "head".to_owned());
        checkpoint.begin("method").unwrap();
        let after = |number: i64, len: usize| {
            let record = checkpoint.add_in_turn(7, number, len as u64, 12, &mut |out| out.write_all(&vec![1; len]));
            assert_eq!(record.unwrap().number, number);
            let mut numbers: Vec<i64> = checkpoint.records(7).iter().map(|record| record.number).collect();
            numbers.sort_unstable();
            numbers
        };
        assert_eq!(after(0, 8), [0]);
        assert_eq!(after(10, 8), [0, 10]);
        assert_eq!(after(4, 8), [0, 4]);
        assert_eq!(after(6, 8), [4, 6]);
        assert_eq!(after(8, 12), [6, 8]);
        assert_eq!(after(9, 0), [8, 9]);
        let size = fs::metadata(&path).unwrap().len();
        assert_eq!(after(10, 5), [9, 10]);
        assert_eq!(fs::metadata(&path).unwrap().len(), size);
        assert_eq!(after(11, 16), [9, 10, 11]);
        let known = checkpoint.records(7);
        drop(checkpoint);
        let again = Checkpoint::open(&path).unwrap();
        assert_eq!(again.records(7), known);
        assert_eq!(
            known.iter().map(|record| (record.number, record.len)).collect::<Vec<_>>(),
            [(9, 0), (10, 5), (11, 16)]
        );
        for record in known {
            assert_eq!(again.read(&record, &mut all).unwrap(), vec![1; usize::try_from(record.len).unwrap()]);
        }
        fs::remove_file(path).unwrap();
    }
}
