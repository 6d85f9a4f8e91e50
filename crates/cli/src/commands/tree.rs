//! `bouton tree`: the search tree, with positions that come again marked.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{Format, FromArgs, GameArgs, SolveArgs};
use crate::screen::Screen;
use crate::teaching::{self, Need};
use bouton_teach::tree::{self, Size};

const EXAMPLES: &str = "Examples:
  bouton tree 1140 'piles=[2,7,9,4,4]'
  bouton tree mnk --depth 1
  bouton tree 877 'piles=[5,3,4,5]' --format svg > tree.svg";

/// Show the search tree: whole if small, else best play and what refutes other moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    from: FromArgs,
    /// Show everything as deep as so many moves
    #[arg(long, value_name = "MOVES")]
    depth: Option<usize>,
    /// Show at most so many places of the tree
    #[arg(long, value_name = "COUNT", default_value = "60", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    most: u32,
    /// Start from this position
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    #[command(flatten)]
    solve: SolveArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "tree")?;
    let begun = teaching::begin(&args.game, &args.from, args.at.as_deref(), "tree", &args.solve.limits)?;
    let lesson = teaching::solve(begun, &args.solve, Need::Around, screen)?;
    let size = Size { depth: args.depth, most: args.most as usize };
    let grown = tree::tree(&lesson.scene(screen), size).map_err(|refusal| lesson.refused(&refusal, screen))?;
    let look = screen.words();
    match screen.format {
        Format::Text => {
            let title = [grown.title.as_str(), grown.params.as_str()].join("      ");
            screen.explain(&[title, String::new()])?;
            screen.explain(&tree::text(&grown, look))?;
        }
        Format::Dot => tree::dot(&grown, look).iter().try_for_each(|line| screen.raw(&format!("{line}\n")))?,
        Format::Svg => {
            let file = tree::svg(&grown, look).map_err(|refusal| lesson.refused(&refusal, screen))?;
            screen.raw(&file)?;
        }
        _ => screen.json(&tree::json(&grown))?,
    }
    Ok(Exit::Yes)
}
