//! Lists the games of `games/`, so that `gallery` carries their text.

use std::path::{Path, PathBuf};
use std::{env, fs, io, io::Write as _};

fn main() -> io::Result<()> {
    // Asked for now, not when this was compiled: the project may have moved since.
    let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let folder = fs::canonicalize(Path::new(&here).join("../../games"))?;
    writeln!(io::stdout(), "cargo::rerun-if-changed={}", folder.display())?;
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    let rows: String = files.iter().map(|path| row(path)).collect();
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("gallery.rs"), format!("&[\n{rows}]\n"))
}

/// A line of the list: name, rules, and what they are in Chinese.
fn row(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let [rules, chinese] = ["game", "zh"].map(|kind| path.with_extension(kind).display().to_string());
    format!("    ({name:?}, include_str!({rules:?}), include_str!({chinese:?})),\n")
}
