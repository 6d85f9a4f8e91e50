//! `bouton recurrence`: what a position is worth by where its moves lead, derived from the rules.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{Format, GameArgs};
use crate::screen::Screen;
use crate::{load::load, params};
use bouton::Limits;
use bouton::rules::Text;
use bouton_teach::recurrence::{self, Intervals};
use bouton_teach::scene::params_words;

const EXAMPLES: &str = "Examples:
  bouton recurrence 877                                           for every size
  bouton recurrence 877 --intervals closed                        dp[i][j] with both ends counted in
  bouton recurrence 1140 'piles=[2,7,9,4,4]'                      with numbers
  bouton recurrence 877 'piles=[5,3,4,5]' --format latex
  bouton recurrence kayles rows=12 --format html > kayles.html     MathML";

const ABOUT: &str = "Derive the recurrence of a game from its rules

Without parameters it is told for every size, with the names that the rules have for sizes, the order of growth, and what small games it \
was read off; with parameters their numbers stand in it.";

/// Derive the recurrence of a game from its rules
#[derive(Debug, clap::Args)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Ranges of lists with their last entry (closed), or the place after it (half-open)
    #[arg(long, value_name = "WHICH", value_parser = intervals, default_value = "half-open")]
    intervals: Intervals,
}

/// How ranges are written, by name.
pub(super) fn intervals(text: &str) -> Result<Intervals, Text> {
    let known = Intervals::NAMES.into_iter().find(|(name, _)| *name == text);
    known.map(|(_, intervals)| intervals).ok_or_else(|| "known: closed, half-open".into())
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "recurrence")?;
    let loaded = load(&args.game.game)?;
    let title = loaded.title(screen.names());
    let given = !args.game.words.is_empty() || args.game.params.is_some() || loaded.saved.is_some();
    let open = !given && !loaded.rules.params.is_empty();
    let every = if open { recurrence::of_every_size(title.clone(), &loaded.rules, args.intervals) } else { None };
    let formulas = match every {
        Some(formulas) => formulas,
        None => {
            let game = params::instance(&loaded, &args.game, None, None, &Limits::default(), "recurrence")?;
            let params = params_words(&game, screen.names());
            recurrence::formulas_in(title, params, &game, args.intervals)
        }
    };
    let formulas = formulas.named(&loaded.rules, screen.names());
    let look = screen.words();
    match screen.format {
        Format::Text => {
            let title = [formulas.title.as_str(), formulas.params.as_str()].join("      ");
            screen.explain(&[title.trim_end().to_owned(), String::new()])?;
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
