//! `bouton worksheet`: a table with values left out, questions, and the key.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::options::{Format, GameArgs, LimitArgs, SolveArgs};
use crate::params::{self, Given};
use crate::screen::Screen;
use crate::session;
use crate::teaching::{self, Lesson};
use bouton::game::{Game, ended};
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::types::Domain;
use bouton_teach::cases::{Maker, Profile, Sizes};
use bouton_teach::refusal::Refusal;
use bouton_teach::table;
use bouton_teach::words::Told;
use bouton_teach::worksheet::{self, Sheet, Wanted};

const EXAMPLES: &str = "Examples:
  bouton worksheet 1140 --n 6 --blank 40% --seed 3
  bouton worksheet 877 'piles=[5,3,4,5]' --rule --format html > sheet.html
  bouton worksheet kayles --n 12 --lang zh --format latex > sheet.tex";

/// Make a worksheet: a table with values left out, questions, and the key
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How large the game is that is drawn where parameters are not given: entries of lists, numbers
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(1..=40))]
    n: u16,
    /// How many of the values are left out: 40%
    #[arg(long, value_name = "PERCENT", default_value = "40%", value_parser = percent)]
    blank: u8,
    /// Other seeds draw other games, and leave out other values
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Show the rule for each value on the sheet; the key always does
    #[arg(long)]
    rule: bool,
    /// Number the cells in this order
    #[arg(long, value_name = "ORDER")]
    order: Option<String>,
    /// Start from this position
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    #[command(flatten)]
    solve: SolveArgs,
}

/// `40%`, `40`
fn percent(text: &str) -> Result<u8, String> {
    let read = text.trim_end_matches('%').parse().ok().filter(|percent| *percent <= 100);
    read.ok_or_else(|| "write how many of a hundred, as in 40%".to_owned())
}

/// A larger table is no exercise.
const MOST: usize = 400;
/// Of more positions nobody could tell how many lie in the table.
const SOLVED: u64 = 50_000;
/// What would fit on paper.
const INSTEAD: [&str; 3] = ["advice-smaller-n", "advice-give", "advice-later"];

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "worksheet")?;
    let limits = session::limits(&args.solve.limits);
    let loaded = load(&args.game.game)?;
    let given = params::given(&loaded, &args.game, args.at.as_deref())?;
    let given = drawn(args, &loaded, given)?;
    let game = params::make(&loaded, &given, &limits, "worksheet")?;
    let at = session::position(&game, args.at.as_deref(), &loaded)?;
    let parts = game.parts().is_some_and(|parts| parts.normal());
    let solve = teaching::by_parts(&game, &args.solve);
    let Lesson { loaded, game, at, solved } = teaching::solve_if_small((loaded, game, at), &solve, SOLVED, screen)?;
    let instead = INSTEAD.map(Told::from);
    let Some(solved) = solved else {
        return Err(teaching::refused(&Refusal::too_large(SOLVED, MOST as u64, instead.to_vec()), screen));
    };
    let lesson = Lesson { loaded, game, at, solved };
    let made = (|| {
        let scene = lesson.scene();
        let table = match parts {
            true => table::nimbers(&scene, MOST, &instead)?,
            false => table::table(&scene, args.order.as_deref(), MOST, &instead)?,
        };
        worksheet::sheet(&scene, table, Wanted { blank: args.blank, seed: args.seed, given: args.rule })
    })();
    let written = made.and_then(|sheet| Ok((written(&sheet, screen)?, sheet)));
    match written {
        Ok((Some(text), _)) => screen.raw(&text)?,
        Ok((None, sheet)) => screen.json(&worksheet::json(&sheet, screen.lang))?,
        Err(refusal) => return Err(lesson.refused(&refusal, screen)),
    }
    Ok(Exit::Yes)
}

/// The sheet in the form asked for; nothing where that is JSON.
fn written(sheet: &Sheet, screen: &Screen) -> Result<Option<String>, Refusal> {
    let look = screen.words();
    let lines = match screen.format {
        Format::Html => return worksheet::html(sheet, look).map(Some),
        Format::Latex => worksheet::latex(sheet, look)?,
        Format::Text => worksheet::text(sheet, look)?,
        _ => return Ok(None),
    };
    let plain = |line: &String| if screen.ascii { crate::style::ascii(line).into_owned() } else { line.clone() };
    Ok(Some(lines.iter().map(|line| plain(line).trim_end().to_owned() + "\n").collect()))
}

/// Draws for which a game is looked for that is worth an exercise.
const DRAWS: u64 = 400;

/// What was given, and by lot what was not: lists of just so many entries, numbers of just that size where the rules allow it.
/// A game that is over before it begins is drawn again.
fn drawn(args: &Args, loaded: &Loaded, given: Given) -> Result<Given, Failure> {
    let rules = &loaded.rules;
    let open = |at: usize| given[at].is_none() && rules.params[at].default.is_none();
    if !(0..given.len()).any(open) {
        return Ok(given);
    }
    let n = i64::from(args.n);
    let sizes = Sizes { len: n, value: n.max(9), least: None, of: Vec::new() };
    let mut fixed = given.clone();
    // A number that says how large the game is should be the one that was asked for; a list of numbers has its length instead.
    for at in 0..rules.params.len() {
        let numbers_only = rules.params.iter().all(|param| matches!(param.domain, Domain::Int { .. } | Domain::Whole));
        if open(at) && numbers_only && fixed.iter().all(Option::is_none) {
            fixed[at] = Some(bouton::rules::datum::Datum::Int(n));
        }
    }
    for fixed in [fixed, given.clone()] {
        let maker = Maker { rules: rules.clone(), fixed, sizes: sizes.clone() };
        let drawn = (0..DRAWS).filter_map(|number| maker.params(&Profile::Random, args.seed, number));
        let mut best: Option<(usize, Given)> = None;
        for params in drawn {
            // What has a default keeps it.
            let kept = params
                .into_iter()
                .enumerate()
                .map(|(at, value)| value.filter(|_| open(at) || maker.fixed[at].is_some()));
            let params: Given = kept.collect();
            let longest = params.iter().flatten().map(length).max().unwrap_or(0);
            if best.as_ref().is_some_and(|(known, _)| *known >= longest) || !begins(loaded, &params, &args.solve.limits)
            {
                continue;
            }
            best = Some((longest, params));
            if longest >= usize::from(args.n) {
                break;
            }
        }
        if let Some((_, params)) = best {
            return Ok(params);
        }
    }
    let finding = Diagnostic::error("S05", "no game worth an exercise can be drawn");
    Err(Failure::new(finding.help("give the parameters yourself, or another size: `--n 8`")))
}

fn length(value: &bouton::rules::datum::Datum) -> usize {
    use bouton::rules::datum::Datum;
    match value {
        list @ (Datum::List(_) | Datum::Range(..)) => list.entries().count(),
        Datum::Grid(grid) => grid.cells.len(),
        _ => 0,
    }
}

/// Whether there is a first move.
fn begins(loaded: &Loaded, params: &Given, limits: &LimitArgs) -> bool {
    let game = params::make(loaded, params, &session::limits(limits), "worksheet").ok();
    let start = game.as_ref().and_then(|game| game.start().ok());
    game.zip(start).is_some_and(|(game, start)| matches!(ended(&game, &start), Ok(None)))
}
