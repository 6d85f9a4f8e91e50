//! `bouton worksheet`: a table with values left out, questions, and the key.

use super::only;
use super::recurrence::intervals;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load};
use crate::options::{Format, GameArgs, LimitArgs, SolveArgs};
use crate::params::{self, Given};
use crate::saved;
use crate::screen::Screen;
use crate::session;
use crate::teaching::{self, Lesson};
use bouton::game::{Game, ended};
use bouton::rules::Text;
use bouton::rules::datum::Datum;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::types::Domain;
use bouton::{Limits, guarded, sample};
use bouton_teach::cases::{Maker, Profile, Sizes};
use bouton_teach::recurrence::Intervals;
use bouton_teach::refusal::Refusal;
use bouton_teach::table;
use bouton_teach::words::{Told, Word};
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
    /// Ranges of lists with their last entry (closed), or the place after it (half-open)
    #[arg(long, value_name = "WHICH", value_parser = intervals, default_value = "half-open")]
    intervals: Intervals,
    /// Start from this position
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    #[command(flatten)]
    solve: SolveArgs,
}

/// `40%`, `40`
fn percent(text: &str) -> Result<u8, Text> {
    let read = text.trim_end_matches('%').parse().ok().filter(|percent| *percent <= 100);
    read.ok_or_else(|| "write how many of a hundred, as in 40%".into())
}

/// A larger table is no exercise.
const MOST: usize = 400;
/// Of more positions nobody could tell how many lie in the table.
const SOLVED: u64 = 50_000;
/// So much smaller, step by step, games are tried for one that fits on paper.
const SMALLER: i64 = 6;
/// After so many moves positions are tried.
const LATER: [usize; 8] = [1, 2, 3, 4, 6, 8, 12, 24];

/// Why there is no sheet.
enum Unmade {
    Refused(Refusal),
    Failed(Failure),
}

impl From<Failure> for Unmade {
    fn from(failure: Failure) -> Unmade {
        Unmade::Failed(failure)
    }
}

impl From<Refusal> for Unmade {
    fn from(refusal: Refusal) -> Unmade {
        Unmade::Refused(refusal)
    }
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "worksheet")?;
    let limits = session::limits(&args.solve.limits);
    let loaded = load(&args.game.game)?;
    let asked = params::given(&loaded, &args.game, args.at.as_deref())?;
    let given = drawn(args.n, args, &loaded, asked.clone())?;
    match made(args, &loaded, &given, args.at.as_deref(), &limits, screen) {
        Ok((Some(text), _)) => screen.raw(&text)?,
        Ok((None, sheet)) => screen.json(&worksheet::json(&sheet, screen.lang))?,
        Err(Unmade::Failed(failure)) => return Err(failure),
        Err(Unmade::Refused(Refusal::TooLarge { count, most, .. })) => {
            let instead = instead(args, &loaded, (&asked, &given), &limits, screen);
            return Err(teaching::refused(&Refusal::too_large(count, most, instead), screen));
        }
        Err(Unmade::Refused(Refusal::Stop(stop))) => return Err(Failure::stop(&loaded.rules.source, &stop)),
        Err(Unmade::Refused(refusal)) => return Err(teaching::refused(&refusal, screen)),
    }
    Ok(Exit::Yes)
}

/// The sheet of a game, in the form asked for.
fn made(
    args: &Args,
    loaded: &Loaded,
    given: &Given,
    at: Option<&str>,
    limits: &Limits,
    screen: &Screen,
) -> Result<(Option<String>, Sheet), Unmade> {
    let game = params::make(loaded, given, limits, "worksheet")?;
    let game = saved::of_game(loaded, None)?.map_or(Ok(game.clone()), |opened| opened.with(game))?;
    let at = session::position(&game, at, loaded)?;
    let parts = game.parts().is_some_and(|parts| parts.normal());
    let solve = teaching::by_parts(&game, &args.solve);
    let lesson = teaching::solve_if_small((loaded.clone(), game, at), &solve, SOLVED, screen)?;
    let Lesson { loaded, game, at, solved: Some(solved) } = lesson else {
        return Err(Refusal::too_large(SOLVED, MOST as u64, Vec::new()).into());
    };
    let lesson = Lesson { loaded, game, at, solved };
    let scene = lesson.scene(screen);
    let mut table = match parts {
        true => table::nimbers(&scene, None, MOST, &[])?,
        false => table::table(&scene, args.order.as_deref(), MOST, &[])?,
    };
    if args.intervals == Intervals::Closed {
        table.close();
    }
    let sheet = worksheet::sheet(&scene, table, Wanted { blank: args.blank, seed: args.seed, given: args.rule })?;
    Ok((written(&sheet, screen)?, sheet))
}

/// What fits on paper instead; each was tried.
fn instead(
    args: &Args,
    loaded: &Loaded,
    (asked, given): (&Given, &Given),
    limits: &Limits,
    screen: &Screen,
) -> Vec<Told> {
    let fits = |given: &Given, at: Option<&str>| made(args, loaded, given, at, limits, screen).is_ok();
    let at = args.at.as_deref();
    let mut instead = Vec::new();
    let smaller_n = |n: &u16| drawn(*n, args, loaded, asked.clone()).is_ok_and(|given| fits(&given, at));
    if draws(loaded, asked)
        && let Some(n) = (1..args.n).rev().find(smaller_n)
    {
        instead.push(Told::new("advice-smaller-n", vec![("n", Word::Text(n.to_string()))]));
    } else if at.is_none()
        && loaded.saved.is_none()
        && let Some(params) =
            (1..=SMALLER).map(|by| smaller(loaded, given, by, limits)).find(|params| fits(params, None))
    {
        let shown = sample::show_given(&loaded.rules, &params);
        let words: Vec<String> = shown.split(' ').map(|word| format!("'{word}'")).collect();
        instead.push(Told::new("advice-give", vec![("params", Word::Text(words.join(" ")))]));
    }
    let later = later(args, loaded, given, limits).into_iter().find(|position| fits(given, Some(position)));
    instead.extend(later.map(|at| Told::new("advice-later", vec![("at", Word::Text(at))])));
    if instead.is_empty() {
        instead.push("advice-tree".into());
    }
    instead
}

/// Whether some parameters are drawn.
fn draws(loaded: &Loaded, asked: &Given) -> bool {
    loaded.rules.params.iter().zip(asked).any(|(param, asked)| asked.is_none() && param.default.is_none())
}

/// Parameters so much smaller: numbers not below 1, lists not shorter than one entry.
fn smaller(loaded: &Loaded, given: &Given, by: i64, limits: &Limits) -> Given {
    let Ok(game) = params::make(loaded, given, limits, "worksheet") else { return given.clone() };
    let cut = |value: &Datum| match value {
        Datum::Int(number) => Datum::Int((number - by).max(1.min(*number))),
        list @ (Datum::List(_) | Datum::Range(..)) => {
            let entries: Vec<Datum> = list.entries().collect();
            let less = usize::try_from(2 * by).unwrap_or(usize::MAX);
            Datum::list(entries[..entries.len().saturating_sub(less).max(1).min(entries.len())].to_vec())
        }
        other => other.clone(),
    };
    game.interpreter().params().iter().map(|value| Some(cut(value))).collect()
}

/// Positions that play comes to by the first legal moves.
fn later(args: &Args, loaded: &Loaded, given: &Given, limits: &Limits) -> Vec<String> {
    let game = params::make(loaded, given, limits, "worksheet").ok();
    let Some((game, at)) =
        game.and_then(|game| Some((game.clone(), session::position(&game, args.at.as_deref(), loaded).ok()?)))
    else {
        return Vec::new();
    };
    let (mut at, mut found, mut steps) = (at, Vec::new(), Vec::new());
    for ply in 1..=LATER[LATER.len() - 1] {
        steps.clear();
        if !matches!(ended(&game, &at), Ok(None)) || game.steps(&at, &mut steps).is_err() || steps.is_empty() {
            break;
        }
        at = steps.swap_remove(0).next;
        if LATER.contains(&ply) && matches!(ended(&game, &at), Ok(None)) {
            found.push(game.show_position(&at));
        }
    }
    found
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
fn drawn(n: u16, args: &Args, loaded: &Loaded, given: Given) -> Result<Given, Failure> {
    let rules = &loaded.rules;
    let open = |at: usize| given[at].is_none() && rules.params[at].default.is_none();
    if !draws(loaded, &given) {
        return Ok(given);
    }
    let longest = usize::from(n);
    let n = i64::from(n);
    let sizes = Sizes { len: n, value: n.max(9), least: None, of: Vec::new() };
    let mut fixed = given.clone();
    // A number that says how large the game is should be the one that was asked for; a list of numbers has its length instead.
    for at in 0..rules.params.len() {
        let numbers_only = rules.params.iter().all(|param| matches!(param.domain, Domain::Int { .. } | Domain::Whole));
        if open(at) && numbers_only && fixed.iter().all(Option::is_none) {
            fixed[at] = Some(Datum::Int(n));
        }
    }
    let mut fault = None;
    for fixed in [fixed, given.clone()] {
        let maker = Maker::new(rules.clone(), fixed, sizes.clone());
        let drawn = (0..DRAWS).filter_map(|number| maker.params(&Profile::Random, args.seed, number));
        let mut best: Option<(usize, Given)> = None;
        for params in drawn {
            let length = params.iter().flatten().map(length).max().unwrap_or(0);
            if best.as_ref().is_some_and(|(known, _)| *known >= length) {
                continue;
            }
            // A fault in Bouton costs this draw only.
            let case = || sample::show_given(rules, &params);
            match guarded(case, || begins(loaded, &params, &args.solve.limits)) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(stop) => {
                    fault.get_or_insert(stop);
                    continue;
                }
            }
            best = Some((length, params));
            if length >= longest {
                break;
            }
        }
        if let Some((_, params)) = best {
            return Ok(params);
        }
    }
    if let Some(stop) = fault {
        return Err(Failure::of_stop(&stop));
    }
    let finding = Diagnostic::error("S05", "no game worth an exercise can be drawn");
    Err(Failure::new(finding.help("give the parameters yourself, or another size: `--n 8`")))
}

fn length(value: &Datum) -> usize {
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
