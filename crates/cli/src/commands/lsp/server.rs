//! The server: what is open, what is asked, what is told without being asked.

use super::child::{self, Asked, Running};
use super::client::Client;
use super::frame::{self, Frame};
use super::open::Open;
use super::worker::{Done, Worker};
use super::{Event, answers, findings};
use crate::exit::Exit;
use crate::screen::Screen;
use bouton::guarded;
use bouton_teach::editor::LensCommand;
use bouton_teach::findings::with_play;
use bouton_teach::words::Lang;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value as Json, json};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How long nothing may change before a text is played.
const QUIET: Duration = Duration::from_millis(150);
/// Texts open at the same time.
const MOST_OPEN: usize = 500;
/// Lines of a command's answer that are shown as a message.
const SHOWN: usize = 12;

/// An answer, or why there is none.
pub(super) type Answer = Result<Json, (ErrorCode, String)>;

pub(super) struct Server<'s> {
    screen: &'s mut Screen,
    events: Sender<Event>,
    pub(super) client: Client,
    begun: bool,
    shut: bool,
    open: HashMap<String, Open>,
    stamp: u64,
    worker: Worker,
    running: Vec<Running>,
    asked: i32,
}

impl<'s> Server<'s> {
    pub(super) fn new(screen: &'s mut Screen, events: Sender<Event>) -> Server<'s> {
        let worker = Worker::new(events.clone());
        Server {
            screen,
            events,
            client: Client::default(),
            begun: false,
            shut: false,
            open: HashMap::new(),
            stamp: 0,
            worker,
            running: Vec::new(),
            asked: 0,
        }
    }

    pub(super) fn lang(&self) -> Lang {
        self.client.lang.unwrap_or(self.screen.lang)
    }

    /// How the program ends: well, if the editor said that it would.
    pub(super) fn end(&mut self) -> Exit {
        self.running.drain(..).for_each(|running| running.end());
        if self.shut { Exit::Yes } else { Exit::No }
    }

    pub(super) fn frame(&mut self, frame: Frame) -> io::Result<()> {
        match frame {
            Frame::Garbage => frame::write_garbage(&mut self.screen.stream()),
            Frame::Message(Message::Request(request)) => self.request(request),
            Frame::Message(Message::Notification(note)) => {
                if self.begun && !self.shut {
                    self.note(note);
                }
                Ok(())
            }
            Frame::Message(Message::Response(_)) => Ok(()),
        }
    }

    fn send(&mut self, message: impl Into<Message>) -> io::Result<()> {
        frame::write(&mut self.screen.stream(), &message.into())
    }

    fn reply(&mut self, id: RequestId, answer: Answer) -> io::Result<()> {
        self.send(match answer {
            Ok(result) => Response::new_ok(id, result),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        })
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        let Request { id, method, params } = request;
        match method.as_str() {
            "initialize" if !self.begun => {
                self.client = Client::new(&params);
                self.begun = true;
                let answer = self.client.answer();
                self.reply(id, Ok(answer))
            }
            _ if !self.begun => {
                self.reply(id, Err((ErrorCode::ServerNotInitialized, "`initialize` comes first".into())))
            }
            _ if self.shut || method == "initialize" => {
                self.reply(id, Err((ErrorCode::InvalidRequest, format!("`{method}` comes too late"))))
            }
            "shutdown" => {
                self.shut = true;
                self.reply(id, Ok(Json::Null))
            }
            "workspace/executeCommand" => self.execute(id, &params),
            _ => {
                let asked = guarded(String::new, || self.answer(&method, &params));
                let fault = |_| Err((ErrorCode::InternalError, "a fault in Bouton (please report)".to_owned()));
                self.reply(id, asked.unwrap_or_else(fault))
            }
        }
    }

    fn answer(&self, method: &str, params: &Json) -> Answer {
        let Some((_, answer)) = answers::ANSWERS.iter().find(|(known, _)| *known == method) else {
            return Err((ErrorCode::MethodNotFound, format!("`{method}` is not known here")));
        };
        let uri = params.pointer("/textDocument/uri").and_then(Json::as_str);
        let Some(open) = uri.and_then(|uri| self.open.get(uri)) else {
            return Err((ErrorCode::InvalidParams, "this text is not open".to_owned()));
        };
        answer(self, open, uri.unwrap_or_default(), params)
    }

    fn note(&mut self, note: Notification) {
        let Notification { method, params } = note;
        let Some(uri) = params.pointer("/textDocument/uri").and_then(Json::as_str) else { return };
        match method.as_str() {
            "textDocument/didOpen" => {
                let text = params.pointer("/textDocument/text").and_then(Json::as_str).unwrap_or_default();
                self.put(uri, text.to_owned(), &params);
            }
            "textDocument/didChange" => {
                let changes = params.get("contentChanges").and_then(Json::as_array);
                let Some((open, changes)) = self.open.get(uri).zip(changes) else { return };
                let text = open.after(changes, self.client.encoding);
                self.put(uri, text, &params);
            }
            "textDocument/didClose" => {
                self.worker.give_up(uri);
                if self.open.remove(uri).is_some() {
                    // What was found is no longer shown.
                    let _ = self.publish(uri, Json::Null, Json::Array(Vec::new()));
                }
            }
            _ => {}
        }
    }

    /// A text is opened, or has changed.
    fn put(&mut self, uri: &str, text: String, params: &Json) {
        if self.open.len() >= MOST_OPEN && !self.open.contains_key(uri) {
            return;
        }
        self.worker.give_up(uri);
        self.stamp += 1;
        let version = params.pointer("/textDocument/version").cloned().unwrap_or_default();
        let (name, encoding, stamp) = (uri.rsplit('/').next().unwrap_or(uri), self.client.encoding, self.stamp);
        let made = guarded(String::new, || Open::new(name, text, version, stamp, encoding));
        if let Ok(open) = made {
            self.open.insert(uri.to_owned(), open);
        }
    }

    /// Nothing waits: what was found is told, and what is quiet is played.
    pub(super) fn idle(&mut self) -> io::Result<()> {
        let untold: Vec<String> =
            self.open.iter().filter(|(_, open)| open.untold).map(|(uri, _)| uri.clone()).collect();
        for uri in untold {
            self.tell(&uri)?;
        }
        if !self.worker.is_free() {
            return Ok(());
        }
        let quiet = self.open.iter_mut().filter(|(_, open)| open.unplayed && open.changed.elapsed() >= QUIET);
        let Some((uri, open)) = quiet.max_by_key(|(_, open)| open.changed) else { return Ok(()) };
        open.unplayed = false;
        if let Some(rules) = &open.rules {
            self.worker.play(uri, open.stamp, rules.clone());
        }
        Ok(())
    }

    /// How long to wait at most for something to be quiet.
    pub(super) fn next_look(&self) -> Option<Duration> {
        let waiting = self.open.values().filter(|open| open.unplayed && self.worker.is_free());
        waiting.map(|open| QUIET.saturating_sub(open.changed.elapsed())).min()
    }

    fn tell(&mut self, uri: &str) -> io::Result<()> {
        let lang = self.lang();
        let Some(open) = self.open.get_mut(uri) else { return Ok(()) };
        open.untold = false;
        let version = open.version.clone();
        let list = findings::published(open, uri, lang, self.client.related);
        self.publish(uri, version, list)
    }

    fn publish(&mut self, uri: &str, version: Json, list: Json) -> io::Result<()> {
        let mut params = json!({"uri": uri, "diagnostics": list});
        if version.is_number() {
            params["version"] = version;
        }
        self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), params))
    }

    /// A text was played: if it is still the same, its results are shown.
    pub(super) fn played(&mut self, done: Done) -> io::Result<()> {
        self.worker.done();
        let Some(open) = self.open.get_mut(&done.uri).filter(|open| open.stamp == done.version) else { return Ok(()) };
        let examples = done.study.examples.iter().flat_map(|ran| ran.findings.iter().cloned()).collect();
        open.findings = with_play(std::mem::take(&mut open.findings), done.explored, examples);
        open.study = Some(done.study);
        self.tell(&done.uri)?;
        let methods = ["workspace/inlayHint/refresh", "workspace/codeLens/refresh"];
        for (method, _) in methods.into_iter().zip(self.client.refreshes).filter(|(_, can)| *can) {
            self.asked += 1;
            let id = RequestId::from(format!("bouton-{}", self.asked));
            self.send(Request::new(id, method.to_owned(), Json::Null))?;
        }
        Ok(())
    }

    /// `bouton.solve` and its like: `[uri, parameters…]`.
    fn execute(&mut self, id: RequestId, params: &Json) -> io::Result<()> {
        let bad = |message: &str| Err((ErrorCode::InvalidParams, message.to_owned()));
        let name = params.get("command").and_then(Json::as_str).unwrap_or_default();
        let words = params.get("arguments").and_then(Json::as_array).cloned().unwrap_or_default();
        let mut words = words.into_iter().filter_map(|word| word.as_str().map(str::to_owned));
        let lang = self.lang().code();
        let word = name.strip_prefix("bouton.").unwrap_or_default();
        if word == "explain" {
            let Some(code) = words.next().filter(|code| code.chars().all(char::is_alphanumeric)) else {
                return self.reply(id, bad("`bouton.explain` takes a code"));
            };
            let asked = Asked { id, word: "explain", words: vec![code], limited: false, lang, input: String::new() };
            return self.start(asked);
        }
        let Some(command) = LensCommand::ALL.into_iter().find(|command| command.word() == word) else {
            return self.reply(id, bad(&format!("`{name}` is no command")));
        };
        let Some(open) = words.next().and_then(|uri| self.open.get(&uri)) else {
            return self.reply(id, bad("this text is not open"));
        };
        let given: Vec<String> = words.filter(|word| word.contains('=') && !word.starts_with('-')).collect();
        if command == LensCommand::Play {
            let text = self.lang().say("editor-play-there", &[("params", given.join(" ").into())]);
            return self.show(&text).and_then(|()| self.reply(id, Ok(json!({"text": text}))));
        }
        let words = std::iter::once("-".to_owned()).chain(given).collect();
        let asked = Asked { id, word: command.word(), words, limited: true, lang, input: open.text().to_owned() };
        self.start(asked)
    }

    fn start(&mut self, asked: Asked) -> io::Result<()> {
        let id = asked.id.clone();
        match child::start(asked, self.events.clone()) {
            Ok(running) => self.running.push(running),
            Err(error) => return self.reply(id, Err((ErrorCode::RequestFailed, error.to_string()))),
        }
        Ok(())
    }

    /// A command ended: its answer is the reply, and shown.
    pub(super) fn ran(&mut self, id: RequestId, text: &str) -> io::Result<()> {
        let Some(at) = self.running.iter().position(|running| running.id == id) else { return Ok(()) };
        self.running.remove(at);
        let shown: Vec<&str> = text.lines().take(SHOWN).collect();
        self.show(&shown.join("\n"))?;
        self.reply(id, Ok(json!({"text": text})))
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        self.send(Notification::new("window/showMessage".to_owned(), json!({"type": 3, "message": text})))
    }

    /// What was asked is not wanted any more: it is not begun, or given up.
    pub(super) fn cancel(&mut self, params: &Json, waiting: &mut VecDeque<Event>) -> io::Result<()> {
        let Ok(id) = serde_json::from_value::<RequestId>(params.get("id").cloned().unwrap_or_default()) else {
            return Ok(());
        };
        let asked = |event: &Event| matches!(event, Event::Frame(Frame::Message(Message::Request(request))) if request.id == id);
        let gone = match self.running.iter().position(|running| running.id == id) {
            Some(at) => {
                self.running.remove(at).end();
                true
            }
            None => waiting.iter().position(asked).and_then(|at| waiting.remove(at)).is_some(),
        };
        if gone { self.reply(id, Err((ErrorCode::RequestCanceled, "not wanted any more".to_owned()))) } else { Ok(()) }
    }
}
