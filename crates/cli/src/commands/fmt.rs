//! `bouton fmt`: the one style of rules.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load;
use crate::options::Format;
use crate::screen::Screen;
use bouton::rules::Source;
use bouton::rules::syntax::format;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "Examples:
  bouton fmt my-game.game
  bouton fmt --check *.game
  bouton fmt - < my-game.game";

/// Format rules in place, in the one style there is
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Rules files; - formats standard input to standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Change nothing; list the files that would change and exit with 1 if there are any
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, &[Format::Text])?;
    let mut exit = Exit::Yes;
    for file in &args.files {
        exit = exit.max(match one(file, args.check, screen) {
            Ok(exit) => exit,
            Err(failure) => failure.show(screen),
        });
    }
    Ok(exit)
}

fn one(file: &str, check: bool, screen: &mut Screen) -> Result<Exit, Failure> {
    let source = if file == "-" { load::source(file)? } else { read(file)? };
    let text = format(&source).map_err(|findings| Failure::in_text(&source, findings))?;
    let changed = text != source.text;
    match (check, file) {
        (true, _) if changed => screen.line(file).map(|()| Exit::No),
        (true, _) => Ok(Exit::Yes),
        (false, "-") => screen.raw(&text).map(|()| Exit::Yes),
        (false, _) if changed => {
            replace(Path::new(file), &text).map_err(|error| Failure::unwritten_file(file, &error))?;
            screen.line(&format!("formatted {file}")).map(|()| Exit::Yes)
        }
        (false, _) => Ok(Exit::Yes),
    }
}

fn read(file: &str) -> Result<Source, Failure> {
    let open = File::open(file).map_err(|error| Failure::unread(file, &error))?;
    Ok(Source::new(file, load::read(file, open)?))
}

/// Puts a new text in a file's place at one stroke, so that a full disk or a crash leaves the old one. Links are
/// followed, permissions kept.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
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
