//! Bouton's page: a server that shows games in a browser, and the routes by which programs ask the same.
//!
//! `web/` is the front end; built, it lies in `dist/` and is part of the program. The browser lays out and colours. What a position is
//! worth, how it looks and every sentence about it are made in `bouton_teach`; solving is `bouton`'s.
#![forbid(unsafe_code)]

mod answers;
mod asked;
mod assets;
mod http;
mod lanes;
mod lesson;
mod openapi;
mod refused;
mod routes;
mod service;
mod visitors;

pub use lesson::{Lesson, lesson};

use bouton::Instance;
use bouton::rules::layout::Packed;
use bouton::rules::{Source, check};
use bouton::saved::Saved;
use bouton_teach::words::Lang;
use serde_json::{Map, Value as Json};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often it is looked whether somebody asked to stop.
const LOOK: Duration = Duration::from_millis(50);

/// How the page is served.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address that is listened on. Only this machine can reach the usual one.
    pub host: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// Bytes for solved games, and for each that is being solved.
    pub memory: u64,
    /// How long a visitor's solve may take.
    pub time: Duration,
    /// The longest rules text, in bytes.
    pub rules_bytes: usize,
    /// Whether others than this machine may visit.
    pub classroom: bool,
    /// Names by which visitors may reach it, beside its address and `localhost`.
    pub names: Vec<String>,
    /// What is shown first, instead of the gallery.
    pub first: Option<Picked>,
}

/// A game that somebody picked.
#[derive(Clone, Debug)]
pub struct Picked {
    /// A game of the gallery, or the name of a solution.
    pub game: Option<String>,
    /// Rules of one's own.
    pub rules: Option<String>,
    /// Parameters by name.
    pub params: Map<String, Json>,
}

/// A saved solution that is shown.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The game, with the solution opened.
    pub game: Instance,
    /// Where it was solved from.
    pub start: Packed,
    /// The file.
    pub saved: Arc<Saved>,
}

impl Shown {
    /// The same with the title and comments of its rules in a language, where they are those of a game of the gallery.
    fn told(&self, lang: Lang) -> Option<Shown> {
        let rules = self.game.rules();
        let text = bouton_teach::gallery::told(rules, lang)?;
        let rules = check(&Source::new(rules.source.name.as_str(), text)).0?;
        let given: Vec<_> = self.game.interpreter().params().iter().cloned().map(Some).collect();
        let game = Instance::new(Arc::new(rules), &given).ok()?;
        let (opened, start) = self.saved.opened(&game).ok()?;
        Some(Shown { game: game.with_opened(opened), start, saved: self.saved.clone() })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7171,
            memory: 1_000_000_000,
            time: Duration::from_secs(60),
            rules_bytes: 200_000,
            classroom: false,
            names: Vec::new(),
            first: None,
        }
    }
}

impl Settings {
    /// The same for visitors from elsewhere: less for each, since they are many.
    #[must_use]
    pub fn for_a_classroom(self) -> Settings {
        Settings { classroom: true, time: Duration::from_secs(10), memory: self.memory.min(500_000_000), ..self }
    }
}

/// Serves the page until `stop` is set, or the system will have no more of it. `ready` is told the address once visitors can come.
///
/// # Errors
/// Where the address cannot be listened on.
pub fn serve(
    settings: Settings,
    saved: Vec<(String, Shown)>,
    ready: impl FnOnce(SocketAddr),
    stop: &AtomicBool,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let service = Arc::new(service::Service::new(settings, saved));
    let served = runtime.block_on(http::serve(service, ready, async {
        while !stop.load(Ordering::SeqCst) {
            tokio::time::sleep(LOOK).await;
        }
    }));
    // Who still computes is told so by its limits; nobody waits for it.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}
