//! `bouton table`: every position that can be reached with its value, in an order in which the table can be filled.

use super::only;
use super::recurrence::intervals;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{Format, FromArgs, GameArgs, SolveArgs};
use crate::screen::Screen;
use crate::teaching::{self, Lesson, Need};
use bouton::game::Game;
use bouton_teach::recurrence::Intervals;
use bouton_teach::refusal::Refusal;
use bouton_teach::table::{self, Arrows, Table};
use clap::ValueEnum;

const EXAMPLES: &str = "Examples:
  bouton table 1140 'piles=[2,7,9,4,4]'
  bouton table 877 'piles=[5,3,4,5]' --order length --format svg > table.svg
  bouton table 877 'piles=[5,3,4,5]' --intervals closed              j is the last pile, and not the one after it
  bouton table kayles rows=12 --format html > row.html
  bouton table wythoff a=5 b=5 --of nimbers                          what each position is worth in a sum";

/// Show the table of every position: values, points, the order of filling
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    from: FromArgs,
    /// The order in which the table is filled, where there are several: a variable, or length
    #[arg(long, value_name = "ORDER")]
    order: Option<String>,
    /// What the table holds: every position with its value or its nimber, or of a sum the nimbers of its parts [default: parts of a sum]
    #[arg(long, value_enum, value_name = "WHAT")]
    of: Option<Of>,
    /// Arrows: best play, a best move of each position, or none
    #[arg(long, value_enum, default_value = "line", value_name = "WHICH")]
    arrows: Drawn,
    /// Ranges of lists with their last entry (closed), or the place after it (half-open)
    #[arg(long, value_name = "WHICH", value_parser = intervals, default_value = "half-open")]
    intervals: Intervals,
    /// Start from this position
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    #[command(flatten)]
    solve: SolveArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Of {
    Positions,
    Nimbers,
    Parts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Drawn {
    Line,
    Best,
    None,
}

impl From<Drawn> for Arrows {
    fn from(drawn: Drawn) -> Arrows {
        match drawn {
            Drawn::Line => Arrows::Line,
            Drawn::Best => Arrows::Best,
            Drawn::None => Arrows::None,
        }
    }
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    use Format::{Csv, Html, Latex, Md, Svg, Text};
    only(screen, "table")?;
    let begun = teaching::begin(&args.game, &args.from, args.at.as_deref(), "table", &args.solve.limits)?;
    let parts = begun.1.parts().is_some_and(|parts| parts.normal());
    let of = args.of.unwrap_or(if parts { Of::Parts } else { Of::Positions });
    let solve = if of != Of::Positions { teaching::by_parts(&begun.1, &args.solve) } else { args.solve.clone() };
    let lesson = teaching::solve(begun, &solve, Need::Everything(most(screen.format) as u64), screen)?;
    let refused = |refusal: Refusal, screen: &Screen| Err(lesson.refused(&refusal, screen));
    let table = match table_of(&lesson, args, of, screen) {
        Ok(table) => table,
        Err(refusal) => return refused(refusal, screen),
    };
    let look = screen.words();
    let lines = match screen.format {
        Text => titled(&table, table::text(&table, args.arrows.into(), look)),
        Md => table::markdown(&table, args.arrows.into(), look),
        Latex => table::latex(&table, look),
        Csv => Ok(table::csv(&table)),
        Svg => return picture(table::svg(&table, args.arrows.into(), look), &lesson, screen),
        Html => return picture(table::html(&table, args.arrows.into(), look), &lesson, screen),
        _ => return screen.json(&table::json(&table)).map(|()| Exit::Yes),
    };
    match lines {
        Ok(lines) if screen.format == Text => screen.explain(&lines)?,
        Ok(lines) => lines.iter().try_for_each(|line| screen.raw(&format!("{line}\n")))?,
        Err(refusal) => return refused(refusal, screen),
    }
    if screen.format == Text && !screen.quiet {
        screen.line(&format!(" {}", screen.lang.say("table-next", &[])))?;
    }
    Ok(Exit::Yes)
}

/// How many positions a form is made from at most.
fn most(format: Format) -> usize {
    match format {
        Format::Csv | Format::Json | Format::Jsonl => 1_000_000,
        Format::Svg => 250_000,
        _ => 50_000,
    }
}

fn table_of(lesson: &Lesson, args: &Args, of: Of, screen: &Screen) -> Result<Table, Refusal> {
    let most = most(screen.format);
    let instead = ["advice-csv-million".into(), "advice-tree".into(), "advice-smaller".into()];
    let (scene, order) = (lesson.scene(screen), args.order.as_deref());
    let mut table = match of {
        Of::Positions => table::table(&scene, order, most, &instead)?,
        Of::Parts if scene.game.parts().is_none() => return Err(Refusal::unfit("unfit-no-nimbers", instead.to_vec())),
        Of::Parts | Of::Nimbers => table::nimbers(&scene, order, most, &instead)?,
    };
    if args.intervals == Intervals::Closed {
        table.close();
    }
    Ok(table)
}

/// The title above a table in letters.
fn titled(table: &Table, lines: Result<Vec<String>, Refusal>) -> Result<Vec<String>, Refusal> {
    let title = [table.title.as_str(), table.params.as_str()].join("      ");
    lines.map(|lines| [title, String::new()].into_iter().chain(lines).collect())
}

/// A whole file, as it stands.
fn picture(file: Result<String, Refusal>, lesson: &Lesson, screen: &mut Screen) -> Result<Exit, Failure> {
    let file = file.map_err(|refusal| lesson.refused(&refusal, screen))?;
    screen.raw(&file).map(|()| Exit::Yes)
}
