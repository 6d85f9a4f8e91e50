//! Several processes on one machine: the first starts the others, tells each on its standard input where all of them listen and a token that it
//! drew by lot, and ends them when it ends.

use crate::Member;
use crate::meet::listen;
use crate::trouble::Trouble;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Where processes of one machine listen: the system chooses the port.
const HERE: &str = "127.0.0.1:0";

/// How long others may take to end by themselves.
const PARTING: Duration = Duration::from_secs(5);

/// A process with its listener.
#[derive(Debug)]
pub struct Place {
    /// Who it is.
    pub member: Member,
    /// Where it listens.
    pub listener: TcpListener,
}

/// The other processes on this machine.
#[derive(Debug)]
pub struct Local {
    children: Vec<Child>,
}

fn here() -> Result<(TcpListener, String), Trouble> {
    let listener = listen(HERE)?;
    let address = listener.local_addr().map_err(|error| Trouble::Unlistened { address: HERE.to_owned(), error })?;
    Ok((listener, address.to_string()))
}

impl Local {
    /// Starts the others, of `count` processes in all, each by its command.
    ///
    /// # Errors
    /// One of them cannot be started, or ends at once.
    pub fn start(
        count: usize,
        patience: Duration,
        mut command: impl FnMut(usize) -> Command,
    ) -> Result<(Place, Local), Trouble> {
        let (listener, address) = here()?;
        let (mut addresses, mut local) = (vec![address], Local { children: Vec::new() });
        for process in 1..count {
            let failed = |said: String| Trouble::Unstarted { process, said };
            let mut child = command(process)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .map_err(|error| failed(error.to_string()))?;
            let out = child.stdout.take();
            local.children.push(child);
            let mut line = String::new();
            let heard = out.map(|out| BufReader::new(out).read_line(&mut line));
            if !matches!(heard, Some(Ok(read)) if read > 0) {
                let said = local.children.last_mut().map(said).unwrap_or_default();
                return Err(failed(said));
            }
            addresses.push(line.trim().to_owned());
        }
        let mut token = [0; 32];
        getrandom::fill(&mut token).map_err(|error| Trouble::Unstarted { process: 0, said: error.to_string() })?;
        let token = token.iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        let told = format!("{token}\n{}\n", addresses.join("\n"));
        for child in &mut local.children {
            if let Some(mut input) = child.stdin.take() {
                // One that is gone is missed when all meet.
                let _ = input.write_all(told.as_bytes());
            }
        }
        Ok((Place { member: Member { index: 0, addresses, token: token.into_bytes(), patience }, listener }, local))
    }

    /// Whether all of them are still there.
    ///
    /// # Errors
    /// One of them is not: what it said.
    pub fn alive(&mut self) -> Result<(), Trouble> {
        for (process, child) in (1..).zip(&mut self.children) {
            if matches!(child.try_wait(), Ok(Some(_))) {
                return Err(Trouble::Unstarted { process, said: said(child) });
            }
        }
        Ok(())
    }
}

/// What a process that has ended said last.
fn said(child: &mut Child) -> String {
    let mut text = String::new();
    let _ = child.stderr.take().map(|mut from| from.read_to_string(&mut text));
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
    match (first, child.wait()) {
        ("", Ok(status)) => status.to_string(),
        _ => first.to_owned(),
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        let begun = Instant::now();
        for child in &mut self.children {
            while matches!(child.try_wait(), Ok(None)) && begun.elapsed() < PARTING {
                sleep(Duration::from_millis(5));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Place {
    /// The place of a process that another started: it says where it listens, and reads where the others do.
    ///
    /// # Errors
    /// It cannot listen, or the one that started it is gone.
    pub fn started(index: usize, patience: Duration) -> Result<Place, Trouble> {
        let (listener, address) = here()?;
        let mut out = std::io::stdout();
        let mut text = String::new();
        let told = writeln!(out, "{address}").and_then(|()| out.flush());
        let told = told.and_then(|()| std::io::stdin().read_to_string(&mut text));
        let mut lines = text.lines().map(str::to_owned);
        let (token, addresses) = (lines.next(), lines.collect::<Vec<_>>());
        match (told, token) {
            (Ok(_), Some(token)) if index < addresses.len() => {
                Ok(Place { member: Member { index, addresses, token: token.into_bytes(), patience }, listener })
            }
            _ => Err(Trouble::Absent { process: 0, address: String::new(), waited: patience, turned_away: None }),
        }
    }

    /// The place of a process that has its line in a list of hosts, and listens on that address alone.
    ///
    /// # Errors
    /// It cannot listen there.
    pub fn listed(member: Member) -> Result<Place, Trouble> {
        let listener = listen(&member.addresses[member.index])?;
        Ok(Place { member, listener })
    }
}
