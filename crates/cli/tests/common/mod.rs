//! The command, run in a folder of a test's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

/// Whether what takes long is tested, too: `cargo xtask large` says so, of a release build.
pub(crate) fn large() -> bool {
    std::env::var_os("BOUTON_LARGE").is_some()
}

/// An empty folder of a test's own: tests run on threads that have their names.
pub(crate) fn folder(name: &str) -> PathBuf {
    let test = thread::current().name().unwrap_or_default().replace("::", "-");
    let name = format!("{test}-{name}");
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
pub(crate) fn run(folder: &Path, words: &[&str]) -> Output {
    bouton(folder, words).output().unwrap()
}

/// The words of a command: quotes keep blanks together, `#` starts a comment.
pub(crate) fn words(command: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in command.chars() {
        match letter {
            '\'' => quoted = !quoted,
            '#' if !quoted => break,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
