//! `bouton recurrence`: what a position is worth by where its moves lead, derived from the rules.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{Format, GameArgs};
use crate::screen::Screen;
use crate::{load::load, params};
use bouton::Limits;
use bouton_teach::recurrence;

const EXAMPLES: &str = "Examples:
  bouton recurrence 1140 'piles=[2,7,9,4,4]'
  bouton recurrence 877 'piles=[5,3,4,5]' --format latex
  bouton recurrence kayles rows=12 --format html > kayles.html     MathML";

/// Derive the recurrence of a game from its rules
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "recurrence")?;
    let loaded = load(&args.game.game)?;
    let game = params::instance(&loaded, &args.game, None, None, &Limits::default(), "recurrence")?;
    let formulas =
        recurrence::formulas(loaded.title(screen.names()), crate::answer::params::shown(&game).join("   "), &game);
    let look = screen.words();
    match screen.format {
        Format::Text => {
            let title = [formulas.title.as_str(), formulas.params.as_str()].join("      ");
            screen.explain(&[title, String::new()])?;
            screen.explain(&recurrence::text(&formulas, look))?;
        }
        Format::Latex => {
            recurrence::latex(&formulas, look).iter().try_for_each(|line| screen.raw(&format!("{line}\n")))?
        }
        Format::Html => screen.raw(&recurrence::html(&formulas, look))?,
        _ => screen.json(&recurrence::json(&formulas))?,
    }
    Ok(Exit::Yes)
}
