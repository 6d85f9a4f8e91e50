//! Files that are there when they are whole, and not before: written beside their place, then put there at one stroke.
//!
//! The name beside is drawn by lot and made only if nothing has it (`O_EXCL`), so that no link can wait there. What a killed run left is
//! removed by the next one that writes the same file; two runs do not write one at the same time.

use bouton_rules::{Text, say};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::{Builder, NamedTempFile};

/// What names beside end with, and letters drawn by lot before that.
const ENDING: &str = ".new";
const DRAWN: usize = 12;

/// A file that is no older may belong to a run that has not locked it yet.
const YOUNG: Duration = Duration::from_secs(10);

/// Names beside that are in use: what is to be removed where the program ends from outside.
static BESIDE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is being written. It is gone unless it is put in its place.
#[derive(Debug)]
pub struct Whole {
    place: PathBuf,
    beside: NamedTempFile,
    in_use: InUse,
}

impl Whole {
    /// A file for this place. A link that stands there gives way to the file; what it points to stays as it is.
    ///
    /// # Errors
    /// What the system says; `ResourceBusy` where another run writes it, `IsADirectory` or `InvalidInput` where no file could be put.
    pub fn new(place: &Path) -> io::Result<Whole> {
        match fs::metadata(place) {
            Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => {
                return Err(io::Error::new(ErrorKind::InvalidInput, say!("what has that name is no file")));
            }
            _ => {}
        }
        let name = place.file_name().ok_or(ErrorKind::IsADirectory)?.to_string_lossy();
        // Names are 255 bytes long at the most.
        let before = format!(".{}.", name.chars().take(50).collect::<String>());
        tidy(folder(place), &before)?;
        let beside = drawn(&before).tempfile_in(folder(place))?;
        lock(beside.as_file())?;
        let in_use = InUse::new(beside.path());
        Ok(Whole { place: place.to_owned(), beside, in_use })
    }

    /// The file as it is written.
    #[must_use]
    pub fn file(&self) -> &File {
        self.beside.as_file()
    }

    /// Puts it in its place, where a file may stand already.
    ///
    /// # Errors
    /// What the system says.
    pub fn done(self) -> io::Result<()> {
        self.put(|beside, place| beside.persist(place).map_err(|error| error.error))
    }

    /// Puts it in its place, if nothing is there.
    ///
    /// # Errors
    /// What the system says; `AlreadyExists`.
    pub fn done_anew(self) -> io::Result<()> {
        self.put(|beside, place| beside.persist_noclobber(place).map_err(|error| error.error))
    }

    fn put(self, put: impl FnOnce(NamedTempFile, &Path) -> io::Result<File>) -> io::Result<()> {
        let Whole { place, beside, in_use } = self;
        beside.as_file().sync_all()?;
        put(beside, &place)?;
        drop(in_use);
        // The new name is on disk when its folder is.
        if cfg!(unix) { File::open(folder(&place))?.sync_all() } else { Ok(()) }
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.beside.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.beside.flush()
    }
}

/// A name beside that is in use.
#[derive(Debug)]
struct InUse(PathBuf);

impl InUse {
    fn new(path: &Path) -> InUse {
        all_in_use().push(path.to_owned());
        InUse(path.to_owned())
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        all_in_use().retain(|path| *path != self.0);
    }
}

/// Removes what is half-written: the program ends now.
pub fn abandon() {
    for path in all_in_use().drain(..) {
        let _ = fs::remove_file(path);
    }
}

/// Whether there is no room for more: on the disk, or because the system allows no larger file.
#[must_use]
pub fn is_full(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
}

/// The system's words without its number; the usual ones are the same on every system.
#[must_use]
pub fn reason(error: &io::Error) -> Text {
    match error.kind() {
        ErrorKind::NotFound => "no such file or directory".into(),
        ErrorKind::PermissionDenied => "permission denied".into(),
        ErrorKind::IsADirectory => "is a directory".into(),
        ErrorKind::NotADirectory => "not a directory".into(),
        ErrorKind::AlreadyExists => "file exists".into(),
        ErrorKind::StorageFull => "no space left on device".into(),
        ErrorKind::ReadOnlyFilesystem => "read-only file system".into(),
        _ => said_by_system(error),
    }
}

/// An error in its own words: Bouton's, where it is one of those that it makes itself, or the system's without its number.
pub(crate) fn said_by_system(error: &io::Error) -> Text {
    if let Some(text) = error.get_ref().and_then(|inner| inner.downcast_ref::<Text>()) {
        return text.clone();
    }
    let words = error.to_string();
    let end = words.find(" (os error").unwrap_or(words.len());
    let mut letters = words[..end].chars();
    Text::code(letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect()))
}

/// Opens a file to go on with what is in it; not what a link points to.
pub(crate) fn opened(path: &Path) -> io::Result<File> {
    let file = File::options().read(true).write(true).open(path)?;
    let (here, there) = (file.metadata()?, fs::symlink_metadata(path)?);
    if !there.is_file() || !same(&here, &there) {
        return Err(io::Error::new(ErrorKind::InvalidInput, say!("it is a link, and what it points to is left alone")));
    }
    lock(&file)?;
    Ok(file)
}

/// Makes a file where there is none.
pub(crate) fn made(path: &Path) -> io::Result<File> {
    let file = File::options().read(true).write(true).create_new(true).open(path)?;
    lock(&file)?;
    Ok(file)
}

#[cfg(unix)]
fn same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// Keeps other runs away, or says that one is there.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(ErrorKind::ResourceBusy, say!("another run of Bouton is writing it")))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn all_in_use() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    BESIDE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn folder(place: &Path) -> &Path {
    place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Names that begin so, with the permissions that files have by themselves.
fn drawn(before: &str) -> Builder<'_, 'static> {
    let mut names = Builder::new();
    names.prefix(before).suffix(ENDING).rand_bytes(DRAWN);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        names.permissions(fs::Permissions::from_mode(0o666));
    }
    names
}

/// Removes what killed runs left of this file; an error where a run is writing it.
fn tidy(folder: &Path, before: &str) -> io::Result<()> {
    let ours = |name: OsString| {
        let name = name.into_string().unwrap_or_default();
        let drawn = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(ENDING));
        drawn.is_some_and(|drawn| drawn.len() == DRAWN && drawn.bytes().all(|letter| letter.is_ascii_alphanumeric()))
    };
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries.flatten().filter(|entry| ours(entry.file_name())) {
        let Ok(about) = entry.metadata() else { continue };
        let Some(open) = about.is_file().then(|| File::open(entry.path()).ok()).flatten() else { continue };
        let young = about.modified().ok().and_then(|at| at.elapsed().ok()).is_none_or(|age| age < YOUNG);
        match lock(&open) {
            Err(error) if error.kind() == ErrorKind::ResourceBusy => return Err(error),
            Ok(()) if !young => drop(fs::remove_file(entry.path())),
            _ => {}
        }
    }
    Ok(())
}
