//! Commands that editors ask for: `bouton` itself, started beside with the text as it stands, so that nothing it does can hold up or
//! end the server.

use super::Event;
use lsp_server::RequestId;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread;

/// What a command may take.
const LIMITS: [&str; 4] = ["--time", "10s", "--memory", "1G"];
/// The longest text taken from it.
const LONGEST: u64 = 200_000;

/// A command that runs.
pub(super) struct Running {
    pub(super) id: RequestId,
    child: Arc<Mutex<Child>>,
}

impl Running {
    /// Ends it.
    pub(super) fn end(&self) {
        if let Ok(mut child) = self.child.lock() {
            let _ = child.kill();
        }
    }
}

/// What a command is asked.
pub(super) struct Asked {
    pub(super) id: RequestId,
    /// `solve`, `why`, …
    pub(super) word: &'static str,
    /// The words behind it.
    pub(super) words: Vec<String>,
    /// Whether it is bounded in time and memory.
    pub(super) limited: bool,
    pub(super) lang: &'static str,
    /// The rules.
    pub(super) input: String,
}

/// Starts a command; its answer comes as an event.
pub(super) fn start(asked: Asked, events: Sender<Event>) -> std::io::Result<Running> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(asked.word).args(&asked.words).args(["--color", "never", "--lang", asked.lang]);
    if asked.limited {
        command.args(LIMITS);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let child = Arc::new(Mutex::new(child));
    let (running, id) = (child.clone(), asked.id.clone());
    thread::Builder::new().spawn(move || {
        let input = asked.input;
        let fed = thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        let told = thread::spawn(move || stderr.map(all));
        let text = stdout.map(all).unwrap_or_default();
        let told = told.join().ok().flatten().unwrap_or_default();
        let _ = fed.join();
        if let Ok(mut child) = running.lock() {
            let _ = child.wait();
        }
        let text = if text.trim().is_empty() { told } else { text };
        let _ = events.send(Event::Ran(asked.id, text));
    })?;
    Ok(Running { id, child })
}

fn all(stream: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = stream.take(LONGEST).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
