//! Solutions on disk: one file that says all about itself, written at one stroke, read block by block and never trusted.
//!
//! `format.md` describes every byte. A file is made of *frames* (Zstandard, each with its own checksum): blocks of some hundred positions
//! sorted by their words, an index of the blocks, and a head in JSON with the rules and parameters. Reading one position reads the
//! head and the index once and one block.

mod begun;
mod block;
mod filter;
mod head;
mod known;
mod prove;
mod read;
mod runs;
mod scan;
mod shards;
mod solution;
mod top;
mod write;

pub use begun::Begun;
pub use filter::{Condition, FILTER_WORDS, Filter};
pub use head::{Counts, Head, LayerHead};
pub use read::{Saved, Verified};
pub use scan::Rows;
pub(crate) use shards::{Folder, Part, complete, shard};
pub use top::{Top, rank};
pub(crate) use write::save_gathered;
pub use write::{Written, save, save_through};

use crate::error::Stop;
use crate::file::{is_full, said_by_system};
use bouton_rules::Source;
use bouton_rules::{Text, said_in_english, say, text::Blank};
use std::cell::RefCell;
use std::io;
use std::path::Path;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

/// Why a solution cannot be written or read.
#[derive(Debug)]
pub enum Trouble {
    /// The system says no: no such file, a full disk.
    Io(io::Error),
    /// It is no solution file at all.
    Other,
    /// It is written in a later version of the format.
    Later(u32),
    /// It was written when positions of its game were packed otherwise.
    Earlier,
    /// It is damaged: what was found, in words that follow "it is damaged: ".
    Damaged(Text),
    /// It is a folder, and not one with all shards of a solution; or one of them: what was found, in a sentence.
    Shards(Text),
    /// It is no checkpoint of a search, or is damaged: what was found.
    Unfinished(Text),
    /// Somebody else writes it now.
    Busy,
    /// It was told to stop, or came to a limit.
    Stopped(Stop),
    /// There is nothing in it that a file could hold: why, in a sentence.
    Nothing(Text),
}

impl Blank for Trouble {
    fn text(&self) -> Text {
        match self {
            Trouble::Io(error) if is_full(error.kind()) => say!("the disk is full"),
            Trouble::Io(error) => said_by_system(error),
            Trouble::Other => say!("it is no solution that Bouton saved"),
            Trouble::Later(version) => {
                say!("it is written in version {version} of the format, and this Bouton reads up to {VERSION}")
            }
            Trouble::Earlier => say!("an earlier Bouton wrote it, and wrote lists whose length changes otherwise"),
            Trouble::Damaged(what) => say!("it is damaged: {what}"),
            Trouble::Unfinished(what) => say!("it is no search to go on with: {what}"),
            Trouble::Busy => say!("another run of Bouton is writing it"),
            Trouble::Stopped(stop) => stop.text(),
            Trouble::Shards(why) | Trouble::Nothing(why) => why.clone(),
        }
    }
}

said_in_english!(Trouble);

impl std::error::Error for Trouble {}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        if error.kind() == io::ErrorKind::ResourceBusy { Trouble::Busy } else { Trouble::Io(error) }
    }
}

/// The latest version of the format.
pub const VERSION: u32 = 4;

/// The version that is written: files in which every position stands for itself are as they were in version 1, and only those in which lists whose length
/// changes take the room of their longest are of the latest.
const fn version(by_symmetry: bool, shard: bool, room: bool) -> u32 {
    match (room, shard, by_symmetry) {
        (true, _, _) => 4,
        (false, true, _) => 3,
        (false, false, true) => 2,
        (false, false, false) => 1,
    }
}

/// What a file begins and ends with. The first byte is in no text, and the line end shows when a file was sent as text.
const MAGIC: [u8; 8] = *b"\x89BOUTON\n";

/// Where shards lie: which of how many.
pub(crate) type Place = (usize, usize);

/// Bytes before the first block: the magic and the version, and four zeros.
const BEFORE: usize = 16;

/// Bytes after the last frame: where the index begins, how long it and the head are, packed and not, and the magic.
const AFTER: usize = 40;

/// Positions of a block: few, so that looking one up is quick.
const BLOCK: usize = 1_024;

/// Positions of a block at the most: so many were written at first.
const LARGEST: usize = 2_048;

/// No head or index is longer than this, packed or not.
const LONGEST: u64 = 1 << 30;

/// What rules are called in a file: without the folders of the machine on which it was written.
fn file_name(source: &Source) -> String {
    let name = Path::new(&source.name).file_name();
    name.map_or_else(|| source.name.clone(), |name| name.to_string_lossy().into_owned())
}

thread_local! {
    /// What packs and unpacks on this thread: making them takes longer than a block does.
    static PACKER: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Packs bytes into a frame with a checksum.
fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    PACKER.with_borrow_mut(|known| match known {
        Some(packer) => packer.compress(bytes),
        None => known.insert(packer()?).compress(bytes),
    })
}

fn packer() -> io::Result<Compressor<'static>> {
    /// Stronger packing takes longer and saves little here.
    const LEVEL: i32 = 3;
    let mut packer = Compressor::new(LEVEL)?;
    packer.set_parameter(CParameter::ChecksumFlag(true))?;
    Ok(packer)
}

/// What was packed, which was `len` bytes long.
fn unpack(frame: &[u8], len: usize) -> Option<Vec<u8>> {
    let bytes = UNPACKER.with_borrow_mut(|known| match known {
        Some(unpacker) => unpacker.decompress(frame, len),
        None => known.insert(Decompressor::new()?).decompress(frame, len),
    });
    bytes.ok().filter(|bytes| bytes.len() == len)
}
