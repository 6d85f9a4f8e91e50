//! `bouton fmt`: the one style of rules.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load;
use crate::screen::Screen;
use crate::write::replace;
use bouton::rules::Source;
use bouton::rules::syntax::format;
use bouton::rules::{Text, say};
use std::fs::File;

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
    only(screen, "fmt")?;
    let mut exit = Exit::Yes;
    for file in &args.files {
        exit = exit.max(match one(file, args.check, screen) {
            Ok(exit) => exit,
            Err(failure) => screen.fail(&failure),
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
        (false, "-") => screen.file(&text).map(|()| Exit::Yes),
        (false, _) if changed => {
            replace(file, &text).map_err(|error| Failure::unwritten_file(file, &error))?;
            screen.tell(say!("formatted {}", Text::code(file))).map(|()| Exit::Yes)
        }
        (false, _) => Ok(Exit::Yes),
    }
}

fn read(file: &str) -> Result<Source, Failure> {
    let open = File::open(file).map_err(|error| Failure::unread(file, &error))?;
    Ok(Source::new(file, load::read(file, open)?))
}
