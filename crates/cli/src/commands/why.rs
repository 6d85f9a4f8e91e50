//! `bouton why`: each option's arithmetic, or what answers it; what a given move costs.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{Format, FromArgs, GameArgs, SolveArgs};
use crate::screen::Screen;
use crate::teaching;
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::say;
use bouton_teach::why::{self, Form, Question};
use clap::ValueEnum;

const EXAMPLES: &str = "Examples:
  bouton why 1140 'piles=[2,7,9,4,4]'
  bouton why 1140 'piles=[2,7,9,4,4]' 'take(2)'     what this move costs
  bouton why 464 maxChoosableInteger=4 desiredTotal=6 --levels 2
  bouton why 913 'graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]' --kinds     a won, a drawn and a lost position";

/// Explain why a position is worth what it is, and what a move costs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    from: FromArgs,
    /// Open options this many moves deep
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=8))]
    levels: u8,
    /// Arithmetic: gain minus the reply's lead; what is left minus what the other gets; both players' points
    #[arg(long, value_enum, default_value = "lead", value_name = "FORM")]
    form: Asked,
    /// Start from this position
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    /// Explain a won, a drawn and a lost position side by side, of those that play reaches
    #[arg(long)]
    kinds: bool,
    #[command(flatten)]
    solve: SolveArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Asked {
    Lead,
    Points,
    Pair,
}

impl From<Asked> for Form {
    fn from(asked: Asked) -> Form {
        match asked {
            Asked::Lead => Form::Lead,
            Asked::Points => Form::Points,
            Asked::Pair => Form::Pair,
        }
    }
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "why")?;
    let (game, mv) = without_move(&args.game);
    if let Some(mv) = mv.as_ref().filter(|_| args.kinds) {
        let finding = Diagnostic::error("C06", say!("`--kinds` is about positions, `{}` about one move", shorten(mv)));
        return Err(Failure::new(finding.help("leave one of them out")));
    }
    let begun = teaching::begin(&game, &args.from, args.at.as_deref(), "why", &args.solve.limits)?;
    let lesson = teaching::solve_by_parts(begun, &args.solve, screen)?;
    let question =
        Question { levels: usize::from(args.levels), form: args.form.into(), mv, elsewhere: args.at.is_some() };
    let look = screen.words();
    if args.kinds {
        let found = why::kinds(&lesson.scene(screen), &question).map_err(|refusal| lesson.refused(&refusal, screen))?;
        match screen.format {
            Format::Text => {
                let width = crate::screen::width();
                screen.explain(&why::kinds_text(&found, look, width))?;
            }
            Format::Md => {
                let lines = found.iter().flat_map(|one| [why::markdown(one, look), vec![String::new()]].concat());
                lines.collect::<Vec<_>>().iter().try_for_each(|line| screen.line(line))?;
            }
            _ => screen.json(&serde_json::json!({"schema": "bouton.why/1", "kinds": found.iter().map(why::json).collect::<Vec<_>>()}))?,
        }
        return Ok(Exit::Yes);
    }
    let found = why::why(&lesson.scene(screen), &question).map_err(|refusal| lesson.refused(&refusal, screen))?;
    match screen.format {
        Format::Text => screen.explain(&why::text(&found, look))?,
        Format::Md => why::markdown(&found, look).iter().try_for_each(|line| screen.line(line))?,
        _ => screen.json(&why::json(&found))?,
    }
    Ok(Exit::Yes)
}

/// A move stands among the words as it is shown: `take(2)`, `left`. Parameters have a `=`, or stand inside brackets of one that has.
fn without_move(args: &GameArgs) -> (GameArgs, Option<String>) {
    let mut game = args.clone();
    let last = game.words.last().filter(|word| !word.contains('=') && word.starts_with(char::is_alphabetic)).cloned();
    if last.is_some() {
        game.words.pop();
    }
    (game, last)
}
