//! `bouton lsp`: rules in an editor. What is known of a text comes from `rules::services` and is worded by `teach::editor`, as on the
//! page; here it is only carried, by the language server protocol, over standard input and output.
//!
//! One thread answers, in the order asked. Findings follow a change as soon as nothing else waits; what takes playing is done
//! beside (`worker`), and commands are processes of their own (`child`).

mod answers;
mod child;
mod client;
mod findings;
mod frame;
mod open;
mod places;
mod server;
mod tokens;
mod worker;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::Screen;
use frame::Frame;
use lsp_server::{Message, RequestId};
use server::Server;
use std::collections::VecDeque;
use std::io::{BufReader, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use worker::Done;

const EXAMPLES: &str = "Examples:
  bouton lsp                                  started by an editor: docs/editors.md";

/// Serve rules to an editor by the language server protocol
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Use standard input and output, as is done anyway
    #[arg(long, hide = true)]
    stdio: bool,
}

/// What the server waits for.
#[derive(Debug)]
enum Event {
    /// A message came in.
    Frame(Frame),
    /// No more will.
    Closed,
    /// A text was played.
    Played(Box<Done>),
    /// A command ended, with what it said.
    Ran(RequestId, String),
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    super::only(screen, "lsp")?;
    let _ = args.stdio;
    crate::interrupt::release();
    let (events, coming) = channel();
    listen(events.clone());
    let mut server = Server::new(screen, events);
    match serve(&mut server, &coming) {
        Ok(exit) => Ok(exit),
        Err(error) => Err(Failure::unwritten(error)),
    }
}

/// Reads messages on a thread of its own, so that what is going on can be given up for them.
fn listen(events: Sender<Event>) {
    let read = move || {
        let mut input = BufReader::new(stdin());
        while let Ok(Some(frame)) = frame::read(&mut input) {
            if events.send(Event::Frame(frame)).is_err() {
                return;
            }
        }
        let _ = events.send(Event::Closed);
    };
    // Without it there is nothing to serve: the sender is gone, and the server ends.
    let _ = thread::Builder::new().name("read".to_owned()).spawn(read);
}

/// Answers until the editor says `exit`, or has gone away.
fn serve(server: &mut Server<'_>, coming: &Receiver<Event>) -> std::io::Result<Exit> {
    let mut waiting: VecDeque<Event> = VecDeque::new();
    loop {
        waiting.extend(coming.try_iter());
        let Some(event) = waiting.pop_front() else {
            server.idle()?;
            match server.next_look().map_or_else(
                || coming.recv().map_err(|_| RecvTimeoutError::Disconnected),
                |wait| coming.recv_timeout(wait),
            ) {
                Ok(event) => waiting.push_back(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(server.end()),
            }
            continue;
        };
        match event {
            Event::Frame(Frame::Message(Message::Notification(note))) if note.method == "exit" => {
                return Ok(server.end());
            }
            Event::Frame(Frame::Message(Message::Notification(note))) if note.method == "$/cancelRequest" => {
                server.cancel(&note.params, &mut waiting)?;
            }
            Event::Frame(frame) => server.frame(frame)?,
            Event::Closed => return Ok(server.end()),
            Event::Played(done) => server.played(*done)?,
            Event::Ran(id, text) => server.ran(id, &text)?,
        }
    }
}
