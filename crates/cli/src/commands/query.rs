//! `bouton query`: what is in a solution file, counted, or the positions for which a condition holds.

use super::info;
use super::only;
use crate::answer::text::{heading, plural};
use crate::asked::{self, Asked, Counted};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::ReadArgs;
use crate::screen::Screen;
use crate::session;
use bouton::game::{Game, WordRow};
use bouton::rules::Player;
use bouton::rules::layout::Packed;
use bouton::rules::say;
use bouton::sample::Dice;
use bouton::saved::{Condition, Counts, Rows, Saved, Top, rank};
use bouton::show::Count;
use bouton::{Instance, Kind, Outcome, Plies, Value};
use bouton_teach::columns as table;
use bouton_teach::gallery;
use bouton_teach::scene::{columns, padded, worth_words};
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};

const EXAMPLES: &str = "Examples:
  bouton query c4.sol                                        counts, and how long wins take
  bouton query c4.sol 'value == win and plies >= 20' --top 3
  bouton query c4.sol 'turn == Red and board[0, 0] == none' --random 5 --seed 7

Words of conditions, beside the variables and parameters of the rules:
  turn      the player to move           over      whether the game is over
  value     win, draw or loss for the player to move; or the lead
  plies     how many moves the win or loss takes, -1 where that is not counted";

/// Count positions of a solution file, or find those for which a condition holds
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file that `solve --save` wrote
    #[arg(value_name = "FILE.sol")]
    file: String,
    /// What must hold, in the language of rules
    #[arg(value_name = "CONDITION")]
    condition: Option<String>,
    /// Show so many: the longest wins and losses first, or the largest leads
    #[arg(long, value_name = "COUNT", default_value = "10")]
    top: usize,
    /// Show so many drawn by lot instead
    #[arg(long, value_name = "COUNT", conflicts_with = "top")]
    random: Option<usize>,
    /// Where the lot begins
    #[arg(long, value_name = "NUMBER", default_value = "1", requires = "random")]
    seed: u64,
    /// Show the positions with the longest wins, without a condition
    #[arg(long, conflicts_with_all = ["condition", "random"])]
    longest: bool,
    #[command(flatten)]
    limits: ReadArgs,
}

/// A position that was found.
type Found = (Packed, Value);

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "query")?;
    let text = match (&args.condition, args.longest) {
        (Some(condition), _) => Some(condition.as_str()),
        (None, true) => Some("value == win"),
        (None, false) => None,
    };
    let asked = asked::ask(&args.file, text, session::limits(&args.limits.limits()), "query")?;
    let all = asked.all() && args.random.is_none();
    let keep = match args.random {
        _ if all => Keep::Nothing,
        Some(_) => Keep::All,
        None => Keep::Top(args.top),
    };
    let (mut look, least) = (Look::new(args), AtomicI64::new(-1));
    let condition = asked.condition()?;
    let part = |rows: &Rows| part(&asked, condition.as_ref(), rows, keep, least.load(Ordering::Relaxed));
    asked.scan(screen, part, |part| {
        look.join(part);
        least.store(look.chosen.least(), Ordering::Relaxed);
        Ok(())
    })?;
    let Asked { loaded, file, game, .. } = &asked;
    let found = if all { Vec::new() } else { look.chosen.found() };
    if screen.for_programs() {
        screen.json(&object(game, file, &look.counted, &look.histogram, &found))?;
        return Ok(Exit::Yes);
    }
    heading(screen, game, &loaded.title(screen.names()), "")?;
    screen.line("")?;
    screen.tell(say!("  {} of {}", plural!(look.counted.total(), "position"), Count(file.head().positions)))?;
    let lang = screen.lang;
    let words = if game.kind() == Kind::Points { ["ahead", "even", "behind"] } else { ["win", "draw", "loss"] };
    info::players(&look.counted.rows(game), game.rules(), words, lang).iter().try_for_each(|line| screen.line(line))?;
    if all {
        let what = if game.kind() == Kind::Points { "leads:" } else { "plies of wins and losses:" };
        lengths(what, &look.histogram, lang).iter().try_for_each(|line| screen.line(line))?;
        if !screen.quiet {
            screen.tell("  next:  a condition such as 'value == win and plies >= 5', or --longest")?;
        }
        return Ok(Exit::Yes);
    }
    listed(&found, &asked, screen)?;
    Ok(Exit::Yes)
}

/// The positions that were found, with their values, and what can be asked of the first.
fn listed(found: &[Found], Asked { loaded, game, .. }: &Asked, screen: &mut Screen) -> Result<(), Failure> {
    let lang = screen.lang;
    if !found.is_empty() {
        screen.line("")?;
    }
    let wide = found.iter().map(|(_, value)| columns(&worth_words(*value, lang))).max().unwrap_or(0);
    for (at, value) in found {
        let (worth, position) =
            (padded(&worth_words(*value, lang), wide), gallery::place(game.rules(), &game.show_position(at), lang));
        screen.line(&format!("  {worth}  {position}"))?;
    }
    if let (Some((at, _)), false) = (found.first(), screen.quiet) {
        screen.line(&format!(
            "  {}:  bouton why {} --at '{}'",
            lang.sentence("next"),
            loaded.word(),
            game.show_position(at)
        ))?;
    }
    Ok(())
}

/// Which positions of a block are handed on.
#[derive(Clone, Copy)]
enum Keep {
    Nothing,
    /// So many that stand out most.
    Top(usize),
    All,
}

/// What was found in a block: counts, and positions in their order.
#[derive(Default)]
struct Part {
    counted: Counted,
    histogram: BTreeMap<Option<i64>, u64>,
    found: Vec<Found>,
}

impl Part {
    fn count(&mut self, mover: Player, value: Value, count: u64) {
        self.counted.add(mover, value, count);
        *self.histogram.entry(length(value)).or_default() += count;
    }
}

/// Looks at a block. Where a condition speaks of values only, positions are counted as they are in the file, and none is read that
/// stands out no more than the `least`.
fn part(asked: &Asked, condition: Option<&Condition>, rows: &Rows, keep: Keep, least: i64) -> Result<Part, Failure> {
    let (mut part, places) = (Part::default(), asked.may_hold(condition, rows)?);
    if places.is_empty() {
        return Ok(part);
    }
    let words = rows.words().map_err(|trouble| asked.unread(&trouble))?;
    let known = condition.is_none_or(Condition::is_on_values);
    if known {
        let found: Vec<WordRow> = places.iter().map(|(place, _)| words[*place].clone()).collect();
        for ((_, value), (row, mover)) in places.iter().zip(found.iter().zip(Saved::movers(&asked.game, &found))) {
            part.count(mover, *value, asked.file.stands_for(row));
        }
    }
    let worth_it = |value: Value| !known || matches!(keep, Keep::All) || rank(value) > least;
    let most = match keep {
        Keep::Nothing if known => return Ok(part),
        Keep::Top(most) => most,
        _ => usize::MAX,
    };
    for (place, value) in best(places.into_iter().filter(|(_, value)| worth_it(*value)).collect(), most, known) {
        for at in asked.positions(words[place].clone()).take(if known { most } else { usize::MAX }) {
            let at = at?;
            if known || asked.holds(condition, &at, value)? {
                if !known {
                    part.count(asked.game.mover(&at), value, 1);
                }
                part.found.push((at, value));
            }
        }
        if part.found.len() > most.saturating_mul(2).max(MANY) {
            part.found = best(std::mem::take(&mut part.found), most, true);
        }
    }
    part.found = best(std::mem::take(&mut part.found), most, true);
    Ok(part)
}

/// Positions of a block that may wait before those that stand out least are left out.
const MANY: usize = 1 << 14;

/// The best of some in their order: so many of those that stand out most, the first of several alike.
fn best<T>(some: Vec<(T, Value)>, most: usize, cut: bool) -> Vec<(T, Value)> {
    if !cut || some.len() <= most {
        return some;
    }
    let mut all: Vec<(usize, (T, Value))> = some.into_iter().enumerate().collect();
    all.sort_by_key(|(place, (_, value))| (Reverse(rank(*value)), *place));
    all.truncate(most);
    all.sort_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, one)| one).collect()
}

/// What is gathered on the way through the file.
struct Look {
    counted: Counted,
    /// Positions by how long, or how large, what they are worth is.
    histogram: BTreeMap<Option<i64>, u64>,
    chosen: Chosen,
}

impl Look {
    fn new(args: &Args) -> Look {
        Look { counted: Counted::default(), histogram: BTreeMap::new(), chosen: Chosen::new(args) }
    }

    fn join(&mut self, part: Part) {
        self.counted.join(&part.counted);
        for (length, count) in part.histogram {
            *self.histogram.entry(length).or_default() += count;
        }
        part.found.into_iter().for_each(|found| self.chosen.offer(found));
    }
}

/// Plies or lead; nothing for draws, and for wins without a length.
fn length(value: Value) -> Option<i64> {
    match value {
        Value::Lead(lead) => Some(lead),
        Value::Outcome(Outcome::Win(Plies::Of(plies)) | Outcome::Loss(Plies::Of(plies))) => Some(plies.into()),
        Value::Outcome(_) => None,
    }
}

/// The positions to be shown: those that stand out most, or some drawn by lot (Vitter 1985, "Random sampling with a reservoir").
enum Chosen {
    Top(Top<i64, Found>),
    Lot { most: usize, held: Vec<(usize, Found)>, dice: Dice, seen: usize },
}

impl Chosen {
    fn new(args: &Args) -> Chosen {
        match args.random {
            Some(most) => Chosen::Lot { most, held: Vec::new(), dice: Dice::new(args.seed), seen: 0 },
            None => Chosen::Top(Top::new(args.top)),
        }
    }

    fn offer(&mut self, found: Found) {
        match self {
            Chosen::Top(top) => top.offer(rank(found.1), found),
            Chosen::Lot { most, held, dice, seen } => {
                *seen += 1;
                if held.len() < *most {
                    held.push((*seen, found));
                } else {
                    let place = dice.below(*seen);
                    if let Some(slot) = held.get_mut(place) {
                        *slot = (*seen, found);
                    }
                }
            }
        }
    }

    /// Positions that stand out no more than this will not be held.
    fn least(&self) -> i64 {
        match self {
            Chosen::Top(top) if top.is_full() => top.least().copied().unwrap_or(i64::MAX),
            _ => -1,
        }
    }

    /// Those that stand out most first; those drawn by lot as they come in the file.
    fn found(self) -> Vec<Found> {
        match self {
            Chosen::Top(top) => top.into_vec(),
            Chosen::Lot { mut held, .. } => {
                held.sort_by_key(|(place, _)| *place);
                held.into_iter().map(|(_, found)| found).collect()
            }
        }
    }
}

/// Rows of the histogram, at most.
const ROWS: usize = 16;
/// The longest bar.
const BAR: u64 = 40;

/// How long wins and losses take, or how large leads are, in words.
fn lengths(what: &'static str, histogram: &BTreeMap<Option<i64>, u64>, lang: Lang) -> Vec<String> {
    let known: Vec<(i64, u64)> = histogram.iter().filter_map(|(length, count)| Some(((*length)?, *count))).collect();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return Vec::new() };
    let width = (last.0.abs_diff(first.0) / ROWS as u64 + 1).cast_signed();
    let mut rows: BTreeMap<i64, u64> = BTreeMap::new();
    for (length, count) in &known {
        *rows.entry((length - first.0) / width).or_default() += count;
    }
    let most = rows.values().copied().max().unwrap_or(1).max(1);
    let label = |row: i64| match (first.0 + row * width, width) {
        (from, 1) => from.to_string(),
        (from, width) => lang.sentence(say!("{from} to {}", (from + width - 1).min(last.0))),
    };
    let wide = rows.keys().map(|row| columns(&label(*row))).max().unwrap_or(0);
    let counts = rows.values().map(|count| Count(*count).to_string().chars().count()).max().unwrap_or(0);
    let bar = |count: u64| "█".repeat(usize::try_from((count * BAR).div_ceil(most)).unwrap_or(0));
    let mut lines = vec![String::new(), format!("  {}", lang.sentence(what))];
    lines.extend(rows.iter().map(|(row, count)| {
        let (label, counted) = (label(*row), Count(*count).to_string());
        let before = " ".repeat(wide.saturating_sub(columns(&label)));
        format!("  {before}{label}  {counted:>counts$}  {}", bar(*count))
    }));
    lines
}

fn object(
    game: &Instance,
    file: &Saved,
    counted: &Counted,
    histogram: &BTreeMap<Option<i64>, u64>,
    found: &[Found],
) -> Json {
    let lengths: Vec<Json> = histogram.iter().filter_map(|(length, count)| Some(json!([(*length)?, count]))).collect();
    let counts: Vec<Json> = counted
        .rows(game)
        .into_iter()
        .map(|Counts { player, win, draw, loss }| match game.kind() {
            Kind::Points => json!({"player": player, "ahead": win, "even": draw, "behind": loss}),
            Kind::Outcome => json!({"player": player, "win": win, "draw": draw, "loss": loss}),
        })
        .collect();
    let names = table::of(game);
    let found: Vec<Json> = found.iter().map(|(at, value)| table::object(&names, game, at, *value)).collect();
    json!({"schema": "bouton.query/1", "positions": file.head().positions, "found": counted.total(),
        "counts": counts, "lengths": lengths, "shown": found})
}
