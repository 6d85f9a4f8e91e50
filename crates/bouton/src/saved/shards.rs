//! A solution as a folder: shards, each written by one of the processes that solved it together, and a manifest that names them.
//!
//! A shard is a solution file whose head says which it is: of every layer it has positions between those of the shard before and those of the
//! shard after. The manifest is written once all shards are there, so that a folder which has one was whole. Where machines have disks of their
//! own, each writes into a folder of its own, and their files are copied into one.

use super::head::Head;
use super::read::Indexed;
use super::write::{Written, save_gathered};
use super::{Place, Saved, Trouble};
use crate::file::{Whole, reason};
use crate::instance::Instance;
use crate::limits::Meter;
use crate::wire::Gathered;
use bouton_rules::layout::Packed;
use bouton_rules::{Text, say};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

/// The file that names the others.
const MANIFEST: &str = "manifest.json";

const SCHEMA: &str = "bouton.shards/1";

/// No manifest is longer than this: many thousand shards.
const LONGEST: u64 = 1 << 24;

/// What a folder holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    /// `bouton.shards/1`.
    schema: String,
    /// Every shard, in order.
    shards: Vec<Shard>,
}

/// One of the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shard {
    /// Its name.
    file: String,
    /// Bytes of it.
    bytes: u64,
    /// A number that tells it from others, in hexadecimal: that of its end, from the index on.
    hash: String,
}

/// A shard that is written, as its process tells the first.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Part {
    shard: Shard,
    head: Head,
}

/// What a shard is called.
pub(super) fn name((index, count): Place) -> String {
    format!("{index}-of-{count}.shard")
}

/// The folder that a process writes its shard to. It goes with this if nothing was written to it.
pub(crate) struct Folder<'a>(&'a Path);

impl Folder<'_> {
    /// Makes it, if it is not there.
    ///
    /// # Errors
    /// What the system says: among that, that a file has the name.
    pub(crate) fn new(folder: &Path) -> Result<Folder<'_>, Trouble> {
        match fs::create_dir(folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists || !folder.is_dir() => Err(error.into()),
            _ => Ok(Folder(folder)),
        }
    }
}

impl Drop for Folder<'_> {
    fn drop(&mut self) {
        // A folder with anything in it stays.
        let _ = fs::remove_dir(self.0);
    }
}

/// Writes the shard of a process, in place of one that is there. A manifest that is there is of an earlier solution, and goes first.
///
/// # Errors
/// See [`save_gathered`].
pub(crate) fn shard(
    folder: &Path,
    place: Place,
    game: (&Instance, &Packed),
    gathered: &mut dyn Gathered,
    meter: &mut Meter,
) -> Result<Part, Trouble> {
    match fs::remove_file(folder.join(MANIFEST)) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    let file = name(place);
    let Written { bytes, head, hash } = save_gathered(&folder.join(&file), Some(place), game, gathered, meter)?;
    Ok(Part { shard: Shard { file, bytes, hash: format!("{hash:016x}") }, head })
}

/// Writes the manifest: all shards are there, wherever that is. What is said of the whole is what its reader will say.
///
/// # Errors
/// What the system says, or that what processes wrote is not of one solution.
pub(crate) fn complete(folder: &Path, parts: Vec<Part>) -> Result<Written, Trouble> {
    let (shards, heads): (Vec<Shard>, Vec<Head>) = parts.into_iter().map(|part| (part.shard, part.head)).unzip();
    let head = Head::of_shards(&heads).ok_or_else(|| Trouble::Nothing(APART.into()))?;
    let bytes = shards.iter().map(|shard| shard.bytes).sum();
    let manifest = Manifest { schema: SCHEMA.to_owned(), shards };
    let mut json = serde_json::to_vec_pretty(&manifest).map_err(std::io::Error::from)?;
    json.push(b'\n');
    let mut whole = Whole::new(&folder.join(MANIFEST))?;
    whole.write_all(&json)?;
    whole.done()?;
    Ok(Written { bytes, head, hash: bouton_rules::meaning::fnv(json) })
}

/// Opens a folder: its manifest, and of each shard the head and the index.
pub(super) fn open(folder: &Path) -> Result<Saved, Trouble> {
    let shards = manifest(&folder.join(MANIFEST))?.shards;
    let mut parts = Vec::new();
    for (index, shard) in shards.iter().enumerate() {
        parts.push(shard.open(folder, (index, shards.len()))?);
    }
    let heads: Vec<Head> = parts.iter().map(|part| part.head.clone()).collect();
    let head = Head::of_shards(&heads).ok_or_else(|| Trouble::Damaged(APART.into()))?;
    Saved::of(head, parts)
}

const APART: &str = "its shards are not of one solution";

fn manifest(path: &Path) -> Result<Manifest, Trouble> {
    let about = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Trouble::Shards(say!("it is a folder, and has no `{MANIFEST}`")),
        _ => unread(MANIFEST, &error),
    })?;
    if about.len() > LONGEST {
        return Err(Trouble::Damaged(say!("its `{MANIFEST}` is too long")));
    }
    let json = fs::read(path).map_err(|error| unread(MANIFEST, &error))?;
    let wrong = |what: Text| Trouble::Damaged(say!("its `{MANIFEST}`: {what}"));
    let manifest: Manifest = serde_json::from_slice(&json).map_err(|error| wrong(Text::code(error.to_string())))?;
    let count = manifest.shards.len();
    let named = |(index, shard): (usize, &Shard)| shard.file == name((index, count));
    if manifest.schema != SCHEMA || count == 0 || !manifest.shards.iter().enumerate().all(named) {
        return Err(wrong("it does not name shards in their order".into()));
    }
    Ok(manifest)
}

impl Shard {
    /// Opens it, and compares it with what the manifest says.
    fn open(&self, folder: &Path, place: Place) -> Result<Indexed, Trouble> {
        let file = &self.file;
        let part = Indexed::open(&folder.join(file)).map_err(|trouble| match trouble {
            Trouble::Io(error) if error.kind() == ErrorKind::NotFound => {
                Trouble::Shards(say!("its shard `{file}` is missing"))
            }
            Trouble::Io(error) => unread(file, &error),
            other => inside(file, other),
        })?;
        if part.head.shard != Some(place) || part.bytes != self.bytes || format!("{:016x}", part.hash()?) != self.hash {
            return Err(Trouble::Shards(say!("its shard `{file}` is not the one that `{MANIFEST}` names")));
        }
        Ok(part)
    }
}

/// What is wrong with a shard, said of it.
pub(super) fn inside(file: &str, trouble: Trouble) -> Trouble {
    let what = match trouble {
        Trouble::Damaged(what) => what,
        Trouble::Other => "its beginning is not as it was written".into(),
        other => return other,
    };
    Trouble::Damaged(say!("shard `{file}`: {what}"))
}

fn unread(file: &str, error: &std::io::Error) -> Trouble {
    Trouble::Shards(say!("its `{file}` cannot be read: {}", reason(error)))
}
