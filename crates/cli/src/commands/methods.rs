//! `bouton methods`: the methods, and the strategies of each.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::Format;
use crate::screen::Screen;
use bouton::families;
use bouton::methods::{Family, Strategy};
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json};

const EXAMPLES: &str = "Examples:
  bouton methods
  bouton plan 1140 'piles=[2,7,9,4,4]'
  bouton solve 1140 'piles=[2,7,9,4,4]' --method memo
  bouton solve 1140 'piles=[2,7,9,4,4]' --ask value --method sliding-rows";

/// List the methods, in the order in which a plan prefers them, and the strategies of each
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "methods")?;
    let families = families();
    let rows: Vec<Json> = families.iter().map(|family| row(family)).collect();
    match screen.format {
        Format::Json => screen.json(&json!({"schema": "bouton.methods/1", "methods": rows}))?,
        Format::Jsonl => rows.iter().try_for_each(|row| screen.json(row))?,
        _ => families.iter().try_for_each(|family| write(family, screen))?,
    }
    Ok(Exit::Yes)
}

fn row(family: &Family) -> Json {
    let strategy = |strategy: &Strategy| json!({"strategy": strategy.name, "about": strategy.about});
    let strategies: Vec<Json> = (family.strategies)().into_iter().map(strategy).collect();
    json!({"method": family.name, "about": family.about, "strategies": strategies})
}

/// A line for the method and, where it has several strategies or one of another name, a line for each.
fn write(family: &Family, screen: &mut Screen) -> Result<(), Failure> {
    screen.line(&format!("{:12}{}", family.name, about(family.name, family.about, screen.lang)))?;
    let strategies = (family.strategies)().into_iter().filter(|strategy| strategy.name != family.name);
    strategies.into_iter().try_for_each(|strategy| {
        screen.line(&format!("  {:15}{}", strategy.name, about(strategy.name, strategy.about, screen.lang)))
    })
}

/// What something does, after what it is called where that is not what people type.
fn about(name: &'static str, about: &'static str, lang: Lang) -> String {
    let (called, about) = (lang.sentence(name), lang.sentence(about));
    if called == name { about } else { format!("{called}{}{about}", lang.say("colon", &[])) }
}
