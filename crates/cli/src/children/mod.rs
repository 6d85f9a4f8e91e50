//! Programs of others, run as children: started, fed, read within bounds, and never left behind.

mod serve;
mod spawn;

pub(crate) use serve::Served;
pub(crate) use spawn::Spawned;

use bouton::rules::{Text, say};
use bouton_teach::stress::{Ended, Halt};
use std::io::{ErrorKind, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// More than this is not read of one answer.
const LONGEST_ANSWER: u64 = 1 << 20;
/// So much of stderr is kept.
const STDERR: usize = 2_000;
/// How often somebody looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(20);
/// How long stderr may still be read once a program has ended: a child of its own may hold it open.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// How to start a program, and how long it may take.
#[derive(Clone, Debug)]
pub(crate) struct How {
    /// The program and its words.
    pub(crate) words: Vec<String>,
    /// How long one answer may take.
    pub(crate) timeout: Duration,
    /// Set by Ctrl-C.
    pub(crate) cancel: Arc<AtomicBool>,
}

impl How {
    /// The program as people typed it.
    pub(crate) fn shown(&self) -> String {
        self.words.join(" ")
    }

    fn start(&self) -> Result<Running, Halt> {
        let (program, words) =
            self.words.split_first().ok_or_else(|| refused("no program is named", "`-- PROGRAM`"))?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            let why = bouton::file::reason(&error);
            let help = match error.kind() {
                ErrorKind::NotFound if std::path::Path::new(program).is_file() => {
                    say!("a file of that name is here: say `./{program}`")
                }
                ErrorKind::NotFound => "is it spelt right, and installed? a program in this folder is `./NAME`".into(),
                ErrorKind::PermissionDenied => {
                    say!("make it executable: `chmod +x {program}`; or name what runs it: `-- python3 {program}`")
                }
                _ => "try it by itself first".into(),
            };
            refused(say!("`{}` cannot be started: {why}", self.shown()), help)
        })?;
        let stderr = child.stderr.take().map(keep_beginning);
        Ok(Running { child, stderr })
    }

    fn interrupted(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

fn refused(message: impl Into<Text>, help: impl Into<Text>) -> Halt {
    Halt::Refused { message: message.into(), help: help.into() }
}

/// A child that is running; killed when nobody wants it any more.
struct Running {
    child: Child,
    stderr: Option<Receiver<String>>,
}

impl Running {
    /// Waits for the end, until a moment; nothing if it goes on.
    fn ended(&mut self, until: Instant) -> Option<ExitStatus> {
        let mut pause = Duration::from_micros(50);
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LOOK);
        }
    }

    fn words(&mut self, status: ExitStatus) -> Ended {
        let stderr = self.stderr.as_ref().and_then(|stderr| stderr.recv_timeout(LAST_WORDS).ok());
        Ended { status: status.to_string(), stderr: stderr.unwrap_or_default() }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        // Waiting takes the child out of the system's list: a killed one ends at once.
        let _ = self.child.wait();
    }
}

/// Reads everything, and keeps the beginning.
fn keep_beginning(mut from: impl Read + Send + 'static) -> Receiver<String> {
    let (told, stderr) = channel();
    thread::spawn(move || {
        let (mut kept, mut piece) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = from.read(&mut piece) {
            let room = STDERR.saturating_sub(kept.len()).min(count);
            kept.extend_from_slice(&piece[..room]);
        }
        let _ = told.send(String::from_utf8_lossy(&kept).trim().to_owned());
    });
    stderr
}
