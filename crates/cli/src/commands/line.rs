//! `bouton line`: best play move by move, with positions drawn.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{Format, FromArgs, GameArgs, SolveArgs};
use crate::screen::Screen;
use crate::teaching::{self, Need};
use bouton_teach::line;

const EXAMPLES: &str = "Examples:
  bouton line 1140 'piles=[2,7,9,4,4]'
  bouton line connect-four rows=4 cols=4 --line 6
  bouton line 877 'piles=[5,3,4,5]' --format md";

/// Show best play move by move: positions drawn, ties, totals
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    from: FromArgs,
    /// At most so many moves
    #[arg(long, value_name = "COUNT", default_value = "100")]
    line: usize,
    /// Start from this position
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    #[command(flatten)]
    solve: SolveArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "line")?;
    let begun = teaching::begin(&args.game, &args.from, args.at.as_deref(), "line", &args.solve.limits)?;
    let lesson = teaching::solve(begun, &args.solve, Need::Around, screen)?;
    let found = line::line(&lesson.scene(screen), args.line).map_err(|refusal| lesson.refused(&refusal, screen))?;
    let look = screen.words();
    match screen.format {
        Format::Text => {
            let title = [found.title.as_str(), found.params.as_str()].join("      ");
            screen.explain(&[title, String::new()])?;
            screen.explain(&line::text(&found, look))?;
        }
        Format::Md => line::markdown(&found, look).iter().try_for_each(|line| screen.line(line))?,
        _ => screen.json(&line::json(&found))?,
    }
    Ok(Exit::Yes)
}
