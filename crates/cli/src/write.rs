//! Files are written whole, or left as they are.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Puts a new text in a file's place at one stroke, so that a full disk or a crash leaves the old one. Links are
/// followed, permissions kept.
pub(crate) fn replace(file: &str, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(file)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let beside = beside(&path);
    let written = write_new(&beside, text, permissions).and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Writes a file that is not there yet, or nothing at all.
pub(crate) fn create(file: &str, text: &str) -> io::Result<()> {
    let mut open = File::options().write(true).create_new(true).open(file)?;
    let written = open.write_all(text.as_bytes()).and_then(|()| open.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(file);
    }
    written
}

/// A file that is written piece by piece beside its place, and takes that place when it is whole. What is not is removed.
pub(crate) struct Whole {
    name: PathBuf,
    beside: PathBuf,
    file: BufWriter<File>,
    done: bool,
}

impl Whole {
    pub(crate) fn new(name: &str) -> io::Result<Whole> {
        let name = PathBuf::from(name);
        if name.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let beside = beside(&name);
        let file = BufWriter::new(File::options().write(true).create_new(true).open(&beside)?);
        Ok(Whole { name, beside, file, done: false })
    }

    /// Puts it in its place.
    pub(crate) fn done(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.beside, &self.name)?;
        self.done = true;
        Ok(())
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if !self.done {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

fn write_new(beside: &Path, text: &str, permissions: fs::Permissions) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(beside)?;
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()
}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}
