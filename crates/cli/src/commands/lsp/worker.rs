//! What takes time, done beside: examples are solved and small games played on a thread of their own, the text that changed last
//! first, and given up at the next change.

use super::Event;
use bouton::rules::Rules;
use bouton::rules::diagnostic::Diagnostic;
use bouton::small::explore_until;
use bouton::{Limits, guard};
use bouton_teach::editor::{Study, study};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long the examples of a text are solved.
const SOLVING: Duration = Duration::from_secs(5);
/// How long small games are played.
const PLAYING: Duration = Duration::from_secs(2);
/// Memory for solving.
const MEMORY: u64 = 512 << 20;
/// Positions solved for one example.
const POSITIONS: u64 = 500_000;

/// A text to be played.
struct Job {
    uri: String,
    version: u64,
    rules: Arc<Rules>,
    cancel: Arc<AtomicBool>,
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) uri: String,
    pub(super) version: u64,
    pub(super) study: Study,
    /// What small games showed.
    pub(super) explored: Vec<Diagnostic>,
}

/// The thread, and what it does at the moment.
pub(super) struct Worker {
    jobs: Sender<Job>,
    running: Option<(String, Arc<AtomicBool>)>,
}

impl Worker {
    pub(super) fn new(events: Sender<Event>) -> Worker {
        let (jobs, asked) = channel();
        // Without a thread nothing is played, and everything else goes on.
        let _ = thread::Builder::new().name("play".to_owned()).spawn(move || work(&asked, &events));
        Worker { jobs, running: None }
    }

    /// Whether it has nothing to do.
    pub(super) fn is_free(&self) -> bool {
        self.running.is_none()
    }

    pub(super) fn play(&mut self, uri: &str, version: u64, rules: Arc<Rules>) {
        let cancel = Arc::new(AtomicBool::new(false));
        let job = Job { uri: uri.to_owned(), version, rules, cancel: cancel.clone() };
        if self.jobs.send(job).is_ok() {
            self.running = Some((uri.to_owned(), cancel));
        }
    }

    /// Gives up what is done for a text.
    pub(super) fn give_up(&self, uri: &str) {
        if let Some((running, cancel)) = &self.running
            && running == uri
        {
            cancel.store(true, Ordering::SeqCst);
        }
    }

    pub(super) fn done(&mut self) {
        self.running = None;
    }
}

fn work(asked: &Receiver<Job>, events: &Sender<Event>) {
    for job in asked {
        let Job { uri, version, rules, cancel } = job;
        let limits = Limits {
            memory: MEMORY,
            positions: Some(POSITIONS),
            time: Some(SOLVING),
            threads: 1,
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let played = guard::guarded(String::new, || {
            let study = study(&rules, &limits);
            let explored = explore_until(&rules, PLAYING, &cancel).diagnostics;
            (study, explored)
        });
        let (study, explored) = played.unwrap_or_default();
        if events.send(Event::Played(Box::new(Done { uri, version, study, explored }))).is_err() {
            return;
        }
    }
}
