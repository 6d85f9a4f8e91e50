//! How far a search is, on stderr.

use crate::interrupt;
use crate::options::ProgressKind;
use bouton::Progress;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde_json::json;
use std::fmt;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Nothing is shown before this: most searches are over by then.
const QUIET_FOR: Duration = Duration::from_secs(1);
/// The least time between two looks.
const EVERY: Duration = Duration::from_millis(200);

/// Tells how far a search is.
pub(crate) struct Teller {
    how: How,
    started: Instant,
    last: Mutex<Last>,
}

enum How {
    Silent,
    Bar,
    Json,
}

#[derive(Default)]
struct Last {
    told: Option<Instant>,
    phase: &'static str,
    bar: Option<ProgressBar>,
}

impl Teller {
    pub(crate) fn new(kind: ProgressKind, quiet: bool) -> Teller {
        let how = match kind {
            ProgressKind::Json => How::Json,
            ProgressKind::Auto if !quiet && stderr().is_terminal() => How::Bar,
            _ => How::Silent,
        };
        Teller { how, started: Instant::now(), last: Mutex::default() }
    }

    /// Takes the bar away, so that the answer stands alone.
    pub(crate) fn clear(&self) {
        if let Ok(mut last) = self.last.lock()
            && let Some(bar) = last.bar.take()
        {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Teller {
    fn tick(&self, phase: &'static str, done: u64, total: Option<u64>) {
        interrupt::far(phase, done, total);
        let ran = self.started.elapsed();
        if matches!(self.how, How::Silent) || ran < QUIET_FOR {
            return;
        }
        // Whoever comes while another thread tells may go on: the next look is soon.
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.told.is_some_and(|told| told.elapsed() < EVERY) {
            return;
        }
        last.told = Some(Instant::now());
        match self.how {
            How::Silent => {}
            How::Bar => draw(&mut last, phase, done, total),
            How::Json => {
                let millis = u64::try_from(ran.as_millis()).unwrap_or(u64::MAX);
                let line = json!({"schema": "bouton.progress/1", "phase": phase, "done": done, "total": total, "milliseconds": millis});
                let _ = writeln!(stderr(), "{line}");
            }
        }
    }
}

fn draw(last: &mut Last, phase: &'static str, done: u64, total: Option<u64>) {
    if last.bar.is_none() || last.phase != phase {
        if let Some(old) = last.bar.take() {
            old.finish_and_clear();
        }
        last.bar = Some(bar(total));
        last.phase = phase;
    }
    if let Some(bar) = &last.bar {
        bar.set_message(phase);
        bar.set_position(done);
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, look) = match total {
        Some(total) => (ProgressBar::new(total), "{msg:20} {bar:24} {human_pos} of {human_len} · {speed} · {eta} left"),
        None => (ProgressBar::new_spinner(), "{msg:20} {spinner} {human_pos} · {speed} · {elapsed}"),
    };
    if let Ok(look) = ProgressStyle::with_template(look) {
        bar.set_style(look.with_key("speed", |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.0}/s", state.per_sec());
        }));
    }
    bar
}
