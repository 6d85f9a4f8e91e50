//! `bouton batch`: a case a line in, an answer a line out, in the same order.

mod case;

use super::only;
use crate::answer::text::plural;
use crate::answer::{self, Wanted, json as answers};
use crate::exit::Exit;
use crate::failure::{About, Failure, reason};
use crate::findings::error_object;
use crate::load::{Loaded, load};
use crate::machine::cores;
use crate::options::{Format, GameArgs, LimitArgs, MethodArgs};
use crate::params::{self, Given};
use crate::screen::Screen;
use crate::session;
use bouton::instance::from_json;
use bouton::rules::Source;
use bouton::rules::diagnostic::Diagnostic;
use bouton::{Limits, Silent, Stop};
use serde_json::{Map, Value as Json, json};
use std::io::{BufRead, Read, stdin};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  bouton batch 1140 < cases.jsonl > answers.jsonl
  echo '{\"piles\": [2,7,9,4,4]}' | bouton batch 1140 --ask value
  bouton batch nim misere=true --jobs 4 < cases.jsonl";

const ABOUT: &str = "Solve many cases: one JSON object a line in, one answer a line out, in the same order

A case is its parameters, {\"piles\": [2,7,9,4,4]}, or {\"id\": …, \"params\": {…}, \"at\": \"i=2 turn=Bob\"}. \
What is given on the command line holds for every case that does not say otherwise. Limits hold for each case; memory is \
shared out among the jobs.

A line that cannot be answered gives an error object with its number, and the command exits with 1 in the end.";

/// A line longer than this is refused.
const LONGEST_CASE: u64 = 512_000_000;
/// Cases that wait in memory, for each thread.
const WAITING: usize = 16;
/// Deep rules recurse.
const STACK: usize = 64 << 20;

#[derive(Debug, clap::Args)]
#[command(about = "Solve many cases: a JSON object a line in, an answer a line out", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How much is wanted of each: value; best (its moves too); table or all (and a line of best play)
    #[arg(long, value_enum, default_value = "all", value_name = "WHAT", hide_possible_values = true)]
    ask: Wanted,
    /// Cases solved at the same time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Prove every solution right afterwards, without the methods
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    how: MethodArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What every case shares.
struct Shared {
    loaded: Loaded,
    given: Given,
    ask: Wanted,
    check: bool,
    how: MethodArgs,
    limits: Limits,
}

/// A line that waits to be answered.
struct Case {
    line: u64,
    text: Result<Vec<u8>, Unread>,
    answer: SyncSender<Answered>,
}

/// Why a line cannot be had.
struct Unread {
    why: String,
    /// Whether the lines after it cannot be had either.
    last: bool,
}

struct Answered {
    json: Json,
    ok: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, &[Format::Text, Format::Json, Format::Jsonl])?;
    let loaded = load(&args.game.game)?;
    let given = params::given(&loaded, &args.game, None)?;
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let limits = session::limits(&args.limits);
    let limits = Limits { memory: limits.memory / jobs as u64, ..limits };
    let shared = Arc::new(Shared { loaded, given, ask: args.ask, check: args.check, how: args.how.clone(), limits });
    let answers = start(&shared, jobs)?;
    write_in_order(&answers, &shared.limits, screen)
}

/// Threads that read and answer. What comes back is a place for each answer, in the order of the lines.
fn start(shared: &Arc<Shared>, jobs: usize) -> Result<Receiver<Receiver<Answered>>, Failure> {
    let (to_answer, cases) = sync_channel::<Case>(jobs * WAITING);
    let (places, in_order) = sync_channel(jobs * WAITING);
    let cases = Arc::new(Mutex::new(cases));
    let no_thread = |error: std::io::Error| {
        let finding = Diagnostic::error("M04", format!("no thread can be started: {error}"));
        Failure::new(finding.help("ask for fewer at the same time: `--jobs 1`"))
    };
    for _ in 0..jobs {
        let (shared, cases) = (shared.clone(), cases.clone());
        let work = move || {
            while let Some(case) = next(&cases) {
                let _ = case.answer.send(answered(&shared, case.line, case.text));
            }
        };
        thread::Builder::new().stack_size(STACK).spawn(work).map_err(no_thread)?;
    }
    thread::Builder::new().spawn(move || read_cases(&to_answer, &places)).map_err(no_thread)?;
    Ok(in_order)
}

fn next(cases: &Mutex<Receiver<Case>>) -> Option<Case> {
    cases.lock().ok()?.recv().ok()
}

/// Reads lines until there are no more, or nobody wants them.
fn read_cases(to_answer: &SyncSender<Case>, places: &SyncSender<Receiver<Answered>>) {
    let mut input = stdin().lock();
    for line in 1.. {
        let Some(text) = read_line(&mut input) else { return };
        let last = text.as_ref().is_err_and(|unread| unread.last);
        let (answer, place) = sync_channel(1);
        if places.send(place).is_err() || to_answer.send(Case { line, text, answer }).is_err() || last {
            return;
        }
    }
}

/// A line without its end, or why it cannot be had; nothing at the end.
fn read_line(input: &mut impl BufRead) -> Option<Result<Vec<u8>, Unread>> {
    let unread =
        |error: std::io::Error| Unread { why: format!("the line cannot be read: {}", reason(&error)), last: true };
    let mut text = Vec::new();
    match input.by_ref().take(LONGEST_CASE).read_until(b'\n', &mut text) {
        Ok(0) => None,
        Ok(_) if text.len() as u64 == LONGEST_CASE && text.last() != Some(&b'\n') => {
            text.clear();
            let too_long = Unread { why: "the line is longer than 512 MB".to_owned(), last: false };
            Some(Err(input.skip_until(b'\n').map_or_else(unread, |_| too_long)))
        }
        Ok(_) => Some(Ok(text)),
        Err(error) => Some(Err(unread(error))),
    }
}

/// Writes answers as soon as it is their turn; whoever waits for one gets it at once.
fn write_in_order(
    in_order: &Receiver<Receiver<Answered>>,
    limits: &Limits,
    screen: &mut Screen,
) -> Result<Exit, Failure> {
    let (mut exit, mut answers) = (Exit::Yes, 0);
    while let Some(place) = wait(in_order, limits, screen)? {
        let Some(answered) = wait(&place, limits, screen)? else { break };
        screen.json(&answered.json)?;
        answers += 1;
        exit = exit.max(if answered.ok { Exit::Yes } else { Exit::No });
    }
    if limits.cancel.load(Ordering::Relaxed) {
        return Err(Failure::interrupted(&format!("{} written before", plural(answers, "answer"))));
    }
    Ok(exit)
}

/// The next one, or nothing when there are no more or Ctrl-C was pressed. Before it waits it writes out what it has.
fn wait<T>(from: &Receiver<T>, limits: &Limits, screen: &mut Screen) -> Result<Option<T>, Failure> {
    match from.try_recv() {
        Ok(one) => return Ok(Some(one)),
        Err(TryRecvError::Disconnected) => return Ok(None),
        Err(TryRecvError::Empty) => screen.flush()?,
    }
    loop {
        match from.recv_timeout(Duration::from_millis(100)) {
            Ok(one) => return Ok(Some(one)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if limits.cancel.load(Ordering::Relaxed) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Answers a line: a bad one with an error object.
fn answered(shared: &Shared, line: u64, text: Result<Vec<u8>, Unread>) -> Answered {
    let case = text
        .map_err(|unread| Failure::new(Diagnostic::error("C08", unread.why).help("a line is one JSON object")))
        .and_then(|text| case::read(&text));
    let id = case.as_ref().ok().and_then(|case| case.get("id").cloned());
    let solved = case.and_then(|case| solve(shared, &case));
    let ok = solved.is_ok();
    let mut object = Map::new();
    let body = match solved {
        Ok(answer) => answer,
        Err(failure) => error(&failure, line),
    };
    for (at, (name, value)) in body.into_iter().enumerate() {
        object.insert(name, value);
        if let (0, Some(id)) = (at, &id) {
            object.insert("id".into(), id.clone());
        }
    }
    Answered { json: Json::Object(object), ok }
}

fn error(failure: &Failure, line: u64) -> Map<String, Json> {
    let Json::Object(mut object) = error_object(&failure.about, &failure.findings) else { return Map::new() };
    if let (About::Text(_), Some(of_rules)) = (&failure.about, object.shift_remove("line")) {
        object.insert("rules_line".into(), of_rules);
    }
    object.insert("line".into(), json!(line));
    object
}

fn solve(shared: &Shared, case: &Map<String, Json>) -> Result<Map<String, Json>, Failure> {
    let loaded = &shared.loaded;
    let source: &Source = &loaded.rules.source;
    let named =
        from_json(&loaded.rules, &case::params(case, loaded)?).map_err(|fault| Failure::fault(source, fault))?;
    let given = named.into_iter().zip(&shared.given).map(|(own, fixed)| own.or_else(|| fixed.clone())).collect();
    let game = session::compiled_or_not(params::make(loaded, &given, "batch")?, &shared.how);
    let at = case::at(case, loaded, &game)?;
    let failed = |stop: Stop| Failure::stop(source, &stop);
    let ask = if shared.check { bouton::Ask::Table } else { shared.ask.ask() };
    let solution =
        bouton::solve(&game, &at, &ask, &shared.limits, shared.how.method.as_deref(), &Silent).map_err(failed)?;
    let checked = if shared.check { Some(solution.check(&game, &shared.limits).map_err(failed)?) } else { None };
    let report = answer::report(&game, &solution, &at, shared.ask, None).map_err(failed)?;
    let mut answer = answers::answer(&game, &report, shared.ask);
    answer.extend(checked.map(|checked| ("checked".to_owned(), answers::checked(&checked))));
    Ok(answer)
}
