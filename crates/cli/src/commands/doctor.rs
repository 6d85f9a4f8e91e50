//! `bouton doctor`: what Bouton finds on this machine, and whether it works.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::machine::free_memory;
use crate::screen::Screen;
use bouton::game::Game;
use bouton::limits::cores;
use bouton::rules::datum::Datum;
use bouton::rules::{Source, Text, check, say};
use bouton::show::Bytes;
use bouton::{Ask, Instance, Limits, Silent, Value, gallery};
use bouton_teach::scene::padded;
use serde_json::json;
use std::sync::Arc;

const EXAMPLES: &str = "Examples:
  bouton doctor
  bouton doctor --format json
  bouton check --all            runs every example of the gallery";

/// Say what Bouton finds on this machine, and whether it works
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "doctor")?;
    let works = works() == Some(Value::Lead(-6));
    let (version, games) = (env!("CARGO_PKG_VERSION"), gallery::games().count());
    if screen.for_programs() {
        screen.json(
            &json!({"schema": "bouton.doctor/1", "version": version, "cores": cores(), "free_bytes": free_memory(),
            "jit": compiles(), "games": games, "solves": works}),
        )?;
    } else {
        let solves = if works {
            "✓ a small game is solved and checked"
        } else {
            "✗ a small game is NOT solved right: please report this"
        };
        let rows = [
            ("version", Text::code(version)),
            ("cores", say!("{}", cores())),
            ("memory", say!("{} free", Bytes(free_memory()))),
            ("rules run", if compiles() { "in machine code" } else { "by interpreter" }.into()),
            ("gallery", say!("{games} games")),
            ("solving", solves.into()),
        ];
        let lang = screen.lang;
        let line = |(name, value): &(&'static str, Text)| padded(&lang.sentence(*name), 11) + &lang.sentence(value);
        rows.iter().try_for_each(|row| screen.line(&line(row)))?;
    }
    Ok(if works { Exit::Yes } else { Exit::Fault })
}

/// Whether rules can be compiled on this machine.
fn compiles() -> bool {
    let game = gallery::find("mnk").and_then(|game| check(&Source::new(game.name, game.text)).0);
    let game = game.and_then(|rules| Instance::new(Arc::new(rules), &[]).ok());
    game.is_some_and(|game| game.compiled().is_ok())
}

/// The value of a small game whose answer is known: −6 for the first player.
fn works() -> Option<Value> {
    let game = gallery::find("1140")?;
    let rules = check(&Source::new(game.name, game.text)).0?;
    let game = Instance::new(Arc::new(rules), &[Some(Datum::ints([2, 7, 9, 4, 4]))]).ok()?;
    let limits = Limits::default();
    let solution = bouton::solve(&game, &game.start().ok()?, &Ask::Table, &limits, None, &Silent).ok()?;
    bouton::prove(&game, &solution, &limits).ok()?;
    Some(solution.value)
}
