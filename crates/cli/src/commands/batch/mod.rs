//! `bouton batch`: a case a line in, an answer a line out, in the same order.

mod case;
mod kept;
mod lines;
mod quick;

use super::only;
use super::solve::each::positions;
use crate::answer::text::plural;
use crate::answer::{self, Wanted, json as answers};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::findings::About;
use crate::findings::error_object;
use crate::load::{Loaded, load};
use crate::options::{FromArgs, GameArgs, LimitArgs, MethodArgs};
use crate::params::{self, Given};
use crate::saved::{self, Opened};
use crate::screen::Screen;
use crate::session;
use bouton::instance::from_json;
use bouton::limits::cores;
use bouton::rules::Source;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::rules::say;
use bouton::show::Bytes;
use bouton::{Limits, Stop, guarded};
use kept::{Kept, One};
use lines::{Lines, Unread};
use quick::Quick;
use serde_json::{Map, Value as Json, json};
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
With \"each\": \"i in 0..<n\" it is many positions, and has an answer for each. \
What is given on the command line holds for every case that does not say otherwise. Limits hold for each case; memory is \
shared out among the jobs.

A line that cannot be answered gives an error object with its number, and the command exits with 1 in the end; with 4 if the \
fault is Bouton's own (Z01).";

/// Bundles of cases that wait in memory, for each thread.
const WAITING: usize = 16;
/// Deep rules recurse.
const STACK: usize = 64 << 20;

#[derive(Debug, clap::Args)]
#[command(about = "Solve many cases: a JSON object a line in, an answer a line out", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    from: FromArgs,
    /// How much is wanted of each: value; nimber; best (its moves too); table or all (and a line of best play)
    #[arg(long, value_enum, default_value = "all", value_name = "WHAT", hide_possible_values = true)]
    ask: Wanted,
    /// In JSON, say with each move where it leads
    #[arg(long, hide_short_help = true)]
    next: bool,
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
    /// A solution to read positions from.
    opened: Option<Opened>,
    ask: Wanted,
    next: bool,
    check: bool,
    how: MethodArgs,
    limits: Limits,
    quick: Quick,
}

/// Lines that wait to be answered by one thread.
struct Bundle {
    /// The number of the first.
    first: u64,
    lines: Vec<Result<Vec<u8>, Unread>>,
    answers: SyncSender<Answered>,
}

/// The answers to some lines.
#[derive(Default)]
struct Answered {
    text: String,
    count: u64,
    /// The worst that became of one of them.
    exit: Exit,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "batch")?;
    let loaded = load(&args.game.game)?;
    let given = params::given(&loaded, &args.game, None)?;
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let limits = session::limits_of_each(&args.limits);
    let limits = Limits { memory: limits.memory / jobs as u64, own: 0, resident: None, ..limits };
    let opened = saved::of_game(&loaded, Some(&args.from))?;
    let quick = if opened.is_some() || args.next {
        Quick::none()
    } else {
        Quick::of(&loaded, args.ask, args.check, &args.how, &limits)
    };
    let how = args.how.clone();
    let shared = Arc::new(Shared {
        loaded,
        given,
        opened,
        ask: args.ask,
        next: args.next,
        check: args.check,
        how,
        limits,
        quick,
    });
    let answers = start(&shared, jobs)?;
    write_in_order(&answers, &shared.limits, screen)
}

/// Threads that read and answer. What comes back is a place for the answers of each bundle, in the order of the lines.
fn start(shared: &Arc<Shared>, jobs: usize) -> Result<Receiver<Receiver<Answered>>, Failure> {
    let (to_answer, bundles) = sync_channel::<Bundle>(jobs * WAITING);
    let (places, in_order) = sync_channel(jobs * WAITING);
    let bundles = Arc::new(Mutex::new(bundles));
    let no_thread = |error: std::io::Error| {
        let finding = Diagnostic::error("M04", say!("no thread can be started: {}", error.to_string()));
        Failure::new(finding.help("ask for fewer at the same time: `--jobs 1`"))
    };
    for _ in 0..jobs {
        let (shared, bundles) = (shared.clone(), bundles.clone());
        thread::Builder::new().stack_size(STACK).spawn(move || work(&shared, &bundles)).map_err(no_thread)?;
    }
    let shared = shared.clone();
    thread::Builder::new().spawn(move || read_cases(&shared, &to_answer, &places)).map_err(no_thread)?;
    Ok(in_order)
}

fn next(bundles: &Mutex<Receiver<Bundle>>) -> Option<Bundle> {
    bundles.lock().ok()?.recv().ok()
}

/// Answers bundles until there are no more. What took long is sent at once, what did not with the rest of its bundle.
fn work(shared: &Shared, bundles: &Mutex<Receiver<Bundle>>) {
    let (mut worker, mut kept) = (shared.quick.worker(), Kept::default());
    while let Some(bundle) = next(bundles) {
        let mut answered = Answered::default();
        for (line, text) in (bundle.first..).zip(bundle.lines) {
            let at_length = answer(shared, (&mut worker, &mut kept), line, text, &mut answered);
            if at_length && bundle.answers.send(std::mem::take(&mut answered)).is_err() {
                return;
            }
        }
        if answered.count > 0 && bundle.answers.send(answered).is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more, or nobody wants them.
fn read_cases(shared: &Shared, to_answer: &SyncSender<Bundle>, places: &SyncSender<Receiver<Answered>>) {
    let mut input = Lines::of_stdin();
    let mut first = 1;
    loop {
        let lines = input.some(shared.quick.bundle(first));
        if lines.is_empty() {
            return;
        }
        let count = lines.len() as u64;
        let last = lines.iter().any(|line| line.as_ref().is_err_and(|unread| unread.last));
        let (answers, place) = sync_channel(lines.len());
        let bundle = Bundle { first, lines, answers };
        if places.send(place).is_err() || to_answer.send(bundle).is_err() || last {
            return;
        }
        first += count;
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
        while let Some(answered) = wait(&place, limits, screen)? {
            screen.json_lines(&answered.text)?;
            answers += answered.count;
            exit = exit.max(answered.exit);
        }
    }
    if limits.cancel.load(Ordering::Relaxed) {
        return Err(Failure::interrupted(say!("{} written before", plural!(answers, "answer"))));
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

/// Answers a line, a bad one with an error object; whether it was worked out at length.
fn answer<'s>(
    shared: &'s Shared,
    (worker, kept): (&mut quick::Worker<'s>, &mut Kept),
    line: u64,
    text: Result<Vec<u8>, Unread>,
    answered: &mut Answered,
) -> bool {
    let text =
        text.map_err(|unread| Failure::new(Diagnostic::error("C08", unread.why).help("a line is one JSON object")));
    let shown = shown(text.as_deref().unwrap_or_default());
    let mut id = None;
    let told = guarded(
        || shown.clone(),
        || {
            let case = text.and_then(|text| fits(&text, &shared.limits).and_then(|()| case::read(&text)))?;
            id = case.get("id").cloned();
            if let Some(told) = worker.answer(shared, line, &case) {
                return Ok((told, false));
            }
            shared.quick.was_long();
            let said = solve(shared, kept, case)?.into_iter();
            let lines: Vec<String> = said.map(|said| Json::Object(with_id(said, id.as_ref())).to_string()).collect();
            Ok((lines.join("\n"), true))
        },
    );
    let told = told.unwrap_or_else(|stop| {
        // Nobody knows what the fault left of them.
        (*worker, *kept) = (shared.quick.worker(), Kept::default());
        Err(Failure::of_stop(&stop))
    });
    let (told, at_length) = told.unwrap_or_else(|failure| {
        answered.exit = answered.exit.max(if failure.exit == Exit::Fault { Exit::Fault } else { Exit::No });
        (Json::Object(with_id(error(&failure, line), id.as_ref())).to_string(), true)
    });
    answered.text.push_str(&told);
    answered.text.push('\n');
    answered.count += 1;
    at_length
}

/// Bytes that reading a byte of a line takes at the most, until its numbers stand as the rules want them.
const READING: u64 = 48;

/// Whether a line can be read in the memory of a case.
fn fits(text: &[u8], limits: &Limits) -> Result<(), Failure> {
    let needed = (text.len() as u64).saturating_mul(READING);
    if needed <= limits.memory {
        return Ok(());
    }
    let (line, needed, limit) = (Bytes(text.len() as u64), Bytes(needed), Bytes(limits.memory));
    let message = say!("a line of {line} takes up to {needed} to read; a case has {limit}");
    let finding = Diagnostic::error("M01", message);
    Err(Failure {
        exit: Exit::Limit,
        ..Failure::new(finding.help("give more with `--memory 8G`, or share it among fewer: `--jobs 1`"))
    })
}

/// A line as a message shows it.
fn shown(text: &[u8]) -> String {
    const LONGEST: usize = 200;
    let text = String::from_utf8_lossy(text);
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
    format!("{}{}", text[..end].trim(), if end < text.len() { "…" } else { "" })
}

/// An answer with what its line is called.
fn with_id(body: Map<String, Json>, id: Option<&Json>) -> Map<String, Json> {
    let Some(id) = id else { return body };
    let mut object = Map::new();
    for (at, (name, value)) in body.into_iter().enumerate() {
        object.insert(name, value);
        if at == 0 {
            object.insert("id".into(), id.clone());
        }
    }
    object
}

fn error(failure: &Failure, line: u64) -> Map<String, Json> {
    let Json::Object(mut object) = error_object(&failure.about, &failure.findings) else { return Map::new() };
    if let (About::Text(_), Some(of_rules)) = (&failure.about, object.shift_remove("line")) {
        object.insert("rules_line".into(), of_rules);
    }
    object.insert("line".into(), json!(line));
    object
}

/// The answers to a case: one, or one for each position that it starts from.
fn solve(shared: &Shared, kept: &mut Kept, case: Map<String, Json>) -> Result<Vec<Map<String, Json>>, Failure> {
    let loaded = &shared.loaded;
    let source: &Source = &loaded.rules.source;
    let limits = &shared.limits.begun();
    let named = from_json(&loaded.rules, case::params(&case, loaded)?.as_ref())
        .map_err(|fault| Failure::fault(source, fault))?;
    let (at, each) = (case::at(&case, loaded), case::each(&case, loaded)?);
    drop(case);
    let given = named.into_iter().zip(&shared.given).map(|(own, fixed)| own.or_else(|| fixed.clone())).collect();
    let (mut alone, one);
    match at.is_some() || each.is_some() {
        true => one = kept.game(shared, given, limits)?,
        // Nobody comes back to a game that is asked from its start.
        false => {
            alone = One::new(shared, &given, limits)?;
            drop(given);
            one = &mut alone;
        }
    }
    let starts = match &each {
        Some(choices) => positions(loaded, &one.game, choices, limits)?,
        None => vec![case::start(at.as_ref(), loaded, &one.game)?],
    };
    if starts.is_empty() {
        let finding = Diagnostic::error("C08", "`each` leaves no position to start from");
        let help = "write what each variable runs over: \"i in 0..<n, j in i..<n if i != j\"";
        return Err(Failure::new(finding.help(help)));
    }
    let said = starts.into_iter().map(|at| solve_at(shared, one, at, limits)).collect::<Result<_, Stop>>();
    said.map_err(|stop| {
        // What was found out about a game that was given up is not to be trusted.
        *kept = Kept::default();
        Failure::stop(source, &stop)
    })
}

/// The answer to a position.
fn solve_at(shared: &Shared, one: &mut One, at: Packed, limits: &Limits) -> Result<Map<String, Json>, Stop> {
    if let Some(said) = one.said(&at) {
        return Ok(said);
    }
    let mut notes = one.notes.clone();
    let answer = one.solve(shared, limits, &at, |game, solution| {
        let checked = if shared.check { Some(bouton::prove(game, solution, limits)?) } else { None };
        let report = answer::report(game, solution, &at, shared.ask, None, limits)?;
        let mut answer = answers::answer(game, &report, shared.ask);
        if shared.next {
            answers::add_next(&mut answer, game, &report);
        }
        answer.extend(checked.map(|checked| ("checked".to_owned(), answers::checked(&checked))));
        notes.extend(solution.notes.iter().cloned());
        if !notes.is_empty() {
            answer.insert("notes".into(), notes.iter().map(ToString::to_string).collect());
        }
        Ok(answer)
    })?;
    one.keep(at, &answer);
    Ok(answer)
}
