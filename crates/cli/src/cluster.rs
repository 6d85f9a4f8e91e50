//! Searches that several processes share: on the command line, and what goes wrong between them in words.

use crate::failure::Failure;
use crate::files::names_a_search;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Text, say};
use std::path::PathBuf;
use std::time::Duration;

/// Where help lists these options.
const HEADING: &str = "Many processes";

/// Who shares a search.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ClusterArgs {
    /// Share the positions among so many processes on this machine
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = read_processes, conflicts_with = "hosts")]
    processes: Option<u16>,
    /// Share the positions among processes on these machines: a file with a line host:port for each
    #[arg(long, help_heading = HEADING, value_name = "FILE", requires = "process", hide_short_help = true)]
    hosts: Option<PathBuf>,
    /// Which line of --hosts this process is, from 0
    #[arg(long, help_heading = HEADING, value_name = "K", requires = "hosts", hide_short_help = true)]
    process: Option<usize>,
    /// A file with what all processes know and nobody else should
    #[arg(long, help_heading = HEADING, value_name = "FILE", requires = "hosts", hide_short_help = true)]
    token: Option<PathBuf>,
    /// How long another process may be silent before it is taken for lost [default: 1m]
    #[arg(long, help_heading = HEADING, value_name = "TIME", value_parser = crate::machine::read_time, hide_short_help = true)]
    patience: Option<Duration>,
    /// Save a folder, to which each process writes its own share of the solution, in place of one file
    #[arg(long, help_heading = HEADING, requires = "save", hide_short_help = true)]
    pub(crate) shards: bool,
    /// Which of the processes of `--processes` this one is: the first starts the others so
    #[arg(long, value_name = "K", requires = "processes", hide = true)]
    worker: Option<usize>,
}

/// More processes than this have more to say to each other than to do.
const MOST: u16 = 1024;

fn read_processes(text: &str) -> Result<u16, Text> {
    let count = text.parse().ok().filter(|count| (1..=MOST).contains(count));
    count.ok_or_else(|| "write how many, from 1 to 1024".into())
}

impl ClusterArgs {
    /// Whether the search is shared.
    pub(crate) fn is_asked(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some()
    }

    /// Whether all that is asked beside fits a search that is shared.
    pub(crate) fn fits(&self, game: &str, save: bool, method: Option<&str>) -> Result<(), Failure> {
        let option = if self.hosts.is_some() { "--hosts" } else { "--processes" };
        if !self.is_asked() {
            let finding = Diagnostic::error("C06", "`--shards` goes with `--processes` and `--hosts` alone");
            return Err(Failure::new(finding.help("leave it out: one process writes one file")));
        }
        let wrong = |message: Text, help: &'static str| Err(Failure::new(Diagnostic::error("C06", message).help(help)));
        if method.is_some_and(|method| !bouton::together::METHODS.contains(&method)) {
            let message = say!("`{option}` goes with `--method layers` and `--method placements` alone");
            return wrong(message, "leave out `--method`");
        }
        if names_a_search(game) {
            return wrong(say!("`{option}` begins anew, and `{game}` was begun"), "name the game itself");
        }
        if game == "-" && self.processes.is_some() {
            return wrong(
                say!("`{option}` needs rules that every process can read"),
                "write them to a file, and name that",
            );
        }
        if save {
            return Ok(());
        }
        wrong(say!("`{option}` needs `--save FILE.sol`"), "name the file that the solution goes to")
    }
}

#[cfg(not(feature = "cluster"))]
mod without {
    use super::ClusterArgs;
    use crate::failure::Failure;
    use crate::options::SolveArgs;
    use crate::screen::Screen;
    use bouton::rules::diagnostic::Diagnostic;
    use bouton::rules::layout::Packed;
    use bouton::together::Share;
    use bouton::{Instance, Limits};

    impl ClusterArgs {
        /// No search is shared; that one was asked for is said before anything is opened.
        pub(crate) fn place_of(&self) -> Result<Option<(usize, usize)>, Failure> {
            if self.is_asked() { Err(absent()) } else { Ok(None) }
        }

        /// The build has no room for what was asked.
        pub(crate) fn solve(
            &self,
            _: (&Instance, &Packed),
            _: &str,
            _: &Limits,
            _: &SolveArgs,
            _: &Screen,
        ) -> Result<Share, Failure> {
            Err(absent())
        }
    }

    fn absent() -> Failure {
        let finding = Diagnostic::error("C06", "this `bouton` was built without searches that processes share");
        let finding = finding.help("to have them: `cargo install --path crates/cli --features cluster`");
        Failure::new(finding.help("or solve in one process: leave out `--processes` and `--hosts`"))
    }
}

#[cfg(feature = "cluster")]
mod with {
    use super::ClusterArgs;
    use crate::failure::Failure;
    use crate::files;
    use crate::options::{ProgressKind, SolveArgs};
    use crate::progress::Teller;
    use crate::screen::Screen;
    use bouton::file::reason;
    use bouton::limits::cores;
    use bouton::rules::diagnostic::Diagnostic;
    use bouton::rules::layout::Packed;
    use bouton::rules::{Text, say};
    use bouton::saved::Trouble as Unsaved;
    use bouton::show::{Bytes, Count};
    use bouton::together::{Share, Target};
    use bouton::{Instance, Limits, Stop};
    use bouton_cluster::{Doubt, Hosts, Local, Member, Place, Trouble};
    use std::env;
    use std::ffi::OsString;
    use std::fs;
    use std::path::Path;
    use std::process::Command;
    use std::time::Duration;

    /// How long others are waited for where nobody says.
    const PATIENCE: Duration = Duration::from_secs(60);

    impl ClusterArgs {
        /// Solves with the others; what was written is of the process that did it, and so has the answer.
        pub(crate) fn solve(
            &self,
            game: (&Instance, &Packed),
            save: &str,
            limits: &Limits,
            args: &SolveArgs,
            screen: &Screen,
        ) -> Result<Share, Failure> {
            let limits = self.share(limits, args);
            let (place, mut local) = self.place()?;
            let (member, listener) = (place.member, place.listener);
            let progress = if member.index == 0 { args.progress } else { ProgressKind::Never };
            let teller = Teller::new(progress, screen);
            let mut alive = || local.as_mut().map_or(Ok(()), Local::alive);
            let how = (args.how.method.as_deref(), &limits);
            let path = Path::new(save);
            let target = if self.shards { Target::Shards(path) } else { Target::File(path) };
            let done = bouton_cluster::solve(&member, listener, game, how, &teller, target, &mut alive);
            teller.clear();
            let done = done.map_err(|trouble| told(&trouble, game.0, save, &limits))?;
            if !screen.quiet {
                let (held, sent) = (Count(done.share.held), Bytes(done.sent));
                let (index, count) = (member.index, member.addresses.len());
                screen.note(say!("process {index} of {count} held {held} positions and sent {sent}"));
            }
            Ok(done.share)
        }

        /// Which process this is, and how many there are, if a search is shared.
        pub(crate) fn place_of(&self) -> Result<Option<(usize, usize)>, Failure> {
            if self.hosts.is_some() {
                let (index, addresses) = self.listed()?;
                return Ok(Some((index, addresses.len())));
            }
            Ok(self.processes.map(|processes| (self.worker.unwrap_or(0), usize::from(processes))))
        }

        /// What this process may use, where several share a machine and nobody says otherwise.
        fn share(&self, limits: &Limits, args: &SolveArgs) -> Limits {
            let Some(processes) = self.processes else { return limits.clone() };
            let mut limits = limits.clone();
            if args.limits.memory.is_none() {
                limits.memory /= u64::from(processes);
            }
            if args.limits.threads.is_none() {
                limits.threads = (cores() / usize::from(processes)).max(1);
            }
            limits
        }

        /// Who this process is and where it listens; and the others, where it started them.
        fn place(&self) -> Result<(Place, Option<Local>), Failure> {
            let patience = self.patience.unwrap_or(PATIENCE);
            match (self.processes, self.worker) {
                (Some(_), Some(worker)) => {
                    Ok((Place::started(worker, patience).map_err(|trouble| of(&trouble))?, None))
                }
                (Some(processes), None) => {
                    let started = Local::start(processes.into(), patience, again);
                    started.map(|(place, local)| (place, Some(local))).map_err(|trouble| of(&trouble))
                }
                (None, _) => Ok((Place::listed(self.member(patience)?).map_err(|trouble| of(&trouble))?, None)),
            }
        }

        /// Which line of the list of hosts this process is, and all of them.
        fn listed(&self) -> Result<(usize, Vec<String>), Failure> {
            let (file, index) = (self.hosts.clone().unwrap_or_default(), self.process.unwrap_or(0));
            let name = file.display();
            let text = fs::read_to_string(&file).map_err(|error| Failure::unread(&name.to_string(), &error))?;
            let addresses = Hosts::read(&text).map(|hosts| hosts.0).map_err(|(line, text)| {
                let finding =
                    Diagnostic::error("K01", say!("line {line} of `{name}` is no address of its own: `{text}`"));
                Failure::new(finding.help("write a line host:port for each process, as in node1:4100"))
            })?;
            if index >= addresses.len() {
                let count = addresses.len();
                let finding =
                    Diagnostic::error("K01", say!("there is no process {index} in `{name}`: it lists {count}"));
                return Err(Failure::new(finding.help("processes are counted from 0, in the order of the lines")));
            }
            Ok((index, addresses))
        }

        /// Who this process is, as the list of hosts says.
        fn member(&self, patience: Duration) -> Result<Member, Failure> {
            let (index, addresses) = self.listed()?;
            let token = self.token.as_ref().map(|file| {
                let read = fs::read(file).map_err(|error| Failure::unread(&file.display().to_string(), &error));
                read.map(|token| token.trim_ascii().to_vec())
            });
            Ok(Member { index, addresses, token: token.transpose()?.unwrap_or_default(), patience })
        }
    }

    /// This command once more, as the process of that number.
    fn again(process: usize) -> Command {
        let mut words: Vec<OsString> = env::args_os().skip(1).collect();
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.splice(end..end, [OsString::from("--worker"), process.to_string().into()]);
        let mut command = Command::new(env::current_exe().unwrap_or_else(|_| "bouton".into()));
        command.args(words);
        command
    }

    /// What ended a search that was shared.
    fn told(trouble: &Trouble, game: &Instance, save: &str, limits: &Limits) -> Failure {
        match trouble {
            Trouble::Stopped(trouble) => match &**trouble {
                Unsaved::Stopped(stop) => {
                    let mut failure = Failure::stop_within(&game.rules().source, stop, limits);
                    let first = failure.findings.first_mut().filter(|_| !limits.all_starts);
                    if let (Stop::Unfit { .. }, Some(finding)) = (stop, first) {
                        finding.help.clear();
                        let help = "solve it in one process: leave out `--processes` and `--hosts`";
                        *finding = finding.clone().help(help);
                    }
                    failure
                }
                trouble => files::unwritten(save, trouble),
            },
            other => of(other),
        }
    }

    /// Why processes do not come together.
    fn of(trouble: &Trouble) -> Failure {
        let finding = |code: &'static str, message: Text, help: &'static str| {
            Failure::new(Diagnostic::error(code, message).help(help))
        };
        match trouble {
            Trouble::Unlistened { address, error } => finding(
                "C07",
                say!("`{address}` cannot be listened on: {}", reason(error)),
                "the line of this process in the list of hosts must name an address of this machine, and a port that is free",
            ),
            Trouble::Absent { process, address, waited, turned_away } => {
                let mut failure = finding(
                    "K01",
                    say!("process {process} at {address} has not come within {waited:?}"),
                    "start it with the same command and list of hosts, or allow more time with `--patience 10m`",
                );
                if let (Some(who), Some(finding)) = (turned_away, failure.findings.first_mut()) {
                    finding.notes.push(say!("somebody at {who} was turned away: it has another token"));
                }
                failure
            }
            Trouble::Unfit { process, address, doubt } => unfit(*process, address, *doubt),
            Trouble::Unstarted { process, said } => finding(
                "K01",
                say!("process {process} does not start on this machine: {said}"),
                "give each less memory with `--memory`, or start fewer of them",
            ),
            Trouble::Stopped(trouble) => match &**trouble {
                Unsaved::Stopped(stop) => Failure::of_stop(stop),
                trouble => files::unwritten("", trouble),
            },
        }
    }

    /// Why a process is not one to work with.
    fn unfit(process: usize, address: &str, doubt: Doubt) -> Failure {
        let address = Text::code(address);
        let (message, help) = match doubt {
            Doubt::Token => (
                say!("process {process} at {address} has another token"),
                "give all processes the same file with `--token`",
            ),
            Doubt::Game => (
                say!("process {process} at {address} solves another game, or is another version of Bouton"),
                "start the same command with the same rules and parameters on each",
            ),
            Doubt::Count(count) => (
                say!("process {process} at {address} works with {count} processes"),
                "give all processes the same list of hosts",
            ),
        };
        Failure::new(Diagnostic::error("K02", message).help(help))
    }
}
