//! `bouton games`: the gallery.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load;
use crate::options::Format;
use crate::screen::Screen;
use bouton::gallery::{self, GalleryGame, games};
use bouton::rules::{Source, check, say};
use bouton_teach::gallery::{Card, called, card};
use bouton_teach::scene::{columns, padded};
use serde_json::{Value as Json, json};

const EXAMPLES: &str = "Examples:
  bouton games
  bouton games stone            those with this word in a name
  bouton games 石子
  bouton games 1140             one game: what it is, what it is given
  bouton games --format json
  bouton solve nim heaps=3,4,5";

/// List the games that come with Bouton
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A word of a name or title, in English or Chinese, or the number of a problem
    word: Option<String>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "games")?;
    let rows: Vec<(GalleryGame, bool)> = wanted(args)?.into_iter().map(|game| (game.clone(), points(&game))).collect();
    match screen.format {
        Format::Json => {
            screen.json(&json!({"schema": "bouton.games/1", "games": rows.iter().map(object).collect::<Json>()}))?
        }
        Format::Jsonl => rows.iter().try_for_each(|row| screen.json(&object(row)))?,
        _ => match (rows.as_slice(), &args.word) {
            ([(game, _)], Some(_)) => card(game.name, screen.lang).map_or(Ok(()), |card| introduce(&card, screen))?,
            _ => table(&rows, screen)?,
        },
    }
    Ok(Exit::Yes)
}

/// All games, or those that have a word in a name; a game's own name or a problem's number means that game and no other.
fn wanted(args: &Args) -> Result<Vec<GalleryGame>, Failure> {
    let Some(word) = &args.word else { return Ok(games().collect()) };
    let is_number = word.bytes().all(|letter| letter.is_ascii_digit());
    let named: Vec<GalleryGame> = match gallery::find(word).filter(|game| is_number || game.name == word) {
        Some(game) => vec![game],
        None => games().filter(|game| game.has(word)).collect(),
    };
    if named.is_empty() { Err(load::unknown(word)) } else { Ok(named) }
}

/// One game: what it is, what it is given, and what else it is called.
fn introduce(card: &Card, screen: &mut Screen) -> Result<(), Failure> {
    let names: Vec<&str> = std::iter::once(card.name).chain(card.problems.iter().copied()).collect();
    screen.line(&format!("{}      {}", card.title, names.join(", ")))?;
    screen.line("")?;
    wrapped(&card.about, screen.width).iter().try_for_each(|line| screen.line(&format!("  {line}")))?;
    screen.line("")?;
    let lang = screen.lang;
    let mut rows = vec![(lang.sentence("players"), card.players.join(", "))];
    rows.extend(card.params.iter().cloned());
    let also: Vec<&str> = card.also.iter().copied().filter(|name| *name != card.title).collect();
    if !also.is_empty() {
        rows.push((lang.sentence("also called"), also.join(", ")));
    }
    let wide = rows.iter().map(|(name, _)| columns(name)).max().unwrap_or(0);
    rows.iter().try_for_each(|(name, said)| screen.line(&format!("  {}  {said}", padded(name, wide))))?;
    if screen.quiet { Ok(()) } else { screen.tell(say!("\nbouton new {0} writes it here to be changed", card.name)) }
}

/// Text broken into lines: at blanks, and between Chinese letters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut word) = (Vec::new(), String::new(), String::new());
    for letter in text.chars().chain([' ']) {
        word.push(letter);
        if letter.is_ascii() && letter != ' ' {
            continue;
        }
        if columns(&line) + columns(word.trim_end()) > width && !"，。；：、）".contains(letter) {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        line += &std::mem::take(&mut word);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Whether a game is about points.
fn points(game: &GalleryGame) -> bool {
    check(&Source::new(game.name, game.text)).0.is_some_and(|rules| rules.points)
}

fn object((game, points): &(GalleryGame, bool)) -> Json {
    json!({"name": game.name, "game": game.game, "title": game.title, "problems": game.problems, "also": game.also, "kind": kind(*points)})
}

fn kind(points: bool) -> &'static str {
    if points { "points" } else { "outcome" }
}

fn table(rows: &[(GalleryGame, bool)], screen: &mut Screen) -> Result<(), Failure> {
    let lang = screen.lang;
    let wide = |of: &dyn Fn(&GalleryGame) -> String| rows.iter().map(|(game, _)| columns(&of(game))).max().unwrap_or(0);
    let (names, titles) = (wide(&|game| game.name.to_owned()), wide(&|game| called(game, lang)));
    let [name, title, value] = ["name", "title", "value"].map(|word| lang.sentence(word));
    let head = [padded(&name, names), padded(&title, titles), padded(&value, 7), lang.sentence("problems")];
    screen.line(&head.join("  "))?;
    for (game, points) in rows {
        let (name, title, kind) =
            (game.name, padded(&called(game, lang), titles), padded(&lang.sentence(kind(*points)), 7));
        screen.line(&format!("{name:names$}  {title}  {kind}  {}", game.problems.join(", ")))?;
    }
    if screen.quiet {
        return Ok(());
    }
    screen.tell(say!("\n{} games.  bouton solve NAME …   bouton new NAME writes one here to be changed", rows.len()))
}
