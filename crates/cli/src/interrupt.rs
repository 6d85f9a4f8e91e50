//! Ctrl-C, and the signals by which other programs ask for the same: what was being done is given up, and said.
//!
//! A search is asked to stop, and says what it knows. What does not listen (reading, planning, finding out what is known of a game) is
//! ended from here. A second signal ends the program at once.

use crate::exit::Exit;
use crate::failure::About;
use crate::machine::show_time;
use crate::style::{Paint, When};
use crate::{checkpoint, findings};
use bouton::Stop;
use bouton::checkpoint::Checkpoint;
use bouton::rules::diagnostic::Diagnostic;
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
    /// Where the search keeps what it has worked out so far, if it does.
    checkpoint: OnceLock<Arc<Checkpoint>>,
    /// Who ends the program after a signal: open, itself, or this room.
    end: AtomicU8,
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

/// Remembers how far a search is.
pub(crate) fn far(phase: &'static str, done: u64, total: Option<u64>) {
    // Whoever finds it taken may go on: the next look is soon.
    if let Ok(mut far) = watch().far.try_lock() {
        *far = Far { phase, done, total };
    }
}

/// A search begins that keeps what it has worked out so far.
pub(crate) fn keeps(checkpoint: Arc<Checkpoint>) {
    let _ = watch().checkpoint.set(checkpoint);
}

/// What becomes of what a search has worked out when it is given up.
pub(crate) fn left() -> String {
    let kept = watch().checkpoint.get().filter(|checkpoint| checkpoint.holds_something());
    kept.map_or_else(|| "nothing was written".to_owned(), |kept| format!("go on with: {}", checkpoint::go_on(kept)))
}

/// What is said in the end, with what became of the answer. From here on the program ends by itself.
pub(crate) fn finding(answer: &str) -> Diagnostic {
    if watch().end.compare_exchange(OPEN, BY_ITSELF, Ordering::SeqCst, Ordering::SeqCst) == Err(FROM_HERE) {
        // The end is on its way, and has been said.
        loop {
            thread::park();
        }
    }
    worded(answer)
}

fn worded(answer: &str) -> Diagnostic {
    let watch = watch();
    let far = watch.far.lock().map_or_else(|_| Far::default(), |far| *far);
    let time = show_time(watch.started.elapsed());
    let done = match far {
        Far { done: 0, .. } if watch.heard.load(Ordering::SeqCst) => format!("after {time}"),
        Far { done: 0, .. } => format!("after {time}, before the search began"),
        Far { phase, done, total } => {
            let of = total.filter(|&total| total > done).map_or(String::new(), |total| format!(" of {}", Count(total)));
            format!("after {}{of} positions in {time} ({phase})", Count(done))
        }
    };
    Diagnostic { message: format!("interrupted {done}; {answer}"), ..Stop::Cancelled.diagnostic() }
}

fn watch() -> &'static Watch {
    WATCH.get_or_init(|| Watch {
        started: Instant::now(),
        asked: Arc::default(),
        heard: AtomicBool::new(false),
        far: Mutex::default(),
        checkpoint: OnceLock::new(),
        end: AtomicU8::new(OPEN),
    })
}

fn signalled() {
    if watch().asked.swap(true, Ordering::SeqCst) {
        end();
    }
    let patience = if watch().heard.load(Ordering::SeqCst) { PATIENCE } else { Duration::ZERO };
    // Waiting here would keep a second signal waiting too.
    let waiting = thread::Builder::new().spawn(move || {
        thread::sleep(patience);
        end_from_here();
    });
    if waiting.is_err() {
        end_from_here();
    }
}

/// Ends the program, unless it does so by itself.
fn end_from_here() {
    if watch().end.compare_exchange(OPEN, FROM_HERE, Ordering::SeqCst, Ordering::SeqCst).is_err() {
        return;
    }
    crate::terminal::restore();
    let paint = Paint::stderr(When::Auto);
    let lang = LANG.get().copied().unwrap_or_default();
    let said = findings::text(&About::Command, &[worded(&left())], paint, lang);
    let clear = if stderr().is_terminal() { "\r\u{1b}[K" } else { "" };
    let _ = write!(stderr(), "{clear}{said}");
    end();
}

fn end() {
    crate::terminal::restore();
    std::process::exit(Exit::Interrupted.number().into());
}
