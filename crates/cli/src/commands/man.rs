//! `bouton man`: the manual page.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::help;
use crate::screen::Screen;
use bouton::rules::say;
use clap_mangen::Man;

const EXAMPLES: &str = "Examples:
  bouton man > bouton.1
  bouton man | man -l -
  bouton man solve > bouton-solve.1";

/// Write the manual page
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The command it is about; all of bouton when left out
    command: Option<String>,
}

pub(crate) fn run(args: &Args, described: clap::Command, screen: &mut Screen) -> Result<Exit, Failure> {
    let mut command = help::translated(described, screen.lang);
    command.build();
    let page = match &args.command {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(Failure::new(unknown(name))),
        },
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text).map_err(Failure::unwritten)?;
    screen.raw(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Yes)
}

fn unknown(name: &str) -> bouton::rules::diagnostic::Diagnostic {
    bouton::rules::diagnostic::Diagnostic::error("C01", say!("there is no command `{name}`"))
        .help("`bouton --help` lists the commands")
}
