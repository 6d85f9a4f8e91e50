//! How far a search is, on stderr.

use crate::machine::show_time;
use crate::options::ProgressKind;
use crate::screen::Screen;
use crate::{account, interrupt};
use bouton::Progress;
use bouton::show::Count;
use bouton_teach::words::Lang;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
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
    lang: Lang,
    last: Mutex<Last>,
}

enum How {
    Silent,
    Bar,
    Json,
}

/// What was told last.
struct Last {
    told: Option<Instant>,
    phase: &'static str,
    /// When the phase began.
    begun: Instant,
    /// The rank that it has come to, of so many at the most, where it goes rank by rank.
    rank: Option<(u64, Option<u64>)>,
    bar: Option<ProgressBar>,
}

impl Teller {
    pub(crate) fn new(kind: ProgressKind, screen: &Screen) -> Teller {
        let how = match kind {
            ProgressKind::Json => How::Json,
            ProgressKind::Auto if !screen.quiet && stderr().is_terminal() => How::Bar,
            _ => How::Silent,
        };
        let started = Instant::now();
        Teller {
            how,
            started,
            lang: screen.lang,
            last: Mutex::new(Last { told: None, phase: "", begun: started, rank: None, bar: None }),
        }
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
        account::step(phase);
        interrupt::far(phase, done, total);
        let ran = self.started.elapsed();
        if matches!(self.how, How::Silent) {
            return;
        }
        // Whoever comes while another thread tells may go on: the next look is soon.
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.phase != phase {
            last.begin(phase);
        }
        if ran < QUIET_FOR || last.told.is_some_and(|told| told.elapsed() < EVERY) {
            return;
        }
        last.told = Some(Instant::now());
        match self.how {
            How::Silent => {}
            How::Bar => last.draw(done, total, self.lang),
            How::Json => {
                let millis = u64::try_from(ran.as_millis()).unwrap_or(u64::MAX);
                let mut line = json!({"schema": "bouton.progress/1", "phase": phase, "done": done, "total": total, "milliseconds": millis});
                if let Some((rank, ranks)) = last.rank {
                    (line["rank"], line["ranks"]) = (json!(rank), json!(ranks));
                }
                let _ = writeln!(stderr(), "{line}");
            }
        }
    }

    fn rank(&self, rank: u64, ranks: Option<u64>) {
        if let Ok(mut last) = self.last.lock() {
            last.rank = Some((rank, ranks));
        }
    }
}

impl Last {
    fn begin(&mut self, phase: &'static str) {
        if let Some(old) = self.bar.take() {
            old.finish_and_clear();
        }
        (self.phase, self.begun, self.rank) = (phase, Instant::now(), None);
    }

    fn draw(&mut self, done: u64, total: Option<u64>, lang: Lang) {
        let speed = speed(done, self.begun.elapsed());
        let rest = match total {
            Some(total) => {
                format!("{} of {} · {}/s{}", Count(done), Count(total), Count(speed), left(total, done, speed))
            }
            None => format!("{} · {}/s · {}", Count(done), Count(speed), show_time(self.begun.elapsed())),
        };
        let rank = match self.rank {
            Some((rank, Some(ranks))) => format!("{} · ", lang.sentence(&format!("rank {rank} of {ranks} at most"))),
            Some((rank, None)) => format!("{} · ", lang.sentence(&format!("rank {rank}"))),
            None => String::new(),
        };
        let bar = self.bar.get_or_insert_with(|| bar(total));
        bar.set_prefix(lang.sentence(self.phase));
        bar.set_message(format!("{rank}{}", lang.sentence(&rest)));
        bar.set_position(done);
    }
}

/// How many a second.
fn speed(done: u64, time: Duration) -> u64 {
    let speed = u128::from(done) * 1000 / time.as_millis().max(1);
    u64::try_from(speed).unwrap_or(u64::MAX)
}

fn left(total: u64, done: u64, speed: u64) -> String {
    match total.saturating_sub(done).checked_div(speed) {
        Some(seconds) => format!(" · about {} left", show_time(Duration::from_secs(seconds.max(1)))),
        None => String::new(),
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, look) = match total {
        Some(total) => (ProgressBar::new(total), "{prefix:16} {bar:20} {wide_msg}"),
        None => (ProgressBar::new_spinner(), "{prefix:16} {spinner} {wide_msg}"),
    };
    if let Ok(look) = ProgressStyle::with_template(look) {
        bar.set_style(look);
    }
    bar
}

/// How many of many are done: a bar on a terminal, after a second.
pub(crate) struct Tally {
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Tally {
    pub(crate) fn new(total: u64, quiet: bool) -> Tally {
        let shown = !quiet && stderr().is_terminal();
        Tally { started: Instant::now(), bar: shown.then(ProgressBar::hidden).inspect(|bar| bar.set_length(total)) }
    }

    /// So many are done.
    pub(crate) fn at(&self, done: u64) {
        let Some(bar) = self.bar.as_ref().filter(|_| self.started.elapsed() >= QUIET_FOR) else { return };
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.set_style(
                ProgressStyle::default_bar().template(TALLY).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
        }
        bar.set_position(done);
    }

    /// Takes the bar away, so that the answer stands alone.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

const TALLY: &str = "{bar:30} {human_pos} / {human_len}   {per_sec}   {eta}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_what_is_left_are_told_of_the_phase() {
        assert_eq!(speed(3_000, Duration::from_millis(1_500)), 2_000);
        assert_eq!(speed(5, Duration::ZERO), 5_000);
        assert_eq!(left(100_000, 40_000, 2_000), " · about 30 s left");
        assert_eq!(left(100, 0, 0), "");
    }
}
