//! Why a command could not do what it was asked: findings, what they are about, and how the command ends.

mod blame;

use crate::exit::Exit;
use crate::findings::About;
use crate::interrupt;
use crate::terminal::restore;
pub(crate) use blame::blame;
use bouton::file::{is_full, reason};
use bouton::game::Fault;
use bouton::rules::Source;
use bouton::rules::diagnostic::{Diagnostic, Help, harmless};
use bouton::rules::{Text, say};
use bouton::saved::Trouble;
use bouton::{Limits, Stop, guard};
use std::io::{self, Write, stderr};
use std::path::Path;

/// Why a command could not do what it was asked.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) findings: Vec<Diagnostic>,
    pub(crate) about: About,
    /// Whether stdout is what failed.
    pub(crate) mute: bool,
}

impl Failure {
    /// One finding about the command.
    pub(crate) fn new(finding: Diagnostic) -> Failure {
        Failure { exit: Exit::Bad, findings: vec![finding], about: About::Command, mute: false }
    }

    /// Findings about a text.
    pub(crate) fn in_text(source: &Source, findings: Vec<Diagnostic>) -> Failure {
        Failure { exit: Exit::Bad, findings, about: About::Text(source.clone()), mute: false }
    }

    /// A finding about a word, whose label is a place in that word.
    pub(crate) fn in_word(word: String, finding: Diagnostic) -> Failure {
        Failure { exit: Exit::Bad, findings: vec![finding], about: About::Word(word), mute: false }
    }

    /// A fault of rules or parameters.
    pub(crate) fn fault(source: &Source, fault: Fault) -> Failure {
        let exit = match fault.diagnostic.code {
            "M01" | "M02" => Exit::Limit,
            "M09" => return Failure::interrupted(interrupt::left()),
            _ => Exit::Bad,
        };
        Failure { exit, ..Failure::in_text(source, vec![*fault.diagnostic]) }
    }

    /// A search that stopped.
    pub(crate) fn stop(source: &Source, stop: &Stop) -> Failure {
        blame::blamed(stop)
            .unwrap_or_else(|| Failure { exit: Exit::of(stop), ..Failure::in_text(source, vec![of(stop)]) })
    }

    /// The same within limits: where they ask for every placement, no other method would do.
    pub(crate) fn stop_within(source: &Source, stop: &Stop, limits: &Limits) -> Failure {
        let mut failure = Failure::stop(source, stop);
        if let (Stop::Unfit { .. }, true, Some(finding)) = (stop, limits.all_starts, failure.findings.first_mut()) {
            let text = "leave out `--all-starts`: where rules let a player set up the position, as in `king-and-rook`, all are solved that can be set up";
            finding.help = vec![Help { text: text.into(), edit: None }];
        }
        failure
    }

    /// A search that stopped and is about no rules.
    pub(crate) fn of_stop(stop: &Stop) -> Failure {
        Failure { exit: Exit::of(stop), ..Failure::new(of(stop)) }
    }

    /// Ctrl-C, with what became of the answer.
    pub(crate) fn interrupted(answer: impl Into<Text>) -> Failure {
        Failure { exit: Exit::Interrupted, ..Failure::new(interrupt::finding(answer)) }
    }

    /// A file that cannot be read.
    pub(crate) fn unread(name: &str, error: &io::Error) -> Failure {
        let finding = Diagnostic::error("C03", say!("`{name}` cannot be read: {}", reason(error)));
        Failure::new(match error.kind() {
            io::ErrorKind::NotFound => finding.help("paths start from the current folder"),
            io::ErrorKind::IsADirectory => finding.help("name a file in it"),
            io::ErrorKind::PermissionDenied => finding.help("its permissions forbid it: `ls -l` shows them"),
            _ => finding,
        })
    }

    /// A solution file, or a search that is not finished, that cannot be read, or not be trusted.
    pub(crate) fn unread_solution(file: &str, trouble: &Trouble) -> Failure {
        let finding =
            |code, help: &'static str| Failure::new(Diagnostic::error(code, say!("`{file}`: {trouble}")).help(help));
        match trouble {
            Trouble::Io(error) => Failure::unread(file, error),
            Trouble::Other => finding("V01", "`bouton solve GAME --save FILE.sol` writes one"),
            Trouble::Later(_) => finding("V01", "a newer Bouton reads it"),
            Trouble::Earlier => finding("V01", "solve it again, with `--save`"),
            Trouble::Unfinished(_) => finding("V06", "`bouton solve GAME --save FILE.sol` begins one"),
            Trouble::Stopped(stop) => Failure::of_stop(stop),
            Trouble::Shards(_) => finding(
                "V08",
                "copy every shard from the machine of its process into the folder that has the manifest, and name the folder",
            ),
            Trouble::Busy => finding("V04", "wait for it, or save under another name"),
            _ if Path::new(file).is_dir() => finding(
                "V02",
                "copy the shard again from the machine of its process; where it is damaged there too, solve the game again",
            ),
            _ => finding(
                "V02",
                "solve it again, with `--save`; a copy that was sent as text or cut short cannot be mended",
            ),
        }
    }

    /// A file that cannot be written.
    pub(crate) fn unwritten_file(name: &str, error: &io::Error) -> Failure {
        let finding = Diagnostic::error("C04", say!("`{name}` cannot be written: {}", reason(error)));
        Failure::new(finding.help(match error.kind() {
            io::ErrorKind::NotFound => "make its folder first",
            io::ErrorKind::IsADirectory => "a folder has that name: choose another",
            io::ErrorKind::AlreadyExists => "a file has that name: choose another",
            kind if is_full(kind) => "make room on the disk; nothing was changed",
            _ => "choose a folder that you may write to",
        }))
    }

    /// The answer cannot be written. A reader that has gone away (`| head`) is no failure.
    pub(crate) fn unwritten(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure { exit: Exit::Yes, findings: Vec::new(), about: About::Command, mute: true };
        }
        let finding = Diagnostic::error("C04", say!("the answer cannot be written: {}", reason(&error)));
        Failure { mute: true, ..Failure::new(finding.help("make room, or send it elsewhere: `> FILE`")) }
    }
}

/// A stop in words; only the command knows of keys.
fn of(stop: &Stop) -> Diagnostic {
    if *stop == Stop::Cancelled { interrupt::finding(interrupt::left()) } else { stop.diagnostic() }
}

/// A panic is our bug: it is said in one sentence, without a backtrace, and ends the command; inside one case of many, that case.
pub(crate) fn speak_of_panics() {
    std::panic::set_hook(Box::new(|panic| {
        if guard::noted(panic) {
            return;
        }
        restore();
        let place = panic.location().map_or(String::new(), |at| format!("{}:{}", at.file(), at.line()));
        say_fault(&harmless(panic.payload_as_str().unwrap_or("no reason given")), &place);
        std::process::exit(Exit::Fault.number().into());
    }));
}

/// Runs the whole program; a panic of one of its threads that came back ends it like any other.
pub(crate) fn whole(run: impl FnOnce() -> Exit) -> Exit {
    guard::caught(String::new, run).unwrap_or_else(|stop| {
        restore();
        if let Stop::Panicked { why, place, .. } = &stop {
            say_fault(why, place);
        }
        Exit::of(&stop)
    })
}

fn say_fault(why: &str, place: &str) {
    let _ = writeln!(
        stderr(),
        "error[Z01]: a fault in Bouton (please report): {why}\n   = {place}\n  help: tell us the command and the rules file"
    );
}
