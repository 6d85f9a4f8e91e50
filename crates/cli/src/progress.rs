//! How far a search is, on stderr.

use crate::forecast::Forecast;
use crate::machine::show_time;
use crate::options::ProgressKind;
use crate::screen::Screen;
use crate::{account, interrupt};
use bouton::Progress;
use bouton::rules::say;
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
    done: u64,
    /// The ranks that it has come to, where it goes rank by rank, and what they say of those to come.
    ranks: Vec<Rank>,
    forecast: Forecast,
    /// How long each rank of the phase before took.
    before: Vec<Duration>,
    bar: Option<ProgressBar>,
}

/// A rank of a phase.
struct Rank {
    /// Its number, from 1, of so many at the most, where that is known.
    number: u64,
    of: Option<u64>,
    positions: u64,
    /// When it began, and how far the phase was then.
    begun: Instant,
    from: u64,
}

impl Teller {
    pub(crate) fn new(kind: ProgressKind, screen: &Screen) -> Teller {
        let how = match kind {
            ProgressKind::Json => How::Json,
            ProgressKind::Auto if !screen.quiet && stderr().is_terminal() => How::Bar,
            _ => How::Silent,
        };
        let started = Instant::now();
        Teller { how, started, lang: screen.lang, last: Mutex::new(Last::new(started)) }
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
        last.enter(phase);
        last.done = done;
        if ran < QUIET_FOR || last.told.is_some_and(|told| told.elapsed() < EVERY) {
            return;
        }
        last.told = Some(Instant::now());
        match self.how {
            How::Silent => {}
            How::Bar => last.draw(total, self.lang),
            How::Json => {
                let millis = u64::try_from(ran.as_millis()).unwrap_or(u64::MAX);
                let mut line = json!({"schema": "bouton.progress/1", "phase": phase, "done": done, "total": total, "milliseconds": millis});
                if let Some(rank) = last.ranks.last() {
                    (line["rank"], line["ranks"]) = (json!(rank.number), json!(rank.of));
                }
                if let Some(left) = last.left(total) {
                    line["seconds_left"] = json!(left);
                }
                let _ = writeln!(stderr(), "{line}");
            }
        }
    }

    fn rank(&self, phase: &'static str, rank: u64, ranks: Option<u64>, positions: u64) {
        if let Ok(mut last) = self.last.lock() {
            last.enter(phase);
            last.next_rank(rank, ranks, positions);
        }
    }
}

impl Last {
    fn new(begun: Instant) -> Last {
        let (forecast, ranks, before) = (Forecast::default(), Vec::new(), Vec::new());
        Last { told: None, phase: "", begun, done: 0, ranks, forecast, before, bar: None }
    }

    /// A rank may be told of before anything is done in its phase.
    fn enter(&mut self, phase: &'static str) {
        if self.phase == phase {
            return;
        }
        if let Some(old) = self.bar.take() {
            old.finish_and_clear();
        }
        let now = Instant::now();
        let ends = self.ranks.iter().skip(1).map(|rank| rank.begun).chain([now]);
        let before = self.ranks.iter().zip(ends).map(|(rank, end)| end - rank.begun).collect();
        *self = Last { told: self.told, phase, before, ..Last::new(now) };
    }

    fn next_rank(&mut self, number: u64, of: Option<u64>, positions: u64) {
        self.forecast.rank(positions);
        self.ranks.push(Rank { number, of, positions, begun: Instant::now(), from: self.done });
    }

    /// About how many seconds are left: of the phase where its length is known; of a way forwards to find positions, that and the way
    /// back, which takes about as long for each of them.
    fn left(&self, total: Option<u64>) -> Option<u64> {
        let ran = self.begun.elapsed();
        let left = match (total, self.ranks.last()) {
            (Some(total), _) => match self.back(ran) {
                Some(left) => return Some(left),
                None => total.saturating_sub(self.done),
            },
            (None, Some(rank)) => {
                let ahead = self.forecast.ahead(rank.of.map(|ranks| ranks.saturating_sub(rank.number)))?;
                self.forecast.known().saturating_add(ahead).saturating_mul(2).saturating_sub(self.done)
            }
            (None, None) => return None,
        };
        Some(left.checked_div(speed(self.done, ran))?.max(1))
    }

    /// The same of a way back through ranks that were gone through before: each takes its part of the time that it took then, since positions of
    /// some ranks have more moves than those of others.
    fn back(&self, ran: Duration) -> Option<u64> {
        let rank = self.ranks.last().filter(|rank| rank.of == Some(self.before.len() as u64))?;
        let here = self.before.len().checked_sub(usize::try_from(rank.number).ok()?)?;
        let took = |ranks: &[Duration]| ranks.iter().sum::<Duration>().as_micros();
        let done_here = u128::from(self.done.saturating_sub(rank.from));
        let of_this = self.before[here].as_micros() * done_here / u128::from(rank.positions.max(1));
        let done = took(&self.before[here + 1..]) + of_this;
        let left = took(&self.before).saturating_sub(done) * ran.as_micros() / done.max(1);
        // Too little is known of what hardly began.
        (done > 0).then(|| u64::try_from(left / 1_000_000).unwrap_or(u64::MAX).max(1))
    }

    /// What is cut at the edge of a narrow terminal is what matters least.
    fn draw(&mut self, total: Option<u64>, lang: Lang) {
        let (done, time) = (Count(self.done), self.begun.elapsed());
        let left = self.left(total).map(|left| show_time(Duration::from_secs(left)));
        let rank = self.ranks.last().map(|Rank { number, of, .. }| match of {
            Some(ranks) => say!("rank {number} of {ranks} at most"),
            None => say!("rank {number}"),
        });
        let mut parts = Vec::new();
        parts.extend(left.map(|left| lang.sentence(say!("about {left} left"))));
        parts.push(total.map_or(done.to_string(), |total| format!("{done} / {}", Count(total))));
        parts.extend(rank.map(|rank| lang.sentence(&rank)));
        parts.push(format!("{}/s", Count(speed(self.done, time))));
        parts.extend(total.is_none().then(|| show_time(time)));
        let bar = self.bar.get_or_insert_with(|| bar(total));
        bar.set_prefix(lang.sentence(self.phase));
        bar.set_message(parts.join(" · "));
        bar.set_position(self.done);
    }
}

/// How many a second.
fn speed(done: u64, time: Duration) -> u64 {
    let speed = u128::from(done) * 1000 / time.as_millis().max(1);
    u64::try_from(speed).unwrap_or(u64::MAX)
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
        let begun = Instant::now().checked_sub(Duration::from_secs(20)).unwrap();
        let mut last = Last { done: 40_000, ..Last::new(begun) };
        assert!((29..=31).contains(&last.left(Some(100_000)).unwrap()), "2,000 a second");
        assert_eq!(Last::new(begun).left(Some(100)), None);
        assert_eq!(last.left(None), None);
        // Ten ranks of ten thousand, forwards and backwards, of which four were looked at.
        (1..=5).for_each(|rank| last.next_rank(rank, Some(10), 10_000));
        assert!((79..=81).contains(&last.left(None).unwrap()), "{:?}", last.left(None));
        // Of two ranks the last took a second and the first nine: a tenth of the way back is done.
        let before = vec![Duration::from_secs(9), Duration::from_secs(1)];
        let mut back = Last { done: 500, before, ..Last::new(begun) };
        back.next_rank(2, Some(2), 500);
        assert!((179..=181).contains(&back.left(Some(1_000)).unwrap()), "{:?}", back.left(Some(1_000)));
    }

    #[test]
    fn a_rank_belongs_to_its_phase_before_anything_is_done_in_it() {
        let mut last = Last::new(Instant::now());
        for (phase, ranks) in [("going forwards", None), ("going backwards", Some(3))] {
            for number in 1..=3 {
                last.enter(phase);
                last.next_rank(number, ranks, 10);
                last.enter(phase);
            }
            assert_eq!(last.ranks.iter().map(|rank| rank.number).collect::<Vec<_>>(), [1, 2, 3], "{phase}");
        }
        assert_eq!(last.before.len(), 3);
    }
}
