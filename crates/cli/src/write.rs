//! Files are written whole, or left as they are.

use bouton::file::Whole;
use bouton::rules::say;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Puts a new text in a file's place at one stroke, so that a full disk or a crash leaves the old one. Links are
/// followed, permissions kept.
pub(crate) fn replace(file: &str, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(file)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, say!("it is read-only")));
    }
    let mut whole = Whole::new(&path)?;
    whole.write_all(text.as_bytes())?;
    whole.file().set_permissions(permissions)?;
    whole.done()
}

/// Writes a file that is not there yet, or nothing at all.
pub(crate) fn create(file: &str, text: &str) -> io::Result<()> {
    let path = Path::new(file);
    if fs::symlink_metadata(path).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut whole = Whole::new(path)?;
    whole.write_all(text.as_bytes())?;
    whole.done_anew()
}
