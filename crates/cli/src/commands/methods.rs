//! `bouton methods`: the ways of solving.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::Format;
use crate::screen::Screen;
use bouton::Instance;
use bouton::methods::methods;
use serde_json::{Value as Json, json};

const EXAMPLES: &str = "Examples:
  bouton methods
  bouton plan 1140 'piles=[2,7,9,4,4]'
  bouton solve 1140 'piles=[2,7,9,4,4]' --method memo";

/// List the ways of solving, in the order in which a plan prefers them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "methods")?;
    let rows: Vec<Json> =
        methods::<Instance>().iter().map(|method| json!({"method": method.name(), "about": method.about()})).collect();
    match screen.format {
        Format::Json => screen.json(&json!({"schema": "bouton.methods/1", "methods": rows}))?,
        Format::Jsonl => rows.iter().try_for_each(|row| screen.json(row))?,
        _ => {
            for method in methods::<Instance>() {
                screen.line(&format!("{:12}{}", method.name(), screen.lang.sentence(method.about())))?;
            }
        }
    }
    Ok(Exit::Yes)
}
