//! Ctrl-C, and the signals by which other programs ask for the same: what was being done is given up, and said.
//!
//! A search is asked to stop, and says what it knows. What does not listen is ended from here. A second signal ends the program at once.
//! So it is with `--time` and `--memory`: whoever works looks at them now and then (`Limits::check`), and who does not is ended from here,
//! a little later.

use crate::exit::Exit;
use crate::findings::{self, About};
use crate::machine::{resident_bytes, show_time};
use crate::style::{Paint, When, shown};
use bouton::Stop;
use bouton::checkpoint::Checkpoint;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use bouton::show::Count;
use bouton_teach::words::Lang;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// How long what should listen may go on.
const PATIENCE: Duration = Duration::from_millis(700);

static WATCH: OnceLock<Watch> = OnceLock::new();
/// The language of what is said from here.
static LANG: OnceLock<Lang> = OnceLock::new();

struct Watch {
    started: Instant,
    /// Set by the first signal.
    asked: Arc<AtomicBool>,
    /// Whether anybody looks at `asked` now and then.
    heard: AtomicBool,
    far: Mutex<Far>,
    /// Where the search keeps what it has worked out so far, if it does, and how to go on with it.
    checkpoint: OnceLock<(Arc<Checkpoint>, Text)>,
    /// Who ends the program after a signal: open, itself, or this room.
    end: AtomicU8,
    /// Whether the command is held to a time, and to an amount of memory.
    held: [AtomicBool; 2],
    /// Whether the time is of no matter any more.
    released: AtomicBool,
}

const OPEN: u8 = 0;
const BY_ITSELF: u8 = 1;
const FROM_HERE: u8 = 2;

/// How far a search is.
#[derive(Clone, Copy, Default)]
struct Far {
    phase: &'static str,
    done: u64,
    total: Option<u64>,
}

/// Listens from now on.
pub(crate) fn listen() {
    watch();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(signalled);
    // A file that may grow no larger is a full disk to whoever writes it: the system says so once the signal is heard.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Speaks this language from now on.
pub(crate) fn speak(lang: Lang) {
    let _ = LANG.set(lang);
}

/// Set once somebody pressed Ctrl-C. Whoever asks for it promises to look at it.
pub(crate) fn asked() -> Arc<AtomicBool> {
    let watch = watch();
    watch.heard.store(true, Ordering::SeqCst);
    watch.asked.clone()
}

/// When the command began.
pub(crate) fn started() -> Instant {
    watch().started
}

/// Ends the command if it takes longer than this and a little, or holds more than this and a tenth.
pub(crate) fn hold(time: Option<Duration>, memory: Option<u64>) {
    let [timed, measured] = &watch().held;
    let first = |given: bool, held: &AtomicBool| given && !held.swap(true, Ordering::SeqCst);
    if let Some(limit) = time.filter(|_| first(true, timed)) {
        let _ = thread::Builder::new().spawn(move || hold_to_time(limit));
    }
    if let Some(limit) = memory.filter(|_| first(true, measured)) {
        let _ = thread::Builder::new().spawn(move || hold_to_memory(limit));
    }
}

/// The time is of no matter any more: an answer is being written, or people play.
pub(crate) fn release() {
    watch().released.store(true, Ordering::Relaxed);
}

/// Looked at so late that whoever looks at the clock has had the time to word what is known.
fn hold_to_time(limit: Duration) {
    let late = limit + Duration::from_millis(300) + limit / 50;
    thread::sleep(late.saturating_sub(started().elapsed()));
    if !watch().released.load(Ordering::Relaxed) {
        end_from_here(Exit::Limit, || go_on(Stop::Time { limit, positions: far_so_far().done }.diagnostic()));
    }
}

/// Looked at the more often the nearer it is: memory grows by some bytes a nanosecond at the most.
fn hold_to_memory(limit: u64) {
    let most = limit.saturating_add(limit / 10);
    while let Some(needed) = resident_bytes() {
        if needed > most {
            let stop = Stop::Memory { needed, limit, fits: 0 };
            return end_from_here(Exit::Limit, || go_on(stop.diagnostic()));
        }
        let nanoseconds = ((most - needed) / 4).clamp(1_000_000, 20_000_000);
        thread::sleep(Duration::from_nanos(nanoseconds));
    }
}

/// With how to go on from what is kept.
fn go_on(finding: Diagnostic) -> Diagnostic {
    match kept() {
        Some(go_on) => finding.help(go_on),
        None => finding,
    }
}

/// Remembers how far a search is.
pub(crate) fn far(phase: &'static str, done: u64, total: Option<u64>) {
    // Whoever finds it taken may go on: the next look is soon.
    if let Ok(mut far) = watch().far.try_lock() {
        *far = Far { phase, done, total };
    }
}

/// A search begins that keeps what it has worked out so far; and how to go on with it.
pub(crate) fn keeps(checkpoint: Arc<Checkpoint>, go_on: Text) {
    let _ = watch().checkpoint.set((checkpoint, go_on));
}

/// What becomes of what a search has worked out when it is given up.
pub(crate) fn left() -> Text {
    kept().cloned().unwrap_or(say!("nothing was written"))
}

/// How to go on from what is kept, if something is.
fn kept() -> Option<&'static Text> {
    watch().checkpoint.get().filter(|(checkpoint, _)| checkpoint.holds_something()).map(|(_, go_on)| go_on)
}

/// What is said in the end, with what became of the answer. From here on the program ends by itself.
pub(crate) fn finding(answer: impl Into<Text>) -> Diagnostic {
    settle();
    worded(answer)
}

/// From here on the program ends by itself.
pub(crate) fn settle() {
    if watch().end.compare_exchange(OPEN, BY_ITSELF, Ordering::SeqCst, Ordering::SeqCst) == Err(FROM_HERE) {
        // The end is on its way, and has been said.
        loop {
            thread::park();
        }
    }
}

fn far_so_far() -> Far {
    watch().far.lock().map_or_else(|_| Far::default(), |far| *far)
}

fn worded(answer: impl Into<Text>) -> Diagnostic {
    let (watch, answer) = (watch(), answer.into());
    let far = far_so_far();
    let time = show_time(watch.started.elapsed());
    let done = match far {
        Far { done: 0, .. } if watch.heard.load(Ordering::SeqCst) => say!("after {time}"),
        Far { done: 0, .. } => say!("after {time}, before the search began"),
        Far { phase, done, total } => {
            let of = total.filter(|&total| total > done).map_or(Text::empty(), |total| say!(" of {}", Count(total)));
            say!("after {}{of} positions in {time} ({phase})", Count(done))
        }
    };
    Diagnostic { message: say!("interrupted {done}; {answer}"), ..Stop::Cancelled.diagnostic() }
}

fn watch() -> &'static Watch {
    WATCH.get_or_init(|| Watch {
        started: Instant::now(),
        asked: Arc::default(),
        heard: AtomicBool::new(false),
        far: Mutex::default(),
        checkpoint: OnceLock::new(),
        end: AtomicU8::new(OPEN),
        held: Default::default(),
        released: AtomicBool::new(false),
    })
}

fn signalled() {
    if watch().asked.swap(true, Ordering::SeqCst) {
        end(Exit::Interrupted);
    }
    let interrupted = || end_from_here(Exit::Interrupted, || worded(left()));
    let patience = if watch().heard.load(Ordering::SeqCst) { PATIENCE } else { Duration::ZERO };
    // Waiting here would keep a second signal waiting too.
    let waiting = thread::Builder::new().spawn(move || {
        thread::sleep(patience);
        interrupted();
    });
    if waiting.is_err() {
        interrupted();
    }
}

/// Ends the program, unless it does so by itself.
fn end_from_here(exit: Exit, finding: impl FnOnce() -> Diagnostic) {
    if watch().end.compare_exchange(OPEN, FROM_HERE, Ordering::SeqCst, Ordering::SeqCst).is_err() {
        return;
    }
    crate::terminal::restore();
    let paint = Paint::stderr(When::Auto);
    let lang = LANG.get().copied().unwrap_or_default();
    let said = findings::text(&About::Command, &[finding()], paint, lang);
    let said = shown(&said, paint.on());
    let clear = if stderr().is_terminal() { "\r\u{1b}[K" } else { "" };
    let _ = write!(stderr(), "{clear}{said}");
    end(exit);
}

fn end(exit: Exit) {
    crate::terminal::restore();
    bouton::file::abandon();
    std::process::exit(exit.number().into());
}
