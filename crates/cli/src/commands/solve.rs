//! `bouton solve`: what a position is worth, its best moves, a line of best play.

use super::only;
use crate::answer::line::{LineOf, Longest};
use crate::answer::text::{Subject, counted, plural};
use crate::answer::{self, Wanted, json, table};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::findings;
use crate::load::{Loaded, load};
use crate::machine::{peak_bytes, read_count, show_time};
use crate::options::{Format, GameArgs, SolveArgs};
use crate::params;
use crate::progress::Teller;
use crate::saved;
use crate::screen::Screen;
use crate::session::{self, Solved};
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::show::Bytes;
use bouton::{Instance, Limits, Meter, Report, Stop};
use serde_json::Value as Json;
use std::path::Path;

const EXAMPLES: &str = "Examples:
  bouton solve 1140 'piles=[2,7,9,4,4]'
  bouton solve nim heaps=3,4,5 --format json
  bouton solve 1140 'piles=[2,7,9,4,4]' --at 'i=2 M=2 turn=Bob'
  bouton solve connect-four --save c4.sol     then: bouton why c4.sol, bouton info c4.sol";

/// Solve a game: its value, best moves and a line of best play
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How much is wanted: value; best (its moves too); table or all (and a line of best play)
    #[arg(long, value_enum, default_value = "all", value_name = "WHAT", hide_possible_values = true)]
    ask: Wanted,
    /// Moves of best play to show: a number, or all [default: 12 in words, 1000 in JSON]
    #[arg(long, value_name = "COUNT", value_parser = read_longest)]
    line: Option<Longest>,
    /// Start from this position, as in 'i=2 M=2 turn=Bob'; what is left out is as at the start
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    /// Prove the solution right afterwards, without the methods
    #[arg(long)]
    check: bool,
    /// Keep every position's value in a file, for other commands and other days
    #[arg(long, value_name = "FILE.sol")]
    save: Option<String>,
    #[command(flatten)]
    solve: SolveArgs,
}

/// `--line 100`, `--line all`.
fn read_longest(text: &str) -> Result<Longest, String> {
    if text == "all" {
        return Ok(Longest(usize::MAX));
    }
    let count = read_count(text).ok().and_then(|count| usize::try_from(count).ok());
    count.map(Longest).ok_or_else(|| "write a count as in 100 or 1e6, or `all`".to_owned())
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, &[Format::Text, Format::Json, Format::Jsonl, Format::Csv, Format::Md])?;
    if let Some(file) = args.save.as_ref().filter(|file| !saved::names_one(file)) {
        let finding = Diagnostic::error("C06", format!("`{file}` does not end in `.sol`"));
        return Err(Failure::new(finding.help("solution files do, so that other commands know them")));
    }
    let loaded = load(&args.game.game)?;
    remark(&loaded, screen);
    let limits = session::limits(&args.solve.limits);
    let game = params::instance(&loaded, &args.game, args.at.as_deref(), &limits, "solve")?;
    let at = session::position(&game, args.at.as_deref(), &loaded)?;
    // Only a whole table can be proven right position by position, or saved.
    let ask = if args.check || args.save.is_some() { bouton::Ask::Table } else { args.ask.ask() };
    let solved = match session::solve(&game, &at, ask, &limits, &args.solve, screen) {
        Ok(solved) => solved,
        Err(stop) => return stopped(&game, &at, &loaded, &stop, screen),
    };
    let failed = |stop: Stop| Failure::stop(&loaded.rules.source, &stop);
    if let Some(file) = &args.save {
        save(file, &game, &solved, &limits, args, screen)?;
    }
    let report = answer::report(&game, &solved.solution, &at, args.ask, args.line).map_err(failed)?;
    let checked = if args.check { Some(solved.solution.check(&game, &limits).map_err(failed)?) } else { None };
    solved.solution.notes.iter().for_each(|note| screen.note(note));
    let title = loaded.title();
    let line = LineOf { game: &game, solution: &solved.solution, report: &report, longest: args.line };
    let subject = Subject { game: &game, title: &title, report: &report, line, elsewhere: args.at.is_some() };
    write(args, &subject, &solved, checked, screen)?;
    Ok(Exit::Yes)
}

/// Writes the solution, telling how far it is.
fn save(
    file: &str,
    game: &Instance,
    solved: &Solved,
    limits: &Limits,
    args: &Args,
    screen: &Screen,
) -> Result<(), Failure> {
    let teller = Teller::new(args.solve.progress, screen);
    let written = bouton::saved::save(Path::new(file), game, &solved.solution, &mut Meter::new(limits, &teller));
    teller.clear();
    let written = written.map_err(|trouble| saved::unwritten(file, &trouble))?;
    if !screen.quiet {
        let positions = plural(written.head.positions, "position");
        screen.note(&format!("wrote {file}: {positions}, {}", Bytes(written.bytes)));
    }
    Ok(())
}

/// Warnings of a file of one's own are for `check`, but should not be overlooked.
fn remark(loaded: &Loaded, screen: &Screen) {
    if !loaded.warnings.is_empty() {
        let warnings = plural(loaded.warnings.len() as u64, "warning");
        screen.note(&format!("{warnings} about these rules: bouton check {}", loaded.word()));
    }
}

/// A search that a limit or Ctrl-C ended gives no value: programs get what is known, people the message.
fn stopped(game: &Instance, at: &Packed, loaded: &Loaded, stop: &Stop, screen: &mut Screen) -> Result<Exit, Failure> {
    let exit = Exit::of(stop);
    let failure = Failure::stop(&loaded.rules.source, stop);
    if screen.for_programs() && matches!(exit, Exit::Limit | Exit::Interrupted) {
        screen.json(&Json::Object(json::stopped(game, at, stop)))?;
        screen.say(&findings::text(&failure.about, &failure.findings, screen.paint_notes, screen.lang));
        return Ok(exit);
    }
    Err(failure)
}

fn write(
    args: &Args,
    subject: &Subject,
    solved: &Solved,
    checked: Option<bouton::check::Report>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    match screen.format {
        Format::Text => {
            subject.write(screen, args.ask)?;
            footer(subject.report, solved, checked, screen)
        }
        Format::Json | Format::Jsonl => {
            let mut answer = json::answer(subject.game, subject.report, args.ask);
            if let Some(checked) = checked {
                answer.insert("checked".into(), json::checked(&checked));
            }
            answer.insert("run".into(), session::run_json(subject.game, solved));
            screen.json(&json::WithLine { answer, line: &subject.line })
        }
        Format::Csv => table::csv(subject.game, subject.report).iter().try_for_each(|line| screen.line(line)),
        _ => table::markdown(subject.game, subject.report).iter().try_for_each(|line| screen.line(line)),
    }
}

fn footer(
    report: &Report,
    solved: &Solved,
    checked: Option<bouton::check::Report>,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let (solution, lang) = (&solved.solution, screen.lang);
    // A sum is solved by its parts, and a theorem looks at nothing: the positions themselves were not searched.
    let parts = solution.store.nimbers().is_some();
    let positions = counted(lang, if parts { "solve-parts" } else { "solve-positions" }, report.positions);
    let what = match report.positions {
        0 => "solve-theorem",
        _ if !report.whole && !parts => "solve-searched",
        1 => "solve-one",
        _ => "solve-all",
    };
    let what = lang.say(what, &[("positions", positions.into())]);
    screen.line(&format!("  {what} · {} · {}", report.method, show_time(solved.took)))?;
    if screen.verbose {
        let finished = counted(lang, "solve-finished", report.finished);
        let peak = peak_bytes().map(|bytes| lang.say("solve-peak", &[("bytes", Bytes(bytes).to_string().into())]));
        screen.line(&format!("  {finished}{}", peak.map_or(String::new(), |peak| format!(" · {peak}"))))?;
    }
    if let Some(checked) = checked {
        let positions = counted(lang, "solve-positions", checked.positions);
        let moves = counted(lang, "solve-moves", checked.moves);
        let words = [("positions", positions.into()), ("moves", moves.into())];
        screen.line(&format!("  {}", lang.say("solve-checked", &words)))?;
    }
    if screen.quiet {
        Ok(())
    } else {
        let commands = "bouton why …   bouton table …   bouton tree …   bouton plan …";
        screen.line(&format!("  {}", lang.say("solve-next", &[("commands", commands.into())])))
    }
}
