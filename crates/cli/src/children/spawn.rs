//! A new process for each case.

use super::{How, LONGEST_ANSWER, LOOK};
use bouton_teach::cases::Case;
use bouton_teach::stress::{Halt, Program, Reply};
use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// So much surely fits into a pipe: no thread has to wait for the program to read it.
const FITS: usize = 4096;

/// A program that is started for each case, so many at the same time.
pub(crate) struct Spawned {
    how: How,
    jobs: usize,
    /// The time spent on all of them together, as by a single core.
    pub(crate) spent: Duration,
}

impl Spawned {
    pub(crate) fn new(how: How, jobs: usize) -> Spawned {
        Spawned { how, jobs: jobs.max(1), spent: Duration::ZERO }
    }
}

impl Program for Spawned {
    fn replies(&mut self, cases: &[Case]) -> Result<Vec<Reply>, Halt> {
        let next = AtomicUsize::new(0);
        let replies: Mutex<Vec<(usize, Result<Reply, Halt>)>> = Mutex::new(Vec::with_capacity(cases.len()));
        let began = Instant::now();
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(cases.len()) {
                scope.spawn(|| {
                    while let Some((at, case)) = one_more(&next, cases) {
                        let reply = once(&self.how, &case.input);
                        let halted = reply.is_err();
                        if let Ok(mut replies) = replies.lock() {
                            replies.push((at, reply));
                        }
                        if halted {
                            next.store(cases.len(), Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        self.spent += began.elapsed();
        let mut replies = replies.into_inner().unwrap_or_default();
        replies.sort_by_key(|(at, _)| *at);
        replies.into_iter().map(|(_, reply)| reply).collect()
    }
}

fn one_more<'c>(next: &AtomicUsize, cases: &'c [Case]) -> Option<(usize, &'c Case)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, cases.get(at)?))
}

/// Starts the program, gives it the input, and waits for its end.
fn once(how: &How, input: &str) -> Result<Reply, Halt> {
    let mut running = how.start()?;
    let until = Instant::now() + how.timeout;
    if let Some(stdin) = running.child.stdin.take() {
        feed(stdin, input);
    }
    let Some(stdout) = running.child.stdout.take() else { return Ok(Reply::Endless) };
    let read = read_all(stdout);
    let (text, whole) = loop {
        match read.recv_timeout(LOOK) {
            Ok(read) => break read,
            Err(RecvTimeoutError::Timeout) if how.interrupted() => return Err(Halt::Interrupted),
            Err(RecvTimeoutError::Timeout) if Instant::now() < until => {}
            Err(_) => return Ok(Reply::Late(how.timeout)),
        }
    };
    if !whole {
        return Ok(Reply::Endless);
    }
    let Some(status) = running.ended(until) else { return Ok(Reply::Late(how.timeout)) };
    if how.interrupted() {
        return Err(Halt::Interrupted);
    }
    Ok(if !status.success() {
        Reply::Crashed(running.words(status))
    } else if text.trim().is_empty() {
        Reply::Silent(running.words(status))
    } else {
        Reply::Text(text)
    })
}

/// Gives the input. A program that does not want all of it is free to end.
fn feed(mut stdin: ChildStdin, input: &str) {
    if input.len() <= FITS {
        let _ = stdin.write_all(input.as_bytes());
    } else {
        let input = input.to_owned();
        thread::spawn(move || stdin.write_all(input.as_bytes()));
    }
}

/// All that is printed, if it is not too much.
fn read_all(stdout: ChildStdout) -> Receiver<(String, bool)> {
    let (told, read) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stdout.take(LONGEST_ANSWER + 1).read_to_end(&mut bytes);
        let whole = bytes.len() as u64 <= LONGEST_ANSWER;
        let _ = told.send((String::from_utf8_lossy(&bytes).into_owned(), whole));
    });
    read
}
