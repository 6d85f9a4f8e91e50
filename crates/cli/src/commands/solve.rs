//! `bouton solve`: what a position is worth, its best moves, a line of best play.

pub(super) mod each;

use super::cases::{AnswerArgs, wrong};
use super::only;
use crate::answer::line::{LineOf, Longest};
use crate::answer::text::{Subject, plural};
use crate::answer::{self, Wanted, json, table};
use crate::checkpoint::{self, DiskArgs, Resumed};
use crate::cluster::ClusterArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::load::{Loaded, load};
use crate::machine::{peak_bytes, read_count, show_time};
use crate::options::{Format, FromArgs, GameArgs, MethodArgs, SolveArgs, StartsArgs};
use crate::params;
use crate::progress::Teller;
use crate::screen::Screen;
use crate::session::{self, Solved};
use crate::{account, findings, interrupt};
use bouton::checkpoint::Checkpoint;
use bouton::error::ASK_LESS;
use bouton::game::Game;
use bouton::rules::diagnostic::{Diagnostic, Help};
use bouton::rules::layout::Packed;
use bouton::rules::{Text, say};
use bouton::saved::Written;
use bouton::show::{Bytes, Count};
use bouton::together::Share;
use bouton::{Instance, Limits, Meter, Report, Stop};
use bouton_teach::cases::Templates;
use bouton_teach::headline::counted;
use serde_json::Value as Json;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  bouton solve 1140 'piles=[2,7,9,4,4]'
  bouton solve nim heaps=3,4,5 --format json
  bouton solve 1140 'piles=[2,7,9,4,4]' --at 'i=2 M=2 turn=Bob'
  bouton solve stone-game piles=5,3,4,5 --each 'i in 0..3, j in i..4'
  bouton solve connect-four --save c4.sol     then: bouton why c4.sol, bouton info c4.sol
  bouton solve --resume c4.sol.part           where an interrupt, a limit or a crash left it
  bouton solve connect-four --save c4.sol --processes 4     in four processes, each with a share of the positions
  bouton solve skirmish --all-starts --save s.sol           every placement of these men";

/// Solve a game: its value, best moves and a line of best play
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    from: FromArgs,
    /// How much is wanted: value; nimber; best (its moves too); table or all (and a line of best play)
    #[arg(long, value_enum, default_value = "all", value_name = "WHAT", hide_possible_values = true)]
    ask: Wanted,
    /// Print this alone, as `bouton stress` asks for it: 'total(Alice)', 'Bob wins', winner, 'winner as Alice/Bob/Tie'; or problem, as
    /// the problem of the game asks
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true, conflicts_with_all = ["ask", "line"], hide_short_help = true)]
    answer: Option<String>,
    /// Moves of best play to show: a number, or all [default: 12 in words, 1000 in JSON]
    #[arg(long, value_name = "COUNT", value_parser = read_longest)]
    line: Option<Longest>,
    /// Start from this position, as in 'i=2 M=2 turn=Bob'; what is left out is as at the start
    #[arg(long, value_name = "POSITION")]
    at: Option<String>,
    /// Start from each of these positions, a row each: 'i in 0..<n', 'i in 0..<n, j in i..<n if i != j'
    #[arg(long, value_name = "CHOICES", conflicts_with_all = ["at", "answer", "check", "save", "all_starts", "processes", "hosts"])]
    each: Option<String>,
    /// In JSON, say with each move where it leads
    #[arg(long, hide_short_help = true)]
    next: bool,
    /// Prove the solution right afterwards, without the methods
    #[arg(long)]
    check: bool,
    /// Keep every position's value in a file, for other commands and other days
    #[arg(long, value_name = "FILE.sol")]
    save: Option<String>,
    #[command(flatten)]
    disk: DiskArgs,
    #[command(flatten)]
    starts: StartsArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    solve: SolveArgs,
}

/// `--line 100`, `--line all`.
fn read_longest(text: &str) -> Result<Longest, Text> {
    if text == "all" {
        return Ok(Longest(usize::MAX));
    }
    let count = read_count(text).ok().and_then(|count| usize::try_from(count).ok());
    count.map(Longest).ok_or_else(|| "write a count of at least 1, as in 100 or 1e6, or `all`".into())
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "solve")?;
    if let Some(file) = args.save.as_ref().filter(|file| !files::names_a_solution(file)) {
        let finding = Diagnostic::error("C06", say!("`{file}` does not end in `.sol`"));
        return Err(Failure::new(finding.help("solution files do, so that other commands know them")));
    }
    if let Some(folder) = args.save.as_ref().filter(|save| !args.cluster.shards && Path::new(save).is_dir()) {
        return Err(Failure::unwritten_file(folder, &ErrorKind::IsADirectory.into()));
    }
    if args.cluster.is_asked() || args.cluster.shards {
        args.cluster.fits(&args.game.game, args.save.is_some(), args.solve.how.method.as_deref())?;
    }
    let limits = args.starts.limits(session::limits(&args.solve.limits));
    if let Some(choices) = &args.each {
        return each::run(args, choices, &limits, screen);
    }
    let Begun { loaded, game, at, save, limits } = begin(args, limits, screen)?;
    let checkpoint = limits.checkpoint.clone();
    if args.ask == Wanted::Nimber && !bouton::may_have_nimbers(&game) {
        return Err(no_nimbers());
    }
    let asked = Asked::of(args, &loaded, screen)?;
    // Only a whole table can be proven right position by position, or saved.
    let whole = args.check || save.is_some();
    let ask = if whole { bouton::Ask::Table } else { asked.as_ref().map_or(args.ask.ask(), Asked::ask) };
    let how = SolveArgs { how: method(args, checkpoint.as_deref()), ..args.solve.clone() };
    let solved = match solved(args, (&game, &at), ask, &limits, &how, screen)? {
        Ok(Some(solved)) => solved,
        Ok(None) => return done(checkpoint.as_deref()).map(|()| Exit::Yes),
        Err(stop) => {
            let less =
                ask > bouton::Ask::BestMoves && save.is_none() && !args.check && helps_to_ask_less(&game, &stop, &how);
            return stopped((&game, &at), &loaded, (&stop, less), &limits, screen);
        }
    };
    let failed = |stop: Stop| Failure::stop_within(&loaded.rules.source, &stop, &limits);
    if let Some(file) = save.as_ref().filter(|_| !args.cluster.is_asked()) {
        account::enter("saving");
        write_down(file, &game, &solved, &limits, args, screen)
            .map_err(|failure| kept(failure, checkpoint.as_deref()))?;
    }
    done(checkpoint.as_deref())?;
    account::enter("naming best play");
    let report = answer::report(&game, &solved.solution, &at, args.ask, args.line, &limits).map_err(failed)?;
    if args.ask == Wanted::Nimber && report.nimber.is_none() {
        return Err(no_nimbers());
    }
    let mut checked = None;
    if args.check {
        account::enter("checking");
        checked = Some(bouton::prove(&game, &solved.solution, &limits).map_err(failed)?);
    }
    account::enter("writing");
    solved.solution.notes.iter().for_each(|note| screen.note(note));
    let told = asked.map(|asked| asked.told(&loaded, &game, &report, &limits)).transpose()?;
    let title = loaded.title(screen.names());
    let line = LineOf { game: &game, solution: &solved.solution, report: &report, longest: args.line };
    let subject = Subject { game: &game, title: &title, report: &report, line, elsewhere: args.at.is_some() };
    let earlier = checkpoint.as_ref().map_or(Duration::ZERO, |checkpoint| checkpoint.earlier());
    let run = Run { solved: &solved, all_starts: limits.all_starts, checked, told, earlier };
    write(args, &subject, &run, screen)?;
    Ok(Exit::Yes)
}

/// Solves in this process, or in several: then only the first of them has something to say.
fn solved(
    args: &Args,
    (game, at): (&Instance, &Packed),
    ask: bouton::Ask,
    limits: &Limits,
    how: &SolveArgs,
    screen: &Screen,
) -> Result<Result<Option<Solved>, Stop>, Failure> {
    let Some(save) = args.save.as_ref().filter(|_| args.cluster.is_asked()) else {
        return Ok(session::solve(game, at, ask, limits, how, screen).map(Some));
    };
    let checkpoint = limits.checkpoint.as_deref();
    // Which method an earlier run of this process took is nothing that others must know of.
    let share = args.cluster.solve((game, at), save, limits, &args.solve, screen);
    let Share { method, written, .. } = share.map_err(|failure| kept(failure, checkpoint))?;
    let Some(written) = written else { return Ok(Ok(None)) };
    wrote(save, &written, screen);
    if args.cluster.shards && files::lacks_shards(save) {
        screen.note(say!(
            "the other shards are where they were written: copy them into {save}, then: bouton info {save}"
        ));
        return Ok(Ok(None));
    }
    // The values are on disk, and in no memory.
    let (opened, _) = files::open(save)?.opened(game).map_err(|trouble| Failure::unread_solution(save, &trouble))?;
    let game = game.clone().with_opened(opened);
    let how = SolveArgs { how: MethodArgs { method: None }, ..how.clone() };
    let limits = &Limits { checkpoint: None, all_starts: false, ..limits.clone() };
    Ok(session::solve(&game, at, ask, limits, &how, screen).map(|mut solved| {
        (solved.solution.method, solved.solution.strategy) = method;
        Some(solved)
    }))
}

/// The one thing that is to be printed.
struct Asked(Templates);

impl Asked {
    /// What `--answer` asks for.
    fn of(args: &Args, loaded: &Loaded, screen: &Screen) -> Result<Option<Asked>, Failure> {
        if args.answer.is_none() {
            return Ok(None);
        }
        if matches!(screen.format, Format::Csv | Format::Md) {
            let finding = Diagnostic::error("C06", say!("`--answer` is not written as `{}`", screen.format.name()));
            return Err(Failure::new(finding.help("one of: text, json, jsonl")));
        }
        let answer = AnswerArgs { answer: args.answer.clone() };
        let templates = Templates::new(&loaded.rules, Some(""), answer.asked(loaded)?.answer, None);
        Ok(Some(Asked(templates.map_err(|wrong_one| wrong(*wrong_one))?)))
    }

    fn ask(&self) -> bouton::Ask {
        if self.0.value_alone() { bouton::Ask::Value } else { bouton::Ask::Table }
    }

    fn told(&self, loaded: &Loaded, game: &Instance, report: &Report, limits: &Limits) -> Result<String, Failure> {
        let given = game.interpreter().params().iter().cloned().map(Some).collect();
        let asked = Loaded { rules: self.0.rules.clone(), ..loaded.clone() };
        let game = params::make(&asked, &given, limits, "solve")?;
        self.0.told(&game, report).map_err(|fault| Failure::fault(&loaded.rules.source, fault))
    }
}

/// A search that begins, or goes on.
struct Begun {
    loaded: Loaded,
    game: Instance,
    at: Packed,
    /// Where the solution goes.
    save: Option<String>,
    /// What it may use, and where what was worked out so far is kept.
    limits: Limits,
}

fn begin(args: &Args, limits: Limits, screen: &Screen) -> Result<Begun, Failure> {
    let begun = match args.disk.resumed(&args.game.game, &args.game.words, &limits)? {
        Some(Resumed { loaded, game, at, checkpoint, all_starts, save }) => {
            let own = [
                ("--at", args.at.is_some()),
                ("--params", args.game.params.is_some()),
                ("--from", args.from.from.is_some()),
                ("--all-starts", args.starts.all_starts && !all_starts),
            ];
            if let Some((option, _)) = own.iter().find(|(_, given)| *given) {
                let message =
                    say!("`{}` brings its own game and position: `{option}` cannot change them", args.game.game);
                return Err(Failure::new(Diagnostic::error("V03", message).help(say!("leave out `{option}`"))));
            }
            let save = Some(args.save.clone().unwrap_or(save));
            let limits = Limits { checkpoint: Some(Arc::new(checkpoint)), all_starts, ..limits };
            Begun { loaded, game, at, save, limits }
        }
        None => {
            let loaded = load(&args.game.game)?;
            remark(&loaded, screen);
            let game = params::instance(&loaded, &args.game, Some(&args.from), args.at.as_deref(), &limits, "solve")?;
            let at = session::position(&game, args.at.as_deref(), &loaded)?;
            let which = (limits.all_starts, args.cluster.place_of()?);
            let checkpoint = args.disk.begun((&game, &at), args.save.as_deref(), which, screen)?.map(Arc::new);
            Begun { loaded, game, at, save: args.save.clone(), limits: Limits { checkpoint, ..limits } }
        }
    };
    begun.limits.checkpoint.iter().for_each(|kept| interrupt::keeps(kept.clone(), checkpoint::go_on(kept)));
    Ok(begun)
}

fn no_nimbers() -> Failure {
    let finding = Diagnostic::error("T02", "this game has no nimbers");
    Failure::new(
        finding.help(
            "they are for games in which both players have the same moves, whoever cannot move loses, and play ends",
        ),
    )
}

/// The method that was asked for; else the one that worked on the search before.
fn method(args: &Args, checkpoint: Option<&Checkpoint>) -> MethodArgs {
    let before = || checkpoint.filter(|checkpoint| checkpoint.holds_something()).and_then(Checkpoint::method);
    MethodArgs { method: args.solve.how.method.clone().or_else(before) }
}

/// There is nothing to go on with any more.
fn done(checkpoint: Option<&Checkpoint>) -> Result<(), Failure> {
    let Some(checkpoint) = checkpoint else { return Ok(()) };
    checkpoint.remove().map_err(|error| Failure::unwritten_file(&checkpoint.path().display().to_string(), &error))
}

/// A failure that leaves something to go on from says so.
fn kept(mut failure: Failure, checkpoint: Option<&Checkpoint>) -> Failure {
    if let (Some(checkpoint), Some(finding)) =
        (checkpoint.filter(|checkpoint| checkpoint.holds_something()), failure.findings.first_mut())
    {
        finding.notes.push(say!("what was worked out is kept in {}", checkpoint.path().display().to_string()));
        let help = Help { text: checkpoint::go_on(checkpoint), edit: None };
        finding.help.push(help);
    }
    failure
}

/// Writes the solution, telling how far it is.
fn write_down(
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
    wrote(file, &written.map_err(|trouble| files::unwritten(file, &trouble))?, screen);
    Ok(())
}

fn wrote(file: &str, written: &Written, screen: &Screen) {
    if !screen.quiet {
        let kept = written.head.stored.map_or(Text::empty(), |kept| say!(", {} up to symmetry", Count(kept)));
        let positions = say!("{}{kept}", plural!(written.head.positions, "position"));
        screen.note(say!("wrote {}: {positions}, {}", Text::code(file), Bytes(written.bytes)));
    }
}

/// Warnings of a file of one's own are for `check`, but should not be overlooked.
fn remark(loaded: &Loaded, screen: &Screen) {
    if !loaded.warnings.is_empty() {
        let warnings = plural!(loaded.warnings.len() as u64, "warning");
        screen.note(say!("{warnings} about these rules: bouton check {}", loaded.word()));
    }
}

/// Whether a search for the value alone may do where this one ended at a limit.
fn helps_to_ask_less(game: &Instance, stop: &Stop, how: &SolveArgs) -> bool {
    let limits = |why: &Stop| matches!(why, Stop::Time { .. } | Stop::Memory { .. } | Stop::Positions { .. });
    limits(stop.why()) && how.how.method.is_none() && game.repeat().is_none()
}

/// A search that a limit or Ctrl-C ended gives no value: programs get what is known, people the message.
fn stopped(
    (game, at): (&Instance, &Packed),
    loaded: &Loaded,
    (stop, less): (&Stop, bool),
    limits: &Limits,
    screen: &mut Screen,
) -> Result<Exit, Failure> {
    let exit = Exit::of(stop);
    let mut failure = Failure::stop_within(&loaded.rules.source, stop, limits);
    if let Some(finding) =
        failure.findings.first_mut().filter(|finding| less && !finding.help.iter().any(|help| help.text == ASK_LESS))
    {
        finding.help.push(Help { text: ASK_LESS.into(), edit: None });
    }
    let failure = if *stop == Stop::Cancelled { failure } else { kept(failure, limits.checkpoint.as_deref()) };
    if screen.for_programs() && matches!(exit, Exit::Limit | Exit::Interrupted) {
        let help = failure.findings.first().map_or(&[][..], |finding| &finding.help);
        screen.json(&Json::Object(json::stopped(game, at, stop, help)))?;
        screen.say(&findings::text(&failure.about, &failure.findings, screen.paint_notes, screen.lang));
        return Ok(exit);
    }
    Err(failure)
}

/// What was done for an answer.
struct Run<'a> {
    solved: &'a Solved,
    /// Whether every placement was asked for.
    all_starts: bool,
    checked: Option<bouton::check::Report>,
    /// The one thing that was asked for.
    told: Option<String>,
    /// The time of the runs that this one goes on from.
    earlier: Duration,
}

fn write(args: &Args, subject: &Subject, run: &Run, screen: &mut Screen) -> Result<(), Failure> {
    match screen.format {
        Format::Text => {
            if let Some(told) = &run.told {
                return screen.line(told);
            }
            subject.write(screen, args.ask)?;
            footer(subject.report, run, screen)
        }
        Format::Json | Format::Jsonl => {
            let mut answer = json::answer(subject.game, subject.report, args.ask);
            if args.next {
                json::add_next(&mut answer, subject.game, subject.report);
            }
            if let Some(checked) = run.checked {
                answer.insert("checked".into(), json::checked(&checked));
            }
            answer.extend(run.told.as_ref().map(|told| ("answer".to_owned(), Json::String(told.clone()))));
            answer.insert("run".into(), session::run_json(subject.game, run.solved, run.earlier));
            screen.json(&json::WithLine { answer, line: &subject.line })
        }
        Format::Csv => table::csv(subject.game, subject.report).iter().try_for_each(|line| screen.line(line)),
        _ => table::markdown(subject.game, subject.report).iter().try_for_each(|line| screen.line(line)),
    }
}

fn footer(report: &Report, run: &Run, screen: &mut Screen) -> Result<(), Failure> {
    let (solution, lang) = (&run.solved.solution, screen.lang);
    // A sum is solved by its parts, and a theorem looks at nothing: the positions themselves were not searched.
    let parts = solution.store.is_of_parts();
    let positions = counted(lang, if parts { "solve-parts" } else { "solve-positions" }, report.positions);
    let what = match report.positions {
        0 => "solve-theorem",
        _ if !report.whole && !parts => "solve-searched",
        _ if run.all_starts => "solve-placements",
        1 => "solve-one",
        _ => "solve-all",
    };
    let mut what = lang.say(what, &[("positions", positions.into())]);
    if let Some(kept) = report.up_to_symmetry {
        what = lang.say("solve-symmetry", &[("what", what.into()), ("kept", Count(kept).to_string().into())]);
    }
    screen.line(&format!(
        "  {what} · {} · {}",
        report.method,
        show_time(run.earlier + interrupt::started().elapsed())
    ))?;
    if screen.verbose {
        let finished = counted(lang, "solve-finished", report.finished);
        let peak = peak_bytes().map(|bytes| lang.say("solve-peak", &[("bytes", Bytes(bytes).to_string().into())]));
        screen.line(&format!("  {finished}{}", peak.map_or(String::new(), |peak| format!(" · {peak}"))))?;
        screen.line(&format!("  {}", account::line(run.earlier, lang)))?;
    }
    if let Some(checked) = run.checked {
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
