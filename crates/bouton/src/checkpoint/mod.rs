//! What a long search has worked out so far, on disk while it goes on: nothing of it is lost to an interrupt, a kill or a full disk, and
//! what memory has no room for is read back from there.
//!
//! A file of *records*. Most are only ever added; those *in turn* are two of a kind, and the older gives its place to the next. Whatever
//! ends the program, and whenever: records that were finished are whole. One that was not is cut off when the file is opened again, or,
//! in turn, the other of its kind is newer. What records mean is up to the method that writes them. Numbers stand lowest byte first.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `89 42 4F 55 54 43 50 0A` |
//! | 4 + 4 | version: 1, and zeros |
//! | … | records, one after the other; the first says which search it is, the second which method works on it |
//!
//! A record is: its tag (4), whether it is in turn (4), bytes of its content (8), the checksum of these 16 (4); a number (8), the content,
//! the checksum of these two (4). Checksums are CRC-32.

mod disk;

pub use disk::Disk;

use crate::file;
use disk::{Reading, Writing};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a file begins with. The first byte is in no text, and the line end shows when a file was sent as text.
const MAGIC: [u8; 8] = *b"\x89BOUTCP\n";
const VERSION: u32 = 1;

/// Bytes before the first record; of a record before its content, and after it.
const BEFORE: u64 = 16;
const HEADER: u64 = 28;
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
}

/// Where a record goes.
#[derive(Clone, Copy)]
enum Place {
    /// Behind all others.
    End,
    /// The same, in turn.
    Turn,
    /// In turn, in the place of this one.
    Of(Record),
}

impl Record {
    fn end(&self) -> u64 {
        self.at + self.len + AFTER
    }
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
        disk.cut(end)?;
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
        open.disk.as_mut().map_or(Ok(()), |disk| disk.cut(end))
    }

    /// The records of a tag, in the order of their places.
    pub(crate) fn records(&self, tag: u32) -> Vec<Record> {
        self.lock().records.iter().filter(|record| record.tag == tag).copied().collect()
    }

    /// Adds a record, as long as what is written to it. Where it fails, the file is as it was.
    pub(crate) fn add(&self, tag: u32, number: i64, write: Content) -> io::Result<Record> {
        self.put(Record { tag, number, at: 0, len: 0 }, Place::End, write)
    }

    /// Adds a record that is one of two of its tag and length: in the place of the older, if there are two.
    pub(crate) fn add_in_turn(&self, tag: u32, number: i64, len: u64, write: Content) -> io::Result<Record> {
        let place = self.lock().turn(tag, number, len);
        self.put(Record { tag, number, at: 0, len }, place, write)
    }

    fn put(&self, record: Record, place: Place, write: Content) -> io::Result<Record> {
        let mut open = self.lock();
        if open.disk.is_none() {
            open.disk = Some(Box::new(empty(&self.path)?));
        }
        if open.end == 0 {
            open.begin(&self.head)?;
        }
        if !open.records.iter().any(|record| record.tag == METHOD) {
            let method = open.method.clone().unwrap_or_default();
            let record = Record { tag: METHOD, number: 0, at: 0, len: 0 };
            open.put(record, Place::End, &mut |out| out.write_all(method.as_bytes()))?;
        }
        let record = open.put(record, place, write)?;
        self.holds_something.store(true, Ordering::SeqCst);
        if open.timed.is_none_or(|timed| timed.elapsed() >= TIMED) {
            open.timed = Some(Instant::now());
            let millis = i64::try_from((self.earlier + self.started.elapsed()).as_millis()).unwrap_or(i64::MAX);
            // Both of the two at once, so that runs that go on find their places. That the time is not known is nothing to stop for.
            let first = !open.records.iter().any(|record| record.tag == TIME);
            for number in [0].into_iter().filter(|_| first).chain([millis]) {
                let place = open.turn(TIME, number, 0);
                let _ = open.put(Record { tag: TIME, number, at: 0, len: 0 }, place, &mut |_| Ok(()));
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
    /// Where a record goes that is one of two of its tag and length: in the place of one of higher number, which an earlier run wrote after that from
    /// which this one goes on, or else of the older.
    fn turn(&self, tag: u32, number: i64, len: u64) -> Place {
        let known = self.records.iter().filter(|record| (record.tag, record.len) == (tag, len));
        let later = known.clone().find(|record| record.number > number);
        let older = || known.clone().min_by_key(|record| record.number).filter(|_| known.count() > 1);
        later.or_else(older).map_or(Place::Turn, |old| Place::Of(*old))
    }

    fn begin(&mut self, head: &str) -> io::Result<()> {
        let Some(disk) = self.disk.as_mut() else { return Err(strange("there is none")) };
        let before: Vec<u8> = [&MAGIC[..], &VERSION.to_le_bytes(), &[0; 4]].concat();
        disk.seek(SeekFrom::Start(0))?;
        disk.write_all(&before)?;
        self.end = BEFORE;
        let record = Record { tag: HEAD, number: 0, at: 0, len: 0 };
        let put = self.put(record, Place::End, &mut |out| out.write_all(head.as_bytes()));
        self.end = if put.is_ok() { self.end } else { 0 };
        put.map(drop)
    }

    fn put(&mut self, record: Record, place: Place, write: Content) -> io::Result<Record> {
        let begun = Instant::now();
        let Some(disk) = self.disk.as_mut() else { return Err(strange("there is none")) };
        let old = if let Place::Of(old) = place { Some(old) } else { None };
        let at = old.map_or(self.end + HEADER, |old| old.at);
        let record = Record { at, ..record };
        // The old one is not whole any more from here on, whatever happens.
        self.records.retain(|known| Some(*known) != old);
        let written = match place {
            Place::End => added(disk.as_mut(), &record, write),
            Place::Turn | Place::Of(_) => in_turn(disk.as_mut(), &record, write),
        };
        if written.is_err() && old.is_none() {
            // What does not fit is not left lying about.
            let _ = disk.cut(self.end);
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
    disk.seek(SeekFrom::Start(record.at - HEADER))?;
    disk.write_all(&[0; 20])?;
    let len = filled(disk, record.number, write)?;
    disk.seek(SeekFrom::Start(record.at - HEADER))?;
    disk.write_all(&header(&Record { len, ..*record }, false))?;
    disk.flush()?;
    Ok(len)
}

/// Writes a record in the place of another of its tag and length: its first bytes are the same.
fn in_turn(disk: &mut dyn Disk, record: &Record, write: Content) -> io::Result<u64> {
    disk.seek(SeekFrom::Start(record.at - HEADER))?;
    disk.write_all(&header(record, true))?;
    let len = filled(disk, record.number, write)?;
    if len == record.len { Ok(len) } else { Err(strange("a record is not as long as it was to be")) }
}

/// Writes the number of a record, its content and its checksum; how long the content is.
fn filled(disk: &mut dyn Disk, number: i64, write: Content) -> io::Result<u64> {
    let mut out = Writing::new(disk);
    out.write_all(&number.to_le_bytes())?;
    write(&mut out)?;
    Ok(out.finish()? - 8)
}

/// The first bytes of a record, without its number: they are the same for all records in turn that share a place.
fn header(record: &Record, in_turn: bool) -> Vec<u8> {
    let mut bytes =
        [&record.tag.to_le_bytes()[..], &u32::from(in_turn).to_le_bytes(), &record.len.to_le_bytes()].concat();
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The content of a record, if it is what was written.
fn content<T>(
    disk: &mut dyn Disk,
    record: &Record,
    read: &mut dyn FnMut(&mut dyn Read) -> io::Result<T>,
) -> io::Result<T> {
    disk.seek(SeekFrom::Start(record.at - 8))?;
    let mut source = Reading::new(disk, record.len + 8);
    source.number()?;
    let found = read(&mut source)?;
    if source.finish()? { Ok(found) } else { Err(strange("a record in it does not match its checksum")) }
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
    len: u64,
}

impl RecordHead {
    /// Those that stand there; nothing where they do not match their checksum. The disk stands behind them then.
    fn read(disk: &mut (impl Read + Seek + ?Sized), at: u64) -> io::Result<Option<RecordHead>> {
        disk.seek(SeekFrom::Start(at))?;
        let mut first = [0; 20];
        disk.read_exact(&mut first)?;
        let word = |from: usize| first[from..from + 4].try_into().map_or(0, u32::from_le_bytes);
        let len = u64::from(word(8)) | u64::from(word(12)) << 32;
        let head = RecordHead { tag: word(0), in_turn: word(4) == 1, len };
        Ok((crc32fast::hash(&first[..16]) == word(16)).then_some(head))
    }

    /// Where the record ends that begins there.
    fn end(&self, at: u64) -> Option<u64> {
        self.len.checked_add(at + HEADER + AFTER)
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
    while at + HEADER + AFTER <= size {
        let head = RecordHead::read(disk, at)?.filter(|head| head.end(at).is_some_and(|end| end <= size));
        let Some(RecordHead { tag, in_turn, len }) = head else { break };
        let mut source = Reading::new(disk, len + 8);
        let number = source.number()?;
        let record = Record { tag, number, at: at + HEADER, len };
        if source.finish()? {
            records.push(record);
        } else if !in_turn {
            break;
        }
        at = record.end();
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
        if at + HEADER + AFTER > size {
            return Ok(true);
        }
        let Some(head) = RecordHead::read(file, at)? else {
            // Its first bytes are written last.
            let mut first = [1; 20];
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(&mut first)?;
            return Ok(first == [0; 20]);
        };
        if head.end(at).is_none_or(|end| end > size) {
            return Ok(true);
        }
        at += HEADER + head.len + AFTER;
    }
    Ok(false)
}

/// A file that is not what it should be.
fn strange(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
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

    /// Of two records of a length the older gives way; before it one that was written after what a search goes on from.
    #[test]
    fn what_was_given_up_gives_way_first() {
        let path = std::env::temp_dir().join(format!("bouton-turn-{}.part", std::process::id()));
        let checkpoint = Checkpoint::new(&path, "head".to_owned());
        checkpoint.begin("method").unwrap();
        let after = |number: i64, len: usize| {
            let record = checkpoint.add_in_turn(7, number, len as u64, &mut |out| out.write_all(&vec![1; len]));
            assert_eq!(record.unwrap().number, number);
            let mut numbers: Vec<i64> = checkpoint.records(7).iter().map(|record| record.number).collect();
            numbers.sort_unstable();
            numbers
        };
        assert_eq!(after(0, 8), [0]);
        assert_eq!(after(10, 8), [0, 10]);
        assert_eq!(after(4, 8), [0, 4]);
        assert_eq!(after(6, 8), [4, 6]);
        assert_eq!(after(2, 16), [2, 4, 6]);
        fs::remove_file(path).unwrap();
    }
}
