//! One process that answers case after case.

use super::{How, LONGEST_ANSWER, LOOK, Running, refused};
use bouton::rules::say;
use bouton_teach::cases::Case;
use bouton_teach::stress::{Halt, Program, Reply};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Bundles of lines that wait to be looked at.
const WAITING: usize = 64;
/// How long a program that waits for the end of its input may take once it has come.
const AFTER_END: Duration = Duration::from_secs(2);

/// A program that is kept running.
pub(crate) struct Served {
    how: How,
    line: Option<Line>,
    /// Answers since it was started.
    answers: u64,
    /// The time spent waiting for it.
    pub(crate) spent: Duration,
    /// That for cases after the first answer of a process, and how many they are: its start is no part of a case.
    timed: (Duration, u32),
}

/// The ways to and from the program.
struct Line {
    running: Running,
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Vec<String>>,
    waiting: VecDeque<String>,
}

/// What came instead of a line.
enum Silence {
    Ended,
    Late,
    Endless,
}

impl Served {
    pub(crate) fn new(how: How) -> Served {
        Served { how, line: None, answers: 0, spent: Duration::ZERO, timed: (Duration::ZERO, 0) }
    }

    /// What a case takes once the program runs; nothing where none was timed.
    pub(crate) fn each(&self) -> Option<Duration> {
        let (spent, cases) = self.timed;
        (cases > 0).then(|| spent / cases)
    }

    fn line(&mut self) -> Result<&mut Line, Halt> {
        if self.line.is_none() {
            self.answers = 0;
            self.line = Some(Line::open(&self.how)?);
        }
        self.line.as_mut().ok_or(Halt::Interrupted)
    }

    /// The answer to the case whose turn it is.
    fn answer(&mut self, case: &Case) -> Result<Result<String, Silence>, Halt> {
        let until = Instant::now() + self.how.timeout;
        let how = self.how.clone();
        let line = self.line()?;
        let mut text = String::new();
        for _ in 0..case.answer.lines().count().max(1) {
            match line.read(&how, until)? {
                Ok(read) => text = if text.is_empty() { read } else { text + "\n" + &read },
                Err(silence) => return Ok(Err(silence)),
            }
        }
        Ok(Ok(text))
    }

    /// What a silence means, and the end of this process.
    fn silent(&mut self, silence: &Silence) -> Result<Reply, Halt> {
        let Some(mut line) = self.line.take() else { return Err(Halt::Interrupted) };
        let name = self.how.shown();
        match silence {
            Silence::Endless => Ok(Reply::Endless),
            Silence::Late if self.answers == 0 && line.answers_at_end(&self.how)? => Err(refused(
                say!(
                    "`{name}` answered only when its input had ended: with `--serve` it must answer each case as soon as it has read it"
                ),
                "print each answer at once (`print(…, flush=True)`, `cout << … << endl`, `System.out.flush()`) and only then read on; or leave out `--serve`, and every case gets a process of its own",
            )),
            Silence::Late => Ok(Reply::Late(self.how.timeout)),
            Silence::Ended => {
                let Some(status) = line.running.ended(Instant::now() + AFTER_END) else {
                    return Ok(Reply::Late(self.how.timeout));
                };
                let ended = line.running.words(status);
                if !status.success() {
                    return Ok(Reply::Crashed(ended));
                }
                if self.answers == 0 {
                    return Ok(Reply::Silent(ended));
                }
                let answers = if self.answers == 1 { "one case".into() } else { say!("{} cases", self.answers) };
                Err(refused(
                    say!("`{name}` answered {answers} and ended: with `--serve` it must go on until its input ends"),
                    "read and answer cases in a loop; or leave out `--serve`, and every case gets a process of its own",
                ))
            }
        }
    }
}

impl Program for Served {
    fn replies(&mut self, cases: &[Case]) -> Result<Vec<Reply>, Halt> {
        let began = Instant::now();
        let mut replies = Vec::with_capacity(cases.len());
        // Nothing goes ahead of the first answer: it shows whether the program serves at all.
        let first = usize::from(self.line.is_none()).min(cases.len());
        for together in [&cases[..first], &cases[first..]] {
            let (asked, goes_on) = (Instant::now(), self.answers > 0);
            let inputs: String = together.iter().map(|case| case.input.as_str()).collect();
            self.line()?.send(inputs.into_bytes());
            for case in together {
                match self.answer(case)? {
                    Ok(text) => {
                        self.answers += 1;
                        replies.push(Reply::Text(text));
                    }
                    Err(silence) => {
                        replies.push(self.silent(&silence)?);
                        self.spent += began.elapsed();
                        return Ok(replies);
                    }
                }
            }
            if goes_on {
                self.timed.0 += asked.elapsed();
                self.timed.1 += u32::try_from(together.len()).unwrap_or(u32::MAX);
            }
        }
        self.spent += began.elapsed();
        Ok(replies)
    }
}

impl Line {
    fn open(how: &How) -> Result<Line, Halt> {
        let mut running = how.start()?;
        let nothing = || refused("the program has no input or output", "try it by itself first");
        let stdin = running.child.stdin.take().ok_or_else(nothing)?;
        let stdout = running.child.stdout.take().ok_or_else(nothing)?;
        Ok(Line { to: Some(writer(stdin)), from: reader(stdout), waiting: VecDeque::new(), running })
    }

    /// Gives it input; whether it takes it will be seen from its answers.
    fn send(&self, bytes: Vec<u8>) {
        if let Some(to) = &self.to {
            let _ = to.send(bytes);
        }
    }

    /// The next line that is not empty.
    fn read(&mut self, how: &How, until: Instant) -> Result<Result<String, Silence>, Halt> {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return Ok(if line.len() as u64 > LONGEST_ANSWER { Err(Silence::Endless) } else { Ok(line) });
            }
            if how.interrupted() {
                return Err(Halt::Interrupted);
            }
            match self.from.recv_timeout(LOOK) {
                Ok(lines) => self.waiting.extend(lines.into_iter().filter(|line| !line.trim().is_empty())),
                Err(RecvTimeoutError::Timeout) if Instant::now() < until => {}
                Err(RecvTimeoutError::Timeout) => return Ok(Err(Silence::Late)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Err(Silence::Ended)),
            }
        }
    }

    /// Whether an answer comes once the input has ended.
    fn answers_at_end(&mut self, how: &How) -> Result<bool, Halt> {
        self.to = None;
        Ok(self.read(how, Instant::now() + AFTER_END)?.is_ok())
    }
}

/// Writes what it is given, in a thread of its own: the program may print before it has read everything.
fn writer(mut stdin: ChildStdin) -> Sender<Vec<u8>> {
    let (to, bytes) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in bytes {
            if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    to
}

/// Reads lines, as many at once as have come.
fn reader(stdout: ChildStdout) -> Receiver<Vec<String>> {
    let (told, from) = sync_channel(WAITING);
    thread::spawn(move || {
        let mut stdout = BufReader::with_capacity(1 << 16, stdout);
        let mut begun: Vec<u8> = Vec::new();
        while let Ok(bytes) = stdout.fill_buf() {
            let count = bytes.len();
            if count == 0 {
                break;
            }
            let mut lines = Vec::new();
            for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
                begun.extend_from_slice(piece);
                if piece.ends_with(b"\n") || begun.len() as u64 > LONGEST_ANSWER {
                    lines.push(String::from_utf8_lossy(&begun).trim_end().to_owned());
                    begun.clear();
                }
            }
            stdout.consume(count);
            if !lines.is_empty() && told.send(lines).is_err() {
                return;
            }
        }
        if !begun.is_empty() {
            let _ = told.send(vec![String::from_utf8_lossy(&begun).trim_end().to_owned()]);
        }
    });
    from
}
