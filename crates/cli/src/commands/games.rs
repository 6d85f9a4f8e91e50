//! `bouton games`: the gallery.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::Format;
use crate::screen::Screen;
use bouton::gallery::{GalleryGame, games};
use bouton::rules::{Source, check};
use bouton_teach::scene::padded;
use serde_json::{Value as Json, json};

const EXAMPLES: &str = "Examples:
  bouton games
  bouton games --format json
  bouton solve nim heaps=3,4,5";

/// List the games that come with Bouton
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "games")?;
    let rows: Vec<(GalleryGame, bool)> = games().map(|game| (game.clone(), points(&game))).collect();
    match screen.format {
        Format::Json => {
            screen.json(&json!({"schema": "bouton.games/1", "games": rows.iter().map(object).collect::<Json>()}))?
        }
        Format::Jsonl => rows.iter().try_for_each(|row| screen.json(&object(row)))?,
        _ => table(&rows, screen)?,
    }
    Ok(Exit::Yes)
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
    let wide =
        |of: &dyn Fn(&GalleryGame) -> String| rows.iter().map(|(game, _)| of(game).chars().count()).max().unwrap_or(0);
    let (names, titles) = (wide(&|game| game.name.to_owned()), wide(&GalleryGame::short_title));
    let lang = screen.lang;
    let [name, title, value] = ["name", "title", "value"].map(|word| lang.sentence(word));
    let head = [padded(&name, names), padded(&title, titles), padded(&value, 7), lang.sentence("problems")];
    screen.line(&head.join("  "))?;
    for (game, points) in rows {
        let (name, title, kind) = (game.name, game.short_title(), padded(&lang.sentence(kind(*points)), 7));
        screen.line(&format!("{name:names$}  {title:titles$}  {kind}  {}", game.problems.join(", ")))?;
    }
    if screen.quiet {
        return Ok(());
    }
    screen
        .tell(&format!("\n{} games.  bouton solve NAME …   bouton new NAME writes one here to be changed", rows.len()))
}
