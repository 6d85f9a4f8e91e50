//! `bouton verify`: whether a solution file is whole, and whether what it says is so.

use super::only;
use crate::answer::text::plural;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::load::load;
use crate::options::{GameArgs, LimitArgs, ProgressKind};
use crate::params;
use crate::progress::Teller;
use crate::screen::Screen;
use crate::session;
use bouton::rules::say;
use bouton::{Ask, Limits, Meter, Silent, Stop};
use serde_json::json;

const EXAMPLES: &str = "Examples:
  bouton verify c4.sol            every block against its checksum
  bouton verify c4.sol --deep     every value against those that its moves lead to";

/// Prove a solution file whole, and with --deep, right
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file that `solve --save` wrote
    #[arg(value_name = "FILE.sol")]
    file: String,
    /// Play the rules at every position too, and compare its value with those that its moves lead to
    #[arg(long)]
    deep: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "verify")?;
    files::wanted(&args.file)?;
    let limits = session::limits(&args.limits);
    let loaded = load(&args.file)?;
    let Some(file) = loaded.saved.clone() else { return Ok(Exit::Fault) };
    let limits = Limits { all_starts: file.head().all_starts, ..limits };
    let teller = Teller::new(ProgressKind::Auto, screen);
    let whole = file.verify_within(&mut Meter::new(&limits, &teller));
    teller.clear();
    let whole = whole.map_err(|trouble| Failure::unread_solution(&args.file, &trouble))?;
    let checked = if args.deep {
        let words = GameArgs::only(&args.file);
        let game = params::instance(&loaded, &words, None, None, &limits, "verify")?;
        let failed = |stop: Stop| Failure::stop(&loaded.rules.source, &stop);
        let teller = Teller::new(ProgressKind::Auto, screen);
        let proven = file.prove(&game, &mut Meter::new(&limits, &teller));
        teller.clear();
        match proven.map_err(failed)? {
            Some(report) => Some(report),
            None => {
                let at = session::position(&game, None, &loaded)?;
                let solution = bouton::solve(&game, &at, &Ask::Table, &limits, None, &Silent).map_err(failed)?;
                Some(bouton::prove(&game, &solution, &limits).map_err(failed)?)
            }
        }
    } else {
        None
    };
    if screen.for_programs() {
        let deep = checked
            .map(|report| json!({"positions": report.positions, "finished": report.finished, "moves": report.moves}));
        screen.json(
            &json!({"schema": "bouton.verify/1", "whole": true, "positions": whole.positions, "blocks": whole.blocks,
            "bytes": whole.bytes, "deep": deep}),
        )?;
        return Ok(Exit::Yes);
    }
    let (positions, blocks) = (plural!(whole.positions, "position"), plural!(whole.blocks, "block"));
    screen.tell(say!("  whole: {positions} in {blocks}, every checksum right"))?;
    match checked {
        Some(report) => {
            let (positions, moves) = (plural!(report.positions, "position"), plural!(report.moves, "move"));
            screen.tell(say!("  right: {positions} and {moves} checked without the methods"))?;
        }
        None if !screen.quiet => {
            screen.tell("  next:  --deep plays the rules at every position and compares the values")?
        }
        None => {}
    }
    Ok(Exit::Yes)
}
