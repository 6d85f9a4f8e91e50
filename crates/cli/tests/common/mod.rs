//! The command, run in a folder of a test's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An empty folder of a test's own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let name = format!("{}-{name}", env!("CARGO_CRATE_NAME"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The command with these words, in a folder, what it says to be read.
pub(crate) fn bouton(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.current_dir(folder).args(words).env("NO_COLOR", "1").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The same, to its end.
#[allow(dead_code, reason = "some tests do more while it runs")]
pub(crate) fn run(folder: &Path, words: &[&str]) -> Output {
    bouton(folder, words).output().unwrap()
}
