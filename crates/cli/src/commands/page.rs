//! `bouton page`: a lesson as one file.

use super::only;
use super::serve::picked;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::machine;
use crate::options::GameArgs;
use crate::screen::Screen;
use bouton::rules::Text;
use bouton::rules::diagnostic::Diagnostic;
use bouton_page::Lesson;
use serde_json::Value as Json;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  bouton page 1140 'piles=[2,7,9,4,4]' > lesson.html
  bouton page mnk --lang zh > lesson.html
  bouton page my-game.game stones=20 > lesson.html";

const ABOUT: &str = "Write a lesson: one HTML file that works without a server, offline and on a phone

It has the game's rules, every position with its value, its table, tree, recurrence and programs, and plays; so it is for games of up \
to 3,000 positions and files of up to 12 MB. Without parameters it takes those that the page opens the game with.";

/// Write a lesson: one HTML file that works without a server
#[derive(Debug, clap::Args)]
#[command(about = "Write a lesson: one HTML file that works without a server", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Stop after this long: 500ms, 60s, 10m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = machine::read_time, help_heading = "Limits")]
    time: Duration,
    /// Use at most this much memory: 500M, 8G
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = machine::read_bytes, help_heading = "Limits")]
    memory: u64,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "page")?;
    let of = picked(&args.game, "page")?;
    let lesson = Lesson { of, lang: screen.lang, memory: args.memory, time: args.time };
    let file = bouton_page::lesson(&lesson).map_err(|findings| refused(&findings))?;
    screen.raw(&file)?;
    Ok(Exit::Yes)
}

/// The first of the findings that the page has, as every other error of a command.
fn refused(findings: &Json) -> Failure {
    let text = |of: &Json, name: &str| Text::code(of[name].as_str().unwrap_or_default());
    let first = &findings[0];
    let code = ["T01", "T02", "M01", "M02", "M03"].into_iter().find(|code| first["code"] == *code).unwrap_or("T02");
    let finding = Diagnostic::error(code, text(first, "message"));
    let helps = first["help"].as_array().into_iter().flatten();
    Failure::new(helps.fold(finding, |finding, help| finding.help(text(help, "text"))))
}
