//! `bouton value`: what a position of normal play is worth as a short game.

use super::only;
use crate::answer::text::heading;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{FromArgs, GameArgs, LimitArgs};
use crate::screen::Screen;
use crate::style::Tint;
use crate::teaching;
use bouton::answer::report::{params_json, position_json};
use bouton::game::Game;
use bouton::partizan::Class;
use bouton::rules::Player;
use bouton::rules::interpret::Move;
use bouton::rules::layout::Packed;
use bouton::rules::{Text, say};
use bouton::show::Count;
use bouton::worth::{Moved, Valued};
use bouton::{Instance, Silent};
use bouton_teach::gallery;
use bouton_teach::scene::{columns, padded};
use serde_json::{Value as Json, json};

const EXAMPLES: &str = "Examples:
  bouton value domineering rows=2 cols=3          {2|-1/2}
  bouton value toads-and-frogs toads=2 frogs=1 gap=1
  bouton value nim heaps=3,5                      *6";

const ABOUT: &str = "Value a position as a combinatorial game: canonical form, mean, temperature

For games of normal play: players move in turn, whoever cannot move loses, and nothing else ends play. The player who is named first is Left. Values add where \
games are played side by side: 1/2, ↑, *2, ±1, {2|-1/2}. A move with ★ leads to a value that no other move of the player beats in whatever sum; \
`wins` stands where it wins with nothing else on the table.";

/// Value a position as a combinatorial game: canonical form, mean, temperature
#[derive(Debug, clap::Args)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Value this position; whose turn it is makes no difference
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Room for the words before a value.
const LABEL: usize = 14;

/// Moves to one value that are shown in text.
const MOST_MOVES: usize = 12;

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "value")?;
    let (loaded, game, at) =
        teaching::begin(&args.game, &FromArgs { from: None }, args.at.as_deref(), "value", &args.limits)?;
    let valued = bouton::valued(&game, &at, game.limits(), &Silent)
        .map_err(|stop| Failure::stop(&loaded.rules.source, &stop))?;
    if screen.for_programs() {
        screen.json(&object(&game, &at, &valued))?;
    } else {
        let names = Player::BOTH.map(|player| named(&game, player, screen));
        let [left, right] = &names;
        let who = screen.lang.sentence(say!("Left is {left}, Right is {right}"));
        heading(screen, &game, &loaded.title(screen.names()), &who)?;
        if args.at.is_some() {
            let place = gallery::place(game.rules(), &game.show_position(&at), screen.lang);
            screen.tell(say!("at {place}"))?;
        }
        text(&game, &valued, &names, screen)?;
    }
    Ok(Exit::Yes)
}

fn named(game: &Instance, player: Player, screen: &Screen) -> String {
    gallery::player(game.rules(), player, screen.names()).to_owned()
}

fn text(game: &Instance, valued: &Valued<Move>, names: &[String; 2], screen: &mut Screen) -> Result<(), Failure> {
    let worth = &valued.worth;
    screen.line("")?;
    row("value", &screen.paint.tint(Tint::Strong, &worth.name), screen)?;
    row("mean", &worth.heat.mean.to_string(), screen)?;
    row("temperature", &worth.heat.temperature.to_string(), screen)?;
    let outcome = screen.lang.sentence(outcome(worth.class, names));
    row("outcome", &outcome, screen)?;
    for (moves, name) in valued.options.iter().zip(names) {
        screen.line("")?;
        options(game, moves, name, worth.nimber.is_none(), screen)?;
    }
    screen.line("")?;
    match (Count(valued.boards), valued.forms) {
        (boards, 0) => screen.tell(say!("  positions valued by nimbers: {boards}")),
        (boards, forms) => screen.tell(say!("  positions valued: {boards}; canonical forms: {}", Count(forms))),
    }
}

fn row(label: &'static str, value: &str, screen: &mut Screen) -> Result<(), Failure> {
    let label = padded(&screen.lang.sentence(label), LABEL);
    screen.line(&format!("  {label}{value}"))
}

fn outcome(class: Class, [left, right]: &[String; 2]) -> Text {
    match class {
        Class::First => "whoever moves first wins".into(),
        Class::Second => "whoever moves second wins".into(),
        Class::Left => say!("{left} wins, whoever moves first"),
        Class::Right => say!("{right} wins, whoever moves first"),
    }
}

/// A line for each value that a player may move to, the best first.
fn options(
    game: &Instance,
    moves: &[Moved<Move>],
    name: &String,
    stars: bool,
    screen: &mut Screen,
) -> Result<(), Failure> {
    if moves.is_empty() {
        return screen.tell(say!("  {name} cannot move"));
    }
    screen.tell(say!("  {name} may move to"))?;
    let mut values: Vec<(&Moved<Move>, Vec<String>)> = Vec::new();
    for moved in moves {
        let word = game.show_move(&moved.mv);
        match values.iter_mut().find(|(known, _)| known.name == moved.name) {
            Some((_, words)) => words.push(word),
            None => values.push((moved, vec![word])),
        }
    }
    values.sort_by_key(|(moved, _)| (!moved.best, !moved.wins));
    let wide = values.iter().map(|(moved, _)| columns(&moved.name)).max().unwrap_or(0);
    let wins = screen.lang.sentence("wins");
    for (moved, words) in &values {
        let star = if moved.best && stars { "★" } else { " " };
        let said = if moved.wins { wins.clone() } else { String::new() };
        let more = if words.len() > MOST_MOVES { " …" } else { "" };
        let words = words[..words.len().min(MOST_MOVES)].join(" ");
        let (value, said) = (padded(&moved.name, wide), padded(&said, columns(&wins)));
        screen.line(&format!("  {star} {value}  {said}  {words}{more}"))?;
    }
    Ok(())
}

fn object(game: &Instance, at: &Packed, valued: &Valued<Move>) -> Json {
    let worth = &valued.worth;
    let names = Player::BOTH.map(|player| game.show_player(player));
    let wins = match worth.class {
        Class::First => "first",
        Class::Second => "second",
        Class::Left => &names[0],
        Class::Right => &names[1],
    };
    let options = |moves: &[Moved<Move>]| -> Json {
        let moved = |moved: &Moved<Move>| json!({"move": game.show_move(&moved.mv), "value": moved.name, "best": moved.best, "wins": moved.wins});
        moves.iter().map(moved).collect()
    };
    let number = worth.number.map(|number| number.to_string());
    json!({
        "schema": "bouton.value/1", "game": game.rules().name, "params": Json::Object(params_json(game)),
        "position": position_json(game, at), "left": names[0], "right": names[1],
        "value": worth.name, "number": number, "nimber": worth.nimber,
        "mean": worth.heat.mean.to_string(), "temperature": worth.heat.temperature.to_string(), "winner": wins,
        "left_moves": options(&valued.options[0]), "right_moves": options(&valued.options[1]),
        "positions": valued.boards, "forms": valued.forms,
    })
}
