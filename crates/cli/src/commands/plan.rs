//! `bouton plan`: EXPLAIN. Which method solves a game, and why the others do not.

use super::only;
use crate::answer::text::{heading, plural};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::load;
use crate::machine::{peak_bytes, show_time};
use crate::options::{GameArgs, SolveArgs, StartsArgs};
use crate::screen::Screen;
use crate::session::{self, Solved};
use crate::{answer, params};
use bouton::game::Game;
use bouton::rules::interpret::place;
use bouton::rules::layout::Packed;
use bouton::rules::{Text, say};
use bouton::show::{Bytes, Count};
use bouton::{Instance, Plan, plan_by};
use bouton_teach::gallery;
use bouton_teach::scene::{columns, padded};
use serde_json::{Value as Json, json};
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  bouton plan 1140 'piles=[2,7,9,4,4]'
  bouton plan foxes rows=4 cols=3 foxes=[1] hounds=[9,10,11] --facts
  bouton plan nim heaps=3,4,5 --run";

/// Explain how a game would be solved, and why not otherwise
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Plan for this much: value, best, table or all
    #[arg(long, value_enum, default_value = "all", value_name = "WHAT", hide_possible_values = true)]
    ask: answer::Wanted,
    /// Plan from this position
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    /// Show what is known of the game, and what shows it
    #[arg(long)]
    facts: bool,
    /// Solve it, and show real figures beside the estimate
    #[arg(long)]
    run: bool,
    #[command(flatten)]
    starts: StartsArgs,
    #[command(flatten)]
    solve: SolveArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "plan")?;
    let (limits, ask) = (args.starts.limits(session::limits(&args.solve.limits)), args.ask.ask());
    let loaded = load(&args.game.game)?;
    let game = params::instance(&loaded, &args.game, None, args.at.as_deref(), &limits, "plan")?;
    let at = session::position(&game, args.at.as_deref(), &loaded)?;
    let failed = |stop: bouton::Stop| Failure::stop_within(&loaded.rules.source, &stop, &limits);
    let plan = match &args.solve.how.method {
        Some(name) => plan_by(&game, &at, &ask, &limits, name),
        None => Ok(bouton::plan(&game, &at, &ask, &limits)),
    };
    match limits.check() {
        Err(stop @ bouton::Stop::Cancelled) => return Err(failed(stop)),
        Err(_) => screen.note("the time was over before everything was found out: what is not said here is not known"),
        Ok(()) => {}
    }
    let plan = plan.map_err(failed)?;
    let solved = if args.run {
        Some(session::solve(&game, &at, ask, &limits, &args.solve, screen).map_err(failed)?)
    } else {
        None
    };
    if screen.for_programs() {
        screen.json(&object(&game, &at, &plan, solved.as_ref()))?;
    } else {
        let at = || gallery::sentence(game.rules(), say!("at {}", place(&game.show_position(&at))), screen.lang);
        let place = args.at.as_ref().map_or(String::new(), |_| at());
        heading(screen, &game, &loaded.title(screen.names()), &place)?;
        write(args, &game, &plan, solved.as_ref(), screen)?;
    }
    Ok(if plan.to_try().next().is_some() { Exit::Yes } else { Exit::Bad })
}

fn write(
    args: &Args,
    game: &Instance,
    plan: &Plan,
    solved: Option<&Solved>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    screen.line("")?;
    let lang = screen.lang;
    let told = bouton_teach::plan::told(plan, game.rules(), lang);
    told.lines().try_for_each(|line| screen.line(line))?;
    if let Some(solved) = solved {
        screen.line("")?;
        screen.tell(say!("really  {}", figures(game, solved)))?;
        solved.solution.notes.iter().try_for_each(|note| screen.tell(say!("        {note}")))?;
    }
    if args.facts {
        screen.tell("\nfacts")?;
        let wide = plan.facts.lines.iter().map(|fact| columns(&lang.sentence(fact.name))).max().unwrap_or(0) + 2;
        let name = |name: &'static str| padded(&lang.sentence(name), wide);
        for fact in &plan.facts.lines {
            let say = |text: &Text| gallery::sentence(game.rules(), text, lang);
            let (text, because) = (say(&fact.text), say(&fact.because));
            screen.line(&format!("  {}{text}  ({because})", name(fact.name)))?;
        }
        let moves = if game.rules().parts.is_empty() { moves(game) } else { moves_in_parts(game) };
        screen.line(&format!("  {}{}", name("moves"), lang.sentence(moves)))?;
    }
    Ok(())
}

/// How moves and endings are run, where a method asks for them.
fn moves(game: &Instance) -> Text {
    match game.compiled() {
        Ok(code) => say!(
            "compiled where enough is asked: {} remain, {} proven needless",
            plural!(code.checks as u64, "check"),
            code.proven
        ),
        Err(why) => say!("interpreted ({why})"),
    }
}

/// How moves in parts of a sum are run, where a method asks what they leave.
fn moves_in_parts(game: &Instance) -> Text {
    match game.compiled_options() {
        Ok(_) => "in parts: compiled where enough is asked".into(),
        Err(why) => say!("in parts: interpreted ({why})"),
    }
}

fn figures(game: &Instance, solved: &Solved) -> Text {
    let solution = &solved.solution;
    let (positions, finished) = (plural!(solution.positions, "position"), plural!(solution.finished, "finished one"));
    let kept = solution.store.up_to_symmetry().map_or(Text::empty(), |kept| say!(" ({} up to symmetry)", Count(kept)));
    let bytes = Bytes(solution.store.bytes(game.position_bytes()));
    let peak = peak_bytes().map_or(Text::empty(), |peak| say!(" · the whole program {}", Bytes(peak)));
    say!(
        "{positions}{kept} with {finished} · {} · {} · values {bytes}{peak}",
        Text::code(solution.method),
        show_time(solved.took)
    )
}

fn object(game: &Instance, at: &Packed, plan: &Plan, solved: Option<&Solved>) -> Json {
    // Before the moves are compiled to be counted.
    let run = solved.map(|solved| session::run_json(game, solved, Duration::ZERO));
    let mut object = bouton_teach::plan::json(game, at, plan);
    if let (Some(solved), Some(mut run)) = (solved, run) {
        let solution = &solved.solution;
        run["positions"] = json!(solution.positions);
        if let Some(kept) = solution.store.up_to_symmetry() {
            run["stored"] = json!(kept);
        }
        run["finished"] = json!(solution.finished);
        run["store_bytes"] = json!(solution.store.bytes(game.position_bytes()));
        run["method"] = json!(solution.method);
        run["strategy"] = json!(solution.strategy);
        object["notes"] = solution.notes.iter().map(ToString::to_string).collect();
        object["run"] = run;
    }
    object
}
